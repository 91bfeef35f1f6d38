//! States in which executions of programs may start that do not say all of it: the arguments of
//! `main` are unknown, and where the entry is another function, all objects are.
//!
//! Pointers have addresses of their own, apart from each other and from the program's objects: so
//! no two of them are of one object in spite of their types. The pointers that a member of a
//! structure type holds, in whatever structure, are one. Of a memory that is for members of several
//! types, those have addresses that lie in objects or where variables point to; others are null.

use proofmark_frontend::Program;
use proofmark_logic::arena::{Expr, Node, Op, VarId};
use proofmark_logic::cfa::{StmtKind, VarSort};
use proofmark_logic::types::IntType;
use proofmark_replay::interpret::{addresses_in, Memory, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The assumption that says that such a program is not called by nobody.
const HARNESS: &str = "harness";

/// Bytes between what pointers point to.
const APART: i128 = 1 << 16;

/// Most variables that point to what holds pointers of several types, and how many these are.
const HOLDERS: usize = 16;
const SLOTS: i128 = 64;

/// Most places in objects that hold such pointers.
const SLOTS_IN_OBJECTS: i128 = 1024;

/// Less arguments of `main` than that are tried.
const ARGUMENTS: i128 = 6;

/// A variable that has a value when executions start.
struct Unknown {
    var: VarId,
    ty: IntType,
    is_memory: bool,
    /// The address that it holds, or that its elements do, if it is for pointers.
    address: Option<i128>,
    /// What a memory for several types holds.
    elements: BTreeMap<i128, i128>,
}

/// What is not known of the start.
pub(super) struct Initial {
    unknown: Vec<Unknown>,
    /// The memories that the first edge lets become unknown, in order, by place in `unknown`.
    forgotten: Vec<usize>,
    /// The number of the arguments of `main`, and the pointer to them, which a null pointer ends.
    arguments: Option<(usize, usize)>,
    /// Whether objects may hold anything.
    starts_anyhow: bool,
}

impl Initial {
    /// The variables that a program speaks of, if it does not give values to all.
    pub(super) fn of(program: &Program) -> Initial {
        let cfa = &program.cfa;
        let own = format!("{}::", program.options().entry);
        let starts_anyhow = cfa.ledger.iter().any(|entry| entry.kind == HARNESS);
        let given = given(program, &own);
        let mut unknown = unknown(program, &own);
        if !starts_anyhow && given.is_empty() {
            // The program says what its variables hold, but not what is at addresses that it has
            // not got from anywhere, nor what pointers of other files hold.
            let name = |var: VarId| cfa.vars.get(var.0 as usize).map_or("", |var| &var.name);
            unknown.retain(|unknown| {
                unknown.is_memory || unknown.address.is_some() && !name(unknown.var).contains("::")
            });
        }
        let of_main = |unknown: &Unknown| {
            let var = cfa.vars.get(unknown.var.0 as usize);
            !unknown.is_memory && var.is_some_and(|var| given.contains(&var.name))
        };
        let argument = |pointer: bool| {
            let is_it = |u: &Unknown| of_main(u) && u.address.is_some() == pointer;
            unknown.iter().position(is_it)
        };
        let arguments = argument(false).zip(argument(true));
        let place = |var: VarId| unknown.iter().position(|unknown| unknown.var == var);
        let forgotten = forgotten(program).into_iter().map_while(place);
        Initial {
            forgotten: forgotten.collect(),
            arguments,
            unknown,
            starts_anyhow,
        }
    }

    /// Whether there is something that is not known.
    pub(super) fn is_open(&self) -> bool {
        !self.unknown.is_empty()
    }

    /// One of so many executions has other inputs, and all others another start.
    pub(super) fn inputs_each(&self) -> usize {
        match self.starts_anyhow {
            true => 4,
            false => 2,
        }
    }

    /// A state: pointers that point somewhere, and numbers.
    pub(super) fn state(&self, number: &mut dyn FnMut() -> i128) -> Vec<(VarId, Value)> {
        let mut value = |unknown: &Unknown| match unknown.address {
            Some(address) => unknown.value(address),
            None if !unknown.elements.is_empty() => unknown.value(0),
            None => unknown.value(number()),
        };
        let values = self.unknown.iter();
        let mut state: Vec<(VarId, Value)> = values.map(|u| (u.var, value(u))).collect();
        self.end_arguments(&mut state);
        state
    }

    /// Puts a null pointer behind the arguments of `main`.
    fn end_arguments(&self, state: &mut [(VarId, Value)]) {
        let Some((count, pointer)) = self.arguments else {
            return;
        };
        let number = |place: usize| match state.get(place) {
            Some((_, Value::Int(number))) => *number,
            Some((_, Value::Memory(_))) | None => 0,
        };
        let count = number(count).rem_euclid(ARGUMENTS);
        let start = number(pointer);
        if let Some((_, slot)) = self.arguments.and_then(|(place, _)| state.get_mut(place)) {
            *slot = Value::Int(count);
        }
        for (unknown, (_, value)) in self.unknown.iter().zip(state) {
            let Value::Memory(memory) = value else {
                continue;
            };
            if !unknown.elements.is_empty() {
                let bytes = i128::from(unknown.ty.bits() / 8);
                memory.elements.clone_from(&unknown.elements);
                memory.elements.remove(&(start + count * bytes));
            }
        }
    }

    /// Gives one variable of a state another value: a number, or of pointers their address or 0.
    pub(super) fn change(&self, state: &mut [(VarId, Value)], place: usize, number: i128) {
        let (Some(unknown), Some(slot)) = (self.unknown.get(place), state.get_mut(place)) else {
            return;
        };
        slot.1 = match unknown.address {
            // A pointer in memory, or of another file, may be null.
            Some(address) if number % 3 != 0 || self.starts_anyhow && !unknown.is_memory => {
                unknown.value(address)
            }
            Some(_) => unknown.value(0),
            None if !unknown.elements.is_empty() => return,
            None => unknown.value(number),
        };
        self.end_arguments(state);
    }

    /// The same state for what the program lets become unknown when it starts.
    pub(super) fn memories(&self, state: &[(VarId, Value)]) -> Vec<Memory> {
        let value = |place: &usize| match state.get(*place) {
            Some((_, Value::Memory(memory))) => memory.clone(),
            Some((_, Value::Int(_))) | None => Memory::default(),
        };
        self.forgotten.iter().map(value).collect()
    }

    /// How many variables there are.
    pub(super) fn len(&self) -> usize {
        self.unknown.len()
    }
}

impl Unknown {
    fn value(&self, number: i128) -> Value {
        let number = self.ty.wrap(number);
        match self.is_memory {
            false => Value::Int(number),
            true => Value::Memory(Memory {
                default: number,
                elements: self.elements.clone(),
                ..Memory::default()
            }),
        }
    }
}

/// What the program says something of before it gives it a value: the arguments of `main`.
fn given<'p>(program: &'p Program, own: &str) -> BTreeSet<&'p String> {
    let cfa = &program.cfa;
    let first = cfa.edges.iter().filter(|edge| edge.from == cfa.entry);
    let assumed = first
        .flat_map(|edge| &edge.stmts)
        .filter_map(|stmt| match stmt.kind {
            StmtKind::Assume(formula) => Some(formula),
            StmtKind::Assign { .. } | StmtKind::Havoc { .. } => None,
        });
    let vars = mentioned(program, assumed.collect()).into_iter();
    let names = vars.filter_map(|var| cfa.vars.get(var.0 as usize).map(|var| &var.name));
    names
        .filter(|name| name.starts_with(own) && own == "main::")
        .collect()
}

