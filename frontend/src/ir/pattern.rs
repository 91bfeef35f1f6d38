//! Patterns of events, as [`crate::spec`] has them and [`crate::sema`] compiles them.

use super::{Arith, Relation};

/// A pattern of an event.
#[derive(Clone, PartialEq, Debug)]
pub struct Pattern {
    /// The statement.
    pub kind: Kind,
    /// `AT`: a label, or `file_line`; empty if the pattern applies everywhere.
    pub at: String,
}

/// An assignment or a call.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// `place = value`.
    Assign(Pat, Pat),
    /// `result = function(arguments)`.
    Call(String, Vec<Arg>, Lhs),
}

/// What a call pattern says about the place of the result.
#[derive(Clone, PartialEq, Debug)]
pub enum Lhs {
    /// Nothing is assigned.
    Nothing,
    /// `$?`: a place or nothing.
    Any,
    /// This place.
    Place(Pat),
    /// `f(…) == $n`: whatever becomes of the result, the variable stands for what the function
    /// returns.
    Returned(u32),
}

/// An argument of a call pattern.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// `$?`: any number of arguments.
    Rest,
    /// One argument.
    One(Pat),
}

/// An expression with holes.
#[derive(Clone, PartialEq, Debug)]
pub enum Pat {
    /// `$?`.
    Any,
    /// `$n`.
    Var(u32),
    /// An integer or enumeration constant.
    Int(i128),
    /// A variable.
    Name(String),
    /// A function.
    Function(u32),
    /// `*p`.
    Deref(Box<Pat>),
    /// `&p`.
    Address(Box<Pat>),
    /// `p.name`.
    Field(Box<Pat>, String),
    /// `p->name`.
    Arrow(Box<Pat>, String),
    /// `p[q]`.
    Index(Box<Pat>, Box<Pat>),
    /// `-p`, `~p`, `!p`.
    Unary(char, Box<Pat>),
    /// Arithmetic.
    Arith(Arith, Box<Pat>, Box<Pat>),
    /// A comparison.
    Compare(Relation, Box<Pat>, Box<Pat>),
}
