//! The command line of `proofmark-check`.

use clap::{Args, Parser, ValueEnum};
use proofmark_frontend::INLINE_LIMIT;
use std::path::PathBuf;

/// The application binary interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Arch {
    /// x86-64: `long` and pointers have 64 bits.
    Lp64,
    /// i386: `long` and pointers have 32 bits.
    Ilp32,
}

/// Checks a certificate that a C program cannot reach its error.
///
/// The program, the entry function and the assumptions that you accept are yours; the certificate
/// can change none of them. No solver is run, and nothing is believed that is not checked.
#[derive(Parser, Debug)]
#[command(name = "proofmark-check", version, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The program's files (.c files are preprocessed, .i files are taken as they are), then the
    /// certificate
    #[arg(required = true, num_args = 1.., value_names = ["FILE", "CERT"])]
    pub(crate) files: Vec<PathBuf>,
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
    /// Refuse certificates that rest on assumptions of this kind (repeatable; the kinds are printed
    /// with every acceptance)
    #[arg(long, value_name = "KIND")]
    pub(crate) deny: Vec<String>,
    /// A TOML file with `deny = ["KIND", …]`, for assumptions that you never accept
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) used: Used,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// When the certificate is accepted, compile the text that was checked to this object, with
    /// the arguments behind `--` and those that the profile needs; once for each FILE
    #[arg(long = "object", value_name = "OUT.o", conflicts_with = "carried")]
    pub(crate) objects: Vec<PathBuf>,
    /// The C compiler [default: /usr/bin/cc, /usr/local/bin/cc or /usr/bin/gcc; neither CC nor
    /// PATH counts]
    #[arg(long = "cc", value_name = "PATH")]
    pub(crate) compiler: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) mode: Mode,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Arguments for the compiler, as the build has them; those that are not known to be harmless
    /// are refused
    #[arg(last = true, value_name = "CC-ARGS")]
    pub(crate) cpp_args: Vec<String>,
}

// No doc comments on these: clap would print them as the command's description.
#[derive(Args, Debug)]
pub(crate) struct Mode {
    /// Check against the automaton that a self-contained certificate carries; give only the
    /// certificate. This says nothing about any source
    #[arg(
        long,
        conflicts_with_all = ["arch", "entry", "inline_limit", "no_library_models", "cpp_args"]
    )]
    pub(crate) carried: bool,
    /// Accept also where nothing can be the error, which is `not-applicable` else: for the evidence
    /// that no path leads to a location
    #[arg(long, conflicts_with_all = ["bundle", "info"])]
    pub(crate) vacuous: bool,
    /// Check that an assembly of components keeps its properties; give its file (TOML) and the
    /// bundle that `proofmark compose` or `proofmark upgrade` wrote
    #[arg(
        long,
        conflicts_with_all = ["carried", "objects", "info", "no_library_models", "arch", "api"]
    )]
    pub(crate) bundle: bool,
    /// Tell what a certificate is about, and check nothing; give only the certificate
    #[arg(long, conflicts_with_all = ["carried", "objects"])]
    pub(crate) info: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Used {
    /// A boolean library: its functions are what it says, where the program calls them (repeatable)
    #[arg(long = "use-lib", value_name = "LIB", conflicts_with_all = ["carried", "bundle", "info"])]
    pub(crate) libraries: Vec<PathBuf>,
    /// The C of the libraries that are used (repeatable): they are checked, and nothing is believed
    /// of them
    #[arg(long = "api", value_name = "FILE", requires = "libraries")]
    pub(crate) api: Vec<PathBuf>,
}

// No doc comments on these two: clap would print them as the command's description.
#[derive(Args, Debug)]
pub(crate) struct Limits {
    /// Decline beyond this many seconds of processor time
    #[arg(long, default_value_t = 600, value_name = "SECONDS")]
    pub(crate) time_limit: u64,
    /// Decline beyond this many MiB of address space
    #[arg(long, default_value_t = 4096, value_name = "MIB")]
    pub(crate) memory_limit: u64,
}

#[derive(Args, Debug)]
pub(crate) struct Output {
    /// Print one JSON object instead of text
    #[arg(long)]
    pub(crate) json: bool,
    /// Print nothing when the certificate is accepted
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  proofmark-check driver.c driver.c.cert
  proofmark-check --entry dispatch --arch ilp32 driver.c driver.cert -- -Iinclude
  proofmark-check --deny external --deny inline-asm driver.c driver.cert
  proofmark-check --policy site.toml driver.c driver.cert
  proofmark-check api.c api.lib                     does the library abstract this C?
  proofmark-check --use-lib api.lib --api api.c driver.c driver.c.cert
  proofmark-check --info driver.cert                what it is about
  proofmark-check --bundle assembly.toml assembly.toml.bundle
  proofmark-check driver.c driver.c.cert --object driver.o -- -O2 -g -Iinclude

An object is compiled with -fwrapv -fno-strict-overflow, which the semantics profiles need, -m64 or
-m32, and -std=gnu17 unless the arguments say otherwise. Other builds have to give these.

Exit status: 0 accepted, 1 rejected, 2 declined (unknown version or profile, or over a limit), 3 bad input,
4 not applicable (no event of the specification matches a statement that can be reached)";
