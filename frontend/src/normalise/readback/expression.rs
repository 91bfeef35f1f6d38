//! Expressions, and how tightly they bind.

use super::{Reader, Step};
use lang_c::ast::{
    AlignOf, BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Constant, Expression,
    Float, FloatBase, FloatFormat, GenericAssociation, GenericSelection, Integer, IntegerBase,
    IntegerSize, MemberOperator, OffsetMember, OffsetOfExpression, TS18661FloatFormat,
    TS18661FloatType, UnaryOperator, UnaryOperatorExpression, VaArgExpression,
};
use lang_c::span::Node;

/// How tightly an expression binds: the rules of C11 A.2.1, the loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Comma,
    Assignment,
    Conditional,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Cast,
    Unary,
    Postfix,
    Primary,
}

/// How many parentheses stand open in front of an expression, which end behind it or behind one
/// that begins with it.
type Open = usize;

impl Reader<'_> {
    /// An expression that binds at least so tightly, or stands in parentheses.
    pub(super) fn expression(&mut self, e: &Node<Expression>, least: Level) -> Step {
        let mut open: Open = 0;
        while self.skip("(") {
            open += 1;
        }
        if begins_with_parenthesis(&e.node) {
            self.need(open > 0)?;
            open -= 1;
            self.at -= 1;
        }
        self.operand(e, least, &mut open)?;
        self.need(open == 0)
    }

    /// An expression in front of which parentheses were taken. The innermost of them end first.
    fn operand(&mut self, e: &Node<Expression>, least: Level, open: &mut Open) -> Step {
        let mut level = self.bare(&e.node, open)?;
        while *open > 0 && self.skip(")") {
            *open -= 1;
            level = Level::Primary;
        }
        self.need(level >= least)
    }

    /// An expression without parentheses around it.
    fn bare(&mut self, e: &Expression, open: &mut Open) -> Result<Level, super::Mismatch> {
        match e {
            Expression::Identifier(name) => self.name(name)?,
            Expression::Constant(constant) => self.constant(&constant.node)?,
            Expression::StringLiteral(literal) => self.string(literal)?,
            Expression::GenericSelection(g) => self.selection(&g.node)?,
            Expression::Statement(s) => {
                self.take("(")?;
                self.statement(&s.node)?;
                self.take(")")?;
            }
            Expression::Member(m) => {
                self.operand(&m.node.expression, Level::Postfix, open)?;
                self.take(match m.node.operator.node {
                    MemberOperator::Direct => ".",
                    MemberOperator::Indirect => "->",
                })?;
                self.name(&m.node.identifier)?;
            }
            Expression::Call(c) => {
                self.operand(&c.node.callee, Level::Postfix, open)?;
                self.arguments(&c.node.arguments)?;
            }
            Expression::CompoundLiteral(c) => {
                self.type_in_parentheses(&c.node.type_name)?;
                self.braces(&c.node.initializer_list)?;
            }
            Expression::OffsetOf(o) => self.offset(&o.node)?,
            Expression::VaArg(v) => self.variable_argument(&v.node)?,
            Expression::SizeOfTy(s) => {
                self.take("sizeof")?;
                self.type_in_parentheses(&s.node.0)?;
                return Ok(Level::Unary);
            }
            Expression::SizeOfVal(s) => {
                self.take("sizeof")?;
                self.expression(&s.node.0, Level::Unary)?;
                return Ok(Level::Unary);
            }
            Expression::AlignOf(a) => return self.alignment_of(&a.node),
            Expression::UnaryOperator(u) => return self.unary(&u.node, open),
            Expression::Cast(c) => {
                self.type_in_parentheses(&c.node.type_name)?;
                self.expression(&c.node.expression, Level::Cast)?;
                return Ok(Level::Cast);
            }
            Expression::BinaryOperator(b) => return self.binary(&b.node, open),
            Expression::Conditional(c) => return self.conditional(&c.node, open),
            Expression::Comma(parts) => {
                let (first, rest) = parts.split_first().ok_or(0usize)?;
                self.operand(first, Level::Assignment, open)?;
                for part in rest {
                    self.take(",")?;
                    self.expression(part, Level::Assignment)?;
                }
                return Ok(Level::Comma);
            }
        }
        Ok(Level::Postfix)
    }

    /// Expressions in parentheses, with commas between them.
    pub(super) fn arguments(&mut self, arguments: &[Node<Expression>]) -> Step {
        self.take("(")?;
        self.list(arguments, |r, a| r.expression(a, Level::Assignment))?;
        self.take(")")
    }

    fn alignment_of(&mut self, a: &AlignOf) -> Result<Level, super::Mismatch> {
        self.take_one_of(&["_Alignof", "__alignof", "__alignof__"])?;
        self.type_in_parentheses(&a.0)?;
        Ok(Level::Unary)
    }

    fn unary(
        &mut self,
        u: &UnaryOperatorExpression,
        open: &mut Open,
    ) -> Result<Level, super::Mismatch> {
        let (word, least) = match u.operator.node {
            UnaryOperator::PostIncrement | UnaryOperator::PostDecrement => {
                self.operand(&u.operand, Level::Postfix, open)?;
                let increments = u.operator.node == UnaryOperator::PostIncrement;
                self.take(if increments { "++" } else { "--" })?;
                return Ok(Level::Postfix);
            }
            UnaryOperator::PreIncrement => ("++", Level::Unary),
            UnaryOperator::PreDecrement => ("--", Level::Unary),
            UnaryOperator::Address => ("&", Level::Cast),
            UnaryOperator::Indirection => ("*", Level::Cast),
            UnaryOperator::Plus => ("+", Level::Cast),
            UnaryOperator::Minus => ("-", Level::Cast),
            UnaryOperator::Complement => ("~", Level::Cast),
            UnaryOperator::Negate => ("!", Level::Cast),
        };
        self.take(word)?;
        self.expression(&u.operand, least)?;
        Ok(Level::Unary)
    }

    fn binary(
        &mut self,
        b: &BinaryOperatorExpression,
        open: &mut Open,
    ) -> Result<Level, super::Mismatch> {
        if b.operator.node == BinaryOperator::Index {
            self.operand(&b.lhs, Level::Postfix, open)?;
            self.take("[")?;
            self.expression(&b.rhs, Level::Comma)?;
            self.take("]")?;
            return Ok(Level::Postfix);
        }
        let (word, level, right) = infix(&b.operator.node);
        let left = if level == Level::Assignment {
            Level::Unary
        } else {
            level
        };
        self.operand(&b.lhs, left, open)?;
        self.take(word)?;
        self.expression(&b.rhs, right)?;
        Ok(level)
    }

    fn conditional(
        &mut self,
        c: &ConditionalExpression,
        open: &mut Open,
    ) -> Result<Level, super::Mismatch> {
        self.operand(&c.condition, Level::LogicalOr, open)?;
        self.take("?")?;
        self.expression(&c.then_expression, Level::Comma)?;
        self.take(":")?;
        self.expression(&c.else_expression, Level::Conditional)?;
        Ok(Level::Conditional)
    }

    fn selection(&mut self, g: &GenericSelection) -> Step {
        self.take_all(&["_Generic", "("])?;
        self.expression(&g.expression, Level::Assignment)?;
        for association in &g.associations {
            self.take(",")?;
            let value = match &association.node {
                GenericAssociation::Type(t) => {
                    self.type_name(&t.node.type_name.node)?;
                    &t.node.expression
                }
                GenericAssociation::Default(value) => {
                    self.take("default")?;
                    value
                }
            };
            self.take(":")?;
            self.expression(value, Level::Assignment)?;
        }
        self.take(")")
    }

    fn offset(&mut self, o: &OffsetOfExpression) -> Step {
        self.take_all(&["__builtin_offsetof", "("])?;
        self.type_name(&o.type_name.node)?;
        self.take(",")?;
        self.name(&o.designator.node.base)?;
        for member in &o.designator.node.members {
            match &member.node {
                OffsetMember::Member(name) => {
                    self.take(".")?;
                    self.name(name)?;
                }
                OffsetMember::IndirectMember(name) => {
                    self.take("->")?;
                    self.name(name)?;
                }
                OffsetMember::Index(index) => {
                    self.take("[")?;
                    self.expression(index, Level::Comma)?;
                    self.take("]")?;
                }
            }
        }
        self.take(")")
    }

    fn variable_argument(&mut self, v: &VaArgExpression) -> Step {
        self.take_all(&["__builtin_va_arg", "("])?;
        self.expression(&v.va_list, Level::Assignment)?;
        self.take(",")?;
        self.type_name(&v.type_name.node)?;
        self.take(")")
    }

    fn constant(&mut self, constant: &Constant) -> Step {
        let says = match constant {
            Constant::Integer(integer) => is_integer(integer, self.peek()),
            Constant::Float(float) => is_float(float, self.peek()),
            Constant::Character(text) => text == self.peek(),
        };
        self.need(says)?;
        self.at += 1;
        Ok(())
    }
}

