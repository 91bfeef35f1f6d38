//! `.proofmark/`, beside the project file: certificates by what they are about, and what was
//! demanded.
//!
//! Nothing in it is believed. A certificate is what the checker accepts for the program as it is
//! now; a record says which certificate is the newest of a pair, and that the pair was demanded,
//! which decides nothing about a program. All files are written at once or not at all, and none
//! through a symbolic link; two commands at the same time write certificates of the same program.

use super::pair::PairName;
use crate::command::failure::BadInput;
use proofmark_certs::Binding;
use proofmark_frontend::files::{self, Unreadable};
use proofmark_guard::output::Output;
use proofmark_guard::text;
use proofmark_report::hex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The directory of a project's store, unless it is named.
const DIRECTORY: &str = ".proofmark";
/// What the store's layout is called, in its file `format`.
const FORMAT: &[u8] = b"proofmark store 1\n";
/// A store is nothing to commit: what it holds can be computed again.
const IGNORED: &[u8] = b"*\n";
/// Longer records are none.
const RECORD_BYTES_MAX: usize = 1 << 16;
/// Temporary files that are older are nobody's.
const LEFT_OVER: Duration = Duration::from_secs(24 * 3600);

/// A store.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    directory: PathBuf,
    /// Its name in the project's directory.
    name: PathBuf,
}

/// What is known of a pair that was demanded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) pair: PairName,
    /// The key of its newest certificate.
    pub(crate) certificate: Option<String>,
    /// How long it took to make that: for those who want to compare.
    #[serde(default)]
    pub(crate) milliseconds: Option<u64>,
}

/// The name of a certificate: what it must be about.
pub(crate) fn key(binding: &Binding) -> String {
    let mut bytes = binding.profile.clone().into_bytes();
    bytes.push(0);
    for digest in [&binding.signature, &binding.specification, &binding.cfa] {
        bytes.extend_from_slice(digest);
    }
    hex(&proofmark_certs::digest(&bytes))
}

