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

use super::access::{last_field, Accesses, Variable};
use super::alike::{self, look_alike};
use super::class;
use super::conversions::Conversions;
use super::graph::{Graph, Holder};
use super::leaves::{extents, Leaf};
use super::reach::Owner;
use super::{MapKey, FIRST_PAGE_BYTES};
use crate::accounting::{is_allocator, moves_blocks};
use crate::flatten::{Base, Call, Callee, Destination, Kind, Part, Place, Stmt, Value, ValueKind};
use crate::ir::{Body, Program};
use crate::types::{Type, Types};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// Follows the values of a program.
#[derive(Clone)]
pub(super) struct Flow<'p> {
    program: &'p Program,
    graph: Graph,
    /// Whose statements are read.
    pub(super) owner: Owner,
    /// One scalar part of each kind, by type.
    parts: HashMap<Type, Rc<Vec<Leaf>>>,
    /// Where memory is allocated.
    allocations: Vec<Owner>,
    /// By function: who calls it, and what gets the result.
    results: HashMap<u32, Vec<(Owner, Holder)>>,
}

/// What lies at addresses that are numbers.
const AT_NUMBERS: Holder = Holder::Untyped(0);

impl<'p> Flow<'p> {
    pub(super) fn new(program: &'p Program) -> Flow<'p> {
        Flow {
            program,
            graph: Graph::default(),
            owner: Owner::Initial(0),
            parts: HashMap::new(),
            allocations: Vec::new(),
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
                self.flows(&operation.b, stored);
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
                if let (Base::Deref(pointer), false) = (&place.base, place.ty.volatile) {
                    self.accessed(pointer);
                }
            }
            Part::Address(place) => {
                self.designated(place);
                if let (Some(whole), Some(to)) = (inside(place), self.pointers_to(&place.ty.ty)) {
                    self.graph.edge(&whole, &to);
                }
            }
            Part::Function(f, _) => self.called_from_anywhere(self.program.resolve(f)),
            Part::Conversion(value, to) | Part::Argument(value, to) => {
                self.flows(value, self.pointers(to));
            }
        });
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

