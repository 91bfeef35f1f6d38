//! Flat C as C, for a compiler: what the first stages of the front end did to a program can be seen
//! by running both. Nobody has to trust it.
//!
//! Objects of array and record types are bytes, and parts of objects are found by their offsets: so
//! the program that is printed depends on no layout of its own. What has no C of this kind (inline
//! assembly, definitions with variable arguments, values that the front end gave up on) is an
//! error.

use proofmark_frontend::flatten::{
    Base, Body, Call, Callee, Code, Kind, Overflow, Part, Place, Step, Stmt, Value, ValueKind,
};
use proofmark_frontend::ir::{Arith, Function, Label, Linkage, Program, Relation, BLOCK};
use proofmark_frontend::types::{FloatKind, IntKind, Qual, Type};
use std::collections::BTreeSet;
use std::fmt::Write;

type Result<T> = std::result::Result<T, String>;

/// What all printed programs begin with: parts of bit-fields, and integers of odd widths.
const HEAD: &str = "\
typedef unsigned long long bits_;
static bits_ get_(const unsigned char *at, int first, int width) {
  bits_ out = 0;
  for (int i = 0; i < width; i++)
    out |= (bits_)(at[(first + i) / 8] >> (first + i) % 8 & 1) << i;
  return out;
}
static void put_(unsigned char *at, int first, int width, bits_ value) {
  for (int i = 0; i < width; i++) {
    int bit = first + i;
    at[bit / 8] = at[bit / 8] & ~(1 << bit % 8) | (value >> i & 1) << bit % 8;
  }
}
static long long signed_(bits_ value, int width) {
  return (long long)(value << (64 - width)) >> (64 - width);
}
static bits_ unsigned_(bits_ value, int width) { return value << (64 - width) >> (64 - width); }
static double double_(bits_ bits) { double out; __builtin_memcpy(&out, &bits, 8); return out; }
";

/// Prints a program.
///
/// # Errors
/// What stands in it that this cannot print.
pub(crate) fn print(program: &Program, code: &Code) -> Result<String> {
    let mut printer = Printer {
        program,
        code,
        objects: BTreeSet::new(),
        body: None,
    };
    let mut out = String::new();
    printer.strings(&mut out);
    printer.globals(&mut out)?;
    for (index, function) in program.functions.iter().enumerate() {
        out.push_str(&printer.prototype(index, function)?);
    }
    for (index, function) in program.functions.iter().enumerate() {
        if let Some(Some(body)) = code.bodies.get(index) {
            let text = printer.function(index, function, body);
            out.push_str(&text.map_err(|e| format!("{}: {e}", function.name))?);
        }
    }
    out.push_str(&printer.initialisers()?);
    let mut head = HEAD.to_owned();
    for (size, align) in &printer.objects {
        let _ = writeln!(
            head,
            "typedef struct {{ unsigned char b[{size}]; }} __attribute__((aligned({align}))) obj_{size}_{align};"
        );
    }
    for (name, ty) in SCALARS {
        let _ = writeln!(
            head,
            "typedef {ty} at_{name} __attribute__((aligned(1), may_alias));"
        );
    }
    Ok(head + &out)
}

/// Scalar types: a word for each, and what C calls it.
const SCALARS: [(&str, &str); 18] = [
    ("bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("llong", "long long"),
    ("ullong", "unsigned long long"),
    ("float", "float"),
    ("double", "double"),
    ("ldouble", "long double"),
    ("pointer", "char *"),
    ("list", "__builtin_va_list"),
    ("void", "void *"),
];

struct Printer<'p> {
    program: &'p Program,
    code: &'p Code,
    /// Sizes and alignments of objects that are bytes.
    objects: BTreeSet<(u64, u64)>,
    body: Option<&'p Body>,
}

fn word(ty: &Type) -> Result<&'static str> {
    Ok(match ty {
        Type::Bool => "bool",
        Type::Pointer(_) => "pointer",
        Type::Int(kind) => match kind {
            IntKind::Char => "char",
            IntKind::SChar => "schar",
            IntKind::UChar => "uchar",
            IntKind::Short => "short",
            IntKind::UShort => "ushort",
            IntKind::Int => "int",
            IntKind::UInt => "uint",
            IntKind::Long => "long",
            IntKind::ULong => "ulong",
            IntKind::LongLong | IntKind::Bits(_, true) => "llong",
            IntKind::ULongLong | IntKind::Bits(_, false) => "ullong",
        },
        Type::Float(FloatKind::Float) => "float",
        Type::Float(FloatKind::Double) => "double",
        Type::Float(FloatKind::LongDouble) => "ldouble",
        Type::Float(_) => return Err("a number of an unusual type".to_owned()),
        Type::VaList => return Err("a list of variable arguments".to_owned()),
        Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
            return Err("a value that is no scalar".to_owned())
        }
    })
}

