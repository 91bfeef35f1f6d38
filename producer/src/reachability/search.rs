//! The search for all targets of a question.

use super::together;
use super::trial::{standing, Trial};
use super::{Asked, Cost, Explorer, Order};
use crate::certify::{certify, self_contained, Certification, Certified};
use crate::engine;
use proofmark_frontend::{spec, LoadError, Program};
use proofmark_logic::cfa::LedgerEntry;
use proofmark_query::executions::{Known, Refused};
use proofmark_query::probe::{Probes, Seen, Wanted};
use proofmark_query::start::Callers;
use proofmark_replay::for_executions;
use proofmark_replay::interpret::Trace;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Locations that are searched for together, by number.
type Targets = BTreeMap<u32, String>;

/// Any specification switches off the built-in errors; this one says nothing else.
const SPECIFICATION: &str = "FINAL { 1 }\n";

/// Kinds of assumptions about what is outside of the program.
const OUTSIDE: [&str; 3] = ["external", "function-pointer", "inline-asm"];

/// What is believed of a function that runs start in, or return from, and that others know.
const UNKNOWN_TO_OTHERS: &str = "No function outside of the program calls it.";

/// Why a location that no execution of the automaton gets to is not known to be unreachable.
const UNCALLED: &str = "the program does not call it, and others may have its address";
const HANDED: &str = "the program does not get there, and hands its address to others";
const RETURNED: &str =
    "others may have called where executions start, whose address is taken, and \
                        executions return to them";

const OPEN: &str = "C leaves open which operands are evaluated first";
const STARTS_OPEN: &str =
    "C leaves open which operands are evaluated before the one that executions start in";

/// A search for the targets of one question.
pub(super) struct Search<'e, 'a> {
    explorer: &'e mut Explorer<'a>,
    asked: Asked,
    /// Targets of which nothing is known yet; those of one group have one search.
    groups: Vec<Targets>,
    /// Those that functions outside of the program may get to: see [`Seen::handed`].
    handed: BTreeSet<u32>,
    /// What C leaves open the order of: see [`Seen::open`] and [`Seen::starts_open`].
    open: (BTreeMap<u32, Option<String>>, bool),
    /// Who may have called where executions start.
    callers: Callers,
    cost: Cost,
}

impl<'e, 'a> Search<'e, 'a> {
    pub(super) fn new(
        explorer: &'e mut Explorer<'a>,
        asked: Asked,
        targets: Vec<String>,
        at: usize,
    ) -> Self {
        let cost = Cost {
            at,
            about: asked.about.clone(),
            targets: targets.len(),
            ..Cost::default()
        };
        Search {
            explorer,
            asked,
            groups: vec![(0u32..).zip(targets).collect()],
            handed: BTreeSet::new(),
            open: (BTreeMap::new(), false),
            callers: Callers::Known,
            cost,
        }
    }

    /// Finds out which of the targets executions from the start get to.
    ///
    /// # Errors
    /// If somebody asks the command to end.
    pub(super) fn run(mut self) -> Result<(), Refused> {
        let (began, end) = (Instant::now(), self.explorer.limits.end);
        let mut tried = !self.explorer.limits.trials;
        while let Some(group) = self.groups.pop() {
            if self.explorer.watch.cancelled() {
                return Err(Refused::Ended("interrupted".to_owned()));
            }
            if Instant::now() >= end {
                self.give_up(&group, "the time is over");
                continue;
            }
            let Some((program, open)) = self.probed(group) else {
                continue;
            };
            let count = open.len();
            let rest = match std::mem::replace(&mut tried, true) {
                true => open,
                false => self.tried(&program, open),
            };
            if rest.len() == count {
                self.round(program, rest);
            } else {
                self.groups.push(rest);
            }
        }
        self.finish(began)
    }

    /// The targets without those that executions with some inputs get to.
    fn tried(&mut self, program: &Program, open: Targets) -> Targets {
        let count = open.len();
        let limits = &self.explorer.limits;
        let (began, end) = (Instant::now(), limits.end);
        let most = limits.search.min(end.saturating_duration_since(began)) / 4;
        let wanted = |open: &Targets| open.keys().copied().collect();
        let mut trial = Trial::new(program, wanted(&open));
        trial.run(&|| began.elapsed() < most);
        let mut rest = self.reach(program, open, &trial.reached);
        let exact = match rest.is_empty() {
            true => None,
            false => for_executions(program).ok(),
        };
        if let Some(exact) = exact {
            let began = Instant::now();
            let mut trial = Trial::exactly(&exact, wanted(&rest));
            trial.run(&|| began.elapsed() < most);
            rest = self.reach(&exact, rest, &trial.reached);
        }
        self.cost.tried += count - rest.len();
        rest
    }

