//! Random calls of procedures against the verification condition: what the interpreter does
//! satisfies the two obligations of a call, and nothing else does.
//!
//! The automaton is `caller ─call→ after`, and a procedure that calls itself as often as the global
//! `DEPTH` says. Invariants that describe one execution's states exactly make obligations that hold
//! in the state before the call, with what the globals become for the new constants, and that do
//! not if one invariant is changed.

use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, EdgeId, Frame, FrameId, LocId, Location, Pos, Scope, Stmt, StmtKind, VarDecl,
    VarSort,
};
use proofmark_logic::cfa::{ProcId, Procedure};
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::vc::{Builder, ObligationKind};
use proofmark_replay::interpret::{replay, run, Inputs, Memory, Outcome, Value};
use proofmark_tests::Random;

/// The globals, the local variables, and the ghosts of the first globals. Nothing writes
/// `CONSTANT`, and blocks do not write `DEPTH`.
const SORTS: [VarSort; 9] = [
    INT,
    VarSort::Int(IntType::U8),
    VarSort::Map(IntType::I32),
    INT,
    INT,
    INT,
    VarSort::Int(IntType::U8),
    INT,
    VarSort::Map(IntType::I32),
];
const INT: VarSort = VarSort::Int(IntType::I32);
const MAP: VarId = VarId(2);
const CONSTANT: VarId = VarId(3);
const DEPTH: VarId = VarId(4);
const LOCAL: VarId = VarId(5);
const SMALL_LOCAL: VarId = VarId(6);
const GHOSTS: [(VarId, VarId); 2] = [(VarId(7), VarId(0)), (VarId(8), MAP)];
/// Where globals end.
const GLOBALS: u32 = 5;
/// What blocks write.
const WRITTEN: [VarId; 5] = [VarId(0), VarId(1), MAP, LOCAL, SMALL_LOCAL];

const CALLER: LocId = LocId(0);
const AFTER: LocId = LocId(1);
const ENTRY: LocId = LocId(2);
const EXIT: LocId = LocId(3);

/// A term over all variables.
fn term(random: &mut Random, arena: &mut Arena, cfa: &Cfa, depth: usize) -> Expr {
    if depth == 0 {
        let all = [
            VarId(0),
            VarId(1),
            CONSTANT,
            LOCAL,
            SMALL_LOCAL,
            GHOSTS[0].0,
        ];
        return match random.below(all.len() + 2) {
            n if n < all.len() => cfa.read(arena, all[n]),
            n if n == all.len() => arena.lit([0, 1, -1, 5, 255][random.below(5)]),
            _ => {
                let map = cfa.read(arena, [MAP, GHOSTS[1].0][random.below(2)]);
                let address = arena.lit(random.below(8) as i128);
                arena.mk(Op::Sel, &[map, address])
            }
        };
    }
    let (a, b) = (
        term(random, arena, cfa, depth - 1),
        term(random, arena, cfa, depth - 1),
    );
    let sum = arena.mk([Op::Add, Op::Sub, Op::Mul][random.below(3)], &[a, b]);
    arena.wrap(IntType::I32, sum)
}

fn assignment(random: &mut Random, arena: &mut Arena, cfa: &Cfa) -> StmtKind {
    let var = WRITTEN[random.below(WRITTEN.len())];
    let value = term(random, arena, cfa, 1);
    let value = match cfa.vars[var.0 as usize].sort {
        VarSort::Int(ty) => arena.wrap(ty, value),
        VarSort::Map(ty) => {
            let (map, address, value) = (
                cfa.read(arena, var),
                arena.lit(random.below(8) as i128),
                arena.wrap(ty, value),
            );
            arena.mk(Op::Upd, &[map, address, value])
        }
    };
    StmtKind::Assign { var, value }
}

fn block(random: &mut Random, arena: &mut Arena, cfa: &Cfa) -> Vec<StmtKind> {
    (0..random.below(4))
        .map(|_| assignment(random, arena, cfa))
        .collect()
}

