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
//! | [`library`] | boolean libraries: procedures for functions, and what makes them true |
//! | [`weave`] | events of observers become statements beside those that they match |
//! | [`partition`] | decides which variables live in memory, and which accesses share a memory map |
//! | [`translate`] | flat C → a routine for each function: one case for each form of statement |
//! | [`inline`] | copies routines at calls up to a limit: routines → automaton |
//! | [`simplify`] | merges chains, removes what is dead or unreachable, numbers variables anew |
//!
//! What is not modelled is an error with a position, or an over-approximation that the ledger
//! records.

mod accounting;
pub mod approximation;
mod assumptions;
pub mod compiler;
mod decided;
pub mod diagnostic;
pub mod entry;
pub mod files;
mod fingerprint;
pub mod flatten;
pub mod inline;
pub mod ir;
pub mod judge;
pub mod library;
pub mod models;
pub mod normalise;
pub mod outline;
pub mod partition;
pub mod print;
pub mod relevance;
pub mod renaming;
pub mod sema;
mod similar;
pub mod simplify;
pub mod sources;
pub mod spec;
pub mod translate;
pub mod types;
pub mod weave;

pub use approximation::{Approximation, Approximations, Cell, Extents, Ghosts};
pub use diagnostic::{Diagnostic, ErrorKind, LoadError};
pub use models::Models;
pub use relevance::{Relevance, Watched};
pub use sources::Sources;
pub use spec::Specification;

use inline::Inlined;
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, Pos};
use proofmark_logic::types::Profile;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use types::Floats;

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
    /// What globals hold where runs start in another function than `main`.
    pub globals: Globals,
    /// What boolean libraries have to do with it.
    pub library: library::Role,
}

/// What globals hold where runs start in another function than `main`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Globals {
    /// Anything: other functions may have run before.
    Unknown,
    /// Their initial values: the run is the program's.
    Initial,
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
            globals: Globals::Unknown,
            library: library::Role::None,
        }
    }
}

/// The kinds of assumptions that a ledger may hold; docs/semantics.md says what each means.
pub const LEDGER_KINDS: [&str; 16] = [
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
    "library",
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
    /// The objects that other programs may know by their names.
    pub objects: Vec<Object>,
    /// The names of the functions that the program defines, whether a run gets to them or not.
    pub definitions: Vec<String>,
    /// The functions that other programs may know by their names: all that it defines, and those
    /// without a body that a run may call or that have their address taken.
    pub functions: Vec<Object>,
    /// What havocs of memories change, if its automaton says so: those for proofs do not.
    pub extents: Option<Extents>,
    /// What the program was read from.
    input: Arc<Input>,
}

/// An object or a function with external linkage (C11 6.2.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Whether the program defines it.
    pub defined: bool,
}

fn objects(program: &ir::Program, plan: &partition::Plan) -> Vec<Object> {
    let globals = (0u32..).zip(&program.globals);
    let named = globals.filter(|(id, global)| {
        let own = program.observed.globals.contains_key(id);
        let used = plan.reached.globals.contains(id);
        global.linkage == ir::Linkage::External && used && !own
    });
    let objects = named.flat_map(|(_, global)| {
        let names = [&global.name].into_iter().chain(&global.aliases);
        names.map(|name| Object {
            name: name.clone(),
            defined: global.defined,
        })
    });
    objects.collect()
}

fn definitions(program: &ir::Program) -> Vec<String> {
    let names = (0u32..).zip(&program.functions);
    let defined = names.filter(|(id, _)| program.called(*id).is_some_and(ir::Function::is_defined));
    defined.map(|(_, function)| function.name.clone()).collect()
}

