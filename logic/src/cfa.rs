//! Control-flow automata (paper 004, section 3.1): what a program and its specification mean.
//!
//! One automaton is one program: locations, and edges that carry a block of statements or the call
//! of a procedure ([`Procedure`]); most calls are inlined. Everything that the verification
//! condition depends on is in [`Cfa`]; positions and call frames only serve messages.
//!
//! **Semantics.** A state gives each integer variable a value in its type's range and each memory
//! variable a memory whose elements lie in its element type's range. A run starts at `entry` in any
//! state. An edge runs its statements in order: an assignment stores the value of its term, a havoc
//! stores any value of the variable's sort, an assumption blocks the run unless its formula holds.
//! The program is *safe* if no run reaches `error`.

use crate::arena::{Arena, Expr, Node, VarId};
use crate::types::{IntType, Profile, Sort};
use alloc::string::String;
use alloc::vec::Vec;

/// Index of a location.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocId(pub u32);
/// Index of an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(pub u32);
/// Index of a call frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FrameId(pub u32);

/// Index of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProcId(pub u32);

/// A position in a source file of the user. For messages only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos {
    /// Index into [`Cfa::files`].
    pub file: u32,
    /// Line, from 1; 0 where unknown.
    pub line: u32,
    /// Column, from 1; 0 where unknown.
    pub column: u32,
}

/// What kind of value a variable holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VarSort {
    /// An integer of this type.
    Int(IntType),
    /// A memory whose elements have this type.
    Map(IntType),
}

/// What a call does to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Calls leave it to the callee.
    Global,
    /// Each activation has its own.
    Local,
}

/// A program variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarDecl {
    /// A readable name, unique in the automaton (`lock`, `Dispatch#3::status`, `mem int`, …).
    pub name: String,
    /// Its sort.
    pub sort: VarSort,
    /// Its scope.
    pub scope: Scope,
}

/// A memory object: a variable whose address is taken, a string literal, a function that is pointed
/// to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectDecl {
    /// A readable name.
    pub name: String,
    /// Size in bytes, at least 1. It is also in every [`Node::Addr`] of the object.
    pub size: u64,
}

/// One step of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `var := value`. For a memory variable the value is a chain of updates.
    Assign {
        /// The variable that is written.
        var: VarId,
        /// The value, in terms of the state before the step.
        value: Expr,
    },
    /// `var` gets any value of its sort.
    Havoc {
        /// The variable that is written.
        var: VarId,
    },
    /// The run goes on only if the formula holds.
    Assume(Expr),
}

/// A step with the position of the C construct that it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it comes from.
    pub pos: Pos,
    /// The call that it belongs to; a block may have steps of several. For messages only.
    pub frame: FrameId,
}

/// An edge of the automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: LocId,
    /// Where it ends.
    pub to: LocId,
    /// Its block, possibly empty.
    pub stmts: Vec<Stmt>,
    /// The procedure that runs between `from` and `to`; its block is empty then.
    pub call: Option<ProcId>,
}

/// A part of the automaton that is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// Where activations start.
    pub entry: LocId,
    /// Where they return.
    pub exit: LocId,
    /// Local variables that keep the value that a global has at the call: (ghost, global).
    pub ghosts: Vec<(VarId, VarId)>,
}

/// A call frame: which function's code a location belongs to, and through which calls it was
/// reached. For messages only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The function's name.
    pub function: String,
    /// The frame of the caller; `None` for the entry function.
    pub caller: Option<FrameId>,
    /// Where the call stands.
    pub call_site: Pos,
}

/// A location of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// The frame it belongs to.
    pub frame: FrameId,
    /// The position of the code that follows.
    pub pos: Pos,
}

/// A recorded assumption or approximation (DESIGN §1): what must hold of the world for a proof
/// about the automaton to speak about the program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LedgerEntry {
    /// A stable kind that policies name: `external`, `type-based-aliasing`, `in-bounds`,
    /// `inline-asm`, `function-pointer`, `harness`, …
    pub kind: String,
    /// What it is about: a function's name, an object.
    pub subject: String,
    /// One sentence for people.
    pub detail: String,
}

/// A program as the logic sees it.
#[derive(Clone, Debug)]
pub struct Cfa {
    /// The ABI.
    pub profile: Profile,
    /// Variables; `VarId(i)` is `vars[i]`.
    pub vars: Vec<VarDecl>,
    /// Objects; `Node::Addr { object: i, .. }` is `objects[i]`.
    pub objects: Vec<ObjectDecl>,
    /// Locations; `LocId(i)` is `locations[i]`.
    pub locations: Vec<Location>,
    /// Procedures; `ProcId(i)` is `procedures[i]`.
    pub procedures: Vec<Procedure>,
    /// Edges; `EdgeId(i)` is `edges[i]`.
    pub edges: Vec<Edge>,
    /// Where runs start.
    pub entry: LocId,
    /// The location that a safe program never reaches.
    pub error: LocId,
    /// Sorted, without duplicates.
    pub ledger: Vec<LedgerEntry>,
    /// Call frames.
    pub frames: Vec<Frame>,
    /// File names, as line markers give them.
    pub files: Vec<String>,
}

