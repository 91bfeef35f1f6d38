//! Instructions under construction, with the tables that all routines share.

use super::routine::{
    Action, Described, Entity, Hearing, Instruction, Name, Object, ObjectKind, Origin, OwnedBy,
    Sequence, Shared, Subject, Variable, What,
};
use super::NOWHERE;
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{LedgerEntry, LocId, Pos, Scope, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the instructions of all routines are about.
#[derive(Default)]
pub struct Tables {
    /// Variables; `VarId(i)` is `vars[i]`.
    pub vars: Vec<Variable>,
    /// Objects.
    pub objects: Vec<Object>,
    /// Declarations of what all copies share, by the number that [`What::Use`] names.
    pub shared: Vec<Rc<Shared>>,
    /// Ledger entries, by the number that [`Sequence::notes`] has.
    pub notes: BTreeMap<LedgerEntry, u32>,
}

/// A sequence under construction, and which declarations of what all copies share it has used.
#[derive(Default)]
struct Open {
    sequence: Sequence,
    used: BTreeSet<u32>,
}

pub(super) struct Writer {
    pub(super) tables: Tables,
    /// Sequences under construction; the last one grows.
    open: Vec<Open>,
    /// The locations of the routine under construction.
    pub(super) locations: Vec<Pos>,
    pub(super) pos: Pos,
    /// Who has what is declared.
    pub(super) owner: OwnedBy,
}

impl Writer {
    pub(super) fn new() -> Writer {
        Writer {
            tables: Tables::default(),
            open: Vec::new(),
            locations: Vec::new(),
            pos: Pos::default(),
            owner: OwnedBy::Copy,
        }
    }

    // -- sequences

    /// Instructions from here on belong to a sequence of their own.
    pub(super) fn open(&mut self) {
        self.open.push(Open::default());
    }

    /// Ends the sequence that was opened last.
    pub(super) fn close(&mut self) -> Sequence {
        self.open.pop().unwrap_or_default().sequence
    }

    pub(super) fn emit(&mut self, what: What) {
        let pos = self.pos;
        if let Some(Open { sequence, .. }) = self.open.last_mut() {
            sequence.instructions.push(Instruction { what, pos });
        }
    }

    pub(super) fn note(&mut self, entry: LedgerEntry) {
        let next = u32::try_from(self.tables.notes.len()).unwrap_or(u32::MAX);
        let number = *self.tables.notes.entry(entry).or_insert(next);
        if let Some(Open { sequence, .. }) = self.open.last_mut() {
            sequence.notes.insert(number);
        }
    }

    /// For messages: what is declared here is an object of the program.
    pub(super) fn describe(&mut self, home: Described, subject: Subject) {
        if let Some(Open { sequence, .. }) = self.open.last_mut() {
            sequence.described.push((home, subject));
        }
    }

    // -- names

    /// What all copies share is used. Where it was before, in this sequence or in those around it,
    /// it is declared.
    pub(super) fn use_shared(&mut self, shared: u32) {
        if self.open.iter().any(|open| open.used.contains(&shared)) {
            return;
        }
        self.emit(What::Use(shared));
        if let Some(open) = self.open.last_mut() {
            open.used.insert(shared);
        }
    }

    pub(super) fn declare(&mut self, name: String, sort: VarSort, origin: Origin) -> VarId {
        let var = self.variable(name, sort, origin);
        self.emit(What::Declare(Name::Var(var)));
        var
    }

    /// Other variables of its object show bits of a variable: where these are, and how much of its
    /// name is not the object's.
    pub(super) fn shares(&mut self, var: VarId, shares: ((u64, u64), usize)) {
        if let Some(variable) = self.tables.vars.get_mut(var.0 as usize) {
            variable.shares = Some(shares);
        }
    }

    /// A variable that is declared elsewhere, or nowhere if it only stands for something.
    pub(super) fn variable(&mut self, name: String, sort: VarSort, origin: Origin) -> VarId {
        let scope = match (self.owner, origin) {
            (OwnedBy::All, Origin::Rejection) | (OwnedBy::Copy, _) => Scope::Local,
            (OwnedBy::All, _) => Scope::Global,
        };
        self.tables.vars.push(Variable {
            name,
            sort,
            scope,
            origin,
            owner: self.owner,
            shares: None,
        });
        VarId(u32::try_from(self.tables.vars.len() - 1).unwrap_or(u32::MAX))
    }

    pub(super) fn object(&mut self, name: String, size: u64, kind: ObjectKind) -> u32 {
        self.tables.objects.push(Object {
            name,
            size: size.max(1),
            kind,
            owner: self.owner,
        });
        let object = u32::try_from(self.tables.objects.len() - 1).unwrap_or(u32::MAX);
        self.emit(What::Declare(Name::Object(object)));
        object
    }

    pub(super) fn origin(&self, var: VarId) -> Option<Origin> {
        Some(self.tables.vars.get(var.0 as usize)?.origin)
    }

    /// Ends the sequence that was opened last: it declares what all copies share.
    pub(super) fn close_shared(&mut self, entity: Entity) -> u32 {
        let declare = self.close();
        self.tables.shared.push(Rc::new(Shared { entity, declare }));
        u32::try_from(self.tables.shared.len() - 1).unwrap_or(u32::MAX)
    }

    // -- blocks

    pub(super) fn new_loc(&mut self, pos: Pos) -> LocId {
        self.locations.push(pos);
        let loc = LocId(u32::try_from(self.locations.len() - 1).unwrap_or(u32::MAX));
        self.emit(What::Location(loc));
        loc
    }

    pub(super) fn act(&mut self, action: Action) {
        self.emit(What::Do(action));
    }

    pub(super) fn push(&mut self, kind: StmtKind) {
        self.act(Action::Do(kind));
    }

    pub(super) fn assume(&mut self, condition: Term) {
        self.push(StmtKind::Assume(condition));
    }

    pub(super) fn assign(&mut self, var: VarId, value: Term) {
        self.push(StmtKind::Assign { var, value });
    }

    pub(super) fn hear(&mut self, hearing: Hearing) {
        self.emit(What::Hear(hearing));
    }

    /// Ends the block with a jump; code may go on at `next`.
    pub(super) fn jump(&mut self, to: LocId, next: LocId) {
        self.emit(What::Jump(to, next));
    }

    /// Ends the block with a jump; nothing comes here otherwise.
    pub(super) fn leave(&mut self, to: LocId) {
        self.jump(to, NOWHERE);
    }

    /// Ends the block and goes on at `to`.
    pub(super) fn flow_to(&mut self, to: LocId) {
        self.jump(to, to);
    }

    /// Code goes on at a location.
    pub(super) fn resume(&mut self, at: LocId) {
        self.emit(What::Resume(at));
    }

    /// What follows cannot be reached from here.
    pub(super) fn stop(&mut self) {
        self.emit(What::Stop);
    }
}
