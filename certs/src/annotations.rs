//! The stream of the annotations section: the expression table, and which entry is whose invariant.
//!
//! ```text
//! table      := count node*
//! node       := 0x00 literal | 0x01 type | 0x02 var | 0x03 object | 0x10 + operation, one distance for each argument
//!             | 0x40..=0x7f variable 0..=63 | 0x80..=0x8f literal -4..=11
//! invariants := location-count run*
//! run        := length-1 delta
//! ```
//! A distance is `position - argument - 1`, a delta the difference to the root of the run before (0 at first).

use crate::certificate::Annotations;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::limits;
use crate::reader::Reader;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use proofmark_logic::arena::Op;
use proofmark_logic::encode::{put_signed, put_varint, type_code};
use proofmark_logic::proof::TableNode;

const LIT: u8 = 0x00;
const TYPE: u8 = 0x01;
const VAR: u8 = 0x02;
const ADDR: u8 = 0x03;
const APP: u8 = 0x10;
const SHORT_VAR: u8 = 0x40;
const SHORT_VARS: u32 = 64;
const SHORT_LIT: u8 = 0x80;
const SHORT_LIT_END: u8 = 0x8F;
/// The least literal with a one-byte form; there are sixteen.
pub(crate) const SHORT_LIT_MIN: i128 = -4;

/// The short form's index of a literal, if it has one.
pub(crate) fn short_literal(value: i128) -> Option<u8> {
    value.checked_sub(SHORT_LIT_MIN).and_then(|n| u8::try_from(n).ok()).filter(|n| *n < 16)
}

pub(crate) fn encode(out: &mut Vec<u8>, annotations: &Annotations) {
    put_len(out, annotations.table.len());
    for (position, node) in (0u64..).zip(&annotations.table) {
        put_node(out, position, node);
    }
    put_len(out, annotations.invariants.len());
    let mut previous = 0i128;
    for run in annotations.invariants.chunk_by(|a, b| a == b) {
        put_len(out, run.len().saturating_sub(1));
        let root = run.first().map_or(0, |root| i128::from(*root));
        put_signed(out, root.saturating_sub(previous));
        previous = root;
    }
}

/// Appends a count.
pub(crate) fn put_len(out: &mut Vec<u8>, n: usize) {
    put_varint(out, u128::try_from(n).unwrap_or(u128::MAX));
}

fn put_node(out: &mut Vec<u8>, position: u64, node: &TableNode) {
    match *node {
        TableNode::Lit(value) => match short_literal(value) {
            Some(n) => out.push(SHORT_LIT.saturating_add(n)),
            None => {
                out.push(LIT);
                put_signed(out, value);
            }
        },
        TableNode::Type(ty) => out.extend_from_slice(&[TYPE, type_code(ty)]),
        TableNode::Var(index) => match u8::try_from(index) {
            Ok(n) if index < SHORT_VARS => out.push(SHORT_VAR.saturating_add(n)),
            _ => {
                out.push(VAR);
                put_varint(out, u128::from(index));
            }
        },
        TableNode::Addr(object) => {
            out.push(ADDR);
            put_varint(out, u128::from(object));
        }
        TableNode::App(op, args) => {
            out.push(APP.saturating_add(op_code(op)));
            for arg in args.iter().take(op.params().len()) {
                // An argument that is not smaller gives a distance that no reader accepts.
                put_varint(out, u128::from(position.wrapping_sub(u64::from(*arg)).wrapping_sub(1)));
            }
        }
    }
}

/// The code of an operation: its position in [`Op::ALL`].
pub(crate) fn op_code(op: Op) -> u8 {
    Op::ALL.iter().position(|other| *other == op).and_then(|n| u8::try_from(n).ok()).unwrap_or(u8::MAX)
}

pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Annotations, DecodeError> {
    let table = decode_table(reader)?;
    let invariants = decode_invariants(reader, table.len())?;
    Ok(Annotations { table, invariants })
}

