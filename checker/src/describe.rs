//! Verdicts in words, and as stable one-word codes for scripts.

use crate::kernel::{Judgement, ProofError};
use crate::limits::Limit;
use crate::signature::Signature;
use crate::verdict::{Decline, Place, Rejection};
use alloc::format;
use alloc::string::{String, ToString};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, EdgeId};
use proofmark_logic::display;
use proofmark_logic::vc::ObligationKind;
use proofmark_logic::SIGNATURE;

/// Longest printed formula, in bytes.
const FORMULA_BYTES_MAX: usize = 200;

impl Rejection {
    /// A code that stays the same over versions.
    pub const fn code(&self) -> &'static str {
        match self {
            Rejection::Profile { .. } => "profile",
            Rejection::SignatureDigest => "signature",
            Rejection::SpecificationDigest => "specification",
            Rejection::CfaDigest => "program",
            Rejection::Ledger => "ledger",
            Rejection::Denied { .. } => "denied",
            Rejection::InvariantCount { .. } | Rejection::Invariant(_) => "invariant",
            Rejection::ContractScope(_) => "contract",
            Rejection::TableNode(_) => "expression",
            Rejection::MissingProof(_) => "missing-proof",
            Rejection::ExtraProof { .. } => "extra-proof",
            Rejection::DuplicateProof { .. } => "duplicate-proof",
            Rejection::Proof { .. } => "proof",
        }
    }

    /// One sentence. `arena` and `cfa` are those of the check.
    pub fn describe(&self, arena: &Arena, cfa: &Cfa) -> String {
        match self {
            Rejection::Profile { expected, found } => {
                format!("it is for the profile {found}, and the program was read with {expected}; --arch chooses another one")
            }
            Rejection::SignatureDigest => {
                "it was made for another version of the logic".to_string()
            }
            Rejection::SpecificationDigest => "it is about another specification".to_string(),
            Rejection::CfaDigest => "it is about another program".to_string(),
            Rejection::Ledger => "its list of assumptions is not the program's".to_string(),
            Rejection::Denied { kind, subject } => {
                format!("it rests on an assumption that is denied: {kind} ({subject})")
            }
            Rejection::InvariantCount { expected, found } => {
                format!("it has {found} invariants for {expected} locations")
            }
            Rejection::TableNode(node) => {
                format!("expression {node} of its table is malformed or foreign to the program")
            }
            Rejection::Invariant(location) => {
                format!("the invariant of location {location} is no formula")
            }
            Rejection::ContractScope(location) => {
                format!("the invariant of location {location} belongs to a procedure's contract and names a local variable")
            }
            Rejection::MissingProof(kind) => {
                format!("the proof that {} is missing", obligation(cfa, *kind))
            }
            Rejection::ExtraProof { needed, found } => {
                format!("it has {found} proofs where {needed} are needed")
            }
            Rejection::DuplicateProof { position } => {
                format!("its proof number {position} is given twice")
            }
            Rejection::Proof {
                obligation: kind,
                place,
                error,
                token,
            } => {
                let place = match place {
                    Place::Proof => String::new(),
                    Place::LemmaStatement(n) => format!(" in the statement of lemma {n}"),
                    Place::LemmaProof(n) => format!(" in the proof of lemma {n}"),
                };
                format!(
                    "the proof that {} is wrong{place}, before token {token}: {}",
                    obligation(cfa, *kind),
                    describe_proof_error(arena, cfa, error)
                )
            }
        }
    }
}

impl Decline {
    /// A code that stays the same over versions.
    pub const fn code(&self) -> &'static str {
        match self {
            Decline::Limit(_) => "limit",
            Decline::Program(_) => "automaton",
            Decline::Signature(_) => "signature",
        }
    }

    /// One sentence.
    pub fn describe(&self) -> String {
        match self {
            Decline::Limit(limit) => {
                format!("checking it exceeds the limit on {}", limit_name(*limit))
            }
            Decline::Program(error) => format!(
                "the program's automaton is not well formed ({error:?}); please report the program"
            ),
            Decline::Signature(message) => format!(
                "the built-in signature does not load ({message}); please report this build"
            ),
        }
    }
}

fn limit_name(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "expressions",
        Limit::Fuel => "steps",
        Limit::Depth => "nesting",
        Limit::Hypotheses => "hypotheses",
        Limit::Coefficient => "the size of numbers",
    }
}

/// What an obligation says, as the end of a sentence that starts with "the proof that".
fn obligation(cfa: &Cfa, kind: ObligationKind) -> String {
    match kind {
        ObligationKind::Entry => "the invariant of the entry holds in every state".to_string(),
        ObligationKind::Error => "the error location is unreachable".to_string(),
        ObligationKind::Edge(EdgeId(id)) | ObligationKind::Enter(EdgeId(id)) => {
            let edge = usize::try_from(id).ok().and_then(|id| cfa.edges.get(id));
            let from = edge.and_then(|edge| cfa.locations.get(usize::try_from(edge.from.0).ok()?));
            let file =
                from.and_then(|location| cfa.files.get(usize::try_from(location.pos.file).ok()?));
            let place = match (from, file) {
                (Some(location), Some(file)) if location.pos.line > 0 => {
                    format!("edge {id} ({file}:{})", location.pos.line)
                }
                _ => format!("edge {id}"),
            };
            match kind {
                ObligationKind::Enter(_) => {
                    format!("{place} meets the precondition of what it calls")
                }
                _ => format!("{place} preserves the invariants"),
            }
        }
    }
}

fn describe_proof_error(arena: &Arena, cfa: &Cfa, error: &ProofError) -> String {
    let signature = Signature::load(SIGNATURE);
    let rule = |code: u8| match signature
        .as_ref()
        .ok()
        .and_then(|signature| signature.rule_name(code))
    {
        Some(name) => format!("rule {name}"),
        None => format!("rule {code}"),
    };
    let show = |judgement: &Judgement| {
        format!(
            "`{}`",
            display::expr(arena, cfa, judgement.index, FORMULA_BYTES_MAX)
        )
    };
    match error {
        ProofError::Truncated => "it ends too early".to_string(),
        ProofError::TrailingTokens => "tokens are left over".to_string(),
        ProofError::ProofExpected => "a proof is expected".to_string(),
        ProofError::TermExpected => "a term is expected".to_string(),
        ProofError::UnknownRule(code) => format!("there is no rule {code}"),
        ProofError::NotSynthesisable(code) => {
            format!("{} does not determine what it proves here", rule(*code))
        }
        ProofError::Conclusion {
            rule: code,
            expected,
        } => format!("{} cannot prove {}", rule(*code), show(expected)),
        ProofError::Mismatch { expected, found } => {
            format!("{} is to be proved, but {} is", show(expected), show(found))
        }
        ProofError::Premise {
            rule: code,
            premise,
            found,
        } => format!(
            "premise {premise} of {} is not {}",
            rule(*code),
            show(found)
        ),
        ProofError::SideCondition { rule: code, side } => format!(
            "the side condition {side:?} of {} does not hold",
            rule(*code)
        ),
        ProofError::UnknownHypothesis(n) => format!("there is no hypothesis {n}"),
        ProofError::UnknownLemma(n) => format!("there is no lemma {n}"),
        ProofError::UnknownHavoc(n) => format!("the edge has no havoc {n}"),
        ProofError::UnknownTableNode(n) => format!("there is no expression {n}"),
        ProofError::Sort => "a term has the wrong sort".to_string(),
    }
}
