//! The subcommands.

pub(crate) mod arguments;
pub(crate) mod certify;
pub(crate) mod explain;
pub(crate) mod failure;
pub(crate) mod info;
mod output;
mod progress;
pub(crate) mod run;
pub(crate) mod spec;
pub(crate) mod strip;
