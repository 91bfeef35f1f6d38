//! `proofmark query` as a process, for measurements and comparisons: a script, a program, and the
//! object that is printed.

pub mod dead;
pub mod relations;
pub mod requests;
pub mod small;
pub mod split;

use crate::text;
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How scripts are executed.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The command.
    pub proofmark: PathBuf,
    /// Seconds for a script.
    pub seconds: u64,
    /// Seconds for a search.
    pub search: u64,
    /// Arguments behind those of each script.
    pub more: Vec<String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Said {
    /// Whether everything that was printed is known.
    pub complete: bool,
    /// What was printed.
    pub output: Vec<Value>,
    /// The questions, if they were to be explained.
    pub questions: Vec<Question>,
}

/// A question about executions, and what it cost (`docs/schema/query.json`).
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Question {
    /// What was asked.
    pub about: String,
    /// How many locations it was about.
    pub locations: usize,
    /// Of these: reached when inputs were tried.
    pub tried: usize,
    /// Reached by executions that searches found; of `SAFE`, executions that are rejected.
    pub found: usize,
    /// Without a path.
    pub without_path: usize,
    /// Unreachable by a certificate.
    pub certified: usize,
    /// Unknown.
    pub unknown: usize,
    /// Searches.
    pub searches: usize,
    /// Predicates of the search that has most.
    pub predicates: usize,
    /// Calls of decision procedures.
    pub solver_calls: u64,
    /// Bytes of certificates.
    pub certificate_bytes: usize,
    /// How long it took.
    pub seconds: f64,
}

impl Asker {
    /// Executes a script, which is put into a folder. The answer is text where there is no object
    /// with what scripts print.
    ///
    /// # Errors
    /// If files cannot be written, or the command does not start.
    pub fn ask(
        &self,
        script: &str,
        (file, folder): (&Path, &Path),
        more: &[&str],
    ) -> std::io::Result<Result<Said, String>> {
        let path = folder.join("script.query");
        std::fs::write(&path, script)?;
        let mut command = Command::new(&self.proofmark);
        command.arg("query").args([&path, file]);
        command.args(["--json", "--no-progress", "--jobs", "1"]);
        command.args(["--time-limit", &self.seconds.to_string()]);
        command.args(["--question-limit", &self.search.to_string()]);
        let output = command.args(more).args(&self.more).output()?;
        let said: Value = match serde_json::from_slice(&output.stdout) {
            Ok(said) if matches!(output.status.code(), Some(0 | 2)) => said,
            _ => return Ok(Err(text(&output))),
        };
        let Some(printed) = said["output"].as_array() else {
            return Ok(Err(said["reason"].as_str().unwrap_or_default().to_owned()));
        };
        let questions = match said.get("questions") {
            Some(questions) => serde_json::from_value(questions.clone())?,
            None => Vec::new(),
        };
        Ok(Ok(Said {
            complete: said["status"] == "complete",
            output: printed.clone(),
            questions,
        }))
    }
}

impl Said {
    /// The rows of a relation that was printed.
    pub fn rows(&self, printed: usize) -> Vec<Vec<String>> {
        self.listed(printed, "rows")
    }

    /// Those of which nobody knows.
    pub fn unknown(&self, printed: usize) -> Vec<Vec<String>> {
        self.listed(printed, "unknown")
    }

    fn listed(&self, printed: usize, what: &str) -> Vec<Vec<String>> {
        let rows = self.output.get(printed).map(|value| &value[what]);
        let rows = rows.and_then(|rows| serde_json::from_value(rows.clone()).ok());
        rows.unwrap_or_default()
    }

    /// What all questions cost together; of predicates, the most.
    pub fn sum(&self) -> Question {
        let mut sum = Question::default();
        for question in &self.questions {
            sum.locations += question.locations;
            sum.tried += question.tried;
            sum.found += question.found;
            sum.without_path += question.without_path;
            sum.certified += question.certified;
            sum.unknown += question.unknown;
            sum.searches += question.searches;
            sum.predicates = sum.predicates.max(question.predicates);
            sum.solver_calls += question.solver_calls;
            sum.certificate_bytes += question.certificate_bytes;
            sum.seconds += question.seconds;
        }
        sum
    }
}
