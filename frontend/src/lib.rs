//! From C to the control-flow automaton that proofs speak about.
//!
//! Trusted, deterministic, and without a solver. The stages, in order:
//!
//! | module | does |
//! |---|---|
//! | [`compiler`], [`files`] | calls the C compiler for nothing but what is asked; reads files |
//! | [`sources`] | preprocessed texts; maps bytes back to the user's lines |
//! | [`normalise`] | limits on the token stream; rewrites of what the C parser does not know |
//! | [`sema`] | resolves names, types and conversions: syntax tree → [`ir`] |
//! | [`models`] | links C models of library functions |
//! | [`judge`] | has the compiler confirm layouts, types and constants |
//! | [`spec`] | reads the specification, whose observers run beside the program |
//! | [`flatten`] | puts evaluation in order: [`ir`] → flat C, whose values have no effects |
//! | [`weave`] | events of observers become statements beside those that they match |
//! | [`partition`] | decides which variables live in memory, and which accesses share a memory map |
//! | [`lower`] | runs through the functions from the entry, inlining calls: flat C → automaton |
//! | [`simplify`] | merges chains, removes what is dead or unreachable, numbers variables anew |
//!
//! What is not modelled is an error with a position, or an over-approximation that the ledger
//! records.

mod accounting;
pub mod approximation;
pub mod compiler;
mod decided;
pub mod diagnostic;
pub mod entry;
pub mod files;
mod fingerprint;
pub mod flatten;
mod hint;
pub mod ir;
pub mod judge;
pub mod lower;
pub mod models;
pub mod names;
pub mod normalise;
pub mod outline;
pub mod partition;
pub mod print;
pub mod relevance;
pub mod sema;
mod similar;
pub mod simplify;
pub mod sources;
pub mod spec;
pub mod types;
pub mod weave;

pub use approximation::{Approximation, Approximations};
pub use diagnostic::{Diagnostic, ErrorKind, LoadError};
pub use hint::Hint;
pub use lower::{AssumptionCheck, Cell, Extents};
pub use models::Models;
pub use names::Names;
pub use relevance::{Relevance, Watched};
pub use sources::Sources;
pub use spec::Specification;

use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, Pos};
use proofmark_logic::types::Profile;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What the meaning of a program depends on besides its text.
#[derive(Clone, Debug)]
pub struct Options {
    /// The ABI.
    pub profile: Profile,
    /// The function where runs start.
    pub entry: String,
    /// Arguments for the compiler; see [`compiler::arguments`].
    pub cpp_args: Vec<String>,
    /// The compiler, if it is not one of [`compiler::PLACES`].
    pub compiler: Option<PathBuf>,
    /// What must hold. If it is empty, the built-in errors count: a call of `reach_error`, a
    /// failing assertion, the label `ERROR`.
    pub specification: Specification,
    /// A function of the program that gets the exit status wherever a run ends by `exit` or by
    /// returning from the entry: tests check results there.
    pub at_exit: Option<String>,
    /// Calls are inlined as long as the automaton has at most so many edges, before it is
    /// simplified; then the largest functions that are called most get contracts.
    pub inline_limit: usize,
    /// Whether functions of the C library have their models.
    pub models: Models,
}

/// [`Options::inline_limit`] unless it is given.
pub const INLINE_LIMIT: usize = 200_000;

impl Options {
    /// Runs from `main`, no preprocessor arguments.
    pub fn new(profile: Profile) -> Options {
        Options {
            profile,
            entry: "main".to_owned(),
            cpp_args: Vec::new(),
            compiler: None,
            specification: Specification::default(),
            at_exit: None,
            inline_limit: INLINE_LIMIT,
            models: Models::Linked,
        }
    }
}

