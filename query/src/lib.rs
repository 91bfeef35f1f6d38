//! The BLAST query language (paper 002, section 3): scripts over relations between the locations
//! of a program.
//!
//! | module | does |
//! |---|---|
//! | [`language`] | reads scripts: text → statements whose names are resolved |
//! | [`relation`] | relations over a finite domain: the operations of first-order logic, closure |
//! | [`facts`] | what is known of a program without executing it: relations between its locations |
//! | [`evaluate`] | executes scripts |
//! | [`session`] | executes one script after the other |
//! | [`executions`] | what scripts ask about executions; who can tell answers |
//! | `monitor` | observers as questions need them |
//! | `escape` | functions that others may call |
//! | [`start`] | programs whose runs start at a location |
//! | [`probe`] | programs whose runs may end in front of locations |
//!
//! Nobody has to believe this crate: what it says about a program is no verdict.

mod escape;
pub mod evaluate;
pub mod executions;
pub mod facts;
pub mod language;

mod monitor;
pub mod probe;
pub mod relation;
pub mod session;
pub mod start;
mod trouble;

pub use trouble::{Kind, Trouble};
