//! The process that certifies one pair: `verify` starts it with limits of its own, and reads what
//! it prints.
//!
//! It loads the program first, included files and all, so that what it has in the store is found by
//! what the program is now. Then the checker decides whether that still proves it.

use super::store;
use crate::command::arguments::VerifyPair;
use crate::command::certify::{denied, Answer, Task};
use crate::command::failure::{options, BadInput};
use crate::command::output;
use crate::command::reused::OldCertificate;
use proofmark_certs::limits::CERTIFICATE_BYTES_MAX;
use proofmark_checker::check::Policy;
use proofmark_checker::limits::Limits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::files::{self, Unreadable};
use proofmark_frontend::{Program, Unit};
use proofmark_guard::output::Output;
use proofmark_guard::text;
use proofmark_report::difference::{differences, Difference};
use proofmark_report::{events, ledger};
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

/// From now on, this process is asked to end when its standard input closes: then `verify` has
/// ended, in whatever way, or wants it to.
pub(crate) fn end_with_verify(interrupted: &Arc<AtomicBool>) {
    let interrupted = interrupted.clone();
    let waits = move || {
        let mut byte = [0];
        while std::io::stdin()
            .read(&mut byte)
            .is_ok_and(|count| count > 0)
        {}
        interrupted.store(true, Ordering::SeqCst);
    };
    // Without the thread, limits end the work.
    let _ = std::thread::Builder::new()
        .stack_size(64 << 10)
        .spawn(waits);
}

/// Certifies a pair, or finds that the store still has its certificate.
pub(crate) fn pair(arguments: &VerifyPair, interrupted: &Arc<AtomicBool>) -> Result<u8, BadInput> {
    let began = Instant::now();
    let mut certify = arguments.certify.clone();
    let deny = denied(&certify.deny, certify.policy.as_deref())?;
    let options = options(&certify.source)?;
    let units = proofmark_frontend::read(&certify.files, &options)?;
    text::print_json(&json!({ "made_of": made_of(&units) }));
    let program = proofmark_frontend::load_read(&units, &options)?;
    let key = store::key(&output::binding(&program));
    let path = arguments.certificates.join(format!("{key}.cert"));
    certify.output = Some(path.clone());
    certify.resumable = true;
    let newest = arguments
        .newest
        .as_deref()
        .filter(|newest| **newest != *path);
    let newest = newest.and_then(old_certificate);
    let task = Task {
        arguments: &certify,
        output: Output::unfollowed(&path),
        deny,
        began,
        old: newest.as_ref(),
        interrupted,
    };
    if let Some(answer) = task.without_search(&program)? {
        print(&answer, &json!({}));
        return Ok(answer.status);
    }
    let mut found = json!({
        "key": key, "ledger": ledger(&program.cfa.ledger), "notes": events::notes(&program),
    });
    let kept = match program.relevance.is_applicable() {
        true => recheck(&program, &path, &task.deny),
        false => Kept::Absent,
    };
    match kept {
        Kept::Accepted => {
            found["how"] = "unchanged".into();
            text::print_json(&found);
            return Ok(0);
        }
        Kept::Absent => {}
        Kept::Refused(why) => found["refused"] = why.into(),
    }
    let answer = renewed(&task, program, &mut found)?;
    print(&answer, &found);
    Ok(answer.status)
}

/// Certifies a program of which the store has no proof. The search starts from the certificate that
/// the store has of the same program, entry and rule from before they changed, if it has one.
fn renewed(task: &Task<'_>, program: Program, found: &mut Value) -> Result<Answer, BadInput> {
    if let Some(Ok(old)) = task.old.map(|old| proofmark_certs::open(&old.bytes)) {
        let differences = differences(&old, &program);
        found["changes"] = differences.iter().filter_map(change).collect();
    }
    let writable = match task.output.spares(&program.cfa.files) {
        true => Ok(()),
        false => Err(BadInput::new(
            "io",
            "the program is made of a file of the store",
        )),
    };
    let answer = task.search(program, writable)?;
    if answer.status == 0 {
        let reuse = &answer.json["reuse"];
        let started = reuse.is_object() && reuse["unusable"].is_null();
        found["how"] = match started {
            true => "recertified".into(),
            false => "certified".into(),
        };
    }
    Ok(answer)
}

/// What has changed, in few words. Assumptions follow from the rest.
fn change(difference: &Difference) -> Option<String> {
    Some(match (difference.what, &difference.here) {
        ("assumption", _) => return None,
        ("function", Some(function)) => format!("function {function}"),
        ("function", None) => "fewer functions".to_owned(),
        ("declarations", _) => "a declaration".to_owned(),
        ("specification", _) => "the rule".to_owned(),
        (what, _) => what.to_owned(),
    })
}

/// The files that a program is made of, as the preprocessor names them.
fn made_of(units: &[Unit]) -> BTreeSet<String> {
    let sources = units.iter().map(|unit| text::path(&unit.file));
    let included = units.iter().flat_map(|unit| &unit.preprocessed.included);
    sources
        .chain(included.map(|file| file.name.clone()))
        .collect()
}

/// What the store has for a program.
enum Kept {
    Absent,
    /// A certificate that the checker accepts.
    Accepted,
    /// Something else, and why it is none.
    Refused(String),
}

/// Has the checker decide about what the store has, as a consumer would.
fn recheck(program: &Program, path: &Path, deny: &[String]) -> Kept {
    let bytes = match files::read(path, CERTIFICATE_BYTES_MAX) {
        Ok(bytes) => bytes,
        Err(Unreadable::Missing) => return Kept::Absent,
        Err(error) => return Kept::Refused(error.to_string()),
    };
    let claimed = match proofmark_certs::open(&bytes) {
        Ok(claimed) => claimed,
        Err(error) => return Kept::Refused(error.to_string()),
    };
    let policy = Policy {
        specification: proofmark_certs::digest(program.specification.as_bytes()),
        deny: deny.to_vec(),
        limits: Limits::DEFAULT,
    };
    // The check adds to the expressions, and the search is to find them as they were.
    let mut arena = program.arena.clone();
    match proofmark_checker::check(&mut arena, &program.cfa, &claimed, &policy) {
        Verdict::Accepted(_) => Kept::Accepted,
        Verdict::Rejected(reason) => Kept::Refused(reason.describe(&arena, &program.cfa)),
        Verdict::Declined(reason) => Kept::Refused(reason.describe()),
    }
}

/// A certificate to start from. What is wrong with it is found out there.
fn old_certificate(path: &Path) -> Option<OldCertificate> {
    Some(OldCertificate {
        path: path.to_owned(),
        bytes: files::read(path, CERTIFICATE_BYTES_MAX).ok()?,
        explain: false,
    })
}

fn print(answer: &Answer, found: &Value) {
    let mut out = found.clone();
    out["answer"] = answer.json.clone();
    out["text"] = answer.text.as_str().into();
    text::print_json(&out);
}
