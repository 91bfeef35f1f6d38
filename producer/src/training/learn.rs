//! Training: a library about the predicates that a program needs of the functions that it calls
//! (paper 001, section 3.1). The program is verified with their C; predicates come from that C and
//! from the proof; those without which it can still be verified are left out again.

use super::candidates::{self, about};
use super::names::Candidate;
use super::observed::observed;
use super::together::together;
use super::{hints, role, signature, Api};
use crate::certify::{certify_with, Certification, Request};
use crate::engine::{Limits, Silent, Stats};
use proofmark_frontend::flatten::{Callee, Kind, Part};
use proofmark_frontend::library::text::Library;
use proofmark_frontend::library::Role;
use proofmark_frontend::{Options, Program, Unit};
use std::sync::Arc;

/// Rounds in which predicates are added that others need.
const ROUNDS: usize = 6;
/// What part of the time one try of a library may take.
const TRIES: u32 = 30;
/// What part of the time the programs with the C may take.
const WITH_C: u32 = 2;
/// Most predicates that are considered for a library.
const PREDICATES_MAX: usize = 96;

/// That a result is negative, as proofs have it.
const NEGATIVE: &str = "return<=-1";

/// A program that calls functions of the C of a library.
pub struct Driver {
    /// Its files.
    pub units: Vec<Unit>,
    /// How they are read, with what is demanded.
    pub options: Options,
}

/// What became of a program.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The answer.
    pub answer: Verdict,
    /// What the search did.
    pub stats: Stats,
    /// Bytes of the certificate.
    pub bytes: usize,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a proof.
    Certified,
    /// An execution reaches the error.
    Violated,
    /// Neither, and why.
    Unknown(String),
    /// No event of the specification is one of the program.
    NotApplicable,
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Certified => "certified",
            Verdict::Violated => "violated",
            Verdict::Unknown(_) => "unknown",
            Verdict::NotApplicable => "not-applicable",
        }
    }
}

/// What a program taught.
pub struct Lesson {
    /// The run with the C.
    pub with_c: Tried,
    /// The library, without proof, if it is enough for the program, and the run with it.
    pub learned: Option<(Library, Tried)>,
    /// If there is none, the objects of the C that functions of the library read: what they hold at
    /// the start, no library says.
    pub starts: Vec<String>,
}

/// A run of a program with the C, what its proof says of the functions, and what it may say of
/// them.
pub struct Seen(Tried, [Pool; 2]);

impl Seen {
    /// What became of it.
    pub fn tried(self) -> Tried {
        self.0
    }
}

/// Whether a file defines one of these functions.
///
/// # Errors
/// If it is no C.
pub fn defines(unit: &Unit, options: &Options, functions: &[String]) -> Result<bool, String> {
    let names = functions.to_vec();
    let unit = std::slice::from_ref(unit);
    proofmark_frontend::load_flat_read(unit, options, move |program, _| {
        let mut defined = program.functions.iter().filter(|f| f.body.is_some());
        defined.any(|f| names.contains(&f.name))
    })
    .map_err(|e| e.render())
}

/// Whether a program names one of these functions: it calls it, or takes its address.
///
/// # Errors
/// If it is no C.
pub fn names(driver: &Driver, functions: &[String]) -> Result<bool, String> {
    let names = functions.to_vec();
    proofmark_frontend::load_flat_read(&driver.units, &driver.options, move |program, code| {
        let own = |f: &u32| {
            program
                .function(*f)
                .is_some_and(|f| names.contains(&f.name))
        };
        let all = code.bodies.iter().chain(&code.initial).flatten();
        let mut found = false;
        for stmt in all.flat_map(|body| &body.stmts) {
            if let Kind::Call(call) = &stmt.kind {
                found |= matches!(&call.callee, Callee::Function(f) if own(f));
            }
            stmt.parts(&mut |part| found |= matches!(part, Part::Function(f, _) if own(&f)));
        }
        found
    })
    .map_err(|e| e.render())
}

/// Predicates of functions, in the order in which they were found.
type Pool = Vec<Candidate>;

