//! The C compiler: how it is found, called, and kept from doing anything else.
//!
//! | module | does |
//! |---|---|
//! | [`arguments`], `lists` | the arguments that are known to be harmless |
//! | `process` | runs it in an environment of our own, with bounded output |
//! | `markers` | finds the files that a text was made of |
//! | `scan` | what a text must not hold |
//! | [`assembly`] | what an assembler may be given |
//! | `dependencies` | lists of included files for `make` |
//!
//! It gets a source by its name, since what is included depends on it, in a way in which the name
//! is nothing else: gcc expands `@x.c` as a file of arguments even where it made that name itself
//! from an absolute path (`-dumpbase`), and `-x.c` would be an option. All other texts go to its
//! standard input.

pub mod arguments;
pub mod assembly;
mod dependencies;
mod lists;
pub(crate) mod markers;
mod process;
mod scan;

pub use arguments::Arguments;
pub use dependencies::Dependencies;
pub use markers::Included;

use crate::diagnostic::{ErrorKind, LoadError};
use crate::files::{self, INPUT_BYTES_MAX};
use arguments::width;
use process::{Broken, Ended, Output};
use proofmark_guard::{text, NOT_STARTED};
use proofmark_logic::types::Profile;
use rustix::fs::MemfdFlags;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Seek};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Where the compiler is looked for, in this order, unless it is named. `CC` and `PATH` do not
/// count: who can set them could choose what runs.
pub const PLACES: [&str; 3] = ["/usr/bin/cc", "/usr/local/bin/cc", "/usr/bin/gcc"];

/// Larger objects are not made; the guard's limit on files ends an assembler before.
const OBJECT_BYTES_MAX: u64 = proofmark_guard::FILE_BYTES_MAX;

/// Longer assembly is not read.
const ASSEMBLY_BYTES_MAX: usize = 1 << 28;

/// A C compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    program: PathBuf,
}

/// Why the compiler has made nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It found an error; its messages.
    Rejected(String),
    /// It used up the memory or the time that it may use, or wrote more than is read.
    Exhausted(String),
    /// It does not start, or what it needs is missing.
    Unavailable(String),
}

/// A preprocessed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preprocessed {
    /// The text.
    pub text: String,
    /// What it was made of, besides the source.
    pub included: Vec<Included>,
}

/// The compiler arguments that a profile needs: those of `docs/semantics.md` that are no default
/// everywhere.
///
/// The language is named because compilers disagree about the default. Overflow of signed numbers
/// and of pointers wraps.
pub const fn needed(profile: Profile) -> [&'static str; 4] {
    [
        width(profile),
        "-std=gnu17",
        "-fwrapv",
        "-fno-strict-overflow",
    ]
}

impl Compiler {
    /// The compiler that `chosen` names, or the first of [`PLACES`].
    ///
    /// # Errors
    /// If there is none.
    pub fn find(chosen: Option<&Path>) -> Result<Compiler, Failure> {
        let missing = |what: String| Failure::Unavailable(what);
        let Some(path) = chosen else {
            let found = PLACES.iter().map(Path::new).find(|path| path.is_file());
            return found.map(Compiler::at).ok_or_else(|| {
                missing(format!("there is no C compiler at {}", PLACES.join(", ")))
            });
        };
        if !path.as_os_str().as_bytes().contains(&b'/') {
            return Err(missing(format!(
                "--cc {}: a path is needed, such as /usr/bin/cc",
                text::path(path)
            )));
        }
        if !path.is_file() {
            return Err(missing(format!("--cc {}: no such file", text::path(path))));
        }
        Ok(Compiler::at(path))
    }

    fn at(path: &Path) -> Compiler {
        Compiler {
            program: path.to_owned(),
        }
    }

