//! From flat C to one automaton: calls are inlined where that is possible and affordable,
//! conditions become assumptions on two edges.

mod assumption_check;
mod assumptions;
mod branch;
mod builtin;
mod call;
mod concrete;
mod extent;
mod external;
mod initial;
mod library;
mod object;
mod observer;
mod place;
mod procedure;
mod startup;
mod statement;
mod value;
mod varargs;

pub use assumption_check::{AssumptionCheck, LEFT};
pub(crate) use assumptions::indeterminate;
pub use concrete::Purpose;
pub use extent::{Cell, Extents, Ghosts};
pub use observer::Heard;

use crate::approximation::{Approximation, Approximations};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::flatten::{Body, Code};
use crate::ir::Program;
use crate::partition::{MapKey, Owner, Plan, Variable};
use crate::similar;
use crate::sources::Sources;
use crate::types::Type;
use call::Argument;
use concrete::Concrete;
use extent::Extent;
use place::{Home, Storage};
use procedure::Choice;
use proofmark_logic::arena::{Arena, Expr as Term, VarId};
use proofmark_logic::cfa::ProcId;
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LedgerEntry, LocId, Location, ObjectDecl, Pos, Scope, Stmt,
    StmtKind, VarDecl, VarSort,
};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

type Result<T> = std::result::Result<T, LoadError>;

/// The largest automaton, in edges, before it is simplified.
const EDGES_MAX: usize = 2_000_000;

/// Where no execution is: what follows a jump. No edge leaves it.
const NOWHERE: LocId = LocId(u32::MAX);

