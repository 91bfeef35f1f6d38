//! Executions as they are recorded: which statement ran where, and what it wrote.

use super::{Memory, Value};
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
    /// The variable that it wrote and what it wrote there.
    pub written: Option<(VarId, Written)>,
}

/// What a statement writes to a variable. Of a memory that changes in few places these are kept and
/// not the whole of it, for an execution may change it often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// The value of an integer.
    Int(i128),
    /// All of a memory.
    Memory(Box<Memory>),
    /// Elements of a memory by their addresses, in this order; the others stay.
    Elements(Elements),
}

/// Elements of a memory: addresses and values.
pub(super) type Elements = Box<[(i128, i128)]>;

impl Written {
    /// What the variable holds afterwards, if that is all known.
    pub fn whole(&self) -> Option<Value> {
        match self {
            Written::Int(number) => Some(Value::Int(*number)),
            Written::Memory(memory) => Some(Value::Memory((**memory).clone())),
            Written::Elements(_) => None,
        }
    }

    /// What the variable holds afterwards.
    pub fn apply(&self, value: &mut Value) {
        match (self, value) {
            (Written::Int(number), value) => *value = Value::Int(*number),
            (Written::Memory(memory), value) => *value = Value::Memory((**memory).clone()),
            (Written::Elements(elements), Value::Memory(memory)) => {
                memory.elements.extend(elements.iter().copied());
            }
            // No statement writes elements of an integer.
            (Written::Elements(_), Value::Int(_)) => {}
        }
    }
}

impl From<Value> for Written {
    fn from(value: Value) -> Written {
        match value {
            Value::Int(number) => Written::Int(number),
            Value::Memory(memory) => Written::Memory(Box::new(memory)),
        }
    }
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
    pub(super) fn add(&mut self, stmt: usize, pos: Pos, written: Option<(VarId, Written)>) {
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
