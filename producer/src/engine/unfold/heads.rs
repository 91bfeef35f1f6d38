//! Loops: where they begin, and which locations are in them.

use proofmark_logic::cfa::{Cfa, LocId};
use std::collections::BTreeSet;

/// The loops around each location, outermost first, each by where it begins.
pub(super) struct Heads {
    around: Vec<Vec<LocId>>,
}

impl Heads {
    /// Of a program. A loop begins where an edge goes back to, and holds all from which that edge
    /// is reached without passing its begin. No loop begins where a procedure ends, although what
    /// is behind a recursive call comes later in the order.
    pub(super) fn of(cfa: &Cfa, rank: &[u32]) -> Heads {
        let mut into = vec![Vec::new(); cfa.locations.len()];
        for edge in &cfa.edges {
            into[edge.to.0 as usize].push(edge.from);
        }
        let place = |location: LocId| rank[location.0 as usize];
        let known = |location: &LocId| place(*location) != u32::MAX;
        let exits: BTreeSet<LocId> = cfa.procedures.iter().map(|p| p.exit).collect();
        let back = (cfa.edges.iter())
            .filter(|edge| edge.to != cfa.error && !exits.contains(&edge.to) && known(&edge.from))
            .filter(|edge| place(edge.to) <= place(edge.from));
        let mut around = vec![BTreeSet::new(); cfa.locations.len()];
        for edge in back {
            let mut work = vec![edge.from];
            around[edge.to.0 as usize].insert((place(edge.to), edge.to));
            while let Some(location) = work.pop() {
                let new = around[location.0 as usize].insert((place(edge.to), edge.to));
                if new && location != edge.to {
                    let before = into[location.0 as usize].iter().copied();
                    work.extend(before.filter(known));
                }
            }
        }
        let around = around.into_iter();
        Heads {
            around: around
                .map(|heads| heads.into_iter().map(|(_, head)| head).collect())
                .collect(),
        }
    }

    /// The loops around a location.
    pub(super) fn around(&self, location: LocId) -> &[LocId] {
        &self.around[location.0 as usize]
    }
}
