//! Binary decision diagrams: regions as boolean functions of predicates.
//!
//! Reduced and ordered, hash-consed in one manager without complement edges: equal functions have
//! equal ids, so "did the region grow" is one comparison and every region of a run shares its nodes
//! with the others (decision 0002 tells why no library is used). Predicate `p` has variable `2p`,
//! and its value after an edge has variable `2p + 1`, next to it in the order.

use super::Budget;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A boolean function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bdd(u32);

impl Bdd {
    /// The function that is false everywhere.
    pub const FALSE: Bdd = Bdd(0);
    /// The function that is true everywhere.
    pub const TRUE: Bdd = Bdd(1);
    /// Whether it is false everywhere.
    pub fn is_false(self) -> bool {
        self == Bdd::FALSE
    }
}

/// A decision variable; smaller ones are nearer to the root.
pub type Level = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    level: Level,
    low: Bdd,
    high: Bdd,
}

/// Keys are small integers, so a multiplicative hash beats the default one.
#[derive(Default)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 31)
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&b| self.write_u64(u64::from(b)));
    }
    fn write_u8(&mut self, v: u8) {
        self.write_u64(u64::from(v));
    }
    fn write_u32(&mut self, v: u32) {
        self.write_u64(u64::from(v));
    }
    fn write_u64(&mut self, v: u64) {
        self.0 = (self.0.rotate_left(25) ^ v).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    fn write_usize(&mut self, v: usize) {
        self.write_u64(v as u64);
    }
}

/// A map with integer-like keys. Never iterated, so its order cannot leak into results.
pub type IdMap<K, V> = HashMap<K, V, BuildHasherDefault<IdHasher>>;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Or,
    /// `a` and not `b`.
    Without,
}

/// Owns all nodes.
pub struct Manager {
    nodes: Vec<Node>,
    unique: IdMap<Node, Bdd>,
    binary: IdMap<(Operation, Bdd, Bdd), Bdd>,
    /// Sets of levels, interned so that quantification can be memoised.
    exists: IdMap<(Bdd, u32), Bdd>,
    level_sets: IdMap<Vec<Level>, u32>,
    unprimed: IdMap<Bdd, Bdd>,
    budget: Budget,
    /// Entries of all tables since the budget was looked at.
    unpaid: u32,
    /// Entries of all tables.
    entries: u64,
    entries_max: u64,
    exhausted: bool,
}

/// How many entries are made between two looks at the budget.
const ENTRIES_BETWEEN_CHECKS: u32 = 1 << 16;

impl Manager {
    /// A manager whose diagrams may grow as far as the budget allows.
    pub fn new(budget: Budget) -> Manager {
        let leaf = Node {
            level: Level::MAX,
            low: Bdd::FALSE,
            high: Bdd::FALSE,
        };
        Manager {
            nodes: vec![leaf, leaf],
            unique: IdMap::default(),
            binary: IdMap::default(),
            exists: IdMap::default(),
            level_sets: IdMap::default(),
            unprimed: IdMap::default(),
            budget,
            unpaid: 0,
            entries: 0,
            entries_max: u64::MAX,
            exhausted: false,
        }
    }

    /// Has the budget run out behind so many entries.
    pub fn limit(&mut self, entries: u64) {
        self.entries_max = entries;
    }

    /// Leaves the entries that there are out of account.
    pub fn count_anew(&mut self) {
        self.entries = 0;
    }

    /// How many entries were made in all tables: the work that diagrams took, on every machine the
    /// same.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Whether the budget ran out in the middle of an operation. Diagrams mean nothing from then
    /// on, and the operations end soon: one alone can take all memory.
    pub fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// To be called before an entry is made in a table of this length, capacity and size of
    /// entries: a full table doubles, and holds both copies while it moves.
    fn pay(&mut self, (length, capacity, entry): (usize, usize, usize)) {
        self.unpaid += 1;
        self.entries += 1;
        self.exhausted |= self.entries > self.entries_max;
        let grows =
            length == capacity && !self.budget.has_room_for(capacity.saturating_mul(2 * entry));
        if grows || self.unpaid >= ENTRIES_BETWEEN_CHECKS {
            self.unpaid = 0;
            self.exhausted |= grows || self.budget.exceeded().is_some();
        }
    }

    fn node(&self, f: Bdd) -> Node {
        self.nodes[f.0 as usize]
    }

    /// The root's variable and its two cofactors; `None` for constants.
    pub fn branch(&self, f: Bdd) -> Option<(Level, Bdd, Bdd)> {
        let node = self.node(f);
        (node.level != Level::MAX).then_some((node.level, node.low, node.high))
    }

