//! Dead code of drivers: one search for all locations, and one for each.

use super::{Asker, Question, Said};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A driver and where its executions start.
#[derive(Clone, Debug)]
pub struct Task {
    /// The driver.
    pub file: PathBuf,
    /// Its entry.
    pub entry: String,
    /// How many locations are asked about one by one.
    pub sample: usize,
    /// Pass over a driver with a search that is not over in time, and one that needs no search:
    /// what is not finished compares with nothing.
    pub finished: bool,
}

/// What is known of a driver.
#[derive(Clone, Debug)]
pub struct Row {
    /// The driver, and its entry.
    pub name: String,
    /// All locations together.
    pub all: Question,
    /// Of those that are unknown: those that no search is for, since the program does not call them
    /// itself, and others may.
    pub uncalled: usize,
    /// Some locations, one by one: those to which the automaton has a path, evenly chosen.
    pub each: Question,
    /// The same, where inputs are tried before each search.
    pub tried: Question,
}

impl Row {
    /// How many locations there are of the kind that were asked about one by one.
    fn open(&self) -> usize {
        self.all.locations - self.all.without_path - self.uncalled
    }

    /// What one by one would cost for all of them.
    fn scaled(&self, of: f64) -> f64 {
        of * self.open() as f64 / self.each.locations.max(1) as f64
    }
}

/// Asks about a driver in both ways.
///
/// # Errors
/// If commands do not run.
pub fn measure(asker: &Asker, task: &Task, folder: &Path) -> std::io::Result<Result<Row, String>> {
    let Task {
        file,
        entry,
        sample,
        finished,
    } = task;
    let evidence = folder.join("evidence");
    let _ = std::fs::remove_dir_all(&evidence);
    let shown = evidence.display().to_string();
    let entry = entry.as_str();
    let start = format!("LOC_FUNC_INIT(m, \"{entry}\")");
    let script = format!("PRINT EXISTS(m, REACH({start}, LOC_FUNC(l, _)));\n");
    let more = ["--entry", entry, "--explain", "--evidence", &shown];
    let said = match asker.ask(&script, (file, folder), &more)? {
        Ok(said) => said,
        Err(why) => return Ok(Err(why)),
    };
    let all = said.sum();
    if all.locations == 0 {
        return Ok(Err("the entry has no location".to_owned()));
    }
    let index = std::fs::read(evidence.join("index.json"))?;
    let (open, uncalled) = with_path(&serde_json::from_slice(&index)?, &said.rows(0));
    if *finished && (all.searches == 0 || all.unknown > uncalled) {
        return Ok(Err("it needs no search, or one that is not over".to_owned()));
    }
    let wanted = open.len().min(*sample);
    let chosen = (0..wanted).map(|number| &open[number * open.len() / wanted]);
    let scripts: Vec<String> = chosen
        .map(|name| format!("PRINT EXISTS(m, REACH({start}, l = \"{name}\"));\n"))
        .collect();
    let alone = ["--entry", entry, "--explain", "--no-trials"];
    let mut sums = Vec::new();
    for more in [&alone[..], &alone[..3]] {
        // Each has a script of its own: nothing carries over.
        let (mut questions, mut complete) = (Vec::new(), true);
        for script in &scripts {
            match asker.ask(script, (file, folder), more)? {
                Ok(said) => questions.push(said.sum()),
                Err(_) => complete = false,
            }
        }
        let output = Vec::new();
        let all = Said {
            complete,
            output,
            questions,
        };
        sums.push(all.sum());
    }
    let (Some(tried), Some(each)) = (sums.pop(), sums.pop()) else {
        return Ok(Err("no answer".to_owned()));
    };
    let file = file.file_name().unwrap_or_default().to_string_lossy();
    let name = match entry {
        "main" => file.into_owned(),
        _ => format!("{file}: {entry}"),
    };
    Ok(Ok(Row {
        name,
        all,
        uncalled,
        each,
        tried,
    }))
}

/// Why nobody knows of locations that no search is for.
const UNCALLED: &str = "the program does not call it";

