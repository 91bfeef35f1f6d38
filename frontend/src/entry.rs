//! The function where runs start.

use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::Program;
use crate::similar;

/// The index of the entry function.
///
/// # Errors
/// If it has no body.
pub fn find_entry(program: &Program, name: &str) -> Result<u32, LoadError> {
    let named = program
        .functions
        .iter()
        .enumerate()
        .filter(|(_, f)| f.name == name);
    let mut defined = named
        .filter_map(|(i, _)| u32::try_from(i).ok())
        .map(|i| program.resolve(i));
    defined
        .find(|i| program.function(*i).is_some_and(|f| f.body.is_some()))
        .ok_or_else(|| no_entry(program, name))
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
