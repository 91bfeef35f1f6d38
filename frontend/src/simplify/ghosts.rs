//! Ghosts: names for what globals held when a procedure was called, so that its contract can relate
//! results to arguments.

use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::ProcId;
use proofmark_logic::cfa::{Cfa, Scope, VarDecl};
use std::collections::HashSet;

/// Gives every procedure a ghost of each global that it may write. The others still hold on return
/// what they held at the call.
pub(super) fn add(cfa: &mut Cfa) {
    let mut names: HashSet<String> = HashSet::new();
    for index in 0..cfa.procedures.len() {
        let written = cfa.written_globals(ProcId(u32::try_from(index).unwrap_or(u32::MAX)));
        let entry = cfa
            .procedures
            .get(index)
            .and_then(|p| cfa.locations.get(p.entry.0 as usize));
        let function = entry
            .and_then(|l| cfa.frames.get(l.frame.0 as usize))
            .map_or("", |f| f.function.as_str())
            .to_owned();
        for global in written {
            let Some(decl) = cfa.vars.get(global.0 as usize) else {
                continue;
            };
            let mut name = format!("{function}::old({})", decl.name);
            while !names.insert(name.clone()) {
                name.push('\'');
            }
            cfa.vars.push(VarDecl {
                name,
                sort: decl.sort,
                scope: Scope::Local,
            });
            let ghost = VarId(u32::try_from(cfa.vars.len() - 1).unwrap_or(u32::MAX));
            if let Some(procedure) = cfa.procedures.get_mut(index) {
                procedure.ghosts.push((ghost, global));
            }
        }
    }
}
