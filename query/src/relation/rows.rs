//! Rows of numbers, all of one width: rows that differ in their last value only share what stands
//! in front of it, and their last values are a compressed bitmap (crate `roaring`; Chambi and
//! others, "Better bitmap performance with Roaring bitmaps").

use roaring::RoaringBitmap;
use std::sync::Arc;

/// A set of rows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rows {
    width: usize,
    count: usize,
    /// In the order of their first values. The row without values has none.
    groups: Vec<Group>,
}

/// The rows that begin with the same values.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Group {
    /// All values but the last one.
    pub(super) first: Arc<[u32]>,
    /// The last values; never none.
    pub(super) last: Arc<RoaringBitmap>,
}

impl Group {
    fn count(&self) -> usize {
        usize::try_from(self.last.len()).unwrap_or(usize::MAX)
    }
}

impl Rows {
    /// No row.
    pub fn none(width: usize) -> Rows {
        Rows {
            width,
            count: 0,
            groups: Vec::new(),
        }
    }

    /// The one row without values.
    pub fn unit() -> Rows {
        Rows {
            width: 0,
            count: 1,
            groups: Vec::new(),
        }
    }

    /// The rows that stand one behind the other in `values`, of a width above 0.
    pub fn of(width: usize, mut values: Vec<u32>) -> Rows {
        sort(width, &mut values);
        let mut groups = Vec::new();
        let mut rows = values.chunks_exact(width.max(1)).peekable();
        while let Some(row) = rows.next() {
            let Some((last, first)) = row.split_last() else {
                continue;
            };
            let mut bitmap = RoaringBitmap::from([*last]);
            while let Some(next) = rows.next_if(|next| next.starts_with(first)) {
                bitmap.extend(next.last());
            }
            groups.push(Group {
                first: first.into(),
                last: Arc::new(bitmap),
            });
        }
        Rows::of_groups(width, groups)
    }

