//! Path formulas over words of bits: where a path combines the bits of two terms, bits decide what
//! arithmetic does not.
//!
//! All terms have one width, in which by their intervals nothing overflows; formulas with a term
//! that may be wider are given up on.

use super::answer::{core_of, limited, Answer, Places};
use super::bdd::IdMap;
use super::refine::PathFormula;

use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::interval::{clamp_shift, Interval};
use proofmark_logic::types::IntType;
use proofmark_replay::interpret::{Inputs, Memory, Value};
use std::collections::BTreeMap;
use std::time::Duration;
use z3::ast::{Bool, Int, BV};
use z3::{Model, SatResult, Solver};

/// Wider terms are given up on.
const WIDTH_MAX: u32 = 140;
/// Formulas with more reads of memory are given up on.
const READS_MAX: usize = 60;
/// Formulas with more terms are given up on.
const TERMS_MAX: usize = 3_000;

/// Asks whether a path's assumptions can all hold, if they fit into words.
pub(super) fn solve(
    arena: &Arena,
    places: &Places,
    path: &PathFormula,
    time: Option<Duration>,
) -> Option<Answer> {
    let facts: Vec<Expr> = path.facts.iter().map(|fact| fact.1).collect();
    let width = width(arena, &facts)?;
    let solver = Solver::new_for_logic("QF_BV")?;
    solver.set_params(&limited(time));
    let mut encoder = Encoder {
        arena,
        places,
        width,
        terms: IdMap::default(),
        ranges: Vec::new(),
        reads: Vec::new(),
    };
    let mut tracked = Vec::new();
    for (i, &fact) in facts.iter().enumerate() {
        let formula = encoder.formula(fact)?;
        let name = Bool::new_const(format!("fact{i}"));
        solver.assert(name.implies(&formula));
        tracked.push(name);
    }
    encoder.ranges.iter().for_each(|range| solver.assert(range));
    match solver.check_assumptions(&tracked) {
        SatResult::Sat => {
            let model = solver.get_model()?;
            encoder.inputs(&model, path).map(Answer::Model)
        }
        SatResult::Unsat => Some(core_of(&solver.get_unsat_core(), &tracked)),
        SatResult::Unknown => None,
    }
}

/// Values of variables with which some formulas hold that read no memory; none if nobody knows any.
///
/// Z3 has a state of its own for this: when it is asked depends on the time, and what a search is
/// answered in the same thread, and so its certificate, must not.
pub(crate) fn values(
    arena: &Arena,
    facts: &[Expr],
    time: Duration,
) -> Option<BTreeMap<VarId, i128>> {
    z3::with_z3_config(&z3::Config::new(), || values_here(arena, facts, time))
}

fn values_here(arena: &Arena, facts: &[Expr], time: Duration) -> Option<BTreeMap<VarId, i128>> {
    let solver = Solver::new_for_logic("QF_BV")?;
    solver.set_params(&limited(Some(time)));
    let mut encoder = Encoder {
        arena,
        places: &Places {
            objects: Vec::new(),
            determined: None,
        },
        width: width(arena, facts)?,
        terms: IdMap::default(),
        ranges: Vec::new(),
        reads: Vec::new(),
    };
    for fact in facts {
        solver.assert(encoder.formula(*fact)?);
    }
    encoder.ranges.iter().for_each(|range| solver.assert(range));
    if solver.check() != SatResult::Sat {
        return None;
    }
    let model = solver.get_model()?;
    let mut found = BTreeMap::new();
    for (&e, encoded) in &encoder.terms {
        if let Node::Var(var, _) = arena.node(e) {
            let value = model.eval(&Int::from_bv(encoded, true), true)?;
            found.insert(var, value.as_i128()?);
        }
    }
    Some(found)
}

