//! What is wrong with a script, and where.

/// What kind of thing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The text is no script.
    Syntax,
    /// A name is used for something that it does not stand for.
    Name,
    /// A value that does not exist.
    Value,
    /// A limit: on the text, on relations, on statements.
    Limit,
    /// What the script does next depends on what nobody knows.
    Unknown,
}

impl Kind {
    /// A stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Syntax => "script-syntax",
            Kind::Name => "script-name",
            Kind::Value => "script-value",
            Kind::Limit => "script-limit",
            Kind::Unknown => "script-unknown",
        }
    }
}

/// Why a script cannot be read or executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// What kind of thing is wrong.
    pub kind: Kind,
    /// One sentence.
    pub message: String,
    /// What to do about it; may be empty.
    pub help: String,
    /// Where, as an offset in the script's text.
    pub at: usize,
}

impl Trouble {
    /// Trouble at an offset.
    pub fn new(kind: Kind, at: usize, message: impl Into<String>) -> Trouble {
        Trouble {
            kind,
            message: message.into(),
            help: String::new(),
            at,
        }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Trouble {
        self.help = help.into();
        self
    }

    /// Line and column (in bytes), from 1.
    pub fn position(&self, text: &str) -> (u32, u32) {
        let before = text.get(..self.at).unwrap_or(text);
        let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |n| n + 1) + 1;
        let number = |n| u32::try_from(n).unwrap_or(u32::MAX);
        (number(line), number(column))
    }
}
