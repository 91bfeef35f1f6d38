//! Pointers of one type that come to be pointers of another: by conversions, and by everything else
//! that hands a pointer's value on as another type (calls, variable arguments, unions, blocks of
//! memory).

use super::leaves::{collect_extents, representatives};
use super::{class, is_character_pointer, MapKey, Origin, Walk};
use crate::ir::{Expr, ExprKind};
use crate::types::{FunctionType, Type, Types};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// What the walk has seen of pointers that change their type.
#[derive(Default)]
pub(super) struct Changes {
    /// What pointers point to that come from pointers of another type.
    made: HashSet<Type>,
    /// Pointers that are accessed as pointers of another type.
    pointers: HashSet<(Type, Type)>,
    /// Functions of the first type that are called as the second.
    calls: HashSet<(FunctionType, FunctionType)>,
    /// Types of functions whose pointers become something without parameters.
    hidden: HashSet<FunctionType>,
    /// Types of functions whose pointers come from such.
    found: HashSet<FunctionType>,
    /// Types of variable arguments: of those that are passed, and of those that are read.
    passed: HashSet<Type>,
    read: HashSet<Type>,
}

impl Walk<'_> {
    /// Looks for conversions that let pointers of one class point to objects of another.
    pub(super) fn conversion(&mut self, from: &Type, to: &Type, origin: Origin) {
        if origin == Origin::Fresh || from == to {
            return;
        }
        let types = &self.program.types;
        self.function_conversion(from, to);
        // Only pointers in memory matter, and what holds them.
        if let Some(pointee @ (Type::Pointer(_) | Type::Record(_))) =
            to.pointee().map(|q| q.ty.innermost())
        {
            self.changes.made.insert(pointee.clone());
        }
        if let (Some(a), Some(b)) = (from.pointee(), to.pointee()) {
            self.pointers_to_pointers(a.ty.innermost(), b.ty.innermost());
            // Where pointers to functions are accessed as something else, they may become others.
            if a.ty.innermost() != b.ty.innermost() {
                let untyped = Type::Void.pointer_to();
                for pointer in [a.ty.innermost(), b.ty.innermost()] {
                    self.function_conversion(pointer, &untyped);
                    self.function_conversion(&untyped, pointer);
                }
            }
        }
        let source = pointee_class(types, from);
        if is_character_pointer(from)
            && source != pointee_class(types, to)
            && (matches!(to, Type::Pointer(_)) || to.is_integer())
        {
            self.plan.characters_pun = true;
        }
        let Some(target) = pointee_class(types, to) else {
            // From a scalar's pointer to a record's: the record's members may be that scalar.
            if let (Some(_), Some(Type::Record(record))) =
                (source, to.pointee().map(|q| q.ty.innermost()))
            {
                self.escape_members(*record, 0);
            }
            return;
        };
        if source == Some(target) || matches!(from, Type::Bool) {
            return;
        }
        if origin == Origin::Outside && target != MapKey::Int(8) {
            return;
        }
        self.plan.untyped.insert(target);
        if target == MapKey::Int(8) {
            self.plan.characters_pun = true;
        }
    }

    /// A pointer that is written as one type may be read as the other (`(void **)&p`): all pointers
    /// share a map.
    fn pointers_to_pointers(&mut self, a: &Type, b: &Type) {
        let pointers = matches!((a, b), (Type::Pointer(_), Type::Pointer(_)));
        if pointers && a != b && self.changes.pointers.insert((a.clone(), b.clone())) {
            self.changed_type(a, b);
            self.changed_type(b, a);
        }
    }

    /// A conversion that no expression of the program makes.
    fn changed_type(&mut self, from: &Type, to: &Type) {
        self.conversion(from, to, Origin::Program);
        self.hidden_conversion(from, to);
    }

    /// A value that is kept as one type and used as another, without a conversion in the program.
    pub(super) fn reinterpreted(&mut self, from: &Type, to: &Type) {
        if from.is_scalar() && to.is_scalar() {
            self.changed_type(from, to);
        } else if from != to {
            let untyped = Type::Void.pointer_to();
            for leaf in representatives(&self.program.types, from) {
                self.pointer(&leaf.ty, &leaf.ty, &untyped);
            }
            for leaf in representatives(&self.program.types, to) {
                self.pointer(&leaf.ty, &untyped, &leaf.ty);
            }
        }
    }

    /// Records which functions' types take part in a conversion between pointers that cannot call
    /// the same functions, and what that does to arguments and results.
    fn function_conversion(&mut self, from: &Type, to: &Type) {
        let types = &self.program.types;
        let (source, target) = (called(from), called(to));
        let prototyped = |f: &FunctionType| f.params.is_some();
        match (source, target) {
            (Some(a), Some(b)) if prototyped(a) && prototyped(b) => self.called_as(a, b),
            _ => {
                self.changes
                    .hidden
                    .extend(source.filter(|f| prototyped(f)).cloned());
                self.changes
                    .found
                    .extend(target.filter(|f| prototyped(f)).cloned());
            }
        }
        if source
            .zip(target)
            .is_some_and(|(a, b)| types.same_call(a, b))
        {
            return;
        }
        let scalar = |ty: &Type| ty.is_scalar() && *ty != Type::Bool;
        for (function, other, set) in [
            (source, to, &mut self.plan.functions_from),
            (target, from, &mut self.plan.functions_to),
        ] {
            if let Some(function) = function.filter(|f| scalar(other) && !set.contains(f)) {
                set.push(function.clone());
            }
        }
    }

    /// A function of one type may be called as another: its parameters get what the call passes,
    /// and the call what it returns (C11 6.5.2.2p9).
    fn called_as(&mut self, function: &FunctionType, call: &FunctionType) {
        if function == call || !self.changes.calls.insert((function.clone(), call.clone())) {
            return;
        }
        let params = function
            .params
            .iter()
            .flatten()
            .zip(call.params.iter().flatten());
        params.for_each(|(parameter, passed)| self.reinterpreted(passed, parameter));
        self.reinterpreted(&function.result, &call.result);
        if function.result != call.result
            && [function, call]
                .iter()
                .any(|f| matches!(f.result, Type::Record(_)))
        {
            // The hidden address of a result moves all arguments.
            function
                .params
                .iter()
                .flatten()
                .for_each(|parameter| self.reinterpreted(&Type::Void, parameter));
        }
    }

    /// A call of a known function: without a prototype in view, arguments are not converted to the
    /// parameters' types (C11 6.5.2.2p6).
    pub(super) fn passes(&mut self, f: u32, args: &[Expr]) {
        let program = self.program;
        let Some(body) = program
            .functions
            .get(f as usize)
            .and_then(|f| f.body.as_ref())
        else {
            return;
        };
        for (arg, parameter) in args.iter().zip(body.locals.iter().take(body.params)) {
            let null = arg.as_int().is_some();
            if !null {
                self.reinterpreted(&arg.ty, &parameter.ty.ty);
            }
        }
    }

    /// A function whose address is taken, which another unit may declare with another type than it
    /// is defined with.
    pub(super) fn designates(&mut self, f: u32, pointer: &Type) {
        let program = self.program;
        if let Some(function) = program
            .functions
            .get(f as usize)
            .filter(|f| f.body.is_some())
        {
            let defined = Type::Function(Rc::new(function.ty.clone())).pointer_to();
            self.conversion(&defined, pointer, Origin::Program);
        }
    }

    /// A call of a known function, which another unit may declare with another result.
    pub(super) fn returns(&mut self, f: u32, expected: &Type) {
        let program = self.program;
        if let Some(function) = program
            .functions
            .get(f as usize)
            .filter(|f| f.body.is_some())
        {
            self.reinterpreted(&function.ty.result, expected);
        }
    }

    /// A call through a pointer without a prototype: the arguments' types are the parameters'.
    pub(super) fn passes_unprototyped(&mut self, ty: &FunctionType, args: &[Expr]) {
        if ty.params.is_none() {
            let params = Some(args.iter().map(|arg| arg.ty.clone()).collect());
            self.changes.found.insert(FunctionType {
                result: ty.result.clone(),
                params,
                variadic: false,
                variants: Vec::new(),
            });
        }
    }

    /// Variable arguments are objects in memory. Without a prototype, any may be one.
    pub(super) fn variable_arguments(&mut self, ty: Option<&FunctionType>, args: &[Expr]) {
        let named = ty
            .and_then(|ty| ty.params.as_ref().filter(|_| ty.variadic))
            .map_or(0, Vec::len);
        if ty.is_some_and(|ty| ty.variadic || ty.params.is_none()) {
            self.accessed
                .extend(args.iter().skip(named).map(|arg| (None, arg.ty.clone())));
            self.changes
                .passed
                .extend(args.iter().skip(named).map(|arg| arg.ty.clone()));
        }
    }

    /// The place behind a pointer: if that is a list of variable arguments, its type is how an
    /// argument is read.
    pub(super) fn reads_argument(&mut self, pointer: &Expr, ty: &Type) {
        if matches!(&pointer.kind, ExprKind::Update { place, .. } if place.ty.ty == Type::VaList) {
            self.changes.read.insert(ty.clone());
        }
    }

    /// Copying or clearing a whole object accesses all its parts. Pointers in an object of another
    /// type are copied as they are (C11 6.5p6).
    pub(super) fn blocks(&mut self, f: u32, args: &[Expr]) {
        let Some(function) = self
            .program
            .functions
            .get(f as usize)
            .filter(|f| crate::lower::moves_blocks(&f.name))
        else {
            return;
        };
        let objects: Vec<Option<Type>> = args
            .iter()
            .map(crate::lower::pointee_behind_casts)
            .collect();
        self.accessed
            .extend(objects.iter().flatten().map(|ty| (None, ty.clone())));
        if function.name.ends_with("memset") {
            return;
        }
        self.copies(args, &objects);
        let [Some(to), Some(from), _] = objects.as_slice() else {
            return;
        };
        if to == from {
            return;
        }
        self.reinterpreted(from, to);
    }

    fn pointer(&mut self, kept: &Type, from: &Type, to: &Type) {
        if matches!(kept, Type::Pointer(_)) {
            self.changed_type(from, to);
        }
    }

    /// At the end of the walk: what pairs of things do that were met one by one.
    pub(super) fn indirect_conversions(&mut self) {
        let size = |c: &Changes| c.made.len() + c.calls.len() + c.hidden.len() + c.found.len();
        let mut before = None;
        while before != Some(size(&self.changes)) {
            before = Some(size(&self.changes));
            for (function, call) in pairs(&self.changes.hidden, &self.changes.found) {
                self.called_as(&function, &call);
            }
            self.list_conversions();
            self.union_conversions();
        }
    }

    /// An argument may be read as a pointer to characters that was passed as one to `void`, and the
    /// reverse (C11 7.16.1.1p2).
    fn list_conversions(&mut self) {
        let is_void = |ty: &Type| matches!(ty.pointee(), Some(q) if q.ty == Type::Void);
        for (passed, read) in pairs(&self.changes.passed, &self.changes.read) {
            if is_void(&passed) && is_character_pointer(&read)
                || is_character_pointer(&passed) && is_void(&read)
            {
                self.changed_type(&passed, &read);
            }
        }
    }

    /// Writing a member of a union and reading another one converts a pointer too (C11 6.5.2.3p3,
    /// footnote 95). Members are accessed by their names, or through pointers to their types that
    /// come from other pointers (6.7.2.1p16).
    fn union_conversions(&mut self) {
        let program = self.program;
        let types = &program.types;
        let mut made = HashMap::new();
        for (union, _) in (0u32..)
            .zip(&types.records)
            .filter(|(_, record)| record.union)
        {
            let mut parts = Vec::new();
            for (index, field) in types.fields(union).iter().enumerate() {
                if self.union_members.contains(&(union, index))
                    || self.is_made(&field.ty.ty, &mut made)
                {
                    let mut extents = Vec::new();
                    collect_extents(types, &field.ty.ty, 0, Some((union, index)), &mut extents);
                    parts.push((index, extents));
                }
            }
            for (a, b) in parts
                .iter()
                .flat_map(|a| parts.iter().map(move |b| (a, b)))
                .filter(|(a, b)| a.0 != b.0)
            {
                for (from, to) in
                    a.1.iter()
                        .flat_map(|from| b.1.iter().map(move |to| (from, to)))
                {
                    let meet = from.bits.0 < to.bits.0.saturating_add(to.bits.1)
                        && to.bits.0 < from.bits.0.saturating_add(from.bits.1);
                    if meet {
                        self.share_bytes(from, to);
                    }
                    if meet && (matches!(to.ty, Type::Pointer(_)) || called(&from.ty).is_some()) {
                        self.changed_type(&from.ty, &to.ty);
                    }
                }
            }
        }
    }

    /// Whether pointers of other types become pointers to a type or to a part of it. `records` are
    /// known already.
    fn is_made(&self, ty: &Type, records: &mut HashMap<u32, bool>) -> bool {
        let ty = ty.innermost();
        if self.changes.made.contains(ty) {
            return true;
        }
        let Type::Record(record) = ty else {
            return false;
        };
        if let Some(known) = records.get(record) {
            return *known;
        }
        let made = self
            .program
            .types
            .fields(*record)
            .iter()
            .any(|f| self.is_made(&f.ty.ty, records));
        records.insert(*record, made);
        made
    }

    /// Where the pointer comes from that an expression yields.
    pub(super) fn origin(&self, e: &Expr) -> Origin {
        match &e.kind {
            ExprKind::Convert(inner) => self.origin(inner),
            ExprKind::Call(f, _) => match self
                .program
                .functions
                .get(*f as usize)
                .filter(|f| f.body.is_none())
            {
                Some(f) if crate::lower::is_allocator(&f.name) => Origin::Fresh,
                Some(f) if f.is_nondet() => Origin::Outside,
                _ => Origin::Program,
            },
            _ => Origin::Program,
        }
    }

    fn escape_members(&mut self, record: u32, depth: usize) {
        let program = self.program;
        for (index, field) in program.types.fields(record).iter().enumerate() {
            match field.ty.ty.innermost() {
                Type::Record(inner) if depth < 64 => self.escape_members(*inner, depth + 1),
                _ => {
                    self.plan.escaped.insert((record, index));
                }
            }
        }
    }
}

/// All pairs of two sets.
fn pairs<T: Clone>(a: &HashSet<T>, b: &HashSet<T>) -> Vec<(T, T)> {
    a.iter()
        .flat_map(|x| b.iter().map(|y| (x.clone(), y.clone())))
        .collect()
}

/// The type of the functions that a pointer can call.
fn called(ty: &Type) -> Option<&FunctionType> {
    match &ty.pointee()?.ty {
        Type::Function(f) => Some(f),
        _ => None,
    }
}

/// The class of scalars that a pointer points to; `None` for pointers to records, functions and
/// `void`, and for other types.
fn pointee_class(types: &Types, ty: &Type) -> Option<MapKey> {
    let pointee = ty.pointee()?.ty.innermost();
    pointee.is_scalar().then(|| class(types, pointee))
}
