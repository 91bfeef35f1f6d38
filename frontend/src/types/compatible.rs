//! Which types are compatible (C11 6.2.7), and what composite they have.

use super::{FunctionType, IntKind, Qual, Type, Types};
use std::rc::Rc;

/// Whether types are compatible, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Compatibility {
    /// They are not.
    No,
    /// It depends on what is not kept of them.
    Unknown,
    /// They are.
    Yes,
}

impl From<bool> for Compatibility {
    fn from(known: bool) -> Compatibility {
        if known {
            Compatibility::Yes
        } else {
            Compatibility::No
        }
    }
}

impl Types {
    /// Whether two types are compatible in C's sense (C11 6.2.7p1), their own qualifiers aside.
    pub fn interchangeable(&self, a: &Qual, b: &Qual) -> Compatibility {
        match (&a.ty, &b.ty) {
            (Type::Pointer(p), Type::Pointer(q)) => self.same_qualified(p, q),
            (Type::Array(p, n), Type::Array(q, m)) => {
                let lengths = n == m || n.is_none() || m.is_none();
                self.interchangeable(p, q).min(lengths.into())
            }
            (Type::Function(f), Type::Function(g)) => self.same_function(f, g),
            // Two enumerations differ, though each is compatible with its integer type (C11
            // 6.7.2.2p4).
            (Type::Int(k), Type::Int(l)) => {
                let (x, y) = (a.variant.enumeration, b.variant.enumeration);
                (k == l && (x.is_none() || y.is_none() || x == y)).into()
            }
            (x, y) => self.compatible(x, y).into(),
        }
    }

    /// With qualifiers (C11 6.7.3p10). Of an array, they are its elements'.
    fn same_qualified(&self, a: &Qual, b: &Qual) -> Compatibility {
        if let (Type::Array(p, n), Type::Array(q, m)) = (&a.ty, &b.ty) {
            let lengths = n == m || n.is_none() || m.is_none();
            let (p, q) = (Qual::clone(p).qualified(a), Qual::clone(q).qualified(b));
            return self.same_qualified(&p, &q).min(lengths.into());
        }
        let (x, y) = (a.variant, b.variant);
        let same = a.constant == b.constant
            && a.volatile == b.volatile
            && x.atomic == y.atomic
            && x.restrict == y.restrict;
        // gcc 12 compares a qualified enumeration with its integer type as if it had no qualifiers.
        let qualified = |q: &Qual| q.constant || q.volatile || q.variant.atomic;
        let one_is_named = x.enumeration.is_some() != y.enumeration.is_some();
        if one_is_named && (qualified(a) || qualified(b)) && a.ty == b.ty {
            return Compatibility::Unknown;
        }
        self.interchangeable(a, b).min(same.into())
    }

    /// C11 6.7.6.3p15.
    fn same_function(&self, f: &FunctionType, g: &FunctionType) -> Compatibility {
        let results = self.interchangeable(&f.result_type(), &g.result_type());
        let params = match (f.parameters(), g.parameters()) {
            (Some(ps), Some(qs)) if ps.len() == qs.len() && f.variadic == g.variadic => {
                // The unqualified parameters count; an atomic type has another (C11 6.2.5p27).
                let each = ps.iter().zip(&qs).map(|(p, q)| {
                    let alike = p.variant.atomic == q.variant.atomic;
                    self.interchangeable(p, q).min(alike.into())
                });
                each.min().unwrap_or(Compatibility::Yes)
            }
            (Some(_), Some(_)) => Compatibility::No,
            (Some(params), None) => (!f.variadic && unpromoted(&params)).into(),
            (None, Some(params)) => (!g.variadic && unpromoted(&params)).into(),
            (None, None) => Compatibility::Yes,
        };
        results.min(params)
    }

    /// The composite of two compatible types (C11 6.2.7p3): lengths and prototypes that one of them
    /// knows.
    pub fn composite(&self, a: &Qual, b: &Qual) -> Qual {
        let ty = match (&a.ty, &b.ty) {
            (Type::Pointer(p), Type::Pointer(q)) => Type::Pointer(Rc::new(self.composite(p, q))),
            (Type::Array(p, n), Type::Array(q, m)) => {
                Type::Array(Rc::new(self.composite(p, q)), n.or(*m))
            }
            (Type::Function(f), Type::Function(g)) => {
                Type::Function(Rc::new(self.composite_function(f, g)))
            }
            // gcc chooses the enumeration (DR 013).
            (Type::Int(_), Type::Int(_)) if a.variant.enumeration.is_none() => {
                let (constant, volatile) = (a.constant, a.volatile);
                return Qual {
                    constant,
                    volatile,
                    ..b.clone()
                };
            }
            (ty, _) => ty.clone(),
        };
        Qual { ty, ..a.clone() }
    }

    fn composite_function(&self, f: &FunctionType, g: &FunctionType) -> FunctionType {
        let (ps, qs) = match (f.parameters(), g.parameters()) {
            (Some(ps), Some(qs)) if ps.len() == qs.len() => (ps, qs),
            (Some(_), _) => return f.clone(),
            (None, Some(_)) => return g.clone(),
            (None, None) => return f.clone(),
        };
        let result = self.composite(&f.result_type(), &g.result_type());
        let params: Vec<Qual> = ps
            .iter()
            .zip(&qs)
            .map(|(p, q)| self.composite(p, q))
            .collect();
        let all = std::iter::once(&result).chain(&params);
        FunctionType {
            variants: all.map(|q| q.variant).collect(),
            result: result.ty,
            params: Some(params.into_iter().map(|q| q.ty).collect()),
            variadic: f.variadic,
        }
    }
}

/// Whether the default argument promotions leave all parameters as they are.
fn unpromoted(params: &[Qual]) -> bool {
    params.iter().all(|p| match &p.ty {
        Type::Bool => false,
        Type::Int(kind) => !matches!(
            kind,
            IntKind::Char | IntKind::SChar | IntKind::UChar | IntKind::Short | IntKind::UShort
        ),
        Type::Float(kind) => *kind != super::FloatKind::Float,
        Type::Void
        | Type::VaList
        | Type::Pointer(_)
        | Type::Array(..)
        | Type::Record(_)
        | Type::Function(_) => true,
    })
}
