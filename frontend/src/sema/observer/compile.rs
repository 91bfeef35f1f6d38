//! From a pattern's syntax tree to the pattern.

use super::super::{Entity, Result, Unit};
use crate::ir::{Arith, Relation};
use crate::spec::pattern::{Arg, Kind, Lhs, Pat};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, CallExpression, Constant, Expression, MemberOperator,
    UnaryOperator,
};
use lang_c::span::{Node, Span};

const FORMS: &str =
    "patterns are `place = value`, `f(arguments)`, `place = f(arguments)` and `f(arguments) == $n`";
const EFFECTS: &str = "an expression in a pattern must not have side effects";

impl Unit<'_> {
    /// Compiles a statement pattern.
    pub(super) fn compile_pattern(&mut self, e: &Node<Expression>) -> Result<Kind> {
        match &e.node {
            Expression::Call(call) => self.compile_call(call, Lhs::Nothing),
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                let lhs = self.compile(&b.node.lhs)?;
                if matches!(
                    lhs,
                    Pat::Int(_)
                        | Pat::Function(_)
                        | Pat::Address(_)
                        | Pat::Unary(..)
                        | Pat::Arith(..)
                        | Pat::Compare(..)
                ) {
                    return Err(self.wrong(b.node.lhs.span, "this cannot be assigned to"));
                }
                match &behind_casts(&b.node.rhs).node {
                    Expression::Call(call) if lhs == Pat::Any => self.compile_call(call, Lhs::Any),
                    Expression::Call(call) => self.compile_call(call, Lhs::Place(lhs)),
                    _ => Ok(Kind::Assign(lhs, self.compile(&b.node.rhs)?)),
                }
            }
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Equals => {
                match (&b.node.lhs.node, self.compile(&b.node.rhs)?) {
                    (Expression::Call(call), Pat::Var(n)) => {
                        self.compile_call(call, Lhs::Returned(n))
                    }
                    _ => Err(self.wrong(e.span, "this compares no result").help(FORMS)),
                }
            }
            Expression::BinaryOperator(b) if is_update(&b.node.operator.node) => Err(self
                .wrong(e.span, "patterns speak about simplified statements")
                .help("write `x = x + e` for `x += e`")),
            _ => Err(self
                .wrong(e.span, "this is neither an assignment nor a call")
                .help(FORMS)),
        }
    }

    fn compile_call(&mut self, call: &Node<CallExpression>, lhs: Lhs) -> Result<Kind> {
        let Expression::Identifier(id) = &call.node.callee.node else {
            return Err(self
                .wrong(
                    call.node.callee.span,
                    "a pattern names the function that is called",
                )
                .help(FORMS));
        };
        let name = &id.node.name;
        if variable(name).is_some() {
            return Err(self
                .wrong(
                    call.node.callee.span,
                    "a pattern variable cannot stand for the function",
                )
                .help(FORMS));
        }
        let mut args = Vec::with_capacity(call.node.arguments.len());
        for arg in &call.node.arguments {
            args.push(match self.compile(arg)? {
                Pat::Any => Arg::Rest,
                pat => Arg::One(pat),
            });
        }
        let (first, last) = (
            args.iter().position(|a| *a == Arg::Rest),
            args.iter().rposition(|a| *a == Arg::Rest),
        );
        if let (Some(first), Some(last)) = (first, last) {
            let middle = args.get(first..last).unwrap_or_default();
            let numbered = |a: &Arg| {
                let alone = Kind::Call(String::new(), vec![a.clone()], Lhs::Nothing);
                !alone.variables().is_empty()
            };
            if middle.iter().any(numbered) {
                let error = self.wrong(
                    call.span,
                    "a numbered variable between two `$?` could stand for several arguments",
                );
                return Err(error.help("use numbered variables up to the argument that matters"));
            }
        }
        Ok(Kind::Call(name.clone(), args, lhs))
    }

    /// An expression; what is constant becomes its value, as in the program.
    fn compile(&mut self, e: &Node<Expression>) -> Result<Pat> {
        let pat = self.compile_tree(e)?;
        let constant = match &pat {
            Pat::Unary(_, p) => is_constant(p),
            Pat::Arith(_, p, q) | Pat::Compare(_, p, q) => is_constant(p) && is_constant(q),
            _ => false,
        };
        match constant {
            true => Ok(self.expression(e)?.as_int().map_or(pat, Pat::Int)),
            false => Ok(pat),
        }
    }

    fn compile_tree(&mut self, e: &Node<Expression>) -> Result<Pat> {
        let boxed = |unit: &mut Self, e: &Node<Expression>| unit.compile(e).map(Box::new);
        match &e.node {
            Expression::Identifier(id)
                if self.observing.unclear.contains(&id.node.name) || self.hides(&id.node.name) =>
            {
                let message = format!(
                    "`{}` means different things in different places of the program",
                    id.node.name
                );
                Err(self.wrong(e.span, message).help("write the value of an enumerator; give functions of different files different names"))
            }
            Expression::Identifier(id) => Ok(self.compile_name(&id.node.name)),
            Expression::Constant(c) => self.compile_constant(c, e),
            // A cast of a constant is a constant, perhaps another one.
            Expression::Cast(cast) => match self.compile(&cast.node.expression)? {
                Pat::Int(v) => Ok(Pat::Int(self.expression(e)?.as_int().unwrap_or(v))),
                pat => Ok(pat),
            },
            Expression::Member(m) => {
                let (inner, name) = (
                    boxed(self, &m.node.expression)?,
                    m.node.identifier.node.name.clone(),
                );
                Ok(if m.node.operator.node == MemberOperator::Direct {
                    Pat::Field(inner, name)
                } else {
                    Pat::Arrow(inner, name)
                })
            }
            Expression::UnaryOperator(u) => {
                let inner = boxed(self, &u.node.operand)?;
                match (&u.node.operator.node, *inner) {
                    (UnaryOperator::Indirection, p) => Ok(Pat::Deref(Box::new(p))),
                    (UnaryOperator::Address, p) => Ok(Pat::Address(Box::new(p))),
                    (UnaryOperator::Minus, p) => Ok(Pat::Unary('-', Box::new(p))),
                    (UnaryOperator::Complement, p) => Ok(Pat::Unary('~', Box::new(p))),
                    (UnaryOperator::Negate, p) => Ok(Pat::Unary('!', Box::new(p))),
                    // It only promotes.
                    (UnaryOperator::Plus, p) => Ok(p),
                    _ => Err(self.wrong(e.span, EFFECTS)),
                }
            }
            Expression::BinaryOperator(b) => self.compile_operator(b, e.span),
            Expression::Call(_) => Err(self
                .wrong(
                    e.span,
                    "a call inside an expression is a statement of its own",
                )
                .help(FORMS)),
            _ => Err(self
                .wrong(e.span, "this expression is not supported in a pattern")
                .help(FORMS)),
        }
    }

    fn compile_constant(&mut self, c: &Node<Constant>, e: &Node<Expression>) -> Result<Pat> {
        match &c.node {
            Constant::Integer(_) | Constant::Character(_) => match self.expression(e)?.as_int() {
                Some(v) => Ok(Pat::Int(v)),
                None => Err(self.wrong(e.span, "this constant is not supported in a pattern")),
            },
            Constant::Float(_) => {
                Err(self.wrong(e.span, "floating constants are not supported in a pattern"))
            }
        }
    }

    fn compile_operator(&mut self, b: &Node<BinaryOperatorExpression>, span: Span) -> Result<Pat> {
        let op = &b.node.operator.node;
        if *op == BinaryOperator::Assign || is_update(op) {
            return Err(self.wrong(span, EFFECTS));
        }
        let p = Box::new(self.compile(&b.node.lhs)?);
        let q = Box::new(self.compile(&b.node.rhs)?);
        match (arithmetic(op), relation(op), op) {
            (Some(op), _, _) => Ok(Pat::Arith(op, p, q)),
            (_, Some(op), _) => Ok(Pat::Compare(op, p, q)),
            (_, _, BinaryOperator::Index) => Ok(Pat::Index(p, q)),
            _ => Err(self.wrong(span, "`&&` and `||` are not supported in a pattern")),
        }
    }

    /// Whether a name that is none of a variable outside of functions is one of a variable inside.
    fn hides(&self, name: &str) -> bool {
        let constant = match self.lookup(name) {
            Some(Entity::Constant(..) | Entity::Function(_)) => true,
            Some(_) => false,
            None => name == "NULL",
        };
        let known = |full: &str, end: char| {
            let own = full
                .rsplit("::")
                .next()
                .and_then(|own| own.split(end).next());
            own == Some(name)
        };
        let program = &self.program;
        let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
        let mut locals = bodies.flat_map(|body| &body.locals);
        let mut globals = program.globals.iter().filter(|global| global.in_block);
        constant
            && (locals.any(|local| known(&local.name, '.'))
                || globals.any(|global| known(&global.name, '@')))
    }

    fn compile_name(&self, name: &str) -> Pat {
        match (variable(name), self.lookup(name)) {
            (Some(None), _) => Pat::Any,
            (Some(Some(n)), _) => Pat::Var(n),
            (None, Some(Entity::Constant(v, _))) => Pat::Int(*v),
            (None, Some(Entity::Function(f))) => Pat::Function(*f),
            // The preprocessor has replaced it in the program.
            (None, None) if name == "NULL" => Pat::Int(0),
            _ => Pat::Name(name.to_owned()),
        }
    }
}

