//! What the analysis tells the compiler to confirm ([`crate::judge`]): it stands where the analysis
//! is, in the words of the program.

use super::{Entity, Result, Tag, Unit};
use crate::ir::{Expr, ExprKind, Step};
use crate::judge::{types, Alignment, Claim, Content, Fact, Subject};
use crate::normalise::{ALIGNOF, LEAST_ALIGNOF, RESERVED};
use crate::types::{Qual, Type};
use lang_c::ast::{CallExpression, Expression, GenericAssociation, GenericSelection};
use lang_c::span::{Node, Span};
use std::fmt::Write;

/// Its arguments are types.
const COMPARED_TYPES: &str = "__builtin_types_compatible_p";

/// Longer expressions are not repeated.
const TEXT_BYTES_MAX: usize = 512;

/// The facts of one unit on their way to a place where they may stand.
#[derive(Default)]
pub(super) struct Collected {
    /// Where facts go, in the parsed text; `None` if they wait for the end of a declaration, or for
    /// the next statement.
    at: Option<usize>,
    waiting: Vec<Waiting>,
    /// Records that became complete, and where.
    completed: Vec<(u32, Span)>,
    /// How many records ever became complete.
    records: usize,
    /// How many enumerators were declared.
    enumerators: usize,
    /// Expressions of types that have no tag.
    named: Vec<Named>,
    /// Objects that were declared in front of the values of their enumerations, and where.
    awaiting: Vec<(String, Span)>,
    /// The object outside of functions whose initialiser is read.
    initialised: Option<u32>,
    /// Whether a type is read to which no declaration leads.
    within_expression: bool,
    /// How much was declared where facts go.
    declared_there: usize,
}

/// A fact that waits, and what the names in it mean.
struct Waiting {
    fact: Fact,
    names: Vec<Meaning>,
}

/// An expression, its type, and what the name in it means.
struct Named {
    text: String,
    ty: Qual,
    name: Meaning,
}

/// What a word means as a name and as a tag.
struct Meaning {
    word: String,
    entity: Option<Entity>,
    tag: Option<Tag>,
}

impl Collected {
    /// Whether a type is read to which no declaration leads, from here on; whether it was.
    pub(super) fn within_expression(&mut self, inside: bool) -> bool {
        std::mem::replace(&mut self.within_expression, inside)
    }

    /// A number that grows with each tag or enumerator.
    fn declared(&self) -> usize {
        self.records + self.enumerators
    }
}

