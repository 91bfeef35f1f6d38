//! Constants and string literals (C11 6.4.4, 6.4.5).

use super::{Result, Unit};
use crate::ir::{Expr, ExprKind, StringLiteral};
use crate::types::{FloatKind, IntKind, Type};
use lang_c::ast::{Float, FloatBase, FloatFormat, Integer, IntegerBase, IntegerSize};
use lang_c::span::Span;
use proofmark_logic::types::Profile;

impl Unit<'_> {
    /// A floating constant: its suffix says the type (C11 6.4.4.2p4).
    pub(super) fn floating(&mut self, literal: &Float, span: Span) -> Result<Expr> {
        let ty = match &literal.suffix.format {
            FloatFormat::Float => Type::Float(FloatKind::Float),
            FloatFormat::Double => Type::Float(FloatKind::Double),
            FloatFormat::LongDouble => Type::Float(FloatKind::LongDouble),
            FloatFormat::TS18661Format(format) => Type::Float(self.extended_float(format, span)?),
        };
        // Where constants may be more exact than their type, one that is zero there need not be.
        let exact = self.program.types.format(&ty).is_some();
        let value =
            float_value(literal, &ty).filter(|value| exact || *value != 0.0 || is_zero(literal));
        if value.is_some_and(|value| !exact && !is_exact(literal, &ty, value)) {
            self.types.rounded.insert(self.pos(span));
        }
        let value = value.map_or(ExprKind::Unknown, |value| ExprKind::Float(value.to_bits()));
        let value = Expr::new(value, ty, self.pos(span));
        match literal.suffix.imaginary {
            true => self.imaginary(value, span),
            false => Ok(value),
        }
    }

    /// An integer constant: the first type of the list that can represent it (C11 6.4.4.1p5).
    pub(super) fn integer(&mut self, literal: &Integer, span: Span) -> Result<Expr> {
        let (radix, decimal) = match literal.base {
            IntegerBase::Decimal => (10, true),
            IntegerBase::Octal => (8, false),
            IntegerBase::Hexadecimal => (16, false),
            IntegerBase::Binary => (2, false),
        };
        if literal.suffix.imaginary {
            return Err(self.unsupported(span, "complex integers are not supported"));
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
            None => Ok(self.wide_constant(value, span)),
        }
    }

    /// A decimal constant without `u` that no signed type has: of 128 bits where gcc has such a
    /// type, and otherwise reduced to `long long` (gcc, `interpret_integer`).
    fn wide_constant(&mut self, value: u64, span: Span) -> Expr {
        let (value, pos) = (i128::from(value), self.pos(span));
        if self.program.types.profile == Profile::Ilp32 {
            let reduced = self.program.types.int_type(IntKind::LongLong).wrap(value);
            return Expr::int(reduced, Type::Int(IntKind::LongLong), pos);
        }
        let known = self.types.wide.entry(pos).or_insert(Some(value));
        *known = known.filter(|other| *other == value);
        Expr::new(ExprKind::Unknown, Type::Float(FloatKind::Int128), pos)
    }

    /// The value of a constant with 128 bits, or of one with a sign in front.
    pub(super) fn wide_value(&self, e: &Expr) -> Option<i128> {
        match &e.kind {
            _ if e.ty != Type::Float(FloatKind::Int128) => None,
            ExprKind::Unknown => self.types.wide.get(&e.pos).copied().flatten(),
            ExprKind::Negate(inner) => self.wide_value(inner).map(|value| -value),
            _ => None,
        }
    }

    /// A character constant has type `int`; several characters combine as gcc does: the last four
    /// count. One with a prefix has the type of the prefix (C11 6.4.4.4p10–11), and there the last
    /// unit counts (gcc manual, "Characters implementation"; `wide_str_to_charconst`).
    pub(super) fn character(&self, text: &str, span: Span) -> Result<Expr> {
        let read = prefixed(text, '\'')
            .and_then(|(prefix, body)| Some((prefix, unescape(body, self.unit_bits(prefix))?)));
        let value = match read
            .as_ref()
            .map(|(prefix, units)| (*prefix, units.as_slice()))
        {
            Some((Prefix::None, [one])) => i128::from(*one as u8 as i8),
            Some((Prefix::None, many @ [_, _, ..])) => {
                i128::from(many.iter().fold(0, |acc, unit| acc << 8 | unit) as i32)
            }
            Some((prefix @ (Prefix::Utf16 | Prefix::Utf32 | Prefix::Wide), [.., one])) => {
                let ty = self.unit_type(prefix);
                let value = self
                    .program
                    .types
                    .machine(&ty)
                    .map_or(0, |machine| machine.wrap(i128::from(*one)));
                return Ok(Expr::int(value, ty, self.pos(span)));
            }
            Some((
                Prefix::None | Prefix::Utf8 | Prefix::Utf16 | Prefix::Utf32 | Prefix::Wide,
                _,
            ))
            | None => {
                return Err(self.unsupported(span, "this character constant is not supported"))
            }
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

/// The value of a floating constant of a type (C11 6.4.4.2p3–5), if a `double` has it exactly: a
/// decimal one is rounded once, to the type.
/// Whether a constant is zero as it is written: its significand is.
fn is_zero(literal: &Float) -> bool {
    let exponents: &[char] = match literal.base {
        FloatBase::Decimal => &['e', 'E'],
        FloatBase::Hexadecimal => &['p', 'P'],
    };
    let significand = literal.number.split(exponents).next();
    significand.is_some_and(|digits| digits.chars().all(|c| matches!(c, '0' | '.')))
}

/// Whether a constant has this value in all formats that are at least as wide as its type.
fn is_exact(literal: &Float, ty: &Type, value: f64) -> bool {
    let wide = match literal.base {
        FloatBase::Hexadecimal => hexadecimal(&literal.number),
        FloatBase::Decimal => {
            let number = literal.number.parse().ok();
            number.filter(|number| is_rounded(&literal.number, *number))
        }
    };
    let single = matches!(ty, Type::Float(FloatKind::Float | FloatKind::Float32));
    let narrow = !single || f64::from(value as f32) == value;
    narrow && wide == Some(value) && (value != 0.0 || is_zero(literal))
}

fn float_value(literal: &Float, ty: &Type) -> Option<f64> {
    let single = matches!(ty, Type::Float(FloatKind::Float | FloatKind::Float32));
    let wide = matches!(
        ty,
        Type::Float(FloatKind::LongDouble | FloatKind::Float64x | FloatKind::Quad)
    );
    let number: &str = &literal.number;
    match literal.base {
        FloatBase::Hexadecimal if single => hexadecimal(number).map(|v| f64::from(v as f32)),
        FloatBase::Hexadecimal => hexadecimal(number),
        FloatBase::Decimal if single => number.parse::<f32>().ok().map(f64::from),
        FloatBase::Decimal if wide => number.parse().ok().filter(|v| is_rounded(number, *v)),
        FloatBase::Decimal => number.parse().ok(),
    }
}

/// Digits of decimal numbers that are compared: more than every format of more than 64 bits tells
/// apart that has fewer than 80.
const DIGITS: usize = 24;

/// Whether a decimal number is so near to a `double` that every wider format of 64 digits makes
/// that `double` of it, too.
fn is_rounded(number: &str, value: f64) -> bool {
    let shown = format!("{value:.*e}", 2 * DIGITS);
    let first = |text: &str| {
        let (digits, exponent) = scientific(text)?;
        Some((digits.chars().take(DIGITS).collect::<String>(), exponent))
    };
    value.is_finite() && first(number).is_some_and(|own| Some(own) == first(&shown))
}

/// The digits of a decimal number from the first that is not 0, with more zeros behind them than
/// matter, and the exponent of that digit.
fn scientific(text: &str) -> Option<(String, i32)> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let zeros = all.chars().take_while(|c| *c == '0').count();
    let significant = all.get(zeros..)?;
    let padded = format!("{significant}{}", "0".repeat(DIGITS));
    if significant.is_empty() {
        return Some((padded, 0));
    }
    let position = i32::try_from(whole.len()).ok()? - i32::try_from(zeros).ok()? - 1;
    let exponent = exponent.parse::<i32>().ok()?.checked_add(position)?;
    Some((padded, exponent))
}

/// `1.8p-3`, if a `double` has the value exactly.
fn hexadecimal(number: &str) -> Option<f64> {
    let (digits, exponent) = number.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = u128::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    if digits == 0 {
        return Some(0.0);
    }
    let last = exponent
        .parse::<i32>()
        .ok()?
        .checked_sub(4 * i32::try_from(fraction.len()).ok()?)?;
    let zeros = digits.trailing_zeros();
    let odd = u64::try_from(digits >> zeros)
        .ok()
        .filter(|odd| *odd < 1 << 53)?;
    let last = last.checked_add(i32::try_from(zeros).ok()?)?;
    let bits = i32::try_from(u64::BITS - odd.leading_zeros()).ok()?;
    let first = last.checked_add(bits - 1)?;
    match first {
        -1022..=1023 => {
            let fraction = (odd << (53 - bits)) - (1 << 52);
            let exponent = u64::try_from(first + 1023).ok()?;
            Some(f64::from_bits(exponent << 52 | fraction))
        }
        // A subnormal number.
        ..-1022 if last >= -1074 => Some(f64::from_bits(odd << (last + 1074))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{hexadecimal, is_rounded};

    #[test]
    fn hexadecimal_constants_are_exact_or_unknown() {
        for (text, value) in [
            ("1.8p-3", 0.1875),
            ("1p0", 1.0),
            ("0p0", 0.0),
            ("1p-1074", f64::from_bits(1)),
            ("0.8p-1073", f64::from_bits(1)),
            ("1.8p-1073", f64::from_bits(3)),
            ("1p-1022", f64::MIN_POSITIVE),
            ("1.fffffffffffffp1023", f64::MAX),
            ("1.fffffffffffffp-1022", f64::from_bits((1 << 53) - 1)),
            ("100000000000000000000p-80", 1.0),
        ] {
            assert_eq!(hexadecimal(text), Some(value), "{text}");
        }
        for text in [
            "1p1024",
            "1p-1075",
            "1.8p-1074",
            "1.fffffffffffff8p0",
            "1.fffffffffffffp-1023",
        ] {
            assert_eq!(hexadecimal(text), None, "{text}");
        }
    }

    #[test]
    fn constants_of_wider_types_are_known_if_they_are_doubles() {
        for (text, known) in [
            ("1.79769313486231570814527423731704357e+308", true),
            ("2.22044604925031308084726333618164062e-16", true),
            ("2.22507385850720138309023271733240406e-308", true),
            ("4.94065645841246544176568792868221372e-324", true),
            ("0.5", true),
            ("100.", true),
            ("0.0", true),
            ("0.1", false),
            (
                "1.0000000000000001110223024625156540423631668090820312",
                false,
            ),
            ("1e400", false),
        ] {
            let value = text.parse().expect("a number");
            assert_eq!(is_rounded(text, value), known, "{text}");
        }
    }
}
