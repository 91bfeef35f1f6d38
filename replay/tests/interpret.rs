//! The interpreter against the denotation in `logic::arena`, by tables; and the trusted interval
//! analysis against the interpreter, at random.

use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, EdgeId, Frame, FrameId, LocId, Location, ObjectDecl, Pos, Scope, Stmt, StmtKind,
    VarDecl, VarSort,
};
use proofmark_logic::types::{IntType, Profile};
use proofmark_replay::interpret::{
    replay, run, ExecuteError, Inputs, Memory, Outcome, ReplayError, Value, Written,
};

const X: VarId = VarId(0);
const M: VarId = VarId(1);

/// An automaton with variables `x : s32` and `m : memory of u8`, two objects, and the given edges;
/// location 0 is the entry, 1 the error.
fn automaton(edges: &[(u32, u32, &[StmtKind])]) -> Cfa {
    let pos = Pos {
        file: 0,
        line: 7,
        column: 1,
    };
    Cfa {
        profile: Profile::Lp64,
        vars: vec![
            VarDecl {
                name: "x".into(),
                sort: VarSort::Int(IntType::I32),
                scope: Scope::Global,
            },
            VarDecl {
                name: "m".into(),
                sort: VarSort::Map(IntType::U8),
                scope: Scope::Global,
            },
        ],
        objects: vec![
            ObjectDecl {
                name: "a".into(),
                size: 4,
            },
            ObjectDecl {
                name: "b".into(),
                size: 100,
            },
        ],
        locations: vec![
            Location {
                frame: FrameId(0),
                pos
            };
            4
        ],
        procedures: Vec::new(),
        edges: edges
            .iter()
            .map(|(from, to, stmts)| Edge {
                from: LocId(*from),
                to: LocId(*to),
                stmts: stmts
                    .iter()
                    .map(|kind| Stmt {
                        kind: *kind,
                        pos,
                        frame: FrameId(0),
                    })
                    .collect(),
                call: None,
            })
            .collect(),
        entry: LocId(0),
        error: LocId(1),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".into(),
            caller: None,
            call_site: pos,
        }],
        files: vec!["a.c".into()],
    }
}

/// The value of a term: what is written to an element of a wide memory, or the error.
fn value(arena: &mut Arena, term: Expr) -> Result<i128, ExecuteError> {
    // x is 32 bits wide, so halves of the value are asked for by comparison instead: the term
    // equals `guess` or it does not.
    for guess in candidates() {
        let literal = arena.lit(guess);
        let equation = arena.eq(term, literal);
        let cfa = automaton(&[(0, 1, &[StmtKind::Assume(equation)])]);
        match run(arena, &cfa, &[(X, Value::Int(-7))], &mut |_| 0, 5)? {
            Outcome::ReachedError => return Ok(guess),
            _ => continue,
        }
    }
    panic!("the value is none of the candidates");
}

/// Where the first object is.
const FIRST: i128 = 0x053a_7000;

fn candidates() -> impl Iterator<Item = i128> {
    (-40..=300).chain([
        i128::from(u32::MAX),
        1 << 80,
        -(1 << 31),
        7 << 100,
        FIRST,
        FIRST + 16,
    ])
}

#[test]
fn operations() {
    let max = i128::from(u64::MAX);
    let table: [(Op, i128, i128, Result<i128, ExecuteError>); 26] = [
        (Op::Div, -7, 2, Ok(-3)),
        (Op::Div, 7, -2, Ok(-3)),
        (Op::Div, 7, 0, Ok(0)),
        (Op::Rem, -7, 2, Ok(-1)),
        (Op::Rem, 7, -2, Ok(1)),
        (Op::Rem, 7, 0, Ok(7)),
        (Op::Rem, i128::MIN, 1, Ok(0)),
        (Op::Div, i128::MIN, -1, Err(ExecuteError::Overflow)),
        (Op::Shr, -7, 1, Ok(-4)),
        (Op::Shr, 7, 1, Ok(3)),
        (Op::Shr, -7, 1000, Ok(-1)),
        (Op::Shr, 7, -5, Ok(7)),
        (Op::Shl, 7, 3, Ok(56)),
        (Op::Shl, 7, -3, Ok(7)),
        (Op::Shl, 7, 100, Ok(7 << 100)),
        (Op::Shl, 7, 126, Err(ExecuteError::Overflow)),
        (Op::BitAnd, -1, 255, Ok(255)),
        (Op::BitOr, -8, 3, Ok(-5)),
        (Op::BitXor, -1, 5, Ok(-6)),
        (Op::Add, 3, 4, Ok(7)),
        (Op::Sub, 3, 4, Ok(-1)),
        (Op::Mul, 3, -4, Ok(-12)),
        (Op::Mul, max, max, Err(ExecuteError::Overflow)),
        (Op::Mul, 1 << 40, 1 << 40, Ok(1 << 80)),
        (Op::Add, i128::MAX, 1, Err(ExecuteError::Overflow)),
        (Op::BitAnd, 6, 3, Ok(2)),
    ];
    for (op, a, b, expected) in table {
        let mut arena = Arena::new();
        let (a, b) = (arena.lit(a), arena.lit(b));
        let term = arena.mk(op, &[a, b]);
        assert_eq!(value(&mut arena, term), expected, "{op:?}");
    }
}

