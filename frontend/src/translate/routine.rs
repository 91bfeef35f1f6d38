//! What translation makes of a function: instructions over variables, objects and locations of its
//! own, of which `inline` makes a copy wherever the function is called.
//!
//! Instructions are in the order of the text, so a block of the caller goes on in the callee:
//! locations are only where branches meet.

use crate::approximation::Approximation;
use crate::ir::Label;
use crate::renaming::{renamed, Renaming};
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{LocId, Pos, Scope, StmtKind, VarSort};
use std::collections::BTreeSet;

/// Where every copy of a routine ends.
pub const EXIT: LocId = LocId(0);

/// The error.
pub const ERROR: LocId = LocId(1);

/// Which routine of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// The function.
    pub function: u32,
    /// Who calls it.
    pub side: Side,
    /// What is known of where its objects are.
    pub room: Room,
}

impl Key {
    /// The function, and who calls it: whatever its room, it is copied or a procedure.
    pub fn called(self) -> (u32, Side) {
        (self.function, self.side)
    }
}

/// Who runs code. Observers do not watch each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The program.
    Program,
    /// An observer.
    Observer,
}

/// Where the objects of a routine are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Room {
    /// Each copy has objects of its own.
    Fixed,
    /// So has each activation of a recursive procedure: their addresses are values.
    PerActivation,
}

/// A function's code.
pub struct Routine {
    /// The function's name.
    pub name: String,
    /// What messages call it.
    pub shown: String,
    /// Where it is declared.
    pub start: Pos,
    /// Where its closing brace is.
    pub end: Pos,
    /// Whether it takes variable arguments.
    pub variadic: bool,
    /// Declares what the function declares.
    pub enter: Sequence,
    /// What calls name: its parameters, then its result, part by part.
    pub interface: Vec<Name>,
    /// What it does.
    pub body: Sequence,
    /// The number of the declaration of what a procedure is passed in.
    pub passing: u32,
    /// A procedure's parameters get what is passed.
    pub arrive: Sequence,
    /// A procedure's result is passed.
    pub depart: Sequence,
    /// The locations, and the code that follows them.
    pub locations: Vec<Pos>,
}

/// Instructions, and what is to be said where they are copied to.
#[derive(Default)]
pub struct Sequence {
    /// In order.
    pub instructions: Vec<Instruction>,
    /// Ledger entries, by number.
    pub notes: BTreeSet<u32>,
    /// Objects of the program that are declared here, if anybody wants to know.
    pub described: Vec<(Described, Subject)>,
}

/// An instruction.
pub struct Instruction {
    /// What it does.
    pub what: What,
    /// The place in the program.
    pub pos: Pos,
}

/// What an instruction does.
pub enum What {
    /// A statement begins.
    Statement,
    /// A variable or an object of the copy's own begins to exist.
    Declare(Name),
    /// What all copies share is used; where that is the first time, it is declared.
    Use(u32),
    /// A location begins to exist.
    Location(LocId),
    /// This.
    Do(Action),
    /// A variable gets any value, for a reason.
    Forget(VarId, Approximation),
    /// The variable has not been written yet.
    Indeterminate(VarId),
    /// A variable stands for a value from here on. What is certainly the address of a function
    /// stays that.
    Keep(VarId, Term),
    /// A variable stands for the address of the variable arguments; any, if they are not known.
    List(VarId),
    /// A block of memory is allocated. Says whether it is cleared.
    Allocation(bool),
    /// What is unknown here is any value: not only what somebody outside may know.
    AnyValue,
    /// Where that block lies, if there is one, and how long it lives.
    Block(MemoryBlock, Lifetime),
    /// The block at this address is freed; any if it is not known.
    Free(Option<Term>),
    /// The block ends with a jump to the first location; code may go on at the second.
    Jump(LocId, LocId),
    /// Code goes on at a location.
    Resume(LocId),
    /// No execution comes here.
    Stop,
    /// Executions that come here leave the automaton.
    Depart(Assumption),
    /// A branch: the first location if the atom holds, else the second.
    Split(Term, LocId, LocId),
    /// A call.
    Call(Box<Call>),
    /// A call through a pointer.
    Select(Box<Select>),
    /// For messages.
    Hear(Hearing),
}

/// Where a block of memory begins, and its size.
#[derive(Clone, Copy)]
pub struct MemoryBlock {
    /// The address of the first byte.
    pub start: Term,
    /// How many bytes.
    pub size: Term,
}

/// How long a block lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lifetime {
    /// Until it is freed. There may be none.
    Free,
    /// To the end of a function. It may be empty, and then anywhere.
    Function,
    /// To the end of a scope: a new one takes the place of the last.
    Scope,
}

