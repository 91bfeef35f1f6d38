//! Executes scripts.

mod formulas;
mod questions;

use crate::executions::Executions;
use crate::facts::{is_line, Facts, Place, Strings};
use crate::language::{Action, Formula, Script, Statement, Term, Text};
use crate::relation::{Bounds, Cell, Column, Domain, Relation, Table, TooLarge};
use crate::trouble::{Kind, Trouble};
use proofmark_frontend::similar;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How much a script may do.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Statements that are executed, and rounds of loops.
    pub statements: u64,
    /// Values in one relation: rows times columns.
    pub values: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            statements: 1_000_000,
            values: 1 << 28,
        }
    }
}

/// What a script prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// A string.
    Text(String),
    /// A relation: its variables, and its rows in the order of their strings.
    Rows {
        /// The variables.
        columns: Vec<String>,
        /// The rows.
        rows: Vec<Vec<String>>,
        /// Rows that nobody knows to be in it or not.
        unknown: Vec<Vec<String>>,
    },
}

type Result<T> = std::result::Result<T, Trouble>;

/// Executes a script, and hands over what it prints.
///
/// # Errors
/// Values that do not exist, limits, and conditions of which nobody knows whether they hold.
pub fn evaluate(
    script: &Script,
    facts: Facts,
    limits: &Limits,
    executions: &mut dyn Executions,
    print: &mut dyn FnMut(Output),
) -> Result<()> {
    let (literals, new) = literals(script, &facts)?;
    let mut state = State::new(facts, &new, limits);
    state.mean(literals);
    state.run(script, limits, executions, print)
}

/// What the strings of a script are called in a program.
pub(crate) type Literals = Vec<(String, String)>;

/// The strings of a script: what each stands for, and those that the program has not.
///
/// # Errors
/// A place in two files.
pub(crate) fn literals(script: &Script, facts: &Facts) -> Result<(Literals, Vec<String>)> {
    let (mut meant, mut new) = (Vec::new(), Vec::new());
    for (text, at) in &script.literals {
        let place = match facts.strings.number(text) {
            Some(number) => Place::At(number),
            None => facts.place(text),
        };
        let string = match place {
            Place::At(number) => facts.strings.text(number).to_owned(),
            Place::Nowhere => {
                new.push(text.clone());
                text.clone()
            }
            Place::Line(line) => {
                new.push(line.clone());
                line
            }
            Place::Ambiguous => {
                let message = format!("`{text}` is a line of two files");
                let trouble = Trouble::new(Kind::Value, *at, message);
                return Err(trouble.help("write FILE:LINE"));
            }
        };
        meant.push((text.clone(), string));
    }
    Ok((meant, new))
}

/// The strings that a script asks the program's relations for, and that the program has not: no row
/// has them; and those that are written like locations, and are none.
pub fn missing(script: &Script, facts: &Facts) -> Vec<Trouble> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    let known = |text: &str| facts.strings.number(text).is_some();
    for (text, at) in &script.literals {
        if known(text) || seen.contains(text) {
            continue;
        }
        out.extend(no_location(text, facts).map(|message| {
            seen.insert(text);
            Trouble::new(Kind::Name, *at, message)
        }));
    }
    for (text, at) in &script.sought {
        if known(text) || !matches!(facts.place(text), Place::Nowhere) || !seen.insert(text) {
            continue;
        }
        let trouble = Trouble::new(
            Kind::Name,
            *at,
            format!("nothing in the program is called `{text}`"),
        );
        let like = similar::names(text, facts.strings.iter()).join(" or ");
        out.push(match like.is_empty() {
            true => trouble,
            false => trouble.help(format!("did you mean {like}?")),
        });
    }
    out
}

