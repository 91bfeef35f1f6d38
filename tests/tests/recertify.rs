//! Certificates from the certificates of earlier versions: the development of the paper's example
//! and driver, edited programs, and old certificates that are of no use.

use proofmark_certs::{decode, encode, Certificate};
use proofmark_producer::certify::{certify_with, Certification, Request};
use proofmark_producer::engine::{Silent, Work};
use proofmark_producer::reuse;
use proofmark_tests::edits::{edit, Edit};
use proofmark_tests::recertified::{certify, limits, Place};
use proofmark_tests::{cases, text, Case, Commands, Random};
use serde_json::Value;

/// A directory of certificates, and the programs of `examples/development`.
struct Development {
    directory: tempfile::TempDir,
}

impl Development {
    fn new() -> Development {
        Development {
            directory: tempfile::tempdir().expect("a directory"),
        }
    }

    fn certificate(&self, name: &str) -> String {
        let path = self.directory.path().join(format!("{name}.cert"));
        path.to_str().expect("a plain name").to_owned()
    }

    /// Runs a command about one of the programs; its answer, and its exit status.
    fn run(&self, command: &[&str], name: &str, more: &[&str]) -> (Value, Option<i32>) {
        let (file, output) = (
            format!("examples/development/{name}.c"),
            self.certificate(name),
        );
        let mut arguments = command.to_vec();
        arguments.extend([file.as_str(), "--json", "-o", &output]);
        arguments.extend(more);
        let output = Commands::get().proofmark(&arguments);
        let answer = serde_json::from_slice(&output.stdout);
        let answer = answer.unwrap_or_else(|_| panic!("{}", text(&output)));
        (answer, output.status.code())
    }

    fn certify(&self, name: &str, more: &[&str]) -> Value {
        let (answer, status) = self.run(&["certify", "--resumable"], name, more);
        assert_eq!(status, Some(0), "{answer}");
        answer
    }

    fn recertify(&self, old: &str, name: &str, more: &[&str]) -> (Value, Option<i32>) {
        let old = self.certificate(old);
        self.run(&["recertify", &old], name, more)
    }

    fn is_accepted(&self, name: &str, more: &[&str]) -> bool {
        let (file, certificate) = (
            format!("examples/development/{name}.c"),
            self.certificate(name),
        );
        let mut arguments = vec![file.as_str(), &certificate];
        arguments.extend(more);
        Commands::get().check(&arguments).status.success()
    }
}

#[test]
fn the_papers_example_conforms_without_a_question() {
    let development = Development::new();
    let spec = ["--spec", "examples/development/device.spec"];
    let fresh = development.certify("device-1", &spec);
    assert!(fresh["stats"]["theory_calls"].as_u64() > Some(0), "{fresh}");
    let (answer, status) = development.recertify("device-1", "device-2", &spec);
    assert_eq!(status, Some(0), "{answer}");
    let reuse = &answer["reuse"];
    assert_eq!(reuse["frontier"], 0, "{reuse}");
    assert_eq!(reuse["solver_calls"], 0, "{reuse}");
    assert_eq!(reuse["nodes"]["matched"], reuse["nodes"]["old"], "{reuse}");
    let obligations = &reuse["obligations"];
    assert_eq!(obligations["copied"], obligations["total"], "{reuse}");
    assert_eq!(reuse["predicates"]["new"], 0, "{reuse}");
    assert_eq!(reuse["functions_changed"], serde_json::json!([]));
    assert!(development.is_accepted("device-2", &spec));
}

