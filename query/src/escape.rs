//! Functions whose address gets out of the program while it runs: who has it may call them.
//!
//! An address that a statement stores or passes on may end anywhere. So what escapes is what
//! statements name that the entry may lead to, and what objects hold that these statements name:
//! their initial contents. Everybody knows objects with external linkage, and those in sections
//! with names.

use crate::facts::program::taken;
use proofmark_frontend::flatten::{Base, Body, Callee, Code, Kind, Stmt, Value, ValueKind};
use proofmark_frontend::ir::{Linkage, Program};
use std::collections::BTreeSet;

/// The functions whose address gets out, and what they call. Nothing is known of what got out
/// before executions start that do not start at an entry.
pub(crate) fn handed(program: &Program, code: &Code, entry: Option<u32>) -> BTreeSet<u32> {
    let taken = taken(program, code);
    let mut found = Escaped::default();
    let Some(entry) = entry else {
        return match leads_out(program, code) {
            true => with_callees(taken, (program, code)),
            false => BTreeSet::new(),
        };
    };
    let mut led = with_callees(BTreeSet::from([entry]), (program, code));
    loop {
        let known = (led.len(), found.functions.len(), found.objects.len());
        let mut more = BTreeSet::new();
        for f in &led {
            found.out |= passes(code, *f, program);
            if points(code, *f) {
                more.extend(&taken);
            }
            let body = code.bodies.get(*f as usize).and_then(Option::as_ref);
            found.body(program, body);
        }
        if found.out {
            found.initial(program, code);
            more.extend(&found.functions);
        }
        led.extend(with_callees(more, (program, code)));
        if known == (led.len(), found.functions.len(), found.objects.len()) {
            break;
        }
    }
    match found.out {
        true => with_callees(found.functions, (program, code)),
        false => BTreeSet::new(),
    }
}

/// The functions that an entry may lead to by calls of the program's own.
pub(crate) fn led(program: &Program, code: &Code, entry: u32) -> BTreeSet<u32> {
    let led = with_callees(BTreeSet::from([entry]), (program, code));
    match led.iter().any(|f| points(code, *f)) {
        true => with_callees(&led | &taken(program, code), (program, code)),
        false => led,
    }
}

/// Whether anything outside of the program is called.
pub(crate) fn leads_out(program: &Program, code: &Code) -> bool {
    let all = (0u32..).zip(&code.bodies).map(|(f, _)| f);
    all.into_iter().any(|f| passes(code, f, program))
}

/// Whether a function calls what is outside of the program.
fn passes(code: &Code, f: u32, program: &Program) -> bool {
    let outside = |stmt: &Stmt| match &stmt.kind {
        Kind::Asm(_) => true,
        Kind::Call(call) => match call.callee {
            Callee::Function(f) | Callee::Pointed(f, _) => {
                let body = code.bodies.get(program.resolve(f) as usize);
                !body.is_some_and(Option::is_some)
            }
            Callee::Pointer { .. } => true,
        },
        _ => false,
    };
    stmts(code, f).any(outside)
}

/// Whether a function calls through a pointer.
fn points(code: &Code, f: u32) -> bool {
    let pointed = |stmt: &Stmt| match &stmt.kind {
        Kind::Call(call) => matches!(call.callee, Callee::Pointer { .. }),
        _ => false,
    };
    stmts(code, f).any(pointed)
}

/// What gets out.
#[derive(Default)]
struct Escaped {
    functions: BTreeSet<u32>,
    objects: BTreeSet<u32>,
    /// Whether anything outside of the program is called.
    out: bool,
}

impl Escaped {
    fn body(&mut self, program: &Program, body: Option<&Body>) {
        for stmt in body.iter().flat_map(|body| &body.stmts) {
            match &stmt.kind {
                Kind::Assign(_, value) => self.value(program, value),
                Kind::Overflow(overflow) => {
                    let operands = [&overflow.a, &overflow.b].into_iter();
                    operands.for_each(|value| self.value(program, value));
                }
                Kind::Call(call) => call.args.iter().for_each(|arg| self.value(program, arg)),
                Kind::Asm(asm) => {
                    asm.inputs
                        .iter()
                        .for_each(|value| self.value(program, value));
                    let places = asm.outputs.iter().filter_map(|place| object(&place.base));
                    self.objects.extend(places);
                }
                _ => {}
            }
        }
    }

    /// A value that is stored, or passed on.
    fn value(&mut self, program: &Program, value: &Value) {
        value.visit(&mut |kind| match kind {
            ValueKind::Function(f) => _ = self.functions.insert(program.resolve(*f)),
            ValueKind::Address(place) => self.objects.extend(object(&place.base)),
            // A number may be an address, or a part of one.
            ValueKind::Load(place) => self.objects.extend(object(&place.base)),
            _ => {}
        });
    }

    /// What the objects hold when the program starts.
    fn initial(&mut self, program: &Program, code: &Code) {
        for (index, global) in (0u32..).zip(&program.globals) {
            if global.linkage == Linkage::External || global.listed {
                self.objects.insert(index);
            }
        }
        let mut met = BTreeSet::new();
        while let Some(object) = self.objects.difference(&met).next().copied() {
            met.insert(object);
            let body = code.initial.get(object as usize).and_then(Option::as_ref);
            self.body(program, body);
        }
    }
}

fn object(base: &Base) -> Option<u32> {
    match base {
        Base::Global(index) => Some(*index),
        _ => None,
    }
}

fn stmts(code: &Code, f: u32) -> impl Iterator<Item = &Stmt> {
    let body = code.bodies.get(f as usize).and_then(Option::as_ref);
    body.into_iter().flat_map(|body| &body.stmts)
}

/// These functions, and what they call, directly or through others.
pub(crate) fn with_callees(
    functions: BTreeSet<u32>,
    (program, code): (&Program, &Code),
) -> BTreeSet<u32> {
    let mut work: Vec<u32> = functions.into_iter().collect();
    let mut all = BTreeSet::new();
    while let Some(function) = work.pop() {
        if !all.insert(function) {
            continue;
        }
        for stmt in stmts(code, function) {
            if let Kind::Call(call) = &stmt.kind {
                match call.callee {
                    Callee::Function(f) | Callee::Pointed(f, _) => work.push(program.resolve(f)),
                    // What it may call is taken.
                    Callee::Pointer { .. } => {}
                }
            }
        }
    }
    all
}
