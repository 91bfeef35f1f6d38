//! Transitive closure: strongly connected components in the order in which a depth-first search
//! leaves them (Tarjan 1972), so that what a component reaches is known before it is asked for.

use super::rows::Rows;
use super::{Domain, TooLarge};

/// How many words the sets of one round may have: 256 MiB.
const WORDS_MAX: usize = 1 << 25;

/// The pairs of nodes with a path of one edge or more from the first to the second.
pub(super) fn closure(edges: &Rows, domain: &Domain) -> Result<Rows, TooLarge> {
    let graph = Graph::new(edges);
    let components = graph.components();
    let count = graph.names.len();
    let words = (WORDS_MAX / components.members.len().max(1)).max(1);
    let mut values = Vec::new();
    for first in (0..count).step_by(words * 64) {
        let block = Block {
            first,
            words: words.min((count - first).div_ceil(64)),
        };
        block.append(&mut values, (&graph, &components), domain)?;
    }
    // One round goes through the nodes in order.
    Ok(match words * 64 >= count {
        true => Rows::of_sorted(2, values),
        false => Rows::of(2, values),
    })
}

/// The targets of components with so many members are listed once for all of them.
const LISTED_MIN: usize = 16;

/// A graph; names of nodes are in order.
struct Graph {
    names: Vec<u32>,
    /// Where the successors of each node begin, and where the last ones end.
    starts: Vec<usize>,
    successors: Vec<usize>,
}

impl Graph {
    fn new(edges: &Rows) -> Graph {
        let mut names: Vec<u32> = edges.iter().flatten().copied().collect();
        names.sort_unstable();
        names.dedup();
        let place = |name: &u32| names.partition_point(|known| known < name);
        let mut starts = vec![0; names.len() + 1];
        let mut successors = Vec::with_capacity(edges.count());
        for edge in edges.iter() {
            starts[place(&edge[0]) + 1] += 1;
            successors.push(place(&edge[1]));
        }
        for node in 0..names.len() {
            starts[node + 1] += starts[node];
        }
        Graph {
            names,
            starts,
            successors,
        }
    }

    fn successors(&self, node: usize) -> &[usize] {
        &self.successors[self.starts[node]..self.starts[node + 1]]
    }

    fn components(&self) -> Components {
        let count = self.names.len();
        let mut search = Search {
            graph: self,
            seen: vec![usize::MAX; count],
            low: vec![0; count],
            open: Vec::new(),
            time: 0,
            found: Components {
                of: vec![usize::MAX; count],
                members: Vec::new(),
            },
        };
        (0..count).for_each(|node| search.from(node));
        search.found
    }
}

/// Components; what one reaches has a smaller number or is itself.
struct Components {
    /// By node.
    of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

struct Search<'g> {
    graph: &'g Graph,
    /// When a node was met.
    seen: Vec<usize>,
    /// The earliest node on the stack that it reaches.
    low: Vec<usize>,
    open: Vec<usize>,
    time: usize,
    found: Components,
}

impl Search<'_> {
    fn from(&mut self, root: usize) {
        if self.seen[root] != usize::MAX {
            return;
        }
        self.meet(root);
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            match self.graph.successors(node).get(*next) {
                Some(target) => {
                    *next += 1;
                    if self.seen[*target] == usize::MAX {
                        self.meet(*target);
                        path.push((*target, 0));
                    } else if self.found.of[*target] == usize::MAX {
                        self.low[node] = self.low[node].min(self.seen[*target]);
                    }
                }
                None => {
                    path.pop();
                    if let Some((parent, _)) = path.last() {
                        self.low[*parent] = self.low[*parent].min(self.low[node]);
                    }
                    if self.low[node] == self.seen[node] {
                        self.close(node);
                    }
                }
            }
        }
    }

    fn meet(&mut self, node: usize) {
        (self.seen[node], self.low[node]) = (self.time, self.time);
        self.time += 1;
        self.open.push(node);
    }

    /// The nodes above this one on the stack are a component with it.
    fn close(&mut self, node: usize) {
        let at = self.open.iter().rposition(|open| *open == node);
        let members = self.open.split_off(at.unwrap_or(0));
        let number = self.found.members.len();
        members.iter().for_each(|m| self.found.of[*m] = number);
        self.found.members.push(members);
    }
}

/// Targets that are looked for in one round: 64 for each word.
struct Block {
    first: usize,
    words: usize,
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
        let sets = reached.chunks_exact(self.words.max(1));
        let counts: Vec<usize> = sets
            .clone()
            .map(|set| set.iter().map(|word| word.count_ones() as usize).sum())
            .collect();
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
        for (list, (set, members)) in lists.iter_mut().zip(sets.zip(&components.members)) {
            if members.len() >= LISTED_MIN {
                self.each(set, &mut |target| list.push(graph.names[target]));
            }
        }
        let mut rest = values[start..].as_chunks_mut::<2>().0;
        for (name, component) in graph.names.iter().zip(&components.of) {
            let (own, more) = std::mem::take(&mut rest).split_at_mut(counts[*component]);
            rest = more;
            let list = &lists[*component];
            if list.is_empty() {
                let from = component * self.words;
                let mut slots = own.iter_mut();
                self.each(&reached[from..from + self.words], &mut |target| {
                    if let Some(slot) = slots.next() {
                        *slot = [*name, graph.names[target]];
                    }
                });
            } else {
                for (slot, target) in own.iter_mut().zip(list) {
                    *slot = [*name, *target];
                }
            }
        }
        Ok(())
    }

    /// By component, which of the targets it reaches.
    fn reached(&self, graph: &Graph, components: &Components) -> Vec<u64> {
        let mut sets = vec![0u64; components.members.len() * self.words];
        for (number, members) in components.members.iter().enumerate() {
            let (done, rest) = sets.split_at_mut(number * self.words);
            let own = &mut rest[..self.words];
            let targets = members.iter().flat_map(|m| graph.successors(*m));
            for target in targets {
                let bit = target.wrapping_sub(self.first);
                if bit < self.words * 64 {
                    own[bit / 64] |= 1 << (bit % 64);
                }
                let other = components.of[*target];
                if other != number {
                    let set = &done[other * self.words..(other + 1) * self.words];
                    own.iter_mut().zip(set).for_each(|(a, b)| *a |= b);
                }
            }
        }
        sets
    }

    fn each(&self, set: &[u64], visit: &mut impl FnMut(usize)) {
        for (at, word) in set.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                visit(self.first + at * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}
