//! Executions that are led while a search by predicates goes on: it asks often whether it is to
//! end, and now and then they get a part of the time until then.

use super::Search;
use crate::engine::{Budget, Progress, Situation, Stats};
use crate::watch::{Cause, Watch};
use proofmark_frontend::{Program, Reading};
use proofmark_replay::interpret::Trace;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// Most programs have an answer before.
const BEGIN: Duration = Duration::from_millis(1500);
/// One part of so many of the time is theirs.
const PARTS: u32 = 12;
/// What they get at the end at least.
const END: Duration = Duration::from_millis(1500);

/// Who watches a search, and ends it when an execution was found.
pub(crate) struct Beside<'w> {
    watch: &'w mut dyn Watch,
    reading: Reading,
    budget: Budget,
    began: Instant,
    /// When they go on.
    due: Cell<Duration>,
    led: RefCell<Led>,
}

/// Where the executions stand.
enum Led {
    NotBegun,
    /// There is nothing to execute, or no more of it.
    Over,
    Search(Box<Search>),
    Found(Box<(Search, Trace)>),
}

impl<'w> Beside<'w> {
    /// Nothing is executed yet; nothing ever is if `wanted` is false.
    pub(crate) fn new(
        (reading, wanted): (Reading, bool),
        budget: &Budget,
        watch: &'w mut dyn Watch,
    ) -> Beside<'w> {
        let led = match wanted {
            true => Led::NotBegun,
            false => Led::Over,
        };
        Beside {
            watch,
            reading,
            budget: *budget,
            began: Instant::now(),
            due: Cell::new(BEGIN),
            led: RefCell::new(led),
        }
    }

    /// Goes on for some time; whether an execution was found.
    fn go_on(&self, time: Duration) -> bool {
        let mut led = self.led.borrow_mut();
        if let Led::NotBegun = *led {
            let search = Search::new(&self.reading);
            *led = search.map_or(Led::Over, |search| Led::Search(Box::new(search)));
        }
        let Led::Search(search) = &mut *led else {
            return matches!(*led, Led::Found(_));
        };
        let began = Instant::now();
        let may = || began.elapsed() < time && self.budget.exceeded().is_none();
        let found = search.run(&|| may() && !self.watch.cancelled());
        let over = search.is_over();
        match (found, std::mem::replace(&mut *led, Led::Over)) {
            (Some(trace), Led::Search(search)) => *led = Led::Found(Box::new((*search, trace))),
            (None, search) if !over => *led = search,
            _ => {}
        }
        matches!(*led, Led::Found(_))
    }

    /// Goes on at the end, as long as that has to do with what was before, and while there is time.
    pub(crate) fn at_last(&self) {
        if !self.watch.cancelled() {
            self.go_on(END.max(self.began.elapsed() / 2));
        }
    }

    /// What was found: the program in the form that the execution is of, and the execution.
    pub(crate) fn found(self) -> Option<(Program, Trace)> {
        match self.led.into_inner() {
            Led::Found(found) => Some((found.0.into_program(), found.1)),
            _ => None,
        }
    }
}

impl Progress for Beside<'_> {
    fn update(&mut self, stats: &Stats) {
        self.watch.update(stats);
    }

    fn situation(&mut self, situation: Situation) {
        self.watch.situation(situation);
    }

    fn cancelled(&self) -> bool {
        let elapsed = self.began.elapsed();
        // Executions ask whether they are to end, too.
        if elapsed >= self.due.get() && self.led.try_borrow().is_ok() {
            self.go_on(elapsed / PARTS);
            self.due.set(self.began.elapsed() * 2);
        }
        let found = self
            .led
            .try_borrow()
            .is_ok_and(|led| matches!(*led, Led::Found(_)));
        found || self.watch.cancelled()
    }
}

impl Watch for Beside<'_> {
    fn proving(&mut self, done: usize, total: usize) {
        // There is none.
        *self.led.borrow_mut() = Led::Over;
        self.watch.proving(done, total);
    }

    fn gave_up(&mut self, cause: Cause) {
        self.watch.gave_up(cause);
    }
}
