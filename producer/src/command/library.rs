//! `proofmark merge`: one library of several, proved.

use super::arguments::{Merge, Source};
use super::failure::{options, BadInput};
use super::output;
use proofmark_frontend::library::text::Library;
use proofmark_frontend::library::{self, print};
use proofmark_frontend::Options;
use proofmark_guard::text;
use proofmark_producer::engine::Limits;
use proofmark_producer::training::{merge as merged, Api};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is wrong with a library or its C. What the front end says of a file begins with `error:`
/// already, behind the file's name.
pub(super) fn bad(message: String) -> BadInput {
    match message.contains("error: ") {
        true => BadInput::new("library", message),
        false => BadInput::new("library", format!("error: library: {message}")),
    }
}

fn limits(source: &Source) -> Limits {
    Limits {
        time: Some(Duration::from_secs(source.time_limit)),
        memory: Some(source.memory_limit.saturating_mul(1 << 20)),
        jobs: None,
        spent: Duration::ZERO,
    }
}

/// The C of a library.
pub(super) fn api(files: &[PathBuf], source: &Source) -> Result<Api, BadInput> {
    let plain = Options {
        specification: proofmark_frontend::Specification::default(),
        ..options(source)?
    };
    let units = proofmark_frontend::read(files, &plain)?;
    Api::new(units, plain, limits(source)).map_err(bad)
}

/// Whether a library is about this C.
pub(super) fn about(api: &Api, library: &Library) -> Result<(), BadInput> {
    match api.is_source_of(library) {
        true => Ok(()),
        false => Err(bad(format!(
            "the library abstracts the C with the digest {}, this has {}",
            library.source,
            api.source()
        ))),
    }
}

pub(super) fn predicates(library: &Library) -> Vec<String> {
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

pub(super) fn write(path: &Path, inputs: &[&Path], library: &Library) -> Result<usize, BadInput> {
    let out = output::named(path, inputs)?;
    let text = print::print(library);
    output::write(&out, text.as_bytes())?;
    Ok(text.len())
}

/// How many proofs of formulas a merged library has, and how many of them are those of its parts.
type Counts = Option<(usize, usize)>;

fn report(json: bool, (library, bytes): (&Library, usize), counts: Counts, untold: &[String]) {
    if json {
        let names: Vec<&String> = library.functions.iter().map(|f| &f.name).collect();
        text::print_json(&json!({
            "functions": names, "predicates": predicates(library), "bytes": bytes,
            "proved": !library.proofs.is_empty(),
            "proofs": counts.map(|(all, copied)| json!({ "total": all, "copied": copied })),
        }));
        return;
    }
    let count = predicates(library).len();
    let proved = if library.proofs.is_empty() {
        "not proved"
    } else {
        "proved"
    };
    text::print(&format!(
        "library: {count} predicates, {proved} ({bytes} bytes)\n"
    ));
    if let Some((all, copied)) = counts {
        text::print(&format!(
            "  {copied} of {all} proofs copied from its parts\n"
        ));
    }
    for why in untold {
        text::print(&format!("no program can leave this incomplete: {why}\n"));
    }
}

/// `proofmark merge`.
pub(crate) fn merge(arguments: &Merge) -> Result<u8, BadInput> {
    let mut all = Vec::new();
    for path in &arguments.merged {
        all.push(library::read(path)?);
    }
    let (first, others) = all
        .split_first()
        .ok_or_else(|| bad("no library is named".to_owned()))?;
    let known = others
        .iter()
        .try_fold(first.without_proofs(), |a, b| merged(&a, b))
        .map_err(bad)?;
    let mut untold = Vec::new();
    // Where the others add nothing, the proof of one is that of the result.
    let same = all.iter().find(|one| {
        let proved = !one.proofs.is_empty();
        proved && one.without_proofs() == known
    });
    let mut counts = None;
    let known = match arguments.api.is_empty() {
        true => same.cloned().unwrap_or(known),
        false => {
            let api = api(&arguments.api, &arguments.source)?;
            about(&api, &known)?;
            let (known, why) = api.told(&known);
            untold = why;
            let proved = api.prove(&known, &all).map_err(bad)?;
            let parts = all.iter().any(|part| !part.proofs.is_empty());
            counts = parts.then_some((proved.proofs, proved.copied));
            proved.library
        }
    };
    let inputs: Vec<&Path> = arguments.api.iter().map(PathBuf::as_path).collect();
    let bytes = write(&arguments.output, &inputs, &known)?;
    report(arguments.json, (&known, bytes), counts, &untold);
    Ok(0)
}
