//! What variables are called in predicates, and conditions as predicates.

use super::sums::{Form, Sum};
use proofmark_frontend::flatten::Body;
use proofmark_frontend::ir::Program;
use proofmark_frontend::library::text::Function;
use proofmark_frontend::library::variable_names;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A predicate of a function, behind its name.
pub(super) type Candidate = (String, String);

/// What is returned, in predicates.
pub(super) const RESULT: &str = "return";

/// The names of a function's variables. What has no name of its own there has one that no predicate
/// can have.
pub(super) struct Names {
    locals: Vec<String>,
    globals: Vec<String>,
    entry: Vec<String>,
}

impl Names {
    pub(super) fn of(program: &Program, body: &Body, f: &Function) -> Names {
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        let own = variable_names(program, body);
        let globals = program.globals.iter().map(|g| g.name.as_str());
        for name in own.iter().map(String::as_str).chain(globals) {
            *count.entry(name).or_default() += 1;
        }
        let once = |name: &str| count.get(name) == Some(&1);
        let locals = own.iter().enumerate().map(|(i, name)| match once(name) {
            true => name.clone(),
            false => format!("?local {i}"),
        });
        let globals = program.globals.iter().enumerate();
        // Nothing but its own block can name a static variable of one.
        let globals = globals.map(|(i, g)| match once(&g.name) && !g.in_block {
            true => g.name.clone(),
            false => format!("?global {i}"),
        });
        let mut entry: Vec<String> = Vec::new();
        for formal in body.locals.iter().take(body.params) {
            let said = f.constants.iter().find(|(_, of)| *of == formal.name);
            let made = || {
                let upper = formal.name.to_uppercase();
                let more = (0..).map(|n| format!("{upper}{n}"));
                let mut all = [upper.clone()].into_iter().chain(more);
                let free = |name: &String| !count.contains_key(name.as_str());
                all.find(|name| free(name) && !entry.contains(name))
            };
            let name = said.map(|(name, _)| name.clone()).or_else(made);
            entry.push(name.unwrap_or_default());
        }
        Names {
            locals: locals.collect(),
            globals: globals.collect(),
            entry,
        }
    }

    pub(super) fn local(&self, local: u32) -> String {
        let known = self.locals.get(local as usize).cloned();
        known.unwrap_or_else(|| format!("?local {local}"))
    }

    pub(super) fn global(&self, global: u32) -> String {
        let known = self.globals.get(global as usize).cloned();
        known.unwrap_or_else(|| format!("?global {global}"))
    }

    /// The value on entry of a formal parameter.
    pub(super) fn entry(&self, formal: u32) -> String {
        let known = self.entry.get(formal as usize).cloned();
        known.unwrap_or_else(|| format!("?entry {formal}"))
    }

    fn is_entry(&self, name: &str) -> bool {
        self.entry.iter().any(|own| own == name)
    }

    /// What people want to read first: the result, memory, variables, values on entry.
    fn rank(&self, name: &str) -> u8 {
        match name {
            RESULT => 0,
            name if name.starts_with(RESULT) || name.contains(['>', '*', '.']) => 1,
            name if self.is_entry(name) => 4,
            name if self.globals.iter().any(|g| g == name) => 2,
            _ => 3,
        }
    }

    /// A condition as a predicate; it may still be none, where no name is one.
    pub(super) fn text(&self, form: &Form) -> Option<String> {
        match form {
            Form::Known(_) => None,
            Form::Less(a, b) => Some(format!("{}<{}", self.sum(a)?, self.sum(b)?)),
            Form::Zero(sum) => {
                let zero = Sum {
                    parts: BTreeMap::new(),
                    constant: 0,
                    ..sum.clone()
                };
                let side = |positive: bool| {
                    let parts = sum.parts.iter();
                    let own = parts.filter(|(_, f)| (centred(**f, sum.bits) > 0) == positive);
                    let factor = |f: i128| if positive { f } else { -f };
                    let own = own.map(|(name, f)| (name.clone(), factor(*f)));
                    Sum {
                        parts: own.collect(),
                        ..zero.clone()
                    }
                    .reduced()
                };
                let (a, b) = (side(true), side(false));
                let first = |s: &Sum| s.parts.keys().map(|n| self.rank(n)).min();
                let swap = match (first(&a), first(&b)) {
                    (None, _) => true,
                    (Some(_), None) => false,
                    (Some(x), Some(y)) => x.cmp(&y) == Ordering::Greater,
                };
                let (mut left, mut right) = if swap { (b, a) } else { (a, b) };
                left.constant = 0;
                right.constant = if swap { sum.constant } else { -sum.constant };
                Some(format!(
                    "{}=={}",
                    self.sum(&left)?,
                    self.sum(&right.reduced())?
                ))
            }
        }
    }

    fn sum(&self, sum: &Sum) -> Option<String> {
        let mut out = String::new();
        let mut parts: Vec<(&String, i128)> = sum
            .parts
            .iter()
            .map(|(n, f)| (n, centred(*f, sum.bits)))
            .collect();
        // What is subtracted comes last: nothing begins with a minus.
        parts.sort_by_key(|(name, f)| (*f < 0, self.rank(name)));
        for (name, factor) in parts {
            let sign = match (factor < 0, out.is_empty()) {
                (true, _) => "-",
                (false, false) => "+",
                (false, true) => "",
            };
            out.push_str(sign);
            if factor.abs() != 1 {
                let _ = write!(out, "{}*", factor.abs());
            }
            out.push_str(name);
        }
        let constant = centred(sum.constant, sum.bits);
        if constant != 0 || out.is_empty() {
            let sign = if constant >= 0 && !out.is_empty() {
                "+"
            } else {
                ""
            };
            let _ = write!(out, "{sign}{constant}");
        }
        Some(out).filter(|out| !out.contains('?'))
    }
}

/// A residue nearest to zero.
fn centred(value: i128, bits: u8) -> i128 {
    let (all, value) = (1i128 << bits, value.rem_euclid(1 << bits));
    if value >= all / 2 {
        value - all
    } else {
        value
    }
}
