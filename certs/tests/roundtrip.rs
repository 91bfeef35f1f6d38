//! The law of the format: for every accepted `b`, `encode(decode(b)) == b`, and everything valid is
//! accepted.

use proofmark_certs::{decode, encode, Annotations, Binding, Certificate, Provenance};
use proofmark_logic::arena::Op;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::proof::{Lemma, ObligationProof, TableNode, Token};
use proofmark_logic::types::{IntType, Profile};
use proptest::prelude::*;

/// Numbers drawn from a test case's bytes; zeros once they are used up.
struct Entropy(std::vec::IntoIter<u8>);

impl Entropy {
    fn byte(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }
    fn below(&mut self, n: u32) -> u32 {
        let value = u32::from_le_bytes([self.byte(), self.byte(), 0, 0]);
        if n == 0 {
            0
        } else {
            value % n
        }
    }
    fn literal(&mut self) -> i128 {
        let value = i128::from(self.byte()) - 20;
        let shift = if self.byte() < 200 {
            0
        } else {
            self.below(113)
        };
        value << shift
    }
    fn int_type(&mut self) -> IntType {
        IntType::new(self.byte() % 64 + 1, self.byte() < 128).unwrap_or(IntType::I32)
    }
    fn op(&mut self) -> Op {
        Op::ALL[usize::from(self.byte()) % Op::ALL.len()]
    }
}

fn table(entropy: &mut Entropy) -> Vec<TableNode> {
    let mut table = Vec::new();
    for _ in 0..=entropy.below(60) {
        let position = u32::try_from(table.len()).unwrap_or(0);
        let node = match entropy.byte() % 6 {
            0 => TableNode::Lit(entropy.literal()),
            1 => TableNode::Type(entropy.int_type()),
            2 => TableNode::Var(entropy.below(300)),
            3 => TableNode::Addr(entropy.below(300)),
            _ => {
                let op = if position == 0 {
                    Op::True
                } else {
                    entropy.op()
                };
                let mut args = [0; 3];
                for slot in args.iter_mut().take(op.params().len()) {
                    *slot = entropy.below(position);
                }
                TableNode::App(op, args)
            }
        };
        if !table.contains(&node) {
            table.push(node);
        }
    }
    table
}

fn sequence(entropy: &mut Entropy, table_len: u32, defined: u32) -> Vec<Token> {
    (0..entropy.below(20))
        .map(|_| match entropy.byte() % 8 {
            0 => Token::Hyp(entropy.below(100)),
            1 if defined > 0 => Token::Lemma(entropy.below(defined)),
            2 => Token::Table(entropy.below(table_len)),
            3 if entropy.below(4) == 0 => Token::Havoc(entropy.below(1000)),
            3 => Token::Subst(entropy.below(table_len)),
            4 => Token::Lit(entropy.literal()),
            5 => Token::Type(entropy.int_type()),
            6 => Token::App(entropy.op()),
            _ => Token::Rule(entropy.byte() % 128),
        })
        .collect()
}

fn certificate(bytes: Vec<u8>) -> Certificate {
    let mut entropy = Entropy(bytes.into_iter());
    let table = table(&mut entropy);
    let table_len = u32::try_from(table.len()).unwrap_or(0);
    let invariants = (0..entropy.below(80))
        .map(|_| entropy.below(table_len.min(3)))
        .collect();
    let mut defined = 0;
    let mut proofs = Vec::new();
    for _ in 0..entropy.below(6) {
        let mut lemmas = Vec::new();
        for _ in 0..entropy.below(9) {
            let statement = sequence(&mut entropy, table_len, defined);
            lemmas.push(Lemma {
                statement,
                proof: sequence(&mut entropy, table_len, defined),
            });
            defined += 1;
        }
        proofs.push(ObligationProof {
            lemmas,
            proof: sequence(&mut entropy, table_len, defined),
        });
    }
    let ledger = (0..entropy.below(4))
        .map(|n| LedgerEntry {
            kind: "external".into(),
            subject: format!("f{n}"),
            detail: "has no effect".into(),
        })
        .collect();
    let provenance = (entropy.byte() < 128).then(|| Provenance::default().encode());
    let text: String = (0..entropy.below(40))
        .map(|_| char::from(entropy.byte() / 2))
        .collect();
    let binding = Binding::of(
        if entropy.byte() < 128 {
            Profile::Lp64
        } else {
            Profile::Ilp32
        },
        "signature",
        &text,
        b"cfa",
    );
    let specification = (entropy.byte() < 128).then_some(text);
    let automaton =
        (entropy.byte() < 128).then(|| (0..entropy.below(40)).map(|_| entropy.byte()).collect());
    let resume =
        (entropy.byte() < 128).then(|| (0..entropy.below(40)).map(|_| entropy.byte()).collect());
    Certificate {
        binding,
        annotations: Annotations { table, invariants },
        proofs,
        ledger,
        provenance,
        automaton,
        specification,
        resume,
    }
}

/// Replaces every section's digest by the right one, so that a mutation reaches the decoder behind
/// it. `None` if the sections are unreadable.
fn reseal(bytes: &mut [u8]) -> Option<()> {
    let mut at = 11;
    while at < bytes.len() {
        at += 1;
        let (mut length, mut shift) = (0usize, 0);
        loop {
            let byte = *bytes.get(at)?;
            at += 1;
            length |= usize::from(byte & 0x7F).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let payload = at + 32..at.checked_add(32)?.checked_add(length)?;
        let digest = proofmark_certs::digest(bytes.get(payload.clone())?);
        bytes.get_mut(at..at + 32)?.copy_from_slice(&digest);
        at = payload.end;
    }
    Some(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_valid_certificate_survives(bytes in prop::collection::vec(any::<u8>(), 0..900)) {
        let certificate = certificate(bytes);
        let encoded = encode(&certificate);
        prop_assert_eq!(decode(&encoded), Ok(certificate));
    }

    #[test]
    fn every_accepted_mutant_is_canonical(
        bytes in prop::collection::vec(any::<u8>(), 0..900), at in any::<prop::sample::Index>(), value in any::<u8>(), seal in any::<bool>()
    ) {
        let mut encoded = encode(&certificate(bytes));
        let original = encoded.clone();
        let at = at.index(encoded.len());
        encoded[at] = value;
        if seal {
            let _ = reseal(&mut encoded);
        }
        match decode(&encoded) {
            Ok(certificate) => prop_assert_eq!(&encode(&certificate), &encoded),
            Err(error) => prop_assert!(error.offset <= encoded.len()),
        }
        // Without new digests, no change at all is accepted.
        prop_assert!(seal || encoded == original || decode(&encoded).is_err());
    }

    #[test]
    fn every_truncation_and_extension_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), at in any::<prop::sample::Index>()) {
        let encoded = encode(&certificate(bytes));
        prop_assert!(decode(&encoded[..at.index(encoded.len())]).is_err());
        let mut longer = encoded;
        longer.push(0);
        prop_assert!(decode(&longer).is_err());
    }

    #[test]
    fn junk_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(decode(&bytes).is_err());
    }
}
