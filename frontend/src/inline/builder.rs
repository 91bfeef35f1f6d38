//! The automaton under construction: locations, edges, and names of variables and objects.

use super::draft::{DraftEdge, Step};
use crate::translate::{Action, ObjectKind, Origin, NOWHERE};
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{
    Cfa, Frame, FrameId, LocId, Location, ObjectDecl, Pos, ProcId, Scope, StmtKind, VarDecl,
    VarSort,
};
use proofmark_logic::types::Profile;
use std::collections::{BTreeMap, HashMap};

pub(super) struct Builder {
    /// All but the edges.
    pub(super) cfa: Cfa,
    pub(super) edges: Vec<DraftEdge>,
    /// See [`super::Draft::behind`].
    pub(super) behind: BTreeMap<LocId, LocId>,
    /// How many edges are none in proofs.
    asides: usize,
    /// For each variable, where it comes from.
    pub(super) origin: Vec<Origin>,
    /// For each object, what it is.
    pub(super) kinds: Vec<ObjectKind>,
    /// How often a name was given, to keep names unique.
    names: HashMap<String, u32>,
    /// In front of the names of the copy under construction.
    pub(super) prefix: String,
    /// The block under construction starts here.
    pub(super) at: LocId,
    pub(super) block: Vec<Step>,
    pub(super) pos: Pos,
    pub(super) frame: FrameId,
}

impl Builder {
    pub(super) fn new(profile: Profile, files: Vec<String>) -> Builder {
        Builder {
            cfa: Cfa {
                profile,
                vars: Vec::new(),
                objects: Vec::new(),
                locations: Vec::new(),
                procedures: Vec::new(),
                edges: Vec::new(),
                entry: LocId(0),
                error: LocId(1),
                ledger: Vec::new(),
                frames: Vec::new(),
                files,
            },
            edges: Vec::new(),
            behind: BTreeMap::new(),
            asides: 0,
            origin: Vec::new(),
            kinds: Vec::new(),
            names: HashMap::new(),
            prefix: String::new(),
            at: LocId(0),
            block: Vec::new(),
            pos: Pos::default(),
            frame: FrameId(0),
        }
    }

    /// A call of a function that messages call so.
    pub(super) fn new_frame(
        &mut self,
        function: &str,
        caller: Option<FrameId>,
        call_site: Pos,
    ) -> FrameId {
        self.cfa.frames.push(Frame {
            function: function.to_owned(),
            caller,
            call_site,
        });
        FrameId(u32::try_from(self.cfa.frames.len() - 1).unwrap_or(u32::MAX))
    }

    pub(super) fn new_loc(&mut self, pos: Pos) -> LocId {
        self.cfa.locations.push(Location {
            frame: self.frame,
            pos,
        });
        LocId(u32::try_from(self.cfa.locations.len() - 1).unwrap_or(u32::MAX))
    }

    /// How many edges the automaton for proofs has so far.
    pub(super) fn size(&self) -> usize {
        self.edges.len() - self.asides
    }

    pub(super) fn edge(&mut self, from: LocId, to: LocId, steps: Vec<Step>) {
        if from != NOWHERE {
            self.edges.push(DraftEdge {
                from,
                to,
                steps,
                call: None,
            });
        }
    }

    /// A call of a procedure.
    pub(super) fn call(&mut self, from: LocId, to: LocId, callee: ProcId) {
        self.edges.push(DraftEdge {
            from,
            to,
            steps: Vec::new(),
            call: Some(callee),
        });
    }

    /// Executions that come here leave the automaton by this action. Lowering goes on as if they
    /// did not.
    pub(super) fn depart(&mut self, action: Action) {
        let mut steps = self.block.clone();
        steps.push(self.step(action));
        let edges = self.edges.len();
        self.edge(self.at, self.cfa.error, steps);
        self.asides += self.edges.len() - edges;
    }

    pub(super) fn step(&self, action: Action) -> Step {
        Step {
            action,
            pos: self.pos,
            frame: self.frame,
        }
    }

    /// A step of the block under construction.
    pub(super) fn act(&mut self, action: Action) {
        self.block.push(self.step(action));
    }

    pub(super) fn push(&mut self, kind: StmtKind) {
        self.act(Action::Do(kind));
    }

    pub(super) fn assign(&mut self, var: VarId, value: Term) {
        self.push(StmtKind::Assign { var, value });
    }

    /// Ends the block with a jump; code may go on at `next`.
    pub(super) fn jump(&mut self, to: LocId, next: LocId) {
        let steps = std::mem::take(&mut self.block);
        self.edge(self.at, to, steps);
        self.at = next;
    }

    /// Ends the block with a jump; nothing comes here otherwise.
    pub(super) fn leave(&mut self, to: LocId) {
        self.jump(to, NOWHERE);
    }

    /// Ends the block and goes on at `to`.
    pub(super) fn flow_to(&mut self, to: LocId) {
        self.jump(to, to);
    }

    /// Ends the block, if it does anything, where branches begin.
    pub(super) fn settle(&mut self) {
        let aside = self.block.iter().all(|step| step.action.is_aside());
        if aside && (self.block.is_empty() || self.at == NOWHERE) {
            self.block.clear();
            return;
        }
        let (at, here) = (self.at, self.new_loc(self.pos));
        self.flow_to(here);
        if aside {
            self.behind.insert(here, at);
            self.asides += 1;
        }
    }

    /// What follows cannot be reached from here.
    pub(super) fn stop(&mut self) {
        self.block.clear();
        self.at = NOWHERE;
    }

    /// How often this was asked for a name.
    pub(super) fn count(&mut self, name: String) -> u32 {
        let count = self.names.entry(name).or_insert(0);
        *count += 1;
        *count
    }

    /// The name of what belongs to the copy under construction. That of a variable that holds an
    /// address begins with `&`.
    pub(super) fn prefixed(&self, name: &str) -> String {
        match name.strip_prefix('&') {
            Some(object) => format!("&{}{object}", self.prefix),
            None => format!("{}{name}", self.prefix),
        }
    }

    fn unique(&mut self, name: String) -> String {
        match self.count(name.clone()) {
            1 => name,
            count => format!("{name}'{count}"),
        }
    }

    pub(super) fn declare(
        &mut self,
        name: String,
        sort: VarSort,
        scope: Scope,
        origin: Origin,
    ) -> VarId {
        let name = self.unique(name);
        self.cfa.vars.push(VarDecl { name, sort, scope });
        self.origin.push(origin);
        VarId(u32::try_from(self.cfa.vars.len() - 1).unwrap_or(u32::MAX))
    }

    pub(super) fn object(&mut self, name: String, size: u64, kind: ObjectKind) -> u32 {
        let name = self.unique(name);
        self.cfa.objects.push(ObjectDecl { name, size });
        self.kinds.push(kind);
        u32::try_from(self.cfa.objects.len() - 1).unwrap_or(u32::MAX)
    }
}
