//! The text of a boolean library. [`super::parse`] accepts nothing else.

use super::text::{
    Callback, Choose, Function, Library, Literal, Modified, Of, Statement, Variable, HEADER,
};
use proofmark_logic::types::Profile;
use std::fmt::Write;

/// Bytes of a proof on a line.
const PROOF_LINE: usize = 48;

/// The text.
pub fn print(library: &Library) -> String {
    let mut out = format!("{HEADER}\nabi {}\nc {}\n", abi(library.abi), library.source);
    for global in &library.globals {
        let kind = if global.internal { "static" } else { "global" };
        let _ = writeln!(out, "{kind} {} {}", global.ty, global.name);
    }
    for field in &library.fields {
        let _ = writeln!(out, "field {field}");
    }
    for layout in &library.layouts {
        let _ = writeln!(out, "layout {layout}");
    }
    for structure in &library.opaque {
        let _ = writeln!(out, "opaque {structure}");
    }
    for function in &library.functions {
        print_function(function, &mut out);
    }
    for (function, proof) in library.functions.iter().zip(&library.proofs) {
        let _ = writeln!(out, "proof {} {}", function.name, proof.len());
        for line in proof.chunks(PROOF_LINE) {
            line.iter().for_each(|byte| _ = write!(out, "{byte:02x}"));
            out.push('\n');
        }
    }
    out
}

/// What a profile is called.
pub(super) fn abi(profile: Profile) -> &'static str {
    match profile {
        Profile::Lp64 => "lp64",
        Profile::Ilp32 => "ilp32",
    }
}

fn list<T>(items: impl IntoIterator<Item = T>, show: impl Fn(T) -> String) -> String {
    let items: Vec<String> = items.into_iter().map(show).collect();
    items.join(", ")
}

fn print_function(f: &Function, out: &mut String) {
    let variable = |v: &Variable| format!("{} {}", v.ty, v.name);
    let predicate = |i: &usize| braces(f, *i);
    let formals = list(&f.formals, variable);
    let kind = if f.internal { "helper" } else { "function" };
    let _ = writeln!(out, "{kind} {} {}({formals})", f.result, f.name);
    if !f.constants.is_empty() {
        let constants = list(&f.constants, |(name, of)| format!("{name}={of}"));
        let _ = writeln!(out, "constants {constants}");
    }
    if !f.locals.is_empty() {
        let _ = writeln!(out, "locals {}", list(&f.locals, variable));
    }
    let inputs = list(0..f.inputs.min(f.predicates.len()), |i| braces(f, i));
    let own: Vec<usize> = (f.inputs..f.predicates.len()).collect();
    let _ = writeln!(out, "M {}", list(&f.modifies, Modified::to_string));
    let _ = writeln!(out, "R {}", list(&f.returns, predicate));
    let _ = writeln!(out, "bool {}({inputs}) begin", f.name);
    if !own.is_empty() {
        let _ = writeln!(out, "  bool {};", list(&own, predicate));
    }
    for statement in &f.body {
        print_statement(f, statement, out);
    }
    out.push_str("end\n");
}

fn braces(f: &Function, predicate: usize) -> String {
    format!(
        "{{{}}}",
        f.predicates.get(predicate).map_or("", String::as_str)
    )
}

fn print_statement(f: &Function, statement: &Statement, out: &mut String) {
    let _ = match statement {
        Statement::Label(label) => writeln!(out, "{label}:"),
        Statement::Goto(labels) => writeln!(out, "  goto {};", labels.join(", ")),
        Statement::Assume(clauses) => {
            writeln!(
                out,
                "  assume({});",
                parts(f, clauses, (" && ", "||"), ("T", "F"))
            )
        }
        Statement::Assign(updates) if updates.is_empty() => writeln!(out, "  skip;"),
        Statement::Assign(updates) => {
            let left = list(updates, |(predicate, _)| braces(f, *predicate));
            let right = list(updates, |(_, choose)| print_choose(f, choose));
            writeln!(out, "  {left} := {right};")
        }
        Statement::Call(results, callee, arguments) => {
            let left = list(1..=*results, |i| format!("${i}"));
            let gets = if *results == 0 { "" } else { " := " };
            let right = list(arguments, |choose| print_choose(f, choose));
            writeln!(out, "  {left}{gets}{callee}({right});")
        }
        Statement::Callback(callback) => print_callback(f, callback, out),
        Statement::Assert => writeln!(out, "  assert(F);"),
        Statement::Return => match f.returns.is_empty() {
            true => writeln!(out, "  return;"),
            false => writeln!(out, "  return {};", list(&f.returns, |i| braces(f, *i))),
        },
    };
}

fn print_callback(f: &Function, callback: &Callback, out: &mut String) -> std::fmt::Result {
    let shared = list(&callback.shared, |i| braces(f, *i));
    let gets = if callback.shared.is_empty() {
        ""
    } else {
        " := "
    };
    let argument = |said: &Option<String>| said.clone().unwrap_or_else(|| "*".to_owned());
    let arguments = list(&callback.arguments, argument);
    let result = callback.result.as_ref();
    let result = result.map_or(String::new(), |name| format!(" as {name}"));
    let target = &callback.target;
    writeln!(
        out,
        "  callback {shared}{gets}{target}({arguments}){result};"
    )
}

fn print_choose(f: &Function, choose: &Choose) -> String {
    let cubes = |cubes| parts(f, cubes, (" || ", "&&"), ("F", "T"));
    let (positive, negative) = (cubes(&choose.positive), cubes(&choose.negative));
    format!("choose({positive}, {negative})")
}

/// `none` stands for no parts at all, `empty` for a part without literals.
fn parts(
    f: &Function,
    parts: &[Vec<Literal>],
    (outer, inner): (&str, &str),
    (none, empty): (&str, &str),
) -> String {
    if parts.is_empty() {
        return none.to_owned();
    }
    let part = |part: &Vec<Literal>| {
        let literals: Vec<String> = part.iter().map(|l| literal(f, *l)).collect();
        match literals.is_empty() {
            true => empty.to_owned(),
            false => literals.join(inner),
        }
    };
    parts.iter().map(part).collect::<Vec<String>>().join(outer)
}

fn literal(f: &Function, literal: Literal) -> String {
    let variable = match literal.of {
        Of::Predicate(i) => braces(f, i),
        Of::Result(i) => format!("${i}"),
    };
    match literal.holds {
        true => variable,
        false => format!("!{variable}"),
    }
}
