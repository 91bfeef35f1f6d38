//! `normalise DIR [--functions | --objects]`: how far every preprocessed C file (`.i`) of a
//! directory gets through the front end, and why no farther.
//!
//! The entry is the function that `init_module` or `cleanup_module` stands for, or else the first
//! function that the file itself defines. With `--functions`, all functions that the files
//! themselves define are counted too, each as an entry of its own. With `--objects`, the text after
//! the rewrites (without pruning, `asm` and the predeclared names, which gcc could not take back)
//! must give the same object code as before.

use proofmark_frontend::ir::{Function, Program};
use proofmark_frontend::normalise::{faithful, normalise, occurrences, parse, REVERT};
use proofmark_frontend::sema::Analyser;
use proofmark_frontend::{
    entry, flatten, inline, load_text, partition, translate, LoadError, Options, Sources,
};
use proofmark_logic::types::Profile;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const STACK_BYTES: usize = 256 << 20;

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(dir) = args.next() else {
        return eprintln!("usage: normalise DIR [--functions | --objects]");
    };
    let mode = args.next().unwrap_or_default();
    let (objects, each) = (mode == "--objects", mode == "--functions");
    let mut files: Vec<PathBuf> = match std::fs::read_dir(&dir) {
        Ok(entries) => entries
            .flatten()
            .map(|e| e.path())
            .filter(|p| p.extension().is_some_and(|e| e == "i"))
            .collect(),
        Err(e) => return eprintln!("{dir}: {e}"),
    };
    files.sort();
    let (mut table, mut functions): (Table, Table) = (Table::new(), Table::new());
    let start = Instant::now();
    for file in &files {
        let work = file.clone();
        let run = move || {
            if objects {
                (same_object(&work), Vec::new())
            } else {
                stage(&work, each)
            }
        };
        let worker = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn(run);
        let (outcome, others) = worker
            .ok()
            .and_then(|w| w.join().ok())
            .unwrap_or_else(|| ("crashed".to_owned(), Vec::new()));
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !["loads", "same object"].contains(&outcome.as_str()) {
            eprintln!("{name}: {outcome}");
        }
        table.entry(outcome).or_default().push(name);
        for (function, outcome) in others {
            functions
                .entry(without_names(&outcome))
                .or_default()
                .push(function);
        }
    }
    print(table);
    println!(
        "{} files, {:.1} s",
        files.len(),
        start.elapsed().as_secs_f64()
    );
    if each {
        println!(
            "\n{} functions:",
            functions.values().map(Vec::len).sum::<usize>()
        );
        print(functions);
    }
}

/// Outcomes, and whose they are.
type Table = BTreeMap<String, Vec<String>>;

/// The outcomes, the most frequent ones first.
fn print(table: Table) {
    let mut rows: Vec<_> = table.into_iter().collect();
    rows.sort_by_key(|(_, files)| std::cmp::Reverse(files.len()));
    for (outcome, files) in &rows {
        println!(
            "{:5}  {outcome}  [{}]",
            files.len(),
            files.iter().take(3).cloned().collect::<Vec<_>>().join(", ")
        );
    }
}

/// A message without what quotes, parentheses and the end name, so that equal reasons count as one.
fn without_names(message: &str) -> String {
    let quoted: String = message
        .split('`')
        .enumerate()
        .map(|(n, part)| if n % 2 == 0 { part } else { "…" })
        .collect();
    let end = quoted.rfind(" (").unwrap_or(quoted.len());
    let end = quoted
        .find("recursion is not supported")
        .map_or(end, |at| at + "recursion is not supported".len());
    quoted.get(..end).unwrap_or(&quoted).to_owned()
}

fn lowers(
    program: &Program,
    code: &flatten::Code,
    sources: &Sources,
    entry: &str,
) -> Result<(), LoadError> {
    let id = entry::find_entry(program, entry)?;
    let reached = partition::Reached::new(program, code, id);
    let conversions = partition::Conversions::new(program, code, &reached);
    let plan = partition::Plan::new(program, code, reached, conversions);
    let mut translator = translate::Translator::new(translate::Input {
        program,
        code,
        plan: &plan,
        describing: translate::Describing::Left,
        sources,
    });
    inline::inline(&mut translator, id, proofmark_frontend::INLINE_LIMIT).map(|_| ())
}

