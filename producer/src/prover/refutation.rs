//! From refutations to proof terms.

use super::term::{Book, Part, ProofId};
use crate::theory::{step_facts, Fact, FactId, Reason, Refutation, Step, Tree};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use std::collections::HashMap;

/// What proofs prove, for those that may become lemmas.
pub(crate) type Goals = HashMap<ProofId, Expr>;

/// A proof of `false` from the hypotheses in the refutation's core. Facts that it uses more than
/// once are entered into `goals`.
pub(crate) fn falsehood(
    book: &mut Book,
    arena: &mut Arena,
    goals: &mut Goals,
    refutation: &Refutation,
) -> ProofId {
    Writer {
        book,
        arena,
        goals,
        facts: &refutation.facts,
        written: HashMap::new(),
    }
    .tree(&refutation.tree)
}

/// A proof of the literal `goal`, to be *checked*, from a refutation of its negation, which is the
/// literal with index `negated`, and other hypotheses.
pub(crate) fn literal(
    book: &mut Book,
    arena: &mut Arena,
    goals: &mut Goals,
    goal: Expr,
    refutation: &Refutation,
    negated: usize,
) -> ProofId {
    let mut writer = Writer {
        book,
        arena,
        goals,
        facts: &refutation.facts,
        written: HashMap::new(),
    };
    if !refutation.core.contains(&negated) {
        let contradiction = writer.tree(&refutation.tree);
        return writer.book.plain("false_e", &[contradiction]);
    }
    if let Some(direct) = writer.direct(goal, &refutation.tree, negated) {
        return direct;
    }
    let contradiction = writer.tree(&refutation.tree);
    match writer.arena.node(goal) {
        Node::App(Op::Not, [atom, ..]) => writer
            .book
            .binding("not_i", vec![(vec![atom], contradiction)]),
        _ => {
            let negation = writer.arena.not(goal);
            writer
                .book
                .binding("contra", vec![(vec![negation], contradiction)])
        }
    }
}

struct Writer<'a> {
    book: &'a mut Book,
    arena: &'a mut Arena,
    goals: &'a mut Goals,
    facts: &'a [Fact],
    /// The proof of each fact written so far: facts share facts, and unfolding them would take
    /// exponential space.
    written: HashMap<FactId, ProofId>,
}

