//! `proofmark`: the vendor's command.

mod command;

use command::arguments::{self, Arguments, Command, Source, Spec};
use proofmark_guard::conversation::Requests;
use proofmark_guard::{text, Guarded, Limits, INTERRUPTED, NOT_STARTED};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

fn main() -> ExitCode {
    if let Some(error) = proofmark_guard::become_bound() {
        text::warn(&format!("{error}\n"));
        return ExitCode::from(NOT_STARTED);
    }
    let command = match Arguments::read(proofmark_guard::arguments()) {
        Ok(command) => command,
        Err(error) => {
            return usage(&error);
        }
    };
    let (json, asked) = shape(&command);
    let began = SystemTime::now();
    // Only programs are hostile: certificates and specifications are read under limits of their
    // own.
    let interrupted = Arc::new(AtomicBool::new(false));
    match &command {
        Command::VerifyPair(_) => command::project::end_with_verify(&interrupted),
        Command::Verify(_) => notice_interrupts(&interrupted),
        _ => {}
    }
    let (guarded, requests) = match (&command, asked) {
        (Command::Query(query), Some(asked)) if query.interactive => {
            // Whoever ends the terminal's session means the command, and not one answer.
            let _ = signal_hook::flag::register(SIGINT, interrupted.clone());
            proofmark_guard::converse(endless(asked), &interrupted, command::query::converse)
        }
        (_, Some(asked)) => {
            notice_interrupts(&interrupted);
            let guarded = proofmark_guard::enter(limits(asked), Some(interrupted.clone()));
            (guarded, None)
        }
        (_, None) => (Guarded::Work, None),
    };
    let result = match guarded {
        Guarded::Work => work(&command, requests, &interrupted),
        Guarded::Done(status) => return ExitCode::from(status),
        Guarded::Stopped(reason) => {
            let kept = match &command {
                Command::Train(train) => command::training::kept(train, began),
                _ => None,
            };
            return stopped(json, &reason, kept.as_deref());
        }
    };
    match result {
        Ok(exit) => ExitCode::from(exit),
        // Whoever interrupts the command from a terminal interrupts the preprocessor too.
        Err(_) if interrupted.load(Ordering::SeqCst) => stopped(json, INTERRUPTED, None),
        Err(bad) if bad.code == proofmark_frontend::ErrorKind::Exhausted.name() => {
            stopped(json, bad.message.trim_end(), None)
        }
        Err(bad) => {
            bad.say(json);
            ExitCode::from(3)
        }
    }
}

/// From now on, signals that ask this process to end set a flag. Where that is not possible they
/// end the process, as they do without it.
fn notice_interrupts(interrupted: &Arc<AtomicBool>) {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        let _ = signal_hook::flag::register(signal, interrupted.clone());
    }
}

/// Whether a command answers in JSON, and its limits, if it reads programs.
fn shape(command: &Command) -> (bool, Option<arguments::Limits>) {
    if let Command::Compose(arguments::Compose { work, .. })
    | Command::Upgrade(arguments::Upgrade { work, .. }) = command
    {
        return (work.json, Some(work.limits));
    }
    let (json, source) = of_source(command);
    let limits = source.map(|source| arguments::Limits {
        time_limit: source.time_limit,
        memory_limit: source.memory_limit,
    });
    (json, limits)
}