fn edge(from: LocId, to: LocId, kinds: Vec<StmtKind>) -> Edge {
    Edge {
        from,
        to,
        stmts: kinds
            .into_iter()
            .map(|kind| Stmt {
                kind,
                pos: Pos::default(),
                frame: FrameId(0),
            })
            .collect(),
        call: None,
    }
}

fn call(from: LocId, to: LocId) -> Edge {
    Edge {
        from,
        to,
        stmts: Vec::new(),
        call: Some(ProcId(0)),
    }
}

/// Variables and locations, without edges. Each sort of constant that a call introduces has a
/// variable behind those of the program.
fn frame_of(profile: Profile, constants: &[VarSort]) -> Cfa {
    let scope = |n: usize| {
        if n < GLOBALS as usize {
            Scope::Global
        } else {
            Scope::Local
        }
    };
    let sorts = SORTS.iter().chain(constants).enumerate();
    Cfa {
        profile,
        vars: sorts
            .map(|(n, sort)| VarDecl {
                name: format!("v{n}"),
                sort: *sort,
                scope: scope(n),
            })
            .collect(),
        objects: Vec::new(),
        locations: vec![
            Location {
                frame: FrameId(0),
                pos: Pos::default()
            };
            7
        ],
        procedures: vec![Procedure {
            entry: ENTRY,
            exit: EXIT,
            ghosts: GHOSTS.to_vec(),
        }],
        edges: Vec::new(),
        entry: CALLER,
        error: AFTER,
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".to_owned(),
            caller: None,
            call_site: Pos::default(),
        }],
        files: Vec::new(),
    }
}

/// The caller, and the procedure: a way without a call, and one with a call between two blocks.
fn program(random: &mut Random, arena: &mut Arena, profile: Profile) -> Cfa {
    let mut cfa = frame_of(profile, &[]);
    let (depth, zero) = (cfa.read(arena, DEPTH), arena.lit(0));
    let (last, one) = (arena.le(depth, zero), arena.lit(1));
    let more = arena.le(one, depth);
    let difference = arena.mk(Op::Sub, &[depth, one]);
    let less = StmtKind::Assign {
        var: DEPTH,
        value: arena.wrap(IntType::I32, difference),
    };
    let mut without = block(random, arena, &cfa);
    without.insert(0, StmtKind::Assume(last));
    let mut before = block(random, arena, &cfa);
    before.splice(0..0, [StmtKind::Assume(more), less]);
    // Local variables have any value at the entry; here they have one.
    let (five, seven) = (arena.lit(5), arena.lit(7));
    let start = vec![
        StmtKind::Assign {
            var: LOCAL,
            value: five,
        },
        StmtKind::Assign {
            var: SMALL_LOCAL,
            value: seven,
        },
    ];
    let after = block(random, arena, &cfa);
    let (body, inner, resumed) = (LocId(4), LocId(5), LocId(6));
    cfa.edges = vec![
        call(CALLER, AFTER),
        edge(ENTRY, body, start),
        edge(body, EXIT, without),
        edge(body, inner, before),
        call(inner, resumed),
        edge(resumed, EXIT, after),
    ];
    cfa
}

/// The edges of the execution that calls itself `depth` times.
fn path(depth: usize) -> Vec<EdgeId> {
    let mut path = vec![EdgeId(0)];
    path.extend([EdgeId(1), EdgeId(3), EdgeId(4)].repeat(depth));
    path.extend([EdgeId(1), EdgeId(2)]);
    path.extend([EdgeId(5)].repeat(depth));
    path
}

