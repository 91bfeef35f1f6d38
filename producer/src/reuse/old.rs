//! The certificate of an earlier version: what it proved, and how.
//!
//! The bytes are hostile. What is used of them was first accepted by the checker, for the automaton
//! that they carry; nothing else of them is needed to be true.

use super::renaming::Renaming;
use super::resume::{Effort, Resume};
use crate::export;
use crate::prover::known::{Known, KnownLemma, Piece};
use proofmark_certs::{Certificate, DecodeError};
use proofmark_checker::check::Policy;
use proofmark_checker::limits::Limits;
use proofmark_checker::verdict::Verdict;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::Cfa;
use proofmark_logic::proof::Token;
use proofmark_logic::types::Profile;
use proofmark_logic::vc::{Builder, Effect, ObligationKind};
use std::collections::HashSet;
use std::fmt;

/// Formulas may not need more nodes than this.
const NODES_MAX: usize = 30_000_000;

/// An earlier version and its proof.
pub(super) struct Old {
    pub(super) arena: Arena,
    pub(super) cfa: Cfa,
    /// By location.
    pub(super) invariants: Vec<Expr>,
    /// By location, what the search tracked; empty where that is not known.
    pub(super) predicates: Vec<Vec<Expr>>,
    /// What the proof cost, if that is known.
    pub(super) effort: Option<Effort>,
    table: Vec<Expr>,
    certificate: Certificate,
}

/// Why an old certificate is of no use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unusable {
    /// It cannot be read: damaged, or of a newer format.
    Unreadable(DecodeError),
    /// It is about another ABI: (its own, this one).
    Architecture(String, &'static str),
    /// Its section *resume* is damaged.
    Resume(&'static str),
    /// It proves nothing about the program that it carries.
    Rejected(String),
    /// It carries no program: only its predicates can be used.
    NoGraph,
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Unreadable(error) => write!(f, "the old certificate cannot be read: {error}"),
            Unusable::Architecture(old, new) => {
                write!(
                    f,
                    "the old certificate is about {old}, the program about {new}"
                )
            }
            Unusable::Resume(what) => {
                write!(
                    f,
                    "the section resume of the old certificate is damaged: {what}"
                )
            }
            Unusable::Rejected(why) => write!(f, "the old certificate proves nothing: {why}"),
            Unusable::NoGraph => f.write_str(
                "the old certificate has no section resume (certify --resumable): only its \
                 predicates are used",
            ),
        }
    }
}

impl Old {
    /// Reads a certificate for a program with this profile.
    ///
    /// # Errors
    /// Why it is of no use.
    pub(super) fn read(bytes: &[u8], profile: Profile) -> Result<Old, Unusable> {
        let certificate = proofmark_certs::decode(bytes).map_err(Unusable::Unreadable)?;
        if certificate.binding.profile != profile.name() {
            let theirs = certificate.binding.profile.clone();
            return Err(Unusable::Architecture(theirs, profile.name()));
        }
        let resume = match certificate.resume.as_deref().map(Resume::decode) {
            Some(Ok(resume)) => Some(resume),
            Some(Err(what)) => return Err(Unusable::Resume(what)),
            None => None,
        };
        let carried = certificate.automaton.as_deref();
        let inside = resume.as_ref().and_then(|r| r.automaton.as_deref());
        let automaton = carried.or(inside).ok_or(Unusable::NoGraph)?;
        let (mut arena, cfa) =
            proofmark_certs::automaton::decode(automaton).map_err(Unusable::Unreadable)?;
        accepted(&mut arena, &cfa, &certificate)?;
        let foreign = |_| Unusable::Rejected("its table is about another program".to_owned());
        let (table, invariants) =
            export::table(&mut arena, &cfa, &certificate.annotations).map_err(foreign)?;
        let predicates = match &resume {
            Some(resume) => {
                let damaged = Unusable::Resume("its predicates cannot be read");
                let claimed = resume.predicates().ok_or(damaged.clone())?;
                let formulas = export::invariants(&mut arena, &cfa, &claimed);
                let formulas = formulas.map_err(|_| damaged)?;
                formulas.iter().map(|f| conjuncts(&arena, *f)).collect()
            }
            None => Vec::new(),
        };
        Ok(Old {
            arena,
            cfa,
            invariants,
            predicates,
            effort: resume.map(|resume| resume.effort),
            table,
            certificate,
        })
    }

