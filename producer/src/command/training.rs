//! `proofmark train`, and `certify --gen-lib`: libraries from runs on programs.

use super::arguments::{Certify, Source, Train};
use super::failure::{options, BadInput};
use super::library::{api, bad, predicates, write};
use super::progress::Count;
use proofmark_frontend::library::text::Library;
use proofmark_frontend::library::{self, Role};
use proofmark_frontend::spec;
use proofmark_frontend::Options;
use proofmark_guard::text;
use proofmark_producer::training::learn::{self, defines, Driver, Lesson, Seen, Tried, Verdict};
use proofmark_producer::training::{merge, Api};
use serde_json::{json, Value};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What of a command line both commands refuse.
fn alone(source: &Source, functions: &[String]) -> Result<(), BadInput> {
    if functions.iter().any(String::is_empty) {
        return Err(BadInput::new("usage", "a name of the functions is empty"));
    }
    match source.libraries.is_empty() {
        true => Ok(()),
        false => Err(BadInput::new(
            "usage",
            "a library is made from C, and not from other libraries: leave --use-lib out",
        )),
    }
}

fn tried_json(tried: &Tried) -> Value {
    let stats = &tried.stats;
    json!({
        "verdict": tried.answer.word(),
        "iterations": stats.iterations,
        "predicates": stats.predicates,
        "nodes": stats.nodes,
        "theory_calls": stats.theory_calls,
        "solver_calls": stats.solver_calls,
        "bytes": tried.bytes,
    })
}

fn tried_text(tried: &Tried) -> String {
    let stats = &tried.stats;
    match &tried.answer {
        Verdict::Certified => format!(
            "certified ({} iterations, {} predicates, {} tree nodes, {} bytes)",
            stats.iterations, stats.predicates, stats.nodes, tried.bytes
        ),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
        Verdict::Violated => "violated: certify with the C shows the execution".to_owned(),
        Verdict::NotApplicable => "not applicable: no event of the rule is in it".to_owned(),
    }
}

/// The exit status for what programs taught: the worst one counts.
fn status(lesson: &Lesson) -> u8 {
    match (&lesson.with_c.answer, &lesson.learned) {
        (Verdict::Certified, Some(_)) | (Verdict::NotApplicable, _) => 0,
        (Verdict::Violated, _) => 1,
        (Verdict::Certified, None) | (Verdict::Unknown(_), _) => 2,
    }
}

const COARSE: &str = "no predicates were found with which a library is enough for it";

/// `proofmark certify DRIVER.c API.c --gen-lib F,G -o LIB`.
pub(crate) fn generate(arguments: &Certify) -> Result<u8, BadInput> {
    alone(&arguments.source, &arguments.gen_lib)?;
    let Some(output) = &arguments.output else {
        return Err(BadInput::new("usage", "--gen-lib needs -o LIB"));
    };
    let options = options(&arguments.source)?;
    let plain = Options {
        specification: spec::Specification::default(),
        ..options.clone()
    };
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        let units = proofmark_frontend::read(std::slice::from_ref(file), &plain)?;
        let mut is_api = false;
        for unit in &units {
            is_api |= defines(unit, &plain, &arguments.gen_lib).map_err(bad)?;
        }
        let list = if is_api { &mut own } else { &mut others };
        list.push(file.clone());
    }
    let missing = |what: &str| Err(bad(format!("no file {what} the functions of --gen-lib")));
    if own.is_empty() {
        return missing("defines");
    }
    if others.is_empty() {
        return missing("is there but those that define");
    }
    let api = api(&own, &arguments.source)?;
    let driver = Driver {
        units: proofmark_frontend::read(&others, &options)?,
        options,
    };
    let files: Vec<String> = others.iter().map(|file| text::path(file)).collect();
    named(&arguments.gen_lib, &[(files.join(" "), &driver)])?;
    let seen = api.with_c(&arguments.gen_lib, std::slice::from_ref(&driver));
    let seen = seen.into_iter().next();
    let seen = seen.unwrap_or_else(|| Err("the program was not verified".to_owned()));
    let lesson = seen.and_then(|seen| api.learn(&arguments.gen_lib, &driver, seen));
    let lesson = lesson.map_err(bad)?;
    let mut written = None;
    let mut added = Vec::new();
    if let Some((known, _)) = &lesson.learned {
        let proved = api.prove(known, &[]).map_err(bad)?.library;
        let inputs: Vec<&Path> = arguments.files.iter().map(PathBuf::as_path).collect();
        added = predicates(&proved);
        written = Some(Written {
            bytes: write(output, &inputs, &proved)?,
            untold: api.told(&proved).1,
            library: proved,
        });
    }
    let taught = Taught {
        file: files.join(" "),
        rule: None,
        lesson,
        added,
    };
    let all = (std::slice::from_ref(&taught), &Changes::default());
    report((arguments.json, output), all, written.as_ref());
    Ok(status(&taught.lesson))
}

