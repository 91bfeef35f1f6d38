//! SMT-LIB 2.6: each obligation, negated; `unsat` confirms it.
//!
//! Independent of the proof rules: operations are written with SMT-LIB's own integer operations
//! from their denotation in [`proofmark_logic::arena`]. Bit operations without a simple mask,
//! shifts by a variable and floating-point arithmetic are uninterpreted functions, with the
//! interval of each occurrence as a fact. So `sat` is possible for a valid obligation, `unsat` for
//! an invalid one is not.

use super::{describe, obligations};
use crate::masks::runs_of_ones;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::Cfa;
use proofmark_logic::interval::{clamp_shift, Interval};
use proofmark_logic::substitution::TooLarge;
use proofmark_logic::types::{IntType, Sort};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The functions that have no exact counterpart over SMT-LIB's integers.
const UNINTERPRETED: [(Op, &str); 5] = [
    (Op::BitAnd, "bitand"),
    (Op::BitOr, "bitor"),
    (Op::BitXor, "bitxor"),
    (Op::Shl, "shift-left"),
    (Op::Shr, "shift-right"),
];

/// Whether facts say the interval of an operation's results.
fn is_bounded(op: Op) -> bool {
    matches!(
        op,
        Op::BitAnd | Op::BitOr | Op::BitXor | Op::Shl | Op::Shr | Op::Ieee
    )
}

/// The queries of all obligations that need a proof, each between `push` and `pop`.
///
/// # Errors
/// [`TooLarge`] if the obligations are.
pub fn render(arena: &mut Arena, cfa: &Cfa, invariants: &[Expr]) -> Result<String, TooLarge> {
    let obligations = obligations(arena, cfa, invariants)?;
    let mut out = String::from("; Every answer must be unsat: each query is the negation of an obligation.\n(set-logic ALL)\n");
    for (_, name) in UNINTERPRETED {
        let _ = writeln!(out, "(declare-fun {name} (Int Int) Int)");
    }
    out.push_str("(declare-fun ieee (Int Int Int) Int)\n");
    for obligation in &obligations {
        let mut query = Query {
            arena,
            cfa,
            names: BTreeMap::new(),
            facts: BTreeSet::new(),
            objects: BTreeMap::new(),
            text: String::new(),
        };
        query.add(obligation.formula);
        let goal = query.name(obligation.formula);
        let _ = writeln!(
            out,
            "\n; {}\n(push 1)",
            describe(cfa, obligation.kind).replace('\n', " ")
        );
        out.push_str(&query.text);
        for fact in query.facts.iter().chain(&query.disjointness()) {
            let _ = writeln!(out, "(assert {fact})");
        }
        let _ = writeln!(out, "(assert (not {goal}))\n(check-sat)\n(pop 1)");
    }
    Ok(out)
}

/// One query under construction.
struct Query<'a> {
    arena: &'a Arena,
    cfa: &'a Cfa,
    names: BTreeMap<Expr, String>,
    facts: BTreeSet<String>,
    /// Names and sizes of the objects that occur.
    objects: BTreeMap<u32, (String, u64)>,
    text: String,
}

