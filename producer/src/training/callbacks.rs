//! Callbacks in drafted procedures: which objects callers know, and which predicates are about
//! nothing else.

use super::draft::Drafter;
use super::names::RESULT;
use super::reader::ENTRY;
use super::signature::is_kept;
use proofmark_frontend::flatten::{Base, Call, Callee, Kind, Place, Value, ValueKind};
use proofmark_frontend::library::text::Callback;

impl Drafter<'_> {
    /// The callback that a statement is.
    ///
    /// # Errors
    /// If callers do not know what it calls.
    pub(super) fn callback(&self, stmt: usize) -> Result<Callback, String> {
        let Some(Kind::Call(call)) = self.stmt(stmt) else {
            return Err("a callback is lost".to_owned());
        };
        let Callee::Pointer { pointer, .. } = &call.callee else {
            return Err("a callback is lost".to_owned());
        };
        let target = self.object(pointer);
        let all = 0..self.known.len();
        Ok(Callback {
            shared: all.filter(|i| self.is_shared(call, *i)).collect(),
            target: target.ok_or("it calls a pointer that its callers cannot name")?,
            arguments: call.args.iter().map(|value| self.object(value)).collect(),
            result: self.receiver(call),
        })
    }

    /// What callers call the object that a value is read from.
    fn object(&self, value: &Value) -> Option<String> {
        let ValueKind::Load(place) = &value.kind else {
            return None;
        };
        let found = match &place.base {
            Base::Global(_) => true,
            Base::Local(l) => place.steps.is_empty() && is_kept(self.body, *l),
            Base::Deref(pointer) => match &pointer.kind {
                ValueKind::Load(of) => match of.base {
                    Base::Local(l) => of.steps.is_empty() && is_kept(self.body, l),
                    Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => false,
                },
                _ => false,
            },
            Base::String(_) | Base::Result => false,
        };
        let name = self.reader(&|_| None).place(place);
        name.filter(|name| found && !place.ty.volatile && !name.contains(['?', '[', '{', '(']))
    }

    /// Whether a local is one that the C declares, and no formal parameter.
    fn is_declared(&self, local: u32) -> bool {
        let own = self.body.locals.get(local as usize);
        local as usize >= self.body.params && own.is_some_and(|l| l.role.is_declared())
    }

    /// The variable that gets the result of a call as it is, if predicates may name it.
    fn receiver(&self, call: &Call) -> Option<String> {
        let to = call.result.as_ref().filter(|to| to.through.is_empty())?;
        let same = to.place.ty.ty == call.ty && to.place.steps.is_empty();
        match to.place.base {
            Base::Result if same => Some(RESULT.to_owned()),
            Base::Local(l) if same && self.is_declared(l) => {
                let name = self.names.local(l);
                (!name.starts_with('?')).then_some(name)
            }
            Base::Local(_) | Base::Result | Base::Global(_) | Base::Deref(_) | Base::String(_) => {
                None
            }
        }
    }

    /// Whether a predicate is about what callers know, and the result of a call.
    fn is_shared(&self, call: &Call, index: usize) -> bool {
        let to = self.receiver(call).and(call.result.as_ref());
        let result = |place: &Place| {
            to.is_some_and(|to| match (&to.place.base, &place.base) {
                (Base::Local(a), Base::Local(b)) => a == b,
                (Base::Result, Base::Result) => true,
                _ => false,
            })
        };
        let mut shared = true;
        if let Some(value) = self.known.get(index) {
            value.visit(&mut |kind| {
                if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
                    shared &= match place.base {
                        Base::Local(l) if l >= ENTRY => true,
                        Base::Local(l) => is_kept(self.body, l) || result(place),
                        Base::Result => result(place),
                        Base::Global(_) | Base::Deref(_) | Base::String(_) => true,
                    };
                }
            });
        }
        shared
    }
}
