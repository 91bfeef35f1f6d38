//! Proofs of drivers as a whole, and in parts: one for each request, by `SPLIT`.

use super::{Asker, Question, Said};
use std::fmt::Write;
use std::path::Path;

/// What is called where something is wrong.
const ERRORS: [&str; 2] = ["errorFn", "reach_error"];

/// The routines that `main` hands requests to: drivers of NT get `pirp`.
const REQUESTS: &str = "PRINT EXISTS(l, EXISTS(t, LOC_FUNC(l, \"main\") & LOC_CALL(l, f)
    & LOC_TEXT(l, t) & MATCH(\"pirp\\)|dispatch_\", t)));
PRINT EXISTS(l, LOC_CALL(l, f)) & MATCH(\"^(errorFn|reach_error)$\", f);
";

/// A driver's proof in both ways.
#[derive(Clone, Debug)]
pub struct Row {
    /// The driver.
    pub name: String,
    /// Its requests.
    pub requests: usize,
    /// As a whole.
    pub whole: Answer,
    /// In parts.
    pub parts: Answer,
}

/// An answer, and what its questions cost.
#[derive(Clone, Debug)]
pub struct Answer {
    /// `safe`, `violated` or `unknown`.
    pub verdict: &'static str,
    /// The questions.
    pub questions: Vec<Question>,
}

impl Answer {
    fn of(said: &Said) -> Answer {
        let verdict = match (said.rows(0).is_empty(), said.unknown(0).is_empty()) {
            (false, _) => "safe",
            (true, true) => "violated",
            (true, false) => "unknown",
        };
        Answer {
            verdict,
            questions: said.questions.clone(),
        }
    }

    fn sum(&self) -> Question {
        let questions = self.questions.clone();
        let said = Said {
            complete: true,
            output: Vec::new(),
            questions,
        };
        said.sum()
    }

    fn most<T: PartialOrd + Default + Copy>(&self, of: impl Fn(&Question) -> T) -> T {
        let all = self.questions.iter().map(of);
        all.fold(T::default(), |most, n| if n > most { n } else { most })
    }
}

/// Asks about a driver in both ways.
///
/// # Errors
/// If commands do not run.
pub fn measure(asker: &Asker, file: &Path, folder: &Path) -> std::io::Result<Result<Row, String>> {
    let found = match asker.ask(REQUESTS, (file, folder), &[])? {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    let names = |printed| -> Vec<String> { found.rows(printed).into_iter().flatten().collect() };
    let (requests, errors) = (names(0), names(1));
    if requests.len() < 2 || errors.is_empty() {
        return Ok(Err("it has no requests, or no error".to_owned()));
    }
    let mut script = String::from("A := [\n");
    for error in ERRORS
        .iter()
        .filter(|name| errors.iter().any(|e| e == *name))
    {
        let _ = writeln!(
            script,
            "  EVENT {{ PATTERN {{ {error}(); }} ASSERT {{ 0 }} }}"
        );
    }
    script.push_str("];\n");
    let mut split = String::from("PRINT SAFE(LOC_FUNC_INIT(l, \"main\"), A)");
    let whole = format!("{script}{split};\n");
    for (number, name) in requests.iter().enumerate() {
        let _ = writeln!(
            script,
            "e{number} := [ EVENT {{ PATTERN {{ $? = {name}($?); }} }} ];"
        );
        let _ = write!(split, " SPLIT e{number}");
    }
    let parts = format!("{script}{split};\n");
    let mut answers = Vec::new();
    for script in [whole, parts] {
        match asker.ask(&script, (file, folder), &["--explain"])? {
            Ok(said) => answers.push(Answer::of(&said)),
            Err(why) => return Ok(Err(why)),
        }
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let (Some(parts), Some(whole)) = (answers.pop(), answers.pop()) else {
        return Ok(Err("no answer".to_owned()));
    };
    Ok(Ok(Row {
        name: name.into_owned(),
        requests: requests.len(),
        whole,
        parts,
    }))
}

const HEAD: &str = "\
Is `errorFn` (of generated drivers, `reach_error`) called: `SAFE` as a whole, and with `SPLIT` by
the routine that answers the request; what no request is behind is one more part. Time is that of
searches, proofs and the front end, which reads the program for each part again.

| driver | requests | whole, in parts | predicates: whole | parts: most, median | seconds: whole | \
parts: sum, most | bytes of certificates: whole | parts: sum, most |
|---|--:|---|--:|--:|--:|--:|--:|--:|
";

/// The section about proofs in parts.
pub fn section(rows: &[Row]) -> String {
    let mut out = String::from(HEAD);
    for row in rows {
        let (whole, parts) = (row.whole.sum(), row.parts.sum());
        let mut predicates: Vec<usize> = row.parts.questions.iter().map(|q| q.predicates).collect();
        predicates.sort_unstable();
        let median = predicates.get(predicates.len() / 2).copied();
        let _ = writeln!(
            out,
            "| {} | {} | {}, {} | {} | {}, {} | {:.2} | {:.2}, {:.2} | {} | {}, {} |",
            row.name,
            row.requests,
            row.whole.verdict,
            row.parts.verdict,
            whole.predicates,
            parts.predicates,
            median.unwrap_or_default(),
            whole.seconds,
            parts.seconds,
            row.parts.most(|q| q.seconds),
            whole.certificate_bytes,
            parts.certificate_bytes,
            row.parts.most(|q| q.certificate_bytes)
        );
    }
    let count = |pays: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| pays(row)).count();
    let _ = write!(
        out,
        "\nEach part needs fewer predicates than the whole in {} of {} drivers. All parts together \
         take\nless time in {}, and the longest part does in {}. Certificates are smaller in sum \
         in {}, and the\nlargest of a part is in {}. Answers differ in {}, and are only known in \
         parts in {}.\n",
        count(&|row| row.parts.most(|q| q.predicates) < row.whole.sum().predicates),
        rows.len(),
        count(&|row| row.parts.sum().seconds < row.whole.sum().seconds),
        count(&|row| row.parts.most(|q| q.seconds) < row.whole.sum().seconds),
        count(&|row| {
            row.parts.sum().certificate_bytes < row.whole.sum().certificate_bytes
        }),
        count(&|row| {
            row.parts.most(|q| q.certificate_bytes) < row.whole.sum().certificate_bytes
        }),
        count(&|row| row.parts.verdict != row.whole.verdict),
        count(&|row| row.whole.verdict == "unknown" && row.parts.verdict != "unknown")
    );
    out
}
