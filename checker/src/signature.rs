//! The signature: from the logic's text to rules that the kernel can run.
//!
//! The text is Twelf's concrete syntax without definitions: `name : type.`, `{X:sort}`, `->`,
//! application. Metavariables are first-order and occur in rigid positions only, so matching needs
//! neither unification nor search. Sorts, judgements, side conditions and constants are built in:
//! what the text says of them is compared, and must be complete.

use crate::side::Side;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use proofmark_logic::arena::Op;
use proofmark_logic::types::Sort;

/// At most this many metavariables in a rule.
pub(crate) const METAVARIABLES_MAX: usize = 8;
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

/// An expression with metavariables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    Metavariable(usize),
    Lit(i128),
    App(Op, Vec<Pattern>),
}

/// A judgement with metavariables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Schema {
    pub(crate) family: Family,
    pub(crate) index: Pattern,
}

/// What a rule takes, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Premise {
    /// An explicit term for a metavariable of this sort.
    Term(usize, Sort),
    /// A proof of the schema under more hypotheses.
    Proof {
        hypotheses: Vec<Schema>,
        conclusion: Schema,
    },
    /// A side condition.
    Side(Side, Vec<Pattern>),
}

/// A proof rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) premises: Vec<Premise>,
    pub(crate) conclusion: Schema,
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
    pub message: &'static str,
}

/// Errors of one declaration; [`Signature::load`] adds the offset.
type Result<T> = core::result::Result<T, &'static str>;

const SORTS: [(&str, Sort); 4] = [
    ("form", Sort::Form),
    ("tm", Sort::Term),
    ("map", Sort::Map),
    ("ty", Sort::Type),
];
const FAMILIES: [(&str, Family, Sort); 3] = [
    ("pf", Family::Pf, Sort::Form),
    ("lin", Family::Lin, Sort::Term),
    ("lineq", Family::LinEq, Sort::Term),
];

impl Signature {
    /// Reads a signature.
    ///
    /// # Errors
    /// Bad syntax, an unknown sort, constant or side condition, or a missing or wrongly sorted
    /// constant.
    pub fn load(text: &str) -> core::result::Result<Signature, SignatureError> {
        let mut reader = Reader::new(text);
        let (mut rules, mut missing) = (Vec::new(), built_in());
        while !reader.next.is_empty() {
            let offset = text.len().saturating_sub(reader.rest.len());
            declaration(&mut reader, &mut rules, &mut missing)
                .map_err(|message| SignatureError { offset, message })?;
        }
        match missing.is_empty() {
            true => Ok(Signature { rules }),
            false => Err(SignatureError {
                offset: text.len(),
                message: "a constant that the checker builds in is not declared",
            }),
        }
    }

    /// The code of the rule with this name, as proof tokens use it.
    pub fn code(&self, name: &str) -> Option<u8> {
        self.rules
            .iter()
            .position(|r| r.name == name)
            .and_then(|i| u8::try_from(i).ok())
    }
    /// The name of a rule.
    pub fn rule_name(&self, code: u8) -> Option<&str> {
        self.rules.get(usize::from(code)).map(|r| r.name.as_str())
    }
}

/// A sort, judgement, side condition or constant: its name, the sorts of its arguments, and what it
/// makes of them.
type BuiltIn = (&'static str, Vec<Sort>, &'static str);

/// Everything that is built in.
fn built_in() -> Vec<BuiltIn> {
    let mut out = Vec::new();
    out.extend(SORTS.map(|(name, _)| (name, Vec::new(), "type")));
    out.extend(FAMILIES.map(|(name, _, sort)| (name, Vec::from([sort]), "type")));
    out.extend(
        Side::TABLE.map(|(name, _, inputs, outputs)| (name, [inputs, outputs].concat(), "type")),
    );
    for (sort_name, sort) in SORTS {
        let constants = Op::ALL.into_iter().filter(|op| op.result() == sort);
        out.extend(constants.map(|op| (op.name(), op.params().to_vec(), sort_name)));
    }
    out
}

