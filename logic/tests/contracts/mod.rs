//! The obligations of calls, compared with running calls on a stack: random programs over one-bit
//! variables, small enough to try every valuation.
//!
//! Three things are shown of each program. Annotations whose obligations hold contain every state
//! that a run reaches. The least annotation that is closed under the contract rule has obligations
//! that hold, so they do not ask for more than the rule says. And it stops having them as soon as
//! one state that a run reaches is taken out.

use super::common::{value, Random, State, Value};
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LocId, Location, Pos, Scope, Stmt, StmtKind, VarDecl, VarSort,
};
use proofmark_logic::cfa::{ProcId, Procedure};
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::vc::{Builder, ObligationKind};
use std::collections::BTreeSet;

/// A valuation: bit n is the value of variable n.
type Bits = u32;
/// The saved valuations of a stack of calls, each with the edge that it called on.
type Stack = Vec<(Bits, usize)>;
/// Variables: globals 0, 1; ghosts 2 and 3, one for each procedure; 4 is a local.
const VARS: u32 = 5;
const GLOBALS: Bits = 0b00011;
const LOCALS: Bits = 0b11100;
/// Locations: 0 to 3 of the main program, 4 to 6 and 7 to 9 of the procedures, 10 the error, which
/// no edge reaches.
const LOCATIONS: u32 = 11;
/// Deepest stack of the runs that are tried.
const DEPTH: usize = 2;

fn bit(v: Bits, n: u32) -> Bits {
    v >> n & 1
}

fn boolean() -> IntType {
    IntType::new(1, false).expect("one bit")
}

/// A random program: straight blocks, branches and calls between the locations of each part.
fn program(arena: &mut Arena, random: &mut Random) -> Cfa {
    let pos = Pos::default();
    let mut edges = Vec::new();
    for (first, last) in [(0u32, 3u32), (4, 6), (7, 9)] {
        for from in first..=last {
            for _ in 0..=random.below(2) {
                let to = first + random.below(u64::from(last - first + 1)) as u32;
                // A way through is likely.
                let to = if random.below(2) == 0 {
                    last.min(from + 1)
                } else {
                    to
                };
                let call = (random.below(3) == 0).then(|| ProcId(random.below(2) as u32));
                let stmts = if call.is_some() {
                    Vec::new()
                } else {
                    block(arena, random)
                };
                edges.push(Edge {
                    from: LocId(from),
                    to: LocId(to),
                    stmts: stmts.into_iter().map(statement).collect(),
                    call,
                });
            }
        }
    }
    let scope = |n| {
        if bit(GLOBALS, n) == 1 {
            Scope::Global
        } else {
            Scope::Local
        }
    };
    let procedure = |entry, ghost, global| Procedure {
        entry: LocId(entry),
        exit: LocId(entry + 2),
        ghosts: vec![(VarId(ghost), VarId(global))],
    };
    Cfa {
        profile: Profile::Lp64,
        vars: (0..VARS)
            .map(|n| VarDecl {
                name: format!("v{n}"),
                sort: VarSort::Int(boolean()),
                scope: scope(n),
            })
            .collect(),
        objects: Vec::new(),
        locations: vec![
            Location {
                frame: FrameId(0),
                pos
            };
            LOCATIONS as usize
        ],
        procedures: vec![procedure(4, 2, 0), procedure(7, 3, random.below(2) as u32)],
        edges,
        entry: LocId(0),
        error: LocId(10),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "f".into(),
            caller: None,
            call_site: pos,
        }],
        files: Vec::new(),
    }
}

/// Assignments of variables and constants, havocs and comparisons; ghosts are read only.
fn block(arena: &mut Arena, random: &mut Random) -> Vec<StmtKind> {
    let mut out = Vec::new();
    for _ in 0..random.below(3) {
        let target = VarId([0, 1, 4][random.below(3) as usize]);
        let source = arena.var(VarId(random.below(u64::from(VARS)) as u32), boolean());
        let constant = arena.lit(i128::from(random.below(2)));
        let assumed = arena.eq(source, constant);
        out.push(match random.below(5) {
            0 => StmtKind::Havoc { var: target },
            1 => StmtKind::Assume(assumed),
            2 => StmtKind::Assign {
                var: target,
                value: constant,
            },
            _ => StmtKind::Assign {
                var: target,
                value: source,
            },
        });
    }
    out
}

/// All valuations after a block.
fn run(arena: &Arena, stmts: &[Stmt], before: Bits) -> BTreeSet<Bits> {
    let mut now = BTreeSet::from([before]);
    for stmt in stmts {
        now = now
            .into_iter()
            .flat_map(|v| match stmt.kind {
                StmtKind::Assign { var, value: e } => {
                    vec![with(v, var, value(arena, &state(v), e).int() as Bits)]
                }
                StmtKind::Havoc { var } => vec![with(v, var, 0), with(v, var, 1)],
                StmtKind::Assume(p) => value(arena, &state(v), p)
                    .form()
                    .then_some(v)
                    .into_iter()
                    .collect(),
            })
            .collect();
    }
    now
}

