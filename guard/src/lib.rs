//! What stands between a command and hostile input: limits on the processes that do the work, and
//! the consumer's policy ([`policy`]), and output that cannot lie ([`text`]).
//!
//! A command runs in a child of itself. The C parser recurses and can be made to take exponential
//! time, and compilers can be made to wait for ever; a crash, or processes that eat the machine,
//! must not be what a hostile program achieves. The parent (`parent`) does nothing but watch the
//! tree of processes (`tree`), and turns every end of the child into an exit status and a
//! sentence.
//!
//! The child and all that it starts are one process group in a session of its own. Whoever of the
//! two ends first takes the group along: the parent kills it at the end, and the child (`child`)
//! holds the end of a pipe that closes with the parent. If both are killed at once, the compiler
//! and its parts are bound to the child (`bound`), and the system hangs up the session's terminal.

#![forbid(unsafe_code)]

mod bound;
mod child;
pub mod conversation;
pub mod output;
mod parent;
pub mod policy;
pub mod text;
mod tree;

pub use bound::{become_bound, Binding, NOT_STARTED};
pub use child::arguments;

use conversation::{Requests, Talk};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Duration;

/// What the processes of a command may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Resident memory of all together, in MiB.
    pub memory_mib: u64,
    /// Address space of each, in MiB.
    pub address_mib: u64,
    /// Processor time of all together and time in which none of them runs, in seconds.
    pub seconds: u64,
    /// Time on the clock.
    pub clock: Duration,
    /// The limit on time that the user has set, in seconds, for messages.
    pub asked: u64,
}

/// Most bytes of a file that the command or what it starts may write. Memory that has a name, and
/// is in no process's account, is among those.
pub const FILE_BYTES_MAX: u64 = 1 << 28;

/// Which of the two processes this is, and for the parent, how the child ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Guarded {
    /// The child: do the work.
    Work,
    /// The parent: the child has done the work and said what there is to say.
    Done(u8),
    /// The parent: the child could not finish, for this reason.
    Stopped(String),
}

/// Why work that somebody ended is not done.
pub const INTERRUPTED: &str = "interrupted";

/// Starts the child and waits for it, or returns at once in the child.
///
/// `interrupted` says that somebody asks this command to end. The parent passes that on to the
/// child as `SIGINT`, gives it some seconds to answer, and ends it if it does not. Commands that
/// handle no signals pass `None`: then the signal ends the parent, and with it the child.
pub fn enter(limits: Limits, interrupted: Option<Arc<AtomicBool>>) -> Guarded {
    if child::is_child() {
        return match child::settle(limits) {
            Ok(()) => Guarded::Work,
            Err(error) => not_limited(error),
        };
    }
    parent::run(limits, interrupted)
}

/// Starts the child, and has `talk` talk with it; or returns in the child, with what it is asked.
///
/// `interrupted` says that somebody asks this command to end. While the child works on an answer,
/// it is told so, and the conversation goes on with what it answers.
pub fn converse(
    limits: Limits,
    interrupted: &Arc<AtomicBool>,
    talk: impl FnOnce(&mut Talk),
) -> (Guarded, Option<Requests>) {
    if !child::is_child() {
        return (parent::converse(limits, interrupted, talk), None);
    }
    match child::settle_to_answer(limits) {
        Ok(received) => (Guarded::Work, Some(Requests { received })),
        Err(error) => (not_limited(error), None),
    }
}

fn not_limited(error: std::io::Error) -> Guarded {
    Guarded::Stopped(format!("cannot limit the work: {error}"))
}