/// Why an automaton is not well formed: a bug of the front end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfaError {
    /// `entry`, `error` or an edge's end is no location.
    Location,
    /// A variable index is out of range, or its sort in an expression is not its declared one.
    Variable(VarId),
    /// An object index is out of range, its size is 0, or its size or address width in an
    /// expression is not the declared one.
    Object(u32),
    /// The objects do not fit into the address space together: no state has them in disjoint
    /// ranges, so everything would hold.
    AddressSpace,
    /// A formula stands where a term is needed, or the other way round.
    Sort(EdgeId),
    /// The assigned value is not syntactically within the variable's range (DESIGN §4, "range
    /// invariant").
    Range(EdgeId, VarId),
    /// A ghost is not a local of its own with the sort of a global, or a call names no procedure or
    /// has a block.
    Procedure(ProcId),
    /// A ghost is written.
    Ghost(VarId),
}

impl Cfa {
    /// Checks what the soundness of the verification condition rests on: indices, sorts, and the
    /// range invariant.
    ///
    /// # Errors
    /// The first violation found.
    pub fn validate(&self, arena: &Arena) -> Result<(), CfaError> {
        let location_ok = |q: LocId| (q.0 as usize) < self.locations.len();
        if !location_ok(self.entry)
            || !location_ok(self.error)
            || !self
                .edges
                .iter()
                .all(|e| location_ok(e.from) && location_ok(e.to))
        {
            return Err(CfaError::Location);
        }
        self.validate_objects()?;
        self.validate_procedures()?;
        let mut roots = Vec::new();
        for (index, edge) in self.edges.iter().enumerate() {
            let id = EdgeId(u32::try_from(index).unwrap_or(u32::MAX));
            for stmt in &edge.stmts {
                match stmt.kind {
                    StmtKind::Assume(p) => {
                        if arena.sort(p) != Sort::Form {
                            return Err(CfaError::Sort(id));
                        }
                        roots.push(p);
                    }
                    StmtKind::Havoc { var } => {
                        self.sort_of(var)?;
                    }
                    StmtKind::Assign { var, value } => {
                        let (sort, ty) = match self.sort_of(var)? {
                            VarSort::Int(ty) => (Sort::Term, ty),
                            VarSort::Map(ty) => (Sort::Map, ty),
                        };
                        if arena.sort(value) != sort {
                            return Err(CfaError::Sort(id));
                        }
                        roots.push(value);
                        // For a memory this is the hull of all elements, so one test serves both
                        // sorts.
                        if !arena.interval(value).within(ty) {
                            return Err(CfaError::Range(id, var));
                        }
                    }
                }
            }
        }
        self.validate_leaves(arena, roots)
    }

    /// There must be a state at all: disjoint ranges without the null address, each with a
    /// representable end, for all objects at once.
    fn validate_objects(&self) -> Result<(), CfaError> {
        if let Some(empty) = self.objects.iter().position(|o| o.size == 0) {
            return Err(CfaError::Object(u32::try_from(empty).unwrap_or(u32::MAX)));
        }
        // Laid out one behind the other from address 1, the last one ends at 1 + total, which has
        // to be at most 2^bits - 1.
        let total = self
            .objects
            .iter()
            .try_fold(0i128, |sum, o| sum.checked_add(i128::from(o.size)));
        match total {
            Some(total) if total <= (1i128 << self.profile.pointer_bits()) - 2 => Ok(()),
            _ => Err(CfaError::AddressSpace),
        }
    }

    /// The declared sort of a variable.
    ///
    /// # Errors
    /// If there is no such variable.
    pub fn sort_of(&self, var: VarId) -> Result<VarSort, CfaError> {
        self.vars
            .get(var.0 as usize)
            .map(|v| v.sort)
            .ok_or(CfaError::Variable(var))
    }

    /// Checks that the variables and objects in these expressions are this program's own.
    fn validate_leaves(&self, arena: &Arena, mut work: Vec<Expr>) -> Result<(), CfaError> {
        let mut seen = alloc::vec![false; arena.len()];
        while let Some(e) = work.pop() {
            if core::mem::replace(&mut seen[e.index()], true) {
                continue;
            }
            match arena.node(e) {
                Node::Lit(_) | Node::Type(_) => {}
                Node::Var(v, ty) if self.sort_of(v)? == VarSort::Int(ty) => {}
                Node::MapVar(v, ty) if self.sort_of(v)? == VarSort::Map(ty) => {}
                Node::Var(v, _) | Node::MapVar(v, _) => return Err(CfaError::Variable(v)),
                Node::Addr { object, size, bits } => {
                    let known = self
                        .objects
                        .get(object as usize)
                        .is_some_and(|o| o.size == size);
                    if !known || bits != self.profile.pointer_bits() {
                        return Err(CfaError::Object(object));
                    }
                }
                Node::App(..) => work.extend(arena.args(e)),
            }
        }
        Ok(())
    }

    /// The expression that reads a variable.
    pub fn read(&self, arena: &mut Arena, var: VarId) -> Expr {
        match self.vars[var.0 as usize].sort {
            VarSort::Int(ty) => arena.var(var, ty),
            VarSort::Map(ty) => arena.map_var(var, ty),
        }
    }

    /// Edges that leave each location, by location.
    pub fn out_edges(&self) -> Vec<Vec<EdgeId>> {
        let mut out = alloc::vec![Vec::new(); self.locations.len()];
        for (i, edge) in self.edges.iter().enumerate() {
            out[edge.from.0 as usize].push(EdgeId(u32::try_from(i).unwrap_or(u32::MAX)));
        }
        out
    }
}
