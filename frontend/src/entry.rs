//! The function where runs start.

use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{Linkage, Program};
use crate::similar;

/// The index of the entry function.
///
/// # Errors
/// If it has no body, or the name says not which function is meant.
pub fn find_entry(program: &Program, name: &str) -> Result<u32, LoadError> {
    let named = (0u32..).zip(&program.functions);
    let named = named.filter(|(_, f)| f.name == name);
    let has_body = |i: &u32| program.function(*i).is_some_and(|f| f.body.is_some());
    // What other files can name goes first: there is at most one.
    let (mut external, mut internal) = (None, Vec::new());
    for (id, function) in named {
        let Some(defined) = Some(program.resolve(id)).filter(has_body) else {
            continue;
        };
        match function.linkage {
            Linkage::External => external = external.or(Some(defined)),
            Linkage::Internal => internal.push(defined),
        }
    }
    match (external, internal.as_slice()) {
        (Some(one), _) => Ok(one),
        (None, [one]) => Ok(*one),
        (None, []) => Err(no_entry(program, name)),
        (None, [_, ..]) => Err(LoadError::plain(
            ErrorKind::UnknownEntry,
            &format!("the entry function `{name}` is static in several files"),
        )
        .help("give the entry a name of its own, or leave the other file out")),
    }
}

/// Most functions that are named instead of one that is not there.
const OTHERS_MAX: usize = 12;

fn no_entry(program: &Program, name: &str) -> LoadError {
    let declared = match program.functions.iter().any(|f| f.name == name) {
        true => "only declared",
        false => "not defined",
    };
    let error = LoadError::plain(
        ErrorKind::UnknownEntry,
        &format!("the entry function `{name}` is {declared}"),
    );
    let defined = program.functions.iter().filter(|f| f.body.is_some());
    let names: Vec<&str> = defined.map(|f| f.name.as_str()).collect();
    let others = names.get(..OTHERS_MAX).unwrap_or(&names).join(", ");
    let like = similar::names(name, names.iter().copied());
    let meant = match like.is_empty() {
        true => ".".to_owned(),
        false => format!("; did you mean {}?", like.join(" or ")),
    };
    let more = match names.len().saturating_sub(OTHERS_MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    error.help(format!(
        "choose another with --entry{meant} Defined here: {others}{more}"
    ))
}