/// A library that is written.
struct Written {
    library: Library,
    bytes: usize,
    /// Why programs cannot leave some structures incomplete.
    untold: Vec<String>,
}

impl Written {
    fn json(&self, path: &Path) -> Value {
        let names = self.library.functions.iter().map(|f| &f.name);
        json!({
            "file": text::path(path), "functions": names.collect::<Vec<_>>(),
            "predicates": predicates(&self.library), "bytes": self.bytes,
            "proved": !self.library.proofs.is_empty(),
        })
    }

    fn text(&self, path: &Path) -> String {
        let all = predicates(&self.library);
        let mut out = format!(
            "library: {} ({} predicates, proved, {} bytes)\n",
            text::path(path),
            all.len(),
            self.bytes
        );
        for predicate in all {
            let _ = writeln!(out, "  {predicate}");
        }
        for why in &self.untold {
            let _ = writeln!(out, "no program can leave this incomplete: {why}");
        }
        out
    }
}

/// A program and a rule.
struct Pair {
    file: String,
    rule: Option<String>,
}

/// What became of a pair.
struct Taught {
    file: String,
    rule: Option<String>,
    lesson: Lesson,
    /// What the library did not have before; nothing if it was enough.
    added: Vec<String>,
}

fn pairs(arguments: &Train) -> Result<(Vec<Pair>, Vec<Driver>), BadInput> {
    let rules: Vec<Option<&PathBuf>> = match arguments.rules.is_empty() {
        true => vec![None],
        false => arguments.rules.iter().map(Some).collect(),
    };
    let common = &arguments.source.specification;
    let (mut out, mut drivers) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        for rule in &rules {
            let all: Vec<PathBuf> = common.iter().chain(*rule).cloned().collect();
            let options = Options {
                specification: spec::read(&all)?,
                library: Role::None,
                ..options(&arguments.source)?
            };
            drivers.push(Driver {
                units: proofmark_frontend::read(std::slice::from_ref(file), &options)?,
                options,
            });
            out.push(Pair {
                file: text::path(file),
                rule: rule.map(|rule| text::path(rule)),
            });
        }
    }
    Ok((out, drivers))
}

/// The library that training starts from.
fn earlier(arguments: &Train, api: &Api) -> Result<Option<Library>, BadInput> {
    let Some(path) = &arguments.from else {
        return Ok(None);
    };
    let found = library::read(path)?;
    if !api.is_source_of(&found) {
        let (about, given) = (&found.source, api.source());
        return Err(bad(format!(
            "the library abstracts the C with the digest {about}, this has {given}"
        )));
    }
    if found.abi != arguments.source.arch.profile() {
        return Err(bad("the library of --from is for another ABI".to_owned()));
    }
    let named = |name: &String| found.function(name).is_some();
    if let Some(name) = arguments.functions.iter().find(|name| !named(name)) {
        return Err(bad(format!("the library has no function `{name}`")));
    }
    Ok(Some(found.without_proofs()))
}

/// Where training writes what it has learned so far: beside its output, if that is a file.
fn part(output: &Path) -> Option<PathBuf> {
    let special = std::fs::metadata(output).is_ok_and(|data| !data.is_file());
    let mut name = output.to_owned().into_os_string();
    name.push(".part");
    (!special && output != Path::new("-")).then(|| PathBuf::from(name))
}

/// What a training that did not come to its end has left, if it began at this time.
pub(crate) fn kept(arguments: &Train, began: SystemTime) -> Option<PathBuf> {
    let path = part(&arguments.output)?;
    let written = std::fs::metadata(&path).and_then(|data| data.modified());
    written.is_ok_and(|at| at >= began).then_some(path)
}

