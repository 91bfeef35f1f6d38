//! Edits of C programs: what happens to a driver between two certificates.
//!
//! They are made on the text, by rules simple enough to see through; a result that does not compile
//! is dropped by whoever uses it. Statements are lines that end with a semicolon inside of a
//! function, which is how most C, and all output of CIL, is written.

use crate::Random;

/// What an edit does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Edit {
    /// A statement that touches nothing that the program had.
    Statement,
    /// A local variable has another name.
    Rename,
    /// Two neighbouring assignments change places.
    Swap,
    /// A function stands at the end of the file.
    Move,
    /// A case of a `switch`, or a branch where there is none, with code of its own.
    Case,
    /// A branch is gone.
    Branch,
    /// A function, and a call of it.
    Function,
    /// A number is one larger.
    Constant,
    /// A call happens twice.
    Bug,
    /// A statement that the earlier version lacked.
    Fix,
    /// Two neighbouring declarations change places.
    Declarations,
    /// A block is split by a branch that decides nothing.
    Split,
}

impl Edit {
    /// All kinds.
    pub const ALL: [Edit; 12] = [
        Edit::Statement,
        Edit::Rename,
        Edit::Swap,
        Edit::Move,
        Edit::Case,
        Edit::Branch,
        Edit::Function,
        Edit::Constant,
        Edit::Bug,
        Edit::Fix,
        Edit::Declarations,
        Edit::Split,
    ];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Edit::Statement => "statement that touches no predicate",
            Edit::Rename => "renamed local",
            Edit::Swap => "swapped independent statements",
            Edit::Move => "moved function",
            Edit::Case => "new case",
            Edit::Branch => "deleted branch",
            Edit::Function => "new function and call",
            Edit::Constant => "changed constant",
            Edit::Bug => "call that happens twice",
            Edit::Fix => "statement that was missing",
            Edit::Declarations => "reordered declarations",
            Edit::Split => "split block",
        }
    }

    /// Whether a proof of the earlier version should hold as it is.
    pub fn touches_nothing(self) -> bool {
        match self {
            Edit::Statement | Edit::Rename | Edit::Swap | Edit::Move | Edit::Declarations => true,
            Edit::Case
            | Edit::Branch
            | Edit::Function
            | Edit::Constant
            | Edit::Bug
            | Edit::Fix
            | Edit::Split => false,
        }
    }
}

/// Two versions of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The earlier one.
    pub before: String,
    /// The later one.
    pub after: String,
}

/// Edits a program; `None` where the edit does not fit.
pub fn edit(text: &str, edit: Edit, random: &mut Random) -> Option<Pair> {
    let source = Source::read(text);
    let after = match edit {
        Edit::Statement => source.insert(random, "pm_seen = pm_seen + 1;", "static int pm_seen;"),
        Edit::Rename => source.rename(random),
        Edit::Swap => source.swap(random, assigned),
        Edit::Move => source.move_function(random),
        Edit::Case => source.case(random),
        Edit::Branch => source.without_branch(random),
        Edit::Function => source.insert(
            random,
            "pm_seen = pm_next(pm_seen);",
            "static int pm_seen;\nstatic int pm_next(int n) { if (n > 3) return 0; return n + 1; }",
        ),
        Edit::Constant => source.constant(random),
        Edit::Bug => source.twice(random),
        Edit::Fix => {
            let before = source.without(random)?;
            let after = text.to_owned();
            return Some(Pair { before, after });
        }
        Edit::Declarations => source.swap(random, declared),
        Edit::Split => source.insert(
            random,
            "if (pm_any()) pm_seen = 2;",
            "extern int pm_any(void);\nstatic int pm_seen;",
        ),
    }?;
    Some(Pair {
        before: text.to_owned(),
        after,
    })
}

/// A text whose functions are known.
struct Source<'a> {
    lines: Vec<&'a str>,
    /// The lines of each function's header and body: where the header begins, where the body does,
    /// and where it ends.
    functions: Vec<[usize; 3]>,
}

