//! The memory model's decisions, made once for the whole program (DESIGN §4): read from flat C,
//! which stays as it is.
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
//!
//! A small program that looks at the bytes of its objects (`characters`, `puns`) has one map of
//! bytes (`bytes`): there, reads and writes of values are sums of bytes, and what overlaps is
//! exact.

mod access;
mod again;
mod alike;
mod bytes;
mod characters;
mod conversions;
mod copies;
mod flow;
mod graph;
mod groups;
mod leaves;
mod overlaps;
mod parts;
mod puns;
mod reach;
mod settle;
mod sources;
mod streams;
mod unions;

pub(crate) use access::last_field;
pub use access::Variable;
pub use conversions::Conversions;
pub use leaves::{gaps, leaf_paths, Leaf, LEAVES_MAX};
pub use reach::{Owner, Reached};
pub use streams::is_stream;

use crate::approximation::Cell;
use crate::flatten::Code;
use crate::ir::Program;
use crate::types::{FunctionType, Type, Types};
use access::Accesses;
use flow::Flow;
use leaves::extents;
use proofmark_logic::types::IntType;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// More scalar parts than this, and a variable lives in memory.
const SPLIT_LEAVES_MAX: usize = 64;

/// No object lies in the first page of memory, to which null pointers and members behind them lead.
pub const FIRST_PAGE_BYTES: i128 = 4096;

/// A member: its record, and its index there.
pub type Member = (u32, usize);

/// Which map holds a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MapKey {
    /// Integers of this width.
    Int(u8),
    /// `_Bool`.
    Bool,
    /// Pointers.
    Pointer,
    /// Patterns of floating values, of this width.
    Float(u8),
    /// Other floating values: no map, but they may overlap others in unions.
    Opaque,
    /// A member of a record whose address does not escape.
    Field(u32, usize),
    /// The bytes of all objects, where memory is made of bytes ([`Plan::home`]).
    Bytes,
}

impl MapKey {
    /// A name for it, unique in a program.
    pub fn name(self, types: &Types) -> String {
        match self {
            MapKey::Int(bits) => format!("mem int{bits}"),
            MapKey::Bool => "mem _Bool".to_owned(),
            MapKey::Pointer => "mem pointer".to_owned(),
            MapKey::Float(bits) => format!("mem float{bits}"),
            MapKey::Opaque => "mem opaque".to_owned(),
            MapKey::Bytes => MEMORY_OF_BYTES.to_owned(),
            MapKey::Field(record, index) => {
                let field = types.field(record, index);
                let field = field.and_then(|f| f.name.as_deref()).unwrap_or("?");
                let record = types.record(record).map_or("?", |r| r.name.as_str());
                format!("mem {record}.{field}")
            }
        }
    }
}

/// The map that holds the bytes of all objects, in programs that have it.
pub const MEMORY_OF_BYTES: &str = "mem bytes";

/// How memory is split into maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// As is best for proofs.
    Chosen,
    /// Into bytes, however large the program is, if that can say what it does: for executions.
    Bytes,
}

/// The decisions.
pub struct Plan {
    /// What a run may reach.
    pub reached: Reached,
    /// The maps of all accesses.
    pub maps: BTreeMap<MapKey, IntType>,
    conversions: Conversions,
    /// Variables that live in memory whatever their size.
    memory: BTreeSet<Variable>,
    escaped: BTreeSet<Member>,
    /// Maps that become unknown when the key's map is written.
    pub overlaps: BTreeMap<MapKey, BTreeSet<MapKey>>,
    /// By record: maps that share a byte with its padding in some union.
    pub padding: BTreeMap<u32, BTreeSet<MapKey>>,
    /// Records of type states: their maps are nobody else's.
    states: BTreeSet<u32>,
    /// Whether objects are accessed as structures with members that are characters.
    characters_lie_over: bool,
    /// Whether memory is made of bytes.
    bytes: bool,
    /// Whether lists of arguments are in memory: these are elements like pointers, and longer.
    pub lists: bool,
    leaves: RefCell<HashMap<Type, Option<Rc<Vec<Leaf>>>>>,
}

