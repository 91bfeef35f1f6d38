//! The compiler arguments that are known to be harmless, and where each goes.
//!
//! What is not on a list here is refused by name: a compiler has thousands of options, some load or
//! run other code, some write files, and some change what a program means.

use super::dependencies::{self, Dependencies, Phony, System};
use super::lists::{self, Condition, Effect};
use proofmark_logic::types::Profile;
use std::ffi::OsString;

/// Arguments of a build, sorted.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// For making the preprocessed text.
    pub(super) text: Vec<OsString>,
    /// For compiling it.
    pub(super) object: Vec<OsString>,
    /// The list of files that the program is made of, if the build wants one.
    pub dependencies: Option<Dependencies>,
    /// Arguments that are harmless for some programs only.
    pub(super) conditions: Vec<Condition>,
}

impl Arguments {
    /// Whether both make the same of every text, as far as the preprocessor goes.
    pub fn preprocesses_like(&self, other: &Arguments) -> bool {
        self.text == other.text
    }
}

/// The width of a profile.
pub(super) const fn width(profile: Profile) -> &'static str {
    match profile {
        Profile::Lp64 => "-m64",
        Profile::Ilp32 => "-m32",
    }
}

/// Whether operations on floating values are those of IEEE 754, one by one, with these arguments.
pub(crate) fn keep_arithmetic(arguments: &[String]) -> bool {
    arguments.iter().all(|word| lists::keeps_arithmetic(word))
}

/// Whether functions are cleaned up after where the stack is unwound, with these arguments (gcc
/// manual, `-fexceptions`).
pub(crate) fn make_exceptions(arguments: &[String]) -> bool {
    arguments.iter().any(|word| lists::makes_exceptions(word))
}

/// Whether functions of the C library that a program does not declare have the compiler's types
/// with these arguments.
pub(crate) fn declare_library(arguments: &[String]) -> bool {
    arguments.iter().all(|word| lists::declares_library(word))
}

/// Whether `asm` and `typeof` are reserved words with these arguments (gcc manual, "Alternate
/// Keywords").
pub(crate) fn reserve_words(arguments: &[String]) -> bool {
    arguments.iter().all(|word| !lists::is_strict(word))
}

/// Sorts the arguments of a build for a profile.
///
/// # Errors
/// The first argument that is not known to be harmless, with the reason.
pub fn sort(arguments: &[String], profile: Profile) -> Result<Arguments, String> {
    let mut out = Arguments::default();
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        if let Some((name, value)) = preprocessor(argument, &mut rest)? {
            out.preprocess(name, value)?;
        } else if let Some(found) = dependency(argument, &mut rest)? {
            found.note(out.dependencies.get_or_insert_default());
        } else if let Some(words) = argument.strip_prefix("-Wp,") {
            out.passed_on(words)?;
        } else {
            out.general(argument, profile)?;
        }
    }
    if out
        .dependencies
        .as_ref()
        .is_some_and(|d| d.system.is_none())
    {
        return Err("-MF, -MT, -MQ and -MP need -MD or -MMD".to_owned());
    }
    Ok(out)
}

impl Arguments {
    fn preprocess(&mut self, name: &str, value: &str) -> Result<(), String> {
        let value = match name {
            "-D" | "-U" => macro_definition(name, value)?,
            _ => path(name, value)?,
        };
        self.text.extend([OsString::from(name), value]);
        Ok(())
    }

    fn general(&mut self, argument: &str, profile: Profile) -> Result<(), String> {
        if lists::PREPROCESSOR_ONLY.contains(&argument) {
            self.text.push(argument.into());
            return Ok(());
        }
        match lists::effect(argument, width(profile)).ok_or_else(|| refusal(argument, profile))? {
            Effect::Both => {
                self.text.push(argument.into());
                self.object.push(argument.into());
            }
            Effect::Object => self.object.push(argument.into()),
            Effect::Nothing => {}
            Effect::If(condition) => {
                self.text.push(argument.into());
                self.object.push(argument.into());
                self.conditions.push(condition);
            }
        }
        Ok(())
    }

