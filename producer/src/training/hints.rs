//! Predicates for the proof of a program that uses boolean libraries. Nothing rests on them.

use proofmark_frontend::approximation::LIBRARY;
use proofmark_frontend::Program;
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{StmtKind, VarSort};
use std::collections::BTreeSet;

/// What boolean libraries say of a program: their variables, and what these are compared with.
pub fn of_libraries(program: &mut Program) -> Vec<Expr> {
    let stmts = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    let own = stmts.filter(|stmt| stmt.pos.column == LIBRARY);
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
