//! Z3 as a finder of models and cores for path formulas. Nothing it says is trusted: models are
//! replayed, cores are refuted again.

pub use super::answer::{Answer, Places};

use super::answer::core_of;
use super::bdd::IdMap;
use super::floating::{self, Computed};
use super::portfolio::Portfolio;
use super::refine::{MemoryChange, PathFormula};
use super::words;
use crate::masks::runs_of_ones;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::ieee;
use proofmark_logic::interval::Interval;
use proofmark_logic::types::IntType;
use proofmark_replay::interpret::{Inputs, Memory, Value, OBJECTS_START};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;
use z3::ast::{Array, Bool, Int, BV};
use z3::{FuncDecl, Model, SatResult, Sort};

/// How often accesses that must leave an assumption are given up in the search for a model in which
/// the others do not.
const ATTEMPTS_MAX: usize = 8;
/// How often the solver is told what floating-point arithmetic is on the numbers of a model.
const EVALUATIONS_MAX: usize = 16;
/// The distances of shifts that are told apart.
const DISTANCES: i128 = 64;

/// Asks whether a path's assumptions can all hold. `time` is what is left of the run's, or the
/// path's share of it.
pub fn solve(arena: &Arena, places: Places, path: &PathFormula, time: Option<Duration>) -> Answer {
    if places.determined.is_none() && words::mixes_bits(arena, path) {
        if let Some(answer) = words::solve(arena, &places, path, time) {
            return answer;
        }
    }
    let mut solver = Portfolio::new(time);
    let changes = path
        .memory_havocs
        .iter()
        .filter_map(|havoc| Some((havoc.id, havoc.change?)))
        .collect();
    let (terms, maps) = (IdMap::default(), IdMap::default());
    let mut encoder = Encoder {
        arena,
        places,
        changes,
        terms,
        maps,
        ranges: Vec::new(),
        reads: Vec::new(),
        known_reads: HashSet::new(),
        accesses: Vec::new(),
        floating: Vec::new(),
    };
    let mut tracked = Vec::new();
    for (i, &(_, fact)) in path.facts.iter().enumerate() {
        let formula = encoder.formula(fact);
        if encoder.places.determined.is_some() {
            // Nobody asks which facts contradict each other, and known ones can be simplified.
            solver.assert(&formula);
            continue;
        }
        let name = Bool::new_const(format!("fact{i}"));
        solver.assert(&name.implies(&formula));
        tracked.push(name);
    }
    if tracked.is_empty() {
        // Without an assumption, Z3 makes simplifications whose models need not be in range.
        tracked.push(Bool::new_const("path"));
    }
    for address in &path.accessed {
        let address = encoder.term(*address);
        encoder.accesses.push((address, 1));
    }
    encoder.ranges.iter().for_each(|r| solver.assert(r));
    if encoder.places.determined.is_some() {
        solver.prefer_older();
    }
    match encoder.check(&mut solver, &tracked) {
        SatResult::Sat => solver
            .model()
            .map(|first| encoder.within_assumptions(&mut solver, &tracked, first))
            .and_then(|m| encoder.inputs(&m, path))
            .map_or(Answer::Unknown, Answer::Model),
        SatResult::Unsat => core_of(&solver.core(), &tracked),
        SatResult::Unknown => Answer::Unknown,
    }
}

struct Encoder<'a> {
    arena: &'a Arena,
    places: Places,
    /// What the memories that became unknown have in common with those before.
    changes: BTreeMap<VarId, MemoryChange>,
    terms: IdMap<Expr, Int>,
    maps: IdMap<Expr, Array>,
    /// What holds of the leaves met so far.
    ranges: Vec<Bool>,
    /// Reads of memory variables: which, where, what.
    reads: Vec<(VarId, Int, Int)>,
    known_reads: HashSet<(VarId, Int)>,
    /// Where memory is read or written, and how the address should be aligned.
    accesses: Vec<(Int, i128)>,
    /// What floating-point arithmetic yields.
    floating: Vec<Computed>,
}

fn int(v: i128) -> Int {
    Int::from_i128(v)
}

