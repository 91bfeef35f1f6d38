//! Two runs beside each other: what got worse comes first.

use super::{Row, Run};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Ratios of processor time that are news, for tasks that take at least [`NOTABLE_SECONDS`].
const NOTABLE_RATIO: f64 = 1.5;
const NOTABLE_SECONDS: f64 = 0.2;

/// A report about a run and an earlier one.
pub fn report(old: &Run, new: &Run) -> String {
    let before: BTreeMap<&str, &Row> = old
        .rows
        .iter()
        .map(|row| (row.task.as_str(), row))
        .collect();
    let both: Vec<(&Row, &Row)> = new
        .rows
        .iter()
        .filter_map(|row| Some((*before.get(row.task.as_str())?, row)))
        .collect();
    let mut out = format!(
        "## Compared with an earlier run\n\n{} tasks in both runs, {} only here",
        both.len(),
        new.rows.len() - both.len()
    );
    let _ = writeln!(out, ", {} only there.", old.rows.len() - both.len());
    if old.conditions != new.conditions {
        let _ = writeln!(
            out,
            "The conditions differ: `{}` then.",
            shown(&old.conditions)
        );
    }
    out.push('\n');
    out.push_str(&verdicts(&both));
    out.push_str(&times(&both));
    out.push_str(&sums(&both));
    out
}

/// The tasks with other verdicts: wrong answers, then lost ones, then the others.
fn verdicts(both: &[(&Row, &Row)]) -> String {
    let mut out = String::new();
    let mut changed: Vec<&(&Row, &Row)> = both
        .iter()
        .filter(|(a, b)| a.verdict != b.verdict)
        .collect();
    changed.sort_by_key(|(a, b)| (!b.is_wrong(), !a.is_right() || b.is_right(), b.task.clone()));
    for (a, b) in changed {
        let kind = match (b.is_wrong(), a.is_right(), b.is_right()) {
            (true, _, _) => "**WRONG**",
            (_, true, false) => "lost",
            (_, false, true) => "gained",
            _ => "changed",
        };
        let _ = writeln!(
            out,
            "- {kind}: {}: {} then, {} now",
            b.task, a.verdict, b.verdict
        );
    }
    out
}

/// The tasks with the same verdict in another time.
fn times(both: &[(&Row, &Row)]) -> String {
    let mut out = String::new();
    for (a, b) in both
        .iter()
        .filter(|(a, b)| a.verdict == b.verdict && a.cpu.max(b.cpu) >= NOTABLE_SECONDS)
    {
        let ratio = b.cpu / a.cpu.max(1e-3);
        if !(1.0 / NOTABLE_RATIO..=NOTABLE_RATIO).contains(&ratio) {
            let word = if ratio > 1.0 { "slower" } else { "faster" };
            let _ = writeln!(
                out,
                "- {word}: {}: {:.2} s then, {:.2} s now",
                b.task, a.cpu, b.cpu
            );
        }
    }
    out
}

fn sums(both: &[(&Row, &Row)]) -> String {
    let sum = |value: &dyn Fn(&Row) -> f64| {
        (
            both.iter().map(|(a, _)| value(a)).sum::<f64>(),
            both.iter().map(|(_, b)| value(b)).sum::<f64>(),
        )
    };
    let bytes = |row: &Row| row.certificate.as_ref().map_or(0.0, |c| c.bytes as f64);
    let check = |row: &Row| row.certificate.as_ref().map_or(0.0, |c| c.check_ms);
    let mut out = "\n| all tasks in both | then | now | ratio |\n|---|--:|--:|--:|\n".to_owned();
    for (name, (a, b)) in [
        ("CPU s", sum(&|r| r.cpu)),
        ("certificate bytes", sum(&bytes)),
        ("check ms", sum(&check)),
    ] {
        let ratio = match a > 0.0 {
            true => format!("{:.2}", b / a),
            false => String::new(),
        };
        let _ = writeln!(out, "| {name} | {a:.2} | {b:.2} | {ratio} |");
    }
    out
}

fn shown(conditions: &super::Conditions) -> String {
    format!(
        "{} s, {} MiB, {}",
        conditions.time_limit, conditions.memory_limit, conditions.options
    )
}

#[cfg(test)]
mod tests {
    use super::super::{Conditions, Row, Run};
    use super::*;

    fn row(task: &str, expected: &str, verdict: &str, cpu: f64) -> Row {
        Row {
            task: task.into(),
            expected: expected.into(),
            verdict: verdict.into(),
            cpu,
            ..Row::default()
        }
    }

    #[test]
    fn wrong_answers_come_first() {
        let old = Run {
            conditions: Conditions::default(),
            rows: vec![
                row("a", "certified", "unknown", 1.0),
                row("b", "certified", "certified", 1.0),
                row("c", "violated", "unknown", 1.0),
                row("d", "certified", "certified", 1.0),
            ],
        };
        let new = Run {
            conditions: Conditions {
                options: "--ilp32".into(),
                ..Conditions::default()
            },
            rows: vec![
                row("a", "certified", "certified", 1.0),
                row("b", "certified", "unknown", 1.0),
                row("c", "violated", "certified", 1.0),
                row("d", "certified", "certified", 2.0),
            ],
        };
        let text = report(&old, &new);
        let at = |needle: &str| {
            text.find(needle)
                .unwrap_or_else(|| panic!("{needle} is not in {text}"))
        };
        assert!(
            at("**WRONG**: c") < at("lost: b")
                && at("lost: b") < at("gained: a")
                && at("gained: a") < at("slower: d")
        );
        assert!(text.contains("The conditions differ"));
        assert!(text.contains("| CPU s | 4.00 | 5.00 | 1.25 |"));
        assert!(!report(&new, &new).contains("- "));
    }
}
