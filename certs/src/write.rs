//! What producers need and checkers do not: writing certificates.
//!
//! Nothing here is trusted. What is written wrongly is refused when it is read. The checker is
//! built without this module (feature `write`).

use crate::annotations;
use crate::certificate::{Annotations, Binding, Certificate, Claimed};
use crate::container::{Section, MAGIC, VERSION};
use crate::digest;
use crate::error::DecodeError;
use crate::literals::short_literal;
use crate::reader::Reader;
use crate::records::{self, BindingRecord, LedgerRecord};
use crate::tokens::{self, Proofs};
use alloc::string::String;
use alloc::vec::Vec;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::encode::{put_signed, put_varint, type_code};
use proofmark_logic::proof::{ObligationProof, TableNode, Token};
use proofmark_logic::types::Profile;

impl Certificate {
    /// The certificate without its optional sections: what is needed for checking against the
    /// source, and nothing else.
    #[must_use]
    pub fn stripped(self) -> Certificate {
        Certificate {
            provenance: None,
            automaton: None,
            specification: None,
            resume: None,
            ..self
        }
    }

    /// What a checker gets of it, without the way through [`encode`] and [`crate::open`]. Malformed
    /// proofs end its proofs.
    pub fn claimed(&self) -> Claimed {
        let table_len = self.annotations.table.len();
        self.clone().with_proofs(|proofs| Proofs {
            bytes: encode_proofs(&proofs),
            table_len,
        })
    }
}

/// Reads a certificate with all its proofs.
///
/// # Errors
/// As [`crate::open`].
pub fn decode(bytes: &[u8]) -> Result<Certificate, DecodeError> {
    Ok(crate::open(bytes)?.with_proofs(|proofs| proofs.iter().collect()))
}

impl<P> Certificate<P> {
    /// The same certificate with its proofs in another form.
    fn with_proofs<Q>(self, form: impl FnOnce(P) -> Q) -> Certificate<Q> {
        Certificate {
            binding: self.binding,
            annotations: self.annotations,
            proofs: form(self.proofs),
            ledger: self.ledger,
            provenance: self.provenance,
            automaton: self.automaton,
            specification: self.specification,
            resume: self.resume,
        }
    }
}

impl Binding {
    /// The binding of a program: its profile, the logic's text, the specification's text and the
    /// automaton's canonical encoding.
    pub fn of(profile: Profile, signature: &str, specification: &str, cfa_bytes: &[u8]) -> Binding {
        Binding {
            profile: String::from(profile.name()),
            signature: crate::digest(signature.as_bytes()),
            specification: crate::digest(specification.as_bytes()),
            cfa: crate::digest(cfa_bytes),
        }
    }
}

/// The bytes of a certificate.
///
/// Total: a structure that is no certificate (a reference forwards, an entry out of order, a
/// literal over the limit) gives bytes that [`crate::decode`] refuses.
pub fn encode(certificate: &Certificate) -> Vec<u8> {
    let mut payloads = alloc::vec![
        (Section::Binding, encode_binding(&certificate.binding)),
        (Section::Annotations, certificate.annotations.encode()),
        (Section::Proof, encode_proofs(&certificate.proofs)),
        (Section::Ledger, encode_ledger(&certificate.ledger)),
    ];
    if let Some(provenance) = &certificate.provenance {
        payloads.push((Section::Provenance, provenance.clone()));
    }
    if let Some(automaton) = &certificate.automaton {
        payloads.push((Section::Automaton, automaton.clone()));
    }
    if let Some(specification) = &certificate.specification {
        payloads.push((Section::Specification, specification.clone().into_bytes()));
    }
    if let Some(resume) = &certificate.resume {
        payloads.push((Section::Resume, resume.clone()));
    }

    let mut out = Vec::from(MAGIC);
    out.extend_from_slice(&VERSION.to_le_bytes());
    out.push(u8::try_from(payloads.len()).unwrap_or(u8::MAX));
    for (section, payload) in &payloads {
        out.push(section.id());
        put_len(&mut out, payload.len());
        out.extend_from_slice(&digest(payload));
        out.extend_from_slice(payload);
    }
    out
}

fn encode_binding(binding: &Binding) -> Vec<u8> {
    let Binding {
        profile,
        signature,
        specification,
        cfa,
    } = binding.clone();
    records::encode(&BindingRecord {
        profile,
        signature,
        specification,
        cfa,
    })
}

fn encode_ledger(ledger: &[LedgerEntry]) -> Vec<u8> {
    let records: Vec<LedgerRecord> = ledger
        .iter()
        .cloned()
        .map(
            |LedgerEntry {
                 kind,
                 subject,
                 detail,
             }| LedgerRecord {
                kind,
                subject,
                detail,
            },
        )
        .collect();
    records::encode(&records)
}

impl Annotations {
    /// Reads what [`Annotations::encode`] writes.
    ///
    /// # Errors
    /// As [`crate::open`] for the section.
    pub fn decode(bytes: &[u8]) -> Result<Annotations, DecodeError> {
        let mut reader = Reader::new(bytes, 0);
        let annotations = annotations::decode(&mut reader)?;
        reader.finish()?;
        Ok(annotations)
    }

