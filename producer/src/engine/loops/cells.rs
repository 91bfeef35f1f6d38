//! Cells: the integers of a state that loops count in, and what each arc makes of them.
//!
//! A cell is a variable, or what a memory holds at an address: a term over the program's variables.
//! Which cells there are follows from a few that matter: what their values come from matters too.

use super::leaves::{in_order, leaves};
use super::tables::elements_read;
use crate::engine::abstraction::{Abstraction, ARENA_MAX};
use crate::engine::aliases::Aliases;
use crate::engine::atoms::Literal;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{EdgeId, LocId, Scope};
use proofmark_logic::linear::Linear;
use proofmark_logic::types::IntType;
use proofmark_logic::vc::Effect;
use std::collections::{BTreeMap, BTreeSet};

/// Most cells.
const CELLS_MAX: usize = 100;
/// Most objects whose addresses become cells.
const ADDRESSES_MAX: usize = 4;
/// How often the sources of cells become cells.
const ROUNDS_MAX: usize = 12;

/// Which functions calls through pointers are taken to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Callees {
    /// Any that the program's conditions leave open, and unknown ones.
    #[default]
    Any,
    /// The one whose address a pointer gets, if it only ever gets one.
    Known,
}

/// Where the value of a cell comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// It is computed from the state before.
    Term(Expr),
    /// It is what the called procedure leaves.
    Exit,
    /// Nobody knows.
    Anything,
}

/// What an arc does.
pub(super) struct Move {
    /// Where it starts.
    pub(super) from: LocId,
    /// Where it ends.
    pub(super) to: LocId,
    /// The exit of the procedure that it returns from.
    pub(super) exit: Option<LocId>,
    /// What holds in the state before it.
    pub(super) assumptions: Vec<Expr>,
    /// The cells that change.
    pub(super) values: Vec<(usize, Source)>,
}

/// What a cell gets that is never computed.
#[derive(Default)]
pub(super) struct Copied {
    pub(super) constants: BTreeSet<i128>,
    pub(super) cells: BTreeSet<usize>,
}

/// Cells, and the program as far as it changes them.
#[derive(Default)]
pub(super) struct Cells {
    /// Each as a term over the program's variables.
    pub(super) terms: Vec<Expr>,
    /// Their types.
    pub(super) types: Vec<IntType>,
    /// The place of each among the terms.
    index: BTreeMap<Expr, usize>,
    /// What each stands for: the same behind the address that a pointer holds, and the elements of
    /// the object that it is one of.
    behind: Vec<Vec<usize>>,
    /// The cell that each is, where the pointers in it hold addresses that are known.
    same: Vec<usize>,
    /// The addresses that pointers in each always hold, as equations.
    pointers: Vec<Vec<Expr>>,
    /// All arcs.
    pub(super) moves: Vec<Move>,
    /// The moves that depend on the state of each location.
    pub(super) out: Vec<Vec<usize>>,
    /// The moves that end in each location.
    pub(super) into: Vec<Vec<usize>>,
}

