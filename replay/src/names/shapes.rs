//! Types as messages need them: which part of an object lies where, and what its values are called.

use proofmark_frontend::types::{IntKind, Qual, Type, Types};
use proofmark_logic::ieee::Format;
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, HashMap};

/// Index of a type in [`Shapes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ShapeId(usize);

/// Types. What a structure holds is added once, when its members are first needed.
#[derive(Default)]
pub struct Shapes {
    shapes: Vec<(Shape, u64)>,
    known: HashMap<Shape, ShapeId>,
    records: BTreeMap<u32, Record>,
    enumerators: BTreeMap<u32, Vec<(String, i128)>>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Shape {
    Integer(IntType, Kind),
    Floating(Format),
    Pointer(ShapeId),
    Array(ShapeId, Option<u64>),
    Record(u32),
    Other,
}

/// What an integer is besides a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Number,
    Character,
    Boolean,
    Enumeration(u32),
}

/// Bits of a scalar part of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The way from the object to the scalar: `.a[3]`.
    pub path: String,
    /// The scalar's type.
    pub shape: ShapeId,
    /// The first bit in the scalar.
    pub from: u64,
}

impl Part {
    /// The same bits of a larger object.
    fn below(self, step: &str) -> Part {
        Part {
            path: format!("{step}{}", self.path),
            ..self
        }
    }
}

struct Record {
    union: bool,
    members: Vec<Member>,
}

struct Member {
    name: Option<String>,
    /// Offset and width, in bits.
    bits: (u64, u64),
    shape: ShapeId,
}

impl Shapes {
    /// The shape of a type.
    pub(super) fn add(&mut self, types: &Types, ty: &Qual) -> ShapeId {
        let bits = types.size_of(&ty.ty).map_or(0, |bytes| bytes * 8);
        let shape = match &ty.ty {
            Type::Bool => match types.machine(&ty.ty) {
                Some(machine) => Shape::Integer(machine, Kind::Boolean),
                None => Shape::Other,
            },
            Type::Int(kind) => {
                let character = matches!(kind, IntKind::Char);
                let kind_of = match ty.variant.enumeration {
                    Some(id) => {
                        let constants = types.enumerators.get(&id).cloned();
                        self.enumerators
                            .entry(id)
                            .or_insert(constants.unwrap_or_default());
                        Kind::Enumeration(id)
                    }
                    None if character => Kind::Character,
                    None => Kind::Number,
                };
                Shape::Integer(types.int_type(*kind), kind_of)
            }
            Type::Pointer(pointee) => Shape::Pointer(self.add(types, pointee)),
            Type::Array(element, length) => Shape::Array(self.add(types, element), *length),
            Type::Record(id) => Shape::Record(*id),
            Type::Float(_) => types.format(&ty.ty).map_or(Shape::Other, Shape::Floating),
            Type::Void | Type::VaList | Type::Function(_) => Shape::Other,
        };
        if let Some(known) = self.known.get(&shape) {
            return *known;
        }
        let id = ShapeId(self.shapes.len());
        self.shapes.push((shape.clone(), bits));
        self.known.insert(shape, id);
        if let Type::Record(record) = ty.ty {
            self.add_record(types, record);
        }
        id
    }

    fn add_record(&mut self, types: &Types, id: u32) {
        let Some(record) = types.record(id) else {
            return;
        };
        let mut members = Vec::new();
        for field in types.fields(id) {
            let shape = self.add(types, &field.ty);
            let whole = (field.offset * 8, self.bits(shape));
            members.push(Member {
                name: field.name.clone(),
                bits: field
                    .bits
                    .map_or(whole, |(at, width)| (at, u64::from(width))),
                shape,
            });
        }
        let union = record.union;
        self.records.insert(id, Record { union, members });
    }

    fn shape(&self, id: ShapeId) -> &Shape {
        self.shapes
            .get(id.0)
            .map_or(&Shape::Other, |(shape, _)| shape)
    }

    /// Size in bits; 0 if unknown.
    pub fn bits(&self, id: ShapeId) -> u64 {
        self.shapes.get(id.0).map_or(0, |(_, bits)| *bits)
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: ShapeId) -> Option<ShapeId> {
        match self.shape(id) {
            Shape::Pointer(pointee) => Some(*pointee),
            _ => None,
        }
    }

    /// Whether it has members.
    pub fn is_record(&self, id: ShapeId) -> bool {
        matches!(self.shape(id), Shape::Record(_))
    }

