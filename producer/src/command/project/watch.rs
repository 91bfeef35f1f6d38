//! `verify --watch`: what depends on a file that changes is verified again.
//!
//! What a program is made of is known from its last reading: the preprocessor names each file.
//! Directories are watched rather than files, for editors replace files. Where no word of a change
//! arrives (a file system of another machine; a directory that takes the place of one that has been
//! removed, under the same number), the files themselves are looked at from time to time.

use super::answer::Verdict;
use super::database;
use super::pair::{Pair, PairName};
use super::round::Round;
use crate::command::arguments::Verify;
use crate::command::failure::BadInput;
use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use proofmark_guard::text;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{channel, Receiver, RecvTimeoutError};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// How often somebody is asked whether to end.
const PERIOD: Duration = Duration::from_millis(50);
/// Changes come in groups, which end when nothing happens for so long,
const QUIET: Duration = Duration::from_millis(200);
/// or after this.
const GROUP_MAX: Duration = Duration::from_secs(2);
/// How often the files are looked at, whatever is heard of them.
const LOOK: Duration = Duration::from_secs(1);

type Heard = notify::Result<Event>;

/// Verifies a project, and what depends on a change after each change, until somebody ends it. The
/// exit status is that of the last time.
pub(crate) fn watch(
    arguments: &Verify,
    interrupted: &Arc<AtomicBool>,
    mut round: Round,
    say: impl Fn(&Round) -> Result<(), BadInput>,
) -> Result<u8, BadInput> {
    let (sender, heard) = channel();
    let watcher = notify::recommended_watcher(sender).map_err(|error| failed(&error))?;
    let mut watched = Watched::new(watcher, arguments.junit.as_deref());
    let mut began = SystemTime::now();
    loop {
        round.run(arguments, interrupted)?;
        say(&round)?;
        let mut status = round.verdict().status();
        let mut changes = watched.look(&round, began)?;
        round = loop {
            let quiet = arguments.json || arguments.quiet || changes.any();
            if !quiet && !interrupted.load(Ordering::SeqCst) {
                let files = watched.stamps.len();
                text::print(&format!("watching {files} files; Ctrl-C ends\n"));
            }
            while !changes.any() {
                if interrupted.load(Ordering::SeqCst) {
                    return Ok(status);
                }
                changes = next(&heard, &mut watched, interrupted);
            }
            began = SystemTime::now();
            watched.stamp();
            match Round::read(arguments) {
                Ok(mut new) => {
                    watched.keep(&round, &mut new, &changes);
                    break new;
                }
                Err(bad) => {
                    bad.say(arguments.json);
                    status = Verdict::BadInput.status();
                    // It may have wanted a file that is not there.
                    watched.open = true;
                    changes = Changes::default();
                }
            }
        };
    }
}

fn failed(error: &notify::Error) -> BadInput {
    BadInput::new("watch", format!("cannot watch the files: {error}"))
}

/// What has happened to the files that are watched.
#[derive(Default)]
struct Changes {
    files: BTreeSet<PathBuf>,
    /// A file is new, or another, in a directory that is watched.
    nearby: bool,
    /// Nobody knows what has happened.
    lost: bool,
}

impl Changes {
    /// Whether there is a reason to look again.
    fn any(&self) -> bool {
        !self.files.is_empty() || self.lost || self.nearby
    }

    fn concern(&self, files: &BTreeSet<PathBuf>) -> bool {
        self.lost || !self.files.is_disjoint(files)
    }
}

/// What is watched.
struct Watched {
    watcher: RecommendedWatcher,
    /// The directories, and which ones they were: one of the same name may take the place of
    /// another, and is not watched.
    directories: BTreeMap<PathBuf, (u64, u64)>,
    /// The files, and what was seen of them before they were last read.
    stamps: BTreeMap<PathBuf, Option<Stamp>>,
    /// When they were last looked at.
    looked: Instant,
    /// The files that pairs were read from when they could last be read.
    made_of: BTreeMap<PairName, BTreeSet<PathBuf>>,
    /// Something could not be read, and may be with a file that appears.
    open: bool,
    /// What is written after each time.
    written: Vec<PathBuf>,
}

