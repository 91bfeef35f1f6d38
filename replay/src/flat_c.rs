//! Flat C as C, for a compiler: what the first stages of the front end did to a program can be seen
//! by running both. Nobody has to trust it.
//!
//! Objects of array and record types are bytes, and parts of objects are found by their offsets: so
//! the program that is printed depends on no layout of its own. What has no C of this kind (inline
//! assembly, definitions with variable arguments, values that the front end gave up on) is an
//! error.

mod statements;
mod values;

use proofmark_frontend::flatten::{Base, Body, Code, Part};
use proofmark_frontend::ir::{Function, Label, Linkage, Program, BLOCK};
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