    /// Whether values of this type can be pointers without saying to what.
    fn is_untyped(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(to) => {
                matches!(to.ty, Type::Void | Type::Function(_)) || to.ty.is_character()
            }
            ty if ty.is_arithmetic() => {
                let types = &self.program.types;
                types.size_of(ty).is_ok_and(|n| n >= types.pointer_bytes())
            }
            _ => false,
        }
    }

    /// All pointers to objects of this type, if that says what they point to.
    fn pointers_to(&self, object: &Type) -> Option<Holder> {
        let object = object.innermost();
        let untyped = matches!(object, Type::Void | Type::Function(_)) || object.is_character();
        (!untyped).then(|| Holder::Pointers(object.clone()))
    }

    /// All pointers of this type, if the type says what they point to.
    fn pointers(&self, ty: &Type) -> Option<Holder> {
        match ty {
            Type::Pointer(to) if !self.is_untyped(ty) => {
                Some(Holder::Pointers(to.ty.innermost().clone()))
            }
            _ => None,
        }
    }

    /// What holds a value of this type if it is in `holder`; `None` if it can be no pointer.
    fn typed_or(&self, ty: &Type, holder: Holder) -> Option<Holder> {
        self.pointers(ty)
            .or_else(|| self.is_untyped(ty).then_some(holder))
    }

    fn kept(&self, place: &Place) -> Option<Holder> {
        let holder = match (last_field(place), &place.base) {
            (Some(member), _) => Holder::Field(member),
            (None, Base::Global(g)) => Holder::Global(*g),
            (None, Base::Local(l)) => Holder::Local(self.owner, *l),
            (None, Base::Result) => Holder::Result(self.owner),
            (None, Base::Deref(_) | Base::String(_)) => Holder::Anywhere,
        };
        self.typed_or(&place.ty.ty, holder)
    }

    /// Where the pointers come from that a value is.
    fn sources(&self, e: &Value, out: &mut Vec<Holder>) {
        if self.is_address(e) {
            out.push(AT_NUMBERS);
        }
        if let Some(pointers) = self.pointers(&e.ty) {
            out.push(pointers);
            return;
        }
        match &e.kind {
            // A function of a library yields it.
            ValueKind::Unknown if self.program.described => out.push(Holder::Anywhere),
            ValueKind::Int(_)
            | ValueKind::Float(_)
            | ValueKind::Unknown
            | ValueKind::Function(_)
            | ValueKind::LabelAddress(..)
            | ValueKind::VarArgs
            | ValueKind::Not(_)
            | ValueKind::Compare(..) => {}
            ValueKind::Load(place) => out.extend(self.kept(place)),
            // Characters: their class, or the objects that they are the bytes of.
            ValueKind::Address(place) => {
                out.push(Holder::Pointers(place.ty.ty.innermost().clone()));
                out.extend(inside(place));
                if let (Base::Deref(pointer), None) = (&place.base, last_field(place)) {
                    self.sources(pointer, out);
                }
            }
            ValueKind::Negate(a) | ValueKind::Complement(a) | ValueKind::Convert(a) => {
                self.sources(a, out);
            }
            // `p - (char *)0` is an address, and added to the one that was subtracted it is again.
            ValueKind::Arith(_, a, b)
            | ValueKind::PointerDiff(a, b, _)
            | ValueKind::PointerAdd {
                pointer: a,
                index: b,
                ..
            } => {
                let [of_a, of_b] = [a, b].map(|e| is_of_pointer(e));
                self.sources_beside(a, of_b, out);
                self.sources_beside(b, of_a, out);
            }
        }
    }

    /// Where the pointers come from that an operand is: beside a pointer, numbers are distances.
    fn sources_beside(&self, e: &Value, pointer: bool, out: &mut Vec<Holder>) {
        let mut found = Vec::new();
        self.sources(e, &mut found);
        found.retain(|holder| !pointer || *holder != AT_NUMBERS);
        out.append(&mut found);
    }

    /// Whether a value is a number that may be the address of an object: neither null or a mark
    /// beside it, nor the number of an error.
    fn is_address(&self, e: &Value) -> bool {
        let ValueKind::Int(value) = e.kind else {
            return false;
        };
        let page = FIRST_PAGE_BYTES;
        let last = self.program.types.address().max() - page;
        (page..=last).contains(&value)
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
                if self.pointers(&call.ty).is_none() {
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
    fn allocators(&mut self, accesses: &Accesses) {
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
            let pointers = args.iter().filter(|arg| matches!(arg.ty, Type::Pointer(_)));
            pointers
                .filter(|arg| self.is_untyped(&arg.ty))
                .for_each(|arg| self.sources(arg, out));
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
        let ([to, from, _], true) = (args, function.is_some_and(|f| moves(&f.name))) else {
            return;
        };
        let (a, b) = (to.pointee_behind_casts(), from.pointee_behind_casts());
        let known = a.is_some_and(|ty| *ty != Type::Void && !ty.is_character());
        if a != b || !known {
            self.bytes_at(to);
            self.bytes_at(from);
        }
    }

    /// Whether objects of a type are nothing but characters.
    fn is_characters(&mut self, ty: &Type) -> bool {
        let record = matches!(ty, Type::Record(_));
        let mut parts = record.then(|| self.parts_of(ty)).into_iter();
        let all = |parts: Rc<Vec<Leaf>>| parts.iter().all(|part| part.ty.is_character());
        ty.is_character() || parts.any(all)
    }

    /// The bytes of an object are read or written as bytes.
    fn bytes_at(&mut self, pointer: &Value) {
        self.flows(pointer, Some(Holder::Bytes));
    }

    // -- at the end

    /// Members that are accessed as objects of other types, or the other way round, lose their
    /// maps. Whether pointers to characters may point to what lies at numbers, beside others.
    pub(super) fn members_reached_as_others(
        mut self,
        conversions: &Conversions,
        accesses: &mut Accesses,
    ) -> bool {
        self.allocators(accesses);
        let (cut, own) = (self.clone(), accesses.clone());
        self.settle(conversions, accesses);
        // As long as there is no other access, nobody reads what lies at numbers but as volatile
        // objects, which yield anything.
        let plain = self.graph.may_hold(&Holder::Plain, &AT_NUMBERS);
        if !plain && self.graph.is_reached(&AT_NUMBERS) {
            (self, *accesses) = (cut, own);
            self.graph.cut(&AT_NUMBERS);
            self.settle(conversions, accesses);
        }
        self.graph.is_read_as_bytes(&AT_NUMBERS)
    }

    /// Lets values go where they can get, until nothing changes.
    fn settle(&mut self, conversions: &Conversions, accesses: &mut Accesses) {
        for (a, b) in alike::pairs(&self.program.types) {
            let pointers = |record| Holder::Pointers(Type::Record(record));
            self.graph.merge(&pointers(a), &pointers(b));
        }
        for (from, to) in &conversions.unseen {
            let from = self.typed_or(from, Holder::Anywhere);
            let to = self.typed_or(to, Holder::Anywhere);
            if let (Some(from), Some(to)) = (from, to) {
                self.graph.edge(&from, &to);
            }
        }
        for (a, b) in &conversions.handed {
            self.exchange_pointers(a, b);
        }
        for (a, b) in &conversions.shared {
            if let (Some(a), Some(b)) = (self.part(a), self.part(b)) {
                self.graph.merge(&a, &b);
            }
        }
        let (mut reached, mut copied) = (HashSet::new(), HashSet::new());
        let mut changed = true;
        while changed {
            self.reach_by_address(accesses);
            self.graph.spread();
            changed = false;
            let together = self.graph.reached_together();
            for pair in self.graph.reached_as_others().into_iter().chain(together) {
                if let (true, Some((object, pointer))) = (reached.insert(pair), self.types(pair)) {
                    changed |= self.reached_as(&object, &pointer, accesses);
                }
            }
            for pair in self.graph.copied_as_others() {
                if let (true, Some((a, b))) = (copied.insert(pair), self.types(pair)) {
                    changed |= self.exchange_pointers(&a, &b);
                }
            }
        }
    }

    /// The types of an object and of what a pointer to it points to. Type states lie nowhere: their
    /// maps are nobody else's.
    fn types(&self, (object, pointer): (usize, usize)) -> Option<(Type, Type)> {
        let to = self.graph.pointed(pointer)?;
        let mut states = self.program.observed.states.iter();
        if states.any(|state| *to == Type::Record(state.record)) {
            return None;
        }
        let object = match self.graph.holder(object)? {
            Holder::Pointers(own) => own,
            // Behind a pointer to a member, another structure begins.
            Holder::Inside(whole, member) => {
                let record = matches!(to, Type::Record(_));
                let lies = to == member || contains(&self.program.types, to, member);
                let other = record && !(lies && matches!(member, Type::Record(_)));
                other.then_some(whole)?
            }
            Holder::Local(..)
            | Holder::Global(_)
            | Holder::Field(_)
            | Holder::Result(_)
            | Holder::Anywhere
            | Holder::Bytes
            | Holder::Plain
            | Holder::Untyped(_) => return None,
        };
        Some((object.clone(), to.clone()))
    }

    /// Whatever has an address in memory that is taken may be read and written without its name.
    fn reach_by_address(&mut self, accesses: &Accesses) {
        for holder in self.graph.holders.clone() {
            let reached = match &holder {
                Holder::Local(owner, l) => accesses.memory.contains(&Variable::Local(*owner, *l)),
                Holder::Global(g) => accesses.memory.contains(&Variable::Global(*g)),
                Holder::Field(member) => accesses.escaped.contains(member),
                Holder::Pointers(_)
                | Holder::Result(_)
                | Holder::Anywhere
                | Holder::Bytes
                | Holder::Plain
                | Holder::Inside(..)
                | Holder::Untyped(_) => false,
            };
            if reached {
                self.graph.merge(&holder, &Holder::Anywhere);
            }
        }
    }

    /// Objects of one type may be accessed as objects of another one; whether that is new.
    fn reached_as(&mut self, object: &Type, as_type: &Type, accesses: &mut Accesses) -> bool {
        let record = |ty: &Type| matches!(ty, Type::Record(_));
        if !record(object) && !record(as_type) {
            accesses.laid_over.insert((object.clone(), as_type.clone()));
            return self.exchange_pointers(object, as_type);
        }
        // From a member to what it is a member of (C11 6.7.2.1p15; `container_of`), or back.
        let program = self.program;
        let types = &program.types;
        if record(object)
            && record(as_type)
            && (contains(types, object, as_type) || contains(types, as_type, object))
        {
            return false;
        }
        let both = (object.clone(), as_type.clone());
        accesses.laid_over.insert(both);
        let changed =
            self.share_maps(object, as_type, accesses) | self.share_maps(as_type, object, accesses);
        // Where the two may be one, what their pointers point to may be, too.
        let exchanged = match (object, as_type) {
            (Type::Record(a), Type::Record(b)) if look_alike(types, *a, *b) => {
                self.exchange_pointers_by_place(object, as_type)
            }
            _ => self.exchange_untyped(object, as_type),
        };
        exchanged | changed
    }

    fn parts_of(&mut self, ty: &Type) -> Rc<Vec<Leaf>> {
        let types = &self.program.types;
        let known = self.parts.entry(ty.clone());
        known
            .or_insert_with(|| Rc::new(extents(types, ty, (0, None))))
            .clone()
    }

    /// Members of a record share the maps of their classes, as far as the other type has such
    /// scalars.
    fn share_maps(&mut self, record: &Type, other: &Type, accesses: &mut Accesses) -> bool {
        let (record, other) = (self.parts_of(record), self.parts_of(other));
        let types = &self.program.types;
        let classes: BTreeSet<_> = other.iter().map(|leaf| class(types, &leaf.ty)).collect();
        let mut changed = false;
        for leaf in record.iter() {
            if let (Some(member), true) = (leaf.field, classes.contains(&class(types, &leaf.ty))) {
                changed |= accesses.escaped.insert(member);
            }
        }
        changed
    }

    /// What holds the pointer in a part of an object.
    fn part(&self, leaf: &Leaf) -> Option<Holder> {
        let named = leaf.field.map(Holder::Field);
        self.typed_or(&leaf.ty, named.unwrap_or(Holder::Anywhere))
    }

    /// Pointers in objects of one type are read as those in objects of the other.
    fn exchange_pointers(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.parts_of(a), self.parts_of(b));
        let holders = |leaves: &[Leaf]| -> Vec<Holder> {
            leaves.iter().filter_map(|leaf| self.part(leaf)).collect()
        };
        let (a, b) = (holders(&a), holders(&b));
        let Some((one, _)) = a.first().zip(b.first()) else {
            return false;
        };
        let mut changed = false;
        for holder in a.iter().chain(&b) {
            changed |= self.graph.merge(one, holder);
        }
        changed
    }

    /// The same for each part that lies where one of the other object's does.
    fn exchange_pointers_by_place(&mut self, a: &Type, b: &Type) -> bool {
        let mut held: HashMap<u64, Holder> = HashMap::new();
        let mut changed = false;
        for leaf in self.parts_of(a).iter().chain(self.parts_of(b).iter()) {
            let Some(holder) = self.part(leaf) else {
                continue;
            };
            match held.get(&leaf.bits.0) {
                Some(known) => changed |= self.graph.merge(known, &holder),
                None => _ = held.insert(leaf.bits.0, holder),
            }
        }
        changed
    }

    /// The same for parts without a type of their own: an object that holds a pointer is accessed
    /// by its type only (C11 6.5p7).
    fn exchange_untyped(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.untyped_parts(a), self.untyped_parts(b));
        let mut changed = false;
        for (class, one) in &a {
            let held = b.iter().filter(|(other, _)| other == class);
            for (_, other) in held {
                changed |= self.graph.merge(one, other);
            }
        }
        changed
    }

    /// What holds the pointers in parts of an object that have no type of their own, by class.
    fn untyped_parts(&mut self, ty: &Type) -> Vec<(MapKey, Holder)> {
        let parts = self.parts_of(ty);
        let untyped = parts.iter().filter(|part| self.is_untyped(&part.ty));
        let types = &self.program.types;
        let held = untyped.filter_map(|part| Some((class(types, &part.ty), self.part(part)?)));
        held.collect()
    }
}

