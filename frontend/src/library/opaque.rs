//! Structures that a program leaves incomplete, as it does with the handles of an API: a library
//! says what is in them, so that predicates can name their members. They become complete at the end
//! of the program's file, as if it had the definition of the API's C there.
//!
//! What is said of a structure is all of it, or nothing: of one whose members are known in part,
//! nobody could tell which objects overlap.

use super::compile::{error, FILE};
use super::text::{Library, Member, MemberType, Structure, NAMES_MAX, NESTED_MAX, PARTS_MAX};
use super::words::{declaration, is_member_type, is_name, structure_tag, type_text};
use super::PREFIX;
use crate::diagnostic::LoadError;
use crate::ir::Program;
use crate::types::{self, Field, FloatKind, IntKind, LayoutAttributes, Qual, Record, Type, Types};
use proofmark_logic::cfa::LedgerEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

type Result<T> = std::result::Result<T, LoadError>;
type Told<T> = std::result::Result<T, String>;

/// What the definitions begin with that a unit gets: no program has this name.
const FIRST: &str = "struct __boolean_library_opaque;";

// -- what the C has

/// The structures of these, and those that they consist of, as a library says them; and why it
/// cannot say others.
pub(super) fn listed(types: &Types, ids: &BTreeSet<u32>) -> (Vec<Structure>, Vec<String>) {
    let (mut out, mut untold) = (BTreeMap::new(), BTreeSet::new());
    for id in ids {
        let mut own = BTreeMap::new();
        match structures(types, *id, &mut own) {
            Ok(()) => out.extend(own),
            Err(why) => _ = untold.insert(why),
        }
    }
    (out.into_values().collect(), untold.into_iter().collect())
}

/// A structure, behind those that are members of it, or of a member without a tag.
fn structures(types: &Types, id: u32, out: &mut BTreeMap<String, Structure>) -> Told<()> {
    let known = types.record(id).is_some_and(|r| out.contains_key(&r.name));
    if known {
        return Ok(());
    }
    for part in std::iter::once(id).chain(untagged_parts(types, id)) {
        for field in types.fields(part) {
            match field.ty.ty.innermost() {
                Type::Record(inner) if !is_untagged(types, *inner) => {
                    structures(types, *inner, out)?;
                }
                _ => {}
            }
        }
    }
    let own = structure(types, id)?;
    for tag in tags(&own).chain([own.tag.as_str()]) {
        let all = types.records.iter();
        // One of a prototype, or of a block, is another type.
        match all.filter(|r| r.tagged && r.name == tag).count() {
            1 => {}
            _ => {
                let own = &own.tag;
                return Err(format!("`struct {own}`: there are several types `{tag}`"));
            }
        }
    }
    out.insert(own.tag.clone(), own);
    Ok(())
}

/// The tags that the types of members name.
fn tags(structure: &Structure) -> impl Iterator<Item = &str> {
    said(structure).flat_map(|ty| {
        let words = ty.split([' ', ',', '(', ')']);
        let next = words.clone().skip(1);
        words
            .zip(next)
            .filter(|(word, _)| *word == "struct")
            .map(|(_, tag)| tag)
    })
}

/// The types of members in C's words, also of those in structures without a tag.
fn said(structure: &Structure) -> impl Iterator<Item = &str> {
    structure.members.iter().flat_map(|member| member.ty.said())
}

/// Whether a structure has no tag. Unions are something else.
fn is_untagged(types: &Types, id: u32) -> bool {
    types.record(id).is_some_and(|r| !r.tagged && !r.union)
}

/// The parts of a structure that are such, also in each other.
fn untagged_parts(types: &Types, id: u32) -> BTreeSet<u32> {
    let (mut out, mut work) = (BTreeSet::new(), vec![id]);
    while let Some(id) = work.pop() {
        for field in types.fields(id) {
            match field.ty.ty.innermost() {
                Type::Record(part) if is_untagged(types, *part) && out.insert(*part) => {
                    work.push(*part);
                }
                _ => {}
            }
        }
    }
    out
}

