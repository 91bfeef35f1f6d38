//! What it takes to certify a changed program from the certificate of its earlier version, beside
//! what it takes afresh.

pub mod apart;
pub mod tables;
pub mod versions;

use crate::{processor_time, Case};
use proofmark_checker::check::Policy;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::{Options, Program};
use proofmark_producer::certify::{certify_with, Certification, Request, Watch};
use proofmark_producer::engine::{Limits, Progress, Stats};
use proofmark_producer::reuse::{self, Report};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Processor seconds of what comes between a program and its certificate.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Stages {
    /// Reading the old certificate, and comparing its automaton with the program's.
    pub old: f64,
    /// The search, and the questions that its invariants raise.
    pub search: f64,
    /// The proofs that are not copied.
    pub proofs: f64,
    /// Writing the certificate and checking it; after a search without invariants, nothing.
    pub check: f64,
}

impl Stages {
    /// All of them.
    pub fn sum(self) -> f64 {
        self.old + self.search + self.proofs + self.check
    }
}

/// One way to an answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Way {
    /// `certified`, `violated` or `unknown`.
    pub verdict: String,
    /// The certificate; empty if there is none.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Obligations that need a proof, and how many of these were copied.
    pub obligations: [usize; 2],
    /// Predicates that were given, and others.
    pub predicates: [usize; 2],
    /// Calls of decision procedures.
    pub calls: u64,
    /// Sizes of the certificate's section *resume*, and of the rest.
    pub sizes: [usize; 2],
    /// Processor seconds.
    pub stages: Stages,
    /// Nodes of the search that were given, and those of them at the frontier.
    pub nodes: [usize; 2],
    /// The program was decided by executing it, with values that are few told apart.
    #[serde(skip)]
    pub unfolded: bool,
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

    /// As [`Place::load`], with the processor seconds that it took. Those of a preprocessor, which
    /// is a process of its own, are not among them.
    pub fn load_timed(&self, text: &str) -> Option<(Program, f64)> {
        let began = ticks();
        let program = self.load(text)?;
        Some((program, ticks() - began))
    }
}

/// Processor seconds of the whole process, in steps of a hundredth: front end and prover have
/// threads of their own.
fn ticks() -> f64 {
    // The fields behind the command's name begin with the third, and times are the 14th and 15th,
    // in units of USER_HZ, which is 100 (proc(5)).
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = status.rsplit_once(')').map_or("", |(_, rest)| rest);
    let times = fields.split_whitespace().skip(11).take(2);
    times
        .filter_map(|field| field.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// Sees when the prover begins and ends.
#[derive(Default)]
struct Clock {
    /// Processor time of this thread, and of the process.
    began: Option<(Duration, f64)>,
    ended: Option<(Duration, f64)>,
}

impl Progress for Clock {
    fn update(&mut self, _stats: &Stats) {}
}

impl Watch for Clock {
    fn proving(&mut self, _done: usize, _total: usize) {
        let now = (processor_time().unwrap_or_default(), ticks());
        self.began.get_or_insert(now);
        self.ended = Some(now);
    }
}

impl Clock {
    /// The stages of a run that began, had read the old certificate, and ended at these times.
    fn stages(&self, [began, read, ended]: [Duration; 3]) -> Stages {
        let between = |from: Duration, to: Duration| to.saturating_sub(from).as_secs_f64();
        let (first, last) = (self.began, self.ended);
        let first = first.unwrap_or((ended, 0.0));
        let last = last.unwrap_or((ended, 0.0));
        Stages {
            old: between(began, read),
            search: between(read, first.0),
            proofs: last.1 - first.1,
            check: between(last.0, ended),
        }
    }
}

/// Certifies a program, from an old certificate if there is one.
pub fn certify(program: &mut Program, old: Option<&[u8]>, limits: &Limits) -> (Way, Report) {
    let now = || processor_time().unwrap_or_default();
    let began = now();
    let start = old.map(|bytes| reuse::start(program, bytes));
    let read = now();
    let request = Request {
        start: start.as_ref(),
        resumable: true,
        ..Request::default()
    };
    let mut clock = Clock::default();
    let (result, stats) = certify_with(program, &request, limits, &mut clock);
    let stages = clock.stages([began, read, now()]);
    let report = start.map(|start| start.report).unwrap_or_default();
    (way(&result, &stats, stages), report)
}

/// Measures a second time where one certificate took notably longer than the other, and keeps the
/// lesser time of each way: what else the machine does makes single times longer.
pub fn settled(
    (fresh, reused): (Way, Way),
    again: impl FnOnce() -> Option<(Way, Way)>,
) -> (Way, Way) {
    if reused.stages.sum() <= DOUBTFUL * fresh.stages.sum().max(SECONDS_MIN) {
        return (fresh, reused);
    }
    let Some((other_fresh, other_reused)) = again() else {
        return (fresh, reused);
    };
    let lesser = |a: Way, b: Way| match b.stages.sum() < a.stages.sum() {
        true => b,
        false => a,
    };
    (lesser(fresh, other_fresh), lesser(reused, other_reused))
}

/// A ratio of times that is looked at once more.
const DOUBTFUL: f64 = 1.1;
/// Shorter times are not compared.
const SECONDS_MIN: f64 = 0.1;

/// Whether the checker accepts a certificate as it is for a program.
pub fn holds(program: &mut Program, certificate: &[u8]) -> bool {
    let policy = Policy {
        specification: proofmark_certs::digest(program.specification.as_bytes()),
        deny: Vec::new(),
        limits: proofmark_checker::limits::Limits::DEFAULT,
    };
    let Ok(read) = proofmark_certs::open(certificate) else {
        return false;
    };
    let verdict = proofmark_checker::check(&mut program.arena, &program.cfa, &read, &policy);
    matches!(verdict, Verdict::Accepted(_))
}

/// The sizes of a certificate's section *resume*, and of the rest.
fn sizes(certificate: &[u8]) -> [usize; 2] {
    let sections = proofmark_certs::sections(certificate).unwrap_or_default();
    let is_resume = |section: proofmark_certs::Section| section == proofmark_certs::Section::Resume;
    let found = sections.iter().find(|s| is_resume(s.section));
    let resume = found.map_or(0, |section| section.bytes);
    [resume, certificate.len() - resume]
}

fn way(result: &Certification, stats: &Stats, stages: Stages) -> Way {
    let (verdict, certified) = match result {
        Certification::Certified(certified) => ("certified", Some(certified)),
        Certification::Violated(_) => ("violated", None),
        Certification::Unknown { .. } => ("unknown", None),
    };
    let proving = certified.map(|c| c.proving).unwrap_or_default();
    Way {
        verdict: verdict.to_owned(),
        bytes: certified.map(|c| c.bytes.clone()).unwrap_or_default(),
        obligations: [proving.proved, proving.copied],
        predicates: [
            stats.reused.predicates,
            stats.predicates.saturating_sub(stats.reused.predicates),
        ],
        calls: stats.theory_calls + stats.solver_calls + proving.calls,
        sizes: certified.map_or([0; 2], |c| sizes(&c.bytes)),
        stages,
        nodes: [stats.reused.nodes, stats.reused.frontier],
        unfolded: stats.unfolded,
    }
}
