//! Random expressions against the C compiler, and random blocks against the verification
//! condition's effect.

use proofmark_frontend::{load_text, Options};
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, EdgeId, Frame, FrameId, LocId, Location, ObjectDecl, Pos, Scope, Stmt, StmtKind,
    VarDecl, VarSort,
};
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::vc::Effect;
use proofmark_replay::interpret::{replay, run, Inputs, Memory, Outcome, ReplayError, Value};
use proofmark_tests::Random;
use std::collections::BTreeMap;
use std::process::Command;

const EXPRESSIONS: usize = 400;

const TYPES: [&str; 11] = [
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];

/// Variables of every type, at the ends of their ranges and in between.
const VARIABLES: &str = "signed char a0 = -128, a1 = 77; unsigned char b0 = 255, b1 = 3; short c0 = -32768, c1 = 1000; unsigned short d0 = 65535;
int e0 = -2147483647 - 1, e1 = 2147483647, e2 = -7; unsigned f0 = 4294967295u, f1 = 9; long g0 = -9223372036854775807l - 1, g1 = 5000000000l;
unsigned long h0 = 18446744073709551615ul, h1 = 12; _Bool i0 = 1, i1 = 0;
long long j0 = -9223372036854775807ll - 1, j1 = 4294967297ll; unsigned long long k0 = 18446744073709551615ull;\n";

const NAMES: [&str; 20] = [
    "a0", "a1", "b0", "b1", "c0", "c1", "d0", "e0", "e1", "e2", "f0", "f1", "g0", "g1", "h0", "h1",
    "i0", "j0", "j1", "k0",
];

/// An expression without undefined behaviour, apart from overflow, which wraps. Divisors and shift
/// counts are made small and positive.
fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return match random.below(5) {
            0 => ["0", "1", "-1", "'a'", "2147483648u", "0x7fffffffffffffff"][random.below(6)]
                .to_owned(),
            _ => NAMES[random.below(NAMES.len())].to_owned(),
        };
    }
    let a = expression(random, depth - 1);
    let below = random.below(depth);
    let b = expression(random, below);
    match random.below(12) {
        0 => format!("({}({a}))", ["-", "~", "!", "+"][random.below(4)]),
        1 | 2 => format!("(({}){a})", TYPES[random.below(TYPES.len())]),
        3 => format!("({a} {} (({b} & 7) + 1))", ["/", "%"][random.below(2)]),
        4 => format!("({a} {} ({b} & 7))", ["<<", ">>"][random.below(2)]),
        5 => format!(
            "({a} {} {b})",
            ["<", "<=", ">", ">=", "==", "!="][random.below(6)]
        ),
        6 => format!("({a} {} {b})", ["&&", "||"][random.below(2)]),
        7 => format!("({b} ? {a} : {b})"),
        _ => format!(
            "({a} {} {b})",
            ["+", "-", "*", "&", "|", "^"][random.below(6)]
        ),
    }
}

/// The values of expressions, as the compiled program prints them; `None` without a C compiler for
/// this ABI.
fn oracle(expressions: &[String], profile: Profile) -> Option<Vec<u64>> {
    let directory = tempfile::tempdir().expect("a directory");
    let (source, binary) = (
        directory.path().join("oracle.c"),
        directory.path().join("oracle"),
    );
    let prints: String = expressions
        .iter()
        .map(|e| format!("  printf(\"%llu\\n\", (unsigned long long)({e}));\n"))
        .collect();
    let text = format!("extern int printf(const char *, ...);\n{VARIABLES}int main(void) {{\n{prints}  return 0;\n}}\n");
    std::fs::write(&source, text).expect("a file");
    let width = if profile == Profile::Ilp32 {
        "-m32"
    } else {
        "-m64"
    };
    let built = Command::new("cc")
        .args(["-w", "-O0", "-fwrapv", width, "-o"])
        .arg(&binary)
        .arg(&source)
        .status();
    let built = built.ok()?.success();
    assert!(
        built || profile == Profile::Ilp32,
        "the oracle does not compile"
    );
    if !built {
        return None;
    }
    let output = Command::new(&binary)
        .output()
        .expect("the compiled program");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.parse().ok())
        .collect()
}

