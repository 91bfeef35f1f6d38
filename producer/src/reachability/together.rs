//! One search for all targets of a question: which of them executions get to, and a certificate for
//! the others.

use super::trial::{ways, Trial};
use crate::certify::{certificate, self_contained, Certification, Watch};
use crate::engine::several::{verify_again, without, Kept, Next, Several};
use crate::engine::{Budget, Limits, Outcome, Stats, Task};
use proofmark_frontend::Program;
use proofmark_logic::arena::Arena;
use proofmark_replay::for_violations;
use proofmark_replay::interpret::Trace;
use std::collections::{BTreeMap, BTreeSet};

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
    open: &BTreeSet<u32>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Found {
    let budget = Budget::start(limits);
    // Proofs take time, too.
    let most = limits.time.map(|time| time - time / 4);
    let searching = Limits {
        time: most,
        ..*limits
    };
    let mut found = explored(program, open, (&Budget::start(&searching), false), watch);
    let doubted: BTreeSet<u32> = found.doubted.keys().copied().collect();
    if !doubted.is_empty() && budget.exceeded().is_none() && !watch.cancelled() {
        again(program, &doubted, (&mut found, &budget), watch);
    }
    found
}

/// Looks at the automaton that says more about memory than the one for proofs.
fn again(
    program: &Program,
    doubted: &BTreeSet<u32>,
    (found, budget): (&mut Found, &Budget),
    watch: &mut dyn Watch,
) {
    let Ok(exact) = for_violations(program) else {
        return;
    };
    let second = explored(&exact, doubted, (budget, true), watch);
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
    let task = Task {
        cfa: &program.cfa,
        approximations: &program.approximations,
        hints: &[],
        seed: None,
    };
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

/// One search.
fn explored(
    program: &Program,
    wanted: &BTreeSet<u32>,
    (budget, exact): (&Budget, bool),
    watch: &mut dyn Watch,
) -> Found {
    let mut trial = Trial::new(program, wanted.clone());
    let mut arena = program.arena.clone();
    let task = Task {
        cfa: &program.cfa,
        approximations: &program.approximations,
        hints: &[],
        seed: None,
    };
    let ways = trial.ways().clone();
    let mut found = Found::default();
    let mut several = Several::new(&mut arena, (task, &ways), budget, watch);
    let others: BTreeSet<u32> = ways.values().copied().collect();
    for other in others.difference(wanted).copied() {
        several.close(other);
    }
    let mut shares = SHARES.into_iter();
    several.allow(shares.next().unwrap_or(u64::MAX));
    let mut aside: BTreeSet<u32> = BTreeSet::new();
    loop {
        match several.next() {
            Next::Closed => {
                let here = |n: &&u32| !aside.contains(n) && !found.unknown.contains_key(n);
                found.never = trial.open().iter().filter(here).copied().collect();
                match shares.next().filter(|_| !aside.is_empty()) {
                    Some(share) => several.allow(share),
                    None => break,
                }
                for target in std::mem::take(&mut aside) {
                    several.open(target);
                }
            }
            Next::Found {
                target,
                path,
                inputs,
            } => {
                let run = (path.as_slice(), inputs);
                let reached = match exact {
                    false => trial.follow(run, &|| budget.exceeded().is_none()),
                    true => trial.follow_exactly(target, &path, budget),
                };
                let missed = trial.open().contains(&target);
                for other in reached {
                    several.close(other);
                    aside.remove(&other);
                }
                if missed {
                    several.close(target);
                    found.doubted.insert(target, trial.doubted.take());
                    let reason = "an execution may get there, but it depends on an approximation";
                    found.unknown.insert(target, reason.to_owned());
                }
            }
            Next::Unknown { target, reason } => {
                several.close(target);
                found.doubted.insert(target, None);
                found.unknown.insert(target, reason);
            }
            Next::Aside(target) => {
                several.close(target);
                aside.insert(target);
            }
            Next::Over(reason) => {
                aside.extend(trial.open().difference(&found.never));
                for target in std::mem::take(&mut aside) {
                    found
                        .unknown
                        .entry(target)
                        .or_insert_with(|| reason.clone());
                }
                break;
            }
        }
    }
    for target in aside {
        let reason = "its share of the work was not enough";
        found.unknown.insert(target, reason.to_owned());
    }
    let (stats, kept) = several.end();
    found.stats = stats;
    found.kept = kept;
    found.arena = Some(arena);
    found.never.retain(|n| trial.open().contains(n));
    found.reached = trial.reached;
    found
}
