//! What terms read.

use proofmark_logic::arena::{Arena, Expr, Node, Op};
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
            Node::App(Op::Sel, [mut memory, address, _]) => {
                while let Node::App(Op::Upd, [inner, _, value]) = arena.node(memory) {
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

/// The terms, without repetition, in order.
pub(super) fn in_order(terms: impl IntoIterator<Item = Expr>) -> Vec<Expr> {
    let mut seen = BTreeSet::new();
    terms
        .into_iter()
        .filter(|term| seen.insert(*term))
        .collect()
}
