//! What C calls the places that an automaton reads and writes, in the state of an execution.
//!
//! An element of a memory has an address. Where the expression for it begins with a pointer of the
//! program or with an object, the type of that says which member lies there; otherwise the object
//! that holds the address does.

use crate::cells::holds_states;
use crate::interpret::slice::Walk;
use crate::interpret::{addresses_in, index, ExecuteError};
use crate::names::{Named, Names, Role, ShapeId};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Expr, Node, Op, VarId};
use proofmark_logic::cfa::{FrameId, Pos, Stmt, StmtKind};
use proofmark_logic::types::IntType;
use std::collections::BTreeMap;

/// A place of the program.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// C's name.
    pub(super) name: String,
    /// Its type, if that is known.
    pub(super) shape: Option<ShapeId>,
}

/// What an address begins with.
enum Root {
    /// An object: its name, its type if that is known, and where it is.
    Object(String, Option<ShapeId>, i128),
    /// A pointer: what C calls it, what it points to, and its value.
    Pointer(String, ShapeId, i128),
}

/// What a made-up variable stands for.
#[derive(Clone)]
enum Alias {
    Value(Place),
    AddressOf(Place),
}

/// Deeper expressions have no names.
const DEPTH_MAX: usize = 24;

pub(super) struct Naming<'a> {
    program: &'a Program,
    names: &'a Names,
    walk: Walk<'a>,
    addresses: Vec<i128>,
    aliases: BTreeMap<VarId, Alias>,
    /// The function whose code runs.
    function: &'a str,
}

