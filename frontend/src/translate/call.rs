//! Calls: functions with a body are entered, the others have models.

use super::place::{At, Home, Spot, Storage};
use super::routine::{Case, Fixed, Select};
use super::{Action, CallKind, Extent, Hearing, Result, Side, Translator, What};
use crate::accounting::{
    chooses, is_allocator, is_assertion, is_computed, is_peculiar, is_violation,
};
use crate::approximation::Approximation;
use crate::diagnostic::{Diagnostic, ErrorKind};
use crate::flatten::{Call, Callee, Destination, Value};
use crate::ir::{Function, Local};
use crate::types::{FloatKind, FunctionType, Type};
use proofmark_logic::arena::Expr as Term;
use proofmark_logic::cfa::LocId;
use proofmark_logic::types::IntType;
use std::rc::Rc;

/// An evaluated argument.
pub(super) enum Argument {
    /// A scalar, or the pattern of a floating value, and its type.
    Scalar(Term, Type),
    /// A structure, in an object that nothing changes before the call.
    Record(Spot),
    /// A value of this type that nothing is known of.
    Opaque(Type),
}

impl<'p> Translator<'p> {
    /// A call: its result gets to where it belongs.
    pub(super) fn call(&mut self, call: &'p Call) -> Result<()> {
        let pos = self.out.pos;
        let result = match &call.callee {
            Callee::Function(f) => {
                if self.any_value(*f, call)? {
                    return Ok(());
                }
                self.agree_on_result(*f, &call.ty)?;
                self.hear_call(*f);
                let target = self.link(*f);
                self.hear_call(target);
                self.plain_call(*f, &call.args)?
            }
            Callee::Pointed(f, ty) => self.pointed_call(*f, ty, &call.args)?,
            Callee::Pointer {
                pointer,
                ty,
                except,
            } => self.call_pointer(pointer, ty, except, &call.args)?,
        };
        self.out.pos = pos;
        match &call.result {
            Some(to) => self.deliver(to, result, &call.ty),
            None => Ok(()),
        }
    }

    /// `x = nondet()`: no detour through a temporary.
    fn any_value(&mut self, f: u32, call: &'p Call) -> Result<bool> {
        let Some(to) = &call.result else {
            return Ok(false);
        };
        let direct = self.program.is_nondet(f)
            && call.args.is_empty()
            && to.through.is_empty()
            && call.ty.is_scalar()
            && self.saved(&to.place).is_none()
            && !self.is_watched(f);
        if !direct {
            return Ok(false);
        }
        if let Some(named) = self.program.function(f) {
            self.promises(named);
        }
        let pos = self.out.pos;
        let spot = self.spot(&to.place)?;
        // The input is asked for where the call stands.
        self.out.pos = pos;
        let direct =
            matches!(spot.at, At::Split(..)) && self.spot_machine(&spot) == self.machine(&call.ty);
        if direct && self.is_model_choice(f) {
            self.usual(&spot, 0)?;
        } else if direct {
            self.out.emit(What::AnyValue);
            self.forget(&spot)?;
        }
        Ok(direct)
    }

    /// The result of a call gets to where it belongs.
    fn deliver(&mut self, to: &'p Destination, from: Option<Spot>, ty: &Type) -> Result<()> {
        match (self.saved(&to.place), self.machine(ty)) {
            (Some(temporary), Some(machine)) => {
                let result = from.as_ref().map_or(Type::Void, |spot| spot.ty.clone());
                let home = match from
                    .as_ref()
                    .map(|spot| (&spot.at, self.spot_machine(spot)))
                {
                    Some((At::Split(storage, 0), known))
                        if known == Some(machine) && self.arrives(&result, ty) =>
                    {
                        Home::Object(storage.clone())
                    }
                    _ => {
                        let value = self.result_value(from.as_ref(), ty, machine)?;
                        Home::Value(self.save_machine(value, machine))
                    }
                };
                self.bind(temporary, home);
                Ok(())
            }
            (Some(temporary), None) if ty.is_float() => {
                let nothing = self.arena.lit(0);
                self.bind(temporary, Home::Value(nothing));
                Ok(())
            }
            (Some(temporary), None) => {
                let from = match from {
                    Some(spot) => spot,
                    None => self.unknown_record(ty)?,
                };
                let storage = match from.at {
                    At::Split(storage, _) => storage,
                    At::Memory { address, .. } => Rc::new(Storage::Memory {
                        address,
                        ty: from.ty,
                    }),
                };
                self.bind(temporary, Home::Object(storage));
                Ok(())
            }
            (None, machine) => {
                let spot = self.spot(&to.place)?;
                let Some(machine) = machine else {
                    return self.deliver_whole(to, &spot, from, ty);
                };
                let mut value = self.result_value(from.as_ref(), ty, machine)?;
                let mut ty = ty;
                for next in &to.through {
                    value = self.converted(value, ty, next);
                    ty = next;
                }
                self.write(&spot, value)
            }
        }
    }

