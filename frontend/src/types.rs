//! C's types (C11 6.2.5) and their layout under the System V ABIs of i386 and x86-64.

use proofmark_logic::types::{IntType, Profile};
use std::rc::Rc;

/// C's standard integer types except `_Bool` (C11 6.2.5p4–6). Enumerated types are their compatible
/// integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    /// The value of a bit-field wider than `int`: a type of its width, signed or not (gcc manual,
    /// "Bit-fields implementation").
    Bits(u8, bool),
}

/// Types of numbers whose values are not modelled: the floating types, and gcc's 128-bit integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatKind {
    Float,
    Double,
    LongDouble,
    Quad,
    Int128,
    UInt128,
}

/// A type without its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// An integer or enumerated type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// `__builtin_va_list`: the address of the next argument.
    VaList,
    /// A pointer.
    Pointer(Rc<Qual>),
    /// An array; the length is missing in incomplete types and flexible members.
    Array(Rc<Qual>, Option<u64>),
    /// A structure or union: an index into [`Types::records`].
    Record(u32),
    /// A function.
    Function(Rc<FunctionType>),
}

/// A type with the qualifiers that matter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Qual {
    /// The type.
    pub ty: Type,
    /// `const`.
    pub constant: bool,
    /// `volatile`, or `_Atomic`: others may change the object.
    pub volatile: bool,
}

impl From<Type> for Qual {
    fn from(ty: Type) -> Qual {
        Qual {
            ty,
            constant: false,
            volatile: false,
        }
    }
}

/// A function's type (C11 6.7.6.3).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// What it returns.
    pub result: Type,
    /// Types of the parameters; `None` without a prototype.
    pub params: Option<Vec<Type>>,
    /// Whether `...` follows.
    pub variadic: bool,
}

impl Type {
    /// `int`.
    pub const INT: Type = Type::Int(IntKind::Int);
    /// `char`.
    pub const CHAR: Type = Type::Int(IntKind::Char);

    /// A pointer to an unqualified type.
    pub fn pointer_to(self) -> Type {
        Type::Pointer(Rc::new(self.into()))
    }
    /// What an array consists of in the end; any other type itself.
    pub fn innermost(&self) -> &Type {
        let mut ty = self;
        while let Type::Array(element, _) = ty {
            ty = &element.ty;
        }
        ty
    }
    /// Whether values are mathematical integers in our model: integers, pointers and argument
    /// lists.
    pub fn is_scalar(&self) -> bool {
        matches!(
            self,
            Type::Bool | Type::Int(_) | Type::Pointer(_) | Type::VaList
        )
    }
    /// Integer types (C11 6.2.5p17).
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Bool | Type::Int(_))
    }
    /// Floating types.
    pub fn is_float(&self) -> bool {
        matches!(self, Type::Float(_))
    }
    /// Arithmetic types (C11 6.2.5p18).
    pub fn is_arithmetic(&self) -> bool {
        self.is_integer() || self.is_float()
    }
    /// The character types (C11 6.2.5p15).
    pub fn is_character(&self) -> bool {
        matches!(
            self,
            Type::Int(IntKind::Char | IntKind::SChar | IntKind::UChar)
        )
    }
    /// What a pointer points to.
    pub fn pointee(&self) -> Option<&Qual> {
        match self {
            Type::Pointer(q) => Some(q),
            _ => None,
        }
    }
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name; anonymous structures and unions have none (C11 6.7.2.1p13).
    pub name: Option<String>,
    /// The type.
    pub ty: Qual,
    /// Offset in bytes; for a bit-field, of the first byte that holds one of its bits.
    pub offset: u64,
    /// Of a bit-field: offset in bits from the start of the structure, and width.
    pub bits: Option<(u64, u8)>,
}

/// A structure or union type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Whether the members overlap.
    pub union: bool,
    /// The tag, or the first `typedef` name, or a made-up one. For people.
    pub name: String,
    /// Whether there is a tag.
    pub tagged: bool,
    /// The members, once the type is complete.
    pub fields: Option<Vec<Field>>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes as a member.
    pub align: u64,
}

/// What layout attributes ask for.
#[derive(Clone, Copy, Default, Debug)]
pub struct LayoutAttributes {
    /// `packed`.
    pub packed: bool,
    /// `aligned(n)`.
    pub aligned: Option<u64>,
    /// Of a member whose type is a `typedef` name with `aligned`: the alignment instead of the
    /// type's own, also a smaller one.
    pub natural: Option<u64>,
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

/// The structure and union types of a program, and the ABI.
pub struct Types {
    /// The ABI.
    pub profile: Profile,
    /// Indexed by [`Type::Record`].
    pub records: Vec<Record>,
}

/// Objects larger than this are refused: addresses must fit the pointer types.
const OBJECT_BYTES_MAX: u64 = 1 << 30;

impl Types {
    /// No types yet.
    pub fn new(profile: Profile) -> Types {
        Types {
            profile,
            records: Vec::new(),
        }
    }

