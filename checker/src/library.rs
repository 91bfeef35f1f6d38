//! Boolean libraries: does one abstract its C, and what is believed of those that are used.

use super::{answer, denied, options, refused, Answer, Arguments, Subject};
use proofmark_certs::DecodeError;
use proofmark_checker::check::Policy;
use proofmark_checker::limits;
use proofmark_checker::verdict::{Rejection, Report, Verdict};
use proofmark_frontend::library::text::Library;
use proofmark_frontend::library::{self, Role};
use proofmark_frontend::{Options, Unit};
use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_report::hex;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The kind of assumption that a library is.
const KIND: &str = "library";
/// The code of a library that is about other C.
const OTHER_C: &str = "other-c";

/// Reads a library. Another version is no wrong input: somebody else may know it.
fn read(path: &Path) -> Result<Library, Answer> {
    if library::is_of_other_version(path) {
        let message = format!(
            "{}: a boolean library of a version that is not known here; another version of \
             proofmark-check may know it",
            text::path(path)
        );
        return Err(Answer::declined("format", message));
    }
    library::read(path).map_err(|error| refused(&error))
}

/// `proofmark-check API.c LIB`.
pub(crate) fn decide(
    arguments: &Arguments,
    (path, files): (&PathBuf, &[PathBuf]),
    subject: &mut Subject,
) -> Result<Answer, Answer> {
    let alone = arguments.specification.is_empty() && arguments.used.libraries.is_empty();
    if !alone || !arguments.objects.is_empty() {
        let message = "a library is checked against its C, without a specification, other \
                       libraries, and objects";
        return Err(Answer::bad_input("usage", message));
    }
    let deny = denied(arguments)?;
    let found = read(path)?;
    let (total, ledger) = abstracts(arguments, files, &Arc::new(found), &deny)?;
    subject.ledger = ledger.into_iter().collect();
    subject.library = true;
    Ok(Answer {
        report: total.map(Box::new),
        ..Answer::new("accepted", 0, "", "")
    })
}

/// Whether a library abstracts C: what the proofs took, and what they assume.
///
/// # Errors
/// The answer if it does not.
fn abstracts(
    arguments: &Arguments,
    files: &[PathBuf],
    found: &Arc<Library>,
    deny: &[String],
) -> Result<(Option<Report>, BTreeSet<LedgerEntry>), Answer> {
    let bad = |error| refused(&error);
    let units = proofmark_frontend::read(files, &options(arguments)).map_err(bad)?;
    is_source(&units, found)?;
    if found.proofs.is_empty() {
        return Err(Answer::rejected("no-proof", library::NO_PROOF));
    }
    let (mut total, mut ledger): (Option<Report>, BTreeSet<LedgerEntry>) = Default::default();
    for (f, proof) in found.functions.iter().zip(&found.proofs) {
        let options = Options {
            entry: f.name.clone(),
            library: Role::Prove(found.clone(), f.name.clone()),
            ..options(arguments)
        };
        let mut program = proofmark_frontend::load_read(&units, &options).map_err(bad)?;
        let certificate = proofmark_certs::open(proof).map_err(|error| damaged(&f.name, &error))?;
        let policy = Policy {
            specification: proofmark_certs::digest(b""),
            deny: deny.to_vec(),
            limits: limits::Limits::DEFAULT,
        };
        let (arena, cfa) = (&mut program.arena, &program.cfa);
        // Duties leave out what says nothing of predicates; it is assumed all the same.
        let options = Options {
            library: Role::None,
            ..options
        };
        let whole = proofmark_frontend::load_read(&units, &options).map_err(bad)?;
        let mut assumed = whole.cfa.ledger.iter();
        let verdict = match assumed.find(|entry| deny.contains(&entry.kind)) {
            Some(entry) => Verdict::Rejected(Rejection::Denied {
                kind: entry.kind.clone(),
                subject: entry.subject.clone(),
            }),
            None => proofmark_checker::check(arena, cfa, &certificate, &policy),
        };
        let mut one = answer(verdict, &program.arena, &program.cfa, &None);
        if one.exit != 0 {
            one.message = format!("the proof of `{}`: {}", f.name, one.message);
            return Err(one);
        }
        ledger.extend(program.cfa.ledger.iter().cloned());
        ledger.extend(whole.cfa.ledger.iter().cloned());
        total = one.report.map(|report| add(total.take(), &report));
    }
    Ok((total, ledger))
}

