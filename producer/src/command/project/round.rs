//! One time through a project: from its file to the answers of its pairs.

use super::answer::{Answered, How, Verdict};
use super::file::Project;
use super::pair::{Pair, PairName};
use super::runs::{Runs, Wanted};
use super::store::Store;
use crate::command::arguments::Verify;
use crate::command::failure::BadInput;
use crate::command::progress::Count;
use proofmark_guard::text;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Memory that is taken for available where the system does not tell, in MiB.
const MEBIBYTES_DEFAULT: u64 = 4096;

/// A project, and what became of its pairs.
pub(crate) struct Round {
    pub(crate) project: Project,
    pub(crate) store: Store,
    /// The programs that were asked for; all if there are none.
    pub(crate) chosen: BTreeSet<String>,
    pub(crate) answers: BTreeMap<PairName, Answered>,
    /// Pairs that were demanded before and are no more.
    pub(crate) removed: Vec<PairName>,
    /// How many certificates were removed from the store, if that was asked.
    pub(crate) cleaned: Option<usize>,
}

impl Round {
    /// Reads the project that a command line names.
    ///
    /// # Errors
    /// What is wrong with the project file or with the store, and programs that it does not have.
    pub(crate) fn read(arguments: &Verify) -> Result<Round, BadInput> {
        let project = Project::read(&arguments.project)?;
        for name in &arguments.programs {
            if !project.programs.contains(name) {
                let names = project.programs.iter().map(|name| text::line(name));
                let message = format!(
                    "there is no program `{}` in {}; there are: {}",
                    text::line(name),
                    text::path(&project.file),
                    names.collect::<Vec<_>>().join(", ")
                );
                return Err(BadInput::new("usage", message));
            }
        }
        let store = Store::open(&project.directory, arguments.store.as_deref())?;
        let mut demanded = store.demanded();
        for pair in &project.pairs {
            demanded.remove(&pair.name);
        }
        Ok(Round {
            project,
            store,
            chosen: arguments.programs.iter().cloned().collect(),
            answers: BTreeMap::new(),
            removed: demanded.into_iter().collect(),
            cleaned: None,
        })
    }

    /// The pairs that were asked for.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = &Pair> {
        let chosen =
            |pair: &&Pair| self.chosen.is_empty() || self.chosen.contains(&pair.name.program);
        self.project.pairs.iter().filter(chosen)
    }

    /// Demands the pairs of the project, and certifies those that have no answer yet. Each
    /// certificate is in the store before the next answer is waited for.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub(crate) fn run(
        &mut self,
        arguments: &Verify,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<(), BadInput> {
        for pair in &self.project.pairs {
            self.store.remember(&pair.name, None)?;
        }
        if arguments.forget {
            let removed = std::mem::take(&mut self.removed);
            removed.iter().for_each(|pair| self.store.forget(pair));
        }
        let open = |pair: &&Pair| !self.answers.contains_key(&pair.name);
        let wanted: Vec<Wanted<'_>> = self
            .pairs()
            .filter(open)
            .map(|pair| (pair, self.store.newest(&pair.name)))
            .collect();
        let runs = Runs {
            directory: &self.project.directory,
            compiler: compiler(arguments)?,
            certificates: self.store.named_certificates(),
            jobs: arguments.jobs.map_or_else(processors, |n| n.get()),
            memory: arguments.memory.map_or_else(available, |n| n.get()),
            progress: Count::new(!arguments.json && !arguments.no_progress && !arguments.quiet),
            interrupted,
        };
        let mut answers = BTreeMap::new();
        let mut failed = None;
        runs.run(&wanted, |number, mut answer| {
            let Some((pair, _)) = wanted.get(number) else {
                return;
            };
            let made = matches!(answer.how, Some(How::Certified | How::Recertified));
            if answer.how == Some(How::Recertified) {
                answer.old_took = self.store.took(&pair.name);
            }
            if let Some(key) = &answer.key {
                let newest = (key.as_str(), made.then_some(answer.took));
                let remembered = self.store.remember(&pair.name, Some(newest));
                failed = remembered.err().or(failed.take());
            }
            answers.insert(pair.name.clone(), answer);
        });
        for (pair, _) in &wanted {
            let missing = || Answered::interrupted();
            answers.entry(pair.name.clone()).or_insert_with(missing);
        }
        self.answers.append(&mut answers);
        if let Some(error) = failed {
            return Err(error);
        }
        if arguments.clean {
            self.cleaned = Some(self.store.clean());
        }
        Ok(())
    }

    /// The rules that are applicable to none of their programs, if all of those were looked at.
    pub(crate) fn idle_rules(&self) -> Vec<&str> {
        let mut idle: BTreeMap<&str, bool> = BTreeMap::new();
        for pair in &self.project.pairs {
            let answer = self.answers.get(&pair.name);
            let silent = answer.is_some_and(|a| a.verdict == Verdict::NotApplicable);
            *idle.entry(&pair.name.rule).or_insert(true) &= silent;
        }
        idle.into_iter()
            .filter_map(|(rule, idle)| idle.then_some(rule))
            .collect()
    }

    /// The answer for the project. Single pairs that a rule is not applicable to are certified as
    /// far as that goes; a rule that is applicable to none was not meant so.
    pub(crate) fn verdict(&self) -> Verdict {
        let answers = self.answers.values().map(|answer| answer.verdict);
        let worst = answers
            .filter(|verdict| *verdict != Verdict::NotApplicable)
            .max();
        let idle = self.idle_rules();
        match worst {
            Some(verdict) if idle.is_empty() => verdict,
            Some(verdict) => verdict.max(Verdict::NotApplicable),
            None => Verdict::NotApplicable,
        }
    }
}

/// The compiler, for processes that run in another directory.
fn compiler(arguments: &Verify) -> Result<Option<PathBuf>, BadInput> {
    // Without a slash it is refused, with a message.
    let named = arguments.compiler.as_ref();
    let absolute = named.map(|path| match path.components().count() {
        1 if !path.is_absolute() => Ok(path.clone()),
        _ => std::path::absolute(path),
    });
    let failed = |error| BadInput::new("io", format!("--cc: {error}"));
    absolute.transpose().map_err(failed)
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// The memory that the system can give without swapping (proc(5)), in MiB.
fn available() -> u64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let row = told
        .lines()
        .find_map(|row| row.strip_prefix("MemAvailable:"));
    let kibibytes = row.and_then(|row| row.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.map_or(MEBIBYTES_DEFAULT, |n| (n >> 10).max(1))
}
