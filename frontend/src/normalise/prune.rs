//! Leaves out the bodies of header functions that nothing can call: on drivers, 98 of 100, which
//! makes parsing seven times faster.
//!
//! Reachability is by names, and by literals that are names (`alias("f")`), so it errs towards
//! keeping. Where it would err the other way all the same, nothing unsound follows: a function left
//! out is marked, and translation refuses to call it, also through a pointer.

use super::tokens::{is_identifier, Token};
use super::words::attribute;
use super::Rewriter;
use crate::accounting::PRUNED;
use std::collections::{HashMap, HashSet};

/// A declaration or a definition at file scope: tokens `from..to`.
struct Item<'t> {
    from: usize,
    to: usize,
    /// A function's name and its body's braces.
    function: Option<(&'t str, usize, usize)>,
    /// It may name functions: it initialises something, is a function whose name is not clear, or
    /// has a literal, as names for the linker are.
    initialised: bool,
    /// `static` stands among its specifiers.
    internal: bool,
}

/// Removes the bodies of static functions in headers that cannot be reached from `entry` or from
/// text outside headers.
pub(super) fn prune<'t>(
    r: Rewriter<'t>,
    text: &'t str,
    tokens: &[Token],
    entry: &str,
    is_header: &dyn Fn(usize) -> bool,
) -> Rewriter<'t> {
    let items = items(&r);
    let mut candidates: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    let mut work: Vec<(usize, usize)> = Vec::new();
    for item in &items {
        let header = is_header(r.offset(item.from));
        match item.function {
            Some((name, open, close)) if header && name != entry && item.internal => {
                candidates.entry(name).or_default().push((open, close));
            }
            // Declarations in headers call nothing, unless they initialise something.
            None if header && !item.initialised => {}
            _ => work.push((item.from, item.to)),
        }
    }
    let mut met: HashSet<&str> = HashSet::new();
    loop {
        while let Some((from, to)) = work.pop() {
            for index in from..to {
                let word = r.word(index);
                let name = word
                    .strip_prefix('"')
                    .and_then(|word| word.strip_suffix('"'));
                met.insert(word);
                if let Some(bodies) = candidates.remove(name.unwrap_or(word)) {
                    work.extend(bodies);
                }
            }
        }
        // What a body says of something else that is used lasts beyond it (C11 6.2.2p4).
        let says = |bodies: &Vec<(usize, usize)>| {
            let mut bodies = bodies.iter();
            bodies.any(|body| {
                lasting(&r, *body)
                    .into_iter()
                    .any(|name| met.contains(name))
            })
        };
        let more = candidates.iter().filter(|(_, bodies)| says(bodies));
        let more: Vec<&str> = more.map(|(name, _)| *name).collect();
        if more.is_empty() {
            break;
        }
        work.extend(
            more.iter()
                .filter_map(|name| candidates.remove(name))
                .flatten(),
        );
    }
    let unreached: HashSet<usize> = candidates
        .into_values()
        .flatten()
        .map(|(open, _)| open)
        .collect();
    without(text, tokens, &r, &unreached)
}

/// What declarations in a body may say of functions and objects with linkage, beside their types:
/// the names in declarations with attributes or names for the linker, unless these are certainly of
/// local objects, and what stands behind `extern` and has no parameters, as its type may have
/// attributes. Errs towards more.
fn lasting<'t>(r: &Rewriter<'t>, (open, close): (usize, usize)) -> Vec<&'t str> {
    let starts = (open..close).filter(|i| matches!(r.word(*i), ";" | "{" | "}" | ":"));
    let mut found = Vec::new();
    for start in starts {
        found.extend(linked(r, (start + 1, close)));
    }
    found
}

/// The same of the statement that begins at a token.
fn linked<'t>(r: &Rewriter<'t>, (start, close): (usize, usize)) -> Vec<&'t str> {
    let (mut names, mut initialised) = (Vec::new(), false);
    let (mut external, mut attributed, mut function, mut named) = (false, false, false, false);
    let mut index = start;
    while index < close && !matches!(r.word(index), ";" | "{" | "}") {
        let (word, next) = (r.word(index), r.word(index + 1));
        match word {
            "extern" => external = true,
            "=" => initialised = true,
            "," => initialised = false,
            "(" if attribute(r, index + 1).is_none() && next != "*" => {
                // `void (f)(void)`
                names.extend(is_name(next).then_some(next));
            }
            _ if is_attribute(word) => attributed = true,
            _ if initialised || !is_name(word) => {}
            _ => {
                let ends = ["(", ")", ",", ";", "=", "["].contains(&next) || is_attribute(next);
                let declares = ends && index > start;
                function |= declares && next == "(";
                named |= !declares;
                names.extend(declares.then_some(word));
            }
        }
        index = match word {
            "(" | "[" => r.partner(index).unwrap_or(index) + 1,
            // `asm goto` and its kin declare nothing.
            "asm" | "__asm" | "__asm__" => {
                let mut after = index + 1..close;
                after.find(|i| r.word(*i) == "(").unwrap_or(index + 1)
            }
            _ => index + 1,
        };
    }
    match attributed && (external || function || named) || external && !function {
        true => names,
        false => Vec::new(),
    }
}

fn is_attribute(word: &str) -> bool {
    ["__attribute__", "__attribute", "asm", "__asm", "__asm__"].contains(&word)
}

/// The stream without the tokens between some pairs of braces, and these replaced by a mark.
fn without<'t>(
    text: &'t str,
    tokens: &[Token],
    r: &Rewriter<'t>,
    opens: &HashSet<usize>,
) -> Rewriter<'t> {
    let mut kept = Vec::with_capacity(tokens.len() / 4);
    let (mut marks, mut left_out) = (Vec::new(), Vec::new());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if let (true, Some(close)) = (opens.contains(&index), r.partner(index)) {
            marks.push(kept.len());
            left_out.push((token.start, r.offset(close) + 1));
            kept.push(*token);
            index = close;
            continue;
        }
        kept.push(*token);
        index += 1;
    }
    let mut out = Rewriter::new(text, kept);
    out.left_out = left_out;
    for open in marks {
        out.replace(open, &format!(" __attribute__(({PRUNED}));"));
        out.replace(open + 1, "");
    }
    out
}

fn items<'t>(r: &Rewriter<'t>) -> Vec<Item<'t>> {
    let mut out = Vec::new();
    let (mut from, mut index) = (0, 0);
    let (mut name, mut initialised) = (None, false);
    let (mut internal, mut literal) = (false, false);
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
            });
            (from, name, initialised) = (next, None, false);
            (internal, literal) = (false, false);
        }
        index = next;
    }
    out.push(Item {
        from,
        to: r.len(),
        function: None,
        initialised: true,
        internal: false,
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
fn is_name(word: &str) -> bool {
    let not = [
        "__attribute__",
        "__attribute",
        "asm",
        "__asm",
        "__asm__",
        "typeof",
        "__typeof",
        "__typeof__",
        "_Alignas",
        "_Atomic",
        "_Static_assert",
        "void",
        "char",
        "short",
        "int",
        "long",
        "float",
        "double",
        "signed",
        "unsigned",
        "_Bool",
        "const",
        "volatile",
        "static",
        "inline",
        "__inline",
        "__inline__",
        "extern",
        "__extension__",
        "_Noreturn",
    ];
    is_identifier(word) && !not.contains(&word)
}

fn ends_attribute(r: &Rewriter<'_>, index: usize) -> bool {
    let open = index.checked_sub(1).and_then(|close| r.partner(close));
    open.and_then(|o| o.checked_sub(1))
        .is_some_and(|head| attribute(r, head).is_some())
}
