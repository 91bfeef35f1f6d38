//! What is known of an automaton's statements before its executions are followed: their code, what
//! they read, and whether that matters.

use super::super::evaluate::Code;
use super::super::index;
use super::super::inputs::Choices;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Stmt, StmtKind};
use std::collections::HashSet;

/// A statement.
pub(super) struct Prepared {
    pub(super) code: Code,
    /// The memory that it accesses; `None` if it is not followed.
    pub(super) accesses: Option<Vec<Range>>,
    pub(super) reads: Reads,
    /// Whether something depends on what it writes, or whether it is a condition.
    pub(super) matters: bool,
    /// It only moves a value from one variable to another, and nothing reads the first one again.
    pub(super) moves: Option<(usize, usize)>,
}

/// The code of addresses: of the first element, and of what is behind the last one if there may be
/// several.
pub(super) struct Range {
    pub(super) from: Code,
    pub(super) end: Option<Code>,
}

/// The statements of a program, by edge.
pub(super) struct Statements {
    /// By edge, in order.
    pub(super) all: Vec<Vec<Prepared>>,
    /// By location, the variables whose values matter.
    pub(super) live: Vec<Vec<bool>>,
}

impl Statements {
    /// For a program in which somebody watches a variable.
    pub(super) fn of(
        (arena, cfa): (&Arena, &Cfa),
        choices: &Choices,
        watched: VarId,
    ) -> Statements {
        let reads: Vec<Vec<Reads>> = cfa
            .edges
            .iter()
            .map(|edge| edge.stmts.iter().map(|s| Reads::of(arena, s)).collect())
            .collect();
        let live = live(cfa, &reads, watched);
        let mut all = Vec::with_capacity(cfa.edges.len());
        for (edge, reads) in cfa.edges.iter().zip(reads) {
            let mut now = live.get(index(edge.to.0)).cloned().unwrap_or_default();
            let mut found = Vec::with_capacity(reads.len());
            for (stmt, reads) in edge.stmts.iter().zip(reads).rev() {
                // Whoever watches a variable gets to know its value.
                let moves = moved((arena, cfa), choices, stmt).filter(|(from, to)| {
                    from != to && *to != index(watched.0) && now.get(*from) == Some(&false)
                });
                found.push(Prepared {
                    code: Code::of(arena, &stmt.kind),
                    accesses: ranges(arena, stmt),
                    matters: step(&mut now, (stmt, &reads), watched),
                    reads,
                    moves,
                });
            }
            found.reverse();
            all.push(found);
        }
        Statements { all, live }
    }
}

/// The variables from which and to which a statement only moves a value, if both are tried with the
/// same ones.
fn moved((arena, cfa): (&Arena, &Cfa), choices: &Choices, stmt: &Stmt) -> Option<(usize, usize)> {
    let StmtKind::Assign { var, value } = stmt.kind else {
        return None;
    };
    let Node::Var(from, _) = arena.node(value) else {
        return None;
    };
    let (one, other) = (cfa.sort_of(from).ok()?, cfa.sort_of(var).ok()?);
    let alike = one == other && choices.of(from) == choices.of(var);
    alike.then_some((index(from.0), index(var.0)))
}

/// The memory that a statement accesses.
fn ranges(arena: &Arena, stmt: &Stmt) -> Option<Vec<Range>> {
    let (StmtKind::Assign { value: root, .. } | StmtKind::Assume(root)) = stmt.kind else {
        return Some(Vec::new());
    };
    let code = |term| Code::of(arena, &StmtKind::Assume(term));
    let all = accesses(arena, root)?.into_iter();
    let all = all.map(|access| Range {
        from: code(access.address),
        end: access.end.map(code),
    });
    Some(all.collect())
}

/// Memory that an expression accesses.
struct Access {
    /// Of the element, or of the first one.
    address: Expr,
    /// Behind the last one, if it is a range.
    end: Option<Expr>,
}

