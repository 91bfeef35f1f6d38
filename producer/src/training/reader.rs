//! How values are read: as sums of what C's objects are called, and as conditions over these.

use super::bits;
use super::names::{Names, RESULT};
use super::sums::{less, zero, Condition, Form, Sum};
use proofmark_frontend::flatten::{Base, Place, Step, Value, ValueKind};
use proofmark_frontend::ir::{Arith, Program, Relation};
use proofmark_frontend::types::Type;
use std::collections::BTreeMap;

/// Where the values on entry are, among the locals: no function has so many.
pub(super) const ENTRY: u32 = 1 << 30;

/// How values are read.
pub(super) struct Reader<'a> {
    pub(super) program: &'a Program,
    /// What variables are called.
    pub(super) names: &'a Names,
    /// What a variable stands for instead of itself.
    pub(super) instead: &'a dyn Fn(&Place) -> Option<Option<Sum>>,
}

impl Reader<'_> {
    /// What an object is called: as in a predicate, if one can name it.
    pub(super) fn place(&self, place: &Place) -> Option<String> {
        let mut out = match &place.base {
            Base::Global(g) => self.names.global(*g),
            Base::Local(l) if *l >= ENTRY => self.names.entry(l - ENTRY),
            Base::Local(l) => self.names.local(*l),
            Base::Result => RESULT.to_owned(),
            Base::Deref(pointer) => self.pointed(&self.sum(pointer)?),
            Base::String(_) => return None,
        };
        let mut steps = place.steps.iter();
        if let Some(pointer) = out.strip_prefix('*') {
            // `p->f`
            if let (Some(Step::Field(record, index)), true) =
                (place.steps.first(), is_path(pointer))
            {
                let field = self.field(*record, *index);
                out = format!("{pointer}->{field}");
                steps.next();
            }
        }
        for step in steps {
            match step {
                Step::Field(record, index) => out += &format!(".{}", self.field(*record, *index)),
                Step::Index(index) => out += &format!("[{{{:?}}}]", self.sum(index)?),
            }
        }
        Some(out)
    }

    fn field(&self, record: u32, index: usize) -> String {
        let field = self.program.types.field(record, index);
        let name = field.and_then(|f| f.name.clone());
        name.unwrap_or_else(|| format!("?{record} {index}"))
    }

    /// What a pointer points to.
    fn pointed(&self, pointer: &Sum) -> String {
        let mut parts = pointer.parts.iter();
        match (parts.next(), parts.next(), pointer.constant) {
            (Some((name, 1)), None, 0) if is_path(name) => format!("*{name}"),
            _ => format!("*({{{pointer:?}}})"),
        }
    }

    pub(super) fn sum(&self, value: &Value) -> Option<Sum> {
        let machine = self.program.types.machine(&value.ty)?;
        let empty = Sum {
            bits: machine.bits(),
            signed: machine.signed(),
            parts: BTreeMap::new(),
            constant: 0,
        };
        let part = |name: String| {
            let parts = BTreeMap::from([(name, 1)]);
            Sum {
                parts,
                ..empty.clone()
            }
        };
        match &value.kind {
            ValueKind::Int(v) => Some(
                Sum {
                    constant: *v,
                    ..empty
                }
                .reduced(),
            ),
            ValueKind::Load(place) if place.ty.volatile => None,
            ValueKind::Load(place) => match (self.instead)(place) {
                Some(other) => other.filter(|sum| sum.bits == empty.bits),
                None => Some(part(self.place(place)?)),
            },
            ValueKind::Negate(a) => Some(empty.plus(&self.sum(a)?, -1)),
            ValueKind::Arith(op, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                if let Some(known) = masked(*op, &a, &b) {
                    return Some(known);
                }
                match (op, a.value(), b.value()) {
                    (Arith::Add, ..) => Some(a.plus(&b, 1)),
                    (Arith::Sub, ..) => Some(a.plus(&b, -1)),
                    (Arith::Mul, Some(factor), _) => Some(empty.plus(&b, factor)),
                    (Arith::Mul, _, Some(factor)) => Some(empty.plus(&a, factor)),
                    _ => Some(part(format!("{{{op:?}({a:?}, {b:?})}}"))),
                }
            }
            ValueKind::Complement(a) => Some(bits::complement(&self.sum(a)?)),
            ValueKind::Convert(inner) => {
                let is_read = matches!(inner.kind, ValueKind::Load(_));
                let inner = self.sum(inner)?;
                // What is read stays the number that it is in a larger type.
                if is_read && inner.bits < empty.bits && inner.is_name() {
                    return Some(Sum {
                        parts: inner.parts,
                        ..empty
                    });
                }
                match (inner.bits == empty.bits, inner.value()) {
                    (true, _) => Some(Sum {
                        signed: empty.signed,
                        ..inner
                    }),
                    (false, Some(constant)) => Some(Sum { constant, ..empty }.reduced()),
                    (false, None) => Some(part(format!("{{convert {inner:?}}}"))),
                }
            }
            _ => None,
        }
    }

    pub(super) fn condition(&self, value: &Value) -> Option<Condition> {
        match &value.kind {
            ValueKind::Not(a) => self.condition(a).map(|(form, holds)| (form, !holds)),
            ValueKind::Convert(inner) if is_truth(value) || is_test(inner) => self.condition(inner),
            ValueKind::Compare(relation, a, b) => {
                let (a, b) = (self.sum(a)?, self.sum(b)?);
                // Of numbers without sign, nothing is less than none.
                let none = |sum: &Sum| !sum.signed && sum.value() == Some(0);
                Some(match relation {
                    Relation::Gt if none(&b) => (zero(&a), false),
                    Relation::Lt if none(&a) => (zero(&b), false),
                    Relation::Le if none(&b) => (zero(&a), true),
                    Relation::Ge if none(&a) => (zero(&b), true),
                    Relation::Eq => (zero(&a.plus(&b, -1)), true),
                    Relation::Ne => (zero(&a.plus(&b, -1)), false),
                    Relation::Lt => (less(a, b), true),
                    Relation::Ge => (less(a, b), false),
                    Relation::Gt => (less(b, a), true),
                    Relation::Le => (less(b, a), false),
                })
            }
            _ => Some((zero(&self.sum(value)?), false)),
        }
        .map(|condition| match bits::normal(condition) {
            (Form::Known(known), holds) => (Form::Known(known == holds), true),
            condition => condition,
        })
    }
}

/// A bit operation on a sum and a constant.
fn masked(op: Arith, a: &Sum, b: &Sum) -> Option<Sum> {
    let (sum, mask) = match (a.value(), b.value()) {
        (Some(mask), _) => (b, mask),
        (None, mask) => (a, mask?),
    };
    match op {
        Arith::And => bits::and(sum, mask),
        Arith::Or => bits::or(sum, mask),
        Arith::Xor => bits::xor(sum, mask),
        _ => None,
    }
}

/// Whether a value is that of a comparison: 1 or 0, in any type.
pub(super) fn is_test(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Compare(..) | ValueKind::Not(_) => true,
        ValueKind::Convert(inner) => is_truth(value) || is_test(inner),
        _ => false,
    }
}

/// Whether a value is 1 where another number is not 0, and else 0.
fn is_truth(value: &Value) -> bool {
    let from = match &value.kind {
        ValueKind::Convert(inner) => &inner.ty,
        _ => return false,
    };
    value.ty == Type::Bool && *from != Type::Bool
}

/// Whether a name is that of a variable, a member, or a member behind one.
fn is_path(name: &str) -> bool {
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'>');
    name.bytes().all(part)
}
