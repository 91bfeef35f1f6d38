//! What following values needs to know of the parts of objects.

use super::graph::Holder;
use super::leaves::Leaf;
use super::{MapKey, Member};
use std::collections::BTreeSet;

/// The scalar parts of an object, one of each kind.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) leaves: Vec<Leaf>,
    /// The classes of all.
    pub(super) classes: BTreeSet<MapKey>,
    /// The members among them.
    pub(super) members: Vec<(MapKey, Member)>,
    /// The unions among its parts, and itself if it is one.
    pub(super) unions: BTreeSet<u32>,
    /// What holds the pointers in those that have no type of their own, by class.
    pub(super) untyped: Vec<(MapKey, Holder)>,
}
