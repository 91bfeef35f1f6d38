//! Rewrites of expressions. Each uses a reserved name that the analysis decodes; input that
//! contains such a name is refused.

use super::rewriter::Rewriter;
use super::tokens::is_identifier;

/// In the place of the missing operand of `a ?: b`.
pub(crate) const ELVIS: &str = "__proofmark_elvis";
/// The only element of an empty compound literal.
pub(crate) const EMPTY: &str = "__proofmark_empty";
/// The alignment of an expression, or of a lone word.
pub(crate) const ALIGNOF: &str = "__proofmark_alignof";
/// That of a lone word, which the standard's operator asks for.
pub(crate) const LEAST_ALIGNOF: &str = "__proofmark_least_alignof";

/// The parts of a complex number.
pub(crate) const REAL: &str = "__proofmark_real";
pub(crate) const IMAGINARY: &str = "__proofmark_imaginary";

/// What glibc's table of classes says of a character; a model of the C library defines it.
pub(crate) const CLASSES: &str = "__proofmark_classes";

/// The function that gives the table.
const TABLE: &str = "__ctype_b_loc";

/// `(*__ctype_b_loc())[(int)(c)]` → `__proofmark_classes((int)(c))`, the read of the table behind
/// the macros of `ctype.h`. So it is only where nothing but these reads and the declaration of
/// `ctype.h` has the name: it may be another function elsewhere, or a variable, or have another
/// type.
pub(super) fn classes(r: &mut Rewriter<'_>) {
    let named = (0..r.len()).filter(|index| r.word(*index) == TABLE);
    let (reads, others): (Vec<usize>, Vec<usize>) = named.partition(|at| reads_table(r, *at));
    if reads.is_empty() || !others.iter().all(|at| declares_table(r, *at)) {
        return;
    }
    for index in reads {
        let Some(close) = r.partner(index + 4) else {
            continue;
        };
        r.delete(index - 2, index + 4);
        r.replace(index + 4, &format!("{CLASSES}("));
        r.replace(close, ")");
    }
    let declaration = format!("extern unsigned short {CLASSES}(int); ");
    r.prelude.push_str(&declaration);
}

/// Whether the table is read as the macros of `ctype.h` read it.
fn reads_table(r: &Rewriter<'_>, index: usize) -> bool {
    let behind = (1..=7).map(|by| r.word(index + by));
    let around = index >= 3 && r.word(index - 2) == "(" && r.word(index - 1) == "*";
    // The element has no address any more.
    around
        && r.word(index - 3) != "&"
        && behind.eq(["(", ")", ")", "[", "(", "int", ")"])
        && r.partner(index + 4).is_some()
}

/// Whether the table's function is declared as `ctype.h` declares it.
fn declares_table(r: &Rewriter<'_>, index: usize) -> bool {
    const TYPE: [&str; 7] = ["extern", "const", "unsigned", "short", "int", "*", "*"];
    const PROMISES: [&str; 7] = [
        "__attribute__",
        "(",
        ")",
        ",",
        "__nothrow__",
        "__leaf__",
        "__const__",
    ];
    let before = TYPE.iter().rev().zip(1..);
    let mut typed = before.map(|(word, by)| index >= by && r.word(index - by) == *word);
    let parameters = (1..=3).map(|by| r.word(index + by));
    let mut behind = (index + 4..r.len()).map(|at| r.word(at));
    let ends = behind.find(|word| !PROMISES.contains(word));
    typed.all(|one| one) && parameters.eq(["(", "void", ")"]) && ends == Some(";")
}

/// `a ?: b` → `a ? __proofmark_elvis : b`.
pub(super) fn elvis(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if r.word(index) == "?" && r.word(index + 1) == ":" {
            r.put_after(index, &format!(" {ELVIS} "));
        }
    }
}

/// `__builtin_types_compatible_p(T, U)` →
/// `__builtin_types_compatible_p(__alignof(T), __alignof(U))`: arguments of a call cannot be types.
pub(super) fn compatible_types(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if r.word(index) != "__builtin_types_compatible_p" {
            continue;
        }
        let Some(close) = r.closing(index + 1, "(") else {
            continue;
        };
        let commas: Vec<usize> = r
            .level(index + 2, close)
            .into_iter()
            .filter(|i| r.word(*i) == ",")
            .collect();
        if let [comma] = commas.as_slice() {
            r.put_after(index + 1, "__alignof(");
            r.put_before(*comma, ")");
            r.put_after(*comma, " __alignof(");
            r.put_before(close, ")");
        }
    }
}

