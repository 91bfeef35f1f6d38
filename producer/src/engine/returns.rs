//! The image of a return: what the exit of a procedure says about its caller (docs/decisions/0008).

use super::abstraction::{Abstraction, ARENA_MAX};
use super::atoms::Literal;
use super::bdd::{Bdd, Level, Manager};
use super::calls::{exit_of, Instance};
use super::precision::PredId;
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{EdgeId, LocId};
use proofmark_logic::vc::Effect;
use std::collections::{BTreeMap, HashMap};

impl Abstraction<'_> {
    /// The predicates that are the instances of the exit's, sorted; empty unless the arc is a
    /// return.
    pub fn instances(&mut self, arena: &mut Arena, arc: EdgeId) -> Vec<PredId> {
        let Some(exit) = exit_of(self.cfa, &self.calls, arc) else {
            return Vec::new();
        };
        let tracked: Vec<PredId> = self.precision.at[exit.0 as usize].iter().copied().collect();
        let mut out = Vec::new();
        for p in tracked {
            if let Instance::Predicate(q, _) = self.instance(arena, exit, p) {
                out.push(q);
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn instance(&mut self, arena: &mut Arena, exit: LocId, p: PredId) -> Instance {
        let Some(&callee) = self.calls.exits.get(&exit) else {
            return Instance::Unknown;
        };
        if let Some(&known) = self.calls.instances.get(&(callee, p)) {
            return known;
        }
        let procedure = &self.cfa.procedures[callee.0 as usize];
        let mut effect = Effect::default();
        let atom = self.precision.atom(p);
        let written = &self.calls.written[callee.0 as usize];
        let done = effect.call(arena, self.cfa, (procedure, written), atom, ARENA_MAX);
        let literal = match (done, effect.hypotheses.first()) {
            (Ok(()), Some(&formula)) => self.canon.literal(arena, formula),
            _ => Literal::Opaque(atom),
        };
        let instance = match literal {
            Literal::Constant(value) => Instance::Constant(value),
            Literal::Atom { atom, positive } => {
                Instance::Predicate(self.precision.predicate(arena, atom), positive)
            }
            Literal::Opaque(_) => Instance::Unknown,
        };
        self.calls.instances.insert((callee, p), instance);
        instance
    }

    /// The instance of an exit's region after a return.
    pub fn instance_of_region(&mut self, arena: &mut Arena, exit: LocId, region: Bdd) -> Bdd {
        let mut map = BTreeMap::new();
        let mut unknown = Vec::new();
        for level in self.bdds.support(region) {
            match self.instance(arena, exit, level / 2) {
                Instance::Constant(value) => {
                    map.insert(level, if value { Bdd::TRUE } else { Bdd::FALSE });
                }
                Instance::Predicate(p, positive) => {
                    map.insert(level, self.bdds.literal(2 * p, positive));
                }
                Instance::Unknown => unknown.push(level),
            }
        }
        let region = self.bdds.exists(region, &unknown);
        replace(&mut self.bdds, region, &map)
    }

    /// One valuation of the exit's predicates, as a region, whose instance is compatible with
    /// `states`, and the caller's states that go with it.
    pub fn split_return(
        &mut self,
        arena: &mut Arena,
        arc: EdgeId,
        exit_region: Bdd,
        states: Bdd,
    ) -> (Bdd, Bdd) {
        let Some(exit) = exit_of(self.cfa, &self.calls, arc) else {
            return (Bdd::TRUE, states);
        };
        let instances: Vec<Level> = self
            .instances(arena, arc)
            .into_iter()
            .map(|p| 2 * p)
            .collect();
        let instance = self.instance_of_region(arena, exit, exit_region);
        let both = self.bdds.and(states, instance);
        let levels = self.bdds.support(both);
        let Some(values) = self.bdds.some_assignment(both, &levels) else {
            return (exit_region, self.without_instances(arc, states, &instances));
        };
        // All predicates get a value, also where the region leaves them open: only then does the
        // callee's path lead to states that go with the caller's.
        let mut returned = exit_region;
        let tracked: Vec<PredId> = self.precision.at[exit.0 as usize].iter().copied().collect();
        for p in tracked {
            let value = match self.instance(arena, exit, p) {
                Instance::Constant(value) => value,
                Instance::Predicate(q, positive) => {
                    levels.binary_search(&(2 * q)).is_ok_and(|i| values[i]) == positive
                }
                Instance::Unknown => continue,
            };
            let literal = self.bdds.literal(2 * p, value);
            returned = self.bdds.and(returned, literal);
        }
        let instance = self.instance_of_region(arena, exit, returned);
        let both = self.bdds.and(states, instance);
        (returned, self.without_instances(arc, both, &instances))
    }

    /// Only predicates of the caller; an instance that the caller tracks itself is one.
    fn without_instances(&mut self, arc: EdgeId, states: Bdd, instances: &[Level]) -> Bdd {
        let (from, _) = self.calls.ends(self.cfa, arc);
        let own = &self.precision.at[from.0 as usize];
        let foreign: Vec<Level> = instances
            .iter()
            .copied()
            .filter(|l| !own.contains(&(l / 2)))
            .collect();
        self.bdds.exists(states, &foreign)
    }
}

/// `f` with functions in place of variables.
fn replace(bdds: &mut Manager, f: Bdd, map: &BTreeMap<Level, Bdd>) -> Bdd {
    fn go(
        bdds: &mut Manager,
        f: Bdd,
        map: &BTreeMap<Level, Bdd>,
        memo: &mut HashMap<Bdd, Bdd>,
    ) -> Bdd {
        let Some((level, low, high)) = bdds.branch(f) else {
            return f;
        };
        if let Some(&known) = memo.get(&f) {
            return known;
        }
        let (low, high) = (go(bdds, low, map, memo), go(bdds, high, map, memo));
        let condition = map
            .get(&level)
            .copied()
            .unwrap_or_else(|| bdds.literal(level, true));
        let (then, other) = (bdds.and(condition, high), bdds.without(low, condition));
        let result = bdds.or(then, other);
        memo.insert(f, result);
        result
    }
    go(bdds, f, map, &mut HashMap::new())
}
