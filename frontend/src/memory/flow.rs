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

use super::leaves::{representatives, Leaf};
use super::{class, last_field, Walk};
use crate::ir::{Base, Expr, ExprKind, Place};
use crate::types::Type;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What holds pointers' values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Holder {
    /// All pointers to objects of this type, and to its elements if it is an array.
    Pointers(Type),
    /// A local variable of a function.
    Local(u32, u32),
    /// A global variable.
    Global(u32),
    /// A member of a record, in all its objects.
    Field(u32, usize),
    /// What a function returns.
    Result(u32),
    /// Objects in memory that are reached without their names, and values that are handed over
    /// where their types do not tell to whom.
    Anywhere,
    /// Addresses of blocks that are copied as bytes.
    Bytes,
}

/// What the walk has seen of pointers' ways. Types of objects are named by the holders of all
/// pointers to them.
#[derive(Default)]
pub(super) struct Flow {
    ids: HashMap<Holder, usize>,
    holders: Vec<Holder>,
    /// Holders that get each other's values are one: this leads to the one that stands for them.
    merged: Vec<usize>,
    edges: Vec<BTreeSet<usize>>,
    /// What the pointers point to that a holder may hold.
    objects: Vec<BTreeSet<usize>>,
}

impl Flow {
    fn id(&mut self, holder: &Holder) -> usize {
        if let Some(known) = self.ids.get(holder) {
            return self.find(*known);
        }
        let id = self.holders.len();
        self.ids.insert(holder.clone(), id);
        self.holders.push(holder.clone());
        self.merged.push(id);
        self.edges.push(BTreeSet::new());
        let own = matches!(holder, Holder::Pointers(_)).then_some(id);
        self.objects.push(own.into_iter().collect());
        id
    }

    /// The one that stands for a holder.
    fn find(&self, mut id: usize) -> usize {
        while let Some(next) = self.merged.get(id).filter(|next| **next != id) {
            id = *next;
        }
        id
    }

    fn edge(&mut self, from: &Holder, to: &Holder) {
        let (from, to) = (self.id(from), self.id(to));
        if let Some(edges) = self.edges.get_mut(from).filter(|_| from != to) {
            edges.insert(to);
        }
    }

    /// Two holders get each other's values; whether that is new.
    fn merge(&mut self, a: &Holder, b: &Holder) -> bool {
        let (a, b) = (self.id(a), self.id(b));
        if a == b {
            return false;
        }
        let taken = |sets: &mut Vec<BTreeSet<usize>>| {
            let moved = sets.get_mut(b).map(std::mem::take).unwrap_or_default();
            sets.get_mut(a)
                .into_iter()
                .for_each(|own| own.extend(&moved));
        };
        taken(&mut self.edges);
        taken(&mut self.objects);
        self.merged.get_mut(b).into_iter().for_each(|to| *to = a);
        true
    }

    /// Lets everything that holders have reach where it can get from there.
    fn spread(&mut self) {
        let mut work: Vec<usize> = (0..self.holders.len())
            .filter(|id| self.find(*id) == *id)
            .collect();
        while let Some(from) = work.pop() {
            let next: BTreeSet<usize> = self
                .edges
                .get(from)
                .into_iter()
                .flatten()
                .map(|to| self.find(*to))
                .collect();
            let objects = self.objects.get(from).cloned().unwrap_or_default();
            for to in &next {
                let Some(known) = self.objects.get_mut(*to) else {
                    continue;
                };
                let before = known.len();
                known.extend(&objects);
                if known.len() > before {
                    work.push(*to);
                }
            }
            self.edges
                .get_mut(from)
                .into_iter()
                .for_each(|edges| edges.clone_from(&next));
        }
    }

    fn pointed(&self, id: usize) -> Option<&Type> {
        match self.holders.get(id) {
            Some(Holder::Pointers(ty)) => Some(ty),
            _ => None,
        }
    }

    /// Pairs of types: objects of the first, and pointers that may point to them and are to objects
    /// of the second.
    fn reached_as_others(&self) -> Vec<(usize, usize)> {
        let typed = (0..self.holders.len()).filter(|id| self.pointed(*id).is_some());
        typed
            .flat_map(|id| {
                let objects = self.objects.get(self.find(id)).into_iter().flatten();
                objects.map(move |object| (*object, id))
            })
            .filter(|(object, id)| object != id)
            .collect()
    }

