//! Where certificates go, and which ones they may replace.

use super::arguments::{Certify, Strip};
use super::failure::BadInput;
use proofmark_certs::limits::CERTIFICATE_BYTES_MAX;
use proofmark_certs::{decode, Binding, Certificate, Provenance};
use proofmark_frontend::Program;
use proofmark_guard::output::Output;
use proofmark_guard::text;
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::SIGNATURE;
use std::path::{Path, PathBuf};

/// The bytes that every certificate begins with.
const MAGIC: &[u8] = &proofmark_certs::container::MAGIC;

/// The output of `certify`.
pub(crate) fn of_certify(arguments: &Certify) -> Result<Output, BadInput> {
    let name = name(arguments)?;
    let source = &arguments.source;
    let mut inputs: Vec<&Path> = arguments.files.iter().map(PathBuf::as_path).collect();
    inputs.extend(source.specification.iter().map(PathBuf::as_path));
    inputs.extend(source.libraries.iter().map(PathBuf::as_path));
    inputs.extend(arguments.policy.as_deref());
    let output = named(&name, &inputs)?;
    if output.is_standard() && arguments.json {
        let message = "`--json` and `-o -` both ask for standard output";
        return Err(BadInput::new("usage", message));
    }
    Ok(output)
}

/// The output of a name.
pub(crate) fn named(name: &Path, inputs: &[&Path]) -> Result<Output, BadInput> {
    Output::named(name, inputs).map_err(|message| BadInput::new("io", message))
}

/// Writes, or says why not.
pub(crate) fn write(output: &Output, bytes: &[u8]) -> Result<(), BadInput> {
    output
        .write(bytes)
        .map_err(|message| BadInput::new("io", message))
}

/// The name that is given, or the first file's with `.cert` appended.
pub(crate) fn name(arguments: &Certify) -> Result<PathBuf, BadInput> {
    match (&arguments.output, arguments.files.first()) {
        (Some(path), _) => Ok(path.clone()),
        (None, Some(first)) => Ok(beside(first, "cert")),
        (None, None) => Err(BadInput::new("usage", "no input file")),
    }
}

fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.to_owned().into_os_string();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

/// Refuses to replace a certificate about something else, and what the program includes.
///
/// A certificate with the name that it has by default, made with the same options, is about an
/// older version of the program; with any other name it may be about another one. The certificate
/// of an earlier version that the new one is made from may be replaced.
pub(crate) fn protect(
    (arguments, old): (&Certify, Option<&Path>),
    output: &Output,
    program: &Program,
) -> Result<(), BadInput> {
    if !output.spares(&program.cfa.files) {
        let message = "the program is made of the file that is to be written";
        return Err(BadInput::new("io", message));
    }
    let binding = binding(program);
    let Some(kept) = kept(output, arguments.force) else {
        return Ok(());
    };
    if old.is_some_and(|old| arguments.output.as_deref() == Some(old)) {
        return Ok(());
    }
    let other = match &kept {
        Err(_) => "that this version cannot read",
        Ok(old) if old.binding.specification != binding.specification => {
            "about another specification"
        }
        Ok(old) if old.binding.profile != binding.profile => "about another profile",
        Ok(old) if old.binding.cfa == binding.cfa => return Ok(()),
        Ok(old) if arguments.output.is_none() && made_alike(old, arguments) => return Ok(()),
        Ok(_) => "about another program",
    };
    let name = text::path(&name(arguments)?);
    let advice = format!("{}, or --force", proposal(arguments));
    Err(refusal(&name, other, kept.as_ref().ok(), &advice))
}

/// What a certificate about a program is bound to.
pub(crate) fn binding(program: &Program) -> Binding {
    Binding::of(
        program.cfa.profile,
        SIGNATURE,
        &program.specification,
        &cfa_bytes(&program.arena, &program.cfa),
    )
}

/// Whether an old certificate was made for the same entry with the same arguments, as far as it
/// tells.
fn made_alike(old: &Certificate, arguments: &Certify) -> bool {
    let source = &arguments.source;
    made(old).is_none_or(|made| made.entry == source.entry && made.arguments == source.cpp_args)
}

/// The output of `strip`, which by default replaces its input.
pub(crate) fn of_strip(arguments: &Strip, stripped: &Certificate) -> Result<Output, BadInput> {
    let Some(name) = &arguments.output else {
        return named(&arguments.certificate, &[]);
    };
    let output = named(name, &[&arguments.certificate])?;
    match kept(&output, arguments.force) {
        None => Ok(output),
        Some(Ok(old)) if old.binding == stripped.binding => Ok(output),
        Some(kept) => {
            let other = "about another program or specification";
            let name = text::path(name);
            Err(refusal(
                &name,
                other,
                kept.as_ref().ok(),
                "another name, or --force",
            ))
        }
    }
}

/// The certificate that would be replaced, if there is one.
fn kept(output: &Output, force: bool) -> Option<Result<Certificate, ()>> {
    let bytes = output.existing(CERTIFICATE_BYTES_MAX)?;
    let certificate = bytes.starts_with(MAGIC) && !force;
    certificate.then(|| decode(&bytes).map_err(|_| ()))
}

fn refusal(name: &str, other: &str, old: Option<&Certificate>, advice: &str) -> BadInput {
    let about = match old {
        None => String::new(),
        Some(old) => format!(" ({})", subject(old)),
    };
    let message = format!("{name} holds a certificate {other}{about}, which stays: give {advice}");
    BadInput::new("overwrite", message)
}

/// Who made a certificate, if it tells.
fn made(certificate: &Certificate) -> Option<Provenance> {
    Provenance::decode(certificate.provenance.as_deref()?)
}

/// What a certificate says that it is about, in one line.
fn subject(certificate: &Certificate) -> String {
    let mut out = text::line(&certificate.binding.profile).into_owned();
    if let Some(specification) = &certificate.specification {
        let first = specification.lines().find(|row| !row.trim().is_empty());
        out.push_str(&format!(", {}", text::line(first.unwrap_or("").trim())));
    }
    if let Some(made) = made(certificate) {
        let specifications = made.specifications.join(" ");
        let made = format!(", entry {} {specifications}", made.entry);
        out.push_str(text::line(&made).trim_end());
    }
    out
}

/// Another name: with the rule's in it.
fn proposal(arguments: &Certify) -> String {
    let rules: Vec<String> = arguments
        .source
        .specification
        .iter()
        .map(|file| rule(file))
        .collect();
    match arguments.files.first() {
        Some(first) if !rules.is_empty() => {
            let name = beside(first, &format!("{}.cert", rules.join("+")));
            format!("-o {}", text::path(&name))
        }
        Some(_) | None => "another name with -o".to_owned(),
    }
}

/// A rule's name: the rules of a pack are called `NAME/rule.spec`.
fn rule(file: &Path) -> String {
    let folder = file.parent().and_then(Path::file_name);
    let stem = match (file.file_stem(), folder) {
        (Some(stem), Some(folder)) if stem == "rule" => Some(folder),
        (stem, _) => stem,
    };
    stem.unwrap_or_default().to_string_lossy().into_owned()
}
