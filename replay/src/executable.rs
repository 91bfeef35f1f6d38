//! Programs that are executed as they are compiled: tests compare them with the C compiler.

use crate::interpret::{index, run_on_bytes, Choice, ExecuteError, Outcome};
use crate::soft_float::with_soft_floats;
use proofmark_frontend::{load_for_runs, Diagnostic, LoadError, Options, Runnable};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::LedgerEntry;
use std::path::PathBuf;

/// A program to run, not to prove anything about: where its automaton for proofs leaves values open
/// that a run without outside writers determines (volatile objects, bytes of other objects, members
/// of unions), this one has them.
pub struct Executable(Runnable);

impl Executable {
    /// Reads C files as [`proofmark_frontend::load`] does.
    ///
    /// # Errors
    /// As [`proofmark_frontend::load`].
    pub fn load(files: &[PathBuf], options: &Options) -> Result<Executable, LoadError> {
        load_for_runs(files, options, with_soft_floats).map(Executable)
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
            &self.0.program.arena,
            &self.0.program.cfa,
            &self.0.cells,
            choose,
            fuel,
        )
    }

    /// The variable that a choice is about, by name.
    pub fn variable(&self, var: VarId) -> &str {
        self.0
            .program
            .cfa
            .vars
            .get(index(var.0))
            .map_or("", |decl| decl.name.as_str())
    }

    /// What the automaton assumes and approximates.
    pub fn ledger(&self) -> &[LedgerEntry] {
        &self.0.program.cfa.ledger
    }

    /// The functions without a body whose address the program takes: pointers may reach them.
    pub fn pointed(&self) -> &[String] {
        &self.0.pointed
    }

    /// What the user may want to know.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.program.warnings
    }
}