    /// The preprocessed text of the source in `file`, a regular file.
    ///
    /// # Errors
    /// If the compiler refuses it, or if it depends on what a build would do differently:
    /// precompiled headers, dates.
    pub fn preprocess(
        &self,
        file: &Path,
        profile: Profile,
        arguments: &Arguments,
    ) -> Result<Preprocessed, Failure> {
        let [width, standard, ..] = needed(profile);
        let mut words: Vec<OsString> = ["-E", "-x", "c", width, standard].map(Into::into).into();
        words.extend(arguments.text.iter().cloned());
        words.extend(ALIKE.map(Into::into));
        let last = file.file_name().unwrap_or_default().as_bytes();
        if last.starts_with(b"@") {
            words.extend(["-dumpbase", "source"].map(Into::into));
        }
        words.push(no_option(file.as_os_str()));
        let ended = self.run(&words, b"", Output::Read(INPUT_BYTES_MAX))?;
        // Comments are gone, so bytes outside ASCII stand in literals only; a replacement character
        // there is refused by the literal reader.
        let text = String::from_utf8_lossy(&ended.output).into_owned();
        let included = markers::included(&text);
        scan::includes(&included).map_err(Failure::Rejected)?;
        check(&text, arguments)?;
        Ok(Preprocessed { text, included })
    }

    /// The object of a preprocessed text, with the arguments that the profile needs behind those of
    /// the build. The text is what is compiled: nothing is preprocessed again. What the compiler
    /// gives to the assembler is looked at first ([`assembly`]).
    ///
    /// # Errors
    /// If the compiler refuses it, or the assembler might open a file.
    pub fn compile(
        &self,
        text: &str,
        profile: Profile,
        arguments: &Arguments,
    ) -> Result<Object, Failure> {
        check(text, arguments)?;
        let mut words = compiling(profile, arguments);
        words.extend(["-S", "-o", "/dev/fd/1"].map(Into::into));
        if !scan::quotable(text) {
            words.push("-w".into());
        }
        let made = self.run(&words, text.as_bytes(), Output::Read(ASSEMBLY_BYTES_MAX))?;
        let assembly = String::from_utf8_lossy(&made.output);
        assembly::harmless(&assembly).map_err(Failure::Rejected)?;
        let (bytes, messages) = self.assemble(&made.output, profile, arguments)?;
        Ok(Object {
            bytes,
            messages: made.messages + &messages,
        })
    }

    /// The object of an assembly, and what the assembler says.
    fn assemble(
        &self,
        assembly: &[u8],
        profile: Profile,
        arguments: &Arguments,
    ) -> Result<(Vec<u8>, String), Failure> {
        let mut words: Vec<OsString> = ["-x", "assembler", width(profile)].map(Into::into).into();
        // Formats of debug information; all else has gone into the text.
        let debugging = |word: &&OsString| word.as_bytes().starts_with(b"-g");
        words.extend(arguments.object.iter().filter(debugging).cloned());
        words.extend(["-c", "-o", "/dev/fd/1", "-"].map(Into::into));
        let object = rustix::fs::memfd_create("object", MemfdFlags::CLOEXEC)
            .map_err(|error| unavailable(error.into()))?;
        let mut object = std::fs::File::from(object);
        let output = object.try_clone().map_err(unavailable)?;
        let ended = self.run(&words, assembly, Output::File(output.into()))?;
        let mut bytes = Vec::new();
        object.rewind().map_err(unavailable)?;
        object
            .take(OBJECT_BYTES_MAX)
            .read_to_end(&mut bytes)
            .map_err(unavailable)?;
        Ok((bytes, ended.messages))
    }

    /// Whether a preprocessed text satisfies the compiler, static assertions included. Nothing is
    /// generated.
    ///
    /// # Errors
    /// If the compiler refuses it.
    pub fn judge(
        &self,
        text: &str,
        profile: Profile,
        arguments: &Arguments,
    ) -> Result<(), Failure> {
        check(text, arguments)?;
        let mut words = compiling(profile, arguments);
        words.extend(["-fsyntax-only", "-w"].map(Into::into));
        self.run(&words, text.as_bytes(), Output::Read(0)).map(drop)
    }

