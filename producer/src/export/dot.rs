//! The automaton with its invariants, for Graphviz.

use super::position;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::{Cfa, Stmt, StmtKind};
use proofmark_logic::display;
use std::fmt::Write;

/// Longest printed expression, in bytes.
const EXPRESSION_BYTES_MAX: usize = 160;

/// A digraph: locations with their invariants, edges with their blocks, the error location in red.
pub fn render(arena: &Arena, cfa: &Cfa, invariants: &[Expr]) -> String {
    let mut out = String::from("digraph automaton {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n");
    for ((number, location), invariant) in (0u32..).zip(&cfa.locations).zip(invariants) {
        let frame = usize::try_from(location.frame.0)
            .ok()
            .and_then(|n| cfa.frames.get(n));
        let function = frame.map_or("?", |frame| frame.function.as_str());
        let place = position(cfa, location.pos).unwrap_or_default();
        let invariant = display::expr(arena, cfa, *invariant, EXPRESSION_BYTES_MAX);
        let style = if number == cfa.error.0 {
            ", color=red"
        } else if number == cfa.entry.0 {
            ", penwidth=2"
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "  q{number} [label=\"{number}: {}\\n{}\"{style}];",
            escape(&format!("{function} {place}")),
            escape(&invariant)
        );
    }
    for edge in &cfa.edges {
        let lines: Vec<String> = edge
            .stmts
            .iter()
            .map(|stmt| escape(&statement(arena, cfa, stmt)))
            .collect();
        let _ = writeln!(
            out,
            "  q{} -> q{} [label=\"{}\"];",
            edge.from.0,
            edge.to.0,
            lines.join("\\l")
        );
    }
    out.push_str("}\n");
    out
}

/// A statement in C-like notation.
pub(super) fn statement(arena: &Arena, cfa: &Cfa, stmt: &Stmt) -> String {
    let name = |var: u32| {
        usize::try_from(var)
            .ok()
            .and_then(|n| cfa.vars.get(n))
            .map_or("?", |decl| decl.name.as_str())
    };
    match stmt.kind {
        StmtKind::Assign { var, value } => format!(
            "{} = {}",
            name(var.0),
            display::expr(arena, cfa, value, EXPRESSION_BYTES_MAX)
        ),
        StmtKind::Havoc { var } => format!("{} = *", name(var.0)),
        StmtKind::Assume(p) => format!("[{}]", display::expr(arena, cfa, p, EXPRESSION_BYTES_MAX)),
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', " ")
}
