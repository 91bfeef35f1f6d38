//! What a text must not hold, or be made of, so that a build makes the same of it.

use super::lists::Condition;
use super::markers::{Included, Marker};
use std::path::Path;

/// Refuses included files that a build would read differently.
pub(super) fn includes(included: &[Included]) -> Result<(), String> {
    for Included { name, .. } in included {
        for suffix in ["gch", "pch"] {
            let precompiled = format!("{name}.{suffix}");
            if Path::new(&precompiled).symlink_metadata().is_ok() {
                return Err(format!(
                    "{precompiled} stands beside an included file: a build would use it instead; \
                     remove it"
                ));
            }
        }
    }
    Ok(())
}

/// Whether line markers name files only that a compiler may open to quote them: some warnings make
/// it look at a line.
pub(super) fn quotable(text: &str) -> bool {
    let rows = text.lines().filter(|row| row.starts_with('#'));
    let mut names: Vec<String> = rows.filter_map(|row| Marker::of(row)?.file).collect();
    names.sort_unstable();
    names.dedup();
    names.iter().all(|name| {
        name.starts_with('<')
            || std::fs::symlink_metadata(name).is_err()
            || std::fs::metadata(name).is_ok_and(|known| known.is_file() && known.len() > 0)
    })
}

/// Refuses what a compiler would load for a text, and what makes arguments harmful.
pub(super) fn text(text: &str, conditions: &[Condition]) -> Result<(), String> {
    if text.contains("pch_preprocess") {
        return Err("it loads a precompiled header; remove that and preprocess again".to_owned());
    }
    for condition in conditions {
        condition.check(text)?;
    }
    Ok(())
}

impl Condition {
    fn check(self, text: &str) -> Result<(), String> {
        let mut words = Words::of(text);
        match self {
            Condition::WideLiteral => words
                .all(|word| word != "L\"" && word != "L'")
                .then_some(())
                .ok_or_else(|| "`-fshort-wchar` changes the type of its wide literals".to_owned()),
            Condition::Main => words
                .all(|word| word != "main")
                .then_some(())
                .ok_or_else(|| "`-ffreestanding` changes what its `main` returns".to_owned()),
            Condition::Start => words
                .all(|word| word != "main")
                .then_some(())
                .ok_or_else(|| {
                    "without the library's start (`-nostdlib`, `-nostartfiles`, `-nodefaultlibs`) \
                     no run begins at its `main`"
                        .to_owned()
                }),
            Condition::Profiler => words
                .all(|word| !PROFILERS.contains(&word))
                .then_some(())
                .ok_or_else(|| "with `-pg` the compiler calls a function that it names".to_owned()),
        }
    }
}

/// What code that is compiled with `-pg` calls.
const PROFILERS: [&str; 4] = ["mcount", "_mcount", "__mcount", "__fentry__"];

/// The identifiers of a text, and the beginnings of its literals with a prefix. What stands in
/// literals and line markers is left out.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Words<'a> {
        Words { rest: text }
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    /// Leaves out a literal, whose opening quote comes next.
    fn literal(&mut self, quote: char) {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            if !escaped && (c == quote || c == '\n') {
                self.skip(at + c.len_utf8());
                return;
            }
            escaped = !escaped && c == '\\';
        }
        self.rest = "";
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let inside = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        while let Some(c) = self.rest.chars().next() {
            if !inside(c) {
                match c {
                    '"' | '\'' => self.literal(c),
                    _ => self.skip(c.len_utf8()),
                }
                continue;
            }
            let end = self
                .rest
                .find(|c: char| !inside(c))
                .unwrap_or(self.rest.len());
            let quoted = self
                .rest
                .get(end..)
                .is_some_and(|rest| rest.starts_with(['"', '\'']));
            let word = self.rest.get(..end + usize::from(quoted))?;
            self.skip(end);
            return Some(word);
        }
        None
    }
}
