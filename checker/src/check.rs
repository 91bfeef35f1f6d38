//! From a program and a certificate to a verdict.

use crate::kernel::{Context, Error, Input, Judgement, Kernel, ProofError};
use crate::limits::{Limit, Limits};
use crate::signature::{Family, Signature};
use crate::verdict::{Decline, Place, Rejection, Report, Verdict};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use proofmark_certs::{Claimed, Proofs};
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, VarSort};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::proof::{Lemma, ObligationProof, TableNode, Token};
use proofmark_logic::types::Sort;
use proofmark_logic::vc::{Builder, Obligation, ObligationKind};
use proofmark_logic::SIGNATURE;

/// What the consumer demands beyond a proof.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Digest of the specification that the consumer chose.
    pub specification: [u8; 32],
    /// Kinds of ledger entries that are refused.
    pub deny: Vec<String>,
    /// Limits on the work.
    pub limits: Limits,
}

/// Values that the checker computed from the program. Nothing in it comes from the certificate.
struct Computed<'a> {
    cfa: &'a Cfa,
    signature: Signature,
    /// The automaton's canonical encoding.
    bytes: Vec<u8>,
}

/// Decides whether `certificate` proves that no run of `cfa` reaches its error location, under
/// `policy`. The automaton's expressions are in `arena`, to which the check adds.
pub fn check(arena: &mut Arena, cfa: &Cfa, certificate: &Claimed, policy: &Policy) -> Verdict {
    let signature = match Signature::load(SIGNATURE) {
        Ok(signature) => signature,
        Err(error) => return Verdict::Declined(Decline::Signature(error.message.to_string())),
    };
    if let Err(error) = cfa.validate(arena) {
        return Verdict::Declined(Decline::Program(error));
    }
    let computed = Computed {
        cfa,
        signature,
        bytes: cfa_bytes(arena, cfa),
    };
    match decide(arena, &computed, certificate, policy) {
        Ok(report) => Verdict::Accepted(report),
        Err(Failure::Rejected(reason)) => Verdict::Rejected(reason),
        Err(Failure::Declined(reason)) => Verdict::Declined(reason),
    }
}

/// The two ways not to accept.
enum Failure {
    Rejected(Rejection),
    Declined(Decline),
}

impl From<Rejection> for Failure {
    fn from(reason: Rejection) -> Failure {
        Failure::Rejected(reason)
    }
}
impl From<Limit> for Failure {
    fn from(limit: Limit) -> Failure {
        Failure::Declined(Decline::Limit(limit))
    }
}

fn decide(
    arena: &mut Arena,
    computed: &Computed<'_>,
    claimed: &Claimed,
    policy: &Policy,
) -> Result<Report, Failure> {
    compare_binding(computed, claimed, policy)?;
    compare_ledger(computed.cfa, claimed, policy)?;
    let mut kernel = Kernel::new(&computed.signature, policy.limits);
    let table = intern_table(arena, &mut kernel, computed.cfa, &claimed.annotations.table)?;
    let invariants = invariants(arena, computed.cfa, &table, &claimed.annotations.invariants)?;
    // What contracts need of a procedure takes one pass over the automaton and the table.
    let pass = computed.cfa.locations.len()
        + computed.cfa.edges.len()
        + computed.cfa.vars.len()
        + table.len();
    kernel.spend(
        arena,
        (computed.cfa.procedures.len() as u64).saturating_mul(pass as u64),
    )?;
    if let Some(location) = computed.cfa.contract_out_of_scope(arena, &invariants) {
        return Err(Rejection::ContractScope(location.0 as usize).into());
    }
    let session = Session {
        kernel,
        table,
        lemmas: Vec::new(),
        report: Report::default(),
    };
    session.obligations(arena, computed.cfa, &invariants, &claimed.proofs)
}

