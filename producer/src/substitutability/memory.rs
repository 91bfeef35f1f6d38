//! What one run leaves for the next: a folder with models and their certificates, by what the
//! component is, and the words of observation tables. Nothing in it is believed: certificates are
//! checked, and tables only say which questions to ask first.

use super::assume::{Table, Tables};
use super::component::{accepted, Part};
use super::observing::Goal;
use proofmark_assembly::{component, Assembly, Automaton};
use proofmark_certs::limits::CERTIFICATE_BYTES_MAX;
use proofmark_frontend::files;
use proofmark_frontend::LoadError;
use proofmark_guard::output::Output;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest text that is read.
const TEXT_MAX: usize = 64 << 20;
/// The file with tables.
const TABLES: &str = "tables";

/// The folder.
#[derive(Clone, Debug)]
pub struct Memory {
    folder: PathBuf,
}

impl Memory {
    /// A folder, which is made if there is none.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn open(folder: &Path) -> Result<Memory, String> {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        Ok(Memory {
            folder: folder.to_owned(),
        })
    }

    fn file(&self, name: &str, kind: &str) -> PathBuf {
        self.folder.join(format!("{name}.{kind}"))
    }

    fn text(&self, name: &str, kind: &str) -> Option<String> {
        String::from_utf8(files::read(&self.file(name, kind), TEXT_MAX).ok()?).ok()
    }

    /// What is known of a component, if the checker accepts it; and a certificate of its last
    /// version. Whether there is a model.
    ///
    /// # Errors
    /// What is wrong with the component.
    pub fn recall(&self, assembly: &Assembly, part: &mut Part) -> Result<bool, LoadError> {
        let newest = self.file(&part.component.name, "newest");
        part.earlier = files::read(&newest, CERTIFICATE_BYTES_MAX).ok();
        let text = self.text(&part.key, "aut");
        let Some(automaton) = text.and_then(|text| Automaton::parse(&text).ok()) else {
            return Ok(false);
        };
        let certificate = files::read(&self.file(&part.key, "cert"), CERTIFICATE_BYTES_MAX);
        let Ok(certificate) = certificate else {
            return Ok(false);
        };
        if !automaton.alphabet().iter().eq(&part.component.events) {
            return Ok(false);
        }
        let specification = component::specification(assembly, &part.component, &automaton)?;
        let mut program = part
            .program
            .instrumented(specification, Arc::new(|_, _| ()))?;
        if !accepted(&mut program, &certificate) {
            return Ok(false);
        }
        part.settle(automaton, certificate);
        Ok(true)
    }

    /// What is known of an observer, if the checker accepts it.
    ///
    /// # Errors
    /// What is wrong with the observer.
    pub fn recall_goal(&self, assembly: &Assembly, goal: &mut Goal) -> Result<(), LoadError> {
        let Some(key) = goal.key() else {
            return Ok(());
        };
        let text = self.text(key, "aut");
        let certificate = files::read(&self.file(key, "cert"), CERTIFICATE_BYTES_MAX);
        let automaton = text.and_then(|text| Automaton::parse(&text).ok());
        if let (Some(automaton), Ok(certificate)) = (automaton, certificate) {
            goal.recall(assembly, automaton, certificate)?;
        }
        Ok(())
    }

    /// Keeps what is known of an observer.
    pub fn keep_goal(&self, goal: &Goal) {
        if let (Some(key), Some(certificate)) = (goal.key(), goal.certificate()) {
            self.write(&self.file(key, "aut"), goal.allows.text().as_bytes());
            self.write(&self.file(key, "cert"), certificate);
        }
    }

    /// Keeps what is known of a component. That something cannot be written only costs the next run
    /// time.
    pub fn keep(&self, part: &Part) {
        let Some(certificate) = &part.certificate else {
            return;
        };
        let model = part.keeps.text();
        self.write(&self.file(&part.key, "aut"), model.as_bytes());
        self.write(&self.file(&part.key, "cert"), certificate);
        self.write(&self.file(&part.component.name, "newest"), certificate);
    }

    fn write(&self, path: &Path, bytes: &[u8]) {
        let _ = Output::unfollowed(path).write(bytes);
    }

    /// The tables of the last run.
    pub fn tables(&self) -> Tables {
        let mut tables = Tables::new();
        let mut now: Option<(String, String)> = None;
        for line in self.text(TABLES, "txt").unwrap_or_default().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let spelled = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect();
            match (words.as_slice(), &now) {
                (["order", property, components @ ..], _) => {
                    let order = spelled(components);
                    tables.orders.insert((*property).to_owned(), order);
                }
                (["table", property, component], _) => {
                    now = Some(((*property).to_owned(), (*component).to_owned()));
                }
                (["assumption", words @ ..], Some(key)) => {
                    let table: &mut Table = tables.tables.entry(key.clone()).or_default();
                    table.assumption = Some(words.join(" ").replace('|', "\n"));
                }
                (["access", word @ ..], Some(key)) => {
                    let table: &mut Table = tables.tables.entry(key.clone()).or_default();
                    table.access.push(spelled(word));
                }
                (["suffix", word @ ..], Some(key)) => {
                    let table: &mut Table = tables.tables.entry(key.clone()).or_default();
                    table.suffixes.push(spelled(word));
                }
                _ => {}
            }
        }
        tables
    }

    /// Keeps tables.
    pub fn keep_tables(&self, tables: &Tables) {
        let mut out = String::new();
        for (property, components) in &tables.orders {
            let _ = writeln!(out, "order {property} {}", components.join(" "));
        }
        for ((property, component), table) in &tables.tables {
            let _ = writeln!(out, "table {property} {component}");
            if let Some(text) = &table.assumption {
                let _ = writeln!(out, "assumption {}", text.trim_end().replace('\n', "|"));
            }
            for (kind, words) in [("access", &table.access), ("suffix", &table.suffixes)] {
                for word in words.iter().filter(|word| !word.is_empty()) {
                    let _ = writeln!(out, "{kind} {}", word.join(" "));
                }
            }
        }
        self.write(&self.file(TABLES, "txt"), out.as_bytes());
    }
}
