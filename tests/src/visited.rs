//! Answers of `REACH` against executions of compiled programs: a line that gcc's binary executes
//! has a location that is reached or unknown.
//!
//! Lines are those that gcov counts. A line whose locations are all in the complement of `REACH`
//! is one that no execution gets to, says the query; one execution refutes that.

use crate::differential::{limited, wait, Limits};
use crate::queried::Asker;
use crate::text;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Rows: a location, its line, and then those that are in the complement. A run that calls `abort`
/// writes no counts, so it is something else that is executed on that line: of `assert(1)`, the
/// condition, which is no location.
const SCRIPT: &str = "live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
PRINT LOC_LINE(l, f, n) & !LOC_CALL(l, \"abort\") & !LOC_CALL(l, \"__assert_fail\");
PRINT !live(l) & LOC_FUNC(l, _);";

/// What the program needs that is not in it.
const STUBS: &str = "void abort(void);\nvoid reach_error(void) { abort(); }\n";

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Visited {
    /// So many lines were executed; so many locations are surely out of reach, and so many unknown.
    Agrees {
        /// Lines that were executed and have locations.
        lines: usize,
        /// Locations in the complement.
        dead: usize,
        /// Locations of which nobody knows.
        unknown: usize,
    },
    /// These lines were executed although all of their locations are in the complement.
    Refuted(BTreeSet<u64>),
    /// There is nothing to compare.
    Skipped(String),
}

/// Compares the answers of a `proofmark` about a program of one file, whose folder can be written
/// to.
///
/// # Errors
/// If files cannot be written, or commands do not start.
pub fn compare(
    proofmark: &Path,
    (file, arguments): (&Path, &[&str]),
    seconds: u64,
) -> std::io::Result<Visited> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let executed = match executed(file, arguments, folder)? {
        Ok(executed) => executed,
        Err(why) => return Ok(Visited::Skipped(why)),
    };
    let mut more = Vec::new();
    if arguments.contains(&"-m32") {
        more.extend(["--arch", "ilp32"]);
    }
    more.push("--");
    more.extend(arguments.iter().filter(|argument| **argument != "-m32"));
    let asker = Asker {
        proofmark: proofmark.to_owned(),
        seconds,
        search: (seconds / 4).max(1),
        more: more.into_iter().map(str::to_owned).collect(),
    };
    let said = match asker.ask(SCRIPT, (file, folder), &[])? {
        Ok(said) => said,
        Err(why) => return Ok(Visited::Skipped(why)),
    };
    let (places, dead, unknown) = (said.rows(0), said.rows(1), said.unknown(1));
    let program = file.display().to_string();
    let dead: BTreeSet<&String> = dead.iter().flatten().collect();
    let mut lines: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
    for row in &places {
        if let (Ok(number), true) = (row[2].parse(), row[1] == program) {
            let is_dead = dead.contains(&row[0]);
            lines.entry(number).or_default().push(is_dead);
        }
    }
    let executed = executed.iter().filter(|line| lines.contains_key(line));
    let refuted = executed
        .clone()
        .filter(|line| lines[line].iter().all(|dead| *dead));
    let refuted: BTreeSet<u64> = refuted.copied().collect();
    Ok(match refuted.is_empty() {
        false => Visited::Refuted(refuted),
        true => Visited::Agrees {
            lines: executed.count(),
            dead: dead.len(),
            unknown: unknown.len(),
        },
    })
}

/// The lines that the compiled program executes, or why that is not known.
fn executed(
    file: &Path,
    arguments: &[&str],
    folder: &Path,
) -> std::io::Result<Result<BTreeSet<u64>, String>> {
    let stubs = folder.join("visited_stubs.c");
    std::fs::write(&stubs, STUBS)?;
    let run = |program: &str, more: &[&str]| {
        let limits = Limits {
            seconds: 10,
            mebibytes: 2048,
        };
        let mut command = limited(program, limits);
        command.current_dir(folder).args(more);
        command
    };
    let name = file.display().to_string();
    let stubs = stubs.display().to_string();
    let mut build = vec!["-w", "-O0", "--coverage", "-o", "visited", &name, &stubs];
    build.extend(arguments);
    let built = run("cc", &build).output()?;
    if !built.status.success() {
        return Ok(Err(text(&built)));
    }
    let mut started = run("./visited", &[])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    // Counts are written where a program ends by itself, whatever its status.
    if wait(&mut started, Duration::from_secs(20)).is_none() {
        return Ok(Err("it does not end".to_owned()));
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let notes = format!("visited-{stem}.gcda");
    let counted = run("gcov", &["--json-format", "--stdout", &notes]).output()?;
    let Ok(counted) = serde_json::from_slice::<Value>(&counted.stdout) else {
        return Ok(Err("gcov counted nothing".to_owned()));
    };
    let mut lines = BTreeSet::new();
    for counts in counted["files"].as_array().into_iter().flatten() {
        if counts["file"] != name.as_str() {
            continue;
        }
        for line in counts["lines"].as_array().into_iter().flatten() {
            if line["count"].as_u64().is_some_and(|count| count > 0) {
                lines.extend(line["line_number"].as_u64());
            }
        }
    }
    Ok(match lines.is_empty() {
        true => Err("no line was counted".to_owned()),
        false => Ok(lines),
    })
}
