//! The one way in which bytes are read: forwards, checked, without panics.

use crate::error::{DecodeError, DecodeErrorKind};
use proofmark_logic::encode::type_from_code;
use proofmark_logic::types::IntType;

/// What is left of a stretch of bytes.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    /// Reads `bytes`, which start at `offset` in the certificate.
    pub(crate) fn new(bytes: &'a [u8], offset: usize) -> Reader<'a> {
        Reader {
            rest: bytes,
            offset,
        }
    }
    /// Position of the next byte in the certificate.
    pub(crate) fn offset(&self) -> usize {
        self.offset
    }
    /// How many bytes are left.
    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }
    /// An error at the current position.
    pub(crate) fn error<T>(&self, kind: DecodeErrorKind) -> Result<T, DecodeError> {
        Err(DecodeError {
            offset: self.offset,
            kind,
        })
    }
    /// The next byte, without consuming it.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }
    /// The next `n` bytes.
    pub(crate) fn take(&mut self, n: usize) -> Result<&'a [u8], DecodeError> {
        match self.rest.split_at_checked(n) {
            Some((head, tail)) => {
                self.rest = tail;
                self.offset = self.offset.saturating_add(n);
                Ok(head)
            }
            None => self.error(DecodeErrorKind::Truncated),
        }
    }
    /// The next `N` bytes as an array.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        match <[u8; N]>::try_from(self.take(N)?) {
            Ok(array) => Ok(array),
            Err(_) => self.error(DecodeErrorKind::Truncated),
        }
    }
    /// The next byte.
    pub(crate) fn byte(&mut self) -> Result<u8, DecodeError> {
        let [byte] = self.array()?;
        Ok(byte)
    }
    /// A minimal LEB128 number below `2^128`.
    pub(crate) fn varint(&mut self) -> Result<u128, DecodeError> {
        let mut value = 0u128;
        for shift in (0u32..).step_by(7) {
            let byte = self.byte()?;
            let low = u128::from(byte & 0x7F);
            // The nineteenth byte holds the two bits above 126.
            if shift > 126 || (shift == 126 && low > 3) {
                return self.error(DecodeErrorKind::Overflow);
            }
            value |= low.checked_shl(shift).unwrap_or(0);
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return self.error(DecodeErrorKind::NotMinimal);
                }
                return Ok(value);
            }
        }
        self.error(DecodeErrorKind::Overflow)
    }
    /// A number that fits 32 bits.
    pub(crate) fn varint32(&mut self) -> Result<u32, DecodeError> {
        // Most are one byte long.
        if let Some((&byte @ ..0x80, rest)) = self.rest.split_first() {
            self.rest = rest;
            self.offset = self.offset.saturating_add(1);
            return Ok(u32::from(byte));
        }
        let value = self.varint()?;
        u32::try_from(value).or_else(|_| self.error(DecodeErrorKind::Overflow))
    }
    /// A zigzag number.
    pub(crate) fn signed(&mut self) -> Result<i128, DecodeError> {
        let value = self.varint()?;
        let magnitude =
            i128::try_from(value >> 1).or_else(|_| self.error(DecodeErrorKind::Overflow))?;
        Ok(if value & 1 == 0 {
            magnitude
        } else {
            !magnitude
        })
    }
    /// A length that the bytes left could hold at one byte or more for each item.
    pub(crate) fn length(&mut self) -> Result<usize, DecodeError> {
        let value = self.varint()?;
        match usize::try_from(value) {
            Ok(n) if n <= self.remaining() => Ok(n),
            _ => self.error(DecodeErrorKind::Truncated),
        }
    }
    /// The code of a machine type.
    pub(crate) fn int_type(&mut self) -> Result<IntType, DecodeError> {
        let code = self.byte()?;
        match type_from_code(code) {
            Some(ty) => Ok(ty),
            None => self.error(DecodeErrorKind::Type(code)),
        }
    }
    /// Nothing may be left.
    pub(crate) fn finish(&self) -> Result<(), DecodeError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            self.error(DecodeErrorKind::TrailingBytes)
        }
    }
}