impl<'a> Source<'a> {
    fn read(text: &'a str) -> Source<'a> {
        let lines: Vec<&str> = text.lines().collect();
        let (mut functions, mut depth, mut header, mut body) = (Vec::new(), 0usize, 0, None);
        // After preprocessing, only what stands in the program's own file is edited.
        let (mut first, mut here) = (None, None);
        for (number, line) in lines.iter().enumerate() {
            if let Some(file) = marked(line) {
                first = first.or(Some(file));
                // Whatever was misread in a header ends with it.
                if here != first && first == Some(file) {
                    (depth, body) = (0, None);
                }
                here = Some(file);
                continue;
            }
            let at_top = depth == 0;
            if at_top && starts_definition(line) {
                header = number;
            }
            for character in unquoted(line).chars() {
                match character {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            if at_top && depth > 0 && is_function(&lines[header..=number]) {
                body = Some(number);
            }
            if depth == 0 {
                if let Some(start) = body.take().filter(|_| here == first) {
                    functions.push([header, start, number]);
                }
            }
        }
        Source { lines, functions }
    }

    /// Lines inside of functions for which something holds.
    fn places(&self, mut is: impl FnMut(usize) -> bool) -> Vec<usize> {
        let inside = self
            .functions
            .iter()
            .flat_map(|&[_, start, end]| start + 1..end);
        inside.filter(|line| is(*line)).collect()
    }

    /// The text with other lines in the place of some.
    fn with(&self, from: usize, to: usize, lines: &[&str]) -> String {
        let before = self.lines[..from].iter();
        let after = self.lines[to..].iter();
        let all: Vec<&str> = before.chain(lines).chain(after).copied().collect();
        all.join("\n") + "\n"
    }

    fn is_statement(&self, line: usize) -> bool {
        let begins = |previous: &str| {
            let previous = previous.trim_end();
            previous.ends_with([';', '{', '}'])
        };
        is_simple(self.lines[line]) && begins(self.lines[line - 1])
    }

    fn insert(&self, random: &mut Random, statement: &str, declaration: &str) -> Option<String> {
        let places = self.places(|line| self.is_statement(line));
        let place = choose(random, &places)?;
        let first = self.functions.first()?[0];
        let text = self.with(place, place, &[statement]);
        let lines: Vec<&str> = text.lines().collect();
        let mut all: Vec<&str> = lines[..first].to_vec();
        all.push(declaration);
        all.extend(&lines[first..]);
        Some(all.join("\n") + "\n")
    }

    fn rename(&self, random: &mut Random) -> Option<String> {
        let places = self.places(|line| declared(self.lines[line]).is_some());
        let place = choose(random, &places)?;
        let name = declared(self.lines[place])?;
        let [_, start, end] = *self
            .functions
            .iter()
            .find(|f| f[1] < place && place < f[2])?;
        let lines = self.lines[start..=end].iter();
        let renamed: Vec<String> = lines
            .map(|line| replaced(line, name, &format!("{name}_pm")))
            .collect();
        let renamed: Vec<&str> = renamed.iter().map(String::as_str).collect();
        Some(self.with(start, end + 1, &renamed))
    }

    /// Two neighbouring lines that name different things change places.
    fn swap(&self, random: &mut Random, name: fn(&str) -> Option<&str>) -> Option<String> {
        let apart = |line: usize| {
            let (first, second) = (self.lines[line], self.lines[line + 1]);
            let (Some(a), Some(b)) = (name(first), name(second)) else {
                return false;
            };
            !names(second).contains(&a) && !names(first).contains(&b)
        };
        let places = self.places(apart);
        let place = choose(random, &places)?;
        let (first, second) = (self.lines[place], self.lines[place + 1]);
        Some(self.with(place, place + 2, &[second, first]))
    }

    fn move_function(&self, random: &mut Random) -> Option<String> {
        let numbers: Vec<usize> = (0..self.functions.len()).collect();
        let [header, start, end] = self.functions[choose(random, &numbers)?];
        let declaration = self.lines[header..=start].join(" ");
        let declaration = declaration.split('{').next()?.trim_end().to_owned() + ";";
        let text = self.with(header, end + 1, &[&declaration]);
        let body = self.lines[header..=end].join("\n");
        Some(format!("{text}{body}\n"))
    }

    fn case(&self, random: &mut Random) -> Option<String> {
        let is_switch = |line: usize| {
            let code = code(self.lines[line]).trim();
            code.starts_with("switch") && code.ends_with('{')
        };
        let places = self.places(is_switch);
        match choose(random, &places) {
            Some(place) => {
                let new = ["case 7654321:", "break;"];
                Some(self.with(place + 1, place + 1, &new))
            }
            None => {
                let places = self.places(|line| assigned(self.lines[line]).is_some());
                let places: Vec<usize> = places
                    .into_iter()
                    .filter(|line| self.is_statement(*line))
                    .collect();
                let place = choose(random, &places)?;
                let name = assigned(self.lines[place])?;
                let new = format!("if ({name} == 7654321) {{ {name} = 0; }}");
                Some(self.with(place, place, &[&new]))
            }
        }
    }

    /// The part behind `else` is empty, or the branch of an `if` without one.
    fn without_branch(&self, random: &mut Random) -> Option<String> {
        let opens = |line: usize| {
            let code = code(self.lines[line]).trim();
            code.ends_with('{') && (code.contains("else") || code.starts_with("if"))
        };
        let places = self.places(opens);
        let place = choose(random, &places)?;
        let mut depth = 1usize;
        let end = (place + 1..self.lines.len()).find(|line| {
            for character in unquoted(self.lines[*line]).chars() {
                match character {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                if depth == 0 {
                    return true;
                }
            }
            false
        })?;
        let short = end - place < 12 && !self.lines[place + 1..end].iter().any(|l| l.contains(':'));
        short.then(|| self.with(place + 1, end, &[]))
    }

    fn constant(&self, random: &mut Random) -> Option<String> {
        let number = |line: usize| {
            let text = code(self.lines[line]);
            let (at, _) = text.rmatch_indices(" = ").next()?;
            let digits = text[at + 3..].trim_end().strip_suffix(';')?.trim();
            digits.parse::<u32>().ok().map(|value| (at, value))
        };
        let places = self.places(|line| number(line).is_some());
        let place = choose(random, &places)?;
        let (at, value) = number(place)?;
        let new = format!("{} = {};", &self.lines[place][..at], value + 1);
        Some(self.with(place, place + 1, &[&new]))
    }

    fn twice(&self, random: &mut Random) -> Option<String> {
        let calls = |line: usize| {
            let text = self.lines[line];
            self.is_statement(line) && text.contains('(') && !text.contains("return")
        };
        let place = choose(random, &self.places(calls))?;
        let line = self.lines[place];
        Some(self.with(place, place + 1, &[line, line]))
    }

    fn without(&self, random: &mut Random) -> Option<String> {
        let places =
            self.places(|line| self.is_statement(line) && assigned(self.lines[line]).is_some());
        let place = choose(random, &places)?;
        Some(self.with(place, place + 1, &[]))
    }
}

/// The file of a line marker.
fn marked(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("# ")?;
    rest.split('"').nth(1)
}

fn choose(random: &mut Random, places: &[usize]) -> Option<usize> {
    if places.is_empty() {
        return None;
    }
    places.get(random.below(places.len())).copied()
}

/// The line without comments and strings, as far as one line tells.
fn code(line: &str) -> &str {
    let end = ["//", "/*", "\""]
        .iter()
        .filter_map(|mark| line.find(mark))
        .min();
    &line[..end.unwrap_or(line.len())]
}

/// The characters of a line that stand in no comment, string or character constant, as far as one
/// line tells.
fn unquoted(line: &str) -> String {
    let (mut out, mut quote) = (String::new(), None);
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(_), '\\') => drop(characters.next()),
            (Some(mark), _) if c == mark => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '/') if matches!(characters.peek(), Some('/' | '*')) => break,
            (None, _) => out.push(c),
        }
    }
    out
}

