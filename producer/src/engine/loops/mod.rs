//! Loops: what keeps refinements from unwinding them.
//!
//! A counterexample that goes round a loop again and again would be refuted by what holds in this
//! very round, and the next one by what holds in the next. So where a path comes to a location for
//! the third time,
//!
//! - the program is executed, to see whether it reaches the error by itself ([`runs`]);
//! - abstract interpretation and samples of executions give candidates for invariants ([`ranges`],
//!   [`equations`], [`remaining`], [`growth`]), of variables and of places in memory ([`cells`]),
//!   which are tracked like predicates of a refinement: the search finds out which of them hold,
//!   and a proof names only those that it needs;
//! - the path is refuted by as short a suffix as possible, and by values where these are certain.
//!
//! Programs whose proofs need no loop invariants beyond their own conditions never come here.

mod affine;
mod candidates;
mod cells;
mod equations;
mod growth;
mod leaves;
mod octagons;
mod range;
mod ranges;
mod refute;
mod remaining;
mod rounds;
mod runs;
mod sum;
mod tables;
mod tested;
mod values;

use self::cells::{Callees, Cells};
use self::ranges::Ranges;
use self::refute::Start;
use self::remaining::Wanted;
use self::rounds::Rounds;
pub(super) use self::tables::of_each_element;
use super::bounds::Bound;
use super::callees;
use super::nested::{Carry, NestedPath};
use super::refine::{contradiction, last_contradiction};
use super::unfold::{FEW, MANY};
use super::{Outcome, Run};
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use proofmark_replay::interpret::Inputs;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A location that a path visits so often is in a loop that is being unwound.
const VISITS_MIN: usize = 3;
/// From so many visits on, the loop is unwound to its end at once.
const VISITS_TO_UNWIND: usize = 4;
/// A program is unfolded, even to many places, when paths were unwound so often.
const EXHAUSTED_TO_UNFOLD: usize = 4;
/// Most variables whose values are sampled together.
const SAMPLED_MAX: usize = 10;
/// So many ends of paths are refuted before the program is executed.
const REFUTATIONS_MAX: usize = 4;
/// Calls of the theory after which a loop is better unfolded, if that is possible.
pub(super) const CALLS_TO_UNFOLD: u64 = 500;
/// Edges that an execution may take before a search ends without an answer.
const FUEL_AT_LAST: u64 = 4_000_000;
/// How far the images in a loop are widened when it gets candidates.
const REACH: u8 = 2;

/// What was tried before.
#[derive(Default)]
pub(super) struct Loops {
    /// So many paths were refuted by what describes their states.
    pub(super) described: usize,
    /// The cells whose ranges are asked for.
    wanted: BTreeSet<Expr>,
    /// These, those that they depend on, and their ranges.
    known: Option<Rc<(Cells, Ranges)>>,
    /// Octagons, and what they are about.
    octagons: octagons::Known,
    /// Cells whose ranges are tracked.
    tracked: BTreeSet<Expr>,
    /// What was looked for before.
    looked_for: LookedFor,
    /// How often the end of a path was refuted since executions were tried.
    refutations: usize,
    /// How often nothing but unwinding a path was left to do.
    exhausted: usize,
    /// Edges in loops whose images are wide.
    widened: BTreeSet<EdgeId>,
    /// The number of visits at which executions were tried last.
    tried: usize,
    /// The longest execution that did not reach the error.
    execution: Vec<EdgeId>,
    /// Which functions pointers are taken to call.
    callees: Callees,
    /// Whether a path went round a loop again and again.
    pub(super) met: bool,
    /// Heads of loops that were unwound to the end, and through which exit.
    unwound: BTreeSet<Vec<EdgeId>>,
}

/// What was looked for, and would be found again.
#[derive(Default)]
struct LookedFor {
    /// Equations: the heads, and the cells between which.
    equations: BTreeSet<(Vec<LocId>, Vec<Expr>)>,
    /// Bounds on what grows: the heads of loops.
    growth: BTreeSet<LocId>,
    /// What is to hold when loops have ended: their heads, and what that is.
    remaining: BTreeSet<(LocId, Wanted)>,
}

impl Loops {
    /// Has all that was found be looked for again, where pointers call nothing but what they are
    /// known to hold; whether that is new.
    fn takes_pointers_for_known(&mut self, cfa: &Cfa) -> bool {
        let new = self.callees == Callees::Any && callees::are_pointed_to(cfa);
        if new {
            self.callees = Callees::Known;
            self.wanted.clear();
            self.looked_for = LookedFor::default();
        }
        new
    }
}