impl<'a> Naming<'a> {
    pub(super) fn new(
        program: &'a Program,
        names: &'a Names,
        walk: Walk<'a>,
    ) -> Result<Naming<'a>, ExecuteError> {
        Ok(Naming {
            program,
            names,
            walk,
            addresses: addresses_in(program)?,
            aliases: BTreeMap::new(),
            function: "",
        })
    }

    /// Goes to where a step of this frame begins.
    pub(super) fn come_to(
        &mut self,
        step: usize,
        (frame, pos): (FrameId, Pos),
    ) -> Result<(), ExecuteError> {
        self.function = self.function_of(frame);
        // Arguments are what the caller calls them.
        let frames = &self.program.cfa.frames;
        let own = frames
            .get(index(frame.0))
            .filter(|frame| frame.call_site == pos);
        if let Some(caller) = own.and_then(|frame| frame.caller) {
            self.function = self.function_of(caller);
        }
        self.walk.come_to(step)
    }

    /// The program's function that a frame belongs to, or that an observer watches there.
    fn function_of(&self, frame: FrameId) -> &'a str {
        let frames = &self.program.cfa.frames;
        let mut frame = frames.get(index(frame.0));
        // Callers have smaller numbers.
        for _ in 0..frames.len() {
            match frame.filter(|frame| self.names.is_observer(&frame.function)) {
                Some(observer) => {
                    let caller = observer.caller;
                    frame = caller.and_then(|id| frames.get(index(id.0)));
                }
                None => break,
            }
        }
        frame.map_or("", |frame| &frame.function)
    }

    /// Goes behind a step, and remembers what made-up variables stand for.
    pub(super) fn pass(&mut self, step: usize, stmt: &Stmt) -> Result<(), ExecuteError> {
        let alias = match stmt.kind {
            StmtKind::Assume(_) => None,
            StmtKind::Havoc { var } if self.is_made_up(var) => {
                Some((var, self.asked(stmt.pos).map(Alias::Value)))
            }
            StmtKind::Assign { var, value } if self.is_made_up(var) => {
                Some((var, self.alias(value)))
            }
            StmtKind::Havoc { .. } | StmtKind::Assign { .. } => None,
        };
        match alias {
            Some((var, Some(alias))) => _ = self.aliases.insert(var, alias),
            Some((var, None)) => _ = self.aliases.remove(&var),
            None => {}
        }
        self.walk.pass(step)
    }

    /// Whether the reader of the program does not know a variable.
    fn is_made_up(&self, var: VarId) -> bool {
        let named = self.names.variable(var);
        named.is_none_or(|named| named.role == Role::Observer && named.function.is_some())
    }

    fn alias(&mut self, value: Expr) -> Option<Alias> {
        if let Some(place) = self.name(value) {
            return Some(Alias::Value(place));
        }
        let place = self.pointed(value, 0)?;
        Some(Alias::AddressOf(place))
    }

    /// The value of a term in this state.
    pub(super) fn value(&mut self, e: Expr) -> Result<i128, ExecuteError> {
        self.walk.value(e)
    }

    /// What is called at a position: its result.
    pub(super) fn asked(&self, pos: Pos) -> Option<Place> {
        let name = format!("{}()", self.names.call(pos)?);
        Some(Place { name, shape: None })
    }

    /// What a variable is called.
    pub(super) fn variable(&self, var: VarId) -> Option<Place> {
        let named = self.names.variable(var)?;
        let inner = named.role == Role::Observer && named.function.is_some();
        let place = Place {
            name: self.qualified(named),
            shape: Some(named.shape),
        };
        (named.role != Role::Address && !inner).then_some(place)
    }

    /// A name, with its function's where it is another one.
    fn qualified(&self, named: &Named) -> String {
        match &named.function {
            Some(function) if function != self.function && named.role != Role::Parameter => {
                format!("{function}::{}", named.name)
            }
            Some(_) | None => named.name.clone(),
        }
    }

    /// What a variable, or an element of a memory, is called.
    pub(super) fn name(&mut self, e: Expr) -> Option<Place> {
        self.name_within(e, 0)
    }

    fn name_within(&mut self, e: Expr, depth: usize) -> Option<Place> {
        match self.program.arena.node(e) {
            Node::Var(var, _) => match self.aliases.get(&var) {
                Some(Alias::Value(place)) => Some(place.clone()),
                Some(Alias::AddressOf(_)) => None,
                None => self.variable(var),
            },
            Node::App(Op::Sel, [memory, address, _]) => self.element(memory, address, depth),
            _ => None,
        }
    }

    /// What an element of a memory is called.
    pub(super) fn place(&mut self, memory: Expr, address: Expr) -> Option<Place> {
        self.element(memory, address, 0)
    }

    fn element(&mut self, mut memory: Expr, address: Expr, depth: usize) -> Option<Place> {
        if depth > DEPTH_MAX {
            return None;
        }
        while let Node::App(Op::Upd | Op::Splice, [older, ..]) = self.program.arena.node(memory) {
            memory = older;
        }
        let Node::MapVar(var, ty) = self.program.arena.node(memory) else {
            return None;
        };
        let map = &self.program.cfa.vars.get(index(var.0))?.name;
        let field = map.rsplit_once('.').map(|(_, field)| field);
        if holds_states(map) {
            return self.state(address, field?, depth);
        }
        let at = self.value(address).ok()?;
        let root = self.root(address, depth + 1);
        let by_root = root.and_then(|root| self.below(&root, at, (ty, field)));
        by_root.or_else(|| {
            let object = self.object_at(at)?;
            self.below(&object, at, (ty, field))
        })
    }

    /// A member of the type state of an object.
    fn state(&mut self, address: Expr, member: &str, depth: usize) -> Option<Place> {
        let place = |name: String| Place { name, shape: None };
        if let Some(object) = self.pointed(address, depth) {
            return Some(place(format!("{}.{member}", object.name)));
        }
        let mut key = address;
        while let Node::App(Op::Wrap, [_, inner, _]) = self.program.arena.node(key) {
            key = inner;
        }
        let pointer = self.name_within(key, depth + 1)?;
        Some(place(format!("{}->{member}", pointer.name)))
    }

    /// The object that an address expression names, if it is one.
    fn pointed(&mut self, address: Expr, depth: usize) -> Option<Place> {
        if let Node::Var(var, _) = self.program.arena.node(address) {
            if let Some(Alias::AddressOf(place)) = self.aliases.get(&var) {
                return Some(place.clone());
            }
        }
        let at = self.value(address).ok()?;
        match self.root(address, depth + 1)? {
            Root::Object(name, Some(shape), start) => {
                let byte = u64::try_from(at - start).ok()?;
                let (path, shape) = self.names.shapes.begins(shape, byte)?;
                let name = format!("{name}{path}");
                let shape = Some(shape);
                Some(Place { name, shape })
            }
            Root::Object(..) => None,
            Root::Pointer(name, shape, start) => {
                let byte = u64::try_from(at - start).ok().filter(|byte| *byte > 0)?;
                let (path, shape) = self.names.shapes.begins(shape, byte)?;
                let name = through(&name, &path);
                let shape = Some(shape);
                Some(Place { name, shape })
            }
        }
    }

    /// What an address expression begins with.
    fn root(&mut self, address: Expr, depth: usize) -> Option<Root> {
        if depth > DEPTH_MAX {
            return None;
        }
        match self.program.arena.node(address) {
            Node::Addr { object, .. } => self.object(object),
            Node::App(Op::Add, [a, b, _]) => {
                let left = self.root(a, depth + 1);
                left.or_else(|| self.root(b, depth + 1))
            }
            Node::App(Op::Sub, [a, ..]) => self.root(a, depth + 1),
            Node::App(Op::Wrap, [_, inner, _]) => self.root(inner, depth + 1),
            Node::Var(var, _) => {
                let named = self.names.variable(var);
                if let Some(named) = named.filter(|named| named.role == Role::Address) {
                    let (name, shape) = (self.qualified(named), named.shape);
                    return Some(Root::Object(name, Some(shape), self.value(address).ok()?));
                }
                if let Some(Alias::AddressOf(place)) = self.aliases.get(&var).cloned() {
                    let start = self.value(address).ok()?;
                    return Some(Root::Object(place.name, place.shape, start));
                }
                self.pointer(address, depth)
            }
            Node::App(Op::Sel, _) => self.pointer(address, depth),
            _ => None,
        }
    }

    fn pointer(&mut self, e: Expr, depth: usize) -> Option<Root> {
        let place = self.name_within(e, depth)?;
        let pointee = self.names.shapes.pointee(place.shape?)?;
        Some(Root::Pointer(place.name, pointee, self.value(e).ok()?))
    }

    fn object(&self, object: u32) -> Option<Root> {
        let start = *self.addresses.get(index(object))?;
        Some(match self.names.object(object) {
            Some(named) => Root::Object(self.qualified(named), Some(named.shape), start),
            None => {
                let decl = self.program.cfa.objects.get(index(object))?;
                Root::Object(decl.name.clone(), None, start)
            }
        })
    }

    /// The object that holds an address.
    fn object_at(&self, at: i128) -> Option<Root> {
        let objects = self.program.cfa.objects.iter().zip(&self.addresses);
        let holds = |start: i128, size: u64| (start..start + i128::from(size)).contains(&at);
        let found = (0u32..)
            .zip(objects)
            .find(|(_, (o, start))| holds(**start, o.size));
        self.object(found?.0)
    }

    /// The place at an address, as C gets there from a root.
    fn below(&self, root: &Root, at: i128, element: (IntType, Option<&str>)) -> Option<Place> {
        match root {
            Root::Object(name, None, start) => {
                let name = match at - start {
                    0 => name.clone(),
                    bytes => format!("{name} + {bytes}"),
                };
                Some(Place { name, shape: None })
            }
            Root::Object(name, Some(shape), start) => {
                let (path, shape) = self.part(*shape, at - start, element)?;
                let name = format!("{name}{path}");
                Some(Place { name, shape })
            }
            Root::Pointer(name, pointee, start) => {
                let size = i128::from(self.names.shapes.bits(*pointee) / 8).max(1);
                let (number, byte) = ((at - start).div_euclid(size), (at - start).rem_euclid(size));
                let (path, shape) = self.part(*pointee, byte, element)?;
                let name = match number {
                    0 => through(name, &path),
                    _ => format!("{name}[{number}]{path}"),
                };
                Some(Place { name, shape })
            }
        }
    }

    /// The path to an element of a memory in an object. Its type, if the element is all of it.
    fn part(
        &self,
        shape: ShapeId,
        byte: i128,
        (ty, field): (IntType, Option<&str>),
    ) -> Option<(String, Option<ShapeId>)> {
        let from = u64::try_from(byte).ok()?.checked_mul(8)?;
        let shapes = &self.names.shapes;
        // `_Bool` has one bit of its byte.
        let width = if ty.bits() == 1 && field.is_none() {
            8
        } else {
            u64::from(ty.bits())
        };
        let named = |path: &str| {
            let member = path.rsplit('.').next().unwrap_or(path);
            field.is_none_or(|field| member.split('[').next() == Some(field))
        };
        // Bit-fields begin within the byte that their memory has them at.
        let parts = (0..8).filter_map(|bit| shapes.part(shape, from + bit, width));
        let mut parts: Vec<_> = parts.collect();
        let best = parts.iter().position(|part| named(&part.path)).unwrap_or(0);
        let part = (best < parts.len()).then(|| parts.swap_remove(best))?;
        let whole = part.from == 0;
        Some(match whole {
            true => (part.path, Some(part.shape)),
            false => (format!("{} (byte {})", part.path, part.from / 8), None),
        })
    }

    /// A value as C writes it: pointers by what they point to.
    pub(super) fn text(&self, shape: Option<ShapeId>, value: i128) -> String {
        let Some(shape) = shape else {
            return value.to_string();
        };
        let shapes = &self.names.shapes;
        let Some(pointee) = shapes.pointee(shape).filter(|_| value != 0) else {
            return shapes.value(shape, value);
        };
        match self.object_at(value) {
            Some(Root::Object(name, Some(whole), start)) => {
                let byte = u64::try_from(value - start).unwrap_or(0);
                let inner = shapes.begins(whole, byte);
                let path = inner.map(|(path, part)| self.first(part, pointee, path));
                path.map_or_else(
                    || shapes.value(shape, value),
                    |path| format!("&{name}{path}"),
                )
            }
            Some(Root::Object(name, None, start)) if start == value => {
                let function = name.strip_suffix("()");
                function.map_or_else(|| format!("&{name}"), str::to_owned)
            }
            _ => shapes.value(shape, value),
        }
    }

    /// Arrays decay: the path to the first element, if a pointer is to that.
    fn first(&self, part: ShapeId, pointee: ShapeId, path: String) -> String {
        let shapes = &self.names.shapes;
        match shapes.part(part, 0, shapes.bits(pointee)) {
            Some(first) if part != pointee && !shapes.is_record(pointee) => {
                format!("{path}{}", first.path)
            }
            Some(_) | None => path,
        }
    }
}

/// A part of what a pointer points to.
fn through(pointer: &str, path: &str) -> String {
    match path.strip_prefix('.') {
        Some(member) => format!("{pointer}->{member}"),
        None if path.is_empty() => format!("*{pointer}"),
        None => format!("(*{pointer}){path}"),
    }
}
