//! Duties of calls: their arguments are the callee's formal predicates, and what it returns holds
//! behind them.

use super::{internal, Decided, Duties};
use crate::flatten::{Call, Code, Destination, Kind, Place, Role, Stmt, Value, ValueKind};
use crate::library::compile::{compile, error, parameters, replaced, Compiled, Role as Stands};
use crate::library::text::{Choose, Function, Literal, Of};
use crate::types::Type;
use proofmark_logic::cfa::Pos;

impl Duties<'_> {
    /// The values of a call's arguments, kept.
    fn arguments(&mut self, call: &Call, pos: Pos) -> Vec<Place> {
        let mut kept = Vec::new();
        for argument in &call.args {
            let place = self.out.temporary(&argument.ty, Role::Chosen);
            self.out
                .emit(pos, Kind::Assign(place.clone(), argument.clone()));
            kept.push(place);
        }
        kept
    }

    /// A predicate of a callee at its call.
    fn of_callee(
        (g, known): (&Function, &Compiled),
        index: usize,
        (kept, result): (&[Place], Option<&Place>),
    ) -> Decided<Value> {
        let own = parameters(g);
        let base = |parameter: u32| {
            let place = match own.get(parameter as usize) {
                Some((Stands::Formal(i) | Stands::Constant(i), ..)) => kept.get(*i),
                Some((Stands::Result, ..)) => result,
                Some((Stands::Local(_), ..)) | None => None,
            };
            let place = place.map(|place| place.base.clone());
            place
                .ok_or_else(|| error("a predicate of a callee names what its caller does not know"))
        };
        let value = known.predicates.get(index);
        let value = value.ok_or_else(|| internal(error("a predicate is lost")))?;
        replaced(value, &base).map_err(internal)
    }

    /// The arguments of a boolean call are the callee's formal predicates.
    pub(super) fn inputs(
        &mut self,
        pos: Pos,
        stmt: usize,
        (g, inputs): (&Function, &[Choose]),
        code: &Code,
    ) -> Decided<()> {
        let Kind::Call(call) = self.stmt(stmt)?.kind else {
            return Err(internal(error("a call is lost")));
        };
        let known = compile((self.program, code), (self.library, 0, g), false).map_err(internal)?;
        for (i, choose) in inputs.iter().enumerate() {
            for (cube, becomes) in choose.sides() {
                let behind = self.duty(pos);
                self.cube(cube, None, behind.1)?;
                let kept = self.arguments(&call, behind.1);
                let value = Self::of_callee((g, &known), i, (&kept, None))?;
                self.demand(value, !becomes, behind.1);
                self.reject(behind);
            }
        }
        Ok(())
    }

    /// Runs a statement, where the results of a cube hold behind it.
    pub(super) fn effect(
        &mut self,
        stmt: &Stmt,
        (cube, called): (&[Literal], Option<&Function>),
        pos: Pos,
        code: &Code,
    ) -> Decided<()> {
        let (Kind::Call(call), Some(g)) = (&stmt.kind, called) else {
            self.out.emit(pos, stmt.kind.clone());
            return Ok(());
        };
        let known = compile((self.program, code), (self.library, 0, g), false).map_err(internal)?;
        let kept = self.arguments(call, pos);
        let result = (call.ty != Type::Void).then(|| self.out.temporary(&call.ty, Role::Chosen));
        let made = Call {
            args: kept
                .iter()
                .map(|place| Value::load(place.clone(), pos))
                .collect(),
            result: result.clone().map(|place| Destination {
                place,
                through: Vec::new(),
            }),
            ..call.clone()
        };
        self.out.emit(pos, Kind::Call(made));
        for literal in cube {
            if let Of::Result(i) = literal.of {
                let index = g.returns.get(i.saturating_sub(1)).copied();
                let index = index.ok_or_else(|| internal(error("a result is lost")))?;
                let value = Self::of_callee((g, &known), index, (&kept, result.as_ref()))?;
                self.demand(value, literal.holds, pos);
            }
        }
        if let (Some(to), Some(raw)) = (&call.result, result) {
            let value = to.through.iter().fold(Value::load(raw, pos), |value, ty| {
                Value::new(ValueKind::Convert(Box::new(value)), ty.clone(), pos)
            });
            self.out.emit(pos, Kind::Assign(to.place.clone(), value));
        }
        Ok(())
    }
}
