//! One search for all targets of a question: which of them executions get to, and a certificate for
//! the others.

use super::carried::Carried;
use super::trial::{ways, Trial};
use crate::certify::{certificate, self_contained, Certification, Watch};
use crate::engine::several::{verify_again, without, Kept, Next, Several};
use crate::engine::{Budget, Limits, Outcome, Stats, Task};
use proofmark_frontend::Program;
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::EdgeId;
use proofmark_replay::for_executions;
use proofmark_replay::interpret::{Inputs, Trace};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Shares of work for one target, in counterexamples: those that take more come last.
const SHARES: [u64; 5] = [6, 24, 96, 384, 1536];

/// What is found out about targets.
#[derive(Default)]
pub(super) struct Found {
    /// Executions that end at targets.
    pub(super) reached: BTreeMap<u32, Trace>,
    /// Executions of the automaton that says more about memory, and that.
    pub(super) exactly: Option<(Program, BTreeMap<u32, Trace>)>,
    /// No run of the automaton gets to these.
    pub(super) never: BTreeSet<u32>,
    /// Why nothing is found out about others.
    pub(super) unknown: BTreeMap<u32, String>,
    /// Whether a limit ended the search.
    pub(super) over: bool,
    /// What the search took.
    pub(super) stats: Stats,
    /// Of those that are unknown: a run that need not be an execution of the program.
    doubted: BTreeMap<u32, Option<Trace>>,
    /// What is known for a certificate, and the terms that it speaks of.
    kept: Kept,
    arena: Option<Arena>,
}

/// Adds to what was taken.
pub(super) fn add(sum: &mut Stats, stats: &Stats) {
    sum.theory_calls += stats.theory_calls;
    sum.solver_calls += stats.solver_calls;
    sum.predicates = sum.predicates.max(stats.predicates);
}

