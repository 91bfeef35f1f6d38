//! Which turn is taken next.

use proofmark_logic::cfa::{Cfa, EdgeId};
use proofmark_replay::interpret::{Symbolic, Turn};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;

/// Turns that are kept.
const TURNS: usize = 200_000;
/// What a turn that was tried costs, in edges that are between it and the error.
const TRIED: usize = 16;

/// A turn of an execution that was not taken.
pub(super) struct Open {
    pub(super) run: Rc<Symbolic>,
    /// Which one.
    pub(super) turn: usize,
    /// How often its edge had been tried.
    tried: usize,
}

/// Turns that nobody has taken, cheapest first: near to the error, and of edges that were seldom
/// tried.
pub(super) struct Queue {
    /// By edge, how many edges are between its end and the error.
    far: Vec<Option<usize>>,
    /// By edge, how often it was tried to take it.
    tried: Vec<usize>,
    covered: BTreeSet<EdgeId>,
    /// By cost, then by the length of the way.
    order: BinaryHeap<(Reverse<usize>, Reverse<usize>, usize)>,
    open: Vec<Option<Open>>,
}

impl Queue {
    pub(super) fn new(cfa: &Cfa) -> Queue {
        let far = distances(cfa);
        let ends = cfa.edges.iter().map(|edge| place(edge.to.0));
        Queue {
            far: ends.map(|to| *far.get(to)?).collect(),
            tried: vec![0; cfa.edges.len()],
            covered: BTreeSet::new(),
            order: BinaryHeap::new(),
            open: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Adds the turns of an execution.
    pub(super) fn add(&mut self, run: Rc<Symbolic>) {
        self.covered.extend(&run.path);
        for turn in 0..run.turns.len() {
            self.push(Rc::clone(&run), turn);
        }
    }

    fn push(&mut self, run: Rc<Symbolic>, turn: usize) {
        let Some(Turn { edge, at, .. }) = run.turns.get(turn) else {
            return;
        };
        let far = self.far.get(place(edge.0)).copied().flatten();
        let (Some(far), true) = (far, self.open.len() < TURNS) else {
            return;
        };
        let tried = self.tried.get(place(edge.0)).copied().unwrap_or(0);
        let known = usize::from(self.covered.contains(edge));
        let cost = far + TRIED * (tried + known);
        let number = self.open.len();
        self.order.push((Reverse(cost), Reverse(*at), number));
        self.open.push(Some(Open { run, turn, tried }));
    }

    /// The turn that is tried next.
    pub(super) fn pop(&mut self) -> Option<Open> {
        loop {
            let (_, _, number) = self.order.pop()?;
            let Some(open) = self.open.get_mut(number).and_then(Option::take) else {
                continue;
            };
            let edge = open.run.turns.get(open.turn).map(|turn| turn.edge);
            let Some(tried) = edge.and_then(|edge| self.tried.get_mut(place(edge.0))) else {
                continue;
            };
            if *tried > open.tried {
                // It costs more by now.
                self.push(open.run, open.turn);
                continue;
            }
            *tried += 1;
            return Some(open);
        }
    }
}

/// By location, the number of edges on the shortest way to the error, where returns lead to behind
/// all calls.
fn distances(cfa: &Cfa) -> Vec<Option<usize>> {
    let mut into: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for edge in &cfa.edges {
        let (from, to) = (place(edge.from.0), place(edge.to.0));
        into.entry(to).or_default().push(from);
        let called = edge.call.and_then(|p| cfa.procedures.get(place(p.0)));
        if let Some(callee) = called {
            into.entry(place(callee.entry.0)).or_default().push(from);
            into.entry(to).or_default().push(place(callee.exit.0));
        }
    }
    let mut far = vec![None; cfa.locations.len()];
    let mut front = vec![place(cfa.error.0)];
    let mut distance = 0;
    while !front.is_empty() {
        let mut next = Vec::new();
        for here in front {
            if let Some(unknown @ None) = far.get_mut(here) {
                *unknown = Some(distance);
                next.extend(into.get(&here).into_iter().flatten().copied());
            }
        }
        (front, distance) = (next, distance + 1);
    }
    far
}

fn place(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
