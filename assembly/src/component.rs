//! From a component and an automaton to the program that a certificate is about.

use crate::automaton::Automaton;
use crate::file::{Assembly, Component};
use crate::observer;
use proofmark_frontend::{spec, ErrorKind, Globals, LoadError, Options, Program, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// How the front end reads a component. It has no specification yet.
pub fn options(assembly: &Assembly, component: &Component) -> Options {
    Options {
        entry: component.entry.clone(),
        cpp_args: component.arguments.clone(),
        compiler: assembly.compiler.clone(),
        globals: Globals::Initial,
        ..Options::new(assembly.profile)
    }
}

/// Preprocesses a component's files.
///
/// # Errors
/// The first one that cannot be read, or that the compiler rejects.
pub fn read(assembly: &Assembly, component: &Component) -> Result<Vec<Unit>, LoadError> {
    proofmark_frontend::read(&component.files, &options(assembly, component))
}

/// The specification that the component's events follow the automaton.
///
/// # Errors
/// An automaton over other events than the component's.
pub fn specification(
    assembly: &Assembly,
    component: &Component,
    automaton: &Automaton,
) -> Result<spec::Specification, LoadError> {
    let wrong = |message: String| LoadError::plain(ErrorKind::Specification, &message);
    if !component.events.iter().eq(automaton.alphabet()) {
        let message = format!("the automaton of `{}` is over other events", component.name);
        return Err(wrong(message));
    }
    let text = observer::keeping(automaton, &assembly.events).map_err(wrong)?;
    spec::read_text(&component.name, &text)
}

/// A component as a program whose error is to leave the automaton.
///
/// # Errors
/// What is wrong with the component; see [`conditions`].
pub fn program(
    assembly: &Assembly,
    component: &Component,
    units: &[Unit],
    automaton: &Automaton,
) -> Result<Program, LoadError> {
    let options = Options {
        specification: specification(assembly, component, automaton)?,
        ..options(assembly, component)
    };
    let program = proofmark_frontend::load_read(units, &options)?;
    conditions(assembly, component, &program)?;
    Ok(program)
}

/// Functions after which two processes run what one ran: each would have events.
const FORKS: [&str; 5] = ["fork", "_Fork", "__fork", "__libc_fork", "forkpty"];

/// What an assembly's components must not do: define a function whose calls are events, or call one
/// without having any of these events themselves; and become several processes.
///
/// # Errors
/// Such a function.
pub fn conditions(
    assembly: &Assembly,
    component: &Component,
    program: &Program,
) -> Result<(), LoadError> {
    let functions: BTreeSet<&str> = assembly
        .events
        .values()
        .map(|e| e.function.as_str())
        .collect();
    let wrong = |message: String| Err(LoadError::plain(ErrorKind::Specification, &message));
    let mut defined = program.definitions.iter().map(String::as_str);
    if let Some(name) = defined.find(|name| functions.contains(name)) {
        return wrong(format!(
            "component `{}` defines `{name}`, whose calls are events",
            component.name
        ));
    }
    let [own, others] = shared_out(assembly, component);
    if let Some(name) = named(program).find(|name| FORKS.contains(name)) {
        return wrong(format!(
            "component `{}` calls `{name}`: a component is one process",
            component.name
        ));
    }
    let mut called = named(program);
    match called.find(|name| others.contains_key(name) && !own.contains_key(name)) {
        None => Ok(()),
        Some(name) => wrong(format!(
            "component `{}` calls `{name}`, whose calls are events, and has none of these: {}",
            component.name,
            others.get(name).map_or(String::new(), |all| all.join(", "))
        )),
    }
}

/// Calls of which a component has some events, while others have more: which of them count as none,
/// should it make them, sentence by sentence.
pub fn uncounted(assembly: &Assembly, component: &Component, program: &Program) -> Vec<String> {
    let [own, others] = shared_out(assembly, component);
    let called: BTreeSet<&str> = named(program).collect();
    let partly = others
        .iter()
        .filter(|(name, _)| own.contains_key(*name) && called.contains(*name));
    partly
        .map(|(name, events)| {
            format!(
                "calls of {name} by component {} that would be {} count as none: it has no such \
                 events",
                component.name,
                events.join(" or ")
            )
        })
        .collect()
}

/// What other files define and a program uses: what it takes for an object may be a function, too.
fn named(program: &Program) -> impl Iterator<Item = &str> {
    let all = program.functions.iter().chain(&program.objects);
    let outside = all.filter(|one| !one.defined);
    outside.map(|one| one.name.as_str())
}

/// Events by function.
type Events<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// The events that a component has, and those that only others have, by function.
fn shared_out<'a>(assembly: &'a Assembly, component: &Component) -> [Events<'a>; 2] {
    let (mut own, mut others) = (Events::new(), Events::new());
    for (name, event) in &assembly.events {
        let events = match component.events.contains(name) {
            true => &mut own,
            false => &mut others,
        };
        events.entry(&event.function).or_default().push(name);
    }
    [own, others]
}

/// Components share nothing but events: no two of them name an object that one of them does not
/// define itself, and none calls a function of another one.
///
/// # Errors
/// Such an object or function, and who names it.
pub fn share_nothing<'p>(
    programs: impl Iterator<Item = (&'p str, &'p Program)>,
) -> Result<(), LoadError> {
    let (mut objects, mut names) = (Users::new(), Users::new());
    for (component, program) in programs {
        for one in &program.objects {
            let user = (component, one.defined);
            objects.entry(&one.name).or_default().push(user);
            names.entry(&one.name).or_default().push(user);
        }
        for one in &program.functions {
            let user = (component, one.defined);
            names.entry(&one.name).or_default().push(user);
        }
    }
    let foreign = |users: &Vec<(&str, bool)>| users.iter().any(|(_, defined)| !defined);
    let own = |users: &Vec<(&str, bool)>| users.iter().any(|(_, defined)| *defined);
    let mut shared = objects
        .iter()
        .filter(|(_, users)| users.len() > 1 && foreign(users))
        .map(|(name, users)| ("object", name, users));
    // What one component takes for an object may be a function of another one. What no component
    // defines is the environment's: every component has its own.
    let mut called = names
        .iter()
        .filter(|(_, users)| foreign(users) && own(users))
        .map(|(name, users)| ("function", name, users));
    match shared.next().or_else(|| called.next()) {
        None => Ok(()),
        Some((kind, name, users)) => {
            let users: Vec<String> = users.iter().map(|(name, _)| format!("`{name}`")).collect();
            let message = format!(
                "the components {} share the {kind} `{name}`: components share nothing but events",
                users.join(" and ")
            );
            Err(LoadError::plain(ErrorKind::Specification, &message))
        }
    }
}

/// By name: the components that name something, and whether they define it.
type Users<'p> = BTreeMap<&'p str, Vec<(&'p str, bool)>>;
