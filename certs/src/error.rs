//! Why bytes are no certificate for us.

/// The first problem found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// Where, in bytes from the start of the certificate.
    pub offset: usize,
    /// What.
    pub kind: DecodeErrorKind,
}

/// What is wrong. [`DecodeErrorKind::is_declined`] separates "not for this version of the tool"
/// from "malformed".
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
    /// A record (binding, ledger) is malformed or not in its canonical form.
    Record,
    /// Ledger entries are unsorted or repeated.
    LedgerOrder,
    /// The automaton is malformed or not in its canonical form.
    Automaton,
    /// The specification's text is not UTF-8, or not the one that the certificate is bound to.
    Specification,
}

impl DecodeErrorKind {
    /// Whether the certificate is *declined*: another version or another limit might accept it.
    /// Otherwise it is malformed, and *rejected*.
    pub const fn is_declined(self) -> bool {
        matches!(
            self,
            Self::UnknownVersion(_)
                | Self::UnknownSection(_)
                | Self::UnknownProfile
                | Self::OverLimit(_)
        )
    }
}
