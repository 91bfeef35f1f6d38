//! What C calls the variables and objects of an automaton: for those who show executions and
//! predicates to people. No proof needs it, so it is made only when somebody asks
//! ([`names`]).

mod shapes;

pub use shapes::{Part, ShapeId, Shapes};

use proofmark_frontend::flatten::{Callee, Code, Kind};
use proofmark_frontend::inline::Home as ObjectHome;
use proofmark_frontend::ir::Program;
use proofmark_frontend::translate::Subject;
use proofmark_frontend::types::Qual;
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{ObjectDecl, Pos, VarDecl};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The names of a program.
#[derive(Default)]
pub struct Names {
    vars: BTreeMap<VarId, Named>,
    objects: BTreeMap<u32, Named>,
    /// The functions outside of the program that calls name, by the position of the call.
    calls: BTreeMap<Pos, String>,
    /// What messages call the observers' functions.
    observers: BTreeSet<String>,
    /// The types.
    pub shapes: Shapes,
}

/// An object of the program, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// What C calls it: `x`, `s.a`.
    pub name: String,
    /// The function that it belongs to; of an observer, what messages call that.
    pub function: Option<String>,
    /// What it is.
    pub role: Role,
    /// Its type.
    pub shape: ShapeId,
}

/// What a named thing is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A variable of the program.
    Variable,
    /// A parameter.
    Parameter,
    /// What a function returns.
    Result,
    /// Where an object is whose place differs from activation to activation: the type is the
    /// object's.
    Address,
    /// A variable of an observer.
    Observer,
}

/// What C calls the variables and objects of a program's automaton. The program is analysed once
/// more for that.
#[must_use]
pub fn names(program: &proofmark_frontend::Program) -> Names {
    let (vars, objects) = (program.cfa.vars.clone(), program.cfa.objects.clone());
    let named = program.lowered(
        |_| Ok(()),
        move |lowering, ()| {
            let (program, code) = (&lowering.program, &lowering.code);
            Names::new(program, code, lowering.inlined.homes, (&vars, &objects))
        },
    );
    named.unwrap_or_default()
}

impl Names {
    /// The names of a program: what is where in its automaton, whose variables and objects these
    /// are.
    fn new(
        program: &Program,
        code: &Code,
        homes: Vec<(ObjectHome, Subject)>,
        (vars, objects): (&[VarDecl], &[ObjectDecl]),
    ) -> Names {
        let mut names = Names {
            calls: calls(program, code),
            observers: program.observed.functions.values().cloned().collect(),
            ..Names::default()
        };
        let declared = (0u32..).zip(vars);
        let vars: HashMap<&str, u32> = declared.map(|(n, v)| (v.name.as_str(), n)).collect();
        let declared = (0u32..).zip(objects);
        let objects: HashMap<&str, u32> = declared.map(|(n, o)| (o.name.as_str(), n)).collect();
        for (home, owner) in homes {
            let Some((named, ty)) = named(program, code, owner) else {
                continue;
            };
            match home {
                ObjectHome::Object(name) => {
                    if let Some(object) = objects.get(name.as_str()) {
                        let shape = names.shapes.add(&program.types, &ty);
                        names.objects.insert(*object, Named { shape, ..named });
                    }
                }
                ObjectHome::Address(name) => {
                    if let Some(var) = vars.get(name.as_str()) {
                        let (shape, role) = (names.shapes.add(&program.types, &ty), Role::Address);
                        let named = Named {
                            shape,
                            role,
                            ..named
                        };
                        names.vars.insert(VarId(*var), named);
                    }
                }
                ObjectHome::Variables(parts) => {
                    for (name, from, width) in parts {
                        let Some(var) = vars.get(name.as_str()) else {
                            continue;
                        };
                        let whole = names.shapes.add(&program.types, &ty);
                        if let Some(part) = names.shapes.part(whole, from, width) {
                            let part = Named {
                                name: format!("{}{}", named.name, part.path),
                                shape: part.shape,
                                ..named.clone()
                            };
                            names.vars.insert(VarId(*var), part);
                        }
                    }
                }
            }
        }
        names
    }

    /// What a variable is, if the program declares it.
    pub fn variable(&self, var: VarId) -> Option<&Named> {
        self.vars.get(&var)
    }

    /// All variables that the program declares.
    pub fn variables(&self) -> impl Iterator<Item = (VarId, &Named)> {
        self.vars.iter().map(|(var, named)| (*var, named))
    }

    /// What an object is, if the program declares it.
    pub fn object(&self, object: u32) -> Option<&Named> {
        self.objects.get(&object)
    }

    /// Whether a frame of this name is one of an observer.
    pub fn is_observer(&self, function: &str) -> bool {
        self.observers.contains(function)
    }

    /// The function that is called at a position and has no body here.
    pub fn call(&self, pos: Pos) -> Option<&str> {
        self.calls.get(&pos).map(String::as_str)
    }
}

/// What something is called, and its type.
fn named(program: &Program, code: &Code, owner: Subject) -> Option<(Named, Qual)> {
    let function = |f: u32| {
        let shown = program.observed.functions.get(&f);
        shown.or(program.functions.get(f as usize).map(|f| &f.name))
    };
    let (name, owned_by, role, ty) = match owner {
        Subject::Global(index) => {
            let global = program.globals.get(index as usize)?;
            let role = match program.observed.globals.contains_key(&index) {
                true => Role::Observer,
                false => Role::Variable,
            };
            match global.name.rsplit_once("::") {
                Some((f, name)) => (name.to_owned(), Some(f.to_owned()), role, &global.ty),
                None => (global.name.clone(), None, role, &global.ty),
            }
        }
        Subject::Local(f, index) | Subject::Argument(f, index) => {
            let body = code.bodies.get(f as usize)?.as_ref()?;
            let local = body.locals.get(index)?;
            let role = if program.observed.functions.contains_key(&f) {
                Role::Observer
            } else if index < body.params {
                Role::Parameter
            } else {
                Role::Variable
            };
            (local.name.clone(), function(f).cloned(), role, &local.ty)
        }
        Subject::Result(f) => {
            let result = program.functions.get(f as usize)?.ty.result_type();
            let name = format!("{}()", function(f)?);
            return Some((placeless(name, None, Role::Result), result));
        }
    };
    Some((placeless(name, owned_by, role), ty.clone()))
}

fn placeless(name: String, function: Option<String>, role: Role) -> Named {
    Named {
        name,
        function,
        role,
        shape: ShapeId::default(),
    }
}

/// The calls of functions that have no body, and those through pointers.
fn calls(program: &Program, code: &Code) -> BTreeMap<Pos, String> {
    let mut out = BTreeMap::new();
    let bodies = code.bodies.iter().flatten();
    for stmt in bodies.flat_map(|body| &body.stmts) {
        let Kind::Call(call) = &stmt.kind else {
            continue;
        };
        let (Callee::Function(f) | Callee::Pointed(f, _)) = call.callee else {
            continue;
        };
        let body = code.bodies.get(f as usize);
        if let (Some(None), Some(function)) = (body, program.functions.get(f as usize)) {
            out.insert(stmt.pos, function.name.clone());
        }
    }
    out
}
