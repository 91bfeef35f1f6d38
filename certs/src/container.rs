//! Magic, version, sections.
//!
//! ```text
//! certificate := 89 50 43 43 0d 0a 1a 0a  version (2 bytes, little-endian)  section-count (1 byte)  section*
//! section     := id (1 byte)  length (varint)  digest (32 bytes)  payload
//! ```
//! Sections stand in the order of their ids. The first four are required.

use crate::certificate::{Certificate, Claimed};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::limits;
use crate::reader::Reader;
use crate::{annotations, digest, records, tokens};
use alloc::string::String;
use alloc::vec::Vec;
use proofmark_logic::types::Profile;

/// The first bytes of every certificate: not text, and broken by every kind of line-end conversion
/// (the idea is PNG's).
pub const MAGIC: [u8; 8] = *b"\x89PCC\r\n\x1a\n";
/// The version of the format that this crate reads and writes.
pub const VERSION: u16 = 1;

/// A section of the container.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Section {
    /// What the certificate is about.
    Binding,
    /// The expression table and the invariants.
    Annotations,
    /// Lemmas and proofs.
    Proof,
    /// The assumptions.
    Ledger,
    /// Who made it; optional.
    Provenance,
    /// The automaton, in self-contained certificates; optional.
    Automaton,
    /// The specification's text; optional.
    Specification,
    /// What a search for the next version's proof starts from; optional, and not read.
    Resume,
}

impl Section {
    /// All sections in their order.
    pub const ALL: [Section; 8] = [
        Section::Binding,
        Section::Annotations,
        Section::Proof,
        Section::Ledger,
        Section::Provenance,
        Section::Automaton,
        Section::Specification,
        Section::Resume,
    ];
    /// The id in the file: the place in the order.
    pub fn id(self) -> u8 {
        (1..)
            .zip(Section::ALL)
            .find(|(_, section)| *section == self)
            .map_or(0, |(id, _)| id)
    }
    fn from_id(id: u8) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.id() == id)
    }
}

/// Reads a certificate for checking.
///
/// # Errors
/// The first problem; [`DecodeErrorKind::is_declined`] tells whether the certificate is malformed
/// or only not for this reader.
pub fn open(bytes: &[u8]) -> Result<Claimed, DecodeError> {
    let mut sections = Sections::open(bytes)?;
    let binding = sections.required(Section::Binding, |reader| {
        record(reader, records::decode_binding)
    })?;
    if ![Profile::Lp64, Profile::Ilp32]
        .iter()
        .any(|profile| profile.name() == binding.profile)
    {
        return sections.reader.error(DecodeErrorKind::UnknownProfile);
    }
    let annotations = sections.required(Section::Annotations, annotations::decode)?;
    let proofs = sections.required(Section::Proof, |reader| {
        tokens::decode(reader, annotations.table.len())
    })?;
    let ledger = sections.required(Section::Ledger, |reader| {
        let ledger = record(reader, records::decode_ledger)?;
        if ledger.is_sorted_by(|a, b| a < b) {
            Ok(ledger)
        } else {
            reader.error(DecodeErrorKind::LedgerOrder)
        }
    })?;
    let provenance = sections.optional(Section::Provenance, |reader| {
        record(reader, |bytes| Some(Vec::from(bytes)))
    })?;
    let automaton = sections.optional(Section::Automaton, rest)?;
    let specification = sections.optional(Section::Specification, |reader| {
        let text = core::str::from_utf8(reader.take(reader.remaining())?)
            .ok()
            .filter(|text| digest(text.as_bytes()) == binding.specification);
        text.map_or_else(
            || reader.error(DecodeErrorKind::Specification),
            |text| Ok(String::from(text)),
        )
    })?;
    let resume = sections.optional(Section::Resume, rest)?;
    sections.finish()?;
    Ok(Certificate {
        binding,
        annotations,
        proofs,
        ledger,
        provenance,
        automaton,
        specification,
        resume,
    })
}

