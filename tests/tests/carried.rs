//! Automata that certificates carry: what is written is read back, and nothing else is read.

use proofmark_certs::{automaton, limits, DecodeErrorKind};
use proofmark_logic::arena::Op;
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, StmtKind};
use proofmark_logic::encode::{cfa_bytes, put_varint};
use proofmark_tests::recipe::Dish;
use proofmark_tests::root;

/// The programs of the unsound corpus: every kind of variable, statement, expression and contract.
fn programs() -> Vec<Dish> {
    let corpus = root().join("tests/unsound");
    let mut files: Vec<_> = ["base", "contracts", "memory", "sorts", "arithmetic"]
        .iter()
        .flat_map(|class| std::fs::read_dir(corpus.join(class)).expect("a class"))
        .map(|file| file.expect("readable").path())
        .collect();
    files.sort();
    files.iter().map(|file| Dish::open(file)).collect()
}

/// The parts of an automaton that its encoding has, as text.
fn parts(cfa: &Cfa) -> String {
    format!(
        "{:?} {:?} {:?} {} {:?} {:?} {:?} {:?} {:?}",
        cfa.profile,
        cfa.vars,
        cfa.objects,
        cfa.locations.len(),
        cfa.entry,
        cfa.error,
        cfa.procedures,
        cfa.ledger,
        cfa.edges
            .iter()
            .map(|edge| (edge.from, edge.to, edge.call, edge.stmts.len()))
            .collect::<Vec<_>>(),
    )
}

fn kind(bytes: &[u8]) -> Option<DecodeErrorKind> {
    automaton::decode(bytes).err().map(|error| error.kind)
}

#[test]
fn automata_are_read_back() {
    for dish in programs() {
        let bytes = cfa_bytes(&dish.arena, &dish.cfa);
        let (arena, cfa) = automaton::decode(&bytes).expect("its own encoding");
        assert_eq!(parts(&cfa), parts(&dish.cfa));
        assert_eq!(cfa_bytes(&arena, &cfa), bytes);
        assert_eq!(cfa.validate(&arena), dish.cfa.validate(&dish.arena));
    }
}

#[test]
fn a_change_of_one_byte_is_another_automaton_or_none() {
    for dish in programs().iter().take(12) {
        let bytes = cfa_bytes(&dish.arena, &dish.cfa);
        for at in 0..bytes.len() {
            for change in [1, 2, 0x80] {
                let mut changed = bytes.clone();
                changed[at] ^= change;
                if let Ok((arena, cfa)) = automaton::decode(&changed) {
                    assert_eq!(cfa_bytes(&arena, &cfa), changed);
                }
            }
            assert!(automaton::decode(&bytes[..at]).is_err());
        }
    }
}

/// An expression that occurs again is a reference to where it was.
#[test]
fn automata_have_one_encoding() {
    // One variable `x : s32`, no object, two locations, an edge that assumes `eq x x`.
    let start = [
        b"\x08c-lp64-1".as_slice(),
        &[1, 1, b'x', 0, 65, 0, 2, 0, 1, 0],
    ]
    .concat();
    let with = |condition: &[u8]| {
        let edge = [&[1, 0, 1, 0, 1, 2], condition, &[0]].concat();
        kind(&[start.as_slice(), &edge].concat())
    };
    let eq = 6 + Op::Eq.code();
    assert_eq!(with(&[eq, 3, 0, 0, 1]), None);
    assert_eq!(with(&[6 + Op::True.code()]), None);
    assert_eq!(with(&[6 + Op::Not.code(), 6 + Op::False.code()]), None);
    assert_eq!(with(&[eq, 3, 0, 3, 0]), Some(DecodeErrorKind::Automaton));
    // References to what is being read, and to nothing; a variable as a memory, or none.
    assert_eq!(
        with(&[eq, 3, 0, 0, 0]),
        Some(DecodeErrorKind::ForwardReference)
    );
    assert_eq!(
        with(&[eq, 3, 0, 0, 2]),
        Some(DecodeErrorKind::ForwardReference)
    );
    assert_eq!(with(&[eq, 3, 0, 4, 0]), Some(DecodeErrorKind::Automaton));
    assert_eq!(with(&[eq, 3, 0, 3, 1]), Some(DecodeErrorKind::Automaton));
    assert_eq!(with(&[eq, 3, 0, 5, 0]), Some(DecodeErrorKind::Automaton));
    // `not` of an integer, and no operation at all.
    let not = 6 + Op::Not.code();
    assert_eq!(with(&[not, 3, 0]), Some(DecodeErrorKind::Automaton));
    let none = 6 + u8::try_from(Op::ALL.len()).expect("few operations");
    assert_eq!(with(&[none]), Some(DecodeErrorKind::Opcode(none)));
}

#[test]
fn limits_are_exact() {
    let over = |what| Some(DecodeErrorKind::OverLimit(what));
    let bytes = vec![0; limits::CERTIFICATE_BYTES_MAX + 1];
    assert_eq!(kind(&bytes), over("the size of automata"));
    assert_ne!(kind(&bytes[1..]), over("the size of automata"));
    let locations = |count: u32| {
        let mut bytes = b"\x08c-lp64-1\x00\x00".to_vec();
        put_varint(&mut bytes, u128::from(count));
        kind(&bytes)
    };
    let most = limits::LOCATIONS_MAX;
    assert_eq!(locations(most + 1), over("the number of locations"));
    assert_eq!(locations(most), Some(DecodeErrorKind::Truncated));
    assert_eq!(limits::COLLISIONS_MAX, 1 << 30);
}

/// A program with thousands of expressions, some of which share a slot of the hash table.
#[test]
fn large_automata_are_read() {
    let mut dish = Dish::open(&root().join("tests/unsound/base/lock.txt"));
    let condition = |arena: &mut proofmark_logic::arena::Arena, n: i128| {
        let (a, b) = (arena.lit(n), arena.lit(n * 7 - 3000));
        StmtKind::Assume(arena.le(a, b))
    };
    let stmt = dish.cfa.edges[1].stmts[0];
    for n in 0..3000 {
        let kind = condition(&mut dish.arena, n);
        dish.cfa.edges[EdgeId(1).0 as usize]
            .stmts
            .push(proofmark_logic::cfa::Stmt { kind, ..stmt });
    }
    let bytes = cfa_bytes(&dish.arena, &dish.cfa);
    let (arena, cfa) = automaton::decode(&bytes).expect("its own encoding");
    assert!(arena.collisions > 0);
    assert_eq!(cfa.entry, LocId(0));
    assert_eq!(cfa_bytes(&arena, &cfa), bytes);
}