/// What is known about a path that goes round a loop.
pub(super) enum Loop {
    /// It does not, or nothing is known.
    Unwind,
    /// An execution reaches the error.
    Violation(Vec<EdgeId>, Inputs),
    /// The program was decided.
    Decided(Outcome),
    /// There are new predicates.
    Refined,
    /// This path should be refuted first.
    Path(Vec<EdgeId>),
}

impl Run<'_> {
    /// Looks at an abstract counterexample before it is analysed.
    pub(super) fn look_at_loop(&mut self, path: &[EdgeId]) -> Loop {
        let Some(rounds) = self.rounds(path).filter(|r| r.visits >= VISITS_MIN) else {
            return Loop::Unwind;
        };
        self.loops.met = true;
        let mut changed = self.track_invariants(path);
        if changed.is_empty() && self.loops.takes_pointers_for_known(self.cfa) {
            changed = self.track_invariants(path);
        }
        if changed.is_empty() && self.abstraction.questions.stats.calls >= CALLS_TO_UNFOLD {
            if let Some(outcome) = self.unfold(MANY) {
                return Loop::Decided(outcome);
            }
        }
        let flat = self.cfa.procedures.is_empty();
        if changed.is_empty() && flat && self.loops.refutations < REFUTATIONS_MAX {
            self.loops.refutations += 1;
            changed = self.refute_end(path, &rounds);
        }
        if !changed.is_empty() {
            self.graph
                .restart(self.arena, &mut self.abstraction, &changed);
            return Loop::Refined;
        }
        self.loops.refutations = 0;
        if rounds.visits >= 2 * self.loops.tried {
            self.loops.tried = rounds.visits;
            let fuel = self.fuel(&rounds);
            let found = self.execute(path, &rounds, fuel);
            if let Some((path, inputs)) = found.filter(|(path, _)| self.is_open(path)) {
                return Loop::Violation(path, inputs);
            }
        }
        self.loops.exhausted += 1;
        let places = match self.loops.exhausted {
            EXHAUSTED_TO_UNFOLD.. => MANY,
            _ => FEW,
        };
        if let Some(outcome) = self.unfold(places) {
            return Loop::Decided(outcome);
        }
        match self.unwinding(path, &rounds).filter(|_| flat) {
            Some(path) if rounds.visits >= VISITS_TO_UNWIND => Loop::Path(path),
            _ => Loop::Unwind,
        }
    }

    /// Tracks what may stay true in the loops that a path goes round, the likeliest first. The
    /// locations with new predicates.
    fn track_invariants(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = self.track_candidates(path);
        changed.extend(self.track_tested(path));
        if changed.is_empty() {
            changed = self.track_remaining(path);
        }
        if changed.is_empty() {
            changed = self.track_octagons_of(path);
        }
        if changed.is_empty() {
            changed = self.track_lines(path);
        }
        changed
    }

    /// Tracks candidates for invariants of the loops that a path goes round. The locations with
    /// new predicates.
    fn track_candidates(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for rounds in Rounds::of(self.arena, self.cfa, path) {
            if !rounds.counters.is_empty() {
                changed.extend(self.track_ranges(path, &rounds));
                changed.extend(self.track_equations(path, &rounds));
                changed.extend(self.widen_loop(&path[rounds.first..rounds.last]));
            }
        }
        changed
    }

    /// Tracks what the loops of a path keep between cells. The locations with new predicates.
    fn track_octagons_of(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for rounds in Rounds::of(self.arena, self.cfa, path) {
            changed.extend(self.track_octagons(path, &rounds));
        }
        changed
    }

    /// Tracks between which lines what the loops of a path sum up is. The locations with new
    /// predicates.
    fn track_lines(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for rounds in Rounds::of(self.arena, self.cfa, path) {
            for head in self.heads(&path[rounds.first..rounds.last]) {
                changed.extend(self.track_growth(head));
            }
        }
        changed
    }

    /// Looks at a path whose refutation says nothing new.
    pub(super) fn last_resort(&mut self, path: &[EdgeId]) -> Loop {
        let Some(rounds) = self.rounds(path) else {
            return Loop::Unwind;
        };
        let mut changed = self.track_candidates(path);
        if changed.is_empty() {
            changed = self.track_lines(path);
        }
        if !changed.is_empty() {
            self.graph
                .restart(self.arena, &mut self.abstraction, &changed);
            return Loop::Refined;
        }
        let found = self.execute(path, &rounds, FUEL_AT_LAST);
        match found.filter(|(path, _)| self.is_open(path)) {
            Some((path, inputs)) => Loop::Violation(path, inputs),
            None => Loop::Unwind,
        }
    }

    /// Whether an execution goes no way that is closed: where that leads is known.
    fn is_open(&self, path: &[EdgeId]) -> bool {
        let closed = |edge: &EdgeId| self.graph.is_closed_way(*edge);
        !path.iter().any(closed)
    }

    /// A small contradictory subset of a path's assumptions, if the theory finds one.
    pub(super) fn contradiction(&mut self, path: &[EdgeId], facts: &[Expr]) -> Option<Vec<usize>> {
        if self.cfa.procedures.is_empty() && self.rounds(path).is_some() {
            last_contradiction(self.arena, facts)
        } else {
            contradiction(self.arena, facts)
        }
    }

    /// How a path goes round the loop that it goes round most often, if that counts.
    fn rounds(&mut self, path: &[EdgeId]) -> Option<Rounds> {
        let rounds = Rounds::of(self.arena, self.cfa, path).into_iter().next()?;
        (!rounds.counters.is_empty()).then_some(rounds)
    }

    /// Candidates follow from each other where they share variables and no terms.
    fn widen_loop(&mut self, edges: &[EdgeId]) -> BTreeSet<LocId> {
        if !self.cfa.procedures.is_empty() {
            // Images are wide there from the start.
            return BTreeSet::new();
        }
        let mut changed = BTreeSet::new();
        for edge in edges {
            if self.loops.widened.contains(edge) {
                continue;
            }
            // Nothing depends on more yet where an edge has had no new values to find.
            let found = self.widen(&[*edge], REACH);
            if !found.is_empty() {
                self.loops.widened.insert(*edge);
                changed.extend(found);
            }
        }
        changed
    }

    /// Refutes a path that goes round a loop by values. The locations with new predicates.
    pub(super) fn predicates_of_round(
        &mut self,
        path: &[EdgeId],
        nested: &NestedPath,
        core: &BTreeSet<usize>,
    ) -> BTreeSet<LocId> {
        let unwound = self.rounds(path).is_some_and(|r| r.visits >= VISITS_MIN);
        if !unwound || !self.cfa.procedures.is_empty() {
            return BTreeSet::new();
        }
        let suffix = self.suffix(path, 0, Start::Anywhere);
        let core = suffix.map_or_else(|| core.clone(), |suffix| suffix.core);
        let found = self.predicates_of(nested, (&core, 0), Carry::Values);
        self.track(found)
    }

    /// Between which values variables are at each location and behind each edge, in their order;
    /// `None` where no execution comes. Nothing if that is too much work.
    pub(super) fn bounds_of(&mut self, variables: &[VarId]) -> Option<[Vec<Vec<Bound>>; 2]> {
        let seeds: Vec<Expr> = variables
            .iter()
            .map(|var| self.cfa.read(self.arena, *var))
            .collect();
        let cells = Cells::of(self.arena, &mut self.abstraction, &seeds, Callees::Any);
        let ranges = Ranges::of(self.arena, self.cfa, &self.graph.rank, &cells)?;
        let positions: Vec<Option<usize>> =
            seeds.iter().map(|seed| cells.position(*seed)).collect();
        let places = (0u32..).map(LocId).take(self.cfa.locations.len());
        let at = |place: LocId, cell: &Option<usize>| Some(ranges.range(place, (*cell)?)?.interval);
        let at: Vec<Vec<Bound>> = places
            .map(|place| positions.iter().map(|cell| at(place, cell)).collect())
            .collect();
        let mut behind = Vec::new();
        for step in &cells.moves {
            let state = ranges.behind(self.arena, &cells, step);
            let bound = |cell: &Option<usize>| Some(state.as_ref()?.get((*cell)?)?.interval);
            behind.push(positions.iter().map(bound).collect());
        }
        Some([at, behind])
    }

    /// The path of an execution that leaves the loop, and from there on the way to the error.
    fn unwinding(&mut self, path: &[EdgeId], rounds: &Rounds) -> Option<Vec<EdgeId>> {
        let execution = &self.loops.execution;
        let end = execution
            .iter()
            .rposition(|edge| self.cfa.edges[edge.0 as usize].from == rounds.head)?;
        if end <= rounds.last {
            return None;
        }
        let mut long = execution[..end].to_vec();
        long.extend(&path[rounds.last..]);
        self.loops.unwound.insert(long.clone()).then_some(long)
    }
}
