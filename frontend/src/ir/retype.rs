//! Typed programs whose records become others: those of two files that are one (C11 6.2.7p1).

use super::{Asm, Base, Body, Expr, ExprKind, Init, Place, Program, Step, Stmt, StmtKind};
use crate::types::Renaming;

impl Program {
    /// Gives everything the records that they have become.
    pub(crate) fn retype(&mut self, renaming: &Renaming) {
        for global in &mut self.globals {
            global.ty = renaming.qual(&global.ty);
            global
                .init
                .iter_mut()
                .for_each(|init| init.retype(renaming));
        }
        for function in &mut self.functions {
            function.ty = renaming.function(&function.ty);
            function
                .body
                .iter_mut()
                .for_each(|body| body.retype(renaming));
        }
    }
}

impl Body {
    pub(crate) fn retype(&mut self, renaming: &Renaming) {
        for local in &mut self.locals {
            local.ty = renaming.qual(&local.ty);
        }
        self.stmts.iter_mut().for_each(|stmt| stmt.retype(renaming));
    }
}

impl Init {
    fn retype(&mut self, renaming: &Renaming) {
        for (place, value) in &mut self.items {
            place.retype(renaming);
            value.retype(renaming);
        }
    }
}

impl Stmt {
    fn retype(&mut self, renaming: &Renaming) {
        match &mut self.kind {
            StmtKind::Expr(e)
            | StmtKind::Jump(e)
            | StmtKind::Branch(e, ..)
            | StmtKind::Switch(e, ..)
            | StmtKind::Return(Some(e)) => e.retype(renaming),
            StmtKind::Init(_, init) => init.retype(renaming),
            StmtKind::Asm(Asm {
                outputs, inputs, ..
            }) => {
                outputs.iter_mut().for_each(|place| place.retype(renaming));
                inputs.iter_mut().for_each(|e| e.retype(renaming));
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

impl Expr {
    fn retype(&mut self, renaming: &Renaming) {
        self.ty = renaming.ty(&self.ty);
        match &mut self.kind {
            ExprKind::Int(_)
            | ExprKind::Unknown
            | ExprKind::Float(_)
            | ExprKind::VarArgs
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(..)
            | ExprKind::Old => {}
            ExprKind::Load(place) | ExprKind::Address(place) => place.retype(renaming),
            ExprKind::Negate(a)
            | ExprKind::Complement(a)
            | ExprKind::Not(a)
            | ExprKind::Convert(a) => a.retype(renaming),
            ExprKind::Arith(_, a, b)
            | ExprKind::PointerAdd {
                pointer: a,
                index: b,
                ..
            }
            | ExprKind::PointerDiff(a, b, _)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Complex(a, b) => {
                a.retype(renaming);
                b.retype(renaming);
            }
            ExprKind::Conditional(c, a, b) => {
                c.retype(renaming);
                a.iter_mut().for_each(|a| a.retype(renaming));
                b.retype(renaming);
            }
            ExprKind::Assign(place, value)
            | ExprKind::Update {
                place, new: value, ..
            } => {
                place.retype(renaming);
                value.retype(renaming);
            }
            ExprKind::Overflows {
                a, b, ty, place, ..
            } => {
                a.retype(renaming);
                b.retype(renaming);
                *ty = renaming.ty(ty);
                place.iter_mut().for_each(|place| place.retype(renaming));
            }
            ExprKind::Call(_, args) => args.iter_mut().for_each(|arg| arg.retype(renaming)),
            ExprKind::CallPointer(callee, ty, args) => {
                callee.retype(renaming);
                **ty = renaming.function(ty);
                args.iter_mut().for_each(|arg| arg.retype(renaming));
            }
            ExprKind::Block(stmts, value) => {
                stmts.iter_mut().for_each(|stmt| stmt.retype(renaming));
                value.iter_mut().for_each(|value| value.retype(renaming));
            }
        }
    }
}

impl Place {
    fn retype(&mut self, renaming: &Renaming) {
        match &mut self.base {
            Base::Deref(e) | Base::Value(e) => e.retype(renaming),
            Base::String(id) => *id = renaming.strings.get(id).copied().unwrap_or(*id),
            Base::Global(_) | Base::Local(_) => {}
        }
        self.base_ty = renaming.ty(&self.base_ty);
        self.ty = renaming.qual(&self.ty);
        for step in &mut self.steps {
            match step {
                Step::Field(record, index) => {
                    (*record, *index) = renaming.member(*record, *index);
                }
                Step::Index(e) => e.retype(renaming),
            }
        }
    }
}
