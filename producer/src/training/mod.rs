//! Boolean libraries: training, merging and proving them. Nothing here is trusted:
//! `proofmark-check` rebuilds what a library has to prove from its C.
//!
//! | module | does |
//! |---|---|
//! | [`learn`] | a library for a program, of predicates that it needs |
//! | `candidates`, `observed` | predicates from the C, and from a program's proof |
//! | `signature` | what the C says of functions: parameters, what they modify |
//! | `sums`, `bits`, `names` | conditions in normal forms, and as predicates |
//! | `draft`, `callbacks` | procedures from predicates |
//! | `merge` | one library of two |
//! | `together` | several programs at a time |
//! | [`hints`] | predicates for programs that use libraries |

mod bits;
mod callbacks;
mod candidates;
mod draft;
mod effects;
pub mod hints;
pub mod learn;
mod merge;
mod names;
mod observed;
mod reader;
mod signature;
mod sums;
mod together;

pub use merge::merge;

use crate::certify::{certify_with, Certification, Request};
use crate::engine::{Limits, Silent};
use crate::reuse;
use names::Candidate;
use proofmark_certs::Certificate;
use proofmark_frontend::flatten::Code;
use proofmark_frontend::ir;
use proofmark_frontend::library::text::{Library, Statement};
use proofmark_frontend::library::{self, Role};
use proofmark_frontend::{Options, Program, Unit};
use proofmark_logic::encode::cfa_bytes;
use proofmark_replay::interpret::Trace;
use proofmark_report::hex;
use std::num::NonZeroUsize;
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

/// Whether a library has callbacks.
fn calls_back(library: &Library) -> bool {
    let mut all = library.functions.iter().flat_map(|f| &f.body);
    all.any(|statement| matches!(statement, Statement::Callback(_)))
}