    /// As [`Self::deliver`], for results that are no scalars.
    fn deliver_whole(
        &mut self,
        to: &Destination,
        spot: &Spot,
        from: Option<Spot>,
        ty: &Type,
    ) -> Result<()> {
        if matches!(ty, Type::Record(_)) {
            return match from {
                Some(from) => self.copy(spot, &from),
                None => self.forget(spot),
            };
        }
        let zero = self.arena.lit(0);
        let (mut value, mut ty) = (zero, ty);
        for next in &to.through {
            value = self.converted(value, ty, next);
            ty = next;
        }
        self.write(spot, value)
    }

    /// Calls a function; where its result is, if it has one.
    fn plain_call(&mut self, f: u32, args: &'p [Value]) -> Result<Option<Spot>> {
        let named = self.program.function(f);
        let built_in = named.is_some_and(|named| named.name.starts_with("__builtin_"));
        if let Some(named) = named {
            self.promises(named);
        }
        let f = self.link(f);
        self.library_name(f)?;
        if let Some(done) = self.intrinsic(f, args)? {
            return Ok(done);
        }
        let pos = self.out.pos;
        let mut values = self.arguments(args)?;
        if built_in {
            self.convert_for_model(f, &mut values);
        }
        self.out.pos = pos;
        let result = self.call_with(f, values, args)?;
        match named.is_some_and(|named| named.noreturn) {
            true => self.end_if_promised(f)?,
            false => self.end_if_promised_elsewhere(f)?,
        }
        Ok(result)
    }

    /// The function that a name stands for.
    pub(super) fn link(&mut self, f: u32) -> u32 {
        let program = self.program;
        let target = program.resolve(f);
        let alias = program.function(f);
        if let Some(alias) = alias.filter(|alias| alias.weak && target != f) {
            let detail = "The weak alias in the program is the definition that is linked.";
            self.note("external", &alias.name, detail);
        }
        target
    }

    /// Arguments of a built-in function that a model of the library stands for, in programs to run
    /// ([`crate::ir::Function::alias`]): it has that function's prototype, though no file declares
    /// it, so they are converted.
    fn convert_for_model(&mut self, f: u32, values: &mut [Argument]) {
        let program = self.program;
        // Calls have the types of the front end's own models.
        let model = program.function(f).filter(|f| !f.modelled);
        let Some(body) = model.and_then(|f| f.body.as_ref()) else {
            return;
        };
        for (value, parameter) in values.iter_mut().zip(body.locals.iter().take(body.params)) {
            let to = &parameter.ty.ty;
            if let (Argument::Scalar(term, from), Some(machine), false) =
                (&*value, self.machine(to), *to == Type::Bool)
            {
                let term = match from.is_float() || to.is_float() {
                    true => self.converted(*term, from, to),
                    false => self.arena.wrap(machine, *term),
                };
                *value = Argument::Scalar(term, to.clone());
            }
        }
    }

    pub(super) fn call_with(
        &mut self,
        f: u32,
        values: Vec<Argument>,
        args: &'p [Value],
    ) -> Result<Option<Spot>> {
        self.library_name(f)?;
        let program = self.program;
        match program.function(f) {
            Some(function) if function.pruned && function.body.is_none() => {
                let message = format!(
                    "the body of `{}` was left out, because nothing seemed to call it",
                    function.name
                );
                Err(self.fail(ErrorKind::Internal, message))
            }
            Some(function) if function.body.is_some() => self.enter_function(f, values),
            Some(_) => self.external(f, values, args),
            None => Err(self.fail(ErrorKind::Internal, "a function is missing")),
        }
    }

