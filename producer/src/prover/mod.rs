//! The obligation prover: LF proofs of the verification condition (paper 004, section 4).
//!
//! All obligations are proved first (`search`), into a store of shared proofs (`term`) by a
//! memoising walk over decision diagrams (`walk`) that asks the decision procedure about literals.
//! Then subproofs that are used often enough become lemmas, and everything is written down as
//! tokens with terms that refer to the certificate's expression table (`table`).

pub mod known;
pub(crate) mod refutation;
mod search;
mod table;
pub(crate) mod term;
mod walk;

#[cfg(test)]
mod tests;

use known::{Copied, Known, Piece};
use proofmark_certs::Annotations;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::{Cfa, EdgeId};
use proofmark_logic::proof::{Lemma, ObligationProof, TableNode, Token};
use proofmark_logic::vc::{Builder, ObligationKind};
use search::{Found, Question};
use std::collections::{HashMap, HashSet};
use table::{Names, Table};
use term::{Book, ProofId, Speller, Unwritable};

/// Formulas of one verification condition may not need more nodes than this.
const NODES_MAX: usize = 30_000_000;

/// The proof part of a certificate, and the table that it and the annotation refer to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proofs {
    /// The expression table: all invariants, then terms that only proofs need.
    pub table: Vec<TableNode>,
    /// For each location, the position of its invariant in the table.
    pub invariant_roots: Vec<u32>,
    /// One proof for each obligation that is not trivial, in the order of [`Builder::kinds`]; equal
    /// obligations only once.
    pub obligations: Vec<ObligationProof>,
    /// What it took.
    pub stats: Stats,
}

/// Counts for reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Obligations, trivial ones included.
    pub obligations: usize,
    /// Obligations with a proof of their own.
    pub proved: usize,
    /// Those of them that are copies of known ones.
    pub copied: usize,
    /// Lemmas in all.
    pub lemmas: usize,
    /// Tokens in all.
    pub tokens: usize,
    /// Nodes of the search.
    pub steps: u64,
    /// Calls of the decision procedure.
    pub calls: u64,
}

/// Why there is no proof of the verification condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The subgoal was not proved: the invariants are no invariants, or the prover is too weak.
    Stuck {
        /// The obligation.
        kind: ObligationKind,
        /// The subgoal.
        goal: Expr,
        /// The literals that were known there.
        assumed: Vec<Expr>,
    },
    /// A proof was found, but cannot be written in the certificate's language.
    Unwritable {
        /// The obligation.
        kind: ObligationKind,
        /// Why.
        why: Unwritable,
    },
    /// The formulas outgrew the arena's limit, or are nested too deeply.
    TooLarge,
    /// The caller wanted no more.
    Stopped,
}

