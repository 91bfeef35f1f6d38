//! What the tests of the logic share: a generator of random expressions, and their denotation
//! written down once more, as directly as possible.

use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::ieee::Operation;
use proofmark_logic::types::{IntType, Sort};
use std::collections::BTreeMap;

/// A small deterministic generator (xorshift64*).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }
    pub(crate) fn within(&mut self, ty: IntType) -> i128 {
        ty.wrap(i128::from(self.below(1 << 30)) - (1 << 29))
    }
}

/// A memory: some elements, and one value everywhere else.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Memory {
    Elements(BTreeMap<i128, i128>, i128),
    /// The first one below an address, the second one from there on.
    Parts(Box<Memory>, i128, Box<Memory>),
    /// One with another element at an address.
    Written(Box<Memory>, i128, i128),
    /// What another one holds so far behind each address.
    Shifted(Box<Memory>, i128),
}

impl Memory {
    fn written(self, address: i128, value: i128) -> Memory {
        Memory::Written(Box::new(self), address, value)
    }
    pub(crate) fn at(&self, address: i128) -> i128 {
        match self {
            Memory::Elements(elements, default) => {
                elements.get(&address).copied().unwrap_or(*default)
            }
            Memory::Parts(low, from, _) if address < *from => low.at(address),
            Memory::Parts(_, _, high) => high.at(address),
            Memory::Written(_, at, value) if *at == address => *value,
            Memory::Written(memory, ..) => memory.at(address),
            Memory::Shifted(memory, distance) => memory.at(address + distance),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    Form(bool),
    Int(i128),
    Map(Memory),
}

impl Value {
    pub(crate) fn int(&self) -> i128 {
        match self {
            Value::Int(v) => *v,
            other => panic!("no integer: {other:?}"),
        }
    }
    pub(crate) fn form(&self) -> bool {
        *self == Value::Form(true)
    }
    pub(crate) fn map(self) -> Memory {
        match self {
            Value::Map(m) => m,
            other => panic!("no memory: {other:?}"),
        }
    }
}

pub(crate) type State = BTreeMap<VarId, Value>;

fn truncated(a: i128, b: i128) -> i128 {
    if b == 0 {
        0
    } else {
        a / b
    }
}

/// An operation of floating-point arithmetic; 0 for numbers that say none.
fn floating([a, b, code]: [i128; 3]) -> i128 {
    Operation::from_code(code).map_or(0, |(op, format)| op.apply(format, a, b))
}

/// The value of an expression, by the denotation in `arena.rs`.
pub(crate) fn value(arena: &Arena, state: &State, e: Expr) -> Value {
    let (op, args) = match arena.node(e) {
        Node::Lit(v) => return Value::Int(v),
        Node::Var(v, _) | Node::MapVar(v, _) => return state[&v].clone(),
        Node::Type(_) => return Value::Int(0),
        Node::Addr { object, .. } => return Value::Int(4096 * (i128::from(object) + 1)),
        Node::App(op, args) => (op, args),
    };
    let n = op.params().len();
    let of = |i: usize| value(arena, state, args[i]);
    let shift = |v: i128| u32::try_from(v.clamp(0, 126)).unwrap_or(0);
    match op {
        Op::True => Value::Form(true),
        Op::False => Value::Form(false),
        Op::Not => Value::Form(!of(0).form()),
        Op::And => Value::Form(of(0).form() && of(1).form()),
        Op::Or => Value::Form(of(0).form() || of(1).form()),
        Op::Imp => Value::Form(!of(0).form() || of(1).form()),
        Op::Ite => Value::Form(if of(0).form() {
            of(1).form()
        } else {
            of(2).form()
        }),
        Op::Eq => Value::Form(of(0).int() == of(1).int()),
        Op::Le => Value::Form(of(0).int() <= of(1).int()),
        Op::Wrap | Op::Carry => {
            let Node::Type(ty) = arena.node(args[0]) else {
                panic!("a type")
            };
            let (v, modulus) = (of(1).int(), 1i128 << ty.bits());
            let mut wrapped = v.rem_euclid(modulus);
            if ty.signed() && wrapped >= modulus / 2 {
                wrapped -= modulus;
            }
            Value::Int(if op == Op::Wrap {
                wrapped
            } else {
                (v - wrapped) / modulus
            })
        }
        Op::Sel => Value::Int(of(0).map().at(of(1).int())),
        Op::Upd => Value::Map(of(0).map().written(of(1).int(), of(2).int())),
        Op::Fill => Value::Map(Memory::Elements(BTreeMap::new(), of(0).int())),
        Op::Splice => Value::Map(Memory::Parts(
            Box::new(of(0).map()),
            of(1).int(),
            Box::new(of(2).map()),
        )),
        Op::Shift => Value::Map(Memory::Shifted(Box::new(of(0).map()), of(1).int())),
        Op::Ieee => Value::Int(floating([0, 1, 2].map(|i| of(i).int()))),
        _ => {
            assert_eq!(n, 2);
            let (a, b) = (of(0).int(), of(1).int());
            Value::Int(match op {
                Op::Add => a + b,
                Op::Sub => a - b,
                Op::Mul => a * b,
                Op::Div => truncated(a, b),
                Op::Rem => a - b * truncated(a, b),
                Op::Shl => a * (1i128 << shift(b)),
                Op::Shr => a.div_euclid(1i128 << shift(b)),
                Op::BitAnd => a & b,
                Op::BitOr => a | b,
                _ => a ^ b,
            })
        }
    }
}

/// A random expression of a sort over variables: 0 and 1 are `s32`, 2 is `u8`, 3 and 4 are memories
/// of `s32`. Products and left shifts have small literal factors, so that no exact value needs 128
/// bits.
pub(crate) fn expression(arena: &mut Arena, random: &mut Random, sort: Sort, depth: u32) -> Expr {
    let leaf = depth == 0 || random.below(5) == 0;
    match sort {
        Sort::Type => arena
            .ty([IntType::I32, IntType::U8, IntType::I8, IntType::U64][random.below(4) as usize]),
        Sort::Map if leaf => arena.map_var(VarId(3 + random.below(2) as u32), IntType::I32),
        Sort::Map => {
            let map = expression(arena, random, Sort::Map, depth - 1);
            let address = expression(arena, random, Sort::Term, depth - 1);
            let stored = expression(arena, random, Sort::Term, 1);
            match random.below(5) {
                0 => arena.mk(Op::Fill, &[stored]),
                2 => arena.mk(Op::Shift, &[map, address]),
                1 => {
                    let other = expression(arena, random, Sort::Map, depth - 1);
                    arena.mk(Op::Splice, &[map, address, other])
                }
                _ => arena.mk(Op::Upd, &[map, address, stored]),
            }
        }
        Sort::Term if leaf => match random.below(5) {
            0 => arena.lit(i128::from(random.below(20)) - 10),
            1 => arena.addr(random.below(2) as u32, 8, 64),
            2 => arena.var(VarId(2), IntType::U8),
            n => arena.var(VarId(n as u32 - 3), IntType::I32),
        },
        Sort::Form if leaf => [Arena::TRUE, Arena::FALSE][random.below(2) as usize],
        _ => {
            let ops: Vec<Op> = Op::ALL
                .into_iter()
                .filter(|op| op.result() == sort && !op.params().is_empty())
                .collect();
            let op = ops[random.below(ops.len() as u64) as usize];
            let mut args: Vec<Expr> = op
                .params()
                .iter()
                .map(|&s| expression(arena, random, s, depth - 1))
                .collect();
            if matches!(op, Op::Mul | Op::Shl | Op::Shr) {
                args[1] = arena.lit(i128::from(random.below(4)));
            }
            arena.mk(op, &args)
        }
    }
}

/// A random state of those variables.
pub(crate) fn state(random: &mut Random) -> State {
    let mut out = State::new();
    for n in 0..2 {
        let ty = if random.below(2) == 0 {
            IntType::I32
        } else {
            IntType::I8
        };
        out.insert(VarId(n), Value::Int(random.within(ty)));
    }
    out.insert(VarId(2), Value::Int(random.within(IntType::U8)));
    for n in 3..5 {
        let elements = (0..4)
            .map(|_| (i128::from(random.below(20)), random.within(IntType::I32)))
            .collect();
        out.insert(
            VarId(n),
            Value::Map(Memory::Elements(elements, random.within(IntType::I32))),
        );
    }
    out
}
