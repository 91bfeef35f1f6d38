//! Environment models by training (paper 001). Nothing here is trusted: `proofmark-check` rebuilds
//! what a library has to prove from its C.
//!
//! [`Api::learn`] proposes predicates ([`draft`]) and finds what the C does to them: it proposes
//! cubes and clauses, and takes back those that the engine refutes. [`needed`] drops what a driver's
//! proof does without.

mod draft;
mod merge;

pub use merge::merge;

use crate::certify::{certify, Certification, Certified};
use crate::engine::{self, Budget, Limits, Outcome, Silent};
use proofmark_frontend::approximation::MADE_UP;
use proofmark_frontend::library::skeleton::Slot;
use proofmark_frontend::library::text::{Choose, Library, Literal, Of, Statement};
use proofmark_frontend::library::{self, check, Role};
use proofmark_frontend::{Options, Program, Unit};
use proofmark_logic::cfa::LocId;
use proofmark_report::hex;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What libraries have to do with a program that uses them.
pub fn role(used: Vec<Arc<Library>>) -> Role {
    if used.is_empty() {
        return Role::None;
    }
    let named = |found: Arc<Library>| {
        let digest = proofmark_certs::digest(library::digested(&found).as_bytes());
        (found, hex(&digest))
    };
    Role::Use(used.into_iter().map(named).collect())
}

/// The C of a library.
pub struct Api {
    units: Vec<Unit>,
    options: Options,
    limits: Limits,
    source: String,
}

/// For each function: the places of its procedure, with the predicates that may change there.
type Outlines = Vec<Vec<(Slot, Vec<usize>)>>;

impl Api {
    /// Reads C.
    ///
    /// # Errors
    /// If that is none.
    pub fn new(units: Vec<Unit>, options: Options, limits: Limits) -> Result<Api, String> {
        let normal = library::normal(&units).map_err(|e| e.render())?;
        let source = hex(&proofmark_certs::digest(normal.as_bytes()));
        Ok(Api {
            units,
            options,
            limits,
            source,
        })
    }

    /// Whether a library says that it is about this C.
    pub fn is_source_of(&self, library: &Library) -> bool {
        library.source == self.source
    }

    fn load(&self, entry: &str, library: Role) -> Result<Program, String> {
        let options = Options {
            entry: entry.to_owned(),
            library,
            ..self.options.clone()
        };
        proofmark_frontend::load_read(&self.units, &options).map_err(|e| e.render())
    }

    /// The most that is found of functions.
    ///
    /// # Errors
    /// Why there is no library of them.
    pub fn learn(&self, names: &[String]) -> Result<Library, String> {
        let first = names.first().ok_or("no function is named")?;
        let plain = self.load(first, Role::None)?;
        let (abi, source) = (self.options.profile, self.source.clone());
        let wanted = names.to_vec();
        let drafted = plain.lowered(
            |_| Ok(()),
            move |l, ()| draft::draft((&l.program, &l.code), (abi, source), &wanted),
        );
        let mut library = drafted.map_err(|e| e.render())??;
        let outlines = self.outlines(&mut library)?;
        for function in 0..library.functions.len() {
            propose(
                &mut library,
                function,
                outlines.get(function).map_or(&[], |o| o),
            );
            self.refute(&mut library, function, &outlines)?;
        }
        Ok(library)
    }

    /// What statements may change; the header gets its members.
    fn outlines(&self, library: &mut Library) -> Result<Outlines, String> {
        let first = library.functions.first().map_or("", |f| f.name.as_str());
        let known = Arc::new(library.clone());
        let read = self.load(first, Role::Read(known.clone()))?;
        let found = read.lowered(
            |_| Ok(()),
            move |l, ()| {
                let mut outlines = Vec::new();
                for f in &known.functions {
                    let scope = (&l.program, &l.code, &l.sources);
                    outlines.push(check::outline(scope, (&known, f))?);
                }
                let members = library::members(&l.program, &l.code, &known)?;
                Ok::<_, proofmark_frontend::LoadError>((outlines, members))
            },
        );
        let (outlines, members) = found.map_err(|e| e.render())?.map_err(|e| e.render())?;
        library.fields = members.into_iter().collect();
        Ok(outlines)
    }

