//! Claims about types, without a word of how C spells them: sizes, signs, what is a pointer. A
//! spelling can be exponentially long, and leaves out what attributes say.

use super::facts::{Alignment, Claim};
use super::uses::Uses;
use crate::types::{FloatKind, IntKind, Qual, Record, Type, Types};

/// Pointers are followed so far.
const POINTERS_MAX: usize = 3;
/// Longer texts of nested members are not built.
const TEXT_BYTES_MAX: usize = 512;
/// gcc's `pointer_type_class` and `real_type_class` (gcc's `typeclass.h`).
const POINTER: i128 = 5;
const REAL: i128 = 8;

/// What an expression of a type is. `tag` says by which tag a record is known where it stands.
pub fn of_expression(
    types: &Types,
    text: &str,
    ty: &Qual,
    tag: &dyn Fn(u32) -> Option<String>,
) -> Vec<Claim> {
    let mut out = Vec::new();
    let (mut text, mut ty) = (text.to_owned(), ty);
    for _ in 0..=POINTERS_MAX {
        if text.len() > TEXT_BYTES_MAX {
            break;
        }
        let sized = types.size_of(&ty.ty).ok();
        let size = |size: u64| size_claim(&text, size);
        match &ty.ty {
            Type::Void | Type::Function(_) | Type::VaList | Type::Int(IntKind::Bits(..)) => break,
            // Where something points to it, it need not be complete.
            Type::Int(_) if ty.variant.enumeration.is_some() && !out.is_empty() => break,
            Type::Record(_) if sized.is_none() => break,
            Type::Bool => {
                out.extend(sized.map(size));
                out.push(holds(
                    &text,
                    "a truth value",
                    &format!("(__typeof__({text}))2 == 1"),
                    1,
                ));
                break;
            }
            Type::Int(kind) => {
                out.extend(sized.map(size));
                let sign = i128::from(types.int_type(*kind).signed());
                let test = format!("(__typeof__({text}))-1 < 0");
                out.push(holds(&text, "signed", &test, sign));
                break;
            }
            Type::Float(kind) => {
                out.extend(sized.map(size));
                if !matches!(kind, FloatKind::Int128 | FloatKind::UInt128) {
                    out.push(class(&text, "a real number", REAL));
                }
                break;
            }
            Type::Record(id) => {
                match tag(*id) {
                    Some(tag) => {
                        let test =
                            format!("__builtin_types_compatible_p(__typeof__({text}), {tag})");
                        out.push(holds(&text, &format!("a `{tag}`"), &test, 1));
                    }
                    None if out.is_empty() => out.extend(sized.map(size)),
                    None => {}
                }
                break;
            }
            Type::Pointer(to) => {
                out.push(class(&text, "a pointer", POINTER));
                (text, ty) = (format!("(*{text})"), to);
            }
            Type::Array(element, _) => {
                out.extend(sized.map(size));
                (text, ty) = (format!("({text}[0])"), element);
            }
        }
    }
    out
}

/// That an object is aligned as its declaration asks for, or as an atomic type is, or an array of
/// one, or more: elsewhere its size and its members say it.
pub fn of_place(types: &Types, name: &str, ty: &Qual) -> Option<Claim> {
    let mut inner = ty;
    while let Type::Array(element, _) = &inner.ty {
        inner = element;
    }
    let special = ty.variant.align.is_some() || inner.variant.atomic;
    let bytes = types.alignment(ty).bytes;
    let what = format!("whether the alignment of `{name}` is a multiple of {bytes}");
    let test = format!("__alignof__({name}) % {bytes} == 0");
    special.then(|| Claim::equal(what, test, 1))
}

fn size_claim(text: &str, size: u64) -> Claim {
    let what = format!("the size of `{text}`");
    Claim::equal(what, format!("sizeof({text})"), i128::from(size))
}

fn holds(text: &str, what: &str, test: &str, value: i128) -> Claim {
    Claim::equal(format!("whether `{text}` is {what}"), test, value)
}

