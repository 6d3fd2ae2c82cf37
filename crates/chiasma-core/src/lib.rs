//! The core of Chiasma: sources of choices, traces, generators, shrinking and saved inputs.
//!
//! A *generator* is an ordinary function that draws choices from a [`Source`] and returns a value.
//! The choices of one run are its *parameter sequence* (bytes). A [`Trace`] records which requests and
//! which generator calls the bytes belong to; crossover, execution indexes, types, shrinking and
//! saved inputs all build on it. Nothing here uses processes or clocks, and of the file system only
//! how saved inputs are read and replaced ([`chi::read_file`], [`chi::replace_file`]).

#![forbid(unsafe_code)]

pub mod chi;
pub mod display;
mod failure;
mod generator;
mod identity;
mod interval;
mod reject;
mod request;
mod rng;
pub mod shrink;
mod source;
mod trace;

pub use chi::Chi;
pub use failure::{Death, FailureKey, FailureKind, NotAFailure, Place};
pub use generator::{Generate, Generator};
pub use identity::{AsIs, ByHash, Function, FunctionId, SiteId, TypeId, short_name};
pub use interval::Interval;
pub use reject::Rejection;
pub use request::{Alternative, Ask, Kind, Request, Role, width};
pub use rng::{Rng, Seed};
pub use source::{
    Aligned, Answers, AtSite, CallChanges, Constants, Contextual, DEFAULT_MAX_SIZE, Extension,
    Float, Guide, HookedCall, HookedCalls, InRole, Integer, Labelled, LabelledMatch, Length, Lent,
    MAX_DEPTH, Note, Open, Proposal, Read, Resume, Saved, Source, Split, Step, Swarm, TextShape,
    Weights, Witnessed,
};
pub use trace::{
    CallTree, ExecutionIndex, IndexStep, Outline, OutlineCall, OutlineRequest, Span, SpanIndex,
    Trace, Vertex, VertexIndex, VertexKind,
};

/// Ready generators and their combinators.
pub mod generators {
    pub use crate::generator::*;
}
