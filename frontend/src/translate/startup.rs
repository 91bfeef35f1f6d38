//! What `main` gets (C11 5.1.2.2.1).

use super::fill::block;
use super::{Action, Result, Translator};
use crate::flatten::{Base, Body, Local, Part, Place, ValueKind};
use crate::types::Type;
use proofmark_logic::arena::Expr as Term;

/// Of at most so many arguments it is said that they are no null pointers.
const ARGUMENTS_MAX: i128 = 8;

impl Translator<'_> {
    /// `argc` is not negative, `argv[argc]` is null and those before it are not (C11 5.1.2.2.1p2).
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
        if !self.objects.maps.contains_key(&self.plan.home(key)) {
            return Ok(());
        }
        let pointer = Type::Void.pointer_to();
        let end = self.scaled(argv, argc, self.program.types.pointer_bytes(), false);
        let last = self.read(&block(end, &pointer, true))?;
        let null = self.arena.eq(last, zero);
        self.out.act(Action::Given(null));
        let end = self.out.new_loc(self.out.pos);
        for index in 0..named_arguments(body) {
            let given = self.out.new_loc(self.out.pos);
            let (number, bytes) = (
                self.arena.lit(index + 1),
                self.program.types.pointer_bytes(),
            );
            let any = self.arena.le(number, argc);
            self.split(any, true, given, end);
            self.out.resume(given);
            let place = self.offset(argv, index * i128::from(bytes));
            let argument = self.read(&block(place, &pointer, true))?;
            let one = self.arena.lit(1);
            let not_null = self.arena.le(one, argument);
            self.out.act(Action::Given(not_null));
        }
        self.out.flow_to(end);
        Ok(())
    }

    fn parameter(&mut self, index: u32, local: &Local) -> Result<Term> {
        let storage = self.local(index)?;
        let spot = self.variable_spot(&storage, &local.ty.ty);
        self.read(&spot)
    }
}

/// One more than the largest constant by which `main` names an argument; at least one. Facts about
/// others would only make executions harder to find.
fn named_arguments(body: &Body) -> i128 {
    let mut most = 0;
    for stmt in &body.stmts {
        stmt.parts(&mut |part| {
            let Part::Object(Place {
                base: Base::Deref(place),
                ..
            }) = part
            else {
                return;
            };
            let ValueKind::PointerAdd { pointer, index, .. } = &place.kind else {
                return;
            };
            let vector = matches!(&pointer.kind, ValueKind::Load(place)
                if matches!(place.base, Base::Local(1)) && place.steps.is_empty());
            let named = index
                .as_int()
                .filter(|index| vector && *index < ARGUMENTS_MAX);
            most = most.max(named.unwrap_or(0));
        });
    }
    most + 1
}
