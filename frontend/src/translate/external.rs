//! Functions without a body: the verifier's own, those of the C library that matter, and the
//! default model (DESIGN §4, "External functions").

use super::call::Argument;
use super::contents::Given;
use super::fill::Filling;
use super::object::indeterminate;
use super::place::{At, Spot, Storage};
use super::scan::Scan;
use super::{Action, Extent, Result, Seen, Translator, What};
use crate::accounting::{
    aborts, clears, ends_run, ends_task, is_allocator, is_computed, is_harmless, is_violation,
    may_end_run, meets_signal, opens, panics, results, returns_with_zero, writes_what_follows,
    yields_object,
};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::flatten::{is_mere_number, Value, ValueKind};
use crate::ir::{Function, ANY, BLOCK, CHOICE, NUMBERS, OTHER_FLAG};
use crate::partition::MapKey;
use crate::types::{Qual, Type};
use std::collections::{BTreeSet, HashSet};

impl<'p> Translator<'p> {
    /// Functions with a meaning of their own, whether they have a body or not. The inner option is
    /// the result's place.
    pub(super) fn intrinsic(&mut self, f: u32, args: &'p [Value]) -> Result<Option<Option<Spot>>> {
        let Some(function) = self.program.function(f) else {
            return Ok(None);
        };
        let name = function.name.as_str();
        let pos = self.out.pos;
        match (name, args) {
            _ if is_violation(name) && !self.program.observed.active => {
                self.violate();
            }
            // A definition in the program says what they do.
            ("__VERIFIER_assert" | "assert" | "__VERIFIER_assume", _)
                if function.body.is_some() =>
            {
                return Ok(None)
            }
            ("__VERIFIER_assert" | "assert", [_]) if self.program.observed.active => {
                return Ok(None)
            }
            ("__VERIFIER_assert" | "assert" | "__VERIFIER_assume", [condition]) => {
                if !condition.ty.is_scalar() {
                    let message = format!("`{name}` takes a condition, which is a scalar");
                    return Err(self.fail(ErrorKind::Unsupported, message));
                }
                let (yes, no) = (self.out.new_loc(pos), self.out.new_loc(pos));
                self.branch(condition, yes, no)?;
                self.out.pos = pos;
                self.out.resume(no);
                if name == "__VERIFIER_assume" {
                    self.out.stop();
                } else {
                    self.violate();
                }
                self.out.resume(yes);
            }
            _ if function.body.is_some() => return Ok(None),
            _ if ends_run(name) => {
                let status = match self.program.at_exit {
                    Some(_) => self.arguments(args)?.into_iter().next(),
                    None => None,
                };
                self.out.pos = pos;
                self.refuse_outside(name, args)?;
                if name == OTHER_FLAG {
                    self.note(
                        "undefined-behaviour",
                        "__atomic_test_and_set",
                        "The bytes that it sets are 0 or 1 before.",
                    );
                    self.depart("undefined-behaviour", "a flag is neither 0 nor 1");
                }
                if name == "__builtin_unreachable" {
                    self.note(
                        "undefined-behaviour",
                        "unreachable",
                        "Code marked with `__builtin_unreachable` is not reached.",
                    );
                    self.depart("undefined-behaviour", "`__builtin_unreachable` is reached");
                }
                self.end(name, status)?;
            }
            _ => return Ok(None),
        }
        let result = function.ty.result.clone();
        Ok(Some(if result == Type::Void {
            None
        } else {
            Some(self.unknown_record(&result)?)
        }))
    }

    /// The run ends in a function without a body, or may, if it is one of those.
    fn end_in(&mut self, function: &Function, values: &[Argument]) -> Result<()> {
        let name = function.name.as_str();
        if function.noreturn || ends_run(name) {
            let status = values
                .first()
                .filter(|_| ends_run(name))
                .map(Argument::again);
            self.end(name, status)
        } else if may_end_run(function) && !self.program.observed.finals.is_empty() {
            self.perhaps_end()
        } else if returns_with_zero(function) && !self.is_zero(values.first())
            || meets_signal(function)
        {
            // That it returns is no input: a violation behind it would rest on that.
            self.approximate(Approximation::Library, Self::perhaps_end)
        } else {
            Ok(())
        }
    }