    fn wide(&self) -> bool {
        self.profile == Profile::Lp64
    }
    /// The width of a pointer in bytes.
    pub fn pointer_bytes(&self) -> u64 {
        if self.wide() {
            8
        } else {
            4
        }
    }
    /// `size_t` (i386 and x86-64 System V).
    pub fn size_type(&self) -> Type {
        Type::Int(if self.wide() {
            IntKind::ULong
        } else {
            IntKind::UInt
        })
    }
    /// `ptrdiff_t`.
    pub fn difference_type(&self) -> Type {
        Type::Int(if self.wide() {
            IntKind::Long
        } else {
            IntKind::Int
        })
    }
    /// The machine type of addresses.
    pub fn address(&self) -> IntType {
        if self.wide() {
            IntType::U64
        } else {
            IntType::U32
        }
    }
    /// The record with this index.
    pub fn record(&self, id: u32) -> Option<&Record> {
        self.records.get(id as usize)
    }
    /// The members of a complete record; empty otherwise.
    pub fn fields(&self, id: u32) -> &[Field] {
        self.record(id)
            .and_then(|r| r.fields.as_deref())
            .unwrap_or(&[])
    }

    /// The machine type of an integer kind.
    pub fn int_type(&self, kind: IntKind) -> IntType {
        match kind {
            IntKind::Char | IntKind::SChar => IntType::I8,
            IntKind::UChar => IntType::U8,
            IntKind::Short => IntType::I16,
            IntKind::UShort => IntType::U16,
            IntKind::Int => IntType::I32,
            IntKind::UInt => IntType::U32,
            IntKind::Long if self.wide() => IntType::I64,
            IntKind::ULong if self.wide() => IntType::U64,
            IntKind::Long => IntType::I32,
            IntKind::ULong => IntType::U32,
            IntKind::LongLong => IntType::I64,
            IntKind::ULongLong => IntType::U64,
            IntKind::Bits(width, signed) => IntType::new(width, signed).unwrap_or(IntType::U64),
        }
    }

    /// The machine type of a scalar: integers and pointers. `_Bool` has one bit: it holds 0 or 1
    /// (C11 6.2.5p2, 6.3.1.2).
    pub fn machine(&self, ty: &Type) -> Option<IntType> {
        match ty {
            Type::Bool => IntType::new(1, false),
            Type::Int(kind) => Some(self.int_type(*kind)),
            Type::Pointer(_) | Type::VaList => Some(self.address()),
            _ => None,
        }
    }

    /// Whether a call through a pointer to one type does what it should to a function of the other:
    /// parameters and result have the same machine types. Without a prototype, the parameters are
    /// not known here.
    pub fn same_call(&self, a: &FunctionType, b: &FunctionType) -> bool {
        let same = |a: &Type, b: &Type| {
            a == b || (a.is_scalar() && b.is_scalar() && self.machine(a) == self.machine(b))
        };
        let params = match (&a.params, &b.params) {
            (Some(p), Some(q)) => p.len() == q.len() && p.iter().zip(q).all(|(a, b)| same(a, b)),
            _ => true,
        };
        params
            && same(&a.result, &b.result)
            && (a.variadic == b.variadic || a.params.is_none() || b.params.is_none())
    }

    /// Size in bytes (C11 6.5.3.4). `void` and functions count 1, as gcc does.
    ///
    /// # Errors
    /// For incomplete types.
    pub fn size_of(&self, ty: &Type) -> Result<u64, LayoutError> {
        Ok(match ty {
            Type::Void | Type::Function(_) | Type::Bool => 1,
            Type::Int(kind) => {
                u64::from(self.int_type(*kind).bits().div_ceil(8).next_power_of_two())
            }
            Type::Float(FloatKind::Float) => 4,
            Type::Float(FloatKind::Double) => 8,
            Type::Float(FloatKind::LongDouble) => {
                if self.wide() {
                    16
                } else {
                    12
                }
            }
            Type::Float(FloatKind::Quad | FloatKind::Int128 | FloatKind::UInt128) => 16,
            Type::VaList => {
                if self.wide() {
                    24
                } else {
                    4
                }
            }
            Type::Pointer(_) => self.pointer_bytes(),
            Type::Array(_, None) => {
                return Err(LayoutError(
                    "the size of an array without a length is unknown".to_owned(),
                ))
            }
            Type::Array(element, Some(n)) => {
                let size = self.size_of(&element.ty)?.checked_mul(*n);
                size.filter(|s| *s <= OBJECT_BYTES_MAX)
                    .ok_or_else(|| LayoutError("the array is too large".to_owned()))?
            }
            Type::Record(id) => match self.record(*id) {
                Some(Record {
                    fields: Some(_),
                    size,
                    ..
                }) => *size,
                other => {
                    return Err(LayoutError(format!(
                        "`{}` is an incomplete type",
                        other.map_or("?", |r| &r.name)
                    )))
                }
            },
        })
    }