/// A structure that is written alike by everybody who has it.
fn structure(types: &Types, id: u32) -> Told<Structure> {
    let record = types.record(id).ok_or("a structure is lost")?;
    let named = record.tagged && !record.union && is_name(&record.name);
    match named {
        true => Ok(Structure {
            tag: record.name.clone(),
            size: record.size,
            members: members((types, id, record), 0, &mut 0)?,
        }),
        false => {
            let shown = types.show(&Type::Record(id));
            Err(format!("`{shown}` is no structure with a tag"))
        }
    }
}

/// The members of a structure, in so many structures without a tag, when so many are said already.
fn members(
    (types, id, record): (&Types, u32, &Record),
    depth: usize,
    said: &mut usize,
) -> Told<Vec<Member>> {
    let shown = types.show(&Type::Record(id));
    let fields = match &record.fields {
        None => return Err(format!("`{shown}` is incomplete")),
        Some(fields) if fields.is_empty() => return Err(format!("`{shown}` has no members")),
        Some(_) if depth > NESTED_MAX => return Err(format!("`{shown}` lies too deep in others")),
        Some(fields) => fields,
    };
    let mut out = Vec::new();
    for field in fields {
        let name = field.name.as_deref().unwrap_or("without a name");
        *said += 1;
        if *said > PARTS_MAX || fields.len() > NAMES_MAX {
            return Err(format!("`{shown}` has too many members"));
        }
        let told = member(types, field, depth, said);
        out.push(told.map_err(|why| format!("`{shown}`: the member `{name}` {why}"))?);
    }
    match plainly_laid_out(types, record, fields) {
        true => Ok(out),
        false => Err(format!(
            "`{shown}`: an attribute or a pragma says where its members are"
        )),
    }
}

fn member(types: &Types, field: &Field, depth: usize, said: &mut usize) -> Told<Member> {
    let name = field.name.as_deref().filter(|name| is_name(name));
    let name = name.ok_or("has no name that a library can have")?;
    if field.bits.is_some() {
        return Err("is a bit-field".to_owned());
    }
    let (mut ty, mut lengths) = (&field.ty, Vec::new());
    unqualified(ty)?;
    while let Type::Array(element, length) = &ty.ty {
        let length = length.filter(|n| *n > 0);
        lengths.push(length.ok_or("is an array without elements")?);
        ty = element;
        unqualified(ty)?;
    }
    Ok(Member {
        offset: field.offset,
        ty: member_type(types, &ty.ty, depth, said)?,
        name: name.to_owned(),
        lengths,
    })
}

fn member_type(types: &Types, ty: &Type, depth: usize, said: &mut usize) -> Told<MemberType> {
    match ty {
        Type::Record(id) if is_untagged(types, *id) => {
            let record = types.record(*id).ok_or("is lost")?;
            let members = members((types, *id, record), depth + 1, said);
            let members = members.map_err(|why| format!("is of a type without a tag, {why}"))?;
            return Ok(MemberType::Untagged(record.size, members));
        }
        Type::Record(id) => tagged(types, *id)?,
        Type::Pointer(to) => match &to.ty {
            Type::Function(f) if !f.variadic => {
                unqualified(to)?;
                let params = f
                    .params
                    .as_ref()
                    .ok_or("points to a function without types")?;
                params.iter().try_for_each(|p| value(types, p))?;
                match &f.result {
                    Type::Void => {}
                    result => value(types, result)?,
                }
            }
            _ => pointee(types, to)?,
        },
        number => value(types, number)?,
    }
    let text = type_text(types, ty);
    match is_member_type(&text) {
        true => Ok(MemberType::Said(text)),
        false => Err(format!("has the type `{text}`, which a library cannot say")),
    }
}

/// Whether nothing is said of a type that its text leaves out.
fn unqualified(ty: &Qual) -> Told<()> {
    match ty.constant {
        true => Err("is constant, or points to what is".to_owned()),
        false => calm(ty),
    }
}

fn calm(ty: &Qual) -> Told<()> {
    match ty.is_unsteady() || ty.variant.align.is_some() {
        true => Err("is volatile, atomic, or aligned, or points to what is".to_owned()),
        false => Ok(()),
    }
}

