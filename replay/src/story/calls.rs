//! Which calls lie around a step: those that were inlined, and activations of procedures.

use crate::interpret::slice::Activations;
use crate::interpret::{index, Trace};
use crate::names::Names;
use proofmark_frontend::Program;
use proofmark_logic::cfa::{FrameId, Pos};

/// The calls around a step, outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Frames(Vec<Frame>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Frame {
    id: FrameId,
    activation: usize,
    function: String,
    /// Where the call stands.
    site: Pos,
    /// Where arguments are taken over: at the call, or where the function is declared.
    taken: Pos,
    observer: bool,
}

/// A call that a step is in, and the one before is not.
pub(super) struct Entered {
    pub(super) function: String,
    pub(super) observer: bool,
    pub(super) site: Pos,
    /// How many calls lie around it.
    pub(super) depth: usize,
    caller: String,
}

impl Entered {
    /// The function that calls.
    pub(super) fn caller(&self) -> &str {
        &self.caller
    }
}

impl Frames {
    /// The innermost function of the program.
    pub(super) fn function(&self) -> &str {
        let own = self.0.iter().rev().find(|frame| !frame.observer);
        own.map_or("", |frame| &frame.function)
    }

    /// How many calls of the program lie around it.
    pub(super) fn depth(&self) -> usize {
        let own = self.0.iter().filter(|frame| !frame.observer);
        own.count().saturating_sub(1)
    }

    /// The observer that it belongs to.
    pub(super) fn observer(&self) -> Option<&str> {
        let observer = self.0.iter().rev().find(|frame| frame.observer);
        observer.map(|frame| frame.function.as_str())
    }

    /// The call for which a step at this position only hands over arguments.
    pub(super) fn passes(&self, pos: Pos) -> Option<Pos> {
        let last = self.0.last().filter(|_| self.0.len() > 1);
        let passes = last.filter(|frame| frame.site == pos || frame.taken == pos);
        passes.map(|frame| frame.site)
    }

    /// The calls that another step is not in.
    pub(super) fn entered_since(&self, other: &Frames) -> Vec<Entered> {
        let same = |(a, b): &(&Frame, &Frame)| (a.id, a.activation) == (b.id, b.activation);
        let common = self.0.iter().zip(&other.0).take_while(same).count();
        let entered = (common.max(1)..self.0.len()).filter_map(|n| {
            let (frame, outer) = (self.0.get(n)?, Frames(self.0.get(..n)?.to_vec()));
            Some(Entered {
                function: frame.function.clone(),
                observer: frame.observer,
                site: frame.site,
                depth: outer.depth(),
                caller: outer.function().to_owned(),
            })
        });
        // What an observer calls is its own affair.
        let mut watched = false;
        let mut shown = Vec::new();
        for call in entered {
            if !watched {
                watched = call.observer;
                shown.push(call);
            }
        }
        shown
    }
}

/// Finds the calls around steps.
pub(super) struct Calls<'a> {
    program: &'a Program,
    names: &'a Names,
    trace: &'a Trace,
    activations: &'a Activations,
    /// The last answer.
    known: Option<((usize, FrameId), Frames)>,
}

impl<'a> Calls<'a> {
    pub(super) fn new(
        program: &'a Program,
        names: &'a Names,
        trace: &'a Trace,
        activations: &'a Activations,
    ) -> Calls<'a> {
        Calls {
            program,
            names,
            trace,
            activations,
            known: None,
        }
    }

    /// The calls around a statement of this frame.
    pub(super) fn around(&mut self, visit: usize, frame: FrameId) -> Frames {
        let activation = self.activations.of_visit(visit);
        if let Some((_, frames)) = self
            .known
            .as_ref()
            .filter(|(k, _)| *k == (activation, frame))
        {
            return frames.clone();
        }
        let mut frames = Vec::new();
        let (mut activation, mut innermost) = (activation, frame);
        loop {
            let caller = self.activations.caller(activation);
            let call = caller.and_then(|visit| {
                let edge = self.trace.path.get(visit)?.edge;
                let from = self.program.cfa.edges.get(index(edge.0))?.from;
                self.program.cfa.locations.get(index(from.0))
            });
            self.inlined(innermost, activation, call.map(|at| at.pos), &mut frames);
            match (caller, call) {
                (Some(visit), Some(at)) => {
                    (activation, innermost) = (self.activations.of_visit(visit), at.frame);
                }
                _ => break,
            }
        }
        frames.reverse();
        let frames = Frames(frames);
        let key = (self.activations.of_visit(visit), frame);
        self.known = Some((key, frames.clone()));
        frames
    }

    /// The frames of one activation, innermost first.
    fn inlined(
        &self,
        innermost: FrameId,
        activation: usize,
        call: Option<Pos>,
        out: &mut Vec<Frame>,
    ) {
        let cfa = &self.program.cfa;
        let mut next = Some(innermost);
        // Callers have smaller numbers; a longer chain would be a circle.
        for _ in 0..cfa.frames.len() {
            let Some((id, frame)) = next.and_then(|id| Some((id, cfa.frames.get(index(id.0))?)))
            else {
                return;
            };
            next = frame.caller;
            let site = match (next, call) {
                (None, Some(site)) => site,
                _ => frame.call_site,
            };
            out.push(Frame {
                id,
                activation,
                function: frame.function.clone(),
                site,
                taken: frame.call_site,
                observer: self.names.is_observer(&frame.function),
            });
        }
    }
}
