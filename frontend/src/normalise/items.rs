//! What stands at file scope: declarations and definitions, told by words.

use super::expressions::TYPE_WORDS;
use super::tokens::is_identifier;
use super::words::attribute;
use super::Rewriter;

/// A declaration or a definition at file scope: tokens `from..to`.
pub(super) struct Item<'t> {
    pub(super) from: usize,
    pub(super) to: usize,
    /// A function's name and its body's braces.
    pub(super) function: Option<(&'t str, usize, usize)>,
    /// It may name functions: it initialises something, is a function whose name is not clear, or
    /// has a literal, as names for the linker are.
    pub(super) initialised: bool,
    /// `static` stands among its specifiers.
    pub(super) internal: bool,
    /// It is a function that gcc emits only if something mentions it.
    pub(super) inline: bool,
}

/// The items of a stream, in their order.
pub(super) fn items<'t>(r: &Rewriter<'t>) -> Vec<Item<'t>> {
    let mut out = Vec::new();
    let (mut from, mut index) = (0, 0);
    let (mut name, mut initialised) = (None, false);
    let (mut internal, mut literal) = (false, false);
    let mut inline = false;
    while index < r.len() {
        let word = r.word(index);
        let next = match word {
            "(" | "[" | "{" => r.partner(index).unwrap_or(index) + 1,
            _ => index + 1,
        };
        let mut function = None;
        match word {
            "=" => initialised = true,
            "static" => internal = true,
            "inline" | "__inline" | "__inline__" => inline = true,
            "(" => {
                name = name.or_else(|| declared(r, index));
                literal |= (index..next).any(|i| r.word(i).starts_with('"'));
            }
            "{" if !initialised && r.before(index) == ")" && !ends_attribute(r, index) => {
                function = name
                    .zip(r.partner(index))
                    .map(|(name, close)| (name, index, close));
                initialised = function.is_none();
            }
            // The body behind the declarations of an old-style definition (C11 6.9.1p6).
            "{" => initialised |= index == from,
            _ => {}
        }
        let body = function.is_some() || word == "{" && index == from;
        if word == ";" || body {
            out.push(Item {
                from,
                to: next,
                function,
                initialised: initialised || literal && function.is_none(),
                internal,
                inline,
            });
            (from, name, initialised) = (next, None, false);
            (internal, literal, inline) = (false, false, false);
        }
        index = next;
    }
    out.push(Item {
        from,
        to: r.len(),
        function: None,
        initialised: true,
        internal: false,
        inline: false,
    });
    out
}

/// The name that a parenthesis in a declaration follows or holds: `int f(void)`, `int (f)(void)`.
/// None for `int (*f(void))(void)`.
fn declared<'t>(r: &Rewriter<'t>, open: usize) -> Option<&'t str> {
    let name = match r.partner(open) {
        Some(close) if r.word(close + 1) == "(" && close == open + 2 => r.word(open + 1),
        Some(close) if r.word(close + 1) == "(" => return None,
        _ => r.before(open),
    };
    Some(name).filter(|word| is_name(word))
}

/// Whether a word in front of a parenthesis can be a function's name.
pub(super) fn is_name(word: &str) -> bool {
    let not = [
        "__attribute__",
        "__attribute",
        "asm",
        "__asm",
        "__asm__",
        "_Alignas",
        "_Static_assert",
        "static",
        "inline",
        "__inline",
        "__inline__",
        "extern",
        "__extension__",
        "_Noreturn",
    ];
    is_identifier(word) && !not.contains(&word) && !TYPE_WORDS.contains(&word)
}

fn ends_attribute(r: &Rewriter<'_>, index: usize) -> bool {
    let open = index.checked_sub(1).and_then(|close| r.partner(close));
    open.and_then(|o| o.checked_sub(1))
        .is_some_and(|head| attribute(r, head).is_some())
}
