//! A block executed on certain values: which values are certain after it, what they were computed
//! from, and what is left of its statements where certain values are put in.

use super::cells::{Address, Cell, Cells, State};
use super::splits::{changes, writes, Choices};
use crate::engine::atoms::{Canon, Literal};
use crate::theory;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Edge, Stmt, StmtKind, VarSort};
use proofmark_logic::linear::Linear;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A certain value, and the cells of the state before the block that it depends on.
type Known = Option<(Expr, Rc<Cells>)>;

/// A term or formula with certain values put in, and the cells that these depend on.
type Rest = (Expr, Rc<Cells>);

/// More elements that a range fills are not kept in mind.
const FILLED_MAX: usize = 4096;

/// A change of a memory, with certain values where they are known.
enum Write {
    Element(Known, Known),
    /// A range: its ends, and what it is filled with.
    Range([Known; 2], Known),
}

/// An execution of a block, as far as it came.
pub(super) struct Block<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) canon: &'a mut Canon,
    cfa: &'a Cfa,
    /// What is certain now.
    pub(super) now: State,
    /// The cells that were written, and what their values depend on.
    origins: BTreeMap<Cell, Rc<Cells>>,
    /// What depends on where each memory was written.
    places: BTreeMap<VarId, Rc<Cells>>,
    /// What was put in for each variable that was written.
    put_in: BTreeMap<VarId, Rc<Cells>>,
    /// What was put in for assumptions.
    assumed: Rc<Cells>,
    /// Values of inputs.
    chosen: Choices,
    known: HashMap<Expr, Known>,
    rests: HashMap<Expr, Rest>,
}

