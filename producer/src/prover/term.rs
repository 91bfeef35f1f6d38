//! Proof terms before they are written down: a DAG whose hypotheses are named by their formulas.
//!
//! A subproof does not depend on where it stands, only on which formulas are assumed there, so it
//! can be shared, moved into a lemma, or written inline. De Bruijn indices come in only when tokens
//! are written.

use proofmark_checker::signature::Signature;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::proof::Token;
use proofmark_logic::SIGNATURE;
use std::collections::HashMap;
use std::sync::Arc;

/// A proof in its [`Book`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ProofId(u32);

impl ProofId {
    /// The id after this store was added to another, behind so many proofs.
    pub(crate) fn behind(self, proofs: u32) -> ProofId {
        ProofId(self.0.saturating_add(proofs))
    }
}

/// What a rule is applied to.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// An explicit term.
    Term(Expr),
    /// A premise, with the formulas that it assumes, outermost first.
    Premise(Vec<Expr>, ProofId),
}

#[derive(Clone, Debug)]
enum Shape {
    Hyp(Expr),
    Rule(&'static str, Vec<Part>),
}

struct Node {
    shape: Shape,
    /// Formulas of the hypotheses that are used and not assumed inside, increasing.
    free: Arc<[Expr]>,
}

/// A store of proofs. Parts always have smaller ids.
pub(crate) struct Book {
    nodes: Vec<Node>,
    codes: HashMap<String, u8>,
}

/// How terms are written: as references into the certificate's table where possible.
pub(crate) trait Speller {
    /// Writes one term.
    fn spell(&mut self, arena: &Arena, e: Expr, out: &mut Vec<Token>) -> Result<(), Unwritable>;
}

/// Why a proof could not be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// A hypothesis is used where its formula is not assumed.
    Hypothesis,
    /// A term mentions a value that has no name outside its edge.
    Term,
    /// The signature has no such rule.
    Rule(&'static str),
}

impl Book {
    /// An empty store for the built-in signature.
    pub(crate) fn new() -> Book {
        let mut codes = HashMap::new();
        if let Ok(signature) = Signature::load(SIGNATURE) {
            for code in 0..=u8::MAX {
                if let Some(name) = signature.rule_name(code) {
                    codes.insert(name.to_string(), code);
                }
            }
        }
        Book {
            nodes: Vec::new(),
            codes,
        }
    }

    /// Adds the proofs of another store, whose expressions `translate` translates; behind how many
    /// they now are.
    pub(crate) fn absorb(&mut self, other: Book, translate: impl Fn(Expr) -> Expr) -> u32 {
        let behind = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        for Node { shape, free } in other.nodes {
            let shape = match shape {
                Shape::Hyp(formula) => Shape::Hyp(translate(formula)),
                Shape::Rule(name, parts) => {
                    let part = |part| match part {
                        Part::Term(e) => Part::Term(translate(e)),
                        Part::Premise(hypotheses, id) => Part::Premise(
                            hypotheses.into_iter().map(&translate).collect(),
                            id.behind(behind),
                        ),
                    };
                    Shape::Rule(name, parts.into_iter().map(part).collect())
                }
            };
            let mut free: Vec<Expr> = free.iter().map(|&f| translate(f)).collect();
            free.sort_unstable();
            self.nodes.push(Node {
                shape,
                free: free.into(),
            });
        }
        behind
    }

    fn add(&mut self, shape: Shape, free: Arc<[Expr]>) -> ProofId {
        self.nodes.push(Node { shape, free });
        ProofId(u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX))
    }
    fn get(&self, id: ProofId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }
    /// The hypothesis with this formula.
    pub(crate) fn hyp(&mut self, formula: Expr) -> ProofId {
        self.add(Shape::Hyp(formula), Arc::from([formula]))
    }
    /// An application of a rule.
    pub(crate) fn rule(&mut self, name: &'static str, parts: Vec<Part>) -> ProofId {
        let free = self.free_of(&parts);
        self.add(Shape::Rule(name, parts), free)
    }
    fn free_of(&self, parts: &[Part]) -> Arc<[Expr]> {
        let mut only: Option<Arc<[Expr]>> = None;
        let mut all: Vec<Expr> = Vec::new();
        for part in parts {
            let Part::Premise(hypotheses, p) = part else {
                continue;
            };
            let Some(node) = self.get(*p) else { continue };
            // Most rules pass on the hypotheses of a single premise.
            if only.is_none() && all.is_empty() && !hypotheses.iter().any(|h| node.free.contains(h))
            {
                only = Some(node.free.clone());
                continue;
            }
            all.extend(only.take().iter().flat_map(|f| f.iter()));
            all.extend(node.free.iter().filter(|f| !hypotheses.contains(f)));
        }
        if let Some(only) = only {
            return only;
        }
        all.sort_unstable();
        all.dedup();
        all.into()
    }
    /// A rule whose premises assume nothing.
    pub(crate) fn plain(&mut self, name: &'static str, premises: &[ProofId]) -> ProofId {
        let parts = premises
            .iter()
            .map(|&p| Part::Premise(Vec::new(), p))
            .collect();
        self.rule(name, parts)
    }
    /// A rule whose premises assume formulas.
    pub(crate) fn binding(
        &mut self,
        name: &'static str,
        premises: Vec<(Vec<Expr>, ProofId)>,
    ) -> ProofId {
        let parts = premises
            .into_iter()
            .map(|(hypotheses, p)| Part::Premise(hypotheses, p))
            .collect();
        self.rule(name, parts)
    }
    /// `the {formula} proof`: makes a checked proof a synthesising one.
    pub(crate) fn the(&mut self, formula: Expr, proof: ProofId) -> ProofId {
        self.rule(
            "the",
            vec![Part::Term(formula), Part::Premise(Vec::new(), proof)],
        )
    }

