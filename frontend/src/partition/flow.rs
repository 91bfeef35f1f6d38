//! Which objects pointers reach that went through something without a type: `void *`, pointers to
//! characters, integers, functions' pointers.
//!
//! C11 6.5p7 lets an `int` lvalue access an `int` object, also if the lvalue names a member of a
//! structure and the object is a variable, an element of an array, or a member of another
//! structure. The maps of the two are apart only if no pointer to the one becomes a pointer to the
//! structure of the other. So values are followed from where they are pointers to objects of one
//! type to where they are pointers to objects of another, regardless of the order in which things
//! happen: a [`Holder`] is whatever holds a pointer, and an edge leads from a holder to each one
//! that may get its value.

use super::access::{Accesses, Variable};
use super::graph::{Graph, Holder};
use super::parts::Parts;
use super::reach::Owner;
use crate::accounting::{is_allocator, is_computed, moves_blocks};
use crate::flatten::{
    Base, Call, Callee, Destination, Kind, Part, Place, Step, Stmt, Value, ValueKind,
};
use crate::ir::{Arith, Body, Program};
use crate::types::Type;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Follows the values of a program.
#[derive(Clone)]
pub(super) struct Flow<'p> {
    pub(super) program: &'p Program,
    pub(super) graph: Graph,
    /// Whose statements are read.
    pub(super) owner: Owner,
    /// One scalar part of each kind, by type.
    pub(super) parts: HashMap<Type, Rc<Parts>>,
    /// Where memory is allocated.
    allocations: Vec<Owner>,
    /// Types as which objects are copied as wholes, or by parts that are smaller than pointers.
    pub(super) wholes: HashSet<Type>,
    /// By function: who calls it, and what gets the result.
    results: HashMap<u32, Vec<(Owner, Holder)>>,
}

/// What lies at addresses that are numbers.
pub(super) const AT_NUMBERS: Holder = Holder::Untyped(0);

