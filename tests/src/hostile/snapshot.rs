//! What is in a directory: names, kinds, modes, contents. Nothing is opened but regular files.

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A directory at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot(BTreeMap<PathBuf, Entry>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// Kind and permissions.
    mode: u32,
    device: u64,
    /// The number of names: a file that lost one was replaced.
    links: u64,
    /// The contents of a file, or where a link leads.
    contents: Vec<u8>,
}

impl Snapshot {
    /// What is below a directory.
    pub fn of(root: &Path) -> Snapshot {
        let mut entries = BTreeMap::new();
        walk(root, root, &mut entries);
        Snapshot(entries)
    }

    /// Names below the directory that came, went or changed.
    pub fn differences(&self, after: &Snapshot) -> Vec<PathBuf> {
        let mut names: Vec<&PathBuf> = self.0.keys().chain(after.0.keys()).collect();
        names.sort();
        names.dedup();
        names
            .into_iter()
            .filter(|name| self.0.get(*name) != after.0.get(*name))
            .cloned()
            .collect()
    }

    /// The permissions of a file.
    pub fn mode(&self, name: &Path) -> Option<u32> {
        Some(self.0.get(name)?.mode & 0o7777)
    }
}

fn walk(root: &Path, directory: &Path, entries: &mut BTreeMap<PathBuf, Entry>) {
    let listed = std::fs::read_dir(directory).into_iter().flatten();
    for path in listed.filter_map(|entry| Some(entry.ok()?.path())) {
        let Ok(known) = std::fs::symlink_metadata(&path) else {
            continue;
        };
        let kind = known.file_type();
        let contents = if kind.is_file() {
            std::fs::read(&path).unwrap_or_default()
        } else if kind.is_symlink() {
            let target = std::fs::read_link(&path).unwrap_or_default();
            target.as_os_str().as_bytes().to_vec()
        } else {
            Vec::new()
        };
        // Directories have as many links as they have directories in them.
        let links = if kind.is_dir() { 0 } else { known.nlink() };
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        let entry = Entry {
            mode: known.mode(),
            device: known.rdev(),
            links,
            contents,
        };
        entries.insert(name, entry);
        if kind.is_dir() {
            walk(root, &path, entries);
        }
    }
}
