//! Casts to unions (gcc manual, "Cast to a Union Type").

use super::{Duration, Result, Unit};
use crate::ir::{Base, Expr, ExprKind, Init, Place, Step, Stmt, StmtKind};
use crate::types::{Compatibility, Qual, Type};
use lang_c::span::Span;

impl Unit<'_> {
    /// `(union u) value` is `(union u) { .member = value }` for the member that
    /// [`Self::member_of_type`] finds.
    pub(super) fn cast_to_union(
        &mut self,
        value: Expr,
        union: u32,
        (index, member): (usize, Qual),
        span: Span,
    ) -> Result<Expr> {
        let function = self.function.as_ref();
        if function.is_none_or(|f| f.literals == Duration::Static) {
            return Err(self.unsupported(span, "a cast to a union is supported in functions only"));
        }
        let ty = Qual::from(Type::Record(union));
        let (id, pos) = (self.new_local(span, "union", ty.clone())?, self.pos(span));
        let place = |steps, part| Place {
            base: Base::Local(id),
            base_ty: ty.ty.clone(),
            steps,
            ty: part,
        };
        let part = place(vec![Step::Field(union, index)], member);
        let init = Init {
            items: vec![(part, value)],
        };
        let whole = self.load(place(Vec::new(), ty.clone()), span)?;
        let stmts = [StmtKind::Enter(id), StmtKind::Init(id, init)];
        let stmts = stmts.map(|kind| Stmt { kind, pos }).into();
        let block = ExprKind::Block(stmts, Some(Box::new(whole)));
        Ok(Expr::new(block, ty.ty, pos))
    }

    /// The first member with a type, its qualifiers aside.
    pub(super) fn member_of_type(
        &self,
        union: u32,
        ty: &Type,
        span: Span,
    ) -> Result<Option<(usize, Qual)>> {
        let record = self.program.types.records.get(union as usize);
        let fields = record.filter(|r| r.union).and_then(|r| r.fields.as_ref());
        let value = Qual::from(ty.clone());
        for (index, field) in fields.into_iter().flatten().enumerate() {
            match self.program.types.interchangeable(&field.ty, &value) {
                Compatibility::No => {}
                // gcc gives bit-fields types of their own, and `_Atomic` is none that values have.
                Compatibility::Yes if field.bits.is_none() && !field.ty.variant.atomic => {
                    return Ok(Some((index, field.ty.clone())));
                }
                Compatibility::Yes | Compatibility::Unknown => {
                    let message = "which member this cast gives a value is not known";
                    return Err(self.unsupported(span, message));
                }
            }
        }
        Ok(None)
    }
}
