//! `compile_commands.json`: how a build compiles the files of a program (Clang's documentation,
//! "JSON Compilation Database Format Specification"). Nothing in it is executed.

use proofmark_frontend::files;
use proofmark_guard::text;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// More is no database.
const BYTES_MAX: usize = 1 << 26;

/// How a file is compiled.
#[derive(Deserialize)]
struct Entry {
    directory: String,
    file: String,
    arguments: Option<Vec<String>>,
    command: Option<String>,
}

/// The arguments with which a database compiles files, for a compiler that runs in the directory of
/// the project; paths are relative to that directory.
///
/// # Errors
/// If a file is not in it, they are not all compiled alike (a certificate is about one list of
/// arguments), or a compiler that runs here would include another file.
pub(crate) fn arguments(
    project: &Path,
    database: &Path,
    files: &[PathBuf],
) -> Result<Vec<String>, String> {
    let shown = text::path(database);
    let bytes = files::read(&project.join(database), BYTES_MAX)
        .map_err(|error| format!("cannot read {shown}: {error}"))?;
    let entries: Vec<Entry> = serde_json::from_slice(&bytes)
        .map_err(|error| format!("{shown} is no compilation database: {error}"))?;
    let top = canonical(project).ok_or_else(|| "the directory is gone".to_owned())?;
    let base = top.join(database);
    let base = base.parent().unwrap_or(&top);
    let mut found: Option<(&Path, Vec<String>)> = None;
    for file in files {
        let path = canonical(&top.join(file));
        let mut compiled = false;
        for entry in &entries {
            let directory = base.join(&entry.directory);
            if path.is_none() || canonical(&directory.join(&entry.file)) != path {
                continue;
            }
            compiled = true;
            let words = words(entry).map_err(|error| format!("{shown}: {error}"))?;
            let words = own(words, &directory, path.as_deref());
            let words =
                relocated(&words, &directory, &top).map_err(|error| format!("{shown}: {error}"))?;
            match &found {
                Some((other, known)) if *known != words => {
                    return Err(differently(&shown, (other, known), (file, &words)));
                }
                Some(_) => {}
                None => found = Some((file, words)),
            }
        }
        if !compiled {
            let file = text::path(file);
            return Err(format!("{shown} does not say how {file} is compiled"));
        }
    }
    Ok(found.map_or_else(Vec::new, |(_, words)| words))
}

fn differently(shown: &str, one: (&Path, &[String]), other: (&Path, &[String])) -> String {
    let only = |a: &[String], b: &[String]| {
        let first = a.iter().find(|word| !b.contains(word));
        first.map_or("another order".to_owned(), |word| {
            format!("`{}`", text::line(word))
        })
    };
    format!(
        "{shown} compiles {} with {} and {} with {}; a program has one list of arguments: give it \
         with `arguments`",
        text::path(one.0),
        only(one.1, other.1),
        text::path(other.0),
        only(other.1, one.1),
    )
}

fn canonical(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// The words of a command line.
fn words(entry: &Entry) -> Result<Vec<String>, String> {
    match (&entry.arguments, &entry.command) {
        (Some(arguments), _) => Ok(arguments.clone()),
        (None, Some(command)) => split(command).map_err(|why| {
            let command = text::message(command);
            format!("the command `{command}` {why}")
        }),
        (None, None) => {
            let file = text::line(&entry.file);
            Err(format!("the entry of {file} has no arguments"))
        }
    }
}

/// Splits a command line as a shell does, but for what a shell would replace: nobody does that
/// here.
fn split(command: &str) -> Result<Vec<String>, &'static str> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = command.chars();
    while let Some(c) = rest.next() {
        match c {
            ' ' | '\t' | '\n' => out.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match rest.next() {
                        Some('\'') => break,
                        Some(c) => word.push(c),
                        None => return Err("ends within quotes"),
                    }
                }
            }
            '"' => double_quoted(&mut rest, word.get_or_insert_default())?,
            '\\' => match rest.next() {
                Some(c) => word.get_or_insert_default().push(c),
                None => return Err("ends with a backslash"),
            },
            '$' | '`' | ';' | '|' | '&' | '<' | '>' | '*' | '?' | '[' | '(' | ')' => {
                return Err("has what a shell would replace or execute")
            }
            '#' | '~' if word.is_none() => {
                return Err("has what a shell would replace or leave out")
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    Ok(out)
}

fn double_quoted(
    rest: &mut impl Iterator<Item = char>,
    word: &mut String,
) -> Result<(), &'static str> {
    loop {
        match rest.next() {
            Some('"') => return Ok(()),
            Some('\\') => match rest.next() {
                Some(c @ ('"' | '\\' | '$' | '`')) => word.push(c),
                Some(c) => word.extend(['\\', c]),
                None => return Err("ends within quotes"),
            },
            Some('$' | '`') => return Err("has what a shell would replace or execute"),
            Some(c) => word.push(c),
            None => return Err("ends within quotes"),
        }
    }
}

