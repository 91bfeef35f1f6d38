//! Where the elements of an automaton's memories lie in the bytes of the program's objects.

use proofmark_frontend::ir::Program;
use proofmark_frontend::partition::{MapKey, Plan};
use proofmark_frontend::Cell;
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Cfa, VarDecl};
use std::collections::BTreeMap;

/// Whether a memory of this name holds the type states of objects, which are found by values that
/// need be no addresses, rather than objects of the program.
#[must_use]
pub fn holds_states(memory: &str) -> bool {
    memory.starts_with("mem state of ")
}

/// The cells of a program's memories. Type states are no bytes.
pub(crate) fn cells(
    program: &Program,
    plan: &Plan,
    maps: &BTreeMap<MapKey, VarId>,
) -> BTreeMap<VarId, Cell> {
    let cell = |(key, var): (&MapKey, &VarId)| Some((*var, plan.cell(&program.types, *key)?));
    maps.iter().filter_map(cell).collect()
}

/// What is known of variables, by their names: simplification gives them other numbers.
pub(crate) fn by_name<T: Copy>(
    known: &BTreeMap<VarId, T>,
    vars: &[VarDecl],
) -> BTreeMap<String, T> {
    let name = |(var, what): (&VarId, &T)| {
        let decl = vars.get(usize::try_from(var.0).ok()?)?;
        Some((decl.name.clone(), *what))
    };
    known.iter().filter_map(name).collect()
}

/// What is known by name, by the numbers of an automaton.
pub(crate) fn by_number<T: Copy>(known: &BTreeMap<String, T>, cfa: &Cfa) -> BTreeMap<VarId, T> {
    let vars = (0u32..).map(VarId).zip(&cfa.vars);
    vars.filter_map(|(var, decl)| Some((var, *known.get(&decl.name)?)))
        .collect()
}
