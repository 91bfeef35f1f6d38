//! What pointers are copied from: a condition about `p->count` is one about `port.count` where `p`
//! is only ever the address of `port`.

use super::abstraction::ARENA_MAX;
use super::atoms::Canon;
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, StmtKind};
use proofmark_logic::substitution::Substitution;
use std::collections::{BTreeMap, BTreeSet};

/// A variable that has been copied from more places may be anything.
const SOURCES_MAX: usize = 3;
/// So many readings of one condition are told apart.
const READINGS_MAX: usize = 8;

/// The variables that are only ever copies of other variables, or addresses of objects.
pub(super) struct Aliases {
    /// What each is copied from; `None` if it has other values.
    sources: BTreeMap<VarId, Option<BTreeSet<Expr>>>,
}

impl Aliases {
    /// Looks at the program's assignments.
    pub(super) fn of_program(arena: &Arena, cfa: &Cfa) -> Aliases {
        let mut aliases = Aliases {
            sources: BTreeMap::new(),
        };
        for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
            match stmt.kind {
                StmtKind::Assume(_) => {}
                StmtKind::Assign { var, value } => {
                    aliases.assigned(var, Some(value).filter(|value| is_copy(arena, *value)));
                }
                StmtKind::Havoc { var, .. } => aliases.assigned(var, None),
            }
        }
        aliases
    }

    fn assigned(&mut self, var: VarId, value: Option<Expr>) {
        let sources = self.sources.entry(var).or_insert(Some(BTreeSet::new()));
        match (sources.as_mut(), value) {
            (Some(known), Some(value)) if known.len() < SOURCES_MAX => {
                known.insert(value);
            }
            _ => *sources = None,
        }
    }

    /// A condition, and what it says where its pointers are what they are copied from; only itself
    /// if it does not read memory.
    pub(super) fn readings(
        &self,
        arena: &mut Arena,
        canon: &mut Canon,
        condition: Expr,
    ) -> Vec<Expr> {
        let mut found = vec![condition];
        let mut next = 0;
        while let Some(reading) = found.get(next).copied() {
            next += 1;
            let variables = canon.variables(arena, reading);
            if !variables.iter().any(|var| is_memory(arena, reading, *var)) {
                break;
            }
            for var in variables.iter() {
                for source in self.sources.get(var).into_iter().flatten().flatten() {
                    let mut sigma = Substitution::default();
                    sigma.bind(*var, *source);
                    let other = sigma.apply(arena, reading, ARENA_MAX).ok();
                    let other = other.filter(|other| !found.contains(other));
                    found.extend(other.filter(|_| found.len() < READINGS_MAX));
                }
            }
        }
        found
    }
}

fn is_copy(arena: &Arena, value: Expr) -> bool {
    matches!(arena.node(value), Node::Var(..) | Node::Addr { .. })
}
