//! Procedures from predicates, by the text of the C alone: what a statement makes of a predicate is
//! another predicate, its negation, a constant, or nothing that is known (paper 001, section 2.3).
//! What comes out is proved like any other library.

use super::bits;
use super::calls_back;
use super::merge::without;
use super::names::{Names, RESULT};
use super::signature::{body, declare};
use super::sums::{implied, less, zero, Condition, Form, Sum};
use proofmark_frontend::flatten::{Base, Body, Call, Code, Kind, Place, Step, Value, ValueKind};
use proofmark_frontend::ir::{Arith, Program, Relation};
use proofmark_frontend::library::skeleton::{skeleton, Side, Slot};
use proofmark_frontend::library::text::{Choose, Cube, Function, Library, Literal, Of, Statement};
use proofmark_frontend::library::{header, predicates, variable};
use proofmark_frontend::types::{IntKind, Type};
use std::collections::BTreeMap;

/// What a call returns, where it is part of a value.
pub(super) const RETURNED: &str = "what is returned";

/// Conditions for the results of a call, and for predicates.
pub(super) type Effects = (Vec<Option<Condition>>, Vec<(usize, Option<Condition>)>);

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

/// Fills in the procedures of a library of which the rest is there.
///
/// # Errors
/// What of the C no library abstracts.
pub(super) fn procedures(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<Library, String> {
    let mut out = library.clone();
    list(program, code, &mut out)?;
    for (f, old) in out.functions.iter_mut().zip(&library.functions) {
        f.body = procedure((program, code), (library, old))?;
    }
    if calls_back(&out) {
        declare(program, code, &mut out)?;
    }
    Ok(out)
}

/// A library whose header lists what its procedures name.
///
/// # Errors
/// What no header can list.
pub(super) fn headed(program: &Program, code: &Code, library: &Library) -> Result<Library, String> {
    let mut out = library.clone();
    list(program, code, &mut out)?;
    Ok(out)
}

/// A library that tells of structures what it can, besides what it says of them already; and why it
/// cannot tell of others.
///
/// # Errors
/// What no header can list.
pub(super) fn told(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<(Library, Vec<String>), String> {
    let mut out = library.clone();
    let listed = header(program, code, library).map_err(|e| e.diagnostic.message)?;
    for structure in listed.opaque {
        if out.opaque.iter().all(|known| known.tag != structure.tag) {
            out.opaque.push(structure);
        }
    }
    out.opaque.sort();
    Ok((out, listed.untold))
}

/// Lists in a library's header what its procedures name.
fn list(program: &Program, code: &Code, library: &mut Library) -> Result<(), String> {
    let listed = header(program, code, library).map_err(|e| e.diagnostic.message)?;
    (library.fields, library.layouts) = (listed.fields, listed.layouts);
    library.opaque = listed.opaque;
    Ok(())
}

pub(super) struct Drafter<'a> {
    pub(super) program: &'a Program,
    library: &'a Library,
    pub(super) body: &'a Body,
    pub(super) names: Names,
    /// The predicates, over the function's variables.
    pub(super) known: Vec<Value>,
    pub(super) conditions: Vec<Option<Condition>>,
}

/// Where the values on entry are, among the locals: no function has so many.
pub(super) const ENTRY: u32 = 1 << 30;

/// Reads a function and its predicates.
///
/// # Errors
/// Those that are no conditions, and a function without a definition.
pub(super) fn drafter<'a>(
    (program, code): (&'a Program, &'a Code),
    (library, f): (&'a Library, &Function),
) -> Result<Drafter<'a>, String> {
    let body = body(program, code, &f.name)?;
    let own = predicates(program, code, (library, f)).map_err(|e| e.diagnostic.message)?;
    let known: Vec<Value> = own.iter().map(|v| placed(program, v, (f, body))).collect();
    let names = Names::of(program, body, f);
    let mut out = Drafter {
        program,
        library,
        body,
        names,
        known,
        conditions: Vec::new(),
    };
    let plain = out.reader(&|_| None);
    let conditions = out.known.iter().map(|v| plain.condition(v)).collect();
    out.conditions = conditions;
    Ok(out)
}

