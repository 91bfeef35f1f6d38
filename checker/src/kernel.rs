//! The kernel: decides whether a token sequence is a proof of a judgement under the signature.
//!
//! The judgements are `Γ ⊢ M ⇐ J` ("M proves J", checking) and `Γ ⊢ M ⇒ J` ("M proves something,
//! namely J", synthesising), where `Γ` is a list of hypotheses:
//!
//! - a hypothesis `n` synthesises the n-th entry of `Γ`, a lemma its statement; when checked, `J`
//!   must be that very judgement;
//! - a rule `c : P1 → … → Pk → C` is checked against `J` by matching `C` with `J` and then meeting
//!   the premises in order, or synthesises the instance of `C` after meeting them. A premise whose
//!   metavariables are all known is checked, any other is synthesised and matched; a premise with
//!   hypotheses extends `Γ` for itself only; an explicit term is read and sort-checked; a side
//!   condition is computed.
//!
//! Metavariables are first-order, expressions are hash-consed, so matching and comparing are
//! structural and need no search. The machine has an explicit stack; every step costs fuel. Nothing
//! in this file knows a particular rule.

use crate::limits::{HighWater, Limit, Limits};
use crate::side::Side;
use crate::signature::{Family, Pattern, Premise, Rule, Schema, Signature, METAVARIABLES_MAX};
use alloc::vec::Vec;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::linear::Normalizer;
use proofmark_logic::proof::Token;
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::Sort;

/// An instance of a judgement: the family and its index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Which judgement.
    pub family: Family,
    /// What it is about.
    pub index: Expr,
}

/// Why a proof is no proof. Rules are given by code, premises by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// The tokens end inside a proof or term.
    Truncated,
    /// Tokens are left after the proof or term.
    TrailingTokens,
    /// A term token stands where a proof is expected.
    ProofExpected,
    /// A proof token stands where a term is expected.
    TermExpected,
    /// No rule has this code.
    UnknownRule(u8),
    /// A metavariable of the rule has no value when it is needed: no conclusion is given, and the
    /// premises do not determine it.
    NotSynthesisable(u8),
    /// The rule's conclusion does not match what is to be proved.
    Conclusion {
        /// The rule.
        rule: u8,
        /// What is to be proved.
        expected: Judgement,
    },
    /// A proof proves something else than what is to be proved.
    Mismatch {
        /// What is to be proved.
        expected: Judgement,
        /// What the proof proves.
        found: Judgement,
    },
    /// What a premise's proof proves does not match the premise.
    Premise {
        /// The rule.
        rule: u8,
        /// The premise's position.
        premise: usize,
        /// What its proof proves.
        found: Judgement,
    },
    /// A side condition does not hold.
    SideCondition {
        /// The rule.
        rule: u8,
        /// The condition.
        side: Side,
    },
    /// There is no such hypothesis in scope.
    UnknownHypothesis(u32),
    /// The lemma is not defined yet.
    UnknownLemma(u32),
    /// The edge has no such havoc.
    UnknownHavoc(u32),
    /// There is no such table node.
    UnknownTableNode(u32),
    /// A term has the wrong sort.
    Sort,
}

/// Why the kernel stopped without success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// The proof is wrong: *rejected*. The position is that of the token after the offending one.
    Proof(ProofError, usize),
    /// The proof is too large to decide: *declined*.
    Limit(Limit),
}

impl From<Limit> for Error {
    fn from(limit: Limit) -> Error {
        Error::Limit(limit)
    }
}

type Result<T> = core::result::Result<T, Error>;

/// What terms and lemma references in a proof speak about.
pub(crate) struct Context<'a> {
    /// The certificate's expression table, interned and sort-checked.
    pub(crate) table: &'a [Expr],
    /// Statements of the lemmas that are proved already.
    pub(crate) lemmas: &'a [Expr],
    /// The havoc constants of the edge in question.
    pub(crate) havocs: &'a [Expr],
    /// Its substitution.
    pub(crate) sigma: &'a mut Substitution,
}

/// A rule being applied.
struct Frame<'a> {
    code: u8,
    rule: &'a Rule,
    /// What is to be proved; `None` when synthesising.
    goal: Option<Judgement>,
    /// The next premise.
    next: usize,
    /// Hypotheses in scope outside the premise in hand.
    hypotheses: usize,
    metavariables: [Option<Expr>; METAVARIABLES_MAX],
}

