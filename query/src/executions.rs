//! What scripts ask about executions. This crate knows how to ask, and not how to answer.

/// Between which locations does control go?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Where executions start: locations, and strings that are none.
    pub from: Vec<String>,
    /// Where they go on to.
    pub to: Vec<String>,
    /// Where in the script this is asked, as an offset.
    pub at: usize,
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

/// Answers questions about executions.
pub trait Executions {
    /// What is known of each pair: by place in `from`, and then by place in `to`.
    ///
    /// # Errors
    /// Why nobody answers any more.
    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, String>;
}

/// Knows nothing of executions.
pub struct Nobody;

impl Executions for Nobody {
    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, String> {
        let row = vec![Known::Unknown; question.to.len()];
        Ok(vec![row; question.from.len()])
    }
}
