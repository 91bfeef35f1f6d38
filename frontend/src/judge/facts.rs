//! What the analysis found out about a program, in a form that the compiler can confirm.

use crate::sources::UnitId;
use proofmark_logic::cfa::Pos;

/// What a claim is about. Where a program does not use it, it need not be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A global of the program, or its declaration.
    Global(u32),
    /// A function, or what stands in its body.
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

/// Whether the type that a text names has the alignment of the record that it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alignment {
    /// It has.
    Own,
    /// A `typedef` name may have changed it.
    Hidden,
}

/// What is claimed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Values.
    Claims(Subject, Vec<Claim>),
    /// Nothing: here is a function's body, up to this offset. Where the program does not use the
    /// function, the compiler need not read it.
    Body(u32, usize),
    /// The layout of a record ([`super::types::of_record`]).
    Layout {
        /// The record.
        id: u32,
        /// A type name for it.
        name: String,
        /// What its alignment is.
        alignment: Alignment,
    },
    /// Nothing: here an expression defines this record, and a claim must repeat its definition.
    Defined(u32),
    /// The layout of that record, by its definition.
    Written(u32, Vec<Claim>),
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
    /// What is claimed.
    pub content: Content,
}

impl Fact {
    /// Whether it needs nothing that is declared where it stands.
    pub fn stands_alone(&self) -> bool {
        match self.content {
            Content::Defined(_) | Content::Written(..) | Content::Body(..) => true,
            Content::Claims(..) | Content::Layout { .. } => false,
        }
    }
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
}