    /// Takes back what the engine refutes.
    fn refute(
        &self,
        library: &mut Library,
        function: usize,
        outlines: &Outlines,
    ) -> Result<(), String> {
        let Some(f) = library.functions.get(function).cloned() else {
            return Ok(());
        };
        let role = Role::Prove(Arc::new(library.clone()), f.name.clone());
        let mut program = self.load(&f.name, role)?;
        let dead = LocId(u32::try_from(program.cfa.locations.len()).unwrap_or(u32::MAX));
        let spare = program
            .cfa
            .locations
            .first()
            .cloned()
            .ok_or("no location")?;
        program.cfa.locations.push(spare);
        let mut refuted = BTreeSet::new();
        let budget = Budget::start(&self.limits);
        loop {
            let (arena, cfa) = (&mut program.arena, &program.cfa);
            let (outcome, _) =
                engine::verify(arena, cfa, &program.approximations, &budget, &mut Silent);
            let path = match outcome {
                Outcome::Safe { .. } => break,
                Outcome::Unsafe { path, .. } => path,
                Outcome::Unknown { reason } => return Err(format!("`{}`: {reason}", f.name)),
            };
            let last = path.last().ok_or("an empty path")?;
            // Duties are tried in their order, so the last one that the path meets is refuted.
            let edges = path
                .iter()
                .filter_map(|e| program.cfa.edges.get(e.0 as usize));
            let columns = edges.flat_map(|edge| {
                let from = program.cfa.locations.get(edge.from.0 as usize);
                edge.stmts
                    .iter()
                    .map(|s| s.pos.column)
                    .chain(from.map(|l| l.pos.column))
            });
            let column = columns.max().unwrap_or(0);
            let edge = program
                .cfa
                .edges
                .get_mut(last.0 as usize)
                .ok_or("no edge")?;
            refuted.insert(column.saturating_sub(MADE_UP) as usize);
            edge.to = dead;
        }
        let outline = outlines.get(function).map_or(&[][..], |o| o);
        take_back(library, function, outline, &refuted);
        Ok(())
    }

    /// Proves a library.
    ///
    /// # Errors
    /// Why it is not proved: it may be false.
    pub fn prove(&self, library: &Library) -> Result<Library, String> {
        let mut out = library.without_proofs();
        let known = Arc::new(out.clone());
        for f in &library.functions {
            let mut program = self.load(&f.name, Role::Prove(known.clone(), f.name.clone()))?;
            match certify(&mut program, &self.limits, &mut Silent).0 {
                Certification::Certified(certified) => out.proofs.push(certified.bytes),
                Certification::Violated(_) => {
                    return Err(format!(
                        "the library is false: its `{}` does not abstract the C",
                        f.name
                    ))
                }
                Certification::Unknown { reason } => return Err(format!("`{}`: {reason}", f.name)),
            }
        }
        Ok(out)
    }
}

/// Literals over a function's predicates, and over the results of a call.
fn literals(predicates: usize, results: usize) -> Vec<Literal> {
    let of = (0..predicates)
        .map(Of::Predicate)
        .chain((1..=results).map(Of::Result));
    of.flat_map(|of| [true, false].map(|holds| Literal { of, holds }))
        .collect()
}

/// Names in a predicate.
fn words(predicate: &str) -> BTreeSet<&str> {
    let all = predicate.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    all.filter(|w| w.starts_with(|c: char| !c.is_ascii_digit()))
        .collect()
}

/// Proposes cubes and clauses of one literal. A cube's literal has a name in common with what it
/// decides, and is not changed by the statement itself, unless it is the same.
fn propose(library: &mut Library, function: usize, outline: &[(Slot, Vec<usize>)]) {
    let Some(f) = library.functions.get_mut(function) else {
        return;
    };
    let predicates = f.predicates.clone();
    let related = |a: usize, b: usize| match (predicates.get(a), predicates.get(b)) {
        (Some(a), Some(b)) => !words(a).is_disjoint(&words(b)),
        _ => false,
    };
    let count = predicates.len();
    let mut results = 0;
    for ((_, changed), statement) in outline.iter().zip(&mut f.body) {
        match statement {
            Statement::Assume(clauses) => {
                clauses.extend(literals(count, 0).into_iter().map(|l| vec![l]));
            }
            Statement::Call(n, _, inputs) => {
                results = *n;
                inputs
                    .iter_mut()
                    .for_each(|choose| grow(choose, literals(count, 0)));
            }
            Statement::Assign(updates) => {
                for predicate in changed {
                    let wanted = |l: &Literal| match l.of {
                        Of::Predicate(i) if i == *predicate => true,
                        Of::Predicate(i) => !changed.contains(&i) && related(i, *predicate),
                        Of::Result(_) => true,
                    };
                    let all = literals(count, results).into_iter().filter(wanted);
                    let mut choose = Choose::default();
                    grow(&mut choose, all.collect());
                    updates.push((*predicate, choose));
                }
                results = 0;
            }
            Statement::Label(_) | Statement::Goto(_) | Statement::Return => {}
        }
    }
}