    /// The bytes that an argument takes among variable arguments.
    ///
    /// # Errors
    /// For incomplete types.
    pub fn argument_bytes(&self, ty: &Type) -> Result<u64, LayoutError> {
        Ok(self.size_of(ty)?.next_multiple_of(self.pointer_bytes()))
    }

    /// Alignment in bytes of a member of this type. On i386, 8-byte scalars in structures are
    /// aligned to 4 (System V ABI i386, table 2.1).
    pub fn member_align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(element, _) => self.member_align(&element.ty),
            Type::Record(id) => self.record(*id).map_or(1, |r| r.align.max(1)),
            Type::VaList => self.pointer_bytes(),
            Type::Float(FloatKind::LongDouble) if !self.wide() => 4,
            Type::Float(FloatKind::Quad | FloatKind::Int128 | FloatKind::UInt128) => 16,
            _ => {
                let size = self.size_of(ty).unwrap_or(1).max(1);
                if self.wide() {
                    size
                } else {
                    size.min(4)
                }
            }
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
        let union = self.record(id).is_some_and(|r| r.union);
        let mut fields = Vec::with_capacity(members.len());
        // All offsets in bits.
        let (mut at, mut end, mut align) = (0u64, 0u64, 1u64);
        let last = members.len().saturating_sub(1);
        for (index, member) in members.into_iter().enumerate() {
            let size = match &member.ty.ty {
                // A flexible array member takes no room (C11 6.7.2.1p18).
                Type::Array(_, None) if index == last => 0,
                ty => self.size_of(ty)?,
            };
            let packed = attributes.packed || member.attributes.packed;
            let natural = member
                .attributes
                .natural
                .unwrap_or_else(|| self.member_align(&member.ty.ty))
                .min(attributes.pack.unwrap_or(u64::MAX));
            let mut unit = if packed { 1 } else { natural };
            unit = unit.max(member.attributes.aligned.unwrap_or(1));
            let start = if union { 0 } else { at };
            let (offset, next) = match member.width {
                None => {
                    let offset = round_up(start, unit * 8);
                    align = align.max(unit);
                    (offset, offset + size * 8)
                }
                // A width of 0 closes the unit (C11 6.7.2.1p12).
                Some(0) => (start, round_up(start, natural * 8)),
                Some(width) => {
                    let width = u64::from(width);
                    // A bit-field may not straddle more units of its alignment than its type fills
                    // (System V ABI; gcc's `excess_unit_span`).
                    let straddles = !packed
                        && (start % (natural * 8) + width).div_ceil(natural * 8)
                            > size.div_ceil(natural);
                    let offset = if straddles || member.attributes.aligned.is_some() {
                        round_up(start, unit * 8)
                    } else {
                        start
                    };
                    // An unnamed bit-field does not raise the structure's alignment.
                    if member.name.is_some() {
                        align = align.max(unit);
                    }
                    (offset, offset + width)
                }
            };
            at = next;
            end = end.max(next);
            // Unnamed bit-fields are padding (C11 6.7.2.1p12); unnamed records are members.
            if member.name.is_some() || member.width.is_none() {
                let bits = member.width.map(|w| (offset, w));
                fields.push(Field {
                    name: member.name,
                    ty: member.ty,
                    offset: offset / 8,
                    bits,
                });
            }
        }
        align = align.max(attributes.aligned.unwrap_or(1));
        let size = round_up(end.div_ceil(8), align);
        if size > OBJECT_BYTES_MAX {
            return Err(LayoutError("the structure is too large".to_owned()));
        }
        if let Some(record) = self.records.get_mut(id as usize) {
            record.fields = Some(fields);
            record.size = size;
            record.align = align;
        }
        Ok(())
    }

    /// The machine type of a member's value: odd widths for bit-fields (C11 6.7.2.1p10).
    pub fn field_machine(&self, field: &Field) -> Option<IntType> {
        let machine = self.machine(&field.ty.ty)?;
        match field.bits {
            Some((_, width)) => IntType::new(width.min(machine.bits()), machine.signed()),
            None => Some(machine),
        }
    }

