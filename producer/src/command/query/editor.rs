//! The side of `proofmark query -i` that somebody types at. It knows nothing of the program but
//! names: what is typed goes to the process that has read it.

use proofmark_guard::conversation::Talk;
use proofmark_guard::text;
use proofmark_query::language::{is_whole, KEYWORDS};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};
use std::io::{BufRead, IsTerminal};

/// What stands in front of what is typed.
const PROMPT: &str = "query> ";

/// Asks what is typed until its end, or until nobody answers any more.
pub(crate) fn converse(talk: &mut Talk) {
    // Who answers tells why, if it does not.
    let _ = talked(talk);
}

fn talked(talk: &mut Talk) -> rustyline::Result<()> {
    let mut names = String::new();
    talk.answer(&mut |row| names.push_str(row))?;
    show(talk)?;
    if !std::io::stdin().is_terminal() {
        return piped(talk);
    }
    let config = Config::builder().auto_add_history(true).build();
    let mut editor = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(Typing::new(&names)));
    loop {
        match editor.readline(PROMPT) {
            Ok(text) if is_end(&text) => return Ok(()),
            Ok(text) => ask(talk, &text)?,
            // Whoever interrupts what he types begins anew.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// What comes from a pipe or a file is cut like what is typed.
fn piped(talk: &mut Talk) -> rustyline::Result<()> {
    let mut text = String::new();
    let mut input = std::io::stdin().lock();
    loop {
        let ended = input.read_line(&mut text)? == 0;
        if is_end(&text) {
            return Ok(());
        }
        if ended || sent(&text) {
            ask(talk, &text)?;
            text.clear();
        }
        if ended {
            return Ok(());
        }
    }
}

fn ask(talk: &mut Talk, text: &str) -> rustyline::Result<()> {
    if !text.trim().is_empty() {
        talk.ask(text)?;
        show(talk)?;
    }
    Ok(())
}

/// Prints an answer.
fn show(talk: &mut Talk) -> std::io::Result<()> {
    talk.answer(&mut text::print)
}

fn is_end(text: &str) -> bool {
    matches!(text.trim(), ":quit" | ":q" | ":exit")
}

/// Whether a text is a command, or ends.
fn whole(text: &str) -> bool {
    text.trim_start().starts_with(':') || is_whole(text)
}

/// Whether a text is sent: an empty line does that in any case.
fn sent(text: &str) -> bool {
    whole(text) || text.ends_with("\n\n")
}

/// What completion takes for a part of a word.
fn wordy(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '-')
}

/// Knows when a text ends, and which words may stand in it.
struct Typing {
    words: Vec<String>,
}

impl Typing {
    fn new(names: &str) -> Typing {
        // Candidates are shown as they are.
        let plain = |name: &&str| name.chars().all(wordy);
        let words = names.lines().filter(plain).chain(KEYWORDS);
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        words.sort_unstable();
        words.dedup();
        Typing { words }
    }
}

impl Helper for Typing {}
impl Highlighter for Typing {}

impl Hinter for Typing {
    type Hint = String;
}

impl Validator for Typing {
    fn validate(&self, typed: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = typed.input();
        Ok(match sent(text) || text.ends_with('\n') {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

impl Completer for Typing {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..position).unwrap_or(line);
        let start = before.trim_end_matches(wordy).len();
        let begun = before.get(start..).unwrap_or_default();
        let fits = self.words.iter().filter(|word| word.starts_with(begun));
        Ok((start, fits.cloned().collect()))
    }
}
