//! What people want to know of a certificate and no verdict needs: the sizes of its sections, and
//! who made it.
//!
//! Nothing here is trusted, and nothing is believed that [`Provenance`] says: anybody can write
//! anything there.

use crate::container::{Section, Sections};
use crate::error::DecodeError;
use crate::{limits, records};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

impl Section {
    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Section::Binding => "binding",
            Section::Annotations => "annotations",
            Section::Proof => "proof",
            Section::Ledger => "ledger",
            Section::Provenance => "provenance",
            Section::Automaton => "automaton",
            Section::Specification => "specification",
            Section::Resume => "resume",
        }
    }
}

/// How much room a section takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SectionSize {
    /// Which section.
    pub section: Section,
    /// Length of its payload in bytes.
    pub bytes: usize,
    /// BLAKE3 digest of its payload.
    pub digest: [u8; 32],
}

/// The sizes of a certificate's sections, in their order. Checks the container and its digests, not
/// what is inside.
///
/// # Errors
/// As [`crate::open`].
pub fn sections(bytes: &[u8]) -> Result<Vec<SectionSize>, DecodeError> {
    let mut sections = Sections::open(bytes)?;
    let mut sizes = Vec::new();
    while sections.left > 0 {
        let (section, mut payload) = sections.next_section()?;
        let bytes = payload.remaining();
        sizes.push(SectionSize {
            section,
            bytes,
            digest: crate::digest(payload.take(bytes)?),
        });
    }
    sections.finish()?;
    Ok(sizes)
}

/// Who made a certificate and of what, as its maker says. It makes messages better: what a consumer
/// must give again, and which function of two programs differs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The tool's name.
    pub tool: String,
    /// The tool's version.
    pub version: String,
    /// The function where runs start.
    pub entry: String,
    /// How many edges calls were inlined up to.
    pub inline_limit: u64,
    /// The specification's files, as the command line named them.
    pub specifications: Vec<String>,
    /// The preprocessor's arguments.
    pub arguments: Vec<String>,
    /// Fingerprints of the functions that can be reached, in the order of their first calls.
    pub functions: Vec<[u8; 4]>,
}

impl Provenance {
    /// Reads the payload of the section; `None` if it is malformed.
    pub fn decode(bytes: &[u8]) -> Option<Provenance> {
        records::decode(bytes)
    }

    /// The payload of the section. Without the fingerprints if they would make it too long.
    pub fn encode(&self) -> Vec<u8> {
        let bytes = records::encode(self);
        if bytes.len() <= limits::RECORD_BYTES_MAX {
            return bytes;
        }
        records::encode(&Provenance {
            functions: Vec::new(),
            ..self.clone()
        })
    }
}
