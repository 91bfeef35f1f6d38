//! Tables in Markdown.

use super::{Certificate, Row, Run};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The head of [`line()`]'s table.
pub const HEAD: &str =
    "| task | verdict | lines | CPU s | analysis | predicates | calls | nodes | obligations | bytes | tokens | check ms | high water |\n\
                        |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n";

/// What the columns mean.
const LEGEND: &str = "CPU is the whole certification with front end and self-check; \"analysis\" is the share of the certification's time that the analysis of counterexamples takes;\n\
predicates are all different ones and the most at one location; calls are those of the theory solver and of Z3; obligations are all, trivial, and different ones\n\
proved; \"check\" is reading and checking the certificate without the front end; high-water marks are expressions, steps, nesting, hypotheses.\n";

/// The document about a run. `prefixes` are the places of corpora on this machine, and what stands
/// for them in reasons.
pub fn document(run: &Run, prefixes: &[(String, String)]) -> String {
    let rows = &run.rows;
    let mut out = summary(run);
    let _ = write!(out, "{LEGEND}\n{HEAD}");
    rows.iter().for_each(|row| {
        let _ = writeln!(out, "{}", line(row));
    });
    let reasons = rows.iter().filter(|row| !row.reason.is_empty());
    let reasons: Vec<String> = reasons
        .map(|row| {
            let reason = row.reason.replace('\n', " ");
            let shown = prefixes.iter().fold(reason, |reason, (place, name)| {
                reason.replace(place.as_str(), name)
            });
            format!("- {}: {shown}", row.task)
        })
        .collect();
    if !reasons.is_empty() {
        let _ = writeln!(out, "\n{}", reasons.join("\n"));
    }
    out
}

/// What a document says of all tasks of a run together: how many ended how, in which folders, and
/// why.
pub fn summary(run: &Run) -> String {
    let rows = &run.rows;
    let wrong: Vec<&Row> = rows.iter().filter(|row| row.is_wrong()).collect();
    let right = rows.iter().filter(|row| row.is_right()).count();
    let mut out = format!(
        "{} tasks, limit {} s and {} MiB each, `{}`: {right} as expected, {} wrong, {} undecided or without an expected verdict.\n\n",
        rows.len(),
        run.conditions.time_limit,
        run.conditions.memory_limit,
        run.conditions.options,
        wrong.len(),
        rows.len() - right - wrong.len(),
    );
    if !wrong.is_empty() {
        out.push_str("**Wrong answers**\n\n");
        wrong.iter().for_each(|row| {
            let _ = writeln!(
                out,
                "- {}: {}, but {} is right",
                row.task, row.verdict, row.expected
            );
        });
        out.push('\n');
    }
    out.push_str(&groups(rows));
    out.push_str(&causes(rows));
    out
}

/// How the tasks ended, by the folder that they are in; nothing if they are in one.
fn groups(rows: &[Row]) -> String {
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        let folder = row.task.split_once('/').map_or("", |(folder, _)| folder);
        groups.entry(folder).or_default().push(row);
    }
    if groups.len() < 2 {
        return String::new();
    }
    let mut out = "| folder | tasks | right | wrong | unknown | bad input | killed or crashed | \
                   right of all | right of those read | CPU s |\n\
                   |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for (folder, rows) in groups {
        let count = |is: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
        let _ = writeln!(
            out,
            "| {folder} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} |",
            rows.len(),
            count(&Row::is_right),
            count(&Row::is_wrong),
            count(&|row| row.verdict == "unknown"),
            count(&|row| row.verdict == "bad input"),
            count(&|row| matches!(row.verdict.as_str(), "killed" | "crashed")),
            percent(count(&Row::is_right), rows.len()),
            percent(
                count(&Row::is_right),
                count(&|row| row.verdict != "bad input")
            ),
            rows.iter().map(|row| row.cpu).sum::<f64>(),
        );
    }
    out.push('\n');
    out
}

