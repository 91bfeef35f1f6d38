//! `bench DIR`: verifies every C file below a directory, checks the certificates, and writes `docs/benchmarks.md`.
//!
//! The expected verdict is in the file's name (`…true…`, `…false…`). Each task runs in a process of its own: a crash or a runaway costs one line.

use clap::Parser;
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::{Options, Program};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification, Certified};
use proofmark_producer::engine::{Limits, Silent, Stats};
use proofmark_tests::root;
use serde_json::{json, Value};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Verifies every C file below a directory and writes a table.
#[derive(Parser)]
struct Arguments {
    /// The directory; or with --one, the file
    corpus: PathBuf,
    /// Read the programs for i386 rather than x86-64
    #[arg(long)]
    ilp32: bool,
    /// Seconds for each task
    #[arg(long, default_value_t = 60)]
    time_limit: u64,
    /// MiB for each task
    #[arg(long, default_value_t = 4096)]
    memory_limit: u64,
    /// Where the table goes
    #[arg(long, default_value = "docs/benchmarks.md")]
    output: PathBuf,
    /// Only the table's lines of files whose path contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Run one task and print it as JSON
    #[arg(long, hide = true)]
    one: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    if arguments.one {
        println!("{}", run_one(&arguments));
        return Ok(());
    }
    let mut files = Vec::new();
    collect(&arguments.corpus, &mut files);
    files.retain(|file| file.to_string_lossy().contains(&arguments.only));
    files.sort();
    let mut rows = Vec::new();
    for file in &files {
        let row = run_apart(&arguments, file);
        eprintln!("{}", line(&row));
        rows.push(row);
    }
    std::fs::write(&arguments.output, document(&arguments, &rows))?;
    eprintln!("{} tasks; the table is in {}", rows.len(), arguments.output.display());
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            collect(&entry.path(), files);
        }
    } else if path.extension().is_some_and(|extension| extension == "c") {
        files.push(path.to_owned());
    }
}

/// Runs a task in a child process, which is killed when it does not heed its limits.
fn run_apart(arguments: &Arguments, file: &Path) -> Value {
    let failed = |what: String| json!({ "task": name(&arguments.corpus, file), "expected": expected(file), "verdict": what });
    let Ok(program) = std::env::current_exe() else { return failed("no program".to_owned()) };
    let mut command = Command::new(program);
    command.arg("--one").arg(file).args(["--time-limit", &arguments.time_limit.to_string(), "--memory-limit", &arguments.memory_limit.to_string()]);
    if arguments.ilp32 {
        command.arg("--ilp32");
    }
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let Ok(mut child) = child else { return failed("does not start".to_owned()) };
    let deadline = Instant::now() + Duration::from_secs(arguments.time_limit * 2 + 10);
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return failed("killed".to_owned());
            }
        }
    }
    let output = child.wait_with_output().ok();
    let parsed = output.as_ref().and_then(|output| serde_json::from_slice::<Value>(&output.stdout).ok());
    match parsed {
        Some(mut row) => {
            row["task"] = json!(name(&arguments.corpus, file));
            row["expected"] = json!(expected(file));
            row
        }
        None => failed("crashed".to_owned()),
    }
}

fn name(corpus: &Path, file: &Path) -> String {
    file.strip_prefix(corpus).unwrap_or(file).display().to_string()
}

fn expected(file: &Path) -> &'static str {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    match (name.contains("true"), name.contains("false")) {
        (true, false) => "certified",
        (false, true) => "violated",
        _ => "",
    }
}

fn load(arguments: &Arguments) -> Result<Program, String> {
    let mut options = Options::new(if arguments.ilp32 { Profile::Ilp32 } else { Profile::Lp64 });
    options.cpp_args = vec![format!("-I{}", root().join("tests/stubs").display())];
    proofmark_frontend::load(std::slice::from_ref(&arguments.corpus), &options).map_err(|error| error.to_string())
}

fn run_one(arguments: &Arguments) -> Value {
    let mut program = match load(arguments) {
        Ok(program) => program,
        Err(error) => return json!({ "verdict": "bad input", "reason": error }),
    };
    let limits = Limits { time: Some(Duration::from_secs(arguments.time_limit)), memory: Some(arguments.memory_limit << 20) };
    let (result, stats) = certify(&mut program, &limits, Vec::new(), &mut Silent);
    let (verdict, reason) = match &result {
        Certification::Certified(_) => ("certified", String::new()),
        Certification::Violated(_) => ("violated", String::new()),
        Certification::Unknown { reason } => ("unknown", reason.clone()),
    };
    let mut row = json!({
        "verdict": verdict,
        "reason": reason,
        "cpu": cpu_seconds(),
        "locations": program.cfa.locations.len(),
        "edges": program.cfa.edges.len(),
    });
    add_stats(&mut row, &stats);
    if let Certification::Certified(certified) = &result {
        add_certificate(&mut row, arguments, certified);
    }
    row
}

fn add_stats(row: &mut Value, stats: &Stats) {
    row["iterations"] = json!(stats.iterations);
    row["theory"] = json!(stats.theory_calls);
    row["solver"] = json!(stats.solver_calls);
    row["predicates"] = json!(stats.predicates);
    row["predicates_max"] = json!(stats.predicates_max);
    row["nodes"] = json!(stats.nodes);
}

