//! Memory that is made of bytes: for programs that look at the bytes of their objects.
//!
//! One map holds the bytes of everything. Characters, members of unions and copied blocks are exact
//! there, and nothing becomes unknown that only overlaps what is written. It costs a proof as many
//! reads as a value has bytes, so larger programs, which seldom rest on such things, keep a map for
//! each member and class. So do those that call functions of which only types say what they change.

use super::leaves::Leaf;
use super::streams::points_to_stream;
use super::{MapKey, Plan};
use crate::accounting::{
    frees_block, is_allocator, is_computed, is_harmless, is_library, is_violation, kept_argument,
    moves_blocks, of_any_spelling, results, uses_stream,
};
use crate::flatten::{Call, Callee, Code, Kind, NamedArray, Stmt, Value, ValueKind};
use crate::ir::{Function, Program};
use crate::types::Type;
use proofmark_logic::types::IntType;

/// Programs with more statements that a run reaches keep a map for each member and class.
pub(super) const STATEMENTS_MAX: usize = 1200;

impl Plan {
    /// Whether memory is made of bytes.
    pub fn is_bytes(&self) -> bool {
        self.bytes
    }

    /// The map that holds what a map would hold if memory were not made of bytes.
    pub fn home(&self, key: MapKey) -> MapKey {
        match self.bytes && key != MapKey::Opaque && !self.is_state(key) {
            true => MapKey::Bytes,
            false => key,
        }
    }

    /// Whether a program looks at bytes, and is small.
    pub(super) fn wants_bytes(&self, program: &Program, code: &Code) -> bool {
        let bodies = self.reached.bodies(code);
        let stmts: Vec<_> = bodies.flat_map(|(_, body)| &body.stmts).collect();
        let copies = |stmt: &&Stmt| match &stmt.kind {
            Kind::Call(call) => copies_computed(program, call) || fills_untyped(program, call),
            _ => false,
        };
        let looks = self.conversions.characters.seen()
            || self.conversions.scalars_pun
            || self.characters_lie_over
            || self.divides_numbers(program)
            || stmts.iter().any(copies);
        if !looks || self.hides_bytes(program, code) {
            return false;
        }
        let leaves = |call: &Call| self.leaves_program(program, call);
        stmts.len() <= STATEMENTS_MAX
            && !stmts.iter().any(|stmt| match &stmt.kind {
                Kind::Call(call) => leaves(call),
                Kind::Asm(_) => true,
                _ => false,
            })
    }

    /// Whether unions in memory hold numbers and their parts.
    fn divides_numbers(&self, program: &Program) -> bool {
        let lies = |leaf: &Leaf| {
            let key = self.key(&program.types, leaf.field, &leaf.ty);
            self.maps.contains_key(&key)
        };
        let mut pairs = self.conversions.numbers_in_parts.iter();
        pairs.any(|(whole, part)| lies(whole) && lies(part))
    }

    /// Whether a program has something in memory of which no bytes are known. Nor are those of what
    /// a library speaks of: its proof holds apart what has different types, and its predicates may
    /// read an object as what it is not, as no access of the program does.
    fn hides_bytes(&self, program: &Program, code: &Code) -> bool {
        let watched = program.observed.active || !program.observed.functions.is_empty();
        watched || program.described || self.keeps_lists(program, code)
    }

    /// Memory is made of bytes from here on, if that says what the program does.
    pub fn be_bytes(&mut self, program: &Program, code: &Code) {
        if !self.bytes && !self.hides_bytes(program, code) {
            self.become_bytes();
        }
    }

    /// Whether a list of variable arguments may be looked at: it is modelled as one pointer, which
    /// says nothing of its bytes.
    fn keeps_lists(&self, program: &Program, code: &Code) -> bool {
        let types = &program.types;
        let listed = |ty: &Type| {
            let mut parts = self.extents(types, ty).into_iter();
            parts.any(|part| part.ty == Type::VaList)
        };
        let mut locals = self.reached.bodies(code).flat_map(|(_, body)| &body.locals);
        let mut fields = types
            .records
            .iter()
            .flat_map(|record| &record.fields)
            .flatten();
        locals.any(|local| listed(&local.ty.ty))
            || program.globals.iter().any(|global| listed(&global.ty.ty))
            || fields.any(|field| listed(&field.ty.ty))
    }

