//! The side of `proofmark query -i` that answers.

use super::evidence::Evidence;
use super::explain::{assuming, explained};
use super::print::as_text;
use super::{
    bad_script, end, exhausted, facts_alone, limits, observers, read, subject, without_rules,
};
use crate::command::arguments::Query;
use crate::command::certify::denied;
use crate::command::failure::{load, BadInput};
use crate::command::progress::Bar;
use proofmark_frontend::Program;
use proofmark_guard::conversation::Requests;
use proofmark_guard::output::Output as File;
use proofmark_guard::text;
use proofmark_logic::cfa::LedgerEntry;
use proofmark_producer::reachability::{Explorer, Subject};
use proofmark_query::evaluate::Limits;
use proofmark_query::executions::Nobody;
use proofmark_query::facts::{Facts, SIGNATURE};
use proofmark_query::probe::Lines;
use proofmark_query::session::Session;
use proofmark_query::{Kind, Trouble};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Instant;

const HELP: &str = "\
Statements are those of scripts (docs/query-language.md); a formula by itself is printed, and its
`;` may be left out in front of an empty line. What has gone wrong has not been typed.
  :relations   the relations that have a value, with how many places they have
  :explain     which questions about executions the last input asked, and what each cost
  :save FILE   write what has been typed as a script
  :quit        end, as the end of the input does
";

/// Answers until there are no more requests.
///
/// # Errors
/// What is wrong with the program, or with the script before what is typed.
pub(crate) fn explore(
    arguments: &Query,
    interrupted: &Arc<AtomicBool>,
    requests: &Requests,
) -> Result<u8, BadInput> {
    without_rules(arguments)?;
    let (script, files) = arguments.parts();
    let before = script.map(|path| Ok::<_, BadInput>((path, read(path)?)));
    let before = before.transpose()?;
    let mut evidence = Evidence::new(arguments.evidence.as_deref(), (&files, &arguments.source))?;
    let deny = denied(&arguments.deny, arguments.policy.as_deref())?;
    let (facts, lines) = facts_alone(&files, &arguments.source)?;
    let names = names(&facts);
    let mut bar = Bar::new(!arguments.no_progress, interrupted.clone());
    let erase = bar.eraser();
    let program = OnceCell::new();
    let mut answering = Answering {
        arguments,
        files: &files,
        program: &program,
        session: Session::new(facts.clone(), Limits::default()),
        later: Some(Later {
            about: (facts, lines, deny),
            watch: &mut bar,
            witness: &mut evidence,
        }),
        explorer: None,
        typed: String::new(),
        explained: String::new(),
        inputs: 0,
        assumed: BTreeSet::new(),
    };
    text::print(&names);
    requests.answered();
    match before {
        Some((path, script)) => {
            let result = answering.answer(&script, (path, &text::path(path)));
            erase();
            result?;
        }
        None => text::print("`:help` says what can be typed; the end of the input ends this.\n"),
    }
    requests.answered();
    while let Some(request) = requests.next() {
        // An interruption is about one answer.
        interrupted.store(false, Ordering::SeqCst);
        let result = answering.request(&request);
        erase();
        if let Err(bad) = result {
            bad.say(false);
        }
        requests.answered();
    }
    let assumed = answering.assumed;
    evidence.finish(&assumed)?;
    Ok(0)
}

/// The words that the program has: relations and functions.
fn names(facts: &Facts) -> String {
    let relations = SIGNATURE.map(|(name, _)| name.to_owned());
    let functions = facts.rows("LOC_FUNC").into_iter();
    let functions = functions.filter_map(|row| Some((*row.get(1)?).to_owned()));
    let mut all: Vec<String> = functions.chain(relations).collect();
    all.sort_unstable();
    all.dedup();
    all.join("\n")
}

/// What an explorer will be made of.
struct Later<'a> {
    about: (Facts, Lines, Vec<String>),
    watch: &'a mut Bar,
    witness: &'a mut Evidence,
}

struct Answering<'a> {
    arguments: &'a Query,
    files: &'a [PathBuf],
    /// Put together when somebody asks for its executions.
    program: &'a OnceCell<Program>,
    session: Session,
    /// None is left when there is an explorer.
    later: Option<Later<'a>>,
    explorer: Option<Explorer<'a>>,
    /// What has been typed and has not gone wrong.
    typed: String,
    /// What the last input asked.
    explained: String,
    /// How many there were.
    inputs: usize,
    /// What answers assume.
    assumed: BTreeSet<LedgerEntry>,
}

