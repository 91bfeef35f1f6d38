//! Scripts: what they are made of. docs/query-language.md says what they mean.

mod lexical;
mod parse;
mod scope;

pub use parse::read;

use crate::relation::Column;
use regex::Regex;

/// A script whose names are resolved.
#[derive(Debug)]
pub struct Script {
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// The strings that stand in it, with the offset of each.
    pub literals: Vec<(String, usize)>,
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
    /// `REACH(a, b)`
    Reach(Box<Formula>, Box<Formula>),
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
