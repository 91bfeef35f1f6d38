//! The relations of paper 002, section 3.2, and further ones, read from flat C and typed C.

use super::body::Site;
use super::names::{each_defined, Defined, Named};
use super::text::Printer;
use super::{Builder, Facts};
use proofmark_frontend::flatten::{
    variable_arrays, Base, Body, Call, Callee, Code, Kind, Place, Step, Stmt, ValueKind,
};
use proofmark_frontend::ir::{Function, Program, StmtKind, BLOCK, OTHER_FLAG};
use proofmark_frontend::types::Type;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The relations, with their arities. docs/query-language.md says what each means.
pub const SIGNATURE: [(&str, usize); 21] = [
    ("LOC_FUNC", 2),
    ("LOC_FUNC_INIT", 2),
    ("LOC_FUNC_EXIT", 2),
    ("LOC_LABEL", 2),
    ("LOC_LHSVAR", 2),
    ("LOC_RHSVAR", 2),
    ("LOC_LHSMEMBER", 3),
    ("LOC_RHSMEMBER", 3),
    ("LOC_ADDRESS", 2),
    ("INIT_ADDRESS", 2),
    ("LOC_TEXT", 2),
    ("LOC_LINE", 3),
    ("LOC_NEXT", 2),
    ("LOC_CALL", 2),
    ("LOC_CALL_POINTER", 2),
    ("LOC_CALL_UNUSED", 2),
    ("CALL", 2),
    ("CALL_POINTER", 2),
    ("VAR_TYPE", 3),
    ("VAR_PARAM", 2),
    ("FUNC_TYPE", 2),
];

/// The facts of a program. Positions name files of the list.
pub fn facts(program: &Program, code: &Code, files: &[String]) -> Facts {
    let mut reader = Reader {
        program,
        taken: taken(program, code),
        out: Builder::new(&SIGNATURE),
    };
    files.iter().for_each(|file| reader.out.file(file, false));
    reader.globals(code);
    each_defined((program, code), files, &mut |defined| {
        reader.function(&defined);
    });
    reader.out.finish()
}

/// The functions whose address the program takes: pointers may call these.
pub(crate) fn taken(program: &Program, code: &Code) -> BTreeSet<u32> {
    let mut taken = BTreeSet::new();
    let bodies = code.bodies.iter().chain(&code.initial).flatten();
    for stmt in bodies.flat_map(|body| &body.stmts) {
        addresses(stmt, &mut |f| {
            taken.insert(program.resolve(f));
        });
    }
    taken
}

/// The functions whose address a statement uses.
fn addresses(stmt: &Stmt, visit: &mut dyn FnMut(u32)) {
    use proofmark_frontend::flatten::Part;
    stmt.parts(&mut |part| {
        if let Part::Function(f, _) = part {
            visit(f);
        }
    });
}

struct Reader<'p> {
    program: &'p Program,
    taken: BTreeSet<u32>,
    out: Builder,
}

/// A location that is described.
struct Here<'a, 'p> {
    location: &'a str,
    function: &'a str,
    printer: &'a Printer<'p>,
    /// The locals of the function that some statement reads.
    used: &'a BTreeSet<u32>,
}

impl Here<'_, '_> {
    /// Whether nothing is done with a call's result: `f();`, and `(void)!f();`, where it is in a
    /// temporary that nothing reads.
    fn drops(&self, call: &Call) -> bool {
        let Some(to) = &call.result else {
            return call.ty != Type::Void;
        };
        match to.place.base {
            Base::Local(l) => !self.printer.declares(l) && !self.used.contains(&l),
            Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => false,
        }
    }
}

impl<'p> Reader<'p> {
    fn globals(&mut self, code: &'p Code) {
        for (index, global) in self.program.globals.iter().enumerate() {
            let ty = self.program.types.show(&global.ty.ty);
            let (function, name) = match global.name.split_once("::") {
                Some((function, name)) => (function, name),
                None => ("", global.name.as_str()),
            };
            let name = name.split('@').next().unwrap_or(name);
            self.out.add("VAR_TYPE", &[function, name, &ty]);
            if let Some(Some(body)) = code.initial.get(index) {
                self.initialiser(name, body);
            }
        }
    }

    /// The addresses that an object begins with, which no location takes.
    fn initialiser(&mut self, name: &str, body: &'p Body) {
        let printer = Printer::new(self.program, body);
        let mut found = BTreeSet::new();
        for stmt in &body.stmts {
            addresses(stmt, &mut |f| {
                found.extend(self.program.function(f).map(|f| f.name.as_str()));
            });
            read(stmt, &mut |kind| {
                if let ValueKind::Address(place) = kind {
                    found.extend(printer.variable(place));
                }
            });
        }
        for taken in found {
            self.out.add("INIT_ADDRESS", &[name, taken]);
        }
    }