#[test]
fn a_driver_is_developed_in_four_steps_and_what_did_not_change_is_not_searched() {
    let development = Development::new();
    development.certify("filter-1", &[]);
    // The last step takes one of two labels from a place, which is no location of its own then.
    let steps = [
        ("filter-1", "filter-2-bug", false, 0),
        ("filter-1", "filter-2", true, 0),
        ("filter-2", "filter-3", true, 0),
        ("filter-3", "filter-4-bug", false, 1),
        ("filter-3", "filter-4", true, 1),
    ];
    for (old, new, safe, gone) in steps {
        let (answer, status) = development.recertify(old, new, &[]);
        assert_eq!(status, Some(if safe { 0 } else { 1 }), "{new}: {answer}");
        let reuse = &answer["reuse"];
        // Every other place of the old program is one of the new; the search starts at one of them.
        let nodes = |which: &str| reuse["nodes"][which].as_u64().expect("a number");
        assert_eq!(nodes("matched") + gone, nodes("old"), "{new}");
        assert_eq!(reuse["frontier"], 1, "{new}: {reuse}");
        assert_eq!(
            reuse["functions_changed"],
            serde_json::json!(["filter_pnp"])
        );
        assert!(reuse["unusable"].is_null());
        if !safe {
            continue;
        }
        assert!(development.is_accepted(new, &[]), "{new}");
        let number = |value: &Value| value.as_u64().unwrap_or_else(|| panic!("{value}"));
        let obligations = &reuse["obligations"];
        let made = number(&obligations["total"]) - number(&obligations["copied"]);
        assert!(made <= 3, "{new}: {reuse}");
        assert!(
            number(&reuse["solver_calls"]) < number(&reuse["old_solver_calls"])
                || new == "filter-2",
            "{new}: {reuse}"
        );
    }
}

#[test]
fn an_unchanged_program_gets_the_same_certificate() {
    let directory = tempfile::tempdir().expect("a directory");
    for case in cases("safe") {
        let place = Place::of(&case, directory.path());
        let source = std::fs::read_to_string(&case.path).expect("the program");
        let limits = limits(60);
        let mut program = place.load(&source).expect("a program");
        let (fresh, _) = certify(&mut program, None, &limits);
        let mut program = place.load(&source).expect("a program");
        let (again, report) = certify(&mut program, Some(&fresh.bytes), &limits);
        let name = case.name();
        assert_eq!(again.verdict, "certified", "{name}");
        assert_eq!(report.unusable, None, "{name}");
        // Which values are few is asked again.
        let few = name.starts_with("few_values");
        assert!(again.calls == 0 || few, "{name}");
        assert_eq!(again.obligations[0], again.obligations[1], "{name}");
        let stripped = |bytes: &[u8]| encode(&decode(bytes).expect("a certificate").stripped());
        assert!(stripped(&fresh.bytes) == stripped(&again.bytes), "{name}");
    }
}

/// What a run may take of which another took so much.
fn little_more(fresh: u64) -> u64 {
    fresh + (fresh / 5).max(12)
}

#[test]
fn the_proof_of_another_program_costs_little() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut old: Option<Vec<u8>> = None;
    for case in cases("safe") {
        let place = Place::of(&case, directory.path());
        let source = std::fs::read_to_string(&case.path).expect("the program");
        let limits = limits(60);
        let mut program = place.load(&source).expect("a program");
        let (fresh, _) = certify(&mut program, None, &limits);
        if let Some(old) = &old {
            let mut program = place.load(&source).expect("a program");
            let (again, _) = certify(&mut program, Some(old), &limits);
            let name = case.name();
            assert_eq!(again.verdict, "certified", "{name}");
            assert!(
                again.calls <= little_more(fresh.calls),
                "{name}: {} calls, afresh {}",
                again.calls,
                fresh.calls
            );
        }
        old = Some(fresh.bytes);
    }
}

/// A program that holds so many locks around some code.
fn with_locks(count: usize, code: &str) -> String {
    let each = |part: &str| -> String {
        let numbers = 0..count;
        numbers.map(|n| part.replace('#', &n.to_string())).collect()
    };
    let locks = each("static int l#;\n");
    let take = each("if (l#) reach_error(); l# = 1;\n");
    let release = each("if (!l#) reach_error(); l# = 0;\n");
    format!(
        "extern int __VERIFIER_nondet_int(void);
        extern void reach_error(void);
        {locks}static int jobs;
        int main(void)
        {{
            int n = __VERIFIER_nondet_int();
            {take}
            {code}
            {release}
            return 0;
        }}"
    )
}

