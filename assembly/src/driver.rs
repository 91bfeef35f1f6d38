//! A C program that does events, in the orders that an automaton allows, and nothing else. The
//! certificate that it keeps an observer says that the observer allows the automaton's words.
//!
//! The functions that it calls have bodies of its own and names that nobody knows, so each call
//! returns, with the result that the event says.

use crate::automaton::{Automaton, Step};
use crate::event::Event;
use crate::file::Assembly;
use crate::specification::{wrong, Observed, CALL};
use proofmark_frontend::models::Models;
use proofmark_frontend::{ErrorKind, Globals, LoadError, Options, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What the results of calls are called.
const RESULT: &str = "proofmark_result_";
/// Where it starts.
const ENTRY: &str = "proofmark_events";
/// What its text is called.
const NAME: &str = "events";
/// The number by which the first event is chosen; the others follow.
const FIRST: u32 = 0x1000_0000;

/// A place of a call that has a value: an argument, by its position, or the result.
type Place = (String, Option<usize>);

/// The types of values that events speak of, in C's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Types(BTreeMap<Place, &'static str>);

/// The number that chooses an event, by its position in the alphabet.
pub fn choice(position: usize) -> Option<i128> {
    i128::try_from(position).ok()?.checked_add(FIRST.into())
}

/// The types that the components declare for the values of an observer's events.
///
/// # Errors
/// A value that is no number or pointer for a component that has the event, or that is not the same
/// for two of them, or that no component declares.
pub fn types<'p>(
    assembly: &Assembly,
    observed: &Observed,
    programs: impl Iterator<Item = (&'p str, &'p Program)> + Clone,
) -> Result<Types, LoadError> {
    let bad = |message: String| Err(LoadError::plain(ErrorKind::Specification, &message));
    let mut out = BTreeMap::new();
    for name in &observed.events {
        let Some(event) = assembly.events.get(name) else {
            return bad(format!("there is no event `{name}`"));
        };
        let function = &event.function;
        for place in places(event) {
            let mut declared = BTreeSet::new();
            for (component, program) in programs.clone() {
                let own = assembly.components.get(component);
                if own.is_none_or(|own| !own.events.contains(name)) {
                    continue;
                }
                for ty in declarations(program, function, place) {
                    match ty {
                        Some(ty) => declared.insert(ty),
                        None => {
                            return bad(format!(
                                "component `{component}`: `{function}` has other values than \
                                 numbers and pointers where the event `{name}` has literals"
                            ))
                        }
                    };
                }
            }
            let mut declared = declared.into_iter();
            match (declared.next(), declared.next()) {
                (Some(ty), None) => out.insert((function.clone(), place), ty),
                (None, _) => return bad(format!("no component with the event `{name}` calls it")),
                (Some(_), Some(_)) => {
                    return bad(format!(
                        "components declare `{function}`, of which a property speaks, with \
                         different types"
                    ))
                }
            };
        }
    }
    Ok(Types(out))
}

/// Where an event has literals.
fn places(event: &Event) -> Vec<Option<usize>> {
    let arguments = (0..).zip(&event.arguments);
    let told = arguments.filter_map(|(n, value)| value.map(|_| Some(n)));
    told.chain(event.result.map(|_| None)).collect()
}

/// The types that a program gives a value, under all names of the function.
fn declarations<'p>(
    program: &'p Program,
    function: &'p str,
    place: Option<usize>,
) -> impl Iterator<Item = Option<&'static str>> + 'p {
    let signatures = program.functions.iter().filter_map(move |own| {
        let signature = own.signature.as_ref()?;
        let is_meant = own.name == function || signature.names.iter().any(|n| n == function);
        is_meant.then_some(signature)
    });
    signatures.map(move |signature| match place {
        None => signature.result,
        Some(n) => signature.parameters.as_ref()?.get(n).copied().flatten(),
    })
}

/// The program that does the automaton's words under an observer.
///
/// # Errors
/// An automaton over other events; what is wrong with the observer's C; a pattern that matches no
/// event.
pub fn program(
    assembly: &Assembly,
    (observed, types): (&Observed, &Types),
    automaton: &Automaton,
) -> Result<Program, LoadError> {
    let bad = |message: &str| LoadError::plain(ErrorKind::Specification, message);
    if !observed.events.iter().eq(automaton.alphabet()) {
        return Err(bad("the automaton of a specification is over other events"));
    }
    let text = text(assembly, types, automaton).ok_or_else(|| bad("an event has no type"))?;
    let options = Options {
        entry: ENTRY.to_owned(),
        specification: observed.specification.clone(),
        globals: Globals::Initial,
        models: Models::Absent,
        compiler: assembly.compiler.clone(),
        ..Options::new(assembly.profile)
    };
    proofmark_frontend::load_text(NAME, &text, &options)
}