/// The files that training reads.
fn inputs(arguments: &Train) -> Vec<&Path> {
    let all = arguments.api.iter().chain(&arguments.files);
    let all = all.chain(&arguments.rules);
    let all = all.chain(&arguments.source.specification);
    all.map(PathBuf::as_path).collect()
}

/// Programs that a library is enough for, and what became of all.
type Lessons = (Vec<Driver>, Vec<Taught>);

/// What programs teach, one after the other. What is known by then is written each time: a limit
/// of time, or whoever interrupts this, takes nothing away.
fn lessons(
    (arguments, api): (&Train, &Api),
    known: &mut Option<Library>,
    count: &Count,
) -> Result<Lessons, BadInput> {
    let (pairs, programs) = pairs(arguments)?;
    let total = pairs.len();
    api.defines(&arguments.functions).map_err(bad)?;
    let each = pairs.iter().zip(&programs);
    let each: Vec<_> = each
        .map(|(pair, driver)| (pair.file.clone(), driver))
        .collect();
    named(&arguments.functions, &each)?;
    count.show(0, total, Some("with the C".to_owned()));
    let seen = api.with_c(&arguments.functions, &programs);
    let (mut drivers, mut all) = (Vec::new(), Vec::new());
    for (done, ((pair, driver), seen)) in pairs.into_iter().zip(programs).zip(seen).enumerate() {
        count.show(done, total, Some(pair.file.clone()));
        let seen = seen.map_err(|why| bad(format!("{}: {why}", pair.file)))?;
        let about = (&pair, &driver, seen);
        let taught = teach((api, &arguments.functions), about, known)?;
        if taught.lesson.learned.is_some() {
            drivers.push(driver);
        }
        let learned = !taught.added.is_empty();
        all.push(taught);
        if let (Some(library), Some(path)) = (&known, part(&arguments.output).filter(|_| learned)) {
            write(&path, &inputs(arguments), library)?;
        }
    }
    Ok((drivers, all))
}

/// `proofmark train`.
pub(crate) fn train(arguments: &Train) -> Result<u8, BadInput> {
    alone(&arguments.source, &arguments.functions)?;
    let api = api(&arguments.api, &arguments.source)?.with_threads(arguments.jobs);
    let start = earlier(arguments, &api)?;
    let mut known = start.clone();
    let total = arguments.files.len() * arguments.rules.len().max(1);
    let count = Count::new(!arguments.json);
    let (drivers, all) = lessons((arguments, &api), &mut known, &count)?;
    let worst = all.iter().map(|taught| status(&taught.lesson)).max();
    let mut written = None;
    let mut changes = Changes::default();
    if let Some(library) = &known {
        count.show(total, total, Some("what no program needs".to_owned()));
        let parts = (library, start.as_ref());
        let less = api
            .trimmed(&arguments.functions, parts, &drivers)
            .map_err(bad)?;
        changes = Changes::new(&predicates(library), &predicates(&less));
        count.show(total, total, Some("the proof".to_owned()));
        let proved = api.prove(&less, start.as_slice()).map_err(bad)?.library;
        written = Some(Written {
            bytes: write(&arguments.output, &inputs(arguments), &proved)?,
            untold: api.told(&proved).1,
            library: proved,
        });
        // All of it is in the library now.
        let _ = part(&arguments.output).map(std::fs::remove_file);
    }
    drop(count);
    let to = (arguments.json, arguments.output.as_path());
    report(to, (&all, &changes), written.as_ref());
    Ok(worst.unwrap_or(0))
}

/// What became of predicates when all programs had taught.
#[derive(Default)]
struct Changes {
    /// Those that no program needs any more.
    dropped: Vec<String>,
    /// Those that go with others: whether results are negative.
    completed: Vec<String>,
}

impl Changes {
    fn new(before: &[String], after: &[String]) -> Changes {
        let only = |a: &[String], b: &[String]| -> Vec<String> {
            a.iter().filter(|one| !b.contains(one)).cloned().collect()
        };
        Changes {
            dropped: only(before, after),
            completed: only(after, before),
        }
    }
}

