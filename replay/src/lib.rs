//! Executions of automata. No proof needs them, so nobody has to trust them: they confirm
//! counterexamples before these are reported, and tests compare them with compiled programs.
//!
//! | module | does |
//! |---|---|
//! | [`interpret`] | runs automata on concrete values; says what an execution depends on |
//! | [`Executable`] | a program as it runs without outside writers: on the bytes of its objects |
//! | [`Monitored`] | a program whose runs end where they leave an assumption |
//! | [`for_violations`] | a program with an automaton that says what happens to each byte |
//! | [`for_executions`] | the same, where unknown functions outside change little |
//! | [`names()`] | what C calls the variables and objects of an automaton |
//! | [`story`] | an execution as its reader needs it: what matters of it, in C's words |
//! | [`flat_c`] | flat C as a program for a compiler |

#![forbid(unsafe_code)]

mod cells;
mod executable;
mod flat_c;
pub mod interpret;
mod monitored;
pub mod names;
mod plan;
mod recorded;
mod routines;
mod soft_float;
pub mod story;
mod violations;

pub use cells::holds_states;
pub use executable::Executable;
pub use monitored::{AssumptionCheck, Ending, Monitored};
pub use names::{names, Names};
pub use plan::plan;
pub use recorded::{observer_variable, recorded, recorded_whole};
pub use routines::routines;
pub use violations::{for_executions, for_violations, for_violations_in_bytes};

use proofmark_frontend::{LoadError, Models, Options, Program};
use std::path::PathBuf;

/// Which event or final condition rejects an execution that ends in the error.
#[must_use]
pub fn rejection<'p>(program: &'p Program, trace: &interpret::Trace) -> Option<&'p str> {
    trace
        .steps
        .iter()
        .rev()
        .find_map(|step| program.rejections.get(&step.pos))
        .map(String::as_str)
}

/// A program's flat C as one file of C; or what stands in it that cannot be printed. It calls the
/// library's own functions, as the program does.
///
/// # Errors
/// As [`proofmark_frontend::load`].
pub fn flat_c(files: &[PathBuf], options: &Options) -> Result<Result<String, String>, LoadError> {
    let options = Options {
        models: Models::Absent,
        ..options.clone()
    };
    proofmark_frontend::load_flat(files, &options, flat_c::print)
}