/// The proof-checking machine.
pub struct Kernel<'a> {
    signature: &'a Signature,
    pub(crate) limits: Limits,
    /// High-water marks so far.
    pub used: HighWater,
    frames: Vec<Frame<'a>>,
    hypotheses: Vec<Judgement>,
    /// Terms being read: applications that still wait for arguments, each with where its own begin
    /// in `arguments`.
    applications: Vec<(Op, usize)>,
    arguments: Vec<Expr>,
    normalizer: Normalizer,
}

impl<'a> Kernel<'a> {
    /// A machine for this signature under these limits.
    pub fn new(signature: &'a Signature, limits: Limits) -> Kernel<'a> {
        let (used, normalizer) = (HighWater::default(), Normalizer::default());
        Kernel {
            signature,
            limits,
            used,
            frames: Vec::new(),
            hypotheses: Vec::new(),
            applications: Vec::new(),
            arguments: Vec::new(),
            normalizer,
        }
    }

    /// Spends fuel and compares the arena with its limit. Collisions of hashes count: they can be
    /// provoked.
    pub(crate) fn spend(&mut self, arena: &Arena, amount: u64) -> core::result::Result<(), Limit> {
        self.used.fuel = self.used.fuel.saturating_add(amount);
        self.used.nodes = arena.len();
        if self.used.fuel.saturating_add(arena.collisions) > self.limits.fuel {
            Err(Limit::Fuel)
        } else if arena.len() > self.limits.nodes {
            Err(Limit::Nodes)
        } else {
            Ok(())
        }
    }

    /// Checks that `tokens` is exactly one proof of `goal` under no hypotheses.
    pub(crate) fn check(
        &mut self,
        arena: &mut Arena,
        context: &mut Context<'_>,
        tokens: &[Token],
        goal: Judgement,
    ) -> Result<()> {
        self.frames.clear();
        self.hypotheses.clear();
        let mut input = Input { tokens, at: 0 };
        let mut wanted = Some(goal);
        loop {
            self.spend(arena, 1)?;
            let found = match input.next()? {
                Token::Rule(code) => {
                    self.open(arena, &input, code, wanted)?;
                    None
                }
                Token::Hyp(n) => Some(
                    self.hypothesis(n)
                        .ok_or_else(|| input.err(ProofError::UnknownHypothesis(n)))?,
                ),
                Token::Lemma(n) => match context.lemmas.get(n as usize) {
                    Some(&index) => Some(Judgement {
                        family: Family::Pf,
                        index,
                    }),
                    None => return Err(input.err(ProofError::UnknownLemma(n))),
                },
                _ => return Err(input.err(ProofError::ProofExpected)),
            };
            if let (Some(found), Some(expected)) = (found, wanted) {
                if found != expected {
                    return Err(input.err(ProofError::Mismatch { expected, found }));
                }
            }
            match self.resume(arena, context, &mut input, found, wanted.is_some())? {
                Some(next) => wanted = next,
                None if input.at == tokens.len() => return Ok(()),
                None => return Err(input.err(ProofError::TrailingTokens)),
            }
        }
    }

    fn hypothesis(&self, n: u32) -> Option<Judgement> {
        self.hypotheses
            .len()
            .checked_sub(1)?
            .checked_sub(n as usize)
            .and_then(|i| self.hypotheses.get(i))
            .copied()
    }

    /// Starts to apply a rule.
    fn open(
        &mut self,
        arena: &Arena,
        input: &Input<'_>,
        code: u8,
        goal: Option<Judgement>,
    ) -> Result<()> {
        let rule = self
            .signature
            .rules
            .get(usize::from(code))
            .ok_or_else(|| input.err(ProofError::UnknownRule(code)))?;
        let mut frame = Frame {
            code,
            rule,
            goal,
            next: 0,
            hypotheses: self.hypotheses.len(),
            metavariables: [None; METAVARIABLES_MAX],
        };
        if let Some(expected) =
            goal.filter(|goal| !frame.match_schema(arena, &rule.conclusion, *goal))
        {
            return Err(input.err(ProofError::Conclusion {
                rule: code,
                expected,
            }));
        }
        if self.frames.len() >= self.limits.depth {
            return Err(Error::Limit(Limit::Depth));
        }
        self.frames.push(frame);
        self.used.depth = self.used.depth.max(self.frames.len());
        Ok(())
    }

    /// Goes on after a rule was opened (`found` is `None`) or a proof was read (`found` is what it
    /// proves): meets premises and closes rules until another proof is needed. Returns the goal for
    /// it, or `None` when all is proved.
    fn resume(
        &mut self,
        arena: &mut Arena,
        context: &mut Context<'_>,
        input: &mut Input<'_>,
        mut found: Option<Judgement>,
        mut known: bool,
    ) -> Result<Option<Option<Judgement>>> {
        while let Some(frame) = self.frames.last_mut() {
            let rule = frame.rule;
            if let Some(found) = found.take() {
                // A proof that was checked against the premise proves it.
                let proved = known
                    || matches!(rule.premises.get(frame.next), Some(Premise::Proof { conclusion, .. }) if frame.match_schema(arena, conclusion, found));
                if !proved {
                    return Err(input.err(ProofError::Premise {
                        rule: frame.code,
                        premise: frame.next,
                        found,
                    }));
                }
                frame.next += 1;
                self.hypotheses.truncate(frame.hypotheses);
            }
            match rule.premises.get(frame.next) {
                None => {
                    let derived = || frame.instance(arena, &rule.conclusion);
                    let proved = frame.goal.or_else(derived);
                    let open = ProofError::NotSynthesisable(frame.code);
                    found = Some(proved.ok_or_else(|| input.err(open))?);
                    known = frame.goal.is_some();
                    self.frames.pop();
                }
                Some(Premise::Term(index, sort)) => {
                    let term = self.term(arena, context, input, *sort)?;
                    let fits = self.frames.last_mut().is_some_and(|frame| {
                        frame.next += 1;
                        frame.bind(*index, term)
                    });
                    if !fits {
                        return Err(input.err(ProofError::Sort));
                    }
                }
                Some(Premise::Side(side, args)) => {
                    frame.side(arena, &mut self.normalizer, input, *side, args)?;
                    frame.next += 1;
                    let work = core::mem::take(&mut self.normalizer.work);
                    self.spend(arena, 1 + work)?;
                }
                Some(Premise::Proof {
                    hypotheses,
                    conclusion,
                }) => {
                    for schema in hypotheses {
                        let hypothesis = frame
                            .instance(arena, schema)
                            .ok_or_else(|| input.err(ProofError::NotSynthesisable(frame.code)))?;
                        self.hypotheses.push(hypothesis);
                    }
                    let goal = frame.instance(arena, conclusion);
                    if self.hypotheses.len() > self.limits.hypotheses {
                        return Err(Error::Limit(Limit::Hypotheses));
                    }
                    self.used.hypotheses = self.used.hypotheses.max(self.hypotheses.len());
                    return Ok(Some(goal));
                }
            }
        }
        Ok(None)
    }

    /// Reads one term and checks its sort.
    pub(crate) fn term(
        &mut self,
        arena: &mut Arena,
        context: &mut Context<'_>,
        input: &mut Input<'_>,
        sort: Sort,
    ) -> Result<Expr> {
        self.applications.clear();
        self.arguments.clear();
        loop {
            self.spend(arena, 1)?;
            let table = |n: u32, input: &Input<'_>| {
                context
                    .table
                    .get(n as usize)
                    .copied()
                    .ok_or_else(|| input.err(ProofError::UnknownTableNode(n)))
            };
            let mut built = match input.next()? {
                Token::Table(n) => table(n, input)?,
                Token::Subst(n) => {
                    let e = table(n, input)?;
                    let before = context.sigma.visited;
                    let value = context
                        .sigma
                        .apply(arena, e, self.limits.nodes)
                        .map_err(|_| Limit::Nodes)?;
                    self.spend(arena, context.sigma.visited - before)?;
                    value
                }
                Token::Havoc(n) => context
                    .havocs
                    .get(n as usize)
                    .copied()
                    .ok_or_else(|| input.err(ProofError::UnknownHavoc(n)))?,
                Token::Lit(v) => arena.lit(v),
                Token::Type(ty) => arena.ty(ty),
                Token::App(op) if op.params().is_empty() => arena.mk(op, &[]),
                Token::App(op) => {
                    self.applications.push((op, self.arguments.len()));
                    if self.applications.len() > self.limits.depth {
                        return Err(Error::Limit(Limit::Depth));
                    }
                    continue;
                }
                Token::Rule(_) | Token::Hyp(_) | Token::Lemma(_) => {
                    return Err(input.err(ProofError::TermExpected))
                }
            };
            loop {
                let Some(&(op, start)) = self.applications.last() else {
                    return if arena.sort(built) == sort {
                        Ok(built)
                    } else {
                        Err(input.err(ProofError::Sort))
                    };
                };
                self.arguments.push(built);
                if self.arguments.len() - start < op.params().len() {
                    break;
                }
                built = arena
                    .try_app(op, self.arguments.get(start..).unwrap_or(&[]))
                    .ok_or_else(|| input.err(ProofError::Sort))?;
                self.arguments.truncate(start);
                self.applications.pop();
            }
        }
    }
}

