//! How long functions and lines may be, and how many fields a structure may have. What is still
//! over a limit is listed with its size: it may shrink and not grow, and leaves the list when it is
//! within the limit.

use proofmark_tests::root;
use std::collections::BTreeMap;

const FUNCTION_LINES: usize = 70;
const STRUCT_FIELDS: usize = 15;
const LINE_CHARACTERS: usize = 100;

/// Functions that are longer, in lines, and structures with more fields.
const ITEMS: &[(&str, &str, usize)] = &[
    ("frontend/examples/normalise.rs", "stage", 90),
    (
        "frontend/tests/compiler.rs",
        "arguments_that_are_refused",
        116,
    ),
    (
        "frontend/tests/compiler.rs",
        "precompiled_headers_are_refused",
        87,
    ),
    (
        "frontend/tests/spec.rs",
        "bad_specifications_are_refused_with_a_reason",
        121,
    ),
    (
        "tests/tests/bench.rs",
        "tables_plots_and_comparisons_are_written",
        76,
    ),
    (
        "tests/tests/build_gate.rs",
        "an_object_is_written_only_if_accepted",
        102,
    ),
    (
        "tests/tests/call_properties.rs",
        "a_call_in_the_interpreter_meets_the_obligations_of_a_call",
        93,
    ),
    (
        "tests/tests/properties.rs",
        "a_step_of_the_interpreter_is_the_effect_of_the_verification_condition",
        106,
    ),
    ("tests/tests/rule_validity.rs", "side", 83),
    (
        "tests/tests/rules.rs",
        "the_commands_speak_about_specifications",
        124,
    ),
];

/// Files with longer lines, and how many: grammars in comments, commands, macros.
const LINES: &[(&str, usize)] = &[
    ("certs/src/annotations.rs", 1),
    ("certs/src/container.rs", 1),
    ("certs/src/tokens.rs", 1),
    ("certs/tests/roundtrip.rs", 3),
    ("checker/src/arguments.rs", 1),
    ("frontend/src/compiler/lists.rs", 2),
    ("frontend/src/translate/external.rs", 1),
    ("frontend/src/sema/encoded.rs", 1),
    ("frontend/tests/relevance.rs", 1),
    ("frontend/tests/spec.rs", 1),
    ("producer/src/command/arguments.rs", 1),
    ("tests/second_checker/check.py", 27),
    ("tests/second_checker/explicit.py", 3),
    ("tests/src/bench/growth.rs", 1),
    ("tests/src/bench/report.rs", 1),
    ("tests/src/fuzz.rs", 1),
    ("tests/src/whole_programs.rs", 1),
    ("tests/tests/properties.rs", 1),
    ("tests/tests/semantic_pairs.rs", 2),
];

/// A function or a structure, and its size: lines or fields.
#[derive(PartialEq, Eq, Debug)]
struct Sized<'t> {
    name: &'t str,
    size: usize,
    limit: usize,
}

/// The functions and structures of a file that is formatted: an item ends at the brace below its
/// first character.
fn items(text: &str) -> Vec<Sized<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let Some((kind, name)) = declared(line) else {
            continue;
        };
        let end = format!("{}}}", &line[..indent]);
        let rest = &lines[first..];
        let Some(length) = rest.iter().position(|line| *line == end) else {
            continue;
        };
        out.push(match kind {
            Item::Function => Sized {
                name,
                size: length + 1,
                limit: FUNCTION_LINES,
            },
            Item::Struct => Sized {
                name,
                size: rest[1..length].iter().filter(|line| is_field(line)).count(),
                limit: STRUCT_FIELDS,
            },
        });
    }
    out
}

