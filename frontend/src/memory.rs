//! The memory model's decisions, made once for the whole program (DESIGN §4).
//!
//! A variable lives in memory if its address is taken, if it is an array indexed by something else
//! than literals, or if it is large. Every other variable is split into plain integer variables,
//! one for each scalar part.
//!
//! An access to memory uses the map of its structure member, or of its scalar class. C11 6.5p7 lets
//! objects be accessed through their own type (signed or unsigned), through a structure that
//! contains it, or through a character type. So two accesses that may meet use one map:
//!
//! - a member whose address is taken (other than to access it at once) shares the map of its scalar
//!   class;
//! - so does one of a structure that may be reached through a pointer to an object of another type
//!   (`flow`);
//! - if the program makes a pointer to a class from an untyped pointer or from an integer, all
//!   members of the class do;
//! - a write to a map makes every map unknown that overlaps it in some union, and a copy of a
//!   structure those that overlap its padding;
//! - an access through a character pointer is exact if no pointer conversion relates characters
//!   with anything else. Otherwise a read yields any value, and a write makes all of memory
//!   unknown.

mod conversions;
mod flow;
mod leaves;
mod overlaps;

pub use leaves::{gaps, leaf_paths, Leaf, LEAVES_MAX};

use crate::ir::{Base, Body, Expr, ExprKind, Init, Place, Program, Step, Stmt, StmtKind};
use crate::types::{FunctionType, Type, Types};
use conversions::Changes;
use flow::Flow;
use leaves::{collect, representatives};
use proofmark_logic::types::IntType;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// More scalar parts than this, and a variable lives in memory.
const SPLIT_LEAVES_MAX: usize = 64;

/// Which map holds a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MapKey {
    /// Integers of this width.
    Int(u8),
    /// `_Bool`.
    Bool,
    /// Pointers.
    Pointer,
    /// Floating values: no map, but they may overlap others in unions.
    Opaque,
    /// A member of a record whose address does not escape.
    Field(u32, usize),
}

/// The decisions.
pub struct Plan {
    /// Whether each global lives in memory.
    pub globals: Vec<bool>,
    /// Whether each local of each function lives in memory.
    pub locals: Vec<Vec<bool>>,
    /// Globals that can be accessed.
    pub used_globals: BTreeSet<usize>,
    /// Functions whose address is taken.
    pub address_taken: BTreeSet<u32>,
    /// Types of functions whose pointers are converted to something that cannot call them.
    pub functions_from: Vec<FunctionType>,
    /// Types of functions whose pointers come from something that cannot call them.
    pub functions_to: Vec<FunctionType>,
    /// The maps of all accesses.
    pub maps: BTreeMap<MapKey, IntType>,
    /// Whether character pointers may point to other objects.
    pub characters_pun: bool,
    /// Maps that become unknown when the key's map is written.
    overlaps: BTreeMap<MapKey, BTreeSet<MapKey>>,
    /// By record: maps that share a byte with its padding in some union.
    padding: BTreeMap<u32, BTreeSet<MapKey>>,
    /// Records of type states: their maps are nobody else's.
    states: BTreeSet<u32>,
    escaped: BTreeSet<(u32, usize)>,
    untyped: BTreeSet<MapKey>,
    leaves: RefCell<HashMap<Type, Option<Rc<Vec<Leaf>>>>>,
}

impl Plan {
    /// Looks at everything that can be reached from `entry`.
    pub fn new(program: &Program, entry: u32) -> Plan {
        let mut plan = Plan {
            globals: vec![false; program.globals.len()],
            locals: program
                .functions
                .iter()
                .map(|f| vec![false; f.body.as_ref().map_or(0, |b| b.locals.len())])
                .collect(),
            used_globals: BTreeSet::new(),
            address_taken: BTreeSet::new(),
            functions_from: Vec::new(),
            functions_to: Vec::new(),
            maps: BTreeMap::new(),
            characters_pun: false,
            overlaps: BTreeMap::new(),
            padding: BTreeMap::new(),
            states: program.observed.states.iter().map(|s| s.record).collect(),
            escaped: BTreeSet::new(),
            untyped: BTreeSet::new(),
            leaves: RefCell::new(HashMap::new()),
        };
        let mut walk = Walk {
            program,
            plan: &mut plan,
            function: 0,
            accessed: Vec::new(),
            union_members: BTreeSet::new(),
            changes: Changes::default(),
            flow: Flow::default(),
            seen: BTreeSet::new(),
            work: vec![Item::Function(entry)],
        };
        walk.work.extend(
            program
                .observed
                .functions
                .keys()
                .chain(&program.at_exit)
                .map(|f| Item::Function(*f)),
        );
        walk.seen_from_outside(entry);
        walk.accessed.extend(
            program
                .observed
                .states
                .iter()
                .map(|s| (None, Type::Record(s.record))),
        );
        walk.run();
        walk.indirect_conversions();
        walk.members_reached_as_others();
        let accessed = std::mem::take(&mut walk.accessed);
        plan.decide_sizes(program);
        plan.declare_maps(program, accessed);
        plan.find_overlaps(&program.types);
        plan
    }

