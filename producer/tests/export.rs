//! The SMT-LIB export against the interpreter: an independent solver must agree on the value of
//! every operation.

use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LocId, Location, ObjectDecl, Pos, Scope, Stmt, StmtKind, VarDecl,
    VarSort,
};
use proofmark_logic::types::{IntType, Profile};
use proofmark_producer::export::{dot, smt2, text};
use proofmark_replay::interpret::{run, Outcome, Value};
use std::io::Write;
use std::process::{Command, Stdio};

const X: VarId = VarId(0);

/// `x : s32`, `m : memory of u8`; one edge that assumes `assumption`, from location 0 to location
/// 1.
fn automaton(assumption: Expr) -> Cfa {
    let pos = Pos {
        file: 0,
        line: 3,
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
                name: "mem char".into(),
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
                size: 8,
            },
        ],
        locations: vec![
            Location {
                frame: FrameId(0),
                pos
            };
            3
        ],
        procedures: Vec::new(),
        edges: vec![Edge {
            from: LocId(0),
            to: LocId(1),
            stmts: vec![Stmt {
                kind: StmtKind::Assume(assumption),
                pos,
                frame: FrameId(0),
            }],
            call: None,
        }],
        entry: LocId(0),
        error: LocId(2),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".into(),
            caller: None,
            call_site: pos,
        }],
        files: vec!["a.c".into()],
    }
}

/// Whether the solver finds that `assumption` implies `conclusion`, for all values of the
/// variables.
fn confirmed(arena: &mut Arena, assumption: Expr, conclusion: Expr) -> bool {
    let cfa = automaton(assumption);
    let text = smt2::render(arena, &cfa, &[Arena::TRUE, conclusion, Arena::FALSE]).expect("small");
    let mut solver = Command::new("z3")
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 (scripts/setup installs it)");
    solver
        .stdin
        .take()
        .expect("a pipe")
        .write_all(text.as_bytes())
        .expect("written");
    let output = solver.wait_with_output().expect("an answer");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        ["sat\n", "unsat\n", "unknown\n"].contains(&answer.as_str()),
        "{answer}\n{text}"
    );
    answer == "unsat\n"
}

/// Whether the interpreter finds the formula true where `x` has this value.
fn holds(arena: &Arena, formula: Expr, x: i128) -> bool {
    let mut cfa = automaton(formula);
    cfa.error = LocId(1);
    run(arena, &cfa, &[(X, Value::Int(x))], &mut |_| 0, 2) == Ok(Outcome::ReachedError)
}

#[test]
fn operations_mean_what_the_interpreter_computes() {
    let literals = [-129, -7, -1, 0, 1, 3, 100];
    for op in [
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Div,
        Op::Rem,
        Op::Shl,
        Op::Shr,
        Op::Wrap,
        Op::Carry,
    ] {
        let mut arena = Arena::new();
        let x = arena.var(X, IntType::I32);
        let mut conclusion = Arena::TRUE;
        // Each row: the operand's value, the other operand, the result by the interpreter. All rows
        // make one query.
        for (value, other) in literals
            .iter()
            .flat_map(|value| literals.map(|other| (*value, other)))
        {
            let (left, right) = (arena.lit(value), arena.lit(other));
            let term = match op {
                Op::Wrap | Op::Carry => {
                    let ty = arena.ty(IntType::new(
                        u8::try_from(other.rem_euclid(9) + 1).unwrap_or(1),
                        value % 2 == 0,
                    )
                    .unwrap_or(IntType::I8));
                    let sum = arena.mk(Op::Add, &[x, right]);
                    arena.mk(op, &[ty, sum])
                }
                _ => arena.mk(op, &[x, right]),
            };
            let result = candidates(value, other).find(|result| {
                let literal = arena.lit(*result);
                let equation = arena.eq(term, literal);
                holds(&arena, equation, value)
            });
            let result =
                result.unwrap_or_else(|| panic!("{op:?} {value} {other} has no candidate"));
            let (result, here) = (arena.lit(result), arena.eq(x, left));
            let equation = arena.eq(term, result);
            let row = arena.imp(here, equation);
            conclusion = arena.and(conclusion, row);
        }
        assert!(confirmed(&mut arena, Arena::TRUE, conclusion), "{op:?}");
    }
}

/// Every value that an operation in the table can have.
fn candidates(a: i128, b: i128) -> impl Iterator<Item = i128> {
    let shift = b.clamp(0, 126) as u32;
    [a * b, a + b, a - b, a.checked_shl(shift).unwrap_or(0)]
        .into_iter()
        .chain(-600..=600)
}

#[test]
fn memory_reads_and_addresses() {
    let mut arena = Arena::new();
    let m = arena.map_var(VarId(1), IntType::U8);
    let (a, b, x, one) = (
        arena.addr(0, 4, 64),
        arena.addr(1, 8, 64),
        arena.var(X, IntType::I32),
        arena.lit(1),
    );
    let written = arena.mk(Op::Upd, &[m, a, one]);
    let (at_a, at_b, old_b) = (
        arena.mk(Op::Sel, &[written, a]),
        arena.mk(Op::Sel, &[written, b]),
        arena.mk(Op::Sel, &[m, b]),
    );
    let (read_back, kept) = (arena.eq(at_a, one), arena.eq(at_b, old_b));
    let (minus_one, three, four) = (arena.lit(-1), arena.lit(3), arena.lit(4));
    let in_range = arena.le(at_b, minus_one);
    let in_range = arena.not(in_range);
    let [inside, past] = [three, four].map(|offset| arena.mk(Op::Add, &[a, offset]));
    let (equal_inside, equal_past) = (arena.eq(inside, b), arena.eq(past, b));
    let (apart, past_apart) = (arena.not(equal_inside), arena.not(equal_past));
    let x_is_one = arena.eq(x, one);
    for (formula, expected) in [
        (read_back, true),
        (kept, true),
        (in_range, true),
        (apart, true),
        (past_apart, false),
        (x_is_one, false),
        (Arena::FALSE, false),
    ] {
        assert_eq!(confirmed(&mut arena, Arena::TRUE, formula), expected);
    }
}

#[test]
fn pictures_and_texts_name_the_source() {
    let mut arena = Arena::new();
    let (x, one) = (arena.var(X, IntType::I32), arena.lit(1));
    let p = arena.eq(x, one);
    let q = arena.le(x, one);
    let cfa = automaton(p);
    let invariants = [Arena::TRUE, q, Arena::FALSE];
    let picture = dot::render(&arena, &cfa, &invariants);
    assert!(
        picture.contains("q0 -> q1 [label=\"[x == 1]\"]") && picture.contains("x <= 1"),
        "{picture}"
    );
    let obligations = text::render(&mut arena, &cfa, &invariants).expect("small");
    assert!(
        obligations.contains("main, a.c:3") && obligations.contains("x <= 1"),
        "{obligations}"
    );
    let lines = text::annotations(&arena, &cfa, &invariants);
    assert!(
        lines
            .iter()
            .any(|line| line.line == 3 && line.function == "main" && line.invariant == "x <= 1"),
        "{lines:?}"
    );
}