    /// Its proofs, for a program in which its terms mean what `renaming` says.
    pub(super) fn known(&mut self, new: &mut Arena, renaming: &mut Renaming<'_>) -> Known {
        let mut known = Known::default();
        let (mut builder, mut seen) = (Builder::default(), HashSet::new());
        let proofs = std::mem::take(&mut self.certificate.proofs);
        let mut supply = proofs.into_iter();
        for kind in Builder::kinds(&self.cfa) {
            let Ok(obligation) = builder.obligation(
                &mut self.arena,
                &self.cfa,
                &self.invariants,
                kind,
                NODES_MAX,
            ) else {
                break;
            };
            if obligation.trivial || !seen.insert(obligation.formula) {
                continue;
            }
            let Some(proof) = supply.next() else { break };
            let mut reader = PieceReader {
                old: &mut self.arena,
                table: &self.table,
                effect: &mut builder.effect,
                new,
                renaming,
            };
            for lemma in &proof.lemmas {
                let statement = reader.pieces(&lemma.statement);
                let proof = reader.pieces(&lemma.proof);
                let both = statement.zip(proof);
                known.add_lemma(both.map(|(statement, proof)| KnownLemma { statement, proof }));
            }
            let pieces = reader.pieces(&proof.proof);
            let formula = renaming.term((&self.arena, new), obligation.formula);
            if let (Some(pieces), Some(formula)) = (pieces, formula) {
                known.add_proof(new, formula, pieces);
            }
        }
        known
    }

    /// How many obligations its proof covers that are not trivial, equal ones counted once.
    pub(super) fn nodes(&self) -> usize {
        self.cfa.locations.len()
    }
}

/// Has the checker accept a certificate for the automaton that it carries.
fn accepted(arena: &mut Arena, cfa: &Cfa, certificate: &Certificate) -> Result<(), Unusable> {
    let policy = Policy {
        specification: certificate.binding.specification,
        deny: Vec::new(),
        limits: Limits::DEFAULT,
    };
    let claimed = certificate.claimed();
    let why = match proofmark_checker::check(arena, cfa, &claimed, &policy) {
        Verdict::Accepted(_) => return Ok(()),
        Verdict::Rejected(reason) => reason.describe(arena, cfa),
        Verdict::Declined(reason) => reason.describe(),
    };
    Err(Unusable::Rejected(why))
}

/// The parts of a conjunction.
fn conjuncts(arena: &Arena, formula: Expr) -> Vec<Expr> {
    let (mut parts, mut rest) = (Vec::new(), formula);
    while let Node::App(Op::And, [part, more, _]) = arena.node(rest) {
        parts.push(part);
        rest = more;
    }
    parts
}

/// Reads the tokens of one obligation's proofs.
struct PieceReader<'a, 'b> {
    old: &'a mut Arena,
    table: &'a [Expr],
    effect: &'a mut Effect,
    new: &'a mut Arena,
    renaming: &'a mut Renaming<'b>,
}

impl PieceReader<'_, '_> {
    /// The same proof, its terms in the new program; `None` if one of them means nothing there.
    fn pieces(&mut self, tokens: &[Token]) -> Option<Vec<Piece>> {
        tokens.iter().map(|token| self.piece(*token)).collect()
    }

    fn piece(&mut self, token: Token) -> Option<Piece> {
        let term = match token {
            Token::Rule(_) | Token::Hyp(_) | Token::Lit(_) | Token::Type(_) | Token::App(_) => {
                return Some(Piece::Token(token))
            }
            Token::Lemma(number) => return Some(Piece::Lemma(number)),
            Token::Table(n) => *self.table.get(n as usize)?,
            Token::Subst(n) => {
                let term = *self.table.get(n as usize)?;
                self.effect.sigma.apply(self.old, term, NODES_MAX).ok()?
            }
            Token::Havoc(n) => *self.effect.havocs.get(n as usize)?,
        };
        let new = self.renaming.term((self.old, self.new), term)?;
        Some(Piece::Term(new))
    }
}

/// The kinds of obligations that say that regions are not left.
pub(super) fn steps(cfa: &Cfa) -> impl Iterator<Item = ObligationKind> + '_ {
    Builder::kinds(cfa).filter(|kind| *kind != ObligationKind::Error)
}
