//! Executions of boolean procedures (paper 001, section 2.2), and random C functions with
//! predicates about them: what a library allows is compared with what gcc's program does.

use crate::Random;
use proofmark_frontend::library::text::{
    Choose, Cube, Function, Library, Literal, Modified, Of, Statement, Variable,
};
use proofmark_logic::types::Profile;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Which variables are true, by their numbers.
pub type Bits = u64;

/// What a procedure returns whose assertion fails: no library of the tests has so many results.
pub const FAILED: Bits = 1 << 63;

/// Where a procedure goes when an assertion of a function that it calls fails.
const NOWHERE: usize = usize::MAX;

/// A state of a procedure: the next statement, its variables, and the results of the call in front
/// of it.
type State = (usize, Bits, Bits);

fn holds(literal: &Literal, bits: Bits, results: Bits) -> bool {
    let bit = match literal.of {
        Of::Predicate(i) => bits >> i,
        Of::Result(i) => results >> (i - 1),
    };
    (bit & 1 == 1) == literal.holds
}

fn values(choose: &Choose, bits: Bits, results: Bits) -> Vec<bool> {
    let any = |cubes: &[Cube]| {
        let mut cubes = cubes.iter();
        cubes.any(|cube| cube.iter().all(|l| holds(l, bits, results)))
    };
    match (any(&choose.positive), any(&choose.negative)) {
        // In no state of the C do both hold, as each is proved: what goes on there is no execution.
        (true, true) => Vec::new(),
        (true, false) => vec![true],
        (false, true) => vec![false],
        (false, false) => vec![true, false],
    }
}

/// All ways to choose values for bits.
fn product(start: Bits, choices: &[(usize, Vec<bool>)]) -> Vec<Bits> {
    let mut out = vec![start];
    for (bit, values) in choices {
        let set = |old: &Bits, value: bool| old & !(1 << bit) | Bits::from(value) << bit;
        let all = out.iter();
        out = all
            .flat_map(|old| values.iter().map(|v| set(old, *v)))
            .collect();
    }
    out
}

/// Where each statement may jump to.
fn targets(f: &Function) -> Vec<Vec<usize>> {
    let place = |label: &String| {
        let is_it = |s: &Statement| matches!(s, Statement::Label(own) if own == label);
        f.body.iter().position(is_it)
    };
    let of = |statement: &Statement| match statement {
        Statement::Goto(labels) => labels.iter().filter_map(place).collect(),
        Statement::Label(_)
        | Statement::Assume(_)
        | Statement::Assign(_)
        | Statement::Call(..)
        | Statement::Callback(_)
        | Statement::Assert
        | Statement::Return => Vec::new(),
    };
    f.body.iter().map(of).collect()
}

/// What procedures of a library may return.
pub struct Executions<'a> {
    library: &'a Library,
    known: BTreeMap<(String, Bits), BTreeSet<Bits>>,
}