/// Whether a path combines the bits of two terms: arithmetic knows little about that.
pub(super) fn mixes_bits(arena: &Arena, path: &PathFormula) -> bool {
    let mut seen = IdMap::<Expr, ()>::default();
    let mut work: Vec<Expr> = path.facts.iter().map(|fact| fact.1).collect();
    while let Some(e) = work.pop() {
        if seen.insert(e, ()).is_some() {
            continue;
        }
        if let Some((Op::BitAnd | Op::BitOr | Op::BitXor, [a, b, _])) = arena.app(e) {
            if arena.as_lit(a).is_none() && arena.as_lit(b).is_none() {
                return true;
            }
        }
        work.extend(arena.args(e));
    }
    false
}

/// The number of bits that hold every term of some formulas, with a sign and one to spare.
fn width(arena: &Arena, facts: &[Expr]) -> Option<u32> {
    let (mut seen, mut most) = (IdMap::<Expr, ()>::default(), 8);
    let mut work = facts.to_vec();
    while let Some(e) = work.pop() {
        if seen.insert(e, ()).is_some() {
            continue;
        }
        if seen.len() > TERMS_MAX {
            return None;
        }
        if arena.sort(e) == proofmark_logic::types::Sort::Term {
            let Interval { lo, hi } = arena.interval(e);
            let (lo, hi) = (Interval::finite(lo)?, Interval::finite(hi)?);
            let bits = |v: i128| i128::BITS - (if v < 0 { !v } else { v }).leading_zeros();
            most = most.max(bits(lo)).max(bits(hi));
        }
        work.extend(arena.args(e));
    }
    Some(most + 2).filter(|width| *width <= WIDTH_MAX)
}

struct Encoder<'a> {
    arena: &'a Arena,
    places: &'a Places,
    width: u32,
    terms: IdMap<Expr, BV>,
    /// What holds of the leaves met so far.
    ranges: Vec<Bool>,
    /// Reads of memory variables: which, where, what.
    reads: Vec<(VarId, BV, BV)>,
}

