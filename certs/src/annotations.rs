//! The stream of the annotations section: the expression table, and which entry is whose invariant.
//!
//! ```text
//! table      := count node*
//! node       := 0x00 literal | 0x01 type | 0x02 var | 0x03 object | 0x10 + operation, one distance for each argument
//!             | 0x40..=0x7f variable 0..=63 | 0x80..=0x8f literal -4..=11
//! invariants := location-count run*
//! run        := length-1 delta
//! ```
//! A distance is `position - argument - 1`, a delta the difference to the root of the run before (0
//! at first).

use crate::certificate::Annotations;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::limits;
use crate::literals::{literal, short_literal_value};
use crate::reader::Reader;
use alloc::vec::Vec;
use proofmark_logic::arena::Op;
use proofmark_logic::proof::TableNode;

pub(crate) const LIT: u8 = 0x00;
pub(crate) const TYPE: u8 = 0x01;
pub(crate) const VAR: u8 = 0x02;
pub(crate) const ADDR: u8 = 0x03;
pub(crate) const APP: u8 = 0x10;
pub(crate) const SHORT_VAR: u8 = 0x40;
pub(crate) const SHORT_VARS: u32 = 64;
pub(crate) const SHORT_LIT: u8 = 0x80;
pub(crate) const SHORT_LIT_END: u8 = 0x8F;
pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Annotations, DecodeError> {
    let table = decode_table(reader)?;
    let invariants = decode_invariants(reader, table.len())?;
    Ok(Annotations { table, invariants })
}

fn decode_table(reader: &mut Reader<'_>) -> Result<Vec<TableNode>, DecodeError> {
    let count = reader.length()?;
    let mut table = Vec::with_capacity(count.min(1 << 16));
    for position in (0u32..).take(count) {
        table.push(decode_node(reader, position)?);
    }
    let mut sorted: Vec<&TableNode> = table.iter().collect();
    sorted.sort_unstable();
    if sorted.is_sorted_by(|a, b| a < b) {
        Ok(table)
    } else {
        reader.error(DecodeErrorKind::DuplicateNode)
    }
}

fn decode_node(reader: &mut Reader<'_>, position: u32) -> Result<TableNode, DecodeError> {
    let code = reader.byte()?;
    match code {
        LIT => Ok(TableNode::Lit(literal(reader)?)),
        TYPE => Ok(TableNode::Type(reader.int_type()?)),
        VAR => match reader.varint32()? {
            index if index < SHORT_VARS => reader.error(DecodeErrorKind::NotMinimal),
            index => Ok(TableNode::Var(index)),
        },
        ADDR => Ok(TableNode::Addr(reader.varint32()?)),
        SHORT_VAR..SHORT_LIT => Ok(TableNode::Var(u32::from(code.saturating_sub(SHORT_VAR)))),
        SHORT_LIT..=SHORT_LIT_END => Ok(TableNode::Lit(short_literal_value(
            code.saturating_sub(SHORT_LIT),
        ))),
        _ => {
            let Some(op) = code.checked_sub(APP).and_then(Op::from_code) else {
                return reader.error(DecodeErrorKind::Opcode(code));
            };
            let mut args = [0; 3];
            for slot in args.iter_mut().take(op.params().len()) {
                let distance = reader.varint()?;
                let argument = u32::try_from(distance)
                    .ok()
                    .and_then(|d| position.checked_sub(d))
                    .and_then(|p| p.checked_sub(1));
                *slot =
                    argument.map_or_else(|| reader.error(DecodeErrorKind::ForwardReference), Ok)?;
            }
            Ok(TableNode::App(op, args))
        }
    }
}

fn decode_invariants(reader: &mut Reader<'_>, table_len: usize) -> Result<Vec<u32>, DecodeError> {
    let locations = reader.varint32()?;
    if locations > limits::LOCATIONS_MAX {
        return reader.error(DecodeErrorKind::OverLimit("the number of locations"));
    }
    let mut left = locations;
    let mut invariants: Vec<u32> = Vec::new();
    while left > 0 {
        let Some(after) = reader
            .varint32()?
            .checked_add(1)
            .and_then(|length| left.checked_sub(length))
        else {
            return reader.error(DecodeErrorKind::RunTooLong);
        };
        let previous = invariants.last().copied();
        let delta = reader.signed()?;
        if previous.is_some() && delta == 0 {
            return reader.error(DecodeErrorKind::SplitRun);
        }
        let root = delta
            .checked_add(i128::from(previous.unwrap_or(0)))
            .and_then(|root| u32::try_from(root).ok());
        let Some(root) =
            root.filter(|root| usize::try_from(*root).is_ok_and(|root| root < table_len))
        else {
            return reader.error(DecodeErrorKind::TableReference);
        };
        invariants.extend((after..left).map(|_| root));
        left = after;
    }
    Ok(invariants)
}