/// The kinds of assumptions that a ledger may hold; docs/semantics.md says what each means.
pub const LEDGER_KINDS: [&str; 15] = [
    "approximation",
    "concurrency",
    "evaluation-order",
    "events",
    "external",
    "floating-point",
    "function-pointer",
    "harness",
    "in-bounds",
    "initial-condition",
    "inline-asm",
    "promise",
    "recursion",
    "type-based-aliasing",
    "undefined-behaviour",
];

/// A program as an automaton, with what messages about it need.
pub struct Program {
    /// Holds the automaton's expressions.
    pub arena: Arena,
    /// The automaton; [`Cfa::validate`] holds.
    pub cfa: Cfa,
    /// What the user may want to know.
    pub warnings: Vec<Diagnostic>,
    /// The texts that positions point into.
    pub sources: Sources,
    /// The normal form of the specification; empty if the built-in errors count.
    pub specification: String,
    /// What the specification has to do with it.
    pub relevance: Relevance,
    /// The functions that can be reached, in the order of their first calls.
    pub outline: Vec<outline::Entry>,
    /// What the specification's author may want to know: patterns that match nothing, calls that no
    /// pattern matches.
    pub unmatched: Vec<Diagnostic>,
    /// What observers reject, by the position of the condition that fails.
    pub rejections: BTreeMap<Pos, String>,
    /// Which of the automaton's unknown values are no inputs.
    pub approximations: Approximations,
    /// What havocs of memories change, if the automaton is one for showing violations.
    pub extents: Option<Extents>,
    /// What the program was read from.
    input: Arc<Input>,
    purpose: lower::Purpose,
}

/// What a program is read from.
struct Input {
    units: Vec<Text>,
    options: Options,
}

impl Program {
    /// What it was read with.
    pub fn options(&self) -> &Options {
        &self.input.options
    }

    /// What C calls the variables and objects of this automaton. The program is analysed once more
    /// for that.
    pub fn names(&self) -> Names {
        let (input, purpose) = (self.input.clone(), self.purpose);
        let named = on_large_stack(move || {
            use lower::Describing::Kept;
            let (units, options) = (input.units.clone(), &input.options);
            let Lowering {
                program,
                code,
                lowered,
                ..
            } = lowering(units, options, (purpose, Kept), Judging::Left, |_| ())?;

            let homes = lowered.homes();
            let (_, cfa) = simplify::simplify(lowered);
            Ok(Names::new(&program, &code, homes, &cfa))
        });
        named.unwrap_or_default()
    }

    /// The same program as an automaton for showing violations: it has the executions of the
    /// automaton for proofs, and says of memory that becomes unknown which bytes the program
    /// changes. With that, more executions of the automaton are known to be executions of the
    /// program.
    ///
    /// # Errors
    /// None that reading the program did not have, except limits on the size of the automaton.
    pub fn for_violations(&self) -> Result<Program, LoadError> {
        load_for(
            self.input.units.clone(),
            &self.input.options,
            lower::Purpose::Violations,
        )
    }
}

/// The C parser and the lowering recurse over the syntax tree, whose depth [`normalise`] limits.
/// Measured need per nesting level: below 16 KiB.
const STACK_BYTES: usize = 256 << 20;

/// Reads C files as one program (linkage by name). `.i` files are taken as they are, the others go
/// through `cc -E`. The compiler confirms what the analysis finds out ([`judge`]).
///
/// # Errors
/// The first thing that is wrong with the input, with its position.
pub fn load(files: &[PathBuf], options: &Options) -> Result<Program, LoadError> {
    load_read(&read(files, options)?, options)
}

/// As [`load`], without the judge: what the analysis finds out by itself is what tests compare with
/// the compiler.
///
/// # Errors
/// As [`load`].
#[doc(hidden)]
pub fn load_unjudged(files: &[PathBuf], options: &Options) -> Result<Program, LoadError> {
    load_units(named(&read(files, options)?), options)
}

/// Whether the compiler confirms what the analysis found out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judging {
    /// It does.
    Asked,
    /// It did before, or the program is not one to prove anything about.
    Left,
}

