//! What evaluating an expression reads and writes: where C leaves the order of evaluation open (C11
//! 6.5p2–3, 6.5.2.2p10), it says whether the order matters, and which values must be kept.

use super::Open;
use crate::ir::{Act, Base, Expr, ExprKind, Place, Program, Stmt, StmtKind};
use crate::spec::pattern::Kind as PatternKind;
use crate::types::{Type, Types};
use std::collections::HashSet;

/// What evaluating an expression reads and writes. Variables: whether they are global, and their
/// index.
#[derive(Default)]
pub(super) struct Footprint {
    pub(super) reads: HashSet<(bool, u32)>,
    writes: HashSet<(bool, u32)>,
    /// Variables whose addresses it takes.
    pub(super) addresses: HashSet<(bool, u32)>,
    /// Reads or writes through pointers, or variables that pointers may point to.
    pub(super) reads_memory: bool,
    writes_memory: bool,
    /// Reads a global.
    reads_global: bool,
    /// Runs code that may do anything to globals and memory.
    pub(super) calls: bool,
    /// Has statements of its own, or branches.
    runs: bool,
    /// Has statements that may leave the expression, or stay in it forever: then what comes later
    /// does not happen.
    leaves: bool,
}

impl Footprint {
    /// Whether the order of the two matters.
    pub(super) fn conflicts(&self, other: &Footprint) -> bool {
        self.interferes(other) || other.interferes(self)
    }
    /// Whether what this does may change what the other sees or does.
    fn interferes(&self, other: &Footprint) -> bool {
        self.changes(other) || self.calls && other.calls || self.leaves && other.acts()
    }
    /// Whether this may change the value that the other yields.
    pub(super) fn changes(&self, other: &Footprint) -> bool {
        let touches = |key: &(bool, u32)| other.reads.contains(key) || other.writes.contains(key);
        let memory = other.reads_memory || other.writes_memory;
        let global_write = other.writes.iter().any(|(global, _)| *global);
        self.writes.iter().any(touches)
            || self.writes_memory && memory
            || self.calls && (memory || other.reads_global || global_write)
    }
    /// What the order of the two decides of their statements.
    pub(super) fn open(&self, other: &Footprint) -> Option<Open> {
        let ends = |x: &Footprint, y: &Footprint| (x.calls || x.leaves) && y.runs;
        match ends(self, other) || ends(other, self) {
            true => Some(Open::Runs),
            false => (self.runs && other.runs).then_some(Open::First),
        }
    }
    fn acts(&self) -> bool {
        self.calls || self.leaves || self.writes_memory || !self.writes.is_empty()
    }
}

/// Whether a function that gets a value learns no address from it: a number that is too small, or a
/// literal.
pub fn is_mere_number(types: &Types, ty: &Type, literal: bool) -> bool {
    let small = types
        .size_of(ty)
        .is_ok_and(|size| size < types.pointer_bytes());
    ty.is_arithmetic() && (small || literal || ty.is_float())
}

/// Looks at the expressions of one function.
pub(super) struct Look<'p> {
    pub(super) program: &'p Program,
    /// Globals whose address the program takes.
    pub(super) globals: &'p HashSet<u32>,
    /// Locals whose address the function takes.
    pub(super) locals: HashSet<u32>,
    /// Some event is about assignments.
    assignments: bool,
    /// Events may happen.
    watched: bool,
}

