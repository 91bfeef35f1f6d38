//! Tasks: C files with the verdict in their names (`…true…`, `…false…`), and task definitions of
//! the software verification competition (`.yml`).
//!
//! A definition names its files, the expected verdict for each property, and the data model. Only
//! reachability properties (`unreach-call` and its older names) are tasks here. A file that a
//! definition names is no task of its own. Tests of other verifiers are tasks as [`foreign`] says.

use super::foreign;
use crate::root;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A task.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// The name for tables: the path below the corpus.
    pub name: String,
    /// The program.
    pub files: Vec<PathBuf>,
    /// `certified`, `violated`, or nothing.
    pub expected: &'static str,
    /// Whether the program is one for i386; nothing where the task does not say.
    pub ilp32: Option<bool>,
    /// What comes before the program's text: what the verifier that it was written for provides.
    pub prelude: String,
}

/// The tasks below a directory, or of one file, by name.
pub fn find(corpus: &Path) -> Vec<Task> {
    let mut files = Vec::new();
    collect(corpus, &mut files);
    files.sort();
    let ends = |file: &Path, ending: &str| file.extension().is_some_and(|e| e == ending);
    let name = |file: &Path| match file.strip_prefix(corpus) {
        Ok(rest) if !rest.as_os_str().is_empty() => rest.display().to_string(),
        _ => file
            .file_name()
            .map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
    };
    let mut tasks = Vec::new();
    let mut named = BTreeSet::new();
    for file in files.iter().filter(|f| ends(f, "yml")) {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let directory = file.parent().unwrap_or(Path::new(""));
        let Some(definition) = definition(&text) else {
            continue;
        };
        let inputs: Vec<PathBuf> = definition.files.iter().map(|f| directory.join(f)).collect();
        named.extend(inputs.iter().cloned());
        if let Some(expected) = definition.expected {
            tasks.push(Task {
                name: name(file),
                files: inputs,
                expected,
                ilp32: definition.ilp32,
                prelude: String::new(),
            });
        }
    }
    let described: BTreeSet<&Path> = files
        .iter()
        .filter(|file| file.ends_with("test.desc"))
        .filter_map(|file| file.parent())
        .collect();
    for file in files
        .iter()
        .filter(|f| (ends(f, "c") || ends(f, "i")) && !named.contains(*f))
    {
        let directory = file.parent().unwrap_or(Path::new(""));
        let task = match described.contains(directory) {
            true => of_description(directory, file),
            false => by_name(file),
        };
        tasks.extend(task.map(|task| Task {
            name: name(file),
            ..task
        }));
    }
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    tasks
}

/// So many of the tasks with an expected verdict, in the order of a hash of `seed` and their names:
/// the same on every machine.
pub fn sample(mut tasks: Vec<Task>, size: usize, seed: u64) -> Vec<Task> {
    tasks.retain(|task| !task.expected.is_empty());
    tasks.sort_by_key(|task| proofmark_certs::digest(format!("{seed} {}", task.name).as_bytes()));
    let asked = tasks
        .into_iter()
        .filter(|task| is_asked(task) && is_c(task));
    asked.take(size).collect()
}

/// Whether a task of one file, whose name may say all of its verdict, is of one thread, and its
/// verdict about assertions.
fn is_asked(task: &Task) -> bool {
    let [file] = task.files.as_slice() else {
        return true;
    };
    let text = std::fs::read(file).unwrap_or_default();
    !foreign::has_threads(&String::from_utf8_lossy(&text)) && !foreign::is_about_other(file)
}

/// Whether the compiler takes a task of one file: others are programs of another language.
fn is_c(task: &Task) -> bool {
    let [file] = task.files.as_slice() else {
        return true;
    };
    let Ok(text) = std::fs::read(file) else {
        return false;
    };
    let directory = file.parent().unwrap_or(Path::new("."));
    let compiler = Command::new("cc")
        .args(["-fsyntax-only", "-w", "-x", "c", "-I"])
        .arg(directory)
        .arg("-I")
        .arg(root().join("tests/stubs"))
        .arg("-")
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut compiler) = compiler else {
        return false;
    };
    let input = compiler.stdin.take();
    let sent = input.map(|mut input| {
        input.write_all(task.prelude.as_bytes())?;
        input.write_all(b"#line 1\n")?;
        input.write_all(&text)
    });
    let taken = compiler.wait().is_ok_and(|status| status.success());
    taken && sent.is_some_and(|sent| sent.is_ok())
}

/// A file whose name or text says what is expected. A description beside it that has its name (CBMC
/// keeps several tests in one directory so) means that its name says nothing.
fn by_name(file: &Path) -> Option<Task> {
    if file.with_extension("desc").exists() {
        return None;
    }
    let stem = file
        .file_name()
        .map(|n| n.to_string_lossy().into_owned())
        .unwrap_or_default();
    match (stem.contains("true"), stem.contains("false")) {
        (true, false) => Some(alone(file, "certified")),
        (false, true) => Some(alone(file, "violated")),
        _ => {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            match foreign::expected(file, &text) {
                Some(expected) => of_verifier(file, &text, expected),
                None => Some(alone(file, "")),
            }
        }
    }
}

