//! Which objects may be read before they are written (C11 6.3.2.1p2): definite assignment, by
//! liveness.

use super::liveness::variables;
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, Edge, StmtKind};
use std::collections::BTreeSet;

/// Records the assumption about indeterminate values if one of the variables that begin without a
/// value may be read before it is written: if it is live behind a havoc, or at the start. `live`
/// has the variables that are live at the end of each edge.
pub(super) fn note(arena: &Arena, cfa: &mut Cfa, begins: &BTreeSet<VarId>, live: &[Vec<u32>]) {
    let entry = crate::translate::indeterminate();
    let mut edges = cfa.edges.iter().zip(live);
    let read = edges.any(|(edge, live)| {
        let (behind, before) = begins_live(arena, edge, begins, live);
        // What a jump leads past does not begin, and is what it was before.
        let skipped = || begins.iter().any(|var| before.contains(&var.0));
        behind || edge.from == cfa.entry && skipped()
    });
    if read && !cfa.ledger.contains(&entry) {
        cfa.ledger.push(entry);
        cfa.ledger.sort();
    }
}

/// Whether one of the variables is live behind a havoc of it on this edge, and all variables that
/// are live where the edge starts.
fn begins_live(
    arena: &Arena,
    edge: &Edge,
    begins: &BTreeSet<VarId>,
    live: &[u32],
) -> (bool, BTreeSet<u32>) {
    let mut live: BTreeSet<u32> = live.iter().copied().collect();
    let mut read = false;
    for stmt in edge.stmts.iter().rev() {
        let mut reads = Vec::new();
        match stmt.kind {
            StmtKind::Havoc { var } => read |= live.remove(&var.0) && begins.contains(&var),
            StmtKind::Assign { var, value } => {
                // What only makes a dead value is not read.
                if live.remove(&var.0) {
                    variables(arena, value, &mut reads);
                }
            }
            StmtKind::Assume(condition) => variables(arena, condition, &mut reads),
        }
        live.extend(reads);
    }
    (read, live)
}
