//! Feasibility of linear inequations over the rationals: the general simplex of Dutertre and de
//! Moura ("A fast linear-arithmetic solver for DPLL(T)", CAV 2006), exact, with Bland's rule, on a
//! dense tableau. Problems here have a handful of rows.

use super::rational::{mul, Rational};
use super::{Checked, Stop};
use std::cmp::Ordering;

/// A constraint set over columns `0..bounds.len()`: `lo <= x <= hi` for each column, and
/// `Σ k·x <= limit` for each row.
pub(super) struct Problem {
    /// Finite ends of each column.
    pub(super) bounds: Vec<(Option<i128>, Option<i128>)>,
    /// Coefficients by column, and the limit.
    pub(super) rows: Vec<(Vec<(usize, i128)>, i128)>,
}

/// A constraint of the problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Lower(usize),
    Upper(usize),
    Row(usize),
}

/// What was found.
pub(super) enum Outcome {
    /// A value for each column.
    Feasible(Vec<Rational>),
    /// Positive multipliers of constraints whose sum is a positive constant `<= 0` (Farkas' lemma).
    Conflict(Vec<(Source, i128)>),
}

/// More pivots than any problem of the expected size needs.
const PIVOTS_MAX: usize = 200;

struct Tableau {
    /// Variables are columns, then one slack per row. `basic[i]` is the variable that row `i`
    /// defines, `nonbasic[j]` that of column `j`.
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    cells: Vec<Vec<Rational>>,
    value: Vec<Rational>,
    bounds: Vec<(Option<Rational>, Option<Rational>)>,
}

/// Decides the problem.
///
/// # Errors
/// Overflow, or too many pivots.
pub(super) fn solve(problem: &Problem) -> Checked<Outcome> {
    let columns = problem.bounds.len();
    let mut tableau = Tableau::new(problem)?;
    for _ in 0..PIVOTS_MAX {
        let Some((row, rising)) = tableau.violated()? else {
            tableau.value.truncate(columns);
            return Ok(Outcome::Feasible(tableau.value));
        };
        match tableau.entering(row, rising)? {
            Some(column) => tableau.pivot(row, column, rising)?,
            None => return tableau.explain(row, rising, columns).map(Outcome::Conflict),
        }
    }
    Err(Stop::GiveUp)
}

impl Tableau {
    fn new(problem: &Problem) -> Checked<Tableau> {
        let columns = problem.bounds.len();
        let mut bounds: Vec<_> = problem
            .bounds
            .iter()
            .map(|&(lo, hi)| (lo.map(Rational::int), hi.map(Rational::int)))
            .collect();
        // Start at the bound nearest to 0.
        let mut value: Vec<_> = problem
            .bounds
            .iter()
            .map(|&(lo, hi)| {
                Rational::int(
                    lo.map_or(0, |l| l.max(0))
                        .min(hi.unwrap_or(i128::MAX))
                        .max(lo.unwrap_or(i128::MIN)),
                )
            })
            .collect();
        let mut cells = Vec::new();
        for (terms, limit) in &problem.rows {
            let mut cell = vec![Rational::ZERO; columns];
            let mut sum = Rational::ZERO;
            for &(column, k) in terms {
                let (Some(slot), Some(v)) = (cell.get_mut(column), value.get(column)) else {
                    return Err(Stop::GiveUp);
                };
                *slot = Rational::int(k);
                sum = sum.add(v.mul(Rational::int(k))?)?;
            }
            cells.push(cell);
            value.push(sum);
            bounds.push((None, Some(Rational::int(*limit))));
        }
        Ok(Tableau {
            basic: (columns..columns + cells.len()).collect(),
            nonbasic: (0..columns).collect(),
            cells,
            value,
            bounds,
        })
    }

