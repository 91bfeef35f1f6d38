//! Normal forms, intervals of nodes and the symbolic effect of blocks, compared with direct
//! evaluation on random expressions and states.

mod common;
mod contracts;

use common::{expression, state, value, Random, State, Value};
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, CfaError, Edge, EdgeId, Frame, FrameId, LocId, Location, ObjectDecl, Pos, Scope, Stmt,
    StmtKind, VarDecl, VarSort,
};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::{Linear, Normalizer};
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::{IntType, Profile, Sort};
use proofmark_logic::vc::{Builder, Effect, ObligationKind};

fn inside(interval: Interval, v: i128) -> bool {
    (interval.lo == Interval::NEG_INF || interval.lo <= v)
        && (interval.hi == Interval::POS_INF || v <= interval.hi)
}

#[test]
fn normal_forms_and_intervals_agree_with_evaluation() {
    let mut random = Random(11);
    let mut nontrivial = 0;
    for _ in 0..3000 {
        let mut arena = Arena::new();
        let e = expression(&mut arena, &mut random, Sort::Term, 4);
        let Ok(normal) = Linear::combination(&arena, &[(1, e)]) else {
            continue;
        };
        nontrivial += usize::from(normal.terms.len() > 1);
        let rebuilt = normal.to_expr(&mut arena);
        assert!(
            normal.terms.windows(2).all(|pair| pair[0].0 < pair[1].0)
                && normal.terms.iter().all(|(_, k)| *k != 0)
        );
        assert_eq!(
            Linear::combination(&arena, &[(1, rebuilt)]),
            Ok(normal.clone()),
            "a normal form is its own"
        );
        for _ in 0..4 {
            let state = state(&mut random);
            let direct = value(&arena, &state, e).int();
            let sum: i128 = normal
                .terms
                .iter()
                .map(|&(leaf, k)| k * value(&arena, &state, leaf).int())
                .sum();
            assert_eq!(normal.constant + sum, direct);
            assert_eq!(value(&arena, &state, rebuilt).int(), direct);
            assert!(
                inside(arena.interval(e), direct),
                "{:?} does not contain {direct}",
                arena.interval(e)
            );
        }
    }
    assert!(nontrivial > 300, "{nontrivial}");
}

/// Variables as [`common::expression`] has them.
fn cfa(stmts: Vec<StmtKind>) -> Cfa {
    let sorts = [
        VarSort::Int(IntType::I32),
        VarSort::Int(IntType::I32),
        VarSort::Int(IntType::U8),
        VarSort::Map(IntType::I32),
        VarSort::Map(IntType::I32),
    ];
    let pos = Pos::default();
    Cfa {
        profile: Profile::Lp64,
        vars: sorts
            .iter()
            .enumerate()
            .map(|(n, &sort)| VarDecl {
                name: format!("v{n}"),
                sort,
                scope: Scope::Global,
            })
            .collect(),
        objects: (0..2)
            .map(|n| ObjectDecl {
                name: format!("o{n}"),
                size: 8,
            })
            .collect(),
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
            stmts: stmts
                .into_iter()
                .map(|kind| Stmt {
                    kind,
                    pos,
                    frame: FrameId(0),
                })
                .collect(),
            call: None,
        }],
        entry: LocId(0),
        error: LocId(2),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "f".into(),
            caller: None,
            call_site: pos,
        }],
        files: Vec::new(),
    }
}

/// A random block whose assigned values are in range, so that the automaton is valid.
fn block(arena: &mut Arena, random: &mut Random) -> Vec<StmtKind> {
    let mut stmts = Vec::new();
    for _ in 0..=random.below(6) {
        let var = random.below(5) as u32;
        stmts.push(match random.below(4) {
            0 => StmtKind::Havoc { var: VarId(var) },
            1 => StmtKind::Assume(expression(arena, random, Sort::Form, 3)),
            _ if var < 3 => {
                let value = expression(arena, random, Sort::Term, 3);
                StmtKind::Assign {
                    var: VarId(var),
                    value: arena.wrap(if var == 2 { IntType::U8 } else { IntType::I32 }, value),
                }
            }
            _ => {
                let map = arena.map_var(VarId(3 + random.below(2) as u32), IntType::I32);
                let address = expression(arena, random, Sort::Term, 2);
                let stored = expression(arena, random, Sort::Term, 2);
                let stored = arena.wrap(IntType::I32, stored);
                StmtKind::Assign {
                    var: VarId(var),
                    value: arena.mk(proofmark_logic::arena::Op::Upd, &[map, address, stored]),
                }
            }
        });
    }
    stmts
}

