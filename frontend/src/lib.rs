//! From C to the control-flow automaton, and its interpreter.

pub mod interpret;
