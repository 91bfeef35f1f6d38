//! Output that cannot lie: what comes from files is text on a terminal, and never more than that.
//!
//! Controls, escape sequences and characters that change the direction of text are shown as
//! `\u{1b}`. Names and other text of one line go through [`line()`], so that they cannot begin a
//! line of their own; [`indented`] text and what is behind the first line of a [`message`] cannot
//! reach the margin. Both programs write with [`print()`],
//! [`warn`] and [`print_json`] only, which escape once more whatever was forgotten.

use std::borrow::Cow;
use std::io::Write;
use std::path::Path;

/// Columns of text that are shown around a span.
const WIDTH: usize = 80;

/// Characters of a message's line, and of its lines, that are shown.
const LINE_MAX: usize = 1000;
const LINES_MAX: usize = 100;

/// Whether a character can make a terminal show something else than the text that it stands in.
///
/// These are the controls (Unicode category Cc), the separators of lines and paragraphs, the marks
/// and overrides of direction (Unicode Standard Annex 9), characters that nobody sees, and tags.
pub fn deceives(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// Text of one line: newlines are escaped too.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_| false)
}

/// Text of several lines: newlines and tabs stay.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| matches!(c, '\n' | '\t'))
}

fn escaped(text: &str, stays: fn(char) -> bool) -> Cow<'_, str> {
    let escapes = |c: char| deceives(c) && !stays(c);
    if !text.contains(escapes) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if escapes(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The name of a file, of one line. What is no UTF-8 is shown as `\xff`.
pub fn path(path: &Path) -> String {
    let mut out = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        out.push_str(&line(chunk.valid()));
        for byte in chunk.invalid() {
            out.push_str(&format!("\\x{byte:02x}"));
        }
    }
    out
}

/// Text of several lines behind a margin: nobody takes it for a line of the program's own.
pub fn indented(text: &str, margin: &str) -> String {
    text.lines()
        .map(|row| format!("{margin}{}\n", line(row)))
        .collect()
}

/// A message, whose first line may stand at the margin; the others may not. Lines that are too long
/// are cut, and so are messages of too many.
pub fn message(text: &str) -> String {
    let mut rows = text.trim_end().split('\n');
    let mut out = cut(rows.next().unwrap_or(""));
    for row in rows.by_ref().take(LINES_MAX) {
        out.push_str("\n    ");
        out.push_str(&cut(row));
    }
    if rows.next().is_some() {
        out.push_str("\n    …");
    }
    out
}

/// A line without its middle if it is long.
fn cut(row: &str) -> String {
    let row = line(row.trim_end());
    let half = LINE_MAX / 2;
    let front = row.char_indices().nth(half);
    let back = row.char_indices().nth_back(half);
    match (front, back) {
        (Some((end, _)), Some((start, _))) if end < start => {
            let (front, back) = (row.get(..end), row.get(start..));
            format!("{} … {}", front.unwrap_or(""), back.unwrap_or(""))
        }
        _ => row.into_owned(),
    }
}

/// The part of a line around a span, and where the span is in it, in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt {
    /// The text, escaped; where it is cut there is an ellipsis.
    pub text: String,
    /// Characters in front of the span.
    pub before: usize,
    /// Characters of the span; at least one.
    pub marked: usize,
}

impl Excerpt {
    /// A line with the word marked that starts in a column (in bytes, from 1); the whole line if
    /// there is none.
    pub fn word(row: &str, column: u32) -> Excerpt {
        let start = usize::try_from(column)
            .ok()
            .and_then(|column| column.checked_sub(1));
        match start.and_then(|start| Some((start, row.trim_end().get(start..)?))) {
            None | Some((_, "")) => {
                let blanks = row.len().saturating_sub(row.trim_start().len());
                excerpt(row, blanks, usize::MAX)
            }
            Some((start, rest)) => {
                let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let first = rest.chars().next().map_or(1, char::len_utf8);
                let length = word.unwrap_or(rest.len()).max(first);
                excerpt(row, start, start.saturating_add(length))
            }
        }
    }
}