/// Whether a line of a structure begins a field.
fn is_field(line: &str) -> bool {
    let line = line.trim_start();
    let field = line.strip_prefix("pub ").unwrap_or(line);
    let field = field.split_once(") ").map_or(field, |(_, field)| field);
    let name = field.split_once(": ").map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

#[derive(Clone, Copy)]
enum Item {
    Function,
    Struct,
}

/// The item that a line begins, if its body does not end there.
fn declared(line: &str) -> Option<(Item, &str)> {
    let line = line.trim_start();
    if line.ends_with(['}', ';']) {
        return None;
    }
    let line = match line.strip_prefix("pub") {
        Some(rest) => rest.split_once(' ').map_or(line, |(_, item)| item),
        None => line,
    };
    let line = line.strip_prefix("const ").unwrap_or(line);
    let (kind, rest) = match line.split_once(' ')? {
        ("fn", rest) => (Item::Function, rest),
        ("struct", rest) if line.ends_with('{') => (Item::Struct, rest),
        _ => return None,
    };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some((kind, &rest[..end]))
}

/// The lines that are too long and could be shorter: not rows of tables, examples in documents, and
/// code with a string.
fn long_lines(file: &str, text: &str) -> usize {
    let prose = file.ends_with(".md");
    let could_be_split = |line: &&str| {
        let line = line.trim_start();
        let words = line.trim_start_matches(['/', '!', ' ']);
        let code = !prose && !line.starts_with("//");
        !(words.starts_with('|') || code && line.contains('"'))
    };
    let example = |line: &&str| prose && line.starts_with("    ");
    text.lines()
        .filter(|line| line.chars().count() > LINE_CHARACTERS)
        .filter(|line| could_be_split(line) && !example(line))
        .count()
}

/// The files with such an ending, and their texts. Not what is built, and not what is hidden.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let mut work = vec![root().to_owned()];
    let mut out = Vec::new();
    while let Some(path) = work.pop() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && path != root() && (name == "target" || name.starts_with('.')) {
            continue;
        }
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            work.extend(entries.filter_map(|entry| Some(entry.ok()?.path())));
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            let shown = path.strip_prefix(root()).expect("below the root");
            let text = std::fs::read_to_string(&path).expect("a text");
            out.push((shown.to_string_lossy().into_owned(), text));
        }
    }
    out
}

/// What is new or has grown, and what is listed without need.
fn differences(found: &BTreeMap<String, usize>, listed: &BTreeMap<String, usize>) -> Vec<String> {
    let grown = found
        .iter()
        .filter(|(name, size)| listed.get(*name).is_none_or(|l| l < *size));
    let gone = listed.keys().filter(|name| !found.contains_key(*name));
    grown
        .map(|(name, size)| format!("{name}: {size}"))
        .chain(gone.map(|name| format!("{name}: within the limit, and still listed")))
        .collect()
}

#[test]
fn functions_and_structures_are_small() {
    let mut found = BTreeMap::new();
    for (file, text) in files(&[".rs"]) {
        for item in items(&text).iter().filter(|item| item.size > item.limit) {
            found.insert(format!("{file} {}", item.name), item.size);
        }
    }
    let listed = ITEMS.iter();
    let listed = listed.map(|(file, name, size)| (format!("{file} {name}"), *size));
    let wrong = differences(&found, &listed.collect());
    assert!(
        wrong.is_empty(),
        "functions over {FUNCTION_LINES} lines, structures over {STRUCT_FIELDS} fields:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn lines_are_short() {
    let files = files(&[".rs", ".md", ".py"]);
    let counts = files
        .iter()
        .map(|(file, text)| (file.clone(), long_lines(file, text)));
    let found = counts.filter(|(_, count)| *count > 0).collect();
    let listed = LINES
        .iter()
        .map(|(file, count)| ((*file).to_owned(), *count));
    let wrong = differences(&found, &listed.collect());
    assert!(
        wrong.is_empty(),
        "lines over {LINE_CHARACTERS} characters:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn sizes_are_found() {
    let text =
        "pub(super) struct S {\n    /// Not: a field.\n    pub(super) a: u8,\n    b: u8,\n}\n\
        impl S {\n    const fn f() {\n        g();\n    }\n}\nfn one() {}\n";
    let found: Vec<(&str, usize)> = items(text).iter().map(|i| (i.name, i.size)).collect();
    assert_eq!(found, [("S", 2), ("f", 3)]);
    let long = "word ".repeat(21);
    let count = |text: &str| long_lines("a.rs", text);
    assert_eq!(count(&format!("// {long}\nlet x = {long};")), 2);
    assert_eq!(count(&format!("//! | {long} |\nlet x = \"{long}\";")), 0);
}