fn starts_definition(line: &str) -> bool {
    let first = line.chars().next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') && !line.ends_with(';')
}

/// Whether these lines begin a function: a name and parameters before the brace.
fn is_function(lines: &[&str]) -> bool {
    let text: String = lines.iter().map(|line| code(line)).collect();
    let Some(head) = text.split('{').next() else {
        return false;
    };
    head.contains('(')
        && head.trim_end().ends_with(')')
        && !head.contains('=')
        && !head.contains("attribute")
}

/// A statement on one line, which declares nothing and leads nowhere.
fn is_simple(line: &str) -> bool {
    let text = line.trim();
    let keywords = [
        "return", "goto", "break", "continue", "case", "default", "else", "for", "do", "while",
    ];
    let first = text
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .next();
    let balanced = text.matches('(').count() == text.matches(')').count();
    text.ends_with(';')
        && balanced
        && !text.contains(['{', '}', '"', ':', '#'])
        && !first.is_some_and(|word| keywords.contains(&word) || word == "if")
        && (text.contains(" = ") || text.ends_with(");"))
        && declared_type(text).is_none()
}

/// The type and the rest of what looks like a declaration.
fn declared_type(text: &str) -> Option<(&str, &str)> {
    let head = text.split('=').next()?.trim_end_matches([' ', ';']);
    let (ty, name) = head.rsplit_once([' ', '*'])?;
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let good = !name.is_empty()
        && name.chars().all(word)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    let ty = ty.trim();
    let typed = ty
        .chars()
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && ty.chars().all(|c| word(c) || c == ' ' || c == '*')
        && !["return", "goto", "case", "else", "typedef"]
            .contains(&ty.split(' ').next().unwrap_or(""));
    (good && typed).then_some((ty, name))
}