impl Unit<'_> {
    /// Facts of `work` go in front of it, to an offset of the parsed text.
    pub(super) fn facts_at<T>(
        &mut self,
        at: usize,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.flush(at);
        let (outer, first) = (self.collected.at.replace(at), self.shared.facts.len());
        let declared = self.collected.declared();
        let there = std::mem::replace(&mut self.collected.declared_there, declared);
        let out = work(self);
        self.collected.at = outer;
        self.collected.declared_there = there;
        // A tag or an enumerator that is declared inside is not known in front.
        if self.collected.declared() > declared || !self.may_stand(at) {
            let (unit, at) = (self.unit, self.sources.origin(self.unit, at));
            let later = self.shared.facts.split_off(first);
            let here = |f: &Fact| f.at == at && f.unit == unit;
            let kept = later.into_iter().filter(|f| !here(f) || f.stands_alone());
            self.shared.facts.extend(kept);
        }
        out
    }

    /// Facts of `work` go behind it.
    pub(super) fn facts_behind<T>(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.flush(span.start);
        let outer = self.collected.at.take();
        let out = work(self);
        self.name_records();
        self.name_enumerations();
        self.flush(span.end);
        self.collected.at = outer;
        out
    }

    /// Facts of `work` wait for the next place where they may stand: in it, or else behind it, if
    /// all their names mean the same there.
    pub(super) fn facts_wait<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = self.collected.at.take();
        let waiting = std::mem::take(&mut self.collected.waiting);
        let declared = (self.collected.records, self.collected.enumerators);
        let (records, names) = (self.collected.completed.len(), self.collected.named.len());
        let out = work(self);
        self.collected.at = outer;
        self.collected.completed.truncate(records);
        self.collected.named.truncate(names);
        let left = std::mem::replace(&mut self.collected.waiting, waiting);
        // A tag or an enumerator that is declared inside is not known behind it.
        let known = (self.collected.records, self.collected.enumerators) == declared;
        let left = left.into_iter();
        let left = left.filter(|waiting| known || waiting.fact.stands_alone());
        self.collected.waiting.extend(left);
        out
    }

    /// Places what waits behind a statement.
    pub(super) fn facts_end(&mut self, span: Span) {
        self.flush(span.end);
    }

    /// Facts that have waited in vain, as there was no place for them.
    pub(super) fn facts_without_place(&mut self) {
        self.collected.waiting.clear();
    }

    /// Whether a declaration may stand at an offset of the parsed text: rewrites move what they
    /// change, and pragmas belong to what follows.
    fn may_stand(&self, at: usize) -> bool {
        let text = self.sources.text(self.unit);
        let origin = self.sources.origin(self.unit, at);
        let mut before = text.get(..origin).unwrap_or("").trim_end();
        loop {
            let line = before.rfind('\n').map_or(0, |n| n + 1);
            match before.get(line..).map(str::trim_start) {
                Some(last) if last.starts_with('#') && !last.contains("pragma") => {
                    before = before.get(..line).unwrap_or("").trim_end();
                }
                _ => return before.is_empty() || before.ends_with([';', '{', '}']),
            }
        }
    }

    /// Places what waits, if it may stand here.
    fn flush(&mut self, at: usize) {
        if self.collected.waiting.is_empty() || !self.may_stand(at) {
            return;
        }
        let at = self.sources.origin(self.unit, at);
        for Waiting { fact, names } in std::mem::take(&mut self.collected.waiting) {
            if names.iter().all(|name| self.still_means(name)) {
                self.shared.facts.push(Fact { at, ..fact });
            }
        }
    }

    /// What a word means here.
    fn meaning(&self, word: &str) -> Meaning {
        Meaning {
            word: word.to_owned(),
            entity: self.lookup(word).cloned(),
            tag: self.lookup_tag(word),
        }
    }

    /// Whether a word means here what it meant elsewhere.
    fn still_means(&self, name: &Meaning) -> bool {
        self.lookup(&name.word) == name.entity.as_ref() && self.lookup_tag(&name.word) == name.tag
    }

    /// States a fact about a text whose names mean what they mean now.
    fn fact(&mut self, span: Span, content: Content, text: &str) {
        if matches!(&content, Content::Claims(_, claims) if claims.is_empty()) {
            return;
        }
        let at = self.collected.at;
        let fact = Fact {
            unit: self.unit,
            at: at.map_or(0, |at| self.sources.origin(self.unit, at)),
            pos: self.pos(span),
            content,
        };
        if at.is_some() {
            self.shared.facts.push(fact);
        } else {
            let names = words(text).map(|word| self.meaning(word)).collect();
            self.collected.waiting.push(Waiting { fact, names });
        }
    }

    // -- declarations

    /// Says where a function's body is.
    pub(super) fn body_found(&mut self, function: u32, span: Span) {
        let text = self.sources.text(self.unit);
        let from = self.sources.origin(self.unit, span.start);
        let to = self.sources.origin(self.unit, span.end);
        let plain = text
            .get(from..to)
            .is_some_and(|body| body.starts_with('{') && body.ends_with('}'));
        // Behind the declarations of parameters, no `;` may follow.
        let prototype = text.get(..from).unwrap_or("").trim_end().ends_with(')');
        if plain && prototype {
            self.shared.facts.push(Fact {
                unit: self.unit,
                at: from,
                pos: self.pos(span),
                content: Content::Body(function, to),
            });
        }
    }

    /// An enumerator has been declared.
    pub(super) fn enumerator_declared(&mut self) {
        self.collected.enumerators += 1;
    }

    /// A record has become complete: its layout is claimed behind the declaration.
    pub(super) fn record_completed(&mut self, id: u32, span: Span) {
        let within = self.collected.within_expression;
        if within {
            self.record_written(id, span);
        } else {
            self.collected.completed.push((id, span));
        }
        // What has neither a name nor a tag hides nothing.
        let record = self.program.types.record(id);
        let hides = !within || record.is_none_or(|record| record.tagged);
        self.collected.records += usize::from(hides);
        self.shared.completed.insert(id, self.pos(span));
    }

    /// A fact goes in front of what is read only if it may stand there and all names mean the same
    /// there; otherwise it waits.
    pub(super) fn fact_of_type(&mut self, span: Span, content: Content, text: &str) {
        let same = self.collected.declared() == self.collected.declared_there;
        let in_front = self.collected.at.filter(|at| same && self.may_stand(*at));
        let outer = std::mem::replace(&mut self.collected.at, in_front);
        self.fact(span, content, text);
        self.collected.at = outer;
    }

    /// A name has been declared.
    pub(super) fn name_declared(&mut self, name: &str, span: Span) {
        let (ty, subject) = match self.lookup(name) {
            Some(Entity::Global(id)) => match self.program.globals.get(*id as usize) {
                // Another file may know the length of an array that has none here.
                Some(global) => {
                    let here = self.types.objects.get(id).unwrap_or(&global.ty);
                    (here.clone(), Subject::Global(*id))
                }
                None => return,
            },
            Some(Entity::Local(id)) => {
                let function = self.function.as_ref();
                match function.and_then(|f| Some((f.locals.get(*id as usize)?, f.id))) {
                    Some((local, function)) => (local.ty.clone(), Subject::Function(function)),
                    None => return,
                }
            }
            Some(Entity::Typedef(ty)) => {
                let (text, ty) = (format!("(*({name} *)0)"), ty.clone());
                let name = self.meaning(name);
                self.collected.named.push(Named { text, ty, name });
                return;
            }
            Some(
                Entity::Function(_)
                | Entity::Constant(..)
                | Entity::Reference(_)
                | Entity::Parameter(_),
            )
            | None => return,
        };
        if self.awaits_values(&ty) && self.at_file_scope() {
            self.collected.awaiting.push((name.to_owned(), span));
            return;
        }
        let mut claims = self.type_claims(name, &ty);
        claims.extend(types::of_place(&self.program.types, name, &ty));
        self.collected.named.push(Named {
            text: name.to_owned(),
            ty,
            name: self.meaning(name),
        });
        self.fact(span, Content::Claims(subject, claims), name);
    }

    /// Whether a type is an enumeration whose values are not known yet: gcc knows no size (gcc
    /// manual, "Incomplete enum Types").
    fn awaits_values(&self, ty: &Qual) -> bool {
        let known = &self.program.types.enumerators;
        let of_integer = matches!(ty.ty, Type::Int(_));
        let enumeration = ty.variant.enumeration.filter(|_| of_integer);
        enumeration.is_some_and(|id| !known.contains_key(&id))
    }

    /// States what waited for the values of enumerations, which may be known now.
    fn name_enumerations(&mut self) {
        if !self.at_file_scope() {
            return;
        }
        for (name, span) in std::mem::take(&mut self.collected.awaiting) {
            self.name_declared(&name, span);
        }
    }

    /// Refuses objects of enumerations that the whole unit gives no values.
    pub(super) fn all_enumerations_known(&self) -> Result<()> {
        match self.collected.awaiting.first() {
            None => Ok(()),
            Some((name, span)) => {
                let message = format!("the values of the enumeration of `{name}` are not known");
                Err(self.unsupported(*span, message))
            }
        }
    }

    fn type_claims(&self, text: &str, ty: &Qual) -> Vec<Claim> {
        types::of_expression(&self.program.types, text, ty, &|id| self.tag_in_scope(id))
    }

    fn tag_in_scope(&self, id: u32) -> Option<String> {
        let record = self.program.types.record(id).filter(|r| r.tagged)?;
        let known =
            matches!(self.lookup_tag(&record.name), Some(Tag::Record(found)) if found == id);
        let word = if record.union { "union" } else { "struct" };
        known.then(|| format!("{word} {}", record.name))
    }

    /// Claims the layouts of the records that became complete, by their tags or by what was
    /// declared with them.
    fn name_records(&mut self) {
        let named = std::mem::take(&mut self.collected.named);
        for (id, span) in std::mem::take(&mut self.collected.completed) {
            let (name, alignment) = match self.tag_in_scope(id) {
                Some(tag) => (tag, Alignment::Own),
                None => {
                    let mut here = named.iter().filter(|named| self.still_means(&named.name));
                    match here.find_map(|named| leading_to(id, &named.text, &named.ty)) {
                        Some(found) => found,
                        None => continue,
                    }
                }
            };
            let words = name.clone();
            let layout = Content::Layout {
                id,
                name,
                alignment,
            };
            self.fact(span, layout, &words);
        }
    }

    // -- values

    /// Facts of `work` are about the initial contents of an object outside of functions.
    pub(super) fn facts_of_contents<T>(
        &mut self,
        id: u32,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = self.collected.initialised.replace(id);
        let out = work(self);
        self.collected.initialised = outer;
        out
    }

    /// Whose code or contents expressions are, if runs depend on them.
    fn subject(&self) -> Option<Subject> {
        match &self.function {
            Some(function) => Some(Subject::Function(function.id)),
            None => self.collected.initialised.map(Subject::Global),
        }
    }

    /// Claims which association a generic selection chooses: its value need not show it.
    pub(super) fn association_chosen(&mut self, g: &Node<GenericSelection>, chosen: usize) {
        let Some(subject) = self.subject() else {
            return;
        };
        let Some(text) = self.associations(&g.node) else {
            return;
        };
        let value = i128::try_from(chosen).unwrap_or(i128::MAX);
        let what = format!("the choice of `{text}`");
        let claims = vec![Claim::equal(what, text.clone(), value)];
        self.fact(g.span, Content::Claims(subject, claims), &text);
    }

    /// The text of a generic selection that yields the number of its association.
    fn associations(&self, g: &GenericSelection) -> Option<String> {
        let mut text = format!("_Generic(({})", self.repeated(&g.expression)?);
        for (number, association) in g.associations.iter().enumerate() {
            let case = match &association.node {
                GenericAssociation::Type(t) => self.text_at(t.node.type_name.span)?,
                GenericAssociation::Default(_) => "default".to_owned(),
            };
            let _ = write!(text, ", {case}: {number}");
        }
        text.push(')');
        (text.len() <= TEXT_BYTES_MAX).then_some(text)
    }

    /// Claims the value of a constant in a function, or of contents.
    pub(super) fn constant_found(&mut self, e: &Node<Expression>, value: &Expr) {
        let (Some(v), Some(subject)) = (value.as_int(), self.subject()) else {
            return;
        };
        if matches!(e.node, Expression::Constant(_)) {
            return;
        }
        let Some(text) = self.repeated(e).or_else(|| self.compared_types(e)) else {
            return;
        };
        let what = format!("the value of `{text}`");
        // What the compiler does not take for a constant need not be one here.
        let claimed = format!(
            "__builtin_choose_expr(__builtin_constant_p({text}), (unsigned long long)({text}), {}ULL)",
            v.rem_euclid(1 << 64)
        );
        let claims = vec![Claim::equal(what, claimed, v)];
        self.fact(e.span, Content::Claims(subject, claims), &text);
    }

    /// Claims a number that an object outside of functions holds at first, if it is computed.
    pub(super) fn content_found(&mut self, e: &Node<Expression>, value: &Expr) {
        let computed = matches!(
            e.node,
            Expression::UnaryOperator(_) | Expression::BinaryOperator(_) | Expression::Cast(_)
        );
        if computed && self.function.is_none() {
            self.constant_found(e, value);
        }
    }

    /// Claims what an expression in a function, or of contents, is, where that is not plain from
    /// its operands.
    pub(super) fn expression_found(&mut self, e: &Node<Expression>, value: &Expr) {
        let Some(subject) = self.subject() else {
            return;
        };
        let computes = match &e.node {
            Expression::SizeOfTy(_)
            | Expression::SizeOfVal(_)
            | Expression::AlignOf(_)
            | Expression::OffsetOf(_)
            | Expression::GenericSelection(_)
            | Expression::Conditional(_) => true,
            Expression::Identifier(id) => {
                matches!(self.lookup(&id.node.name), Some(Entity::Constant(..)))
            }
            Expression::Member(_) => !is_bit_field(self, value),
            Expression::Call(call) => !self.is_own(call),
            _ => false,
        };
        if !computes {
            return;
        }
        let Some(text) = self.repeated(e).or_else(|| self.compared_types(e)) else {
            return;
        };
        // As a value: not an array.
        let claims = self.type_claims(&format!("(0, {text})"), &value.ty.clone().into());
        self.fact(e.span, Content::Claims(subject, claims), &text);
        self.constant_found(e, value);
    }

    /// Whether a call is of a name that only rewrites use.
    fn is_own(&self, call: &Node<CallExpression>) -> bool {
        match &call.node.callee.node {
            Expression::Identifier(id) => {
                let name = &id.node.name;
                name.starts_with(RESERVED) && ![ALIGNOF, LEAST_ALIGNOF].contains(&name.as_str())
            }
            _ => false,
        }
    }

    /// The text of an expression, if it may stand twice.
    fn repeated(&self, e: &Node<Expression>) -> Option<String> {
        self.text_at(e.span)
    }

    fn text_at(&self, span: Span) -> Option<String> {
        let start = self.sources.origin(self.unit, span.start);
        let end = self.sources.origin(self.unit, span.end);
        if end.checked_sub(start)? > TEXT_BYTES_MAX {
            return None;
        }
        let text = balanced(self.sources.text(self.unit), start, end)?;
        let same = self.sources.unchanged(self.unit, start, start + text.len());
        same.then_some(text).and_then(on_one_line)
    }

    /// The text of a call of `__builtin_types_compatible_p`, of which the parser sees other
    /// arguments.
    fn compared_types(&self, e: &Node<Expression>) -> Option<String> {
        let Expression::Call(_) = &e.node else {
            return None;
        };
        let start = self.sources.origin(self.unit, e.span.start);
        let text = self.sources.text(self.unit).get(start..)?;
        let arguments = text.strip_prefix(COMPARED_TYPES)?;
        let mut open = 0usize;
        for (at, byte) in arguments.bytes().enumerate().take(TEXT_BYTES_MAX) {
            match byte {
                b'(' => open += 1,
                b')' if open == 1 => {
                    return on_one_line(text.get(..=COMPARED_TYPES.len() + at)?);
                }
                b')' => open = open.checked_sub(1)?,
                _ => {}
            }
        }
        None
    }
}