#[test]
fn new_code_between_old_code_needs_no_search_for_what_it_leaves_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let case = cases("safe").swap_remove(0);
    let place = Place::of(&case, directory.path());
    // More is tracked between the locks than new code is given to track.
    let before = with_locks(30, "jobs++;");
    let (fresh, _) = certify(
        &mut place.load(&before).expect("a program"),
        None,
        &limits(60),
    );
    assert_eq!(fresh.verdict, "certified");
    for (code, safe) in [
        ("jobs++; if (n > 3) n = n - 1; else jobs = n;", true),
        (
            "while (n > 3) { n--; if (n == jobs) continue; jobs += n; }",
            true,
        ),
        ("jobs++; if (n == jobs) l3 = 0;", false),
    ] {
        let after = with_locks(30, code);
        let mut program = place.load(&after).expect("a program");
        let (again, report) = certify(&mut program, Some(&fresh.bytes), &limits(60));
        assert_eq!(
            again.verdict,
            if safe { "certified" } else { "violated" },
            "{code}"
        );
        if safe {
            assert!(report.unusable.is_none());
            assert_eq!(again.predicates[1], 0, "{code}");
            assert!(
                again.calls * 20 < fresh.calls,
                "{code}: {} calls",
                again.calls
            );
        }
    }
}

#[test]
fn a_search_that_the_old_proof_does_not_make_shorter_is_begun_anew() {
    let directory = tempfile::tempdir().expect("a directory");
    let limits = limits(600);
    let mut begun_anew = 0;
    // Programs that are executed take long.
    let searched = |case: &Case| {
        let unfolded = ["unfolds", "few_values"];
        !unfolded.iter().any(|begin| case.name().starts_with(begin))
    };
    for case in cases("safe").into_iter().filter(searched).step_by(6) {
        let place = Place::of(&case, directory.path());
        let source = std::fs::read_to_string(&case.path).expect("the program");
        let mut program = place.load(&source).expect("a program");
        let (fresh, _) = certify(&mut program, None, &limits);
        // The predicates of what was executed are no proof where nothing conforms.
        if fresh.unfolded {
            continue;
        }
        let mut start = reuse::start(&mut program, &fresh.bytes);
        let mut run = |start: &reuse::Start| {
            let request = Request {
                start: Some(start),
                resumable: true,
                ..Request::default()
            };
            certify_with(&mut program, &request, &limits, &mut Silent)
        };
        // Nothing conforms, and nothing may be asked.
        start.seed.conforming.clear();
        start.seed.allowance = Some(Work::default());
        let (result, stats) = run(&start);
        let name = case.name();
        let Certification::Certified(certified) = result else {
            panic!("{name}: no certificate");
        };
        assert!(stats.reused.given_up, "{name}");
        assert_eq!(stats.reused.nodes, 0, "{name}");
        assert!(
            certified.proving.copied > 0 || fresh.obligations[0] == 0,
            "{name}"
        );
        // What was asked in vain is not asked again.
        let calls = stats.theory_calls + stats.solver_calls;
        assert!(calls <= little_more(fresh.calls), "{name}: {calls}");
        begun_anew += 1;
        // With as much as it takes, it is not given up.
        start.seed.allowance = Some(Work::ANY);
        let (result, stats) = run(&start);
        assert!(matches!(result, Certification::Certified(_)), "{name}");
        assert!(!stats.reused.given_up, "{name}");
        assert!(stats.reused.nodes > 0, "{name}");
    }
    assert!(begun_anew > 8, "{begun_anew}");
}

