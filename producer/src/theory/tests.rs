//! Rows of small conjunctions, and random ones: what is refuted is refuted with a proof that the
//! kernel accepts, and nothing satisfiable is refuted.

use super::{path_atoms, refute, refute_around, Refutation};
use crate::prover::refutation;
use crate::prover::term::{Book, Speller, Unwritable};
use proofmark_checker::kernel::check_proof;
use proofmark_checker::limits::Limits;
use proofmark_checker::signature::Signature;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::proof::Token;
use proofmark_logic::types::IntType;
use proofmark_logic::SIGNATURE;
use std::collections::HashMap;

/// Reads S-expressions. Leaves as in the checker's rows: `x y z` are `s32`, `u…` are `u8`, `b…` are
/// `u1`, `M N` memories of `s32`, `&a &b` objects of 8 bytes.
pub(super) fn parse(arena: &mut Arena, text: &str) -> Expr {
    parse_with(arena, text, &leaf)
}

/// Reads S-expressions with other leaves.
pub(crate) fn parse_with(
    arena: &mut Arena,
    text: &str,
    leaf: &dyn Fn(&mut Arena, &str) -> Expr,
) -> Expr {
    let text = text.replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    term(arena, &mut words.iter(), leaf)
}

fn term(
    arena: &mut Arena,
    words: &mut std::slice::Iter<'_, &str>,
    leaf: &dyn Fn(&mut Arena, &str) -> Expr,
) -> Expr {
    let word = *words.next().expect("a term");
    if word != "(" {
        return leaf(arena, word);
    }
    let name = *words.next().expect("a constant");
    let op = Op::ALL
        .into_iter()
        .find(|op| op.name() == name)
        .unwrap_or_else(|| panic!("{name} is no constant"));
    let args: Vec<Expr> = op
        .params()
        .iter()
        .map(|_| term(arena, words, leaf))
        .collect();
    assert_eq!(words.next(), Some(&")"));
    arena
        .try_app(op, &args)
        .unwrap_or_else(|| panic!("ill-sorted {name}"))
}

fn leaf(arena: &mut Arena, word: &str) -> Expr {
    if let Ok(v) = word.parse::<i128>() {
        return arena.lit(v);
    }
    let number = |word: &str| {
        word.bytes()
            .fold(0u32, |n, b| (n * 31 + u32::from(b)) & 0xFFFF)
    };
    match word {
        "s32" => arena.ty(IntType::I32),
        "s8" => arena.ty(IntType::I8),
        "u32" => arena.ty(IntType::U32),
        "u64" => arena.ty(IntType::U64),
        "u8" => arena.ty(IntType::U8),
        _ if word.starts_with('&') => arena.addr(number(word), 8, 64),
        _ if word.starts_with('B') => arena.map_var(VarId(number(word)), IntType::U8),
        _ if word.starts_with(|c: char| c.is_ascii_uppercase()) => {
            arena.map_var(VarId(number(word)), IntType::I32)
        }
        _ if word.starts_with('p') => arena.var(VarId(number(word)), IntType::U64),
        _ if word.starts_with('u') => arena.var(VarId(number(word)), IntType::U8),
        _ if word.starts_with('b') => {
            arena.var(VarId(number(word)), IntType::new(1, false).expect("a type"))
        }
        _ => arena.var(VarId(number(word)), IntType::I32),
    }
}

/// Writes every term by its arena position; the table is the whole arena.
struct Whole;
impl Speller for Whole {
    fn spell(&mut self, _: &Arena, e: Expr, out: &mut Vec<Token>) -> Result<(), Unwritable> {
        out.push(Token::Table(u32::try_from(e.index()).expect("small")));
        Ok(())
    }
}

