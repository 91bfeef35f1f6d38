//! Scripts: what they are made of. docs/query-language.md says what they mean.

mod formulas;
mod lexical;
mod parse;
mod scope;
mod statements;

pub(crate) use parse::SPLITS_MAX;
pub use parse::{is_whole, read, read_on, KEYWORDS};
pub use scope::Names;

use crate::executions::Verdict;
use crate::relation::Column;
use regex::Regex;

/// A script whose names are resolved.
#[derive(Debug)]
pub struct Script {
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// The strings that stand in it, with the offset of each.
    pub literals: Vec<(String, usize)>,
    /// Those of them that the relations of the program are asked for.
    pub sought: Vec<(String, usize)>,
    /// The observers that stand in it.
    pub observers: Vec<Given>,
}

impl Script {
    /// Whether it asks for executions somewhere, or has observers, which have a meaning for them
    /// only.
    pub fn asks(&self) -> bool {
        !self.observers.is_empty() || self.statements.iter().any(Statement::asks)
    }
}

impl Statement {
    fn asks(&self) -> bool {
        let all = |body: &[Statement]| body.iter().any(Statement::asks);
        match &self.action {
            Action::Name { .. } | Action::Observe { .. } | Action::Say(_) => false,
            Action::Define { formula, .. } | Action::List(formula) => formula.asks(),
            Action::If {
                condition,
                then,
                otherwise,
            } => condition.asks() || all(then) || all(otherwise),
            Action::While { condition, body } => condition.asks() || all(body),
            Action::For { over, body, .. } => over.asks() || all(body),
        }
    }
}

impl Formula {
    fn asks(&self) -> bool {
        match &self.kind {
            FormulaKind::Reach { .. } | FormulaKind::Safe(..) | FormulaKind::Split(..) => true,
            FormulaKind::Atom(..)
            | FormulaKind::True
            | FormulaKind::False
            | FormulaKind::Match(..)
            | FormulaKind::Equal(..) => false,
            FormulaKind::And(all) | FormulaKind::Or(all) => all.iter().any(Formula::asks),
            FormulaKind::Not(a) | FormulaKind::Exists(_, a) | FormulaKind::Closure(a) => a.asks(),
            FormulaKind::Compare(_, a, b) => a.asks() || b.asks(),
        }
    }
}

/// An observer that stands in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Where it begins, as an offset in the text.
    pub at: usize,
    /// Where its text is.
    pub text: Source,
}

/// Where the text of an observer is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// In brackets: this text.
    Brackets(String),
    /// In a file of this name.
    File(String),
}

/// A property of executions: what an observer says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// `Empty`: the observer that accepts everything.
    Empty,
    /// An observer of the script, by number.
    Given(usize),
    /// A variable that has been given a property.
    Variable(Column),
}

/// A statement.
#[derive(Debug)]
pub struct Statement {
    /// Where it begins, as an offset in the text.
    pub at: usize,
    /// What it does.
    pub action: Action,
}

/// What a statement does.
#[derive(Debug)]
pub enum Action {
    /// `R(x, y) := formula;`
    Define {
        /// The relation.
        relation: Column,
        /// Its variables; strings fix a place.
        terms: Vec<Term>,
        /// What holds for its rows from now on.
        formula: Formula,
    },
    /// `s := "text";`
    Name {
        /// The string variable.
        variable: Column,
        /// Its value.
        text: Text,
    },
    /// `A := [ observer ];`
    Observe {
        /// The property variable.
        variable: Column,
        /// Its value.
        property: Property,
    },
    /// `PRINT "text";`
    Say(Text),
    /// `PRINT formula;`
    List(Formula),
    /// `IF (formula) { … } ELSE { … }`
    If {
        /// The condition, which has no free variable.
        condition: Formula,
        /// If it holds.
        then: Vec<Statement>,
        /// If not.
        otherwise: Vec<Statement>,
    },
    /// `WHILE (formula) { … }`
    While {
        /// The condition, which has no free variable.
        condition: Formula,
        /// What is done as long as it holds.
        body: Vec<Statement>,
    },
    /// `FOR x IN formula { … }`
    For {
        /// The variable, the only free one of the formula.
        variable: Column,
        /// The values that it takes, in order.
        over: Formula,
        /// What is done for each of them.
        body: Vec<Statement>,
    },
}

/// A string, by itself or by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Text {
    /// A literal.
    Literal(String),
    /// A variable that has been given a string.
    Variable(Column),
}

/// What stands at a place of a relation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A variable over strings.
    Variable(Column),
    /// A string.
    Text(Text),
    /// `_`: some string.
    Any,
}

/// A boolean expression.
#[derive(Debug)]
pub struct Formula {
    /// Where it begins, as an offset in the text.
    pub at: usize,
    /// Its free variables, in the order in which they occur first.
    pub free: Vec<Column>,
    /// What it says.
    pub kind: FormulaKind,
}

/// What a formula says.
#[derive(Debug)]
pub enum FormulaKind {
    /// `R(t, …)`
    Atom(Column, Vec<Term>),
    /// `TRUE(t, …)`
    True,
    /// `FALSE(t, …)`
    False,
    /// `a & b`
    And(Vec<Formula>),
    /// `a | b`
    Or(Vec<Formula>),
    /// `!a`
    Not(Box<Formula>),
    /// `EXISTS(x, a)`
    Exists(Column, Box<Formula>),
    /// `MATCH("expression", t)`
    Match(Regex, Term),
    /// `s = t`, for strings.
    Equal(Term, Term),
    /// A comparison of two relations between the same variables.
    Compare(Comparison, Box<Formula>, Box<Formula>),
    /// `CLOSURE(a)`
    Closure(Box<Formula>),
    /// `A-REACH(a, b, A)` and `R-REACH(a, b, A)`; `REACH(a, b)` is the former with `Empty`.
    Reach {
        /// What the observer says at the end.
        verdict: Verdict,
        /// Where executions start.
        from: Box<Formula>,
        /// Where they get to.
        to: Box<Formula>,
        /// What runs beside the program.
        property: Property,
    },
    /// `SAFE(a, A)`
    Safe(Box<Formula>, Property),
    /// `b SPLIT e`, with where `e` stands.
    Split(Box<Formula>, Property, usize),
}

/// How relations are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `=`
    Same,
    /// `!=`
    Different,
    /// `<=`
    Within,
}
