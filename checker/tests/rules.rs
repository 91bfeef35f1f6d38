//! Every rule of the signature: accepting rows and, for each premise and side condition, rejecting
//! rows.
//!
//! A row is `goal |- proof` in a small notation: proofs name rules (`and_i`), hypotheses (`h0` is
//! the innermost), and explicit terms as S-expressions in brackets. Rows live in `rules/*.txt`; a
//! file's `accept` and `reject` sections say what must happen.

use proofmark_checker::kernel::{check_proof, Error};
use proofmark_checker::limits::{Limit, Limits};
use proofmark_checker::signature::Signature;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::proof::Token;
use proofmark_logic::types::IntType;
use proofmark_logic::SIGNATURE;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Splits a row into brackets and words.
fn lexemes(text: &str) -> Vec<String> {
    text.replace('(', " ( ")
        .replace(')', " ) ")
        .replace('[', " [ ")
        .replace(']', " ] ")
        .split_whitespace()
        .map(String::from)
        .collect()
}

/// Variables: `x y z …` are `s32`, `u…` are `u8`, `M N` are memories of `s32`; `&a &b` are objects
/// of 4 bytes on lp64.
fn leaf(arena: &mut Arena, word: &str) -> Expr {
    if let Ok(v) = word.parse::<i128>() {
        return arena.lit(v);
    }
    let number = |c: char| u32::from(c) - u32::from('A');
    let first = word.chars().next().expect("a word");
    match word {
        "true" => Arena::TRUE,
        "false" => Arena::FALSE,
        "s32" => arena.ty(IntType::I32),
        "u8" => arena.ty(IntType::U8),
        _ if first == '&' => arena.addr(number(word.chars().nth(1).expect("an object")), 4, 64),
        _ if first.is_ascii_uppercase() => arena.map_var(VarId(number(first)), IntType::I32),
        _ if first == 'u' => arena.var(VarId(number(first)), IntType::U8),
        _ => arena.var(VarId(number(first)), IntType::I32),
    }
}

fn term(arena: &mut Arena, words: &mut std::slice::Iter<'_, String>) -> Expr {
    let word = words.next().expect("a term");
    if word != "(" {
        return leaf(arena, word);
    }
    let name = words.next().expect("an operation");
    let op = Op::ALL
        .into_iter()
        .find(|op| op.name() == name)
        .unwrap_or_else(|| panic!("unknown operation {name}"));
    let args: Vec<Expr> = op.params().iter().map(|_| term(arena, words)).collect();
    assert_eq!(words.next().map(String::as_str), Some(")"));
    arena.try_app(op, &args).expect("well sorted")
}

fn run(signature: &Signature, row: &str, used: &mut BTreeSet<String>) -> Result<(), Error> {
    let mut arena = Arena::new();
    let (goal, proof) = row.split_once("|-").expect("a row has |-");
    let words = lexemes(goal);
    let goal = term(&mut arena, &mut words.iter());
    let (mut table, mut tokens) = (Vec::new(), Vec::new());
    let words = lexemes(proof);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "[" {
            tokens.push(Token::Table(u32::try_from(table.len()).expect("small")));
            table.push(term(&mut arena, &mut words));
            assert_eq!(words.next().map(String::as_str), Some("]"));
        } else if let Some(n) = word.strip_prefix('h').and_then(|n| n.parse().ok()) {
            tokens.push(Token::Hyp(n));
        } else {
            used.insert(word.clone());
            tokens.push(Token::Rule(
                signature
                    .code(word)
                    .unwrap_or_else(|| panic!("unknown rule {word}")),
            ));
        }
    }
    check_proof(
        signature,
        Limits::DEFAULT,
        &mut arena,
        &table,
        &tokens,
        goal,
    )
    .map(|_| ())
}

/// Where the rows are, also for a package further down that runs this file.
fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|above| above.join("checker/tests/rules"))
        .find(|path| path.is_dir())
        .expect("the rows")
}

#[test]
fn every_rule_has_accepting_and_rejecting_rows() {
    let signature = Signature::load(SIGNATURE).expect("the signature loads");
    let (mut accepted, mut rejected) = (BTreeSet::new(), BTreeSet::new());
    let mut rows = 0;
    for entry in std::fs::read_dir(directory()).expect("rows exist") {
        let path = entry.expect("readable").path();
        let mut accepting = true;
        for (number, line) in std::fs::read_to_string(&path)
            .expect("readable")
            .lines()
            .enumerate()
        {
            let row = line.split('%').next().unwrap_or("").trim();
            match row {
                "" => continue,
                "accept" => accepting = true,
                "reject" => accepting = false,
                _ => {
                    rows += 1;
                    let used = if accepting {
                        &mut accepted
                    } else {
                        &mut rejected
                    };
                    let result = run(&signature, row, used);
                    assert_eq!(
                        result.is_ok(),
                        accepting,
                        "{}:{}: {row}: {result:?}",
                        path.display(),
                        number + 1
                    );
                }
            }
        }
    }
    let all: BTreeSet<String> = (0..)
        .map_while(|code| signature.rule_name(code).map(String::from))
        .collect();
    assert_eq!(
        all.difference(&accepted).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "rules without an accepting row"
    );
    assert_eq!(
        all.difference(&rejected).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "rules without a rejecting row"
    );
    assert!(rows > 150, "{rows} rows");
}

/// Collisions of hashes are work too, and can be provoked by whoever writes the table.
#[test]
fn collisions_cost_steps() {
    let signature = Signature::load(SIGNATURE).expect("the signature loads");
    let tokens = [Token::Rule(signature.code("true_i").expect("a rule"))];
    let limits = Limits {
        fuel: 1000,
        ..Limits::DEFAULT
    };
    let mut arena = Arena::new();
    let mut proves = |collisions| {
        arena.collisions = collisions;
        check_proof(&signature, limits, &mut arena, &[], &tokens, Arena::TRUE).map(|_| ())
    };
    assert_eq!(proves(900), Ok(()));
    assert_eq!(proves(1000), Err(Error::Limit(Limit::Fuel)));
}
