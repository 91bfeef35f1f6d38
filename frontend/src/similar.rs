//! Names that are like another one: what somebody may have meant.

use std::collections::BTreeSet;

/// Most names that are given.
const NAMES_MAX: usize = 5;
/// Longer names are compared with nothing.
const NAME_BYTES_MAX: usize = 64;

/// The names that are most like `wanted`, best first, without itself.
pub fn names<'n>(wanted: &str, known: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: BTreeSet<(usize, &str)> = BTreeSet::new();
    for name in known.filter(|name| *name != wanted) {
        found.extend(distance(wanted, name).map(|far| (far, name)));
    }
    let best = found.into_iter().take(NAMES_MAX);
    best.map(|(_, name)| name.to_owned()).collect()
}

/// How far two names are apart; `None` if they have nothing to do with each other.
fn distance(a: &str, b: &str) -> Option<usize> {
    if a.len().max(b.len()) > NAME_BYTES_MAX || a.is_empty() || b.is_empty() {
        return None;
    }
    let (x, y) = (words(a), words(b));
    if x == y {
        return Some(0);
    }
    let (short, long) = if x.len() <= y.len() {
        (&x, &y)
    } else {
        (&y, &x)
    };
    // `mutex_lock` in `_raw_mutex_lock`, `mutex_lock_nested` and `MutexLock`.
    let within = long
        .windows(short.len().max(1))
        .any(|w| w == short.as_slice());
    if within && short.iter().any(|word| word.len() > 2) {
        return Some(long.len() - short.len());
    }
    let (x, y) = (x.concat(), y.concat());
    let edits = edits(&x, &y);
    if edits <= (x.len().min(y.len()) / 4).max(1) && x.len().min(y.len()) > 2 {
        return Some(10 + edits);
    }
    // `lock` in `spinlock`.
    let (short, long) = if x.len() <= y.len() {
        (&x, &y)
    } else {
        (&y, &x)
    };
    (short.len() > 3 && long.contains(short.as_str())).then(|| 20 + long.len() - short.len())
}

/// The words of a name in lower case: `_raw_spin_lock` and `RawSpinLock` have the same.
fn words(name: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut lower = false;
    for c in name.chars() {
        if (c == '_' || (lower && c.is_uppercase())) && out.last().is_some_and(|w| !w.is_empty()) {
            out.push(String::new());
        }
        lower = c.is_lowercase();
        if let Some(word) = out.last_mut().filter(|_| c != '_') {
            word.extend(c.to_lowercase());
        }
    }
    out.retain(|word| !word.is_empty());
    out
}

/// How many letters are put in, left out, replaced, or exchanged with the next one (the restricted
/// distance of Damerau and Levenshtein).
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut last: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, ((y, above), before)) in b.iter().zip(row.iter().skip(1)).zip(&row).enumerate() {
            let left = next.last().copied().unwrap_or(0);
            let exchanged = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            let exchange = last.get(j.wrapping_sub(1)).filter(|_| exchanged);
            let least = (before + usize::from(x != y)).min(above + 1).min(left + 1);
            next.push(exchange.map_or(least, |two| least.min(two + 1)));
        }
        last = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::names;

    const KNOWN: [&str; 8] = [
        "_raw_mutex_lock",
        "mutex_lock_nested",
        "mutex_unlock",
        "MutexLock",
        "kmalloc",
        "printk",
        "spinlock",
        "a",
    ];

    #[test]
    fn wrappers_and_slips_come_close() {
        let close = |name| names(name, KNOWN.iter().copied());
        assert_eq!(close("pritnk"), ["printk"]);
        assert_eq!(
            close("mutex_lock"),
            [
                "MutexLock",
                "_raw_mutex_lock",
                "mutex_lock_nested",
                "mutex_unlock"
            ]
        );
        assert_eq!(close("kmaloc"), ["kmalloc"]);
        assert_eq!(
            close("lock"),
            [
                "MutexLock",
                "_raw_mutex_lock",
                "mutex_lock_nested",
                "spinlock",
                "mutex_unlock"
            ]
        );
    }

    #[test]
    fn other_names_do_not() {
        for name in [
            "open",
            "a_b_c",
            "b",
            "",
            "mmmmmmm",
            "x".repeat(70).as_str(),
            "printk",
        ] {
            assert_eq!(names(name, KNOWN.iter().copied()), [""; 0], "{name}");
        }
    }
}
