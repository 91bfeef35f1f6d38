//! Types of several files (C11 6.2.7p1). Each file has records of its own. Those of two files are
//! compatible if they are declared alike, and which of them are one is known when all files are:
//! what declarations of the same object, function or structure need, and else what looks alike, by
//! its name or in its order.

use super::{Field, FunctionType, Qual, Record, Type, Types};
use std::collections::{BTreeMap, BTreeSet};

/// Which records are one: each of a class has a smaller one that it is the same as, but the first.
#[derive(Default)]
pub struct Classes {
    smaller: BTreeMap<u32, u32>,
    /// By the first of a class: one of it that is complete.
    complete: BTreeMap<u32, u32>,
    /// By the first of a class of several: the files that have one of it.
    units: BTreeMap<u32, BTreeSet<u32>>,
    /// The same of complete ones.
    own: BTreeMap<u32, BTreeSet<u32>>,
}

impl Classes {
    /// The first of a record's class.
    fn first(&self, mut record: u32) -> u32 {
        while let Some(smaller) = self.smaller.get(&record) {
            record = *smaller;
        }
        record
    }
}

/// What records become.
#[derive(Default)]
pub struct Renaming {
    /// The record that each is.
    records: BTreeMap<u32, u32>,
    /// Where the members of a union are there, if they come in another order.
    members: BTreeMap<u32, Vec<usize>>,
    /// The string literals that others are taken for.
    pub strings: BTreeMap<u32, u32>,
    /// Two records of one file that are one in another file, which uses it as both.
    pub several: Option<(u32, u32)>,
    /// Two records that are one by what is declared with them, and differ.
    pub differing: Option<(u32, u32)>,
}

impl Renaming {
    /// What a record becomes.
    pub fn record(&self, id: u32) -> u32 {
        self.records.get(&id).copied().unwrap_or(id)
    }

    /// What a member becomes.
    pub fn member(&self, id: u32, index: usize) -> (u32, usize) {
        let moved = self.members.get(&id).and_then(|moved| moved.get(index));
        (self.record(id), moved.copied().unwrap_or(index))
    }

    /// Whether nothing becomes anything else.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// What a type becomes.
    pub fn ty(&self, ty: &Type) -> Type {
        match ty {
            Type::Record(id) => Type::Record(self.record(*id)),
            Type::Pointer(to) if self.changes(ty) => Type::Pointer(self.qual(to).into()),
            Type::Array(element, length) if self.changes(ty) => {
                Type::Array(self.qual(element).into(), *length)
            }
            Type::Function(f) if self.changes(ty) => Type::Function(self.function(f).into()),
            same => same.clone(),
        }
    }

    /// With its qualifiers.
    pub fn qual(&self, ty: &Qual) -> Qual {
        Qual {
            ty: self.ty(&ty.ty),
            ..ty.clone()
        }
    }

    /// What the type of a function becomes.
    pub fn function(&self, f: &FunctionType) -> FunctionType {
        let params = f.params.as_ref();
        FunctionType {
            result: self.ty(&f.result),
            params: params.map(|params| params.iter().map(|p| self.ty(p)).collect()),
            ..f.clone()
        }
    }

    /// Whether a type has a part that becomes something else. What does not is left where it is,
    /// since many types share their parts.
    fn changes(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(id) => self.records.contains_key(id),
            Type::Pointer(inner) | Type::Array(inner, _) => self.changes(&inner.ty),
            Type::Function(f) => {
                let mut params = f.params.iter().flatten();
                self.changes(&f.result) || params.any(|p| self.changes(p))
            }
            Type::Void | Type::Bool | Type::Int(_) | Type::Float(_) | Type::VaList => false,
        }
    }
}

/// Pairs of records that types are compatible with, if they are.
type Pairs = Vec<(u32, u32)>;

/// What records that are one have in common, whatever the types of their members are: the tag, and
/// the members in their order.
type Looks = (bool, Option<String>, u64, Vec<(Option<String>, u64)>);

