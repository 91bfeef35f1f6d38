//! Proofs that were written before: for obligations with the same formula they are copied, without
//! a search (paper 000: a proof that still applies is not made again).
//!
//! A proof stays the tokens that it is; only what depends on the certificate is made anew: terms,
//! which refer to the table and to the edge's substitution, and the numbers of lemmas. Formulas are
//! compared up to the numbers of the constants that havocs introduce. That a copy proves what it is
//! copied for is for the checker to say, as of every proof.

use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::proof::Token;
use proofmark_logic::substitution::Substitution;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Formulas may not need more nodes than this.
const NODES_MAX: usize = super::NODES_MAX;

/// A part of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A token that says the same everywhere: a rule, a hypothesis, a literal, an operation.
    Token(Token),
    /// A term.
    Term(Expr),
    /// A lemma, by its number where the proof comes from.
    Lemma(u32),
}

/// A lemma.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KnownLemma {
    /// The formula.
    pub statement: Vec<Piece>,
    /// Its proof.
    pub proof: Vec<Piece>,
}

/// Proofs by the formulas that they prove.
#[derive(Default, Debug)]
pub struct Known {
    /// By canonical formula: the proof, and the numbers of the constants of its havocs in the order
    /// in which the formula mentions them.
    proofs: HashMap<Expr, (Vec<Piece>, Vec<u32>)>,
    /// Lemmas by number; `None` for one that cannot be said here.
    lemmas: Vec<Option<KnownLemma>>,
}

/// A proof of an obligation of this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Copied {
    pub(super) proof: Vec<Piece>,
    /// The lemmas that it needs, those first that others need.
    pub(super) lemmas: BTreeSet<u32>,
}

impl Known {
    /// Adds the next lemma.
    pub fn add_lemma(&mut self, lemma: Option<KnownLemma>) {
        self.lemmas.push(lemma);
    }

    /// Adds the proof of a formula.
    pub fn add_proof(&mut self, arena: &mut Arena, formula: Expr, proof: Vec<Piece>) {
        if let Some((canonical, constants)) = canonical(arena, formula) {
            self.proofs.entry(canonical).or_insert((proof, constants));
        }
    }

    /// Adds the proofs of another certificate of formulas that have none here.
    pub fn extend(&mut self, other: Known) {
        let offset = u32::try_from(self.lemmas.len()).unwrap_or(u32::MAX);
        let moved = |pieces: Vec<Piece>| -> Vec<Piece> {
            let moved = pieces.into_iter().map(|piece| match piece {
                Piece::Lemma(number) => Piece::Lemma(number.saturating_add(offset)),
                Piece::Token(_) | Piece::Term(_) => piece,
            });
            moved.collect()
        };
        self.lemmas.extend(other.lemmas.into_iter().map(|lemma| {
            lemma.map(|lemma| KnownLemma {
                statement: moved(lemma.statement),
                proof: moved(lemma.proof),
            })
        }));
        for (formula, (proof, constants)) in other.proofs {
            let own = self.proofs.entry(formula);
            own.or_insert_with(|| (moved(proof), constants));
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.proofs.is_empty()
    }

    /// Whether a formula has a proof.
    pub fn proves(&self, arena: &mut Arena, formula: Expr) -> bool {
        let canonical = canonical(arena, formula);
        canonical.is_some_and(|(canonical, _)| self.proofs.contains_key(&canonical))
    }

    /// The proof of a formula, for an edge with these constants for its havocs.
    pub(super) fn find(&self, arena: &mut Arena, formula: Expr, havocs: &[Expr]) -> Option<Copied> {
        if self.is_empty() {
            return None;
        }
        let (canonical, new) = canonical(arena, formula)?;
        let (pieces, old) = self.proofs.get(&canonical)?;
        let mut renaming = Renaming::new(old, &new, havocs);
        let mut lemmas = BTreeSet::new();
        let proof = renaming.pieces(arena, pieces)?;
        let mut work = lemmas_of(&proof);
        while let Some(number) = work.pop() {
            if !lemmas.insert(number) {
                continue;
            }
            let lemma = self.lemmas.get(number as usize)?.as_ref()?;
            for pieces in [&lemma.statement, &lemma.proof] {
                // What a lemma says of constants it says of these.
                if renaming.pieces(arena, pieces)? != *pieces {
                    return None;
                }
                work.extend(lemmas_of(pieces));
            }
        }
        Some(Copied { proof, lemmas })
    }

    /// A lemma of a proof that was found.
    pub(super) fn lemma(&self, number: u32) -> Option<&KnownLemma> {
        self.lemmas.get(number as usize)?.as_ref()
    }
}

fn lemmas_of(pieces: &[Piece]) -> Vec<u32> {
    let lemma = |piece: &Piece| match piece {
        Piece::Lemma(number) => Some(*number),
        Piece::Token(_) | Piece::Term(_) => None,
    };
    pieces.iter().filter_map(lemma).collect()
}

/// Other numbers for the constants of havocs.
struct Renaming<'a> {
    numbers: HashMap<u32, u32>,
    havocs: &'a [Expr],
}

