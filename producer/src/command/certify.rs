//! `proofmark certify`.

use super::arguments::Certify;
use super::failure::{load, BadInput};
use super::hint::{predicates, Hint};
use super::output;
use super::progress::Bar;
use super::reused::{Account, OldCertificate};
use super::trace::Report;
use super::unknown;
use proofmark_frontend::Program;
use proofmark_guard::output::Output;
use proofmark_guard::{policy, text};
use proofmark_logic::arena::Expr;
use proofmark_producer::certify::{
    certify_with as verify, self_contained, Certification, Certified, Request,
};
use proofmark_producer::engine::{Limits, Stats};
use proofmark_producer::training::hints::of_libraries;
use proofmark_replay::interpret::Trace;
use proofmark_replay::story::Extent;
use proofmark_report::{assumption, events, ledger};
use serde_json::{json, Value};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What the command says about a program, in both forms, and its exit status: 0 certified, 1
/// violated, 2 unknown, 4 not applicable.
pub(crate) struct Answer {
    pub(crate) status: u8,
    pub(crate) json: Value,
    pub(crate) text: String,
}

/// Verifies a program, and says how that ended.
pub(crate) fn certify(arguments: &Certify, interrupted: &Arc<AtomicBool>) -> Result<u8, BadInput> {
    certify_from(arguments, None, interrupted)
}

/// The same, starting from the certificate of an earlier version.
pub(crate) fn certify_from(
    arguments: &Certify,
    old: Option<&OldCertificate>,
    interrupted: &Arc<AtomicBool>,
) -> Result<u8, BadInput> {
    let began = Instant::now();
    let task = Task {
        arguments,
        output: output::of_certify(arguments)?,
        deny: denied(&arguments.deny, arguments.policy.as_deref())?,
        began,
        old,
        interrupted,
    };
    let program = load(&arguments.files, &arguments.source)?;
    let writable = output::protect(
        (arguments, old.map(|old| old.path.as_path())),
        &task.output,
        &program,
    );
    let applicable = program.relevance.is_applicable();
    if applicable && !arguments.quiet && !arguments.json {
        super::spec::print_unheard(&program);
    }
    let answer = match task.without_search(&program)? {
        Some(answer) => answer,
        None => task.search(program, writable)?,
    };
    if arguments.json {
        text::print_json(&answer.json);
    } else if answer.status != 0 || !arguments.quiet {
        say(arguments, &answer.text);
    }
    Ok(answer.status)
}

/// What is asked about a program.
pub(crate) struct Task<'a> {
    pub(crate) arguments: &'a Certify,
    /// Where the certificate goes.
    pub(crate) output: Output,
    /// The kinds of assumptions that are not accepted.
    pub(crate) deny: Vec<String>,
    /// When the work began, for its limit.
    pub(crate) began: Instant,
    /// The certificate of an earlier version.
    pub(crate) old: Option<&'a OldCertificate>,
    /// Somebody asks the command to end.
    pub(crate) interrupted: &'a Arc<AtomicBool>,
}