    /// Says what the answer cost.
    ///
    /// # Errors
    /// If somebody asks the command to end.
    fn finish(mut self, began: Instant) -> Result<(), Refused> {
        self.cost.time = began.elapsed();
        self.explorer.costs.push(self.cost);
        match self.explorer.watch.cancelled() {
            true => Err(Refused::Ended("interrupted".to_owned())),
            false => Ok(()),
        }
    }

    /// The program with probes in front of targets, and those to which it has a path. What becomes
    /// of the others is clear then.
    fn probed(&mut self, group: Targets) -> Option<(Program, Targets)> {
        if group.is_empty() {
            return None;
        }
        let wanted = group.iter().map(|(n, name)| (name.clone(), *n)).collect();
        let (program, seen) = match self.observed(wanted) {
            Ok(made) => made,
            Err(reason) => {
                self.give_up(&group, &reason);
                return None;
            }
        };
        let (there, lost): (Targets, Targets) = group
            .into_iter()
            .partition(|(n, _)| seen.placed.contains(n));
        self.give_up(&lost, "the location is not found again");
        let with_path = standing(&program);
        let (open, rest): (Targets, Targets) =
            there.into_iter().partition(|(n, _)| with_path.contains(n));
        // The ledger says that what is outside of the program calls nothing that it was given.
        let ledger = &program.cfa.ledger;
        let is_outside = |entry: &LedgerEntry| OUTSIDE.contains(&entry.kind.as_str());
        let outside = ledger.iter().any(is_outside);
        let (called, never): (Targets, Targets) =
            rest.into_iter().partition(|(n, _)| match seen.from_start {
                true => seen.handed.contains(n),
                false => outside && seen.exposed.contains(n),
            });
        self.give_up(&called, UNCALLED);
        self.handed.extend(&seen.handed);
        let never = match seen.callers {
            Callers::Known | Callers::Named(_) => never,
            Callers::Others => {
                self.give_up(&never, RETURNED);
                Targets::new()
            }
        };
        self.callers = seen.callers;
        self.open.0.extend(seen.open);
        self.open.1 = seen.starts_open;
        let (apart, never): (Targets, Targets) =
            never.into_iter().partition(|(n, _)| seen.apart.contains(n));
        let apart_too = apart.values().cloned().collect();
        let never = self.in_any_order(never, apart_too);
        self.without_path(&program, [(Order::Any, apart), (Order::Chosen, never)]);
        Some((program, open)).filter(|(_, open)| !open.is_empty())
    }

    /// Those of the targets that are unreachable in whatever order expressions are evaluated, if
    /// all of them are in the order that the front end chooses, as others are. Observers may accept
    /// in the middle of an expression what they do not where it begins, and executions that start
    /// in a function return to the middle.
    fn in_any_order(&mut self, never: Targets, others: BTreeSet<String>) -> Targets {
        if self.open.1 {
            self.give_up(&never, STARTS_OPEN);
            return Targets::new();
        }
        let mut names = others;
        names.extend(never.values().cloned());
        let begun = |begin: &Option<String>| {
            let Asked { monitor, from, .. } = &self.asked;
            let never = begin.as_ref().is_some_and(|begin| {
                let known = self.explorer.known((monitor, from), begin);
                names.contains(begin) || known == Known::No
            });
            monitor.property.is_some() || self.asked.start.is_some() || !never
        };
        let (open, never): (Targets, Targets) = never
            .into_iter()
            .partition(|(n, _)| self.open.0.get(n).is_some_and(begun));
        self.give_up(&open, OPEN);
        never
    }

    /// The automaton has no path to any of these.
    fn without_path(&mut self, program: &Program, groups: [(Order, Targets); 2]) {
        let mut never = Targets::new();
        for (order, group) in groups.into_iter().filter(|(_, group)| !group.is_empty()) {
            match self.explorer.assume(program, order) {
                Ok(()) => never.extend(group),
                Err(reason) => self.give_up(&group, &reason),
            }
        }
        if never.is_empty() {
            return;
        }
        let certified = match self.explorer.witness.wants_certificates() {
            true => match self.pathless(&never) {
                Ok(certified) => Some(certified),
                Err(reason) => return self.give_up(&never, &reason),
            },
            false => None,
        };
        let names: Vec<String> = never.into_values().collect();
        self.cost.without_path += names.len();
        let texts = self.texts();
        let found = certified.as_ref().map(|c| (&**c, texts.as_slice()));
        self.explorer.witness.without_path(&names, found);
        self.settle(names.into_iter(), Known::No);
    }

