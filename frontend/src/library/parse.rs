//! Reads boolean libraries, whose bytes are hostile: line by line, under limits, without recursion
//! but that of structures in structures ([`NESTED_MAX`]).
//! What is accepted is printed as it was ([`super::print`]).

use super::print::{abi, print};
use super::text::{
    Callback, Choose, Clause, Cube, Function, Global, Library, Literal, Member, MemberType,
    Modified, Of, Statement, Structure, Variable, BYTES_MAX, HEADER, LINE_MAX, NAMES_MAX,
    NESTED_MAX, PARTS_MAX, STATEMENTS_MAX,
};
use super::words::{is_function_name, is_member_type, is_name, is_type, predicate};
use proofmark_logic::types::Profile;

/// What is wrong with a text: a line, counted from 1, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The line.
    pub line: usize,
    /// Why.
    pub why: String,
}

type Result<T> = std::result::Result<T, String>;

/// Reads a library.
///
/// # Errors
/// The first line that is not as [`print()`] writes it.
pub fn parse(bytes: &[u8]) -> std::result::Result<Library, Wrong> {
    let wrong = |line, why: &str| Wrong {
        line,
        why: why.to_owned(),
    };
    if bytes.is_empty() {
        return Err(wrong(1, "the file is empty"));
    }
    if bytes.len() > BYTES_MAX {
        return Err(wrong(1, "the library is longer than any that is accepted"));
    }
    let text = std::str::from_utf8(bytes).ok().filter(|text| {
        let plain = |b: u8| b == b'\n' || (b' '..=b'~').contains(&b);
        text.bytes().all(plain)
    });
    let Some(text) = text else {
        return Err(wrong(1, "the library is no plain text"));
    };
    let mut lines = Lines { text, number: 0 };
    let library = library(&mut lines).map_err(|why| wrong(lines.number, &why))?;
    if print(&library) != text {
        return Err(wrong(
            1,
            "the text is not in the form that libraries are printed in",
        ));
    }
    Ok(library)
}

struct Lines<'t> {
    text: &'t str,
    number: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Result<&'t str> {
        let (line, rest) = self
            .text
            .split_once('\n')
            .ok_or("the text ends too early")?;
        if line.len() > LINE_MAX {
            return Err("the line is too long".to_owned());
        }
        self.text = rest;
        self.number += 1;
        Ok(line)
    }

    /// What stands behind a word, if the next line begins with it.
    fn after(&mut self, word: &str) -> Result<Option<&'t str>> {
        match self.text.starts_with(word) {
            true => Ok(self.next()?.strip_prefix(word)),
            false => Ok(None),
        }
    }

    /// The same with one of two words, and whether it is the second.
    fn either(&mut self, first: &str, second: &str) -> Result<Option<(bool, &'t str)>> {
        if let Some(said) = self.after(first)? {
            return Ok(Some((false, said)));
        }
        Ok(self.after(second)?.map(|said| (true, said)))
    }

    fn demand(&mut self, word: &str) -> Result<&'t str> {
        self.after(word)?.ok_or_else(|| {
            self.number += 1;
            format!("`{}` is missing", word.trim_end())
        })
    }
}

fn full(count: usize, most: usize) -> Result<()> {
    match count < most {
        true => Ok(()),
        false => Err(format!("there are more than {most}")),
    }
}

