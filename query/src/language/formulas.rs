//! Terms and formulas (paper 002, figure 3).

use super::lexical::Token;
use super::parse::{Parser, Result, PATTERN_BYTES_MAX, SPLITS_MAX};
use super::{Comparison, Formula, FormulaKind, Property, Term, Text};
use crate::executions::Verdict;
use crate::relation::Column;
use crate::trouble::{Kind, Trouble};
use regex::RegexBuilder;

impl Parser<'_> {
    pub(super) fn term(&mut self) -> Result<Term> {
        match self.peek().clone() {
            Token::Literal(text) => {
                self.literals.push((text.clone(), self.at()));
                self.next += 1;
                Ok(Term::Text(Text::Literal(text)))
            }
            Token::Word(word) if word == "_" => {
                self.next += 1;
                Ok(Term::Any)
            }
            _ => {
                let (name, at) = self.identifier("a string or a variable")?;
                self.scope.term(&name, at)
            }
        }
    }

    /// `(t, …)`, possibly none.
    pub(super) fn terms(&mut self) -> Result<Vec<Term>> {
        self.expect("(")?;
        let mut terms = Vec::new();
        if self.skip(")") {
            return Ok(terms);
        }
        loop {
            terms.push(self.term()?);
            if !self.skip(",") {
                self.expect(")")?;
                return Ok(terms);
            }
        }
    }

    pub(super) fn formula(&mut self) -> Result<Formula> {
        self.nested(Self::divided)
    }

    /// `a SPLIT e`, which binds loosest.
    fn divided(&mut self) -> Result<Formula> {
        let mut formula = self.comparison()?;
        for count in 0.. {
            let at = self.at();
            if !self.is_word("SPLIT") {
                break;
            }
            if count == SPLITS_MAX {
                let message = format!("a formula is split by at most {SPLITS_MAX} events");
                return Err(Trouble::new(Kind::Limit, at, message));
            }
            self.next += 1;
            let event = self.property()?;
            if event == Property::Empty {
                let message = "`Empty` has no event to split by";
                return Err(Trouble::new(Kind::Name, at, message));
            }
            formula = Formula {
                at: formula.at,
                free: formula.free.clone(),
                kind: FormulaKind::Split(Box::new(formula), event, at),
            };
        }
        Ok(formula)
    }

    fn comparison(&mut self) -> Result<Formula> {
        let left = self.disjunction()?;
        let how = match self.peek() {
            Token::Symbol("=") => Comparison::Same,
            Token::Symbol("!=") => Comparison::Different,
            Token::Symbol("<=") => Comparison::Within,
            _ => return Ok(left),
        };
        self.next += 1;
        let right = self.disjunction()?;
        let known = |a: &Formula, b: &Formula| a.free.iter().all(|v| b.free.contains(v));
        if !known(&left, &right) || !known(&right, &left) {
            let message = "relations are compared that are between different variables";
            return Err(Trouble::new(Kind::Name, right.at, message));
        }
        Ok(Formula {
            at: left.at,
            free: Vec::new(),
            kind: FormulaKind::Compare(how, Box::new(left), Box::new(right)),
        })
    }

    fn disjunction(&mut self) -> Result<Formula> {
        let all = self.chain("|", Self::conjunction)?;
        Ok(several(all, FormulaKind::Or))
    }

    fn conjunction(&mut self) -> Result<Formula> {
        let all = self.chain("&", Self::negation)?;
        Ok(several(all, FormulaKind::And))
    }

    fn chain(
        &mut self,
        symbol: &str,
        part: fn(&mut Self) -> Result<Formula>,
    ) -> Result<Vec<Formula>> {
        let mut all = vec![part(self)?];
        while self.skip(symbol) {
            all.push(part(self)?);
        }
        Ok(all)
    }

    fn negation(&mut self) -> Result<Formula> {
        let at = self.at();
        if !self.skip("!") {
            return self.primary();
        }
        let inner = self.nested(Self::negation)?;
        Ok(Formula {
            at,
            free: inner.free.clone(),
            kind: FormulaKind::Not(Box::new(inner)),
        })
    }

    fn primary(&mut self) -> Result<Formula> {
        if self.skip("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let at = self.at();
        let keyword = match self.peek() {
            Token::Word(word) => word.clone(),
            _ => String::new(),
        };
        let (free, kind) = match keyword.as_str() {
            "TRUE" | "FALSE" => self.constant(&keyword)?,
            "EXISTS" => self.exists()?,
            "MATCH" => self.matches()?,
            "CLOSURE" => self.closure()?,
            "REACH" | "A-REACH" | "R-REACH" => self.reach(&keyword)?,
            "SAFE" => self.safe()?,
            _ if *self.look(1) == Token::Symbol("(") => {
                let (name, at) = self.identifier("a formula")?;
                let before = self.literals.len();
                let terms = self.terms()?;
                self.scope.used(&name, terms.len(), at)?;
                if self.scope.is_given(&name) {
                    let literals = self.literals.iter().skip(before).cloned();
                    self.sought.extend(literals);
                }
                (variables(&terms), FormulaKind::Atom(name, terms))
            }
            _ => self.equality()?,
        };
        Ok(Formula { at, free, kind })
    }

    /// `TRUE(x, …)`; without variables, `TRUE`.
    fn constant(&mut self, keyword: &str) -> Result<(Vec<Column>, FormulaKind)> {
        self.next += 1;
        let terms = match self.is("(") {
            true => self.terms()?,
            false => Vec::new(),
        };
        let kind = match keyword {
            "TRUE" => FormulaKind::True,
            _ => FormulaKind::False,
        };
        Ok((variables(&terms), kind))
    }

    fn exists(&mut self) -> Result<(Vec<Column>, FormulaKind)> {
        self.next += 1;
        self.expect("(")?;
        let (variable, at) = self.identifier("a variable")?;
        self.expect(",")?;
        self.scope.quantify(&variable, at)?;
        let inner = self.formula()?;
        self.scope.leave();
        self.expect(")")?;
        let free = inner.free.iter().filter(|v| **v != variable);
        let free = free.cloned().collect();
        Ok((free, FormulaKind::Exists(variable, Box::new(inner))))
    }

    fn matches(&mut self) -> Result<(Vec<Column>, FormulaKind)> {
        self.next += 1;
        self.expect("(")?;
        let at = self.at();
        let Token::Literal(text) = self.peek().clone() else {
            let message = "a regular expression in quotes is expected here";
            return Err(self.syntax(message));
        };
        self.next += 1;
        let built = RegexBuilder::new(&text)
            .size_limit(PATTERN_BYTES_MAX)
            .build();
        let pattern = built.map_err(|error| {
            let (kind, message) = match error {
                regex::Error::CompiledTooBig(_) => (
                    Kind::Limit,
                    "this regular expression is too large".to_owned(),
                ),
                _ => (
                    Kind::Syntax,
                    format!("this is no regular expression: {error}"),
                ),
            };
            Trouble::new(kind, at, message)
        })?;
        self.expect(",")?;
        let term = self.term()?;
        self.expect(")")?;
        let free = variables(std::slice::from_ref(&term));
        Ok((free, FormulaKind::Match(pattern, term)))
    }

    fn closure(&mut self) -> Result<(Vec<Column>, FormulaKind)> {
        self.next += 1;
        self.expect("(")?;
        let inner = self.formula()?;
        self.expect(")")?;
        if inner.free.len() != 2 {
            let message = format!(
                "CLOSURE is of a formula with two free variables; this one has {}",
                inner.free.len()
            );
            return Err(Trouble::new(Kind::Name, inner.at, message));
        }
        Ok((inner.free.clone(), FormulaKind::Closure(Box::new(inner))))
    }

    /// `REACH(a, b)`, `A-REACH(a, b, A)`: each side has the one variable that is a location.
    fn reach(&mut self, keyword: &str) -> Result<(Vec<Column>, FormulaKind)> {
        self.next += 1;
        self.expect("(")?;
        let from = self.places("the start")?;
        self.expect(",")?;
        let to = self.places("the end")?;
        let property = match keyword == "REACH" && !self.is(",") {
            true => Property::Empty,
            false => {
                self.expect(",")?;
                self.property()?
            }
        };
        self.expect(")")?;
        let free = [&from, &to].map(|side| side.free.first().cloned());
        let free: Vec<Column> = free.into_iter().flatten().collect();
        if free.first() == free.last() {
            let message = "start and end are the same variable";
            let trouble = Trouble::new(Kind::Name, to.at, message);
            return Err(trouble.help("take two, and `x = y`"));
        }
        let kind = FormulaKind::Reach {
            verdict: match keyword {
                "R-REACH" => Verdict::Rejected,
                _ => Verdict::Accepted,
            },
            from: Box::new(from),
            to: Box::new(to),
            property,
        };
        Ok((free, kind))
    }

    /// `SAFE(a, A)`
    fn safe(&mut self) -> Result<(Vec<Column>, FormulaKind)> {
        self.next += 1;
        self.expect("(")?;
        let from = self.places("the start")?;
        self.expect(",")?;
        let property = self.property()?;
        self.expect(")")?;
        Ok((
            from.free.clone(),
            FormulaKind::Safe(Box::new(from), property),
        ))
    }

    /// A formula about locations.
    fn places(&mut self, what: &str) -> Result<Formula> {
        let formula = self.formula()?;
        if formula.free.len() == 1 {
            return Ok(formula);
        }
        let message = format!(
            "{what} is a formula with one free variable; this one has {}",
            formula.free.len()
        );
        let trouble = Trouble::new(Kind::Name, formula.at, message);
        Err(trouble.help("for some value of the others: EXISTS(x, …), or `_`"))
    }

    /// `s = t` or `s != t`.
    fn equality(&mut self) -> Result<(Vec<Column>, FormulaKind)> {
        let at = self.at();
        if !matches!(self.peek(), Token::Word(_) | Token::Literal(_)) {
            let message = format!("a formula is expected here, not {}", self.peek().shown());
            return Err(self.syntax(message));
        }
        let left = self.term()?;
        let negated = self.is("!=");
        if !self.skip("=") && !self.skip("!=") {
            let trouble = self.syntax("`=` or `!=` is expected behind a string");
            return Err(trouble.help(match left {
                Term::Text(Text::Literal(_)) => {
                    "a formula about one string has a variable: `l = \"driver.c:12\"`"
                }
                _ => "a relation has its variables in parentheses: R(x, y)",
            }));
        }
        let right = self.term()?;
        let terms = [left, right];
        if terms.contains(&Term::Any) {
            let message = "`_` is some string, which is compared with nothing";
            return Err(Trouble::new(Kind::Name, at, message));
        }
        let free = variables(&terms);
        let [left, right] = terms;
        let equal = FormulaKind::Equal(left, right);
        if !negated {
            return Ok((free, equal));
        }
        let inner = Formula {
            at,
            free: free.clone(),
            kind: equal,
        };
        Ok((free, FormulaKind::Not(Box::new(inner))))
    }
}

/// One formula, or what several make together.
fn several(mut all: Vec<Formula>, make: fn(Vec<Formula>) -> FormulaKind) -> Formula {
    if all.len() == 1 {
        if let Some(one) = all.pop() {
            return one;
        }
    }
    let mut free: Vec<Column> = Vec::new();
    for variable in all.iter().flat_map(|formula| &formula.free) {
        if !free.contains(variable) {
            free.push(variable.clone());
        }
    }
    Formula {
        at: all.first().map_or(0, |formula| formula.at),
        free,
        kind: make(all),
    }
}

/// The variables of terms, each once.
fn variables(terms: &[Term]) -> Vec<Column> {
    let mut out: Vec<Column> = Vec::new();
    for term in terms {
        match term {
            Term::Variable(variable) if !out.contains(variable) => out.push(variable.clone()),
            Term::Variable(_) | Term::Text(_) | Term::Any => {}
        }
    }
    out
}