    /// The map of a scalar of type `ty` in the member `field`, if any.
    pub fn key(&self, types: &Types, field: Option<(u32, usize)>, ty: &Type) -> MapKey {
        let class = class(types, ty);
        match field {
            Some((record, index)) if self.states.contains(&record) => MapKey::Field(record, index),
            // A bit-field has no address, so nothing else can access it.
            Some((record, index))
                if types
                    .fields(record)
                    .get(index)
                    .is_some_and(|f| f.bits.is_some()) =>
            {
                MapKey::Field(record, index)
            }
            Some((record, index))
                if !self.escaped.contains(&(record, index)) && !self.untyped.contains(&class) =>
            {
                MapKey::Field(record, index)
            }
            _ => class,
        }
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

    /// Whether a map holds type states.
    pub fn is_state(&self, key: MapKey) -> bool {
        matches!(key, MapKey::Field(record, _) if self.states.contains(&record))
    }

    /// Other maps that a write to `key` makes unknown.
    pub fn overlapping(&self, key: MapKey) -> impl Iterator<Item = MapKey> + '_ {
        self.overlaps.get(&key).into_iter().flatten().copied()
    }

    /// Maps that a copy of a whole record makes unknown besides those that overlap its parts: its
    /// padding gets any values (C11 6.2.6.1p6).
    pub fn overlapping_padding(&self, record: u32) -> impl Iterator<Item = MapKey> + '_ {
        self.padding.get(&record).into_iter().flatten().copied()
    }

    /// The scalar parts of a type in order; `None` if there are too many.
    pub fn leaves(&self, types: &Types, ty: &Type) -> Option<Rc<Vec<Leaf>>> {
        if let Some(known) = self.leaves.borrow().get(ty) {
            return known.clone();
        }
        let mut out = Vec::new();
        let result = if collect(types, ty, 0, None, &mut out) {
            Some(Rc::new(out))
        } else {
            None
        };
        self.leaves.borrow_mut().insert(ty.clone(), result.clone());
        result
    }

    fn decide_sizes(&mut self, program: &Program) {
        let large = |plan: &Plan, ty: &Type| {
            program.carries_state(ty)
                || plan
                    .leaves(&program.types, ty)
                    .is_none_or(|l| l.len() > SPLIT_LEAVES_MAX)
        };
        for (index, global) in program.globals.iter().enumerate() {
            let in_memory = large(self, &global.ty.ty);
            if let Some(slot) = self.globals.get_mut(index) {
                *slot |= in_memory;
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let flags: Vec<bool> = body.locals.iter().map(|l| large(self, &l.ty.ty)).collect();
            for (slot, flag) in self.locals.get_mut(index).into_iter().flatten().zip(flags) {
                *slot |= flag;
            }
        }
    }

    /// Declares a map for every scalar that is accessed in memory. The element type of a class is
    /// signed if any of its accesses is.
    fn declare_maps(&mut self, program: &Program, accessed: Vec<(Option<(u32, usize)>, Type)>) {
        let mut types: BTreeSet<(MapKey, bool, u8)> = BTreeSet::new();
        for (field, ty) in accessed {
            let leaves = self
                .leaves(&program.types, &ty)
                .unwrap_or_else(|| Rc::new(representatives(&program.types, &ty)));
            for leaf in leaves.iter() {
                let key = self.key(&program.types, leaf.field.or(field), &leaf.ty);
                let machine = match leaf.field.or(field) {
                    Some((record, index)) if matches!(key, MapKey::Field(..)) => {
                        let declared = program.types.fields(record).get(index);
                        declared.and_then(|f| {
                            if f.bits.is_some() {
                                program.types.field_machine(f)
                            } else {
                                leaf.machine
                            }
                        })
                    }
                    _ => leaf.machine,
                };
                if let Some(machine) = machine {
                    types.insert((key, machine.signed(), machine.bits()));
                }
            }
        }
        // Signed comes after unsigned in the set, so it wins.
        for (key, signed, bits) in types {
            if let Some(machine) = IntType::new(bits, signed) {
                self.maps.insert(key, machine);
            }
        }
    }
}

