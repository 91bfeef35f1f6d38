//! The subcommands.

pub(crate) mod arguments;
pub(crate) mod assemblies;
pub(crate) mod certify;
mod demands;
pub(crate) mod explain;
pub(crate) mod failure;
mod hint;
pub(crate) mod info;
pub(crate) mod library;
mod output;
mod progress;
pub(crate) mod project;
pub(crate) mod query;
pub(crate) mod recertify;
mod reused;
pub(crate) mod run;
pub(crate) mod spec;
mod spelling;
pub(crate) mod strip;
mod trace;
pub(crate) mod training;
mod unknown;
