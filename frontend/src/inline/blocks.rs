//! Blocks of memory that are allocated: where they may lie.
//!
//! A block fits into the address space, and lies apart from every object of the program and from
//! every other block that lives. Of these, the automaton knows the last one of each place that
//! allocates, and of a place that is reached again some that came before it. Two variables each,
//! which nothing but this reads, say where it begins and how large it is, until it is freed; what
//! is not known begins at 0 and is empty. Which objects and places there
//! are is known when everything is copied, so the conditions are added then. Blocks may lie in any
//! order, and where one was that has been freed. What is left out here allows more executions,
//! never fewer.

use super::{Inliner, Step};
use crate::translate::{Action, Lifetime, MemoryBlock, ObjectKind, Origin, NOWHERE};
use proofmark_logic::arena::{Expr as Term, Node, Op, VarId};
use proofmark_logic::cfa::{FrameId, LocId, Location, Pos, Scope, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet};

/// Of programs with more places that allocate, nothing is said about blocks that can be freed.
const PLACES_MAX: usize = 8;
/// Nor of programs with more pairs of a place and an object.
const PAIRS_MAX: usize = 64;
/// Of programs with more places that allocate, only the last block of each is known.
const AGAIN_MAX: usize = 4;
/// How many blocks before the last one are known of a place that is reached again.
const EARLIER: usize = 3;

/// What is said of blocks that can be freed, or that end with a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Telling {
    /// Where they lie.
    Places,
    /// Nothing: there are too many places that allocate.
    Nothing,
}

/// The blocks of the automaton under construction.
pub(super) struct Blocks {
    telling: Telling,
    places: Vec<Place>,
    frees: Vec<Free>,
}

/// A place in the automaton that allocates.
struct Place {
    /// The edge on which the block is new, and how many of its steps come before the conditions.
    edge: (usize, usize),
    block: MemoryBlock,
    /// Where the last block begins and its size, until it is freed: kept by variables.
    kept: Option<(VarId, VarId)>,
    /// The same of the blocks before that, the latest first.
    earlier: Vec<(VarId, VarId)>,
    lifetime: Lifetime,
}

impl Place {
    /// The variables of all blocks that are known.
    fn known(&self) -> impl Iterator<Item = (VarId, VarId)> + '_ {
        self.kept.into_iter().chain(self.earlier.iter().copied())
    }
}

/// A place in the automaton where blocks are freed.
struct Free {
    from: LocId,
    to: LocId,
    /// The block's address; any block if it is not known.
    address: Option<Term>,
    pos: Pos,
    frame: FrameId,
}

impl Blocks {
    /// None yet.
    pub(super) fn new(telling: Telling) -> Blocks {
        Blocks {
            telling,
            places: Vec::new(),
            frees: Vec::new(),
        }
    }
}

impl Inliner<'_, '_> {
    /// A block is allocated.
    pub(super) fn allocate(&mut self, block: MemoryBlock, lifetime: Lifetime) {
        if self.out.at == NOWHERE {
            return;
        }
        if self.blocks.telling == Telling::Nothing && lifetime != Lifetime::Scope {
            return;
        }
        let (zero, one) = (self.arena.lit(0), self.arena.lit(1));
        let (without, with) = match lifetime {
            Lifetime::Scope => return self.new_block(block, lifetime, None),
            Lifetime::Free => {
                let none = self.arena.eq(block.start, zero);
                (none, self.arena.le(one, block.start))
            }
            Lifetime::Function => {
                let empty = self.arena.le(block.size, zero);
                (empty, self.arena.le(one, block.size))
            }
        };
        let kept = Some((self.kept_number("$block"), self.kept_number("$size")));
        let join = self.out.new_loc(self.out.pos);
        self.out.settle();
        let at = self.out.at;
        self.out.push(StmtKind::Assume(with));
        self.new_block(block, lifetime, kept);
        self.out.jump(join, at);
        self.out.push(StmtKind::Assume(without));
        let nothing = MemoryBlock {
            start: zero,
            size: zero,
        };
        self.keep_block(kept, nothing);
        self.out.flow_to(join);
    }