/// Whether the first token of an expression is a parenthesis that is its own.
fn begins_with_parenthesis(e: &Expression) -> bool {
    let mut first = e;
    loop {
        first = match first {
            Expression::Member(m) => &m.node.expression.node,
            Expression::Call(c) => &c.node.callee.node,
            Expression::BinaryOperator(b) => &b.node.lhs.node,
            Expression::Conditional(c) => &c.node.condition.node,
            Expression::Comma(parts) => match parts.first() {
                Some(part) => &part.node,
                None => return false,
            },
            Expression::UnaryOperator(u) => match u.node.operator.node {
                UnaryOperator::PostIncrement | UnaryOperator::PostDecrement => &u.node.operand.node,
                UnaryOperator::PreIncrement
                | UnaryOperator::PreDecrement
                | UnaryOperator::Address
                | UnaryOperator::Indirection
                | UnaryOperator::Plus
                | UnaryOperator::Minus
                | UnaryOperator::Complement
                | UnaryOperator::Negate => return false,
            },
            Expression::Cast(_) | Expression::CompoundLiteral(_) | Expression::Statement(_) => {
                return true
            }
            Expression::Identifier(_)
            | Expression::Constant(_)
            | Expression::StringLiteral(_)
            | Expression::GenericSelection(_)
            | Expression::SizeOfTy(_)
            | Expression::SizeOfVal(_)
            | Expression::AlignOf(_)
            | Expression::OffsetOf(_)
            | Expression::VaArg(_) => return false,
        };
    }
}

