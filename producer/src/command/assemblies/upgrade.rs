//! May new components take the place of the old ones?

use super::super::arguments::{Upgrade, Work};
use super::super::failure::BadInput;
use super::feedback;
use super::{apart, assumed, bar, bundle_output, deliver, draw, extent, finish};
use super::{properties, read, session, tell, tell_unheard};
use super::{Kept, Reply, Store};
use proofmark_assembly::{Assembly, Automaton, Demand};
use proofmark_producer::substitutability::assume::{Checked, Tables};
use proofmark_producer::substitutability::compatibility::{self, Parts};
use proofmark_producer::substitutability::component::{Part, Session};
use proofmark_producer::substitutability::containment::{self, Contained};
use proofmark_producer::substitutability::observing::Goal;
use proofmark_replay::story::Extent;
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// What is known of a component that changed.
struct Replaced {
    component: String,
    /// Behaviours of the old one that the new one does not have.
    lost: Contained,
    /// Behaviours of the new one that the old one does not have, if these matter.
    gained: Option<Contained>,
}

fn reply(contained: &Contained) -> Reply {
    match contained {
        Contained::Yes => Reply::Yes,
        Contained::No(_) => Reply::No,
        Contained::Unknown(_) => Reply::Unknown,
    }
}

fn words(contained: &Contained) -> &[Vec<String>] {
    match contained {
        Contained::No(words) => words,
        Contained::Yes | Contained::Unknown(_) => &[],
    }
}

impl Replaced {
    fn json(&self) -> Value {
        let mut object = json!({
            "answer": reply(&self.lost).name(), "lost": words(&self.lost)
        });
        if let Some(gained) = &self.gained {
            object["gained"] = words(gained).into();
        }
        object
    }

    fn reply(&self, arguments: &Upgrade) -> Reply {
        let lost = match arguments.allow_lost {
            true => Reply::Yes,
            false => reply(&self.lost),
        };
        lost.max(self.gained.as_ref().map_or(Reply::Yes, reply))
    }
}

/// Compares two assemblies.
///
/// # Errors
/// What is wrong with them.
pub(crate) fn upgrade(arguments: &Upgrade, interrupted: &Arc<AtomicBool>) -> Result<u8, BadInput> {
    let work = &arguments.work;
    let mut bar = bar(work, interrupted);
    let mut session = session(work, &mut bar);
    let old = Assembly::read(&arguments.old, work.compiler.clone())?;
    let new = Assembly::read(&arguments.new, work.compiler.clone())?;
    comparable(&old, &new)?;
    let output = bundle_output(work, &arguments.new, &new)?;
    let mut store = Store::open(work)?;
    let mut parts = read(work, &new)?;
    let mut before = changed(work, &old, &parts)?;
    store.enclose(&old, &mut before, &mut session)?;
    store.guess(&old, &mut before, &mut session)?;
    // What has changed is proved from the old certificate.
    for (name, part) in &before {
        if let Some(new) = parts.get_mut(name) {
            new.earlier.clone_from(&part.certificate);
        }
    }
    store.enclose(&new, &mut parts, &mut session)?;
    let assemblies = (&old, &new);
    let both = (&mut before, &mut parts);
    let replaced = compared(arguments, assemblies, both, &store, &mut session)?;
    let mut goals = store.goals(&new, &parts)?;
    let judged = (&new, &mut parts, goals.as_mut_slice());
    let kept = properties(work, judged, &mut store.tables, &mut session)?;
    let compatible = kept.iter().map(Kept::reply).max().unwrap_or(Reply::Yes);
    let answer = replaced
        .iter()
        .map(|r| r.reply(arguments))
        .fold(compatible, Reply::max);
    if compatible == Reply::Yes && !kept.is_empty() {
        deliver((&parts, &goals), &kept, &output)?;
    }
    store.keep(&parts, &goals);
    draw(work, &new, &parts)?;
    let mut said = String::new();
    if !work.json {
        let both = (&mut before, &mut parts);
        said.push_str(&changes(
            assemblies,
            both,
            (&replaced, extent(work)),
            &mut session,
        )?);
        said.push_str(&tell(&kept));
        said.push_str(&held_before(&old, &before, &parts, (&goals, &store.tables)));
    }
    let counts = session.counts;
    bar.finish();
    let containment: Map<String, Value> = replaced
        .iter()
        .map(|r| (r.component.clone(), r.json()))
        .collect();
    let object = json!({ "containment": containment });
    Ok(finish(
        (answer, object),
        (&kept, &assumed([&before, &parts])),
        counts,
        (work.json, &format!("\n{said}")),
    ))
}

/// Both assemblies must speak of the same events.
fn comparable(old: &Assembly, new: &Assembly) -> Result<(), BadInput> {
    let wrong = |message: String| Err(BadInput::new("specification", message));
    if old.events != new.events || old.profile != new.profile {
        return wrong(
            "the two assemblies have different `[events]`, or different `abi`".to_owned(),
        );
    }
    let mut names = old.components.keys();
    match names.find(|name| !new.components.contains_key(*name)) {
        Some(name) => wrong(format!("the new assembly has no component `{name}`")),
        None => Ok(()),
    }
}

