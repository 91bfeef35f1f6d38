//! Why bytes are no certificate for us.

/// The first problem found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// Where, in bytes from the start of the certificate.
    pub offset: usize,
    /// What.
    pub kind: DecodeErrorKind,
}

/// What is wrong. [`DecodeErrorKind::is_declined`] separates "not for this version of the tool" from "malformed".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DecodeErrorKind {
    /// Declined: a format version that this reader does not know.
    UnknownVersion(u16),
    /// Declined: a section that this reader does not know.
    UnknownSection(u8),
    /// Declined: a semantics profile that this reader does not know.
    UnknownProfile,
    /// Declined: over a limit of [`crate::limits`], named here.
    OverLimit(&'static str),
    /// The first bytes are not a certificate's.
    Magic,
    /// The bytes end too early.
    Truncated,
    /// Bytes are left over at the end of the certificate or of a section.
    TrailingBytes,
    /// A section's digest is not that of its bytes.
    Digest,
    /// A required section is missing.
    MissingSection(u8),
    /// Sections are out of order, or one occurs twice.
    SectionOrder,
    /// A number is not encoded in its shortest form, or a value has a shorter encoding of its own.
    NotMinimal,
    /// A number does not fit its type.
    Overflow,
    /// A byte is no operation code here.
    Opcode(u8),
    /// A byte is the code of no machine type.
    Type(u8),
    /// A reference that does not point to something before it.
    ForwardReference,
    /// A reference to a position that the expression table does not have.
    TableReference,
    /// An expression occurs twice in the table.
    DuplicateNode,
    /// A run of equal invariants is not as long as it could be.
    SplitRun,
    /// Runs of invariants name more locations than there are.
    RunTooLong,
    /// A record (binding, ledger, provenance) is malformed or not in its canonical form.
    Record,
    /// Ledger entries are unsorted or repeated.
    LedgerOrder,
    /// The automaton is malformed or not in its canonical form.
    Automaton,
    /// The specification's text is not UTF-8, or not the one that the certificate is bound to.
    Specification,
}

impl DecodeErrorKind {
    /// Whether the certificate is *declined*: another version or another limit might accept it. Otherwise it is malformed, and *rejected*.
    pub const fn is_declined(self) -> bool {
        matches!(self, Self::UnknownVersion(_) | Self::UnknownSection(_) | Self::UnknownProfile | Self::OverLimit(_))
    }
}

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
            Self::TableReference => f.write_str("a reference to an expression that is not in the table"),
            Self::DuplicateNode => f.write_str("an expression occurs twice in the table"),
            Self::SplitRun => f.write_str("a run of equal invariants is split"),
            Self::RunTooLong => f.write_str("invariants for more locations than there are"),
            Self::Record => f.write_str("a record is malformed"),
            Self::Automaton => f.write_str("the automaton is malformed"),
            Self::Specification => f.write_str("the specification's text is not the one that the certificate is about"),
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