fn scalar(ty: &Type) -> Result<&'static str> {
    let word = word(ty)?;
    let found = SCALARS.iter().find(|(name, _)| *name == word);
    found
        .map(|(_, c)| *c)
        .ok_or_else(|| "an unknown type".to_owned())
}

/// An expression of C as a value of a type.
fn cast(ty: &Type, e: &str) -> Result<String> {
    Ok(match ty {
        Type::Int(IntKind::Bits(width, true)) => format!("signed_((bits_)({e}), {width})"),
        Type::Int(IntKind::Bits(width, false)) => format!("unsigned_((bits_)({e}), {width})"),
        _ => format!("(({})({e}))", scalar(ty)?),
    })
}

fn label(label: Label) -> String {
    format!("L{}", label.0)
}

/// Whether runs start in a function: other files may have another one of its name.
fn starts(function: &Function) -> bool {
    function.name == "main" && function.linkage == Linkage::External
}

impl<'p> Printer<'p> {
    // -- declarations

    fn size(&self, ty: &Type) -> Result<u64> {
        self.program.types.size_of(ty).map_err(|e| e.0)
    }

    /// The C type of an object.
    fn object(&mut self, ty: &Qual) -> Result<String> {
        match &ty.ty {
            Type::Array(..) | Type::Record(_) => {
                let align = self.program.types.alignment(ty).bytes;
                let size = self.size(&ty.ty)?;
                self.objects.insert((size, align));
                Ok(format!("obj_{size}_{align}"))
            }
            Type::Void => Ok("void".to_owned()),
            ty => Ok(scalar(ty)?.to_owned()),
        }
    }

    /// The C type of a value.
    fn value_type(&mut self, ty: &Type) -> Result<String> {
        self.object(&ty.clone().into())
    }

    fn strings(&self, out: &mut String) {
        for (index, literal) in self.program.strings.iter().enumerate() {
            let units: Vec<String> = literal.units.iter().map(u32::to_string).collect();
            let element = scalar(&literal.element).unwrap_or("char");
            let units = units.join(", ");
            let _ = writeln!(out, "static {element} S{index}[] = {{ {units} }};");
        }
    }

    fn globals(&mut self, out: &mut String) -> Result<()> {
        for (index, global) in self.program.globals.iter().enumerate() {
            let _ = match (global.defined, global.linkage, self.object(&global.ty)) {
                (true, Linkage::Internal, ty) => writeln!(out, "static {} G{index};", ty?),
                (true, Linkage::External, ty) => {
                    writeln!(out, "{} G{index} __asm__(\"{}\");", ty?, global.name)
                }
                (false, _, Ok(ty)) => {
                    writeln!(out, "extern {ty} G{index} __asm__(\"{}\");", global.name)
                }
                // Whose size another file knows.
                (false, _, Err(_)) => {
                    writeln!(out, "extern char G{index}[] __asm__(\"{}\");", global.name)
                }
            };
        }
        Ok(())
    }

    /// What calls of a function name.
    fn name(&self, index: u32) -> String {
        let index = self.program.resolve(index);
        let function = self.program.functions.get(index as usize);
        match function {
            Some(f) if f.body.is_some() && !starts(f) => format!("F{index}"),
            Some(f) if f.name == BLOCK => "__builtin_alloca".to_owned(),
            Some(f) => f.name.clone(),
            None => "missing".to_owned(),
        }
    }

