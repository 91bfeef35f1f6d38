//! `proofmark.toml`: which programs a project has, and which rules they must keep.
//!
//! The file is hostile input like any other. It chooses no compiler, paths in it are relative to
//! it, and everything that is wrong with it has a position.

use super::database;
use super::pair::{Abi, Pair, PairName, Settings};
use crate::command::failure::BadInput;
use proofmark_frontend::compiler::arguments;
use proofmark_frontend::{files, INLINE_LIMIT, LEDGER_KINDS};
use proofmark_guard::text;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned;

/// More is no project file.
const BYTES_MAX: usize = 1 << 20;
/// Most pairs of a program's entry and a rule.
const PAIRS_MAX: usize = 10_000;
/// Longer names are none.
const NAME_BYTES_MAX: usize = 200;
/// Limits on time and memory beyond these are none: a year, and a tebibyte.
const SECONDS_MAX: u64 = 366 * 24 * 3600;
const MEBIBYTES_MAX: u64 = 1 << 20;

/// What a project file demands.
pub(crate) struct Project {
    /// The file, as it was named.
    pub(crate) file: PathBuf,
    /// Where it is.
    pub(crate) directory: PathBuf,
    /// The names of its programs, in their order.
    pub(crate) programs: Vec<String>,
    /// What must be certified, by program, entry and rule, in their order.
    pub(crate) pairs: Vec<Pair>,
    /// Compilation databases that it names, relative to it.
    databases: Vec<PathBuf>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default)]
    program: Vec<Spanned<Program>>,
    #[serde(default)]
    rule: Vec<Spanned<Rule>>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    deny: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Program {
    name: Spanned<String>,
    files: Spanned<Vec<Spanned<String>>>,
    arguments: Option<Spanned<Vec<String>>>,
    compile_commands: Option<Spanned<String>>,
    #[serde(default)]
    abi: Abi,
    entries: Option<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    hints: Vec<Spanned<String>>,
    library_models: Option<bool>,
    #[serde(default)]
    limits: Limits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Rule {
    name: Spanned<String>,
    specifications: Option<Spanned<Vec<Spanned<String>>>>,
    built_in: Option<Spanned<bool>>,
    programs: Option<Spanned<Vec<Spanned<String>>>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Limits {
    time: Option<Spanned<u64>>,
    memory: Option<Spanned<u64>>,
    inline: Option<usize>,
}

impl Project {
    /// The files that the project names, and itself.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        let of_pairs = |pair: &Pair| {
            let files = pair.settings.files.iter();
            files
                .chain(&pair.specifications)
                .cloned()
                .collect::<Vec<_>>()
        };
        let named = self.pairs.iter().flat_map(of_pairs);
        let named: BTreeSet<PathBuf> = named.chain(self.databases.iter().cloned()).collect();
        let named = named.iter().map(|file| self.directory.join(file));
        named.chain([self.file.clone()]).collect()
    }

    /// Reads a project file, and looks whether the files that it names are there.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with its line and column.
    pub(crate) fn read(file: &Path) -> Result<Project, BadInput> {
        let source = Source::read(file)?;
        let read: File = toml::from_str(&source.text)
            .map_err(|error| source.error(&error.span().unwrap_or(0..0), error.message()))?;
        let mut reader = Reader {
            source: &source,
            programs: BTreeMap::new(),
            read: Vec::new(),
        };
        let deny = reader.denied(&read.deny)?;
        let mut names = Vec::new();
        for program in &read.program {
            names.push(reader.program(program, &read.limits, &deny)?);
        }
        let pairs = reader.pairs(&read, &names)?;
        Ok(Project {
            file: file.to_owned(),
            directory: source.directory.clone(),
            programs: names,
            pairs,
            databases: reader.read,
        })
    }
}

/// The text of a project file.
struct Source {
    shown: String,
    directory: PathBuf,
    text: String,
}