#[test]
fn expressions_have_the_values_that_the_compiler_gives_them() {
    for profile in [Profile::Lp64, Profile::Ilp32] {
        let mut random = Random::of(if profile == Profile::Lp64 {
            "expressions"
        } else {
            "expressions in 32 bits"
        });
        let expressions: Vec<String> = (0..EXPRESSIONS)
            .map(|n| expression(&mut random, 1 + n % 4))
            .collect();
        let Some(values) = oracle(&expressions, profile) else {
            println!("skipped: there is no C compiler for {profile:?}");
            continue;
        };
        assert_eq!(values.len(), EXPRESSIONS);
        let failed: Vec<String> = expressions
            .iter()
            .zip(&values)
            .filter(|(e, value)| {
                !matches!(compared(e, **value, profile), Outcome::Finished(_))
                    || compared(e, value.wrapping_add(1), profile) != Outcome::ReachedError
            })
            .map(|(e, value)| format!("{e} is {value}"))
            .collect();
        assert!(failed.is_empty(), "{profile:?}: {}", failed.join("\n"));
    }
}

/// Runs a program that reaches the error unless the expression has the value.
fn compared(expression: &str, value: u64, profile: Profile) -> Outcome {
    let text = format!(
        "void reach_error(void);\n{VARIABLES}int main(void) {{ if ((unsigned long long)({expression}) != {value}ull) reach_error(); return 0; }}"
    );
    let program = load_text("expression.i", &text, &Options::new(profile))
        .unwrap_or_else(|e| panic!("{expression}: {e}"));
    run(&program.arena, &program.cfa, &[], &mut |_| 0, 10_000)
        .unwrap_or_else(|e| panic!("{expression}: {e}"))
}

const INTS: [IntType; 3] = [IntType::I32, IntType::U8, IntType::I64];
const MAP: VarId = VarId(3);
/// Variables that stand for the constants of havocs: as many of each sort as a block has
/// statements.
const STATEMENTS: usize = 6;

fn var_sorts() -> Vec<VarSort> {
    let state = INTS
        .iter()
        .map(|ty| VarSort::Int(*ty))
        .chain([VarSort::Map(IntType::I32)]);
    let mut sorts: Vec<VarSort> = state.collect();
    for _ in 0..STATEMENTS {
        sorts.extend(
            INTS.iter()
                .map(|ty| VarSort::Int(*ty))
                .chain([VarSort::Map(IntType::I32)]),
        );
    }
    sorts
}

/// Sizes of the objects whose addresses occur in terms.
const OBJECTS: [u64; 2] = [1, 40];

/// One edge from the entry to the error location.
fn automaton(kinds: &[StmtKind], profile: Profile) -> Cfa {
    let place = Location {
        frame: FrameId(0),
        pos: Pos::default(),
    };
    let stmts = kinds
        .iter()
        .map(|&kind| Stmt {
            kind,
            pos: Pos::default(),
            frame: FrameId(0),
        })
        .collect();
    Cfa {
        profile,
        vars: var_sorts()
            .into_iter()
            .enumerate()
            .map(|(n, sort)| VarDecl {
                name: format!("v{n}"),
                sort,
                scope: Scope::Global,
            })
            .collect(),
        objects: OBJECTS
            .iter()
            .enumerate()
            .map(|(n, size)| ObjectDecl {
                name: format!("o{n}"),
                size: *size,
            })
            .collect(),
        locations: vec![place; 2],
        procedures: Vec::new(),
        edges: vec![Edge {
            from: LocId(0),
            to: LocId(1),
            stmts,
            call: None,
        }],
        entry: LocId(0),
        error: LocId(1),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".to_owned(),
            caller: None,
            call_site: Pos::default(),
        }],
        files: Vec::new(),
    }
}

