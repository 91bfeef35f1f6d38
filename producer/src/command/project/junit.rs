//! JUnit XML, for those who show results of tests: a test case for each pair. There is no standard;
//! this is what Jenkins's plugin and GitLab read.

use super::answer::{Answered, Verdict};
use super::pair::Pair;
use super::report::{answered, warnings};
use super::round::Round;
use proofmark_guard::text;
use std::fmt::Write;
use std::time::Duration;

/// The document.
pub(crate) fn xml(round: &Round) -> String {
    let count = |verdict| {
        let verdicts = answered(round).map(|(_, answer)| answer.verdict);
        verdicts.filter(|other| *other == verdict).count()
    };
    let time: Duration = answered(round).map(|(_, answer)| answer.took).sum();
    let counts = format!(
        "name=\"proofmark verify\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
         time=\"{:.3}\"",
        answered(round).count(),
        count(Verdict::Violated),
        count(Verdict::Unknown) + count(Verdict::BadInput),
        count(Verdict::NotApplicable),
        time.as_secs_f64()
    );
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n<testsuite {counts}>\n"
    );
    for (pair, answer) in answered(round) {
        case(&mut out, pair, answer);
    }
    let warnings = warnings(round).concat();
    if !warnings.is_empty() {
        let _ = writeln!(out, "<system-err>{}</system-err>", content(&warnings));
    }
    out.push_str("</testsuite>\n</testsuites>\n");
    out
}

fn case(out: &mut String, pair: &Pair, answer: &Answered) {
    let name = &pair.name;
    let _ = write!(
        out,
        "<testcase classname=\"{}.{}\" name=\"{}\" time=\"{:.3}\"",
        attribute(&name.program),
        attribute(&name.entry),
        attribute(&name.rule),
        answer.took.as_secs_f64()
    );
    let element = match answer.verdict {
        Verdict::Certified => {
            out.push_str("/>\n");
            return;
        }
        Verdict::Violated => "failure",
        Verdict::Unknown | Verdict::BadInput => "error",
        Verdict::NotApplicable => "skipped",
    };
    let first = answer.text.lines().next().unwrap_or_default();
    let _ = writeln!(
        out,
        ">\n<{element} type=\"{}\" message=\"{}\">{}</{element}>\n</testcase>",
        answer.verdict.name(),
        attribute(first),
        content(&answer.text)
    );
}

/// Text of one line between quotes.
fn attribute(text: &str) -> String {
    escaped(&text::line(text))
}

fn content(text: &str) -> String {
    escaped(&text::lines(text))
}

/// Controls are gone; two more characters are none of XML 1.0 (section 2.2).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
