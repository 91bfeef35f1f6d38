//! From flat C to one automaton: calls are inlined where that is possible and affordable,
//! conditions become assumptions on two edges.

mod allocation;
mod assumption_check;
mod assumptions;
mod branch;
mod builder;
mod builtin;
mod call;
mod described;
mod draft;
mod extent;
mod external;
mod initial;
mod library;
mod object;
mod observer;
mod outside;
mod place;
mod procedure;
mod startup;
mod statement;
mod value;
mod varargs;

pub(crate) use assumptions::indeterminate;
pub use described::{Describing, Home as ObjectHome, Subject};
pub use draft::{Action, Assumption, Automaton, Block, Draft, DraftEdge, Extent, Seen, Step};
pub use initial::MANY_STRINGS;
pub use library::OWN_DEFINITION;
pub use observer::Heard;

use crate::approximation::{Approximation, Approximations};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::flatten::{Body, Code};
use crate::ir::{Function, Program};
use crate::partition::{MapKey, Owner, Plan, Variable};
use crate::sources::Sources;
use crate::types::Type;
use allocation::{Blocks, Telling};
use builder::Builder;
use call::Argument;
use place::{Home, Spot, Storage};
use procedure::{Choice, Procedures};
use proofmark_logic::arena::{Arena, Expr as Term, VarId};
use proofmark_logic::cfa::{LedgerEntry, LocId, StmtKind, VarSort};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

type Result<T> = std::result::Result<T, LoadError>;

/// The largest automaton, in edges, before it is simplified.
const EDGES_MAX: usize = 2_000_000;

/// Where no execution is: what follows a jump. No edge leaves it.
const NOWHERE: LocId = LocId(u32::MAX);

/// A program that was lowered.
pub struct Lowered {
    /// The automaton, for every use.
    pub draft: Draft,
    /// What observers heard.
    pub heard: Heard,
}

/// Where a variable comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The program declares it, or it is a memory map.
    Program,
    /// A parameter of an inlined call: a copy of the argument.
    Parameter,
    /// The lowering made it up. Nothing assigns to it between its definition and its uses.
    Scratch,
    /// Set where an observer rejects, and read nowhere: so that executions show where they were
    /// rejected.
    Rejection,
}

/// What is lowered.
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

/// Lowers the program from its entry function.
///
/// # Errors
/// Limits, and constructs without a model.
pub fn lower(input: Input<'_>, entry: u32, inline_limit: usize) -> Result<Lowered> {
    let (mut choice, mut telling) = (Choice::new(inline_limit), Telling::default());
    loop {
        let mut lowerer = Lowerer::new(input, choice.clone(), telling);
        let done = lowerer.run(entry);
        match (done, lowerer.revise()) {
            (_, Some(better)) => choice = better,
            (Ok(()), None) if lowerer.too_many_blocks() => telling = Telling::Nothing,
            (Ok(()), None) => return Ok(lowerer.finish()),
            (Err(error), None) => return Err(error),
        }
    }
}

/// A function while it is being inlined.
struct Instance<'p> {
    /// Which function; none for an initialiser at the start of the run.
    function: Option<u32>,
    body: &'p Body,
    observing: bool,
    /// In front of its variables' names.
    prefix: String,
    /// Where its locals are. Temporaries get a place when they get a value.
    locals: Vec<Option<Home>>,
    labels: Vec<Option<LocId>>,
    placed: Vec<bool>,
    result: Option<Rc<Storage>>,
    exit: LocId,
    /// The address of the first variable argument.
    list: Option<Term>,
}

struct Lowerer<'p> {
    program: &'p Program,
    code: &'p Code,
    plan: &'p Plan,
    sources: &'p Sources,
    arena: Arena,
    out: Builder,
    objects: Objects,
    instances: Vec<Instance<'p>>,
    /// Observer code is lowered: observers do not watch each other.
    observing: bool,
    procedures: Procedures,
    /// See [`Draft::texts`].
    texts: Vec<Step>,
    unknowns: Unknowns,
    notes: Notes,
    /// Set where an observer rejects.
    reject: Option<VarId>,
    heard: Heard,
}

/// Where the program's objects are.
struct Objects {
    maps: BTreeMap<MapKey, VarId>,
    globals: Vec<Option<Rc<Storage>>>,
    functions: BTreeMap<u32, u32>,
    strings: BTreeMap<u32, u32>,
    labels: BTreeMap<(u32, crate::ir::Label), u32>,
    blocks: Blocks,
}

/// Values that are unknown, and why.
#[derive(Default)]
struct Unknowns {
    approximations: Approximations,
    /// Havocs approximate at the moment, for this reason.
    approximating: Option<Approximation>,
    /// Variables that begin without a value.
    indeterminate: BTreeSet<VarId>,
}

/// What is assumed.
#[derive(Default)]
struct Notes {
    ledger: BTreeSet<LedgerEntry>,
    /// Some object in memory is accessed or lives for a part of the run only, or an address is
    /// computed from another one.
    addresses: bool,
}

