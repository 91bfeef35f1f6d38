//! Initialisers (C11 6.7.9): flattened into assignments to parts of the object.

use super::{Result, Unit};
use crate::ir::{Base, Expr, Init, Place, Step, StringLiteral};
use crate::types::{Qual, Type};
use lang_c::ast::{Designator, Expression, Initializer, InitializerListItem};
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// Elements that one initialiser may write.
const ITEMS_MAX: usize = 1 << 20;

const ARRAY_VALUE: &str = "an array needs an initialiser in braces or a string literal";

/// What stands in braces.
type Items<'t> = &'t [Node<InitializerListItem>];

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
    /// Whether a value had effects.
    effects: bool,
}

/// An aggregate on the way to the current object (C11 6.7.9p17): below the first, those whose
/// braces are left out.
struct Level {
    path: Path,
    /// The part that the next value without a designator is for.
    next: u64,
}

/// One value of a list. It is analysed once, however deep the part is that it is for.
struct Given<'t> {
    init: &'t Node<Initializer>,
    value: Option<Expr>,
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
        self.account.read(init);
        match &init.node {
            Initializer::List(items) => self.initializer_list(base, ty, items, init.span),
            Initializer::Expression(e) => {
                if let Some((ty, items)) = self.array_literal(ty, e)? {
                    return self.initializer_list(base, &ty, items, init.span);
                }
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

    /// An array is initialised from a compound literal of its type as from the literal's list; the
    /// literal says how long an array is whose length is open (gcc manual, "Compound Literals").
    fn array_literal<'t>(
        &mut self,
        ty: &Qual,
        e: &'t Node<Expression>,
    ) -> Result<Option<(Qual, Items<'t>)>> {
        let (Type::Array(element, length), Expression::CompoundLiteral(literal)) =
            (&ty.ty, &e.node)
        else {
            return Ok(None);
        };
        let own = self.type_name(&literal.node.type_name)?.ty;
        let Type::Array(other, given) = &own else {
            return Ok(None);
        };
        let length = match (length, given) {
            (length, given) if length == given => *length,
            (None, given) => *given,
            // The compiler takes the program: the list has as many elements.
            (length, None) => *length,
            (Some(_), Some(_)) => return Ok(None),
        };
        if element.ty != other.ty {
            return Ok(None);
        }
        self.account.read(e);
        let mut ty = ty.clone();
        ty.ty = Type::Array(element.clone(), length);
        Ok(Some((ty, &literal.node.initializer_list)))
    }

    pub(super) fn initializer_list(
        &mut self,
        base: Base,
        ty: &Qual,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Result<(Qual, Init)> {
        let given = super::encoded::elements(items);
        let marks = items.iter().filter(|_| given.is_empty());
        marks.for_each(|mark| self.account.mark_left_out(&mark.node.initializer));
        let mut filler = Filler::new(base, ty);
        self.fill_braced(
            &mut filler,
            Path {
                parts: Vec::new(),
                ty: ty.clone(),
            },
            given,
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
        self.account.read(e);
        if let (Type::Array(element, length), Some(literal)) =
            (&path.ty.ty, self.string_for(&path.ty.ty, e)?)
        {
            return self.fill_string(filler, &path, element, *length, &literal.units, e.span);
        }
        if matches!(path.ty.ty, Type::Array(..)) {
            // `char a[] = (char[]){…}` is a gcc extension.
            return Err(self.unsupported(e.span, ARRAY_VALUE));
        }
        let value = self.expression(e)?;
        self.content_found(e, &value);
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
        let pos = self.pos(span);
        let place = filler.place(path.clone(), pos);
        let value = self.stored(value, &place, span)?;
        if filler.items.len() >= ITEMS_MAX {
            return Err(self.fail(
                crate::ErrorKind::Limit,
                span,
                "an initialiser has too many elements",
            ));
        }
        self.override_earlier(filler, &path.parts, span)?;
        filler.effects |= value.effects;
        filler.last = path.parts.clone().max(std::mem::take(&mut filler.last));
        for (steps, value) in items(value) {
            let mut path = path.clone();
            path.parts.extend(steps);
            path.ty.ty = value.ty.clone();
            filler.paths.push(path.parts.clone());
            let place = filler.place(path, pos);
            filler.items.push((place, value));
        }
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
        let aggregate = matches!(path.ty.ty, Type::Array(..) | Type::Record(_))
            && !self.any_complex([&path.ty.ty; 2]);
        if !aggregate {
            return self.fill_scalar(filler, path, items, span);
        }
        // A string literal in braces (C11 6.7.9p14).
        if let [one] = items {
            if let (true, Initializer::Expression(e)) =
                (one.node.designation.is_empty(), &one.node.initializer.node)
            {
                if self.string_for(&path.ty.ty, e)?.is_some() {
                    self.account.read(&one.node.initializer);
                    return self.fill_expression(filler, path, e);
                }
            }
        }
        self.replace(filler, &path.parts, span)?;
        let mut levels = vec![Level { path, next: 0 }];
        for item in items {
            if item.node.designation.is_empty() {
                self.fill_next(filler, &mut levels, &item.node.initializer)?;
            } else {
                // A designator speaks about the innermost braces (C11 6.7.9p17).
                levels.truncate(1);
                self.fill_designated(filler, &mut levels, &item.node.designation, item)?;
            }
        }
        Ok(())
    }

    /// A scalar in braces (C11 6.7.9p11). More values are left out, as gcc does with a warning;
    /// those with designators, and none, it refuses.
    fn fill_scalar(
        &mut self,
        filler: &mut Filler,
        path: Path,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> Result<()> {
        let plain = items.iter().all(|item| item.node.designation.is_empty());
        match items {
            [first, others @ ..] if plain => {
                self.account.read(&first.node.initializer);
                self.fill_item(filler, path, &first.node.initializer)?;
                others
                    .iter()
                    .try_for_each(|other| self.excess(&other.node.initializer))
            }
            [] | [_, ..] => Err(self.type_error(span, "one value is needed here")),
        }
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

    /// The part that comes at this index without a designator; `None` past the end. Of a union,
    /// only the first named member does.
    fn part(&self, path: &Path, index: u64) -> Option<Path> {
        let union = match path.ty.ty {
            Type::Record(record) => self.program.types.record(record).is_some_and(|r| r.union),
            _ => false,
        };
        self.part_at(path, index).filter(|_| !union || index == 0)
    }

    /// The part with this index; `None` past the end.
    fn part_at(&self, path: &Path, index: u64) -> Option<Path> {
        let (part, ty) = match &path.ty.ty {
            Type::Array(element, length) if length.is_none_or(|n| index < n) => {
                (Part::Element(index), Qual::clone(element))
            }
            Type::Record(record) => {
                let i = usize::try_from(index).ok()?;
                let field = self.program.types.fields(*record).get(i)?;
                (Part::Field(*record, i), field.ty.clone())
            }
            _ => return None,
        };
        let mut parts = path.parts.clone();
        parts.push(part);
        Some(Path { parts, ty })
    }

    /// A value without a designator: for the next part of the innermost aggregate that has one left
    /// (C11 6.7.9p17, p20).
    fn fill_next(
        &mut self,
        filler: &mut Filler,
        levels: &mut Vec<Level>,
        init: &Node<Initializer>,
    ) -> Result<()> {
        while let Some(level) = levels.last_mut() {
            if let Some(part) = self.part(&level.path, level.next) {
                level.next += 1;
                return self.fill_part(filler, levels, part, init);
            }
            // A designator may follow, which speaks about the outermost level.
            if levels.len() == 1 {
                break;
            }
            levels.pop();
        }
        self.excess(init)
    }

    /// A value for which there is no part (C11 6.7.9p2): gcc warns, and leaves it out.
    fn excess(&mut self, init: &Node<Initializer>) -> Result<()> {
        const EXCESS: &str = "the initialiser has too many elements";
        self.account.read(init);
        let Initializer::Expression(e) = &init.node else {
            return Err(self.unsupported(init.span, EXCESS));
        };
        if self.expression(e)?.effects {
            return Err(self.unsupported(init.span, EXCESS));
        }
        self.warn(init.span, EXCESS);
        Ok(())
    }

    /// Gives a value to a part, or to the first of its parts that it fits, where braces are left
    /// out.
    fn fill_part(
        &mut self,
        filler: &mut Filler,
        levels: &mut Vec<Level>,
        mut part: Path,
        init: &Node<Initializer>,
    ) -> Result<()> {
        self.account.read(init);
        filler.mention(&part);
        let mut given = Given { init, value: None };
        while !self.fits_whole(&part, &mut given)? {
            let Some(first) = self.part(&part, 0) else {
                return Err(self.unsupported(
                    init.span,
                    "a value for an object without members is not supported",
                ));
            };
            if matches!(part.ty.ty, Type::Array(_, None)) {
                return Err(
                    self.unsupported(init.span, "an array of open length needs braces of its own")
                );
            }
            levels.push(Level {
                path: part,
                next: 1,
            });
            part = first;
        }
        match given.value {
            Some(value) => self.fill_value(filler, part, value, init.span),
            None => self.fill_item(filler, part, init),
        }
    }

    /// Whether a value is for an object as a whole (C11 6.7.9p11, p13–p16).
    fn fits_whole(&mut self, part: &Path, given: &mut Given<'_>) -> Result<bool> {
        let Initializer::Expression(e) = &given.init.node else {
            return Ok(true);
        };
        match &part.ty.ty {
            Type::Array(..) => {
                if matches!(e.node, Expression::CompoundLiteral(_)) && given.value.is_none() {
                    if let Some(Type::Array(..)) = self.place(e)?.map(|place| place.ty.ty) {
                        return Err(self.unsupported(e.span, ARRAY_VALUE));
                    }
                }
                Ok(given.value.is_none() && self.string_for(&part.ty.ty, e)?.is_some())
            }
            Type::Record(_) if self.any_complex([&part.ty.ty; 2]) => Ok(true),
            Type::Record(_)
                if !matches!(
                    e.node,
                    Expression::Constant(_) | Expression::StringLiteral(_)
                ) =>
            {
                let value = match given.value.take() {
                    Some(value) => value,
                    None => self.expression(e)?,
                };
                let whole = value.ty == part.ty.ty;
                given.value = Some(value);
                Ok(whole)
            }
            Type::Record(_) => Ok(false),
            _ => Ok(true),
        }
    }

    /// A value behind designators: what comes after it goes on behind the part that they name, at
    /// each level (C11 6.7.9p17).
    fn fill_designated(
        &mut self,
        filler: &mut Filler,
        levels: &mut Vec<Level>,
        designation: &[Node<Designator>],
        item: &Node<InitializerListItem>,
    ) -> Result<()> {
        let Some((first, rest)) = designation.split_first() else {
            return Ok(());
        };
        let (from, to) = self.designated(levels, first)?;
        let (depth, globals) = (levels.len(), self.program.globals.len());
        let effects = std::mem::take(&mut filler.effects);
        for index in from..=to {
            levels.truncate(depth);
            let part = self.enter(levels, index, first.span)?;
            if rest.is_empty() {
                self.fill_part(filler, levels, part, &item.node.initializer)?;
            } else {
                filler.mention(&part);
                levels.push(Level {
                    path: part,
                    next: 0,
                });
                self.fill_designated(filler, levels, rest, item)?;
            }
        }
        // gcc evaluates a value for a range once (gcc manual, "Designated Inits").
        let once = !filler.effects && self.program.globals.len() == globals;
        filler.effects |= effects;
        if from < to && !once {
            return Err(self.unsupported(
                item.span,
                "a value with effects for a range of elements is not supported",
            ));
        }
        Ok(())
    }

    /// The parts of the innermost aggregate that a designator names, first and last. A member
    /// inside anonymous members (C11 6.7.2.1p13) makes these the innermost ones.
    fn designated(
        &mut self,
        levels: &mut Vec<Level>,
        designator: &Node<Designator>,
    ) -> Result<(u64, u64)> {
        self.account.read(designator);
        let span = designator.span;
        let index = |unit: &mut Self, e: &Node<Expression>| {
            let value = unit.constant(e)?.0;
            u64::try_from(value).map_err(|_| unit.type_error(e.span, "a negative index"))
        };
        let (from, to) = match &designator.node {
            Designator::Index(e) => {
                let index = index(self, e)?;
                (index, index)
            }
            Designator::Range(r) => (index(self, &r.node.from)?, index(self, &r.node.to)?),
            Designator::Member(name) => {
                let Some(Type::Record(record)) = levels.last().map(|l| l.path.ty.ty.clone()) else {
                    return Err(self.type_error(span, "this has no members"));
                };
                let mut fields = self.member_path(record, &name.node.name, span)?;
                let Some((_, member, _)) = fields.pop() else {
                    return Err(self.fail(crate::ErrorKind::Internal, span, "a member is missing"));
                };
                for (_, anonymous, _) in fields {
                    let path = self.enter(levels, anonymous as u64, span)?;
                    levels.push(Level { path, next: 0 });
                }
                return Ok((member as u64, member as u64));
            }
        };
        if !levels
            .last()
            .is_some_and(|l| matches!(l.path.ty.ty, Type::Array(..)))
        {
            return Err(self.type_error(span, "this is no array"));
        }
        if to < from || to - from > ITEMS_MAX as u64 {
            return Err(self.fail(
                crate::ErrorKind::Limit,
                span,
                "a range designator is empty or too long",
            ));
        }
        Ok((from, to))
    }

    /// The part with this index of the innermost aggregate, from which the current object goes on.
    fn enter(&self, levels: &mut [Level], index: u64, span: Span) -> Result<Path> {
        let level = levels.last_mut();
        let part = level.and_then(|level| {
            level.next = index + 1;
            self.part_at(&level.path, index)
        });
        part.ok_or_else(|| self.type_error(span, "a designator does not fit the object"))
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
            effects: false,
        }
    }

    /// Counts the elements of an outermost array.
    fn mention(&mut self, path: &Path) {
        if let Some(Part::Element(index)) = path.parts.first() {
            self.length = self.length.max(index + 1);
        }
    }

    /// Takes items out.
    pub(super) fn forget(&mut self, which: Vec<bool>) {
        let mut keep = which.iter().map(|gone| !gone);
        self.items.retain(|_| keep.next().unwrap_or(true));
        let mut keep = which.iter().map(|gone| !gone);
        self.paths.retain(|_| keep.next().unwrap_or(true));
    }

    fn place(&mut self, path: Path, pos: proofmark_logic::cfa::Pos) -> Place {
        self.mention(&path);
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

/// The items of an initialiser that a value is, each with the steps to it: the parts of a complex
/// number, if they are known.
fn items(value: Expr) -> Vec<(Vec<Part>, Expr)> {
    match (value.kind, value.ty) {
        (crate::ir::ExprKind::Complex(real, imaginary), Type::Record(id)) if !value.effects => {
            let steps = |half| vec![Part::Field(id, 0), Part::Element(half)];
            vec![(steps(0), *real), (steps(1), *imaginary)]
        }
        (kind, ty) => vec![(Vec::new(), Expr { kind, ty, ..value })],
    }
}
