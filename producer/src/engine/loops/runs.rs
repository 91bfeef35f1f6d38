//! Executions: some reach the error by themselves, and what others do in loops gives ideas.

use super::leaves::compared;
use super::rounds::Rounds;
use super::SAMPLED_MAX;
use crate::engine::{nested, solver, Run};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{EdgeId, LocId};
use proofmark_replay::interpret::{addresses, explore_within, Exploration, Inputs, Outcome, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Edges that every execution may take.
const FUEL: u64 = 5_000;
/// Edges that an execution may take which asks for no more inputs: it is the only one.
const FUEL_MAX: u64 = 24_000_000;
/// Edges that it may take where the search has come to a location once.
const FUEL_PER_VISIT: u64 = 60_000;
/// Longer executions are not made shorter.
const SHORTENED_MAX: usize = 5_000;
/// How often that is tried.
const ATTEMPTS_MAX: usize = 400;
/// Executions that go on asking for inputs may take this part of the edges.
const INPUTS_SHARE: u64 = 4;
/// Most literals of the program that are tried as inputs.
const LITERALS_MAX: usize = 12;
/// Edges that an execution certainly takes in a second.
const FUEL_PER_SECOND: u64 = 500_000;
/// Longer executions are not unwound.
const UNWOUND_MAX: usize = 4_000;
/// Most inputs that are made up. An execution hardly asks for more than one on each edge.
const INPUTS_MAX: u64 = 4_000_000;
/// Samples that are kept for a location.
const SAMPLES_MAX: usize = 40 * SAMPLED_MAX;

/// What an execution is given.
enum Source {
    /// These inputs.
    Found(Inputs),
    /// As many as it asks for, which look random and are less than a bound.
    MadeUp { seed: u64, below: u64 },
    /// The same one as often as it asks.
    Always(i128),
}

impl Source {
    /// The inputs of an execution of so many edges.
    fn inputs(&self, fuel: u64) -> Inputs {
        let count = usize::try_from(fuel.min(INPUTS_MAX)).unwrap_or(0);
        let integers = match self {
            Source::Found(inputs) => return inputs.clone(),
            Source::MadeUp { seed, below } => made_up(*seed, *below, count),
            Source::Always(value) => vec![*value; count],
        };
        Inputs {
            integers,
            ..Inputs::default()
        }
    }
}

impl Run<'_> {
    /// Executes the program: with inputs that are all 0, with those that lead into the loop, and
    /// with made-up ones. The path and the inputs of an execution that reaches the error.
    pub(super) fn execute(
        &mut self,
        path: &[EdgeId],
        rounds: &Rounds,
        fuel: u64,
    ) -> Option<(Vec<EdgeId>, Inputs)> {
        let mut left = self.fuel_left();
        for source in self.sources(path, rounds) {
            let given = source.inputs(FUEL);
            let found = self.explore(&given, FUEL, &mut |_, _| {})?;
            let found = match found.outcome {
                Outcome::OutOfFuel => {
                    let fuel = match asks_no_more(&found, self, &given) {
                        true => fuel,
                        false => fuel / INPUTS_SHARE,
                    }
                    .min(left)
                    .max(FUEL);
                    left = left.saturating_sub(fuel);
                    self.explore(&source.inputs(fuel), fuel, &mut |_, _| {})?
                }
                _ => found,
            };
            if found.outcome == Outcome::ReachedError {
                let found = self.shortened(found);
                return Some((found.path, found.inputs));
            }
            let length = found.path.len();
            if length <= UNWOUND_MAX && length > self.loops.execution.len() {
                self.loops.execution = found.path;
            }
            if self.budget.exceeded().is_some() {
                return None;
            }
        }
        None
    }

    /// An execution that reaches the error on a shorter path, if leaving out inputs gives one.
    fn shortened(&self, mut best: Exploration) -> Exploration {
        let mut attempts = 0;
        let mut size = best.inputs.integers.len();
        while size > 0 && best.path.len() <= SHORTENED_MAX {
            let mut start = 0;
            while start < best.inputs.integers.len() && attempts < ATTEMPTS_MAX {
                attempts += 1;
                let mut inputs = best.inputs.clone();
                let end = (start + size).min(inputs.integers.len());
                inputs.integers.drain(start..end);
                match self.explore(&inputs, FUEL, &mut |_, _| {}) {
                    Some(found)
                        if found.outcome == Outcome::ReachedError
                            && found.path.len() < best.path.len() =>
                    {
                        best = found;
                    }
                    _ => start += size,
                }
            }
            size /= 2;
        }
        best
    }

    /// How far an execution may go: further where the search has gone far, too.
    pub(super) fn fuel(&self, rounds: &Rounds) -> u64 {
        let visits = u64::try_from(rounds.visits).unwrap_or(u64::MAX);
        let effort = visits.saturating_mul(visits).saturating_mul(FUEL_PER_VISIT);
        effort.min(FUEL_MAX).min(self.fuel_left())
    }

    /// How far all executions together may go in the time that is left.
    fn fuel_left(&self) -> u64 {
        let seconds = self.budget.remaining().map_or(u64::MAX, |t| t.as_secs());
        seconds.saturating_mul(FUEL_PER_SECOND)
    }

    fn explore(
        &self,
        given: &Inputs,
        fuel: u64,
        visit: &mut dyn FnMut(LocId, &[Value]),
    ) -> Option<Exploration> {
        explore_within((self.arena, self.cfa), self.known(), given, fuel, visit).ok()
    }

    /// Inputs worth trying. Those that lead into the loop come from the path.
    fn sources(&mut self, path: &[EdgeId], rounds: &Rounds) -> Vec<Source> {
        let mut out = vec![Source::Found(Inputs::default())];
        let enters = (rounds.first..path.len())
            .find(|&i| i > rounds.first && self.cfa.edges[path[i].0 as usize].from == rounds.head)
            .unwrap_or(rounds.first);
        for end in [rounds.first, enters] {
            let (formula, _) =
                nested::path_formula(self.arena, &mut self.abstraction, &path[..end], None);
            if formula.facts.is_empty() || formula.havocs.is_empty() {
                continue;
            }
            let Ok(objects) = addresses(self.cfa) else {
                continue;
            };
            let places = solver::Places {
                objects,
                determined: None,
            };
            self.stats.solver_calls += 1;
            let time = self.budget.remaining();
            if let solver::Answer::Model(inputs) = solver::solve(self.arena, places, &formula, time)
            {
                out.push(Source::Found(inputs));
            }
        }
        for (seed, below) in [(1, 4), (2, 20), (3, 200), (4, 1 << 20), (5, 2), (6, 3)] {
            out.push(Source::MadeUp { seed, below });
        }
        let compared = compared(self.arena, self.cfa).into_iter();
        let literals = compared.flat_map(|(a, b)| [self.arena.as_lit(a), self.arena.as_lit(b)]);
        let literals: BTreeSet<i128> = literals.flatten().filter(|value| *value > 0).collect();
        out.extend(literals.into_iter().take(LITERALS_MAX).map(Source::Always));
        out
    }

    /// The values of some variables at some locations in executions, by location.
    pub(super) fn sample(
        &mut self,
        path: &[EdgeId],
        rounds: &Rounds,
        heads: &[LocId],
        variables: &[VarId],
    ) -> Vec<Vec<Vec<i128>>> {
        let places: BTreeMap<LocId, usize> = heads
            .iter()
            .enumerate()
            .map(|(i, &head)| (head, i))
            .collect();
        let mut samples = vec![Vec::new(); heads.len()];
        for source in self.sources(path, rounds) {
            let given = source.inputs(FUEL);
            let most = samples.iter().map(Vec::len).max().unwrap_or(0) + SAMPLES_MAX / 4;
            self.explore(&given, FUEL, &mut |location, values| {
                let Some(&place) = places.get(&location) else {
                    return;
                };
                let rows: &mut Vec<Vec<i128>> = &mut samples[place];
                if rows.len() < most.min(SAMPLES_MAX) {
                    let row: Vec<i128> =
                        variables.iter().map(|var| integer(values, *var)).collect();
                    if !rows.contains(&row) {
                        rows.push(row);
                    }
                }
            });
        }
        samples
    }
}

fn integer(values: &[Value], var: VarId) -> i128 {
    match values.get(var.0 as usize) {
        Some(Value::Int(value)) => *value,
        Some(Value::Memory(_)) | None => 0,
    }
}

/// Whether an execution asked for nothing in its second half.
fn asks_no_more(found: &Exploration, run: &Run<'_>, given: &Inputs) -> bool {
    let half = u64::try_from(found.path.len() / 2).unwrap_or(0);
    let earlier = run.explore(given, half, &mut |_, _| {});
    earlier.is_some_and(|earlier| {
        earlier.inputs.integers.len() == found.inputs.integers.len()
            && earlier.inputs.memories.len() == found.inputs.memories.len()
    })
}

/// Numbers that look random, the same on every machine.
fn made_up(seed: u64, below: u64, count: usize) -> Vec<i128> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i128::from((state >> 33) % below)
    };
    (0..count).map(|_| next()).collect()
}