    fn make(&mut self, level: Level, low: Bdd, high: Bdd) -> Bdd {
        if low == high {
            return low;
        }
        let node = Node { level, low, high };
        if let Some(&f) = self.unique.get(&node) {
            return f;
        }
        self.pay(extent(&self.unique));
        let f =
            Bdd(u32::try_from(self.nodes.len())
                .expect("fewer than 2^32 diagram nodes fit into memory"));
        self.nodes.push(node);
        self.unique.insert(node, f);
        f
    }

    /// The function that is the variable, or its negation.
    pub fn literal(&mut self, level: Level, positive: bool) -> Bdd {
        if positive {
            self.make(level, Bdd::FALSE, Bdd::TRUE)
        } else {
            self.make(level, Bdd::TRUE, Bdd::FALSE)
        }
    }

    /// Conjunction.
    pub fn and(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.apply(Operation::And, a, b)
    }
    /// Disjunction.
    pub fn or(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.apply(Operation::Or, a, b)
    }
    /// `a` and not `b`.
    pub fn without(&mut self, a: Bdd, b: Bdd) -> Bdd {
        self.apply(Operation::Without, a, b)
    }
    /// Negation.
    pub fn not(&mut self, a: Bdd) -> Bdd {
        self.apply(Operation::Without, Bdd::TRUE, a)
    }

    fn apply(&mut self, operation: Operation, a: Bdd, b: Bdd) -> Bdd {
        use Operation::{And, Or, Without};
        match (operation, a, b) {
            (And, Bdd::FALSE, _) | (And, _, Bdd::FALSE) => return Bdd::FALSE,
            (And, Bdd::TRUE, f)
            | (And, f, Bdd::TRUE)
            | (Or, Bdd::FALSE, f)
            | (Or, f, Bdd::FALSE)
            | (Without, f, Bdd::FALSE) => return f,
            (Or, Bdd::TRUE, _) | (Or, _, Bdd::TRUE) => return Bdd::TRUE,
            (Without, Bdd::FALSE, _) | (Without, _, Bdd::TRUE) => return Bdd::FALSE,
            (And | Or, ..) if a == b => return a,
            (Without, ..) if a == b => return Bdd::FALSE,
            _ => {}
        }
        let key = if operation != Without && b < a {
            (operation, b, a)
        } else {
            (operation, a, b)
        };
        if let Some(&f) = self.binary.get(&key) {
            return f;
        }
        if self.exhausted {
            return Bdd::FALSE;
        }
        let (x, y) = (self.node(a), self.node(b));
        let level = x.level.min(y.level);
        let (a0, a1) = if x.level == level {
            (x.low, x.high)
        } else {
            (a, a)
        };
        let (b0, b1) = if y.level == level {
            (y.low, y.high)
        } else {
            (b, b)
        };
        let low = self.apply(operation, a0, b0);
        let high = self.apply(operation, a1, b1);
        let f = self.make(level, low, high);
        self.pay(extent(&self.binary));
        self.binary.insert(key, f);
        f
    }

    /// `∃ levels. f`. The levels must be sorted.
    pub fn exists(&mut self, f: Bdd, levels: &[Level]) -> Bdd {
        if levels.is_empty() {
            return f;
        }
        let next = u32::try_from(self.level_sets.len()).unwrap_or(u32::MAX);
        let set = match self.level_sets.get(levels) {
            Some(&set) => set,
            None => {
                self.level_sets.insert(levels.to_vec(), next);
                next
            }
        };
        self.quantify(f, levels, set)
    }

    fn quantify(&mut self, f: Bdd, levels: &[Level], set: u32) -> Bdd {
        let node = self.node(f);
        if node.level == Level::MAX || levels.last().is_none_or(|&last| last < node.level) {
            return f;
        }
        if let Some(&g) = self.exists.get(&(f, set)) {
            return g;
        }
        if self.exhausted {
            return Bdd::FALSE;
        }
        let low = self.quantify(node.low, levels, set);
        let high = self.quantify(node.high, levels, set);
        let g = if levels.binary_search(&node.level).is_ok() {
            self.or(low, high)
        } else {
            self.make(node.level, low, high)
        };
        self.pay(extent(&self.exists));
        self.exists.insert((f, set), g);
        g
    }

    /// Moves every odd level `2p + 1` to `2p`. No function may depend on both.
    pub fn unprime(&mut self, f: Bdd) -> Bdd {
        let mut memo = std::mem::take(&mut self.unprimed);
        let g = self.shift(f, &mut memo, &|level| level & !1);
        self.unprimed = memo;
        g
    }

