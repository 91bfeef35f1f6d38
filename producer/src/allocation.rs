//! Where the memory that a path allocates may be: the automaton allows any address, the program
//! only such that nothing else uses.

use proofmark_frontend::Approximations;
use proofmark_logic::cfa::{Cfa, EdgeId, Pos, StmtKind, VarSort};

/// How much of a block is kept apart from everything else.
pub(crate) const BLOCK_BYTES: i128 = 1 << 16;

/// Blocks are aligned for any object (C11 7.22.3p1): the ABI's `max_align_t`.
pub(crate) const BLOCK_ALIGNMENT: i128 = 16;

/// An allocation on a path.
pub(crate) struct Allocation {
    /// Which of the path's integer inputs is the address.
    pub(crate) input: usize,
    /// Where the program allocates.
    pub(crate) pos: Pos,
}

/// The allocations on a path, in order.
pub(crate) fn on_path(
    cfa: &Cfa,
    approximations: &Approximations,
    path: &[EdgeId],
) -> Vec<Allocation> {
    let edges = path
        .iter()
        .filter_map(|id| cfa.edges.get(usize::try_from(id.0).ok()?));
    let havocs = edges
        .flat_map(|edge| &edge.stmts)
        .filter_map(|stmt| match stmt.kind {
            StmtKind::Havoc { var } => cfa
                .sort_of(var)
                .ok()
                .filter(|sort| matches!(sort, VarSort::Int(_)))
                .map(|sort| (stmt, sort)),
            StmtKind::Assign { .. } | StmtKind::Assume(_) => None,
        });
    let numbered = havocs
        .enumerate()
        .filter(|(_, (stmt, sort))| approximations.allocation(stmt, *sort).is_some());
    numbered
        .map(|(input, (stmt, _))| Allocation {
            input,
            pos: stmt.pos,
        })
        .collect()
}

/// Addresses for so many blocks behind all declared objects, which are at `addresses`, each with as
/// much free room behind it as it has itself; `None` if they do not fit.
pub(crate) fn places(cfa: &Cfa, addresses: &[i128], count: usize) -> Option<Vec<i128>> {
    let objects = cfa.objects.iter().zip(addresses);
    let end = objects
        .map(|(object, start)| start + i128::from(object.size))
        .max()
        .unwrap_or(0);
    let first = end / BLOCK_BYTES + 1;
    let starts: Vec<i128> = (first..)
        .step_by(2)
        .take(count)
        .map(|block| block * BLOCK_BYTES)
        .collect();
    let room = 1i128 << cfa.profile.pointer_bits();
    starts
        .iter()
        .all(|start| start + 2 * BLOCK_BYTES <= room)
        .then_some(starts)
}
