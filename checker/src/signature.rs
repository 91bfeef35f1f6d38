//! The signature: from the logic's text to rules that the kernel can run.
//!
//! The text is Twelf's concrete syntax without definitions: `name : type.`, `{X:sort}`, `->`, application. Letters are first-order
//! and occur in rigid positions only, so matching needs neither unification nor search. Loading checks, once, that every rule can be run: each letter
//! is determined, in the order in which the kernel meets premises, by the expected conclusion, an explicit term, an earlier premise or a side condition.

use crate::side::Side;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use proofmark_logic::arena::Op;
use proofmark_logic::types::Sort;

/// At most this many letters in a rule.
pub(crate) const LETTERS_MAX: usize = 8;
/// Rule codes have seven bits.
const RULES_MAX: usize = 128;
/// Nesting of a type expression; the signature is ours, the limit keeps the loader total.
const NESTING_MAX: usize = 64;

/// What proofs are proofs of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `pf F`.
    Pf,
    /// `lin P`.
    Lin,
    /// `lineq P`.
    LinEq,
}

/// An expression with letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    Letter(usize),
    Lit(i128),
    App(Op, Vec<Pattern>),
}

/// A judgement with letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schema {
    pub(crate) family: Family,
    pub(crate) index: Pattern,
}

/// What a rule takes, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Premise {
    /// An explicit term for a letter.
    Term(usize),
    /// A proof of the schema under more hypotheses.
    Proof { hypotheses: Vec<Schema>, conclusion: Schema },
    /// A side condition.
    Side(Side, Vec<Pattern>),
}

/// A proof rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) premises: Vec<Premise>,
    pub(crate) conclusion: Schema,
    /// Whether the premises determine the conclusion, so that the rule can be used where no goal is given.
    pub(crate) synthesising: bool,
}

/// The loaded signature.
#[derive(Clone, Debug)]
pub struct Signature {
    pub(crate) rules: Vec<Rule>,
}

/// What is wrong with a signature text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureError {
    /// Byte offset of the declaration.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

/// Errors of one declaration; [`Signature::load`] adds the offset.
type Result<T> = core::result::Result<T, &'static str>;

const SORTS: [(&str, Sort); 4] = [("form", Sort::Form), ("tm", Sort::Term), ("map", Sort::Map), ("ty", Sort::Type)];
const FAMILIES: [(&str, Family, Sort); 3] = [("pf", Family::Pf, Sort::Form), ("lin", Family::Lin, Sort::Term), ("lineq", Family::LinEq, Sort::Term)];

impl Signature {
    /// Reads a signature.
    ///
    /// # Errors
    /// Bad syntax, an unknown sort, constant or side condition, a missing or wrongly sorted constant, or a rule with an undetermined letter.
    pub fn load(text: &str) -> core::result::Result<Signature, SignatureError> {
        let mut reader = Reader { rest: text };
        let (mut rules, mut declared) = (Vec::new(), Vec::new());
        while !reader.peek().is_empty() {
            let offset = text.len().saturating_sub(reader.rest.len());
            let failed = |message: &str| SignatureError { offset, message: message.to_string() };
            rules.extend(declaration(&mut reader, &mut declared).map_err(failed)?);
        }
        let built_in = SORTS.iter().map(|row| row.0).chain(FAMILIES.iter().map(|row| row.0));
        let mut built_in = built_in.chain(Side::TABLE.iter().map(|row| row.0)).chain(Op::ALL.iter().map(|op| op.name()));
        let failed = |message: &str| Err(SignatureError { offset: text.len(), message: message.to_string() });
        if built_in.any(|name| !declared.contains(&name)) {
            return failed("a constant that the checker builds in is not declared");
        }
        if rules.len() > RULES_MAX {
            return failed("more than 128 rules");
        }
        Ok(Signature { rules })
    }