impl<'a> Renaming<'a> {
    fn new(old: &[u32], new: &[u32], havocs: &'a [Expr]) -> Renaming<'a> {
        let numbers = old.iter().copied().zip(new.iter().copied()).collect();
        Renaming { numbers, havocs }
    }

    /// The same pieces with other constants; `None` if one of them is none of the edge's.
    fn pieces(&mut self, arena: &mut Arena, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let mut out = Vec::with_capacity(pieces.len());
        for piece in pieces {
            out.push(match *piece {
                Piece::Term(term) => Piece::Term(self.term(arena, term)?),
                other => other,
            });
        }
        Some(out)
    }

    fn term(&self, arena: &mut Arena, term: Expr) -> Option<Expr> {
        let mut sigma = Substitution::default();
        for (constant, node) in constants(arena, term) {
            let number = self.numbers.get(&constant).copied().unwrap_or(constant);
            let renamed = numbered(arena, node, number);
            if self.havocs.get(number as usize) != Some(&renamed) {
                return None;
            }
            if number != constant {
                sigma.bind(VarId::fresh(constant), renamed);
            }
        }
        if sigma.bindings().is_empty() {
            return Some(term);
        }
        sigma.apply(arena, term, NODES_MAX).ok()
    }
}

/// The same constant with another number.
fn numbered(arena: &mut Arena, node: Node, number: u32) -> Expr {
    match node {
        Node::MapVar(_, ty) => arena.map_var(VarId::fresh(number), ty),
        Node::Var(_, ty) => arena.var(VarId::fresh(number), ty),
        other => arena.intern(other),
    }
}

/// The constants of havocs in a term, in the order in which it mentions them.
fn constants(arena: &Arena, term: Expr) -> Vec<(u32, Node)> {
    let (mut seen, mut found, mut work) = (HashSet::new(), Vec::new(), vec![term]);
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            node @ (Node::Var(v, _) | Node::MapVar(v, _)) => {
                found.extend(v.as_fresh().map(|number| (number, node)))
            }
            _ => work.extend(arena.args(e)),
        }
    }
    found
}

