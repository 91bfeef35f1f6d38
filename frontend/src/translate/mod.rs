//! From flat C to routines: what a function does, once for all of its calls, over variables,
//! objects and locations of its own. One case for each form of statement; conditions become
//! branches on atoms.
//!
//! Nothing here knows where a call came from, or whether a callee is copied. What depends on that
//! is said by instructions ([`What`]): names, frames and addresses of a copy, where arguments are
//! passed, which function a pointer certainly points to.

mod alignment;
mod allocation;
mod assumption_check;
mod branch;
mod builtin;
mod bytes;
mod call;
mod comparison;
mod contents;
mod declare;
mod described;
mod extent;
mod external;
mod fill;
mod floating;
mod function;
mod initial;
mod library;
mod object;
mod observer;
mod outside;
mod passing;
mod place;
mod routine;
mod scan;
mod startup;
mod statement;
mod told;
mod value;
mod varargs;
mod within;
mod writer;

pub use described::Describing;
pub use initial::{Contents, MANY_STRINGS};
pub use library::{
    aliasing, in_bounds, promised, promises, runs_definition, truth_values, OWN_DEFINITION,
};
pub use object::indeterminate;
pub use routine::{
    Action, Assumption, Call, CallKind, Described, Entity, Extent, Fixed, Hearing, Instruction,
    Key, Lifetime, MemoryBlock, Name, ObjectKind, Origin, OwnedBy, Room, Routine, Seen, Select,
    Sequence, Side, Subject, What, ERROR, EXIT,
};
pub use value::mentions_map;
pub use writer::Tables;

use crate::approximation::Approximation;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::flatten::{Body, Code};
use crate::ir::Program;
use crate::partition::{MapKey, Plan};
use crate::sources::Sources;
use crate::types::Type;
use passing::Passing;
use place::{Home, Storage};
use proofmark_logic::arena::{Arena, Expr as Term, VarId};
use proofmark_logic::cfa::{LedgerEntry, LocId, StmtKind, VarSort};
use proofmark_logic::types::{IntType, Profile};
use std::collections::BTreeMap;
use std::rc::Rc;
use writer::Writer;

type Result<T> = std::result::Result<T, LoadError>;

/// Where no execution is: what follows a jump. No edge leaves it.
pub const NOWHERE: LocId = LocId(u32::MAX);

/// What is translated.
#[derive(Clone, Copy)]
pub struct Input<'p> {
    /// Names, types and what observers do.
    pub program: &'p Program,
    /// Its code.
    pub code: &'p Code,
    /// Which variables live in memory.
    pub plan: &'p Plan,
    /// For messages.
    pub sources: &'p Sources,
    /// For messages, too.
    pub describing: Describing,
}

/// A function, while its code is translated.
struct Instance<'p> {
    /// Which function; none for an initialiser at the start of the run.
    function: Option<u32>,
    body: &'p Body,
    /// Where its locals are. Temporaries get a place when they get a value.
    locals: Vec<Option<Home>>,
    labels: Vec<Option<LocId>>,
    placed: Vec<bool>,
    result: Option<Rc<Storage>>,
}

/// Translates functions when they are asked for ([`Translator::routine`]).
pub struct Translator<'p> {
    program: &'p Program,
    code: &'p Code,
    plan: &'p Plan,
    sources: &'p Sources,
    describing: Describing,
    arena: Arena,
    out: Writer,
    objects: Objects,
    /// Whether the program allocates blocks.
    allocates: bool,
    instances: Vec<Instance<'p>>,
    side: Side,
    room: Room,
    /// Havocs approximate at the moment, for this reason.
    approximating: Option<Approximation>,
    passing: BTreeMap<(u32, Side), Rc<Passing>>,
    routines: BTreeMap<Key, Rc<Routine>>,
}

/// Where the program's objects are: for each, the number of its declaration.
#[derive(Default)]
struct Objects {
    maps: BTreeMap<MapKey, VarId>,
    globals: BTreeMap<u32, (u32, Rc<Storage>)>,
    fixed: BTreeMap<Fixed, (u32, u32)>,
    /// Set where an observer rejects.
    reject: Option<(u32, VarId)>,
}

