//! How patterns match statements of the typed program.
//!
//! Matching is on simplified statements, as in the paper: assignments and calls. `x = f(y)` is a
//! call with a place for its result; a call inside an expression has a made-up place; `x++` and
//! `x += e` are assignments of `x + 1` and `x + e`. Conversions do not matter, so typedefs and
//! casts do not hide a match. Names match variables by their name in the source.

pub use crate::ir::pattern::{Arg, Kind, Lhs, Pat, Pattern};
use crate::ir::{Arith, Base, Expr, ExprKind, Place, Program, Step};
use crate::types::Type;

/// What a pattern variable stands for at a matched statement.
#[derive(Clone, Copy)]
pub enum What<'p> {
    /// A whole argument of the call.
    Argument(usize, &'p Expr),
    /// An expression inside an argument or inside an assigned value.
    Expr(&'p Expr),
    /// A place: the variable and the first so many steps of its path.
    Place(&'p Place, usize),
    /// The value that is assigned, or the result of the call.
    Value(&'p Type),
}

/// Pattern variables and what they stand for.
pub type Bindings<'p> = Vec<(u32, What<'p>)>;

/// What becomes of a call's result.
#[derive(Clone, Copy)]
pub enum Use<'p> {
    /// Nothing.
    Unused,
    /// An expression goes on with it: a made-up variable of this type holds it.
    Temporary(&'p Type),
    /// It is assigned.
    Assigned(&'p Place),
}

/// Where a statement stands, for `AT`.
pub struct Site<'a> {
    /// The labels in front of it.
    pub labels: &'a [String],
    /// The file that it stands in.
    pub file: &'a str,
    /// The line where it starts.
    pub line: u32,
}

/// Matches patterns against statements of one function.
pub struct Matcher<'p> {
    /// The program.
    pub program: &'p Program,
    /// The function that the statement stands in.
    pub function: u32,
}

impl Pattern {
    /// Whether the pattern applies to a statement at this place.
    pub fn applies(&self, site: &Site<'_>) -> bool {
        if self.at.is_empty() || site.labels.contains(&self.at) {
            return true;
        }
        let Some((file, line)) = self.at.rsplit_once('_') else {
            return false;
        };
        let stem = |name: &str| {
            name.rsplit('/').next().map_or(String::new(), |n| {
                n.rsplit_once('.').map_or(n, |(s, _)| s).to_owned()
            })
        };
        let same = site.file == file
            || site.file.ends_with(&format!("/{file}"))
            || stem(site.file) == file;
        same && line.parse() == Ok(site.line)
    }
    /// The numbers of the pattern's variables, in order.
    pub fn variables(&self) -> Vec<u32> {
        self.kind.variables()
    }
    /// Whether the pattern is about calls of a function with this name. `__builtin_f` is `f`.
    pub fn watches(&self, name: &str) -> bool {
        matches!(&self.kind, Kind::Call(f, ..) if plain(f) == plain(name))
    }
}

/// A function's name without the prefix by which gcc knows it whatever the program declares (gcc
/// manual, "Other Builtins").
pub fn plain(name: &str) -> &str {
    name.strip_prefix("__builtin_").unwrap_or(name)
}

impl Kind {
    /// The numbers of the variables, in order.
    pub fn variables(&self) -> Vec<u32> {
        let mut out = Vec::new();
        match self {
            Kind::Assign(a, b) => {
                a.variables(&mut out);
                b.variables(&mut out);
            }
            Kind::Call(_, args, lhs) => {
                args.iter().for_each(|a| {
                    if let Arg::One(p) = a {
                        p.variables(&mut out);
                    }
                });
                if let Lhs::Place(p) = lhs {
                    p.variables(&mut out);
                }
            }
        }
        out.sort_unstable();
        out
    }
}

impl Pat {
    fn variables(&self, out: &mut Vec<u32>) {
        match self {
            Pat::Any | Pat::Int(_) | Pat::Name(_) | Pat::Function(_) => {}
            Pat::Var(n) => out.push(*n),
            Pat::Deref(a)
            | Pat::Address(a)
            | Pat::Field(a, _)
            | Pat::Arrow(a, _)
            | Pat::Unary(_, a) => a.variables(out),
            Pat::Index(a, b) | Pat::Arith(_, a, b) | Pat::Compare(_, a, b) => {
                a.variables(out);
                b.variables(out);
            }
        }
    }
}

/// An expression without the conversions around it.
pub fn behind_conversions(mut e: &Expr) -> &Expr {
    while let ExprKind::Convert(inner) = &e.kind {
        e = inner;
    }
    e
}

impl<'p> Matcher<'p> {
    /// Matches a call.
    pub fn call(
        &self,
        pattern: &Pattern,
        name: &str,
        args: &'p [Expr],
        result: Use<'p>,
    ) -> Option<Bindings<'p>> {
        let Kind::Call(_, wanted, lhs) = &pattern.kind else {
            return None;
        };
        if !pattern.watches(name) {
            return None;
        }
        let mut out = self.arguments(wanted, args)?;
        match (lhs, result) {
            (Lhs::Any, _) | (Lhs::Nothing, Use::Unused) => {}
            (Lhs::Place(Pat::Var(n)), Use::Temporary(ty)) => out.push((*n, What::Value(ty))),
            (Lhs::Place(pat), Use::Assigned(place))
                if self.place(pat, place, place.steps.len(), &mut out) => {}
            _ => return None,
        }
        out.sort_by_key(|(n, _)| *n);
        Some(out)
    }

    /// Matches `place = value`; in `value`, [`ExprKind::Old`] is the old value of `place`.
    pub fn assignment(
        &self,
        pattern: &Pattern,
        place: &'p Place,
        value: &'p Expr,
    ) -> Option<Bindings<'p>> {
        let Kind::Assign(lhs, rhs) = &pattern.kind else {
            return None;
        };
        let mut out = Vec::new();
        let fits = self.place(lhs, place, place.steps.len(), &mut out)
            && match rhs {
                Pat::Var(n) => {
                    out.push((*n, What::Value(&value.ty)));
                    true
                }
                _ => self.value(rhs, value, Some(place), &mut out),
            };
        out.sort_by_key(|(n, _)| *n);
        fits.then_some(out)
    }

    /// Whether the pattern is about assignments to this place, whatever is assigned.
    pub fn assigns(&self, pattern: &Pattern, place: &'p Place) -> bool {
        match &pattern.kind {
            Kind::Assign(lhs, _) => self.place(lhs, place, place.steps.len(), &mut Vec::new()),
            Kind::Call(..) => false,
        }
    }

    /// `$?` takes as few arguments as possible; there is at most one way, because no numbered
    /// variable stands between two of them.
    fn arguments(&self, wanted: &[Arg], args: &'p [Expr]) -> Option<Bindings<'p>> {
        let front = wanted.iter().take_while(|a| **a != Arg::Rest).count();
        let open = front < wanted.len();
        let back = if open {
            wanted.iter().rev().take_while(|a| **a != Arg::Rest).count()
        } else {
            0
        };
        if args.len() < front + back || (!open && args.len() != front) {
            return None;
        }
        let mut out = Vec::new();
        let ends = (0..front)
            .map(|i| (i, i))
            .chain((0..back).map(|i| (wanted.len() - 1 - i, args.len() - 1 - i)));
        for (pattern, index) in ends {
            let (Some(Arg::One(pat)), Some(arg)) = (wanted.get(pattern), args.get(index)) else {
                return None;
            };
            if !self.argument(pat, index, arg, &mut out) {
                return None;
            }
        }
        let middle = wanted.get(front..wanted.len() - back).unwrap_or_default();
        self.somewhere(
            middle,
            args.get(front..args.len() - back).unwrap_or_default(),
        )
        .then_some(out)
    }

    /// Whether the patterns between wild-cards match arguments in this order.
    fn somewhere(&self, wanted: &[Arg], args: &'p [Expr]) -> bool {
        let fixed: Vec<&Pat> = wanted
            .iter()
            .filter_map(|a| if let Arg::One(p) = a { Some(p) } else { None })
            .collect();
        let mut next = 0;
        for arg in args {
            if fixed
                .get(next)
                .is_some_and(|p| self.value(p, arg, None, &mut Vec::new()))
            {
                next += 1;
            }
        }
        next == fixed.len()
    }

    fn argument(&self, pat: &Pat, index: usize, arg: &'p Expr, out: &mut Bindings<'p>) -> bool {
        match pat {
            Pat::Var(n) => {
                out.push((*n, What::Argument(index, arg)));
                true
            }
            _ => self.value(pat, arg, None, out),
        }
    }

    fn value(
        &self,
        pat: &Pat,
        whole: &'p Expr,
        old: Option<&'p Place>,
        out: &mut Bindings<'p>,
    ) -> bool {
        let e = behind_conversions(whole);
        let both = |this: &Self,
                    (p, a): (&Pat, &'p Expr),
                    (q, b): (&Pat, &'p Expr),
                    out: &mut Bindings<'p>| {
            this.value(p, a, old, out) && this.value(q, b, old, out)
        };
        match (pat, &e.kind) {
            (Pat::Any, _) => true,
            (Pat::Var(n), ExprKind::Old) => match old {
                Some(place) => {
                    out.push((*n, What::Place(place, place.steps.len())));
                    true
                }
                None => false,
            },
            (Pat::Var(n), _) => {
                out.push((*n, What::Expr(whole)));
                true
            }
            (Pat::Int(v), ExprKind::Int(_)) => self
                .constant(whole)
                .is_some_and(|w| w == self.converted(*v, &whole.ty)),
            (Pat::Function(f), ExprKind::Function(g)) => f == g,
            (Pat::Address(p), ExprKind::Function(g)) => **p == Pat::Function(*g),
            (Pat::Address(p), ExprKind::Address(place)) => {
                self.place(p, place, place.steps.len(), out)
            }
            (Pat::Unary('-', p), ExprKind::Negate(a))
            | (Pat::Unary('~', p), ExprKind::Complement(a)) => self.value(p, a, old, out),
            (Pat::Unary('!', p), ExprKind::Not(a)) => self.value(p, a, old, out),
            (Pat::Arith(op, p, q), ExprKind::Arith(other, a, b)) => {
                op == other && both(self, (p, a), (q, b), out)
            }
            (
                Pat::Arith(op, p, q),
                ExprKind::PointerAdd {
                    pointer,
                    index,
                    minus,
                    ..
                },
            ) => {
                *op == (if *minus { Arith::Sub } else { Arith::Add })
                    && both(self, (p, pointer), (q, index), out)
            }
            (Pat::Compare(op, p, q), ExprKind::Compare(other, a, b)) => {
                op == other && both(self, (p, a), (q, b), out)
            }
            (_, ExprKind::Old) => {
                old.is_some_and(|place| self.place(pat, place, place.steps.len(), out))
            }
            (_, ExprKind::Load(place)) => self.place(pat, place, place.steps.len(), out),
            (_, ExprKind::Address(place)) if matches!(place.ty.ty, Type::Array(..)) => {
                self.place(pat, place, place.steps.len(), out)
            }
            _ => false,
        }
    }

    /// The value of a constant behind conversions.
    fn constant(&self, e: &Expr) -> Option<i128> {
        match &e.kind {
            ExprKind::Int(v) => Some(self.converted(*v, &e.ty)),
            ExprKind::Convert(inner) => self.constant(inner).map(|v| self.converted(v, &e.ty)),
            _ => None,
        }
    }

    /// A constant as a value of this type (C11 6.3.1.2 and 6.3.1.3).
    fn converted(&self, value: i128, ty: &Type) -> i128 {
        match ty {
            Type::Bool => i128::from(value != 0),
            _ => self
                .program
                .types
                .machine(ty)
                .map_or(value, |machine| machine.wrap(value)),
        }
    }

    /// Matches the first `steps` steps of a place.
    fn place(&self, pat: &Pat, place: &'p Place, steps: usize, out: &mut Bindings<'p>) -> bool {
        let last = steps.checked_sub(1).and_then(|i| place.steps.get(i));
        match (pat, last) {
            (Pat::Any, _) => true,
            (Pat::Var(n), _) => {
                out.push((*n, What::Place(place, steps)));
                true
            }
            (Pat::Name(name), None) => self.is_called(&place.base, name),
            (Pat::Deref(p), None) => {
                matches!(&place.base, Base::Deref(e) if self.value(p, e, None, out))
            }
            (Pat::Index(p, q), Some(Step::Index(e))) => {
                self.place(p, place, steps - 1, out) && self.value(q, e, None, out)
            }
            (Pat::Index(p, q), None) => match &place.base {
                Base::Deref(e) => match &e.kind {
                    ExprKind::PointerAdd {
                        pointer,
                        index,
                        minus: false,
                        ..
                    } => self.value(p, pointer, None, out) && self.value(q, index, None, out),
                    _ => false,
                },
                _ => false,
            },
            (Pat::Field(p, name) | Pat::Arrow(p, name), Some(Step::Field(record, index))) => {
                let field = |r: u32, i: usize| {
                    self.program
                        .types
                        .fields(r)
                        .get(i)
                        .and_then(|f| f.name.as_deref())
                };
                if field(*record, *index) != Some(name) {
                    return false;
                }
                // Members of anonymous structures have no name of their own on the way.
                let mut rest = steps - 1;
                while let Some(Step::Field(r, i)) =
                    rest.checked_sub(1).and_then(|n| place.steps.get(n))
                {
                    if field(*r, *i).is_some() {
                        break;
                    }
                    rest -= 1;
                }
                match (pat, rest) {
                    (Pat::Arrow(..), 0) => {
                        matches!(&place.base, Base::Deref(e) if self.value(p, e, None, out))
                    }
                    (Pat::Arrow(..), _) => false,
                    _ => self.place(p, place, rest, out),
                }
            }
            _ => false,
        }
    }

    /// Whether a variable has this name in the source.
    fn is_called(&self, base: &Base, name: &str) -> bool {
        let program = self.program;
        let unqualified = |full: &str, end: char| {
            full.rsplit("::").next().and_then(|n| n.split(end).next()) == Some(name)
        };
        match base {
            Base::Global(g) => program
                .globals
                .get(*g as usize)
                .is_some_and(|g| unqualified(&g.name, '@') || g.aliases.iter().any(|a| a == name)),
            Base::Local(l) => {
                let body = program
                    .functions
                    .get(self.function as usize)
                    .and_then(|f| f.body.as_ref());
                body.and_then(|b| b.locals.get(*l as usize))
                    .is_some_and(|local| unqualified(&local.name, '.'))
            }
            _ => false,
        }
    }
}

/// The type of what a pattern variable stands for; `None` if there is no such place.
pub fn type_of(program: &Program, what: What<'_>) -> Option<Type> {
    match what {
        What::Argument(_, e) | What::Expr(e) => Some(e.ty.clone()),
        What::Value(ty) => Some(ty.clone()),
        What::Place(place, steps) if steps == place.steps.len() => Some(place.ty.ty.clone()),
        What::Place(place, steps) => {
            let mut ty = place.base_ty.clone();
            for step in place.steps.iter().take(steps) {
                ty = match step {
                    Step::Field(record, index) => {
                        program.types.fields(*record).get(*index)?.ty.ty.clone()
                    }
                    Step::Index(_) => match ty {
                        Type::Array(element, _) => element.ty.clone(),
                        _ => return None,
                    },
                };
            }
            Some(ty)
        }
    }
}