/// A call. What it passes depends on what becomes of it.
pub struct Call {
    /// What is called.
    pub callee: Key,
    /// Whether anything calls the function.
    pub kind: CallKind,
    /// What stands for the callee's parameters and result here: as [`Routine::interface`].
    pub interface: Vec<Name>,
    /// Where the callee finds its variable arguments.
    pub list: Option<Term>,
    /// For a copy: gives the parameters their values. Belongs to the callee.
    pub pass: Sequence,
    /// For a procedure: gives the arguments their values.
    pub arguments: Sequence,
    /// For a procedure: takes the result.
    pub result: Sequence,
}

/// Who calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// Other code.
    Call,
    /// Whoever starts the run.
    Start,
}

/// One case for each function that a pointer may point to.
pub struct Select {
    /// The pointer.
    pub pointer: Term,
    /// The cases, in order.
    pub cases: Vec<Case>,
    /// Where they meet.
    pub join: LocId,
    /// If it is none of them.
    pub otherwise: Sequence,
}

/// A case of a call through a pointer.
pub struct Case {
    /// The function, as an object.
    pub object: u32,
    /// Where it goes on if it is this one, and if not.
    pub branch: (LocId, LocId),
    /// Asks whether it is.
    pub test: Sequence,
    /// The call.
    pub call: Sequence,
}

/// A variable or an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// A variable.
    Var(VarId),
    /// An object.
    Object(u32),
}

/// A variable of a routine, or one that all copies share.
pub struct Variable {
    /// What it is called in its copy.
    pub name: String,
    /// Its sort.
    pub sort: VarSort,
    /// What calls do to it.
    pub scope: Scope,
    /// Where it comes from.
    pub origin: Origin,
    /// Who has one.
    pub owner: OwnedBy,
    /// If other variables of its object show bits of it: offset and width of these, and how much of
    /// its name is not the object's.
    pub shares: Option<((u64, u64), usize)>,
}

/// An object of a routine, or one that all copies share.
pub struct Object {
    /// What it is called in its copy.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// Who has one.
    pub owner: OwnedBy,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A function.
    Function,
    /// A label.
    Label,
    /// A variable or a string literal: it holds values.
    Data,
}

/// An object of which there is one, whatever the room.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fixed {
    /// A function.
    Function(u32),
    /// A string literal.
    String(u32),
    /// A label of a function.
    Label(u32, Label),
}

/// What all copies share.
pub struct Shared {
    /// What it is.
    pub entity: Entity,
    /// Declares it.
    pub declare: Sequence,
}

/// What all copies may share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entity {
    /// A global.
    Global(u32),
    /// An object.
    Object(Fixed),
    /// Variables that the translation made up.
    Scratch,
}

/// Who has a variable or an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnedBy {
    /// Each copy.
    Copy,
    /// All copies together.
    All,
}

/// Where a variable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program declares it, or it is a memory map.
    Program,
    /// A parameter of an inlined call: a copy of the argument.
    Parameter,
    /// The translation made it up. Nothing assigns to it between its definition and its uses.
    Scratch,
    /// Set where an observer rejects, and read nowhere: so that executions show where they were
    /// rejected.
    Rejection,
}

/// What observers hear. For messages, and to tell whether a specification is about the program at
/// all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hearing {
    /// An event happens.
    Match(usize),
    /// A final condition is checked.
    End(usize),
    /// A function is called that patterns name, where no pattern matches.
    Missed(u32),
    /// A function is called.
    Call(u32),
    /// A function of the program that has a body is entered.
    Entered(u32),
}

/// Where an object of the program is.
pub enum Described {
    /// Variables for parts of it: each with its offset and width in bits.
    Variables(Vec<(VarId, u64, u64)>),
    /// In memory, at this address.
    Memory(Term),
}

/// What a variable or an object is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The global with this number.
    Global(u32),
    /// The local with this number of a function.
    Local(u32, usize),
    /// What a function returns.
    Result(u32),
    /// An argument, where it waits for the procedure of the function that gets it.
    Argument(u32, usize),
}

