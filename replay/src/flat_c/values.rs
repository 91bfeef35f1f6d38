//! Places and values of flat C as expressions of C.

use super::{cast, label, word, Printer, Result};
use proofmark_frontend::flatten::{Base, Place, Step, Value, ValueKind};
use proofmark_frontend::ir::{Arith, Relation};
use proofmark_frontend::types::Type;

impl<'p> Printer<'p> {
    pub(super) fn base(&mut self, place: &Place) -> Result<String> {
        Ok(match &place.base {
            Base::Global(g) => format!("(char *)&G{g}"),
            Base::Local(l) => format!("(char *)&l{l}"),
            Base::String(s) => format!("(char *)S{s}"),
            Base::Result => "(char *)&result".to_owned(),
            Base::Deref(pointer) => self.value(pointer)?,
        })
    }

    /// The address of a place, and for a bit-field which bits it has.
    pub(super) fn address(&mut self, place: &Place) -> Result<(String, Option<(u64, u8)>)> {
        let (mut at, mut ty) = (self.base(place)?, place.base_ty.clone());
        let mut bits = None;
        if let Base::Global(g) = place.base {
            ty = self
                .program
                .globals
                .get(g as usize)
                .map_or(ty, |g| g.ty.ty.clone());
        }
        for step in &place.steps {
            match step {
                Step::Field(record, index) => {
                    let field = self.program.types.fields(*record).get(*index);
                    let field = field.ok_or("a member is missing")?;
                    at = format!("({at} + {})", field.offset);
                    bits = field.bits.map(|(start, width)| (start % 8, width));
                    ty = field.ty.ty.clone();
                }
                Step::Index(index) => {
                    let Type::Array(element, _) = &ty else {
                        return Err("an index into no array".to_owned());
                    };
                    let size = self.size(&element.ty)?;
                    at = format!("({at} + (long)({}) * {size})", self.value(index)?);
                    ty = element.ty.clone();
                }
            }
        }
        Ok((at, bits))
    }

    /// The type of the object that a whole variable is.
    pub(super) fn whole(&self, place: &Place) -> Option<(String, Type)> {
        if !place.steps.is_empty() {
            return None;
        }
        match &place.base {
            Base::Local(l) => {
                let local = self.body?.locals.get(*l as usize)?;
                Some((format!("l{l}"), local.ty.ty.clone()))
            }
            Base::Global(g) => {
                let global = self.program.globals.get(*g as usize)?;
                Some((format!("G{g}"), global.ty.ty.clone()))
            }
            Base::Result => Some(("result".to_owned(), place.ty.ty.clone())),
            Base::Deref(_) | Base::String(_) => None,
        }
    }

    pub(super) fn load(&mut self, place: &Place, ty: &Type) -> Result<String> {
        if let Some((name, own)) = self.whole(place).filter(|(_, own)| own == ty) {
            return Ok(if matches!(own, Type::Record(_)) {
                name
            } else {
                cast(ty, &name)?
            });
        }
        let (at, bits) = self.address(place)?;
        if let Type::Record(_) = ty {
            let object = self.value_type(ty)?;
            return Ok(format!("*({object} *)({at})"));
        }
        match bits {
            Some((first, width)) => {
                let get = format!("get_((unsigned char *)({at}), {first}, {width})");
                let signed = self.program.types.machine(ty).is_some_and(|m| m.signed());
                cast(
                    ty,
                    &if signed {
                        format!("signed_({get}, {width})")
                    } else {
                        get
                    },
                )
            }
            None => cast(ty, &format!("*(at_{} *)({at})", word(ty)?)),
        }
    }