impl Query<'_> {
    /// Declares or defines every node of an expression, arguments first (their ids are smaller).
    fn add(&mut self, root: Expr) {
        let mut nodes = BTreeSet::new();
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if nodes.insert(e) {
                work.extend(self.arena.args(e));
            }
        }
        for e in nodes {
            self.node(e);
        }
    }

    fn name(&self, e: Expr) -> String {
        self.names.get(&e).cloned().unwrap_or_default()
    }

    fn node(&mut self, e: Expr) {
        let name = match self.arena.node(e) {
            Node::Lit(value) => literal(value),
            Node::Type(_) => String::new(),
            Node::Var(var, _) => {
                let name = self.variable(var);
                let _ = writeln!(self.text, "(declare-const {name} Int)");
                self.bound(&name, self.arena.interval(e));
                name
            }
            Node::MapVar(var, _) => {
                let name = self.variable(var);
                let _ = writeln!(self.text, "(declare-const {name} (Array Int Int))");
                name
            }
            Node::Addr { object, size, .. } => {
                let known = usize::try_from(object)
                    .ok()
                    .and_then(|n| self.cfa.objects.get(n))
                    .map_or("?", |o| o.name.as_str());
                let name = symbol(&format!("&{known}#{object}"));
                let _ = writeln!(self.text, "(declare-const {name} Int)");
                self.bound(&name, self.arena.interval(e));
                self.objects.insert(object, (name.clone(), size));
                name
            }
            // What it holds is said of the addresses that are read: arrays have no ranges.
            Node::App(Op::Splice | Op::Shift, _) => {
                let name = format!("e{}", self.names.len());
                let _ = writeln!(self.text, "(declare-const {name} (Array Int Int))");
                name
            }
            Node::App(Op::True, _) => "true".to_owned(),
            Node::App(Op::False, _) => "false".to_owned(),
            Node::App(op, args) => {
                let name = format!("e{}", self.names.len());
                let body = self.application(op, args);
                let sort = match self.arena.sort(e) {
                    Sort::Form => "Bool",
                    Sort::Map => "(Array Int Int)",
                    Sort::Term | Sort::Type => "Int",
                };
                let _ = writeln!(self.text, "(define-fun {name} () {sort} {body})");
                if is_bounded(op) {
                    self.bound(&name, self.arena.interval(e));
                }
                name
            }
        };
        self.names.insert(e, name);
    }

    fn variable(&self, var: VarId) -> String {
        match (
            var.as_fresh(),
            usize::try_from(var.0)
                .ok()
                .and_then(|n| self.cfa.vars.get(n)),
        ) {
            (Some(n), _) => symbol(&format!("?{n}")),
            (None, Some(decl)) => symbol(&decl.name),
            (None, None) => symbol(&format!("v{}", var.0)),
        }
    }

    /// Notes that a term lies in an interval.
    fn bound(&mut self, term: &str, interval: Interval) {
        if interval.lo != Interval::NEG_INF {
            self.facts
                .insert(format!("(<= {} {term})", literal(interval.lo)));
        }
        if interval.hi != Interval::POS_INF {
            self.facts
                .insert(format!("(<= {term} {})", literal(interval.hi)));
        }
    }

    fn application(&mut self, op: Op, args: [Expr; 3]) -> String {
        let [a, b, c] = args.map(|e| self.name(e));
        let plain =
            |head: &str, n: usize| format!("({head} {})", [a.as_str(), &b, &c][..n].join(" "));
        match op {
            Op::True | Op::False => op.name().to_owned(),
            Op::Not => plain("not", 1),
            Op::And => plain("and", 2),
            Op::Or => plain("or", 2),
            Op::Imp => plain("=>", 2),
            Op::Ite => plain("ite", 3),
            Op::Eq => plain("=", 2),
            Op::Le => plain("<=", 2),
            Op::Add => plain("+", 2),
            Op::Sub => plain("-", 2),
            Op::Mul => plain("*", 2),
            // Of numbers that are not negative, SMT-LIB's division by a positive number is the
            // truncated one.
            Op::Div | Op::Rem
                if self.arena.interval(args[0]).lo >= 0
                    && self
                        .arena
                        .as_lit(args[1])
                        .is_some_and(|divisor| divisor > 0) =>
            {
                plain(if op == Op::Div { "div" } else { "mod" }, 2)
            }
            Op::Div => quotient(&a, &b),
            Op::Rem => format!("(- {a} (* {b} {}))", quotient(&a, &b)),
            Op::Shl | Op::Shr => match (op, self.arena.as_lit(args[1])) {
                (Op::Shl, Some(k)) => format!("(* {a} {})", 1i128 << clamp_shift(k)),
                // SMT-LIB's div by a positive number is the floor.
                (_, Some(k)) => format!("(div {a} {})", 1i128 << clamp_shift(k)),
                (_, None) => plain(uninterpreted(op), 2),
            },
            Op::BitAnd | Op::BitOr | Op::BitXor => {
                match (self.arena.as_lit(args[0]), self.arena.as_lit(args[1])) {
                    (Some(x), Some(y)) => literal(if op == Op::BitAnd {
                        x & y
                    } else if op == Op::BitOr {
                        x | y
                    } else {
                        x ^ y
                    }),
                    (Some(mask), None) => {
                        masked(op, &b, mask).unwrap_or_else(|| plain(uninterpreted(op), 2))
                    }
                    (None, Some(mask)) => {
                        masked(op, &a, mask).unwrap_or_else(|| plain(uninterpreted(op), 2))
                    }
                    (None, None) => plain(uninterpreted(op), 2),
                }
            }
            Op::Wrap | Op::Carry => match self.arena.node(args[0]) {
                Node::Type(ty) => machine(op, ty, &b),
                _ => "0".to_owned(),
            },
            Op::Sel => {
                self.element_ranges(args[0], &b);
                plain("select", 2)
            }
            Op::Upd => plain("store", 3),
            Op::Ieee => plain("ieee", 3),
            Op::Fill => format!("((as const (Array Int Int)) {a})"),
            Op::Splice | Op::Shift => String::new(),
        }
    }

    /// What is read at an address lies in the element range of the memory, and so does what each
    /// memory that this one is made of holds there.
    fn element_ranges(&mut self, memory: Expr, address: &str) {
        let (mut seen, mut work) = (BTreeSet::new(), vec![(memory, address.to_owned())]);
        while let Some((memory, address)) = work.pop() {
            if !seen.insert((memory, address.clone())) {
                continue;
            }
            let element = format!("(select {} {address})", self.name(memory));
            self.bound(&element, self.arena.interval(memory));
            match self.arena.node(memory) {
                Node::App(Op::Upd, [older, ..]) => work.push((older, address)),
                Node::App(Op::Splice, [low, from, high]) => {
                    let part = |memory| format!("(select {} {address})", self.name(memory));
                    let reached = format!("(<= {} {address})", self.name(from));
                    let value = format!("(ite {reached} {} {})", part(high), part(low));
                    self.facts.insert(format!("(= {element} {value})"));
                    work.extend([(low, address.clone()), (high, address)]);
                }
                Node::App(Op::Shift, [other, distance, _]) => {
                    let behind = format!("(+ {address} {})", self.name(distance));
                    let value = format!("(select {} {behind})", self.name(other));
                    self.facts.insert(format!("(= {element} {value})"));
                    work.push((other, behind));
                }
                _ => {}
            }
        }
    }

    /// The objects that occur have disjoint address ranges.
    fn disjointness(&self) -> Vec<String> {
        let objects: Vec<&(String, u64)> = self.objects.values().collect();
        let mut out = Vec::new();
        for (n, (a, a_size)) in objects.iter().enumerate() {
            for (b, b_size) in objects.iter().skip(n + 1) {
                out.push(format!(
                    "(or (<= (+ {a} {a_size}) {b}) (<= (+ {b} {b_size}) {a}))"
                ));
            }
        }
        out
    }
}