impl<'a> Executions<'a> {
    /// Of a library.
    pub fn new(library: &'a Library) -> Executions<'a> {
        Executions {
            library,
            known: BTreeMap::new(),
        }
    }

    /// What a procedure may return for formal predicates: sets of the predicates of R that hold, by
    /// their places in R.
    ///
    /// # Panics
    /// If the library has no such function.
    pub fn returned(&mut self, name: &str, inputs: Bits) -> BTreeSet<Bits> {
        if let Some(known) = self.known.get(&(name.to_owned(), inputs)) {
            return known.clone();
        }
        let f = self.library.function(name).expect("a function");
        let targets = targets(f);
        let own: Vec<(usize, Vec<bool>)> = (f.inputs..f.predicates.len())
            .map(|i| (i, vec![true, false]))
            .collect();
        let mut work: Vec<State> = product(inputs, &own)
            .into_iter()
            .map(|bits| (0, bits, 0))
            .collect();
        let mut seen: HashSet<State> = work.iter().copied().collect();
        let mut out = BTreeSet::new();
        while let Some(state) = work.pop() {
            let returns = matches!(f.body.get(state.0), Some(Statement::Return));
            if returns {
                let bits = f.returns.iter().enumerate();
                out.insert(bits.map(|(at, i)| (state.1 >> i & 1) << at).sum());
                continue;
            }
            if state.0 == NOWHERE || matches!(f.body.get(state.0), Some(Statement::Assert)) {
                out.insert(FAILED);
                continue;
            }
            let next = self.step((f, &targets), state);
            work.extend(next.into_iter().filter(|state| seen.insert(*state)));
        }
        self.known.insert((name.to_owned(), inputs), out.clone());
        out
    }

    fn step(
        &mut self,
        (f, targets): (&Function, &[Vec<usize>]),
        (at, bits, results): State,
    ) -> Vec<State> {
        match f.body.get(at) {
            None | Some(Statement::Return | Statement::Assert) => Vec::new(),
            Some(Statement::Label(_)) => vec![(at + 1, bits, results)],
            Some(Statement::Goto(_)) => {
                let places = targets.get(at).into_iter().flatten();
                places.map(|to| (*to, bits, results)).collect()
            }
            Some(Statement::Assume(clauses)) => {
                let mut clauses = clauses.iter();
                let goes = clauses.all(|c| c.iter().any(|l| holds(l, bits, results)));
                goes.then_some((at + 1, bits, results))
                    .into_iter()
                    .collect()
            }
            Some(Statement::Assign(updates)) => {
                let choices = updates.iter();
                let choices: Vec<(usize, Vec<bool>)> = choices
                    .map(|(p, choose)| (*p, values(choose, bits, results)))
                    .collect();
                let all = product(bits, &choices).into_iter();
                all.map(|bits| (at + 1, bits, 0)).collect()
            }
            // What is shared with a callback may be anything behind it.
            Some(Statement::Callback(callback)) => {
                let shared = callback.shared.iter();
                let choices: Vec<(usize, Vec<bool>)> =
                    shared.map(|p| (*p, vec![true, false])).collect();
                let all = product(bits, &choices).into_iter();
                all.map(|bits| (at + 1, bits, results)).collect()
            }
            Some(Statement::Call(_, callee, arguments)) => {
                let choices = arguments.iter().enumerate();
                let choices: Vec<(usize, Vec<bool>)> = choices
                    .map(|(i, choose)| (i, values(choose, bits, results)))
                    .collect();
                let inputs: BTreeSet<Bits> = product(0, &choices).into_iter().collect();
                let mut out = Vec::new();
                for inputs in inputs {
                    let results = self.returned(callee, inputs);
                    out.extend(results.into_iter().map(|results| match results {
                        FAILED => (NOWHERE, bits, 0),
                        results => (at + 1, bits, results),
                    }));
                }
                out
            }
        }
    }
}

/// A predicate: `left RELATION right + offset`, where the right side may be a number alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    left: &'static str,
    relation: &'static str,
    right: Option<&'static str>,
    offset: i32,
}

impl Predicate {
    /// As libraries have it.
    pub fn text(&self) -> String {
        let (left, relation, offset) = (self.left, self.relation, self.offset);
        match (self.right, offset) {
            (None, _) => format!("{left}{relation}{offset}"),
            (Some(right), 0) => format!("{left}{relation}{right}"),
            (Some(right), 1..) => format!("{left}{relation}{right}+{offset}"),
            (Some(right), _) => format!("{left}{relation}{right}-{}", -offset),
        }
    }

    /// Whether it holds.
    ///
    /// # Panics
    /// If it names something else.
    pub fn holds(&self, values: &BTreeMap<&'static str, i32>) -> bool {
        let value = |name: &str| *values.get(name).expect("a value");
        let left = value(self.left);
        let right = self.right.map_or(0, value).wrapping_add(self.offset);
        match self.relation {
            "==" => left == right,
            "<" => left < right,
            other => panic!("no relation {other}"),
        }
    }
}

/// A random function.
pub struct Generated {
    /// Its name.
    pub name: String,
    /// Its definition.
    pub c: String,
    modifies: BTreeSet<&'static str>,
    assigns: BTreeSet<&'static str>,
}

/// The variables that functions have: formal parameters, locals, and those outside of functions.
const FORMALS: [&str; 2] = ["a", "b"];
const LOCALS: [&str; 2] = ["u", "v"];
const GLOBALS: [&str; 2] = ["g", "h"];
/// The variables outside of functions, as C has them.
pub const DECLARATIONS: &str = "int g;\nstatic int h;\n";

fn pick<'t, T>(random: &mut Random, of: &'t [T]) -> &'t T {
    let at = random.below(of.len());
    of.get(at).expect("something")
}

fn variable(random: &mut Random) -> &'static str {
    let all = [FORMALS, LOCALS, GLOBALS].concat();
    all.get(random.below(all.len())).copied().unwrap_or("a")
}

fn number(random: &mut Random) -> i32 {
    i32::try_from(random.below(4)).unwrap_or(0)
}

