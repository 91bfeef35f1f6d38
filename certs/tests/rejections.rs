//! One hand-made certificate for each way of being refused, beside the accepted one that it was
//! made from.

use proofmark_certs::DecodeErrorKind as Kind;
use proofmark_certs::{
    decode, digest, encode, limits, sections, Annotations, Binding, Certificate, Provenance,
    Section,
};
use proofmark_logic::arena::Op;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_logic::proof::{Lemma, ObligationProof, TableNode, Token};
use proofmark_logic::types::{IntType, Profile};

fn provenance() -> Provenance {
    Provenance {
        tool: "t".into(),
        version: "1".into(),
        entry: "f".into(),
        functions: vec![[1, 2, 3, 4]],
        ..Provenance::default()
    }
}

fn good() -> Certificate {
    Certificate {
        binding: Binding::of(Profile::Lp64, "signature", "", b"cfa"),
        annotations: Annotations {
            table: vec![
                TableNode::Var(0),
                TableNode::Lit(1),
                TableNode::App(Op::Eq, [0, 1, 0]),
                TableNode::App(Op::True, [0; 3]),
            ],
            invariants: vec![3, 3, 2],
        },
        proofs: vec![ObligationProof {
            lemmas: vec![Lemma {
                statement: vec![Token::Table(2)],
                proof: vec![Token::Rule(5), Token::Hyp(64)],
            }],
            proof: vec![
                Token::Lemma(0),
                Token::Subst(1),
                Token::Lit(500),
                Token::Type(IntType::U8),
                Token::App(Op::Add),
            ],
        }],
        ledger: vec![LedgerEntry {
            kind: "external".into(),
            subject: "f".into(),
            detail: "no effect".into(),
        }],
        provenance: Some(provenance().encode()),
        automaton: None,
        specification: None,
        resume: None,
    }
}

fn payloads() -> Vec<(u8, Vec<u8>)> {
    let bytes = encode(&good());
    let mut end = bytes.len();
    let mut out = Vec::new();
    for size in sections(&bytes).expect("a good container").iter().rev() {
        out.insert(
            0,
            (size.section.id(), bytes[end - size.bytes..end].to_vec()),
        );
        // Id, one or two bytes of length, digest.
        end -= size.bytes + 34 + usize::from(size.bytes > 127);
    }
    out
}

fn assemble(sections: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"\x89PCC\r\n\x1a\n\x01\x00".to_vec();
    out.push(sections.len() as u8);
    for (id, payload) in sections {
        out.push(*id);
        proofmark_logic::encode::put_varint(&mut out, payload.len() as u128);
        out.extend(digest(payload));
        out.extend(payload);
    }
    out
}

fn with(section: Section, payload: &[u8]) -> Result<Certificate, Kind> {
    let mut all = payloads();
    all.iter_mut()
        .find(|(id, _)| *id == section.id())
        .expect("the section")
        .1 = payload.to_vec();
    decode(&assemble(&all)).map_err(|error| error.kind)
}

fn changed(change: impl FnOnce(&mut Certificate)) -> Result<Certificate, Kind> {
    let mut certificate = good();
    change(&mut certificate);
    decode(&encode(&certificate)).map_err(|error| error.kind)
}

#[test]
fn the_good_one_is_accepted_with_and_without_provenance() {
    assert_eq!(assemble(&payloads()), encode(&good()));
    assert_eq!(changed(|_| ()), Ok(good()));
    assert!(changed(|c| c.provenance = None).is_ok());
}

/// Nobody needs it, so it may hold anything, within limits.
#[test]
fn provenance_is_read_by_itself() {
    let bytes = provenance().encode();
    assert_eq!(Provenance::decode(&bytes), Some(provenance()));
    let longer = [bytes.as_slice(), &[0]].concat();
    for bad in [
        &[][..],
        &bytes[..bytes.len() - 1],
        &longer,
        &[0xFF; 40],
        &[253; 9],
    ] {
        assert_eq!(Provenance::decode(bad), None, "{bad:?}");
        let read = with(Section::Provenance, bad).expect("it does not matter");
        assert_eq!(read.provenance.as_deref(), Some(bad));
    }
    assert_eq!(
        with(Section::Provenance, &vec![0; (1 << 20) + 1]),
        Err(Kind::OverLimit("the size of records"))
    );
    let many = Provenance {
        functions: vec![[0; 4]; 1 << 19],
        ..provenance()
    };
    let read = Provenance::decode(&many.encode()).expect("it fits without them");
    assert_eq!((read.tool.as_str(), read.functions.len()), ("t", 0));
}

