//! Loops: what keeps refinements from unwinding them.
//!
//! A counterexample that goes round a loop again and again would be refuted by what holds in this
//! very round, and the next one by what holds in the next. So where a path comes to a location for
//! the third time,
//!
//! - the program is executed, to see whether it reaches the error by itself ([`runs`]);
//! - abstract interpretation and samples of executions give candidates for invariants ([`ranges`],
//!   [`affine`]), which are tracked like predicates of a refinement: the search finds out which of
//!   them hold, and a proof names only those that it needs;
//! - the path is refuted by as short a suffix as possible, and by values where these are certain.
//!
//! Programs whose proofs need no loop invariants beyond their own conditions never come here.

mod affine;
mod counters;
mod range;
mod ranges;
mod runs;

use self::ranges::Ranges;
use super::atoms::Literal;
use super::nested::{self, Carry, NestedPath};
use super::refine::{contradiction, last_contradiction, literal};
use super::Run;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, StmtKind, VarSort};
use proofmark_replay::interpret::Inputs;
use std::collections::{BTreeMap, BTreeSet};

/// A location that a path visits so often is in a loop that is being unwound.
const VISITS_MIN: usize = 3;
/// From so many visits on, the loop is unwound to its end at once.
const VISITS_TO_UNWIND: usize = 4;
/// Most variables whose ranges are computed together.
const VARIABLES_MAX: usize = 60;
/// Most variables whose values are sampled together.
const SAMPLED_MAX: usize = 10;
/// So many ends of paths are refuted before the program is executed.
const REFUTATIONS_MAX: usize = 4;
/// How often the images in a loop are widened when it gets candidates.
const REACH: usize = 2;
/// Most candidates at one location inside a loop.
const CANDIDATES_MAX: usize = 12;

/// Most predicates of a location that are looked at to refute what comes after it.
const KNOWN_MAX: usize = 200;

/// What is known where a suffix of a path starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Nothing.
    Anywhere,
    /// The ranges of variables.
    Ranges,
    /// What holds of all states that were reached there.
    Reached,
}

/// The end of a path that is contradictory.
pub(super) struct Suffix {
    /// Predicates are wanted from this position on.
    pub(super) from: usize,
    /// The positions of the edges whose assumptions contradict each other.
    pub(super) core: BTreeSet<usize>,
    /// The variables whose ranges take part in that.
    used: BTreeSet<VarId>,
}

/// What was tried before.
#[derive(Default)]
pub(super) struct Loops {
    /// Variables whose ranges are known.
    ranged: BTreeSet<VarId>,
    ranges: Option<Ranges>,
    /// Variables whose ranges are tracked.
    tracked: BTreeSet<VarId>,
    /// Heads and variables that were sampled.
    sampled: BTreeSet<(Vec<LocId>, Vec<VarId>)>,
    /// How often the end of a path was refuted since executions were tried.
    refutations: usize,
    /// Edges in loops whose images are wide.
    widened: BTreeSet<EdgeId>,
    /// The number of visits at which executions were tried last.
    tried: usize,
    /// The longest execution that did not reach the error.
    execution: Vec<EdgeId>,
    /// Heads of loops that were unwound to the end, and through which exit.
    unwound: BTreeSet<Vec<EdgeId>>,
}

/// What is known about a path that goes round a loop.
pub(super) enum Loop {
    /// It does not, or nothing is known.
    Unwind,
    /// An execution reaches the error.
    Violation(Vec<EdgeId>, Inputs),
    /// There are new predicates.
    Refined,
    /// This path should be refuted first.
    Path(Vec<EdgeId>),
}

/// Where a path goes round.
struct Rounds {
    visits: usize,
    /// The location that it visits most often.
    head: LocId,
    /// The positions in the path where it leaves that location for the first and the last time.
    first: usize,
    last: usize,
    /// What the loop counts.
    counters: BTreeSet<VarId>,
}

