//! Values that the front end gives up on. In an automaton they are unknown like inputs are, but an
//! execution that depends on one need not be an execution of the program.
//!
//! Proofs have no use for the difference: they hold for all values. It is kept beside the
//! automaton, for those who look at executions.

use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Pos, Stmt, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet};

/// Why a value is unknown although the program determines it, or allows fewer values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Approximation {
    /// What is computed from floating values.
    FloatingPoint,
    /// What is read from a volatile object, or from an atomic one where others may change it.
    Volatile,
    /// What inline assembly writes.
    Assembly,
    /// Members of a union after a write to another one.
    Union,
    /// Objects that are read or written as characters.
    Characters,
    /// Memory after `memcpy` and its kin.
    Block,
    /// Objects with too many parts, and string literals if there are many.
    LargeObject,
    /// Memory that a function outside of the program may change.
    External,
    /// Results of library functions that follow from their arguments.
    Library,
    /// Memory that a function of the library has cleared.
    Cleared,
    /// Built-in functions and argument lists.
    Builtin,
    /// Where memory is allocated.
    Allocation,
    /// That an access where no object can be does something: the assumption `in-bounds` excludes
    /// it.
    Access,
    /// The same, of an access behind an object or in front of one.
    Outside,
    /// That members of a union hold what no bytes can.
    Overlaid,
    /// The result of a division by 0, or one that the type does not have: the assumption
    /// `undefined-behaviour` excludes the first (C11 6.5.5p5 and p6), and x86 traps.
    Division,
    /// The result of a shift by a count that the type does not have (C11 6.5.7p3).
    Count,
    /// That a string literal changes: it is undefined (C11 6.4.5p7).
    Literal,
    /// What a function gets, or returns, that is called as another type than its own.
    CallType,
    /// What a boolean library leaves open of the function that it stands for.
    Model,
    /// Where the program's objects are.
    Place,
    /// How often, in which order and on what a function of the library calls one of the program.
    Order,
}

impl Approximation {
    /// A noun phrase for messages.
    pub const fn describe(self) -> &'static str {
        match self {
            Approximation::FloatingPoint => "a floating value or one of 128 bits",
            Approximation::Volatile => "the value of a volatile or atomic object",
            Approximation::Assembly => "what inline assembly writes",
            Approximation::Union => "a member of a union after a write to another member",
            Approximation::Characters => {
                "the bytes of an object, or an object that was written through its bytes"
            }
            Approximation::Block => "memory after a block was copied or filled",
            Approximation::LargeObject => {
                "the contents of a large object, or of many string literals"
            }
            Approximation::External => "what a function outside the program writes to memory",
            Approximation::Library => "the result of a library function",
            Approximation::Cleared => "memory that a library function has cleared",
            Approximation::Builtin => "the value of a built-in function or of an argument list",
            Approximation::Allocation => "the address of allocated memory",
            Approximation::Access => "an access through a null pointer, which leaves an assumption",
            Approximation::Outside => "an access outside of its object, which leaves an assumption",
            Approximation::Overlaid => "members of a union that show the same bits differently",
            Approximation::Division => {
                "a division by zero, or one whose result does not fit, which traps"
            }
            Approximation::Count => {
                "a shift by as many bits as the value has, or more, which leaves an assumption"
            }
            Approximation::Literal => "a write to a string literal, which is undefined",
            Approximation::CallType => {
                "a value that is passed to or from a function of another type"
            }
            Approximation::Model => "what a boolean library leaves open of a function",
            Approximation::Place => "where the program's objects are in memory",
            Approximation::Order => {
                "how often and in which order a library function calls the program's"
            }
        }
    }
}

/// Which havocs of an automaton approximate: by source position, integers and memories apart. Where
/// several havocs share a position, all of them count. With it, what executions have to know of
/// names and of inputs: which are a function's own, and which are any value.
#[derive(Clone, Default, Debug)]
pub struct Approximations {
    by_position: BTreeMap<(Pos, bool), Approximation>,
    allocations: BTreeMap<Pos, bool>,
    automatic: BTreeSet<String>,
    any_values: BTreeSet<Pos>,
    shared: BTreeMap<String, Shared>,
}

/// Where a value lies in bytes that other variables or memories show, too: members of unions (C11
/// 6.5.2.3p3, footnote 95). What somebody outside of the program has written there, each of them
/// shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared {
    /// The object of a variable; elements of memories have addresses.
    pub object: Option<String>,
    /// Its first bit, counted from where the object or the element is.
    pub first: u64,
    /// How many bits.
    pub width: u64,
}

