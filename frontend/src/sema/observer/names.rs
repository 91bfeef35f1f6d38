//! The names by which patterns mean functions.

use super::super::{Analyser, Result};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::Program;
use crate::sources::Sources;
use std::collections::BTreeMap;

impl Analyser {
    /// No call is seen where the front end computes what a built-in function does.
    pub(super) fn refuse_computed(&self, sources: &Sources) -> Result<()> {
        let watched = |name: &str| {
            let mut events = self.program.observed.events.iter();
            events.find(|event| event.pattern.watches(name))
        };
        let mut computed = self.program.computed.iter();
        let found = computed.find_map(|(name, pos)| Some((name, *pos, watched(name)?)));
        let Some((name, pos, event)) = found else {
            return Ok(());
        };
        let message = format!(
            "the pattern `{}` is about the built-in function `{name}`, whose calls are computed and not observed",
            event.title
        );
        let kind = ErrorKind::Unsupported;
        Err(LoadError::at(kind, sources, pos, message))
    }
}

/// The functions that have several names, with their others.
pub(super) fn other_names(program: &Program) -> BTreeMap<u32, Vec<String>> {
    let mut groups: BTreeMap<u32, Vec<(u32, &str)>> = BTreeMap::new();
    for (index, function) in (0u32..).zip(&program.functions) {
        let group = groups.entry(program.resolve(index)).or_default();
        group.push((index, &function.name));
    }
    let several = groups.into_values().filter(|group| group.len() > 1);
    let others = several.flat_map(|group| {
        let of = |index: u32| {
            let others = group.iter().filter(|(other, _)| *other != index);
            others.map(|(_, name)| (*name).to_owned()).collect()
        };
        let entries: Vec<_> = group.iter().map(|(i, _)| (*i, of(*i))).collect();
        entries
    });
    others.collect()
}
