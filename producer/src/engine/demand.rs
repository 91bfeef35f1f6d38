//! What a proof needs: an invariant says what the edges behind it ask for, and nothing else.
//!
//! The regions of a finished search say all that the predicates know about the reachable states. Here every location first forgets everything, except that the error
//! stays unreachable. An edge that then leads out of the invariants asks its source to exclude the states from which it does. The source does so with as few predicates
//! as suffice and a formula as small as possible, weaker than its region and stronger than what is asked; that may ask the edges before in turn, until none leads
//! out. Predicates that only keep each other alive, and facts that only show dead code dead, are never asked for.

use super::abstraction::Abstraction;
use super::bdd::{Bdd, Level, Manager};
use super::calls::exit_of;
use super::weaken::{stays_inside, Graph};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{EdgeId, LocId};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Which predicates are given up first where a choice is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Those that were found first, roughly.
    OldFirst,
    /// Those that were found last.
    NewFirst,
}

/// Invariants that are as weak as the demands of their edges allow; `rank` orders the locations, successors mostly after their predecessors. `None` if the search
/// was interrupted, or if some edge leads out of the given regions.
pub(super) fn demanded(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    graph: &Graph,
    (regions, rank): (&[Bdd], &[u32]),
    order: Order,
    interrupted: &mut dyn FnMut() -> bool,
) -> Option<Vec<Bdd>> {
    let mut weak = vec![Bdd::TRUE; regions.len()];
    weak[abstraction.cfa.error.0 as usize] = Bdd::FALSE;
    // From the back to the front: what is asked of a location is then mostly known when it asks others.
    let into = |slot: usize| graph.into[slot].iter().map(move |&arc| (Reverse(rank[slot]), arc));
    let mut agenda: BTreeSet<(Reverse<u32>, EdgeId)> = (0..regions.len()).flat_map(into).collect();
    while let Some((_, arc)) = agenda.pop_first() {
        if interrupted() || abstraction.bdds.exhausted() {
            return None;
        }
        let asked = match exit_of(abstraction.cfa, &abstraction.calls, arc) {
            Some(exit) => ask_both(arena, abstraction, (arc, exit), regions, &mut weak)?,
            None => ask(arena, abstraction, (arc, order), regions, &mut weak)?,
        };
        agenda.extend(asked.into_iter().flat_map(|location| into(location.0 as usize)));
    }
    Some(weak)
}

/// Has an arc lead into the invariant of its target. The location whose invariant had to become stronger for that.
fn ask(arena: &mut Arena, abstraction: &mut Abstraction<'_>, (arc, order): (EdgeId, Order), regions: &[Bdd], weak: &mut [Bdd]) -> Option<Vec<LocId>> {
    let (from, to) = abstraction.calls.ends(abstraction.cfa, arc);
    let (slot, target) = (from.0 as usize, weak[to.0 as usize]);
    let leaving = abstraction.leaving(arena, arc, target);
    let bdds = &mut abstraction.bdds;
    let bad = bdds.and(leaving, weak[slot]);
    if bad.is_false() {
        return Some(Vec::new());
    }
    let asked_for: BTreeSet<Level> = [target, weak[slot]].iter().flat_map(|&f| bdds.support(f)).collect();
    let newer = |level: Level| if order == Order::OldFirst { level } else { Level::MAX - level };
    let mut levels = bdds.support(regions[slot]);
    levels.sort_by_key(|&level| (asked_for.contains(&level), newer(level)));
    let answer = separate(bdds, regions[slot], bad, levels)?;
    weak[slot] = bdds.and(weak[slot], answer);
    Some(vec![from])
}

/// The same for the return of a call: the caller and the exit say all that they know.
fn ask_both(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    (arc, exit): (EdgeId, LocId),
    regions: &[Bdd],
    weak: &mut [Bdd],
) -> Option<Vec<LocId>> {
    if stays_inside(arena, abstraction, arc, weak) {
        return Some(Vec::new());
    }
    let mut asked = vec![abstraction.calls.ends(abstraction.cfa, arc).0, exit];
    asked.retain(|l| weak[l.0 as usize] != regions[l.0 as usize]);
    asked.iter().for_each(|l| weak[l.0 as usize] = regions[l.0 as usize]);
    (!asked.is_empty()).then_some(asked)
}

/// A small function that is true wherever `good` is and false wherever `bad` is, of as few variables as possible; those in front of `levels`, which are the variables
/// of `good`, are given up first. `None` if there is none.
fn separate(bdds: &mut Manager, mut good: Bdd, mut bad: Bdd, levels: Vec<Level>) -> Option<Bdd> {
    if !bdds.and(good, bad).is_false() {
        return None;
    }
    if good.is_false() {
        return Some(Bdd::FALSE);
    }
    let foreign: Vec<Level> = bdds.support(bad).into_iter().filter(|level| !levels.contains(level)).collect();
    bad = bdds.exists(bad, &foreign);
    // Many at a time, as long as that works.
    let mut work = vec![levels];
    while let Some(mut levels) = work.pop() {
        let mut sorted = levels.clone();
        sorted.sort_unstable();
        let weaker = bdds.exists(good, &sorted);
        if bdds.and(weaker, bad).is_false() {
            good = weaker;
            bad = bdds.exists(bad, &sorted);
        } else if levels.len() > 1 {
            let others = levels.split_off(levels.len() / 2);
            work.extend([others, levels]);
        }
    }
    let care = bdds.or(good, bad);
    Some(bdds.restrict(good, care))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Budget, Limits};

    #[test]
    fn what_separates_is_between_and_speaks_of_what_is_needed() {
        let mut m = Manager::new(Budget::start(&Limits::default()));
        let [x, y, z] = [0, 2, 4].map(|level| m.literal(level, true));
        let xy = m.and(x, y);
        let all = m.and(xy, z);
        let not_x = m.not(x);
        // Any of three variables would do where all are false; the last in the list is kept.
        let either = m.or(x, y);
        let some = m.or(either, z);
        let none = m.not(some);
        assert_eq!(separate(&mut m, all, none, vec![4, 0, 2]), Some(y));
        assert_eq!(separate(&mut m, all, none, vec![2, 4, 0]), Some(x));
        assert_eq!(separate(&mut m, all, not_x, vec![0, 2, 4]), Some(x));
        assert_eq!(separate(&mut m, xy, x, vec![0, 2]), None, "they overlap");
        assert_eq!(separate(&mut m, Bdd::FALSE, none, vec![]), Some(Bdd::FALSE));
    }
}