    fn kept_number(&mut self, name: &str) -> VarId {
        let (name, sort) = (
            self.out.prefixed(name),
            VarSort::Int(self.translator.address_type()),
        );
        self.out.declare(name, sort, Scope::Local, Origin::Program)
    }

    fn keep_block(&mut self, kept: Option<(VarId, VarId)>, block: MemoryBlock) {
        if let Some((start, size)) = kept {
            // A block has no size beyond the address space; the product that `calloc` computes may.
            let machine = self.translator.address_type();
            let fits = self.arena.wrap(machine, block.size);
            self.out.assign(start, block.start);
            self.out.assign(size, fits);
        }
    }

    /// A block is new on the edge under construction.
    fn new_block(&mut self, block: MemoryBlock, lifetime: Lifetime, kept: Option<(VarId, VarId)>) {
        let last = self.arena.lit(self.translator.address_type().max());
        let (one, end) = (
            self.arena.lit(1),
            self.arena.mk(Op::Add, &[block.start, block.size]),
        );
        let (somewhere, fits) = (self.arena.le(one, block.start), self.arena.le(end, last));
        // Elsewhere the condition of the branch says so.
        if lifetime != Lifetime::Free {
            self.out.push(StmtKind::Assume(somewhere));
        }
        self.out.push(StmtKind::Assume(fits));
        self.blocks.places.push(Place {
            edge: (self.out.edges.len(), self.out.block.len()),
            block,
            kept,
            earlier: Vec::new(),
            lifetime,
        });
        self.keep_block(kept, block);
    }

    /// A block is freed, perhaps any.
    pub(super) fn free(&mut self, address: Option<Term>) {
        if self.blocks.telling == Telling::Nothing {
            return;
        }
        let (pos, frame) = (self.out.pos, self.out.frame);
        let (from, to) = (self.out.new_loc(pos), self.out.new_loc(pos));
        self.out.jump(from, to);
        self.blocks.frees.push(Free {
            from,
            to,
            address,
            pos,
            frame,
        });
    }

    // -- when everything is copied

    /// Whether there are more places, or pairs, than something is said about. Conditions on some
    /// of them are of little use, and the search has more ways to go for each.
    pub(super) fn too_many_blocks(&self) -> bool {
        let places = self.blocks.places.len();
        let pairs = places * self.objects_with_values().len();
        self.blocks.telling == Telling::Places && (places > PLACES_MAX || pairs > PAIRS_MAX)
    }

    /// Adds what is known of blocks where they are allocated, and forgets it where they are freed.
    pub(super) fn place_blocks(&mut self) {
        let mut blocks = std::mem::replace(&mut self.blocks, Blocks::new(Telling::Nothing));
        // The variables of a procedure are no other's.
        let pairs = blocks.telling == Telling::Places && self.out.cfa.procedures.is_empty();
        if pairs {
            self.know_earlier(&mut blocks);
        }
        // Of several places on an edge, the last one first: what is put in moves what comes behind.
        for place in blocks.places.iter().rev() {
            let mut conditions = self.apart_from_objects(place, blocks.places.len());
            if pairs {
                conditions.extend(self.apart_from_blocks(place, &blocks));
            }
            let conditions = conditions.into_iter().map(StmtKind::Assume);
            let new: Vec<StmtKind> = conditions.chain(self.one_more(place)).collect();
            let (edge, at) = place.edge;
            let Some(edge) = self.out.edges.get_mut(edge) else {
                continue;
            };
            let Some(before) = at.checked_sub(1).and_then(|at| edge.steps.get(at).copied()) else {
                continue;
            };
            let steps = new.into_iter().map(|kind| Step {
                action: Action::Do(kind),
                ..before
            });
            edge.steps.splice(at..at, steps);
        }
        let known = |place: &&Place| pairs && place.kept.is_some();
        let known: Vec<&Place> = blocks.places.iter().filter(known).collect();
        let heap = known.iter().filter(|p| p.lifetime == Lifetime::Free);
        let heap: Vec<(VarId, VarId)> = heap.flat_map(|p| p.known()).collect();
        for free in &blocks.frees {
            self.place_free(free, &heap);
        }
        let kept: Vec<(VarId, VarId)> = known.iter().flat_map(|p| p.known()).collect();
        self.begin_without_blocks(&kept);
    }