    /// The rows of groups in their order, each of which has rows.
    pub(super) fn of_groups(width: usize, groups: Vec<Group>) -> Rows {
        // Checked where tests can afford it.
        debug_assert!(groups.len() > 1 << 16 || groups.is_sorted_by(|a, b| a.first < b.first));
        let count = groups.iter().map(Group::count);
        Rows {
            width,
            count: count.fold(0, usize::saturating_add),
            groups,
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

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<u32>> + '_ {
        let unit = (self.width == 0 && self.count > 0).then(Vec::new);
        let rows = self.groups.iter().flat_map(|group| {
            let row = |last| [&group.first[..], &[last]].concat();
            group.last.iter().map(row)
        });
        unit.into_iter().chain(rows)
    }

    /// Looks at all rows, in order.
    fn each(&self, look: &mut dyn FnMut(&[u32])) {
        if self.width == 0 && self.count > 0 {
            look(&[]);
        }
        let mut row = vec![0; self.width];
        for group in &self.groups {
            row[..group.first.len()].copy_from_slice(&group.first);
            for last in &*group.last {
                row[group.first.len()] = last;
                look(&row);
            }
        }
    }

    /// The rows that satisfy a condition, with these columns, in this order.
    pub(super) fn chosen(&self, order: &[usize], keep: impl Fn(&[u32]) -> bool) -> Rows {
        let (mut values, mut found) = (Vec::new(), false);
        self.each(&mut |row| {
            if keep(row) {
                found = true;
                values.extend(order.iter().map(|column| row[*column]));
            }
        });
        match (order.is_empty(), found) {
            (true, true) => Rows::unit(),
            (true, false) => Rows::none(0),
            (false, _) => Rows::of(order.len(), values),
        }
    }

    /// These columns, in this order.
    pub(super) fn permuted(&self, order: &[usize]) -> Rows {
        let in_front = order.iter().enumerate().all(|(at, from)| at == *from);
        match (in_front, self.width - order.len().min(self.width)) {
            (true, 0) => self.clone(),
            (true, 1) => self.fronts(|_| true),
            (true | false, _) => self.chosen(order, |_| true),
        }
    }

    /// What stands in front of the last value in the rows of some groups.
    fn fronts(&self, keep: impl Fn(&Group) -> bool) -> Rows {
        let mut kept = self.groups.iter().filter(|group| keep(group));
        match self.width {
            1 if kept.next().is_some() => Rows::unit(),
            0 | 1 => Rows::none(0),
            width => Rows::of(
                width - 1,
                kept.flat_map(|g| g.first.iter().copied()).collect(),
            ),
        }
    }

    /// Whether a row of this width is among these.
    fn contains(&self, row: &[u32]) -> bool {
        match row.split_last() {
            None => self.count > 0,
            Some((last, first)) => {
                let found = self
                    .groups
                    .binary_search_by(|group| (*group.first).cmp(first));
                found.is_ok_and(|index| self.groups[index].last.contains(*last))
            }
        }
    }

    /// The rows of both.
    pub(super) fn union(&self, other: &Rows) -> Rows {
        if self.width == 0 {
            return if self.is_empty() { other } else { self }.clone();
        }
        let (mut a, mut b) = (
            self.groups.iter().peekable(),
            other.groups.iter().peekable(),
        );
        let mut groups = Vec::with_capacity(self.groups.len().max(other.groups.len()));
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(a), Some(b)) => a.first.cmp(&b.first),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            let one = if order.is_le() { a.next() } else { None };
            let two = if order.is_ge() { b.next() } else { None };
            groups.extend(match (one, two) {
                (Some(a), Some(b)) if !Arc::ptr_eq(&a.last, &b.last) => Some(Group {
                    first: a.first.clone(),
                    last: Arc::new(&*a.last | &*b.last),
                }),
                (one, two) => one.or(two).cloned(),
            });
        }
        Rows::of_groups(self.width, groups)
    }

    /// The rows whose first values are a row of the other, or are none.
    pub(super) fn filtered(&self, other: &Rows, wanted: bool) -> Rows {
        if other.width == 0 {
            return match other.is_empty() != wanted {
                true => self.clone(),
                false => Rows::none(self.width),
            };
        }
        if other.width < self.width {
            let groups = self.groups.iter();
            let kept = groups.filter(|g| other.contains(&g.first[..other.width]) == wanted);
            return Rows::of_groups(self.width, kept.cloned().collect());
        }
        let mut groups = Vec::new();
        for group in &self.groups {
            let found = other.groups.binary_search_by(|g| g.first.cmp(&group.first));
            let there = found.ok().map(|index| &other.groups[index].last);
            let last = match (there, wanted) {
                (None, true) => continue,
                (None, false) => group.last.clone(),
                (Some(there), true) => Arc::new(&*group.last & &**there),
                (Some(there), false) => Arc::new(&*group.last - &**there),
            };
            if !last.is_empty() {
                let first = group.first.clone();
                groups.push(Group { first, last });
            }
        }
        Rows::of_groups(self.width, groups)
    }

    /// What stands in front of the last value in as many rows as there are values.
    pub(super) fn full(&self, size: usize) -> Rows {
        self.fronts(|group| group.count() == size)
    }

    /// Each row with each of so many values behind it.
    pub(super) fn with_any(&self, size: u32) -> Rows {
        let (width, mut groups) = (self.width + 1, Vec::new());
        if size > 0 {
            let mut all = RoaringBitmap::new();
            all.insert_range(0..size);
            let last = Arc::new(all);
            self.each(&mut |row| {
                groups.push(Group {
                    first: row.into(),
                    last: last.clone(),
                });
            });
        }
        Rows::of_groups(width, groups)
    }

    /// Each row that begins like rows of the other, with what these have behind their `shared`
    /// values: more than nothing. `allow` is asked before there are so many rows.
    ///
    /// # Errors
    /// Those of `allow`.
    pub(super) fn joined<E>(
        &self,
        other: &Rows,
        shared: usize,
        allow: &dyn Fn(usize) -> Result<(), E>,
    ) -> Result<Rows, E> {
        let width = self.width + other.width - shared;
        let (mut groups, mut count, mut result) = (Vec::new(), 0usize, Ok(()));
        self.each(&mut |row| {
            let key = &row[..shared];
            let start = other.groups.partition_point(|g| &g.first[..shared] < key);
            let found = other.groups[start..].iter();
            for group in found.take_while(|g| &g.first[..shared] == key) {
                if result.is_ok() {
                    count = count.saturating_add(group.count());
                    result = allow(count);
                }
                if result.is_ok() {
                    groups.push(Group {
                        first: [row, &group.first[shared..]].concat().into(),
                        last: group.last.clone(),
                    });
                }
            }
        });
        result.map(|()| Rows::of_groups(width, groups))
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
