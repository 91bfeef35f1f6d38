//! Expressions that designate objects (C11 6.3.2.1, 6.5.2).

use super::object::Whole;
use super::{Duration, Entity, Result, Unit};
use crate::ir::{Base, Expr, ExprKind, Place, Step, Stmt, StmtKind, StringLiteral};
use crate::library;
use crate::types::{Qual, Type};
use lang_c::ast::{
    BinaryOperator, CompoundLiteral, Expression, MemberExpression, MemberOperator, UnaryOperator,
};
use lang_c::span::{Node, Span};
use std::rc::Rc;

impl Unit<'_> {
    /// The object that an expression designates; `None` if it designates none.
    pub(super) fn place(&mut self, e: &Node<Expression>) -> Result<Option<Place>> {
        self.account.read(e);
        match &e.node {
            Expression::Identifier(id) => self.variable(&id.node.name, e.span),
            Expression::StringLiteral(s) => {
                let literal = self.string(&s.node, s.span)?;
                Ok(Some(self.string_place(literal)))
            }
            Expression::Member(m) => self.member_access(m).map(Some),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Index => {
                self.element(&b.node.lhs, &b.node.rhs, e.span).map(Some)
            }
            Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Indirection => {
                let pointer = self.expression(&u.node.operand)?;
                self.deref(pointer, e.span).map(Some)
            }
            Expression::CompoundLiteral(literal) => self.literal_place(literal, e.span).map(Some),
            Expression::Call(_) => self.part_place(e),
            _ => Ok(None),
        }
    }

    fn variable(&mut self, name: &str, span: Span) -> Result<Option<Place>> {
        if let Some(Entity::Global(id)) = self.lookup(name) {
            self.shows_own_type(*id, Whole::Elements, span)?;
        }
        let (base, ty) = match self.lookup(name) {
            Some(Entity::Global(id)) => (Base::Global(*id), self.object_type(*id)),
            Some(Entity::Local(id)) => {
                let id = *id;
                (
                    Base::Local(id),
                    self.function(span)?
                        .locals
                        .get(id as usize)
                        .map(|l| l.ty.clone()),
                )
            }
            Some(Entity::Reference(id)) => return self.referenced(*id, span).map(Some),
            Some(Entity::Typedef(_)) => return Err(self.misread(span, name, "an object")),
            None if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") => {
                return self.own_name(name, span).map(Some);
            }
            _ => return Ok(None),
        };
        Ok(ty.map(|ty| Place {
            base,
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        }))
    }

    fn string_place(&mut self, mut literal: StringLiteral) -> Place {
        literal.units.push(0);
        // Equal literals of a unit are one object, as gcc has it (C11 6.4.5p7 leaves it open).
        let id = match self.strings.get(&literal) {
            Some(id) => *id,
            None => {
                let id = self.new_string(literal.clone());
                self.strings.insert(literal.clone(), id);
                id
            }
        };
        string_object(id, &literal, Qual::from(literal.element.clone()))
    }

    /// `__func__` and gcc's other names of it: each is an object of each function (C11 6.4.2.2; gcc
    /// manual, "Function Names"), and none is a string literal.
    fn own_name(&mut self, word: &str, span: Span) -> Result<Place> {
        let function = self.function(span)?;
        let units = function.name.bytes().map(u32::from).chain([0]).collect();
        let (known, literal) = (
            function.own_names.get(word).copied(),
            StringLiteral {
                element: Type::CHAR,
                units,
            },
        );
        let id = match known {
            Some(id) => id,
            None => {
                let id = self.new_string(literal.clone());
                self.function(span)?.own_names.insert(word.to_owned(), id);
                id
            }
        };
        let element = Qual {
            constant: true,
            ..Qual::from(Type::CHAR)
        };
        Ok(string_object(id, &literal, element))
    }

    fn new_string(&mut self, literal: StringLiteral) -> u32 {
        let id = u32::try_from(self.program.strings.len()).unwrap_or(u32::MAX);
        self.program.strings.push(literal);
        id
    }

    /// `*pointer`.
    pub(super) fn deref(&mut self, pointer: Expr, span: Span) -> Result<Place> {
        let Some(ty) = pointer.ty.pointee().cloned() else {
            let shown = self.show(&pointer.ty);
            return Err(self.type_error(span, format!("a value of type `{shown}` is no pointer")));
        };
        match pointer.kind {
            // `*&x` is `x`; also the first element of a decayed array stays part of its array.
            ExprKind::Address(place) if place.ty.ty == ty.ty => Ok(*place),
            ExprKind::Address(mut place)
                if matches!(
                    &place.ty.ty,
                    Type::Array(element, _) if element.ty == ty.ty && ty.run_time_size().is_none()
                ) =>
            {
                place
                    .steps
                    .push(Step::Index(Expr::int(0, Type::INT, pointer.pos)));
                place.ty = Qual {
                    volatile: ty.volatile || place.ty.volatile,
                    ..ty
                };
                Ok(*place)
            }
            kind => {
                self.accesses();
                let base = Base::Deref(Box::new(Expr { kind, ..pointer }));
                Ok(Place {
                    base,
                    base_ty: ty.ty.clone(),
                    steps: Vec::new(),
                    ty,
                })
            }
        }
    }

    fn member_access(&mut self, m: &Node<MemberExpression>) -> Result<Place> {
        let member = &m.node.identifier.node.name;
        let mut place = match m.node.operator.node {
            MemberOperator::Indirect => {
                let pointer = self.expression(&m.node.expression)?;
                if let Some(state) = self.state_of(&pointer.ty, true, member) {
                    return Ok(self.type_state(state, pointer));
                }
                self.deref(pointer, m.span)?
            }
            MemberOperator::Direct => match self.place(&m.node.expression)? {
                Some(place) => match self.state_of(&place.ty.ty, false, member) {
                    Some(state) => {
                        let key = self.state_key(place, m.span)?;
                        return Ok(self.type_state(state, key));
                    }
                    None => place,
                },
                None => {
                    let value = self.expression(&m.node.expression)?;
                    if let (Some(state), false) = (
                        self.state_of(&value.ty, false, member),
                        matches!(value.ty, Type::Record(_)),
                    ) {
                        return Ok(self.type_state(state, value));
                    }
                    let ty = value.ty.clone();
                    Place {
                        base: Base::Value(Box::new(value)),
                        base_ty: ty.clone(),
                        steps: Vec::new(),
                        ty: ty.into(),
                    }
                }
            },
        };
        self.step_into(
            &mut place,
            &m.node.identifier.node.name,
            m.node.identifier.span,
        )?;
        Ok(place)
    }

    /// Extends a path by the member with this name, through anonymous members.
    pub(super) fn step_into(&self, place: &mut Place, name: &str, span: Span) -> Result<()> {
        let Type::Record(record) = place.ty.ty else {
            let shown = self.show(&place.ty.ty);
            return Err(self.type_error(span, format!("`{shown}` has no members")));
        };
        if self
            .program
            .types
            .record(record)
            .is_none_or(|r| r.fields.is_none())
        {
            let shown = self.show(&place.ty.ty);
            let error = self.type_error(span, format!("`{shown}` is incomplete here"));
            let of_library = self.sources.file_name(self.pos(span)) == library::FILE;
            let help = "the library names members of it, and has no line `opaque` about it: \
                        `proofmark merge LIB --api API.c -o NEW` adds one, or says why not";
            return Err(match of_library {
                true => error.help(help),
                false => error,
            });
        }
        for (record, index, field) in self.member_path(record, name, span)? {
            place.steps.push(Step::Field(record, index));
            place.ty = Qual {
                ty: field.ty.ty,
                constant: field.ty.constant || place.ty.constant,
                volatile: field.ty.volatile || place.ty.volatile,
                variant: field.ty.variant,
            };
        }
        Ok(())
    }

    fn element(&mut self, a: &Node<Expression>, b: &Node<Expression>, span: Span) -> Result<Place> {
        // The operand is analysed once: twice at each level would take exponential time.
        let a = match self.place(a)? {
            Some(place) if matches!(place.ty.ty, Type::Array(..)) => {
                return self.array_element(place, b, span)
            }
            Some(place) => self.load(place, a.span)?,
            None => self.expression(a)?,
        };
        let b = self.expression(b)?;
        let (pointer, index) = if matches!(a.ty, Type::Pointer(_)) {
            (a, b)
        } else {
            (b, a)
        };
        if !matches!(pointer.ty, Type::Pointer(_)) || !index.ty.is_integer() {
            return Err(self.type_error(span, "indexing needs a pointer and an integer"));
        }
        let pointer = self.pointer_add(pointer, index, false, span)?;
        self.deref(pointer, span)
    }

    fn array_element(
        &mut self,
        mut place: Place,
        index: &Node<Expression>,
        span: Span,
    ) -> Result<Place> {
        let index = self.expression(index)?;
        let Type::Array(element, _) = place.ty.ty.clone() else {
            return Ok(place);
        };
        if !index.ty.is_integer() {
            return Err(self.type_error(span, "an array index must be an integer"));
        }
        if element.run_time_size().is_some() {
            let pointer = self.load(place, span)?;
            let pointer = self.pointer_add(pointer, index, false, span)?;
            return self.deref(pointer, span);
        }
        place.ty = Qual {
            constant: element.constant || place.ty.constant,
            volatile: element.volatile || place.ty.volatile,
            ..Qual::clone(&element)
        };
        let index = self.promote(index);
        place.steps.push(Step::Index(index));
        self.accesses();
        Ok(place)
    }

    /// The function looks into memory, if only in an operand that is not evaluated, or whose value
    /// is discarded.
    pub(super) fn accesses(&mut self) {
        self.account.accesses = true;
    }

    // -- compound literals (C11 6.5.2.5)

    /// The statements that fill the object of a compound literal, and the object.
    pub(super) fn compound_literal(
        &mut self,
        literal: &Node<CompoundLiteral>,
        span: Span,
    ) -> Result<(Vec<Stmt>, Place)> {
        let ty = self.type_name(&literal.node.type_name)?;
        if self
            .function
            .as_ref()
            .is_none_or(|f| f.literals == Duration::Static)
        {
            let (id, ty) = self.unnamed_global(ty.clone(), span, |unit, id| {
                unit.initializer_list(Base::Global(id), &ty, &literal.node.initializer_list, span)
            })?;
            return Ok((
                Vec::new(),
                Place {
                    base: Base::Global(id),
                    base_ty: ty.ty.clone(),
                    steps: Vec::new(),
                    ty,
                },
            ));
        }
        let id = self.new_local(span, "literal", ty.clone())?;
        let (ty, init) =
            self.initializer_list(Base::Local(id), &ty, &literal.node.initializer_list, span)?;
        self.size_of(&ty.ty, span)?;
        if let Some(local) = self.function(span)?.locals.get_mut(id as usize) {
            local.ty = ty.clone();
        }
        let pos = self.pos(span);
        let stmts = vec![
            Stmt {
                kind: StmtKind::Enter(id),
                pos,
            },
            Stmt {
                kind: StmtKind::Init(id, init),
                pos,
            },
        ];
        Ok((
            stmts,
            Place {
                base: Base::Local(id),
                base_ty: ty.ty.clone(),
                steps: Vec::new(),
                ty,
            },
        ))
    }

    fn literal_place(&mut self, literal: &Node<CompoundLiteral>, span: Span) -> Result<Place> {
        let (stmts, place) = self.compound_literal(literal, span)?;
        if stmts.is_empty() {
            return Ok(place);
        }
        // The object must be filled before it is used, so the place goes through its address.
        let (ty, pos) = (place.ty.clone(), self.pos(span));
        let pointer = Type::Pointer(Rc::new(ty.clone()));
        let address = Expr::new(ExprKind::Address(Box::new(place)), pointer.clone(), pos);
        let block = Expr::new(
            ExprKind::Block(stmts, Some(Box::new(address))),
            pointer,
            pos,
        );
        Ok(Place {
            base: Base::Deref(Box::new(block)),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        })
    }
}

/// The object of a string literal, or one like it.
fn string_object(id: u32, literal: &StringLiteral, element: Qual) -> Place {
    let length = u64::try_from(literal.units.len()).unwrap_or(u64::MAX);
    let ty = Type::Array(Rc::new(element), Some(length));
    Place {
        base: Base::String(id),
        base_ty: ty.clone(),
        steps: Vec::new(),
        ty: ty.into(),
    }
}
