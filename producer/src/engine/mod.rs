//! The engine: lazy predicate abstraction (paper 004, sections 2 and 3.3).
//!
//! Forward search in the current abstraction ([`reach`]) alternates with the analysis of its
//! counterexamples ([`refine`]). A feasible one is replayed in the interpreter and reported; a
//! spurious one yields predicates for the locations between its pivot and its end, and the search
//! goes on from the first node whose location changed. When no abstract counterexample is left, the
//! regions are the invariants.

pub mod abstraction;
mod aliases;
mod answer;
pub mod atoms;
pub mod bdd;
mod bounds;
mod budget;
mod callees;
pub mod calls;
mod floating;
mod hints;
mod invariants;
mod live;
mod loops;
pub mod nested;
pub mod nodes;
mod plan;
mod portfolio;
pub mod precision;
mod questions;
pub mod reach;
pub mod refine;
mod returns;
mod seed;
pub mod several;
mod situation;
pub mod solver;
mod strongest;
mod task;
mod templates;
mod tracking;
mod unfold;
mod weakening;
pub(crate) mod words;

use self::abstraction::{Abstraction, ARENA_MAX};
pub use self::budget::{Budget, Limits, Work};
use self::live::Liveness;
use self::loops::{Loop, Loops};
use self::nested::Carry;
use self::precision::PredId;
pub use self::questions::Answers;
use self::reach::{Reachability, Search};
pub use self::seed::{Made, Reused, Seed};
use self::situation::Last;
pub use self::situation::{Family, Situation};
use self::solver::Places;
pub use self::task::{Outcome, Progress, Silent, Stats, Task, Unfolding};
use self::templates::Templates;
use self::unfold::Tried;
use crate::allocation;
use proofmark_frontend::{Approximations, Extents, Program};
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use proofmark_replay::interpret::{
    addresses, addresses_in, replay, replay_within, Inputs, ReplayError, Trace,
};
use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

/// So many paths are refuted by descriptions of their states: in loops, each may be of one round.
const DESCRIBED_MAX: usize = 64;
/// How far images are widened along a path whose states are described.
const WIDE: u8 = 2;

/// A path that enters a procedure so often is in a recursion that is being unwound.
const ENTRIES_TO_UNFOLD: usize = 3;

/// A path that comes to a location so often goes round a loop that is being unwound.
const ROUNDS_TO_UNFOLD: usize = 12;

