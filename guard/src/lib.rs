//! What stands between a command and hostile input: limits on the process that does the work, and
//! the consumer's policy ([`policy`]), and output that cannot lie ([`text`]).
//!
//! A command runs in a child of itself, with limits on memory and processor time. The C parser
//! recurses and can be made to take exponential time; a crash, or a process that eats the machine,
//! must not be what a hostile program achieves. The parent does nothing but wait, and turns every
//! end of the child into an exit status and a sentence.
//!
//! The shell's `ulimit` sets the limits, because setting them from Rust takes a package of others
//! with more lines than all that the consumer has to trust.

#![forbid(unsafe_code)]

pub mod policy;
pub mod text;

use std::process::ExitStatus;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// What the child may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Address space in MiB.
    pub memory_mib: u64,
    /// Processor time in seconds.
    pub seconds: u64,
}

/// Which of the two processes this is, and for the parent, how the child ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guarded {
    /// The child, or a system without processes like these: do the work.
    Work,
    /// The parent: the child has done the work and said what there is to say.
    Done(u8),
    /// The parent: the child could not finish, for this reason.
    Stopped(String),
}

/// Largest exit status that commands give themselves; anything else is a crash.
const STATUS_MAX: i32 = 4;

/// Exit status of a child that waited too long for something, and ended itself.
const OVERDUE: i32 = 124;

impl Limits {
    /// Seconds on the clock until even a process that only waits is ended: on a busy machine they
    /// are more than seconds of processor time.
    const fn patience(self) -> u64 {
        self.seconds.saturating_mul(4)
    }
}

/// Starts the child and waits for it, or returns at once in the child.
///
/// `interrupted` says that somebody asks this command to end. The parent passes that on to the
/// child as `SIGINT`, gives it some seconds to answer, and ends it if it does not. Commands that
/// handle no signals pass `None`: then the signal ends the parent, and the child notices.
pub fn enter(limits: Limits, interrupted: Option<Arc<AtomicBool>>) -> Guarded {
    #[cfg(unix)]
    return unix::enter(limits, interrupted);
    #[cfg(not(unix))]
    {
        let _ = (limits, interrupted);
        Guarded::Work
    }
}

/// Why work that somebody ended is not done.
pub const INTERRUPTED: &str = "interrupted";

fn judge(status: ExitStatus, limits: Limits) -> Guarded {
    match status.code() {
        Some(code) if (0..=STATUS_MAX).contains(&code) => {
            Guarded::Done(u8::try_from(code).unwrap_or(u8::MAX))
        }
        Some(OVERDUE) => Guarded::Stopped(format!(
            "more than {} s have passed; --time-limit allows more",
            limits.patience()
        )),
        Some(_) => {
            Guarded::Stopped("the command stopped unexpectedly; please report the input".to_owned())
        }
        None => Guarded::Stopped(signalled(status, limits)),
    }
}

#[cfg(unix)]
use unix::signalled;

#[cfg(not(unix))]
fn signalled(_: ExitStatus, _: Limits) -> String {
    String::new()
}

#[cfg(unix)]
mod unix {
    use super::{judge, Guarded, Limits, INTERRUPTED, OVERDUE};
    use std::os::unix::process::{parent_id, ExitStatusExt};
    use std::process::{Command, ExitStatus};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    /// Holds the parent's process id in the child's environment.
    const MARK: &str = "PROOFMARK_GUARDED_BY";
    /// How soon the child notices that its parent is gone.
    const PERIOD: Duration = Duration::from_millis(200);
    /// $1: memory in KiB, $2: soft and $3: hard limit of processor time in seconds. Limits that are
    /// lower already stay.
    const SCRIPT: &str = r#"{ ulimit -c 0; ulimit -v "$1"; ulimit -H -t "$3"; ulimit -S -t "$2"; } 2>/dev/null; shift 3; exec "$@""#;
    /// Seconds between the signal that names the reason and the one that always works.
    const GRACE: u64 = 5;
    /// How long an interrupted child may take to answer.
    const PATIENCE: Duration = Duration::from_secs(3);
    /// $1: the signal, $2: the process. The shell sends signals because doing it from Rust takes a
    /// package, too.
    const SIGNAL: &str = r#"kill -s "$1" "$2" 2>/dev/null"#;

