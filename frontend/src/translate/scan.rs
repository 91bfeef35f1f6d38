//! Formats: which results of `scanf` and `fscanf` are inputs, and what of `printf` writes nothing.
//!
//! What they store is what the input has, if the format converts each argument without a width,
//! and then they return how many there are. What they do otherwise (arguments that the format does
//! not name, input that ends, widths) is taken into account in proofs only.

use super::place::Spot;
use super::{Result, Translator};
use crate::approximation::Approximation;
use crate::flatten::{Base, Value, ValueKind};
use crate::types::Type;

/// What a function does with the input.
pub(super) enum Scan {
    /// It does not scan input.
    No,
    /// It may convert each of so many arguments, and return their number.
    All(i128),
    /// Something that is not looked at.
    Other,
}

impl<'p> Translator<'p> {
    /// What a call of a function outside the program does with the input.
    pub(super) fn scan(&self, name: &str, args: &[Value]) -> Scan {
        let format = match name.strip_prefix("__isoc99_").unwrap_or(name) {
            "scanf" => 0,
            "fscanf" => 1,
            "vscanf" | "vfscanf" => return Scan::Other,
            _ => return Scan::No,
        };
        let text = args.get(format).and_then(|format| self.literal(format));
        let given = args.len().saturating_sub(format + 1);
        let converted = text.and_then(|text| conversions(&text));
        match converted.filter(|converted| *converted == given) {
            Some(count) => i128::try_from(count).map_or(Scan::Other, Scan::All),
            None => Scan::Other,
        }
    }

    /// Whether the format of `printf` or its like is a literal without `%n`.
    pub(super) fn prints_only(&self, name: &str, args: &[Value]) -> bool {
        let format = match name {
            "printf" | "vprintf" | "printk" | "_printk" => 0,
            "fprintf" | "vfprintf" => 1,
            _ => return false,
        };
        let text = args.get(format).and_then(|format| self.literal(format));
        text.is_some_and(|text| counts_nothing(&text))
    }

    /// The result of such a call: what the input decides, unless all of it counts as converted.
    pub(super) fn result_of_scan(&mut self, scan: &Scan, ty: &Type) -> Result<Option<Spot>> {
        match scan {
            Scan::No => Ok(None),
            Scan::Other => {
                let why = Approximation::Library;
                self.approximate(why, |this| this.unknown_record(ty))
                    .map(Some)
            }
            Scan::All(count) => {
                let result = self.unknown_record(ty)?;
                self.usual(&result, *count)?;
                Ok(Some(result))
            }
        }
    }

    /// The characters of a string literal.
    fn literal(&self, value: &Value) -> Option<String> {
        let place = match &value.kind {
            ValueKind::Convert(inner) => return self.literal(inner),
            ValueKind::Address(place) => place,
            _ => return None,
        };
        let Base::String(number) = place.base else {
            return None;
        };
        let literal = self.program.strings.get(number as usize)?;
        let (_, units) = literal.units.split_last()?;
        let characters = units.iter().map(|unit| char::from_u32(*unit));
        characters
            .collect::<Option<String>>()
            .filter(|_| place.steps.is_empty())
    }
}

/// How many arguments a format converts, if it is made of white space and of conversions of whole
/// numbers and floating-point numbers without widths (C11 7.21.6.2).
fn conversions(format: &str) -> Option<usize> {
    let mut count = 0;
    for part in format
        .split_whitespace()
        .flat_map(|word| word.split_inclusive(is_conversion))
    {
        let conversion = part.strip_prefix('%')?;
        let kind = conversion.trim_start_matches(['h', 'l']);
        if kind.len() != 1 || !kind.ends_with(is_conversion) || conversion.len() > 3 {
            return None;
        }
        count += 1;
    }
    Some(count)
}

/// Whether a format converts nothing by `%n` (C11 7.21.6.1p3).
fn counts_nothing(format: &str) -> bool {
    let mut rest = format.split('%');
    let mut first = rest.next().is_some();
    while let Some(part) = rest.next() {
        let kind = part.trim_start_matches(|c: char| "-+ #0123456789.*hljztLI'$".contains(c));
        first &= match kind.chars().next() {
            Some(kind) => "diouxXeEfFgGaAcspm".contains(kind),
            // `%%`: what is behind it is no conversion.
            None => part.is_empty() && rest.next().is_some(),
        };
    }
    first
}

fn is_conversion(character: char) -> bool {
    "diuxofeg".contains(character)
}

#[cfg(test)]
mod tests {
    use super::{conversions, counts_nothing};

    #[test]
    fn formats_that_count_are_found() {
        for plain in [
            "",
            "x",
            "%d",
            "%%",
            "%%n",
            "&x = %p\n",
            "%-5d|%04lu %s",
            "100%%\n",
            "%s%%%d",
        ] {
            assert!(counts_nothing(plain), "{plain}");
        }
        for other in [
            "%n", "%hhn", "%%%n", "%d%n", "%1$n", "%5n", "%", "%d%", "%ll", "%y", "%% %", "%%%",
        ] {
            assert!(!counts_nothing(other), "{other}");
        }
    }

    #[test]
    fn only_plain_conversions_are_counted() {
        assert_eq!(conversions("%d"), Some(1));
        assert_eq!(conversions("%d %lu\n%lf"), Some(3));
        assert_eq!(conversions("%d%d"), Some(2));
        assert_eq!(conversions(""), Some(0));
        for other in [
            "%1d", "%*d", "%s", "%d,", "x", "%%", "%", "%ll", "%5lld", "%n", "%[a]",
        ] {
            assert_eq!(conversions(other), None, "{other}");
        }
    }
}
