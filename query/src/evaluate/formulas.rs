//! What formulas hold for.

use super::{unassigned, Machine, Result};
use crate::language::{Comparison, Formula, FormulaKind, Term, Text};
use crate::relation::{Bounds, Cell, Column, Relation, Table, TooLarge};
use crate::trouble::{Kind, Trouble};
use regex::Regex;

impl Machine<'_> {
    pub(super) fn too_large(&self, at: usize) -> Trouble {
        let message = format!(
            "this relation, or one that is computed for it, has more than {} values",
            self.state.domain.most
        );
        let help = "a complement alone is nearly everything; restrict it by a conjunction";
        Trouble::new(Kind::Limit, at, message).help(help)
    }

    pub(super) fn text(&self, text: &Text, at: usize) -> Result<u32> {
        let (found, name) = match text {
            Text::Literal(text) => (self.state.literals.get(text), text.as_str()),
            Text::Variable(name) => (self.state.texts.get(name), &**name),
        };
        found.copied().ok_or_else(|| unassigned(name, at))
    }

    /// Whether a formula without free variables is true.
    pub(super) fn holds(&self, formula: &Formula) -> Result<bool> {
        let value = self.formula(formula)?;
        let holds = !value.surely.is_empty(&self.state.domain);
        if holds != value.perhaps().is_empty(&self.state.domain) {
            return Ok(holds);
        }
        let message = "nobody knows whether this condition holds";
        Err(Trouble::new(Kind::Unknown, formula.at, message))
    }

    pub(super) fn formula(&self, formula: &Formula) -> Result<Bounds<Relation>> {
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
