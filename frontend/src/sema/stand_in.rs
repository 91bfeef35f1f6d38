//! Inline functions that pass their variable arguments on (gcc manual, "Constructing Calls").
//! There is no model of that, but what is known of a function of the C library by its name holds
//! for the library's own inline definition too, which only calls parts of it with its own
//! parameters. Whether the parts are the library's is known when all files are: [`wrong_stand_in`].

use super::call::called;
use super::declarator::declared_name;
use super::fortify::is_constant;
use super::{Entity, Unit};
use crate::accounting::{is_violation, returns_with_zero};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::Program;
use crate::sources::Sources;
use crate::types::{FunctionType, Type};
use lang_c::ast::{
    BinaryOperator, BlockItem, CallExpression, Declaration, DeclarationSpecifier, DeclaratorKind,
    Expression, FunctionDefinition, Initializer, Statement, TypeSpecifier, UnaryOperator,
};
use lang_c::span::Node;
use proofmark_logic::cfa::Pos;

/// A function outside of the program, or one of the compiler, that stands for the inline function
/// whose body was left out.
pub(super) struct StandIn {
    /// The inline function.
    pub(super) function: u32,
    /// What its body calls.
    pub(super) callees: Vec<String>,
    /// Where it is defined.
    pub(super) pos: Pos,
}

/// The functions of the C library whose headers define them so (glibc's `bits/stdio2.h`,
/// `bits/wchar2.h`, `bits/fcntl2.h`, `bits/error.h`, `bits/syslog.h`, `bits/mqueue2.h`). A
/// program's own function of another name may have parts of any meaning (`__cxa_atexit` of `cxa`).
const WHOLE: [&str; 19] = [
    "printf",
    "fprintf",
    "sprintf",
    "snprintf",
    "dprintf",
    "asprintf",
    "__asprintf",
    "obstack_printf",
    "wprintf",
    "fwprintf",
    "swprintf",
    "open",
    "open64",
    "openat",
    "openat64",
    "mq_open",
    "syslog",
    "error",
    "error_at_line",
];

/// Built-in functions that only yield a value. What is passed on has no value.
const VALUES: [&str; 6] = [
    "__builtin_va_arg_pack",
    "__builtin_va_arg_pack_len",
    "__builtin_constant_p",
    "__builtin_object_size",
    "__builtin_dynamic_object_size",
    "__builtin_expect",
];

/// An inline function that stands for something else than what its name or its body says.
pub(super) fn wrong_stand_in(
    program: &Program,
    sources: &Sources,
    stand_ins: &[StandIn],
) -> Option<LoadError> {
    let named = |name: &str| {
        let functions = (0u32..).zip(&program.functions);
        let named: Vec<u32> = functions
            .filter(|(_, f)| f.name == name)
            .map(|(id, _)| id)
            .collect();
        named
    };
    stand_ins.iter().find_map(|one| {
        let function = program.function(one.function)?;
        let is_own = |id: &u32| match (program.function(*id), program.called(*id)) {
            (Some(callee), Some(called)) => {
                let returns = !callee.noreturn && !called.noreturn;
                called.is_defined()
                    || is_violation(&callee.name)
                    || is_violation(&called.name)
                    || !does_a_part(&called.name, &function.name)
                    || !returns && !returns_with_zero(function)
                    || program.is_watched(*id)
            }
            (_, None) | (None, _) => true,
        };
        let callees = one.callees.iter().flat_map(|name| named(name));
        let name = &function.name;
        let defined = program.called(one.function)?.is_defined();
        let message = match callees.into_iter().find(is_own) {
            Some(callee) => {
                let callee = &program.function(callee)?.name;
                format!(
                    "the inline function `{name}` passes its arguments on, and calls `{callee}`, \
                     which is no function of the library here"
                )
            }
            None if defined => {
                format!(
                    "`{name}` is defined for inlining and otherwise: which one counts, the \
                     compiler decides"
                )
            }
            None => return None,
        };
        let kind = ErrorKind::Unsupported;
        Some(LoadError::at(kind, sources, one.pos, message))
    })
}

