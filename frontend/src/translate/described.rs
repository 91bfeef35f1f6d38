//! Which variables and objects hold what the program declares: for messages.

use super::place::Storage;
use super::{Described, Subject, Translator};

/// Whether it is kept where the program's objects are: that takes memory for each call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Describing {
    /// It is.
    Kept,
    /// It is not.
    Left,
}

impl Translator<'_> {
    /// For messages: an object of the program is here.
    pub(super) fn describe(&mut self, storage: &Storage, owner: Subject) {
        let home = match (self.describing, storage) {
            (Describing::Left, _) => return,
            (Describing::Kept, Storage::Split(slots)) => {
                let parts = slots.iter().filter_map(|slot| {
                    let (from, width) = slot.bits;
                    Some((slot.var?.0, from, width))
                });
                Described::Variables(parts.collect())
            }
            (Describing::Kept, Storage::Memory { address, .. }) => Described::Memory(*address),
        };
        self.out.describe(home, owner);
    }
}