/// An automaton before simplification.
pub struct Lowered {
    /// Holds the expressions.
    pub arena: Arena,
    /// The automaton.
    pub cfa: Cfa,
    /// For each variable, where it comes from.
    pub origin: Vec<Origin>,
    /// What observers heard.
    pub heard: Heard,
    /// In automata for concrete runs: where the elements of memories lie. Every write to these is
    /// observed.
    pub cells: BTreeMap<VarId, Cell>,
    /// In automata for monitored runs: where they may leave the profile's assumptions.
    pub assumption_checks: Vec<AssumptionCheck>,
    /// Which havocs are no inputs.
    pub approximations: Approximations,
    /// In automata for showing violations: what says which bytes a havoc of a memory changes. Every
    /// write to the ghosts is observed.
    pub extents: Option<Extents>,
    /// Variables that begin without a value. Where a havoc of one of them is left after
    /// simplification, it may be read before it is written.
    pub indeterminate: BTreeSet<VarId>,
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

/// The index of the entry function.
///
/// # Errors
/// If it has no body.
pub fn find_entry(program: &Program, name: &str) -> Result<u32> {
    let named = program
        .functions
        .iter()
        .enumerate()
        .filter(|(_, f)| f.name == name);
    let mut defined = named
        .filter_map(|(i, _)| u32::try_from(i).ok())
        .map(|i| program.resolve(i));
    defined
        .find(|i| {
            program
                .functions
                .get(*i as usize)
                .is_some_and(|f| f.body.is_some())
        })
        .ok_or_else(|| no_entry(program, name))
}

/// Most functions that are named instead of one that is not there.
const OTHERS_MAX: usize = 12;

fn no_entry(program: &Program, name: &str) -> LoadError {
    let declared = match program.functions.iter().any(|f| f.name == name) {
        true => "only declared",
        false => "not defined",
    };
    let error = LoadError::plain(
        ErrorKind::UnknownEntry,
        &format!("the entry function `{name}` is {declared}"),
    );
    let defined = program.functions.iter().filter(|f| f.body.is_some());
    let names: Vec<&str> = defined.map(|f| f.name.as_str()).collect();
    let others = names.get(..OTHERS_MAX).unwrap_or(&names).join(", ");
    let like = similar::names(name, names.iter().copied());
    let meant = match like.is_empty() {
        true => ".".to_owned(),
        false => format!("; did you mean {}?", like.join(" or ")),
    };
    let more = match names.len().saturating_sub(OTHERS_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    error.help(format!(
        "choose another with --entry{meant} Defined here: {others}{more}"
    ))
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
}

/// Lowers the program from its entry function.
///
/// # Errors
/// Limits, and constructs without a model.
pub fn lower(
    input: Input<'_>,
    entry: u32,
    purpose: Purpose,
    inline_limit: usize,
) -> Result<Lowered> {
    let mut choice = Choice::new(inline_limit);
    loop {
        let mut lowerer = Lowerer::new(input, purpose, choice.clone());
        match purpose {
            Purpose::Proofs | Purpose::Monitoring => {}
            Purpose::Violations => lowerer.tell_extents(),
            Purpose::Runs => lowerer.keep_bytes(),
        }
        let done = lowerer.run(entry);
        match (done, lowerer.revise()) {
            (_, Some(better)) => choice = better,
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
    cfa: Cfa,
    origin: Vec<Origin>,
    /// How often a name was given, to keep names unique.
    names: HashMap<String, u32>,
    maps: BTreeMap<MapKey, VarId>,
    globals: Vec<Option<Rc<Storage>>>,
    function_objects: BTreeMap<u32, u32>,
    string_objects: BTreeMap<u32, u32>,
    label_objects: BTreeMap<(u32, crate::ir::Label), u32>,
    /// The block under construction starts here.
    at: LocId,
    block: Vec<Stmt>,
    pos: Pos,
    frame: FrameId,
    instances: Vec<Instance<'p>>,
    choice: Choice,
    callees: BTreeMap<procedure::Key, procedure::Callee>,
    bodies_to_lower: VecDeque<procedure::Key>,
    /// The procedure that is lowered: its objects belong to activations.
    activation: Option<ProcId>,
    /// What is declared is shared by all activations.
    shared: bool,
    /// Why lowering failed: this function calls itself and is no procedure yet.
    recursion: Option<procedure::Key>,
    inlined: procedure::Inlined,
    ledger: BTreeSet<LedgerEntry>,
    /// Observer code is lowered: observers do not watch each other.
    observing: bool,
    reject: Option<VarId>,
    heard: Heard,
    purpose: Purpose,
    concrete: Option<Concrete>,
    assumption_checks: Vec<AssumptionCheck>,
    /// Says which check the run failed.
    left: Option<VarId>,
    ghosts: Option<Ghosts>,
    /// What the havocs of memories change at the moment, if that is not everything.
    extent: Option<Extent>,
    approximations: Approximations,
    /// Havocs approximate at the moment, for this reason.
    approximating: Option<Approximation>,
    /// Variables that begin without a value.
    indeterminate: BTreeSet<VarId>,
    /// Some object in memory lives for a part of the run only.
    lifetimes: bool,
}

impl<'p> Lowerer<'p> {
    fn new(input: Input<'p>, purpose: Purpose, choice: Choice) -> Lowerer<'p> {
        let Input {
            program,
            code,
            plan,
            sources,
        } = input;
        let cfa = Cfa {
            profile: program.types.profile,
            vars: Vec::new(),
            objects: Vec::new(),
            locations: Vec::new(),
            procedures: Vec::new(),
            edges: Vec::new(),
            entry: LocId(0),
            error: LocId(1),
            ledger: Vec::new(),
            frames: Vec::new(),
            files: sources.files.clone(),
        };
        let mut lowerer = Lowerer {
            program,
            code,
            plan,
            sources,
            arena: Arena::new(),
            cfa,
            origin: Vec::new(),
            names: HashMap::new(),
            maps: BTreeMap::new(),
            globals: vec![None; program.globals.len()],
            function_objects: BTreeMap::new(),
            string_objects: BTreeMap::new(),
            label_objects: BTreeMap::new(),
            at: LocId(0),
            block: Vec::new(),
            pos: Pos::default(),
            frame: FrameId(0),
            instances: Vec::new(),
            choice,
            callees: BTreeMap::new(),
            bodies_to_lower: VecDeque::new(),
            activation: None,
            shared: true,
            recursion: None,
            inlined: procedure::Inlined::default(),
            ledger: BTreeSet::new(),
            observing: false,
            reject: None,
            heard: Heard::default(),
            purpose,
            concrete: None,
            assumption_checks: Vec::new(),
            left: None,
            ghosts: None,
            extent: None,
            approximations: Approximations::default(),
            approximating: None,
            indeterminate: BTreeSet::new(),
            lifetimes: false,
        };
        for (key, machine) in &plan.maps {
            let name = key.name(&program.types);
            let var = lowerer.declare(name, VarSort::Map(*machine), Origin::Program);
            lowerer.maps.insert(*key, var);
        }
        lowerer.shared = false;
        lowerer
    }

    fn run(&mut self, entry: u32) -> Result<()> {
        let program = self.program;
        let Some(function) = program.functions.get(entry as usize) else {
            return Ok(());
        };
        let Some(body) = self.definition(entry) else {
            return Ok(());
        };
        self.cfa.frames.push(Frame {
            function: function.name.clone(),
            caller: None,
            call_site: function.pos,
        });
        self.pos = function.pos;
        let entry_loc = self.new_loc(function.pos);
        let error_loc = self.new_loc(function.pos);
        self.heard.entered.push((entry, entry_loc));
        self.cfa.entry = entry_loc;
        self.cfa.error = error_loc;
        self.at = entry_loc;
        self.initial_values(function.name == "main")?;
        for condition in &program.observed.initial {
            let subject = program
                .observed
                .functions
                .get(condition)
                .map_or("INITIAL", String::as_str);
            self.note(
                "initial-condition",
                subject,
                "Runs start in states where the specification's initial conditions hold.",
            );
            self.observer(*condition, Vec::new())?;
        }
        self.promises(function);
        if function.name != "main" {
            self.note("harness", &function.name, "The run starts here with unknown arguments, unknown global variables and unknown memory.");
        }
        let status = if self.is_procedure(entry) {
            let unknown = body
                .locals
                .iter()
                .take(body.params)
                .map(|_| call::Argument::Opaque(Type::Void))
                .collect();
            self.call_procedure(entry, unknown)?
        } else {
            let exit = self.new_loc(body.end);
            self.enter_instance(Some(entry), body, format!("{}::", function.name), exit);
            if function.name == "main" {
                self.program_arguments(body)?;
            }
            self.body(body)?;
            let status = self.instances.last().and_then(|i| i.result.clone());
            self.leave_instance()?;
            status.map(|storage| self.variable_spot(&storage, &function.ty.result))
        };
        let status = match status {
            Some(spot) if spot.ty.is_integer() => Argument::Scalar(self.read(&spot)?, spot.ty),
            _ => Argument::Opaque(Type::INT),
        };
        self.end_of_run(status)?;
        self.stop();
        self.procedures()?;
        // Elsewhere than at the program's start, memory is unknown; that includes string literals.
        if function.name == "main" {
            self.pos = function.pos;
            self.string_contents();
        }
        Ok(())
    }

    fn finish(mut self) -> Lowered {
        self.assumptions();
        let extents = self.ghosts.map(|ghosts| Extents {
            ghosts,
            cells: self.cells(),
        });
        self.cfa.ledger = self.ledger.into_iter().collect();
        let cells = self.concrete.map(|c| c.cells).unwrap_or_default();
        Lowered {
            arena: self.arena,
            cfa: self.cfa,
            origin: self.origin,
            heard: self.heard,
            cells,
            assumption_checks: self.assumption_checks,
            approximations: self.approximations,
            extents,
            indeterminate: self.indeterminate,
        }
    }

    // -- building the graph

    fn new_loc(&mut self, pos: Pos) -> LocId {
        self.cfa.locations.push(Location {
            frame: self.frame,
            pos,
        });
        LocId(u32::try_from(self.cfa.locations.len() - 1).unwrap_or(u32::MAX))
    }
    fn edge(&mut self, from: LocId, to: LocId, stmts: Vec<Stmt>) {
        if from == NOWHERE {
            return;
        }
        self.cfa.edges.push(Edge {
            from,
            to,
            stmts,
            call: None,
        });
    }
    fn push(&mut self, kind: StmtKind) {
        self.block.push(Stmt {
            kind,
            pos: self.pos,
        });
    }
    fn assign(&mut self, var: VarId, value: Term) {
        self.push(StmtKind::Assign { var, value });
    }
    fn havoc(&mut self, var: VarId) {
        if let (Some(what), Some(decl)) = (self.approximating, self.cfa.vars.get(var.0 as usize)) {
            self.approximations.insert(self.pos, decl.sort, what);
        }
        self.push(StmtKind::Havoc { var });
    }
    /// Runs a part of the lowering whose havocs stand for something that the program determines.
    fn approximate<T>(&mut self, what: Approximation, part: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.approximating.replace(what);
        let result = part(self);
        self.approximating = outer;
        result
    }
    /// Ends the block with a jump; code may go on at `next`.
    fn jump(&mut self, to: LocId, next: LocId) {
        let stmts = std::mem::take(&mut self.block);
        self.edge(self.at, to, stmts);
        self.at = next;
    }
    /// Ends the block with a jump; nothing comes here otherwise.
    fn leave(&mut self, to: LocId) {
        self.jump(to, NOWHERE);
    }
    /// Ends the block and goes on at `to`.
    fn flow_to(&mut self, to: LocId) {
        self.jump(to, to);
    }
    /// What follows cannot be reached from here.
    fn stop(&mut self) {
        self.block.clear();
        self.at = NOWHERE;
    }
    /// The run violates the specification here. Where an observer says so, `__reject` is set first
    /// (paper 002, section 2.2). In front of its name is what no name of a program has.
    fn violate(&mut self) {
        if self.observing {
            let ty = self.program.types.address();
            let known = self.reject;
            let var = known.unwrap_or_else(|| {
                self.declare("::__reject".to_owned(), VarSort::Int(ty), Origin::Rejection)
            });
            self.reject = Some(var);
            let yes = self.arena.lit(1);
            self.assign(var, yes);
        }
        self.leave(self.cfa.error);
    }

    // -- variables

    /// Declares what all activations share.
    fn shared<T>(&mut self, declare: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (
            std::mem::replace(&mut self.shared, true),
            self.activation.take(),
        );
        let declared = declare(self);
        (self.shared, self.activation) = outer;
        declared
    }
    fn declare(&mut self, name: String, sort: VarSort, origin: Origin) -> VarId {
        let count = self.names.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count == 1 {
            name
        } else {
            format!("{name}'{count}")
        };
        let scope = if self.shared {
            Scope::Global
        } else {
            Scope::Local
        };
        self.cfa.vars.push(VarDecl { name, sort, scope });
        self.origin.push(origin);
        VarId(u32::try_from(self.cfa.vars.len() - 1).unwrap_or(u32::MAX))
    }
    fn temp(&mut self, ty: IntType) -> (VarId, Term) {
        let prefix = self.instances.last().map_or("", |i| i.prefix.as_str());
        let name = format!("{prefix}$");
        let var = self.declare(name, VarSort::Int(ty), Origin::Scratch);
        (var, self.arena.var(var, ty))
    }
    /// Any value of a machine type.
    fn unknown(&mut self, ty: IntType) -> Term {
        let (var, term) = self.temp(ty);
        self.havoc(var);
        term
    }
    fn object(&mut self, name: String, size: u64) -> u32 {
        let count = self.names.entry(name.clone()).or_insert(0);
        *count += 1;
        let name = if *count == 1 {
            name
        } else {
            format!("{name}'{count}")
        };
        self.cfa.objects.push(ObjectDecl {
            name,
            size: size.max(1),
        });
        u32::try_from(self.cfa.objects.len() - 1).unwrap_or(u32::MAX)
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
        self.ledger.insert(LedgerEntry {
            kind: kind.to_owned(),
            subject: subject.to_owned(),
            detail: detail.to_owned(),
        });
    }
    fn fail(&self, kind: ErrorKind, message: impl Into<String>) -> LoadError {
        LoadError::at(kind, self.sources, self.pos, message)
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
            locals.push(Some(Home::Object(storage)));
        }
        let returned = function.and_then(|f| self.program.functions.get(f as usize));
        let result = match returned.map(|f| f.ty.result.clone()) {
            Some(Type::Void) | None => None,
            Some(ty) => Some(self.storage(format!("{prefix}return"), &ty, false, Origin::Scratch)),
        };
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
        self.flow_to(instance.exit);
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
        self.pos = body.end;
        Ok(())
    }
}
