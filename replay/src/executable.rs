//! Programs that are executed as they are compiled: tests compare them with the C compiler.
//!
//! Where the automaton for proofs leaves a value open that the program's own execution determines,
//! theirs has it: memories are views of the objects' bytes. Everywhere else the two do the same, so
//! that comparing the one with the compiled program tests both.

use crate::cells::{by_name, by_number, cells};
use crate::interpret::{index, run_on_bytes, Choice, ExecuteError, Outcome};
use crate::soft_float::with_soft_floats;
use proofmark_frontend::inline::{Automaton, Block, Draft};
use proofmark_frontend::ir;
use proofmark_frontend::partition::Plan;
use proofmark_frontend::translate::{Action, Origin, MANY_STRINGS, OWN_DEFINITION};
use proofmark_frontend::{load_for, Cell, Diagnostic, LoadError, Models, Options, Program};
use proofmark_logic::arena::{Expr, Op, VarId};
use proofmark_logic::cfa::{LedgerEntry, StmtKind, VarSort};
use proofmark_logic::types::IntType;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A program to run, not to prove anything about: where its automaton for proofs leaves values open
/// that a run without outside writers determines (volatile objects, bytes of other objects, members
/// of unions), this one has them.
pub struct Executable {
    program: Program,
    /// Where the elements of memories lie.
    cells: BTreeMap<VarId, Cell>,
    /// See [`Executable::pointed`].
    pointed: Vec<String>,
}

impl Executable {
    /// Reads C files as [`proofmark_frontend::load`] does.
    ///
    /// # Errors
    /// As [`proofmark_frontend::load`].
    pub fn load(files: &[PathBuf], options: &Options) -> Result<Executable, LoadError> {
        // Tests link models of their own, which do more than those for proofs.
        let mut options = options.clone();
        options.models = Models::Absent;
        let (program, (cells, pointed)) = load_for(files, &options, linked, make)?;
        let cells = by_number(&cells, &program.cfa);
        Ok(Executable {
            program,
            cells,
            pointed,
        })
    }

    /// Executes it for at most `fuel` edges; see [`run_on_bytes`].
    ///
    /// # Errors
    /// A broken automaton, or an execution that leaves the profile's assumptions.
    pub fn run(
        &self,
        choose: &mut dyn FnMut(Choice) -> i128,
        fuel: u64,
    ) -> Result<Outcome, ExecuteError> {
        run_on_bytes(
            &self.program.arena,
            &self.program.cfa,
            &self.cells,
            choose,
            fuel,
        )
    }

    /// The variable that a choice is about, by name.
    pub fn variable(&self, var: VarId) -> &str {
        self.program
            .cfa
            .vars
            .get(index(var.0))
            .map_or("", |decl| decl.name.as_str())
    }

    /// What the automaton assumes and approximates.
    pub fn ledger(&self) -> &[LedgerEntry] {
        &self.program.cfa.ledger
    }

    /// The functions without a body whose address the program takes: pointers may reach them.
    pub fn pointed(&self) -> &[String] {
        &self.pointed
    }

    /// What the user may want to know.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.program.warnings
    }
}

/// The program as it is linked with models of the library.
fn linked(program: &mut ir::Program) {
    resolve_builtins(program);
    with_soft_floats(program);
}

/// `__builtin_f` that is a call is a call of the library function `f` (gcc manual, "Other
/// Builtins").
fn resolve_builtins(program: &mut ir::Program) {
    let defined = (0u32..).zip(&program.functions);
    let defined = defined.filter(|(_, function)| function.body.is_some());
    let defined: BTreeMap<String, u32> = defined.map(|(f, own)| (own.name.clone(), f)).collect();
    for function in &mut program.functions {
        if function.body.is_none() {
            let library = function.name.strip_prefix("__builtin_");
            let model = library.and_then(|library| defined.get(library));
            function.alias = model.copied().or(function.alias);
        }
    }
}

fn make(
    program: &ir::Program,
    plan: &Plan,
    mut draft: Draft,
) -> (Automaton, (BTreeMap<String, Cell>, Vec<String>)) {
    let mut cells = cells(program, plan, &draft.maps);
    let bytes = draft.declare("$bytes", VarSort::Map(IntType::U8), Origin::Program);
    cells.insert(bytes, Cell { first: 0, width: 8 });
    draft.write_texts();
    // The model of the library is the program's, and literals are known.
    draft
        .cfa
        .ledger
        .retain(|entry| entry.detail != OWN_DEFINITION && entry.detail != MANY_STRINGS);
    let mut automaton = draft.automaton(&mut |block, action| match action {
        Action::Do(kind) => block.push(kind),
        Action::Given(_) | Action::Check(..) | Action::Follow(_) | Action::Changes(_) => {}
        Action::Leave(_) => block.stop(),
        Action::Open { var, value, .. } => block.assign(var, value),
        Action::ReadByte { var, address, .. } => read_byte(block, bytes, var, address),
        Action::WriteByte { address, value } => write_byte(block, bytes, address, value),
        // Makes the memory what the bytes are now.
        Action::Refresh(map) | Action::Blur { map, .. } => {
            block.push(StmtKind::Havoc { var: map });
        }
    });
    automaton.observed.extend(cells.keys());
    let cells = by_name(&cells, &automaton.cfa.vars);
    (automaton, (cells, pointed(program, plan)))
}

fn read_byte(block: &mut Block<'_>, bytes: VarId, var: VarId, address: Expr) {
    let decl = block.cfa.vars.get(index(var.0)).map(|decl| decl.sort);
    let Some(VarSort::Int(machine)) = decl else {
        return;
    };
    block.push(StmtKind::Havoc { var: bytes });
    let map = block.arena.map_var(bytes, IntType::U8);
    let byte = block.arena.mk(Op::Sel, &[map, address]);
    let value = block.arena.wrap(machine, byte);
    block.assign(var, value);
}

fn write_byte(block: &mut Block<'_>, bytes: VarId, address: Expr, value: Expr) {
    let map = block.arena.map_var(bytes, IntType::U8);
    let value = block.arena.wrap(IntType::U8, value);
    let updated = block.arena.mk(Op::Upd, &[map, address, value]);
    block.assign(bytes, updated);
}

/// The functions without a body whose address the program takes.
fn pointed(program: &ir::Program, plan: &Plan) -> Vec<String> {
    let taken = plan.reached.taken.iter();
    let functions = taken.filter_map(|f| program.function(*f));
    functions
        .filter(|f| f.body.is_none())
        .map(|f| f.name.clone())
        .collect()
}
