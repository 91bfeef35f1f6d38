//! `proofmark explain` and `proofmark export`.

use super::arguments::{Explain, Export, Format};
use super::failure::{load, read_certificate, BadInput};
use super::library::bad;
use super::output;
use proofmark_assembly::{Assembly, Automaton};
use proofmark_certs::{Certificate, Provenance};
use proofmark_frontend::{library, Program};
use proofmark_guard::output::Output;
use proofmark_guard::text;
use proofmark_logic::arena::Expr;
use proofmark_logic::encode::cfa_bytes;
use proofmark_producer::export::text::{annotations, Annotation};
use proofmark_producer::export::{self, automata, ForeignCertificate};
use proofmark_report::{assumption, difference, events, ledger};
use serde_json::{json, Value};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Shows a certificate beside its program.
pub(crate) fn explain(arguments: &Explain) -> Result<(), BadInput> {
    let (certificate, bytes) = read_certificate(&arguments.certificate)?;
    let mut program = load(&arguments.files, &arguments.source)?;
    let invariants = match_program(&mut program, &certificate)?;
    let annotations = annotations(&program.arena, &program.cfa, &invariants);
    let numbers = numbers(&mut program, &certificate, &bytes, &invariants)?;
    if arguments.json {
        text::print_json(&as_json(&certificate, &program, &annotations, &numbers));
    } else {
        text::print(&as_text(&certificate, &program, &annotations, &numbers));
    }
    Ok(())
}

/// Writes the verification condition or the automaton, or draws an assembly.
pub(crate) fn export(arguments: &Export) -> Result<(), BadInput> {
    let output = export_output(arguments)?;
    let exported = match drawing(arguments)? {
        Some(drawing) => drawing,
        None => of_certificate(arguments)?,
    };
    if !(arguments.json && output.is_standard()) {
        output::write(&output, text::lines(&exported).as_bytes())?;
    }
    if arguments.json {
        let name = arguments.output.as_ref().filter(|_| !output.is_standard());
        let object = json!({
            "format": arguments.format.name(),
            "output": name.map(|path| text::path(path)),
            "bytes": exported.len(),
            "text": name.is_none().then_some(&exported),
        });
        text::print_json(&object);
    }
    Ok(())
}

fn of_certificate(arguments: &Export) -> Result<String, BadInput> {
    if arguments.files.is_empty() {
        let message = "behind the certificate, give the program's files; behind a library, its C";
        return Err(BadInput::new("usage", message));
    }
    if library::is_library(&arguments.certificate) {
        return of_library(arguments);
    }
    let (certificate, _) = read_certificate(&arguments.certificate)?;
    let mut program = load(&arguments.files, &arguments.source)?;
    written(&mut program, &certificate, arguments.format)
}

/// What the functions of a library owe, one after the other.
fn of_library(arguments: &Export) -> Result<String, BadInput> {
    let known = Arc::new(library::read(&arguments.certificate)?);
    let api = super::library::api(&arguments.files, &arguments.source)?;
    super::library::about(&api, &known)?;
    if known.proofs.is_empty() {
        return Err(bad(library::NO_PROOF.to_owned()));
    }
    let (comment, between) = match arguments.format {
        Format::Smt2 => (";", "(reset)\n"),
        Format::Dot => ("//", ""),
        Format::Text | Format::Svg => ("#", ""),
    };
    let mut out = String::new();
    for (f, proof) in known.functions.iter().zip(&known.proofs) {
        let mut program = api.duties(&known, &f.name).map_err(bad)?;
        let certificate = proofmark_certs::decode(proof).map_err(|e| bad(e.to_string()))?;
        if !out.is_empty() {
            out.push_str(between);
        }
        let _ = writeln!(out, "{comment} What `{}` owes.", f.name);
        out.push_str(&text::lines(&written(
            &mut program,
            &certificate,
            arguments.format,
        )?));
    }
    Ok(out)
}

fn written(
    program: &mut Program,
    certificate: &Certificate,
    format: Format,
) -> Result<String, BadInput> {
    let invariants = match_program(program, certificate)?;
    let (arena, cfa) = (&mut program.arena, &program.cfa);
    match format {
        Format::Smt2 => export::smt2::render(arena, cfa, &invariants).map_err(|_| too_large()),
        Format::Text => export::text::render(arena, cfa, &invariants).map_err(|_| too_large()),
        Format::Dot => Ok(export::dot::render(arena, cfa, &invariants)),
        Format::Svg => {
            let message = "as SVG there are assemblies (`.toml`) and automata over events (`.aut`)";
            Err(BadInput::new("usage", message))
        }
    }
}

/// An assembly or an automaton over events as a picture; `None` if the file's name says that it is
/// neither.
fn drawing(arguments: &Export) -> Result<Option<String>, BadInput> {
    let file = &arguments.certificate;
    let kind = file.extension().and_then(|suffix| suffix.to_str());
    let [of_assembly, of_automaton] = [Some("toml"), Some("aut")].map(|one| one == kind);
    if !of_assembly && !of_automaton {
        return Ok(None);
    }
    let usage = |message: &str| BadInput::new("usage", message);
    if !arguments.files.is_empty() {
        return Err(usage(
            "what an assembly or an automaton is made of, its file says",
        ));
    }
    let wrong = "assemblies and automata over events are drawn as `dot` or `svg`";
    let picture = match of_assembly {
        true => automata::of_assembly(&Assembly::read(file, arguments.source.compiler.clone())?),
        false => automata::of_automaton(&Automaton::read(file)?),
    };
    match arguments.format {
        Format::Dot => Ok(Some(picture.dot())),
        Format::Svg => Ok(Some(picture.svg())),
        Format::Smt2 | Format::Text => Err(usage(wrong)),
    }
}

