//! Machine integer types and the sorts of the logic.

/// A C integer type as the semantics sees it: a width and a signedness (C11 6.2.5, 6.2.6.2; two's
/// complement). Pointers are unsigned integers of the profile's pointer width; bit-fields have odd
/// widths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntType {
    bits: u8,
    signed: bool,
}

impl IntType {
    /// The widest supported type, in bits. One more than C's `long long` leaves room for
    /// intermediate `__int128` values to be refused.
    pub const BITS_MAX: u8 = 64;

    /// A type of `bits` bits; `None` unless `1 <= bits <= BITS_MAX`.
    pub const fn new(bits: u8, signed: bool) -> Option<IntType> {
        if bits >= 1 && bits <= Self::BITS_MAX {
            Some(IntType { bits, signed })
        } else {
            None
        }
    }
    const fn known(bits: u8, signed: bool) -> IntType {
        IntType { bits, signed }
    }
    /// `signed char`, and so on: the exact-width types.
    pub const I8: IntType = Self::known(8, true);
    /// Unsigned 8 bits.
    pub const U8: IntType = Self::known(8, false);
    /// Signed 16 bits.
    pub const I16: IntType = Self::known(16, true);
    /// Unsigned 16 bits.
    pub const U16: IntType = Self::known(16, false);
    /// Signed 32 bits.
    pub const I32: IntType = Self::known(32, true);
    /// Unsigned 32 bits.
    pub const U32: IntType = Self::known(32, false);
    /// Signed 64 bits.
    pub const I64: IntType = Self::known(64, true);
    /// Unsigned 64 bits.
    pub const U64: IntType = Self::known(64, false);

    /// Width in bits, `1..=64`.
    pub const fn bits(self) -> u8 {
        self.bits
    }
    /// Whether negative values exist.
    pub const fn signed(self) -> bool {
        self.signed
    }
    /// The least value.
    pub const fn min(self) -> i128 {
        if self.signed {
            -(1i128 << (self.bits - 1))
        } else {
            0
        }
    }
    /// The greatest value.
    pub const fn max(self) -> i128 {
        if self.signed {
            (1i128 << (self.bits - 1)) - 1
        } else {
            (1i128 << self.bits) - 1
        }
    }
    /// `2^bits`.
    pub const fn modulus(self) -> i128 {
        1i128 << self.bits
    }
    /// The value of this type congruent to `value` modulo `2^bits` (C11 6.3.1.3; signed results as
    /// gcc documents them).
    pub const fn wrap(self, value: i128) -> i128 {
        let low = value & (self.modulus() - 1);
        if low > self.max() {
            low - self.modulus()
        } else {
            low
        }
    }
    /// Whether `value` is representable.
    pub const fn contains(self, value: i128) -> bool {
        self.min() <= value && value <= self.max()
    }
}

/// The simple types of the logic's objects. Judgements (`pf`, `lin`, …) are not sorts: they
/// classify proofs, not objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A formula (`form`).
    Form,
    /// A mathematical integer (`tm`).
    Term,
    /// A memory: a total function from integers to integers (`map`).
    Map,
    /// A machine integer type (`ty`).
    Type,
}

/// The application binary interface that a program's meaning depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Profile {
    /// `c-lp64-1`: x86-64 System V.
    Lp64,
    /// `c-ilp32-1`: i386 System V.
    Ilp32,
}

impl Profile {
    /// The profile's published name, which the certificate carries.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Lp64 => "c-lp64-1",
            Profile::Ilp32 => "c-ilp32-1",
        }
    }
    /// Width of a pointer in bits.
    pub const fn pointer_bits(self) -> u8 {
        match self {
            Profile::Lp64 => 64,
            Profile::Ilp32 => 32,
        }
    }
}