    /// The run ends in a function without a body that does not return. Unless that is known to
    /// abort, it may be like `exit`.
    fn end(&mut self, name: &str, status: Option<Argument>) -> Result<()> {
        if ends_task(name) {
            self.note("external", name, "Does not return.");
        }
        if !aborts(name) {
            self.end_of_run(status.unwrap_or(Argument::Opaque(Type::INT)))?;
        } else if panics(name) && !self.program.observed.finals.is_empty() {
            let detail = "Stops the machine: as of `abort`, nothing is demanded there.";
            self.note("events", name, detail);
        }
        self.out.stop();
        Ok(())
    }

    /// The run ends in a function outside, if only the name that was called says so: the function
    /// has another one for the linker.
    pub(super) fn end_if_promised(&mut self, f: u32) -> Result<()> {
        let outside = self.program.function(f).filter(|f| f.body.is_none());
        match outside.filter(|f| !f.noreturn && !ends_run(&f.name)) {
            Some(function) => self.end(&function.name, None),
            None => Ok(()),
        }
    }

    /// The run may end in a function outside, if another of its names says that it does not return.
    pub(super) fn end_if_promised_elsewhere(&mut self, f: u32) -> Result<()> {
        match self.is_end_elsewhere(f) {
            // As of signals: that it returns is no input.
            true => self.approximate(Approximation::Library, Self::perhaps_end),
            false => Ok(()),
        }
    }

    /// Whether it matters that another name of a function outside says that it does not return.
    fn is_end_elsewhere(&self, f: u32) -> bool {
        let program = self.program;
        let mut outside = program.function(f).into_iter().filter(|f| f.body.is_none());
        let open = outside.any(|f| !f.noreturn && !ends_run(&f.name));
        let mut names = (0u32..).zip(&program.functions);
        let mut promised = || names.any(|(g, other)| other.noreturn && program.resolve(g) == f);
        open && !program.observed.finals.is_empty() && promised()
    }

    /// The run ends here, or goes on.
    fn perhaps_end(&mut self) -> Result<()> {
        let pos = self.out.pos;
        let (ends, returns) = (self.out.new_loc(pos), self.out.new_loc(pos));
        let choice = self.unknown(self.program.types.address());
        let zero = self.arena.lit(0);
        let atom = self.arena.eq(choice, zero);
        self.split(atom, true, ends, returns);
        self.out.resume(ends);
        self.end_of_run(Argument::Opaque(Type::INT))?;
        self.out.stop();
        self.out.pos = pos;
        self.out.resume(returns);
        Ok(())
    }

    fn is_zero(&self, argument: Option<&Argument>) -> bool {
        match argument {
            Some(Argument::Scalar(term, _)) => self.arena.as_lit(*term) == Some(0),
            Some(Argument::Record(_) | Argument::Opaque(_)) | None => false,
        }
    }

    /// Whether calling a function ends the run, or may, although it has no body.
    pub(super) fn is_end(&self, id: u32) -> bool {
        self.program.function(id).is_some_and(|f| {
            let known = f.noreturn || ends_run(&f.name) || may_end_run(f) || meets_signal(f);
            f.body.is_none() && (known || self.is_end_elsewhere(id))
        })
    }