/// Has the kernel check that the literals imply falsehood.
pub(super) fn confirm(arena: &mut Arena, literals: &[Expr], found: &Refutation) {
    let signature = Signature::load(SIGNATURE).expect("the signature loads");
    let mut book = Book::new();
    let proof = refutation::falsehood(&mut book, arena, &mut Default::default(), found);
    let core: Vec<Expr> = found.core.iter().map(|&i| literals[i]).collect();
    let goal = core
        .iter()
        .rev()
        .fold(Arena::FALSE, |goal, &h| arena.imp(h, goal));
    let table: Vec<Expr> = (0..arena.len()).filter_map(|i| arena.at(i)).collect();
    let tokens = book
        .write(arena, proof, &core, (&HashMap::new(), None), &mut Whole)
        .expect("the proof can be written");
    let code = signature.code("imp_i").expect("imp_i");
    let tokens: Vec<Token> = core
        .iter()
        .map(|_| Token::Rule(code))
        .chain(tokens)
        .collect();
    if let Err(stop) = check_proof(&signature, Limits::DEFAULT, arena, &table, &tokens, goal) {
        panic!("the kernel refuses the proof: {stop:?}\n{:#?}", found.tree);
    }
}

fn conjunction(arena: &mut Arena, row: &str) -> Vec<Expr> {
    row.split(';')
        .map(|literal| parse(arena, literal))
        .collect()
}

fn rows(section: &str) -> impl Iterator<Item = &'static str> + '_ {
    let text = include_str!("rows.txt");
    let mut inside = false;
    text.lines().filter(move |line| {
        if let Some(name) = line.strip_prefix('#') {
            inside = name.trim() == section;
            return false;
        }
        inside && !line.trim().is_empty()
    })
}

#[test]
fn unsatisfiable_rows_are_refuted() {
    let mut failed = Vec::new();
    for row in rows("unsatisfiable") {
        let mut arena = Arena::new();
        let literals = conjunction(&mut arena, row);
        match refute_around(&mut arena, &literals, literals[0]) {
            Some(found) => confirm(&mut arena, &literals, &found),
            None => failed.push(row),
        }
    }
    assert!(failed.is_empty(), "not refuted: {failed:#?}");
}

/// Rows that are refuted with the usual limits.
#[test]
fn usual_rows_are_refuted_at_once() {
    for row in rows("usual") {
        let mut arena = Arena::new();
        let literals = conjunction(&mut arena, row);
        let found = refute(&mut arena, &literals).unwrap_or_else(|| panic!("not refuted: {row}"));
        confirm(&mut arena, &literals, &found);
    }
}

#[test]
fn satisfiable_rows_are_not_refuted() {
    for row in rows("satisfiable") {
        let mut arena = Arena::new();
        let literals = conjunction(&mut arena, row);
        assert!(refute(&mut arena, &literals).is_none(), "refuted: {row}");
    }
}

/// Rows `group | group | … => cut , cut , …`: what must be found at each cut, as sets of atoms.
#[test]
fn interpolation_rows() {
    for row in rows("interpolants") {
        let mut arena = Arena::new();
        let (path, wanted) = row.split_once("=>").expect("an arrow");
        let groups: Vec<Vec<Expr>> = path
            .split('|')
            .map(|g| conjunction(&mut arena, g))
            .collect();
        let wanted: Vec<String> = wanted.split(',').map(|w| w.trim().to_string()).collect();
        let found = path_atoms(&mut arena, &groups).unwrap_or_else(|| panic!("not refuted: {row}"));
        let found: Vec<String> = found
            .iter()
            .map(|cut| {
                cut.iter()
                    .map(|&e| print(&arena, e))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        assert_eq!(found, wanted, "{row}");
    }
}

pub(super) fn print(arena: &Arena, e: Expr) -> String {
    let names = [
        "x", "y", "z", "w", "u", "p", "q", "M", "N", "x1", "x2", "x3", "y1", "y2", "p0", "p1",
        "st1", "st2", "st3", "i0", "i1", "i2",
    ];
    let number = |word: &str| {
        word.bytes()
            .fold(0u32, |n, b| (n * 31 + u32::from(b)) & 0xFFFF)
    };
    match arena.node(e) {
        Node::Lit(v) => v.to_string(),
        Node::Type(t) => t.to_string(),
        Node::Var(v, _) | Node::MapVar(v, _) => names
            .iter()
            .find(|n| number(n) == v.0)
            .map_or_else(|| format!("?{}", v.0), |n| n.to_string()),
        Node::Addr { object, .. } => format!("&{object}"),
        Node::App(op, _) => {
            let args: Vec<String> = arena.args(e).map(|a| print(arena, a)).collect();
            format!("({} {})", op.name(), args.join(" "))
        }
    }
}
