//! `proofmark query`: a script about the locations of a program.

use super::arguments::Query;
use super::failure::{load, BadInput};
use proofmark_frontend::files::{self, Unreadable};
use proofmark_frontend::ErrorKind;
use proofmark_guard::text::{self, Excerpt};
use proofmark_query::evaluate::{evaluate, Limits, Output};
use proofmark_query::facts::{facts, Facts, SIGNATURE};
use proofmark_query::{language, Kind, Trouble};
use serde_json::{json, Value};
use std::cmp::Ordering;
use std::path::Path;

/// The longest script file, in bytes.
const SCRIPT_BYTES_MAX: usize = 1 << 20;

/// The widest column that those behind it are aligned to, in characters.
const COLUMN_MAX: usize = 48;

/// Executes a script; the exit status is 0.
///
/// # Errors
/// What is wrong with the script or the program.
pub(crate) fn query(arguments: &Query) -> Result<u8, BadInput> {
    if !arguments.source.specification.is_empty() {
        let message = "queries are about locations, and have no use for `--spec`";
        return Err(BadInput::new("usage", message));
    }
    let text = read(&arguments.script)?;
    let file = text::path(&arguments.script);
    // Scripts are short, and programs may be long.
    let given = SIGNATURE.map(|(name, arity)| (name.to_owned(), arity));
    let script = language::read(&text, &given.into())
        .map_err(|trouble| bad_script(&trouble, &file, &text))?;
    let facts = facts_of(arguments)?;
    let mut answers = Vec::new();
    let mut print = |output: Output| match (arguments.json, arguments.csv) {
        (true, _) => answers.push(as_json(output)),
        (false, true) => text::print(&as_csv(output)),
        (false, false) => text::print(&as_text(output)),
    };
    evaluate(&script, facts, &Limits::default(), &mut print).map_err(|trouble| {
        match trouble.kind {
            Kind::Limit => exhausted(&trouble, &file, &text),
            Kind::Syntax | Kind::Name | Kind::Value => bad_script(&trouble, &file, &text),
        }
    })?;
    if arguments.json {
        text::print_json(&json!({ "status": "complete", "output": answers }));
    }
    Ok(0)
}

fn read(path: &Path) -> Result<String, BadInput> {
    let shown = text::path(path);
    let bytes = files::read(path, SCRIPT_BYTES_MAX).map_err(|error| {
        let kind = match error {
            Unreadable::Missing => ErrorKind::NotFound,
            Unreadable::System(_) | Unreadable::Special(_) => ErrorKind::Io,
            Unreadable::TooLong(_) => ErrorKind::Limit,
        };
        let code = kind.name().replace(' ', "-");
        BadInput::new(&code, format!("error: {}: {shown}: {error}", kind.name()))
    })?;
    String::from_utf8(bytes).map_err(|_| {
        let message = format!("error: {shown}: the text is not UTF-8");
        BadInput::new(Kind::Syntax.name(), message)
    })
}

fn facts_of(arguments: &Query) -> Result<Facts, BadInput> {
    let program = load(&arguments.files, &arguments.source)?;
    let files = program.sources.files.clone();
    let facts = program.lowered(
        |_| Ok(()),
        move |lowering, ()| facts(&lowering.program, &lowering.code, &files),
    );
    Ok(facts?)
}

// -- what is wrong

fn bad_script(trouble: &Trouble, file: &str, script: &str) -> BadInput {
    let (line, column) = trouble.position(script);
    let mut message = format!("error: {}: {}\n", trouble.kind.name(), trouble.message);
    let margin = " ".repeat(line.to_string().len());
    message.push_str(&format!("{margin}--> {file}:{line}:{column}\n"));
    let row = script.lines().nth((line as usize).saturating_sub(1));
    if let Some(row) = row {
        let excerpt = Excerpt::word(row, column);
        let marks = " ".repeat(excerpt.before) + &"^".repeat(excerpt.marked);
        message.push_str(&format!("{line} | {}\n{margin} | {marks}\n", excerpt.text));
    }
    if !trouble.help.is_empty() {
        message.push_str(&format!("{margin} = help: {}\n", trouble.help));
    }
    BadInput::new(trouble.kind.name(), message)
}

