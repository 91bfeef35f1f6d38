//! Where a search stands when it gives up: for those who have to help it.

use super::precision::{Comparison, PredId};
use super::Run;
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{EdgeId, LocId};
use std::collections::{BTreeMap, BTreeSet};

/// What a search was busy with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Situation {
    /// The place that it came back to, or could not get over.
    pub place: Option<LocId>,
    /// How often the last counterexample goes through it.
    pub rounds: usize,
    /// Predicates that are tracked there.
    pub predicates: usize,
    /// Predicates that differ in numbers only, the largest groups first.
    pub families: Vec<Family>,
}

/// Predicates that differ in a number only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// Some of them.
    pub examples: Vec<Expr>,
    /// How many there are.
    pub count: usize,
}

/// The counterexample that was looked at last.
#[derive(Default)]
pub(super) struct Last {
    pub(super) path: Vec<EdgeId>,
    /// Positions of the edges whose conditions contradict each other.
    pub(super) core: BTreeSet<usize>,
    /// Its refutation said nothing new.
    pub(super) stuck: bool,
}

/// Smaller families have not grown.
const FAMILY_MIN: usize = 4;
/// Families and members of each that are told.
const FAMILIES_MAX: usize = 3;
const EXAMPLES_MAX: usize = 3;
/// Places that a counterexample goes through more often are those of a loop.
const ROUNDS_MIN: usize = 3;

impl Run<'_> {
    /// Where the search stands.
    pub(super) fn situation(&self) -> Situation {
        let (place, rounds) = match self.busiest() {
            Some((place, rounds)) if rounds >= ROUNDS_MIN => (Some(place), rounds),
            _ => (self.contradicted().or_else(|| self.crowded()), 0),
        };
        let at = place.and_then(|place| self.abstraction.precision.at.get(place.0 as usize));
        Situation {
            place,
            rounds,
            predicates: at.map_or(0, BTreeSet::len),
            families: self.families(),
        }
    }

    /// The first of the places that the last counterexample goes through most often.
    fn busiest(&self) -> Option<(LocId, usize)> {
        let edges = self.last.path.iter();
        let places = edges.filter_map(|edge| Some(self.cfa.edges.get(edge.0 as usize)?.from));
        let places: Vec<LocId> = places.collect();
        let mut visits: BTreeMap<LocId, usize> = BTreeMap::new();
        places
            .iter()
            .for_each(|place| *visits.entry(*place).or_default() += 1);
        let most = visits.values().copied().max()?;
        let first = places
            .iter()
            .find(|place| visits.get(place) == Some(&most))?;
        Some((*first, most))
    }

    /// Where the last of the conditions stands that contradict each other.
    fn contradicted(&self) -> Option<LocId> {
        let edge = self.last.path.get(*self.last.core.last()?)?;
        Some(self.cfa.edges.get(edge.0 as usize)?.from)
    }

    /// Where most predicates are tracked.
    fn crowded(&self) -> Option<LocId> {
        let at = &self.abstraction.precision.at;
        let (index, tracked) = at
            .iter()
            .enumerate()
            .max_by_key(|(_, tracked)| tracked.len())?;
        (!tracked.is_empty()).then_some(LocId(u32::try_from(index).ok()?))
    }

    fn families(&self) -> Vec<Family> {
        let precision = &self.abstraction.precision;
        let mut groups: BTreeMap<Vec<(Expr, i128)>, Vec<Expr>> = BTreeMap::new();
        let tracked: BTreeSet<PredId> = precision.at.iter().flatten().copied().collect();
        for predicate in tracked {
            let atom = precision.atom(predicate);
            if let Some(comparison) = Comparison::of(self.arena, atom) {
                groups.entry(comparison.terms).or_default().push(atom);
            }
        }
        let mut families: Vec<Family> = groups
            .into_values()
            .filter(|atoms| atoms.len() >= FAMILY_MIN)
            .map(|atoms| Family {
                count: atoms.len(),
                examples: atoms.into_iter().take(EXAMPLES_MAX).collect(),
            })
            .collect();
        families.sort_by_key(|family| std::cmp::Reverse(family.count));
        families.truncate(FAMILIES_MAX);
        families
    }
}
