//! Calls: copies of routines, and what depends on which call it is.

use super::copy::Copy;
use super::procedures::{Called, Why};
use super::{Home, Inliner, Result, CALL_DEPTH_MAX};
use crate::approximation::Approximation;
use crate::decided::decided;
use crate::diagnostic::ErrorKind;
use crate::renaming::Renaming;
use crate::translate::{
    Action, Call, CallKind, Described, Name, ObjectKind, Origin, Routine, Select, Subject,
};
use proofmark_logic::arena::{Expr as Term, Node, VarId};
use proofmark_logic::cfa::{LocId, Pos, StmtKind};
use std::rc::Rc;

impl Inliner<'_, '_> {
    pub(super) fn call(&mut self, copy: &mut Copy, call: &Call) -> Result<()> {
        if self.is_procedure(call.callee) {
            return self.call_procedure(copy, call);
        }
        let call_site = self.out.pos;
        let key = call.callee.called();
        if self.active.len() >= CALL_DEPTH_MAX {
            self.make_procedure(key, Why::Deep);
            return self.call_procedure(copy, call);
        }
        self.refuse_recursion(key)?;
        let state = (self.out.frame, self.out.prefix.clone(), self.active.len());
        let copied = self.copy_of(copy, call, call_site);
        if copied.is_err() && self.procedures.recursion == Some(key) {
            self.procedures.recursion = None;
            self.make_procedure(key, Why::Recursive);
            (self.out.frame, self.out.prefix, self.out.pos) = (state.0, state.1, call_site);
            self.active.truncate(state.2);
            return self.call_procedure(copy, call);
        }
        copied
    }

    /// Copies the routine of a call.
    fn copy_of(&mut self, copy: &mut Copy, call: &Call, call_site: Pos) -> Result<()> {
        let routine = self.translator.routine(call.callee)?;
        self.out.pos = call_site;
        let (caller, edges) = (self.out.frame, self.out.size());
        let (exit, prefix) = match call.kind {
            CallKind::Call => {
                let frame = self.out.new_frame(&routine.shown, Some(caller), call_site);
                let exit = self.out.new_loc(call_site);
                self.out.frame = frame;
                let count = self.out.count(format!("{}#", routine.name));
                (exit, format!("{}#{count}::", routine.name))
            }
            CallKind::Start => {
                let exit = self.out.new_loc(routine.end);
                (exit, format!("{}::", routine.name))
            }
        };
        let outer = std::mem::replace(&mut self.out.prefix, prefix);
        let mut inner = Copy::new(&routine.locations, exit, self.out.cfa.error);
        self.replay(&mut inner, &routine.enter)?;
        self.bind(copy, call, &inner, &routine)?;
        self.replay(copy, &call.pass)?;
        inner.list = call.list.map(|list| self.renamer(copy).term(list));
        let key = call.callee.called();
        self.active.push(key);
        self.replay(&mut inner, &routine.body)?;
        self.active.pop();
        self.out.flow_to(exit);
        (self.out.frame, self.out.prefix) = (caller, outer);
        self.out.pos = call_site;
        if call.kind == CallKind::Call && !routine.variadic {
            self.count_copy(key, edges);
        }
        Ok(())
    }

    /// What stands for the callee's parameters and result in the caller is what they are.
    fn bind(
        &self,
        copy: &mut Copy,
        call: &Call,
        inner: &Copy,
        routine: &Rc<Routine>,
    ) -> Result<()> {
        let mut names = call.interface.iter().zip(&routine.interface);
        let alike = call.interface.len() == routine.interface.len()
            && names.all(|(own, theirs)| copy.bind(*own, inner, *theirs).is_some());
        match alike {
            true => Ok(()),
            false => Err(self.fail(ErrorKind::Internal, "a call does not fit its callee")),
        }
    }

    /// A function that is being copied already must be a procedure: its copy is given up.
    fn refuse_recursion(&mut self, key: Called) -> Result<()> {
        if self.active.contains(&key) {
            self.procedures.recursion = Some(key);
            return Err(self.fail(ErrorKind::Internal, "a recursive call cannot be inlined"));
        }
        Ok(())
    }

