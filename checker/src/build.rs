//! `--object`: compiles the texts that were checked, once they are accepted.

use crate::arguments::Arguments;
use proofmark_frontend::compiler::{arguments, Arguments as Sorted, Compiler};
use proofmark_frontend::{ErrorKind, LoadError, Options, Unit};
use proofmark_guard::output::Output;
use proofmark_guard::text;
use std::path::{Path, PathBuf};

/// What is written, and where.
struct File {
    output: Output,
    bytes: Vec<u8>,
}

/// Where objects go, and what is never written over.
pub(crate) struct Plan<'a> {
    inputs: Vec<&'a Path>,
    /// Their names, and where these lead.
    objects: Vec<(&'a Path, Output)>,
}

fn refused(message: &str) -> LoadError {
    LoadError::plain(ErrorKind::Arguments, message)
}

impl Plan<'_> {
    /// Each of the program's files gets an object or none does, and no object is an input.
    ///
    /// # Errors
    /// If that is not so.
    pub(crate) fn new(arguments: &Arguments) -> Result<Plan<'_>, LoadError> {
        let (inputs, names) = (&arguments.files, &arguments.objects);
        // The certificate is the last input.
        if !names.is_empty() && names.len() + 1 != inputs.len() {
            return Err(refused(
                "--object is given once for each of the program's files",
            ));
        }
        let others = arguments.specification.iter().chain(&arguments.policy);
        let inputs = inputs.iter().chain(others).chain(&arguments.compiler);
        let mut plan = Plan {
            inputs: inputs.map(PathBuf::as_path).collect(),
            objects: Vec::new(),
        };
        for name in names {
            let object = plan.output(name)?;
            plan.objects.push((name, object));
        }
        Ok(plan)
    }

    /// A place that is nothing else's.
    fn output(&self, name: &Path) -> Result<Output, LoadError> {
        let output = Output::named(name, &self.inputs).map_err(|message| refused(&message))?;
        let cannot = |why: &str| refused(&format!("cannot write {}: {why}", text::path(name)));
        if output.is_standard() {
            return Err(cannot("standard output is no file; `./-` is one"));
        }
        if self.objects.iter().any(|(_, object)| output.is(object)) {
            return Err(cannot("it is an object"));
        }
        Ok(output)
    }
}

/// Compiles each unit to its object; returns what the compiler says. Files are written when all
/// are made.
///
/// # Errors
/// If the compiler refuses a text, or a file cannot be written.
pub(crate) fn build(units: &[Unit], plan: &Plan, options: &Options) -> Result<String, LoadError> {
    let sorted =
        arguments::sort(&options.cpp_args, options.profile).map_err(|message| refused(&message))?;
    let (mut files, mut lists, mut messages) = (Vec::new(), Vec::new(), String::new());
    for (unit, (name, output)) in units.iter().zip(&plan.objects) {
        let failed = |failure: proofmark_frontend::compiler::Failure| failure.about(&unit.file);
        let compiler = Compiler::find(options.compiler.as_deref()).map_err(failed)?;
        let made = compiler
            .compile(&unit.preprocessed.text, options.profile, &sorted)
            .map_err(failed)?;
        messages.push_str(&made.messages);
        if let Some(list) = dependencies(unit, plan, name, &sorted)? {
            add(&mut lists, list);
        }
        files.push(File {
            output: output.clone(),
            bytes: made.bytes,
        });
    }
    files.extend(lists);
    let headers: Vec<&Path> = units
        .iter()
        .flat_map(|unit| &unit.preprocessed.included)
        .map(|included| Path::new(&included.name))
        .collect();
    if !files.iter().all(|file| file.output.spares(&headers)) {
        return Err(refused(
            "an output is a file that the program includes as an input",
        ));
    }
    for file in &files {
        file.output
            .write(&file.bytes)
            .map_err(|message| refused(&message))?;
    }
    Ok(messages)
}

/// Several files of a program have one list, if it has a name.
fn add(lists: &mut Vec<File>, list: File) {
    match lists.iter_mut().find(|other| other.output.is(&list.output)) {
        Some(before) => before.bytes.extend(list.bytes),
        None => lists.push(list),
    }
}

/// The list of included files, if the build asks for one.
fn dependencies(
    unit: &Unit,
    plan: &Plan,
    object: &Path,
    sorted: &Sorted,
) -> Result<Option<File>, LoadError> {
    let Some(wanted) = &sorted.dependencies else {
        return Ok(None);
    };
    let beside = object.with_extension("d");
    let output = plan.output(wanted.file.as_deref().unwrap_or(&beside))?;
    let rule = wanted
        .rule(object, &unit.file, &unit.preprocessed.included)
        .map_err(|message| refused(&message))?;
    Ok(Some(File {
        output,
        bytes: rule.into_bytes(),
    }))
}
