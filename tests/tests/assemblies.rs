//! Assemblies of components: `tests/assemblies/NAME/assembly.toml`, or `old.toml` and `new.toml`.
//! The first lines of the file say what comes out: `# answer: yes|no|unknown`, `# error: TEXT`,
//! `# violation: PROPERTY: EVENTS`, `# lost: COMPONENT: EVENTS`, `# assumes: KIND` (of an entry of
//! the ledger), `# options: …`.

use proofmark_assembly::bundle::{Bundle, Chain, Model};
use proofmark_assembly::rule::{keeps, Premise};
use proofmark_assembly::Automaton;
use proofmark_tests::{root, text, Commands, Random};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

struct Expected {
    options: Vec<String>,
    answer: Option<String>,
    errors: Vec<String>,
    violations: Vec<(String, String)>,
    lost: Vec<(String, String)>,
    assumes: Vec<String>,
}

impl Expected {
    fn read(file: &Path) -> Expected {
        let text = std::fs::read_to_string(file).expect("an assembly");
        let fields = |name: &str| -> Vec<String> {
            let prefix = format!("# {name}: ");
            let lines = text.lines().filter_map(|line| line.strip_prefix(&prefix));
            lines.map(str::to_owned).collect()
        };
        let pairs = |name: &str| {
            let pair = |line: String| {
                let (name, word) = line.split_once(": ").expect("NAME: EVENTS");
                (name.to_owned(), word.to_owned())
            };
            fields(name).into_iter().map(pair).collect()
        };
        let options = fields("options").join(" ");
        Expected {
            options: options.split_whitespace().map(str::to_owned).collect(),
            answer: fields("answer").pop(),
            errors: fields("error"),
            violations: pairs("violation"),
            lost: pairs("lost"),
            assumes: fields("assumes"),
        }
    }
}

impl Expected {
    /// What an answer should tell and does not: behaviours that are lost, kinds of assumptions.
    fn untold<'a>(&'a self, object: &'a Value) -> impl Iterator<Item = &'a str> {
        let lost = self.lost.iter().filter(|(component, word)| {
            !joined(&object["containment"][component]["lost"]).contains(word)
        });
        let ledger = object["ledger"].as_array().map_or(&[][..], Vec::as_slice);
        let assumed = |kind: &str| ledger.iter().any(|entry| entry["kind"] == kind);
        let kinds = self.assumes.iter().filter(move |kind| !assumed(kind));
        let lost = lost.map(|(component, _)| component.as_str());
        lost.chain(kinds.map(String::as_str))
    }
}

fn folders() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/assemblies")).expect("the folder");
    let mut out: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a folder").path())
        .collect();
    out.sort();
    out
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Runs `compose` or `upgrade`: the exit status, the object, and what else was said.
fn run(files: &[&Path], bundle: &Path, options: &[String]) -> (i32, Value, String) {
    let command = if files.len() == 1 {
        "compose"
    } else {
        "upgrade"
    };
    let mut arguments = vec![command.to_owned()];
    arguments.extend(files.iter().map(|file| shown(file)));
    arguments.extend(["--json".to_owned(), "-o".to_owned(), shown(bundle)]);
    arguments.extend(options.iter().cloned());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = Commands::get().proofmark(&arguments);
    let object = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap_or(-1), object, text(&output))
}