/// The variables `vars` have these values.
fn described(arena: &mut Arena, cfa: &Cfa, vars: impl IntoIterator<Item = (VarId, Value)>) -> Expr {
    let mut out = Arena::TRUE;
    for (var, value) in vars {
        let now = cfa.read(arena, var);
        match value {
            Value::Int(value) => {
                let value = arena.lit(value);
                let equal = arena.eq(now, value);
                out = arena.and(out, equal);
            }
            Value::Memory(memory) => {
                for address in 0..8 {
                    let (at, value) = (arena.lit(address), arena.lit(memory.read(address)));
                    let read = arena.mk(Op::Sel, &[now, at]);
                    let equal = arena.eq(read, value);
                    out = arena.and(out, equal);
                }
            }
        }
    }
    out
}

/// A state in which the first variable differs.
fn changed(mut state: Vec<(VarId, Value)>) -> Vec<(VarId, Value)> {
    if let Some((_, Value::Int(value))) = state.first_mut() {
        *value = IntType::I32.wrap(*value + 1);
    }
    state
}

fn state(random: &mut Random, depth: usize) -> Vec<(VarId, Value)> {
    let value = |random: &mut Random, ty: IntType| {
        ty.wrap([0, 1, -1, 3, 200, i128::from(i32::MAX)][random.below(6)])
    };
    let all = (0u32..)
        .map(VarId)
        .zip(SORTS)
        .map(|(var, sort)| match sort {
            _ if var == DEPTH => (var, Value::Int(depth as i128)),
            VarSort::Int(ty) => (var, Value::Int(value(random, ty))),
            VarSort::Map(ty) => {
                let elements = (0..3)
                    .map(|_| (random.below(8) as i128, value(random, ty)))
                    .collect();
                (
                    var,
                    Value::Memory(Memory {
                        default: value(random, ty),
                        elements,
                        ranges: Vec::new(),
                    }),
                )
            }
        });
    all.collect()
}

/// Whether an obligation holds in the state before the call, if its constants have the values of
/// the globals after it.
fn holds(
    arena: &mut Arena,
    profile: Profile,
    formula: Expr,
    before: &[(VarId, Value)],
    written: &[VarId],
    after: &[(VarId, Value)],
) -> bool {
    let sorts: Vec<VarSort> = written.iter().map(|var| SORTS[var.0 as usize]).collect();
    let mut cfa = frame_of(profile, &sorts);
    cfa.procedures.clear();
    let (mut constants, mut start) = (Substitution::default(), before.to_vec());
    for (n, var) in (0u32..).zip(written) {
        let slot = VarId(SORTS.len() as u32 + n);
        let read = cfa.read(arena, slot);
        constants.bind(VarId::fresh(n), read);
        start.push((slot, after[var.0 as usize].1.clone()));
    }
    let formula = constants
        .apply(arena, formula, usize::MAX)
        .expect("a small formula");
    cfa.edges = vec![edge(CALLER, AFTER, vec![StmtKind::Assume(formula)])];
    assert_eq!(cfa.validate(arena), Ok(()));
    match run(arena, &cfa, &start, &mut |_| 0, 2) {
        Ok(Outcome::ReachedError) => true,
        Ok(Outcome::Stuck(_)) => false,
        other => panic!("{other:?}"),
    }
}

/// The state after the call, as the path's steps leave it: the caller's local variables are as
/// before.
fn after(arena: &Arena, cfa: &Cfa, before: &[(VarId, Value)], depth: usize) -> Vec<(VarId, Value)> {
    let inputs = Inputs {
        initial: before.to_vec(),
        ..Inputs::default()
    };
    let trace = replay(arena, cfa, &path(depth), &inputs).expect("an execution");
    let mut after = before.to_vec();
    for (var, value) in trace
        .steps
        .into_iter()
        .filter_map(|step| step.written)
        .filter(|(var, _)| var.0 < GLOBALS)
    {
        value.apply(&mut after[var.0 as usize].1);
    }
    after
}

