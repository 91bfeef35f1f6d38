//! `--evidence`: why answers about executions are right. A folder with an execution for each
//! location that is reached, certificates for those that are not, and `index.json`.

use crate::command::arguments::Source;
use crate::command::failure::BadInput;
use crate::command::trace::Report;
use proofmark_frontend::{files, Program};
use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_producer::certify::Certified;
use proofmark_producer::reachability::{passing, Passing, Witness};
use proofmark_replay::interpret::Trace;
use proofmark_replay::story::Extent;
use proofmark_report::{hex, ledger};
use serde_json::{json, Value};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

/// A folder that evidence goes to; or none, where nobody wants it.
pub(super) struct Evidence {
    folder: Option<PathBuf>,
    /// The program: its files and how they are read.
    program: Value,
    /// What answers are about.
    question: String,
    reached: Vec<Value>,
    violated: Vec<Value>,
    unreachable: Vec<Value>,
    without_path: Vec<Value>,
    unknown: Vec<Value>,
    /// How many there are.
    certificates: usize,
    /// What went wrong first.
    failed: Option<io::Error>,
}

impl Evidence {
    /// Makes the folder, if somebody wants one, for answers about a program.
    ///
    /// # Errors
    /// If that is not possible, or something is in it.
    pub(super) fn new(
        folder: Option<&Path>,
        (files, source): (&[PathBuf], &Source),
    ) -> Result<Evidence, BadInput> {
        let mut program = Value::Null;
        if let Some(folder) = folder {
            program = described(files, source);
            let shown = text::path(folder);
            let error = |error: io::Error| BadInput::new("io", format!("{shown}: {error}"));
            std::fs::create_dir_all(folder).map_err(error)?;
            if std::fs::read_dir(folder).map_err(error)?.next().is_some() {
                let message = format!("{shown}: evidence goes to a folder that is new or empty");
                return Err(BadInput::new("io", message));
            }
        }
        Ok(Evidence {
            folder: folder.map(Path::to_owned),
            program,
            question: String::new(),
            reached: Vec::new(),
            violated: Vec::new(),
            unreachable: Vec::new(),
            without_path: Vec::new(),
            unknown: Vec::new(),
            certificates: 0,
            failed: None,
        })
    }

    fn write(&mut self, name: &str, bytes: &[u8]) {
        let Some(folder) = &self.folder else {
            return;
        };
        if let Err(error) = std::fs::write(folder.join(name), bytes) {
            self.failed.get_or_insert(error);
        }
    }

    /// Writes a certificate that nothing gets to these locations, and its specifications. Says what
    /// the index has of it.
    fn certificate(
        &mut self,
        locations: &[String],
        certified: &Certified,
        specifications: &[String],
    ) -> Value {
        self.certificates += 1;
        let name = format!("unreachable-{}", self.certificates);
        let certificate = format!("{name}.cert");
        self.write(&certificate, &certified.bytes);
        let mut observers = Vec::new();
        for (text, number) in specifications.iter().zip(1..) {
            let observer = match number {
                1 => format!("{name}.spec"),
                _ => format!("{name}-{number}.spec"),
            };
            self.write(&observer, text.as_bytes());
            observers.push(observer);
        }
        json!({
            "question": self.question,
            "locations": locations,
            "certificate": certificate,
            "blake3": hex(&proofmark_certs::digest(&certified.bytes)),
            "specifications": observers,
        })
    }

    /// Writes the index, with what answers assume.
    ///
    /// # Errors
    /// What went wrong when anything was written.
    pub(super) fn finish(mut self, assumed: &BTreeSet<LedgerEntry>) -> Result<(), BadInput> {
        let assumed: Vec<LedgerEntry> = assumed.iter().cloned().collect();
        let index = json!({
            "program": self.program,
            "ledger": ledger(&assumed),
            "reached": self.reached,
            "violated": self.violated,
            "unreachable": self.unreachable,
            "without_path": self.without_path,
            "unknown": self.unknown,
        });
        self.write("index.json", format!("{index:#}\n").as_bytes());
        match (self.failed, self.folder) {
            (Some(error), Some(folder)) => {
                let message = format!("{}: {error}", text::path(&folder));
                Err(BadInput::new("io", message))
            }
            _ => Ok(()),
        }
    }
}

/// What the index says about the program: a certificate says only of an automaton that it has no
/// run to an error. A file that cannot be read has no digest, and is refused elsewhere.
fn described(names: &[PathBuf], source: &Source) -> Value {
    let digest = |path: &Path| {
        let bytes = files::read(path, files::INPUT_BYTES_MAX).ok()?;
        Some(hex(&proofmark_certs::digest(&bytes)))
    };
    let names: Vec<Value> = names
        .iter()
        .map(|path| json!({ "name": text::path(path), "blake3": digest(path) }))
        .collect();
    json!({
        "files": names,
        "entry": source.entry,
        "profile": source.arch.profile().name(),
        "arguments": source.cpp_args,
    })
}

impl Witness for Evidence {
    fn about(&mut self, question: &str) {
        question.clone_into(&mut self.question);
    }

    fn reached(&mut self, program: &Program, executions: &[(&str, &Trace)]) {
        if self.folder.is_none() {
            return;
        }
        // The program is analysed once more for these.
        let names = proofmark_replay::names(program);
        for Passing { trace, passed } in passing(executions) {
            let name = format!("execution-{}.txt", self.reached.len() + 1);
            let reached: Vec<&str> = passed.iter().map(|(_, location)| *location).collect();
            let own = passed.iter();
            let own = own.map(|(steps, location)| (*steps, (*location).to_owned()));
            // What the end depends on takes longer to find out than the execution did.
            let report = Report::passing((program, &names), trace, own.collect()).text();
            let last = reached.last().copied().unwrap_or_default();
            self.write(&name, format!("reaches {last}\n{report}").as_bytes());
            let row = json!({
                "question": self.question,
                "locations": reached,
                "execution": name,
            });
            self.reached.push(row);
        }
    }

    fn violated(&mut self, program: &Program, trace: &Trace) {
        if self.folder.is_none() {
            return;
        }
        let name = format!("violation-{}.txt", self.violated.len() + 1);
        let report = Report::new(program, trace, Extent::Everything).text();
        self.write(&name, format!("{}\n{report}", self.question).as_bytes());
        let row = json!({ "question": self.question, "execution": name });
        self.violated.push(row);
    }

    fn unreachable(
        &mut self,
        locations: &[String],
        (certified, specifications): (&Certified, &[String]),
    ) {
        let row = self.certificate(locations, certified, specifications);
        self.unreachable.push(row);
    }

    fn without_path(&mut self, locations: &[String], certified: Option<(&Certified, &[String])>) {
        let row = match certified {
            Some((certified, texts)) => self.certificate(locations, certified, texts),
            None => json!({ "question": self.question, "locations": locations }),
        };
        self.without_path.push(row);
    }

    fn wants_certificates(&self) -> bool {
        self.folder.is_some()
    }

    fn unknown(&mut self, locations: &[String], reason: &str) {
        let question = &self.question;
        let row = json!({ "question": question, "locations": locations, "reason": reason });
        self.unknown.push(row);
    }
}
