//! What may stand on a terminal.

/// Why these bytes can make a terminal show something else than the text that they are; `None` if
/// they cannot.
pub fn unclean(bytes: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Some(format!("no UTF-8 behind byte {}", error.valid_up_to())),
    };
    let (at, c) = text.char_indices().find(|(_, c)| deceives(*c))?;
    Some(format!("U+{:04X} at byte {at}", u32::from(c)))
}

/// Controls but newline and tab, separators of lines that are no newlines, and what changes the
/// direction of text (Unicode Standard Annex 9).
fn deceives(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::unclean;

    #[test]
    fn text_is_clean_and_controls_are_not() {
        for clean in ["", "a\tb\n", "größer ∀ 中", "\\u{1b}"] {
            assert_eq!(unclean(clean.as_bytes()), None, "{clean:?}");
        }
        for foul in [
            &b"\x1b[2K"[..],
            b"a\rb",
            b"\0",
            b"\x7f",
            "\u{9b}2K".as_bytes(),
            "\u{202e}".as_bytes(),
            "\u{2066}".as_bytes(),
            b"\xff",
        ] {
            assert!(unclean(foul).is_some(), "{foul:?}");
        }
    }
}
