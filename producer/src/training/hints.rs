//! Predicates for the proof of a program that uses boolean libraries. Nothing rests on them.

use proofmark_frontend::approximation::LIBRARY;
use proofmark_frontend::Program;
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{Edge, StmtKind, VarSort};
use std::collections::BTreeSet;

/// What boolean libraries say of a program: their variables, and what these are compared with.
pub fn of_libraries(program: &mut Program) -> Vec<Expr> {
    let cfa = &program.cfa;
    // Predicates stand where their text does, between places of the procedure.
    let inside = |edge: &&Edge| {
        let from = cfa.locations.get(edge.from.0 as usize);
        from.is_some_and(|from| from.pos.column == LIBRARY)
    };
    let own = cfa.edges.iter().filter(inside).flat_map(|edge| &edge.stmts);
    let mut found = BTreeSet::new();
    let mut variables = BTreeSet::new();
    for stmt in own {
        match stmt.kind {
            StmtKind::Assign { var, value } if program.arena.as_lit(value).is_some() => {
                variables.insert(var);
            }
            StmtKind::Assume(condition) => _ = found.insert(condition),
            StmtKind::Assign { .. } | StmtKind::Havoc { .. } => {}
        }
    }
    for var in variables {
        if let Ok(VarSort::Int(ty)) = program.cfa.sort_of(var) {
            let (variable, zero) = (program.arena.var(var, ty), program.arena.lit(0));
            found.insert(program.arena.eq(variable, zero));
        }
    }
    found.into_iter().collect()
}