impl Api {
    /// A library for a program, of predicates that it needs.
    ///
    /// # Errors
    /// What of the C or the program no library is for.
    pub fn learn(
        &self,
        functions: &[String],
        driver: &Driver,
        Seen(with_c, [seen, guessed]): Seen,
    ) -> Result<Lesson, String> {
        let bare = self.bare(functions)?;
        let mut lesson = Lesson {
            with_c,
            learned: None,
            starts: Vec::new(),
        };
        if lesson.with_c.answer != Verdict::Certified {
            return Ok(lesson);
        }
        // What no library is for shows without predicates, too.
        self.drafted(&bare, &[])?;
        let ends = self.ends(&bare)?;
        let both = ends.iter().chain(&seen).cloned().collect();
        // Predicates with values on entry, which the C suggests, are of use to other programs too.
        let mut starts = vec![about(&ends, &seen), seen.clone(), ends.clone(), both];
        if !guessed.is_empty() {
            let with_guessed = seen.iter().chain(&guessed).chain(&ends);
            starts.push(with_guessed.cloned().collect());
        }
        // Predicates of other functions that write the same are many, and come last.
        let tries = [false, true].into_iter();
        let tries = tries.flat_map(|shared| starts.iter().map(move |start| (start, shared)));
        for (start, shared) in tries {
            if let Some(pool) = self.enough(&bare, (start, shared), driver)? {
                let least = self.least((&bare, &[]), pool, std::slice::from_ref(driver))?;
                let library = self.drafted(&bare, &least)?;
                let tried = self.with_library(driver, &library)?;
                lesson.learned = Some((library, tried));
                return Ok(lesson);
            }
        }
        lesson.starts = self.with_predicates(&bare, signature::objects)?;
        Ok(lesson)
    }

    /// A library without the predicates that no program needs; those of an earlier library stay,
    /// and of functions that it says something of, whether their result is negative. All programs
    /// are certified with it.
    ///
    /// # Errors
    /// What of the C or a program no library is for.
    pub fn trimmed(
        &self,
        functions: &[String],
        (library, earlier): (&Library, Option<&Library>),
        drivers: &[Driver],
    ) -> Result<Library, String> {
        let bare = self.bare(functions)?;
        let kept = earlier.map(predicates).unwrap_or_default();
        let pool = self.least((&bare, &kept), predicates(library), drivers)?;
        let mut signs = self.signs(&bare)?;
        signs.retain(|(name, _)| {
            let mut own = pool.iter().filter(|(other, _)| other == name);
            // What a proof says in other words: `return<=-1`.
            own.clone().next().is_some() && own.all(|(_, text)| text != NEGATIVE)
        });
        let more = self.drafted(&bare, &self.fitting(&bare, pool.clone(), signs)?)?;
        match self.suffices(&more, drivers)? {
            true => Ok(more),
            false => self.drafted(&bare, &pool),
        }
    }

    /// Programs with the C, several at a time. All of them together have a part of the time, so
    /// that what the others teach is not lost where one takes long.
    ///
    /// # Errors
    /// Of each, if they do not fit.
    pub fn with_c(&self, functions: &[String], drivers: &[Driver]) -> Vec<Result<Seen, String>> {
        let known = self.bare(functions).map(|bare| bare.functions);
        let known = known.unwrap_or_default();
        let threads = self.limits.threads().clamp(1, drivers.len().max(1));
        let rounds = u32::try_from(drivers.len().div_ceil(threads)).unwrap_or(u32::MAX);
        let limits = Limits {
            time: self.limits.time.map(|time| time / WITH_C / rounds.max(1)),
            ..self.limits
        };
        together(threads, drivers, |driver| {
            let units = [&driver.units[..], &self.units[..]].concat();
            let options = Options {
                library: Role::None,
                ..driver.options.clone()
            };
            let program = proofmark_frontend::load_read(&units, &options);
            let program = program.map_err(|e| e.render())?;
            self.run((program, &limits), false, |program, certified| {
                observed(program, certified, &known)
            })
            .map(|(tried, seen)| Seen(tried, seen))
        })
    }

