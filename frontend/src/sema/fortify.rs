//! Calls that check sizes before they do what the function does (gcc manual, "Object Size
//! Checking"), as the headers of the C library make them under `_FORTIFY_SOURCE`.
//!
//! Where a size is exceeded, the run ends; that accesses are in bounds is assumed anyway, so
//! `__NAME_chk` is `NAME`.

use super::{Result, Unit};
use crate::accounting::prototype;
use crate::ir::Expr;
use crate::types::{FunctionType, Type};
use lang_c::ast::{
    BlockItem, CallExpression, Constant, Declarator, DeclaratorKind, DerivedDeclarator, Expression,
    FunctionDefinition, Integer, IntegerBase, IntegerSize, IntegerSuffix, Statement,
};
use lang_c::span::{Node, Span};

/// Checking functions: their names, what they check, and which of their arguments only the check
/// needs.
const CHECKED: [(&str, &str, &[usize]); 18] = [
    ("__memcpy_chk", "memcpy", &[3]),
    ("__memmove_chk", "memmove", &[3]),
    ("__mempcpy_chk", "mempcpy", &[3]),
    ("__memset_chk", "memset", &[3]),
    ("__strcpy_chk", "strcpy", &[2]),
    ("__stpcpy_chk", "stpcpy", &[2]),
    ("__strcat_chk", "strcat", &[2]),
    ("__strncpy_chk", "strncpy", &[3]),
    ("__stpncpy_chk", "stpncpy", &[3]),
    ("__strncat_chk", "strncat", &[3]),
    ("__sprintf_chk", "sprintf", &[1, 2]),
    ("__vsprintf_chk", "vsprintf", &[1, 2]),
    ("__snprintf_chk", "snprintf", &[2, 3]),
    ("__vsnprintf_chk", "vsnprintf", &[2, 3]),
    ("__printf_chk", "printf", &[0]),
    ("__vprintf_chk", "vprintf", &[0]),
    ("__fprintf_chk", "fprintf", &[1]),
    ("__vfprintf_chk", "vfprintf", &[1]),
];

/// A function whose calls are calls of another one.
#[derive(Clone)]
pub(super) struct Forward {
    /// The other function.
    target: String,
    /// Its arguments.
    arguments: Vec<Argument>,
}

#[derive(Clone)]
enum Argument {
    /// An argument of the call.
    Parameter(usize),
    /// A constant.
    Constant(Node<Expression>),
    /// All further arguments of the call (gcc manual, "Constructing Calls").
    Pack,
}

impl Forward {
    /// The other function.
    pub(super) fn target(&self) -> &str {
        &self.target
    }
}

impl Unit<'_> {
    /// A call of a checking function without its prefix `__builtin_`; `None` for other names.
    pub(super) fn checked_call(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>> {
        let Some((_, plain, dropped)) = CHECKED.iter().find(|(checking, _, _)| *checking == name)
        else {
            return Ok(None);
        };
        let Some(ty) = prototype(&self.program.types, plain) else {
            return Ok(None);
        };
        let (mut kept, mut others) = (Vec::new(), Vec::new());
        for (index, arg) in args.iter().enumerate() {
            if dropped.contains(&index) {
                others.push(arg.clone());
            } else {
                kept.push(arg.clone());
            }
        }
        let value = self.builtin_call(&format!("__builtin_{plain}"), ty, &kept, span)?;
        self.beside(value, &others, span).map(Some)
    }

    /// Whether a function of such a name is declared as the library has it, with a size or a flag
    /// for each argument that only the check needs: else it finds other arguments.
    fn is_checking(&self, f: u32, name: &str) -> bool {
        let types = &self.program.types;
        let known = CHECKED.iter().find(|(checking, _, _)| *checking == name);
        let Some((_, plain, dropped)) = known else {
            return false;
        };
        let (Some(function), Some(own)) = (self.program.function(f), prototype(types, plain))
        else {
            return false;
        };
        let mut params = own.params.unwrap_or_default();
        let given = function.ty.params.clone().unwrap_or_default();
        for &index in *dropped {
            let flag = given.get(index).filter(|ty| **ty == Type::INT);
            let more = flag.cloned().unwrap_or_else(|| types.size_type());
            params.insert(index.min(params.len()), more);
        }
        let params = Some(params);
        let expected = Type::Function(FunctionType { params, ..own }.into());
        types.compatible(&Type::Function(function.ty.clone().into()), &expected)
    }

    /// A call of a declared function by its name.
    pub(super) fn named_call(
        &mut self,
        f: u32,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let known = match self.functions.forwards.get(&f).cloned() {
            Some(forward) => Some(self.forwarded_call(&forward, args, span)?),
            None if self.functions.defined.contains(name) || !self.is_checking(f, name) => None,
            None => self.checked_call(name, args, span)?,
        };
        match known {
            Some(value) => {
                self.program.instead.insert(f);
                self.note_computed(name, &value, span);
                Ok(value)
            }
            None => self.direct_call(f, args, span),
        }
    }

    fn forwarded_call(
        &mut self,
        forward: &Forward,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let fixed = forward
            .arguments
            .iter()
            .filter(|a| matches!(a, Argument::Parameter(_)))
            .count();
        let mut given = Vec::new();
        for argument in &forward.arguments {
            match argument {
                Argument::Parameter(index) => given.push(
                    args.get(*index)
                        .cloned()
                        .ok_or_else(|| self.type_error(span, "this call has too few arguments"))?,
                ),
                Argument::Constant(value) => given.push(value.clone()),
                Argument::Pack => given.extend(args.iter().skip(fixed).cloned()),
            }
        }
        let name = forward.target.as_str();
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        match self.checked_call(short, &given, span)? {
            Some(value) => Ok(value),
            None => Err(self.unsupported(span, format!("`{name}` is not supported"))),
        }
    }

    /// What the calls of an inline function are, if its body is one call of a checking function
    /// with its own parameters, sizes of objects and constants. Parameters and result need the
    /// checking function's types, so that nothing is converted on the way.
    pub(super) fn forward(&self, f: &FunctionDefinition, ty: &FunctionType) -> Option<Forward> {
        let call = only_call(&f.statement.node)?;
        let Expression::Identifier(callee) = &call.callee.node else {
            return None;
        };
        let name = callee.node.name.as_str();
        let short = name.strip_prefix("__builtin_").unwrap_or(name);
        CHECKED.iter().find(|(checking, _, _)| *checking == short)?;
        let target = prototype(&self.program.types, short)?;
        let parameters = parameter_names(&f.declarator.node)?;
        let arguments: Vec<Argument> = call
            .arguments
            .iter()
            .map(|arg| argument(arg, &parameters))
            .collect::<Option<_>>()?;
        let mut used = Vec::new();
        for (position, argument) in arguments.iter().enumerate() {
            if let Argument::Parameter(index) = argument {
                let given = ty.params.as_ref()?.get(*index)?;
                let wanted = target.params.as_ref()?.get(position);
                if wanted.is_some_and(|wanted| !passes_unchanged(given, wanted)) {
                    return None;
                }
                used.push(*index);
            }
        }
        let packs = arguments.iter().any(|a| matches!(a, Argument::Pack));
        let each_once = used.iter().copied().eq(0..parameters.len());
        let fits = each_once && packs == ty.variadic && ty.result == target.result;
        fits.then(|| Forward {
            target: name.to_owned(),
            arguments,
        })
    }
}

