//! Edits on a token stream, and the text that they give, with the way back to the input.

use super::tokens::{partners, Token};
use std::collections::BTreeMap;

/// What replaces a token, and what is put around it. Passes add to it; none sees what another has
/// put in.
#[derive(Default)]
struct Edit {
    before: String,
    text: Option<String>,
    after: String,
}

impl Edit {
    /// Whether it is more than another word for the token.
    fn moves(&self) -> bool {
        let deleted = self.text.as_ref().is_some_and(|text| text.is_empty());
        deleted || !self.before.is_empty() || !self.after.is_empty()
    }
}

/// A text under rewriting. All passes look at the same original tokens.
pub(super) struct Rewriter<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    partner: Vec<Option<u32>>,
    edits: BTreeMap<usize, Edit>,
    /// Declarations in front of the text.
    pub(super) prelude: String,
    /// Parts of the text that are left out, from their first bytes to their ends.
    pub(super) left_out: Vec<(usize, usize)>,
    /// Whether assembly in a function that gcc may emit may have directives.
    pub(super) directives: bool,
}

/// A rewritten text.
pub struct Rewritten {
    /// The text.
    pub text: String,
    /// The way back: from each first offset (in the rewritten text) on, offsets run in parallel to
    /// those from the second (in the input).
    pub map: Vec<(usize, usize)>,
    /// Whether there is assembly outside of functions, or may be directives in one that gcc may
    /// emit.
    pub assembly: bool,
    /// From each offset of the input on, the largest alignment of members that `#pragma pack` asks
    /// for.
    pub packs: Vec<(usize, Option<u64>)>,
    /// Bodies of functions that are left out: from where to where, in the input.
    pub left_out: Vec<(usize, usize)>,
    /// Where the input has tokens beside which others were put, or that were deleted.
    pub changed: Vec<usize>,
}

impl<'t> Rewriter<'t> {
    pub(super) fn new(text: &'t str, tokens: Vec<Token>) -> Rewriter<'t> {
        let partner = partners(tokens.iter().map(|t| t.of(text)), tokens.len());
        Rewriter {
            text,
            tokens,
            partner,
            edits: BTreeMap::new(),
            prelude: String::new(),
            left_out: Vec::new(),
            directives: false,
        }
    }

    // -- looking

    pub(super) fn len(&self) -> usize {
        self.tokens.len()
    }
    /// The token's text; empty outside the stream.
    pub(super) fn word(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |t| t.of(self.text))
    }
    /// The text of the token before; empty at the start.
    pub(super) fn before(&self, index: usize) -> &'t str {
        index.checked_sub(1).map_or("", |i| self.word(i))
    }
    /// The other bracket of a pair.
    pub(super) fn partner(&self, index: usize) -> Option<usize> {
        self.partner
            .get(index)
            .copied()
            .flatten()
            .map(|p| p as usize)
    }
    /// The closing bracket, if this token is the opening one `word`.
    pub(super) fn closing(&self, index: usize, word: &str) -> Option<usize> {
        if self.word(index) == word {
            self.partner(index)
        } else {
            None
        }
    }
    /// The opening parenthesis, if this token is a closing one.
    pub(super) fn closing_partner(&self, index: usize) -> Option<usize> {
        if self.word(index) == ")" {
            self.partner(index)
        } else {
            None
        }
    }
    /// Whether two neighbours stand together, as in `&&`.
    pub(super) fn joined(&self, index: usize) -> bool {
        matches!(
            (self.tokens.get(index), self.tokens.get(index + 1)),
            (Some(a), Some(b)) if a.end == b.start
        )
    }
    pub(super) fn offset(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(self.text.len(), |t| t.start)
    }
    /// The tokens between `from` and `to` that stand outside inner brackets.
    pub(super) fn level(&self, from: usize, to: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut index = from;
        while index < to {
            out.push(index);
            index = match self.word(index) {
                "(" | "[" | "{" => self.partner(index).unwrap_or(index) + 1,
                _ => index + 1,
            };
        }
        out
    }

    // -- editing

    fn edit(&mut self, index: usize) -> &mut Edit {
        self.edits.entry(index).or_default()
    }
    pub(super) fn edited(&self, index: usize) -> bool {
        self.edits.contains_key(&index)
    }
    pub(super) fn replace(&mut self, index: usize, text: &str) {
        self.edit(index).text = Some(text.to_owned());
    }
    pub(super) fn delete(&mut self, from: usize, to: usize) {
        for index in from..to {
            *self.edit(index) = Edit {
                text: Some(String::new()),
                ..Edit::default()
            };
        }
    }
    pub(super) fn put_before(&mut self, index: usize, text: &str) {
        self.edit(index).before.push_str(text);
    }
    pub(super) fn put_after(&mut self, index: usize, text: &str) {
        self.edit(index).after.push_str(text);
    }
    /// Tokens with their edits, as text.
    pub(super) fn rendered(&self, from: usize, to: usize) -> String {
        let mut out = String::new();
        for index in from..to {
            match self.edits.get(&index) {
                Some(e) => [
                    &e.before,
                    e.text.as_deref().unwrap_or(self.word(index)),
                    &e.after,
                ]
                .iter()
                .for_each(|s| out.push_str(s)),
                None => out.push_str(self.word(index)),
            }
            if !self.joined(index) {
                out.push(' ');
            }
        }
        out
    }

    // -- the result

    /// The new text. Pragmas stay; comments, line markers and blanks become one blank or line
    /// break.
    pub(super) fn finish(self) -> Rewritten {
        let mut out = Rewritten {
            text: String::with_capacity(self.text.len() / 2),
            map: Vec::new(),
            assembly: false,
            packs: Vec::new(),
            left_out: self.left_out,
            changed: Vec::new(),
        };
        out.text.push_str(&self.prelude);
        let mut end = 0;
        for (index, token) in self.tokens.iter().enumerate() {
            gap(self.text.get(end..token.start).unwrap_or(""), &mut out.text);
            end = token.end;
            let edit = self.edits.get(&index);
            out.mark(token.start);
            out.text.push_str(edit.map_or("", |e| &e.before));
            let own = token.of(self.text);
            if edit.is_some_and(Edit::moves) {
                out.changed.push(token.start);
            }
            let changed = edit.and_then(|e| e.text.as_deref());
            out.mark(token.start);
            out.text.push_str(changed.unwrap_or(own));
            if let Some(e) = edit {
                out.mark(token.start);
                out.text.push_str(&e.after);
            }
        }
        out.text.push('\n');
        out
    }
}

impl Rewritten {
    /// What is written next stands for the input from `offset` on.
    fn mark(&mut self, offset: usize) {
        let at = self.text.len();
        let parallel = self
            .map
            .last()
            .is_some_and(|(to, from)| at.checked_sub(*to).is_some_and(|d| from + d == offset));
        if !parallel {
            self.map.push((at, offset));
        }
    }
}

/// What lies between two tokens, for the parser: it only skips this, but each time anew when it
/// goes back.
fn gap(text: &str, out: &mut String) {
    let Some((_, rows)) = text.split_once('\n') else {
        if !text.is_empty() {
            out.push(' ');
        }
        return;
    };
    out.push('\n');
    for row in rows.split('\n').filter(|row| {
        row.trim_start()
            .strip_prefix('#')
            .is_some_and(|r| r.trim_start().starts_with("pragma"))
    }) {
        out.push_str(row);
        out.push('\n');
    }
}
