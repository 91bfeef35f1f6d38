//! `proofmark query`: a script about the locations of a program, or what somebody types.

mod editor;
mod evidence;
mod explain;
mod print;
mod session;

pub(crate) use editor::converse;
pub(crate) use session::explore;

use super::arguments::{Query, Source};
use super::certify::denied;
use super::failure::{code, load, options, BadInput};
use super::progress::Bar;
use evidence::Evidence;
use explain::{assuming, explained, questions};
use print::{as_csv, as_json, as_text, unknown_as_csv};
use proofmark_frontend::files::{self, Unreadable};
use proofmark_frontend::relevance::NOWHERE;
use proofmark_frontend::{listed, spec, ErrorKind, LoadError, Program};
use proofmark_guard::text::{self, Excerpt};
use proofmark_logic::cfa::LedgerEntry;
use proofmark_producer::reachability::{self, Explorer, Subject, Watcher};
use proofmark_query::evaluate::{self as script, evaluate, missing, Output};
use proofmark_query::executions::{Executions, Nobody};
use proofmark_query::facts::{facts, Facts, SIGNATURE};
use proofmark_query::language::{self, Given, Script, Source as Place};
use proofmark_query::probe::{lines, Lines};
use proofmark_query::{Kind, Trouble};
use proofmark_report::ledger;
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest script file, in bytes.
const SCRIPT_BYTES_MAX: usize = 1 << 20;

/// Executes a script. The exit status is 0, and 2 if nobody knows of some rows whether they belong
/// to what is printed.
///
/// # Errors
/// What is wrong with the script or the program.
pub(crate) fn query(arguments: &Query, interrupted: &Arc<AtomicBool>) -> Result<u8, BadInput> {
    let began = Instant::now();
    without_rules(arguments)?;
    let text = read(&arguments.script)?;
    let file = text::path(&arguments.script);
    // Scripts are short, and programs may be long.
    let given = SIGNATURE.map(|(name, arity)| (name.to_owned(), arity));
    let script = language::read(&text, &given.into())
        .map_err(|trouble| bad_script(&trouble, &file, &text))?;
    let mut evidence = Evidence::new(
        arguments.evidence.as_deref(),
        (&arguments.files, &arguments.source),
    )?;
    let (asked, (facts, lines)) = loaded(&script, arguments)?;
    let quiet = arguments.no_progress || arguments.json;
    let mut bar = Bar::new(!quiet, interrupted.clone());
    let mut explorer = match &asked {
        Some(program) => {
            let subject = Subject {
                lines,
                observers: observers(&script.observers, (&arguments.script, &text), program)?,
                deny: denied(&arguments.deny, arguments.policy.as_deref())?,
                ..subject(program, &facts, &arguments.source.entry)
            };
            let limits = limits(arguments, began);
            Some(Explorer::new(subject, limits, &mut bar, &mut evidence))
        }
        None => None,
    };
    for one in missing(&script, &facts) {
        text::warn(&in_vain(&one, &file, &text));
    }
    let (mut answers, mut partial) = (Vec::new(), false);
    let mut print = |output: Output| {
        partial |= matches!(&output, Output::Rows { unknown, .. } if !unknown.is_empty());
        match arguments.json {
            true => answers.push(as_json(output)),
            false => tell(output, arguments.csv),
        }
    };
    let most = script::Limits::default();
    let executions: &mut dyn Executions = match &mut explorer {
        Some(explorer) => explorer,
        None => &mut Nobody,
    };
    let result = evaluate(&script, facts, &most, executions, &mut print);
    let known = explorer.map(|explorer| (explorer.costs, explorer.assumed));
    let (costs, assumed) = known.unwrap_or_default();
    bar.finish();
    evidence.finish(&assumed)?;
    if arguments.explain {
        text::warn(&explained(&costs, (&file, &text)));
    }
    if !arguments.json {
        text::warn(&assuming(&assumed));
    }
    let stopped = stopped(result, (&file, &text))?;
    match (arguments.json, stopped) {
        (true, stopped) => {
            let (mut object, status) = said(answers, (partial, stopped.as_ref()), assumed);
            if arguments.explain {
                object["questions"] = questions(&costs, (&file, &text));
            }
            text::print_json(&object);
            Ok(status)
        }
        (false, Some(stopped)) => Err(stopped),
        (false, None) => Ok(if partial { 2 } else { 0 }),
    }
}

/// Prints an answer, as values that are separated by commas or for people.
fn tell(output: Output, csv: bool) {
    match csv {
        true => {
            text::warn(&unknown_as_csv(&output));
            text::print(&as_csv(output));
        }
        false => text::print(&as_text(output)),
    }
}

