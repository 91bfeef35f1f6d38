//! Calls (C11 6.5.2.2).

use super::{Entity, Result, Undeclared, Unit};
use crate::accounting::{is_condition, prototype};
use crate::ir::{Expr, ExprKind};
use crate::spec::pattern::plain;
use crate::types::{FunctionType, Type};
use lang_c::ast::{CallExpression, Expression};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn call(&mut self, call: &Node<CallExpression>, span: Span) -> Result<Expr> {
        let args = &call.node.arguments;
        if let Expression::Identifier(id) = &call.node.callee.node {
            self.account.read(&call.node.callee);
            let name = id.node.name.as_str();
            match self.lookup(name) {
                Some(Entity::Function(f)) => {
                    let f = *f;
                    return self.named_call(f, name, args, span);
                }
                Some(_) => {}
                None => return self.undeclared_call(name, args, span),
            }
        }
        let callee = self.expression(&call.node.callee)?;
        let Some(Type::Function(ty)) = callee.ty.pointee().map(|q| q.ty.clone()) else {
            return Err(self.type_error(span, "only functions can be called"));
        };
        // `(*f)(x)` and `(&f)(x)` are direct calls.
        if let ExprKind::Function(f) = callee.kind {
            return self.direct_call(f, args, span);
        }
        self.promises_nothing(&callee, span)?;
        let args = self.arguments(&ty, args, span)?;
        let (result, pos) = (ty.result.clone(), self.pos(span));
        Ok(Expr::new(
            ExprKind::CallPointer(Box::new(callee), Box::new(FunctionType::clone(&ty)), args),
            result,
            pos,
        ))
    }

    /// A call of a name without a declaration: a built-in function, a function of the C library
    /// that the compiler knows, or one of this file (C90 6.3.2.2).
    fn undeclared_call(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let known = match self.encoded_call(name, args, span)? {
            Some(value) => Some(value),
            None => match self.builtin(name, args, span)? {
                Some(value) => Some(value),
                None => self.atomic(name, args, span)?,
            },
        };
        if let Some(value) = known {
            self.note_computed(name, &value, span);
            return Ok(value);
        }
        let implicit = || FunctionType {
            result: Type::INT,
            params: None,
            variadic: false,
            variants: Vec::new(),
        };
        let own = self.functions.defined.contains(name) || is_verifiers(name);
        let library = prototype(&self.program.types, name);
        let known = library.is_none() || self.shared.undeclared == Undeclared::BuiltIn;
        let ty = library.or(own.then(implicit)).filter(|_| known);
        let Some(ty) = ty else {
            return Err(self
                .unsupported(span, format!("`{name}` is called without a declaration"))
                .help("declare it, or include the header that does"));
        };
        let shown = self.show(&ty.result);
        self.warn(
            span,
            format!("`{name}` is called without a declaration; it is taken to return `{shown}`"),
        );
        self.builtin_call(name, ty, args, span)
    }

    /// Remembers a call that became something else than a call of the function that it names:
    /// patterns about that function would not find it.
    pub(super) fn note_computed(&mut self, name: &str, value: &Expr, span: Span) {
        let called = match &value.kind {
            ExprKind::Call(f, _) => self.program.functions.get(*f as usize),
            _ => None,
        };
        if called.is_none_or(|f| plain(&f.name) != plain(name)) {
            let pos = self.pos(span);
            let computed = &mut self.program.computed;
            computed.entry(name.to_owned()).or_insert(pos);
        }
    }

    pub(super) fn direct_call(
        &mut self,
        f: u32,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let Some(ty) = self.function_type_here(f) else {
            return Err(self.type_error(span, "this function is not declared"));
        };
        let args = self.arguments(&ty, args, span)?;
        let called = self.apart(f, &args, &ty);
        let function = self.program.functions.get(f as usize);
        let asks = function.is_some_and(|f| is_condition(&f.name));
        if called != f || asks {
            self.program.instead.insert(f);
        }
        let f = called;
        Ok(Expr::new(
            ExprKind::Call(f, args),
            ty.result,
            self.pos(span),
        ))
    }

    /// Arguments with the conversions of C11 6.5.2.2p6–7.
    fn arguments(
        &mut self,
        ty: &FunctionType,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Vec<Expr>> {
        if let Some(params) = &ty.params {
            if args.len() < params.len() || args.len() > params.len() && !ty.variadic {
                return Err(self.type_error(
                    span,
                    format!(
                        "{} arguments are given, {} are needed",
                        args.len(),
                        params.len()
                    ),
                ));
            }
        }
        let mut out = Vec::with_capacity(args.len());
        for (index, arg) in args.iter().enumerate() {
            let value = self.expression(arg)?;
            out.push(match ty.params.as_ref().and_then(|p| p.get(index)) {
                // The argument passes as it is, which the callee must not define.
                Some(Type::Record(id))
                    if self.types.transparent.contains(id) && value.ty != Type::Record(*id) =>
                {
                    self.default_promote(value)
                }
                Some(param) => self.assign_convert(value, param, arg.span)?,
                None => self.default_promote(value),
            });
        }
        Ok(out)
    }
}

/// Whether a function belongs to the verifier, whose inputs need no declaration.
fn is_verifiers(name: &str) -> bool {
    name.starts_with("__VERIFIER_") || name == "reach_error"
}

/// The name by which a function is called, if it is called by one.
pub(super) fn called(call: &CallExpression) -> Option<&str> {
    match &call.callee.node {
        Expression::Identifier(id) => Some(&id.node.name),
        _ => None,
    }
}
