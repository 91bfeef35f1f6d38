//! Routines as text: what a function is between flat C and the automaton. For tests, and for those
//! who look for the cause of a wrong statement.

use proofmark_frontend::translate::{
    Action, Call, Extent, Key, Name, Room, Routine, Select, Sequence, Side, Translator, What,
    ERROR, EXIT, NOWHERE,
};
use proofmark_frontend::LoadError;
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{Cfa, LocId, ObjectDecl, StmtKind, VarDecl};
use proofmark_logic::display::expr;
use std::collections::BTreeSet;

/// Bytes of one printed expression before it is cut.
const BUDGET: usize = 500;

/// Prints the routines of a function and of what it calls, in the order of the calls.
///
/// # Errors
/// What the translation of one refuses.
pub fn routines(translator: &mut Translator<'_>, entry: u32) -> Result<String, LoadError> {
    let first = Key {
        function: entry,
        side: Side::Program,
        room: Room::Fixed,
    };
    let (mut out, mut seen, mut work) = (String::new(), BTreeSet::from([first]), vec![first]);
    while let Some(key) = work.pop() {
        let routine = translator.routine(key)?;
        let mut printer = Printer::new(translator);
        printer.routine(&routine);
        out.push_str(&printer.out);
        let called = printer.called.into_iter().rev();
        work.extend(called.filter(|key| seen.insert(*key)));
    }
    Ok(out)
}

struct Printer<'a, 'p> {
    translator: &'a Translator<'p>,
    /// The names of variables and objects.
    names: Cfa,
    out: String,
    indent: usize,
    called: Vec<Key>,
}

impl<'a, 'p> Printer<'a, 'p> {
    fn new(translator: &'a Translator<'p>) -> Printer<'a, 'p> {
        let tables = translator.tables();
        let vars = tables.vars.iter().map(|var| VarDecl {
            name: var.name.clone(),
            sort: var.sort,
            scope: var.scope,
        });
        let objects = tables.objects.iter().map(|object| ObjectDecl {
            name: object.name.clone(),
            size: object.size,
        });
        let names = Cfa {
            profile: translator.profile(),
            vars: vars.collect(),
            objects: objects.collect(),
            locations: Vec::new(),
            procedures: Vec::new(),
            edges: Vec::new(),
            entry: EXIT,
            error: ERROR,
            ledger: Vec::new(),
            frames: Vec::new(),
            files: Vec::new(),
        };
        Printer {
            translator,
            names,
            out: String::new(),
            indent: 0,
            called: Vec::new(),
        }
    }

    fn routine(&mut self, routine: &Routine) {
        self.line(&format!("routine {}", routine.name));
        self.part("declares", &routine.enter);
        self.part("does", &routine.body);
        self.part("as a procedure, first", &routine.arrive);
        self.part("as a procedure, last", &routine.depart);
    }

    fn line(&mut self, text: &str) {
        let blanks = " ".repeat(self.indent * 2);
        self.out.push_str(&format!("{blanks}{text}\n"));
    }

    fn part(&mut self, title: &str, sequence: &Sequence) {
        if sequence.instructions.is_empty() {
            return;
        }
        self.indent += 1;
        self.line(&format!("{title}:"));
        self.indent += 1;
        for instruction in &sequence.instructions {
            self.instruction(&instruction.what);
        }
        self.indent -= 2;
    }

    fn instruction(&mut self, what: &What) {
        let text = match what {
            What::Statement | What::Hear(_) => return,
            What::Declare(name) => format!("declare {}", self.name(*name)),
            What::Use(shared) => return self.uses(*shared),
            What::Location(loc) => format!("location {}", place(*loc)),
            What::Do(action) => self.action(action),
            What::Forget(var, why) => format!("havoc {} ({why:?})", self.var(*var)),
            What::Indeterminate(var) => format!("indeterminate {}", self.var(*var)),
            What::Keep(var, value) => format!("let {} = {}", self.var(*var), self.term(*value)),
            What::List(var) => format!("let {} = the variable arguments", self.var(*var)),
            What::Allocation(_) => "allocate".to_owned(),
            What::AnyValue => "any value".to_owned(),
            What::Block(block, lifetime) => {
                let (start, size) = (self.term(block.start), self.term(block.size));
                format!("block of {size} bytes at {start}, until {lifetime:?}")
            }
            What::Free(Some(address)) => format!("free {}", self.term(*address)),
            What::Free(None) => "free any block".to_owned(),
            What::Jump(to, next) if to == next => format!("at {}", place(*to)),
            What::Jump(to, NOWHERE) => format!("goto {}", place(*to)),
            What::Jump(to, next) => format!("goto {}, at {}", place(*to), place(*next)),
            What::Resume(at) => format!("at {}", place(*at)),
            What::Stop => "stop".to_owned(),
            What::Depart(assumption) => format!("leave: {}", assumption.detail),
            What::Split(atom, yes, no) => {
                let atom = self.term(*atom);
                format!("if {atom} goto {} else {}", place(*yes), place(*no))
            }
            What::Call(call) => return self.call(call),
            What::Select(select) => return self.select(select),
        };
        self.line(&text);
    }