    fn function(&mut self, defined: &Defined<'p>) {
        let Defined {
            function,
            body,
            sites,
            locations,
            ..
        } = defined;
        let name = function.name.as_str();
        self.variables(function, body);
        locations.iter().for_each(|named| self.line(named));
        let names: HashMap<Site, &str> = locations
            .iter()
            .map(|named| (named.site, named.name.as_str()))
            .collect();
        let printer = Printer::new(self.program, body);
        let used = used(body);
        for Named {
            site,
            name: location,
            ..
        } in locations
        {
            let site = *site;
            self.out.add("LOC_FUNC", &[location, name]);
            if sites.leaves(site) {
                self.out.add("LOC_FUNC_EXIT", &[location, name]);
            }
            for next in sites.next(site).iter().filter_map(|site| names.get(site)) {
                self.out.add("LOC_NEXT", &[location, next]);
            }
            let stmt = match site {
                Site::Stmt(index) => body.stmts.get(index),
                Site::End => None,
            };
            let here = Here {
                location,
                function: name,
                printer: &printer,
                used: &used,
            };
            stmt.into_iter().for_each(|stmt| self.stmt(&here, stmt));
        }
        if let Some(first) = sites.first().and_then(|site| names.get(&site)) {
            self.out.add("LOC_FUNC_INIT", &[first, name]);
        }
        let labels = function.body.iter().flat_map(|body| &body.stmts);
        for stmt in labels {
            let StmtKind::Label { label, name, .. } = &stmt.kind else {
                continue;
            };
            let location = sites.behind(*label).and_then(|site| names.get(&site));
            if let (Some(location), Some(name)) = (location, name) {
                self.out.add("LOC_LABEL", &[location, name]);
            }
        }
    }

    fn variables(&mut self, function: &Function, body: &Body) {
        let (name, types) = (function.name.as_str(), &self.program.types);
        let ty = types.show(&Type::Function(Rc::new(function.ty.clone())));
        self.out.add("FUNC_TYPE", &[name, &ty]);
        let arrays = variable_arrays(self.program, body);
        for (index, local) in body.locals.iter().enumerate() {
            if !local.role.is_declared() {
                continue;
            }
            let variable = local.name.split('.').next().unwrap_or(&local.name);
            if variable.starts_with('$') {
                continue;
            }
            let array = u32::try_from(index).is_ok_and(|l| arrays.contains(&l));
            let ty = match local.ty.ty.pointee() {
                Some(pointee) if array => types.show(&pointee.ty),
                _ => types.show(&local.ty.ty),
            };
            self.out.add("VAR_TYPE", &[name, variable, &ty]);
            if index < body.params {
                self.out.add("VAR_PARAM", &[name, variable]);
            }
        }
    }

    fn line(&mut self, named: &Named) {
        let Named {
            name, file, line, ..
        } = named;
        self.out.file(file, true);
        self.out.add("LOC_LINE", &[name, file, line]);
    }

    fn stmt(&mut self, here: &Here<'_, 'p>, stmt: &'p Stmt) {
        let text = here.printer.stmt(stmt);
        self.out.add("LOC_TEXT", &[here.location, &text]);
        // What an array of variable length is made by is no statement of the program's.
        if let Kind::Call(call) = &stmt.kind {
            if is_no_call_of_c(self.program, call) {
                return;
            }
        }
        let mut bases = Vec::new();
        written(stmt, &mut |place| {
            bases.extend(base(here, place));
            self.writes(here, place);
        });
        read(stmt, &mut |kind| {
            if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
                bases.extend(base(here, place));
            }
        });
        read(stmt, &mut |kind| {
            if !bases.iter().any(|known| std::ptr::eq(*known, kind)) {
                self.reads(here, kind);
            }
        });
        addresses(stmt, &mut |f| {
            if let Some(function) = self.program.function(f) {
                let row = [here.location, &function.name];
                self.out.add("LOC_ADDRESS", &row);
            }
        });
        if let Kind::Call(call) = &stmt.kind {
            self.call(here, call);
        }
    }

    fn call(&mut self, here: &Here<'_, 'p>, call: &Call) {
        let location = here.location;
        let program = self.program;
        let name = |f: u32| program.function(f).map(|f| f.name.as_str());
        let called: Vec<&str> = match &call.callee {
            Callee::Function(f) | Callee::Pointed(f, _) => {
                let called: Vec<&str> = name(*f).into_iter().collect();
                for callee in &called {
                    self.out.add("LOC_CALL", &[location, callee]);
                    self.out.add("CALL", &[here.function, callee]);
                }
                called
            }
            Callee::Pointer { ty, .. } => {
                let fits = |f: &&u32| {
                    let function = program.function(**f);
                    function.is_some_and(|f| program.types.same_call(ty, &f.ty))
                };
                let called = self.taken.iter().filter(fits).filter_map(|f| name(*f));
                let called: Vec<&str> = called.collect();
                for callee in &called {
                    self.out.add("LOC_CALL_POINTER", &[location, callee]);
                    self.out.add("CALL_POINTER", &[here.function, callee]);
                }
                called
            }
        };
        if here.drops(call) {
            for callee in called {
                self.out.add("LOC_CALL_UNUSED", &[location, callee]);
            }
        }
    }

    fn writes(&mut self, here: &Here<'_, 'p>, place: &'p Place) {
        if let Some(variable) = here.printer.variable(place) {
            self.out.add("LOC_LHSVAR", &[here.location, variable]);
        }
        self.members("LOC_LHSMEMBER", here, place);
    }

    fn reads(&mut self, here: &Here<'_, 'p>, kind: &'p ValueKind) {
        let (ValueKind::Load(place) | ValueKind::Address(place)) = kind else {
            return;
        };
        let address = matches!(kind, ValueKind::Address(_)) || here.printer.is_array(place);
        if let Some(variable) = here.printer.variable(place) {
            self.out.add("LOC_RHSVAR", &[here.location, variable]);
            if address {
                self.out.add("LOC_ADDRESS", &[here.location, variable]);
            }
        }
        if !address {
            self.members("LOC_RHSMEMBER", here, place);
        }
    }

    fn members(&mut self, relation: &str, here: &Here<'_, 'p>, place: &Place) {
        for step in &place.steps {
            let Step::Field(record, index) = step else {
                continue;
            };
            let field = self.program.types.field(*record, *index);
            if let Some(name) = field.and_then(|f| f.name.as_deref()) {
                let ty = self.program.types.show(&Type::Record(*record));
                self.out.add(relation, &[here.location, &ty, name]);
            }
        }
    }
}

