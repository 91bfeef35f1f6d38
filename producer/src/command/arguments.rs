//! The command line of `proofmark`.

use clap::{Args, Parser, Subcommand, ValueEnum};
use proofmark_frontend::INLINE_LIMIT;
use proofmark_logic::types::Profile;
use std::ffi::OsString;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

/// Verifies C programs, and writes certificates that anyone can check without trusting this tool.
#[derive(Parser, Debug)]
#[command(name = "proofmark", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Verify a program; write a certificate, or print an execution that reaches the error
    Certify(Certify),
    /// Certify a changed program, starting from the certificate of an earlier version
    Recertify(Recertify),
    /// Tell what a certificate is about, without its program. Checks nothing
    Info(Info),
    /// Show a certificate beside its program: invariants by source line, assumptions, sizes
    Explain(Explain),
    /// Write the verification condition or the automaton for other tools
    Export(Export),
    /// Check and explain specifications
    Spec {
        #[command(subcommand)]
        command: Spec,
    },
    /// Remove what checking against the source does not need: who made the certificate, and the
    /// automaton
    Strip(Strip),
    /// Execute a program with the interpreter (unknown inputs are 0 unless given), and say where it
    /// leaves an assumption of the semantics profile
    Run(Run),
    /// Answer a script about the program's locations: its functions, calls, variables and control
    /// flow
    Query(Query),
    /// Merge boolean libraries of the same functions
    Merge(Merge),
    /// Make a boolean library of functions, of the predicates that programs need which call them.
    /// The programs are verified with the C of the functions, and then with the library
    Train(Train),
    /// Certify what a project file lists: each program for each rule. What has not changed is only
    /// checked again
    Verify(Verify),
    /// Verify an assembly of components: each keeps what the others rely on, all together keep the
    /// properties. Writes the evidence for `proofmark-check --bundle`
    Compose(Compose),
    /// Say whether the components of the new assembly may take the place of those of the old one:
    /// no behaviour is lost, and the properties are kept
    Upgrade(Upgrade),
    /// No command of users: see [`VERIFY_PAIR`]
    #[command(skip)]
    VerifyPair(VerifyPair),
}

impl Arguments {
    /// Reads a command line: that of a user, or of a process that `verify` starts.
    pub(crate) fn read(words: impl Iterator<Item = OsString>) -> Result<Command, clap::Error> {
        let words: Vec<OsString> = words.collect();
        if words.get(1).is_some_and(|word| word == VERIFY_PAIR) {
            let pair = VerifyPair::try_parse_from(words.into_iter().skip(1))?;
            return Ok(Command::VerifyPair(pair));
        }
        Arguments::try_parse_from(words).map(|arguments| arguments.command)
    }
}

/// What a process is called that `verify` starts. It is in no help and no manual.
pub(crate) const VERIFY_PAIR: &str = "verify-pair";

#[derive(Subcommand, Debug)]
pub(crate) enum Spec {
    /// Check specifications, alone or against a program
    Check(SpecCheck),
    /// Say in words, or draw, what specifications demand
    Explain(SpecExplain),
}

#[derive(Args, Debug)]
pub(crate) struct SpecCheck {
    /// The specifications
    #[arg(required = true, value_name = "SPEC")]
    pub(crate) specifications: Vec<PathBuf>,
    /// A file of the program that they are about (repeatable)
    #[arg(long = "program", value_name = "FILE")]
    pub(crate) program: Vec<PathBuf>,
    /// Print the statements that each event matches; needs --program
    #[arg(long, requires = "program")]
    pub(crate) show_matches: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Args, Debug)]
