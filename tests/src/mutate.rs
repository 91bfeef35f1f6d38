//! Mutants of certificates: well-formed and wrong, or damaged bytes with right digests.

use crate::container::{assemble, payloads};
use crate::Random;
use proofmark_certs::{encode, Certificate};
use proofmark_logic::arena::Op;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::proof::{TableNode, Token};
use proofmark_logic::types::IntType;

/// The bytes of a mutant. Two out of three are mutants of the structure, the others of a section's
/// bytes.
pub fn mutant(certificate: &Certificate, bytes: &[u8], random: &mut Random) -> Vec<u8> {
    if random.below(3) == 0 {
        return damaged(bytes, random);
    }
    let mut changed = certificate.clone();
    for _ in 0..=random.below(3) {
        change(&mut changed, random);
    }
    encode(&changed)
}

/// What happens to files: flipped bits, truncation, swapped and duplicated sections, lemmas of one
/// obligation spliced into another's.
pub fn battered(certificate: &Certificate, bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut sections = payloads(bytes);
    match random.below(5) {
        0 => {
            let mut bytes = bytes.to_vec();
            for _ in 0..=random.below(4) {
                let place = random.below(bytes.len());
                bytes[place] ^= 1 << random.below(8);
            }
            bytes
        }
        1 => bytes[..random.below(bytes.len())].to_vec(),
        2 => {
            let (one, other) = (random.below(sections.len()), random.below(sections.len()));
            sections.swap(one, other);
            assemble(&sections)
        }
        3 => {
            let copy = sections[random.below(sections.len())].clone();
            sections.insert(random.below(sections.len() + 1), copy);
            assemble(&sections)
        }
        _ => {
            let mut changed = certificate.clone();
            let proofs = changed.proofs.len();
            if proofs > 1 {
                let lemmas = std::mem::take(&mut changed.proofs[random.below(proofs)].lemmas);
                changed.proofs[random.below(proofs)]
                    .lemmas
                    .splice(0..0, lemmas);
            }
            encode(&changed)
        }
    }
}

/// Changes bytes inside one section and puts the right digest on it.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut sections = payloads(bytes);
    let at = random.below(sections.len());
    let payload = &mut sections[at].1;
    for _ in 0..=random.below(3) {
        let place = random.below(payload.len());
        let value = u8::try_from(random.below(256)).unwrap_or(0);
        match random.below(5) {
            _ if payload.is_empty() => payload.push(value),
            0 => payload.insert(place, value),
            1 => drop(payload.remove(place)),
            2 => {
                let other = random.below(payload.len());
                payload.swap(place, other);
            }
            3 => payload[place] ^= 1 << random.below(8),
            _ => payload[place] = value,
        }
    }
    rebind(&mut sections);
    assemble(&sections)
}

/// Makes the binding name the automaton that is carried, so that a changed one is looked at.
fn rebind(sections: &mut [(u8, Vec<u8>)]) {
    let carried = sections
        .iter()
        .find(|(id, _)| *id == 6)
        .map(|(_, automaton)| proofmark_certs::digest(automaton));
    let binding = sections
        .iter_mut()
        .find(|(id, _)| *id == 1)
        .map(|(_, binding)| binding);
    if let (Some(digest), Some(binding)) = (carried, binding) {
        // The automaton's digest is the binding's last field.
        if let Some(start) = binding.len().checked_sub(digest.len()) {
            binding[start..].copy_from_slice(&digest);
        }
    }
}

