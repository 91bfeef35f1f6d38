//! Executes scripts.

use crate::executions::{Executions, Known, Monitor, Occurs, Question, Refused, Verdict};
use crate::facts::{Facts, Place, Strings};
use crate::language::{
    Action, Comparison, Formula, FormulaKind, Property, Script, Statement, Term, Text, SPLITS_MAX,
};
use crate::relation::{Bounds, Cell, Column, Domain, Relation, Rows, Table, TooLarge};
use crate::trouble::{Kind, Trouble};
use proofmark_frontend::similar;
use regex::Regex;
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
            values: 1 << 27,
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
/// has them.
pub fn missing(script: &Script, facts: &Facts) -> Vec<Trouble> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for (text, at) in &script.sought {
        let known = facts.strings.number(text).is_some()
            || !matches!(facts.place(text), Place::Nowhere)
            || !seen.insert(text);
        if known {
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

    // -- values

    fn too_large(&self, at: usize) -> Trouble {
        let message = format!(
            "this relation, or one that is computed for it, has more than {} values",
            self.state.domain.most
        );
        let help = "a complement alone is nearly everything; restrict it by a conjunction";
        Trouble::new(Kind::Limit, at, message).help(help)
    }

    fn text(&self, text: &Text, at: usize) -> Result<u32> {
        let (found, name) = match text {
            Text::Literal(text) => (self.state.literals.get(text), text.as_str()),
            Text::Variable(name) => (self.state.texts.get(name), &**name),
        };
        found.copied().ok_or_else(|| unassigned(name, at))
    }

    /// Whether a formula without free variables is true.
    fn holds(&self, formula: &Formula) -> Result<bool> {
        let value = self.formula(formula)?;
        let holds = !value.surely.is_empty(&self.state.domain);
        if holds != value.perhaps().is_empty(&self.state.domain) {
            return Ok(holds);
        }
        let message = "nobody knows whether this condition holds";
        Err(Trouble::new(Kind::Unknown, formula.at, message))
    }

    fn formula(&self, formula: &Formula) -> Result<Bounds<Relation>> {
        let (at, domain) = (formula.at, &self.state.domain);
        let large = |TooLarge| self.too_large(at);
        let free = || formula.free.clone();
        match &formula.kind {
            FormulaKind::Atom(name, terms) => self.atom(name, terms, at),
            FormulaKind::True => {
                let all = Table::all(formula.free.len());
                Ok(Bounds::exactly(Relation::new(free(), all)))
            }
            FormulaKind::False => {
                let none = Table::none(formula.free.len());
                Ok(Bounds::exactly(Relation::new(free(), none)))
            }
            FormulaKind::And(all) => self.conjunction(all, at),
            FormulaKind::Or(all) => {
                let mut out = Bounds::exactly(Relation::truth(false));
                for part in all {
                    let part = self.formula(part)?;
                    // `FALSE` has no variables, and would get those of the first part.
                    let first = out.surely.columns().is_empty() && out.perhaps().is_empty(domain);
                    out = match first {
                        true => part,
                        false => out.with(&part, |a, b| a.or(b, domain)).map_err(large)?,
                    };
                }
                Ok(out)
            }
            FormulaKind::Not(inner) => Ok(self.formula(inner)?.not()),
            FormulaKind::Exists(variable, inner) => {
                let inner = self.formula(inner)?;
                inner.map(|value| Ok(value.clone().exists(variable, domain)))
            }
            FormulaKind::Match(pattern, term) => {
                Ok(Bounds::exactly(self.matching(pattern, term, at)?))
            }
            FormulaKind::Equal(a, b) => Ok(Bounds::exactly(self.equal(a, b, at)?)),
            FormulaKind::Compare(how, a, b) => self.compare(*how, (a, b), at),
            FormulaKind::Closure(inner) => {
                let edges = self.formula(inner)?;
                let closed = edges.map(|edges| {
                    let table = edges.table_of(&formula.free, domain)?;
                    Relation::new(free(), table).closure(domain)
                });
                closed.map_err(large)
            }
            FormulaKind::Reach {
                verdict,
                from,
                to,
                property,
            } => self.reach((from, to), (*verdict, property), at),
            FormulaKind::Safe(from, property) => self.safe(from, property, at),
            FormulaKind::Split(inner, event, place) => self.split(inner, event, *place),
        }
    }

    fn compare(
        &self,
        how: Comparison,
        (a, b): (&Formula, &Formula),
        at: usize,
    ) -> Result<Bounds<Relation>> {
        let (a, b) = (self.formula(a)?, self.formula(b)?);
        // What is surely within another one is so whatever turns out to be in either.
        let within = |a: &Bounds<Relation>, b: &Bounds<Relation>| -> Result<(bool, bool)> {
            let within = |a: &Relation, b: &Relation| {
                let within = a.is_within(b, &self.state.domain);
                within.map_err(|TooLarge| self.too_large(at))
            };
            let surely = within(a.perhaps(), &b.surely)?;
            Ok((surely, surely || within(&a.surely, b.perhaps())?))
        };
        let (surely, perhaps) = match how {
            Comparison::Within => within(&a, &b)?,
            Comparison::Same | Comparison::Different => {
                let (there, back) = (within(&a, &b)?, within(&b, &a)?);
                (there.0 && back.0, there.1 && back.1)
            }
        };
        let value = Bounds {
            surely: Relation::truth(surely),
            perhaps: (surely != perhaps).then(|| Relation::truth(perhaps)),
        };
        Ok(match how {
            Comparison::Within | Comparison::Same => value,
            Comparison::Different => value.not(),
        })
    }

    /// What a formula holds for, whose questions are split by an event.
    fn split(&self, inner: &Formula, event: &Property, at: usize) -> Result<Bounds<Relation>> {
        if self.events.borrow().len() >= SPLITS_MAX {
            let message = format!("this is split by more than {SPLITS_MAX} events");
            return Err(Trouble::new(Kind::Limit, at, message));
        }
        let Some(event) = self.property(event, at)? else {
            let message = "`Empty` has no event to split by";
            return Err(Trouble::new(Kind::Value, at, message));
        };
        self.events.borrow_mut().push((event, at));
        let value = self.formula(inner);
        self.events.borrow_mut().pop();
        value
    }

    fn property(&self, property: &Property, at: usize) -> Result<Option<usize>> {
        match property {
            Property::Empty => Ok(None),
            Property::Given(number) => Ok(Some(*number)),
            Property::Variable(name) => {
                let found = self.state.properties.get(name).copied();
                found.ok_or_else(|| unassigned(name, at))
            }
        }
    }

    /// Asks a question; where the formula is split, once for each event that may be the first one
    /// to occur, and once for executions without any (paper 002, section 4). For one event that is
    /// what the paper has, and for several, parts do not double with each.
    fn ask(&self, mut question: Question) -> Result<Vec<Vec<Known>>> {
        let events = self.events.borrow().clone();
        let mut known: Vec<Vec<Known>> = Vec::new();
        for part in 0..=events.len() {
            let occurs = |index: usize| match part {
                0 => Occurs::Never,
                first if first == index + 1 => Occurs::First,
                _ => Occurs::Later,
            };
            let numbered = events.iter().enumerate();
            let chosen = numbered.map(|(index, (event, _))| (*event, occurs(index)));
            question.monitor.events = chosen.collect();
            let asked = self.executions.borrow_mut().ask(&question);
            let asked = asked.map_err(|refused| match refused {
                Refused::Ended(why) => Trouble::new(Kind::Limit, question.at, why),
                Refused::Senseless(number, why) => {
                    let mut own = events.iter().filter(|(event, _)| *event == number);
                    let at = own.next().map_or(question.at, |(_, at)| *at);
                    Trouble::new(Kind::Value, at, why)
                }
            })?;
            if known.is_empty() {
                known = asked;
                continue;
            }
            for (row, asked) in known.iter_mut().zip(asked) {
                row.iter_mut().zip(asked).for_each(|(k, a)| *k = k.or(a));
            }
        }
        Ok(known)
    }

    /// `SAFE(from, property)`: where executions start that the observer never rejects.
    fn safe(&self, from: &Formula, property: &Property, at: usize) -> Result<Bounds<Relation>> {
        let starts = self.formula(from)?;
        let property = self.property(property, at)?;
        // No execution starts in what is no location, so nothing is safe there.
        let mut names = self.rows(from, starts.perhaps())?.concat();
        names.retain(|name| self.executions.borrow().is_location(name));
        let question = Question {
            from: names,
            to: Vec::new(),
            monitor: Monitor {
                property,
                verdict: Verdict::Violated,
                events: Vec::new(),
            },
            at,
        };
        // Whether events extend an observer is found out by asking.
        let known = match question.monitor.property.is_none() && self.events.borrow().is_empty() {
            true => vec![vec![Known::No]; question.from.len()],
            false => self.ask(question.clone())?,
        };
        let (mut safe, mut perhaps) = (Vec::new(), Vec::new());
        for (from, known) in question.from.iter().zip(&known) {
            let number = self.state.strings.number(from);
            match known.first() {
                Some(Known::Yes) => {}
                Some(Known::No) => safe.extend(number),
                Some(Known::Unknown) | None => perhaps.extend(number),
            }
        }
        let columns = from.free.clone();
        let open = !perhaps.is_empty();
        perhaps.extend(&safe);
        let relation = |values| Relation::new(columns.clone(), Rows::of(1, values).into());
        let found = Bounds {
            perhaps: open.then(|| relation(perhaps)),
            surely: relation(safe),
        };
        let found = found.with(&starts, |a, b| a.and(b, &self.state.domain));
        found.map_err(|TooLarge| self.too_large(at))
    }

    /// Asks between which strings control goes, and of which of them nobody knows.
    fn reach(
        &self,
        (from, to): (&Formula, &Formula),
        (verdict, property): (Verdict, &Property),
        at: usize,
    ) -> Result<Bounds<Relation>> {
        let sides = (self.formula(from)?, self.formula(to)?);
        let question = Question {
            from: self.rows(from, sides.0.perhaps())?.concat(),
            to: self.rows(to, sides.1.perhaps())?.concat(),
            monitor: Monitor {
                property: self.property(property, at)?,
                verdict,
                events: Vec::new(),
            },
            at,
        };
        let known = self.ask(question.clone())?;
        let (mut surely, mut perhaps) = (Vec::new(), Vec::new());
        for (from, row) in question.from.iter().zip(&known) {
            for (to, known) in question.to.iter().zip(row) {
                let pair = [
                    self.state.strings.number(from),
                    self.state.strings.number(to),
                ];
                let pair = pair.into_iter().flatten();
                match known {
                    Known::Yes => surely.extend(pair),
                    Known::Unknown => perhaps.extend(pair),
                    Known::No => {}
                }
            }
        }
        let columns: Vec<Column> = from.free.iter().chain(&to.free).cloned().collect();
        let open = !perhaps.is_empty();
        perhaps.extend(&surely);
        let relation = |values| Relation::new(columns.clone(), Rows::of(2, values).into());
        let found = Bounds {
            perhaps: open.then(|| relation(perhaps)),
            surely: relation(surely),
        };
        let both = |a: &Relation, b: &Relation| a.and(b, &self.state.domain);
        let found = found.with(&sides.0, both);
        let found = found.and_then(|found| found.with(&sides.1, both));
        found.map_err(|TooLarge| self.too_large(at))
    }

    fn atom(&self, name: &Column, terms: &[Term], at: usize) -> Result<Bounds<Relation>> {
        let table = self
            .state
            .relations
            .get(name)
            .ok_or_else(|| unassigned(name, at))?;
        let mut cells = Vec::with_capacity(terms.len());
        let mut unnamed: Vec<Column> = Vec::new();
        for term in terms {
            cells.push(match term {
                Term::Variable(variable) => Cell::Column(variable.clone()),
                Term::Text(text) => Cell::Fixed(self.text(text, at)?),
                Term::Any => {
                    let name: Column = format!("{} ", unnamed.len()).into();
                    unnamed.push(name.clone());
                    Cell::Column(name)
                }
            });
        }
        table.map(|table| {
            let mut out = table.select(&cells);
            for name in &unnamed {
                out = out.exists(name, &self.state.domain);
            }
            Ok(out)
        })
    }

    fn conjunction(&self, all: &[Formula], at: usize) -> Result<Bounds<Relation>> {
        let parts = all.iter().map(|part| self.formula(part));
        let parts = parts.collect::<Result<Vec<Bounds<Relation>>>>()?;
        let large = |TooLarge| self.too_large(at);
        let surely = parts.iter().map(|part| part.surely.clone()).collect();
        let perhaps = parts.iter().any(|part| part.perhaps.is_some()).then(|| {
            let perhaps = parts.iter().map(|part| part.perhaps().clone()).collect();
            self.all_of(perhaps)
        });
        Ok(Bounds {
            surely: self.all_of(surely).map_err(large)?,
            perhaps: perhaps.transpose().map_err(large)?,
        })
    }

    /// Small relations first, and those that have a variable in common with what is there; what
    /// excludes rows comes last.
    fn all_of(&self, mut parts: Vec<Relation>) -> std::result::Result<Relation, TooLarge> {
        let mut out = Relation::truth(true);
        while !parts.is_empty() {
            let rank = |part: &Relation| {
                let shared = part.columns().iter().any(|c| out.columns().contains(c));
                let size = part.listed();
                (size.is_none(), !shared, size.unwrap_or(0))
            };
            let ranked = parts.iter().enumerate().min_by_key(|(_, part)| rank(part));
            let next = parts.swap_remove(ranked.map_or(0, |(index, _)| index));
            out = out.and(&next, &self.state.domain)?;
        }
        Ok(out)
    }

    fn matching(&self, pattern: &Regex, term: &Term, at: usize) -> Result<Relation> {
        let numbered = self.state.strings.iter().zip(0u32..);
        let found = numbered.filter(|(text, _)| pattern.is_match(text));
        match term {
            Term::Text(text) => {
                let text = self.state.strings.text(self.text(text, at)?);
                Ok(Relation::truth(pattern.is_match(text)))
            }
            Term::Any => Ok(Relation::truth(found.into_iter().next().is_some())),
            Term::Variable(variable) => {
                let values = found.map(|(_, number)| number).collect();
                Ok(Relation::values(variable.clone(), values))
            }
        }
    }

    fn equal(&self, a: &Term, b: &Term, at: usize) -> Result<Relation> {
        Ok(match (a, b) {
            (Term::Variable(a), Term::Variable(b)) if a == b => {
                Relation::new(vec![a.clone()], Table::all(1))
            }
            (Term::Variable(a), Term::Variable(b)) => {
                let equal = Relation::equal(a.clone(), b.clone(), &self.state.domain);
                equal.map_err(|TooLarge| self.too_large(at))?
            }
            (Term::Variable(variable), Term::Text(text))
            | (Term::Text(text), Term::Variable(variable)) => {
                Relation::values(variable.clone(), vec![self.text(text, at)?])
            }
            (Term::Text(a), Term::Text(b)) => {
                Relation::truth(self.text(a, at)? == self.text(b, at)?)
            }
            // The parser refuses it here.
            (Term::Any, _) | (_, Term::Any) => Relation::truth(false),
        })
    }
}

fn unassigned(name: &str, at: usize) -> Trouble {
    let message = format!("`{name}` has no value here: what assigns it was not executed");
    Trouble::new(Kind::Value, at, message)
}
