//! Fuzz targets as functions: `fuzz/` runs them under cargo-fuzz, `cargo test` for a second each.
//! None may panic; what each must not let pass is said above it.

use proofmark_certs::{automaton, decode, encode};
use proofmark_checker::check::{check, Policy};
use proofmark_checker::kernel::check_proof;
use proofmark_checker::limits::Limits;
use proofmark_checker::signature::Signature;
use proofmark_logic::arena::{Arena, Op, VarId};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::proof::Token;
use proofmark_logic::types::IntType;
use proofmark_logic::SIGNATURE;
use std::sync::OnceLock;

/// Little work for each input, so that many are tried.
const LIMITS: Limits = Limits {
    nodes: 20_000,
    fuel: 200_000,
    depth: 500,
    hypotheses: 500,
};

/// What is decoded is encoded to the same bytes; what a certificate carries is checked without
/// harm.
pub fn decoder(data: &[u8]) {
    if let Ok(certificate) = decode(data) {
        assert_eq!(
            encode(&certificate),
            data,
            "two encodings of one certificate"
        );
        if let Some(Ok((mut arena, cfa))) = certificate
            .automaton
            .as_ref()
            .map(|bytes| automaton::decode(bytes))
        {
            let policy = Policy {
                specification: proofmark_certs::digest(b""),
                deny: Vec::new(),
                limits: LIMITS,
            };
            let _ = check(&mut arena, &cfa, &certificate.claimed(), &policy);
        }
    }
    if let Ok((arena, cfa)) = automaton::decode(data) {
        assert_eq!(
            cfa_bytes(&arena, &cfa),
            data,
            "two encodings of one automaton"
        );
    }
}

/// No token sequence proves `false`, or that a variable has a certain value.
pub fn kernel(data: &[u8]) {
    static LOADED: OnceLock<Signature> = OnceLock::new();
    let signature = LOADED.get_or_init(|| Signature::load(SIGNATURE).expect("the signature loads"));
    let mut arena = Arena::new();
    let (x, y, zero) = (
        arena.var(VarId(0), IntType::I32),
        arena.var(VarId(1), IntType::U8),
        arena.lit(0),
    );
    let (map, object, ty) = (
        arena.map_var(VarId(2), IntType::I32),
        arena.addr(0, 4, 64),
        arena.ty(IntType::U8),
    );
    let (equal, less) = (arena.eq(x, zero), arena.le(x, y));
    let (wrapped, read) = (
        arena.mk(Op::Wrap, &[ty, x]),
        arena.mk(Op::Sel, &[map, object]),
    );
    let stored = arena.mk(Op::Upd, &[map, x, y]);
    let table = [
        x,
        y,
        zero,
        map,
        object,
        ty,
        equal,
        less,
        wrapped,
        read,
        stored,
        Arena::TRUE,
        Arena::FALSE,
    ];
    let tokens: Vec<Token> = data
        .chunks(2)
        .map(|pair| token(signature, pair[0], pair.get(1).copied().unwrap_or(0)))
        .collect();
    // Both are false in some state; the first in all.
    let refutable = arena.imp(less, equal);
    for goal in [Arena::FALSE, refutable] {
        assert!(
            check_proof(signature, LIMITS, &mut arena, &table, &tokens, goal).is_err(),
            "a proof of something false: {tokens:?}"
        );
    }
}

/// A token from two bytes: mostly rules and what they take, so that sequences go deep.
fn token(signature: &Signature, kind: u8, value: u8) -> Token {
    let rules = (0..u8::MAX)
        .find(|code| signature.rule_name(*code).is_none())
        .unwrap_or(u8::MAX);
    match kind % 16 {
        0..=8 => Token::Rule(value % rules.saturating_add(1).max(1)),
        9 | 10 => Token::Hyp(u32::from(value % 4)),
        11 | 12 => Token::Table(u32::from(value % 13)),
        13 => Token::Lit(i128::from(value) - 128),
        14 => Token::App(Op::ALL[usize::from(value) % Op::ALL.len()]),
        _ => Token::Type(if value < 128 {
            IntType::U8
        } else {
            IntType::I32
        }),
    }
}

/// Any text loads or is refused.
pub fn signature(data: &[u8]) {
    let _ = Signature::load(&String::from_utf8_lossy(data));
}

/// Any preprocessed text becomes a valid automaton, or an error with a message.
///
/// # Panics
/// If it becomes something else.
pub fn front_end(data: &[u8]) {
    let options = proofmark_frontend::Options::new(proofmark_logic::types::Profile::Lp64);
    match proofmark_frontend::load_text("fuzz.i", &String::from_utf8_lossy(data), &options) {
        Ok(program) => assert_eq!(
            program.cfa.validate(&program.arena),
            Ok(()),
            "an automaton that is not well formed"
        ),
        Err(error) => assert!(!error.render().is_empty()),
    }
}

/// Any text is a specification with a normal form, or an error with a message.
///
/// # Panics
/// If it becomes something else.
pub fn specification(data: &[u8]) {
    match proofmark_frontend::spec::read_text("fuzz.spec", &String::from_utf8_lossy(data)) {
        Ok(specification) => drop(proofmark_frontend::spec::normal_form(&specification)),
        Err(error) => assert!(!error.render().is_empty()),
    }
}
