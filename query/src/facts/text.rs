//! Flat statements as C, as scripts see them: without conversions that the program does not need to
//! write, with constants as numbers.

use proofmark_frontend::flatten::{
    variable_arrays, Base, Body, Callee, Kind, Overflow, Place, Role, Step, Stmt, Value, ValueKind,
};
use proofmark_frontend::ir::{Arith, Program, Relation};
use proofmark_frontend::types::Type;
use std::collections::{BTreeSet, HashMap};

/// The longest text, in bytes; what is longer ends in an ellipsis.
const BYTES_MAX: usize = 2000;

/// A temporary stands for the value that it keeps, so deep.
const KEPT_MAX: usize = 32;

/// What a temporary is given.
#[derive(Clone, Copy)]
enum Kept<'p> {
    Value(&'p Value),
    Call(&'p Callee, &'p [Value]),
}

/// Prints the statements of a function.
pub(super) struct Printer<'p> {
    program: &'p Program,
    body: &'p Body,
    kept: HashMap<u32, Kept<'p>>,
    /// The locals that arrays of variable length are behind.
    arrays: BTreeSet<u32>,
}

/// How tightly an operand is bound: by the operators around it (C11 6.5).
type Level = u8;
const UNARY: Level = 12;
const POSTFIX: Level = 13;