/// A document whose lines, tables and pictures aside, have at most 100 characters, as far as words
/// allow.
pub fn wrapped(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut out = String::new();
    for line in text.lines() {
        let indent = if line.starts_with("- ") { "  " } else { "" };
        let long = line.chars().count() > WIDTH && !line.starts_with(['|', '!', '#']);
        let mut width = 0;
        for (number, word) in line.split(' ').enumerate() {
            let more = word.chars().count();
            let (before, used) = match number {
                0 => ("", 0),
                _ if long && width + 1 + more > WIDTH => ("\n", indent.len()),
                _ => (" ", width + 1),
            };
            out.push_str(before);
            out.push_str(if before == "\n" { indent } else { "" });
            out.push_str(word);
            width = used + more;
        }
        out.push('\n');
    }
    out
}

fn percent(part: usize, all: usize) -> String {
    match all {
        0 => String::new(),
        all => format!("{:.0} %", 100.0 * part as f64 / all as f64),
    }
}

/// Why tasks were not decided: the commonest reasons, without names, numbers and places.
fn causes(rows: &[Row]) -> String {
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.reason.is_empty()) {
        *causes.entry(cause(&row.reason)).or_default() += 1;
    }
    let mut causes: Vec<(String, usize)> = causes.into_iter().filter(|(_, n)| *n > 1).collect();
    if causes.is_empty() {
        return String::new();
    }
    causes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut out = "| tasks | cause |\n|--:|---|\n".to_owned();
    for (cause, count) in causes {
        let _ = writeln!(out, "| {count} | {cause} |");
    }
    out.push('\n');
    out
}

/// A reason's first line without its place, with `N` for numbers and `…` for what is quoted.
fn cause(reason: &str) -> String {
    let line = reason.lines().next().unwrap_or_default();
    let message = line.split_once(": ").map_or(line, |(place, message)| {
        let is_place = place.contains(".c:") || place.contains(".h:") || place.contains(".i:");
        if is_place {
            message
        } else {
            line
        }
    });
    let mut out = String::new();
    for (part, quoted) in message
        .split(['`', '\''])
        .zip([false, true].into_iter().cycle())
    {
        out.push_str(if quoted { "`…`" } else { part });
    }
    let mut words = Vec::new();
    for word in out.split_whitespace() {
        let number = word.starts_with(|c: char| c.is_ascii_digit());
        words.push(if number { "N" } else { word });
    }
    words.join(" ")
}

/// A row of the table.
pub fn line(row: &Row) -> String {
    let verdict = match (row.expected.is_empty(), row.is_right()) {
        (true, _) | (_, true) => row.verdict.clone(),
        (false, false) => format!("**{}** (expected {})", row.verdict, row.expected),
    };
    let ran = !matches!(row.verdict.as_str(), "bad input" | "killed" | "crashed");
    let mut cells = vec![row.task.clone(), verdict, row.lines.to_string()];
    cells.extend(match ran {
        true => vec![
            format!("{:.2}", row.cpu),
            format!("{:.0} %", 100.0 * row.analysis),
            format!("{} / {}", row.predicates, row.active),
            format!("{} / {}", row.calls[0], row.calls[1]),
            row.nodes.to_string(),
        ],
        false => vec![String::new(); 5],
    });
    cells.extend(
        row.certificate
            .as_ref()
            .map_or_else(|| vec![String::new(); 5], certificate),
    );
    format!("| {} |", cells.join(" | "))
}

fn certificate(c: &Certificate) -> Vec<String> {
    let joined = |numbers: &[String]| numbers.join(" / ");
    vec![
        joined(&c.obligations.map(|n| n.to_string())),
        c.bytes.to_string(),
        c.tokens.to_string(),
        format!("{:.2}", c.check_ms),
        joined(&c.used.map(|n| n.to_string())),
    ]
}