fn functions(program: &ir::Program, plan: &partition::Plan) -> Vec<Object> {
    let names = (0u32..).zip(&program.functions);
    let known = names.filter_map(|(id, function)| {
        let defined = program.called(id).is_some_and(ir::Function::is_defined);
        let reached = &plan.reached;
        let used = reached.functions.contains(&id) || reached.taken.contains(&id);
        let own = function.linkage == ir::Linkage::Internal || program.is_unobserved(id);
        (!own && (defined || used)).then(|| Object {
            name: function.name.clone(),
            defined,
        })
    });
    known.collect()
}

/// What somebody does to flat C before it becomes an automaton. What it adds has columns from
/// [`approximation::MADE_UP`] on.
pub type Instrument = Arc<dyn Fn(&mut ir::Program, &mut flatten::Code) + Send + Sync>;

/// What a program is read from.
struct Input {
    units: Vec<Text>,
    options: Options,
    instrument: Option<Instrument>,
}

impl Program {
    /// What it was read with.
    pub fn options(&self) -> &Options {
        &self.input.options
    }

    /// Analyses the program once more, for those who want to know more of it than proofs need.
    /// `change` may change its texts first.
    ///
    /// # Errors
    /// What `change` refuses, and what it does not have in common with the program.
    pub fn lowered<C, T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut [Text]) -> Result<C, LoadError> + Send + 'static,
        look: impl FnOnce(Lowering, C) -> T + Send + 'static,
    ) -> Result<T, LoadError> {
        let input = self.input.clone();
        on_large_stack(move || {
            let mut units = input.units.clone();
            let changed = change(&mut units)?;
            let described = translate::Describing::Kept;
            let lowering = lowering(units, &input, described, Judging::Left, |_| ())?;
            Ok(look(lowering, changed))
        })
    }

    /// The same program under another specification, and changed: for questions that no
    /// specification asks. Checkers build no such program from its source.
    ///
    /// # Errors
    /// What the specification has to do with it, and limits on the size of the automaton.
    pub fn instrumented(
        &self,
        specification: Specification,
        instrument: Instrument,
    ) -> Result<Program, LoadError> {
        let input = Input {
            units: self.input.units.clone(),
            options: Options {
                specification,
                ..self.input.options.clone()
            },
            instrument: Some(instrument),
        };
        on_large_stack(move || translate(input, Judging::Left, |_| (), proving)).map(|(p, ())| p)
    }

    /// The same program with another automaton.
    ///
    /// # Errors
    /// None that reading the program did not have, except limits on the size of the automaton.
    pub fn again<T: Send + 'static>(&self, make: Make<T>) -> Result<(Program, T), LoadError> {
        let input = Input {
            units: self.input.units.clone(),
            options: self.input.options.clone(),
            instrument: self.input.instrument.clone(),
        };
        on_large_stack(move || translate(input, Judging::Left, |_| (), make))
    }
}

/// The C parser and the stages behind it recurse over the syntax tree, whose depth [`normalise`]
/// limits. Measured need per nesting level: below 16 KiB.
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
    load_units(named(&read(files, options)?), options, Judging::Left)
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
pub struct Text {
    /// What stands for its file where line markers do not say otherwise.
    pub name: String,
    /// The text after preprocessing.
    pub preprocessed: String,
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
    load_units(named(units), options, Judging::Asked)
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
    load_units(vec![text], options, Judging::Left)
}

/// How an automaton is made of a draft, with what else its user wants to know of the program.
pub type Make<T> = fn(&ir::Program, &partition::Plan, inline::Draft) -> (inline::Automaton, T);

/// Reads C files as [`load`] does, with an automaton for another use than proofs. `rewrite` may
/// change the typed program first. Nothing is proved about such a program.
///
/// # Errors
/// As [`load`].
pub fn load_for<T: Send + 'static>(
    files: &[PathBuf],
    options: &Options,
    rewrite: fn(&mut ir::Program),
    make: Make<T>,
) -> Result<(Program, T), LoadError> {
    let input = Input::plain(named(&read(files, options)?), options);
    on_large_stack(move || translate(input, Judging::Left, rewrite, make))
}

