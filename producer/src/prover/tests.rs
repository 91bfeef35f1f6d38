//! Small automata with inductive and with broken annotations, by hand and at random. Every proof
//! goes through the certificate's encoding and the checker.

use super::known::Known;
use super::{prove, Failure, Proofs};
use crate::theory::tests::parse_with;
use proofmark_certs::{decode, encode, Annotations, Binding, Certificate};
use proofmark_checker::check::{check, Policy};
use proofmark_checker::kernel::ProofError;
use proofmark_checker::limits::Limits;
use proofmark_checker::verdict::{Rejection, Verdict};
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, EdgeId, Frame, FrameId, LocId, Location, Pos, Scope, Stmt, StmtKind, VarDecl,
    VarSort,
};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::proof::Token;
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::vc::ObligationKind;
use proofmark_logic::SIGNATURE;

/// An automaton from text: `from -> to : x := e ; x := * ; [p] …`. Locations are numbers, the entry
/// is 0, the error is the greatest.
/// Proves with one thread, and with all the time there is.
fn proved(arena: &mut Arena, cfa: &Cfa, invariants: &[Expr]) -> Result<Proofs, Failure> {
    prove(
        arena,
        cfa,
        invariants,
        (1, &Known::default()),
        &mut |_, _| true,
    )
}

fn automaton(arena: &mut Arena, vars: &[(&str, VarSort)], text: &str) -> Cfa {
    let mut edges = Vec::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let (ends, block) = line.split_once(':').expect("a colon");
        let (from, to) = ends.split_once("->").expect("an arrow");
        let location = |s: &str| LocId(s.trim().parse().expect("a location"));
        let stmts = block
            .split(';')
            .map(str::trim)
            .filter(|s| !s.is_empty())
            .map(|s| statement(arena, vars, s))
            .collect();
        edges.push(Edge {
            from: location(from),
            to: location(to),
            stmts,
            call: None,
        });
    }
    let count = edges
        .iter()
        .map(|e| e.from.0.max(e.to.0) + 1)
        .max()
        .unwrap_or(1);
    Cfa {
        profile: Profile::Lp64,
        vars: vars
            .iter()
            .map(|&(name, sort)| VarDecl {
                name: name.to_string(),
                sort,
                scope: Scope::Global,
            })
            .collect(),
        objects: Vec::new(),
        locations: (0..count)
            .map(|_| Location {
                frame: FrameId(0),
                pos: Pos::default(),
            })
            .collect(),
        procedures: Vec::new(),
        edges,
        entry: LocId(0),
        error: LocId(count - 1),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".to_string(),
            caller: None,
            call_site: Pos::default(),
        }],
        files: Vec::new(),
    }
}

fn statement(arena: &mut Arena, vars: &[(&str, VarSort)], text: &str) -> Stmt {
    let kind = if let Some(condition) = text.strip_prefix('[') {
        StmtKind::Assume(formula(arena, vars, condition.trim_end_matches(']')))
    } else {
        let (name, value) = text.split_once('=').expect("an assignment");
        let name = name.trim();
        let var = VarId(
            u32::try_from(vars.iter().position(|v| v.0 == name).expect("a variable")).expect("few"),
        );
        if value.trim() == "*" {
            StmtKind::Havoc { var }
        } else {
            StmtKind::Assign {
                var,
                value: formula(arena, vars, value),
            }
        }
    };
    Stmt {
        kind,
        pos: Pos::default(),
        frame: FrameId(0),
    }
}

fn formula(arena: &mut Arena, vars: &[(&str, VarSort)], text: &str) -> Expr {
    parse_with(arena, text, &|arena, word| {
        if let Ok(v) = word.parse::<i128>() {
            return arena.lit(v);
        }
        match (word, vars.iter().position(|v| v.0 == word)) {
            ("true", _) => Arena::TRUE,
            ("false", _) => Arena::FALSE,
            ("s32", _) => arena.ty(IntType::I32),
            (_, Some(i)) => {
                let id = VarId(u32::try_from(i).expect("few"));
                match vars[i].1 {
                    VarSort::Int(ty) => arena.var(id, ty),
                    VarSort::Map(ty) => arena.map_var(id, ty),
                }
            }
            _ => panic!("unknown leaf {word}"),
        }
    })
}

