//! What a statement makes of a predicate: a condition in front of it that says what the predicate
//! says behind it, if there is one that is known.

use super::draft::{placed, Drafter};
use super::reader::{is_test, Reader, ENTRY};
use super::signature::body;
use super::sums::{Condition, Form, Sum};
use proofmark_frontend::flatten::{Base, Call, Code, Kind, Place, Step, Value, ValueKind};
use proofmark_frontend::ir::Program;
use proofmark_frontend::library::predicates;
use proofmark_frontend::library::text::Function;
use proofmark_frontend::types::{IntKind, Type};
use std::collections::BTreeMap;

/// What a call returns, where it is part of a value.
pub(super) const RETURNED: &str = "what is returned";

/// Conditions for the results of a call, and for predicates.
pub(super) type Effects = (Vec<Option<Condition>>, Vec<(usize, Option<Condition>)>);

impl Drafter<'_> {
    /// What the results of a call say, and each predicate behind a statement, as a condition in
    /// front of it.
    pub(super) fn effects(
        &self,
        code: &Code,
        stmt: usize,
        called: Option<&Function>,
    ) -> Result<Effects, String> {
        let mut out = Vec::new();
        let results = match (self.stmt(stmt), called) {
            (Some(Kind::Call(call)), Some(g)) => self.results(code, call, g)?,
            _ => Vec::new(),
        };
        let keeps = called.is_some_and(|g| g.modifies.is_empty());
        for (i, value) in self.known.iter().enumerate() {
            let wanted = match self.stmt(stmt) {
                Some(Kind::Assign(place, new)) => self.behind(value, place, Some(new)),
                Some(Kind::Call(call)) => match &call.result {
                    Some(to) if to.through.is_empty() => {
                        self.behind_call(value, (&to.place, keeps))
                    }
                    Some(to) => self.behind(value, &to.place, None),
                    None => self.behind_call(value, (&nowhere(), keeps)),
                },
                Some(Kind::Enter(local, _)) => self.behind(
                    value,
                    &Place::local(*local, proofmark_frontend::types::Type::INT.into()),
                    None,
                ),
                _ => None,
            };
            out.push((i, wanted));
        }
        Ok((results, out))
    }

    /// A predicate behind an assignment, as a condition in front of it.
    fn behind(&self, value: &Value, target: &Place, new: Option<&Value>) -> Option<Condition> {
        let plain = self.reader(&|_| None);
        let Some(test) = new.filter(|new| is_test(new)) else {
            return self.assigned(value, target, new.and_then(|new| plain.sum(new)));
        };
        let machine = self.program.types.machine(&target.ty.ty)?;
        let number = |constant| Sum {
            bits: machine.bits(),
            signed: machine.signed(),
            parts: BTreeMap::new(),
            constant,
        };
        // A test is 1 or 0: what the predicate is with either tells whether it says the same.
        let one = self.assigned(value, target, Some(number(1)))?;
        let none = self.assigned(value, target, Some(number(0)))?;
        match (&one, &none) {
            _ if one == none => Some(one),
            ((Form::Known(a), x), (Form::Known(b), y)) if (a == x) != (b == y) => {
                let test = plain.condition(test)?;
                Some((test.0, test.1 == (a == x)))
            }
            _ => None,
        }
    }

    /// A predicate behind an assignment of a sum, as a condition in front of it.
    fn assigned(&self, value: &Value, target: &Place, sum: Option<Sum>) -> Option<Condition> {
        let plain = self.reader(&|_| None);
        let written = plain.place(target)?;
        let memory = |place: &Place| !matches!(place.base, Base::Local(_) | Base::Result);
        let instead = |place: &Place| {
            let read = plain.place(place);
            match read {
                Some(read) if read == written => Some(sum.clone()),
                // Parts of a variable, and other objects that may be the same.
                Some(read) if within(&read, &written) || within(&written, &read) => Some(None),
                Some(_) if memory(place) && memory(target) && !apart(place, target) => Some(None),
                Some(_) => None,
                None => Some(None),
            }
        };
        self.reader(&instead).condition(value)
    }

    /// The same behind a call: the result has a name of its own, and so has memory, unless the
    /// callee keeps it.
    fn behind_call(&self, value: &Value, (target, keeps): (&Place, bool)) -> Option<Condition> {
        let plain = self.reader(&|_| None);
        let written = plain.place(target);
        let instead = |place: &Place| match &place.base {
            Base::Local(_) | Base::Result if plain.place(place) == written => {
                Some(returned(self.program, &place.ty.ty))
            }
            Base::Local(_) | Base::Result => None,
            Base::Global(_) | Base::Deref(_) if keeps => None,
            Base::Global(_) | Base::Deref(_) | Base::String(_) => {
                Some(self.behind_memory(place, &plain))
            }
        };
        self.reader(&instead).condition(value)
    }

    /// What is read from memory behind a call has another name than in front of it.
    fn behind_memory(&self, place: &Place, names: &Reader<'_>) -> Option<Sum> {
        let machine = self.program.types.machine(&place.ty.ty)?;
        let name = format!("behind {}", names.place(place)?);
        Some(Sum {
            bits: machine.bits(),
            signed: machine.signed(),
            parts: BTreeMap::from([(name, 1)]),
            constant: 0,
        })
    }

    /// The callee's predicates at its call, with its arguments for its parameters.
    pub(super) fn at_call(
        &self,
        code: &Code,
        (call, g): (&Call, &Function),
        behind: bool,
    ) -> Result<Vec<Option<Condition>>, String> {
        let own = predicates(self.program, code, (self.library, g));
        let own = own.map_err(|e| e.diagnostic.message)?;
        let plain = self.reader(&|_| None);
        let arguments: Vec<Option<Sum>> = call.args.iter().map(|a| plain.sum(a)).collect();
        let body = body(self.program, code, &g.name)?;
        let variable = |place: &Place| match &place.base {
            Base::Local(l) if *l >= ENTRY => {
                Some(arguments.get((l - ENTRY) as usize).cloned().flatten())
            }
            Base::Local(l) => Some(arguments.get(*l as usize).cloned().flatten()),
            Base::Result => Some(returned(self.program, &place.ty.ty)),
            Base::String(_) => Some(None),
            Base::Global(_) | Base::Deref(_) => None,
        };
        let in_front = self.reader(&variable);
        let behind = behind && !g.modifies.is_empty();
        let instead = |place: &Place| match &place.base {
            Base::Global(_) | Base::Deref(_) if behind => {
                Some(self.behind_memory(place, &in_front))
            }
            _ => variable(place),
        };
        let reader = self.reader(&instead);
        let own = own.iter().map(|v| placed(self.program, v, (g, body)));
        Ok(own.map(|v| reader.condition(&v)).collect())
    }

    pub(super) fn results(
        &self,
        code: &Code,
        call: &Call,
        g: &Function,
    ) -> Result<Vec<Option<Condition>>, String> {
        let at = self.at_call(code, (call, g), true)?;
        let of = |i: &usize| at.get(*i).cloned().flatten();
        Ok(g.returns.iter().map(of).collect())
    }
}