    /// The formulas of the hypotheses that the proof uses and does not assume itself, increasing.
    pub(crate) fn free(&self, id: ProofId) -> &[Expr] {
        self.get(id).map_or(&[], |n| &n.free)
    }

    /// The proofs that a proof is made of.
    pub(crate) fn premises(&self, id: ProofId) -> impl Iterator<Item = ProofId> + '_ {
        let parts: &[Part] = match self.get(id).map(|n| &n.shape) {
            Some(Shape::Rule(_, parts)) => parts,
            _ => &[],
        };
        parts.iter().filter_map(|p| match p {
            Part::Premise(_, id) => Some(*id),
            Part::Term(_) => None,
        })
    }

    /// How many tokens the node itself takes, terms counted as two.
    pub(crate) fn own_size(&self, id: ProofId) -> usize {
        match self.get(id).map(|n| &n.shape) {
            Some(Shape::Rule(_, parts)) => {
                1 + 2 * parts.iter().filter(|p| matches!(p, Part::Term(_))).count()
            }
            _ => 1,
        }
    }

    /// A rule's code in the signature.
    pub(crate) fn code(&self, name: &'static str) -> Result<u8, Unwritable> {
        self.codes.get(name).copied().ok_or(Unwritable::Rule(name))
    }

    /// Writes a proof under the hypotheses `scope`, outermost first. Proofs in `lemmas` are
    /// referred to by their number, applied to the hypotheses that they use, except for `own`, the
    /// one whose proof is being written.
    ///
    /// # Errors
    /// A hypothesis that is not in scope, or a term that cannot be written.
    pub(crate) fn write(
        &self,
        arena: &Arena,
        root: ProofId,
        scope: &[Expr],
        (lemmas, own): (&HashMap<ProofId, u32>, Option<ProofId>),
        speller: &mut dyn Speller,
    ) -> Result<Vec<Token>, Unwritable> {
        enum Work<'a> {
            Proof(ProofId),
            Part(&'a Part),
            Leave(usize),
        }
        let mut scope = scope.to_vec();
        let mut out = Vec::new();
        let mut work = vec![Work::Proof(root)];
        let hypothesis = |scope: &[Expr], formula: Expr| {
            let depth = scope
                .iter()
                .rev()
                .position(|h| *h == formula)
                .ok_or(Unwritable::Hypothesis)?;
            u32::try_from(depth)
                .map(Token::Hyp)
                .map_err(|_| Unwritable::Hypothesis)
        };
        while let Some(item) = work.pop() {
            match item {
                Work::Leave(n) => scope.truncate(n),
                Work::Part(Part::Term(e)) => speller.spell(arena, *e, &mut out)?,
                Work::Part(Part::Premise(hypotheses, p)) => {
                    work.push(Work::Leave(scope.len()));
                    scope.extend(hypotheses);
                    work.push(Work::Proof(*p));
                }
                Work::Proof(id) => {
                    let node = self.get(id).ok_or(Unwritable::Hypothesis)?;
                    if let Some(&number) = lemmas.get(&id).filter(|_| own != Some(id)) {
                        let apply = Token::Rule(self.code("imp_e")?);
                        out.extend(node.free.iter().map(|_| apply));
                        out.push(Token::Lemma(number));
                        for &formula in node.free.iter() {
                            out.push(hypothesis(&scope, formula)?);
                        }
                        continue;
                    }
                    match &node.shape {
                        Shape::Hyp(formula) => out.push(hypothesis(&scope, *formula)?),
                        Shape::Rule(name, parts) => {
                            out.push(Token::Rule(self.code(name)?));
                            work.extend(parts.iter().rev().map(Work::Part));
                        }
                    }
                }
            }
        }
        Ok(out)
    }
}
