//! Linear equations between cells that hold at locations, whatever the number of rounds (M. Karr,
//! Affine relationships among variables of a program, 1976).
//!
//! Sums are taken not to wrap: where they do, an equation is no invariant, and one modulo the size
//! of the type may be. Both are candidates.

mod conserved;

use super::affine::{Equation, Matrix};
use super::cells::{Cells, Move, Source};
use super::ranges::Ranges;
use super::values::{evaluate, State};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::LocId;
use proofmark_logic::interval::Interval;
use std::collections::BTreeSet;

/// Only so many cells are looked at, the first ones.
const CELLS_MAX: usize = 24;
/// Most arcs that are executed.
const STEPS_MAX: usize = 20_000;
/// Expressions are looked into so deep.
const DEPTH_MAX: u32 = 14;
/// Most values that are chosen on an arc and are told apart.
const CHOSEN_MAX: usize = 8;

/// A row: the constant, the factor of each cell, and those of values that are chosen on an arc,
/// which are 0 at locations.
type Row = Vec<i128>;

/// What terms are read as on an arc.
struct Reading<'a> {
    cells: &'a Cells,
    state: &'a State,
    /// The values that are chosen on it: several cells may get the same.
    chosen: Vec<Expr>,
}

/// The states of each location satisfy the equations that all rows of its matrix satisfy.
pub(super) struct Equations {
    at: Vec<Option<Matrix>>,
    cells: usize,
}

impl Equations {
    /// Of the first of some cells whose ranges are known.
    pub(super) fn of(
        arena: &mut Arena,
        cells: &Cells,
        ranges: &Ranges,
        (entry, rank): (LocId, &[u32]),
    ) -> Option<Equations> {
        let mut analysis = Equations {
            at: (0..rank.len()).map(|_| None).collect(),
            cells: cells.terms.len().min(CELLS_MAX),
        };
        let steps: Vec<Option<Step>> = (cells.moves.iter())
            .map(|step| analysis.step(arena, cells, ranges, step))
            .collect();
        analysis.at[entry.0 as usize] = Some(analysis.full());
        let mut agenda = BTreeSet::from([(0, entry)]);
        let mut executed = 0;
        while let Some((_, from)) = agenda.pop_first() {
            for &number in &cells.out[from.0 as usize] {
                executed += 1;
                if executed > STEPS_MAX {
                    return None;
                }
                let to = cells.moves[number].to;
                let Some(step) = &steps[number] else { continue };
                let Some(image) = analysis.image(step, &cells.moves[number]) else {
                    continue;
                };
                if analysis.join(to, image) {
                    agenda.insert((rank[to.0 as usize], to));
                }
            }
        }
        Some(analysis)
    }

    /// The equations between some cells that hold at a location: a factor for each of them, the
    /// constant last.
    pub(super) fn between(&self, location: LocId, cells: &[usize]) -> Vec<Equation> {
        let Some(matrix) = &self.at[location.0 as usize] else {
            return Vec::new();
        };
        let rows = matrix.rows().iter().map(|row| {
            let wanted = cells
                .iter()
                .map(|&cell| row.get(cell + 1).copied().unwrap_or(0));
            std::iter::once(row[0]).chain(wanted).collect()
        });
        Matrix::of(rows, cells.len() + 1).map_or(Vec::new(), |matrix| matrix.relations())
    }