/// The variable of a declaration without an initialiser.
fn declared(line: &str) -> Option<&str> {
    let text = line.trim();
    if !text.ends_with(';') || text.contains(['=', ',', '(', '[', '"', '#']) {
        return None;
    }
    declared_type(text).map(|(_, name)| name.trim())
}

/// The variable of an assignment of a name or a number.
fn assigned(line: &str) -> Option<&str> {
    let text = line.trim().strip_suffix(';')?;
    let (name, value) = text.split_once(" = ")?;
    let plain = |text: &str| {
        let text = text.trim();
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    (plain(name) && plain(value)).then_some(name.trim())
}

/// The words of a line.
fn names(line: &str) -> Vec<&str> {
    let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).collect()
}

/// The line with another word in the place of one.
fn replaced(line: &str, name: &str, new: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(name) {
        let before = rest[..at].chars().next_back();
        let after = rest[at + name.len()..].chars().next();
        let member = rest[..at].ends_with("->") || rest[..at].ends_with('.');
        let whole = !before.is_some_and(is_word) && !after.is_some_and(is_word) && !member;
        out.push_str(&rest[..at]);
        out.push_str(if whole { new } else { name });
        rest = &rest[at + name.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "\
static int lock;
static int helper(int n)
{
    int a;
    int b;
    a = 1;
    b = 2;
    if (n > 0) {
        a = n;
    } else {
        b = a;
    }
    touch(a);
    return a + b;
}
int main(void)
{
    return helper(3);
}
";

    #[test]
    fn every_kind_of_edit_changes_one_of_the_versions() {
        for kind in Edit::ALL {
            let pair =
                edit(PROGRAM, kind, &mut Random::of("edits")).unwrap_or_else(|| panic!("{kind:?}"));
            assert_ne!(pair.before, pair.after, "{kind:?}");
            let changed = if kind == Edit::Fix {
                &pair.after
            } else {
                &pair.before
            };
            assert_eq!(changed, PROGRAM, "{kind:?}");
        }
    }

    #[test]
    fn braces_beside_strings_and_those_of_headers_do_not_hide_functions() {
        let table = "static struct id ids[] = { { \"//a}\\\"\", '{' }, };\n";
        let header = "# 1 \"h.h\" 1\n#define {\n# 2 \"d.c\" 2\n";
        for before in [table.to_owned(), format!("# 0 \"d.c\"\n{header}")] {
            let text = before + PROGRAM;
            assert_eq!(Source::read(&text).functions.len(), 2, "{text}");
        }
    }

    #[test]
    fn where_nothing_fits_there_is_no_edit() {
        for kind in Edit::ALL {
            assert_eq!(
                edit("int a;\n", kind, &mut Random::of("edits")),
                None,
                "{kind:?}"
            );
        }
    }
}
