//! Reads of an object at an index that is not known: tables, of whose elements something is.

use super::affine::gcd;
use super::leaves::leaves;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::Linear;
use std::collections::{BTreeSet, HashMap};

/// Most elements that are looked at one by one.
const ELEMENTS_MAX: i128 = 32;
/// Formulas of more different terms are left alone.
const TERMS_MAX: usize = 256;
/// Tables with more elements are not spoken of by each.
const INSTANCES_MAX: usize = 16;
/// Most writes before a read that are looked through for each of them.
const WRITES_MAX: usize = 64;
/// In how many steps an address may be computed from the start of an object.
const STEPS_MAX: usize = 8;

/// An address in an object: how far behind the object's start.
pub(super) struct Place {
    object: Expr,
    size: i128,
    /// What is added to the start, without its constant.
    terms: Vec<(Expr, i128)>,
    constant: i128,
}

impl Place {
    /// An address that is the start of one object and something that is no constant.
    pub(super) fn of(arena: &Arena, address: Expr) -> Option<Place> {
        let mut parts = vec![(1, address)];
        let mut sum = Linear::combination(arena, &parts).ok()?;
        // What is added to addresses in steps wraps in each of them.
        for _ in 0..STEPS_MAX {
            let mut wrapped = sum.terms.iter().filter(|(_, k)| *k == 1);
            let wrapped = wrapped.find_map(|&(e, _)| match arena.app(e) {
                Some((Op::Wrap, [_, inner, _])) => has_start(arena, inner).then_some((e, inner)),
                _ => None,
            });
            let Some((whole, inner)) = wrapped else {
                break;
            };
            parts.extend([(-1, whole), (1, inner)]);
            sum = Linear::combination(arena, &parts).ok()?;
        }
        let mut starts = sum.terms.iter().filter_map(|&(e, k)| match arena.node(e) {
            Node::Addr { size, .. } => Some((e, k, i128::from(size))),
            _ => None,
        });
        let (Some((object, 1, size)), None) = (starts.next(), starts.next()) else {
            return None;
        };
        let terms: Vec<(Expr, i128)> = (sum.terms.iter().copied())
            .filter(|(e, _)| *e != object)
            .collect();
        (!terms.is_empty()).then_some(Place {
            object,
            size,
            terms,
            constant: sum.constant,
        })
    }

    /// The addresses of elements of so many bytes in the object that this may be, if its distance
    /// from the start is in a range; `None` if these are many, or others are possible.
    pub(super) fn candidates(
        &self,
        arena: &mut Arena,
        (range, bytes): (Interval, i128),
    ) -> Option<Vec<Expr>> {
        let step = self.terms.iter().fold(0, |g, &(_, k)| gcd(g, k));
        let within = range.lo >= 0 && range.hi <= self.size - bytes;
        if !within || step <= 0 || (range.hi - range.lo) / step >= ELEMENTS_MAX {
            return None;
        }
        let first = range.lo + (self.constant - range.lo).rem_euclid(step);
        let mut out = Vec::new();
        let mut offset = first;
        while offset <= range.hi {
            let offset_term = arena.lit(offset);
            out.push(match offset {
                0 => self.object,
                _ => arena.mk(Op::Add, &[self.object, offset_term]),
            });
            offset += step;
        }
        Some(out)
    }

    /// All elements of so many bytes in the object that are at such a distance.
    fn elements(&self, arena: &mut Arena, bytes: i128) -> Option<Vec<Expr>> {
        let hi = self.size - bytes;
        self.candidates(arena, (Interval { lo: 0, hi }, bytes))
    }

    /// The range of the distance, where its terms have these.
    pub(super) fn distance(&self, mut range: impl FnMut(Expr) -> Interval) -> Interval {
        let start = Interval::point(self.constant);
        self.terms.iter().fold(start, |all, &(e, k)| {
            all.add(range(e).mul(Interval::point(k)))
        })
    }
}

/// Whether the start of an object is among what a term adds up.
fn has_start(arena: &Arena, term: Expr) -> bool {
    match arena.node(term) {
        Node::Addr { .. } => true,
        Node::App(Op::Add | Op::Sub, [a, b, _]) => has_start(arena, a) || has_start(arena, b),
        Node::App(Op::Wrap, [_, inner, _]) => has_start(arena, inner),
        _ => false,
    }
}

/// The elements of an object, of which a term reads one at an index, as terms.
pub(super) fn elements_read(arena: &mut Arena, term: Expr) -> Vec<Expr> {
    let Some((Op::Sel, [memory, address, _])) = arena.app(term) else {
        return Vec::new();
    };
    let (place, bytes) = (Place::of(arena, address), element_bytes(arena, memory));
    let Some((place, bytes)) = place.zip(bytes) else {
        return Vec::new();
    };
    let addresses = place.elements(arena, bytes).unwrap_or_default();
    (addresses.into_iter())
        .map(|address| arena.mk(Op::Sel, &[memory, address]))
        .collect()
}

/// A formula about one element of a table, at an index that is not known, said of each element;
/// nothing if it is about several, or there are many, or it is long.
pub(in crate::engine) fn of_each_element(arena: &mut Arena, formula: Expr) -> Vec<Expr> {
    let (mut reads, mut work) = (BTreeSet::new(), vec![formula]);
    let mut seen = BTreeSet::new();
    while let Some(e) = work.pop() {
        if seen.insert(e) {
            match elements_read(arena, e).len() {
                0 => work.extend(arena.args(e)),
                _ => _ = reads.insert(e),
            }
        }
        if reads.len() > 1 || seen.len() > TERMS_MAX {
            return Vec::new();
        }
    }
    let Some(read) = reads.first().copied() else {
        return Vec::new();
    };
    let elements = elements_read(arena, read);
    let few = elements.len() <= INSTANCES_MAX;
    let elements = elements.into_iter().filter(|_| few);
    let said = elements.map(|element| with(arena, formula, &mut HashMap::from([(read, element)])));
    said.collect()
}

/// A term with parts of it replaced; what becomes of them and of other parts is remembered.
fn with(arena: &mut Arena, term: Expr, new: &mut HashMap<Expr, Expr>) -> Expr {
    if let Some(known) = new.get(&term) {
        return *known;
    }
    let args: Vec<Expr> = arena.args(term).collect();
    let replaced: Vec<Expr> = args.iter().map(|a| with(arena, *a, new)).collect();
    let made = match arena.node(term) {
        Node::App(op, _) if replaced != args => arena.mk(op, &replaced),
        _ => term,
    };
    new.insert(term, made);
    made
}

/// What the indices are computed from at which terms read elements of objects.
pub(super) fn indices_read(arena: &mut Arena, terms: &[Expr]) -> Vec<Expr> {
    let mut found = Vec::new();
    for &term in terms {
        if let Some((Op::Sel, [_, address, _])) = arena.app(term) {
            if Place::of(arena, address).is_some() {
                found.extend(leaves(arena, address));
            }
        }
    }
    found
}

/// The size of a memory's elements in bytes, if it is a variable with few writes behind it.
pub(super) fn element_bytes(arena: &Arena, mut memory: Expr) -> Option<i128> {
    for _ in 0..WRITES_MAX {
        match arena.node(memory) {
            Node::MapVar(_, ty) => return Some(i128::from(ty.bits().div_ceil(8))),
            Node::App(Op::Upd, [inner, ..]) => memory = inner,
            _ => return None,
        }
    }
    None
}