impl<'a> Answering<'a> {
    fn request(&mut self, request: &str) -> Result<(), BadInput> {
        let Some(command) = request.trim().strip_prefix(':') else {
            self.inputs += 1;
            let named = format!("input {}", self.inputs);
            return self.answer(request, (Path::new("input"), &named));
        };
        let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
        match (name, rest.trim()) {
            ("help", "") => text::print(HELP),
            ("relations", "") => text::print(&self.relations()),
            ("explain", "") => text::print(match self.explained.is_empty() {
                true => "The last input asked nothing about executions that was not known.\n",
                false => &self.explained,
            }),
            ("save", "") => {
                let message = "error: `:save` needs the name of a file\n";
                return Err(BadInput::new("usage", message));
            }
            ("save", file) => self.save(Path::new(file))?,
            _ => {
                let message = format!("error: there is no command `:{}`", text::line(command));
                let help = "\n = help: `:help` lists them\n";
                return Err(BadInput::new("usage", message + help));
            }
        }
        Ok(())
    }

    fn relations(&self) -> String {
        let given = SIGNATURE.into_iter();
        let mut out = String::new();
        for (name, arity) in given.chain(self.session.names().relations()) {
            let _ = writeln!(out, "  {name}/{arity}");
        }
        out
    }

    fn save(&self, path: &Path) -> Result<(), BadInput> {
        let shown = text::path(path);
        if path.exists() {
            let message = format!("error: {shown} exists already; nothing is written over\n");
            return Err(BadInput::new("io", message));
        }
        let error = |error| BadInput::new("io", format!("error: {shown}: {error}\n"));
        let file = File::named(path, &[]).map_err(error)?;
        file.write(self.typed.as_bytes()).map_err(error)
    }

    /// The program, which is loaded once.
    ///
    /// # Errors
    /// Why it can't be: it may be listed all the same.
    fn program(&self) -> Result<&'a Program, BadInput> {
        match self.program.get() {
            Some(program) => Ok(program),
            None => {
                let loaded = load(self.files, &self.arguments.source)?;
                Ok(self.program.get_or_init(|| loaded))
            }
        }
    }

    /// Has somebody who answers questions about executions.
    fn explore(&mut self) -> Result<(), BadInput> {
        let program = self.program()?;
        if let Some(Later {
            about,
            watch,
            witness,
        }) = self.later.take()
        {
            let (facts, lines, deny) = about;
            let about = Subject {
                lines,
                deny,
                ..subject(program, &facts, &self.arguments.source.entry)
            };
            let most = limits(self.arguments, Instant::now());
            self.explorer = Some(Explorer::new(about, most, watch, witness));
        }
        Ok(())
    }

    /// Executes what is typed, or a script that has a path.
    fn answer(&mut self, given: &str, (path, named): (&Path, &str)) -> Result<(), BadInput> {
        let before = self.explorer.as_ref().map_or(0, Explorer::observers);
        let typed = self.session.read(given, before);
        let typed = typed.map_err(|trouble| bad_script(&trouble, named, given))?;
        let text = typed.text.clone();
        if typed.script.asks() {
            self.explore()?;
        }
        let mut print = |output| text::print(&as_text(output));
        let result = match &mut self.explorer {
            Some(explorer) => {
                explorer.allow(end(self.arguments, Instant::now()));
                if let Some(program) = self.program.get() {
                    let watchers = observers(&typed.script.observers, (path, &text), program)?;
                    explorer.observe(watchers);
                }
                self.session.execute(typed, explorer, &mut print)
            }
            None => self.session.execute(typed, &mut Nobody, &mut print),
        };
        let (costs, mut assumed) = match &mut self.explorer {
            Some(explorer) => (
                std::mem::take(&mut explorer.costs),
                std::mem::take(&mut explorer.assumed),
            ),
            None => Default::default(),
        };
        self.explained = explained(&costs, (named, &text)) + &assuming(&assumed);
        self.assumed.append(&mut assumed);
        if self.arguments.explain {
            text::warn(&self.explained);
        }
        result.map_err(|trouble| wrong(&trouble, named, &text))?;
        self.typed.push_str(text.trim_end());
        self.typed.push('\n');
        Ok(())
    }
}

/// What is wrong with an input. Unlike for a script, no status tells it from what takes too long.
fn wrong(trouble: &Trouble, named: &str, text: &str) -> BadInput {
    match trouble.kind {
        Kind::Limit | Kind::Unknown => exhausted(trouble, named, text),
        Kind::Syntax | Kind::Name | Kind::Value => bad_script(trouble, named, text),
    }
}