    /// A program with a library.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn with_library(&self, driver: &Driver, library: &Library) -> Result<Tried, String> {
        let options = Options {
            library: role(vec![Arc::new(library.without_proofs())]),
            ..driver.options.clone()
        };
        let program = proofmark_frontend::load_read(&driver.units, &options);
        let program = program.map_err(|e| e.render())?;
        let limits = Limits {
            time: self.limits.time.map(|time| time / TRIES),
            ..self.limits
        };
        self.run((program, &limits), true, |_, _| Default::default())
            .map(|(tried, _)| tried)
    }

    /// Searches. With a library all that is not proved comes to the same (`proof_only`): it is not
    /// enough.
    fn run(
        &self,
        (mut program, limits): (Program, &Limits),
        proof_only: bool,
        look: impl FnOnce(&mut Program, &crate::certify::Certified) -> [Pool; 2],
    ) -> Result<(Tried, [Pool; 2]), String> {
        let own = hints::of_libraries(&mut program);
        let request = Request {
            hints: &own,
            proof_only,
            ..Request::default()
        };
        let silent = !program.relevance.is_applicable() && !program.relevance.error_has_paths;
        let (result, stats) = certify_with(&mut program, &request, limits, &mut Silent);
        let mut tried = Tried {
            answer: Verdict::NotApplicable,
            stats,
            bytes: 0,
        };
        if silent {
            return Ok((tried, Default::default()));
        }
        let mut seen = Default::default();
        tried.answer = match result {
            Certification::Certified(certified) => {
                tried.bytes = certified.bytes.len();
                seen = look(&mut program, &certified);
                Verdict::Certified
            }
            Certification::Violated(_) => Verdict::Violated,
            Certification::Unknown { reason } => Verdict::Unknown(reason),
        };
        Ok((tried, seen))
    }

    /// Predicates, and those of others that go well with them.
    fn fitting(&self, bare: &Library, mut pool: Pool, more: Pool) -> Result<Pool, String> {
        let mut work = vec![more];
        while let Some(mut more) = work.pop() {
            more.retain(|one| !pool.contains(one));
            more.truncate(PREDICATES_MAX.saturating_sub(pool.len()));
            if more.is_empty() {
                continue;
            }
            let all: Pool = pool.iter().chain(&more).cloned().collect();
            match self.drafted(bare, &all) {
                Ok(_) => pool = all,
                // One of them is no condition there.
                Err(_) if more.len() > 1 => {
                    let second = more.split_off(more.len() / 2);
                    work.extend([second, more]);
                }
                Err(_) => {}
            }
        }
        Ok(pool)
    }

    /// Predicates, and as many that say what statements make of them as a program needs.
    /// With `shared`, also what predicates of one function are for others that write the same.
    fn enough(
        &self,
        bare: &Library,
        (start, shared): (&Pool, bool),
        driver: &Driver,
    ) -> Result<Option<Pool>, String> {
        let mut pool = self.fitting(bare, Vec::new(), start.clone())?;
        pool = self.distinct(bare, pool)?;
        for _ in 0..ROUNDS {
            let library = self.drafted(bare, &pool)?;
            if self.with_library(driver, &library)?.answer == Verdict::Certified {
                return Ok(Some(pool));
            }
            let mut more = self.missing(&library)?;
            if shared {
                more.extend(candidates::shared(&library));
            }
            let before = pool.len();
            pool = self.fitting(bare, pool, more)?;
            pool = self.distinct(bare, pool)?;
            if pool.len() == before {
                break;
            }
        }
        Ok(None)
    }

    /// As few predicates as are enough for programs: first whole parts are left out, then single
    /// ones.
    fn least(
        &self,
        (bare, kept): (&Library, &[Candidate]),
        mut pool: Pool,
        drivers: &[Driver],
    ) -> Result<Pool, String> {
        let mut size = pool.len().div_ceil(2).max(1);
        loop {
            let mut end = pool.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let part = pool.get(start..end).unwrap_or_default();
                let (stays, goes): (Pool, Pool) =
                    part.iter().cloned().partition(|one| kept.contains(one));
                end = start;
                if goes.is_empty() {
                    continue;
                }
                let mut less = pool.clone();
                less.splice(start..(start + part.len()), stays);
                if self.suffices(&self.drafted(bare, &less)?, drivers)? {
                    pool = less;
                }
            }
            if size == 1 {
                return Ok(pool);
            }
            size = size.div_ceil(2);
        }
    }

    fn suffices(&self, library: &Library, drivers: &[Driver]) -> Result<bool, String> {
        let threads = self.limits.threads();
        for some in drivers.chunks(threads) {
            let tried = together(threads, some, |driver| self.with_library(driver, library));
            for tried in tried {
                if tried?.answer != Verdict::Certified {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// The predicates of a library, each with its function.
pub fn predicates(library: &Library) -> Vec<(String, String)> {
    let functions = library.functions.iter();
    let of = |f: &proofmark_frontend::library::text::Function| {
        let name = f.name.clone();
        let own = f.predicates.iter().map(move |p| (name.clone(), p.clone()));
        own.collect::<Pool>()
    };
    functions.flat_map(of).collect()
}