    /// The row of the basic variable with the least index that is out of bounds, and whether it
    /// must rise.
    fn violated(&self) -> Checked<Option<(usize, bool)>> {
        let mut found: Option<(usize, usize, bool)> = None;
        for (row, &var) in self.basic.iter().enumerate() {
            if found.is_some_and(|(best, ..)| best < var) {
                continue;
            }
            let (value, (lo, hi)) = (self.value[var], self.bounds[var]);
            if at(lo, value)? == Some(Ordering::Greater) {
                found = Some((var, row, true));
            } else if at(hi, value)? == Some(Ordering::Less) {
                found = Some((var, row, false));
            }
        }
        Ok(found.map(|(_, row, rising)| (row, rising)))
    }

    /// The column with the least variable that can move the row's variable in the wanted direction.
    fn entering(&self, row: usize, rising: bool) -> Checked<Option<usize>> {
        let mut found: Option<(usize, usize)> = None;
        for (column, &var) in self.nonbasic.iter().enumerate() {
            let sign = self.cells[row][column].sign();
            if sign == 0 || found.is_some_and(|(best, _)| best < var) {
                continue;
            }
            let (lo, hi) = self.bounds[var];
            let free = if (sign > 0) == rising {
                at(hi, self.value[var])? != Some(Ordering::Equal)
            } else {
                at(lo, self.value[var])? != Some(Ordering::Equal)
            };
            if free {
                found = Some((var, column));
            }
        }
        Ok(found.map(|(_, column)| column))
    }

    /// Moves the row's variable to the bound it violates and exchanges it with the column's
    /// variable.
    fn pivot(&mut self, row: usize, column: usize, rising: bool) -> Checked<()> {
        let (leaving, entering) = (self.basic[row], self.nonbasic[column]);
        let (lo, hi) = self.bounds[leaving];
        let target = if rising { lo } else { hi }.ok_or(Stop::GiveUp)?;
        let pivot = self.cells[row][column];
        let shift = target.sub(self.value[leaving])?.div(pivot)?;
        self.value[leaving] = target;
        self.value[entering] = self.value[entering].add(shift)?;
        for (other, &var) in self.basic.iter().enumerate() {
            if other != row {
                self.value[var] = self.value[var].add(self.cells[other][column].mul(shift)?)?;
            }
        }
        // leaving = … + pivot·entering + …  becomes  entering = leaving/pivot - ….
        let inverse = Rational::int(1).div(pivot)?;
        let minus = inverse.neg()?;
        let mut solved = Vec::with_capacity(self.nonbasic.len());
        for (j, &cell) in self.cells[row].iter().enumerate() {
            solved.push(if j == column {
                inverse
            } else {
                cell.mul(minus)?
            });
        }
        for (other, cells) in self.cells.iter_mut().enumerate() {
            let factor = cells[column];
            if other == row || factor.is_zero() {
                continue;
            }
            for (j, cell) in cells.iter_mut().enumerate() {
                let scaled = factor.mul(solved[j])?;
                *cell = if j == column {
                    scaled
                } else {
                    cell.add(scaled)?
                };
            }
        }
        self.cells[row] = solved;
        self.basic[row] = entering;
        self.nonbasic[column] = leaving;
        Ok(())
    }

    /// The row shows that its variable cannot reach its bound: the bounds of its columns and its
    /// own are contradictory.
    fn explain(&self, row: usize, rising: bool, columns: usize) -> Checked<Vec<(Source, i128)>> {
        let source = |var: usize, upper: bool| match (var.checked_sub(columns), upper) {
            (Some(row), _) => Source::Row(row),
            (None, true) => Source::Upper(var),
            (None, false) => Source::Lower(var),
        };
        let mut scale = 1;
        for cell in &self.cells[row] {
            let d = cell.denominator();
            scale = mul(scale, d / super::rational::gcd(scale, d).max(1))?;
        }
        let mut out = vec![(source(self.basic[row], !rising), scale)];
        for (column, cell) in self.cells[row].iter().enumerate() {
            if !cell.is_zero() {
                out.push((
                    source(self.nonbasic[column], (cell.sign() > 0) == rising),
                    cell.scaled(scale)?.abs(),
                ));
            }
        }
        Ok(out)
    }
}

/// How the bound compares with the value, if there is one.
fn at(bound: Option<Rational>, value: Rational) -> Checked<Option<Ordering>> {
    bound.map(|b| b.cmp(value)).transpose()
}