/// Proves the verification condition of `cfa` under the annotation `invariants`, one formula per
/// location, with up to `jobs` threads; the proofs do not depend on how many there are. What is
/// `known` is not proved again. `go_on` is told how many proofs of how many are done, and answers
/// whether there is time for more; it is called often.
///
/// # Errors
/// [`Failure`].
pub fn prove(
    arena: &mut Arena,
    cfa: &Cfa,
    invariants: &[Expr],
    (jobs, known): (usize, &Known),
    go_on: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Proofs, Failure> {
    let all = search::questions(arena, cfa, invariants)?;
    let total = all.len();
    let Divided {
        questions,
        copies,
        sources,
    } = Divided::new(arena, known, all);
    let Found {
        book,
        goals,
        proofs,
        steps,
        calls,
    } = search::search(arena, invariants, &questions, jobs, go_on)?;
    let stats = Stats {
        obligations: Builder::kinds(cfa).count(),
        proved: total,
        copied: copies.len(),
        steps,
        calls,
        ..Stats::default()
    };
    let mut writer = Writer {
        book,
        goals,
        table: Table::default(),
        chosen: HashSet::new(),
        lemmas: HashMap::new(),
        copied: HashMap::new(),
        stats,
    };
    let invariant_roots = writer.roots(arena, invariants)?;
    writer.choose_lemmas(&proofs);
    let mut obligations = Vec::with_capacity(total);
    let mut builder = Builder::default();
    for source in sources {
        let (question, source) = match source {
            Source::Found(n) => (&questions[n], Ok(proofs[n])),
            Source::Copied(n) => (&copies[n].0, Err(&copies[n].1)),
        };
        let kind = question.kind;
        builder
            .obligation(arena, cfa, invariants, kind, NODES_MAX)
            .map_err(|_| Failure::TooLarge)?;
        let target = target(cfa, invariants, kind).unwrap_or(Arena::TRUE);
        let names = Names::new(arena, &mut builder.effect, target, NODES_MAX)
            .map_err(|_| Failure::TooLarge)?;
        let written = match source {
            Ok(proof) => writer.obligation(arena, &names, (question, proof)),
            Err(copied) => writer.copy(arena, &names, (known, copied)),
        };
        obligations.push(written.map_err(|why| Failure::Unwritable { kind, why })?);
    }
    Ok(Proofs {
        table: writer.table.nodes,
        invariant_roots,
        obligations,
        stats: writer.stats,
    })
}

/// Formulas as a certificate has invariants. A formula that has no place in a table is `true`.
pub(crate) fn annotations(arena: &Arena, formulas: &[Expr]) -> Annotations {
    let mut table = Table::default();
    let mut invariants = Vec::with_capacity(formulas.len());
    for &formula in formulas {
        let root = table.ensure(arena, formula);
        let root = root.or_else(|_| table.ensure(arena, Arena::TRUE));
        invariants.push(root.unwrap_or_default());
    }
    Annotations {
        table: table.nodes,
        invariants,
    }
}

/// The invariant that an obligation concludes, in the state before the edge; none if that is no
/// location's.
fn target(cfa: &Cfa, invariants: &[Expr], kind: ObligationKind) -> Option<Expr> {
    let edge = |id: EdgeId| cfa.edges.get(id.0 as usize);
    let location = match kind {
        ObligationKind::Entry => cfa.entry,
        ObligationKind::Error => return None,
        ObligationKind::Edge(id) => edge(id)?.to,
        ObligationKind::Enter(id) => cfa.procedures.get(edge(id)?.call?.0 as usize)?.entry,
    };
    invariants.get(location.0 as usize).copied()
}

/// Where the proof of a question comes from: its place among those that were found, or copied.
enum Source {
    Found(usize),
    Copied(usize),
}

/// Questions by where their proofs come from.
struct Divided {
    questions: Vec<Question>,
    copies: Vec<(Question, Copied)>,
    /// In the order of the questions.
    sources: Vec<Source>,
}

impl Divided {
    fn new(arena: &mut Arena, known: &Known, all: Vec<Question>) -> Divided {
        let (mut questions, mut copies) = (Vec::new(), Vec::new());
        let mut sources = Vec::with_capacity(all.len());
        for question in all {
            match known.find(arena, question.formula, &question.havocs) {
                Some(copied) => {
                    sources.push(Source::Copied(copies.len()));
                    copies.push((question, copied));
                }
                None => {
                    sources.push(Source::Found(questions.len()));
                    questions.push(question);
                }
            }
        }
        Divided {
            questions,
            copies,
            sources,
        }
    }
}

struct Writer {
    book: Book,
    goals: HashMap<ProofId, Expr>,
    table: Table,
    /// Proofs that are worth a lemma.
    chosen: HashSet<ProofId>,
    /// Lemmas written so far.
    lemmas: HashMap<ProofId, u32>,
    /// Known lemmas written so far.
    copied: HashMap<u32, u32>,
    stats: Stats,
}

impl Writer {
    /// The places of the invariants in the table.
    fn roots(&mut self, arena: &Arena, invariants: &[Expr]) -> Result<Vec<u32>, Failure> {
        let kind = ObligationKind::Entry;
        let unwritable = |why| Failure::Unwritable { kind, why };
        let roots = invariants
            .iter()
            .map(|&invariant| self.table.ensure(arena, invariant));
        roots.collect::<Result<_, _>>().map_err(unwritable)
    }

    /// The proofs reachable from some roots without going into written lemmas, smallest id first:
    /// parts before what uses them.
    fn reachable(&self, roots: impl Iterator<Item = ProofId>) -> Vec<ProofId> {
        let mut seen = HashSet::new();
        let mut work: Vec<ProofId> = roots.collect();
        while let Some(id) = work.pop() {
            if seen.insert(id) && !self.lemmas.contains_key(&id) {
                work.extend(self.book.premises(id));
            }
        }
        let mut all: Vec<ProofId> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// A proof becomes a lemma if writing it once and referring to it is shorter than writing it at
    /// every use.
    fn choose_lemmas(&mut self, proofs: &[ProofId]) {
        let all = self.reachable(proofs.iter().copied());
        let mut uses: HashMap<ProofId, usize> = HashMap::new();
        for id in all
            .iter()
            .flat_map(|&id| self.book.premises(id))
            .chain(proofs.iter().copied())
        {
            *uses.entry(id).or_default() += 1;
        }
        // Size as written, with lemmas referred to.
        let mut sizes: HashMap<ProofId, usize> = HashMap::new();
        for &id in &all {
            let parts: usize = self
                .book
                .premises(id)
                .map(|p| sizes.get(&p).copied().unwrap_or(1))
                .fold(0, usize::saturating_add);
            let size = parts.saturating_add(self.book.own_size(id));
            let free = self.book.free(id).len();
            let (statement, reference) = (4 + 4 * free, 2 + 2 * free);
            let count = uses.get(&id).copied().unwrap_or(0);
            let apart = size
                .saturating_add(statement)
                .saturating_add(count.saturating_mul(reference));
            if self.goals.contains_key(&id) && count > 1 && size.saturating_mul(count) > apart {
                self.chosen.insert(id);
                sizes.insert(id, reference);
            } else {
                sizes.insert(id, size);
            }
        }
    }

    /// Writes the proof of one obligation and the lemmas that it is the first to use.
    fn obligation(
        &mut self,
        arena: &mut Arena,
        names: &Names,
        (question, root): (&Question, ProofId),
    ) -> Result<ObligationProof, Unwritable> {
        let mut lemmas = Vec::new();
        for id in self.new_lemmas(root) {
            match self.lemma(arena, names, id) {
                Ok(lemma) => lemmas.push(lemma),
                // A statement may speak of a value that has no name; what is written inline need
                // not name it.
                Err(Unwritable::Term) => {
                    self.chosen.remove(&id);
                }
                Err(why) => return Err(why),
            }
        }
        let mut speller = names.speller(&mut self.table);
        let body = self.book.write(
            arena,
            root,
            &question.hypotheses,
            (&self.lemmas, None),
            &mut speller,
        )?;
        let proof = self.introduce(question.hypotheses.len(), body)?;
        self.stats.tokens += proof.len();
        Ok(ObligationProof { lemmas, proof })
    }

    /// Writes a known proof and the lemmas that it is the first to use.
    fn copy(
        &mut self,
        arena: &Arena,
        names: &Names,
        (known, copied): (&Known, &Copied),
    ) -> Result<ObligationProof, Unwritable> {
        let mut lemmas = Vec::new();
        for &number in &copied.lemmas {
            if self.copied.contains_key(&number) {
                continue;
            }
            let lemma = known.lemma(number).ok_or(Unwritable::Term)?;
            lemmas.push(Lemma {
                statement: self.pieces(arena, names, &lemma.statement)?,
                proof: self.pieces(arena, names, &lemma.proof)?,
            });
            let new = self.number()?;
            self.copied.insert(number, new);
        }
        let proof = self.pieces(arena, names, &copied.proof)?;
        Ok(ObligationProof { lemmas, proof })
    }

    fn pieces(
        &mut self,
        arena: &Arena,
        names: &Names,
        pieces: &[Piece],
    ) -> Result<Vec<Token>, Unwritable> {
        let mut speller = names.speller(&mut self.table);
        let mut out = Vec::with_capacity(pieces.len());
        for piece in pieces {
            match piece {
                Piece::Token(token) => out.push(*token),
                Piece::Term(term) => speller.spell(arena, *term, &mut out)?,
                Piece::Lemma(number) => {
                    let number = self.copied.get(number).ok_or(Unwritable::Term)?;
                    out.push(Token::Lemma(*number));
                }
            }
        }
        self.stats.tokens += out.len();
        Ok(out)
    }

    /// The number of the lemma that is written next.
    fn number(&mut self) -> Result<u32, Unwritable> {
        let number = u32::try_from(self.stats.lemmas).map_err(|_| Unwritable::Term)?;
        self.stats.lemmas += 1;
        Ok(number)
    }

    /// The chosen lemmas that a proof needs and that are not written yet, in an order in which they
    /// can be.
    fn new_lemmas(&self, root: ProofId) -> Vec<ProofId> {
        let mut all = self.reachable(std::iter::once(root));
        all.retain(|id| self.chosen.contains(id) && !self.lemmas.contains_key(id));
        all
    }

    /// Writes a lemma and gives it its number.
    fn lemma(
        &mut self,
        arena: &mut Arena,
        names: &Names,
        id: ProofId,
    ) -> Result<Lemma, Unwritable> {
        let formula = self.statement(arena, id);
        let scope = self.book.free(id).to_vec();
        let mut statement = Vec::new();
        let mut speller = names.speller(&mut self.table);
        speller.spell(arena, formula, &mut statement)?;
        let body = self
            .book
            .write(arena, id, &scope, (&self.lemmas, Some(id)), &mut speller)?;
        let proof = self.introduce(scope.len(), body)?;
        self.stats.tokens += statement.len() + proof.len();
        let number = self.number()?;
        self.lemmas.insert(id, number);
        Ok(Lemma { statement, proof })
    }

    /// `f1 ⇒ … ⇒ goal` for the hypotheses that the proof uses.
    fn statement(&self, arena: &mut Arena, id: ProofId) -> Expr {
        let goal = self.goals.get(&id).copied().unwrap_or(Arena::TRUE);
        self.book
            .free(id)
            .iter()
            .rev()
            .fold(goal, |statement, &f| arena.imp(f, statement))
    }

    /// Assumes `n` hypotheses before a proof.
    fn introduce(&self, n: usize, body: Vec<Token>) -> Result<Vec<Token>, Unwritable> {
        let rule = Token::Rule(self.book.code("imp_i")?);
        Ok(std::iter::repeat_n(rule, n).chain(body).collect())
    }
}