impl Cells {
    /// The cells that these depend on, the given ones first.
    pub(super) fn of(
        arena: &mut Arena,
        program: &mut Abstraction<'_>,
        seeds: &[Expr],
        callees: Callees,
    ) -> Cells {
        let mut cells = Cells::default();
        let mut aliases = Aliases::of(arena, program.cfa);
        for &seed in seeds {
            cells.add(arena, program, seed);
        }
        for &seed in seeds {
            let resolved = resolved(arena, program, &mut aliases, seed);
            cells.add(arena, program, resolved);
            cells.add_table(arena, program, resolved);
        }
        // Where pointers point to the same place, so do the cells behind them.
        for &seed in seeds {
            if let Some((Op::Sel, [_, address, _])) = arena.app(seed) {
                for leaf in leaves(arena, address) {
                    cells.add(arena, program, leaf);
                }
            }
        }
        let mut known = 0;
        for _ in 0..ROUNDS_MAX {
            if known == cells.terms.len() {
                break;
            }
            let new = known..cells.terms.len();
            known = new.end;
            cells.add_sources(arena, program, new, &mut aliases);
        }
        cells.moves(arena, program, &mut aliases, callees);
        cells.add_addresses(arena);
        for cell in 0..cells.terms.len() {
            let resolved = resolved(arena, program, &mut aliases, cells.terms[cell]);
            let elements = elements_read(arena, resolved);
            cells.same.push(cells.position(resolved).unwrap_or(cell));
            let others = std::iter::once(resolved).chain(elements);
            let others = others.filter_map(|other| cells.position(other));
            let others = others.filter(|other| *other != cell).collect();
            cells.behind.push(others);
            let variables = program.canon.variables(arena, cells.terms[cell]);
            let held = variables.iter().filter_map(|var| {
                let pointer = program.cfa.read(arena, *var);
                let address = aliases.resolve(arena, pointer);
                (address != pointer).then(|| arena.eq(pointer, address))
            });
            cells.pointers.push(held.collect());
        }
        cells
    }

    /// Objects along which pointers move become cells that never change: a pointer is as far from
    /// its object as something counts.
    fn add_addresses(&mut self, arena: &mut Arena) {
        let mut found = Vec::new();
        for (cell, source) in self.moves.iter().flat_map(|step| &step.values) {
            let Source::Term(mut value) = *source else {
                continue;
            };
            while let Some((Op::Wrap, [_, inner, _])) = arena.app(value) {
                value = inner;
            }
            if matches!(arena.node(value), Node::Addr { .. }) && self.moves_on(arena, *cell) {
                found.push((value, self.types[*cell]));
            }
        }
        for (address, ty) in found.into_iter().take(ADDRESSES_MAX) {
            if self.terms.len() < CELLS_MAX && !self.index.contains_key(&address) {
                self.index.insert(address, self.terms.len());
                self.terms.push(address);
                self.types.push(ty);
            }
        }
    }

    /// Whether a cell gets its value from a sum with itself.
    fn moves_on(&self, arena: &mut Arena, cell: usize) -> bool {
        let own = self.terms[cell];
        let mut values = self.moves.iter().flat_map(|step| &step.values);
        values.any(|(to, source)| match source {
            Source::Term(value) => {
                *to == cell && *value != own && leaves(arena, *value).contains(&own)
            }
            Source::Exit | Source::Anything => false,
        })
    }

    /// Which cell a term is.
    pub(super) fn position(&self, term: Expr) -> Option<usize> {
        self.index.get(&term).copied()
    }

    /// The cells that one stands for: where a pointer is dead, what it points to is not.
    pub(super) fn behind(&self, cell: usize) -> &[usize] {
        self.behind.get(cell).map_or(&[], Vec::as_slice)
    }

    /// The cell that one is: that at the address which the pointer in it always holds.
    pub(super) fn same(&self, cell: usize) -> usize {
        self.same.get(cell).copied().unwrap_or(cell)
    }

    /// Which addresses the pointers in a cell hold, as equations.
    pub(super) fn pointers(&self, cell: usize) -> &[Expr] {
        self.pointers.get(cell).map_or(&[], Vec::as_slice)
    }

    /// The constants that a cell gets, and the cells that it is a copy of, if it gets nothing else.
    pub(super) fn copied(&self, arena: &Arena, cell: usize) -> Option<Copied> {
        let mut copied = Copied::default();
        for (_, source) in (self.moves.iter().flat_map(|step| &step.values))
            .filter(|(changed, _)| *changed == cell)
        {
            let Source::Term(value) = *source else {
                return None;
            };
            match (arena.as_lit(value), self.position(value)) {
                (Some(constant), _) => _ = copied.constants.insert(constant),
                (None, Some(other)) => _ = copied.cells.insert(other),
                (None, None) => return None,
            }
        }
        Some(copied)
    }

