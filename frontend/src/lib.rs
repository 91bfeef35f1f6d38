//! From C to the control-flow automaton that proofs speak about.
//!
//! Trusted, deterministic, and without a solver. The stages, which `stages` puts in this order:
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
mod constructors;
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
mod linked;
pub mod models;
pub mod normalise;
pub mod outline;
pub mod partition;
pub mod print;
pub mod relevance;
pub mod renaming;
pub mod sema;
pub mod similar;
pub mod simplify;
pub mod sources;
pub mod spec;
mod stages;
pub mod translate;
pub mod types;
pub mod weave;

pub use approximation::{Approximation, Approximations, Cell, Extents, Ghosts};
pub use diagnostic::{Diagnostic, ErrorKind, LoadError};
pub use models::Models;
pub use relevance::{Relevance, Watched};
pub use sources::Sources;
pub use spec::Specification;
pub use stages::Lowering;

use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, Pos};
use proofmark_logic::types::Profile;
use stages::{flattened, lowering, planned};
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
    /// What else calls of it may look like; nothing for objects.
    pub signature: Option<Signature>,
}

/// How a function is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Its other names (gcc manual, `alias`; names for the linker).
    pub names: Vec<String>,
    /// The type of its result in C's words; `None` if it is no number or pointer.
    pub result: Option<&'static str>,
    /// The same of its parameters; `None` without a prototype.
    pub parameters: Option<Vec<Option<&'static str>>>,
}

/// What somebody does to flat C before it becomes an automaton. What it adds has columns from
/// [`approximation::MADE_UP`] on.
pub type Instrument = Arc<dyn Fn(&mut ir::Program, &mut flatten::Code) + Send + Sync>;

/// What a program is read from.
struct Input {
    units: Vec<Text>,
    options: Options,
    instrument: Option<Instrument>,
    memory: partition::Memory,
}

/// What a program was read from, to read it again.
#[derive(Clone)]
pub struct Reading(Arc<Input>);

impl Reading {
    /// The same program with another automaton, and memory that is split in this way: executions
    /// are what they are either way.
    ///
    /// # Errors
    /// As [`Program::again`].
    pub fn again<T: Send + 'static>(
        &self,
        memory: partition::Memory,
        make: Make<T>,
    ) -> Result<(Program, T), LoadError> {
        let input = Input {
            units: self.0.units.clone(),
            options: self.0.options.clone(),
            instrument: self.0.instrument.clone(),
            memory,
        };
        on_large_stack(move || stages::translate(input, Judging::Left, |_| (), make))
    }
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
            memory: self.input.memory,
        };
        on_large_stack(move || stages::translate(input, Judging::Left, |_| (), proving))
            .map(|(p, ())| p)
    }

    /// The same program with another automaton.
    ///
    /// # Errors
    /// None that reading the program did not have, except limits on the size of the automaton.
    pub fn again<T: Send + 'static>(&self, make: Make<T>) -> Result<(Program, T), LoadError> {
        self.reading().again(self.input.memory, make)
    }

    /// What it was read from.
    pub fn reading(&self) -> Reading {
        Reading(Arc::clone(&self.input))
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
    on_large_stack(move || stages::translate(input, Judging::Left, rewrite, make))
}

fn load_units(units: Vec<Text>, options: &Options, judging: Judging) -> Result<Program, LoadError> {
    let input = Input::plain(units, options);
    let read = on_large_stack(move || stages::translate(input, judging, |_| (), proving));
    read.map(|(program, ())| program)
}

impl Input {
    fn plain(units: Vec<Text>, options: &Options) -> Input {
        Input {
            units,
            options: options.clone(),
            instrument: None,
            memory: partition::Memory::Chosen,
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

/// Reads C files as [`load`] does, as far as flat C, and lets `look` see it with the names of its
/// files: for questions that are about no execution.
///
/// # Errors
/// As [`load`], but for what only executions meet.
pub fn listed<T: Send + 'static>(
    files: &[PathBuf],
    options: &Options,
    look: impl FnOnce(&ir::Program, &flatten::Code, &[String]) -> T + Send + 'static,
) -> Result<T, LoadError> {
    let (units, options) = (named(&read(files, options)?), options.clone());
    on_large_stack(move || {
        let (mut flat, _) = stages::judged(units, &options, Judging::Asked, |_| ())?;
        let parts = (&mut flat.program, &mut flat.code, &flat.sources);
        library::apply(parts, &options.library)?;
        Ok(look(&flat.program, &flat.code, &flat.sources.files))
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
