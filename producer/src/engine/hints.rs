//! Predicates that the user proposes. Nothing rests on them: what the search does with them is
//! proved like everything else.

use super::atoms::Literal;
use super::live::Liveness;
use super::{Abstraction, Run};
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::LocId;

impl Run<'_> {
    /// Tracks predicates wherever their variables may matter.
    pub(super) fn suggest(&mut self, hints: &[Expr]) {
        for hint in hints {
            let literal = self.abstraction.canon.literal(self.arena, *hint);
            if let Literal::Atom { atom, .. } = literal {
                self.suggest_atom(atom);
            }
        }
    }

    fn suggest_atom(&mut self, atom: Expr) {
        let variables = self.abstraction.canon.variables(self.arena, atom);
        let locations = (0u32..).map(LocId).take(self.cfa.locations.len());
        let locations = locations.filter(|location| *location != self.cfa.error);
        // Where procedures are called, what is live is not known.
        let wanted: Vec<LocId> = if self.cfa.procedures.is_empty() {
            let Abstraction { canon, .. } = &mut self.abstraction;
            let rank = &self.graph.rank;
            let live = self
                .live
                .get_or_insert_with(|| Liveness::new(self.arena, canon, self.cfa, rank));
            locations
                .filter(|location| live.all_live(*location, &variables))
                .collect()
        } else {
            let calls = &self.abstraction.calls;
            locations
                .filter(|location| calls.in_scope(self.cfa, *location, &variables))
                .collect()
        };
        let Abstraction {
            precision, bdds, ..
        } = &mut self.abstraction;
        let predicate = precision.predicate(self.arena, atom);
        for location in wanted {
            precision.track(bdds, location, predicate);
        }
    }
}