/// Why a script did not end, if no more is known.
///
/// # Errors
/// What is wrong with the script.
fn stopped(
    result: Result<(), Trouble>,
    (file, text): (&str, &str),
) -> Result<Option<BadInput>, BadInput> {
    let Err(trouble) = result else {
        return Ok(None);
    };
    match trouble.kind {
        Kind::Limit | Kind::Unknown => Ok(Some(exhausted(&trouble, file, text))),
        Kind::Syntax | Kind::Name | Kind::Value => Err(bad_script(&trouble, file, text)),
    }
}

/// The program, if a script asks for its executions, and what is known of it without any.
fn loaded(
    script: &Script,
    arguments: &Query,
) -> Result<(Option<Program>, (Facts, Lines)), BadInput> {
    let (files, source) = (&arguments.files, &arguments.source);
    match script.asks() {
        true => {
            let program = load(files, source)?;
            let known = facts_of(&program)?;
            Ok((Some(program), known))
        }
        false => Ok((None, facts_alone(files, source)?)),
    }
}

/// The answers of a script as an object, and the exit status. What was printed before it stopped
/// is true.
fn said(
    answers: Vec<Value>,
    (partial, stopped): (bool, Option<&BadInput>),
    assumed: BTreeSet<LedgerEntry>,
) -> (Value, u8) {
    let (mut object, status) = match (stopped, partial) {
        (Some(why), _) => {
            let reason = why.message.trim_end();
            (json!({ "verdict": "unknown", "reason": reason }), 2)
        }
        (None, true) => (json!({ "status": "partial" }), 2),
        (None, false) => (json!({ "status": "complete" }), 0),
    };
    object["output"] = json!(answers);
    if !assumed.is_empty() {
        let assumed: Vec<LedgerEntry> = assumed.into_iter().collect();
        object["ledger"] = ledger(&assumed);
    }
    (object, status)
}

fn without_rules(arguments: &Query) -> Result<(), BadInput> {
    match arguments.source.specification.is_empty() {
        true => Ok(()),
        false => {
            let message = "queries are about locations, and have no use for `--spec`";
            Err(BadInput::new("usage", message))
        }
    }
}

/// What questions about executions are about.
fn subject<'a>(program: &'a Program, facts: &Facts, entry: &str) -> Subject<'a> {
    let locations = facts.rows("LOC_FUNC").into_iter();
    let locations = locations.filter_map(|row| row.first().copied().map(str::to_owned));
    let starts = facts.rows("LOC_FUNC_INIT").into_iter();
    let mut starts = starts.filter(|row| row.get(1) == Some(&entry));
    let start = starts.next().and_then(|row| row.first().copied());
    Subject {
        program,
        locations: locations.collect(),
        start: start.map(str::to_owned),
        lines: Lines::new(),
        observers: Vec::new(),
        deny: Vec::new(),
    }
}

/// The observers of a script, which the program has what they speak about for.
fn observers(
    given: &[Given],
    (script, text): (&Path, &str),
    program: &Program,
) -> Result<Vec<Watcher>, BadInput> {
    let mut out = Vec::with_capacity(given.len());
    for Given { at, text: source } in given {
        let (line, column) = Trouble::new(Kind::Value, *at, "").position(text);
        let name = format!("{line}:{column}");
        let (observer, text) = match source {
            Place::Brackets(own) => (in_brackets(script, (text, *at), own)?, own.clone()),
            Place::File(file) => {
                let path = script.with_file_name(file);
                let read = spec::read(std::slice::from_ref(&path));
                let read = read.map_err(|error| match error.diagnostic.excerpt {
                    // It has a place in that file.
                    Some(_) => BadInput::from(error),
                    None => {
                        let place = ((line, column), &*text::path(script), text);
                        BadInput::new(&code(error.kind), pointed(&error.to_string(), place))
                    }
                })?;
                let observer = read.observers.into_iter().next().unwrap_or_default();
                let text = observer.text.clone();
                (observer, text)
            }
        };
        let specification = spec::Specification {
            observers: vec![observer.clone()],
        };
        // Names, types, and that no two of its events match one statement.
        let observed = program.instrumented(specification, Arc::new(|_, _| ()))?;
        // What no run from the entry gets to, others may: only what is nowhere is in vain.
        let vain = observed
            .unmatched
            .iter()
            .filter(|w| w.message.ends_with(NOWHERE));
        vain.for_each(super::spec::warn);
        out.push(Watcher {
            name,
            text,
            observer,
        });
    }
    Ok(out)
}