/// A file of a program, and its preprocessed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The file.
    pub file: PathBuf,
    /// Its text.
    pub preprocessed: compiler::Preprocessed,
    /// The text before it was preprocessed, for messages.
    written: Option<Arc<str>>,
}

/// A text to analyse.
#[derive(Clone)]
struct Text {
    /// What stands for its file where line markers do not say otherwise.
    name: String,
    /// The text after preprocessing.
    preprocessed: String,
    /// See [`Unit::written`].
    written: Option<Arc<str>>,
}

/// Preprocesses files.
///
/// # Errors
/// The first one that cannot be read, or that the compiler rejects.
pub fn read(files: &[PathBuf], options: &Options) -> Result<Vec<Unit>, LoadError> {
    if files.is_empty() {
        return Err(LoadError::plain(ErrorKind::Empty, "no input file"));
    }
    let unit = |file: &PathBuf| {
        let (preprocessed, written) = sources::read(file, options)?;
        Ok(Unit {
            file: file.clone(),
            preprocessed,
            written,
        })
    };
    files.iter().map(unit).collect()
}

/// Reads preprocessed files as one program.
///
/// # Errors
/// As [`load`].
pub fn load_read(units: &[Unit], options: &Options) -> Result<Program, LoadError> {
    let (units, options) = (named(units), options.clone());
    let purpose = lower::Purpose::Proofs;
    on_large_stack(move || {
        translate(units, &options, purpose, Judging::Asked, |_| ()).map(|runnable| runnable.program)
    })
}

fn named(units: &[Unit]) -> Vec<Text> {
    let text = |unit: &Unit| Text {
        name: proofmark_guard::text::path(&unit.file),
        preprocessed: unit.preprocessed.text.clone(),
        written: unit.written.clone(),
    };
    units.iter().map(text).collect()
}

/// Reads one preprocessed text as a program. `name` stands for its file where line markers do not
/// say otherwise.
///
/// # Errors
/// As [`load`].
pub fn load_text(name: &str, preprocessed: &str, options: &Options) -> Result<Program, LoadError> {
    let text = Text {
        name: name.to_owned(),
        preprocessed: preprocessed.to_owned(),
        written: None,
    };
    load_units(vec![text], options)
}

/// A program to execute, with what its automaton says beside what proofs need. Nothing is proved
/// about such an automaton.
pub struct Runnable {
    /// The program.
    pub program: Program,
    /// Where the elements of memories lie, if the automaton is one for concrete runs.
    pub cells: BTreeMap<VarId, Cell>,
    /// The functions without a body whose address the program takes: pointers may reach them.
    pub pointed: Vec<String>,
    /// Where monitored runs may leave the profile's assumptions.
    pub assumption_checks: Vec<AssumptionCheck>,
}

/// Reads C files as [`load`] does, as an automaton for concrete runs: where that for proofs leaves
/// values open that a run without outside writers determines (volatile objects, bytes of other
/// objects, members of unions), this one has them. `rewrite` may change the typed program first.
///
/// # Errors
/// As [`load`].
pub fn load_for_runs(
    files: &[PathBuf],
    options: &Options,
    rewrite: fn(&mut ir::Program),
) -> Result<Runnable, LoadError> {
    let (units, options) = (named(&read(files, options)?), options.clone());
    on_large_stack(move || {
        translate(
            units,
            &options,
            lower::Purpose::Runs,
            Judging::Left,
            rewrite,
        )
    })
}

/// Reads C files as [`load`] does, as an automaton with an end wherever an execution leaves an
/// assumption of the profile that a condition on values shows.
///
/// # Errors
/// As [`load`].
pub fn load_for_monitoring(files: &[PathBuf], options: &Options) -> Result<Runnable, LoadError> {
    let (units, options) = (named(&read(files, options)?), options.clone());
    on_large_stack(move || {
        translate(
            units,
            &options,
            lower::Purpose::Monitoring,
            Judging::Left,
            |_| (),
        )
    })
}

