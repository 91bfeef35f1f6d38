//! The control flow of a boolean procedure: it follows from the flat C of its function, statement
//! by statement. A library that has another one is about other C.

use super::compile::error;
use super::is_known;
use super::text::{Function, Library, Statement};
use crate::accounting;
use crate::diagnostic::LoadError;
use crate::flatten::{Body, Call, Callee, Kind};
use crate::ir::{Label, Program};
use proofmark_logic::cfa::Pos;

/// A place of a boolean procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// This statement.
    Fixed(Statement),
    /// What is known behind this side of the branch that is the flat statement.
    Assume(usize, Side),
    /// What the flat statement does to predicates.
    Update(usize),
    /// The call of a boolean procedure that the flat statement makes.
    Call(usize, String),
    /// The call of what the program has given, which the flat statement makes.
    Callback(usize),
}

/// A side of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The condition is true.
    Then,
    /// It is false.
    Else,
    /// It is in this range of a `switch`.
    Case(usize),
    /// It is in none.
    Default,
}

/// Where a program's statement is, for messages.
pub type Placed = (Slot, Pos);

/// The places of a function's procedure, in order.
///
/// # Errors
/// The first statement that boolean procedures do not have, with its position.
pub fn skeleton(program: &Program, body: &Body) -> Result<Vec<Placed>, (Pos, String)> {
    let mut out = Vec::new();
    let named = |label: Label| format!("L{}", label.0);
    let goto = |labels: Vec<String>| Slot::Fixed(Statement::Goto(labels));
    let place = |label: String| Slot::Fixed(Statement::Label(label));
    for (i, stmt) in body.stmts.iter().enumerate() {
        let mut slot = |slot| out.push((slot, stmt.pos));
        let mut split = |sides: Vec<(String, Side, String)>| {
            slot(goto(sides.iter().map(|(own, ..)| own.clone()).collect()));
            for (own, side, to) in sides {
                slot(place(own));
                slot(Slot::Assume(i, side));
                slot(goto(vec![to]));
            }
        };
        let unknown = |what: &str| Err((stmt.pos, format!("a boolean procedure has no {what}")));
        match &stmt.kind {
            Kind::Assign(..) | Kind::Overflow(_) | Kind::Clear(..) | Kind::Enter(..) => {
                slot(Slot::Update(i));
            }
            Kind::Call(call) if is_callback(call) => {
                slot(Slot::Callback(i));
                slot(Slot::Update(i));
            }
            Kind::Call(call) if fails(program, call).map_err(|why| (stmt.pos, why))? => {
                slot(Slot::Fixed(Statement::Assert));
            }
            Kind::Call(call) => {
                let callee = callee(program, call).map_err(|why| (stmt.pos, why))?;
                slot(Slot::Call(i, callee));
                slot(Slot::Update(i));
            }
            Kind::Label { error: true, .. } => return unknown("label ERROR"),
            Kind::Label { label, .. } => slot(place(named(*label))),
            Kind::Goto(label) => slot(goto(vec![named(*label)])),
            Kind::Branch(_, a, b) => split(vec![
                (format!("T{i}"), Side::Then, named(*a)),
                (format!("E{i}"), Side::Else, named(*b)),
            ]),
            Kind::Switch(_, cases, default) => {
                let cases = cases.iter().enumerate();
                let mut sides: Vec<(String, Side, String)> = cases
                    .map(|(n, (.., to))| (format!("C{i}_{n}"), Side::Case(n), named(*to)))
                    .collect();
                sides.push((format!("D{i}"), Side::Default, named(*default)));
                split(sides);
            }
            Kind::Return => slot(Slot::Fixed(Statement::Return)),
            Kind::Jump(_) => return unknown("computed jumps"),
            Kind::Asm(_) => return unknown("inline assembly"),
            Kind::Reject => return unknown("`__VERIFIER_assert`, but `assert`"),
            Kind::Halt | Kind::Observe(..) | Kind::Heard(_) => return unknown("events"),
        }
    }
    out.push((Slot::Fixed(Statement::Return), body.end));
    Ok(out)
}

