//! Searches that start from what is known of an earlier version (paper 000, section 3).
//!
//! A [`Seed`] gives locations regions that the earlier version could not leave. Each becomes a node
//! of the graph before the search begins: the conforming prefix of the paper, folded like the rest
//! of the graph. Steps between seeds that are known to stay inside are not looked at; all others
//! are, so what the search finds is closed under the program's steps whatever the seed claims: a
//! wrong region costs time. From where they lead out of the seeds, the frontier, the search goes on
//! as always.
//!
//! An abstract counterexample may begin at a seed. It is refuted from there, or completed by a way
//! through the seeds; if neither works, the seeds are given up, and the predicates stay.

use super::abstraction::Abstraction;
use super::atoms::Literal;
use super::bdd::{Bdd, IdMap};
use super::live::Liveness;
use super::nested::{self, Carry};
use super::nodes::{Fragment, Node, NodeId};
use super::reach::{self, Reachability};
use super::{Run, Work};
use proofmark_logic::arena::{Arena, Expr, Node as Term, Op};
use proofmark_logic::cfa::{EdgeId, LocId};
use proofmark_logic::vc::ObligationKind;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// More predicates are not tracked at a location from the start, but those of its region: the
/// region does not say how they go together, and each combination would be looked at.
const TRACKED_MAX: usize = 24;
/// Entries of diagrams that what is known of a location may take, and of how many locations at
/// least.
const ENTRIES_EACH: u64 = 10_000;
const LOCATIONS_MIN: u64 = 2_000;

/// What an earlier version's proof says about the locations of this one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seed {
    /// The invariants of the locations that correspond to earlier ones, by location.
    pub regions: Vec<Option<Expr>>,
    /// The locations whose region was made up from those of others.
    pub between: BTreeMap<LocId, Made>,
    /// Predicates to track, by location.
    pub predicates: Vec<Vec<Expr>>,
    /// Predicates of which it is not known where they belong.
    pub proposals: Vec<Expr>,
    /// Steps between these regions that are known not to leave them.
    pub conforming: HashSet<ObligationKind>,
    /// A search that takes more work from here on is in vain.
    pub allowance: Option<Work>,
}

/// How a region was made up from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// Of parts of them, which are formulas of the old proof up to what statements assign.
    OfParts,
    /// Some of it holds only under the conditions of branches.
    OfCases,
}

/// What became of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reused {
    /// Nodes of the old graph that the search began with.
    pub nodes: usize,
    /// Those with a step that had to be looked at, of them and of what was put between.
    pub frontier: usize,
    /// Different predicates that were given.
    pub predicates: usize,
    /// The search was begun anew without them.
    pub given_up: bool,
}

impl Reachability {
    /// Begins with seeds, in the order of their locations' ranks.
    fn plant(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        (mut regions, conforming): (Vec<(LocId, Bdd)>, HashSet<EdgeId>),
    ) {
        regions.sort_by_key(|(location, _)| self.rank[location.0 as usize]);
        self.seeds.at = vec![None; self.reached.len()];
        self.seeds.conforming = conforming;
        for (location, region) in regions {
            let id = NodeId(self.seeds.count);
            self.nodes.push(Node {
                location,
                region,
                parents: Vec::new(),
            });
            self.reached[location.0 as usize] = region;
            self.seeds.at[location.0 as usize] = Some(id);
            self.seeds.count += 1;
        }
        self.root_done = self.seeds.intact(abstraction.cfa.entry).is_some();
        for id in (0..self.seeds.count).map(NodeId) {
            self.send_all(arena, abstraction, id);
        }
    }

    /// Gives up the seeds of some locations. Whether there were any.
    pub(super) fn withdraw_seeds(&mut self, locations: &BTreeSet<LocId>) -> bool {
        let mut any = false;
        for location in locations {
            let slot = location.0 as usize;
            let Some(id) = self.seeds.at.get_mut(slot).and_then(Option::take) else {
                continue;
            };
            self.nodes[id.0 as usize].region = Bdd::FALSE;
            self.at[slot].retain(|node| *node != id);
            any = true;
        }
        any
    }

