//! What functions without a body change besides what their arguments reach: objects that the
//! program declares and does not define, and the library's own.

use super::call::Argument;
use super::external::Reach;
use super::library::aliasing;
use super::place::Spot;
use super::{Extent, Result, Translator};
use crate::accounting::{
    address_as_number, calls_back, changes_memory, chooses, has_own_object, is_hook,
    is_library_object, jumps, kept_argument, moves_blocks, points_to_status, results,
    returns_twice, takes,
};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::flatten::Value;
use crate::ir::{Function, Linkage};
use crate::partition::is_stream;
use crate::types::{Qual, Type};

impl<'p> Translator<'p> {
    /// What functions of the library do that no model has.
    pub(super) fn refuse_outside(&self, name: &str, args: &[Value]) -> Result<()> {
        let given = |index: usize| args.get(index).is_some_and(|arg| arg.as_int() != Some(0));
        let value = |index: usize| args.get(index).map_or(Some(0), Value::as_int);
        let why = if calls_back(name, value) {
            ": it runs functions of the program"
        } else if kept_argument(name).is_some_and(given) {
            ": other functions change later what it gets"
        } else if returns_twice(name) || jumps(name) {
            ""
        } else {
            return Ok(());
        };
        let message = format!("`{name}` is not supported{why}");
        Err(self.fail(ErrorKind::Unsupported, message))
    }

    /// Whether a function of which more is known than its type says gets its arguments where it
    /// looks for them, and gives its result where the program looks for that.
    pub(super) fn is_called_as_known(
        &self,
        function: &Function,
        values: &[Argument],
        args: &[Value],
    ) -> bool {
        let address = self.program.types.address().bits();
        let fits = |(index, kind): (usize, char)| {
            let Some(Argument::Scalar(_, ty)) = values.get(index) else {
                return false;
            };
            let bits = self.machine(ty).map_or(u8::MAX, |ty| ty.bits());
            let literal = args.get(index).and_then(Value::as_int);
            // What a machine does to get a constant clears the rest of the word.
            let small = kind == 'n' || kind == 's' && literal.is_some_and(|literal| literal >= 0);
            !ty.is_float() && (bits == address || small && bits < address)
        };
        let takes = takes(&function.name);
        let result = &function.ty.result;
        let gives = match result {
            Type::Void => true,
            Type::Record(_) => takes.is_empty(),
            _ if moves_blocks(&function.name) => {
                let bits = self.machine(result).map(|ty| ty.bits());
                !result.is_float() && *result != Type::Bool && bits == Some(address)
            }
            _ => true,
        };
        gives && takes.chars().enumerate().all(fits)
    }

    /// What a function does that is called in another way than it is known to be: it finds other
    /// arguments than it is given.
    pub(super) fn call_otherwise(&mut self, function: &Function) -> Result<Option<Spot>> {
        let why = Approximation::CallType;
        self.note_address();
        self.note(
            "external",
            &function.name,
            "Changes nothing but memory; it is not called as the library has it.",
        );
        self.forget_memory(why, Extent::Everything);
        self.freed(None);
        match &function.ty.result {
            Type::Void => Ok(None),
            ty => self
                .approximate(why, |this| this.unknown_record(ty))
                .map(Some),
        }
    }

    /// Functions of the library run what the program's own hooks hold, whatever they are called
    /// for.
    fn refuse_hooks(&self) -> Result<()> {
        let mut globals = self.program.globals.iter();
        let hook =
            globals.find(|g| g.defined && g.linkage == Linkage::External && is_hook(&g.name));
        match hook {
            None => Ok(()),
            Some(hook) => {
                let message = format!(
                    "`{}` is not supported: the library runs functions of the program that it holds",
                    hook.name
                );
                Err(self.fail(ErrorKind::Unsupported, message))
            }
        }
    }

    /// Whether an integer that is no constant has as many bits as an address.
    fn may_be_address(&self, arg: &Value) -> bool {
        let bits = self.program.types.address().bits();
        let wide = self.machine(&arg.ty).is_some_and(|ty| ty.bits() >= bits);
        arg.ty.is_integer() && wide && arg.as_int().is_none()
    }

    /// Notes what is assumed of pointers that somebody outside writes through.
    fn note_handed(&mut self, args: &[Value]) {
        let written = |arg: &Value| arg.ty.pointee().is_some_and(|q| !q.constant);
        if args.iter().any(written) {
            self.note_address();
            self.out.note(aliasing());
        }
    }

