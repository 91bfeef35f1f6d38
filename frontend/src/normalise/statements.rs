//! Rewrites of statements: inline assembly and local labels.

use super::rewriter::Rewriter;
use super::tokens::is_identifier;

/// Any value: whether `asm goto` jumps.
pub(crate) const ASM_GOTO: &str = "__proofmark_asm_goto";
/// Ends the new name of a local label.
pub(crate) const LABEL: &str = "__proofmark_label";

/// The name that a label has in the program.
pub(crate) fn label_name(name: &str) -> &str {
    name.split_once(LABEL).map_or(name, |(own, _)| own)
}

/// Tokens that are looked at for local labels. Each label looks through its block; real drivers
/// stay below a hundredth.
const LABEL_WORK_MAX: usize = 20_000_000;
/// Labels of one `asm goto`.
const ASM_LABELS_MAX: usize = 64;

/// Local labels (gcc manual, "Locally Declared Labels"): the declaration goes, and the label gets a
/// name of its own in its block.
///
/// # Errors
/// The token of a declaration where the work gets too much.
pub(super) fn local_labels(r: &mut Rewriter<'_>) -> Result<(), usize> {
    let mut budget = LABEL_WORK_MAX;
    // Blocks end before the blocks around them, so going backwards meets inner declarations first;
    // a label that has got a name keeps it.
    for index in (0..r.len()).rev() {
        if r.word(index) != "__label__" {
            continue;
        }
        let mut end = index + 1;
        while end < r.len() && r.word(end) != ";" {
            end += 1;
        }
        let names: Vec<usize> = (index + 1..end)
            .filter(|i| is_identifier(r.word(*i)))
            .collect();
        let close = block_end(r, index);
        for name in names {
            budget = budget
                .checked_sub(close.saturating_sub(index))
                .ok_or(index)?;
            rename(r, name, end, close, index);
        }
        r.delete(index, end + 1);
    }
    Ok(())
}

/// The end of the block around a token.
fn block_end(r: &Rewriter<'_>, from: usize) -> usize {
    let mut index = from;
    while index < r.len() {
        match r.word(index) {
            "(" | "[" | "{" => index = r.partner(index).unwrap_or(index) + 1,
            "}" => return index,
            _ => index += 1,
        }
    }
    index
}

fn rename(r: &mut Rewriter<'_>, name: usize, from: usize, to: usize, serial: usize) {
    let old = r.word(name);
    let new = format!("{old}{LABEL}{serial}");
    for index in from..to {
        if r.word(index) != old || r.edited(index) {
            continue;
        }
        let jump = r.before(index) == "goto"
            || r.before(index) == "&" && index.checked_sub(1).is_some_and(|i| r.before(i) == "&");
        let target = r.word(index + 1) == ":"
            && matches!(r.before(index), ";" | "{" | "}" | ":" | ")" | "else" | "do");
        if jump || target || in_asm_labels(r, index) {
            r.replace(index, &new);
        }
    }
}

/// Whether a word stands in the list of labels of an `asm goto`.
fn in_asm_labels(r: &Rewriter<'_>, index: usize) -> bool {
    let labels = (index..r.len()).take(2 * ASM_LABELS_MAX);
    let at = labels
        .take_while(|i| r.word(*i) == "," || is_identifier(r.word(*i)))
        .last()
        .map_or(index, |last| last + 1);
    let Some(open) = r.closing_partner(at) else {
        return false;
    };
    let Some((_, labels)) = asm_labels(r, open) else {
        return false;
    };
    let mut word = open;
    // `asm`, its qualifiers, the parenthesis.
    while let Some(before) = word.checked_sub(1) {
        word = before;
        if is_asm(r.word(word)) {
            return is_goto(r, word) && index > labels;
        }
        if !is_qualifier(r.word(word)) {
            return false;
        }
    }
    false
}

/// Whether there is assembly outside of functions (gcc manual, "Basic Asm").
pub(super) fn file_scope_assembly(r: &Rewriter<'_>) -> bool {
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

fn is_asm(word: &str) -> bool {
    matches!(word, "asm" | "__asm" | "__asm__")
}

fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "volatile" | "__volatile" | "__volatile__" | "inline" | "__inline" | "__inline__" | "goto"
    )
}

fn is_goto(r: &Rewriter<'_>, asm: usize) -> bool {
    (asm + 1..r.len())
        .take_while(|i| is_qualifier(r.word(*i)))
        .any(|i| r.word(i) == "goto")
}

/// The closing parenthesis, and the colon in front of the labels (the fourth; `::` counts twice).
fn asm_labels(r: &Rewriter<'_>, open: usize) -> Option<(usize, usize)> {
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
pub(super) fn assembly(r: &mut Rewriter<'_>) -> Result<(), usize> {
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
