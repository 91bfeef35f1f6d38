//! Pointers of one type that come to be pointers of another: by conversions, and by everything else
//! that hands a pointer's value on as another type (calls, variable arguments, unions, blocks of
//! memory).

use super::bytes::STATEMENTS_MAX;
use super::characters::{counted, Characters};
use super::leaves::{extents, Leaf};
use super::puns::differ;
use super::streams::{is_stream, points_to_stream};
use super::{class, is_character_pointer, is_untyped, MapKey, Member, Reached};
use crate::accounting::is_allocator;
use crate::flatten::{
    Base, Body, Call, Callee, Code, Kind, Part, Place, Role, Step, Stmt, Value, ValueKind,
};
use crate::ir::Program;
use crate::types::{FunctionType, Type, Types};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// What becomes of pointers in a program.
#[derive(Default)]
pub struct Conversions {
    /// Types of functions whose pointers are converted to something that cannot call them.
    functions_from: Vec<FunctionType>,
    /// Types of functions whose pointers come from something that cannot call them.
    functions_to: Vec<FunctionType>,
    /// Classes that untyped pointers and integers become pointers to.
    pub(super) untyped: BTreeSet<MapKey>,
    /// Members that are accessed as objects of their own type.
    pub(super) escaped: BTreeSet<Member>,
    /// Whether character pointers may point to other objects.
    pub(super) characters_pun: bool,
    /// Whether objects are looked at as characters.
    pub(super) characters: Characters,
    /// Whether pointers to scalars of one class become pointers to those of another, or objects are
    /// looked at, or copied, as such of another layout.
    pub(super) scalars_pun: bool,
    /// Whether a small program makes integers of pointers.
    pub(super) numbers: bool,
    /// Whether the program may look into streams of the C library.
    pub(super) streams: bool,
    /// Values of the first type that are used as such of the second, though no expression converts
    /// them.
    pub(super) unseen: HashSet<(Type, Type)>,
    /// Values of the first type that are handed over as such of the second, where one of them is a
    /// record.
    pub(super) handed: HashSet<(Type, Type)>,
    /// Records to which pointers come from pointers of another type, or from integers.
    pub(super) disguised: BTreeSet<u32>,
    /// Parts of unions that share bytes.
    pub(super) shared: Vec<(Leaf, Leaf)>,
    /// Parts of unions that are there where a member of smaller parts is, too: pointers in them
    /// may be copied bit by bit.
    pub(super) scattered: Vec<Leaf>,
    /// Those of members that are one number and its parts.
    pub(super) numbers_in_parts: Vec<(Leaf, Leaf)>,
}

impl Conversions {
    /// Reads what a run may reach. Observers that are woven in convert nothing.
    pub fn new(program: &Program, code: &Code, reached: &Reached) -> Conversions {
        let statements: usize = reached.bodies(code).map(|(_, body)| body.stmts.len()).sum();
        let mut reader = Reader {
            program,
            bytes: match statements <= STATEMENTS_MAX {
                true => Bytes::Any,
                false => Bytes::OneType,
            },
            out: Conversions::default(),
            saved: HashMap::new(),
            met: Met::default(),
        };
        for (_, body) in reached.bodies(code) {
            reader.body(body);
        }
        reader.indirect_conversions();
        reader.out
    }

    /// Whether a pointer to functions of the first type may call a function of the second whose
    /// address is taken: parameters and result have the same machine types (C11 6.3.2.3p8), or the
    /// program converts both pointers like the function's and pointers like this one.
    pub fn may_call(&self, types: &Types, pointer: &FunctionType, function: &FunctionType) -> bool {
        let converted = |set: &[FunctionType], ty: &FunctionType| {
            set.iter().any(|other| types.same_call(other, ty))
        };
        types.same_call(pointer, function)
            || converted(&self.functions_to, pointer) && converted(&self.functions_from, function)
    }
}

/// Where a pointer comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It points to no object of the program.
    Fresh,
    /// From outside of the program: by the assumption `type-based-aliasing`, to no member of a
    /// structure whose address the program does not take.
    Outside,
    /// Anywhere else.
    Program,
}