impl Types {
    fn looks(&self, record: &Record) -> Option<Looks> {
        let fields = record.fields.as_ref()?;
        let members = self.in_order(record, fields);
        let members = members.map(|f| (f.name.clone(), f.offset));
        let tag = record.tagged.then(|| record.name.clone());
        Some((record.union, tag, record.size, members.collect()))
    }

    /// Whether another record looks like this one.
    pub fn looks_like_another(&self, id: u32) -> bool {
        let own = self.record(id).and_then(|record| self.looks(record));
        let mut others = (0u32..)
            .zip(&self.records)
            .filter(|(other, _)| *other != id);
        own.is_some() && others.any(|(_, other)| self.looks(other) == own)
    }

    /// Whether a file has two records that look alike, and another file has one: an object of that
    /// is of a type that is compatible with both, and compilers of the first file hold them apart.
    fn one_elsewhere(&self) -> bool {
        let mut known: BTreeMap<Looks, Vec<u32>> = BTreeMap::new();
        for record in self.records.iter().filter(|record| record.unit != 0) {
            if let Some(looks) = self.looks(record) {
                known.entry(looks).or_default().push(record.unit);
            }
        }
        known.into_values().any(|units| {
            let files: BTreeSet<u32> = units.iter().copied().collect();
            files.len() > 1 && files.len() < units.len()
        })
    }

