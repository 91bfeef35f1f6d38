//! What a path has tested before it goes round a loop that does not change it: a length against the
//! size of a buffer, an offset against a length.

use super::candidates::CANDIDATES_MAX;
use super::leaves::leaves;
use super::rounds::Rounds;
use crate::engine::Run;
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{EdgeId, LocId, StmtKind};
use std::collections::BTreeSet;

impl Run<'_> {
    /// Tracks the conditions before the loops of a path that say something of what these compare,
    /// from where they are tested on. The locations with new predicates.
    pub(super) fn track_tested(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for rounds in Rounds::of(self.arena, self.cfa, path) {
            let tested = self.tested(path, &rounds);
            for (from, fact) in tested {
                for id in &path[from..rounds.last] {
                    let location = self.cfa.edges[id.0 as usize].to;
                    if self.in_scope(location, fact) && self.track_candidate(location, fact) {
                        changed.insert(location);
                    }
                }
            }
        }
        changed
    }

    /// Conditions that hold from a position of a path to the end of its rounds, with the position.
    fn tested(&mut self, path: &[EdgeId], rounds: &Rounds) -> Vec<(usize, Expr)> {
        // From the end of the rounds to the start of the path: what is written later.
        let mut written: BTreeSet<VarId> = BTreeSet::new();
        let (mut asked, mut before) = (BTreeSet::new(), Vec::new());
        for (at, id) in path[..rounds.last].iter().enumerate().rev() {
            let edge = &self.cfa.edges[id.0 as usize];
            if edge.call.is_some() {
                break;
            }
            for stmt in edge.stmts.iter().rev() {
                match stmt.kind {
                    StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => {
                        written.insert(var);
                    }
                    StmtKind::Assume(fact) if at >= rounds.first => {
                        asked.extend(leaves(self.arena, fact));
                    }
                    StmtKind::Assume(fact) => {
                        let variables = self.abstraction.canon.variables(self.arena, fact);
                        if !variables.is_empty() && !variables.iter().any(|v| written.contains(v)) {
                            before.push((at, fact));
                        }
                    }
                }
            }
        }
        let mut found = Vec::new();
        loop {
            let about = |(_, fact): &(usize, Expr)| {
                let cells = leaves(self.arena, *fact);
                cells.iter().any(|cell| asked.contains(cell))
            };
            let (more, rest): (Vec<_>, Vec<_>) = before.into_iter().partition(about);
            if more.is_empty() || found.len() >= CANDIDATES_MAX {
                found.truncate(CANDIDATES_MAX);
                return found;
            }
            for (_, fact) in &more {
                asked.extend(leaves(self.arena, *fact));
            }
            found.extend(more);
            before = rest;
        }
    }
}