    /// A certificate for locations without a path: these, and no others, are errors of its program.
    ///
    /// # Errors
    /// Why there is none.
    fn pathless(&mut self, never: &Targets) -> Result<Box<Certified>, String> {
        let wanted = never.iter().map(|(n, name)| (name.clone(), *n)).collect();
        let (mut program, seen) = self.observed(wanted)?;
        if never.keys().any(|n| !seen.placed.contains(n)) || !standing(&program).is_empty() {
            return Err("the automaton without the other locations has a path".to_owned());
        }
        let (result, stats) = certify(&mut program, &self.limits(), self.explorer.watch);
        self.cost.solver_calls += stats.theory_calls + stats.solver_calls;
        let certified = match result {
            Certification::Certified(certified) => self_contained(&mut program, *certified),
            other => other,
        };
        match certified {
            Certification::Certified(certified) => {
                self.cost.certificates += certified.bytes.len();
                Ok(certified)
            }
            Certification::Violated(_) => Err("the proof is lost".to_owned()),
            Certification::Unknown { reason } => Err(reason),
        }
    }

    /// The program with its observers, and probes in front of locations.
    ///
    /// # Errors
    /// Why there is none.
    fn observed(&self, targets: BTreeMap<String, u32>) -> Result<(Program, Seen), String> {
        let subject = &self.explorer.subject;
        let names = (subject.program.sources.files.clone(), subject.lines.clone());
        let wanted = Wanted {
            targets,
            monitor: self.asked.monitor.clone(),
            entry: subject.program.options().entry.clone(),
            start: self.asked.start.clone(),
        };
        let probes = Probes::new(names, wanted);
        let (specification, _) = self.explorer.specification(&self.asked.monitor);
        let specification = match specification.is_empty() {
            true => spec::read_text("observer", SPECIFICATION),
            false => Ok(specification),
        };
        let instrument = probes.instrument.clone();
        let program = specification.and_then(|s| subject.program.instrumented(s, instrument));
        let mut program = program.map_err(|error: LoadError| error.render())?;
        let seen = probes.seen();
        if let Callers::Named(names) = &seen.callers {
            program
                .cfa
                .ledger
                .extend(names.iter().map(|name| LedgerEntry {
                    kind: OUTSIDE[0].to_owned(),
                    subject: name.clone(),
                    detail: UNKNOWN_TO_OTHERS.to_owned(),
                }));
            program.cfa.ledger.sort();
        }
        match seen.refused {
            // Runs of this program start elsewhere.
            Some(reason) => Err(reason.to_owned()),
            None => Ok((program, seen)),
        }
    }

    /// The texts of the observers, one for each `--spec`.
    fn texts(&self) -> Vec<String> {
        let (_, texts) = self.explorer.specification(&self.asked.monitor);
        match texts.is_empty() {
            true => vec![SPECIFICATION.to_owned()],
            false => texts,
        }
    }

    /// Finds out whether the observer rejects an execution from the start.
    ///
    /// # Errors
    /// If somebody asks the command to end.
    pub(super) fn violation(mut self) -> Result<(), Refused> {
        let began = Instant::now();
        if self.explorer.watch.cancelled() {
            return Err(Refused::Ended("interrupted".to_owned()));
        }
        let known = match self.observed(BTreeMap::new()) {
            Ok((_, seen)) if seen.starts_open => Err(STARTS_OPEN.to_owned()),
            Ok((mut program, seen)) => self.violated(&mut program, seen.callers),
            Err(reason) => Err(reason),
        };
        let known = known.unwrap_or_else(|reason| {
            self.cost.doubt(&[], &reason);
            self.explorer.witness.unknown(&[], &reason);
            Known::Unknown
        });
        self.settle([String::new()].into_iter(), known);
        self.finish(began)
    }

    fn violated(&mut self, program: &mut Program, callers: Callers) -> Result<Known, String> {
        let (result, stats) = certify(program, &self.limits(), self.explorer.watch);
        self.cost.searched(&stats);
        let certified = match result {
            Certification::Certified(certified) => self_contained(program, *certified),
            other => other,
        };
        match certified {
            Certification::Certified(_) if callers == Callers::Others => Err(RETURNED.to_owned()),
            Certification::Certified(certified) => {
                self.explorer.assume(program, Order::Chosen)?;
                let texts = self.texts();
                let found = (&*certified, texts.as_slice());
                self.explorer.witness.unreachable(&[], found);
                self.cost.certified += 1;
                self.cost.certificates += certified.bytes.len();
                Ok(Known::No)
            }
            Certification::Violated(trace) => {
                self.explorer.witness.violated(program, &trace);
                self.cost.found += 1;
                Ok(Known::Yes)
            }
            Certification::Unknown { reason } => Err(reason),
        }
    }

