//! `proofmark train`, `proofmark merge`, and `proofmark certify --gen-lib`.

use super::arguments::{Certify, Merge, Source, Train};
use super::failure::{options, BadInput};
use super::output;
use proofmark_frontend::library::text::Library;
use proofmark_frontend::library::{self, print};
use proofmark_frontend::{Options, Unit};
use proofmark_guard::text;
use proofmark_producer::engine::Limits;
use proofmark_producer::training::{certified, merge as merged, needed, Api};
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What training with one driver came to.
struct Lesson {
    driver: String,
    /// How many refinements it took, or why it is not certified.
    outcome: Result<usize, String>,
    /// The predicates that it needed and that were not known.
    added: Vec<String>,
}

fn bad(message: String) -> BadInput {
    BadInput::new("library", message)
}

fn limits(source: &Source) -> Limits {
    Limits {
        time: Some(Duration::from_secs(source.time_limit)),
        memory: Some(source.memory_limit.saturating_mul(1 << 20)),
        jobs: None,
        spent: Duration::ZERO,
    }
}

fn api(files: &[PathBuf], source: &Source) -> Result<Api, BadInput> {
    let plain = Options {
        specification: proofmark_frontend::Specification::default(),
        ..options(source)?
    };
    let units = proofmark_frontend::read(files, &plain)?;
    Api::new(units, plain, limits(source)).map_err(bad)
}

fn predicates(library: &Library) -> Vec<String> {
    let functions = library.functions.iter();
    let of = |f: &library::text::Function| {
        let name = f.name.clone();
        f.predicates
            .iter()
            .map(move |p| format!("{name}: {{{p}}}"))
            .collect::<Vec<_>>()
    };
    functions.flat_map(of).collect()
}

/// Trains with drivers, one after the other.
fn lessons(
    api: &Api,
    functions: &[String],
    (drivers, source): (&[PathBuf], &Source),
    begin: Option<Library>,
) -> Result<(Option<Library>, Vec<Lesson>), BadInput> {
    let most = api.learn(functions).map_err(bad)?;
    let limits = limits(source);
    let options = options(source)?;
    let (mut known, mut lessons) = (begin, Vec::new());
    for driver in drivers {
        let units: Vec<Unit> = proofmark_frontend::read(std::slice::from_ref(driver), &options)?;
        let mut lesson = Lesson {
            driver: text::path(driver),
            outcome: Err(String::new()),
            added: Vec::new(),
        };
        match certified(&units, &options, &most, &limits) {
            Err(why) => lesson.outcome = Err(why),
            Ok((_, stats)) => {
                lesson.outcome = Ok(stats.iterations);
                let fewer = needed(api, (&units, &options), &most, &limits).map_err(bad)?;
                let before = known.as_ref().map_or(Vec::new(), predicates);
                let more = predicates(&fewer).into_iter();
                lesson.added = more.filter(|p| !before.contains(p)).collect();
                known = Some(match &known {
                    Some(known) => merged(known, &fewer).map_err(bad)?,
                    None => fewer,
                });
            }
        }
        lessons.push(lesson);
    }
    Ok((known, lessons))
}

fn write(path: &Path, inputs: &[&Path], library: &Library) -> Result<usize, BadInput> {
    let out = output::named(path, inputs)?;
    let text = print::print(library);
    output::write(&out, text.as_bytes())?;
    Ok(text.len())
}

fn report(json: bool, lessons: &[Lesson], library: &Library, bytes: usize) {
    let count = predicates(library).len();
    if json {
        let drivers: Vec<Value> = lessons
            .iter()
            .map(|l| {
                let (iterations, reason) = match &l.outcome {
                    Ok(n) => (Some(n), ""),
                    Err(why) => (None, why.as_str()),
                };
                json!({ "file": l.driver, "iterations": iterations, "reason": reason, "added": l.added })
            })
            .collect();
        let names: Vec<&String> = library.functions.iter().map(|f| &f.name).collect();
        text::print_json(&json!({
            "functions": names, "predicates": predicates(library), "bytes": bytes,
            "proved": !library.proofs.is_empty(), "drivers": drivers,
        }));
        return;
    }
    for lesson in lessons {
        let outcome = match &lesson.outcome {
            Ok(n) => format!("certified with the library, {n} refinements"),
            Err(why) => format!("not certified: {why}"),
        };
        text::print(&format!("{}: {}\n", lesson.driver, text::line(&outcome)));
        for predicate in &lesson.added {
            text::print(&format!("  needs {}\n", text::line(predicate)));
        }
    }
    let proved = if library.proofs.is_empty() {
        "not proved"
    } else {
        "proved"
    };
    text::print(&format!(
        "library: {count} predicates, {proved} ({bytes} bytes)\n"
    ));
}

