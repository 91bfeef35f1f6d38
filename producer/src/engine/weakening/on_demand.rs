//! What a proof needs: an invariant says what the edges behind it ask for, and nothing else.
//!
//! The regions of a finished search say all that the predicates know about the reachable states.
//! Here every location first forgets everything, except that the error stays unreachable. An edge
//! that then leads out of the invariants asks its source to exclude the states from which it does.
//! The source does so with as few predicates as suffice and a formula as small as possible, weaker
//! than its region and stronger than what is asked; that may ask the edges before in turn, until
//! none leads out. Predicates that only keep each other alive, and facts that only show dead code
//! dead, are never asked for.

use super::graph::Graph;
use crate::engine::abstraction::Abstraction;
use crate::engine::bdd::{Bdd, Level, Manager};
use crate::engine::calls::exit_of;
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

impl Order {
    /// What may be given up, the first to go in front; what was asked for already comes last, and
    /// apart.
    fn sort(self, mut levels: Vec<Level>, asked_for: &BTreeSet<Level>) -> [Vec<Level>; 2] {
        if self == Order::NewFirst {
            levels.reverse();
        }
        let (asked, others) = levels
            .into_iter()
            .partition(|level| asked_for.contains(level));
        [others, asked]
    }
}

/// Invariants that are as weak as the demands of their edges allow; `rank` orders the locations,
/// successors mostly after their predecessors; what is `fixed` is not weakened. `None` if the
/// search was interrupted, or if some edge leads out of the given regions.
pub(super) fn demanded(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    graph: &Graph,
    (regions, rank, fixed): (&[Bdd], &[u32], &[bool]),
    order: Order,
    interrupted: &mut dyn FnMut() -> bool,
) -> Option<Vec<Bdd>> {
    let mut weak = vec![Bdd::TRUE; regions.len()];
    weak[abstraction.cfa.error.0 as usize] = Bdd::FALSE;
    for slot in (0..regions.len()).filter(|slot| fixed[*slot]) {
        weak[slot] = regions[slot];
    }
    // From the back to the front: what is asked of a location is then mostly known when it asks
    // others.
    let into = |slot: usize| {
        graph.into[slot]
            .iter()
            .map(move |&arc| (Reverse(rank[slot]), arc))
    };
    let mut agenda: BTreeSet<(Reverse<u32>, EdgeId)> = (0..regions.len()).flat_map(into).collect();
    while let Some((_, arc)) = agenda.pop_first() {
        if interrupted() || abstraction.bdds.exhausted() {
            return None;
        }
        // What cannot become stronger is not asked.
        let (from, _) = abstraction.calls.ends(abstraction.cfa, arc);
        let exit = exit_of(abstraction.cfa, &abstraction.calls, arc);
        if fixed[from.0 as usize] && exit.is_none_or(|exit| fixed[exit.0 as usize]) {
            continue;
        }
        let asked = match exit {
            Some(exit) => ask_both(arena, abstraction, (arc, exit, order), regions, &mut weak)?,
            None => ask(arena, abstraction, (arc, order), regions, &mut weak)?,
        };
        agenda.extend(
            asked
                .into_iter()
                .flat_map(|location| into(location.0 as usize)),
        );
    }
    Some(weak)
}

/// Has an arc lead into the invariant of its target. The location whose invariant had to become
/// stronger for that.
fn ask(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    (arc, order): (EdgeId, Order),
    regions: &[Bdd],
    weak: &mut [Bdd],
) -> Option<Vec<LocId>> {
    let (from, to) = abstraction.calls.ends(abstraction.cfa, arc);
    let (slot, target) = (from.0 as usize, weak[to.0 as usize]);
    let leaving = abstraction.leaving(arena, arc, target);
    let bdds = &mut abstraction.bdds;
    let bad = bdds.and(leaving, weak[slot]);
    if bad.is_false() {
        return Some(Vec::new());
    }
    let asked_for: BTreeSet<Level> = [target, weak[slot]]
        .iter()
        .flat_map(|&f| bdds.support(f))
        .collect();
    let levels = order.sort(bdds.support(regions[slot]), &asked_for);
    let answer = separate(bdds, regions[slot], bad, levels)?;
    weak[slot] = bdds.and(weak[slot], answer);
    Some(vec![from])
}