impl Encoder<'_> {
    fn formula(&mut self, f: Expr) -> Bool {
        let Node::App(op, [a, b, c]) = self.arena.node(f) else {
            return Bool::from_bool(true);
        };
        match op {
            Op::True => Bool::from_bool(true),
            Op::False => Bool::from_bool(false),
            Op::Not => self.formula(a).not(),
            Op::And => Bool::and(&[&self.formula(a), &self.formula(b)]),
            Op::Or => Bool::or(&[&self.formula(a), &self.formula(b)]),
            Op::Imp => self.formula(a).implies(self.formula(b)),
            Op::Ite => {
                let (p, x, y) = (self.formula(a), self.formula(b), self.formula(c));
                p.ite(&x, &y)
            }
            Op::Eq => self.term(a).eq(self.term(b)),
            Op::Le => self.term(a).le(self.term(b)),
            _ => Bool::from_bool(true),
        }
    }

    fn in_range(&mut self, value: &Int, ty: IntType) {
        self.ranges.push(value.ge(int(ty.min())));
        self.ranges.push(value.le(int(ty.max())));
    }

    fn term(&mut self, e: Expr) -> Int {
        if let Some(known) = self.terms.get(&e) {
            return known.clone();
        }
        let built = match self.arena.node(e) {
            Node::Lit(v) => int(v),
            Node::Var(v, ty) => {
                let x = Int::new_const(format!("v{}", v.0));
                self.in_range(&x, ty);
                x
            }
            Node::Addr { object, .. } => int(self
                .places
                .objects
                .get(object as usize)
                .copied()
                .unwrap_or(0)),
            Node::App(op, args) => self.application(op, args),
            Node::Type(_) | Node::MapVar(..) => int(0),
        };
        self.terms.insert(e, built.clone());
        built
    }

    /// A shift by a distance that is no number: one case for each.
    fn shifted(&mut self, op: Op, a: Expr, by: Expr) -> Int {
        let (x, by) = (self.term(a), self.term(by));
        let far = Int::fresh_const("shift");
        (0..DISTANCES).rev().fold(far, |others, distance| {
            let power = int(1i128 << distance);
            let value = match op {
                Op::Shl => &x * power,
                _ => x.div(power),
            };
            by.eq(int(distance)).ite(&value, &others)
        })
    }

    fn application(&mut self, op: Op, [a, b, c]: [Expr; 3]) -> Int {
        match op {
            Op::Add => self.term(a) + self.term(b),
            Op::Sub => self.term(a) - self.term(b),
            Op::Mul => self.term(a) * self.term(b),
            Op::Div => {
                let (x, y) = (self.term(a), self.term(b));
                quotient(&x, &y)
            }
            Op::Rem => {
                let (x, y) = (self.term(a), self.term(b));
                let q = quotient(&x, &y);
                x - y * q
            }
            Op::Shl | Op::Shr => match self.arena.as_lit(b) {
                Some(k) => {
                    let power = int(1i128 << proofmark_logic::interval::clamp_shift(k));
                    let x = self.term(a);
                    if op == Op::Shl {
                        x * power
                    } else {
                        x.div(power)
                    }
                }
                None => self.shifted(op, a, b),
            },
            Op::BitAnd | Op::BitOr | Op::BitXor => self.bits(op, a, b),
            Op::Wrap | Op::Carry => self.wrapped(op, a, b),
            Op::Ieee => self.floating(a, b, c),
            Op::Sel => {
                let address = self.term(b);
                let memory = self.map(a);
                let value = memory.select(&address).as_int().unwrap_or_else(|| int(0));
                self.read_range(a, &address);
                value
            }
            _ => int(0),
        }
    }

    /// A bit operation: by arithmetic with constants, over words otherwise.
    fn bits(&mut self, op: Op, a: Expr, b: Expr) -> Int {
        let (constant, other) = if self.arena.as_lit(a).is_some() {
            (a, b)
        } else {
            (b, a)
        };
        // Where memory is determined, the paths through parport's masks take Z3 a second
        // with bit vectors, and no end with arithmetic.
        let arithmetic = self.places.determined.is_none();
        let mask = self
            .arena
            .as_lit(constant)
            .filter(|mask| arithmetic && mask.unsigned_abs() <= u128::from(u64::MAX));
        if let Some(mask) = mask {
            return bitwise(op, &self.term(other), mask);
        }
        // Wide enough for any operand that fits 64 bits with its sign.
        let (x, y) = (
            BV::from_int(&self.term(a), 68),
            BV::from_int(&self.term(b), 68),
        );
        let z = match op {
            Op::BitAnd => x.bvand(&y),
            Op::BitOr => x.bvor(&y),
            _ => x.bvxor(&y),
        };
        Int::from_bv(&z, true)
    }

    /// Asks, and says what operations of floating-point arithmetic are on the numbers of each
    /// model, until there is one that has them right.
    fn check(&self, solver: &mut Portfolio, tracked: &[Bool]) -> SatResult {
        for _ in 0..EVALUATIONS_MAX {
            let result = solver.check(tracked);
            let model = match result {
                SatResult::Sat => solver.model(),
                SatResult::Unsat | SatResult::Unknown => return result,
            };
            let wrong = self.floating.iter();
            let wrong = wrong.filter_map(|computed| computed.correction(model.as_ref()?));
            let wrong: Vec<Bool> = wrong.collect();
            if wrong.is_empty() {
                return result;
            }
            wrong.iter().for_each(|fact| solver.assert(fact));
        }
        SatResult::Unknown
    }

    /// An operation of floating-point arithmetic.
    fn floating(&mut self, a: Expr, b: Expr, code: Expr) -> Int {
        let which = self.arena.interval(code);
        let known = ieee::interval(self.arena.interval(a), self.arena.interval(b), which);
        if let Some(value) = known.as_point() {
            return int(value);
        }
        let named = which.as_point().and_then(ieee::Operation::from_code);
        let (x, y, k) = (self.term(a), self.term(b), self.term(code));
        let pattern = |e: Expr, format: ieee::Format| {
            let values = self.arena.interval(e);
            values.lo >= 0 && values.hi < 2 * format.sign()
        };
        if let Some((operation, format)) = named.filter(|(_, f)| pattern(a, *f) && pattern(b, *f)) {
            if let Some(value) = floating::defined(operation, format, [&x, &y]) {
                return value;
            }
        }
        let sort = Sort::int();
        let function = FuncDecl::new("ieee", &[&sort, &sort, &sort], &sort);
        let value = function.apply(&[&x, &y, &k]).as_int();
        let value = value.unwrap_or_else(|| int(0));
        let low = Interval::finite(known.lo).map(|lo| value.ge(int(lo)));
        let high = Interval::finite(known.hi).map(|hi| value.le(int(hi)));
        self.ranges.extend(low.into_iter().chain(high));
        self.floating
            .extend(named.map(|(operation, format)| Computed {
                operation,
                format,
                operands: [x, y],
                value: value.clone(),
            }));
        value
    }

    /// A value of a machine type, or how often its range was left.
    fn wrapped(&mut self, op: Op, a: Expr, b: Expr) -> Int {
        let Node::Type(ty) = self.arena.node(a) else {
            return int(0);
        };
        let x = self.term(b);
        let shifted = &x - int(ty.min());
        if op == Op::Wrap {
            shifted.modulo(int(ty.modulus())) + int(ty.min())
        } else {
            shifted.div(int(ty.modulus()))
        }
    }

    /// Every memory variable below the updates holds elements in range; record the read so that the
    /// model's contents can be told. Where only some bytes changed, the memory before is read too.
    fn read_range(&mut self, memory: Expr, address: &Int) {
        let (memory, address) = self.behind(memory, address);
        let mut work = vec![(memory, address, Vec::new())];
        while let Some((memory, address, overwritten)) = work.pop() {
            let mut parts = self.read_below((memory, overwritten), &address);
            work.extend(parts.drain(..).map(|(part, over)| {
                let (part, address) = self.behind(part, &address);
                (part, address, over)
            }));
        }
    }

    /// What a memory whose elements are looked up behind their addresses has, and where: that they
    /// are the same is noted.
    fn behind(&mut self, mut memory: Expr, address: &Int) -> (Expr, Int) {
        let mut address = address.clone();
        while let Node::App(Op::Shift, [of, distance, _]) = self.arena.node(memory) {
            let there = &address + self.term(distance);
            let value = self.map(of).select(&there);
            let is = self.map(memory).select(&address).eq(&value);
            self.ranges.push(is);
            (memory, address) = (of, there);
        }
        (memory, address)
    }

    /// As [`Self::read_range`], down to the first memory that has parts: these are what is left,
    /// each with what is known to lie over it.
    fn read_below(&mut self, from: (Expr, Vec<Bool>), address: &Int) -> Vec<(Expr, Vec<Bool>)> {
        let (mut memory, mut overwritten) = from;
        loop {
            while let Node::App(Op::Upd, [inner, other, _]) = self.arena.node(memory) {
                if self.places.determined.is_some() {
                    let other = self.term(other);
                    overwritten.push(other.eq(address));
                }
                memory = inner;
            }
            if let Node::App(Op::Splice, parts) = self.arena.node(memory) {
                return self.parts_at((memory, parts), address, &overwritten);
            }
            let Node::MapVar(v, ty) = self.arena.node(memory) else {
                return Vec::new();
            };
            if !self.known_reads.insert((v, address.clone())) {
                return Vec::new();
            }
            let value = self
                .map(memory)
                .select(address)
                .as_int()
                .unwrap_or_else(|| int(0));
            self.in_range(&value, ty);
            self.reads.push((v, address.clone(), value.clone()));
            let bytes = i128::from(ty.bits().div_ceil(8));
            self.accesses.push((address.clone(), bytes));
            let Some(determined) = &self.places.determined else {
                return Vec::new();
            };
            self.ranges.push(address.ge(int(OBJECTS_START)));
            let Some(change) = self.changes.get(&v).copied() else {
                let outside = |(start, end): &(i128, i128)| {
                    Bool::or(&[address.lt(int(*start)), address.ge(int(*end))])
                };
                if v.as_fresh().is_none() {
                    overwritten.push(Bool::and(
                        &determined.iter().map(outside).collect::<Vec<_>>(),
                    ));
                    self.ranges.push(Bool::or(&overwritten));
                }
                return Vec::new();
            };
            self.outside_of(change, address, &value, &mut overwritten);
            memory = change.old;
        }
    }

    /// What a memory of parts holds at an address: Z3's arrays have no ranges. A patch is taken as
    /// one, so that what is around it is read once.
    fn parts_at(
        &mut self,
        (whole, [below, from, above]): (Expr, [Expr; 3]),
        address: &Int,
        overwritten: &[Bool],
    ) -> Vec<(Expr, Vec<Bool>)> {
        let high = self.term(from).le(address);
        let (second, first, other) = match self.arena.as_patch(whole) {
            Some((outside, [_, to], inside)) => {
                let before = address.lt(self.term(to));
                (inside, Bool::and(&[high, before]), outside)
            }
            None => (above, high, below),
        };
        let mut at = |part: Expr| {
            let element = self.map(part).select(address).as_int();
            element.unwrap_or_else(|| int(0))
        };
        let value = first.ite(&at(second), &at(other));
        let is = at(whole).eq(&value);
        self.ranges.push(is);
        let with = |over: Bool| [overwritten, &[over]].concat();
        vec![(other, with(first.clone())), (second, with(first.not()))]
    }

    /// An element is what it was, or what a block is filled with. It is nothing else, unless it was
    /// overwritten afterwards: what else it may be depends on more than the automaton knows, and
    /// shows no violation.
    fn outside_of(
        &mut self,
        change: MemoryChange,
        address: &Int,
        value: &Int,
        overwritten: &mut Vec<Bool>,
    ) {
        let before = self
            .map(change.old)
            .select(address)
            .as_int()
            .unwrap_or_else(|| int(0));
        let (from, size) = (self.term(change.from), self.term(change.size));
        let (to, end) = (&from + &size, address + int(change.bytes));
        self.ranges.push(from.ge(int(OBJECTS_START)));
        let outside = Bool::or(&[end.le(&from), to.le(address)]);
        self.ranges.push(outside.implies(value.eq(&before)));
        let mut known = overwritten.clone();
        if let Some(fill) = change.fill {
            let inside = Bool::and(&[from.le(address), end.le(&to)]);
            self.ranges.push(inside.implies(value.eq(int(fill))));
            known.push(inside.clone());
            overwritten.push(inside);
        }
        known.push(outside);
        self.ranges.push(Bool::or(&known));
    }

    fn map(&mut self, m: Expr) -> Array {
        if let Some(known) = self.maps.get(&m) {
            return known.clone();
        }
        let built = match self.arena.node(m) {
            Node::App(Op::Upd, [inner, a, v]) => {
                let inner = self.map(inner);
                let (a, v) = (self.term(a), self.term(v));
                self.accesses.push((a.clone(), 1));
                inner.store(&a, &v)
            }
            Node::MapVar(v, _) => Array::new_const(format!("m{}", v.0), &Sort::int(), &Sort::int()),
            Node::App(Op::Fill, [value, ..]) => {
                let value = self.term(value);
                Array::const_array(&Sort::int(), &value)
            }
            Node::App(Op::Splice | Op::Shift, _) => {
                let name = format!("part{}", m.index());
                Array::new_const(name, &Sort::int(), &Sort::int())
            }
            _ => Array::new_const("m", &Sort::int(), &Sort::int()),
        };
        self.maps.insert(m, built.clone());
        built
    }

    /// A model in which no access is misaligned or through a null pointer, where one is found:
    /// otherwise the execution leaves an assumption (`in-bounds`), and shows no violation.
    fn within_assumptions(&self, solver: &mut Portfolio, tracked: &[Bool], first: Model) -> Model {
        let strays = |(address, bytes): &(Int, i128)| {
            let address = first.eval(address, true).and_then(|v| v.as_i128());
            address.is_some_and(|a| a < OBJECTS_START || a % bytes != 0)
        };
        if !self.accesses.iter().any(strays) {
            return first;
        }
        let mut wishes = Vec::with_capacity(self.accesses.len());
        for (i, (address, bytes)) in self.accesses.iter().enumerate() {
            let name = Bool::new_const(format!("access{i}"));
            let aligned = address.modulo(int(*bytes)).eq(int(0));
            let proper = Bool::and(&[address.ge(int(OBJECTS_START)), aligned]);
            solver.assert(&name.implies(&proper));
            wishes.push(name);
        }
        for _ in 0..ATTEMPTS_MAX {
            match solver.check_wishes(&[tracked, &wishes].concat()) {
                SatResult::Sat => return solver.model().unwrap_or(first),
                SatResult::Unsat => {
                    let (core, before) = (solver.core(), wishes.len());
                    wishes.retain(|wish| !core.contains(wish));
                    if wishes.len() == before {
                        return first;
                    }
                }
                SatResult::Unknown => return first,
            }
        }
        first
    }

    /// Reads the inputs off a model. Leaves that the formula does not mention are 0.
    fn inputs(&self, model: &Model, path: &PathFormula) -> Option<Inputs> {
        let value = |e: &Int| model.eval(e, true).and_then(|v| v.as_i128());
        let mut memories: BTreeMap<VarId, Memory> = BTreeMap::new();
        for (v, address, contents) in &self.reads {
            memories
                .entry(*v)
                .or_default()
                .elements
                .insert(value(address)?, value(contents)?);
        }
        let mut inputs = Inputs::default();
        let mut initial = BTreeMap::new();
        for (&e, encoded) in &self.terms {
            if let Node::Var(v, _) = self.arena.node(e) {
                if v.as_fresh().is_none() {
                    initial.insert(v, Value::Int(value(encoded)?));
                }
            }
        }
        for e in &path.havocs {
            inputs
                .integers
                .push(match (self.arena.as_lit(*e), self.terms.get(e)) {
                    (Some(known), _) => known,
                    (None, Some(encoded)) => value(encoded)?,
                    (None, None) => 0,
                });
        }
        inputs.memories = path
            .memory_havocs
            .iter()
            .map(|havoc| memories.remove(&havoc.id).unwrap_or_default())
            .collect();
        initial.extend(
            memories
                .into_iter()
                .filter(|(v, _)| v.as_fresh().is_none())
                .map(|(v, m)| (v, Value::Memory(m))),
        );
        inputs.initial = initial.into_iter().collect();
        Some(inputs)
    }
}

