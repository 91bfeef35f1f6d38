//! Initialisers (C11 6.7.9): flattened into assignments to parts of the object.

use super::{Result, Unit};
use crate::ir::{Base, Expr, Init, Place, Step, StringLiteral};
use crate::types::{Qual, Type};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// Elements that one initialiser may write.
const ITEMS_MAX: usize = 1 << 20;

/// The object that is initialised. Parts of it are paths of constant steps.
#[derive(Clone, Copy)]
enum Root {
    Global(u32),
    Local(u32),
}

/// One constant step: a member or an element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Field(u32, usize),
    Element(u64),
}

/// A path and the type at its end.
#[derive(Clone)]
struct Path {
    parts: Vec<Part>,
    ty: Qual,
}

/// The state of one initialiser.
pub(super) struct Filler {
    root: Root,
    root_ty: Type,
    pub(super) items: Vec<(Place, Expr)>,
    /// The paths of the items.
    pub(super) paths: Vec<Vec<Part>>,
    /// The last of them, in the order of the object's parts.
    pub(super) last: Vec<Part>,
    /// Number of elements of the outermost array that were mentioned, if its length is open.
    length: u64,
}

/// The items of a brace list with a cursor.
struct Cursor<'t> {
    items: &'t [Node<InitializerListItem>],
    at: usize,
}

