//! Blocks of memory that allocators give (C11 7.22.3), and those of arrays of variable length.
//!
//! A block fits into the address space, and lies apart from every object of the program and from
//! every other block that lives. Of these, the automaton knows the last one of each place that
//! allocates. Two variables, which nothing but this reads, say where it begins and how large it is,
//! until it is freed; what is not known begins at 0 and is empty. Which objects and places there
//! are is known when everything is lowered, so the conditions are added then. Blocks may lie in any
//! order, and where one was that has been freed. What is left out here allows more executions,
//! never fewer.

use super::call::Argument;
use super::place::Spot;
use super::{Action, Lowerer, Origin, Result, Step, NOWHERE};
use crate::accounting::{
    frees_block, is_allocator, is_computed, is_harmless, moves_blocks, results,
};
use crate::flatten::{Callee, Code, Kind};
use crate::ir::{Program, BLOCK};
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::cfa::{FrameId, LocId, Location, Pos, StmtKind, VarSort};

/// Of programs with more places that allocate, nothing is said about blocks that can be freed.
const PLACES_MAX: usize = 8;
/// Nor of programs with more pairs of a place and an object.
const PAIRS_MAX: usize = 64;

/// What is said of blocks that can be freed, or that end with a function.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Telling {
    /// Where they lie.
    #[default]
    Places,
    /// Nothing: there are too many places that allocate.
    Nothing,
}

/// The blocks of the automaton under construction.
#[derive(Default)]
pub(super) struct Blocks {
    /// Whether the program allocates anything of which something is said.
    any: bool,
    telling: Telling,
    places: Vec<Place>,
    frees: Vec<Free>,
}

/// A place in the automaton that allocates.
struct Place {
    /// The edge on which the block is new, and how many of its steps come before the conditions.
    edge: (usize, usize),
    block: Block,
    /// Where the last block begins and its size, until it is freed: kept by variables.
    kept: Option<(VarId, VarId)>,
    storage: Storage,
}

/// Where a block begins, and its size.
#[derive(Clone, Copy)]
struct Block {
    start: Term,
    size: Term,
}

/// How long a block lives.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Storage {
    /// Until it is freed. There may be none.
    Heap,
    /// To the end of a function. It may be empty, and then anywhere.
    Frame,
    /// To the end of a scope: a new one takes the place of the last.
    Scope,
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
    pub(super) fn of(program: &Program, code: &Code, telling: Telling) -> Blocks {
        Blocks {
            any: telling == Telling::Places && allocates(program, code),
            telling,
            ..Blocks::default()
        }
    }
}

/// Whether a program calls an allocator.
fn allocates(program: &Program, code: &Code) -> bool {
    let allocator = |f: u32| {
        let function = program.function(program.resolve(f));
        function.is_some_and(|f| f.body.is_none() && is_allocator(&f.name))
    };
    let mut stmts = code.bodies.iter().flatten().flat_map(|body| &body.stmts);
    stmts.any(|stmt| match &stmt.kind {
        Kind::Call(call) => match call.callee {
            Callee::Function(f) | Callee::Pointed(f, _) => allocator(f),
            Callee::Pointer { .. } => true,
        },
        _ => false,
    })
}

fn storage(name: &str) -> Storage {
    match name.trim_start_matches("__builtin_") {
        BLOCK => Storage::Scope,
        "alloca" => Storage::Frame,
        _ => Storage::Heap,
    }
}