/// Each component goes on to the next event, and the steps are in the order of its execution.
#[test]
fn executions_are_interleaved() {
    let assembly = root().join("tests/assemblies/handshake_broken/assembly.toml");
    let bundle = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interleaved.bundle");
    let (_, object, _) = run(&[&assembly], &bundle, &[]);
    let execution = &object["compatibility"]["../handshake/order.aut"]["execution"];
    let inputs = execution["inputs"].as_array().expect("inputs").iter();
    let inputs: Vec<&str> = inputs.filter_map(|i| i["component"].as_str()).collect();
    assert_eq!(inputs, ["client", "server"]);
    let steps = |event: &Value| -> Vec<String> {
        let step = |s: &Value| format!("{} {}", s["component"], s["line"]).replace('"', "");
        let steps = event["steps"].as_array().expect("steps").iter();
        steps.map(step).collect()
    };
    let events = execution["events"].as_array().expect("events").iter();
    let told: Vec<Vec<String>> = events.map(steps).collect();
    let expected = [
        vec!["client 8", "server 8"],
        vec!["client 10", "server 10"],
        vec!["client 11", "client 10", "server 11", "server 10"],
    ];
    assert_eq!(told, expected);
}

/// What the consumer says: exit status and text.
fn check(assembly: &Path, bundle: &Path) -> (i32, String) {
    check_with(&[], assembly, bundle)
}

fn check_with(options: &[&str], assembly: &Path, bundle: &Path) -> (i32, String) {
    let files = [shown(assembly), shown(bundle)];
    let files = files.iter().map(String::as_str);
    let arguments: Vec<&str> = (["--bundle"].into_iter())
        .chain(options.iter().copied())
        .chain(files)
        .collect();
    let output = Commands::get().check(&arguments);
    (output.status.code().unwrap_or(-1), text(&output))
}

fn joined(words: &Value) -> Vec<String> {
    let word = |word: &Value| {
        let events = word.as_array().into_iter().flatten();
        let events: Vec<&str> = events.filter_map(Value::as_str).collect();
        events.join(" ")
    };
    words.as_array().into_iter().flatten().map(word).collect()
}

