//! `proofmark-check`: the consumer's command. Reads the program, reads the certificate, and says
//! whether the one proves the other safe.

mod arguments;
mod build;
mod bundle;
mod library;

use arguments::{Arch, Arguments};
use clap::Parser;
use proofmark_certs::Claimed;
use proofmark_checker::check::Policy;
use proofmark_checker::limits::{self, HighWater};
use proofmark_checker::verdict::{Rejection, Report, Verdict};
use proofmark_frontend::compiler::needed;
use proofmark_frontend::files::{self, Unreadable};
use proofmark_frontend::{relevance, ErrorKind, LoadError, Models, Options, Program};
use proofmark_guard::{policy, text, Guarded, Limits, NOT_STARTED};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, LedgerEntry};
use proofmark_logic::types::Profile;
use proofmark_report::difference::{self, Difference};
use proofmark_report::info::Info;
use proofmark_report::{assumption, events, ledger};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// What the command says at the end: `accepted`, `rejected`, `declined`, or `bad-input`.
struct Answer {
    verdict: &'static str,
    exit: u8,
    /// A stable code of the reason; empty for `accepted`.
    code: String,
    /// The reason for people.
    message: String,
    report: Option<Box<Report>>,
    /// In what the certificate and the program differ.
    differences: Vec<Difference>,
}

impl Answer {
    fn new(
        verdict: &'static str,
        exit: u8,
        code: impl Into<String>,
        message: impl Into<String>,
    ) -> Answer {
        Answer {
            verdict,
            exit,
            code: code.into(),
            message: message.into(),
            report: None,
            differences: Vec::new(),
        }
    }
    fn rejected(code: impl Into<String>, message: impl Into<String>) -> Answer {
        Answer::new("rejected", 1, code, message)
    }
    fn declined(code: impl Into<String>, message: impl Into<String>) -> Answer {
        Answer::new("declined", 2, code, message)
    }
    fn bad_input(code: impl Into<String>, message: impl Into<String>) -> Answer {
        Answer::new("bad-input", 3, code, message)
    }
}

/// What the answer is about, as the consumer has it.
#[derive(Default)]
struct Subject {
    /// The normal form of the specification; empty where the errors are the built-in ones.
    specification: String,
    ledger: Vec<LedgerEntry>,
    /// How many statements each event matched, in words and as JSON.
    events: String,
    events_json: Vec<Value>,
    /// What an acceptance does not say.
    notes: Vec<String>,
    /// The compiler arguments that the profile needs; empty where there is no source.
    flags: String,
    /// Whether it is a boolean library.
    library: bool,
}

/// On a busy machine seconds on the clock are more than seconds of processor time; so many times
/// the limit is the end even if some process always wants to run.
const CLOCK_FACTOR: u64 = 4;

fn main() -> ExitCode {
    if let Some(error) = proofmark_guard::become_bound() {
        text::warn(&format!("{error}\n"));
        return ExitCode::from(NOT_STARTED);
    }
    let arguments = match Arguments::try_parse_from(proofmark_guard::arguments()) {
        Ok(arguments) => arguments,
        Err(error) => {
            return usage(&error);
        }
    };
    let mut subject = Subject::default();
    let answer = match proofmark_guard::enter(
        Limits {
            memory_mib: arguments.limits.memory_limit,
            address_mib: arguments.limits.memory_limit,
            seconds: arguments.limits.time_limit,
            clock: Duration::from_secs(arguments.limits.time_limit.saturating_mul(CLOCK_FACTOR)),
            asked: arguments.limits.time_limit,
        },
        None,
    ) {
        Guarded::Work if arguments.mode.info => match info(&arguments) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(answer) => answer,
        },
        Guarded::Work => decide(&arguments, &mut subject).unwrap_or_else(|answer| answer),
        Guarded::Done(status) => return ExitCode::from(status),
        Guarded::Stopped(reason) => Answer::declined("limit", reason),
    };
    print(&arguments, &answer, &subject);
    ExitCode::from(answer.exit)
}

/// What the command line's parser says: its help, or what is wrong.
fn usage(error: &clap::Error) -> ExitCode {
    let message = error.render().to_string();
    if error.use_stderr() {
        text::warn(&message);
        ExitCode::from(3)
    } else {
        text::print(&message);
        ExitCode::SUCCESS
    }
}

