//! Claims as static assertions in the text that the compiler gets, and what its messages say about
//! them.

use super::facts::Claim;
use std::fmt::Write as _;

/// What messages call the lines of assertions; the file cannot exist.
const FILE: &str = "<fact>";

/// A part of a text, from one offset to another, and what stands there instead.
pub(super) struct Edit {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) text: String,
}

/// A text with edits, which come in the order of their offsets and do not overlap.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    let added: usize = edits.iter().map(|e| e.text.len()).sum();
    let mut out = String::with_capacity(text.len() + added);
    let mut from = 0;
    for edit in edits {
        out.push_str(text.get(from..edit.from).unwrap_or(""));
        out.push_str(&edit.text);
        from = edit.to;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out
}

/// A line that is told from the program's own.
pub(super) fn own_line(number: usize, line: &str) -> String {
    format!("\n# {} \"{FILE}\"\n{line}\n# 1 \"<program>\"\n", number + 1)
}

/// All claims of a fact at once.
pub(super) fn assertion(number: usize, claims: &[Claim]) -> String {
    let mut line = "_Static_assert(1".to_owned();
    for claim in claims {
        let _ = write!(line, "&&{}", holds(claim));
    }
    line.push_str(", \"\");");
    own_line(number, &line)
}

fn holds(claim: &Claim) -> String {
    // Negative values are compared as unsigned ones.
    let kind = if claim.value > 0x7fff_ffff { "ULL" } else { "" };
    format!("({})=={}{kind}", claim.text, claim.value)
}

/// Assertions that fail for each bit of the claim's value that is set: messages tell the value.
pub(super) fn reveal(number: usize, claim: &Claim) -> String {
    let mut out = String::new();
    for bit in 0..64 {
        let line = format!(
            "_Static_assert(!((unsigned long long)({}) >> {bit} & 1), \"bit {bit}\");",
            claim.text
        );
        out += &own_line(number, &line);
    }
    out
}

/// What the compiler says about a line of ours.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Message {
    /// The line's number.
    pub(super) number: usize,
    /// The rest of the message.
    pub(super) text: String,
}

impl Message {
    /// Whether the assertion was understood, and fails.
    pub(super) fn fails(&self) -> bool {
        self.text.contains("static assertion failed")
    }

    /// The bit that a failing assertion of [`reveal`] tells.
    pub(super) fn bit(&self) -> Option<u32> {
        let rest = self.text.split_once("\"bit ")?.1;
        rest.split_once('"')?.0.parse().ok()
    }
}

/// The errors about lines of ours.
pub(super) fn messages(all: &str) -> Vec<Message> {
    let about = |line: &str| {
        let rest = line.strip_prefix(FILE)?.strip_prefix(':')?;
        let (number, rest) = rest.split_once(':')?;
        let number = number.parse::<usize>().ok()?.checked_sub(1)?;
        let text = rest.split_once("error: ")?.1.to_owned();
        Some(Message { number, text })
    };
    all.lines().filter_map(about).collect()
}
