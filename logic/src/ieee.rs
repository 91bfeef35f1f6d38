//! Arithmetic of IEEE 754 on the bit patterns of `binary32` and `binary64`: what
//! [`Op::Ieee`](crate::arena::Op::Ieee) denotes.
//!
//! Trusted. A value is the integer that its bits are, without a sign. An integer that is no pattern
//! stands for the pattern that it is congruent to, so that each operation is a total function of
//! integers. Results are rounded to nearest, ties to even; subnormal numbers are numbers; a result
//! that is no number is [`Format::nan`], whatever the operands' payloads are.
//!
//! Rust's `f32` and `f64` are these formats, and `+ - * /`, comparisons and `as` between numbers
//! are the standard's operations (The Rust Reference, "Floating-point types", "Numeric cast").

use crate::interval::Interval;

// Rust computes with the x87 there, which rounds twice (The Rust Reference, "Floating-point
// types").
#[cfg(all(target_arch = "x86", not(target_feature = "sse2")))]
compile_error!("arithmetic of IEEE 754 needs SSE2");

/// A format of numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// `binary32`: C's `float`.
    Single,
    /// `binary64`: C's `double`.
    Double,
}

impl Format {
    /// The pattern of every result that is no number.
    pub const fn nan(self) -> i128 {
        match self {
            Format::Single => 0x7FC0_0000,
            Format::Double => 0x7FF8_0000_0000_0000,
        }
    }
    /// The pattern of infinity.
    pub const fn infinity(self) -> i128 {
        match self {
            Format::Single => 0x7F80_0000,
            Format::Double => 0x7FF0_0000_0000_0000,
        }
    }
    /// The bit that is the sign.
    pub const fn sign(self) -> i128 {
        match self {
            Format::Single => 1 << 31,
            Format::Double => 1 << 63,
        }
    }
    /// The format that it is converted to.
    pub const fn other(self) -> Format {
        match self {
            Format::Single => Format::Double,
            Format::Double => Format::Single,
        }
    }
    /// All patterns.
    const fn patterns(self) -> Interval {
        Interval {
            lo: 0,
            hi: 2 * self.sign() - 1,
        }
    }
}

/// What [`Operation::ToInteger`] yields where there is no integer, or one beyond 64 bits.
pub const NO_INTEGER: i128 = 1 << 64;

