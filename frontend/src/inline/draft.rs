//! An automaton before it is known what it is for.
//!
//! Proofs, executions that show violations, runs and monitoring want to know different things of
//! the same statements. So edges hold [`Action`]s, of which each use makes what it needs, before
//! the automaton is simplified: [`Draft::for_proofs`] here, the others where they are used.

use crate::approximation::{Approximation, Approximations};
use crate::partition::MapKey;
use crate::translate::{Action, Origin};
use proofmark_logic::arena::{Arena, Expr as Term, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, FrameId, LocId, Location, Pos, ProcId, Scope, Stmt, StmtKind, VarDecl, VarSort,
};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet};

/// An action, and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// What is done.
    pub action: Action,
    /// The place in the program.
    pub pos: Pos,
    /// The function.
    pub frame: FrameId,
}

/// An edge of a draft; as [`Edge`].
pub struct DraftEdge {
    /// Where it begins.
    pub from: LocId,
    /// Where it ends.
    pub to: LocId,
    /// What it does.
    pub steps: Vec<Step>,
    /// The procedure that it calls.
    pub call: Option<ProcId>,
}

/// An automaton before it is known what it is for.
pub struct Draft {
    /// Holds the expressions.
    pub arena: Arena,
    /// All but the edges.
    pub cfa: Cfa,
    /// The edges.
    pub edges: Vec<DraftEdge>,
    /// Locations to which one edge leads that does nothing in proofs, with its beginning: to
    /// proofs they are the same.
    pub behind: BTreeMap<LocId, LocId>,
    /// For each variable, where it comes from.
    pub origin: Vec<Origin>,
    /// The memory maps.
    pub maps: BTreeMap<MapKey, VarId>,
    /// What memories hold at the start because of string literals, where there are so many that
    /// proofs leave it open.
    pub texts: Vec<Step>,
    /// Which havocs are no inputs.
    pub approximations: Approximations,
    /// Variables that begin without a value. Where a havoc of one of them is left after
    /// simplification, it may be read before it is written.
    pub indeterminate: BTreeSet<VarId>,
}

/// An automaton for some use, before simplification.
pub struct Automaton {
    /// Holds the expressions.
    pub arena: Arena,
    /// The automaton.
    pub cfa: Cfa,
    /// For each variable, where it comes from.
    pub origin: Vec<Origin>,
    /// Which havocs are no inputs.
    pub approximations: Approximations,
    /// See [`Draft::indeterminate`].
    pub indeterminate: BTreeSet<VarId>,
    /// Somebody looks at every write to these.
    pub observed: BTreeSet<VarId>,
    /// Where one of these becomes unknown, somebody looks at what it was before.
    pub kept: BTreeSet<VarId>,
    /// What it is assigned is no null pointer, and nothing reads it.
    pub followed: Option<VarId>,
}

/// Gets the pointers that writes follow. No name in C has a `$`.
const FOLLOWED: &str = "followed$";

impl DraftEdge {
    /// Whether executions on it leave the automaton.
    pub fn departs(&self) -> bool {
        matches!(
            self.steps.last().map(|step| step.action),
            Some(Action::Leave(_))
        )
    }
}

impl Draft {
    /// The automaton for proofs: what is open is any value, and nobody looks at what else there is.
    pub fn for_proofs(mut self) -> Automaton {
        let behind = std::mem::take(&mut self.behind);
        self.edges
            .retain(|edge| behind.get(&edge.to) != Some(&edge.from));
        for edge in &mut self.edges {
            edge.from = behind.get(&edge.from).copied().unwrap_or(edge.from);
        }
        let ty = match self.cfa.profile.pointer_bits() {
            64 => IntType::U64,
            _ => IntType::U32,
        };
        let followed = self.declare(FOLLOWED, VarSort::Int(ty), Origin::Program);
        let mut automaton = self.automaton(&mut |block, action| match action {
            Action::Do(kind) => block.push(kind),
            Action::Given(condition) => block.push(StmtKind::Assume(condition)),
            Action::Open { var, why, .. } | Action::ReadByte { var, why, .. } => {
                block.open(var, why);
            }
            Action::Blur {
                map,
                other,
                value,
                why,
            } => {
                block.open(other, why);
                block.assign(map, value);
            }
            Action::Follow(pointer) => block.assign(followed, pointer),
            Action::Leave(_) => block.stop(),
            Action::Check(..)
            | Action::WriteByte { .. }
            | Action::Changes(_)
            | Action::Refresh(_) => {}
        });
        automaton.followed = Some(followed);
        automaton
    }