fn of_source(command: &Command) -> (bool, Option<&Source>) {
    match command {
        Command::Certify(certify) => (certify.json, Some(&certify.source)),
        Command::Recertify(recertify) => (recertify.certify.json, Some(&recertify.certify.source)),
        Command::Explain(explain) => (explain.json, Some(&explain.source)),
        Command::Export(export) => (export.json, Some(&export.source)),
        Command::Spec {
            command: Spec::Check(check),
        } => (check.json, Some(&check.source)),
        Command::Spec {
            command: Spec::Explain(explain),
        } => (explain.json, None),
        Command::Strip(strip) => (strip.json, None),
        Command::Info(info) => (info.json, None),
        Command::Run(run) => (run.json, Some(&run.source)),
        Command::Query(query) => (query.json, Some(&query.source)),
        Command::Compose(compose) => (compose.work.json, None),
        Command::Upgrade(upgrade) => (upgrade.work.json, None),
        Command::Merge(merge) => (merge.json, Some(&merge.source)),
        Command::Train(train) => (train.json, Some(&train.source)),
        // What reads programs are the processes that it starts.
        Command::Verify(verify) => (verify.json, None),
        Command::VerifyPair(pair) => (true, Some(&pair.certify.source)),
    }
}

/// Room for what is not counted as resident memory: stacks, and code.
const SLACK_MIB: u64 = 1024;

/// How much later than the limit the command may end.
const LATE: Duration = Duration::from_millis(400);

/// The guard's limits are a little above the command's own, which are kept everywhere but in the
/// front end and end with a better message. The threads of the search share the time on the clock.
fn limits(source: arguments::Limits) -> Limits {
    let asked = source.time_limit;
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let seconds = asked.saturating_add(asked / 4).saturating_add(2);
    let seconds = seconds.saturating_mul(u64::try_from(threads).unwrap_or(u64::MAX));
    let clock = Duration::from_secs(asked);
    Limits {
        clock: clock.saturating_add(LATE.max(clock / 11)),
        asked,
        memory_mib: source.memory_limit.saturating_add(source.memory_limit / 8),
        address_mib: source.memory_limit.saturating_add(SLACK_MIB),
        seconds,
    }
}

/// Limits on a conversation: the time for each answer counts, and not that of all.
fn endless(source: arguments::Limits) -> Limits {
    Limits {
        seconds: u64::MAX,
        ..limits(source)
    }
}

fn work(
    command: &Command,
    requests: Option<Requests>,
    interrupted: &Arc<AtomicBool>,
) -> Result<u8, command::failure::BadInput> {
    match command {
        Command::Merge(merge) => command::library::merge(merge),
        Command::Train(train) => command::training::train(train),
        Command::Certify(certify) if !certify.gen_lib.is_empty() => {
            command::training::generate(certify)
        }
        Command::Certify(certify) => command::certify::certify(certify, interrupted),
        Command::Recertify(recertify) => command::recertify::recertify(recertify, interrupted),
        Command::Info(info) => command::info::info(info).map(|()| 0),
        Command::Explain(explain) => command::explain::explain(explain).map(|()| 0),
        Command::Export(export) => command::explain::export(export).map(|()| 0),
        Command::Spec { command } => command::spec::spec(command).map(|()| 0),
        Command::Strip(strip) => command::strip::strip(strip).map(|()| 0),
        Command::Run(run) => command::run::run(run),
        Command::Query(query) => match requests {
            Some(requests) => command::query::explore(query, interrupted, &requests),
            None => command::query::query(query, interrupted),
        },
        Command::Compose(compose) => command::assemblies::compose(compose, interrupted),
        Command::Upgrade(upgrade) => command::assemblies::upgrade(upgrade, interrupted),
        Command::Verify(verify) => command::project::verify(verify, interrupted),
        Command::VerifyPair(pair) => command::project::pair(pair, interrupted),
    }
}

/// Why the command stops, and the file that has what it found by then.
fn stopped(json: bool, reason: &str, kept: Option<&Path>) -> ExitCode {
    if json {
        let mut answer = serde_json::json!({ "verdict": "unknown", "reason": reason });
        if let Some(path) = kept {
            answer["part"] = text::path(path).into();
        }
        text::print_json(&answer);
    } else {
        text::warn(&format!("unknown: {reason}\n"));
        if let Some(path) = kept.map(text::path) {
            text::warn(&format!(
                "  what was learned by then is in {path}, without proof: `train --from {path}` \
                 goes on\n"
            ));
        }
    }
    ExitCode::from(2)
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
