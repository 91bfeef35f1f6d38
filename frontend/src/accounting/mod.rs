//! What the front end knows, and where: attributes, pragmas, built-in functions.
//!
//! Nothing that a program says to the compiler is dropped by a default arm. An attribute is looked
//! up with the position of the grammar in which it stands; what is not in the table, or stands in
//! another position, is refused. The attributes of the text are counted against those that were
//! looked up ([`crate::sema`]), so a position that nobody looks at is an error, too.

mod attributes;
mod pragmas;

pub(crate) use attributes::{canonical, lookup};
pub(crate) use pragmas::{read as read_pragmas, Packs};

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

/// What a thing that the front end knows does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The analysis gives it its meaning.
    Meaning,
    /// It changes nothing that proofs speak about; why.
    Harmless(#[allow(dead_code)] &'static str),
    /// The compiler may rely on it: an assumption, which the ledger records.
    Promise(#[allow(dead_code)] &'static str),
    /// It changes the meaning in a way that has no model.
    Refused,
}
