//! Programs that are executed under observation: runs end where they leave an assumption.

use crate::interpret::{
    imprecision, run_reading, trace_of, Choice, ExecuteError, Imprecision, Outcome,
};
use proofmark_frontend::inline::{Automaton, Block, Draft};
use proofmark_frontend::partition::Plan;
use proofmark_frontend::translate::{Action, Origin};
use proofmark_frontend::{ir, load_for, Diagnostic, LoadError, Options, Program};
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{LocId, Pos, StmtKind, VarSort};
use proofmark_logic::types::IntType;
use std::path::PathBuf;

/// A program to run under observation: its automaton for proofs, with an end wherever an execution
/// leaves an assumption of the profile that a condition on values shows.
pub struct Monitored {
    program: Program,
    checks: Vec<AssumptionCheck>,
}

/// A place where an execution may leave an assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssumptionCheck {
    /// The ledger's kind of the assumption.
    pub kind: &'static str,
    /// What happens there.
    pub detail: &'static str,
    /// Where.
    pub pos: Pos,
}

/// The variable that says which check the run failed, counted from 1. No name in C has a `$`.
const LEFT: &str = "left$";

/// How a monitored run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Within the profile's assumptions. If it reached the error, that depends on nothing that the
    /// automaton leaves open.
    Within(Outcome),
    /// It reached the error, but the way there depends on a value that the automaton leaves open:
    /// the program's own run need not come there.
    Seems(Imprecision),
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
        let (program, checks) = load_for(files, options, |_| (), make)?;
        Ok(Monitored { program, checks })
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
        let Program { arena, cfa, .. } = &self.program;
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
            .and_then(|n| self.checks.get(usize::try_from(n).ok()?));
        if check.is_none() && !matches!(outcome, Outcome::ReachedError) {
            return Ok(Ending::Within(outcome));
        }
        let trace = trace_of(arena, cfa, &choices, fuel.min(SEARCHED_EDGES_MAX))?;
        let imprecision = imprecision(&self.program, &trace)?;
        Ok(match (check, imprecision) {
            (Some(check), imprecision) => Ending::Left(check.clone(), imprecision),
            (None, Some(imprecision)) => Ending::Seems(imprecision),
            (None, None) => Ending::Within(outcome),
        })
    }

    /// A message that says on what it depends that a run reached the error.
    pub fn doubt(&self, imprecision: Imprecision) -> Diagnostic {
        let message = format!(
            "the run seems to reach the error, but the way there depends on {}",
            imprecision.what.describe()
        );
        Diagnostic::at(&self.program.sources, imprecision.at, message)
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
        Diagnostic::at(&self.program.sources, check.pos, message)
    }
}

/// The automaton for proofs, with an end wherever an execution leaves an assumption.
fn make(_: &ir::Program, _: &Plan, mut draft: Draft) -> (Automaton, Vec<AssumptionCheck>) {
    let left = draft.declare(LEFT, VarSort::Int(IntType::I32), Origin::Rejection);
    let mut checks = Vec::new();
    let mut depart = |block: &mut Block<'_>, kind, detail| {
        let pos = block.pos;
        checks.push(AssumptionCheck { kind, detail, pos });
        let number = i128::try_from(checks.len()).unwrap_or(0);
        let number = block.arena.lit(number);
        let number = block.arena.wrap(IntType::I32, number);
        block.assign(left, number);
        block.end(block.cfa.error, None);
    };
    let automaton = draft.automaton(&mut |block, action| match action {
        Action::Do(kind) => block.push(kind),
        Action::Check(condition, assumption) => {
            let here = block.cut();
            let negated = block.arena.not(condition);
            block.push(StmtKind::Assume(negated));
            depart(block, assumption.kind, assumption.detail);
            hold(block, here, condition);
        }
        Action::Leave(assumption) => depart(block, assumption.kind, assumption.detail),
        Action::Open { var, why, .. }
        | Action::ReadByte { var, why, .. }
        | Action::Blur { map: var, why, .. } => block.open(var, why),
        Action::Given(_)
        | Action::Follow(_)
        | Action::WriteByte { .. }
        | Action::Changes(_)
        | Action::Refresh(_) => {}
    });
    (automaton, checks)
}

/// Goes on from a location where the condition holds.
fn hold(block: &mut Block<'_>, at: LocId, condition: Expr) {
    block.resume(at);
    block.push(StmtKind::Assume(condition));
}
