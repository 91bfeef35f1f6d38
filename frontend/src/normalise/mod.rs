//! From preprocessed text to a syntax tree: limits, rewrites of what the C parser does not know or
//! reads wrongly, parsing, and whether the tree is what the text says (`readback`).
//!
//! The rewrites work on tokens and are small, separate and independent: every pass sees the tokens
//! of the input, and their edits add up. Where C has no form for what gcc's extension means, a name
//! that starts with `RESERVED` stands for it, which only the analysis can decode; input that
//! contains such a name is refused. Tests compare the object code that gcc makes of a text before
//! and after.
//!
//! | input | for the parser | pass |
//! |---|---|---|
//! | body of a header function that nothing calls | `__attribute__((__proofmark_pruned__));` | `prune` |
//! | `<:`, `:>`, `<%`, `%>` | `[`, `]`, `{`, `}` | `tokens` |
//! | `typeof`, `asm`, `__extension__`, `__int128` … | words that it knows | `words` |
//! | `__attribute__((fallthrough))` | nothing | `words` |
//! | `[[fallthrough]]`, `[[maybe_unused]]` | nothing | `words` |
//! | `struct __attribute__((a)) s { … }` | `struct s { … } __attribute__((a))` | `words` |
//! | `'\e'`, `"\u0201"`, `1.0q`, `1.0w` | `'\033'`, `"\310\201"`, `1.0f128`, `1.0L` | `literals` |
//! | `L"\u00e9"` | `L"é"` | `literals` |
//! | `_Alignas(16) int member;` | `__attribute__((__aligned__(16))) int member;` | `literals` |
//! | `struct s { ; }`, `_Static_assert(e)` | `struct s { }`, `_Static_assert(e, "")` | `words` |
//! | `f(x) { … }`, `static n;` | `int f(x) { … }`, `static int n;` | `implicit` |
//! | `a ?: b` | `a ? __proofmark_elvis : b` | `expressions` |
//! | `(T){}` | `(T){ __proofmark_empty }` | `expressions` |
//! | `__builtin_types_compatible_p(T, U)` | `__builtin_types_compatible_p(__alignof(T), __alignof(U))` | `expressions` |
//! | `__alignof__(e)` | `__proofmark_alignof(e)` | `expressions` |
//! | `_Alignof(x)` | `__proofmark_least_alignof(__alignof(__typeof(x)))` | `expressions` |
//! | `(*__ctype_b_loc())[(int)(c)]` | `__proofmark_classes((int)(c))` | `expressions` |
//! | `__real__ z`, `__imag__ z` | `__proofmark_real(z)`, `__proofmark_imaginary(z)` | `expressions` |
//! | `__label__ l;` | nothing, and `l` renamed in its block | `local_labels` |
//! | `&&l`, `goto *e;` | `__proofmark_label_address(l)`, `__proofmark_jump(e);` | `labels` |
//! | `l: }`, `l: int x;` | `l: ;}`, `l: ;int x;` | `labels` |
//! | `asm goto (t : : : : l);` | `{ __asm (t : : : ); if (__proofmark_asm_goto()) goto l; }` | `assembly` |

mod assembly;
mod expressions;
mod implicit;
mod items;
mod labels;
mod lasting;
mod limits;
mod literals;
mod local_labels;
mod prune;
mod readback;
mod rewriter;
mod tokens;
mod words;

pub(crate) use assembly::ASM_GOTO;
pub(crate) use expressions::{ALIGNOF, CLASSES, ELVIS, EMPTY, IMAGINARY, LEAST_ALIGNOF, REAL};
pub(crate) use labels::{JUMP, LABEL_ADDRESS};
pub(crate) use local_labels::label_name;
pub use rewriter::Rewritten;

use crate::accounting::read_pragmas;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::sources::{Sources, UnitId};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{parse_preprocessed, Config, Flavor};
use rewriter::Rewriter;
use tokens::{is_identifier, lex, tokens};

/// Names that start so belong to the rewrites.
pub const RESERVED: &str = "__proofmark_";

/// The texts that may have reserved names: they say what [`CLASSES`] means, and what operators on
/// complex numbers do.
const OWN_MODELS: [&str; 5] = [
    include_str!("../../models/__proofmark_classes.c"),
    include_str!("../../models/__proofmark_product.c"),
    include_str!("../../models/__proofmark_productf.c"),
    include_str!("../../models/__proofmark_quotient.c"),
    include_str!("../../models/__proofmark_quotientf.c"),
];

