//! What is certified: a program from an entry, for a rule.

use proofmark_guard::text;
use proofmark_logic::types::Profile;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The limits of `certify`.
const SECONDS: u64 = 900;
const MEBIBYTES: u64 = 4096;

/// The application binary interface.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Abi {
    /// x86-64.
    #[default]
    Lp64,
    /// i386.
    Ilp32,
}

impl Abi {
    pub(crate) fn profile(self) -> Profile {
        match self {
            Abi::Lp64 => Profile::Lp64,
            Abi::Ilp32 => Profile::Ilp32,
        }
    }

    /// The name on the command line.
    fn name(self) -> &'static str {
        match self {
            Abi::Lp64 => "lp64",
            Abi::Ilp32 => "ilp32",
        }
    }
}

/// Who a pair is, whatever becomes of its files.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairName {
    pub(crate) program: String,
    pub(crate) entry: String,
    pub(crate) rule: String,
}

impl std::fmt::Display for PairName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = [&self.program, &self.entry, &self.rule].map(|word| text::line(word));
        f.write_str(&words.join(", "))
    }
}

/// What a project file says about a program.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// Relative to the project file.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) arguments: Vec<String>,
    pub(crate) abi: Abi,
    pub(crate) hints: Vec<String>,
    pub(crate) library_models: bool,
    pub(crate) deny: Vec<String>,
    pub(crate) seconds: Option<u64>,
    pub(crate) mebibytes: Option<u64>,
    pub(crate) inline_limit: usize,
}

/// A program, an entry and a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pair {
    pub(crate) name: PairName,
    pub(crate) settings: Arc<Settings>,
    /// Relative to the project file; none if the built-in errors count.
    pub(crate) specifications: Vec<PathBuf>,
}

impl Pair {
    /// The memory that it may use.
    pub(crate) fn mebibytes(&self) -> u64 {
        self.settings.mebibytes.unwrap_or(MEBIBYTES)
    }

    /// The options of `certify` and the files, up to the compiler's arguments. No value can be
    /// taken for an option.
    pub(crate) fn options(&self, memory: u64) -> Vec<OsString> {
        let settings = &self.settings;
        let mut out: Vec<OsString> = vec![
            format!("--entry={}", self.name.entry).into(),
            format!("--arch={}", settings.abi.name()).into(),
            format!("--inline-limit={}", settings.inline_limit).into(),
            format!("--time-limit={}", settings.seconds.unwrap_or(SECONDS)).into(),
            format!("--memory-limit={memory}").into(),
        ];
        if !settings.library_models {
            out.push("--no-library-models".into());
        }
        out.extend(
            self.specifications
                .iter()
                .map(|file| joined("--spec=", file)),
        );
        let hints = settings.hints.iter();
        out.extend(hints.map(|hint| format!("--hint={hint}").into()));
        let deny = settings.deny.iter();
        out.extend(deny.map(|kind| format!("--deny={kind}").into()));
        out.extend(settings.files.iter().map(|file| file.into()));
        out
    }

    /// The compiler's arguments, with what separates them from options.
    pub(crate) fn compiler_arguments(&self) -> Vec<OsString> {
        let arguments = self.settings.arguments.iter().map(OsString::from);
        match self.settings.arguments.is_empty() {
            true => Vec::new(),
            false => std::iter::once("--".into()).chain(arguments).collect(),
        }
    }

    /// A command line that does the same without a project, for people.
    pub(crate) fn command_line(&self) -> String {
        let settings = &self.settings;
        let mut words = vec!["proofmark".to_owned(), "certify".to_owned()];
        let defaults = [
            "--entry=main".to_owned(),
            "--arch=lp64".to_owned(),
            format!("--inline-limit={}", proofmark_frontend::INLINE_LIMIT),
            format!("--time-limit={SECONDS}"),
            format!("--memory-limit={MEBIBYTES}"),
        ];
        let options = self.options(settings.mebibytes.unwrap_or(MEBIBYTES));
        let all = options.into_iter().chain(self.compiler_arguments());
        let all = all.map(|word| word.to_string_lossy().into_owned());
        words.extend(all.filter(|word| !defaults.contains(word)));
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        text::line(&words.join(" ")).into_owned()
    }
}

/// An option with a path for its value.
pub(crate) fn joined(option: &str, path: &Path) -> OsString {
    let mut out = OsString::from(option);
    out.push(path);
    out
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    match word.chars().all(harmless) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