    /// The code of the rule with this name, as proof tokens use it.
    pub fn code(&self, name: &str) -> Option<u8> {
        self.rules.iter().position(|r| r.name == name).and_then(|i| u8::try_from(i).ok())
    }
    /// The name of a rule.
    pub fn rule_name(&self, code: u8) -> Option<&str> {
        self.rules.get(usize::from(code)).map(|r| r.name.as_str())
    }
    /// Number of rules.
    pub fn rule_count(&self) -> usize {
        self.rules.len()
    }
}

/// Reads one declaration: a rule, or something that is built in and only compared.
fn declaration<'a>(reader: &mut Reader<'a>, declared: &mut Vec<&'a str>) -> Result<Option<Rule>> {
    let name = reader.take();
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err("a declared name starts with a small letter");
    }
    if declared.contains(&name) {
        return Err("declared twice");
    }
    declared.push(name);
    reader.expect(":")?;
    let body = reader.expression(0)?;
    reader.expect(".")?;
    match target(&body) {
        Ast::Atom(result) if built_in(name) == Some((argument_sorts(&body)?, *result)) => Ok(None),
        Ast::Atom(_) => Err("nothing of this name and these sorts is built in"),
        _ => RuleReader { letters: Vec::new() }.rule(name, &body).map(Some),
    }
}