/// What the proofs of several functions took: limits are for each of them.
fn add(total: Option<Report>, report: &Report) -> Report {
    let mut sum = *report;
    if let Some(total) = total {
        sum.obligations += total.obligations;
        sum.trivial += total.trivial;
        sum.proved += total.proved;
        sum.lemmas += total.lemmas;
        sum.tokens += total.tokens;
        let (used, other) = (&mut sum.used, total.used);
        used.nodes = used.nodes.max(other.nodes);
        used.fuel = used.fuel.max(other.fuel);
        used.depth = used.depth.max(other.depth);
        used.hypotheses = used.hypotheses.max(other.hypotheses);
    }
    sum
}

/// Whether C is what a library says that it abstracts.
fn is_source(units: &[Unit], found: &Library) -> Result<(), Answer> {
    let normal = library::normal(units).map_err(|error| refused(&error))?;
    let digest = hex(&proofmark_certs::digest(normal.as_bytes()));
    match digest == found.source {
        true => Ok(()),
        false => Err(Answer::rejected(
            OTHER_C,
            format!(
                "the library abstracts the C with the digest {}, this has {digest}",
                found.source
            ),
        )),
    }
}

fn damaged(function: &str, error: &DecodeError) -> Answer {
    Answer::rejected("format", format!("the proof of `{function}`: {error}"))
}

/// The libraries that are used. One without proof is not: nobody may ever have shown what the
/// ledger would assume. Nor is one of which a proof is no certificate; what it proves, only the C
/// tells.
pub(crate) fn used(arguments: &Arguments) -> Result<Vec<Arc<Library>>, Answer> {
    let mut all = Vec::new();
    for path in &arguments.used.libraries {
        let found = read(path)?;
        if found.proofs.is_empty() {
            let message = format!("{}: {}", text::path(path), library::NO_PROOF);
            return Err(Answer::rejected("no-proof", message));
        }
        for (f, proof) in found.functions.iter().zip(&found.proofs) {
            proofmark_certs::open(proof).map_err(|error| damaged(&f.name, &error))?;
        }
        all.push(Arc::new(found));
    }
    Ok(all)
}

/// What is believed about a program that uses libraries. If their C is given they are checked: then
/// nothing is believed of them but what their proofs assume.
pub(crate) struct Belief {
    /// Whether they are checked.
    checked: bool,
    /// What their proofs assume.
    assumed: BTreeSet<LedgerEntry>,
}

impl Belief {
    /// Checks the libraries that are used, if their C is given.
    pub(crate) fn new(
        arguments: &Arguments,
        used: &[Arc<Library>],
        deny: &mut Vec<String>,
    ) -> Result<Belief, Answer> {
        let checked = !arguments.used.api.is_empty();
        let mut assumed = BTreeSet::new();
        if checked {
            deny.retain(|kind| kind != KIND);
            for found in used {
                let own = abstracts(arguments, &arguments.used.api, found, deny);
                let (_, own) = own.map_err(|answer| several(answer, used.len()))?;
                assumed.extend(own);
            }
        }
        Ok(Belief { checked, assumed })
    }

    /// The ledger of a program that uses them, from that of its automaton.
    pub(crate) fn ledger(self, own: &[LedgerEntry]) -> Vec<LedgerEntry> {
        let kept = own
            .iter()
            .filter(|entry| !(self.checked && entry.kind == KIND));
        let all: BTreeSet<LedgerEntry> = kept.cloned().chain(self.assumed).collect();
        all.into_iter().collect()
    }
}

/// What is said of one of several libraries: all of `--api` is the C of each.
fn several(mut answer: Answer, libraries: usize) -> Answer {
    if libraries > 1 && answer.code == OTHER_C {
        answer.message += "; each library is checked with all files of --api: check those that \
                           are about other C one by one (`proofmark-check API.c LIB`)";
    }
    answer
}

/// What the libraries have to do with a program.
pub(crate) fn role(used: Vec<Arc<Library>>) -> Role {
    if used.is_empty() {
        return Role::None;
    }
    let named = |found: Arc<Library>| {
        let digest = proofmark_certs::digest(library::digested(&found).as_bytes());
        (found, hex(&digest))
    };
    Role::Use(used.into_iter().map(named).collect())
}
