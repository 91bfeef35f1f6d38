//! Answers of `REACH` against executions: what gcc's binary executes, or the interpreter, is
//! reached or unknown.
//!
//! gcov counts lines. One whose locations are all in the complement of `REACH` is one that no
//! execution gets to, says the query; one execution refutes that. What the interpreter gets to are
//! locations.

use crate::differential::{limited, wait, Limits};
use crate::queried::Asker;
use crate::{text, Random};
use proofmark_frontend::{spec, LoadError, Options, Program};
use proofmark_logic::types::Profile;
use proofmark_query::executions::Monitor;
use proofmark_query::probe::{lines, probe_at, Probes, Wanted};
use proofmark_replay::interpret::{explore, Inputs};
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
    /// So many lines were executed, or locations; so many locations are surely out of reach, and so
    /// many unknown.
    Agrees {
        /// Lines that were executed and have locations, or locations.
        visited: usize,
        /// Locations in the complement.
        dead: usize,
        /// Locations of which nobody knows.
        unknown: usize,
    },
    /// These locations were executed, or lines of them, although they are in the complement.
    Refuted(BTreeSet<String>),
    /// There is nothing to compare.
    Skipped(String),
}

/// Who executes a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Executor {
    /// gcc's binary, which gets no input.
    Compiled,
    /// The interpreter, with some inputs.
    Interpreted,
}

/// Compares the answers of a `proofmark` about a program of one file, whose folder can be written
/// to.
///
/// # Errors
/// If files cannot be written, or commands do not start.
pub fn compare(
    proofmark: &Path,
    (file, arguments): (&Path, &[&str]),
    (executor, seconds): (Executor, u64),
) -> std::io::Result<Visited> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let counted = match executor {
        Executor::Compiled => executed(file, arguments, folder)?,
        Executor::Interpreted => Ok(BTreeMap::new()),
    };
    let counted = match counted {
        Ok(counted) => counted,
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
    let dead: BTreeSet<String> = dead.into_iter().flatten().collect();
    let (visited, refuted) = match executor {
        Executor::Compiled => judged(&places, &dead, (&file.display().to_string(), &counted)),
        Executor::Interpreted => {
            let locations = places.iter().map(|row| row[0].clone()).collect();
            match interpreted((file, arguments), &locations) {
                Ok(passed) => {
                    let refuted = passed.intersection(&dead).cloned().collect();
                    (passed.len(), refuted)
                }
                Err(why) => return Ok(Visited::Skipped(why)),
            }
        }
    };
    Ok(match refuted.is_empty() {
        false => Visited::Refuted(refuted),
        true => Visited::Agrees {
            visited,
            dead: dead.len(),
            unknown: unknown.len(),
        },
    })
}

/// How many of the lines that were executed have locations, and those whose locations are all dead.
/// A line of which a part was not executed is none of these: the rest of it may belong to a
/// statement that begins on another line.
fn judged(
    places: &[Vec<String>],
    dead: &BTreeSet<String>,
    (program, executed): (&str, &BTreeMap<u64, bool>),
) -> (usize, BTreeSet<String>) {
    let mut lines: BTreeMap<u64, Vec<bool>> = BTreeMap::new();
    for row in places {
        if let (Ok(number), true) = (row[2].parse(), row[1] == program) {
            let is_dead = dead.contains(&row[0]);
            lines.entry(number).or_default().push(is_dead);
        }
    }
    let executed = executed.iter().filter(|(line, _)| lines.contains_key(line));
    let refuted = executed
        .clone()
        .filter(|(line, whole)| **whole && lines[line].iter().all(|dead| *dead));
    let refuted = refuted.map(|(line, _)| format!("line {line}")).collect();
    (executed.count(), refuted)
}

/// The lines that the compiled program executes, each with whether all of it is, or why that is not
/// known.
fn executed(
    file: &Path,
    arguments: &[&str],
    folder: &Path,
) -> std::io::Result<Result<BTreeMap<u64, bool>, String>> {
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
    let mut lines = BTreeMap::new();
    for counts in counted["files"].as_array().into_iter().flatten() {
        if counts["file"] != name.as_str() {
            continue;
        }
        for line in counts["lines"].as_array().into_iter().flatten() {
            if line["count"].as_u64().is_some_and(|count| count > 0) {
                let number = line["line_number"].as_u64();
                let whole = line["unexecuted_block"] != true;
                lines.extend(number.map(|number| (number, whole)));
            }
        }
    }
    Ok(match lines.is_empty() {
        true => Err("no line was counted".to_owned()),
        false => Ok(lines),
    })
}

/// Edges of one execution of the interpreter.
const FUEL: u64 = 100_000;

/// Any specification switches off the built-in errors; this one says nothing else.
const SPECIFICATION: &str = "FINAL { 1 }\n";

/// The locations that the interpreter gets to, or why there are none. A probe in front of each says
/// so, which the execution passes.
fn interpreted(
    (file, arguments): (&Path, &[&str]),
    locations: &BTreeSet<String>,
) -> Result<BTreeSet<String>, String> {
    let profile = match arguments.contains(&"-m32") {
        true => Profile::Ilp32,
        false => Profile::Lp64,
    };
    let more = arguments.iter().filter(|argument| **argument != "-m32");
    let options = Options {
        cpp_args: more.map(|argument| (*argument).to_owned()).collect(),
        ..Options::new(profile)
    };
    let program = probed(file, &options, locations).map_err(|error| error.render())?;
    let mut passed = BTreeSet::new();
    // The folder may be another one at each run: the inputs are not.
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    for trial in 0..8 {
        let mut random = Random::of(&format!("{name} {trial}"));
        let mut number = || match trial {
            0 | 1 => trial,
            _ => i128::try_from(random.below(9)).unwrap_or_default() - 3,
        };
        let inputs = Inputs {
            integers: (0..256).map(|_| number()).collect(),
            ..Inputs::default()
        };
        let cfa = &program.cfa;
        let run = explore(&program.arena, cfa, &inputs, FUEL, &mut |_, _| ());
        let run = run.map_err(|error| format!("the interpreter: {error:?}"))?;
        let edges = run
            .path
            .iter()
            .filter_map(|edge| cfa.edges.get(edge.0 as usize));
        let stmts = edges.flat_map(|edge| &edge.stmts);
        passed.extend(stmts.filter_map(|stmt| probe_at(stmt.pos)));
    }
    let names = locations.iter().zip(0u32..);
    let names = names.filter(|(_, number)| passed.contains(number));
    Ok(names.map(|(name, _)| name.clone()).collect())
}

/// A program with probes, numbered as the locations are.
fn probed(
    file: &Path,
    options: &Options,
    locations: &BTreeSet<String>,
) -> Result<Program, LoadError> {
    let program = proofmark_frontend::load(&[file.to_owned()], options)?;
    let files = program.sources.files.clone();
    let told = files.clone();
    let lines = program.lowered(
        |_| Ok(()),
        move |lowering, ()| lines(&lowering.program, &lowering.code, &told),
    )?;
    let wanted = Wanted {
        targets: locations.iter().cloned().zip(0..).collect(),
        monitor: Monitor::empty(),
        entry: options.entry.clone(),
        start: None,
    };
    let probes = Probes::new((files, lines), wanted);
    let nothing = spec::read_text("observer", SPECIFICATION)?;
    program.instrumented(nothing, probes.instrument.clone())
}
