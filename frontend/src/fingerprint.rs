//! Fingerprints of pieces of C, so that messages can say what differs between two programs. Nothing
//! is decided by them.

/// A fingerprint of a piece of preprocessed C (FNV-1a). White space and line markers do not count,
/// nor does an integer behind a string and a comma: so assertions say their file and line.
pub(crate) fn fingerprint(text: &str) -> u32 {
    let code = text.lines().filter(|line| !line.starts_with('#'));
    let mut hash: u32 = 0x811C_9DC5;
    let mut previous = ["", ""];
    for token in code.flat_map(tokens) {
        let is_line = token.bytes().all(|b| b.is_ascii_digit())
            && previous[1] == ","
            && previous[0].starts_with('"');
        previous = [previous[1], token];
        if is_line {
            continue;
        }
        for byte in token.bytes().chain([0]) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    hash
}

/// Words, numbers, literals, and single other characters.
fn tokens(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = match first {
            '"' | '\'' => literal(rest, first),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, left) = rest.split_at_checked(end)?;
        rest = left;
        Some(token)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of the literal at the start of a text.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn layout_and_lines_do_not_count() {
        let text = "int f(int x) { fail(\"x > 0\", \"a.c\", 12, \"f\"); return x + 1; }";
        let same = "int f(int x)\n{\n# 7 \"b.c\"\n  fail(\"x > 0\", \"a.c\",\n 99, \"f\");\n  return x+1;\n}\n";
        assert_eq!(fingerprint(text), fingerprint(same));
        for other in [
            "int f(int x) { fail(\"x > 0\", \"a.c\", 12, \"f\"); return x + 2; }",
            "int f(int x) { fail(\"x > 1\", \"a.c\", 12, \"f\"); return x + 1; }",
            "int f(int y) { fail(\"x > 0\", \"a.c\", 12, \"f\"); return x + 1; }",
            "intf(int x) { fail(\"x > 0\", \"a.c\", 12, \"f\"); return x + 1; }",
            "",
            "\"",
            "'\\",
        ] {
            assert_ne!(fingerprint(text), fingerprint(other), "{other}");
        }
    }
}