    /// A way through seeds from the entry to some states of a seed; none in programs with
    /// procedures.
    fn way_to(
        &self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        (location, states): (LocId, Bdd),
    ) -> Option<Vec<EdgeId>> {
        struct Step {
            location: LocId,
            states: Bdd,
            /// The edge behind it, and the step where that leads.
            next: Option<(EdgeId, usize)>,
        }
        let cfa = abstraction.cfa;
        if !cfa.procedures.is_empty() {
            return None;
        }
        let mut seen: IdMap<u32, Bdd> = IdMap::default();
        let mut steps = vec![Step {
            location,
            states,
            next: None,
        }];
        let mut number = 0;
        while number < steps.len() {
            let Step {
                location, states, ..
            } = steps[number];
            if location == cfa.entry {
                let mut path = Vec::new();
                let mut at = number;
                while let Some((edge, behind)) = steps[at].next {
                    path.push(edge);
                    at = behind;
                }
                return Some(path);
            }
            for edge in self.edges_into(location) {
                let from = cfa.edges[edge.0 as usize].from;
                let Some(seed) = self.seeds.intact(from) else {
                    continue;
                };
                let relation = self.image(arena, abstraction, edge, seed, None).relation;
                let before = abstraction.pre(arena, edge, relation, states);
                let known = seen.get(&from.0).copied().unwrap_or(Bdd::FALSE);
                let new = abstraction.bdds.without(before, known);
                if new.is_false() || abstraction.bdds.exhausted() {
                    continue;
                }
                seen.insert(from.0, abstraction.bdds.or(known, new));
                steps.push(Step {
                    location: from,
                    states: new,
                    next: Some((edge, number)),
                });
            }
            number += 1;
        }
        None
    }
}