/// `proofmark train`.
pub(crate) fn train(arguments: &Train) -> Result<u8, BadInput> {
    let api = api(&arguments.api, &arguments.source)?;
    let begin = arguments.extend.as_deref().map(library::read).transpose()?;
    if begin.as_ref().is_some_and(|begin| !api.is_source_of(begin)) {
        return Err(bad(
            "the library is about another version of the C".to_owned()
        ));
    }
    let drivers = (arguments.drivers.as_slice(), &arguments.source);
    let (known, lessons) = lessons(&api, &arguments.functions, drivers, begin)?;
    finish(&api, (known, lessons), &arguments.output, arguments.json)
}

fn finish(
    api: &Api,
    (known, lessons): (Option<Library>, Vec<Lesson>),
    output: &Path,
    json: bool,
) -> Result<u8, BadInput> {
    let Some(known) = known else {
        let why = lessons
            .iter()
            .filter_map(|l| l.outcome.as_ref().err())
            .next();
        let why = why.map_or("", String::as_str);
        return Err(bad(format!("no driver is certified with a library: {why}")));
    };
    let proved = api.prove(&known).map_err(bad)?;
    let bytes = write(output, &[], &proved)?;
    report(json, &lessons, &proved, bytes);
    Ok(if lessons.iter().all(|l| l.outcome.is_ok()) {
        0
    } else {
        2
    })
}

/// `proofmark merge`.
pub(crate) fn merge(arguments: &Merge) -> Result<u8, BadInput> {
    let mut all = Vec::new();
    for path in &arguments.merged {
        all.push(library::read(path)?);
    }
    let mut all = all.into_iter();
    let first = all
        .next()
        .ok_or_else(|| bad("no library is named".to_owned()))?;
    let known = all
        .try_fold(first.without_proofs(), |a, b| merged(&a, &b))
        .map_err(bad)?;
    let known = match arguments.api.is_empty() {
        true => known,
        false => {
            let api = api(&arguments.api, &arguments.source)?;
            if !api.is_source_of(&known) {
                return Err(bad(
                    "the libraries are about another version of the C".to_owned()
                ));
            }
            api.prove(&known).map_err(bad)?
        }
    };
    let inputs: Vec<&Path> = arguments.api.iter().map(PathBuf::as_path).collect();
    let bytes = write(&arguments.output, &inputs, &known)?;
    report(arguments.json, &[], &known, bytes);
    Ok(0)
}

/// `proofmark certify DRIVER API --gen-lib F,G`.
pub(crate) fn extract(arguments: &Certify) -> Result<u8, BadInput> {
    let source = &arguments.source;
    let defines = |file: &PathBuf| {
        let plain = options(source).ok()?;
        arguments.extracted.iter().find(|name| {
            let entry = Options {
                entry: (*name).clone(),
                specification: proofmark_frontend::Specification::default(),
                ..plain.clone()
            };
            proofmark_frontend::load(std::slice::from_ref(file), &entry).is_ok()
        })
    };
    let (own, drivers): (Vec<PathBuf>, Vec<PathBuf>) = arguments
        .files
        .iter()
        .cloned()
        .partition(|file| defines(file).is_some());
    if own.is_empty() || drivers.is_empty() {
        let message = "the functions of a library are defined in files of their own";
        return Err(BadInput::new("usage", message));
    }
    let [driver] = drivers.as_slice() else {
        return Err(BadInput::new(
            "usage",
            "give one file that calls the functions",
        ));
    };
    let api = api(&own, source)?;
    let drivers = (std::slice::from_ref(driver), source);
    let learned = lessons(&api, &arguments.extracted, drivers, None)?;
    finish(&api, learned, &output::name(arguments)?, arguments.json)
}
