//! What scripts ask about executions. This crate knows how to ask, and not how to answer.

/// Between which locations does control go, and what does an observer say of it?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Where executions start: locations, and strings that are none.
    pub from: Vec<String>,
    /// Where they go on to. [`Verdict::Violated`] is about no places.
    pub to: Vec<String>,
    /// What runs beside the program.
    pub monitor: Monitor,
    /// Where in the script this is asked, as an offset.
    pub at: usize,
}

/// What runs beside a program, and which executions count.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Monitor {
    /// An observer of the script, by number; none for `Empty`.
    pub property: Option<usize>,
    /// What the observer says where executions end that count.
    pub verdict: Verdict,
    /// What is known of events in executions that count: observers of the script that consist of
    /// one event, by number.
    pub events: Vec<(usize, Occurs)>,
}

/// What an observer says of an execution (paper 002, section 2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It accepts: no assertion failed, and the postcondition holds.
    Accepted,
    /// It rejects: an assertion failed, or the postcondition does not hold.
    Rejected,
    /// An assertion fails, or the postcondition does not hold at a location, anywhere.
    Violated,
}

/// Whether an event occurs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Occurs {
    /// It does, and is the first of all events that are asked about.
    First,
    /// It does not occur before that.
    Later,
    /// It does not occur.
    Never,
}

impl Monitor {
    /// The one that accepts all executions.
    pub fn empty() -> Monitor {
        Monitor {
            property: None,
            verdict: Verdict::Accepted,
            events: Vec::new(),
        }
    }
}

/// What is known of a pair of locations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// An execution leads from the one to the other.
    Yes,
    /// None does.
    No,
    /// Nobody knows.
    Unknown,
}

impl Known {
    /// What is known of a pair if this is known of some executions, and `other` of the others.
    #[must_use]
    pub fn or(self, other: Known) -> Known {
        match (self, other) {
            (Known::Yes, _) | (_, Known::Yes) => Known::Yes,
            (Known::No, Known::No) => Known::No,
            (Known::Unknown, _) | (_, Known::Unknown) => Known::Unknown,
        }
    }
}

/// Why a question is not answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Nobody answers any more.
    Ended(String),
    /// This event of its monitor extends no observer.
    Senseless(usize, String),
}

/// Answers questions about executions.
pub trait Executions {
    /// What is known of each pair: by place in `from`, and then by place in `to`. For
    /// [`Verdict::Violated`], whether it happens to some execution: by place in `from`, one answer.
    ///
    /// # Errors
    /// Why there is no answer.
    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, Refused>;

    /// Whether this is a location of the program, where executions may start.
    fn is_location(&self, name: &str) -> bool;
}

/// Knows nothing of executions.
pub struct Nobody;

impl Executions for Nobody {
    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, Refused> {
        let row = match question.monitor.verdict {
            Verdict::Violated => vec![Known::Unknown],
            Verdict::Accepted | Verdict::Rejected => vec![Known::Unknown; question.to.len()],
        };
        Ok(vec![row; question.from.len()])
    }

    fn is_location(&self, _: &str) -> bool {
        false
    }
}