fn alone(file: &Path, expected: &'static str) -> Task {
    Task {
        files: vec![file.to_owned()],
        expected,
        ..Task::default()
    }
}

/// The file that a `test.desc` beside it is about.
fn of_description(directory: &Path, file: &Path) -> Option<Task> {
    let description = std::fs::read_to_string(directory.join("test.desc")).ok()?;
    let (named, expected) = foreign::description(&description)?;
    let text = std::fs::read_to_string(file).ok()?;
    let same = file.file_name().is_some_and(|name| name == named.as_str());
    same.then(|| of_verifier(file, &text, expected)).flatten()
}

fn of_verifier(file: &Path, text: &str, expected: &'static str) -> Option<Task> {
    let asked = foreign::in_scope(text) && !foreign::is_about_other(file);
    asked.then(|| Task {
        prelude: foreign::prelude(text, foreign::Dialect::Competition),
        ..alone(file, expected)
    })
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            collect(&entry.path(), files);
        }
    } else {
        files.push(path.to_owned());
    }
}

/// What a definition says that matters here.
#[derive(PartialEq, Eq, Debug, Default)]
struct Definition {
    files: Vec<String>,
    /// Nothing if it has no reachability property.
    expected: Option<&'static str>,
    ilp32: Option<bool>,
}

/// Reads the part of YAML that task definitions are written in: `key: value`, lists with dashes,
/// comments. `None` for other files.
fn definition(text: &str) -> Option<Definition> {
    let mut out = Definition::default();
    let (mut list, mut reachability) = (false, false);
    for line in text.lines() {
        let plain = line
            .split_once(" #")
            .map_or(line, |(before, _)| before)
            .trim_end();
        let content = plain.trim_start();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let (dash, content) = content
            .strip_prefix("- ")
            .map_or((false, content), |rest| (true, rest.trim_start()));
        let Some((key, value)) = content
            .split_once(':')
            .filter(|(key, _)| key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        else {
            if list && dash {
                out.files.push(unquoted(content));
            }
            continue;
        };
        list = key == "input_files" && value.trim().is_empty();
        let value = unquoted(value);
        match key {
            "input_files" if !list => out.files.push(value),
            "property_file" => {
                reachability = value.contains("unreach") || value.ends_with("reachability.prp");
                if reachability {
                    out.expected = Some(out.expected.unwrap_or_default());
                }
            }
            "expected_verdict" if reachability => {
                out.expected = Some(if value == "true" {
                    "certified"
                } else {
                    "violated"
                })
            }
            "data_model" => out.ilp32 = Some(value == "ILP32"),
            _ => {}
        }
    }
    (!out.files.is_empty()).then_some(out)
}

fn unquoted(text: &str) -> String {
    text.trim().trim_matches(['\'', '"']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_both_kinds_are_read() {
        let one = "format_version: '1.0'\n# note\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p/unreach-label.prp\n    expected_verdict: false\n";
        assert_eq!(
            definition(one),
            Some(Definition {
                files: vec!["a.c".into()],
                expected: Some("violated"),
                ilp32: None
            })
        );
        let many = "format_version: '2.0'\ninput_files:\n  - 'a.c' # first\n  - \"b.c\"\nproperties:\n  - property_file: ../p/termination.prp\n    expected_verdict: false\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n";
        let wanted = Definition {
            files: vec!["a.c".into(), "b.c".into()],
            expected: Some("certified"),
            ilp32: Some(true),
        };
        assert_eq!(definition(many), Some(wanted));
        let other =
            "input_files: a.c\nproperties:\n  - property_file: ../p/no-overflow.prp\n    expected_verdict: true\noptions:\n  data_model: LP64\n";
        assert_eq!(
            definition(other),
            Some(Definition {
                files: vec!["a.c".into()],
                expected: None,
                ilp32: Some(false)
            })
        );
        assert_eq!(definition("- one\n- two: three\n"), None);
    }

    #[test]
    fn named_files_are_no_tasks_of_their_own() {
        let directory = tempfile::tempdir().expect("a directory");
        let write = |name: &str, text: &str| {
            std::fs::write(directory.path().join(name), text).expect("a file")
        };
        write("a.c", "");
        write("a.yml", "input_files: 'a.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n");
        write("b_true.c", "");
        write("b_false.i", "");
        write("c.c", "");
        write("config.yml", "architecture: 32\n");
        write("d.c", "");
        // Described by its own file, whatever that says.
        write("e_true.c", "");
        write("e_true.desc", "");
        write("d.yml", "input_files: 'd.c'\nproperties:\n  - property_file: no-overflow.prp\n    expected_verdict: true\n");
        let tasks = find(directory.path());
        let shown: Vec<(&str, &str)> = tasks
            .iter()
            .map(|t| (t.name.as_str(), t.expected))
            .collect();
        assert_eq!(
            shown,
            [
                ("a.yml", "certified"),
                ("b_false.i", "violated"),
                ("b_true.c", "certified"),
                ("c.c", "")
            ]
        );
    }
}
