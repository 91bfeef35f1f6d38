//! How much time and memory a run may use, and has used.

use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// What a run may use; what needs more time or memory ends as [`Outcome::Unknown`](super::Outcome).
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Resident memory in bytes.
    pub memory: Option<u64>,
    /// Threads; as many as there are processors, if that is not said. Results do not depend on it.
    pub jobs: Option<NonZeroUsize>,
    /// How much of the time is gone already: the program was read.
    pub spent: Duration,
}

impl Limits {
    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }
}

/// What a search takes, in numbers that are the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Work {
    /// Calls of decision procedures.
    pub calls: u64,
    /// Entries in the tables of decision diagrams.
    pub entries: u64,
    /// Terms that the analysis of paths made.
    pub terms: u64,
}

impl Work {
    /// As much as there is.
    pub const ANY: Work = Work {
        calls: u64::MAX,
        entries: u64::MAX,
        terms: u64::MAX,
    };

    /// A fortieth of it.
    #[must_use]
    pub fn fortieth(self) -> Work {
        Work {
            calls: self.calls / 40,
            entries: self.entries / 40,
            terms: self.terms / 40,
        }
    }

    /// So many times as much.
    #[must_use]
    pub fn times(self, count: usize) -> Work {
        let count = count as u64;
        Work {
            calls: self.calls.saturating_mul(count),
            entries: self.entries.saturating_mul(count),
            terms: self.terms.saturating_mul(count),
        }
    }

    /// The smaller of two, in each respect.
    #[must_use]
    pub fn min(self, other: Work) -> Work {
        Work {
            calls: self.calls.min(other.calls),
            entries: self.entries.min(other.entries),
            terms: self.terms.min(other.terms),
        }
    }

    /// The larger of two, in each respect.
    #[must_use]
    pub fn max(self, other: Work) -> Work {
        Work {
            calls: self.calls.max(other.calls),
            entries: self.entries.max(other.entries),
            terms: self.terms.max(other.terms),
        }
    }

    /// Whether it is as much as another in some respect.
    pub fn reaches(self, other: Work) -> bool {
        self.calls >= other.calls || self.entries >= other.entries || self.terms >= other.terms
    }
}

/// [`Limits`] with the time that they started to count.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    limits: Limits,
    start: Instant,
    /// How long Z3 may take for one path, if others can be looked at instead.
    path: Option<Duration>,
}

impl Budget {
    /// Starts the clock.
    pub fn start(limits: &Limits) -> Budget {
        let now = Instant::now();
        Budget {
            limits: *limits,
            start: now.checked_sub(limits.spent).unwrap_or(now),
            path: None,
        }
    }
    /// The same, with a limit for each path.
    pub(super) fn for_paths(&self, time: Duration) -> Budget {
        Budget {
            path: Some(time),
            ..*self
        }
    }
    /// What is left for a path.
    pub(super) fn time_for_path(&self) -> Option<Duration> {
        self.remaining().into_iter().chain(self.path).min()
    }
    /// A budget that ends when as much time again has passed, and a second.
    pub(crate) fn as_long_again(&self) -> Budget {
        let end = self.start.elapsed() * 2 + Duration::from_secs(1);
        let time = self.limits.time.map_or(end, |limit| limit.min(end));
        let limits = Limits {
            time: Some(time),
            ..self.limits
        };
        Budget { limits, ..*self }
    }
    /// Whether a limit is exceeded, as a reason for people.
    pub fn exceeded(&self) -> Option<String> {
        if self.out_of_time() {
            return Some(format!(
                "time limit of {} s reached",
                self.limits.time.unwrap_or_default().as_secs()
            ));
        }
        if let (Some(limit), Some(used)) = (self.limits.memory, resident_memory()) {
            if used > limit {
                return Some(format!("memory limit of {} MiB reached", limit >> 20));
            }
        }
        None
    }
    /// Whether so many more bytes fit into the limit on memory.
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        match (self.limits.memory, resident_memory()) {
            (Some(limit), Some(used)) => used.saturating_add(bytes as u64) <= limit,
            _ => true,
        }
    }
    pub(super) fn remaining(&self) -> Option<Duration> {
        self.limits
            .time
            .map(|t| t.saturating_sub(self.start.elapsed()))
    }
    pub(crate) fn out_of_time(&self) -> bool {
        self.limits.time.is_some_and(|t| self.start.elapsed() > t)
    }
}

/// Resident memory of this process in bytes, where the system tells.
fn resident_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
