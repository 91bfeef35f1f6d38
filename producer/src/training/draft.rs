//! What the C of a function proposes for its boolean procedure: predicates from its conditions and
//! assignments, stated over variables, members, and values on entry; what it modifies. Nothing rests
//! on it.

use proofmark_frontend::flatten::{Base, Body, Code, Kind, Place, Step, Value, ValueKind};
use proofmark_frontend::ir::{Arith, Linkage, Program, Relation};
use proofmark_frontend::library::skeleton::{skeleton, Slot};
use proofmark_frontend::library::text::{
    Choose, Function, Global, Library, Modified, Of, Statement, Variable,
};
use proofmark_frontend::types::Type;
use proofmark_logic::types::Profile;
use std::collections::BTreeSet;

/// Most predicates that are proposed for a function.
const PREDICATES_MAX: usize = 14;

/// A library that says nothing yet: its procedures have their control flow, and predicates.
///
/// # Errors
/// A function that no library can abstract.
pub(super) fn draft(
    (program, code): (&Program, &Code),
    (abi, source): (Profile, String),
    names: &[String],
) -> Result<Library, String> {
    let mut globals = BTreeSet::new();
    let mut functions = Vec::new();
    for name in names {
        let index = program.functions.iter().position(|f| f.name == *name);
        let found =
            index.and_then(|i| Some((program.functions.get(i)?, code.bodies.get(i)?.as_ref()?)));
        let (function, body) = found.ok_or_else(|| format!("`{name}` is not defined"))?;
        let mut proposal = Proposal {
            program,
            body,
            globals: &mut globals,
        };
        functions.push(proposal.function(name, &function.ty.result)?);
    }
    let globals = globals.into_iter().collect();
    let mut library = Library {
        abi,
        source,
        globals,
        fields: Vec::new(),
        functions,
        proofs: Vec::new(),
    };
    let known = library.clone();
    for f in &mut library.functions {
        for statement in &mut f.body {
            if let Statement::Call(results, callee, inputs) = statement {
                let g = known.function(callee);
                let g = g.ok_or_else(|| format!("`{}` calls `{callee}`: give that too", f.name))?;
                *results = g.returns.len();
                *inputs = vec![Choose::default(); g.inputs];
            }
        }
    }
    Ok(library)
}

struct Proposal<'a> {
    program: &'a Program,
    body: &'a Body,
    globals: &'a mut BTreeSet<Global>,
}

/// How values are written: with values on entry in the place of formal parameters, or not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Now,
    Entry,
}