impl<'p> Translator<'p> {
    /// Nothing is translated yet.
    pub fn new(input: Input<'p>) -> Translator<'p> {
        let Input {
            program,
            code,
            plan,
            sources,
            describing,
        } = input;
        let mut out = Writer::new();
        let mut maps = BTreeMap::new();
        out.owner = OwnedBy::All;
        for (key, machine) in &plan.maps {
            let name = key.name(&program.types);
            let var = out.variable(name, VarSort::Map(*machine), Origin::Program);
            maps.insert(*key, var);
        }
        out.owner = OwnedBy::Copy;
        Translator {
            program,
            code,
            plan,
            sources,
            describing,
            arena: Arena::new(),
            out,
            objects: Objects {
                maps,
                ..Objects::default()
            },
            allocates: allocation::allocates(program, code),
            instances: Vec::new(),
            side: Side::Program,
            room: Room::Fixed,
            approximating: None,
            passing: BTreeMap::new(),
            routines: BTreeMap::new(),
        }
    }

    /// Holds the terms of all routines.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// What all routines share.
    pub fn tables(&self) -> &Tables {
        &self.out.tables
    }

    /// What is translated.
    pub fn input(&self) -> Input<'p> {
        Input {
            program: self.program,
            code: self.code,
            plan: self.plan,
            sources: self.sources,
            describing: self.describing,
        }
    }

    /// The ABI.
    pub fn profile(&self) -> Profile {
        self.program.types.profile
    }

    /// Whether memory is one map of bytes.
    pub fn has_bytes(&self) -> bool {
        self.plan.is_bytes()
    }

    /// The type of addresses.
    pub fn address_type(&self) -> IntType {
        self.program.types.address()
    }

    /// The memory maps.
    pub fn maps(&self) -> &BTreeMap<MapKey, VarId> {
        &self.objects.maps
    }

    // -- statements of the automaton

    fn havoc(&mut self, var: VarId) {
        match self.approximating {
            Some(why) => self.out.emit(What::Forget(var, why)),
            None => self.out.push(StmtKind::Havoc { var }),
        }
    }
    /// Runs a part of the translation whose havocs stand for something that the program determines.
    fn approximate<T>(&mut self, what: Approximation, part: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.approximating.replace(what);
        let result = part(self);
        self.approximating = outer;
        result
    }
    /// The run violates the specification here. Where an observer says so, `__reject` is set first
    /// (paper 002, section 2.2). In front of its name is what no name of a program has.
    fn violate(&mut self) {
        if self.side == Side::Observer {
            let var = self.reject();
            let yes = self.arena.lit(1);
            self.out.assign(var, yes);
        }
        self.out.leave(ERROR);
    }

    // -- variables

    fn temp(&mut self, ty: IntType) -> (VarId, Term) {
        let sort = VarSort::Int(ty);
        let var = self.out.declare("$".to_owned(), sort, Origin::Scratch);
        (var, self.arena.var(var, ty))
    }
    /// A variable that stands for a value.
    fn stand_in(&mut self, ty: IntType) -> (VarId, Term) {
        let sort = VarSort::Int(ty);
        let var = self.out.variable("$".to_owned(), sort, Origin::Scratch);
        (var, self.arena.var(var, ty))
    }
    /// Any value of a machine type.
    fn unknown(&mut self, ty: IntType) -> Term {
        let (var, term) = self.temp(ty);
        self.havoc(var);
        term
    }
    /// The term itself, or its value if it can only have one.
    fn folded(&mut self, term: Term) -> Term {
        match self.arena.interval(term).as_point() {
            Some(value) => self.arena.lit(value),
            None => term,
        }
    }

    // -- messages

    fn note(&mut self, kind: &str, subject: &str, detail: &str) {
        debug_assert!(crate::LEDGER_KINDS.contains(&kind), "{kind}");
        self.out.note(LedgerEntry {
            kind: kind.to_owned(),
            subject: subject.to_owned(),
            detail: detail.to_owned(),
        });
    }
    fn fail(&self, kind: ErrorKind, message: impl Into<String>) -> LoadError {
        LoadError::at(kind, self.sources, self.out.pos, message)
    }
    fn machine(&self, ty: &Type) -> Option<IntType> {
        self.program.types.machine(ty)
    }
    fn function_name(&self) -> String {
        let function = self
            .instances
            .last()
            .and_then(|i| self.program.functions.get(i.function? as usize));
        function.map_or_else(String::new, |f| f.name.clone())
    }
}
