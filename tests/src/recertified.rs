//! What it takes to certify a changed program from the certificate of its earlier version, beside
//! what it takes afresh.

use crate::{processor_time, Case};
use proofmark_frontend::{Options, Program};
use proofmark_producer::certify::{certify_with, Certification, Request};
use proofmark_producer::engine::{Limits, Silent, Stats};
use proofmark_producer::reuse::{self, Report};
use std::path::{Path, PathBuf};

/// One way to an answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Way {
    /// `certified`, `violated` or `unknown`.
    pub verdict: &'static str,
    /// The certificate; empty if there is none.
    pub bytes: Vec<u8>,
    /// Obligations that need a proof, and how many of these were copied.
    pub obligations: [usize; 2],
    /// Predicates that were given, and others.
    pub predicates: [usize; 2],
    /// Calls of decision procedures.
    pub calls: u64,
    /// Processor seconds without the front end.
    pub seconds: f64,
    /// Nodes of the search that were given, and those of them at the frontier.
    pub nodes: [usize; 2],
}

impl Way {
    /// The share of the obligations that was copied.
    pub fn copied(&self) -> f64 {
        match self.obligations {
            [0, _] => 1.0,
            [total, copied] => copied as f64 / total as f64,
        }
    }
}

/// Limits on each run.
pub fn limits(seconds: u64) -> Limits {
    Limits {
        time: Some(std::time::Duration::from_secs(seconds)),
        memory: Some(4 << 30),
        jobs: std::num::NonZeroUsize::new(1),
        ..Limits::default()
    }
}

/// Where a program is, and how it is read.
#[derive(Clone)]
pub struct Place {
    /// The file that holds it while it is read.
    pub file: PathBuf,
    /// How.
    pub options: Options,
}

impl Place {
    /// A place in a directory for versions of a case; headers are found beside the case.
    pub fn of(case: &Case, directory: &Path) -> Place {
        let mut options = case.frontend_options();
        if let Some(parent) = case.path.parent() {
            options.cpp_args.push(format!("-I{}", parent.display()));
        }
        let name = case.path.file_name().unwrap_or_default();
        Place {
            file: directory.join(name),
            options,
        }
    }

    /// Reads a version; `None` if it is no program.
    pub fn load(&self, text: &str) -> Option<Program> {
        std::fs::write(&self.file, text).ok()?;
        proofmark_frontend::load(std::slice::from_ref(&self.file), &self.options).ok()
    }
}

/// Certifies a program, from an old certificate if there is one.
pub fn certify(program: &mut Program, old: Option<&[u8]>, limits: &Limits) -> (Way, Report) {
    let began = processor_time().unwrap_or_default();
    let start = old.map(|bytes| reuse::start(program, bytes));
    let request = Request {
        start: start.as_ref(),
        resumable: true,
        ..Request::default()
    };
    let (result, stats) = certify_with(program, &request, limits, &mut Silent);
    let took = processor_time().unwrap_or_default().saturating_sub(began);
    let report = start.map(|start| start.report).unwrap_or_default();
    (way(&result, &stats, took.as_secs_f64()), report)
}

fn way(result: &Certification, stats: &Stats, seconds: f64) -> Way {
    let (verdict, certified) = match result {
        Certification::Certified(certified) => ("certified", Some(certified)),
        Certification::Violated(_) => ("violated", None),
        Certification::Unknown { .. } => ("unknown", None),
    };
    let proving = certified.map(|c| c.proving).unwrap_or_default();
    Way {
        verdict,
        bytes: certified.map(|c| c.bytes.clone()).unwrap_or_default(),
        obligations: [proving.proved, proving.copied],
        predicates: [
            stats.reused.predicates,
            stats.predicates.saturating_sub(stats.reused.predicates),
        ],
        calls: stats.theory_calls + stats.solver_calls + proving.calls,
        seconds,
        nodes: [stats.reused.nodes, stats.reused.frontier],
    }
}
