//! Layout of structures and unions under the System V ABIs of i386 and x86-64, with gcc's
//! attributes and `#pragma pack` (gcc manual, "Common Type Attributes", "Structure-Layout
//! Pragmas"). Where the ABIs leave a case open, this follows what gcc does (`stor-layout.cc`).

use super::{Field, FloatKind, Qual, Record, Type, Types, OBJECT_BYTES_MAX};

/// An alignment in bytes, and whether an attribute asked for it: then i386's limit for members does
/// not apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alignment {
    /// A power of two.
    pub bytes: u64,
    /// Whether the user chose it.
    pub user: bool,
}

impl Alignment {
    /// No requirement.
    pub const ONE: Alignment = Alignment {
        bytes: 1,
        user: false,
    };
}

/// What layout attributes ask for.
#[derive(Clone, Copy, Default, Debug)]
pub struct LayoutAttributes {
    /// `packed`.
    pub packed: bool,
    /// The strictest `aligned(n)`: that of an object or a member.
    pub aligned: Option<u64>,
    /// The `aligned(n)` that is read last: that of a type.
    pub last_aligned: Option<u64>,
    /// `#pragma pack(n)`: no member is aligned to more.
    pub pack: Option<u64>,
}

/// A member before layout.
pub struct Member {
    /// The name.
    pub name: Option<String>,
    /// The type.
    pub ty: Qual,
    /// A bit-field's width.
    pub width: Option<u8>,
    /// Its attributes.
    pub attributes: LayoutAttributes,
}

/// Why a type has no layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayoutError(pub String);

/// A record while its members are placed. All numbers are in bits.
struct Placing {
    union: bool,
    attributes: LayoutAttributes,
    at: u64,
    end: u64,
    align: u64,
    user: bool,
    block: bool,
}

/// What a member asks for, in bits.
struct Wanted {
    align: u64,
    user: bool,
    packed: bool,
    /// Whether it is a bit-field that no integer of the machine fits.
    bits: bool,
}

impl Types {
    /// The alignment of a type (gcc's `__alignof__`).
    pub fn alignment(&self, ty: &Qual) -> Alignment {
        let own = self.plain_alignment(ty);
        // An atomic type is aligned as the integer of its size, if there is one.
        let atomic = match self.size_of(&ty.ty) {
            Ok(size @ (1 | 2 | 4 | 8)) if ty.variant.atomic => size,
            Ok(16) if ty.variant.atomic && self.wide() => 16,
            _ => 1,
        };
        Alignment {
            bytes: own.bytes.max(atomic),
            ..own
        }
    }

    /// The alignment of a type, were it not atomic.
    fn plain_alignment(&self, ty: &Qual) -> Alignment {
        match ty.variant.align {
            Some(bytes) => Alignment { bytes, user: true },
            None => self.own_alignment(&ty.ty),
        }
    }

    fn own_alignment(&self, ty: &Type) -> Alignment {
        let bytes = match ty {
            // For gcc, an array of atomic structures is aligned as one of plain structures.
            Type::Array(element, _) => return self.plain_alignment(element),
            Type::Record(id) => return self.record(*id).map_or(Alignment::ONE, |r| r.align),
            Type::VaList => self.pointer_bytes(),
            Type::Float(FloatKind::LongDouble | FloatKind::Float64x) if !self.wide() => 4,
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Function(_) => self.size_of(ty).unwrap_or(1).max(1),
        };
        Alignment { bytes, user: false }
    }

    /// The alignment that a member of a type has at least (`_Alignof`, C11 6.5.3.4p3).
    pub fn least_alignment(&self, ty: &Qual) -> u64 {
        let own = self.alignment(ty);
        if own.user {
            own.bytes
        } else {
            self.limited(ty, own.bytes * 8) / 8
        }
    }

    /// An alignment in bits as i386 limits it in structures: 8-byte numbers are aligned to 4
    /// (System V ABI i386, table 2.1), and with them small structures; atomic ones are left alone.
    fn limited(&self, ty: &Qual, align: u64) -> u64 {
        let mut inner = ty;
        while let Type::Array(element, _) = &inner.ty {
            inner = element;
        }
        let number = match &inner.ty {
            Type::Record(id) => self.record(*id).is_some_and(|r| !r.block),
            Type::Float(kind) => matches!(
                kind,
                FloatKind::Double | FloatKind::Float32x | FloatKind::Float64
            ),
            Type::Bool | Type::Int(_) | Type::Pointer(_) => true,
            Type::Void | Type::VaList | Type::Array(..) | Type::Function(_) => false,
        };
        if self.wide() || !number || inner.variant.atomic {
            align
        } else {
            align.min(32)
        }
    }

