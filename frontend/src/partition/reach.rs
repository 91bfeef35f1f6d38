//! What a run may reach, and what may have been before it.

use super::again;
use crate::accounting::{goes_back, is_library, is_violation, repeats, Repeats};
use crate::flatten::{Base, Body, Call, Callee, Code, Kind, Part, Stmt};
use crate::ir::{Linkage, Program, BLOCK, OTHER_FLAG};
use std::collections::BTreeSet;

/// Whose statements and locals are meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// A function's.
    Function(u32),
    /// Those of a global's initialiser.
    Initial(u32),
}

/// The parts of a program that matter.
#[derive(Default)]
pub struct Reached {
    /// Functions that a run may call.
    pub run: BTreeSet<u32>,
    /// These, and those that may have run before it.
    pub functions: BTreeSet<u32>,
    /// Globals that any of these accesses.
    pub globals: BTreeSet<u32>,
    /// Those of them that functions name, or what may be read holds the address of: without what
    /// only internal objects that nothing names know (`___ADDRESSABLE` of Linux).
    pub named: BTreeSet<u32>,
    /// Functions whose address is taken.
    pub taken: BTreeSet<u32>,
    /// These, each with the names of it by which its address is taken.
    pub names: BTreeSet<(u32, u32)>,
    /// Those of these names that compilers may compare with others.
    pub compared: BTreeSet<(u32, u32)>,
    /// Functions that may be called more than once.
    pub repeated: BTreeSet<u32>,
    /// Whether nobody else runs with the program: it starts at `main`, and calls none but itself,
    /// the library and the verifier.
    pub alone: bool,
}

impl Reached {
    /// What a run from `entry` reaches. Initialisers hold addresses although the run does not reach
    /// them: other units may read the objects. If the run does not start at the program's start,
    /// any function may have run before.
    pub fn new(program: &Program, code: &Code, entry: u32) -> Reached {
        let mut reader = Reader {
            program,
            code,
            work: Vec::new(),
            stored: Vec::new(),
            held: Vec::new(),
            out: Reached::default(),
        };
        for (index, body) in (0u32..).zip(&code.initial) {
            body.iter().for_each(|body| reader.body(body, Some(index)));
        }
        reader.work.extend(program.observed.functions.keys());
        reader.work.extend(program.at_exit);
        reader.work.push(entry);
        reader.read();
        reader.out.run = reader.out.functions.clone();
        reader.out.alone = is_alone(program, code, (entry, &reader.out.run));
        if program
            .function(entry)
            .is_some_and(|f| !program.is_fresh(f))
        {
            let defined = (0u32..).zip(&code.bodies).filter(|(_, b)| b.is_some());
            reader.work.extend(defined.map(|(index, _)| index));
            reader.read();
        }
        reader.finish()
    }

    /// Whether the result of a function outside may follow from what the program has done before:
    /// whose process it is stays the same, and streams yield what was pushed back or written.
    pub fn follows_from_calls(&self, program: &Program, name: &str) -> bool {
        let named = |all: &BTreeSet<u32>, wanted: &dyn Fn(&str) -> bool| {
            let mut functions = all.iter().filter_map(|f| program.function(*f));
            functions.any(|f| wanted(&f.name))
        };
        let again = |name: &str| named(&self.repeated, &|other| other == name);
        match repeats(name) {
            Some(Repeats::Same) => again(name),
            Some(Repeats::Streams) => named(&self.run, &goes_back),
            Some(Repeats::Seeds) => SEEDS.into_iter().any(again),
            None => false,
        }
    }

    /// A name of a function whose address is taken by another name, too.
    pub fn second_name(&self) -> Option<u32> {
        let pairs = self.compared.iter().zip(self.compared.iter().skip(1));
        let mut same = pairs.filter(|((f, _), (g, _))| f == g);
        same.find_map(|((f, name), (_, other))| [*name, *other].into_iter().find(|id| id != f))
    }

    /// The code of what matters: functions, and all initialisers.
    pub fn bodies<'c>(&'c self, code: &'c Code) -> impl Iterator<Item = (Owner, &'c Body)> + 'c {
        let functions = self.functions.iter().filter_map(|f| {
            let body = code.bodies.get(*f as usize)?.as_ref()?;
            Some((Owner::Function(*f), body))
        });
        let initial = (0u32..).zip(&code.initial);
        functions.chain(initial.filter_map(|(g, body)| Some((Owner::Initial(g), body.as_ref()?))))
    }
}

/// What decides about random numbers (C11 7.22.2; POSIX).
const SEEDS: [&str; 5] = ["srand", "srandom", "srand48", "seed48", "lcong48"];