/// A payload as it is.
fn rest(reader: &mut Reader<'_>) -> Result<Vec<u8>, DecodeError> {
    reader.take(reader.remaining()).map(Vec::from)
}

/// Walks over the sections of a certificate.
pub(crate) struct Sections<'a> {
    reader: Reader<'a>,
    pub(crate) left: u8,
    previous: Option<Section>,
}

impl<'a> Sections<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Sections<'a>, DecodeError> {
        let mut reader = Reader::new(bytes, 0);
        // A short or different beginning is "not a certificate", a right one that breaks off is
        // "truncated".
        if !MAGIC.starts_with(bytes.get(..MAGIC.len()).unwrap_or(bytes)) || bytes.is_empty() {
            return reader.error(DecodeErrorKind::Magic);
        }
        reader.take(MAGIC.len())?;
        let version = u16::from_le_bytes(reader.array()?);
        if version != VERSION {
            return reader.error(DecodeErrorKind::UnknownVersion(version));
        }
        if bytes.len() > limits::CERTIFICATE_BYTES_MAX {
            return reader.error(DecodeErrorKind::OverLimit("the size of certificates"));
        }
        let left = reader.byte()?;
        Ok(Sections {
            reader,
            left,
            previous: None,
        })
    }

    fn required<T>(
        &mut self,
        wanted: Section,
        read: impl FnOnce(&mut Reader<'a>) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        let next = (self.left > 0).then(|| self.next_section()).transpose()?;
        let Some((_, mut payload)) = next.filter(|(section, _)| *section == wanted) else {
            let missing = DecodeErrorKind::MissingSection(wanted.id());
            return self.reader.error(missing);
        };
        let value = read(&mut payload)?;
        payload.finish()?;
        Ok(value)
    }

    /// The same for a section that may be missing: then the next one, if any, has another id.
    fn optional<T>(
        &mut self,
        wanted: Section,
        read: impl FnOnce(&mut Reader<'a>) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        if self.left == 0 || self.reader.peek() != Some(wanted.id()) {
            return Ok(None);
        }
        self.required(wanted, read).map(Some)
    }

    /// The next section, its digest checked.
    pub(crate) fn next_section(&mut self) -> Result<(Section, Reader<'a>), DecodeError> {
        self.left = self.left.saturating_sub(1);
        let id = self.reader.byte()?;
        let Some(section) = Section::from_id(id) else {
            return self.reader.error(DecodeErrorKind::UnknownSection(id));
        };
        if self.previous.is_some_and(|previous| previous >= section) {
            return self.reader.error(DecodeErrorKind::SectionOrder);
        }
        self.previous = Some(section);
        let length = self.reader.length()?;
        let claimed: [u8; 32] = self.reader.array()?;
        let offset = self.reader.offset();
        let payload = self.reader.take(length)?;
        if digest(payload) != claimed {
            return Err(DecodeError {
                offset,
                kind: DecodeErrorKind::Digest,
            });
        }
        Ok((section, Reader::new(payload, offset)))
    }

    /// Nothing may be left, neither announced sections nor bytes.
    pub(crate) fn finish(&mut self) -> Result<(), DecodeError> {
        if self.left > 0 {
            // All known sections are behind us, so this is an unknown section (declined), a
            // repeated one, or the end of the bytes.
            self.next_section()?;
            return self.reader.error(DecodeErrorKind::SectionOrder);
        }
        self.reader.finish()
    }
}

/// Reads a whole section as a record.
fn record<T>(
    reader: &mut Reader<'_>,
    decode: impl FnOnce(&[u8]) -> Option<T>,
) -> Result<T, DecodeError> {
    let start = reader.offset();
    if reader.remaining() > limits::RECORD_BYTES_MAX {
        return reader.error(DecodeErrorKind::OverLimit("the size of records"));
    }
    let bytes = reader.take(reader.remaining())?;
    decode(bytes).ok_or(DecodeError {
        offset: start,
        kind: DecodeErrorKind::Record,
    })
}
