//! `proofmark compose` and `proofmark upgrade`: assemblies of components.
//!
//! | module | does |
//! |---|---|
//! | `upgrade` | may new components take the place of the old ones? |
//! | `feedback` | executions of components, for people |
//! | `interleaved` | an execution of the whole assembly |

mod feedback;
mod interleaved;
mod upgrade;

pub(crate) use upgrade::upgrade;

use super::arguments::{Compose, Work};
use super::failure::BadInput;
use super::output;
use super::progress::Bar;
use interleaved::Execution;
use proofmark_assembly::bundle::Chain;
use proofmark_assembly::{component, Assembly, Component};
use proofmark_guard::output::Output;
use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_producer::export::automata::{self, Picture};
use proofmark_producer::substitutability::assume::Tables;
use proofmark_producer::substitutability::compatibility::{self, Compatible, Parts};
use proofmark_producer::substitutability::component::{Counts, Part, Session};
use proofmark_producer::substitutability::memory::Memory;
use proofmark_producer::substitutability::observing::Goal;
use proofmark_replay::story::Extent;
use proofmark_report::{assumption, ledger};
use serde_json::{json, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Yes, no, or unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reply {
    Yes,
    Unknown,
    No,
}

impl Reply {
    fn name(self) -> &'static str {
        match self {
            Reply::Yes => "yes",
            Reply::Unknown => "unknown",
            Reply::No => "no",
        }
    }

    fn status(self) -> u8 {
        match self {
            Reply::Yes => 0,
            Reply::No => 1,
            Reply::Unknown => 2,
        }
    }
}

/// What is known of one property.
struct Kept {
    property: String,
    answer: Compatible,
    /// An execution that breaks it.
    execution: Option<Execution>,
}

impl Kept {
    fn reply(&self) -> Reply {
        match self.answer {
            Compatible::Yes(_) => Reply::Yes,
            Compatible::No(_) => Reply::No,
            Compatible::Unknown(_) => Reply::Unknown,
        }
    }

    fn json(&self) -> Value {
        let violation: &[String] = match &self.answer {
            Compatible::No(word) => word,
            Compatible::Yes(_) | Compatible::Unknown(_) => &[],
        };
        let execution = self.execution.as_ref().map(Execution::json);
        json!({
            "answer": self.reply().name(), "violation": violation, "execution": execution
        })
    }
}

/// What is assumed of the executions of components, by which answers about assemblies are given:
/// proofs speak only of those that keep it, and behaviours that were found may not keep it.
fn assumed<'p>(parts: impl IntoIterator<Item = &'p Parts>) -> Vec<LedgerEntry> {
    let parts = parts.into_iter().flat_map(Parts::values);
    let entries = parts.flat_map(|part| part.program.cfa.ledger.iter().cloned());
    entries.collect::<BTreeSet<_>>().into_iter().collect()
}

/// What all answers about assemblies have.
fn finish(
    (answer, mut object): (Reply, Value),
    (kept, assumed): (&[Kept], &[LedgerEntry]),
    counts: Counts,
    (json, said): (bool, &str),
) -> u8 {
    let mut assuming = String::new();
    if !assumed.is_empty() {
        assuming.push_str("  assuming:\n");
    }
    for entry in assumed {
        assuming.push_str(&format!("    {}\n", assumption(entry)));
    }
    object["ledger"] = ledger(assumed);
    let compatibility = kept.iter().map(|kept| (kept.property.clone(), kept.json()));
    object["answer"] = answer.name().into();
    object["compatibility"] = Value::Object(compatibility.collect());
    object["queries"] = counts.queries().into();
    object["solver_calls"] = counts.solver_calls.into();
    match json {
        true => text::print_json(&object),
        false => text::print(&format!(
            "{}:{said}  {} membership queries, {} questions to the engine, {} solver calls\n\
             {assuming}",
            answer.name(),
            counts.membership,
            counts.questions,
            counts.solver_calls
        )),
    }
    answer.status()
}