impl Frame<'_> {
    fn match_schema(&mut self, arena: &Arena, schema: &Schema, judgement: Judgement) -> bool {
        schema.family == judgement.family && self.matches(arena, &schema.index, judgement.index)
    }

    #[inline(always)]
    fn matches(&mut self, arena: &Arena, pattern: &Pattern, e: Expr) -> bool {
        match pattern {
            Pattern::Metavariable(i) => self.bind(*i, e),
            Pattern::Lit(v) => arena.as_lit(e) == Some(*v),
            Pattern::App(op, args) => self.matches_application(arena, *op, args, e),
        }
    }

    fn matches_application(&mut self, arena: &Arena, op: Op, args: &[Pattern], e: Expr) -> bool {
        let Some((found, slots)) = arena.app(e) else {
            return false;
        };
        found == op
            && args
                .iter()
                .zip(&slots)
                .all(|(pattern, slot)| self.matches(arena, pattern, *slot))
    }

    /// Gives a metavariable its value, or compares with the value it has.
    fn bind(&mut self, index: usize, e: Expr) -> bool {
        *self.metavariables[index].get_or_insert(e) == e
    }

    /// The instance of a schema, if all its metavariables are known.
    fn instance(&self, arena: &mut Arena, schema: &Schema) -> Option<Judgement> {
        Some(Judgement {
            family: schema.family,
            index: self.build(arena, &schema.index)?,
        })
    }

    #[inline(always)]
    fn build(&self, arena: &mut Arena, pattern: &Pattern) -> Option<Expr> {
        match pattern {
            Pattern::Metavariable(i) => self.metavariables[*i],
            Pattern::Lit(v) => Some(arena.lit(*v)),
            Pattern::App(op, args) => self.build_application(arena, *op, args),
        }
    }

    fn build_application(&self, arena: &mut Arena, op: Op, args: &[Pattern]) -> Option<Expr> {
        let mut slots = [Arena::TRUE; 3];
        for (slot, pattern) in slots.iter_mut().zip(args) {
            *slot = self.build(arena, pattern)?;
        }
        Some(arena.intern(Node::App(op, slots)))
    }

    /// Computes a side condition.
    fn side(
        &mut self,
        arena: &mut Arena,
        normalizer: &mut Normalizer,
        input: &Input<'_>,
        side: Side,
        args: &[Pattern],
    ) -> Result<()> {
        let (inputs, outputs) = args.split_at_checked(side.inputs()).unwrap_or((args, &[]));
        let mut x = [Arena::TRUE; 3];
        for (slot, pattern) in x.iter_mut().zip(inputs) {
            *slot = self
                .build(arena, pattern)
                .ok_or_else(|| input.err(ProofError::NotSynthesisable(self.code)))?;
        }
        let values = side
            .decide(arena, normalizer, x)
            .map_err(|_| Limit::Coefficient)?;
        let holds = values.is_some_and(|values| {
            outputs
                .iter()
                .zip(values)
                .all(|(pattern, value)| self.matches(arena, pattern, value))
        });
        match holds {
            true => Ok(()),
            false => Err(input.err(ProofError::SideCondition {
                rule: self.code,
                side,
            })),
        }
    }
}