/// The formula with its constants numbered in the order in which it mentions them, and the numbers
/// that they have; `None` if it is too large.
fn canonical(arena: &mut Arena, formula: Expr) -> Option<(Expr, Vec<u32>)> {
    let found = constants(arena, formula);
    if found
        .iter()
        .zip(0..)
        .all(|((number, _), place)| *number == place)
    {
        return Some((formula, found.iter().map(|(number, _)| *number).collect()));
    }
    let mut sigma = Substitution::default();
    for ((number, node), place) in found.iter().zip(0..) {
        sigma.bind(VarId::fresh(*number), numbered(arena, *node, place));
    }
    let canonical = sigma.apply(arena, formula, NODES_MAX).ok()?;
    Some((canonical, found.iter().map(|(number, _)| *number).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proofmark_logic::types::IntType;

    fn fresh(arena: &mut Arena, number: u32) -> Expr {
        arena.var(VarId::fresh(number), IntType::I32)
    }

    #[test]
    fn a_formula_with_other_constants_has_the_same_proof_about_these() {
        let mut arena = Arena::new();
        let [a, b, c] = [0, 1, 2].map(|number| fresh(&mut arena, number));
        let (old, new) = (arena.le(b, a), arena.le(c, b));
        let mut known = Known::default();
        known.add_proof(
            &mut arena,
            old,
            vec![Piece::Token(Token::Rule(3)), Piece::Term(b)],
        );
        assert!(known.proves(&mut arena, new));
        let found = known.find(&mut arena, new, &[a, b, c]);
        let proof = found.map(|copied| copied.proof);
        assert_eq!(
            proof,
            Some(vec![Piece::Token(Token::Rule(3)), Piece::Term(c)])
        );
        let (other, three) = (arena.le(b, b), arena.lit(3));
        let third = arena.le(three, b);
        for formula in [other, third] {
            assert!(!known.proves(&mut arena, formula));
            assert_eq!(known.find(&mut arena, formula, &[a, b, c]), None);
        }
    }

    #[test]
    fn a_proof_about_constants_that_the_edge_does_not_have_is_not_found() {
        let mut arena = Arena::new();
        let [a, b] = [0, 1].map(|number| fresh(&mut arena, number));
        let (zero, x) = (arena.lit(0), arena.var(VarId(0), IntType::I32));
        let formula = arena.le(zero, x);
        let mut known = Known::default();
        known.add_proof(&mut arena, formula, vec![Piece::Term(b)]);
        assert!(known.proves(&mut arena, formula));
        assert_eq!(known.find(&mut arena, formula, &[a]), None);
        assert!(known.find(&mut arena, formula, &[a, b]).is_some());
    }

    #[test]
    fn lemmas_come_along_and_one_that_cannot_be_said_takes_its_users_with_it() {
        let mut arena = Arena::new();
        let (zero, x) = (arena.lit(0), arena.var(VarId(0), IntType::I32));
        let [first, second] = [arena.le(zero, x), arena.le(x, zero)];
        let mut known = Known::default();
        known.add_lemma(Some(KnownLemma::default()));
        known.add_lemma(Some(KnownLemma {
            statement: vec![Piece::Term(first)],
            proof: vec![Piece::Lemma(0)],
        }));
        known.add_lemma(None);
        known.add_proof(&mut arena, first, vec![Piece::Lemma(1)]);
        known.add_proof(&mut arena, second, vec![Piece::Lemma(2)]);
        let lemmas = known
            .find(&mut arena, first, &[])
            .map(|copied| copied.lemmas);
        assert_eq!(lemmas, Some(BTreeSet::from([0, 1])));
        assert_eq!(known.find(&mut arena, second, &[]), None);
        // Behind the proofs of another certificate the lemmas have other numbers.
        let mut all = Known::default();
        all.add_lemma(None);
        all.add_proof(&mut arena, second, Vec::new());
        all.extend(known);
        let found = |all: &Known, arena: &mut Arena, formula| all.find(arena, formula, &[]);
        let copied = found(&all, &mut arena, first).expect("it is the other's");
        assert_eq!(copied.proof, [Piece::Lemma(2)]);
        assert_eq!(copied.lemmas, BTreeSet::from([1, 2]));
        let user = all.lemma(2).expect("it is there");
        assert_eq!(user.proof, [Piece::Lemma(1)]);
        let copied = found(&all, &mut arena, second).expect("it was there");
        assert_eq!(copied.proof, []);
    }
}