/// Verifies an assembly.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn compose(arguments: &Compose, interrupted: &Arc<AtomicBool>) -> Result<u8, BadInput> {
    let work = &arguments.work;
    let mut bar = bar(work, interrupted);
    let mut session = session(work, &mut bar);
    let assembly = Assembly::read(&arguments.assembly, work.compiler.clone())?;
    let output = bundle_output(work, &arguments.assembly, &assembly)?;
    let mut store = Store::open(work)?;
    let mut parts = read(work, &assembly)?;
    store.enclose(&assembly, &mut parts, &mut session)?;
    store.guess(&assembly, &mut parts, &mut session)?;
    let mut goals = store.goals(&assembly, &parts)?;
    let kept = properties(
        work,
        (&assembly, &mut parts, &mut goals),
        &mut store.tables,
        &mut session,
    )?;
    let answer = kept.iter().map(Kept::reply).max().unwrap_or(Reply::Yes);
    if answer == Reply::Yes && !kept.is_empty() {
        deliver((&parts, &goals), &kept, &output)?;
    }
    store.keep(&parts, &goals);
    draw(work, &assembly, &parts)?;
    let said = match work.json {
        true => String::new(),
        false => tell(&kept),
    };
    let said = match said.is_empty() {
        true => " the assembly keeps its properties\n".to_owned(),
        false => format!("\n{said}"),
    };
    let counts = session.counts;
    bar.finish();
    Ok(finish(
        (answer, json!({})),
        (&kept, &assumed([&parts])),
        counts,
        (work.json, &said),
    ))
}

fn bar(work: &Work, interrupted: &Arc<AtomicBool>) -> Bar {
    Bar::new(!work.no_progress && !work.json, interrupted.clone())
}

fn session<'a>(work: &Work, bar: &'a mut Bar) -> Session<'a> {
    let limits = &work.limits;
    Session {
        end: Instant::now() + Duration::from_secs(limits.time_limit),
        memory: Some(limits.memory_limit.saturating_mul(1 << 20)),
        jobs: work.jobs,
        watch: bar,
        counts: Counts::default(),
    }
}

/// Where the bundle goes.
fn bundle_output(work: &Work, file: &Path, assembly: &Assembly) -> Result<Output, BadInput> {
    let name = work.output.clone().unwrap_or_else(|| {
        let mut name = file.to_owned().into_os_string();
        name.push(".bundle");
        PathBuf::from(name)
    });
    let sources = assembly
        .components
        .values()
        .flat_map(|component| &component.files);
    let inputs: Vec<&Path> = sources.map(PathBuf::as_path).chain([file]).collect();
    output::named(&name, &inputs)
}

/// What one run leaves for the next, if that is wanted.
struct Store {
    memory: Option<Memory>,
    tables: Tables,
}

impl Store {
    fn open(work: &Work) -> Result<Store, BadInput> {
        let open = |folder: &PathBuf| {
            let shown = text::path(folder);
            let error = |message| BadInput::new("io", format!("{shown}: {message}"));
            Memory::open(folder).map_err(error)
        };
        let memory = work.state.as_ref().map(open).transpose()?;
        let tables = memory.as_ref().map(Memory::tables).unwrap_or_default();
        Ok(Store { memory, tables })
    }

    /// Finds out what each component does, or remembers it.
    fn enclose(
        &self,
        assembly: &Assembly,
        parts: &mut Parts,
        session: &mut Session<'_>,
    ) -> Result<(), BadInput> {
        for part in parts.values_mut() {
            let known = match &self.memory {
                Some(memory) => memory.recall(assembly, part)?,
                None => false,
            };
            if !known && part.certificate.is_none() {
                part.extend(assembly, session)?;
            }
        }
        Ok(())
    }

    /// The same of components of which that gives nothing, by learning: it may take long. Whether
    /// there are any.
    fn guess(
        &self,
        assembly: &Assembly,
        parts: &mut Parts,
        session: &mut Session<'_>,
    ) -> Result<bool, BadInput> {
        let mut some = false;
        for part in parts.values_mut() {
            if part.certificate.is_none() && session.goes_on() {
                part.guess(assembly, session)?;
                some = true;
            }
        }
        Ok(some)
    }

    /// The assembly's properties, and what is known of observers.
    fn goals(&self, assembly: &Assembly, parts: &Parts) -> Result<Vec<Goal>, BadInput> {
        let mut goals = Vec::new();
        for property in &assembly.properties {
            let mut goal = Goal::new(assembly, property, parts)?;
            if let Some(memory) = &self.memory {
                memory.recall_goal(assembly, &mut goal)?;
            }
            goals.push(goal);
        }
        Ok(goals)
    }

    fn keep(&self, parts: &Parts, goals: &[Goal]) {
        if let Some(memory) = &self.memory {
            parts.values().for_each(|part| memory.keep(part));
            goals.iter().for_each(|goal| memory.keep_goal(goal));
            memory.keep_tables(&self.tables);
        }
    }
}