impl Source {
    fn read(file: &Path) -> Result<Source, BadInput> {
        let shown = text::path(file);
        let bytes = files::read(file, BYTES_MAX).map_err(|error| {
            let help = match error {
                files::Unreadable::Missing => "; docs/projects.md says what belongs into it",
                _ => "",
            };
            BadInput::new("io", format!("cannot read {shown}: {error}{help}"))
        })?;
        let text = String::from_utf8(bytes)
            .map_err(|_| BadInput::new("project", format!("{shown}: the text is not UTF-8")))?;
        let directory = match file.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            Some(_) | None => PathBuf::from("."),
        };
        Ok(Source {
            shown,
            directory,
            text,
        })
    }

    /// A message with a position and the line that it is about.
    fn error(&self, span: &Range<usize>, message: &str) -> BadInput {
        let start = (0..=span.start.min(self.text.len())).rev();
        let mut start = start.skip_while(|at| !self.text.is_char_boundary(*at));
        let start = start.next().unwrap_or(0);
        let before = self.text.get(..start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let row_start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before.get(row_start..).unwrap_or("").chars().count() + 1;
        let row = self.text.get(row_start..).unwrap_or("");
        let row = row.split('\n').next().unwrap_or("");
        let end = span.end.saturating_sub(row_start).min(row.len());
        let excerpt = text::excerpt(row, start.saturating_sub(row_start), end);
        let margin = " ".repeat(line.to_string().len());
        let place = format!("{}:{line}:{column}", self.shown);
        let marks = "^".repeat(excerpt.marked);
        BadInput {
            code: "project".to_owned(),
            message: format!(
                "error: {}\n{margin}--> {place}\n{margin} |\n{line} | {}\n{margin} | {}{marks}",
                text::message(message),
                excerpt.text,
                " ".repeat(excerpt.before)
            ),
        }
    }

    /// A name of a program, a rule or a function.
    fn name(&self, name: &Spanned<String>) -> Result<String, BadInput> {
        let wrong = |message: &str| Err(self.error(&name.span(), message));
        match name.get_ref() {
            name if name.is_empty() => wrong("a name is empty"),
            name if name.len() > NAME_BYTES_MAX => {
                wrong(&format!("a name is longer than {NAME_BYTES_MAX} bytes"))
            }
            name => Ok(name.clone()),
        }
    }

    /// A file that must be there. Its name stays relative to the project file.
    fn file(&self, name: &Spanned<String>) -> Result<PathBuf, BadInput> {
        let wrong = |message: String| Err(self.error(&name.span(), &message));
        let path = Path::new(name.get_ref());
        if name.get_ref().is_empty() || name.get_ref().contains('\0') {
            return wrong("this is no name of a file".to_owned());
        }
        if path.is_absolute() {
            return wrong("paths are relative to the project file".to_owned());
        }
        match std::fs::metadata(self.directory.join(path)) {
            Ok(known) if known.is_file() => Ok(plain(path)),
            Ok(_) => wrong(format!("{} is no regular file", text::path(path))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                wrong(format!("there is no file {}", text::path(path)))
            }
            Err(error) => wrong(format!("{}: {error}", text::path(path))),
        }
    }

    /// Refuses what is there twice.
    fn once<'a>(
        &self,
        what: &str,
        names: impl Iterator<Item = &'a Spanned<String>>,
    ) -> Result<(), BadInput> {
        let mut seen = BTreeSet::new();
        for name in names {
            if !seen.insert(name.get_ref()) {
                let message = format!("{what} `{}` is there twice", text::line(name.get_ref()));
                return Err(self.error(&name.span(), &message));
            }
        }
        Ok(())
    }

    fn within(&self, number: &Option<Spanned<u64>>, most: u64) -> Result<Option<u64>, BadInput> {
        match number {
            Some(n) if *n.get_ref() == 0 || *n.get_ref() > most => {
                Err(self.error(&n.span(), &format!("this must be from 1 to {most}")))
            }
            Some(n) => Ok(Some(*n.get_ref())),
            None => Ok(None),
        }
    }
}