/// Whether a value is read from a bit-field: it has a type without a name.
fn is_bit_field(unit: &Unit<'_>, value: &Expr) -> bool {
    let mut value = value;
    while let ExprKind::Convert(inner) = &value.kind {
        value = inner;
    }
    let ExprKind::Load(place) = &value.kind else {
        return false;
    };
    match place.steps.last() {
        Some(Step::Field(record, index)) => {
            let field = unit.program.types.fields(*record).get(*index);
            field.is_none_or(|field| field.bits.is_some())
        }
        Some(Step::Index(_)) | None => false,
    }
}

/// How a text of a type names a record that the type leads to.
fn leading_to(id: u32, text: &str, ty: &Qual) -> Option<(String, Alignment)> {
    let (mut text, mut ty, mut alignment) = (text.to_owned(), ty, Alignment::Own);
    loop {
        if ty.variant.align.is_some() || ty.variant.atomic {
            alignment = Alignment::Hidden;
        }
        (text, ty) = match &ty.ty {
            Type::Pointer(inner) => (format!("(*{text})"), inner),
            Type::Array(inner, _) => (format!("{text}[0]"), inner),
            Type::Record(found) if *found == id => {
                return Some((format!("__typeof__({text})"), alignment));
            }
            _ => return None,
        };
    }
}

