//! Which objects are accessed, which of them in memory, and which members by their addresses.

use super::conversions::fixed_arguments;
use super::reach::Owner;
use super::Member;
use crate::accounting::{moves_blocks, reallocates};
use crate::flatten::{Base, Body, Call, Callee, Kind, Part, Place, Step, Stmt};
use crate::ir::Program;
use crate::types::{FunctionType, Type};
use std::collections::{BTreeSet, HashSet};

/// A variable of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    /// Outside of functions.
    Global(u32),
    /// A local of a function, or of an initialiser.
    Local(Owner, u32),
}

/// What the statements access.
#[derive(Clone, Default)]
pub(super) struct Accesses {
    /// Variables whose address is taken, or that are indexed.
    pub(super) memory: BTreeSet<Variable>,
    /// Members that are accessed as objects of their own type.
    pub(super) escaped: BTreeSet<Member>,
    /// Objects: the innermost member that each is or is in, and its type.
    pub(super) objects: HashSet<(Option<Member>, Type)>,
    /// Types of which an object of the one may be accessed as an object of the other.
    pub(super) laid_over: HashSet<(Type, Type)>,
    /// Unions as which, or as parts of which, other objects may be accessed, or the reverse.
    pub(super) united: BTreeSet<u32>,
    /// Whether pointers to characters and others may be copied to each other as bytes.
    pub(super) characters_pun: bool,
}

impl Accesses {
    /// The locals of a function may be accessed.
    pub(super) fn body(&mut self, body: &Body) {
        let locals = body.locals.iter().map(|local| (None, local.ty.ty.clone()));
        self.objects.extend(locals);
    }

    /// Reads a statement.
    pub(super) fn stmt(&mut self, program: &Program, owner: Owner, body: &Body, stmt: &Stmt) {
        if let Kind::Call(call) = &stmt.kind {
            self.call(program, call);
        }
        stmt.parts(&mut |part| match part {
            Part::Object(place) => self.object(program, owner, body, place),
            Part::Address(place) => {
                self.object(program, owner, body, place);
                self.memory.extend(variable(place, owner));
                if !matches!(place.ty.ty.innermost(), Type::Record(_)) {
                    self.escaped.extend(last_field(place));
                }
            }
            Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
        });
    }

    fn object(&mut self, program: &Program, owner: Owner, body: &Body, place: &Place) {
        if !is_exact(program, body, place) {
            self.memory.extend(variable(place, owner));
        }
        let object = (last_field(place), place.ty.ty.clone());
        self.objects.insert(object);
    }

    /// A call accesses blocks that it copies or clears, as wholes, and variable arguments, which
    /// are objects in memory.
    fn call(&mut self, program: &Program, call: &Call) {
        let (name, ty): (&str, Option<&FunctionType>) = match &call.callee {
            Callee::Function(f) => {
                let called = program.called(*f);
                (called.map_or("", |f| &f.name), called.map(|f| &f.ty))
            }
            Callee::Pointer { ty, .. } | Callee::Pointed(_, ty) => ("", Some(ty)),
        };
        if moves_blocks(name) || reallocates(name) {
            let blocks = call
                .args
                .iter()
                .filter_map(|arg| arg.pointee_behind_casts());
            self.objects.extend(blocks.map(|ty| (None, ty.clone())));
        }
        let fixed = ty.map_or(call.args.len(), fixed_arguments);
        let beyond = call.args.iter().skip(fixed);
        self.objects
            .extend(beyond.map(|arg| (None, arg.ty.clone())));
    }
}

/// Whether a place is the same part of its variable whenever it is accessed.
fn is_exact(program: &Program, body: &Body, place: &Place) -> bool {
    // Initialisers complete the types of variables after their places are built.
    let mut ty = match place.base {
        Base::Global(g) => program.global(g).map(|g| &g.ty.ty),
        Base::Local(l) => body.locals.get(l as usize).map(|l| &l.ty.ty),
        Base::Deref(_) | Base::String(_) | Base::Result => return true,
    };
    for step in &place.steps {
        ty = match (step, ty) {
            (Step::Field(record, index), _) => {
                let field = program.types.field(*record, *index);
                field.map(|f| &f.ty.ty)
            }
            (Step::Index(e), Some(Type::Array(element, length))) => {
                let inside = |i| i >= 0 && length.is_some_and(|n| i < i128::from(n));
                if !e.as_int().is_some_and(inside) {
                    return false;
                }
                Some(&element.ty)
            }
            (Step::Index(_), _) => return true,
        };
    }
    true
}

fn variable(place: &Place, owner: Owner) -> Option<Variable> {
    match place.base {
        Base::Global(g) => Some(Variable::Global(g)),
        Base::Local(l) => Some(Variable::Local(owner, l)),
        Base::Deref(_) | Base::String(_) | Base::Result => None,
    }
}

/// The innermost member on a path.
pub(crate) fn last_field(place: &Place) -> Option<Member> {
    place.steps.iter().rev().find_map(|s| match s {
        Step::Field(record, index) => Some((*record, *index)),
        Step::Index(_) => None,
    })
}