    /// A call may expect another result than the function's definition gives: another unit declares
    /// it so (C11 6.5.2.2p9).
    fn agree_on_result(&mut self, f: u32, expected: &Type) -> Result<()> {
        let program = self.program;
        let function = program.called(f);
        let given = function.map_or(&Type::Void, |f| &f.ty.result);
        let record = |ty: &Type| matches!(ty, Type::Record(_));
        if (record(expected) || record(given)) && !self.program.types.compatible(expected, given) {
            let name = function.map_or("?", |f| f.name.as_str());
            let message =
                format!("`{name}` is declared here with another result than it is defined with");
            let error = self.fail(ErrorKind::Unsupported, message);
            let end = function.and_then(|f| Some(f.body.as_ref()?.end));
            let place = end.map(|end| Diagnostic::at(self.sources, end, ""));
            return Err(match place {
                Some(at) => error.help(format!("its definition is at {}:{}", at.file, at.line)),
                None => error,
            });
        }
        if *expected == Type::Bool && *given != Type::Bool {
            self.note_truth_value();
        }
        Ok(())
    }

    /// The arguments of a call.
    pub(super) fn arguments(&mut self, args: &'p [Value]) -> Result<Vec<Argument>> {
        args.iter().map(|arg| self.argument(arg)).collect()
    }

    /// A value that is handed to a function.
    pub(super) fn argument(&mut self, arg: &'p Value) -> Result<Argument> {
        Ok(match &arg.ty {
            Type::Record(_) => Argument::Record(self.record(arg)?),
            Type::VaList => Argument::Scalar(self.pass_list(arg)?, Type::VaList),
            ty if self.machine(ty).is_some() => Argument::Scalar(self.rvalue(arg)?, ty.clone()),
            ty => {
                self.rvalue(arg)?;
                Argument::Opaque(ty.clone())
            }
        })
    }

    /// The program's definition of a weak function is believed to be the one that is linked.
    pub(super) fn note_weak(&mut self, function: &Function) {
        let detail = "The weak definition in the program is the one that is linked.";
        self.note("external", &function.name, detail);
    }

    /// A call of a function with a body; where its result is.
    pub(super) fn enter_function(&mut self, f: u32, values: Vec<Argument>) -> Result<Option<Spot>> {
        let (function, body) = self.defined(f)?;
        if function.weak {
            self.note_weak(function);
        }
        if values.len() < body.params {
            let message = format!(
                "`{}` is called with {} arguments, but it has {} parameters",
                function.name,
                values.len(),
                body.params
            );
            return Err(self.fail(ErrorKind::Type, message));
        }
        // What events are about has the types that their functions were made for.
        let values = match self.program.observed.functions.contains_key(&f) {
            true => values,
            false => self.adapt(f, &values),
        };
        if self.side == Side::Program {
            self.out.hear(Hearing::Entered(f));
        }
        self.emit_call(f, values, CallKind::Call)
    }

    /// A call through a pointer: one case for each function whose address is taken and whose type
    /// fits; otherwise an unknown function.
    fn call_pointer(
        &mut self,
        pointer: &'p Value,
        ty: &FunctionType,
        except: &[u32],
        args: &'p [Value],
    ) -> Result<Option<Spot>> {
        let pos = self.out.pos;
        let callee = self.rvalue(pointer)?;
        let callee = self.keep(callee, &pointer.ty);
        let values = self.arguments(args)?;
        let values: Vec<Argument> = values
            .into_iter()
            .map(|v| match v {
                Argument::Scalar(term, ty) => Argument::Scalar(self.save(term, &ty), ty),
                other => other,
            })
            .collect();
        self.out.pos = pos;
        let result = match &ty.result {
            Type::Void => None,
            result => Some(self.unknown_record(result)?),
        };
        let join = self.out.new_loc(pos);
        let mut candidates = self.candidates(ty);
        candidates.retain(|f| !except.contains(f));
        let mut cases = Vec::with_capacity(candidates.len());
        for candidate in candidates {
            self.out.pos = pos;
            cases.push(self.case(candidate, callee, (ty, &values, args), (&result, join))?);
        }
        self.out.pos = pos;
        self.out.open();
        self.not_at_null(callee);
        self.call_outside(&values, args, result.as_ref())?;
        self.out.flow_to(join);
        let otherwise = self.out.close();
        self.out.emit(What::Select(Box::new(Select {
            pointer: callee,
            cases,
            join,
            otherwise,
        })));
        Ok(result)
    }

