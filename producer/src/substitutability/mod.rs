//! Whether components may take the place of others (paper 003, section 3). Nothing here is trusted:
//! what holds is said by certificates that `proofmark-check --bundle` checks, what does not by
//! executions that the interpreter confirmed.
//!
//! | module | does |
//! |---|---|
//! | [`automata`] | operations on automata over events |
//! | [`learner`] | L*, from an empty or an earlier table (section 3.3.1) |
//! | [`assume`] | the rule for n components, with learned assumptions (section 3.3.3) |
//! | [`relevance`] | which components a property needs, and in which order |
//! | [`component`] | questions about the events of one C component |
//! | [`compatibility`] | whether an assembly keeps its properties (section 3.3) |
//! | [`containment`] | whether a new component has the behaviours of the old one (section 3.2) |
//! | [`observing`] | what a property allows, also if it is an observer |
//! | [`memory`] | what one run leaves for the next |

pub mod assume;
pub mod automata;
pub mod compatibility;
pub mod component;
pub mod containment;
pub mod learner;
pub mod memory;
pub mod observing;
pub mod relevance;