    /// A call of a function without a body.
    pub(super) fn external(
        &mut self,
        f: u32,
        mut values: Vec<Argument>,
        args: &'p [Value],
    ) -> Result<Option<Spot>> {
        let program = self.program;
        let Some(function) = program.function(f) else {
            return Ok(None);
        };
        let name = function.name.as_str();
        self.refuse_outside(name, args)?;
        self.keep_arguments(&mut values);
        if !self.is_called_as_known(function, &values, args) {
            return self.call_otherwise(function);
        }
        // The verifier's functions yield values; what they get an address of, they change.
        if self.program.is_nondet(f) {
            self.out.emit(What::AnyValue);
        }
        let inert = self.program.is_nondet(f) && args.iter().all(|arg| self.is_number(arg));
        let scan = self.scan(name, args);
        let unclear = is_computed(name)
            || writes_what_follows(name)
            || matches!(scan, Scan::Other)
            || self.plan.reached.follows_from_calls(self.program, name);
        match inert {
            true => {}
            false if unclear => self.approximate(Approximation::Library, |this| {
                this.external_effects(function, &values, args)
            })?,
            false => self.external_effects(function, &values, args)?,
        }
        if !inert {
            self.frees(name, &values);
        }
        self.end_in(function, &values)?;
        match &function.ty.result {
            Type::Void => Ok(None),
            ty => {
                let given = self.given(name, &values, args);
                let spot = match self.result_of_scan(&scan, ty)? {
                    Some(spot) => spot,
                    None => self.external_result(function, &given)?,
                };
                self.assume_told(function, &values, &spot)?;
                if is_allocator(name) {
                    self.allocated(name, &values, &spot)?;
                    self.give(&given, &spot)?;
                }
                // `memcpy` and its kin return their first argument (C11 7.24.2).
                if let ("memcpy" | "memmove" | "memset", Some(Argument::Scalar(term, _)), true) = (
                    name.trim_start_matches("__builtin_"),
                    values.first(),
                    spot.is_split(),
                ) {
                    self.write(&spot, *term)?;
                }
                Ok(Some(spot))
            }
        }
    }

    /// Arguments stay what they are while the function writes to memory, and to objects that it
    /// knows by their names.
    fn keep_arguments(&mut self, values: &mut [Argument]) {
        let others = !self.objects_of_others().is_empty();
        for value in values {
            if let Argument::Scalar(term, ty) = value {
                let named = others && self.arena.var_mask(*term) != 0;
                if named || self.depends_on_memory(*term) {
                    *term = self.save(*term, ty);
                }
            }
        }
    }

    /// Whether an argument is a number that is no address.
    fn is_number(&self, arg: &Value) -> bool {
        is_mere_number(&self.program.types, &arg.ty, arg.as_int().is_some())
    }

    fn external_result(&mut self, function: &Function, given: &Given) -> Result<Spot> {
        let (name, ty) = (function.name.as_str(), &function.ty.result);
        if name == ANY {
            let storage = self.scratch(ty);
            let spot = self.variable_spot(&storage, ty);
            self.usual(&spot, 0)?;
            return Ok(spot);
        }
        if NUMBERS.contains(&name) {
            return self.approximate(Approximation::Library, |this| this.unknown_record(ty));
        }
        if name == CHOICE {
            return self.approximate(Approximation::Order, |this| this.unknown_record(ty));
        }
        if is_allocator(name) {
            self.out.emit(What::Allocation(
                clears(name) && matches!(given, Given::Open | Given::Lost),
            ));
            if clears(name) && matches!(given, Given::Open) {
                self.note(
                    "external",
                    "contents of blocks",
                    "No result depends on whether a block that an allocator clears lies where a block was that is freed.",
                );
            }
            // The part of a block that is new is indeterminate (C11 7.22.3.4, 7.22.3.5).
            if !clears(name) || name.ends_with("realloc") {
                self.out.note(indeterminate());
            }
        }
        let aligned = name.ends_with("aligned_alloc") && matches!(given, Given::Open);
        let computed =
            is_computed(name) && !is_allocator(name) || self.yields_what_follows(function);
        if computed || aligned || yields_object(name) {
            return self.approximate(Approximation::Library, |this| this.unknown_record(ty));
        }
        if opens(name) {
            self.out.emit(What::Allocation(false));
        }
        let result = match self.plan.reached.follows_from_calls(self.program, name) {
            true => self.approximate(Approximation::Library, |this| this.unknown_record(ty))?,
            false => self.unknown_record(ty)?,
        };
        let long = matches!(name, "random" | "lrand48");
        let integer = *ty == Type::INT || long && ty.is_integer();
        if let Some((low, high)) = results(name).filter(|_| integer) {
            let value = self.read(&result)?;
            let (low, high) = (self.arena.lit(low), self.arena.lit(high));
            let (above, below) = (self.arena.le(low, value), self.arena.le(value, high));
            self.out.assume(above);
            self.out.assume(below);
        }
        Ok(result)
    }

