//! Which events may meet which statements: found before lowering, so that the events' code exists
//! when lowering needs it.

use super::cleared::cleared;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{Base, Expr, ExprKind, Init, Place, Program, Step, Stmt, StmtKind};
use crate::sources::Sources;
use crate::spec::pattern::{behind_conversions, type_of, Bindings, Matcher, Site, Use};
use crate::types::{FunctionType, Type};
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// An event with the types of its variables, and a statement where it happens.
type Wanted = (usize, Vec<Type>, Pos);

/// What is found in a program.
pub(super) struct Found {
    /// The events with the types of their variables, each once, in the order of the program.
    pub(super) wanted: Vec<Wanted>,
    /// Which assignments and direct calls each event matches.
    pub(super) written: BTreeSet<(usize, Pos)>,
    /// What initialisers clear without naming it, by function and variable.
    pub(super) cleared: BTreeMap<(u32, u32), Vec<(Place, Expr)>>,
}

/// Matches all events with all statements.
///
/// # Errors
/// Where a pattern would have to be matched with too many parts of an object.
pub(super) fn found(
    program: &Program,
    functions: usize,
    sources: &Sources,
) -> Result<Found, LoadError> {
    // Which functions pointers may call is known when all of the program was walked over.
    let mut first = Walk::new(program, sources, BTreeSet::new());
    first.program(functions);
    let mut walk = Walk::new(program, sources, first.named);
    walk.program(functions);
    if let Some(pos) = walk.too_large {
        let message =
            "this clears more parts of an object than patterns of assignments are matched with";
        return Err(LoadError::at(ErrorKind::Unsupported, sources, pos, message));
    }
    Ok(Found {
        wanted: walk.out,
        written: walk.written,
        cleared: walk.cleared,
    })
}