#[test]
fn the_specification_is_the_one_that_the_certificate_is_bound_to() {
    let text = "OBSERVER\nGLOBAL int n ;\n";
    let bound = |text: &str| Binding::of(Profile::Lp64, "signature", text, b"cfa");
    let of = |binding: Binding, text: &str| {
        changed(|c| {
            c.binding = binding;
            c.specification = Some(text.into());
        })
    };
    assert_eq!(
        of(bound(text), text).map(|c| c.specification),
        Ok(Some(text.into()))
    );
    assert_eq!(
        of(bound(text), text).map(|c| c.stripped().specification),
        Ok(None)
    );
    assert!(changed(|c| c.binding = bound(text)).is_ok());
    assert_eq!(
        of(bound(text), "OBSERVER\nGLOBAL int m ;\n"),
        Err(Kind::Specification)
    );
    assert_eq!(of(bound(""), text), Err(Kind::Specification));
    assert_eq!(of(bound(text), ""), Err(Kind::Specification));
    // Bytes that are no text, with the right digest.
    let mut odd = good();
    odd.binding.specification = digest(&[0xff]);
    let binding = encode(&odd);
    let length = sections(&binding)
        .expect("a good container")
        .first()
        .expect("the binding")
        .bytes;
    let mut all = payloads();
    all[0].1 = binding[11 + 1 + 1 + 32..][..length].to_vec();
    all.push((Section::Specification.id(), vec![0xff]));
    assert_eq!(
        decode(&assemble(&all)).map_err(|e| e.kind),
        Err(Kind::Specification)
    );
}

#[test]
fn containers() {
    let refused = |bytes: &[u8]| decode(bytes).map_err(|e| e.kind).expect_err("refused");
    let bytes = encode(&good());
    assert_eq!(refused(b""), Kind::Magic);
    assert_eq!(refused(b"int main(void) { return 0; }"), Kind::Magic);
    assert_eq!(refused(&bytes[..5]), Kind::Truncated);
    assert_eq!(refused(&bytes[..bytes.len() - 1]), Kind::Truncated);
    let mut other = bytes.clone();
    other[8] = 2;
    assert_eq!(refused(&other), Kind::UnknownVersion(2));
    let mut other = bytes.clone();
    *other.last_mut().expect("not empty") ^= 1;
    assert_eq!(refused(&other), Kind::Digest);
    let mut other = bytes.clone();
    other.push(0);
    assert_eq!(refused(&other), Kind::TrailingBytes);
}

#[test]
fn section_lists() {
    let refused = |sections: &[(u8, Vec<u8>)]| {
        decode(&assemble(sections))
            .map_err(|e| e.kind)
            .expect_err("refused")
    };
    let all = payloads();
    assert_eq!(refused(&all[..3]), Kind::MissingSection(4));
    assert_eq!(refused(&all[1..]), Kind::MissingSection(1));
    let mut swapped = all.clone();
    swapped.swap(1, 2);
    assert_eq!(refused(&swapped), Kind::MissingSection(2));
    let mut doubled = all.clone();
    doubled.push(all[4].clone());
    assert_eq!(refused(&doubled), Kind::SectionOrder);
    let mut unknown = all.clone();
    unknown.push((9, vec![]));
    assert_eq!(refused(&unknown), Kind::UnknownSection(9));
    // More sections announced than there are.
    let mut bytes = assemble(&all);
    bytes[10] = 6;
    assert_eq!(decode(&bytes).map_err(|e| e.kind), Err(Kind::Truncated));
    bytes[10] = 4;
    assert_eq!(decode(&bytes).map_err(|e| e.kind), Err(Kind::TrailingBytes));
}

#[test]
fn structures() {
    assert_eq!(
        changed(|c| c.binding.profile = "c-lp64-2".into()),
        Err(Kind::UnknownProfile)
    );
    assert_eq!(
        changed(|c| c.annotations.table[1] = TableNode::Lit(1 << 120)),
        Err(Kind::OverLimit("the size of literals"))
    );
    assert!(changed(|c| c.annotations.table[1] = TableNode::Lit(1 - (1 << 120))).is_ok());
    assert_eq!(
        changed(|c| c.annotations.table[3] = TableNode::Var(0)),
        Err(Kind::DuplicateNode)
    );
    assert_eq!(
        changed(|c| c.annotations.table[2] = TableNode::App(Op::Eq, [0, 2, 0])),
        Err(Kind::ForwardReference)
    );
    assert_eq!(
        changed(|c| c.annotations.invariants[1] = 4),
        Err(Kind::TableReference)
    );
    assert_eq!(
        changed(|c| c.proofs[0].proof[0] = Token::Lemma(1)),
        Err(Kind::Overflow)
    );
    assert_eq!(
        changed(|c| c.proofs[0].lemmas[0].proof[0] = Token::Lemma(0)),
        Err(Kind::Overflow)
    );
    assert_eq!(
        changed(|c| c.proofs[0].proof[0] = Token::Rule(128)),
        Err(Kind::Opcode(0xFF))
    );
    assert_eq!(
        changed(|c| c.proofs[0].proof[0] = Token::Table(4)),
        Err(Kind::TableReference)
    );
    assert_eq!(
        changed(|c| c.proofs[0].proof[0] = Token::Subst(4)),
        Err(Kind::TableReference)
    );
    assert_eq!(
        changed(|c| c.ledger.push(c.ledger[0].clone())),
        Err(Kind::LedgerOrder)
    );
}