/// The memories that become unknown on the edge from the entry.
fn forgotten(program: &Program) -> Vec<VarId> {
    let cfa = &program.cfa;
    let mut first = cfa.edges.iter().filter(|edge| edge.from == cfa.entry);
    let (Some(edge), None) = (first.next(), first.next()) else {
        return Vec::new();
    };
    let forgotten = edge.stmts.iter().filter_map(|stmt| match stmt.kind {
        StmtKind::Havoc { var } => Some(var),
        StmtKind::Assume(_) | StmtKind::Assign { .. } => None,
    });
    let is_memory = |var: &VarId| matches!(cfa.sort_of(*var), Ok(VarSort::Map(_)));
    forgotten.filter(is_memory).collect()
}

/// The variables that statements read, each with what it may hold.
fn unknown(program: &Program, own: &str) -> Vec<Unknown> {
    let cfa = &program.cfa;
    let mut unknown: Vec<Unknown> = Vec::new();
    let (mut next, mut holders, mut several) = (behind_objects(program), Vec::new(), Vec::new());
    let copied = copied(program);
    let name_of = |var: VarId| cfa.vars.get(var.0 as usize).map_or("", |v| v.name.as_str());
    for var in spoken_of(program) {
        let name = match copied.get(&var) {
            Some(Some(target)) => name_of(*target),
            Some(None) => "",
            None => name_of(var),
        };
        let (ty, is_memory) = match cfa.sort_of(var) {
            Ok(VarSort::Int(ty)) => (ty, false),
            Ok(VarSort::Map(ty)) => (ty, true),
            Err(_) => continue,
        };
        let pointers = ty.bits() == cfa.profile.pointer_bits() && ty.min() == 0;
        let typed = !is_memory || name.contains('.');
        let address = (pointers && typed && ty.contains(next)).then_some(next);
        next += APART;
        let own = name.starts_with(own) || !name.contains("::");
        if !is_memory && own && holders.len() < HOLDERS {
            holders.extend(address);
        }
        if pointers && !typed {
            several.push(unknown.len());
        }
        unknown.push(Unknown {
            var,
            ty,
            is_memory,
            address,
            elements: BTreeMap::new(),
        });
    }
    let bytes = i128::from(cfa.profile.pointer_bits() / 8);
    let pointed = holders.iter().map(|holder| (*holder, SLOTS));
    let slots = pointed.chain(slots_in_objects(program));
    let slots: Vec<i128> = slots
        .flat_map(|(start, count)| (0..count).map(move |slot| start + slot * bytes))
        .collect();
    for of in several {
        let Some(of) = unknown.get_mut(of) else {
            continue;
        };
        for slot in &slots {
            of.elements.insert(*slot, next);
            next += APART;
        }
        of.elements.retain(|_, address| of.ty.contains(*address));
    }
    unknown
}