#[test]
fn a_call_in_the_interpreter_meets_the_obligations_of_a_call() {
    let mut random = Random::of("calls");
    for (round, profile) in [Profile::Lp64, Profile::Ilp32]
        .into_iter()
        .cycle()
        .take(600)
        .enumerate()
    {
        let (depth, mut arena) = (round % 4, Arena::new());
        let cfa = program(&mut random, &mut arena, profile);
        assert_eq!(cfa.validate(&arena), Ok(()));
        let before = state(&mut random, depth);
        let after = after(&arena, &cfa, &before, depth);

        // The interpreter's own execution, in which it chooses the edges, ends in that state.
        let mut checked = cfa.clone();
        let last = described(&mut arena, &cfa, after.clone());
        checked.error = LocId(7);
        checked.locations.push(cfa.locations[0]);
        checked
            .edges
            .push(edge(AFTER, LocId(7), vec![StmtKind::Assume(last)]));
        assert_eq!(
            run(&arena, &checked, &before, &mut |_| 0, 100),
            Ok(Outcome::ReachedError),
            "{cfa:?}"
        );

        let globals = |state: &[(VarId, Value)]| {
            state
                .iter()
                .filter(|(var, _)| var.0 < GLOBALS)
                .cloned()
                .collect::<Vec<_>>()
        };
        let ghosts: Vec<(VarId, Value)> = GHOSTS
            .iter()
            .map(|(ghost, global)| (*ghost, before[global.0 as usize].1.clone()))
            .collect();
        let written = cfa.written_globals(ProcId(0));
        for wrong in [None, Some(AFTER), Some(ENTRY), Some(EXIT)] {
            let pick = |q: LocId, state: Vec<(VarId, Value)>| {
                if wrong == Some(q) {
                    changed(state)
                } else {
                    state
                }
            };
            let mut invariants = vec![Arena::TRUE; cfa.locations.len()];
            invariants[CALLER.0 as usize] = described(&mut arena, &cfa, before.clone());
            invariants[AFTER.0 as usize] = described(&mut arena, &cfa, pick(AFTER, after.clone()));
            let at_entry = pick(
                ENTRY,
                ghosts.iter().cloned().chain(globals(&before)).collect(),
            );
            invariants[ENTRY.0 as usize] = described(&mut arena, &cfa, at_entry);
            let at_exit = pick(
                EXIT,
                ghosts.iter().cloned().chain(globals(&after)).collect(),
            );
            invariants[EXIT.0 as usize] = described(&mut arena, &cfa, at_exit);
            let mut builder = Builder::default();
            let mut obliged = |kind| {
                builder
                    .obligation(&mut arena, &cfa, &invariants, kind, usize::MAX)
                    .expect("a small obligation")
                    .formula
            };
            let (enter, returns) = (
                obliged(ObligationKind::Enter(EdgeId(0))),
                obliged(ObligationKind::Edge(EdgeId(0))),
            );
            assert_eq!(
                holds(&mut arena, profile, enter, &before, &[], &after),
                wrong != Some(ENTRY),
                "entering: {cfa:?}"
            );
            // A postcondition that is false of this execution leaves nothing to show.
            assert_eq!(
                holds(&mut arena, profile, returns, &before, &written, &after),
                wrong != Some(AFTER),
                "returning: {cfa:?}"
            );
            let postcondition = postcondition_in(&arena, returns);
            assert_eq!(
                postcondition
                    .map(|post| holds(&mut arena, profile, post, &before, &written, &after)),
                Some(wrong != Some(EXIT)),
                "{cfa:?}"
            );
        }
    }
}

/// The callee's postcondition in the obligation of a return: `I(q) ⇒ (postcondition ⇒ I(q'))`.
fn postcondition_in(arena: &Arena, formula: Expr) -> Option<Expr> {
    let consequence = |e: Expr| match arena.node(e) {
        Node::App(Op::Imp, [hypothesis, conclusion, _]) => Some((hypothesis, conclusion)),
        _ => None,
    };
    let (_, rest) = consequence(formula)?;
    consequence(rest).map(|(postcondition, _)| postcondition)
}
