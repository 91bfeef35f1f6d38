//! Where C leaves the order of evaluation open (C11 6.5p2–3, 6.5.2.2p10): operands that may
//! interfere are recorded in the ledger.

use super::Lowerer;
use crate::ir::{Base, Expr, ExprKind, Place, Step, Stmt, StmtKind};
use std::collections::HashSet;

/// What evaluating an expression reads and writes.
#[derive(Default)]
struct Footprint {
    reads: HashSet<(bool, u32)>,
    writes: HashSet<(bool, u32)>,
    /// Variables whose addresses it takes.
    addresses: HashSet<(bool, u32)>,
    /// Reads or writes through pointers.
    reads_memory: bool,
    writes_memory: bool,
    /// Reads a global.
    reads_global: bool,
    /// Runs code that may do anything to globals and memory.
    calls: bool,
    /// Has statements that may leave the expression, or stay in it forever: then what comes later
    /// does not happen.
    leaves: bool,
}

impl Footprint {
    fn conflicts(&self, other: &Footprint) -> bool {
        self.interferes(other) || other.interferes(self)
    }
    /// Whether what this does may change what the other sees or does.
    fn interferes(&self, other: &Footprint) -> bool {
        let touches = |key: &(bool, u32)| other.reads.contains(key) || other.writes.contains(key);
        let global_write = other.writes.iter().any(|(global, _)| *global);
        self.writes.iter().any(touches)
            || self.writes_memory && (other.reads_memory || other.writes_memory)
            || self.calls
                && (other.calls
                    || other.reads_memory
                    || other.writes_memory
                    || other.reads_global
                    || global_write)
            || self.leaves && other.acts()
    }
    fn acts(&self) -> bool {
        self.calls || self.leaves || self.writes_memory || !self.writes.is_empty()
    }
}

impl<'p> Lowerer<'p> {
    pub(super) fn note_order(&mut self, a: &Expr, b: &Expr) {
        if !a.effects && !b.effects {
            return;
        }
        let (mut x, mut y) = (Footprint::default(), Footprint::default());
        self.look(a, &mut x);
        self.look(b, &mut y);
        self.note_conflict(&x, &y);
    }

    pub(super) fn note_assignment_order(&mut self, place: &Place, value: &Expr) {
        if !value.effects && !place.effects() {
            return;
        }
        let (mut x, mut y) = (Footprint::default(), Footprint::default());
        self.look_path(place, &mut x);
        self.look(value, &mut y);
        self.note_conflict(&x, &y);
    }

    /// `place op= value`: the old value is read before or after the effects of `value` (C11
    /// 6.5.16p3).
    pub(super) fn note_update_order(&mut self, place: &Place, new: &Expr) {
        if !new.effects && !place.effects() {
            return;
        }
        let (mut x, mut y) = (Footprint::default(), Footprint::default());
        self.look_path(place, &mut x);
        self.touch(place, &mut x, false);
        self.look(new, &mut y);
        self.note_conflict(&x, &y);
    }

    pub(super) fn note_argument_order(&mut self, args: &[Expr]) {
        if args.iter().filter(|a| a.effects).count() == 0 || args.len() < 2 {
            return;
        }
        let footprints: Vec<Footprint> = args
            .iter()
            .map(|a| {
                let mut out = Footprint::default();
                self.look(a, &mut out);
                out
            })
            .collect();
        let clash = footprints
            .iter()
            .enumerate()
            .any(|(i, x)| footprints.iter().skip(i + 1).any(|y| x.conflicts(y)));
        if clash {
            self.note_clash();
        }
    }

    /// Items of an initialiser (C11 6.7.9p23).
    pub(super) fn note_initialiser_order(&mut self, items: &[(Place, Expr)]) {
        if items.len() < 2 || !items.iter().any(|(_, value)| value.effects) {
            return;
        }
        let footprint = |value: &Expr| {
            let mut out = Footprint::default();
            self.look(value, &mut out);
            out
        };
        let footprints: Vec<Footprint> = items.iter().map(|(_, value)| footprint(value)).collect();
        let effects = footprints
            .iter()
            .enumerate()
            .zip(items)
            .filter(|(_, (_, value))| value.effects);
        let clashes = |i: usize, x: &Footprint| {
            footprints
                .iter()
                .enumerate()
                .any(|(j, y)| i != j && x.conflicts(y))
        };
        if effects.into_iter().any(|((i, x), _)| clashes(i, x)) {
            self.note_clash();
        }
    }

    /// An initialiser that may read the object that it initialises, because it names it or because
    /// a label led back to it. What has no item is cleared first, and gcc may clear all of the
    /// object; what else the items find there is open (C11 6.7.9p19 and p23).
    pub(super) fn note_own_initialiser(&mut self, local: u32, items: &[(Place, Expr)]) {
        if items.iter().all(|(place, _)| place.steps.is_empty()) {
            return;
        }
        let (own, mut seen) = ((false, local), Footprint::default());
        items
            .iter()
            .for_each(|(_, value)| self.look(value, &mut seen));
        let known =
            seen.addresses.contains(&own) || self.instances.last().is_some_and(|i| i.labelled);
        if seen.reads.contains(&own)
            || self.in_memory(own) && known && (seen.calls || seen.reads_memory)
        {
            self.note_clash();
        }
    }