    fn prototype(&mut self, index: usize, function: &Function) -> Result<String> {
        let id = u32::try_from(index).unwrap_or(u32::MAX);
        let built_in = function.name.starts_with("__builtin_") || function.name == BLOCK;
        if self.program.resolve(id) != id || built_in {
            return Ok(String::new());
        }
        if function.body.is_none()
            && ["__sync_", "__atomic_"]
                .iter()
                .any(|p| function.name.starts_with(p))
        {
            return Ok(String::new());
        }
        let Ok(result) = self.value_type(&function.ty.result) else {
            return Ok(String::new());
        };
        let name = self.name(id);
        if let Some(Some(body)) = self.code.bodies.get(index) {
            let params = self.params(body)?;
            let linkage = if starts(function) { "" } else { "static " };
            return Ok(format!("{linkage}{result} {name}({params});\n"));
        }
        let types: Result<Vec<String>> = match &function.ty.params {
            None => return Ok(format!("extern {result} {name}();\n")),
            Some(params) => params.iter().map(|ty| self.value_type(ty)).collect(),
        };
        let Ok(mut types) = types else {
            return Ok(String::new());
        };
        if function.ty.variadic {
            types.push("...".to_owned());
        }
        if types.is_empty() {
            types.push("void".to_owned());
        }
        Ok(format!("extern {result} {name}({});\n", types.join(", ")))
    }

    fn params(&mut self, body: &Body) -> Result<String> {
        let params = body.locals.iter().take(body.params).enumerate();
        let params: Result<Vec<String>> = params
            .map(|(index, local)| Ok(format!("{} l{index}", self.object(&local.ty)?)))
            .collect();
        let params = params?;
        Ok(if params.is_empty() {
            "void".to_owned()
        } else {
            params.join(", ")
        })
    }

    fn function(&mut self, index: usize, function: &Function, body: &'p Body) -> Result<String> {
        if function.ty.variadic {
            return Err("variable arguments".to_owned());
        }
        // Printed functions have prototypes, and calls pass a `double` (C11 6.9.1p10).
        let single = Type::Float(FloatKind::Float);
        let mut params = body.locals.iter().take(body.params);
        if function.ty.params.is_none() && params.any(|local| local.ty.ty == single) {
            return Err("a parameter that is made narrower".to_owned());
        }
        let id = u32::try_from(index).unwrap_or(u32::MAX);
        let result = self.value_type(&function.ty.result)?;
        let linkage = if starts(function) { "" } else { "static " };
        let (name, params) = (self.name(id), self.params(body)?);
        let mut out = format!("{linkage}{result} {name}({params}) {{\n");
        if function.ty.result != Type::Void {
            let _ = writeln!(out, "  {result} result;");
        }
        self.statements(body, body.params, &mut out)?;
        if function.ends_with_zero {
            out.push_str("  result = 0;\n");
        }
        let end = if function.ty.result == Type::Void {
            ""
        } else {
            " result"
        };
        let _ = writeln!(out, "  return{end};\n}}");
        Ok(out)
    }

    fn statements(&mut self, body: &'p Body, params: usize, out: &mut String) -> Result<()> {
        self.body = Some(body);
        for (index, local) in body.locals.iter().enumerate().skip(params) {
            let _ = writeln!(out, "  {} l{index};", self.object(&local.ty)?);
        }
        for stmt in &body.stmts {
            let text = self.stmt(stmt)?;
            let _ = writeln!(out, "  {text}");
        }
        Ok(())
    }

    /// Initial values, given before `main` begins: those first that others read.
    fn initialisers(&mut self) -> Result<String> {
        let (code, mut out, mut calls) = (self.code, String::new(), Vec::new());
        for (index, body) in code.initial.iter().enumerate() {
            let Some(body) = body else { continue };
            let _ = writeln!(out, "static void I{index}(void) {{");
            self.statements(body, 0, &mut out)?;
            out.push_str("}\n");
            order(code, index, &mut calls);
        }
        out.push_str("__attribute__((constructor)) static void initial(void) {\n");
        for index in calls {
            let _ = writeln!(out, "  I{index}();");
        }
        out.push_str("}\n");
        Ok(out)
    }

    // -- places

    fn base(&mut self, place: &Place) -> Result<String> {
        Ok(match &place.base {
            Base::Global(g) => format!("(char *)&G{g}"),
            Base::Local(l) => format!("(char *)&l{l}"),
            Base::String(s) => format!("(char *)S{s}"),
            Base::Result => "(char *)&result".to_owned(),
            Base::Deref(pointer) => self.value(pointer)?,
        })
    }

