//! Structures and unions: tags, members, layouts (C11 6.7.2.1, 6.7.2.3).

use super::attributes::Attributes;
use super::{Result, Tag, Unit};
use crate::accounting::Position;
use crate::library;
use crate::types::{Alignment, Field, LayoutAttributes, Member, Qual, Record, Type};
use lang_c::ast::{StructDeclaration, StructDeclarator, StructField, StructKind, StructType};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn struct_type(
        &mut self,
        s: &Node<StructType>,
        layout: LayoutAttributes,
        alone: bool,
    ) -> Result<Type> {
        let tag = s.node.identifier.as_ref().map(|n| n.node.name.as_str());
        let observes = self.types.number == 0;
        let unclear = &self.shared.visible.unclear_tags;
        if let Some(tag) = tag.filter(|tag| observes && unclear.contains(*tag)) {
            let message = format!("two files define `{tag}` differently");
            return Err(self.unsupported(s.span, message));
        }
        let id = self.tagged_record(s, tag, alone)?;
        let Some(declarations) = &s.node.declarations else {
            let missing = "`struct` has neither a tag nor members here";
            let help = "an attribute between `struct` and its tag or members is not supported: move it behind the closing brace";
            return match tag {
                Some(_) => Ok(Type::Record(id)),
                None => Err(self.unsupported(s.span, missing).help(help)),
            };
        };
        self.account.read(s);
        let members = self.members(declarations)?;
        let earlier = self.program.types.record(id).and_then(|r| r.fields.clone());
        let layout = LayoutAttributes {
            pack: self.sources.pack(self.unit, s.span.end),
            ..layout
        };
        self.program
            .types
            .complete(id, members, layout)
            .map_err(|e| self.type_error(s.span, e.0))?;
        let shown = tag.unwrap_or("?");
        let id = match (&earlier, tag) {
            (None, None) if self.is_told(s.span) => self.known_or_new(id),
            (None, Some(tag)) if self.is_told(s.span) => {
                let pos = self.pos(s.span);
                self.shared.told.push((tag.to_owned(), pos));
                id
            }
            _ => id,
        };
        self.record_completed(id, s.span);
        if let Err(other) = self.program.types.completed(id) {
            return Err(self.defined_otherwise((other, id), s.span));
        }
        match earlier {
            None => Ok(Type::Record(id)),
            // An observer may say what the program has.
            Some(fields)
                if id < self.types.first_record && self.program.types.fields(id) == fields =>
            {
                Ok(Type::Record(id))
            }
            Some(_) if id < self.types.first_record => {
                let message = format!("`{shown}` is defined differently in the program");
                Err(self.unsupported(s.span, message))
            }
            Some(_) => Err(self.type_error(s.span, format!("`{shown}` is defined twice"))),
        }
    }

    /// The record that a tag stands for, or a new one (C11 6.7.2.3).
    fn tagged_record(
        &mut self,
        s: &Node<StructType>,
        tag: Option<&str>,
        alone: bool,
    ) -> Result<u32> {
        let union = s.node.kind.node == StructKind::Union;
        let known = match tag {
            // A definition, and `struct s;`, speak about the innermost scope only.
            Some(tag) if s.node.declarations.is_some() || alone => self
                .scopes
                .last()
                .and_then(|scope| scope.tags.get(tag))
                .copied(),
            Some(tag) => self.lookup_tag(tag),
            None => None,
        };
        let same = |id: u32| {
            self.program
                .types
                .record(id)
                .is_some_and(|r| r.union == union)
        };
        match known {
            Some(Tag::Record(id)) if same(id) => Ok(id),
            Some(_) => Err(self.type_error(
                s.span,
                format!("`{}` is another kind of tag", tag.unwrap_or("?")),
            )),
            None => Ok(self.new_record(tag, union)),
        }
    }

    fn new_record(&mut self, tag: Option<&str>, union: bool) -> u32 {
        let next = u32::try_from(self.program.types.records.len()).unwrap_or(u32::MAX);
        let name = tag.map_or_else(|| format!("anonymous.{next}"), str::to_owned);
        self.program.types.records.push(Record {
            union,
            name,
            tagged: tag.is_some(),
            fields: None,
            size: 0,
            align: Alignment::ONE,
            block: true,
            unit: self.types.number,
        });
        if let Some(tag) = tag {
            self.bind_tag(tag, Tag::Record(next));
        }
        next
    }

    /// The type that a record without a tag is of which a library tells: itself, or one that is
    /// there already. Then nothing is of the new one, which has no members any more: it is no other
    /// type that looks the same.
    fn known_or_new(&mut self, id: u32) -> u32 {
        let known = self.known_alike(id);
        if let Some(unused) = self.program.types.records.get_mut(id as usize) {
            if known != id {
                unused.fields = None;
            }
        }
        known
    }

    /// Whether this stands behind the unit's own text, where a library says what is in structures.
    /// No program can have its own text end earlier, whatever its line markers say.
    fn is_told(&self, span: Span) -> bool {
        if self.sources.file_name(self.pos(span)) != library::FILE {
            return false;
        }
        let end = library::own_text(self.sources.text(self.unit));
        end.is_some_and(|end| end <= self.sources.origin(self.unit, span.start))
    }

    /// A record without a tag that a library tells of is of its C, another file: so it is the same
    /// type as one of the unit with the same members (C11 6.2.7p1), and that as one of other files.
    /// If there are several, the program is refused later (`library::opaque`).
    fn known_alike(&self, id: u32) -> u32 {
        let records = &self.program.types.records;
        let new = records.get(id as usize);
        let mut known = (0..id).zip(records);
        let own = |r: &Record| r.unit == self.types.number;
        let same = known.find(|(_, r)| own(r) && new.is_some_and(|new| are_alike(r, new)));
        same.map_or(id, |(known, _)| known)
    }

    fn members(&mut self, declarations: &[Node<StructDeclaration>]) -> Result<Vec<Member>> {
        let mut members: Vec<Member> = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => self.member(field, &mut members)?,
                StructDeclaration::StaticAssert(a) => self.static_assert(a)?,
            }
        }
        Ok(members)
    }

    fn member(&mut self, field: &Node<StructField>, members: &mut Vec<Member>) -> Result<()> {
        self.account.read(field);
        let (base, outer) = self.specifier_qualifiers(&field.node.specifiers, field.span)?;
        self.admit(&outer, Position::Member)?;
        if field.node.declarators.is_empty() {
            members.extend(self.anonymous_member(base.clone(), &outer, field.span));
        }
        for declarator in &field.node.declarators {
            let member = self.declared_member(&base, &outer, declarator)?;
            let name = member.name.as_ref();
            let twice = name.filter(|_| members.iter().any(|m| m.name.as_ref() == name));
            if let Some(name) = twice {
                return Err(self.type_error(
                    declarator.span,
                    format!("the member `{name}` is declared twice"),
                ));
            }
            members.push(member);
        }
        Ok(())
    }

    /// An anonymous structure or union; a tagged one without a name declares nothing (C11
    /// 6.7.2.1p2, p13).
    fn anonymous_member(&mut self, ty: Qual, outer: &Attributes, span: Span) -> Option<Member> {
        match ty.ty {
            Type::Record(id) if self.program.types.record(id).is_some_and(|r| !r.tagged) => {
                Some(Member {
                    name: None,
                    ty,
                    width: None,
                    attributes: outer.layout,
                })
            }
            _ => {
                self.warn(span, "this declares no member");
                None
            }
        }
    }

    fn declared_member(
        &mut self,
        base: &Qual,
        outer: &Attributes,
        declarator: &Node<StructDeclarator>,
    ) -> Result<Member> {
        self.account.read(declarator);
        let span = declarator.span;
        let width = match &declarator.node.bit_width {
            Some(e) => Some(self.constant(e)?.0),
            None => None,
        };
        let (name, ty, inner) = match &declarator.node.declarator {
            Some(d) => {
                let (name, ty) = self.declarator(base.clone(), d)?;
                let inner = self.attributes(d.node.extensions.iter())?;
                self.admit(&inner, Position::Member)?;
                let ty = self.with_mode(ty, inner.mode.or(outer.mode), span)?;
                (name, ty, inner)
            }
            None => (None, base.clone(), Attributes::default()),
        };
        let bits = i128::from(self.program.types.machine(&ty.ty).map_or(0, |m| m.bits()));
        let valid =
            |w: i128| ty.ty.is_integer() && (0..=bits).contains(&w) && (w > 0 || name.is_none());
        if width.is_some_and(|w| !valid(w)) {
            return Err(self.type_error(span, "this is no valid bit-field"));
        }
        if matches!(ty.ty, Type::Function(_)) {
            return Err(self.type_error(span, "a member cannot be a function"));
        }
        Ok(Member {
            width: width.and_then(|w| u8::try_from(w).ok()),
            attributes: outer.clone().with(inner).layout,
            name,
            ty,
        })
    }

    /// The member that a name finds, as steps with their fields.
    pub(super) fn member_path(
        &self,
        record: u32,
        name: &str,
        span: Span,
    ) -> Result<Vec<(u32, usize, Field)>> {
        let path = self.program.types.find_member(record, name);
        let shown = || self.show(&Type::Record(record));
        let path = path.ok_or_else(|| {
            self.type_error(span, format!("`{}` has no member `{name}`", shown()))
        })?;
        let field = |(r, i): (u32, usize)| {
            self.program
                .types
                .fields(r)
                .get(i)
                .map(|f| (r, i, f.clone()))
        };
        Ok(path.into_iter().filter_map(field).collect())
    }
}

/// Whether the first record has no tag, and what the second has otherwise.
fn are_alike(r: &Record, new: &Record) -> bool {
    !r.tagged
        && r.union == new.union
        && r.fields == new.fields
        && (r.size, r.align) == (new.size, new.align)
}
