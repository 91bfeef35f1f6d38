//! Which locations of a program correspond to those of an earlier version (paper 000, section 3.2
//! and algorithms 1 and 2).
//!
//! [`check_conformance`] walks both automata in lock-step from the entry; [`match_edges`] says
//! which edges of two locations belong together. The paper stops where they do not match. Here the
//! walk begins again behind a difference: the two lists of locations, in the order of the program,
//! are compared like the lines of two texts. Whether edges *conform*, that is, whether the old
//! proof speaks of them, is decided later, by the formulas of their obligations: equal formulas are
//! equal weakest preconditions, whatever the statements are.
//!
//! Nothing rests on what is found here: a wrong correspondence costs time.

use super::shape::{shapes, tokens, Shape};
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use similar::{capture_diff_slices, Algorithm, DiffOp};
use std::collections::{BTreeMap, HashMap};

/// Longer lists of locations are not compared: the time that takes may grow with their product.
const COMPARED_MAX: usize = 20_000;

/// What corresponds to what.
#[derive(Default, Debug)]
pub(super) struct Conformance {
    /// For each location of the new version, that of the old one.
    pub(super) locations: Vec<Option<LocId>>,
    /// For each variable of the old version, that of the new one.
    pub(super) vars: HashMap<VarId, VarId>,
    /// The same for objects.
    pub(super) objects: HashMap<u32, u32>,
}

/// One version.
struct Version<'a> {
    cfa: &'a Cfa,
    shapes: Vec<Shape>,
    out: Vec<Vec<EdgeId>>,
    into: Vec<Vec<EdgeId>>,
}