/// Fast refusals with good messages. Soundness does not rest on them: everything is rebuilt below.
fn compare_binding(
    computed: &Computed<'_>,
    claimed: &Claimed,
    policy: &Policy,
) -> Result<(), Rejection> {
    let expected = computed.cfa.profile.name();
    if claimed.binding.profile != expected {
        return Err(Rejection::Profile {
            expected,
            found: claimed.binding.profile.clone(),
        });
    }
    if claimed.binding.signature != proofmark_certs::digest(SIGNATURE.as_bytes()) {
        return Err(Rejection::SignatureDigest);
    }
    if claimed.binding.specification != policy.specification {
        return Err(Rejection::SpecificationDigest);
    }
    // A self-contained certificate must carry this very automaton: another checker believes what it
    // carries.
    if claimed.binding.cfa != proofmark_certs::digest(&computed.bytes)
        || claimed
            .automaton
            .as_ref()
            .is_some_and(|carried| *carried != computed.bytes)
    {
        return Err(Rejection::CfaDigest);
    }
    Ok(())
}

fn compare_ledger(cfa: &Cfa, claimed: &Claimed, policy: &Policy) -> Result<(), Rejection> {
    if claimed.ledger != cfa.ledger {
        return Err(Rejection::Ledger);
    }
    match cfa
        .ledger
        .iter()
        .find(|entry| policy.deny.contains(&entry.kind))
    {
        Some(entry) => Err(Rejection::Denied {
            kind: entry.kind.clone(),
            subject: entry.subject.clone(),
        }),
        None => Ok(()),
    }
}

/// Interns the claimed table. Variables and objects get the sorts and sizes of the program's own
/// declarations.
fn intern_table(
    arena: &mut Arena,
    kernel: &mut Kernel<'_>,
    cfa: &Cfa,
    claimed: &[TableNode],
) -> Result<Vec<Expr>, Failure> {
    let mut table: Vec<Expr> = Vec::with_capacity(claimed.len());
    let mut args: Vec<Expr> = Vec::new();
    for (position, node) in claimed.iter().enumerate() {
        kernel.spend(arena, 1)?;
        let built = match *node {
            TableNode::Lit(v) => Some(arena.lit(v)),
            TableNode::Type(ty) => Some(arena.ty(ty)),
            TableNode::Var(v) => match cfa.sort_of(VarId(v)) {
                Ok(VarSort::Int(ty)) => Some(arena.var(VarId(v), ty)),
                Ok(VarSort::Map(ty)) => Some(arena.map_var(VarId(v), ty)),
                Err(_) => None,
            },
            TableNode::Addr(object) => cfa
                .objects
                .get(object as usize)
                .map(|o| arena.addr(object, o.size, cfa.profile.pointer_bits())),
            TableNode::App(op, slots) => {
                // A reference forwards leaves the application without an argument.
                args.clear();
                args.extend(
                    slots
                        .iter()
                        .take(op.params().len())
                        .filter_map(|&n| table.get(n as usize)),
                );
                arena.try_app(op, &args)
            }
        };
        table.push(built.ok_or(Rejection::TableNode(position))?);
    }
    Ok(table)
}

fn invariants(
    arena: &Arena,
    cfa: &Cfa,
    table: &[Expr],
    claimed: &[u32],
) -> Result<Vec<Expr>, Rejection> {
    if claimed.len() != cfa.locations.len() {
        return Err(Rejection::InvariantCount {
            expected: cfa.locations.len(),
            found: claimed.len(),
        });
    }
    let formula = |(location, &n): (usize, &u32)| {
        let found = table
            .get(n as usize)
            .copied()
            .filter(|&e| arena.sort(e) == Sort::Form);
        found.ok_or(Rejection::Invariant(location))
    };
    claimed.iter().enumerate().map(formula).collect()
}

/// One pass over the obligations.
struct Session<'a> {
    kernel: Kernel<'a>,
    table: Vec<Expr>,
    /// Statements of the lemmas proved so far.
    lemmas: Vec<Expr>,
    report: Report,
}

