//! What the proof of a program says of the functions of a library, as predicates of these: about
//! their variables, what is returned, and variables that programs name.

use super::candidates::is_small;
use super::names::Candidate;
use super::signature::variables;
use crate::certify::Certified;
use crate::export;
use proofmark_frontend::library::text::{Function, Variable};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::Cfa;
use std::collections::{BTreeMap, BTreeSet};

/// The predicates of a proof, and those that it may have by other names: what it says of an object
/// of the program is said of what a parameter points to, if that is of the object's type.
pub(super) fn observed(
    program: &mut Program,
    certified: &Certified,
    functions: &[Function],
) -> [Vec<Candidate>; 2] {
    let annotations = &certified.certificate.annotations;
    let invariants = export::invariants(&mut program.arena, &program.cfa, annotations);
    let Ok(invariants) = invariants else {
        return Default::default();
    };
    let atoms = atoms(&program.arena, &invariants);
    let (mut out, mut guessed) = (Vec::new(), Vec::new());
    for copy in copies(&program.cfa, functions) {
        let mut reader = Reader {
            arena: &program.arena,
            cfa: &program.cfa,
            copy: &copy,
            same: BTreeMap::new(),
            formal: None,
        };
        reader.equalities(&atoms);
        for atom in &atoms {
            let text = reader.text(*atom).filter(|_| reader.is_about(*atom));
            let text = text.filter(|text| is_small(text));
            out.extend(text.map(|text| (copy.1.clone(), text)));
        }
        for formal in pointers(functions, &copy.1) {
            let own = Some(formal);
            reader = Reader {
                formal: own,
                ..reader
            };
            let texts = atoms.iter().filter_map(|atom| reader.text(*atom));
            let texts = texts.filter(|text| is_small(text) && names(text, &formal.name));
            guessed.extend(texts.map(|text| (copy.1.clone(), text)));
        }
    }
    let mut seen = BTreeSet::new();
    let mut both = [out, guessed];
    for some in &mut both {
        some.retain(|one| seen.insert(one.clone()));
    }
    both
}

/// The formal parameters of a function that are pointers.
fn pointers<'f>(functions: &'f [Function], name: &str) -> Vec<&'f Variable> {
    let own = functions.iter().filter(|f| f.name == name);
    let formals = own.flat_map(|f| &f.formals);
    formals.filter(|formal| formal.ty.ends_with('*')).collect()
}

/// Whether a predicate names a variable.
fn names(text: &str, name: &str) -> bool {
    variables(text).contains(&name)
}

/// What a copy of a function calls its variables, and the function.
type Copy = (String, String);

/// The copies of functions in a program: `f#1::`.
fn copies(cfa: &Cfa, functions: &[Function]) -> Vec<Copy> {
    let names = cfa.vars.iter().filter_map(|v| v.name.split_once("::"));
    let scopes: BTreeSet<&str> = names.map(|(scope, _)| scope).collect();
    let of = |scope: &&str| {
        let name = scope.split('#').next().unwrap_or(scope);
        let known = functions.iter().any(|f| f.name == name);
        known.then(|| (format!("{scope}::"), name.to_owned()))
    };
    let mut out: Vec<Copy> = scopes.iter().filter_map(of).collect();
    // A function whose variables nothing reads has no copy by name; outside of functions there may
    // be what it writes.
    for Function { name, .. } in functions {
        if !out.iter().any(|(_, known)| known == name) {
            out.push((format!("{name}#::"), name.clone()));
        }
    }
    out
}

/// Comparisons in formulas.
fn atoms(arena: &Arena, formulas: &[Expr]) -> Vec<Expr> {
    let (mut seen, mut out) = (BTreeSet::new(), Vec::new());
    let mut work: Vec<Expr> = formulas.to_vec();
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::App(Op::Eq | Op::Le, _) => out.push(e),
            Node::App(..) => work.extend(arena.args(e)),
            _ => {}
        }
    }
    out.sort_unstable();
    out
}

struct Reader<'a> {
    arena: &'a Arena,
    cfa: &'a Cfa,
    copy: &'a Copy,
    /// Objects of the program that a parameter points to.
    same: BTreeMap<Expr, String>,
    /// A formal parameter that may point to any object of the program, if their types are the same.
    formal: Option<&'a Variable>,
}

