//! Which variables and objects of the automaton hold what the program declares: for messages.

use super::place::{Slot, Storage};
use super::{Lowered, Lowerer};
use proofmark_logic::arena::{Arena, Node};
use proofmark_logic::cfa::Cfa;
use std::rc::Rc;

/// What a variable or an object is in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The global with this number.
    Global(u32),
    /// The local with this number of a function.
    Local(u32, usize),
    /// What a function returns.
    Result(u32),
    /// An argument, where it waits for the procedure of the function that gets it.
    Argument(u32, usize),
}

/// Where an object of the program is in an automaton. Names are unique there, and stay.
pub enum Home {
    /// Variables for parts of it: the name of each, its offset and width in bits.
    Variables(Vec<(String, u64, u64)>),
    /// An object.
    Object(String),
    /// The variable of this name holds its address.
    Address(String),
}

/// Whether it is kept where the program's objects are: that takes memory for each call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Describing {
    /// It is.
    Kept,
    /// It is not.
    Left,
}

/// Storage, and what is in it.
pub(super) type Described = (Rc<Storage>, Subject);

impl Lowerer<'_> {
    /// For messages: an object of the program is here.
    pub(super) fn describe(&mut self, storage: &Rc<Storage>, owner: Subject) {
        if let Some(described) = &mut self.heard.described {
            described.push((storage.clone(), owner));
        }
    }
}

impl Lowered {
    /// Where the objects of the program are.
    pub fn homes(&self) -> Vec<(Home, Subject)> {
        let home = |(storage, owner): &Described| {
            Some((home(&self.draft.arena, &self.draft.cfa, storage)?, *owner))
        };
        self.heard
            .described
            .iter()
            .flatten()
            .filter_map(home)
            .collect()
    }
}

fn home(arena: &Arena, cfa: &Cfa, storage: &Storage) -> Option<Home> {
    match storage {
        Storage::Split(slots) => {
            let part = |slot: &Slot| {
                let decl = cfa.vars.get(slot.var?.0 .0 as usize)?;
                let (from, to) = slot.bits;
                Some((decl.name.clone(), from, to))
            };
            Some(Home::Variables(slots.iter().filter_map(part).collect()))
        }
        Storage::Memory { address, .. } => match arena.node(*address) {
            Node::Addr { object, .. } => {
                let decl = cfa.objects.get(object as usize)?;
                Some(Home::Object(decl.name.clone()))
            }
            Node::Var(var, _) => {
                let decl = cfa.vars.get(var.0 as usize)?;
                Some(Home::Address(decl.name.clone()))
            }
            _ => None,
        },
    }
}
