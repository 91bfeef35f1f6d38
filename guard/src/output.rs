//! Files that commands write: never over what is not theirs to write over, and all or nothing.

use crate::text;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Most symbolic links on the way to a file, as in Linux.
const LINKS_MAX: usize = 40;

/// Names of temporary files that are tried.
const NAMES_MAX: u32 = 100;

/// Where output goes: found out before the work begins, for nobody wants to hear after an hour that
/// a directory does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    target: Target,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Target {
    Standard,
    /// A file that is regular or not there; no symbolic link.
    File(PathBuf),
}

impl Output {
    /// The output that a name means: `-` is standard output, and symbolic links lead to their
    /// targets.
    ///
    /// # Errors
    /// A sentence, if it is one of the inputs (by whatever name), no regular file, or in no
    /// directory.
    pub fn named(name: &Path, inputs: &[&Path]) -> Result<Output, String> {
        if name.as_os_str() == "-" {
            return Ok(Output {
                target: Target::Standard,
            });
        }
        let cannot = |why: &str| format!("cannot write {}: {why}", text::path(name));
        let path = followed(name).map_err(|error| cannot(&error.to_string()))?;
        match std::fs::metadata(&path) {
            Ok(known) if known.is_dir() => return Err(cannot("it is a directory")),
            Ok(known) if !known.is_file() => return Err(cannot("it is not a regular file")),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot(&error.to_string())),
        }
        let directory = directory(&path);
        if !directory.is_dir() {
            let directory = text::path(directory);
            return Err(cannot(&format!("there is no directory {directory}")));
        }
        let output = Output {
            target: Target::File(path),
        };
        match output.spares(inputs) {
            true => Ok(output),
            false => Err(cannot("it is an input")),
        }
    }

    /// A file in a directory of the command's own: a symbolic link in its place is replaced, and
    /// not followed.
    pub fn unfollowed(path: &Path) -> Output {
        Output {
            target: Target::File(path.to_owned()),
        }
    }

    /// Whether none of these files is the one that is written.
    pub fn spares<P: AsRef<Path>>(&self, inputs: &[P]) -> bool {
        let Target::File(path) = &self.target else {
            return true;
        };
        let Ok(written) = std::fs::metadata(path) else {
            return true;
        };
        inputs
            .iter()
            .filter_map(|input| std::fs::metadata(input).ok())
            .all(|input| !same(&input, &written))
    }

    /// Whether both are written to the same place.
    pub fn is(&self, other: &Output) -> bool {
        match (&self.target, &other.target) {
            (Target::Standard, Target::Standard) => true,
            (Target::File(one), Target::File(two)) => {
                let exists = std::fs::metadata(one).is_ok();
                one == two
                    || place(one).is_some_and(|one| Some(one) == place(two))
                    || exists && !self.spares(&[two])
            }
            (Target::Standard, Target::File(_)) | (Target::File(_), Target::Standard) => false,
        }
    }

    /// Whether this is standard output: then people read standard error.
    pub fn is_standard(&self) -> bool {
        self.target == Target::Standard
    }

    /// What the file holds now, if it is there and not longer than `limit`.
    pub fn existing(&self, limit: usize) -> Option<Vec<u8>> {
        let Target::File(path) = &self.target else {
            return None;
        };
        let limit = u64::try_from(limit).ok()?;
        let mut bytes = Vec::new();
        let read = File::open(path).ok()?.take(limit).read_to_end(&mut bytes);
        read.is_ok().then_some(bytes)
    }

    /// Writes all bytes at once or none: readers never see half of them. A file that is replaced
    /// keeps its mode, and its owner where that is possible.
    ///
    /// # Errors
    /// A sentence.
    pub fn write(&self, bytes: &[u8]) -> Result<(), String> {
        match &self.target {
            Target::Standard => {
                let mut out = std::io::stdout().lock();
                match out.write_all(bytes).and_then(|()| out.flush()) {
                    // Whoever closed the pipe has read enough.
                    Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                        Err(format!("cannot write to standard output: {error}"))
                    }
                    Ok(()) | Err(_) => Ok(()),
                }
            }
            Target::File(path) => replace(path, bytes)
                .map_err(|error| format!("cannot write {}: {error}", text::path(path))),
        }
    }
}

/// Where symbolic links lead. The last may lead to a file that is not there yet.
fn followed(name: &Path) -> std::io::Result<PathBuf> {
    let mut path = name.to_owned();
    for _ in 0..LINKS_MAX {
        match std::fs::symlink_metadata(&path) {
            Ok(known) if known.is_symlink() => {
                let target = std::fs::read_link(&path)?;
                path = directory(&path).join(target);
            }
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(path),
            Err(error) => return Err(error),
        }
    }
    Err(std::io::Error::other("too many symbolic links"))
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    }
}

/// A name that is there or not, in the directory that it is in.
fn place(path: &Path) -> Option<PathBuf> {
    let directory = directory(path).canonicalize().ok()?;
    path.file_name().map(|name| directory.join(name))
}

/// A file that goes away unless it gets its name.
struct Temporary {
    path: PathBuf,
    file: File,
}

impl Temporary {
    fn beside(path: &Path) -> std::io::Result<Temporary> {
        let process = std::process::id();
        for number in 0..NAMES_MAX {
            let path = directory(path).join(format!(".proofmark-{process}-{number}"));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok(Temporary { path, file }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // After the renaming there is none.
        let _ = std::fs::remove_file(&self.path);
    }
}

fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut temporary = Temporary::beside(path)?;
    temporary.file.write_all(bytes)?;
    match std::fs::symlink_metadata(path) {
        Ok(known) if known.is_file() => inherit(&temporary.file, &known)?,
        Ok(_) | Err(_) => {}
    }
    temporary.file.sync_all()?;
    std::fs::rename(&temporary.path, path)?;
    // The file is there; whether its name survives a loss of power is the file system's affair.
    let _ = File::open(directory(path)).and_then(|directory| directory.sync_all());
    Ok(())
}

#[cfg(unix)]
fn inherit(file: &File, known: &Metadata) -> std::io::Result<()> {
    use std::os::unix::fs::{fchown, MetadataExt};
    // Only root gives files away; changing the owner clears bits of the mode, so it comes first.
    let _ = fchown(file, Some(known.uid()), Some(known.gid()));
    file.set_permissions(known.permissions())
}

#[cfg(not(unix))]
fn inherit(file: &File, known: &Metadata) -> std::io::Result<()> {
    file.set_permissions(known.permissions())
}

#[cfg(unix)]
fn same(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same(_: &Metadata, _: &Metadata) -> bool {
    false
}