/// Says what a certificate is about.
fn info(arguments: &Arguments) -> Result<(), Answer> {
    let [path] = arguments.files.as_slice() else {
        return Err(Answer::bad_input(
            "usage",
            "with --info, give the certificate alone",
        ));
    };
    let (certificate, bytes) = read_certificate(path)?;
    let info = Info::of(certificate, &bytes);
    match arguments.output.json {
        true => text::print_json(&info.json()),
        false => text::print(&info.text(&text::path(path))),
    }
    Ok(())
}

/// The certificate and the program's files.
fn inputs(arguments: &Arguments) -> Result<(&PathBuf, &[PathBuf]), Answer> {
    let usage = |message| Err(Answer::bad_input("usage", message));
    let Some((certificate, files)) = arguments.files.split_last() else {
        return usage("give the program's files and then the certificate");
    };
    match (arguments.mode.carried, files.is_empty()) {
        (false, true) => usage("give the program's files and then the certificate (FILE... CERT)"),
        (true, false) => usage("with --carried, give the certificate alone"),
        (true, true) | (false, false) => Ok((certificate, files)),
    }
}

fn decide(arguments: &Arguments, subject: &mut Subject) -> Result<Answer, Answer> {
    if arguments.mode.bundle {
        return bundle::decide(arguments, &denied(arguments)?, subject);
    }
    let (certificate, files) = inputs(arguments)?;
    if !arguments.mode.carried && proofmark_frontend::library::is_library(certificate) {
        return library::decide(arguments, (certificate, files), subject);
    }
    let bad = |error: LoadError| refused(&error);
    let plan = build::Plan::new(arguments).map_err(bad)?;
    let (certificate, _) = read_certificate(certificate)?;
    let specification = proofmark_frontend::spec::read(&arguments.specification).map_err(bad)?;
    // Without a specification the error is the built-in one, and the normal form is empty.
    subject.specification = proofmark_frontend::spec::normal_form(&specification);
    let deny = denied(arguments)?;
    let policy = Policy {
        specification: proofmark_certs::digest(subject.specification.as_bytes()),
        deny,
        limits: limits::Limits::DEFAULT,
    };
    if arguments.mode.carried {
        subject.ledger.clone_from(&certificate.ledger);
        return Ok(judge_carried(arguments, &certificate, &policy));
    }
    let profile = profile(arguments);
    let mut policy = policy;
    let used = library::used(arguments)?;
    let belief = library::Belief::new(arguments, &used, &mut policy.deny)?;
    let options = Options {
        specification,
        library: library::role(used),
        ..options(arguments)
    };
    let units = proofmark_frontend::read(files, &options).map_err(bad)?;
    let mut program = proofmark_frontend::load_read(&units, &options).map_err(bad)?;
    subject.ledger = belief.ledger(&program.cfa.ledger);
    subject.events = events::text(&program);
    subject.events_json = events::json(&program);
    subject.flags = needed(profile).join(" ");
    if !arguments.mode.vacuous && !program.relevance.is_applicable() {
        return Ok(not_applicable(events::not_applicable(&program)));
    }
    subject.notes = events::notes(&program);
    let answer = judge(&mut program, &certificate, &policy);
    if answer.exit == 0 {
        let said = build::build(&units, &plan, &options).map_err(bad)?;
        text::warn(&text::indented(&said, "  "));
    }
    Ok(answer)
}

/// The kinds of assumptions that are not accepted.
fn denied(arguments: &Arguments) -> Result<Vec<String>, Answer> {
    let deny = policy::denied(
        &arguments.deny,
        arguments.policy.as_deref(),
        &proofmark_frontend::LEDGER_KINDS,
        |path| files::read(path, policy::BYTES_MAX).map_err(|error| error.to_string()),
    );
    deny.map_err(|message| Answer::bad_input("policy", text::message(&message)))
}

fn profile(arguments: &Arguments) -> Profile {
    match arguments.arch {
        Arch::Lp64 => Profile::Lp64,
        Arch::Ilp32 => Profile::Ilp32,
    }
}

/// How C is read, without a specification.
fn options(arguments: &Arguments) -> Options {
    Options {
        entry: arguments.entry.clone(),
        cpp_args: arguments.cpp_args.clone(),
        compiler: arguments.compiler.clone(),
        inline_limit: arguments.inline_limit,
        models: Models::unless(arguments.no_library_models),
        ..Options::new(profile(arguments))
    }
}

