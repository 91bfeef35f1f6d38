//! Inline assembly: rewrites for the parser, and what its texts do beside instructions.

use super::rewriter::Rewriter;
use super::tokens::is_identifier;

/// Any value: whether `asm goto` jumps.
pub(crate) const ASM_GOTO: &str = "__proofmark_asm_goto";

/// Whether assembly between two tokens may do more than run its instructions: have directives,
/// symbols of its own, or a form that is not looked through. Such a text is there wherever gcc
/// emits the function, also if no run reaches it (GNU as manual, "Pseudo Ops").
pub(super) fn has_directives(r: &Rewriter<'_>, (from, to): (usize, usize)) -> bool {
    let assembly = (from..to).filter(|index| is_asm(r.word(*index)));
    let mut opens = assembly.map(|index| {
        let mut behind = index + 1..to;
        behind.find(|i| !is_qualifier(r.word(*i))).unwrap_or(to)
    });
    opens.any(|open| {
        let mut literals = open + 1..to;
        let end = literals.find(|i| !r.word(*i).starts_with('"'));
        let end = end.unwrap_or(to);
        let words = (open + 1..end).map(|i| r.word(i).trim_matches('"'));
        let text: String = words.collect();
        r.word(open) != "(" || !matches!(r.word(end), ":" | "::" | ")") || !is_plain(&text)
    })
}

/// Whether a text, as a literal has it, is certainly nothing but instructions with their prefixes
/// and numbers as labels: each line begins with a word that is no symbol to be defined.
fn is_plain(text: &str) -> bool {
    let text = text.replace("\\n", "\n").replace("\\t", "\t");
    if text.contains(['\\', '{', '#', '!', '@', '|', '?']) || text.contains("/*") {
        return false;
    }
    let mut lines = text.split(['\n', ';']).map(str::trim);
    lines.all(|line| {
        let line = match line.split_once(':') {
            Some((label, rest)) if label.bytes().all(|b| b.is_ascii_digit()) => rest.trim_start(),
            _ => line,
        };
        // A register, behind the declarator of a variable.
        let line = line
            .strip_prefix('%')
            .filter(|l| !l.contains([' ', '\t']))
            .unwrap_or(line);
        let symbol = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
        let word = line.bytes().take_while(symbol).count();
        let rest = line.get(word..).unwrap_or("");
        let instruction = rest.is_empty() || rest.starts_with([' ', '\t']);
        instruction && !rest.trim_start().starts_with([':', '='])
    })
}

/// Whether there is assembly outside of functions (gcc manual, "Basic Asm").
pub(super) fn is_outside(r: &Rewriter<'_>) -> bool {
    let mut index = 0;
    while index < r.len() {
        if is_asm(r.word(index)) && (index == 0 || matches!(r.before(index), ";" | "}")) {
            return true;
        }
        index = r
            .partner(index)
            .filter(|_| matches!(r.word(index), "(" | "[" | "{"))
            .unwrap_or(index)
            + 1;
    }
    false
}

pub(super) fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

pub(super) fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "volatile" | "__volatile" | "__volatile__" | "inline" | "__inline" | "__inline__" | "goto"
    )
}

pub(super) fn is_goto(r: &Rewriter<'_>, asm: usize) -> bool {
    (asm + 1..r.len())
        .take_while(|i| is_qualifier(r.word(*i)))
        .any(|i| r.word(i) == "goto")
}

/// Labels of one `asm goto`.
pub(super) const ASM_LABELS_MAX: usize = 64;

/// The closing parenthesis, and the colon in front of the labels (the fourth; `::` counts twice).
pub(super) fn asm_labels(r: &Rewriter<'_>, open: usize) -> Option<(usize, usize)> {
    let close = r.closing(open, "(")?;
    let colons: Vec<usize> = r
        .level(open + 1, close)
        .into_iter()
        .filter(|i| r.word(*i) == ":")
        .collect();
    colons.get(3).map(|colon| (close, *colon))
}

/// Inline assembly, as the parser knows it: at most the qualifier `volatile`; not at file scope,
/// where it defines symbols that C does not see (what C calls there is an external function for
/// us); and for `asm goto (t : o : i : c : L, M);` the statement
/// `{ __asm (t : o : i : c); if (any) goto L; if (any) goto M; }`, which may do all that it may.
/// The qualifier `inline` only tells gcc a size (gcc manual, "Extended Asm").
///
/// # Errors
/// The token of an `asm goto` that is no statement of this form.
pub(super) fn rewrite(r: &mut Rewriter<'_>) -> Result<(), usize> {
    let mut depth = 0usize;
    for index in 0..r.len() {
        match r.word(index) {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !is_asm(r.word(index)) {
            continue;
        }
        let mut open = index + 1;
        while is_qualifier(r.word(open)) {
            if !matches!(r.word(open), "volatile" | "__volatile" | "__volatile__") {
                r.replace(open, "");
            }
            open += 1;
        }
        if depth == 0 && matches!(r.before(index), ";" | "}" | "") {
            if let (Some(close), ";") = (
                r.closing(open, "("),
                r.closing(open, "(").map_or("", |c| r.word(c + 1)),
            ) {
                r.delete(index, close + 2);
            }
        }
        if is_goto(r, index) {
            assembly_jump(r, index, open).ok_or(index)?;
        }
    }
    Ok(())
}

fn assembly_jump(r: &mut Rewriter<'_>, asm: usize, open: usize) -> Option<()> {
    let (close, colon) = asm_labels(r, open)?;
    if r.word(close + 1) != ";" {
        return None;
    }
    // What an operand declares would end with the braces.
    if (open..colon).any(|i| r.word(i) == "{" && is_identifier(r.before(i))) {
        return None;
    }
    let mut jumps = String::from(";");
    for index in colon + 1..close {
        match r.word(index) {
            "," => {}
            word if is_identifier(word) => jumps.push_str(&format!(
                " if ({ASM_GOTO}()) goto {};",
                r.rendered(index, index + 1)
            )),
            _ => return None,
        }
    }
    jumps.push('}');
    r.put_before(asm, "{ ");
    r.delete(colon, close);
    r.replace(close + 1, &jumps);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn only_instructions_prefixes_and_numbered_labels_are_plain() {
        for text in [
            "",
            "nop",
            "%rsp",
            r"lock; addl $0,-4(%%rsp)",
            r"1:\tjmp 1f\n\t2: rep stosb\n",
            "movq %%fs:0, %0",
        ] {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            r".pushsection .init_array\n",
            r"nop\n\t.globl start",
            "1: .quad start",
            "start: nop",
            "start : nop",
            "start = other",
            "%c0 = 5",
            "%0:",
            "1: 2: .quad 0",
            r"nop\012.quad 0",
            "{nop|.quad 0}",
            "/**/.quad 0",
        ] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