impl<'a> Version<'a> {
    fn new((arena, cfa): (&Arena, &'a Cfa)) -> Version<'a> {
        let mut into = vec![Vec::new(); cfa.locations.len()];
        for (id, edge) in (0..).map(EdgeId).zip(&cfa.edges) {
            into[edge.to.0 as usize].push(id);
        }
        Version {
            cfa,
            shapes: shapes(arena, cfa),
            out: cfa.out_edges(),
            into,
        }
    }

    fn hash(&self, edge: EdgeId) -> u64 {
        self.shapes[edge.0 as usize].hash
    }
}

/// Finds out what corresponds in two versions of a program.
pub(super) fn check_conformance(old: (&Arena, &Cfa), new: (&Arena, &Cfa)) -> Conformance {
    let (old, new) = (Version::new(old), Version::new(new));
    let mut pairs = Pairs {
        of_new: vec![None; new.cfa.locations.len()],
        of_old: vec![None; old.cfa.locations.len()],
        edges: Vec::new(),
        doubtful: Vec::new(),
        old,
        new,
    };
    pairs.walk(pairs.old.cfa.error, pairs.new.cfa.error);
    pairs.walk(pairs.old.cfa.entry, pairs.new.cfa.entry);
    let procedures = pairs.old.cfa.procedures.iter();
    let procedures: Vec<_> = procedures.zip(&pairs.new.cfa.procedures).collect();
    for (old, new) in procedures {
        pairs.walk(old.entry, new.entry);
        pairs.walk(old.exit, new.exit);
    }
    pairs.begin_again();
    // One edge that was changed: what it leads to is the same if nothing says otherwise.
    while let Some((old, new)) = pairs.doubtful.pop() {
        pairs.walk(old, new);
    }
    pairs.conformance()
}

struct Pairs<'a> {
    old: Version<'a>,
    new: Version<'a>,
    of_new: Vec<Option<LocId>>,
    of_old: Vec<Option<LocId>>,
    /// Edges of the same shape between corresponding locations.
    edges: Vec<Partners>,
    /// The ends of edges that are the only ones without a partner.
    doubtful: Vec<(LocId, LocId)>,
}

/// An edge of the old version and one of the new.
type Partners = (EdgeId, EdgeId);

/// The edges of two lists that belong together: those of the same shape, in order. What is left
/// over on both sides, if that is one edge each.
fn match_edges(
    (old, from): (&Version<'_>, &[EdgeId]),
    (new, to): (&Version<'_>, &[EdgeId]),
) -> (Vec<Partners>, Option<Partners>) {
    let mut left: Vec<EdgeId> = from.to_vec();
    let (mut matched, mut other) = (Vec::new(), Vec::new());
    for &edge in to {
        match left.iter().position(|e| old.hash(*e) == new.hash(edge)) {
            Some(place) => matched.push((left.remove(place), edge)),
            None => other.push(edge),
        }
    }
    let rest = match (&left[..], &other[..]) {
        (&[a], &[b]) => Some((a, b)),
        _ => None,
    };
    (matched, rest)
}

impl Pairs<'_> {
    /// Lets two locations correspond if neither has another partner.
    fn pair(&mut self, old: LocId, new: LocId) -> bool {
        let (before, after) = (old.0 as usize, new.0 as usize);
        let special = |cfa: &Cfa, location| (location == cfa.error, location == cfa.entry);
        let free = self.of_old[before].is_none() && self.of_new[after].is_none();
        let fits = free && special(self.old.cfa, old) == special(self.new.cfa, new);
        if fits {
            self.of_old[before] = Some(new);
            self.of_new[after] = Some(old);
        }
        fits
    }

    /// Walks on in lock-step from two locations, forwards and backwards.
    fn walk(&mut self, old: LocId, new: LocId) {
        let mut work = vec![(old, new)];
        while let Some((old, new)) = work.pop() {
            if !self.pair(old, new) {
                continue;
            }
            let (from, to) = (&self.old.out[old.0 as usize], &self.new.out[new.0 as usize]);
            let (matched, rest) = match_edges((&self.old, from), (&self.new, to));
            let ends = |&(a, b): &Partners| {
                let (a, b) = (a.0 as usize, b.0 as usize);
                (self.old.cfa.edges[a].to, self.new.cfa.edges[b].to)
            };
            work.extend(matched.iter().rev().map(ends));
            self.doubtful.extend(rest.iter().map(ends));
            self.edges.extend(matched);
            // Backwards only where nothing else can be meant.
            let (from, to) = (
                &self.old.into[old.0 as usize],
                &self.new.into[new.0 as usize],
            );
            if let (&[a], &[b]) = (&from[..], &to[..]) {
                if self.old.hash(a) == self.new.hash(b) {
                    let (a, b) = (a.0 as usize, b.0 as usize);
                    work.push((self.old.cfa.edges[a].from, self.new.cfa.edges[b].from));
                }
            }
        }
    }

    /// Finds places behind differences where the walk goes on.
    fn begin_again(&mut self) {
        let left = |of: &[Option<LocId>], tokens: Vec<u64>| -> (Vec<LocId>, Vec<u64>) {
            let locations = (0..).map(LocId).zip(of).zip(tokens);
            let left = locations.filter(|((_, partner), _)| partner.is_none());
            left.map(|((location, _), token)| (location, token)).unzip()
        };
        let (old, new) = (&self.old, &self.new);
        let (old, old_tokens) = left(&self.of_old, tokens(old.cfa, &old.shapes));
        let (new, new_tokens) = left(&self.of_new, tokens(new.cfa, &new.shapes));
        if old.len().max(new.len()) > COMPARED_MAX {
            return;
        }
        for op in capture_diff_slices(Algorithm::Patience, &old_tokens, &new_tokens) {
            if let DiffOp::Equal {
                old_index,
                new_index,
                len,
            } = op
            {
                let places = old[old_index..].iter().zip(&new[new_index..]);
                for (&old, &new) in places.take(len) {
                    self.walk(old, new);
                }
            }
        }
    }

    fn conformance(self) -> Conformance {
        let (mut vars, mut objects) = (Votes::default(), Votes::default());
        for &(a, b) in &self.edges {
            let (a, b) = (
                &self.old.shapes[a.0 as usize],
                &self.new.shapes[b.0 as usize],
            );
            vars.count(a.vars.iter().zip(&b.vars));
            objects.count(a.objects.iter().zip(&b.objects));
        }
        let name = |cfa: &Cfa, var: VarId| {
            cfa.vars
                .get(var.0 as usize)
                .map(|v| (v.name.clone(), v.sort))
        };
        let sort = |cfa: &Cfa, var: VarId| cfa.sort_of(var).ok();
        let object = |cfa: &Cfa, object: u32| {
            let object = cfa.objects.get(object as usize);
            object.map(|object| (object.name.clone(), object.size))
        };
        let numbers = |count: usize| 0..u32::try_from(count).unwrap_or(u32::MAX);
        let (old, new) = (self.old.cfa, self.new.cfa);
        Conformance {
            vars: vars.decide(
                |a, b| sort(old, a) == sort(new, b),
                |a, b| name(old, a) == name(new, b),
                by_name(
                    numbers(old.vars.len()).map(|v| (VarId(v), name(old, VarId(v)))),
                    numbers(new.vars.len()).map(|v| (VarId(v), name(new, VarId(v)))),
                ),
            ),
            objects: objects.decide(
                |a, b| object(old, a).map(|o| o.1) == object(new, b).map(|o| o.1),
                |a, b| object(old, a) == object(new, b),
                by_name(
                    numbers(old.objects.len()).map(|o| (o, object(old, o))),
                    numbers(new.objects.len()).map(|o| (o, object(new, o))),
                ),
            ),
            locations: self.of_new,
        }
    }
}

/// Those that have the same name on both sides.
fn by_name<T: Copy, N: Eq + std::hash::Hash>(
    old: impl Iterator<Item = (T, N)>,
    new: impl Iterator<Item = (T, N)>,
) -> Vec<(T, T)> {
    let named: HashMap<N, T> = new.map(|(value, name)| (name, value)).collect();
    let same = old.filter_map(|(value, name)| Some((value, *named.get(&name)?)));
    same.collect()
}

/// How often things stand in the same place of edges with the same shape.
struct Votes<T>(BTreeMap<(T, T), usize>);

impl<T> Default for Votes<T> {
    fn default() -> Votes<T> {
        Votes(BTreeMap::new())
    }
}

impl<T: Copy + Ord + std::hash::Hash> Votes<T> {
    fn count<'a>(&mut self, pairs: impl Iterator<Item = (&'a T, &'a T)>)
    where
        T: 'a,
    {
        for (old, new) in pairs {
            *self.0.entry((*old, *new)).or_default() += 1;
        }
    }

    /// A renaming, one to one: who has most votes first, then who has the same name.
    fn decide(
        self,
        fits: impl Fn(T, T) -> bool,
        same: impl Fn(T, T) -> bool,
        named: Vec<(T, T)>,
    ) -> HashMap<T, T> {
        let mut ranked: Vec<((T, T), usize)> = self.0.into_iter().collect();
        ranked.sort_by_key(|&((old, new), votes)| {
            (std::cmp::Reverse(votes), !same(old, new), old, new)
        });
        let pairs = ranked.into_iter().map(|(pair, _)| pair).chain(named);
        let (mut renaming, mut taken) = (HashMap::new(), std::collections::HashSet::new());
        for (old, new) in pairs {
            if fits(old, new) && !renaming.contains_key(&old) && taken.insert(new) {
                renaming.insert(old, new);
            }
        }
        renaming
    }
}
