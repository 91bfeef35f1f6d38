//! Constants and string literals (C11 6.4.4, 6.4.5).

use super::{Result, Unit};
use crate::ir::{Expr, ExprKind, StringLiteral};
use crate::types::{FloatKind, IntKind, Type};
use lang_c::ast::{Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};
use lang_c::span::Span;
use proofmark_logic::types::Profile;

impl Unit<'_> {
    /// A floating constant: its suffix says the type (C11 6.4.4.2p4).
    pub(super) fn floating(&self, literal: &Float, span: Span) -> Result<Expr> {
        if literal.suffix.imaginary {
            return Err(self.unsupported(span, "complex numbers are not supported"));
        }
        let ty = match &literal.suffix.format {
            FloatFormat::Float => Type::Float(FloatKind::Float),
            FloatFormat::Double => Type::Float(FloatKind::Double),
            FloatFormat::LongDouble => Type::Float(FloatKind::LongDouble),
            FloatFormat::TS18661Format(format) => self.extended_float(format, span)?,
        };
        let value = self
            .float_value(literal)
            .map_or(ExprKind::Unknown, |value| ExprKind::Float(value.to_bits()));
        Ok(Expr::new(value, ty, self.pos(span)))
    }

    /// The value of a floating constant, as a `double` (C11 6.4.4.2); `None` if it is not in that
    /// form. Proofs do not use it.
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
        let digits = if literal.number.is_empty() {
            "0"
        } else {
            &literal.number
        };
        let value = u64::from_str_radix(digits, radix)
            .map_err(|_| self.type_error(span, "the constant is too large"))?;
        use IntKind::{Int, Long, LongLong, UInt, ULong, ULongLong};
        let candidates = [Int, UInt, Long, ULong, LongLong, ULongLong];
        let skip = match literal.suffix.size {
            IntegerSize::Int => 0,
            IntegerSize::Long => 2,
            IntegerSize::LongLong => 4,
        };
        let fits = |kind: &&IntKind| {
            let machine = self.program.types.int_type(**kind);
            let kind_ok = if literal.suffix.unsigned {
                !machine.signed()
            } else {
                machine.signed() || !decimal
            };
            kind_ok && machine.contains(i128::from(value))
        };
        match candidates.iter().skip(skip).find(fits) {
            Some(kind) => Ok(Expr::int(
                i128::from(value),
                Type::Int(*kind),
                self.pos(span),
            )),
            None => Err(self.unsupported(span, "the constant fits no signed type")),
        }
    }

    /// A character constant has type `int`; several characters combine as gcc does. One with a
    /// prefix has the type of the prefix (C11 6.4.4.4p10–11).
    pub(super) fn character(&self, text: &str, span: Span) -> Result<Expr> {
        let read = prefixed(text, '\'')
            .and_then(|(prefix, body)| Some((prefix, unescape(body, self.unit_bits(prefix))?)));
        let value = match read
            .as_ref()
            .map(|(prefix, units)| (*prefix, units.as_slice()))
        {
            Some((Prefix::None, [one])) => i128::from(*one as u8 as i8),
            Some((Prefix::None, many)) if (2..=4).contains(&many.len()) => {
                i128::from(many.iter().fold(0, |acc, unit| acc << 8 | unit) as i32)
            }
            Some((prefix, [one])) if prefix != Prefix::Utf8 => {
                let ty = self.unit_type(prefix);
                let value = self
                    .program
                    .types
                    .machine(&ty)
                    .map_or(0, |machine| machine.wrap(i128::from(*one)));
                return Ok(Expr::int(value, ty, self.pos(span)));
            }
            _ => return Err(self.unsupported(span, "this character constant is not supported")),
        };
        Ok(Expr::int(value, Type::INT, self.pos(span)))
    }

    /// Adjacent string literals, without the final zero. Those without a prefix take that of the
    /// others (C11 6.4.5p5); different ones are refused.
    pub(super) fn string(&self, parts: &[String], span: Span) -> Result<StringLiteral> {
        let fail = || self.unsupported(span, "this kind of string literal is not supported");
        let parts = parts
            .iter()
            .map(|part| prefixed(part, '"'))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(fail)?;
        let mut prefixes = parts
            .iter()
            .map(|(prefix, _)| *prefix)
            .filter(|prefix| *prefix != Prefix::None);
        let prefix = prefixes.next().unwrap_or(Prefix::None);
        if prefixes.any(|other| other != prefix) {
            return Err(fail());
        }
        let units = parts
            .iter()
            .map(|(_, body)| unescape(body, self.unit_bits(prefix)))
            .collect::<Option<Vec<_>>>()
            .ok_or_else(fail)?;
        Ok(StringLiteral {
            element: self.unit_type(prefix),
            units: units.concat(),
        })
    }

    /// The bytes of adjacent string literals without a prefix, without the final zero.
    pub(super) fn string_bytes(&self, parts: &[String], span: Span) -> Result<Vec<u8>> {
        let literal = self.string(parts, span)?;
        if literal.element != Type::CHAR {
            return Err(self.unsupported(span, "this kind of string literal is not supported"));
        }
        Ok(literal
            .units
            .into_iter()
            .filter_map(|unit| u8::try_from(unit).ok())
            .collect())
    }

    /// `wchar_t` is `int` on x86-64 and `long` on i386; `char16_t` and `char32_t` are unsigned
    /// (gcc's `__WCHAR_TYPE__` and its like).
    fn unit_type(&self, prefix: Prefix) -> Type {
        Type::Int(match (prefix, self.program.types.profile) {
            (Prefix::None | Prefix::Utf8, _) => IntKind::Char,
            (Prefix::Utf16, _) => IntKind::UShort,
            (Prefix::Utf32, _) => IntKind::UInt,
            (Prefix::Wide, Profile::Lp64) => IntKind::Int,
            (Prefix::Wide, Profile::Ilp32) => IntKind::Long,
        })
    }

    fn unit_bits(&self, prefix: Prefix) -> u8 {
        self.program
            .types
            .machine(&self.unit_type(prefix))
            .map_or(8, |machine| machine.bits())
    }
}