fn map(arena: &mut Arena) -> Expr {
    arena.map_var(MAP, IntType::I32)
}

fn term(random: &mut Random, arena: &mut Arena, depth: usize, profile: Profile) -> Expr {
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
    if depth == 0 {
        let n = random.below(5);
        return match (INTS.get(n), OBJECTS.get(random.below(20))) {
            (Some(ty), _) => arena.var(VarId(n as u32), *ty),
            (None, None) => arena.lit([0, 1, -1, 5, 255][random.below(5)]),
            (None, Some(size)) => {
                let object = OBJECTS.iter().position(|o| o == size).unwrap_or(0) as u32;
                arena.intern(Node::Addr {
                    object,
                    size: *size,
                    bits: profile.pointer_bits(),
                })
            }
        };
    }
    let a = term(random, arena, depth - 1, profile);
    match random.below(14) {
        10 | 11 => arena.wrap(INTS[random.below(3)], a),
        12 | 13 => {
            let (map, address) = (map(arena), arena.wrap(IntType::U8, a));
            arena.mk(Op::Sel, &[map, address])
        }
        n => {
            let b = term(random, arena, depth - 1, profile);
            arena.mk(OPS[n % OPS.len()], &[a, b])
        }
    }
}

fn statement(random: &mut Random, arena: &mut Arena, profile: Profile) -> StmtKind {
    let target = random.below(4);
    let var = VarId(target as u32);
    let value = term(random, arena, 2, profile);
    match (random.below(5), INTS.get(target)) {
        (0, _) => StmtKind::Havoc { var },
        (1, _) => {
            let other = term(random, arena, 1, profile);
            let order = arena.le(value, other);
            StmtKind::Assume(order)
        }
        (_, Some(ty)) => StmtKind::Assign {
            var,
            value: arena.wrap(*ty, value),
        },
        (_, None) => {
            let (map, address) = (map(arena), term(random, arena, 1, profile));
            let (address, value) = (
                arena.wrap(IntType::U8, address),
                arena.wrap(IntType::I32, value),
            );
            StmtKind::Assign {
                var,
                value: arena.mk(Op::Upd, &[map, address, value]),
            }
        }
    }
}

/// A block as the verification condition sees it, as assumptions of an automaton of its own: the
/// hypotheses, and what the values are afterwards.
fn effect_as_assumptions(
    arena: &mut Arena,
    cfa: &Cfa,
    last: &[Value],
    wrong: bool,
) -> Vec<StmtKind> {
    let mut effect = Effect::default();
    effect
        .run(arena, cfa, &cfa.edges[0], usize::MAX)
        .expect("a small block");
    let mut constants = Substitution::default();
    for (n, constant) in effect.havocs.iter().enumerate() {
        let ty = match arena.node(*constant) {
            Node::Var(_, ty) => Some(ty),
            _ => None,
        };
        let slot = ty.map_or(3, |ty| INTS.iter().position(|t| *t == ty).unwrap_or(0));
        let var = VarId((4 + n * 4 + slot) as u32);
        let read = cfa.read(arena, var);
        constants.bind(VarId::fresh(n as u32), read);
    }
    let mut claims = effect.hypotheses.clone();
    for (n, value) in last.iter().enumerate() {
        let var = cfa.read(arena, VarId(n as u32));
        let now = effect
            .sigma
            .apply(arena, var, usize::MAX)
            .expect("a small term");
        match value {
            Value::Int(value) => {
                let value = arena.lit(value + i128::from(wrong && n == 0));
                claims.push(arena.eq(now, value));
            }
            Value::Memory(memory) => {
                for address in 0..256 {
                    let (at, value) = (arena.lit(address), arena.lit(memory.read(address)));
                    let read = arena.mk(Op::Sel, &[now, at]);
                    claims.push(arena.eq(read, value));
                }
            }
        }
    }
    claims
        .into_iter()
        .map(|claim| {
            StmtKind::Assume(
                constants
                    .apply(arena, claim, usize::MAX)
                    .expect("a small claim"),
            )
        })
        .collect()
}

