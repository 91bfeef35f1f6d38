//! C's types (C11 6.2.5). Their layout is in `layout`, which of them are compatible in
//! `compatible`, which of several files are one in `united`.

mod compatible;
mod layout;
mod united;

pub use compatible::Compatibility;
pub use layout::{Alignment, LayoutAttributes, LayoutError, Member};
pub use united::{Classes, Renaming};

use proofmark_logic::ieee::Format;
use proofmark_logic::types::{IntType, Profile};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
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

/// Types of numbers that are no integers of the model: the floating types, and gcc's 128-bit
/// integers. [`Types::format`] says which have values there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatKind {
    Float,
    /// `_Float32` and its like are types of their own (ISO/IEC TS 18661-3).
    Float32,
    Double,
    Float32x,
    Float64,
    LongDouble,
    Float64x,
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

/// A type with its qualifiers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Qual {
    /// The type.
    pub ty: Type,
    /// `const`.
    pub constant: bool,
    /// `volatile`: others may change the object.
    pub volatile: bool,
    /// What else was said.
    pub variant: Variant,
}

/// What a declaration says of a type besides its values and their accesses. It matters for layouts,
/// and where a program asks whether types are compatible; otherwise types that differ in it are
/// equal, so `==` looks at `_Atomic` only, which makes another type (C11 6.2.5p27).
#[derive(Clone, Copy, Default, Debug)]
pub struct Variant {
    /// `_Atomic`.
    pub atomic: bool,
    /// `restrict`.
    pub restrict: bool,
    /// The alignment of a `typedef` name with the attribute `aligned`: instead of the type's own,
    /// also a smaller one (gcc manual, "Common Type Attributes").
    pub align: Option<u64>,
    /// The enumeration that an integer type stands for.
    pub enumeration: Option<u32>,
    /// Of an array without a constant length: the local of its function that holds its size in
    /// bytes (C11 6.7.6.2p4).
    pub size: Option<u32>,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.atomic == other.atomic
    }
}

impl Eq for Variant {}

impl Hash for Variant {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.atomic.hash(state);
    }
}

impl From<Type> for Qual {
    fn from(ty: Type) -> Qual {
        Qual {
            ty,
            constant: false,
            volatile: false,
            variant: Variant::default(),
        }
    }
}