    fn run(&self, words: &[OsString], input: &[u8], output: Output) -> Result<Ended, Failure> {
        match process::run(&self.program, words, input, output) {
            Ok(ended) if ended.status.success() => Ok(ended),
            Ok(ended) if exhausted(&ended) => Err(Failure::Exhausted(ended.messages)),
            Ok(ended) if ended.status.code() == Some(NOT_STARTED.into()) => Err(
                Failure::Unavailable(format!("{}: {}", text::path(&self.program), ended.messages)),
            ),
            Ok(ended) => Err(Failure::Rejected(ended.messages)),
            Err(Broken::TooLong(limit)) => Err(Failure::Exhausted(format!(
                "it makes more than {limit} bytes"
            ))),
            Err(Broken::System(error)) => Err(self.broken(&error)),
        }
    }

    fn broken(&self, error: &std::io::Error) -> Failure {
        let message = format!("{}: {error}", text::path(&self.program));
        match files::is_exhausted(error) {
            true => Failure::Exhausted(message),
            false => Failure::Unavailable(message),
        }
    }
}

/// An object file, and what the compiler said while it made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// The file.
    pub bytes: Vec<u8>,
    /// Warnings.
    pub messages: String,
}

impl Failure {
    /// As an error about a file that is compiled.
    pub fn about(self, file: &Path) -> LoadError {
        self.at_stage(file, ErrorKind::Compile)
    }

    /// As an error about a file that is preprocessed.
    pub fn about_preprocessing(self, file: &Path) -> LoadError {
        self.at_stage(file, ErrorKind::Preprocess)
    }

    fn at_stage(self, file: &Path, stage: ErrorKind) -> LoadError {
        let shown = text::path(file);
        match self {
            Failure::Rejected(messages) => {
                LoadError::plain(stage, &format!("{shown}: {}", messages.trim_end()))
            }
            Failure::Exhausted(messages) => LoadError::plain(
                ErrorKind::Exhausted,
                &format!("{shown}: {}", messages.trim_end()),
            ),
            Failure::Unavailable(message) => LoadError::plain(
                ErrorKind::Compile,
                &format!("{shown}: cannot run the C compiler: {message}"),
            )
            .help("install a C compiler, name one with --cc, or pass a preprocessed .i file"),
        }
    }
}

/// What makes a text independent of when and how it is made: precompiled headers are looked for as
/// when compiling, and refused; so are dates, also in what the compiler takes for its system's
/// headers (a marker or a pragma is enough). The compiler's own messages stay out of terminals'
/// control sequences, and quote no line: they would open the file that a line marker names.
const ALIKE: [&str; 7] = [
    "-fpch-preprocess",
    "-Winvalid-pch",
    "-Werror=invalid-pch",
    "-Werror=date-time",
    "-Wsystem-headers",
    "-fdiagnostics-color=never",
    "-fno-diagnostics-show-caret",
];

fn compiling(profile: Profile, arguments: &Arguments) -> Vec<OsString> {
    let [width, standard, needed @ ..] = needed(profile);
    let mut words: Vec<OsString> = ["-x", "cpp-output", width, standard].map(Into::into).into();
    words.extend(arguments.object.iter().cloned());
    words.extend(["-fdiagnostics-color=never", "-fno-diagnostics-show-caret"].map(Into::into));
    words.extend(needed.map(Into::into));
    words.push("-".into());
    words
}

fn check(text: &str, arguments: &Arguments) -> Result<(), Failure> {
    scan::text(text, &arguments.conditions).map_err(Failure::Rejected)
}

/// A file as an argument of its own: gcc expands what starts with `@`.
fn no_option(file: &OsStr) -> OsString {
    if !matches!(file.as_bytes(), [b'@' | b'-', ..]) {
        return file.to_owned();
    }
    let mut out = OsString::from("./");
    out.push(file);
    out
}

fn unavailable(error: std::io::Error) -> Failure {
    Failure::Unavailable(error.to_string())
}

/// What gcc and its parts say when limits end them. A program that makes the compiler say so in an
/// error of its own is refused either way.
const OUT_OF: [&str; 7] = [
    "terminated program",
    "out of memory",
    "virtual memory exhausted",
    "Cannot allocate memory",
    "CPU time limit exceeded",
    "Killed",
    "Resource temporarily unavailable",
];

fn exhausted(ended: &Ended) -> bool {
    ended.status.code().is_none() || OUT_OF.iter().any(|words| ended.messages.contains(words))
}
