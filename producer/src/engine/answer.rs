//! What Z3 is asked about paths, and what it says.

use proofmark_replay::interpret::Inputs;
use std::time::Duration;
use z3::ast::Bool;
use z3::Params;

/// What Z3 says about a path.
pub enum Answer {
    /// Satisfiable, with values for all inputs.
    Model(Inputs),
    /// Unsatisfiable; positions in the facts.
    Core(Vec<usize>),
    /// No answer within its limits.
    Unknown,
}

/// Where things are in memory.
pub struct Places {
    /// The objects' addresses.
    pub objects: Vec<i128>,
    /// If executions are wanted that depend on inputs only: memory that is none, from an address to
    /// another one, although the path does not write it. Nothing below the first object is used
    /// then.
    pub determined: Option<Vec<(i128, i128)>>,
}

/// Most steps of Z3 for one path, in its own unit: unlike time, the same on every machine.
const RESOURCES_MAX: u32 = 5_000_000;
/// Where a path has little time, as many as a slow machine takes in it: in some steps, Z3 does not
/// look at the clock.
const RESOURCES_PER_MILLISECOND: u32 = 150;

/// The limits on the work for one path.
pub(super) fn limited(time: Option<Duration>) -> Params {
    let mut params = Params::new();
    let mut resources = RESOURCES_MAX;
    if let Some(time) = time {
        let time = milliseconds(time);
        params.set_u32("timeout", time);
        resources = resources.min(time.saturating_mul(RESOURCES_PER_MILLISECOND));
    }
    params.set_u32("rlimit", resources);
    params
}

/// A time as Z3 takes it; 0 would be no limit.
pub(super) fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX).max(1)
}

/// The assumptions that the solver found contradictory.
pub(super) fn core_of(core: &[Bool], tracked: &[Bool]) -> Answer {
    let found = (0..tracked.len()).filter(|&i| core.contains(&tracked[i]));
    Answer::Core(found.collect())
}
