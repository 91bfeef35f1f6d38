//! The notation of recipes: directives, and terms as S-expressions.

/// Directives in order: key and the rest of the line.
pub(crate) struct Recipe {
    pub(crate) lines: Vec<(String, String)>,
    /// The base's directives.
    pub(crate) base: Vec<(String, String)>,
    pub(crate) expected: String,
}

impl Recipe {
    pub(crate) fn read(text: &str, base: &dyn Fn(&str) -> String) -> Recipe {
        let own = directives(text);
        let mut expected = String::new();
        let mut base_lines = Vec::new();
        let mut lines: Vec<(String, String)> = Vec::new();
        for (key, rest) in own {
            match key.as_str() {
                "expect" => expected = rest,
                "base" => {
                    base_lines = directives(&base(&rest));
                    base_lines.retain(|(key, _)| key != "expect");
                    lines.clone_from(&base_lines);
                }
                "drop" => {
                    let before = lines.len();
                    lines.retain(|(key, _)| *key != rest);
                    assert!(lines.len() < before, "nothing to drop: {rest}");
                }
                "section" | "bytes" => lines.push((key, rest)),
                _ => match lines.iter_mut().find(|(other, _)| *other == key) {
                    Some(line) => line.1 = rest,
                    None => lines.push((key, rest)),
                },
            }
        }
        Recipe {
            lines,
            base: base_lines,
            expected,
        }
    }

    /// The rest of the line with this key.
    pub(crate) fn value(&self, key: &str) -> Option<&str> {
        self.lines
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, rest)| rest.as_str())
    }
    /// Lines whose key starts with this word, with the key's other words.
    pub(crate) fn all<'a>(
        lines: &'a [(String, String)],
        word: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        lines.iter().filter_map(move |(key, rest)| {
            Some((key.strip_prefix(word)?.strip_prefix(' ')?, rest.as_str()))
        })
    }
}

/// How many words of a line are its key.
fn key_words(first: &str) -> usize {
    match first {
        "var" | "map" | "object" | "edge" | "ledger" | "invariant" | "proof" | "table"
        | "limit" | "claim" | "embed" | "deny" | "procedure" => 2,
        "lemma" => 3,
        _ => 1,
    }
}

fn directives(text: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for line in text.lines() {
        let line = line.split('%').next().unwrap_or_default().trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(first) = words.first() {
            let (key, rest) = words.split_at(key_words(first).min(words.len()));
            out.push((key.join(" "), rest.join(" ")));
        }
    }
    out
}

/// An S-expression.
#[derive(Debug)]
pub(crate) enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    pub(crate) fn read(text: &str) -> Sexp {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut words = spaced.split_whitespace().peekable();
        let out = sexp(&mut words);
        assert!(words.next().is_none(), "trailing text in {text}");
        out
    }
}

fn sexp<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Sexp {
    let word = words.next().expect("a term");
    if word != "(" {
        return Sexp::Atom(word.to_owned());
    }
    let mut items = Vec::new();
    while words.peek() != Some(&")") {
        items.push(sexp(words));
    }
    words.next();
    Sexp::List(items)
}

/// The words of a proof; `[…]` and `<…>` are one word each; `word*N` is a word N times.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '[' => rest.find(']').expect("a closing bracket") + 1,
            '<' => rest.find('>').expect("a closing bracket") + 1,
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let (word, times) = match rest[..end].split_once('*') {
            Some((word, times)) => (word, times.parse().expect("a number of times")),
            None => (&rest[..end], 1),
        };
        out.extend(std::iter::repeat_n(word.to_owned(), times));
        rest = rest[end..].trim_start();
    }
    out
}
