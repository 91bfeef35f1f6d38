//! What is left of an unfolded program, as an automaton, and its verification.

use super::graph::{Arc, Graph};
use crate::engine::{Outcome, Progress, Run, Situation, Stats, Task, Unfolding, Work};
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Stmt};

/// An automaton with a location for each place, and for each of its edges the one that it is left
/// of.
struct Residual {
    cfa: Cfa,
    originals: Vec<EdgeId>,
}

impl Run<'_> {
    /// The invariants of what is left, by place; or the outcome if that is another.
    pub(super) fn verify_rest(
        &mut self,
        graph: &Graph,
        allowance: Work,
    ) -> Option<Result<Vec<Expr>, Outcome>> {
        let residual = Residual::of(self.cfa, graph);
        let task = Task {
            unfolding: Unfolding::Excluded,
            ..Task::new(&residual.cfa, self.task.approximations)
        };
        let mut quiet = Quiet(&*self.progress);
        let mut run = Run::new(self.arena, task, &self.budget, &mut quiet);
        run.tried.allowance = Some(allowance);
        run.abstraction.questions.pause = allowance.calls;
        let outcome = run.refinement_loop();
        run.count();
        let stats = run.stats;
        self.stats.solver_calls += stats.solver_calls;
        match outcome {
            Outcome::Safe { mut invariants, .. } => {
                invariants.truncate(graph.nodes.len());
                Some(Ok(invariants))
            }
            Outcome::Unsafe { path, inputs } => {
                let original = |edge: &EdgeId| residual.originals.get(edge.0 as usize).copied();
                let path = path.iter().map(original).collect::<Option<_>>()?;
                match self.confirm(path, inputs) {
                    Outcome::Unknown { .. } => None,
                    confirmed => Some(Err(confirmed)),
                }
            }
            Outcome::Unknown { .. } => None,
        }
    }
}

impl Residual {
    fn of(cfa: &Cfa, graph: &Graph) -> Residual {
        let place = |number: usize| LocId(u32::try_from(number).unwrap_or(u32::MAX));
        let mut locations = Vec::with_capacity(graph.nodes.len());
        let mut edges = Vec::new();
        let mut originals = Vec::new();
        let mut error = None;
        for (number, node) in graph.nodes.iter().enumerate() {
            locations.push(cfa.locations[node.location.0 as usize]);
            if node.location == cfa.error {
                error = Some(place(number));
            }
            for arc in &node.arcs {
                if let Arc::Step(id, to, stmts) = arc {
                    edges.push(edge(place(number), place(*to), stmts));
                    originals.push(*id);
                }
            }
        }
        let cfa = Cfa {
            locations,
            edges,
            entry: place(0),
            error: error.unwrap_or(cfa.error),
            ..cfa.clone()
        };
        Residual { cfa, originals }
    }
}

fn edge(from: LocId, to: LocId, stmts: &[Stmt]) -> Edge {
    Edge {
        from,
        to,
        stmts: stmts.to_vec(),
        call: None,
    }
}

/// Passes on the wish to end, and nothing else.
struct Quiet<'a>(&'a dyn Progress);

impl Progress for Quiet<'_> {
    fn update(&mut self, _: &Stats) {}
    fn situation(&mut self, _: Situation) {}
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}
