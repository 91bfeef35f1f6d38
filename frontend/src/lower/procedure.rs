//! Recursive functions become procedures of the automaton (docs/decisions/0008).
//!
//! Lowering inlines calls until it meets a function that is being inlined already. That function is then a procedure, and lowering starts again; so every cycle of
//! calls goes through a procedure, and everything else stays inlined.
//!
//! Arguments and results travel through global variables. Variables of functions, inlined or not, are local to an activation. A local object whose address is taken has a new address in each activation; nothing is known of it but that the object fits there.

use super::call::Argument;
use super::place::{Spot, Storage};
use super::{Lowerer, Origin, Result};
use crate::diagnostic::ErrorKind;
use crate::ir::{Body, Function};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{Edge, Frame, FrameId, LocId, Scope, Stmt, StmtKind, VarSort};
use proofmark_logic::procedure::{ProcId, Procedure};
use std::rc::Rc;

/// A function, and whether an observer calls it: what observers call is not observed.
pub(super) type Key = (u32, bool);

/// How to call a procedure.
#[derive(Clone)]
pub(super) struct Callee {
    id: ProcId,
    frame: FrameId,
    /// Where arguments are passed, by parameter.
    arguments: Vec<Rc<Storage>>,
    /// Where the result is passed.
    result: Option<Rc<Storage>>,
}

impl<'p> Lowerer<'p> {
    /// Whether calls of this function are not inlined.
    pub(super) fn is_procedure(&self, f: u32) -> bool {
        self.recursive.contains(&(f, self.observing))
    }

    /// Calls a procedure: passes the arguments, and takes the result before another call overwrites it.
    pub(super) fn call_procedure(&mut self, f: u32, values: Vec<Argument>) -> Result<Option<Spot>> {
        let program = self.program;
        let Some((function, body)) = program.functions.get(f as usize).and_then(|f| Some((f, f.body.as_ref()?))) else { return Ok(None) };
        let pos = self.pos;
        let callee = self.callee(f, function, body);
        for ((value, storage), local) in values.into_iter().zip(&callee.arguments).zip(&body.locals) {
            let spot = self.variable_spot(storage, &local.ty.ty);
            self.bind_parameter(&spot, value)?;
        }
        let (from, to) = (self.new_loc(pos), self.new_loc(pos));
        self.flow_to(from);
        self.cfa.edges.push(Edge { from, to, stmts: Vec::new(), call: Some(callee.id) });
        self.at = to;
        let Some(passed) = &callee.result else { return Ok(None) };
        let passed = self.variable_spot(passed, &function.ty.result);
        let result = self.unknown_record(&function.ty.result)?;
        self.copy(&result, &passed)?;
        Ok(Some(result))
    }

    /// The procedure of a function. At its first call it is declared, and its body is left for later.
    fn callee(&mut self, f: u32, function: &'p Function, body: &'p Body) -> Callee {
        let key = (f, self.observing);
        if let Some(known) = self.callees.get(&key) {
            return known.clone();
        }
        let name = &function.name;
        let detail = "Recursive: the stack suffices for all its activations.";
        self.note("recursion", name, detail);
        let parameters = body.locals.iter().take(body.params).map(|p| (format!("{name}::argument.{}", p.name), &p.ty.ty));
        let arguments = parameters.map(|(name, ty)| self.shared(|this| this.storage(name, ty, false, Origin::Program))).collect();
        let result = match &function.ty.result {
            Type::Void => None,
            ty => Some(self.shared(|this| this.storage(format!("{name}::result"), ty, false, Origin::Program))),
        };
        let frame = FrameId(u32::try_from(self.cfa.frames.len()).unwrap_or(u32::MAX));
        let shown = self.program.observed.functions.get(&f).unwrap_or(name).clone();
        self.cfa.frames.push(Frame { function: shown, caller: None, call_site: function.pos });
        let inside = std::mem::replace(&mut self.frame, frame);
        let (entry, exit) = (self.new_loc(function.pos), self.new_loc(body.end));
        self.frame = inside;
        let id = ProcId(u32::try_from(self.cfa.procedures.len()).unwrap_or(u32::MAX));
        self.cfa.procedures.push(Procedure { entry, exit, ghosts: Vec::new() });
        let callee = Callee { id, frame, arguments, result };
        self.callees.insert(key, callee.clone());
        self.bodies_to_lower.push_back(key);
        callee
    }

