//! Compilers and their parts, each bound to its parent: when that ends, in whatever way, the system
//! kills it.
//!
//! The signal that a parent's death sends is a process's own setting, which outlives the start of
//! another program, but is not inherited. So this program is started in the place of the compiler,
//! makes the setting, and becomes the compiler; gcc starts its parts in the same way if it is asked
//! to (`-wrapper`).

use crate::{child, tree};
use rustix::process::{set_parent_process_death_signal, Signal};
use std::ffi::OsString;
use std::os::unix::process::{parent_id, CommandExt};
use std::path::Path;
use std::process::Command;

/// Starts the first argument; the id of the process that does the work follows. The rest is a
/// command line.
const MARK: &str = "--bound-to=";

/// The exit status of a program that could not be started, as shells have it.
pub const NOT_STARTED: u8 = 127;

/// How the process that does the work starts a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    worker: u32,
}

impl Binding {
    /// Nothing if this process has no parent to end with: it is no guarded command. Neither if this
    /// program might not start without its environment, which compilers do not get.
    pub fn of_this_process() -> Option<Binding> {
        let alone = ["LD_LIBRARY_PATH", "LD_PRELOAD"]
            .iter()
            .all(|name| std::env::var_os(name).is_none());
        (alone && child::is_child()).then(|| Binding {
            worker: std::process::id(),
        })
    }

    /// A command line that becomes `program`.
    pub fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(self.own());
        command.arg(self.mark()).arg(program);
        command
    }

    /// What `-wrapper` of gcc is given.
    pub fn wrapper(&self) -> OsString {
        format!("{},{}", self.own(), self.mark()).into()
    }

    /// This program, also after its file has been replaced.
    fn own(&self) -> String {
        format!("/proc/{}/exe", self.worker)
    }

    fn mark(&self) -> String {
        format!("{MARK}{}", self.worker)
    }
}

/// Becomes the program that the arguments name, if they begin with the mark. Returns only if there
/// is none, or why it does not start.
pub fn become_bound() -> Option<String> {
    let mut arguments = std::env::args_os().skip(1);
    let mark = arguments.next()?;
    let worker = mark.to_str()?.strip_prefix(MARK)?;
    let Some(program) = arguments.next() else {
        return Some("no program is named".to_owned());
    };
    // First the setting, then the question: a parent that ends in between is noticed.
    if let Err(error) = set_parent_process_death_signal(Some(Signal::KILL)) {
        return Some(error.to_string());
    }
    if !descends(worker) || !child::same_program(worker) {
        return Some(format!("{worker} is no parent of this process"));
    }
    let error = Command::new(&program).args(arguments).exec();
    Some(error.to_string())
}

/// Whether a process is this one's parent (which starts a compiler), or its parent (of a part).
fn descends(worker: &str) -> bool {
    let parent = parent_id().to_string();
    parent == worker || tree::parent(&parent).is_some_and(|id| id == worker)
}