/// Checks limits and rewrites one unit. Functions reachable from `entry` keep their bodies.
///
/// # Errors
/// A limit, a reserved name in the input, or text that is not preprocessed C.
pub fn normalise(sources: &Sources, unit: UnitId, entry: &str) -> Result<Rewritten, LoadError> {
    let text = sources.text(unit);
    let at = |kind: ErrorKind, offset: usize, message: &str| {
        LoadError::at(kind, sources, sources.pos(unit, offset), message.to_owned())
    };
    let (tokens, pragmas) = lex(text).map_err(|e| at(ErrorKind::Syntax, e.offset, e.message))?;
    let packs = read_pragmas(pragmas)
        .map_err(|(offset, message)| at(ErrorKind::Unsupported, offset, &message))?;
    let all = Rewriter::new(text, tokens.clone());
    let reserved = |i: &usize| is_reserved(all.word(*i)) && !OWN_MODELS.contains(&text);
    if let Some(index) = (0..all.len()).find(reserved) {
        let message = format!(
            "`{}` is a name that the front end uses itself",
            all.word(index)
        );
        return Err(at(ErrorKind::Unsupported, all.offset(index), &message));
    }
    if all.len() == 0 {
        return Err(at(ErrorKind::Empty, 0, "there is no C in this file"));
    }
    let is_header = |offset: usize| sources.file_name(sources.pos(unit, offset)).ends_with(".h");
    let mut r = prune::prune(all, text, &tokens, entry, &is_header);
    let assembly = r.directives || assembly::is_outside(&r);
    limits::check(&r).map_err(|(index, message)| at(ErrorKind::Limit, r.offset(index), message))?;
    plain_passes(&mut r, &at)?;
    assembly::rewrite(&mut r).map_err(|i| {
        at(
            ErrorKind::Unsupported,
            r.offset(i),
            "this form of `asm goto` is not supported",
        )
    })?;
    words::record_attributes(&mut r);
    Ok(Rewritten {
        assembly,
        packs,
        ..r.finish()
    })
}

/// Refuses `asm` and `typeof` where gcc takes them for ordinary names.
///
/// # Errors
/// The first of these words.
pub(crate) fn without_ordinary_names(sources: &Sources, unit: UnitId) -> Result<(), LoadError> {
    let text = sources.text(unit);
    let at = |offset: usize, message: &str| {
        let pos = sources.pos(unit, offset);
        LoadError::at(ErrorKind::Unsupported, sources, pos, message)
    };
    let (tokens, _) = lex(text).map_err(|e| at(e.offset, e.message))?;
    let all = Rewriter::new(text, tokens);
    match (0..all.len()).find(|i| matches!(all.word(*i), "asm" | "typeof")) {
        Some(i) => {
            let message = format!(
                "`{0}` is an ordinary name for the compiler here, which a strict standard is \
                 asked for: write `__{0}__`",
                all.word(i)
            );
            Err(at(all.offset(i), &message))
        }
        None => Ok(()),
    }
}

/// The rewrites that [`REVERT`] can take back.
fn plain_passes(
    r: &mut Rewriter<'_>,
    at: &dyn Fn(ErrorKind, usize, &str) -> LoadError,
) -> Result<(), LoadError> {
    words::words(r);
    literals::literals(r);
    literals::member_alignments(r).map_err(|i| {
        let message = "this alignment of a member may be a type or a number: write `_Alignas(_Alignof(T))` or a constant";
        at(ErrorKind::Unsupported, r.offset(i), message)
    })?;
    implicit::implicit_int(r);
    words::fallthrough(r);
    words::standard_attributes(r);
    words::empty_members(r);
    words::static_assertions(r);
    expressions::classes(r);
    expressions::elvis(r);
    expressions::sizes_of_literals(r);
    expressions::empty_literals(r);
    expressions::compatible_types(r);
    expressions::alignments(r);
    expressions::types_by_name(r);
    expressions::parts(r);
    local_labels::local_labels(r)
        .map_err(|i| at(ErrorKind::Limit, r.offset(i), "too many local labels"))?;
    labels::label_values(r);
    labels::label_statements(r);
    Ok(())
}

/// Options for a compiler that take the rewrites of [`faithful`] back.
pub const REVERT: [&str; 11] = [
    "-D__proofmark_classes(c)=((*__ctype_b_loc())[c])",
    "-D__proofmark_label_address(l)=&&l",
    "-D__proofmark_jump(e)=goto*(e)",
    "-D_Decimal128x=__int128",
    "-D__proofmark_elvis=",
    "-D__proofmark_real(z)=__real__(z)",
    "-D__proofmark_imaginary(z)=__imag__(z)",
    "-D__proofmark_empty=",
    "-D__proofmark_alignof=__alignof__",
    "-D__proofmark_least_alignof=_Alignof",
    "-D__alignof(...)=__VA_ARGS__",
];