/// An operator's token, how tightly it binds, and how tightly its right operand has to. All but
/// assignments group from left to right.
fn infix(operator: &BinaryOperator) -> (&'static str, Level, Level) {
    use BinaryOperator as B;
    use Level as L;
    match operator {
        B::Index => ("[", L::Postfix, L::Comma),
        B::Multiply => ("*", L::Multiplicative, L::Cast),
        B::Divide => ("/", L::Multiplicative, L::Cast),
        B::Modulo => ("%", L::Multiplicative, L::Cast),
        B::Plus => ("+", L::Additive, L::Multiplicative),
        B::Minus => ("-", L::Additive, L::Multiplicative),
        B::ShiftLeft => ("<<", L::Shift, L::Additive),
        B::ShiftRight => (">>", L::Shift, L::Additive),
        B::Less => ("<", L::Relational, L::Shift),
        B::Greater => (">", L::Relational, L::Shift),
        B::LessOrEqual => ("<=", L::Relational, L::Shift),
        B::GreaterOrEqual => (">=", L::Relational, L::Shift),
        B::Equals => ("==", L::Equality, L::Relational),
        B::NotEquals => ("!=", L::Equality, L::Relational),
        B::BitwiseAnd => ("&", L::And, L::Equality),
        B::BitwiseXor => ("^", L::Xor, L::And),
        B::BitwiseOr => ("|", L::Or, L::Xor),
        B::LogicalAnd => ("&&", L::LogicalAnd, L::Or),
        B::LogicalOr => ("||", L::LogicalOr, L::LogicalAnd),
        B::Assign => ("=", L::Assignment, L::Assignment),
        B::AssignMultiply => ("*=", L::Assignment, L::Assignment),
        B::AssignDivide => ("/=", L::Assignment, L::Assignment),
        B::AssignModulo => ("%=", L::Assignment, L::Assignment),
        B::AssignPlus => ("+=", L::Assignment, L::Assignment),
        B::AssignMinus => ("-=", L::Assignment, L::Assignment),
        B::AssignShiftLeft => ("<<=", L::Assignment, L::Assignment),
        B::AssignShiftRight => (">>=", L::Assignment, L::Assignment),
        B::AssignBitwiseAnd => ("&=", L::Assignment, L::Assignment),
        B::AssignBitwiseXor => ("^=", L::Assignment, L::Assignment),
        B::AssignBitwiseOr => ("|=", L::Assignment, L::Assignment),
    }
}

