//! Random conjunctions: nothing that a state satisfies is refuted, every refutation is accepted by
//! the kernel, and every sequence of interpolant atoms is right.

use super::tests::{confirm, parse};
use super::{path_atoms, refute};
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, HashMap};

/// A generator of numbers (xorshift).
struct Random(u64);
impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

const TYPES: [IntType; 4] = [IntType::I32, IntType::U8, IntType::I8, IntType::U32];

fn variable(arena: &mut Arena, random: &mut Random) -> Expr {
    let n = random.below(5);
    arena.var(VarId(n as u32), TYPES[n % 4])
}

fn literal_value(random: &mut Random) -> i128 {
    let wide = if random.below(3) == 0 { 12 } else { 6 };
    [
        0,
        1,
        2,
        3,
        -1,
        5,
        127,
        128,
        255,
        256,
        2_147_483_647,
        -2_147_483_648,
    ][random.below(wide)]
}

fn term(arena: &mut Arena, random: &mut Random, depth: usize) -> Expr {
    if depth == 0 || random.below(3) == 0 {
        return if random.below(3) == 0 {
            literal(arena, random)
        } else {
            variable(arena, random)
        };
    }
    let a = term(arena, random, depth - 1);
    match random.below(12) {
        0..=2 => {
            let b = term(arena, random, depth - 1);
            arena.mk(Op::Add, &[a, b])
        }
        3 => {
            let b = term(arena, random, depth - 1);
            arena.mk(Op::Sub, &[a, b])
        }
        4 => {
            let k = literal(arena, random);
            arena.mk(Op::Mul, &[k, a])
        }
        5 | 6 => {
            let ty = TYPES[random.below(4)];
            arena.wrap(ty, a)
        }
        7 => {
            let b = term(arena, random, depth - 1);
            let op = [
                Op::Div,
                Op::Rem,
                Op::Shr,
                Op::BitAnd,
                Op::BitOr,
                Op::BitXor,
                Op::Mul,
                Op::Shl,
            ][random.below(8)];
            arena.mk(op, &[a, b])
        }
        8 => {
            let k = arena.lit([2, 4, 8, -2][random.below(4)]);
            let op = [Op::Div, Op::Rem, Op::Shr, Op::BitAnd][random.below(4)];
            arena.mk(op, &[a, k])
        }
        _ => {
            let mut map = arena.map_var(VarId(9), IntType::I32);
            for _ in 0..random.below(3) {
                let (at, value) = (term(arena, random, 0), term(arena, random, 0));
                let value = arena.wrap(IntType::I32, value);
                map = arena.mk(Op::Upd, &[map, at, value]);
            }
            arena.mk(Op::Sel, &[map, a])
        }
    }
}

fn literal(arena: &mut Arena, random: &mut Random) -> Expr {
    let v = literal_value(random);
    arena.lit(v)
}

fn conjunct(arena: &mut Arena, random: &mut Random) -> Expr {
    let depth = random.below(3);
    let (a, b) = (
        term(arena, random, depth),
        term(arena, random, depth.min(1)),
    );
    let atom = if random.below(2) == 0 {
        arena.eq(a, b)
    } else {
        arena.le(a, b)
    };
    if random.below(3) == 0 {
        arena.not(atom)
    } else {
        atom
    }
}

/// A state: variables, and a memory given by a few cells over a default.
struct State {
    values: HashMap<VarId, i128>,
    cells: HashMap<i128, i128>,
}

impl State {
    fn random(random: &mut Random) -> State {
        let mut values = HashMap::new();
        for n in 0..5u32 {
            values.insert(VarId(n), TYPES[n as usize % 4].wrap(literal_value(random)));
        }
        let cells = (0..4)
            .map(|i| (i, IntType::I32.wrap(literal_value(random))))
            .collect();
        State { values, cells }
    }