fn load_units(units: Vec<Text>, options: &Options, judging: Judging) -> Result<Program, LoadError> {
    let input = Input::plain(units, options);
    let read = on_large_stack(move || translate(input, judging, |_| (), proving));
    read.map(|(program, ())| program)
}

impl Input {
    fn plain(units: Vec<Text>, options: &Options) -> Input {
        Input {
            units,
            options: options.clone(),
            instrument: None,
        }
    }
}

/// Makes the automaton for proofs.
fn proving(_: &ir::Program, _: &partition::Plan, draft: inline::Draft) -> (inline::Automaton, ()) {
    (draft.for_proofs(), ())
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
    if !compiler::arguments::declare_library(&options.cpp_args) {
        analyser.undeclared(sema::Undeclared::Refused);
    }
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
    for (name, text) in models::wanted(&analyser.program, entry) {
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
    rewrite: fn(&mut ir::Program),
) -> Result<Flattened, LoadError> {
    let mut sources = Sources::default();
    let units = library::extend(units, &options.library)?;
    let mut analyser = analyse(units, &mut sources, options)?;
    let facts = analyser.facts();
    models::kept_apart(&analyser.program, &sources)?;
    if options.models == Models::Linked {
        link_models(&mut analyser, &mut sources, options)?;
    }
    let observers = analyser.observe(&mut sources, &options.specification)?;
    rewrite(&mut analyser.program);
    let mut code = flatten::Code::default();
    flatten::flatten(&analyser.program, &sources, &mut code)?;
    weave::assign_cleared(&analyser.program, &sources, &mut code)?;
    let (wanted, written) = weave::wanted(&analyser.program, &code, &sources);
    analyser.program.observed.written = written;
    analyser.events(&sources, &observers, wanted)?;
    flatten::flatten(&analyser.program, &sources, &mut code)?;
    let (mut program, warnings) = analyser.finish(&sources)?;
    program.fresh = options.globals == Globals::Initial;
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
    load_flat_read(&read(files, options)?, options, show)
}

/// As [`load_flat`], from what [`read`] returned.
///
/// # Errors
/// As [`load`].
pub fn load_flat_read<T: Send + 'static>(
    units: &[Unit],
    options: &Options,
    show: impl FnOnce(&ir::Program, &flatten::Code) -> T + Send + 'static,
) -> Result<T, LoadError> {
    let (units, options) = (named(units), options.clone());
    on_large_stack(move || {
        let flat = flattened(units, &options, |_| ())?;
        Ok(show(&flat.program, &flat.code))
    })
}

/// Reads C files as [`load`] does, as far as routines, and lets `show` look at them, with the entry
/// function.
///
/// # Errors
/// As [`load`].
pub fn load_routines<T: Send + 'static>(
    files: &[PathBuf],
    options: &Options,
    show: fn(&mut translate::Translator<'_>, u32) -> Result<T, LoadError>,
) -> Result<T, LoadError> {
    let (units, options) = (named(&read(files, options)?), options.clone());
    on_large_stack(move || {
        let mut flat = flattened(units, &options, |_| ())?;
        let entry = entry::find_entry(&flat.program, &options.entry)?;
        let plan = planned(
            &mut flat.program,
            &mut flat.code,
            &flat.sources,
            (entry, &options),
        )?;
        let mut translator = translate::Translator::new(translate::Input {
            program: &flat.program,
            code: &flat.code,
            plan: &plan,
            sources: &flat.sources,
            describing: translate::Describing::Left,
        });
        show(&mut translator, entry)
    })
}

/// A program whose automaton is not made yet.
pub struct Lowering {
    /// The typed program.
    pub program: ir::Program,
    /// Flat C.
    pub code: flatten::Code,
    plan: partition::Plan,
    sources: Sources,
    warnings: Vec<Diagnostic>,
    /// What it becomes.
    pub inlined: Inlined,
}

