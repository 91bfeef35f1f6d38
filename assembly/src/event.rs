//! Events: calls of a function whose arguments and result are what the event says.

use std::fmt;

/// Most arguments of an event.
const ARGUMENTS_MAX: usize = 16;

/// A call of a function, `put(_, 1)` or `full() == 0`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Event {
    /// The function that is called.
    pub function: String,
    /// Each argument as a value of its parameter's type; `None` is any.
    pub arguments: Vec<Option<i64>>,
    /// What it returns, as a value of the result's type; `None` is any.
    pub result: Option<i64>,
}

impl Event {
    /// Reads an event.
    ///
    /// # Errors
    /// What is wrong, in one sentence.
    pub fn parse(text: &str) -> Result<Event, String> {
        let wrong = || {
            format!("`{text}` is no event: FUNCTION(ARGUMENTS) or FUNCTION(ARGUMENTS) == RESULT, with integers or `_`")
        };
        let (call, result) = match text.split_once("==") {
            Some((call, result)) => (call, value(result).ok_or_else(wrong)?),
            None => (text, None),
        };
        let (function, rest) = call.split_once('(').ok_or_else(wrong)?;
        let inside = rest.trim_end().strip_suffix(')').ok_or_else(wrong)?;
        let function = function.trim();
        let starts = function.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let inner = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !starts || !function.chars().all(inner) || function.len() > super::NAME_BYTES_MAX {
            return Err(wrong());
        }
        let arguments: Option<Vec<Option<i64>>> = match inside.trim() {
            "" => Some(Vec::new()),
            inside => inside.split(',').map(value).collect(),
        };
        let arguments = arguments.ok_or_else(wrong)?;
        if arguments.len() > ARGUMENTS_MAX {
            return Err(format!("`{text}` has more than {ARGUMENTS_MAX} arguments"));
        }
        Ok(Event {
            function: function.to_owned(),
            arguments,
            result,
        })
    }

    /// The literals of two events of one function at the same places, where both have one; `None`
    /// if no call can match both because they have different numbers of arguments.
    pub fn beside(&self, other: &Event) -> Option<Vec<(i64, i64)>> {
        if self.function != other.function || self.arguments.len() != other.arguments.len() {
            return None;
        }
        let results = (&self.result, &other.result);
        let places = self.arguments.iter().zip(&other.arguments);
        let places = places.chain([results]);
        let both = places.filter_map(|(a, b)| Some(((*a)?, (*b)?)));
        Some(both.collect())
    }

    /// Whether some call matches both, whatever the parameters' types are.
    pub fn overlaps(&self, other: &Event) -> bool {
        let beside = self.beside(other);
        beside.is_some_and(|places| places.iter().all(|(a, b)| a == b))
    }
}

/// An integer in C's spelling, or `_`; `None` if it is neither.
fn value(text: &str) -> Option<Option<i64>> {
    let text = text.trim();
    if text == "_" {
        return Some(None);
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let hexadecimal = digits.strip_prefix("0x");
    let (digits, radix) = hexadecimal.map_or((digits, 10), |digits| (digits, 16));
    // C reads a zero in front as octal.
    if radix == 10 && digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    if !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let magnitude = i64::from_str_radix(digits, radix).ok()?;
    Some(Some(if negative { -magnitude } else { magnitude }))
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<i64>| value.map_or("_".to_owned(), |v| v.to_string());
        let arguments: Vec<String> = self.arguments.iter().map(shown).collect();
        write!(f, "{}({})", self.function, arguments.join(", "))?;
        match self.result {
            Some(result) => write!(f, " == {result}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Event;

    #[test]
    fn events_are_read_and_shown() {
        for text in ["f()", "f(_, 1) == 0", "queue_put(-3)", "f(_) == -1"] {
            assert_eq!(Event::parse(text).expect(text).to_string(), text);
        }
        assert_eq!(
            Event::parse("f ( 0x10 )").expect("read").to_string(),
            "f(16)"
        );
        for text in [
            "f",
            "f(",
            "f)",
            "f(1",
            "f(,)",
            "f(x)",
            "f() = 1",
            "1f()",
            "f() == ",
            "f(01)",
            "",
            "f(1;)",
            "f() == 1 == 2",
            "f(+1)",
            "f(--1)",
            "f(9223372036854775808)",
            "f(1)g(",
        ] {
            assert!(Event::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn overlapping_events_are_seen() {
        let overlap = |a: &str, b: &str| {
            let (a, b) = (Event::parse(a).expect(a), Event::parse(b).expect(b));
            assert_eq!(a.overlaps(&b), b.overlaps(&a));
            a.overlaps(&b)
        };
        assert!(overlap("f(_, 1)", "f(2, _)"));
        assert!(overlap("f()", "f() == 1"));
        assert!(overlap("f(1)", "f(1) == 0"));
        assert!(!overlap("f(1)", "f(2)"));
        assert!(!overlap("f(_) == 1", "f(_) == 0"));
        assert!(!overlap("f()", "f(_)"));
        assert!(!overlap("f()", "g()"));
    }
}