#[test]
fn annotation_bytes() {
    // A variable, a literal, their equation; two locations that share it.
    let accepted = [3, 0x40, 0x85, 0x18, 1, 0, 2, 1, 4];
    assert!(
        changed(|c| c.annotations.table.truncate(3)).is_err(),
        "the proof still names entry 3 or the invariants do"
    );
    let refused = |payload: &[u8]| with(Section::Annotations, payload).expect_err("refused");
    assert!(with(Section::Annotations, &accepted).is_ok());
    assert_eq!(
        refused(&[3, 0x02, 0, 0x85, 0x18, 1, 0, 2, 1, 4]),
        Kind::NotMinimal
    );
    assert_eq!(
        refused(&[3, 0x40, 0x00, 2, 0x18, 1, 0, 2, 1, 4]),
        Kind::NotMinimal
    );
    assert_eq!(
        refused(&[0x83, 0x00, 0x40, 0x85, 0x18, 1, 0, 2, 1, 4]),
        Kind::NotMinimal
    );
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x18, 1, 2, 2, 1, 4]),
        Kind::ForwardReference
    );
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x3F, 1, 0, 2, 1, 4]),
        Kind::Opcode(0x3F)
    );
    assert_eq!(refused(&[3, 0x40, 0x85, 0x01, 0, 2, 1, 4]), Kind::Type(0));
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x18, 1, 0, 2, 0, 4, 0, 0]),
        Kind::SplitRun
    );
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x18, 1, 0, 2, 2, 4]),
        Kind::RunTooLong
    );
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x18, 1, 0, 2, 1, 1]),
        Kind::TableReference
    );
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x18, 1, 0, 2, 1, 4, 0]),
        Kind::TrailingBytes
    );
    assert_eq!(
        refused(&[3, 0x40, 0x85, 0x18, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1, 4]),
        Kind::OverLimit("the number of locations")
    );
    assert_eq!(refused(&[0x7F, 0x40, 0x85]), Kind::Truncated);
    assert_eq!(refused(&[0xFF; 19]), Kind::Overflow);
    // The nineteenth byte of a number holds two bits.
    let literal = |last: u8| refused(&[&[1, 0x00], [0xFF; 18].as_slice(), &[last]].concat());
    assert_eq!(literal(3), Kind::OverLimit("the size of literals"));
    assert_eq!(literal(4), Kind::Overflow);
}

/// Each limit is met exactly, and then exceeded by one.
#[test]
fn limits_are_exact() {
    let kind = |bytes: &[u8]| decode(bytes).map_err(|e| e.kind).expect_err("refused");
    let announced = |length: usize| {
        let mut bytes = assemble(&[]);
        bytes.resize(length, 0);
        kind(&bytes)
    };
    let most = limits::CERTIFICATE_BYTES_MAX;
    assert_eq!(
        announced(most + 1),
        Kind::OverLimit("the size of certificates")
    );
    assert_eq!(announced(most), Kind::MissingSection(1));
    // The limit is 2^22 locations; a run says how many more than one it has.
    let locations = |count: [u8; 4], run: [u8; 4]| {
        let payload = [&[3, 0x40, 0x85, 0x18, 1, 0], count.as_slice(), &run, &[4]].concat();
        with(Section::Annotations, &payload).map(|c| c.annotations.invariants.len())
    };
    let least_too_many = locations([0x81, 0x80, 0x80, 2], [0x80, 0x80, 0x80, 2]);
    assert_eq!(
        least_too_many,
        Err(Kind::OverLimit("the number of locations"))
    );
    let at_the_limit = locations([0x80, 0x80, 0x80, 2], [0xFF, 0xFF, 0xFF, 1]);
    assert_eq!(at_the_limit, Ok(1 << 22));
    let record = |length: usize| with(Section::Ledger, &vec![0; length]);
    assert_eq!(record(1 << 20), Err(Kind::Record));
    assert_eq!(
        record((1 << 20) + 1),
        Err(Kind::OverLimit("the size of records"))
    );
}