    /// The value of a term by the denotation in `logic::arena`; `None` on overflow.
    fn eval(&self, arena: &Arena, e: Expr) -> Option<i128> {
        let (op, [a, b, _]) = match arena.node(e) {
            Node::Lit(v) => return Some(v),
            Node::Var(v, _) => return self.values.get(&v).copied(),
            Node::App(op, args) => (op, args),
            _ => return None,
        };
        if op == Op::Sel {
            let at = self.eval(arena, b)?;
            let mut map = a;
            while let Node::App(Op::Upd, [rest, written, value]) = arena.node(map) {
                if self.eval(arena, written)? == at {
                    return self.eval(arena, value);
                }
                map = rest;
            }
            return Some(self.cells.get(&at).copied().unwrap_or(7));
        }
        if let Node::Type(ty) = arena.node(a) {
            return Some(ty.wrap(self.eval(arena, b)?));
        }
        let (x, y) = (self.eval(arena, a)?, self.eval(arena, b)?);
        let shift = u32::try_from(y.clamp(0, 126)).ok()?;
        match op {
            Op::Add => x.checked_add(y),
            Op::Sub => x.checked_sub(y),
            Op::Mul => x.checked_mul(y),
            Op::Div => Some(if y == 0 { 0 } else { x / y }),
            Op::Rem => Some(if y == 0 { x } else { x % y }),
            Op::Shl => x.checked_mul(1i128.checked_shl(shift)?),
            Op::Shr => Some(x >> shift),
            Op::BitAnd => Some(x & y),
            Op::BitOr => Some(x | y),
            Op::BitXor => Some(x ^ y),
            _ => None,
        }
    }

    fn holds(&self, arena: &Arena, literal: Expr) -> Option<bool> {
        let (op, [a, b, _]) = arena.app(literal)?;
        match op {
            Op::Not => self.holds(arena, a).map(|h| !h),
            Op::Eq => Some(self.eval(arena, a)? == self.eval(arena, b)?),
            Op::Le => Some(self.eval(arena, a)? <= self.eval(arena, b)?),
            _ => None,
        }
    }
}

#[test]
fn refutations_are_right() {
    let (mut refuted, mut satisfied) = (0, 0);
    for seed in 1..4000 {
        let mut random = Random::new(seed);
        let mut arena = Arena::new();
        let count = 1 + random.below(6);
        let literals: Vec<Expr> = (0..count)
            .map(|_| conjunct(&mut arena, &mut random))
            .collect();
        let found = refute(&mut arena, &literals);
        let Some(found) = found else { continue };
        refuted += 1;
        confirm(&mut arena, &literals, &found);
        for _ in 0..30 {
            let state = State::random(&mut random);
            let all = literals
                .iter()
                .all(|&l| state.holds(&arena, l) == Some(true));
            assert!(!all, "seed {seed}: a satisfiable conjunction was refuted");
        }
    }
    // Conjunctions that a given state satisfies: all of them must stay.
    for seed in 1..4000 {
        let mut random = Random::new(seed);
        let mut arena = Arena::new();
        let state = State::random(&mut random);
        let mut literals = Vec::new();
        for _ in 0..1 + random.below(6) {
            let literal = conjunct(&mut arena, &mut random);
            match state.holds(&arena, literal) {
                Some(true) => literals.push(literal),
                Some(false) => literals.push(match arena.node(literal) {
                    Node::App(Op::Not, [a, ..]) => a,
                    _ => arena.not(literal),
                }),
                None => {}
            }
        }
        satisfied += 1;
        assert!(
            refute(&mut arena, &literals).is_none(),
            "seed {seed}: a satisfiable conjunction was refuted"
        );
    }
    assert!(
        refuted > 500 && satisfied > 500,
        "{refuted} refuted, {satisfied} satisfied"
    );
}