/// The name of the function that stands for an operation.
fn uninterpreted(op: Op) -> &'static str {
    UNINTERPRETED
        .iter()
        .find(|row| row.0 == op)
        .map_or("", |row| row.1)
}

/// A bit operation with a mask as arithmetic, if the mask's ones, or its zeros if it is negative,
/// stand in at most two runs. Bits `i..j` of `x` are `x div 2^i mod 2^(j-i)`, with the floor that
/// SMT-LIB's `div` takes; `x & !m` is `x - (x & m)`, and `x | m` and `x ^ m` follow from `x & m`.
fn masked(op: Op, x: &str, mask: i128) -> Option<String> {
    let and = |mask: i128| {
        let run = |&(from, length): &(u32, u32)| {
            (length < 127).then(|| {
                format!(
                    "(* {} (mod (div {x} {}) {}))",
                    1i128 << from,
                    1i128 << from,
                    1i128 << length
                )
            })
        };
        match runs_of_ones(mask).as_slice() {
            [] => Some("0".to_owned()),
            [one] => run(one),
            [low, high] => Some(format!("(+ {} {})", run(low)?, run(high)?)),
            _ => None,
        }
    };
    let and = if mask < 0 {
        format!("(- {x} {})", and(!mask)?)
    } else {
        and(mask)?
    };
    Some(match op {
        Op::BitAnd => and,
        Op::BitOr => format!("(- (+ {x} {}) {and})", literal(mask)),
        _ => format!("(- (+ {x} {}) (* 2 {and}))", literal(mask)),
    })
}

/// Truncated quotient from SMT-LIB's Euclidean one; 0 for divisor 0.
fn quotient(a: &str, b: &str) -> String {
    format!("(ite (= {b} 0) 0 (ite (>= {a} 0) (div {a} {b}) (- (div (- {a}) {b}))))")
}

/// `wrap` and `carry` by the floor of `(e - min) / 2^bits`.
fn machine(op: Op, ty: IntType, e: &str) -> String {
    let shifted = format!("(- {e} {})", literal(ty.min()));
    match op {
        Op::Wrap => format!("(+ (mod {shifted} {}) {})", ty.modulus(), literal(ty.min())),
        _ => format!("(div {shifted} {})", ty.modulus()),
    }
}

fn literal(value: i128) -> String {
    if value < 0 {
        format!("(- {})", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// A quoted symbol. Bars and backslashes cannot occur in one, and C names have none.
fn symbol(name: &str) -> String {
    let safe: String = name
        .chars()
        .map(|c| {
            if matches!(c, '|' | '\\') || c.is_control() {
                '_'
            } else {
                c
            }
        })
        .collect();
    format!("|{safe}|")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn satisfiable(assertion: &str) -> z3::SatResult {
        let solver = z3::Solver::new();
        solver.from_string(format!("(assert {assertion})"));
        solver.check()
    }

    /// z3 evaluates the arithmetic for many operands.
    #[test]
    fn masks_are_what_the_operations_compute() {
        let masks = [
            0,
            1,
            2,
            6,
            0xff,
            0x1f0,
            0x80ff,
            0x5,
            -1,
            -2,
            -16,
            -0x1f1,
            !0x8001,
            i128::from(u64::MAX),
            i128::from(i64::MIN),
        ];
        let values = [
            0,
            1,
            -1,
            2,
            5,
            0x1234_5678,
            -0x1234_5678,
            i128::from(u64::MAX),
            i128::from(i64::MIN),
        ];
        let mut differences = String::new();
        for (mask, x) in masks.into_iter().flat_map(|mask| values.map(|x| (mask, x))) {
            for (op, value) in [
                (Op::BitAnd, x & mask),
                (Op::BitOr, x | mask),
                (Op::BitXor, x ^ mask),
            ] {
                let term = masked(op, &literal(x), mask).expect("at most two runs");
                assert_eq!(
                    satisfiable(&format!("(= {term} {})", literal(value))),
                    z3::SatResult::Sat
                );
                let _ = write!(differences, " (not (= {term} {}))", literal(value));
            }
        }
        assert_eq!(
            satisfiable(&format!("(or{differences})")),
            z3::SatResult::Unsat
        );
        assert!(masked(Op::BitAnd, "x", 0b10101).is_none());
    }
}
