//! Running a task: in a child process, which is killed when it does not heed its limits, so that a
//! crash or a runaway costs one line.

use super::{task::Task, Certificate, Conditions, Row};
use crate::root;
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::{spec, Options, Program};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification, Certified};
use proofmark_producer::engine::{Limits, Silent, Stats};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a child process is told.
pub struct Setting {
    /// The program.
    pub files: Vec<PathBuf>,
    /// Specifications; none for the built-in errors.
    pub specifications: Vec<PathBuf>,
    /// Whether the program is one for i386.
    pub ilp32: bool,
    /// A file to read before the program.
    pub prelude: Option<PathBuf>,
    /// Limits.
    pub conditions: Conditions,
}

impl Setting {
    /// The setting of a task. `ilp32` where the task does not say.
    pub fn of(
        task: &Task,
        specifications: &[PathBuf],
        ilp32: bool,
        conditions: &Conditions,
    ) -> Setting {
        let ilp32 = task.ilp32.unwrap_or(ilp32);
        Setting {
            files: task.files.clone(),
            specifications: specifications.to_vec(),
            ilp32,
            prelude: None,
            conditions: conditions.clone(),
        }
    }

    fn load(&self) -> Result<Program, String> {
        let mut options = Options::new(if self.ilp32 {
            Profile::Ilp32
        } else {
            Profile::Lp64
        });
        options.cpp_args = vec![format!("-I{}", root().join("tests/stubs").display())];
        if let Some(file) = &self.prelude {
            let include = ["-include".to_owned(), file.display().to_string()];
            options.cpp_args.extend(include);
        }
        options.specification =
            spec::read(&self.specifications).map_err(|error| error.to_string())?;
        proofmark_frontend::load(&self.files, &options).map_err(|error| error.to_string())
    }
}

/// Runs a task in a child process: `command`, which must print the row of [`here`] as JSON.
pub fn apart(mut command: Command, task: &Task, conditions: &Conditions) -> Row {
    let named = |row: Row| Row {
        task: task.name.clone(),
        expected: task.expected.to_owned(),
        ..row
    };
    let failed = |what: &str| {
        named(Row {
            verdict: what.to_owned(),
            ..Row::default()
        })
    };
    let Ok(mut child) = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        return failed("crashed");
    };
    let deadline = Instant::now() + Duration::from_secs(conditions.time_limit * 2 + 10);
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return failed("killed");
            }
        }
    }
    let output = child.wait_with_output().ok();
    let row = output.and_then(|output| serde_json::from_slice::<Row>(&output.stdout).ok());
    row.map_or_else(|| failed("crashed"), named)
}

/// Runs a task in this process.
pub fn here(setting: &Setting) -> Row {
    let lines = setting
        .files
        .iter()
        .map(|f| std::fs::read_to_string(f).unwrap_or_default());
    let lines = lines
        .map(|text| text.lines().filter(|l| !l.trim().is_empty()).count())
        .sum();
    let mut program = match setting.load() {
        Ok(program) => program,
        Err(reason) => {
            return Row {
                verdict: "bad input".to_owned(),
                reason,
                lines,
                ..Row::default()
            }
        }
    };
    let limits = Limits {
        time: Some(Duration::from_secs(setting.conditions.time_limit)),
        memory: Some(setting.conditions.memory_limit << 20),
        ..Limits::default()
    };
    let start = Instant::now();
    let (result, stats) = certify(&mut program, &limits, &mut Silent);
    let took = start.elapsed();
    let (verdict, reason) = match &result {
        Certification::Certified(_) => ("certified", String::new()),
        Certification::Violated(_) => ("violated", String::new()),
        Certification::Unknown { reason } => ("unknown", reason.clone()),
    };
    let row = Row {
        verdict: verdict.to_owned(),
        reason,
        lines,
        cpu: cpu_seconds(),
        edges: program.cfa.edges.len(),
        ..Row::default()
    };
    let row = with_stats(row, &stats, took);
    match &result {
        Certification::Certified(certified) => Row {
            certificate: Some(measure(setting, certified)),
            ..row
        },
        _ => row,
    }
}

fn with_stats(row: Row, stats: &Stats, took: Duration) -> Row {
    Row {
        analysis: stats.analysis.as_secs_f64() / took.as_secs_f64().max(1e-9),
        predicates: stats.predicates,
        active: stats.predicates_max,
        nodes: stats.nodes,
        calls: [stats.theory_calls, stats.solver_calls],
        ..row
    }
}

fn measure(setting: &Setting, certified: &Certified) -> Certificate {
    let report = &certified.report;
    let used = [
        report.used.nodes as u64,
        report.used.fuel,
        report.used.depth as u64,
        report.used.hypotheses as u64,
    ];
    Certificate {
        bytes: certified.bytes.len(),
        obligations: [report.obligations, report.trivial, report.proved],
        tokens: report.tokens,
        check_ms: check_milliseconds(setting, &certified.bytes).unwrap_or(f64::NAN),
        used,
    }
}

/// Time to read and check the certificate for a freshly loaded program, without loading: the median
/// of five.
fn check_milliseconds(setting: &Setting, bytes: &[u8]) -> Option<f64> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let mut program = setting.load().ok()?;
        let specification = proofmark_certs::digest(program.specification.as_bytes());
        let policy = Policy {
            specification,
            deny: Vec::new(),
            limits: CheckLimits::DEFAULT,
        };
        let start = Instant::now();
        let certificate = proofmark_certs::open(bytes).ok()?;
        let verdict = check(&mut program.arena, &program.cfa, &certificate, &policy);
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        if !matches!(verdict, Verdict::Accepted(_)) {
            return None;
        }
    }
    times.sort_by(f64::total_cmp);
    times.get(2).copied()
}

/// User and system time of this process and of the children that it has waited for.
fn cpu_seconds() -> f64 {
    seconds(14..=17)
}

/// The sum of fields of this process's status that are times (`proc_pid_stat(5)`, in ticks of 10
/// ms): 14 and 15 are its own, 16 and 17 those of the children that it has waited for. 0 where the
/// system does not tell.
pub(super) fn seconds(fields: std::ops::RangeInclusive<usize>) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // What follows the name starts with field 3.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let numbered = (3..).zip(behind.split_whitespace());
    let times = numbered.filter(|(number, _)| fields.contains(number));
    let ticks = times.filter_map(|(_, field)| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
