//! Functions and initialisers; the statements under construction, labels and temporaries.

use super::footprint::{Footprint, Look};
use super::writer::Writer;
use super::{
    Asm, Base, Body, Code, Destination, Expression, Kind, Local, Open, Place, Role, Start, Value,
};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{self, Label, Program};
use crate::sources::Sources;
use crate::types::Type;
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

pub(super) type Result<T> = std::result::Result<T, LoadError>;

/// Flattens the functions of a program from the index `first` on, and its initialisers, and adds
/// them to what is there.
///
/// # Errors
/// Typed C that makes no sense.
pub fn flatten(program: &Program, sources: &Sources, code: &mut Code) -> Result<()> {
    let globals = exposed_globals(program);
    let first = code.bodies.len();
    for (index, function) in (0u32..).zip(&program.functions).skip(first) {
        let watched = program.observed.active && !program.is_unobserved(index);
        let look = Look::new(program, &globals, watched);
        let body = function.body.as_ref();
        let flat = body.map(|body| Flattener::new(look, sources).function(body));
        code.bodies.push(flat.transpose()?);
    }
    for (index, global) in (0u32..).zip(&program.globals).skip(code.initial.len()) {
        let look = Look::new(program, &globals, false);
        let initialiser = |init| Flattener::new(look, sources).initialiser(index, global, init);
        code.initial
            .push(global.init.as_ref().map(initialiser).transpose()?);
    }
    Ok(())
}

/// Globals whose address the program takes.
fn exposed_globals(program: &Program) -> HashSet<u32> {
    let none = HashSet::new();
    let (look, mut seen) = (Look::new(program, &none, false), Footprint::default());
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    bodies.for_each(|body| look.look_stmts(&body.stmts, &mut seen));
    let inits = program.globals.iter().filter_map(|g| g.init.as_ref());
    let values = inits.flat_map(|init| &init.items);
    values.for_each(|(_, value)| look.look(value, &mut seen));
    let globals = seen.addresses.into_iter().filter(|(global, _)| *global);
    globals.map(|(_, index)| index).collect()
}

/// A definition under construction.
pub(super) struct Flattener<'p> {
    pub(super) look: Look<'p>,
    sources: &'p Sources,
    pub(super) out: Writer,
    /// The values of the objects being updated, innermost last.
    pub(super) old: Vec<Value>,
    unordered: Option<Pos>,
    /// What is open in the full expression under construction.
    open: Option<Open>,
    /// How many full expressions had something open.
    expressions: u32,
    /// As [`Body::varies`].
    pub(super) varies: bool,
    /// A label of the program was placed.
    pub(super) labelled: bool,
    /// Runs may jump past declarations: to labels of the program, or to cases.
    skips: bool,
}