    /// A pointer may point to this function.
    fn case(
        &mut self,
        candidate: u32,
        callee: Term,
        (ty, values, args): (&FunctionType, &[Argument], &'p [Value]),
        (result, join): (&Option<Spot>, LocId),
    ) -> Result<Case> {
        let (_, object) = self.fixed(Fixed::Function(candidate), 1);
        self.out.open();
        let pos = self.out.pos;
        let (hit, miss) = (self.out.new_loc(pos), self.out.new_loc(pos));
        let address = self.function_address(candidate);
        let atom = self.arena.eq(callee, address);
        self.split(atom, true, hit, miss);
        self.out.resume(hit);
        let test = self.out.close();
        self.out.open();
        let from = self.call_case(candidate, ty, values, args)?;
        self.out.pos = pos;
        if let (Some(to), Some(from)) = (result, from) {
            self.copy_any(to, &from)?;
        }
        self.out.jump(join, miss);
        Ok(Case {
            object,
            branch: (hit, miss),
            test,
            call: self.out.close(),
        })
    }

    /// A pointer may point to a function outside of the program.
    fn call_outside(
        &mut self,
        values: &[Argument],
        args: &'p [Value],
        result: Option<&Spot>,
    ) -> Result<()> {
        let function = self.function_name();
        let detail =
            "A call through a pointer may reach a function outside the program, which is not at 0: its result is unknown, and it changes what its arguments reach. A pointer that comes from outside the program points to none of its functions whose address it does not take; one that was copied as bytes, from an object that may be of another type, to none that has another type than the pointer (C11 6.3.2.3p8).";
        self.note("function-pointer", &function, detail);
        if self.program.observed.active {
            let detail = "A function outside the program that a pointer reaches is none that the specification's patterns name, and does not end the run, unless the program takes its address.";
            self.note("function-pointer", "events", detail);
        }
        let mut taken = self.plan.reached.taken.iter();
        let free = taken.all(|f| {
            let function = self.program.function(*f);
            function.is_some_and(|f| f.body.is_some() || f.pruned || chooses(&f.name))
        });
        // It may be one of the library's whose address the program takes.
        let extent = match free {
            true => Extent::Chosen,
            false => Extent::Everything,
        };
        self.havoc_reachable(args.iter().zip(values), extent)?;
        self.freed(None);
        self.forget_undefined()?;
        match result {
            Some(result) if free => self.forget(result),
            // What that yields is not any value.
            Some(result) => self.approximate(Approximation::Library, |this| this.forget(result)),
            None => Ok(()),
        }
    }

    /// A run that calls a null pointer ends there: nothing is at 0 that may be executed. If what is
    /// called may be promised to have no effects, compilers may leave the call out.
    fn not_at_null(&mut self, callee: Term) {
        let functions = self.program.functions.iter();
        let mut promised = functions
            .flat_map(|f| &f.promises)
            .chain(&self.program.promises);
        let left_out = promised.any(|(word, _)| matches!(*word, "const" | "pure"));
        if self.arena.interval(callee).lo < 1 && !left_out {
            let zero = self.arena.lit(0);
            let null = self.arena.eq(callee, zero);
            let not_null = self.arena.not(null);
            self.out.act(Action::Given(not_null));
        }
    }

    /// A call of a function through a pointer of a type that may not be its own.
    fn pointed_call(
        &mut self,
        f: u32,
        ty: &FunctionType,
        args: &'p [Value],
    ) -> Result<Option<Spot>> {
        let pos = self.out.pos;
        let values = self.arguments(args)?;
        self.out.pos = pos;
        let from = self.call_case(f, ty, &values, args)?;
        let result = match &ty.result {
            Type::Void => return Ok(None),
            result => self.unknown_record(result)?,
        };
        if let Some(from) = from {
            self.copy_any(&result, &from)?;
        }
        Ok(Some(result))
    }

    /// One case of a call through a pointer.
    fn call_case(
        &mut self,
        f: u32,
        ty: &FunctionType,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<Option<Spot>> {
        // A result in memory is written through a hidden first argument: all others move, and what
        // the callee takes for that one is overwritten.
        let hidden = self.passes_result_otherwise(f, ty);
        let unknown: Vec<Argument> = values
            .iter()
            .filter(|_| hidden)
            .map(|_| Argument::Opaque(Type::Void))
            .collect();
        self.hear_call(f);
        let from = self.call_candidate(f, if hidden { &unknown } else { values }, args)?;
        if hidden {
            self.forget_memory(Approximation::CallType, Extent::Everything);
        }
        Ok(from)
    }

    fn call_candidate(
        &mut self,
        f: u32,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<Option<Spot>> {
        let name = self.program.function(f).map_or("", |f| f.name.as_str());
        if is_violation(name) && !self.program.observed.active {
            self.violate();
            return Ok(None);
        }
        if is_assertion(name) {
            self.asserted(f, values);
        }
        let values = self.adapt(f, values);
        let result = self.call_with(f, values, args)?;
        self.end_if_promised_elsewhere(f)?;
        Ok(result)
    }

    /// An assertion that is called through a pointer fails if its argument is 0, or is no number.
    fn asserted(&mut self, f: u32, values: &[Argument]) {
        let program = self.program;
        let defined = program.function(f).is_none_or(|f| f.body.is_some());
        if defined || program.observed.active || self.side != Side::Program {
            return;
        }
        let pos = self.out.pos;
        let (holds, fails) = (self.out.new_loc(pos), self.out.new_loc(pos));
        match values {
            [Argument::Scalar(term, _)] => {
                let zero = self.arena.lit(0);
                let failed = self.arena.eq(*term, zero);
                self.split(failed, true, fails, holds);
            }
            _ => self.out.leave(fails),
        }
        self.out.resume(fails);
        self.violate();
        self.out.resume(holds);
    }

    /// The arguments as a function gets them that may have another type than the call's: from the
    /// first parameter on that is not passed in the same way, their values are unknown (C11
    /// 6.5.2.2p6 and p9).
    pub(super) fn adapt(&mut self, f: u32, values: &[Argument]) -> Vec<Argument> {
        let program = self.program;
        let Some(function) = program.function(f) else {
            return Vec::new();
        };
        let Some(body) = &function.body else {
            return values.iter().map(Argument::again).collect();
        };
        let passes_number = |(local, value): (&Local, &Argument)| {
            local.ty.ty == Type::Bool
                && !matches!(value, Argument::Scalar(_, ty) if *ty == Type::Bool)
        };
        let mut params = body.locals.iter().take(body.params).zip(values);
        if params.any(passes_number) {
            // gcc stores the lowest byte of what is passed, whatever it is.
            self.note_truth_value();
        }
        let mut agree = true;
        let params = body.locals.iter().take(body.params).enumerate();
        let adapted = params.map(|(index, local)| {
            let value = values.get(index);
            agree &= match value {
                Some(Argument::Scalar(_, ty)) => match self.narrowed(function, &local.ty.ty) {
                    Some(passed) => *ty == passed,
                    None => self.arrives(ty, &local.ty.ty),
                },
                Some(Argument::Record(spot)) => spot.ty == local.ty.ty,
                Some(Argument::Opaque(ty)) => {
                    *ty == self
                        .narrowed(function, &local.ty.ty)
                        .unwrap_or(local.ty.ty.clone())
                }
                None => false,
            };
            value
                .filter(|_| agree)
                .map_or(Argument::Opaque(Type::Void), Argument::again)
        });
        let mut adapted: Vec<Argument> = adapted.collect();
        for (value, local) in adapted.iter_mut().zip(&body.locals) {
            let to = &local.ty.ty;
            if let (Argument::Scalar(term, ty), Some(_)) = (&*value, self.narrowed(function, to)) {
                *value = Argument::Scalar(self.converted(*term, ty, to), to.clone());
            }
        }
        if function.ty.variadic && agree {
            adapted.extend(values.iter().skip(body.params).map(Argument::again));
        }
        adapted
    }

    /// Whether a parameter gets the value of an argument, reduced into its own type: both take as
    /// many words, and the argument is no narrower.
    pub(super) fn arrives(&self, passed: &Type, parameter: &Type) -> bool {
        let (Some(from), Some(to)) = (self.machine(passed), self.machine(parameter)) else {
            return false;
        };
        let words = |ty: IntType| ty.bits().div_ceil(self.program.types.address().bits());
        passed == parameter
            || !(passed.is_float() || parameter.is_float())
                && *parameter != Type::Bool
                && from.bits() >= to.bits()
                && words(from) == words(to)
    }

    /// What a function without a prototype gets for a parameter, if it makes a `float` of it (C11
    /// 6.5.2.2p6, 6.9.1p10).
    fn narrowed(&self, function: &Function, parameter: &Type) -> Option<Type> {
        let single = function.ty.params.is_none() && *parameter == Type::Float(FloatKind::Float);
        single.then_some(Type::Float(FloatKind::Double))
    }

    /// Whether both are floating types, or neither is.
    pub(super) fn same_kind(&self, a: &Type, b: &Type) -> bool {
        match (a.is_float(), b.is_float()) {
            (true, true) => self.format(a) == self.format(b),
            (false, false) => true,
            _ => false,
        }
    }

    /// Whether a function returns a structure, or a call expects one, that the other side does not.
    fn passes_result_otherwise(&self, f: u32, called_as: &FunctionType) -> bool {
        let result = self
            .program
            .function(f)
            .map_or(&Type::Void, |f| &f.ty.result);
        *result != called_as.result
            && [result, &called_as.result]
                .into_iter()
                .any(|ty| matches!(ty, Type::Record(_)))
    }

    /// Copies a result; what a function of another type returns is unknown.
    fn copy_any(&mut self, to: &Spot, from: &Spot) -> Result<()> {
        if to.ty == Type::Bool && from.ty != Type::Bool {
            self.note_truth_value();
        }
        if to.ty.is_scalar()
            && from.ty.is_scalar()
            && self.machine(&to.ty) == self.machine(&from.ty)
        {
            let value = self.read(from)?;
            return self.write(to, value);
        }
        if to.ty == from.ty && !to.ty.is_scalar() {
            self.copy(to, from)
        } else {
            self.approximate(Approximation::CallType, |this| this.forget(to))
        }
    }

    /// Functions whose address is taken and that a pointer of this type may call. The others, which
    /// are not defined or do not fit, are part of the remaining case.
    fn candidates(&self, ty: &FunctionType) -> Vec<u32> {
        let fits = |f: &&u32| {
            let Some(function) = self.program.function(**f) else {
                return false;
            };
            let observed = self.program.observed.active;
            // That of which the body was left out is refused where it is called.
            let known = function.body.is_some()
                || function.pruned
                || (is_violation(&function.name) || is_assertion(&function.name)) && !observed
                // What these do is known, or known to be left out: it is no input.
                || self.is_end(**f)
                || is_computed(&function.name)
                || is_allocator(&function.name)
                || is_peculiar(&function.name);
            known && self.plan.may_call(&self.program.types, ty, &function.ty)
        };
        let taken = self.plan.reached.taken.iter();
        taken.filter(fits).copied().collect()
    }
}

impl Argument {
    /// The same argument for another case of the same call.
    pub(super) fn again(&self) -> Argument {
        match self {
            Argument::Scalar(term, ty) => Argument::Scalar(*term, ty.clone()),
            Argument::Record(spot) => Argument::Record(spot.clone()),
            Argument::Opaque(ty) => Argument::Opaque(ty.clone()),
        }
    }
}

impl Spot {
    /// Whether the object is a split variable.
    pub(super) fn is_split(&self) -> bool {
        matches!(&self.at, At::Split(storage, _) if matches!(**storage, Storage::Split(_)))
    }
}
