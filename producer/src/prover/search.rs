//! The search for the proofs of all obligations, by several threads.
//!
//! The obligations are split into pieces that only depend on how many there are. Each piece is
//! proved by itself, with a copy of the expressions, and what was found is put together in the
//! order of the pieces: so the proofs are the same whatever the number of threads is, and whichever
//! is faster.

use super::term::{Book, ProofId};
use super::walk::{Stuck, Walker};
use super::{target, Failure, NODES_MAX};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::Cfa;
use proofmark_logic::vc::{Builder, ObligationKind};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{channel, RecvTimeoutError, Sender};
use std::thread::Scope;
use std::time::Duration;

/// Of a thread that proves; the environment does not choose it.
const STACK_BYTES: usize = 2 << 20;
/// Fewer obligations than this are not worth a piece of their own: what one piece learns about
/// literals does not help the others.
const PIECE_MIN: usize = 256;
/// Each piece needs a copy of all expressions.
const PIECES_MAX: usize = 8;
/// How long the caller's question whether to go on may wait.
const PATIENCE: Duration = Duration::from_millis(20);

/// An obligation that needs a proof.
pub(super) struct Question {
    pub(super) kind: ObligationKind,
    pub(super) formula: Expr,
    /// The constants that the edge's havocs introduce.
    pub(super) havocs: Vec<Expr>,
    /// What is assumed, outermost first: the source's invariant, then the edge's assumptions.
    pub(super) hypotheses: Vec<Expr>,
    conclusion: Expr,
    /// The atoms of the target's invariant in the state before the edge, each with the atom that it
    /// is the image of.
    images: Vec<(Expr, Expr)>,
}

/// Proofs of all questions, in their order.
pub(super) struct Found {
    pub(super) book: Book,
    /// What a proof proves, for those that may become lemmas.
    pub(super) goals: HashMap<ProofId, Expr>,
    pub(super) proofs: Vec<ProofId>,
    /// Nodes of the search, and calls of the decision procedure.
    pub(super) steps: u64,
    pub(super) calls: u64,
}

/// The obligations that need a proof; equal ones only once.
pub(super) fn questions(
    arena: &mut Arena,
    cfa: &Cfa,
    invariants: &[Expr],
) -> Result<Vec<Question>, Failure> {
    let mut builder = Builder::default();
    let mut seen = HashSet::new();
    let mut atoms: HashMap<Expr, Vec<Expr>> = HashMap::new();
    let mut questions = Vec::new();
    for kind in Builder::kinds(cfa) {
        let obligation = builder
            .obligation(arena, cfa, invariants, kind, NODES_MAX)
            .map_err(|_| Failure::TooLarge)?;
        if obligation.trivial || !seen.insert(obligation.formula) {
            continue;
        }
        let (hypotheses, conclusion) = sequent(arena, cfa, kind, &builder, obligation.formula);
        let wanted = target(cfa, invariants, kind).unwrap_or(Arena::TRUE);
        let mut images = Vec::new();
        for &atom in atoms
            .entry(wanted)
            .or_insert_with(|| atoms_of(arena, wanted))
            .iter()
        {
            images.push((
                builder
                    .effect
                    .sigma
                    .apply(arena, atom, NODES_MAX)
                    .unwrap_or(atom),
                atom,
            ));
        }
        questions.push(Question {
            kind,
            formula: obligation.formula,
            havocs: builder.effect.havocs.clone(),
            hypotheses,
            conclusion,
            images,
        });
    }
    Ok(questions)
}

/// The hypotheses and the conclusion of an obligation's formula.
fn sequent(
    arena: &Arena,
    cfa: &Cfa,
    kind: ObligationKind,
    builder: &Builder,
    formula: Expr,
) -> (Vec<Expr>, Expr) {
    let from_source = match kind {
        ObligationKind::Entry => 0,
        ObligationKind::Error => 1,
        ObligationKind::Edge(id) | ObligationKind::Enter(id) => {
            usize::from(cfa.edges.get(id.0 as usize).is_some())
        }
    };
    let mut hypotheses = Vec::new();
    let mut conclusion = formula;
    for _ in 0..from_source + builder.effect.hypotheses.len() {
        let Some((_, [assumed, rest, _])) = arena.app(conclusion) else {
            break;
        };
        hypotheses.push(assumed);
        conclusion = rest;
    }
    (hypotheses, conclusion)
}

/// The atoms that a formula branches on or consists of.
fn atoms_of(arena: &Arena, formula: Expr) -> Vec<Expr> {
    let mut seen = HashSet::new();
    let mut atoms = Vec::new();
    let mut work = vec![formula];
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        if arena.is_atom(e) {
            atoms.push(e);
        } else if let Node::App(Op::And | Op::Or | Op::Ite | Op::Not, _) = arena.node(e) {
            work.extend(arena.args(e));
        }
    }
    atoms
}

