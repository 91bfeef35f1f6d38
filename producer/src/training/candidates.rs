//! Predicates that a function's C suggests: what its result and what it modifies are at the end of
//! its paths, its conditions, and what these are in front of its statements (paper 001 has them
//! from NEWTON). Which of them are worth it, runs on programs decide.

use super::bits;
use super::draft::{drafter, Drafter};
use super::effects::{apart, RETURNED};
use super::names::{Candidate, RESULT};
use super::reader::{is_test, Reader};
use super::signature::{callee, is_kept, variables};
use super::sums::{implied, less, zero, Condition, Form, Sum};
use proofmark_frontend::flatten::{Base, Code, Kind, Place, Value};
use proofmark_frontend::ir::{Label, Program};
use proofmark_frontend::library::skeleton::{skeleton, Slot};
use proofmark_frontend::library::text::{Function, Library, Modified, Variable};
use proofmark_frontend::library::words_of;
use std::collections::{BTreeMap, BTreeSet};

/// Most paths of a function that are followed.
const PATHS_MAX: usize = 64;
/// Most statements of one.
const STEPS_MAX: usize = 2000;
/// Most pointers that a predicate follows.
const POINTERS_MAX: usize = 2;
/// How often a path comes to a label.
const ROUNDS_MAX: usize = 2;

/// What the names of values begin with that are those of comparisons.
const TEST: &str = "{test} ";

