//! Executions for people: which statement ran where, and what it wrote.

use super::{index, Value};
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, FrameId, LocId, Pos, Stmt, StmtKind};
use proofmark_logic::display;

/// One executed statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The edge that it stands on.
    pub edge: EdgeId,
    /// Its position in the edge's block.
    pub stmt: usize,
    /// Its position in the source.
    pub pos: Pos,
    /// How many calls of procedures have not returned.
    pub depth: usize,
    /// The variable that it wrote and the value that this variable got.
    pub written: Option<(VarId, Value)>,
    /// Of an assumption: the values of the variables and memory cells in it.
    pub read: Vec<(Expr, i128)>,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Values at the entry that the program does not determine itself.
    pub initial: Vec<(VarId, Value)>,
    /// The executed statements in order.
    pub steps: Vec<Step>,
    /// Where it ended.
    pub end: LocId,
    /// Whether that is the error location.
    pub reached_error: bool,
}

/// Longest printed expression, in bytes.
const EXPRESSION_BYTES_MAX: usize = 120;

/// Most elements of a memory that are printed.
const ELEMENTS_MAX: usize = 16;

/// Deeper calls are indented like this.
const DEPTH_SHOWN_MAX: usize = 40;

/// The trace as text: `file:line` of the user's source, the function indented by its call depth,
/// the statement, and the value that it wrote. Unknown inputs are marked with `input`.
pub fn render(arena: &Arena, cfa: &Cfa, trace: &Trace) -> String {
    let positions: Vec<String> = trace
        .steps
        .iter()
        .map(|step| position(cfa, step.pos))
        .collect();
    let width = positions
        .iter()
        .map(|text| text.chars().count())
        .max()
        .unwrap_or(0);
    let mut out = String::new();
    for line in trace
        .initial
        .iter()
        .flat_map(|(var, value)| initial(cfa, *var, value))
    {
        out.push_str(&format!("{:width$}  {line}   (input)\n", ""));
    }
    let (mut frame, mut decided) = (None, None);
    for (step, position) in trace.steps.iter().zip(&positions) {
        let Some(edge) = cfa.edges.get(index(step.edge.0)) else {
            continue;
        };
        let Some(stmt) = edge.stmts.get(step.stmt) else {
            continue;
        };
        // That a run is rejected is news only where no condition of the observer decided it.
        if decided == Some(stmt.pos.file)
            && edge.to == cfa.error
            && matches!(stmt.kind, StmtKind::Assign { .. })
        {
            continue;
        }
        decided = matches!(stmt.kind, StmtKind::Assume(_)).then_some(stmt.pos.file);
        let Some(here) = cfa
            .locations
            .get(index(edge.from.0))
            .map(|location| location.frame)
        else {
            continue;
        };
        let level = (step.depth + depth(cfa, here)).min(DEPTH_SHOWN_MAX);
        if frame != Some((here, step.depth)) {
            frame = Some((here, step.depth));
            let indent = "  ".repeat(level);
            out.push_str(&format!(
                "{:width$}  {indent}in {}:\n",
                "",
                function(cfa, here)
            ));
        }
        let indent = "  ".repeat(level + 1);
        out.push_str(&format!(
            "{position:width$}  {indent}{}\n",
            statement(arena, cfa, stmt, step)
        ));
    }
    if trace.reached_error {
        // Every run of such a program fails, so that no statement is left to show: name the place
        // where it starts.
        let entry = cfa
            .locations
            .get(index(cfa.entry.0))
            .filter(|_| trace.steps.is_empty());
        let place = entry.map_or(String::new(), |location| position(cfa, location.pos));
        out.push_str(&format!("{place:width$}  the error is reached\n"));
    }
    out
}

/// A value at the entry; for a memory its elements.
fn initial(cfa: &Cfa, var: VarId, value: &Value) -> Vec<String> {
    let name = cfa
        .vars
        .get(index(var.0))
        .map_or("?", |decl| decl.name.as_str());
    match value {
        Value::Int(value) => vec![format!("{name} = {value}")],
        Value::Memory(memory) => {
            let shown = memory
                .elements
                .iter()
                .take(ELEMENTS_MAX)
                .map(|(address, value)| format!("{name}[{address}] = {value}"));
            shown
                .chain((memory.elements.len() > ELEMENTS_MAX).then(|| format!("{name}[…] = …")))
                .collect()
        }
    }
}

/// How many calls lie between the entry function and this frame. A chain longer than the list of
/// frames would be a cycle; it is cut there.
fn depth(cfa: &Cfa, id: FrameId) -> usize {
    std::iter::successors(Some(id), |id| {
        cfa.frames.get(index(id.0)).and_then(|frame| frame.caller)
    })
    .take(cfa.frames.len().max(1))
    .count()
        - 1
}

fn function(cfa: &Cfa, id: FrameId) -> &str {
    cfa.frames
        .get(index(id.0))
        .map_or("?", |frame| frame.function.as_str())
}

fn position(cfa: &Cfa, pos: Pos) -> String {
    match cfa.files.get(index(pos.file)) {
        Some(file) if pos.line > 0 => format!("{file}:{}", pos.line),
        _ => String::new(),
    }
}

fn statement(arena: &Arena, cfa: &Cfa, stmt: &Stmt, step: &Step) -> String {
    let name = |var: VarId| {
        cfa.vars
            .get(index(var.0))
            .map_or("?", |decl| decl.name.as_str())
    };
    match stmt.kind {
        StmtKind::Assume(p) => {
            let text = format!("[{}]", display::expr(arena, cfa, p, EXPRESSION_BYTES_MAX));
            let values: Vec<String> = step
                .read
                .iter()
                .map(|(e, value)| {
                    format!(
                        "{} = {value}",
                        display::expr(arena, cfa, *e, EXPRESSION_BYTES_MAX)
                    )
                })
                .collect();
            if values.is_empty() {
                text
            } else {
                format!("{text}   ({})", values.join(", "))
            }
        }
        StmtKind::Havoc { var } => match &step.written {
            Some((_, Value::Int(value))) => format!("{} = {value}   (input)", name(var)),
            _ => format!("{} = unknown contents   (input)", name(var)),
        },
        StmtKind::Assign { var, value } => {
            let text = format!(
                "{} = {}",
                name(var),
                display::expr(arena, cfa, value, EXPRESSION_BYTES_MAX)
            );
            match &step.written {
                // A literal says its own value.
                Some((_, Value::Int(value_now))) if arena.as_lit(value).is_none() => {
                    format!("{text}   (= {value_now})")
                }
                _ => text,
            }
        }
    }
}
