//! Measurements in processes of their own: several at a time, and what one of them leaves behind
//! does not slow the next.

use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::io::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// What is measured by now, by the number of the file; `true` if that is enough.
pub type Watch<'a, T> = dyn FnMut(&BTreeMap<usize, T>) -> std::io::Result<bool> + Send + 'a;

/// What is shared by the threads that wait for the processes.
struct Shared<'a, T> {
    next: usize,
    found: BTreeMap<usize, T>,
    failed: Option<Error>,
    watch: &'a mut Watch<'a, T>,
}

impl<T> Shared<'_, T> {
    fn take(&mut self, count: usize) -> Option<usize> {
        let number = self.next;
        self.next += 1;
        (number < count && self.failed.is_none()).then_some(number)
    }

    fn put(&mut self, number: usize, result: std::io::Result<T>) {
        let watched = result.and_then(|value| {
            self.found.insert(number, value);
            (self.watch)(&self.found)
        });
        match watched {
            Ok(true) => self.next = usize::MAX - 1,
            Ok(false) => {}
            Err(error) => self.failed = Some(error),
        }
    }
}

/// Runs a command for each file, `jobs` at a time and in order, until that is enough. Each writes
/// one JSON value; of one that takes more than so many `seconds`, there is the default value.
///
/// # Errors
/// Where a command does not run, or writes something else.
pub fn each<T: DeserializeOwned + Default + Send>(
    files: &[PathBuf],
    (jobs, seconds): (usize, u64),
    command: impl Fn(&Path) -> Command + Sync,
    watch: &mut Watch<'_, T>,
) -> std::io::Result<BTreeMap<usize, T>> {
    let mut told = |found: &BTreeMap<usize, T>| watch(found);
    let shared = Mutex::new(Shared {
        next: 0,
        found: BTreeMap::new(),
        failed: None,
        watch: &mut told,
    });
    let lock = || {
        shared
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| loop {
                let Some(number) = lock().take(files.len()) else {
                    return;
                };
                let result = run(&command(&files[number]), seconds);
                lock().put(number, result);
            });
        }
    });
    let shared = shared.into_inner();
    let shared = shared.unwrap_or_else(std::sync::PoisonError::into_inner);
    shared.failed.map_or(Ok(shared.found), Err)
}

/// The status of `timeout` (GNU coreutils) after it has ended a command.
const LATE: i32 = 124;

fn run<T: DeserializeOwned + Default>(command: &Command, seconds: u64) -> std::io::Result<T> {
    let mut limited = Command::new("timeout");
    limited.arg(seconds.to_string()).arg(command.get_program());
    limited.args(command.get_args());
    let output = limited.stderr(Stdio::inherit()).output()?;
    if output.status.code() == Some(LATE) {
        return Ok(T::default());
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| Error::other(format!("{command:?}: {}: {error}", output.status)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn echo(file: &Path) -> Command {
        let mut command = Command::new("echo");
        command.arg(file);
        command
    }

    #[test]
    fn what_the_processes_write_is_collected_until_it_is_enough() {
        let files: Vec<PathBuf> = (0..9).map(|n| PathBuf::from((n * n).to_string())).collect();
        let all = each::<u32>(&files, (3, 60), echo, &mut |_| Ok(false)).expect("numbers");
        assert_eq!(
            all.values().copied().collect::<Vec<_>>(),
            [0, 1, 4, 9, 16, 25, 36, 49, 64]
        );
        let some = each::<u32>(&files, (2, 60), echo, &mut |found| Ok(found.len() >= 3));
        let some = some.expect("numbers");
        assert!((3..=4).contains(&some.len()), "{some:?}");
        assert_eq!(some.get(&2), Some(&4));
    }

    #[test]
    fn what_takes_too_long_is_left_out() {
        let sleep = |file: &Path| {
            let mut command = Command::new("sh");
            command.args(["-c", "sleep $0; echo $0"]).arg(file);
            command
        };
        let files = ["0", "30"].map(PathBuf::from);
        let found = each::<Option<u32>>(&files, (2, 2), sleep, &mut |_| Ok(false));
        let found = found.expect("numbers");
        assert_eq!((found[&0], found[&1]), (Some(0), None));
    }

    #[test]
    fn what_is_no_answer_ends_it() {
        let files = ["1", "no number"].map(PathBuf::from);
        let error = each::<u32>(&files, (1, 60), echo, &mut |_| Ok(false)).expect_err("no number");
        assert!(error.to_string().contains("no number"), "{error}");
    }
}