    /// Moves level `2p` to `2p + 1` for the predicates `p` in the sorted list.
    pub fn prime(&mut self, f: Bdd, predicates: &[u32]) -> Bdd {
        // The renaming differs from call to call, so its memo does not outlive the call.
        self.shift(f, &mut IdMap::default(), &|level| {
            if level & 1 == 0 && predicates.binary_search(&(level / 2)).is_ok() {
                level + 1
            } else {
                level
            }
        })
    }

    fn shift(&mut self, f: Bdd, memo: &mut IdMap<Bdd, Bdd>, map: &dyn Fn(Level) -> Level) -> Bdd {
        let node = self.node(f);
        if node.level == Level::MAX {
            return f;
        }
        if let Some(&g) = memo.get(&f) {
            return g;
        }
        let low = self.shift(node.low, memo, map);
        let high = self.shift(node.high, memo, map);
        // The map keeps the order of levels, so this is still an ordered diagram.
        let g = self.make(map(node.level), low, high);
        memo.insert(f, g);
        g
    }

    /// A function that agrees with `f` wherever `care` holds, usually a smaller one (Coudert and
    /// Madre's restriction).
    pub fn restrict(&mut self, f: Bdd, care: Bdd) -> Bdd {
        if care.is_false() {
            return f;
        }
        let g = self.restrict_memo(f, care, &mut IdMap::default());
        if self.size(g) < self.size(f) {
            g
        } else {
            f
        }
    }

    fn restrict_memo(&mut self, f: Bdd, care: Bdd, memo: &mut IdMap<(Bdd, Bdd), Bdd>) -> Bdd {
        let (x, c) = (self.node(f), self.node(care));
        if x.level == Level::MAX || c.level == Level::MAX {
            return f;
        }
        if let Some(&g) = memo.get(&(f, care)) {
            return g;
        }
        let g = if c.level < x.level {
            let either = self.or(c.low, c.high);
            self.restrict_memo(f, either, memo)
        } else {
            let (c0, c1) = if c.level == x.level {
                (c.low, c.high)
            } else {
                (care, care)
            };
            match (c0, c1) {
                (Bdd::FALSE, c1) => self.restrict_memo(x.high, c1, memo),
                (c0, Bdd::FALSE) => self.restrict_memo(x.low, c0, memo),
                (c0, c1) => {
                    let (low, high) = (
                        self.restrict_memo(x.low, c0, memo),
                        self.restrict_memo(x.high, c1, memo),
                    );
                    self.make(x.level, low, high)
                }
            }
        };
        memo.insert((f, care), g);
        g
    }

    /// The variables that the function depends on, sorted.
    pub fn support(&self, f: Bdd) -> Vec<Level> {
        let mut seen = std::collections::BTreeSet::new();
        let mut visited = std::collections::HashSet::new();
        let mut work = vec![f];
        while let Some(f) = work.pop() {
            if let Some((level, low, high)) = self.branch(f) {
                if visited.insert(f) {
                    seen.insert(level);
                    work.extend([low, high]);
                }
            }
        }
        seen.into_iter().collect()
    }

    /// One assignment to all the given levels (sorted; they include the support of `f`) that makes
    /// `f` true; `None` if there is none. It is the least in the order false < true.
    pub fn some_assignment(&self, mut f: Bdd, levels: &[Level]) -> Option<Vec<bool>> {
        if f.is_false() {
            return None;
        }
        let mut values = Vec::with_capacity(levels.len());
        for &level in levels {
            let value = match self.branch(f) {
                Some((l, low, high)) if l == level => {
                    let value = low.is_false();
                    f = if value { high } else { low };
                    value
                }
                _ => false,
            };
            values.push(value);
        }
        Some(values)
    }

    /// How many nodes a function takes.
    pub fn size(&self, f: Bdd) -> usize {
        let mut visited = std::collections::HashSet::new();
        let mut work = vec![f];
        while let Some(f) = work.pop() {
            if let Some((_, low, high)) = self.branch(f) {
                if visited.insert(f) {
                    work.extend([low, high]);
                }
            }
        }
        visited.len()
    }

    /// Number of nodes ever made.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }
}

