use proofmark_logic::arena::{Arena, Expr};
pub fn path_atoms(_arena: &mut Arena, _groups: &[Vec<Expr>]) -> Option<Vec<Vec<Expr>>> { None }