    /// A call through a pointer: one case for each function that it may point to, or the one that
    /// it certainly points to.
    pub(super) fn select(&mut self, copy: &mut Copy, select: &Select) -> Result<()> {
        let pointer = self.renamer(copy).term(select.pointer);
        let known = match self.arena.node(pointer) {
            Node::Addr { object, .. } => Some(object),
            _ => None,
        };
        let certain = select.cases.iter().find(|case| {
            let object = self.shared.objects.get(&case.object);
            known.is_some() && object.copied() == known
        });
        if let Some(case) = certain {
            let hit = self.location(copy, case.branch.0);
            self.location(copy, case.branch.1);
            self.out.flow_to(hit);
            self.replay(copy, &case.call)?;
            self.out.at = copy.location(select.join);
            return Ok(());
        }
        for case in &select.cases {
            self.replay(copy, &case.test)?;
            self.replay(copy, &case.call)?;
        }
        self.replay(copy, &select.otherwise)
    }

    /// A variable stands for a value from here on, whatever is assigned to what that was read from.
    /// The value is read, whatever is known of it: others may have changed it.
    pub(super) fn keep(&mut self, copy: &mut Copy, var: VarId, value: Term) {
        let value = self.renamer(copy).term(value);
        let known = self.known_function(value);
        let settled = match self.arena.node(value) {
            Node::Var(of, _) => self.out.origin.get(of.0 as usize) == Some(&Origin::Scratch),
            node => matches!(node, Node::Addr { .. }),
        };
        if !settled {
            self.declare(copy, Name::Var(var));
            let var = self.renamer(copy).var(var);
            self.out.assign(var, value);
        }
        if let Some(image) = known.or(settled.then_some(value)) {
            copy.images.vars.insert(var, self.arena.node(image));
        }
    }

    /// The address of the function that a pointer certainly points to: a constant, or a variable
    /// that was assigned one in this block.
    fn known_function(&self, pointer: Term) -> Option<Term> {
        let value = match self.arena.node(pointer) {
            Node::Var(var, _) => {
                let kinds = self.out.block.iter().rev();
                let mut kinds = kinds.filter_map(|step| step.action.in_proofs());
                match kinds.find(|kind| kind.written() == Some(var))? {
                    StmtKind::Assign { value, .. } => value,
                    StmtKind::Havoc { .. } | StmtKind::Assume(_) => return None,
                }
            }
            _ => pointer,
        };
        match self.arena.node(value) {
            Node::Addr { object, .. }
                if self.out.kinds.get(object as usize) == Some(&ObjectKind::Function) =>
            {
                Some(value)
            }
            _ => None,
        }
    }

    /// A variable stands for the address of the variable arguments. A run that starts in this
    /// function has any, and a procedure is not told.
    pub(super) fn list(&mut self, copy: &mut Copy, var: VarId) {
        if let Some(list) = copy.list {
            copy.images.vars.insert(var, self.arena.node(list));
            return;
        }
        self.declare(copy, Name::Var(var));
        let var = self.renamer(copy).var(var);
        if let Some(decl) = self.out.cfa.vars.get(var.0 as usize) {
            let pos = self.out.pos;
            self.approximations
                .insert(pos, decl.sort, Approximation::Builtin);
        }
        self.out.push(StmtKind::Havoc { var });
    }

    /// Two edges with an atom and its negation; one edge if the operands' intervals decide the atom
    /// in every state.
    pub(super) fn split(&mut self, atom: Term, yes: LocId, no: LocId) {
        if let Some(holds) = decided(&self.arena, atom) {
            self.out.leave(if holds { yes } else { no });
            return;
        }
        self.out.settle();
        let negated = self.arena.not(atom);
        for (to, holds) in [(yes, atom), (no, negated)] {
            let step = self.out.step(Action::Do(StmtKind::Assume(holds)));
            self.out.edge(self.out.at, to, vec![step]);
        }
    }

    /// For messages: an object of the program is here.
    pub(super) fn describe(&mut self, copy: &mut Copy, home: &Described, subject: Subject) {
        let home = match home {
            Described::Variables(parts) => {
                let part = |&(var, from, width): &(VarId, u64, u64)| {
                    let var = self.renamer(copy).var(var);
                    let decl = self.out.cfa.vars.get(var.0 as usize)?;
                    Some((decl.name.clone(), from, width))
                };
                Home::Variables(parts.iter().filter_map(part).collect())
            }
            Described::Memory(address) => {
                let address = self.renamer(copy).term(*address);
                match self.arena.node(address) {
                    Node::Addr { object, .. } => {
                        let Some(decl) = self.out.cfa.objects.get(object as usize) else {
                            return;
                        };
                        Home::Object(decl.name.clone())
                    }
                    Node::Var(var, _) => {
                        let Some(decl) = self.out.cfa.vars.get(var.0 as usize) else {
                            return;
                        };
                        Home::Address(decl.name.clone())
                    }
                    _ => return,
                }
            }
        };
        self.homes.push((home, subject));
    }
}