impl Unit<'_> {
    /// The initialiser of an object of type `ty`; also the object's type with the length completed
    /// (C11 6.7.9p22).
    pub(super) fn initializer(
        &mut self,
        base: Base,
        ty: &Qual,
        init: &Node<Initializer>,
    ) -> Result<(Qual, Init)> {
        match &init.node {
            Initializer::List(items) => self.initializer_list(base, ty, items, init.span),
            Initializer::Expression(e) => {
                let mut filler = Filler::new(base, ty);
                self.fill_expression(
                    &mut filler,
                    Path {
                        parts: Vec::new(),
                        ty: ty.clone(),
                    },
                    e,
                )?;
                Ok(filler.finish(ty))
            }
        }
    }

    pub(super) fn initializer_list(
        &mut self,
        base: Base,
        ty: &Qual,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Result<(Qual, Init)> {
        let items = super::encoded::elements(items);
        let mut filler = Filler::new(base, ty);
        self.fill_braced(
            &mut filler,
            Path {
                parts: Vec::new(),
                ty: ty.clone(),
            },
            items,
            span,
        )?;
        Ok(filler.finish(ty))
    }

    /// A value without braces for a whole object.
    fn fill_expression(
        &mut self,
        filler: &mut Filler,
        path: Path,
        e: &Node<Expression>,
    ) -> Result<()> {
        if let (Type::Array(element, length), Some(literal)) =
            (&path.ty.ty, self.string_for(&path.ty.ty, e)?)
        {
            return self.fill_string(filler, &path, element, *length, &literal.units, e.span);
        }
        if matches!(path.ty.ty, Type::Array(..)) {
            // `char a[] = (char[]){…}` is a gcc extension.
            return Err(self.unsupported(
                e.span,
                "an array needs an initialiser in braces or a string literal",
            ));
        }
        let value = self.expression(e)?;
        self.fill_value(filler, path, value, e.span)
    }

    /// The string literal that initialises an array as a whole (C11 6.7.9p14–15).
    fn string_for(&self, ty: &Type, e: &Node<Expression>) -> Result<Option<StringLiteral>> {
        let (Type::Array(element, _), Expression::StringLiteral(s)) = (ty, &e.node) else {
            return Ok(None);
        };
        let literal = self.string(&s.node, e.span)?;
        let fits = if literal.element == Type::CHAR {
            element.ty.is_character()
        } else {
            element.ty == literal.element
        };
        Ok(fits.then_some(literal))
    }

    fn fill_value(
        &mut self,
        filler: &mut Filler,
        path: Path,
        value: Expr,
        span: Span,
    ) -> Result<()> {
        let value = self.assign_convert(value, &path.ty.ty, span)?;
        if filler.items.len() >= ITEMS_MAX {
            return Err(self.fail(
                crate::ErrorKind::Limit,
                span,
                "an initialiser has too many elements",
            ));
        }
        self.refuse_override(filler, &path.parts, span)?;
        filler.last = path.parts.clone().max(std::mem::take(&mut filler.last));
        filler.paths.push(path.parts.clone());
        let place = filler.place(path, self.pos(span));
        filler.items.push((place, value));
        Ok(())
    }

    fn fill_string(
        &mut self,
        filler: &mut Filler,
        path: &Path,
        element: &Rc<Qual>,
        length: Option<u64>,
        units: &[u32],
        span: Span,
    ) -> Result<()> {
        let machine = self.program.types.machine(&element.ty);
        self.replace(filler, &path.parts, span)?;
        let pos = self.pos(span);
        let room = length.unwrap_or(u64::MAX);
        for (index, unit) in (0u64..).zip(units.iter().copied().chain([0])) {
            if index >= room {
                break;
            }
            let value = machine.map_or(0, |machine| machine.wrap(i128::from(unit)));
            let mut part = path.clone();
            part.parts.push(Part::Element(index));
            part.ty = Qual::clone(element);
            self.fill_value(
                filler,
                part,
                Expr::int(value, element.ty.clone(), pos),
                span,
            )?;
        }
        Ok(())
    }

    /// `{ … }` for an object.
    fn fill_braced(
        &mut self,
        filler: &mut Filler,
        path: Path,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Result<()> {
        let aggregate = matches!(path.ty.ty, Type::Array(..) | Type::Record(_));
        if !aggregate {
            // A scalar in braces (C11 6.7.9p11).
            return match items {
                [one] if one.node.designation.is_empty() => {
                    self.fill_item(filler, path, &one.node.initializer)
                }
                _ => Err(self.type_error(span, "one value is needed here")),
            };
        }
        // A string literal in braces (C11 6.7.9p14).
        if let [one] = items {
            if let (true, Initializer::Expression(e)) =
                (one.node.designation.is_empty(), &one.node.initializer.node)
            {
                if self.string_for(&path.ty.ty, e)?.is_some() {
                    return self.fill_expression(filler, path, e);
                }
            }
        }
        self.replace(filler, &path.parts, span)?;
        let mut cursor = Cursor { items, at: 0 };
        self.fill_aggregate(filler, &path, &mut cursor, true)?;
        if cursor.at < items.len() {
            return Err(self.type_error(span, "the initialiser has too many elements"));
        }
        Ok(())
    }

    fn fill_item(
        &mut self,
        filler: &mut Filler,
        path: Path,
        init: &Node<Initializer>,
    ) -> Result<()> {
        match &init.node {
            Initializer::List(items) => self.fill_braced(filler, path, items, init.span),
            Initializer::Expression(e) => self.fill_expression(filler, path, e),
        }
    }

    /// Fills the parts of an aggregate from the cursor: all items if it has braces of its own,
    /// otherwise as many as it needs (C11 6.7.9p20).
    fn fill_aggregate(
        &mut self,
        filler: &mut Filler,
        path: &Path,
        cursor: &mut Cursor<'_>,
        braced: bool,
    ) -> Result<()> {
        let mut next = 0u64;
        while let Some(item) = cursor.items.get(cursor.at) {
            let mut designation = item.node.designation.as_slice();
            if !designation.is_empty() && !braced {
                // A designator speaks about the innermost braces.
                return Ok(());
            }
            if let Some((first, rest)) = designation.split_first() {
                designation = rest;
                if let Some((index, sub)) = self.through_anonymous(path, first)? {
                    self.fill_designated(filler, sub, designation, item)?;
                    cursor.at += 1;
                    next = index + 1;
                    // The next value would go on inside the anonymous member.
                    if let Some(item) = cursor
                        .items
                        .get(cursor.at)
                        .filter(|i| i.node.designation.is_empty())
                    {
                        return Err(
                            self.unsupported(item.span, "a value without a designator after a member of an anonymous member is not supported")
                        );
                    }
                    continue;
                }
                for (part, range) in self.designated(path, first)? {
                    next = match part {
                        Part::Element(index) => index,
                        Part::Field(_, index) => index as u64,
                    };
                    let paths = self.extend(path, &[part], range)?;
                    self.fill_all(filler, paths, designation, item)?;
                    next = range.unwrap_or(next);
                }
                cursor.at += 1;
                next += 1;
                continue;
            }
            let Some(sub) = self.part(path, next)? else {
                return Ok(());
            };
            self.fill_next(filler, sub, cursor)?;
            next += 1;
        }
        Ok(())
    }

    /// The part with this index; `None` past the end. Only a union's first named member is
    /// initialised without a designator.
    fn part(&self, path: &Path, index: u64) -> Result<Option<Path>> {
        let (part, ty) = match &path.ty.ty {
            Type::Array(element, length) if length.is_none_or(|n| index < n) => {
                (Part::Element(index), Qual::clone(element))
            }
            Type::Record(record) => {
                let union = self.program.types.record(*record).is_some_and(|r| r.union);
                let i = usize::try_from(index).unwrap_or(usize::MAX);
                match self
                    .program
                    .types
                    .fields(*record)
                    .get(i)
                    .filter(|_| !union || index == 0)
                {
                    Some(field) => (Part::Field(*record, i), field.ty.clone()),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let mut parts = path.parts.clone();
        parts.push(part);
        Ok(Some(Path { parts, ty }))
    }

    /// Fills one part from the cursor, descending into aggregates whose braces are left out.
    fn fill_next(
        &mut self,
        filler: &mut Filler,
        path: Path,
        cursor: &mut Cursor<'_>,
    ) -> Result<()> {
        let Some(item) = cursor.items.get(cursor.at) else {
            return Ok(());
        };
        let aggregate = matches!(path.ty.ty, Type::Array(..) | Type::Record(_));
        match &item.node.initializer.node {
            Initializer::Expression(e) if aggregate => {
                if self.string_for(&path.ty.ty, e)?.is_some() {
                    cursor.at += 1;
                    return self.fill_expression(filler, path, e);
                }
                if matches!(path.ty.ty, Type::Record(_))
                    && !matches!(
                        e.node,
                        Expression::Constant(_) | Expression::StringLiteral(_)
                    )
                {
                    let value = self.expression(e)?;
                    // An expression of the record's own type fills it whole (C11 6.7.9p13).
                    if value.ty == path.ty.ty {
                        cursor.at += 1;
                        return self.fill_value(filler, path, value, e.span);
                    }
                }
                let before = cursor.at;
                self.fill_aggregate(filler, &path, cursor, false)?;
                if cursor.at == before {
                    return Err(self.type_error(item.span, "this initialises nothing"));
                }
                Ok(())
            }
            _ => {
                cursor.at += 1;
                self.fill_item(filler, path, &item.node.initializer)
            }
        }
    }

    /// The parts that a designator names: for a range, its ends.
    fn designated(
        &mut self,
        path: &Path,
        designator: &Node<Designator>,
    ) -> Result<Vec<(Part, Option<u64>)>> {
        let index = |unit: &mut Self, e: &Node<Expression>| {
            let value = unit.constant(e)?.0;
            u64::try_from(value).map_err(|_| unit.type_error(e.span, "a negative index"))
        };
        match &designator.node {
            Designator::Index(e) => Ok(vec![(Part::Element(index(self, e)?), None)]),
            Designator::Range(r) => {
                let (from, to) = (index(self, &r.node.from)?, index(self, &r.node.to)?);
                Ok(vec![(Part::Element(from), Some(to))])
            }
            Designator::Member(name) => {
                let Type::Record(record) = path.ty.ty else {
                    return Err(self.type_error(designator.span, "this has no members"));
                };
                let fields = self.member_path(record, &name.node.name, designator.span)?;
                match fields.as_slice() {
                    [(record, index, _)] => Ok(vec![(Part::Field(*record, *index), None)]),
                    _ => Err(self.unsupported(
                        designator.span,
                        "a designator of a member inside an anonymous member is not supported",
                    )),
                }
            }
        }
    }

    /// For a designator of a member inside anonymous members (C11 6.7.2.1p13): the outermost one's
    /// index, and the path.
    fn through_anonymous(
        &mut self,
        path: &Path,
        designator: &Node<Designator>,
    ) -> Result<Option<(u64, Path)>> {
        let (Type::Record(record), Designator::Member(name)) = (&path.ty.ty, &designator.node)
        else {
            return Ok(None);
        };
        let fields = self.member_path(*record, &name.node.name, designator.span)?;
        if fields.len() < 2 {
            return Ok(None);
        }
        let outermost = fields.first().map_or(0, |(_, index, _)| *index as u64);
        let mut sub = path.clone();
        for (record, index, field) in fields {
            sub.parts.push(Part::Field(record, index));
            sub.ty = field.ty;
        }
        Ok(Some((outermost, sub)))
    }

    /// The path extended by parts; a range yields one path for each element.
    fn extend(&self, path: &Path, parts: &[Part], range: Option<u64>) -> Result<Vec<Path>> {
        let mut out = Vec::new();
        for part in parts {
            let last = match part {
                Part::Element(from) => range.unwrap_or(*from),
                Part::Field(_, index) => *index as u64,
            };
            let first = match part {
                Part::Element(from) => *from,
                Part::Field(_, index) => *index as u64,
            };
            if last.saturating_sub(first) as usize > ITEMS_MAX {
                return Err(crate::LoadError::plain(
                    crate::ErrorKind::Limit,
                    "a range designator is too long",
                ));
            }
            for index in first..=last {
                let ty = match (&path.ty.ty, part) {
                    (Type::Array(element, length), Part::Element(_))
                        if length.is_none_or(|n| index < n) =>
                    {
                        Qual::clone(element)
                    }
                    (Type::Record(_), Part::Field(record, i)) => {
                        match self.program.types.fields(*record).get(*i) {
                            Some(field) => field.ty.clone(),
                            None => continue,
                        }
                    }
                    _ => {
                        return Err(crate::LoadError::plain(
                            crate::ErrorKind::Type,
                            "a designator does not fit the object",
                        ))
                    }
                };
                let mut parts = path.parts.clone();
                parts.push(match part {
                    Part::Element(_) => Part::Element(index),
                    field => *field,
                });
                out.push(Path { parts, ty });
            }
        }
        Ok(out)
    }

    fn fill_designated(
        &mut self,
        filler: &mut Filler,
        path: Path,
        designation: &[Node<Designator>],
        item: &Node<InitializerListItem>,
    ) -> Result<()> {
        let Some((first, rest)) = designation.split_first() else {
            return self.fill_item(filler, path, &item.node.initializer);
        };
        if let Some((_, sub)) = self.through_anonymous(&path, first)? {
            return self.fill_designated(filler, sub, rest, item);
        }
        for (part, range) in self.designated(&path, first)? {
            let paths = self.extend(&path, &[part], range)?;
            self.fill_all(filler, paths, rest, item)?;
        }
        Ok(())
    }

    /// Fills each of the parts that a designator names. gcc evaluates a value for a range once (gcc
    /// manual, "Designated Inits").
    fn fill_all(
        &mut self,
        filler: &mut Filler,
        paths: Vec<Path>,
        rest: &[Node<Designator>],
        item: &Node<InitializerListItem>,
    ) -> Result<()> {
        let (range, before) = (paths.len() > 1, filler.items.len());
        for path in paths {
            self.fill_designated(filler, path, rest, item)?;
        }
        if range
            && filler
                .items
                .iter()
                .skip(before)
                .any(|(_, value)| value.effects)
        {
            return Err(self.unsupported(
                item.span,
                "a value with effects for a range of elements is not supported",
            ));
        }
        Ok(())
    }
}

impl Filler {
    fn new(base: Base, ty: &Qual) -> Filler {
        let root = match base {
            Base::Local(id) => Root::Local(id),
            Base::Global(id) => Root::Global(id),
            // Only variables are initialised.
            Base::Deref(_) | Base::String(_) | Base::Value(_) => Root::Global(0),
        };
        Filler {
            root,
            root_ty: ty.ty.clone(),
            items: Vec::new(),
            paths: Vec::new(),
            last: Vec::new(),
            length: 0,
        }
    }

    fn place(&mut self, path: Path, pos: proofmark_logic::cfa::Pos) -> Place {
        if let Some(Part::Element(index)) = path.parts.first() {
            self.length = self.length.max(index + 1);
        }
        let base = match self.root {
            Root::Global(id) => Base::Global(id),
            Root::Local(id) => Base::Local(id),
        };
        let step = |part: &Part| match part {
            Part::Field(record, index) => Step::Field(*record, *index),
            Part::Element(index) => Step::Index(Expr::int(
                i128::from(*index),
                Type::Int(crate::types::IntKind::LongLong),
                pos,
            )),
        };
        Place {
            base,
            base_ty: self.root_ty.clone(),
            steps: path.parts.iter().map(step).collect(),
            ty: path.ty,
        }
    }

    /// Completes an array type of open length. Types of places keep the open length; only the
    /// variable's type matters for layout.
    fn finish(self, ty: &Qual) -> (Qual, Init) {
        let ty = match &ty.ty {
            Type::Array(element, None) => Qual {
                ty: Type::Array(element.clone(), Some(self.length)),
                ..ty.clone()
            },
            _ => ty.clone(),
        };
        (ty, Init { items: self.items })
    }
}
