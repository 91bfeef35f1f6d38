//! Rewrites of single words, and of attributes.

use super::rewriter::Rewriter;

/// Words without a meaning for verification, and other names of words that the parser knows.
fn plain(word: &str) -> Option<&'static str> {
    Some(match word {
        // The parser takes `typeof` and `asm` for functions: they are no reserved words of C.
        "typeof" | "__typeof__" => "__typeof",
        "asm" | "__asm__" => "__asm",
        // A hint to gcc's pedantic warnings (gcc manual, "Alternate Keywords").
        "__extension__" => "",
        "__const__" => "const",
        "__thread" => "_Thread_local",
        // The standard's name of the same type (ISO/IEC TS 18661-3).
        "__float128" => "_Float128",
        // A type that gcc does not have on x86. The parser lets it be combined with `signed` and
        // `unsigned`, as `__int128` must be.
        "__int128" | "__int128__" => INT128,
        _ => return None,
    })
}

/// Stands for `__int128`.
pub(super) const INT128: &str = "_Decimal128x";

/// Names that gcc knows without a declaration, as the parser must be told. The analysis gives them
/// their meaning.
const PREDECLARED: [(&str, &str); 3] = [
    ("__auto_type", "typedef int __auto_type; "),
    ("__int128_t", "typedef _Decimal128x __int128_t; "),
    ("__uint128_t", "typedef unsigned _Decimal128x __uint128_t; "),
];

/// Replaces words.
pub(super) fn words(r: &mut Rewriter<'_>) {
    let mut seen = [false; PREDECLARED.len()];
    for index in 0..r.len() {
        let word = r.word(index);
        if let Some(new) = plain(word) {
            r.replace(index, new);
        }
        for (slot, (name, _)) in seen.iter_mut().zip(PREDECLARED) {
            *slot |= word == name;
        }
    }
    for ((_, declaration), _) in PREDECLARED.iter().zip(seen).filter(|(_, seen)| *seen) {
        r.prelude.push_str(declaration);
    }
}

/// Deletes `__attribute__((__fallthrough__))`, and behind a label `__attribute__((unused))` and its
/// like: hints to warnings and to the optimiser, where the parser allows no attribute (gcc manual,
/// "Label Attributes", "Statement Attributes").
pub(super) fn fallthrough(r: &mut Rewriter<'_>) {
    let mut behind_label = 0;
    for index in 0..r.len() {
        let Some(close) = attribute(r, index) else {
            continue;
        };
        let label = r.before(index) == ":" || behind_label == index;
        let hint = |at: usize| match r.word(at) {
            "fallthrough" | "__fallthrough__" | "," => true,
            "unused" | "__unused__" | "cold" | "__cold__" | "hot" | "__hot__" => label,
            _ => false,
        };
        let list = index + 3..close.saturating_sub(1);
        if !list.is_empty() && list.clone().all(hint) {
            r.delete(index, close + 1);
            if label {
                behind_label = close + 1;
            }
        }
    }
}

/// Deletes the standard's attributes that mean nothing but warnings (C23 6.7.12; gcc 12 takes them
/// in all its dialects). Two brackets stand together nowhere else in C.
pub(super) fn standard_attributes(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if r.word(index) != "[" || r.word(index + 1) != "[" {
            continue;
        }
        let (Some(close), Some(inner)) = (r.closing(index, "["), r.closing(index + 1, "[")) else {
            continue;
        };
        if inner + 1 == close && only_warn(r, (index + 2, inner)) {
            r.delete(index, close + 1);
        }
    }
}

/// Whether a list of attributes has none but those.
fn only_warn(r: &Rewriter<'_>, (mut at, end): (usize, usize)) -> bool {
    while at < end {
        let plain = r.word(at).trim_start_matches("__").trim_end_matches("__");
        let behind = match plain {
            "fallthrough" | "maybe_unused" => at + 1,
            "deprecated" | "nodiscard" => r.closing(at + 1, "(").map_or(at + 1, |c| c + 1),
            "," => at + 1,
            _ => return false,
        };
        at = behind;
    }
    true
}

/// The last token of an attribute that starts here.
pub(super) fn attribute(r: &Rewriter<'_>, index: usize) -> Option<usize> {
    match r.word(index) {
        "__attribute__" | "__attribute" => r.closing(index + 1, "("),
        _ => None,
    }
}

/// Moves attributes between `struct` and its tag behind the members, where they mean the same (gcc
/// manual, "Attribute Syntax"). The parser would take the structure for a function. Runs last,
/// because it moves text that other passes have rewritten.
pub(super) fn record_attributes(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if !matches!(r.word(index), "struct" | "union" | "enum") {
            continue;
        }
        let mut end = index + 1;
        while let Some(close) = attribute(r, end) {
            end = close + 1;
        }
        if end == index + 1 {
            continue;
        }
        let body = if r.word(end) == "{" { end } else { end + 1 };
        if let Some(close) = r.closing(body, "{") {
            let moved = format!(" {}", r.rendered(index + 1, end));
            r.delete(index + 1, end);
            r.put_after(close, &moved);
        }
    }
}

/// Deletes empty members: `struct s { ; }`.
pub(super) fn empty_members(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if !matches!(r.word(index), "struct" | "union") {
            continue;
        }
        let mut body = index + 1;
        while let Some(close) = attribute(r, body) {
            body = close + 1;
        }
        let body = if r.word(body) == "{" { body } else { body + 1 };
        let Some(close) = r.closing(body, "{") else {
            continue;
        };
        for member in r.level(body + 1, close) {
            if r.word(member) == ";" && matches!(r.before(member), ";" | "{") {
                r.replace(member, "");
            }
        }
    }
}

/// `_Static_assert(e)` without a message is C23; the parser wants one.
pub(super) fn static_assertions(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if r.word(index) != "_Static_assert" {
            continue;
        }
        let Some(close) = r.closing(index + 1, "(") else {
            continue;
        };
        if r.level(index + 2, close).iter().all(|i| r.word(*i) != ",") {
            r.put_before(close, ", \"\"");
        }
    }
}

/// Where the names of attributes and the words `__asm` stand in a rewritten text.
pub(super) fn occurrences(r: &Rewriter<'_>) -> Vec<usize> {
    let mut out = Vec::new();
    for index in 0..r.len() {
        if r.word(index) == "__asm" {
            out.push(r.offset(index));
        }
        let Some(close) = attribute(r, index) else {
            continue;
        };
        // `__attribute__((a, b(c), ))`: names stand behind the inner parenthesis and commas.
        for name in r.level(index + 3, close.saturating_sub(1)) {
            if matches!(r.before(name), "(" | ",") && r.word(name) != "," {
                out.push(r.offset(name));
            }
        }
    }
    out
}