fn holding(elements: BTreeMap<i128, i128>, default: i128) -> Memory {
    Memory {
        default,
        elements,
        ranges: Vec::new(),
    }
}

#[test]
fn a_step_of_the_interpreter_is_the_effect_of_the_verification_condition() {
    let mut random = Random::of("blocks");
    let (mut taken, mut blocked) = (0, 0);
    for profile in [Profile::Lp64, Profile::Ilp32]
        .into_iter()
        .cycle()
        .take(1500)
    {
        let mut arena = Arena::new();
        let count = 1 + random.below(STATEMENTS);
        let kinds: Vec<StmtKind> = (0..count)
            .map(|_| statement(&mut random, &mut arena, profile))
            .collect();
        let cfa = automaton(&kinds, profile);
        assert_eq!(cfa.validate(&arena), Ok(()));
        let number = |random: &mut Random, ty: IntType| {
            ty.wrap([0, 1, -1, 3, 200, i128::from(i32::MAX), i128::from(i64::MIN)][random.below(7)])
        };
        let memory = |random: &mut Random| {
            let elements = (0..4)
                .map(|_| (random.below(256) as i128, number(random, IntType::I32)))
                .collect();
            holding(elements, number(random, IntType::I32))
        };
        let mut initial: Vec<(VarId, Value)> = (0u32..)
            .zip(INTS)
            .map(|(n, ty)| (VarId(n), Value::Int(number(&mut random, ty))))
            .collect();
        initial.push((MAP, Value::Memory(memory(&mut random))));
        let (mut inputs, mut constants) = (
            Inputs {
                initial: initial.clone(),
                ..Inputs::default()
            },
            Vec::new(),
        );
        for (n, var) in kinds
            .iter()
            .filter_map(|k| {
                if let StmtKind::Havoc { var } = k {
                    Some(*var)
                } else {
                    None
                }
            })
            .enumerate()
        {
            let slot = VarId((4 + n * 4) as u32 + var.0);
            match INTS.get(var.0 as usize) {
                Some(ty) => {
                    let value = number(&mut random, *ty);
                    inputs.integers.push(value);
                    constants.push((slot, Value::Int(value)));
                }
                None => {
                    let value = memory(&mut random);
                    inputs.memories.push(value.clone());
                    constants.push((slot, Value::Memory(value)));
                }
            }
        }
        let mut last: Vec<Value> = initial.iter().map(|(_, value)| value.clone()).collect();
        let expected = match replay(&arena, &cfa, &[EdgeId(0)], &inputs) {
            Ok(trace) => {
                for (var, value) in trace.steps.into_iter().filter_map(|step| step.written) {
                    value.apply(&mut last[var.0 as usize]);
                }
                taken += 1;
                Outcome::ReachedError
            }
            Err(ReplayError::Blocked { .. }) => {
                blocked += 1;
                Outcome::Stuck(LocId(0))
            }
            Err(ReplayError::Execute(_)) => continue,
            Err(error) => panic!("{error}"),
        };
        let start: Vec<(VarId, Value)> = initial.into_iter().chain(constants).collect();
        for wrong in [false, true] {
            let claims = automaton(
                &effect_as_assumptions(&mut arena, &cfa, &last, wrong),
                profile,
            );
            let outcome = run(&arena, &claims, &start, &mut |_| 0, 2);
            let expected = if wrong {
                Outcome::Stuck(LocId(0))
            } else {
                expected
            };
            // The block's own run stops at the first assumption that fails; the claims may go on to
            // a value that is too large.
            if let Ok(outcome) = outcome {
                assert_eq!(outcome, expected, "{kinds:?}");
            } else {
                assert!(matches!(expected, Outcome::Stuck(_)), "{kinds:?}");
            }
        }
    }
    assert!(
        taken > 300 && blocked > 50,
        "{taken} taken, {blocked} blocked"
    );
}
