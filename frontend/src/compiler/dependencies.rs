//! Lists of included files for `make`, as `-MD` writes them (gcc manual, "Preprocessor Options").

use super::markers::Included;
use std::path::{Path, PathBuf};

/// A list of included files for `make`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Dependencies {
    /// Where it goes; beside the object where nothing is said.
    pub file: Option<PathBuf>,
    /// What depends on them; the object where nothing is said.
    pub targets: Vec<String>,
    /// Whether headers of the system are among them; `None` while no list was asked for.
    pub system: Option<System>,
    /// Whether each header gets an empty rule, as `-MP` asks.
    pub phony: Phony,
}

/// Headers of the system in a list of dependencies: `-MD` names them, `-MMD` does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum System {
    /// They are named.
    Named,
    /// They are not.
    Left,
}

/// Empty rules for headers (`-MP`), so that removed ones stop nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Phony {
    /// None.
    #[default]
    None,
    /// One for each.
    Each,
}

/// A name as `make` reads it in a rule.
pub(super) fn quoted(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            ' ' | '\t' | '#' => out.push('\\'),
            '$' => out.push('$'),
            _ => {}
        }
        out.push(c);
    }
    out
}

impl Dependencies {
    /// The rule that says that the object is made of these files.
    ///
    /// # Errors
    /// If one of them has a name that `make` cannot read.
    pub fn rule(
        &self,
        object: &Path,
        source: &Path,
        included: &[Included],
    ) -> Result<String, String> {
        let (object, source) = (
            object.to_string_lossy().into_owned(),
            source.to_string_lossy().into_owned(),
        );
        let mut names = included
            .iter()
            .map(|file| &file.name)
            .chain([&object, &source]);
        if let Some(name) = names.find(|name| name.contains(unreadable)) {
            return Err(format!("make cannot read the name {name:?}"));
        }
        let targets = if self.targets.is_empty() {
            quoted(&object)
        } else {
            self.targets.join(" ")
        };
        let wanted = |file: &&Included| match self.system {
            None | Some(System::Named) => true,
            Some(System::Left) => !file.system,
        };
        let headers: Vec<String> = included
            .iter()
            .filter(wanted)
            .map(|file| quoted(&file.name))
            .collect();
        let mut out = format!("{targets}: {}", quoted(&source));
        for header in &headers {
            out.push_str(" \\\n ");
            out.push_str(header);
        }
        out.push('\n');
        match self.phony {
            Phony::None => {}
            Phony::Each => headers
                .iter()
                .for_each(|header| out.push_str(&format!("{header}:\n"))),
        }
        Ok(out)
    }
}

fn unreadable(c: char) -> bool {
    c.is_control() || c == char::REPLACEMENT_CHARACTER
}