/// The unit after the rewrites that [`REVERT`] can take back: with it, a compiler must make the
/// same code as of the input. This is how tests prove them faithful. Left out are pruning,
/// predeclared names, and inline assembly.
///
/// # Errors
/// As [`normalise`].
pub fn faithful(sources: &Sources, unit: UnitId) -> Result<String, LoadError> {
    let text = sources.text(unit);
    let at = |kind: ErrorKind, offset: usize, message: &str| {
        LoadError::at(kind, sources, sources.pos(unit, offset), message.to_owned())
    };
    let tokens = tokens(text).map_err(|e| at(ErrorKind::Syntax, e.offset, e.message))?;
    let mut r = Rewriter::new(text, tokens);
    plain_passes(&mut r, &at)?;
    words::record_attributes(&mut r);
    r.prelude.clear();
    Ok(r.finish().text)
}

/// Checks limits and rewrites the C fragments of a specification. Nothing is pruned, and nothing is
/// declared in front.
///
/// # Errors
/// As [`normalise`].
pub fn fragments(sources: &Sources, unit: UnitId) -> Result<Rewritten, LoadError> {
    let text = sources.text(unit);
    let at = |kind: ErrorKind, offset: usize, message: &str| {
        LoadError::at(kind, sources, sources.pos(unit, offset), message.to_owned())
    };
    let tokens = tokens(text).map_err(|e| at(ErrorKind::Syntax, e.offset, e.message))?;
    let mut r = Rewriter::new(text, tokens);
    if let Some(index) = (0..r.len()).find(|i| is_reserved(r.word(*i))) {
        return Err(at(
            ErrorKind::Specification,
            r.offset(index),
            "this name is reserved",
        ));
    }
    limits::check(&r).map_err(|(index, message)| at(ErrorKind::Limit, r.offset(index), message))?;
    plain_passes(&mut r, &at)?;
    r.prelude.clear();
    Ok(r.finish())
}

fn is_reserved(word: &str) -> bool {
    is_identifier(word)
        && (word.starts_with(RESERVED)
            || word.contains(local_labels::LABEL)
            || word == words::INT128
            || word == "_Pragma")
}

/// Where a rewritten text has attributes and assembly: the offsets of the names of the first, and
/// of the words `__asm`.
pub fn occurrences(text: &str) -> Vec<usize> {
    tokens(text).map_or(Vec::new(), |all| {
        words::occurrences(&Rewriter::new(text, all))
    })
}

/// The tokens of a text, with spaces between them: what it is but for comments, white space, and
/// line markers.
///
/// # Errors
/// If it is no sequence of tokens.
pub fn words(text: &str) -> Result<String, LoadError> {
    let all = tokens(text).map_err(|e| LoadError::plain(ErrorKind::Syntax, e.message))?;
    let words = all
        .iter()
        .filter_map(|token| text.get(token.start..token.end));
    Ok(words.collect::<Vec<&str>>().join(" "))
}

/// Parses a unit's rewritten text.
///
/// # Errors
/// The first syntax error, and the first token where the tree is not what the text says.
pub fn parse(sources: &Sources, unit: UnitId, text: String) -> Result<TranslationUnit, LoadError> {
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    match parse_preprocessed(&config, text) {
        Ok(parsed) => match readback::compare(&parsed.unit, &parsed.source) {
            Ok(()) => Ok(parsed.unit),
            Err(offset) => Err(misread(sources, unit, offset, &parsed.source)),
        },
        Err(e) => {
            let mut expected: Vec<&str> = e.expected.iter().copied().collect();
            expected.sort_unstable();
            expected.truncate(12);
            let found = sources.rest(unit, e.offset).lines().next().unwrap_or("");
            let found: String = found.chars().take(24).collect();
            let message = if found.trim().is_empty() {
                "unexpected end of input or line".to_owned()
            } else {
                format!("unexpected `{}`", found.trim())
            };
            let error = LoadError::at(
                ErrorKind::Syntax,
                sources,
                sources.pos(unit, e.offset),
                message,
            );
            Err(error.help(format!(
                "the parser expected one of: {}",
                expected.join(" ")
            )))
        }
    }
}

/// The error for a text of which the parser's tree says something else.
fn misread(sources: &Sources, unit: UnitId, offset: usize, text: &str) -> LoadError {
    let rest = text.get(offset..).unwrap_or("");
    let (kind, message) = if rest.starts_with("__attribute") || rest.starts_with("__asm") {
        (
            ErrorKind::Unsupported,
            "an attribute, or a name for the linker, is not supported in this position",
        )
    } else {
        (
            ErrorKind::Syntax,
            "the C parser does not read this as it is written",
        )
    };
    LoadError::at(kind, sources, sources.pos(unit, offset), message.to_owned())
}
