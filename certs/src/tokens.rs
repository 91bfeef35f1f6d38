//! The stream of the proof section: lemmas and proofs as one-byte operation codes.
//!
//! ```text
//! proofs     := count obligation*
//! obligation := lemma-count lemma* sequence
//! lemma      := sequence (statement) sequence (proof)
//! sequence   := token-count token*
//! token      := 0x00..=0x7f rule | 0x80..=0xbf hypothesis 0..=63 | 0xc0..=0xcf lemma, 1..=16 back | 0xd0..=0xdf literal -4..=11
//!             | 0xe0 hypothesis - 64 | 0xe1 lemma back - 17 | 0xe2 table entry | 0xe3 table entry under the substitution
//!             | 0xe4 literal | 0xe5 type | 0xe6 + operation 0..=22 | 0xfd havoc constant
//!             | 0xfe operation 23 | 0xff operation - 24
//! ```
//! Lemmas are counted over the whole certificate; "1 back" is the lemma that was completed last.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::literals::{literal, short_literal_value};
use crate::reader::Reader;
use alloc::vec::Vec;
use proofmark_logic::arena::Op;
use proofmark_logic::proof::{Lemma, ObligationProof, Token};

pub(crate) const SHORT_HYP: u8 = 0x80;
pub(crate) const SHORT_HYPS: u32 = 64;
pub(crate) const SHORT_LEMMA: u8 = 0xC0;
pub(crate) const SHORT_LEMMAS: u32 = 16;
pub(crate) const SHORT_LIT: u8 = 0xD0;
pub(crate) const SHORT_LIT_END: u8 = 0xDF;
pub(crate) const HYP: u8 = 0xE0;
pub(crate) const LEMMA: u8 = 0xE1;
pub(crate) const TABLE: u8 = 0xE2;
pub(crate) const SUBST: u8 = 0xE3;
pub(crate) const LIT: u8 = 0xE4;
pub(crate) const TYPE: u8 = 0xE5;
pub(crate) const APP: u8 = 0xE6;
pub(crate) const HAVOC: u8 = 0xFD;
/// The operation for which there is no room before [`HAVOC`].
const NEXT: u8 = 0xFE;
/// All others, with a number.
const MORE: u8 = 0xFF;
/// The first of these.
const MORE_OPS: u8 = NEXT - APP;

/// The byte that says an operation, and the number behind it if there is one.
#[cfg(feature = "write")]
pub(crate) fn operation(op: Op) -> (u8, Option<u8>) {
    let before = APP.saturating_add(op.code());
    match op.code().checked_sub(MORE_OPS) {
        None if before < HAVOC => (before, None),
        None => (NEXT, None),
        Some(more) => (MORE, Some(more)),
    }
}

/// Proofs as the bytes of their section: a token takes one or two there, thirty-two as a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proofs {
    pub(crate) bytes: Vec<u8>,
    /// How many entries the certificate's expression table has.
    pub(crate) table_len: usize,
}

impl Proofs {
    /// The proofs in the order of the obligations that need one. [`crate::open`] has read them all
    /// once; the first malformed one would end them.
    pub fn iter(&self) -> impl Iterator<Item = ObligationProof> + '_ {
        let mut decoder = Decoder {
            reader: Reader::new(&self.bytes, 0),
            table_len: self.table_len,
            defined: 0,
        };
        let count = decoder.reader.length().unwrap_or(0);
        (0..count).map_while(move |_| decoder.obligation().ok())
    }
}

/// Reads the proofs of a certificate whose expression table has `table_len` entries, to the end of
/// the section, and keeps their bytes.
pub(crate) fn decode(reader: &mut Reader<'_>, table_len: usize) -> Result<Proofs, DecodeError> {
    let mut decoder = Decoder {
        reader: reader.clone(),
        table_len,
        defined: 0,
    };
    for _ in 0..decoder.reader.length()? {
        decoder.obligation()?;
    }
    decoder.reader.finish()?;
    Ok(Proofs {
        bytes: Vec::from(reader.take(reader.remaining())?),
        table_len,
    })
}

