//! Scripts that follow each other, as somebody types them.
//!
//! Together they are one script: what is printed is what that one would print. It matters for
//! complements, which are relative to the strings of all of them (docs/query-language.md). A string
//! that nobody has mentioned makes the session execute what came before again, without printing;
//! answers about executions are known by then.

use crate::evaluate::{literals, Limits, Literals, Output, State};
use crate::executions::Executions;
use crate::facts::Facts;
use crate::language::{read_on, Names, Script};
use crate::trouble::{Kind, Trouble};
use std::collections::BTreeMap;

/// What a formula by itself is put behind.
const PRINT: &str = "PRINT ";

/// What has been typed, and what it means.
pub struct Session {
    facts: Facts,
    limits: Limits,
    arities: BTreeMap<String, usize>,
    names: Names,
    /// Strings of the scripts that the program has not.
    more: Vec<String>,
    state: State,
    history: Vec<(Script, Literals)>,
}

/// What somebody has typed.
pub struct Typed {
    /// The text, as positions count it.
    pub text: String,
    /// What it says.
    pub script: Script,
    names: Names,
}

impl Session {
    /// Nothing has been typed.
    pub fn new(facts: Facts, limits: Limits) -> Session {
        Session {
            arities: facts.arities(),
            state: State::new(facts.clone(), &[], &limits),
            facts,
            limits,
            names: Names::default(),
            more: Vec::new(),
            history: Vec::new(),
        }
    }

    /// What has a value.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Reads what is typed next, before which there are so many observers. A formula by itself is
    /// printed.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self, text: &str, observers: usize) -> Result<Typed, Trouble> {
        let typed = |text: &str| {
            let known = (&self.names, observers);
            let (script, names) = read_on(text, &self.arities, known)?;
            let text = text.to_owned();
            Ok(Typed {
                text,
                script,
                names,
            })
        };
        typed(text).or_else(|trouble| {
            let formula = text.trim_end().trim_end_matches(';');
            let printed = format!("{PRINT}{formula}\n;");
            typed(&printed).map_err(|other: Trouble| {
                // What was meant for a statement has these, or does not begin like a formula.
                let at = other.at.checked_sub(PRINT.len());
                match at.filter(|at| !text.contains(":=") && (*at > 0 || other.kind == Kind::Name))
                {
                    Some(at) => Trouble {
                        at: at.min(text.len()),
                        ..other
                    },
                    None => trouble,
                }
            })
        })
    }

    /// Executes what has been read. If something goes wrong, it has not been typed.
    ///
    /// # Errors
    /// As those of [`crate::evaluate::evaluate`].
    pub fn execute(
        &mut self,
        typed: Typed,
        executions: &mut dyn Executions,
        print: &mut dyn FnMut(Output),
    ) -> Result<(), Trouble> {
        let Typed { script, names, .. } = typed;
        let (meant, mut new) = literals(&script, &self.facts)?;
        new.retain(|text| !self.more.contains(text));
        let mut state = match new.is_empty() {
            true => self.state.clone(),
            false => self.again(&new, executions)?,
        };
        state.mean(meant.clone());
        state.run(&script, &self.limits, executions, print)?;
        self.more.append(&mut new);
        self.history.push((script, meant));
        self.names = names;
        self.state = state;
        Ok(())
    }

    /// What came before, in a domain with some strings more.
    fn again(&self, new: &[String], executions: &mut dyn Executions) -> Result<State, Trouble> {
        let more: Vec<String> = self.more.iter().chain(new).cloned().collect();
        let mut state = State::new(self.facts.clone(), &more, &self.limits);
        for (script, meant) in &self.history {
            state.mean(meant.clone());
            state.run(script, &self.limits, executions, &mut |_| {})?;
        }
        Ok(state)
    }
}
