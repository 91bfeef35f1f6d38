//! Type states: their declarations, and how expressions find them.

use super::super::{Entity, Result, Tag, Unit};
use super::fragment::mentions;
use crate::ir::{Base, Expr, Place, Step, TypeState};
use crate::spec::{Observer, SHADOW_TAG, SHADOW_TYPE};
use crate::types::{Qual, Type};
use lang_c::span::Span;
use std::rc::Rc;

impl Unit<'_> {
    /// In programs of several files, an object of one file may be of either of two types of another
    /// that look alike: which of them a copy of it has the state of, nobody says.
    fn no_other_looks_so(&self, ty: &Type, span: Span) -> Result<()> {
        let types = &self.program.types;
        match ty {
            Type::Record(id) if types.files > 1 && types.looks_like_another(*id) => {
                let shown = self.show(ty);
                let why = format!(
                    "`{shown}` cannot have a type state: another type of the program looks like it, \
                     and objects of several files may be of either"
                );
                Err(self.wrong(span, why))
            }
            _ => Ok(()),
        }
    }

    /// `SHADOW`: the type and the record of its type state.
    pub(super) fn shadow(
        &mut self,
        observer: &Observer,
        index: usize,
        span: Span,
    ) -> Result<(Type, u32)> {
        let ty = match self.lookup(&format!("{}{index}", SHADOW_TYPE)) {
            Some(Entity::Typedef(q)) => q.ty.clone(),
            _ => return Err(self.wrong(span, "this is no type")),
        };
        let Some(Tag::Record(record)) = self.lookup_tag(&format!("{}{index}", SHADOW_TAG)) else {
            return Err(self.wrong(span, "a type state needs members"));
        };
        if !(ty.is_scalar() || matches!(ty, Type::Record(_))) {
            let shown = self.show(&ty);
            return Err(self.wrong(
                span,
                format!("values of type `{shown}` cannot have a type state"),
            ));
        }
        self.no_other_looks_so(&ty, span)?;
        let address = self.program.types.address();
        if (self.program.types.machine(&ty)).is_some_and(|key| key.bits() > address.bits()) {
            let shown = self.show(&ty);
            return Err(self.wrong(
                span,
                format!("values of type `{shown}` cannot have a type state: they are wider than an address"),
            ));
        }
        let fields = self.program.types.fields(record).to_vec();
        if fields.is_empty() {
            return Err(self.wrong(span, "a type state needs members"));
        }
        for field in &fields {
            let Some(name) = &field.name else {
                return Err(self.wrong(span, "members of a type state need names"));
            };
            if !field.ty.ty.is_scalar() {
                return Err(self.wrong(
                    span,
                    format!(
                        "the member `{name}` of the type state must be an integer or a pointer"
                    ),
                ));
            }
            if self.has_member(&ty, name) {
                return Err(self.wrong(span, format!("the type has a member `{name}` already")));
            }
        }
        let shadow = observer.shadows.get(index);
        if let (Some(entry), Some(shadow)) =
            (self.program.types.records.get_mut(record as usize), shadow)
        {
            entry.name = format!("state of {}", shadow.ty.shown());
        }
        let free = fields
            .iter()
            .filter_map(|f| f.name.as_deref())
            .any(|name| observer.initial.iter().any(|f| mentions(&f.text, name)));
        self.program.observed.states.push(TypeState {
            ty: ty.clone(),
            record,
            free,
        });
        Ok((ty, record))
    }

    /// The type state with this member that `.name` (or `->name`) finds behind a value of type
    /// `ty`.
    pub(in super::super) fn state_of(
        &self,
        ty: &Type,
        indirect: bool,
        name: &str,
    ) -> Option<(u32, usize, Qual)> {
        let handle = |t: &Type| match (t, ty) {
            (Type::Pointer(a), Type::Pointer(b)) => a.ty == b.ty,
            _ => t == ty,
        };
        self.observing.states.iter().find_map(|(t, record)| {
            let found = match t {
                Type::Record(_) if indirect => ty.pointee().is_some_and(|q| q.ty == *t),
                Type::Record(_) => t == ty,
                _ => handle(t),
            };
            let fields = self.program.types.fields(*record);
            let index = fields
                .iter()
                .position(|f| f.name.as_deref() == Some(name))
                .filter(|_| found)?;
            fields.get(index).map(|f| (*record, index, f.ty.clone()))
        })
    }

    /// Whether values of a type, or objects that they point to, have a member of this name, or a
    /// state with one: both `p->member` and `p.member` are the state of a handle `p`.
    fn has_member(&self, ty: &Type, name: &str) -> bool {
        let object = ty.pointee().map_or(ty, |object| &object.ty);
        let pointer = Type::Pointer(Qual::from(ty.clone()).into());
        let mut known = [(ty, false), (ty, true), (&pointer, false)].into_iter();
        known.any(|(ty, indirect)| self.state_of(ty, indirect, name).is_some())
            || match object {
                Type::Record(own) => self.program.types.find_member(*own, name).is_some(),
                _ => false,
            }
    }

    /// What a type state is found by: the object's address, or the handle's value.
    pub(in super::super) fn state_key(&self, place: Place, span: Span) -> Result<Expr> {
        match &place.ty.ty {
            Type::Record(_) => {
                let ty = Type::Pointer(Rc::new(place.ty.clone()));
                Ok(self.address(place, ty, span))
            }
            _ => self.load(place, span),
        }
    }

    /// A member of the type state with this key.
    pub(in super::super) fn type_state(
        &self,
        (record, index, ty): (u32, usize, Qual),
        key: Expr,
    ) -> Place {
        let pointer = self.convert(key, &Type::Record(record).pointer_to());
        let base = Base::Deref(Box::new(pointer));
        Place {
            base,
            base_ty: Type::Record(record),
            steps: vec![Step::Field(record, index)],
            ty,
        }
    }
}
