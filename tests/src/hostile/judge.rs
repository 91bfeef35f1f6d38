//! What is true after every case.

use super::case::{Case, Stdout};
use super::output::unclean;
use super::run::Run;
use super::snapshot::Snapshot;
use super::stage::Stage;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Longest quotation of a stream in a complaint.
const QUOTE_CHARS_MAX: usize = 1500;

/// What is wrong with a finished case.
pub fn judge(case: &Case, stage: &Stage, before: &Snapshot, run: &Run) -> Vec<String> {
    let mut wrong = Vec::new();
    ending(case, run, &mut wrong);
    streams(case, run, &mut wrong);
    texts(case, stage, run, &mut wrong);
    files(case, before, &stage.snapshot(), &mut wrong);
    if !wrong.is_empty() {
        wrong.push(format!(
            "{:.2} s, {} MiB\n--- stdout\n{}\n--- stderr\n{}\n---",
            run.ended.seconds,
            run.ended.mebibytes,
            quote(&run.stdout),
            quote(&run.stderr)
        ));
    }
    wrong
}

fn ending(case: &Case, run: &Run, wrong: &mut Vec<String>) {
    let ended = &run.ended;
    match (&ended.exceeded, ended.status) {
        (Some(bound), _) => wrong.push(format!("it uses more than {bound}")),
        (None, Some(status)) if case.exit.contains(&status) => {}
        (None, Some(status)) => wrong.push(format!("exit {status} instead of {:?}", case.exit)),
        (None, None) => wrong.push(format!("signal {:?} ended it", ended.signal)),
    }
    if !ended.left.is_empty() {
        wrong.push(format!("processes are left: {}", ended.left.join(", ")));
    }
}

fn streams(case: &Case, run: &Run, wrong: &mut Vec<String>) {
    if let Some(what) = unclean(&run.stderr) {
        wrong.push(format!("standard error: {what}"));
    }
    match case.stdout {
        Stdout::Certificate => {
            if let Err(error) = proofmark_certs::open(&run.stdout) {
                wrong.push(format!("standard output is no certificate: {error}"));
            }
        }
        Stdout::Auto => {
            if let Some(what) = unclean(&run.stdout) {
                wrong.push(format!("standard output: {what}"));
            }
            let mut options = case.command.iter().take_while(|word| *word != "--");
            if options.any(|word| word == "--json") && !is_object(&run.stdout) {
                wrong.push("standard output is not one JSON object".to_owned());
            }
        }
    }
}

fn is_object(bytes: &[u8]) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|value| value.is_object())
}

fn texts(case: &Case, stage: &Stage, run: &Run, wrong: &mut Vec<String>) {
    let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
    for text in &case.shows {
        if !said.contains(&stage.expand(text)) {
            wrong.push(format!("{text:?} is missing"));
        }
    }
    let never = ["panicked", "please report"];
    for text in case.hides.iter().map(String::as_str).chain(never) {
        if said.contains(&stage.expand(text)) {
            wrong.push(format!("{text:?} appears"));
        }
    }
}

fn files(case: &Case, before: &Snapshot, after: &Snapshot, wrong: &mut Vec<String>) {
    let expected: Vec<PathBuf> = case
        .changes
        .iter()
        .map(|name| Path::new("work").join(name))
        .collect();
    let changed = before.differences(after);
    for name in changed.iter().filter(|name| !expected.contains(name)) {
        wrong.push(format!("{name:?} has changed"));
    }
    for name in expected.iter().filter(|name| !changed.contains(name)) {
        wrong.push(format!("{name:?} has not changed"));
    }
    for name in &expected {
        let (old, new) = (before.mode(name), after.mode(name));
        if old.is_some() && old != new {
            let (old, new) = (old.unwrap_or(0), new.unwrap_or(0));
            wrong.push(format!("{name:?} has the mode {new:o}, not {old:o}"));
        }
    }
}

fn quote(bytes: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(bytes)
        .chars()
        .take(QUOTE_CHARS_MAX)
        .collect();
    text.replace('\n', "\u{1}")
        .escape_debug()
        .to_string()
        .replace("\\u{1}", "\n")
}