struct Walk<'p> {
    program: &'p Program,
    sources: &'p Sources,
    function: u32,
    labels: Vec<String>,
    seen: HashSet<(usize, Vec<Type>)>,
    out: Vec<Wanted>,
    written: BTreeSet<(usize, Pos)>,
    cleared: BTreeMap<(u32, u32), Vec<(Place, Expr)>>,
    /// Where an object has too many parts.
    too_large: Option<Pos>,
    /// Functions that are named elsewhere than where they are called.
    named: BTreeSet<u32>,
    /// Those of the whole program: pointers may call them.
    pointed: BTreeSet<u32>,
    /// The call that is walked over goes through a pointer.
    indirect: bool,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, sources: &'p Sources, pointed: BTreeSet<u32>) -> Walk<'p> {
        Walk {
            program,
            sources,
            function: 0,
            labels: Vec::new(),
            seen: HashSet::new(),
            out: Vec::new(),
            written: BTreeSet::new(),
            cleared: BTreeMap::new(),
            too_large: None,
            named: BTreeSet::new(),
            pointed,
            indirect: false,
        }
    }

    fn program(&mut self, functions: usize) {
        let program = self.program;
        for global in &program.globals {
            let items = global.init.iter().flat_map(|init| &init.items);
            items.for_each(|(_, value)| self.expr(value));
        }
        for (index, function) in (0u32..).zip(&program.functions).take(functions) {
            if let Some(body) = &function.body {
                self.function = index;
                self.labels.clear();
                self.stmts(&body.stmts);
            }
        }
    }

    fn stmts(&mut self, stmts: &'p [Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Expr(e)
                | StmtKind::Jump(e)
                | StmtKind::Branch(e, ..)
                | StmtKind::Switch(e, ..)
                | StmtKind::Return(Some(e)) => self.expr(e),
                StmtKind::Init(local, init) => {
                    self.clear(*local, init, stmt.pos);
                    let items = init.items.iter();
                    items.for_each(|(place, value)| self.assign(place, value, stmt.pos));
                }
                StmtKind::Asm(places, _) => places.iter().for_each(|p| self.path(p)),
                StmtKind::Label { name, .. } => {
                    self.labels.extend(name.clone());
                    continue;
                }
                StmtKind::Enter(_) => continue,
                StmtKind::Goto(_) | StmtKind::Return(None) | StmtKind::Reject | StmtKind::Halt => {}
            }
            self.labels.clear();
        }
    }

    /// The parts of a variable that no item of its initialiser writes.
    fn clear(&mut self, local: u32, init: &Init, pos: Pos) {
        let program = self.program;
        let function = program.functions.get(self.function as usize);
        let body = function.and_then(|f| f.body.as_ref());
        let Some(variable) = body.and_then(|body| body.locals.get(local as usize)) else {
            return;
        };
        let matcher = Matcher {
            program,
            function: self.function,
        };
        match cleared(&matcher, (local, &variable.ty.ty), init, pos) {
            Some(parts) if parts.is_empty() => {}
            Some(parts) => {
                for (place, zero) in &parts {
                    for event in 0..program.observed.events.len() {
                        self.meet(event, pos, |m, p| m.assignment(p, place, zero));
                    }
                }
                self.cleared.insert((self.function, local), parts);
            }
            None => self.too_large = self.too_large.or(Some(pos)),
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old => {}
            ExprKind::Function(f) => {
                self.named.insert(self.program.resolve(*f));
            }
            ExprKind::Load(p) | ExprKind::Address(p) => self.path(p),
            ExprKind::Negate(a)
            | ExprKind::Complement(a)
            | ExprKind::Not(a)
            | ExprKind::Convert(a) => self.expr(a),
            ExprKind::Arith(_, a, b)
            | ExprKind::PointerDiff(a, b, _)
            | ExprKind::Compare(_, a, b) => self.both(a, b),
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => self.both(a, b),
            ExprKind::PointerAdd { pointer, index, .. } => self.both(pointer, index),
            ExprKind::Overflows { a, b, place, .. } => {
                self.both(a, b);
                place.iter().for_each(|p| self.path(p));
            }
            ExprKind::Conditional(c, a, b) => {
                self.expr(c);
                a.iter().for_each(|a| self.expr(a));
                self.expr(b);
            }
            ExprKind::Assign(place, value) => self.assign(place, value, e.pos),
            ExprKind::Update { place, new, .. } => self.assign(place, new, e.pos),
            ExprKind::Call(f, args) => {
                self.parts(e);
                self.call(*f, args, &[Use::Unused, Use::Temporary(&e.ty)], e.pos);
            }
            ExprKind::CallPointer(_, ty, args) => {
                self.parts(e);
                self.call_pointer(ty, args, &[Use::Unused, Use::Temporary(&e.ty)], e.pos);
            }
            ExprKind::Block(stmts, value) => {
                // The labels in front of the outer statement are not in front of the inner ones.
                let outer = std::mem::take(&mut self.labels);
                self.stmts(stmts);
                self.labels = outer;
                value.iter().for_each(|v| self.expr(v));
            }
        }
    }

    fn both(&mut self, a: &'p Expr, b: &'p Expr) {
        self.expr(a);
        self.expr(b);
    }

    /// The operands of a call.
    fn parts(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Call(_, args) => args.iter().for_each(|a| self.expr(a)),
            ExprKind::CallPointer(callee, _, args) => {
                self.expr(callee);
                args.iter().for_each(|a| self.expr(a));
            }
            _ => self.expr(e),
        }
    }

    fn path(&mut self, place: &'p Place) {
        if let Base::Deref(e) | Base::Value(e) = &place.base {
            self.expr(e);
        }
        for step in &place.steps {
            if let Step::Index(e) = step {
                self.expr(e);
            }
        }
    }

    fn assign(&mut self, place: &'p Place, value: &'p Expr, pos: Pos) {
        self.path(place);
        let inner = behind_conversions(value);
        self.parts(inner);
        match &inner.kind {
            ExprKind::Call(f, args) => self.call(*f, args, &[Use::Assigned(place)], inner.pos),
            ExprKind::CallPointer(_, ty, args) => {
                self.call_pointer(ty, args, &[Use::Assigned(place)], inner.pos);
            }
            _ => {}
        }
        for event in 0..self.program.observed.events.len() {
            self.meet(event, pos, |m, p| m.assignment(p, place, value));
        }
    }

    /// A call of whatever fits.
    fn call_pointer(&mut self, ty: &FunctionType, args: &'p [Expr], uses: &[Use<'p>], pos: Pos) {
        self.indirect = true;
        for f in self.candidates(ty) {
            self.call(f, args, uses, pos);
        }
        self.indirect = false;
    }

    /// A call, by each name of the function.
    fn call(&mut self, f: u32, args: &'p [Expr], uses: &[Use<'p>], pos: Pos) {
        let program = self.program;
        for name in program.spellings(f).into_iter().flatten() {
            self.call_of(name, args, uses, pos);
        }
    }

    fn call_of(&mut self, name: &'p str, args: &'p [Expr], uses: &[Use<'p>], pos: Pos) {
        for event in 0..self.program.observed.events.len() {
            for result in uses
                .iter()
                .filter(|u| !matches!(u, Use::Temporary(Type::Void)))
            {
                self.meet(event, pos, |m, p| m.call(p, name, args, *result));
            }
        }
    }

    fn meet<'a>(
        &mut self,
        event: usize,
        pos: Pos,
        matched: impl Fn(&Matcher<'a>, &crate::spec::pattern::Pattern) -> Option<Bindings<'a>>,
    ) where
        'p: 'a,
    {
        let program: &'a Program = self.program;
        let Some(pattern) = program.observed.events.get(event).map(|e| &e.pattern) else {
            return;
        };
        let matcher = Matcher {
            program,
            function: self.function,
        };
        let Some(bindings) = matched(&matcher, pattern) else {
            return;
        };
        if !pattern.applies(&Site {
            labels: &self.labels,
            file: self.sources.file_name(pos),
            line: pos.line,
        }) {
            return;
        }
        if !self.indirect {
            self.written.insert((event, pos));
        }
        let types: Option<Vec<Type>> = bindings
            .iter()
            .map(|(_, what)| type_of(program, *what))
            .collect();
        let Some(types) = types else { return };
        if self.seen.insert((event, types.clone())) {
            self.out.push((event, types, pos));
        }
    }

    /// Functions that a pointer may call and that some pattern names.
    fn candidates(&self, ty: &FunctionType) -> Vec<u32> {
        let watched = |f: &u32| {
            self.pointed.contains(&self.program.resolve(*f))
                && self.program.is_watched(*f)
                && self
                    .program
                    .functions
                    .get(*f as usize)
                    .is_some_and(|f| self.program.types.same_call(ty, &f.ty))
        };
        (0..u32::try_from(self.program.functions.len()).unwrap_or(0))
            .filter(watched)
            .collect()
    }
}
