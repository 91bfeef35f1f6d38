//! Which events may meet which statements: found before weaving, so that the events' code exists
//! when it is needed.

use super::matcher::{type_of, Bindings, Matcher};
use crate::flatten::{Callee, Code, Kind, Stmt};
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
    for body in code.bodies.iter().flatten() {
        let matcher = Matcher::new(program, sources, body);
        for stmt in &body.stmts {
            let (direct, pointed) = events(program, &matcher, stmt);
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

type Found<'p> = Vec<(usize, Bindings<'p>)>;

/// The events that match a statement, and those that do if it calls what a pointer may point to.
fn events<'p>(
    program: &'p Program,
    matcher: &Matcher<'p>,
    stmt: &'p Stmt,
) -> (Found<'p>, Found<'p>) {
    let (mut direct, mut pointed) = (Vec::new(), Vec::new());
    match &stmt.kind {
        Kind::Assign(place, value) => direct = matcher.assigned(stmt, place, value),
        Kind::Call(call) => {
            match &call.callee {
                Callee::Function(f) | Callee::Pointed(f, _) => {
                    for names in program.spellings(*f) {
                        direct.extend(matcher.calls(stmt, call, &names));
                    }
                }
                Callee::Pointer { ty, .. } => {
                    for (f, function) in (0u32..).zip(&program.functions) {
                        if program.is_watched(f) && program.types.same_call(ty, &function.ty) {
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