/// Reads an observer so that its positions are those of the script.
fn in_brackets(
    script: &Path,
    (text, at): (&str, usize),
    own: &str,
) -> Result<spec::Observer, LoadError> {
    let before = text.get(..=at).unwrap_or_default();
    let blank = |c: char| match c {
        '\n' => "\n".to_owned(),
        c => " ".repeat(c.len_utf8()),
    };
    let padded: String = before.chars().map(blank).collect::<String>() + own;
    let read = spec::read_text(&text::path(script), &padded)?;
    let mut read = read.observers.into_iter();
    read.next()
        .map(Ok)
        .unwrap_or_else(|| Ok(spec::Observer::default()))
}

/// A part of the time is kept for telling what is known when it is over.
fn end(arguments: &Query, began: Instant) -> Instant {
    let time = Duration::from_secs(arguments.source.time_limit);
    began + (time - time / 5)
}

fn limits(arguments: &Query, began: Instant) -> reachability::Limits {
    let source = &arguments.source;
    reachability::Limits {
        end: end(arguments, began),
        search: Duration::from_secs(arguments.question_limit),
        memory: source.memory_limit.saturating_mul(1 << 20),
        jobs: arguments.jobs,
        trials: !arguments.no_trials,
    }
}

fn read(path: &Path) -> Result<String, BadInput> {
    let shown = text::path(path);
    let bytes = files::read(path, SCRIPT_BYTES_MAX).map_err(|error| {
        let kind = match error {
            Unreadable::Missing => ErrorKind::NotFound,
            Unreadable::System(_) | Unreadable::Special(_) => ErrorKind::Io,
            Unreadable::TooLong(_) => ErrorKind::Limit,
        };
        BadInput::new(
            &code(kind),
            format!("error: {}: {shown}: {error}", kind.name()),
        )
    })?;
    String::from_utf8(bytes).map_err(|_| {
        let message = format!("error: {shown}: the text is not UTF-8");
        BadInput::new(Kind::Syntax.name(), message)
    })
}

/// What is known of a program that nobody asks for its executions: it need not be put together.
fn facts_alone(files: &[PathBuf], source: &Source) -> Result<(Facts, Lines), BadInput> {
    let options = options(source)?;
    Ok(listed(files, &options, |program, code, files| {
        (facts(program, code, files), lines(program, code, files))
    })?)
}

fn facts_of(program: &Program) -> Result<(Facts, Lines), BadInput> {
    let files = program.sources.files.clone();
    let facts = program.lowered(
        |_| Ok(()),
        move |lowering, ()| {
            let (program, code) = (&lowering.program, &lowering.code);
            (facts(program, code, &files), lines(program, code, &files))
        },
    );
    Ok(facts?)
}

// -- what is wrong

/// A note about a string that the program has not.
fn in_vain(missing: &Trouble, file: &str, script: &str) -> String {
    let (line, column) = missing.position(script);
    let (message, help) = (text::line(&missing.message), text::line(&missing.help));
    let help = match help.is_empty() {
        true => String::new(),
        false => format!("; {help}"),
    };
    format!("note: {file}:{line}:{column}: {message}{help}\n")
}

fn bad_script(trouble: &Trouble, file: &str, script: &str) -> BadInput {
    let position = trouble.position(script);
    let what = format!("error: {}: {}", trouble.kind.name(), trouble.message);
    let mut message = pointed(&what, (position, file, script));
    if !trouble.help.is_empty() {
        let margin = " ".repeat(position.0.to_string().len());
        message.push_str(&format!("{margin} = help: {}\n", trouble.help));
    }
    BadInput::new(trouble.kind.name(), message)
}

/// What is wrong, and the line of the script.
fn pointed(what: &str, ((line, column), file, script): ((u32, u32), &str, &str)) -> String {
    let margin = " ".repeat(line.to_string().len());
    let mut message = format!("{what}\n{margin}--> {file}:{line}:{column}\n");
    let row = script.lines().nth((line as usize).saturating_sub(1));
    if let Some(row) = row {
        let excerpt = Excerpt::word(row, column);
        let marks = " ".repeat(excerpt.before) + &"^".repeat(excerpt.marked);
        message.push_str(&format!("{line} | {}\n{margin} | {marks}\n", excerpt.text));
    }
    message
}

/// A limit on what a script computes: no more is known, as where time runs out.
fn exhausted(trouble: &Trouble, file: &str, script: &str) -> BadInput {
    let (line, column) = trouble.position(script);
    let help = match trouble.help.as_str() {
        "" => String::new(),
        help => format!(" ({help})"),
    };
    let message = format!("{file}:{line}:{column}: {}{help}", trouble.message);
    BadInput::new(ErrorKind::Exhausted.name(), message)
}