/// Entries are longer in memory than in a certificate; only the latter is limited.
#[test]
fn a_ledger_may_be_as_long_as_a_record() {
    let entries = |count: usize| {
        let entry = |n: usize| LedgerEntry {
            kind: "external".into(),
            subject: format!("f{n:06}"),
            detail: String::new(),
        };
        let certificate = Certificate {
            ledger: (0..count).map(entry).collect(),
            ..good()
        };
        decode(&encode(&certificate)).map_err(|e| e.kind)
    };
    // An entry has 18 bytes, and their number 3.
    let most = (limits::RECORD_BYTES_MAX - 3) / 18;
    assert_eq!(entries(most).map(|c| c.ledger.len()), Ok(most));
    let over = entries(most + 1).map(|c| c.ledger.len());
    assert_eq!(over, Err(Kind::OverLimit("the size of records")));
}

#[test]
fn errors_say_where_they_are() {
    let mut bytes = encode(&good());
    let end = bytes.len();
    bytes.push(0);
    assert_eq!(decode(&bytes).map_err(|e| e.offset), Err(end));
    assert_eq!(decode(b"").map_err(|e| e.offset), Err(0));
    // A record is wrong where it begins.
    let mut all = payloads();
    all.truncate(4);
    all[3] = (Section::Ledger.id(), vec![0xEE; 9]);
    let bytes = assemble(&all);
    let error = decode(&bytes).map_err(|e| (e.kind, e.offset));
    assert_eq!(error, Err((Kind::Record, bytes.len() - 9)));
}

#[test]
fn proof_bytes() {
    let refused = |payload: &[u8]| with(Section::Proof, payload).expect_err("refused");
    assert!(with(Section::Proof, &[1, 0, 2, 0x05, 0x80]).is_ok());
    assert!(with(Section::Proof, &[1, 0, 2, 0x05, 0xFE]).is_ok());
    // A long form where a short one exists, an unused code, a lemma before the first, a length
    // beyond the end.
    assert_eq!(refused(&[1, 0, 2, 0xE4, 2]), Kind::NotMinimal);
    // Operations that have no code of one byte: the last one, and the one behind it.
    let last = Op::ALL.len() as u8 - 25;
    assert!(with(Section::Proof, &[1, 0, 2, 0x05, 0xFE]).is_ok());
    assert!(with(Section::Proof, &[1, 0, 2, 0x05, 0xFF, last]).is_ok());
    assert_eq!(
        refused(&[1, 0, 2, 0x05, 0xFF, last + 1]),
        Kind::Opcode(0xFF)
    );
    assert_eq!(refused(&[1, 0, 2, 0x05, 0xFF]), Kind::Truncated);
    assert_eq!(refused(&[1, 0, 2, 0x05, 0xFF, 0x80, 0]), Kind::NotMinimal);
    assert_eq!(refused(&[1, 0, 2, 0x05, 0xC0]), Kind::ForwardReference);
    assert_eq!(refused(&[1, 0, 3, 0xE1, 0, 5]), Kind::ForwardReference);
    assert_eq!(refused(&[1, 0, 9, 0x05, 0x80]), Kind::Truncated);
    assert_eq!(refused(&[9, 0, 1, 0x05]), Kind::Truncated);
    assert_eq!(refused(&[1, 0, 2, 0x05, 0x80, 0]), Kind::TrailingBytes);
    assert_eq!(
        refused(&[1, 0, 1, 0xE0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
        Kind::Overflow
    );
}

#[test]
fn records_have_one_encoding() {
    let (_, ledger) = &payloads()[3];
    assert!(with(Section::Ledger, ledger).is_ok());
    // bincode also reads a small length as `251` and two bytes.
    let mut long = vec![251, 1, 0];
    long.extend(&ledger[1..]);
    assert_eq!(with(Section::Ledger, &long), Err(Kind::Record));
    assert_eq!(with(Section::Ledger, &[]), Err(Kind::Record));
    assert_eq!(
        with(Section::Ledger, &ledger[..ledger.len() - 1]),
        Err(Kind::Record)
    );
    assert_eq!(with(Section::Binding, &[0xFF; 200]), Err(Kind::Record));
}

#[test]
fn declined_is_not_rejected() {
    assert!(Kind::UnknownVersion(2).is_declined());
    assert!(Kind::UnknownProfile.is_declined());
    assert!(!Kind::Digest.is_declined());
    assert!(!Kind::Truncated.is_declined());
}
