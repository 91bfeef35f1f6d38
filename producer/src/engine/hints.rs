//! Predicates that the user proposes. Nothing rests on them: what the search does with them is
//! proved like everything else.

use super::atoms::Literal;
use super::Run;
use proofmark_logic::arena::Expr;

impl Run<'_> {
    /// Tracks predicates wherever their variables may matter.
    pub(super) fn suggest(&mut self, hints: &[Expr]) {
        for hint in hints {
            let literal = self.abstraction.canon.literal(self.arena, *hint);
            if let Literal::Atom { atom, .. } = literal {
                let predicate = self.abstraction.precision.predicate(self.arena, atom);
                self.track_everywhere(predicate);
            }
        }
    }
}
