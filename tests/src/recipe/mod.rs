//! Certificates as readable text: a program, invariants and proofs in a line-oriented notation, and
//! ways to spoil them.
//!
//! A recipe is a list of directives. `base NAME` takes over the directives of a sound recipe; a
//! directive with the same key (its first words) replaces the base's, so a recipe shows only what
//! is wrong. `%` starts a comment. Directives:
//!
//! | program | |
//! |---|---|
//! | `profile NAME` | the semantics profile |
//! | `var X TYPE`, `map M TYPE`, `object O SIZE` | declarations; types are `u8`, `s32`, … |
//! | `locations N ENTRY ERROR` | number of locations, entry, error |
//! | `edge N FROM TO : STMT; STMT` | statements: `x := TERM`, `havoc x`, `assume FORMULA` |
//! | `ledger KIND SUBJECT DETAIL…` | an assumption |
//! | `specification TEXT` | the consumer's specification, which the certificate carries |
//! | **certificate** | |
//! | `invariant N FORMULA` | default `true`, at the error location `false` |
//! | `lemma P N STATEMENT \|- TOKENS` | the lemmas before proof `P`, by number |
//! | `proof N TOKENS` | rules by name, `h0` hypothesis, `l0` lemma, `[TERM]` table entry, `<TERM>` under the substitution, `?0` havoc, `rule:N`, `t:N`, `s:N`, `#N` literal, `@op`, `:type` |
//! | `table N lit V`, `var V`, `addr V`, `app OP A B C` | raw table entries before all others |
//! | `claim ledger KIND SUBJECT DETAIL…`, `claim profile NAME`, `claim signature`, `claim specification`, `claim program` | what the certificate says instead |
//! | `claimed-specification TEXT` | the certificate is about this specification instead |
//! | `embed program`, `embed base` | carries this automaton, or the base's |
//! | **consumer** | |
//! | `deny KIND`, `limit nodes\|fuel\|depth\|hypotheses N` | the policy |
//! | **bytes** | in order: `section ID drop`, `double`, `swap ID`, `rename ID`, `payload HEX`, `poke AT HEX`, `append HEX`, `cut N`; `bytes poke AT HEX`, `append HEX`, `cut N` |
//! | `drop KEY` | takes back a directive of the base |

mod assemble;
mod syntax;

use proofmark_certs::DecodeErrorKind;
use proofmark_checker::check::Policy;
use proofmark_checker::kernel::ProofError;
use proofmark_checker::limits::Limits;
use proofmark_checker::signature::Signature;
use proofmark_checker::verdict::{Decline, Place, Rejection, Verdict};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, EdgeId};
use proofmark_logic::vc::ObligationKind;
use proofmark_logic::SIGNATURE;
use std::path::Path;

/// What a recipe makes.
pub struct Dish {
    /// The consumer's program.
    pub arena: Arena,
    /// The consumer's program.
    pub cfa: Cfa,
    /// The certificate.
    pub bytes: Vec<u8>,
    /// What the consumer demands.
    pub policy: Policy,
    /// What the file says must happen: the first line `expect …`.
    pub expected: String,
}

impl Dish {
    /// Reads and assembles a recipe; bases are looked up in the directory `base` beside the file's
    /// directory.
    ///
    /// # Panics
    /// If the text is no recipe.
    pub fn open(path: &Path) -> Dish {
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let recipe = syntax::Recipe::read(&text, &|name| {
            let base = path
                .parent()
                .and_then(Path::parent)
                .map(|corpus| corpus.join("base").join(format!("{name}.txt")));
            base.and_then(|base| std::fs::read_to_string(base).ok())
                .unwrap_or_else(|| panic!("{}: no base {name}", path.display()))
        });
        assemble::dish(&recipe)
    }

    /// What the checker says, in one line.
    pub fn verdict(&mut self) -> String {
        match proofmark_certs::open(&self.bytes) {
            Err(error) if error.kind.is_declined() => format!("declined {}", name(&error.kind)),
            Err(error) => format!("malformed {}", name(&error.kind)),
            Ok(certificate) => describe(&proofmark_checker::check(
                &mut self.arena,
                &self.cfa,
                &certificate,
                &self.policy,
            )),
        }
    }
}

/// The limits of recipes: small, so that a runaway shows.
pub const LIMITS: Limits = Limits {
    nodes: 100_000,
    fuel: 1_000_000,
    depth: 1000,
    hypotheses: 1000,
};

fn name(kind: &DecodeErrorKind) -> String {
    variant(&format!("{kind:?}"))
}

/// The first word of a value's debugging form: its variant.
fn variant(shown: &str) -> String {
    shown
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// A verdict in one line: what, where, why.
pub fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted(_) => "accepted".to_owned(),
        Verdict::Declined(Decline::Limit(limit)) => format!("declined limit {limit:?}"),
        Verdict::Declined(Decline::Program(error)) => {
            format!("declined program {}", variant(&format!("{error:?}")))
        }
        Verdict::Declined(Decline::Signature(message)) => format!("declined signature {message}"),
        Verdict::Rejected(Rejection::Proof {
            obligation,
            place,
            error,
            ..
        }) => {
            let place = match place {
                Place::Proof => String::new(),
                Place::LemmaStatement(n) => format!(" statement of lemma {n}"),
                Place::LemmaProof(n) => format!(" lemma {n}"),
            };
            format!(
                "rejected {}{place}: {}",
                describe_obligation(*obligation),
                describe_proof_error(error)
            )
        }
        Verdict::Rejected(Rejection::MissingProof(obligation)) => format!(
            "rejected {}: missing proof",
            describe_obligation(*obligation)
        ),
        Verdict::Rejected(reason) => format!("rejected: {}", reason.code()),
    }
}

fn describe_obligation(obligation: ObligationKind) -> String {
    match obligation {
        ObligationKind::Entry => "entry".to_owned(),
        ObligationKind::Error => "error".to_owned(),
        ObligationKind::Edge(EdgeId(n)) => format!("edge {n}"),
        ObligationKind::Enter(EdgeId(n)) => format!("call {n}"),
    }
}

fn describe_proof_error(error: &ProofError) -> String {
    let signature = Signature::load(SIGNATURE).expect("the signature loads");
    let rule = |code: &u8| signature.rule_name(*code).unwrap_or("?").to_owned();
    match error {
        ProofError::Conclusion { rule: code, .. } => format!("Conclusion of {}", rule(code)),
        ProofError::Premise {
            rule: code,
            premise,
            ..
        } => format!("Premise {premise} of {}", rule(code)),
        ProofError::SideCondition { rule: code, side } => {
            format!("SideCondition {side:?} of {}", rule(code))
        }
        ProofError::NotSynthesisable(code) => format!("NotSynthesisable {}", rule(code)),
        other => variant(&format!("{other:?}")),
    }
}