impl Lowerer<'_> {
    /// What an allocator returns, if its arguments say how large the block is.
    pub(super) fn allocated(
        &mut self,
        name: &str,
        values: &[Argument],
        result: &Spot,
    ) -> Result<()> {
        let Some(size) = self.block_size(name, values) else {
            return Ok(());
        };
        if result.ty.pointee().is_none() || self.out.at == NOWHERE {
            return Ok(());
        }
        let address = self.read(result)?;
        let block = Block {
            start: address,
            size,
        };
        let (zero, one) = (self.arena.lit(0), self.arena.lit(1));
        let storage = storage(name);
        if self.objects.blocks.telling == Telling::Nothing && storage != Storage::Scope {
            return Ok(());
        }
        let kept = (storage != Storage::Scope)
            .then(|| (self.kept_number("$block"), self.kept_number("$size")));
        let join = self.out.new_loc(self.out.pos);
        let (without, with) = match storage {
            Storage::Heap => {
                let none = self.arena.eq(address, zero);
                (none, self.arena.le(one, address))
            }
            Storage::Frame => (self.arena.le(size, zero), self.arena.le(one, size)),
            Storage::Scope => {
                self.presume_length(size);
                self.block(block, storage, kept);
                return Ok(());
            }
        };
        self.out.settle();
        let at = self.out.at;
        self.out.assume(with);
        self.block(block, storage, kept);
        self.out.jump(join, at);
        self.out.assume(without);
        let nothing = Block {
            start: zero,
            size: zero,
        };
        self.keep_block(kept, nothing);
        self.out.flow_to(join);
        Ok(())
    }

    fn keep_block(&mut self, kept: Option<(VarId, VarId)>, block: Block) {
        if let Some((start, size)) = kept {
            self.out.assign(start, block.start);
            self.out.assign(size, block.size);
        }
    }

    /// A length is positive (C11 6.7.6.2p5). Proofs are about 0, too, which gcc has at a place of
    /// its own; but no array is larger than any object can be, as it is if its length is negative.
    fn presume_length(&mut self, size: Term) {
        let function = self.function_name();
        self.note(
            "in-bounds",
            &function,
            "No array of variable length has a negative length, and the stack has room for all of them.",
        );
        let (one, most) = (
            self.arena.lit(1),
            self.arena.lit(self.program.types.address().max() / 2),
        );
        let (some, fits) = (self.arena.le(one, size), self.arena.le(size, most));
        for condition in [some, fits] {
            self.presume(
                condition,
                "in-bounds",
                "the length of an array is not positive, or too large (C11 6.7.6.2p5)",
            );
        }
        self.out.assume(fits);
    }

    /// A block is new on the edge under construction.
    fn block(&mut self, block: Block, storage: Storage, kept: Option<(VarId, VarId)>) {
        let (one, last) = (
            self.arena.lit(1),
            self.arena.lit(self.program.types.address().max()),
        );
        let end = self.arena.mk(Op::Add, &[block.start, block.size]);
        let (somewhere, fits) = (self.arena.le(one, block.start), self.arena.le(end, last));
        // Elsewhere the condition of the branch says so.
        if storage != Storage::Heap {
            self.out.assume(somewhere);
        }
        self.out.assume(fits);
        self.objects.blocks.places.push(Place {
            edge: (self.out.edges.len(), self.out.block.len()),
            block,
            kept,
            storage,
        });
        self.keep_block(kept, block);
    }

    /// How many bytes an allocator is asked for, if its arguments say so in a linear way.
    fn block_size(&mut self, name: &str, values: &[Argument]) -> Option<Term> {
        let number = |index: usize| match values.get(index) {
            Some(Argument::Scalar(term, ty)) if ty.is_integer() => Some(*term),
            Some(_) | None => None,
        };
        match name.trim_start_matches("__builtin_") {
            "malloc" | "valloc" | "alloca" | "kmalloc" | "kzalloc" | "__kmalloc" | "vmalloc"
            | "vzalloc" | BLOCK => number(0),
            "realloc" | "aligned_alloc" => number(1),
            "calloc" | "kcalloc" => {
                let (count, size) = (number(0)?, number(1)?);
                let literal = |term| self.arena.as_lit(term).is_some();
                if !literal(count) && !literal(size) {
                    return None;
                }
                Some(self.arena.mk(Op::Mul, &[count, size]))
            }
            _ => None,
        }
    }

    fn kept_number(&mut self, name: &str) -> VarId {
        let sort = VarSort::Int(self.program.types.address());
        let prefix = self.instances.last().map_or("", |i| i.prefix.as_str());
        let name = format!("{prefix}{name}");
        self.out.declare(name, sort, Origin::Program)
    }

    /// What a function without a body frees.
    pub(super) fn frees(&mut self, name: &str, values: &[Argument]) {
        match values.first() {
            Some(Argument::Scalar(address, _)) if frees_block(name) => self.freed(Some(*address)),
            _ if is_allocator(name)
                || is_harmless(name)
                || is_computed(name)
                || moves_blocks(name)
                || results(name).is_some() => {}
            _ => self.freed(None),
        }
    }

    /// A block is freed, perhaps any: another one may lie there.
    pub(super) fn freed(&mut self, address: Option<Term>) {
        if !self.objects.blocks.any {
            return;
        }
        let pos = self.out.pos;
        let (from, to) = (self.out.new_loc(pos), self.out.new_loc(pos));
        self.out.jump(from, to);
        self.objects.blocks.frees.push(Free {
            from,
            to,
            address,
            pos,
            frame: self.out.frame,
        });
    }

    // -- when everything is lowered

    /// Whether there are more places, or pairs, than something is said about. Conditions on some
    /// of them are of little use, and the search has more ways to go for each.
    pub(super) fn too_many_blocks(&self) -> bool {
        let blocks = &self.objects.blocks;
        let places = blocks.places.len();
        let pairs = places * self.objects_with_values().len();
        blocks.telling == Telling::Places && (places > PLACES_MAX || pairs > PAIRS_MAX)
    }

    /// Adds what is known of blocks where they are allocated, and forgets it where they are freed.
    pub(super) fn place_blocks(&mut self) {
        let blocks = std::mem::take(&mut self.objects.blocks);
        // The variables of a procedure are no other's.
        let pairs = blocks.telling == Telling::Places && self.out.cfa.procedures.is_empty();
        for place in &blocks.places {
            let mut conditions = self.apart_from_objects(place, blocks.places.len());
            if pairs {
                conditions.extend(self.apart_from_blocks(place, &blocks));
            }
            let (edge, at) = place.edge;
            let Some(edge) = self.out.edges.get_mut(edge) else {
                continue;
            };
            let Some(before) = at.checked_sub(1).and_then(|at| edge.steps.get(at).copied()) else {
                continue;
            };
            let steps = conditions.into_iter().map(|condition| Step {
                action: Action::Do(StmtKind::Assume(condition)),
                ..before
            });
            edge.steps.splice(at..at, steps);
        }
        let kept: Vec<(VarId, VarId)> = blocks.places.iter().filter_map(|p| p.kept).collect();
        let kept = if pairs { kept } else { Vec::new() };
        let heap = blocks
            .places
            .iter()
            .filter(|p| pairs && p.storage == Storage::Heap);
        let heap: Vec<(VarId, VarId)> = heap.filter_map(|p| p.kept).collect();
        for free in blocks.frees {
            self.place_free(&free, &heap);
        }
        self.begin_without_blocks(&kept);
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
        let machine = self.program.types.address();
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
                    self.split(atom, true, this, next);
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
        let mut out = Vec::new();
        for (object, size) in objects {
            let start = self.address(object, size);
            let size = self.arena.lit(i128::from(size));
            out.extend(self.apart(place.block, Block { start, size }));
        }
        out
    }

    /// A new block lies apart from the last of each other place. The address that the place gave
    /// last tells where that block begins as long as nothing is freed, and as long as its size is
    /// not 0 if the new block must not begin in it.
    fn apart_from_blocks(&mut self, place: &Place, blocks: &Blocks) -> Vec<Term> {
        let machine = self.program.types.address();
        let freed = !blocks.frees.is_empty();
        let mut out = Vec::new();
        for known in blocks.places.iter().filter(|p| p.edge != place.edge) {
            let Block { start, size } = known.block;
            let (begin, size) = match known.kept {
                Some((kept, size)) => {
                    let (kept, size) =
                        (self.arena.var(kept, machine), self.arena.var(size, machine));
                    let direct = !freed && known.storage == Storage::Heap;
                    (if direct { start } else { kept }, size)
                }
                None => (start, size),
            };
            out.push(self.outside(place.block, begin));
            out.push(self.outside(Block { start, size }, place.block.start));
        }
        out
    }

    /// Variables and string literals in memory: functions and labels hold no values.
    fn objects_with_values(&self) -> Vec<(u32, u64)> {
        let code = self.objects.functions.values();
        let code: Vec<u32> = code.chain(self.objects.labels.values()).copied().collect();
        let all = (0u32..).zip(&self.out.cfa.objects);
        all.filter(|(index, _)| !code.contains(index))
            .map(|(index, object)| (index, object.size))
            .collect()
    }

    /// Neither block begins in the other one. That is true of a block at 0 without bytes.
    fn apart(&mut self, a: Block, b: Block) -> [Term; 2] {
        [self.outside(a, b.start), self.outside(b, a.start)]
    }

    /// An address is outside of a block: the distance to it, counted around the address space, is
    /// at least the size of the block.
    fn outside(&mut self, block: Block, address: Term) -> Term {
        let machine = self.program.types.address();
        let distance = self.arena.mk(Op::Sub, &[address, block.start]);
        let distance = self.arena.wrap(machine, distance);
        self.arena.le(block.size, distance)
    }
}
