//! `proofmark-check --bundle`: an assembly keeps its properties. Every premise is rebuilt from the
//! consumer's assembly and sources: which program each certificate is about, and which automata the
//! rule takes.

use super::arguments::Arguments;
use super::{refused, Answer, Subject};
use proofmark_assembly::bundle::{self, Bundle, Chain, Malformed, Model};
use proofmark_assembly::rule::{keeps, Premise};
use proofmark_assembly::{component, driver, Assembly, Automaton, Demand, Property};
use proofmark_checker::check::Policy;
use proofmark_checker::limits;
use proofmark_checker::verdict::{Rejection, Verdict};
use proofmark_frontend::compiler::needed;
use proofmark_frontend::files::{self, Unreadable};
use proofmark_frontend::{LoadError, Program, INLINE_LIMIT};
use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Decides about an assembly and its bundle.
pub(crate) fn decide(
    arguments: &Arguments,
    deny: &[String],
    subject: &mut Subject,
) -> Result<Answer, Answer> {
    let bad = |error: LoadError| refused(&error);
    let [file, path] = arguments.files.as_slice() else {
        let message = "with --bundle, give the assembly's file and then the bundle";
        return Err(Answer::bad_input("usage", message));
    };
    let own = arguments.specification.is_empty() && arguments.cpp_args.is_empty();
    if !own || arguments.entry != "main" || arguments.inline_limit != INLINE_LIMIT {
        let message = "with --bundle, the assembly says what the command line says otherwise";
        return Err(Answer::bad_input("usage", message));
    }
    let bundle = read(path)?;
    let assembly = Assembly::read(file, arguments.compiler.clone()).map_err(bad)?;
    if assembly.properties.is_empty() {
        return Err(Answer::bad_input("usage", "the assembly has no properties"));
    }
    chains_match(&assembly, &bundle)?;
    let models = models(&assembly, &bundle)?;
    for property in &assembly.properties {
        let chain = bundle.chains.get(&property.name);
        let chain = chain.ok_or_else(|| missing_property(&property.name))?;
        let demanded = demanded(property, &bundle)?;
        premises((&property.name, &demanded), chain, &models)?;
    }
    let mut programs = BTreeMap::new();
    for (name, own) in &assembly.components {
        // What is not in the bundle may do anything, but must share nothing.
        let everything = Automaton::everything(own.events.clone());
        let model = models.get(name).unwrap_or(&everything);
        let units = component::read(&assembly, own).map_err(bad)?;
        let program = component::program(&assembly, own, &units, model).map_err(bad)?;
        programs.insert(name.as_str(), program);
    }
    let named = programs.iter().map(|(name, program)| (*name, program));
    component::share_nothing(named).map_err(bad)?;
    let mut ledger = observers((&assembly, &bundle), &programs, deny)?;
    for (name, program) in &mut programs {
        let what = format!("component {name}");
        match bundle.models.get(*name) {
            Some(model) => certified(&what, program, model, deny)?,
            // That it shares nothing rests on what is assumed of it.
            None => allowed(&what, program, deny)?,
        }
        ledger.extend(program.cfa.ledger.iter().cloned());
    }
    subject.ledger.extend(ledger);
    subject.ledger.sort();
    subject.ledger.dedup();
    subject.flags = needed(assembly.profile).join(" ");
    subject.notes = notes(&assembly, &bundle);
    for (name, own) in &assembly.components {
        if let Some(program) = programs.get(name.as_str()) {
            let uncounted = component::uncounted(&assembly, own, program);
            subject.notes.extend(uncounted);
        }
    }
    Ok(Answer::new("accepted", 0, "", ""))
}

fn read(path: &Path) -> Result<Bundle, Answer> {
    let shown = text::path(path);
    let bytes = files::read(path, bundle::BYTES_MAX).map_err(|error| match error {
        Unreadable::TooLong(_) => Answer::declined("limit", format!("{shown}: {error}")),
        Unreadable::Missing | Unreadable::System(_) | Unreadable::Special(_) => {
            Answer::bad_input("io", format!("cannot read {shown}: {error}"))
        }
    })?;
    Bundle::decode(&bytes).map_err(|error| match error {
        Malformed::Version => Answer::declined("format", format!("{shown}: {error}")),
        Malformed::Section => Answer::rejected("format", format!("{shown}: {error}")),
    })
}

fn missing_property(name: &str) -> Answer {
    let message = format!("it says nothing of the property {}", text::line(name));
    Answer::rejected("missing-property", message)
}

