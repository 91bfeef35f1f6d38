//! How much a consumer has to trust, in lines.
//!
//! **The rule.** A line counts if something is left of it after comments and white space are
//! removed; lines of `#[cfg(test)]` modules and of files in `tests`, `benches` and `examples`
//! directories do not count. A linked package counts with all Rust files below its `src`, whether
//! its features use them or not, so that the number errs upwards; except for directories named
//! after another processor, which are not compiled.

use crate::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The three numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Type checker, signature loader, side conditions.
    pub kernel: usize,
    /// With the verification condition and reading certificates: everything that decides, without
    /// the front end and without dependencies.
    pub checker: usize,
    /// With the front end, the command and every linked package of others.
    pub trusted: usize,
    /// How many packages of others that is.
    pub packages: usize,
}

const KERNEL: [&str; 3] = [
    "checker/src/kernel.rs",
    "checker/src/signature.rs",
    "checker/src/side.rs",
];
/// What runs between the bytes and the verdict. Not here: messages (`describe.rs`, `display.rs`)
/// and what they need (`inspect.rs`), writing certificates, which the checker is built without, the
/// command, and the reader of carried automata, which only `--carried` uses.
const CHECKER: [&str; 3] = ["logic/src", "certs/src", "checker/src"];
const NOT_DECIDING: [&str; 11] = [
    "checker/src/build.rs",
    "checker/src/bundle.rs",
    "checker/src/library.rs",
    "logic/src/display.rs",
    "certs/src/describe.rs",
    "certs/src/inspect.rs",
    "certs/src/write.rs",
    "checker/src/describe.rs",
    "checker/src/main.rs",
    "checker/src/arguments.rs",
    "certs/src/automaton.rs",
];

/// Counts this source tree and the packages that `cargo metadata` finds for the command
/// `proofmark-check`.
///
/// # Errors
/// If cargo or a file cannot be read.
pub fn counts() -> Result<Counts, Box<dyn std::error::Error>> {
    let kernel = KERNEL
        .iter()
        .map(|file| lines(&root().join(file)))
        .sum::<Result<usize, _>>()?;
    let skipped: Vec<PathBuf> = NOT_DECIDING.iter().map(|file| root().join(file)).collect();
    let mut checker = 0;
    for directory in CHECKER {
        for file in rust_files(&root().join(directory)) {
            if !skipped.contains(&file) {
                checker += lines(&file)?;
            }
        }
    }
    let (mut trusted, mut packages) = (0, 0);
    for source in linked_packages()? {
        packages += usize::from(!source.starts_with(root()));
        for file in rust_files(&source) {
            trusted += lines(&file)?;
        }
    }
    Ok(Counts {
        kernel,
        checker,
        trusted,
        packages,
    })
}

/// The lines of the front end by stage: a stage is a folder of its `src` with the file of its name,
/// everything else is beside them.
///
/// # Errors
/// If a file cannot be read.
pub fn stages() -> Result<BTreeMap<String, usize>, Box<dyn std::error::Error>> {
    let source = root().join("frontend/src");
    let mut out = BTreeMap::new();
    for file in rust_files(&source) {
        let first = file.strip_prefix(&source)?.components().next();
        let first = first.ok_or("a file has no name")?.as_os_str();
        let name = Path::new(first).with_extension("");
        let stage = match source.join(&name).is_dir() {
            true => name.to_string_lossy().into_owned(),
            false => "beside them".to_owned(),
        };
        *out.entry(stage).or_default() += lines(&file)?;
    }
    Ok(out)
}

