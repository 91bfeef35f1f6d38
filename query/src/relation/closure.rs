//! Transitive closure: strongly connected components in an order in which what a component reaches
//! is known before it is asked for, and a set of targets for each.

use super::rows::Rows;
use super::{Domain, TooLarge};
use fixedbitset::FixedBitSet;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// How many bits the sets of one round may have: 256 MiB.
const BITS_MAX: usize = 1 << 31;

/// The pairs of nodes with a path of one edge or more from the first to the second.
pub(super) fn closure(edges: &Rows, domain: &Domain) -> Result<Rows, TooLarge> {
    let graph = Graph::new(edges);
    let components = graph.components();
    let count = graph.names.len();
    let most = (BITS_MAX / components.members.len().max(1)).max(64);
    let mut values = Vec::new();
    for first in (0..count).step_by(most) {
        let block = Block {
            first,
            length: most.min(count - first),
        };
        block.append(&mut values, (&graph, &components), domain)?;
    }
    // One round goes through the nodes in order.
    Ok(match most >= count {
        true => Rows::of_sorted(2, values),
        false => Rows::of(2, values),
    })
}

/// The targets of components with so many members are listed once for all of them.
const LISTED_MIN: usize = 16;

/// A graph; names of nodes are in order.
struct Graph {
    names: Vec<u32>,
    edges: DiGraph<(), (), usize>,
}

impl Graph {
    fn new(edges: &Rows) -> Graph {
        let mut names: Vec<u32> = edges.iter().flatten().copied().collect();
        names.sort_unstable();
        names.dedup();
        let place = |name: &u32| NodeIndex::new(names.partition_point(|known| known < name));
        let mut graph = DiGraph::with_capacity(names.len(), edges.count());
        names.iter().for_each(|_| _ = graph.add_node(()));
        for edge in edges.iter() {
            graph.add_edge(place(&edge[0]), place(&edge[1]), ());
        }
        Graph {
            names,
            edges: graph,
        }
    }

    fn successors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let next = self.edges.neighbors(NodeIndex::new(node));
        next.map(NodeIndex::index)
    }

    fn components(&self) -> Components {
        let members: Vec<Vec<usize>> = kosaraju_scc(&self.edges)
            .into_iter()
            .map(|nodes| nodes.into_iter().map(NodeIndex::index).collect())
            .collect();
        let mut of = vec![0; self.names.len()];
        for (number, members) in members.iter().enumerate() {
            members.iter().for_each(|node| of[*node] = number);
        }
        Components { of, members }
    }
}

/// Components; what one reaches has a smaller number or is itself.
struct Components {
    /// By node.
    of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

/// Targets that are looked for in one round.
struct Block {
    first: usize,
    length: usize,
}

impl Block {
    /// Adds the pairs with targets that are looked for in this round, in the order of the nodes.
    fn append(
        &self,
        values: &mut Vec<u32>,
        (graph, components): (&Graph, &Components),
        domain: &Domain,
    ) -> Result<(), TooLarge> {
        let reached = self.reached(graph, components);
        let counts: Vec<usize> = reached.iter().map(|set| set.count_ones(..)).collect();
        let found = components.of.iter().map(|component| counts[*component]);
        let found = found.fold(0usize, usize::saturating_add);
        domain.allow((values.len() / 2).saturating_add(found), 2)?;
        let start = values.len();
        match start {
            // Zeroed memory costs nothing until it is written.
            0 => *values = vec![0; 2 * found],
            _ => values.resize(start + 2 * found, 0),
        }
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); counts.len()];
        for (list, (set, members)) in lists
            .iter_mut()
            .zip(reached.iter().zip(&components.members))
        {
            if members.len() >= LISTED_MIN {
                list.extend(self.targets(set, graph));
            }
        }
        let mut rest = values[start..].as_chunks_mut::<2>().0;
        for (name, component) in graph.names.iter().zip(&components.of) {
            let (own, more) = std::mem::take(&mut rest).split_at_mut(counts[*component]);
            rest = more;
            let list = &lists[*component];
            if list.is_empty() {
                let targets = self.targets(&reached[*component], graph);
                own.iter_mut()
                    .zip(targets)
                    .for_each(|(slot, target)| *slot = [*name, target]);
            } else {
                own.iter_mut()
                    .zip(list)
                    .for_each(|(slot, target)| *slot = [*name, *target]);
            }
        }
        Ok(())
    }

    /// By component, which of the targets it reaches.
    fn reached(&self, graph: &Graph, components: &Components) -> Vec<FixedBitSet> {
        let mut sets = vec![FixedBitSet::with_capacity(self.length); components.members.len()];
        for (number, members) in components.members.iter().enumerate() {
            let (done, rest) = sets.split_at_mut(number);
            let own = &mut rest[0];
            for target in members.iter().flat_map(|m| graph.successors(*m)) {
                let bit = target.wrapping_sub(self.first);
                if bit < self.length {
                    own.insert(bit);
                }
                let other = components.of[target];
                if other != number {
                    own.union_with(&done[other]);
                }
            }
        }
        sets
    }

    /// The names of a set's targets, in order.
    fn targets<'s>(
        &self,
        set: &'s FixedBitSet,
        graph: &'s Graph,
    ) -> impl Iterator<Item = u32> + 's {
        let names = &graph.names[self.first..];
        set.ones().map(|bit| names[bit])
    }
}
