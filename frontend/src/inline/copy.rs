//! Copies of routines: which variables, objects and locations of the automaton stand for a
//! routine's own, and copies of terms.

use crate::renaming::{copied, Renaming};
use crate::translate::{Name, NOWHERE};
use proofmark_logic::arena::{Arena, Expr as Term, Node, VarId};
use proofmark_logic::cfa::{LocId, Pos};
use std::collections::HashMap;

/// No variable and no object: an automaton that mentions it is ill-formed.
const MISSING: u32 = u32::MAX;

/// What stands for variables and objects.
#[derive(Default)]
pub(super) struct Images {
    pub(super) vars: HashMap<VarId, Node>,
    pub(super) objects: HashMap<u32, u32>,
}

/// A copy of a routine under construction.
pub(super) struct Copy {
    pub(super) images: Images,
    /// The code behind each location.
    pub(super) positions: Vec<Pos>,
    locations: Vec<LocId>,
    /// What stands for terms.
    terms: HashMap<Term, Term>,
    /// Where the variable arguments are.
    pub(super) list: Option<Term>,
}

impl Copy {
    /// Nothing is copied yet. The first two locations are where it ends, and the error.
    pub(super) fn new(positions: &[Pos], exit: LocId, error: LocId) -> Copy {
        let mut locations = vec![NOWHERE; positions.len()];
        locations
            .iter_mut()
            .zip([exit, error])
            .for_each(|(slot, loc)| *slot = loc);
        Copy {
            images: Images::default(),
            positions: positions.to_vec(),
            locations,
            terms: HashMap::new(),
            list: None,
        }
    }

    pub(super) fn location(&self, of: LocId) -> LocId {
        let location = self.locations.get(of.0 as usize);
        location.copied().unwrap_or(NOWHERE)
    }

    pub(super) fn place(&mut self, of: LocId, at: LocId) {
        if let Some(slot) = self.locations.get_mut(of.0 as usize) {
            *slot = at;
        }
    }

    /// Lets a name stand for what `theirs` stands for in another copy.
    pub(super) fn bind(&mut self, own: Name, other: &Copy, theirs: Name) -> Option<()> {
        match (own, theirs) {
            (Name::Var(own), Name::Var(theirs)) => {
                let image = other.images.vars.get(&theirs)?;
                self.images.vars.insert(own, *image);
            }
            (Name::Object(own), Name::Object(theirs)) => {
                let object = other.images.objects.get(&theirs)?;
                self.images.objects.insert(own, *object);
            }
            (Name::Var(_), Name::Object(_)) | (Name::Object(_), Name::Var(_)) => return None,
        }
        Some(())
    }
}

/// Copies what instructions mention.
pub(super) struct Renamer<'a> {
    pub(super) from: &'a Arena,
    pub(super) to: &'a mut Arena,
    pub(super) shared: &'a Images,
    pub(super) copy: &'a mut Copy,
}

impl Renaming for Renamer<'_> {
    fn var(&mut self, var: VarId) -> VarId {
        match image(self.shared, &self.copy.images, var) {
            Some(Node::Var(var, _) | Node::MapVar(var, _)) => var,
            _ => VarId(MISSING),
        }
    }

    fn term(&mut self, root: Term) -> Term {
        let (shared, own) = (self.shared, &self.copy.images);
        let leaf = |node: Node| match node {
            Node::Var(var, ty) => image(shared, own, var).unwrap_or(Node::Var(VarId(MISSING), ty)),
            Node::MapVar(var, ty) => {
                image(shared, own, var).unwrap_or(Node::MapVar(VarId(MISSING), ty))
            }
            Node::Addr { object, size, bits } => {
                let known = own.objects.get(&object).or(shared.objects.get(&object));
                let object = known.copied().unwrap_or(MISSING);
                Node::Addr { object, size, bits }
            }
            Node::Lit(_) | Node::Type(_) | Node::App(..) => node,
        };
        copied((self.from, self.to), &mut self.copy.terms, &leaf, root)
    }
}

fn image(shared: &Images, own: &Images, var: VarId) -> Option<Node> {
    own.vars.get(&var).or(shared.vars.get(&var)).copied()
}