/// Decides whether the program can reach its error location. `approximations` says which unknown
/// values are addresses of allocated memory.
pub fn verify(
    arena: &mut Arena,
    cfa: &Cfa,
    approximations: &Approximations,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> (Outcome, Stats) {
    let task = Task::new(cfa, approximations);
    verify_with(arena, (task, &mut Answers::default()), budget, progress)
}

/// As [`verify`], with proposals of the user, an earlier version, and what the theory is known to
/// answer, to which the search adds.
pub fn verify_with(
    arena: &mut Arena,
    (task, answers): (Task<'_>, &mut Answers),
    budget: &Budget,
    progress: &mut dyn Progress,
) -> (Outcome, Stats) {
    let mut run = Run::new(arena, task, budget, progress);
    run.abstraction.questions.answers = std::mem::take(answers);
    run.suggest(task.hints);
    // The same with an earlier version's proof: what has not changed ends like the first time.
    if task.cfa.edges.len() <= unfold::EDGES_TO_SPLIT && task.cfa.procedures.is_empty() {
        run.abstraction.questions.pause = loops::CALLS_TO_UNFOLD;
    }
    if let Some(seed) = task.seed {
        run.plant(seed);
    }
    let outcome = run.refinement_loop();
    run.count();
    if let Outcome::Unknown { .. } = outcome {
        run.progress.situation(run.situation());
    }
    *answers = std::mem::take(&mut run.abstraction.questions.answers);
    (outcome, run.stats)
}

/// Inputs that lead along a path if memories keep what the program does not change, as its
/// automaton says where they become unknown. Memory that is allocated is at the next of the
/// addresses `blocks`, if there is any.
pub fn inputs_within_extents(
    program: &Program,
    path: &[EdgeId],
    blocks: Vec<i128>,
    budget: &Budget,
) -> Option<Inputs> {
    let objects = addresses_in(program).ok()?;
    // From the program's start on, the objects hold what the program says.
    let from_start = !program
        .cfa
        .ledger
        .iter()
        .any(|entry| entry.kind == "harness");
    let extents = objects
        .iter()
        .zip(&program.cfa.objects)
        .map(|(start, object)| (*start, start + i128::from(object.size)));
    let determined = Some(extents.filter(|_| from_start).collect());
    let Program {
        cfa,
        extents,
        approximations,
        ..
    } = program;
    let arena = &mut program.arena.clone();
    let mut abstraction = Abstraction::new(cfa, *budget);
    let (mut formula, _) = nested::path_formula(
        arena,
        &mut abstraction,
        path,
        Some((extents.as_ref(), approximations)),
    );
    for (constant, address) in formula.allocations.iter().zip(blocks) {
        let (null, address) = (arena.lit(0), arena.lit(address));
        let (none, some) = (arena.eq(*constant, null), arena.eq(*constant, address));
        formula.facts.push((0, arena.or(none, some)));
    }
    let places = || Places {
        objects: objects.clone(),
        determined: determined.clone(),
    };
    // What nothing depends on need not be known: where that is too much, only null pointers among
    // it are found later.
    for accessed in [std::mem::take(&mut formula.accessed), Vec::new()] {
        formula.accessed = accessed;
        let answer = solver::solve(arena, places(), &formula, budget.remaining());
        if let solver::Answer::Model(inputs) = answer {
            return Some(inputs);
        }
    }
    None
}

struct Run<'a> {
    arena: &'a mut Arena,
    cfa: &'a Cfa,
    task: Task<'a>,
    abstraction: Abstraction<'a>,
    graph: Reachability,
    templates: Templates,
    /// Computed when it is first needed.
    live: Option<Liveness>,
    loops: Loops,
    last: Last,
    tried: Tried,
    seed: Option<&'a Seed>,
    reused: Reused,
    stats: Stats,
    budget: Budget,
    progress: &'a mut dyn Progress,
}

impl<'a> Run<'a> {
    fn new(
        arena: &'a mut Arena,
        task: Task<'a>,
        budget: &Budget,
        progress: &'a mut dyn Progress,
    ) -> Run<'a> {
        let cfa = task.cfa;
        let mut abstraction = Abstraction::new(cfa, *budget);
        let templates = Templates::of_program(arena, &mut abstraction.canon, cfa);
        Run {
            arena,
            cfa,
            task,
            abstraction,
            templates,
            graph: Reachability::new(cfa),
            live: None,
            loops: Loops::default(),
            last: Last::default(),
            tried: Tried::new(task.unfolding),
            seed: task.seed,
            reused: Reused::default(),
            stats: Stats::default(),
            budget: *budget,
            progress,
        }
    }
}

