//! Procedures from predicates, by the text of the C alone: what a statement makes of a predicate is
//! another predicate, its negation, a constant, or nothing that is known (paper 001, section 2.3).
//! What comes out is proved like any other library.

use super::calls_back;
use super::merge::without;
use super::names::Names;
use super::reader::ENTRY;
use super::signature::{body, declare};
use super::sums::{implied, zero, Condition, Form, Sum};
use proofmark_frontend::flatten::{Base, Body, Code, Kind, Step, Value, ValueKind};
use proofmark_frontend::ir::Program;
use proofmark_frontend::library::skeleton::{skeleton, Side, Slot};
use proofmark_frontend::library::text::{Choose, Cube, Function, Library, Literal, Of, Statement};
use proofmark_frontend::library::{header, predicates, variable};
use std::collections::BTreeMap;

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
    pub(super) library: &'a Library,
    pub(super) body: &'a Body,
    pub(super) names: Names,
    /// The predicates, over the function's variables.
    pub(super) known: Vec<Value>,
    pub(super) conditions: Vec<Option<Condition>>,
}

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
pub(super) fn placed(program: &Program, value: &Value, (f, body): (&Function, &Body)) -> Value {
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
}
