//! What a certificate is about and a consumer's program is not, and what to do about it.
//!
//! The certificate is compared with the program where its binding and its ledger tell, and with
//! what its maker says otherwise ([`Provenance`]). No verdict depends on that.

use proofmark_certs::{Certificate, Provenance};
use proofmark_frontend::compiler::arguments;
use proofmark_frontend::{Options, Program};
use proofmark_guard::text::line;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::types::Profile;
use proofmark_logic::SIGNATURE;
use serde_json::{json, Value};
use std::fmt::Write;

/// Most entries of the ledger that are named on either side.
const ENTRIES_MAX: usize = 10;

/// One thing that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What, as one word: `profile`, `logic`, `tool`, `entry`, `inline-limit`, `specification`,
    /// `arguments`, `function`, `declarations`, `assumption`, `provenance`.
    pub what: &'static str,
    /// What the certificate says; `None` if it says nothing about it.
    pub certificate: Option<String>,
    /// What it is here.
    pub here: Option<String>,
    /// What to do; may be empty.
    pub advice: String,
}

impl Difference {
    fn new(what: &'static str, certificate: &str, here: &str, advice: String) -> Difference {
        Difference {
            what,
            certificate: Some(certificate.to_owned()),
            here: Some(here.to_owned()),
            advice,
        }
    }
}

/// Everything in which a certificate and a program differ.
pub fn differences<P>(certificate: &Certificate<P>, program: &Program) -> Vec<Difference> {
    let mut out: Vec<Difference> = [
        profile(&certificate.binding.profile, program),
        logic(&certificate.binding.signature),
    ]
    .into_iter()
    .flatten()
    .collect();
    let known = certificate.provenance.as_deref();
    let made = known.and_then(Provenance::decode);
    out.extend(
        made.as_ref()
            .into_iter()
            .flat_map(|made| options(made, program)),
    );
    let bound = &certificate.binding.specification;
    if *bound != proofmark_certs::digest(program.specification.as_bytes()) {
        out.push(specification(certificate, made.as_ref(), program));
    }
    let bytes = cfa_bytes(&program.arena, &program.cfa);
    let same_program = certificate.binding.cfa == proofmark_certs::digest(&bytes);
    if !same_program {
        match &made {
            Some(made) => out.extend(function(made, program, &out)),
            None => out.push(unsaid(known.is_some())),
        }
        out.extend(assumptions(&certificate.ledger, &program.cfa.ledger));
    }
    out
}

fn profile(claimed: &str, program: &Program) -> Option<Difference> {
    let here = program.cfa.profile.name();
    let advice = arch(claimed).map_or_else(String::new, |arch| format!("give --arch {arch}"));
    (claimed != here).then(|| Difference::new("profile", claimed, here, advice))
}

/// The name on the command line of a profile.
pub fn arch(profile: &str) -> Option<&'static str> {
    if profile == Profile::Lp64.name() {
        Some("lp64")
    } else if profile == Profile::Ilp32.name() {
        Some("ilp32")
    } else {
        None
    }
}

fn logic(claimed: &[u8; 32]) -> Option<Difference> {
    let here = proofmark_certs::digest(SIGNATURE.as_bytes());
    let advice = "it was made for another version of the logic: check it with the version of proofmark-check that it was made for, or ask for a new certificate";
    (*claimed != here).then(|| {
        Difference::new(
            "logic",
            &crate::hex(claimed),
            &crate::hex(&here),
            advice.to_owned(),
        )
    })
}