/// `__` is the wild-card `$?`, `_n` the variable `$n`.
fn variable(name: &str) -> Option<Option<u32>> {
    match name {
        "__" => Some(None),
        _ => name
            .strip_prefix('_')
            .and_then(|n| n.parse().ok())
            .map(Some),
    }
}

fn is_constant(p: &Pat) -> bool {
    matches!(p, Pat::Int(_))
}

fn behind_casts(mut e: &Node<Expression>) -> &Node<Expression> {
    while let Expression::Cast(cast) = &e.node {
        e = &cast.node.expression;
    }
    e
}

fn arithmetic(op: &BinaryOperator) -> Option<Arith> {
    Some(match op {
        BinaryOperator::Plus => Arith::Add,
        BinaryOperator::Minus => Arith::Sub,
        BinaryOperator::Multiply => Arith::Mul,
        BinaryOperator::Divide => Arith::Div,
        BinaryOperator::Modulo => Arith::Rem,
        BinaryOperator::ShiftLeft => Arith::Shl,
        BinaryOperator::ShiftRight => Arith::Shr,
        BinaryOperator::BitwiseAnd => Arith::And,
        BinaryOperator::BitwiseOr => Arith::Or,
        BinaryOperator::BitwiseXor => Arith::Xor,
        _ => return None,
    })
}

fn relation(op: &BinaryOperator) -> Option<Relation> {
    Some(match op {
        BinaryOperator::Equals => Relation::Eq,
        BinaryOperator::NotEquals => Relation::Ne,
        BinaryOperator::Less => Relation::Lt,
        BinaryOperator::LessOrEqual => Relation::Le,
        BinaryOperator::Greater => Relation::Gt,
        BinaryOperator::GreaterOrEqual => Relation::Ge,
        _ => return None,
    })
}

fn is_update(op: &BinaryOperator) -> bool {
    use BinaryOperator::{
        AssignBitwiseAnd, AssignBitwiseOr, AssignBitwiseXor, AssignDivide, AssignMinus,
        AssignModulo, AssignMultiply, AssignPlus, AssignShiftLeft, AssignShiftRight,
    };
    matches!(
        op,
        AssignMultiply
            | AssignDivide
            | AssignModulo
            | AssignPlus
            | AssignMinus
            | AssignShiftLeft
            | AssignShiftRight
            | AssignBitwiseAnd
            | AssignBitwiseXor
            | AssignBitwiseOr
    )
}
