//! What of a program its runs can use, and so what has to be confirmed: functions that the entry
//! reaches, the objects that they name, and the records of which a size or a member matters.

use crate::ir::{Act, Base, Body, Expr, ExprKind, Init, Place, Program, Step, Stmt, StmtKind};
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
    from(program, std::iter::once(entry))
}

/// What these functions, and the observers' code, can use.
pub fn by(program: &Program, functions: impl Iterator<Item = u32>) -> Uses {
    from(program, functions)
}

/// What any function of the program can use.
pub fn anywhere(program: &Program) -> Uses {
    let functions = (0u32..).zip(&program.functions);
    from(
        program,
        functions
            .filter(|(_, f)| f.body.is_some())
            .map(|(id, _)| id),
    )
}

/// Whether a function, or the initial contents of an object, calls this one or has its address.
pub fn mentions(program: &Program, function: u32) -> bool {
    let mut walk = Walk {
        program,
        uses: Uses::default(),
        bodies: Vec::new(),
    };
    for body in program.functions.iter().filter_map(|f| f.body.as_ref()) {
        walk.statements(&body.stmts);
    }
    (0u32..)
        .take(program.globals.len())
        .for_each(|global| walk.global(global));
    walk.uses.functions.contains(&program.resolve(function))
}

fn from(program: &Program, entries: impl Iterator<Item = u32>) -> Uses {
    let mut walk = Walk {
        program,
        uses: Uses::default(),
        bodies: Vec::new(),
    };
    entries.for_each(|entry| walk.function(entry));
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
        let function = self.program.function(id);
        if self.uses.functions.insert(id) {
            self.bodies.extend(function.and_then(|f| f.body.as_ref()));
        }
    }

    fn global(&mut self, id: u32) {
        let program = self.program;
        let Some(global) = program.global(id) else {
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
                    asm.inputs.iter().for_each(|e| self.expression(e));
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
        self.path(place);
        place
            .operands()
            .for_each(|operand| self.expression(operand));
    }

    /// A place without the expressions in it.
    fn path(&mut self, place: &'p Place) {
        if let Type::Record(id) = place.base_ty.innermost() {
            self.uses.records.insert(*id);
        }
        if let Base::Global(g) = place.base {
            self.global(g);
        }
        for step in &place.steps {
            if let Step::Field(record, index) = step {
                self.uses.records.insert(*record);
                self.uses.members.insert((*record, *index));
            }
        }
        self.object(&place.ty.ty);
    }

    fn expression(&mut self, e: &'p Expr) {
        self.object(&e.ty);
        match e.kind.act() {
            Act::Reads(p) | Act::Designates(p) | Act::Assigns(p) | Act::Stores(p) => self.path(p),
            Act::Calls(Some(f)) | Act::Names(f) => self.function(f),
            Act::Runs(stmts) => self.statements(stmts),
            Act::Nothing | Act::Calls(None) => {}
        }
        if let ExprKind::PointerAdd { pointer, .. } | ExprKind::PointerDiff(pointer, ..) = &e.kind {
            self.steps_over(pointer);
        }
        e.kind.operands(&mut |operand| self.expression(operand));
    }

    /// The size of what a pointer points to.
    fn steps_over(&mut self, pointer: &Expr) {
        if let Type::Pointer(to) = &pointer.ty {
            self.object(&to.ty);
        }
    }
}
