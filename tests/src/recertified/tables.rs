//! The tables of `docs/benchmarks-recertify.md`. Its sections are measured apart, so a run writes
//! those that it measured and leaves the others as they are.

use super::{Stages, Way};
use crate::document::Form;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One later version of a program, certified in both ways.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// The row of the table: a kind of edit, or a rule.
    pub kind: String,
    /// The program.
    pub program: String,
    /// Certified afresh.
    pub fresh: Way,
    /// Certified from the certificate of the earlier version.
    pub reused: Way,
    /// The earlier version's certificate is about the later one as well.
    pub holds: bool,
    /// Processor seconds of the front end, for one of them.
    pub front: f64,
}

impl Outcome {
    /// Whether both ways lead to the same answer.
    pub fn is_same(&self) -> bool {
        self.fresh.verdict == self.reused.verdict
    }
}

const INTRODUCTION: &str = "\
# Certificates that follow the program

Written by `make bench-recertify` (programs that a generator edits) and `make bench-recertify-linux`
(drivers of Linux), each the sections that it measures. Each later version of a program is certified
twice: from the certificate of the earlier version, and afresh. Of what the first takes, the tables
give the share of what the second takes, in sum and where it is largest: calls of decision
procedures (20 at least), and processor time without the front end (100 ms at least, since that of
the prover is told in hundredths of a second); where that is a tenth longer, both are measured once
more, and the lesser time of each counts. Every certificate is accepted by the checker: what it does
not accept is no answer.
";

/// The sections, in their order.
const TITLES: [&str; 4] = [
    "Edits",
    "Edits of Linux drivers",
    "Upgrades",
    "Drifting headers",
];

/// The document with one section replaced, or added where it belongs.
pub fn with_section(document: &str, title: &str, text: &str) -> String {
    let form = Form {
        introduction: INTRODUCTION,
        titles: &TITLES,
    };
    form.with_section(document, title, text)
}

/// What the columns of edited programs are.
const EDITS: &str = "\
| edit | programs | same verdict | certified | proofs copied: median, least | with new predicates | \
calls: sum, largest ratio | time: sum, largest ratio |
|---|--:|--:|--:|--:|--:|--:|--:|
";

/// What the columns of versions are.
const VERSIONS: &str = "\
| rule | drivers | entries | same verdict | certified | hold as they are | proofs copied: median, \
least, all | with new predicates | calls: from, to, largest ratio | time: sum, largest ratio |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";

/// The section about edited programs.
pub fn edits(outcomes: &[Outcome]) -> String {
    let row = |kind: &str, all: &[&Outcome]| {
        let Sums {
            same,
            certified,
            copied,
            grown,
            calls,
            time,
            ..
        } = Sums::of(all);
        let programs = all.len();
        format!(
            "| {kind} | {programs} | {same} | {certified} | {} | {grown} | {} | {} |\n",
            copied[..2].join(", "),
            calls.1,
            time
        )
    };
    format!("{EDITS}{}\n{}", rows(outcomes, row), stages(outcomes))
}

/// The section about versions.
pub fn versions(outcomes: &[Outcome]) -> String {
    let row = |kind: &str, all: &[&Outcome]| {
        let Sums {
            same,
            certified,
            copied,
            grown,
            calls,
            time,
            ..
        } = Sums::of(all);
        let drivers: BTreeSet<&str> = all.iter().map(|o| o.program.as_str()).collect();
        let holds = all.iter().filter(|o| o.holds).count();
        let (drivers, entries) = (drivers.len(), all.len());
        format!(
            "| {kind} | {drivers} | {entries} | {same} | {certified} | {holds} | {} | {grown} | \
             {} | {time} |\n",
            copied.join(", "),
            calls.0,
        )
    };
    let table = rows(outcomes, row);
    format!(
        "{VERSIONS}{table}{}\n{}",
        different(outcomes),
        stages(outcomes)
    )
}