/// Columns from here on are no places of a program, whose text is shorter: unknown values that
/// stand there are chosen by who made them up.
pub const MADE_UP: u32 = 1 << 31;

/// The column of what stands for functions of boolean libraries: what is unknown there depends on
/// the library.
pub const LIBRARY: u32 = MADE_UP - 1;

/// The column of memories that are inputs although other ones become unknown by approximation at
/// the same place: objects without an initialiser begin so. No text stands there.
pub const INPUT: u32 = 0;

impl Approximations {
    pub(crate) fn insert(&mut self, pos: Pos, sort: VarSort, what: Approximation) {
        if pos.column >= MADE_UP {
            return;
        }
        let what = match pos.column {
            LIBRARY => Approximation::Model,
            _ => what,
        };
        self.by_position
            .entry((pos, is_memory(sort)))
            .or_insert(what);
    }

    pub(crate) fn insert_allocation(&mut self, pos: Pos, cleared: bool) {
        *self.allocations.entry(pos).or_insert(false) |= cleared;
    }

    /// Whether a havoc yields the address of memory that the program has not used before, and then,
    /// whether that memory has been cleared.
    pub fn allocation(&self, stmt: &Stmt, sort: VarSort) -> Option<bool> {
        match stmt.kind {
            StmtKind::Havoc { .. } if !is_memory(sort) => self.allocations.get(&stmt.pos).copied(),
            _ => None,
        }
    }

    pub(crate) fn insert_any_value(&mut self, pos: Pos) {
        self.any_values.insert(pos);
    }

    /// Whether the unknown values of a position are any at all, as those of `__VERIFIER_nondet_*`,
    /// and not what somebody outside of the program knows.
    pub fn is_any_value(&self, pos: Pos) -> bool {
        self.any_values.contains(&pos)
    }

    pub(crate) fn insert_shared(&mut self, variable: String, shared: Shared) {
        self.shared.insert(variable, shared);
    }

    /// Where the value of a variable, or an element of a memory, of this name lies, if others lie
    /// there, too.
    pub fn shared(&self, variable: &str) -> Option<&Shared> {
        self.shared.get(variable)
    }

    pub(crate) fn insert_automatic(&mut self, name: String) {
        self.automatic.insert(name);
    }

    /// Whether an object or a variable of this name lives only while a function of the program runs
    /// (C11 6.2.4): nobody outside has its address before the program gives it away.
    pub fn is_automatic(&self, name: &str) -> bool {
        self.automatic.contains(name)
    }

    /// Whether all unknown values are inputs.
    pub fn is_empty(&self) -> bool {
        self.by_position.is_empty()
    }

    /// Why a havoc of a variable of this sort is no input; `None` if it is one.
    pub fn of(&self, stmt: &Stmt, sort: VarSort) -> Option<Approximation> {
        match stmt.kind {
            StmtKind::Havoc { .. } => self.by_position.get(&(stmt.pos, is_memory(sort))).copied(),
            StmtKind::Assign { .. } | StmtKind::Assume(_) => None,
        }
    }
}

fn is_memory(sort: VarSort) -> bool {
    matches!(sort, VarSort::Map(_))
}

/// The variables that say, at a havoc of a memory that approximates, which bytes the program
/// changes. Nothing in the automaton reads them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ghosts {
    /// The address of the first byte.
    pub from: VarId,
    /// How many bytes; [`Ghosts::EVERYTHING`] if any byte may change.
    pub size: VarId,
    /// The value that each of them gets; negative if they are unknown.
    pub fill: VarId,
}

impl Ghosts {
    /// The size of what is not known to be smaller.
    pub const EVERYTHING: i128 = u64::MAX as i128;

    /// All of them.
    pub const fn vars(&self) -> [VarId; 3] {
        [self.from, self.size, self.fill]
    }
}

/// Where an automaton says what its havocs of memories change.
#[derive(Clone, Debug)]
pub struct Extents {
    /// The variables that say it.
    pub ghosts: Ghosts,
    /// Where the elements of each memory lie.
    pub cells: BTreeMap<VarId, Cell>,
}

/// Where the elements of a memory lie, counted from their address; little-endian, as on x86.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The first bit: not 0 only for bit-fields.
    pub first: u32,
    /// How many bits.
    pub width: u32,
}

impl Cell {
    /// How many bytes hold its bits.
    #[must_use]
    pub fn bytes(self) -> i128 {
        i128::from((self.first + self.width).div_ceil(8))
    }
}