pub(crate) struct SpecExplain {
    /// The specifications
    #[arg(required = true, value_name = "SPEC")]
    pub(crate) specifications: Vec<PathBuf>,
    /// Words, or a graph for Graphviz
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: SpecFormat,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SpecFormat {
    /// Words
    Text,
    /// A graph for Graphviz
    Dot,
}

impl SpecFormat {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SpecFormat::Text => "text",
            SpecFormat::Dot => "dot",
        }
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Source {
    /// The function where runs start. Unless it is `main`, its arguments and the globals are
    /// unknown
    #[arg(long, default_value = "main", value_name = "FUNCTION")]
    pub(crate) entry: String,
    /// The ABI that the program will be compiled for
    #[arg(long, value_enum, default_value = "lp64")]
    pub(crate) arch: Arch,
    /// What must hold, in the specification language (repeatable). Without it: no call of
    /// reach_error, no failing assertion, no label ERROR
    #[arg(long = "spec", value_name = "SPEC")]
    pub(crate) specification: Vec<PathBuf>,
    /// Inline calls while the automaton has at most so many edges; then give contracts to the
    /// functions whose copies take most of them
    #[arg(long, default_value_t = INLINE_LIMIT, value_name = "EDGES")]
    pub(crate) inline_limit: usize,
    /// Know nothing of strlen, strcmp, abs and their like (docs/semantics.md lists the functions of
    /// the C library that have models). Certificate and check must agree on this
    #[arg(long)]
    pub(crate) no_library_models: bool,
    /// A boolean library: its functions are what it says, where the program calls them (repeatable)
    #[arg(long = "use-lib", value_name = "LIB")]
    pub(crate) libraries: Vec<PathBuf>,
    /// Give up after this many seconds
    #[arg(long, default_value_t = 900, value_name = "SECONDS")]
    pub(crate) time_limit: u64,
    /// Give up beyond this many MiB of memory
    #[arg(long, default_value_t = 4096, value_name = "MIB")]
    pub(crate) memory_limit: u64,
    /// The C compiler [default: /usr/bin/cc, /usr/local/bin/cc or /usr/bin/gcc; neither CC nor
    /// PATH counts]
    #[arg(long = "cc", value_name = "PATH")]
    pub(crate) compiler: Option<PathBuf>,
    /// Arguments for the compiler, as the build has them; those that are not known to be harmless
    /// are refused
    #[arg(last = true, value_name = "CC-ARGS")]
    pub(crate) cpp_args: Vec<String>,
}

/// The application binary interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Arch {
    /// x86-64: `long` and pointers have 64 bits.
    Lp64,
    /// i386: `long` and pointers have 32 bits.
    Ilp32,
}