fn load_units(units: Vec<Text>, options: &Options) -> Result<Program, LoadError> {
    load_for(units, options, lower::Purpose::Proofs)
}

fn load_for(
    units: Vec<Text>,
    options: &Options,
    purpose: lower::Purpose,
) -> Result<Program, LoadError> {
    let options = options.clone();
    on_large_stack(move || {
        translate(units, &options, purpose, Judging::Left, |_| ()).map(|runnable| runnable.program)
    })
}

fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, LoadError> + Send + 'static,
) -> Result<T, LoadError> {
    let worker = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work);
    let failed = |what: &str| LoadError::plain(ErrorKind::Internal, what);
    match worker {
        Ok(handle) => handle.join().unwrap_or_else(|_| {
            Err(failed(
                "the front end stopped unexpectedly; please report the input",
            ))
        }),
        Err(e) => Err(LoadError::plain(
            ErrorKind::Exhausted,
            &format!(
                "no memory for a stack of {STACK_BYTES} bytes ({e}); --memory-limit allows more"
            ),
        )),
    }
}

/// A program in flat C.
struct Flattened {
    program: ir::Program,
    code: flatten::Code,
    sources: Sources,
    warnings: Vec<Diagnostic>,
    /// What the compiler can confirm.
    facts: Vec<judge::Fact>,
}

/// The typed program, before observers.
fn analyse(
    units: Vec<Text>,
    sources: &mut Sources,
    options: &Options,
) -> Result<sema::Analyser, LoadError> {
    let mut analyser = sema::Analyser::new(options.profile);
    for text in units {
        analyse_unit(&mut analyser, text, sources, options)?;
    }
    Ok(analyser)
}

fn analyse_unit(
    analyser: &mut sema::Analyser,
    text: Text,
    sources: &mut Sources,
    options: &Options,
) -> Result<(), LoadError> {
    let unit = sources.add(&text.name, text.preprocessed)?;
    if let Some(written) = text.written {
        sources.show_lines(&text.name, written);
    }
    let rewritten = normalise::normalise(sources, unit, &options.entry)?;
    sources.set_rewritten(unit, &rewritten);
    analyser.assembly(rewritten.assembly);
    let occurrences = normalise::occurrences(&rewritten.text);
    let parsed = normalise::parse(sources, unit, rewritten.text)?;
    analyser.unit(sources, unit, &parsed, &occurrences)
}

/// Links the models that the program needs.
fn link_models(
    analyser: &mut sema::Analyser,
    sources: &mut Sources,
    options: &Options,
) -> Result<(), LoadError> {
    // A program without its entry is refused later, with what it needs.
    let Ok(entry) = entry::find_entry(&analyser.program, &options.entry) else {
        return Ok(());
    };
    for (name, text) in models::wanted(&analyser.program, entry)? {
        let text = Text {
            name: format!("models/{name}.c"),
            preprocessed: text.to_owned(),
            written: None,
        };
        let defined = analyser.defined();
        analyse_unit(analyser, text, sources, options)?;
        analyser.model(name, &defined);
    }
    Ok(())
}

/// The stages up to flat C, with the code of observers beside the program's.
fn flattened(
    units: Vec<Text>,
    options: &Options,
    purpose: lower::Purpose,
    rewrite: fn(&mut ir::Program),
) -> Result<Flattened, LoadError> {
    let mut sources = Sources::default();
    let mut analyser = analyse(units, &mut sources, options)?;
    let facts = analyser.facts();
    if options.models == Models::Linked && purpose != lower::Purpose::Runs {
        link_models(&mut analyser, &mut sources, options)?;
    }
    let observers = analyser.observe(&mut sources, &options.specification)?;
    if purpose == lower::Purpose::Runs {
        analyser.resolve_builtins();
    }
    rewrite(&mut analyser.program);
    let mut code = flatten::Code::default();
    flatten::flatten(&analyser.program, &sources, &mut code)?;
    weave::assign_cleared(&analyser.program, &sources, &mut code)?;
    let (wanted, written) = weave::wanted(&analyser.program, &code, &sources);
    analyser.program.observed.written = written;
    analyser.events(&sources, &observers, wanted)?;
    flatten::flatten(&analyser.program, &sources, &mut code)?;
    let (program, warnings) = analyser.finish(&sources)?;
    Ok(Flattened {
        program,
        code,
        sources,
        warnings,
        facts,
    })
}