/// Where objects may hold pointers: where they start, and how many.
fn slots_in_objects(program: &Program) -> Vec<(i128, i128)> {
    let bytes = u64::from(program.cfa.profile.pointer_bits() / 8);
    let starts = addresses_in(program).unwrap_or_default();
    let (mut found, mut left) = (Vec::new(), SLOTS_IN_OBJECTS);
    for (object, start) in program.cfa.objects.iter().zip(starts) {
        let count = i128::from(object.size / bytes).min(SLOTS).min(left);
        if !object.name.starts_with("string literal") && count > 0 {
            found.push((start, count));
            left -= count;
        }
    }
    found
}

/// The unknown memories that parts of others become, each with that one if it is the only one.
fn copied(program: &Program) -> BTreeMap<VarId, Option<VarId>> {
    let arena = &program.arena;
    let mut found: BTreeMap<VarId, Option<VarId>> = BTreeMap::new();
    for stmt in program.cfa.edges.iter().flat_map(|edge| &edge.stmts) {
        let StmtKind::Assign { var, value } = stmt.kind else {
            continue;
        };
        if !matches!(arena.app(value), Some((Op::Splice, _))) {
            continue;
        }
        // What begins with `$` is no memory of the program.
        let made_up = |own: &VarId| {
            let decl = program.cfa.vars.get(own.0 as usize);
            let name = decl.and_then(|decl| decl.name.rsplit("::").next());
            name.is_some_and(|name| name.starts_with('$'))
        };
        for own in mentioned(program, vec![value]).into_iter().filter(made_up) {
            let target = found.entry(own).or_insert(Some(var));
            *target = target.filter(|target| *target == var);
        }
    }
    found
}

/// Where no object is.
fn behind_objects(program: &Program) -> i128 {
    let starts = addresses_in(program).unwrap_or_default();
    let objects = program.cfa.objects.iter().zip(&starts);
    let ends = objects.map(|(object, start)| start + i128::from(object.size));
    let end = ends.max().unwrap_or(0).max(1 << 24);
    (end / APART + 2) * APART
}

/// The variables that statements read.
fn spoken_of(program: &Program) -> BTreeSet<VarId> {
    let stmts = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    let read = stmts.filter_map(|stmt| match stmt.kind {
        StmtKind::Assume(formula) => Some(formula),
        StmtKind::Assign { value, .. } => Some(value),
        StmtKind::Havoc { .. } => None,
    });
    mentioned(program, read.collect())
}

/// The variables in expressions.
fn mentioned(program: &Program, mut work: Vec<Expr>) -> BTreeSet<VarId> {
    let (arena, mut found) = (&program.arena, BTreeSet::new());
    let mut seen: BTreeSet<Expr> = BTreeSet::new();
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::Var(var, _) | Node::MapVar(var, _) => _ = found.insert(var),
            Node::App(..) => work.extend(arena.args(e)),
            Node::Lit(_) | Node::Type(_) | Node::Addr { .. } => {}
        }
    }
    found
}