/// The object that a member lies in whose address an expression is. The elements of an array lie in
/// the array.
fn inside(place: &Place) -> Option<Holder> {
    let whole = place.base_ty.innermost().clone();
    let own = &place.ty.ty;
    let member = last_field(place).is_some() && !matches!(own, Type::Array(..));
    member.then(|| Holder::Inside(whole, own.clone()))
}

/// Whether a value is computed from a pointer that is no number.
fn is_of_pointer(e: &Value) -> bool {
    let number = matches!(e.kind, ValueKind::Int(_));
    match &e.kind {
        _ if matches!(e.ty, Type::Pointer(_)) => !number,
        ValueKind::Convert(a) | ValueKind::Negate(a) | ValueKind::Complement(a) => is_of_pointer(a),
        ValueKind::Arith(_, a, b) => is_of_pointer(a) || is_of_pointer(b),
        ValueKind::Int(_)
        | ValueKind::Float(_)
        | ValueKind::Unknown
        | ValueKind::Function(_)
        | ValueKind::LabelAddress(..)
        | ValueKind::VarArgs
        | ValueKind::Not(_)
        | ValueKind::Compare(..)
        | ValueKind::Load(_)
        | ValueKind::Address(_)
        | ValueKind::PointerDiff(..)
        | ValueKind::PointerAdd { .. } => false,
    }
}

/// Whether objects of a record have a member of the other record's type.
fn contains(types: &Types, outer: &Type, inner: &Type) -> bool {
    let Type::Record(record) = outer.innermost() else {
        return false;
    };
    let mut fields = types.fields(*record).iter();
    fields.any(|field| field.ty.ty.innermost() == inner || contains(types, &field.ty.ty, inner))
}