impl Run<'_> {
    fn refinement_loop(&mut self) -> Outcome {
        if self.task.unfolding == Unfolding::First {
            if let Some(outcome) = self.unfold(unfold::MANY) {
                return outcome;
            }
        }
        loop {
            match self.step() {
                Step::Closed => return self.safe(),
                Step::Decided(outcome) => return outcome,
                Step::Over(reason) => return Outcome::Unknown { reason },
                Step::GoOn => {}
            }
        }
    }

    /// Searches for an abstract counterexample, and analyses it.
    fn step(&mut self) -> Step {
        self.count();
        self.progress.update(&self.stats);
        if let Some(reason) = over_limit(&self.budget, self.arena, &*self.progress) {
            return Step::Over(reason);
        }
        if let Some(outcome) = self.unfold_instead() {
            return Step::Decided(outcome);
        }
        let (budget, progress) = (self.budget, &*self.progress);
        let mut interrupted = || progress.cancelled() || budget.out_of_time();
        let found = self
            .graph
            .search(self.arena, &mut self.abstraction, &mut interrupted);
        let decided = match found {
            _ if self.overspent() => return Step::Over(IN_VAIN.into()),
            _ if self.abstraction.bdds.exhausted() => return Step::Over(self.too_large()),
            Search::Safe => return Step::Closed,
            Search::Interrupted => None,
            Search::Fragment(fragment) => self.analysing(|run| {
                let path = run.complete(fragment)?;
                run.decide(path)
            }),
            Search::Counterexample(path) => self.analysing(|run| run.decide(path)),
        };
        decided.map_or(Step::GoOn, Step::Decided)
    }

    /// Decides the program by unfolding it, if the search pauses, or goes round and round.
    fn unfold_instead(&mut self) -> Option<Outcome> {
        if self.tried.allowance.is_some() {
            return None;
        }
        if rounds(self.cfa, &self.last.path) >= ROUNDS_TO_UNFOLD {
            return self.unfold(unfold::MANY);
        }
        if !reach::is_due(&self.abstraction) {
            return None;
        }
        self.abstraction.questions.pause = u64::MAX;
        // Other programs have no rounds that grow.
        self.loops.met.then(|| self.unfold(unfold::MANY))?
    }

    /// Analyses an abstract counterexample, and counts what that takes.
    fn analysing(&mut self, analyse: impl FnOnce(&mut Self) -> Option<Outcome>) -> Option<Outcome> {
        self.stats.iterations += 1;
        let (began, terms) = (Instant::now(), self.arena.len());
        let outcome = analyse(self);
        self.stats.analysis += began.elapsed();
        self.stats.work.terms += (self.arena.len() - terms) as u64;
        outcome
    }

    /// The regions are closed.
    fn safe(&mut self) -> Outcome {
        self.allow(Work::ANY);
        let invariants = self.invariants();
        if self.abstraction.bdds.exhausted() {
            let reason = self.too_large();
            return Outcome::Unknown { reason };
        }
        let precision = &self.abstraction.precision;
        let atoms =
            |tracked: &BTreeSet<PredId>| tracked.iter().map(|p| precision.atom(*p)).collect();
        let predicates = precision.at.iter().map(atoms).collect();
        Outcome::Safe {
            invariants,
            predicates,
        }
    }

    /// Decides an abstract counterexample: an outcome, or `None` after the abstraction was refined.
    fn decide(&mut self, path: Vec<EdgeId>) -> Option<Outcome> {
        self.last = Last {
            path: path.clone(),
            ..Last::default()
        };
        let verdict = match self.look_at_loop(&path) {
            Loop::Unwind => self.analyse(path),
            Loop::Path(longer) => match self.analyse(longer) {
                Some(Outcome::Unknown { .. }) => self.analyse(path),
                decided => decided,
            },
            Loop::Violation(path, inputs) => Some(self.confirm_execution(path, inputs)),
            Loop::Decided(outcome) => Some(outcome),
            Loop::Refined => None,
        };
        match verdict {
            Some(unknown @ Outcome::Unknown { .. }) => match self.unfold(unfold::MANY) {
                None if self.last.stuck && self.goes_on_with_more() => None,
                unfolded => Some(unfolded.unwrap_or(unknown)),
            },
            other => other,
        }
    }

    /// Tracks what is tracked along the last path of one element of a table for all, and then
    /// everything wherever it may matter; whether that is new.
    fn goes_on_with_more(&mut self) -> bool {
        let path = self.last.path.clone();
        let mut changed = self.track_elements(&path);
        if changed.is_empty() {
            changed = self.spread_along(&path);
        }
        if !changed.is_empty() {
            self.graph
                .restart(self.arena, &mut self.abstraction, &changed);
        }
        !changed.is_empty()
    }

    /// Decision diagrams outgrew the budget.
    fn too_large(&self) -> String {
        self.budget.exceeded().unwrap_or_else(|| {
            "the combinations of predicates do not fit into the memory limit".into()
        })
    }

    /// Refutes an abstract counterexample, or finds inputs that lead along it.
    fn analyse(&mut self, path: Vec<EdgeId>) -> Option<Outcome> {
        let (formula, nested) =
            nested::path_formula(self.arena, &mut self.abstraction, &path, None);
        let entries = nested.entries(self.cfa);
        if entries >= ENTRIES_TO_UNFOLD {
            let places = if entries < 2 * ENTRIES_TO_UNFOLD {
                unfold::FEW
            } else {
                unfold::MANY
            };
            if let Some(outcome) = self.unfold(places) {
                return Some(outcome);
            }
        }
        let mut facts: Vec<Expr> = formula.facts.iter().map(|f| f.1).collect();
        if self.budget.exceeded().is_some() {
            return None;
        }
        if let Some(call) = callees::wrong(self.arena, self.cfa, &path, &formula) {
            facts.truncate(call + 1);
        }
        let core = match self.core_of(&path, &formula, &facts) {
            Ok(core) => core,
            Err(outcome) => return Some(outcome),
        };
        let core = core.iter().map(|&i| formula.facts[i].0).collect();
        let positions = nested::core_of_suffix(self.arena, &mut self.abstraction, &nested);
        let positions = positions.unwrap_or(core);
        self.last = Last {
            path: path.clone(),
            core: positions.clone(),
            stuck: false,
        };
        let mut changed = self.predicates_of_round(&path, &nested, &positions);
        if changed.is_empty() {
            let found = self.predicates_of(&nested, (&positions, 0), Carry::Assumptions);
            changed = self.track(found);
        }
        if changed.is_empty() {
            changed = self.widen(&path, 1);
        }
        if changed.is_empty() {
            return self.stuck(&path);
        }
        self.graph
            .restart(self.arena, &mut self.abstraction, &changed);
        None
    }

    /// The assumptions of a path that contradict each other, or what the path decides.
    fn core_of(
        &mut self,
        path: &[EdgeId],
        formula: &refine::PathFormula,
        facts: &[Expr],
    ) -> Result<Vec<usize>, Outcome> {
        if let Some(core) = self.contradiction(path, facts) {
            return Ok(core);
        }
        if let Some(outcome) = self.unfold_product(facts) {
            return Err(outcome);
        }
        match self.solve(path, formula) {
            solver::Answer::Model(inputs) => Err(self.confirm(path.to_vec(), inputs)),
            solver::Answer::Core(core) => Ok(core),
            solver::Answer::Unknown => Err(Outcome::Unknown {
                reason: "the solver could not decide a path".into(),
            }),
        }
    }

    /// The refutation of a path says nothing new.
    fn stuck(&mut self, path: &[EdgeId]) -> Option<Outcome> {
        let mut changed = self.exclude_along(path);
        if changed.is_empty() {
            changed = self.describe(path);
        }
        if !changed.is_empty() {
            self.graph
                .restart(self.arena, &mut self.abstraction, &changed);
            return None;
        }
        match self.last_resort(path) {
            Loop::Refined => None,
            Loop::Violation(path, inputs) => Some(self.confirm_execution(path, inputs)),
            Loop::Decided(outcome) => Some(outcome),
            Loop::Unwind | Loop::Path(_) => {
                self.last.stuck = true;
                let reason = "a spurious counterexample gave no new predicates: the abstraction \
                              cannot be refined further"
                    .into();
                Some(Outcome::Unknown { reason })
            }
        }
    }

    /// Tracks what describes the states along a path and refutes it. The locations whose predicates
    /// or images may change.
    fn describe(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        if self.loops.described >= DESCRIBED_MAX {
            return BTreeSet::new();
        }
        self.loops.described += 1;
        let (bounds, cfa) = (self.bounds(), self.cfa);
        let always = |arena: &mut Arena, location: LocId| match &bounds {
            Some(bounds) => bounds.facts(arena, cfa, location, &|_| true),
            None => Vec::new(),
        };
        let (arena, abstraction) = (&mut *self.arena, &mut self.abstraction);
        let found = strongest::predicates(arena, abstraction, path, (&always, &self.budget));
        let mut changed = self.track(found.unwrap_or_default());
        if !changed.is_empty() {
            changed.extend(self.widen(path, WIDE));
        }
        changed
    }

    /// Asks for inputs that lead along a path: at first such that all allocated memory is new,
    /// which is what the program can do.
    fn solve(&mut self, path: &[EdgeId], formula: &refine::PathFormula) -> solver::Answer {
        let allocations = allocation::on_path(self.cfa, self.task.approximations, path);
        let Ok(objects) = addresses(self.cfa) else {
            return solver::Answer::Unknown;
        };
        let places = allocation::places(self.cfa, &objects, allocations.len())
            .filter(|places| !places.is_empty());
        if let Some(places) = places {
            let placed: Vec<(usize, i128)> =
                allocations.iter().map(|a| a.input).zip(places).collect();
            let special = refine::with_values(self.arena, &mut self.abstraction, formula, &placed);
            if special.facts.iter().all(|fact| fact.1 != Arena::FALSE) {
                self.stats.solver_calls += 1;
                if let found @ solver::Answer::Model(_) = solver::solve(
                    self.arena,
                    Places {
                        objects: objects.clone(),
                        determined: None,
                    },
                    &special,
                    self.budget.time_for_path(),
                ) {
                    return found;
                }
            }
        }
        self.stats.solver_calls += 1;
        solver::solve(
            self.arena,
            Places {
                objects,
                determined: None,
            },
            formula,
            self.budget.time_for_path(),
        )
    }

    /// What is known of what havocs of memories change.
    fn known(&self) -> Option<(&Extents, &Approximations)> {
        let extents = self.task.extents?;
        Some((extents, self.task.approximations))
    }

    /// Replays a model before it is called a bug.
    fn confirm(&self, path: Vec<EdgeId>, inputs: Inputs) -> Outcome {
        let replayed = replay(self.arena, self.cfa, &path, &inputs);
        self.judged(path, inputs, replayed)
    }

    /// Replays an execution that was found by executing.
    fn confirm_execution(&self, path: Vec<EdgeId>, inputs: Inputs) -> Outcome {
        let replayed = replay_within(self.arena, self.cfa, self.known(), (&path, &inputs));
        self.judged(path, inputs, replayed)
    }

    fn judged(
        &self,
        path: Vec<EdgeId>,
        inputs: Inputs,
        replayed: Result<Trace, ReplayError>,
    ) -> Outcome {
        match replayed {
            Ok(trace) if trace.reached_error => Outcome::Unsafe { path, inputs },
            Ok(_) => Outcome::Unknown {
                reason: "a counterexample does not end in the error location".into(),
            },
            Err(error) => Outcome::Unknown {
                reason: format!("a counterexample could not be replayed: {error:?}"),
            },
        }
    }

    fn count(&mut self) {
        self.stats.predicates = self.abstraction.precision.count();
        self.stats.predicates_max = self
            .abstraction
            .precision
            .at
            .iter()
            .map(BTreeSet::len)
            .max()
            .unwrap_or(0);
        self.stats.nodes = self.graph.nodes.len();
        self.stats.reused = self.reused;
        let asked = &self.abstraction.questions.stats;
        self.stats.theory_calls = asked.calls - asked.evaluated;
        self.stats.work = self.work();
    }
}

/// The end of a search that an earlier version's proof did not make shorter.
const IN_VAIN: &str = "the proof of the earlier version does not help";

/// What one step of a search comes to.
enum Step {
    /// No state of the error is left.
    Closed,
    /// The counterexample decides.
    Decided(Outcome),
    /// A limit is reached.
    Over(String),
    /// There are new predicates, perhaps.
    GoOn,
}

/// How often a path comes to the location that it comes to most often.
fn rounds(cfa: &Cfa, path: &[EdgeId]) -> usize {
    let mut times: HashMap<LocId, usize> = HashMap::new();
    for id in path {
        *times.entry(cfa.edges[id.0 as usize].from).or_default() += 1;
    }
    times.into_values().max().unwrap_or(0)
}

fn over_limit(budget: &Budget, arena: &Arena, progress: &dyn Progress) -> Option<String> {
    if progress.cancelled() {
        return Some("interrupted".into());
    }
    let too_many = (arena.len() >= ARENA_MAX).then(|| "too many different expressions".into());
    budget.exceeded().or(too_many)
}
