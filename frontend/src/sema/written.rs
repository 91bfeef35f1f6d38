//! Structures that are defined within expressions, as in `sizeof(struct { char c; int n; })`:
//! nothing has a name that leads to them, so what is claimed of them repeats their definition.

use super::Unit;
use crate::judge::{types, Content, Fact};
use lang_c::span::Span;

/// Longer definitions are not repeated.
const TEXT_BYTES_MAX: usize = 1024;
/// How gcc spells what says more of a type.
const ATTRIBUTE: &str = "__attribute__";

impl Unit<'_> {
    /// Facts about the records that `work` defines repeat their definitions.
    pub(super) fn within_expression<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.collected.within_expression(true);
        let out = work(self);
        self.collected.within_expression(outer);
        out
    }

    /// Claims the layout of a record by its definition, and says that this must be confirmed.
    pub(super) fn record_written(&mut self, id: u32, span: Span) {
        self.shared.facts.push(Fact {
            unit: self.unit,
            at: self.sources.origin(self.unit, span.start),
            pos: self.pos(span),
            content: Content::Defined(id),
        });
        let start = self.sources.origin(self.unit, span.start);
        let end = self.sources.origin(self.unit, span.end);
        let text = self.sources.text(self.unit);
        let Some(definition) = repeatable(text, start, end) else {
            return;
        };
        let claims = types::of_written(&self.program.types, id, &definition);
        self.fact(span, Content::Written(id, claims), &definition);
    }
}

/// The definition of a record at this part of a text, without its tag and with the attributes
/// behind it, if it may stand a second time: it defines no other tags, and no enumerators.
fn repeatable(text: &str, start: usize, end: usize) -> Option<String> {
    let definition = text.get(start..end)?;
    let behind = text.get(end..)?;
    let (word, rest) = ["struct", "union"]
        .iter()
        .find_map(|word| Some((*word, definition.strip_prefix(word)?)))?;
    let (before, members) = rest.split_at(rest.find('{')?);
    let attributes = match before.find(ATTRIBUTE) {
        Some(at) => attribute(before.get(at..)?)?,
        None => "",
    };
    let members = members.trim_end();
    let closed = members.ends_with('}') && !members.contains(['#', '"', '\'', '\\']);
    if !closed || members.len() > TEXT_BYTES_MAX || defines(members) {
        return None;
    }
    let mut out = format!("{word} {attributes}{members}");
    let mut rest = behind.trim_start();
    while rest.starts_with(ATTRIBUTE) {
        let next = attribute(rest)?;
        out.push_str(next);
        rest = rest.get(next.len()..)?.trim_start();
    }
    Some(out.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// An attribute that a text begins with; nothing if it does not end.
fn attribute(text: &str) -> Option<&str> {
    let mut open = 0usize;
    for (at, byte) in text.bytes().enumerate().take(TEXT_BYTES_MAX) {
        match byte {
            b'(' => open += 1,
            b')' if open == 1 => return text.get(..=at),
            b')' => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Whether members define tags or enumerators.
fn defines(members: &str) -> bool {
    let mut words = members.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let mut kind = None;
    words.any(|part| {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let opens = part.ends_with('{');
        kind = match word {
            "enum" | "struct" | "union" => Some((word, false)),
            "" => kind,
            _ => kind.map(|(kind, _)| (kind, true)),
        };
        let found = opens && kind.is_some_and(|(kind, tagged)| tagged || kind == "enum");
        if part.ends_with([';', '{', '}', '*']) {
            kind = None;
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::repeatable;

    fn whole(text: &str) -> Option<String> {
        repeatable(text, 0, text.rfind('}')? + 1)
    }

    #[test]
    fn definitions_are_repeated_without_their_tags() {
        let cases = [
            ("struct { char c; int n; }", "struct { char c; int n; }"),
            (
                "struct T { struct T *next;\n int n; }",
                "struct { struct T *next; int n; }",
            ),
            (
                "union u { int n; } __attribute__((packed, aligned(2))) *",
                "union { int n; }__attribute__((packed, aligned(2)))",
            ),
            (
                "struct __attribute__((packed)) t { char c; struct { int n; } s; }",
                "struct __attribute__((packed)){ char c; struct { int n; } s; }",
            ),
            (
                "struct { enum e x; union { int a; }; }",
                "struct { enum e x; union { int a; }; }",
            ),
        ];
        for (text, repeated) in cases {
            assert_eq!(whole(text).as_deref(), Some(repeated), "{text}");
        }
    }

    #[test]
    fn what_would_be_defined_twice_is_not_repeated() {
        let cases = [
            "struct { struct t { int n; } s; }",
            "struct { enum { A, B } e; }",
            "struct { enum e { A, B } e; }",
            "struct { union\nu {int n;} s; }",
            "struct { char c['a']; }",
            "struct { int n : sizeof(struct T { int n; }); }",
            "long { int n; }",
        ];
        for text in cases {
            assert_eq!(whole(text), None, "{text}");
        }
    }
}