/// An operation in a format: on its patterns `a` and `b`, unless it says something else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Operation {
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`.
    Div,
    /// `-a`: changes the sign, also of 0.
    Negate,
    /// `|a|`.
    Absolute,
    /// 1 if `a < b`, else 0.
    Less,
    /// 1 if `a <= b`, else 0.
    LessEqual,
    /// 1 if `a == b`, else 0: the zeros are equal, and what is no number equals nothing.
    Equal,
    /// The number nearest to the integer `a`.
    FromInteger,
    /// `a` without its fraction, an integer, if that is from `-2^63` to `2^64 - 1`, else
    /// [`NO_INTEGER`].
    ToInteger,
    /// `a` in the other format.
    ToOther,
}

/// How many operations there are in a format.
const OPERATIONS: i128 = 12;

impl Operation {
    const ALL: [Operation; OPERATIONS as usize] = [
        Operation::Add,
        Operation::Sub,
        Operation::Mul,
        Operation::Div,
        Operation::Negate,
        Operation::Absolute,
        Operation::Less,
        Operation::LessEqual,
        Operation::Equal,
        Operation::FromInteger,
        Operation::ToInteger,
        Operation::ToOther,
    ];

    /// The number that says which operation it is, and in which format.
    pub const fn code(self, format: Format) -> i128 {
        let first = match format {
            Format::Single => 0,
            Format::Double => OPERATIONS,
        };
        first + self as i128
    }
    /// The operation and the format that a number says.
    pub fn from_code(code: i128) -> Option<(Operation, Format)> {
        let format = match code {
            0..OPERATIONS => Format::Single,
            OPERATIONS.. => Format::Double,
            _ => return None,
        };
        let position = usize::try_from(code - Operation::Add.code(format)).ok()?;
        Some((*Operation::ALL.get(position)?, format))
    }
    /// Whether the second operand counts.
    pub const fn is_binary(self) -> bool {
        match self {
            Operation::Add
            | Operation::Sub
            | Operation::Mul
            | Operation::Div
            | Operation::Less
            | Operation::LessEqual
            | Operation::Equal => true,
            Operation::Negate
            | Operation::Absolute
            | Operation::FromInteger
            | Operation::ToInteger
            | Operation::ToOther => false,
        }
    }
    /// What results there are.
    const fn results(self, format: Format) -> Interval {
        match self {
            Operation::Less | Operation::LessEqual | Operation::Equal => Interval { lo: 0, hi: 1 },
            Operation::ToInteger => Interval {
                lo: -(1 << 63),
                hi: NO_INTEGER,
            },
            Operation::ToOther => format.other().patterns(),
            Operation::Add
            | Operation::Sub
            | Operation::Mul
            | Operation::Div
            | Operation::Negate
            | Operation::Absolute
            | Operation::FromInteger => format.patterns(),
        }
    }
    /// The value.
    pub fn apply(self, format: Format, a: i128, b: i128) -> i128 {
        match format {
            Format::Single => single(self, a, b),
            Format::Double => double(self, a, b),
        }
    }
}

fn single(operation: Operation, a: i128, b: i128) -> i128 {
    let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    match operation {
        Operation::Add => of_single(x + y),
        Operation::Sub => of_single(x - y),
        Operation::Mul => of_single(x * y),
        Operation::Div => of_single(x / y),
        Operation::Negate => of_single(-x),
        Operation::Absolute => of_single(f32::from_bits(x.to_bits() & !(1 << 31))),
        Operation::Less => i128::from(x < y),
        Operation::LessEqual => i128::from(x <= y),
        Operation::Equal => i128::from(x == y),
        Operation::FromInteger => of_single(a as f32),
        Operation::ToInteger => integer(f64::from(x)),
        Operation::ToOther => of_double(f64::from(x)),
    }
}

fn double(operation: Operation, a: i128, b: i128) -> i128 {
    let (x, y) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
    match operation {
        Operation::Add => of_double(x + y),
        Operation::Sub => of_double(x - y),
        Operation::Mul => of_double(x * y),
        Operation::Div => of_double(x / y),
        Operation::Negate => of_double(-x),
        Operation::Absolute => of_double(f64::from_bits(x.to_bits() & !(1 << 63))),
        Operation::Less => i128::from(x < y),
        Operation::LessEqual => i128::from(x <= y),
        Operation::Equal => i128::from(x == y),
        Operation::FromInteger => of_double(a as f64),
        Operation::ToInteger => integer(x),
        Operation::ToOther => of_single(x as f32),
    }
}

fn of_single(value: f32) -> i128 {
    if value.is_nan() {
        return Format::Single.nan();
    }
    i128::from(value.to_bits())
}

fn of_double(value: f64) -> i128 {
    if value.is_nan() {
        return Format::Double.nan();
    }
    i128::from(value.to_bits())
}

/// A number without its fraction. `as` truncates, and saturates far beyond 64 bits.
fn integer(value: f64) -> i128 {
    let truncated = value as i128;
    let fits = !value.is_nan() && (-(1 << 63)..NO_INTEGER).contains(&truncated);
    if fits {
        truncated
    } else {
        NO_INTEGER
    }
}

/// An interval that contains the values of the operation that `code` says, on operands from two
/// intervals. What a code says that is none is not known.
pub fn interval(a: Interval, b: Interval, code: Interval) -> Interval {
    let Some((operation, format)) = code.as_point().and_then(Operation::from_code) else {
        return Interval::ALL;
    };
    let second = match operation.is_binary() {
        true => b.as_point(),
        false => Some(0),
    };
    match (a.as_point(), second) {
        (Some(a), Some(b)) => Interval::point(operation.apply(format, a, b)),
        _ => operation.results(format),
    }
}