impl Writer<'_> {
    fn reason(&self, fact: FactId) -> Option<&Reason> {
        self.facts.get(fact.index()).map(|f| &f.reason)
    }

    fn is_given(&self, fact: FactId, index: usize) -> bool {
        matches!(self.reason(fact), Some(Reason::Given(i)) if *i == index)
    }

    /// Whether the literal with this index is used behind the facts.
    fn uses(&self, facts: &[FactId], index: usize) -> bool {
        let mut work = facts.to_vec();
        while let Some(fact) = work.pop() {
            match self.reason(fact) {
                Some(Reason::Given(i)) if *i == index => return true,
                Some(Reason::Rule { premises, .. }) => work.extend(premises),
                Some(Reason::Le(steps) | Reason::Eq(steps)) => work.extend(step_facts(steps)),
                // Rare, and "yes" is always safe.
                Some(Reason::Refuted { .. }) => return true,
                _ => {}
            }
        }
        false
    }

    /// A proof of an atom without assuming its negation first, where the tree is one combination or
    /// one clash.
    fn direct(&mut self, goal: Expr, tree: &Tree, negated: usize) -> Option<ProofId> {
        match tree {
            Tree::Clash {
                equation,
                disequation,
            } if self.is_given(*disequation, negated) && !self.uses(&[*equation], negated) => {
                Some(self.checked(*equation))
            }
            Tree::Farkas(steps) if matches!(self.arena.node(goal), Node::App(Op::Le, _)) => {
                let mut rest = Vec::with_capacity(steps.len());
                let mut factor = None;
                for &step in steps {
                    match step {
                        Step::Cut(_) => return None,
                        Step::Add(k, fact) if self.is_given(fact, negated) => factor = Some(k),
                        Step::Add(..) => rest.push(step),
                    }
                }
                let others: Vec<FactId> = step_facts(&rest).collect();
                if self.uses(&others, negated) {
                    return None;
                }
                // rest + k·(B + 1 - A) = c > 0, so rest / k, rounded up, is A - B plus a constant
                // >= 0.
                let factor = factor?;
                if factor != 1 {
                    rest.push(Step::Cut(factor));
                }
                let combination = self.combination(&rest);
                Some(self.book.plain("le_i", &[combination]))
            }
            _ => None,
        }
    }

    fn tree(&mut self, tree: &Tree) -> ProofId {
        match tree {
            Tree::Farkas(steps) => {
                let combination = self.combination(steps);
                self.book.plain("farkas", &[combination])
            }
            Tree::Clash {
                equation,
                disequation,
            } => {
                let (equation, disequation) = (self.fact(*equation), self.fact(*disequation));
                self.book.plain("absurd", &[equation, disequation])
            }
            Tree::Order {
                disequation,
                below,
                above,
            } => {
                let disequation = self.fact(*disequation);
                let (below, above) = (self.branch(below), self.branch(above));
                self.book
                    .binding("neq_e", vec![(Vec::new(), disequation), below, above])
            }
            Tree::Cases { atom, holds, fails } => {
                let (holds, fails) = (self.branch(holds), self.branch(fails));
                let premise = |(hypotheses, proof)| Part::Premise(hypotheses, proof);
                self.book.rule(
                    "cases",
                    vec![Part::Term(*atom), premise(holds), premise(fails)],
                )
            }
        }
    }

    fn branch(&mut self, (hypothesis, tree): &(FactId, Box<Tree>)) -> (Vec<Expr>, ProofId) {
        let formula = self
            .facts
            .get(hypothesis.index())
            .map_or(Arena::TRUE, |f| f.formula);
        (vec![formula], self.tree(tree))
    }

    /// A synthesising proof of a fact.
    fn fact(&mut self, fact: FactId) -> ProofId {
        let Some(Fact { formula, reason }) = self.facts.get(fact.index()) else {
            return self.book.hyp(Arena::FALSE);
        };
        match reason {
            Reason::Given(_) | Reason::Assumed | Reason::Rule { .. } => self.checked(fact),
            Reason::Le(_) | Reason::Eq(_) | Reason::Refuted { .. } => {
                let proof = self.checked(fact);
                self.book.the(*formula, proof)
            }
        }
    }

    /// A proof of a fact where its formula is expected.
    fn checked(&mut self, fact: FactId) -> ProofId {
        if let Some(&known) = self.written.get(&fact) {
            return known;
        }
        let proof = self.spell(fact);
        self.written.insert(fact, proof);
        if let Some(Fact {
            formula,
            reason: Reason::Rule { .. } | Reason::Le(_) | Reason::Eq(_) | Reason::Refuted { .. },
        }) = self.facts.get(fact.index())
        {
            self.goals.entry(proof).or_insert(*formula);
        }
        proof
    }

    fn spell(&mut self, fact: FactId) -> ProofId {
        let Some(Fact { formula, reason }) = self.facts.get(fact.index()) else {
            return self.book.hyp(Arena::FALSE);
        };
        match reason {
            Reason::Given(_) | Reason::Assumed => self.book.hyp(*formula),
            Reason::Rule {
                name,
                terms,
                premises,
            } => {
                let premises: Vec<_> = premises
                    .iter()
                    .map(|&p| Part::Premise(Vec::new(), self.fact(p)))
                    .collect();
                self.book.rule(
                    name,
                    terms
                        .iter()
                        .map(|&t| Part::Term(t))
                        .chain(premises)
                        .collect(),
                )
            }
            Reason::Le(steps) => {
                let combination = self.combination(steps);
                self.book.plain("le_i", &[combination])
            }
            Reason::Eq(steps) => {
                let combination = self.equations(steps);
                self.book.plain("eq_i", &[combination])
            }
            Reason::Refuted { hypothesis, tree } => {
                let branch = self.branch(&(*hypothesis, tree.clone()));
                self.book.binding("not_i", vec![branch])
            }
        }
    }

    fn combination(&mut self, steps: &[Step]) -> ProofId {
        let mut sum = self.book.plain("lin_nil", &[]);
        for &step in steps {
            sum = match step {
                Step::Cut(k) => {
                    let k = self.arena.lit(k);
                    self.book.rule(
                        "lin_cut",
                        vec![Part::Term(k), Part::Premise(Vec::new(), sum)],
                    )
                }
                Step::Add(1, fact) => {
                    let fact = self.fact(fact);
                    self.book.plain("lin_one", &[fact, sum])
                }
                Step::Add(-1, fact) => {
                    let fact = self.fact(fact);
                    self.book.plain("lin_neg", &[fact, sum])
                }
                Step::Add(k, fact) => self.multiple("lin_cons", k, fact, sum),
            };
        }
        sum
    }

    fn equations(&mut self, steps: &[Step]) -> ProofId {
        let mut sum = self.book.plain("lineq_nil", &[]);
        for &step in steps {
            if let Step::Add(k, fact) = step {
                sum = self.multiple("lineq_cons", k, fact, sum);
            }
        }
        sum
    }

    fn multiple(&mut self, rule: &'static str, k: i128, fact: FactId, sum: ProofId) -> ProofId {
        let k = self.arena.lit(k);
        let fact = self.fact(fact);
        self.book.rule(
            rule,
            vec![
                Part::Term(k),
                Part::Premise(Vec::new(), fact),
                Part::Premise(Vec::new(), sum),
            ],
        )
    }
}
