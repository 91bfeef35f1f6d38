//! Rows of numbers, all of one width: sorted, each once.

use std::cmp::Ordering;

/// A set of rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rows {
    width: usize,
    count: usize,
    values: Vec<u32>,
}

impl Rows {
    /// No row.
    pub fn none(width: usize) -> Rows {
        Rows {
            width,
            count: 0,
            values: Vec::new(),
        }
    }

    /// The one row without values.
    pub fn unit() -> Rows {
        Rows {
            width: 0,
            count: 1,
            values: Vec::new(),
        }
    }

    /// The rows that stand one behind the other in `values`, of a width above 0.
    pub fn of(width: usize, mut values: Vec<u32>) -> Rows {
        sort(width, &mut values);
        let mut count = 0;
        for start in (0..values.len()).step_by(width.max(1)) {
            let known = count > 0 && {
                let last = (count - 1) * width;
                values[last..last + width] == values[start..start + width]
            };
            if !known {
                values.copy_within(start..start + width, count * width);
                count += 1;
            }
        }
        values.truncate(count * width);
        Rows {
            width,
            count,
            values,
        }
    }

    /// The same for rows that are sorted, each once.
    pub(super) fn of_sorted(width: usize, values: Vec<u32>) -> Rows {
        // Checked where tests can afford it.
        debug_assert!(values.len() > 1 << 16 || values.chunks(width).is_sorted_by(|a, b| a < b));
        let count = values.len() / width.max(1);
        Rows {
            width,
            count,
            values,
        }
    }

    /// How many values a row has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A row.
    pub fn row(&self, index: usize) -> &[u32] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.count).map(|index| self.row(index))
    }

    /// The rows that satisfy a condition, with these columns, in this order.
    pub(super) fn chosen(&self, order: &[usize], keep: impl Fn(&[u32]) -> bool) -> Rows {
        let rows = self.iter().filter(|row| keep(row));
        if order.is_empty() {
            return match rows.into_iter().next() {
                Some(_) => Rows::unit(),
                None => Rows::none(0),
            };
        }
        let values = rows.flat_map(|row| order.iter().map(|column| row[*column]));
        Rows::of(order.len(), values.collect())
    }

    /// These columns, in this order.
    pub(super) fn permuted(&self, order: &[usize]) -> Rows {
        if order.len() == self.width && order.iter().enumerate().all(|(at, from)| at == *from) {
            return self.clone();
        }
        self.chosen(order, |_| true)
    }

    /// The rows of both.
    pub(super) fn union(&self, other: &Rows) -> Rows {
        if self.width == 0 {
            return if self.is_empty() { other } else { self }.clone();
        }
        let mut values = Vec::with_capacity(self.values.len() + other.values.len());
        let (mut i, mut j) = (0, 0);
        while i < self.count && j < other.count {
            let (a, b) = (self.row(i), other.row(j));
            let order = a.cmp(b);
            values.extend_from_slice(if order.is_le() { a } else { b });
            i += usize::from(order.is_le());
            j += usize::from(order.is_ge());
        }
        values.extend_from_slice(&self.values[i * self.width..]);
        values.extend_from_slice(&other.values[j * self.width..]);
        Rows::of_sorted(self.width, values)
    }

    /// The rows whose first values are no row of the other.
    pub(super) fn without(&self, other: &Rows) -> Rows {
        let mut next = 0;
        let mut kept = Rows::none(self.width);
        for row in self.iter() {
            let key = &row[..other.width];
            while next < other.count && other.row(next) < key {
                next += 1;
            }
            if next == other.count || other.row(next) != key {
                kept.values.extend_from_slice(row);
                kept.count += 1;
            }
        }
        kept
    }

    /// What stands in front of the last value in as many rows as there are values.
    pub(super) fn full(&self, size: usize) -> Rows {
        let shared = self.width - 1;
        let (mut values, mut found, mut start) = (Vec::new(), false, 0);
        while start < self.count {
            let end = self.group(start, shared);
            if end - start == size {
                values.extend_from_slice(&self.row(start)[..shared]);
                found = true;
            }
            start = end;
        }
        match (shared, found) {
            (0, true) => Rows::unit(),
            (0, false) => Rows::none(0),
            _ => Rows::of_sorted(shared, values),
        }
    }

    /// The end of the group of rows that begin with the same `shared` values as this one.
    pub(super) fn group(&self, start: usize, shared: usize) -> usize {
        let key = &self.row(start)[..shared];
        (start + 1..self.count)
            .find(|index| &self.row(*index)[..shared] != key)
            .unwrap_or(self.count)
    }

    /// The first `shared` values of two rows, compared.
    pub(super) fn compare(&self, at: usize, other: &Rows, there: usize, shared: usize) -> Ordering {
        self.row(at)[..shared].cmp(&other.row(there)[..shared])
    }
}

fn sort(width: usize, values: &mut Vec<u32>) {
    match width {
        0 => {}
        1 => values.sort_unstable(),
        2 => values.as_chunks_mut::<2>().0.sort_unstable(),
        3 => values.as_chunks_mut::<3>().0.sort_unstable(),
        4 => values.as_chunks_mut::<4>().0.sort_unstable(),
        _ => {
            let mut rows: Vec<&[u32]> = values.chunks_exact(width).collect();
            rows.sort_unstable();
            *values = rows.concat();
        }
    }
}
