//! Incremental certification (paper 000; DESIGN §14): the proof of an earlier version is where the
//! search for this version's proof starts.
//!
//! | module | does |
//! |---|---|
//! | `resume` | writes and reads the section of a certificate that this needs |
//! | `old` | reads the old certificate: automaton, invariants, predicates, proofs |
//! | `conformance`, `shape` | find out which locations, variables and objects correspond |
//! | `renaming` | the terms of the old version in the new one |
//! | `between` | what new locations must track so that old regions are reached from them |
//!
//! What comes of it is a [`Seed`] for the search and a store of [`Known`] proofs for the prover.
//! Neither is believed: the search closes what it starts from under the steps of the program, and
//! the checker checks the new certificate like any other.

mod between;
mod conformance;
mod old;
pub(crate) mod renaming;
mod resume;
mod shape;

pub use self::old::Unusable;
pub use self::resume::Effort;

use self::conformance::check_conformance;
use self::old::{steps, Old};
use self::renaming::Renaming;
use self::resume::Resume;
use crate::engine::{Seed, Work};
use crate::prover::known::Known;
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::{Cfa, LocId};
use proofmark_logic::vc::{Builder, ObligationKind};
use std::collections::{BTreeSet, HashSet};

/// Formulas may not need more nodes than this.
const NODES_MAX: usize = 30_000_000;

/// What an old certificate gives.
#[derive(Default, Debug)]
pub struct Start {
    /// For the search.
    pub seed: Seed,
    /// For the prover.
    pub known: Known,
    /// For people.
    pub report: Report,
}

/// What corresponds, and what not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Why the old certificate is of no use, or of little.
    pub unusable: Option<Unusable>,
    /// Nodes of the old graph.
    pub nodes: usize,
    /// What the old proof cost.
    pub effort: Option<Effort>,
    /// The functions of this version in which something does not conform: the name, and why.
    pub changed: Vec<(String, Change)>,
}

/// Why a function does not conform to its earlier version.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// It has places to which nothing corresponds; so many.
    New(usize),
    /// Statements have another effect on what is tracked; so many edges.
    Effect(usize),
}

/// Reads an old certificate for a program.
pub fn start(program: &mut Program, certificate: &[u8]) -> Start {
    match Old::read(certificate, program.cfa.profile) {
        Ok(old) => from_graphs(program, vec![old]),
        Err(Unusable::NoGraph) => from_predicates(program, certificate),
        Err(unusable) => nothing(unusable),
    }
}

fn nothing(unusable: Unusable) -> Start {
    Start {
        report: Report {
            unusable: Some(unusable),
            ..Report::default()
        },
        ..Start::default()
    }
}

/// The section *resume* for a program whose proof tracked these predicates, by location.
pub fn section(program: &mut Program, predicates: &[Vec<Expr>], effort: Effort) -> Option<Vec<u8>> {
    let Program { arena, cfa, .. } = program;
    Resume::new((arena, cfa), predicates, effort).encode()
}

/// The section without the automaton, for a certificate that carries it.
pub fn section_beside_automaton(payload: &[u8]) -> Option<Vec<u8>> {
    Resume::decode(payload).ok()?.beside_automaton().encode()
}

/// Reads the certificates of several programs of which one is made, such as the duties of libraries
/// that are merged. Those that are of no use are left out.
pub fn start_from_parts(program: &mut Program, certificates: &[Vec<u8>]) -> Start {
    let profile = program.cfa.profile;
    let read = certificates.iter().map(|part| Old::read(part, profile));
    from_graphs(program, read.flatten().collect())
}

/// The proofs of earlier programs: where several say something of a location, the first one's
/// region counts.
fn from_graphs(program: &mut Program, all: Vec<Old>) -> Start {
    let Program { arena, cfa, .. } = program;
    let mut known = Known::default();
    let mut seed = Seed {
        regions: vec![None; cfa.locations.len()],
        predicates: vec![Vec::new(); cfa.locations.len()],
        ..Seed::default()
    };
    let mut report = Report::default();
    let mut corresponding = vec![false; cfa.locations.len()];
    for mut old in all {
        let conformance = check_conformance((&old.arena, &old.cfa), (arena, cfa));
        let mut renaming = Renaming::new((&conformance.vars, &conformance.objects), cfa);
        known.extend(old.known(arena, &mut renaming));
        for (slot, before) in conformance.locations.iter().enumerate() {
            let Some(before) = before.map(|location| location.0 as usize) else {
                continue;
            };
            corresponding[slot] = true;
            let mut same = |term: Expr| renaming.term((&old.arena, arena), term);
            if seed.regions[slot].is_none() {
                let region = old.invariants.get(before);
                seed.regions[slot] = region.and_then(|region| same(*region));
            }
            let tracked = old.predicates.get(before).into_iter().flatten();
            seed.predicates[slot].extend(tracked.filter_map(|atom| same(*atom)));
        }
        report.nodes += old.nodes();
        report.effort = report.effort.or(old.effort);
    }
    seed.between = between::fill_in((arena, cfa), &mut seed.regions);
    seed.conforming = conforming((arena, cfa), &seed.regions, &known);
    seed.allowance = Some(allowance(report.effort, cfa));
    report.changed = changed(cfa, &corresponding, &seed);
    Start {
        seed,
        known,
        report,
    }
}

