//! A child, in whichever form its strategy breeds: what is to be replayed, and how.

use std::rc::Rc;
use std::sync::Arc;

use chiasma_core::{Aligned, Constants, Contextual, Guide, Outline, Seed, Source, Split, Swarm};

use crate::input::InputId;

/// How a child is replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// From left to right.
    #[default]
    Linear,
    /// By execution index.
    Contextual,
    /// As two sequences, one for each role.
    Split,
    /// Answers are chosen by a [`Guide`].
    Guided,
    /// Aligned to the calls of the parent.
    Aligned,
}

impl Form {
    /// Its name in the table of strategies.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Contextual => "contextual",
            Self::Split => "two sequences, by role",
            Self::Guided => "guided",
            Self::Aligned => "aligned to the parent's calls",
        }
    }
}

/// A child that a strategy makes; its buffers live on from child to child.
#[derive(Debug, Default)]
pub struct Child {
    form: Form,
    parent: Option<InputId>,
    bytes: Vec<u8>,
    contextual: Contextual,
    split: Split,
    guide: Option<Box<dyn Guide>>,
    aligned: Aligned,
    swarm: Option<Swarm>,
    constants: Option<Arc<Constants>>,
}

impl Child {
    /// How it is replayed.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// The bytes of a child that is replayed from left to right.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The kept input that it is a changed copy of, if it is one.
    #[must_use]
    pub fn parent(&self) -> Option<InputId> {
        self.parent
    }

    /// Makes it one that is replayed from left to right, without a byte yet.
    pub fn linear(&mut self, parent: Option<InputId>) -> &mut Vec<u8> {
        self.form = Form::Linear;
        self.parent = parent;
        self.bytes.clear();
        &mut self.bytes
    }

    /// Makes it a copy of an input known by execution index.
    pub(crate) fn contextual(
        &mut self,
        parent: Option<InputId>,
        input: &Contextual,
    ) -> &mut Contextual {
        self.form = Form::Contextual;
        self.parent = parent;
        self.contextual.copy_from(input);
        &mut self.contextual
    }

    /// Makes it a copy of an input of two sequences.
    pub(crate) fn split(&mut self, parent: Option<InputId>, input: &Split) -> &mut Split {
        self.form = Form::Split;
        self.parent = parent;
        self.split.copy_from(input);
        &mut self.split
    }

    /// Makes it a copy of a parent that is replayed aligned to that parent's calls.
    pub(crate) fn aligned(&mut self, parent: InputId, outline: &Rc<Outline>) -> &mut Aligned {
        self.form = Form::Aligned;
        self.parent = Some(parent);
        self.aligned.start_from(outline);
        &mut self.aligned
    }

    /// Makes it one that is chosen as the generator runs; `guide` is asked for only the first time.
    pub(crate) fn guided(&mut self, guide: impl FnOnce() -> Box<dyn Guide>) {
        self.form = Form::Guided;
        self.parent = None;
        self.guide.get_or_insert_with(guide);
    }

    /// Makes fresh draws avoid some alternatives; the strategy says so again for every child.
    pub(crate) fn set_swarm(&mut self, swarm: Option<Swarm>) {
        self.swarm = swarm;
    }

    /// Makes fresh draws take these constants instead of those of the whole search; the strategy says so again for
    /// every child.
    pub(crate) fn set_constants(&mut self, constants: Option<Arc<Constants>>) {
        self.constants = constants;
    }

    /// Whether it has constants of its own; the source has them until it is given others.
    pub(crate) fn has_constants(&self) -> bool {
        self.constants.is_some()
    }

    /// The bytes that it is replayed from, if they and a seed determine it.
    #[must_use]
    pub fn determining_bytes(&self) -> Option<&[u8]> {
        let determined =
            self.form == Form::Linear && self.swarm.is_none() && self.constants.is_none();
        determined.then_some(&self.bytes[..])
    }

    /// Starts the source over with it.
    #[inline]
    pub fn load(&mut self, source: &mut Source, seed: Seed) {
        match self.form {
            Form::Linear => source.load(&self.bytes, seed),
            Form::Contextual => source.reload_contextual(&self.contextual, seed),
            Form::Split => source.load_split(&self.split, seed),
            Form::Guided => {
                if let Some(guide) = self.guide.take() {
                    source.load_guided(guide, seed);
                }
            }
            Form::Aligned => source.load_aligned(std::mem::take(&mut self.aligned), seed),
        }
        if self.swarm.is_some() {
            source.set_swarm(self.swarm);
        }
        if let Some(constants) = &self.constants {
            source.set_constants(Some(Arc::clone(constants)));
        }
    }

    /// Takes back what the source was lent.
    #[inline]
    pub fn unload(&mut self, source: &mut Source) {
        match self.form {
            Form::Guided => self.guide = source.take_guide(),
            Form::Aligned => self.aligned = source.take_aligned().unwrap_or_default(),
            Form::Linear | Form::Contextual | Form::Split => {}
        }
    }
}