fn with(v: Bits, var: VarId, to: Bits) -> Bits {
    v & !(1 << var.0) | to << var.0
}

fn state(v: Bits) -> State {
    (0..VARS)
        .map(|n| (VarId(n), Value::Int(i128::from(bit(v, n)))))
        .collect()
}

/// The valuations with which an activation may start.
fn entered(procedure: &Procedure, caller: Bits) -> Vec<Bits> {
    let fits = |v: &Bits| {
        procedure
            .ghosts
            .iter()
            .all(|&(ghost, global)| bit(*v, ghost.0) == bit(caller, global.0))
    };
    (0..1 << VARS)
        .filter(|v| v & GLOBALS == caller & GLOBALS)
        .filter(fits)
        .collect()
}

fn returned(caller: Bits, callee: Bits) -> Bits {
    caller & LOCALS | callee & GLOBALS
}

/// A set of valuations for each location.
type Annotation = Vec<BTreeSet<Bits>>;

/// What runs with stacks of at most [`DEPTH`] calls reach: the semantics, as `logic::procedure`
/// states it.
fn runs(arena: &Arena, cfa: &Cfa) -> Annotation {
    let mut reached = vec![BTreeSet::new(); LOCATIONS as usize];
    let mut seen = BTreeSet::new();
    let mut work: Vec<(Stack, u32, Bits)> = (0..1 << VARS)
        .map(|v| (Vec::new(), cfa.entry.0, v))
        .collect();
    while let Some((stack, q, v)) = work.pop() {
        if !seen.insert((stack.clone(), q, v)) {
            continue;
        }
        reached[q as usize].insert(v);
        for (index, edge) in cfa
            .edges
            .iter()
            .enumerate()
            .filter(|(_, edge)| edge.from.0 == q)
        {
            match edge.call {
                None => work.extend(
                    run(arena, &edge.stmts, v)
                        .into_iter()
                        .map(|after| (stack.clone(), edge.to.0, after)),
                ),
                Some(callee) if stack.len() < DEPTH => {
                    let callee = &cfa.procedures[callee.0 as usize];
                    let mut deeper = stack.clone();
                    deeper.push((v, index));
                    work.extend(
                        entered(callee, v)
                            .into_iter()
                            .map(|start| (deeper.clone(), callee.entry.0, start)),
                    );
                }
                Some(_) => {}
            }
        }
        if let Some((&(caller, index), below)) = stack.split_last() {
            let edge = &cfa.edges[index];
            if edge
                .call
                .is_some_and(|callee| cfa.procedures[callee.0 as usize].exit.0 == q)
            {
                work.push((below.to_vec(), edge.to.0, returned(caller, v)));
            }
        }
    }
    reached
}

/// The least annotation that is closed under the contract rule.
fn closed(arena: &Arena, cfa: &Cfa) -> Annotation {
    let mut all = vec![BTreeSet::new(); LOCATIONS as usize];
    all[cfa.entry.0 as usize] = (0..1 << VARS).collect();
    loop {
        let before = all.clone();
        for edge in &cfa.edges {
            for &v in &before[edge.from.0 as usize] {
                let Some(callee) = edge.call else {
                    all[edge.to.0 as usize].extend(run(arena, &edge.stmts, v));
                    continue;
                };
                let written = cfa
                    .written_globals(callee)
                    .iter()
                    .fold(0, |mask, var| mask | 1 << var.0);
                let callee = &cfa.procedures[callee.0 as usize];
                all[callee.entry.0 as usize].extend(entered(callee, v));
                let matching = |w: &&Bits| {
                    let unwritten = GLOBALS & !written;
                    *w & unwritten == v & unwritten
                        && callee
                            .ghosts
                            .iter()
                            .all(|&(ghost, global)| bit(**w, ghost.0) == bit(v, global.0))
                };
                let after: Vec<Bits> = before[callee.exit.0 as usize]
                    .iter()
                    .filter(matching)
                    .map(|&w| returned(v, w))
                    .collect();
                all[edge.to.0 as usize].extend(after);
            }
        }
        forget_locals(cfa, &mut all);
        if all == before {
            return all;
        }
    }
}

