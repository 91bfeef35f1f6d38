//! Where objects lie: at multiples of what their types, or `typedef` names, ask for (C11 6.2.8; the
//! ABIs of x86). It is said where a program takes an address, if it makes integers of addresses.

use super::place::Storage;
use super::{Action, Result, Translator};
use crate::flatten::{Base, Place};
use crate::types::Qual;
use proofmark_logic::arena::Op;
use proofmark_logic::types::Profile;

impl<'p> Translator<'p> {
    /// Says how the object is aligned whose address, or that of a part, is taken.
    pub(super) fn align(&mut self, place: &'p Place) -> Result<()> {
        if self.program.misaligned || !self.plan.numbers_of_pointers() {
            return Ok(());
        }
        let (storage, ty) = match &place.base {
            Base::Global(g) => {
                let global = self.program.global(*g);
                // Another file may define it, in assembly; an alias may be of another type.
                let Some(global) = global.filter(|g| g.defined && g.aliases.is_empty()) else {
                    return Ok(());
                };
                (self.global(*g)?, &global.ty)
            }
            Base::Local(l) => {
                let body = self.instances.last().map(|instance| instance.body);
                // Arguments lie where the caller put them.
                let Some(body) = body.filter(|body| *l as usize >= body.params) else {
                    return Ok(());
                };
                let Some(local) = body.locals.get(*l as usize) else {
                    return Ok(());
                };
                (self.local(*l)?, &local.ty)
            }
            Base::Result | Base::Deref(_) | Base::String(_) => return Ok(()),
        };
        if let Storage::Memory { address, .. } = &*storage {
            let most = self.alignment(ty);
            let mut bytes = 2;
            while bytes <= most {
                let divisor = self.arena.lit(bytes);
                let rest = self.arena.mk(Op::Rem, &[*address, divisor]);
                let zero = self.arena.lit(0);
                let aligned = self.arena.eq(rest, zero);
                self.out.act(Action::Given(aligned));
                bytes *= 2;
            }
        }
        Ok(())
    }

    /// The alignment that an object of a type has in any case: on i386, gcc aligns what lies on the
    /// stack to 4 bytes.
    pub(super) fn alignment(&self, ty: &Qual) -> i128 {
        let most = match self.program.types.profile {
            Profile::Lp64 => 32,
            Profile::Ilp32 => 4,
        };
        most.min(i128::from(self.program.types.alignment(ty).bytes))
    }
}