/// Encodes, decodes and checks; returns the size of the encoding.
fn confirm(arena: &mut Arena, cfa: &Cfa, proofs: Proofs) -> usize {
    let certificate = certificate(arena, cfa, proofs);
    let bytes = encode(&certificate);
    let verdict = verdict(
        arena,
        cfa,
        &decode(&bytes).expect("what was encoded can be decoded"),
    );
    assert!(matches!(verdict, Verdict::Accepted(_)), "{verdict:?}");
    bytes.len()
}

fn certificate(arena: &Arena, cfa: &Cfa, proofs: Proofs) -> Certificate {
    Certificate {
        binding: Binding::of(cfa.profile, SIGNATURE, "", &cfa_bytes(arena, cfa)),
        annotations: Annotations {
            table: proofs.table,
            invariants: proofs.invariant_roots,
        },
        proofs: proofs.obligations,
        ledger: Vec::new(),
        provenance: None,
        automaton: None,
        specification: None,
        resume: None,
    }
}

fn verdict(arena: &mut Arena, cfa: &Cfa, certificate: &Certificate) -> Verdict {
    let policy = Policy {
        specification: certificate.binding.specification,
        deny: Vec::new(),
        limits: Limits::DEFAULT,
    };
    check(arena, cfa, &certificate.claimed(), &policy)
}

/// Naming another havoc's constant, or one that is none, must not go through.
#[test]
fn havoc_constants_are_the_edges_own() {
    let mut arena = Arena::new();
    let (vars, text, invariants) = PROVABLE
        .iter()
        .find(|row| row.1.contains("M = *"))
        .expect("a row with a havoc");
    let cfa = automaton(&mut arena, vars, text);
    let invariants: Vec<Expr> = invariants
        .iter()
        .map(|i| formula(&mut arena, vars, i))
        .collect();
    let mut proofs = proved(&mut arena, &cfa, &invariants).expect("an inductive annotation");
    let mut changed = 0;
    for token in proofs
        .obligations
        .iter_mut()
        .flat_map(|o| o.proof.iter_mut())
    {
        if let Token::Havoc(n) = token {
            *n += 1;
            changed += 1;
        }
    }
    assert!(changed > 0);
    let certificate = certificate(&arena, &cfa, proofs);
    let verdict = verdict(&mut arena, &cfa, &certificate);
    assert!(
        matches!(
            verdict,
            Verdict::Rejected(Rejection::Proof {
                error: ProofError::UnknownHavoc(1),
                ..
            })
        ),
        "{verdict:?}"
    );
}

const INT: VarSort = VarSort::Int(IntType::I32);

/// Variables, automaton, invariants by location.
type Example = (
    &'static [(&'static str, VarSort)],
    &'static str,
    &'static [&'static str],
);

/// The paper's example, then one for each shape of formula.
const PROVABLE: &[Example] = &[
    (
        &[("lock", INT), ("new", INT), ("old", INT)],
        "0 -> 1 : lock = 0
         1 -> 4 : [(not (eq lock 0))]
         1 -> 2 : [(eq lock 0)]; lock = 1; old = new
         2 -> 3 : lock = 0; new = (wrap s32 (add new 1))
         2 -> 3 :
         3 -> 1 : [(not (eq new old))]
         3 -> 4 : [(eq new old)]; [(eq lock 0)]",
        &[
            "true",
            "(eq lock 0)",
            "(and (eq lock 1) (eq new old))",
            "(or (and (eq lock 1) (eq new old)) (and (eq lock 0) (not (eq new old))))",
            "false",
        ],
    ),
    (
        &[("x", INT), ("y", INT)],
        "0 -> 1 : x = 0; y = *; [(le 0 y)]; [(le y 9)]
         1 -> 1 : [(le x 7)]; x = (wrap s32 (add x 1)); y = x
         1 -> 2 : [(le 9 x)]",
        &["true", "(and (le 0 x) (and (le x 8) (le 0 y)))", "false"],
    ),
    (
        &[("p", INT), ("x", INT)],
        "0 -> 1 : [(eq p 0)]; x = 1
         0 -> 1 : [(not (eq p 0))]; x = 2
         1 -> 2 : [(eq p 0)]; [(not (eq x 1))]
         1 -> 2 : [(not (eq p 0))]; [(not (eq x 2))]",
        &["true", "(ite (eq p 0) (eq x 1) (eq x 2))", "false"],
    ),
    (
        &[
            ("M", VarSort::Map(IntType::I32)),
            ("a", VarSort::Int(IntType::U64)),
            ("b", VarSort::Int(IntType::U64)),
        ],
        "0 -> 1 : M = (upd M a 1)
         1 -> 2 : [(not (eq a b))]; M = (upd M b 2)
         1 -> 2 : [(eq a b)]
         2 -> 3 : [(not (eq (sel M a) 1))]",
        &["true", "(eq (sel M a) 1)", "(eq (sel M a) 1)", "false"],
    ),
    (
        &[
            ("M", VarSort::Map(IntType::I32)),
            ("a", VarSort::Int(IntType::U64)),
            ("b", VarSort::Int(IntType::U64)),
        ],
        "0 -> 1 : [(not (eq a b))]; M = *; M = (upd M a 1); M = (upd M b 2)
         1 -> 2 : [(not (eq (sel M a) 1))]",
        &["true", "(eq (sel M a) 1)", "false"],
    ),
    (
        &[("x", INT), ("y", INT)],
        "0 -> 1 : y = *; x = y; y = *
         1 -> 2 : [(eq x y)]; [(not (eq x y))]",
        &[
            "(or (eq x 0) (not (eq x 0)))",
            "(or (le x 4) (not (le x 4)))",
            "false",
        ],
    ),
];

