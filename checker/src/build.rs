//! `--object`: compiles the texts that were checked, once they are accepted.

use proofmark_frontend::compiler::{arguments, Arguments, Compiler};
use proofmark_frontend::{ErrorKind, LoadError, Options, Unit};
use proofmark_guard::text;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file to write.
struct Output {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Whether each of the program's files gets an object, and none is an input.
///
/// # Errors
/// If not.
pub(crate) fn check_outputs(inputs: &[PathBuf], objects: &[PathBuf]) -> Result<(), LoadError> {
    let usage = |message: &str| LoadError::plain(ErrorKind::Arguments, message);
    // The certificate is the last input.
    if !objects.is_empty() && objects.len() + 1 != inputs.len() {
        return Err(usage(
            "--object is given once for each of the program's files",
        ));
    }
    let same = |one: &Path, other: &Path| {
        one == other
            || one
                .canonicalize()
                .is_ok_and(|a| other.canonicalize().is_ok_and(|b| a == b))
    };
    for (n, object) in objects.iter().enumerate() {
        let shown = text::path(object);
        if inputs.iter().any(|input| same(input, object)) {
            return Err(usage(&format!("--object {shown} is an input")));
        }
        if objects.iter().take(n).any(|other| same(other, object)) {
            return Err(usage(&format!("--object {shown} is given twice")));
        }
        writable(object).map_err(|message| usage(&format!("--object {shown}: {message}")))?;
    }
    Ok(())
}

fn writable(path: &Path) -> Result<(), &'static str> {
    match std::fs::metadata(path) {
        Ok(known) if !known.is_file() => Err("is no regular file"),
        Ok(_) | Err(_) if path.file_name().is_none() => Err("is no name of a file"),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Compiles each unit to its object; returns what the compiler says. Files are written when all
/// are made.
///
/// # Errors
/// If the compiler refuses a text, or a file cannot be written.
pub(crate) fn build(
    units: &[Unit],
    objects: &[PathBuf],
    options: &Options,
) -> Result<String, LoadError> {
    let sorted = arguments::sort(&options.cpp_args, options.profile)
        .map_err(|message| LoadError::plain(ErrorKind::Arguments, &message))?;
    let (mut outputs, mut messages) = (Vec::<Output>::new(), String::new());
    for (unit, object) in units.iter().zip(objects) {
        let failed = |failure: proofmark_frontend::compiler::Failure| failure.about(&unit.file);
        let compiler = Compiler::find(options.compiler.as_deref()).map_err(failed)?;
        let made = compiler
            .compile(&unit.preprocessed.text, options.profile, &sorted)
            .map_err(failed)?;
        messages.push_str(&made.messages);
        if let Some(list) = dependencies(unit, objects, object, &sorted)? {
            // Several files of a program have one list, if it has a name.
            match outputs.iter_mut().find(|output| output.path == list.path) {
                Some(before) => before.bytes.extend(list.bytes),
                None => outputs.push(list),
            }
        }
        outputs.push(Output {
            path: object.clone(),
            bytes: made.bytes,
        });
    }
    for output in &outputs {
        spare_headers(output, units)?;
    }
    for output in &outputs {
        write(output).map_err(|error| {
            let message = format!("cannot write {}: {error}", text::path(&output.path));
            LoadError::plain(ErrorKind::Io, &message)
        })?;
    }
    Ok(messages)
}

/// Refuses to write over a file that the program includes.
fn spare_headers(output: &Output, units: &[Unit]) -> Result<(), LoadError> {
    let Ok(target) = output.path.canonicalize() else {
        return Ok(());
    };
    let included = units.iter().flat_map(|unit| &unit.preprocessed.included);
    let mut headers = included.map(|included| Path::new(&included.name));
    if !headers.any(|header| header.canonicalize().is_ok_and(|header| header == target)) {
        return Ok(());
    }
    let shown = text::path(&output.path);
    let message = format!("{shown} is not written: the program includes it as an input");
    Err(LoadError::plain(ErrorKind::Arguments, &message))
}

/// The list of included files, if the build asks for one.
fn dependencies(
    unit: &Unit,
    objects: &[PathBuf],
    object: &Path,
    sorted: &Arguments,
) -> Result<Option<Output>, LoadError> {
    let Some(wanted) = &sorted.dependencies else {
        return Ok(None);
    };
    let path = wanted
        .file
        .clone()
        .unwrap_or_else(|| object.with_extension("d"));
    let refused = |message: String| LoadError::plain(ErrorKind::Arguments, &message);
    let shown = text::path(&path);
    if path == unit.file || objects.contains(&path) {
        return Err(refused(format!("{shown} is an input or an object")));
    }
    writable(&path).map_err(|message| refused(format!("{shown}: {message}")))?;
    let rule = wanted
        .rule(object, &unit.file, &unit.preprocessed.included)
        .map_err(refused)?;
    Ok(Some(Output {
        path,
        bytes: rule.into_bytes(),
    }))
}

/// Writes a file at once or not at all. One that exists keeps its mode, and a symbolic link its
/// target.
fn write(output: &Output) -> std::io::Result<()> {
    let target = output
        .path
        .canonicalize()
        .unwrap_or_else(|_| output.path.clone());
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name().unwrap_or_default());
    name.push(format!(".{}", std::process::id()));
    let new = target.with_file_name(name);
    let mut file = std::fs::File::create_new(&new)?;
    let written = file.write_all(&output.bytes).and_then(|()| {
        if let Ok(known) = std::fs::metadata(&target) {
            file.set_permissions(known.permissions())?;
        }
        std::fs::rename(&new, &target)
    });
    if written.is_err() {
        // There is nothing more to be done about it.
        let _ = std::fs::remove_file(&new);
    }
    written
}