fn procedure(
    (program, code): (&Program, &Code),
    (library, f): (&Library, &Function),
) -> Result<Vec<Statement>, String> {
    let drafter = drafter((program, code), (library, f))?;
    let mut out = Vec::new();
    let (mut called, mut back) = (None, None);
    let slots =
        skeleton(program, drafter.body).map_err(|(_, why)| format!("`{}`: {why}", f.name))?;
    for (slot, _) in slots {
        out.push(match slot {
            Slot::Fixed(statement) => statement,
            Slot::Assume(stmt, side) => drafter.assume(stmt, side),
            Slot::Update(stmt) => {
                let statement = drafter.update(code, stmt, called.take())?;
                match back.take() {
                    Some(callback) => without(&callback, statement),
                    None => statement,
                }
            }
            Slot::Callback(stmt) => {
                let callback = drafter.callback(stmt);
                let callback = callback.map_err(|why| format!("`{}`: {why}", f.name))?;
                back = Some(callback.clone());
                Statement::Callback(callback)
            }
            Slot::Call(stmt, name) => {
                let g = library.function(&name);
                let g = g.ok_or_else(|| format!("`{name}` is not in the library"))?;
                called = Some(g);
                drafter.call(code, stmt, g)?
            }
        });
    }
    Ok(out)
}

/// A predicate, whose variables are parameters, over the function's own variables.
fn placed(program: &Program, value: &Value, (f, body): (&Function, &Body)) -> Value {
    let formals = f.formals.len();
    let base = |parameter: u32| {
        let i = parameter as usize;
        let constant = i.checked_sub(formals + f.locals.len());
        if i < formals {
            return Base::Local(parameter);
        }
        match (
            f.locals.get(i - formals),
            constant.and_then(|i| f.constants.get(i)),
        ) {
            (Some(local), _) => {
                let found = variable(program, body, &local.name);
                Base::Local(found.unwrap_or(u32::MAX))
            }
            (None, Some((_, of))) => {
                let formal = f.formals.iter().position(|v| v.name == *of);
                let formal = formal.and_then(|i| u32::try_from(i).ok()).unwrap_or(0);
                Base::Local(ENTRY + formal)
            }
            (None, None) => Base::Result,
        }
    };
    rebased(value, &base)
}

/// A value with other local variables.
fn rebased(value: &Value, base: &dyn Fn(u32) -> Base) -> Value {
    let again = |v: &Value| Box::new(rebased(v, base));
    let kind = match &value.kind {
        ValueKind::Load(place) => {
            let mut place = place.clone();
            if let Base::Local(local) = place.base {
                place.base = base(local);
            }
            if let Base::Deref(pointer) = &place.base {
                place.base = Base::Deref(again(pointer));
            }
            for step in &mut place.steps {
                if let Step::Index(index) = step {
                    *index = rebased(index, base);
                }
            }
            ValueKind::Load(place)
        }
        ValueKind::Negate(a) => ValueKind::Negate(again(a)),
        ValueKind::Complement(a) => ValueKind::Complement(again(a)),
        ValueKind::Not(a) => ValueKind::Not(again(a)),
        ValueKind::Convert(a) => ValueKind::Convert(again(a)),
        ValueKind::Arith(op, a, b) => ValueKind::Arith(*op, again(a), again(b)),
        ValueKind::Compare(relation, a, b) => ValueKind::Compare(*relation, again(a), again(b)),
        other => other.clone(),
    };
    Value::new(kind, value.ty.clone(), value.pos)
}

fn literal(of: Of, holds: bool) -> Literal {
    Literal { of, holds }
}

