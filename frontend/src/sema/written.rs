//! Structures that are defined within expressions, as in `sizeof(struct { char c; int n; })`:
//! nothing has a name that leads to them, so what is claimed of them repeats their definition.

use super::Unit;
use crate::judge::{types, Content, Fact};
use lang_c::span::Span;

/// Longer definitions are not repeated.
const TEXT_BYTES_MAX: usize = 1024;
/// How what says more of a type begins: `__attribute__`, too.
const ATTRIBUTE: &str = "__attribute";

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
        let text = self.sources.text(self.unit);
        let tagged = self.program.types.record(id).filter(|r| r.tagged);
        let tag = tagged.map_or("", |record| record.name.as_str());
        let Some(definition) = repeatable(text, start, tag) else {
            return;
        };
        let claims = types::of_written(&self.program.types, id, &definition);
        self.fact_of_type(span, Content::Written(id, claims), &definition);
    }
}

/// The definition of a record that begins here in a text, without its tag and with the attributes
/// behind it, if it may stand a second time: it defines no other tags, and no enumerators.
fn repeatable(text: &str, start: usize, tag: &str) -> Option<String> {
    let text = text.get(start..)?;
    let (head, rest) = text.split_at(text.find('{')?);
    let members = enclosed(rest, (b'{', b'}'))?;
    let definition = text.get(..head.len() + members.len())?;
    let head = head.trim_end().strip_suffix(tag)?;
    let record = head.starts_with("struct") || head.starts_with("union");
    let plain = !without_strings(definition)?.contains(['#', '\'', '\\']);
    let alone = !head.contains([';', '}', '"']);
    if !record || !plain || !alone || defines(&without_strings(members)?) {
        return None;
    }
    let mut out = format!("{head} {members} ");
    let mut behind = text.get(definition.len()..)?.trim_start();
    while behind.starts_with(ATTRIBUTE) {
        let next = enclosed(behind, (b'(', b')'))?;
        // Where the text ends would depend on what is in a literal.
        if next.contains(['#', '"', '\'', '\\']) {
            return None;
        }
        out.push_str(next);
        behind = behind.get(next.len()..)?.trim_start();
    }
    Some(out.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text up to where what it opens first is closed; nothing if that is too far away.
fn enclosed(text: &str, (opens, closes): (u8, u8)) -> Option<&str> {
    let mut open = 0usize;
    for (at, byte) in text.bytes().enumerate().take(TEXT_BYTES_MAX) {
        match byte {
            byte if byte == opens => open += 1,
            byte if byte == closes && open == 1 => return text.get(..=at),
            byte if byte == closes => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// A text without what is in its string literals, as in `_Static_assert(e, "e is true")`; nothing
/// if that is more than words on a line: braces in literals would count.
fn without_strings(text: &str) -> Option<String> {
    let mut parts = text.split('"');
    let mut out = parts.next()?.to_owned();
    while let Some(inside) = parts.next() {
        let odd = [
            '{', '}', '\\', '\'', '#', '?', '%', '\n', '\t', '\r', '\u{b}', '\u{c}',
        ];
        if !inside.is_ascii() || inside.contains(odd) || inside.contains("  ") {
            return None;
        }
        out.push_str("\"\"");
        out.push_str(parts.next()?);
    }
    Some(out)
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

    fn whole(text: &str, tag: &str) -> Option<String> {
        repeatable(text, 0, tag)
    }

    #[test]
    fn definitions_are_repeated_without_their_tags() {
        let cases = [
            ("struct { char c; }", "", "struct { char c; }"),
            ("struct T { struct T *next;\n int n; }", "T", "struct { struct T *next; int n; }"),
            (
                "union u{ int n; } __attribute__((packed, aligned(2))) __attribute((a)) *",
                "u",
                "union { int n; } __attribute__((packed, aligned(2)))__attribute((a))",
            ),
            (
                "struct __attribute((packed)) __attribute__((aligned(2))) t { struct { int n; } s; }",
                "t",
                "struct __attribute((packed)) __attribute__((aligned(2))) { struct { int n; } s; }",
            ),
            ("struct { enum e x; union { int a; }; }", "", "struct { enum e x; union { int a; }; }"),
            (
                "struct { _Static_assert(!(0),\n \"(a) is true; enum\" \" e\"); char c[sizeof \"ab\"]; }",
                "",
                "struct { _Static_assert(!(0), \"(a) is true; enum\" \" e\"); char c[sizeof \"ab\"]; }",
            ),
        ];
        for (text, tag, repeated) in cases {
            assert_eq!(whole(text, tag).as_deref(), Some(repeated), "{text}");
        }
    }

    #[test]
    fn what_would_be_defined_twice_is_not_repeated() {
        let cases = [
            "struct { struct t { int n; } s; }",
            "struct { enum { A, B } e; }",
            "struct { enum e { A, B } e; }",
            "struct { union\nu {int n;} s; }",
            "struct { struct __attribute__((packed)) t { int n; } s; }",
            "struct { char c['a']; }",
            "struct { char c[sizeof \"a  b\"]; }",
            "struct { char c[sizeof \"\\0\"]; }",
            "struct { char c[sizeof \"}\"]; }",
            "struct { char c[sizeof \"{\" + sizeof \"}\"]; }",
            "struct { char c[sizeof \"a]; }",
            "struct { int n : 3; } __attribute__((deprecated(\")))\"), aligned(16)))",
            "struct { char c[sizeof \"a\"]; struct t { int n; } s; }",
            "struct { int n : sizeof(struct T { int n; }); }",
            "long { int n; }",
        ];
        for text in cases {
            assert_eq!(whole(text, ""), None, "{text}");
        }
        // The tag is another one than the analysis knows.
        assert_eq!(whole("struct s { int n; }", "t"), None);
    }
}