impl Reader<'_> {
    fn parts(&self, e: Expr) -> Vec<Expr> {
        self.arena.args(e).collect()
    }

    /// Notes which addresses are values of the function's variables.
    fn equalities(&mut self, atoms: &[Expr]) {
        for atom in atoms {
            let Node::App(Op::Eq, _) = self.arena.node(*atom) else {
                continue;
            };
            let parts = self.parts(*atom);
            let [a, b] = parts.as_slice() else { continue };
            for (address, value) in [(*a, *b), (*b, *a)] {
                if let (Node::Addr { .. }, Node::Var(..)) =
                    (self.arena.node(address), self.arena.node(value))
                {
                    if let Some(name) = self.term(value) {
                        self.same.insert(address, name);
                    }
                }
            }
        }
    }

    /// Whether a formula names a variable of the function, or one outside of functions.
    fn is_about(&self, e: Expr) -> bool {
        let mut work = vec![e];
        while let Some(e) = work.pop() {
            if let Node::Var(var, _) = self.arena.node(e) {
                if self.variable(var.0).is_some() {
                    return true;
                }
            }
            work.extend(self.arena.args(e));
        }
        false
    }

    fn variable(&self, number: u32) -> Option<String> {
        let name = &self.cfa.vars.get(number as usize)?.name;
        match name.strip_prefix(&self.copy.0) {
            Some(own) => Some(own.to_owned()),
            None if name.contains([':', '#', ' ']) => None,
            None => Some(name.clone()),
        }
    }

    fn text(&self, e: Expr) -> Option<String> {
        let parts = self.parts(e);
        let [a, b] = parts.as_slice() else {
            return None;
        };
        let operator = match self.arena.node(e) {
            Node::App(Op::Eq, _) => "==",
            Node::App(Op::Le, _) => "<=",
            _ => return None,
        };
        let (a, b) = (self.term(*a)?, self.term(*b)?);
        // Two values of one variable are none of a function's own.
        (a != b).then(|| format!("{a}{operator}{b}"))
    }

    fn term(&self, e: Expr) -> Option<String> {
        if let Some(name) = self.same.get(&e) {
            return Some(name.clone());
        }
        if let Some(value) = self.arena.as_lit(e) {
            return Some(value.to_string());
        }
        let parts = self.parts(e);
        match (self.arena.node(e), parts.as_slice()) {
            (Node::Var(var, _), _) => self.variable(var.0),
            (Node::App(Op::Wrap, _), [.., inner]) => self.term(*inner),
            (Node::App(Op::Add, _), [a, b]) => {
                Some(format!("{}+{}", self.term(*a)?, self.term(*b)?))
            }
            (Node::App(Op::Sub, _), [a, b]) => {
                let simple = !matches!(self.arena.node(*b), Node::App(..));
                simple.then_some(())?;
                Some(format!("{}-{}", self.term(*a)?, self.term(*b)?))
            }
            (Node::App(Op::BitAnd, _), [a, b]) => {
                let (of, mask) = match self.arena.as_lit(*a) {
                    Some(_) => (*b, *a),
                    None => (*a, *b),
                };
                self.arena.as_lit(mask)?;
                Some(format!("({}&{})", self.term(of)?, self.term(mask)?))
            }
            (Node::App(Op::Sel, _), [map, at]) => self.memory(*map, *at),
            _ => None,
        }
    }

    /// What is read from memory: a member behind a variable, or what that points to.
    fn memory(&self, map: Expr, at: Expr) -> Option<String> {
        let Node::MapVar(var, _) = self.arena.node(map) else {
            return None;
        };
        let name = &self.cfa.vars.get(var.0 as usize)?.name;
        let name = name.strip_prefix("mem ")?;
        let base = self.base(at).or_else(|| self.pointed(name));
        match name.split_once('.') {
            Some((_, member)) => Some(format!("{}->{member}", base?)),
            None => Some(format!("*{}", base?)),
        }
    }

    /// The formal parameter that may point to an object of the program, by the memory that this is
    /// in: `struct s *p` for `s.n`.
    fn pointed(&self, memory: &str) -> Option<String> {
        let formal = self.formal?;
        let of = formal.ty.strip_suffix('*')?.trim_end();
        let fits = match memory.split_once('.') {
            Some((tag, _)) => of.strip_prefix("struct ") == Some(tag),
            None => !of.contains([' ', '*']) || of.starts_with("unsigned"),
        };
        fits.then(|| formal.name.clone())
    }

    /// The variable that an address starts from.
    fn base(&self, at: Expr) -> Option<String> {
        if let Some(name) = self.same.get(&at) {
            return Some(name.clone());
        }
        let parts = self.parts(at);
        match (self.arena.node(at), parts.as_slice()) {
            (Node::App(Op::Wrap, _), [.., inner]) => self.base(*inner),
            (Node::App(Op::Add, _), [a, b]) if self.arena.as_lit(*b).is_some() => self.base(*a),
            (Node::Var(..) | Node::App(Op::Sel, _), _) => self.term(at),
            _ => None,
        }
    }
}