fn decode_table(reader: &mut Reader<'_>) -> Result<Vec<TableNode>, DecodeError> {
    let count = reader.length()?;
    let mut table = Vec::with_capacity(count.min(1 << 16));
    let mut seen = BTreeSet::new();
    for position in (0u32..).take(count) {
        let node = decode_node(reader, position)?;
        if !seen.insert(key(&node)) {
            return reader.error(DecodeErrorKind::DuplicateNode);
        }
        table.push(node);
    }
    Ok(table)
}

/// An ordered stand-in for a node: nodes are equal if and only if their keys are.
fn key(node: &TableNode) -> (u8, i128, [u32; 3]) {
    match *node {
        TableNode::Lit(value) => (LIT, value, [0; 3]),
        TableNode::Type(ty) => (TYPE, i128::from(type_code(ty)), [0; 3]),
        TableNode::Var(index) => (VAR, i128::from(index), [0; 3]),
        TableNode::Addr(object) => (ADDR, i128::from(object), [0; 3]),
        TableNode::App(op, args) => (APP, i128::from(op_code(op)), args),
    }
}

fn decode_node(reader: &mut Reader<'_>, position: u32) -> Result<TableNode, DecodeError> {
    let code = reader.byte()?;
    match code {
        LIT => {
            let value = literal(reader)?;
            Ok(TableNode::Lit(value))
        }
        TYPE => Ok(TableNode::Type(reader.int_type()?)),
        VAR => match reader.varint32()? {
            index if index < SHORT_VARS => reader.error(DecodeErrorKind::NotMinimal),
            index => Ok(TableNode::Var(index)),
        },
        ADDR => Ok(TableNode::Addr(reader.varint32()?)),
        SHORT_VAR..SHORT_LIT => Ok(TableNode::Var(u32::from(code.saturating_sub(SHORT_VAR)))),
        SHORT_LIT..=SHORT_LIT_END => Ok(TableNode::Lit(short_literal_value(code.saturating_sub(SHORT_LIT)))),
        _ => {
            let Some(op) = code.checked_sub(APP).and_then(Op::from_code) else {
                return reader.error(DecodeErrorKind::Opcode(code));
            };
            let mut args = [0; 3];
            for slot in args.iter_mut().take(op.params().len()) {
                let distance = reader.varint()?;
                let argument = u32::try_from(distance).ok().and_then(|d| position.checked_sub(d)).and_then(|p| p.checked_sub(1));
                *slot = argument.map_or_else(|| reader.error(DecodeErrorKind::ForwardReference), Ok)?;
            }
            Ok(TableNode::App(op, args))
        }
    }
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

fn decode_invariants(reader: &mut Reader<'_>, table_len: usize) -> Result<Vec<u32>, DecodeError> {
    let locations = reader.varint32()?;
    if locations > limits::LOCATIONS_MAX {
        return reader.error(DecodeErrorKind::OverLimit("the number of locations"));
    }
    let mut left = locations;
    let mut invariants: Vec<u32> = Vec::new();
    while left > 0 {
        let Some(after) = reader.varint32()?.checked_add(1).and_then(|length| left.checked_sub(length)) else {
            return reader.error(DecodeErrorKind::RunTooLong);
        };
        let previous = invariants.last().copied();
        let delta = reader.signed()?;
        if previous.is_some() && delta == 0 {
            return reader.error(DecodeErrorKind::SplitRun);
        }
        let root = delta.checked_add(i128::from(previous.unwrap_or(0))).and_then(|root| u32::try_from(root).ok());
        let Some(root) = root.filter(|root| usize::try_from(*root).is_ok_and(|root| root < table_len)) else {
            return reader.error(DecodeErrorKind::TableReference);
        };
        invariants.extend((after..left).map(|_| root));
        left = after;
    }
    Ok(invariants)
}
