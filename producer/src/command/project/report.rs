//! What `verify` says: the table, and JSON.

use super::answer::{Answered, How, Verdict};
use super::pair::{Pair, PairName};
use super::round::Round;
use crate::command::arguments::Verify;
use proofmark_guard::text;
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The last lines of a trace that are shown.
const LINES_MAX: usize = 12;
/// Changes that are named in the table.
const CHANGES_MAX: usize = 2;

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// The table, too.
    Table,
    /// What is not certified, and the last line.
    Failures,
}

impl Extent {
    pub(crate) fn of(arguments: &Verify) -> Extent {
        match arguments.quiet {
            true => Extent::Failures,
            false => Extent::Table,
        }
    }
}

/// The pairs with their answers.
pub(crate) fn answered(round: &Round) -> impl Iterator<Item = (&Pair, &Answered)> {
    let pairs = round.pairs();
    pairs.filter_map(|pair| Some((pair, round.answers.get(&pair.name)?)))
}

/// For people.
pub(crate) fn text(round: &Round, extent: Extent) -> String {
    let mut out = String::new();
    let idle_rules = round.idle_rules();
    let mut told = BTreeSet::new();
    for (pair, answer) in answered(round) {
        let name = &pair.name;
        let shown = match answer.verdict {
            Verdict::Certified => false,
            // Where rules are for all programs, most are about few of them.
            Verdict::NotApplicable => {
                idle_rules.contains(&name.rule.as_str()) && told.insert(&name.rule)
            }
            _ => true,
        };
        if shown {
            let _ = writeln!(out, "{name}:");
            out.push_str(&text::indented(&shortened(pair, answer), "  "));
        }
        if let Some(why) = &answer.refused {
            let why = text::message(why);
            let _ = writeln!(
                out,
                "{name}:\n  what the store had is no certificate of it, and was replaced: {why}"
            );
        }
    }
    if extent == Extent::Table {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&table(round));
        out.push_str(&conditions(round));
    }
    out.push_str(&warnings(round).concat());
    if let Some(cleaned) = round.cleaned {
        let _ = writeln!(out, "certificates removed from the store: {cleaned}");
    }
    out.push_str(&summary(round));
    out
}

/// Lines about what no single pair's answer tells.
pub(crate) fn warnings(round: &Round) -> Vec<String> {
    let removed = round.removed.iter().map(|pair| {
        format!("warning: {pair}: was demanded, and is no longer; --forget if that is meant\n")
    });
    let idle = idle(round).into_iter();
    let idle = idle.map(|warning| format!("warning: {warning}\n"));
    removed.chain(idle).collect()
}

/// What `certify` says, without the first part of a long trace.
fn shortened(pair: &Pair, answer: &Answered) -> String {
    let rows: Vec<&str> = answer.text.trim_end().lines().collect();
    if answer.verdict == Verdict::Unknown {
        let text = answer.text.trim_end();
        return format!("{text}\n  by itself: {}\n", pair.command_line());
    }
    if answer.verdict != Verdict::Violated || rows.len() <= LINES_MAX + 2 {
        return answer.text.clone();
    }
    let hidden = rows.len() - 1 - LINES_MAX;
    let mut out = format!("{}\n  … ({hidden} lines)\n", rows.first().unwrap_or(&""));
    for row in rows.iter().skip(1 + hidden) {
        let _ = writeln!(out, "{row}");
    }
    let _ = writeln!(out, "  all of it: {}", pair.command_line());
    out
}