/// Input that cannot be read; what ran out of something is declined.
fn refused(error: &LoadError) -> Answer {
    let message = error.render();
    if error.kind == ErrorKind::Exhausted {
        return Answer::declined("limit", message);
    }
    Answer::bad_input(error.kind.name().replace(' ', "-"), message)
}

/// The specification says nothing about the program, whatever the certificate proves.
fn not_applicable(message: String) -> Answer {
    let (verdict, status) = (events::NOT_APPLICABLE, events::NOT_APPLICABLE_STATUS);
    Answer::new(verdict, status, "no-event", message)
}

fn judge(program: &mut Program, certificate: &Claimed, policy: &Policy) -> Answer {
    let verdict = proofmark_checker::check(&mut program.arena, &program.cfa, certificate, policy);
    let mut answer = answer(
        verdict,
        &program.arena,
        &program.cfa,
        &certificate.specification,
    );
    if answer.exit == 1 {
        answer.differences = difference::differences(certificate, program);
    }
    answer
}

/// The same about the automaton in the certificate.
fn judge_carried(arguments: &Arguments, certificate: &Claimed, policy: &Policy) -> Answer {
    // Without a specification the built-in errors count, which matter to every program.
    let needs_path =
        !arguments.mode.vacuous && policy.specification != proofmark_certs::digest(b"");
    let carried = certificate
        .automaton
        .as_ref()
        .map(|bytes| proofmark_certs::automaton::decode(bytes));
    match carried {
        None => Answer::declined(
            "not-self-contained",
            "it carries no automaton; give the program's files as well",
        ),
        Some(Err(error)) if error.kind.is_declined() => {
            Answer::declined("format", format!("the automaton that it carries: {error}"))
        }
        Some(Err(error)) => Answer::rejected(
            "automaton",
            format!("the automaton that it carries: {error}"),
        ),
        // The automaton knows nothing of events, but where nothing can be the error, none matters.
        Some(Ok((_, cfa)))
            if needs_path && !relevance::error_has_paths(&cfa) =>
        {
            not_applicable("no path of the automaton that it carries ends in the error: the specification says nothing about it".to_owned())
        }
        Some(Ok((mut arena, cfa))) => {
            let verdict = proofmark_checker::check(&mut arena, &cfa, certificate, policy);
            answer(verdict, &arena, &cfa, &certificate.specification)
        }
    }
}

/// `claimed`: the specification that the certificate names, for messages.
fn answer(verdict: Verdict, arena: &Arena, cfa: &Cfa, claimed: &Option<String>) -> Answer {
    match verdict {
        Verdict::Accepted(report) => Answer {
            report: Some(Box::new(report)),
            ..Answer::new("accepted", 0, "", "")
        },
        Verdict::Rejected(Rejection::SpecificationDigest) if claimed.is_some() => {
            let claimed = claimed.as_deref().unwrap_or_default();
            let reason = Rejection::SpecificationDigest;
            let claimed = text::indented(claimed, "    ");
            Answer::rejected(
                reason.code(),
                format!("{}:\n{claimed}", reason.describe(arena, cfa)),
            )
        }
        Verdict::Rejected(reason) => {
            let message = text::message(&reason.describe(arena, cfa));
            Answer::rejected(reason.code(), message)
        }
        Verdict::Declined(reason) => {
            Answer::declined(reason.code(), text::message(&reason.describe()))
        }
    }
}

fn read_certificate(path: &Path) -> Result<(Claimed, Vec<u8>), Answer> {
    let shown = text::path(path);
    let too_long = || {
        Answer::declined(
            "limit",
            format!(
                "{shown}: longer than {} bytes",
                proofmark_certs::limits::CERTIFICATE_BYTES_MAX
            ),
        )
    };
    let most = proofmark_certs::limits::CERTIFICATE_BYTES_MAX;
    let bytes = files::read(path, most).map_err(|error| match error {
        Unreadable::TooLong(_) => too_long(),
        Unreadable::Missing | Unreadable::System(_) | Unreadable::Special(_) => {
            Answer::bad_input("io", format!("cannot read {shown}: {error}"))
        }
    })?;
    match proofmark_certs::open(&bytes) {
        Ok(certificate) => Ok((certificate, bytes)),
        Err(error) if error.kind.is_declined() => {
            let newer = "another version of proofmark-check may know it";
            Err(Answer::declined(
                "format",
                format!("{shown}: {error}; {newer}"),
            ))
        }
        Err(_) if bytes.is_empty() => Err(Answer::rejected(
            "format",
            format!("{shown}: the file is empty: get it again"),
        )),
        Err(error) => {
            let damaged = "it is damaged or no certificate: get it again";
            Err(Answer::rejected(
                "format",
                format!("{shown}: {error}; {damaged}"),
            ))
        }
    }
}

