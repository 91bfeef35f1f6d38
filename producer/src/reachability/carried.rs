//! What a search leaves for the next one: predicates, and what the theory has answered.
//!
//! The next automaton has probes in other places, but it is of the same program. Variables and
//! objects have their names, and locations the calls and the place of what comes behind them.

use crate::engine::several::Kept;
use crate::engine::Answers;
use crate::reuse::renaming::Renaming;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, FrameId, LocId, Pos};
use std::collections::{BTreeMap, HashMap};

/// Calls, each with where it stands; and a place.
type Place = (Vec<(String, Pos)>, Pos);

/// What was left.
pub(super) struct Carried {
    arena: Arena,
    vars: HashMap<String, VarId>,
    objects: HashMap<String, u32>,
    predicates: Vec<Expr>,
    tracked: BTreeMap<Place, Vec<Expr>>,
    answers: Answers,
}

/// The places of locations. Several may have the same.
fn places(cfa: &Cfa) -> Vec<Place> {
    let mut chains: HashMap<FrameId, Vec<(String, Pos)>> = HashMap::new();
    let mut found = Vec::with_capacity(cfa.locations.len());
    for location in &cfa.locations {
        let chain = chains
            .entry(location.frame)
            .or_insert_with(|| chain(cfa, location.frame));
        found.push((chain.clone(), location.pos));
    }
    found
}

fn chain(cfa: &Cfa, frame: FrameId) -> Vec<(String, Pos)> {
    let (mut chain, mut next) = (Vec::new(), Some(frame));
    while let Some(frame) = next.and_then(|id| cfa.frames.get(id.0 as usize)) {
        chain.push((frame.function.clone(), frame.call_site));
        next = frame.caller;
        if chain.len() > cfa.frames.len() {
            break;
        }
    }
    chain
}

fn vars(cfa: &Cfa) -> HashMap<String, VarId> {
    let vars = (0u32..).map(VarId).zip(&cfa.vars);
    vars.map(|(id, var)| (var.name.clone(), id)).collect()
}

fn objects(cfa: &Cfa) -> HashMap<String, u32> {
    let objects = (0u32..).zip(&cfa.objects);
    objects
        .map(|(id, object)| (object.name.clone(), id))
        .collect()
}

impl Carried {
    /// What a search in an automaton leaves.
    pub(super) fn of(cfa: &Cfa, arena: Arena, kept: &Kept) -> Carried {
        let mut tracked: BTreeMap<Place, Vec<Expr>> = BTreeMap::new();
        for (place, atoms) in places(cfa).into_iter().zip(&kept.tracked) {
            if !atoms.is_empty() {
                tracked.entry(place).or_default().extend(atoms);
            }
        }
        Carried {
            arena,
            vars: vars(cfa),
            objects: objects(cfa),
            predicates: kept.predicates.clone(),
            tracked,
            answers: kept.answers.copied(&mut Some),
        }
    }

    /// The same for another automaton of the program.
    pub(super) fn for_other(&self, cfa: &Cfa, arena: &mut Arena) -> Kept {
        let named = vars(cfa);
        let own = self.vars.iter();
        let own = own.filter_map(|(name, var)| Some((*var, *named.get(name)?)));
        let own: HashMap<VarId, VarId> = own.collect();
        let named = objects(cfa);
        let theirs = self.objects.iter();
        let theirs = theirs.filter_map(|(name, object)| Some((*object, *named.get(name)?)));
        let theirs: HashMap<u32, u32> = theirs.collect();
        let mut renaming = Renaming::new((&own, &theirs), cfa);
        let mut copy = |e: Expr| renaming.term((&self.arena, arena), e);
        let predicates = self.predicates.iter().filter_map(|e| copy(*e)).collect();
        let locations = (0u32..).map(LocId).zip(places(cfa));
        let tracked = locations.map(|(location, place)| {
            let atoms = self.tracked.get(&place).into_iter().flatten();
            let atoms = atoms.filter(|_| location != cfa.error);
            atoms.filter_map(|e| copy(*e)).collect()
        });
        Kept {
            predicates,
            tracked: tracked.collect(),
            reach: Vec::new(),
            answers: self.answers.copied(&mut copy),
        }
    }
}