    /// The effects of a function without a body of which nothing else is known.
    pub(super) fn outside_effects(
        &mut self,
        function: &'p Function,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<()> {
        let name = function.name.as_str();
        self.refuse_hooks()?;
        if points_to_status(name) {
            self.note("external", name, "Returns the address of an object that other functions of the library change: the program does not use it after it has called one.");
            return Ok(());
        }
        let result = match results(name) {
            Some(_) => "what the C standard allows",
            None if self.is_told(function) => "what C and POSIX allow",
            None => "any value",
        };
        let own = has_own_object(name);
        let number = address_as_number(name).and_then(|index| args.get(index));
        let address = number.is_some_and(|arg| self.may_be_address(arg));
        let everything = changes_memory(name) || address;
        let mut changes = match everything {
            true => "changes any memory whose address the program takes",
            false => {
                self.note_handed(args);
                "changes only memory that its non-const pointer arguments reach by their types"
            }
        }
        .to_owned();
        if everything {
            self.forget_memory(Approximation::External, Extent::Everything);
        }
        // What the library's functions change is not up to them.
        let extent = match chooses(name) && !everything && !self.is_told(function) {
            true => Extent::Chosen,
            false => Extent::Everything,
        };
        self.havoc_reachable(args.iter().zip(values), extent)?;
        if own {
            self.forget_own_objects();
            changes += ", and objects like those that it and its kin return pointers to";
        }
        if self.forget_undefined()? {
            changes += ", and objects that the program declares and does not define";
        }
        let detail = format!("Returns {result}; {changes}; does not call back into the program.");
        self.note("external", name, &detail);
        Ok(())
    }

    /// Objects that belong to nobody in view, or to the library, whoever defines them: functions
    /// outside the program change them by their names. Whether there are any.
    pub(super) fn forget_undefined(&mut self) -> Result<bool> {
        let all = self.objects_of_others();
        for index in &all {
            let storage = self.global(*index)?;
            self.forget_storage(&storage)?;
        }
        Ok(!all.is_empty())
    }

    /// The objects that [`Self::forget_undefined`] forgets.
    pub(super) fn objects_of_others(&self) -> Vec<u32> {
        let program = self.program;
        let globals = (0u32..).zip(&program.globals);
        let changed = globals.filter(|(index, global)| {
            let used = self.plan.reached.globals.contains(index);
            let observed = program.observed.globals.contains_key(index);
            let library = global.linkage == Linkage::External && is_library_object(&global.name);
            let others = !global.defined || library;
            used && others && !global.ty.constant && !observed
        });
        changed.map(|(index, _)| index).collect()
    }

    /// Makes the objects unknown that functions of the library keep for their results.
    fn forget_own_objects(&mut self) {
        let program = self.program;
        let called = self.plan.reached.functions.iter();
        let owners = called.filter_map(|f| program.called(*f));
        let results = owners
            .filter(|f| f.body.is_none() && has_own_object(&f.name))
            .map(|f| &f.ty.result);
        // `ctime` changes the object of `gmtime`, whoever has a pointer to that (C11 7.27.3.2).
        let records = (0u32..).zip(&program.types.records);
        let times = records.filter(|(_, record)| record.tagged && record.name == "tm");
        let times = times.map(|(id, _)| Type::Record(id).pointer_to());
        let results = results.into_iter().cloned().chain(times);
        let results: Vec<Type> = results.collect();
        results.iter().for_each(|ty| self.forget_own_object(ty));
    }

    fn forget_own_object(&mut self, result: &Type) {
        let mut reach = Reach::default();
        match result.pointee().map(|object| &object.ty) {
            // Its own characters, not the bytes of any object.
            Some(ty) if ty.is_scalar() => {
                let key = self.plan.key(&self.program.types, None, ty);
                reach.keys.insert(key);
            }
            Some(ty @ (Type::Record(_) | Type::Array(..))) => {
                self.reach(&mut reach, &Qual::from(ty.clone()), None, true);
            }
            // The program declares another result than the library's: it may be anything.
            _ => return self.forget_memory(Approximation::External, Extent::Everything),
        }
        self.forget_reached(reach, Extent::Everything);
    }

    /// What streams consist of changes with each output and input (C11 7.21.3). Where the program
    /// looks into them, it may look at what they point to.
    pub(super) fn forget_streams(&mut self) {
        // In memory of bytes, everything would be unknown.
        if self.plan.is_bytes() && !self.plan.looks_into_streams() {
            return;
        }
        let types = &self.program.types;
        let records = (0u32..).take(types.records.len());
        let mut reach = Reach::default();
        for record in records.filter(|record| is_stream(types, *record)) {
            for (index, field) in types.fields(record).iter().enumerate() {
                let key = self.plan.key(types, Some((record, index)), &field.ty.ty);
                reach.keys.insert(key);
            }
            if self.plan.looks_into_streams() {
                self.reach(&mut reach, &Qual::from(Type::Record(record)), None, true);
            }
        }
        self.forget_reached(reach, Extent::Everything);
    }
}