/// There is a chain for each property and a model for each component of a chain, and nothing else.
fn chains_match(assembly: &Assembly, bundle: &Bundle) -> Result<(), Answer> {
    let extra = |what: &str, name: &str| {
        let message = format!(
            "it speaks of {what} {}, which does not matter",
            text::line(name)
        );
        Err(Answer::rejected("extra", message))
    };
    let properties: BTreeSet<&str> = assembly
        .properties
        .iter()
        .map(|p| p.name.as_str())
        .collect();
    if let Some(name) = bundle
        .chains
        .keys()
        .find(|name| !properties.contains(name.as_str()))
    {
        return extra("a property", name);
    }
    let observers = assembly.properties.iter().filter(|p| match &p.demand {
        Demand::Observer(_) => true,
        Demand::Automaton(_) => false,
    });
    let observers: BTreeSet<&str> = observers.map(|p| p.name.as_str()).collect();
    if let Some(name) = bundle
        .observers
        .keys()
        .find(|name| !observers.contains(name.as_str()))
    {
        return extra("an observer", name);
    }
    let used: BTreeSet<&String> = bundle.chains.values().flat_map(|c| &c.components).collect();
    if let Some(name) = bundle.models.keys().find(|name| !used.contains(name)) {
        return extra("a component", name);
    }
    let absent = used.iter().find(|name| {
        !bundle.models.contains_key(**name) || !assembly.components.contains_key(**name)
    });
    match absent {
        Some(name) => {
            let message = format!("the premise of component {} is missing", text::line(name));
            Err(Answer::rejected("missing-premise", message))
        }
        None => Ok(()),
    }
}

/// The automata that components are claimed to follow.
fn models(assembly: &Assembly, bundle: &Bundle) -> Result<BTreeMap<String, Automaton>, Answer> {
    let mut out = BTreeMap::new();
    for (name, model) in &bundle.models {
        let automaton = automaton(&model.automaton, name)?;
        let own = assembly.components.get(name);
        if !own.is_some_and(|own| own.events.iter().eq(automaton.alphabet())) {
            let message = format!("the automaton of component {name} is over other events");
            return Err(Answer::rejected("alphabet", message));
        }
        out.insert(name.clone(), automaton);
    }
    Ok(out)
}

fn automaton(source: &str, of: &str) -> Result<Automaton, Answer> {
    Automaton::parse(source).map_err(|error| {
        let message = format!(
            "an automaton of {}: {}",
            text::line(of),
            text::message(&error)
        );
        Answer::rejected("automaton", message)
    })
}

/// What a property allows. Of an observer that is what the bundle claims: its certificate comes
/// later ([`observers`]).
fn demanded(property: &Property, bundle: &Bundle) -> Result<Automaton, Answer> {
    let observed = match &property.demand {
        Demand::Automaton(automaton) => return Ok(automaton.clone()),
        Demand::Observer(observed) => observed,
    };
    let name = text::line(&property.name);
    let Some(model) = bundle.observers.get(&property.name) else {
        let message = format!("the premise of the observer {name} is missing");
        return Err(Answer::rejected("missing-premise", message));
    };
    let automaton = automaton(&model.automaton, &property.name)?;
    match observed.events.iter().eq(automaton.alphabet()) {
        true => Ok(automaton),
        false => {
            let message = format!("the automaton of the observer {name} is over other events");
            Err(Answer::rejected("alphabet", message))
        }
    }
}

/// The premises about observers: each allows all words of its automaton. What is assumed for that.
fn observers(
    (assembly, bundle): (&Assembly, &Bundle),
    programs: &BTreeMap<&str, Program>,
    deny: &[String],
) -> Result<Vec<LedgerEntry>, Answer> {
    let bad = |error: LoadError| refused(&error);
    let mut ledger = Vec::new();
    for property in &assembly.properties {
        let observed = match &property.demand {
            Demand::Automaton(_) => continue,
            Demand::Observer(observed) => observed,
        };
        let Some(model) = bundle.observers.get(&property.name) else {
            return Err(missing_property(&property.name));
        };
        let named = programs.iter().map(|(name, program)| (*name, program));
        let types = driver::types(assembly, observed, named).map_err(bad)?;
        driver::applies(assembly, (observed, &types)).map_err(bad)?;
        let allowed = demanded(property, bundle)?;
        let program = driver::program(assembly, (observed, &types), &allowed);
        let mut program = program.map_err(bad)?;
        let what = format!("the observer {}", text::line(&property.name));
        certified(&what, &mut program, model, deny)?;
        ledger.extend(program.cfa.ledger.iter().cloned());
    }
    Ok(ledger)
}