/// Runs a block directly. Returns whether every assumption held, and the values that the havocs
/// chose.
fn execute(
    arena: &Arena,
    stmts: &[Stmt],
    state: &mut State,
    random: &mut Random,
) -> (Vec<bool>, Vec<Value>) {
    let (mut held, mut chosen) = (Vec::new(), Vec::new());
    for stmt in stmts {
        match stmt.kind {
            StmtKind::Assign { var, value: e } => {
                let v = value(arena, state, e);
                state.insert(var, v);
            }
            StmtKind::Havoc { var } => {
                let v = common::state(random)[&var].clone();
                chosen.push(v.clone());
                state.insert(var, v);
            }
            StmtKind::Assume(p) => held.push(value(arena, state, p).form()),
        }
    }
    (held, chosen)
}

#[test]
fn the_effect_of_a_block_is_what_running_it_does() {
    let mut random = Random(7);
    for _ in 0..3000 {
        let mut arena = Arena::new();
        let stmts = block(&mut arena, &mut random);
        let cfa = cfa(stmts);
        assert_eq!(cfa.validate(&arena), Ok(()));
        let post: Expr = expression(&mut arena, &mut random, Sort::Form, 3);
        let mut effect = Effect::default();
        effect
            .run(&mut arena, &cfa, &cfa.edges[0], 1 << 20)
            .expect("small");
        let substituted = effect
            .sigma
            .apply(&mut arena, post, 1 << 20)
            .expect("small");
        let initial = state(&mut random);
        let mut last = initial.clone();
        let (held, chosen) = execute(&arena, &cfa.edges[0].stmts, &mut last, &mut random);
        // The state before, with the havocs' choices as the values of their constants.
        let mut before = initial;
        for (n, v) in chosen.into_iter().enumerate() {
            before.insert(VarId::fresh(n as u32), v);
        }
        let hypotheses: Vec<bool> = effect
            .hypotheses
            .iter()
            .map(|&h| value(&arena, &before, h).form())
            .collect();
        assert_eq!(hypotheses, held);
        assert_eq!(
            value(&arena, &before, substituted),
            value(&arena, &last, post)
        );
        // The obligation holds in this state exactly if running the block from it does not refute
        // it.
        let pre = expression(&mut arena, &mut random, Sort::Form, 2);
        let invariants = [pre, post, Arena::FALSE];
        let kind = ObligationKind::Edge(proofmark_logic::cfa::EdgeId(0));
        let obligation = Builder::default()
            .obligation(&mut arena, &cfa, &invariants, kind, 1 << 20)
            .expect("small");
        let holds = !value(&arena, &before, pre).form()
            || held.contains(&false)
            || value(&arena, &last, post).form();
        assert_eq!(value(&arena, &before, obligation.formula).form(), holds);
        assert!(holds || !obligation.trivial);
    }
}

#[test]
fn a_substitution_is_right_from_the_start() {
    // A default value used to have an epoch whose stamps were valid before anything was memoised.
    for mut sigma in [Substitution::default(), Substitution::default()] {
        let mut arena = Arena::new();
        let x = arena.var(VarId(0), IntType::I32);
        let one = arena.lit(1);
        let sum = arena.mk(proofmark_logic::arena::Op::Add, &[x, one]);
        let deep = arena.eq(sum, x);
        sigma.bind(VarId(1), one);
        assert_eq!(sigma.apply(&mut arena, deep, 100), Ok(deep));
        sigma.bind(VarId(0), one);
        let two = arena.mk(proofmark_logic::arena::Op::Add, &[one, one]);
        let expected = arena.eq(two, one);
        assert_eq!(sigma.apply(&mut arena, deep, 100), Ok(expected));
    }
}

/// A block that reads a large term again after each assignment costs its square; that is noticed
/// within the block.
#[test]
fn a_block_that_visits_too_much_is_too_large() {
    let mut arena = Arena::new();
    let (x, ty) = (VarId(0), IntType::I32);
    let mut term = arena.var(x, ty);
    for _ in 0..1000 {
        let sum = arena.mk(Op::Add, &[term, term]);
        term = arena.wrap(ty, sum);
    }
    let own = arena.var(x, ty);
    let block = |times: usize| {
        let assign = |var: u32, value| StmtKind::Assign {
            var: VarId(var),
            value,
        };
        [assign(0, own)]
            .into_iter()
            .chain((0..times).map(|_| assign(1, term)))
            .collect()
    };
    let mut run = |times: usize| {
        let cfa = cfa(block(times));
        Effect::default()
            .run(&mut arena, &cfa, &cfa.edges[0], 100_000)
            .is_ok()
    };
    assert!(run(10));
    assert!(!run(2000));
}

/// The work of a block is limited exactly: one node for each assignment here, and eight in all.
#[test]
fn the_limit_on_a_block_is_exact() {
    let mut arena = Arena::new();
    let value = arena.lit(7);
    let mut run = |times: usize| {
        let assign = StmtKind::Assign {
            var: VarId(0),
            value,
        };
        let cfa = cfa(vec![assign; times]);
        let mut effect = Effect::default();
        effect.run(&mut arena, &cfa, &cfa.edges[0], 1).is_ok()
    };
    assert!(run(9));
    assert!(!run(10));
}