    /// Pairs of types of objects whose bytes may be copied from the one to the other.
    fn copied_as_others(&self) -> Vec<(usize, usize)> {
        let bytes = self.ids.get(&Holder::Bytes);
        let Some(objects) = bytes.and_then(|id| self.objects.get(self.find(*id))) else {
            return Vec::new();
        };
        let pairs = objects
            .iter()
            .flat_map(|a| objects.range(a + 1..).map(|b| (*a, *b)));
        pairs.collect()
    }
}

impl Walk<'_> {
    /// Whether values of this type can be pointers without saying to what.
    fn is_untyped(&self, ty: &Type) -> bool {
        match ty {
            Type::Pointer(to) => {
                matches!(to.ty, Type::Void | Type::Function(_)) || to.ty.is_character()
            }
            ty if ty.is_integer() => {
                let types = &self.program.types;
                types.size_of(ty).is_ok_and(|n| n >= types.pointer_bytes())
            }
            _ => false,
        }
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
            (Some((record, index)), _) => Holder::Field(record, index),
            (None, Base::Global(g)) => Holder::Global(*g),
            (None, Base::Local(l)) => Holder::Local(self.function, *l),
            (None, Base::Deref(_) | Base::String(_) | Base::Value(_)) => Holder::Anywhere,
        };
        self.typed_or(&place.ty.ty, holder)
    }

    /// Where the pointers come from that an expression yields.
    fn sources(&self, e: &Expr, out: &mut Vec<Holder>) {
        if let Some(pointers) = self.pointers(&e.ty) {
            out.push(pointers);
            return;
        }
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::Function(_)
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Compare(..)
            | ExprKind::PointerDiff(..)
            | ExprKind::Overflows { .. }
            | ExprKind::Old => {}
            ExprKind::Load(place) => out.extend(self.kept(place)),
            ExprKind::Assign(place, _) | ExprKind::Update { place, .. } => {
                out.extend(self.kept(place));
            }
            // Characters: their class, or the objects that they are the bytes of.
            ExprKind::Address(place) => {
                out.push(Holder::Pointers(place.ty.ty.innermost().clone()));
                if let (Base::Deref(pointer), None) = (&place.base, last_field(place)) {
                    self.sources(pointer, out);
                }
            }
            ExprKind::Negate(a) | ExprKind::Complement(a) | ExprKind::Convert(a) => {
                self.sources(a, out);
            }
            ExprKind::Arith(_, a, b) => {
                self.sources(a, out);
                self.sources(b, out);
            }
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.sources(pointer, out);
                self.sources(index, out);
            }
            ExprKind::Conditional(c, a, b) => {
                self.sources(a.as_ref().unwrap_or(c), out);
                self.sources(b, out);
            }
            ExprKind::Comma(_, value) => self.sources(value, out),
            ExprKind::Block(_, value) => value.iter().for_each(|value| self.sources(value, out)),
            ExprKind::Call(f, args) => self.returned(*f, args, out),
            ExprKind::CallPointer(..) => out.push(Holder::Anywhere),
        }
    }

    /// What a call returns. A function outside of the program may return what it is given; what
    /// else it returns is the affair of an assumption (`type-based-aliasing`).
    fn returned(&self, f: u32, args: &[Expr], out: &mut Vec<Holder>) {
        let f = self.program.resolve(f);
        let Some(function) = self.program.functions.get(f as usize) else {
            return;
        };
        if function.body.is_some() {
            out.extend(self.typed_or(&function.ty.result, Holder::Result(f)));
        } else if !crate::lower::is_allocator(&function.name) {
            let pointers = args.iter().filter(|arg| matches!(arg.ty, Type::Pointer(_)));
            pointers
                .filter(|arg| self.is_untyped(&arg.ty))
                .for_each(|arg| self.sources(arg, out));
        }
    }

    /// The values of an expression get into a holder.
    fn flows(&mut self, e: &Expr, to: Option<Holder>) {
        let Some(to) = to else { return };
        let mut from = Vec::new();
        self.sources(e, &mut from);
        for source in from {
            self.flow.edge(&source, &to);
        }
    }

    /// A conversion in the program.
    pub(super) fn converts(&mut self, e: &Expr, to: &Type) {
        let to = self.pointers(to);
        self.flows(e, to);
    }

    /// An assignment, or an initialiser.
    pub(super) fn stores(&mut self, place: &Place, value: &Expr) {
        let to = self.kept(place);
        self.flows(value, to);
    }

    /// A function of the program returns a value.
    pub(super) fn gives_back(&mut self, value: &Expr) {
        let f = self.program.functions.get(self.function as usize);
        let to = f.and_then(|f| self.typed_or(&f.ty.result, Holder::Result(self.function)));
        self.flows(value, to);
    }

    /// A call of a known function: its parameters get the arguments.
    pub(super) fn hands_over(&mut self, f: u32, args: &[Expr]) {
        let program = self.program;
        let function = program.functions.get(f as usize);
        let Some(body) = function.and_then(|f| f.body.as_ref()) else {
            return;
        };
        for (local, (index, arg)) in body.locals.iter().take(body.params).zip((0u32..).zip(args)) {
            let to = self.typed_or(&local.ty.ty, Holder::Local(f, index));
            self.flows(arg, to);
        }
        self.anywhere(args.get(body.params..).unwrap_or_default());
    }

    /// Values that are handed over to somebody who is not known: variable arguments, arguments of a
    /// call through a pointer.
    pub(super) fn anywhere(&mut self, values: &[Expr]) {
        for value in values {
            self.flows(value, Some(Holder::Anywhere));
        }
    }

    /// A function that pointers may call: its parameters get values from anywhere, and what it
    /// returns goes anywhere.
    pub(super) fn called_from_anywhere(&mut self, f: u32) {
        let program = self.program;
        let function = program.functions.get(f as usize);
        let Some((function, body)) = function.and_then(|f| Some((f, f.body.as_ref()?))) else {
            return;
        };
        for (local, index) in body.locals.iter().take(body.params).zip(0u32..) {
            if self.is_untyped(&local.ty.ty) {
                self.flow.edge(&Holder::Anywhere, &Holder::Local(f, index));
            }
        }
        if self.is_untyped(&function.ty.result) {
            self.flow.edge(&Holder::Result(f), &Holder::Anywhere);
        }
    }

    /// Bytes are copied, with the pointers among them; unless both are objects of one type.
    pub(super) fn copies(&mut self, args: &[Expr], objects: &[Option<Type>]) {
        let ([to, from, _], [a, b, _]) = (args, objects) else {
            return;
        };
        let known = |ty: &Option<Type>| {
            ty.as_ref()
                .is_some_and(|ty| *ty != Type::Void && !ty.is_character())
        };
        if a != b || !known(a) {
            self.bytes_at(to);
            self.bytes_at(from);
        }
    }

    /// The bytes of an object are read or written as bytes.
    pub(super) fn bytes_at(&mut self, pointer: &Expr) {
        self.flows(pointer, Some(Holder::Bytes));
    }

    /// A value of one type is used as one of another, without a conversion in the program.
    pub(super) fn hidden_conversion(&mut self, from: &Type, to: &Type) {
        let from = self.typed_or(from, Holder::Anywhere);
        let to = self.typed_or(to, Holder::Anywhere);
        if let (Some(from), Some(to)) = (from, to) {
            self.flow.edge(&from, &to);
        }
    }

    /// At the end of the walk: members that are accessed as objects of other types, or the other
    /// way round, lose their maps.
    pub(super) fn members_reached_as_others(&mut self) {
        let (mut reached, mut copied) = (HashSet::new(), HashSet::new());
        let mut changed = true;
        while changed {
            self.reach_by_address();
            self.flow.spread();
            changed = false;
            for pair in self.flow.reached_as_others() {
                if reached.insert(pair) {
                    changed |= self.for_types(pair, Self::reached_as);
                }
            }
            for pair in self.flow.copied_as_others() {
                if copied.insert(pair) {
                    changed |= self.for_types(pair, Self::exchange_pointers);
                }
            }
        }
    }

    fn for_types(
        &mut self,
        (a, b): (usize, usize),
        relate: impl Fn(&mut Self, &Type, &Type) -> bool,
    ) -> bool {
        let types = (self.flow.pointed(a).cloned(), self.flow.pointed(b).cloned());
        match types {
            (Some(a), Some(b)) => relate(self, &a, &b),
            _ => false,
        }
    }

    /// Whatever has an address in memory that is taken may be read and written without its name.
    fn reach_by_address(&mut self) {
        for holder in self.flow.holders.clone() {
            let reached = match holder {
                Holder::Local(f, l) => {
                    let locals = self.plan.locals.get(f as usize);
                    locals.and_then(|locals| locals.get(l as usize)) == Some(&true)
                }
                Holder::Global(g) => self.plan.globals.get(g as usize) == Some(&true),
                Holder::Field(record, index) => self.plan.escaped.contains(&(record, index)),
                Holder::Pointers(_) | Holder::Result(_) | Holder::Anywhere | Holder::Bytes => false,
            };
            if reached {
                self.flow.merge(&holder, &Holder::Anywhere);
            }
        }
    }

    /// Objects of one type may be accessed as objects of another one; whether that is new.
    fn reached_as(&mut self, object: &Type, as_type: &Type) -> bool {
        let record = |ty: &Type| matches!(ty, Type::Record(_));
        if !record(object) && !record(as_type) {
            return self.exchange_pointers(object, as_type);
        }
        // From a member to what it is a member of (C11 6.7.2.1p15; `container_of`), or back.
        if record(object)
            && record(as_type)
            && (self.contains(object, as_type) || self.contains(as_type, object))
        {
            return false;
        }
        let changed = self.share_maps(object, as_type) | self.share_maps(as_type, object);
        self.exchange_untyped(object, as_type) | changed
    }

    /// Members of a record share the maps of their classes, as far as the other type has such
    /// scalars.
    fn share_maps(&mut self, record: &Type, other: &Type) -> bool {
        let types = &self.program.types;
        let classes: BTreeSet<_> = representatives(types, other)
            .iter()
            .map(|leaf| class(types, &leaf.ty))
            .collect();
        let mut changed = false;
        for leaf in representatives(types, record) {
            if let (Some(field), true) = (leaf.field, classes.contains(&class(types, &leaf.ty))) {
                changed |= self.plan.escaped.insert(field);
            }
        }
        changed
    }

    /// What holds the pointer in a part of an object.
    fn part(&self, leaf: &Leaf) -> Option<Holder> {
        let named = leaf
            .field
            .map(|(record, index)| Holder::Field(record, index));
        self.typed_or(&leaf.ty, named.unwrap_or(Holder::Anywhere))
    }

    /// Two parts of a union share bytes.
    pub(super) fn share_bytes(&mut self, a: &Leaf, b: &Leaf) {
        if let (Some(a), Some(b)) = (self.part(a), self.part(b)) {
            self.flow.merge(&a, &b);
        }
    }

    /// Pointers in objects of one type are read as those in objects of the other.
    fn exchange_pointers(&mut self, a: &Type, b: &Type) -> bool {
        let holders = |ty: &Type| -> Vec<Holder> {
            let parts = representatives(&self.program.types, ty);
            parts.iter().filter_map(|leaf| self.part(leaf)).collect()
        };
        let (a, b) = (holders(a), holders(b));
        let Some((one, other)) = a.first().zip(b.first()) else {
            return false;
        };
        let mut changed = false;
        for holder in a.iter().chain(&b) {
            changed |= self.flow.merge(one, holder);
        }
        self.flow.merge(one, other) | changed
    }

    /// The same for parts without a type of their own: an object that holds a pointer is accessed
    /// by its type only (C11 6.5p7).
    fn exchange_untyped(&mut self, a: &Type, b: &Type) -> bool {
        let types = &self.program.types;
        let untyped = |ty: &Type| -> Vec<Leaf> {
            let parts = representatives(types, ty).into_iter();
            parts.filter(|leaf| self.is_untyped(&leaf.ty)).collect()
        };
        let (a, b) = (untyped(a), untyped(b));
        let mut changed = false;
        for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
            if let (Some(p), Some(q), true) = (
                self.part(x),
                self.part(y),
                class(types, &x.ty) == class(types, &y.ty),
            ) {
                changed |= self.flow.merge(&p, &q);
            }
        }
        changed
    }

    /// Whether objects of a record have a member of the other record's type.
    fn contains(&self, outer: &Type, inner: &Type) -> bool {
        let Type::Record(record) = outer.innermost() else {
            return false;
        };
        let fields = self.program.types.fields(*record);
        fields
            .iter()
            .any(|field| field.ty.ty.innermost() == inner || self.contains(&field.ty.ty, inner))
    }
}