/// Whether the library's function `name` does a part of what its function `whole` does, by its
/// name: `__open_2` of `open`, `__wprintf_chk` of `wprintf`. So what is known of the whole holds.
fn does_a_part(name: &str, whole: &str) -> bool {
    let plain = whole.trim_start_matches("__").trim_end_matches("64");
    let part = name.strip_prefix("__").and_then(|n| n.strip_prefix(plain));
    name == whole
        || name.starts_with("__builtin_")
        || part.is_some_and(|rest| rest.trim_start_matches("64").starts_with('_'))
}

impl Unit<'_> {
    /// What the body of an inline function calls, if it passes its variable arguments on and does
    /// nothing else than calling functions of the library with its own parameters.
    pub(super) fn passes_on(
        &self,
        f: &FunctionDefinition,
        (ty, parameters): (&FunctionType, &[&str]),
    ) -> Option<Vec<String>> {
        let name = declared_name(&f.declarator.node)?;
        WHOLE.contains(&name).then_some(())?;
        let mut looker = Looker {
            unit: self,
            ty,
            parameters,
            locals: Vec::new(),
            callees: Vec::new(),
            packs: false,
        };
        looker.statement(&f.statement.node)?;
        looker.packs.then_some(looker.callees)
    }
}

/// Looks at the body of an inline function; each method yields `None` where it does something
/// else.
struct Looker<'a, 'b> {
    unit: &'a Unit<'b>,
    ty: &'a FunctionType,
    parameters: &'a [&'a str],
    locals: Vec<String>,
    callees: Vec<String>,
    packs: bool,
}

impl Looker<'_, '_> {
    fn statement(&mut self, statement: &Statement) -> Option<()> {
        match statement {
            Statement::Compound(items) => items.iter().try_for_each(|item| match &item.node {
                BlockItem::Statement(statement) => self.statement(&statement.node),
                BlockItem::Declaration(d) => self.declaration(&d.node),
                BlockItem::StaticAssert(_) => None,
            }),
            Statement::Expression(None) | Statement::Return(None) => Some(()),
            Statement::Expression(Some(e)) | Statement::Return(Some(e)) => self.expression(e),
            Statement::If(branch) => {
                self.expression(&branch.node.condition)?;
                self.statement(&branch.node.then_statement.node)?;
                match &branch.node.else_statement {
                    Some(other) => self.statement(&other.node),
                    None => Some(()),
                }
            }
            Statement::Labeled(_)
            | Statement::Switch(_)
            | Statement::While(_)
            | Statement::DoWhile(_)
            | Statement::For(_)
            | Statement::Goto(_)
            | Statement::Continue
            | Statement::Break
            | Statement::Asm(_) => None,
        }
    }

    /// A local that holds a size.
    fn declaration(&mut self, declaration: &Declaration) -> Option<()> {
        let plain = |s: &Node<DeclarationSpecifier>| match &s.node {
            DeclarationSpecifier::TypeSpecifier(ty) => matches!(
                ty.node,
                TypeSpecifier::TypedefName(_)
                    | TypeSpecifier::Int
                    | TypeSpecifier::Long
                    | TypeSpecifier::Unsigned
            ),
            DeclarationSpecifier::StorageClass(_)
            | DeclarationSpecifier::TypeQualifier(_)
            | DeclarationSpecifier::Function(_)
            | DeclarationSpecifier::Alignment(_)
            | DeclarationSpecifier::Extension(_) => false,
        };
        let [one] = declaration.declarators.as_slice() else {
            return None;
        };
        let (declarator, initialiser) = (&one.node.declarator.node, &one.node.initializer);
        let unchanged = declarator.derived.is_empty() && declarator.extensions.is_empty();
        let (DeclaratorKind::Identifier(id), Some(initialiser)) =
            (&declarator.kind.node, initialiser)
        else {
            return None;
        };
        let Initializer::Expression(value) = &initialiser.node else {
            return None;
        };
        let Expression::Call(call) = &value.node else {
            return None;
        };
        (unchanged && declaration.specifiers.iter().all(plain)).then_some(())?;
        self.value(&call.node)?;
        self.locals.push(id.node.name.clone());
        Some(())
    }

    /// A call of a built-in function that only yields a value.
    fn value(&mut self, call: &CallExpression) -> Option<()> {
        let name = called(call).filter(|name| VALUES.contains(name))?;
        self.packs |= name.starts_with("__builtin_va_arg_pack");
        call.arguments.iter().try_for_each(|a| self.expression(a))
    }

