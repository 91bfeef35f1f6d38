//! What follows from where values get: which objects are accessed as objects of other types.

use super::access::{Accesses, Variable};
use super::alike::{self, look_alike};
use super::conversions::Conversions;
use super::flow::{Flow, AT_NUMBERS};
use super::graph::{goes_on, Holder};
use super::groups::largest;
use super::leaves::{extents, Leaf};
use super::parts::Parts;
use super::{class, is_character_pointer};
use crate::types::{Type, Types};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

impl Flow<'_> {
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
        self.pun_characters(&conversions.scattered, &conversions.scattered, accesses);
        for leaf in &conversions.scattered {
            if let Some(pointer) = self.part(leaf) {
                self.graph.merge(&pointer, &Holder::Scattered);
            }
        }
        let (mut reached, mut copied) = (HashSet::new(), HashSet::new());
        let mut changed = true;
        while changed {
            self.reach_by_address(accesses);
            self.graph.spread();
            changed = self.graph.surround();
            let together = self.reached_together();
            for pair in self.graph.reached_as_others().into_iter().chain(together) {
                if !reached.insert(pair) {
                    continue;
                }
                changed |= self.begins_inside(pair);
                if let Some((object, pointer)) = self.types(pair) {
                    changed |= self.reached_as(&object, &pointer, accesses);
                }
            }
            for pair in self.graph.copied_as_others(&self.wholes()) {
                if let (true, Some((a, b))) = (copied.insert(pair), self.types(pair)) {
                    changed |= self.exchange_pointers(&a, &b);
                    let [a, b] = [a, b].map(|ty| self.parts_of(&ty));
                    self.pun_characters(&a.leaves, &b.leaves, accesses);
                }
            }
        }
    }

    /// Parts of one object are copied to another one: there may be pointers to characters among
    /// them, and others.
    fn pun_characters(&self, a: &[Leaf], b: &[Leaf], accesses: &mut Accesses) {
        let characters = |leaf: &Leaf| is_character_pointer(&leaf.ty);
        let others = |leaf: &Leaf| !characters(leaf) && self.part(leaf).is_some();
        let pun = |a: &[Leaf], b: &[Leaf]| a.iter().any(characters) && b.iter().any(others);
        accesses.characters_pun |= pun(a, b) || pun(b, a);
    }

    /// Types as which objects of others are copied as wholes, or by parts that are smaller than
    /// pointers, and these others. What lies in another object, or has it in it, is copied as what
    /// it is, but in unions.
    fn wholes(&self) -> BTreeSet<usize> {
        let types = &self.program.types;
        let pointers = self.graph.pointers_by_object();
        let mut wholes = BTreeSet::new();
        for ty in &self.wholes {
            let Some((own, mut others)) = self.graph.others_at(ty, &pointers) else {
                continue;
            };
            let scatters = self.scatters(ty);
            others.retain(|other| {
                let other = self.graph.pointed(*other);
                other.is_some_and(|other| {
                    let inside = contains(types, ty, other) && !scatters;
                    !inside && !contains(types, other, ty)
                })
            });
            if !others.is_empty() {
                wholes.insert(own);
                wholes.append(&mut others);
            }
        }
        wholes
    }

    /// Whether objects of a type have unions in which smaller parts may be those of a pointer.
    fn scatters(&self, ty: &Type) -> bool {
        let types = &self.program.types;
        let mut unions = BTreeSet::new();
        unions_in(types, ty, &mut unions);
        unions.iter().any(|union| {
            let parts = extents(types, &Type::Record(*union), (0, None));
            let mut held = parts.iter().map(|part| self.part(part).is_some());
            held.clone().any(|held| held) && held.any(|held| !held)
        })
    }

    /// Pairs of types of pointers that may point to the same object, or behind the same member.
    fn reached_together(&self) -> Vec<(usize, usize)> {
        let mut groups: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
        for (object, mut pointers) in self.graph.pointers_by_object() {
            if matches!(self.graph.holder(object), Some(Holder::Inside(..))) {
                pointers.retain(|pointer| self.types((object, *pointer)).is_some());
            }
            groups.insert(pointers);
        }
        let groups = largest(groups);
        let pairs = groups.iter().flat_map(|ids| {
            let later = |i: usize| ids.iter().skip(i + 1);
            let ids = ids.iter().enumerate();
            ids.flat_map(move |(i, a)| later(i).map(move |b| (*a, *b)))
        });
        pairs.collect()
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
            // What goes on behind a member goes on behind arrays without a length only.
            Holder::Inside(whole, member) => {
                let other = matches!(to, Type::Record(_)) && self.is_another(to, member);
                (other && goes_on(member)).then_some(whole)?
            }
            Holder::Local(..)
            | Holder::Global(_)
            | Holder::Field(_)
            | Holder::Result(_)
            | Holder::Anywhere
            | Holder::Bytes
            | Holder::NamedBytes
            | Holder::Scattered
            | Holder::Plain
            | Holder::Around(_)
            | Holder::Untyped(_) => return None,
        };
        Some((object.clone(), to.clone()))
    }

    /// Where something else begins at a member, it lies in whatever the member's object lies in, or
    /// is laid over; whether that is new.
    fn begins_inside(&mut self, (object, pointer): (usize, usize)) -> bool {
        let (Some(Holder::Inside(whole, member)), Some(to)) =
            (self.graph.holder(object), self.graph.pointed(pointer))
        else {
            return false;
        };
        if !self.is_another(to, member) {
            return false;
        }
        let (around, to) = (Holder::Around(whole.clone()), Holder::Pointers(to.clone()));
        self.graph.edge(&around, &to);
        true
    }

    /// Whether an object of a type is none that lies at a member, nor one that the member lies in.
    fn is_another(&self, to: &Type, member: &Type) -> bool {
        let (types, member) = (&self.program.types, member.innermost());
        let record = matches!(member, Type::Record(_));
        let lies = to == member || contains(types, member, to);
        !(lies || record && contains(types, to, member))
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
                | Holder::NamedBytes
                | Holder::Scattered
                | Holder::Plain
                | Holder::Inside(..)
                | Holder::Around(_)
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
        // What one member of a union writes, another one reads (C11 6.5.2.3p3, footnote 95).
        let mut changed = self.unite(object, accesses) | self.unite(as_type, accesses);
        // From a member to what it is a member of (C11 6.7.2.1p15; `container_of`), or back.
        let program = self.program;
        let types = &program.types;
        if record(object)
            && record(as_type)
            && (contains(types, object, as_type) || contains(types, as_type, object))
        {
            return changed;
        }
        let both = (object.clone(), as_type.clone());
        accesses.laid_over.insert(both);
        changed |=
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

    /// Pointers in each union among the parts of an object may be read as any of it; whether that
    /// is new.
    fn unite(&mut self, ty: &Type, accesses: &mut Accesses) -> bool {
        let mut changed = false;
        for union in self.parts_of(ty).unions.iter().copied() {
            if accesses.united.insert(union) {
                let union = Type::Record(union);
                changed |= self.exchange_pointers(&union, &union);
            }
        }
        changed
    }

    pub(super) fn parts_of(&mut self, ty: &Type) -> Rc<Parts> {
        if let Some(known) = self.parts.get(ty) {
            return Rc::clone(known);
        }
        let types = &self.program.types;
        let (leaves, mut parts) = (extents(types, ty, (0, None)), Parts::default());
        for leaf in &leaves {
            let class = class(types, &leaf.ty);
            parts.members.extend(leaf.field.map(|field| (class, field)));
            parts.classes.insert(class);
            let held = self.is_untyped(&leaf.ty).then(|| self.part(leaf)).flatten();
            parts.untyped.extend(held.map(|holder| (class, holder)));
        }
        unions_in(types, ty, &mut parts.unions);
        let parts = Rc::new(Parts { leaves, ..parts });
        self.parts.insert(ty.clone(), Rc::clone(&parts));
        parts
    }

    /// Members of a record share the maps of their classes, as far as the other type has such
    /// scalars.
    fn share_maps(&mut self, record: &Type, other: &Type, accesses: &mut Accesses) -> bool {
        let (record, other) = (self.parts_of(record), self.parts_of(other));
        let shared = record.members.iter();
        let shared = shared.filter(|(class, _)| other.classes.contains(class));
        let before = accesses.escaped.len();
        accesses.escaped.extend(shared.map(|(_, member)| *member));
        accesses.escaped.len() > before
    }

    /// What holds the pointer in a part of an object.
    pub(super) fn part(&self, leaf: &Leaf) -> Option<Holder> {
        let named = leaf.field.map(Holder::Field);
        self.typed_or(&leaf.ty, named.unwrap_or(Holder::Anywhere))
    }

    /// Pointers in objects of one type are read as those in objects of the other.
    fn exchange_pointers(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.parts_of(a), self.parts_of(b));
        let holders = |leaves: &[Leaf]| -> Vec<Holder> {
            leaves.iter().filter_map(|leaf| self.part(leaf)).collect()
        };
        let (a, b) = (holders(&a.leaves), holders(&b.leaves));
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
        let (a, b) = (self.parts_of(a), self.parts_of(b));
        let mut held: HashMap<u64, Holder> = HashMap::new();
        let mut changed = false;
        for leaf in a.leaves.iter().chain(&b.leaves) {
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
        let (a, b) = (self.parts_of(a), self.parts_of(b));
        let mut changed = false;
        for (class, one) in &a.untyped {
            let held = b.untyped.iter().filter(|(other, _)| other == class);
            for (_, other) in held {
                changed |= self.graph.merge(one, other);
            }
        }
        changed
    }
}

/// Adds the unions in a type, and itself if it is one.
fn unions_in(types: &Types, ty: &Type, out: &mut BTreeSet<u32>) {
    let Type::Record(record) = ty.innermost() else {
        return;
    };
    if types.record(*record).is_some_and(|r| r.union) {
        out.insert(*record);
    }
    for field in types.fields(*record) {
        unions_in(types, &field.ty.ty, out);
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