/// Standard output if nothing else is said.
fn export_output(arguments: &Export) -> Result<Output, BadInput> {
    let name = arguments.output.as_deref().unwrap_or(Path::new("-"));
    let mut inputs = vec![arguments.certificate.as_path()];
    inputs.extend(arguments.files.iter().map(PathBuf::as_path));
    let specification = &arguments.source.specification;
    inputs.extend(specification.iter().map(PathBuf::as_path));
    output::named(name, &inputs)
}

fn too_large() -> BadInput {
    BadInput::new(
        "limit",
        "the verification condition is too large to be written down",
    )
}

/// The invariants, if the certificate is about this program.
fn match_program(program: &mut Program, certificate: &Certificate) -> Result<Vec<Expr>, BadInput> {
    let foreign = |error: ForeignCertificate| BadInput::new("program", error.to_string());
    let code = if certificate.binding.profile != program.cfa.profile.name() {
        "profile"
    } else if certificate.binding.cfa
        != proofmark_certs::digest(&cfa_bytes(&program.arena, &program.cfa))
    {
        "program"
    } else {
        let Program { arena, cfa, .. } = program;
        return export::invariants(arena, cfa, &certificate.annotations).map_err(foreign);
    };
    let differences = difference::differences(certificate, program);
    let why = difference::text(&differences);
    Err(BadInput::new(
        code,
        format!("the certificate is about another program\n{why}"),
    ))
}

/// Counts, by name.
fn numbers(
    program: &mut Program,
    certificate: &Certificate,
    bytes: &[u8],
    invariants: &[Expr],
) -> Result<Vec<(String, usize)>, BadInput> {
    let distinct = export::obligations(&mut program.arena, &program.cfa, invariants)
        .map_err(|_| too_large())?
        .len();
    let mut out = vec![
        ("locations".to_owned(), program.cfa.locations.len()),
        ("edges".to_owned(), program.cfa.edges.len()),
        ("variables".to_owned(), program.cfa.vars.len()),
        ("obligations".to_owned(), program.cfa.edges.len() + 2),
        ("obligations with a proof".to_owned(), distinct),
        (
            "lemmas".to_owned(),
            certificate
                .proofs
                .iter()
                .map(|proof| proof.lemmas.len())
                .sum(),
        ),
        ("proof tokens".to_owned(), tokens(certificate)),
        (
            "expressions".to_owned(),
            certificate.annotations.table.len(),
        ),
        ("bytes".to_owned(), bytes.len()),
    ];
    let sections = proofmark_certs::sections(bytes)
        .map_err(|error| BadInput::new("format", error.to_string()))?;
    out.extend(
        sections
            .iter()
            .map(|size| (format!("bytes of {}", size.section.name()), size.bytes)),
    );
    Ok(out)
}

/// Tokens of all proofs and lemma statements.
fn tokens(certificate: &Certificate) -> usize {
    let lemmas = |proof: &proofmark_logic::proof::ObligationProof| -> usize {
        proof
            .lemmas
            .iter()
            .map(|lemma| lemma.statement.len() + lemma.proof.len())
            .sum()
    };
    certificate
        .proofs
        .iter()
        .map(|proof| proof.proof.len() + lemmas(proof))
        .sum()
}

fn as_text(
    certificate: &Certificate,
    program: &Program,
    annotations: &[Annotation],
    numbers: &[(String, usize)],
) -> String {
    let mut out = format!(
        "profile {}\n\ninvariants (where nothing is shown, nothing is needed)\n",
        text::line(&certificate.binding.profile)
    );
    let (mut file, mut function) = ("", "");
    for annotation in annotations {
        if annotation.file != file {
            file = &annotation.file;
            let _ = writeln!(out, "  {file}");
        }
        let changed = annotation.function != function;
        function = &annotation.function;
        let shown = if changed {
            format!("  ({function})")
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "  {:>6}  {}{shown}",
            annotation.line, annotation.invariant
        );
    }
    out.push_str("\nassumptions\n");
    for entry in &certificate.ledger {
        let _ = writeln!(out, "  {}", assumption(entry));
    }
    if certificate.ledger.is_empty() {
        out.push_str("  none\n");
    }
    out.push_str("\nsizes\n");
    for (name, number) in numbers {
        let _ = writeln!(out, "  {number:>10}  {name}");
    }
    if let Some(specification) = &certificate.specification {
        out.push_str("\nspecification\n");
        out.push_str(&text::indented(specification, "  "));
    }
    out.push('\n');
    out.push_str(&events::text(program));
    for note in events::notes(program) {
        let _ = writeln!(out, "  note: {note}");
    }
    out.push_str(&made_by(certificate));
    out
}

fn made_by(certificate: &Certificate) -> String {
    let made = certificate
        .provenance
        .as_deref()
        .and_then(Provenance::decode);
    made.map_or_else(String::new, |made| {
        format!(
            "\nmade by {}\n",
            text::line(&format!("{} {}", made.tool, made.version))
        )
    })
}

fn as_json(
    certificate: &Certificate,
    program: &Program,
    annotations: &[Annotation],
    numbers: &[(String, usize)],
) -> Value {
    let invariants: Vec<Value> =
        annotations.iter().map(|a| json!({ "file": a.file, "line": a.line, "function": a.function, "invariant": a.invariant })).collect();
    let numbers: serde_json::Map<String, Value> = numbers
        .iter()
        .map(|(name, number)| (name.clone(), json!(number)))
        .collect();
    json!({
        "profile": certificate.binding.profile,
        "specification": certificate.specification,
        "invariants": invariants,
        "ledger": ledger(&certificate.ledger),
        "events": events::json(program),
        "notes": events::notes(program),
        "sizes": numbers,
    })
}