    fn expression(&mut self, e: &Node<Expression>) -> Option<()> {
        match &e.node {
            Expression::Constant(_) | Expression::StringLiteral(_) | Expression::SizeOfTy(_) => {
                Some(())
            }
            Expression::Identifier(id) if self.locals.contains(&id.node.name) => Some(()),
            Expression::Identifier(id) => self.parameter(&id.node.name).map(drop),
            Expression::UnaryOperator(u) => match u.node.operator.node {
                UnaryOperator::Plus
                | UnaryOperator::Minus
                | UnaryOperator::Complement
                | UnaryOperator::Negate => self.expression(&u.node.operand),
                UnaryOperator::PostIncrement
                | UnaryOperator::PostDecrement
                | UnaryOperator::PreIncrement
                | UnaryOperator::PreDecrement
                | UnaryOperator::Address
                | UnaryOperator::Indirection => None,
            },
            Expression::BinaryOperator(b) => {
                pure(&b.node.operator.node).then_some(())?;
                self.expression(&b.node.lhs)?;
                self.expression(&b.node.rhs)
            }
            Expression::Conditional(c) => {
                self.expression(&c.node.condition)?;
                self.expression(&c.node.then_expression)?;
                self.expression(&c.node.else_expression)
            }
            // A pointer could lose its qualifiers.
            Expression::Cast(c) => match &c.node.expression.node {
                Expression::UnaryOperator(u) => is_constant(&u.node.operand.node),
                number => is_constant(number),
            }
            .then_some(()),
            Expression::Call(call) => self.call(&call.node),
            Expression::GenericSelection(_)
            | Expression::Member(_)
            | Expression::CompoundLiteral(_)
            | Expression::SizeOfVal(_)
            | Expression::AlignOf(_)
            | Expression::Comma(_)
            | Expression::OffsetOf(_)
            | Expression::VaArg(_)
            | Expression::Statement(_) => None,
        }
    }

    fn call(&mut self, call: &CallExpression) -> Option<()> {
        let name = called(call)?;
        if VALUES.contains(&name) {
            return self.value(call);
        }
        // The library's own names (C11 7.1.3).
        let library = name.starts_with("__") && !name.starts_with("__builtin_");
        let Some(Entity::Function(callee)) = self.unit.lookup(name) else {
            return None;
        };
        let wanted = self.unit.function_type_here(*callee)?.params?;
        library.then_some(())?;
        for (index, argument) in call.arguments.iter().enumerate() {
            self.argument(argument, wanted.get(index))?;
        }
        self.callees.push(name.to_owned());
        Some(())
    }

    /// An argument for a parameter of this type, or one that has none. No pointer may lose its
    /// qualifiers on the way.
    fn argument(&mut self, argument: &Node<Expression>, wanted: Option<&Type>) -> Option<()> {
        match (&argument.node, wanted) {
            (Expression::StringLiteral(_) | Expression::Constant(_), _) => Some(()),
            (Expression::Identifier(id), _) if self.locals.contains(&id.node.name) => Some(()),
            (Expression::Identifier(id), Some(wanted @ Type::Pointer(_))) => {
                (self.parameter(&id.node.name)? == wanted).then_some(())
            }
            (_, Some(Type::Pointer(_))) => None,
            (Expression::Identifier(id), None) => {
                let given = self.parameter(&id.node.name)?;
                let constant = given.pointee().is_some_and(|to| to.constant);
                (!constant).then_some(())
            }
            (Expression::Call(call), None) => self.value(&call.node),
            (_, None) => None,
            (_, Some(_)) => self.expression(argument),
        }
    }

    /// The type of a parameter.
    fn parameter(&self, name: &str) -> Option<&Type> {
        let index = self.parameters.iter().position(|p| *p == name)?;
        self.ty.params.as_ref()?.get(index)
    }
}

/// Whether an operator is one of those that the library's definitions compute conditions with:
/// they change nothing and read no memory.
fn pure(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Divide
            | BinaryOperator::Minus
            | BinaryOperator::Less
            | BinaryOperator::Greater
            | BinaryOperator::Equals
            | BinaryOperator::NotEquals
            | BinaryOperator::BitwiseAnd
            | BinaryOperator::BitwiseOr
            | BinaryOperator::LogicalAnd
            | BinaryOperator::LogicalOr
    )
}
