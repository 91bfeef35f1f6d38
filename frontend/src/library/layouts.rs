//! Structures by whose members functions of a library get to what they write or return, where that
//! is not what a formal parameter points to: a program that gives such a structure other members
//! leads the C to other objects than the library's classes.

use super::compile::{error, Compiled};
use super::text::{Library, Modified};
use super::PREFIX;
use crate::diagnostic::LoadError;
use crate::flatten::{Code, Part, Place, Step};
use crate::ir::Program;
use crate::types::{Field, Qual, Record, Type, Types};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Whether a function gets at objects by pointers that it reads, or hands such pointers on.
fn follows(program: &Program, library: &Library, (index, known): (usize, &Compiled)) -> bool {
    let f = library.functions.get(index);
    let classes = f.is_some_and(|f| f.modifies.iter().any(|m| matches!(m, Modified::All(..))));
    let result = f.and_then(|f| program.functions.iter().find(|g| g.name == f.name));
    let pointer = |ty: &Type| matches!(ty, Type::Pointer(_));
    let returned = result.is_some_and(|g| pointer(&g.ty.result));
    // What a callback gets may be such a pointer.
    classes
        || returned
        || !known.callbacks.is_empty()
        || known.modifies.iter().any(|place| pointer(&place.ty.ty))
}

/// The layouts that a library's header has to list, in the C that it was read with.
///
/// # Errors
/// Structures that no header can list.
pub(super) fn needed(
    (program, code): (&Program, &Code),
    library: &Library,
    compiled: &[Compiled],
) -> Result<Vec<String>, LoadError> {
    let mut all = compiled.iter().enumerate();
    if !all.any(|one| follows(program, library, one)) {
        return Ok(Vec::new());
    }
    let mut met = Met {
        types: &program.types,
        seen: BTreeSet::new(),
    };
    let bodies = program.functions.iter().zip(&code.bodies);
    let own =
        bodies.filter(|(f, _)| f.name.starts_with(PREFIX) || library.function(&f.name).is_some());
    for stmt in own.flat_map(|(_, body)| body).flat_map(|body| &body.stmts) {
        stmt.parts(&mut |part| match part {
            Part::Object(place) | Part::Address(place) => met.place(place),
            Part::Conversion(value, ty) | Part::Argument(value, ty) => {
                met.named(&value.ty);
                met.named(ty);
            }
            Part::Function(..) => {}
        });
    }
    let mut out = BTreeSet::new();
    for id in met.seen {
        let Some(record) = program.types.record(id).filter(|r| r.fields.is_some()) else {
            continue;
        };
        if !record.tagged {
            return Err(error(
                "structures by which a function gets to what it writes or returns need a tag",
            ));
        }
        out.insert(layout(&program.types, record));
    }
    Ok(out.into_iter().collect())
}

/// The structures that code names.
struct Met<'a> {
    types: &'a Types,
    seen: BTreeSet<u32>,
}

impl Met<'_> {
    fn place(&mut self, place: &Place) {
        self.named(&place.base_ty);
        self.named(&place.ty.ty);
        for step in &place.steps {
            if let Step::Field(record, _) = step {
                self.record(*record);
            }
        }
    }

    /// A type: of a pointer, what it points to counts, since pointers are counted on in its size.
    fn named(&mut self, ty: &Type) {
        let ty = ty.pointee().map_or(ty, |to| &to.ty);
        if let Type::Record(id) = ty.innermost() {
            self.record(*id);
        }
    }

    /// A structure, and those that are members of it, or of a member without a tag.
    fn record(&mut self, id: u32) {
        if !self.seen.insert(id) {
            return;
        }
        let mut work: Vec<u32> = vec![id];
        while let Some(id) = work.pop() {
            for field in self.types.fields(id) {
                let Type::Record(inner) = field.ty.ty.innermost() else {
                    continue;
                };
                let tagged = self.types.record(*inner).is_some_and(|r| r.tagged);
                if !tagged || self.seen.insert(*inner) {
                    work.push(*inner);
                }
            }
        }
    }
}

/// Whether the program defines structures of these names as the library's C does.
///
/// # Errors
/// The first that it defines otherwise.
pub(super) fn compare(program: &Program, library: &Library) -> Result<(), LoadError> {
    let types = &program.types;
    let complete = types
        .records
        .iter()
        .filter(|r| r.tagged && r.fields.is_some());
    for record in complete {
        let name = format!("{} ", head(record));
        let mut listed = library.layouts.iter().filter(|l| l.starts_with(&name));
        let own = layout(types, record);
        if let Some(other) = listed.find(|listed| **listed != own) {
            return Err(error(format!(
                "the program's `{own}` is `{other}` in the library"
            )));
        }
    }
    Ok(())
}

fn head(record: &Record) -> String {
    let kind = if record.union { "union" } else { "struct" };
    format!("{kind} {}", record.name)
}

/// A structure with a tag: its size, its members' offsets, types and names.
fn layout(types: &Types, record: &Record) -> String {
    format!("{} {}", head(record), members(types, record))
}

fn members(types: &Types, record: &Record) -> String {
    let mut out = format!("{} {{", record.size);
    for field in record.fields.iter().flatten() {
        let _ = write!(out, "{}; ", member(types, field));
    }
    format!("{}}}", out.trim_end())
}

fn member(types: &Types, field: &Field) -> String {
    let at = match field.bits {
        Some((bit, width)) => format!("bit {bit}+{width}"),
        None => field.offset.to_string(),
    };
    let qualifiers = qualifiers(&field.ty);
    let name = field.name.as_deref().unwrap_or("");
    let ty = described(types, &field.ty.ty);
    format!("{at} {qualifiers}{ty} {name}")
        .trim_end()
        .to_owned()
}

fn qualifiers(ty: &Qual) -> String {
    let all = [
        (ty.volatile, "volatile "),
        (ty.variant.atomic, "_Atomic "),
        (ty.constant, "const "),
    ];
    let said = all.iter().filter(|(said, _)| *said);
    said.map(|(_, word)| *word).collect()
}

/// A type, where structures without a tag, which have no name that means the same in each program,
/// are described by their members. They do not contain themselves: nothing could name them.
fn described(types: &Types, ty: &Type) -> String {
    match ty {
        Type::Pointer(to) => {
            format!("{}{} *", qualifiers(to), described(types, &to.ty))
        }
        Type::Array(of, Some(n)) => format!("{}[{n}]", described(types, &of.ty)),
        Type::Array(of, None) => format!("{}[]", described(types, &of.ty)),
        Type::Record(id) => match types.record(*id) {
            Some(record) if !record.tagged => {
                let kind = if record.union { "union" } else { "struct" };
                format!("{kind} {}", members(types, record))
            }
            Some(record) => head(record),
            None => "?".to_owned(),
        },
        Type::Function(f) => {
            let params = f.params.iter().flatten().map(|p| described(types, p));
            let params: Vec<String> = params.collect();
            let more = if f.variadic { ", ..." } else { "" };
            let result = described(types, &f.result);
            format!("{result} ({}{more})", params.join(", "))
        }
        Type::Void | Type::Bool | Type::VaList | Type::Float(_) | Type::Int(_) => types.show(ty),
    }
}
