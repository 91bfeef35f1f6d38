//! What scripts print: text, values that are separated by commas, JSON.

use proofmark_guard::text;
use proofmark_query::evaluate::Output;
use serde_json::{json, Value};
use std::cmp::Ordering;

/// The widest column that those behind it are aligned to, in characters.
const COLUMN_MAX: usize = 48;

pub(super) fn as_json(output: Output) -> Value {
    match output {
        Output::Text(text) => json!({ "text": text }),
        Output::Rows {
            columns,
            rows,
            unknown,
        } => {
            json!({ "columns": columns, "rows": rows, "unknown": unknown })
        }
    }
}

/// The rows that nobody knows, for standard error: records have no place for them.
pub(super) fn unknown_as_csv(output: &Output) -> String {
    match output {
        Output::Text(_) => String::new(),
        Output::Rows { unknown, .. } => {
            let rows = unknown.iter().filter(|row| !row.is_empty());
            rows.map(|row| format!("unknown: {}", record(row)))
                .collect()
        }
    }
}

fn record(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\n"
}

pub(super) fn as_csv(output: Output) -> String {
    match output {
        Output::Text(text) => record(&[text]),
        Output::Rows {
            columns,
            rows,
            unknown,
        } if columns.is_empty() => record(&[truth(&rows, &unknown).to_owned()]),
        Output::Rows { columns, rows, .. } => {
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
fn truth(rows: &[Vec<String>], unknown: &[Vec<String>]) -> &'static str {
    match (rows.is_empty(), unknown.is_empty()) {
        (false, _) => "TRUE",
        (true, true) => "FALSE",
        (true, false) => "UNKNOWN",
    }
}

pub(super) fn as_text(output: Output) -> String {
    let (columns, rows, unknown) = match output {
        Output::Text(text) => return format!("{}\n", text::line(&text)),
        Output::Rows {
            columns,
            rows,
            unknown,
        } => (columns, rows, unknown),
    };
    if columns.is_empty() {
        return format!("{}\n", truth(&rows, &unknown));
    }
    let mut out = format!("({})\n", columns.join(", "));
    out.push_str(&listed(rows));
    if !unknown.is_empty() {
        out.push_str("  unknown:\n");
        out.push_str(&listed(unknown));
    }
    out
}

/// Rows, one on a line.
fn listed(mut rows: Vec<Vec<String>>) -> String {
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
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
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
