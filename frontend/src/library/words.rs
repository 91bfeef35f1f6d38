//! What of C may stand in a boolean library. It becomes part of a program's text, so nothing gets
//! through here that could be more than a value, a type, or a name.

use crate::accounting::is_called_by_compilers;
use crate::types::{Type, Types};

/// Names that mean something in C, or stand for pieces of declarations that predicates have no use
/// for (C11 6.4.1; gcc manual, "Alternate Keywords").
const KEYWORDS: [&str; 33] = [
    "alignas",
    "alignof",
    "asm",
    "auto",
    "break",
    "case",
    "continue",
    "default",
    "do",
    "else",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "register",
    "restrict",
    "return",
    "sizeof",
    "static",
    "switch",
    "thread_local",
    "typedef",
    "typeof",
    "typeof_unqual",
    "volatile",
    "while",
    "const",
    "struct",
    "union",
    "enum",
    "constexpr",
    "nullptr",
];

/// Words of types that are no names.
const TYPES: [&str; 11] = [
    "char", "const", "double", "float", "int", "long", "short", "signed", "struct", "unsigned",
    "void",
];

/// Most bytes of a name, and tokens of a predicate.
const MOST: usize = 256;

/// Operators that have no effects, longest first.
const OPERATORS: [&str; 18] = [
    "==", "!=", "<=", ">=", "->", "<", ">", "+", "-", "*", "(", ")", "[", "]", ".", "!", "%", "&",
];

fn is_word(word: &str) -> bool {
    let first = word
        .bytes()
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    let all = word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    first && all && word.len() <= MOST
}

/// Whether a word can name a variable, a function, or a member.
pub(super) fn is_name(word: &str) -> bool {
    let reserved = word.starts_with("__") || word == "_Bool" || TYPES.contains(&word);
    let reserved = reserved
        || word.starts_with('_') && word.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase);
    is_word(word) && !reserved && !KEYWORDS.contains(&word)
}

/// How words begin that mean something to gcc, behind two underscores (gcc manual, "Alternate
/// Keywords" and "C Extensions"; `c_common_reswords` in gcc's sources).
const ALTERNATE: [&str; 23] = [
    "alignof",
    "asm",
    "attribute",
    "auto_type",
    "bf16",
    "complex",
    "const",
    "decltype",
    "float",
    "fp16",
    "ibm128",
    "imag",
    "inline",
    "int",
    "label",
    "null",
    "real",
    "restrict",
    "seg_",
    "signed",
    "thread",
    "typeof",
    "volatile",
];

/// How names begin, behind two underscores, of functions that gcc or the analysis knows.
const KNOWN: [&str; 10] = [
    "atomic",
    "boolean_library",
    "builtin",
    "func",
    "has_",
    "model",
    "observed",
    "proofmark",
    "sync",
    "transaction",
];

/// Whether a word can name a function of a library. Names with two underscores in front are those
/// of functions of many APIs; what the compiler or the analysis knows is none of them.
pub(super) fn is_function_name(word: &str) -> bool {
    let Some(rest) = word.strip_prefix("__") else {
        return is_name(word);
    };
    let known = |start: &&str| rest.starts_with(*start);
    let meant = ALTERNATE.iter().chain(&KNOWN).any(known);
    is_word(word)
        && rest.starts_with(|first: char| first.is_ascii_lowercase())
        && !rest.ends_with('_')
        && !meant
        && !is_called_by_compilers(word)
}

/// What stands for the name in the type of a pointer to a function.
const POINTER: &str = " (*)(";

/// A type as libraries write it: everybody understands it alike, as no name of a type is in it.
pub fn type_text(types: &Types, ty: &Type) -> String {
    let function = match ty.pointee().map(|to| &to.ty) {
        Some(Type::Function(f)) if !f.variadic && f.params.is_some() => f,
        Some(_) | None => return types.show(ty),
    };
    let params = function.params.iter().flatten().map(|p| types.show(p));
    let params = match params.collect::<Vec<String>>() {
        none if none.is_empty() => "void".to_owned(),
        some => some.join(","),
    };
    format!("{}{POINTER}{params})", types.show(&function.result))
}

/// The declaration of a name, in C.
pub(super) fn declaration(ty: &str, name: &str) -> String {
    match ty.split_once(POINTER) {
        Some((result, params)) => format!("{result} (*{name})({params}"),
        None => format!("{ty} {name}"),
    }
}

/// Whether words are a type: that of an object, or of a pointer to a function without pointers to
/// functions among its parameters.
pub(super) fn is_type(text: &str) -> bool {
    match text
        .split_once(POINTER)
        .map(|(r, p)| (r, p.strip_suffix(')')))
    {
        None => is_object_type(text),
        Some((result, Some(params))) => {
            is_object_type(result) && params.split(',').all(is_object_type) && text.len() <= MOST
        }
        Some((_, None)) => false,
    }
}

/// Whether words are a type: names, and stars behind them.
fn is_object_type(text: &str) -> bool {
    let mut stars = false;
    let mut names = 0;
    for word in text.split(' ') {
        let named = is_name(word) || word == "_Bool" || TYPES.contains(&word);
        match (word == "*", named && !stars) {
            (true, _) => stars = true,
            (false, true) => names += 1,
            (false, false) => return false,
        }
    }
    (1..=4).contains(&names) && text.len() <= MOST
}

