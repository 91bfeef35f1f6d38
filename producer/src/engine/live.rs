//! Which variables still matter where: a predicate over a variable that is written before it is
//! read again says nothing worth tracking.

use super::atoms::Canon;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, LocId, StmtKind};
use std::collections::BTreeSet;

/// The live variables of every location of a program without procedures.
pub(super) struct Liveness {
    /// One bit for each variable, per location.
    live: Vec<Vec<u64>>,
}

impl Liveness {
    /// Backward data flow until nothing changes. `rank` orders the locations, successors mostly
    /// after their predecessors.
    pub(super) fn new(arena: &Arena, canon: &mut Canon, cfa: &Cfa, rank: &[u32]) -> Liveness {
        let words = cfa.vars.len().div_ceil(64);
        let mut live = vec![vec![0u64; words]; cfa.locations.len()];
        let mut into = vec![Vec::new(); cfa.locations.len()];
        for (i, edge) in cfa.edges.iter().enumerate() {
            into[edge.to.0 as usize].push(i);
        }
        let mut agenda: BTreeSet<(u32, LocId)> = (0..cfa.locations.len())
            .map(|i| (u32::MAX - rank[i], LocId(i as u32)))
            .collect();
        while let Some((_, to)) = agenda.pop_first() {
            for &i in &into[to.0 as usize] {
                let edge = &cfa.edges[i];
                let mut before = live[to.0 as usize].clone();
                let mut read = |before: &mut Vec<u64>, e: Expr| {
                    for v in canon.variables(arena, e).iter() {
                        if let Some(word) = before.get_mut(v.0 as usize / 64) {
                            *word |= 1 << (v.0 % 64);
                        }
                    }
                };
                for stmt in edge.stmts.iter().rev() {
                    let written = match stmt.kind {
                        StmtKind::Assign { var, .. } | StmtKind::Havoc { var, .. } => Some(var),
                        StmtKind::Assume(_) => None,
                    };
                    if let Some(word) =
                        written.and_then(|v| before.get_mut(v.0 as usize / 64).zip(Some(v.0 % 64)))
                    {
                        *word.0 &= !(1 << word.1);
                    }
                    match stmt.kind {
                        StmtKind::Assign { value, .. } => read(&mut before, value),
                        StmtKind::Assume(p) => read(&mut before, p),
                        StmtKind::Havoc { .. } => {}
                    }
                }
                let from = edge.from.0 as usize;
                if live[from]
                    .iter()
                    .zip(&before)
                    .any(|(old, new)| new & !old != 0)
                {
                    live[from]
                        .iter_mut()
                        .zip(&before)
                        .for_each(|(old, new)| *old |= new);
                    agenda.insert((u32::MAX - rank[from], edge.from));
                }
            }
        }
        Liveness { live }
    }

    /// Whether all the variables may be read at the location before they are written.
    pub(super) fn all_live(&self, location: LocId, variables: &[VarId]) -> bool {
        let bits = &self.live[location.0 as usize];
        variables.iter().all(|v| {
            bits.get(v.0 as usize / 64)
                .is_some_and(|word| word >> (v.0 % 64) & 1 == 1)
        })
    }
}