/// Where the verdicts differ.
fn different(outcomes: &[Outcome]) -> String {
    let lines = outcomes.iter().filter(|o| !o.is_same()).map(|o| {
        let (program, kind) = (&o.program, &o.kind);
        let (fresh, reused) = (&o.fresh.verdict, &o.reused.verdict);
        format!("- {program}, {kind}:\n  `{fresh}` afresh, `{reused}` from the old certificate\n")
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        return lines;
    }
    format!("\nNot the same verdict:\n\n{lines}")
}

/// One row for each kind, and one for all.
fn rows(outcomes: &[Outcome], row: impl Fn(&str, &[&Outcome]) -> String) -> String {
    let mut by_kind: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
    for outcome in outcomes {
        by_kind.entry(&outcome.kind).or_default().push(outcome);
    }
    let mut out: String = by_kind.iter().map(|(kind, all)| row(kind, all)).collect();
    if by_kind.len() > 1 {
        out.push_str(&row("all", &outcomes.iter().collect::<Vec<_>>()));
    }
    out
}

/// What a row tells.
struct Sums {
    same: usize,
    certified: usize,
    /// Median, least, in sum.
    copied: [String; 3],
    /// Certified with new predicates.
    grown: usize,
    /// As numbers, and as a share; each with the largest ratio.
    calls: (String, String),
    time: String,
}

impl Sums {
    fn of(all: &[&Outcome]) -> Sums {
        let certified: Vec<&Way> = all
            .iter()
            .map(|o| &o.reused)
            .filter(|way| way.verdict == "certified")
            .collect();
        let shares: Vec<f64> = certified.iter().map(|way| way.copied()).collect();
        let least = shares.iter().copied().fold(1.0, f64::min);
        let [needed, copied] = [0, 1].map(|n| {
            certified
                .iter()
                .map(|way| way.obligations[n] as f64)
                .sum::<f64>()
        });
        let grown = certified.iter().filter(|way| way.predicates[1] > 0).count();
        let calls = Ratio::of(all, |way| way.calls as f64, 20.0);
        let time = Ratio::of(all, |way| way.stages.sum(), 0.1);
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let largest = calls.largest;
        Sums {
            same: all.iter().filter(|o| o.is_same()).count(),
            certified: certified.len(),
            copied: [
                percent(median(shares)),
                percent(least),
                percent(copied / needed.max(1.0)),
            ],
            grown,
            calls: (
                format!("{}, {}, {largest:.2}", calls.fresh, calls.reused),
                format!("{:.1} %, {largest:.2}", 100.0 * calls.share()),
            ),
            time: format!("{}, {:.2}", percent(time.share()), time.largest),
        }
    }
}

/// What the two ways take.
struct Ratio {
    fresh: f64,
    reused: f64,
    /// Of one program, where the fresh run is taken to need `least` at least.
    largest: f64,
}

impl Ratio {
    fn of(all: &[&Outcome], value: impl Fn(&Way) -> f64, least: f64) -> Ratio {
        let ratio = |o: &&Outcome| value(&o.reused) / value(&o.fresh).max(least);
        Ratio {
            fresh: all.iter().map(|o| value(&o.fresh)).sum(),
            reused: all.iter().map(|o| value(&o.reused)).sum(),
            largest: all.iter().map(ratio).fold(0.0, f64::max),
        }
    }

    fn share(&self) -> f64 {
        self.reused / self.fresh.max(1e-9)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Times of the stages, and sizes of the certificates.
fn stages(outcomes: &[Outcome]) -> String {
    let mut out = String::new();
    if cfg!(debug_assertions) {
        out.push_str("Measured with a development build (`opt-level` 1).\n\n");
    }
    out.push_str(
        "| seconds of processor time | front end | old certificate | search | proofs | \
         writing and checking | without the front end | with it |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let front: f64 = outcomes.iter().map(|o| o.front).sum();
    let mut line = |name: &str, way: fn(&Outcome) -> &Way| {
        let total = |stage: fn(Stages) -> f64| -> f64 {
            outcomes.iter().map(|o| stage(way(o).stages)).sum()
        };
        let sum = total(Stages::sum);
        let _ = writeln!(
            out,
            "| {name} | {front:.1} | {:.2} | {:.2} | {:.2} | {:.2} | {sum:.2} | {:.1} |",
            total(|s| s.old),
            total(|s| s.search),
            total(|s| s.proofs),
            total(|s| s.check),
            front + sum,
        );
    };
    line("afresh", |o| &o.fresh);
    line("from the old certificate", |o| &o.reused);
    out + "\n" + &sizes(outcomes)
}

fn sizes(outcomes: &[Outcome]) -> String {
    let found = outcomes.iter().map(|o| &o.fresh);
    let found: Vec<&Way> = found.filter(|way| way.sizes != [0; 2]).collect();
    let [resume, rest] = [0, 1].map(|n| found.iter().map(|way| way.sizes[n]).sum::<usize>());
    let ratio = |way: &&Way| way.sizes[0] as f64 / way.sizes[1].max(1) as f64;
    let ratios: Vec<f64> = found.iter().map(ratio).collect();
    let largest = ratios.iter().copied().fold(0.0, f64::max);
    format!(
        "Sections *resume* of the {} fresh certificates: {resume} bytes beside {rest}\n({:.2} times; \
         median {:.2}, largest {largest:.2}).\n",
        found.len(),
        resume as f64 / rest.max(1) as f64,
        median(ratios),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(verdict: &'static str, calls: u64, obligations: [usize; 2]) -> Way {
        Way {
            verdict: verdict.to_owned(),
            bytes: Vec::new(),
            sizes: [10, 20],
            obligations,
            predicates: [1, 0],
            calls,
            stages: Stages::default(),
            nodes: [0; 2],
            unfolded: false,
        }
    }

    #[test]
    fn a_section_is_replaced_and_the_others_stay() {
        let first = with_section("", "Upgrades", "old\n");
        let second = with_section(&first, "Edits", "edits\n");
        let third = with_section(&second, "Upgrades", "new");
        assert!(third.starts_with(INTRODUCTION), "{third}");
        assert!(
            third.ends_with("\n## Edits\n\nedits\n\n## Upgrades\n\nnew\n"),
            "{third}"
        );
        assert_eq!(with_section(&third, "Something else", "x"), third);
    }

    #[test]
    fn a_row_counts_what_differs() {
        let outcome = |program: &str, reused: Way| Outcome {
            kind: "rule".into(),
            program: program.into(),
            fresh: way("certified", 100, [4, 0]),
            reused,
            holds: program == "a",
            front: 1.0,
        };
        let outcomes = [
            outcome("a", way("certified", 0, [4, 4])),
            outcome("a", way("certified", 50, [4, 1])),
            outcome("b", way("violated", 200, [0, 0])),
        ];
        let text = versions(&outcomes);
        let row = "| rule | 2 | 3 |";
        assert!(text.contains(row), "{text}");
        assert!(
            text.contains("- b, rule:\n  `certified` afresh, `violated` from"),
            "{text}"
        );
        let rest = "| 2 | 2 | 2 | 100 %, 25 %, 62 % | 0 | 300, 250, 2.00 | 0 %, 0.00 |";
        assert!(text.contains(rest), "{text}");
        assert!(text.contains("30 bytes beside 60\n(0.50 times"), "{text}");
    }
}
