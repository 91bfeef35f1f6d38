//! Runs of a library's C (as gcc compiles it), to judge a library that was accepted: is an
//! execution outside of what it allows?
//!
//! A program calls each function with random arguments in random memory, and prints which formal
//! predicates hold in front of the call, which of `R` behind it, and whether something changed that
//! the genuine library's `M` lists and this one's does not; or that an assertion failed. Reads of
//! nowhere end an execution, which then says nothing; a predicate that cannot be evaluated may hold
//! or not.

use crate::boolean::{Bits, Executions, FAILED};
use proofmark_frontend::library::text::{Function, Library, Modified, Variable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Executions of each function.
const RUNS: usize = 400;
/// Objects of each type.
const OBJECTS: usize = 3;

/// What runs say of a library.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Executions that came to an end.
    pub executions: usize,
    /// The first one that the library does not allow.
    pub outside: Option<String>,
}

/// The structures of which the library knows members: with their names and types.
fn structures(library: &Library) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut out: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for line in &library.fields {
        let Some((designator, rest)) = line.strip_prefix("struct ").and_then(|l| l.split_once(' '))
        else {
            continue;
        };
        let (Some((tag, member)), Some((_, ty))) =
            (designator.split_once('.'), rest.split_once(' '))
        else {
            continue;
        };
        let members = out.entry(format!("struct {tag}")).or_default();
        members.insert(member.to_owned(), ty.to_owned());
    }
    for line in &library.layouts {
        let Some((head, members)) = line.split_once('{') else {
            continue;
        };
        let name = head.rsplitn(3, ' ').last().unwrap_or(head).trim();
        let known = out.entry(name.to_owned()).or_default();
        for member in members.trim_end_matches('}').split(';') {
            let typed = member.trim().split_once(' ').map(|(_, rest)| rest);
            if let Some((ty, member)) = typed.and_then(|typed| typed.rsplit_once(' ')) {
                known.insert(member.to_owned(), ty.to_owned());
            }
        }
    }
    out
}

/// Variables outside of functions that the C defines on lines of their own.
fn globals(c: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for line in c.lines().filter(|line| !line.starts_with(' ')) {
        let Some(declared) = line.strip_suffix(';') else {
            continue;
        };
        let declared = declared.split('=').next().unwrap_or(declared).trim();
        let words: Vec<&str> = declared.split(' ').collect();
        let plain = |word: &&str| {
            [
                "static", "volatile", "unsigned", "int", "long", "short", "char",
            ]
            .contains(word)
        };
        if let Some((name, types)) = words.split_last() {
            if !types.is_empty() && types.iter().all(plain) && !name.starts_with('*') {
                out.push(("int".to_owned(), (*name).to_owned()));
            }
        }
    }
    out
}

/// C that gives an object of a type a random value.
fn filled(place: &str, ty: &str, known: &BTreeMap<String, BTreeMap<String, String>>) -> String {
    let Some(target) = ty.strip_suffix('*').map(str::trim) else {
        return match ty.contains("(*)") {
            true => format!("{place} = frame_below(3) ? (void *)&frame_program_s_own : 0;\n"),
            false if ty.contains("struct") || ty.contains('[') => String::new(),
            false => format!("{place} = frame_number();\n"),
        };
    };
    let pool = match target {
        "int" => "&frame_numbers[frame_below(3)]".to_owned(),
        "int *" => "&frame_pointers[frame_below(3)]".to_owned(),
        _ if known.contains_key(target) => {
            let tag = target.trim_start_matches("struct ");
            format!("&objects_{tag}[frame_below({OBJECTS})]")
        }
        _ => "&frame_bytes[frame_below(3)]".to_owned(),
    };
    format!("{place} = frame_below(4) ? (void *){pool} : 0;\n")
}

/// A predicate, where the result is a variable.
fn expression(predicate: &str) -> String {
    predicate.replace("return", "frame_returned")
}

fn declared(variable: &Variable) -> String {
    format!("  __typeof__({}) {};\n", variable.ty, variable.name)
}

/// C that makes a list of what `M` lists: where it is, and how long.
fn listed(list: &str, f: &Function) -> String {
    let mut out = format!("  {list}.count = 0;\n");
    for one in &f.modifies {
        match one {
            Modified::Place(place) => {
                let _ = writeln!(
                    out,
                    "  GUARDED(frame_add(&{list}, &({place}), sizeof({place})));"
                );
            }
            Modified::All(structure, member) => {
                let tag = structure.trim_start_matches("struct ");
                let _ = writeln!(
                    out,
                    "  for (int i = 0; i < {OBJECTS}; i++)\n    frame_add(&{list}, \
                     &objects_{tag}[i].{member}, sizeof objects_{tag}[i].{member});"
                );
            }
        }
    }
    out
}

/// Which predicates hold. What names a variable of the function may hold or not: outside of it,
/// there is none, and a program that uses such a library is refused.
fn evaluated(f: &Function, predicates: &[&String]) -> String {
    let mut out = String::new();
    for predicate in predicates {
        let mut words = predicate.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        if words.any(|word| f.locals.iter().any(|local| local.name == word)) {
            out += "  frame_say(2);\n";
            continue;
        }
        let c = expression(predicate);
        let _ = writeln!(
            out,
            "  frame_bit = 2; GUARDED(frame_bit = ({c}) ? 1 : 0); frame_say(frame_bit);"
        );
    }
    out
}