/// The class of scalars that C lets alias each other. All pointers are one class.
fn class(types: &Types, ty: &Type) -> MapKey {
    match ty {
        Type::Bool => MapKey::Bool,
        Type::Pointer(_) | Type::VaList => MapKey::Pointer,
        Type::Int(kind) => MapKey::Int(types.int_type(*kind).bits()),
        _ => MapKey::Opaque,
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

enum Item {
    Function(u32),
    Global(u32),
}

/// Walks over everything that can be reached, and records what matters.
struct Walk<'p> {
    program: &'p Program,
    plan: &'p mut Plan,
    function: u32,
    accessed: Vec<(Option<(u32, usize)>, Type)>,
    /// Members of unions that the program names.
    union_members: BTreeSet<(u32, usize)>,
    changes: Changes,
    flow: Flow,
    seen: BTreeSet<(bool, u32)>,
    work: Vec<Item>,
}

impl<'p> Walk<'p> {
    /// What holds addresses although the run does not reach it: initialisers of objects that other
    /// units may read, and, if the run does not start at the program's start, everything that may
    /// have run before.
    fn seen_from_outside(&mut self, entry: u32) {
        let program = self.program;
        let inits = program.globals.iter().filter_map(|g| g.init.as_ref());
        for (place, value) in inits.flat_map(|init| &init.items) {
            self.stores(place, value);
            self.expr(value);
        }
        let functions = (0u32..).zip(&program.functions);
        let defined = functions.filter(|(_, f)| f.body.is_some());
        match program.functions.get(entry as usize) {
            Some(function) if function.name != "main" => self
                .work
                .extend(defined.map(|(index, _)| Item::Function(index))),
            _ => {}
        }
    }

    fn run(&mut self) {
        while let Some(item) = self.work.pop() {
            match item {
                Item::Function(f) if self.seen.insert((true, f)) => {
                    let program = self.program;
                    if let Some(body) = program
                        .functions
                        .get(f as usize)
                        .and_then(|f| f.body.as_ref())
                    {
                        self.function = f;
                        self.body(body);
                    }
                }
                Item::Global(g) if self.seen.insert((false, g)) => {
                    self.plan.used_globals.insert(g as usize);
                    let program = self.program;
                    if let Some(global) = program.globals.get(g as usize) {
                        self.accessed.push((None, global.ty.ty.clone()));
                        if let Some(init) = &global.init {
                            self.init(init);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn body(&mut self, body: &'p Body) {
        for local in &body.locals {
            self.accessed.push((None, local.ty.ty.clone()));
        }
        self.stmts(&body.stmts);
    }

    fn stmts(&mut self, stmts: &'p [Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Expr(e)
                | StmtKind::Jump(e)
                | StmtKind::Branch(e, ..)
                | StmtKind::Switch(e, ..) => self.expr(e),
                StmtKind::Return(Some(e)) => {
                    self.gives_back(e);
                    self.expr(e);
                }
                StmtKind::Init(_, init) => self.init(init),
                StmtKind::Asm(places, _) => places.iter().for_each(|p| self.place(p)),
                StmtKind::Enter(_)
                | StmtKind::Label { .. }
                | StmtKind::Goto(_)
                | StmtKind::Return(None)
                | StmtKind::Reject
                | StmtKind::Halt => {}
            }
        }
    }

    fn init(&mut self, init: &'p Init) {
        for (place, value) in &init.items {
            self.stores(place, value);
            self.place(place);
            self.expr(value);
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old => {}
            ExprKind::Function(f) => self.function(self.program.resolve(*f), &e.ty),
            ExprKind::Load(p) => self.place(p),
            ExprKind::Address(p) => self.address(p),
            ExprKind::Negate(a) | ExprKind::Complement(a) | ExprKind::Not(a) => self.expr(a),
            ExprKind::Convert(a) => {
                let origin = if a.as_int().is_some() {
                    Origin::Fresh
                } else {
                    self.origin(a)
                };
                self.conversion(&a.ty, &e.ty, origin);
                self.converts(a, &e.ty);
                self.expr(a);
            }
            ExprKind::Arith(_, a, b) | ExprKind::PointerDiff(a, b, _) => self.both(a, b),
            ExprKind::Compare(_, a, b) => self.both(compared(a), compared(b)),
            ExprKind::And(a, b) | ExprKind::Or(a, b) | ExprKind::Comma(a, b) => self.both(a, b),
            ExprKind::PointerAdd { pointer, index, .. } => self.both(pointer, index),
            ExprKind::Overflows { a, b, place, .. } => {
                self.both(a, b);
                place.iter().for_each(|p| self.place(p));
            }
            ExprKind::Conditional(c, a, b) => {
                self.expr(c);
                a.iter().for_each(|a| self.expr(a));
                self.expr(b);
            }
            ExprKind::Assign(p, value) => {
                self.stores(p, value);
                self.place(p);
                self.expr(value);
            }
            ExprKind::Update { place, new, .. } => {
                self.stores(place, new);
                self.place(place);
                self.expr(new);
            }
            ExprKind::Call(f, args) => self.call(*f, args, &e.ty),
            ExprKind::CallPointer(callee, ty, args) => {
                self.variable_arguments(Some(ty), args);
                self.passes_unprototyped(ty, args);
                self.anywhere(args);
                self.expr(callee);
                args.iter().for_each(|a| self.expr(a));
            }
            ExprKind::Block(stmts, value) => {
                self.stmts(stmts);
                value.iter().for_each(|v| self.expr(v));
            }
        }
    }

    /// A function whose address is taken, as a pointer of this type.
    fn function(&mut self, f: u32, ty: &Type) {
        self.plan.address_taken.insert(f);
        self.called_from_anywhere(f);
        self.designates(f, ty);
        self.work.push(Item::Function(f));
    }

    fn call(&mut self, f: u32, args: &'p [Expr], result: &Type) {
        self.blocks(f, args);
        let f = self.program.resolve(f);
        self.work.push(Item::Function(f));
        self.passes(f, args);
        self.hands_over(f, args);
        self.returns(f, result);
        let function = self.program.functions.get(f as usize);
        let external = function.is_none_or(|f| f.body.is_none());
        self.variable_arguments(function.map(|f| &f.ty), args);
        for arg in args {
            match &arg.kind {
                // Giving characters to an external function converts no pointer inside the program.
                ExprKind::Convert(inner) if external && is_character_pointer(&inner.ty) => {
                    self.expr(inner)
                }
                _ => self.expr(arg),
            }
        }
    }

    fn both(&mut self, a: &'p Expr, b: &'p Expr) {
        self.expr(a);
        self.expr(b);
    }

    fn place(&mut self, place: &'p Place) {
        match &place.base {
            Base::Global(g) => self.work.push(Item::Global(*g)),
            Base::Local(_) | Base::String(_) => {}
            Base::Deref(e) => {
                self.reads_argument(e, &place.base_ty);
                if place.base_ty.is_character() {
                    self.bytes_at(e);
                }
                self.expr(e);
            }
            Base::Value(e) => self.expr(e),
        }
        let mut ty = self.base_type(place);
        let mut exact = true;
        for step in &place.steps {
            ty = match step {
                Step::Field(record, index) => {
                    if self.program.types.record(*record).is_some_and(|r| r.union) {
                        self.union_members.insert((*record, *index));
                    }
                    self.program
                        .types
                        .fields(*record)
                        .get(*index)
                        .map(|f| f.ty.ty.clone())
                }
                Step::Index(e) => {
                    self.expr(e);
                    let Some(Type::Array(element, length)) = ty else {
                        break;
                    };
                    exact &= e
                        .as_int()
                        .is_some_and(|i| i >= 0 && length.is_some_and(|n| i < i128::from(n)));
                    Some(element.ty.clone())
                }
            };
        }
        if !exact {
            self.put_in_memory(place);
        }
        self.accessed.push((last_field(place), place.ty.ty.clone()));
    }

    /// The declared type of a variable: initialisers complete it after their places are built.
    fn base_type(&self, place: &Place) -> Option<Type> {
        match place.base {
            Base::Global(g) => self
                .program
                .globals
                .get(g as usize)
                .map(|g| g.ty.ty.clone()),
            Base::Local(l) => {
                let body = self
                    .program
                    .functions
                    .get(self.function as usize)
                    .and_then(|f| f.body.as_ref());
                body.and_then(|b| b.locals.get(l as usize))
                    .map(|l| l.ty.ty.clone())
            }
            _ => Some(place.base_ty.clone()),
        }
    }

    fn put_in_memory(&mut self, place: &Place) {
        let slot = match place.base {
            Base::Global(g) => self.plan.globals.get_mut(g as usize),
            Base::Local(l) => self
                .plan
                .locals
                .get_mut(self.function as usize)
                .and_then(|ls| ls.get_mut(l as usize)),
            Base::Deref(_) | Base::String(_) | Base::Value(_) => None,
        };
        if let Some(slot) = slot {
            *slot = true;
        }
    }

    fn address(&mut self, place: &'p Place) {
        self.place(place);
        self.put_in_memory(place);
        if let (Some(field), false) = (
            last_field(place),
            matches!(place.ty.ty.innermost(), Type::Record(_)),
        ) {
            self.plan.escaped.insert(field);
        }
    }
}

/// An operand of a comparison, which takes pointers as addresses: that makes no pointer of another
/// type.
fn compared(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => inner,
        _ => e,
    }
}

/// The innermost member on a path.
pub fn last_field(place: &Place) -> Option<(u32, usize)> {
    place.steps.iter().rev().find_map(|s| match s {
        Step::Field(record, index) => Some((*record, *index)),
        Step::Index(_) => None,
    })
}

fn is_character_pointer(ty: &Type) -> bool {
    matches!(ty.pointee(), Some(q) if q.ty.is_character())
}
