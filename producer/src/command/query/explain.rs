//! `--explain`: which questions about executions were asked, and what each cost.

use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_producer::reachability::Cost;
use proofmark_query::{Kind, Trouble};
use proofmark_report::assumption;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How many locations text names that are unknown for one reason; `--json` has them all.
const LOCATIONS_MAX: usize = 6;

/// Where a question stands.
fn place(cost: &Cost, (file, script): (&str, &str)) -> String {
    let (line, column) = Trouble::new(Kind::Value, cost.at, "").position(script);
    format!("{file}:{line}:{column}")
}

fn predicates(count: usize) -> String {
    match count {
        1 => "1 predicate".to_owned(),
        count => format!("{count} predicates"),
    }
}

/// The questions as an array.
pub(super) fn questions(costs: &[Cost], script: (&str, &str)) -> Value {
    let question = |cost: &Cost| {
        json!({
            "at": place(cost, script),
            "about": cost.about,
            "locations": cost.targets,
            "tried": cost.tried,
            "found": cost.found,
            "without_path": cost.without_path,
            "certified": cost.certified,
            "unknown": cost.unknown,
            "reasons": reasons(cost),
            "searches": cost.searches,
            "predicates": cost.predicates,
            "solver_calls": cost.solver_calls,
            "certificate_bytes": cost.certificates,
            "seconds": cost.time.as_secs_f64(),
        })
    };
    costs.iter().map(question).collect()
}

/// Why locations are unknown, as an array.
fn reasons(cost: &Cost) -> Value {
    let reason = |(reason, locations): (&String, &Vec<String>)| json!({ "reason": reason, "locations": locations });
    cost.reasons.iter().map(reason).collect()
}

/// Why locations are unknown: the first of them, and how many more there are.
fn doubts(cost: &Cost) -> String {
    let mut out = String::new();
    for (reason, locations) in &cost.reasons {
        let reason = text::line(reason);
        let mut shown = locations.iter().take(LOCATIONS_MAX).peekable();
        if shown.peek().is_none() {
            let _ = writeln!(out, "    unknown: {reason}");
            continue;
        }
        let shown: Vec<_> = shown.map(|location| text::line(location)).collect();
        let more = match locations.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ = writeln!(out, "    unknown: {}{more}: {reason}", shown.join(", "));
    }
    out
}

/// What answers assume.
pub(super) fn assuming(assumed: &BTreeSet<LedgerEntry>) -> String {
    let mut out = String::new();
    if !assumed.is_empty() {
        out.push_str("assuming, where something does not happen:\n");
        for entry in assumed {
            let _ = writeln!(out, "    {}", assumption(entry));
        }
    }
    out
}

/// Which questions were asked, and what each cost.
pub(super) fn explained(costs: &[Cost], script: (&str, &str)) -> String {
    let mut out = String::new();
    for cost in costs {
        let at = place(cost, script);
        if cost.targets == 0 {
            let answer = match (cost.found, cost.certified) {
                (1.., _) => "an execution is rejected",
                (_, 1..) => "a certificate says that none is rejected",
                _ => "unknown",
            };
            let (about, calls) = (&cost.about, cost.solver_calls);
            let time = cost.time.as_secs_f64();
            let _ = writeln!(
                out,
                "{at}: {about}: {answer}. {}, {calls} solver calls, {time:.1} s",
                predicates(cost.predicates)
            );
            out.push_str(&doubts(cost));
            continue;
        }
        let _ = writeln!(
            out,
            "{at}: {}: {} locations: {} reached when some inputs were tried, {} by \
             executions that searches found; {} have no path, {} are unreachable by a certificate; \
             {} unknown. {} searches, {}, {} solver calls, {:.1} s",
            cost.about,
            cost.targets,
            cost.tried,
            cost.found,
            cost.without_path,
            cost.certified,
            cost.unknown,
            cost.searches,
            predicates(cost.predicates),
            cost.solver_calls,
            cost.time.as_secs_f64()
        );
        out.push_str(&doubts(cost));
    }
    out
}