fn is_key(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

impl Store {
    /// The store of a project, which is made if there is none: beside the project file, or where
    /// `chosen` says.
    ///
    /// # Errors
    /// If it cannot be made, is no directory (a symbolic link is none), or has another format.
    pub(crate) fn open(project: &Path, chosen: Option<&Path>) -> Result<Store, BadInput> {
        let store = match chosen {
            None => Store {
                directory: match project == Path::new(".") {
                    true => DIRECTORY.into(),
                    false => project.join(DIRECTORY),
                },
                name: DIRECTORY.into(),
            },
            Some(chosen) => {
                let failed = |error| BadInput::new("io", format!("--store: {error}"));
                let directory = std::path::absolute(chosen).map_err(failed)?;
                Store {
                    name: directory.clone(),
                    directory,
                }
            }
        };
        for folder in [
            store.directory.clone(),
            store.certificates(),
            store.directory.join("pairs"),
        ] {
            own_directory(&folder)?;
        }
        match files::read(&store.directory.join("format"), FORMAT.len()) {
            Ok(found) if found == FORMAT => {}
            Err(Unreadable::Missing) => {
                store.write(&store.directory.join(".gitignore"), IGNORED)?;
                store.write(&store.directory.join("format"), FORMAT)?;
            }
            Ok(_) | Err(_) => {
                let shown = text::path(&store.directory);
                let message = format!(
                    "{shown} is the store of another version: remove it, or name it otherwise"
                );
                return Err(BadInput::new("store", message));
            }
        }
        Ok(store)
    }

    fn certificates(&self) -> PathBuf {
        self.directory.join("certificates")
    }

    /// The same for those who are in the project's directory.
    pub(crate) fn named_certificates(&self) -> PathBuf {
        self.name.join("certificates")
    }

    /// The key of the newest certificate of a pair, if one is known.
    pub(crate) fn newest(&self, pair: &PairName) -> Option<String> {
        let record = read_record(&self.record(pair))?;
        let key = record.certificate.filter(|key| is_key(key))?;
        (record.pair == *pair).then_some(key)
    }

    /// How long it took to make the newest certificate of a pair, if that is known.
    pub(crate) fn took(&self, pair: &PairName) -> Option<Duration> {
        let record = read_record(&self.record(pair)).filter(|record| record.pair == *pair)?;
        record.milliseconds.map(Duration::from_millis)
    }

    /// Notes that a pair is demanded, with its newest certificate if there is a new one, and how
    /// long that took if it was made.
    ///
    /// # Errors
    /// If that cannot be written.
    pub(crate) fn remember(
        &self,
        pair: &PairName,
        newest: Option<(&str, Option<Duration>)>,
    ) -> Result<(), BadInput> {
        let path = self.record(pair);
        let before = read_record(&path).filter(|record| record.pair == *pair);
        let known = before
            .as_ref()
            .and_then(|record| record.certificate.clone());
        let certificate = newest.map(|(key, _)| key.to_owned()).or(known.clone());
        let same = before.as_ref().filter(|_| certificate == known);
        let took = newest.and_then(|(_, took)| took);
        let record = Record {
            pair: pair.clone(),
            milliseconds: match took {
                Some(took) => Some(u64::try_from(took.as_millis()).unwrap_or(u64::MAX)),
                None => same.and_then(|record| record.milliseconds),
            },
            certificate,
        };
        if before.as_ref() == Some(&record) {
            return Ok(());
        }
        self.write(&path, json(&record).as_bytes())
    }

    /// The pairs that were demanded at some time, by name. Records that cannot be read count for
    /// nothing.
    pub(crate) fn demanded(&self) -> BTreeSet<PairName> {
        let entries = std::fs::read_dir(self.directory.join("pairs"));
        let paths = entries.into_iter().flatten().flatten().map(|e| e.path());
        paths
            .filter_map(|path| {
                let record = read_record(&path)?;
                (self.record(&record.pair) == path).then_some(record.pair)
            })
            .collect()
    }

    /// Forgets that a pair was demanded.
    pub(crate) fn forget(&self, pair: &PairName) {
        // What is gone is forgotten.
        let _ = std::fs::remove_file(self.record(pair));
    }

    /// Removes the certificates that no record names as the newest one, and what interrupted
    /// commands have left. Returns how many certificates went.
    pub(crate) fn clean(&self) -> usize {
        let demanded = self.demanded();
        let kept: BTreeSet<String> = demanded.iter().filter_map(|p| self.newest(p)).collect();
        let mut removed = 0;
        for folder in [self.certificates(), self.directory.join("pairs")] {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                let key = name.strip_suffix(".cert").filter(|key| is_key(key));
                let unused = key.is_some_and(|key| !kept.contains(key));
                let goes = unused || is_left_over(&name, &path);
                if goes && std::fs::remove_file(&path).is_ok() {
                    removed += usize::from(unused);
                }
            }
        }
        removed
    }

    fn record(&self, pair: &PairName) -> PathBuf {
        let digest = hex(&proofmark_certs::digest(json(pair).as_bytes()));
        self.directory.join("pairs").join(format!("{digest}.json"))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), BadInput> {
        let written = Output::unfollowed(path).write(bytes);
        written.map_err(|message| BadInput::new("io", message))
    }
}

/// A directory that is there or is made; its parent is there.
fn own_directory(path: &Path) -> Result<(), BadInput> {
    let made = match std::fs::create_dir(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        made => made,
    };
    let shown = text::path(path);
    made.map_err(|error| BadInput::new("io", format!("cannot make {shown}: {error}")))?;
    let known = std::fs::symlink_metadata(path);
    match known.is_ok_and(|known| known.is_dir()) {
        true => Ok(()),
        false => {
            let message = format!("{shown} is no directory: the store is kept there");
            Err(BadInput::new("store", message))
        }
    }
}

fn read_record(path: &Path) -> Option<Record> {
    let bytes = files::read(path, RECORD_BYTES_MAX).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Values of these types have a text.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Whether a file is what an interrupted command has left.
fn is_left_over(name: &str, path: &Path) -> bool {
    let known = std::fs::symlink_metadata(path).ok();
    let age = known.and_then(|known| known.modified().ok()?.elapsed().ok());
    name.starts_with(".proofmark-") && age.is_some_and(|age| age > LEFT_OVER)
}