/// Searches for executions to all targets.
pub(super) fn search(
    program: &Program,
    (open, (carried, trials)): (&BTreeSet<u32>, (&mut Option<Carried>, bool)),
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Found {
    // Proofs take time, too.
    let most = limits.time.map(|time| time - time / 4);
    let searching = Limits {
        time: most,
        ..*limits
    };
    let how = How {
        exact: false,
        trials,
    };
    let searching = Budget::start(&searching);
    let before = carried.take();
    let from = (open, before.as_ref());
    let found = explored(program, from, (&searching, how), watch);
    if let Some(arena) = &found.arena {
        *carried = Some(Carried::of(&program.cfa, arena.clone(), &found.kept));
    }
    found
}

/// Looks for executions to what a search leaves, because those that it found need an approximation,
/// in the automaton that says more about memory than the one for proofs.
pub(super) fn again(program: &Program, found: &mut Found, limits: &Limits, watch: &mut dyn Watch) {
    let doubted: BTreeSet<u32> = found.doubted.keys().copied().collect();
    if doubted.is_empty() || watch.cancelled() || limits.time == Some(Duration::ZERO) {
        return;
    }
    let limits = Limits {
        time: limits.time.map(|time| time / 2),
        ..*limits
    };
    let budget = &Budget::start(&limits);
    let Ok(exact) = for_executions(program) else {
        return;
    };
    let how = How {
        exact: true,
        trials: false,
    };
    let second = explored(&exact, (&doubted, None), (budget, how), watch);
    add(&mut found.stats, &second.stats);
    for (target, trace) in std::mem::take(&mut found.doubted) {
        // It follows a null pointer, and so does every run if there is none of this automaton.
        let strays = second.never.contains(&target);
        match (second.reached.contains_key(&target), trace) {
            (_, Some(trace)) if !strays => _ = found.reached.insert(target, trace),
            _ => continue,
        }
        found.unknown.remove(&target);
    }
    let mut reached = second.reached;
    reached.retain(|target, _| found.unknown.remove(target).is_some());
    found.exactly = Some((exact, reached));
}

/// A certificate that no run gets to those targets that the search says so of.
pub(super) fn certified(
    program: &mut Program,
    found: &mut Found,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Certification {
    let budget = Budget::start(limits);
    let open = |n: &u32| found.never.contains(n);
    let closed = ways(program).into_iter().filter(|(_, n)| !open(n));
    program.cfa = without(&program.cfa, &closed.map(|(edge, _)| edge).collect());
    let task = Task::new(&program.cfa, &program.approximations);
    let kept = std::mem::take(&mut found.kept);
    // It begins with the program's own.
    if let Some(arena) = found.arena.take() {
        program.arena = arena;
    }
    let (outcome, stats) = verify_again(&mut program.arena, (task, kept), &budget, watch);
    add(&mut found.stats, &stats);
    let invariants = match outcome {
        Outcome::Safe { invariants, .. } => invariants,
        Outcome::Unsafe { .. } => {
            let reason = "an execution may get there after all".to_owned();
            return Certification::Unknown { reason };
        }
        Outcome::Unknown { reason } => return Certification::Unknown { reason },
    };
    match certificate(program, &invariants, limits.threads(), &budget, watch) {
        Certification::Certified(certified) => self_contained(program, *certified),
        other => other,
    }
}

/// How a search is done.
#[derive(Clone, Copy)]
struct How {
    /// The automaton says what happens to each byte.
    exact: bool,
    /// Other executions are tried behind those that are found.
    trials: bool,
}

/// One search.
fn explored(
    program: &Program,
    (wanted, carried): (&BTreeSet<u32>, Option<&Carried>),
    (budget, how): (&Budget, How),
    watch: &mut dyn Watch,
) -> Found {
    let trial = Trial::new(program, wanted.clone());
    let mut arena = program.arena.clone();
    let kept = carried.map(|carried| carried.for_other(&program.cfa, &mut arena));
    let task = Task::new(&program.cfa, &program.approximations);
    let ways = trial.ways().clone();
    let mut several = Several::new(&mut arena, (task, &ways), budget, watch);
    several.begin(kept.unwrap_or_default());
    let others: BTreeSet<u32> = ways.values().copied().collect();
    for other in others.difference(wanted).copied() {
        several.close(other);
    }
    let mut judge = Judge {
        several,
        trial,
        aside: BTreeSet::new(),
        found: Found::default(),
        budget,
        how,
    };
    judge.run();
    let Judge {
        several,
        trial,
        mut found,
        ..
    } = judge;
    (found.stats, found.kept) = several.end();
    found.never.retain(|n| trial.open().contains(n));
    found.reached = trial.reached;
    found.arena = Some(arena);
    found
}

/// Says what becomes of what a search finds.
struct Judge<'a, 'p> {
    several: Several<'a>,
    trial: Trial<'p>,
    /// Targets that come later.
    aside: BTreeSet<u32>,
    found: Found,
    budget: &'a Budget,
    how: How,
}

impl Judge<'_, '_> {
    fn run(&mut self) {
        let mut shares = SHARES.into_iter();
        self.several.allow(shares.next().unwrap_or(u64::MAX));
        loop {
            match self.several.next() {
                Next::Closed => {
                    self.closed();
                    match shares.next().filter(|_| !self.aside.is_empty()) {
                        Some(share) => self.several.allow(share),
                        None => break,
                    }
                    for target in std::mem::take(&mut self.aside) {
                        self.several.open(target);
                    }
                }
                Next::Found {
                    target,
                    path,
                    inputs,
                } => self.follow(target, &path, inputs),
                Next::Unknown { target, reason } => self.doubt(target, None, reason),
                Next::Aside(target) => {
                    self.several.close(target);
                    self.aside.insert(target);
                }
                Next::Over(reason) => {
                    self.over(&reason);
                    break;
                }
            }
        }
        for target in std::mem::take(&mut self.aside) {
            let reason = "its share of the work was not enough";
            self.found.unknown.insert(target, reason.to_owned());
        }
    }

    /// No run gets to a target whose ways are open.
    fn closed(&mut self) {
        let here = |n: &&u32| !self.aside.contains(n) && !self.found.unknown.contains_key(n);
        self.found.never = self.trial.open().iter().filter(here).copied().collect();
    }

    /// A run gets to a target.
    fn follow(&mut self, target: u32, path: &[EdgeId], inputs: Inputs) {
        let Judge { trial, budget, .. } = self;
        let reached = match self.how.exact {
            false => trial.follow((path, inputs), self.how.trials, &|| !budget.out_of_time()),
            true => trial.follow_exactly(target, path, budget),
        };
        for other in reached {
            self.several.close(other);
            self.aside.remove(&other);
        }
        if self.trial.open().contains(&target) {
            let reason = "an execution may get there, but it depends on an approximation";
            let doubted = self.trial.doubted.take();
            self.doubt(target, doubted, reason.to_owned());
        }
    }

    fn doubt(&mut self, target: u32, doubted: Option<Trace>, reason: String) {
        self.several.close(target);
        self.found.doubted.insert(target, doubted);
        self.found.unknown.insert(target, reason);
    }

    /// A limit is reached.
    fn over(&mut self, reason: &str) {
        let Found {
            never,
            unknown,
            over,
            ..
        } = &mut self.found;
        *over = true;
        for target in self.trial.open().difference(never) {
            unknown.entry(*target).or_insert_with(|| reason.to_owned());
        }
        self.aside.clear();
    }
}
