//! What runs before `main`: the functions with the attribute `constructor`, in the order of their
//! priorities (gcc manual, "Common Function Attributes"). They become calls at the start of `main`,
//! which nothing else may call then.

use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{Expr, ExprKind, Program, Stmt, StmtKind};
use crate::judge::uses;
use crate::sources::Sources;
use crate::types::Type;
use crate::{entry, library, Options};

/// Lets a program's constructors run at the start of `main`.
///
/// # Errors
/// If runs start elsewhere, if the program calls `main` or takes its address, if the order of two
/// constructors is open, or if something watches the program, which would see calls that nobody
/// makes.
pub(crate) fn run_first(
    program: &mut Program,
    sources: &Sources,
    options: &Options,
) -> Result<(), LoadError> {
    let mut constructors = program.constructors.clone();
    constructors.sort_by_key(|constructor| constructor.priority);
    let Some(first) = constructors.first() else {
        return Ok(());
    };
    let refused = |program: &Program, function: u32, message: &str| {
        let pos = program.function(function).map(|f| f.pos);
        let pos = pos.unwrap_or_default();
        LoadError::at(ErrorKind::Unsupported, sources, pos, message.to_owned())
    };
    let watched = !options.specification.observers.is_empty();
    let alone = matches!(options.library, library::Role::None);
    if options.entry != "main" || watched || !alone {
        let message = "a `constructor` is supported where runs start at `main`, without a \
                       specification and without libraries";
        return Err(refused(program, first.function, message));
    }
    // A program without `main` is refused later, with what it needs.
    let Ok(main) = entry::find_entry(program, "main") else {
        return Ok(());
    };
    if uses::mentions(program, main) {
        let message = "a program with a `constructor` that calls `main`, or takes its address, is \
                       not supported";
        return Err(refused(program, main, message));
    }
    let pairs = constructors.iter().zip(constructors.iter().skip(1));
    let mut alike = pairs.filter(|(one, next)| one.priority == next.priority);
    if let Some((_, next)) = alike.next() {
        let message = "which `constructor` of the same priority runs first, the compiler and the \
                       linker decide: give each another priority";
        return Err(refused(program, next.function, message));
    }
    let calls = constructors.iter().map(|constructor| {
        let pos = program.function(constructor.function).map(|f| f.pos);
        let pos = pos.unwrap_or_default();
        let call = ExprKind::Call(constructor.function, Vec::new());
        let call = Expr {
            effects: true,
            ..Expr::new(call, Type::Void, pos)
        };
        Stmt {
            kind: StmtKind::Expr(call),
            pos,
        }
    });
    let calls: Vec<Stmt> = calls.collect();
    let main = program.functions.get_mut(main as usize);
    if let Some(body) = main.and_then(|main| main.body.as_mut()) {
        body.stmts.splice(0..0, calls);
    }
    Ok(())
}
