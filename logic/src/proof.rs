//! Proof terms as flat token sequences in prefix (Polish) order.
//!
//! A proof of a judgement is one *proof token* followed by what it takes: [`Token::Rule`] by the
//! rule's explicit terms and premises in the order of its declaration in the signature (side
//! conditions take nothing), [`Token::Hyp`] and [`Token::Lemma`] by nothing. A term is one *term
//! token* followed by its arguments. The sequence is delimited by itself, so no lengths or brackets
//! are needed.

use crate::arena::Op;
use crate::types::IntType;
use alloc::vec::Vec;

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Token {
    /// Proof: apply the rule with this code, the rule's position among the signature's proof rules.
    Rule(u8),
    /// Proof: the hypothesis that was assumed `n` hypotheses before the innermost one (de Bruijn
    /// index; 0 is the innermost).
    Hyp(u32),
    /// Proof: the statement of this lemma, counted from 0 over the whole certificate. It must be
    /// defined before.
    Lemma(u32),
    /// Term: this node of the certificate's expression table.
    Table(u32),
    /// Term: this node of the table under the substitution of the edge whose obligation is being
    /// proved.
    Subst(u32),
    /// Term: the constant that the n-th havoc of that edge introduced, counted from 0.
    Havoc(u32),
    /// Term: an integer literal.
    Lit(i128),
    /// Term: a machine type.
    Type(IntType),
    /// Term: a constant applied to the terms that follow.
    App(Op),
}

/// A numbered lemma: a closed proof that is checked once and may be used from then on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lemma {
    /// One term: the formula.
    pub statement: Vec<Token>,
    /// One proof of it, under no hypotheses.
    pub proof: Vec<Token>,
}

/// What is given for one obligation: the lemmas that become available before it, and its proof.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObligationProof {
    /// Lemmas, each of which may use those before it. They may use the obligation's substitution in
    /// terms.
    pub lemmas: Vec<Lemma>,
    /// One proof of the obligation's formula, under no hypotheses.
    pub proof: Vec<Token>,
}

/// A node of the certificate's expression table. References go to smaller positions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableNode {
    /// An integer literal.
    Lit(i128),
    /// A machine type.
    Type(IntType),
    /// The program variable with this index, integer or memory.
    Var(u32),
    /// The address of the object with this index.
    Addr(u32),
    /// A constant applied to nodes; unused slots are 0.
    App(Op, [u32; 3]),
}
