//! How patterns match statements of flat C.
//!
//! `x = f(y)` is a call with a place for its result; a call inside an expression has a made-up
//! place; `x++` and `x += e` are assignments of `x + 1` and `x + e`. Conversions do not matter, so
//! typedefs and casts do not hide a match, and neither does a temporary that keeps a value. Names
//! match variables by their name in the source.

use super::constant;
use super::kept::Kept;
use super::what::{Bindings, What};
use crate::flatten::{variable_arrays, Base, Body, Call, Place, Step, Stmt, Value, ValueKind};
use crate::ir::{Arith, Program, Relation};
use crate::sources::Sources;
use crate::spec::pattern::{Kind, Lhs, Pat, Pattern, Site};
use crate::types::{Qual, Type};
use proofmark_logic::cfa::Pos;
use std::cell::Cell;
use std::collections::BTreeSet;

/// What becomes of a call's result.
#[derive(Clone, Copy)]
enum Use<'p> {
    /// Nothing.
    Unused,
    /// An expression goes on with it: a made-up variable of this type holds it.
    Temporary(&'p Type),
    /// It is assigned.
    Assigned(&'p Place),
}

/// What is assigned.
#[derive(Clone, Copy)]
enum Assigned<'p> {
    /// A value.
    Value(&'p Value),
    /// The result of a call, converted to this type; where a compiler may know it, the place.
    Result(&'p Type, Option<Pos>),
}

/// Matches patterns against statements of one function.
pub(super) struct Matcher<'p> {
    program: &'p Program,
    sources: &'p Sources,
    body: &'p Body,
    /// What temporaries stand for.
    kept: Kept<'p>,
    /// The locals that arrays of variable length are behind.
    arrays: BTreeSet<u32>,
    /// Where a pattern asked for the value of a constant that is not known.
    unclear: Cell<Option<Pos>>,
}

/// An expression without the conversions around it.
fn behind_conversions(mut e: &Value) -> &Value {
    while let ValueKind::Convert(inner) = &e.kind {
        e = inner;
    }
    e
}

impl<'p> Matcher<'p> {
    /// For the statements of this body.
    pub(super) fn new(program: &'p Program, sources: &'p Sources, body: &'p Body) -> Matcher<'p> {
        Matcher {
            program,
            sources,
            body,
            kept: Kept::new(body),
            arrays: variable_arrays(program, body),
            unclear: Cell::new(None),
        }
    }

    /// The body, as it is without events.
    pub(super) fn body(&self) -> &'p Body {
        self.body
    }

    /// Whether the program declares what a place is a part of; else it is a temporary, or what the
    /// function returns.
    fn is_declared(&self, place: &Place) -> bool {
        match place.base {
            Base::Local(l) => {
                let local = self.body.locals.get(l as usize);
                local.is_some_and(|local| local.role.is_declared())
            }
            Base::Result => false,
            Base::Global(_) | Base::Deref(_) | Base::String(_) => true,
        }
    }

    /// The events whose patterns match a statement, one way or the other.
    fn events(
        &self,
        stmt: &Stmt,
        matched: impl Fn(&Pattern) -> Option<Bindings<'p>>,
    ) -> Vec<(usize, Bindings<'p>)> {
        self.kept.look_at(stmt);
        let site = Site {
            labels: &stmt.labels,
            file: self.sources.file_name(stmt.pos),
            line: stmt.pos.line,
        };
        let events = self.program.observed.events.iter().enumerate();
        let applies = events.filter(|(_, event)| event.pattern.applies(&site));
        applies
            .filter_map(|(index, event)| Some((index, matched(&event.pattern)?)))
            .collect()
    }

    /// The program.
    pub(super) fn program(&self) -> &'p Program {
        self.program
    }

    /// Whether some pattern, wherever it applies, matches the assignment of a value.
    pub(super) fn is_assigned(&self, place: &Place, value: &Value) -> bool {
        let here = Matcher {
            kept: Kept::none(self.body),
            arrays: self.arrays.clone(),
            unclear: Cell::new(None),
            ..*self
        };
        let mut events = self.program.observed.events.iter();
        let found = events.any(|e| {
            here.assignment(&e.pattern, place, Assigned::Value(value))
                .is_some()
        });
        self.unclear.set(self.unclear.get().or(here.unclear.get()));
        found
    }

    /// Where a pattern asked for the value of a constant that is not known: whether the events that
    /// were found are those that happen is open then.
    pub(super) fn unclear(&self) -> Option<Pos> {
        self.unclear.get()
    }

    /// Where a variable would stand for a value that has changed since the statement used it.
    pub(super) fn changed(&self) -> Option<Pos> {
        self.kept.changed()
    }

    /// The events at a statement that assigns a value to a place of the program.
    pub(super) fn assigned(
        &self,
        stmt: &Stmt,
        place: &'p Place,
        value: &'p Value,
    ) -> Vec<(usize, Bindings<'p>)> {
        self.assignments(stmt, place, Assigned::Value(value))
    }

    fn assignments(
        &self,
        stmt: &Stmt,
        place: &'p Place,
        assigned: Assigned<'p>,
    ) -> Vec<(usize, Bindings<'p>)> {
        match self.is_declared(place) {
            true => self.events(stmt, |p| self.assignment(p, place, assigned)),
            false => Vec::new(),
        }
    }

    /// The events at a statement that assigns the result of a call to a place of the program.
    pub(super) fn results(&self, stmt: &Stmt, call: &'p Call) -> Vec<(usize, Bindings<'p>)> {
        call.result.as_ref().map_or(Vec::new(), |to| {
            let ty = to.through.last().unwrap_or(&call.ty);
            let known = self.kept.is_known(self.program, call).then_some(stmt.pos);
            self.assignments(stmt, &to.place, Assigned::Result(ty, known))
        })
    }

    /// The events at a call by one of these names.
    pub(super) fn calls(
        &self,
        stmt: &Stmt,
        call: &'p Call,
        names: &[&str],
    ) -> Vec<(usize, Bindings<'p>)> {
        let result = match &call.result {
            None => Use::Unused,
            Some(to) if self.is_declared(&to.place) => Use::Assigned(&to.place),
            Some(_) => Use::Temporary(&call.ty),
        };
        self.events(stmt, |p| {
            let mut names = names.iter();
            names.find_map(|name| self.call(p, name, &call.args, (result, &call.ty)))
        })
    }

    /// Matches a call.
    fn call(
        &self,
        pattern: &Pattern,
        name: &str,
        args: &'p [Value],
        (result, returned): (Use<'p>, &'p Type),
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
            (Lhs::Returned(n), _) => out.push((*n, What::Returned(returned))),
            (Lhs::Place(Pat::Var(n)), Use::Temporary(ty)) => out.push((*n, What::Value(ty))),
            (Lhs::Place(pat), Use::Assigned(place))
                if self.place(pat, place, place.steps.len(), &mut out) => {}
            _ => return None,
        }
        out.sort_by_key(|(n, _)| *n);
        Some(out)
    }

    /// Matches `place = value`.
    fn assignment(
        &self,
        pattern: &Pattern,
        place: &'p Place,
        assigned: Assigned<'p>,
    ) -> Option<Bindings<'p>> {
        let Kind::Assign(lhs, rhs) = &pattern.kind else {
            return None;
        };
        let mut out = Vec::new();
        let fits = self.place(lhs, place, place.steps.len(), &mut out)
            && match (rhs, assigned) {
                (Pat::Var(n), Assigned::Value(Value { ty, .. }) | Assigned::Result(ty, _)) => {
                    out.push((*n, What::Value(ty)));
                    true
                }
                (_, Assigned::Value(value)) => {
                    self.value(rhs, value, &mut out) || self.is_kept_alike(rhs, place, value)
                }
                (Pat::Int(_), Assigned::Result(_, Some(pos))) => {
                    self.unclear.set(Some(pos));
                    false
                }
                (_, Assigned::Result(..)) => *rhs == Pat::Any,
            };
        out.sort_by_key(|(n, _)| *n);
        fits.then_some(out)
    }

    /// Whether a bit-field keeps the same of a pattern's constant as of an assigned one.
    fn is_kept_alike(&self, rhs: &Pat, place: &Place, value: &Value) -> bool {
        let (Pat::Int(wanted), Some(Step::Field(record, index))) = (rhs, place.steps.last()) else {
            return false;
        };
        let types = &self.program.types;
        let bits = types.field(*record, *index).and_then(|field| field.bits);
        bits.is_some_and(|(_, width)| constant::is_in_bits(types, value, *wanted, width))
    }

    /// Whether the pattern is about assignments to this place, whatever is assigned.
    pub(super) fn assigns(&self, pattern: &Pattern, place: &'p Place) -> bool {
        match &pattern.kind {
            Kind::Assign(lhs, _) => self.place(lhs, place, place.steps.len(), &mut Vec::new()),
            Kind::Call(..) => false,
        }
    }

    /// Matches a value.
    pub(super) fn value(&self, pat: &Pat, whole: &'p Value, out: &mut Bindings<'p>) -> bool {
        let e = behind_conversions(whole);
        let start = out.len();
        if self.address(pat, whole, out) {
            return true;
        }
        out.truncate(start);
        match (pat, &e.kind) {
            (Pat::Any, _) => true,
            (Pat::Var(n), _) => {
                out.push((*n, What::Expr(whole)));
                true
            }
            (Pat::Int(v), _) => {
                let folded = |place: &Place| self.kept.is_folded(self.program, place);
                if constant::is_unclear(&self.program.types, whole, &folded) {
                    self.unclear.set(Some(whole.pos));
                }
                constant::is(&self.program.types, whole, *v)
            }
            (Pat::Function(f), ValueKind::Function(g)) => self.is_one_function(*f, *g),
            (Pat::Address(p), ValueKind::Function(g)) => {
                matches!(**p, Pat::Function(f) if self.is_one_function(f, *g))
            }
            (Pat::Address(p), ValueKind::Address(place)) => {
                self.place(p, place, place.steps.len(), out)
            }
            (_, ValueKind::Load(place)) if self.kept.behind(place).is_some() => {
                let kept = self.kept.behind(place);
                let found = kept.is_some_and(|value| self.value(pat, value, out));
                self.bound_inside(place, out.get(start..).filter(|_| found));
                found
            }
            (_, ValueKind::Load(place)) => {
                let found = self.place(pat, place, place.steps.len(), out);
                // Not where it is, but what it is.
                for (_, what) in out.iter_mut().skip(start) {
                    if let What::Place(part, steps) = *what {
                        *what = What::Part(part, steps);
                    }
                }
                found
            }
            (_, ValueKind::Address(place)) => {
                let whole = is_array(&place.ty) && self.place(pat, place, place.steps.len(), out);
                whole || {
                    out.truncate(start);
                    self.element_address(pat, place, out)
                }
            }
            _ => self.operation(pat, e, out),
        }
    }

    fn is_one_function(&self, f: u32, g: u32) -> bool {
        self.program.resolve(f) == self.program.resolve(g)
    }

    /// Matches `a` and `a + i` with the addresses of elements of an array.
    fn element_address(&self, pat: &Pat, place: &'p Place, out: &mut Bindings<'p>) -> bool {
        let steps = place.steps.len().saturating_sub(1);
        let Some(Step::Index(index)) = place.steps.last() else {
            return false;
        };
        let start = out.len();
        if let Pat::Arith(Arith::Add, p, q) = pat {
            for (p, q) in [(p, q), (q, p)] {
                out.truncate(start);
                if self.place(p, place, steps, out) && self.value(q, index, out) {
                    return true;
                }
            }
            return false;
        }
        matches!(index.kind, ValueKind::Int(0)) && self.place(pat, place, steps, out)
    }

    /// These stand for what is inside a value that a temporary keeps.
    fn bound_inside(&self, temporary: &Place, bindings: Option<&[(u32, What<'p>)]>) {
        let inside = bindings.unwrap_or_default().iter();
        self.kept.bound(temporary, inside.map(|(_, what)| what));
    }

    fn both(
        &self,
        (p, a): (&Pat, &'p Value),
        (q, b): (&Pat, &'p Value),
        out: &mut Bindings<'p>,
    ) -> bool {
        self.value(p, a, out) && self.value(q, b, out)
    }

    /// Matches operations.
    fn operation(&self, pat: &Pat, e: &'p Value, out: &mut Bindings<'p>) -> bool {
        let start = out.len();
        match (pat, &e.kind) {
            (Pat::Unary('-', p), ValueKind::Negate(a))
            | (Pat::Unary('~', p), ValueKind::Complement(a)) => self.value(p, a, out),
            (Pat::Unary('!', p), ValueKind::Not(a)) => self.value(p, a, out),
            (Pat::Arith(op, p, q), ValueKind::Arith(other, a, b)) => {
                op == other && self.both((p, a), (q, b), out)
            }
            (
                Pat::Arith(op, p, q),
                ValueKind::PointerAdd {
                    pointer,
                    index,
                    minus,
                    ..
                },
            ) => {
                let index = unscaled(e, index);
                if *op != (if *minus { Arith::Sub } else { Arith::Add }) {
                    return false;
                }
                if self.both((p, pointer), (q, index), out) {
                    return true;
                }
                // `i + p` is `p + i`.
                out.truncate(start);
                !minus && self.both((q, pointer), (p, index), out)
            }
            (Pat::Arith(Arith::Sub, p, q), ValueKind::PointerDiff(a, b, _)) => {
                self.both((p, a), (q, b), out)
            }
            (Pat::Compare(op, p, q), ValueKind::Compare(other, a, b))
                if op == other && self.both((p, a), (q, b), out) =>
            {
                true
            }
            (Pat::Compare(op, p, zero), ValueKind::Compare(..) | ValueKind::Not(_))
                if **zero == Pat::Int(0) =>
            {
                out.truncate(start);
                self.condition((*op, p), e, out)
            }
            _ => false,
        }
    }

    /// Matches `c != 0` and `c == 0`, which are `c` and `!c` where `c` is a condition.
    fn condition(&self, (op, p): (Relation, &Pat), e: &'p Value, out: &mut Bindings<'p>) -> bool {
        match (op, &e.kind) {
            (Relation::Ne, _) => self.value(p, e, out),
            (Relation::Eq, ValueKind::Not(c)) => self.value(p, c, out),
            _ => false,
        }
    }

    /// Matches `&*p` and `&p[q]`, which are `p` and `p + q` (C11 6.5.3.2p3), and `*p` and `p[q]`
    /// where they are arrays, whose value is the address of their first element, with what flat C
    /// has for these: a pointer.
    fn address(&self, pat: &Pat, value: &'p Value, out: &mut Bindings<'p>) -> bool {
        let whole = compared(value);
        let wanted = match pat {
            Pat::Address(object) => &**object,
            Pat::Deref(_) | Pat::Index(..) if is_first_element(whole) => pat,
            // What a pointer to a function points to is that pointer, too (C11 6.3.2.1p4).
            Pat::Deref(_) if is_function(whole) => pat,
            Pat::Arith(Arith::Add | Arith::Sub, p, zero) | Pat::Arith(Arith::Add, zero, p)
                if **zero == Pat::Int(0) =>
            {
                return whole.ty.pointee().is_some() && self.value(p, whole, out);
            }
            _ => return false,
        };
        match wanted {
            Pat::Deref(p) => self.value(p, whole, out),
            Pat::Index(p, q) => self.element_at((p, q), whole, out),
            // The address of an array of variable length is what the array is behind.
            Pat::Name(name) => match &behind_conversions(whole).kind {
                ValueKind::Load(place) => match place.base {
                    Base::Local(l) if place.steps.is_empty() && self.arrays.contains(&l) => {
                        self.is_called(&place.base, name)
                    }
                    _ => false,
                },
                _ => false,
            },
            // `p` is `&*p`, and `p + i` is `&p[i]`.
            Pat::Any | Pat::Var(_) => {
                let found = self.pointer(whole);
                if let (Pat::Var(n), Some(e)) = (wanted, found) {
                    out.push((*n, What::Pointed(e)));
                }
                found.is_some()
            }
            _ => false,
        }
    }

    /// A pointer that is the address of no object with a name, and is no constant: by the last of
    /// its types that says what it points to.
    fn pointer(&self, mut e: &'p Value) -> Option<&'p Value> {
        let object = |ty: &Qual| !matches!(ty.ty, Type::Void | Type::Function(_));
        let mut found = None;
        loop {
            let points = found.is_none() && e.ty.pointee().is_some_and(object);
            found = found.or(points.then_some(e));
            e = match &e.kind {
                ValueKind::Convert(inner) => inner,
                ValueKind::Load(place) => match self.kept.behind(place) {
                    Some(kept) => kept,
                    None => return found,
                },
                ValueKind::PointerAdd { .. } => return found,
                // What an array is in an expression.
                ValueKind::Address(place) => {
                    let element = e.ty.pointee().is_some_and(|ty| ty.ty != place.ty.ty);
                    return found.filter(|_| element && is_array(&place.ty));
                }
                _ => return None,
            };
        }
    }

    /// Whether a pointer is `p + q`.
    fn element_at(&self, (p, q): (&Pat, &Pat), whole: &'p Value, out: &mut Bindings<'p>) -> bool {
        let start = out.len();
        let own = behind_conversions(whole);
        let e = self.kept_value(own);
        if let ValueKind::PointerAdd {
            pointer,
            index,
            minus: false,
            ..
        } = &e.kind
        {
            if self.both((p, pointer), (q, unscaled(e, index)), out) {
                if let ValueKind::Load(place) = &own.kind {
                    self.bound_inside(place, out.get(start..));
                }
                return true;
            }
            out.truncate(start);
        }
        first(q, out) && self.value(p, whole, out)
    }

    /// What a temporary keeps, if this is one.
    fn kept_value(&self, mut e: &'p Value) -> &'p Value {
        while let ValueKind::Load(place) = &e.kind {
            match self.kept.behind(place) {
                Some(kept) => e = kept,
                None => break,
            }
        }
        e
    }

    /// Whether the first `steps` steps of a place are `*p`.
    fn pointed(&self, p: &Pat, place: &'p Place, steps: usize, out: &mut Bindings<'p>) -> bool {
        let start = out.len();
        let other = match p {
            Pat::Address(object) => self.place(object, place, steps, out),
            Pat::Arith(Arith::Add, p, q) => {
                let found = self.element((p, q), place, steps, out);
                found || {
                    out.truncate(start);
                    self.element((q, p), place, steps, out)
                }
            }
            Pat::Arith(Arith::Sub, p, q) if **q == Pat::Int(0) => {
                self.pointed(p, place, steps, out)
            }
            _ => false,
        };
        if other {
            return true;
        }
        out.truncate(start);
        let last = steps.checked_sub(1).and_then(|i| place.steps.get(i));
        if let (Pat::Var(_) | Pat::Any, Some(Step::Index(_))) = (p, last) {
            return address_of(p, place, steps, out);
        }
        match last {
            None => matches!(&place.base, Base::Deref(e) if self.value(p, e, out)),
            // An array is the address of its first element.
            Some(Step::Index(e)) => {
                matches!(e.kind, ValueKind::Int(0)) && self.place(p, place, steps - 1, out)
            }
            Some(Step::Field(..)) => false,
        }
    }

    /// Whether the first `steps` steps of a place are `p[q]`, which is `*(p + q)` (C11 6.5.2.1p2).
    fn element(
        &self,
        (p, q): (&Pat, &Pat),
        place: &'p Place,
        steps: usize,
        out: &mut Bindings<'p>,
    ) -> bool {
        let start = out.len();
        let found = match steps.checked_sub(1).and_then(|i| place.steps.get(i)) {
            Some(Step::Index(e)) => {
                let array = array_itself(p);
                self.place(array, place, steps - 1, out) && self.value(q, e, out)
            }
            Some(Step::Field(..)) => false,
            None => matches!(&place.base, Base::Deref(e) if self.element_at((p, q), e, out)),
        };
        if found {
            return true;
        }
        out.truncate(start);
        first(q, out) && self.pointed(p, place, steps, out)
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
            (Pat::Deref(p), _) => self.pointed(p, place, steps, out),
            (Pat::Index(p, q), _) => {
                let (start, open) = (out.len(), |p: &Pat| matches!(p, Pat::Any | Pat::Var(_)));
                if self.element((p, q), place, steps, out) {
                    return true;
                }
                out.truncate(start);
                // `2[p]` is `p[2]`.
                !open(p) && !open(q) && self.element((q, p), place, steps, out)
            }
            (Pat::Field(p, name) | Pat::Arrow(p, name), Some(Step::Field(record, index))) => {
                let field = |r: u32, i: usize| {
                    self.program
                        .types
                        .field(r, i)
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
                match pat {
                    Pat::Arrow(..) => self.pointed(p, place, rest, out),
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
                .global(*g)
                .is_some_and(|g| unqualified(&g.name, '@') || g.aliases.iter().any(|a| a == name)),
            Base::Local(l) => {
                let local = self.body.locals.get(*l as usize);
                local.is_some_and(|local| unqualified(&local.name, '.'))
            }
            Base::Deref(e) => match &behind_conversions(e).kind {
                ValueKind::Load(place) if e.ty.pointee().is_some_and(is_array) => {
                    match place.base {
                        Base::Local(l) if place.steps.is_empty() && self.arrays.contains(&l) => {
                            self.is_called(&place.base, name)
                        }
                        _ => false,
                    }
                }
                _ => false,
            },
            Base::String(_) | Base::Result => false,
        }
    }
}

/// Whether a value is the address of an array, converted: perhaps to that of an element, which is
/// what an array is in an expression (C11 6.3.2.1p3).
fn is_first_element(whole: &Value) -> bool {
    let array = behind_conversions(whole).ty.pointee();
    match (array, whole.ty.pointee()) {
        (Some(array), Some(own)) => is_array(array) && array.ty != own.ty,
        (Some(_) | None, _) => false,
    }
}

fn is_function(pointer: &Value) -> bool {
    let ty = behind_conversions(pointer).ty.pointee();
    ty.is_some_and(|ty| matches!(ty.ty, Type::Function(_)))
}

/// The pointer that a comparison compares as a number.
fn compared(mut value: &Value) -> &Value {
    while let (ValueKind::Convert(inner), None) = (&value.kind, value.ty.pointee()) {
        value = inner;
    }
    value
}

fn is_array(ty: &Qual) -> bool {
    matches!(ty.ty, Type::Array(..))
}

/// The index of a sum, which is multiplied by the size of what the sum points to where that is
/// known at run time only.
fn unscaled<'p>(sum: &Value, index: &'p Value) -> &'p Value {
    let computed = |ty: &Qual| ty.run_time_size().is_some();
    match &behind_conversions(index).kind {
        ValueKind::Arith(Arith::Mul, own, _) if sum.ty.pointee().is_some_and(computed) => own,
        _ => index,
    }
}

/// Matches a variable with the address of a place.
fn address_of<'p>(p: &Pat, place: &'p Place, steps: usize, out: &mut Bindings<'p>) -> bool {
    if let Pat::Var(n) = p {
        out.push((*n, What::Address(place, steps)));
    }
    matches!(p, Pat::Var(_) | Pat::Any)
}

/// An array as an expression: `&a[0]` and `&*a` are `a`.
fn array_itself(p: &Pat) -> &Pat {
    match p {
        Pat::Address(object) => match &**object {
            Pat::Deref(array) => array,
            Pat::Index(array, first) if **first == Pat::Int(0) => array,
            _ => p,
        },
        _ => p,
    }
}

/// Whether an index may be the 0 of `*p`, which is `p[0]`.
fn first(index: &Pat, out: &mut Bindings<'_>) -> bool {
    match index {
        Pat::Any | Pat::Int(0) => true,
        Pat::Var(n) => {
            out.push((*n, What::First));
            true
        }
        _ => false,
    }
}