/// For contradictory pairs of groups, the atoms at the cut separate them: every assignment of truth
/// values to the atoms contradicts one side or the other.
#[test]
fn atoms_separate_the_sides() {
    let (mut tried, mut separated) = (0, 0);
    for seed in 1..3000 {
        let mut random = Random::new(seed);
        let mut arena = Arena::new();
        let groups: Vec<Vec<Expr>> = (0..2)
            .map(|_| {
                (0..1 + random.below(3))
                    .map(|_| conjunct(&mut arena, &mut random))
                    .collect()
            })
            .collect();
        let Some(atoms) = path_atoms(&mut arena, &groups) else {
            continue;
        };
        let Some(cut) = atoms.first().filter(|c| c.len() <= 4) else {
            continue;
        };
        tried += 1;
        let one_sided = groups.iter().any(|g| refute(&mut arena, g).is_some());
        let separates = (0..1usize << cut.len()).all(|choice| {
            let signs: Vec<Expr> = cut
                .iter()
                .enumerate()
                .map(|(i, &a)| {
                    if choice >> i & 1 == 1 {
                        a
                    } else {
                        arena.not(a)
                    }
                })
                .collect();
            groups.iter().any(|group| {
                let side: Vec<Expr> = group.iter().chain(&signs).copied().collect();
                refute(&mut arena, &side).is_some()
            })
        });
        separated += usize::from(separates || one_sided);
    }
    assert!(
        tried > 100 && separated * 10 >= tried * 9,
        "{separated} of {tried}"
    );
}

#[test]
fn the_generator_of_states_knows_the_denotation() {
    let mut arena = Arena::new();
    let state = State {
        values: HashMap::from([(VarId(0), 5)]),
        cells: HashMap::new(),
    };
    for (text, value) in [
        ("(rem -7 2)", -1),
        ("(div -7 2)", -3),
        ("(shr -7 1)", -4),
        ("(wrap u8 -1)", 255),
        ("(rem 3 0)", 3),
    ] {
        let e = parse(&mut arena, text);
        assert_eq!(state.eval(&arena, e), Some(value), "{text}");
    }
}

/// A bitwise expression over two variables, and its truth table.
fn bitwise(arena: &mut Arena, random: &mut Random, ty: IntType, depth: usize) -> (Expr, u8) {
    if depth == 0 {
        let n = random.below(2);
        return (arena.var(VarId(n as u32), ty), [0b1100, 0b1010][n]);
    }
    let (a, x) = bitwise(arena, random, ty, depth - 1);
    let (b, y) = bitwise(arena, random, ty, depth - 1);
    match random.below(4) {
        0 => (arena.mk(Op::BitAnd, &[a, b]), x & y),
        1 => (arena.mk(Op::BitOr, &[a, b]), x | y),
        2 => (arena.mk(Op::BitXor, &[a, b]), x ^ y),
        _ => {
            let minus = arena.lit(-1);
            let not = arena.mk(Op::Sub, &[minus, a]);
            let ty = arena.ty(ty);
            (arena.mk(Op::Wrap, &[ty, not]), !x & 0b1111)
        }
    }
}

#[test]
fn equal_functions_of_bits_are_equal() {
    let (mut equal, mut different) = (0, 0);
    for (seed, ty) in (1..7).zip([IntType::I32, IntType::U8, IntType::U32].repeat(2)) {
        let mut random = Random::new(seed);
        let mut arena = Arena::new();
        let mut found: BTreeMap<u8, Expr> = BTreeMap::new();
        for _ in 0..60 {
            let (e, table) = bitwise(&mut arena, &mut random, ty, 2);
            let first = *found.entry(table).or_insert(e);
            let other = found.iter().find(|(t, _)| **t != table);
            let same = arena.eq(e, first);
            let literals = [arena.not(same)];
            if first != e {
                equal += 1;
                let proof = refute(&mut arena, &literals);
                match proof {
                    Some(proof) => confirm(&mut arena, &literals, &proof),
                    None => panic!("no proof of {}", super::tests::print(&arena, same)),
                }
            }
            if let Some((_, &other)) = other {
                different += 1;
                let same = arena.eq(e, other);
                let literals = [arena.not(same)];
                assert!(refute(&mut arena, &literals).is_none());
            }
        }
    }
    assert!(equal > 100 && different > 100, "{equal}, {different}");
}