/// One change that keeps the certificate well formed, as far as its bytes go.
fn change(certificate: &mut Certificate, random: &mut Random) {
    let proofs = certificate.proofs.len();
    let table = certificate.annotations.table.len();
    match random.below(16) {
        0 => certificate.annotations.table = changed_table(&certificate.annotations.table, random),
        1 if !certificate.annotations.invariants.is_empty() => {
            let at = random.below(certificate.annotations.invariants.len());
            certificate.annotations.invariants[at] = small(random.below(table));
        }
        2 if proofs > 0 => drop(certificate.proofs.remove(random.below(proofs))),
        3 if proofs > 0 => {
            let copy = certificate.proofs[random.below(proofs)].clone();
            certificate.proofs.insert(random.below(proofs + 1), copy);
        }
        4 if proofs > 1 => certificate
            .proofs
            .swap(random.below(proofs), random.below(proofs)),
        5 if random.below(8) == 0 => {
            let entry = LedgerEntry {
                kind: "none".into(),
                subject: "nothing".into(),
                detail: String::new(),
            };
            certificate.ledger.push(entry);
            certificate.ledger.sort();
        }
        6 if proofs > 0 => {
            let at = random.below(proofs);
            let lemmas = &mut certificate.proofs[at].lemmas;
            match random.below(lemmas.len() + 1).checked_sub(1) {
                Some(n) if random.below(2) == 0 => drop(lemmas.remove(n)),
                Some(n) => lemmas[n].statement = vec![Token::App(Op::False)],
                None => lemmas.push(proofmark_logic::proof::Lemma {
                    statement: vec![Token::App(Op::False)],
                    proof: vec![Token::Lemma(0)],
                }),
            }
        }
        _ if proofs > 0 => {
            let at = random.below(proofs);
            let proof = &mut certificate.proofs[at];
            let tokens = match random.below(proof.lemmas.len() + 1).checked_sub(1) {
                Some(n) if random.below(4) == 0 => &mut proof.lemmas[n].statement,
                Some(n) => &mut proof.lemmas[n].proof,
                None => &mut proof.proof,
            };
            change_tokens(tokens, table, random);
        }
        _ => {}
    }
}

fn changed_table(table: &[TableNode], random: &mut Random) -> Vec<TableNode> {
    let mut table = table.to_vec();
    if table.is_empty() {
        return table;
    }
    let at = random.below(table.len());
    table[at] = match table[at] {
        TableNode::Lit(value) => {
            TableNode::Lit(value + i128::try_from(random.below(5)).unwrap_or(0) - 2)
        }
        TableNode::Var(n) => TableNode::Var(n ^ small(random.below(4))),
        TableNode::Addr(n) => TableNode::Addr(n ^ small(random.below(4))),
        TableNode::Type(ty) => TableNode::Type(IntType::new(ty.bits(), !ty.signed()).unwrap_or(ty)),
        TableNode::App(op, mut args) => {
            if random.below(2) == 0 {
                let other = Op::ALL[random.below(Op::ALL.len())];
                TableNode::App(
                    if other.params() == op.params() {
                        other
                    } else {
                        op
                    },
                    args,
                )
            } else {
                let slot = random.below(op.params().len().max(1));
                args[slot] = small(random.below(at.max(1)));
                TableNode::App(op, args)
            }
        }
    };
    table
}

fn change_tokens(tokens: &mut Vec<Token>, table: usize, random: &mut Random) {
    let at = random.below(tokens.len());
    if tokens.is_empty() {
        tokens.push(token(table, random));
        return;
    }
    match random.below(6) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, token(table, random)),
        2 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        3 => tokens[at] = nearby(tokens[at], random),
        4 => {
            // A stretch of tokens in another place: subproofs where they do not belong.
            let length = random.below(tokens.len() - at) + 1;
            let stretch: Vec<Token> = tokens[at..at + length].to_vec();
            let to = random.below(tokens.len() + 1);
            tokens.splice(to..to, stretch);
        }
        _ => tokens[at] = token(table, random),
    }
}

/// A token of the same kind.
fn nearby(token: Token, random: &mut Random) -> Token {
    match token {
        Token::Rule(code) => {
            Token::Rule(u8::try_from((usize::from(code) + random.below(5)) % 64).unwrap_or(0))
        }
        Token::Hyp(n) => Token::Hyp(n ^ small(random.below(4))),
        Token::Lemma(n) => Token::Lemma(n ^ small(random.below(4))),
        Token::Table(n) => Token::Subst(n),
        Token::Subst(n) => Token::Table(n),
        Token::Havoc(n) => Token::Havoc(n ^ 1),
        Token::Lit(value) => Token::Lit(-value + i128::try_from(random.below(2)).unwrap_or(0)),
        Token::Type(ty) => Token::Type(IntType::new(ty.bits(), !ty.signed()).unwrap_or(ty)),
        Token::App(_) => Token::App(Op::ALL[random.below(Op::ALL.len())]),
    }
}

fn token(table: usize, random: &mut Random) -> Token {
    match random.below(8) {
        0 | 1 => Token::Rule(u8::try_from(random.below(64)).unwrap_or(0)),
        2 | 3 => Token::Hyp(small(random.below(5))),
        4 => Token::Table(small(random.below(table))),
        5 => Token::Subst(small(random.below(table))),
        6 => Token::Lemma(small(random.below(4))),
        _ => Token::Lit(i128::try_from(random.below(9)).unwrap_or(0) - 4),
    }
}

fn small(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(0)
}