impl Drafter<'_> {
    pub(super) fn stmt(&self, stmt: usize) -> Option<&Kind> {
        self.body.stmts.get(stmt).map(|stmt| &stmt.kind)
    }

    /// What is known where a branch goes one way.
    pub(super) fn known_behind(&self, stmt: usize, side: Side) -> Vec<Condition> {
        let plain = self.reader(&|_| None);
        let equal = |value: &Value, low: i128, holds: bool| {
            let sum = plain.sum(value)?;
            let constant = Sum {
                parts: BTreeMap::new(),
                constant: low,
                ..sum.clone()
            };
            Some((zero(&sum.plus(&constant, -1)), holds))
        };
        match (self.stmt(stmt), side) {
            (Some(Kind::Branch(value, ..)), Side::Then) => {
                plain.condition(value).into_iter().collect()
            }
            (Some(Kind::Branch(value, ..)), Side::Else) => {
                let condition = plain.condition(value).into_iter();
                condition.map(|(form, holds)| (form, !holds)).collect()
            }
            (Some(Kind::Switch(value, cases, _)), side) => {
                let cases = cases.iter().enumerate();
                let single = cases.filter(|(i, (low, high, _))| match side {
                    Side::Case(own) => own == *i && low == high,
                    Side::Default => low == high,
                    Side::Then | Side::Else => false,
                });
                let holds = side != Side::Default;
                single
                    .filter_map(|(_, (low, ..))| equal(value, *low, holds))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// What is known where a condition holds: all literals that follow from it.
    fn assume(&self, stmt: usize, side: Side) -> Statement {
        let known = self.known_behind(stmt, side);
        if known
            .iter()
            .any(|(form, holds)| *form == Form::Known(!holds))
        {
            return Statement::Assume(vec![Vec::new()]);
        }
        let all = self.conditions.iter().enumerate();
        let clauses = all.filter_map(|(i, own)| {
            let own = own.as_ref()?;
            let holds = known.iter().find_map(|known| implied(own, known))?;
            Some(vec![literal(Of::Predicate(i), holds)])
        });
        Statement::Assume(clauses.collect())
    }

    /// A variable that is a condition over the state in front of the statement.
    fn choose(&self, wanted: Option<&Condition>, results: &[Option<Condition>]) -> Choose {
        let mut out = Choose::default();
        let Some(wanted) = wanted else {
            return out;
        };
        if let Form::Known(known) = wanted.0 {
            let always = vec![Cube::new()];
            match known == wanted.1 {
                true => out.positive = always,
                false => out.negative = always,
            }
            return out;
        }
        let own = self.conditions.iter().enumerate();
        let own = own.map(|(i, condition)| (Of::Predicate(i), condition));
        let results = results.iter().enumerate();
        let results = results.map(|(i, condition)| (Of::Result(i + 1), condition));
        for (of, condition) in own.chain(results) {
            let Some((form, holds)) = condition else {
                continue;
            };
            for value in [true, false] {
                let known = (form.clone(), *holds == value);
                match implied(wanted, &known) {
                    Some(true) => out.positive.push(vec![literal(of, value)]),
                    Some(false) => out.negative.push(vec![literal(of, value)]),
                    None => {}
                }
            }
        }
        out
    }

    fn update(
        &self,
        code: &Code,
        stmt: usize,
        called: Option<&Function>,
    ) -> Result<Statement, String> {
        let (results, effects) = self.effects(code, stmt, called)?;
        let mut out = Vec::new();
        for (i, wanted) in effects {
            // What a statement leaves as it is needs no word.
            let own = self.conditions.get(i).and_then(Option::as_ref);
            if wanted.is_none() || wanted.as_ref() != own {
                out.push((i, self.choose(wanted.as_ref(), &results)));
            }
        }
        Ok(Statement::Assign(out))
    }

    /// What the results of a call say, and each predicate behind a statement, as a condition in
    /// front of it.
    pub(super) fn effects(
        &self,
        code: &Code,
        stmt: usize,
        called: Option<&Function>,
    ) -> Result<Effects, String> {
        let mut out = Vec::new();
        let results = match (self.stmt(stmt), called) {
            (Some(Kind::Call(call)), Some(g)) => self.results(code, call, g)?,
            _ => Vec::new(),
        };
        let keeps = called.is_some_and(|g| g.modifies.is_empty());
        for (i, value) in self.known.iter().enumerate() {
            let wanted = match self.stmt(stmt) {
                Some(Kind::Assign(place, new)) => self.behind(value, place, Some(new)),
                Some(Kind::Call(call)) => match &call.result {
                    Some(to) if to.through.is_empty() => {
                        self.behind_call(value, (&to.place, keeps))
                    }
                    Some(to) => self.behind(value, &to.place, None),
                    None => self.behind_call(value, (&nowhere(), keeps)),
                },
                Some(Kind::Enter(local, _)) => self.behind(
                    value,
                    &Place::local(*local, proofmark_frontend::types::Type::INT.into()),
                    None,
                ),
                _ => None,
            };
            out.push((i, wanted));
        }
        Ok((results, out))
    }

    /// A predicate behind an assignment, as a condition in front of it.
    fn behind(&self, value: &Value, target: &Place, new: Option<&Value>) -> Option<Condition> {
        let plain = self.reader(&|_| None);
        let Some(test) = new.filter(|new| is_test(new)) else {
            return self.assigned(value, target, new.and_then(|new| plain.sum(new)));
        };
        let machine = self.program.types.machine(&target.ty.ty)?;
        let number = |constant| Sum {
            bits: machine.bits(),
            signed: machine.signed(),
            parts: BTreeMap::new(),
            constant,
        };
        // A test is 1 or 0: what the predicate is with either tells whether it says the same.
        let one = self.assigned(value, target, Some(number(1)))?;
        let none = self.assigned(value, target, Some(number(0)))?;
        match (&one, &none) {
            _ if one == none => Some(one),
            ((Form::Known(a), x), (Form::Known(b), y)) if (a == x) != (b == y) => {
                let test = plain.condition(test)?;
                Some((test.0, test.1 == (a == x)))
            }
            _ => None,
        }
    }

    /// A predicate behind an assignment of a sum, as a condition in front of it.
    fn assigned(&self, value: &Value, target: &Place, sum: Option<Sum>) -> Option<Condition> {
        let plain = self.reader(&|_| None);
        let written = plain.place(target)?;
        let memory = |place: &Place| !matches!(place.base, Base::Local(_) | Base::Result);
        let instead = |place: &Place| {
            let read = plain.place(place);
            match read {
                Some(read) if read == written => Some(sum.clone()),
                // Parts of a variable, and other objects that may be the same.
                Some(read) if within(&read, &written) || within(&written, &read) => Some(None),
                Some(_) if memory(place) && memory(target) && !apart(place, target) => Some(None),
                Some(_) => None,
                None => Some(None),
            }
        };
        self.reader(&instead).condition(value)
    }

    /// The same behind a call: the result has a name of its own, and so has memory, unless the
    /// callee keeps it.
    fn behind_call(&self, value: &Value, (target, keeps): (&Place, bool)) -> Option<Condition> {
        let plain = self.reader(&|_| None);
        let written = plain.place(target);
        let instead = |place: &Place| match &place.base {
            Base::Local(_) | Base::Result if plain.place(place) == written => {
                Some(returned(self.program, &place.ty.ty))
            }
            Base::Local(_) | Base::Result => None,
            Base::Global(_) | Base::Deref(_) if keeps => None,
            Base::Global(_) | Base::Deref(_) | Base::String(_) => {
                Some(self.behind_memory(place, &plain))
            }
        };
        self.reader(&instead).condition(value)
    }

    /// What is read from memory behind a call has another name than in front of it.
    fn behind_memory(&self, place: &Place, names: &Reader<'_>) -> Option<Sum> {
        let machine = self.program.types.machine(&place.ty.ty)?;
        let name = format!("behind {}", names.place(place)?);
        Some(Sum {
            bits: machine.bits(),
            signed: machine.signed(),
            parts: BTreeMap::from([(name, 1)]),
            constant: 0,
        })
    }

    /// The callee's predicates at its call, with its arguments for its parameters.
    pub(super) fn at_call(
        &self,
        code: &Code,
        (call, g): (&Call, &Function),
        behind: bool,
    ) -> Result<Vec<Option<Condition>>, String> {
        let own = predicates(self.program, code, (self.library, g));
        let own = own.map_err(|e| e.diagnostic.message)?;
        let plain = self.reader(&|_| None);
        let arguments: Vec<Option<Sum>> = call.args.iter().map(|a| plain.sum(a)).collect();
        let body = body(self.program, code, &g.name)?;
        let variable = |place: &Place| match &place.base {
            Base::Local(l) if *l >= ENTRY => {
                Some(arguments.get((l - ENTRY) as usize).cloned().flatten())
            }
            Base::Local(l) => Some(arguments.get(*l as usize).cloned().flatten()),
            Base::Result => Some(returned(self.program, &place.ty.ty)),
            Base::String(_) => Some(None),
            Base::Global(_) | Base::Deref(_) => None,
        };
        let in_front = self.reader(&variable);
        let behind = behind && !g.modifies.is_empty();
        let instead = |place: &Place| match &place.base {
            Base::Global(_) | Base::Deref(_) if behind => {
                Some(self.behind_memory(place, &in_front))
            }
            _ => variable(place),
        };
        let reader = self.reader(&instead);
        let own = own.iter().map(|v| placed(self.program, v, (g, body)));
        Ok(own.map(|v| reader.condition(&v)).collect())
    }

    fn call(&self, code: &Code, stmt: usize, g: &Function) -> Result<Statement, String> {
        let Some(Kind::Call(call)) = self.stmt(stmt) else {
            return Err("a call is lost".to_owned());
        };
        let at = self.at_call(code, (call, g), false)?;
        let inputs = at.iter().take(g.inputs);
        let inputs = inputs
            .map(|wanted| self.choose(wanted.as_ref(), &[]))
            .collect();
        Ok(Statement::Call(g.returns.len(), g.name.clone(), inputs))
    }

    fn results(
        &self,
        code: &Code,
        call: &Call,
        g: &Function,
    ) -> Result<Vec<Option<Condition>>, String> {
        let at = self.at_call(code, (call, g), true)?;
        let of = |i: &usize| at.get(*i).cloned().flatten();
        Ok(g.returns.iter().map(of).collect())
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

/// Whether what the first name stands for is a part of the second.
fn within(part: &str, whole: &str) -> bool {
    let rest = part.strip_prefix(whole);
    rest.is_some_and(|rest| rest.starts_with('.') || rest.starts_with('['))
}

/// Whether two objects are two variables, or two members of one or behind one pointer.
pub(super) fn apart(a: &Place, b: &Place) -> bool {
    let local = |v: &Value| match &v.kind {
        ValueKind::Load(place) => match place.base {
            Base::Local(l) if place.steps.is_empty() => Some(l),
            _ => None,
        },
        _ => None,
    };
    let one = match (&a.base, &b.base) {
        (Base::Global(g), Base::Global(h)) if g != h => return true,
        (Base::Global(_), Base::Global(_)) => true,
        (Base::Deref(p), Base::Deref(q)) => local(p).is_some() && local(p) == local(q),
        _ => false,
    };
    // An object is of one type.
    let kind = |place: &Place| match &place.ty.ty {
        ty if ty.is_character() => None,
        Type::Pointer(_) => Some(IntKind::Bits(0, false)),
        Type::Int(kind) => Some(*kind),
        _ => None,
    };
    if let (Some(a), Some(b)) = (kind(a), kind(b)) {
        let (a, b) = (sizes(a), sizes(b));
        if a.1 < b.0 || b.1 < a.0 {
            return true;
        }
    }
    let first = |place: &Place| match place.steps.first() {
        Some(Step::Field(record, index)) => Some((*record, *index)),
        _ => None,
    };
    one && first(a) != first(b)
}

fn returned(program: &Program, ty: &proofmark_frontend::types::Type) -> Option<Sum> {
    let machine = program.types.machine(ty)?;
    Some(Sum {
        bits: machine.bits(),
        signed: machine.signed(),
        parts: BTreeMap::from([(RETURNED.to_owned(), 1)]),
        constant: 0,
    })
}

/// A place that no predicate reads.
fn nowhere() -> Place {
    Place::local(u32::MAX, proofmark_frontend::types::Type::INT.into())
}

/// Whether a name is that of a variable, a member, or a member behind one.
fn is_path(name: &str) -> bool {
    let part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'>');
    name.bytes().all(part)
}

/// The sizes that objects of a type may have, where the ABI is not known; pointers have none.
fn sizes(kind: IntKind) -> (u8, u8) {
    match kind {
        IntKind::Bits(..) => (0, 0),
        IntKind::Char | IntKind::SChar | IntKind::UChar => (1, 1),
        IntKind::Short | IntKind::UShort => (2, 2),
        IntKind::Int | IntKind::UInt => (4, 4),
        IntKind::Long | IntKind::ULong => (4, 8),
        IntKind::LongLong | IntKind::ULongLong => (8, 8),
    }
}