#[test]
fn wrapping_looks_only_at_low_bits() {
    let mut arena = Arena::new();
    let max = arena.lit(i128::from(u64::MAX));
    let square = arena.mk(Op::Mul, &[max, max]);
    // (2^64 - 1)^2 is 1 modulo 2^64; its exact value needs more than 128 bits with a sign.
    for (ty, op, expected) in [
        (IntType::U64, Op::Wrap, Ok(1)),
        (IntType::I8, Op::Wrap, Ok(1)),
        (IntType::U64, Op::Carry, Err(ExecuteError::Overflow)),
    ] {
        let ty = arena.ty(ty);
        let term = arena.mk(op, &[ty, square]);
        assert_eq!(value(&mut arena, term), expected);
    }
    let (ty, x) = (arena.ty(IntType::U8), arena.var(X, IntType::I32));
    let (wrapped, carry) = (arena.mk(Op::Wrap, &[ty, x]), arena.mk(Op::Carry, &[ty, x]));
    assert_eq!(value(&mut arena, wrapped), Ok(249));
    assert_eq!(value(&mut arena, carry), Ok(-1));
}

#[test]
fn memories_and_addresses() {
    let mut arena = Arena::new();
    let m = arena.map_var(M, IntType::U8);
    let [a, b] = [0, 1].map(|object| {
        arena.intern(Node::Addr {
            object,
            size: [4, 100][object as usize],
            bits: 64,
        })
    });
    let (one, two) = (arena.lit(1), arena.lit(2));
    let written = arena.mk(Op::Upd, &[m, a, one]);
    let twice = arena.mk(Op::Upd, &[written, a, two]);
    for (map, address, expected) in [(m, a, 0), (written, a, 1), (twice, a, 2), (twice, b, 0)] {
        let read = arena.mk(Op::Sel, &[map, address]);
        assert_eq!(value(&mut arena, read), Ok(expected));
    }
    assert_eq!(value(&mut arena, a), Ok(FIRST));
    assert_eq!(value(&mut arena, b), Ok(FIRST + 16));
}

#[test]
fn runs_take_the_edge_whose_assumptions_hold_and_undo_the_others() {
    let mut arena = Arena::new();
    let (x, five, m) = (
        arena.var(X, IntType::I32),
        arena.lit(5),
        arena.map_var(M, IntType::U8),
    );
    let is_five = arena.eq(x, five);
    let not_five = arena.not(is_five);
    let write = arena.mk(Op::Upd, &[m, five, five]);
    let read = arena.mk(Op::Sel, &[m, five]);
    let kept = arena.eq(read, five);
    let havoc = StmtKind::Havoc { var: X };
    // The first edge writes and then blocks; the second sees the old state.
    let cfa = automaton(&[
        (
            0,
            2,
            &[
                StmtKind::Assign {
                    var: M,
                    value: write,
                },
                StmtKind::Assign {
                    var: X,
                    value: five,
                },
                StmtKind::Assume(not_five),
            ],
        ),
        (0, 3, &[StmtKind::Assume(not_five), havoc]),
        (3, 1, &[StmtKind::Assume(kept)]),
        (3, 1, &[StmtKind::Assume(is_five)]),
    ]);
    let end = |x: i128, chosen: i128, fuel: u64| {
        run(&arena, &cfa, &[(X, Value::Int(x))], &mut |_| chosen, fuel)
    };
    assert_eq!(end(1, 5, 9), Ok(Outcome::ReachedError));
    assert_eq!(
        end(1, 5 + (1 << 32), 9),
        Ok(Outcome::ReachedError),
        "choices are reduced into the type"
    );
    assert_eq!(end(1, 6, 9), Ok(Outcome::Stuck(LocId(3))));
    assert_eq!(end(5, 6, 9), Ok(Outcome::Stuck(LocId(0))));
    assert_eq!(end(1, 5, 1), Ok(Outcome::OutOfFuel));
    assert_eq!(end(1 << 40, 5, 1), Err(ExecuteError::Range(X)));
}