fn print(arguments: &Arguments, answer: &Answer, subject: &Subject) {
    if arguments.output.json {
        text::print_json(&as_json(answer, subject));
    } else if answer.exit != 0 {
        text::warn(&format!(
            "{}: {}\n",
            answer.verdict,
            answer.message.trim_end()
        ));
        let advice = advice(answer);
        text::warn(&match advice.is_empty() {
            true => difference::text(&answer.differences),
            false => format!("  {advice}\n"),
        });
    } else if !arguments.output.quiet {
        text::print(&accepted(arguments, answer, subject));
    }
}

fn accepted(arguments: &Arguments, answer: &Answer, subject: &Subject) -> String {
    let about = if arguments.mode.carried {
        " of the automaton that the certificate carries"
    } else {
        ""
    };
    let mut out = match (arguments.mode.bundle, subject.library) {
        (true, _) => "accepted: the assembly keeps its properties\n".to_owned(),
        (false, true) => "accepted: the library abstracts this C\n".to_owned(),
        (false, false) => format!("accepted: no run{about} reaches the error\n"),
    };
    if let Some(report) = &answer.report {
        out.push_str(&effort(report));
    }
    if !subject.flags.is_empty() {
        out.push_str(&format!("  compiled with: {}\n", subject.flags));
    }
    if !subject.specification.is_empty() {
        out.push_str("  the error is what this rejects:\n");
        out.push_str(&text::indented(&subject.specification, "    "));
    }
    out.push_str(&subject.events);
    let notes = subject.notes.iter();
    out.extend(notes.map(|note| format!("  note: {note}\n")));
    if !subject.ledger.is_empty() {
        out.push_str("  assuming:\n");
        let entries = subject.ledger.iter();
        out.extend(entries.map(|entry| format!("    {}\n", assumption(entry))));
    }
    out
}

/// What checking took.
fn effort(report: &Report) -> String {
    let HighWater {
        nodes,
        fuel,
        depth,
        hypotheses,
    } = report.used;
    let most = limits::Limits::DEFAULT;
    format!(
        "  {} obligations: {} trivial, {} proved; {} lemmas, {} proof tokens\n  \
         used: {nodes} of {} expressions, {fuel} of {} steps, depth {depth} of {}, \
         {hypotheses} of {} hypotheses\n",
        report.obligations,
        report.trivial,
        report.proved,
        report.lemmas,
        report.tokens,
        most.nodes,
        most.fuel,
        most.depth,
        most.hypotheses
    )
}

/// What to do about a rejection that is not about another program.
fn advice(answer: &Answer) -> &'static str {
    match answer.code.as_str() {
        "denied" => "accept that assumption, or ask for a program that does without it; docs/assumptions.md says what each means",
        "proof" | "missing-proof" | "extra-proof" | "duplicate-proof" | "invariant" | "contract" | "expression" => {
            "it is about this program and does not prove it: it is damaged or forged; ask for a new one"
        }
        _ => "",
    }
}

fn as_json(answer: &Answer, subject: &Subject) -> Value {
    let report = answer.report.as_ref().map(|report| {
        json!({
            "obligations": report.obligations,
            "trivial": report.trivial,
            "proved": report.proved,
            "lemmas": report.lemmas,
            "tokens": report.tokens,
            "expressions": report.used.nodes,
            "steps": report.used.fuel,
            "depth": report.used.depth,
            "hypotheses": report.used.hypotheses,
        })
    });
    json!({
        "verdict": answer.verdict,
        "code": answer.code,
        "message": answer.message,
        "report": report,
        "specification": subject.specification,
        "ledger": ledger(&subject.ledger),
        "events": subject.events_json,
        "notes": subject.notes,
        "advice": advice(answer),
        "differences": difference::json(&answer.differences),
        "compiler_arguments": subject.flags,
    })
}
