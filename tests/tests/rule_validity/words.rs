//! Rules about bits and quotients, asked about as words.

use super::Ast;
use std::fmt::Write as _;

/// Bit operations, and quotients by any divisor, are asked about as words: wide enough for all that
/// a rule computes of values in a range.
pub(super) struct Words {
    width: u32,
    /// Values are at least `-2^range` and less than `2^range`.
    range: u32,
    /// What `div` of a dividend that is not negative, or by a power of two, is.
    divides: &'static str,
}

impl Words {
    /// What a rule is asked about with, if not with integers.
    pub(super) fn of(name: &str, rule: &Ast) -> Option<Words> {
        let (shown, cong) = (format!("{rule:?}"), name.ends_with("_cong"));
        let has = |word: &str| !cong && shown.contains(&format!("Word(\"{word}\")"));
        if has("bitand") || has("bitxor") {
            let (width, range, divides) = (270, 127, "bvashr");
            return Some(Words {
                width,
                range,
                divides,
            });
        }
        let divisor = has("positive") || name == "div_def";
        ((has("rem") || has("div")) && !divisor).then_some(Words {
            width: 16,
            range: 5,
            divides: "bvsdiv",
        })
    }

    /// Assertions about integers, or a formula, as ones about words.
    pub(super) fn text(&self, integers: &str) -> String {
        let spaced = integers.replace('(', " ( ").replace(')', " ) ");
        let tokens: Vec<&str> = spaced.split_whitespace().collect();
        let mut at = 0;
        let mut out = String::new();
        while at < tokens.len() {
            let (mut written, next) = self.expression(&tokens, at);
            if let Some(declared) = written.strip_suffix(" Int )") {
                let variable = tokens[at + 2];
                let (width, end) = (self.width, self.number(1u128 << self.range));
                written = format!(
                    "{declared} (_ BitVec {width}))\n(assert (bvsle (bvneg {end}) {variable}))\n\
                     (assert (bvslt {variable} {end}))"
                );
            }
            let _ = writeln!(out, "{written}");
            at = next;
        }
        out
    }

    fn number(&self, value: u128) -> String {
        format!("(_ bv{value} {})", self.width)
    }

    /// The expression that starts at a token, and where the next one starts.
    fn expression(&self, tokens: &[&str], at: usize) -> (String, usize) {
        if tokens[at] != "(" {
            let number = tokens[at].parse().map(|value| self.number(value));
            return (number.unwrap_or_else(|_| tokens[at].to_owned()), at + 1);
        }
        let (head, mut next) = (tokens[at + 1], at + 2);
        let mut args = Vec::new();
        while tokens[next] != ")" {
            // A quotient by a power of two is a shift.
            let power = tokens[next].parse::<u128>();
            let shift = head == "div" && self.divides == "bvashr" && args.len() == 1;
            let (arg, after) = match power {
                Ok(power) if shift => (self.number(power.ilog2().into()), next + 1),
                _ => self.expression(tokens, next),
            };
            args.push(arg);
            next = after;
        }
        let head = match (head, args.len()) {
            ("+", _) => "bvadd",
            ("-", 1) => "bvneg",
            ("-", _) => "bvsub",
            ("*", _) => "bvmul",
            ("<=", _) => "bvsle",
            (">=", _) => "bvsge",
            ("div", _) => self.divides,
            ("bitand", _) => "bvand",
            ("bitor", _) => "bvor",
            ("bitxor", _) => "bvxor",
            (other, _) => other,
        };
        (format!("({head} {} )", args.join(" ")), next + 1)
    }
}
