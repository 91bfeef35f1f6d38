//! `proofmark verify`: all that a project demands.
//!
//! | module | does |
//! |---|---|
//! | `file`, `database` | reads `proofmark.toml`, and the compilation database that it may name |
//! | `pair` | a program, an entry and a rule, and the command line of their process |
//! | `store` | keeps certificates, and remembers what was demanded |
//! | `worker` | the process of a pair: what the store has is checked, or it is certified |
//! | `runs`, `answer` | starts those processes, several at a time; what they say |
//! | `round` | from a project file to the answers of its pairs |
//! | `watch` | does that again after changes |
//! | `report`, `junit` | the table, and JSON; XML |

mod answer;
mod database;
mod file;
mod junit;
mod pair;
mod report;
mod round;
mod runs;
mod store;
mod watch;
mod worker;

pub(crate) use worker::{end_with_verify, pair};

use super::arguments::Verify;
use super::failure::BadInput;
use super::output;
use proofmark_guard::output::Output;
use proofmark_guard::text;
use round::Round;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Certifies what a project demands; the exit status is that of the most important answer.
pub(crate) fn verify(arguments: &Verify, interrupted: &Arc<AtomicBool>) -> Result<u8, BadInput> {
    let mut round = Round::read(arguments)?;
    let junit = junit_output(arguments, &round)?;
    if arguments.watch {
        let say = |round: &Round| say(arguments, round, junit.as_ref());
        return watch::watch(arguments, interrupted, round, say);
    }
    round.run(arguments, interrupted)?;
    say(arguments, &round, junit.as_ref())?;
    Ok(round.verdict().status())
}

/// Where the XML goes, if it is wanted: to none of the inputs.
fn junit_output(arguments: &Verify, round: &Round) -> Result<Option<Output>, BadInput> {
    let Some(name) = &arguments.junit else {
        return Ok(None);
    };
    let inputs = round.project.inputs();
    let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
    let output = output::named(name, &inputs)?;
    if output.is_standard() && arguments.json {
        let message = "`--json` and `--junit -` both ask for standard output";
        return Err(BadInput::new("usage", message));
    }
    Ok(Some(output))
}

fn say(arguments: &Verify, round: &Round, junit: Option<&Output>) -> Result<(), BadInput> {
    if let Some(output) = junit {
        output::write(output, junit::xml(round).as_bytes())?;
    }
    let text = || report::text(round, report::Extent::of(arguments));
    match junit {
        _ if arguments.json => text::print_json(&report::json(round)),
        Some(output) if output.is_standard() => text::warn(&text()),
        Some(_) | None => text::print(&text()),
    }
    Ok(())
}
