//! Which values may get where: holders, edges between them, and what reaches whom.

use super::reach::Owner;
use super::Member;
use crate::types::Type;
use std::collections::{BTreeSet, HashMap};

/// What holds pointers' values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Holder {
    /// All pointers to objects of this type, and to its elements if it is an array.
    Pointers(Type),
    /// A local variable.
    Local(Owner, u32),
    /// A global variable.
    Global(u32),
    /// A member of a record, in all its objects.
    Field(Member),
    /// What a function returns.
    Result(Owner),
    /// Objects in memory that are reached without their names, and values that are handed over
    /// where their types do not tell to whom.
    Anywhere,
    /// Addresses of blocks that are copied as bytes.
    Bytes,
    /// Those of blocks that end where the object does whose address an expression is.
    NamedBytes,
    /// Pointers that are parts of unions, where smaller parts of the unions are the same bytes.
    Scattered,
    /// Addresses of what is accessed as something that is not volatile.
    Plain,
    /// The address of a member of the second type, in an object of the first.
    Inside(Type, Type),
    /// The addresses of what objects of this type lie in, or are laid over.
    Around(Type),
    /// The address of memory without a type of its own: what an allocation yields, or, as the
    /// first, what lies at an address that is a number.
    Untyped(u32),
}

/// Whether what lies at a member may go on behind it.
pub(super) fn goes_on(member: &Type) -> bool {
    !matches!(member, Type::Array(_, Some(1..)))
}

/// Holders, and the ways between them. Types of objects are named by the holders of all pointers
/// to them.
#[derive(Clone, Default)]
pub(super) struct Graph {
    ids: HashMap<Holder, usize>,
    pub(super) holders: Vec<Holder>,
    /// Holders that get each other's values are one: this leads to the one that stands for them.
    merged: Vec<usize>,
    edges: Vec<BTreeSet<usize>>,
    /// What the pointers point to that a holder may hold.
    objects: Vec<BTreeSet<usize>>,
}

impl Graph {
    fn id(&mut self, holder: &Holder) -> usize {
        if let Some(known) = self.ids.get(holder).copied() {
            let found = self.find(known);
            if found != known {
                self.ids.insert(holder.clone(), found);
            }
            return found;
        }
        let id = self.holders.len();
        self.ids.insert(holder.clone(), id);
        self.holders.push(holder.clone());
        self.merged.push(id);
        self.edges.push(BTreeSet::new());
        let own = match holder {
            Holder::Pointers(_) | Holder::Untyped(_) | Holder::Inside(..) => Some(id),
            Holder::Local(..)
            | Holder::Global(_)
            | Holder::Field(_)
            | Holder::Result(_)
            | Holder::Anywhere
            | Holder::Bytes
            | Holder::NamedBytes
            | Holder::Scattered
            | Holder::Around(_)
            | Holder::Plain => None,
        };
        self.objects.push(own.into_iter().collect());
        if let Holder::Inside(whole, _) = holder {
            self.id(&Holder::Pointers(whole.clone()));
        }
        id
    }

    /// The one that stands for a holder.
    fn find(&self, mut id: usize) -> usize {
        while let Some(next) = self.merged.get(id).filter(|next| **next != id) {
            id = *next;
        }
        id
    }

    /// The values of one holder get into another.
    pub(super) fn edge(&mut self, from: &Holder, to: &Holder) {
        let (from, to) = (self.id(from), self.id(to));
        if let Some(edges) = self.edges.get_mut(from).filter(|_| from != to) {
            edges.insert(to);
        }
    }

