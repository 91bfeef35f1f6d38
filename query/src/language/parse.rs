//! The grammar: paper 002, figure 3, with the statements that it leaves to the reader.

use super::lexical::{tokens, Token};
use super::scope::{Names, Scope};
use super::{
    Action, Comparison, Formula, FormulaKind, Given, Property, Script, Source, Statement, Term,
    Text,
};
use crate::executions::Verdict;
use crate::relation::Column;
use crate::trouble::{Kind, Trouble};
use regex::RegexBuilder;
use std::collections::BTreeMap;

/// The longest script, in bytes.
const BYTES_MAX: usize = 1 << 20;

/// How deep formulas and statements may be nested.
const DEPTH_MAX: usize = 128;

/// Bytes of a compiled regular expression.
const PATTERN_BYTES_MAX: usize = 1 << 20;

/// The words of the language.
pub const KEYWORDS: [&str; 18] = [
    "PRINT", "TRUE", "FALSE", "EXISTS", "MATCH", "CLOSURE", "REACH", "A-REACH", "R-REACH", "SAFE",
    "SPLIT", "Empty", "FILE", "IF", "ELSE", "WHILE", "FOR", "IN",
];

/// By how many events a formula may be split.
pub(crate) const SPLITS_MAX: usize = 64;

/// The most observers of a script.
const OBSERVERS_MAX: usize = 256;

type Result<T> = std::result::Result<T, Trouble>;

/// Reads a script. `given` are the relations that it may use before it assigns any, with their
/// arities.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read(text: &str, given: &BTreeMap<String, usize>) -> Result<Script> {
    Ok(read_on(text, given, (&Names::default(), 0))?.0)
}

/// Reads what follows other scripts: `names` are what those have given values, and `observers` how
/// many observers stand in them. What has a value afterwards comes with it.
///
/// # Errors
/// As those of [`read`].
pub fn read_on(
    text: &str,
    given: &BTreeMap<String, usize>,
    (names, observers): (&Names, usize),
) -> Result<(Script, Names)> {
    if text.len() > BYTES_MAX {
        let message = format!("the script is longer than {BYTES_MAX} bytes");
        return Err(Trouble::new(Kind::Limit, 0, message));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
        scope: Scope::new(given, names.clone()),
        literals: Vec::new(),
        before: observers,
        observers: Vec::new(),
    };
    let mut statements = Vec::new();
    while *parser.peek() != Token::End {
        statements.push(parser.statement()?);
    }
    let script = Script {
        statements,
        literals: parser.literals,
        observers: parser.observers,
    };
    Ok((script, parser.scope.own))
}

/// Whether somebody who types a text has come to an end of it: behind a `;` or a `}` that closes
/// all, or where nothing that may follow makes it right.
pub fn is_whole(text: &str) -> bool {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        // What lacks its end may get it on the next line, but for strings.
        Err(trouble) => {
            let rest = text.get(trouble.at..).unwrap_or_default();
            return !rest.starts_with(['[', '/']);
        }
    };
    let mut open = 0usize;
    let mut last = None;
    for (token, _) in &tokens {
        let Token::Symbol(symbol) = token else {
            if *token != Token::End {
                last = None;
            }
            continue;
        };
        // No statement ends within parentheses, so one that is cut off there is wrong.
        match *symbol {
            "{" => open += 1,
            "}" if open == 0 => return true,
            "}" => open -= 1,
            _ => {}
        }
        last = Some(*symbol);
    }
    tokens.len() == 1 || (open == 0 && matches!(last, Some(";" | "}")))
}

struct Parser<'f> {
    tokens: Vec<(Token, usize)>,
    next: usize,
    depth: usize,
    scope: Scope<'f>,
    literals: Vec<(String, usize)>,
    /// How many observers stand in what was read before.
    before: usize,
    observers: Vec<Given>,
}

impl Parser<'_> {
    // -- tokens

    fn look(&self, ahead: usize) -> &Token {
        let found = self.tokens.get(self.next + ahead);
        found.map_or(&Token::End, |(token, _)| token)
    }

    fn peek(&self) -> &Token {
        self.look(0)
    }

    fn at(&self) -> usize {
        let found = self.tokens.get(self.next).or(self.tokens.last());
        found.map_or(0, |(_, at)| *at)
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(s) if *s == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(w) if w == word)
    }

    fn skip(&mut self, symbol: &str) -> bool {
        let found = self.is(symbol);
        self.next += usize::from(found);
        found
    }

    fn syntax(&self, message: impl Into<String>) -> Trouble {
        Trouble::new(Kind::Syntax, self.at(), message)
    }

    fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.skip(symbol) {
            return Ok(());
        }
        let trouble = self.syntax(format!(
            "`{symbol}` is expected here, not {}",
            self.peek().shown()
        ));
        Err(match self.peek() {
            Token::Symbol("&&") => trouble.help("conjunction is `&`"),
            Token::Symbol("||") => trouble.help("disjunction is `|`"),
            Token::Symbol("==") => trouble.help("comparison is `=`"),
            Token::Symbol("=") if symbol == ":=" => trouble.help("assignment is `:=`"),
            _ => trouble,
        })
    }

    /// A name that the script chooses.
    fn identifier(&mut self, what: &str) -> Result<(Column, usize)> {
        let at = self.at();
        let Token::Word(word) = self.peek() else {
            let message = format!("{what} is expected here, not {}", self.peek().shown());
            return Err(self.syntax(message));
        };
        let digit = word.starts_with(|c: char| c.is_ascii_digit());
        if KEYWORDS.contains(&word.as_str()) || word == "_" || digit {
            let message = format!("{what} is expected here, not {}", self.peek().shown());
            return Err(self.syntax(message));
        }
        let word: Column = word.as_str().into();
        self.next += 1;
        Ok((word, at))
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            let message = format!("the script is nested deeper than {DEPTH_MAX} levels");
            return Err(Trouble::new(Kind::Limit, self.at(), message));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    // -- statements

    fn statement(&mut self) -> Result<Statement> {
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
    fn property(&mut self) -> Result<Property> {
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

    // -- terms

    fn term(&mut self) -> Result<Term> {
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
    fn terms(&mut self) -> Result<Vec<Term>> {
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

    // -- formulas

    fn formula(&mut self) -> Result<Formula> {
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
                let terms = self.terms()?;
                self.scope.used(&name, terms.len(), at)?;
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