/// How far a file gets, and each of its functions if asked for.
fn stage(file: &Path, each: bool) -> (String, Vec<(String, String)>) {
    let Ok(bytes) = std::fs::read(file) else {
        return ("unreadable".to_owned(), Vec::new());
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let alias = |name: &&str| {
        text.split(&format!("void {name}(void)"))
            .chain(text.split(&format!("int {name}(void)")))
            .any(alias_first)
    };
    let entry = ["init_module", "cleanup_module"]
        .iter()
        .find(|n| alias(n))
        .map_or(String::new(), |n| (*n).to_owned());
    let name = file.display().to_string();
    let shown = |stage: &str, e: &LoadError| {
        format!(
            "{stage}: {}: {} ({}:{})",
            e.kind.name(),
            e.diagnostic.message,
            e.diagnostic.file,
            e.diagnostic.line
        )
    };
    let load = |entry: String| match load_text(
        &name,
        &text,
        &Options {
            entry,
            ..Options::new(Profile::Lp64)
        },
    ) {
        Ok(_) => "loads".to_owned(),
        Err(e) => shown("load", &e),
    };
    if !each && !entry.is_empty() {
        return (load(entry), Vec::new());
    }
    let mut sources = Sources::default();
    let analysed = (|| {
        let unit = sources
            .add(&name, text.clone())
            .map_err(|e| shown("limits", &e))?;
        let rewritten = normalise(&sources, unit, &entry).map_err(|e| shown("rewrites", &e))?;
        sources.set_rewritten(unit, &rewritten);
        let occurrences = occurrences(&rewritten.text);
        let tree = parse(&sources, unit, rewritten.text).map_err(|e| shown("parser", &e))?;
        let mut analyser = Analyser::new(Profile::Lp64);
        analyser
            .unit(&sources, unit, &tree, &occurrences, Vec::new())
            .map_err(|e| shown("analysis", &e))?;
        analyser.finish(&sources).map_err(|e| shown("analysis", &e))
    })();
    let program = match analysed {
        Ok((program, _)) => program,
        Err(message) => return (message, Vec::new()),
    };
    let own = |f: &&Function| {
        f.body
            .as_ref()
            .is_some_and(|b| sources.file_name(b.end).ends_with(".c"))
    };
    let mut code = flatten::Code::default();
    if let Err(e) = flatten::flatten(&program, &sources, &mut code) {
        return (shown("flattening", &e), Vec::new());
    }
    let lowered = |name: &str| {
        lowers(&program, &code, &sources, name)
            .map_or_else(|e| shown("lowering", &e), |()| "lowers".to_owned())
    };
    let own: Vec<&str> = program
        .functions
        .iter()
        .filter(own)
        .map(|f| f.name.as_str())
        .collect();
    let entry = if entry.is_empty() {
        own.first().map_or(String::new(), |name| (*name).to_owned())
    } else {
        entry
    };
    let outcome = load(entry);
    (
        outcome,
        own.into_iter()
            .filter(|_| each)
            .map(|name| (name.to_owned(), lowered(name)))
            .collect(),
    )
}

/// Whether an attribute `alias` comes before the declaration's end.
fn alias_first(text: &str) -> bool {
    text.split(';').next().is_some_and(|t| t.contains("alias("))
}

/// Whether gcc makes the same object of a file before and after the rewrites.
fn same_object(file: &Path) -> String {
    let Ok(bytes) = std::fs::read(file) else {
        return "unreadable".to_owned();
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut sources = Sources::default();
    let rewritten = match sources
        .add("input.i", text.clone())
        .and_then(|unit| faithful(&sources, unit))
    {
        Ok(rewritten) => rewritten,
        Err(e) => return e.to_string(),
    };
    match (object(&text, &[]), object(&rewritten, &REVERT)) {
        (Ok(a), Ok(b)) if a == b => "same object".to_owned(),
        (Ok(_), Ok(_)) => "DIFFERENT object".to_owned(),
        (Err(e), _) => format!("gcc rejects the input: {e}"),
        (_, Err(e)) => format!("gcc rejects the rewritten text: {e}"),
    }
}

/// The code and data of a text as gcc compiles it, without names of files.
fn object(text: &str, options: &[&str]) -> Result<Vec<u8>, String> {
    let base = std::env::temp_dir().join(format!("proofmark-normalise-{}", std::process::id()));
    let (input, output) = (base.with_extension("i"), base.with_extension("o"));
    let io = |e: std::io::Error| e.to_string();
    // Without line markers, so that both texts look alike to gcc's warnings and debug names.
    let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with("# ")).collect();
    std::fs::write(&input, lines.join("\n")).map_err(io)?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-x", "c"]).args(options);
    gcc.args([
        "-w",
        "-O2",
        "-std=gnu11",
        "-fno-strict-aliasing",
        "-mno-sse",
        "-mcmodel=kernel",
        "-fshort-wchar",
        "-fno-pie",
        "-c",
    ]);
    let run = gcc
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .output()
        .map_err(io)?;
    if !run.status.success() {
        return Err(String::from_utf8_lossy(&run.stderr)
            .lines()
            .find(|l| l.contains("error"))
            .unwrap_or("?")
            .to_owned());
    }
    std::fs::read(&output).map_err(io)
}
