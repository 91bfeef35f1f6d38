//! Assemblies of components (paper 003), and what certificates of the components say about the
//! whole. Trusted: `proofmark-check --bundle` rests on it. `docs/components.md` says what an
//! execution of an assembly is, `docs/soundness.md` why the rule holds.
//!
//! | module | does |
//! |---|---|
//! | [`event`] | which calls are events, and which patterns overlap |
//! | [`automaton`] | automata over events: properties, models, assumptions; their text |
//! | [`mod@file`] | reads an assembly's TOML file and the properties that it names |
//! | [`specification`] | properties that are observers: which events they speak of |
//! | [`driver`] | the program that does events in an automaton's orders, for such an observer |
//! | [`observer`] | from an automaton to the specification that a component has to keep |
//! | [`rule`] | composition, and whether it keeps a guarantee: the premises of the rule |
//! | [`bundle`] | the file with certificates of components, and automata |
//! | [`component`] | from a component and an automaton to the program that a certificate is about |

#![forbid(unsafe_code)]

pub mod automaton;
pub mod bundle;
pub mod component;
pub mod driver;
pub mod event;
pub mod file;
pub mod observer;
pub mod rule;
pub mod specification;

pub use automaton::Automaton;
pub use bundle::Bundle;
pub use file::{Assembly, Component, Demand, Property};
pub use specification::Observed;

/// The longest name of a component, an event or a state, in bytes.
const NAME_BYTES_MAX: usize = 100;

/// Whether a text is a name: it can be printed and stands for itself everywhere.
pub(crate) fn is_name(text: &str) -> bool {
    let inner = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    starts && text.len() <= NAME_BYTES_MAX && text.chars().all(inner)
}
