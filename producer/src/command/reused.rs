//! What is said about what was reused of an earlier version's certificate.

use proofmark_frontend::Program;
use proofmark_guard::text;
use proofmark_producer::certify::Certification;
use proofmark_producer::engine::Stats;
use proofmark_producer::prover;
use proofmark_producer::reuse::{self, Change, Report, Start};
use serde_json::{json, Value};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The certificate of an earlier version.
pub(crate) struct OldCertificate {
    /// Where it is.
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
    /// Whether people want to know what does not conform, and why.
    pub(crate) explain: bool,
}

impl OldCertificate {
    /// What it gives for a program.
    pub(crate) fn start(&self, program: &mut Program) -> Start {
        reuse::start(program, &self.bytes)
    }
}

/// What a run took, and what it reused.
pub(crate) struct Account<'a> {
    pub(crate) stats: &'a Stats,
    pub(crate) reuse: (&'a OldCertificate, &'a Start),
    pub(crate) certification: &'a Certification,
    pub(crate) took: Duration,
}

impl Account<'_> {
    fn proving(&self) -> Option<&prover::Stats> {
        match self.certification {
            Certification::Certified(certified) => Some(&certified.proving),
            Certification::Violated(_) | Certification::Unknown { .. } => None,
        }
    }

    /// For programs.
    pub(crate) fn json(&self) -> Value {
        let (_, Start { report, .. }) = self.reuse;
        let reused = self.stats.reused;
        let changed = report.changed.iter().map(|(name, _)| name.as_str());
        // Without a proof there are none.
        let proving = self.proving().copied().unwrap_or_default();
        json!({
            "nodes": { "old": report.nodes, "matched": reused.nodes },
            "frontier": reused.frontier,
            "given_up": reused.given_up,
            "obligations": { "total": proving.proved, "copied": proving.copied },
            "predicates": { "kept": reused.predicates, "new": self.new_predicates() },
            "solver_calls": self.calls(),
            "old_solver_calls": report.effort.map(|effort| effort.search + effort.prover),
            "functions_changed": changed.collect::<Vec<_>>(),
            "unusable": report.unusable.as_ref().map(ToString::to_string),
            "seconds": self.took.as_secs_f64(),
        })
    }

    /// For people.
    pub(crate) fn text(&self) -> String {
        let (old, Start { report, .. }) = self.reuse;
        let reused = self.stats.reused;
        let mut out = String::new();
        if let Some(why) = &report.unusable {
            let _ = writeln!(out, "  note: {}", text::line(&why.to_string()));
        }
        let _ = writeln!(
            out,
            "  from {}: {} of {} nodes match, {} at the frontier; {} predicates kept, {} new",
            text::path(&old.path),
            reused.nodes,
            report.nodes,
            reused.frontier,
            reused.predicates,
            self.new_predicates(),
        );
        if reused.given_up {
            out.push_str("  the search was begun anew: the old proof did not make it shorter\n");
        }
        if let Some(proving) = self.proving() {
            let (copied, proved) = (proving.copied, proving.proved);
            let _ = writeln!(out, "  {copied} of {proved} proofs copied");
        }
        let before = report.effort.map_or(String::new(), |effort| {
            format!(" (the old proof took {})", effort.search + effort.prover)
        });
        let _ = writeln!(
            out,
            "  {} calls of decision procedures{before}, {:.2} s",
            self.calls(),
            self.took.as_secs_f64()
        );
        if old.explain {
            out.push_str(&explanation(report));
        }
        out
    }

    fn new_predicates(&self) -> usize {
        let kept = self.stats.reused.predicates;
        self.stats.predicates.saturating_sub(kept)
    }

    /// Calls of the theory, of Z3, and of the prover's decision procedure.
    fn calls(&self) -> u64 {
        let prover = self.proving().map_or(0, |proving| proving.calls);
        let search = self
            .stats
            .theory_calls
            .saturating_add(self.stats.solver_calls);
        search.saturating_add(prover)
    }
}

/// Which functions the old proof does not speak of.
fn explanation(report: &Report) -> String {
    if report.changed.is_empty() && report.unusable.is_none() {
        return "  every function conforms to the old proof\n".to_owned();
    }
    let mut out = String::new();
    for (name, change) in &report.changed {
        let name = text::line(name);
        let _ = match change {
            Change::New(places) => {
                writeln!(
                    out,
                    "  {name}: {places} places that the old program does not have"
                )
            }
            Change::Effect(edges) => writeln!(
                out,
                "  {name}: {edges} steps with another effect on what is tracked"
            ),
        };
    }
    out
}
