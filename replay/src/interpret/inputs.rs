//! Which integers executions are tried on: for each variable those that conditions compare it with,
//! directly or by way of others that it is computed with. Flow does not matter here, so this is
//! quick, and gives too many rather than too few.

use super::evaluate::{Code, Evaluator};
use super::state::State;
use super::{index, Value};
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Stmt, StmtKind};
use proofmark_logic::types::IntType;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Most values of one variable.
const VALUES_MAX: usize = 48;
/// Where more conditions are about the same values, or these are more, it is not looked at which of
/// them make a difference.
const TESTS_MAX: usize = 256;
const LITERALS_MAX: usize = 256;

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
        let told_apart = differences((arena, cfa), &mut groups);
        let mut of_group: HashMap<usize, Vec<i128>> = HashMap::new();
        for group in (0..cfa.vars.len())
            .map(|var| groups.of(var))
            .collect::<BTreeSet<_>>()
        {
            let own = by_group.get(&group);
            let values = tried(own, &more, told_apart.get(&group));
            of_group.insert(group, values);
        }
        let values = (0..cfa.vars.len()).map(|var| of_group.get(&groups.of(var)));
        Choices(
            values
                .map(|values| values.cloned().unwrap_or_default())
                .collect(),
        )
    }

    /// What a variable is tried with.
    pub(super) fn of(&self, var: VarId) -> &[i128] {
        self.0.get(index(var.0)).map_or(&[], Vec::as_slice)
    }
}

/// What the variables of a group are tried with, which are compared with these literals.
fn tried(
    own: Option<&BTreeSet<i128>>,
    more: &[i128],
    differences: Option<&Differences>,
) -> Vec<i128> {
    let mut values = BTreeSet::from([0, 1]);
    values.extend(own.into_iter().flatten());
    // And one that nothing is compared with.
    values.extend(values.last().copied().map(|last| last + 1));
    values.extend(more);
    let mut values: Vec<i128> = values.into_iter().collect();
    values.sort_by_key(|value| (value.unsigned_abs(), *value));
    let few = differences.filter(|own| own.tests.len() <= TESTS_MAX);
    let Some(differences) = few.filter(|_| values.len() <= LITERALS_MAX) else {
        values.truncate(VALUES_MAX);
        return values;
    };
    let mut seen = HashSet::new();
    let literals = values.clone();
    values.retain(|value| seen.insert(differences.of(*value)));
    // Conditions on several bits.
    for literal in literals.into_iter().filter(|literal| *literal > 0) {
        for place in 0..values.len() {
            let both = values.get(place).map_or(literal, |value| value | literal);
            if values.len() < VALUES_MAX && seen.insert(differences.of(both)) {
                values.push(both);
            }
        }
    }
    values.truncate(VALUES_MAX);
    values
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
            // What is compared with the target may be compared with a literal in this way.
            let Some(first) = vars.first().copied().or(target) else {
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

/// What a program finds out about the values of some variables that are copies of each other: of
/// values with the same answers one is enough.
#[derive(Default)]
struct Differences {
    /// Conditions on one variable, with it and its type.
    tests: Vec<(usize, IntType, Code)>,
    /// The number of all variables.
    vars: usize,
    /// The variables are also computed or compared with others.
    more: bool,
}

impl Differences {
    /// The answers for a value; nothing for what a variable cannot have.
    fn of(&self, value: i128) -> Vec<Option<bool>> {
        let mut evaluator = Evaluator::new(Vec::new());
        let mut state = State::new(vec![Value::Int(0); self.vars], None);
        let answers = self.tests.iter().map(|(var, ty, code)| {
            *state.values.get_mut(*var)? = Value::Int(value);
            let fits = ty.contains(value).then_some(());
            fits.and_then(|()| evaluator.formula(code, &state).ok())
        });
        answers.collect()
    }
}

/// By group, what conditions find out, where nothing else is done with the variables than to copy
/// them.
fn differences((arena, cfa): (&Arena, &Cfa), groups: &mut Groups) -> HashMap<usize, Differences> {
    let mut found: HashMap<usize, Differences> = HashMap::new();
    for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
        let (roots, target) = match stmt.kind {
            StmtKind::Assume(root) => (atoms(arena, root), None),
            StmtKind::Assign { var, value } => (vec![value], Some(var)),
            StmtKind::Havoc { .. } => continue,
        };
        for root in roots {
            let copied = match arena.node(root) {
                Node::Var(..) | Node::Lit(_) => true,
                // What a cast changes is a different value; this is close enough.
                Node::App(Op::Wrap, [_, value, _]) => matches!(arena.node(value), Node::Var(..)),
                _ => false,
            };
            let (vars, alone) = leaves(arena, root);
            match (&vars[..], target) {
                (_, Some(_)) if copied => {}
                ([(var, ty)], None) if alone => {
                    let own = found.entry(groups.of(*var)).or_default();
                    let code = Code::of(arena, &StmtKind::Assume(root));
                    own.tests.push((*var, *ty, code));
                }
                (vars, target) => {
                    let target = target.map(|var| index(var.0));
                    for var in vars.iter().map(|(var, _)| *var).chain(target) {
                        found.entry(groups.of(var)).or_default().more = true;
                    }
                }
            }
        }
    }
    found.retain(|_, own| !own.more);
    for own in found.values_mut() {
        own.vars = cfa.vars.len();
    }
    found
}

/// The integer variables that an expression reads, with their types, and whether it reads nothing
/// else.
fn leaves(arena: &Arena, root: Expr) -> (Vec<(usize, IntType)>, bool) {
    let (mut work, mut seen) = (vec![root], HashSet::new());
    let (mut found, mut alone) = (Vec::new(), true);
    while let Some(e) = work.pop() {
        if seen.insert(e) {
            match arena.node(e) {
                Node::Var(var, ty) => found.push((index(var.0), ty)),
                Node::MapVar(..) | Node::Addr { .. } => alone = false,
                _ => work.extend(arena.args(e)),
            }
        }
    }
    (found, alone)
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
