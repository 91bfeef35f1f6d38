//! What the front end knows, and where: attributes, pragmas, built-in functions.
//!
//! Nothing that a program says to the compiler is dropped by a default arm. An attribute is looked
//! up with the position of the grammar in which it stands; what is not in the table, or stands in
//! another position, is refused. The attributes of the text are counted against those that were
//! looked up ([`crate::sema`]), so a position that nobody looks at is an error, too.

mod attributes;
mod effects;
mod known;
mod library;
mod outside;
mod pragmas;
mod reserved;
mod sections;
mod spelling;

pub(crate) use attributes::{canonical, lookup};
pub(crate) use effects::{
    address_as_number, calls_back, changes_arithmetic, changes_memory, has_own_object, is_hook,
    is_peculiar, kept_argument, points_to_status, unwinds,
};
pub(crate) use known::{
    aborts, clears, ends_run, ends_task, frees_block, frees_nothing, is_allocator, is_assertion,
    is_computed, is_condition, is_folded, is_harmless, is_violation, jumps, may_end_run,
    meets_signal, moves_blocks, panics, reallocates, results, returns_twice, returns_with_zero,
    takes, uses_stream, yields_object, VIOLATIONS,
};
pub(crate) use library::{built_in_type, is_library, library_prototype, prototype};
pub(crate) use outside::{
    chooses, follows, goes_back, opens, repeats, writes_what_follows, Repeats,
};
pub(crate) use pragmas::{read as read_pragmas, Packs};
pub(crate) use reserved::{is_built_in, is_called_by_compilers, is_library_object, is_reserved};
pub(crate) use sections::refused_section;
pub(crate) use spelling::of_any_spelling;

/// Marks a function whose body [`crate::normalise`] left out.
pub(crate) const PRUNED: &str = "__proofmark_pruned__";

/// Where an attribute stands (gcc manual, "Attribute Syntax").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Position {
    /// Among the specifiers, or around the declarator, of an object.
    Object,
    /// The same, of a function.
    Function,
    /// The same, of a `typedef` name.
    Typedef,
    /// The same, of a member.
    Member,
    /// The same, of a parameter.
    Parameter,
    /// Behind or in front of the members of a structure or union that is defined.
    Record,
    /// Behind or in front of the enumerators of an enumeration that is defined.
    Enumeration,
    /// Behind an enumerator.
    Enumerator,
    /// In a type name.
    TypeName,
    /// Behind the `*` of a declarator.
    Pointer,
    /// In the parentheses of a declarator.
    Parentheses,
    /// In a declaration that declares no name.
    Alone,
}

impl Position {
    /// For messages: "on …".
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Position::Object => "on an object",
            Position::Function => "on a function",
            Position::Typedef => "on a type name",
            Position::Member => "on a member",
            Position::Parameter => "on a parameter",
            Position::Record => "on a structure or union",
            Position::Enumeration => "on an enumeration",
            Position::Enumerator => "on an enumerator",
            Position::TypeName => "in a type name",
            Position::Pointer => "behind `*`",
            Position::Parentheses => "inside the parentheses of a declarator",
            Position::Alone => "on a declaration without a name",
        }
    }
}

/// What a program promises the compiler: the word, and what it says.
pub(crate) type Promise = (&'static str, &'static str);

/// `restrict` (C11 6.7.3.1).
pub(crate) const RESTRICT: Promise = (
    "restrict",
    "objects that are accessed through such a pointer and change are accessed through it only",
);
/// `static` in the brackets of a parameter (C11 6.7.6.3p7).
pub(crate) const STATIC_LENGTH: Promise = (
    "static",
    "arguments point to arrays of at least the length in brackets",
);
/// A function that does not return (C11 6.7.4p8).
pub(crate) const NORETURN: Promise = ("noreturn", "the function does not return");
/// A definition for inlining (C11 6.7.4p7; gcc manual, "Inline").
pub(crate) const INLINE: Promise = (
    "inline",
    "another definition of the function, which the compiler may call instead, does the same",
);
/// Operands of `__builtin_constant_p`, `__builtin_object_size` and
/// `__builtin_dynamic_object_size`: gcc draws conclusions from them before it leaves them out.
pub(crate) const UNEVALUATED: Promise = (
    "operands that are not evaluated",
    "pointers are valid, and functions get what they demand, as if it were evaluated",
);
/// `__builtin_assume_aligned`.
pub(crate) const ALIGNED: Promise = ("__builtin_assume_aligned", "the pointer is aligned");

/// What a thing that the front end knows does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The analysis gives it its meaning.
    Meaning,
    /// It changes nothing that proofs speak about; why.
    Harmless(&'static str),
    /// The compiler may rely on what it says: an assumption, which the ledger records.
    Promise(&'static str),
    /// It changes the meaning in a way that has no model.
    Refused,
}