impl Plan {
    /// Reads all code that matters.
    pub fn new(
        program: &Program,
        code: &Code,
        reached: Reached,
        mut conversions: Conversions,
    ) -> Plan {
        let (mut accesses, mut flow) = (Accesses::default(), Flow::new(program));
        for (owner, body) in reached.bodies(code) {
            accesses.body(body);
            flow.owner = owner;
            for stmt in &body.stmts {
                accesses.stmt(program, owner, body, stmt);
                flow.stmt(stmt);
            }
        }
        accesses.escaped.extend(&conversions.escaped);
        let at_numbers = flow.members_reached_as_others(&conversions, &mut accesses);
        for union in &accesses.united {
            conversions.united(&program.types, &Type::Record(*union));
        }
        let globals = reached.globals.iter();
        let globals = globals.filter_map(|g| program.global(*g));
        let mut objects = accesses.objects;
        objects.extend(globals.map(|global| (None, global.ty.ty.clone())));
        let states: BTreeSet<u32> = program.observed.states.iter().map(|s| s.record).collect();
        objects.extend(states.iter().map(|record| (None, Type::Record(*record))));
        let mut plan = Plan {
            reached,
            maps: BTreeMap::new(),
            conversions,
            memory: accesses.memory,
            escaped: accesses.escaped,
            overlaps: BTreeMap::new(),
            padding: BTreeMap::new(),
            states,
            characters_lie_over: false,
            bytes: false,
            lists: false,
            leaves: RefCell::new(HashMap::new()),
        };
        plan.conversions.characters_pun |= at_numbers || accesses.characters_pun;
        plan.declare_maps(&program.types, objects);
        plan.find_overlaps(&program.types);
        plan.characters_lie_over(&program.types, &accesses.laid_over);
        if plan.wants_bytes(program, code) {
            plan.become_bytes();
        }
        plan
    }

    /// Whether a variable of this type lives in memory.
    pub fn in_memory(&self, program: &Program, variable: Variable, ty: &Type) -> bool {
        let split = || {
            let leaves = self.leaves(&program.types, ty);
            leaves.is_some_and(|leaves| leaves.len() <= SPLIT_LEAVES_MAX)
        };
        self.memory.contains(&variable) || program.carries_state(ty) || !split()
    }

    /// The map of a scalar of type `ty` in the member `field`, if any.
    pub fn key(&self, types: &Types, field: Option<Member>, ty: &Type) -> MapKey {
        let class = class(types, ty);
        let Some((record, index)) = field else {
            return class;
        };
        // A bit-field has no address, so nothing else can access it.
        let member = types.field(record, index);
        let apart = self.states.contains(&record) || member.is_some_and(|f| f.bits.is_some());
        let shared =
            self.escaped.contains(&(record, index)) || self.conversions.untyped.contains(&class);
        match apart || !shared {
            true => MapKey::Field(record, index),
            false => class,
        }
    }

    /// Whether a pointer to functions of the first type may call a function of the second
    /// ([`Conversions::may_call`]). Where bytes are copied exactly, any pointer may be any other.
    pub fn may_call(&self, types: &Types, pointer: &FunctionType, function: &FunctionType) -> bool {
        self.bytes || self.conversions.may_call(types, pointer, function)
    }

    /// Whether character pointers may point to other objects.
    pub fn characters_pun(&self) -> bool {
        self.conversions.characters_pun
    }

    /// Whether a small program makes integers of pointers.
    pub fn numbers_of_pointers(&self) -> bool {
        self.conversions.numbers
    }

    /// Whether what a pointer to this record points to may be something else in truth: an object of
    /// the program, where the type is incomplete.
    pub fn is_disguise(&self, types: &Types, record: u32) -> bool {
        let incomplete = types.record(record).is_none_or(|r| r.fields.is_none());
        (incomplete || types.told.contains(&record)) && self.conversions.disguised.contains(&record)
    }

    /// Whether the program may look into streams of the C library.
    pub fn looks_into_streams(&self) -> bool {
        self.conversions.streams
    }

    /// Whether a map holds type states.
    pub fn is_state(&self, key: MapKey) -> bool {
        matches!(key, MapKey::Field(record, _) if self.states.contains(&record))
    }

