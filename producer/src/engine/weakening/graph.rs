//! The arcs of a program by the locations whose invariants they join.

use crate::engine::abstraction::Abstraction;
use crate::engine::calls::exit_of;
use proofmark_logic::cfa::EdgeId;

/// Edges, and the arcs of calls. The image of a return depends on two regions, so it leaves two
/// locations.
pub(super) struct Graph {
    pub(super) into: Vec<Vec<EdgeId>>,
    pub(super) out: Vec<Vec<EdgeId>>,
}

impl Graph {
    pub(super) fn new(abstraction: &Abstraction<'_>, locations: usize) -> Graph {
        let mut graph = Graph {
            into: vec![Vec::new(); locations],
            out: vec![Vec::new(); locations],
        };
        for arc in arcs(abstraction) {
            let (from, to) = abstraction.calls.ends(abstraction.cfa, arc);
            graph.into[to.0 as usize].push(arc);
            graph.out[from.0 as usize].push(arc);
            if let Some(exit) = exit_of(abstraction.cfa, &abstraction.calls, arc) {
                graph.out[exit.0 as usize].push(arc);
            }
        }
        graph
    }
}

/// All arcs.
pub(super) fn arcs(abstraction: &Abstraction<'_>) -> impl Iterator<Item = EdgeId> {
    (0..abstraction.calls.arcs()).map(|i| EdgeId(i as u32))
}
