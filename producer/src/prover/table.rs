//! The certificate's expression table, and how terms are written with it.

use super::term::{Speller, Unwritable};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::proof::{TableNode, Token};
use proofmark_logic::substitution::TooLarge;
use proofmark_logic::vc::Effect;
use std::collections::{HashMap, HashSet};

/// The table under construction: every node once, arguments first.
#[derive(Default)]
pub(super) struct Table {
    pub(super) nodes: Vec<TableNode>,
    index: HashMap<Expr, u32>,
}

impl Table {
    /// The position of an expression, which is added if it is new.
    ///
    /// # Errors
    /// If a havoc constant occurs: it has a name only as a variable's value.
    pub(super) fn ensure(&mut self, arena: &Arena, root: Expr) -> Result<u32, Unwritable> {
        let mut work = vec![root];
        while let Some(&e) = work.last() {
            if self.index.contains_key(&e) {
                work.pop();
                continue;
            }
            let missing: Vec<Expr> = arena
                .args(e)
                .filter(|a| !self.index.contains_key(a))
                .collect();
            if !missing.is_empty() {
                work.extend(missing.into_iter().rev());
                continue;
            }
            let node = match arena.node(e) {
                Node::Lit(v) => TableNode::Lit(v),
                Node::Type(ty) => TableNode::Type(ty),
                Node::Var(v, _) | Node::MapVar(v, _) if v.as_fresh().is_none() => {
                    TableNode::Var(v.0)
                }
                Node::Var(..) | Node::MapVar(..) => return Err(Unwritable::Term),
                Node::Addr { object, .. } => TableNode::Addr(object),
                Node::App(op, _) => {
                    let mut slots = [0; 3];
                    for (slot, arg) in slots.iter_mut().zip(arena.args(e)) {
                        *slot = self.index.get(&arg).copied().ok_or(Unwritable::Term)?;
                    }
                    TableNode::App(op, slots)
                }
            };
            let position = u32::try_from(self.nodes.len()).map_err(|_| Unwritable::Term)?;
            self.nodes.push(node);
            self.index.insert(e, position);
            work.pop();
        }
        self.index.get(&root).copied().ok_or(Unwritable::Term)
    }
}

/// Names for terms while one obligation's proofs are written.
pub(super) struct Names {
    /// `σ(node) ↦ node` for the nodes of the target's invariant.
    images: HashMap<Expr, Expr>,
    /// The havoc constants of the edge, by number.
    havocs: Vec<Expr>,
}

/// Writes terms with a table and an obligation's names.
pub(super) struct TableSpeller<'a> {
    table: &'a mut Table,
    names: &'a Names,
}

impl Names {
    /// Names under the effect of an edge into a location with this invariant.
    ///
    /// # Errors
    /// If the arena outgrows `limit`.
    pub(super) fn new(
        arena: &mut Arena,
        effect: &mut Effect,
        invariant: Expr,
        limit: usize,
    ) -> Result<Names, TooLarge> {
        let mut images = HashMap::new();
        let sigma = &mut effect.sigma;
        let mut seen = HashSet::new();
        let mut work = if sigma.bindings().is_empty() {
            Vec::new()
        } else {
            vec![invariant]
        };
        while let Some(e) = work.pop() {
            if !seen.insert(e) {
                continue;
            }
            let image = sigma.apply(arena, e, limit)?;
            if image != e {
                images.insert(image, e);
                work.extend(arena.args(e));
            }
        }
        Ok(Names {
            images,
            havocs: effect.havocs.clone(),
        })
    }

    pub(super) fn speller<'a>(&'a self, table: &'a mut Table) -> TableSpeller<'a> {
        TableSpeller { table, names: self }
    }
}

impl Speller for TableSpeller<'_> {
    fn spell(&mut self, arena: &Arena, e: Expr, out: &mut Vec<Token>) -> Result<(), Unwritable> {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            match arena.node(e) {
                Node::Lit(v) => out.push(Token::Lit(v)),
                Node::Type(ty) => out.push(Token::Type(ty)),
                _ if self.table.index.contains_key(&e) => {
                    out.push(Token::Table(self.table.ensure(arena, e)?))
                }
                _ if self.names.images.contains_key(&e) => {
                    let node = self.names.images.get(&e).copied().unwrap_or(e);
                    out.push(Token::Subst(self.table.ensure(arena, node)?));
                }
                // Each link of a chain of writes is spoken of: the chain is written once.
                Node::App(Op::Upd | Op::Splice, [memory, ..])
                    if matches!(arena.node(memory), Node::App(Op::Upd | Op::Splice, _))
                        && closed(arena, e) =>
                {
                    out.push(Token::Table(self.table.ensure(arena, e)?));
                }
                Node::App(op, _) => {
                    out.push(Token::App(op));
                    let args: Vec<Expr> = arena.args(e).collect();
                    work.extend(args.into_iter().rev());
                }
                Node::Var(v, _) | Node::MapVar(v, _) if v.as_fresh().is_some() => {
                    let n = v
                        .as_fresh()
                        .filter(|&n| self.names.havocs.get(n as usize) == Some(&e))
                        .ok_or(Unwritable::Term)?;
                    out.push(Token::Havoc(n));
                }
                Node::Var(..) | Node::MapVar(..) | Node::Addr { .. } => {
                    out.push(Token::Table(self.table.ensure(arena, e)?))
                }
            }
        }
        Ok(())
    }
}

/// Whether no havoc constant occurs in an expression.
fn closed(arena: &Arena, root: Expr) -> bool {
    let (mut seen, mut work) = (HashSet::new(), vec![root]);
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Var(v, _) | Node::MapVar(v, _) if v.as_fresh().is_some() => return false,
            _ if seen.insert(e) => work.extend(arena.args(e)),
            _ => {}
        }
    }
    true
}
