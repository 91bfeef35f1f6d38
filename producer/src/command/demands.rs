//! What a specification demands, in words and as a graph.

use proofmark_frontend::spec::{Event, Observer, Specification, Temporal};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The specification in words.
pub(crate) fn words(specification: &Specification) -> String {
    let mut out = String::new();
    for observer in &specification.observers {
        let _ = writeln!(out, "{}", observer.file);
        for f in &observer.globals {
            let _ = writeln!(out, "  keeps `{}`", f.shown());
        }
        for s in &observer.shadows {
            let _ = writeln!(
                out,
                "  keeps for each object of type `{}`: `{}`",
                s.ty.shown(),
                s.fields.shown()
            );
        }
        for f in &observer.initial {
            let _ = writeln!(out, "  runs start where `{}`", f.shown());
        }
        observer.events.iter().for_each(|e| event(&mut out, e));
        for f in &observer.finals {
            let _ = writeln!(out, "  where a run ends, demands `{}`", f.shown());
        }
    }
    out
}

fn event(out: &mut String, e: &Event) {
    let when = if e.temporal == Temporal::After {
        "after"
    } else {
        "before"
    };
    let place = if e.at.is_empty() {
        String::new()
    } else {
        format!(" at {}", e.at)
    };
    let _ = write!(out, "  {when} each `{}`{place}", e.pattern.shown());
    if let Some(f) = &e.assertion {
        let _ = write!(out, ", demands `{}`", f.shown());
    }
    match &e.action {
        Some(f) if !f.text.is_empty() => {
            let _ = write!(
                out,
                "{} does `{}`",
                if e.assertion.is_some() { "; then" } else { "," },
                f.shown()
            );
        }
        _ => {}
    }
    out.push('\n');
}

/// The specification as a graph for Graphviz: conditions, the events between them, and rejection.
/// An action counts as what it assigns.
pub(crate) fn dot(specification: &Specification) -> String {
    let mut out = String::from("digraph observers {\n  rankdir=LR;\n  node [shape=box];\n");
    for (index, observer) in specification.observers.iter().enumerate() {
        let _ = writeln!(
            out,
            "  subgraph cluster{index} {{\n    label={};",
            quoted(&observer.file)
        );
        graph(&mut out, index, observer);
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn graph(out: &mut String, index: usize, observer: &Observer) {
    let name = |condition: &str| quoted(&format!("{index}: {condition}"));
    let mut nodes: BTreeSet<String> = BTreeSet::new();
    let mut edges = String::new();
    for e in &observer.events {
        let from = e
            .assertion
            .as_ref()
            .map_or_else(|| "any".to_owned(), |f| f.shown());
        let to = e
            .action
            .as_ref()
            .map(|f| reached(&f.shown()))
            .filter(|t| !t.is_empty())
            .unwrap_or_else(|| from.clone());
        let _ = writeln!(
            edges,
            "    {} -> {} [label={}];",
            name(&from),
            name(&to),
            quoted(&e.title())
        );
        if e.assertion.is_some() {
            let _ = writeln!(
                edges,
                "    {} -> {} [label={}, style=dashed];",
                name("otherwise"),
                name("reject"),
                quoted(&e.title())
            );
            nodes.extend(["otherwise".to_owned(), "reject".to_owned()]);
        }
        nodes.extend([from, to]);
    }
    for f in &observer.finals {
        let _ = writeln!(
            edges,
            "    {} -> {} [label=\"end of the run\"];",
            name(&f.shown()),
            name("accept")
        );
        nodes.extend([f.shown(), "accept".to_owned()]);
    }
    for node in &nodes {
        let _ = writeln!(out, "    {} [label={}];", name(node), quoted(node));
    }
    out.push_str(&edges);
}

/// `x = 1; y = 2;` reaches `x == 1, y == 2`.
fn reached(action: &str) -> String {
    let parts = action.split(';').map(str::trim).filter(|s| !s.is_empty());
    parts
        .map(|s| s.replacen(" = ", " == ", 1))
        .collect::<Vec<_>>()
        .join(", ")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