    const SIGABRT: i32 = 6;
    const SIGBUS: i32 = 7;
    const SIGKILL: i32 = 9;
    const SIGSEGV: i32 = 11;
    const SIGXCPU: i32 = 24;

    pub(super) fn enter(limits: Limits, interrupted: Option<Arc<AtomicBool>>) -> Guarded {
        let parent = parent_id();
        match std::env::var(MARK) {
            Ok(mark) if mark == parent.to_string() => {
                end_with(parent, limits);
                return Guarded::Work;
            }
            // The parent ended before this process had begun.
            Ok(_) => return Guarded::Stopped("the command was ended".to_owned()),
            Err(_) => {}
        }
        let waited = spawn(limits).and_then(|mut child| {
            interrupted
                .iter()
                .for_each(|flag| pass_on(flag.clone(), child.id()));
            child.wait()
        });
        let asked = interrupted.is_some_and(|flag| flag.load(Ordering::SeqCst));
        match waited.map(|status| judge(status, limits)) {
            Ok(Guarded::Stopped(_)) if asked => Guarded::Stopped(INTERRUPTED.to_owned()),
            Ok(guarded) => guarded,
            Err(error) => Guarded::Stopped(format!(
                "cannot start the process that does the work: {error}"
            )),
        }
    }

    /// Interrupts the child when this process is; ends it if that does not help.
    fn pass_on(interrupted: Arc<AtomicBool>, child: u32) {
        let watch = move || {
            while !interrupted.load(Ordering::SeqCst) {
                std::thread::sleep(PERIOD);
            }
            send("INT", child);
            std::thread::sleep(PATIENCE);
            send("KILL", child);
        };
        // Without the watch the work goes on until its limits.
        let _ = std::thread::Builder::new()
            .name("interrupt".to_owned())
            .stack_size(64 << 10)
            .spawn(watch);
    }

    /// Sends a signal. A process that is gone already needs none.
    fn send(signal: &str, process: u32) {
        let _ = Command::new("/bin/sh")
            .args(["-c", SIGNAL, "sh", signal, &process.to_string()])
            .status();
    }

    fn spawn(limits: Limits) -> std::io::Result<std::process::Child> {
        let program = std::env::current_exe()?;
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT, "sh"]);
        shell.arg(limits.memory_mib.saturating_mul(1024).to_string());
        shell
            .arg(limits.seconds.to_string())
            .arg(limits.seconds.saturating_add(GRACE).to_string());
        shell
            .arg(program)
            .args(std::env::args_os().skip(1))
            .env(MARK, std::process::id().to_string());
        shell.spawn()
    }

    /// Ends this process when its parent has ended, because whoever kills the command means the
    /// work; or when it is overdue.
    fn end_with(parent: u32, limits: Limits) {
        let (began, patience) = (Instant::now(), Duration::from_secs(limits.patience()));
        let watch = move || {
            while parent_id() == parent && began.elapsed() < patience {
                std::thread::sleep(PERIOD);
            }
            std::process::exit(OVERDUE);
        };
        // Without the watch the work goes on until its limits.
        let _ = std::thread::Builder::new()
            .name("watch".to_owned())
            .stack_size(64 << 10)
            .spawn(watch);
    }

    pub(super) fn signalled(status: ExitStatus, limits: Limits) -> String {
        let Limits {
            memory_mib,
            seconds,
        } = limits;
        match status.signal() {
            Some(SIGXCPU) => format!(
                "the limit of {seconds} s of processor time is reached; --time-limit allows more"
            ),
            Some(SIGABRT | SIGSEGV | SIGBUS) => {
                format!("the command ran out of memory ({memory_mib} MiB) or out of stack; --memory-limit allows more memory")
            }
            Some(SIGKILL) => {
                "the command was killed, by the system's limits or by somebody".to_owned()
            }
            Some(signal) => format!("the command was ended by signal {signal}"),
            None => "the command was ended".to_owned(),
        }
    }
}
