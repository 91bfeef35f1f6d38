//! Bad input: what cannot even be started on.

use proofmark_certs::Certificate;
use proofmark_frontend::files::{self, Unreadable};
use proofmark_frontend::library;
use proofmark_frontend::library::Role;
use proofmark_frontend::{ErrorKind, LoadError, Models, Options, Program};
use proofmark_guard::text;
use proofmark_producer::training;
use proofmark_replay::Monitored;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments::Source;

/// Why a command stops: exit status 3.
pub(crate) struct BadInput {
    /// A stable code.
    pub(crate) code: String,
    /// One message for people, possibly of several lines.
    pub(crate) message: String,
}

impl BadInput {
    pub(crate) fn new(code: &str, message: impl AsRef<str>) -> BadInput {
        BadInput {
            code: code.to_owned(),
            message: text::message(message.as_ref()),
        }
    }
}

impl BadInput {
    /// Tells people, or scripts too.
    pub(crate) fn say(&self, json: bool) {
        if json {
            let answer = json!({
                "verdict": "bad-input", "code": self.code, "message": self.message
            });
            text::print_json(&answer);
        }
        text::warn(&format!("{}\n", self.message.trim_end()));
    }
}

/// The stable name of a kind of error.
pub(crate) fn code(kind: ErrorKind) -> String {
    kind.name().replace(' ', "-")
}

impl From<LoadError> for BadInput {
    fn from(error: LoadError) -> BadInput {
        BadInput {
            code: code(error.kind),
            message: error.render(),
        }
    }
}

/// Reads a program.
pub(crate) fn load(files: &[PathBuf], source: &Source) -> Result<Program, BadInput> {
    Ok(proofmark_frontend::load(files, &options(source)?)?)
}

/// Reads a program to run it.
pub(crate) fn load_monitored(files: &[PathBuf], source: &Source) -> Result<Monitored, BadInput> {
    Ok(Monitored::load(files, &options(source)?)?)
}

/// How the front end reads what a command line names.
pub(crate) fn options(source: &Source) -> Result<Options, BadInput> {
    Ok(Options {
        entry: source.entry.clone(),
        cpp_args: source.cpp_args.clone(),
        compiler: source.compiler.clone(),
        specification: proofmark_frontend::spec::read(&source.specification)?,
        inline_limit: source.inline_limit,
        models: Models::unless(source.no_library_models),
        library: libraries(&source.libraries)?,
        ..Options::new(source.arch.profile())
    })
}

/// The boolean libraries that are used. The checker takes none without proof, either.
fn libraries(paths: &[PathBuf]) -> Result<Role, BadInput> {
    let mut all = Vec::new();
    for path in paths {
        let found = library::read(path)?;
        if found.proofs.is_empty() {
            let (shown, why) = (text::path(path), library::NO_PROOF);
            let message = format!("error: library: {shown}: {why}");
            return Err(BadInput::new("library", message));
        }
        for (f, proof) in found.functions.iter().zip(&found.proofs) {
            if let Err(error) = proofmark_certs::open(proof) {
                let (shown, name) = (text::path(path), &f.name);
                let message = format!("error: library: {shown}: the proof of `{name}`: {error}");
                return Err(BadInput::new("library", message));
            }
        }
        all.push(Arc::new(found));
    }
    Ok(training::role(all))
}

/// Reads a certificate and its bytes.
pub(crate) fn read_certificate(path: &Path) -> Result<(Certificate, Vec<u8>), BadInput> {
    let shown = text::path(path);
    let most = proofmark_certs::limits::CERTIFICATE_BYTES_MAX;
    let bytes = files::read(path, most).map_err(|error| match error {
        Unreadable::TooLong(_) => BadInput::new(
            "limit",
            format!("{shown}: longer than any certificate that is accepted"),
        ),
        Unreadable::Missing | Unreadable::System(_) | Unreadable::Special(_) => {
            BadInput::new("io", format!("cannot read {shown}: {error}"))
        }
    })?;
    match proofmark_certs::decode(&bytes) {
        Ok(certificate) => Ok((certificate, bytes)),
        Err(_) if bytes.starts_with(library::text::NAME.as_bytes()) => Err(BadInput::new(
            "format",
            format!(
                "{shown}: a boolean library, and no certificate: `proofmark-check API.c LIB` says \
                 whether it abstracts its C"
            ),
        )),
        Err(error) => Err(BadInput::new("format", format!("{shown}: {error}"))),
    }
}