/// Whether what the first name stands for is a part of the second.
fn within(part: &str, whole: &str) -> bool {
    let rest = part.strip_prefix(whole);
    rest.is_some_and(|rest| rest.starts_with('.') || rest.starts_with('['))
}

/// Whether two objects are two variables, or two members of one or behind one pointer.
pub(super) fn apart(a: &Place, b: &Place) -> bool {
    let local = |v: &Value| match &v.kind {
        ValueKind::Load(place) => match place.base {
            Base::Local(l) if place.steps.is_empty() => Some(l),
            _ => None,
        },
        _ => None,
    };
    let one = match (&a.base, &b.base) {
        (Base::Global(g), Base::Global(h)) if g != h => return true,
        (Base::Global(_), Base::Global(_)) => true,
        (Base::Deref(p), Base::Deref(q)) => local(p).is_some() && local(p) == local(q),
        _ => false,
    };
    // An object is of one type.
    let kind = |place: &Place| match &place.ty.ty {
        ty if ty.is_character() => None,
        Type::Pointer(_) => Some(IntKind::Bits(0, false)),
        Type::Int(kind) => Some(*kind),
        _ => None,
    };
    if let (Some(a), Some(b)) = (kind(a), kind(b)) {
        let (a, b) = (sizes(a), sizes(b));
        if a.1 < b.0 || b.1 < a.0 {
            return true;
        }
    }
    let first = |place: &Place| match place.steps.first() {
        Some(Step::Field(record, index)) => Some((*record, *index)),
        _ => None,
    };
    one && first(a) != first(b)
}

fn returned(program: &Program, ty: &proofmark_frontend::types::Type) -> Option<Sum> {
    let machine = program.types.machine(ty)?;
    Some(Sum {
        bits: machine.bits(),
        signed: machine.signed(),
        parts: BTreeMap::from([(RETURNED.to_owned(), 1)]),
        constant: 0,
    })
}

/// A place that no predicate reads.
fn nowhere() -> Place {
    Place::local(u32::MAX, proofmark_frontend::types::Type::INT.into())
}

/// The sizes that objects of a type may have, where the ABI is not known; pointers have none.
fn sizes(kind: IntKind) -> (u8, u8) {
    match kind {
        IntKind::Bits(..) => (0, 0),
        IntKind::Char | IntKind::SChar | IntKind::UChar => (1, 1),
        IntKind::Short | IntKind::UShort => (2, 2),
        IntKind::Int | IntKind::UInt => (4, 4),
        IntKind::Long | IntKind::ULong => (4, 8),
        IntKind::LongLong | IntKind::ULongLong => (8, 8),
    }
}
