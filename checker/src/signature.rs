//! The signature: from the logic's text to rules that the kernel can run.
//!
//! The text is Twelf's concrete syntax without definitions: `name : type.`, `{X:sort}`, `->`, application. Letters are first-order
//! and occur in rigid positions only, so matching needs neither unification nor search. Loading checks, once, that every rule can be run: each letter
//! is determined, in the order in which the kernel meets premises, by the expected conclusion, an explicit term, an earlier premise or a side condition.

use crate::side::Side;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use proofmark_logic::arena::Op;
use proofmark_logic::types::Sort;

/// At most this many letters in a rule.
pub(crate) const LETTERS_MAX: usize = 8;

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

/// How a premise's judgement is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// All its letters are known: it is what the proof must prove.
    Check,
    /// The proof tells what it proves; matching that determines letters.
    Synthesise,
}

/// A proof rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) premises: Vec<Premise>,
    pub(crate) conclusion: Schema,
    /// The mode of each premise when the conclusion is given.
    pub(crate) checking: Vec<Mode>,
    /// The same when it is not; `None` if the premises do not determine the conclusion.
    pub(crate) synthesising: Option<Vec<Mode>>,
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

type Result<T> = core::result::Result<T, SignatureError>;

fn error<T>(offset: usize, message: &str) -> Result<T> {
    Err(SignatureError { offset, message: message.to_string() })
}

