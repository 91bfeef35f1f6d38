//! Weaker invariants, for smaller certificates: predicates are forgotten where the proof does
//! without them.
//!
//! The regions of a finished search say all that the predicates know about the reachable states.
//! For one predicate after the other, all locations first forget it; those that an edge then leads
//! out of the invariants remember it again, and so may the locations before them: what is left is
//! the largest set of locations that can forget the predicate together. Every location is weakened
//! by projection, so the entry needs no check.

mod graph;
mod on_demand;

use super::abstraction::Abstraction;
use super::bdd::{Bdd, Level};
use super::calls::exit_of;
use super::precision::PredId;
use graph::{arcs, Graph};
use on_demand::{demanded, Order};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{EdgeId, LocId};

/// Makes inductive regions weaker. They stay inductive, and the error's stays empty. `rank` orders
/// the locations, successors mostly after their predecessors; those that are `fixed` stay as they
/// are.
pub(super) fn weaken(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    (rank, fixed): (&[u32], &[bool]),
    regions: &mut Vec<Bdd>,
    interrupted: &mut dyn FnMut() -> bool,
) {
    let graph = Graph::new(abstraction, regions.len());
    // Where several predicates would do, no order of giving them up is always better; what the
    // first leaves is little, so that the second costs little.
    for order in [Order::OldFirst, Order::NewFirst] {
        match demanded(
            arena,
            abstraction,
            &graph,
            (regions, rank, fixed),
            order,
            interrupted,
        ) {
            Some(weaker) => *regions = weaker,
            None if fixed.contains(&true) => return,
            None => return forget_all(arena, abstraction, &graph, regions, interrupted),
        }
    }
    if !abstraction.cfa.procedures.is_empty() && !fixed.contains(&true) {
        forget_all(arena, abstraction, &graph, regions, interrupted);
    }
}

/// Forgets predicates where that leads no edge out.
fn forget_all(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    graph: &Graph,
    regions: &mut Vec<Bdd>,
    interrupted: &mut dyn FnMut() -> bool,
) {
    let original = regions.clone();
    let mut before = Vec::new();
    // One predicate may be needed for another only, so the first may go when the second has gone.
    while before != *regions && !abstraction.bdds.exhausted() && !interrupted() {
        before.clone_from(regions);
        let mut uses: Vec<(PredId, Vec<LocId>)> = locations_of_predicates(abstraction, regions)
            .into_iter()
            .collect();
        uses.sort_by_key(|(p, _)| std::cmp::Reverse(*p));
        for (predicate, locations) in uses {
            if interrupted() {
                break;
            }
            forget(arena, abstraction, graph, regions, predicate, &locations);
        }
    }
    // Forgetting relies on what edges do not touch; the whole is looked at once more.
    if !inductive(arena, abstraction, regions) {
        *regions = original;
    }
}

fn locations_of_predicates(
    abstraction: &Abstraction<'_>,
    regions: &[Bdd],
) -> std::collections::BTreeMap<PredId, Vec<LocId>> {
    let mut uses: std::collections::BTreeMap<PredId, Vec<LocId>> =
        std::collections::BTreeMap::new();
    for (i, &region) in regions.iter().enumerate() {
        for level in abstraction.bdds.support(region) {
            uses.entry(level / 2).or_default().push(LocId(i as u32));
        }
    }
    uses
}

/// Forgets one predicate at as many of the locations as possible.
fn forget(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    graph: &Graph,
    regions: &mut [Bdd],
    predicate: PredId,
    locations: &[LocId],
) {
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
            let (_, to) = abstraction.calls.ends(abstraction.cfa, edge);
            strong.contains_key(&to) && abstraction.ignores(arena, edge, predicate)
                || stays_inside(arena, abstraction, edge, regions)
        });
        if !holds {
            if let Some(region) = strong.remove(&location) {
                regions[location.0 as usize] = region;
            }
            for &arc in &graph.into[location.0 as usize] {
                let (from, _) = abstraction.calls.ends(abstraction.cfa, arc);
                let before = [
                    Some(from),
                    exit_of(abstraction.cfa, &abstraction.calls, arc),
                ];
                suspects.extend(
                    before
                        .into_iter()
                        .flatten()
                        .filter(|q| strong.contains_key(q)),
                );
            }
        }
    }
}

/// Whether an arc leads from the regions into the region of its target.
fn stays_inside(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    edge: EdgeId,
    regions: &[Bdd],
) -> bool {
    let (from, to) = abstraction.calls.ends(abstraction.cfa, edge);
    let mut region = regions[from.0 as usize];
    if let Some(exit) = exit_of(abstraction.cfa, &abstraction.calls, edge) {
        let returned = abstraction.instance_of_region(arena, exit, regions[exit.0 as usize]);
        region = abstraction.bdds.and(region, returned);
    }
    let image = abstraction.post(arena, edge, region).region;
    !abstraction.questions.stopped
        && abstraction
            .bdds
            .without(image, regions[to.0 as usize])
            .is_false()
}

fn inductive(arena: &mut Arena, abstraction: &mut Abstraction<'_>, regions: &[Bdd]) -> bool {
    arcs(abstraction).all(|arc| stays_inside(arena, abstraction, arc, regions))
}
