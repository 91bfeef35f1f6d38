//! The automaton as text, for people and for golden files.

use crate::Program;
use proofmark_logic::cfa::{Scope, StmtKind, VarSort};
use proofmark_logic::display::expr;
use std::fmt::Write;

/// Bytes of one printed expression before it is cut.
const BUDGET: usize = 2000;

/// Prints variables, edges with their statements, and the ledger.
pub fn cfa(program: &Program) -> String {
    let (arena, cfa) = (&program.arena, &program.cfa);
    let mut out = format!("profile {}\n", cfa.profile.name());
    for var in &cfa.vars {
        let sort = match var.sort {
            VarSort::Int(ty) => format!("{ty}"),
            VarSort::Map(ty) => format!("map of {ty}"),
        };
        let scope = if var.scope == Scope::Local {
            "local"
        } else {
            "var"
        };
        let _ = writeln!(out, "{scope} {}: {sort}", var.name);
    }
    for object in &cfa.objects {
        let _ = writeln!(out, "object {}: {} bytes", object.name, object.size);
    }
    let name = |q: proofmark_logic::cfa::LocId| match q {
        q if q == cfa.error => "ERROR".to_owned(),
        q if q == cfa.entry => format!("q{} (entry)", q.0),
        q => format!("q{}", q.0),
    };
    let var_name = |v: proofmark_logic::arena::VarId| {
        cfa.vars.get(v.0 as usize).map_or("?", |v| v.name.as_str())
    };
    for (index, procedure) in cfa.procedures.iter().enumerate() {
        let _ = writeln!(
            out,
            "procedure {index}: {} to {}",
            name(procedure.entry),
            name(procedure.exit)
        );
    }
    for edge in &cfa.edges {
        let call = edge.call.map_or(String::new(), |callee| {
            format!(" (call of procedure {})", callee.0)
        });
        let _ = writeln!(out, "{} -> {}{call}", name(edge.from), name(edge.to));
        for stmt in &edge.stmts {
            let text = match stmt.kind {
                StmtKind::Assign { var, value } => {
                    format!("{} := {}", var_name(var), expr(arena, cfa, value, BUDGET))
                }
                StmtKind::Havoc { var } => format!("havoc {}", var_name(var)),
                StmtKind::Assume(p) => format!("[{}]", expr(arena, cfa, p, BUDGET)),
            };
            let _ = writeln!(out, "  {text}  @{}:{}", stmt.pos.line, stmt.pos.column);
        }
    }
    for entry in &cfa.ledger {
        let _ = writeln!(
            out,
            "ledger {} {}: {}",
            entry.kind, entry.subject, entry.detail
        );
    }
    out
}
