//! `proofmark`: the vendor's command.

mod command;

use clap::Parser;
use command::arguments::{Arguments, Command, Source, Spec};
use proofmark_guard::{Guarded, Limits};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(3) } else { ExitCode::SUCCESS };
        }
    };
    let (json, source) = shape(&arguments.command);
    // Only programs are hostile: certificates and specifications are read under limits of their own.
    let guarded = source.map_or(Guarded::Work, |source| proofmark_guard::enter(limits(source)));
    let result = match guarded {
        Guarded::Work => work(&arguments.command),
        Guarded::Done(status) => return ExitCode::from(status),
        Guarded::Stopped(reason) => return stopped(json, &reason),
    };
    match result {
        Ok(exit) => ExitCode::from(exit),
        Err(bad) => {
            if json {
                let answer = serde_json::json!({ "verdict": "bad-input", "code": bad.code, "message": bad.message });
                command::failure::print(&format!("{answer}\n"));
            }
            let _ = writeln!(std::io::stderr(), "{}", bad.message.trim_end());
            ExitCode::from(3)
        }
    }
}

/// Whether a command answers in JSON, and what it says about the program that it reads, if it reads one.
fn shape(command: &Command) -> (bool, Option<&Source>) {
    match command {
        Command::Certify(certify) => (certify.json, Some(&certify.source)),
        Command::Explain(explain) => (explain.json, Some(&explain.source)),
        Command::Export(export) => (false, Some(&export.source)),
        Command::Spec { command: Spec::Check(check) } => (false, Some(&check.source)),
        Command::Spec { command: Spec::Explain(_) } | Command::Strip(_) => (false, None),
        Command::Run(run) => (run.json, Some(&run.source)),
    }
}

/// Room for what is not counted as resident memory: stacks, and code.
const SLACK_MIB: u64 = 1024;

/// The guard's limits are a little above the command's own, which are kept everywhere but in the front end and end with a better message.
fn limits(source: &Source) -> Limits {
    let seconds = source.time_limit.saturating_add(source.time_limit / 4).saturating_add(2);
    Limits { memory_mib: source.memory_limit.saturating_add(SLACK_MIB), seconds }
}

fn work(command: &Command) -> Result<u8, command::failure::BadInput> {
    match command {
        Command::Certify(certify) => command::certify::certify(certify),
        Command::Explain(explain) => command::explain::explain(explain).map(|()| 0),
        Command::Export(export) => command::explain::export(export).map(|()| 0),
        Command::Spec { command } => command::spec::spec(command).map(|()| 0),
        Command::Strip(strip) => command::strip::strip(strip).map(|()| 0),
        Command::Run(run) => command::run::run(run),
    }
}

fn stopped(json: bool, reason: &str) -> ExitCode {
    if json {
        command::failure::print(&format!("{}\n", serde_json::json!({ "verdict": "unknown", "reason": reason })));
    } else {
        let _ = writeln!(std::io::stderr(), "unknown: {reason}");
    }
    ExitCode::from(2)
}
