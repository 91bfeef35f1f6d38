//! What the analysis tells the compiler to confirm ([`crate::judge`]): it stands where the analysis
//! is, in the words of the program.

use super::{Entity, Result, Tag, Unit};
use crate::ir::Expr;
use crate::judge::{Claim, Fact, Subject};
use crate::normalise::{ALIGNOF, RESERVED};
use crate::types::{Qual, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// Longer expressions are not repeated.
const TEXT_BYTES_MAX: usize = 4096;

/// The facts of one unit on their way to a place where they may stand.
#[derive(Default)]
pub(super) struct Collected {
    /// Where facts go, in the parsed text; `None` if they wait for the end of a declaration, or for
    /// the next statement.
    at: Option<usize>,
    waiting: Vec<Fact>,
    /// Records that became complete, and where.
    completed: Vec<(u32, Span)>,
    /// Expressions of types that have no tag.
    named: Vec<(String, Qual, Subject)>,
}

impl Unit<'_> {
    /// Facts of `work` go to an offset of the parsed text.
    pub(super) fn facts_at<T>(
        &mut self,
        at: usize,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        self.flush(at);
        let outer = self.collected.at;
        self.collected.at = self.may_stand(at).then_some(at);
        let out = work(self);
        self.collected.at = outer;
        out
    }

    /// Facts of `work` go behind it.
    pub(super) fn facts_behind<T>(
        &mut self,
        end: usize,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let outer = self.collected.at.take();
        let out = work(self);
        self.name_records();
        self.flush(end);
        self.collected.at = outer;
        out
    }

    /// Facts of `work` wait for the next place where they may stand.
    pub(super) fn facts_wait<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = self.collected.at.take();
        let waiting = std::mem::take(&mut self.collected.waiting);
        let out = work(self);
        self.collected.at = outer;
        self.collected.waiting = waiting;
        out
    }

    /// Facts that have waited in vain, as there was no place for them.
    pub(super) fn facts_without_place(&mut self) {
        self.collected.waiting.clear();
    }

    /// Whether a declaration may stand at an offset of the parsed text: rewrites move what they
    /// change.
    fn may_stand(&self, at: usize) -> bool {
        let text = self.sources.text(self.unit);
        let origin = self.sources.origin(self.unit, at);
        let mut before = text.get(..origin).unwrap_or("").trim_end();
        loop {
            let line = before.rfind('\n').map_or(0, |n| n + 1);
            match before.get(line..) {
                Some(last) if last.trim_start().starts_with('#') => {
                    before = before.get(..line).unwrap_or("").trim_end();
                }
                _ => return before.is_empty() || before.ends_with([';', '{', '}']),
            }
        }
    }

    /// Places what waits, if it may stand here.
    fn flush(&mut self, at: usize) {
        if !self.may_stand(at) {
            return;
        }
        let at = self.sources.origin(self.unit, at);
        let facts = std::mem::take(&mut self.collected.waiting).into_iter();
        self.facts.extend(facts.map(|f| Fact { at, ..f }));
    }

    fn subject_here(&self) -> Subject {
        match &self.function {
            Some(f) => Subject::Function(f.id),
            None => Subject::Everywhere,
        }
    }

    fn fact(&mut self, subject: Subject, span: Span, claims: Vec<Claim>) {
        if claims.is_empty() {
            return;
        }
        let at = self
            .collected
            .at
            .map(|at| self.sources.origin(self.unit, at));
        let fact = Fact {
            unit: self.unit,
            at: at.unwrap_or(0),
            pos: self.pos(span),
            subject,
            claims,
        };
        if at.is_some() {
            self.facts.push(fact);
        } else {
            self.collected.waiting.push(fact);
        }
    }

    // -- declarations

    /// A record has become complete: its layout is claimed behind the declaration.
    pub(super) fn record_completed(&mut self, id: u32, span: Span) {
        self.collected.completed.push((id, span));
    }

    /// A name has been declared with a type.
    pub(super) fn name_declared(&mut self, name: &str, entity: &Entity, span: Span) {
        let (ty, subject, text) = match entity {
            Entity::Global(id) => match self.program.globals.get(*id as usize) {
                Some(global) => (global.ty.clone(), Subject::Global(*id), name.to_owned()),
                None => return,
            },
            Entity::Local(id) => {
                let local = self
                    .function
                    .as_ref()
                    .and_then(|f| f.locals.get(*id as usize));
                match local {
                    Some(local) => (local.ty.clone(), self.subject_here(), name.to_owned()),
                    None => return,
                }
            }
            Entity::Function(id) => match self.function_type_here(*id) {
                Some(ty) => {
                    let ty = Type::Function(std::rc::Rc::new(ty)).into();
                    (ty, Subject::Function(*id), name.to_owned())
                }
                None => return,
            },
            Entity::Typedef(ty) => {
                let text = format!("(*({name} *)0)");
                let subject = self.subject_here();
                self.collected.named.push((text, ty.clone(), subject));
                return;
            }
            Entity::Constant(..) | Entity::Reference(_) => return,
        };
        let claims = self.type_claims(&text, name, &ty);
        self.collected.named.push((text, ty, self.subject_here()));
        self.fact(subject, span, claims);
    }

    /// That an expression has a type.
    fn type_claims(&self, text: &str, what: &str, ty: &Qual) -> Vec<Claim> {
        match self.spell(ty) {
            Some(spelled) => {
                let what = format!("whether `{what}` has the type `{}`", self.show(&ty.ty));
                vec![Claim::has_type(what, text, &spelled)]
            }
            None => match self.program.types.size_of(&ty.ty) {
                Ok(size) if !matches!(ty.ty, Type::VaList | Type::Function(_)) => {
                    vec![Claim::equal(
                        format!("the size of `{what}`"),
                        format!("sizeof({text})"),
                        i128::from(size),
                    )]
                }
                _ => Vec::new(),
            },
        }
    }

    fn spell(&self, ty: &Qual) -> Option<String> {
        self.program.types.spelled(ty, &|id| self.tag_in_scope(id))
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
        let completed = std::mem::take(&mut self.collected.completed);
        for (id, span) in &completed {
            if let Some(tag) = self.tag_in_scope(*id) {
                self.record_facts(&tag, *id, self.subject_here(), *span);
            }
        }
        for (text, ty, subject) in std::mem::take(&mut self.collected.named) {
            self.untagged(text, &ty, &completed, subject);
        }
    }

    /// The record without a tag that a type leads to.
    fn untagged(
        &mut self,
        mut text: String,
        ty: &Qual,
        completed: &[(u32, Span)],
        subject: Subject,
    ) {
        let mut ty = ty;
        loop {
            match &ty.ty {
                Type::Pointer(_) => text = format!("(*{text})"),
                Type::Array(..) => text = format!("{text}[0]"),
                _ => {}
            }
            match &ty.ty {
                Type::Pointer(inner) | Type::Array(inner, _) => ty = inner,
                Type::Record(id) => {
                    let tagged = self.program.types.record(*id).is_none_or(|r| r.tagged);
                    let new = completed.iter().find(|(new, _)| !tagged && new == id);
                    if let Some((_, span)) = new {
                        self.record_facts(&format!("__typeof__({text})"), *id, subject, *span);
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    fn record_facts(&mut self, ty: &str, id: u32, subject: Subject, span: Span) {
        let Some(record) = self.program.types.record(id) else {
            return;
        };
        let shown = self.show(&Type::Record(id));
        let size = record.size;
        let mut claims = vec![
            Claim::equal(
                format!("the size of `{shown}`"),
                format!("sizeof({ty})"),
                i128::from(size),
            ),
            Claim::equal(
                format!("the alignment of `{shown}`"),
                format!("__alignof__({ty})"),
                i128::from(record.align.bytes),
            ),
        ];
        let mut inner = Vec::new();
        self.member_claims(ty, id, 0, &mut claims, &mut inner);
        self.fact(subject, span, claims);
        for (text, ty) in inner {
            self.untagged_member(text, &ty, subject, span);
        }
    }

    /// The claims about the members of a record that lies at a bit of the type `ty`.
    fn member_claims(
        &self,
        ty: &str,
        id: u32,
        start: u64,
        claims: &mut Vec<Claim>,
        inner: &mut Vec<(String, Qual)>,
    ) {
        for field in self.program.types.fields(id) {
            match (&field.name, field.bits, &field.ty.ty) {
                // A bit-field has neither an offset nor a type that has a name.
                (Some(_), Some(_), _) => {}
                (Some(name), None, _) => {
                    let text = format!("(*({ty} *)0).{name}");
                    claims.push(Claim::equal(
                        format!("the offset of `{name}`"),
                        format!("__builtin_offsetof({ty}, {name})"),
                        i128::from(start + field.offset),
                    ));
                    claims.extend(self.type_claims(&text, name, &field.ty));
                    inner.push((text, field.ty.clone()));
                }
                (None, _, Type::Record(anonymous)) => {
                    let start = start + field.offset;
                    self.member_claims(ty, *anonymous, start, claims, inner);
                }
                (None, _, _) => {}
            }
        }
    }

    /// The records without a tag of members.
    fn untagged_member(&mut self, text: String, ty: &Qual, subject: Subject, span: Span) {
        if let Type::Record(id) = ty.ty.innermost() {
            let id = *id;
            self.untagged(text, ty, &[(id, span)], subject);
        }
    }

    // -- values

    /// Claims the value of a constant.
    pub(super) fn constant_found(&mut self, e: &Node<Expression>, value: &Expr) {
        let Some(v) = value.as_int() else { return };
        if matches!(e.node, Expression::Constant(_)) {
            return;
        }
        let Some(text) = self.repeated(e.span) else {
            return;
        };
        let what = format!("the value of `{text}`");
        // What the compiler does not take for a constant need not be one here.
        let text = format!(
            "__builtin_choose_expr(__builtin_constant_p({text}), (unsigned long long)({text}), {}ULL)",
            v.rem_euclid(1 << 64)
        );
        let subject = self.subject_here();
        self.fact(subject, e.span, vec![Claim::equal(what, text, v)]);
    }

    /// Claims what only the compiler knows: types of built-in functions' results, and what operators
    /// on types yield.
    pub(super) fn expression_found(&mut self, e: &Node<Expression>, value: &Expr) {
        let own = |name: &str| name.starts_with(RESERVED) && name != ALIGNOF;
        let computes = match &e.node {
            Expression::SizeOfTy(_)
            | Expression::SizeOfVal(_)
            | Expression::AlignOf(_)
            | Expression::OffsetOf(_)
            | Expression::GenericSelection(_)
            | Expression::Conditional(_) => true,
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(id) => {
                    self.lookup(&id.node.name).is_none() && !own(&id.node.name)
                }
                _ => false,
            },
            _ => false,
        };
        if !computes {
            return;
        }
        let Some(text) = self.repeated(e.span) else {
            return;
        };
        let subject = self.subject_here();
        let ty = value.ty.clone().into();
        // As a value: not an array.
        let claims = self.type_claims(&format!("(0, {text})"), &text, &ty);
        self.fact(subject, e.span, claims);
        self.constant_found(e, value);
    }

    /// Claims the values of enumerators.
    pub(super) fn enumerators_found(&mut self, values: &[(&str, i128)], span: Span) {
        let claim =
            |(name, v): &(&str, i128)| Claim::equal(format!("the value of `{name}`"), *name, *v);
        let claims = values.iter().map(claim).collect();
        self.fact(self.subject_here(), span, claims);
    }

    /// The text of an expression, if it may stand twice.
    fn repeated(&self, span: Span) -> Option<String> {
        let start = self.sources.origin(self.unit, span.start);
        let end = self.sources.origin(self.unit, span.end);
        let text = balanced(self.sources.text(self.unit), start, end)?;
        let single = !text.contains(['{', '#', '"']) && text.len() <= TEXT_BYTES_MAX;
        single.then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// A part of a text, up to the end of its parentheses: rewrites may have moved it.
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
