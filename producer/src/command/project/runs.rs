//! Runs of pairs: each is a process of this program with limits of its own, several at a time.

use super::answer::{Answered, How, Verdict};
use super::pair::{joined, Pair};
use crate::command::arguments::VERIFY_PAIR;
use crate::command::progress::Count;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the runs are looked at.
const PERIOD: Duration = Duration::from_millis(20);
/// How long an interrupted run may take to answer; its own guard ends it in less.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longer answers are none.
const ANSWER_BYTES_MAX: u64 = 1 << 28;

/// A pair to run, and the key of the newest certificate that the store has for it.
pub(crate) type Wanted<'a> = (&'a Pair, Option<String>);

/// How pairs are run.
pub(crate) struct Runs<'a> {
    /// Where the project is.
    pub(crate) directory: &'a Path,
    pub(crate) compiler: Option<PathBuf>,
    /// Where certificates are, from there.
    pub(crate) certificates: PathBuf,
    /// So many at a time.
    pub(crate) jobs: usize,
    /// The memory of all together, in MiB.
    pub(crate) memory: u64,
    pub(crate) progress: Count,
    /// Somebody asks to end.
    pub(crate) interrupted: &'a Arc<AtomicBool>,
}

/// What the threads share.
struct State {
    next: usize,
    /// Memory that no run has, in MiB.
    free: u64,
    running: BTreeMap<usize, Running>,
    /// The threads that still work.
    threads: usize,
    done: BTreeMap<usize, Answered>,
}

/// A process, which ends when its standard input is closed.
struct Running {
    child: Child,
    alive: Option<ChildStdin>,
}

