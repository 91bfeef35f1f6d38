//! Boolean libraries (paper 001): procedures over predicates that abstract C functions, so that a
//! program can be verified without the C of the functions that it calls.
//!
//! | module | does |
//! |---|---|
//! | [`text`] | what a library says |
//! | [`parse`], [`mod@print`] | its bytes, which are hostile |
//! | `words` | what of C may stand in it |
//! | `compile` | predicates and modifications in the scope of a program |
//! | [`skeleton`] | the control flow that the C of a function gives its procedure |
//! | `check` | what makes a library true, as a program to prove |
//! | `layouts` | structures that the C and the program have to agree on |
//! | `opaque` | structures that the program leaves incomplete |
//! | `writes` | what a statement writes, decided without proof |
//! | `stub` | a procedure in the place of its function |
//! | `callback` | the calls that it makes of the program's own functions |
//! | `exposed` | where pointers may lead that a function yields |
//!
//! Everything here produces flat C, which comes through the later stages like that of a program.

mod callback;
mod check;
mod compile;
mod exposed;
mod layouts;
mod opaque;
pub mod parse;
pub mod print;
pub mod skeleton;
mod stub;
pub mod text;
mod words;
mod writes;

use crate::accounting;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::files::{self, Unreadable};
use crate::flatten::{Body, Code, Local};
use crate::ir::Program;
use crate::sources::Sources;
use crate::{Text, Unit};
use compile::error;
pub use compile::FILE;
pub(crate) use opaque::own_text;
use opaque::Completions;
use proofmark_logic::cfa::LedgerEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use text::{Function, Library, Structure};
pub use words::type_text;

/// Names that begin so are those of predicates: no program that uses a library has one.
pub(crate) const PREFIX: &str = "__boolean_library_";

/// What is said where a library would be believed that nobody has proved.
pub const NO_PROOF: &str =
    "the library has no proof; `proofmark merge LIB --api API.c -o LIB` makes one";

/// What libraries have to do with a program.
#[derive(Clone, Debug, Default)]
pub enum Role {
    /// Nothing.
    #[default]
    None,
    /// The program is the C of this library: what this function owes becomes the program.
    Prove(Arc<Library>, String),
    /// The program calls functions of these libraries, whose digests are given.
    Use(Vec<(Arc<Library>, String)>),
}

/// Reads a library.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn read(path: &Path) -> Result<Library, LoadError> {
    let shown = proofmark_guard::text::path(path);
    let bytes = files::read(path, text::BYTES_MAX).map_err(|e| {
        let kind = match e {
            Unreadable::Missing => ErrorKind::NotFound,
            Unreadable::TooLong(_) | Unreadable::System(_) | Unreadable::Special(_) => {
                ErrorKind::Io
            }
        };
        LoadError::plain(kind, &format!("cannot read {shown}: {e}"))
    })?;
    parse::parse(&bytes).map_err(|wrong| {
        let message = format!("{shown}, line {}: {}", wrong.line, wrong.why);
        error(message).help("it is damaged, or no boolean library: get it again")
    })
}

/// Whether a file begins as libraries do, of whatever version.
pub fn is_library(path: &Path) -> bool {
    let bytes = files::read(path, text::BYTES_MAX);
    bytes.is_ok_and(|bytes| bytes.starts_with(text::NAME.as_bytes()))
}

/// Whether a file is a library of a version that is not known here.
pub fn is_of_other_version(path: &Path) -> bool {
    let bytes = files::read(path, text::BYTES_MAX).unwrap_or_default();
    let Some(line) = bytes.split(|byte| *byte == b'\n').next() else {
        return false;
    };
    let version = line.strip_prefix(text::NAME.as_bytes());
    line != text::HEADER.as_bytes()
        && version.is_some_and(|v| !v.is_empty() && v.iter().all(u8::is_ascii_digit))
}

/// The tokens of a predicate, if a text is one.
pub fn words_of(text: &str) -> Option<Vec<&str>> {
    words::predicate(text).ok()
}

/// What the digest of a library is about.
pub fn digested(library: &Library) -> String {
    print::print(&library.without_proofs())
}

/// Adds the text of libraries to a program.
pub(crate) fn extend(units: Vec<Text>, role: &Role) -> Result<Vec<Text>, LoadError> {
    let taken = || {
        let texts = units.iter().map(|unit| &unit.preprocessed);
        match texts.into_iter().any(|text| text.contains(PREFIX)) {
            true => Err(error(format!(
                "the program has a name that begins with `{PREFIX}`"
            ))),
            false => Ok(()),
        }
    };
    match role {
        Role::None => Ok(units),
        Role::Prove(library, _) => {
            taken()?;
            proving(units, library)
        }
        Role::Use(libraries) => {
            taken()?;
            apart(libraries)?;
            using(units, libraries)
        }
    }
}