/// A command line without the compiler, the source, and what is about the object file.
fn own(words: Vec<String>, directory: &Path, source: Option<&Path>) -> Vec<String> {
    let is_source =
        |word: &str| source.is_some() && canonical(&directory.join(word)).as_deref() == source;
    let mut out = Vec::new();
    // The compiler may stand behind another program (`ccache gcc`).
    let mut rest = words
        .into_iter()
        .skip(1)
        .skip_while(|word| !word.starts_with('-') && !is_source(word));
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-c" | "--" => {}
            "-o" => {
                rest.next();
            }
            word if word.starts_with("-o") || is_source(word) => {}
            // Their values may be the name of anything.
            "-D" | "-U" | "-MF" | "-MT" | "-MQ" => {
                out.push(word);
                out.extend(rest.next());
            }
            _ => out.push(word),
        }
    }
    out
}

/// Options whose value is a directory or a file. `-I` comes last of those that it starts.
const PATHS: [&str; 6] = [
    "-iquote",
    "-isystem",
    "-idirafter",
    "-include",
    "-imacros",
    "-I",
];

/// The directories in which headers are looked for.
pub(crate) fn directories(arguments: &[String]) -> impl Iterator<Item = &str> {
    let mut rest = arguments.iter();
    std::iter::from_fn(move || {
        for word in rest.by_ref() {
            let option = PATHS.iter().find_map(|option| word.strip_prefix(option));
            match option {
                None => {}
                Some("") => return Some(rest.next()?.as_str()),
                Some(value) => return Some(value),
            }
        }
        None
    })
}

/// The same arguments for a compiler that runs in another directory.
fn relocated(words: &[String], from: &Path, to: &Path) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let option = PATHS
            .iter()
            .find_map(|option| Some((*option, word.strip_prefix(option)?)));
        match option {
            None => out.push(word.clone()),
            Some((option, "")) => {
                out.push(option.to_owned());
                if let Some(value) = rest.next() {
                    out.push(moved(option, value, from, to)?);
                }
            }
            Some((option, value)) => {
                out.push(option.to_owned());
                out.push(moved(option, value, from, to)?);
            }
        }
    }
    Ok(out)
}

fn moved(option: &str, value: &str, from: &Path, to: &Path) -> Result<String, String> {
    let path = Path::new(value);
    let file = matches!(option, "-include" | "-imacros");
    // Below the compiler's root, or absolute.
    if value.starts_with(['=', '$']) || path.is_absolute() {
        return Ok(value.to_owned());
    }
    if file && !from.join(path).exists() {
        // On the include path, but the directory where a compiler runs comes first.
        return match from != to && to.join(path).exists() {
            false => Ok(value.to_owned()),
            true => Err(format!(
                "`{option} {}` is another file where the build runs than in the project's directory",
                text::line(value)
            )),
        };
    }
    let path = from.join(path);
    let near = path.strip_prefix(to).unwrap_or(&path);
    Ok(match near.as_os_str().is_empty() {
        true => ".".to_owned(),
        false => near.to_string_lossy().into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let split = |text: &str| split(text);
        assert_eq!(
            split(r#"cc -DA="x y" '-DB=$z' -DC=\"q\" "" a\ b.c"#),
            Ok(["cc", "-DA=x y", "-DB=$z", "-DC=\"q\"", "", "a b.c"]
                .map(str::to_owned)
                .to_vec())
        );
        for bad in [
            "cc 'x",
            "cc \"x",
            "cc x\\",
            "cc $(id)",
            "cc `id`",
            "cc;id",
            "cc \"$X\"",
            "cc # x",
            "cc ~/x.c",
            "cc x[1].c",
            "(cc x.c)",
        ] {
            assert!(split(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn paths_stay_what_they_were() {
        let words = [
            "-Iinc",
            "-I",
            "../inc",
            "-isystem",
            "/usr/inc",
            "-DX=-Iinc",
            "-I.",
        ];
        let words = words.map(str::to_owned);
        let got = relocated(&words, Path::new("/p/build"), Path::new("/p"));
        let expected = [
            "-I",
            "build/inc",
            "-I",
            "build/../inc",
            "-isystem",
            "/usr/inc",
            "-DX=-Iinc",
            "-I",
            "build",
        ];
        assert_eq!(got, Ok(expected.map(str::to_owned).to_vec()));
        let got = relocated(&words[..1], Path::new("/q"), Path::new("/p"));
        assert_eq!(got, Ok(["-I", "/q/inc"].map(str::to_owned).to_vec()));
    }

    #[test]
    fn the_source_and_the_object_are_no_arguments() {
        let words = [
            "ccache",
            "gcc",
            "-O2",
            "-c",
            "-o",
            "x.o",
            "-D",
            "M",
            "/none/x.c",
            "-MF",
            "x.d",
        ];
        let got = own(words.map(str::to_owned).to_vec(), Path::new("/"), None);
        let expected = ["-O2", "-D", "M", "/none/x.c", "-MF", "x.d"];
        assert_eq!(got, expected.map(str::to_owned));
    }
}
