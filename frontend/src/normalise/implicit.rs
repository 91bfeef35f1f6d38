//! Implicit `int`: what C90 lets a declaration leave out (C90 6.5.2), and gcc still accepts in old
//! programs.
//!
//! A name takes the type `int` where the parser could not read a declaration without it: in front
//! of a function's body or old-style parameters, after a storage class, or alone at file scope. In
//! `T (x);` the name may be a type's, so this stays as it is.

use super::rewriter::Rewriter;
use super::tokens::is_identifier;
use super::words::attribute;
use std::collections::HashSet;

/// Words that name or start a type, or start something else than an old-style declaration.
fn is_keyword(word: &str) -> bool {
    super::expressions::TYPE_WORDS.contains(&word)
        || matches!(
            word,
            "typedef"
                | "asm"
                | "__asm"
                | "__asm__"
                | "_Static_assert"
                | "__attribute__"
                | "__attribute"
                | "__auto_type"
                | "__builtin_va_list"
        )
        || matches!(
            word,
            "_Alignas"
                | "_Thread_local"
                | "__thread"
                | "__label__"
                | "complex"
                | "__complex__"
                | "__complex"
                | "_Imaginary"
        )
        || is_storage(word)
        || is_qualifier(word)
}

fn is_storage(word: &str) -> bool {
    matches!(word, "static" | "extern" | "register" | "auto")
}

fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "inline"
            | "__inline"
            | "__inline__"
            | "const"
            | "volatile"
            | "_Noreturn"
            | "__extension__"
            | "__volatile__"
            | "__const"
    )
}

/// The words of `typedef` declarations outside of braces. `static T;` declares nothing if T is one
/// of their names; what is none of them is left to the parser.
fn typedef_words<'t>(r: &Rewriter<'t>) -> HashSet<&'t str> {
    let mut out = HashSet::new();
    for from in (0..r.len()).filter(|i| r.word(*i) == "typedef") {
        let mut index = from + 1;
        while index < r.len() && r.word(index) != ";" {
            out.insert(r.word(index));
            index = r.closing(index, "{").unwrap_or(index) + 1;
        }
    }
    out
}

/// Puts `int` where it was left out.
pub(super) fn implicit_int(r: &mut Rewriter<'_>) {
    let types = typedef_words(r);
    let mut index = 0;
    let (mut depth, mut start) = (0usize, true);
    while index < r.len() {
        let word = r.word(index);
        if depth == 0 && start {
            file_scope(r, index, &types);
        } else if depth > 0
            && is_storage(word)
            && matches!(r.before(index), "{" | "}" | ";" | ":" | "(" | ")")
        {
            block_scope(r, index, &types);
        }
        start = false;
        match word {
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                start = depth == 0 && r.partner(index).is_some_and(|open| is_body(r, open));
            }
            ";" => start = depth == 0,
            // Parameters and subscripts hold no statements at file scope.
            "(" | "[" if depth == 0 => index = r.partner(index).unwrap_or(index),
            _ => {}
        }
        index += 1;
    }
}

/// Whether a brace at file scope opens a function's body.
fn is_body(r: &Rewriter<'_>, open: usize) -> bool {
    match open.checked_sub(1).map(|close| (close, r.word(close))) {
        Some((_, ";")) => true,
        Some((close, ")")) => !r
            .partner(close)
            .is_some_and(|o| matches!(r.before(o), "__attribute__" | "__attribute" | "(")),
        _ => false,
    }
}

/// The first token behind storage classes, qualifiers and attributes, and whether there is a
/// storage class.
fn behind_specifiers(r: &Rewriter<'_>, from: usize) -> (usize, bool) {
    let (mut index, mut storage) = (from, false);
    loop {
        storage |= is_storage(r.word(index));
        match attribute(r, index) {
            Some(close) => index = close + 1,
            None if is_storage(r.word(index)) || is_qualifier(r.word(index)) => index += 1,
            None => return (index, storage),
        }
    }
}

fn file_scope(r: &mut Rewriter<'_>, from: usize, types: &HashSet<&str>) {
    let (name, storage) = behind_specifiers(r, from);
    if !is_identifier(r.word(name)) || is_keyword(r.word(name)) {
        return;
    }
    let missing = match r.word(name + 1) {
        "[" | "=" | ";" | "," => !types.contains(r.word(name)),
        "(" => r
            .closing(name + 1, "(")
            .is_some_and(|close| declares_function(r, name + 1, close, storage)),
        _ => false,
    };
    if missing {
        r.put_before(name, "int ");
    }
}

/// Whether `name (…)` is the head of a function definition; after a storage class also a
/// declaration.
fn declares_function(r: &Rewriter<'_>, open: usize, close: usize, storage: bool) -> bool {
    let names_only = (open + 1..close)
        .all(|i| r.word(i) == "," || is_identifier(r.word(i)) && !is_keyword(r.word(i)));
    match r.word(close + 1) {
        "{" => true,
        ";" | "," => storage && (close == open + 1 || is_keyword(r.word(open + 1))),
        next => {
            names_only
                && close > open + 1
                && is_identifier(next)
                && !matches!(
                    next,
                    "__attribute__" | "__attribute" | "asm" | "__asm" | "__asm__"
                )
        }
    }
}

fn block_scope(r: &mut Rewriter<'_>, from: usize, types: &HashSet<&str>) {
    let (name, _) = behind_specifiers(r, from);
    if is_identifier(r.word(name))
        && !is_keyword(r.word(name))
        && matches!(r.word(name + 1), "=" | ";" | "," | "[")
        && !types.contains(r.word(name))
        && !r.edited(name)
    {
        r.put_before(name, "int ");
    }
}
