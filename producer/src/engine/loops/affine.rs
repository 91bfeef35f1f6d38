//! Linear equations that all rows of a matrix satisfy.

/// `Σ coefficient · variable + constant = 0`, the constant last.
pub(super) type Equation = Vec<i128>;

/// Larger coefficients are taken for accidents.
const COEFFICIENT_MAX: u128 = 1 << 32;
/// Elimination ends where numbers become larger.
const ENTRY_MAX: u128 = 1 << 100;

/// Rows in reduced echelon form, over the integers.
pub(super) struct Matrix {
    rows: Vec<Vec<i128>>,
    /// The column of each row in which only this row has a number.
    pivots: Vec<usize>,
    columns: usize,
}

impl Matrix {
    /// No rows.
    pub(super) fn empty(columns: usize) -> Matrix {
        Matrix {
            rows: Vec::new(),
            pivots: Vec::new(),
            columns,
        }
    }

    /// All rows are combinations of these.
    pub(super) fn full(columns: usize) -> Matrix {
        let unit = |i: usize| (0..columns).map(|j| i128::from(i == j)).collect();
        Matrix {
            rows: (0..columns).map(unit).collect(),
            pivots: (0..columns).collect(),
            columns,
        }
    }

    /// From rows of so many columns; `None` if numbers grow too large.
    pub(super) fn of(rows: impl IntoIterator<Item = Vec<i128>>, columns: usize) -> Option<Matrix> {
        let mut matrix = Matrix::empty(columns);
        for row in rows {
            matrix.insert(row)?;
            if matrix.rows.len() == columns {
                break;
            }
        }
        Some(matrix)
    }

    /// The rows.
    pub(super) fn rows(&self) -> &[Vec<i128>] {
        &self.rows
    }

    /// A basis of the equations between at least two columns that all rows satisfy.
    pub(super) fn relations(&self) -> Vec<Equation> {
        (0..self.columns)
            .filter(|column| !self.pivots.contains(column))
            .filter_map(|column| self.relation(column, self.columns))
            .collect()
    }

    /// Adds a row; `None` if numbers grow too large.
    pub(super) fn insert(&mut self, mut row: Vec<i128>) -> Option<()> {
        for (other, &pivot) in self.rows.iter().zip(&self.pivots) {
            row = eliminate(&row, other, pivot)?;
        }
        let Some(pivot) = row.iter().position(|&x| x != 0) else {
            return Some(());
        };
        for other in &mut self.rows {
            *other = eliminate(other, &row, pivot)?;
        }
        self.rows.push(row);
        self.pivots.push(pivot);
        Some(())
    }

    /// The equation between a free column and the pivots.
    fn relation(&self, free: usize, columns: usize) -> Option<Equation> {
        let mut scale: i128 = 1;
        for (row, &pivot) in self.rows.iter().zip(&self.pivots) {
            let divisor = row[pivot].abs() / gcd(row[pivot], row[free]).max(1);
            scale = scale.checked_mul(divisor / gcd(scale, divisor).max(1))?;
            if scale.unsigned_abs() > COEFFICIENT_MAX {
                return None;
            }
        }
        let mut solution = vec![0; columns];
        solution[free] = scale;
        for (row, &pivot) in self.rows.iter().zip(&self.pivots) {
            solution[pivot] = -row[free].checked_mul(scale)? / row[pivot];
        }
        // The constant goes to the end.
        let constant = solution.remove(0);
        let variables = solution.iter().filter(|&&k| k != 0).count();
        let small = solution.iter().all(|k| k.unsigned_abs() <= COEFFICIENT_MAX);
        solution.push(constant);
        (variables >= 2 && small).then_some(solution)
    }
}

/// `row` without a number in the pivot column of another one.
fn eliminate(row: &[i128], other: &[i128], pivot: usize) -> Option<Vec<i128>> {
    if row[pivot] == 0 {
        return Some(row.to_vec());
    }
    let common = gcd(row[pivot], other[pivot]);
    let (f, g) = (other[pivot] / common, row[pivot] / common);
    let mut out = Vec::with_capacity(row.len());
    for (&x, &y) in row.iter().zip(other) {
        let entry = x.checked_mul(f)?.checked_sub(y.checked_mul(g)?)?;
        out.push(Some(entry).filter(|entry| entry.unsigned_abs() <= ENTRY_MAX)?);
    }
    let common = out.iter().fold(0, |all, &x| gcd(all, x)).max(1);
    out.iter_mut().for_each(|x| *x /= common);
    Some(out)
}

/// The greatest common divisor.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The equations that all samples satisfy; the constant is the first column.
    fn equations(samples: &[Vec<i128>]) -> Vec<Equation> {
        let columns = samples.first().map_or(0, Vec::len) + 1;
        let rows = samples
            .iter()
            .map(|sample| std::iter::once(1).chain(sample.iter().copied()).collect());
        Matrix::of(rows, columns).map_or(Vec::new(), |matrix| matrix.relations())
    }

    fn holds(equation: &Equation, sample: &[i128]) -> bool {
        let (constant, factors) = equation.split_last().expect("a constant");
        factors.iter().zip(sample).map(|(k, x)| k * x).sum::<i128>() + constant == 0
    }

    #[test]
    fn what_samples_have_in_common_is_found() {
        // y = 2x + 1, and z is free.
        let samples: Vec<Vec<i128>> = (0..6).map(|x| vec![x, 2 * x + 1, x * x]).collect();
        let found = equations(&samples);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(samples.iter().all(|sample| holds(&found[0], sample)));
        assert!(!holds(&found[0], &[1, 2, 3]));
    }

    #[test]
    fn what_differs_or_is_too_little_gives_nothing() {
        let free: Vec<Vec<i128>> = (0..6).map(|x| vec![x, x * x]).collect();
        assert!(equations(&free).is_empty());
        assert!(equations(&[]).is_empty());
        let huge: Vec<Vec<i128>> = (0..6)
            .map(|x| vec![x * (i128::MAX / 7), x + 1, x * x])
            .collect();
        assert!(equations(&huge).iter().all(|e| holds(e, &huge[1])));
    }
}