    /// The type of values, of a type that holds one.
    pub fn integer(&self, id: ShapeId) -> Option<IntType> {
        match self.shape(id) {
            Shape::Integer(ty, _) => Some(*ty),
            Shape::Pointer(_) | Shape::Floating(_) => {
                IntType::new(u8::try_from(self.bits(id)).ok()?, false)
            }
            Shape::Array(..) | Shape::Record(_) | Shape::Other => None,
        }
    }

    /// The scalar part that holds these bits of an object: its path from the object (`.a[3]`), and
    /// its type. Of the members of a union it is one that is as large as what is asked, if there
    /// is one.
    pub fn part(&self, id: ShapeId, from: u64, width: u64) -> Option<Part> {
        match self.shape(id) {
            Shape::Integer(..) | Shape::Floating(_) | Shape::Pointer(_) | Shape::Other => {
                let (path, shape) = (String::new(), id);
                let inside = from.saturating_add(width) <= self.bits(id);
                inside.then_some(Part { path, shape, from })
            }
            Shape::Array(element, _) => {
                let size = self.bits(*element);
                let index = from.checked_div(size)?;
                let part = self.part(*element, from % size, width)?;
                Some(part.below(&format!("[{index}]")))
            }
            Shape::Record(record) => {
                let record = self.records.get(record)?;
                let holds = |member: &&Member| {
                    let (at, wide) = member.bits;
                    // A flexible member has no size of its own.
                    let inside = from.saturating_add(width) <= at.saturating_add(wide);
                    at <= from && (inside || wide == 0)
                };
                let parts = record.members.iter().filter(holds).filter_map(|member| {
                    let part = self.part(member.shape, from - member.bits.0, width)?;
                    let name = member.name.as_ref().map(|name| format!(".{name}"));
                    Some(part.below(&name.unwrap_or_default()))
                });
                let mut parts: Vec<Part> = parts.collect();
                let exact = parts.iter().position(|part| self.bits(part.shape) == width);
                let best = exact.filter(|_| record.union).unwrap_or(0);
                (best < parts.len()).then(|| parts.swap_remove(best))
            }
        }
    }

    /// The outermost part that begins at this byte of an object, of whatever type.
    pub fn begins(&self, id: ShapeId, byte: u64) -> Option<(String, ShapeId)> {
        if byte == 0 {
            return Some((String::new(), id));
        }
        match self.shape(id) {
            Shape::Array(element, _) => {
                let size = self.bits(*element) / 8;
                let index = byte.checked_div(size)?;
                let (path, part) = self.begins(*element, byte % size)?;
                Some((format!("[{index}]{path}"), part))
            }
            Shape::Record(record) => {
                let members = &self.records.get(record)?.members;
                members.iter().find_map(|member| {
                    let (at, wide) = (member.bits.0 / 8, member.bits.1.div_ceil(8));
                    let inside = at <= byte && (byte < at + wide || wide == 0);
                    let (path, part) = self.begins(member.shape, byte.checked_sub(at)?)?;
                    let name = member.name.as_ref().map(|name| format!(".{name}"));
                    inside.then(|| (format!("{}{path}", name.unwrap_or_default()), part))
                })
            }
            Shape::Integer(..) | Shape::Floating(_) | Shape::Pointer(_) | Shape::Other => None,
        }
    }

    /// A value as C writes it: constants of enumerations by their names.
    pub fn value(&self, id: ShapeId, value: i128) -> String {
        match self.shape(id) {
            Shape::Integer(_, Kind::Enumeration(id)) => {
                let constants = self.enumerators.get(id).into_iter().flatten();
                let named = constants.clone().find(|(_, known)| *known == value);
                named.map_or_else(|| value.to_string(), |(name, _)| name.clone())
            }
            Shape::Integer(_, Kind::Character) => match u8::try_from(value) {
                Ok(c) if c.is_ascii_graphic() => format!("{value} ('{}')", char::from(c)),
                _ => value.to_string(),
            },
            Shape::Floating(Format::Single) => match u32::try_from(value) {
                Ok(bits) => format!("{:?}", f32::from_bits(bits)),
                Err(_) => value.to_string(),
            },
            Shape::Floating(Format::Double) => match u64::try_from(value) {
                Ok(bits) => format!("{:?}", f64::from_bits(bits)),
                Err(_) => value.to_string(),
            },
            Shape::Pointer(_) if value == 0 => "NULL".to_owned(),
            Shape::Pointer(_) => format!("{value:#x}"),
            _ => value.to_string(),
        }
    }
}