fn tagged(types: &Types, id: u32) -> Told<()> {
    match types.record(id).is_some_and(|r| r.tagged && !r.union) {
        true => Ok(()),
        false => Err("is a union, or has no tag, or points to what is such".to_owned()),
    }
}

/// A number, or a pointer to something else than a function.
fn value(types: &Types, ty: &Type) -> Told<()> {
    match ty {
        Type::Bool
        | Type::Float(FloatKind::Float | FloatKind::Double)
        | Type::Int(
            IntKind::Char
            | IntKind::SChar
            | IntKind::UChar
            | IntKind::Short
            | IntKind::UShort
            | IntKind::Int
            | IntKind::UInt
            | IntKind::Long
            | IntKind::ULong
            | IntKind::LongLong
            | IntKind::ULongLong,
        ) => Ok(()),
        Type::Pointer(to) => pointee(types, to),
        Type::Void
        | Type::VaList
        | Type::Int(IntKind::Bits(..))
        | Type::Float(
            FloatKind::Float32
            | FloatKind::Float32x
            | FloatKind::LongDouble
            | FloatKind::Float64
            | FloatKind::Float64x
            | FloatKind::Quad
            | FloatKind::Int128
            | FloatKind::UInt128,
        )
        | Type::Array(..)
        | Type::Record(_)
        | Type::Function(_) => {
            let shown = types.show(ty);
            Err(format!(
                "has the type `{shown}`, which a library cannot say"
            ))
        }
    }
}

/// What a pointer points to. Only what is behind all of them may be constant: the text has one
/// place for that.
fn pointee(types: &Types, to: &Qual) -> Told<()> {
    calm(to)?;
    match &to.ty {
        Type::Pointer(next) => {
            unqualified(to)?;
            pointee(types, next)
        }
        Type::Void => Ok(()),
        Type::Record(id) => tagged(types, *id),
        number => value(types, number),
    }
}

/// Whether a structure of the same members has the same layout without anything else that was said.
fn plainly_laid_out(types: &Types, record: &Record, fields: &[Field]) -> bool {
    let mut plain = Types::new(types.profile);
    plain.records.clone_from(&types.records);
    let id = u32::try_from(plain.records.len()).unwrap_or(u32::MAX);
    plain.records.push(Record {
        fields: None,
        size: 0,
        align: types::Alignment::ONE,
        block: true,
        ..record.clone()
    });
    let members = fields.iter().map(|field| types::Member {
        name: field.name.clone(),
        ty: field.ty.ty.clone().into(),
        width: None,
        attributes: LayoutAttributes::default(),
    });
    let members = members.collect();
    let laid_out = plain.complete(id, members, LayoutAttributes::default());
    laid_out.is_ok() && plain.record(id) == Some(record)
}

// -- what a program gets

/// The texts that make structures complete in one unit.
pub(super) struct Completions<'a> {
    /// The structures that the unit's own text defines.
    defined: BTreeSet<String>,
    /// What libraries said, by tag.
    complete: BTreeMap<&'a str, &'a Structure>,
}