/// The locations that are reached, or that searches were for, in order; and how many others are
/// unknown.
fn with_path(index: &Value, reached: &[Vec<String>]) -> (Vec<String>, usize) {
    let mut found: BTreeSet<String> = reached.iter().flatten().cloned().collect();
    let mut uncalled = 0;
    for what in ["unreachable", "unknown"] {
        for row in index[what].as_array().into_iter().flatten() {
            let names = row["locations"].as_array().into_iter().flatten();
            let names = names.filter_map(Value::as_str);
            let why = row["reason"].as_str().unwrap_or_default();
            match why.starts_with(UNCALLED) {
                true => uncalled += names.count(),
                false => found.extend(names.map(str::to_owned)),
            }
        }
    }
    (found.into_iter().collect(), uncalled)
}

const HEAD: &str = "\
`REACH` from the entry to all locations of the program. Reached: when inputs were tried, and by
executions that the search found; dead: without a path, and by a certificate; unknown: what was
searched for, and what the program does not call itself, but others may, for which there is no
search. Then the same for single locations with a path, evenly chosen, each asked for by a script of
its own: a search for each, and inputs that are tried before each search. What all of them would
cost is estimated from these. Calls are those of decision procedures; time is all that the questions
took.

| driver | locations | reached | dead | unknown | searches | calls | seconds | one by one | \
unknown | calls | seconds | calls in all | ratio | with inputs: calls in all | ratio |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";

/// The section about dead code.
pub fn section(rows: &[Row]) -> String {
    let mut out = String::from(HEAD);
    // Where little is known either way, a ratio says little.
    let (mut all, mut each) = (0, 0.0);
    let (mut ten, mut whole) = (0, 0);
    let (mut sums, mut more, mut searched) = ((0, 0.0, 0.0), 0, 0);
    for row in rows {
        let (a, uncalled) = (&row.all, &row.uncalled);
        let scaled = row.scaled(row.each.solver_calls as f64);
        let with_inputs = row.scaled(row.tried.solver_calls as f64);
        out.push_str(&cells(row, (scaled, with_inputs)));
        // Where inputs that are tried leave nothing to search for, there is no ratio.
        if a.solver_calls == 0 {
            continue;
        }
        searched += 1;
        sums = (
            sums.0 + a.solver_calls,
            sums.1 + scaled,
            sums.2 + with_inputs,
        );
        more += usize::from(scaled >= 10.0 * a.solver_calls as f64);
        if a.unknown == *uncalled {
            all += a.solver_calls;
            each += scaled;
            ten += usize::from(scaled >= 10.0 * a.solver_calls as f64);
            whole += 1;
        }
    }
    let _ = write!(
        out,
        "\nOne question for each of the {whole} drivers with a search of which all that is \
         searched for is\nknown: {all} calls for all locations together, {each:.0} one by one: {} \
         times as many; at least 10\ntimes as many in {ten} of them. All {searched} drivers with a \
         search: {} calls together, {:.0} one\nby one: {} times as many, at least 10 times as many \
         in {more}; {:.0} where inputs are tried before\neach: {} times as many.\n",
        ratio(each, all as f64),
        sums.0,
        sums.1,
        ratio(sums.1, sums.0 as f64),
        sums.2,
        ratio(sums.2, sums.0 as f64)
    );
    out
}

/// A row of the table, with what all locations would take one by one, and so with inputs first.
fn cells(row: &Row, (scaled, with_inputs): (f64, f64)) -> String {
    let Row {
        name,
        all: a,
        uncalled,
        each: e,
        ..
    } = row;
    format!(
        "| {name} | {} | {} + {} | {} + {} | {} + {uncalled} | {} | {} | {:.1} | {} | {} | {} \
         | {:.1} | {scaled:.0} | {} | {with_inputs:.0} | {} |\n",
        a.locations,
        a.tried,
        a.found,
        a.without_path,
        a.certified,
        a.unknown.saturating_sub(*uncalled),
        a.searches,
        a.solver_calls,
        a.seconds,
        e.locations,
        e.unknown,
        e.solver_calls,
        e.seconds,
        ratio(scaled, a.solver_calls as f64),
        ratio(with_inputs, a.solver_calls as f64)
    )
}

fn ratio(each: f64, all: f64) -> String {
    match all {
        0.0 => "–".to_owned(),
        all => format!("{:.1}", each / all),
    }
}