/// Reads C files as [`load`] does, as far as flat C, and lets `show` look at it: tests compare what
/// it does with what the files do.
///
/// # Errors
/// As [`load`].
pub fn load_flat<T: Send + 'static>(
    files: &[PathBuf],
    options: &Options,
    show: fn(&ir::Program, &flatten::Code) -> T,
) -> Result<T, LoadError> {
    let (units, options) = (named(&read(files, options)?), options.clone());
    on_large_stack(move || {
        let flat = flattened(units, &options, lower::Purpose::Proofs, |_| ())?;
        Ok(show(&flat.program, &flat.code))
    })
}

/// Reads C files as [`load`] does, as far as the plan of memory maps, as text.
///
/// # Errors
/// As [`load`].
pub fn load_plan(files: &[PathBuf], options: &Options) -> Result<String, LoadError> {
    let (units, options) = (named(&read(files, options)?), options.clone());
    on_large_stack(move || {
        let mut flat = flattened(units, &options, lower::Purpose::Proofs, |_| ())?;
        let entry = entry::find_entry(&flat.program, &options.entry)?;
        let plan = planned(&flat.program, &mut flat.code, &flat.sources, entry)?;
        Ok(plan.print(&flat.program, &flat.code))
    })
}

/// What is known by name of memories. Numbers change when an automaton is simplified, names do not.
fn renumbered(cells: &BTreeMap<String, Cell>, cfa: &Cfa) -> BTreeMap<VarId, Cell> {
    (0u32..)
        .zip(&cfa.vars)
        .filter_map(|(n, var)| Some((VarId(n), *cells.get(&var.name)?)))
        .collect()
}

/// A program whose automaton is not simplified.
struct Lowering {
    program: ir::Program,
    code: flatten::Code,
    plan: partition::Plan,
    sources: Sources,
    warnings: Vec<Diagnostic>,
    lowered: lower::Lowered,
}

fn lowering(
    units: Vec<Text>,
    options: &Options,
    (purpose, describing): (lower::Purpose, lower::Describing),
    judging: Judging,
    rewrite: fn(&mut ir::Program),
) -> Result<Lowering, LoadError> {
    let Flattened {
        mut program,
        mut code,
        sources,
        warnings,
        facts,
    } = flattened(units, options, purpose, rewrite)?;
    let entry = entry::find_entry(&program, &options.entry)?;
    program.at_exit = options
        .at_exit
        .as_deref()
        .map(|name| entry::find_entry(&program, name))
        .transpose()?;
    if judging == Judging::Asked {
        judge::confirm(&program, entry, &facts, &sources, options)?;
    }
    drop(facts);
    let plan = planned(&program, &mut code, &sources, entry)?;
    let flat = lower::Input {
        program: &program,
        code: &code,
        plan: &plan,
        sources: &sources,
        describing,
    };
    let lowered = lower::lower(flat, entry, purpose, options.inline_limit)?;
    Ok(Lowering {
        program,
        code,
        plan,
        sources,
        warnings,
        lowered,
    })
}