/// Reads one declaration: a rule, or something that is built in, which is then no longer `missing`.
fn declaration(
    reader: &mut Reader<'_>,
    rules: &mut Vec<Rule>,
    missing: &mut Vec<BuiltIn>,
) -> Result<()> {
    let name = reader.take();
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return Err("a declared name starts with a lower-case character");
    }
    reader.expect(":")?;
    let body = reader.expression(0)?;
    reader.expect(".")?;
    let (arguments, target) = body.split();
    if let Ast::Atom(result) = target {
        let sorts = arguments.iter().map(sort_of).collect::<Result<Vec<_>>>()?;
        let position = missing
            .iter()
            .position(|(n, s, r)| (*n, s, r) == (name, &sorts, result));
        missing.swap_remove(
            position
                .ok_or("declared twice, or nothing of this name and these sorts is built in")?,
        );
        return Ok(());
    }
    let mut metavariables = Metavariables(Vec::new());
    let premises = arguments
        .iter()
        .map(|premise| metavariables.premise(premise))
        .collect::<Result<Vec<_>>>()?;
    let rule = Rule {
        name: name.to_string(),
        premises,
        conclusion: metavariables.schema(target)?,
    };
    if rules.len() >= RULES_MAX || rules.iter().any(|other| other.name == name) {
        return Err("declared twice, or more than 128 rules");
    }
    rules.push(rule);
    Ok(())
}

fn sort_of(ast: &Ast<'_>) -> Result<Sort> {
    match ast {
        Ast::Atom(name) => SORTS
            .iter()
            .find(|row| row.0 == *name)
            .map(|row| row.1)
            .ok_or("unknown sort"),
        _ => Err("a sort is expected"),
    }
}

/// The metavariables of a rule and their sorts, in the order in which they occur.
struct Metavariables<'a>(Vec<(&'a str, Sort)>);

impl<'a> Metavariables<'a> {
    fn premise(&mut self, ast: &Ast<'a>) -> Result<Premise> {
        if let Ast::Pi(metavariable, sort) = ast {
            let sort = sort_of(&Ast::Atom(sort))?;
            return Ok(Premise::Term(self.metavariable(metavariable, sort)?, sort));
        }
        let condition = ast
            .application()
            .and_then(|(name, args)| Some((Side::TABLE.iter().find(|row| row.0 == name)?, args)));
        if let Some((&(_, side, inputs, outputs), args)) = condition {
            let patterns = self.patterns(&[inputs, outputs].concat(), args)?;
            return match patterns
                .iter()
                .skip(inputs.len())
                .all(|output| matches!(output, Pattern::Metavariable(_)))
            {
                true => Ok(Premise::Side(side, patterns)),
                false => Err("an output of a side condition must be a metavariable"),
            };
        }
        let (hypotheses, conclusion) = ast.split();
        let hypotheses = hypotheses
            .iter()
            .map(|hypothesis| self.schema(hypothesis))
            .collect::<Result<Vec<_>>>()?;
        Ok(Premise::Proof {
            hypotheses,
            conclusion: self.schema(conclusion)?,
        })
    }

    fn schema(&mut self, ast: &Ast<'a>) -> Result<Schema> {
        let Some((name, [index])) = ast.application() else {
            return Err("a judgement is expected");
        };
        let &(_, family, sort) = FAMILIES
            .iter()
            .find(|row| row.0 == name)
            .ok_or("unknown judgement")?;
        Ok(Schema {
            family,
            index: self.pattern(index, sort)?,
        })
    }

    fn patterns(&mut self, sorts: &[Sort], args: &[Ast<'a>]) -> Result<Vec<Pattern>> {
        match sorts.len() == args.len() {
            true => sorts
                .iter()
                .zip(args)
                .map(|(&sort, arg)| self.pattern(arg, sort))
                .collect(),
            false => Err("wrong number of arguments"),
        }
    }

    fn pattern(&mut self, ast: &Ast<'a>, expected: Sort) -> Result<Pattern> {
        let (head, args) = ast.application().ok_or("an expression is expected")?;
        if args.is_empty() && head.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Ok(Pattern::Metavariable(self.metavariable(head, expected)?));
        }
        if let (true, Sort::Term, Ok(value)) = (args.is_empty(), expected, head.parse()) {
            return Ok(Pattern::Lit(value));
        }
        match Op::from_name(head).filter(|op| op.result() == expected) {
            Some(op) => Ok(Pattern::App(op, self.patterns(op.params(), args)?)),
            None => Err("unknown constant, or one of another sort"),
        }
    }