    /// How many of the cells are looked at.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// What a move does to rows; `None` if nothing passes it.
    fn step(&self, arena: &mut Arena, cells: &Cells, ranges: &Ranges, step: &Move) -> Option<Step> {
        let state = ranges.passing(arena, cells, step, &[])?;
        let mut kept = Vec::new();
        for (cell, value) in state.iter().enumerate().take(self.cells) {
            if let Some(value) = value.as_point() {
                let mut row = self.unit(cell);
                row[0] = -value;
                kept.push(row);
            }
        }
        let mut reading = Reading {
            cells,
            state: &state,
            chosen: Vec::new(),
        };
        let mut compared = Vec::new();
        for &p in &step.assumptions {
            let (holds, p) = match arena.app(p) {
                Some((Op::Not, [p, ..])) => (false, p),
                _ => (true, p),
            };
            let Some((op @ (Op::Eq | Op::Le), [a, b, _])) = arena.app(p) else {
                continue;
            };
            let a = self.linear(arena, &mut reading, a, DEPTH_MAX);
            let b = self.linear(arena, &mut reading, b, DEPTH_MAX);
            match a.zip(b).and_then(|(a, b)| sum(&a, &b, -1)) {
                Some(row) if holds && op == Op::Eq => kept.push(row),
                Some(row) => compared.push(Comparison { row, op, holds }),
                None => {}
            }
        }
        let mut values = Vec::new();
        for &(cell, source) in step.values.iter().filter(|(cell, _)| *cell < self.cells) {
            values.push(match source {
                Source::Term(e) => match self.linear(arena, &mut reading, e, DEPTH_MAX) {
                    Some(row) => (cell, Change::Linear(row)),
                    None => (cell, Change::Free),
                },
                Source::Exit => (cell, Change::Exit),
                Source::Anything => (cell, Change::Free),
            });
        }
        Some(Step {
            kept,
            compared,
            values,
            chosen: reading.chosen.len(),
        })
    }

    /// All states.
    fn full(&self) -> Matrix {
        let mut first = self.zero();
        first[0] = 1;
        let units = (0..self.cells).map(|cell| self.unit(cell));
        let width = first.len();
        Matrix::of(std::iter::once(first).chain(units), width)
            .unwrap_or_else(|| Matrix::full(width))
    }

    /// A row in which all is 0.
    fn zero(&self) -> Row {
        vec![0; self.cells + 1 + CHOSEN_MAX]
    }

    fn unit(&self, place: usize) -> Row {
        let mut row = self.zero();
        row[place + 1] = 1;
        row
    }

    /// A term as a linear one, if it is.
    fn linear(&self, arena: &mut Arena, at: &mut Reading<'_>, e: Expr, depth: u32) -> Option<Row> {
        let depth = depth.checked_sub(1)?;
        if let Some(value) = evaluate(arena, at.cells, at.state, e).as_point() {
            let mut row = self.zero();
            row[0] = value;
            return Some(row);
        }
        if let Some(cell) = at.cells.position(e) {
            return (cell < self.cells).then(|| self.unit(cell));
        }
        let (op, a, b) = match arena.node(e) {
            Node::Var(var, _) if var.as_fresh().is_some() => {
                return self.chosen(&mut at.chosen, e);
            }
            Node::App(op, [a, b, _]) => (op, a, b),
            _ => return None,
        };
        let zero = self.zero();
        match op {
            Op::Wrap => self.linear(arena, at, b, depth),
            Op::Add | Op::Sub => {
                let sign = if op == Op::Add { 1 } else { -1 };
                let a = self.linear(arena, at, a, depth)?;
                sum(&a, &self.linear(arena, at, b, depth)?, sign)
            }
            Op::Mul | Op::Shl => {
                let (k, other) = match (arena.as_lit(a), arena.as_lit(b)) {
                    (Some(k), _) if op == Op::Mul => (k, b),
                    (_, Some(k)) if op == Op::Mul => (k, a),
                    (_, Some(k)) => (1i128.checked_shl(u32::try_from(k).ok()?)?, a),
                    _ => return None,
                };
                sum(&zero, &self.linear(arena, at, other, depth)?, k)
            }
            // The same is the same.
            _ => self.chosen(&mut at.chosen, e),
        }
    }

    /// A value that is chosen on an arc.
    fn chosen(&self, chosen: &mut Vec<Expr>, value: Expr) -> Option<Row> {
        let known = chosen.iter().position(|other| *other == value);
        let place = match known {
            Some(place) => place,
            None if chosen.len() < CHOSEN_MAX => {
                chosen.push(value);
                chosen.len() - 1
            }
            None => return None,
        };
        Some(self.unit(self.cells + place))
    }

