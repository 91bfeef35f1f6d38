//! `proofmark spec`.

use super::arguments::{Spec, SpecCheck, SpecExplain, SpecFormat};
use super::failure::BadInput;
use proofmark_frontend::spec::{explain, read};
use proofmark_frontend::{check_specification, Options, Program};
use proofmark_guard::text;
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
    let mut out = String::new();
    for observer in &specification.observers {
        let count = observer.events.len();
        let _ = writeln!(
            out,
            "{}: {count} {}",
            observer.file,
            if count == 1 { "event" } else { "events" }
        );
    }
    if !arguments.program.is_empty() {
        let source = &arguments.source;
        let (entry, cpp_args) = (source.entry.clone(), source.cpp_args.clone());
        let options = Options {
            entry,
            cpp_args,
            compiler: source.compiler.clone(),
            specification,
            inline_limit: source.inline_limit,
            ..Options::new(source.arch.profile())
        };
        let program = proofmark_frontend::load(&arguments.program, &options)?;
        print_unheard(&program);
        if arguments.show_matches {
            out.push_str(&matches(&program));
        }
    }
    text::print(&out);
    Ok(())
}

fn matches(program: &Program) -> String {
    let mut out = String::new();
    for event in &program.events {
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
    text::print(&match arguments.format {
        SpecFormat::Text => explain::words(&specification),
        SpecFormat::Dot => explain::dot(&specification),
    });
    Ok(())
}

/// Warns about patterns that match nothing and calls that no pattern matches.
pub(crate) fn print_unheard(program: &Program) {
    for warning in &program.unheard {
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
}