/// Each function's predicates come into the first unit that names it: if that is not the unit that
/// defines it, they name no other variables than that one could.
fn proving(mut units: Vec<Text>, library: &Library) -> Result<Vec<Text>, LoadError> {
    for f in &library.functions {
        let mut all = units.iter_mut();
        let unit = all.find(|unit| mentions(&unit.preprocessed, &f.name));
        let unit = unit.ok_or_else(|| error(format!("the C has no function `{}`", f.name)))?;
        let text = compile::text(library, 0, &[f], false)?;
        unit.preprocessed.push_str(&text);
    }
    Ok(units)
}

fn using(
    mut units: Vec<Text>,
    libraries: &[(Arc<Library>, String)],
) -> Result<Vec<Text>, LoadError> {
    let own = units.iter().map(|unit| &unit.preprocessed);
    let mut completions: Vec<Completions> = own.map(|text| Completions::of(text)).collect();
    for (number, (library, _)) in libraries.iter().enumerate() {
        for (index, names) in wanted(&units, library) {
            let complete = completions.get_mut(index);
            let complete = complete
                .map(|unit| unit.text(library, number))
                .transpose()?;
            let own = names.iter().filter_map(|name| library.function(name));
            let own: Vec<&Function> = own.collect();
            let text = compile::text(library, number, &own, true)?;
            if let Some(unit) = units.get_mut(index) {
                unit.preprocessed.push_str(&complete.unwrap_or_default());
                unit.preprocessed.push_str(&text);
            }
        }
    }
    Ok(units)
}

/// Whether variables that only their C can name are those of one C.
fn apart(libraries: &[(Arc<Library>, String)]) -> Result<(), LoadError> {
    for (a, _) in libraries {
        for (b, _) in libraries {
            let internal = b.globals.iter().filter(|g| g.internal);
            let mut names = internal.map(|g| &g.name);
            let shared =
                names.find(|name| a.globals.iter().any(|g| g.internal && g.name == **name));
            if let Some(name) = shared.filter(|_| a.source != b.source) {
                return Err(error(format!(
                    "two libraries of different C have a variable `{name}`"
                )));
            }
        }
    }
    Ok(())
}

fn mentions(text: &str, name: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !word(c)).any(|word| word == name)
}

/// The functions of a library that texts mention, each by the first that does.
fn wanted(units: &[Text], library: &Library) -> BTreeMap<usize, Vec<String>> {
    let mut out: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for f in library.functions.iter().filter(|f| !f.internal) {
        let first = units
            .iter()
            .position(|unit| mentions(&unit.preprocessed, &f.name));
        if let Some(unit) = first {
            out.entry(unit).or_default().push(f.name.clone());
        }
    }
    out
}

/// Makes of a program what libraries have to do with it. Returns what that assumes.
pub(crate) fn apply(
    (program, code, sources): (&mut Program, &mut Code, &Sources),
    role: &Role,
) -> Result<Vec<LedgerEntry>, LoadError> {
    match role {
        Role::None => Ok(Vec::new()),
        Role::Prove(library, name) => {
            same_abi(program, library)?;
            if program.fresh || program.observed.active || program.at_exit.is_some() {
                return Err(error("a library's C is read alone"));
            }
            program.described = true;
            check::install(program, code, sources, (library, name))?;
            listed(program, code, library)?;
            Ok(Vec::new())
        }
        Role::Use(libraries) => {
            let mut ledger = Vec::new();
            let mut taken = BTreeSet::new();
            for (number, (library, digest)) in libraries.iter().enumerate() {
                let named = |f: &&Function| {
                    !f.internal && program.functions.iter().any(|g| g.name == f.name)
                };
                let names = library.functions.iter().filter(named);
                let names: Vec<String> = names.map(|f| f.name.clone()).collect();
                once(&mut taken, &names)?;
                program.described |= !names.is_empty();
                let part = (&**library, number, names.as_slice());
                callback::observed((program, code), library, &names)?;
                ledger.extend(opaque::compare(program, (library, number), digest)?);
                ledger.extend(stub::install(program, code, part, digest)?);
            }
            Ok(ledger)
        }
    }
}

/// Whether the program is read for the ABI of a library.
fn same_abi(program: &Program, library: &Library) -> Result<(), LoadError> {
    let (own, other) = (program.types.profile, library.abi);
    match own == other {
        true => Ok(()),
        false => Err(error(format!(
            "the library is for another ABI: {}, and the program is read for {}",
            print::abi(other),
            print::abi(own)
        ))),
    }
}

/// Whether no other library has one of these functions.
fn once(taken: &mut BTreeSet<String>, names: &[String]) -> Result<(), LoadError> {
    match names.iter().find(|name| !taken.insert((*name).clone())) {
        None => Ok(()),
        Some(name) => Err(
            error(format!("two of the libraries have a function `{name}`"))
                .help("leave one out, or merge them if they are about the same C"),
        ),
    }
}

/// What a library's header says of structures.
pub struct Header {
    /// The members that it has to list.
    pub fields: Vec<String>,
    /// The layouts that it has to list.
    pub layouts: Vec<String>,
    /// What it may say of structures that programs leave incomplete: of those whose members it
    /// lists, and of their parts.
    pub opaque: Vec<Structure>,
    /// Why it says nothing of others.
    pub untold: Vec<String>,
}

