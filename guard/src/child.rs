//! The process that does the work: who it is, its limits, and its end with its parent.

use crate::{conversation, Limits, FILE_BYTES_MAX};
use rustix::process::{
    getpgrp, ioctl_tiocsctty, kill_process_group, set_parent_process_death_signal, setrlimit,
    setsid, Resource, Rlimit, Signal,
};
use rustix::pty::{ioctl_tiocgptpeer, openpt, unlockpt, OpenptFlags};
use std::ffi::OsString;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::process::parent_id;
use std::path::PathBuf;
use std::sync::mpsc::{channel, Receiver, Sender};

/// Starts the first argument of the child; its parent's id follows.
const MARK: &str = "--guarded-by=";
/// Seconds between the signal that names the reason and the one that always works.
const GRACE: u64 = 5;

/// The first argument of a child of this process.
pub(crate) fn mark() -> OsString {
    format!("{MARK}{}", std::process::id()).into()
}

/// Whether this process is the child. The argument alone does not make it one: its parent is the
/// process that the argument names, and runs the same program. Nothing in the environment counts.
pub(crate) fn is_child() -> bool {
    let first = std::env::args_os().nth(1).unwrap_or_default();
    let named = first.to_str().and_then(|text| text.strip_prefix(MARK));
    let parent = parent_id().to_string();
    named == Some(parent.as_str()) && same_program(&parent)
}

/// Whether a process runs the program that this one runs.
pub(crate) fn same_program(process: &str) -> bool {
    program("self").is_some_and(|own| program(process) == Some(own))
}

fn program(process: &str) -> Option<PathBuf> {
    std::fs::read_link(format!("/proc/{process}/exe")).ok()
}

/// The arguments of the command, without what the guard gives its child.
pub fn arguments() -> impl Iterator<Item = OsString> {
    let marks = usize::from(is_child());
    std::env::args_os()
        .enumerate()
        .filter(move |(n, _)| *n != marks || marks == 0)
        .map(|(_, argument)| argument)
}

/// Makes this process end with its parent, and keep its limits. What it starts inherits them.
pub(crate) fn settle(limits: Limits) -> std::io::Result<()> {
    settled(limits, None)
}

/// The same for a process that answers requests, which it receives along the lifeline.
pub(crate) fn settle_to_answer(limits: Limits) -> std::io::Result<Receiver<String>> {
    let (requests, received) = channel();
    settled(limits, Some(requests)).map(|()| received)
}

fn settled(limits: Limits, requests: Option<Sender<String>>) -> std::io::Result<()> {
    setsid()?;
    let leash = leash();
    // A stopped process does not notice that its lifeline closes.
    set_parent_process_death_signal(Some(Signal::CONT))?;
    std::thread::Builder::new()
        .name("lifeline".to_owned())
        .stack_size(64 << 10)
        .spawn(|| end_with_parent(leash, requests))?;
    let bytes = limits.address_mib.saturating_mul(1 << 20);
    let hard = limits.seconds.saturating_add(GRACE);
    limit(Resource::Core, 0, 0)?;
    limit(Resource::Fsize, FILE_BYTES_MAX, FILE_BYTES_MAX)?;
    limit(Resource::Cpu, limits.seconds, hard)?;
    limit(Resource::As, bytes, bytes)
}

/// The other end of a terminal that controls this session, which nobody reads or writes. When the
/// session's leader, this process, ends in whatever way, the system closes it and sends the group a
/// hang-up, and wakes what is stopped. Where there are no terminals to be had (a bare `chroot`),
/// the lifeline has to do.
fn leash() -> Option<OwnedFd> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags).ok()?;
    unlockpt(&master).ok()?;
    ioctl_tiocsctty(ioctl_tiocgptpeer(&master, flags).ok()?).ok()?;
    Some(master)
}

/// Standard input is a pipe that closes when the parent ends. Nobody writes into it, but where
/// requests travel along it.
fn end_with_parent(_leash: Option<OwnedFd>, requests: Option<Sender<String>>) {
    let mut byte = [0];
    if let Some(requests) = requests {
        // Nothing more is asked; what is asked already still gets its answer.
        conversation::receive(&mut std::io::stdin(), &requests);
    }
    while std::io::stdin()
        .read(&mut byte)
        .is_ok_and(|count| count > 0)
    {}
    // This process is in the group.
    let _ = kill_process_group(getpgrp(), Signal::KILL);
}

/// Sets limits; those that are lower already stay.
fn limit(resource: Resource, soft: u64, hard: u64) -> std::io::Result<()> {
    let now = rustix::process::getrlimit(resource);
    let least = |old: Option<u64>, new: u64| Some(old.map_or(new, |old| old.min(new)));
    let wanted = Rlimit {
        current: least(now.current, soft),
        maximum: least(now.maximum, hard),
    };
    Ok(setrlimit(resource, wanted)?)
}