    fn uses(&mut self, shared: u32) {
        let shared = self.translator.tables().shared.get(shared as usize);
        for instruction in shared
            .iter()
            .flat_map(|shared| &shared.declare.instructions)
        {
            if let What::Declare(name) = instruction.what {
                let text = format!("use {}", self.name(name));
                self.line(&text);
            }
        }
    }

    fn call(&mut self, call: &Call) {
        self.called.push(call.callee);
        let names: Vec<String> = call.interface.iter().map(|n| self.name(*n)).collect();
        self.line(&format!(
            "call {} with {}",
            call.callee.function,
            names.join(", ")
        ));
        self.part("of a copy", &call.pass);
        self.part("of a procedure, before", &call.arguments);
        self.part("of a procedure, after", &call.result);
    }

    fn select(&mut self, select: &Select) {
        let pointer = self.term(select.pointer);
        self.line(&format!("select {pointer}"));
        for case in &select.cases {
            self.part("case", &case.test);
            self.part("call", &case.call);
        }
        self.part("otherwise", &select.otherwise);
    }

    fn action(&self, action: &Action) -> String {
        match *action {
            Action::Do(StmtKind::Assign { var, value }) => {
                format!("{} := {}", self.var(var), self.term(value))
            }
            Action::Do(StmtKind::Havoc { var }) => format!("havoc {}", self.var(var)),
            Action::Do(StmtKind::Assume(condition)) => format!("[{}]", self.term(condition)),
            Action::Given(condition) => format!("given {}", self.term(condition)),
            Action::Follow(pointer) => format!("follow {}", self.term(pointer)),
            Action::Check(condition, assumption) => {
                format!("check {}: {}", self.term(condition), assumption.kind)
            }
            Action::Leave(assumption) => format!("leave: {}", assumption.detail),
            Action::Open { var, value, .. } => {
                format!("open {} = {}", self.var(var), self.term(value))
            }
            Action::ReadByte { var, address, .. } => {
                format!("{} := byte at {}", self.var(var), self.term(address))
            }
            Action::WriteByte { address, value } => {
                format!("byte at {} := {}", self.term(address), self.term(value))
            }
            Action::Changes(Extent::Everything | Extent::Chosen) => "changes any byte".to_owned(),
            Action::Changes(Extent::Block { from, size, .. }) => {
                format!("changes {} bytes at {}", self.term(size), self.term(from))
            }
            Action::Blur { map, value, .. } => {
                format!("open {} := {}", self.var(map), self.term(value))
            }
            Action::Refresh(map) => format!("refresh {}", self.var(map)),
        }
    }

    fn name(&self, name: Name) -> String {
        match name {
            Name::Var(var) => self.var(var),
            Name::Object(object) => {
                let decl = self.names.objects.get(object as usize);
                format!("&{}", decl.map_or("?", |decl| decl.name.as_str()))
            }
        }
    }

    fn var(&self, var: VarId) -> String {
        let decl = self.names.vars.get(var.0 as usize);
        decl.map_or("?", |decl| decl.name.as_str()).to_owned()
    }

    fn term(&self, term: Expr) -> String {
        expr(self.translator.arena(), &self.names, term, BUDGET)
    }
}

fn place(loc: LocId) -> String {
    match loc {
        EXIT => "the exit".to_owned(),
        ERROR => "the error".to_owned(),
        NOWHERE => "nowhere".to_owned(),
        LocId(n) => format!("q{n}"),
    }
}
