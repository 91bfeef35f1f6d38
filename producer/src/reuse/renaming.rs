//! Terms of an earlier version as terms of this one.

use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, VarSort};
use std::collections::HashMap;

/// The variables and objects that correspond to those of another version.
pub(crate) type Corresponding<'a> = (&'a HashMap<VarId, VarId>, &'a HashMap<u32, u32>);

/// Translates terms.
pub(crate) struct Renaming<'a> {
    corresponding: Corresponding<'a>,
    cfa: &'a Cfa,
    known: HashMap<Expr, Option<Expr>>,
}

impl<'a> Renaming<'a> {
    /// Into the terms of the automaton `cfa`.
    pub(crate) fn new(corresponding: Corresponding<'a>, cfa: &'a Cfa) -> Renaming<'a> {
        Renaming {
            corresponding,
            cfa,
            known: HashMap::new(),
        }
    }

    /// The same term over the variables of this version, in another arena; `None` if it speaks of
    /// something that this version does not have.
    pub(crate) fn term(&mut self, (from, to): (&Arena, &mut Arena), root: Expr) -> Option<Expr> {
        let mut work = vec![root];
        while let Some(&e) = work.last() {
            if self.known.contains_key(&e) {
                work.pop();
                continue;
            }
            let waiting = work.len();
            work.extend(from.args(e).filter(|arg| !self.known.contains_key(arg)));
            if work.len() > waiting {
                continue;
            }
            let node = self.node(from, e);
            self.known.insert(e, node.map(|node| to.intern(node)));
            work.pop();
        }
        self.known.get(&root).copied().flatten()
    }

    fn node(&self, from: &Arena, e: Expr) -> Option<Node> {
        Some(match from.node(e) {
            Node::App(op, mut args) => {
                for (slot, arg) in args.iter_mut().zip(from.args(e)) {
                    *slot = self.known.get(&arg).copied().flatten()?;
                }
                Node::App(op, args)
            }
            Node::Var(v, ty) if v.as_fresh().is_none() => {
                let v = *self.corresponding.0.get(&v)?;
                (self.cfa.sort_of(v) == Ok(VarSort::Int(ty))).then_some(Node::Var(v, ty))?
            }
            Node::MapVar(v, ty) if v.as_fresh().is_none() => {
                let v = *self.corresponding.0.get(&v)?;
                (self.cfa.sort_of(v) == Ok(VarSort::Map(ty))).then_some(Node::MapVar(v, ty))?
            }
            Node::Addr { object, .. } => {
                let object = *self.corresponding.1.get(&object)?;
                Node::Addr {
                    object,
                    size: self.cfa.objects.get(object as usize)?.size,
                    bits: self.cfa.profile.pointer_bits(),
                }
            }
            other => other,
        })
    }
}
