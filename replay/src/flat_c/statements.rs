//! Statements of flat C as statements of C.

use super::values::integer;
use super::{cast, label, scalar, Printer, Result};
use proofmark_frontend::flatten::{Call, Callee, Kind, Overflow, Stmt, Value};
use proofmark_frontend::ir::{Arith, Function};
use proofmark_frontend::types::Type;
use std::fmt::Write;

impl<'p> Printer<'p> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) -> Result<String> {
        Ok(match &stmt.kind {
            Kind::Assign(place, value) if place.ty.ty == Type::Void => {
                format!("(void)({});", self.value(value)?)
            }
            Kind::Assign(place, value) => {
                let value = self.value(value)?;
                self.store(place, &value)?
            }
            Kind::Call(call) => self.call(call)?,
            Kind::Overflow(operation) => self.overflow(operation)?,
            Kind::Enter(..) | Kind::Heard(_) => String::new(),
            Kind::Clear(place, _) => {
                let (at, size) = (self.address(place)?.0, self.size(&place.ty.ty)?);
                format!("__builtin_memset({at}, 0, {size});")
            }
            Kind::Label { label: l, .. } => format!("{}:;", label(*l)),
            Kind::Goto(l) => format!("goto {};", label(*l)),
            Kind::Jump(value) => format!("goto *(void *)({});", self.value(value)?),
            Kind::Branch(value, yes, no) => {
                let value = self.value(value)?;
                format!(
                    "if ({value}) goto {}; else goto {};",
                    label(*yes),
                    label(*no)
                )
            }
            Kind::Switch(value, cases, default) => {
                let (ty, value) = (scalar(&value.ty)?, self.value(value)?);
                let mut out = format!("{{ {ty} v = {value}; ");
                for (low, high, l) in cases {
                    let (low, high) = (integer(*low), integer(*high));
                    let _ = write!(
                        out,
                        "if (v >= ({ty}){low} && v <= ({ty}){high}) goto {}; ",
                        label(*l)
                    );
                }
                out + &format!("goto {}; }}", label(*default))
            }
            Kind::Return => match self.body_result() {
                true => "return result;".to_owned(),
                false => "return;".to_owned(),
            },
            Kind::Reject => "__VERIFIER_assert(0);".to_owned(),
            Kind::Halt => "__VERIFIER_assume(0);".to_owned(),
            Kind::Asm(..) => return Err("inline assembly".to_owned()),
            Kind::Observe(..) => return Err("an observer".to_owned()),
        })
    }

    /// Whether this function is printed.
    pub(super) fn is_own(&self, f: u32) -> bool {
        let body = self.code.bodies.get(f as usize).and_then(Option::as_ref);
        let own = self.body.zip(body);
        own.is_some_and(|(a, b)| std::ptr::eq(a, b))
    }

    pub(super) fn body_result(&self) -> bool {
        let functions = (0u32..).zip(&self.program.functions);
        let mut own = functions.filter(|(f, _)| self.is_own(*f));
        own.any(|(_, f)| f.ty.result != Type::Void)
    }

    /// The compiler may know a function by its name that the program defines, and functions that
    /// are not printed get complex numbers in another way.
    pub(super) fn refuse_known(&self, f: u32) -> Result<()> {
        let called = self
            .program
            .functions
            .get(f as usize)
            .filter(|f| f.body.is_none());
        // Others pass complex numbers as their ABI says, and not as structures of bytes.
        let complex = |ty: &Type| self.program.types.complex_part(ty).is_some();
        let passed = |f: &Function| f.ty.params.iter().flatten().any(complex);
        if called.is_some_and(|f| complex(&f.ty.result) || passed(f)) {
            return Err("a complex number for a function that is not printed".to_owned());
        }
        let name = called.and_then(|f| f.name.strip_prefix("__builtin_"));
        let defined = |f: &Function| f.body.is_some() && Some(f.name.as_str()) == name;
        match self.program.functions.iter().any(defined) {
            true => Err("a built-in function that the program defines".to_owned()),
            false => Ok(()),
        }
    }

    pub(super) fn call(&mut self, call: &Call) -> Result<String> {
        let args: Result<Vec<String>> = call.args.iter().map(|arg| self.value(arg)).collect();
        let args = args?.join(", ");
        let result = self.value_type(&call.ty)?;
        let callee = match &call.callee {
            Callee::Function(f) | Callee::Pointed(f, _) => {
                self.refuse_known(*f)?;
                let function = self
                    .program
                    .functions
                    .get(self.program.resolve(*f) as usize);
                let body = function.and_then(|f| f.body.as_ref());
                let params = body.map(|b| b.locals.iter().take(b.params).map(|l| &l.ty.ty));
                let fits = params.is_none_or(|params| params.eq(call.args.iter().map(|a| &a.ty)));
                match fits && function.is_none_or(|f| f.body.is_none() || f.ty.result == call.ty) {
                    true => self.name(*f),
                    false => {
                        let types = self.types(&call.args, None)?;
                        format!("(({result} (*)({types}))(void *){})", self.name(*f))
                    }
                }
            }
            Callee::Pointer { pointer, ty, .. } => {
                let named = ty.params.as_ref().filter(|_| ty.variadic).map(Vec::len);
                let types = self.types(&call.args, named)?;
                format!("(({result} (*)({types})){})", self.value(pointer)?)
            }
        };
        let text = format!("{callee}({args})");
        let Some(to) = &call.result else {
            return Ok(format!("{text};"));
        };
        let mut value = "r".to_owned();
        for ty in &to.through {
            value = match ty {
                Type::Record(_) => value,
                Type::Pointer(_) if call.ty.is_integer() => cast(ty, &format!("(long){value}"))?,
                ty => cast(ty, &value)?,
            };
        }
        let store = self.store(&to.place, &value)?;
        Ok(format!("{{ {result} r = {text}; {store} }}"))
    }

    /// The types of arguments, the first ones of them named.
    pub(super) fn types(&mut self, args: &[Value], named: Option<usize>) -> Result<String> {
        let args = args.iter().take(named.unwrap_or(usize::MAX));
        let types: Result<Vec<String>> = args.map(|arg| self.value_type(&arg.ty)).collect();
        let mut types = types?;
        if named.is_some() {
            types.push("...".to_owned());
        }
        Ok(if types.is_empty() {
            "void".to_owned()
        } else {
            types.join(", ")
        })
    }

    pub(super) fn overflow(&mut self, operation: &Overflow) -> Result<String> {
        let name = match operation.op {
            Arith::Add => "add",
            Arith::Sub => "sub",
            _ => "mul",
        };
        let ty = scalar(&operation.ty)?;
        let (a, b) = (self.value(&operation.a)?, self.value(&operation.b)?);
        let flag = self.store(&operation.flag, "o")?;
        let stored = operation
            .stored
            .as_ref()
            .map(|place| self.store(place, "r"));
        let stored = stored.transpose()?.unwrap_or_default();
        Ok(format!(
            "{{ {ty} r; int o = __builtin_{name}_overflow({a}, {b}, &r); {stored} {flag} }}"
        ))
    }
}
