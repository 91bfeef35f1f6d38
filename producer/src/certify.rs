//! From a program to a certificate: verify, prove, assemble, and check before anything leaves.

pub use crate::watch::{Cause, Watch};

use crate::concolic::Beside;
use crate::counterexample::{self, Doubt};
use crate::engine::{self, Answers, Budget, Limits, Outcome, Seed, Stats, Task, Unfolding, Work};
use crate::prover::known::Known;
use crate::prover::{self, Failure};
use crate::reuse::{self, Effort, Start};
use crate::tried;
use proofmark_certs::{Annotations, Binding, Certificate, Provenance};
use proofmark_checker::check::Policy;
use proofmark_checker::verdict::{Report, Verdict};
use proofmark_frontend::Program;
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{EdgeId, LocId, Pos};
use proofmark_logic::display;
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::vc::ObligationKind;
use proofmark_logic::SIGNATURE;
use proofmark_replay::interpret::{Inputs, Trace};
use std::time::{Duration, Instant};

/// What verification ends with.
pub enum Certification {
    /// The program is safe, and this is the proof.
    Certified(Box<Certified>),
    /// The program reaches its error in this execution, which the interpreter confirmed, and which
    /// rests on inputs only.
    Violated(Trace),
    /// Neither was shown.
    Unknown {
        /// Why, in one sentence.
        reason: String,
    },
}

/// A certificate that the checker library has accepted.
#[derive(Clone)]
pub struct Certified {
    /// The certificate.
    pub certificate: Certificate,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What the checker did.
    pub report: Report,
    /// What the prover did.
    pub proving: prover::Stats,
}

/// Longest printed formula, in bytes.
const FORMULA_BYTES_MAX: usize = 160;

/// So many of the formulas that a message's one should follow from are shown.
const ASSUMED_MAX: usize = 3;
/// Executions are tried so long, even if no time is left for anything else.
const TRIALS: Duration = Duration::from_millis(300);

/// What is wanted beyond an answer, and what may help.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    /// Predicates that the user proposes.
    pub hints: &'a [Expr],
    /// What an earlier version's certificate gives.
    pub start: Option<&'a Start>,
    /// Put into the certificate what the next version's proof starts from.
    pub resumable: bool,
    /// An answer other than a proof is of no use: whether an execution that the search finds is one
    /// of the program is not asked.
    pub proof_only: bool,
}

/// Verifies a program; if it is violated, `program` is afterwards the one that the execution
/// belongs to. What a consumer must repeat to get the same program is recorded as provenance.
pub fn certify(
    program: &mut Program,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> (Certification, Stats) {
    certify_with(program, &Request::default(), limits, watch)
}

/// As [`certify`], with a request. A search that an earlier version's certificate did not help to
/// an answer is begun anew without it.
pub fn certify_with(
    program: &mut Program,
    request: &Request<'_>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> (Certification, Stats) {
    let budget = Budget::start(limits);
    if !request.proof_only && tried::comes_first(program) {
        let in_time = || budget.exceeded().is_none();
        if let Some((exact, trace)) = tried::violation(program, &in_time) {
            *program = exact;
            return (Certification::Violated(trace), Stats::default());
        }
    }
    let wanted = (program.reading(), !request.proof_only);
    let mut beside = Beside::new(wanted, &budget, watch);
    let (result, stats) = searched(program, request, (limits, &budget), &mut beside);
    if !matches!(result, Certification::Unknown { .. }) {
        return (result, stats);
    }
    beside.at_last();
    match beside.found() {
        Some((exact, trace)) => {
            *program = exact;
            (Certification::Violated(trace), stats)
        }
        None => (result, stats),
    }
}

/// The search by predicates, once more if there is another way.
fn searched(
    program: &mut Program,
    request: &Request<'_>,
    (limits, budget): (&Limits, &Budget),
    watch: &mut dyn Watch,
) -> (Certification, Stats) {
    let mut answers = Answers::default();
    let seed = request.start.map(|start| &start.seed);
    let task = (Doubted::default(), seed, &mut answers);
    let first = attempt(program, request, task, (limits, budget), watch);
    let helped = !matches!(first.result, Certification::Unknown { .. });
    // What else there is to try.
    let other = seed.is_some() || first.stats.unfolded || first.unproved;
    let only_refuted = request.proof_only && first.doubted.is_some();
    if helped || !other || only_refuted || watch.cancelled() || budget.exceeded().is_some() {
        return (first.result, first.stats);
    }
    let doubted = Doubted {
        path: first.doubted.as_deref(),
        looked: first.looked,
        calls: first.stats.work.calls,
        unfolding: match (first.stats.unfolded, first.unproved) {
            (true, _) => Unfolding::Excluded,
            (false, true) => Unfolding::First,
            (false, false) => Unfolding::Allowed,
        },
    };
    let task = (doubted, None, &mut answers);
    let mut again = attempt(program, request, task, (limits, budget), watch);
    again.stats.reused.given_up = seed.is_some();
    again.stats.theory_calls += first.stats.theory_calls;
    again.stats.solver_calls += first.stats.solver_calls;
    match again.result {
        // The same doubt about the same execution.
        Certification::Unknown { .. }
            if again.doubted.is_some() && again.doubted == first.doubted =>
        {
            (first.result, again.stats)
        }
        result => (result, again.stats),
    }
}

/// A search and what became of what it found.
struct Attempt {
    result: Certification,
    stats: Stats,
    /// The path of an execution that need not be one of the program.
    doubted: Option<Vec<EdgeId>>,
    /// A second look at the program found no other execution.
    looked: bool,
    /// What the search found has no proof.
    unproved: bool,
}

/// What an attempt before this one found out in vain; it would come out the same.
#[derive(Clone, Copy, Default)]
struct Doubted<'a> {
    /// The path of its execution.
    path: Option<&'a [EdgeId]>,
    /// A second look at the program found no other execution.
    looked: bool,
    /// Calls of decision procedures, whose answers are known.
    calls: u64,
    /// Whether the program may be unfolded.
    unfolding: Unfolding,
}