fn library(lines: &mut Lines<'_>) -> Result<Library> {
    if lines.next()? != HEADER {
        return Err("this is no boolean library of a version that is known".to_owned());
    }
    let named = lines.demand("abi ")?;
    let abi = [Profile::Lp64, Profile::Ilp32]
        .into_iter()
        .find(|p| abi(*p) == named);
    let abi = abi.ok_or("the ABI is not known")?;
    let source = lines.demand("c ")?.to_owned();
    if source.len() != 64
        || !source
            .bytes()
            .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    {
        return Err("this is no digest".to_owned());
    }
    let mut out = Library {
        abi,
        source,
        globals: Vec::new(),
        fields: Vec::new(),
        layouts: Vec::new(),
        opaque: Vec::new(),
        functions: Vec::new(),
        proofs: Vec::new(),
    };
    header(lines, &mut out)?;
    while let Some((internal, said)) = lines.either("function ", "helper ")? {
        full(out.functions.len(), NAMES_MAX)?;
        let function = function(lines, said, internal)?;
        if out.function(&function.name).is_some() {
            return Err(format!("`{}` is there twice", function.name));
        }
        out.functions.push(function);
    }
    if out.functions.is_empty() {
        return Err("there is no function".to_owned());
    }
    while !lines.text.is_empty() {
        let of = out.functions.get(out.proofs.len());
        let name = of
            .map(|f| f.name.as_str())
            .ok_or("there is something behind the end")?;
        let length = lines.demand(&format!("proof {name} "))?.parse().ok();
        let length: usize = length
            .filter(|n| *n <= BYTES_MAX)
            .ok_or("this is no length")?;
        out.proofs.push(proof(lines, length)?);
    }
    if !out.proofs.is_empty() && out.proofs.len() != out.functions.len() {
        return Err("a function has no proof".to_owned());
    }
    Ok(out)
}

/// Variables, and what is said of structures.
fn header(lines: &mut Lines<'_>, out: &mut Library) -> Result<()> {
    while let Some((internal, said)) = lines.either("global ", "static ")? {
        full(out.globals.len(), NAMES_MAX)?;
        let Variable { ty, name } = variable(said)?;
        out.globals.push(Global { internal, ty, name });
    }
    while let Some(field) = lines.after("field ")? {
        full(out.fields.len(), NAMES_MAX)?;
        out.fields.push(field.to_owned());
    }
    while let Some(layout) = lines.after("layout ")? {
        full(out.layouts.len(), NAMES_MAX)?;
        out.layouts.push(layout.to_owned());
    }
    while let Some(said) = lines.after("opaque ")? {
        full(out.opaque.len(), NAMES_MAX)?;
        let next = structure(said)?;
        if out.opaque.last().is_some_and(|last| last.tag >= next.tag) {
            return Err("the structures are not in the order of their tags".to_owned());
        }
        out.opaque.push(next);
    }
    Ok(())
}

fn proof(lines: &mut Lines<'_>, length: usize) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    while out.len() < length {
        let line = lines.next()?;
        let before = out.len();
        for pair in line.as_bytes().chunks(2) {
            let digits = std::str::from_utf8(pair).unwrap_or("");
            let byte = u8::from_str_radix(digits, 16).map_err(|_| "this is no proof")?;
            out.push(byte);
        }
        if out.len() == before || out.len() > length {
            return Err("the proof has another length".to_owned());
        }
    }
    Ok(out)
}

/// `struct TAG SIZE {OFFSET TYPE NAME; …}`.
fn structure(said: &str) -> Result<Structure> {
    let parts = || {
        let (head, list) = said.strip_prefix("struct ")?.split_once(" {")?;
        let (tag, size) = head.split_once(' ').filter(|(tag, _)| is_name(tag))?;
        Some((tag, size.parse().ok()?, list.strip_suffix(";}")?))
    };
    let (tag, size, list) = parts().ok_or("this is no structure with its members")?;
    Ok(Structure {
        tag: tag.to_owned(),
        size,
        members: members(list, 0)?,
    })
}

/// `MEMBER; MEMBER; …`, in so many structures without a tag.
fn members(said: &str, depth: usize) -> Result<Vec<Member>> {
    let mut out = Vec::new();
    let mut rest = Some(said);
    while let Some(said) = rest {
        full(out.len(), NAMES_MAX)?;
        let (first, more) = until_semicolon(said);
        out.push(member(first, depth)?);
        rest = more;
    }
    apart(out.iter().map(|m| &m.name).collect())?;
    Ok(out)
}

/// What stands in front of the first `; ` outside of braces, and behind it.
fn until_semicolon(said: &str) -> (&str, Option<&str>) {
    let mut open = 0usize;
    for (at, byte) in said.bytes().enumerate() {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.saturating_sub(1),
            b';' if open == 0 => {
                let (first, rest) = said.split_at(at);
                if let Some(more) = rest.strip_prefix("; ") {
                    return (first, Some(more));
                }
            }
            _ => {}
        }
    }
    (said, None)
}