/// Every pattern of the observer sees some event; else it would say less than it seems to.
///
/// # Errors
/// The first one that does not, and those of [`program`].
pub fn applies(
    assembly: &Assembly,
    (observed, types): (&Observed, &Types),
) -> Result<(), LoadError> {
    let everything = Automaton::everything(observed.events.clone());
    let program = program(assembly, (observed, types), &everything)?;
    let observers = observed.specification.observers.iter();
    let events = observers.flat_map(|own| own.events.iter().map(move |event| (own, event)));
    for (watched, (observer, event)) in program.relevance.watched.iter().zip(events) {
        if watched.statements.is_empty() {
            let message = "no event of the assembly matches this pattern";
            return Err(wrong(observer, &event.pattern, message));
        }
    }
    Ok(())
}

/// Its text; `None` if an event of the alphabet is none, or a literal has no type.
fn text(assembly: &Assembly, types: &Types, automaton: &Automaton) -> Option<String> {
    let mut events = Vec::new();
    for name in automaton.alphabet() {
        events.push((name, assembly.events.get(name)?));
    }
    let mut out = "int __VERIFIER_nondet_int(void);\n".to_owned();
    let functions = events.iter().map(|(_, event)| (&event.function, *event));
    let functions: BTreeMap<&String, &Event> = functions.collect();
    for event in functions.into_values() {
        out.push_str(&types.definition(event));
    }
    let _ = writeln!(out, "void {ENTRY}(void) {{");
    let _ = writeln!(out, "    goto state_{};", automaton.initial());
    for state in 0..automaton.len() {
        let _ = writeln!(out, "state_{state}:");
        out.push_str("    switch (__VERIFIER_nondet_int()) {\n");
        for (position, (name, event)) in events.iter().enumerate() {
            if let Step::To(to) = automaton.step(state, name) {
                let _ = writeln!(out, "    case {}:", choice(position)?);
                out.push_str(&types.call(event)?);
                let _ = writeln!(out, "        goto state_{to};");
            }
        }
        out.push_str("    default:\n        return;\n    }\n");
    }
    out.push_str("}\n");
    Some(out)
}

impl Types {
    fn of(&self, event: &Event, place: Option<usize>) -> Option<&'static str> {
        self.0.get(&(event.function.clone(), place)).copied()
    }

    /// The event's function. What no event says has the type `int` and means nothing.
    fn definition(&self, event: &Event) -> String {
        let function = &event.function;
        let parameters = (0..event.arguments.len())
            .map(|n| format!("{} a{n}", self.of(event, Some(n)).unwrap_or("int")));
        let parameters: Vec<String> = parameters.collect();
        let parameters = match parameters.is_empty() {
            true => "void".to_owned(),
            false => parameters.join(", "),
        };
        match self.of(event, None) {
            Some(ty) => format!(
                "static {ty} {RESULT}{function};\nstatic {ty} {CALL}{function}({parameters}) {{ \
                 return {RESULT}{function}; }}\n"
            ),
            None => format!("static int {CALL}{function}({parameters}) {{ return 0; }}\n"),
        }
    }

    /// The call that is the event.
    fn call(&self, event: &Event) -> Option<String> {
        let function = &event.function;
        let mut values = Vec::new();
        for (n, value) in event.arguments.iter().enumerate() {
            values.push(match value {
                Some(value) => literal(*value, self.of(event, Some(n))?),
                None => "0".to_owned(),
            });
        }
        let call = format!("        {CALL}{function}({});\n", values.join(", "));
        Some(match event.result {
            Some(result) => {
                let result = literal(result, self.of(event, None)?);
                format!("        {RESULT}{function} = {result};\n{call}")
            }
            None => call,
        })
    }
}

/// A literal as a value of a type.
fn literal(value: i64, ty: &str) -> String {
    let suffix = match i32::try_from(value) {
        Ok(i32::MIN) | Err(_) => "LL",
        Ok(_) => "",
    };
    format!("({ty})({value}{suffix})")
}
