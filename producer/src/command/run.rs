//! `proofmark run`: the program in the interpreter.

use super::arguments::Run;
use super::failure::{load_monitored, BadInput};
use proofmark_frontend::Diagnostic;
use proofmark_guard::text;
use proofmark_replay::interpret::Outcome;
use proofmark_replay::Ending;
use serde_json::{json, Value};

/// Executes a program; the exit status is 0 if it finishes, 1 if it reaches the error, 2 otherwise.
pub(crate) fn run(arguments: &Run) -> Result<u8, BadInput> {
    let program = load_monitored(&arguments.files, &arguments.source)?;
    let mut inputs = arguments.inputs.iter().copied();
    let ending = program
        .run(&mut |_| inputs.next().unwrap_or(0), arguments.steps)
        .map_err(|error| {
            BadInput::new("execution", format!("cannot execute the program: {error}"))
        })?;
    let outcome = match ending {
        Ending::Within(outcome) => outcome,
        Ending::Seems(imprecision) => {
            let place = program.doubt(imprecision);
            let object = json!({
                "outcome": "doubtful", "depends_on": imprecision.what.describe(),
                "file": place.file, "line": place.line, "column": place.column,
            });
            return Ok(report(arguments, &object, &place));
        }
        Ending::Left(check, imprecision) => {
            let place = program.explain(&check, imprecision);
            let object = json!({
                "outcome": "departure", "assumption": check.kind, "detail": check.detail,
                "depends_on": imprecision.map(|imprecision| imprecision.what.describe()),
                "file": place.file, "line": place.line, "column": place.column,
            });
            return Ok(report(arguments, &object, &place));
        }
    };
    let (code, exit, message) = match outcome {
        Outcome::Finished(_) => ("finished", 0, "the program finishes"),
        Outcome::ReachedError => ("error", 1, "the program reaches the error"),
        Outcome::Stuck(_) => ("stuck", 2, "an assumption of the program does not hold"),
        Outcome::OutOfStack => ("stack", 2, "the program nests its calls too deeply"),
        Outcome::OutOfFuel => (
            "steps",
            2,
            "the program runs for more steps than allowed; --steps allows more",
        ),
    };
    if arguments.json {
        text::print_json(&json!({ "outcome": code }));
    } else {
        text::print(&format!("{message}\n"));
    }
    Ok(exit)
}

/// Says what ended a run that shows nothing; the exit status.
fn report(arguments: &Run, object: &Value, place: &Diagnostic) -> u8 {
    if arguments.json {
        text::print_json(object);
    } else {
        let (file, message) = (text::line(&place.file), text::line(&place.message));
        text::print(&format!(
            "{file}:{}:{}: {message}\n",
            place.line, place.column
        ));
    }
    2
}