impl<'p> Printer<'p> {
    pub(super) fn new(program: &'p Program, body: &'p Body) -> Printer<'p> {
        let mut printer = Printer {
            program,
            body,
            kept: HashMap::new(),
            arrays: variable_arrays(program, body),
        };
        for stmt in &body.stmts {
            let (place, kept) = match &stmt.kind {
                Kind::Assign(place, value) => (place, Kept::Value(value)),
                Kind::Call(call) => match &call.result {
                    Some(to) => (&to.place, Kept::Call(&call.callee, &call.args)),
                    None => continue,
                },
                _ => continue,
            };
            if let Some(local) = printer.temporary(place) {
                printer.kept.insert(local, kept);
            }
        }
        printer
    }

    /// The temporary that a place is, if one statement assigns it.
    fn temporary(&self, place: &Place) -> Option<u32> {
        match place.base {
            Base::Local(l) if place.steps.is_empty() => {
                let local = self.body.locals.get(l as usize)?;
                (local.role == Role::Saved).then_some(l)
            }
            _ => None,
        }
    }

    /// The variable of the program that a place is, or is a part of.
    pub(super) fn variable(&self, place: &Place) -> Option<&'p str> {
        match place.base {
            Base::Global(g) => {
                let global = self.program.global(g)?;
                global.name.rsplit("::").next()?.split('@').next()
            }
            Base::Local(l) => {
                let local = self.body.locals.get(l as usize)?;
                let declared = local.role.is_declared();
                let name = local.name.rsplit("::").next()?.split('.').next();
                name.filter(|name| declared && !name.starts_with('$'))
            }
            Base::Deref(ref pointer) => {
                let (array, _) = self.variable_array(pointer)?;
                let local = self.body.locals.get(array as usize)?;
                local.name.rsplit("::").next()?.split('.').next()
            }
            Base::String(_) | Base::Result => None,
        }
    }

    /// Whether a place is what points to an array of variable length.
    pub(super) fn is_array(&self, place: &Place) -> bool {
        let whole = place.steps.is_empty();
        matches!(place.base, Base::Local(l) if whole && self.arrays.contains(&l))
    }

    /// Whether the program declares a local.
    pub(super) fn declares(&self, local: u32) -> bool {
        let local = self.body.locals.get(local as usize);
        local.is_some_and(|local| local.role.is_declared())
    }

    /// The array of variable length that a pointer points into, and what its address is read from.
    pub(super) fn variable_array<'v>(&self, pointer: &'v Value) -> Option<(u32, &'v ValueKind)> {
        match &pointer.kind {
            ValueKind::Convert(inner) | ValueKind::PointerAdd { pointer: inner, .. } => {
                self.variable_array(inner)
            }
            kind @ ValueKind::Load(place) => match place.base {
                Base::Local(l) if place.steps.is_empty() && self.arrays.contains(&l) => {
                    Some((l, kind))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The text of a statement; of a jump, the condition alone.
    pub(super) fn stmt(&self, stmt: &Stmt) -> String {
        let mut out = Text {
            printer: self,
            out: String::new(),
            depth: 0,
        };
        out.stmt(&stmt.kind);
        if out.out.len() > BYTES_MAX {
            let end = (0..=BYTES_MAX).rev().find(|n| out.out.is_char_boundary(*n));
            out.out.truncate(end.unwrap_or(0));
            out.out.push('…');
        }
        out.out
    }
}

struct Text<'a, 'p> {
    printer: &'a Printer<'p>,
    out: String,
    /// How many temporaries stand around what is printed.
    depth: usize,
}

impl<'p> Text<'_, 'p> {
    fn add(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Nothing more is printed of a text that is too long.
    fn is_full(&self) -> bool {
        self.out.len() > BYTES_MAX
    }

    fn stmt(&mut self, kind: &'p Kind) {
        match kind {
            Kind::Assign(place, value) => {
                self.target(place);
                self.value(value, 1);
                self.add(";");
            }
            Kind::Call(call) => {
                if let Some(to) = &call.result {
                    self.target(&to.place);
                }
                self.call(&call.callee, &call.args);
                self.add(";");
            }
            Kind::Overflow(operation) => self.overflow(operation),
            Kind::Clear(place, _) => {
                self.target(place);
                self.add("{};");
            }
            Kind::Jump(value) => {
                self.add("goto *");
                self.value(value, UNARY);
                self.add(";");
            }
            Kind::Branch(value, ..) | Kind::Switch(value, ..) => self.value(value, 0),
            Kind::Return => self.add("return;"),
            Kind::Asm(_) => self.add("asm;"),
            // Only where it is a loop without statements.
            Kind::Goto(_) => self.add("for (;;);"),
            // These have no location.
            Kind::Enter(..)
            | Kind::Label { .. }
            | Kind::Reject
            | Kind::Halt
            | Kind::Observe(..)
            | Kind::Heard(_) => {}
        }
    }

    /// What stands in front of an assigned value.
    fn target(&mut self, place: &'p Place) {
        if matches!(place.base, Base::Result) {
            self.add("return ");
        } else if self.printer.temporary(place).is_none() {
            self.place(place, 2);
            self.add(" = ");
        }
    }

    fn call(&mut self, callee: &'p Callee, args: &'p [Value]) {
        match callee {
            Callee::Function(f) | Callee::Pointed(f, _) => self.function(*f),
            Callee::Pointer { pointer, .. } => match &behind_conversions(pointer).kind {
                ValueKind::Load(place) => self.place(place, POSTFIX),
                _ => {
                    self.add("(*");
                    self.value(pointer, UNARY);
                    self.add(")");
                }
            },
        }
        self.add("(");
        for (index, arg) in args.iter().enumerate() {
            if index > 0 {
                self.add(", ");
            }
            self.value(arg, 1);
        }
        self.add(")");
    }

    fn function(&mut self, function: u32) {
        let name = self.printer.program.function(function);
        self.add(name.map_or("?", |f| &f.name));
    }

    fn overflow(&mut self, operation: &'p Overflow) {
        let name = match operation.op {
            Arith::Add => "add",
            Arith::Sub => "sub",
            _ => "mul",
        };
        self.target(&operation.flag);
        self.add(&format!("__builtin_{name}_overflow("));
        self.value(&operation.a, 1);
        self.add(", ");
        self.value(&operation.b, 1);
        if let Some(place) = &operation.stored {
            self.add(", &");
            self.place(place, UNARY);
        }
        self.add(");");
    }

    // -- values

    fn value(&mut self, value: &'p Value, level: Level) {
        if self.is_full() {
            return;
        }
        match &value.kind {
            ValueKind::Int(n) => self.add(&n.to_string()),
            ValueKind::Float(bits) => self.add(&format!("{:?}", f64::from_bits(*bits))),
            ValueKind::Unknown => self.add("*"),
            ValueKind::VarArgs => self.add("..."),
            ValueKind::Load(place) => self.load(place, level),
            ValueKind::Address(place) => self.address(place, level),
            ValueKind::Function(f) => self.function(*f),
            ValueKind::LabelAddress(_, label) => self.add(&format!("&&L{}", label.0)),
            ValueKind::Negate(a) => self.unary("-", a, level),
            ValueKind::Complement(a) => self.unary("~", a, level),
            ValueKind::Not(a) => self.unary("!", a, level),
            ValueKind::Arith(op, a, b) => {
                let (sign, own) = arithmetic(*op);
                self.binary(a, sign, b, (own, level));
            }
            ValueKind::PointerAdd {
                pointer,
                index,
                minus,
                ..
            } => {
                let sign = if *minus { "-" } else { "+" };
                self.binary(pointer, sign, index, (10, level));
            }
            ValueKind::PointerDiff(a, b, _) => self.binary(a, "-", b, (10, level)),
            ValueKind::Compare(relation, a, b) => {
                let (sign, own) = comparison(*relation);
                self.binary(a, sign, b, (own, level));
            }
            ValueKind::Convert(a) => self.value(a, level),
        }
    }

    fn unary(&mut self, sign: &str, a: &'p Value, level: Level) {
        self.bracketed(UNARY, level, |text| {
            text.add(sign);
            text.value(a, POSTFIX);
        });
    }

    fn binary(&mut self, a: &'p Value, sign: &str, b: &'p Value, (own, level): (Level, Level)) {
        self.bracketed(own, level, |text| {
            text.value(a, own);
            text.add(&format!(" {sign} "));
            text.value(b, own + 1);
        });
    }

    fn bracketed(&mut self, own: Level, level: Level, inner: impl FnOnce(&mut Self)) {
        let brackets = own < level;
        if brackets {
            self.add("(");
        }
        inner(self);
        if brackets {
            self.add(")");
        }
    }

    fn load(&mut self, place: &'p Place, level: Level) {
        let kept = self.printer.temporary(place);
        match kept.and_then(|local| self.printer.kept.get(&local)) {
            Some(kept) if self.depth < KEPT_MAX => {
                self.depth += 1;
                match *kept {
                    Kept::Value(value) => self.value(value, level),
                    Kept::Call(callee, args) => self.call(callee, args),
                }
                self.depth -= 1;
            }
            _ => self.place(place, level),
        }
    }

    fn address(&mut self, place: &'p Place, level: Level) {
        let array = matches!(place.ty.ty, Type::Array(..));
        let element = matches!(place.steps.last(), Some(Step::Index(i)) if i.as_int() == Some(0));
        if let Base::String(string) = place.base {
            self.string(string);
        } else if array {
            self.place(place, level);
        } else if element {
            // An array where its first element's address is meant.
            self.steps(place, place.steps.len() - 1, level);
        } else {
            self.bracketed(UNARY, level, |text| {
                text.add("&");
                text.place(place, UNARY);
            });
        }
    }

    fn string(&mut self, string: u32) {
        let literal = self.printer.program.strings.get(string as usize);
        let units = literal.map_or(&[][..], |literal| &literal.units);
        let end = units.len().saturating_sub(1);
        self.add("\"");
        for unit in units.iter().take(end.min(BYTES_MAX)) {
            let c = char::from_u32(*unit).unwrap_or('?');
            let escaped = c.is_control() || c == '"' || c == '\\' || *unit > 126;
            match escaped {
                true => self.out.extend(c.escape_default()),
                false => self.out.push(c),
            }
        }
        self.add("\"");
    }

    // -- places

    fn place(&mut self, place: &'p Place, level: Level) {
        self.steps(place, place.steps.len(), level);
    }

    /// A place up to one of its steps.
    fn steps(&mut self, place: &'p Place, count: usize, level: Level) {
        let mut steps = place.steps.iter().take(count);
        match &place.base {
            Base::Deref(pointer) => self.pointed(pointer, &mut steps, (count, level)),
            Base::Global(_) | Base::Local(_) => match self.printer.variable(place) {
                Some(name) => self.add(name),
                None => self.add(&self.temporary_name(place)),
            },
            Base::String(string) => self.string(*string),
            Base::Result => self.add("return"),
        }
        for step in steps {
            self.step(step, ".");
        }
    }

    fn temporary_name(&self, place: &Place) -> String {
        match place.base {
            Base::Local(l) => format!("${l}"),
            _ => "$".to_owned(),
        }
    }

    /// What a pointer points to: `*p`, `p[i]`, or with the next step `p->f`.
    fn pointed(
        &mut self,
        pointer: &'p Value,
        steps: &mut std::iter::Take<std::slice::Iter<'p, Step>>,
        (count, level): (usize, Level),
    ) {
        if let ValueKind::PointerAdd {
            pointer,
            index,
            minus: false,
            ..
        } = &behind_conversions(pointer).kind
        {
            self.value(pointer, POSTFIX);
            self.add("[");
            self.value(index, 0);
            self.add("]");
            return;
        }
        let first = steps.clone().next();
        if let (true, Some(step @ Step::Field(..))) = (count > 0, first) {
            steps.next();
            self.value(pointer, POSTFIX);
            self.step(step, "->");
            return;
        }
        let level = if count > 0 { POSTFIX } else { level };
        self.bracketed(UNARY, level, |text| {
            text.add("*");
            text.value(pointer, UNARY);
        });
    }

    fn step(&mut self, step: &'p Step, dot: &str) {
        match step {
            Step::Field(record, index) => {
                let field = self.printer.program.types.field(*record, *index);
                // A structure or union without a name is no word of the program's text.
                if let Some(name) = field.and_then(|f| f.name.as_deref()) {
                    self.add(dot);
                    self.add(name);
                }
            }
            Step::Index(index) => {
                self.add("[");
                self.value(index, 0);
                self.add("]");
            }
        }
    }
}

fn behind_conversions(mut value: &Value) -> &Value {
    while let ValueKind::Convert(inner) = &value.kind {
        value = inner;
    }
    value
}

fn arithmetic(op: Arith) -> (&'static str, Level) {
    match op {
        Arith::Mul => ("*", 11),
        Arith::Div => ("/", 11),
        Arith::Rem => ("%", 11),
        Arith::Add => ("+", 10),
        Arith::Sub => ("-", 10),
        Arith::Shl => ("<<", 9),
        Arith::Shr => (">>", 9),
        Arith::And => ("&", 6),
        Arith::Xor => ("^", 5),
        Arith::Or => ("|", 4),
    }
}

fn comparison(relation: Relation) -> (&'static str, Level) {
    match relation {
        Relation::Lt => ("<", 8),
        Relation::Le => ("<=", 8),
        Relation::Gt => (">", 8),
        Relation::Ge => (">=", 8),
        Relation::Eq => ("==", 7),
        Relation::Ne => ("!=", 7),
    }
}
