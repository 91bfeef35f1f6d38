//! The policy file: which assumptions a certificate may not rest on.
//!
//! ```toml
//! deny = ["external", "inline-asm"]
//! ```

use serde::Deserialize;
use std::path::Path;

/// More is no policy.
pub const BYTES_MAX: usize = 1 << 20;
/// Most characters with which TOML nests, wherever they stand: a policy has two brackets, and the
/// parser recurses.
const NESTING_MAX: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Policy {
    #[serde(default)]
    deny: Vec<String>,
}

/// The kinds of assumptions that a command refuses: those of its options and those of its policy
/// file, which `read` reads.
///
/// # Errors
/// A message for people, with a position if the file is wrong. A kind that does not exist is an
/// error: it would refuse nothing.
pub fn denied(
    options: &[String],
    file: Option<&Path>,
    kinds: &[&str],
    read: impl Fn(&Path) -> Result<Vec<u8>, String>,
) -> Result<Vec<String>, String> {
    let unknown = |kind: &str| {
        (!kinds.contains(&kind)).then(|| {
            format!(
                "there is no kind of assumption `{kind}`; there are: {}",
                kinds.join(", ")
            )
        })
    };
    if let Some(message) = options.iter().find_map(|kind| unknown(kind)) {
        return Err(format!("--deny: {message}"));
    }
    let mut out = options.to_vec();
    if let Some(path) = file {
        let shown = crate::text::path(path);
        let bytes = read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        let text =
            String::from_utf8(bytes).map_err(|_| format!("{shown}: the text is not UTF-8"))?;
        if text.matches(['[', '{', '.']).count() > NESTING_MAX {
            return Err(format!(
                "{shown}: more than {NESTING_MAX} brackets and dots; a policy is one list"
            ));
        }
        let policy: Policy =
            basic_toml::from_str(&text).map_err(|error| format!("{shown}: {error}"))?;
        for kind in policy.deny {
            if let Some(message) = unknown(&kind) {
                let (line, column) = position(&text, &kind);
                return Err(format!("{shown}:{line}:{column}: {message}"));
            }
            out.push(kind);
        }
    }
    Ok(out)
}

/// Line and column of a word as it stands in quotes, from 1. A word that is written with escapes is
/// not found, and counts as the file's start.
fn position(text: &str, word: &str) -> (usize, usize) {
    let at = ['"', '\'']
        .iter()
        .find_map(|quote| text.find(&format!("{quote}{word}{quote}")))
        .unwrap_or(0);
    let before = text.get(..at).unwrap_or("");
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    (line, column)
}
