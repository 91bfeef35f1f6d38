//! What observers see, one directory of `tests/observers` each: a rule (`rule.spec`) and programs
//! whose names begin with the expected answer.
//!
//! `safe_*.c` is certified and the certificate accepted, `unsafe_*.c` is violated with a trace that
//! ends in the rule, `refused_*.c` does not load, and of `unknown_*.c` an approximation stands
//! between the program and the violation.

use proofmark_checker::check::Policy;
use proofmark_checker::limits::Limits as CheckLimits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::{load, spec, Options, Program};
use proofmark_logic::types::Profile;
use proofmark_producer::certify::{certify, Certification};
use proofmark_producer::engine::{Limits, Silent};
use proofmark_tests::{root, text, Commands};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries =
        std::fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    paths
}

fn open(rule: &Path, file: &Path) -> Result<Program, String> {
    let specification = spec::read(&[rule.to_owned()]).map_err(|e| e.to_string())?;
    load(
        &[file.to_owned()],
        &Options {
            specification,
            ..Options::new(Profile::Lp64)
        },
    )
    .map_err(|e| e.to_string())
}

/// `Err` says what was found instead.
fn expect(wanted: &str, rule: &Path, file: &Path) -> Result<(), String> {
    let program = open(rule, file);
    if wanted == "refused" {
        return program.map_or(Ok(()), |_| Err("it loads".to_owned()));
    }
    let mut program = program?;
    let limits = Limits {
        time: Some(Duration::from_secs(60)),
        memory: Some(2 << 30),
        ..Limits::default()
    };
    match (certify(&mut program, &limits, &mut Silent).0, wanted) {
        (Certification::Certified(certified), "safe") => {
            let mut program = open(rule, file)?;
            let specification = proofmark_certs::digest(program.specification.as_bytes());
            let policy = Policy {
                specification,
                deny: Vec::new(),
                limits: CheckLimits::DEFAULT,
            };
            match proofmark_checker::check(
                &mut program.arena,
                &program.cfa,
                &certified.certificate.claimed(),
                &policy,
            ) {
                Verdict::Accepted(_) => Ok(()),
                _ => Err("the certificate is not accepted".to_owned()),
            }
        }
        (Certification::Violated(trace), "unsafe") => {
            match proofmark_replay::rejection(&program, &trace) {
                Some(rejection)
                    if rejection.contains("ASSERT") || rejection.starts_with("FINAL") =>
                {
                    Ok(())
                }
                other => Err(format!("the trace ends in {other:?}")),
            }
        }
        (Certification::Unknown { reason }, "unknown") if reason.contains("an approximation") => {
            Ok(())
        }
        (Certification::Certified(_), _) => Err("certified".to_owned()),
        (Certification::Violated(trace), _) => Err(format!(
            "violated: {}",
            proofmark_replay::rejection(&program, &trace).unwrap_or_default()
        )),
        (Certification::Unknown { reason }, _) => Err(format!("unknown: {reason}")),
    }
}