    /// Looks a member up by name, also inside anonymous members: the chain of field indices, each
    /// with its record.
    pub fn find_member(&self, record: u32, name: &str) -> Option<Vec<(u32, usize)>> {
        let fields = self.fields(record);
        if let Some(index) = fields.iter().position(|f| f.name.as_deref() == Some(name)) {
            return Some(vec![(record, index)]);
        }
        fields
            .iter()
            .enumerate()
            .filter(|(_, f)| f.name.is_none())
            .find_map(|(index, f)| {
                let Type::Record(inner) = f.ty.ty else {
                    return None;
                };
                let mut path = self.find_member(inner, name)?;
                path.insert(0, (record, index));
                Some(path)
            })
    }

    /// Whether two types are compatible (C11 6.2.7), qualifiers aside. Enumerated types are their
    /// integer type here.
    pub fn compatible(&self, a: &Type, b: &Type) -> bool {
        match (a, b) {
            (Type::Pointer(p), Type::Pointer(q)) => self.compatible(&p.ty, &q.ty),
            (Type::Array(p, n), Type::Array(q, m)) => {
                self.compatible(&p.ty, &q.ty) && (n == m || n.is_none() || m.is_none())
            }
            (Type::Function(f), Type::Function(g)) => {
                let params = match (&f.params, &g.params) {
                    (Some(ps), Some(qs)) => {
                        ps.len() == qs.len()
                            && f.variadic == g.variadic
                            && ps.iter().zip(qs).all(|(p, q)| self.compatible(p, q))
                    }
                    _ => true,
                };
                params && self.compatible(&f.result, &g.result)
            }
            _ => a == b,
        }
    }

    /// Whether two types are compatible (C11 6.2.7), with the qualifiers of what they point to
    /// (6.7.6.1p2).
    pub fn interchangeable(&self, a: &Type, b: &Type) -> bool {
        let quals = |p: &Qual, q: &Qual| {
            p.constant == q.constant
                && p.volatile == q.volatile
                && self.interchangeable(&p.ty, &q.ty)
        };
        match (a, b) {
            (Type::Pointer(p), Type::Pointer(q)) => quals(p, q),
            (Type::Array(p, n), Type::Array(q, m)) => {
                quals(p, q) && (n == m || n.is_none() || m.is_none())
            }
            _ => self.compatible(a, b),
        }
    }

    /// Whether an enumeration may hide in a type: gcc gives it a type of at least the width of
    /// `int`.
    pub fn may_be_enumerated(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(kind) => !matches!(
                kind,
                IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort
            ),
            Type::Function(_) => true,
            Type::Pointer(q) | Type::Array(q, _) => self.may_be_enumerated(&q.ty),
            _ => false,
        }
    }

    /// A type in C-like notation, for messages.
    pub fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::VaList => "va_list".to_owned(),
            Type::Float(FloatKind::Float) => "float".to_owned(),
            Type::Float(FloatKind::Double) => "double".to_owned(),
            Type::Float(FloatKind::LongDouble) => "long double".to_owned(),
            Type::Float(FloatKind::Quad) => "_Float128".to_owned(),
            Type::Float(FloatKind::Int128) => "__int128".to_owned(),
            Type::Float(FloatKind::UInt128) => "unsigned __int128".to_owned(),
            Type::Int(IntKind::Bits(width, signed)) => format!(
                "{}bit-field of {width} bits",
                if *signed { "" } else { "unsigned " }
            ),
            Type::Int(kind) => int_name(*kind).to_owned(),
            Type::Pointer(q) => format!(
                "{}{} *",
                if q.constant { "const " } else { "" },
                self.show(&q.ty)
            ),
            Type::Array(q, Some(n)) => format!("{}[{n}]", self.show(&q.ty)),
            Type::Array(q, None) => format!("{}[]", self.show(&q.ty)),
            Type::Record(id) => self.record(*id).map_or("?".to_owned(), |r| {
                format!("{} {}", if r.union { "union" } else { "struct" }, r.name)
            }),
            Type::Function(f) => {
                let params: Vec<String> = f.params.iter().flatten().map(|p| self.show(p)).collect();
                format!("{} ({})", self.show(&f.result), params.join(", "))
            }
        }
    }
}

fn int_name(kind: IntKind) -> &'static str {
    match kind {
        IntKind::Char => "char",
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short",
        IntKind::UShort => "unsigned short",
        IntKind::Int => "int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long",
        IntKind::ULong => "unsigned long",
        IntKind::LongLong => "long long",
        IntKind::ULongLong => "unsigned long long",
        IntKind::Bits(..) => "bit-field",
    }
}

fn round_up(value: u64, unit: u64) -> u64 {
    value.div_ceil(unit.max(1)) * unit.max(1)
}