#[test]
fn inductive_annotations_are_proved() {
    for (vars, text, invariants) in PROVABLE {
        let mut arena = Arena::new();
        let cfa = automaton(&mut arena, vars, text);
        let invariants: Vec<Expr> = invariants
            .iter()
            .map(|i| formula(&mut arena, vars, i))
            .collect();
        let proofs =
            proved(&mut arena, &cfa, &invariants).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        confirm(&mut arena, &cfa, proofs);
    }
}

/// Each annotation, with one location's formula made wrong: nothing must be "proved".
#[test]
fn broken_annotations_are_not_proved() {
    for (vars, text, invariants) in PROVABLE {
        for (location, &whole) in invariants.iter().enumerate() {
            let broken = if whole == "true" { "false" } else { "true" };
            let mut arena = Arena::new();
            let cfa = automaton(&mut arena, vars, text);
            let invariants: Vec<Expr> = invariants
                .iter()
                .enumerate()
                .map(|(i, f)| formula(&mut arena, vars, if i == location { broken } else { f }))
                .collect();
            let outcome = proved(&mut arena, &cfa, &invariants);
            // A tautology may stand for another.
            let harmless =
                whole.starts_with("(or (eq x 0) (not") || whole.starts_with("(or (le x 4) (not");
            assert!(
                harmless || matches!(outcome, Err(Failure::Stuck { .. })),
                "{text}\n{location}"
            );
        }
    }
}

/// A generator of numbers (xorshift).
struct Random(u64);
impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

const VARIABLES: usize = 4;
/// Values 0, 1, 2, and "any other".
const VALUES: usize = 4;
type State = [usize; VARIABLES];

/// A statement of a random program, as text and as a relation on abstract states.
#[derive(Clone, Copy)]
enum Action {
    Set(usize, usize),
    Copy(usize, usize),
    Havoc(usize),
    Is(usize, usize),
    IsNot(usize, usize),
    Same(usize, usize),
}