/// Syntax before names are resolved. An application has at least two parts.
enum Ast<'a> {
    Atom(&'a str),
    App(Vec<Ast<'a>>),
    Arrow(Box<Ast<'a>>, Box<Ast<'a>>),
    Pi(&'a str, &'a str, Box<Ast<'a>>),
}

/// What is left of a type after its arguments.
fn target<'t, 'a>(mut ast: &'t Ast<'a>) -> &'t Ast<'a> {
    while let Ast::Arrow(_, rest) | Ast::Pi(_, _, rest) = ast {
        ast = rest;
    }
    ast
}

fn sort_of(name: &str) -> Result<Sort> {
    SORTS.iter().find(|row| row.0 == name).map(|row| row.1).ok_or("unknown sort")
}

/// The argument sorts of a type without dependencies.
fn argument_sorts(mut ast: &Ast<'_>) -> Result<Vec<Sort>> {
    let mut sorts = Vec::new();
    while let Ast::Arrow(argument, rest) = ast {
        let Ast::Atom(name) = **argument else { return Err("a sort is expected before ->") };
        sorts.push(sort_of(name)?);
        ast = rest;
    }
    match ast {
        Ast::Atom(_) => Ok(sorts),
        _ => Err("dependent arguments are for rules only"),
    }
}

/// The argument sorts and the result of a sort, judgement, side condition or constant.
fn built_in(name: &str) -> Option<(Vec<Sort>, &'static str)> {
    if let Some(op) = Op::ALL.into_iter().find(|op| op.name() == name) {
        let result = SORTS.iter().find(|row| row.1 == op.result())?;
        return Some((op.params().to_vec(), result.0));
    }
    let side = Side::TABLE.iter().find(|row| row.0 == name).map(|row| [row.2, row.3].concat());
    let family = FAMILIES.iter().find(|row| row.0 == name).map(|row| Vec::from([row.2]));
    let sort = SORTS.iter().find(|row| row.0 == name).map(|_| Vec::new());
    side.or(family).or(sort).map(|sorts| (sorts, "type"))
}

/// Resolves names in a rule and finds its letters' sorts.
struct RuleReader<'a> {
    letters: Vec<(&'a str, Sort)>,
}

impl<'a> RuleReader<'a> {
    fn rule(mut self, name: &str, body: &Ast<'a>) -> Result<Rule> {
        let mut premises = Vec::new();
        let mut rest = body;
        loop {
            rest = match rest {
                Ast::Pi(letter, sort, next) => {
                    premises.push(Premise::Term(self.letter(letter, sort_of(sort)?)?));
                    next
                }
                Ast::Arrow(premise, next) => {
                    premises.push(self.premise(premise)?);
                    next
                }
                Ast::Atom(_) | Ast::App(_) => break,
            };
        }
        let conclusion = self.schema(rest)?;
        if !determined(&premises, &conclusion, true) {
            return Err("a premise has an undetermined letter");
        }
        let synthesising = determined(&premises, &conclusion, false);
        let sorts = self.letters.into_iter().map(|(_, sort)| sort).collect();
        Ok(Rule { name: name.to_string(), sorts, premises, conclusion, synthesising })
    }

    fn letter(&mut self, name: &'a str, sort: Sort) -> Result<usize> {
        let found = self.letters.iter().position(|letter| letter.0 == name);
        let index = found.unwrap_or(self.letters.len());
        if found.is_none() {
            self.letters.push((name, sort));
        }
        match self.letters.get(index) {
            Some(letter) if letter.1 != sort => Err("a letter is used at two sorts"),
            _ if index >= LETTERS_MAX => Err("too many letters"),
            _ => Ok(index),
        }
    }

    fn pattern(&mut self, ast: &Ast<'a>, expected: Sort) -> Result<Pattern> {
        let (head, args): (&'a str, &[Ast<'a>]) = match ast {
            Ast::Atom(name) => (name, &[]),
            Ast::App(items) => match items.split_first() {
                Some((Ast::Atom(name), args)) => (name, args),
                _ => return Err("a constant is expected at the head of an application"),
            },
            Ast::Arrow(..) | Ast::Pi(..) => return Err("an expression is expected"),
        };
        if args.is_empty() && head.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Ok(Pattern::Letter(self.letter(head, expected)?));
        }
        if let (true, Sort::Term, Ok(value)) = (args.is_empty(), expected, head.parse()) {
            return Ok(Pattern::Lit(value));
        }
        match Op::ALL.into_iter().find(|op| op.name() == head) {
            Some(op) if op.result() == expected && op.params().len() == args.len() => {
                let args = op.params().iter().zip(args).map(|(&sort, arg)| self.pattern(arg, sort)).collect::<Result<Vec<_>>>()?;
                Ok(Pattern::App(op, args))
            }
            _ => Err("unknown constant, or wrong sort or number of arguments"),
        }
    }

    fn schema(&mut self, ast: &Ast<'a>) -> Result<Schema> {
        match ast {
            Ast::App(items) => match items.as_slice() {
                [Ast::Atom(name), index] => {
                    let &(_, family, sort) = FAMILIES.iter().find(|row| row.0 == *name).ok_or("unknown judgement")?;
                    Ok(Schema { family, index: self.pattern(index, sort)? })
                }
                _ => Err("a judgement has one index"),
            },
            _ => Err("a judgement is expected"),
        }
    }

    fn premise(&mut self, ast: &Ast<'a>) -> Result<Premise> {
        if let Ast::App(items) = ast {
            if let Some((Ast::Atom(name), args)) = items.split_first() {
                if let Some(row) = Side::TABLE.iter().find(|row| row.0 == *name) {
                    return self.side(row.1, &[row.2, row.3].concat(), args);
                }
            }
        }
        let mut hypotheses = Vec::new();
        let mut rest = ast;
        while let Ast::Arrow(hypothesis, next) = rest {
            hypotheses.push(self.schema(hypothesis)?);
            rest = next;
        }
        Ok(Premise::Proof { hypotheses, conclusion: self.schema(rest)? })
    }

    fn side(&mut self, side: Side, sorts: &[Sort], args: &[Ast<'a>]) -> Result<Premise> {
        if args.len() != sorts.len() {
            return Err("wrong number of arguments");
        }
        let patterns = args.iter().zip(sorts).map(|(arg, &sort)| self.pattern(arg, sort)).collect::<Result<Vec<_>>>()?;
        match patterns.iter().skip(side.inputs()).all(|output| matches!(output, Pattern::Letter(_))) {
            true => Ok(Premise::Side(side, patterns)),
            false => Err("an output of a side condition must be a letter"),
        }
    }
}

/// Whether every letter has a value when the kernel needs it, given whether the conclusion is known from the start.
fn determined(premises: &[Premise], conclusion: &Schema, conclusion_known: bool) -> bool {
    let mut known = [false; LETTERS_MAX];
    if conclusion_known {
        conclusion.index.learn(&mut known);
    }
    for premise in premises {
        match premise {
            Premise::Term(letter) => Pattern::Letter(*letter).learn(&mut known),
            Premise::Proof { hypotheses, conclusion } => {
                if !hypotheses.iter().all(|h| h.index.is_known(&known)) {
                    return false;
                }
                conclusion.index.learn(&mut known);
            }
            Premise::Side(side, args) => {
                if !args.iter().take(side.inputs()).all(|input| input.is_known(&known)) {
                    return false;
                }
                args.iter().for_each(|arg| arg.learn(&mut known));
            }
        }
    }
    conclusion.index.is_known(&known)
}

impl Pattern {
    /// Whether all its letters are known.
    pub(crate) fn is_known(&self, known: &[bool; LETTERS_MAX]) -> bool {
        match self {
            Pattern::Letter(i) => known.get(*i) == Some(&true),
            Pattern::Lit(_) => true,
            Pattern::App(_, args) => args.iter().all(|arg| arg.is_known(known)),
        }
    }
    fn learn(&self, known: &mut [bool; LETTERS_MAX]) {
        match self {
            Pattern::Letter(i) => known.iter_mut().skip(*i).take(1).for_each(|slot| *slot = true),
            Pattern::Lit(_) => {}
            Pattern::App(_, args) => args.iter().for_each(|arg| arg.learn(known)),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// The next lexeme without consuming it: a bracket, `:`, `.`, `->`, or a word. Empty at the end.
    fn peek(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        while let Some(comment) = self.rest.strip_prefix('%') {
            self.rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
        }
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let end = match self.rest.find(|c| !word(c)) {
            _ if self.rest.starts_with("->") => 2,
            Some(0) => self.rest.chars().next().map_or(0, char::len_utf8),
            Some(end) => end,
            None => self.rest.len(),
        };
        self.rest.get(..end).unwrap_or("")
    }
    fn take(&mut self) -> &'a str {
        let lexeme = self.peek();
        self.rest = self.rest.get(lexeme.len()..).unwrap_or("");
        lexeme
    }
    fn accept(&mut self, lexeme: &str) -> bool {
        self.peek() == lexeme && self.take() == lexeme
    }
    fn expect(&mut self, lexeme: &str) -> Result<()> {
        self.accept(lexeme).then_some(()).ok_or("unexpected lexeme")
    }
    fn expression(&mut self, depth: usize) -> Result<Ast<'a>> {
        if depth > NESTING_MAX {
            return Err("nested too deeply");
        }
        if self.accept("{") {
            let letter = self.take();
            self.expect(":")?;
            let sort = self.take();
            self.expect("}")?;
            return Ok(Ast::Pi(letter, sort, Box::new(self.expression(depth + 1)?)));
        }
        let mut items = Vec::new();
        while !matches!(self.peek(), "" | "->" | ")" | "." | ":" | "}" | "{") {
            if self.accept("(") {
                items.push(self.expression(depth + 1)?);
                self.expect(")")?;
            } else {
                items.push(Ast::Atom(self.take()));
            }
        }
        let head = match (items.len(), items.pop()) {
            (1, Some(item)) => item,
            (_, Some(last)) => {
                items.push(last);
                Ast::App(items)
            }
            (_, None) => return Err("an expression is expected"),
        };
        if !self.accept("->") {
            return Ok(head);
        }
        Ok(Ast::Arrow(Box::new(head), Box::new(self.expression(depth + 1)?)))
    }
}