fn expression(random: &mut Random) -> String {
    match random.below(5) {
        0 | 1 => number(random).to_string(),
        2 => variable(random).to_owned(),
        3 => format!("{} + {}", variable(random), number(random)),
        _ => format!("{} - {}", variable(random), number(random)),
    }
}

fn condition(random: &mut Random) -> String {
    let relation = pick(random, &["==", "!=", "<", ">="]);
    match random.below(3) {
        0 => format!("{} {relation} {}", variable(random), variable(random)),
        _ => format!("{} {relation} {}", variable(random), number(random)),
    }
}

impl Generated {
    /// The function with a number; it may call those in front of it.
    pub fn new(random: &mut Random, index: usize, others: &[Generated]) -> Generated {
        let mut out = Generated {
            name: format!("f{index}"),
            c: format!("int f{index}(int a, int b) {{\n  int u;\n  int v;\n  u = 0;\n  v = 1;\n"),
            modifies: BTreeSet::new(),
            assigns: BTreeSet::new(),
        };
        for _ in 0..2 + random.below(3) {
            out.statement(random, 1, others);
        }
        out.c += &format!("  return {};\n}}\n", expression(random));
        out
    }

    fn assign(&mut self, random: &mut Random) -> &'static str {
        let to = variable(random);
        self.assigns.insert(to);
        if GLOBALS.contains(&to) {
            self.modifies.insert(to);
        }
        to
    }

    fn statement(&mut self, random: &mut Random, depth: usize, others: &[Generated]) {
        let indent = "  ".repeat(depth);
        match random.below(if depth < 3 { 8 } else { 3 }) {
            0..=2 => {
                let (to, value) = (self.assign(random), expression(random));
                self.c += &format!("{indent}{to} = {value};\n");
            }
            3 | 4 => {
                self.c += &format!("{indent}if ({}) {{\n", condition(random));
                self.statement(random, depth + 1, others);
                self.c += &format!("{indent}}} else {{\n");
                self.statement(random, depth + 1, others);
                self.c += &format!("{indent}}}\n");
            }
            5 => {
                self.c += &format!(
                    "{indent}switch ({}) {{\n{indent}case 0:\n",
                    variable(random)
                );
                self.statement(random, depth + 1, others);
                self.c += &format!("{indent}  break;\n{indent}case 2:\n");
                self.statement(random, depth + 1, others);
                self.c += &format!("{indent}  return {};\n{indent}}}\n", expression(random));
            }
            6 => {
                let limit = 1 + number(random);
                self.assigns.insert("u");
                self.c += &format!("{indent}u = 0;\n{indent}while (u < {limit}) {{\n");
                self.c += &format!(
                    "{indent}  v = {};\n{indent}  u = u + 1;\n{indent}}}\n",
                    expression(random)
                );
                self.assigns.insert("v");
            }
            _ if others.is_empty() => {
                self.c += &format!("{indent}if (a == 3)\n{indent}  return b;\n")
            }
            _ => {
                let callee = pick(random, others);
                self.modifies.extend(&callee.modifies);
                let to = *pick(random, &LOCALS);
                self.assigns.insert(to);
                let (x, y) = (variable(random), number(random));
                self.c += &format!("{indent}{to} = {}({x}, {y});\n", callee.name);
            }
        }
    }

    /// A function of a library, without its procedure, about some predicates over its parameters
    /// and one over each of `variables`: `R` may hold what is there when the function has returned.
    pub fn about(
        &self,
        random: &mut Random,
        variables: &[&'static str],
    ) -> (Function, Vec<Predicate>) {
        let (mut inputs, mut own) = (Vec::new(), Vec::new());
        for _ in 0..2 + random.below(2) {
            let left = *pick(random, &["a", "b", "g", "h"]);
            add(&mut inputs, random, left, &[]);
        }
        for left in variables.iter().copied() {
            let right: &[&str] = match left {
                "return" => &["A", "B"],
                _ => &["a", "v", "A"],
            };
            add(&mut own, random, left, right);
        }
        own.retain(|p| !inputs.contains(p));
        let outlive = |p: &Predicate| {
            [Some(p.left), p.right].into_iter().flatten().all(|name| {
                let formal = FORMALS.contains(&name) && !self.assigns.contains(name);
                formal || ["g", "h", "A", "B", "return"].contains(&name)
            })
        };
        let all: Vec<Predicate> = inputs.iter().chain(&own).cloned().collect();
        let returns = (0..all.len()).filter(|i| all.get(*i).is_some_and(outlive));
        let int = |name: &&str| Variable {
            ty: "int".to_owned(),
            name: (*name).to_owned(),
        };
        let function = Function {
            internal: false,
            result: "int".to_owned(),
            name: self.name.clone(),
            formals: FORMALS.iter().map(int).collect(),
            constants: vec![
                ("A".to_owned(), "a".to_owned()),
                ("B".to_owned(), "b".to_owned()),
            ],
            locals: LOCALS.iter().map(int).collect(),
            predicates: all.iter().map(Predicate::text).collect(),
            inputs: inputs.len(),
            returns: returns.collect(),
            modifies: self
                .modifies
                .iter()
                .map(|g| Modified::Place((*g).to_owned()))
                .collect(),
            body: Vec::new(),
        };
        (function, all)
    }
}