/// What the command line decides.
fn options(made: &Provenance, program: &Program) -> Vec<Difference> {
    let options = program.options();
    let (tool, here) = (format!("{} {}", made.tool, made.version), here());
    let limits = (
        made.inline_limit.to_string(),
        options.inline_limit.to_string(),
    );
    let arguments = (made.arguments.join(" "), options.cpp_args.join(" "));
    let entry = || {
        format!(
            "give --entry {}, or ask for a certificate about {}",
            made.entry, options.entry
        )
    };
    let limit = || format!("give --inline-limit {}", made.inline_limit);
    let preprocess = || {
        "give the same arguments behind `--`, unless they only name other directories for the same headers".to_owned()
    };
    let version = || {
        "versions may read programs differently: check with the version that it was made with, or ask for a new certificate".to_owned()
    };
    let pairs: [(&'static str, &str, &str, &dyn Fn() -> String); 4] = [
        ("entry", &made.entry, &options.entry, &entry),
        ("inline-limit", &limits.0, &limits.1, &limit),
        ("arguments", &arguments.0, &arguments.1, &preprocess),
        ("tool", &tool, &here, &version),
    ];
    let same_text = alike(&made.arguments, options);
    let differing = pairs
        .into_iter()
        .filter(|(what, theirs, ours, _)| theirs != ours && !(same_text && *what == "arguments"));
    differing
        .map(|(what, theirs, ours, advice)| Difference::new(what, theirs, ours, advice()))
        .collect()
}

/// Whether a certificate's arguments and those given here differ in nothing that the preprocessor
/// sees: debug information, warnings, lists of dependencies.
fn alike(theirs: &[String], options: &Options) -> bool {
    let sorted = |words: &[String]| arguments::sort(words, options.profile);
    match (sorted(theirs), sorted(&options.cpp_args)) {
        (Ok(theirs), Ok(ours)) => theirs.preprocesses_like(&ours),
        (Err(_), _) | (_, Err(_)) => false,
    }
}

/// This program's name and version, as certificates say who made them.
fn here() -> String {
    format!("proofmark {}", env!("CARGO_PKG_VERSION"))
}

fn specification<P>(
    certificate: &Certificate<P>,
    made: Option<&Provenance>,
    program: &Program,
) -> Difference {
    let built_in = proofmark_certs::digest(b"");
    let claimed = match (
        made.map(|made| made.specifications.join(", ")),
        certificate.binding.specification == built_in,
    ) {
        (_, true) => "the built-in errors".to_owned(),
        (Some(files), false) if !files.is_empty() => files,
        (_, false) => "another one".to_owned(),
    };
    let observers = program.options().specification.observers.iter();
    let files: Vec<&str> = observers.map(|o| o.file.as_str()).collect();
    let here = match files.is_empty() {
        true => "the built-in errors".to_owned(),
        false => files.join(", "),
    };
    let advice = match certificate.binding.specification == built_in {
        true => "leave out --spec, or ask for a certificate about yours",
        false => "read the specification that it is about (`proofmark-check --info CERT`); give it with --spec if it is what you want to hold, or ask for a certificate about yours",
    };
    Difference::new("specification", &claimed, &here, advice.to_owned())
}

/// Entries of only one of the two ledgers.
fn assumptions(claimed: &[LedgerEntry], here: &[LedgerEntry]) -> Vec<Difference> {
    let only = |these: &[LedgerEntry], those: &[LedgerEntry]| -> Vec<String> {
        let missing = these.iter().filter(|entry| !those.contains(entry));
        let shown = |e: &LedgerEntry| format!("{}: {}: {}", e.kind, e.subject, e.detail);
        missing.take(ENTRIES_MAX).map(shown).collect()
    };
    let theirs = only(claimed, here)
        .into_iter()
        .map(|entry| (Some(entry), None));
    let ours = only(here, claimed)
        .into_iter()
        .map(|entry| (None, Some(entry)));
    let difference = |(certificate, here)| Difference {
        what: "assumption",
        certificate,
        here,
        advice: String::new(),
    };
    theirs.chain(ours).map(difference).collect()
}

/// The first function whose text differs, in the order of calls, if the two start at the same one.
fn function(made: &Provenance, program: &Program, before: &[Difference]) -> Option<Difference> {
    let explained = |d: &Difference| matches!(d.what, "profile" | "entry");
    if before.iter().any(explained) || made.functions.is_empty() {
        return None;
    }
    let ours: Vec<[u8; 4]> = program
        .outline
        .iter()
        .map(|f| f.fingerprint.to_le_bytes())
        .collect();
    let same = ours
        .iter()
        .zip(&made.functions)
        .take_while(|(a, b)| a == b)
        .count();
    let advice = "compare its source, and what the preprocessor makes of it, with what the certificate was made of; or ask for a certificate about this program";
    if let Some(first) = program.outline.get(same) {
        let (file, line) = (program.sources.file_name(first.pos), first.pos.line);
        return Some(Difference {
            what: "function",
            certificate: None,
            here: Some(format!("{} ({file}:{line})", first.function)),
            advice: advice.to_owned(),
        });
    }
    let otherwise = |d: &Difference| matches!(d.what, "inline-limit" | "specification" | "tool");
    if before.iter().any(otherwise) {
        return None;
    }
    let (what, advice) = match same < made.functions.len() {
        true => ("function", "the program that it is about calls more functions: one is not defined or not called here"),
        false => ("declarations", "all functions have the text that they had: a type, a constant, a global variable or its first value differs; compare headers and preprocessor arguments"),
    };
    Some(Difference {
        what,
        certificate: None,
        here: None,
        advice: advice.to_owned(),
    })
}

fn unsaid(malformed: bool) -> Difference {
    let why = match malformed {
        true => "what it says of its making cannot be read",
        false => "it does not say how it was made (`proofmark strip` removes that)",
    };
    Difference {
        what: "provenance",
        certificate: None,
        here: None,
        advice: format!("{why}: compare the source, --entry, --inline-limit and the preprocessor's arguments with the vendor's"),
    }
}

/// Differences as JSON.
pub fn json(differences: &[Difference]) -> Value {
    let object = |d: &Difference| json!({ "what": d.what, "certificate": d.certificate, "here": d.here, "advice": d.advice });
    differences.iter().map(object).collect()
}

/// Differences as lines.
pub fn text(differences: &[Difference]) -> String {
    let mut out = String::new();
    for d in differences {
        let said = match (d.what, &d.certificate, &d.here) {
            ("assumption", Some(entry), _) => {
                format!("an assumption of the certificate that this program does not need: {entry}")
            }
            ("assumption", None, Some(entry)) => {
                format!("an assumption of this program that the certificate does not have: {entry}")
            }
            ("function", _, Some(function)) => {
                format!("the first function that differs, in the order of calls: {function}")
            }
            ("logic", ..) => "the logic differs".to_owned(),
            ("declarations" | "function" | "provenance", ..) => String::new(),
            (what, Some(theirs), Some(ours)) => {
                format!("{what}: the certificate says `{theirs}`, here it is `{ours}`")
            }
            (what, ..) => what.to_owned(),
        };
        let parts: Vec<&str> = [said.as_str(), d.advice.as_str()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        let _ = writeln!(out, "  {}", line(&parts.join("; ")));
    }
    out
}
