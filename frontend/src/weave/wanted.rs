//! Which events may meet which statements: found before weaving, so that the events' code exists
//! when it is needed.

use super::matcher::Matcher;
use super::what::{type_of, Bindings};
use crate::flatten::{Callee, Code, Kind, Part, Stmt};
use crate::ir::Program;
use crate::sources::Sources;
use crate::types::Type;
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeSet, HashSet};

/// An event with the types of its variables, and a statement where it happens.
pub type Wanted = (usize, Vec<Type>, Pos);

/// The events with the types of their variables, each once, in the order of the program. Also which
/// assignments and direct calls each event matches.
pub fn wanted(
    program: &Program,
    code: &Code,
    sources: &Sources,
) -> (Vec<Wanted>, BTreeSet<(usize, Pos)>) {
    let (mut seen, mut out, mut written) = (HashSet::new(), Vec::new(), BTreeSet::new());
    let taken = taken(program, code);
    let bodies = (0u32..).zip(&code.bodies);
    let watched = bodies.filter(|(f, _)| !program.is_unobserved(*f));
    for body in watched.filter_map(|(_, body)| body.as_ref()) {
        let matcher = Matcher::new(program, sources, body);
        for stmt in &body.stmts {
            let (direct, pointed) = events(program, &taken, &matcher, stmt);
            written.extend(direct.iter().map(|(event, _)| (*event, stmt.pos)));
            for (event, bindings) in direct.into_iter().chain(pointed) {
                let types = bindings.iter().map(|(_, what)| type_of(program, *what));
                let Some(types) = types.collect::<Option<Vec<Type>>>() else {
                    continue;
                };
                if seen.insert((event, types.clone())) {
                    out.push((event, types, stmt.pos));
                }
            }
        }
    }
    (out, written)
}

/// The functions whose address the program takes: pointers may call these.
fn taken(program: &Program, code: &Code) -> BTreeSet<u32> {
    let mut taken = BTreeSet::new();
    let bodies = code.bodies.iter().chain(&code.initial).flatten();
    for stmt in bodies.flat_map(|body| &body.stmts) {
        stmt.parts(&mut |part| {
            if let Part::Function(f, _) = part {
                taken.insert(program.resolve(f));
            }
        });
    }
    taken
}

type Found<'p> = Vec<(usize, Bindings<'p>)>;

/// The events that match a statement, and those that do if it calls what a pointer may point to.
fn events<'p>(
    program: &'p Program,
    taken: &BTreeSet<u32>,
    matcher: &Matcher<'p>,
    stmt: &'p Stmt,
) -> (Found<'p>, Found<'p>) {
    let (mut direct, mut pointed) = (Vec::new(), Vec::new());
    match &stmt.kind {
        Kind::Assign(place, value) => direct = matcher.assigned(stmt, place, value),
        Kind::Call(call) => {
            match &call.callee {
                Callee::Function(f) | Callee::Pointed(f, _) => {
                    let names = program.spellings(*f).concat();
                    direct.extend(matcher.calls(stmt, call, &names));
                }
                Callee::Pointer { ty, .. } => {
                    for (f, function) in (0u32..).zip(&program.functions) {
                        let callable = taken.contains(&program.resolve(f));
                        let watched = callable && program.is_watched(f);
                        if watched && program.types.same_call(ty, &function.ty) {
                            let names = program.spellings(f).concat();
                            pointed.extend(matcher.calls(stmt, call, &names));
                        }
                    }
                }
            }
            direct.extend(matcher.results(stmt, call));
        }
        _ => {}
    }
    (direct, pointed)
}