/// One row for each pair.
fn table(round: &Round) -> String {
    let head = ["program", "entry", "rule", "verdict", "how", "time"].map(str::to_owned);
    let mut rows = vec![head];
    for (pair, answer) in answered(round) {
        let name = &pair.name;
        let [program, entry, rule] =
            [&name.program, &name.entry, &name.rule].map(|name| text::line(name).into_owned());
        rows.push([
            program,
            entry,
            rule,
            answer.verdict.words().to_owned(),
            how(answer),
            format!("{:.1} s", answer.took.as_secs_f64()),
        ]);
    }
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..6).map(width).collect();
    let mut out = String::new();
    for row in &rows {
        let mut line = String::new();
        for (n, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let blanks = " ".repeat(width - cell.chars().count());
            let _ = match n {
                5 => write!(line, "{blanks}{cell}"),
                _ => write!(line, "{cell}{blanks}  "),
            };
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

fn how(answer: &Answered) -> String {
    match answer.how {
        Some(How::Unchanged) => "unchanged, re-checked".to_owned(),
        Some(How::Known) => "known, re-checked".to_owned(),
        Some(How::Recertified) => {
            let counts = &answer.certify["reuse"]["obligations"];
            let (copied, total) = (counts["copied"].as_u64(), counts["total"].as_u64());
            let (copied, total) = (copied.unwrap_or(0), total.unwrap_or(0));
            let changed = changed(answer);
            let before = answer.old_took.map_or(String::new(), |before| {
                format!("; {:.1} s before", before.as_secs_f64())
            });
            format!("recertified, {copied} of {total} proofs reused{changed}{before}")
        }
        Some(How::Certified) => format!("certified{}", changed(answer)),
        None => String::new(),
    }
}

/// What has changed, if that is known.
fn changed(answer: &Answered) -> String {
    let changes = answer.changes.iter().take(CHANGES_MAX);
    let mut changes: Vec<String> = changes.map(|c| text::line(c).into_owned()).collect();
    if answer.changes.len() > CHANGES_MAX {
        changes.push("…".to_owned());
    }
    match changes.is_empty() {
        true => String::new(),
        false => format!(" (changed: {})", changes.join(", ")),
    }
}

/// What the certificates assume, and what they do not say, each once.
fn conditions(round: &Round) -> String {
    let (mut kinds, mut notes) = (BTreeSet::new(), BTreeMap::<&str, Vec<&PairName>>::new());
    for (pair, answer) in answered(round) {
        let entries = answer.ledger.as_array().into_iter().flatten();
        kinds.extend(entries.filter_map(|entry| entry["kind"].as_str()));
        let said = answer.notes.as_array().into_iter().flatten();
        for note in said.filter_map(Value::as_str) {
            notes.entry(note).or_default().push(&pair.name);
        }
    }
    let mut out = String::new();
    for (note, pairs) in notes {
        let first = pairs
            .first()
            .map_or_else(String::new, |pair| pair.to_string());
        let more = match pairs.len() {
            1 => String::new(),
            n => format!(" and {} more", n - 1),
        };
        let _ = writeln!(out, "note: {first}{more}: {}", text::line(note));
    }
    if !kinds.is_empty() {
        let kinds: Vec<&str> = kinds.into_iter().collect();
        let kinds = kinds.join(", ");
        let _ = writeln!(
            out,
            "assuming: {kinds} (--json lists each, `deny` refuses a kind)"
        );
    }
    out
}

/// What is said of rules that are about nothing.
fn idle(round: &Round) -> Vec<String> {
    let rules = round.idle_rules().into_iter();
    let said = |rule| {
        let rule = text::line(rule);
        format!("the rule `{rule}` is not applicable to any of its programs")
    };
    rules.map(said).collect()
}

fn summary(round: &Round) -> String {
    let answers = || answered(round).map(|(_, answer)| answer);
    let count = |verdict| answers().filter(|a| a.verdict == verdict).count();
    let total = answers().count();
    let kept = [Some(How::Unchanged), Some(How::Known)];
    let kept = answers().filter(|a| kept.contains(&a.how)).count();
    let noun = if total == 1 { "pair" } else { "pairs" };
    let certified = count(Verdict::Certified);
    let mut out = format!("{total} {noun}: {certified} certified ({kept} of them re-checked)");
    for verdict in [
        Verdict::Violated,
        Verdict::BadInput,
        Verdict::Unknown,
        Verdict::NotApplicable,
    ] {
        match count(verdict) {
            0 => {}
            n => {
                let _ = write!(out, ", {n} {}", verdict.words());
            }
        }
    }
    out.push('\n');
    out
}

/// The object that `docs/schema/verify.json` describes.
pub(crate) fn json(round: &Round) -> Value {
    let pairs: Vec<Value> = answered(round)
        .map(|(pair, answer)| {
            let how = answer.how.map(|how| match how {
                How::Unchanged => "unchanged",
                How::Known => "known",
                How::Recertified => "recertified",
                How::Certified => "certified",
            });
            let path = |key| round.store.named_certificates().join(format!("{key}.cert"));
            let certificate = answer.key.as_ref().map(path);
            json!({
                "program": pair.name.program,
                "entry": pair.name.entry,
                "rule": pair.name.rule,
                "verdict": answer.verdict.name(),
                "how": how,
                "changes": answer.changes,
                "refused": answer.refused,
                "certificate": certificate.map(|path| text::path(&path)),
                "seconds": answer.took.as_secs_f64(),
                "old_seconds": answer.old_took.map(|before| before.as_secs_f64()),
                "ledger": answer.ledger,
                "notes": answer.notes,
                "files": answer.made_of,
                "answer": answer.certify,
            })
        })
        .collect();
    let removed = round.removed.iter().map(name);
    json!({
        "verdict": round.verdict().name(),
        "project": text::path(&round.project.file),
        "pairs": pairs,
        "removed": removed.collect::<Vec<_>>(),
        "warnings": idle(round),
        "cleaned": round.cleaned,
    })
}

fn name(pair: &PairName) -> Value {
    json!({ "program": pair.program, "entry": pair.entry, "rule": pair.rule })
}
