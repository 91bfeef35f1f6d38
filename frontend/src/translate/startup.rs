//! What `main` gets (C11 5.1.2.2.1).

use super::{Action, Result, Translator};
use crate::flatten::{Body, Local};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Op};

impl Translator<'_> {
    /// `argc` is not negative, `argv[argc]` is null and what is before it is not (C11 5.1.2.2.1p2).
    /// Tests give runs other arguments.
    pub(super) fn program_arguments(&mut self, body: &Body) -> Result<()> {
        let [count, rest @ ..] = body.locals.get(..body.params).unwrap_or_default() else {
            return Ok(());
        };
        // In a narrower type, the count may be another number.
        if count.ty.ty != Type::INT {
            return Ok(());
        }
        let (argc, zero) = (self.parameter(0, count)?, self.arena.lit(0));
        let counted = self.arena.le(zero, argc);
        self.out.act(Action::Given(counted));
        let Some(vector) = rest.first() else {
            return Ok(());
        };
        let Some(Type::Pointer(_)) = vector.ty.ty.pointee().map(|q| &q.ty) else {
            return Ok(());
        };
        let argv = self.parameter(1, vector)?;
        let key = self
            .plan
            .key(&self.program.types, None, &Type::Void.pointer_to());
        let (Some(map), Some(element)) = (self.objects.maps.get(&key), self.plan.maps.get(&key))
        else {
            return Ok(());
        };
        let map = self.arena.map_var(*map, *element);
        let end = self.scaled(argv, argc, self.program.types.pointer_bytes(), false);
        let last = self.arena.mk(Op::Sel, &[map, end]);
        let null = self.arena.eq(last, zero);
        self.out.act(Action::Given(null));
        let first = self.arena.mk(Op::Sel, &[map, argv]);
        self.named_unless_alone(argc, first);
        Ok(())
    }

    /// The first argument is no null pointer, if there is one.
    fn named_unless_alone(&mut self, argc: Term, first: Term) {
        let (some, none) = (
            self.out.new_loc(self.out.pos),
            self.out.new_loc(self.out.pos),
        );
        let one = self.arena.lit(1);
        let any = self.arena.le(one, argc);
        self.split(any, true, some, none);
        self.out.resume(some);
        let given = self.arena.le(one, first);
        self.out.act(Action::Given(given));
        self.out.flow_to(none);
    }

    fn parameter(&mut self, index: u32, local: &Local) -> Result<Term> {
        let storage = self.local(index)?;
        let spot = self.variable_spot(&storage, &local.ty.ty);
        self.read(&spot)
    }
}