/// What was met, and matters in pairs.
#[derive(Default)]
pub(super) struct Met {
    /// What pointers point to that come from pointers of another type.
    pub(super) made: HashSet<Type>,
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
    /// Members of unions that the program names.
    pub(super) union_members: BTreeSet<Member>,
}

/// What is copied as bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bytes {
    /// Objects of any type to such of any other: their pointers to functions may become others.
    Any,
    /// Objects to such of their type, as the ledger says (`function-pointer`).
    OneType,
}

pub(super) struct Reader<'p> {
    pub(super) program: &'p Program,
    bytes: Bytes,
    pub(super) out: Conversions,
    /// Where the values of temporaries come from that hold results.
    saved: HashMap<u32, Origin>,
    pub(super) met: Met,
}

impl Reader<'_> {
    fn body(&mut self, body: &Body) {
        self.saved.clear();
        for stmt in &body.stmts {
            self.stmt(stmt, body);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, body: &Body) {
        let mut external = false;
        if let Kind::Call(call) = &stmt.kind {
            external = self.call(call, body);
        }
        if let Kind::Asm(asm) = &stmt.kind {
            self.assembly(asm);
        }
        let counted = counted(stmt);
        stmt.parts(&mut |part| match part {
            Part::Object(place) | Part::Address(place) => self.object(place),
            Part::Function(f, pointer) => self.designates(f, pointer),
            // Giving characters to an external function converts no pointer inside the program.
            Part::Argument(value, to) if external && is_character_pointer(&value.ty) => {
                self.disguises(&value.ty, to);
                self.out.streams |= to.pointee().is_some_and(|q| self.is_stream(&q.ty));
            }
            // Its own type is known where it is handed over.
            Part::Argument(value, to) if external && is_untyped(to) => {
                let origin = self.origin(value);
                self.changes(&value.ty, to, origin);
            }
            Part::Argument(value, to) | Part::Conversion(value, to) => {
                let origin = self.origin(value);
                if origin != Origin::Fresh && !counted.contains(&std::ptr::from_ref(value)) {
                    self.out.characters.converted(&value.ty, to);
                }
                self.conversion(&value.ty, to, origin);
            }
        });
    }

    /// A place in the program: members of unions that it names. What is behind a list of variable
    /// arguments is one of these.
    fn object(&mut self, place: &Place) {
        if let Base::Deref(pointer) = &place.base {
            if pointer.ty == Type::VaList {
                self.met.read.insert(place.base_ty.clone());
            }
        }
        // A variable that points to a stream says where it is, and nothing of what it holds.
        let pointer =
            place.steps.is_empty() && points_to_stream(&self.program.types, &place.base_ty);
        self.out.streams |= !pointer && self.is_stream(&place.base_ty);
        for step in &place.steps {
            if let Step::Field(record, index) = step {
                self.out.streams |= self.is_stream(&Type::Record(*record));
                let record_is_union = self.program.types.record(*record).is_some_and(|r| r.union);
                if record_is_union {
                    self.met.union_members.insert((*record, *index));
                }
            }
        }
    }

    // -- calls

    /// Reads a call; whether the function is none of the program.
    fn call(&mut self, call: &Call, body: &Body) -> bool {
        let Callee::Function(f) = call.callee else {
            if let Callee::Pointer { ty, .. } | Callee::Pointed(_, ty) = &call.callee {
                self.variable_arguments(Some(ty), &call.args);
                self.passes_unprototyped(ty, &call.args);
                self.copies(ty, &call.args);
            }
            self.delivers(call, Origin::Program, body);
            return false;
        };
        let program = self.program;
        let resolved = program.resolve(f);
        self.blocks(resolved, &call.args);
        self.passes(resolved, &call.args);
        self.returns(resolved, &call.ty);
        let function = program.function(resolved);
        self.variable_arguments(function.map(|f| &f.ty), &call.args);
        let origin = match function.filter(|f| f.body.is_none()) {
            Some(f) if is_allocator(&f.name) => Origin::Fresh,
            Some(_) if program.is_nondet(resolved) => Origin::Outside,
            Some(_) | None => Origin::Program,
        };
        self.delivers(call, origin, body);
        function.is_none_or(|f| f.body.is_none())
    }

    /// The result of a call is converted on its way.
    fn delivers(&mut self, call: &Call, origin: Origin, body: &Body) {
        let Some(to) = &call.result else { return };
        let mut from = &call.ty;
        for ty in &to.through {
            if origin != Origin::Fresh {
                self.out.characters.converted(from, ty);
            }
            self.conversion(from, ty, origin);
            from = ty;
        }
        if let Base::Local(local) = to.place.base {
            let saved = body.locals.get(local as usize);
            if saved.is_some_and(|local| local.role == Role::Saved) {
                self.saved.insert(local, origin);
            }
        }
    }

    /// Where the pointer comes from that a value is.
    fn origin(&self, value: &Value) -> Origin {
        match value.kind {
            ValueKind::Int(_) => Origin::Fresh,
            _ => self.origin_of_result(value),
        }
    }

    fn origin_of_result(&self, value: &Value) -> Origin {
        let saved = match &value.kind {
            ValueKind::Convert(inner) => return self.origin_of_result(inner),
            ValueKind::Load(place) => match place.base {
                Base::Local(local) if place.steps.is_empty() => self.saved.get(&local),
                _ => None,
            },
            _ => None,
        };
        saved.copied().unwrap_or(Origin::Program)
    }

    /// Looks for conversions that let pointers of one class point to objects of another.
    fn conversion(&mut self, from: &Type, to: &Type, origin: Origin) {
        if origin != Origin::Fresh {
            self.disguises(from, to);
        }
        self.changes(from, to, origin);
    }

    /// What is known as a record may be something of another type, or the reverse: both pointers
    /// point to the same.
    fn disguises(&mut self, from: &Type, to: &Type) {
        if from != to {
            let objects = [from, to].map(|ty| ty.pointee().map(|q| q.ty.innermost()));
            let records = objects.into_iter().flatten().filter_map(|ty| match ty {
                Type::Record(record) => Some(*record),
                _ => None,
            });
            self.out.disguised.extend(records);
        }
    }

    fn changes(&mut self, from: &Type, to: &Type, origin: Origin) {
        if from == to {
            return;
        }
        if origin == Origin::Fresh {
            return self.loses_type(to.pointee().map_or(&Type::Void, |q| q.ty.innermost()));
        }
        let types = &self.program.types;
        self.function_conversion(from, to);
        // Only pointers in memory matter, and what holds them.
        if let Some(pointee @ (Type::Pointer(_) | Type::Record(_))) =
            to.pointee().map(|q| q.ty.innermost())
        {
            self.met.made.insert(pointee.clone());
        }
        if let (Some(a), Some(b)) = (from.pointee(), to.pointee()) {
            self.pointers_to_pointers(a.ty.innermost(), b.ty.innermost());
            // Where pointers to functions are accessed as something else, they may become others.
            if a.ty.innermost() != b.ty.innermost() {
                self.loses_type(a.ty.innermost());
                self.loses_type(b.ty.innermost());
            }
        }
        self.out.streams |= from.pointee().is_some_and(|q| self.is_stream(&q.ty));
        self.out.streams |= to.pointee().is_some_and(|q| self.is_stream(&q.ty));
        let small = self.bytes == Bytes::Any;
        self.out.numbers |= small && from.pointee().is_some() && to.is_integer();
        let source = pointee_class(types, from);
        if let [Some(a), Some(b)] = [from, to].map(|ty| ty.pointee().map(|q| q.ty.innermost())) {
            self.seen_as(a, b);
        }
        if is_character_pointer(from)
            && source != pointee_class(types, to)
            && (matches!(to, Type::Pointer(_)) || to.is_integer())
        {
            self.out.characters_pun = true;
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
        self.out.scalars_pun |= source.is_some();
        if origin == Origin::Outside && target != MapKey::Int(8) {
            return;
        }
        self.out.untyped.insert(target);
        if target == MapKey::Int(8) {
            self.out.characters_pun = true;
        }
    }

    /// Whether an object is a stream, or may hold a pointer to one.
    fn is_stream(&self, ty: &Type) -> bool {
        let types = &self.program.types;
        let points = |ty: &Type| {
            let mut ty = ty.innermost();
            while let Some(object) = ty.pointee() {
                ty = object.ty.innermost();
            }
            matches!(ty, Type::Record(record) if is_stream(types, *record))
        };
        let mut parts = extents(types, ty, (0, None)).into_iter();
        points(ty) || parts.any(|part| points(&part.ty))
    }

    /// A structure may be looked at as a scalar, or the reverse.
    fn seen_as(&mut self, a: &Type, b: &Type) {
        let record = |ty: &Type| matches!(ty, Type::Record(_));
        let characters = a.is_character() || b.is_character();
        if record(a) != record(b) && !characters {
            self.out.scalars_pun |= differ(&self.program.types, a, b);
        }
    }

    /// An object may be accessed as something else than it is. Pointers to functions that lie in
    /// structures count where programs are small; elsewhere the ledger says that they do not.
    fn loses_type(&mut self, object: &Type) {
        let untyped = Type::Void.pointer_to();
        let parts: Vec<Type> = match self.bytes {
            Bytes::Any => {
                let parts = extents(&self.program.types, object, (0, None)).into_iter();
                parts.map(|part| part.ty.innermost().clone()).collect()
            }
            Bytes::OneType => vec![object.clone()],
        };
        for pointer in parts.iter().filter(|ty| called(ty).is_some()) {
            self.function_conversion(pointer, &untyped);
            self.function_conversion(&untyped, pointer);
        }
    }

    /// A pointer that is written as one type may be read as the other (`(void **)&p`): all pointers
    /// share a map.
    fn pointers_to_pointers(&mut self, a: &Type, b: &Type) {
        let pointers = matches!((a, b), (Type::Pointer(_), Type::Pointer(_)));
        if pointers && a != b && self.met.pointers.insert((a.clone(), b.clone())) {
            self.changed_type(a, b);
            self.changed_type(b, a);
        }
    }

    /// A conversion that no expression of the program makes.
    pub(super) fn changed_type(&mut self, from: &Type, to: &Type) {
        self.conversion(from, to, Origin::Program);
        self.out.unseen.insert((from.clone(), to.clone()));
    }

    /// A value that is kept as one type and used as another, without a conversion in the program.
    pub(super) fn reinterpreted(&mut self, from: &Type, to: &Type) {
        if from.is_scalar() && to.is_scalar() {
            self.changed_type(from, to);
        } else if from != to {
            self.out.handed.insert((from.clone(), to.clone()));
            let untyped = Type::Void.pointer_to();
            for leaf in extents(&self.program.types, from, (0, None)) {
                self.pointer(&leaf.ty, &leaf.ty, &untyped);
            }
            for leaf in extents(&self.program.types, to, (0, None)) {
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
                let hidden = source.filter(|f| prototyped(f));
                self.met.hidden.extend(hidden.cloned());
                let found = target.filter(|f| prototyped(f));
                self.met.found.extend(found.cloned());
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
            (source, to, &mut self.out.functions_from),
            (target, from, &mut self.out.functions_to),
        ] {
            if let Some(function) = function.filter(|f| scalar(other) && !set.contains(f)) {
                set.push(function.clone());
            }
        }
    }

    /// A function of one type may be called as another: its parameters get what the call passes,
    /// and the call what it returns (C11 6.5.2.2p9).
    fn called_as(&mut self, function: &FunctionType, call: &FunctionType) {
        if function == call || !self.met.calls.insert((function.clone(), call.clone())) {
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
    fn passes(&mut self, f: u32, args: &[Value]) {
        let function = self.program.function(f);
        let Some(body) = function.and_then(|f| f.body.as_ref()) else {
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
    /// is defined with. If its definition is no prototype, it has the types of its parameters.
    fn designates(&mut self, f: u32, pointer: &Type) {
        let function = self.program.called(f);
        let Some((function, body)) = function.and_then(|f| Some((f, f.body.as_ref()?))) else {
            return;
        };
        let defined = Type::Function(Rc::new(function.ty.clone())).pointer_to();
        self.conversion(&defined, pointer, Origin::Program);
        if function.ty.params.is_none() {
            let params = body.locals.iter().take(body.params);
            let params = params.map(|local| local.ty.ty.clone()).collect();
            self.met.hidden.insert(FunctionType {
                params: Some(params),
                ..function.ty.clone()
            });
        }
    }

    /// A call of a known function, which another unit may declare with another result.
    fn returns(&mut self, f: u32, expected: &Type) {
        let function = self.program.function(f);
        if let Some(function) = function.filter(|f| f.body.is_some()) {
            self.reinterpreted(&function.ty.result, expected);
        }
    }

    /// A call through a pointer without a prototype: the arguments' types are the parameters'.
    fn passes_unprototyped(&mut self, ty: &FunctionType, args: &[Value]) {
        if ty.params.is_none() {
            let params = Some(args.iter().map(|arg| arg.ty.clone()).collect());
            self.met.found.insert(FunctionType {
                result: ty.result.clone(),
                params,
                variadic: false,
                variants: Vec::new(),
            });
        }
    }

    /// Variable arguments are objects in memory. Without a prototype, any may be one.
    fn variable_arguments(&mut self, ty: Option<&FunctionType>, args: &[Value]) {
        let beyond = args.iter().skip(ty.map_or(args.len(), fixed_arguments));
        self.met.passed.extend(beyond.map(|arg| arg.ty.clone()));
    }

    fn pointer(&mut self, kept: &Type, from: &Type, to: &Type) {
        if matches!(kept, Type::Pointer(_)) {
            self.changed_type(from, to);
        }
    }

    /// At the end of the walk: what pairs of things do that were met one by one.
    fn indirect_conversions(&mut self) {
        let size = |c: &Met| c.made.len() + c.calls.len() + c.hidden.len() + c.found.len();
        let mut before = None;
        while before != Some(size(&self.met)) {
            before = Some(size(&self.met));
            for (function, call) in pairs(&self.met.hidden, &self.met.found) {
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
        for (passed, read) in pairs(&self.met.passed, &self.met.read) {
            if is_void(&passed) && is_character_pointer(&read)
                || is_character_pointer(&passed) && is_void(&read)
            {
                self.changed_type(&passed, &read);
            }
        }
    }

    fn escape_members(&mut self, record: u32, depth: usize) {
        let program = self.program;
        for (index, field) in program.types.fields(record).iter().enumerate() {
            match field.ty.ty.innermost() {
                Type::Record(inner) if depth < 64 => self.escape_members(*inner, depth + 1),
                _ => {
                    self.out.escaped.insert((record, index));
                }
            }
        }
    }
}

/// How many arguments of a call are no variable ones.
pub(super) fn fixed_arguments(ty: &FunctionType) -> usize {
    match &ty.params {
        None => 0,
        Some(params) if ty.variadic => params.len(),
        Some(_) => usize::MAX,
    }
}

/// All pairs of two sets.
fn pairs<T: Clone>(a: &HashSet<T>, b: &HashSet<T>) -> Vec<(T, T)> {
    a.iter()
        .flat_map(|x| b.iter().map(|y| (x.clone(), y.clone())))
        .collect()
}

/// The type of the functions that a pointer can call.
pub(super) fn called(ty: &Type) -> Option<&FunctionType> {
    match &ty.pointee()?.ty {
        Type::Function(f) => Some(f),
        _ => None,
    }
}

/// The class of scalars that a pointer points to; `None` for pointers to records, functions and
/// `void`, and for other types.
pub(super) fn pointee_class(types: &Types, ty: &Type) -> Option<MapKey> {
    let pointee = ty.pointee()?.ty.innermost();
    types.machine(pointee).map(|_| class(types, pointee))
}