/// The `src` directories of the packages that `proofmark-check` links, its own included; macros and
/// build scripts run before, and are not linked.
fn linked_packages() -> Result<Vec<PathBuf>, Box<dyn std::error::Error>> {
    let cargo = |arguments: &[&str]| -> Result<String, Box<dyn std::error::Error>> {
        let output = Command::new(env!("CARGO"))
            .current_dir(root())
            .args(arguments)
            .args(["--offline", "--locked"])
            .output()?;
        if output.status.success() {
            Ok(String::from_utf8(output.stdout)?)
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into())
        }
    };
    let tree = cargo(&[
        "tree",
        "-p",
        "proofmark-checker",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--no-dedupe",
    ])?;
    let linked: std::collections::BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            line.split_once(" v")
                .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest)))
        })
        .collect();
    // Packages for other platforms are not linked here, and need not have been downloaded.
    let version = String::from_utf8(Command::new("rustc").arg("-vV").output()?.stdout)?;
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .ok_or("rustc names no host")?;
    let metadata: serde_json::Value = serde_json::from_str(&cargo(&[
        "metadata",
        "--format-version",
        "1",
        "--filter-platform",
        host,
    ])?)?;
    let mut out = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        if linked.contains(&(text("name"), text("version"))) {
            out.push(Path::new(text("manifest_path")).with_file_name("src"));
        }
    }
    if out.len() == linked.len() {
        Ok(out)
    } else {
        Err(format!(
            "{} packages are linked, {} were found",
            linked.len(),
            out.len()
        )
        .into())
    }
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut work = vec![directory.to_owned()];
    let mut out = Vec::new();
    while let Some(path) = work.pop() {
        if path.is_dir() {
            let children = std::fs::read_dir(&path)
                .into_iter()
                .flatten()
                .filter_map(|entry| Some(entry.ok()?.path()));
            work.extend(children.filter(|child| {
                !["tests", "benches", "examples", "tests.rs"]
                    .iter()
                    .any(|name| child.ends_with(name))
                    && !elsewhere(child)
            }));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
    out
}

/// Directories that are named after another processor.
fn elsewhere(directory: &Path) -> bool {
    const PROCESSORS: [&str; 19] = [
        "aarch64",
        "arm",
        "hexagon",
        "loongarch64",
        "m68k",
        "mips",
        "mips32r6",
        "mips64",
        "mips64r6",
        "powerpc",
        "powerpc64",
        "riscv32",
        "riscv64",
        "s390x",
        "sparc",
        "sparc64",
        "x32",
        "x86",
        "x86_64",
    ];
    PROCESSORS
        .iter()
        .any(|name| *name != std::env::consts::ARCH && directory.ends_with(name))
}

fn lines(file: &Path) -> std::io::Result<usize> {
    Ok(count(&String::from_utf8_lossy(&std::fs::read(file)?)))
}

/// Lines of Rust that are neither blank nor comments nor in a test module at the end.
pub fn count(source: &str) -> usize {
    let mut depth = 0usize;
    let mut lines = 0;
    let mut rest = source.lines().peekable();
    while let Some(line) = rest.next() {
        let line = line.trim();
        if depth == 0
            && line == "#[cfg(test)]"
            && rest
                .peek()
                .is_some_and(|next| next.trim_start().starts_with("mod ") && next.contains('{'))
        {
            break;
        }
        if depth == 0 && !line.is_empty() && !line.starts_with("//") && !line.starts_with("/*") {
            lines += 1;
        }
        // Block comments that begin a line; those behind code are rare, and their lines count.
        if line.starts_with("/*") || depth > 0 {
            depth = (depth + line.matches("/*").count()).saturating_sub(line.matches("*/").count());
        }
    }
    lines
}

/// The table for README.
pub fn table(counts: Counts) -> String {
    let Counts {
        kernel,
        checker,
        trusted,
        packages,
    } = counts;
    // The last number moves with every change of the front end; to the next five thousand is as
    // much as it is good for.
    let trusted = trusted.div_ceil(5000) * 5;
    format!(
        "| what | lines |\n|---|---|\n| LF kernel: type checker, signature loader, side conditions | {kernel} |\n\
| no-solver checker: kernel, verification condition, certificates | {checker} |\n\
| everything trusted: with the front end, the command and {packages} packages of others | below {trusted},000 |\n"
    )
}