impl Encoder<'_> {
    fn formula(&mut self, f: Expr) -> Option<Bool> {
        let (op, [a, b, c]) = self.arena.app(f)?;
        Some(match op {
            Op::True => Bool::from_bool(true),
            Op::False => Bool::from_bool(false),
            Op::Not => self.formula(a)?.not(),
            Op::And => Bool::and(&[&self.formula(a)?, &self.formula(b)?]),
            Op::Or => Bool::or(&[&self.formula(a)?, &self.formula(b)?]),
            Op::Imp => self.formula(a)?.implies(self.formula(b)?),
            Op::Ite => {
                let (p, x, y) = (self.formula(a)?, self.formula(b)?, self.formula(c)?);
                p.ite(&x, &y)
            }
            Op::Eq => self.term(a)?.eq(self.term(b)?),
            Op::Le => self.term(a)?.bvsle(self.term(b)?),
            _ => return None,
        })
    }

    fn number(&self, value: i128) -> BV {
        let low = BV::from_u64(value as u64, 64);
        let high = BV::from_u64((value >> 64) as u64, 64);
        let both = high.concat(&low);
        if self.width <= 128 {
            both.extract(self.width - 1, 0)
        } else {
            both.sign_ext(self.width - 128)
        }
    }

    fn in_range(&mut self, value: &BV, ty: IntType) {
        let (lo, hi) = (self.number(ty.min()), self.number(ty.max()));
        self.ranges.push(lo.bvsle(value));
        self.ranges.push(value.bvsle(hi));
    }

    fn term(&mut self, e: Expr) -> Option<BV> {
        if let Some(known) = self.terms.get(&e) {
            return Some(known.clone());
        }
        let built = match self.arena.node(e) {
            Node::Lit(value) => self.number(value),
            Node::Var(v, ty) => {
                let x = BV::new_const(format!("w{}", v.0), self.width);
                self.in_range(&x, ty);
                x
            }
            Node::Addr { object, .. } => self.number(*self.places.objects.get(object as usize)?),
            Node::App(Op::Wrap, [ty, x, _]) => self.wrapped(ty, x)?,
            Node::App(Op::Sel, [memory, address, _]) => {
                let address = self.term(address)?;
                self.read(memory, address)?
            }
            Node::App(Op::Shl | Op::Shr, _) => self.shifted(e)?,
            Node::App(op, [a, b, _]) => self.operation(op, a, b)?,
            Node::Type(_) | Node::MapVar(..) => return None,
        };
        self.terms.insert(e, built.clone());
        Some(built)
    }

    fn operation(&mut self, op: Op, a: Expr, b: Expr) -> Option<BV> {
        if !matches!(
            op,
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem | Op::BitAnd | Op::BitOr | Op::BitXor
        ) {
            return None;
        }
        let (x, y) = (self.term(a)?, self.term(b)?);
        let none = y.eq(self.number(0));
        Some(match op {
            Op::Add => x.bvadd(&y),
            Op::Sub => x.bvsub(&y),
            Op::Mul => x.bvmul(&y),
            Op::Div => none.ite(&self.number(0), &x.bvsdiv(&y)),
            Op::Rem => none.ite(&x, &x.bvsrem(&y)),
            Op::BitAnd => x.bvand(&y),
            Op::BitOr => x.bvor(&y),
            _ => x.bvxor(&y),
        })
    }

    fn shifted(&mut self, e: Expr) -> Option<BV> {
        let (op, [a, b, _]) = self.arena.app(e)?;
        let Interval { lo, hi } = self.arena.interval(b);
        if lo < 0 || hi >= i128::from(self.width) {
            let by = self.arena.as_lit(b)?;
            let by = i128::from(clamp_shift(by).min(self.width - 1));
            // A shift to the left by more would be too wide.
            return (op == Op::Shr).then_some(self.term(a)?.bvashr(self.number(by)));
        }
        let (x, by) = (self.term(a)?, self.term(b)?);
        Some(if op == Op::Shl {
            x.bvshl(&by)
        } else {
            x.bvashr(&by)
        })
    }

    fn wrapped(&mut self, ty: Expr, x: Expr) -> Option<BV> {
        let Node::Type(ty) = self.arena.node(ty) else {
            return None;
        };
        let (x, bits) = (self.term(x)?, u32::from(ty.bits()));
        if bits >= self.width {
            return Some(x);
        }
        let low = x.extract(bits - 1, 0);
        Some(if ty.signed() {
            low.sign_ext(self.width - bits)
        } else {
            low.zero_ext(self.width - bits)
        })
    }

    fn read(&mut self, memory: Expr, address: BV) -> Option<BV> {
        let mut writes = Vec::new();
        let mut memory = memory;
        loop {
            memory = match (self.arena.node(memory), self.arena.as_patch(memory)) {
                (Node::App(Op::Upd, [inner, at, value]), _) => {
                    let here = self.term(at)?.eq(&address);
                    writes.push((here, self.term(value)?));
                    inner
                }
                (_, Some((outside, [from, to], inside))) => {
                    let value = match self.arena.node(inside) {
                        Node::App(Op::Fill, [value, ..]) => self.term(value)?,
                        Node::App(Op::Shift, [of, distance, _]) => {
                            let behind = address.bvadd(&self.term(distance)?);
                            self.read(of, behind)?
                        }
                        _ => self.read(inside, address.clone())?,
                    };
                    let (from, to) = (self.term(from)?, self.term(to)?);
                    let here = Bool::and(&[from.bvsle(&address), address.bvslt(&to)]);
                    writes.push((here, value));
                    outside
                }
                _ => break,
            };
        }
        let Node::MapVar(v, ty) = self.arena.node(memory) else {
            return None;
        };
        if self.reads.len() >= READS_MAX {
            return None;
        }
        let mut value = BV::fresh_const("read", self.width);
        self.in_range(&value, ty);
        // Reads of one address find one value.
        for (_, other, found) in self.reads.iter().filter(|read| read.0 == v) {
            let same = other.eq(&address).implies(found.eq(&value));
            self.ranges.push(same);
        }
        self.reads.push((v, address.clone(), value.clone()));
        for (here, written) in writes.into_iter().rev() {
            value = here.ite(&written, &value);
        }
        Some(value)
    }

    /// Reads the inputs off a model. Leaves that the formula does not mention are 0.
    fn inputs(&self, model: &Model, path: &PathFormula) -> Option<Inputs> {
        let value = |e: &BV| {
            let number = model.eval(&Int::from_bv(e, true), true)?;
            number.as_i128()
        };
        let mut memories: BTreeMap<VarId, Memory> = BTreeMap::new();
        for (v, address, contents) in &self.reads {
            let memory = memories.entry(*v).or_default();
            memory.elements.insert(value(address)?, value(contents)?);
        }
        let mut initial: BTreeMap<VarId, Value> = BTreeMap::new();
        for (&e, encoded) in &self.terms {
            if let Node::Var(v, _) = self.arena.node(e) {
                if v.as_fresh().is_none() {
                    initial.insert(v, Value::Int(value(encoded)?));
                }
            }
        }
        let mut inputs = Inputs::default();
        for e in &path.havocs {
            let known = self.arena.as_lit(*e);
            let found = self.terms.get(e).map(value);
            inputs.integers.push(match (known, found) {
                (Some(known), _) => known,
                (None, Some(found)) => found?,
                (None, None) => 0,
            });
        }
        let havocs = path.memory_havocs.iter();
        inputs.memories = havocs
            .map(|havoc| memories.remove(&havoc.id).unwrap_or_default())
            .collect();
        let rest = memories.into_iter();
        let rest = rest.filter(|(v, _)| v.as_fresh().is_none());
        initial.extend(rest.map(|(v, memory)| (v, Value::Memory(memory))));
        inputs.initial = initial.into_iter().collect();
        Some(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_those_of_the_logic() {
        let values = [0, 7, -8, -(1 << 31), (1 << 31) - 1];
        let operations = [
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Div,
            Op::Rem,
            Op::BitAnd,
            Op::BitOr,
            Op::BitXor,
        ];
        let pairs = values.iter().flat_map(|a| [0, 3, -5].map(|b| (*a, b)));
        for (a, b) in pairs {
            let mut arena = Arena::new();
            let [x, y] = [0, 1].map(|v| arena.var(VarId(v), IntType::I32));
            let [a, b, three] = [a, b, 3].map(|v| arena.lit(v));
            let mut facts = vec![arena.eq(x, a), arena.eq(y, b)];
            let mut expect = |arena: &mut Arena, op: Op, args: &[Expr], known: &[Expr]| {
                let (term, value) = (arena.mk(op, args), arena.mk(op, known));
                let value = arena.interval(value).as_point().expect("a value");
                let value = arena.lit(value);
                facts.push(arena.eq(term, value));
            };
            for op in operations {
                expect(&mut arena, op, &[x, y], &[a, b]);
            }
            for op in [Op::Shl, Op::Shr] {
                expect(&mut arena, op, &[x, three], &[a, three]);
            }
            for ty in [IntType::U8, IntType::I8] {
                let ty = arena.intern(Node::Type(ty));
                expect(&mut arena, Op::Wrap, &[ty, x], &[ty, a]);
            }
            let path = PathFormula {
                facts: facts.into_iter().map(|fact| (0, fact)).collect(),
                ..PathFormula::default()
            };
            let places = Places {
                objects: Vec::new(),
                determined: None,
            };
            let answer = solve(&arena, &places, &path, None);
            assert!(matches!(answer, Some(Answer::Model(_))), "{a:?} {b:?}");
        }
    }
}