/// Whether nobody else runs with what starts at `entry` and calls these functions.
fn is_alone(program: &Program, code: &Code, (entry, run): (u32, &BTreeSet<u32>)) -> bool {
    let starts = program.function(entry).is_some_and(|f| f.name == "main");
    let is_asm = |stmt: &Stmt| matches!(stmt.kind, Kind::Asm(_));
    starts
        && run.iter().all(|index| {
            let body = code.bodies.get(*index as usize).and_then(Option::as_ref);
            let outside = program.function(*index).map(|f| f.name.as_str());
            match (body, outside) {
                (Some(body), _) => !body.stmts.iter().any(is_asm),
                (None, Some(name)) => {
                    // A name alone makes nothing the compiler's or the verifier's.
                    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
                    let verifier = matches!(name, "__VERIFIER_assert" | "__VERIFIER_assume");
                    let verifier = verifier || program.is_nondet(*index);
                    let own = matches!(name, BLOCK | OTHER_FLAG);
                    verifier || own || is_library(plain) || is_violation(name)
                }
                (None, None) => false,
            }
        })
}

struct Reader<'p> {
    program: &'p Program,
    code: &'p Code,
    work: Vec<u32>,
    /// Names of functions in initialisers, each with the global, the function, and the name.
    stored: Vec<(u32, (u32, u32))>,
    /// Globals in initialisers, each with the global whose initialiser it is.
    held: Vec<(u32, u32)>,
    out: Reached,
}

impl Reader<'_> {
    /// What a static object holds that nothing speaks of is never compared as a constant: whoever
    /// finds its section reads it from memory (`___ADDRESSABLE` of Linux).
    fn finish(mut self) -> Reached {
        let globals = &self.program.globals;
        let spoken = |g: u32| {
            let global = globals.get(g as usize);
            let own = global.is_some_and(|g| g.linkage != Linkage::External);
            !own || self.out.globals.contains(&g)
        };
        let stored = self.stored.iter().filter(|(global, _)| spoken(*global));
        let names: Vec<(u32, u32)> = stored.map(|(_, name)| *name).collect();
        self.out.compared.extend(names);
        self.close_named();
        let (functions, taken) = (&self.out.functions, &self.out.taken);
        self.out.repeated = again::repeated(self.program, self.code, functions, taken);
        self.out
    }

    /// What named objects hold the address of, and those that other files may know by their names.
    fn close_named(&mut self) {
        let globals = &self.program.globals;
        let known = |g: u32| {
            let global = globals.get(g as usize);
            global.is_none_or(|g| g.linkage == Linkage::External)
        };
        let mut size = None;
        while size != Some(self.out.named.len()) {
            size = Some(self.out.named.len());
            for (holder, held) in &self.held {
                if known(*holder) || self.out.named.contains(holder) {
                    self.out.named.insert(*held);
                }
            }
        }
    }

    fn read(&mut self) {
        let code = self.code;
        while let Some(function) = self.work.pop() {
            if self.out.functions.insert(function) {
                let body = code.bodies.get(function as usize).and_then(Option::as_ref);
                body.iter().for_each(|body| self.body(body, None));
            }
        }
    }

    /// Reads a function, or an initialiser, which does not reach the global that it is for.
    fn body(&mut self, body: &Body, initialised: Option<u32>) {
        for stmt in &body.stmts {
            if let Kind::Call(Call {
                callee: Callee::Function(f) | Callee::Pointed(f, _),
                ..
            }) = &stmt.kind
            {
                let function = self.program.resolve(*f);
                self.work.push(function);
            }
            stmt.parts(&mut |part| match part {
                Part::Function(f, _) => {
                    let function = self.program.resolve(f);
                    self.out.taken.insert(function);
                    self.out.names.insert((function, f));
                    match initialised {
                        Some(global) => self.stored.push((global, (function, f))),
                        None => _ = self.out.compared.insert((function, f)),
                    }
                    self.work.push(function);
                }
                Part::Object(place) | Part::Address(place) => match (&place.base, part) {
                    (Base::Global(g), Part::Object(_)) if Some(*g) == initialised => {}
                    (Base::Global(g), _) => {
                        self.out.globals.insert(*g);
                        match initialised {
                            Some(holder) => self.held.push((holder, *g)),
                            None => _ = self.out.named.insert(*g),
                        }
                    }
                    (Base::Local(_) | Base::Deref(_) | Base::String(_) | Base::Result, _) => {}
                },
                Part::Conversion(..) | Part::Argument(..) => {}
            });
        }
    }
}
