//! Declarations: of variables and objects that each copy of a routine has, and of those that all
//! copies share.

use super::place::{Slot, Storage};
use super::routine::{Entity, Fixed, ObjectKind, Origin, OwnedBy, Room, Subject, What};
use super::{Result, Translator};
use crate::accounting::is_hook;
use crate::diagnostic::ErrorKind;
use crate::ir::Label;
use crate::partition::{leaf_paths, Leaf, Variable};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node, VarId};
use proofmark_logic::cfa::VarSort;
use std::rc::Rc;

impl Translator<'_> {
    /// Makes room for a variable.
    pub(super) fn storage(
        &mut self,
        name: &str,
        ty: &Type,
        in_memory: bool,
        origin: Origin,
    ) -> Rc<Storage> {
        let types = &self.program.types;
        let leaves = self.plan.leaves(types, ty);
        let Some(leaves) = leaves.filter(|_| !in_memory && !self.program.carries_state(ty)) else {
            let size = types.size_of(ty).unwrap_or(1);
            if size == 0 {
                let detail = "Has no size; no result depends on whether its address is that of another object (gcc manual, \"Empty Structures\").";
                let owner = match self.out.owner {
                    OwnedBy::All => String::new(),
                    OwnedBy::Copy => self.function_name() + "::",
                };
                self.note("undefined-behaviour", &format!("{owner}{name}"), detail);
            }
            if self.out.owner == OwnedBy::Copy {
                self.note_address();
            }
            let address = self.new_object(name.to_owned(), size.max(1));
            return Rc::new(Storage::Memory {
                address,
                ty: ty.clone(),
            });
        };
        let mut slots = Vec::with_capacity(leaves.len());
        let shared = |leaf: &Leaf| leaves.iter().filter(|other| other.meets(leaf)).count() > 1;
        for (leaf, path) in leaves.iter().zip(leaf_paths(types, ty)) {
            let var = leaf.machine.map(|m| {
                (
                    self.out
                        .declare(format!("{name}{path}"), VarSort::Int(m), origin),
                    m,
                )
            });
            if let Some((var, _)) = var.filter(|_| shared(leaf)) {
                self.out.shares(var, (leaf.bits, path.len()));
            }
            slots.push(Slot {
                var,
                bits: leaf.bits,
                format: types.format(&leaf.ty),
            });
        }
        Rc::new(Storage::Split(slots))
    }

    /// The address of a new object; of another one for each activation of a recursive procedure.
    pub(super) fn new_object(&mut self, name: String, size: u64) -> Term {
        match self.room {
            Room::PerActivation => self.activation_address(&name, size),
            Room::Fixed => {
                let object = self.out.object(name, size, ObjectKind::Data);
                self.address(object, size)
            }
        }
    }

    /// The address of an activation's object: any at which the object fits.
    pub(super) fn activation_address(&mut self, name: &str, size: u64) -> Term {
        let machine = self.program.types.address();
        let var = self
            .out
            .declare(format!("&{name}"), VarSort::Int(machine), Origin::Program);
        let address = self.arena.var(var, machine);
        self.out.emit(What::Allocation(false));
        self.havoc(var);
        let (one, last) = (
            self.arena.lit(1),
            self.arena.lit(machine.max() - i128::from(size)),
        );
        let (positive, fits) = (self.arena.le(one, address), self.arena.le(address, last));
        self.out.assume(positive);
        self.out.assume(fits);
        address
    }

    /// The address of an object of the automaton.
    pub(super) fn address(&mut self, object: u32, size: u64) -> Term {
        let bits = self.program.types.profile.pointer_bits();
        self.arena.intern(Node::Addr { object, size, bits })
    }

    pub(super) fn global(&mut self, index: u32) -> Result<Rc<Storage>> {
        if let Some((shared, storage)) = self.objects.globals.get(&index) {
            self.out.use_shared(*shared);
            return Ok(storage.clone());
        }
        let program = self.program;
        let Some(global) = program.global(index) else {
            return Err(self.fail(ErrorKind::Internal, "a global is missing"));
        };
        if !global.defined && is_hook(&global.name) {
            let message = format!(
                "`{}` is not supported: the library runs functions of the program that it holds",
                global.name
            );
            return Err(self.fail(ErrorKind::Unsupported, message));
        }
        let variable = Variable::Global(index);
        let in_memory = self.plan.in_memory(program, variable, &global.ty.ty);
        let (shared, storage) = self.shared(Entity::Global(index), |this| {
            let (name, ty) = (&global.name, &global.ty.ty);
            let storage = this.storage(name, ty, in_memory, Origin::Program);
            this.note_constant(&global.ty, &storage);
            this.describe(&storage, Subject::Global(index));
            storage
        });
        self.out.use_shared(shared);
        self.objects
            .globals
            .insert(index, (shared, storage.clone()));
        Ok(storage)
    }

    /// Room for a temporary.
    pub(super) fn scratch(&mut self, ty: &Type) -> Rc<Storage> {
        self.storage("$", ty, false, Origin::Scratch)
    }

    // -- what all copies share

    /// Declares what all copies share. To use it is an instruction.
    pub(super) fn shared<T>(
        &mut self,
        entity: Entity,
        declare: impl FnOnce(&mut Self) -> T,
    ) -> (u32, T) {
        self.out.open();
        let outer = (
            std::mem::replace(&mut self.out.owner, OwnedBy::All),
            std::mem::replace(&mut self.room, Room::Fixed),
        );
        let declared = declare(self);
        (self.out.owner, self.room) = outer;
        (self.out.close_shared(entity), declared)
    }

    /// An object that all copies share, and the number of its declaration.
    pub(super) fn fixed(&mut self, object: Fixed, size: u64) -> (u32, u32) {
        if let Some(known) = self.objects.fixed.get(&object) {
            return *known;
        }
        let function = |f: u32| self.program.function(f).map_or("?", |f| f.name.as_str());
        let (name, kind) = match object {
            Fixed::Function(f) => (format!("{}()", function(f)), ObjectKind::Function),
            Fixed::String(_) => ("string literal".to_owned(), ObjectKind::Data),
            Fixed::Label(f, label) => {
                let name = format!("{}::label {}", function(f), label.0);
                (name, ObjectKind::Label)
            }
        };
        let declared = self.shared(Entity::Object(object), |this| {
            this.out.object(name, size, kind)
        });
        self.objects.fixed.insert(object, declared);
        declared
    }

    fn fixed_address(&mut self, object: Fixed, size: u64) -> Term {
        let (shared, object) = self.fixed(object, size);
        self.out.use_shared(shared);
        self.address(object, size)
    }

    pub(super) fn string_address(&mut self, string: u32, ty: &Type) -> Term {
        let size = self.program.types.size_of(ty).unwrap_or(1).max(1);
        self.fixed_address(Fixed::String(string), size)
    }

    pub(super) fn function_address(&mut self, function: u32) -> Term {
        self.fixed_address(Fixed::Function(function), 1)
    }

    /// The address of a label: an object of its own.
    pub(super) fn label_address(&mut self, function: u32, label: Label) -> Term {
        let detail = "No result depends on whether labels have different addresses (gcc manual, \"Labels as Values\").";
        self.note("undefined-behaviour", "labels", detail);
        self.fixed_address(Fixed::Label(function, label), 1)
    }

    /// Set where an observer rejects. No call looks at it.
    pub(super) fn reject(&mut self) -> VarId {
        let (shared, var) = match self.objects.reject {
            Some(known) => known,
            None => {
                let sort = VarSort::Int(self.program.types.address());
                let name = "::__reject".to_owned();
                let known = self.shared(Entity::Scratch, |this| {
                    this.out.declare(name, sort, Origin::Rejection)
                });
                self.objects.reject = Some(known);
                known
            }
        };
        self.out.use_shared(shared);
        var
    }
}