impl Task<'_> {
    /// The answer where it takes no search: the specification is not about the program.
    ///
    /// # Errors
    /// If the program needs an assumption that is denied.
    pub(crate) fn without_search(&self, program: &Program) -> Result<Option<Answer>, BadInput> {
        let mut ledger = program.cfa.ledger.iter();
        if let Some(entry) = ledger.find(|entry| self.deny.contains(&entry.kind)) {
            let message = format!(
                "the program needs an assumption that is denied: {}: {}: {}",
                entry.kind, entry.subject, entry.detail
            );
            return Err(BadInput::new("denied", message));
        }
        // A final condition may still be violated where no event happens.
        let silent = !program.relevance.is_applicable() && !program.relevance.error_has_paths;
        Ok(silent.then(|| not_applicable(program)))
    }

    /// Searches for a proof or an execution, and writes the certificate if that is allowed.
    ///
    /// # Errors
    /// What is wrong with hints, and why the certificate cannot be written.
    pub(crate) fn search(
        &self,
        mut program: Program,
        writable: Result<(), BadInput>,
    ) -> Result<Answer, BadInput> {
        let arguments = self.arguments;
        let applicable = program.relevance.is_applicable();
        let hints = hints(arguments, &mut program)?;
        let limits = Limits {
            time: Some(Duration::from_secs(arguments.source.time_limit)),
            memory: Some(arguments.source.memory_limit.saturating_mul(1 << 20)),
            jobs: arguments.jobs,
            spent: self.began.elapsed(),
        };
        let mut bar = Bar::new(
            !arguments.quiet && !arguments.no_progress && !arguments.json,
            self.interrupted.clone(),
        );
        let start = self.old.map(|old| old.start(&mut program));
        let request = Request {
            hints: &hints,
            start: start.as_ref(),
            // What follows from a certificate is like it.
            resumable: arguments.resumable
                || start
                    .as_ref()
                    .is_some_and(|start| start.report.effort.is_some()),
            proof_only: false,
        };
        let (mut result, stats) = verify(&mut program, &request, &limits, &mut bar);
        bar.finish();
        if let (true, Certification::Certified(certified)) = (arguments.self_contained, &result) {
            result = self_contained(&mut program, (**certified).clone());
        }
        let mut answer = match &result {
            Certification::Certified(_) | Certification::Unknown { .. } if !applicable => {
                not_applicable(&program)
            }
            Certification::Certified(certified) => {
                writable?;
                output::write(&self.output, &certified.bytes)?;
                answer_certified(&output::name(arguments)?, &program, certified, &stats)
            }
            Certification::Violated(trace) => answer_violated(arguments, &program, trace, &stats),
            Certification::Unknown { reason } => {
                let known = (bar.situation.as_ref(), bar.cause);
                let report = unknown::Report::new(&program, reason, &stats, known);
                answer_unknown(&program, (reason, &report), &stats)
            }
        };
        if let Some(reuse) = self.old.zip(start.as_ref()) {
            let account = Account {
                stats: &stats,
                reuse,
                certification: &result,
                took: self.began.elapsed(),
            };
            answer.text.push_str(&account.text());
            if let Some(object) = answer.json.as_object_mut() {
                object.insert("reuse".to_owned(), account.json());
            }
        }
        Ok(answer)
    }
}

/// The kinds of assumptions that are not accepted.
pub(crate) fn denied(deny: &[String], policy: Option<&Path>) -> Result<Vec<String>, BadInput> {
    let read = |path: &Path| {
        proofmark_frontend::files::read(path, policy::BYTES_MAX).map_err(|error| error.to_string())
    };
    let kinds = &proofmark_frontend::LEDGER_KINDS;
    policy::denied(deny, policy, kinds, read).map_err(|message| BadInput::new("policy", message))
}

/// What the user proposes, as formulas of the program.
fn hints(arguments: &Certify, program: &mut Program) -> Result<Vec<Expr>, BadInput> {
    let mut all = of_libraries(program);
    for text in &arguments.hints {
        let hint = Hint::parse(text).map_err(|message| BadInput::new("hint", message))?;
        all.extend(predicates(program, &hint)?);
    }
    Ok(all)
}

/// Tells people, who read standard error where the certificate goes to standard output.
fn say(arguments: &Certify, message: &str) {
    match &arguments.output {
        Some(name) if name.as_os_str() == "-" => text::warn(message),
        Some(_) | None => text::print(message),
    }
}