impl<'p> Flattener<'p> {
    fn new(look: Look<'p>, sources: &'p Sources) -> Flattener<'p> {
        Flattener {
            look,
            sources,
            out: Writer {
                locals: Vec::new(),
                labels: 0,
                stmts: Vec::new(),
                in_front: Rc::new([]),
            },
            old: Vec::new(),
            unordered: None,
            open: None,
            expressions: 0,
            varies: false,
            labelled: false,
            skips: false,
        }
    }

    fn function(mut self, body: &ir::Body) -> Result<Body> {
        let mut seen = Footprint::default();
        self.look.look_stmts(&body.stmts, &mut seen);
        let own = seen.addresses.into_iter().filter(|(global, _)| !*global);
        self.look.locals = own.map(|(_, index)| index).collect();
        for (index, local) in (0u32..).zip(&body.locals) {
            let role = match self.look.locals.contains(&index) {
                true => Role::Exposed,
                false => Role::Private,
            };
            self.out.locals.push(Local {
                name: local.name.clone(),
                ty: local.ty.clone(),
                role,
            });
        }
        self.out.labels = body.labels;
        self.stmts(&body.stmts)?;
        Ok(self.finish(body.params, body.addressed.clone(), body.end))
    }

    fn initialiser(mut self, index: u32, global: &ir::Global, init: &ir::Init) -> Result<Body> {
        let whole = Place {
            base: Base::Global(index),
            base_ty: global.ty.ty.clone(),
            steps: Vec::new(),
            ty: global.ty.clone(),
        };
        self.initialise(whole, init, global.pos)?;
        Ok(self.finish(0, BTreeSet::new(), global.pos))
    }

    fn finish(self, params: usize, addressed: BTreeSet<Label>, end: Pos) -> Body {
        Body {
            locals: self.out.locals,
            params,
            labels: self.out.labels,
            addressed,
            stmts: self.out.stmts,
            end,
            unordered: self.unordered,
            varies: self.varies,
        }
    }

    // -- statements

    pub(super) fn stmts(&mut self, stmts: &[ir::Stmt]) -> Result<()> {
        let outer = std::mem::replace(&mut self.out.in_front, Rc::new([]));
        self.skips |= stmts.iter().any(|stmt| {
            let named = matches!(&stmt.kind, ir::StmtKind::Label { name: Some(_), .. });
            named || matches!(stmt.kind, ir::StmtKind::Switch(..))
        });
        for (index, stmt) in stmts.iter().enumerate() {
            let next = stmts.get(index + 1).map(|s| &s.kind);
            self.full_expression(stmt, next)?;
            match &stmt.kind {
                ir::StmtKind::Label { name, .. } => {
                    let all = self.out.in_front.iter().chain(name);
                    self.out.in_front = all.cloned().collect();
                }
                ir::StmtKind::Enter(_) => {}
                _ => self.out.in_front = Rc::new([]),
            }
        }
        self.out.in_front = outer;
        Ok(())
    }

    /// As [`Self::stmt`]. Statements of which the order is open are marked; those of statement
    /// expressions inside get the mark of the outermost expression.
    fn full_expression(&mut self, stmt: &ir::Stmt, next: Option<&ir::StmtKind>) -> Result<()> {
        let (outer, first) = (self.open.take(), self.out.stmts.len());
        self.stmt(stmt, next)?;
        if let Some(open) = std::mem::replace(&mut self.open, outer) {
            let expression = Expression(self.expressions);
            self.expressions += 1;
            let own = self.out.stmts.iter_mut().skip(first);
            own.for_each(|stmt| stmt.open = Some((open, expression)));
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &ir::Stmt, next: Option<&ir::StmtKind>) -> Result<()> {
        let pos = stmt.pos;
        match &stmt.kind {
            ir::StmtKind::Expr(e) => self.effect(e)?,
            ir::StmtKind::Enter(local) => {
                let start = match next {
                    Some(ir::StmtKind::Init(filled, init)) if filled == local => {
                        match self.skips || self.knows_itself(*local, init) {
                            true => Start::Doubtful,
                            false => Start::Initialised,
                        }
                    }
                    _ => Start::Indeterminate,
                };
                self.out.emit(pos, Kind::Enter(*local, start));
            }
            ir::StmtKind::Init(local, init) => {
                let ty = self.out.locals.get(*local as usize).map(|l| l.ty.clone());
                let ty = ty.ok_or_else(|| self.internal(pos, "a local variable is missing"))?;
                self.note_own_initialiser((*local, &ty.ty), init, pos);
                self.initialise(Place::local(*local, ty), init, pos)?;
            }
            ir::StmtKind::Label { label, error, name } => {
                self.labelled |= name.is_some();
                let (label, error) = (*label, *error);
                self.out.emit(pos, Kind::Label { label, error });
            }
            ir::StmtKind::Goto(label) => self.out.emit(pos, Kind::Goto(*label)),
            ir::StmtKind::Jump(e) => {
                let target = self.value(e)?;
                self.out.emit(pos, Kind::Jump(target));
            }
            ir::StmtKind::Branch(e, yes, no) => self.branch(e, *yes, *no)?,
            ir::StmtKind::Switch(e, cases, default) => {
                let value = self.value(e)?;
                self.out
                    .emit(pos, Kind::Switch(value, cases.clone(), *default));
            }
            ir::StmtKind::Return(value) => {
                if let Some(value) = value {
                    self.returned(value)?;
                }
                self.out.emit(pos, Kind::Return);
            }
            ir::StmtKind::Reject => self.out.emit(pos, Kind::Reject),
            ir::StmtKind::Halt => self.out.emit(pos, Kind::Halt),
            ir::StmtKind::Asm(asm) => {
                let inputs: Vec<&ir::Expr> = asm.inputs.iter().collect();
                let inputs = self.operands(&inputs, &[])?;
                let outputs = asm.outputs.iter().map(|p| self.place(p, &[]));
                let asm = Asm {
                    outputs: outputs.collect::<Result<_>>()?,
                    inputs,
                    memory: asm.memory,
                };
                self.out.emit(pos, Kind::Asm(asm));
            }
        }
        Ok(())
    }

    fn returned(&mut self, value: &ir::Expr) -> Result<()> {
        if value.ty == Type::Void {
            return self.effect(value);
        }
        let result = Place {
            base: Base::Result,
            base_ty: value.ty.clone(),
            steps: Vec::new(),
            ty: value.ty.clone().into(),
        };
        self.put(result, value)
    }

    /// Gives an object its initial value (C11 6.7.9): parts that no item writes become zero, then
    /// the items are stored in order.
    fn initialise(&mut self, whole: Place, init: &ir::Init, pos: Pos) -> Result<()> {
        self.note_initialiser_order(&init.items, pos);
        let mut places = Vec::with_capacity(init.items.len());
        for (place, _) in &init.items {
            places.push(self.place(place, &[])?);
        }
        if places.iter().all(|place| !place.steps.is_empty()) {
            self.out.emit(pos, Kind::Clear(whole, places.clone()));
        }
        for (place, (_, value)) in places.into_iter().zip(&init.items) {
            self.store(place, value, pos)?;
        }
        Ok(())
    }

    pub(super) fn destination(place: Place, through: Vec<Type>) -> Option<Destination> {
        Some(Destination { place, through })
    }

    pub(super) fn internal(&self, pos: Pos, message: &str) -> LoadError {
        LoadError::at(ErrorKind::Internal, self.sources, pos, message)
    }

    // -- what C leaves open

    /// Operands whose order C leaves open.
    pub(super) fn note_order(&mut self, operands: &[Footprint], pos: Pos) {
        for (i, x) in operands.iter().enumerate() {
            for y in operands.iter().skip(i + 1) {
                self.note_pair(x, y, pos);
            }
        }
    }

    fn note_pair(&mut self, x: &Footprint, y: &Footprint, pos: Pos) {
        if x.conflicts(y) {
            self.unordered.get_or_insert(pos);
        }
        self.open = self.open.max(x.open(y));
    }

    /// Items of an initialiser (C11 6.7.9p23). That one is stored, or something cleared, may be an
    /// event.
    fn note_initialiser_order(&mut self, items: &[(ir::Place, ir::Expr)], pos: Pos) {
        if !items.iter().any(|(_, value)| value.effects) {
            return;
        }
        let mut seen: Vec<Footprint> = items.iter().map(|(_, e)| self.look.stored(e)).collect();
        if items.iter().all(|(place, _)| !place.steps.is_empty()) {
            seen.push(self.look.cleared());
        }
        for ((i, x), (_, value)) in seen.iter().enumerate().zip(items) {
            let others = seen.iter().enumerate().filter(|(j, _)| i != *j);
            if value.effects {
                others.for_each(|(_, y)| self.note_pair(x, y, pos));
            }
        }
    }

    /// Whether an object's initialiser reads it, or takes its address.
    fn knows_itself(&self, local: u32, init: &ir::Init) -> bool {
        let (own, mut seen) = ((false, local), Footprint::default());
        let values = init.items.iter().map(|(_, value)| value);
        values.for_each(|value| self.look.look(value, &mut seen));
        seen.addresses.contains(&own) || seen.reads.contains(&own)
    }

    /// An initialiser that may read the object that it initialises, because it names it or because
    /// a label led back to it. What has no item is cleared first, and gcc may clear all of the
    /// object; what else the items find there is open (C11 6.7.9p19 and p23). A function whose
    /// result is the whole of it may have its own variables there from its beginning on: gcc gives
    /// it the object for the result, also where somebody else knows the object's address.
    fn note_own_initialiser(&mut self, (local, ty): (u32, &Type), init: &ir::Init, pos: Pos) {
        let whole = init.items.iter().all(|(place, _)| place.steps.is_empty());
        if whole && !matches!(ty, Type::Record(_)) {
            return;
        }
        let (own, mut seen) = ((false, local), Footprint::default());
        let values = init.items.iter().map(|(_, value)| value);
        values.for_each(|value| self.look.look(value, &mut seen));
        let known = seen.addresses.contains(&own) || self.labelled;
        let exposed = self.look.locals.contains(&local);
        let looks = seen.calls || !whole && seen.reads_memory;
        if !whole && seen.reads.contains(&own) || exposed && known && looks {
            self.unordered.get_or_insert(pos);
        }
    }
}
