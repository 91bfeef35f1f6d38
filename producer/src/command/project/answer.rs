//! What became of a pair.

use proofmark_guard::text;
use serde_json::Value;
use std::time::Duration;

/// How it ended, the most important last: that one is the project's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Verdict {
    Certified,
    NotApplicable,
    Unknown,
    BadInput,
    Violated,
}

impl Verdict {
    /// The name in JSON, as `certify` has it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Verdict::Certified => "certified",
            Verdict::NotApplicable => "not-applicable",
            Verdict::Unknown => "unknown",
            Verdict::BadInput => "bad-input",
            Verdict::Violated => "violated",
        }
    }

    /// For people.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Verdict::NotApplicable => "not applicable",
            Verdict::BadInput => "bad input",
            other => other.name(),
        }
    }

    /// The exit status, as `certify` has it.
    pub(crate) fn status(self) -> u8 {
        match self {
            Verdict::Certified => 0,
            Verdict::Violated => 1,
            Verdict::Unknown => 2,
            Verdict::BadInput => 3,
            Verdict::NotApplicable => 4,
        }
    }

    fn named(name: &str) -> Option<Verdict> {
        [
            Verdict::Certified,
            Verdict::NotApplicable,
            Verdict::Unknown,
            Verdict::BadInput,
            Verdict::Violated,
        ]
        .into_iter()
        .find(|verdict| verdict.name() == name)
    }
}

/// How a certificate was obtained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// It is the pair's newest one, and the checker accepts it.
    Unchanged,
    /// The store had it, of an older version or of another pair, and the checker accepts it.
    Known,
    /// It was made, starting from the pair's newest one.
    Recertified,
    /// It was made.
    Certified,
}

/// What became of a pair.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    pub(crate) verdict: Verdict,
    pub(crate) how: Option<How>,
    /// The key of the certificate.
    pub(crate) key: Option<String>,
    /// What has changed since the newest certificate of the pair.
    pub(crate) changes: Vec<String>,
    /// Why what the store had is no certificate of it.
    pub(crate) refused: Option<String>,
    /// What `certify` says, as JSON; nothing if the certificate was there.
    pub(crate) certify: Value,
    /// The same for people.
    pub(crate) text: String,
    /// What the certificate assumes, and what it does not say.
    pub(crate) ledger: Value,
    pub(crate) notes: Value,
    /// The files that the program is made of, as the preprocessor names them; none if it failed.
    pub(crate) made_of: Vec<String>,
    pub(crate) took: Duration,
    /// How long it took to make the certificate that this one was made from.
    pub(crate) old_took: Option<Duration>,
}

impl Answered {
    /// An answer that comes from no process.
    pub(crate) fn plain(verdict: Verdict, reason: &str) -> Answered {
        let certify = serde_json::json!({ "verdict": verdict.name(), "reason": reason });
        Answered {
            verdict,
            how: None,
            key: None,
            changes: Vec::new(),
            refused: None,
            text: format!("{}: {reason}\n", verdict.words()),
            certify,
            ledger: Value::Array(Vec::new()),
            notes: Value::Array(Vec::new()),
            made_of: Vec::new(),
            took: Duration::ZERO,
            old_took: None,
        }
    }

    /// A pair that was not run.
    pub(crate) fn interrupted() -> Answered {
        Answered::plain(Verdict::Unknown, proofmark_guard::INTERRUPTED)
    }

    /// What a process printed: one object on each line, the files first if they were read.
    pub(crate) fn read(said: &[u8], status: Option<i32>) -> Answered {
        let text = String::from_utf8_lossy(said);
        let lines = text.lines().map(serde_json::from_str::<Value>);
        let objects: Vec<Value> = lines.filter_map(Result::ok).collect();
        let made_of = objects
            .first()
            .map_or_else(Vec::new, |v| strings(&v["made_of"]));
        let mut answered = objects
            .last()
            .and_then(found)
            .unwrap_or_else(|| silent(status));
        // What the process said is not believed over how it ended.
        if status != Some(i32::from(answered.verdict.status())) {
            answered = silent(status);
        }
        Answered {
            made_of,
            ..answered
        }
    }
}

/// A process that did not say what it found.
fn silent(status: Option<i32>) -> Answered {
    let how = match status {
        Some(status) => format!("with status {status}"),
        None => "by a signal".to_owned(),
    };
    Answered::plain(
        Verdict::Unknown,
        &format!("the process that does the work ended {how} and without an answer"),
    )
}

fn found(object: &Value) -> Option<Answered> {
    let how = match object["how"].as_str() {
        Some("unchanged") => How::Unchanged,
        Some("recertified") => How::Recertified,
        _ => How::Certified,
    };
    let unchanged = how == How::Unchanged;
    let certify = match (object.get("answer"), object.get("verdict"), unchanged) {
        (Some(answer), ..) => answer.clone(),
        (None, Some(_), _) => object.clone(),
        (None, None, true) => Value::Null,
        (None, None, false) => return None,
    };
    let verdict = match unchanged {
        true => Verdict::Certified,
        false => Verdict::named(certify["verdict"].as_str()?)?,
    };
    let certified = verdict == Verdict::Certified;
    let list = |name: &str| match &object[name] {
        Value::Array(list) if certified => Value::Array(list.clone()),
        _ => Value::Array(Vec::new()),
    };
    Some(Answered {
        verdict,
        how: certified.then_some(how),
        key: object["key"]
            .as_str()
            .filter(|_| certified)
            .map(str::to_owned),
        changes: strings(&object["changes"]),
        refused: object["refused"].as_str().map(str::to_owned),
        text: match object["text"].as_str() {
            Some(text) => text.to_owned(),
            None => said(verdict, &certify),
        },
        certify,
        ledger: list("ledger"),
        notes: list("notes"),
        made_of: Vec::new(),
        took: Duration::ZERO,
        old_took: None,
    })
}

/// The text of an answer that has none: of bad input, and of work that was stopped.
fn said(verdict: Verdict, certify: &Value) -> String {
    let why = certify["message"].as_str().or(certify["reason"].as_str());
    match (verdict, why) {
        (Verdict::BadInput, Some(message)) => format!("bad input: {}\n", message.trim_end()),
        (verdict, Some(why)) => format!("{}: {}\n", verdict.words(), text::message(why)),
        (verdict, None) => format!("{}\n", verdict.words()),
    }
}

fn strings(list: &Value) -> Vec<String> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(|text| Some(text.as_str()?.to_owned()))
        .collect()
}