    /// Places that are reached again get variables for earlier blocks.
    fn know_earlier(&mut self, blocks: &mut Blocks) {
        let Blocks { places, frees, .. } = blocks;
        if places.len() > AGAIN_MAX {
            return;
        }
        for place in places {
            let Some((start, size)) = place.kept else {
                continue;
            };
            if place.lifetime != Lifetime::Free || !self.is_reached_again(place, frees) {
                continue;
            }
            for number in 1..=EARLIER {
                let [start, size] = [start, size].map(|var| self.another(var, number));
                place.earlier.extend(start.zip(size));
            }
        }
    }

    fn another(&mut self, var: VarId, number: usize) -> Option<VarId> {
        let decl = self.out.cfa.vars.get(var.0 as usize)?;
        let (name, sort) = (format!("{}${number}", decl.name), decl.sort);
        Some(self.out.declare(name, sort, Scope::Local, Origin::Program))
    }

    /// Whether a way leads from behind a place to it.
    fn is_reached_again(&self, place: &Place, frees: &[Free]) -> bool {
        let edges = &self.out.edges;
        let Some(own) = edges.get(place.edge.0) else {
            return false;
        };
        let mut ways: BTreeMap<LocId, Vec<LocId>> = BTreeMap::new();
        let edges = edges.iter().map(|edge| (edge.from, edge.to));
        for (from, to) in edges.chain(frees.iter().map(|free| (free.from, free.to))) {
            ways.entry(from).or_default().push(to);
        }
        let (mut seen, mut todo) = (BTreeSet::new(), vec![own.to]);
        while let Some(at) = todo.pop() {
            if at == own.from {
                return true;
            }
            if seen.insert(at) {
                todo.extend(ways.get(&at).into_iter().flatten());
            }
        }
        false
    }

    /// A new block comes: what was the last one of its place is an earlier one.
    fn one_more(&mut self, place: &Place) -> Vec<StmtKind> {
        let machine = self.translator.address_type();
        let known: Vec<(VarId, VarId)> = place.known().collect();
        let moves = known.iter().zip(&place.earlier).rev();
        moves
            .flat_map(|(from, to)| [(from.0, to.0), (from.1, to.1)])
            .map(|(from, var)| StmtKind::Assign {
                var,
                value: self.arena.var(from, machine),
            })
            .collect()
    }

    /// At the start of the run there are no blocks.
    fn begin_without_blocks(&mut self, kept: &[(VarId, VarId)]) {
        let none = self.nothing_kept(kept);
        let entry = self.out.cfa.entry;
        let Some(&Location { frame, pos }) = self.out.cfa.locations.get(entry.0 as usize) else {
            return;
        };
        for edge in self.out.edges.iter_mut().filter(|edge| edge.from == entry) {
            let steps = none.iter().map(|kind| Step {
                action: Action::Do(*kind),
                pos,
                frame,
            });
            edge.steps.splice(0..0, steps);
        }
    }

    fn nothing_kept(&mut self, kept: &[(VarId, VarId)]) -> Vec<StmtKind> {
        let value = self.arena.lit(0);
        let vars = kept.iter().flat_map(|(start, size)| [*start, *size]);
        vars.map(|var| StmtKind::Assign { var, value }).collect()
    }

    fn place_free(&mut self, free: &Free, kept: &[(VarId, VarId)]) {
        let machine = self.translator.address_type();
        (self.out.pos, self.out.frame) = (free.pos, free.frame);
        self.out.at = free.from;
        match free.address {
            None => {
                for kind in self.nothing_kept(kept) {
                    self.out.push(kind);
                }
            }
            Some(address) => {
                for place in kept {
                    let (this, next) = (self.out.new_loc(free.pos), self.out.new_loc(free.pos));
                    let start = self.arena.var(place.0, machine);
                    let atom = self.arena.eq(address, start);
                    self.split(atom, this, next);
                    self.out.at = this;
                    for kind in self.nothing_kept(&[*place]) {
                        self.out.push(kind);
                    }
                    self.out.flow_to(next);
                }
            }
        }
        self.out.leave(free.to);
    }

