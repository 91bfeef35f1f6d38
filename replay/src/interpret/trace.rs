//! Executions as they are recorded: which statement ran where, and what it wrote.

use super::Value;
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{EdgeId, LocId, Pos};

/// One executed statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The edge that it stands on.
    pub edge: EdgeId,
    /// Its position in the edge's block.
    pub stmt: usize,
    /// Its position in the source.
    pub pos: Pos,
    /// How many calls of procedures have not returned.
    pub depth: usize,
    /// Which of the trace's edges it belongs to.
    pub visit: usize,
    /// The variable that it wrote and the value that this variable got.
    pub written: Option<(VarId, Value)>,
}

/// An edge that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The edge.
    pub edge: EdgeId,
    /// How many calls of procedures have not returned.
    pub depth: usize,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Values at the entry that the program does not determine itself.
    pub initial: Vec<(VarId, Value)>,
    /// The edges in order.
    pub path: Vec<Visit>,
    /// The executed statements in order.
    pub steps: Vec<Step>,
    /// Where it ended.
    pub end: LocId,
    /// Whether that is the error location.
    pub reached_error: bool,
}

/// What is recorded of an execution as it goes on.
#[derive(Default)]
pub(super) struct Record {
    pub(super) path: Vec<Visit>,
    pub(super) steps: Vec<Step>,
}

impl Record {
    /// A statement of the last edge was executed.
    pub(super) fn add(&mut self, stmt: usize, pos: Pos, written: Option<(VarId, Value)>) {
        if let Some(last) = self.path.last() {
            self.steps.push(Step {
                edge: last.edge,
                stmt,
                pos,
                depth: last.depth,
                visit: self.path.len() - 1,
                written,
            });
        }
    }

    /// Forgets what was recorded since there were so many edges and statements.
    pub(super) fn forget(&mut self, (edges, statements): (usize, usize)) {
        self.path.truncate(edges);
        self.steps.truncate(statements);
    }

    /// How many edges and statements there are.
    pub(super) fn len(&self) -> (usize, usize) {
        (self.path.len(), self.steps.len())
    }

    /// The whole execution.
    pub(super) fn finish(self, initial: Vec<(VarId, Value)>, end: LocId, error: LocId) -> Trace {
        Trace {
            initial,
            path: self.path,
            steps: self.steps,
            end,
            reached_error: end == error,
        }
    }
}