struct Decoder<'a> {
    reader: Reader<'a>,
    table_len: usize,
    /// How many lemmas are complete.
    defined: u32,
}

impl Decoder<'_> {
    fn obligation(&mut self) -> Result<ObligationProof, DecodeError> {
        let mut lemmas = Vec::new();
        for _ in 0..self.reader.length()? {
            let statement = self.sequence()?;
            let proof = self.sequence()?;
            lemmas.push(Lemma { statement, proof });
            let Some(defined) = self.defined.checked_add(1) else {
                return self
                    .reader
                    .error(DecodeErrorKind::OverLimit("the number of lemmas"));
            };
            self.defined = defined;
        }
        Ok(ObligationProof {
            lemmas,
            proof: self.sequence()?,
        })
    }

    fn sequence(&mut self) -> Result<Vec<Token>, DecodeError> {
        let count = self.reader.length()?;
        // Nothing is allocated for what is only announced.
        let mut tokens = Vec::with_capacity(count.min(1 << 12));
        for _ in 0..count {
            tokens.push(self.token()?);
        }
        Ok(tokens)
    }

    fn token(&mut self) -> Result<Token, DecodeError> {
        let code = self.reader.byte()?;
        match code {
            ..SHORT_HYP => Ok(Token::Rule(code)),
            SHORT_HYP..SHORT_LEMMA => Ok(Token::Hyp(u32::from(code.saturating_sub(SHORT_HYP)))),
            SHORT_LEMMA..SHORT_LIT => self.lemma(u32::from(code.saturating_sub(SHORT_LEMMA))),
            SHORT_LIT..=SHORT_LIT_END => Ok(Token::Lit(short_literal_value(
                code.saturating_sub(SHORT_LIT),
            ))),
            HYP => Ok(Token::Hyp(self.biased(SHORT_HYPS)?)),
            LEMMA => {
                let distance = self.biased(SHORT_LEMMAS)?;
                self.lemma(distance)
            }
            TABLE => Ok(Token::Table(self.table()?)),
            SUBST => Ok(Token::Subst(self.table()?)),
            LIT => Ok(Token::Lit(literal(&mut self.reader)?)),
            TYPE => Ok(Token::Type(self.reader.int_type()?)),
            HAVOC => Ok(Token::Havoc(self.reader.varint32()?)),
            APP..HAVOC => self.operation(code, Some(code.saturating_sub(APP))),
            NEXT => self.operation(code, Some(HAVOC - APP)),
            MORE => {
                let more = self.reader.varint32()?.checked_add(u32::from(MORE_OPS));
                self.operation(code, more.and_then(|code| u8::try_from(code).ok()))
            }
        }
    }

    /// What the byte `token` says: the operation with a code.
    fn operation(&self, token: u8, code: Option<u8>) -> Result<Token, DecodeError> {
        match code.and_then(Op::from_code) {
            Some(op) => Ok(Token::App(op)),
            None => self.reader.error(DecodeErrorKind::Opcode(token)),
        }
    }

    /// A number whose values below `bias` have a short form.
    fn biased(&mut self, bias: u32) -> Result<u32, DecodeError> {
        match self.reader.varint32()?.checked_add(bias) {
            Some(n) => Ok(n),
            None => self.reader.error(DecodeErrorKind::Overflow),
        }
    }

    /// The lemma that is `distance + 1` back.
    fn lemma(&self, distance: u32) -> Result<Token, DecodeError> {
        match self
            .defined
            .checked_sub(distance)
            .and_then(|n| n.checked_sub(1))
        {
            Some(n) => Ok(Token::Lemma(n)),
            None => self.reader.error(DecodeErrorKind::ForwardReference),
        }
    }

    fn table(&mut self) -> Result<u32, DecodeError> {
        let n = self.reader.varint32()?;
        match usize::try_from(n) {
            Ok(position) if position < self.table_len => Ok(n),
            _ => self.reader.error(DecodeErrorKind::TableReference),
        }
    }
}