impl Proposal<'_> {
    fn function(&mut self, name: &str, result: &Type) -> Result<Function, String> {
        let (body, types) = (self.body, &self.program.types);
        let show = |ty: &Type| types.show(ty);
        let variable = |l: &proofmark_frontend::flatten::Local| Variable {
            ty: show(&l.ty.ty),
            name: l.name.clone(),
        };
        let formals: Vec<Variable> = body.locals.iter().take(body.params).map(variable).collect();
        let locals = body.locals.iter().skip(body.params);
        let scalar = |l: &&proofmark_frontend::flatten::Local| {
            l.role.is_declared()
                && types.machine(&l.ty.ty).is_some()
                && l.name
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'_')
        };
        let locals: Vec<Variable> = locals.filter(scalar).map(variable).collect();
        let constants: Vec<(String, String)> = formals
            .iter()
            .map(|v| (self.constant(&v.name), v.name.clone()))
            .collect();
        let predicates = self.predicates(result != &Type::Void);
        let mentions = |p: &str, name: &str| {
            p.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .any(|w| w == name)
        };
        let of_caller =
            |p: &String| !locals.iter().any(|l| mentions(p, &l.name)) && !mentions(p, "return");
        let (mut inputs, own): (Vec<String>, Vec<String>) =
            predicates.into_iter().partition(of_caller);
        let count = inputs.len();
        inputs.extend(own);
        let predicates = inputs;
        let assigned = |name: &str| {
            let local = body.locals.iter().position(|l| l.name == name);
            local.is_some_and(|l| self.is_assigned(u32::try_from(l).unwrap_or(u32::MAX)))
        };
        let memory = |p: &str| {
            p.contains("->")
                || p.contains('*')
                || p.contains('[')
                || self.globals.iter().any(|g| mentions(p, &g.name))
        };
        let returned = |p: &String| {
            let gone = locals.iter().any(|l| mentions(p, &l.name))
                || formals
                    .iter()
                    .any(|v| mentions(p, &v.name) && assigned(&v.name));
            !gone && (mentions(p, "return") || memory(p))
        };
        let returns = (0..predicates.len())
            .filter(|i| predicates.get(*i).is_some_and(returned))
            .collect();
        let used = |name: &str| predicates.iter().any(|p| mentions(p, name));
        let slots = skeleton(self.program, body).map_err(|(_, why)| format!("`{name}`: {why}"))?;
        let statement = |slot: Slot| match slot {
            Slot::Fixed(statement) => statement,
            Slot::Assume(..) => Statement::Assume(Vec::new()),
            Slot::Update(_) => Statement::Assign(Vec::new()),
            Slot::Call(_, callee) => Statement::Call(0, callee, Vec::new()),
        };
        let body_text = slots.into_iter().map(|(slot, _)| statement(slot)).collect();
        let modifies = self.modifies();
        Ok(Function {
            result: show(result),
            name: name.to_owned(),
            constants: constants.into_iter().filter(|(c, _)| used(c)).collect(),
            locals: locals.into_iter().filter(|l| used(&l.name)).collect(),
            formals,
            predicates,
            inputs: count,
            returns,
            modifies,
            body: body_text,
        })
    }

    /// What the value of a formal parameter on entry is called: in the paper, `X` for `x`.
    fn constant(&self, formal: &str) -> String {
        let upper = formal.to_uppercase();
        let taken = |name: &String| {
            self.body.locals.iter().any(|l| l.name == *name)
                || self.program.globals.iter().any(|g| g.name == *name)
        };
        if upper == formal || taken(&upper) {
            return format!("{formal}_on_entry");
        }
        upper
    }

    fn is_assigned(&self, local: u32) -> bool {
        self.body.stmts.iter().any(|stmt| match &stmt.kind {
            Kind::Assign(place, _) | Kind::Clear(place, _) => {
                matches!(place.base, Base::Local(l) if l == local)
            }
            Kind::Call(call) => call
                .result
                .iter()
                .any(|to| matches!(to.place.base, Base::Local(l) if l == local)),
            Kind::Overflow(o) => o
                .stored
                .iter()
                .any(|p| matches!(p.base, Base::Local(l) if l == local)),
            _ => false,
        })
    }

    fn predicates(&mut self, _has_result: bool) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let mut add = |text: Option<String>| {
            if let Some(text) = text.filter(|t| t.len() < 120) {
                if !out.contains(&text) && out.len() < PREDICATES_MAX {
                    out.push(text);
                }
            }
        };
        let body = self.body;
        for stmt in &body.stmts {
            match &stmt.kind {
                Kind::Branch(value, ..) => add(self.condition(value)),
                Kind::Switch(value, cases, _) => {
                    for (low, high, _) in cases.iter().filter(|(low, high, _)| low == high) {
                        let text = self.spell(value, Time::Now, 2);
                        add(text.map(|t| format!("{t}=={low}")));
                        let _ = high;
                    }
                }
                _ => {}
            }
        }
        // What variables hold, over the values on entry; and so what is returned.
        let mut held: Vec<(String, String)> = Vec::new();
        for stmt in &body.stmts {
            if let Kind::Assign(place, value) = &stmt.kind {
                let left = match place.base {
                    Base::Result => Some("return".to_owned()),
                    _ => self.place(place, Time::Now),
                };
                let Some(left) = left else { continue };
                let right = self.spell(value, Time::Entry, 2);
                if let Some(right) = right {
                    if matches!(
                        value.kind,
                        ValueKind::Load(_)
                            | ValueKind::Arith(..)
                            | ValueKind::Convert(_)
                            | ValueKind::PointerAdd { .. }
                    ) {
                        self.entries(value, &mut add);
                    }
                    held.push((left.clone(), right.clone()));
                    add(Some(format!("{left}=={right}")));
                }
                if left == "return" {
                    if let Some(from) = self.spell(value, Time::Now, 2) {
                        let through: Vec<String> = held
                            .iter()
                            .filter(|(l, _)| *l == from)
                            .map(|(_, r)| r.clone())
                            .collect();
                        for right in through {
                            add(Some(format!("return=={right}")));
                        }
                    }
                }
            }
        }
        out
    }

    /// `{x==X}` for the formal parameters in a value.
    fn entries(&self, value: &Value, add: &mut dyn FnMut(Option<String>)) {
        value.visit(&mut |kind| {
            if let ValueKind::Load(place) = kind {
                if let Base::Local(l) = place.base {
                    let formal = self.body.locals.get(l as usize);
                    if let Some(formal) = formal.filter(|_| (l as usize) < self.body.params) {
                        add(Some(format!(
                            "{}=={}",
                            formal.name,
                            self.constant(&formal.name)
                        )));
                    }
                }
            }
        });
    }

    /// A condition, so that it is an equation or `<` where that is possible.
    fn condition(&mut self, value: &Value) -> Option<String> {
        match &value.kind {
            ValueKind::Not(inner) => self.condition(inner),
            ValueKind::Convert(inner) if inner.ty.is_integer() => self.condition(inner),
            ValueKind::Compare(relation, a, b) => {
                let (a, b) = (self.spell(a, Time::Now, 2)?, self.spell(b, Time::Now, 2)?);
                let relation = match relation {
                    Relation::Eq | Relation::Ne => "==",
                    Relation::Lt => "<",
                    Relation::Le => "<=",
                    Relation::Gt => ">",
                    Relation::Ge => ">=",
                };
                Some(format!("{a}{relation}{b}"))
            }
            _ => Some(format!("{}==0", self.spell(value, Time::Now, 2)?)),
        }
    }

    /// A value in C; `tight` says how strong the operator beside it is.
    fn spell(&mut self, value: &Value, time: Time, tight: u8) -> Option<String> {
        let paren = |text: String, own: u8| {
            if own < tight {
                format!("({text})")
            } else {
                text
            }
        };
        match &value.kind {
            ValueKind::Int(n) if *n >= 0 => Some(format!("{n}")),
            ValueKind::Int(n) => Some(paren(format!("-{}", n.unsigned_abs()), 4)),
            ValueKind::Load(place) => self.place(place, time),
            ValueKind::Convert(inner) => self.spell(inner, time, tight),
            ValueKind::Arith(op, a, b) => {
                let (op, own) = match op {
                    Arith::Add => ("+", 2),
                    Arith::Sub => ("-", 2),
                    Arith::Mul => ("*", 3),
                    Arith::Rem => ("%", 3),
                    Arith::Div | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => {
                        return None
                    }
                };
                let (a, b) = (self.spell(a, time, own)?, self.spell(b, time, own + 1)?);
                Some(paren(format!("{a}{op}{b}"), own))
            }
            _ => None,
        }
    }

    fn place(&mut self, place: &Place, time: Time) -> Option<String> {
        let mut steps = place.steps.as_slice();
        let mut text = match &place.base {
            Base::Local(l) => {
                let local = self.body.locals.get(*l as usize)?;
                if !local.role.is_declared() {
                    return None;
                }
                match time == Time::Entry && (*l as usize) < self.body.params {
                    true => self.constant(&local.name),
                    false => local.name.clone(),
                }
            }
            Base::Global(g) => {
                let global = self.program.global(*g)?;
                let internal = global.linkage == Linkage::Internal;
                let (name, ty) = (global.name.clone(), self.program.types.show(&global.ty.ty));
                self.globals.insert(Global { internal, ty, name });
                global.name.clone()
            }
            Base::Deref(pointer) => {
                let pointer = self.spell(pointer, time, 5)?;
                match steps.split_first() {
                    Some((Step::Field(record, index), rest)) => {
                        steps = rest;
                        let field = self.program.types.field(*record, *index)?;
                        format!("{pointer}->{}", field.name.as_ref()?)
                    }
                    Some((Step::Index(_), _)) => return None,
                    None => format!("*{pointer}"),
                }
            }
            Base::String(_) | Base::Result => return None,
        };
        for step in steps {
            let Step::Field(record, index) = step else {
                return None;
            };
            let field = self.program.types.field(*record, *index)?;
            text = format!("{text}.{}", field.name.as_ref()?);
        }
        Some(text)
    }

    fn modifies(&mut self) -> Vec<Modified> {
        let mut out = BTreeSet::new();
        let body = self.body;
        for stmt in &body.stmts {
            let place = match &stmt.kind {
                Kind::Assign(place, _) => Some(place),
                Kind::Call(call) => call.result.as_ref().map(|to| &to.place),
                _ => None,
            };
            let Some(place) = place else { continue };
            match &place.base {
                Base::Local(_) | Base::Result | Base::String(_) => {}
                Base::Global(_) => out.extend(self.place(place, Time::Now).map(Modified::Place)),
                Base::Deref(pointer) => {
                    let formal = match &pointer.kind {
                        ValueKind::Load(p) => {
                            matches!(p.base, Base::Local(l) if (l as usize) < body.params && !self.is_assigned(l))
                        }
                        _ => false,
                    };
                    if formal {
                        out.extend(self.place(place, Time::Now).map(Modified::Place));
                    } else {
                        let base = self.program.types.show(&place.base_ty);
                        let field = match place.steps.as_slice() {
                            [Step::Field(record, index)] => self
                                .program
                                .types
                                .field(*record, *index)
                                .and_then(|f| f.name.clone()),
                            _ => None,
                        };
                        out.insert(Modified::All(base, field));
                    }
                }
            }
        }
        out.into_iter().collect()
    }
}