/// `OFFSET TYPE NAME`, or `OFFSET TYPE NAME[LENGTH]`.
fn member(said: &str, depth: usize) -> Result<Member> {
    let wrong = || format!("`{said}` is no member that a structure may have here");
    let parts = || {
        let (offset, rest) = said.split_once(' ')?;
        let (ty, declarator) = rest.rsplit_once(' ')?;
        let mut lengths = declarator.split('[');
        let name = lengths.next().filter(|name| is_name(name))?;
        let length = |said: &str| said.strip_suffix(']')?.parse().ok().filter(|n| *n > 0);
        let lengths = lengths.map(length).collect::<Option<Vec<u64>>>()?;
        Some((offset.parse().ok()?, ty, name.to_owned(), lengths))
    };
    let (offset, ty, name, lengths) = parts().ok_or_else(wrong)?;
    let untagged = || {
        let (size, list) = ty.strip_prefix("struct ")?.split_once(" {")?;
        Some((size.parse().ok()?, list.strip_suffix(";}")?))
    };
    let ty = match untagged() {
        Some(_) if depth >= NESTED_MAX => {
            return Err("structures lie too deep in each other".to_owned());
        }
        Some((size, list)) => MemberType::Untagged(size, members(list, depth + 1)?),
        None if is_member_type(ty) => MemberType::Said(ty.to_owned()),
        None => return Err(wrong()),
    };
    Ok(Member {
        offset,
        ty,
        name,
        lengths,
    })
}

/// `TYPE NAME`.
fn variable(said: &str) -> Result<Variable> {
    match said.rsplit_once(' ') {
        Some((ty, name)) if is_type(ty) && is_name(name) => Ok(Variable {
            ty: ty.to_owned(),
            name: name.to_owned(),
        }),
        Some(_) | None => Err(format!("`{said}` is no type and name")),
    }
}

fn list<T>(said: &str, item: impl Fn(&str) -> Result<T>) -> Result<Vec<T>> {
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let mut out = Vec::new();
    for part in said.split(", ") {
        full(out.len(), PARTS_MAX)?;
        out.push(item(part)?);
    }
    Ok(out)
}

fn function(lines: &mut Lines<'_>, said: &str, internal: bool) -> Result<Function> {
    let mut f = declared(said, internal)?;
    if let Some(said) = lines.after("constants ")? {
        f.constants = list(said, |part| {
            let (name, of) = part.split_once('=').ok_or("this is no constant")?;
            let formal = f.formals.iter().any(|v| v.name == of);
            match is_name(name) && formal {
                true => Ok((name.to_owned(), of.to_owned())),
                false => Err("this is no constant for a formal parameter".to_owned()),
            }
        })?;
    }
    if let Some(said) = lines.after("locals ")? {
        f.locals = list(said, variable)?;
    }
    f.modifies = list(lines.demand("M ")?, modified)?;
    let returns = lines.demand("R ")?;
    let inputs = lines.demand(&format!("bool {}(", f.name))?;
    let inputs = inputs.strip_suffix(") begin").ok_or("`begin` is missing")?;
    f.predicates = list(inputs, braced)?;
    f.inputs = f.predicates.len();
    if let Some(own) = lines.after("  bool ")? {
        let own = own.strip_suffix(';').ok_or("`;` is missing")?;
        f.predicates.extend(list(own, braced)?);
    }
    names_are_apart(&f)?;
    f.returns = list(returns, |said| known(&f, said))?;
    loop {
        full(f.body.len(), STATEMENTS_MAX)?;
        let line = lines.next()?;
        if line == "end" {
            break;
        }
        let statement = statement(&f, line)?;
        f.body.push(statement);
    }
    let labels = f.body.iter().filter_map(|statement| match statement {
        Statement::Label(label) => Some(label),
        Statement::Goto(_)
        | Statement::Assume(_)
        | Statement::Assign(_)
        | Statement::Call(..)
        | Statement::Callback(_)
        | Statement::Assert
        | Statement::Return => None,
    });
    apart(labels.collect())?;
    Ok(f)
}