    fn image(&self, step: &Step, of: &Move) -> Option<Matrix> {
        let rows = self.at[of.from.0 as usize].as_ref()?.rows().to_vec();
        let mut out = self.through(step, rows)?;
        let exit = match of.exit {
            Some(exit) => Some(self.at[exit.0 as usize].as_ref()?),
            None => None,
        };
        if let Some(exit) = exit {
            out = returned(out, exit.rows(), step)?;
        }
        Matrix::of(out, self.zero().len()).or_else(|| Some(self.full()))
    }

    /// What becomes of rows on an arc, of which columns may follow that it does not change; `None`
    /// if nothing passes.
    fn through(&self, step: &Step, mut rows: Vec<Row>) -> Option<Vec<Row>> {
        let width = rows.first()?.len();
        let unit = |place: usize| {
            let mut row = self.unit(place);
            row.resize(width, 0);
            row
        };
        let chosen = self.cells..self.cells + step.chosen;
        rows.extend(chosen.clone().map(unit));
        for equation in &step.kept {
            rows = intersect(rows, equation)?;
        }
        if step
            .compared
            .iter()
            .any(|compared| compared.excludes(&rows))
        {
            return None;
        }
        let mut out: Vec<Row> = rows
            .iter()
            .map(|row| step.apply(row))
            .collect::<Option<_>>()?;
        for row in &mut out {
            row[chosen.start + 1..=chosen.end].fill(0);
        }
        let free = step
            .values
            .iter()
            .filter_map(|(cell, change)| match change {
                Change::Free => Some(*cell),
                Change::Linear(_) | Change::Exit => None,
            });
        out.extend(free.map(unit));
        Some(out)
    }

    /// Adds states to a location; whether that made a difference.
    fn join(&mut self, to: LocId, image: Matrix) -> bool {
        let full = self.full();
        let slot = &mut self.at[to.0 as usize];
        let Some(old) = slot else {
            *slot = Some(image);
            return true;
        };
        let rank = old.rows().len();
        for row in image.rows() {
            if old.insert(row.clone()).is_none() {
                *old = full;
                break;
            }
        }
        old.rows().len() != rank
    }
}

/// What becomes of a cell.
enum Change {
    Linear(Row),
    Exit,
    Free,
}

/// A difference that is 0 or at most 0, or is not.
struct Comparison {
    row: Row,
    op: Op,
    holds: bool,
}

impl Comparison {
    /// Whether no state of some rows satisfies it, as the difference is the same in all.
    fn excludes(&self, rows: &[Row]) -> bool {
        let Some(base) = rows.iter().find(|row| row[0] != 0) else {
            return false;
        };
        let Some(value) = product(&self.row, base) else {
            return false;
        };
        let same = |row: &Row| {
            let own = product(&self.row, row).and_then(|own| own.checked_mul(base[0]));
            own.is_some() && own == value.checked_mul(row[0])
        };
        let value = value.signum() * base[0].signum();
        let true_there = match self.op {
            Op::Eq => value == 0,
            _ => value <= 0,
        };
        rows.iter().all(same) && true_there != self.holds
    }
}

/// What a move does to rows.
struct Step {
    /// Only what satisfies these passes.
    kept: Vec<Row>,
    compared: Vec<Comparison>,
    values: Vec<(usize, Change)>,
    /// How many values are chosen on it.
    chosen: usize,
}

impl Step {
    /// A row after the move; cells that do not depend on it are 0.
    fn apply(&self, row: &Row) -> Option<Row> {
        let mut out = row.clone();
        for (cell, change) in &self.values {
            out[cell + 1] = match change {
                Change::Linear(factors) => product(factors, row)?,
                Change::Exit | Change::Free => 0,
            };
        }
        Some(out)
    }
}

