//! Rewrites of labels as values (gcc manual, "Labels as Values"), which the C parser does not know.

use super::expressions::TYPE_WORDS;
use super::rewriter::Rewriter;
use super::tokens::is_identifier;

/// The address of a label.
pub(crate) const LABEL_ADDRESS: &str = "__proofmark_label_address";
/// A jump to an address.
pub(crate) const JUMP: &str = "__proofmark_jump";

/// `&&l` → `__proofmark_label_address(l)`, where no operand stands in front; `goto *e;` →
/// `__proofmark_jump(e);`.
pub(super) fn label_values(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if r.word(index) == "&"
            && r.word(index + 1) == "&"
            && r.joined(index)
            && !ends_and(r, index)
            && is_identifier(r.word(index + 2))
            && !ends_operand(r, index)
        {
            r.replace(index, LABEL_ADDRESS);
            r.replace(index + 1, "(");
            r.put_after(index + 2, ")");
        } else if r.word(index) == "goto" && r.word(index + 1) == "*" {
            let mut end = index + 2;
            while end < r.len() && !matches!(r.word(end), ";" | "}") {
                end = r.partner(end).filter(|close| *close > end).unwrap_or(end) + 1;
            }
            r.replace(index, JUMP);
            r.replace(index + 1, "(");
            r.put_before(end, ")");
        }
    }
}

/// Whether this byte is the end of a `&&`, as in `a&&&b`: a token is as long as it can be (C11
/// 6.4p4).
fn ends_and(r: &Rewriter<'_>, index: usize) -> bool {
    let joined = |from: usize| r.word(from) == "&" && r.joined(from);
    let before = (0..index).rev().take_while(|from| joined(*from)).count();
    before % 2 == 1
}

/// Whether the token before may end an operand, so that `&&` has two.
fn ends_operand(r: &Rewriter<'_>, index: usize) -> bool {
    match r.before(index) {
        "return" | "else" | "do" | "case" => false,
        // A cast ends none; a name in parentheses is taken for an operand, even where it is a
        // type's.
        ")" => !index
            .checked_sub(1)
            .and_then(|close| r.partner(close))
            .is_some_and(|open| is_cast(r, open)),
        "]" => true,
        // `i++ && j`.
        sign @ ("+" | "-") => index
            .checked_sub(2)
            .is_some_and(|i| r.word(i) == sign && r.joined(i)),
        word => {
            is_identifier(word)
                || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '}'))
        }
    }
}

/// Whether a parenthesis opens a cast, and not the operand of `sizeof` or the like.
fn is_cast(r: &Rewriter<'_>, open: usize) -> bool {
    let before = r.before(open);
    TYPE_WORDS.contains(&r.word(open + 1))
        && (!is_identifier(before) || matches!(before, "return" | "case"))
}