#[test]
fn edited_programs_get_the_verdict_that_they_get_afresh() {
    let directory = tempfile::tempdir().expect("a directory");
    let (mut compared, mut untouched) = (0, 0);
    for (number, case) in cases("safe").into_iter().enumerate() {
        let place = Place::of(&case, directory.path());
        let source = std::fs::read_to_string(&case.path).expect("the program");
        let limits = limits(60);
        let mut program = place.load(&source).expect("a program");
        let (base, _) = certify(&mut program, None, &limits);
        // Each program gets a third of the kinds.
        for kind in Edit::ALL.into_iter().skip(number % 3).step_by(3) {
            let mut random = Random::of(&format!("{} {kind:?}", case.name()));
            let Some(pair) = edit(&source, kind, &mut random) else {
                continue;
            };
            if pair.before != source {
                continue;
            }
            let (Some(mut program), Some(mut same)) =
                (place.load(&pair.after), place.load(&pair.after))
            else {
                continue;
            };
            let (fresh, _) = certify(&mut program, None, &limits);
            // An edit may make a program too hard, of which an earlier version may help to decide
            // more: there is nothing to compare with.
            if fresh.verdict == "unknown" {
                continue;
            }
            let (reused, _) = certify(&mut same, Some(&base.bytes), &limits);
            let name = format!("{}, {}", case.name(), kind.name());
            assert_eq!(fresh.verdict, reused.verdict, "{name}:\n{}", pair.after);
            compared += 1;
            if kind.touches_nothing() && reused.calls == 0 {
                untouched += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
    assert!(untouched > 15, "{untouched}");
}

/// A program, and a certificate of it.
fn certified(name: &str, extra: &[&str]) -> (String, Vec<u8>) {
    let file = format!("tests/programs/safe/{name}.c");
    let mut arguments = vec!["certify", &file, "-q", "-o", "-"];
    arguments.extend(extra);
    let output = Commands::get().proofmark(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    (file, output.stdout)
}

/// Recertifies a program from a file with these bytes: the answer.
fn from_bytes(file: &str, bytes: &[u8], more: &[&str]) -> Value {
    let directory = tempfile::tempdir().expect("a directory");
    let old = directory.path().join("old.cert");
    std::fs::write(&old, bytes).expect("written");
    let new = directory.path().join("new.cert");
    let (old, new) = (old.to_str().expect("plain"), new.to_str().expect("plain"));
    let mut arguments = vec!["recertify", old, file, "--json", "-o", new];
    arguments.extend(more);
    let output = Commands::get().proofmark(&arguments);
    let answer = serde_json::from_slice(&output.stdout);
    answer.unwrap_or_else(|_| panic!("{}", text(&output)))
}

#[test]
fn an_old_certificate_that_is_of_no_use_is_said_to_be_and_costs_nothing() {
    let (file, bytes) = certified("counter", &["--resumable"]);
    let whole = from_bytes(&file, &bytes, &[]);
    assert!(whole["reuse"]["unusable"].is_null(), "{whole}");
    let mut newer = bytes.clone();
    newer[8] = 2;
    let mut damaged = bytes.clone();
    let last = damaged.len() - 3;
    damaged[last] ^= 1;
    let certificate = decode(&bytes).expect("a certificate");
    let resume = certificate.resume.clone().expect("the section");
    let with = |resume: Vec<u8>| {
        encode(&Certificate {
            resume: Some(resume),
            ..certificate.clone()
        })
    };
    let mut bent = resume.clone();
    let middle = bent.len() / 2;
    bent[middle] ^= 0x55;
    let (_, foreign) = certified("few_values_machine", &["--resumable"]);
    let theirs = decode(&foreign).expect("a certificate").resume;
    let hostile: [(&str, Vec<u8>, &str); 8] = [
        ("empty", Vec::new(), "cannot be read"),
        ("newer", newer, "cannot be read"),
        ("damaged", damaged, "cannot be read"),
        (
            "truncated",
            bytes[..bytes.len() / 2].to_vec(),
            "cannot be read",
        ),
        ("no section", with(Vec::new()), "resume"),
        ("a bent section", with(bent), ""),
        (
            "another version of the section",
            with(vec![9, 9, 9]),
            "resume",
        ),
        (
            "another program's section",
            with(theirs.expect("the section")),
            "proves nothing",
        ),
    ];
    for (name, bytes, expected) in hostile {
        let answer = from_bytes(&file, &bytes, &[]);
        assert_eq!(answer["verdict"], "certified", "{name}: {answer}");
        let reuse = &answer["reuse"];
        let why = reuse["unusable"].as_str().unwrap_or_default();
        assert!(why.contains(expected), "{name}: {reuse}");
        assert!(!why.is_empty() || expected.is_empty(), "{name}: {reuse}");
        if !expected.is_empty() {
            assert_eq!(reuse["nodes"]["matched"], 0, "{name}: {reuse}");
        }
    }
    let answer = from_bytes(&file, &bytes, &["--arch", "ilp32"]);
    assert_eq!(answer["verdict"], "certified");
    let why = answer["reuse"]["unusable"].as_str().unwrap_or_default();
    assert!(
        why.contains("c-lp64-1") && why.contains("c-ilp32-1"),
        "{why}"
    );
}

#[test]
fn a_section_that_lies_costs_no_more_than_the_size_of_the_program() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut compared = 0;
    for case in cases("safe") {
        let place = Place::of(&case, directory.path());
        let source = std::fs::read_to_string(&case.path).expect("the program");
        let mut random = Random::of(&format!("lies {}", case.name()));
        let later = [Edit::Constant, Edit::Branch, Edit::Function]
            .into_iter()
            .find_map(|kind| place.load(&edit(&source, kind, &mut random)?.after));
        let (Some(mut program), Some(mut earlier)) = (later, place.load(&source)) else {
            continue;
        };
        let (fresh, _) = certify(&mut program, None, &limits(2));
        let (old, _) = certify(&mut earlier, None, &limits(2));
        // What takes long afresh takes long.
        if fresh.verdict == "unknown" || old.bytes.is_empty() {
            continue;
        }
        // It claims that everything was tracked everywhere, and that it took as long as there is.
        let tracked = reuse::start(&mut earlier, &old.bytes).seed.predicates;
        let all: Vec<_> = tracked.into_iter().flatten().take(20).collect();
        let everywhere = vec![all; earlier.cfa.locations.len()];
        let effort = reuse::Effort {
            afresh: Work::ANY,
            ..reuse::Effort::default()
        };
        let mut certificate = decode(&old.bytes).expect("a certificate");
        certificate.resume = reuse::section(&mut earlier, &everywhere, effort);
        let hostile = encode(&certificate);
        let (reused, _) = certify(&mut program, Some(&hostile), &limits(600));
        let name = case.name();
        assert_eq!(reused.verdict, fresh.verdict, "{name}");
        let most = little_more(fresh.calls) + program.cfa.locations.len().max(20) as u64;
        assert!(reused.calls <= most, "{name}: {} of {most}", reused.calls);
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn without_the_section_predicates_are_used_and_without_the_entry_nothing_is() {
    let (file, bytes) = certified("counter", &[]);
    let answer = from_bytes(&file, &bytes, &[]);
    let why = answer["reuse"]["unusable"].as_str().unwrap_or_default();
    assert!(why.contains("--resumable"), "{why}");
    assert!(
        answer["reuse"]["predicates"]["kept"].as_u64() > Some(0),
        "{answer}"
    );
    let (_, contained) = certified("counter", &["--self-contained"]);
    let answer = from_bytes(&file, &contained, &[]);
    assert!(answer["reuse"]["unusable"].is_null(), "{answer}");
    assert_eq!(answer["reuse"]["solver_calls"], 0, "{answer}");
    let answer = from_bytes(&file, &bytes, &["--entry", "gone"]);
    assert_eq!(answer["verdict"], "bad-input", "{answer}");
}

#[test]
fn the_section_changes_nothing_else_and_is_stripped() {
    let (_, plain) = certified("counter", &[]);
    let (_, resumable) = certified("counter", &["--resumable"]);
    let mut certificate = decode(&resumable).expect("a certificate");
    assert!(certificate.resume.take().is_some());
    assert!(encode(&certificate) == plain);
    let stripped = decode(&resumable).expect("a certificate").stripped();
    assert_eq!(stripped.resume, None);
    let (_, both) = certified("counter", &["--resumable", "--self-contained"]);
    let both = decode(&both).expect("a certificate");
    let (Some(inside), Some(alone)) = (both.resume, decode(&resumable).expect("read").resume)
    else {
        panic!("both have the section");
    };
    assert!(inside.len() < alone.len(), "the automaton is there once");
}

#[test]
fn bytes_in_the_place_of_a_certificate_never_end_the_process() {
    let case = Case::open(&proofmark_tests::root().join("tests/programs/safe/counter.c"));
    let (_, bytes) = certified("counter", &["--resumable"]);
    let mut program = case.load();
    let mut random = Random::of("bytes");
    for _ in 0..400 {
        let mut certificate = decode(&bytes).expect("a certificate");
        let mut resume = certificate.resume.take().expect("the section");
        for _ in 0..=random.below(3) {
            let place = random.below(resume.len());
            resume[place] ^= u8::try_from(1 + random.below(255)).unwrap_or(1);
        }
        resume.truncate(resume.len() - random.below(4));
        certificate.resume = Some(resume);
        let _ = reuse::start(&mut program, &encode(&certificate));
    }
}