    /// Lowers the bodies of all procedures that are called.
    pub(super) fn procedures(&mut self) -> Result<()> {
        while let Some(key) = self.bodies_to_lower.pop_front() {
            let program = self.program;
            let function = program.functions.get(key.0 as usize);
            let (Some(callee), Some((function, body))) = (self.callees.get(&key).cloned(), function.and_then(|f| Some((f, f.body.as_ref()?)))) else {
                continue;
            };
            let Some(&Procedure { entry, exit, .. }) = self.cfa.procedures.get(callee.id.0 as usize) else { continue };
            self.observing = key.1;
            self.frame = callee.frame;
            self.activation = Some(callee.id);
            self.procedure_body(key.0, function, body, &callee, (entry, exit))?;
            self.activation = None;
        }
        self.observing = false;
        Ok(())
    }

    fn procedure_body(&mut self, f: u32, function: &'p Function, body: &'p Body, callee: &Callee, (entry, exit): (LocId, LocId)) -> Result<()> {
        let declared = self.cfa.vars.len();
        self.pos = function.pos;
        let start = self.new_loc(function.pos);
        let end = self.new_loc(body.end);
        self.at = start;
        self.enter_instance(f, body, format!("{}::", function.name), end);
        for (index, (passed, local)) in callee.arguments.iter().zip(&body.locals).enumerate() {
            let Some(storage) = self.local(u32::try_from(index).unwrap_or(u32::MAX)) else { continue };
            let (to, from) = (self.variable_spot(&storage, &local.ty.ty), self.variable_spot(passed, &local.ty.ty));
            self.copy(&to, &from)?;
        }
        self.body(body)?;
        let result = self.instances.last().and_then(|i| i.result.clone());
        self.leave_instance()?;
        if let (Some(passed), Some(result)) = (&callee.result, result) {
            let ty = &function.ty.result;
            let (to, from) = (self.variable_spot(passed, ty), self.variable_spot(&result, ty));
            self.copy(&to, &from)?;
        }
        self.flow_to(exit);
        self.havoc_locals(declared, (entry, start));
        Ok(())
    }

    /// An activation starts with any values of its variables. Those that it may read before it writes them get them explicitly: executions are
    /// easier to replay, and simplification removes the rest.
    fn havoc_locals(&mut self, declared: usize, (entry, start): (LocId, LocId)) {
        let pos = self.pos;
        let locals = self.cfa.vars.iter().enumerate().skip(declared).filter(|(_, var)| var.scope == Scope::Local);
        let havoc = |(n, _)| Some(Stmt { kind: StmtKind::Havoc { var: VarId(u32::try_from(n).ok()?) }, pos });
        let stmts = locals.filter_map(havoc).collect();
        self.edge(entry, start, stmts);
    }

    /// The address of an activation's object: any at which the object fits.
    pub(super) fn activation_address(&mut self, name: &str, size: u64) -> Term {
        let machine = self.program.types.address();
        let var = self.declare(format!("&{name}"), VarSort::Int(machine), Origin::Program);
        let address = self.arena.var(var, machine);
        self.approximations.insert_allocation(self.pos, false);
        self.havoc(var);
        let (one, last) = (self.arena.lit(1), self.arena.lit(machine.max() - i128::from(size)));
        let (positive, fits) = (self.arena.le(one, address), self.arena.le(address, last));
        self.push(StmtKind::Assume(positive));
        self.push(StmtKind::Assume(fits));
        address
    }

    /// Notes that a function calls itself, if it does: lowering starts again with a procedure for it.
    pub(super) fn refuse_recursion(&mut self, f: u32) -> Result<()> {
        let key = (f, self.observing);
        if self.instances.iter().any(|i| (i.function, i.observing) == key) {
            self.recursion = Some(key);
            return Err(self.fail(ErrorKind::Internal, "a recursive call cannot be inlined"));
        }
        if self.instances.len() >= CALL_DEPTH_MAX {
            return Err(self.fail(ErrorKind::Limit, format!("calls are nested deeper than {CALL_DEPTH_MAX}")));
        }
        Ok(())
    }
}

/// Depth of inlined calls. Every level of C nesting takes stack; real drivers stay below 100.
const CALL_DEPTH_MAX: usize = 1000;
