//! The benchmark harness: finds tasks, runs each in a process of its own, writes tables and plots,
//! and compares two runs.

pub mod compare;
pub mod foreign;
pub mod growth;
pub mod peer;
pub mod plot;
pub mod report;
pub mod run;
pub mod task;

use serde::{Deserialize, Serialize};

/// The result of one task. What was not measured is missing.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Row {
    /// The task, as tables name it.
    pub task: String,
    /// `certified`, `violated`, or nothing where nobody knows.
    pub expected: String,
    /// `certified`, `violated`, `unknown`, `bad input`, `killed` or `crashed`.
    pub verdict: String,
    /// Why nothing was decided.
    pub reason: String,
    /// Lines of the program's files that are not blank.
    pub lines: usize,
    /// Seconds of processor time: front end, certification, self-check.
    pub cpu: f64,
    /// Share of the certification's time that went into the analysis of counterexamples.
    pub analysis: f64,
    /// Edges of the automaton.
    pub edges: usize,
    /// Different predicates.
    pub predicates: usize,
    /// Most predicates at one location.
    pub active: usize,
    /// Nodes of the reachability graph.
    pub nodes: usize,
    /// Calls of the theory solver and of Z3.
    pub calls: [u64; 2],
    /// Of a certificate.
    pub certificate: Option<Certificate>,
    /// Seconds of processor time for the same task without the specification.
    pub plain_cpu: Option<f64>,
}

/// The sizes of a certificate and the work to check it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Certificate {
    /// Its length.
    pub bytes: usize,
    /// Obligations: all, trivial ones, different ones proved.
    pub obligations: [usize; 3],
    /// Tokens of the proofs.
    pub tokens: usize,
    /// Milliseconds to read and check it, without the front end.
    pub check_ms: f64,
    /// High-water marks: expressions, steps, nesting, hypotheses.
    pub used: [u64; 4],
}

impl Row {
    /// Whether the opposite of what is expected was found: the worst that can happen.
    pub fn is_wrong(&self) -> bool {
        matches!(
            (self.verdict.as_str(), self.expected.as_str()),
            ("certified", "violated") | ("violated", "certified")
        )
    }
    /// Whether what is expected was found.
    pub fn is_right(&self) -> bool {
        !self.expected.is_empty() && self.verdict == self.expected
    }
}

/// Under which conditions the tasks ran.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Conditions {
    /// Seconds for each task.
    pub time_limit: u64,
    /// MiB for each task.
    pub memory_limit: u64,
    /// The options that every task ran with, as the command line has them.
    pub options: String,
}

/// A run of the harness, as it is kept for later comparison.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Run {
    /// Under which conditions.
    pub conditions: Conditions,
    /// One row for each task.
    pub rows: Vec<Row>,
}
