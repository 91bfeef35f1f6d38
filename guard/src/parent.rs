//! The process that waits: it keeps the limits of the whole tree, and leaves nothing of it.

use crate::conversation::{Busy, Talk};
use crate::tree::{self, Usage};
use crate::{child, Guarded, Limits, FILE_BYTES_MAX, INTERRUPTED};
use rustix::process::{
    kill_process, kill_process_group, set_child_subreaper, waitid, waitpgid, Pid, Signal, WaitId,
    WaitIdOptions, WaitOptions,
};
use std::io::IsTerminal;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Largest exit status that commands give themselves; anything else is a crash.
const STATUS_MAX: i32 = 4;
/// How often the tree is looked at.
const PERIOD: Duration = Duration::from_millis(50);
/// How long an interrupted child may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// The same where somebody talks with the child, and has more to lose.
const LONG_PATIENCE: Duration = Duration::from_secs(15);

/// Runs the child to its end.
pub(crate) fn run(limits: Limits, interrupted: Option<Arc<AtomicBool>>) -> Guarded {
    let busy = Busy::default();
    busy.begin();
    let state = (interrupted, busy, PATIENCE);
    guard(limits, state, Stdio::inherit(), |_| {}).unwrap_or_else(not_started)
}

/// Runs a child that somebody talks with to its end.
pub(crate) fn converse(
    limits: Limits,
    interrupted: &Arc<AtomicBool>,
    talk: impl FnOnce(&mut Talk),
) -> Guarded {
    let (busy, flag) = (Busy::default(), interrupted.clone());
    // Until its first answer.
    busy.begin();
    let state = (Some(flag.clone()), busy.clone(), LONG_PATIENCE);
    let guarded = guard(limits, state, Stdio::piped(), |child| {
        if let Some(mut side) = Talk::with(child, busy, flag) {
            talk(&mut side);
        }
    });
    guarded.unwrap_or_else(not_started)
}

fn not_started(error: std::io::Error) -> Guarded {
    Guarded::Stopped(format!(
        "cannot start the process that does the work: {error}"
    ))
}

/// Starts the child, whose output goes to `output`, and waits for it when `meanwhile` is over.
fn guard(
    limits: Limits,
    (interrupted, busy, patience): (Option<Arc<AtomicBool>>, Busy, Duration),
    output: Stdio,
    meanwhile: impl FnOnce(&mut Child),
) -> std::io::Result<Guarded> {
    // Orphans of the child come to this process.
    set_child_subreaper(Some(rustix::process::getpid()))?;
    let mut child = spawn(output)?;
    let group = Pid::from_child(&child);
    let reason: Arc<OnceLock<String>> = Arc::default();
    let watch = Watch {
        limits,
        group,
        interrupted: interrupted.clone(),
        busy,
        patience,
        reason: reason.clone(),
    };
    let watcher = std::thread::Builder::new()
        .name("watch".to_owned())
        .stack_size(128 << 10)
        .spawn(move || watch.run());
    if let Err(error) = watcher {
        end(group);
        return Err(error);
    }
    meanwhile(&mut child);
    // The group keeps its number while its leader has not been waited for.
    let ends = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    rustix::io::retry_on_intr(|| waitid(WaitId::Pid(group), ends))?;
    end(group);
    let status = child.wait()?;
    gone(group);
    let asked = interrupted.is_some_and(|flag| flag.load(Ordering::SeqCst));
    Ok(match (reason.get(), judge(status, limits)) {
        (_, Guarded::Stopped(_)) if asked => Guarded::Stopped(INTERRUPTED.to_owned()),
        (Some(reason), Guarded::Stopped(_)) => Guarded::Stopped(reason.clone()),
        (_, guarded) => guarded,
    })
}

/// Starts this program again. Its standard input is the pipe that tells it when this process ends.
fn spawn(output: Stdio) -> std::io::Result<Child> {
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    Command::new(std::env::current_exe()?)
        .arg0(name)
        .arg(child::mark())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(output)
        .spawn()
}