/// The same for the return of a call: the caller says what is needed beside all that the exit
/// knows, and the exit what is needed beside that.
fn ask_both(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    (arc, exit, order): (EdgeId, LocId, Order),
    regions: &[Bdd],
    weak: &mut [Bdd],
) -> Option<Vec<LocId>> {
    let (from, to) = abstraction.calls.ends(abstraction.cfa, arc);
    let (caller, callee) = (from.0 as usize, exit.0 as usize);
    let out = abstraction.leaving(arena, arc, weak[to.0 as usize]);
    let before = abstraction.bdds.and(out, weak[caller]);
    let returned = abstraction.instance_of_region(arena, exit, weak[callee]);
    if abstraction.bdds.and(before, returned).is_false() {
        return Some(Vec::new());
    }
    let returned = abstraction.instance_of_region(arena, exit, regions[callee]);
    let bad = abstraction.bdds.and(before, returned);
    let mut asked = Vec::new();
    if !bad.is_false() {
        let levels = abstraction.bdds.support(regions[caller]);
        let levels = order.sort(levels, &BTreeSet::new());
        let answer = separate(&mut abstraction.bdds, regions[caller], bad, levels)?;
        weak[caller] = abstraction.bdds.and(weak[caller], answer);
        asked.push(from);
    }
    let bad = abstraction.bdds.and(out, weak[caller]);
    let mut answer = regions[callee];
    let levels = abstraction.bdds.support(answer);
    give_up(order.sort(levels, &BTreeSet::new()), |levels| {
        let weaker = abstraction.bdds.exists(answer, levels);
        let returned = abstraction.instance_of_region(arena, exit, weaker);
        let enough = abstraction.bdds.and(returned, bad).is_false();
        if enough {
            answer = weaker;
        }
        enough
    });
    let stronger = abstraction.bdds.and(weak[callee], answer);
    if stronger != weak[callee] {
        weak[callee] = stronger;
        asked.push(exit);
    }
    (!asked.is_empty()).then_some(asked)
}

/// Tries to do without the first of these, then without the last; then without halves of what
/// cannot be missed together, and so on.
fn give_up([first, last]: [Vec<Level>; 2], mut succeeds: impl FnMut(&[Level]) -> bool) {
    let mut work = vec![last, first];
    while let Some(mut levels) = work.pop() {
        let mut sorted = levels.clone();
        sorted.sort_unstable();
        if !succeeds(&sorted) && levels.len() > 1 {
            let others = levels.split_off(levels.len() / 2);
            work.extend([others, levels]);
        }
    }
}

/// A small function that is true wherever `good` is and false wherever `bad` is, of as few
/// variables as possible; those in front of `levels`, which are the variables of `good`, are given
/// up first. `None` if there is none.
fn separate(
    bdds: &mut Manager,
    mut good: Bdd,
    mut bad: Bdd,
    levels: [Vec<Level>; 2],
) -> Option<Bdd> {
    if !bdds.and(good, bad).is_false() {
        return None;
    }
    if good.is_false() {
        return Some(Bdd::FALSE);
    }
    let foreign: Vec<Level> = bdds
        .support(bad)
        .into_iter()
        .filter(|level| !levels.iter().any(|part| part.contains(level)))
        .collect();
    bad = bdds.exists(bad, &foreign);
    give_up(levels, |levels| {
        let weaker = bdds.exists(good, levels);
        let enough = bdds.and(weaker, bad).is_false();
        if enough {
            good = weaker;
            bad = bdds.exists(bad, levels);
        }
        enough
    });
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
        assert_eq!(
            separate(&mut m, all, none, [vec![4, 0, 2], vec![]]),
            Some(y)
        );
        assert_eq!(separate(&mut m, all, none, [vec![2, 4], vec![0]]), Some(x));
        assert_eq!(separate(&mut m, all, not_x, [vec![0], vec![2, 4]]), Some(x));
        assert_eq!(
            separate(&mut m, xy, x, [vec![0, 2], vec![]]),
            None,
            "they overlap"
        );
        assert_eq!(
            separate(&mut m, Bdd::FALSE, none, Default::default()),
            Some(Bdd::FALSE)
        );
    }
}