/// The header of a library in the C that it was read with ([`Role::Prove`]).
///
/// # Errors
/// Members and structures that no header can list.
pub fn header(program: &Program, code: &Code, library: &Library) -> Result<Header, LoadError> {
    let (mut used, mut all) = (BTreeSet::new(), Vec::new());
    let mut structures = BTreeSet::new();
    for f in &library.functions {
        let compiled = compile::compile((program, code), (library, 0, f), false)?;
        used.extend(compile::members(program, &compiled)?);
        structures.extend(compile::structures(&compiled));
        all.push(compiled);
    }
    told_once(&used)?;
    let (opaque, untold) = opaque::listed(&program.types, &structures);
    Ok(Header {
        fields: used.into_iter().collect(),
        layouts: layouts::needed((program, code), library, &all)?,
        opaque,
        untold,
    })
}

/// Structures of two files may have one tag, and a program has one of them: what a library names is
/// one member of one structure (`struct TAG.MEMBER OFFSET TYPE`).
fn told_once(fields: &BTreeSet<String>) -> Result<(), LoadError> {
    let name = |field: &str| field.split(' ').nth(1).map(str::to_owned);
    let mut seen = BTreeSet::new();
    let mut names = fields.iter().filter_map(|field| name(field));
    match names.find(|name| !seen.insert(name.clone())) {
        Some(name) => Err(error(format!(
            "`struct {name}` is not the same member in all files"
        ))),
        None => Ok(()),
    }
}

/// What predicates call the variables of a function: temporaries have the names `value1`, `value2`,
/// … in the order of the flat C, without those that something has that the C declares: a predicate
/// that named a variable outside of the function would mean the temporary instead.
pub fn variable_names(program: &Program, body: &Body) -> Vec<String> {
    let declared = body.locals.iter().filter(|l| l.role.is_declared());
    let taken: BTreeSet<&str> = declared
        .map(|l| l.name.as_str())
        .chain(program.globals.iter().map(|g| g.name.as_str()))
        .chain(program.functions.iter().map(|f| f.name.as_str()))
        .filter(|name| name.starts_with("value"))
        .collect();
    let numbered = (1u64..).map(|number| format!("value{number}"));
    let mut free = numbered.filter(|name| !taken.contains(name.as_str()));
    let name = |local: &Local| match local.role.is_declared() {
        true => Some(local.name.clone()),
        false => free.next(),
    };
    body.locals.iter().map_while(name).collect()
}

/// The variable of a function that predicates call so.
pub fn variable(program: &Program, body: &Body, name: &str) -> Option<u32> {
    let own = variable_names(program, body);
    let found = own.iter().position(|own| own == name)?;
    u32::try_from(found).ok()
}

/// The predicates of a function, over its formal parameters, then its variables that the library
/// names, then values on entry, then its result; in the C that it was read with.
///
/// # Errors
/// Those that are no conditions.
pub fn predicates(
    program: &Program,
    code: &Code,
    (library, f): (&Library, &Function),
) -> Result<Vec<crate::flatten::Value>, LoadError> {
    compile::compile((program, code), (library, 0, f), false).map(|known| known.predicates)
}

/// Whether the header of a library lists exactly what it has to.
fn listed(program: &Program, code: &Code, library: &Library) -> Result<(), LoadError> {
    let header = header(program, code, library)?;
    if header.fields != library.fields {
        let used = header.fields.join("; ");
        return Err(error(format!(
            "the members that the library names are these: {used}"
        )));
    }
    if header.layouts != library.layouts {
        return Err(error(format!(
            "the layouts that the library depends on are these: {}",
            header.layouts.join("; ")
        )));
    }
    let mut said = library.opaque.iter();
    match said.find(|structure| !header.opaque.contains(structure)) {
        None => Ok(()),
        Some(wrong) => {
            let told: Vec<String> = header.opaque.iter().map(Structure::to_string).collect();
            let why = [told, header.untold].concat().join("; ");
            Err(error(format!(
                "the library says `{wrong}`, and what it can say of structures that programs leave \
                 incomplete is this: {why}"
            )))
        }
    }
}

/// Whether the analysis knows what a function of this name does, whoever defines it.
fn is_known(function: &crate::ir::Function) -> bool {
    let name = function.name.as_str();
    accounting::is_library(name)
        || accounting::is_violation(name)
        || accounting::aborts(name)
        || accounting::ends_run(name)
        || accounting::may_end_run(function)
        || accounting::is_allocator(name)
        || accounting::frees_block(name)
        || accounting::moves_blocks(name)
        || accounting::is_harmless(name)
        || accounting::is_computed(name)
        || accounting::is_hook(name)
        || accounting::is_peculiar(name)
        || name == "main"
}

/// The C of a library in a form that does not depend on comments, white space, and line markers:
/// its digest says which C it is.
///
/// # Errors
/// Texts that are no C.
pub fn normal(units: &[Unit]) -> Result<String, LoadError> {
    let mut out = String::new();
    for unit in units {
        out.push_str(&crate::normalise::words(&unit.preprocessed.text)?);
        out.push('\n');
    }
    Ok(out)
}
