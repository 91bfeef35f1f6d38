//! Cases as they are written: TOML files below `tests/hostile`.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Family {
    case: Vec<Case>,
}

/// One command on hostile input.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What is tried, in a few words; no two cases have the same.
    pub name: String,
    /// The sentence of the requirements that it shows, an entry of the README's table.
    pub sentence: String,
    /// The command line.
    pub command: Vec<String>,
    /// Command lines that prepare the directory; each must succeed.
    #[serde(default)]
    pub before: Vec<Vec<String>>,
    /// Files to create.
    #[serde(default)]
    pub file: Vec<File>,
    /// Certificates to change after `before`.
    #[serde(default)]
    pub forge: Vec<Forge>,
    /// The environment beside the usual one.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// What the command reads from standard input.
    #[serde(default)]
    pub stdin: Vec<Part>,
    /// Exit statuses, one of which is right.
    pub exit: Vec<i32>,
    /// Most processor time of the whole tree, in seconds.
    #[serde(default = "seconds")]
    pub seconds: f64,
    /// Most memory of the whole tree.
    #[serde(default = "mebibytes")]
    pub mebibytes: u64,
    /// Texts that must appear on one of the streams.
    #[serde(default)]
    pub shows: Vec<String>,
    /// Texts that must not.
    #[serde(default)]
    pub hides: Vec<String>,
    /// Files that the command may create or change, and must.
    #[serde(default)]
    pub changes: Vec<String>,
    /// What standard output holds.
    #[serde(default)]
    pub stdout: Stdout,
}

/// What is expected on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Stdout {
    /// One JSON object if the command line asks for it, and text otherwise.
    #[default]
    Auto,
    /// A certificate.
    Certificate,
}

/// A file to create.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// Its name below the working directory; `\xHH` is a byte.
    pub name: String,
    /// What it is.
    #[serde(default)]
    pub kind: Kind,
    /// What is in it; for links, where they lead.
    #[serde(default)]
    pub text: String,
    /// What is behind that.
    #[serde(default)]
    pub parts: Vec<Part>,
    /// Its mode, in octal.
    pub mode: Option<String>,
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A regular file.
    #[default]
    Regular,
    /// A directory.
    Directory,
    /// A pipe with a name.
    Fifo,
    /// A device that swallows everything and gives nothing, as `/dev/null`.
    Device,
    /// A symbolic link.
    Symlink,
    /// Another name of a file.
    Hardlink,
}

/// A piece of a file.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Text. In repeated text, `{n}` is the number of the repetition from 1, `{m}` the one before.
    #[serde(default)]
    pub text: String,
    /// Bytes behind the text, in hexadecimal.
    #[serde(default)]
    pub hex: String,
    /// How often.
    pub times: Option<usize>,
}

/// A certificate with changes that only a forger makes; its digests are right again.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Forge {
    /// The genuine certificate.
    pub from: String,
    /// The changed one.
    pub name: String,
    /// The profile's name.
    pub profile: Option<String>,
    /// The specification's text; its digest is set as well.
    pub specification: Option<String>,
    /// Who made it: tool, version, entry, rule, preprocessor's arguments.
    pub provenance: Option<Vec<String>>,
    /// The same as bytes, which need not be well formed.
    #[serde(default, rename = "provenance-bytes")]
    pub provenance_bytes: Vec<Part>,
    /// Entries of the ledger: kind, subject, detail.
    pub ledger: Option<Vec<[String; 3]>>,
    /// Keep only so many bytes.
    pub keep: Option<usize>,
    /// Bytes behind the end.
    #[serde(default)]
    pub append: Vec<Part>,
    /// Bytes to invert.
    #[serde(default)]
    pub invert: Vec<usize>,
}

fn seconds() -> f64 {
    10.0
}

fn mebibytes() -> u64 {
    256
}

impl Part {
    /// Its bytes.
    ///
    /// # Errors
    /// If `hex` is no hexadecimal number.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let mut out = Vec::new();
        let hex = unhex(&self.hex)?;
        let numbered = self.times.is_some() && self.text.contains('{');
        for n in 1..=self.times.unwrap_or(1) {
            if numbered {
                let text = self.text.replace("{n}", &n.to_string());
                out.extend(text.replace("{m}", &(n - 1).to_string()).into_bytes());
            } else {
                out.extend_from_slice(self.text.as_bytes());
            }
            out.extend_from_slice(&hex);
        }
        Ok(out)
    }
}

/// The bytes of several parts.
///
/// # Errors
/// If a part is wrong.
pub fn bytes(parts: &[Part]) -> Result<Vec<u8>, String> {
    let parts: Result<Vec<Vec<u8>>, String> = parts.iter().map(Part::bytes).collect();
    Ok(parts?.concat())
}

fn unhex(text: &str) -> Result<Vec<u8>, String> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok()))
        .collect::<Option<_>>()
        .ok_or_else(|| format!("`{text}` is no hexadecimal number"))?;
    Ok(digits
        .chunks(2)
        .map(|pair| pair.iter().fold(0, |byte, digit| byte << 4 | digit))
        .collect())
}

/// A name or an argument: `\xHH` is a byte.
///
/// # Errors
/// If something else than two digits follows `\x`.
pub fn raw(text: &str) -> Result<Vec<u8>, String> {
    let mut pieces = text.split("\\x");
    let mut out = pieces.next().unwrap_or("").as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece
            .split_at_checked(2)
            .ok_or_else(|| format!("`{text}`: two digits must follow \\x"))?;
        out.extend(unhex(digits)?);
        out.extend_from_slice(rest.as_bytes());
    }
    Ok(out)
}

/// All cases below a directory, each with the file that it is in.
///
/// # Panics
/// If a file is wrong.
pub fn all(directory: &Path) -> Vec<(PathBuf, Case)> {
    let mut files = Vec::new();
    collect(directory, &mut files);
    files.sort();
    let family = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let family: Family =
            basic_toml::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        family
            .case
            .into_iter()
            .map(move |case| (path.clone(), case))
    };
    files.into_iter().flat_map(family).collect()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|e| panic!("{directory:?}: {e}"));
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
}
