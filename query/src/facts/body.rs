//! The locations of a function's definition: which of its flat statements have one, and which
//! comes behind which.

use proofmark_frontend::flatten::{Base, Body, Kind, Place};
use proofmark_frontend::ir::Label;
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeSet, HashMap};

/// What a location is in its function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Site {
    /// In front of a flat statement.
    Stmt(usize),
    /// In front of the closing brace, where control gets there.
    End,
}

/// A definition with its labels.
pub(crate) struct Sites<'p> {
    body: &'p Body,
    labels: HashMap<u32, usize>,
    /// Jumps that only lead round, to themselves.
    endless: BTreeSet<usize>,
    /// Whether control may get to the closing brace.
    ends: bool,
}

impl<'p> Sites<'p> {
    pub(crate) fn new(body: &'p Body) -> Sites<'p> {
        let stmts = body.stmts.iter().enumerate();
        let labels = stmts.filter_map(|(index, stmt)| match stmt.kind {
            Kind::Label { label, .. } => Some((label.0, index)),
            _ => None,
        });
        let mut sites = Sites {
            body,
            labels: labels.collect(),
            endless: BTreeSet::new(),
            ends: false,
        };
        sites.endless = sites.endless();
        let ends = |site: Site| sites.next(site).contains(&Site::End);
        sites.ends = sites.first() == Some(Site::End) || sites.own().any(ends);
        sites
    }

    fn own(&self) -> impl Iterator<Item = Site> + '_ {
        let own = (0..self.body.stmts.len()).filter(|index| self.has_location(*index));
        own.map(Site::Stmt)
    }

    /// All locations, in the order of the text.
    pub(crate) fn all(&self) -> Vec<Site> {
        let mut sites: Vec<Site> = self.own().collect();
        if self.ends {
            sites.push(Site::End);
        }
        sites
    }

    /// Of each loop without statements, a jump: the first in the text.
    fn endless(&self) -> BTreeSet<usize> {
        let (mut endless, mut seen) = (BTreeSet::new(), BTreeSet::new());
        let target = |index: usize| match self.body.stmts.get(index).map(|stmt| &stmt.kind) {
            Some(Kind::Goto(label)) => self.labels.get(&label.0).copied(),
            _ => None,
        };
        for start in 0..self.body.stmts.len() {
            let mut way: Vec<usize> = Vec::new();
            let mut next = target(start).map(|_| start);
            while let Some(jump) = next.filter(|jump| seen.insert(*jump)) {
                way.push(jump);
                let mut at = target(jump);
                while let Some(index) = at.filter(|index| target(*index).is_none()) {
                    at = self.passes(index).then_some(index + 1);
                }
                next = at;
            }
            let round = way.iter().position(|jump| Some(*jump) == next);
            endless.extend(round.and_then(|round| way.iter().skip(round).min()));
        }
        endless
    }

    /// Whether control goes on behind a statement that has no location.
    fn passes(&self, index: usize) -> bool {
        let kind = self.body.stmts.get(index).map(|stmt| &stmt.kind);
        let ends = matches!(kind, None | Some(Kind::Return | Kind::Halt | Kind::Reject));
        !ends && !self.has_location(index)
    }

    /// Where a location is in the text.
    pub(crate) fn pos(&self, site: Site) -> Pos {
        let stmt = match site {
            Site::Stmt(index) => self.body.stmts.get(index),
            Site::End => None,
        };
        stmt.map_or(self.body.end, |stmt| stmt.pos)
    }

    /// The first location of the function.
    pub(crate) fn first(&self) -> Option<Site> {
        self.from(0)
    }

    /// The first location behind a label.
    pub(crate) fn behind(&self, label: Label) -> Option<Site> {
        self.labels
            .get(&label.0)
            .and_then(|index| self.from(*index))
    }

    /// Whether a statement does something that a location can stand in front of. A `return` with a
    /// value has its location in front of what computes the value last.
    fn has_location(&self, index: usize) -> bool {
        match self.body.stmts.get(index).map(|stmt| &stmt.kind) {
            Some(Kind::Return) => !index.checked_sub(1).is_some_and(|i| self.returns(i)),
            Some(
                Kind::Assign(..)
                | Kind::Call(_)
                | Kind::Overflow(_)
                | Kind::Clear(..)
                | Kind::Jump(_)
                | Kind::Branch(..)
                | Kind::Switch(..)
                | Kind::Asm(_),
            ) => true,
            // A loop without statements is where its jump is.
            Some(Kind::Goto(_)) => self.endless.contains(&index),
            Some(
                Kind::Enter(..)
                | Kind::Label { .. }
                | Kind::Reject
                | Kind::Halt
                | Kind::Observe(..)
                | Kind::Heard(_),
            )
            | None => false,
        }
    }

    /// Whether a statement says what the function returns.
    fn returns(&self, index: usize) -> bool {
        let result = |place: &Place| matches!(place.base, Base::Result);
        match self.body.stmts.get(index).map(|stmt| &stmt.kind) {
            Some(Kind::Assign(place, _)) => result(place),
            Some(Kind::Call(call)) => call.result.as_ref().is_some_and(|to| result(&to.place)),
            _ => false,
        }
    }

    /// The location that control gets to from a statement on, itself included; none if it leaves
    /// the function before.
    fn from(&self, start: usize) -> Option<Site> {
        let mut index = start;
        for _ in 0..=self.body.stmts.len() {
            if self.has_location(index) {
                return Some(Site::Stmt(index));
            }
            index = match self.body.stmts.get(index).map(|stmt| &stmt.kind) {
                None => return Some(Site::End),
                Some(Kind::Return | Kind::Halt | Kind::Reject) => return None,
                Some(Kind::Goto(label)) => *self.labels.get(&label.0)?,
                Some(_) => index + 1,
            };
        }
        None
    }

    /// The locations that may come next in the function.
    pub(crate) fn next(&self, site: Site) -> Vec<Site> {
        let Site::Stmt(index) = site else {
            return Vec::new();
        };
        let to = |label: &Label| self.behind(*label);
        let mut found: Vec<Option<Site>> = match self.body.stmts.get(index).map(|s| &s.kind) {
            Some(Kind::Branch(_, yes, no)) => vec![to(yes), to(no)],
            Some(Kind::Switch(_, cases, default)) => {
                let cases = cases.iter().map(|(_, _, label)| to(label));
                cases.chain([to(default)]).collect()
            }
            Some(Kind::Goto(label)) => vec![to(label)],
            Some(Kind::Jump(_)) => self.body.addressed.iter().map(to).collect(),
            Some(Kind::Return) | None => Vec::new(),
            Some(_) => vec![self.from(index + 1)],
        };
        found.dedup();
        found.into_iter().flatten().collect()
    }

    /// The locations that a way through the function leads to, whatever its branches depend on.
    pub(crate) fn reached(&self) -> BTreeSet<Site> {
        let mut reached = BTreeSet::new();
        let mut work: Vec<Site> = self.first().into_iter().collect();
        while let Some(site) = work.pop() {
            if reached.insert(site) {
                work.extend(self.next(site));
            }
        }
        reached
    }

    /// Whether control leaves the function behind a location.
    pub(crate) fn leaves(&self, site: Site) -> bool {
        match site {
            Site::End => true,
            Site::Stmt(index) => {
                let is_return = |index: usize| {
                    let stmt = self.body.stmts.get(index);
                    matches!(stmt.map(|stmt| &stmt.kind), Some(Kind::Return))
                };
                is_return(index) || (self.returns(index) && is_return(index + 1))
            }
        }
    }
}