fn grow(choose: &mut Choose, literals: Vec<Literal>) {
    for cubes in [&mut choose.positive, &mut choose.negative] {
        cubes.push(Vec::new());
        cubes.extend(literals.iter().map(|l| vec![*l]));
    }
}

/// Removes the duties with these numbers, in the order of [`check::Duty`], and what follows from
/// others.
fn take_back(
    library: &mut Library,
    function: usize,
    outline: &[(Slot, Vec<usize>)],
    refuted: &BTreeSet<usize>,
) {
    let Some(f) = library.functions.get_mut(function) else {
        return;
    };
    let mut number = 0;
    let mut kept = |parts: &mut Vec<Vec<Literal>>| {
        parts.retain(|_| {
            number += 1;
            !refuted.contains(&(number - 1))
        });
    };
    for ((_, changed), statement) in outline.iter().zip(&mut f.body) {
        match statement {
            Statement::Assume(clauses) => kept(clauses),
            Statement::Call(_, _, inputs) => {
                for choose in inputs {
                    kept(&mut choose.positive);
                    kept(&mut choose.negative);
                    shorten(choose);
                }
            }
            Statement::Assign(updates) => {
                updates.sort_by_key(|(p, _)| *p);
                let _ = changed;
                for (_, choose) in updates {
                    kept(&mut choose.positive);
                    kept(&mut choose.negative);
                    shorten(choose);
                }
            }
            Statement::Label(_) | Statement::Goto(_) | Statement::Return => {}
        }
    }
}

/// A cube that always holds makes the others superfluous.
fn shorten(choose: &mut Choose) {
    for cubes in [&mut choose.positive, &mut choose.negative] {
        if cubes.iter().any(Vec::is_empty) {
            *cubes = vec![Vec::new()];
        }
    }
}

/// Certifies a driver with libraries.
pub fn certified(
    units: &[Unit],
    options: &Options,
    library: &Library,
    limits: &Limits,
) -> Result<(Box<Certified>, engine::Stats), String> {
    let options = Options {
        library: role(vec![Arc::new(library.without_proofs())]),
        ..options.clone()
    };
    let mut program = proofmark_frontend::load_read(units, &options).map_err(|e| e.render())?;
    match certify(&mut program, limits, &mut Silent) {
        (Certification::Certified(certified), stats) => Ok((certified, stats)),
        (Certification::Violated(_), _) => Err("an execution reaches the error".to_owned()),
        (Certification::Unknown { reason }, _) => Err(reason),
    }
}

/// Drops the predicates that a driver's proof does without.
pub fn needed(
    api: &Api,
    (units, options): (&[Unit], &Options),
    library: &Library,
    limits: &Limits,
) -> Result<Library, String> {
    let mut kept = library.without_proofs();
    for function in 0..library.functions.len() {
        let count = library
            .functions
            .get(function)
            .map_or(0, |f| f.predicates.len());
        for predicate in (0..count).rev() {
            let mut fewer = draft::without(&kept, function, predicate);
            if certified(units, options, &tidy(api, &mut fewer)?, limits).is_ok() {
                kept = fewer;
            }
        }
    }
    Ok(kept)
}

/// The header lists what is left.
fn tidy(api: &Api, library: &mut Library) -> Result<Library, String> {
    let all = |library: &Library| {
        let predicates = library
            .functions
            .iter()
            .flat_map(|f| f.predicates.iter().cloned());
        let places = library.functions.iter().flat_map(|f| {
            f.modifies.iter().map(|m| match m {
                proofmark_frontend::library::text::Modified::Place(p) => p.clone(),
                proofmark_frontend::library::text::Modified::All(..) => String::new(),
            })
        });
        predicates.chain(places).collect::<Vec<String>>().join(" ")
    };
    let text = all(library);
    let words: BTreeSet<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .collect();
    library.globals.retain(|g| words.contains(g.name.as_str()));
    api.outlines(library)?;
    Ok(library.clone())
}
