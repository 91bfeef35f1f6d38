//! What is known of pointers because writes follow them.

use super::liveness::variables;
use crate::decided::decided;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, Stmt, StmtKind};

/// Lets executions go on only if the pointers that `followed` is assigned are not null. Once for
/// each value in a block.
pub(super) fn assume(arena: &mut Arena, cfa: &mut Cfa, followed: VarId) {
    let one = arena.lit(1);
    for edge in &mut cfa.edges {
        let mut known: Vec<(Expr, Vec<u32>)> = Vec::new();
        let stmts = std::mem::take(&mut edge.stmts);
        for stmt in stmts {
            match stmt.kind {
                StmtKind::Assign { var, value } if var == followed => {
                    let not_null = arena.le(one, value);
                    let stays = known.iter().any(|(seen, _)| *seen == value);
                    if stays || decided(arena, not_null) == Some(true) {
                        continue;
                    }
                    let mut reads = Vec::new();
                    variables(arena, value, &mut reads);
                    known.push((value, reads));
                    let condition = match decided(arena, not_null) {
                        Some(false) => Arena::FALSE,
                        _ => not_null,
                    };
                    let kind = StmtKind::Assume(condition);
                    edge.stmts.push(Stmt { kind, ..stmt });
                }
                StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => {
                    known.retain(|(_, reads)| !reads.contains(&var.0));
                    edge.stmts.push(stmt);
                }
                StmtKind::Assume(_) => edge.stmts.push(stmt),
            }
        }
    }
}