/// How much a search from an old proof may take. What helps, mostly helps at once; and what the
/// theory was asked in vain, the search afresh need not ask again. The share is small because a
/// changed program may be decided sooner than the old one was, where it is violated or unknown.
///
/// What the old certificate claims to have taken is believed as far as the size of this program
/// makes it plausible: otherwise a lie would be paid with a long search.
fn allowance(claimed: Option<Effort>, cfa: &Cfa) -> Work {
    let plausible = PER_LOCATION.times(cfa.locations.len());
    let share = claimed.map_or(plausible, |effort| effort.afresh.fortieth().min(plausible));
    share.max(WORTH_A_TRY)
}

/// So much is always worth a try: it takes a few hundredths of a second.
const WORTH_A_TRY: Work = Work {
    calls: 20,
    entries: 200_000,
    terms: 4_000,
};

/// Reading a location of a program takes about as long as this, and the shares of long searches for
/// real drivers are a tenth of it.
const PER_LOCATION: Work = Work {
    calls: 1,
    entries: 10_000,
    terms: 200,
};

/// The steps between regions whose obligations are trivial, or known to hold.
fn conforming(
    (arena, cfa): (&mut Arena, &Cfa),
    regions: &[Option<Expr>],
    known: &Known,
) -> HashSet<ObligationKind> {
    // Where nothing is known, no obligation is asked for.
    let invariants: Vec<Expr> = regions.iter().map(|r| r.unwrap_or(Arena::TRUE)).collect();
    let is_known = |location: LocId| {
        regions
            .get(location.0 as usize)
            .copied()
            .flatten()
            .is_some()
    };
    let mut builder = Builder::default();
    let mut found = HashSet::new();
    for kind in steps(cfa) {
        let (from, to) = ends(cfa, kind);
        if !from.into_iter().all(is_known) || !is_known(to) {
            continue;
        }
        let Ok(obligation) = builder.obligation(arena, cfa, &invariants, kind, NODES_MAX) else {
            break;
        };
        if obligation.trivial || known.proves(arena, obligation.formula) {
            found.insert(kind);
        }
    }
    found
}

/// The locations whose invariants an obligation assumes, and the one that it is about.
fn ends(cfa: &Cfa, kind: ObligationKind) -> (Vec<LocId>, LocId) {
    match kind {
        ObligationKind::Entry | ObligationKind::Error => (Vec::new(), cfa.entry),
        ObligationKind::Edge(edge) => {
            let edge = &cfa.edges[edge.0 as usize];
            let procedure = edge.call.map(|call| &cfa.procedures[call.0 as usize]);
            let exit = procedure.map(|procedure| procedure.exit);
            ([edge.from].into_iter().chain(exit).collect(), edge.to)
        }
        ObligationKind::Enter(edge) => {
            let edge = &cfa.edges[edge.0 as usize];
            let procedure = edge.call.map(|call| &cfa.procedures[call.0 as usize]);
            let entry = procedure.map_or(edge.to, |procedure| procedure.entry);
            (vec![edge.from], entry)
        }
    }
}

/// The functions in which something does not conform, in the order of the automaton.
fn changed(cfa: &Cfa, corresponding: &[bool], seed: &Seed) -> Vec<(String, Change)> {
    let name = |location: LocId| {
        let location = cfa.locations.get(location.0 as usize)?;
        let frame = cfa.frames.get(location.frame.0 as usize)?;
        Some(frame.function.clone())
    };
    let mut order: Vec<String> = Vec::new();
    let mut counts: std::collections::BTreeMap<String, (usize, usize)> = Default::default();
    let mut count = |location: LocId, new: usize, effect: usize| {
        let Some(name) = name(location) else { return };
        if !counts.contains_key(&name) {
            order.push(name.clone());
        }
        let counted = counts.entry(name).or_default();
        counted.0 += new;
        counted.1 += effect;
    };
    for (location, known) in (0..).map(LocId).zip(corresponding) {
        if !known && location != cfa.error {
            count(location, 1, 0);
        }
    }
    for kind in steps(cfa).filter(|kind| !seed.conforming.contains(kind)) {
        let (from, to) = ends(cfa, kind);
        let known = |location: &LocId| corresponding[location.0 as usize];
        if let Some(&first) = from
            .first()
            .filter(|_| from.iter().all(known) && known(&to))
        {
            count(first, 0, 1);
        }
    }
    let change = |name: String| {
        let (new, effect) = counts[&name];
        let change = match new {
            0 => Change::Effect(effect),
            _ => Change::New(new),
        };
        (name, change)
    };
    order.into_iter().map(change).collect()
}

/// Without the old automaton: what its invariants speak of, in terms of the variables with the same
/// numbers; and where there are as many locations as before, the invariants themselves.
fn from_predicates(program: &mut Program, certificate: &[u8]) -> Start {
    let mut start = nothing(Unusable::NoGraph);
    start.seed.allowance = Some(allowance(None, &program.cfa));
    let Ok(certificate) = proofmark_certs::decode(certificate) else {
        return start;
    };
    let Program { arena, cfa, .. } = program;
    let annotations = &certificate.annotations;
    start.report.nodes = annotations.invariants.len();
    let Ok((table, invariants)) = crate::export::table(arena, cfa, annotations) else {
        return start;
    };
    if invariants.len() == cfa.locations.len() {
        start.seed.regions = invariants.into_iter().map(Some).collect();
        start.seed.predicates = vec![Vec::new(); cfa.locations.len()];
        let conforming = conforming((arena, cfa), &start.seed.regions, &Known::default());
        start.seed.conforming = conforming;
    } else {
        let atoms: BTreeSet<Expr> = table.into_iter().filter(|e| arena.is_atom(*e)).collect();
        start.seed.proposals = atoms.into_iter().take(PROPOSALS_MAX).collect();
    }
    start
}

/// So many predicates are tried where nothing tells where they belong.
const PROPOSALS_MAX: usize = 100;