fn class(text: &str, what: &str, number: i128) -> Claim {
    let test = format!("__builtin_classify_type({text}) == {number}");
    holds(text, what, &test, 1)
}

/// The layout of a record that `name` names: size, alignment, and of each member that is used its
/// place and what it is.
pub fn of_record(
    (types, uses): (&Types, &Uses),
    id: u32,
    name: &str,
    alignment: Alignment,
) -> Vec<Claim> {
    let mut layout = Layout {
        types,
        uses,
        out: Vec::new(),
    };
    if let Some(record) = types.record(id) {
        layout.record(record, name, alignment);
        layout.members(name, id, 0);
    }
    layout.out
}

/// The layout of a record that is defined within an expression, by its definition.
pub fn of_written(types: &Types, id: u32, definition: &str) -> Vec<Claim> {
    let all = (0u32..).zip(&types.records).map(|(id, _)| id);
    let uses = Uses {
        whole: all.collect(),
        ..Uses::default()
    };
    of_record((types, &uses), id, definition, Alignment::Own)
}

/// The claims about a record while they are collected.
struct Layout<'a> {
    types: &'a Types,
    uses: &'a Uses,
    out: Vec<Claim>,
}

impl Layout<'_> {
    fn record(&mut self, record: &Record, name: &str, alignment: Alignment) {
        let size = format!("sizeof({name})");
        let what = |what: &str| format!("the {what} of `{name}`");
        self.out
            .push(Claim::equal(what("size"), size, record.size.into()));
        if alignment == Alignment::Own {
            let align = format!("__alignof__({name})");
            let bytes = i128::from(record.align.bytes);
            self.out.push(Claim::equal(what("alignment"), align, bytes));
        }
    }

    /// The members of a record that lies at an offset of the type `name`.
    fn members(&mut self, name: &str, id: u32, start: u64) {
        let whole = self.uses.whole.contains(&id);
        for (index, field) in self.types.fields(id).iter().enumerate() {
            let named = self.uses.members.contains(&(id, index));
            match (&field.name, field.bits, &field.ty.ty) {
                // A bit-field has neither an offset nor a type that has a name.
                (_, Some(_), _) => {}
                (Some(_), None, _) if !whole && !named => {}
                (Some(member), None, _) => {
                    let text = format!("(*({name} *)0).{member}");
                    self.out.push(Claim::equal(
                        format!("the offset of `{member}` in `{name}`"),
                        format!("__builtin_offsetof({name}, {member})"),
                        i128::from(start + field.offset),
                    ));
                    if named {
                        self.out
                            .extend(of_expression(self.types, &text, &field.ty, &|_| None));
                    } else if let Ok(size) = self.types.size_of(&field.ty.ty) {
                        self.out.push(size_claim(&text, size));
                    }
                    self.inner(&text, &field.ty);
                }
                (None, None, Type::Record(anonymous)) => {
                    self.members(name, *anonymous, start + field.offset);
                }
                (None, None, _) => {}
            }
        }
    }

    /// The record without a tag that a member is.
    fn inner(&mut self, text: &str, ty: &Qual) {
        let (mut text, mut ty, mut alignment) = (text.to_owned(), ty, Alignment::Own);
        loop {
            if ty.variant.align.is_some() || ty.variant.atomic {
                alignment = Alignment::Hidden;
            }
            match &ty.ty {
                Type::Array(element, _) => (text, ty) = (format!("{text}[0]"), element),
                Type::Record(id) => {
                    let untagged = self.types.record(*id).filter(|r| !r.tagged);
                    if let (Some(record), true) = (untagged, text.len() <= TEXT_BYTES_MAX) {
                        let name = format!("__typeof__({text})");
                        self.record(record, &name, alignment);
                        self.members(&name, *id, 0);
                    }
                    return;
                }
                _ => return,
            }
        }
    }
}