/// A limit on what a script computes: no more is known, as where time runs out.
fn exhausted(trouble: &Trouble, file: &str, script: &str) -> BadInput {
    let (line, column) = trouble.position(script);
    let (message, help) = (&trouble.message, &trouble.help);
    let message = format!("{file}:{line}:{column}: {message} ({help})");
    BadInput::new(ErrorKind::Exhausted.name(), message)
}

// -- answers

fn as_json(output: Output) -> Value {
    match output {
        Output::Text(text) => json!({ "text": text }),
        Output::Rows { columns, rows } => {
            json!({ "columns": columns, "rows": rows, "unknown": [] })
        }
    }
}

fn as_csv(output: Output) -> String {
    let record = |fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
        fields.join(",") + "\n"
    };
    match output {
        Output::Text(text) => record(&[text]),
        Output::Rows { columns, rows } if columns.is_empty() => record(&[truth(&rows).to_owned()]),
        Output::Rows { columns, rows } => {
            let rows = rows.iter().map(|row| record(row));
            record(&columns) + &rows.collect::<String>()
        }
    }
}

/// A field of comma-separated values (RFC 4180).
fn quoted(field: &str) -> String {
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

/// A formula without variables has no row, or the one without values.
fn truth(rows: &[Vec<String>]) -> &'static str {
    match rows.is_empty() {
        true => "FALSE",
        false => "TRUE",
    }
}

fn as_text(output: Output) -> String {
    let (columns, mut rows) = match output {
        Output::Text(text) => return format!("{}\n", text::line(&text)),
        Output::Rows { columns, rows } => (columns, rows),
    };
    if columns.is_empty() {
        return format!("{}\n", truth(&rows));
    }
    rows.sort_by(|a, b| {
        let mut pairs = a.iter().zip(b).map(|(a, b)| compare(a, b));
        pairs.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    });
    let shown = |row: &Vec<String>| -> Vec<String> {
        row.iter()
            .map(|text| text::line(text).into_owned())
            .collect()
    };
    let rows: Vec<Vec<String>> = rows.iter().map(shown).collect();
    let width = |column: usize| {
        let widths = rows.iter().filter_map(|row| row.get(column));
        let widest = widths.map(|text| text.chars().count()).max();
        widest.unwrap_or(0).min(COLUMN_MAX)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut out = format!("({})\n", columns.join(", "));
    for row in &rows {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(text, width)| format!("  {text:width$}"));
        out.push_str(cells.collect::<String>().trim_end());
        out.push('\n');
    }
    out
}

/// Strings in the order of people: numbers in them count as numbers.
fn compare(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    loop {
        let (number_a, number_b) = (digits(rest_a), digits(rest_b));
        if number_a > 0 && number_b > 0 {
            let (x, y) = (&rest_a[..number_a], &rest_b[..number_b]);
            let plain = |digits: &str| digits.trim_start_matches('0').to_owned();
            let (x, y) = (plain(x), plain(y));
            let order = x.len().cmp(&y.len()).then_with(|| x.cmp(&y));
            if order.is_ne() {
                return order;
            }
            (rest_a, rest_b) = (&rest_a[number_a..], &rest_b[number_b..]);
            continue;
        }
        let (mut chars_a, mut chars_b) = (rest_a.chars(), rest_b.chars());
        match (chars_a.next(), chars_b.next()) {
            (None, None) => return a.cmp(b),
            (x, y) if x != y => return x.cmp(&y),
            _ => (rest_a, rest_b) = (chars_a.as_str(), chars_b.as_str()),
        }
    }
}

/// How many digits a string begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
