//! Rewrites of what the C parser does not know of labels: their values (gcc manual, "Labels as
//! Values"), and that they stand where C23 and gcc let them (C23 6.8.1, 6.8.2).

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

/// `l: }` → `l: ;}`, and `l: int x;` → `l: ;int x;`. The statement does nothing, and a statement
/// expression with a label at its end has no value either way.
pub(super) fn label_statements(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if !matches!(r.before(index), ";" | "{" | "}") {
            continue;
        }
        let end = behind_labels(r, index);
        if end > index && (ends_block(r, end) || starts_declaration(r, end)) {
            r.put_before(end, ";");
        }
    }
}

/// The token behind the labels that start here, if there are any. In a structure a bit-field
/// without a name looks like one.
fn behind_labels(r: &Rewriter<'_>, from: usize) -> usize {
    let mut at = from;
    loop {
        let colon = match r.word(at) {
            "case" => {
                let mut parts = r.level(at, r.len().min(at + CASE_MAX)).into_iter();
                let end = parts.find(|i| matches!(r.word(*i), ":" | ";" | "?" | "{" | "}"));
                end.unwrap_or(at)
            }
            word if is_identifier(word) => at + 1,
            _ => return at,
        };
        if r.word(colon) != ":" {
            return at;
        }
        at = colon + 1;
        if matches!(r.word(at), "__attribute__" | "__attribute") {
            let close = r.closing(at + 1, "(").map(|close| close + 1);
            match close.filter(|end| ends_block(r, *end)) {
                Some(end) => return end,
                None => return from,
            }
        }
    }
}

/// Tokens of the constant of a `case`.
const CASE_MAX: usize = 1_000;

/// Whether this is the brace that ends a block.
fn ends_block(r: &Rewriter<'_>, at: usize) -> bool {
    r.word(at) == "}"
}

/// Whether no expression can start so, but a declaration may.
fn starts_declaration(r: &Rewriter<'_>, at: usize) -> bool {
    let word = r.word(at);
    if word == "__extension__" {
        return starts_declaration(r, at + 1);
    }
    if TYPE_WORDS.contains(&word) || STORAGE.contains(&word) {
        return true;
    }
    if !is_identifier(word) || STATEMENT.contains(&word) {
        return false;
    }
    let mut name = at + 1;
    while r.word(name) == "*" {
        name += 1;
    }
    let declares = name == at + 1 || matches!(r.word(name + 1), "=" | ";");
    is_identifier(r.word(name)) && declares
}

/// Words that start a declaration and name no type.
const STORAGE: [&str; 7] = [
    "static",
    "extern",
    "register",
    "auto",
    "__auto_type",
    "_Static_assert",
    "_Alignas",
];

/// Words that start a statement or an expression, and may stand in front of a name.
const STATEMENT: [&str; 20] = [
    "__alignof",
    "__alignof__",
    "case",
    "default",
    "if",
    "switch",
    "while",
    "do",
    "for",
    "goto",
    "return",
    "sizeof",
    "asm",
    "__asm",
    "__asm__",
    "__extension__",
    "__real__",
    "__imag__",
    "__real",
    "__imag",
];

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
