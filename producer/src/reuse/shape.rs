//! What an edge does, whatever its variables and objects are called.

use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, Edge, LocId, StmtKind, VarSort};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Edges with the same shape do the same up to the names in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Of the statements, with names by the order of their first occurrence.
    pub(super) hash: u64,
    /// The variables, in that order.
    pub(super) vars: Vec<VarId>,
    /// The objects, in that order.
    pub(super) objects: Vec<u32>,
}

/// The shapes of all edges.
pub(super) fn shapes(arena: &Arena, cfa: &Cfa) -> Vec<Shape> {
    cfa.edges
        .iter()
        .map(|edge| shape(arena, cfa, edge))
        .collect()
}

/// For each location the shapes of the edges that leave it.
pub(super) fn tokens(cfa: &Cfa, shapes: &[Shape]) -> Vec<u64> {
    let mut out: Vec<DefaultHasher> = vec![DefaultHasher::new(); cfa.locations.len()];
    for (edge, shape) in cfa.edges.iter().zip(shapes) {
        if let Some(hasher) = out.get_mut(edge.from.0 as usize) {
            shape.hash.hash(hasher);
            (edge.to == cfa.error).hash(hasher);
        }
    }
    let place = |location: LocId| (location == cfa.entry, location == cfa.error);
    let locations = (0..).map(LocId);
    let finish = |(location, mut hasher): (LocId, DefaultHasher)| {
        place(location).hash(&mut hasher);
        hasher.finish()
    };
    locations.zip(out).map(finish).collect()
}

fn shape(arena: &Arena, cfa: &Cfa, edge: &Edge) -> Shape {
    let mut reader = Reader {
        arena,
        cfa,
        hasher: DefaultHasher::new(),
        vars: HashMap::new(),
        objects: HashMap::new(),
        seen: HashMap::new(),
        shape: Shape {
            hash: 0,
            vars: Vec::new(),
            objects: Vec::new(),
        },
    };
    edge.call.is_some().hash(&mut reader.hasher);
    for stmt in &edge.stmts {
        match stmt.kind {
            StmtKind::Assign { var, value } => {
                0u8.hash(&mut reader.hasher);
                reader.term(value);
                reader.var(var);
            }
            StmtKind::Havoc { var } => {
                1u8.hash(&mut reader.hasher);
                reader.var(var);
            }
            StmtKind::Assume(condition) => {
                2u8.hash(&mut reader.hasher);
                reader.term(condition);
            }
        }
    }
    reader.shape.hash = reader.hasher.finish();
    reader.shape
}

struct Reader<'a> {
    arena: &'a Arena,
    cfa: &'a Cfa,
    hasher: DefaultHasher,
    vars: HashMap<VarId, usize>,
    objects: HashMap<u32, usize>,
    /// Terms, by the order in which they begin.
    seen: HashMap<Expr, usize>,
    shape: Shape,
}

impl Reader<'_> {
    fn var(&mut self, var: VarId) {
        let new = self.vars.len();
        let number = *self.vars.entry(var).or_insert(new);
        if number == new {
            self.shape.vars.push(var);
            let sort: Option<VarSort> = self.cfa.sort_of(var).ok();
            sort.hash(&mut self.hasher);
        }
        number.hash(&mut self.hasher);
    }

    fn object(&mut self, object: u32, size: u64) {
        let new = self.objects.len();
        let number = *self.objects.entry(object).or_insert(new);
        if number == new {
            self.shape.objects.push(object);
        }
        (number, size).hash(&mut self.hasher);
    }

    fn term(&mut self, root: Expr) {
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            let new = self.seen.len();
            let number = *self.seen.entry(e).or_insert(new);
            if number != new {
                (u8::MAX, number).hash(&mut self.hasher);
                continue;
            }
            match self.arena.node(e) {
                Node::Var(v, _) | Node::MapVar(v, _) => {
                    3u8.hash(&mut self.hasher);
                    self.var(v);
                }
                Node::Addr { object, size, .. } => {
                    4u8.hash(&mut self.hasher);
                    self.object(object, size);
                }
                Node::App(op, _) => {
                    (5u8, op).hash(&mut self.hasher);
                    let args: Vec<Expr> = self.arena.args(e).collect();
                    work.extend(args.into_iter().rev());
                }
                Node::Lit(value) => (6u8, value).hash(&mut self.hasher),
                Node::Type(ty) => (7u8, ty).hash(&mut self.hasher),
            }
        }
    }
}
