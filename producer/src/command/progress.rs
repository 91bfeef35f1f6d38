//! A line on the terminal that shows that, and how, long work advances.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use proofmark_producer::certify::{Cause, Watch};
use proofmark_producer::engine::{Progress, Situation, Stats};
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Least time between two changes of the line.
const PERIOD: Duration = Duration::from_millis(100);

/// The line; invisible where standard error is no terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
    last: Instant,
    /// Somebody asks the command to end.
    interrupted: Arc<AtomicBool>,
    /// Where the search stood when it ended without an answer.
    pub(crate) situation: Option<Situation>,
    /// Why its answer is none.
    pub(crate) cause: Option<Cause>,
}

/// A line that is not drawn yet.
fn line(wanted: bool) -> ProgressBar {
    let target = if wanted && std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::with_draw_target(None, target).with_style(style)
}

/// A line about many runs.
pub(crate) struct Count {
    bar: ProgressBar,
}

impl Count {
    pub(crate) fn new(wanted: bool) -> Count {
        Count { bar: line(wanted) }
    }
    /// Shows how many runs of all are done, and which one began first of those that are not.
    pub(crate) fn show(&self, done: usize, total: usize, running: Option<String>) {
        if !self.bar.is_hidden() {
            let running = running.map_or_else(String::new, |name| format!("; {name}"));
            self.bar
                .set_message(format!("{done} of {total} done{running}"));
            self.bar.tick();
        }
    }
    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The line goes, however the runs end.
impl Drop for Count {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Bar {
    pub(crate) fn new(wanted: bool, interrupted: Arc<AtomicBool>) -> Bar {
        Bar {
            bar: line(wanted),
            last: Instant::now(),
            interrupted,
            situation: None,
            cause: None,
        }
    }
    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
    /// Removes the line as often as somebody wants it to be gone.
    pub(crate) fn eraser(&self) -> impl Fn() + use<> {
        let bar = self.bar.clone();
        move || bar.finish_and_clear()
    }
    fn show(&mut self, message: impl FnOnce() -> String) {
        if self.last.elapsed() >= PERIOD && !self.bar.is_hidden() {
            if self.bar.is_finished() {
                self.bar.reset();
            }
            self.last = Instant::now();
            self.bar.set_message(message());
            self.bar.tick();
        }
    }
}

impl Progress for Bar {
    fn update(&mut self, stats: &Stats) {
        self.show(|| {
            format!(
                "{} iterations, {} tree nodes, {} predicates",
                stats.iterations, stats.nodes, stats.predicates
            )
        });
    }
    fn situation(&mut self, situation: Situation) {
        self.situation = Some(situation);
    }
    fn cancelled(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}

impl Watch for Bar {
    fn proving(&mut self, done: usize, total: usize) {
        self.show(|| format!("proving: {done} of {total} obligations"));
    }
    fn gave_up(&mut self, cause: Cause) {
        self.cause = Some(cause);
    }
}
