//! Which integers executions are tried on: for each variable those that conditions compare it with,
//! directly or by way of others that it is computed with. Flow does not matter here, so this is
//! quick, and gives too many rather than too few.

use super::index;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Stmt, StmtKind};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Most values of one variable.
const VALUES_MAX: usize = 48;

/// By variable, the integers that it is tried with as an input.
pub(super) struct Choices(Vec<Vec<i128>>);

impl Choices {
    /// The choices for a program; `more` are tried with every variable unless the program's
    /// conditions have them, too.
    pub(super) fn new(arena: &Arena, cfa: &Cfa, more: &[i128]) -> Choices {
        let mut groups = Groups::new(cfa.vars.len());
        let (mut compared, mut everywhere) = (Vec::new(), BTreeSet::new());
        for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
            for (vars, literals) in groups.stmt(arena, stmt) {
                everywhere.extend(literals.iter().flat_map(|n| [n - 1, *n, n + 1]));
                compared.push((vars, literals));
            }
        }
        let more: Vec<i128> = more
            .iter()
            .copied()
            .filter(|n| !everywhere.contains(n))
            .collect();
        let mut by_group: HashMap<usize, BTreeSet<i128>> = HashMap::new();
        for (var, literals) in compared {
            let group = groups.of(var);
            by_group.entry(group).or_default().extend(literals);
        }
        let values = (0..cfa.vars.len()).map(|var| {
            let own = by_group.get(&groups.of(var));
            let mut values = BTreeSet::from([0, 1]);
            values.extend(own.into_iter().flatten());
            // And one that nothing is compared with.
            values.extend(values.last().copied().map(|last| last + 1));
            values.extend(&more);
            let mut values: Vec<i128> = values.into_iter().collect();
            values.sort_by_key(|value| (value.unsigned_abs(), *value));
            values.truncate(VALUES_MAX);
            values
        });
        Choices(values.collect())
    }

    /// What a variable is tried with.
    pub(super) fn of(&self, var: VarId) -> &[i128] {
        self.0.get(index(var.0)).map_or(&[], Vec::as_slice)
    }
}

/// Variables that are computed or compared with each other (union-find).
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Groups {
        Groups((0..count).collect())
    }

    fn of(&mut self, mut var: usize) -> usize {
        while let Some(up) = self.0.get(var).copied().filter(|up| *up != var) {
            let above = self.0.get(up).copied().unwrap_or(up);
            if let Some(slot) = self.0.get_mut(var) {
                *slot = above;
            }
            var = above;
        }
        var
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        if let Some(slot) = self.0.get_mut(a) {
            *slot = b;
        }
    }

    /// Joins what a statement computes or compares; a variable of each comparison with the literals
    /// there.
    fn stmt(&mut self, arena: &Arena, stmt: &Stmt) -> Vec<(usize, Vec<i128>)> {
        let (roots, target) = match stmt.kind {
            StmtKind::Assume(root) => (atoms(arena, root), None),
            StmtKind::Assign { var, value } => (vec![value], Some(index(var.0))),
            StmtKind::Havoc { .. } => return Vec::new(),
        };
        let mut out = Vec::new();
        for root in roots {
            let (mut vars, mut literals) = (BTreeSet::new(), BTreeSet::new());
            let (mut work, mut seen) = (vec![root], HashSet::new());
            while let Some(e) = work.pop() {
                if seen.insert(e) {
                    match arena.node(e) {
                        Node::Var(var, _) | Node::MapVar(var, _) => {
                            vars.insert(index(var.0));
                        }
                        Node::Lit(value) => {
                            literals.insert(value);
                        }
                        _ => work.extend(arena.args(e)),
                    }
                }
            }
            if let Node::App(Op::Le, _) = arena.node(root) {
                let beside = literals.iter().flat_map(|n| [n - 1, n + 1]);
                literals = beside.chain(literals.iter().copied()).collect();
            }
            let Some(first) = vars.first().copied() else {
                continue;
            };
            for var in vars.into_iter().chain(target) {
                self.join(var, first);
            }
            out.push((first, literals.into_iter().collect()));
        }
        out
    }
}

/// The comparisons of a formula.
fn atoms(arena: &Arena, root: Expr) -> Vec<Expr> {
    let (mut work, mut seen, mut found) = (vec![root], HashSet::new(), Vec::new());
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.is_atom(e) {
            true => found.push(e),
            false => work.extend(arena.args(e)),
        }
    }
    found
}