impl Action {
    fn random(random: &mut Random) -> Action {
        let (x, y, c) = (
            random.below(VARIABLES),
            random.below(VARIABLES),
            random.below(3),
        );
        match random.below(8) {
            0 | 1 => Action::Set(x, c),
            2 => Action::Copy(x, y),
            3 => Action::Havoc(x),
            4 | 5 => Action::Is(x, c),
            6 => Action::IsNot(x, c),
            _ => Action::Same(x, y),
        }
    }
    fn text(self) -> String {
        match self {
            Action::Set(x, c) => format!("x{x} = {c}"),
            Action::Copy(x, y) => format!("x{x} = x{y}"),
            Action::Havoc(x) => format!("x{x} = *"),
            Action::Is(x, c) => format!("[(eq x{x} {c})]"),
            Action::IsNot(x, c) => format!("[(not (eq x{x} {c}))]"),
            Action::Same(x, y) => format!("[(eq x{x} x{y})]"),
        }
    }
    fn post(self, states: &[State]) -> Vec<State> {
        let mut out = Vec::new();
        for &state in states {
            let mut next = state;
            match self {
                Action::Set(x, c) => next[x] = c,
                Action::Copy(x, y) => next[x] = state[y],
                Action::Havoc(x) => {
                    for v in 0..VALUES {
                        next[x] = v;
                        out.push(next);
                    }
                }
                Action::Is(x, c) if state[x] != c => continue,
                Action::IsNot(x, c) if state[x] == c => continue,
                Action::Same(x, y) if state[x] != state[y] => continue,
                _ => {}
            }
            out.push(next);
        }
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// A decision diagram for a set of abstract states, over the atoms `x = c` in order.
fn diagram(arena: &mut Arena, vars: &[(&str, VarSort)], states: &[State], atom: usize) -> Expr {
    if states.is_empty() {
        return Arena::FALSE;
    }
    if atom == VARIABLES * (VALUES - 1) {
        return Arena::TRUE;
    }
    let (x, c) = (atom / (VALUES - 1), atom % (VALUES - 1));
    let (yes, no): (Vec<State>, Vec<State>) = states.iter().partition(|s| s[x] == c);
    // After `x = c` the other atoms about `x` are decided, so they are skipped.
    let high = diagram(arena, vars, &yes, (x + 1) * (VALUES - 1));
    let low = diagram(arena, vars, &no, atom + 1);
    let p = formula(arena, vars, &format!("(eq {} {c})", vars[x].0));
    let not_p = arena.not(p);
    match (high, low) {
        _ if high == low => high,
        (Arena::TRUE, Arena::FALSE) => p,
        (Arena::FALSE, Arena::TRUE) => not_p,
        (_, Arena::FALSE) => arena.and(p, high),
        (Arena::FALSE, _) => arena.and(not_p, low),
        (Arena::TRUE, _) => arena.or(p, low),
        (_, Arena::TRUE) => arena.or(not_p, high),
        _ => arena.mk(proofmark_logic::arena::Op::Ite, &[p, high, low]),
    }
}

/// Exact abstract invariants of random programs are proved.
#[test]
fn random_programs_are_proved() {
    let names: Vec<String> = (0..VARIABLES).map(|i| format!("x{i}")).collect();
    let vars: Vec<(&str, VarSort)> = names.iter().map(|n| (n.as_str(), INT)).collect();
    for seed in 1..60u64 {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let locations = 3 + random.below(5);
        let edges: Vec<(usize, usize, Vec<Action>)> = (0..locations * 2)
            .map(|_| {
                (
                    random.below(locations),
                    random.below(locations),
                    (0..1 + random.below(3))
                        .map(|_| Action::random(&mut random))
                        .collect(),
                )
            })
            .collect();
        let mut reached: Vec<Vec<State>> = vec![Vec::new(); locations + 1];
        for n in 0..VALUES.pow(4) {
            reached[0].push([n % VALUES, n / VALUES % VALUES, n / 16 % VALUES, n / 64]);
        }
        loop {
            let mut changed = false;
            for (from, to, actions) in &edges {
                let mut post = reached[*from].clone();
                for action in actions {
                    post = action.post(&post);
                }
                let before = reached[*to].len();
                reached[*to].extend(post);
                reached[*to].sort_unstable();
                reached[*to].dedup();
                changed |= reached[*to].len() != before;
            }
            if !changed {
                break;
            }
        }
        let mut text: String = edges
            .iter()
            .map(|(from, to, actions)| {
                format!(
                    "{from} -> {to} : {}\n",
                    actions
                        .iter()
                        .map(|a| a.text())
                        .collect::<Vec<_>>()
                        .join("; ")
                )
            })
            .collect();
        text.push_str(&format!(
            "0 -> {locations} : [(eq x0 0)]; [(not (eq x0 0))]"
        ));
        let mut arena = Arena::new();
        let cfa = automaton(&mut arena, &vars, &text);
        let mut invariants: Vec<Expr> = reached[..locations]
            .iter()
            .map(|states| diagram(&mut arena, &vars, states, 0))
            .collect();
        invariants.push(Arena::FALSE);
        let proofs = proved(&mut arena, &cfa, &invariants)
            .unwrap_or_else(|e| panic!("seed {seed}\n{text}\n{e:?}"));
        let stats = proofs.stats;
        let bytes = confirm(&mut arena, &cfa, proofs);
        println!("seed {seed}: {bytes} bytes, {stats:?}");
    }
}

/// A conjunction over many variables is nested as deep as it is long.
#[test]
fn long_conjunctions_do_not_exhaust_the_stack() {
    let mut arena = Arena::new();
    let (cfa, outcome) = long_conjunction(&mut arena, 800);
    confirm(&mut arena, &cfa, outcome.expect("an inductive annotation"));
    let mut arena = Arena::new();
    assert_eq!(
        long_conjunction(&mut arena, 5_000).1,
        Err(Failure::TooLarge)
    );
}

fn long_conjunction(arena: &mut Arena, n: usize) -> (Cfa, Result<Proofs, Failure>) {
    let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
    let vars: Vec<(&str, VarSort)> = names.iter().map(|n| (n.as_str(), INT)).collect();
    let resets: String = names.iter().map(|n| format!("{n} = 0; ")).collect();
    let cfa = automaton(
        arena,
        &vars,
        &format!("0 -> 1 : {resets}\n1 -> 1 : x5 = 0\n1 -> 2 : [(not (eq x7 0))]"),
    );
    let all = names.iter().rev().fold(Arena::TRUE, |rest, name| {
        let atom = formula(arena, &vars, &format!("(eq {name} 0)"));
        if rest == Arena::TRUE {
            atom
        } else {
            arena.and(atom, rest)
        }
    });
    let outcome = proved(arena, &cfa, &[Arena::TRUE, all, Arena::FALSE]);
    (cfa, outcome)
}

/// A line of locations, each of which says `x = 1` and a thing of its own; the edges at `broken`
/// lose it.
fn line(arena: &mut Arena, edges: usize, broken: &[usize]) -> (Cfa, Vec<Expr>) {
    let vars = [("x", INT), ("y", INT)];
    let step = |n: usize| {
        if broken.contains(&n) {
            "x = 2".to_owned()
        } else {
            format!("y = {n}")
        }
    };
    let steps: String = (1..edges)
        .map(|n| format!("{n} -> {} : {}\n", n + 1, step(n)))
        .collect();
    let cfa = automaton(
        arena,
        &vars,
        &format!(
            "0 -> 1 : x = 1 ; y = 0\n{steps}{edges} -> {} : [(not (eq x 1))]",
            edges + 1
        ),
    );
    let mut invariants = vec![Arena::TRUE];
    for n in 1..=edges {
        let own = if broken.contains(&(n - 1)) {
            String::new()
        } else {
            format!("(eq y {})", n - 1)
        };
        let text = if own.is_empty() {
            "(eq x 1)".to_owned()
        } else {
            format!("(and (eq x 1) {own})")
        };
        invariants.push(formula(arena, &vars, &text));
    }
    invariants.push(Arena::FALSE);
    (cfa, invariants)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    const EDGES: usize = 1200;
    let prove_with = |jobs, broken: &[usize]| {
        let mut arena = Arena::new();
        let (cfa, invariants) = line(&mut arena, EDGES, broken);
        let outcome = prove(
            &mut arena,
            &cfa,
            &invariants,
            (jobs, &Known::default()),
            &mut |_, _| true,
        );
        (outcome, arena, cfa)
    };
    let (outcome, mut arena, cfa) = prove_with(1, &[]);
    let proofs = outcome.expect("an inductive annotation");
    assert!(
        proofs.stats.proved >= EDGES,
        "{:?}: enough for several pieces",
        proofs.stats
    );
    let certificate = certificate(&arena, &cfa, proofs.clone());
    let verdict = verdict(&mut arena, &cfa, &certificate);
    assert!(matches!(verdict, Verdict::Accepted(_)), "{verdict:?}");
    let failure = prove_with(1, &[300, 900]).0.expect_err("no proof");
    assert!(
        matches!(
            &failure,
            Failure::Stuck {
                kind: ObligationKind::Edge(EdgeId(300)),
                ..
            }
        ),
        "{failure:?}"
    );
    for jobs in [2, 3, 100] {
        assert_eq!(
            prove_with(jobs, &[]).0.as_ref(),
            Ok(&proofs),
            "{jobs} threads"
        );
        let (other, arena, _) = prove_with(jobs, &[300, 900]);
        assert_eq!(other.as_ref(), Err(&failure), "{jobs} threads");
        // What a failure names can be looked up.
        let Err(Failure::Stuck { goal, assumed, .. }) = other else {
            continue;
        };
        assert!(assumed
            .iter()
            .chain([&goal])
            .all(|e| e.index() < arena.len()));
    }
}

#[test]
fn all_threads_stop_when_the_caller_wants_no_more() {
    for jobs in [1, 3] {
        for patience in [0, 1] {
            let mut arena = Arena::new();
            let (cfa, invariants) = line(&mut arena, 1200, &[]);
            let mut questions = 0;
            let outcome = prove(
                &mut arena,
                &cfa,
                &invariants,
                (jobs, &Known::default()),
                &mut |_, _| {
                    questions += 1;
                    questions > patience + 1 || questions <= patience
                },
            );
            assert_eq!(
                outcome,
                Err(Failure::Stopped),
                "{jobs} threads, question {patience}"
            );
        }
    }
}