/// Tells people about calls of a component that are no events.
fn tell_unheard(work: &Work, assembly: &Assembly, (own, part): (&Component, &Part)) {
    if work.json {
        return;
    }
    super::spec::print_unheard(&part.program);
    for uncounted in component::uncounted(assembly, own, &part.program) {
        text::warn(&format!("warning: {}\n", text::line(&uncounted)));
    }
}

/// Reads all components, which must share nothing. Tells people about calls that are no events.
fn read(work: &Work, assembly: &Assembly) -> Result<Parts, BadInput> {
    let mut parts = Parts::new();
    for (name, own) in &assembly.components {
        let part = Part::read(assembly, own)?;
        tell_unheard(work, assembly, (own, &part));
        parts.insert(name.clone(), part);
    }
    apart(&parts)?;
    Ok(parts)
}

/// Components share nothing.
fn apart(parts: &Parts) -> Result<(), BadInput> {
    let programs = parts
        .iter()
        .map(|(name, part)| (name.as_str(), &part.program));
    Ok(component::share_nothing(programs)?)
}

/// Checks all properties, and looks for an execution where one is broken.
fn properties(
    work: &Work,
    (assembly, parts, goals): (&Assembly, &mut Parts, &mut [Goal]),
    tables: &mut Tables,
    session: &mut Session<'_>,
) -> Result<Vec<Kept>, BadInput> {
    let extent = extent(work);
    let mut out = Vec::new();
    for goal in goals {
        let (answer, _) = compatibility::check(assembly, parts, goal, tables, session)?;
        let execution = match &answer {
            Compatible::No(word) => Execution::find((assembly, parts), word, extent, session)?,
            Compatible::Yes(_) | Compatible::Unknown(_) => None,
        };
        out.push(Kept {
            property: goal.name.clone(),
            answer,
            execution,
        });
    }
    Ok(out)
}

/// How much of an execution is shown.
fn extent(work: &Work) -> Extent {
    match work.full_trace {
        true => Extent::Everything,
        false => Extent::Needed,
    }
}

/// Draws an assembly and what is known of its components.
fn draw(work: &Work, assembly: &Assembly, parts: &Parts) -> Result<(), BadInput> {
    let Some(folder) = &work.diagrams else {
        return Ok(());
    };
    let shown = text::path(folder);
    let error = |error: std::io::Error| BadInput::new("io", format!("{shown}: {error}"));
    std::fs::create_dir_all(folder).map_err(error)?;
    let write = |name: &str, kind: &str, text: &str| {
        let path = folder.join(format!("{name}.{kind}"));
        output::write(&Output::unfollowed(&path), text.as_bytes())
    };
    let both = |name: &str, picture: &Picture| {
        write(name, "dot", &picture.dot())?;
        write(name, "svg", &picture.svg())
    };
    both("assembly", &automata::of_assembly(assembly))?;
    for (name, part) in parts {
        let picture = automata::of_automaton(&part.keeps);
        both(&format!("component-{name}"), &picture)?;
    }
    Ok(())
}

/// Writes the evidence that all properties are kept.
fn deliver(
    (parts, goals): (&Parts, &[Goal]),
    kept: &[Kept],
    output: &Output,
) -> Result<(), BadInput> {
    let chains = kept.iter().filter_map(|kept| match &kept.answer {
        Compatible::Yes(chain) => Some((kept.property.clone(), chain.clone())),
        Compatible::No(_) | Compatible::Unknown(_) => None,
    });
    let chains: BTreeMap<String, Chain> = chains.collect();
    match compatibility::bundle(parts, goals, chains) {
        Some(bundle) => output::write(output, &bundle.encode()),
        None => Err(BadInput::new(
            "internal",
            "a component has lost its certificate",
        )),
    }
}

/// What is not kept, for people.
fn tell(kept: &[Kept]) -> String {
    let mut out = String::new();
    for kept in kept {
        let property = &kept.property;
        match &kept.answer {
            Compatible::Yes(_) => {}
            Compatible::Unknown(why) => {
                out.push_str(&format!("property {property}: unknown: {why}\n"));
            }
            Compatible::No(word) => {
                let word = word.join(" ");
                out.push_str(&format!("property {property}: violated: {word}\n"));
                match &kept.execution {
                    Some(execution) => out.push_str(&execution.text()),
                    None => out.push_str(
                        "  by executions that go on from states that others reach; none was found \
                         as one piece\n",
                    ),
                }
            }
        }
    }
    out
}