    /// Declares a variable that all activations share.
    pub fn declare(&mut self, name: &str, sort: VarSort, origin: Origin) -> VarId {
        self.cfa.vars.push(VarDecl {
            name: name.to_owned(),
            sort,
            scope: Scope::Global,
        });
        self.origin.push(origin);
        VarId(u32::try_from(self.cfa.vars.len() - 1).unwrap_or(u32::MAX))
    }

    /// Puts steps in front of everything.
    pub fn begin(&mut self, steps: Vec<Step>, pos: Pos, frame: FrameId) {
        self.cfa.locations.push(Location { frame, pos });
        let start = LocId(u32::try_from(self.cfa.locations.len() - 1).unwrap_or(u32::MAX));
        self.edges.push(DraftEdge {
            from: start,
            to: self.cfa.entry,
            steps,
            call: None,
        });
        self.cfa.entry = start;
    }

    /// Adds the contents of string literals that proofs leave open.
    pub fn write_texts(&mut self) {
        let texts = std::mem::take(&mut self.texts);
        if let Some(Step { pos, frame, .. }) = texts.first().copied() {
            self.begin(texts, pos, frame);
        }
    }

    /// Makes an automaton: `meaning` says what becomes of each action.
    pub fn automaton(mut self, meaning: &mut dyn FnMut(&mut Block<'_>, Action)) -> Automaton {
        for edge in std::mem::take(&mut self.edges) {
            let mut block = Block {
                from: Some(edge.from),
                stmts: Vec::with_capacity(edge.steps.len()),
                pos: Pos::default(),
                frame: FrameId(0),
                arena: &mut self.arena,
                cfa: &mut self.cfa,
                approximations: &mut self.approximations,
            };
            for step in &edge.steps {
                (block.pos, block.frame) = (step.pos, step.frame);
                meaning(&mut block, step.action);
            }
            block.end(edge.to, edge.call);
        }
        Automaton {
            arena: self.arena,
            cfa: self.cfa,
            origin: self.origin,
            approximations: self.approximations,
            indeterminate: self.indeterminate,
            observed: BTreeSet::new(),
            kept: BTreeSet::new(),
            followed: None,
        }
    }
}

/// An edge that becomes one of an automaton.
pub struct Block<'a> {
    /// Holds the expressions.
    pub arena: &'a mut Arena,
    /// The automaton.
    pub cfa: &'a mut Cfa,
    /// The place in the program.
    pub pos: Pos,
    approximations: &'a mut Approximations,
    frame: FrameId,
    /// Where it begins; none where no execution comes.
    from: Option<LocId>,
    stmts: Vec<Stmt>,
}

impl Block<'_> {
    /// A statement.
    pub fn push(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt {
            kind,
            pos: self.pos,
            frame: self.frame,
        });
    }

    /// `var := value`.
    pub fn assign(&mut self, var: VarId, value: Term) {
        self.push(StmtKind::Assign { var, value });
    }

    /// The variable gets any value although the program allows fewer.
    pub fn open(&mut self, var: VarId, why: Approximation) {
        if let Some(decl) = self.cfa.vars.get(var.0 as usize) {
            self.approximations.insert(self.pos, decl.sort, why);
        }
        self.push(StmtKind::Havoc { var });
    }

    /// No execution comes here.
    pub fn stop(&mut self) {
        self.stmts.clear();
        self.from = None;
    }

    /// Ends the block at a location of its own, from where others may go on.
    pub fn cut(&mut self) -> LocId {
        self.cfa.locations.push(Location {
            frame: self.frame,
            pos: self.pos,
        });
        let next = LocId(u32::try_from(self.cfa.locations.len() - 1).unwrap_or(u32::MAX));
        self.end(next, None);
        self.from = Some(next);
        next
    }

    /// Goes on from a location instead.
    pub fn resume(&mut self, at: LocId) {
        self.stmts.clear();
        self.from = Some(at);
    }

    /// Ends the block at a location.
    pub fn end(&mut self, to: LocId, call: Option<ProcId>) {
        let stmts = std::mem::take(&mut self.stmts);
        if let Some(from) = self.from.take() {
            self.cfa.edges.push(Edge {
                from,
                to,
                stmts,
                call,
            });
        }
    }
}