/// What stands in front of a character constant or a string literal (C11 6.4.4.4, 6.4.5).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prefix {
    None,
    Utf8,
    Utf16,
    Utf32,
    Wide,
}

/// The prefix of a literal, and what stands between its quotes.
fn prefixed(text: &str, quote: char) -> Option<(Prefix, &str)> {
    let (prefix, rest) = text.split_once(quote)?;
    let prefix = match prefix {
        "" => Prefix::None,
        "u8" => Prefix::Utf8,
        "u" => Prefix::Utf16,
        "U" => Prefix::Utf32,
        "L" => Prefix::Wide,
        _ => return None,
    };
    Some((prefix, rest.strip_suffix(quote)?))
}

/// Appends a character in units of 8, 16 or 32 bits.
fn encode(c: char, bits: u8, out: &mut Vec<u32>) {
    match bits {
        8 => out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from)),
        16 => out.extend(c.encode_utf16(&mut [0; 2]).iter().copied().map(u32::from)),
        _ => out.push(u32::from(c)),
    }
}

/// Replaces escape sequences (C11 6.4.4.4, and gcc's `\e`); `None` if one is malformed, or a
/// character was lost in reading. Units have 8, 16 or 32 bits.
fn unescape(body: &str, bits: u8) -> Option<Vec<u32>> {
    let mut out = Vec::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            if c == '\u{FFFD}' {
                return None;
            }
            encode(c, bits, &mut out);
            continue;
        }
        let unit = match chars.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            c @ ('\\' | '\'' | '"' | '?') => u32::from(c),
            'x' => {
                let mut value: Option<u32> = None;
                while let Some(d) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = Some(value.unwrap_or(0).checked_mul(16)?.checked_add(d)?);
                    chars.next();
                }
                value?
            }
            c => {
                let mut value = c.to_digit(8)?;
                for _ in 0..2 {
                    let Some(d) = chars.peek().and_then(|c| c.to_digit(8)) else {
                        break;
                    };
                    value = value * 8 + d;
                    chars.next();
                }
                value
            }
        };
        if bits < 32 && unit >> bits != 0 {
            return None;
        }
        out.push(unit);
    }
    Some(out)
}

/// `1.8p-3`: exact if the digits fit into a `double`.
fn hexadecimal(number: &str) -> Option<f64> {
    let (digits, exponent) = number.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u64::from_str_radix(&format!("{whole}{fraction}"), 16)
        .ok()
        .filter(|m| *m < 1 << 53)?;
    let exponent = exponent
        .parse::<i32>()
        .ok()?
        .checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    let (high, low) = (
        u32::try_from(mantissa >> 32).ok()?,
        u32::try_from(mantissa & 0xffff_ffff).ok()?,
    );
    Some((f64::from(high) * 2f64.powi(32) + f64::from(low)) * 2f64.powi(exponent))
}