impl Watched {
    fn new(watcher: RecommendedWatcher, written: Option<&Path>) -> Watched {
        Watched {
            watcher,
            directories: BTreeMap::new(),
            stamps: BTreeMap::new(),
            looked: Instant::now(),
            made_of: BTreeMap::new(),
            open: false,
            written: written.map_or_else(Vec::new, places),
        }
    }

    /// Watches what a project was read from. What is new among it and has changed since `began` may
    /// have done so after it was read.
    fn look(&mut self, round: &Round, began: SystemTime) -> Result<Changes, BadInput> {
        let mut changes = Changes::default();
        let inputs = round.project.inputs();
        let mut files: BTreeSet<PathBuf> = inputs.iter().flat_map(|file| places(file)).collect();
        let mut directories = BTreeSet::new();
        self.open = false;
        for pair in round.pairs() {
            let read = round.answers.get(&pair.name).map(|answer| &answer.made_of);
            match read {
                Some(read) if !read.is_empty() => {
                    let read = read.iter().map(|file| round.project.directory.join(file));
                    let read = read.flat_map(|file| places(&file)).collect();
                    self.made_of.insert(pair.name.clone(), read);
                }
                Some(_) | None => {
                    self.open = true;
                    directories.extend(searched(round, pair));
                }
            }
            files.extend(self.files_of(round, pair));
        }
        directories.extend(
            files
                .iter()
                .filter_map(|file| Some(file.parent()?.to_owned())),
        );
        let new = self.watch(&directories)?;
        let unseen = |file: &&PathBuf| {
            let parent = file.parent().unwrap_or(file);
            !self.stamps.contains_key(*file) || new.contains(parent)
        };
        for file in files.iter().filter(unseen) {
            let changed = std::fs::metadata(file).and_then(|known| known.modified());
            if changed.is_ok_and(|changed| changed >= began) {
                changes.files.insert(file.clone());
            }
        }
        let stamps = files.into_iter().map(|file| {
            let known = self.stamps.get(&file).copied();
            let stamp = known.unwrap_or_else(|| stamp(&file));
            (file, stamp)
        });
        self.stamps = stamps.collect();
        Ok(changes)
    }

    /// What is to be seen of the files from now on is known.
    fn stamp(&mut self) {
        for (file, known) in &mut self.stamps {
            *known = stamp(file);
        }
        self.looked = Instant::now();
    }

    /// The files that are not as they were, if it is time to look at them.
    fn unheard(&mut self) -> BTreeSet<PathBuf> {
        if self.looked.elapsed() < LOOK {
            return BTreeSet::new();
        }
        self.looked = Instant::now();
        let other = self
            .stamps
            .iter()
            .filter(|(file, known)| stamp(file) != **known);
        other.map(|(file, _)| file.clone()).collect()
    }

    /// Watches directories, and in place of one that is not there what it may appear in. Returns
    /// those that were not watched before.
    fn watch(&mut self, wanted: &BTreeSet<PathBuf>) -> Result<BTreeSet<PathBuf>, BadInput> {
        let present = wanted.iter().filter_map(|wanted| {
            let mut ancestors = wanted.ancestors();
            ancestors.find_map(|path| Some((path.to_owned(), identity(path)?)))
        });
        let present: BTreeMap<PathBuf, (u64, u64)> = present.collect();
        for (path, known) in &self.directories {
            if present.get(path) != Some(known) {
                let _ = self.watcher.unwatch(path);
            }
        }
        let mut new = BTreeSet::new();
        for (path, identity) in &present {
            if self.directories.get(path) != Some(identity) {
                let watching = self.watcher.watch(path, RecursiveMode::NonRecursive);
                match watching {
                    Err(error) if path.is_dir() => return Err(failed(&error)),
                    // One that is gone again is of no use.
                    Ok(()) | Err(_) => new.insert(path.clone()),
                };
            }
        }
        self.directories = present;
        Ok(new)
    }

    /// The files that a pair is read from, as far as that is known.
    fn files_of(&self, round: &Round, pair: &Pair) -> BTreeSet<PathBuf> {
        let named = pair.settings.files.iter().chain(&pair.specifications);
        let named = named.flat_map(|file| places(&round.project.directory.join(file)));
        let read = self.made_of.get(&pair.name);
        named.chain(read.into_iter().flatten().cloned()).collect()
    }