    /// Other maps that a write to `key` makes unknown. Of bytes, it is known which ones change.
    pub fn overlapping(&self, key: MapKey) -> impl Iterator<Item = MapKey> + '_ {
        let others = self.overlaps.get(&key).into_iter().flatten().copied();
        others.filter(|other| self.home(*other) != MapKey::Bytes)
    }

    /// Where the elements of a map lie, counted from their address. Type states are no bytes.
    pub fn cell(&self, types: &Types, key: MapKey) -> Option<Cell> {
        let from_start = |width| Some(Cell { first: 0, width });
        match key {
            MapKey::Int(bits) | MapKey::Float(bits) => from_start(u32::from(bits)),
            MapKey::Bool | MapKey::Bytes => from_start(8),
            MapKey::Pointer => from_start(u32::from(types.profile.pointer_bits())),
            MapKey::Opaque => None,
            MapKey::Field(..) if self.is_state(key) => None,
            MapKey::Field(record, index) => {
                let field = types.field(record, index)?;
                match field.bits {
                    Some((start, width)) => Some(Cell {
                        first: u32::try_from(start % 8).ok()?,
                        width: u32::from(width),
                    }),
                    None => {
                        let size = types.size_of(field.ty.ty.innermost()).ok()?;
                        from_start(u32::try_from(size * 8).ok()?)
                    }
                }
            }
        }
    }

    /// The maps that others overlap, and where their elements lie.
    pub(crate) fn shared(&self, types: &Types) -> BTreeMap<MapKey, Cell> {
        let shared = self.overlaps.keys().copied();
        let shared = shared.filter(|key| self.overlapping(*key).next().is_some());
        shared
            .filter_map(|key| Some((key, self.cell(types, key)?)))
            .collect()
    }

    /// Maps that change where somebody writes to all of these, it is not known what: a value that
    /// has no map of its own has bytes.
    pub fn changed_with(&self, keys: BTreeSet<MapKey>) -> BTreeSet<MapKey> {
        let overlapping = keys.iter().flat_map(|key| self.overlapping(*key));
        let hidden = keys.contains(&MapKey::Opaque) && self.bytes;
        let bytes = hidden.then_some(MapKey::Bytes);
        let more: BTreeSet<MapKey> = overlapping.chain(bytes).collect();
        keys.union(&more).copied().collect()
    }

    /// Maps that a copy of a whole record makes unknown besides those that overlap its parts: its
    /// padding gets any values (C11 6.2.6.1p6).
    pub fn overlapping_padding(&self, record: u32) -> impl Iterator<Item = MapKey> + '_ {
        let others = self.padding.get(&record).into_iter().flatten().copied();
        others.filter(|other| self.home(*other) != MapKey::Bytes)
    }

    /// The scalar parts of a type in order; `None` if there are too many.
    pub fn leaves(&self, types: &Types, ty: &Type) -> Option<Rc<Vec<Leaf>>> {
        if let Some(known) = self.leaves.borrow().get(ty) {
            return known.clone();
        }
        let result = leaves::leaves(types, ty).map(Rc::new);
        self.leaves.borrow_mut().insert(ty.clone(), result.clone());
        result
    }

    /// The scalar parts of a type, all elements of an array as one.
    pub fn extents(&self, types: &Types, ty: &Type) -> Vec<Leaf> {
        extents(types, ty, (0, None))
    }

    /// Declares a map for every scalar that is accessed in memory. The element type of a class is
    /// signed if any of its accesses is.
    fn declare_maps(&mut self, types: &Types, objects: HashSet<(Option<Member>, Type)>) {
        let mut found: BTreeSet<(MapKey, bool, u8)> = BTreeSet::new();
        for (field, ty) in objects {
            // Also of arrays without elements, which may go on behind the object.
            for leaf in extents(types, &ty, (0, None)) {
                self.lists |= leaf.ty == Type::VaList;
                let field = leaf.field.or(field);
                let key = self.key(types, field, &leaf.ty);
                let declared = match (field, key) {
                    (Some((record, index)), MapKey::Field(..)) => types.field(record, index),
                    _ => None,
                };
                let machine = match declared.filter(|f| f.bits.is_some()) {
                    Some(bit_field) => types.field_machine(bit_field),
                    None => leaf.machine,
                };
                found.extend(machine.map(|m| (key, m.signed(), m.bits())));
            }
        }
        // Signed comes after unsigned in the set, so it wins.
        for (key, signed, bits) in found {
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
        Type::Float(_) => match types.machine(ty) {
            Some(pattern) => MapKey::Float(pattern.bits()),
            None => MapKey::Opaque,
        },
        Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => MapKey::Opaque,
    }
}

fn is_untyped(ty: &Type) -> bool {
    matches!(ty.pointee(), Some(q) if q.ty == Type::Void)
}

fn is_character_pointer(ty: &Type) -> bool {
    matches!(ty.pointee(), Some(q) if q.ty.is_character())
}