impl<'p> Look<'p> {
    pub(super) fn new(program: &'p Program, globals: &'p HashSet<u32>, watched: bool) -> Look<'p> {
        let mut events = program.observed.events.iter();
        let assigns = events.any(|e| matches!(e.pattern.kind, PatternKind::Assign(..)));
        Look {
            program,
            globals,
            locals: HashSet::new(),
            assignments: watched && assigns,
            watched,
        }
    }

    /// The footprint of an expression.
    pub(super) fn of(&self, e: &Expr) -> Footprint {
        let mut out = Footprint::default();
        self.look(e, &mut out);
        out
    }

    /// The footprint of an item that an object's initialiser stores: that may be an event.
    pub(super) fn stored(&self, item: &Expr) -> Footprint {
        let mut out = self.of(item);
        out.calls |= self.assignments;
        out
    }

    /// The footprint of what an object's initialiser has no item for.
    pub(super) fn cleared(&self) -> Footprint {
        Footprint {
            calls: self.assignments,
            ..Footprint::default()
        }
    }

    /// Whether pointers may point to a variable.
    pub(super) fn is_exposed(&self, (global, index): (bool, u32)) -> bool {
        match global {
            true => self.globals.contains(&index),
            false => self.locals.contains(&index),
        }
    }

    /// Whether some event is about calls of this function.
    pub(super) fn is_watched(&self, f: u32) -> bool {
        self.watched && self.program.is_watched(f)
    }

    pub(super) fn look(&self, e: &Expr, out: &mut Footprint) {
        let branches = |kind: &ExprKind| {
            matches!(
                kind,
                ExprKind::And(..)
                    | ExprKind::Or(..)
                    | ExprKind::Conditional(..)
                    | ExprKind::Complex(..)
                    | ExprKind::Overflows { .. }
            )
        };
        out.runs |= branches(&e.kind);
        match e.kind.act() {
            Act::Reads(p) => self.touch(p, out, Access::Read),
            Act::Designates(p) => out.addresses.extend(variable(p)),
            Act::Stores(p) => {
                out.runs = true;
                self.touch(p, out, Access::Write);
            }
            Act::Assigns(p) => {
                out.runs = true;
                self.touch(p, out, Access::Write);
                // An event happens here, and others may happen in the other operand.
                out.calls |= self.assignments;
            }
            Act::Calls(f) => {
                out.runs = true;
                let mut numbers = true;
                e.kind.operands(&mut |given| {
                    let literal = matches!(given.kind, ExprKind::Int(_));
                    numbers &= is_mere_number(&self.program.types, &given.ty, literal);
                });
                let inert = |f| numbers && self.program.is_nondet(f) && !self.is_watched(f);
                out.calls |= !f.is_some_and(inert);
            }
            Act::Runs(stmts) => {
                out.runs = true;
                self.look_stmts(stmts, out);
            }
            Act::Nothing | Act::Names(_) => {}
        }
        e.kind.operands(&mut |operand| self.look(operand, out));
    }

    /// As [`Self::look`], for statements.
    pub(super) fn look_stmts(&self, stmts: &[Stmt], out: &mut Footprint) {
        for stmt in stmts {
            out.leaves |= !matches!(
                stmt.kind,
                StmtKind::Expr(_)
                    | StmtKind::Init(..)
                    | StmtKind::Enter(_)
                    | StmtKind::Asm(..)
                    | StmtKind::Label { .. }
            );
            match &stmt.kind {
                StmtKind::Expr(e)
                | StmtKind::Jump(e)
                | StmtKind::Branch(e, ..)
                | StmtKind::Switch(e, ..)
                | StmtKind::Return(Some(e)) => self.look(e, out),
                StmtKind::Init(_, init) => {
                    // As where something is assigned.
                    out.calls |= self.assignments;
                    let items = init.items.iter();
                    items.for_each(|(_, value)| self.look(value, out));
                }
                // Here the run ends, as in a call of the error function.
                StmtKind::Label { error, .. } => out.calls |= error,
                // Assembly may do anything.
                StmtKind::Asm(asm) => {
                    out.calls = true;
                    asm.inputs.iter().for_each(|e| self.look(e, out));
                    for place in &asm.outputs {
                        self.look_path(place, out);
                        self.touch(place, out, Access::Write);
                    }
                }
                // Locals of a statement expression are its own.
                StmtKind::Enter(_)
                | StmtKind::Goto(_)
                | StmtKind::Return(None)
                | StmtKind::Reject
                | StmtKind::Halt => {}
            }
        }
    }

    pub(super) fn look_path(&self, p: &Place, out: &mut Footprint) {
        p.operands().for_each(|operand| self.look(operand, out));
    }

    pub(super) fn touch(&self, p: &Place, out: &mut Footprint, access: Access) {
        let key = variable(p);
        let memory = key.is_none_or(|key| self.is_exposed(key));
        match access {
            Access::Read => {
                out.reads_global |= matches!(key, Some((true, _)));
                out.reads_memory |= memory;
                out.reads.extend(key);
            }
            Access::Write => {
                out.writes_memory |= memory;
                out.writes.extend(key);
            }
        }
    }
}

/// What happens to an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
}

/// The variable that a path starts in: whether it is a global, and its index.
fn variable(p: &Place) -> Option<(bool, u32)> {
    match p.base {
        Base::Global(g) => Some((true, g)),
        Base::Local(l) => Some((false, l)),
        Base::Deref(_) | Base::String(_) | Base::Value(_) => None,
    }
}