/// A function of which only the parameters and the result are known.
fn declared(said: &str, internal: bool) -> Result<Function> {
    let (declared, formals) = said
        .strip_suffix(')')
        .and_then(|said| said.split_once('('))
        .ok_or("this is no function")?;
    let (result, name) = declared
        .rsplit_once(' ')
        .filter(|(ty, name)| is_type(ty) && is_function_name(name))
        .ok_or_else(|| format!("`{declared}` is no type and name of a function"))?;
    Ok(Function {
        internal,
        result: result.to_owned(),
        name: name.to_owned(),
        formals: list(formals, variable)?,
        constants: Vec::new(),
        locals: Vec::new(),
        predicates: Vec::new(),
        inputs: 0,
        returns: Vec::new(),
        modifies: Vec::new(),
        body: Vec::new(),
    })
}

fn names_are_apart(f: &Function) -> Result<()> {
    let variables = f.formals.iter().chain(&f.locals).map(|v| &v.name);
    let names: Vec<&String> = variables
        .chain(f.constants.iter().map(|(n, _)| n))
        .collect();
    let predicates: Vec<&String> = f.predicates.iter().collect();
    full(names.len(), NAMES_MAX)?;
    full(predicates.len(), NAMES_MAX)?;
    apart(names)?;
    apart(predicates)
}

fn apart(mut names: Vec<&String>) -> Result<()> {
    names.sort_unstable();
    let mut pairs = names.iter().zip(names.iter().skip(1));
    match pairs.find(|(a, b)| a == b) {
        Some((twice, _)) => Err(format!("`{twice}` is declared twice")),
        None => Ok(()),
    }
}

fn modified(said: &str) -> Result<Modified> {
    let place = |text: &str| predicate(text).map(|_| ());
    let Some(all) = said.strip_prefix("all ") else {
        place(said)?;
        return Ok(Modified::Place(said.to_owned()));
    };
    match all.split_once('.') {
        Some((ty, field)) if is_type(ty) && is_name(field) => {
            Ok(Modified::All(ty.to_owned(), field.to_owned()))
        }
        Some(_) | None => Err("this is no member of a type".to_owned()),
    }
}

fn braced(said: &str) -> Result<String> {
    let inner = said
        .strip_prefix('{')
        .and_then(|said| said.strip_suffix('}'));
    let inner = inner.ok_or_else(|| format!("`{said}` is no predicate in braces"))?;
    predicate(inner)?;
    Ok(inner.to_owned())
}

/// A predicate that the function has.
fn known(f: &Function, said: &str) -> Result<usize> {
    let text = said
        .strip_prefix('{')
        .and_then(|said| said.strip_suffix('}'));
    text.and_then(|text| f.predicates.iter().position(|p| p == text))
        .ok_or_else(|| format!("`{said}` is no predicate of `{}`", f.name))
}

fn statement(f: &Function, line: &str) -> Result<Statement> {
    if let Some(label) = line.strip_suffix(':') {
        return label_name(label).map(Statement::Label);
    }
    let said = line
        .strip_prefix("  ")
        .and_then(|said| said.strip_suffix(';'));
    let said = said.ok_or("this is no statement")?;
    if said == "skip" {
        return Ok(Statement::Assign(Vec::new()));
    }
    if let Some(asserted) = said.strip_prefix("assert(") {
        let why = "`assert(F)` is what there is: assumptions in front of it say what is asserted";
        return match asserted {
            "F)" => Ok(Statement::Assert),
            _ => Err(why.to_owned()),
        };
    }
    if said == "return" || said.starts_with("return ") {
        return Ok(Statement::Return);
    }
    if let Some(labels) = said.strip_prefix("goto ") {
        return list(labels, label_name).map(Statement::Goto);
    }
    let inner = said
        .strip_prefix("assume(")
        .and_then(|said| said.strip_suffix(')'));
    if let Some(inner) = inner {
        return parts(f, inner, (" && ", "||"), ("T", "F")).map(Statement::Assume);
    }
    if let Some(said) = said.strip_prefix("callback ") {
        return callback(f, said).map(Statement::Callback);
    }
    let (left, right) = said.split_once(" := ").unwrap_or(("", said));
    if let Some((callee, arguments)) = right.strip_suffix(')').and_then(|r| r.split_once('(')) {
        if callee != "choose" && is_function_name(callee) {
            let results = list(left, |_| Ok(()))?.len();
            return Ok(Statement::Call(
                results,
                callee.to_owned(),
                chooses(f, arguments)?,
            ));
        }
    }
    let left = list(left, |said| known(f, said))?;
    let right = chooses(f, right)?;
    if left.len() != right.len() {
        return Err("there are other numbers of variables and of values".to_owned());
    }
    let mut sorted = left.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair.first() == pair.last()) {
        return Err("a variable is assigned twice".to_owned());
    }
    Ok(Statement::Assign(left.into_iter().zip(right).collect()))
}

