//! What of a program its runs can use, and so what has to be confirmed: functions that the entry
//! reaches, the objects that they name, and the records of which a size or a member matters.

use crate::ir::{Base, Body, Expr, ExprKind, Init, Place, Program, Step, Stmt, StmtKind};
use crate::types::{Type, Types};
use std::collections::BTreeSet;

/// What is used.
#[derive(Default)]
pub struct Uses {
    /// Functions.
    pub functions: BTreeSet<u32>,
    /// Globals.
    pub globals: BTreeSet<u32>,
    /// Records of which the size or a member matters.
    pub records: BTreeSet<u32>,
    /// Those of which there are objects: all members matter.
    pub whole: BTreeSet<u32>,
    /// Members, by record and index, that the program names.
    pub members: BTreeSet<(u32, usize)>,
}

/// What runs from `entry`, and the observers' code, can use.
pub fn of(program: &Program, entry: u32) -> Uses {
    let mut walk = Walk {
        program,
        uses: Uses::default(),
        bodies: Vec::new(),
    };
    walk.function(entry);
    for observer in program.observed.functions.keys() {
        walk.function(*observer);
    }
    while let Some(body) = walk.bodies.pop() {
        body.locals.iter().for_each(|l| walk.object(&l.ty.ty));
        walk.statements(&body.stmts);
    }
    let mut uses = walk.uses;
    add_untagged_owners(&program.types, &mut uses);
    uses
}

/// Records without a tag are confirmed as members of those that hold them.
fn add_untagged_owners(types: &Types, uses: &mut Uses) {
    let mut more = true;
    while more {
        more = false;
        for owner in (0u32..).take(types.records.len()) {
            let untagged = |ty: &Type| match ty.innermost() {
                Type::Record(id) => {
                    uses.records.contains(id) && types.record(*id).is_some_and(|r| !r.tagged)
                }
                _ => false,
            };
            let fields = types.fields(owner).iter().enumerate();
            let found: Vec<_> = fields
                .filter(|(_, f)| untagged(&f.ty.ty))
                .map(|(index, _)| (owner, index))
                .collect();
            more |= !found.is_empty() && uses.records.insert(owner);
            uses.members.extend(found);
        }
    }
}

struct Walk<'p> {
    program: &'p Program,
    uses: Uses,
    bodies: Vec<&'p Body>,
}

impl<'p> Walk<'p> {
    fn function(&mut self, id: u32) {
        let id = self.program.resolve(id);
        let function = self.program.functions.get(id as usize);
        if self.uses.functions.insert(id) {
            self.bodies.extend(function.and_then(|f| f.body.as_ref()));
        }
    }

    fn global(&mut self, id: u32) {
        let program = self.program;
        let Some(global) = program.globals.get(id as usize) else {
            return;
        };
        if self.uses.globals.insert(id) {
            self.object(&global.ty.ty);
            global.init.iter().for_each(|init| self.init(init));
        }
    }

    /// An object of a type, with all its parts.
    fn object(&mut self, ty: &Type) {
        let Type::Record(id) = ty.innermost() else {
            return;
        };
        self.uses.records.insert(*id);
        if self.uses.whole.insert(*id) {
            let program = self.program;
            let fields = program.types.fields(*id).iter();
            fields.for_each(|f| self.object(&f.ty.ty));
        }
    }

    fn statements(&mut self, stmts: &'p [Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Expr(e)
                | StmtKind::Jump(e)
                | StmtKind::Branch(e, ..)
                | StmtKind::Switch(e, ..)
                | StmtKind::Return(Some(e)) => self.expression(e),
                StmtKind::Init(_, init) => self.init(init),
                StmtKind::Asm(asm) => {
                    asm.outputs.iter().for_each(|p| self.place(p));
                    asm.addresses.iter().for_each(|e| self.expression(e));
                }
                StmtKind::Enter(_)
                | StmtKind::Label { .. }
                | StmtKind::Goto(_)
                | StmtKind::Return(None)
                | StmtKind::Reject
                | StmtKind::Halt => {}
            }
        }
    }

    fn init(&mut self, init: &'p Init) {
        for (place, value) in &init.items {
            self.place(place);
            self.expression(value);
        }
    }

    fn place(&mut self, place: &'p Place) {
        if let Type::Record(id) = place.base_ty.innermost() {
            self.uses.records.insert(*id);
        }
        match &place.base {
            Base::Global(g) => self.global(*g),
            Base::Local(_) | Base::String(_) => {}
            Base::Deref(e) | Base::Value(e) => self.expression(e),
        }
        for step in &place.steps {
            match step {
                Step::Index(e) => self.expression(e),
                Step::Field(record, index) => {
                    self.uses.records.insert(*record);
                    self.uses.members.insert((*record, *index));
                }
            }
        }
        self.object(&place.ty.ty);
    }

    fn expression(&mut self, e: &'p Expr) {
        self.object(&e.ty);
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old => {}
            ExprKind::Function(f) => self.function(*f),
            ExprKind::Load(p) | ExprKind::Address(p) => self.place(p),
            ExprKind::Negate(a)
            | ExprKind::Complement(a)
            | ExprKind::Not(a)
            | ExprKind::Convert(a) => self.expression(a),
            ExprKind::Arith(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Comma(a, b) => self.all([&**a, &**b]),
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.steps_over(pointer);
                self.all([&**pointer, &**index]);
            }
            ExprKind::PointerDiff(a, b, _) => {
                self.steps_over(a);
                self.all([&**a, &**b]);
            }
            ExprKind::Overflows { a, b, place, .. } => {
                self.all([&**a, &**b]);
                place.iter().for_each(|p| self.place(p));
            }
            ExprKind::Conditional(c, a, b) => {
                a.iter().for_each(|a| self.expression(a));
                self.all([&**c, &**b]);
            }
            ExprKind::Assign(place, value) => {
                self.place(place);
                self.expression(value);
            }
            ExprKind::Update { place, new, .. } => {
                self.place(place);
                self.expression(new);
            }
            ExprKind::Call(f, args) => {
                self.function(*f);
                self.all(args);
            }
            ExprKind::CallPointer(callee, _, args) => {
                self.expression(callee);
                self.all(args);
            }
            ExprKind::Block(stmts, value) => {
                self.statements(stmts);
                value.iter().for_each(|v| self.expression(v));
            }
        }
    }

    fn all(&mut self, all: impl IntoIterator<Item = &'p Expr>) {
        all.into_iter().for_each(|e| self.expression(e));
    }

    /// The size of what a pointer points to.
    fn steps_over(&mut self, pointer: &Expr) {
        if let Type::Pointer(to) = &pointer.ty {
            self.object(&to.ty);
        }
    }
}
