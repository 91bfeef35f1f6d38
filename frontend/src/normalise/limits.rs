//! Limits before parsing. The C parser takes time exponential, or stack linear, in the nesting of
//! its input, and a stack overflow cannot be caught.

use super::rewriter::Rewriter;
use super::tokens::is_identifier;

/// Nesting of brackets of all kinds. Real drivers stay below 50.
const BRACKET_DEPTH_MAX: usize = 256;
/// Nesting of `sizeof`, `typeof`, `_Alignof` and `__attribute__`: the parser's time doubles with
/// each. Real drivers stay below 6.
const TYPE_OPERATOR_DEPTH_MAX: usize = 8;
/// Nesting of `struct` and `union` inside parentheses or square brackets: the same.
const NESTED_RECORD_DEPTH_MAX: usize = 6;
/// Tokens in a row without a semicolon, comma or brace: the parser builds a tree as deep as the row
/// is long.
const RUN_LENGTH_MAX: usize = 50_000;

/// Operators on types, whose operand the parser reads more than once.
const TYPE_OPERATORS: [&str; 11] = [
    "sizeof",
    "typeof",
    "__typeof",
    "__typeof__",
    "_Alignof",
    "__alignof",
    "__alignof__",
    "__attribute__",
    "__attribute",
    "_Alignas",
    "__builtin_types_compatible_p",
];

/// What an open bracket belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Round,
    Brace,
    TypeOperator,
    Record,
}

/// Checks all limits; on failure the token where one is passed, and what to say.
pub(super) fn check(r: &Rewriter<'_>) -> Result<(), (usize, &'static str)> {
    let mut open: Vec<Bracket> = Vec::new();
    let (mut operators, mut records, mut parentheses, mut run) = (0usize, 0usize, 0usize, 0usize);
    let (mut operator_pending, mut record_pending) = (false, false);
    for index in 0..r.len() {
        let word = r.word(index);
        run += 1;
        match word {
            "(" | "[" | "{" => {
                let kind = if operator_pending {
                    Bracket::TypeOperator
                } else if word != "{" {
                    Bracket::Round
                } else if record_pending && parentheses > 0 {
                    Bracket::Record
                } else {
                    Bracket::Brace
                };
                operators += usize::from(kind == Bracket::TypeOperator);
                records += usize::from(kind == Bracket::Record);
                parentheses += usize::from(matches!(kind, Bracket::Round | Bracket::TypeOperator));
                open.push(kind);
                if open.len() > BRACKET_DEPTH_MAX {
                    return Err((index, "brackets are nested too deeply (limit 256)"));
                }
                if operators > TYPE_OPERATOR_DEPTH_MAX || records > NESTED_RECORD_DEPTH_MAX {
                    return Err((index, "type expressions are nested too deeply"));
                }
            }
            ")" | "]" | "}" => {
                let kind = open.pop();
                operators -= usize::from(kind == Some(Bracket::TypeOperator));
                records -= usize::from(kind == Some(Bracket::Record));
                parentheses -=
                    usize::from(matches!(kind, Some(Bracket::Round | Bracket::TypeOperator)));
            }
            _ => {}
        }
        if matches!(word, ";" | "," | "{" | "}") {
            run = 0;
        }
        if run > RUN_LENGTH_MAX {
            return Err((index, "an expression is too long"));
        }
        operator_pending = TYPE_OPERATORS.contains(&word);
        record_pending =
            matches!(word, "struct" | "union") || (record_pending && is_identifier(word));
    }
    Ok(())
}
