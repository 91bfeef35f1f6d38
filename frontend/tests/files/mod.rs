//! The programs in a folder of the front end's tests.

use std::path::{Path, PathBuf};

/// They are sorted by name. An empty folder tests nothing.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    // The tests of other crates read these folders, too.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../frontend/tests")
        .join(folder);
    let entries = std::fs::read_dir(&folder).expect("the folder");
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}