/// What an expression accesses; `None` if it accesses ranges in another way than giving all of
/// their elements one value.
fn accesses(arena: &Arena, root: Expr) -> Option<Vec<Access>> {
    let (mut work, mut seen, mut found) = (vec![root], HashSet::new(), Vec::new());
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::App(Op::Sel | Op::Upd, [_, address, _]) => {
                found.push(Access { address, end: None });
            }
            Node::App(Op::Splice, [before, address, rest]) => {
                let Node::App(Op::Splice, [inside, end, behind]) = arena.node(rest) else {
                    return None;
                };
                let Node::App(Op::Fill, [value, ..]) = arena.node(inside) else {
                    return None;
                };
                let end = Some(end);
                found.push(Access { address, end });
                work.extend([before, behind, value, address]);
                work.extend(end);
                continue;
            }
            Node::App(Op::Fill | Op::Shift | Op::Ieee, _) => return None,
            _ => {}
        }
        work.extend(arena.args(e));
    }
    Some(found)
}

/// By location, the variables whose values matter: some path from there reads them before it writes
/// them, for a condition, an address, the watched variable, or a value that matters. What is only
/// computed from itself, like memory that is written in a loop and never read, does not.
fn live(cfa: &Cfa, reads: &[Vec<Reads>], watched: VarId) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; cfa.vars.len()]; cfa.locations.len()];
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (edge, reads) in cfa.edges.iter().zip(reads).rev() {
            let mut now = live.get(index(edge.to.0)).cloned().unwrap_or_default();
            for (stmt, reads) in edge.stmts.iter().zip(reads).rev() {
                step(&mut now, (stmt, reads), watched);
            }
            let Some(before) = live.get_mut(index(edge.from.0)) else {
                continue;
            };
            for (slot, new) in before.iter_mut().zip(now) {
                changed |= new && !*slot;
                *slot |= new;
            }
        }
    }
    live
}

/// From the variables that matter behind a statement to those in front of it. Whether what it
/// writes matters.
fn step(now: &mut [bool], (stmt, reads): (&Stmt, &Reads), watched: VarId) -> bool {
    let matters = match stmt.kind {
        StmtKind::Assume(_) => true,
        StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => {
            let slot = now.get_mut(index(var.0));
            slot.is_some_and(std::mem::take) || var == watched
        }
    };
    let values = reads.values.iter().filter(|_| matters);
    for var in values.chain(&reads.addresses) {
        now.get_mut(*var).into_iter().for_each(|slot| *slot = true);
    }
    matters
}

/// The variables that a statement reads.
pub(super) struct Reads {
    /// For its value.
    pub(super) values: Vec<usize>,
    /// To know which memory it accesses: an execution must not leave its objects, whatever becomes
    /// of the value.
    pub(super) addresses: Vec<usize>,
}

impl Reads {
    fn of(arena: &Arena, stmt: &Stmt) -> Reads {
        let (StmtKind::Assign { value: root, .. } | StmtKind::Assume(root)) = stmt.kind else {
            return Reads {
                values: Vec::new(),
                addresses: Vec::new(),
            };
        };
        let values = read(arena, vec![root]);
        let accessed = accesses(arena, root).map(|all| {
            let ends = all.iter().flat_map(|own| [Some(own.address), own.end]);
            read(arena, ends.flatten().collect())
        });
        // Other ranges are not followed: `Prepared::accesses`.
        let addresses = accessed.unwrap_or_else(|| values.clone());
        Reads { values, addresses }
    }
}

/// The variables in expressions.
fn read(arena: &Arena, mut work: Vec<Expr>) -> Vec<usize> {
    let (mut seen, mut out) = (HashSet::new(), Vec::new());
    while let Some(e) = work.pop() {
        if seen.insert(e) {
            if let Node::Var(var, _) | Node::MapVar(var, _) = arena.node(e) {
                out.push(index(var.0));
            }
            work.extend(arena.args(e));
        }
    }
    out
}