#[test]
fn replays_confirm_or_name_what_fails() {
    let mut arena = Arena::new();
    let (x, five) = (arena.var(X, IntType::I32), arena.lit(5));
    let is_five = arena.eq(x, five);
    let cfa = automaton(&[
        (
            0,
            2,
            &[StmtKind::Havoc { var: X }, StmtKind::Havoc { var: M }],
        ),
        (2, 1, &[StmtKind::Assume(is_five)]),
        (0, 1, &[]),
    ]);
    let path = [EdgeId(0), EdgeId(1)];
    let inputs = |n: i128| Inputs {
        integers: vec![n],
        memories: vec![Memory::default()],
        ..Inputs::default()
    };
    let trace = replay(&arena, &cfa, &path, &inputs(5)).expect("a real execution");
    assert!(trace.reached_error);
    let written: Vec<_> = trace.steps.iter().map(|step| &step.written).collect();
    assert_eq!(written[0], &Some((X, Written::Int(5))));
    assert_eq!(
        (written.len(), written[2]),
        (3, &None),
        "a condition writes nothing"
    );
    assert!(trace.steps.iter().all(|step| step.pos.line == 7));
    let visits: Vec<_> = trace.steps.iter().map(|step| step.visit).collect();
    assert_eq!((visits, trace.path.len()), (vec![0, 0, 1], 2));
    let memory = Memory {
        elements: [(4100, 9)].into(),
        ..Memory::default()
    };
    let unknown_start = Inputs {
        initial: vec![(X, Value::Int(77)), (M, Value::Memory(memory))],
        ..inputs(5)
    };
    let trace = replay(&arena, &cfa, &path, &unknown_start).expect("a real execution");
    assert_eq!(trace.initial, unknown_start.initial);
    assert_eq!(
        replay(&arena, &cfa, &path, &inputs(6)),
        Err(ReplayError::Blocked { step: 1, stmt: 0 })
    );
    assert_eq!(
        replay(&arena, &cfa, &path, &inputs(1 << 31)),
        Err(ReplayError::Execute(ExecuteError::Range(X)))
    );
    assert_eq!(
        replay(&arena, &cfa, &[EdgeId(1)], &inputs(5)),
        Err(ReplayError::Disconnected(0))
    );
    assert_eq!(
        replay(&arena, &cfa, &[EdgeId(9)], &inputs(5)),
        Err(ReplayError::Execute(ExecuteError::Malformed))
    );
}

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n
    }
}

#[test]
fn every_value_lies_in_its_terms_interval() {
    const OPS: [Op; 10] = [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Div,
        Op::Rem,
        Op::Shl,
        Op::Shr,
        Op::BitAnd,
        Op::BitOr,
        Op::BitXor,
    ];
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mut checked = 0;
    for _ in 0..3000 {
        let mut arena = Arena::new();
        let mut terms = vec![arena.var(X, IntType::I32)];
        for value in [0, 1, -1, 5, 31, 255, 1 << 31, -(1 << 40)] {
            terms.push(arena.lit(value));
        }
        for _ in 0..8 {
            let (a, b) = (
                terms[random.below(terms.len())],
                terms[random.below(terms.len())],
            );
            let term = match random.below(13) {
                n @ 0..10 => arena.mk(OPS[n], &[a, b]),
                n => {
                    let ty = arena
                        .ty(IntType::new(1 + random.below(64) as u8, n == 10)
                            .unwrap_or(IntType::I32));
                    arena.mk(if n == 12 { Op::Carry } else { Op::Wrap }, &[ty, a])
                }
            };
            terms.push(term);
        }
        let term = terms[terms.len() - 1];
        let interval = arena.interval(term);
        let (lo, hi) = (arena.lit(interval.lo), arena.lit(interval.hi));
        let (above, below) = (arena.le(lo, term), arena.le(term, hi));
        let x = [0, 1, -1, 77, i128::from(i32::MIN), i128::from(i32::MAX)][random.below(6)];
        let cfa = automaton(&[(0, 1, &[StmtKind::Assume(above), StmtKind::Assume(below)])]);
        match run(&arena, &cfa, &[(X, Value::Int(x))], &mut |_| 0, 2) {
            Ok(outcome) => {
                assert_eq!(
                    outcome,
                    Outcome::ReachedError,
                    "{}",
                    proofmark_logic::display::expr(&arena, &cfa, term, 500)
                );
                checked += 1;
            }
            Err(error) => assert_eq!(error, ExecuteError::Overflow),
        }
    }
    assert!(checked > 2000, "{checked}");
}