/// Edges from where nothing is, or to where anything may be, are not even looked at.
#[test]
fn edges_that_the_annotation_makes_trivial_cost_nothing() {
    let mut arena = Arena::new();
    let some = arena.var(VarId(0), IntType::I32);
    let one = arena.lit(1);
    let below = arena.le(some, one);
    let assign = StmtKind::Assign {
        var: VarId(0),
        value: one,
    };
    let cfa = cfa(vec![assign]);
    let mut obligation = |from, to| {
        let before = arena.len();
        let mut builder = Builder::default();
        let edge = ObligationKind::Edge(EdgeId(0));
        let made = builder
            .obligation(&mut arena, &cfa, &[from, to, Arena::FALSE], edge, 1 << 10)
            .expect("small");
        (
            made.trivial,
            made.formula == Arena::TRUE,
            arena.len() - before,
        )
    };
    assert_eq!(obligation(Arena::FALSE, below), (true, true, 0));
    assert_eq!(obligation(below, Arena::TRUE), (true, true, 0));
    assert!(!obligation(below, below).0);
}

#[test]
fn normal_forms_as_terms() {
    let mut arena = Arena::new();
    let (x, y) = (
        arena.var(VarId(0), IntType::I32),
        arena.var(VarId(1), IntType::I32),
    );
    let mut normal = |summands: &[(i128, Expr)]| {
        let sum = Linear::combination(&arena, summands).expect("small");
        let term = sum.to_expr(&mut arena);
        let expected = summands
            .iter()
            .rev()
            .fold(arena.lit(0), |rest, &(k, leaf)| match k {
                1 => arena.mk(Op::Add, &[leaf, rest]),
                -1 => arena.mk(Op::Sub, &[rest, leaf]),
                _ => {
                    let k = arena.lit(k);
                    let product = arena.mk(Op::Mul, &[k, leaf]);
                    arena.mk(Op::Add, &[product, rest])
                }
            });
        assert_eq!(term, expected, "{summands:?}");
    };
    normal(&[(1, x)]);
    normal(&[(-1, x), (1, y)]);
    normal(&[(2, x), (-1, y)]);
    normal(&[(-2, x), (3, y)]);
}

#[test]
fn positions_and_constants_have_their_own_ids() {
    assert_eq!(VarId::fresh(5).as_fresh(), Some(5));
    assert_eq!(VarId(5).as_fresh(), None);
    assert_ne!(VarId::fresh(0), VarId::fresh(1));
    let mut arena = Arena::new();
    let last = arena.lit(1);
    assert_eq!(arena.at(last.index()), Some(last));
    assert_eq!(arena.at(0), Some(Arena::TRUE));
    assert_eq!(arena.at(arena.len()), None);
    assert_eq!(arena.at(arena.len() + 1), None);
    assert!(!arena.is_empty());
}

/// Terms that all wait at once, and come in before those that wait: the work stays near the number
/// of summands.
#[test]
fn sums_may_arrive_in_any_order() {
    let mut arena = Arena::new();
    let n = 200_000;
    let mut leaves = vec![arena.var(VarId(0), IntType::I32)];
    for last in 0..n {
        let leaf = leaves[last];
        leaves.push(arena.mk(Op::Div, &[leaf, leaf]));
    }
    let mut sum = arena.lit(0);
    for &leaf in &leaves {
        sum = arena.mk(Op::Add, &[leaf, sum]);
    }
    let mut normalizer = Normalizer::default();
    let normal = normalizer
        .combination(&arena, &[(1, sum)])
        .expect("small coefficients");
    assert!(normal
        .terms
        .iter()
        .map(|&(leaf, k)| (leaf, k))
        .eq(leaves.iter().map(|&leaf| (leaf, 1))));
    assert!(normalizer.work <= 3 * n as u64, "{}", normalizer.work);
}

#[test]
fn objects_must_fit_the_address_space() {
    let arena = Arena::new();
    let with = |profile: Profile, sizes: &[u64]| {
        let objects = sizes
            .iter()
            .map(|&size| ObjectDecl {
                name: String::new(),
                size,
            })
            .collect();
        Cfa {
            profile,
            objects,
            ..cfa(Vec::new())
        }
        .validate(&arena)
    };
    assert_eq!(with(Profile::Ilp32, &[(1 << 32) - 2]), Ok(()));
    assert_eq!(with(Profile::Ilp32, &[(1 << 32) - 3, 1]), Ok(()));
    assert_eq!(
        with(Profile::Ilp32, &[(1 << 32) - 1]),
        Err(CfaError::AddressSpace)
    );
    assert_eq!(
        with(Profile::Ilp32, &[3 << 30, 3 << 30]),
        Err(CfaError::AddressSpace)
    );
    assert_eq!(with(Profile::Lp64, &[3 << 30, 3 << 30]), Ok(()));
    assert_eq!(
        with(Profile::Lp64, &[u64::MAX, u64::MAX]),
        Err(CfaError::AddressSpace)
    );
    assert_eq!(with(Profile::Lp64, &[4, 0]), Err(CfaError::Object(1)));
}
