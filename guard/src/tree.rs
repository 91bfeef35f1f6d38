//! What a process and all that it has started use, as `/proc` tells (proc(5)).

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::Pid;
use std::time::Duration;

/// Processes beyond these are not looked at; compilers start three.
const PROCESSES_MAX: usize = 256;

/// What processes use together.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Usage {
    /// Resident memory.
    pub(crate) memory_bytes: u64,
    /// Processor time, that of ended processes included.
    pub(crate) processor: Duration,
    /// Threads that run, or could.
    pub(crate) running: usize,
}

/// What a process and its descendants use. Those that end meanwhile are left out.
pub(crate) fn usage(root: Pid) -> Usage {
    let mut work = vec![root.as_raw_nonzero().get().to_string()];
    let (mut total, mut ticks, mut looked) = (Usage::default(), 0u64, 0);
    while let Some(process) = work.pop() {
        looked += 1;
        if looked > PROCESSES_MAX {
            break;
        }
        total.memory_bytes += memory(&process).unwrap_or(0);
        let stat = read(&format!("/proc/{process}/stat"));
        ticks += stat.as_deref().and_then(processor).unwrap_or(0);
        for thread in threads(&process) {
            let stat = read(&format!("{thread}/stat"));
            total.running += usize::from(stat.as_deref().is_some_and(runs));
            let children = read(&format!("{thread}/children")).unwrap_or_default();
            work.extend(children.split_whitespace().map(str::to_owned));
        }
    }
    let milliseconds = ticks.saturating_mul(1000) / clock_ticks_per_second().max(1);
    total.processor = Duration::from_millis(milliseconds);
    total
}

/// The parent of a process.
pub(crate) fn parent(process: &str) -> Option<String> {
    let stat = read(&format!("/proc/{process}/stat"))?;
    let parent = fields(&stat).nth(1);
    parent.map(str::to_owned)
}

fn read(path: &str) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn memory(process: &str) -> Option<u64> {
    let statm = read(&format!("/proc/{process}/statm"))?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(u64::try_from(page_size()).ok()?))
}

fn threads(process: &str) -> Vec<String> {
    let listed = std::fs::read_dir(format!("/proc/{process}/task"));
    let entries = listed.into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path().to_string_lossy().into_owned())
        .collect()
}

/// The fields of `/proc/…/stat` from the state on: the name before it may hold anything.
fn fields(stat: &str) -> impl Iterator<Item = &str> {
    let rest = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace()
}

/// Processor time of a process and of its children that it has waited for, in ticks.
fn processor(stat: &str) -> Option<u64> {
    let times = fields(stat).skip(11).take(4).map(str::parse::<u64>);
    times.sum::<Result<u64, _>>().ok()
}

/// Whether a thread runs or waits for a disk.
fn runs(stat: &str) -> bool {
    matches!(fields(stat).next(), Some("R" | "D"))
}