fn answer_certified(
    output: &Path,
    program: &Program,
    certified: &Certified,
    stats: &Stats,
) -> Answer {
    let report = &certified.report;
    let json = json!({
        "verdict": "certified",
        "certificate": text::path(output),
        "bytes": certified.bytes.len(),
        "obligations": report.obligations,
        "trivial": report.trivial,
        "proved": report.proved,
        "tokens": report.tokens,
        "stats": stats_json(stats),
        "ledger": ledger(&program.cfa.ledger),
        "events": events::json(program),
        "notes": events::notes(program),
    });
    let mut out = format!(
        "certified: {} ({} bytes)\n",
        text::path(output),
        certified.bytes.len()
    );
    let _ = writeln!(
        out,
        "  {} obligations: {} trivial, {} proved; {} proof tokens",
        report.obligations, report.trivial, report.proved, report.tokens
    );
    let _ = writeln!(out, "  {}", stats_text(stats));
    let _ = writeln!(
        out,
        "  the proof needs {} predicate{} (most at one location: {})",
        stats.needed,
        plural(stats.needed),
        stats.needed_max
    );
    if !program.cfa.ledger.is_empty() {
        out.push_str("  assuming:\n");
        for entry in &program.cfa.ledger {
            let _ = writeln!(out, "    {}", assumption(entry));
        }
    }
    out.push_str(&events::text(program));
    for note in events::notes(program) {
        let _ = writeln!(out, "  note: {note}");
    }
    Answer {
        status: 0,
        json,
        text: out,
    }
}

/// The program is safe, or not known to be violated, because the specification is not about it.
fn not_applicable(program: &Program) -> Answer {
    let message = events::not_applicable(program);
    let (verdict, events) = (events::NOT_APPLICABLE, events::json(program));
    Answer {
        status: events::NOT_APPLICABLE_STATUS,
        json: json!({
            "verdict": verdict, "code": "no-event", "message": message, "events": events
        }),
        text: format!("not applicable: {message}\n"),
    }
}

fn answer_violated(arguments: &Certify, program: &Program, trace: &Trace, stats: &Stats) -> Answer {
    let extent = match arguments.full_trace {
        true => Extent::Everything,
        false => Extent::Needed,
    };
    let report = Report::new(program, trace, extent);
    let mut doubts = Vec::new();
    // C leaves the order open, so the execution is one of the program, but perhaps not of every
    // compiler's.
    for entry in program
        .cfa
        .ledger
        .iter()
        .filter(|entry| entry.kind == "evaluation-order")
    {
        let entry = format!("{}: {}): {}", entry.kind, entry.subject, entry.detail);
        doubts.push(format!(
            "may depend on the compiler ({}",
            text::line(&entry)
        ));
    }
    let (inputs, trace, violation) = report.json();
    let json = json!({
        "verdict": "violated",
        "inputs": inputs,
        "trace": trace,
        "violation": violation,
        "doubts": doubts,
        "stats": stats_json(stats),
        "events": events::json(program),
    });
    let doubts: String = doubts.iter().map(|doubt| format!("  {doubt}\n")).collect();
    let shown = report.text();
    Answer {
        status: 1,
        json,
        text: format!("violated: an execution reaches the error\n{shown}{doubts}"),
    }
}

fn answer_unknown(
    program: &Program,
    (reason, report): (&str, &unknown::Report),
    stats: &Stats,
) -> Answer {
    Answer {
        status: 2,
        json: json!({
            "verdict": "unknown",
            "reason": reason,
            "help": report.json(),
            "stats": stats_json(stats),
            "events": events::json(program),
        }),
        text: report.text(),
    }
}

/// What the name of that many things ends in.
pub(super) fn plural(count: usize) -> &'static str {
    match count {
        1 => "",
        _ => "s",
    }
}

fn stats_text(stats: &Stats) -> String {
    format!(
        "{} iteration{}, {} tree nodes, {} predicate{} (most at one location: {}), {} theory and {} solver calls",
        stats.iterations,
        plural(stats.iterations),
        stats.nodes,
        stats.predicates,
        plural(stats.predicates),
        stats.predicates_max,
        stats.theory_calls,
        stats.solver_calls
    )
}

fn stats_json(stats: &Stats) -> Value {
    json!({
        "iterations": stats.iterations,
        "nodes": stats.nodes,
        "predicates": stats.predicates,
        "predicates_max": stats.predicates_max,
        "needed": stats.needed,
        "needed_max": stats.needed_max,
        "theory_calls": stats.theory_calls,
        "solver_calls": stats.solver_calls,
    })
}