#[test]
fn observers_see_what_they_should() {
    let mut failures = Vec::new();
    for topic in entries(&root().join("tests/observers")) {
        let rule = topic.join("rule.spec");
        let mut answers = Vec::new();
        for file in entries(&topic)
            .iter()
            .filter(|f| f.extension().is_some_and(|e| e == "c"))
        {
            let name = file
                .file_stem()
                .map_or_else(String::new, |s| s.to_string_lossy().into_owned());
            let wanted = name.split('_').next().unwrap_or_default();
            failures.extend(
                expect(wanted, &rule, file)
                    .err()
                    .map(|found| format!("{}: {found}", file.display())),
            );
            answers.push(wanted.to_owned());
        }
        for needed in ["safe", "unsafe"] {
            assert!(
                answers.iter().any(|a| a == needed),
                "{} has no {needed} program",
                topic.display()
            );
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Each statement is matched by the pattern that is written like it, whatever the front end makes
/// of it; and by no pattern that is written like a statement of another group.
#[test]
fn statements_are_matched_by_what_is_written_like_them() {
    let file = root().join("tests/patterns/forms.c");
    let program = std::fs::read_to_string(&file).expect("a program");
    let (mut group, mut forms) = (0, Vec::new());
    let lines = program.lines().zip(1usize..);
    let lines = lines.skip_while(|(line, _)| line.trim() != "// forms");
    for (line, number) in lines
        .skip(1)
        .take_while(|(line, _)| line.trim() != "// end")
    {
        match line.trim() {
            "" => group += 1,
            form => forms.push((form, number, group)),
        }
    }
    assert!(forms.len() > 150, "{}", forms.len());
    let groups: BTreeMap<usize, usize> = forms.iter().map(|(_, line, g)| (*line, *g)).collect();
    let pattern = |form: &str| match form.contains('=') {
        true => form.to_owned(),
        false => format!("$? = {form}"),
    };
    let patterns: Vec<String> = forms.iter().map(|(form, ..)| pattern(form)).collect();
    for ((form, line, group), found) in forms.iter().zip(matched(&patterns, &file)) {
        let mut found = found.iter().filter(|line| groups.contains_key(line));
        let all: Vec<&usize> = found.clone().collect();
        for (_, own, _) in forms.iter().filter(|(_, _, other)| other == group) {
            assert!(all.contains(&own), "{form} in line {line}: not in {own}");
        }
        let other = found.find(|line| groups.get(line) != Some(group));
        assert!(other.is_none(), "{form} in line {line}: {all:?}");
    }
}

/// Generated statements, each with a pattern that is written like it, or like what it is
/// simplified to.
#[test]
fn generated_statements_are_matched_by_their_patterns() {
    let file = root().join("tests/patterns/written.c");
    let program = std::fs::read_to_string(&file).expect("a program");
    let lines = program.lines().zip(1usize..);
    let lines = lines.filter_map(|(line, number)| Some((number, line.split_once("; // ")?.1)));
    let lines: Vec<(usize, &str)> = lines.collect();
    assert!(lines.len() > 200, "{}", lines.len());
    let patterns: Vec<String> = lines.iter().map(|(_, p)| (*p).to_owned()).collect();
    for ((line, pattern), found) in lines.iter().zip(matched(&patterns, &file)) {
        assert!(found.contains(line), "{pattern} in line {line}: {found:?}");
    }
}

/// The lines of the statements that each pattern matches.
fn matched(patterns: &[String], file: &Path) -> Vec<Vec<usize>> {
    let folder = tempfile::tempdir().expect("a directory");
    let mut arguments = vec!["spec".to_owned(), "check".to_owned()];
    for (index, pattern) in patterns.iter().enumerate() {
        let rule = folder.path().join(format!("{index}.spec"));
        let event = format!("EVENT {{ PATTERN {{ {pattern} }} ACTION {{ }} }}\n");
        std::fs::write(&rule, event).expect("written");
        arguments.push(rule.display().to_string());
    }
    let file = file.display().to_string();
    arguments.extend(["--program", &file, "--show-matches"].map(str::to_owned));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = text(&Commands::get().proofmark(&arguments));
    let mut found = vec![Vec::new(); patterns.len()];
    let mut rule = None;
    for line in said.lines() {
        let number = |text: &str| text.split(':').next()?.parse::<usize>().ok();
        if let Some((_, place)) = line.strip_prefix("    ").and_then(|l| l.rsplit_once(".c:")) {
            let own = rule.and_then(|rule: usize| found.get_mut(rule));
            own.expect("a rule").extend(number(place));
        } else if let Some((name, _)) = line.split_once(".spec:") {
            rule = name.rsplit('/').next().and_then(|name| name.parse().ok());
        }
    }
    assert!(rule.is_some(), "{said}");
    found
}