/// A bit operation with a constant, by arithmetic: much faster than over vectors of bits.
fn bitwise(op: Op, x: &Int, mask: i128) -> Int {
    let both = if mask < 0 {
        x - conjunction(x, !mask)
    } else {
        conjunction(x, mask)
    };
    match op {
        Op::BitAnd => both,
        // What the operands have in common counts twice in their sum.
        Op::BitOr => x + int(mask) - both,
        _ => x + int(mask) - both * int(2),
    }
}

/// `x & mask` for a mask that is not negative, as a sum over its runs of ones.
fn conjunction(x: &Int, mask: i128) -> Int {
    let run = |(from, length): (u32, u32)| {
        x.div(int(1i128 << from)).modulo(int(1i128 << length)) * int(1i128 << from)
    };
    runs_of_ones(mask)
        .into_iter()
        .fold(int(0), |sum, ones| sum + run(ones))
}

/// The quotient truncated toward zero, 0 for divisor 0. Z3's `div` rounds so that the remainder is
/// not negative.
fn quotient(x: &Int, y: &Int) -> Int {
    let zero = int(0);
    let toward = x.ge(&zero).ite(&x.div(y), &(-((-x).div(y))));
    y.eq(&zero).ite(&zero, &toward)
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::Ast;

    #[test]
    fn bit_operations_with_constants_are_exact() {
        let values = [
            0,
            1,
            2,
            5,
            255,
            256,
            1 << 31,
            (1 << 32) - 1,
            i128::from(u64::MAX),
            -1,
            -2,
            -256,
            i128::from(i64::MIN),
        ];
        for (x, mask) in values
            .iter()
            .flat_map(|x| values.iter().map(move |mask| (*x, *mask)))
        {
            for (op, expected) in [
                (Op::BitAnd, x & mask),
                (Op::BitOr, x | mask),
                (Op::BitXor, x ^ mask),
            ] {
                let found = bitwise(op, &int(x), mask).simplify().as_i128();
                assert_eq!(found, Some(expected), "{x} {op:?} {mask}");
            }
        }
    }
}