/// The table of a run whose tasks ran with and without a specification.
pub fn pairs(run: &Run) -> String {
    let mut out = format!(
        "`{}`\n\n| task | with | lines | edges | CPU s without | CPU s with | ratio |\n|---|---|--:|--:|--:|--:|--:|\n",
        run.conditions.options
    );
    let mut ratios = Vec::new();
    for row in &run.rows {
        let Some(plain) = row.plain_cpu else { continue };
        let ratio = row.cpu.max(0.01) / plain.max(0.01);
        ratios.push(ratio);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {plain:.2} | {:.2} | {ratio:.2} |",
            row.task, row.verdict, row.lines, row.edges, row.cpu
        );
    }
    if !ratios.is_empty() {
        let mean = (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let _ = writeln!(out, "\nThe geometric mean of the ratios is {mean:.2}.");
    }
    out
}

/// The table of a run over drivers of growing size, with the exponents that the larger half of the
/// sizes shows.
pub fn growth(run: &Run) -> String {
    let mut out = String::from("| routines | verdict | lines | edges | CPU s | predicates | bytes | check ms |\n|--:|---|--:|--:|--:|--:|--:|--:|\n");
    for row in &run.rows {
        let (bytes, check) = row.certificate.as_ref().map_or_else(Default::default, |c| {
            (c.bytes.to_string(), format!("{:.2}", c.check_ms))
        });
        let predicates = format!("{} / {}", row.predicates, row.active);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {:.2} | {predicates} | {bytes} | {check} |",
            row.task, row.verdict, row.lines, row.edges, row.cpu
        );
    }
    let certified: Vec<(&Row, &Certificate)> = run
        .rows
        .iter()
        .filter_map(|row| Some((row, row.certificate.as_ref()?)))
        .collect();
    let half = certified.get(certified.len() / 2..).unwrap_or_default();
    if half.len() >= 2 {
        let exponent = |value: &dyn Fn(&(&Row, &Certificate)) -> f64| {
            slope(
                &half
                    .iter()
                    .map(|pair| ((pair.0.lines as f64).ln(), value(pair).max(1e-3).ln()))
                    .collect::<Vec<_>>(),
            )
        };
        let _ = writeln!(
            out,
            "\nWith n lines, over the larger half of the sizes: time grows like n^{:.2}, bytes like n^{:.2}, the check like n^{:.2}.",
            exponent(&|p| p.0.cpu),
            exponent(&|p| p.1.bytes as f64),
            exponent(&|p| p.1.check_ms),
        );
    }
    out
}

/// The slope of the least-squares line through points.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| points.iter().map(value).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (above, below) = points.iter().fold((0.0, 0.0), |(a, b), p| {
        (a + (p.0 - x) * (p.1 - y), b + (p.0 - x) * (p.0 - x))
    });
    above / below
}

#[cfg(test)]
mod tests {
    use super::super::Conditions;
    use super::*;

    #[test]
    fn wrong_answers_stand_in_front() {
        let row = |task: &str, expected: &str, verdict: &str| Row {
            task: task.into(),
            expected: expected.into(),
            verdict: verdict.into(),
            ..Row::default()
        };
        let rows = vec![
            row("a", "certified", "certified"),
            row("b", "violated", "certified"),
            row("c", "", "bad input"),
        ];
        let text = document(
            &Run {
                conditions: Conditions::default(),
                rows,
            },
            &[],
        );
        assert!(text.contains("1 as expected, 1 wrong, 1 undecided"));
        assert!(text.find("- b: certified, but violated is right") < text.find("| a |"));
    }

    #[test]
    fn long_lines_are_wrapped_but_not_tables() {
        let long = "word ".repeat(30);
        let text = format!("- {}\n| {} |\n\nshort  line\n", long.trim(), long.trim());
        let wrapped = wrapped(&text);
        let lines: Vec<&str> = wrapped.lines().collect();
        assert_eq!(lines.len(), 5, "{wrapped}");
        assert!(lines[0].len() <= 100 && lines[1].starts_with("  word"));
        assert!(lines[2].len() > 100 && lines[4] == "short  line");
    }

    #[test]
    fn exponents_are_slopes() {
        let points: Vec<(f64, f64)> = [10.0f64, 20.0, 40.0]
            .iter()
            .map(|x| (x.ln(), (3.0 * x * x).ln()))
            .collect();
        assert!((slope(&points) - 2.0).abs() < 1e-9);
    }
}
