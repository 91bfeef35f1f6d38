//! Statements (paper 002, figure 3), and those that the paper leaves to the reader.

use super::lexical::Token;
use super::parse::{Parser, Result, OBSERVERS_MAX};
use super::{Action, Formula, Given, Property, Source, Statement, Term, Text};
use crate::relation::Column;
use crate::trouble::{Kind, Trouble};

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Result<Statement> {
        let at = self.at();
        let action = match self.peek() {
            Token::Word(word) => match word.as_str() {
                "PRINT" => self.print()?,
                "IF" => self.nested(Self::branch)?,
                "WHILE" => self.nested(Self::repeat)?,
                "FOR" => self.nested(Self::each)?,
                _ => self.assignment()?,
            },
            _ => self.assignment()?,
        };
        Ok(Statement { at, action })
    }

    fn block(&mut self) -> Result<Vec<Statement>> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.is("}") {
            if *self.peek() == Token::End {
                return Err(self.syntax("a `}` is missing here"));
            }
            statements.push(self.statement()?);
        }
        self.expect("}")?;
        Ok(statements)
    }

    fn print(&mut self) -> Result<Action> {
        self.next += 1;
        let single = matches!(self.look(1), Token::Symbol(";"));
        let action = match (self.peek().clone(), single) {
            (Token::Literal(text), true) => {
                self.next += 1;
                Action::Say(Text::Literal(text))
            }
            (Token::Word(word), true) if !["TRUE", "FALSE"].contains(&word.as_str()) => {
                let (name, at) = self.identifier("a string")?;
                match self.scope.term(&name, at)? {
                    Term::Text(text) => Action::Say(text),
                    Term::Variable(_) | Term::Any => {
                        let message = format!("`{name}` has no value here");
                        return Err(Trouble::new(Kind::Name, at, message));
                    }
                }
            }
            _ => Action::List(self.formula()?),
        };
        self.expect(";")?;
        Ok(action)
    }

    fn condition(&mut self) -> Result<Formula> {
        self.next += 1;
        self.expect("(")?;
        let formula = self.formula()?;
        self.expect(")")?;
        match formula.free.first() {
            None => Ok(formula),
            Some(variable) => {
                let message = format!("the condition says nothing about what `{variable}` is");
                let trouble = Trouble::new(Kind::Name, formula.at, message);
                Err(trouble.help(format!("for some value: EXISTS({variable}, …), or `_`")))
            }
        }
    }

    fn branch(&mut self) -> Result<Action> {
        let condition = self.condition()?;
        let then = self.block()?;
        let otherwise = match self.is_word("ELSE") {
            true => {
                self.next += 1;
                match self.is_word("IF") {
                    true => vec![self.nested(Self::statement)?],
                    false => self.block()?,
                }
            }
            false => Vec::new(),
        };
        Ok(Action::If {
            condition,
            then,
            otherwise,
        })
    }

    fn repeat(&mut self) -> Result<Action> {
        let condition = self.condition()?;
        let body = self.block()?;
        Ok(Action::While { condition, body })
    }

    fn each(&mut self) -> Result<Action> {
        self.next += 1;
        let (variable, at) = self.identifier("a variable")?;
        if !self.is_word("IN") {
            let message = format!("`IN` is expected here, not {}", self.peek().shown());
            return Err(self.syntax(message).help("FOR x IN R(x) { … }"));
        }
        self.next += 1;
        self.scope.quantify(&variable, at)?;
        let over = self.formula()?;
        self.scope.leave();
        if over.free != [variable.clone()] {
            let message = format!("behind IN, `{variable}` is the one free variable");
            return Err(Trouble::new(Kind::Name, over.at, message));
        }
        self.scope.iterate(&variable);
        let body = self.block()?;
        self.scope.leave();
        Ok(Action::For {
            variable,
            over,
            body,
        })
    }

    fn assignment(&mut self) -> Result<Action> {
        let (name, at) = self.identifier("a statement")?;
        if !self.is("(") {
            self.expect(":=")?;
            return self.string(name, at);
        }
        let place = self.at();
        let terms = self.terms()?;
        self.expect(":=")?;
        let formula = self.formula()?;
        let mut own: Vec<&Column> = Vec::new();
        for term in &terms {
            match term {
                Term::Variable(variable) if own.contains(&variable) => {
                    let message = format!("`{variable}` stands twice on the left side");
                    return Err(Trouble::new(Kind::Name, place, message));
                }
                Term::Variable(variable) => own.push(variable),
                Term::Text(_) => {}
                Term::Any => {
                    let message = "`_` has no meaning on the left side";
                    return Err(Trouble::new(Kind::Name, place, message));
                }
            }
        }
        if let Some(stray) = formula.free.iter().find(|v| !own.contains(v)) {
            let message = format!("`{stray}` is free on the right side, and not on the left");
            let help = format!("for some value: EXISTS({stray}, …), or `_`");
            return Err(Trouble::new(Kind::Name, formula.at, message).help(help));
        }
        self.expect(";")?;
        self.scope.define(&name, terms.len(), at)?;
        Ok(Action::Define {
            relation: name,
            terms,
            formula,
        })
    }

    /// Behind `name :=`.
    fn string(&mut self, name: Column, at: usize) -> Result<Action> {
        if self.is_property() {
            let property = self.property()?;
            self.expect(";")?;
            self.scope.observe(&name, at)?;
            let variable = name;
            return Ok(Action::Observe { variable, property });
        }
        let place = self.at();
        let text = match self.term()? {
            Term::Text(text) => text,
            Term::Variable(variable) => {
                let message = format!("`{variable}` has no value here");
                let help = format!("a relation is assigned with its variables: {name}(x) := …");
                return Err(Trouble::new(Kind::Name, place, message).help(help));
            }
            Term::Any => return Err(self.syntax("a string is expected here")),
        };
        self.expect(";")?;
        self.scope.name(&name, at)?;
        Ok(Action::Name {
            variable: name,
            text,
        })
    }

    // -- properties

    /// Whether a property stands here.
    fn is_property(&self) -> bool {
        match self.peek() {
            Token::Observer(_) => true,
            Token::Word(word) if word == "Empty" || word == "FILE" => true,
            Token::Word(word) => self.scope.is_property(word),
            _ => false,
        }
    }

    /// An observer in brackets or in a file, `Empty`, or a variable.
    pub(super) fn property(&mut self) -> Result<Property> {
        let at = self.at();
        let text = match self.peek().clone() {
            Token::Observer(text) => Source::Brackets(text),
            Token::Word(word) if word == "Empty" => {
                self.next += 1;
                return Ok(Property::Empty);
            }
            Token::Word(word) if word == "FILE" => {
                self.next += 1;
                let Token::Literal(name) = self.peek().clone() else {
                    let trouble = self.syntax("the name of a file is expected here, in quotes");
                    return Err(trouble.help("A := FILE \"rule.spec\";"));
                };
                Source::File(name)
            }
            _ => {
                let (name, at) = self.identifier("a property")?;
                self.scope.property(&name, at)?;
                return Ok(Property::Variable(name));
            }
        };
        self.next += 1;
        if self.before + self.observers.len() >= OBSERVERS_MAX {
            let message = format!("the script has more than {OBSERVERS_MAX} observers");
            return Err(Trouble::new(Kind::Limit, at, message));
        }
        self.observers.push(Given { at, text });
        Ok(Property::Given(self.before + self.observers.len() - 1))
    }
}
