//! Errors in words.

use crate::error::{DecodeError, DecodeErrorKind};

impl core::fmt::Display for DecodeErrorKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::UnknownVersion(version) => write!(f, "unknown format version {version}"),
            Self::UnknownSection(id) => write!(f, "unknown section {id}"),
            Self::UnknownProfile => f.write_str("unknown semantics profile"),
            Self::OverLimit(limit) => write!(f, "over the limit on {limit}"),
            Self::Magic => f.write_str("not a certificate"),
            Self::Truncated => f.write_str("truncated"),
            Self::TrailingBytes => f.write_str("bytes left over at the end"),
            Self::Digest => f.write_str("a section does not match its digest"),
            Self::MissingSection(id) => write!(f, "section {id} is missing"),
            Self::SectionOrder => f.write_str("sections are out of order"),
            Self::NotMinimal => f.write_str("a value is not in its shortest form"),
            Self::Overflow => f.write_str("a number is too large"),
            Self::Opcode(code) => write!(f, "{code:#04x} is no operation code"),
            Self::Type(code) => write!(f, "{code:#04x} is no machine type"),
            Self::ForwardReference => f.write_str("a reference does not point backwards"),
            Self::TableReference => {
                f.write_str("a reference to an expression that is not in the table")
            }
            Self::DuplicateNode => f.write_str("an expression occurs twice in the table"),
            Self::SplitRun => f.write_str("a run of equal invariants is split"),
            Self::RunTooLong => f.write_str("invariants for more locations than there are"),
            Self::Record => f.write_str("a record is malformed"),
            Self::Automaton => f.write_str("the automaton is malformed"),
            Self::Specification => {
                f.write_str("the specification's text is not the one that the certificate is about")
            }
            Self::LedgerOrder => f.write_str("ledger entries are unsorted or repeated"),
        }
    }
}

impl core::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} (byte {})", self.kind, self.offset)
    }
}

impl core::error::Error for DecodeError {}
