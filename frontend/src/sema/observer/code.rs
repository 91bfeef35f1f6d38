//! The functions that observers run, and what they must not do.

use super::super::{Analyser, Entity, FunctionState, Result, Unit};
use super::fragment::items;
use super::Observers;
use crate::ir::{Act, Base, Body, Expr, ExprKind, Function, Place, Step, Stmt, StmtKind};
use crate::sources::Sources;
use crate::spec::Event as SpecEvent;
use crate::types::{FunctionType, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Analyser {
    /// Makes the function of an event for these types of its pattern's variables.
    pub(super) fn instance(
        &mut self,
        sources: &Sources,
        observers: &Observers<'_>,
        event: usize,
        types: Vec<Type>,
    ) -> Result<()> {
        let Some((observer, title, variables)) = self
            .program
            .observed
            .events
            .get(event)
            .map(|e| (e.observer, e.title.clone(), e.pattern.variables()))
        else {
            return Ok(());
        };
        let before = observers.ready.iter().take(observer);
        let earlier: usize = before.map(|r| r.events.len()).sum();
        let source = observers.specification.observers.get(observer);
        let (Some(ready), Some(source)) = (observers.ready.get(observer), source) else {
            return Ok(());
        };
        let (Some(trees), Some(written)) = (
            ready.events.get(event - earlier),
            source.events.get(event - earlier),
        ) else {
            return Ok(());
        };
        let mut unit = self.open(sources, ready.unit, ready.scope.clone());
        unit.observing.states.clone_from(&ready.states);
        let params: Vec<(u32, Type)> = variables.into_iter().zip(types.iter().cloned()).collect();
        let span = trees.span.unwrap_or_else(Span::none);
        let function = unit.code(&describe(&title, written), &params, span, |unit| {
            if let Some(assertion) = &trees.assertion {
                unit.check(assertion, StmtKind::Reject)?;
            }
            match &trees.action {
                Some(action) => unit.scoped(|unit| unit.block_items(items(&action.node))),
                None => Ok(()),
            }
        })?;
        let body = unit
            .program
            .functions
            .get(function as usize)
            .and_then(|f| f.body.as_ref());
        if let Some((pos, message)) = body.and_then(|b| {
            Audit {
                own: &ready.globals,
                states: &ready.states,
                params: b.params,
                locals: &b.locals,
                program: unit.program,
            }
            .stmts(&b.stmts)
            .or_else(|| loops(&b.stmts))
        }) {
            return Err(crate::LoadError::at(
                crate::ErrorKind::Specification,
                sources,
                pos,
                message,
            ));
        }
        if let Some(event) = self.program.observed.events.get_mut(event) {
            event.instances.push((types, function));
        }
        Ok(())
    }
}

/// What traces call an event.
fn describe(title: &str, event: &SpecEvent) -> String {
    match &event.assertion {
        Some(assertion) => format!("EVENT {title} ASSERT {{ {} }}", assertion.shown()),
        None => format!("EVENT {title}"),
    }
}

impl Unit<'_> {
    /// A function that does `otherwise` unless the condition holds.
    pub(super) fn condition_function(
        &mut self,
        title: &str,
        condition: &Node<Expression>,
        otherwise: StmtKind,
    ) -> Result<u32> {
        self.code(title, &[], condition.span, |unit| {
            unit.check(condition, otherwise)
        })
    }

    /// `if (!condition) otherwise`.
    fn check(&mut self, condition: &Node<Expression>, otherwise: StmtKind) -> Result<()> {
        let span = condition.span;
        let value = self.expression(condition)?;
        if value.effects {
            return Err(self.wrong(
                span,
                "a condition must not have side effects or call functions",
            ));
        }
        let value = self.condition(value, span)?;
        let (holds, fails) = (self.new_label(span)?, self.new_label(span)?);
        self.emit(span, StmtKind::Branch(value, holds, fails))?;
        self.place_label(span, fails)?;
        self.emit(span, otherwise)?;
        self.place_label(span, holds)
    }

    /// Makes a function of the observer. A parameter of a type with a type state refers to the
    /// object, because a copy would have a state of its own.
    fn code(
        &mut self,
        title: &str,
        params: &[(u32, Type)],
        span: Span,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<u32> {
        let state = FunctionState::new(u32::MAX, title.to_owned(), Type::Void);
        self.function = Some(state);
        let mut types = Vec::with_capacity(params.len());
        let result = self.scoped(|unit| {
            for (number, ty) in params {
                types.push(unit.parameter(*number, ty, span)?);
            }
            body(unit)
        });
        let state = self.function.take();
        result?;
        let Some(state) = state else {
            return Err(self.wrong(span, "the code of this event is lost"));
        };
        if state.undefined_label().is_some() {
            return Err(self.wrong(span, "this code jumps to a label that it does not define"));
        }
        let pos = self.pos(span);
        let body = Body {
            locals: state.locals,
            params: params.len(),
            labels: state.label_count,
            addressed: state.addressed,
            stmts: state.stmts,
            end: pos,
            fingerprint: 0,
        };
        let ty = FunctionType {
            result: Type::Void,
            params: Some(types),
            variadic: false,
            variants: Vec::new(),
        };
        let id = u32::try_from(self.program.functions.len()).unwrap_or(u32::MAX);
        let name = format!("observer {}", self.program.observed.functions.len() + 1);
        self.program.functions.push(Function {
            name,
            linkage: crate::ir::Linkage::Internal,
            ty,
            noreturn: false,
            weak: false,
            alias: None,
            modelled: false,
            inline_only: false,
            ends_with_zero: false,
            pruned: false,
            promises: crate::ir::Promises::new(),
            accesses: false,
            pos,
            body: Some(body),
        });
        self.program.observed.functions.insert(id, title.to_owned());
        Ok(id)
    }

    /// Declares the parameter for a pattern variable; returns its type.
    fn parameter(&mut self, number: u32, ty: &Type, span: Span) -> Result<Type> {
        if !(ty.is_scalar() || ty.is_float() || matches!(ty, Type::Record(_))) {
            let shown = self.show(ty);
            return Err(self.wrong(
                span,
                format!(
                    "`${number}` would stand for a value of type `{shown}`, which is not supported"
                ),
            ));
        }
        let referenced = self.program.carries_state(ty);
        let ty = match referenced {
            true => ty.clone().pointer_to(),
            false => ty.clone(),
        };
        let local = self.new_local(span, &format!("${number}"), ty.clone().into())?;
        let entity = match referenced {
            true => Entity::Reference(local),
            false => Entity::Local(local),
        };
        self.bind(&format!("_{number}"), entity);
        Ok(ty)
    }

    /// The object that a pattern variable refers to.
    pub(in super::super) fn referenced(&mut self, local: u32, span: Span) -> Result<Place> {
        let pos = self.pos(span);
        let ty = self
            .function(span)?
            .locals
            .get(local as usize)
            .map(|l| l.ty.clone());
        let Some(ty) = ty else {
            return Err(self.wrong(span, "this pattern variable is lost"));
        };
        let Some(target) = ty.ty.pointee().cloned() else {
            return Err(self.wrong(span, "this pattern variable is no reference"));
        };
        let variable = Place {
            base: Base::Local(local),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty: ty.clone(),
        };
        let pointer = Expr::new(
            ExprKind::Load(Box::new(variable)),
            Type::Pointer(Rc::new(target.clone())),
            pos,
        );
        Ok(Place {
            base: Base::Deref(Box::new(pointer)),
            base_ty: target.ty.clone(),
            steps: Vec::new(),
            ty: target,
        })
    }
}

/// Looks for what an action must not do. Yields the first offence.
struct Audit<'a> {
    own: &'a BTreeSet<u32>,
    states: &'a [(Type, u32)],
    params: usize,
    locals: &'a [crate::ir::Local],
    program: &'a crate::ir::Program,
}