/// What functions return and leave behind, as sums over values on entry.
pub(super) fn ends(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<Vec<Candidate>, String> {
    let mut out = Vec::new();
    for f in &library.functions {
        let drafter = drafter((program, code), (library, f))?;
        for form in drafter.entries().into_iter().chain(drafter.ends()) {
            // That all other bits stay is of no use: programs ask for one.
            let text = drafter
                .names
                .text(&form)
                .filter(|_| !bits::are_mixed(&form));
            let text = text.filter(|text| is_small(text));
            out.extend(text.map(|text| (f.name.clone(), text)));
        }
    }
    let mut seen = BTreeSet::new();
    out.retain(|one| seen.insert(one.clone()));
    Ok(out)
}

/// The predicates of a library without those that say the same as another one of their function:
/// proofs have `users+1-1==0` beside `users==0`.
pub(super) fn distinct(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<Vec<Candidate>, String> {
    let mut out = Vec::new();
    for f in &library.functions {
        let drafter = drafter((program, code), (library, f))?;
        let mut said: Vec<&Form> = Vec::new();
        for (text, condition) in f.predicates.iter().zip(&drafter.conditions) {
            match condition {
                Some((form, _)) if said.contains(&form) => continue,
                Some((form, _)) => said.push(form),
                None => {}
            }
            out.push((f.name.clone(), text.clone()));
        }
    }
    Ok(out)
}

/// Whether the result is negative, of functions that return a negative number somewhere: what is an
/// error, programs ask in more than one way.
pub(super) fn signs(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<Vec<Candidate>, String> {
    let mut out = Vec::new();
    let signed = |f: &&Function| !f.result.starts_with("unsigned") && !f.result.contains('*');
    for f in library.functions.iter().filter(signed) {
        let drafter = drafter((program, code), (library, f))?;
        let mut results = drafter.ends().into_iter().filter_map(|form| match form {
            Form::Zero(sum) if sum.parts.keys().eq([RESULT]) => Some(sum.renamed(RESULT)),
            _ => None,
        });
        let Some(result) = results.find(|result| {
            let zero = result.plus(result, -1);
            let negative = (less(result.clone(), zero), true);
            let is = |form| implied(&negative, &(form, true)) == Some(true);
            drafter.ends().into_iter().any(is)
        }) else {
            continue;
        };
        let zero = result.plus(&result, -1);
        let text = drafter.names.text(&less(result, zero));
        out.extend(text.map(|text| (f.name.clone(), text)));
    }
    Ok(out)
}

/// Predicates that would say what a statement makes of others, where nothing does; if there are
/// none, what branches are about; if others say something of all of these, the statements' and the
/// branches' own conditions: that a number is not 2 does not tell whether it is 0 (a count that is
/// 0 behind `count--` was 1).
pub(super) fn missing(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<Vec<Candidate>, String> {
    let (mut effects, mut branches, mut own) = (Vec::new(), Vec::new(), Vec::new());
    for f in &library.functions {
        let drafter = drafter((program, code), (library, f))?;
        let slots = skeleton(program, drafter.body);
        let slots = slots.map_err(|(_, why)| format!("`{}`: {why}", f.name))?;
        let mut called = None;
        for (slot, _) in slots {
            let callee = called;
            let (mut wanted, mut out): (Vec<Condition>, _) = (Vec::new(), &mut effects);
            match slot {
                Slot::Fixed(_) | Slot::Callback(_) => {}
                Slot::Assume(stmt, side) => {
                    (wanted, out) = (drafter.known_behind(stmt, side), &mut branches);
                }
                Slot::Update(stmt) => {
                    let all = drafter.effects(code, stmt, called.take())?;
                    wanted.extend(all.1.into_iter().filter_map(|(_, condition)| condition));
                }
                Slot::Call(stmt, name) => {
                    called = library.function(&name);
                    if let (Some(g), Some(Kind::Call(call))) = (called, drafter.stmt(stmt)) {
                        let at = drafter.at_call(code, (call, g), false)?;
                        wanted.extend(at.into_iter().take(g.inputs).flatten());
                    }
                }
            }
            for condition in wanted {
                let out = match drafter.is_said(&condition) {
                    false => &mut *out,
                    true => &mut own,
                };
                let (name, form) = match (callee, returned_by_callee(&condition.0)) {
                    (Some(g), Some(form)) => (g.name.clone(), form),
                    _ => (f.name.clone(), condition.0),
                };
                let text = drafter.names.text(&form).filter(|text| is_small(text));
                out.extend(text.map(|text| (name, text)));
            }
        }
    }
    let known = |(name, text): &Candidate| {
        let f = library.function(name);
        f.is_some_and(|f| f.predicates.contains(text))
    };
    let all = [effects, branches, own].into_iter();
    let all = all.map(|mut some| {
        some.retain(|one| !known(one));
        some
    });
    let mut out = all
        .into_iter()
        .find(|some| !some.is_empty())
        .unwrap_or_default();
    let mut seen = BTreeSet::new();
    out.retain(|one| seen.insert(one.clone()));
    Ok(out)
}

/// Predicates about what functions modify that others modify, too: in the words of these.
pub(super) fn shared(library: &Library) -> Vec<Candidate> {
    let mut out = Vec::new();
    for f in &library.functions {
        for text in &f.predicates {
            let tokens = words_of(text).unwrap_or_default();
            let named: BTreeSet<&str> = variables(text).into_iter().collect();
            let mut named = named.into_iter();
            let (Some(name), None) = (named.next(), named.next()) else {
                continue;
            };
            let formal = f.formals.iter().find(|formal| formal.name == name);
            for g in library.functions.iter().filter(|g| g.name != f.name) {
                let same = |v: &&Variable| formal.is_some_and(|formal| formal.ty == v.ty);
                let formals = g.formals.iter().filter(same).map(|v| v.name.as_str());
                let global = library.globals.iter().any(|global| global.name == name);
                let own = global && formal.is_none();
                for other in formals.chain(own.then_some(name)) {
                    let tokens = renamed(&tokens, name, other);
                    if g.modifies.iter().any(|m| reads(&tokens, m)) {
                        out.push((g.name.clone(), tokens.concat()));
                    }
                }
            }
        }
    }
    out
}

/// Tokens of a predicate with another name of a variable.
fn renamed<'a>(tokens: &[&'a str], from: &str, to: &'a str) -> Vec<&'a str> {
    let mut before = "";
    let all = tokens.iter().map(|token| {
        let member = before == "." || before == "->";
        before = token;
        match *token == from && !member {
            true => to,
            false => *token,
        }
    });
    all.collect()
}

/// Whether a predicate names an object that is modified, or a member of that name.
fn reads(tokens: &[&str], modified: &Modified) -> bool {
    match modified {
        Modified::Place(place) => {
            let place = words_of(place).unwrap_or_default();
            tokens.windows(place.len().max(1)).any(|some| some == place)
        }
        Modified::All(_, member) => tokens
            .windows(2)
            .any(|some| matches!(some, ["->", name] if name == member)),
    }
}

/// Those predicates that are about what is returned, values on entry, or what others compare.
pub(super) fn about(candidates: &[Candidate], others: &[Candidate]) -> Vec<Candidate> {
    let number = |side: &&str| side.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let sides = |text: &'_ str| -> Vec<String> {
        let sides = text.split("==").filter(|side| !number(side));
        sides.map(str::to_owned).collect()
    };
    let named: BTreeSet<String> = others.iter().flat_map(|(_, text)| sides(text)).collect();
    let kept = candidates.iter().filter(|(_, text)| {
        let meant = sides(text).iter().any(|side| named.contains(side));
        meant || names_entry(text) || text.contains(RESULT)
    });
    kept.cloned().collect()
}

/// Whether a predicate names what is called like a value on entry.
fn names_entry(text: &str) -> bool {
    let word = |token: &&str| token.starts_with(|c: char| c.is_ascii_uppercase());
    let tokens = words_of(text).unwrap_or_default();
    let mut words = tokens.into_iter().filter(word);
    words.any(|token| token == token.to_uppercase())
}

/// Whether a text is a predicate that follows few pointers.
pub(super) fn is_small(text: &str) -> bool {
    words_of(text).is_some() && text.matches("->").count() <= POINTERS_MAX
}

/// A condition about what a call returns, as one of the callee.
fn returned_by_callee(form: &Form) -> Option<Form> {
    let renamed = |sum: &Sum| {
        let only = sum.parts.keys().all(|name| name == RETURNED);
        let parts = sum.parts.values().map(|f| (RESULT.to_owned(), *f));
        only.then(|| Sum {
            parts: parts.collect(),
            ..sum.clone()
        })
    };
    match form {
        Form::Known(_) => None,
        Form::Zero(sum) => renamed(sum).map(Form::Zero),
        Form::Less(a, b) => Some(Form::Less(renamed(a)?, renamed(b)?)),
    }
}

/// What is known on a path: sums over values on entry; nothing where they are none.
#[derive(Clone, Default)]
struct State {
    values: BTreeMap<String, Option<Sum>>,
    /// Memory that was written on this path.
    written: BTreeMap<String, Place>,
    /// Nothing is known of memory.
    lost: bool,
}

impl Drafter<'_> {
    /// Whether some predicate decides a condition.
    fn is_said(&self, wanted: &Condition) -> bool {
        let own = self.conditions.iter().flatten();
        matches!(wanted.0, Form::Known(_))
            || own.into_iter().any(|(form, _)| {
                [true, false].into_iter().any(|holds| {
                    let known = (form.clone(), holds);
                    implied(wanted, &known).is_some()
                })
            })
    }

    /// Numbers are what they are on entry.
    fn entries(&self) -> Vec<Form> {
        let formals = (0u32..).zip(self.body.locals.iter().take(self.body.params));
        let plain = self.reader(&|_| None);
        let numbers = formals.filter(|(_, l)| l.ty.ty.is_integer());
        let same = numbers.filter_map(|(i, l)| {
            let own = plain.sum(&Value::load(Place::local(i, l.ty.clone()), self.body.end))?;
            let entry = own.renamed(&self.names.entry(i));
            Some(zero(&own.plus(&entry, -1)))
        });
        same.collect()
    }

    /// What holds of the result, and of what is written, at the ends of paths.
    fn ends(&self) -> Vec<Form> {
        let mut out = Vec::new();
        let mut work = vec![(
            0usize,
            State::default(),
            BTreeMap::<u32, usize>::new(),
            0usize,
        )];
        let mut paths = 0;
        while let Some((at, state, rounds, steps)) = work.pop() {
            let Some(stmt) = self.body.stmts.get(at) else {
                self.end(&state, &mut out);
                paths += 1;
                continue;
            };
            if paths >= PATHS_MAX || steps >= STEPS_MAX {
                break;
            }
            let mut next = |to: usize, state: State, rounds: BTreeMap<u32, usize>| {
                work.push((to, state, rounds, steps + 1));
            };
            let jump = |label: &Label| {
                let mut stmts = self.body.stmts.iter();
                let at = stmts
                    .position(|s| matches!(&s.kind, Kind::Label { label: l, .. } if l == label));
                let mut rounds = rounds.clone();
                let round = rounds.entry(label.0).or_default();
                *round += 1;
                at.filter(|_| *round <= ROUNDS_MAX).map(|at| (at, rounds))
            };
            let labels: Vec<&Label> = match &stmt.kind {
                Kind::Goto(label) => vec![label],
                Kind::Branch(_, a, b) => vec![b, a],
                Kind::Switch(_, cases, default) => {
                    let cases = cases.iter().map(|(.., label)| label);
                    cases.chain([default]).collect()
                }
                _ => Vec::new(),
            };
            for label in labels {
                if let Some((to, rounds)) = jump(label) {
                    next(to, state.clone(), rounds);
                }
            }
            match &stmt.kind {
                Kind::Goto(_) | Kind::Branch(..) | Kind::Switch(..) => {}
                Kind::Return => {
                    self.end(&state, &mut out);
                    paths += 1;
                }
                _ => {
                    // What is called back sees what is written by then.
                    if self.calls_back(&stmt.kind) {
                        self.end(&state, &mut out);
                    }
                    let state = self.step(state, (at, &stmt.kind));
                    next(at + 1, state, rounds);
                }
            }
        }
        out
    }

    /// Whether a statement calls what a pointer leads to.
    fn calls_back(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Call(call) => callee(self.program, call).is_none(),
            _ => false,
        }
    }

    fn end(&self, state: &State, out: &mut Vec<Form>) {
        let result = state.values.get(RESULT).cloned().flatten();
        for (name, value) in &state.values {
            let Some(sum) = value else { continue };
            let place = state.written.get(name);
            let mut names = Vec::new();
            if name == RESULT || place.is_some() {
                names.push(name.clone());
            }
            // What is behind the result has another name for callers.
            if let (Some(Base::Deref(pointer)), Some(result)) = (place.map(|p| &p.base), &result) {
                let shown = self.reader(&|_| None).sum(pointer);
                let shown = shown.and_then(|sum| sum.parts.keys().next().cloned());
                let rest = shown.and_then(|shown| name.strip_prefix(&shown).map(str::to_owned));
                if self.on_entry(state, pointer).as_ref() == Some(result) {
                    names.extend(rest.map(|rest| format!("{RESULT}{rest}")));
                }
            }
            for name in names {
                // A test is 1 or 0.
                let tested = sum.parts.keys().all(|name| name.starts_with(TEST));
                let form = match sum.is_name() && tested {
                    true => zero(&sum.renamed(&name)),
                    false => zero(&sum.renamed(&name).plus(sum, -1)),
                };
                if !out.contains(&form) {
                    out.push(form);
                }
            }
        }
    }

    /// What is known behind a statement.
    fn step(&self, mut state: State, (at, kind): (usize, &Kind)) -> State {
        let plain = self.reader(&|_| None);
        let (place, value) = match kind {
            Kind::Assign(place, value) => (place, self.on_entry(&state, value)),
            Kind::Clear(place, _) => (place, None),
            Kind::Overflow(o) => {
                state = self.forget(state, &o.flag);
                match &o.stored {
                    Some(place) => (place, None),
                    None => return state,
                }
            }
            Kind::Call(call) => {
                state.lost = true;
                state
                    .values
                    .retain(|name, _| !state.written.contains_key(name));
                state.written.clear();
                match &call.result {
                    Some(to) => (&to.place, None),
                    None => return state,
                }
            }
            _ => return state,
        };
        state = self.forget(state, place);
        if let Some(name) = plain.place(place) {
            if !matches!(place.base, Base::Local(_) | Base::Result) {
                state.written.insert(name.clone(), place.clone());
            }
            // What nothing is known of is the same wherever it is copied to.
            let own = || plain.sum(&Value::load(place.clone(), self.body.end));
            let kind = match kind {
                Kind::Assign(_, value) if is_test(value) => TEST,
                _ => "",
            };
            let from = || format!("{kind}{{{name} from {at}}}");
            let value = value.or_else(|| Some(own()?.renamed(&from())));
            state.values.insert(name, value);
        }
        state
    }

    /// What is known where an object is written: of other memory that may be the same, nothing.
    fn forget(&self, mut state: State, place: &Place) -> State {
        let memory = !matches!(place.base, Base::Local(_) | Base::Result);
        if memory {
            let other = |old: &Place| apart(old, place);
            let written = &state.written;
            let gone: Vec<String> = written
                .iter()
                .filter(|(_, old)| !other(old))
                .map(|(n, _)| n.clone())
                .collect();
            for name in gone {
                state.values.insert(name, None);
            }
        }
        state
    }

    /// A value, as a sum over values on entry. What is read from memory that is not written on the
    /// path has the name that it has at the end.
    fn on_entry(&self, state: &State, value: &Value) -> Option<Sum> {
        let plain = self.reader(&|_| None);
        let instead = |place: &Place| {
            let name = plain.place(place)?;
            if let Some(known) = state.values.get(&name) {
                return Some(known.clone());
            }
            match place.base {
                Base::Local(l) if place.steps.is_empty() && (l as usize) < self.body.params => {
                    // Numbers have names for their values on entry.
                    let load = Value::load(place.clone(), self.body.end);
                    let own = plain.sum(&load)?;
                    let kept = is_kept(self.body, l) && !place.ty.ty.is_integer();
                    Some(Some(if kept {
                        own
                    } else {
                        own.renamed(&self.names.entry(l))
                    }))
                }
                Base::Local(_) | Base::Result | Base::String(_) => Some(None),
                Base::Global(_) | Base::Deref(_) => {
                    let touched = state.lost || state.written.values().any(|w| !apart(w, place));
                    touched.then_some(None)
                }
            }
        };
        match is_test(value) {
            // Conditions are numbers of which nothing is known.
            true => None,
            false => self.reader(&instead).sum(value),
        }
    }

    pub(super) fn reader<'r>(
        &'r self,
        instead: &'r dyn Fn(&Place) -> Option<Option<Sum>>,
    ) -> Reader<'r> {
        Reader {
            program: self.program,
            names: &self.names,
            instead,
        }
    }
}