/// Whether a call is one through a pointer.
pub(super) fn is_callback(call: &Call) -> bool {
    match call.callee {
        Callee::Pointer { .. } => true,
        Callee::Function(_) | Callee::Pointed(..) => false,
    }
}

/// Whether a call is that of an assertion that fails (`__assert_fail`): nothing comes behind it,
/// whatever a specification says that an error is.
///
/// # Errors
/// An error that is none, and may do anything, where a specification says what errors are.
pub fn fails(program: &Program, call: &Call) -> Result<bool, String> {
    let function = match &call.callee {
        Callee::Function(name) => program.function(*name),
        Callee::Pointer { .. } | Callee::Pointed(..) => None,
    };
    let Some(function) = function.filter(|f| accounting::is_violation(&f.name)) else {
        return Ok(false);
    };
    // Of others nobody knows what they do where a specification says what an error is.
    let known = ["__assert_fail", "__assert_perror_fail", "__assert"];
    let plain = function.noreturn && function.body.is_none() && function.alias.is_none();
    match plain && known.contains(&function.name.as_str()) {
        true => Ok(true),
        false => Err(format!(
            "`{}` is an error, and something else under a specification: a library's C has \
             assertions of <assert.h> instead",
            function.name
        )),
    }
}

/// The function that a call runs, by its name.
pub(super) fn callee(program: &Program, call: &Call) -> Result<String, String> {
    let name = match &call.callee {
        Callee::Function(name) => *name,
        Callee::Pointer { .. } | Callee::Pointed(..) => {
            return Err("a boolean procedure calls nothing through pointers".to_owned())
        }
    };
    let Some(function) = program.function(name) else {
        return Err("a function is lost".to_owned());
    };
    let called = &function.name;
    // Who observes the program may mean either name.
    if function.alias.is_some() {
        return Err(format!("`{called}` is another name of a function"));
    }
    if is_known(function) {
        return Err(format!("what `{called}` does cannot be part of a library"));
    }
    match function.body.is_some() && !function.modelled {
        true => Ok(called.clone()),
        false => Err(format!("`{called}` has no definition here")),
    }
}

/// Whether each call of a library's procedures is one of a procedure that is there, and none comes
/// back to where it started.
///
/// # Errors
/// If that is not so.
pub(super) fn order(library: &Library) -> Result<(), LoadError> {
    let index = |name: &str| library.functions.iter().position(|f| f.name == name);
    let mut calls: Vec<Vec<usize>> = Vec::new();
    for f in &library.functions {
        let mut callees = Vec::new();
        for name in called(f) {
            let missing = || {
                error(format!(
                    "`{}` calls `{name}`, which is not in the library",
                    f.name
                ))
            };
            let callee = index(name).ok_or_else(missing)?;
            // A call is proved with its callee's C, where nobody knows what that calls back.
            if library
                .functions
                .get(callee)
                .is_some_and(|g| g.callbacks().next().is_some())
            {
                return Err(error(format!(
                    "`{}` calls `{name}`, which calls back into the program",
                    f.name
                )));
            }
            callees.push(callee);
        }
        calls.push(callees);
    }
    let mut done: Vec<usize> = Vec::new();
    while done.len() < calls.len() {
        let ready = |i: &usize| {
            let callees = calls.get(*i);
            !done.contains(i) && callees.is_some_and(|c| c.iter().all(|c| done.contains(c)))
        };
        let next = (0..calls.len()).find(ready);
        done.push(
            next.ok_or_else(|| error("functions of the library call each other in a circle"))?,
        );
    }
    Ok(())
}

/// The procedures that a procedure calls.
pub(super) fn called(f: &Function) -> impl Iterator<Item = &str> {
    f.body.iter().filter_map(|statement| match statement {
        Statement::Call(_, name, _) => Some(name.as_str()),
        Statement::Label(_)
        | Statement::Goto(_)
        | Statement::Assume(_)
        | Statement::Assign(_)
        | Statement::Callback(_)
        | Statement::Assert
        | Statement::Return => None,
    })
}