/// What is behind a prefix that is written in small or capital letters.
fn behind<'t>(token: &'t str, prefix: &str) -> Option<&'t str> {
    let (head, rest) = token.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Takes a letter away that marks imaginary constants (gcc manual, "Complex"), where it stands in
/// front of or behind the rest of a suffix.
fn without_imaginary(suffix: &str) -> Option<&str> {
    let mark = |c: char| matches!(c, 'i' | 'j');
    suffix.strip_prefix(mark).or(suffix.strip_suffix(mark))
}

/// Whether a token says an integer (C11 6.4.4.1).
fn is_integer(integer: &Integer, token: &str) -> bool {
    let prefix = match integer.base {
        IntegerBase::Decimal => "",
        IntegerBase::Octal => "0",
        IntegerBase::Hexadecimal => "0x",
        IntegerBase::Binary => "0b",
    };
    let suffix = behind(token, prefix).and_then(|rest| rest.strip_prefix(&*integer.number));
    let size = match integer.suffix.size {
        IntegerSize::Int => "",
        IntegerSize::Long => "l",
        IntegerSize::LongLong => "ll",
    };
    let mut letters: Vec<char> = size.chars().collect();
    letters.extend(integer.suffix.unsigned.then_some('u'));
    letters.extend(integer.suffix.imaginary.then_some('i'));
    letters.sort_unstable();
    suffix.is_some_and(|suffix| {
        let mut found: Vec<char> = suffix
            .to_ascii_lowercase()
            .replace('j', "i")
            .chars()
            .collect();
        found.sort_unstable();
        found == letters
    })
}

/// Whether a token says a floating constant (C11 6.4.4.2, TS 18661-3).
fn is_float(float: &Float, token: &str) -> bool {
    let prefix = match float.base {
        FloatBase::Decimal => "",
        FloatBase::Hexadecimal => "0x",
    };
    let Some(suffix) = behind(token, prefix).and_then(|rest| rest.strip_prefix(&*float.number))
    else {
        return false;
    };
    let suffix = suffix.to_ascii_lowercase();
    let format = if float.suffix.imaginary {
        without_imaginary(&suffix)
    } else {
        Some(&*suffix)
    };
    let expected: &[String] = &match &float.suffix.format {
        FloatFormat::Double => vec![String::new()],
        FloatFormat::Float => vec!["f".to_owned()],
        FloatFormat::LongDouble => vec!["l".to_owned()],
        FloatFormat::TS18661Format(TS18661FloatType { format, width }) => match format {
            TS18661FloatFormat::BinaryInterchange => vec![format!("f{width}")],
            TS18661FloatFormat::BinaryExtended => vec![format!("f{width}x")],
            TS18661FloatFormat::DecimalExtended => vec![format!("d{width}x")],
            TS18661FloatFormat::DecimalInterchange => {
                let letter = match width {
                    32 => "df",
                    64 => "dd",
                    _ => "dl",
                };
                vec![format!("d{width}"), letter.to_owned()]
            }
        },
    };
    format.is_some_and(|format| expected.iter().any(|e| e == format))
}