    /// The address of a place, and for a bit-field which bits it has.
    fn address(&mut self, place: &Place) -> Result<(String, Option<(u64, u8)>)> {
        let (mut at, mut ty) = (self.base(place)?, place.base_ty.clone());
        let mut bits = None;
        if let Base::Global(g) = place.base {
            ty = self
                .program
                .globals
                .get(g as usize)
                .map_or(ty, |g| g.ty.ty.clone());
        }
        for step in &place.steps {
            match step {
                Step::Field(record, index) => {
                    let field = self.program.types.fields(*record).get(*index);
                    let field = field.ok_or("a member is missing")?;
                    at = format!("({at} + {})", field.offset);
                    bits = field.bits.map(|(start, width)| (start % 8, width));
                    ty = field.ty.ty.clone();
                }
                Step::Index(index) => {
                    let Type::Array(element, _) = &ty else {
                        return Err("an index into no array".to_owned());
                    };
                    let size = self.size(&element.ty)?;
                    at = format!("({at} + (long)({}) * {size})", self.value(index)?);
                    ty = element.ty.clone();
                }
            }
        }
        Ok((at, bits))
    }

    /// The type of the object that a whole variable is.
    fn whole(&self, place: &Place) -> Option<(String, Type)> {
        if !place.steps.is_empty() {
            return None;
        }
        match &place.base {
            Base::Local(l) => {
                let local = self.body?.locals.get(*l as usize)?;
                Some((format!("l{l}"), local.ty.ty.clone()))
            }
            Base::Global(g) => {
                let global = self.program.globals.get(*g as usize)?;
                Some((format!("G{g}"), global.ty.ty.clone()))
            }
            Base::Result => Some(("result".to_owned(), place.ty.ty.clone())),
            Base::Deref(_) | Base::String(_) => None,
        }
    }

    fn load(&mut self, place: &Place, ty: &Type) -> Result<String> {
        if let Some((name, own)) = self.whole(place).filter(|(_, own)| own == ty) {
            return Ok(if matches!(own, Type::Record(_)) {
                name
            } else {
                cast(ty, &name)?
            });
        }
        let (at, bits) = self.address(place)?;
        if let Type::Record(_) = ty {
            let object = self.value_type(ty)?;
            return Ok(format!("*({object} *)({at})"));
        }
        match bits {
            Some((first, width)) => {
                let get = format!("get_((unsigned char *)({at}), {first}, {width})");
                let signed = self.program.types.machine(ty).is_some_and(|m| m.signed());
                cast(
                    ty,
                    &if signed {
                        format!("signed_({get}, {width})")
                    } else {
                        get
                    },
                )
            }
            None => cast(ty, &format!("*(at_{} *)({at})", word(ty)?)),
        }
    }

    /// Stores an expression of C.
    fn store(&mut self, place: &Place, e: &str) -> Result<String> {
        let ty = &place.ty.ty;
        if let Some((name, _)) = self.whole(place).filter(|(_, own)| own == ty) {
            return Ok(match ty {
                Type::Record(_) => format!("{name} = {e};"),
                _ => format!("{name} = {};", cast(ty, e)?),
            });
        }
        let (at, bits) = self.address(place)?;
        if let Type::Record(_) = ty {
            let (object, size) = (self.value_type(ty)?, self.size(ty)?);
            return Ok(format!(
                "{{ {object} v = {e}; __builtin_memmove({at}, &v, {size}); }}"
            ));
        }
        Ok(match bits {
            Some((first, width)) => {
                let value = cast(ty, e)?;
                format!("put_((unsigned char *)({at}), {first}, {width}, (bits_)({value}));")
            }
            None => format!("*(at_{} *)({at}) = {};", word(ty)?, cast(ty, e)?),
        })
    }

    // -- values