/// The premises about automata: the first component keeps the property under the first assumption,
/// each further one the assumption before under the next, and the last one the last assumption.
fn premises(
    (name, demanded): (&str, &Automaton),
    chain: &Chain,
    models: &BTreeMap<String, Automaton>,
) -> Result<(), Answer> {
    let distinct: BTreeSet<&String> = chain.components.iter().collect();
    let count = chain.components.len();
    if distinct.len() < count || count != chain.assumptions.len().saturating_add(1) {
        let message =
            format!("the chain of property {name} has a component twice, or too few assumptions");
        return Err(Answer::rejected("chain", message));
    }
    let assumptions = chain.assumptions.iter().map(|text| automaton(text, name));
    let assumptions: Vec<Automaton> = assumptions.collect::<Result<_, _>>()?;
    let guarantees = [demanded].into_iter().chain(&assumptions);
    let assumed = assumptions.iter().map(Some).chain([None]);
    for ((component, guarantee), assumption) in chain.components.iter().zip(guarantees).zip(assumed)
    {
        let Some(model) = models.get(component) else {
            return Err(missing_property(name));
        };
        let parts: Vec<&Automaton> = [model].into_iter().chain(assumption).collect();
        match keeps(&parts, guarantee) {
            Premise::Holds(_) => {}
            Premise::Fails(word) => {
                let message = format!(
                    "property {name}: the premise of component {component} does not hold: {}",
                    text::line(&word.join(" "))
                );
                return Err(Answer::rejected("premise", message));
            }
            Premise::TooLarge => {
                let message =
                    format!("property {name}: the premise of component {component} is too large");
                return Err(Answer::declined("limit", message));
            }
        }
    }
    Ok(())
}

/// The premise about a program: a certificate like any other.
fn certified(
    what: &str,
    program: &mut Program,
    model: &Model,
    deny: &[String],
) -> Result<(), Answer> {
    let claimed = proofmark_certs::open(&model.certificate).map_err(|error| {
        let message = format!("the certificate of {what}: {error}");
        match error.kind.is_declined() {
            true => Answer::declined("format", message),
            false => Answer::rejected("format", message),
        }
    })?;
    let policy = Policy {
        specification: proofmark_certs::digest(program.specification.as_bytes()),
        deny: deny.to_vec(),
        limits: limits::Limits::DEFAULT,
    };
    match proofmark_checker::check(&mut program.arena, &program.cfa, &claimed, &policy) {
        Verdict::Accepted(_) => Ok(()),
        Verdict::Rejected(reason) => {
            let why = text::message(&reason.describe(&program.arena, &program.cfa));
            let message = format!("the certificate of {what}: {why}");
            Err(Answer::rejected(reason.code(), message))
        }
        Verdict::Declined(reason) => {
            let message = format!("the certificate of {what}: {}", reason.describe());
            Err(Answer::declined(reason.code(), message))
        }
    }
}

/// A program of which no premise speaks: only its assumptions count.
fn allowed(what: &str, program: &Program, deny: &[String]) -> Result<(), Answer> {
    let mut ledger = program.cfa.ledger.iter();
    let Some(entry) = ledger.find(|entry| deny.contains(&entry.kind)) else {
        return Ok(());
    };
    let reason = Rejection::Denied {
        kind: entry.kind.clone(),
        subject: entry.subject.clone(),
    };
    let why = text::message(&reason.describe(&program.arena, &program.cfa));
    Err(Answer::rejected(reason.code(), format!("{what}: {why}")))
}

/// What an acceptance does not say.
fn notes(assembly: &Assembly, bundle: &Bundle) -> Vec<String> {
    let mut notes = vec![
        "components share nothing but their events, whatever pointers they pass: this is assumed"
            .to_owned(),
        "a component may wait for an event for ever: that violates no property".to_owned(),
    ];
    let observed = |property: &&Property| match &property.demand {
        Demand::Observer(_) => true,
        Demand::Automaton(_) => false,
    };
    notes.extend(assembly.properties.iter().filter(observed).map(|property| {
        format!(
            "the observer {} sees events only, and no other calls",
            property.name
        )
    }));
    let idle = assembly
        .components
        .keys()
        .filter(|name| !bundle.models.contains_key(*name));
    notes.extend(
        idle.map(|name| format!("no premise is about component {name}: it may do anything")),
    );
    notes
}