    /// Whether gcc keeps objects of a type as blocks of bytes, not in one integer.
    fn is_block(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, length) => {
                let (size, one) = (self.size_of(ty), self.size_of(&element.ty));
                *length != Some(0)
                    && (self.is_block(&element.ty)
                        || !matches!(size, Ok(1 | 2 | 4 | 8)) && size != one)
            }
            Type::Record(id) => self.record(*id).is_some_and(|r| r.block && r.size > 0),
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Float(_)
            | Type::VaList
            | Type::Pointer(_)
            | Type::Function(_) => false,
        }
    }

    /// Lays out and completes a record.
    ///
    /// # Errors
    /// If a member has an incomplete type or the record is too large.
    pub fn complete(
        &mut self,
        id: u32,
        members: Vec<Member>,
        attributes: LayoutAttributes,
    ) -> Result<(), LayoutError> {
        let mut placing = Placing {
            union: self.record(id).is_some_and(|r| r.union),
            attributes,
            at: 0,
            end: 0,
            align: attributes.last_aligned.unwrap_or(1) * 8,
            user: attributes.last_aligned.is_some(),
            block: false,
        };
        let mut fields = Vec::with_capacity(members.len());
        let last = members.len().saturating_sub(1);
        for (index, member) in members.into_iter().enumerate() {
            let size = match &member.ty.ty {
                // A flexible array member takes no room (C11 6.7.2.1p18).
                Type::Array(_, None) if index == last => 0,
                ty => self.size_of(ty)?,
            };
            let offset = placing.place(self, &member, size * 8);
            // Unnamed bit-fields are padding (C11 6.7.2.1p12); unnamed records are members.
            if member.name.is_some() || member.width.is_none() {
                fields.push(Field {
                    name: member.name,
                    ty: member.ty,
                    offset: offset / 8,
                    bits: member.width.map(|w| (offset, w)),
                });
            }
        }
        let align = placing.align / 8;
        let size = round_up(placing.end.div_ceil(8), align);
        if size > OBJECT_BYTES_MAX {
            return Err(LayoutError("the structure is too large".to_owned()));
        }
        if let Some(record) = self.records.get_mut(id as usize) {
            *record = Record {
                fields: Some(fields),
                size,
                align: Alignment {
                    bytes: align,
                    user: placing.user,
                },
                block: placing.block || !matches!(size, 1 | 2 | 4 | 8),
                ..record.clone()
            };
        }
        Ok(())
    }
}

impl Placing {
    /// Places a member of a size in bits; returns its offset in bits.
    fn place(&mut self, types: &Types, member: &Member, size: u64) -> u64 {
        let ty = types.alignment(&member.ty);
        let start = if self.union { 0 } else { self.at };
        let wanted = self.wanted(types, member, start);
        let member_bits = types.least_alignment(&member.ty) * 8;
        let mut offset = round_up(start, wanted.align);
        match member.width {
            None => self.require(wanted.align),
            // An unnamed bit-field does not raise the record's alignment.
            Some(_) if member.name.is_none() => {}
            Some(_) => {
                let own = match self.attributes.pack {
                    Some(pack) => member_bits.min(pack * 8),
                    None if wanted.packed => 8,
                    None => member_bits,
                };
                self.require(wanted.align.max(own));
                self.user |= ty.user;
            }
        }
        self.user |= wanted.user;
        let width = member.width.map_or(size, u64::from);
        // A bit-field may not straddle more units of its alignment than its type fills (System V
        // ABI; gcc's `excess_unit_span`).
        let limited = wanted.bits && width > 0 && self.attributes.pack.is_none();
        if limited && !wanted.packed && !self.union {
            if (offset % member_bits + width).div_ceil(member_bits) > size / member_bits {
                offset = round_up(offset, member_bits);
            }
            self.user |= ty.user;
        }
        self.block |= member.width.is_none()
            && (types.is_block(&member.ty.ty) || matches!(member.ty.ty, Type::Array(_, None)));
        self.at = offset + width;
        self.end = self.end.max(self.at);
        offset
    }

    fn require(&mut self, align: u64) {
        self.align = self.align.max(align);
    }

    /// The alignment that a member asks for at this place.
    fn wanted(&self, types: &Types, member: &Member, start: u64) -> Wanted {
        let ty = types.alignment(&member.ty);
        let explicit = member.attributes.aligned;
        let mut wanted = Wanted {
            align: explicit.map_or(1, |bytes| bytes * 8),
            user: explicit.is_some(),
            packed: (member.attributes.packed || self.attributes.packed)
                && (member.width.is_some() || ty.bytes > 1),
            bits: member.width.is_some(),
        };
        // Packing does not change what a width of 0 closes (C11 6.7.2.1p12).
        let zero = member.width == Some(0);
        let packed = wanted.packed && !zero;
        if (member.width.is_none() && !(packed && wanted.user) || zero)
            && ty.bytes * 8 > wanted.align
        {
            (wanted.align, wanted.user) = (ty.bytes * 8, ty.user);
        }
        // Where an integer of the machine fits, it is used.
        let known = lowest_bit(start);
        if let Some(width @ (8 | 16 | 32 | 64)) = member.width.map(u64::from) {
            if (width == 8 || !wanted.packed) && known.is_none_or(|known| known >= width) {
                wanted.align = wanted.align.max(width);
                wanted.bits = false;
            }
        }
        if packed && explicit.is_none() {
            wanted.align = wanted.align.min(8);
        }
        if !packed && !wanted.user {
            wanted.align = types.limited(&member.ty, wanted.align);
        }
        match self.attributes.pack {
            Some(pack) if !zero => wanted.align = wanted.align.min(pack * 8),
            _ => {}
        }
        wanted
    }
}

/// The alignment that an offset has; `None` for any.
fn lowest_bit(offset: u64) -> Option<u64> {
    (offset != 0).then(|| 1 << offset.trailing_zeros())
}

fn round_up(value: u64, unit: u64) -> u64 {
    value.div_ceil(unit.max(1)) * unit.max(1)
}
