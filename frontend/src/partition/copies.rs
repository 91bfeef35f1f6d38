//! What is copied as bytes, or by somebody whose code is not known: functions outside of the
//! program, and assembly.

use super::conversions::Reader;
use super::is_untyped;
use super::leaves::extents;
use super::puns::{differ, is_of_bytes};
use crate::accounting::moves_blocks;
use crate::flatten::{Asm, Value};
use crate::ir::AsmMemory;
use crate::types::{FunctionType, Type, Types};

impl Reader<'_> {
    /// Pointers in an object that is copied as one of another type are copied as they are (C11
    /// 6.5p6).
    pub(super) fn blocks(&mut self, f: u32, args: &[Value]) {
        let function = self.program.function(f);
        let copies = |name: &str| moves_blocks(name) && !name.ends_with("memset");
        if !function.is_some_and(|f| copies(&f.name)) {
            if let Some(function) = function.filter(|f| f.body.is_none()) {
                self.copies(&function.ty, args);
            }
            return;
        }
        if let [to, from, _] = args {
            let objects = (to.pointee_behind_casts(), from.pointee_behind_casts());
            if let (Some(to), Some(from)) = objects {
                if from != to {
                    self.out.scalars_pun |= differ(&self.program.types, from, to);
                    self.out.scalars_pun |= is_of_bytes(from, to) || is_of_bytes(to, from);
                    self.reinterpreted(from, to);
                }
            }
        }
    }

    /// A function that is none of the program may copy from the object behind one untyped pointer
    /// to that behind another one, as `bcopy` does. What else it writes there is any value.
    pub(super) fn copies(&mut self, function: &FunctionType, args: &[Value]) {
        let types = &self.program.types;
        let any = function.params.is_none();
        let untyped = args.iter().filter(|arg| any || is_untyped(&arg.ty));
        let untyped: Vec<(&Type, bool)> = untyped
            .filter_map(|arg| {
                let fixed = arg.ty.pointee()?.constant;
                Some((arg.pointee_behind_casts()?, fixed))
            })
            .collect();
        let mut copied = Vec::new();
        for &(to, fixed) in &untyped {
            let others = untyped.iter().map(|(from, _)| *from);
            let others = others.filter(|from| !fixed && *from != to && holds_pointers(types, from));
            copied.extend(others.map(|from| (from, to)));
        }
        for (from, to) in copied {
            self.reinterpreted(from, to);
        }
    }

    /// Assembly may yield the pointers that it gets, those in the objects that it gets, and those
    /// in what its inputs point to; if it writes memory, it may copy there, too.
    pub(super) fn assembly(&mut self, asm: &Asm) {
        let types = &self.program.types;
        let pointed = asm.inputs.iter().filter_map(Value::pointee_behind_casts);
        let pointed: Vec<&Type> = pointed.collect();
        let given = asm.inputs.iter().map(|input| &input.ty);
        let mut copied: Vec<(Type, Type)> = Vec::new();
        for from in given.chain(pointed.iter().copied()) {
            for output in &asm.outputs {
                copied.push((from.clone(), output.ty.ty.clone()));
            }
        }
        if asm.memory != AsmMemory::Untouched {
            for &from in pointed.iter().filter(|from| holds_pointers(types, from)) {
                copied.extend(pointed.iter().map(|to| (from.clone(), (*to).clone())));
            }
        }
        for (from, to) in copied {
            if from != to && to.innermost() != &Type::Void && holds_pointers(types, &to) {
                self.reinterpreted(&from, &to);
            }
        }
    }
}

/// Whether a pointer is among the scalars of an object, or an integer that may be one.
fn holds_pointers(types: &Types, object: &Type) -> bool {
    let leaves = extents(types, object, (0, None));
    let wide = |ty: &Type| types.size_of(ty).is_ok_and(|n| n >= types.pointer_bytes());
    let may_be = |ty: &Type| matches!(ty, Type::Pointer(_)) || ty.is_integer() && wide(ty);
    leaves.iter().any(|leaf| may_be(&leaf.ty))
}