/// The caller's rows together with what a procedure leaves in the cells that it writes.
fn returned(caller: Vec<Row>, exit: &[Row], step: &Step) -> Option<Vec<Row>> {
    let only = |row: &Row| {
        let mut out = vec![0; row.len()];
        for (cell, change) in &step.values {
            if let Change::Exit = change {
                out[cell + 1] = row[cell + 1];
            }
        }
        out
    };
    let base = exit.iter().find(|row| row[0] != 0)?;
    let (scale, left) = (base[0], only(base));
    let mut out = Vec::with_capacity(caller.len() + exit.len());
    for row in &caller {
        let scaled: Option<Row> = row.iter().map(|x| x.checked_mul(scale)).collect();
        out.push(sum(&scaled?, &left, row[0])?);
    }
    out.extend(exit.iter().filter(|row| row[0] == 0).map(only));
    Some(out)
}

/// The rows of the states that satisfy an equation; `None` if there are none.
fn intersect(mut rows: Vec<Row>, equation: &Row) -> Option<Vec<Row>> {
    let violates = |row: &Row| product(row, equation).is_none_or(|value| value != 0);
    if let Some(place) = rows.iter().position(violates) {
        let pivot = rows.swap_remove(place);
        let value = product(&pivot, equation)?;
        for row in &mut rows {
            let own = product(row, equation)?;
            if own != 0 {
                let scaled: Option<Row> = row.iter().map(|x| x.checked_mul(value)).collect();
                *row = sum(&scaled?, &pivot, own.checked_neg()?)?;
            }
        }
    }
    rows.iter().any(|row| row[0] != 0).then_some(rows)
}

fn product(a: &Row, b: &Row) -> Option<i128> {
    a.iter()
        .zip(b)
        .try_fold(0i128, |all, (x, y)| all.checked_add(x.checked_mul(*y)?))
}

/// `a + k·b`.
fn sum(a: &Row, b: &Row, k: i128) -> Option<Row> {
    a.iter()
        .zip(b)
        .map(|(x, y)| x.checked_add(y.checked_mul(k)?))
        .collect()
}

/// An equation as formulas: itself, and where a sum may be outside of its type, modulo that.
pub(super) fn formulas(
    arena: &mut Arena,
    (cells, state): (&Cells, &[Interval]),
    chosen: &[usize],
    equation: &Equation,
) -> Vec<Expr> {
    let Some((&constant, factors)) = equation.split_last() else {
        return Vec::new();
    };
    let terms: Vec<(usize, i128)> = (chosen.iter().copied())
        .zip(factors.iter().copied())
        .filter(|(_, k)| *k != 0)
        .collect();
    let zero = arena.lit(0);
    let all = linear_term(arena, cells, &terms, constant);
    let mut out = vec![arena.eq(all, zero)];
    let narrowest = (terms.iter().copied())
        .filter(|(_, k)| k.abs() == 1)
        .min_by_key(|(cell, _)| cells.types[*cell].bits());
    if let Some((cell, k)) = narrowest {
        let rest: Vec<(usize, i128)> = (terms.iter())
            .filter(|(other, _)| *other != cell)
            .map(|&(other, factor)| (other, -k * factor))
            .collect();
        let values = rest
            .iter()
            .fold(Interval::point(-k * constant), |all, (cell, k)| {
                all.add(state[*cell].mul(Interval::point(*k)))
            });
        let ty = cells.types[cell];
        if !values.within(ty) {
            let rest = linear_term(arena, cells, &rest, -k * constant);
            let rest = arena.wrap(ty, rest);
            out.push(arena.eq(cells.terms[cell], rest));
        }
    }
    out
}

fn linear_term(arena: &mut Arena, cells: &Cells, terms: &[(usize, i128)], constant: i128) -> Expr {
    let mut sum = arena.lit(constant);
    for &(cell, factor) in terms {
        let factor = arena.lit(factor);
        let product = arena.mk(Op::Mul, &[factor, cells.terms[cell]]);
        sum = arena.mk(Op::Add, &[sum, product]);
    }
    sum
}
