//! Several programs at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The stack of a thread in which a program is certified.
const STACK_BYTES: usize = 64 << 20;

/// What `work` makes of each item, in their order, in up to so many threads. Where there are no
/// more, the one that asks does it all.
pub(super) fn together<I: Sync, T: Send>(
    threads: usize,
    items: &[I],
    work: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(items.len()));
    let one_by_one = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(index) else {
            return;
        };
        let result = work(item);
        // None is lost: a missing answer would count as one that nobody objects to.
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.push((index, result));
    };
    std::thread::scope(|scope| {
        // This thread waits: its stack may be a small one.
        let threads = threads.clamp(1, items.len().max(1));
        let thread = || std::thread::Builder::new().stack_size(STACK_BYTES);
        let started = (0..threads).filter(|_| thread().spawn_scoped(scope, one_by_one).is_ok());
        if started.count() == 0 {
            one_by_one();
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        let squares: Vec<u64> = items.iter().map(|n| n * n).collect();
        for threads in [0, 1, 3, 200] {
            assert_eq!(together(threads, &items, |n| n * n), squares, "{threads}");
        }
        assert!(together(2, &[] as &[u64], |n| *n).is_empty());
    }
}
