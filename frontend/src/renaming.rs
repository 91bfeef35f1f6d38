//! The same statements on other variables and objects, with terms in another arena.

use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::StmtKind;
use std::collections::HashMap;

/// A copy of variables and terms.
pub trait Renaming {
    /// The variable that stands for one that is written.
    fn var(&mut self, var: VarId) -> VarId;
    /// The term that stands for one.
    fn term(&mut self, term: Expr) -> Expr;
}

/// The same statement on other variables.
pub(crate) fn renamed(kind: StmtKind, to: &mut dyn Renaming) -> StmtKind {
    match kind {
        StmtKind::Assign { var, value } => StmtKind::Assign {
            var: to.var(var),
            value: to.term(value),
        },
        StmtKind::Havoc { var } => StmtKind::Havoc { var: to.var(var) },
        StmtKind::Assume(condition) => StmtKind::Assume(to.term(condition)),
    }
}

/// Copies a term into another arena: `leaf` says what stands for a leaf, and `known` what stands
/// for the terms that were copied before.
pub(crate) fn copied(
    (from, to): (&Arena, &mut Arena),
    known: &mut HashMap<Expr, Expr>,
    leaf: &dyn Fn(Node) -> Node,
    root: Expr,
) -> Expr {
    let mut work = vec![root];
    while let Some(&e) = work.last() {
        if known.contains_key(&e) {
            work.pop();
            continue;
        }
        let waiting = work.len();
        work.extend(from.args(e).filter(|arg| !known.contains_key(arg)));
        if work.len() > waiting {
            continue;
        }
        let node = match from.node(e) {
            Node::App(op, mut args) => {
                for (slot, arg) in args.iter_mut().zip(from.args(e)) {
                    *slot = known.get(&arg).copied().unwrap_or(Arena::FALSE);
                }
                Node::App(op, args)
            }
            other => leaf(other),
        };
        known.insert(e, to.intern(node));
    }
    known.get(&root).copied().unwrap_or(Arena::FALSE)
}