impl<'a> Completions<'a> {
    /// Of a unit, as it is without libraries.
    pub(super) fn of(text: &str) -> Completions<'a> {
        Completions {
            defined: defined(text),
            complete: BTreeMap::new(),
        }
    }

    /// Completes the structures that a library tells of.
    ///
    /// # Errors
    /// If another library tells something else, or this one does not tell enough.
    pub(super) fn text(&mut self, library: &'a Library, number: usize) -> Result<String> {
        let mut out = String::new();
        let mut said = BTreeSet::new();
        for structure in &library.opaque {
            if !self.defined.contains(&structure.tag) {
                self.complete((library, structure), &mut (&mut said, &mut out), 0)?;
            }
        }
        if said.is_empty() {
            return Ok(out);
        }
        let mut text = format!("\n# 1 \"{FILE}\"\n{FIRST}\n{out}");
        for (index, structure) in library.opaque.iter().enumerate() {
            if said.contains(structure.tag.as_str()) {
                let (name, tag) = (marker(number, index), &structure.tag);
                let _ = writeln!(text, "int {name}(struct {tag} *all) {{ return 0; }}");
            }
        }
        Ok(text)
    }

    /// One structure, behind those that are members of it.
    fn complete(
        &mut self,
        (library, structure): (&'a Library, &'a Structure),
        to: &mut (&mut BTreeSet<&'a str>, &mut String),
        depth: usize,
    ) -> Result<()> {
        let tag = structure.tag.as_str();
        if depth > library.opaque.len() {
            return Err(error(format!(
                "`struct {tag}` is a part of itself in the library"
            )));
        }
        if !to.0.insert(tag) {
            return Ok(());
        }
        for ty in said(structure) {
            let Some(inner) = structure_tag(ty) else {
                continue;
            };
            let mut all = library.opaque.iter();
            let inner = all.find(|s| s.tag == inner).ok_or_else(|| {
                error(format!(
                    "the library tells of `struct {tag}`, and not of `struct {inner}`, which is a \
                     part of it"
                ))
            })?;
            self.complete((library, inner), to, depth + 1)?;
        }
        if self.defined.contains(tag) {
            return Ok(());
        }
        match self.complete.insert(tag, structure) {
            None => {
                to.1.push_str(&definition(structure));
                Ok(())
            }
            Some(other) if other == structure => Ok(()),
            Some(other) => Err(error(format!(
                "the program leaves `struct {tag}` incomplete, and two of the libraries tell \
                 something else of it: `{other}` and `{structure}`"
            ))),
        }
    }
}

/// A structure in C. Tags are declared in front of it, so that none is one of a prototype's own.
fn definition(structure: &Structure) -> String {
    let mut out = String::new();
    for tag in tags(structure) {
        let _ = writeln!(out, "struct {tag};");
    }
    let (tag, members) = (&structure.tag, declarations(&structure.members));
    out + &format!("struct {tag} {{\n{members}}};\n")
}

fn declarations(members: &[Member]) -> String {
    let mut out = String::new();
    for member in members {
        let declarator = member.declarator();
        let _ = match &member.ty {
            MemberType::Said(ty) => writeln!(out, "{};", declaration(ty, &declarator)),
            MemberType::Untagged(_, own) => {
                writeln!(out, "struct {{\n{}}} {declarator};", declarations(own))
            }
        };
    }
    out
}

/// The function by whose parameter a structure is found that was told of.
fn marker(library: usize, index: usize) -> String {
    format!("{PREFIX}{library}_o{index}")
}

/// Whether structures that a program got, and parts of them that it has itself, are what a library
/// says. They are marked: as long as the program's own files do not say what is in them, a pointer
/// to one may be that to an object of its own. Returns what that assumes.
///
/// # Errors
/// A structure that is not.
pub(super) fn compare(
    program: &mut Program,
    (library, number): (&Library, usize),
    digest: &str,
) -> Result<Vec<LedgerEntry>> {
    let mut ledger = Vec::new();
    for (index, said) in library.opaque.iter().enumerate() {
        let name = marker(number, index);
        let found = program.functions.iter().find(|f| f.name == name);
        let Some(params) = found.and_then(|f| f.ty.params.as_deref()) else {
            continue;
        };
        let [Type::Pointer(to)] = params else {
            return Err(error("a structure is lost"));
        };
        let Type::Record(id) = to.ty else {
            return Err(error("a structure is lost"));
        };
        let own = structure(&program.types, id).map_err(|why| {
            error(format!(
                "the library says that `{said}`, but in the program {why}"
            ))
        })?;
        if own != *said {
            return Err(error(format!(
                "`{said}` of the library is `{own}` in the program"
            )));
        }
        one_of_its_kind(&program.types, id)?;
        program.types.told.insert(id);
        let c = &library.source;
        ledger.push(LedgerEntry {
            kind: "library".to_owned(),
            subject: format!("struct {}", said.tag),
            detail: format!(
                "The program leaves it, or what it is a part of, incomplete: it is `{said}`, as \
                 the boolean library with the digest {digest} says of the C with the digest {c}."
            ),
        });
    }
    Ok(ledger)
}