/// A text that may stand in an assertion: without statements, and without definitions of types.
fn on_one_line(text: &str) -> Option<String> {
    let mut braces = text.match_indices('{').map(|(at, _)| text.get(..at));
    let literals = braces.all(|before| {
        before.is_some_and(|before| before.trim_end().ends_with([')', '{', ',', '=']))
    });
    if !literals || text.contains(['#', ';']) {
        return None;
    }
    if text.contains('"') {
        // Literals keep their spaces. What looks like a parenthesis was taken for one.
        let mut quoted = text.split('"').skip(1).step_by(2);
        let plain = !text.contains(['\n', '\\', '\'']);
        let plain = plain && quoted.all(|part| !part.contains(['(', ')']));
        return plain.then(|| text.to_owned());
    }
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The identifiers of a text, and parts of its numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
    all.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
}

/// A part of a text, up to the end of its parentheses: spans leave those around operands out.
fn balanced(text: &str, start: usize, end: usize) -> Option<&str> {
    let (mut open, mut end) = (0usize, end);
    for byte in text.get(start..end)?.bytes() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    while open > 0 {
        let rest = text.get(end..)?;
        let gap = rest.len() - rest.trim_start().len();
        end += gap + rest.trim_start().strip_prefix(')').map(|_| 1)?;
        open -= 1;
    }
    text.get(start..end)
}