/// The C of a library.
pub struct Api {
    units: Vec<Unit>,
    options: Options,
    limits: Limits,
    source: String,
}

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

    /// With so many threads; as many as there are processors, if that is not said.
    #[must_use]
    pub fn with_threads(mut self, jobs: Option<NonZeroUsize>) -> Api {
        self.limits.jobs = jobs;
        self
    }

    /// Whether a library says that it is about this C.
    pub fn is_source_of(&self, library: &Library) -> bool {
        library.source == self.source
    }

    /// Whether there may be a library of these functions.
    ///
    /// # Errors
    /// Why there is none.
    pub fn defines(&self, functions: &[String]) -> Result<(), String> {
        self.bare(functions).map(|_| ())
    }

    /// The digest of the C, as libraries have it.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What a function owes, as a program.
    ///
    /// # Errors
    /// What is wrong without proof.
    pub fn duties(&self, library: &Arc<Library>, function: &str) -> Result<Program, String> {
        let options = Options {
            entry: function.to_owned(),
            library: Role::Prove(library.clone(), function.to_owned()),
            ..self.options.clone()
        };
        proofmark_frontend::load_read(&self.units, &options).map_err(|e| e.render())
    }

    /// A library of which all but the procedures is known, with procedures.
    ///
    /// # Errors
    /// What of the C no library abstracts.
    pub fn draft(&self, library: &Library) -> Result<Library, String> {
        let drafted = self.with_predicates(library, draft::procedures)?;
        match calls_back(&drafted) {
            // Which objects callbacks name is known now.
            true => self.with_predicates(&drafted, draft::headed),
            false => Ok(drafted),
        }
    }

    /// Looks at the C together with a library's predicates.
    fn with_predicates<T: Send + 'static>(
        &self,
        library: &Library,
        look: fn(&ir::Program, &Code, &Library) -> Result<T, String>,
    ) -> Result<T, String> {
        let known = Arc::new(Library {
            source: self.source.clone(),
            ..library.without_proofs()
        });
        let first = known.functions.first().map_or("", |f| &f.name).to_owned();
        let options = Options {
            library: Role::Prove(known.clone(), first),
            ..self.options.clone()
        };
        proofmark_frontend::load_flat_read(&self.units, &options, move |program, code| {
            look(program, code, &known)
        })
        .map_err(|e| e.render())?
    }

    /// A library of functions and of what they call, without predicates and procedures.
    fn bare(&self, functions: &[String]) -> Result<Library, String> {
        let (names, abi) = (functions.to_vec(), self.options.profile);
        let options = Options {
            entry: functions.first().cloned().unwrap_or_default(),
            ..self.options.clone()
        };
        let library = Library {
            abi,
            source: self.source.clone(),
            globals: Vec::new(),
            fields: Vec::new(),
            layouts: Vec::new(),
            opaque: Vec::new(),
            functions: Vec::new(),
            proofs: Vec::new(),
        };
        proofmark_frontend::load_flat_read(&self.units, &options, move |program, code| {
            let mut out = signature::bare(program, code, &library, &names)?;
            signature::declare(program, code, &mut out)?;
            Ok(out)
        })
        .map_err(|e| e.render())?
    }

    /// A library about predicates, without procedures.
    fn assembled(&self, bare: &Library, pool: &[Candidate]) -> Result<Library, String> {
        let (mut library, pool) = (bare.clone(), pool.to_vec());
        let options = Options {
            entry: library.functions.first().map_or("", |f| &f.name).to_owned(),
            ..self.options.clone()
        };
        proofmark_frontend::load_flat_read(&self.units, &options, move |program, code| {
            signature::state(program, code, &mut library, &pool)?;
            Ok(library)
        })
        .map_err(|e| e.render())?
    }

    /// A library about predicates.
    fn drafted(&self, bare: &Library, pool: &[Candidate]) -> Result<Library, String> {
        self.draft(&self.assembled(bare, pool)?)
    }

    /// What results and what is modified are at the ends of functions' paths.
    fn ends(&self, bare: &Library) -> Result<Vec<Candidate>, String> {
        self.with_predicates(bare, candidates::ends)
    }

    /// Predicates of which each says something else.
    fn distinct(&self, bare: &Library, mut pool: Vec<Candidate>) -> Result<Vec<Candidate>, String> {
        let kept = self.with_predicates(&self.assembled(bare, &pool)?, candidates::distinct)?;
        pool.retain(|one| kept.contains(one));
        Ok(pool)
    }

    /// Whether results are negative, of functions for which that is an error.
    fn signs(&self, bare: &Library) -> Result<Vec<Candidate>, String> {
        self.with_predicates(bare, candidates::signs)
    }

    /// Predicates that a library lacks.
    fn missing(&self, library: &Library) -> Result<Vec<Candidate>, String> {
        self.with_predicates(library, candidates::missing)
    }

    /// A library that tells of structures, for programs that leave them incomplete; and why it does
    /// not tell of others. One that is wrong is left as it is: proving it says why.
    #[must_use]
    pub fn told(&self, library: &Library) -> (Library, Vec<String>) {
        let told = self.with_predicates(library, draft::told);
        told.unwrap_or_else(|_| (library.without_proofs(), Vec::new()))
    }

    /// Proves a library. Of the parts that it is merged from, the proofs are copied whose formulas
    /// are the same (section 3.2 of the paper); the others are made anew.
    ///
    /// # Errors
    /// Why it is not proved: it may be false.
    pub fn prove(&self, library: &Library, parts: &[Library]) -> Result<Proved, String> {
        let mut out = library.without_proofs();
        let known = Arc::new(out.clone());
        let (mut proofs, mut copied) = (0, 0);
        for f in &library.functions {
            let mut program = self.duties(&known, &f.name)?;
            let parts = self.proofs_of(parts, &f.name);
            let start = match parts.is_empty() {
                true => None,
                false => Some(reuse::start_from_parts(&mut program, &parts)),
            };
            let request = Request {
                start: start.as_ref(),
                ..Request::default()
            };
            let (result, _) = certify_with(&mut program, &request, &self.limits, &mut Silent);
            match result {
                Certification::Certified(certified) => {
                    proofs += certified.proving.proved;
                    copied += certified.proving.copied;
                    out.proofs.push(certified.bytes);
                }
                Certification::Violated(trace) => {
                    let at = place(&program, &trace).unwrap_or_else(|| " the C".to_owned());
                    return Err(format!(
                        "the library is false, or too coarse for a proof: its `{}` does not \
                         abstract{at}",
                        f.name
                    ));
                }
                Certification::Unknown { reason } => return Err(format!("`{}`: {reason}", f.name)),
            }
        }
        Ok(Proved {
            library: out,
            proofs,
            copied,
        })
    }

    /// The certificates of a function of libraries about this C, each with the program that it is
    /// about. What is damaged is left out.
    fn proofs_of(&self, parts: &[Library], function: &str) -> Vec<Vec<u8>> {
        let proof = |part: &Library| {
            let index = part.functions.iter().position(|f| f.name == function)?;
            let proof = proofmark_certs::decode(part.proofs.get(index)?).ok()?;
            let known = Arc::new(part.without_proofs());
            let program = self.duties(&known, function).ok()?;
            Some(proofmark_certs::encode(&Certificate {
                automaton: Some(cfa_bytes(&program.arena, &program.cfa)),
                ..proof
            }))
        };
        parts.iter().filter_map(proof).collect()
    }
}

/// A library with its proof.
pub struct Proved {
    /// The library.
    pub library: Library,
    /// How many proofs of formulas it has.
    pub proofs: usize,
    /// How many of them are those of the parts.
    pub copied: usize,
}

/// Where in the C an execution gets to that is not as the library says.
fn place(program: &Program, trace: &Trace) -> Option<String> {
    let files = &program.sources.files;
    let mut steps = trace.steps.iter().rev().map(|step| step.pos);
    steps.find_map(|pos| {
        let file = files.get(usize::try_from(pos.file).ok()?)?;
        let shown = file != library::FILE && pos.line > 0;
        shown.then(|| format!(" line {} of {file}", pos.line))
    })
}
