//! Predicates that a user proposes for a proof. Nothing rests on them: a wrong one costs time.
//!
//! The expression is read where it is said to stand: a condition with it is put into the text in
//! front of a statement, the program is analysed with that, and the condition's atoms are those of
//! the automaton there. Variables have the same names in both automata.

use lang_c::ast::{BlockItem, FunctionDefinition};
use lang_c::span::Span;
use lang_c::visit::{self, Visit};
use proofmark_frontend::inline::Draft;
use proofmark_frontend::normalise;
use proofmark_frontend::sources::{Sources, UnitId};
use proofmark_frontend::translate::Action;
use proofmark_frontend::{ErrorKind, LoadError, Program, Text};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::{Cfa, Pos, StmtKind, VarSort};
use std::collections::HashMap;

/// An expression of the program, and the place whose variables it speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hint {
    /// The file, as messages name it, or the end of its name.
    file: String,
    /// The line.
    line: u32,
    /// A condition in C, after preprocessing.
    expression: String,
}

impl Hint {
    /// Reads `FILE:LINE: EXPRESSION`.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub(crate) fn parse(text: &str) -> Result<Hint, String> {
        let form = || format!("a hint is `FILE:LINE: EXPRESSION`, and `{text}` is not");
        let mut parts = text.match_indices(':').map(|(at, _)| at);
        let split = |at: usize| {
            let (file, rest) = (text.get(..at)?, text.get(at + 1..)?);
            let (line, expression) = rest.split_once(':')?;
            let line = line.trim().parse::<u32>().ok().filter(|line| *line > 0)?;
            Some((file.trim(), line, expression.trim()))
        };
        let (file, line, expression) = parts.find_map(split).ok_or_else(form)?;
        if file.is_empty() || expression.is_empty() {
            return Err(form());
        }
        if let Some(c) = expression.chars().find(|c| ";{}#\\\n\r".contains(*c)) {
            return Err(format!(
                "the hint `{text}` holds `{c}`: it must be one condition"
            ));
        }
        if !is_balanced(expression) || expression.contains("/*") || expression.contains("//") {
            return Err(format!("the hint `{text}` is not one condition"));
        }
        let (file, expression) = (file.to_owned(), expression.to_owned());
        Ok(Hint {
            file,
            line,
            expression,
        })
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0i64;
    let closes = text.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    });
    closes && depth == 0
}

/// The atoms of a hint, as formulas of the program's automaton: for each call of the function that
/// is inlined its own.
///
/// # Errors
/// If there is no statement at the place, or the expression is no condition of C there, or says
/// nothing that the automaton has a name for.
pub(crate) fn predicates(program: &mut Program, hint: &Hint) -> Result<Vec<Expr>, LoadError> {
    let (own, entry) = (hint.clone(), program.options().entry.clone());
    let read = program.lowered(
        move |units| insert(units, &entry, &own),
        |lowering, inserted| atoms(lowering.inlined.draft, &inserted),
    );
    let (arena, cfa, atoms) = read.map_err(|error| about(error, hint))?;
    let mut copy = Copy::new(&arena, &cfa, program);
    let mut found: Vec<Expr> = Vec::new();
    for atom in atoms {
        let atom = match arena.node(atom) {
            Node::App(Op::Not, [inner, ..]) => inner,
            _ => atom,
        };
        found.extend(copy.expr(atom));
    }
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        let message = match copy.missing {
            Some(name) => {
                format!("it speaks of `{name}`, which has no variable of its own there")
            }
            None => "it is decided there, or cannot be reached".to_owned(),
        };
        return Err(refused(hint, &message));
    }
    Ok(found)
}

/// The conditions of the branch that was put into the text.
fn atoms(draft: Draft, inserted: &Inserted) -> (Arena, Cfa, Vec<Expr>) {
    let steps = draft.edges.iter().flat_map(|edge| &edge.steps);
    let atoms = steps.filter_map(|step| match step.action {
        Action::Do(StmtKind::Assume(p)) if inserted.holds(step.pos) => Some(p),
        _ => None,
    });
    let atoms = atoms.collect();
    (draft.arena, draft.cfa, atoms)
}

fn refused(hint: &Hint, message: &str) -> LoadError {
    let Hint {
        file,
        line,
        expression,
    } = hint;
    let message = format!("the hint `{expression}` at {file}:{line}: {message}");
    LoadError::plain(ErrorKind::Hint, &message)
}

/// An error of the front end in the text that holds the hint.
fn about(error: LoadError, hint: &Hint) -> LoadError {
    let kind = ErrorKind::Hint;
    if error.kind == kind {
        return error;
    }
    LoadError { kind, ..error }.help(format!("this is about the hint `{}`", hint.expression))
}

/// Where the condition is in the changed text.
struct Inserted {
    start: Pos,
    columns: u32,
}

impl Inserted {
    fn holds(&self, pos: Pos) -> bool {
        let column = pos.column.checked_sub(self.start.column);
        (pos.file, pos.line) == (self.start.file, self.start.line)
            && column.is_some_and(|column| column < self.columns)
    }
}