/// One function's executions.
fn trial(number: usize, (f, genuine): (&Function, &Function), setup: &str) -> String {
    let mut out = format!("static void trial_{number}(void) {{\n  volatile int frame_bit;\n");
    f.formals.iter().for_each(|v| out += &declared(v));
    if f.result != "void" {
        out += &format!("  __typeof__({}) frame_returned;\n", f.result);
    }
    out += setup;
    for (name, of) in &f.constants {
        let _ = writeln!(out, "  __typeof__({of}) {name} = {of};");
    }
    let inputs: Vec<&String> = f.predicates.iter().take(f.inputs).collect();
    let _ = writeln!(out, "  frame_begin({number});");
    out += &evaluated(f, &inputs);
    out += &listed("frame_old", genuine);
    out += &listed("frame_new", f);
    let names: Vec<&str> = f.formals.iter().map(|v| v.name.as_str()).collect();
    let result = if f.result == "void" {
        ""
    } else {
        "frame_returned = "
    };
    let _ = writeln!(
        out,
        "  frame_ended = frame_failed = 0;\n  \
         GUARDED({result}{}({}); frame_ended = 1);\n  \
         if (frame_failed) {{\n    frame_say(3); frame_say(4); frame_say(3); frame_say(0);\n    \
         frame_finish();\n  }}\n  \
         if (!frame_ended)\n    return;\n  frame_say(3);",
        f.name,
        names.join(", ")
    );
    let returns = f.returns.iter().filter_map(|i| f.predicates.get(*i));
    out += &evaluated(f, &returns.collect::<Vec<_>>());
    out += "  frame_say(3); frame_say(frame_changed(&frame_old, &frame_new)); frame_finish();\n}\n";
    out
}

/// What all programs share; the numbers that it draws from are `frame_constants`.
const FRAME: &str = include_str!("library_runs.c");

/// The program that runs the functions of a library, beside those of the genuine one.
fn program(api: &Path, c: &str, (library, genuine): (&Library, &Library)) -> String {
    let known = structures(genuine);
    let digits = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let numbers = words.filter(|word| word.parse::<i32>().is_ok());
        numbers.map(str::to_owned).collect()
    };
    let mut constants: BTreeSet<String> = digits(c).into_iter().collect();
    constants.extend(["0".to_owned(), "1".to_owned()]);
    let constants: Vec<String> = constants.into_iter().collect();
    let mut out = format!(
        "#include \"{}\"\nstatic const int frame_constants[] = {{{}}};\n{FRAME}",
        api.display(),
        constants.join(", ")
    );
    let mut memory = String::new();
    for (structure, members) in &known {
        let tag = structure.trim_start_matches("struct ");
        let _ = writeln!(out, "static {structure} objects_{tag}[{OBJECTS}];");
        for i in 0..OBJECTS {
            for (member, ty) in members {
                memory += &filled(&format!("objects_{tag}[{i}].{member}"), ty, &known);
            }
        }
    }
    for (ty, name) in globals(c) {
        memory += &filled(&name, &ty, &known);
    }
    for global in &genuine.globals {
        memory += &filled(&global.name, &global.ty, &known);
    }
    memory += "for (int i = 0; i < 3; i++) { frame_numbers[i] = frame_number(); \
               frame_pointers[i] = &frame_numbers[frame_below(3)]; }\n";
    let mut calls = String::new();
    for (number, f) in library.functions.iter().enumerate() {
        let Some(own) = genuine.function(&f.name) else {
            continue;
        };
        let mut setup = memory.clone();
        for formal in &f.formals {
            setup += &filled(&formal.name, &formal.ty, &known);
        }
        out += &trial(number, (f, own), &setup);
        let _ = writeln!(calls, "  frame_watched(trial_{number}, {RUNS});");
    }
    format!("{out}int main(void) {{\n  frame_prepare();\n{calls}  return 0;\n}}\n")
}

/// The bits that a text of `0`, `1` and `?` may stand for.
fn possible(text: &str) -> Vec<Bits> {
    let mut out = vec![0];
    for (place, c) in text.chars().enumerate() {
        let set = |old: &Bits| old | 1 << place;
        out = match c {
            '0' => out,
            '1' => out.iter().map(set).collect(),
            _ => out.iter().flat_map(|old| [*old, set(old)]).collect(),
        };
    }
    out
}

/// Runs the C of a library, and compares.
///
/// # Errors
/// If the program is not compiled, or does not end well.
pub fn judge(
    (api, c): (&Path, &str),
    libraries: (&Library, &Library),
    desk: &Path,
) -> Result<Judged, String> {
    let (source, to) = (desk.join("runs.c"), desk.join("runs"));
    let text = program(api, c, libraries);
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let built = Command::new("gcc")
        .args([
            "-std=gnu11",
            "-O0",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-w",
            "-o",
        ])
        .args([&to, &source])
        .output()
        .map_err(|e| e.to_string())?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let ran = Command::new(&to).output().map_err(|e| e.to_string())?;
    if !ran.status.success() {
        return Err(format!("the program ends with {}", ran.status));
    }
    let (library, _) = libraries;
    let mut known = Executions::new(library);
    let mut out = Judged::default();
    for line in String::from_utf8_lossy(&ran.stdout).lines() {
        let parts: Vec<&str> = line.split(' ').collect();
        let [number, before, after, changed] = parts.as_slice() else {
            return Err(format!("the program says {line}"));
        };
        let number: usize = number.parse().map_err(|_| line.to_owned())?;
        let f = library.functions.get(number).ok_or("no such function")?;
        let after = match *after {
            "F" => vec![FAILED],
            after => possible(after),
        };
        let allowed = possible(before).into_iter().any(|inputs| {
            let returned = known.returned(&f.name, inputs);
            after.iter().any(|bits| returned.contains(bits))
        });
        out.executions += 1;
        if !allowed || *changed == "1" {
            out.outside.get_or_insert(format!("{}: {line}", f.name));
        }
    }
    Ok(out)
}