/// Proves the questions with up to `jobs` threads. `go_on` is told how many of how many are done,
/// and answers whether there is time for more.
///
/// # Errors
/// The first obligation without a proof, or [`Failure::Stopped`].
pub(super) fn search(
    arena: &mut Arena,
    invariants: &[Expr],
    questions: &[Question],
    jobs: usize,
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Found, Failure> {
    let size = questions.len().div_ceil(PIECES_MAX).max(PIECE_MIN);
    let pieces: Vec<&[Question]> = questions.chunks(size).collect();
    let shared = Shared {
        arena,
        invariants,
        pieces: &pieces,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        done: AtomicUsize::new(0),
    };
    if !go_on(0, questions.len()) {
        return Err(Failure::Stopped);
    }
    let mut results: Vec<Option<Piece>> = pieces.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        shared.start(scope, jobs, sender);
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok((index, piece)) => {
                    if let Some(slot) = results.get_mut(index) {
                        *slot = Some(piece);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if !go_on(shared.done.load(Ordering::Relaxed), questions.len()) {
                shared.stop.store(true, Ordering::Relaxed);
            }
        }
    });
    if shared.stop.into_inner() {
        return Err(Failure::Stopped);
    }
    let copied = arena.len();
    let mut all = Found {
        book: Book::new(),
        goals: HashMap::new(),
        proofs: Vec::new(),
        steps: 0,
        calls: 0,
    };
    for piece in results {
        // Pieces behind a failure may be left out.
        let Piece {
            arena: theirs,
            found,
        } = piece.ok_or(Failure::Stopped)?;
        match found {
            Ok(found) if all.proofs.is_empty() => (*arena, all) = (theirs, found),
            Ok(found) => all.absorb(arena, (&theirs, copied), found),
            Err(failure) => {
                // The failure speaks of expressions that are only there.
                *arena = theirs;
                return Err(failure);
            }
        }
    }
    Ok(all)
}

/// What the threads share.
struct Shared<'a> {
    arena: &'a Arena,
    invariants: &'a [Expr],
    pieces: &'a [&'a [Question]],
    /// The next piece that nobody works on.
    next: AtomicUsize,
    stop: AtomicBool,
    done: AtomicUsize,
}

/// What was found for some questions, with the expressions that it speaks of.
struct Piece {
    arena: Arena,
    found: Result<Found, Failure>,
}

impl Shared<'_> {
    /// Works with up to `jobs` threads; where there are no more, those that there are do the work.
    fn start<'s>(&'s self, scope: &'s Scope<'s, '_>, jobs: usize, sender: Sender<(usize, Piece)>) {
        let mut started = 0;
        for _ in 0..jobs.clamp(1, self.pieces.len().max(1)) {
            let sender = sender.clone();
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            started += u32::from(thread.spawn_scoped(scope, || self.work(sender)).is_ok());
        }
        if started == 0 {
            self.work(sender);
        }
    }

    /// Proves pieces until none is left. Pieces are begun in order, so that the first failure is
    /// the same in every run.
    fn work(&self, results: Sender<(usize, Piece)>) {
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = self.pieces.get(index) else {
                return;
            };
            let mut arena = self.arena.clone();
            let found = self.prove(&mut arena, piece);
            if found.is_err() {
                self.next.fetch_max(self.pieces.len(), Ordering::Relaxed);
            }
            if results.send((index, Piece { arena, found })).is_err() {
                return;
            }
        }
    }

    fn prove(&self, arena: &mut Arena, questions: &[Question]) -> Result<Found, Failure> {
        let mut go_on = || !self.stop.load(Ordering::Relaxed);
        let mut walker = Walker::new(arena, self.invariants, &mut go_on);
        let mut proofs = Vec::with_capacity(questions.len());
        for question in questions {
            let proof = walker
                .prove(&question.hypotheses, question.conclusion, &question.images)
                .map_err(|stuck| match stuck {
                    Stuck::Goal { goal, assumed } => Failure::Stuck {
                        kind: question.kind,
                        goal,
                        assumed,
                    },
                    Stuck::TooDeep => Failure::TooLarge,
                    Stuck::Stopped => Failure::Stopped,
                })?;
            self.done.fetch_add(1, Ordering::Relaxed);
            proofs.push(proof);
        }
        let Walker {
            book,
            goals,
            steps,
            calls,
            ..
        } = walker;
        Ok(Found {
            book,
            goals,
            proofs,
            steps,
            calls,
        })
    }
}

impl Found {
    /// Adds what was found with the expressions `theirs`. Those below `copied` are the same in
    /// `arena`.
    fn absorb(&mut self, arena: &mut Arena, (theirs, copied): (&Arena, usize), found: Found) {
        let translate = |new: &[Expr], e: Expr| {
            e.index()
                .checked_sub(copied)
                .and_then(|i| new.get(i))
                .copied()
                .unwrap_or(e)
        };
        let mut new: Vec<Expr> = Vec::with_capacity(theirs.len().saturating_sub(copied));
        for e in (copied..theirs.len()).filter_map(|index| theirs.at(index)) {
            let node = match theirs.node(e) {
                Node::App(op, args) => Node::App(op, args.map(|arg| translate(&new, arg))),
                leaf => leaf,
            };
            new.push(arena.intern(node));
        }
        let behind = self.book.absorb(found.book, |e| translate(&new, e));
        self.goals.extend(
            found
                .goals
                .into_iter()
                .map(|(id, goal)| (id.behind(behind), translate(&new, goal))),
        );
        self.proofs
            .extend(found.proofs.into_iter().map(|id| id.behind(behind)));
        self.steps += found.steps;
        self.calls += found.calls;
    }
}