    /// The cells from which these get their values.
    pub(super) fn sources(&self, arena: &mut Arena, of: &[usize]) -> Vec<usize> {
        let mut terms = Vec::new();
        for (cell, source) in self.moves.iter().flat_map(|step| &step.values) {
            if let (Source::Term(value), true) = (source, of.contains(cell)) {
                terms.extend(leaves(arena, *value));
            }
        }
        let terms = in_order(terms);
        let mut found = Vec::new();
        for term in terms {
            let elements = elements_read(arena, term);
            let all = std::iter::once(term).chain(elements);
            found.extend(all.filter_map(|term| self.position(term)));
        }
        found
    }

    /// A term becomes a cell, if it can be one.
    fn add(&mut self, arena: &Arena, program: &mut Abstraction<'_>, term: Expr) -> bool {
        let Some(ty) = type_of(arena, term).filter(|_| self.terms.len() < CELLS_MAX) else {
            return false;
        };
        let variables = program.canon.variables(arena, term);
        if variables.iter().any(|var| var.as_fresh().is_some()) || self.index.contains_key(&term) {
            return false;
        }
        self.index.insert(term, self.terms.len());
        self.terms.push(term);
        self.types.push(ty);
        true
    }

    /// What these cells get their values from become cells.
    fn add_sources(
        &mut self,
        arena: &mut Arena,
        program: &mut Abstraction<'_>,
        of: std::ops::Range<usize>,
        aliases: &mut Aliases,
    ) {
        let mut effect = Effect::default();
        for arc in arcs(program) {
            program
                .calls
                .effect(arena, program.cfa, arc, &mut effect, ARENA_MAX);
            for cell in of.clone() {
                let Some(value) = after(arena, program, &mut effect, self.terms[cell]) else {
                    continue;
                };
                let value = resolved(arena, program, aliases, value);
                for leaf in leaves(arena, value) {
                    if !walks(arena, program, self.terms[cell], leaf) {
                        self.add(arena, program, leaf);
                        self.add_table(arena, program, leaf);
                    }
                }
            }
        }
    }

    /// The elements of the object that a term reads at an index become cells.
    fn add_table(&mut self, arena: &mut Arena, program: &mut Abstraction<'_>, term: Expr) {
        let elements = elements_read(arena, term);
        let Some((Op::Sel, [_, address, _])) = arena.app(term).filter(|_| !elements.is_empty())
        else {
            return;
        };
        for element in elements.into_iter().chain(leaves(arena, address)) {
            self.add(arena, program, element);
        }
    }

    /// Computes what all arcs do.
    fn moves(
        &mut self,
        arena: &mut Arena,
        program: &mut Abstraction<'_>,
        aliases: &mut Aliases,
        callees: Callees,
    ) {
        let locations = program.cfa.locations.len();
        (self.out, self.into) = (vec![Vec::new(); locations], vec![Vec::new(); locations]);
        let mut effect = Effect::default();
        for arc in arcs(program) {
            program
                .calls
                .effect(arena, program.cfa, arc, &mut effect, ARENA_MAX);
            let assumptions = assumptions(arena, program, aliases, &effect.hypotheses);
            if callees == Callees::Known && assumptions.contains(&Arena::FALSE) {
                continue;
            }
            let (from, to) = program.calls.ends(program.cfa, arc);
            let exit = crate::engine::calls::exit_of(program.cfa, &program.calls, arc);
            let mut values = Vec::new();
            for (i, &cell) in self.terms.iter().enumerate() {
                match source(arena, program, (arc, &mut effect), cell) {
                    Some(Source::Term(value)) => {
                        let value = resolved(arena, program, aliases, value);
                        if value != cell {
                            values.push((i, Source::Term(value)));
                        }
                    }
                    Some(source) => values.push((i, source)),
                    None => {}
                }
            }
            let number = self.moves.len();
            self.into[to.0 as usize].push(number);
            for before in std::iter::once(from).chain(exit) {
                self.out[before.0 as usize].push(number);
            }
            self.moves.push(Move {
                from,
                to,
                exit,
                assumptions,
                values,
            });
        }
    }
}

