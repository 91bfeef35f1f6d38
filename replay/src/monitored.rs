//! Programs that are executed under observation: runs end where they leave an assumption.

use crate::interpret::{
    imprecision, run_reading, trace_of, Choice, ExecuteError, Imprecision, Outcome,
};
use proofmark_frontend::lower::LEFT;
use proofmark_frontend::{
    load_for_monitoring, AssumptionCheck, Diagnostic, LoadError, Options, Program, Runnable,
};
use proofmark_logic::arena::VarId;
use std::path::PathBuf;

/// A program to run under observation: its automaton for proofs, with an end wherever an execution
/// leaves an assumption of the profile that a condition on values shows.
pub struct Monitored(Runnable);

/// How a monitored run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Within the profile's assumptions.
    Within(Outcome),
    /// It left one of them. If the way there depends on a value that the automaton leaves open, the
    /// program's own run need not.
    Left(AssumptionCheck, Option<Imprecision>),
}

/// Longer monitored runs are not searched for what they depend on.
const SEARCHED_EDGES_MAX: u64 = 100_000;

impl Monitored {
    /// Reads C files as [`proofmark_frontend::load`] does.
    ///
    /// # Errors
    /// As [`proofmark_frontend::load`].
    pub fn load(files: &[PathBuf], options: &Options) -> Result<Monitored, LoadError> {
        load_for_monitoring(files, options).map(Monitored)
    }

    /// Executes it for at most `fuel` edges; see `interpret::run`.
    ///
    /// # Errors
    /// A broken automaton.
    pub fn run(
        &self,
        choose: &mut dyn FnMut(Choice) -> i128,
        fuel: u64,
    ) -> Result<Ending, ExecuteError> {
        let Program { arena, cfa, .. } = &self.0.program;
        let left = (0u32..)
            .map(VarId)
            .zip(&cfa.vars)
            .find(|(_, var)| var.name == LEFT);
        let mut choices = Vec::new();
        let mut recorded = |choice| {
            let value = choose(choice);
            if choices.len() as u64 <= SEARCHED_EDGES_MAX {
                choices.push(value);
            }
            value
        };
        let (outcome, number) =
            run_reading(arena, cfa, left.map(|(var, _)| var), &mut recorded, fuel)?;
        let check = number
            .checked_sub(1)
            .and_then(|n| self.0.assumption_checks.get(usize::try_from(n).ok()?));
        let Some(check) = check else {
            return Ok(Ending::Within(outcome));
        };
        let trace = trace_of(arena, cfa, &choices, fuel.min(SEARCHED_EDGES_MAX))?;
        Ok(Ending::Left(
            check.clone(),
            imprecision(&self.0.program, &trace)?,
        ))
    }

    /// A message that says where a run left an assumption.
    pub fn explain(&self, check: &AssumptionCheck, imprecision: Option<Imprecision>) -> Diagnostic {
        let imprecision = imprecision.map_or(String::new(), |imprecision| {
            format!(
                "; it may only seem so, as the way there depends on {}",
                imprecision.what.describe()
            )
        });
        let message = format!(
            "the run leaves the assumption `{}`: {}{imprecision}",
            check.kind, check.detail
        );
        Diagnostic::at(&self.0.program.sources, check.pos, message)
    }
}