fn passes_unchanged(given: &Type, wanted: &Type) -> bool {
    given == wanted || matches!((given, wanted), (Type::Pointer(_), Type::Pointer(_)))
}

/// The call in `{ return f(…); }`.
fn only_call(body: &Statement) -> Option<&CallExpression> {
    let Statement::Compound(items) = body else {
        return None;
    };
    let [item] = items.as_slice() else {
        return None;
    };
    let BlockItem::Statement(statement) = &item.node else {
        return None;
    };
    let Statement::Return(Some(value)) = &statement.node else {
        return None;
    };
    match &value.node {
        Expression::Call(call) => Some(&call.node),
        _ => None,
    }
}

pub(super) fn parameter_names(d: &Declarator) -> Option<Vec<&str>> {
    let function = d.derived.iter().find_map(|derived| match &derived.node {
        DerivedDeclarator::Function(f) => Some(&f.node),
        _ => None,
    })?;
    let parameters = function.parameters.iter();
    parameters
        .map(|p| own_name(&p.node.declarator.as_ref()?.node))
        .collect()
}

fn own_name(d: &Declarator) -> Option<&str> {
    match &d.kind.node {
        DeclaratorKind::Identifier(id) => Some(id.node.name.as_str()),
        DeclaratorKind::Abstract | DeclaratorKind::Declarator(_) => None,
    }
}

fn argument(e: &Node<Expression>, parameters: &[&str]) -> Option<Argument> {
    match &e.node {
        Expression::Identifier(id) => parameters
            .iter()
            .position(|p| *p == id.node.name)
            .map(Argument::Parameter),
        Expression::Call(call) => match &call.node.callee.node {
            Expression::Identifier(callee) => match callee.node.name.as_str() {
                "__builtin_va_arg_pack" => Some(Argument::Pack),
                "__builtin_object_size" | "__builtin_dynamic_object_size" => {
                    Some(Argument::Constant(zero(e.span)))
                }
                _ => None,
            },
            _ => None,
        },
        _ if is_constant(&e.node) => Some(Argument::Constant(e.clone())),
        _ => None,
    }
}

fn zero(span: Span) -> Node<Expression> {
    let zero = Integer {
        base: IntegerBase::Decimal,
        number: "0".into(),
        suffix: IntegerSuffix {
            size: IntegerSize::Int,
            unsigned: false,
            imaginary: false,
        },
    };
    let constant = Node::new(Constant::Integer(zero), span);
    Node::new(Expression::Constant(Box::new(constant)), span)
}

/// Whether an expression consists of numbers only.
pub(super) fn is_constant(e: &Expression) -> bool {
    match e {
        Expression::Constant(_) => true,
        Expression::BinaryOperator(b) => {
            is_constant(&b.node.lhs.node) && is_constant(&b.node.rhs.node)
        }
        _ => false,
    }
}