    /// Stores an expression of C.
    pub(super) fn store(&mut self, place: &Place, e: &str) -> Result<String> {
        let ty = &place.ty.ty;
        if let Some((name, _)) = self.whole(place).filter(|(_, own)| own == ty) {
            return Ok(match ty {
                Type::Record(_) => format!("{name} = {e};"),
                _ => format!("{name} = {};", cast(ty, e)?),
            });
        }
        let (at, bits) = self.address(place)?;
        if let Type::Record(_) = ty {
            let (object, size) = (self.value_type(ty)?, self.size(ty)?);
            return Ok(format!(
                "{{ {object} v = {e}; __builtin_memmove({at}, &v, {size}); }}"
            ));
        }
        Ok(match bits {
            Some((first, width)) => {
                let value = cast(ty, e)?;
                format!("put_((unsigned char *)({at}), {first}, {width}, (bits_)({value}));")
            }
            None => format!("*(at_{} *)({at}) = {};", word(ty)?, cast(ty, e)?),
        })
    }

    // -- values

    pub(super) fn value(&mut self, value: &Value) -> Result<String> {
        let ty = &value.ty;
        let text = match &value.kind {
            ValueKind::Int(v) => integer(*v),
            ValueKind::Float(bits) => format!("double_({bits}ULL)"),
            ValueKind::Unknown => return Err("an unknown value".to_owned()),
            ValueKind::VarArgs => return Err("a list of variable arguments".to_owned()),
            ValueKind::Load(place) => return self.load(place, ty),
            ValueKind::Address(place) => self.address(place)?.0,
            ValueKind::Function(f) => self.name(*f),
            ValueKind::LabelAddress(f, l) if self.is_own(*f) => format!("&&{}", label(*l)),
            ValueKind::LabelAddress(..) => return Err("a label outside of its function".to_owned()),
            ValueKind::Negate(a) => format!("-{}", self.value(a)?),
            ValueKind::Complement(a) => format!("~{}", self.value(a)?),
            ValueKind::Not(a) => format!("!{}", self.value(a)?),
            ValueKind::Convert(a) => match (&a.ty, ty) {
                (Type::Pointer(_), Type::Int(_)) => format!("(unsigned long){}", self.value(a)?),
                (Type::Int(_) | Type::Bool, Type::Pointer(_)) => {
                    format!("(long){}", self.value(a)?)
                }
                _ => self.value(a)?,
            },
            ValueKind::Arith(op, a, b) => self.arithmetic(*op, a, b, ty)?,
            ValueKind::PointerAdd {
                pointer,
                index,
                size,
                minus,
            } => {
                let sign = if *minus { '-' } else { '+' };
                let (pointer, index) = (self.value(pointer)?, self.value(index)?);
                format!("{pointer} {sign} (long){index} * {size}")
            }
            ValueKind::PointerDiff(a, b, size) => {
                format!("({} - {}) / {size}", self.value(a)?, self.value(b)?)
            }
            ValueKind::Compare(relation, a, b) => {
                let op = match relation {
                    Relation::Eq => "==",
                    Relation::Ne => "!=",
                    Relation::Lt => "<",
                    Relation::Le => "<=",
                    Relation::Gt => ">",
                    Relation::Ge => ">=",
                };
                let number = match a.ty {
                    Type::Pointer(_) => "(unsigned long)",
                    _ => "",
                };
                let (a, b) = (self.value(a)?, self.value(b)?);
                format!("{number}{a} {op} {number}{b}")
            }
        };
        cast(ty, &text)
    }

    pub(super) fn arithmetic(
        &mut self,
        op: Arith,
        a: &Value,
        b: &Value,
        ty: &Type,
    ) -> Result<String> {
        let sign = match op {
            Arith::Add => "+",
            Arith::Sub => "-",
            Arith::Mul => "*",
            Arith::Div => "/",
            Arith::Rem => "%",
            Arith::Shl => "<<",
            Arith::Shr => ">>",
            Arith::And => "&",
            Arith::Or => "|",
            Arith::Xor => "^",
        };
        let (a, b) = (self.value(a)?, self.value(b)?);
        Ok(format!("{} {sign} {b}", cast(ty, &a)?))
    }
}

pub(super) fn integer(value: i128) -> String {
    match value {
        v if v > i128::from(i64::MAX) => format!("{v}ULL"),
        v if v == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        v if v < 0 => format!("({v}LL)"),
        v if v <= i128::from(i32::MAX) => format!("{v}"),
        v => format!("{v}LL"),
    }
}
