//! The engine on automata built by hand: the paper's example, independent locks, and their buggy
//! twins.

use proofmark_certs::{digest, encode, Annotations, Binding, Certificate};
use proofmark_checker::check;
use proofmark_checker::check::Policy;
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::Approximations;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LocId, Location, Pos, Scope, Stmt, StmtKind, VarDecl, VarSort,
};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::SIGNATURE;
use proofmark_producer::engine::{verify_with, Budget, Limits, Outcome, Seed, Silent, Stats, Task};
use proofmark_producer::prover::known::Known;
use proofmark_producer::prover::prove;

/// Builds automata; location 0 is the entry and 1 the error.
struct Builder {
    arena: Arena,
    cfa: Cfa,
}

impl Builder {
    fn new(vars: usize) -> Builder {
        let vars = (0..vars)
            .map(|i| VarDecl {
                name: format!("x{i}"),
                sort: VarSort::Int(IntType::I32),
                scope: Scope::Global,
            })
            .collect();
        let frames = vec![Frame {
            function: "main".into(),
            caller: None,
            call_site: Pos::default(),
        }];
        let location = Location {
            frame: FrameId(0),
            pos: Pos::default(),
        };
        let cfa = Cfa {
            profile: Profile::Ilp32,
            vars,
            objects: vec![],
            locations: vec![location; 2],
            procedures: Vec::new(),
            edges: vec![],
            entry: LocId(0),
            error: LocId(1),
            ledger: vec![],
            frames,
            files: vec![],
        };
        Builder {
            arena: Arena::new(),
            cfa,
        }
    }
    fn location(&mut self) -> LocId {
        self.cfa.locations.push(Location {
            frame: FrameId(0),
            pos: Pos::default(),
        });
        LocId(self.cfa.locations.len() as u32 - 1)
    }
    fn edge(&mut self, from: LocId, to: LocId, stmts: &[StmtKind]) {
        let stmts = stmts
            .iter()
            .map(|&kind| Stmt {
                kind,
                pos: Pos::default(),
                frame: FrameId(0),
            })
            .collect();
        self.cfa.edges.push(Edge {
            from,
            to,
            stmts,
            call: None,
        });
    }
    fn var(&mut self, i: usize) -> Expr {
        self.arena.var(VarId(i as u32), IntType::I32)
    }
    fn is(&mut self, i: usize, v: i128) -> Expr {
        let (x, v) = (self.var(i), self.arena.lit(v));
        self.arena.eq(x, v)
    }
    fn set(&mut self, i: usize, v: i128) -> StmtKind {
        StmtKind::Assign {
            var: VarId(i as u32),
            value: self.arena.lit(v),
        }
    }
    /// Verifies; what is called safe must also be proved and accepted.
    fn verify(mut self) -> (Outcome, Stats) {
        self.verify_from(None)
    }
    /// The same, from a seed.
    fn verify_from(&mut self, seed: Option<&Seed>) -> (Outcome, Stats) {
        self.cfa.validate(&self.arena).expect("well formed");
        let approximations = Approximations::default();
        let task = Task {
            seed,
            ..Task::new(&self.cfa, &approximations)
        };
        let budget = Budget::start(&Limits::default());
        let (outcome, stats) = verify_with(
            &mut self.arena,
            (task, &mut Default::default()),
            &budget,
            &mut Silent,
        );
        if let Outcome::Safe { invariants, .. } = &outcome {
            let proofs = prove(
                &mut self.arena,
                &self.cfa,
                invariants,
                (1, &Known::default()),
                &mut |_, _| true,
            )
            .expect("provable");
            let certificate = Certificate {
                binding: Binding {
                    profile: self.cfa.profile.name().into(),
                    signature: digest(SIGNATURE.as_bytes()),
                    specification: [0; 32],
                    cfa: digest(&cfa_bytes(&self.arena, &self.cfa)),
                },
                annotations: Annotations {
                    table: proofs.table,
                    invariants: proofs.invariant_roots,
                },
                proofs: proofs.obligations,
                ledger: vec![],
                provenance: None,
                automaton: None,
                specification: None,
                resume: None,
            };
            let policy = Policy {
                specification: [0; 32],
                deny: vec![],
                limits: CheckLimits::DEFAULT,
            };
            let verdict = check(&mut self.arena, &self.cfa, &certificate.claimed(), &policy);
            println!("{} bytes, {verdict:?}", encode(&certificate).len());
            assert!(matches!(verdict, Verdict::Accepted(_)), "{verdict:?}");
        }
        (outcome, stats)
    }
}

/// Paper 004, figure 1: `do { lock(); old = new; if (*) { unlock(); new++; } } while (new != old);
/// unlock();`
fn figure1(buggy: bool) -> Builder {
    let mut b = Builder::new(3);
    let (lock, old, new) = (0, 1, 2);
    let (error, head, locked, test, done) = (
        LocId(1),
        b.location(),
        b.location(),
        b.location(),
        b.location(),
    );
    let (init, take, free) = (b.set(lock, 0), b.set(lock, 1), b.set(lock, 0));
    let held = b.is(lock, 1);
    let free_now = b.is(lock, 0);
    let (not_held, not_free) = (b.arena.not(held), b.arena.not(free_now));
    b.edge(LocId(0), head, &[init]);
    b.edge(head, error, &[StmtKind::Assume(not_free)]);
    let (n, o) = (b.var(new), b.var(old));
    b.edge(
        head,
        locked,
        &[
            StmtKind::Assume(free_now),
            take,
            StmtKind::Assign {
                var: VarId(old as u32),
                value: n,
            },
        ],
    );
    b.edge(locked, test, &[]);
    b.edge(locked, error, &[StmtKind::Assume(not_held)]);
    let one = b.arena.lit(1);
    let sum = b.arena.mk(proofmark_logic::arena::Op::Add, &[n, one]);
    let next = b.arena.wrap(IntType::I32, sum);
    let bump = StmtKind::Assign {
        var: VarId(new as u32),
        value: if buggy { n } else { next },
    };
    b.edge(locked, test, &[StmtKind::Assume(held), free, bump]);
    let same = b.arena.eq(n, o);
    let differ = b.arena.not(same);
    b.edge(test, head, &[StmtKind::Assume(differ)]);
    b.edge(test, done, &[StmtKind::Assume(same)]);
    b.edge(done, error, &[StmtKind::Assume(not_held)]);
    b
}