#[test]
fn assemblies_are_answered_as_expected() {
    let desk = tempfile::tempdir().expect("a folder");
    let (mut wrong, mut accepted) = (Vec::new(), 0);
    for folder in folders() {
        let (old, new) = (folder.join("old.toml"), folder.join("new.toml"));
        let single = folder.join("assembly.toml");
        let files: Vec<&Path> = match (single.exists(), new.exists()) {
            (true, _) => vec![&single],
            (false, true) => vec![&old, &new],
            (false, false) => continue,
        };
        let last = files.last().copied().expect("a file");
        let expected = Expected::read(last);
        let bundle = desk.path().join("bundle");
        let _ = std::fs::remove_file(&bundle);
        let (status, object, said) = run(&files, &bundle, &expected.options);
        let name = shown(&folder);
        if !expected.errors.is_empty() {
            let mut parts = expected.errors.iter();
            if status != 3 || !parts.all(|part| said.contains(part.as_str())) {
                wrong.push(format!("{name}: {status} {said}"));
            }
            continue;
        }
        let answer = expected.answer.as_deref().expect("an answer");
        let code = match answer {
            "yes" => 0,
            "no" => 1,
            _ => 2,
        };
        if status != code || object["answer"] != answer {
            wrong.push(format!("{name}: {status} {said}"));
        }
        for (property, word) in &expected.violations {
            let violation = &object["compatibility"][property]["violation"];
            if joined(&serde_json::json!([violation])) != [word.clone()] {
                wrong.push(format!("{name}: {property}: {object}"));
            }
            let execution = &object["compatibility"][property]["execution"];
            let events = execution["events"].as_array().map(Vec::as_slice);
            let events = events.unwrap_or_default().iter();
            let events: Vec<&str> = events.filter_map(|one| one["event"].as_str()).collect();
            if events.join(" ") != *word {
                wrong.push(format!("{name}: {property}: {execution}"));
            }
        }
        let untold = expected.untold(&object);
        wrong.extend(untold.map(|what| format!("{name}: {what}: {object}")));
        let kept = object["compatibility"].as_object();
        let kept = kept.is_some_and(|all| all.values().all(|one| one["answer"] == "yes"));
        if kept != bundle.exists() {
            wrong.push(format!(
                "{name}: kept {kept}, but the bundle says otherwise"
            ));
        } else if kept {
            accepted += 1;
            let (status, said) = check(last, &bundle);
            if status != 0 {
                wrong.push(format!("{name}: the bundle: {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(accepted >= 10, "{accepted} bundles");
}

/// A bundle for the assembly of a folder.
fn made(folder: &str, desk: &Path) -> (PathBuf, Bundle) {
    let assembly = root()
        .join("tests/assemblies")
        .join(folder)
        .join("assembly.toml");
    let path = desk.join(format!("{folder}.bundle"));
    let (status, _, said) = run(&[&assembly], &path, &[]);
    assert_eq!(status, 0, "{said}");
    let bytes = std::fs::read(&path).expect("a bundle");
    (assembly, Bundle::decode(&bytes).expect("a bundle"))
}

/// A change of a bundle for `handshake`, and the reason why the bundle is refused then.
type Change = (&'static str, &'static str, fn(&mut Bundle));

const FREE: &str = "alphabet answer ask\ninitial 0\n0 ask 0\n0 answer 0\n";

fn chain(bundle: &mut Bundle) -> &mut Chain {
    bundle.chains.entry("order.aut".to_owned()).or_default()
}

fn server(bundle: &mut Bundle) -> &mut Model {
    bundle.models.entry("server".to_owned()).or_default()
}

fn add_component(bundle: &mut Bundle) {
    let model = server(bundle).clone();
    bundle.models.insert("other".to_owned(), model);
}

/// What is wrong with the rule.
const CHAINS: [Change; 9] = [
    ("premise", "an assumption too strong", |b| {
        chain(b).assumptions = vec!["alphabet answer ask\ninitial 0\n0 ask 1\n".to_owned()];
    }),
    ("premise", "an assumption too weak", |b| {
        chain(b).assumptions = vec![FREE.to_owned()];
    }),
    ("premise", "the components in another order", |b| {
        chain(b).components.reverse();
        chain(b).assumptions = vec![FREE.to_owned()];
    }),
    ("premise", "a component less in the chain", |b| {
        chain(b).components.truncate(1);
        chain(b).assumptions.clear();
        let first = chain(b).components.clone();
        b.models.retain(|name, _| first.contains(name));
    }),
    ("chain", "a component twice", |b| {
        chain(b).components = vec!["client".to_owned(), "client".to_owned()];
        b.models.remove("server");
    }),
    ("chain", "an assumption less", |b| {
        chain(b).assumptions.clear()
    }),
    ("missing-property", "a property left out", |b| {
        b.chains.clear();
        b.models.clear();
    }),
    ("extra", "a property more", |b| {
        let one = chain(b).clone();
        b.chains.insert("other.aut".to_owned(), one);
    }),
    ("automaton", "an assumption that is no automaton", |b| {
        chain(b).assumptions = vec!["alphabet ask".to_owned()];
    }),
];

/// What is wrong with what is said of components.
const MODELS: [Change; 9] = [
    ("extra", "a premise of an observer that there is not", |b| {
        let model = server(b).clone();
        b.observers.insert("order.aut".to_owned(), model);
    }),
    ("missing-premise", "a component without a premise", |b| {
        b.models.remove("server");
    }),
    ("missing-premise", "a component of nobody", |b| {
        add_component(b);
        chain(b).components.retain(|name| name != "server");
        chain(b).components.push("other".to_owned());
        b.models.remove("server");
    }),
    ("extra", "a component more", add_component),
    ("alphabet", "events left out", |b| {
        server(b).automaton = "alphabet ask\ninitial 0\n0 ask 0\n".to_owned();
    }),
    ("automaton", "an automaton that is none", |b| {
        server(b).automaton = "alphabet ask".to_owned();
    }),
    ("specification", "a model too narrow", |b| {
        server(b).automaton = "alphabet answer ask\ninitial 0\n0 ask 1\n1 answer 0\n".to_owned();
    }),
    ("specification", "a certificate of another component", |b| {
        let client = b
            .models
            .get("client")
            .map(|model| model.certificate.clone());
        server(b).certificate = client.unwrap_or_default();
    }),
    ("format", "a certificate that is none", |b| {
        server(b).certificate.clear();
    }),
];

fn observer(bundle: &mut Bundle) -> &mut Model {
    bundle.observers.entry("order.spec".to_owned()).or_default()
}

/// What is wrong with what is said of observers: changes of a bundle for `observer_order`.
const OBSERVERS: [Change; 9] = [
    ("missing-premise", "an observer without a premise", |b| {
        b.observers.clear();
    }),
    (
        "extra",
        "a premise of a property that is no observer",
        |b| {
            let one = observer(b).clone();
            b.observers.insert("../handshake/order.aut".to_owned(), one);
        },
    ),
    ("extra", "a premise of a property that is none", |b| {
        let one = observer(b).clone();
        b.observers.insert("other.spec".to_owned(), one);
    }),
    ("alphabet", "an observer's events left out", |b| {
        observer(b).automaton = "alphabet ask\ninitial 0\n0 ask 0\n".to_owned();
    }),
    ("automaton", "an observer's automaton that is none", |b| {
        observer(b).automaton = "alphabet ask".to_owned();
    }),
    (
        "program",
        "an observer that is said to allow everything",
        |b| {
            observer(b).automaton = FREE.to_owned();
        },
    ),
    (
        "premise",
        "an observer that is said to allow too little",
        |b| {
            observer(b).automaton = "alphabet answer ask\ninitial 0\n0 ask 1\n".to_owned();
        },
    ),
    (
        "specification",
        "a component's certificate for an observer",
        |b| {
            let client = b.models.get("client");
            let client = client.map(|model| model.certificate.clone());
            observer(b).certificate = client.unwrap_or_default();
        },
    ),
    ("format", "an observer's certificate that is none", |b| {
        observer(b).certificate.clear();
    }),
];

/// Changes of the bundle for the assembly of a folder that are not refused for their reasons.
fn unreasoned<'c>(
    folder: &str,
    desk: &Path,
    changes: impl Iterator<Item = &'c Change>,
) -> Vec<String> {
    let (assembly, right) = made(folder, desk);
    let path = desk.join("wrong");
    let mut wrong = Vec::new();
    for (reason, what, change) in changes {
        let mut bundle = right.clone();
        change(&mut bundle);
        assert_ne!(bundle, right, "{what}");
        std::fs::write(&path, bundle.encode()).expect("written");
        let arguments = ["--bundle", &shown(&assembly), &shown(&path), "--json"];
        let output = Commands::get().check(&arguments);
        let object: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        if output.status.code() != Some(1) || object["code"] != *reason {
            wrong.push(format!("{what}: {object}"));
        }
    }
    std::fs::write(&path, right.encode()).expect("written");
    assert_eq!(check(&assembly, &path).0, 0);
    wrong
}

#[test]
fn wrong_premises_of_observers_are_rejected_with_a_reason() {
    let desk = tempfile::tempdir().expect("a folder");
    let wrong = unreasoned("observer_order", desk.path(), OBSERVERS.iter());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Another observer: its text has changed.
    let (_, right) = made("observer_counts", desk.path());
    let copy = desk.path().join("observer_counts");
    std::fs::create_dir(&copy).expect("made");
    let folder = root().join("tests/assemblies/observer_counts");
    for name in ["assembly.toml", "most.spec", "user.c"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("read");
        let text = text.replace("steps < 3", "steps < 2");
        std::fs::write(copy.join(name), text).expect("written");
    }
    let path = desk.path().join("other");
    std::fs::write(&path, right.encode()).expect("written");
    let (status, said) = check(&copy.join("assembly.toml"), &path);
    assert_eq!(status, 1, "{said}");
    assert!(
        said.contains("certificate of the observer most.spec"),
        "{said}"
    );
}

#[test]
fn wrong_bundles_are_rejected_with_a_reason() {
    let desk = tempfile::tempdir().expect("a folder");
    let changes = CHAINS.iter().chain(&MODELS);
    let wrong = unreasoned("handshake", desk.path(), changes);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let (assembly, right) = made("handshake", desk.path());
    let path = desk.path().join("wrong");
    std::fs::write(&path, right.encode()).expect("written");
    assert_eq!(check(&assembly, &path).0, 0);
    // Another assembly: another text of a component, and other events.
    let broken = root().join("tests/assemblies/handshake_broken/assembly.toml");
    let mut renamed = right.clone();
    let chain = renamed.chains.remove("order.aut").expect("a chain");
    renamed
        .chains
        .insert("../handshake/order.aut".to_owned(), chain);
    std::fs::write(&path, renamed.encode()).expect("written");
    let (status, said) = check(&broken, &path);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("certificate of component server"), "{said}");
}

#[test]
fn the_consumer_sees_what_components_share() {
    let desk = tempfile::tempdir().expect("a folder");
    let (_, bundle) = made("calls_static", desk.path());
    let path = desk.path().join("shared");
    std::fs::write(&path, bundle.encode()).expect("written");
    // The same but for one function that the other component can call.
    let calls = root().join("tests/assemblies/calls/assembly.toml");
    let (status, said) = check(&calls, &path);
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("share the function `helper`"), "{said}");
}

#[test]
fn the_consumer_sees_what_is_assumed_of_components_without_a_premise() {
    let desk = tempfile::tempdir().expect("a folder");
    let (assembly, bundle) = made("idle_assembly", desk.path());
    let path = desk.path().join("idle");
    std::fs::write(&path, bundle.encode()).expect("written");
    let (status, said) = check(&assembly, &path);
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("inline-asm"), "{said}");
    assert!(
        said.contains("calls of put by component two that would be put2 count as none"),
        "{said}"
    );
    let denied = check_with(&["--deny", "inline-asm"], &assembly, &path);
    assert_eq!(denied.0, 1, "{}", denied.1);
    assert!(denied.1.contains("component two"), "{}", denied.1);
}

#[test]
fn mutants_of_bundles_are_not_accepted_with_another_meaning() {
    let desk = tempfile::tempdir().expect("a folder");
    let (assembly, right) = made("handshake", desk.path());
    let path = desk.path().join("mutant");
    let bytes = right.encode();
    let property = std::fs::read_to_string(assembly.with_file_name("order.aut")).expect("read");
    let property = Automaton::parse(&property).expect("an automaton");
    let mut random = Random::of("mutants of bundles");
    // MUTANTS in the environment asks for more.
    let count = std::env::var("MUTANTS").ok().and_then(|n| n.parse().ok());
    let count: usize = count.unwrap_or(40);
    let mut rejected = 0;
    for _ in 0..count {
        let mut mutant = bytes.clone();
        let at = random.below(mutant.len());
        match random.below(3) {
            0 => mutant.truncate(at),
            1 => mutant.insert(at, b'0'),
            _ => {
                if let Some(byte) = mutant.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
        std::fs::write(&path, &mutant).expect("written");
        match check(&assembly, &path).0 {
            0 => {
                // What the certificates are about is what it was, and shows the property.
                let accepted = Bundle::decode(&mutant).expect("a bundle");
                assert_eq!(accepted.models.len(), right.models.len());
                let models = accepted.models.values();
                let models: Vec<Automaton> = models
                    .map(|m| Automaton::parse(&m.automaton).expect("read"))
                    .collect();
                let all: Vec<&Automaton> = models.iter().collect();
                assert!(matches!(keeps(&all, &property), Premise::Holds(_)));
            }
            1 | 2 => rejected += 1,
            other => panic!("exit status {other}"),
        }
    }
    assert!(rejected >= count * 3 / 4, "{rejected}");
    println!("{rejected} of {count} mutants are not accepted");
}

#[test]
fn assemblies_and_automata_are_drawn() {
    let folder = root().join("tests/assemblies/handshake");
    let draw = |file: &str, format: &str| {
        let file = shown(&folder.join(file));
        let output = Commands::get().proofmark(&["export", &file, "--format", format]);
        (output.status.code().unwrap_or(-1), text(&output))
    };
    let (status, assembly) = draw("assembly.toml", "dot");
    assert_eq!(status, 0, "{assembly}");
    assert!(assembly.starts_with("graph {"), "{assembly}");
    assert!(assembly.contains("[label=\"client\", shape=ellipse]"));
    assert!(assembly.contains("n0 -- n1 [label=\"answer\\nask\"]"));
    let (status, automaton) = draw("order.aut", "dot");
    assert_eq!(status, 0, "{automaton}");
    assert!(automaton.starts_with("digraph {"), "{automaton}");
    assert!(automaton.contains("[label=\"idle\", shape=doublecircle]"));
    for file in ["assembly.toml", "order.aut"] {
        let (status, picture) = draw(file, "svg");
        assert_eq!(status, 0, "{picture}");
        assert!(picture.starts_with("<svg "), "{picture}");
        for format in ["smt2", "text"] {
            let (status, said) = draw(file, format);
            assert_eq!(status, 3, "{said}");
            assert!(said.contains("are drawn as `dot` or `svg`"), "{said}");
        }
    }
    let (status, said) = draw("client.c", "svg");
    assert_eq!(status, 3, "{said}");
    assert!(said.contains("give the program's files"), "{said}");
}

#[test]
fn state_of_earlier_runs_helps_and_is_not_believed() {
    let desk = tempfile::tempdir().expect("a folder");
    let state = desk.path().join("state");
    let options = vec!["--state".to_owned(), shown(&state)];
    let bundle = desk.path().join("bundle");
    let assembly = root().join("tests/assemblies/handshake/assembly.toml");
    let (status, first, _) = run(&[&assembly], &bundle, &options);
    assert_eq!(status, 0);
    let (status, again, _) = run(&[&assembly], &bundle, &options);
    let number = |name: &str| again[name].as_u64();
    assert_eq!(status, 0);
    assert_eq!(
        (number("solver_calls"), number("queries")),
        (Some(0), Some(0))
    );
    assert_eq!(first["compatibility"], again["compatibility"]);
    assert_eq!(check(&assembly, &bundle).0, 0);
    // Every file of the state says something else.
    let files = std::fs::read_dir(&state).expect("the state");
    let files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    assert!(files.len() >= 7, "{files:?}");
    let contents: BTreeMap<&PathBuf, Vec<u8>> = files
        .iter()
        .map(|file| (file, std::fs::read(file).expect("read")))
        .collect();
    for (file, other) in files.iter().zip(files.iter().skip(1).chain(files.first())) {
        std::fs::write(file, &contents[other]).expect("written");
    }
    let (status, wrong, said) = run(&[&assembly], &bundle, &options);
    assert_eq!(status, 0, "{said}");
    assert_eq!(first["compatibility"], wrong["compatibility"]);
    assert_eq!(check(&assembly, &bundle).0, 0);
    // A model that allows less than the component does, with the certificate of the right one.
    let broken = root().join("tests/assemblies/handshake_broken/assembly.toml");
    let (status, _, _) = run(&[&broken], &bundle, &options);
    assert_eq!(status, 1);
}

#[test]
fn a_bundle_speaks_of_one_alphabet_only() {
    let text = "alphabet a\ninitial 0\n0 a 0\n";
    let read = Automaton::parse(text).expect("read");
    assert_eq!(read.text(), text);
    assert!(Automaton::parse("alphabet\ninitial 0\n").is_ok());
}