/// Whether no other type of the program may be what a part without a tag is. For the library's C it
/// is the same type as each structure without a tag of another file that has such members (C11
/// 6.2.7p1), so a pointer to any of them may lead into the handle. One of the program is taken for
/// the part (`known_alike`); a second one would have maps of memory that nobody relates to it.
fn one_of_its_kind(types: &Types, id: u32) -> Result<()> {
    for part in untagged_parts(types, id) {
        let all = 0..u32::try_from(types.records.len()).unwrap_or(u32::MAX);
        let mut others = all.filter(|other| *other != part && is_untagged(types, *other));
        if let Some(other) = others.find(|other| looks_like(types, part, *other)) {
            let shown = types.show(&Type::Record(id));
            let [part, other] = [part, other].map(|id| types.show(&Type::Record(id)));
            return Err(error(format!(
                "a part of `{shown}` may be `{part}` or `{other}`, which have the same members and \
                 no tag"
            )));
        }
    }
    Ok(())
}

/// Whether C could take two structures for the same: names of members in their order, and what they
/// occupy. That types of members with the same size are compatible is not asked.
fn looks_like(types: &Types, a: u32, b: u32) -> bool {
    let (a, b) = (types.fields(a), types.fields(b));
    let size = |field: &Field| types.size_of(&field.ty.ty).ok();
    let mut pairs = a.iter().zip(b);
    a.len() == b.len() && pairs.all(|(x, y)| x.name == y.name && size(x) == size(y))
}

/// Where a unit's own text ends, if a library completes structures of it: the compiler has to
/// accept it up to there.
pub(crate) fn own_text(text: &str) -> Option<usize> {
    text.find(FIRST)
}

// -- what a text defines

/// The structures that a text defines outside of functions, as far as that is plain. Who is wrong
/// here is refused later: what is defined twice, and members of what is not defined, are errors.
fn defined(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    // Of each open brace, whether it is that of a structure outside of functions.
    let mut open: Vec<bool> = Vec::new();
    // What the words since `struct` or `union` name, if these are all that was there.
    let mut head: Option<Option<&str>> = None;
    for token in Tokens(text) {
        match token {
            "struct" | "union" => head = Some(None),
            "{" => {
                let outside = open.iter().all(|record| *record);
                if let (Some(Some(tag)), true) = (head, outside) {
                    out.insert(tag.to_owned());
                }
                open.push(head.take().is_some());
            }
            "}" => {
                open.pop();
                head = None;
            }
            tag if head == Some(None) && is_name(tag) => head = Some(Some(tag)),
            _ => head = None,
        }
    }
    out
}

/// The words, braces and other characters of a preprocessed text.
struct Tokens<'t>(&'t str);

impl<'t> Iterator for Tokens<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            self.0 = self.0.trim_start();
            let line = self.0.starts_with('#') || self.0.starts_with("//");
            let skipped = match line {
                true => self.0.find('\n').unwrap_or(self.0.len()),
                false if self.0.starts_with("/*") => {
                    self.0.find("*/").map_or(self.0.len(), |at| at + 2)
                }
                false => break,
            };
            self.0 = self.0.get(skipped..)?;
        }
        let first = self.0.chars().next()?;
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            quote @ ('"' | '\'') => literal(self.0, quote),
            c if word(c) => self.0.find(|c| !word(c)).unwrap_or(self.0.len()),
            other => other.len_utf8(),
        };
        let (token, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(token)
    }
}

/// The length of a literal at the start of a text.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::defined;

    #[test]
    fn structures_of_a_text_are_those_outside_of_functions() {
        let text = r##"# 1 "struct no1 {"
            struct a { struct b { int x; } y; union { struct c { int z; } w; }; };
            typedef struct d { int x; } d; // struct no2 {
            /* struct no3 { */ struct no4;
            char *s = "struct no5 {\" struct no6 {";
            struct no7 *f(void) { struct no8 { int x; } y; }
            struct e { char c['{']; } g = { sizeof(struct no9 { int x; }) };
            int h = '\'', i = '"';
            enum no10 { A };
            struct f {};"##;
        let found: Vec<String> = defined(text).into_iter().collect();
        assert_eq!(found, ["a", "b", "c", "d", "e", "f"]);
    }
}