    fn metavariable(&mut self, name: &'a str, sort: Sort) -> Result<usize> {
        let index = self
            .0
            .iter()
            .position(|known| known.0 == name)
            .unwrap_or(self.0.len());
        if index == self.0.len() {
            self.0.push((name, sort));
        }
        match self.0.get(index) {
            Some(known) if known.1 != sort => Err("a metavariable is used at two sorts"),
            _ if index >= METAVARIABLES_MAX => Err("too many metavariables"),
            _ => Ok(index),
        }
    }
}

/// Syntax before names are resolved.
enum Ast<'a> {
    Atom(&'a str),
    /// An application: at least two parts.
    App(Vec<Ast<'a>>),
    /// `{X:sort}`, only before an arrow's target.
    Pi(&'a str, &'a str),
    /// `A -> B -> C`: arguments, and the target last.
    Arrow(Vec<Ast<'a>>),
}

impl<'a> Ast<'a> {
    /// Arguments and target of a type.
    fn split(&self) -> (&[Ast<'a>], &Ast<'a>) {
        match self {
            Ast::Arrow(parts) => parts
                .split_last()
                .map_or((&[], self), |(target, arguments)| (arguments, target)),
            _ => (&[], self),
        }
    }

    /// Head and arguments of a name or an application.
    fn application(&self) -> Option<(&'a str, &[Ast<'a>])> {
        match self {
            Ast::Atom(name) => Some((name, &[])),
            Ast::App(parts) => match parts.split_first() {
                Some((Ast::Atom(name), args)) => Some((name, args)),
                _ => None,
            },
            _ => None,
        }
    }

    /// One part as it is, several as what `many` makes of them.
    fn group(mut parts: Vec<Ast<'a>>, many: fn(Vec<Ast<'a>>) -> Ast<'a>) -> Result<Ast<'a>> {
        match (parts.len(), parts.pop()) {
            (1, Some(part)) => Ok(part),
            (_, Some(last)) => {
                parts.push(last);
                Ok(many(parts))
            }
            (_, None) => Err("an expression is expected"),
        }
    }
}

/// Lexemes: brackets, `:`, `.`, `->` and words.
struct Reader<'a> {
    /// The text from the next lexeme on.
    rest: &'a str,
    /// The next lexeme; empty at the end.
    next: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        let mut reader = Reader {
            rest: text,
            next: "",
        };
        reader.take();
        reader
    }

    fn expression(&mut self, depth: usize) -> Result<Ast<'a>> {
        if depth > NESTING_MAX {
            return Err("nested too deeply");
        }
        let mut parts = Vec::new();
        loop {
            while self.accept("{") {
                let name = self.take();
                self.expect(":")?;
                parts.push(Ast::Pi(name, self.take()));
                self.expect("}")?;
            }
            let mut items = Vec::new();
            while !matches!(self.next, "" | "->" | ")" | "." | ":" | "}" | "{") {
                if self.accept("(") {
                    items.push(self.expression(depth + 1)?);
                    self.expect(")")?;
                } else {
                    items.push(Ast::Atom(self.take()));
                }
            }
            parts.push(Ast::group(items, Ast::App)?);
            if !self.accept("->") {
                return Ast::group(parts, Ast::Arrow);
            }
        }
    }

    fn take(&mut self) -> &'a str {
        let lexeme = self.next;
        self.rest = self.rest.get(lexeme.len()..).unwrap_or("").trim_start();
        while let Some(comment) = self.rest.strip_prefix('%') {
            self.rest = comment
                .split_once('\n')
                .map_or("", |(_, rest)| rest)
                .trim_start();
        }
        let end = match self
            .rest
            .bytes()
            .position(|c| !(c.is_ascii_alphanumeric() || c == b'_' || c == b'-'))
        {
            _ if self.rest.starts_with("->") => 2,
            Some(0) => self.rest.chars().next().map_or(0, char::len_utf8),
            Some(end) => end,
            None => self.rest.len(),
        };
        self.next = self.rest.get(..end).unwrap_or("");
        lexeme
    }
    fn accept(&mut self, lexeme: &str) -> bool {
        self.next == lexeme && self.take() == lexeme
    }
    fn expect(&mut self, lexeme: &str) -> Result<()> {
        self.accept(lexeme).then_some(()).ok_or("unexpected lexeme")
    }
}
