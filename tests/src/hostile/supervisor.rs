//! The process between the test and the command: orphans of the command become its children, so
//! that it sees the whole tree whatever the processes do about groups and sessions.

use rustix::process::{
    getpid, kill_process, set_child_subreaper, wait, Pid, Signal, WaitOptions, WaitStatus,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::{Duration, Instant};

/// How often the tree is looked at.
const PERIOD: Duration = Duration::from_millis(10);

/// How long processes may take to end after the command has.
const GRACE: Duration = Duration::from_secs(2);

/// Clock ticks in a second; Linux has shown 100 to programs since ever.
const TICKS: f64 = 100.0;

/// What the tree may use.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
pub struct Bounds {
    /// Processor time.
    pub seconds: f64,
    /// Time on the clock.
    pub patience: f64,
    /// Memory of all processes together.
    pub mebibytes: u64,
}

/// How a command ended.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Ended {
    /// The exit status, unless a signal ended it.
    pub status: Option<i32>,
    /// That signal.
    pub signal: Option<i32>,
    /// Processor time of the tree in seconds.
    pub seconds: f64,
    /// The most resident memory of the tree that was seen.
    pub mebibytes: u64,
    /// The bound that the tree exceeded, and was ended for.
    pub exceeded: Option<String>,
    /// Processes that outlived the command.
    pub left: Vec<String>,
}

/// Runs a command and all that it starts, to the end.
///
/// # Errors
/// If the command does not start.
pub fn supervise(command: &mut Command, bounds: Bounds) -> std::io::Result<Ended> {
    set_child_subreaper(Some(getpid()))?;
    let child = command.process_group(0).spawn()?;
    let child = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let began = Instant::now();
    let mut tree = Tree::default();
    let status = loop {
        if let Some(status) = tree.reap(child) {
            break status;
        }
        tree.look();
        if let Some(reason) = tree.over(bounds, began) {
            tree.exceeded.get_or_insert(reason);
            kill_all();
        }
        std::thread::sleep(PERIOD);
    };
    let left = tree.outlive();
    Ok(Ended {
        status: status.exit_status(),
        signal: status.terminating_signal(),
        seconds: processor_seconds(),
        mebibytes: tree.most / 1024,
        exceeded: tree.exceeded,
        left,
    })
}

#[derive(Default)]
struct Tree {
    /// The most memory so far, in KiB.
    most: u64,
    exceeded: Option<String>,
}

impl Tree {
    fn look(&mut self) {
        let tree = descendants();
        let now = tree.iter().map(|process| resident(*process)).sum();
        let peak = tree.iter().map(|process| peak(*process)).max();
        self.most = self.most.max(now).max(peak.unwrap_or(0));
    }

    fn over(&self, bounds: Bounds, began: Instant) -> Option<String> {
        if self.most > bounds.mebibytes * 1024 {
            return Some(format!("{} MiB of memory", bounds.mebibytes));
        }
        if began.elapsed().as_secs_f64() > bounds.patience {
            return Some(format!("{} s on the clock", bounds.patience));
        }
        let seconds: f64 = descendants().into_iter().map(used).sum();
        let seconds = seconds + processor_seconds();
        (seconds > bounds.seconds).then(|| format!("{} s of processor time", bounds.seconds))
    }

    /// Takes what has ended; the status of the command if it is among that.
    fn reap(&mut self, command: Option<Pid>) -> Option<WaitStatus> {
        while let Ok(Some((ended, status))) = wait(WaitOptions::NOHANG) {
            if Some(ended) == command {
                return Some(status);
            }
        }
        None
    }

    /// Waits for what is still there, and ends it if that does not help.
    fn outlive(&mut self) -> Vec<String> {
        let began = Instant::now();
        loop {
            self.reap(None);
            let left = descendants();
            if left.is_empty() {
                return Vec::new();
            }
            if began.elapsed() > GRACE {
                let names = left.into_iter().map(name).collect();
                while !descendants().is_empty() && began.elapsed() < GRACE * 10 {
                    kill_all();
                    self.reap(None);
                    std::thread::sleep(PERIOD);
                }
                return names;
            }
            std::thread::sleep(PERIOD);
        }
    }
}

fn kill_all() {
    for process in descendants() {
        let process = i32::try_from(process).ok().and_then(Pid::from_raw);
        if let Some(process) = process {
            let _ = kill_process(process, Signal::KILL);
        }
    }
}

/// The processes below this one, and those that ended and nobody asked for.
fn descendants() -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let mut open = vec![std::process::id()];
    while let Some(process) = open.pop() {
        for child in children(process) {
            if found.insert(child) {
                open.push(child);
            }
        }
    }
    found
}

fn children(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task"));
    let tasks = tasks.into_iter().flatten().filter_map(Result::ok);
    let listed =
        tasks.map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default());
    listed
        .flat_map(|list| {
            let numbers = list.split_whitespace().map(str::parse);
            numbers.filter_map(Result::ok).collect::<Vec<u32>>()
        })
        .collect()
}

/// Resident memory in KiB. What several processes share counts once in their sum: between `fork`
/// and `exec` a child has all of its parent's memory.
fn resident(process: u32) -> u64 {
    kibibytes(&format!("/proc/{process}/smaps_rollup"), "Pss:")
}

/// The most resident memory that a process has had, in KiB.
fn peak(process: u32) -> u64 {
    kibibytes(&format!("/proc/{process}/status"), "VmHWM:")
}

/// A line of a file of `/proc` (proc(5)); 0 if the process has ended.
fn kibibytes(file: &str, field: &str) -> u64 {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|kib| kib.parse().ok()).unwrap_or(0)
}

/// Processor time of a process and of those of its children that it waited for.
fn used(process: u32) -> f64 {
    ticks(&format!("/proc/{process}/stat"), 11..15)
}

/// Processor time of all that this process waited for.
fn processor_seconds() -> f64 {
    ticks("/proc/self/stat", 13..15)
}

/// The sum of some fields behind the name (proc(5)).
fn ticks(file: &str, fields: std::ops::Range<usize>) -> f64 {
    let stat = std::fs::read_to_string(file).unwrap_or_default();
    let rest = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let fields = words.get(fields).unwrap_or_default();
    let sum: f64 = fields.iter().filter_map(|f| f.parse::<f64>().ok()).sum();
    sum / TICKS
}

fn name(process: u32) -> String {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
    format!("{} ({process})", name.trim_end())
}
