//! Simultaneous substitution of expressions for program variables, memoised over the expression
//! DAG.

use crate::arena::{Arena, Expr, Node, VarId};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The arena outgrew its limit: the work is too large to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// A substitution `σ`, as the effect of a block on the variables: `x ↦` the value of `x` after it,
/// in terms of the state before it. The default is the identity.
#[derive(Default)]
pub struct Substitution {
    bindings: BTreeMap<VarId, Expr>,
    mask: u64,
    /// `memo[e]` is valid if `stamp[e] == epoch`. `u32::MAX` is no epoch.
    memo: Vec<Expr>,
    stamp: Vec<u32>,
    epoch: u32,
    work: Vec<Expr>,
    /// Nodes visited so far, over all applications: a measure of time for whoever meters it.
    pub visited: u64,
}

impl Substitution {
    /// Back to the identity, keeping the allocated tables.
    pub fn clear(&mut self) {
        self.bindings.clear();
        self.mask = 0;
        self.forget();
    }
    /// The variables that are bound, and to what.
    pub fn bindings(&self) -> &BTreeMap<VarId, Expr> {
        &self.bindings
    }
    /// Binds `var` to `value`, replacing an earlier binding.
    pub fn bind(&mut self, var: VarId, value: Expr) {
        self.bindings.insert(var, value);
        self.mask |= 1u64.wrapping_shl(var.0);
        self.forget();
    }
    /// Back to the identity on `var`.
    pub fn unbind(&mut self, var: VarId) {
        self.bindings.remove(&var);
        self.forget();
    }
    fn forget(&mut self) {
        self.epoch += 1;
        if self.epoch == u32::MAX {
            self.stamp.clear();
            self.memo.clear();
            self.epoch = 0;
        }
    }
    fn lookup(&self, arena: &Arena, e: Expr) -> Option<Expr> {
        if arena.var_mask(e) & self.mask == 0 {
            return Some(e);
        }
        match arena.node(e) {
            Node::Var(v, _) | Node::MapVar(v, _) => {
                Some(self.bindings.get(&v).copied().unwrap_or(e))
            }
            _ if self.stamp.get(e.index()) == Some(&self.epoch) => Some(self.memo[e.index()]),
            _ => None,
        }
    }

    /// `root` with every bound variable replaced at once.
    ///
    /// # Errors
    /// [`TooLarge`] once the arena holds more than `limit` nodes.
    pub fn apply(&mut self, arena: &mut Arena, root: Expr, limit: usize) -> Result<Expr, TooLarge> {
        self.work.clear();
        self.work.push(root);
        while let Some(&e) = self.work.last() {
            self.visited = self.visited.saturating_add(1);
            if self.lookup(arena, e).is_some() {
                self.work.pop();
                continue;
            }
            let Node::App(op, mut args) = arena.node(e) else {
                self.work.pop();
                continue;
            };
            let mut ready = true;
            for arg in args.iter_mut().take(op.params().len()) {
                match self.lookup(arena, *arg) {
                    Some(done) => *arg = done,
                    None => {
                        ready = false;
                        self.work.push(*arg);
                    }
                }
            }
            if ready {
                self.work.pop();
                if arena.len() >= limit {
                    return Err(TooLarge);
                }
                let value = arena.intern(Node::App(op, args));
                if self.stamp.len() <= e.index() {
                    self.stamp.resize(arena.len(), u32::MAX);
                    self.memo.resize(arena.len(), Arena::TRUE);
                }
                self.stamp[e.index()] = self.epoch;
                self.memo[e.index()] = value;
            }
        }
        Ok(self.lookup(arena, root).unwrap_or(root))
    }
}
