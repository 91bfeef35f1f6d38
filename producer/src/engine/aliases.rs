//! What pointers are copied from: a condition about `p->count` is one about `port.count` where `p`
//! is only ever the address of `port`.

use super::abstraction::ARENA_MAX;
use super::atoms::Canon;
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, StmtKind, VarSort};
use proofmark_logic::substitution::Substitution;
use std::collections::{BTreeMap, BTreeSet};

/// A variable that has been copied from more places may be anything.
const SOURCES_MAX: usize = 3;
/// So many readings of one condition are told apart.
const READINGS_MAX: usize = 8;

/// The variables that are only ever copies of other variables, or addresses of objects (or null).
pub(super) struct Aliases<'a> {
    cfa: &'a Cfa,
    /// What each is copied from; `None` if it has other values.
    sources: BTreeMap<VarId, Option<BTreeSet<Expr>>>,
}

impl<'a> Aliases<'a> {
    /// Looks at the program's assignments.
    pub(super) fn of_program(arena: &Arena, canon: &mut Canon, cfa: &'a Cfa) -> Aliases<'a> {
        let mut aliases = Aliases {
            cfa,
            sources: BTreeMap::new(),
        };
        for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
            match stmt.kind {
                StmtKind::Assign { value, .. } if arena.as_lit(value).is_some() => {}
                StmtKind::Assign { var, value } => {
                    let copied = matches!(arena.node(value), Node::Var(..))
                        || canon.variables(arena, value).is_empty();
                    aliases.assigned(var, copied.then_some(value));
                }
                StmtKind::Assume(_) => {}
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
            if !variables.iter().any(|var| self.is_memory(*var)) {
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

    fn is_memory(&self, var: VarId) -> bool {
        matches!(self.cfa.sort_of(var), Ok(VarSort::Map(_)))
    }
}
