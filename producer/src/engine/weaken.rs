//! Weaker invariants, for smaller certificates: predicates are forgotten where the proof does without them.
//!
//! The regions of a finished search say all that the predicates know about the reachable states. For one predicate after the other, all locations first forget it;
//! those that an edge then leads out of the invariants remember it again, and so may the locations before them: what is left is the largest set of
//! locations that can forget the predicate together. Every location is weakened by projection, so the entry needs no check.

use super::abstraction::Abstraction;
use super::bdd::{Bdd, Level};
use super::precision::PredId;
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{EdgeId, LocId};

/// Makes inductive regions weaker. They stay inductive, and the error's stays empty.
pub(super) fn weaken(arena: &mut Arena, abstraction: &mut Abstraction<'_>, regions: &mut Vec<Bdd>, interrupted: &mut dyn FnMut() -> bool) {
    let mut graph = Graph { into: vec![Vec::new(); regions.len()], out: abstraction.cfa.out_edges() };
    for (i, edge) in abstraction.cfa.edges.iter().enumerate() {
        graph.into[edge.to.0 as usize].push(EdgeId(i as u32));
    }
    let original = regions.clone();
    let mut uses: Vec<(PredId, Vec<LocId>)> = locations_of_predicates(abstraction, regions).into_iter().collect();
    uses.sort_by_key(|(p, _)| std::cmp::Reverse(*p));
    for (predicate, locations) in uses {
        if interrupted() {
            break;
        }
        forget(arena, abstraction, &graph, regions, predicate, &locations);
    }
    // Forgetting relies on what edges do not touch; the whole is looked at once more.
    if !inductive(arena, abstraction, regions) {
        *regions = original;
    }
}

struct Graph {
    into: Vec<Vec<EdgeId>>,
    out: Vec<Vec<EdgeId>>,
}

fn locations_of_predicates(abstraction: &Abstraction<'_>, regions: &[Bdd]) -> std::collections::BTreeMap<PredId, Vec<LocId>> {
    let mut uses: std::collections::BTreeMap<PredId, Vec<LocId>> = std::collections::BTreeMap::new();
    for (i, &region) in regions.iter().enumerate() {
        for level in abstraction.bdds.support(region) {
            uses.entry(level / 2).or_default().push(LocId(i as u32));
        }
    }
    uses
}

/// Forgets one predicate at as many of the locations as possible.
fn forget(arena: &mut Arena, abstraction: &mut Abstraction<'_>, graph: &Graph, regions: &mut [Bdd], predicate: PredId, locations: &[LocId]) {
    let level: Level = 2 * predicate;
    let mut strong = std::collections::BTreeMap::new();
    for &location in locations {
        let slot = location.0 as usize;
        let projected = abstraction.bdds.exists(regions[slot], &[level]);
        let axioms = abstraction.precision.axioms(location);
        let weaker = abstraction.bdds.and(projected, axioms);
        if weaker != regions[slot] {
            strong.insert(location, std::mem::replace(&mut regions[slot], weaker));
        }
    }
    let mut suspects: Vec<LocId> = strong.keys().copied().collect();
    while let Some(location) = suspects.pop() {
        if !strong.contains_key(&location) {
            continue;
        }
        let holds = graph.out[location.0 as usize].iter().all(|&edge| {
            let to = abstraction.cfa.edges[edge.0 as usize].to;
            strong.contains_key(&to) && abstraction.ignores(arena, edge, predicate) || stays_inside(arena, abstraction, edge, regions)
        });
        if !holds {
            if let Some(region) = strong.remove(&location) {
                regions[location.0 as usize] = region;
            }
            let before = graph.into[location.0 as usize].iter().map(|edge| abstraction.cfa.edges[edge.0 as usize].from);
            suspects.extend(before.filter(|from| strong.contains_key(from)));
        }
    }
}

fn stays_inside(arena: &mut Arena, abstraction: &mut Abstraction<'_>, edge: EdgeId, regions: &[Bdd]) -> bool {
    let e = &abstraction.cfa.edges[edge.0 as usize];
    let image = abstraction.post(arena, edge, regions[e.from.0 as usize]).region;
    !abstraction.stopped && abstraction.bdds.without(image, regions[e.to.0 as usize]).is_false()
}

fn inductive(arena: &mut Arena, abstraction: &mut Abstraction<'_>, regions: &[Bdd]) -> bool {
    (0..abstraction.cfa.edges.len()).all(|i| stays_inside(arena, abstraction, EdgeId(i as u32), regions))
}