/// `n` independent locks, each taken and released under its own condition, in a loop.
fn locks(n: usize, buggy: bool) -> Builder {
    let mut b = Builder::new(2 * n);
    let error = LocId(1);
    let head = b.location();
    b.edge(LocId(0), head, &[]);
    let mut at = b.location();
    let resets: Vec<StmtKind> = (0..n).map(|i| b.set(n + i, 0)).collect();
    b.edge(head, at, &resets);
    for i in 0..n {
        let next = b.location();
        let off = b.is(i, 0);
        let on = b.arena.not(off);
        let take = b.set(n + i, if buggy && i == n - 1 { 2 } else { 1 });
        b.edge(at, next, &[StmtKind::Assume(on), take]);
        b.edge(at, next, &[StmtKind::Assume(off)]);
        at = next;
    }
    for i in 0..n {
        let (next, test) = (b.location(), b.location());
        let off = b.is(i, 0);
        let on = b.arena.not(off);
        let held = b.is(n + i, 1);
        let open = b.arena.not(held);
        let release = b.set(n + i, 0);
        b.edge(at, test, &[StmtKind::Assume(on)]);
        b.edge(test, error, &[StmtKind::Assume(open)]);
        b.edge(test, next, &[StmtKind::Assume(held), release]);
        b.edge(at, next, &[StmtKind::Assume(off)]);
        at = next;
    }
    b.edge(at, head, &[]);
    b
}

#[test]
fn the_papers_example_is_safe_and_its_twin_is_not() {
    let (outcome, stats) = figure1(false).verify();
    assert!(
        matches!(outcome, Outcome::Safe { .. }),
        "{outcome:?} {stats:?}"
    );
    let (outcome, _) = figure1(true).verify();
    assert!(matches!(outcome, Outcome::Unsafe { .. }), "{outcome:?}");
}

#[test]
fn independent_locks_cost_about_their_number() {
    for n in [1, 3, 15] {
        let (outcome, stats) = locks(n, false).verify();
        assert!(
            matches!(outcome, Outcome::Safe { .. }),
            "{n}: {outcome:?} {stats:?}"
        );
        assert!(stats.nodes < 40 * n + 40, "{n}: {stats:?}");
        let (outcome, _) = locks(n, true).verify();
        assert!(
            matches!(outcome, Outcome::Unsafe { .. }),
            "{n}: {outcome:?}"
        );
    }
}

/// Formulas that claim something about the variables of an automaton, or nothing.
fn claims(b: &mut Builder, vars: usize) -> Vec<Option<Expr>> {
    let mut claims = vec![None, Some(Arena::TRUE), Some(Arena::FALSE)];
    for i in 0..vars {
        let (zero, one) = (b.is(i, 0), b.is(i, 1));
        let either = b.arena.or(zero, one);
        let not = b.arena.not(one);
        claims.extend([Some(zero), Some(one), Some(either), Some(not)]);
    }
    claims
}

#[test]
fn whatever_a_seed_claims_the_answer_is_right_and_has_a_proof() {
    let mut state = 1u32;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % n
    };
    for round in 0..60 {
        for buggy in [false, true] {
            let (mut b, vars) = match round % 2 {
                0 => (figure1(buggy), 3),
                _ => (locks(3, buggy), 6),
            };
            let claims = claims(&mut b, vars);
            let mut some = || claims[random(claims.len())];
            let regions = b.cfa.locations.iter().map(|_| some()).collect();
            let predicates = b.cfa.locations.iter().map(|_| some().into_iter().collect());
            let seed = Seed {
                regions,
                predicates: predicates.collect(),
                ..Seed::default()
            };
            let (outcome, _) = b.verify_from(Some(&seed));
            match outcome {
                Outcome::Safe { .. } => assert!(!buggy, "{round}: {seed:?}"),
                Outcome::Unsafe { .. } => assert!(buggy, "{round}: {seed:?}"),
                Outcome::Unknown { reason } => panic!("{round}: {reason} {seed:?}"),
            }
        }
    }
}

#[test]
fn an_invariant_that_is_known_is_not_searched_for_again() {
    let mut b = locks(3, false);
    let (outcome, fresh) = b.verify_from(None);
    let Outcome::Safe { invariants, .. } = outcome else {
        panic!("{outcome:?}");
    };
    let conforming = proofmark_logic::vc::Builder::kinds(&b.cfa).collect();
    let seed = Seed {
        regions: invariants.iter().copied().map(Some).collect(),
        conforming,
        ..Seed::default()
    };
    let (outcome, stats) = b.verify_from(Some(&seed));
    let Outcome::Safe {
        invariants: again, ..
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    assert_eq!(again, invariants);
    assert!(fresh.theory_calls > 0);
    assert_eq!((stats.theory_calls, stats.iterations), (0, 0), "{stats:?}");
    assert_eq!(stats.reused.nodes, b.cfa.locations.len());
    assert_eq!(stats.reused.frontier, 0);
}
