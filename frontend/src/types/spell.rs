//! Types as C writes them.

use super::{FloatKind, IntKind, Qual, Type, Types};

impl Types {
    /// A type name (C11 6.7.7) for a type, if it has one: `tag` says which tag is in scope for a
    /// record.
    pub fn spelled(&self, ty: &Qual, tag: &dyn Fn(u32) -> Option<String>) -> Option<String> {
        self.declared(ty, String::new(), tag)
    }

    fn declared(
        &self,
        ty: &Qual,
        declarator: String,
        tag: &dyn Fn(u32) -> Option<String>,
    ) -> Option<String> {
        let qualifiers = qualifiers(ty);
        let word = match &ty.ty {
            Type::Void => "void",
            Type::Bool => "_Bool",
            // An enumeration may be known by its tag only, where something points to it.
            Type::Int(_) if ty.variant.enumeration.is_some() && !declarator.is_empty() => {
                return None;
            }
            Type::Int(kind) => integer(*kind)?,
            Type::Float(kind) => match kind {
                FloatKind::Float => "float",
                FloatKind::Double => "double",
                FloatKind::LongDouble => "long double",
                FloatKind::Quad => "_Float128",
                FloatKind::Int128 => "__int128",
                FloatKind::UInt128 => "unsigned __int128",
            },
            // An array or a pointer, by ABI and by place.
            Type::VaList => return None,
            Type::Record(id) => {
                return Some(format!("{qualifiers}{} {declarator}", tag(*id)?));
            }
            Type::Pointer(to) => {
                let inner = match &to.ty {
                    Type::Array(..) | Type::Function(_) => format!("(*{qualifiers}{declarator})"),
                    _ => format!("*{qualifiers}{declarator}"),
                };
                return self.declared(to, inner, tag);
            }
            Type::Array(element, length) => {
                let length = length.map_or(String::new(), |n| n.to_string());
                return self.declared(element, format!("{declarator}[{length}]"), tag);
            }
            Type::Function(f) => {
                let params = match f.parameters() {
                    None => String::new(),
                    Some(params) if params.is_empty() => "void".to_owned(),
                    Some(params) => {
                        let each: Option<Vec<String>> =
                            params.iter().map(|p| self.spelled(p, tag)).collect();
                        each?.join(", ") + if f.variadic { ", ..." } else { "" }
                    }
                };
                let inner = format!("{declarator}({params})");
                return self.declared(&f.result_type(), inner, tag);
            }
        };
        Some(format!("{qualifiers}{word} {declarator}"))
    }
}

fn qualifiers(ty: &Qual) -> String {
    let variant = ty.variant;
    let mut out = String::new();
    for (given, word) in [
        (ty.constant, "const "),
        (ty.volatile && !variant.atomic, "volatile "),
        (variant.atomic, "_Atomic "),
        (variant.restrict, "__restrict__ "),
    ] {
        if given && !matches!(ty.ty, Type::Array(..)) {
            out.push_str(word);
        }
    }
    out
}

fn integer(kind: IntKind) -> Option<&'static str> {
    match kind {
        IntKind::Bits(..) => None,
        _ => Some(super::int_name(kind)),
    }
}