    /// Whether a function yields what the standard leaves open to a library.
    pub(super) fn is_model_choice(&self, f: u32) -> bool {
        self.program.function(f).is_some_and(|f| f.name == ANY)
    }

    /// A variable gets what a library may choose: any value in proofs. No input decides about it,
    /// so violations rest on one value alone: what libraries do in fact.
    pub(super) fn usual(&mut self, spot: &Spot, value: i128) -> Result<()> {
        let why = Approximation::Library;
        let var = match &spot.at {
            At::Split(storage, first) => match &**storage {
                Storage::Split(slots) => slots.get(*first).and_then(|slot| slot.var),
                Storage::Memory { .. } => None,
            },
            At::Memory { .. } => None,
        };
        let Some((var, _)) = var else {
            return self.approximate(why, |this| this.forget(spot));
        };
        let value = self.arena.lit(value);
        self.out.act(Action::Open {
            var,
            value,
            why,
            seen: Seen::ByAll,
        });
        Ok(())
    }

    fn external_effects(
        &mut self,
        function: &'p Function,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<()> {
        let name = function.name.as_str();
        let plain = name.trim_start_matches("__builtin_");
        let (note, detail) = match plain {
            "memcpy" | "memmove" | "memset" => return self.block_copy(name, values, args),
            // The stack frees it, and the program is its only user.
            _ if name == BLOCK => (false, ""),
            // These are in models, which the ledger names; no program has functions of such names.
            _ if name == CHOICE || NUMBERS.contains(&name) => (false, ""),
            _ if is_allocator(name) => (true, "Returns null or a block of the size that it is asked for, of memory that nothing else uses; changes nothing else."),
            _ if is_harmless(name) => {
                // What `%n` writes to (C11 7.21.6.1p8). `%hhn` needs a pointer to characters, as
                // strings do: no program in view has it.
                let counts = plain.contains("print") && !self.prints_only(plain, args);
                let counts = args
                    .iter()
                    .zip(values)
                    .filter(|(arg, _)| counts && points_to_count(arg));
                self.havoc_reachable(counts, Extent::Everything)?;
                self.forget_streams();
                match args.iter().any(|arg| arg.ty == Type::VaList) {
                    true => (true, "Changes nothing that the program can see; its format has no `%n`."),
                    false if !plain.contains("print") => (true, "Changes nothing that the program can see."),
                    false => (true, "Changes nothing that the program can see, except through `%n`, which gets a pointer to an integer that is no character and may change."),
                }
            }
            _ if self.plan.uses_streams(self.program, function, args) => {
                self.forget_streams();
                self.forget_undefined()?;
                let detail = match results(name) {
                    Some(_) => "Returns what the C standard allows; changes nothing but a stream and its file.",
                    None => "Returns any value; changes nothing but a stream and its file.",
                };
                (true, detail)
            }
            _ => return self.outside_effects(function, values, args),
        };
        if note {
            self.note("external", name, detail);
        }
        Ok(())
    }

    /// `memcpy`, `memmove` and `memset`: part by part if the argument's type has exactly the size
    /// that is copied or cleared, else memory becomes unknown.
    fn block_copy(&mut self, name: &str, values: &[Argument], args: &'p [Value]) -> Result<()> {
        let [to, second, size] = args else {
            return Err(self.fail(ErrorKind::Type, format!("`{name}` needs three arguments")));
        };
        self.note_address();
        // Nothing is copied or filled (C11 7.24.1p2).
        if size.as_int() == Some(0) {
            return Ok(());
        }
        let types = &self.program.types;
        let object = to.pointee_behind_casts();
        let exact = object.filter(|ty| {
            size.as_int().is_some() && types.size_of(ty).ok().map(i128::from) == size.as_int()
        });
        let spot = |value: Option<&Argument>, ty: &Type| match value {
            Some(Argument::Scalar(address, _)) => Some(Spot {
                ty: ty.clone(),
                volatile: false,
                at: At::Memory {
                    address: *address,
                    field: None,
                    character: false,
                },
            }),
            _ => None,
        };
        if let Some(ty) = exact.filter(|ty| !ty.is_character()) {
            let target = spot(values.first(), ty).filter(|_| !name.ends_with("memset"));
            if target.is_some() {
                self.note_objects(args.iter().take(2));
            }
            if let (Some(target), Some(source), true) = (
                &target,
                spot(values.get(1), ty),
                second.pointee_behind_casts() == Some(ty),
            ) {
                return self.copy_block(name, target, &source);
            }
        }
        if let Some(done) = self.copied_array(name, values, args) {
            return done;
        }
        if self.copied_bytes(name, values, args) {
            return Ok(());
        }
        let within = match values.get(2) {
            Some(Argument::Scalar(size, _)) => self.within(to, *size)?,
            Some(_) | None => None,
        };
        match within {
            Some(array) => self.block_within((name, &array), values, args),
            None => self.block_anywhere(name, values, args),
        }
    }