/// Cuts a line around the bytes `from..to`. Offsets that are none of the line's mark its end.
pub fn excerpt(row: &str, from: usize, to: usize) -> Excerpt {
    let row = row.trim_end();
    let (before, rest) = row.split_at_checked(from).unwrap_or((row, ""));
    let (span, after) = rest
        .split_at_checked(to.saturating_sub(from))
        .unwrap_or((rest, ""));
    let before = before.trim_start();
    let start = before.char_indices().rev().nth(WIDTH - 1);
    let (cut, before) = match start {
        Some((at, _)) if at > 0 => ("…", before.get(at..).unwrap_or("")),
        Some(_) | None => ("", before),
    };
    let (span, left_out) = first(span);
    let (after, more) = if left_out { ("", true) } else { first(after) };
    let one_line = |text: &str| line(&text.replace('\t', " ")).into_owned();
    let front = format!("{cut}{}", one_line(before));
    let span = one_line(span);
    let end = if more { "…" } else { "" };
    Excerpt {
        text: format!("{front}{span}{}{end}", one_line(after)),
        before: front.chars().count(),
        marked: span.chars().count().max(1),
    }
}

/// The first characters of a text, and whether there are more.
fn first(text: &str) -> (&str, bool) {
    match text.char_indices().nth(WIDTH) {
        Some((at, _)) => (text.get(..at).unwrap_or(""), true),
        None => (text, false),
    }
}

/// Prints to standard output. A closed pipe is no error: whoever closed it has read enough.
pub fn print(text: &str) {
    write(&mut std::io::stdout().lock(), &lines(text));
}

/// Prints to standard error.
pub fn warn(text: &str) {
    write(&mut std::io::stderr().lock(), &lines(text));
}

/// Prints one JSON text and a newline. Strings are the only place where JSON has characters that
/// deceive, and there each has an escape.
pub fn print_json(json: &impl std::fmt::Display) {
    write(
        &mut std::io::stdout().lock(),
        &format!("{}\n", json_text(&json.to_string())),
    );
}

fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut units = [0; 2];
    for c in text.chars() {
        if deceives(c) {
            for unit in c.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn write(out: &mut impl Write, text: &str) {
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_deceives_is_escaped() {
        assert_eq!(line("a\x1b[2K\rb\n"), "a\\u{1b}[2K\\u{d}b\\u{a}");
        assert_eq!(lines("a\tb\nc\u{9b}d"), "a\tb\nc\\u{9b}d");
        assert_eq!(
            line("\u{202e}\u{2066}\u{feff}"),
            "\\u{202e}\\u{2066}\\u{feff}"
        );
        assert_eq!(message("a\nb\x07\n"), "a\n    b\\u{7}");
        assert!(message(&"x".repeat(400_000)).len() < 2 * LINE_MAX);
        assert!(message(&"x\n".repeat(400_000)).len() < 10 * LINES_MAX);
        assert_eq!(line("größer ∀ 中 👍"), "größer ∀ 中 👍");
    }

    #[test]
    fn json_stays_json() {
        let text = json_text("{\"a\":\"\u{7f}\u{9b}\u{202e}\u{e0001}b\"}");
        assert_eq!(text, "{\"a\":\"\\u007f\\u009b\\u202e\\udb40\\udc01b\"}");
    }

    #[test]
    fn names_are_of_one_line() {
        assert_eq!(path(Path::new("a\nb.c")), "a\\u{a}b.c");
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt;
            let name = std::ffi::OsStr::from_bytes(b"a\xff\x1b.c");
            assert_eq!(path(Path::new(name)), "a\\xff\\u{1b}.c");
        }
    }

    #[test]
    fn long_lines_are_cut_around_the_span() {
        let row = format!("{}y{}", "x+".repeat(200_000), "+x".repeat(200_000));
        let shown = excerpt(&row, 400_000, 400_001);
        assert!(shown.text.chars().count() < 3 * WIDTH, "{}", shown.text);
        assert_eq!(shown.text.chars().nth(shown.before), Some('y'));
        assert_eq!(shown.marked, 1);
        let short = excerpt("  int x = y;\n", 10, 11);
        assert_eq!((short.text.as_str(), short.before), ("int x = y;", 8));
        assert_eq!(Excerpt::word("  int x = yes;\n", 11).marked, 3);
        assert_eq!(Excerpt::word("  int x;\n", 99).marked, 6);
        // Offsets inside a character, and beyond the end.
        for (from, to) in [(1, 2), (3, 1), (90, 99), (0, usize::MAX)] {
            assert!(excerpt("äö\x1b", from, to).marked > 0);
        }
    }
}