    /// Members in the order in which they correspond to those of another record: of a union, any is
    /// good.
    fn in_order<'r>(
        &self,
        record: &Record,
        fields: &'r [Field],
    ) -> impl Iterator<Item = &'r Field> {
        let order = self.order(record, fields);
        order.into_iter().filter_map(|i| fields.get(i))
    }

    fn order(&self, record: &Record, fields: &[Field]) -> Vec<usize> {
        let mut all: Vec<usize> = (0..fields.len()).collect();
        if record.union {
            all.sort_by_key(|i| fields.get(*i).map(|f| self.named(f)));
        }
        all
    }

    /// A member's name; of one without a name, those of its members.
    fn named(&self, field: &Field) -> String {
        match (&field.name, &field.ty.ty) {
            (Some(name), _) => name.clone(),
            (None, Type::Record(id)) => {
                let mut inner: Vec<String> =
                    self.fields(*id).iter().map(|f| self.named(f)).collect();
                inner.sort_unstable();
                format!("{{{}}}", inner.join(";"))
            }
            (None, _) => String::new(),
        }
    }
    /// Whether two types are compatible, qualifiers aside. Enumerated types are their integer type
    /// here.
    pub fn compatible(&self, a: &Type, b: &Type) -> bool {
        self.differing(a, b).is_ok()
    }

    /// Two types are compatible, and the records of two files that make them so are one.
    ///
    /// # Errors
    /// If they are not: the records of two files that differ, if any do.
    pub fn relate(&mut self, a: &Type, b: &Type) -> Result<(), Option<(u32, u32)>> {
        let pairs = self.differing(a, b)?;
        self.join(pairs);
        Ok(())
    }

    /// As [`Types::relate`], but two records of one file stay two: whose objects they are is then
    /// asked where they are used.
    ///
    /// # Errors
    /// As there.
    pub fn relate_apart(&mut self, a: &Type, b: &Type) -> Result<(), Option<(u32, u32)>> {
        let pairs = self.differing(a, b)?;
        if self.keep_apart(&pairs) {
            self.join(pairs);
        }
        Ok(())
    }

    /// A record has become complete, which may be the same as some that is complete already.
    ///
    /// # Errors
    /// If it is not: the other one.
    pub fn completed(&mut self, id: u32) -> Result<(), u32> {
        let first = self.classes.first(id);
        let other = *self.classes.complete.entry(first).or_insert(id);
        let unit = self.record(id).map(|r| r.unit);
        let own = self.classes.own.entry(first).or_default();
        own.extend(unit);
        let mut work = Vec::new();
        if other != id && !self.declared_alike(other, id, &mut work) {
            return Err(other);
        }
        let pairs = self.all_alike(work).map_err(|_| other)?;
        self.join(pairs);
        Ok(())
    }

    fn join(&mut self, pairs: Pairs) {
        for (x, y) in pairs {
            let (x, y) = (self.classes.first(x), self.classes.first(y));
            if x != y {
                let (low, high) = (x.min(y), x.max(y));
                let complete = [low, high].map(|id| self.complete_one(id));
                let mut units = self.units(low);
                units.extend(self.units(high));
                let mut own = self.own_units(low);
                own.extend(self.own_units(high));
                self.classes.smaller.insert(high, low);
                let complete = complete.into_iter().find(|id| self.is_complete(*id));
                self.classes.complete.extend(complete.map(|id| (low, id)));
                self.classes.units.insert(low, units);
                self.classes.own.insert(low, own);
            }
        }
    }

    /// Whether two records have one tag and are complete: then they are two definitions of it.
    pub fn are_two_definitions(&self, a: u32, b: u32) -> bool {
        let pair = (self.record(a), self.record(b));
        matches!(pair, (Some(a), Some(b)) if a.tagged && b.tagged
            && (&a.name, a.union) == (&b.name, b.union)
            && a.fields.is_some() && b.fields.is_some())
    }

    fn is_complete(&self, id: u32) -> bool {
        self.record(id).is_some_and(|r| r.fields.is_some())
    }

    /// A record, or one that it is the same as and that is complete.
    fn complete_one(&self, id: u32) -> u32 {
        let known = self.classes.complete.get(&self.classes.first(id));
        match self.is_complete(id) {
            true => id,
            false => known.copied().unwrap_or(id),
        }
    }

    /// The records that are compatible if the types are.
    fn differing(&self, a: &Type, b: &Type) -> Result<Pairs, Option<(u32, u32)>> {
        let mut work = Vec::new();
        match self.same_but_records(a, b, &mut work) {
            true => self.all_alike(work).map_err(Some),
            false => Err(None),
        }
    }

    /// These pairs of records, and those that they are compatible with.
    fn all_alike(&self, mut work: Pairs) -> Result<Pairs, (u32, u32)> {
        let mut met = BTreeSet::new();
        while let Some((x, y)) = work.pop() {
            let one = self.classes.first(x) == self.classes.first(y);
            if !one && met.insert((x, y)) && !self.declared_alike(x, y, &mut work) {
                return Err((x, y));
            }
        }
        Ok(met.into_iter().collect())
    }

    /// Whether types are compatible if pairs of records are.
    fn same_but_records(&self, a: &Type, b: &Type, pairs: &mut Pairs) -> bool {
        match (a, b) {
            (Type::Pointer(p), Type::Pointer(q)) => self.same_but_records(&p.ty, &q.ty, pairs),
            (Type::Array(p, n), Type::Array(q, m)) => {
                (n == m || n.is_none() || m.is_none()) && self.same_but_records(&p.ty, &q.ty, pairs)
            }
            (Type::Function(f), Type::Function(g)) => {
                let params = match (&f.params, &g.params) {
                    (Some(ps), Some(qs)) => {
                        let mut all = ps.iter().zip(qs);
                        ps.len() == qs.len()
                            && f.variadic == g.variadic
                            && all.all(|(p, q)| self.same_but_records(p, q, pairs))
                    }
                    _ => true,
                };
                params && self.same_but_records(&f.result, &g.result, pairs)
            }
            (Type::Record(x), Type::Record(y)) => self.may_be_one(*x, *y, pairs),
            _ => a == b,
        }
    }

    /// Two records of one file are two types.
    fn may_be_one(&self, x: u32, y: u32, pairs: &mut Pairs) -> bool {
        let unit = |id| self.record(id).map(|r| r.unit);
        if x != y {
            pairs.push((x, y));
        }
        x == y || unit(x) != unit(y)
    }

    /// Whether records of two files are compatible if pairs of others are.
    fn declared_alike(&self, x: u32, y: u32, pairs: &mut Pairs) -> bool {
        let (x, y) = (self.complete_one(x), self.complete_one(y));
        let (Some(a), Some(b)) = (self.record(x), self.record(y)) else {
            return false;
        };
        if x == y {
            return true;
        }
        let tags = a.tagged == b.tagged && (!a.tagged || a.name == b.name);
        if !tags || a.union != b.union {
            return false;
        }
        let (Some(own), Some(others)) = (&a.fields, &b.fields) else {
            return true;
        };
        let mut members = self.in_order(a, own).zip(self.in_order(b, others));
        own.len() == others.len()
            && (a.size, a.align, a.block) == (b.size, b.align, b.block)
            && members.all(|(f, g)| {
                (&f.name, f.offset, f.bits) == (&g.name, g.offset, g.bits)
                    && self.equal_but_records(&f.ty, &g.ty, pairs)
            })
    }

    /// Whether the types of members are equal if pairs of records are. Those that are compatible
    /// and not equal, as one knows a length and the other does not, have no model in one record.
    fn equal_but_records(&self, a: &Qual, b: &Qual, pairs: &mut Pairs) -> bool {
        (a.constant, a.volatile, a.variant) == (b.constant, b.volatile, b.variant)
            && self.equal_types(&a.ty, &b.ty, pairs)
    }

    fn equal_types(&self, a: &Type, b: &Type, pairs: &mut Pairs) -> bool {
        match (a, b) {
            (Type::Pointer(p), Type::Pointer(q)) => self.equal_but_records(p, q, pairs),
            (Type::Array(p, n), Type::Array(q, m)) => n == m && self.equal_but_records(p, q, pairs),
            (Type::Function(f), Type::Function(g)) => {
                let params = match (&f.params, &g.params) {
                    (Some(ps), Some(qs)) => {
                        let mut all = ps.iter().zip(qs);
                        ps.len() == qs.len() && all.all(|(p, q)| self.equal_types(p, q, pairs))
                    }
                    (None, None) => true,
                    _ => false,
                };
                let results = self.equal_types(&f.result, &g.result, pairs);
                params && results && f.variadic == g.variadic
            }
            (Type::Record(x), Type::Record(y)) => self.may_be_one(*x, *y, pairs),
            _ => a == b,
        }
    }

    /// All files are known: what looks alike is one, where nothing says otherwise. Records have no
    /// files any more.
    pub fn unite(&mut self) -> Renaming {
        self.apart |= self.one_elsewhere();
        self.pair_complete();
        self.pair_incomplete();
        let renaming = self.renaming();
        self.classes = Classes::default();
        for (id, record) in (0u32..).zip(&mut self.records) {
            record.unit = 0;
            if renaming.record(id) != id {
                record.fields = None;
                record.tagged = false;
            }
            for field in record.fields.iter_mut().flatten() {
                field.ty = renaming.qual(&field.ty);
            }
        }
        renaming
    }

    /// The files that have a record of this class.
    fn units(&self, id: u32) -> BTreeSet<u32> {
        let known = self.classes.units.get(&self.classes.first(id));
        let own = self.record(id).map(|r| r.unit);
        known.cloned().unwrap_or_else(|| own.into_iter().collect())
    }

    /// The files that have a complete record of this class.
    fn own_units(&self, id: u32) -> BTreeSet<u32> {
        let known = self.classes.own.get(&self.classes.first(id));
        let own = self.record(id).filter(|r| r.fields.is_some());
        known
            .cloned()
            .unwrap_or_else(|| own.map(|r| r.unit).into_iter().collect())
    }

    /// Complete records that nothing made one with some of another file: one with the same name, or
    /// else the first, that is none of another record of this file.
    fn pair_complete(&mut self) {
        let mut known: BTreeMap<Looks, Vec<u32>> = BTreeMap::new();
        for id in 0u32..u32::try_from(self.records.len()).unwrap_or(u32::MAX) {
            let Some(looks) = self.record(id).and_then(|r| self.looks(r)) else {
                continue;
            };
            let same = known.entry(looks).or_default();
            if self.own_units(id).len() == 1 {
                let name = |id: u32| self.record(id).map(|r| r.name.as_str());
                let mut free = same.clone();
                free.retain(|other| self.own_units(*other).is_disjoint(&self.own_units(id)));
                free.sort_by_key(|other| name(*other) != name(id));
                let own = Type::Record(id);
                for other in free.into_iter().map(Type::Record) {
                    let pairs = self.differing(&other, &own);
                    if let Some(pairs) = pairs.ok().filter(|pairs| self.keep_apart(pairs)) {
                        self.join(pairs);
                        break;
                    }
                }
            }
            let class = self.classes.first(id);
            if !same.iter().any(|s| self.classes.first(*s) == class) {
                same.push(id);
            }
        }
    }

    /// Whether no two records of a file are one if all these pairs are.
    fn keep_apart(&self, pairs: &Pairs) -> bool {
        let (mut left, mut right) = (BTreeSet::new(), BTreeSet::new());
        pairs.iter().all(|(x, y)| {
            let new = left.insert(self.classes.first(*x)) && right.insert(self.classes.first(*y));
            new && self.own_units(*x).is_disjoint(&self.own_units(*y))
        })
    }

    /// Tags that a file does not complete are what the others have, if they have one.
    fn pair_incomplete(&mut self) {
        let mut tags: BTreeMap<(bool, String), Vec<u32>> = BTreeMap::new();
        for (id, record) in (0u32..).zip(&self.records) {
            if record.tagged {
                let tag = (record.union, record.name.clone());
                tags.entry(tag).or_default().push(id);
            }
        }
        for same in tags.into_values() {
            let complete = same.iter().map(|id| self.complete_one(*id));
            let complete = complete.filter(|id| self.is_complete(*id));
            let complete: BTreeSet<u32> = complete.map(|id| self.classes.first(id)).collect();
            let one = complete.first().or(same.first()).copied();
            let Some(one) = one.filter(|_| complete.len() < 2) else {
                continue;
            };
            for id in same {
                if self.units(one).is_disjoint(&self.units(id)) {
                    // They differ at most in that one of them is incomplete.
                    _ = self.relate(&Type::Record(one), &Type::Record(id));
                }
            }
        }
    }

    fn renaming(&self) -> Renaming {
        let mut renaming = Renaming::default();
        let mut classes: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for id in (0u32..).zip(&self.records).map(|(id, _)| id) {
            classes.entry(self.classes.first(id)).or_default().push(id);
        }
        for class in classes.values().filter(|class| class.len() > 1) {
            let complete = class.iter().find(|id| self.is_complete(**id));
            let Some(one) = complete.or(class.first()) else {
                continue;
            };
            let mut known = BTreeMap::new();
            for id in class.iter().filter(|id| self.is_complete(**id)) {
                let unit = self.record(*id).map(|r| r.unit);
                if let Some(other) = known.insert(unit, *id) {
                    renaming.several = Some((other, *id));
                }
            }
            for id in class.iter().filter(|id| *id != one) {
                renaming.records.insert(*id, *one);
                if !self.are_one(*one, *id) {
                    renaming.differing = Some((*one, *id));
                }
                renaming
                    .members
                    .extend(self.moved(*id, *one).map(|moved| (*id, moved)));
            }
        }
        renaming
    }

    /// Whether records of a class are alike, with members of the same classes: several pairs that
    /// are alike one by one may lead from one structure by an incomplete one to a third.
    fn are_one(&self, one: u32, other: u32) -> bool {
        let mut parts = Vec::new();
        let alike = self.declared_alike(one, other, &mut parts);
        let mut pairs = parts.iter();
        alike && pairs.all(|(x, y)| self.classes.first(*x) == self.classes.first(*y))
    }

    /// Where the members of a union are in another one.
    fn moved(&self, from: u32, to: u32) -> Option<Vec<usize>> {
        let order = |id| {
            let record = self.record(id).filter(|r| r.union)?;
            Some(self.order(record, record.fields.as_ref()?))
        };
        let (from, to) = (order(from)?, order(to)?);
        let mut pairs: Vec<(usize, usize)> = from.into_iter().zip(to).collect();
        pairs.sort_unstable();
        Some(pairs.into_iter().map(|(_, to)| to).collect())
    }
}