    /// Takes over the answers that nothing has happened to.
    fn keep(&self, old: &Round, new: &mut Round, changes: &Changes) {
        let before: BTreeMap<&PairName, &Pair> = old.pairs().map(|p| (&p.name, p)).collect();
        let mut kept = BTreeMap::new();
        for pair in new.pairs() {
            let same = before.get(&pair.name).is_some_and(|known| *known == pair);
            let Some(answer) = old.answers.get(&pair.name).filter(|_| same) else {
                continue;
            };
            let open = answer.made_of.is_empty() && changes.nearby;
            if !open && !changes.concern(&self.files_of(old, pair)) {
                kept.insert(pair.name.clone(), answer.clone());
            }
        }
        new.answers = kept;
    }

    /// Whether something that happens to a file that is not watched may matter.
    fn may_matter(&self, path: &Path, kind: &EventKind) -> bool {
        let temporary = path.file_name().map(|name| name.as_encoded_bytes());
        let temporary = temporary.is_some_and(|name| name.starts_with(b".proofmark"));
        let own = temporary || self.written.iter().any(|file| file == path);
        let renamed = EventKind::Modify(ModifyKind::Name(RenameMode::To));
        let appears = matches!(kind, EventKind::Create(_)) || *kind == renamed;
        self.open && appears && !own
    }
}

/// The next group of changes; none if there are none for a while.
fn next(heard: &Receiver<Heard>, watched: &mut Watched, interrupted: &AtomicBool) -> Changes {
    let mut changes = Changes::default();
    let (began, mut last) = (Instant::now(), Instant::now());
    loop {
        match heard.recv_timeout(PERIOD) {
            Ok(Ok(event)) if event.need_rescan() => changes.lost = true,
            Ok(Ok(event)) if is_change(&event.kind) => {
                last = Instant::now();
                for path in event.paths {
                    if watched.stamps.contains_key(&path) {
                        changes.files.insert(path);
                    } else {
                        changes.nearby |= watched.may_matter(&path, &event.kind);
                    }
                }
            }
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => changes.lost = true,
            Err(RecvTimeoutError::Timeout) if !changes.any() => {
                changes.files = watched.unheard();
                return changes;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let over = last.elapsed() > QUIET || began.elapsed() > GROUP_MAX;
        if changes.any() && over || interrupted.load(Ordering::SeqCst) {
            return changes;
        }
    }
}

/// Reading a file is none.
fn is_change(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
        EventKind::Access(_) => false,
        _ => true,
    }
}

/// Where headers of a pair are looked for.
fn searched(round: &Round, pair: &Pair) -> Vec<PathBuf> {
    let directories = database::directories(&pair.settings.arguments);
    let directories = directories.map(|name| round.project.directory.join(name));
    directories.filter_map(|path| settled(&path)).collect()
}

/// What is seen of a file without opening it: which file it is, how long, and when it changed.
type Stamp = (u64, u64, u64, i64, i64);

/// The stamp of a file; none if there is none.
fn stamp(file: &Path) -> Option<Stamp> {
    let known = std::fs::metadata(file).ok()?;
    let (seconds, nanoseconds) = (known.ctime(), known.ctime_nsec());
    Some((known.dev(), known.ino(), known.size(), seconds, nanoseconds))
}

/// Which directory it is.
fn identity(path: &Path) -> Option<(u64, u64)> {
    let known = std::fs::metadata(path)
        .ok()
        .filter(|known| known.is_dir())?;
    Some((known.dev(), known.ino()))
}

/// A path without links, as far as it is there.
fn settled(path: &Path) -> Option<PathBuf> {
    path.ancestors().find_map(|ancestor| {
        let there = match ancestor.as_os_str().is_empty() {
            true => Path::new(".").canonicalize(),
            false => ancestor.canonicalize(),
        };
        Some(there.ok()?.join(path.strip_prefix(ancestor).ok()?))
    })
}

/// Where a file is: its name in its directory, and what that leads to if it is a link. Its
/// directory may be missing.
fn places(file: &Path) -> Vec<PathBuf> {
    let parent = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let named = settled(parent).zip(file.file_name());
    let named = named.map(|(parent, name)| parent.join(name));
    let target = file.canonicalize().ok();
    named.into_iter().chain(target).collect()
}