/// Types of numbers that members of a structure may have, as they are written here.
const NUMBERS: [&str; 14] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
];

/// A structure by its tag.
pub(super) fn structure_tag(text: &str) -> Option<&str> {
    text.strip_prefix("struct ").filter(|tag| is_name(tag))
}

/// Whether words are a type that means the same in each program: that of a number, or of a pointer.
/// `const` is what all the stars are in front of, so there is one way to read it.
fn is_value_type(text: &str) -> bool {
    let to = text.trim_end_matches(" *");
    if to == text {
        return NUMBERS.contains(&text);
    }
    let to = to.strip_prefix("const ").unwrap_or(to);
    NUMBERS.contains(&to) || to == "void" || structure_tag(to).is_some()
}

/// Whether words are the type of a member in a structure that a program gets from a library: they
/// become part of its text, and are a number, a structure, or a pointer, also to a function.
pub(super) fn is_member_type(text: &str) -> bool {
    let known = match text.split_once(POINTER) {
        None => is_value_type(text) || structure_tag(text).is_some(),
        Some((result, params)) => {
            let params = params.strip_suffix(')');
            let all = |params: &str| params == "void" || params.split(',').all(is_value_type);
            (result == "void" || is_value_type(result)) && params.is_some_and(all)
        }
    };
    known && text.len() <= MOST
}

/// The tokens of a predicate: a value of C without effects, calls, types, and conversions. It is
/// written without spaces; in C, tokens have spaces between them.
///
/// # Errors
/// What does not belong in a predicate.
pub(super) fn predicate(text: &str) -> Result<Vec<&str>, String> {
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    let mut open = Vec::new();
    while let Some(first) = rest.bytes().next() {
        let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let length = match word(first) {
            true => rest.bytes().take_while(|b| word(*b)).count(),
            false => OPERATORS
                .iter()
                .find(|o| rest.starts_with(**o))
                .map_or(0, |o| o.len()),
        };
        let (token, more) = rest.split_at_checked(length).unwrap_or(("", rest));
        let last = tokens.last().copied().unwrap_or("(");
        if token.is_empty() || tokens.len() >= MOST {
            return Err(format!("`{text}` is no predicate"));
        }
        let value = last == ")" || last == "]" || is_operand(last);
        let member = last == "." || last == "->";
        let right = match token {
            "(" | "!" => !value && !member,
            ")" | "]" => value && open.pop() == Some(if token == ")" { "(" } else { "[" }),
            "*" | "-" => !member,
            "[" | "." | "->" | "==" | "!=" | "<=" | ">=" | "<" | ">" | "+" | "%" | "&" => value,
            operand => !value && is_operand(operand) && (!member || is_name(operand)),
        };
        if !right || open.len() >= 32 {
            return Err(format!(
                "`{text}` is no predicate: `{token}` does not belong there"
            ));
        }
        if token == "(" || token == "[" {
            open.push(token);
        }
        tokens.push(token);
        rest = more;
    }
    let last = tokens.last().copied().unwrap_or("");
    match open.is_empty() && (last == ")" || last == "]" || is_operand(last)) {
        true => Ok(tokens),
        false => Err(format!("`{text}` is no predicate: it is not complete")),
    }
}

/// Whether a token is a variable, the result (`return`), or a decimal number.
fn is_operand(token: &str) -> bool {
    is_name(token) || token == "return" || is_number(token)
}

/// Whether a token is a number: digits, and perhaps `U`, `L` or `UL`.
fn is_number(token: &str) -> bool {
    let digits = token.trim_end_matches(['U', 'L']);
    let suffix = token.get(digits.len()..).unwrap_or("");
    let plain = digits == "0" || !digits.starts_with('0');
    let digit = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    digit && plain && ["", "U", "L", "UL"].contains(&suffix) && token.len() <= 24
}

#[cfg(test)]
mod tests {
    use super::{is_function_name, is_name, predicate};

    #[test]
    fn bits_are_of_two_operands() {
        for text in ["(flags&4)==0", "(p->flags&-5)==0", "x&(y)", "(x)&y"] {
            assert!(predicate(text).is_ok(), "{text}");
        }
        for text in [
            "&x==0", "x==&y", "x&&y", "x&&&y", "x&", "(&x)", "p->&x", "x[&y]",
        ] {
            assert!(predicate(text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_of_functions_may_have_underscores_in_front_that_mean_nothing() {
        for name in ["clk_enable", "__request_region", "__pm_runtime_resume"] {
            assert!(is_function_name(name), "{name}");
        }
        assert!(!is_name("__request_region"));
        let meant = [
            "__attribute__",
            "__attribute",
            "__asm",
            "__builtin_trap",
            "__atomic_load_8",
            "__int128",
            "__typeof__",
            "__inline",
            "__func__",
            "__divdi3",
            "__fentry__",
            "__boolean_library_result",
            "__proofmark_asm_goto",
            "__model_any",
            "__VERIFIER_assume",
            "__X",
            "___x",
            "_Bool",
            "__",
            "struct",
            "f(void)",
        ];
        for name in meant {
            assert!(!is_function_name(name), "{name}");
        }
    }
}