/// Contracts say nothing about locals that are no ghosts of the procedure.
fn forget_locals(cfa: &Cfa, all: &mut Annotation) {
    for procedure in &cfa.procedures {
        let known = procedure
            .ghosts
            .iter()
            .fold(GLOBALS, |mask, (ghost, _)| mask | 1 << ghost.0);
        for q in [procedure.entry, procedure.exit] {
            let shown: BTreeSet<Bits> = all[q.0 as usize].iter().map(|v| v & known).collect();
            all[q.0 as usize] = (0..1 << VARS)
                .filter(|v: &Bits| shown.contains(&(v & known)))
                .collect();
        }
    }
}

/// The formula of a set, deciding variables from `n` on.
fn formula(arena: &mut Arena, set: &[Bits], n: u32) -> Expr {
    match set.len() {
        0 => Arena::FALSE,
        len if len == 1 << (VARS - n) => Arena::TRUE,
        _ => {
            let (one, zero): (Vec<Bits>, Vec<Bits>) = set.iter().partition(|&&v| bit(v, n) == 1);
            let (then, other) = (formula(arena, &one, n + 1), formula(arena, &zero, n + 1));
            if then == other {
                return then;
            }
            let (var, one) = (arena.var(VarId(n), boolean()), arena.lit(1));
            let condition = arena.eq(var, one);
            arena.mk(Op::Ite, &[condition, then, other])
        }
    }
}

/// Whether every obligation holds in every state, for all values of the new constants.
fn provable(arena: &mut Arena, cfa: &Cfa, annotation: &Annotation) -> bool {
    let invariants: Vec<Expr> = annotation
        .iter()
        .map(|set| formula(arena, &set.iter().copied().collect::<Vec<_>>(), 0))
        .collect();
    if cfa.contract_out_of_scope(arena, &invariants).is_some() {
        return false;
    }
    let mut builder = Builder::default();
    for kind in Builder::kinds(cfa).collect::<Vec<ObligationKind>>() {
        let obligation = builder
            .obligation(arena, cfa, &invariants, kind, 1 << 20)
            .expect("small");
        let constants = builder.effect.havocs.len() as u32;
        for v in 0..1 << VARS {
            for chosen in 0..1 << constants {
                let mut all = state(v);
                all.extend(
                    (0..constants)
                        .map(|n| (VarId::fresh(n), Value::Int(i128::from(bit(chosen, n))))),
                );
                if !value(arena, &all, obligation.formula).form() {
                    assert!(!obligation.trivial);
                    return false;
                }
            }
        }
    }
    true
}

#[test]
fn contracts_hold_of_runs() {
    let mut random = Random(23);
    let (mut taken_out, mut exact, mut accepted) = (0, 0, 0);
    for _ in 0..300 {
        let mut arena = Arena::new();
        let cfa = program(&mut arena, &mut random);
        assert_eq!(cfa.validate(&arena), Ok(()));
        let reached = runs(&arena, &cfa);
        let least = closed(&arena, &cfa);
        assert!(
            reached
                .iter()
                .zip(&least)
                .all(|(run, all)| run.is_subset(all)),
            "the rule forgets a run"
        );
        assert!(
            provable(&mut arena, &cfa, &least),
            "the obligations ask for too much"
        );
        exact += usize::from(reached == least);
        for _ in 0..6 {
            // A random annotation near the least one; it holds of all runs if its obligations do.
            let mut other = least.clone();
            let q = random.below(u64::from(LOCATIONS - 1)) as usize;
            let v = random.below(1 << VARS) as Bits;
            if !other[q].remove(&v) {
                other[q].insert(v);
            }
            forget_locals_outward(&cfa, &mut other, q, v);
            let sound = reached
                .iter()
                .zip(&other)
                .all(|(run, all)| run.is_subset(all));
            let provable = provable(&mut arena, &cfa, &other);
            assert!(
                sound || !provable,
                "an annotation that a run leaves is provable"
            );
            taken_out += usize::from(!sound);
            accepted += usize::from(provable);
        }
    }
    assert!(
        taken_out > 300 && exact > 30 && accepted > 100,
        "{taken_out} {exact} {accepted}"
    );
}

/// Makes a change at one location of a contract independent of the locals that contracts cannot
/// name.
fn forget_locals_outward(cfa: &Cfa, all: &mut Annotation, q: usize, v: Bits) {
    for procedure in cfa
        .procedures
        .iter()
        .filter(|p| p.entry.0 as usize == q || p.exit.0 as usize == q)
    {
        let known = procedure
            .ghosts
            .iter()
            .fold(GLOBALS, |mask, (ghost, _)| mask | 1 << ghost.0);
        let there = all[q].contains(&v);
        for w in (0..1 << VARS).filter(|w: &Bits| w & known == v & known) {
            if there {
                all[q].insert(w);
            } else {
                all[q].remove(&w);
            }
        }
    }
}

fn statement(kind: StmtKind) -> Stmt {
    Stmt {
        kind,
        pos: Pos::default(),
        frame: FrameId(0),
    }
}
