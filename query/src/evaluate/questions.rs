//! Formulas that ask for executions.

use super::{unassigned, Machine, Result};
use crate::executions::{Known, Monitor, Occurs, Question, Refused, Verdict};
use crate::language::{Formula, Property, SPLITS_MAX};
use crate::relation::{Bounds, Column, Relation, Rows, TooLarge};
use crate::trouble::{Kind, Trouble};

impl Machine<'_> {
    /// What a formula holds for, whose questions are split by an event.
    pub(super) fn split(
        &self,
        inner: &Formula,
        event: &Property,
        at: usize,
    ) -> Result<Bounds<Relation>> {
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

    pub(super) fn property(&self, property: &Property, at: usize) -> Result<Option<usize>> {
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
    pub(super) fn ask(&self, mut question: Question) -> Result<Vec<Vec<Known>>> {
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
    pub(super) fn safe(
        &self,
        from: &Formula,
        property: &Property,
        at: usize,
    ) -> Result<Bounds<Relation>> {
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
    pub(super) fn reach(
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
}