impl<'p> Flow<'p> {
    pub(super) fn new(program: &'p Program) -> Flow<'p> {
        Flow {
            program,
            graph: Graph::default(),
            owner: Owner::Initial(0),
            parts: HashMap::new(),
            allocations: Vec::new(),
            wholes: HashSet::new(),
            results: HashMap::new(),
        }
    }

    /// Reads a statement.
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            Kind::Assign(place, value) => self.flows(value, self.kept(place)),
            Kind::Call(call) => self.call(call),
            Kind::Overflow(operation) => {
                let stored = operation.stored.as_ref().and_then(|p| self.kept(p));
                self.flows(&operation.a, stored.clone());
                self.flows(&operation.b, stored.clone());
                stored
                    .iter()
                    .for_each(|to| self.graph.edge(&AT_NUMBERS, to));
            }
            Kind::Observe(f, values) => self.hands_over(*f, values),
            // What it yields may be what it gets.
            Kind::Asm(asm) => {
                for output in &asm.outputs {
                    let to = self.kept(output);
                    asm.inputs
                        .iter()
                        .for_each(|input| self.flows(input, to.clone()));
                }
            }
            Kind::Enter(..)
            | Kind::Clear(..)
            | Kind::Label { .. }
            | Kind::Goto(_)
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Heard(_) => {}
        }
        stmt.parts(&mut |part| match part {
            Part::Object(place) => {
                self.designated(place);
                self.copied_in_parts(place);
                if let (Base::Deref(pointer), false) = (&place.base, place.ty.volatile) {
                    self.accessed(pointer);
                }
            }
            Part::Address(place) => {
                self.designated(place);
                if let (Some(whole), Some(to)) =
                    (self.inside(place), self.pointers_to(&place.ty.ty))
                {
                    self.graph.edge(&whole, &to);
                }
            }
            Part::Function(f, _) => {
                let f = self.program.resolve(f);
                self.called_from_anywhere(f);
            }
            Part::Conversion(value, to) | Part::Argument(value, to) => {
                self.flows(value, self.pointers(to));
            }
        });
    }

    /// An object is copied as a whole, or a part of one that may be a part of a pointer.
    fn copied_in_parts(&mut self, place: &Place) {
        let types = &self.program.types;
        let (ty, base) = (place.ty.ty.innermost(), place.base_ty.innermost());
        let record = matches!(ty, Type::Record(_));
        let small = || types.size_of(ty).is_ok_and(|n| n < types.pointer_bytes());
        let inside = matches!(base, Type::Record(_)) && (record || small());
        let both = [(record, ty), (inside, base)];
        for (_, ty) in both.into_iter().filter(|(copied, _)| *copied) {
            if !self.wholes.contains(ty) {
                self.wholes.insert(ty.clone());
            }
        }
    }

    /// The bytes of objects that are nothing but characters are bytes.
    fn designated(&mut self, place: &Place) {
        if let Base::Deref(pointer) = &place.base {
            if self.is_characters(place.base_ty.innermost()) {
                self.bytes_at(pointer);
            }
        }
    }

    /// What a pointer points to is accessed, and perhaps not as something volatile.
    fn accessed(&mut self, pointer: &Value) {
        let volatile = |ty: &Type| ty.pointee().is_some_and(|object| object.volatile);
        if !volatile(&pointer.behind_casts().ty) || !volatile(&pointer.ty) {
            self.flows(pointer, Some(Holder::Plain));
        }
    }

    /// The values of an expression get into a holder.
    fn flows(&mut self, e: &Value, to: Option<Holder>) {
        let Some(to) = to else { return };
        let mut from = Vec::new();
        self.sources(e, &mut from);
        self.edges(&from, &to);
    }

    fn edges(&mut self, from: &[Holder], to: &Holder) {
        for source in from {
            self.graph.edge(source, to);
        }
    }

    // -- calls

    fn call(&mut self, call: &Call) {
        let args = &call.args;
        let mut results = Vec::new();
        args.iter().for_each(|arg| self.accessed(arg));
        match &call.callee {
            Callee::Function(f) => {
                let f = self.program.resolve(*f);
                self.copies(f, args);
                self.hands_over(f, args);
                self.returned(f, args, &mut results);
            }
            Callee::Pointer { .. } | Callee::Pointed(..) => {
                self.anywhere(args);
                // It may be an allocator. What others yield, conversions of functions say.
                if self.is_untyped(&call.ty) {
                    results.extend([Holder::Anywhere, self.allocated(self.owner)]);
                }
            }
        }
        if let Some(to) = &call.result {
            self.delivers(to, &call.ty, results);
        }
    }

    /// The result of a call gets where it belongs.
    fn delivers(&mut self, to: &Destination, ty: &Type, results: Vec<Holder>) {
        let mut from = results;
        // The function may be called as one of another type.
        if let Some(typed) = self.pointers(ty) {
            self.delivered(&from, &typed);
            from = vec![typed];
        }
        for next in &to.through {
            if let Some(typed) = self.pointers(next) {
                self.delivered(&from, &typed);
                from = vec![typed];
            }
        }
        if let Some(to) = self.kept(&to.place) {
            self.delivered(&from, &to);
        }
    }

    fn delivered(&mut self, from: &[Holder], to: &Holder) {
        self.edges(from, to);
        for holder in from {
            if let Holder::Result(Owner::Function(f)) = holder {
                let results = self.results.entry(*f).or_default();
                results.push((self.owner, to.clone()));
            }
        }
    }

    /// What a function does with the memory that it allocates is nothing but returning it: then
    /// each of its calls allocates.
    pub(super) fn allocators(&mut self, accesses: &Accesses) {
        let mut at = 0;
        let mut passed_on = HashSet::new();
        while let Some(owner) = self.allocations.get(at).copied() {
            at += 1;
            let memory = Holder::Untyped(u32::try_from(at).unwrap_or(u32::MAX));
            let Owner::Function(f) = owner else { continue };
            if !self.only_returns(&memory, owner, accesses) {
                continue;
            }
            self.graph.cut(&memory);
            if passed_on.insert(f) {
                for (caller, to) in self.results.get(&f).cloned().unwrap_or_default() {
                    let memory = self.allocated(caller);
                    self.graph.edge(&memory, &to);
                }
            }
        }
    }

    /// Whether memory gets from where it is allocated to where a function returns it, and nowhere
    /// else, and the function is only called by its name.
    fn only_returns(&mut self, memory: &Holder, owner: Owner, accesses: &Accesses) -> bool {
        let result = Holder::Result(owner);
        let (mut seen, mut work) = (HashSet::new(), vec![memory.clone()]);
        while let Some(holder) = work.pop() {
            for next in self.graph.next(&holder) {
                // Who knows where the variable is may hand on what is in it.
                let own = match &next {
                    Holder::Local(of, local) if *of == owner => {
                        !accesses.memory.contains(&Variable::Local(*of, *local))
                    }
                    _ => false,
                };
                if next != result && !own {
                    return false;
                }
                if next != result && seen.insert(next.clone()) {
                    work.push(next);
                }
            }
        }
        !self.graph.next(&result).contains(&Holder::Anywhere)
    }

    /// What a call returns. A function outside of the program may return what it is given; what
    /// else it returns is the affair of an assumption (`type-based-aliasing`).
    fn returned(&mut self, f: u32, args: &[Value], out: &mut Vec<Holder>) {
        let Some(function) = self.program.function(f) else {
            return;
        };
        if function.body.is_some() {
            let result = Holder::Result(Owner::Function(f));
            out.extend(self.typed_or(&function.ty.result, result));
        } else {
            // What it gets may have moved there (C11 7.22.3.5).
            if is_allocator(&function.name) {
                out.push(self.allocated(self.owner));
            }
            // What is computed from numbers is one, and may be that which it is computed from.
            if is_computed(&function.name) {
                let mut given = vec![AT_NUMBERS];
                args.iter().for_each(|arg| self.sources(arg, &mut given));
                self.computed(&function.ty.result, &given, out);
            }
            let pointers = args.iter().filter(|arg| self.is_untyped(&arg.ty));
            pointers.for_each(|arg| self.sources(arg, out));
        }
    }

    /// A result that is computed from numbers, or has parts that are, may be these.
    fn computed(&mut self, result: &Type, given: &[Holder], out: &mut Vec<Holder>) {
        if result.is_arithmetic() && self.is_untyped(result) {
            out.extend_from_slice(given);
        }
        if let Type::Record(_) = result {
            for leaf in &self.parts_of(result).leaves {
                let held = self.part(leaf).filter(|_| leaf.ty.is_arithmetic());
                held.iter().for_each(|to| self.edges(given, to));
            }
        }
    }

    /// Memory that a call in a body allocates.
    fn allocated(&mut self, owner: Owner) -> Holder {
        self.allocations.push(owner);
        Holder::Untyped(u32::try_from(self.allocations.len()).unwrap_or(u32::MAX))
    }

    fn definition(&self, f: u32) -> Option<&'p Body> {
        let function = self.program.function(f)?;
        function.body.as_ref()
    }

    /// A call of a known function: its parameters get the arguments.
    fn hands_over(&mut self, f: u32, args: &[Value]) {
        let Some(body) = self.definition(f) else {
            return;
        };
        for (local, (index, arg)) in body.locals.iter().take(body.params).zip((0u32..).zip(args)) {
            let parameter = Holder::Local(Owner::Function(f), index);
            let to = self.typed_or(&local.ty.ty, parameter);
            self.flows(arg, to);
        }
        self.anywhere(args.get(body.params..).unwrap_or_default());
        // What a function of a library does with what it gets, its body does not say.
        let function = self.program.function(f);
        if self.program.described && function.is_some_and(|f| f.modelled) {
            self.anywhere(args);
        }
    }

    /// Values that are handed over to somebody who is not known: variable arguments, arguments of a
    /// call through a pointer.
    fn anywhere(&mut self, values: &[Value]) {
        for value in values {
            self.flows(value, Some(Holder::Anywhere));
        }
    }

    /// A function that pointers may call: its parameters get values from anywhere, and what it
    /// returns goes anywhere.
    fn called_from_anywhere(&mut self, f: u32) {
        let Some(body) = self.definition(f) else {
            return;
        };
        let owner = Owner::Function(f);
        for (local, index) in body.locals.iter().take(body.params).zip(0u32..) {
            if self.is_untyped(&local.ty.ty) {
                let parameter = Holder::Local(owner, index);
                self.graph.edge(&Holder::Anywhere, &parameter);
            }
        }
        let function = self.program.function(f);
        if function.is_some_and(|f| self.is_untyped(&f.ty.result)) {
            self.graph.edge(&Holder::Result(owner), &Holder::Anywhere);
        }
    }

    /// Bytes are copied, with the pointers among them; unless both are objects of one type.
    fn copies(&mut self, f: u32, args: &[Value]) {
        let function = self.program.function(f);
        let moves = |name: &str| moves_blocks(name) && !name.ends_with("memset");
        let ([to, from, size], true) = (args, function.is_some_and(|f| moves(&f.name))) else {
            return;
        };
        let (a, b) = (to.pointee_behind_casts(), from.pointee_behind_casts());
        let known = a.is_some_and(|ty| *ty != Type::Void && !ty.is_character());
        self.wholes
            .extend(a.filter(|_| known).map(|ty| ty.innermost().clone()));
        if a != b || !known || self.goes_beyond(a, size) {
            self.copied(to, size);
            self.copied(from, size);
        }
    }

    /// Whether a block may be something else than some objects of a type.
    fn goes_beyond(&self, object: Option<&Type>, size: &Value) -> bool {
        let own = object.and_then(|ty| self.program.types.size_of(ty).ok());
        own.is_none_or(|own| own == 0 || !is_multiple(size, i128::from(own)))
    }

    /// The bytes of a block are copied. Where an expression names the whole of it, it ends there.
    fn copied(&mut self, pointer: &Value, size: &Value) {
        let named = match (&pointer.behind_casts().kind, &size.kind) {
            (ValueKind::Address(place), ValueKind::Int(size)) => {
                let own = self.program.types.size_of(&place.ty.ty);
                own.is_ok_and(|own| i128::from(own) >= *size)
            }
            _ => false,
        };
        let to = match named {
            true => Holder::NamedBytes,
            false => Holder::Bytes,
        };
        // The other members of a union are the same bytes.
        if let ValueKind::Address(place) = &pointer.behind_casts().kind {
            for step in &place.steps {
                if let Step::Field(record, _) = step {
                    let union = self.program.types.record(*record).is_some_and(|r| r.union);
                    let whole = Holder::Pointers(Type::Record(*record));
                    if union {
                        self.graph.edge(&whole, &to);
                    }
                }
            }
        }
        self.flows(pointer, Some(to));
    }

    /// Whether objects of a type are nothing but characters.
    fn is_characters(&mut self, ty: &Type) -> bool {
        let record = matches!(ty, Type::Record(_));
        let mut parts = record.then(|| self.parts_of(ty)).into_iter();
        let all = |parts: Rc<Parts>| parts.leaves.iter().all(|part| part.ty.is_character());
        ty.is_character() || parts.any(all)
    }

    /// The bytes of an object are read or written as bytes.
    fn bytes_at(&mut self, pointer: &Value) {
        self.flows(pointer, Some(Holder::Bytes));
    }
}

/// Whether a number is a multiple of another, whatever it is computed from.
fn is_multiple(e: &Value, of: i128) -> bool {
    match &e.kind {
        ValueKind::Int(value) => value % of == 0,
        ValueKind::Convert(inner) => is_multiple(inner, of),
        ValueKind::Arith(Arith::Mul, a, b) => is_multiple(a, of) || is_multiple(b, of),
        _ => false,
    }
}