/// Why a string is no location that is written like one.
fn no_location(text: &str, facts: &Facts) -> Option<String> {
    match facts.place(text) {
        Place::At(_) | Place::Ambiguous => None,
        Place::Line(line) => Some(format!(
            "`{line}` is no location: nobody knows what gets there"
        )),
        Place::Nowhere if is_line(text) => Some(format!(
            "no file of the program is called so: nobody knows what gets to `{text}`"
        )),
        Place::Nowhere => None,
    }
}

/// What names stand for when scripts are executed.
#[derive(Clone)]
pub(crate) struct State {
    domain: Domain,
    strings: Strings,
    literals: HashMap<String, u32>,
    relations: BTreeMap<Column, Bounds<Table>>,
    texts: BTreeMap<Column, u32>,
    /// Observers by number; none for `Empty`.
    properties: BTreeMap<Column, Option<usize>>,
}

impl State {
    /// What the program has, and some strings more.
    pub(crate) fn new(mut facts: Facts, more: &[String], limits: &Limits) -> State {
        for text in more {
            facts.strings.add(text);
        }
        let relations = facts.relations.into_iter();
        State {
            domain: Domain {
                size: facts.strings.len(),
                most: limits.values,
            },
            strings: facts.strings,
            literals: HashMap::new(),
            relations: relations
                .map(|(name, table)| (name.into(), Bounds::exactly(table)))
                .collect(),
            texts: BTreeMap::new(),
            properties: BTreeMap::new(),
        }
    }

    /// Learns what the strings of a script stand for.
    pub(crate) fn mean(&mut self, literals: Literals) {
        for (text, string) in literals {
            if let Some(number) = self.strings.number(&string) {
                self.literals.insert(text, number);
            }
        }
    }

    /// Executes a script. What it has assigned before something goes wrong stays.
    pub(crate) fn run(
        &mut self,
        script: &Script,
        limits: &Limits,
        executions: &mut dyn Executions,
        print: &mut dyn FnMut(Output),
    ) -> Result<()> {
        let mut machine = Machine {
            state: self,
            executions: RefCell::new(executions),
            events: RefCell::new(Vec::new()),
            left: limits.statements,
            print,
        };
        machine.statements(&script.statements)
    }
}

struct Machine<'a> {
    state: &'a mut State,
    executions: RefCell<&'a mut dyn Executions>,
    /// What the formula is split by that is evaluated, and where in the script.
    events: RefCell<Vec<(usize, usize)>>,
    /// Statements that may still be executed.
    left: u64,
    print: &'a mut dyn FnMut(Output),
}