fn add_certificate(row: &mut Value, arguments: &Arguments, certified: &Certified) {
    let report = &certified.report;
    row["obligations"] = json!(report.obligations);
    row["trivial"] = json!(report.trivial);
    row["proved"] = json!(report.proved);
    row["lemmas"] = json!(report.lemmas);
    row["tokens"] = json!(report.tokens);
    row["bytes"] = json!(certified.bytes.len());
    row["used"] = json!([report.used.nodes, report.used.fuel, report.used.depth, report.used.hypotheses]);
    row["check_ms"] = json!(check_milliseconds(arguments, &certified.bytes));
}

/// Time to read and check the certificate for a freshly loaded program, without loading: the median of five.
fn check_milliseconds(arguments: &Arguments, bytes: &[u8]) -> Option<f64> {
    let policy = Policy { specification: proofmark_certs::digest(b""), deny: Vec::new(), limits: CheckLimits::DEFAULT };
    let mut times = Vec::new();
    for _ in 0..5 {
        let mut program = load(arguments).ok()?;
        let start = Instant::now();
        let certificate = proofmark_certs::decode(bytes).ok()?;
        let verdict = check(&mut program.arena, &program.cfa, &certificate, &policy);
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        if !matches!(verdict, Verdict::Accepted(_)) {
            return None;
        }
    }
    times.sort_by(f64::total_cmp);
    times.get(2).copied()
}

/// User and system time of this process and its children so far (`proc_pid_stat(5)`, in ticks of 10 ms); 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    // Fields 14 to 17 of the line; what follows the name starts with field 3.
    fields.skip(11).take(4).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn document(arguments: &Arguments, rows: &[Value]) -> String {
    let right = rows.iter().filter(|row| row["verdict"] == row["expected"]).count();
    let opposite = |row: &&Value| {
        matches!((row["verdict"].as_str(), row["expected"].as_str()), (Some("certified"), Some("violated")) | (Some("violated"), Some("certified")))
    };
    let wrong = rows.iter().filter(opposite).count();
    let mut out = format!(
        "# Benchmarks\n\nWritten by `make bench`. {} tasks, limit {} s and {} MiB each, {}: {right} as expected, {wrong} wrong, {} undecided.\n\n",
        rows.len(),
        arguments.time_limit,
        arguments.memory_limit,
        if arguments.ilp32 { "`--arch ilp32`" } else { "`--arch lp64`" },
        rows.len() - right - wrong,
    );
    out.push_str("CPU is the whole certification with front end and self-check; \"check\" is reading and checking the certificate without the front end. Calls are those of the\n");
    out.push_str("theory solver and of Z3; predicates are all and the most at one location; obligations are all, trivial, and different ones proved; high-water marks are\n");
    out.push_str("expressions, steps, nesting, hypotheses.\n\n");
    out.push_str(
        "| task | verdict | CPU s | calls | predicates | tree nodes | obligations | bytes | tokens | bytes/token | check ms | high water |\n",
    );
    out.push_str("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for row in rows {
        let _ = writeln!(out, "{}", line(row));
    }
    let reasons: Vec<String> = rows
        .iter()
        .filter(|row| row["reason"].as_str().is_some_and(|reason| !reason.is_empty()))
        .map(|row| format!("- {}: {}", shown(&row["task"]), anywhere(arguments, &shown(&row["reason"]))))
        .collect();
    if !reasons.is_empty() {
        let _ = writeln!(out, "\n{}", reasons.join("\n"));
    }
    out
}

/// A reason in one line and without this machine's path to the corpus.
fn anywhere(arguments: &Arguments, reason: &str) -> String {
    reason.replace(&format!("{}/", arguments.corpus.display()), "").replace('\n', " ")
}

/// A row of the table.
fn line(row: &Value) -> String {
    let pair = |names: &[&str]| -> String {
        if row[names[0]].is_null() {
            return String::new();
        }
        names.iter().map(|name| shown(&row[*name])).collect::<Vec<_>>().join(" / ")
    };
    let verdict = shown(&row["verdict"]);
    let wrong = !shown(&row["expected"]).is_empty() && row["verdict"] != row["expected"];
    let verdict = if wrong { format!("**{verdict}** (expected {})", shown(&row["expected"])) } else { verdict };
    let per_token = match (row["bytes"].as_f64(), row["tokens"].as_f64()) {
        (Some(bytes), Some(tokens)) if tokens > 0.0 => format!("{:.2}", bytes / tokens),
        _ => String::new(),
    };
    let number = |name: &str| row[name].as_f64().map_or_else(String::new, |value| format!("{value:.2}"));
    let used = row["used"].as_array().map_or_else(String::new, |used| used.iter().map(shown).collect::<Vec<_>>().join(" / "));
    let cells = [
        shown(&row["task"]),
        verdict,
        number("cpu"),
        pair(&["theory", "solver"]),
        pair(&["predicates", "predicates_max"]),
        pair(&["nodes"]),
        pair(&["obligations", "trivial", "proved"]),
        pair(&["bytes"]),
        pair(&["tokens"]),
        per_token,
        number("check_ms"),
        used,
    ];
    format!("| {} |", cells.join(" | "))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