/// Whether a call is of a function that no program can name.
fn is_no_call_of_c(program: &Program, call: &Call) -> bool {
    match call.callee {
        Callee::Function(f) => program
            .function(f)
            .is_some_and(|f| matches!(f.name.as_str(), BLOCK | OTHER_FLAG)),
        Callee::Pointed(..) | Callee::Pointer { .. } => false,
    }
}

/// What the address of an array of variable length is read from, where a place is a part of one.
fn base<'p>(here: &Here<'_, 'p>, place: &'p Place) -> Option<&'p ValueKind> {
    match &place.base {
        Base::Deref(pointer) => here.printer.variable_array(pointer).map(|(_, kind)| kind),
        _ => None,
    }
}

/// The locals that statements read.
fn used(body: &Body) -> BTreeSet<u32> {
    let mut used = BTreeSet::new();
    for stmt in &body.stmts {
        read(stmt, &mut |kind| {
            if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
                if let Base::Local(l) = place.base {
                    used.insert(l);
                }
            }
        });
    }
    used
}

/// The places that a statement assigns.
fn written<'p>(stmt: &'p Stmt, visit: &mut dyn FnMut(&'p Place)) {
    match &stmt.kind {
        Kind::Assign(place, _) | Kind::Clear(place, _) => visit(place),
        Kind::Call(call) => call.result.iter().for_each(|to| visit(&to.place)),
        Kind::Overflow(operation) => {
            visit(&operation.flag);
            operation.stored.iter().for_each(visit);
        }
        Kind::Asm(asm) => asm.outputs.iter().for_each(visit),
        Kind::Enter(..)
        | Kind::Label { .. }
        | Kind::Goto(_)
        | Kind::Jump(_)
        | Kind::Branch(..)
        | Kind::Switch(..)
        | Kind::Return
        | Kind::Reject
        | Kind::Halt
        | Kind::Observe(..)
        | Kind::Heard(_) => {}
    }
}

/// The values that a statement uses, those that say where it writes included.
fn read<'p>(stmt: &'p Stmt, visit: &mut dyn FnMut(&'p ValueKind)) {
    written(stmt, &mut |place| {
        place.operands().for_each(|operand| operand.visit(visit));
    });
    match &stmt.kind {
        Kind::Assign(_, value)
        | Kind::Jump(value)
        | Kind::Branch(value, ..)
        | Kind::Switch(value, ..) => value.visit(visit),
        Kind::Call(call) => {
            if let Callee::Pointer { pointer, .. } = &call.callee {
                pointer.visit(visit);
            }
            call.args.iter().for_each(|arg| arg.visit(visit));
        }
        Kind::Overflow(operation) => {
            operation.a.visit(visit);
            operation.b.visit(visit);
        }
        Kind::Asm(asm) => asm.inputs.iter().for_each(|value| value.visit(visit)),
        Kind::Observe(_, values) => values.iter().for_each(|value| value.visit(visit)),
        Kind::Clear(..)
        | Kind::Enter(..)
        | Kind::Label { .. }
        | Kind::Goto(_)
        | Kind::Return
        | Kind::Reject
        | Kind::Halt
        | Kind::Heard(_) => {}
    }
}
