//! Programs whose observers leave traces: every write to an observer's variable stays in the
//! automaton, for those who look at executions.

use proofmark_frontend::inline::{Automaton, Draft};
use proofmark_frontend::partition::Plan;
use proofmark_frontend::translate::MANY_STRINGS;
use proofmark_frontend::{ir, LoadError, Program};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::Cfa;

/// The program with an automaton in which the specification's variables keep all of their writes.
///
/// # Errors
/// None that reading the program did not have.
pub fn recorded(program: &Program) -> Result<Program, LoadError> {
    program.again(make).map(|(program, ())| program)
}

/// The same for executions: with the string literals whose contents proofs leave open. None if
/// there are none.
///
/// # Errors
/// As [`recorded`].
pub fn recorded_whole(program: &Program) -> Result<Option<Program>, LoadError> {
    let mut entries = program.cfa.ledger.iter();
    if !entries.any(|entry| entry.detail == MANY_STRINGS) {
        return Ok(None);
    }
    let made = program.again(|program, plan, mut draft| {
        draft.write_texts();
        make(program, plan, draft)
    });
    made.map(|(program, ())| Some(program))
}

/// The observer's variable of this name.
pub fn observer_variable(cfa: &Cfa, name: &str) -> Option<VarId> {
    let mut vars = (0u32..).map(VarId).zip(&cfa.vars);
    vars.find_map(|(var, decl)| is_named(&decl.name, name).then_some(var))
}

fn is_named(declared: &str, name: &str) -> bool {
    declared.rsplit("::").next() == Some(name)
}

fn make(program: &ir::Program, _: &Plan, draft: Draft) -> (Automaton, ()) {
    let own: Vec<String> = program
        .observed
        .globals
        .keys()
        .filter_map(|id| Some(program.globals.get(*id as usize)?.name.clone()))
        .collect();
    let mut automaton = draft.for_proofs();
    let vars = (0u32..).map(VarId).zip(&automaton.cfa.vars);
    let observed = vars.filter(|(_, decl)| own.iter().any(|name| is_named(&decl.name, name)));
    let observed: Vec<VarId> = observed.map(|(var, _)| var).collect();
    automaton.observed.extend(observed);
    (automaton, ())
}
