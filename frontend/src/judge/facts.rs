//! What the analysis found out about a program, in a form that the compiler can confirm.

use crate::sources::UnitId;
use proofmark_logic::cfa::Pos;

/// Whether and where a program uses what a fact is about. What it does not use need not be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A type, or what holds wherever it stands.
    Everywhere,
    /// A global of the program, or its declaration.
    Global(u32),
    /// A function, its type, or what stands in its body.
    Function(u32),
}

/// An integer constant expression of C, and the value that it should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// What it is about, for people.
    pub what: String,
    /// The expression. It means something where its fact stands.
    pub text: String,
    /// The value, modulo 2^64.
    pub value: u64,
}

/// Claims for one place of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The unit.
    pub unit: UnitId,
    /// Where a declaration may stand: an offset in the preprocessed text.
    pub at: usize,
    /// What the user wrote.
    pub pos: Pos,
    /// What it is about.
    pub subject: Subject,
    /// The claims.
    pub claims: Vec<Claim>,
}

impl Claim {
    /// That an expression has a value.
    pub fn equal(what: impl Into<String>, text: impl Into<String>, value: i128) -> Claim {
        Claim {
            what: what.into(),
            text: text.into(),
            // Values of 64 bits at most: the sign does not matter.
            value: u64::try_from(value.rem_euclid(1 << 64)).unwrap_or(0),
        }
    }

    /// That an expression has a type: both as C writes them.
    pub fn has_type(what: impl Into<String>, text: &str, ty: &str) -> Claim {
        let test = format!("__builtin_types_compatible_p(__typeof__({text}), {ty})");
        Claim::equal(what, test, 1)
    }
}