/// What an arc assumes, also with addresses in place of pointers that always hold these.
fn assumptions(
    arena: &mut Arena,
    program: &mut Abstraction<'_>,
    aliases: &mut Aliases,
    hypotheses: &[Expr],
) -> Vec<Expr> {
    let mut all = hypotheses.to_vec();
    for &hypothesis in hypotheses {
        let resolved = resolved(arena, program, aliases, hypothesis);
        if program.canon.literal(arena, resolved) == Literal::Constant(false) {
            all.push(Arena::FALSE);
        } else if resolved != hypothesis {
            all.push(resolved);
        }
    }
    all
}

/// A term with addresses in place of pointers that always hold these.
fn resolved(
    arena: &mut Arena,
    program: &mut Abstraction<'_>,
    aliases: &mut Aliases,
    term: Expr,
) -> Expr {
    let resolved = aliases.resolve(arena, term);
    program.canon.simplify(arena, resolved)
}

fn arcs(program: &Abstraction<'_>) -> impl Iterator<Item = EdgeId> {
    (0..program.calls.arcs()).map(|i| EdgeId(i as u32))
}

/// What a term that is a cell holds after a block, if that is something else than before.
fn after(
    arena: &mut Arena,
    program: &mut Abstraction<'_>,
    effect: &mut Effect,
    cell: Expr,
) -> Option<Expr> {
    let value = effect.sigma.apply(arena, cell, ARENA_MAX).ok()?;
    if value == cell {
        return None;
    }
    let value = program.canon.simplify(arena, value);
    (value != cell).then_some(value)
}

/// What an arc makes of a cell, if it changes it.
fn source(
    arena: &mut Arena,
    program: &mut Abstraction<'_>,
    (arc, effect): (EdgeId, &mut Effect),
    cell: Expr,
) -> Option<Source> {
    let (edge, enters) = program.calls.edge_of(arc);
    let calls = program.cfa.edges[edge.0 as usize].call.is_some();
    let variables = program.canon.variables(arena, cell);
    let local = |var: &VarId| {
        let decl = program.cfa.vars.get(var.0 as usize);
        decl.is_some_and(|decl| decl.scope == Scope::Local)
    };
    if calls && enters {
        let bound = effect.sigma.bindings();
        let lost = variables.iter().any(|v| local(v) && !bound.contains_key(v));
        return match after(arena, program, effect, cell) {
            _ if lost => Some(Source::Anything),
            value => value.map(Source::Term),
        };
    }
    let value = after(arena, program, effect, cell)?;
    Some(match calls {
        false => Source::Term(value),
        true if variables.iter().any(local) => Source::Anything,
        true => Source::Exit,
    })
}

/// Whether a cell's address moves on by a constant where another cell gets its value from it: such
/// cells have no end.
fn walks(arena: &Arena, program: &mut Abstraction<'_>, cell: Expr, source: Expr) -> bool {
    let (Some((Op::Sel, [_, to, _])), Some((Op::Sel, [_, from, _]))) =
        (arena.app(cell), arena.app(source))
    else {
        return false;
    };
    let distance = Linear::combination(arena, &[(1, to), (-1, from)]);
    let distance = distance.ok().and_then(|d| d.as_constant());
    distance.is_some_and(|d| d != 0) && !program.canon.variables(arena, from).is_empty()
}

/// The type of a cell; `None` for other terms.
fn type_of(arena: &Arena, term: Expr) -> Option<IntType> {
    match arena.node(term) {
        Node::Var(_, ty) => Some(ty),
        Node::App(Op::Sel, [memory, ..]) => match arena.node(memory) {
            Node::MapVar(_, ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}
