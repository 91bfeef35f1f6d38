//! Proof terms before they are written down: a DAG whose hypotheses are named by their formulas.
//!
//! A subproof does not depend on where it stands, only on which formulas are assumed there, so it can be shared, moved into a lemma, or
//! written inline. De Bruijn indices come in only when tokens are written.

use proofmark_checker::signature::Signature;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::proof::Token;
use proofmark_logic::SIGNATURE;
use std::collections::{HashMap, HashSet};

/// A proof in its [`Book`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ProofId(u32);

/// What a rule is applied to.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// An explicit term.
    Term(Expr),
    /// A premise, with the formulas that it assumes, outermost first.
    Premise(Vec<Expr>, ProofId),
}

#[derive(Clone, Debug)]
enum Node {
    Hyp(Expr),
    Lemma(u32),
    Rule(&'static str, Vec<Part>),
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
        Book { nodes: Vec::new(), codes }
    }

    fn add(&mut self, node: Node) -> ProofId {
        self.nodes.push(node);
        ProofId(u32::try_from(self.nodes.len() - 1).unwrap_or(u32::MAX))
    }
    fn get(&self, id: ProofId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)
    }
    /// Forgets all proofs.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
    }

    /// The hypothesis with this formula.
    pub(crate) fn hyp(&mut self, formula: Expr) -> ProofId {
        self.add(Node::Hyp(formula))
    }
    /// A lemma by its number.
    pub(crate) fn lemma(&mut self, number: u32) -> ProofId {
        self.add(Node::Lemma(number))
    }
    /// An application of a rule.
    pub(crate) fn rule(&mut self, name: &'static str, parts: Vec<Part>) -> ProofId {
        self.add(Node::Rule(name, parts))
    }
    /// A rule whose premises assume nothing.
    pub(crate) fn plain(&mut self, name: &'static str, premises: &[ProofId]) -> ProofId {
        let parts = premises.iter().map(|&p| Part::Premise(Vec::new(), p)).collect();
        self.rule(name, parts)
    }
    /// A rule whose premises assume formulas.
    pub(crate) fn binding(&mut self, name: &'static str, premises: Vec<(Vec<Expr>, ProofId)>) -> ProofId {
        let parts = premises.into_iter().map(|(hypotheses, p)| Part::Premise(hypotheses, p)).collect();
        self.rule(name, parts)
    }
    /// `the {formula} proof`: makes a checked proof a synthesising one.
    pub(crate) fn the(&mut self, formula: Expr, proof: ProofId) -> ProofId {
        self.rule("the", vec![Part::Term(formula), Part::Premise(Vec::new(), proof)])
    }

    /// The formulas of the hypotheses that the proof uses and does not assume itself, in the order of their ids.
    pub(crate) fn free(&self, root: ProofId) -> Vec<Expr> {
        // Each (node, scope) is looked at once; a scope is the list of formulas assumed on the way.
        let mut free = HashSet::new();
        let mut scope: Vec<Expr> = Vec::new();
        enum Work {
            Visit(ProofId),
            Leave(usize),
            Enter(Vec<Expr>),
        }
        let mut work = vec![Work::Visit(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Leave(n) => scope.truncate(n),
                Work::Enter(hypotheses) => scope.extend(hypotheses),
                Work::Visit(id) => match self.get(id) {
                    Some(Node::Hyp(formula)) if !scope.contains(formula) => {
                        free.insert(*formula);
                    }
                    Some(Node::Rule(_, parts)) => {
                        for part in parts {
                            let Part::Premise(hypotheses, p) = part else { continue };
                            if hypotheses.is_empty() {
                                work.push(Work::Visit(*p));
                            } else {
                                work.push(Work::Leave(scope.len()));
                                work.push(Work::Visit(*p));
                                work.push(Work::Enter(hypotheses.clone()));
                            }
                        }
                    }
                    _ => {}
                },
            }
        }
        let mut free: Vec<Expr> = free.into_iter().collect();
        free.sort_unstable();
        free
    }

    /// Writes a proof under the hypotheses `scope`, outermost first.
    ///
    /// # Errors
    /// A hypothesis that is not in scope, or a term that cannot be written.
    pub(crate) fn write(&self, arena: &Arena, root: ProofId, scope: &[Expr], speller: &mut dyn Speller) -> Result<Vec<Token>, Unwritable> {
        enum Work<'a> {
            Proof(ProofId),
            Part(&'a Part),
            Leave(usize),
        }
        let mut scope = scope.to_vec();
        let mut out = Vec::new();
        let mut work = vec![Work::Proof(root)];
        while let Some(item) = work.pop() {
            match item {
                Work::Leave(n) => scope.truncate(n),
                Work::Part(Part::Term(e)) => speller.spell(arena, *e, &mut out)?,
                Work::Part(Part::Premise(hypotheses, p)) => {
                    work.push(Work::Leave(scope.len()));
                    scope.extend(hypotheses);
                    work.push(Work::Proof(*p));
                }
                Work::Proof(id) => match self.get(id) {
                    Some(Node::Hyp(formula)) => {
                        let depth = scope.iter().rev().position(|h| h == formula).ok_or(Unwritable::Hypothesis)?;
                        out.push(Token::Hyp(u32::try_from(depth).map_err(|_| Unwritable::Hypothesis)?));
                    }
                    Some(Node::Lemma(n)) => out.push(Token::Lemma(*n)),
                    Some(Node::Rule(name, parts)) => {
                        out.push(Token::Rule(*self.codes.get(*name).ok_or(Unwritable::Rule(name))?));
                        work.extend(parts.iter().rev().map(Work::Part));
                    }
                    None => return Err(Unwritable::Hypothesis),
                },
            }
        }
        Ok(out)
    }
}