fn extent<K, V, S>(table: &HashMap<K, V, S>) -> (usize, usize, usize) {
    (table.len(), table.capacity(), size_of::<(K, V)>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Limits;

    /// A pseudo-random function of `n` variables with its truth table.
    fn sample(m: &mut Manager, n: u32, seed: u64) -> (Bdd, Vec<bool>) {
        let table: Vec<bool> = (0..1u64 << n)
            .map(|i| {
                (i.wrapping_mul(0x9E37_79B9)
                    .wrapping_add(seed)
                    .wrapping_mul(0xBF58_476D))
                    >> 17
                    & 1
                    == 1
            })
            .collect();
        let mut f = Bdd::FALSE;
        for (row, _) in table.iter().enumerate().filter(|(_, &v)| v) {
            let cube = (0..n).fold(Bdd::TRUE, |c, l| {
                let x = m.literal(l, row >> l & 1 == 1);
                m.and(c, x)
            });
            f = m.or(f, cube);
        }
        (f, table)
    }

    fn evaluate(m: &Manager, mut f: Bdd, row: usize) -> bool {
        while let Some((level, low, high)) = m.branch(f) {
            f = if row >> level & 1 == 1 { high } else { low };
        }
        f == Bdd::TRUE
    }

    fn manager() -> Manager {
        Manager::new(Budget::start(&Limits::default()))
    }

    /// `Σ xᵢ·yᵢ` with all x before all y takes about 2ⁿ nodes.
    fn large(m: &mut Manager, pairs: u32) -> Bdd {
        let mut all = Bdd::FALSE;
        for i in 0..pairs {
            let (x, y) = (m.literal(i, true), m.literal(pairs + i, true));
            let both = m.and(x, y);
            all = m.or(all, both);
        }
        all
    }

    #[test]
    fn one_operation_stays_within_the_budget() {
        let none = Budget::start(&Limits {
            time: Some(std::time::Duration::ZERO),
            ..Limits::default()
        });
        for (budget, pairs, exhausted) in [
            (none, 22, true),
            (none, 6, false),
            (manager().budget, 14, false),
        ] {
            let mut m = Manager::new(budget);
            large(&mut m, pairs);
            assert_eq!(m.exhausted(), exhausted, "{pairs}");
            assert!(!exhausted || m.node_count() < 1 << 18, "{}", m.node_count());
        }
    }

    #[test]
    fn a_table_that_would_not_fit_is_not_doubled() {
        let mut m = Manager::new(Budget::start(&Limits {
            memory: Some(1),
            ..Limits::default()
        }));
        large(&mut m, 12);
        assert!(m.exhausted());
    }

    #[test]
    fn operations_agree_with_truth_tables() {
        let mut m = manager();
        for seed in 0..20 {
            let ((a, ta), (b, tb)) = (sample(&mut m, 4, seed), sample(&mut m, 4, seed + 100));
            let (and, or, without) = (m.and(a, b), m.or(a, b), m.without(a, b));
            let some = m.exists(a, &[1, 3]);
            for row in 0..16 {
                assert_eq!(evaluate(&m, and, row), ta[row] && tb[row]);
                assert_eq!(evaluate(&m, or, row), ta[row] || tb[row]);
                assert_eq!(evaluate(&m, without, row), ta[row] && !tb[row]);
                let any = [0, 2, 8, 10].iter().any(|bits| ta[row & !10 | bits]);
                assert_eq!(evaluate(&m, some, row), any);
            }
        }
    }

    #[test]
    fn restriction_agrees_where_it_matters() {
        let mut m = manager();
        for seed in 0..40 {
            let ((f, tf), (care, tc)) = (sample(&mut m, 4, seed), sample(&mut m, 4, seed + 500));
            let g = m.restrict(f, care);
            assert!((0..16)
                .filter(|&row| tc[row])
                .all(|row| evaluate(&m, g, row) == tf[row]));
            assert!(m.size(g) <= m.size(f));
        }
        let (x, y) = (m.literal(0, true), m.literal(2, true));
        let (both, either) = (m.and(x, y), m.or(x, y));
        let (not_both, not_y) = (m.not(both), m.literal(2, false));
        let only_x = m.and(x, not_y);
        assert_eq!(m.restrict(only_x, not_both), x);
        assert_eq!(m.restrict(either, Bdd::FALSE), either);
    }

    #[test]
    fn priming_and_unpriming_are_inverse() {
        let mut m = manager();
        let (x, y) = (m.literal(0, true), m.literal(2, false));
        let f = m.and(x, y);
        let g = m.prime(f, &[1]);
        assert_eq!(m.support(g), vec![0, 3]);
        assert_eq!(m.unprime(g), f);
        assert_eq!(m.some_assignment(g, &[0, 3]), Some(vec![true, false]));
        assert_eq!(m.some_assignment(Bdd::FALSE, &[0]), None);
    }
}
