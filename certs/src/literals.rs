//! Integer literals, which annotations and proofs write alike.

use crate::error::{DecodeError, DecodeErrorKind};
use crate::limits;
use crate::reader::Reader;

/// The least literal with a one-byte form; there are sixteen.
pub(crate) const SHORT_LIT_MIN: i128 = -4;

/// The short form's index of a literal, if it has one.
pub(crate) fn short_literal(value: i128) -> Option<u8> {
    value
        .checked_sub(SHORT_LIT_MIN)
        .and_then(|n| u8::try_from(n).ok())
        .filter(|n| *n < 16)
}

/// The literal with this index of the short form.
pub(crate) fn short_literal_value(index: u8) -> i128 {
    i128::from(index).saturating_add(SHORT_LIT_MIN)
}

/// A literal in its long form: within the limit, and without a short form.
pub(crate) fn literal(reader: &mut Reader<'_>) -> Result<i128, DecodeError> {
    let value = reader.signed()?;
    if !limits::literal_ok(value) {
        return reader.error(DecodeErrorKind::OverLimit("the size of literals"));
    }
    if short_literal(value).is_some() {
        return reader.error(DecodeErrorKind::NotMinimal);
    }
    Ok(value)
}
