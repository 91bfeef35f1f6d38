//! Reading what a command line names: regular files, up to a size.
//!
//! A FIFO blocks whoever opens it, some devices act when they are opened, and files of `/proc` and
//! `/sys` have no size and change while they are read.

use rustix::fs::{OFlags, PROC_SUPER_MAGIC};
use rustix::io::Errno;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

/// The largest preprocessed input, in bytes. The parser needs about 60 bytes of memory per byte of
/// input.
pub const INPUT_BYTES_MAX: usize = 16 << 20;

/// Why a file is not read.
#[derive(Debug)]
pub enum Unreadable {
    /// There is none of this name.
    Missing,
    /// The system refuses.
    System(std::io::Error),
    /// It is something else than a regular file; this is what it is.
    Special(&'static str),
    /// It is longer than so many bytes.
    TooLong(usize),
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::Missing => write!(f, "no such file"),
            Unreadable::System(error) => write!(f, "{error}"),
            Unreadable::Special(what) => write!(f, "is {what}, not a regular file"),
            Unreadable::TooLong(limit) => write!(f, "longer than {limit} bytes"),
        }
    }
}

impl From<std::io::Error> for Unreadable {
    fn from(error: std::io::Error) -> Unreadable {
        match error.kind() {
            std::io::ErrorKind::NotFound => Unreadable::Missing,
            _ => Unreadable::System(error),
        }
    }
}

/// Whether the system has no more of something, be it memory, processes or open files.
pub(crate) fn is_exhausted(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{OutOfMemory, WouldBlock};
    let number = Errno::from_io_error(error);
    matches!(error.kind(), OutOfMemory | WouldBlock)
        || number.is_some_and(|number| [Errno::MFILE, Errno::NFILE].contains(&number))
}

/// The contents of a regular file of at most `limit` bytes; symbolic links are followed.
///
/// # Errors
/// If it is something else, longer, or cannot be read.
pub fn read(path: &Path, limit: usize) -> Result<Vec<u8>, Unreadable> {
    // What it is counts before it is opened, for opening may act; and again afterwards.
    regular(&std::fs::metadata(path)?)?;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = File::options()
        .read(true)
        .custom_flags(flags.bits().cast_signed())
        .open(path)?;
    regular(&file.metadata()?)?;
    on_a_disk(&file)?;
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(Unreadable::TooLong(limit));
    }
    Ok(bytes)
}

fn regular(known: &std::fs::Metadata) -> Result<(), Unreadable> {
    let kind = known.file_type();
    let special = if kind.is_file() {
        return Ok(());
    } else if kind.is_dir() {
        "a directory"
    } else if kind.is_fifo() {
        "a FIFO"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    };
    Err(Unreadable::Special(special))
}

/// `statfs`'s number for `/sys` (`linux/magic.h`).
const SYSFS_MAGIC: rustix::fs::FsWord = 0x6265_6572;

fn on_a_disk(file: &File) -> Result<(), Unreadable> {
    let system = rustix::fs::fstatfs(file).map_err(std::io::Error::from)?;
    match system.f_type {
        PROC_SUPER_MAGIC => Err(Unreadable::Special("a file of /proc")),
        SYSFS_MAGIC => Err(Unreadable::Special("a file of /sys")),
        _ => Ok(()),
    }
}