/// What an edge does. Proofs, executions that show violations, runs and monitoring want to know
/// different things of the same statements.
#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// This, whatever the automaton is for.
    Do(StmtKind),
    /// The system that starts the program sees to it that the condition holds.
    Given(Term),
    /// Executions in which the condition does not hold leave an assumption here.
    Check(Term, Assumption),
    /// An object is written through this pointer. That it is not null may be taken for granted
    /// behind the write: the ledger says so (`in-bounds`).
    Follow(Term),
    /// Executions that come here leave an assumption. Nothing comes behind it.
    Leave(Assumption),
    /// The variable gets any value in proofs, for a reason. Who sees more knows which it is.
    Open {
        /// The variable.
        var: VarId,
        /// What it is, for those who see it.
        value: Term,
        /// Why proofs leave it open.
        why: Approximation,
        /// Who sees more.
        seen: Seen,
    },
    /// The variable gets the byte at an address, of whatever object; in proofs, any value.
    ReadByte {
        /// The variable.
        var: VarId,
        /// The address.
        address: Term,
        /// Why proofs leave it open.
        why: Approximation,
    },
    /// The byte at an address changes. What that means for memories is told by havocs.
    WriteByte {
        /// The address.
        address: Term,
        /// The new value.
        value: Term,
    },
    /// Where whole memories become unknown from here on, the program changes only this of them.
    Changes(Extent),
    /// In proofs, a memory becomes `value`, which is made of it and of another one, of any
    /// elements.
    /// What the program changes of it, [`Action::Changes`] tells those who see more.
    Blur {
        /// The memory.
        map: VarId,
        /// The other one, of which nobody else knows.
        other: VarId,
        /// What the memory becomes.
        value: Term,
        /// Why proofs leave it open.
        why: Approximation,
    },
    /// A memory holds what the bytes of the objects in it say.
    Refresh(VarId),
}

/// For whom a value is not open. For proofs it always is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Who has the values of all other variables.
    ByAll,
    /// Who knows besides that nobody outside of the program writes to its objects, and what a
    /// compiler does.
    ByRuns,
}

/// An assumption of the profile that an execution may leave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// Its kind in the ledger.
    pub kind: &'static str,
    /// What happens where an execution leaves it.
    pub detail: &'static str,
}

/// Bytes that a statement changes.
#[derive(Clone, Copy, Debug)]
pub enum Extent {
    /// Any.
    Everything,
    /// Those that a function chooses of which nothing is known: maybe none.
    Chosen,
    /// A block.
    Block {
        /// The address of the first byte.
        from: Term,
        /// How many bytes.
        size: Term,
        /// The value that each of them gets, if it is known.
        fill: Option<Term>,
    },
}

impl Action {
    /// Whether it is nothing in proofs.
    pub fn is_aside(&self) -> bool {
        match self {
            Action::Check(..)
            | Action::WriteByte { .. }
            | Action::Changes(_)
            | Action::Refresh(_) => true,
            Action::Do(_)
            | Action::Given(_)
            | Action::Follow(_)
            | Action::Leave(_)
            | Action::Open { .. }
            | Action::ReadByte { .. }
            | Action::Blur { .. } => false,
        }
    }

    /// The statement that it is in proofs, but for the reason why a value is open.
    pub fn in_proofs(&self) -> Option<StmtKind> {
        match *self {
            Action::Do(kind) => Some(kind),
            Action::Given(condition) => Some(StmtKind::Assume(condition)),
            Action::Blur { map, value, .. } => Some(StmtKind::Assign { var: map, value }),
            Action::Open { var, .. } | Action::ReadByte { var, .. } => {
                Some(StmtKind::Havoc { var })
            }
            Action::Check(..)
            | Action::Follow(_)
            | Action::Leave(_)
            | Action::WriteByte { .. }
            | Action::Changes(_)
            | Action::Refresh(_) => None,
        }
    }

    /// The same action on other variables.
    #[must_use]
    pub fn renamed(&self, to: &mut dyn Renaming) -> Action {
        match *self {
            Action::Do(kind) => Action::Do(renamed(kind, to)),
            Action::Given(condition) => Action::Given(to.term(condition)),
            Action::Check(condition, assumption) => Action::Check(to.term(condition), assumption),
            Action::Follow(pointer) => Action::Follow(to.term(pointer)),
            Action::Leave(assumption) => Action::Leave(assumption),
            Action::Open {
                var,
                value,
                why,
                seen,
            } => Action::Open {
                var: to.var(var),
                value: to.term(value),
                why,
                seen,
            },
            Action::ReadByte { var, address, why } => Action::ReadByte {
                var: to.var(var),
                address: to.term(address),
                why,
            },
            Action::WriteByte { address, value } => Action::WriteByte {
                address: to.term(address),
                value: to.term(value),
            },
            Action::Changes(extent @ (Extent::Everything | Extent::Chosen)) => {
                Action::Changes(extent)
            }
            Action::Changes(Extent::Block { from, size, fill }) => Action::Changes(Extent::Block {
                from: to.term(from),
                size: to.term(size),
                fill: fill.map(|fill| to.term(fill)),
            }),
            Action::Blur {
                map,
                other,
                value,
                why,
            } => Action::Blur {
                map: to.var(map),
                other: to.var(other),
                value: to.term(value),
                why,
            },
            Action::Refresh(map) => Action::Refresh(to.var(map)),
        }
    }
}