impl Signature {
    /// Reads a signature.
    ///
    /// # Errors
    /// Bad syntax, an unknown sort, constant or side condition, a missing or wrongly sorted constant, or a rule with an undetermined letter.
    pub fn load(text: &str) -> Result<Signature> {
        let mut reader = Reader { text, at: 0 };
        let mut rules: Vec<Rule> = Vec::new();
        let mut ops: Vec<Op> = Vec::new();
        let mut declared: Vec<&str> = Vec::new();
        while let Some(name) = reader.start_declaration()? {
            let start = reader.at;
            if declared.contains(&name) {
                return error(start, "declared twice");
            }
            declared.push(name);
            let mut letters = Vec::new();
            let body = reader.type_expression(&mut letters, 0)?;
            reader.expect(".")?;
            match target(&body) {
                Ast::Name("type") => declare_type(name, &body, start)?,
                Ast::Name(sort) if sort_of(sort).is_some() => ops.push(declare_op(name, &body, start)?),
                _ => rules.push(declare_rule(name, &body, letters, start)?),
            }
        }
        let end = text.len();
        let sides = Side::TABLE.iter().map(|row| row.0);
        let missing = ["form", "tm", "map", "ty", "pf", "lin", "lineq"].into_iter().chain(sides).find(|n| !declared.contains(n));
        if missing.is_some() || Op::ALL.iter().any(|op| !ops.contains(op)) {
            return error(end, "a constant that the checker builds in is not declared");
        }
        if rules.len() > 128 {
            return error(end, "more than 128 rules");
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

fn sort_of(name: &str) -> Option<Sort> {
    match name {
        "form" => Some(Sort::Form),
        "tm" => Some(Sort::Term),
        "map" => Some(Sort::Map),
        "ty" => Some(Sort::Type),
        _ => None,
    }
}

/// Syntax before names are resolved.
enum Ast<'a> {
    Name(&'a str),
    Letter(usize),
    Lit(i128),
    App(Vec<Ast<'a>>),
    Arrow(alloc::boxed::Box<Ast<'a>>, alloc::boxed::Box<Ast<'a>>),
    Pi(usize, &'a str, alloc::boxed::Box<Ast<'a>>),
}

/// What is left of a type after its arguments.
fn target<'t, 'a>(mut ast: &'t Ast<'a>) -> &'t Ast<'a> {
    while let Ast::Arrow(_, rest) | Ast::Pi(_, _, rest) = ast {
        ast = rest;
    }
    ast
}

/// The argument sorts of a type without dependencies.
fn argument_sorts(mut ast: &Ast<'_>, start: usize) -> Result<Vec<Sort>> {
    let mut sorts = Vec::new();
    while let Ast::Arrow(argument, rest) = ast {
        match **argument {
            Ast::Name(name) => sorts.push(sort_of(name).map_or_else(|| error(start, "unknown sort"), Ok)?),
            _ => return error(start, "a sort is expected before ->"),
        }
        ast = rest;
    }
    if matches!(ast, Ast::Name(_)) {
        Ok(sorts)
    } else {
        error(start, "dependent arguments are for rules only")
    }
}

/// A sort, a judgement or a side condition: all are built in, so only their kinds are compared.
fn declare_type(name: &str, body: &Ast<'_>, start: usize) -> Result<()> {
    let sorts = argument_sorts(body, start)?;
    let side = Side::TABLE.iter().find(|row| row.0 == name);
    let ok = match (name, side) {
        ("form" | "tm" | "map" | "ty", _) => sorts.is_empty(),
        ("pf", _) => sorts == [Sort::Form],
        ("lin" | "lineq", _) => sorts == [Sort::Term],
        (_, Some(&(_, _, inputs, outputs))) => sorts == [inputs, outputs].concat(),
        _ => false,
    };
    if ok {
        Ok(())
    } else {
        error(start, "no sort, judgement or side condition of this kind is built in")
    }
}

/// A constant of the object logic: built in, so its sorts are compared.
fn declare_op(name: &str, body: &Ast<'_>, start: usize) -> Result<Op> {
    let sorts = argument_sorts(body, start)?;
    let op = Op::ALL.into_iter().find(|op| op.name() == name);
    let result = if let Ast::Name(sort) = target(body) { sort_of(sort) } else { None };
    match op {
        Some(op) if op.params() == sorts && Some(op.result()) == result => Ok(op),
        _ => error(start, "no constant of these sorts is built in"),
    }
}

/// Resolves names in a rule and finds its letters' sorts.
struct RuleReader {
    start: usize,
    sorts: Vec<Option<Sort>>,
}

impl RuleReader {
    fn pattern(&mut self, ast: &Ast<'_>, expected: Sort) -> Result<Pattern> {
        let (head, args): (&str, &[Ast<'_>]) = match ast {
            Ast::Lit(v) if expected == Sort::Term => return Ok(Pattern::Lit(*v)),
            Ast::Letter(i) => {
                return match self.sorts.get_mut(*i) {
                    Some(slot) if slot.is_none_or(|s| s == expected) => {
                        *slot = Some(expected);
                        Ok(Pattern::Letter(*i))
                    }
                    _ => error(self.start, "a letter is used at two sorts"),
                };
            }
            Ast::Name(name) => (name, &[]),
            Ast::App(items) => match items.split_first() {
                Some((Ast::Name(name), args)) => (name, args),
                _ => return error(self.start, "a constant is expected at the head of an application"),
            },
            _ => return error(self.start, "an expression is expected"),
        };
        match Op::ALL.into_iter().find(|op| op.name() == head) {
            Some(op) if op.result() == expected && op.params().len() == args.len() => {
                let args = op.params().iter().zip(args).map(|(&sort, arg)| self.pattern(arg, sort)).collect::<Result<Vec<_>>>()?;
                Ok(Pattern::App(op, args))
            }
            _ => error(self.start, "unknown constant, or wrong sort or number of arguments"),
        }
    }

    fn schema(&mut self, ast: &Ast<'_>) -> Result<Schema> {
        let Ast::App(items) = ast else { return error(self.start, "a judgement is expected") };
        let (family, sort) = match items.first() {
            Some(Ast::Name("pf")) => (Family::Pf, Sort::Form),
            Some(Ast::Name("lin")) => (Family::Lin, Sort::Term),
            Some(Ast::Name("lineq")) => (Family::LinEq, Sort::Term),
            _ => return error(self.start, "a judgement is expected"),
        };
        match items.as_slice() {
            [_, index] => Ok(Schema { family, index: self.pattern(index, sort)? }),
            _ => error(self.start, "a judgement has one index"),
        }
    }

    fn premise(&mut self, ast: &Ast<'_>) -> Result<Premise> {
        if let Ast::App(items) = ast {
            if let Some((Ast::Name(name), args)) = items.split_first() {
                if let Some(&(_, side, inputs, outputs)) = Side::TABLE.iter().find(|row| row.0 == *name) {
                    let sorts = [inputs, outputs].concat();
                    if args.len() != sorts.len() {
                        return error(self.start, "wrong number of arguments");
                    }
                    if args.iter().skip(inputs.len()).any(|arg| !matches!(arg, Ast::Letter(_))) {
                        return error(self.start, "an output of a side condition must be a letter");
                    }
                    let patterns = args.iter().zip(sorts).map(|(arg, sort)| self.pattern(arg, sort)).collect::<Result<Vec<_>>>()?;
                    return Ok(Premise::Side(side, patterns));
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
}

fn declare_rule(name: &str, body: &Ast<'_>, letters: Vec<&str>, start: usize) -> Result<Rule> {
    if letters.len() > LETTERS_MAX {
        return error(start, "too many letters");
    }
    let mut reader = RuleReader { start, sorts: alloc::vec![None; letters.len()] };
    let mut premises = Vec::new();
    let mut rest = body;
    loop {
        match rest {
            Ast::Pi(letter, sort, next) => {
                let Some(sort) = sort_of(sort) else { return error(start, "unknown sort") };
                reader.pattern(&Ast::Letter(*letter), sort)?;
                premises.push(Premise::Term(*letter));
                rest = next;
            }
            Ast::Arrow(premise, next) => {
                premises.push(reader.premise(premise)?);
                rest = next;
            }
            _ => break,
        }
    }
    let conclusion = reader.schema(rest)?;
    let Some(sorts) = reader.sorts.into_iter().collect::<Option<Vec<_>>>() else { return error(start, "a letter without a sort") };
    let Some(checking) = modes(&premises, &conclusion, true) else { return error(start, "a premise has an undetermined letter") };
    let synthesising = modes(&premises, &conclusion, false);
    Ok(Rule { name: name.to_string(), sorts, premises, conclusion, checking, synthesising })
}

/// The mode of each premise if every letter is determined in time, given whether the conclusion is known from the start.
fn modes(premises: &[Premise], conclusion: &Schema, conclusion_known: bool) -> Option<Vec<Mode>> {
    let mut known = [false; LETTERS_MAX];
    if conclusion_known {
        learn(&conclusion.index, &mut known);
    }
    let mut modes = Vec::new();
    for premise in premises {
        let mut mode = Mode::Check;
        match premise {
            Premise::Term(letter) => learn(&Pattern::Letter(*letter), &mut known),
            Premise::Proof { hypotheses, conclusion } => {
                if !hypotheses.iter().all(|h| is_known(&h.index, &known)) {
                    return None;
                }
                if !is_known(&conclusion.index, &known) {
                    mode = Mode::Synthesise;
                    learn(&conclusion.index, &mut known);
                }
            }
            Premise::Side(side, args) => {
                if !args.iter().take(side.inputs()).all(|a| is_known(a, &known)) {
                    return None;
                }
                args.iter().for_each(|a| learn(a, &mut known));
            }
        }
        modes.push(mode);
    }
    is_known(&conclusion.index, &known).then_some(modes)
}

fn learn(pattern: &Pattern, known: &mut [bool; LETTERS_MAX]) {
    match pattern {
        Pattern::Letter(i) => known[*i] = true,
        Pattern::Lit(_) => {}
        Pattern::App(_, args) => args.iter().for_each(|a| learn(a, known)),
    }
}

fn is_known(pattern: &Pattern, known: &[bool; LETTERS_MAX]) -> bool {
    match pattern {
        Pattern::Letter(i) => known[*i],
        Pattern::Lit(_) => true,
        Pattern::App(_, args) => args.iter().all(|a| is_known(a, known)),
    }
}

/// Nesting of a type expression; the signature is ours, the limit keeps the loader total.
const NESTING_MAX: usize = 64;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next lexeme without consuming it: a bracket, `:`, `.`, `->`, a name, or a number. Empty at the end.
    fn peek(&mut self) -> &'a str {
        loop {
            let rest = self.text.get(self.at..).unwrap_or("");
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            match rest.get(blank..) {
                Some(r) if r.starts_with('%') => self.at += r.find('\n').unwrap_or(r.len()),
                Some(r) if r.starts_with("->") => return r.get(..2).unwrap_or(""),
                Some(r) => {
                    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                    let n = r.find(|c| !word(c)).unwrap_or(r.len());
                    return r.get(..n.max(r.chars().next().map_or(0, char::len_utf8))).unwrap_or("");
                }
                None => return "",
            }
        }
    }
    fn take(&mut self) -> &'a str {
        let lexeme = self.peek();
        self.at += lexeme.len();
        lexeme
    }
    fn expect(&mut self, lexeme: &str) -> Result<()> {
        if self.take() == lexeme {
            Ok(())
        } else {
            error(self.at, "unexpected lexeme")
        }
    }
    fn start_declaration(&mut self) -> Result<Option<&'a str>> {
        let name = self.take();
        if name.is_empty() {
            return Ok(None);
        }
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            return error(self.at, "a declared name starts with a small letter");
        }
        self.expect(":")?;
        Ok(Some(name))
    }
    fn type_expression(&mut self, letters: &mut Vec<&'a str>, depth: usize) -> Result<Ast<'a>> {
        if depth > NESTING_MAX {
            return error(self.at, "nested too deeply");
        }
        if self.peek() == "{" {
            self.take();
            let letter = self.take();
            let index = letter_index(letters, letter);
            self.expect(":")?;
            let sort = self.take();
            self.expect("}")?;
            return Ok(Ast::Pi(index, sort, alloc::boxed::Box::new(self.type_expression(letters, depth + 1)?)));
        }
        let mut items = Vec::new();
        loop {
            match self.peek() {
                "(" => {
                    self.take();
                    items.push(self.type_expression(letters, depth + 1)?);
                    self.expect(")")?;
                }
                s if s.starts_with(|c: char| c.is_ascii_uppercase()) => {
                    self.take();
                    items.push(Ast::Letter(letter_index(letters, s)));
                }
                s if s.starts_with(|c: char| c.is_ascii_lowercase()) => {
                    self.take();
                    items.push(Ast::Name(s));
                }
                s => match s.parse::<i128>() {
                    Ok(v) => {
                        self.take();
                        items.push(Ast::Lit(v));
                    }
                    Err(_) => break,
                },
            }
        }
        let head = match (items.len(), items.pop()) {
            (1, Some(item)) => item,
            (_, Some(last)) => {
                items.push(last);
                Ast::App(items)
            }
            (_, None) => return error(self.at, "an expression is expected"),
        };
        if self.peek() != "->" {
            return Ok(head);
        }
        self.take();
        let rest = self.type_expression(letters, depth + 1)?;
        Ok(Ast::Arrow(alloc::boxed::Box::new(head), alloc::boxed::Box::new(rest)))
    }
}

fn letter_index<'a>(letters: &mut Vec<&'a str>, letter: &'a str) -> usize {
    match letters.iter().position(|l| *l == letter) {
        Some(i) => i,
        None => {
            letters.push(letter);
            letters.len() - 1
        }
    }
}
