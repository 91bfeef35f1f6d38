//! Constants and string literals (C11 6.4.4, 6.4.5).

use super::{Result, Unit};
use crate::ir::Expr;
use crate::types::{IntKind, Type};
use lang_c::ast::{Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};
use lang_c::span::Span;

impl Unit<'_> {
    /// The value of a floating constant, as a `double` (C11 6.4.4.2); `None` if it is not in that form. Proofs do not use it.
    pub(super) fn float_value(&self, literal: &Float) -> Option<f64> {
        if literal.base == FloatBase::Hexadecimal {
            return hexadecimal(&literal.number);
        }
        match literal.suffix.format {
            FloatFormat::Float => literal.number.parse::<f32>().ok().map(f64::from),
            _ => literal.number.parse().ok(),
        }
    }

    /// An integer constant: the first type of the list that can represent it (C11 6.4.4.1p5).
    pub(super) fn integer(&self, literal: &Integer, span: Span) -> Result<Expr> {
        let (radix, decimal) = match literal.base {
            IntegerBase::Decimal => (10, true),
            IntegerBase::Octal => (8, false),
            IntegerBase::Hexadecimal => (16, false),
            IntegerBase::Binary => (2, false),
        };
        if literal.suffix.imaginary {
            return Err(self.unsupported(span, "complex numbers are not supported"));
        }
        let digits = if literal.number.is_empty() { "0" } else { &literal.number };
        let value = u64::from_str_radix(digits, radix).map_err(|_| self.type_error(span, "the constant is too large"))?;
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        let candidates = [Int, UInt, Long, ULong, LongLong, ULongLong];
        let skip = match literal.suffix.size {
            IntegerSize::Int => 0,
            IntegerSize::Long => 2,
            IntegerSize::LongLong => 4,
        };
        let fits = |kind: &&IntKind| {
            let machine = self.program.types.int_type(**kind);
            let kind_ok = if literal.suffix.unsigned { !machine.signed() } else { machine.signed() || !decimal };
            kind_ok && machine.contains(i128::from(value))
        };
        match candidates.iter().skip(skip).find(fits) {
            Some(kind) => Ok(Expr::int(i128::from(value), Type::Int(*kind), self.pos(span))),
            None => Err(self.unsupported(span, "the constant fits no signed type")),
        }
    }

    /// A character constant has type `int` (C11 6.4.4.4p10); several characters combine as gcc does. Wide ones are refused.
    pub(super) fn character(&self, text: &str, span: Span) -> Result<Expr> {
        let body = text.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
        let bytes = body.and_then(unescape).filter(|b| !b.is_empty() && b.len() <= 4);
        let Some(bytes) = bytes else { return Err(self.unsupported(span, "this character constant is not supported")) };
        let value = match bytes.as_slice() {
            [one] => i128::from(*one as i8),
            many => i128::from(many.iter().fold(0u32, |acc, b| acc << 8 | u32::from(*b)) as i32),
        };
        Ok(Expr::int(value, Type::INT, self.pos(span)))
    }

    /// The bytes of adjacent string literals, without the final zero. Wide and Unicode literals are refused.
    pub(super) fn string_bytes(&self, parts: &[String], span: Span) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        for part in parts {
            let body = part.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
            match body.and_then(unescape) {
                Some(bytes) => out.extend(bytes),
                None => return Err(self.unsupported(span, "this kind of string literal is not supported")),
            }
        }
        Ok(out)
    }
}

/// Replaces escape sequences (C11 6.4.4.4, and gcc's `\e`); `None` if one is malformed or a character was lost in reading.
fn unescape(body: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            if c == '\u{FFFD}' {
                return None;
            }
            out.extend(c.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let byte = match chars.next()? {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            c @ ('\\' | '\'' | '"' | '?') => u8::try_from(c).ok()?,
            'x' => {
                let mut value: Option<u32> = None;
                while let Some(d) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = Some(value.unwrap_or(0).checked_mul(16)?.checked_add(d)?);
                    chars.next();
                }
                u8::try_from(value?).ok()?
            }
            c => {
                let mut value = c.to_digit(8)?;
                for _ in 0..2 {
                    let Some(d) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + d;
                    chars.next();
                }
                u8::try_from(value).ok()?
            }
        };
        out.push(byte);
    }
    Some(out)
}

/// `1.8p-3`: exact if the digits fit into a `double`.
fn hexadecimal(number: &str) -> Option<f64> {
    let (digits, exponent) = number.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16).ok().filter(|m| *m < 1 << 53)?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    let (high, low) = (u32::try_from(mantissa >> 32).ok()?, u32::try_from(mantissa & 0xffff_ffff).ok()?);
    Some((f64::from(high) * 2f64.powi(32) + f64::from(low)) * 2f64.powi(exponent))
}