/// The components of the old assembly, which must share nothing either, that the new one has in
/// another form.
fn changed(work: &Work, old: &Assembly, new: &Parts) -> Result<Parts, BadInput> {
    let mut parts = Parts::new();
    for (name, own) in &old.components {
        parts.insert(name.clone(), Part::read(old, own)?);
    }
    apart(&parts)?;
    parts.retain(|name, part| new.get(name).is_none_or(|new| !new.is_same(part)));
    for (name, part) in &parts {
        if let Some(own) = old.components.get(name) {
            tell_unheard(work, old, (own, part));
        }
    }
    Ok(parts)
}

/// Compares each component that changed: at first with what executions and single questions say;
/// learning, which may take long, comes last.
fn compared(
    arguments: &Upgrade,
    (old, new): (&Assembly, &Assembly),
    (before, after): (&mut Parts, &mut Parts),
    store: &Store,
    session: &mut Session<'_>,
) -> Result<Vec<Replaced>, BadInput> {
    let replaced = contained(
        arguments,
        (old, new),
        (&mut *before, &mut *after),
        &mut *session,
    )?;
    let open = |one: &Replaced| one.reply(arguments) == Reply::Unknown;
    match store.guess(new, after, session)? && replaced.iter().any(open) {
        true => contained(arguments, (old, new), (before, after), session),
        false => Ok(replaced),
    }
}

/// Compares each component that changed.
fn contained(
    arguments: &Upgrade,
    (old, new): (&Assembly, &Assembly),
    (before, after): (&mut Parts, &mut Parts),
    session: &mut Session<'_>,
) -> Result<Vec<Replaced>, BadInput> {
    let mut out = Vec::new();
    for (name, own) in before {
        let Some(part) = after.get_mut(name) else {
            continue;
        };
        let lost = containment::check((old, &mut *own), (new, &mut *part), session)?;
        let gained = match arguments.forbid_new {
            true => Some(containment::check((new, part), (old, own), session)?),
            false => None,
        };
        out.push(Replaced {
            component: name.clone(),
            lost,
            gained,
        });
    }
    Ok(out)
}

/// What changed, for people.
fn changes(
    (old, new): (&Assembly, &Assembly),
    (before, after): (&mut Parts, &mut Parts),
    (replaced, extent): (&[Replaced], Extent),
    session: &mut Session<'_>,
) -> Result<String, BadInput> {
    let mut out = String::new();
    for Replaced {
        component,
        lost,
        gained,
    } in replaced
    {
        let said = match lost {
            Contained::Yes => "keeps all of its behaviours".to_owned(),
            Contained::No(_) => "loses behaviours:".to_owned(),
            Contained::Unknown(why) => format!("may lose behaviours: {why}"),
        };
        out.push_str(&format!("component {component} {said}\n"));
        let (Some(own), Some(part)) = (before.get_mut(component), after.get_mut(component)) else {
            continue;
        };
        for word in words(lost) {
            out.push_str(&feedback::lost(
                (old, &mut *own),
                (new, &mut *part),
                (word, extent),
                session,
            )?);
        }
        for word in gained.iter().flat_map(words) {
            out.push_str(&format!("  new: {}\n", word.join(" ")));
        }
    }
    match out.is_empty() {
        true => Ok("no component has changed\n".to_owned()),
        false => Ok(out),
    }
}

/// What is known of the old assembly, from models that are there anyway.
fn held_before(
    old: &Assembly,
    before: &Parts,
    after: &Parts,
    (goals, tables): (&[Goal], &Tables),
) -> String {
    let model = |name: &String| {
        let part = before.get(name).or(after.get(name))?;
        Some((name.clone(), part.keeps.clone()))
    };
    let models: Option<BTreeMap<String, Automaton>> = old.components.keys().map(model).collect();
    let Some(models) = models else {
        return String::new();
    };
    let mut out = String::new();
    for property in &old.properties {
        let allows = match &property.demand {
            Demand::Automaton(automaton) => Some(automaton),
            // The new assembly's observer has been looked at, if it is this one.
            Demand::Observer(observed) => goals
                .iter()
                .find(|goal| goal.name == property.name && goal.observes(observed))
                .map(|goal| &goal.allows),
        };
        let checked = allows.map(|allows| {
            let goal = (property.name.as_str(), allows);
            compatibility::checked(&models, goal, &mut tables.clone()).0
        });
        let said = match checked.unwrap_or(Checked::TooLarge) {
            Checked::Holds(_) => "was kept by the old assembly",
            Checked::Violated(_) | Checked::TooLarge => {
                "is not known to be kept by the old assembly"
            }
        };
        out.push_str(&format!("property {} {said}\n", property.name));
    }
    out
}
