//! Groups of what may be the same.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The groups that are no parts of others: of many that are nearly the same, few. What holds of
/// each pair in a group, holds of those in its parts.
pub(super) fn largest(groups: BTreeSet<BTreeSet<usize>>) -> Vec<BTreeSet<usize>> {
    let mut groups: Vec<BTreeSet<usize>> = groups.into_iter().collect();
    groups.sort_by_key(|group| Reverse(group.len()));
    let mut kept: Vec<BTreeSet<usize>> = Vec::new();
    for group in groups {
        if !kept.iter().any(|known| group.is_subset(known)) {
            kept.push(group);
        }
    }
    kept
}
