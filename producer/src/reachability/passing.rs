//! Which executions pass the locations where others end: one that is told answers for all of them.

use proofmark_query::probe::{probe_at, HIT};
use proofmark_replay::interpret::{Step, Trace, Written};

/// An execution that ends in front of a location, and passes others.
pub struct Passing<'t> {
    /// The execution.
    pub trace: &'t Trace,
    /// The locations, in the order in which it gets to them, each with the number of steps before
    /// that; the last is where it ends.
    pub passed: Vec<(usize, &'t str)>,
}

/// Executions with which all others begin, each of which ends in front of its location. What one
/// passes is the end of another one with the same steps up to there; there, a value that is made up
/// lets the one end and the other go on.
pub fn passing<'t>(executions: &[(&'t str, &'t Trace)]) -> Vec<Passing<'t>> {
    let mut open: Vec<(usize, &str, &Trace)> = executions
        .iter()
        .map(|(name, trace)| (end(&trace.steps), *name, *trace))
        .collect();
    open.sort_by_key(|(end, name, _)| (std::cmp::Reverse(*end), *name));
    let mut told: Vec<Passing> = Vec::new();
    for (end, name, trace) in open {
        match told.iter_mut().find(|told| passes(told.trace, trace, end)) {
            Some(told) => told.passed.push((end, name)),
            None => told.push(Passing {
                trace,
                passed: vec![(end, name)],
            }),
        }
    }
    // Long ones came first.
    told.iter_mut().for_each(|told| told.passed.reverse());
    told
}

/// How many steps there are before the one that lets an execution end.
fn end(steps: &[Step]) -> usize {
    let ends = |step: &Step| {
        let hit = matches!(step.written, Some((_, Written::Int(HIT))));
        hit && probe_at(step.pos).is_some()
    };
    steps.iter().rposition(ends).unwrap_or(steps.len())
}

/// Whether an execution begins as another one does before its end, and gets to the same probe.
fn passes(long: &Trace, short: &Trace, end: usize) -> bool {
    let probe = |trace: &Trace| trace.steps.get(end).and_then(|step| probe_at(step.pos));
    let (Some(before), Some(own)) = (long.steps.get(..end), short.steps.get(..end)) else {
        return false;
    };
    let same = probe(short).is_some() && probe(long) == probe(short);
    same && long.initial == short.initial && before == own
}