    fn value(&mut self, value: &Value) -> Result<String> {
        let ty = &value.ty;
        let text = match &value.kind {
            ValueKind::Int(v) => integer(*v),
            ValueKind::Float(bits) => format!("double_({bits}ULL)"),
            ValueKind::Unknown => return Err("an unknown value".to_owned()),
            ValueKind::VarArgs => return Err("a list of variable arguments".to_owned()),
            ValueKind::Load(place) => return self.load(place, ty),
            ValueKind::Address(place) => self.address(place)?.0,
            ValueKind::Function(f) => self.name(*f),
            ValueKind::LabelAddress(f, l) if self.is_own(*f) => format!("&&{}", label(*l)),
            ValueKind::LabelAddress(..) => return Err("a label outside of its function".to_owned()),
            ValueKind::Negate(a) => format!("-{}", self.value(a)?),
            ValueKind::Complement(a) => format!("~{}", self.value(a)?),
            ValueKind::Not(a) => format!("!{}", self.value(a)?),
            ValueKind::Convert(a) => match (&a.ty, ty) {
                (Type::Pointer(_), Type::Int(_)) => format!("(unsigned long){}", self.value(a)?),
                (Type::Int(_) | Type::Bool, Type::Pointer(_)) => {
                    format!("(long){}", self.value(a)?)
                }
                _ => self.value(a)?,
            },
            ValueKind::Arith(op, a, b) => self.arithmetic(*op, a, b, ty)?,
            ValueKind::PointerAdd {
                pointer,
                index,
                size,
                minus,
            } => {
                let sign = if *minus { '-' } else { '+' };
                let (pointer, index) = (self.value(pointer)?, self.value(index)?);
                format!("{pointer} {sign} (long){index} * {size}")
            }
            ValueKind::PointerDiff(a, b, size) => {
                format!("({} - {}) / {size}", self.value(a)?, self.value(b)?)
            }
            ValueKind::Compare(relation, a, b) => {
                let op = match relation {
                    Relation::Eq => "==",
                    Relation::Ne => "!=",
                    Relation::Lt => "<",
                    Relation::Le => "<=",
                    Relation::Gt => ">",
                    Relation::Ge => ">=",
                };
                let number = match a.ty {
                    Type::Pointer(_) => "(unsigned long)",
                    _ => "",
                };
                let (a, b) = (self.value(a)?, self.value(b)?);
                format!("{number}{a} {op} {number}{b}")
            }
        };
        cast(ty, &text)
    }

    fn arithmetic(&mut self, op: Arith, a: &Value, b: &Value, ty: &Type) -> Result<String> {
        let sign = match op {
            Arith::Add => "+",
            Arith::Sub => "-",
            Arith::Mul => "*",
            Arith::Div => "/",
            Arith::Rem => "%",
            Arith::Shl => "<<",
            Arith::Shr => ">>",
            Arith::And => "&",
            Arith::Or => "|",
            Arith::Xor => "^",
        };
        let (a, b) = (self.value(a)?, self.value(b)?);
        Ok(format!("{} {sign} {b}", cast(ty, &a)?))
    }

    // -- statements

    fn stmt(&mut self, stmt: &Stmt) -> Result<String> {
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
    fn is_own(&self, f: u32) -> bool {
        let body = self.code.bodies.get(f as usize).and_then(Option::as_ref);
        let own = self.body.zip(body);
        own.is_some_and(|(a, b)| std::ptr::eq(a, b))
    }

    fn body_result(&self) -> bool {
        let functions = (0u32..).zip(&self.program.functions);
        let mut own = functions.filter(|(f, _)| self.is_own(*f));
        own.any(|(_, f)| f.ty.result != Type::Void)
    }

    /// The compiler may know a function by its name that the program defines, and functions that
    /// are not printed get complex numbers in another way.
    fn refuse_known(&self, f: u32) -> Result<()> {
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

    fn call(&mut self, call: &Call) -> Result<String> {
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
    fn types(&mut self, args: &[Value], named: Option<usize>) -> Result<String> {
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

    fn overflow(&mut self, operation: &Overflow) -> Result<String> {
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

/// Adds the initialiser of a global behind those that it reads.
fn order(code: &Code, index: usize, done: &mut Vec<usize>) {
    let Some(Some(body)) = code.initial.get(index) else {
        return;
    };
    if done.contains(&index) {
        return;
    }
    let mut read = BTreeSet::new();
    for stmt in &body.stmts {
        stmt.parts(&mut |part| {
            if let Part::Object(place) = part {
                if let Base::Global(g) = place.base {
                    read.insert(g as usize);
                }
            }
        });
    }
    read.remove(&index);
    read.into_iter().for_each(|g| order(code, g, done));
    done.push(index);
}

fn integer(value: i128) -> String {
    match value {
        v if v > i128::from(i64::MAX) => format!("{v}ULL"),
        v if v == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_owned(),
        v if v < 0 => format!("({v}LL)"),
        v if v <= i128::from(i32::MAX) => format!("{v}"),
        v => format!("{v}LL"),
    }
}