impl<'p> Lowerer<'p> {
    fn new(input: Input<'p>, choice: Choice, telling: Telling) -> Lowerer<'p> {
        let Input {
            program,
            code,
            plan,
            sources,
            describing,
        } = input;
        let mut lowerer = Lowerer {
            program,
            code,
            plan,
            sources,
            arena: Arena::new(),
            out: Builder::new(program.types.profile, sources.files.clone()),
            objects: Objects {
                maps: BTreeMap::new(),
                globals: vec![None; program.globals.len()],
                functions: BTreeMap::new(),
                strings: BTreeMap::new(),
                labels: BTreeMap::new(),
                blocks: Blocks::of(program, code, telling),
            },
            instances: Vec::new(),
            observing: false,
            procedures: Procedures::new(choice),
            texts: Vec::new(),
            unknowns: Unknowns::default(),
            notes: Notes::default(),
            reject: None,
            heard: Heard {
                described: (describing == Describing::Kept).then(Vec::new),
                ..Heard::default()
            },
        };
        for (key, machine) in &plan.maps {
            let name = key.name(&program.types);
            let var = lowerer
                .out
                .declare(name, VarSort::Map(*machine), Origin::Program);
            lowerer.objects.maps.insert(*key, var);
        }
        lowerer.out.shared = false;
        lowerer
    }

    fn run(&mut self, entry: u32) -> Result<()> {
        let program = self.program;
        let Some(function) = program.function(entry) else {
            return Ok(());
        };
        let Some(body) = self.definition(entry) else {
            return Ok(());
        };
        self.out.new_frame(&function.name, None, function.pos);
        self.out.pos = function.pos;
        let entry_loc = self.out.new_loc(function.pos);
        self.out.cfa.error = self.out.new_loc(function.pos);
        self.heard.entered.push((entry, entry_loc));
        self.out.cfa.entry = entry_loc;
        self.out.at = entry_loc;
        self.initial_state(function)?;
        let status = match self.entered(entry, function, body)? {
            Some(spot) if spot.ty.is_integer() => Argument::Scalar(self.read(&spot)?, spot.ty),
            _ => Argument::Opaque(Type::INT),
        };
        self.end_of_run(status)?;
        self.out.stop();
        self.procedures()?;
        // Elsewhere than at the program's start, memory is unknown; that includes string literals.
        if function.name == "main" {
            self.out.pos = function.pos;
            self.string_contents();
        }
        Ok(())
    }

    /// What holds where a run starts in a function.
    fn initial_state(&mut self, function: &Function) -> Result<()> {
        self.initial_values(function.name == "main")?;
        let observed = &self.program.observed;
        for condition in &observed.initial {
            let named = observed.functions.get(condition);
            self.note(
                "initial-condition",
                named.map_or("INITIAL", String::as_str),
                "Runs start in states where the specification's initial conditions hold.",
            );
            self.observer(*condition, Vec::new())?;
        }
        self.promises(function);
        if function.name != "main" {
            self.note("harness", &function.name, "The run starts here with unknown arguments, unknown global variables and unknown memory.");
        }
        Ok(())
    }

    /// The entry function runs; where its result is.
    fn entered(&mut self, entry: u32, function: &Function, body: &'p Body) -> Result<Option<Spot>> {
        if self.is_procedure(entry) {
            let params = body.locals.iter().take(body.params);
            let unknown = params.map(|_| Argument::Opaque(Type::Void)).collect();
            return self.call_procedure(entry, unknown);
        }
        let exit = self.out.new_loc(body.end);
        self.enter_instance(Some(entry), body, format!("{}::", function.name), exit);
        if function.name == "main" {
            self.program_arguments(body)?;
        }
        self.body(body)?;
        let status = self.instances.last().and_then(|i| i.result.clone());
        self.leave_instance()?;
        Ok(status.map(|storage| self.variable_spot(&storage, &function.ty.result)))
    }

    fn finish(mut self) -> Lowered {
        self.place_blocks();
        self.assumptions();
        self.out.cfa.ledger = self.notes.ledger.into_iter().collect();
        let draft = Draft {
            arena: self.arena,
            cfa: self.out.cfa,
            edges: self.out.edges,
            behind: self.out.behind,
            origin: self.out.origin,
            maps: self.objects.maps,
            texts: self.texts,
            approximations: self.unknowns.approximations,
            indeterminate: self.unknowns.indeterminate,
        };
        Lowered {
            draft,
            heard: self.heard,
        }
    }

    // -- building the graph

    fn havoc(&mut self, var: VarId) {
        if let (Some(what), Some(decl)) = (
            self.unknowns.approximating,
            self.out.cfa.vars.get(var.0 as usize),
        ) {
            self.unknowns
                .approximations
                .insert(self.out.pos, decl.sort, what);
        }
        self.out.push(StmtKind::Havoc { var });
    }
    /// Runs a part of the lowering whose havocs stand for something that the program determines.
    fn approximate<T>(&mut self, what: Approximation, part: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.unknowns.approximating.replace(what);
        let result = part(self);
        self.unknowns.approximating = outer;
        result
    }
    /// The run violates the specification here. Where an observer says so, `__reject` is set first
    /// (paper 002, section 2.2). In front of its name is what no name of a program has.
    fn violate(&mut self) {
        if self.observing {
            let ty = self.program.types.address();
            let known = self.reject;
            let var = known.unwrap_or_else(|| {
                self.out
                    .declare("::__reject".to_owned(), VarSort::Int(ty), Origin::Rejection)
            });
            self.reject = Some(var);
            let yes = self.arena.lit(1);
            self.out.assign(var, yes);
        }
        self.out.leave(self.out.cfa.error);
    }

    // -- variables

    /// Declares what all activations share.
    fn shared<T>(&mut self, declare: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (
            std::mem::replace(&mut self.out.shared, true),
            self.procedures.activation.take(),
        );
        let declared = declare(self);
        (self.out.shared, self.procedures.activation) = outer;
        declared
    }
    fn temp(&mut self, ty: IntType) -> (VarId, Term) {
        let prefix = self.instances.last().map_or("", |i| i.prefix.as_str());
        let name = format!("{prefix}$");
        let var = self.out.declare(name, VarSort::Int(ty), Origin::Scratch);
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
        self.notes.ledger.insert(LedgerEntry {
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

    // -- functions

    /// The code of a function, if it is defined.
    fn definition(&self, function: u32) -> Option<&'p Body> {
        self.code.bodies.get(function as usize)?.as_ref()
    }

    fn enter_instance(
        &mut self,
        function: Option<u32>,
        body: &'p Body,
        prefix: String,
        exit: LocId,
    ) {
        let mut locals = Vec::with_capacity(body.locals.len());
        for (index, local) in body.locals.iter().enumerate() {
            if !local.role.is_declared() {
                locals.push(None);
                continue;
            }
            let in_memory = function.is_none_or(|f| {
                let index = u32::try_from(index).unwrap_or(u32::MAX);
                let variable = Variable::Local(Owner::Function(f), index);
                self.plan.in_memory(self.program, variable, &local.ty.ty)
            });
            let origin = if index < body.params {
                Origin::Parameter
            } else {
                Origin::Program
            };
            let name = format!("{prefix}{}", local.name);
            let storage = self.storage(name, &local.ty.ty, in_memory, origin);
            self.note_constant(&local.ty, &storage);
            if let Some(function) = function {
                self.describe(&storage, Subject::Local(function, index));
            }
            locals.push(Some(Home::Object(storage)));
        }
        let returned = function.and_then(|f| self.program.function(f));
        let result = match returned.map(|f| f.ty.result.clone()) {
            Some(Type::Void) | None => None,
            Some(ty) => Some(self.storage(format!("{prefix}return"), &ty, false, Origin::Scratch)),
        };
        if let (Some(storage), Some(function)) = (&result, function) {
            self.describe(storage, Subject::Result(function));
        }
        self.instances.push(Instance {
            function,
            body,
            observing: self.observing,
            prefix,
            locals,
            labels: vec![None; body.labels as usize],
            placed: vec![false; body.labels as usize],
            result,
            exit,
            list: None,
        });
    }

    fn leave_instance(&mut self) -> Result<()> {
        let Some(instance) = self.instances.pop() else {
            return Ok(());
        };
        self.out.flow_to(instance.exit);
        // A jump into an expression that was folded away would silently go nowhere.
        if instance
            .labels
            .iter()
            .zip(&instance.placed)
            .any(|(label, placed)| label.is_some() && !placed)
        {
            let function = instance.function.unwrap_or(u32::MAX) as usize;
            let named = self.program.functions.get(function);
            let name = named.map_or("?", |f| f.name.as_str());
            return Err(self.fail(
                ErrorKind::Unsupported,
                format!("`{name}` jumps into an expression that is never evaluated"),
            ));
        }
        Ok(())
    }

    fn body(&mut self, body: &'p Body) -> Result<()> {
        // What `return` without a value, or falling off the end, yields is unknown (C11 6.9.1p12).
        if let Some(result) = self.instances.last().and_then(|i| i.result.clone()) {
            self.begin(&result)?;
            // The `}` that ends `main` returns 0 (C11 5.1.2.2.3).
            if self.instances.len() == 1 && self.function_name() == "main" {
                let (spot, zero) = (self.variable_spot(&result, &Type::INT), self.arena.lit(0));
                self.write(&spot, zero)?;
            }
        }
        if body.unordered.is_some() {
            let function = self.function_name();
            self.note("evaluation-order", &function, "Operands whose order C leaves open may interfere; they are evaluated from left to right.");
        }
        self.stmts(&body.stmts)?;
        self.out.pos = body.end;
        Ok(())
    }
}
