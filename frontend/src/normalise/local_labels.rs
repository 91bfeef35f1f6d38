//! Rewrites of local labels.

use super::assembly::{asm_labels, is_asm, is_goto, is_qualifier, ASM_LABELS_MAX};
use super::rewriter::Rewriter;
use super::tokens::is_identifier;

/// Ends the new name of a local label.
pub(crate) const LABEL: &str = "__proofmark_label";

/// The name that a label has in the program.
pub(crate) fn label_name(name: &str) -> &str {
    name.split_once(LABEL).map_or(name, |(own, _)| own)
}

/// Tokens that are looked at for local labels. Each label looks through its block; real drivers
/// stay below a hundredth.
const LABEL_WORK_MAX: usize = 20_000_000;

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