impl Run<'_> {
    /// What the search took up to now.
    pub(super) fn work(&self) -> Work {
        Work {
            calls: self.abstraction.questions.stats.calls + self.stats.solver_calls,
            entries: self.abstraction.bdds.entries(),
            terms: self.stats.work.terms,
        }
    }

    /// Has the search end behind so much work.
    pub(super) fn allow(&mut self, work: Work) {
        self.abstraction.questions.calls_max = work.calls;
        self.abstraction.bdds.limit(work.entries);
    }

    /// Whether the earlier version's proof, or a part of the search, has led to more work than it
    /// may.
    pub(super) fn overspent(&self) -> bool {
        let allowance = self.seed.and_then(|seed| seed.allowance);
        let spent = |allowance| self.work().reaches(allowance);
        let seed = allowance.is_some_and(|work| spent(work) || self.abstraction.bdds.exhausted());
        let part = self.tried.allowance.is_some_and(spent);
        seed || part || self.tried.allowance.is_some() && reach::is_due(&self.abstraction)
    }

    /// Begins with what is known.
    ///
    /// Steps that are not known to conform are looked at twice where they do not: with what the
    /// regions speak of, which is enough to see that a region is not left, and then with all that
    /// was tracked, from which the search goes on.
    pub(super) fn plant(&mut self, seed: &Seed) {
        self.suggest(&seed.proposals);
        self.track_regions(seed);
        let arcs = seed.conforming.iter().filter_map(|kind| match *kind {
            ObligationKind::Edge(edge) => Some(edge),
            ObligationKind::Enter(edge) => self.abstraction.calls.enter(edge),
            ObligationKind::Entry | ObligationKind::Error => None,
        });
        let arcs = arcs.collect();
        // What is known has its size, if it is none of many values: their diagrams take all memory.
        // What it leads to is limited.
        let locations = u64::try_from(self.cfa.locations.len()).unwrap_or(u64::MAX);
        let entries = locations.max(LOCATIONS_MIN).saturating_mul(ENTRIES_EACH);
        self.abstraction.bdds.limit(entries);
        let regions = self.regions_of(seed);
        if self.abstraction.bdds.exhausted() {
            return;
        }
        self.abstraction.bdds.limit(u64::MAX);
        self.abstraction.bdds.count_anew();
        if let Some(allowance) = seed.allowance {
            self.allow(allowance);
        }
        let of_old = regions
            .iter()
            .filter(|(location, _)| !seed.between.contains_key(location));
        self.reused.nodes = of_old.count();
        self.graph
            .plant(self.arena, &mut self.abstraction, (regions, arcs));
        self.reused.frontier = self.graph.seeds.frontier.len();
        if !self.graph.is_closed() {
            let conforming = std::mem::take(&mut self.graph.seeds.conforming);
            self.track_others(seed);
            self.track_between(seed);
            let regions = self.regions_of(seed);
            self.graph = Reachability::new(self.cfa);
            self.graph
                .plant(self.arena, &mut self.abstraction, (regions, conforming));
        }
        self.reused.predicates = self.abstraction.precision.count();
    }

    /// The regions that can be said in what is tracked. Runs start in any state, and must not end
    /// in the error.
    fn regions_of(&mut self, seed: &Seed) -> Vec<(LocId, Bdd)> {
        let entry = seed.conforming.contains(&ObligationKind::Entry);
        let mut regions = Vec::new();
        let mut memo = IdMap::default();
        for (location, region) in (0..).map(LocId).zip(&seed.regions) {
            let region = region.and_then(|region| self.diagram(region, &mut memo));
            let region = region.filter(|region| {
                (entry || location != self.cfa.entry)
                    && (region.is_false() || location != self.cfa.error)
            });
            if let Some(region) = region {
                let axioms = self.abstraction.precision.axioms(location);
                regions.push((location, self.abstraction.bdds.and(region, axioms)));
            }
        }
        regions
    }

    /// Tracks what the regions speak of.
    fn track_regions(&mut self, seed: &Seed) {
        for (location, region) in (0..).map(LocId).zip(&seed.regions) {
            let atoms = region.map(|region| atoms_of(self.arena, region));
            self.track_all(location, atoms.unwrap_or_default());
        }
    }

    /// Tracks what else was tracked.
    fn track_others(&mut self, seed: &Seed) {
        for (location, given) in (0..).map(LocId).zip(&seed.predicates) {
            if given.len() <= TRACKED_MAX {
                self.track_all(location, given.iter().copied());
            }
        }
    }

    /// Tracks, at locations that are new, what is tracked where they come from and lead to.
    fn track_between(&mut self, seed: &Seed) {
        let known = |location: LocId| seed.regions.get(location.0 as usize) != Some(&None);
        let mut neighbours = vec![Vec::new(); self.cfa.locations.len()];
        for edge in &self.cfa.edges {
            neighbours[edge.from.0 as usize].push(edge.to);
            neighbours[edge.to.0 as usize].push(edge.from);
        }
        let mut done = vec![false; self.cfa.locations.len()];
        for start in (0..self.cfa.locations.len()).map(|slot| LocId(slot as u32)) {
            if known(start) || done[start.0 as usize] {
                continue;
            }
            let (mut part, mut work) = (Vec::new(), vec![start]);
            let mut predicates = BTreeSet::new();
            while let Some(location) = work.pop() {
                let slot = location.0 as usize;
                if known(location) || location == self.cfa.error {
                    predicates.extend(self.abstraction.precision.at[slot].iter().copied());
                } else if !std::mem::replace(&mut done[slot], true) {
                    part.push(location);
                    work.extend(&neighbours[slot]);
                }
            }
            let atoms = predicates
                .iter()
                .map(|p| self.abstraction.precision.atom(*p));
            let atoms: Vec<Expr> = atoms.collect();
            for location in part {
                let useful = self.meaningful(location, &atoms);
                if useful.len() <= TRACKED_MAX {
                    self.track_all(location, useful);
                }
            }
        }
    }

    /// Those of some atoms whose variables matter at a location.
    fn meaningful(&mut self, location: LocId, atoms: &[Expr]) -> Vec<Expr> {
        if !self.cfa.procedures.is_empty() || location == self.cfa.error {
            return Vec::new();
        }
        let Abstraction { canon, .. } = &mut self.abstraction;
        let rank = &self.graph.rank;
        let live = self
            .live
            .get_or_insert_with(|| Liveness::new(self.arena, canon, self.cfa, rank));
        let matters = |atom: &&Expr| live.all_live(location, &canon.variables(self.arena, **atom));
        atoms.iter().filter(matters).copied().collect()
    }

    fn track_all(&mut self, location: LocId, atoms: impl IntoIterator<Item = Expr>) {
        for atom in atoms {
            let literal = self.abstraction.canon.literal(self.arena, atom);
            if let Literal::Atom { atom, .. } = literal {
                let variables = self.abstraction.canon.variables(self.arena, atom);
                let Abstraction {
                    precision,
                    bdds,
                    calls,
                    ..
                } = &mut self.abstraction;
                if calls.in_scope(self.cfa, location, &variables) {
                    let predicate = precision.predicate(self.arena, atom);
                    precision.track(bdds, location, predicate);
                }
            }
        }
    }

    /// A formula as a function of predicates; `None` if some part of it is no predicate.
    fn diagram(&mut self, formula: Expr, memo: &mut IdMap<Expr, Bdd>) -> Option<Bdd> {
        let mut work = vec![formula];
        while let Some(&e) = work.last() {
            if memo.contains_key(&e) {
                work.pop();
                continue;
            }
            let args: Vec<Expr> = match self.arena.node(e) {
                Term::App(Op::And | Op::Or | Op::Not | Op::Ite | Op::Imp, _) => {
                    self.arena.args(e).collect()
                }
                _ => Vec::new(),
            };
            let waiting = work.len();
            work.extend(args.iter().filter(|arg| !memo.contains_key(*arg)));
            if work.len() > waiting {
                continue;
            }
            let values: Vec<Bdd> = args.iter().map(|arg| memo[arg]).collect();
            let value = self.connective(e, &values)?;
            memo.insert(e, value);
            work.pop();
        }
        memo.get(&formula).copied()
    }

    fn connective(&mut self, e: Expr, values: &[Bdd]) -> Option<Bdd> {
        let bdds = &mut self.abstraction.bdds;
        let (Term::App(op, _), values) = (self.arena.node(e), values) else {
            return None;
        };
        Some(match (op, values) {
            (Op::And, [a, b]) => bdds.and(*a, *b),
            (Op::Or, [a, b]) => bdds.or(*a, *b),
            (Op::Not, [a]) => bdds.not(*a),
            (Op::Imp, [a, b]) => {
                let not = bdds.not(*a);
                bdds.or(not, *b)
            }
            (Op::Ite, [c, a, b]) => {
                let (yes, no) = (bdds.and(*c, *a), bdds.without(*b, *c));
                bdds.or(yes, no)
            }
            _ => match self.abstraction.canon.literal(self.arena, e) {
                Literal::Constant(true) => Bdd::TRUE,
                Literal::Constant(false) => Bdd::FALSE,
                Literal::Atom { atom, positive } => {
                    let predicate = self.abstraction.precision.known(atom)?;
                    self.abstraction.bdds.literal(2 * predicate, positive)
                }
                Literal::Opaque(_) => return None,
            },
        })
    }

    /// A whole counterexample, from one that begins at a seed; `None` if the abstraction was
    /// changed instead, so that the search finds another one.
    pub(super) fn complete(&mut self, fragment: Fragment) -> Option<Vec<EdgeId>> {
        let Fragment {
            path,
            location,
            states,
        } = fragment;
        if self.cfa.procedures.is_empty() && self.refute_fragment(&path) {
            return None;
        }
        let start = (location, states);
        let way = self.graph.way_to(self.arena, &mut self.abstraction, start);
        match way {
            Some(mut whole) => {
                whole.extend(path);
                Some(whole)
            }
            None => {
                self.graph = Reachability::new(self.cfa);
                None
            }
        }
    }

    /// Refutes a counterexample from where it begins. Whether the abstraction was changed.
    fn refute_fragment(&mut self, path: &[EdgeId]) -> bool {
        let (formula, nested) = nested::path_formula(self.arena, &mut self.abstraction, path, None);
        let facts: Vec<Expr> = formula.facts.iter().map(|fact| fact.1).collect();
        let Some(core) = super::refine::contradiction(self.arena, &facts) else {
            return false;
        };
        let core: BTreeSet<usize> = core.iter().map(|&i| formula.facts[i].0).collect();
        let found = self.predicates_of(&nested, (&core, 0), Carry::Assumptions);
        let changed = self.track(found);
        if !changed.is_empty() {
            self.graph
                .restart(self.arena, &mut self.abstraction, &changed);
        }
        !changed.is_empty()
    }

    /// The formulas of the locations whose regions are still those of the seed.
    pub(super) fn unchanged(&self, seed: Option<&Seed>) -> Vec<Option<Expr>> {
        let locations = (0..self.cfa.locations.len()).map(|slot| LocId(slot as u32));
        let unchanged = locations.map(|location| {
            let node = self.graph.seeds.intact(location)?;
            let slot = location.0 as usize;
            let same = self.graph.nodes[node.0 as usize].region == self.graph.reached[slot];
            // What has cases is written as what a search finds: proofs expect that form.
            let has_cases = |seed: &&Seed| seed.between.get(&location) == Some(&Made::OfCases);
            let seed = seed.filter(|seed| same && !has_cases(seed))?;
            seed.regions.get(slot).copied().flatten()
        });
        unchanged.collect()
    }
}

/// The atoms that a formula is made of.
fn atoms_of(arena: &Arena, formula: Expr) -> Vec<Expr> {
    let (mut seen, mut atoms, mut work) = (HashSet::new(), Vec::new(), vec![formula]);
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Term::App(Op::And | Op::Or | Op::Not | Op::Ite | Op::Imp, _) => {
                work.extend(arena.args(e))
            }
            _ => atoms.push(e),
        }
    }
    atoms
}
