//! The parametric call tree of an input (Crossover in Parametric Fuzzing, section 3.1).

use std::ops::Range;

use super::{SpanIndex, Trace};
use crate::identity::FunctionId;
use crate::interval::Interval;

/// A vertex's place in its tree; the root is 0, and callees come behind their callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexIndex(pub u32);

/// What a vertex stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VertexKind {
    /// A generator call that made at least one request, itself or in inner calls.
    Call(SpanIndex),
    /// A parameter request, by its place in [`Trace::requests`].
    Request(u32),
}

/// One vertex of a parametric call tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vertex {
    /// What it stands for.
    pub kind: VertexKind,
    /// The caller; none for the root.
    pub parent: Option<VertexIndex>,
    /// How many vertices have it as their parent.
    pub children: u32,
    /// The requests below it (or itself), as places in [`Trace::requests`].
    pub requests: Range<u32>,
    /// The crossover points of the paper's Algorithm 2: the smallest interval that holds every
    /// request below it.
    pub crossover_points: Interval,
    /// The function that was called; none for a request.
    pub function: Option<FunctionId>,
}

/// The calls and requests of one generator run, without the calls that requested nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CallTree {
    vertices: Vec<Vertex>,
    length: u32,
}

impl CallTree {
    /// The tree of a trace; empty where nothing was requested.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let mut tree = Self { vertices: Vec::new(), length: trace.bytes().len() as u32 };
        let mut vertex_of_span: Vec<Option<VertexIndex>> = vec![None; trace.spans().len()];
        let mut requests = trace.requests().iter().enumerate().peekable();
        for (at, span) in trace.spans().iter().enumerate() {
            // Requests made before this call come before it among the callees of their span.
            while let Some((n, request)) =
                requests.next_if(|(n, _)| (*n as u32) < span.requests.start)
            {
                tree.add_request(
                    n as u32,
                    request.interval,
                    vertex_of_span[request.span.0 as usize],
                );
            }
            if span.requests.is_empty() {
                continue;
            }
            let parent = span.parent.and_then(|parent| vertex_of_span[parent.0 as usize]);
            let first = trace.requests()[span.requests.start as usize].interval;
            vertex_of_span[at] = Some(tree.add(Vertex {
                kind: VertexKind::Call(SpanIndex(at as u32)),
                parent,
                children: 0,
                requests: span.requests.clone(),
                crossover_points: first,
                function: Some(span.function),
            }));
        }
        for (n, request) in requests {
            tree.add_request(n as u32, request.interval, vertex_of_span[request.span.0 as usize]);
        }
        tree.find_crossover_points();
        tree
    }

    /// Algorithm 2: the crossover points of a call are the least interval around those of its callees.
    /// Callees come behind their callers, so each vertex is looked at once, from the last to the first.
    fn find_crossover_points(&mut self) {
        for at in (0..self.vertices.len()).rev() {
            let Vertex { parent, crossover_points: Interval { start, end }, .. } =
                self.vertices[at];
            if let Some(parent) = parent {
                let around = &mut self.vertices[parent.0 as usize].crossover_points;
                around.start = around.start.min(start);
                around.end = around.end.max(end);
            }
        }
    }

    /// Every vertex, callers before callees, in the order of the calls.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The vertex at `index`.
    #[must_use]
    pub fn vertex(&self, index: VertexIndex) -> &Vertex {
        &self.vertices[index.0 as usize]
    }

    /// The vertices that `index` called, in order.
    pub fn children(&self, index: VertexIndex) -> impl Iterator<Item = (VertexIndex, &Vertex)> {
        self.indexed().filter(move |(_, vertex)| vertex.parent == Some(index))
    }

    /// The calls, with their places.
    pub fn calls(&self) -> impl Iterator<Item = (VertexIndex, &Vertex)> {
        self.indexed().filter(|(_, vertex)| vertex.function.is_some())
    }

    /// Whether a vertex may receive in linked crossover (section 3.2): it is not the root, nor the
    /// only callee of its caller (so that each pair of crossover points has one eligible vertex),
    /// it has two requests or more, and it is not the whole sequence.
    #[must_use]
    pub fn may_receive(&self, index: VertexIndex) -> bool {
        let vertex = self.vertex(index);
        vertex.parent.is_some_and(|parent| self.vertex(parent).children > 1)
            && vertex.requests.len() >= 2
            && vertex.crossover_points != Interval { start: 0, end: self.length }
    }

    fn indexed(&self) -> impl Iterator<Item = (VertexIndex, &Vertex)> {
        self.vertices.iter().enumerate().map(|(at, vertex)| (VertexIndex(at as u32), vertex))
    }

    fn add(&mut self, vertex: Vertex) -> VertexIndex {
        if let Some(parent) = vertex.parent {
            self.vertices[parent.0 as usize].children += 1;
        }
        self.vertices.push(vertex);
        VertexIndex(self.vertices.len() as u32 - 1)
    }

    fn add_request(&mut self, n: u32, interval: Interval, parent: Option<VertexIndex>) {
        self.add(Vertex {
            kind: VertexKind::Request(n),
            parent,
            children: 0,
            requests: n..n + 1,
            crossover_points: interval,
            function: None,
        });
    }
}
