//! Executions of automata. No proof needs them, so nobody has to trust them: they confirm
//! counterexamples before these are reported, and tests compare them with compiled programs.
//!
//! | module | does |
//! |---|---|
//! | [`interpret`] | runs automata on concrete values; says what an execution depends on |
//! | [`Executable`] | a program as it runs without outside writers: on the bytes of its objects |
//! | [`Monitored`] | a program whose runs end where they leave an assumption |

#![forbid(unsafe_code)]

mod executable;
pub mod interpret;
mod monitored;
mod soft_float;

pub use executable::Executable;
pub use monitored::{Ending, Monitored};

use proofmark_frontend::Program;

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
