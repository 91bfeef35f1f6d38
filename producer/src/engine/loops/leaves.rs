//! What terms read, and what is compared.

use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::{Cfa, StmtKind};
use std::collections::BTreeSet;

/// The variables and the places in memory that a term or a formula reads, those in addresses left
/// out. Writes before a read are looked through: what they write is among the results.
pub(super) fn leaves(arena: &mut Arena, e: Expr) -> Vec<Expr> {
    let (mut found, mut seen, mut work) = (Vec::new(), BTreeSet::new(), vec![e]);
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::Var(..) => found.push(e),
            Node::App(Op::Sel, [mut memory, mut address, _]) => {
                loop {
                    let (inner, value) = match (arena.node(memory), arena.as_patch(memory)) {
                        (Node::App(Op::Upd, [inner, _, value]), _) => (inner, value),
                        (_, Some((outside, _, inside))) => {
                            (outside, arena.mk(Op::Sel, &[inside, address]))
                        }
                        (Node::App(Op::Fill, [value, ..]), _) => {
                            work.push(value);
                            break;
                        }
                        (Node::App(Op::Shift, [inner, distance, _]), _) => {
                            address = arena.mk(Op::Add, &[address, distance]);
                            memory = inner;
                            continue;
                        }
                        _ => break,
                    };
                    work.push(value);
                    memory = inner;
                }
                if matches!(arena.node(memory), Node::MapVar(..)) {
                    found.push(arena.mk(Op::Sel, &[memory, address]));
                }
            }
            _ => work.extend(arena.args(e)),
        }
    }
    in_order(found)
}

/// What the program compares with each other.
pub(super) fn compared(arena: &Arena, cfa: &Cfa) -> Vec<(Expr, Expr)> {
    let mut found = Vec::new();
    for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
        let StmtKind::Assume(p) = stmt.kind else {
            continue;
        };
        let p = match arena.app(p) {
            Some((Op::Not, [p, ..])) => p,
            _ => p,
        };
        if let Some((Op::Eq | Op::Le, [a, b, _])) = arena.app(p) {
            found.push((a, b));
        }
    }
    found
}

/// The terms, without repetition, in order.
pub(super) fn in_order(terms: impl IntoIterator<Item = Expr>) -> Vec<Expr> {
    let mut seen = BTreeSet::new();
    terms
        .into_iter()
        .filter(|term| seen.insert(*term))
        .collect()
}