fn add(to: &mut Vec<Predicate>, random: &mut Random, left: &'static str, right: &[&'static str]) {
    let right = match right.is_empty() || random.below(2) == 0 {
        true => None,
        false => Some(*pick(random, right)).filter(|right| *right != left),
    };
    let predicate = Predicate {
        left,
        relation: if random.below(4) == 0 { "<" } else { "==" },
        right,
        offset: number(random),
    };
    if !to.contains(&predicate) {
        to.push(predicate);
    }
}

/// A library of functions, without their procedures.
pub fn library(functions: Vec<Function>) -> Library {
    let global = |internal, name: &str| proofmark_frontend::library::text::Global {
        internal,
        ty: "int".to_owned(),
        name: name.to_owned(),
    };
    Library {
        abi: Profile::Lp64,
        source: String::new(),
        globals: vec![global(false, "g"), global(true, "h")],
        fields: Vec::new(),
        layouts: Vec::new(),
        opaque: Vec::new(),
        functions,
        proofs: Vec::new(),
    }
}

/// Another library: one place of one procedure is changed. `None` if it has no such place.
pub fn mutant(random: &mut Random, of: &Library) -> Option<(Library, String)> {
    let mut out = of.clone();
    let at = random.below(out.functions.len());
    let f = out.functions.get_mut(at)?;
    let name = f.name.clone();
    let predicates = f.predicates.len();
    if random.below(20) == 0 && !f.modifies.is_empty() {
        f.modifies.remove(random.below(f.modifies.len()));
        return Some((out, name));
    }
    let statement = random.below(f.body.len());
    let any = Literal {
        of: Of::Predicate(random.below(predicates)),
        holds: random.below(2) == 0,
    };
    match f.body.get_mut(statement)? {
        Statement::Assume(clauses) => change(random, clauses, any),
        Statement::Assign(updates) => {
            if random.below(4) == 0 {
                let at = random.below(predicates);
                let choose = Choose {
                    positive: vec![vec![any]],
                    negative: Vec::new(),
                };
                updates.retain(|(p, _)| *p != at);
                updates.push((at, choose));
                return Some((out, name));
            }
            let at = random.below(updates.len());
            let (_, choose) = updates.get_mut(at)?;
            mutate(random, choose, any);
        }
        Statement::Call(_, _, arguments) => {
            let at = random.below(arguments.len());
            mutate(random, arguments.get_mut(at)?, any);
        }
        Statement::Callback(callback) => {
            let at = random.below(predicates);
            match callback.shared.iter().position(|p| *p == at) {
                Some(place) => _ = callback.shared.remove(place),
                None => callback.shared.push(at),
            }
        }
        Statement::Label(_) | Statement::Goto(_) | Statement::Assert | Statement::Return => {
            return None
        }
    }
    (out != *of).then_some((out, name))
}

fn mutate(random: &mut Random, choose: &mut Choose, any: Literal) {
    match random.below(4) {
        0 => std::mem::swap(&mut choose.positive, &mut choose.negative),
        1 => choose.positive.push(vec![any]),
        2 => change(random, &mut choose.positive, any),
        _ => change(random, &mut choose.negative, any),
    }
}

fn change(random: &mut Random, parts: &mut Vec<Vec<Literal>>, any: Literal) {
    let at = random.below(parts.len());
    match (random.below(3), parts.get_mut(at)) {
        (_, None) | (0, _) => parts.push(vec![any]),
        (1, Some(part)) => {
            part.pop();
        }
        (_, Some(part)) => {
            let at = random.below(part.len());
            if let Some(literal) = part.get_mut(at) {
                literal.holds = !literal.holds;
            }
        }
    }
}