    /// Copies or fills a block as far as it is known what becomes of it: the maps of which it is;
    /// `None` if it is of all.
    pub(super) fn known_block(
        &mut self,
        name: &str,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<Option<BTreeSet<MapKey>>> {
        Ok(match name.ends_with("memset") {
            true => match self.set_block(values, args)? {
                Filling::Exact => None,
                Filling::Within(known) => Some(known),
            },
            false => Some(self.copied_elements(name, values, args)?),
        })
    }

    /// Copies or fills a block: memory becomes unknown, but for what is known of it.
    pub(super) fn block_anywhere(
        &mut self,
        name: &str,
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<()> {
        let object = args.first().and_then(Value::pointee_behind_casts);
        if let Some(known) = self.known_block(name, values, args)? {
            self.forget_block((name, object), values, &known);
        }
        Ok(())
    }

    /// A block gets what is not known, but for these maps.
    fn forget_block(
        &mut self,
        (name, object): (&str, Option<&Type>),
        values: &[Argument],
        known: &BTreeSet<MapKey>,
    ) {
        let function = self.function_name();
        self.note(
            "approximation",
            &function,
            "A block of memory is copied or filled: what lies there becomes unknown.",
        );
        let punned = self.plan.characters_pun();
        if object.is_none_or(|ty| {
            *ty == Type::Void || ty.is_character() && punned || self.program.carries_state(ty)
        }) {
            self.forget_states(Approximation::Block);
        }
        let extent = block_extent(values, name.ends_with("memset"));
        self.forget_memory_but(known, Approximation::Block, extent);
    }

    /// A block that a typed pointer points to, and that is as large as objects of its type, is
    /// taken to be such objects, though functions on blocks access bytes (C11 7.24.1p3).
    pub(super) fn note_objects(&mut self, pointers: impl Iterator<Item = &'p Value>) {
        if pointers.into_iter().all(Value::is_object_address) {
            return;
        }
        self.note(
            "type-based-aliasing",
            "blocks",
            "`memcpy`, `memmove` and `memset` of as many bytes as objects have of the type to which \
             an argument points access such objects, as a whole.",
        );
    }

    /// Makes unknown what an unknown function may change through its arguments.
    pub(super) fn havoc_reachable<'a>(
        &mut self,
        args: impl IntoIterator<Item = (&'p Value, &'a Argument)>,
        extent: Extent,
    ) -> Result<()> {
        let mut reach = Reach::default();
        let mut inputs = Vec::new();
        for (arg, value) in args {
            inputs.extend(self.input_object(arg, value));
            let ty = pointer_behind_casts(arg);
            if let Type::Pointer(q) = ty {
                self.reach(&mut reach, q, None, true);
            } else if let Type::Record(_) | Type::VaList = ty {
                self.reach(&mut reach, &Qual::from(ty.clone()), None, false);
            }
        }
        self.forget_reached(reach, extent);
        self.inputs(inputs)
    }

    pub(super) fn forget_reached(&mut self, reach: Reach, extent: Extent) {
        if reach.all {
            return self.forget_memory(Approximation::External, extent);
        }
        let keys = self.plan.changed_with(reach.keys);
        self.forget_maps(keys, Approximation::External, extent);
    }

    /// The scalar object that an argument points to directly: what an unknown function writes there
    /// is an input.
    fn input_object(&mut self, arg: &Value, value: &Argument) -> Option<Spot> {
        let object = pointer_behind_casts(arg)
            .pointee()
            .filter(|q| !q.constant && q.ty.is_scalar() && !q.ty.is_character())?;
        let Argument::Scalar(address, ty) = value else {
            return None;
        };
        // Without a map, the program never looks at such an object.
        self.objects
            .maps
            .get(&self.plan.key(&self.program.types, None, &object.ty))?;
        let address = self.save(*address, ty);
        Some(Spot {
            ty: object.ty.clone(),
            volatile: false,
            at: At::Memory {
                address,
                field: None,
                character: false,
            },
        })
    }

    fn inputs(&mut self, objects: Vec<Spot>) -> Result<()> {
        objects.iter().try_for_each(|spot| self.forget(spot))
    }

    /// Collects the maps of an object and of what its pointers reach, by their types. `writable`:
    /// the object itself may change.
    pub(super) fn reach(
        &self,
        reach: &mut Reach,
        object: &Qual,
        field: Option<(u32, usize)>,
        writable: bool,
    ) {
        let types = &self.program.types;
        let writable = writable && !object.constant;
        match &object.ty {
            Type::Void => reach.all |= writable,
            Type::Function(_) | Type::VaList => reach.all |= object.ty == Type::VaList,
            // Characters may be the bytes of anything.
            ty if ty.is_character() && field.is_none() => reach.all |= writable,
            Type::Array(element, _) => self.reach(reach, element, field, writable),
            Type::Record(record) => {
                if !reach.seen.insert((*record, writable)) {
                    return;
                }
                for (index, f) in types.fields(*record).iter().enumerate() {
                    self.reach(reach, &f.ty, Some((*record, index)), writable);
                }
                if writable {
                    reach.keys.extend(self.plan.overlapping_padding(*record));
                }
                // What an incomplete type holds, the program cannot access, unless it is something
                // of another type.
                reach.all |= self.plan.is_disguise(types, *record);
            }
            ty => {
                if writable {
                    reach.keys.insert(self.plan.key(types, field, ty));
                }
                if let Type::Pointer(q) = ty {
                    if matches!(q.ty, Type::Void) || q.ty.is_character() {
                        reach.all |= !q.constant;
                    } else if reach.pointers.insert(Qual::clone(q)) {
                        self.reach(reach, q, None, true);
                    }
                }
            }
        }
    }
}

/// What `memcpy` and its kin change, by the values of their arguments (C11 7.24.2, 7.24.6.1).
pub(super) fn block_extent(values: &[Argument], fills: bool) -> Extent {
    let [Argument::Scalar(from, _), second, Argument::Scalar(size, _)] = values else {
        return Extent::Everything;
    };
    let fill = match second {
        Argument::Scalar(byte, _) if fills => Some(*byte),
        _ => None,
    };
    let (from, size) = (*from, *size);
    Extent::Block { from, size, fill }
}

/// The maps that an unknown function may change.
#[derive(Default)]
pub(super) struct Reach {
    all: bool,
    pub(super) keys: BTreeSet<MapKey>,
    seen: BTreeSet<(u32, bool)>,
    pointers: HashSet<Qual>,
}

/// Whether an argument is a pointer to an integer that may change and is no character.
fn points_to_count(e: &Value) -> bool {
    matches!(pointer_behind_casts(e).pointee(), Some(q) if !q.constant && q.ty.is_integer() && !q.ty.is_character())
}

/// The type of an argument before conversions to `void *`.
fn pointer_behind_casts(e: &Value) -> &Type {
    match &e.kind {
        ValueKind::Convert(inner)
            if matches!(inner.ty, Type::Pointer(_))
                && matches!(e.ty.pointee(), Some(q) if q.ty == Type::Void && !q.constant) =>
        {
            pointer_behind_casts(inner)
        }
        _ => &e.ty,
    }
}