    /// The bytes of the section.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        encode_annotations(&mut out, self);
        out
    }
}

fn encode_annotations(out: &mut Vec<u8>, annotations: &Annotations) {
    put_len(out, annotations.table.len());
    for (position, node) in (0u64..).zip(&annotations.table) {
        put_node(out, position, node);
    }
    put_len(out, annotations.invariants.len());
    let mut previous = 0i128;
    for run in annotations.invariants.chunk_by(|a, b| a == b) {
        put_len(out, run.len().saturating_sub(1));
        let root = run.first().map_or(0, |root| i128::from(*root));
        put_signed(out, root.saturating_sub(previous));
        previous = root;
    }
}

/// Appends a count.
fn put_len(out: &mut Vec<u8>, n: usize) {
    put_varint(out, u128::try_from(n).unwrap_or(u128::MAX));
}

fn put_node(out: &mut Vec<u8>, position: u64, node: &TableNode) {
    match *node {
        TableNode::Lit(value) => match short_literal(value) {
            Some(n) => out.push(annotations::SHORT_LIT.saturating_add(n)),
            None => {
                out.push(annotations::LIT);
                put_signed(out, value);
            }
        },
        TableNode::Type(ty) => out.extend_from_slice(&[annotations::TYPE, type_code(ty)]),
        TableNode::Var(index) => match u8::try_from(index) {
            Ok(n) if index < annotations::SHORT_VARS => {
                out.push(annotations::SHORT_VAR.saturating_add(n))
            }
            _ => {
                out.push(annotations::VAR);
                put_varint(out, u128::from(index));
            }
        },
        TableNode::Addr(object) => {
            out.push(annotations::ADDR);
            put_varint(out, u128::from(object));
        }
        TableNode::App(op, args) => {
            out.push(annotations::APP.saturating_add(op.code()));
            for arg in args.iter().take(op.params().len()) {
                // An argument that is not smaller gives a distance that no reader accepts.
                put_varint(
                    out,
                    u128::from(position.wrapping_sub(u64::from(*arg)).wrapping_sub(1)),
                );
            }
        }
    }
}

fn encode_proofs(proofs: &[ObligationProof]) -> Vec<u8> {
    let mut out = Vec::new();
    put_len(&mut out, proofs.len());
    let mut defined = 0u64;
    for obligation in proofs {
        put_len(&mut out, obligation.lemmas.len());
        for lemma in &obligation.lemmas {
            put_sequence(&mut out, defined, &lemma.statement);
            put_sequence(&mut out, defined, &lemma.proof);
            defined = defined.saturating_add(1);
        }
        put_sequence(&mut out, defined, &obligation.proof);
    }
    out
}

fn put_sequence(out: &mut Vec<u8>, defined: u64, tokens: &[Token]) {
    put_len(out, tokens.len());
    for token in tokens {
        put_token(out, defined, token);
    }
}

fn put_token(out: &mut Vec<u8>, defined: u64, token: &Token) {
    match *token {
        // A code of 0x80 or more is no rule; it is written as a code that no reader accepts.
        Token::Rule(code) => out.push(if code < tokens::SHORT_HYP {
            code
        } else {
            u8::MAX
        }),
        Token::Hyp(n) => match u8::try_from(n) {
            Ok(short) if n < tokens::SHORT_HYPS => {
                out.push(tokens::SHORT_HYP.saturating_add(short))
            }
            _ => put_tagged(
                out,
                tokens::HYP,
                u64::from(n).wrapping_sub(u64::from(tokens::SHORT_HYPS)),
            ),
        },
        Token::Lemma(n) => {
            // Lemma n is `distance + 1` back. A lemma that is not defined yet gives a distance that
            // no reader accepts.
            let distance = defined.wrapping_sub(u64::from(n)).wrapping_sub(1);
            match u8::try_from(distance) {
                Ok(short) if distance < u64::from(tokens::SHORT_LEMMAS) => {
                    out.push(tokens::SHORT_LEMMA.saturating_add(short))
                }
                _ => put_tagged(
                    out,
                    tokens::LEMMA,
                    distance.wrapping_sub(u64::from(tokens::SHORT_LEMMAS)),
                ),
            }
        }
        Token::Table(n) => put_tagged(out, tokens::TABLE, u64::from(n)),
        Token::Subst(n) => put_tagged(out, tokens::SUBST, u64::from(n)),
        Token::Havoc(n) => put_tagged(out, tokens::HAVOC, u64::from(n)),
        Token::Lit(value) => match short_literal(value) {
            Some(short) => out.push(tokens::SHORT_LIT.saturating_add(short)),
            None => {
                out.push(tokens::LIT);
                put_signed(out, value);
            }
        },
        Token::Type(ty) => out.extend_from_slice(&[tokens::TYPE, type_code(ty)]),
        Token::App(op) => match tokens::operation(op) {
            (code, None) => out.push(code),
            (code, Some(number)) => put_tagged(out, code, u64::from(number)),
        },
    }
}

fn put_tagged(out: &mut Vec<u8>, tag: u8, value: u64) {
    out.push(tag);
    put_varint(out, u128::from(value));
}
