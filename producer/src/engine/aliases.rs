//! Pointers that only ever get one address: what lies behind them is what lies there.

use super::abstraction::ARENA_MAX;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, StmtKind};
use proofmark_logic::substitution::Substitution;
use std::collections::BTreeMap;

/// How often copies of such pointers are looked through.
const ROUNDS_MAX: usize = 4;

/// The addresses of such pointers.
#[derive(Default)]
pub(super) struct Aliases(Substitution);

impl Aliases {
    /// Of all variables of a program; what they hold before they get a value does not count, as
    /// what follows are candidates.
    pub(super) fn of(arena: &mut Arena, cfa: &Cfa) -> Aliases {
        let mut aliases = Aliases::default();
        if !cfa.procedures.is_empty() {
            return aliases;
        }
        for _ in 0..ROUNDS_MAX {
            let mut found: BTreeMap<VarId, Option<Expr>> = BTreeMap::new();
            for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
                let StmtKind::Assign { var, value } = stmt.kind else {
                    continue;
                };
                let value = aliases.resolve(arena, value);
                let slot = found.entry(var).or_insert(Some(value));
                *slot = slot.filter(|known| *known == value && is_address(arena, value));
            }
            let before = aliases.0.bindings().len();
            for (var, address) in found {
                if let Some(address) = address {
                    aliases.0.bind(var, address);
                }
            }
            if aliases.0.bindings().len() == before {
                break;
            }
        }
        aliases
    }

    /// A term with the addresses in place of the pointers.
    pub(super) fn resolve(&mut self, arena: &mut Arena, term: Expr) -> Expr {
        if self.0.bindings().is_empty() {
            return term;
        }
        self.0.apply(arena, term, ARENA_MAX).unwrap_or(term)
    }
}

/// Whether a term is the address of an object, or a constant distance from it.
fn is_address(arena: &Arena, term: Expr) -> bool {
    match arena.node(term) {
        Node::Addr { .. } => true,
        Node::App(Op::Add | Op::Sub, [a, b, _]) => {
            is_address(arena, a) && arena.as_lit(b).is_some()
        }
        Node::App(Op::Wrap, [_, inner, _]) => is_address(arena, inner),
        _ => false,
    }
}