    /// One search.
    fn round(&mut self, mut program: Program, open: Targets) {
        let limits = self.limits();
        let wanted = open.keys().copied().collect();
        let trials = self.explorer.limits.trials;
        let mut carried = self.explorer.carried.take();
        let how = (&mut carried, trials);
        let watch = &mut *self.explorer.watch;
        let mut found = together::search(&program, (&wanted, how), &limits, watch);
        self.explorer.carried = carried;
        let reached = std::mem::take(&mut found.reached);
        self.cost.found += reached.len();
        let open = self.reach(&program, open, &reached);
        let (never, mut unknown): (Targets, Targets) =
            open.into_iter().partition(|(n, _)| found.never.contains(n));
        if self.callers == Callers::Others {
            self.give_up(&never, RETURNED);
        } else if !never.is_empty() {
            let whole = program.cfa.clone();
            let limits = self.limits();
            let watch = &mut *self.explorer.watch;
            match together::certified(&mut program, &mut found, &limits, watch) {
                Certification::Certified(certified) => self.certified(&program, never, &certified),
                Certification::Unknown { reason } => self.give_up(&never, &reason),
                Certification::Violated(_) => self.give_up(&never, "the proof is lost"),
            }
            program.cfa = whole;
        }
        let limits = self.limits();
        together::again(&program, &mut found, &limits, self.explorer.watch);
        self.cost.found += found.reached.len();
        unknown = self.reach(&program, unknown, &found.reached);
        if let Some((exact, reached)) = found.exactly.take() {
            self.cost.found += reached.len();
            unknown = self.reach(&exact, unknown, &reached);
        }
        self.cost.searched(&found.stats);
        // It would have had more time if there were more in all.
        let short = limits
            .time
            .is_some_and(|time| time < self.explorer.limits.search);
        self.explorer.cut_short = found.over && short;
        let mut reasons: BTreeMap<String, Targets> = BTreeMap::new();
        for (number, name) in unknown {
            let reason = found.unknown.remove(&number).unwrap_or_default();
            reasons.entry(reason).or_default().insert(number, name);
        }
        for (reason, names) in reasons {
            self.give_up(&names, &reason);
        }
        self.explorer.cut_short = false;
    }

    /// A certificate says that no execution of the automaton gets to these.
    fn certified(&mut self, program: &Program, open: Targets, certified: &Certified) {
        let (called, open): (Targets, Targets) =
            open.into_iter().partition(|(n, _)| self.handed.contains(n));
        self.give_up(&called, HANDED);
        let open = self.in_any_order(open, BTreeSet::new());
        if open.is_empty() {
            return;
        }
        if let Err(reason) = self.explorer.assume(program, Order::Chosen) {
            return self.give_up(&open, &reason);
        }
        let names: Vec<String> = open.into_values().collect();
        self.cost.certified += names.len();
        self.cost.certificates += certified.bytes.len();
        let texts = self.texts();
        let found = (certified, texts.as_slice());
        self.explorer.witness.unreachable(&names, found);
        self.settle(names.into_iter(), Known::No);
    }

    /// What one search may cost.
    fn limits(&self) -> engine::Limits {
        let limits = &self.explorer.limits;
        let left = limits.end.saturating_duration_since(Instant::now());
        engine::Limits {
            time: Some(limits.search.min(left)),
            memory: Some(limits.memory),
            jobs: limits.jobs,
            spent: Duration::ZERO,
        }
    }

    /// The targets without those that are reached.
    fn reach(
        &mut self,
        program: &Program,
        mut open: Targets,
        reached: &BTreeMap<u32, Trace>,
    ) -> Targets {
        let own = reached.iter();
        let own = own.filter_map(|(number, trace)| Some((open.remove(number)?, trace)));
        let own: Vec<(String, &Trace)> = own.collect();
        let told: Vec<(&str, &Trace)> = own.iter().map(|(name, t)| (name.as_str(), *t)).collect();
        if !told.is_empty() {
            self.explorer.witness.reached(program, &told);
        }
        self.settle(own.into_iter().map(|(name, _)| name), Known::Yes);
        open
    }

    fn give_up(&mut self, open: &Targets, reason: &str) {
        if open.is_empty() {
            return;
        }
        let names: Vec<String> = open.values().cloned().collect();
        self.cost.doubt(&names, reason);
        self.explorer.witness.unknown(&names, reason);
        self.settle(names.into_iter(), Known::Unknown);
    }

    fn settle(&mut self, names: impl Iterator<Item = String>, known: Known) {
        self.explorer.settle(&self.asked, names, known);
    }
}