    /// Whether a call may run a function without a body that changes what its arguments point to.
    fn leaves_program(&self, program: &Program, call: &Call) -> bool {
        let (Callee::Function(f) | Callee::Pointed(f, _)) = &call.callee else {
            return self.reached.taken.iter().any(|f| {
                let function = program.function(*f);
                function.is_none_or(|f| f.body.is_none())
            });
        };
        let resolved = program.resolve(*f);
        let Some(function) = program.function(resolved) else {
            return true;
        };
        let name = function.name.as_str();
        let known = function.body.is_some()
            || is_allocator(name)
            || frees_block(name)
            || is_harmless(name)
            || is_violation(name)
            || moves_blocks(name)
            || is_computed(name)
            || self.uses_streams(program, function, &call.args)
            || results(name).is_some();
        let pointers = call.args.iter();
        let mut pointers = pointers.filter(|arg| !arg.ty.is_arithmetic() && arg.as_int().is_none());
        !known && pointers.any(|arg| may_change(&arg.ty))
    }

    /// Whether a call of a function without a body changes only streams: the program looks into
    /// none, and gives none memory of its own.
    pub fn uses_streams(&self, program: &Program, function: &Function, args: &[Value]) -> bool {
        let stream = |ty: &Type| points_to_stream(&program.types, ty);
        let kept = |ty: &Type| ty.is_arithmetic() || !may_change(ty) || stream(ty);
        uses_stream(&function.name)
            && !self.looks_into_streams()
            && args.iter().all(|arg| kept(&arg.ty))
            && !self.lends_memory(program)
    }

    /// Whether the program calls a function that keeps memory which it gets, as streams do, or one
    /// that may yield a pointer into a stream, or to memory that is a file's.
    fn lends_memory(&self, program: &Program) -> bool {
        let stream = |ty: &Type| points_to_stream(&program.types, ty);
        let yields = |f: &Function| {
            let result = &f.ty.result;
            let mut params = f.ty.params.iter().flatten();
            // `fgets` and its like yield what they get (C11 7.21.7.2).
            !result.is_arithmetic()
                && *result != Type::Void
                && !stream(result)
                && !f.name.starts_with("fget")
                && params.any(stream)
        };
        // What is none of the library's may hand memory that it gets to a stream that it gets or
        // yields, or tell where a stream's own memory is.
        let hands = |f: &Function| {
            let params = f.ty.params.as_deref().unwrap_or_default();
            let other = |ty: &Type| !ty.is_arithmetic() && may_change(ty) && !stream(ty);
            let streams = params.iter().any(stream) || stream(&f.ty.result);
            !is_library(&f.name) && streams && (f.ty.params.is_none() || params.iter().any(other))
        };
        let functions = self.reached.functions.iter().chain(&self.reached.taken);
        let functions = functions.filter_map(|f| program.called(*f));
        let mut outside = functions.filter(|f| f.body.is_none());
        let files =
            |f: &Function| of_any_spelling(&f.name, |name| matches!(name, "mmap" | "shmat"));
        outside.any(|f| kept_argument(&f.name).is_some() || yields(f) || hands(f) || files(f))
    }

    /// From here on, memory is made of bytes.
    pub(super) fn become_bytes(&mut self) {
        self.bytes = true;
        let keys: Vec<MapKey> = self.maps.keys().copied().collect();
        for key in keys {
            if self.home(key) == MapKey::Bytes {
                self.maps.remove(&key);
                self.maps.insert(MapKey::Bytes, IntType::U8);
            }
        }
    }
}

/// Whether a call copies a block of a computed size, other than characters into an array of them
/// that it names: whether these fit can be asked.
fn copies_computed(program: &Program, call: &Call) -> bool {
    let Callee::Function(f) = &call.callee else {
        return false;
    };
    let function = program.function(program.resolve(*f));
    let copies = |name: &str| moves_blocks(name) && !name.ends_with("memset");
    let characters = |arg: &Value| arg.pointee_behind_casts().is_some_and(Type::is_character);
    let named = match &call.args[..] {
        [to, from, _] => {
            NamedArray::of_characters(&program.types, to).is_some() && characters(from)
        }
        _ => false,
    };
    function.is_some_and(|f| copies(&f.name))
        && !named
        && call.args.get(2).is_some_and(|size| size.as_int().is_none())
}

/// Whether a call fills or copies a block of which the pointer does not say what it consists of.
fn fills_untyped(program: &Program, call: &Call) -> bool {
    let Callee::Function(f) = &call.callee else {
        return false;
    };
    let function = program.function(program.resolve(*f));
    let untyped = |arg: &Value| arg.ty.pointee().is_some_and(|to| to.ty == Type::Void);
    let loaded = |arg: &Value| matches!(arg.kind, ValueKind::Load(_)) && untyped(arg);
    function.is_some_and(|f| moves_blocks(&f.name)) && call.args.iter().take(2).any(loaded)
}

fn may_change(ty: &Type) -> bool {
    match ty.pointee() {
        Some(object) => !object.constant,
        None => true,
    }
}