/// A name that no command takes for an option.
fn plain(path: &Path) -> PathBuf {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-') => Path::new(".").join(path),
        Some(_) | None => path.to_owned(),
    }
}

/// What is read so far.
struct Reader<'a> {
    source: &'a Source,
    /// What is said about each program.
    programs: BTreeMap<String, (Arc<Settings>, Vec<String>)>,
    read: Vec<PathBuf>,
}

impl Reader<'_> {
    fn denied(&self, kinds: &[Spanned<String>]) -> Result<Vec<String>, BadInput> {
        for kind in kinds {
            if !LEDGER_KINDS.contains(&kind.get_ref().as_str()) {
                let message = format!(
                    "there is no kind of assumption `{}`; there are: {}",
                    text::line(kind.get_ref()),
                    LEDGER_KINDS.join(", ")
                );
                return Err(self.source.error(&kind.span(), &message));
            }
        }
        Ok(kinds.iter().map(|kind| kind.get_ref().clone()).collect())
    }

    /// Reads a program, and returns its name.
    fn program(
        &mut self,
        program: &Spanned<Program>,
        common: &Limits,
        deny: &[String],
    ) -> Result<String, BadInput> {
        let (source, program) = (self.source, program.get_ref());
        let name = source.name(&program.name)?;
        if self.programs.contains_key(&name) {
            let message = format!("the program `{}` is there twice", text::line(&name));
            return Err(source.error(&program.name.span(), &message));
        }
        let named = program.files.get_ref();
        if named.is_empty() {
            return Err(source.error(&program.files.span(), "a program needs a file"));
        }
        source.once("the file", named.iter())?;
        let files: Vec<PathBuf> = named
            .iter()
            .map(|file| source.file(file))
            .collect::<Result<_, _>>()?;
        let entries = match &program.entries {
            None => vec!["main".to_owned()],
            Some(entries) if entries.get_ref().is_empty() => {
                return Err(source.error(&entries.span(), "a program needs an entry"));
            }
            Some(entries) => {
                source.once("the entry", entries.get_ref().iter())?;
                let entries = entries.get_ref().iter().map(|entry| source.name(entry));
                entries.collect::<Result<_, _>>()?
            }
        };
        let arguments = self.arguments(program, &files)?;
        let (own, common) = (&program.limits, common);
        let time = source.within(&own.time, SECONDS_MAX)?;
        let memory = source.within(&own.memory, MEBIBYTES_MAX)?;
        let settings = Settings {
            files,
            arguments,
            abi: program.abi,
            hints: program.hints.iter().map(|h| h.get_ref().clone()).collect(),
            library_models: program.library_models.unwrap_or(true),
            deny: deny.to_vec(),
            seconds: time.or(source.within(&common.time, SECONDS_MAX)?),
            mebibytes: memory.or(source.within(&common.memory, MEBIBYTES_MAX)?),
            inline_limit: own.inline.or(common.inline).unwrap_or(INLINE_LIMIT),
        };
        self.programs
            .insert(name.clone(), (Arc::new(settings), entries));
        Ok(name)
    }

    /// The compiler's arguments, which are looked at here because they have a position here.
    fn arguments(&mut self, program: &Program, files: &[PathBuf]) -> Result<Vec<String>, BadInput> {
        let (arguments, span) = match (&program.arguments, &program.compile_commands) {
            (Some(arguments), None) => (arguments.get_ref().clone(), arguments.span()),
            (None, Some(named)) => {
                let path = self.source.file(named)?;
                let directory = &self.source.directory;
                let found = database::arguments(directory, &path, files);
                self.read.push(path);
                let found = found.map_err(|m| self.source.error(&named.span(), &m))?;
                (found, named.span())
            }
            (None, None) => return Ok(Vec::new()),
            (Some(_), Some(named)) => {
                let message = "the arguments are given, or taken from a database, and not both";
                return Err(self.source.error(&named.span(), message));
            }
        };
        if let Some(word) = arguments.iter().find(|word| word.contains('\0')) {
            let message = format!("`{}` is no argument", text::line(word));
            return Err(self.source.error(&span, &message));
        }
        arguments::sort(&arguments, program.abi.profile())
            .map_err(|message| self.source.error(&span, &message))?;
        Ok(arguments)
    }

    fn pairs(&self, file: &File, names: &[String]) -> Result<Vec<Pair>, BadInput> {
        let source = self.source;
        let end = source.text.len()..source.text.len();
        if names.is_empty() {
            let message = "there is no program: add [[program]] with a name and files";
            return Err(source.error(&end, message));
        }
        if file.rule.is_empty() {
            let message = "there is no rule: add [[rule]] with a name and specifications, or with \
                           `built-in = true` for reach_error, assertions and the label ERROR";
            return Err(source.error(&end, message));
        }
        source.once(
            "the rule",
            file.rule.iter().map(|rule| &rule.get_ref().name),
        )?;
        let mut rules = Vec::new();
        for rule in &file.rule {
            rules.push(self.rule(rule, names)?);
        }
        let mut pairs = Vec::new();
        for (program, (settings, entries)) in names
            .iter()
            .filter_map(|name| Some((name, self.programs.get(name)?)))
        {
            for entry in entries {
                for (rule, specifications, programs) in &rules {
                    if !programs.contains(program.as_str()) {
                        continue;
                    }
                    if pairs.len() == PAIRS_MAX {
                        let message = format!("there are more than {PAIRS_MAX} pairs to certify");
                        return Err(source.error(&end, &message));
                    }
                    pairs.push(Pair {
                        name: PairName {
                            program: program.clone(),
                            entry: entry.clone(),
                            rule: rule.clone(),
                        },
                        settings: settings.clone(),
                        specifications: specifications.clone(),
                    });
                }
            }
        }
        Ok(pairs)
    }

    /// A rule's name, its specifications, and the programs that must keep it.
    fn rule<'n>(
        &self,
        rule: &'n Spanned<Rule>,
        names: &'n [String],
    ) -> Result<(String, Vec<PathBuf>, BTreeSet<&'n str>), BadInput> {
        let (source, place, rule) = (self.source, rule.span(), rule.get_ref());
        let name = source.name(&rule.name)?;
        let specifications = match (&rule.specifications, &rule.built_in) {
            (Some(files), None) if files.get_ref().is_empty() => {
                return Err(source.error(&files.span(), "a rule needs a specification"));
            }
            (Some(files), None) => {
                source.once("the specification", files.get_ref().iter())?;
                let files = files.get_ref().iter().map(|file| source.file(file));
                files.collect::<Result<_, _>>()?
            }
            (None, Some(built_in)) if *built_in.get_ref() => Vec::new(),
            (None, Some(built_in)) => {
                let message = "a rule has specifications, or `built-in = true`";
                return Err(source.error(&built_in.span(), message));
            }
            (None, None) => {
                let message = "a rule has specifications, or `built-in = true`";
                return Err(source.error(&place, message));
            }
            (Some(_), Some(built_in)) => {
                let message = "beside specifications the built-in errors do not count: give them \
                               a rule of their own";
                return Err(source.error(&built_in.span(), message));
            }
        };
        let programs = match &rule.programs {
            None => names.iter().map(String::as_str).collect(),
            Some(listed) => {
                source.once("the program", listed.get_ref().iter())?;
                for program in listed.get_ref() {
                    if !names.contains(program.get_ref()) {
                        let shown = text::line(program.get_ref());
                        let message = format!("there is no program `{shown}`");
                        return Err(source.error(&program.span(), &message));
                    }
                }
                let listed = listed.get_ref().iter();
                listed.map(|program| program.get_ref().as_str()).collect()
            }
        };
        Ok((name, specifications, programs))
    }
}