impl Qual {
    /// The local that holds the size in bytes, of an array whose length or elements have no
    /// constant size.
    pub fn run_time_size(&self) -> Option<u32> {
        match self.ty {
            Type::Array(_, None) => self.variant.size,
            _ => None,
        }
    }
    /// Whether others are expected to change the object: it is `volatile` or `_Atomic`.
    pub fn is_unsteady(&self) -> bool {
        self.volatile || self.variant.atomic
    }
    /// Whether some array in the type has a computed length (C11 6.7.6p3).
    pub fn is_variably_modified(&self) -> bool {
        self.run_time_size().is_some() || self.ty.is_variably_modified()
    }
    /// Whether arrays in types that are otherwise compatible certainly have the same lengths.
    pub fn has_lengths_of(&self, other: &Qual) -> bool {
        self.variant.size == other.variant.size
            && match (&self.ty, &other.ty) {
                (Type::Array(p, n), Type::Array(q, m)) => n == m && p.has_lengths_of(q),
                (Type::Pointer(p), Type::Pointer(q)) => p.has_lengths_of(q),
                _ => true,
            }
    }
    /// This type with more qualifiers: of an array, its elements have them (C11 6.7.3p9).
    #[must_use]
    pub fn qualified(self, more: &Qual) -> Qual {
        let ty = match self.ty {
            Type::Array(element, length) => {
                Type::Array(Rc::new(Qual::clone(&element).qualified(more)), length)
            }
            other => other,
        };
        let array = matches!(ty, Type::Array(..));
        Qual {
            ty,
            constant: self.constant || more.constant,
            volatile: self.volatile || more.volatile,
            variant: Variant {
                atomic: self.variant.atomic || more.variant.atomic && !array,
                restrict: self.variant.restrict || more.variant.restrict && !array,
                ..self.variant
            },
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
    /// What is known besides of the result, then of the parameters.
    pub variants: Vec<Variant>,
}

impl FunctionType {
    /// The result with what is known besides.
    pub fn result_type(&self) -> Qual {
        Qual {
            variant: self.variants.first().copied().unwrap_or_default(),
            ..self.result.clone().into()
        }
    }

    /// The parameters of a prototype with what is known besides.
    pub fn parameters(&self) -> Option<Vec<Qual>> {
        let more = self.variants.iter().copied().skip(1);
        let more = more.chain(std::iter::repeat(Variant::default()));
        let qual = |(ty, variant): (&Type, Variant)| Qual {
            variant,
            ..ty.clone().into()
        };
        Some(self.params.as_ref()?.iter().zip(more).map(qual).collect())
    }
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
    /// lists. Patterns of floating values are not meant.
    pub fn is_scalar(&self) -> bool {
        matches!(
            self,
            Type::Bool | Type::Int(_) | Type::Pointer(_) | Type::VaList
        )
    }
    /// Whether some array that it points to or consists of has a computed length (C11 6.7.6p3).
    pub fn is_variably_modified(&self) -> bool {
        match self {
            Type::Pointer(inner) | Type::Array(inner, _) => inner.is_variably_modified(),
            _ => false,
        }
    }
    /// The type outside of the function that computes lengths in it.
    #[must_use]
    pub fn without_sizes(&self) -> Type {
        if !self.is_variably_modified() {
            return self.clone();
        }
        let inner = |q: &Rc<Qual>| {
            Rc::new(Qual {
                ty: q.ty.without_sizes(),
                variant: Variant {
                    size: None,
                    ..q.variant
                },
                ..Qual::clone(q)
            })
        };
        match self {
            Type::Pointer(q) => Type::Pointer(inner(q)),
            Type::Array(q, length) => Type::Array(inner(q), *length),
            other => other.clone(),
        }
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
    /// Its alignment.
    pub align: Alignment,
    /// Whether gcc has no machine mode for it, so that i386 does not limit its alignment as that
    /// of an integer.
    pub block: bool,
    /// The file that declares it, from 1 on; 0 for all, once it is known which are one.
    pub unit: u32,
}

/// What is known of floating values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Floats {
    /// Nothing.
    Opaque,
    /// `float` and `double` are patterns of IEEE 754.
    Exact,
}

/// The structure and union types of a program, and the ABI.
pub struct Types {
    /// The ABI.
    pub profile: Profile,
    /// What is known of floating values: nothing before the program is in flat C.
    pub floats: Floats,
    /// Indexed by [`Type::Record`].
    pub records: Vec<Record>,
    /// How many files the program has: types of two may be one where they look alike.
    pub files: u32,
    /// Whether a file has two types of its own which a type of another file is compatible with.
    pub apart: bool,
    /// Which records of the files so far are one.
    pub classes: Classes,
    /// How many enumerations there are; [`Variant::enumeration`] counts them.
    pub enumerations: u32,
    /// The complex types so far, by the type of their parts: each is a structure that holds an
    /// array of two parts (C11 6.2.5p13).
    pub complex: Vec<(FloatKind, u32)>,
    /// Structures that the program leaves incomplete, and of which a library tells.
    pub told: BTreeSet<u32>,
    /// By enumeration: its constants, in order. For messages only.
    pub enumerators: BTreeMap<u32, Vec<(String, i128)>>,
}

/// Objects larger than this are refused: addresses must fit the pointer types.
pub(crate) const OBJECT_BYTES_MAX: u64 = 1 << 30;

impl Types {
    /// No types yet.
    pub fn new(profile: Profile) -> Types {
        Types {
            profile,
            floats: Floats::Opaque,
            records: Vec::new(),
            files: 0,
            apart: false,
            classes: Classes::default(),
            enumerations: 0,
            complex: Vec::new(),
            told: BTreeSet::new(),
            enumerators: BTreeMap::new(),
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
    /// `wchar_t` (gcc's `__WCHAR_TYPE__`).
    pub fn wide_character(&self) -> Type {
        Type::Int(if self.wide() {
            IntKind::Int
        } else {
            IntKind::Long
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
    /// The complex type with such parts (C11 6.2.5p11). gcc aligns it as its parts.
    ///
    /// # Errors
    /// None for floating types.
    pub fn complex(&mut self, part: FloatKind) -> Result<Type, LayoutError> {
        if let Some((_, id)) = self.complex.iter().find(|(known, _)| *known == part) {
            return Ok(Type::Record(*id));
        }
        let own = Type::Float(part);
        let parts = Qual::from(Type::Array(Rc::new(own.clone().into()), Some(2)));
        let id = u32::try_from(self.records.len()).unwrap_or(u32::MAX);
        self.records.push(Record {
            union: false,
            name: format!("_Complex {}", self.show(&own)),
            tagged: false,
            size: self.size_of(&parts.ty)?,
            align: self.alignment(&parts),
            fields: Some(vec![Field {
                name: None,
                ty: parts,
                offset: 0,
                bits: None,
            }]),
            block: false,
            unit: 0,
        });
        self.complex.push((part, id));
        Ok(Type::Record(id))
    }
    /// The type of the parts of a complex type; `None` for other types.
    pub fn complex_part(&self, ty: &Type) -> Option<FloatKind> {
        let Type::Record(id) = ty else {
            return None;
        };
        let found = self.complex.iter().find(|(_, known)| known == id);
        found.map(|(part, _)| *part)
    }
    /// A member of a complete record.
    pub fn field(&self, record: u32, index: usize) -> Option<&Field> {
        self.fields(record).get(index)
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

    /// The format of a floating type whose values are patterns. Those of `long double` and of the
    /// types beyond it are not modelled.
    pub fn format(&self, ty: &Type) -> Option<Format> {
        match (self.floats, ty) {
            (Floats::Opaque, _) => None,
            (Floats::Exact, Type::Float(kind)) => match kind {
                FloatKind::Float | FloatKind::Float32 => Some(Format::Single),
                FloatKind::Double | FloatKind::Float32x | FloatKind::Float64 => {
                    Some(Format::Double)
                }
                FloatKind::LongDouble
                | FloatKind::Float64x
                | FloatKind::Quad
                | FloatKind::Int128
                | FloatKind::UInt128 => None,
            },
            (Floats::Exact, _) => None,
        }
    }

    /// The machine type of a scalar: integers, pointers, and patterns of floating values. `_Bool`
    /// has one bit: it holds 0 or 1 (C11 6.2.5p2, 6.3.1.2).
    pub fn machine(&self, ty: &Type) -> Option<IntType> {
        match ty {
            Type::Bool => IntType::new(1, false),
            Type::Int(kind) => Some(self.int_type(*kind)),
            Type::Pointer(_) | Type::VaList => Some(self.address()),
            Type::Float(_) => self.format(ty).map(|format| match format {
                Format::Single => IntType::U32,
                Format::Double => IntType::U64,
            }),
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
            Type::Float(FloatKind::Float | FloatKind::Float32) => 4,
            Type::Float(FloatKind::Double | FloatKind::Float32x | FloatKind::Float64) => 8,
            Type::Float(FloatKind::LongDouble | FloatKind::Float64x) => {
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

    /// A type in C-like notation, for messages.
    pub fn show(&self, ty: &Type) -> String {
        match ty {
            Type::Void => "void".to_owned(),
            Type::Bool => "_Bool".to_owned(),
            Type::VaList => "va_list".to_owned(),
            Type::Float(FloatKind::Float) => "float".to_owned(),
            Type::Float(FloatKind::Float32) => "_Float32".to_owned(),
            Type::Float(FloatKind::Float32x) => "_Float32x".to_owned(),
            Type::Float(FloatKind::Float64) => "_Float64".to_owned(),
            Type::Float(FloatKind::Float64x) => "_Float64x".to_owned(),
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
            Type::Array(..) => {
                // The length of the whole comes first.
                let (mut lengths, mut at) = (String::new(), ty);
                while let Type::Array(element, length) = at {
                    let length = length.map_or(String::new(), |n| n.to_string());
                    lengths += &["[", &length, "]"].concat();
                    at = &element.ty;
                }
                format!("{}{lengths}", self.show(at))
            }
            Type::Record(id) => self.record(*id).map_or("?".to_owned(), |r| {
                match (self.complex_part(ty), r.union) {
                    (Some(_), _) => r.name.clone(),
                    (None, true) => format!("union {}", r.name),
                    (None, false) => format!("struct {}", r.name),
                }
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
