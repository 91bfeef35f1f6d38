//! Automata and assemblies as pictures: for Graphviz, and as SVG without it, with states on a
//! circle.

use proofmark_assembly::{Assembly, Automaton};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::fmt::Write;

/// Nodes with their labels, and labelled arrows between them. Labels are names of assemblies, which
/// need no escapes.
pub struct Picture {
    nodes: Vec<String>,
    /// The node that is marked as the first.
    initial: Option<usize>,
    arrows: BTreeMap<(usize, usize), Vec<String>>,
    directed: bool,
}

/// An automaton over events.
pub fn of_automaton(automaton: &Automaton) -> Picture {
    let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (from, event, to) in automaton.transitions() {
        arrows.entry((from, to)).or_default().push(event.to_owned());
    }
    Picture {
        nodes: (0..automaton.len())
            .map(|state| automaton.name(state).to_owned())
            .collect(),
        initial: Some(automaton.initial()),
        arrows,
        directed: true,
    }
}

/// Components, and the events that they share.
pub fn of_assembly(assembly: &Assembly) -> Picture {
    let all: Vec<_> = assembly.components.values().collect();
    let mut arrows: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (n, one) in all.iter().enumerate() {
        for (m, other) in all.iter().enumerate().skip(n + 1) {
            let shared: Vec<String> = one.events.intersection(&other.events).cloned().collect();
            if !shared.is_empty() {
                arrows.insert((n, m), shared);
            }
        }
    }
    Picture {
        nodes: all.iter().map(|component| component.name.clone()).collect(),
        initial: None,
        arrows,
        directed: false,
    }
}

impl Picture {
    /// For Graphviz.
    pub fn dot(&self) -> String {
        let (kind, arrow) = match self.directed {
            true => ("digraph", "->"),
            false => ("graph", "--"),
        };
        let mut out = format!("{kind} {{\n");
        for (n, label) in self.nodes.iter().enumerate() {
            let shape = if self.initial == Some(n) {
                "doublecircle"
            } else {
                "ellipse"
            };
            let _ = writeln!(out, "  n{n} [label=\"{label}\", shape={shape}];");
        }
        for ((from, to), labels) in &self.arrows {
            let _ = writeln!(
                out,
                "  n{from} {arrow} n{to} [label=\"{}\"];",
                labels.join("\\n")
            );
        }
        out.push_str("}\n");
        out
    }

    /// Where a node is, on a circle that has room for all.
    fn place(&self, n: usize) -> (f64, f64) {
        let count = self.nodes.len().max(1) as f64;
        let radius = (count * 26.0).max(90.0);
        let angle = TAU * n as f64 / count - TAU / 4.0;
        let middle = radius + 90.0;
        (middle + radius * angle.cos(), middle + radius * angle.sin())
    }

    /// As SVG.
    pub fn svg(&self) -> String {
        let size = 2.0 * ((self.nodes.len() as f64 * 26.0).max(90.0) + 90.0);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size:.0} {size:.0}\" \
             font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
        );
        out.push_str(
            "<marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
             markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker>\n",
        );
        for ((from, to), labels) in &self.arrows {
            self.arrow(&mut out, (*from, *to), &labels.join(", "));
        }
        for (n, label) in self.nodes.iter().enumerate() {
            let (x, y) = self.place(n);
            let width = if self.initial == Some(n) { 3 } else { 1 };
            let _ = writeln!(
                out,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"18\" fill=\"white\" stroke=\"black\" \
                 stroke-width=\"{width}\"/><text x=\"{x:.1}\" y=\"{:.1}\">{label}</text>",
                y + 4.0
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// A bent line, so that arrows there and back lie apart; a loop bends outwards.
    fn arrow(&self, out: &mut String, (from, to): (usize, usize), label: &str) {
        let ((x, y), (u, v)) = (self.place(from), self.place(to));
        let middle = self.place(0).0;
        let (dx, dy) = (u - x, v - y);
        let length = dx.hypot(dy);
        let tip = if self.directed {
            " marker-end=\"url(#tip)\""
        } else {
            ""
        };
        let (path, at) = if from == to {
            let (ox, oy) = (x - middle, y - middle);
            let far = ox.hypot(oy).max(1.0);
            let (ox, oy) = (ox / far, oy / far);
            let (px, py) = (-oy, ox);
            let end = |side: f64, out: f64| {
                format!(
                    "{:.1} {:.1}",
                    x + ox * out + px * side,
                    y + oy * out + py * side
                )
            };
            let path = format!(
                "M{} C{} {} {}",
                end(-8.0, 16.0),
                end(-24.0, 60.0),
                end(24.0, 60.0),
                end(8.0, 16.0)
            );
            (path, (x + ox * 58.0, y + oy * 58.0))
        } else {
            let (nx, ny) = (dx / length, dy / length);
            let (cx, cy) = ((x + u) / 2.0 - ny * 24.0, (y + v) / 2.0 + nx * 24.0);
            let path = format!(
                "M{:.1} {:.1} Q{cx:.1} {cy:.1} {:.1} {:.1}",
                x + nx * 18.0,
                y + ny * 18.0,
                u - nx * 18.0,
                v - ny * 18.0
            );
            (path, (cx, cy))
        };
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"black\"{tip}/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"#046\">{label}</text>",
            at.0, at.1
        );
    }
}