/// `{p}, {q} := fn(x, *) as t`
fn callback(f: &Function, said: &str) -> Result<Callback> {
    let (shared, call) = said.split_once(" := ").unwrap_or(("", said));
    let (call, result) = match call.split_once(" as ") {
        Some((call, name)) if is_name(name) || name == "return" => (call, Some(name.to_owned())),
        Some(_) => return Err("this is no variable for a result".to_owned()),
        None => (call, None),
    };
    let call = call.strip_suffix(')').and_then(|call| call.split_once('('));
    let (target, arguments) = call.ok_or("this is no call")?;
    object(target)?;
    let mut listed = Vec::new();
    for predicate in list(shared, |said| known(f, said))? {
        match listed.contains(&predicate) {
            true => return Err("a predicate is there twice".to_owned()),
            false => listed.push(predicate),
        }
    }
    Ok(Callback {
        shared: listed,
        target: target.to_owned(),
        arguments: list(arguments, |said| match said {
            "*" => Ok(None),
            said => object(said).map(|()| Some(said.to_owned())),
        })?,
        result,
    })
}

/// A variable, a member, or what a pointer points to.
fn object(said: &str) -> Result<()> {
    let part = |token: &&str| is_name(token) || ["->", ".", "*"].contains(token);
    match predicate(said)?.iter().all(part) && !said.ends_with('*') {
        true => Ok(()),
        false => Err(format!("`{said}` is no object")),
    }
}

fn label_name(label: &str) -> Result<String> {
    match is_name(label) {
        true => Ok(label.to_owned()),
        false => Err("this is no label".to_owned()),
    }
}

/// `choose(P, N), choose(P, N)…`
fn chooses(f: &Function, said: &str) -> Result<Vec<Choose>> {
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let inner = said
        .strip_prefix("choose(")
        .and_then(|said| said.strip_suffix(')'));
    let inner = inner.ok_or("`choose` is missing")?;
    let mut out = Vec::new();
    for pair in inner.split("), choose(") {
        full(out.len(), NAMES_MAX)?;
        let (positive, negative) = pair.split_once(", ").ok_or("`choose` has two arguments")?;
        let cubes = |said| parts(f, said, (" || ", "&&"), ("F", "T"));
        out.push(Choose {
            positive: cubes(positive)?,
            negative: cubes(negative)?,
        });
    }
    Ok(out)
}

fn parts(
    f: &Function,
    said: &str,
    (outer, inner): (&str, &str),
    (none, empty): (&str, &str),
) -> Result<Vec<Vec<Literal>>> {
    if said == none {
        return Ok(Vec::new());
    }
    let mut out: Vec<Vec<Literal>> = Vec::new();
    for part in said.split(outer) {
        full(out.len(), PARTS_MAX)?;
        let mut literals: Cube = Clause::new();
        for said in part.split(inner).filter(|_| part != empty) {
            full(literals.len(), PARTS_MAX)?;
            literals.push(literal(f, said)?);
        }
        out.push(literals);
    }
    Ok(out)
}

fn literal(f: &Function, said: &str) -> Result<Literal> {
    let (holds, said) = match said.strip_prefix('!') {
        Some(said) => (false, said),
        None => (true, said),
    };
    let of = match said.strip_prefix('$') {
        Some(number) => {
            let number = number.parse().ok().filter(|n| (1..=NAMES_MAX).contains(n));
            Of::Result(number.ok_or("this is no result of a call")?)
        }
        None => Of::Predicate(known(f, said)?),
    };
    Ok(Literal { of, holds })
}