    /// The pointer and the indexes on the way to an object.
    pub(super) fn note_path_order(&mut self, place: &Place) {
        let base = match &place.base {
            Base::Deref(e) | Base::Value(e) => Some(e.as_ref()),
            Base::Global(_) | Base::Local(_) | Base::String(_) => None,
        };
        let indexes = place.steps.iter().filter_map(|step| match step {
            Step::Index(e) => Some(e),
            Step::Field(..) => None,
        });
        let operands: Vec<&Expr> = base.into_iter().chain(indexes).collect();
        for (i, a) in operands.iter().enumerate() {
            operands
                .iter()
                .skip(i + 1)
                .for_each(|b| self.note_order(a, b));
        }
    }

    fn note_conflict(&mut self, x: &Footprint, y: &Footprint) {
        if x.conflicts(y) {
            self.note_clash();
        }
    }

    fn note_clash(&mut self) {
        let function = self.function_name();
        self.note("evaluation-order", &function, "Operands whose order C leaves open may interfere; they are evaluated from left to right.");
    }

    fn look(&self, e: &Expr, out: &mut Footprint) {
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old
            | ExprKind::Function(_) => {}
            ExprKind::Load(p) => {
                self.look_path(p, out);
                self.touch(p, out, false);
            }
            ExprKind::Address(p) => {
                out.addresses.extend(variable(p));
                self.look_path(p, out);
            }
            ExprKind::Negate(a)
            | ExprKind::Complement(a)
            | ExprKind::Not(a)
            | ExprKind::Convert(a) => self.look(a, out),
            ExprKind::Arith(_, a, b)
            | ExprKind::PointerDiff(a, b, _)
            | ExprKind::Compare(_, a, b) => {
                self.look(a, out);
                self.look(b, out);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => {
                self.look(a, out);
                self.look(b, out);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.look(pointer, out);
                self.look(index, out);
            }
            ExprKind::Overflows { a, b, place, .. } => {
                self.look(a, out);
                self.look(b, out);
                if let Some(place) = place {
                    self.look_path(place, out);
                    self.touch(place, out, true);
                }
            }
            ExprKind::Conditional(c, a, b) => {
                self.look(c, out);
                a.iter().for_each(|a| self.look(a, out));
                self.look(b, out);
            }
            ExprKind::Assign(p, value)
            | ExprKind::Update {
                place: p,
                new: value,
                ..
            } => {
                self.look_path(p, out);
                self.touch(p, out, true);
                // An event happens here, and others may happen in the other operand.
                out.calls |= self.watches_assignments();
                self.look(value, out);
            }
            ExprKind::Call(f, args) => {
                out.calls |= !self.is_nondet(*f) || self.is_watched(*f);
                args.iter().for_each(|a| self.look(a, out));
            }
            ExprKind::CallPointer(callee, _, args) => {
                out.calls = true;
                self.look(callee, out);
                args.iter().for_each(|a| self.look(a, out));
            }
            ExprKind::Block(stmts, value) => {
                self.look_stmts(stmts, out);
                value.iter().for_each(|v| self.look(v, out));
            }
        }
    }

    fn look_stmts(&self, stmts: &[Stmt], out: &mut Footprint) {
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
                StmtKind::Init(_, init) => init
                    .items
                    .iter()
                    .for_each(|(_, value)| self.look(value, out)),
                // Assembly may do anything.
                StmtKind::Asm(places, _) => {
                    out.calls = true;
                    places.iter().for_each(|p| self.touch(p, out, true));
                }
                // Locals of a statement expression are its own.
                StmtKind::Enter(_)
                | StmtKind::Label { .. }
                | StmtKind::Goto(_)
                | StmtKind::Return(None)
                | StmtKind::Reject
                | StmtKind::Halt => {}
            }
        }
    }

    fn look_path(&self, p: &Place, out: &mut Footprint) {
        if let Base::Deref(e) | Base::Value(e) = &p.base {
            self.look(e, out);
        }
        for step in &p.steps {
            if let Step::Index(e) = step {
                self.look(e, out);
            }
        }
    }

    fn touch(&self, p: &Place, out: &mut Footprint, write: bool) {
        let key = variable(p);
        let in_memory = key.is_none_or(|key| self.in_memory(key));
        out.reads_global |= !write && matches!(key, Some((true, _)));
        out.reads_memory |= !write && in_memory;
        out.writes_memory |= write && in_memory;
        if let Some(key) = key {
            if write {
                out.writes.insert(key)
            } else {
                out.reads.insert(key)
            };
        }
    }

    fn in_memory(&self, (global, index): (bool, u32)) -> bool {
        let function = self.instances.last().map_or(0, |i| i.function) as usize;
        let flags = if global {
            Some(&self.plan.globals)
        } else {
            self.plan.locals.get(function)
        };
        flags
            .and_then(|flags| flags.get(index as usize))
            .copied()
            .unwrap_or(true)
    }
}

/// The variable that a path starts in: whether it is a global, and its index.
fn variable(p: &Place) -> Option<(bool, u32)> {
    match p.base {
        Base::Global(g) => Some((true, g)),
        Base::Local(l) => Some((false, l)),
        Base::Deref(_) | Base::String(_) | Base::Value(_) => None,
    }
}