/// The tokens and how far they are read.
pub(crate) struct Input<'t> {
    pub(crate) tokens: &'t [Token],
    pub(crate) at: usize,
}

impl Input<'_> {
    fn next(&mut self) -> Result<Token> {
        let token = self
            .tokens
            .get(self.at)
            .copied()
            .ok_or(Error::Proof(ProofError::Truncated, self.at))?;
        self.at += 1;
        Ok(token)
    }
    fn err(&self, error: ProofError) -> Error {
        Error::Proof(error, self.at)
    }
}

/// Checks one closed proof of the formula `goal`, outside of any certificate: what tests and
/// provers need. `table` gives meaning to [`Token::Table`]; there are no lemmas and no
/// substitution.
///
/// # Errors
/// Why it is no proof.
pub fn check_proof(
    signature: &Signature,
    limits: Limits,
    arena: &mut Arena,
    table: &[Expr],
    tokens: &[Token],
    goal: Expr,
) -> Result<HighWater> {
    let mut kernel = Kernel::new(signature, limits);
    let mut context = Context {
        table,
        lemmas: &[],
        havocs: &[],
        sigma: &mut Substitution::default(),
    };
    kernel.check(
        arena,
        &mut context,
        tokens,
        Judgement {
            family: Family::Pf,
            index: goal,
        },
    )?;
    Ok(kernel.used)
}