    /// `-Wp,-DNAME,…` and `-Wp,-MMD,FILE`: what build systems pass to the preprocessor this way.
    fn passed_on(&mut self, words: &str) -> Result<(), String> {
        match words.split_once(',') {
            Some(("-MD", file)) => return self.listed(System::Named, file),
            Some(("-MMD", file)) => return self.listed(System::Left, file),
            Some(_) | None => {}
        }
        for word in words.split(',') {
            let name = word.get(..2).filter(|name| matches!(*name, "-D" | "-U"));
            match name.zip(word.get(2..)) {
                Some((name, value)) => self.preprocess(name, value)?,
                None => return Err(format!("`-Wp,{words}`: {UNKNOWN}")),
            }
        }
        Ok(())
    }

    fn listed(&mut self, system: System, file: &str) -> Result<(), String> {
        if file.is_empty() || file.contains(',') {
            return Err(format!("`{file}` is no name of a file of dependencies"));
        }
        self.dependencies = Some(Dependencies {
            file: Some(file.into()),
            system: Some(system),
            ..self.dependencies.take().unwrap_or_default()
        });
        Ok(())
    }
}

/// `-DNAME=VALUE`, `-I DIR` and others whose value is joined or the next argument.
fn preprocessor<'a>(
    argument: &'a str,
    rest: &mut impl Iterator<Item = &'a str>,
) -> Result<Option<(&'static str, &'a str)>, String> {
    let known = lists::WITH_VALUE
        .iter()
        .find_map(|name| Some((*name, argument.strip_prefix(name)?)));
    match known {
        None => Ok(None),
        Some((name, "")) => rest
            .next()
            .map(|value| Some((name, value)))
            .ok_or_else(|| format!("`{name}` needs a value")),
        Some(found) => Ok(Some(found)),
    }
}

/// Parts of a request for a list of dependencies.
enum Request<'a> {
    List(System),
    File(&'a str),
    Target(String),
    Phony,
}

impl Request<'_> {
    fn note(self, dependencies: &mut Dependencies) {
        match self {
            Request::List(system) => dependencies.system = Some(system),
            Request::File(file) => dependencies.file = Some(file.into()),
            Request::Target(target) => dependencies.targets.push(target),
            Request::Phony => dependencies.phony = Phony::Each,
        }
    }
}

fn dependency<'a>(
    argument: &'a str,
    rest: &mut impl Iterator<Item = &'a str>,
) -> Result<Option<Request<'a>>, String> {
    let name = match argument {
        "-MD" => return Ok(Some(Request::List(System::Named))),
        "-MMD" => return Ok(Some(Request::List(System::Left))),
        "-MP" => return Ok(Some(Request::Phony)),
        other => other.get(..3).unwrap_or(other),
    };
    if !matches!(name, "-MF" | "-MT" | "-MQ") {
        return Ok(None);
    }
    let joined = argument.get(3..).filter(|value| !value.is_empty());
    let Some(value) = joined.or_else(|| rest.next()) else {
        return Err(format!("`{name}` needs a value"));
    };
    Ok(Some(match name {
        "-MF" => Request::File(value),
        "-MT" => Request::Target(value.to_owned()),
        _ => Request::Target(dependencies::quoted(value)),
    }))
}

/// A macro's name and value. The name is one, so that no compiler takes it for something else:
/// `@x` would be a file of arguments.
fn macro_definition(option: &str, text: &str) -> Result<OsString, String> {
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(text.len());
    let name = text.get(..end).unwrap_or_default();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return Err(format!("`{option}{text}` defines no macro"));
    }
    // These are what makes the text from standard input look like the file.
    if matches!(name, "__FILE__" | "__BASE_FILE__") {
        return Err(format!("`{option}{text}`: {name} is the compiler's own"));
    }
    Ok(text.into())
}

/// A directory or file. What starts with `@` would be a file of arguments.
fn path(option: &str, text: &str) -> Result<OsString, String> {
    match text {
        "" | "-" => Err(format!("`{option}` needs a name")),
        _ if text.starts_with('@') => Ok(format!("./{text}").into()),
        _ => Ok(text.into()),
    }
}

const UNKNOWN: &str = "not among the arguments that are known to leave a program's meaning as it \
    is; docs/build-gate.md has the list";

fn refusal(argument: &str, profile: Profile) -> String {
    let reason = if !argument.starts_with('-') || argument == "-" {
        "no option; files are named before the `--`"
    } else if matches!(argument, "-m16" | "-m32" | "-mx32" | "-m64") {
        return format!(
            "`{argument}`: the profile is compiled with {}; --arch chooses it",
            width(profile)
        );
    } else {
        lists::reason(argument).unwrap_or(UNKNOWN)
    };
    format!("`{argument}`: {reason}")
}