impl Machine<'_> {
    // -- statements

    fn statements(&mut self, statements: &[Statement]) -> Result<()> {
        statements.iter().try_for_each(|s| self.statement(s))
    }

    fn step(&mut self, at: usize) -> Result<()> {
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            let message = "the script executes more statements than it may";
            Trouble::new(Kind::Limit, at, message).help("does this loop end?")
        })?;
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<()> {
        let at = statement.at;
        self.step(at)?;
        match &statement.action {
            Action::Define {
                relation,
                terms,
                formula,
            } => self.define((relation, terms), formula, at),
            Action::Name { variable, text } => {
                let value = self.text(text, at)?;
                self.state.texts.insert(variable.clone(), value);
                Ok(())
            }
            Action::Observe { variable, property } => {
                let value = self.property(property, at)?;
                self.state.properties.insert(variable.clone(), value);
                Ok(())
            }
            Action::Say(text) => {
                let text = match text {
                    Text::Literal(text) => text.clone(),
                    Text::Variable(_) => self.state.strings.text(self.text(text, at)?).to_owned(),
                };
                (self.print)(Output::Text(text));
                Ok(())
            }
            Action::List(formula) => self.list(formula),
            Action::If {
                condition,
                then,
                otherwise,
            } => match self.holds(condition)? {
                true => self.statements(then),
                false => self.statements(otherwise),
            },
            Action::While { condition, body } => {
                while self.holds(condition)? {
                    self.step(at)?;
                    self.statements(body)?;
                }
                Ok(())
            }
            Action::For {
                variable,
                over,
                body,
            } => self.each(variable, over, (body, at)),
        }
    }

    fn define(
        &mut self,
        (relation, terms): (&Column, &[Term]),
        formula: &Formula,
        at: usize,
    ) -> Result<()> {
        let value = self.formula(formula)?;
        let mut cells = Vec::with_capacity(terms.len());
        let mut columns = Vec::with_capacity(terms.len());
        for term in terms {
            cells.push(match term {
                Term::Variable(variable) => {
                    columns.push(variable.clone());
                    Cell::Column(variable.clone())
                }
                Term::Text(text) => Cell::Fixed(self.text(text, at)?),
                // The parser refuses it there.
                Term::Any => continue,
            });
        }
        let table = match columns.len() == cells.len() {
            true => value.map(|value| value.table_of(&columns, &self.state.domain)),
            false => {
                let none = Bounds::exactly(Table::none(terms.len()));
                let old = self.state.relations.get(relation).unwrap_or(&none);
                old.with(&value, |old, value| {
                    old.updated(&cells, value, &self.state.domain)
                })
            }
        };
        let table = table.map_err(|TooLarge| self.too_large(formula.at))?;
        self.state.relations.insert(relation.clone(), table);
        Ok(())
    }

    fn list(&mut self, formula: &Formula) -> Result<()> {
        let value = self.formula(formula)?;
        let columns = formula.free.iter().map(|c| c.to_string()).collect();
        let output = Output::Rows {
            columns,
            rows: self.rows(formula, &value.surely)?,
            unknown: self.unknown(formula, &value)?,
        };
        (self.print)(output);
        Ok(())
    }

    /// The rows of a formula's value, in the order of their strings.
    fn rows(&self, formula: &Formula, value: &Relation) -> Result<Vec<Vec<String>>> {
        let table = value.table_of(&formula.free, &self.state.domain);
        let rows = table.and_then(|table| table.listed(&self.state.domain));
        let rows = rows.map_err(|TooLarge| self.too_large(formula.at))?;
        let texts = rows.iter().map(|row| {
            let texts = row
                .iter()
                .map(|value| self.state.strings.text(*value).to_owned());
            texts.collect::<Vec<String>>()
        });
        let mut texts: Vec<Vec<String>> = texts.collect();
        texts.sort_unstable();
        Ok(texts)
    }

    /// The rows of which nobody knows.
    fn unknown(&self, formula: &Formula, value: &Bounds<Relation>) -> Result<Vec<Vec<String>>> {
        let unknown = value.unknown(&self.state.domain);
        let unknown = unknown.map_err(|TooLarge| self.too_large(formula.at))?;
        match unknown.is_empty(&self.state.domain) {
            true => Ok(Vec::new()),
            false => self.rows(formula, &unknown),
        }
    }

    fn each(
        &mut self,
        variable: &Column,
        over: &Formula,
        (body, at): (&[Statement], usize),
    ) -> Result<()> {
        let value = self.formula(over)?;
        if !self.unknown(over, &value)?.is_empty() {
            let message = format!("nobody knows whether `{variable}` takes some values");
            return Err(Trouble::new(Kind::Unknown, over.at, message));
        }
        let values = self.rows(over, &value.surely)?;
        let outer = self.state.texts.get(variable).copied();
        for text in values.iter().flatten() {
            self.step(at)?;
            if let Some(number) = self.state.strings.number(text) {
                self.state.texts.insert(variable.clone(), number);
                self.statements(body)?;
            }
        }
        match outer {
            Some(value) => self.state.texts.insert(variable.clone(), value),
            None => self.state.texts.remove(variable),
        };
        Ok(())
    }
}

fn unassigned(name: &str, at: usize) -> Trouble {
    let message = format!("`{name}` has no value here: what assigns it was not executed");
    Trouble::new(Kind::Value, at, message)
}
