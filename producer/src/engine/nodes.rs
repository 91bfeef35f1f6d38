//! What the reachability graph is made of.

use super::bdd::Bdd;
use proofmark_logic::cfa::{EdgeId, LocId};
use std::collections::{BTreeSet, HashSet};

/// Index of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// States of one location that were first reached together.
#[derive(Clone, Debug)]
pub struct Node {
    /// The location.
    pub location: LocId,
    /// The states, over the location's predicates.
    pub region: Bdd,
    /// Edges from earlier nodes, with their images. Empty for the root.
    pub parents: Vec<Arrival>,
}

/// An image that arrives at a location.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The edge, or the arc of a call.
    pub edge: EdgeId,
    /// The node that it leaves.
    pub from: NodeId,
    /// For the return of a call: the node at the callee's exit.
    pub exit: Option<NodeId>,
    /// The image.
    pub image: Bdd,
}

/// The seeds of a graph: its first nodes.
#[derive(Default)]
pub(super) struct Seeds {
    /// How many nodes they are.
    pub(super) count: u32,
    /// By location, while the seed holds.
    pub(super) at: Vec<Option<NodeId>>,
    /// Arcs that need not be looked at between seeds.
    pub(super) conforming: HashSet<EdgeId>,
    /// Seeds that had to be looked at.
    pub(super) frontier: BTreeSet<NodeId>,
}

impl Seeds {
    /// Whether a step is known to lead from seeds into a seed.
    pub(super) fn conform(
        &self,
        arc: EdgeId,
        (from, exit): (NodeId, Option<NodeId>),
        to: LocId,
    ) -> bool {
        self.is_seed(from)
            && exit.is_none_or(|exit| self.is_seed(exit))
            && self.intact(to).is_some()
            && self.conforming.contains(&arc)
    }

    /// The seed of a location.
    pub(super) fn intact(&self, location: LocId) -> Option<NodeId> {
        self.at.get(location.0 as usize).copied().flatten()
    }

    /// Whether a node is one.
    pub(super) fn is_seed(&self, node: NodeId) -> bool {
        node.0 < self.count
    }

    /// How many nodes they are.
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }
}

/// A counterexample that begins at a seed.
pub struct Fragment {
    /// Its edges.
    pub path: Vec<EdgeId>,
    /// Where it begins.
    pub location: LocId,
    /// In which states.
    pub states: Bdd,
}