    /// A new block lies apart from the program's objects.
    fn apart_from_objects(&mut self, place: &Place, places: usize) -> Vec<Term> {
        let objects = self.objects_with_values();
        if objects.len() * places > PAIRS_MAX {
            return Vec::new();
        }
        let bits = self.translator.profile().pointer_bits();
        let mut out = Vec::new();
        for (object, size) in objects {
            let start = self.arena.intern(Node::Addr { object, size, bits });
            let size = self.arena.lit(i128::from(size));
            out.extend(self.apart(place.block, MemoryBlock { start, size }));
        }
        out
    }

    /// A new block lies apart from the last of each other place. The address that the place gave
    /// last tells where that block begins as long as nothing is freed, and as long as its size is
    /// not 0 if the new block must not begin in it.
    fn apart_from_blocks(&mut self, place: &Place, blocks: &Blocks) -> Vec<Term> {
        let machine = self.translator.address_type();
        let freed = !blocks.frees.is_empty();
        let mut out = Vec::new();
        for known in &blocks.places {
            let start = known.block.start;
            let direct = !freed && known.lifetime == Lifetime::Free;
            let own = known.edge == place.edge;
            if known.kept.is_none() && !own {
                out.extend(self.apart(place.block, known.block));
            }
            for (index, (kept, size)) in known.known().enumerate() {
                let [kept, size] = [kept, size].map(|var| self.arena.var(var, machine));
                match (index, own) {
                    // What the place gave is new, and its last block was not looked at before.
                    (0, true) if known.earlier.is_empty() => {}
                    (0, false) => {
                        out.push(self.outside(place.block, if direct { start } else { kept }));
                        let last = MemoryBlock { start, size };
                        out.push(self.outside(last, place.block.start));
                    }
                    _ => {
                        let earlier = MemoryBlock { start: kept, size };
                        let sizes = [place.block.size, known.block.size];
                        out.extend(self.apart_from_earlier(place.block, earlier, sizes));
                    }
                }
            }
        }
        out
    }

    /// Variables and string literals in memory: functions and labels hold no values.
    fn objects_with_values(&self) -> Vec<(u32, u64)> {
        let all = (0u32..).zip(&self.out.cfa.objects).zip(&self.out.kinds);
        let data = all.filter(|(_, kind)| **kind == ObjectKind::Data);
        data.map(|((index, object), _)| (index, object.size))
            .collect()
    }

    /// Neither block begins in the other one. That is true of a block at 0 without bytes.
    fn apart(&mut self, a: MemoryBlock, b: MemoryBlock) -> [Term; 2] {
        [self.outside(a, b.start), self.outside(b, a.start)]
    }

    /// A new block does not begin where an earlier one does, if both have bytes; what else lies
    /// apart is said where it is needed, because it is much to prove with: in memory of bytes, and
    /// where blocks have computed sizes.
    fn apart_from_earlier(
        &mut self,
        block: MemoryBlock,
        earlier: MemoryBlock,
        sizes: [Term; 2],
    ) -> Vec<Term> {
        let mut sizes = sizes.iter().map(|size| self.arena.as_lit(*size));
        let known = sizes.all(|size| size.is_some_and(|size| size > 0));
        let mut out = Vec::new();
        if known {
            let same = self.arena.eq(block.start, earlier.start);
            out.push(self.arena.not(same));
        }
        if !known || self.translator.has_bytes() {
            out.extend(self.apart(block, earlier));
        }
        out
    }

    /// An address is outside of a block: the distance to it, counted around the address space, is
    /// at least the size of the block.
    fn outside(&mut self, block: MemoryBlock, address: Term) -> Term {
        let machine = self.translator.address_type();
        let distance = self.arena.mk(Op::Sub, &[address, block.start]);
        let distance = self.arena.wrap(machine, distance);
        self.arena.le(block.size, distance)
    }
}