impl Runs<'_> {
    /// Runs pairs, and tells `done` about each that ends, by its number. Those that an interrupt
    /// keeps from running have no answer.
    pub(crate) fn run(&self, wanted: &[Wanted<'_>], mut done: impl FnMut(usize, Answered)) {
        let threads = self.jobs.min(wanted.len());
        let state = Mutex::new(State {
            next: 0,
            free: self.memory,
            running: BTreeMap::new(),
            threads,
            done: BTreeMap::new(),
        });
        let changed = Condvar::new();
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    self.work(wanted, &state, &changed);
                    lock(&state).threads -= 1;
                    changed.notify_all();
                });
            }
            self.watch(wanted, &state, &changed, &mut done);
        });
        self.progress.finish();
    }

    /// Shows how the runs advance, hands over what they answer, and ends them if that is asked.
    fn watch(
        &self,
        wanted: &[Wanted<'_>],
        state: &Mutex<State>,
        changed: &Condvar,
        done: &mut dyn FnMut(usize, Answered),
    ) {
        let (mut asked, mut count): (Option<Instant>, usize) = (None, 0);
        loop {
            let mut now = lock(state);
            let answered = std::mem::take(&mut now.done);
            let over = now.threads == 0 && answered.is_empty();
            if self.interrupted.load(Ordering::SeqCst) {
                let late = asked.get_or_insert_with(Instant::now).elapsed() > PATIENCE;
                for running in now.running.values_mut() {
                    running.alive = None;
                    if late {
                        let _ = running.child.kill();
                    }
                }
            }
            let running = now.running.keys().next().and_then(|n| wanted.get(*n));
            let running = running.map(|(pair, _)| pair.name.to_string());
            drop(now);
            count += answered.len();
            for (number, answer) in answered {
                done(number, answer);
            }
            if over {
                return;
            }
            self.progress.show(count, wanted.len(), running);
            let waits = changed.wait_timeout(lock(state), PERIOD);
            drop(waits.unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Runs pairs until there are no more.
    fn work(&self, wanted: &[Wanted<'_>], state: &Mutex<State>, changed: &Condvar) {
        while let Some(number) = self.next(wanted, state, changed) {
            let Some((pair, newest)) = wanted.get(number) else {
                return;
            };
            let began = Instant::now();
            let mut answer = match self.start(pair, newest.as_deref()) {
                Ok(child) => finish(number, child, state),
                Err(error) => Answered::plain(
                    Verdict::Unknown,
                    &format!("the work does not start: {error}"),
                ),
            };
            answer.took = began.elapsed();
            if answer.how == Some(How::Unchanged) && answer.key != *newest {
                answer.how = Some(How::Known);
            }
            let mut now = lock(state);
            now.free += self.memory_of(pair);
            now.done.insert(number, answer);
            drop(now);
            changed.notify_all();
        }
    }

    /// The memory of a pair, which is never more than all may have.
    fn memory_of(&self, pair: &Pair) -> u64 {
        pair.mebibytes().min(self.memory)
    }

    /// Waits until there is memory for the next pair.
    fn next(
        &self,
        wanted: &[Wanted<'_>],
        state: &Mutex<State>,
        changed: &Condvar,
    ) -> Option<usize> {
        let mut now = lock(state);
        loop {
            let number = now.next;
            let (pair, _) = wanted.get(number)?;
            if self.interrupted.load(Ordering::SeqCst) {
                return None;
            }
            let memory = self.memory_of(pair);
            if memory <= now.free {
                now.next += 1;
                now.free -= memory;
                return Some(number);
            }
            let waits = changed.wait_timeout(now, PERIOD);
            now = waits.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn start(&self, pair: &Pair, newest: Option<&str>) -> std::io::Result<Child> {
        let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
        let threads = (processors / self.jobs.max(1)).max(1);
        let mut command = Command::new(std::env::current_exe()?);
        command
            .current_dir(self.directory)
            .args([VERIFY_PAIR, "--json", "--no-progress"])
            .arg(format!("--jobs={threads}"))
            .arg(joined("--certificates=", &self.certificates));
        if let Some(key) = newest {
            let path = self.certificates.join(format!("{key}.cert"));
            command.arg(joined("--newest=", &path));
        }
        if let Some(compiler) = &self.compiler {
            command.arg(joined("--cc=", compiler));
        }
        command
            .args(pair.options(self.memory_of(pair)))
            .args(pair.compiler_arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

/// Reads what a process says, and waits for it.
fn finish(number: usize, mut child: Child, state: &Mutex<State>) -> Answered {
    let (alive, out) = (child.stdin.take(), child.stdout.take());
    lock(state).running.insert(number, Running { child, alive });
    let mut said = Vec::new();
    let read = out.map(|out| out.take(ANSWER_BYTES_MAX).read_to_end(&mut said));
    let ended = lock(state).running.remove(&number);
    let status = ended.map(|mut running| running.child.wait());
    match (read, status) {
        (Some(Ok(_)), Some(Ok(status))) => Answered::read(&said, status.code()),
        _ => Answered::plain(Verdict::Unknown, "the process that does the work is gone"),
    }
}

/// A thread that panicked has left the state as it was.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::pair::{Abi, PairName, Settings};
    use super::*;

    fn pair(mebibytes: u64) -> Pair {
        let name = || "x".to_owned();
        Pair {
            name: PairName {
                program: name(),
                entry: name(),
                rule: name(),
            },
            settings: Arc::new(Settings {
                files: Vec::new(),
                arguments: Vec::new(),
                abi: Abi::Lp64,
                hints: Vec::new(),
                library_models: true,
                deny: Vec::new(),
                seconds: None,
                mebibytes: Some(mebibytes),
                inline_limit: 1,
            }),
            specifications: Vec::new(),
        }
    }

    #[test]
    fn pairs_wait_for_memory() {
        let interrupted = Arc::new(AtomicBool::new(false));
        let runs = Runs {
            directory: Path::new("."),
            compiler: None,
            certificates: PathBuf::new(),
            jobs: 4,
            memory: 1000,
            progress: Count::new(false),
            interrupted: &interrupted,
        };
        let pairs = [400, 500, 200, 5000].map(pair);
        let wanted: Vec<Wanted<'_>> = pairs.iter().map(|pair| (pair, None)).collect();
        let state = Mutex::new(State {
            next: 0,
            free: runs.memory,
            running: BTreeMap::new(),
            threads: 4,
            done: BTreeMap::new(),
        });
        let next = |patience: Duration| {
            let changed = Condvar::new();
            std::thread::scope(|scope| {
                let found = scope.spawn(|| runs.next(&wanted, &state, &changed));
                let began = Instant::now();
                while !found.is_finished() && began.elapsed() < patience {
                    std::thread::sleep(PERIOD);
                }
                interrupted.store(true, Ordering::SeqCst);
                let found = found.join().expect("no panic");
                interrupted.store(false, Ordering::SeqCst);
                found
            })
        };
        let (soon, long) = (Duration::from_millis(100), Duration::from_secs(20));
        assert_eq!((next(long), next(long)), (Some(0), Some(1)));
        assert_eq!(next(soon), None, "100 MiB are left, and 200 wanted");
        lock(&state).free += 400;
        assert_eq!(next(long), Some(2));
        // Nobody may have more than all, and who wants that much runs alone.
        lock(&state).free += 500;
        assert_eq!(next(soon), None);
        lock(&state).free += 200;
        assert_eq!((next(long), lock(&state).free), (Some(3), 0));
        assert_eq!(next(long), None, "there are no more");
    }
}