/// Ends the group, and its leader, which makes it in its first moments. What does not run needs no
/// signal.
fn end(group: Pid) {
    let _ = kill_process(group, Signal::KILL);
    let _ = kill_process_group(group, Signal::KILL);
}

/// Waits until no process of the group is left.
fn gone(group: Pid) {
    while waitpgid(group, WaitOptions::empty()).is_ok() {}
}

/// What the watching thread knows.
struct Watch {
    limits: Limits,
    group: Pid,
    interrupted: Option<Arc<AtomicBool>>,
    /// Since when the clock runs.
    busy: Busy,
    /// How long an interrupted child may take to answer.
    patience: Duration,
    /// Why it has ended the child.
    reason: Arc<OnceLock<String>>,
}

impl Watch {
    /// Looks until a limit is reached. This process ends with its main thread.
    fn run(&self) {
        let (mut idle, mut asked) = (Duration::ZERO, None::<Instant>);
        loop {
            let before = Instant::now();
            std::thread::sleep(PERIOD);
            let usage = tree::usage(self.group);
            if usage.running == 0 {
                idle += before.elapsed();
            }
            let clock = self.busy.since().map_or(Duration::ZERO, |at| at.elapsed());
            if let Some(reason) = self.exceeded(usage, idle, clock) {
                let _ = self.reason.set(reason);
                return end(self.group);
            }
            match (self.is_interrupted(), asked) {
                (false, _) => asked = None,
                (true, _) if self.busy.since().is_none() => self.interrupted_between(),
                (true, None) => {
                    let _ = kill_process(self.group, Signal::INT);
                    asked = Some(Instant::now());
                }
                (true, Some(at)) if at.elapsed() > self.patience => return end(self.group),
                (true, Some(_)) => {}
            }
        }
    }

    fn is_interrupted(&self) -> bool {
        let flag = self.interrupted.as_ref();
        flag.is_some_and(|flag| flag.load(Ordering::SeqCst))
    }

    /// Nobody works: there is nothing to interrupt, but who waits for input that is not typed.
    fn interrupted_between(&self) {
        match (&self.interrupted, std::io::stdin().is_terminal()) {
            (Some(flag), true) => flag.store(false, Ordering::SeqCst),
            _ => {
                end(self.group);
                let _ = kill_process(rustix::process::getpid(), Signal::TERM);
            }
        }
    }

    fn exceeded(&self, usage: Usage, idle: Duration, clock: Duration) -> Option<String> {
        let Limits {
            memory_mib,
            seconds,
            ..
        } = self.limits;
        if usage.memory_bytes > memory_mib.saturating_mul(1 << 20) {
            return Some(format!(
                "the limit of {memory_mib} MiB of memory is reached; --memory-limit allows more"
            ));
        }
        let used = usage.processor + idle;
        let late = used > Duration::from_secs(seconds) || clock > self.limits.clock;
        late.then(|| overdue(self.limits.asked))
    }
}

fn overdue(seconds: u64) -> String {
    format!("the limit of {seconds} s is reached; --time-limit allows more")
}

fn judge(status: ExitStatus, limits: Limits) -> Guarded {
    match status.code() {
        Some(code) if (0..=STATUS_MAX).contains(&code) => {
            Guarded::Done(u8::try_from(code).unwrap_or(u8::MAX))
        }
        Some(_) => {
            Guarded::Stopped("the command stopped unexpectedly; please report the input".to_owned())
        }
        None => Guarded::Stopped(signalled(status, limits)),
    }
}

fn signalled(status: ExitStatus, limits: Limits) -> String {
    let memory = limits.address_mib;
    let known = status.signal().and_then(Signal::from_named_raw);
    match known {
        Some(Signal::XCPU) => overdue(limits.asked),
        Some(Signal::XFSZ) => format!("a file is longer than {FILE_BYTES_MAX} bytes"),
        Some(Signal::ABORT | Signal::SEGV | Signal::BUS) => format!(
            "the command ran out of memory ({memory} MiB) or out of stack; --memory-limit allows more memory"
        ),
        Some(Signal::KILL) => {
            "the command was killed, by the system's limits or by somebody".to_owned()
        }
        _ => format!("the command was ended: {status}"),
    }
}