impl<'a> Block<'a> {
    /// In a state.
    pub(super) fn new(
        arena: &'a mut Arena,
        canon: &'a mut Canon,
        cfa: &'a Cfa,
        before: &State,
    ) -> Block<'a> {
        Block {
            arena,
            canon,
            cfa,
            now: before.clone(),
            origins: BTreeMap::new(),
            places: BTreeMap::new(),
            put_in: BTreeMap::new(),
            assumed: Rc::default(),
            chosen: Choices::new(),
            known: HashMap::new(),
            rests: HashMap::new(),
        }
    }

    /// Chooses values of variables that an edge does not change, and of those that it makes inputs.
    pub(super) fn choose(&mut self, edge: &Edge, chosen: &Choices) {
        self.chosen.clone_from(chosen);
        let kept = chosen.iter().filter(|(var, _)| !writes(edge, **var));
        let kept: Choices = kept.map(|(var, value)| (*var, *value)).collect();
        self.choose_now(&kept);
    }

    /// Chooses values of variables after the statements, unless they are certain.
    pub(super) fn choose_now(&mut self, chosen: &Choices) {
        for (var, value) in chosen {
            let cell = Cell::Variable(*var);
            if !self.now.contains_key(&cell) {
                let value = self.arena.lit(*value);
                self.set(cell, value, Rc::default());
            }
        }
    }

    /// Executes statements.
    ///
    /// # Errors
    /// An assumption certainly fails; for that, these cells suffice.
    pub(super) fn run(&mut self, stmts: &[Stmt]) -> Result<Vec<Stmt>, Rc<Cells>> {
        let mut left = Vec::with_capacity(stmts.len());
        for (at, stmt) in stmts.iter().enumerate() {
            if let Some(kind) = self.step(stmt.kind)? {
                left.push(Stmt { kind, ..*stmt });
            }
            self.choose_assigned(stmt.kind, &stmts[at + 1..]);
        }
        Ok(left)
    }

    /// Chooses the value of a variable that a statement assigns and none of the others changes:
    /// what these compute of it is certain then.
    fn choose_assigned(&mut self, kind: StmtKind, rest: &[Stmt]) {
        let StmtKind::Assign { var, .. } = kind else {
            return;
        };
        if let Some(&value) = self.chosen.get(&var).filter(|_| !changes(rest, var)) {
            self.choose_now(&Choices::from([(var, value)]));
        }
    }

    /// Executes one statement. What is left of it.
    fn step(&mut self, kind: StmtKind) -> Result<Option<StmtKind>, Rc<Cells>> {
        match kind {
            StmtKind::Assume(p) => match self.decide(p) {
                Some((true, _)) => Ok(None),
                Some((false, cells)) => Err(cells),
                None => {
                    let (rest, cells) = self.rest(p);
                    self.assumed = join(Some(&self.assumed), &cells);
                    self.learn(p);
                    Ok(Some(StmtKind::Assume(rest)))
                }
            },
            StmtKind::Havoc { var } => {
                self.forget(var, Rc::default());
                if let Some(value) = self.chosen.get(&var) {
                    let value = self.arena.lit(*value);
                    self.set(Cell::Variable(var), value, Rc::default());
                }
                Ok(Some(kind))
            }
            StmtKind::Assign { var, value } => {
                let (rest, cells) = self.rest(value);
                match self.cfa.sort_of(var) {
                    Ok(VarSort::Map(_)) => self.write(var, value, cells),
                    Ok(VarSort::Int(_)) | Err(_) => {
                        let known = self.value(value);
                        self.forget(var, cells);
                        if let Some((value, cells)) = known {
                            self.set(Cell::Variable(var), value, cells);
                        }
                    }
                }
                Ok(Some(StmtKind::Assign { var, value: rest }))
            }
        }
    }

    /// A variable or a whole memory has a new value, which nothing is known of.
    pub(super) fn forget(&mut self, var: VarId, put_in: Rc<Cells>) {
        self.now.retain(|cell, _| cell.variable() != var);
        self.places.remove(&var);
        self.put_in.insert(var, put_in);
        self.changed();
    }

    /// A cell has a new value.
    pub(super) fn set(&mut self, cell: Cell, value: Expr, from: Rc<Cells>) {
        self.now.insert(cell, value);
        self.origins.insert(cell, from);
        self.changed();
    }

    fn changed(&mut self) {
        self.known.clear();
        self.rests.clear();
    }

    /// Executes a chain of updates.
    fn write(&mut self, var: VarId, mut memory: Expr, put_in: Rc<Cells>) {
        let mut writes = Vec::new();
        loop {
            memory = match (self.arena.app(memory), self.arena.as_patch(memory)) {
                (Some((Op::Upd, [inner, at, value])), _) => {
                    writes.push(Write::Element(self.value(at), self.value(value)));
                    inner
                }
                (_, Some((outside, ends, inside))) => {
                    let ends = ends.map(|end| self.value(end));
                    let value = match self.arena.app(inside) {
                        Some((Op::Fill, [value, ..])) => self.value(value),
                        _ => None,
                    };
                    writes.push(Write::Range(ends, value));
                    outside
                }
                _ => break,
            };
        }
        if !matches!(self.arena.node(memory), Node::MapVar(own, _) if own == var) {
            return self.forget(var, put_in);
        }
        for write in writes.into_iter().rev() {
            let (at, value) = match write {
                Write::Element(at, value) => (at, value),
                Write::Range(ends, value) => {
                    self.fill(var, ends, value);
                    continue;
                }
            };
            let place = at.and_then(|(at, cells)| Some((Address::of(self.arena, at)?, cells)));
            let Some((address, cells)) = place else {
                self.now.retain(|cell, _| cell.variable() != var);
                self.places.remove(&var);
                continue;
            };
            let all = join(self.places.get(&var), &cells);
            self.places.insert(var, all);
            let cell = Cell::Element(var, address);
            self.now.remove(&cell);
            if let Some((value, from)) = value {
                self.now.insert(cell, value);
                self.origins.insert(cell, join(Some(&from), &cells));
            }
        }
        self.put_in.insert(var, put_in);
        self.changed();
    }

    /// A range of a memory gets a value: certain elements, where they are not too many.
    fn fill(&mut self, var: VarId, [from, to]: [Known; 2], value: Known) {
        let ends = from.zip(to).and_then(|((from, first), (to, second))| {
            let sum = Linear::combination(self.arena, &[(1, to), (-1, from)]).ok()?;
            let start = Address::of(self.arena, from)?;
            let last = sum.as_constant()?.checked_sub(1)?;
            let end = self.shifted(from, last)?;
            Some((start, end, join(Some(&first), &second)))
        });
        let Some((start, end, cells)) = ends.filter(|(start, end, _)| start.object == end.object)
        else {
            self.now.retain(|cell, _| cell.variable() != var);
            self.places.remove(&var);
            return;
        };
        let all = join(self.places.get(&var), &cells);
        self.places.insert(var, all);
        let filled = start.offset..=end.offset;
        let over = |cell: &Cell| match cell {
            Cell::Element(own, at) => {
                *own == var && at.object == start.object && filled.contains(&at.offset)
            }
            Cell::Variable(_) => false,
        };
        self.now.retain(|cell, _| !over(cell));
        let Ok(VarSort::Map(element)) = self.cfa.sort_of(var) else {
            return;
        };
        let step = usize::from(element.bits().div_ceil(8)).max(1);
        let places = (0..=end.offset - start.offset).step_by(step);
        let Some((value, origin)) = value.filter(|_| places.clone().count() <= FILLED_MAX) else {
            return;
        };
        let origin = join(Some(&origin), &cells);
        for place in places {
            let Some(address) = self.shifted(start.term, place) else {
                continue;
            };
            self.now.insert(Cell::Element(var, address), value);
            self.origins
                .insert(Cell::Element(var, address), origin.clone());
        }
    }

    /// An address so far behind another one.
    fn shifted(&mut self, start: Expr, distance: i128) -> Option<Address> {
        let distance = self.arena.lit(distance);
        let sum = self.arena.mk(Op::Add, &[start, distance]);
        Address::of(self.arena, sum)
    }

    /// An undecided assumption that says what a cell holds.
    fn learn(&mut self, p: Expr) {
        let Some((Op::Eq, [a, b, _])) = self.arena.app(p) else {
            return;
        };
        for (place, other) in [(a, b), (b, a)] {
            let Some((value, cells)) = self.value(other) else {
                continue;
            };
            let cell = match self.arena.node(place) {
                Node::Var(var, _) if var.as_fresh().is_none() => Some(Cell::Variable(var)),
                _ => None,
            };
            if let Some(cell) = cell {
                self.set(cell, value, cells);
            }
        }
    }

    /// The cells of the state before that make a cell certain now.
    pub(super) fn origin(&self, cell: Cell) -> Rc<Cells> {
        let own = match self.origins.get(&cell) {
            Some(known) => known.clone(),
            None => Rc::new(Cells::from([cell])),
        };
        match cell {
            Cell::Element(memory, _) => join(self.places.get(&memory), &own),
            Cell::Variable(_) => own,
        }
    }

    /// The cells of the state before whose values were put in where a formula about the state after
    /// the block is carried back over what is left of the block.
    pub(super) fn sources_of_formula(&mut self, formula: Expr) -> Rc<Cells> {
        let cells = self.rest(formula).1;
        join(Some(&self.assumed), &cells)
    }

    /// Whether a formula certainly holds.
    fn decide(&mut self, p: Expr) -> Option<(bool, Rc<Cells>)> {
        match self.arena.node(p) {
            Node::App(Op::True, _) => Some((true, Rc::default())),
            Node::App(Op::False, _) => Some((false, Rc::default())),
            Node::App(Op::Not, [a, ..]) => self.decide(a).map(|(value, cells)| (!value, cells)),
            Node::App(op @ (Op::Eq | Op::Le), [a, b, _]) => {
                let ((a, from_a), (b, from_b)) = (self.value(a)?, self.value(b)?);
                let atom = self.arena.mk(op, &[a, b]);
                let holds = self.holds(atom)?;
                Some((holds, join(Some(&from_a), &from_b)))
            }
            _ => None,
        }
    }

    /// Whether an atom without variables holds.
    fn holds(&mut self, atom: Expr) -> Option<bool> {
        match self.canon.literal(self.arena, atom) {
            Literal::Constant(value) => return Some(value),
            Literal::Atom { .. } | Literal::Opaque(_) => {}
        }
        if theory::refute(self.arena, &[atom]).is_some() {
            return Some(false);
        }
        let negation = self.arena.not(atom);
        theory::refute(self.arena, &[negation]).map(|_| true)
    }

    /// The certain value of a term.
    fn value(&mut self, e: Expr) -> Known {
        if let Some(known) = self.known.get(&e) {
            return known.clone();
        }
        let value = self.compute(e);
        self.known.insert(e, value.clone());
        value
    }

    fn compute(&mut self, e: Expr) -> Known {
        match self.arena.node(e) {
            Node::Lit(_) | Node::Addr { .. } | Node::Type(_) => Some((e, Rc::default())),
            Node::Var(var, _) => {
                let cell = Cell::Variable(var);
                let value = *self.now.get(&cell)?;
                Some((value, self.origin(cell)))
            }
            Node::MapVar(..) => None,
            Node::App(Op::Sel, [memory, at, _]) => self.read(memory, at),
            Node::App(op, args) => {
                let mut cells = Rc::default();
                let mut values = Vec::new();
                for arg in args.iter().take(op.params().len()) {
                    let (value, from) = self.value(*arg)?;
                    cells = join(Some(&cells), &from);
                    values.push(value);
                }
                let term = self.arena.try_app(op, &values)?;
                Some((self.normal(term), cells))
            }
        }
    }

    /// A term without variables as values are written.
    fn normal(&mut self, term: Expr) -> Expr {
        let simple = self.canon.simplify(self.arena, term);
        match Linear::combination(self.arena, &[(1, simple)]) {
            Ok(sum) => sum.to_expr(self.arena),
            Err(_) => simple,
        }
    }

    fn read(&mut self, mut memory: Expr, at: Expr) -> Known {
        let (at, mut cells) = self.value(at)?;
        let mut at = Address::of(self.arena, at)?;
        loop {
            if let Some((Op::Shift, [inner, distance, _])) = self.arena.app(memory) {
                let (distance, from) = self.value(distance)?;
                let behind = self.arena.mk(Op::Add, &[at.term, distance]);
                let behind = self.normal(behind);
                at = Address::of(self.arena, behind)?;
                cells = join(Some(&cells), &from);
                memory = inner;
                continue;
            }
            if let Some((outside, ends, inside)) = self.arena.as_patch(memory) {
                let [(from, first), (to, second)] = [self.value(ends[0])?, self.value(ends[1])?];
                cells = join(Some(&cells), &join(Some(&first), &second));
                if self.is_within([from, to], at)? {
                    if let (Op::Fill, [value, ..]) = self.arena.app(inside)? {
                        let (value, from) = self.value(value)?;
                        return Some((value, join(Some(&cells), &from)));
                    }
                    memory = inside;
                    continue;
                }
                memory = outside;
                continue;
            }
            let Some((Op::Upd, [inner, to, value])) = self.arena.app(memory) else {
                break;
            };
            let (to, from) = self.value(to)?;
            cells = join(Some(&cells), &from);
            if Address::of(self.arena, to)?.is(at) {
                let (value, from) = self.value(value)?;
                return Some((value, join(Some(&cells), &from)));
            }
            memory = inner;
        }
        let Node::MapVar(var, _) = self.arena.node(memory) else {
            return None;
        };
        let cell = Cell::Element(var, at);
        let value = *self.now.get(&cell)?;
        Some((value, join(Some(&cells), &self.origin(cell))))
    }

    /// Whether an address is in a range of an object's, if that is certain.
    fn is_within(&mut self, [from, to]: [Expr; 2], at: Address) -> Option<bool> {
        let distance = |arena: &Arena, from| {
            let sum = Linear::combination(arena, &[(1, at.term), (-1, from)]).ok()?;
            sum.as_constant()
        };
        match (distance(self.arena, from), distance(self.arena, to)) {
            (Some(from), Some(to)) => Some(from >= 0 && to < 0),
            _ => {
                let start = Address::of(self.arena, from)?;
                (start.object != at.object).then_some(false)
            }
        }
    }

    /// A term or formula with certain values put in.
    fn rest(&mut self, e: Expr) -> Rest {
        if let Some(known) = self.rests.get(&e) {
            return known.clone();
        }
        let rest = self.put_in(e);
        self.rests.insert(e, rest.clone());
        rest
    }

    fn put_in(&mut self, e: Expr) -> Rest {
        let Node::App(op, args) = self.arena.node(e) else {
            return self.value(e).unwrap_or_else(|| (e, self.own(e)));
        };
        if op.result() == proofmark_logic::types::Sort::Term {
            if let Some(known) = self.value(e) {
                return known;
            }
        }
        let mut cells = Rc::default();
        let mut parts = Vec::new();
        for arg in args.iter().take(op.params().len()) {
            let (part, from) = self.rest(*arg);
            cells = join(Some(&cells), &from);
            parts.push(part);
        }
        (self.arena.mk(op, &parts), cells)
    }

    /// What was put in for a variable earlier in the block.
    fn own(&self, e: Expr) -> Rc<Cells> {
        let (Node::Var(var, _) | Node::MapVar(var, _)) = self.arena.node(e) else {
            return Rc::default();
        };
        self.put_in.get(&var).cloned().unwrap_or_default()
    }
}

/// All cells of both sets.
fn join(some: Option<&Rc<Cells>>, others: &Rc<Cells>) -> Rc<Cells> {
    match some {
        None => others.clone(),
        Some(some) if others.is_empty() => some.clone(),
        Some(some) if some.is_empty() => others.clone(),
        Some(some) => Rc::new(some.union(others).copied().collect()),
    }
}
