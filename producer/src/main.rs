//! `proofmark`: the vendor's command.

mod command;

use clap::Parser;
use command::arguments::{Arguments, Command};
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
    let (json, result) = match &arguments.command {
        Command::Certify(certify) => (certify.json, command::certify::certify(certify)),
        Command::Explain(explain) => (explain.json, command::explain::explain(explain).map(|()| 0)),
        Command::Export(export) => (false, command::explain::export(export).map(|()| 0)),
        Command::Spec { command } => (false, command::spec::spec(command).map(|()| 0)),
        Command::Strip(strip) => (false, command::strip::strip(strip).map(|()| 0)),
        Command::Run(run) => (run.json, command::run::run(run)),
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
