//! Transitive closure: strongly connected components in an order in which what a component reaches
//! is known before it is asked for, and a bitmap of targets for each, which its members share.

use super::rows::{Group, Rows};
use super::{Domain, TooLarge};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use roaring::RoaringBitmap;
use std::sync::Arc;

/// The pairs of nodes with a path of one edge or more from the first to the second.
pub(super) fn closure(edges: &Rows, domain: &Domain) -> Result<Rows, TooLarge> {
    let mut names = Vec::with_capacity(edges.groups().len());
    for group in edges.groups() {
        names.extend(group.first.iter().copied().chain(&*group.last));
    }
    names.sort_unstable();
    names.dedup();
    let place = |name: u32| names.partition_point(|known| *known < name);
    let mut graph = DiGraph::<(), (), usize>::with_capacity(names.len(), edges.count());
    names.iter().for_each(|_| _ = graph.add_node(()));
    for group in edges.groups() {
        let from = group.first.iter().copied().map(place).map(NodeIndex::new);
        for (from, to) in from.flat_map(|from| group.last.iter().map(move |to| (from, to))) {
            graph.add_edge(from, NodeIndex::new(place(to)), ());
        }
    }
    let mut of = vec![0; names.len()];
    let mut reached: Vec<Arc<RoaringBitmap>> = Vec::new();
    let mut count = 0usize;
    // What a component reaches comes before it.
    for members in kosaraju_scc(&graph) {
        let number = reached.len();
        members.iter().for_each(|node| of[node.index()] = number);
        let mut own = RoaringBitmap::new();
        for target in members.iter().flat_map(|node| graph.neighbors(*node)) {
            own.insert(names[target.index()]);
            if let Some(known) = reached.get(of[target.index()]) {
                own |= &**known;
            }
        }
        let targets = usize::try_from(own.len()).unwrap_or(usize::MAX);
        count = count.saturating_add(targets.saturating_mul(members.len()));
        domain.allow(count, 2)?;
        reached.push(Arc::new(own));
    }
    let pairs = names.iter().zip(&of).map(|(name, component)| Group {
        first: [*name].into(),
        last: reached[*component].clone(),
    });
    let groups = pairs.filter(|group| !group.last.is_empty());
    Ok(Rows::of_groups(2, groups.collect()))
}