/// Searches, and proves or confirms what is found.
fn attempt(
    program: &mut Program,
    request: &Request<'_>,
    (doubted, seed, answers): (Doubted<'_>, Option<&Seed>, &mut Answers),
    (limits, budget): (&Limits, &Budget),
    watch: &mut dyn Watch,
) -> Attempt {
    let task = Task {
        hints: request.hints,
        seed,
        unfolding: doubted.unfolding,
        ..Task::new(&program.cfa, &program.approximations)
    };
    let task = (task, answers);
    let (outcome, stats) = engine::verify_with(&mut program.arena, task, budget, watch);
    let (mut found, mut looked) = (None, doubted.looked);
    let closed = matches!(outcome, Outcome::Safe { .. });
    let result = match outcome {
        Outcome::Safe {
            invariants,
            predicates,
        } => {
            let nothing = Known::default();
            let known = request.start.map_or(&nothing, |start| &start.known);
            let start = request.start.filter(|_| seed.is_some());
            let before = start.and_then(|start| start.report.effort);
            let tracked = request.resumable.then(|| Tracked {
                predicates: &predicates,
                effort: effort(&stats, doubted.calls, before),
            });
            let found = (&invariants[..], tracked);
            prove(program, found, (limits.threads(), known), budget, watch)
        }
        Outcome::Unsafe { path, inputs } => {
            found = Some(path.clone());
            if request.proof_only {
                let reason = "an execution may reach the error".to_owned();
                Certification::Unknown { reason }
            } else if doubted.path == Some(&path) {
                let reason = String::new();
                Certification::Unknown { reason }
            } else {
                confirmed(program, (&path, inputs), &mut looked, budget, watch)
            }
        }
        Outcome::Unknown { reason } => Certification::Unknown { reason },
    };
    let result = match result {
        Certification::Unknown { reason } if !request.proof_only && !watch.cancelled() => {
            executed(program, reason, budget)
        }
        result => result,
    };
    let unknown = matches!(result, Certification::Unknown { .. });
    Attempt {
        doubted: found.filter(|_| unknown),
        looked,
        unproved: closed && unknown,
        result,
        stats,
    }
}

/// What is unknown for a reason, unless executions on a few inputs decide it.
fn executed(program: &mut Program, reason: String, budget: &Budget) -> Certification {
    // Each takes milliseconds, and the limit may be exceeded by more.
    let began = Instant::now();
    let in_time = || budget.exceeded().is_none() || began.elapsed() < TRIALS;
    match tried::violation(program, &in_time) {
        Some((exact, trace)) => {
            *program = exact;
            Certification::Violated(trace)
        }
        None => Certification::Unknown { reason },
    }
}

/// Whether what the search found is an execution of the program. At the program a second look is
/// taken once.
fn confirmed(
    program: &mut Program,
    (path, inputs): (&[EdgeId], Inputs),
    looked: &mut bool,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Certification {
    match counterexample::confirm(program, path, inputs) {
        Ok(trace) => match counterexample::strays(program, &trace, budget, watch) {
            Some(doubt) => doubtful(doubt, watch),
            None => Certification::Violated(trace),
        },
        Err(doubt) if std::mem::replace(looked, true) => doubtful(doubt, watch),
        Err(doubt) => match counterexample::second_look(program, budget, watch) {
            Some((exact, trace)) => {
                *program = exact;
                Certification::Violated(trace)
            }
            None => doubtful(doubt, watch),
        },
    }
}

/// What a proof cost up to now, with what it cost to prove its earlier versions, and these calls
/// before the search.
fn effort(stats: &Stats, calls: u64, before: Option<Effort>) -> Effort {
    let before = before.unwrap_or_default();
    let work = Work {
        calls: stats.work.calls.saturating_add(calls),
        ..stats.work
    };
    Effort {
        search: before.search.saturating_add(work.calls),
        afresh: before.afresh.max(work),
        ..before
    }
}

/// An execution need not be one of the program.
fn doubtful(doubt: Doubt, watch: &mut dyn Watch) -> Certification {
    if let Some(imprecision) = doubt.imprecision {
        watch.gave_up(Cause::Approximation(imprecision));
    }
    let reason = doubt.reason;
    Certification::Unknown { reason }
}

/// What a search leaves for the next version's.
struct Tracked<'a> {
    /// By location.
    predicates: &'a [Vec<Expr>],
    effort: Effort,
}

fn prove(
    program: &mut Program,
    (invariants, tracked): (&[Expr], Option<Tracked<'_>>),
    (jobs, known): (usize, &Known),
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Certification {
    let mut over = None;
    let mut go_on = |done, total| {
        watch.proving(done, total);
        over = if watch.cancelled() {
            Some("interrupted".to_owned())
        } else {
            budget.exceeded()
        };
        over.is_none()
    };
    let proofs = match prover::prove(
        &mut program.arena,
        &program.cfa,
        invariants,
        (jobs, known),
        &mut go_on,
    ) {
        Ok(proofs) => proofs,
        Err(Failure::Stopped) => {
            return Certification::Unknown {
                reason: over.unwrap_or_else(|| "interrupted".to_owned()),
            }
        }
        Err(failure) => {
            watch.gave_up(Cause::NoProof(place(program, &failure)));
            let why = describe(program, &failure);
            return Certification::Unknown {
                reason: format!("invariants were found, but no proof of them: {why}"),
            };
        }
    };
    let resume = tracked.and_then(|Tracked { predicates, effort }| {
        let effort = Effort {
            prover: effort.prover.saturating_add(proofs.stats.calls),
            ..effort
        };
        reuse::section(program, predicates, effort)
    });
    let certificate = Certificate {
        binding: Binding::of(
            program.cfa.profile,
            SIGNATURE,
            &program.specification,
            &cfa_bytes(&program.arena, &program.cfa),
        ),
        annotations: Annotations {
            table: proofs.table,
            invariants: proofs.invariant_roots,
        },
        proofs: proofs.obligations,
        ledger: program.cfa.ledger.clone(),
        provenance: Some(provenance(program).encode()),
        automaton: None,
        // The built-in errors need no text.
        specification: Some(program.specification.clone()).filter(|text| !text.is_empty()),
        resume,
    };
    seal(program, certificate, proofs.stats)
}

/// A certificate from invariants.
pub(crate) fn certificate(
    program: &mut Program,
    invariants: &[Expr],
    jobs: usize,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Certification {
    let known = (jobs, &Known::default());
    prove(program, (invariants, None), known, budget, watch)
}

/// What messages about the certificate may need.
fn provenance(program: &Program) -> Provenance {
    let options = program.options();
    let observers = options.specification.observers.iter();
    let outline = program.outline.iter();
    Provenance {
        tool: "proofmark".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        entry: options.entry.clone(),
        inline_limit: u64::try_from(options.inline_limit).unwrap_or(u64::MAX),
        specifications: observers.map(|o| o.file.clone()).collect(),
        arguments: options.cpp_args.clone(),
        functions: outline.map(|f| f.fingerprint.to_le_bytes()).collect(),
    }
}

/// The statement whose obligation has no proof.
fn place(program: &Program, failure: &Failure) -> Pos {
    let (Failure::Stuck { kind, .. } | Failure::Unwritable { kind, .. }) = failure else {
        return Pos::default();
    };
    let cfa = &program.cfa;
    let location = |q: LocId| cfa.locations.get(q.0 as usize).map(|l| l.pos);
    let edge = |id: EdgeId| cfa.edges.get(id.0 as usize);
    let pos = match kind {
        ObligationKind::Edge(id) | ObligationKind::Enter(id) => edge(*id).and_then(|edge| {
            let first = edge.stmts.first().map(|stmt| stmt.pos);
            first.or(location(edge.from))
        }),
        ObligationKind::Entry | ObligationKind::Error => location(cfa.entry),
    };
    pos.unwrap_or_default()
}

/// A prover's failure in one sentence.
fn describe(program: &Program, failure: &Failure) -> String {
    let show = |e: &Expr| display::expr(&program.arena, &program.cfa, *e, FORMULA_BYTES_MAX);
    let place = |kind: &ObligationKind| crate::export::describe(&program.cfa, *kind);
    match failure {
        Failure::Stuck {
            kind,
            goal,
            assumed,
        } => {
            let shown: Vec<String> = assumed.iter().take(ASSUMED_MAX).map(show).collect();
            let more = match assumed.len().saturating_sub(ASSUMED_MAX) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let (place, goal, shown) = (place(kind), show(goal), shown.join("`, `"));
            format!("{place}: `{goal}` from `{shown}`{more}")
        }
        Failure::Unwritable { kind, why } => {
            format!("{}: the proof cannot be written ({why:?})", place(kind))
        }
        Failure::TooLarge => "the formulas are too large".to_owned(),
        Failure::Stopped => "the search was stopped".to_owned(),
    }
}

/// The same certificate with the program's automaton in it, so that it can be checked without the
/// source.
pub fn self_contained(program: &mut Program, certified: Certified) -> Certification {
    let automaton = Some(cfa_bytes(&program.arena, &program.cfa));
    let resume = certified.certificate.resume.as_deref();
    let resume = resume.and_then(reuse::section_beside_automaton);
    seal(
        program,
        Certificate {
            automaton,
            resume,
            ..certified.certificate
        },
        certified.proving,
    )
}

/// Encodes a certificate and has it read and checked like a consumer would: nothing leaves that
/// this does not accept.
fn seal(program: &mut Program, certificate: Certificate, proving: prover::Stats) -> Certification {
    let bytes = proofmark_certs::encode(&certificate);
    let stopped = |reason: String, advice: &str| Certification::Unknown {
        reason: format!("the proof was found, but {reason}; {advice}"),
    };
    let unknown = |reason: String| stopped(reason, "please report the program");
    let read = match proofmark_certs::open(&bytes) {
        Ok(read) if read == certificate.claimed() => read,
        Ok(_) => return unknown("reading it back gives something else".to_owned()),
        Err(error) if error.kind.is_declined() => {
            let reason = format!("its certificate would be {}", error.kind);
            return stopped(reason, "certify parts of the program");
        }
        Err(error) => return unknown(format!("reading it back fails: {error}")),
    };
    let policy = Policy {
        specification: proofmark_certs::digest(program.specification.as_bytes()),
        deny: Vec::new(),
        limits: proofmark_checker::limits::Limits::DEFAULT,
    };
    match proofmark_checker::check(&mut program.arena, &program.cfa, &read, &policy) {
        Verdict::Accepted(report) => Certification::Certified(Box::new(Certified {
            certificate,
            bytes,
            report,
            proving,
        })),
        Verdict::Rejected(reason) => unknown(format!(
            "the checker rejects it: {}",
            reason.describe(&program.arena, &program.cfa)
        )),
        Verdict::Declined(reason) => {
            unknown(format!("the checker declines it: {}", reason.describe()))
        }
    }
}