impl Session<'_> {
    /// Walks the obligations that the checker computed and asks for a proof of each that is neither
    /// trivial nor proved already.
    fn obligations(
        mut self,
        arena: &mut Arena,
        cfa: &Cfa,
        invariants: &[Expr],
        claimed: &Proofs,
    ) -> Result<Report, Failure> {
        let mut builder = Builder::default();
        let mut proved: Vec<bool> = Vec::new();
        let (mut supply, mut last) = (claimed.iter(), None);
        let limit = self.kernel.limits.nodes;
        for kind in Builder::kinds(cfa) {
            let before = builder.effect.sigma.visited;
            let obligation = builder
                .obligation(arena, cfa, invariants, kind, limit)
                .map_err(|_| Limit::Nodes)?;
            self.kernel
                .spend(arena, builder.effect.sigma.visited - before + 1)?;
            self.report.obligations += 1;
            if obligation.trivial {
                self.report.trivial += 1;
                continue;
            }
            proved.resize(arena.len().max(proved.len()), false);
            let seen = proved
                .get_mut(obligation.formula.index())
                .is_some_and(|slot| core::mem::replace(slot, true));
            if seen {
                continue;
            }
            let proof = supply.next().ok_or(Rejection::MissingProof(kind))?;
            self.prove(arena, &mut builder, obligation, &proof)?;
            last = Some(proof);
            self.report.proved += 1;
        }
        let needed = self.report.proved;
        match supply.next() {
            None => {}
            extra if extra == last => {
                return Err(Rejection::DuplicateProof { position: needed }.into())
            }
            Some(_) => {
                return Err(Rejection::ExtraProof {
                    needed,
                    found: claimed.iter().count(),
                }
                .into())
            }
        }
        self.report.used = self.kernel.used;
        Ok(self.report)
    }

    fn prove(
        &mut self,
        arena: &mut Arena,
        builder: &mut Builder,
        obligation: Obligation,
        proof: &ObligationProof,
    ) -> Result<(), Failure> {
        let kind = obligation.kind;
        for lemma in &proof.lemmas {
            let number = self.lemmas.len();
            let statement = self
                .statement(arena, builder, lemma)
                .map_err(|stop| failure(kind, Place::LemmaStatement(number), stop))?;
            let goal = Judgement {
                family: Family::Pf,
                index: statement,
            };
            self.proof(arena, builder, &lemma.proof, goal)
                .map_err(|stop| failure(kind, Place::LemmaProof(number), stop))?;
            self.lemmas.push(statement);
            self.report.lemmas += 1;
            self.report.tokens += lemma.statement.len();
        }
        let goal = Judgement {
            family: Family::Pf,
            index: obligation.formula,
        };
        self.proof(arena, builder, &proof.proof, goal)
            .map_err(|stop| failure(kind, Place::Proof, stop))
    }

    /// Reads a lemma's statement: exactly one formula.
    fn statement(
        &mut self,
        arena: &mut Arena,
        builder: &mut Builder,
        lemma: &Lemma,
    ) -> Result<Expr, Error> {
        let mut context = Context {
            table: &self.table,
            lemmas: &self.lemmas,
            havocs: &builder.effect.havocs,
            sigma: &mut builder.effect.sigma,
        };
        let mut input = Input {
            tokens: &lemma.statement,
            at: 0,
        };
        let statement = self
            .kernel
            .term(arena, &mut context, &mut input, Sort::Form)?;
        if input.at == lemma.statement.len() {
            Ok(statement)
        } else {
            Err(Error::Proof(ProofError::TrailingTokens, input.at))
        }
    }

    fn proof(
        &mut self,
        arena: &mut Arena,
        builder: &mut Builder,
        tokens: &[Token],
        goal: Judgement,
    ) -> Result<(), Error> {
        let mut context = Context {
            table: &self.table,
            lemmas: &self.lemmas,
            havocs: &builder.effect.havocs,
            sigma: &mut builder.effect.sigma,
        };
        self.report.tokens += tokens.len();
        self.kernel.check(arena, &mut context, tokens, goal)
    }
}

fn failure(obligation: ObligationKind, place: Place, error: Error) -> Failure {
    match error {
        Error::Proof(error, token) => Failure::Rejected(Rejection::Proof {
            obligation,
            place,
            error,
            token,
        }),
        Error::Limit(limit) => Failure::Declined(Decline::Limit(limit)),
    }
}
