//! `proofmark spec`.

use super::arguments::{Spec, SpecCheck, SpecExplain, SpecFormat};
use super::demands;
use super::failure::BadInput;
use proofmark_frontend::spec::read;
use proofmark_frontend::{
    check_specification, Diagnostic, Models, Options, Program, Specification,
};
use proofmark_guard::text;
use proofmark_report::events;
use serde_json::{json, Value};
use std::fmt::Write as _;

/// Checks or explains specifications.
pub(crate) fn spec(command: &Spec) -> Result<(), BadInput> {
    match command {
        Spec::Check(arguments) => check(arguments),
        Spec::Explain(arguments) => describe(arguments),
    }
}

fn check(arguments: &SpecCheck) -> Result<(), BadInput> {
    let mut files = arguments.specifications.clone();
    files.extend(arguments.source.specification.iter().cloned());
    let specification = read(&files)?;
    check_specification(&specification)?;
    let program = beside(arguments, &specification)?;
    if arguments.json {
        text::print_json(&checked(&specification, program.as_ref()));
        return Ok(());
    }
    let mut out = String::new();
    for observer in &specification.observers {
        let count = observer.events.len();
        let noun = if count == 1 { "event" } else { "events" };
        let _ = writeln!(out, "{}: {count} {noun}", text::line(&observer.file));
    }
    if let Some(program) = &program {
        print_unheard(program);
        if arguments.show_matches {
            out.push_str(&matches(program));
        }
    }
    text::print(&out);
    Ok(())
}

/// The program that the specifications are checked against, if one is given.
fn beside(
    arguments: &SpecCheck,
    specification: &Specification,
) -> Result<Option<Program>, BadInput> {
    if arguments.program.is_empty() {
        return Ok(None);
    }
    let source = &arguments.source;
    let options = Options {
        entry: source.entry.clone(),
        cpp_args: source.cpp_args.clone(),
        compiler: source.compiler.clone(),
        specification: specification.clone(),
        inline_limit: source.inline_limit,
        models: Models::unless(source.no_library_models),
        ..Options::new(source.arch.profile())
    };
    let program = proofmark_frontend::load(&arguments.program, &options)?;
    Ok(Some(program))
}

fn checked(specification: &Specification, program: Option<&Program>) -> Value {
    let observers = specification.observers.iter();
    let files = observers.map(|o| json!({ "file": o.file, "events": o.events.len() }));
    let warning = |w: &Diagnostic| json!({ "file": w.file, "line": w.line, "column": w.column, "message": w.message, "help": w.help });
    json!({
        "specifications": files.collect::<Vec<Value>>(),
        "applicable": program.map(|p| p.relevance.is_applicable()),
        "events": program.map(events::json),
        "warnings": program.map(|p| p.unmatched.iter().map(warning).collect::<Vec<Value>>()),
    })
}

fn matches(program: &Program) -> String {
    let mut out = String::new();
    for event in &program.relevance.watched {
        let specified = event.specified;
        let _ = writeln!(
            out,
            "{}:{}: {}",
            program.sources.file_name(specified),
            specified.line,
            text::line(&event.title)
        );
        for pos in &event.statements {
            let _ = writeln!(
                out,
                "    {}:{}:{}",
                program.sources.file_name(*pos),
                pos.line,
                pos.column
            );
        }
        if event.statements.is_empty() {
            out.push_str("    matches nothing\n");
        }
    }
    out
}

fn describe(arguments: &SpecExplain) -> Result<(), BadInput> {
    let specification = read(&arguments.specifications)?;
    check_specification(&specification)?;
    let shown = match arguments.format {
        SpecFormat::Text => demands::words(&specification),
        SpecFormat::Dot => demands::dot(&specification),
    };
    match arguments.json {
        true => text::print_json(&json!({ "format": arguments.format.name(), "text": shown })),
        false => text::print(&shown),
    }
    Ok(())
}

/// Warns about patterns that match nothing and calls that no pattern matches.
pub(crate) fn print_unheard(program: &Program) {
    program.unmatched.iter().for_each(warn);
}

/// Prints a warning about a specification.
pub(crate) fn warn(warning: &Diagnostic) {
    let message = text::line(&warning.message);
    let mut out = format!(
        "{}:{}:{}: warning: {message}\n",
        warning.file, warning.line, warning.column
    );
    if !warning.help.is_empty() {
        let _ = writeln!(out, "  help: {}", text::line(&warning.help));
    }
    text::warn(&out);
}
