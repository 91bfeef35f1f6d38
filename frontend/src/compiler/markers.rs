//! Line markers, and what those of a preprocessed text tell about included files (gcc manual,
//! "Preprocessor Output").

/// A file that a preprocessed text was made of, besides the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Included {
    /// Its name as the compiler found it.
    pub name: String,
    /// Whether it is a header of the system.
    pub system: bool,
}

/// A line marker of a preprocessed text.
pub(crate) struct Marker {
    /// The number of the next line.
    pub(crate) line: u32,
    /// The file, if it is named.
    pub(crate) file: Option<String>,
    /// Whether the file begins here.
    pub(crate) enters: bool,
    system: bool,
}

impl Marker {
    /// Reads `# 12 "file.c" 1 3` and `#line 12 "file.c"` (C11 6.10.4).
    pub(crate) fn of(row: &str) -> Option<Marker> {
        let rest = row.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let line = rest.get(..digits)?.parse().ok()?;
        let rest = rest.get(digits..)?.trim_start();
        let (file, flags) = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (name, flags) = unescaped(quoted);
                (Some(name), flags)
            }
            None => (None, ""),
        };
        let flag = |wanted: &str| flags.split_whitespace().any(|flag| flag == wanted);
        Some(Marker {
            line,
            file,
            enters: flag("1"),
            system: flag("3"),
        })
    }
}

/// The text of a string literal up to its closing quote, and what follows it.
fn unescaped(quoted: &str) -> (String, &str) {
    let mut bytes = Vec::new();
    let mut rest = quoted;
    while let Some(c) = rest.chars().next() {
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
        match c {
            '"' => break,
            '\\' => rest = escape(rest, &mut bytes),
            _ => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    (String::from_utf8_lossy(&bytes).into_owned(), rest)
}

/// What stands behind a backslash; the rest.
fn escape<'a>(rest: &'a str, bytes: &mut Vec<u8>) -> &'a str {
    let octal = rest
        .bytes()
        .take(3)
        .take_while(|b| (b'0'..=b'7').contains(b));
    let digits = octal.count();
    let number = rest
        .get(..digits)
        .and_then(|text| u32::from_str_radix(text, 8).ok());
    if let Some(byte) = number.and_then(|n| u8::try_from(n).ok()) {
        bytes.push(byte);
        return rest.get(digits..).unwrap_or_default();
    }
    let Some(c) = rest.chars().next() else {
        return "";
    };
    match c {
        'n' => bytes.push(b'\n'),
        _ => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
    }
    rest.get(c.len_utf8()..).unwrap_or_default()
}

/// The files that a text enters, each once, in order of first mention.
pub(super) fn included(text: &str) -> Vec<Included> {
    let mut seen = std::collections::BTreeSet::new();
    let mut out = Vec::new();
    for row in text.lines().filter(|row| row.starts_with('#')) {
        let Some(Marker {
            file: Some(name),
            enters: true,
            system,
            ..
        }) = Marker::of(row)
        else {
            continue;
        };
        if seen.insert(name.clone()) {
            out.push(Included { name, system });
        }
    }
    out
}