fn lowering(
    units: Vec<Text>,
    Input {
        options,
        instrument,
        ..
    }: &Input,
    describing: translate::Describing,
    judging: Judging,
    rewrite: fn(&mut ir::Program),
) -> Result<Lowering, LoadError> {
    let Flattened {
        mut program,
        mut code,
        sources,
        warnings,
        facts,
    } = flattened(units, options, rewrite)?;
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
    let believed = library::apply((&mut program, &mut code, &sources), &options.library)?;
    if let Some(instrument) = instrument {
        instrument(&mut program, &mut code);
    }
    let plan = planned(&mut program, &mut code, &sources, (entry, options))?;
    // Flat C has initialisers, too.
    program.globals.iter_mut().for_each(|g| g.init = None);
    let input = translate::Input {
        program: &program,
        code: &code,
        plan: &plan,
        sources: &sources,
        describing,
    };
    let mut translator = translate::Translator::new(input);
    let mut inlined = inline::inline(&mut translator, entry, options.inline_limit)?;
    inlined.draft.cfa.ledger.extend(believed);
    inlined.draft.cfa.ledger = assumptions::ledger(&program, &plan, &inlined);
    Ok(Lowering {
        program,
        code,
        plan,
        sources,
        warnings,
        inlined,
    })
}

fn translate<T>(
    input: Input,
    judging: Judging,
    rewrite: fn(&mut ir::Program),
    make: Make<T>,
) -> Result<(Program, T), LoadError> {
    let Lowering {
        program,
        plan,
        sources,
        warnings,
        inlined: Inlined { draft, heard, .. },
        ..
    } = lowering(
        input.units.clone(),
        &input,
        translate::Describing::Left,
        judging,
        rewrite,
    )?;
    let (automaton, more) = make(&program, &plan, draft);
    let reached = simplify::reached(&automaton.cfa);
    let relevance = Relevance::of(&program, (&automaton.cfa, &heard), &reached);
    let outline = outline::of(&program, &heard, &reached);
    let unmatched = relevance.warnings(&sources);
    let approximations = automaton.approximations.clone();
    let (arena, cfa) = well_formed(simplify::simplify(automaton))?;
    let program = Program {
        arena,
        cfa,
        warnings,
        sources,
        specification: spec::normal_form(&input.options.specification),
        relevance,
        outline,
        unmatched,
        rejections: rejections(&program),
        approximations,
        objects: objects(&program, &plan),
        definitions: definitions(&program),
        functions: functions(&program, &plan),
        extents: None,
        input: Arc::new(input),
    };
    Ok((program, more))
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
    program: &mut ir::Program,
    code: &mut flatten::Code,
    sources: &Sources,
    (entry, options): (u32, &Options),
) -> Result<partition::Plan, LoadError> {
    let reached = partition::Reached::new(program, code, entry);
    program.types.floats = floats(program, &reached, options);
    let program = &*program;
    let conversions = partition::Conversions::new(program, code, &reached);
    weave::weave(program, code, (&reached, &conversions), sources)?;
    Ok(partition::Plan::new(program, code, reached, conversions))
}

/// What is known of floating values: nothing on i386, where gcc computes them with more digits than
/// they have, nor if the program may change how results are rounded (C11 7.6.3.2), or if arguments
/// of the compiler choose other instructions than those that every x86-64 has.
fn floats(program: &ir::Program, reached: &partition::Reached, options: &Options) -> Floats {
    let met = reached.functions.iter().chain(&reached.taken);
    let names = met.flat_map(|f| [program.function(*f), program.called(*f)]);
    let changed = names
        .flatten()
        .any(|function| accounting::changes_arithmetic(&function.name));
    let kept = !changed && compiler::arguments::keep_arithmetic(&options.cpp_args);
    match (program.types.profile, kept) {
        (Profile::Lp64, true) => Floats::Exact,
        (Profile::Lp64, false) | (Profile::Ilp32, _) => Floats::Opaque,
    }
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