impl Rounds {
    fn of(cfa: &Cfa, path: &[EdgeId]) -> Rounds {
        let mut visits: BTreeMap<LocId, (usize, usize, usize)> = BTreeMap::new();
        for (i, edge) in path.iter().enumerate() {
            let from = cfa.edges[edge.0 as usize].from;
            let entry = visits.entry(from).or_insert((0, i, i));
            (entry.0, entry.2) = (entry.0 + 1, i);
        }
        let most = visits
            .into_iter()
            .max_by_key(|(_, v)| (v.0, usize::MAX - v.1));
        let (head, (visits, first, last)) = most.unwrap_or((cfa.entry, (0, 0, 0)));
        Rounds {
            visits,
            head,
            first,
            last,
            counters: BTreeSet::new(),
        }
    }
}

impl Run<'_> {
    /// Looks at an abstract counterexample before it is analysed.
    pub(super) fn look_at_loop(&mut self, path: &[EdgeId]) -> Loop {
        let Some(rounds) = self.rounds(path).filter(|r| r.visits >= VISITS_MIN) else {
            return Loop::Unwind;
        };
        let mut changed = self.track_ranges(path, &rounds);
        changed.extend(self.track_equations(path, &rounds));
        changed.extend(self.widen_loop(&path[rounds.first..rounds.last]));
        if changed.is_empty() && self.loops.refutations < REFUTATIONS_MAX {
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
            if let Some((path, inputs)) = self.execute(path, &rounds) {
                return Loop::Violation(path, inputs);
            }
        }
        match self.unwinding(path, &rounds) {
            Some(path) if rounds.visits >= VISITS_TO_UNWIND => Loop::Path(path),
            _ => Loop::Unwind,
        }
    }

    /// A small contradictory subset of a path's assumptions, if the theory finds one.
    pub(super) fn contradiction(&mut self, path: &[EdgeId], facts: &[Expr]) -> Option<Vec<usize>> {
        if self.rounds(path).is_some() {
            last_contradiction(self.arena, facts)
        } else {
            contradiction(self.arena, facts)
        }
    }

    /// How a path goes round a loop that counts.
    fn rounds(&mut self, path: &[EdgeId]) -> Option<Rounds> {
        let rounds = Rounds::of(self.cfa, path);
        if rounds.visits < 2 || !self.cfa.procedures.is_empty() {
            return None;
        }
        let edges = &path[rounds.first..rounds.last];
        let canon = &mut self.abstraction.canon;
        let counters = counters::counters(self.arena, self.cfa, edges, &mut |arena, e| {
            canon.variables(arena, e).to_vec()
        });
        (!counters.is_empty()).then_some(Rounds { counters, ..rounds })
    }

    /// Candidates follow from each other where they share variables and no terms.
    fn widen_loop(&mut self, edges: &[EdgeId]) -> BTreeSet<LocId> {
        let loops = &mut self.loops;
        let new: Vec<EdgeId> = edges
            .iter()
            .copied()
            .filter(|edge| loops.widened.insert(*edge))
            .collect();
        (0..REACH).flat_map(|_| self.widen(&new)).collect()
    }

    /// Refutes the end of a path with what is known where it starts. The locations with new
    /// predicates.
    fn refute_end(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<LocId> {
        let Some(Suffix { from, core, .. }) = self.suffix(path, rounds.last, Start::Reached) else {
            return BTreeSet::new();
        };
        let mut changed = self.track_end(path, from, &core);
        let location = self.cfa.edges[path[from].0 as usize].from;
        if self.exclude(location, path[from]) {
            changed.insert(location);
        }
        if changed.is_empty() {
            return self.widen(&path[from..]);
        }
        changed
    }

    /// Tracks what the refutation of the end of a path says.
    fn track_end(
        &mut self,
        path: &[EdgeId],
        from: usize,
        core: &BTreeSet<usize>,
    ) -> BTreeSet<LocId> {
        let (_, nested) = nested::path_formula(self.arena, &mut self.abstraction, path, None);
        let found = self.predicates_of(&nested, (core, from), Carry::Assumptions);
        self.track(found)
    }

    /// Whether what is known at a location contradicts the assumptions of an edge by itself; then
    /// the search learns that.
    fn exclude(&mut self, location: LocId, edge: EdgeId) -> bool {
        let mut facts = self.known_at(location);
        let (formula, _) = nested::path_formula(self.arena, &mut self.abstraction, &[edge], None);
        facts.extend(formula.facts.iter().map(|fact| fact.1));
        let Some(core) = contradiction(self.arena, &facts) else {
            return false;
        };
        let mut values = Vec::new();
        for i in core {
            let Literal::Atom { atom, positive } =
                self.abstraction.canon.literal(self.arena, facts[i])
            else {
                return false;
            };
            let precision = &self.abstraction.precision;
            match precision.known(atom) {
                Some(p) if precision.tracks(location, p) => values.push((p, positive)),
                _ => return false,
            }
        }
        let abstraction = &mut self.abstraction;
        abstraction
            .precision
            .exclude(&mut abstraction.bdds, location, &values)
    }

    /// Refutes a path that goes round a loop by values. The locations with new predicates.
    pub(super) fn predicates_of_round(
        &mut self,
        path: &[EdgeId],
        nested: &NestedPath,
        core: &BTreeSet<usize>,
    ) -> BTreeSet<LocId> {
        if self.rounds(path).is_none_or(|r| r.visits < VISITS_MIN) {
            return BTreeSet::new();
        }
        let suffix = self.suffix(path, 0, Start::Anywhere);
        let core = suffix.map_or_else(|| core.clone(), |suffix| suffix.core);
        let found = self.predicates_of(nested, (&core, 0), Carry::Values);
        self.track(found)
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

    /// The shortest suffix of a path, from `first` on or later, that is contradictory by itself, or
    /// with what is known of the states where it starts.
    fn suffix(&mut self, path: &[EdgeId], first: usize, start: Start) -> Option<Suffix> {
        let (mut low, mut high) = (first, path.len());
        let mut best = self.contradictory(path, low, start)?;
        while high - low > 1 {
            let middle = low.midpoint(high);
            match self.contradictory(path, middle, start) {
                Some(found) => (low, best) = (middle, found),
                None => high = middle,
            }
        }
        if start == Start::Anywhere {
            best.from = 0;
        }
        Some(best)
    }

    /// What makes a suffix contradictory.
    fn contradictory(&mut self, path: &[EdgeId], from: usize, start: Start) -> Option<Suffix> {
        let (formula, _) =
            nested::path_formula(self.arena, &mut self.abstraction, &path[from..], None);
        let mut facts: Vec<Expr> = formula.facts.iter().map(|f| f.1).collect();
        let location = self.cfa.edges[path[from].0 as usize].from;
        facts.extend(match start {
            Start::Anywhere => Vec::new(),
            Start::Ranges => self.ranges_at(location),
            Start::Reached => self.known_at(location),
        });
        let core = last_contradiction(self.arena, &facts)?;
        let mut suffix = Suffix {
            from,
            core: BTreeSet::new(),
            used: BTreeSet::new(),
        };
        for i in core {
            match formula.facts.get(i) {
                Some(fact) => drop(suffix.core.insert(fact.0 + from)),
                None => {
                    let variables = self.abstraction.canon.variables(self.arena, facts[i]);
                    suffix.used.extend(variables.iter());
                }
            }
        }
        Some(suffix)
    }

    /// The ranges of variables at a location, as literals.
    fn ranges_at(&mut self, location: LocId) -> Vec<Expr> {
        let Some(ranges) = &self.loops.ranges else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for &var in &self.loops.ranged {
            for fact in ranges.facts(self.arena, self.cfa, location, var) {
                out.extend(literal(self.arena, &mut self.abstraction, fact));
            }
        }
        out
    }

    /// The literals that hold of all states reached so far at a location.
    fn known_at(&mut self, location: LocId) -> Vec<Expr> {
        let region = self.graph.reached[location.0 as usize];
        let predicates = self.abstraction.precision.at[location.0 as usize].clone();
        let mut out = Vec::new();
        for predicate in predicates.into_iter().take(KNOWN_MAX) {
            let atom = self.abstraction.precision.atom(predicate);
            for (value, literal) in [(true, atom), (false, self.arena.not(atom))] {
                let opposite = self.abstraction.bdds.literal(2 * predicate, !value);
                if self.abstraction.bdds.and(region, opposite).is_false() {
                    out.push(literal);
                }
            }
        }
        out
    }

    /// Refutes the end of a path by the ranges that variables have where it starts, and tracks
    /// these wherever they matter.
    fn track_ranges(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        self.find_ranges(path, rounds);
        let end = self.suffix(path, rounds.last, Start::Ranges);
        let mut wanted = match &end {
            Some(end) => end.used.clone(),
            None => self.interesting(path, rounds),
        };
        wanted.retain(|var| self.loops.tracked.insert(*var));
        for location in (0..self.cfa.locations.len()).map(|i| LocId(i as u32)) {
            for &var in &wanted {
                if !self.is_live(location, var) {
                    continue;
                }
                let Some(ranges) = &self.loops.ranges else {
                    continue;
                };
                for fact in ranges.facts(self.arena, self.cfa, location, var) {
                    if self.track_candidate(location, fact) {
                        changed.insert(location);
                    }
                }
            }
        }
        if let Some(Suffix { from, core, .. }) = end {
            changed.extend(self.track_end(path, from, &core));
        }
        changed
    }

    /// Computes the ranges of what the conditions of a path depend on.
    fn find_ranges(&mut self, path: &[EdgeId], rounds: &Rounds) {
        let mut wanted = self.interesting(path, rounds);
        for edge in path.iter().collect::<BTreeSet<_>>() {
            for stmt in &self.cfa.edges[edge.0 as usize].stmts {
                if let StmtKind::Assume(p) = stmt.kind {
                    let variables = self.abstraction.canon.variables(self.arena, p);
                    wanted.extend(variables.iter().take(VARIABLES_MAX));
                }
            }
        }
        let cfa = self.cfa;
        wanted.retain(|var| matches!(cfa.sort_of(*var), Ok(VarSort::Int(_))));
        if wanted.is_subset(&self.loops.ranged) {
            return;
        }
        wanted.extend(self.loops.ranged.iter().copied());
        self.loops.ranged = wanted.clone();
        self.close(&mut wanted);
        self.loops.ranges = Ranges::of(self.arena, self.cfa, &self.graph.rank, &wanted);
        self.loops.tracked.clear();
    }

    fn is_live(&mut self, location: LocId, var: VarId) -> bool {
        let rank = &self.graph.rank;
        let (arena, cfa, canon) = (&*self.arena, self.cfa, &mut self.abstraction.canon);
        let live = self
            .live
            .get_or_insert_with(|| super::live::Liveness::new(arena, canon, cfa, rank));
        location != self.cfa.error && live.all_live(location, &[var])
    }

    /// Tracks the atom of a formula at a location; whether that is new.
    fn track_candidate(&mut self, location: LocId, fact: Expr) -> bool {
        let Literal::Atom { atom, .. } = self.abstraction.canon.literal(self.arena, fact) else {
            return false;
        };
        let predicate = self.abstraction.precision.predicate(self.arena, atom);
        let abstraction = &mut self.abstraction;
        abstraction
            .precision
            .track(&mut abstraction.bdds, location, predicate)
    }

    /// What a loop counts, and what is compared with that from there on.
    fn interesting(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<VarId> {
        let mut found = rounds.counters.clone();
        for edge in path[rounds.first..].iter().collect::<BTreeSet<_>>() {
            for stmt in &self.cfa.edges[edge.0 as usize].stmts {
                if let StmtKind::Assume(p) = stmt.kind {
                    let variables = self.abstraction.canon.variables(self.arena, p);
                    if variables.iter().any(|var| rounds.counters.contains(var)) {
                        found.extend(variables.iter().copied());
                    }
                }
            }
        }
        let cfa = self.cfa;
        found.retain(|var| matches!(cfa.sort_of(*var), Ok(VarSort::Int(_))));
        found
    }

    /// Adds the variables that these get their values from.
    fn close(&mut self, variables: &mut BTreeSet<VarId>) {
        loop {
            let before = variables.len();
            for stmt in self.cfa.edges.iter().flat_map(|edge| &edge.stmts) {
                if let StmtKind::Assign { var, value } = stmt.kind {
                    if variables.contains(&var) && variables.len() < VARIABLES_MAX {
                        let sources = self.abstraction.canon.variables(self.arena, value);
                        variables.extend(sources.iter().copied());
                    }
                }
            }
            if variables.len() == before || variables.len() >= VARIABLES_MAX {
                return;
            }
        }
    }

    /// Tracks the equations that executions satisfy at the heads of the loops of a path.
    fn track_equations(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        let cfa = self.cfa;
        let heads: Vec<LocId> = self.heads(&path[rounds.first..rounds.last]);
        let interesting = self.interesting(path, rounds).into_iter();
        let mut variables: Vec<VarId> = interesting.collect();
        variables.retain(|&var| heads.iter().any(|&head| self.is_live(head, var)));
        // What the loop counts comes first.
        variables.sort_by_key(|var| !rounds.counters.contains(var));
        variables.truncate(SAMPLED_MAX);
        if variables.len() < 2
            || !self
                .loops
                .sampled
                .insert((heads.clone(), variables.clone()))
        {
            return changed;
        }
        let samples = self.sample(path, rounds, &heads, &variables);
        for (&head, rows) in heads.iter().zip(&samples) {
            let mut candidates = Vec::new();
            for equation in affine::equations(rows) {
                candidates.extend(equation_of(self.arena, cfa, &variables, &equation));
            }
            candidates.extend(orders(self.arena, cfa, &variables, rows));
            for fact in candidates.into_iter().take(CANDIDATES_MAX) {
                self.track_around(head, fact, &mut changed);
            }
        }
        changed
    }

    /// The locations that a path comes back to.
    fn heads(&self, path: &[EdgeId]) -> Vec<LocId> {
        let rank = |location: LocId| self.graph.rank[location.0 as usize];
        let ends = path.iter().map(|edge| &self.cfa.edges[edge.0 as usize]);
        let back = ends.filter(|edge| rank(edge.to) <= rank(edge.from));
        let heads: BTreeSet<LocId> = back.map(|edge| edge.to).collect();
        heads.into_iter().collect()
    }

    /// Tracks a candidate at the head of a loop, and what it needs at the locations before that.
    fn track_around(&mut self, head: LocId, fact: Expr, changed: &mut BTreeSet<LocId>) {
        let rank = self.graph.rank[head.0 as usize];
        let mut work = vec![(head, fact)];
        let mut seen = BTreeSet::from([head]);
        while let Some((location, fact)) = work.pop() {
            let Literal::Atom { atom, .. } = self.abstraction.canon.literal(self.arena, fact)
            else {
                continue;
            };
            let predicate = self.abstraction.precision.predicate(self.arena, atom);
            if self.track_candidate(location, atom) {
                changed.insert(location);
            }
            for id in self.graph.edges_into(location) {
                let from = self.cfa.edges[id.0 as usize].from;
                // Back over each location of the loop once.
                if self.graph.rank[from.0 as usize] > rank && seen.insert(from) {
                    match self.abstraction.precondition(self.arena, id, predicate) {
                        Literal::Atom { atom, .. } => work.push((from, atom)),
                        Literal::Constant(_) | Literal::Opaque(_) => {}
                    }
                }
            }
        }
    }
}

/// An equation as a formula.
fn equation_of(
    arena: &mut Arena,
    cfa: &Cfa,
    variables: &[VarId],
    equation: &[i128],
) -> Option<Expr> {
    let (&constant, factors) = equation.split_last()?;
    let mut sum = arena.lit(constant);
    for (&var, &factor) in variables.iter().zip(factors).filter(|(_, k)| **k != 0) {
        let (read, factor) = (cfa.read(arena, var), arena.lit(factor));
        let product = arena.mk(Op::Mul, &[factor, read]);
        sum = arena.mk(Op::Add, &[sum, product]);
    }
    let zero = arena.lit(0);
    Some(arena.eq(sum, zero))
}

/// `x <= y` for variables that satisfy it in all samples, and `x == y` in some.
fn orders(arena: &mut Arena, cfa: &Cfa, variables: &[VarId], rows: &[Vec<i128>]) -> Vec<Expr> {
    let mut out = Vec::new();
    for (i, &x) in variables.iter().enumerate() {
        for (j, &y) in variables.iter().enumerate().filter(|(j, _)| *j != i) {
            let below = rows.iter().all(|row| row[i] <= row[j]);
            let touches = rows.iter().any(|row| row[i] == row[j]);
            if below && touches && rows.iter().any(|row| row[i] != row[j]) {
                let (x, y) = (cfa.read(arena, x), cfa.read(arena, y));
                out.push(arena.le(x, y));
            }
        }
    }
    out
}