/// Adds what a program needs.
fn teach(
    (api, functions): (&Api, &[String]),
    (pair, driver, seen): (&Pair, &Driver, Seen),
    known: &mut Option<Library>,
) -> Result<Taught, BadInput> {
    let about = |why: String| bad(format!("{}: {why}", pair.file));
    let mut added = Vec::new();
    let mut enough = None;
    if let Some(library) = &known {
        let tried = api.with_library(driver, library).map_err(about)?;
        enough = (tried.answer == Verdict::Certified).then_some(tried);
    }
    let lesson = match enough {
        Some(tried) => {
            let library = known.clone().map(|library| (library, tried));
            Lesson {
                with_c: seen.tried(),
                learned: library,
                starts: Vec::new(),
            }
        }
        None => {
            let mut lesson = api.learn(functions, driver, seen).map_err(about)?;
            if let Some((library, tried)) = &mut lesson.learned {
                let before = known.as_ref().map(predicates).unwrap_or_default();
                added = predicates(library);
                added.retain(|one| !before.contains(one));
                if let Some(other) = &known {
                    *library = merge(other, library).map_err(about)?;
                    *tried = api.with_library(driver, library).map_err(about)?;
                }
                *known = Some(library.clone());
            }
            lesson
        }
    };
    Ok(Taught {
        file: pair.file.clone(),
        rule: pair.rule.clone(),
        lesson,
        added,
    })
}

fn report(
    (json, output): (bool, &Path),
    (all, changes): (&[Taught], &Changes),
    written: Option<&Written>,
) {
    if json {
        let taught = all.iter().map(|t| {
            json!({
                "driver": t.file, "rule": t.rule, "with_c": tried_json(&t.lesson.with_c),
                "with_library": t.lesson.learned.as_ref().map(|(_, tried)| tried_json(tried)),
                "added": t.added,
            })
        });
        let library = written.map(|written| written.json(output));
        text::print_json(&json!({
            "drivers": taught.collect::<Vec<_>>(), "dropped": changes.dropped,
            "completed": changes.completed, "library": library,
        }));
        return;
    }
    let mut out: String = all.iter().map(taught_text).collect();
    for predicate in &changes.dropped {
        let _ = writeln!(out, "dropped {predicate}");
    }
    for predicate in &changes.completed {
        let _ = writeln!(
            out,
            "added for programs that ask in another way: {predicate}"
        );
    }
    match written {
        Some(written) => out.push_str(&written.text(output)),
        None => out.push_str("no library\n"),
    }
    text::print(&out);
}

/// What a library cannot say, where that may be why none is enough.
fn of_starts(objects: &[String]) -> String {
    let names: Vec<String> = objects.iter().map(|name| format!("`{name}`")).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(
            "  a library says nothing of the values that the API's own objects start with ({}): a \
             program that depends on them has to call a function first that sets them\n",
            names.join(", ")
        ),
    }
}

/// Warns of programs that name none of the functions.
///
/// # Errors
/// If that is all of them.
fn named(functions: &[String], programs: &[(String, &Driver)]) -> Result<(), BadInput> {
    let mut any = false;
    for (file, driver) in programs {
        match learn::names(driver, functions).map_err(|why| bad(format!("{file}: {why}")))? {
            true => any = true,
            false => text::warn(&format!(
                "warning: {file}: it calls none of the functions, and teaches nothing\n"
            )),
        }
    }
    match any {
        true => Ok(()),
        false => Err(bad("no program calls any of the functions".to_owned())),
    }
}

fn taught_text(taught: &Taught) -> String {
    let rule = taught.rule.as_ref().map(|rule| format!(", {rule}"));
    let mut out = format!("{}{}:\n", taught.file, rule.unwrap_or_default());
    let with_c = &taught.lesson.with_c;
    let _ = writeln!(out, "  with the C: {}", tried_text(with_c));
    match &taught.lesson.learned {
        Some((_, tried)) => {
            let _ = writeln!(out, "  with the library: {}", tried_text(tried));
            if taught.added.is_empty() {
                out.push_str("  added nothing\n");
            }
        }
        None if with_c.answer == Verdict::Certified => {
            let _ = writeln!(out, "  {COARSE}");
            out.push_str(&of_starts(&taught.lesson.starts));
        }
        None => {}
    }
    for predicate in &taught.added {
        let _ = writeln!(out, "  added {predicate}");
    }
    out
}