/// Removes a predicate from a function, and from what its callers know of it.
pub(super) fn without(library: &Library, function: usize, predicate: usize) -> Library {
    let mut out = library.without_proofs();
    let Some(f) = out.functions.get_mut(function) else {
        return out;
    };
    let (name, input) = (f.name.clone(), predicate < f.inputs);
    let result = f.returns.iter().position(|i| *i == predicate);
    f.predicates.remove(predicate);
    f.inputs -= usize::from(input);
    let shift = |i: usize| if i > predicate { i - 1 } else { i };
    f.returns = f
        .returns
        .iter()
        .filter(|i| **i != predicate)
        .map(|i| shift(*i))
        .collect();
    let change = &|of: &mut Of| match of {
        Of::Predicate(i) if *i == predicate => false,
        Of::Predicate(i) => {
            *i = shift(*i);
            true
        }
        Of::Result(_) => true,
    };
    for statement in &mut f.body {
        if let Statement::Assign(updates) = statement {
            updates.retain(|(p, _)| *p != predicate);
            updates.iter_mut().for_each(|(p, _)| *p = shift(*p));
        }
        retain(statement, change);
    }
    let names: Vec<String> = f.predicates.clone();
    let used = |name: &str| {
        let words = |p: &String| {
            p.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .any(|w| w == name)
        };
        names.iter().any(words)
    };
    f.constants.retain(|(c, _)| used(c));
    f.locals.retain(|l| used(&l.name));
    for g in &mut out.functions {
        let mut after = false;
        for statement in &mut g.body {
            match statement {
                Statement::Call(results, callee, inputs) if *callee == name => {
                    if input {
                        inputs.remove(predicate);
                    }
                    *results -= usize::from(result.is_some());
                    after = true;
                }
                Statement::Assign(_) if after => {
                    after = false;
                    if let Some(position) = result {
                        retain(statement, &|of| match of {
                            Of::Result(i) if *i == position + 1 => false,
                            Of::Result(i) => {
                                *i -= usize::from(*i > position + 1);
                                true
                            }
                            Of::Predicate(_) => true,
                        });
                    }
                }
                _ => {}
            }
        }
    }
    out
}

/// Keeps the cubes and clauses all of whose literals are kept.
fn retain(statement: &mut Statement, keep: &dyn Fn(&mut Of) -> bool) {
    let parts = |parts: &mut Vec<Vec<proofmark_frontend::library::text::Literal>>| {
        parts.retain_mut(|part| {
            let mut all = true;
            part.iter_mut().for_each(|l| all &= keep(&mut l.of));
            all
        });
    };
    match statement {
        Statement::Assume(clauses) => parts(clauses),
        Statement::Assign(updates) => {
            for (_, choose) in updates {
                parts(&mut choose.positive);
                parts(&mut choose.negative);
            }
        }
        Statement::Call(_, _, inputs) => {
            for choose in inputs {
                parts(&mut choose.positive);
                parts(&mut choose.negative);
            }
        }
        Statement::Label(_) | Statement::Goto(_) | Statement::Return => {}
    }
}