/// `sizeof (T){…}` → `sizeof ((T){…})` (C11 6.5.3p1: the operand is a postfix expression, which a
/// compound literal is).
pub(super) fn sizes_of_literals(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if r.word(index) != "sizeof" {
            continue;
        }
        let close = (r.word(index + 1) == "(")
            .then(|| r.partner(index + 1))
            .flatten();
        let open = close.map(|close| close + 1).filter(|at| r.word(*at) == "{");
        if let Some(end) = open.and_then(|open| r.partner(open)) {
            r.put_before(index + 1, "(");
            r.put_after(end, ")");
        }
    }
}

/// `(T){}` → `(T){ __proofmark_empty }`. A mark in a wrong place is a syntax error or an undeclared
/// name, never another meaning.
pub(super) fn empty_literals(r: &mut Rewriter<'_>) {
    let mut depth = 0usize;
    for index in 0..r.len() {
        match r.word(index) {
            "{" if r.word(index + 1) == "}" && r.before(index) == ")" => {
                let open = index.checked_sub(1).and_then(|i| r.partner(i)).unwrap_or(0);
                if is_literal_type(r, open, depth > 0) {
                    r.put_after(index, &format!(" {EMPTY} "));
                }
                depth += 1;
            }
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// Whether the parenthesis at `open` can hold the type of a compound literal, and not the head of a
/// function or of a statement.
fn is_literal_type(r: &Rewriter<'_>, open: usize, in_body: bool) -> bool {
    match r.before(open) {
        "return" | "case" | "sizeof" | "else" | "do" => true,
        ")" => in_body && !heads_statement(r, open),
        "]" | "}" | "" | "*" if !in_body => false,
        "]" | "}" | "" => false,
        word => !is_identifier(word) && !word.starts_with(|c: char| c.is_ascii_digit() || c == '"'),
    }
}

/// Whether the parentheses before `open` belong to `if (…)` and its like, or to an attribute: then
/// `(…) {}` is no literal.
fn heads_statement(r: &Rewriter<'_>, open: usize) -> bool {
    let head = open
        .checked_sub(1)
        .and_then(|close| r.partner(close))
        .map_or("", |o| r.before(o));
    matches!(head, "__attribute__" | "__attribute")
}

/// Words that start a type name (C11 6.7.7), apart from `typedef` names.
pub(super) const TYPE_WORDS: [&str; 28] = [
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "__signed",
    "__signed__",
    "unsigned",
    "_Bool",
    "_Complex",
    "struct",
    "union",
    "enum",
    "const",
    "__const",
    "__const__",
    "volatile",
    "__volatile__",
    "_Atomic",
    "typeof",
    "__typeof",
    "__typeof__",
    "__int128",
    "__float128",
    "_Float128",
];

/// `__real__ z` → `__proofmark_real(z)`, and `__imag__ z` (gcc manual, "Complex"), which the parser
/// does not know. Their operand ends behind the indexes, members and arguments that follow a name
/// or an expression in parentheses, behind stars; other operands stay, and are refused.
pub(super) fn parts(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        let name = match r.word(index) {
            "__real__" | "__real" => REAL,
            "__imag__" | "__imag" => IMAGINARY,
            _ => continue,
        };
        let stars = (index + 1..r.len()).take_while(|at| r.word(*at) == "*");
        if let Some(last) = postfix(r, index + 1 + stars.count()) {
            r.replace(index, name);
            r.put_before(index + 1, "(");
            r.put_after(last, ")");
        }
    }
}

/// The last token of a postfix expression (C11 6.5.2) that starts here with a name or an expression
/// in parentheses.
fn postfix(r: &Rewriter<'_>, from: usize) -> Option<usize> {
    let mut last = match r.closing(from, "(") {
        // What stands in them may be a type: then an operand follows.
        Some(close) if starts_operand(r, close + 1) => return None,
        Some(close) => close,
        None if is_identifier(r.word(from)) && !is_prefix(r.word(from)) => from,
        None => return None,
    };
    loop {
        last = match (r.word(last + 1), r.word(last + 2)) {
            ("[", _) => r.partner(last + 1)?,
            ("(", _) => r.partner(last + 1)?,
            (".", member) if is_identifier(member) => last + 2,
            ("-", ">") if r.joined(last + 1) && is_identifier(r.word(last + 3)) => last + 3,
            // These belong to the operand, whose value they change.
            ("+", "+") | ("-", "-") if r.joined(last + 1) => return None,
            _ => return Some(last),
        };
    }
}

/// Whether an operand starts with a word that follows a closing parenthesis. Signs, stars and
/// ampersands are taken for operators between two operands: behind a type in the parentheses that
/// is no C.
fn starts_operand(r: &Rewriter<'_>, at: usize) -> bool {
    let word = r.word(at);
    let unequal = word == "!" && r.joined(at) && r.word(at + 1) == "=";
    let starts = |c: char| c.is_ascii_digit() || "({\"'~!".contains(c);
    is_identifier(word) || word.starts_with(starts) && !unequal
}

/// Words that look like names and take operands.
fn is_prefix(word: &str) -> bool {
    matches!(
        word,
        "sizeof"
            | "_Alignof"
            | "__alignof"
            | "__alignof__"
            | "__extension__"
            | "__real__"
            | "__real"
            | "__imag__"
            | "__imag"
            | "_Generic"
    )
}

/// The operand of `__alignof__`, and for gcc that of `_Alignof`, may be an expression; the parser
/// knows types only. A lone word may be either: the analysis looks it up.
pub(super) fn alignments(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        let standard = r.word(index) == "_Alignof";
        if !standard && !matches!(r.word(index), "__alignof__" | "__alignof") {
            continue;
        }
        let Some(close) = r.closing(index + 1, "(") else {
            continue;
        };
        let first = r.word(index + 2);
        if TYPE_WORDS.contains(&first) || goes_on(r, close + 1) {
            continue;
        }
        // Of types the standard's operator says something else; of expressions, the same.
        if close == index + 3 && is_identifier(first) {
            // The compiler's own names of types are none of the program's.
            if standard && first.starts_with('_') {
                continue;
            }
            r.replace(index, if standard { LEAST_ALIGNOF } else { ALIGNOF });
            r.put_after(index + 1, "__alignof(__typeof(");
            r.put_before(close, "))");
        } else if is_aligned_value(r, index + 2, close, standard) {
            r.replace(index, ALIGNOF);
        }
    }
}

/// Whether an operand that begins with parentheses goes on behind them (C11 6.5.2): `__alignof__`
/// of `(x)[i]` is no element of a number.
fn goes_on(r: &Rewriter<'_>, at: usize) -> bool {
    let twice =
        |sign: &str, then: &str| r.word(at) == sign && r.joined(at) && r.word(at + 1) == then;
    let signs = [("-", ">"), ("+", "+"), ("-", "-")];
    matches!(r.word(at), "[" | "(" | "{" | ".") || signs.iter().any(|(a, b)| twice(a, b))
}

/// Whether more than one word between parentheses is an expression. Behind the standard's operator
/// what might be the type of an array or of a function stays what the parser takes it for.
fn is_aligned_value(r: &Rewriter<'_>, from: usize, close: usize, standard: bool) -> bool {
    match (is_identifier(r.word(from)), standard) {
        (false, _) => true,
        (true, false) => !ends_like_type(r, from + 1, close),
        (true, true) => {
            let arrow = r.word(from + 1) == "-" && r.word(from + 2) == ">";
            r.word(from + 1) == "." || arrow
        }
    }
}

/// `__typeof(T *)` → `__typeof(__typeof(T) *)`: the parser takes what begins with a name for an
/// expression. What ends in `*` or a qualifier is none.
pub(super) fn types_by_name(r: &mut Rewriter<'_>) {
    for index in 0..r.len() {
        if !matches!(r.word(index), "typeof" | "__typeof__" | "__typeof") {
            continue;
        }
        let Some(close) = r.closing(index + 1, "(") else {
            continue;
        };
        let name = index + 2;
        let named = is_identifier(r.word(name)) && !TYPE_WORDS.contains(&r.word(name));
        if named && close > name + 1 && ends_like_type(r, name + 1, close) {
            r.put_before(name, "__typeof(");
            r.put_after(name, ")");
        }
    }
}

/// `T *`, `T[3]` after a `typedef` name; what else follows a name makes it an expression.
fn ends_like_type(r: &Rewriter<'_>, from: usize, close: usize) -> bool {
    (from..close).all(|i| matches!(r.word(i), "*" | "const" | "volatile"))
}