impl Arch {
    pub(crate) fn profile(self) -> Profile {
        match self {
            Arch::Lp64 => Profile::Lp64,
            Arch::Ilp32 => Profile::Ilp32,
        }
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct Certify {
    /// The program's files: .c files are preprocessed, .i files are taken as they are
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
    /// Where the certificate goes, `-` for standard output [default: the first file's name with
    /// `.cert` appended]
    #[arg(short, long, value_name = "CERT")]
    pub(crate) output: Option<PathBuf>,
    /// Refuse to certify if the program needs assumptions of this kind (repeatable; `explain` lists
    /// the kinds)
    #[arg(long, value_name = "KIND")]
    pub(crate) deny: Vec<String>,
    /// Overwrite a certificate about another program or specification
    #[arg(long)]
    pub(crate) force: bool,
    /// A TOML file with `deny = ["KIND", …]`
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Use so many threads [default: as many as there are processors]; the certificate does not
    /// depend on it
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Put the program's automaton into the certificate, so that it can be checked without the
    /// source
    #[arg(long)]
    pub(crate) self_contained: bool,
    /// Put the reachability graph into the certificate, so that `recertify` can start from it when
    /// the program has changed. No checker reads it; `strip` removes it. `recertify` does so anyway
    /// if the old certificate has it
    #[arg(long)]
    pub(crate) resumable: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// A condition that the proof may need, in C, with the variables of that line (repeatable).
    /// Nothing rests on it: a wrong one costs time
    #[arg(long = "hint", value_name = "FILE:LINE: CONDITION")]
    pub(crate) hints: Vec<String>,
    /// Show all steps of an execution that reaches the error, not only those that the error depends
    /// on
    #[arg(long)]
    pub(crate) full_trace: bool,
    /// Print nothing but error traces and errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Show no progress line
    #[arg(long)]
    pub(crate) no_progress: bool,
    /// Write no certificate but a boolean library of these functions, of the predicates that the
    /// program needs. The files that define them are the C of the library; --output names it
    #[arg(long, value_name = "F,G", value_delimiter = ',')]
    pub(crate) gen_lib: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Train {
    /// Programs that call the functions, one file each
    #[arg(required = true, value_name = "DRIVER")]
    pub(crate) files: Vec<PathBuf>,
    /// The functions
    #[arg(long, required = true, value_name = "F,G", value_delimiter = ',')]
    pub(crate) functions: Vec<String>,
    /// Their C (repeatable)
    #[arg(long, required = true, value_name = "FILE")]
    pub(crate) api: Vec<PathBuf>,
    /// What must hold of each program, in the specification language (repeatable): one run for each
    /// program and rule. What --spec names holds in all of them
    #[arg(long = "rule", value_name = "SPEC")]
    pub(crate) rules: Vec<PathBuf>,
    /// Start from this library, and keep its predicates
    #[arg(long, value_name = "LIB")]
    pub(crate) from: Option<PathBuf>,
    /// Where the library goes
    #[arg(short, long, value_name = "LIB")]
    pub(crate) output: PathBuf,
    /// Verify so many programs at a time [default: as many as there are processors]; the library
    /// does not depend on it, unless time or memory runs out
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// Boolean libraries of the same functions
    #[arg(required = true, value_name = "LIB")]
    pub(crate) merged: Vec<PathBuf>,
    /// The C of the libraries (repeatable). Without it the merged library has no proof
    #[arg(long, value_name = "FILE")]
    pub(crate) api: Vec<PathBuf>,
    /// Where the merged library goes
    #[arg(short, long, value_name = "LIB")]
    pub(crate) output: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) source: Source,
}

#[derive(Args, Debug)]
pub(crate) struct Recertify {
    /// The certificate of an earlier version, best one made with --resumable. Nothing in it is
    /// believed
    #[arg(value_name = "OLD")]
    pub(crate) certificate: PathBuf,
    #[command(flatten)]
    pub(crate) certify: Certify,
    /// Say which functions the old proof does not speak of, and why
    #[arg(long)]
    pub(crate) explain: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// The certificate
    pub(crate) certificate: PathBuf,
    /// The program's files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Info {
    /// The certificate
    pub(crate) certificate: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The certificate; or a boolean library with its proof; or an assembly (`.toml`) or an
    /// automaton over events (`.aut`), to draw it
    pub(crate) certificate: PathBuf,
    /// The program's files, for a certificate; for a library, its C
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
    /// What to write
    #[arg(long, value_enum)]
    pub(crate) format: Format,
    /// Where to [default: standard output]
    #[arg(short, long, value_name = "OUTPUT")]
    pub(crate) output: Option<PathBuf>,
    /// Print one JSON object; it holds what is written unless --output is given
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// One validity query for each obligation, in SMT-LIB; every answer must be `unsat`
    Smt2,
    /// The automaton with its invariants, for Graphviz; or an assembly, or an automaton over events
    Dot,
    /// The obligations as text
    Text,
    /// An assembly, or an automaton over events, as a picture
    Svg,
}

impl Format {
    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Format::Smt2 => "smt2",
            Format::Dot => "dot",
            Format::Text => "text",
            Format::Svg => "svg",
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Strip {
    /// The certificate
    pub(crate) certificate: PathBuf,
    /// Where to [default: the certificate itself]
    #[arg(short, long, value_name = "OUTPUT")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite a certificate about another program or specification
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The program's files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) source: Source,
    /// Values of the unknown inputs in the order in which the program asks for them; 0 when they
    /// are used up
    #[arg(
        long,
        value_name = "VALUE",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    pub(crate) inputs: Vec<i128>,
    /// Most edges of the automaton to execute
    #[arg(long, default_value_t = 10_000_000, value_name = "STEPS")]
    pub(crate) steps: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Query {
    /// The script; docs/query-language.md says what it can say
    #[arg(value_name = "SCRIPT")]
    pub(crate) script: PathBuf,
    /// The program's files
    #[arg(required_unless_present = "interactive", value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Explore the program: answer what is typed, statement by statement. The script may be left
    /// out; its name ends with `.query` here. The limit on time counts for each answer
    #[arg(short = 'i', long, conflicts_with_all = ["json", "csv"])]
    pub(crate) interactive: bool,
    #[command(flatten)]
    pub(crate) source: Source,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Print comma-separated values instead of text
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Put into this folder, which is new or empty, why answers about executions are right:
    /// executions and certificates, with an index
    #[arg(long, value_name = "DIR")]
    pub(crate) evidence: Option<PathBuf>,
    /// Let no answer rest on assumptions of this kind: what does not happen by them is unknown
    /// (repeatable; `explain` lists the kinds)
    #[arg(long, value_name = "KIND")]
    pub(crate) deny: Vec<String>,
    /// A TOML file with `deny = ["KIND", …]`
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Say which questions about executions were asked, what each cost, and what the answers assume
    #[arg(long)]
    pub(crate) explain: bool,
    /// Give up a search about executions after this many seconds; the limit on time counts for the
    /// whole script
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    pub(crate) question_limit: u64,
    /// Search for executions at once, without trying inputs before: for measurements
    #[arg(long)]
    pub(crate) no_trials: bool,
    /// Use so many threads [default: as many as there are processors]; answers do not depend on it
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Show no progress line
    #[arg(long)]
    pub(crate) no_progress: bool,
}

impl Query {
    /// The script, if there is one, and the program's files.
    pub(crate) fn parts(&self) -> (Option<&Path>, Vec<PathBuf>) {
        let named = self.script.extension().is_some_and(|end| end == "query");
        match self.interactive && !named {
            true => (
                None,
                [std::slice::from_ref(&self.script), &self.files[..]].concat(),
            ),
            false => (Some(&self.script), self.files.clone()),
        }
    }
}

#[derive(Args, Debug)]
#[command(after_help = PROJECTS)]
pub(crate) struct Verify {
    /// Programs of the project, by name [default: all]
    #[arg(value_name = "PROGRAM")]
    pub(crate) programs: Vec<String>,
    /// The project file; paths in it are relative to it
    #[arg(long, default_value = "proofmark.toml", value_name = "FILE")]
    pub(crate) project: PathBuf,
    /// Certify so many pairs at a time, if their limits on memory allow it [default: as many as
    /// there are processors]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Memory for all that runs at a time; a limit in the project file cannot exceed it [default:
    /// what is available]
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU64>,
    /// The C compiler; a project file cannot choose it [default: as certify's]
    #[arg(long = "cc", value_name = "PATH")]
    pub(crate) compiler: Option<PathBuf>,
    /// Where certificates are kept [default: .proofmark beside the project file]
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// Forget pairs that were demanded and that the project file no longer lists: they are not
    /// reported any more
    #[arg(long)]
    pub(crate) forget: bool,
    /// Remove certificates from the store that are no pair's newest one
    #[arg(long)]
    pub(crate) clean: bool,
    /// Go on: verify again what depends on a file that changes, headers included. Ctrl-C ends it
    #[arg(long)]
    pub(crate) watch: bool,
    /// Write JUnit XML too, with a test case for each pair
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing but what is not certified, and the last line
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Show no progress line
    #[arg(long)]
    pub(crate) no_progress: bool,
}

// No doc comments on these two: clap would print them as the command's description.
#[derive(Args, Debug)]
pub(crate) struct Work {
    /// Where the evidence goes that the properties are kept [default: the assembly's name with
    /// `.bundle` appended]
    #[arg(short, long, value_name = "BUNDLE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep here what the next run can start from; nothing in it is believed
    #[arg(long, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    /// Draw the assembly and its components' automata into this folder, for Graphviz and as SVG
    #[arg(long, value_name = "DIR")]
    pub(crate) diagrams: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Show all steps of executions, not only those that events depend on
    #[arg(long)]
    pub(crate) full_trace: bool,
    /// The C compiler; an assembly cannot choose it [default: as certify's]
    #[arg(long = "cc", value_name = "PATH")]
    pub(crate) compiler: Option<PathBuf>,
    /// Use so many threads [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Show no progress line
    #[arg(long)]
    pub(crate) no_progress: bool,
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Give up after this many seconds
    #[arg(long, default_value_t = 900, value_name = "SECONDS")]
    pub(crate) time_limit: u64,
    /// Give up beyond this many MiB of memory
    #[arg(long, default_value_t = 4096, value_name = "MIB")]
    pub(crate) memory_limit: u64,
}

#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 the properties are kept, 1 one is violated, 2 unknown, 3 bad input"
)]
pub(crate) struct Compose {
    /// The assembly (TOML); docs/components.md has its keys
    #[arg(value_name = "ASSEMBLY")]
    pub(crate) assembly: PathBuf,
    #[command(flatten)]
    pub(crate) work: Work,
}

#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 yes, 1 no, 2 unknown, 3 bad input")]
pub(crate) struct Upgrade {
    /// The assembly of before
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The assembly with the new components
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Behaviours that the old components do not have do no harm as long as the properties are
    /// kept: so it is unless --forbid-new is given
    #[arg(long, conflicts_with = "forbid_new")]
    pub(crate) allow_new: bool,
    /// Components must not have behaviours that their old versions do not have
    #[arg(long)]
    pub(crate) forbid_new: bool,
    /// Behaviours of the old components may be lost: only the properties count
    #[arg(long)]
    pub(crate) allow_lost: bool,
    #[command(flatten)]
    pub(crate) work: Work,
}

/// A pair, as `verify` starts it in the directory of the project.
#[derive(Parser, Debug)]
pub(crate) struct VerifyPair {
    #[command(flatten)]
    pub(crate) certify: Certify,
    /// The directory of the store's certificates
    #[arg(long)]
    pub(crate) certificates: PathBuf,
    /// The newest certificate of the pair
    #[arg(long)]
    pub(crate) newest: Option<PathBuf>,
}

const PROJECTS: &str = "\
A project file (proofmark.toml):
  [[program]]
  name = \"driver\"
  files = [\"driver.c\"]
  arguments = [\"-Iinclude\"]       # or: compile-commands = \"build/compile_commands.json\"
  entries = [\"probe\", \"remove\"]   # default: main

  [[rule]]
  name = \"locks\"
  specifications = [\"locks.spec\"]

  [[rule]]
  name = \"assertions\"
  built-in = true                # reach_error, assert, the label ERROR
  programs = [\"driver\"]          # default: all

  [limits]
  time = 60                      # seconds for each pair
  memory = 2048                  # MiB for each pair

A pair is a program, an entry of it, and a rule. Certificates are kept in .proofmark/ beside the
file; what is there is used only if the checker accepts it for the program as it is now.
docs/projects.md has all keys, a pre-commit hook and a recipe for CI.

Exit status: 0 all certified, 1 a pair is violated, 2 a pair is unknown, 3 bad input, 4 all others
are certified, and a rule is not applicable to any of its programs";

const EXAMPLES: &str = "\
Examples:
  proofmark certify driver.c                        writes driver.c.cert
  proofmark certify --entry dispatch --arch ilp32 driver.c -o driver.cert -- -Iinclude
  proofmark certify --resumable driver.c && proofmark recertify driver.c.cert driver.c
  proofmark info driver.c.cert
  proofmark explain driver.c.cert driver.c
  proofmark export driver.c.cert driver.c --format smt2 | z3 -in
  proofmark run --inputs 1,0,7 driver.c
  proofmark query calls.query driver.c
  proofmark compose assembly.toml
  proofmark upgrade old.toml new.toml --state .components
  proofmark certify --use-lib api.lib other.c
  proofmark train --functions f,g --api api.c one.c two.c -o api.lib
  proofmark merge a.lib b.lib --api api.c -o c.lib
  proofmark verify                                  all that proofmark.toml lists
  proofmark-check driver.c driver.c.cert            what the consumer runs

The error is a call of reach_error or __VERIFIER_error, a failing assert or __VERIFIER_assert, or the label ERROR.

Exit status: 0 certified (or done), 1 violated, 2 unknown, 3 bad input, 4 not applicable (no event of the\nspecification matches a statement that can be reached)";