    /// Two holders get each other's values; whether that is new.
    pub(super) fn merge(&mut self, a: &Holder, b: &Holder) -> bool {
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
    pub(super) fn spread(&mut self) {
        for id in 0..self.holders.len() {
            let stands = self.find(id);
            self.merged
                .get_mut(id)
                .into_iter()
                .for_each(|to| *to = stands);
        }
        let mut work: Vec<usize> = (0..self.holders.len())
            .filter(|id| self.find(*id) == *id)
            .collect();
        while let Some(from) = work.pop() {
            let edges = self.edges.get(from).into_iter().flatten();
            let next: BTreeSet<usize> = edges.map(|to| self.find(*to)).collect();
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
            let edges = self.edges.get_mut(from).into_iter();
            edges.for_each(|edges| edges.clone_from(&next));
        }
    }

    /// What pointers to objects of a type point to, but these, is around them; whether that is new.
    pub(super) fn surround(&mut self) -> bool {
        let mut grown = false;
        for holder in self.holders.clone() {
            let Holder::Around(inner) = &holder else {
                continue;
            };
            let pointers = Holder::Pointers(inner.clone());
            let [around, stands] = [&holder, &pointers].map(|holder| self.id(holder));
            let mut objects = self.objects.get(stands).cloned().unwrap_or_default();
            objects.retain(|object| self.holders.get(*object) != Some(&pointers));
            if let Some(known) = self.objects.get_mut(around) {
                let before = known.len();
                known.extend(objects);
                grown |= known.len() > before;
            }
        }
        grown
    }

    /// A holder.
    pub(super) fn holder(&self, id: usize) -> Option<&Holder> {
        self.holders.get(id)
    }

    /// The type of the objects that a holder's pointers point to.
    pub(super) fn pointed(&self, id: usize) -> Option<&Type> {
        match self.holders.get(id) {
            Some(Holder::Pointers(ty)) => Some(ty),
            _ => None,
        }
    }

    /// Pairs of types: objects of the first, and pointers that may point to them and are to objects
    /// of the second.
    pub(super) fn reached_as_others(&self) -> Vec<(usize, usize)> {
        let typed = (0..self.holders.len()).filter(|id| self.pointed(*id).is_some());
        typed
            .flat_map(|id| {
                let objects = self.objects.get(self.find(id)).into_iter().flatten();
                objects.map(move |object| (*object, id))
            })
            .filter(|(object, id)| object != id)
            .collect()
    }

    /// By object, the types that pointers to it may have.
    pub(super) fn pointers_by_object(&self) -> HashMap<usize, BTreeSet<usize>> {
        let typed = (0..self.holders.len()).filter(|id| self.pointed(*id).is_some());
        let mut by_object: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        for id in typed {
            let objects = self.objects.get(self.find(id)).into_iter().flatten();
            for object in objects {
                by_object.entry(*object).or_default().insert(id);
            }
        }
        by_object
    }

    /// Whether pointers to what a holder names may be pointers to characters, and others.
    pub(super) fn is_read_as_bytes(&mut self, holder: &Holder) -> bool {
        let mut bytes = [Holder::Bytes, Holder::NamedBytes].into_iter();
        bytes.any(|bytes| self.may_hold(&bytes, holder)) && self.is_reached(holder)
    }

    /// Whether a pointer that has a type may point to what a holder names.
    pub(super) fn is_reached(&mut self, holder: &Holder) -> bool {
        let own = self.id(holder);
        let has = |id: usize| {
            let objects = self.objects.get(self.find(id));
            objects.is_some_and(|objects| objects.contains(&own))
        };
        (0..self.holders.len()).any(|id| self.pointed(id).is_some() && has(id))
    }

    /// Whether a holder may hold the address that another one is.
    pub(super) fn may_hold(&mut self, holder: &Holder, address: &Holder) -> bool {
        let [holder, own] = [holder, address].map(|holder| self.id(holder));
        let objects = self.objects.get(self.find(holder));
        objects.is_some_and(|objects| objects.contains(&own))
    }

    /// The holders that get a holder's values next.
    pub(super) fn next(&mut self, holder: &Holder) -> Vec<Holder> {
        let id = self.id(holder);
        let edges = self.edges.get(id).into_iter().flatten();
        let next = edges.filter_map(|to| self.holders.get(self.find(*to)));
        next.cloned().collect()
    }

    /// Nobody gets a holder's values any more.
    pub(super) fn cut(&mut self, holder: &Holder) {
        let id = self.id(holder);
        self.edges.get_mut(id).into_iter().for_each(BTreeSet::clear);
    }

    /// Whether an object has no type of its own: memory, and what begins at a member.
    fn is_part(&self, id: usize) -> bool {
        matches!(
            self.holder(id),
            Some(Holder::Untyped(_) | Holder::Inside(..))
        )
    }

    /// What a block may go on over that begins at a member, unless that is an array with a length.
    fn whole(&self, id: usize) -> BTreeSet<usize> {
        let whole = match self.holder(id) {
            Some(Holder::Inside(whole, member)) if goes_on(member) => {
                self.ids.get(&Holder::Pointers(whole.clone()))
            }
            _ => None,
        };
        let objects = whole.and_then(|whole| self.objects.get(self.find(*whole)));
        objects.cloned().unwrap_or_default()
    }

    /// Pairs of types of objects whose bytes may be copied from the one to the other; memory
    /// without a type has those of all pointers to it, and so has what begins at a member. `wholes`
    /// are copied, too.
    pub(super) fn copied_as_others(&self, wholes: &BTreeSet<usize>) -> Vec<(usize, usize)> {
        let copied_at = |holder: Holder| {
            let id = self.ids.get(&holder);
            let objects = id.and_then(|id| self.objects.get(self.find(*id)));
            objects.into_iter().flatten().copied()
        };
        let pointers = self.pointers_by_object();
        let mut copied: BTreeSet<usize> = copied_at(Holder::Bytes).collect();
        let whole: Vec<usize> = copied.iter().flat_map(|id| self.whole(*id)).collect();
        copied.extend(copied_at(Holder::NamedBytes).chain(whole));
        let under: Vec<usize> = copied.iter().flat_map(|id| self.under(*id)).collect();
        copied.extend(under);
        copied.extend(wholes);
        let through = copied.iter().filter(|id| self.is_part(**id));
        let through = through.filter_map(|id| pointers.get(id)).flatten();
        let objects = copied.iter().chain(through).copied();
        let objects: BTreeSet<usize> = objects.filter(|id| !self.is_part(*id)).collect();
        let pairs = objects
            .iter()
            .flat_map(|a| objects.range(a + 1..).map(|b| (*a, *b)));
        pairs.collect()
    }

    /// The types of the objects that pointers to objects of a type may point to, but these; memory
    /// without a type, and what begins at a member, has those of all `pointers` to it.
    pub(super) fn others_at(
        &self,
        ty: &Type,
        pointers: &HashMap<usize, BTreeSet<usize>>,
    ) -> Option<(usize, BTreeSet<usize>)> {
        let own = *self.ids.get(&Holder::Pointers(ty.clone()))?;
        let mut others = BTreeSet::new();
        for id in self.objects.get(self.find(own))? {
            match self.is_part(*id) {
                true => others.extend(pointers.get(id).into_iter().flatten()),
                false => _ = others.insert(*id),
            }
        }
        others.remove(&own);
        Some((own, others))
    }

    /// What lies under the object of a member, but objects of its type.
    fn under(&self, id: usize) -> BTreeSet<usize> {
        let Some(Holder::Inside(whole, _)) = self.holder(id) else {
            return BTreeSet::new();
        };
        let own = self.ids.get(&Holder::Pointers(whole.clone()));
        let objects = own.and_then(|own| self.objects.get(self.find(*own)));
        let mut objects = objects.cloned().unwrap_or_default();
        objects.retain(|object| Some(object) != own);
        objects
    }
}