fn translate(
    units: Vec<Text>,
    options: &Options,
    purpose: lower::Purpose,
    judging: Judging,
    rewrite: fn(&mut ir::Program),
) -> Result<Runnable, LoadError> {
    let input = Arc::new(Input {
        units: units.clone(),
        options: options.clone(),
    });
    let Lowering {
        program,
        plan,
        sources,
        warnings,
        lowered,
        ..
    } = lowering(
        units,
        options,
        (purpose, lower::Describing::Left),
        judging,
        rewrite,
    )?;
    let reached = relevance::reached(&lowered.cfa);
    let relevance = Relevance::of(&program, &lowered, &reached);
    let outline = outline::of(&program, &lowered, &reached);
    let unmatched = relevance.warnings(&sources);
    let cells = named_cells(&lowered);
    let pointed = pointed(&program, &plan);
    let assumption_checks = lowered.assumption_checks.clone();
    let approximations = lowered.approximations.clone();
    let extents = Extents::after_simplification(&lowered);
    let (arena, cfa) = well_formed(simplify::simplify(lowered))?;
    let extents = extents.and_then(|after| after(&cfa));
    let cells = renumbered(&cells, &cfa);
    let program = Program {
        arena,
        cfa,
        warnings,
        sources,
        specification: spec::normal_form(&options.specification),
        relevance,
        outline,
        unmatched,
        rejections: rejections(&program),
        approximations,
        extents,
        input,
        purpose,
    };
    Ok(Runnable {
        program,
        cells,
        pointed,
        assumption_checks,
    })
}

fn well_formed((arena, cfa): (Arena, Cfa)) -> Result<(Arena, Cfa), LoadError> {
    match cfa.validate(&arena) {
        Ok(()) => Ok((arena, cfa)),
        Err(violation) => {
            let message = format!(
                "the front end built an ill-formed automaton ({violation:?}); please report the input"
            );
            Err(LoadError::plain(ErrorKind::Internal, &message))
        }
    }
}

/// The stages from flat C to the plan of memory maps: observers come in between.
fn planned(
    program: &ir::Program,
    code: &mut flatten::Code,
    sources: &Sources,
    entry: u32,
) -> Result<partition::Plan, LoadError> {
    let reached = partition::Reached::new(program, code, entry);
    let conversions = partition::Conversions::new(program, code, &reached);
    weave::weave(program, code, (&reached, &conversions), sources)?;
    Ok(partition::Plan::new(program, code, reached, conversions))
}

fn pointed(program: &ir::Program, plan: &partition::Plan) -> Vec<String> {
    let functions = plan
        .reached
        .taken
        .iter()
        .filter_map(|f| program.function(*f));
    functions
        .filter(|f| f.body.is_none())
        .map(|f| f.name.clone())
        .collect()
}

fn named_cells(lowered: &lower::Lowered) -> BTreeMap<String, Cell> {
    let name = |var: &VarId| {
        lowered
            .cfa
            .vars
            .get(var.0 as usize)
            .map(|decl| decl.name.clone())
    };
    lowered
        .cells
        .iter()
        .filter_map(|(var, cell)| Some((name(var)?, *cell)))
        .collect()
}

/// The conditions behind which observers reject.
fn rejections(program: &ir::Program) -> BTreeMap<Pos, String> {
    let mut out = BTreeMap::new();
    for (function, title) in &program.observed.functions {
        let body = program.function(*function).and_then(|f| f.body.as_ref());
        let condition = body.and_then(|b| {
            b.stmts
                .iter()
                .find(|s| matches!(s.kind, ir::StmtKind::Branch(..)))
        });
        let rejects = body.is_some_and(|b| {
            b.stmts
                .iter()
                .any(|s| matches!(s.kind, ir::StmtKind::Reject))
        });
        if let (Some(stmt), true) = (condition, rejects) {
            out.insert(stmt.pos, title.clone());
        }
    }
    out
}

/// Checks a specification without a program: its syntax, and its patterns. Names and types belong
/// to programs.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn check_specification(specification: &Specification) -> Result<(), LoadError> {
    let specification = specification.clone();
    on_large_stack(move || {
        let mut sources = Sources::default();
        sema::Analyser::new(Profile::Lp64).check_syntax(&mut sources, &specification)
    })
}