/// Puts the condition in front of the last statement of a function that begins at the line or
/// before.
fn insert(units: &mut [Text], entry: &str, hint: &Hint) -> Result<Inserted, LoadError> {
    let mut sources = Sources::default();
    for unit in units {
        let id = sources.add(&unit.name, unit.preprocessed.clone())?;
        let rewritten = normalise::normalise(&sources, id, entry)?;
        sources.set_rewritten(id, &rewritten);
        let tree = normalise::parse(&sources, id, rewritten.text)?;
        let mut search = Search {
            sources: &sources,
            unit: id,
            hint,
            inside: false,
            best: None,
        };
        search.visit_translation_unit(&tree);
        let Some((start, offset)) = search.best else {
            continue;
        };
        let condition = format!("if ({}) {{ }} ", hint.expression);
        let offset = sources.origin(id, offset);
        let (before, rest) = unit
            .preprocessed
            .split_at_checked(offset)
            .unwrap_or(("", ""));
        unit.preprocessed = format!("{before}{condition}{rest}");
        let columns = u32::try_from(condition.len()).unwrap_or(u32::MAX);
        return Ok(Inserted { start, columns });
    }
    Err(refused(
        hint,
        "no function of the program has a statement there",
    ))
}

struct Search<'a> {
    sources: &'a Sources,
    unit: UnitId,
    hint: &'a Hint,
    /// The line is one of the function that is visited.
    inside: bool,
    /// The place and the offset of the best statement so far.
    best: Option<(Pos, usize)>,
}

impl Search<'_> {
    fn pos(&self, offset: usize) -> Option<Pos> {
        let pos = self.sources.pos(self.unit, offset);
        let name = self.sources.file_name(pos);
        let below = || {
            name.strip_suffix(&self.hint.file)
                .is_some_and(|rest| rest.ends_with('/'))
        };
        (name == self.hint.file || below()).then_some(pos)
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_function_definition(&mut self, function: &'ast FunctionDefinition, span: &'ast Span) {
        let lines = self
            .pos(span.start)
            .zip(self.pos(span.end.saturating_sub(1)));
        let hint = self.hint.line;
        self.inside = lines.is_some_and(|(from, to)| (from.line..=to.line).contains(&hint));
        visit::visit_function_definition(self, function, span);
        self.inside = false;
    }

    fn visit_block_item(&mut self, item: &'ast BlockItem, span: &'ast Span) {
        if let Some(pos) = self.pos(span.start).filter(|_| self.inside) {
            let better = self.best.is_none_or(|(best, _)| best.line < pos.line);
            if better && pos.line <= self.hint.line {
                self.best = Some((pos, span.start));
            }
        }
        visit::visit_block_item(self, item, span);
    }
}

/// Copies expressions into an arena of the same program, where variables have other numbers.
struct Copy<'a> {
    from: &'a Arena,
    cfa: &'a Cfa,
    to: &'a mut Program,
    vars: HashMap<String, u32>,
    objects: HashMap<String, u32>,
    known: HashMap<Expr, Option<Expr>>,
    /// A name without a variable.
    missing: Option<String>,
}

impl<'a> Copy<'a> {
    fn new(from: &'a Arena, cfa: &'a Cfa, to: &'a mut Program) -> Copy<'a> {
        let vars = (0u32..)
            .zip(&to.cfa.vars)
            .map(|(n, v)| (v.name.clone(), n))
            .collect();
        let objects = (0u32..)
            .zip(&to.cfa.objects)
            .map(|(n, o)| (o.name.clone(), n))
            .collect();
        Copy {
            from,
            cfa,
            to,
            vars,
            objects,
            known: HashMap::new(),
            missing: None,
        }
    }

    /// Arguments have smaller numbers than their users.
    fn expr(&mut self, root: Expr) -> Option<Expr> {
        let (mut needed, mut work) = (std::collections::BTreeSet::new(), vec![root]);
        while let Some(e) = work.pop() {
            if needed.insert(e) {
                work.extend(self.from.args(e));
            }
        }
        for e in needed {
            if !self.known.contains_key(&e) {
                let copied = self.node(e);
                self.known.insert(e, copied);
            }
        }
        self.known.get(&root).copied().flatten()
    }

    fn node(&mut self, e: Expr) -> Option<Expr> {
        let node = match self.from.node(e) {
            Node::Var(var, ty) => Node::Var(self.var(var.0, VarSort::Int(ty))?, ty),
            Node::MapVar(var, ty) => Node::MapVar(self.var(var.0, VarSort::Map(ty))?, ty),
            Node::Addr { object, size, bits } => {
                let name = &self.cfa.objects.get(object as usize)?.name;
                let object = *self.objects.get(name)?;
                Node::Addr { object, size, bits }
            }
            Node::App(op, args) => {
                let mut copied = args;
                let count = self.from.args(e).count();
                for slot in copied.iter_mut().take(count) {
                    *slot = self.known.get(slot).copied().flatten()?;
                }
                Node::App(op, copied)
            }
            leaf @ (Node::Lit(_) | Node::Type(_)) => leaf,
        };
        Some(self.to.arena.intern(node))
    }

    fn var(&mut self, number: u32, sort: VarSort) -> Option<proofmark_logic::arena::VarId> {
        let name = &self.cfa.vars.get(number as usize)?.name;
        let own = self.vars.get(name).copied();
        let found = own.filter(|n| {
            self.to
                .cfa
                .vars
                .get(*n as usize)
                .is_some_and(|v| v.sort == sort)
        });
        if found.is_none() {
            self.missing = Some(name.clone());
        }
        found.map(proofmark_logic::arena::VarId)
    }
}