type Offence = Option<(Pos, &'static str)>;

const WRITES: &str = "an observer must not change the program's state: it may write its own variables, its locals and type states";
const CALLS: &str = "an observer must not call functions";
const ESCAPES: &str = "an observer must not take the address of its own state, nor index it with anything but constants in range";

/// A jump back. Code that does not end would hide all that the run does behind it.
fn loops(stmts: &[Stmt]) -> Offence {
    let mut placed = BTreeSet::new();
    stmts.iter().find_map(|s| {
        let back = match &s.kind {
            StmtKind::Label { label, .. } => {
                placed.insert(*label);
                false
            }
            StmtKind::Goto(to) => placed.contains(to),
            StmtKind::Branch(_, a, b) => placed.contains(a) || placed.contains(b),
            StmtKind::Switch(_, cases, other) => {
                let mut cases = cases.iter();
                placed.contains(other) || cases.any(|(_, _, to)| placed.contains(to))
            }
            StmtKind::Expr(_)
            | StmtKind::Enter(_)
            | StmtKind::Init(..)
            | StmtKind::Jump(_)
            | StmtKind::Return(_)
            | StmtKind::Reject
            | StmtKind::Halt
            | StmtKind::Asm(_) => false,
        };
        back.then_some((s.pos, "an observer must not loop: the run would end in it"))
    })
}

impl Audit<'_> {
    fn stmts(&self, stmts: &[Stmt]) -> Offence {
        stmts.iter().find_map(|s| match &s.kind {
            StmtKind::Expr(e)
            | StmtKind::Branch(e, ..)
            | StmtKind::Switch(e, ..)
            | StmtKind::Return(Some(e)) => self.expr(e),
            StmtKind::Init(_, init) => init.items.iter().find_map(|(p, e)| {
                let place = self.place(p, s.pos);
                place
                    .or_else(|| p.operands().find_map(|operand| self.expr(operand)))
                    .or_else(|| self.expr(e))
            }),
            StmtKind::Jump(_) => Some((s.pos, "an observer must not use a computed `goto`")),
            StmtKind::Asm(..) => Some((s.pos, "an observer must not use inline assembly")),
            StmtKind::Enter(_)
            | StmtKind::Label { .. }
            | StmtKind::Goto(_)
            | StmtKind::Return(None)
            | StmtKind::Reject
            | StmtKind::Halt => None,
        })
    }

    fn expr(&self, e: &Expr) -> Offence {
        let own = match e.kind.act() {
            Act::Reads(p) => self.place(p, e.pos),
            Act::Designates(p) if self.is_own(p) => Some((e.pos, ESCAPES)),
            Act::Designates(p) => self.place(p, e.pos),
            Act::Assigns(p) if self.is_own(p) => self.place(p, e.pos),
            Act::Assigns(_) | Act::Stores(_) => Some((e.pos, WRITES)),
            Act::Calls(_) => Some((e.pos, CALLS)),
            Act::Runs(_) => Some((
                e.pos,
                "statement expressions and compound literals are not supported in an observer",
            )),
            Act::Nothing | Act::Names(_) => None,
        };
        let mut found = own;
        e.kind.operands(&mut |operand| {
            if found.is_none() {
                found = self.expr(operand);
            }
        });
        found
    }

    /// Whether a place is the observer's own state.
    fn is_own(&self, p: &Place) -> bool {
        match &p.base {
            Base::Global(g) => self.own.contains(g),
            Base::Local(l) => *l as usize >= self.params,
            Base::Deref(_) => {
                matches!(
                    p.steps.first(),
                    Some(Step::Field(record, _)) if self.states.iter().any(|(_, r)| r == record)
                )
            }
            Base::String(_) | Base::Value(_) => false,
        }
    }

    /// A place, without the operands in it.
    fn place(&self, p: &Place, pos: Pos) -> Offence {
        let mut ty = match p.base {
            Base::Global(g) => self
                .program
                .globals
                .get(g as usize)
                .map_or(Type::Void, |g| g.ty.ty.clone()),
            Base::Local(l) => self
                .locals
                .get(l as usize)
                .map_or(Type::Void, |l| l.ty.ty.clone()),
            _ => p.base_ty.clone(),
        };
        let own = self.is_own(p);
        p.steps.iter().find_map(|step| match (step, ty.clone()) {
            (Step::Index(e), Type::Array(element, length)) => {
                ty = element.ty.clone();
                let inside = e
                    .as_int()
                    .is_some_and(|i| i >= 0 && length.is_some_and(|n| i < i128::from(n)));
                (own && !inside).then_some((pos, ESCAPES))
            }
            (Step::Field(record, index), _) => {
                ty = self
                    .program
                    .types
                    .fields(*record)
                    .get(*index)
                    .map_or(Type::Void, |f| f.ty.ty.clone());
                None
            }
            _ => Some((pos, ESCAPES)),
        })
    }
}
