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
    let cell = |(key, var): (&MapKey, &VarId)| Some((*var, cell(program, plan, *key)?));
    maps.iter().filter_map(cell).collect()
}

fn cell(program: &Program, plan: &Plan, key: MapKey) -> Option<Cell> {
    let from_start = |width| Some(Cell { first: 0, width });
    match key {
        MapKey::Int(bits) | MapKey::Float(bits) => from_start(u32::from(bits)),
        MapKey::Bool | MapKey::Bytes => from_start(8),
        MapKey::Pointer => from_start(u32::from(program.types.profile.pointer_bits())),
        MapKey::Opaque => None,
        MapKey::Field(..) if plan.is_state(key) => None,
        MapKey::Field(record, index) => {
            let field = program.types.field(record, index)?;
            match field.bits {
                Some((start, width)) => Some(Cell {
                    first: u32::try_from(start % 8).ok()?,
                    width: u32::from(width),
                }),
                None => {
                    let size = program.types.size_of(field.ty.ty.innermost()).ok()?;
                    from_start(u32::try_from(size * 8).ok()?)
                }
            }
        }
    }
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
