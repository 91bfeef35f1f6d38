//! `library_bench COMMANDS`: programs of `tests/libraries` with the C of the functions that they
//! call and with a library of these, which training on other programs makes. Prints tables.
//! `COMMANDS` is the directory of the commands.
//!
//! `library_bench COMMANDS CORPUS [SECONDS]`: the same for the drivers that
//! `scripts/linux-libraries` puts into `CORPUS`, also with models written by hand and without any.
//! Training has so many seconds for each part.

use proofmark_tests::root;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Runs of each measurement; the shortest one counts.
const RUNS: usize = 3;

/// What is trained on which programs, and used on which.
struct Training {
    folder: &'static str,
    functions: &'static str,
    trained: &'static [&'static str],
    used: &'static [&'static str],
}

const TRAININGS: [Training; 3] = [
    Training {
        folder: "inc_dec",
        functions: "inc_dec",
        trained: &["up.c", "down.c"],
        used: &["both.c"],
    },
    Training {
        folder: "windows",
        functions: "IoSetDeviceInterfaceState",
        trained: &["flpydisk.c"],
        used: &["mouse.c"],
    },
    Training {
        folder: "counter",
        functions: "clk_prepare,clk_enable,clk_unprepare",
        trained: &["good.c"],
        used: &[],
    },
];

/// Parts of the kernel, and their functions.
const PARTS: [(&str, &str); 3] = [
    (
        "clk",
        "clk_prepare,clk_enable,clk_disable,clk_unprepare,clk_boot,clk_prepared,clk_enabled",
    ),
    (
        "region",
        "__request_region,__release_region,region_boot,region_is_free",
    ),
    ("action", "devm_add_action,devres_release_all,devres_boot"),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let commands = PathBuf::from(arguments.next().expect("a directory"));
    let Some(corpus) = arguments.next() else {
        for training in &TRAININGS {
            println!("{}", table(&commands, training));
        }
        return;
    };
    let seconds = arguments.next().unwrap_or_else(|| "600".to_owned());
    for (part, functions) in PARTS {
        let place = Path::new(&corpus).join(part);
        println!("{}", drivers(&commands, &place, (functions, &seconds)));
    }
}

/// The preprocessed drivers in a folder.
fn sources(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut out: Vec<String> = entries
        .map(|entry| entry.path().display().to_string())
        .filter(|path| path.ends_with(".i"))
        .collect();
    out.sort();
    out
}

/// What a command answers, and its time in seconds, once.
fn answer(commands: &Path, arguments: &[&str]) -> String {
    let began = Instant::now();
    let output = Command::new(commands.join("proofmark"))
        .args(arguments)
        .args(["--force", "--time-limit", "30", "--json"])
        .output()
        .expect("the command");
    let took = began.elapsed().as_secs_f64();
    let object: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let verdict = object["verdict"].as_str().unwrap_or("refused").to_owned();
    format!("{verdict}, {took:.1} s")
}

/// Training on the drivers of a part of the kernel, and all of its drivers.
fn drivers(commands: &Path, part: &Path, (functions, seconds): (&str, &str)) -> String {
    let desk = tempfile::tempdir().expect("a folder");
    let path = |name: &str| desk.path().join(name).display().to_string();
    let of = |name: &str| part.join(name).display().to_string();
    let (library, cert, c, model) = (path("lib"), path("cert"), of("api.c"), of("model.c"));
    let trained = sources(&part.join("train"));
    let mut arguments = vec![
        "train",
        "--functions",
        functions,
        "--api",
        &c,
        "-o",
        &library,
    ];
    arguments.extend(["--time-limit", seconds]);
    arguments.extend(trained.iter().map(String::as_str));
    let began = Instant::now();
    let output = Command::new(commands.join("proofmark"))
        .args(&arguments)
        .output()
        .expect("the command");
    let took = began.elapsed().as_secs();
    let said = String::from_utf8_lossy(&output.stdout);
    let mut out = format!("## {}\n\n```\n{said}```\n\n{took} s.\n\n", part.display());
    out += "| driver | trained on | with the C | with the library | by hand | without |\n";
    out += "|---|---|---|---|---|---|\n";
    for (kind, files) in [("yes", trained), ("", sources(&part.join("use")))] {
        for file in &files {
            let common = ["certify", file, "-o", &cert];
            let with = |more: &[&str]| answer(commands, &[&common[..], more].concat());
            out += &format!(
                "| `{}` | {kind} | {} | {} | {} | {} |\n",
                Path::new(file)
                    .file_stem()
                    .map_or_else(String::new, |n| n.to_string_lossy().into_owned()),
                with(&[&c]),
                with(&["--use-lib", &library]),
                with(&[&model]),
                with(&[]),
            );
        }
    }
    out
}

/// The object that a command prints, and its time in milliseconds.
fn run(commands: &Path, arguments: &[&str]) -> (Value, u128) {
    let mut best: Option<(Value, u128)> = None;
    for _ in 0..RUNS {
        let began = Instant::now();
        let output = Command::new(commands.join("proofmark"))
            .current_dir(root())
            .args(arguments)
            .arg("--json")
            .output()
            .expect("the command");
        let took = began.elapsed().as_millis();
        let said = serde_json::from_slice(&output.stdout);
        let object = said.unwrap_or_else(|_| panic!("{arguments:?}: {output:?}"));
        if best.as_ref().is_none_or(|(_, other)| took < *other) {
            best = Some((object, took));
        }
    }
    best.expect("a run")
}

fn table(commands: &Path, training: &Training) -> String {
    let desk = tempfile::tempdir().expect("a folder");
    let path = |name: &str| desk.path().join(name).display().to_string();
    let (library, cert) = (path("trained.lib"), path("cert"));
    let of = |name: &str| format!("tests/libraries/{}/{name}", training.folder);
    let c = of("api.c");
    let mut arguments = vec!["train", "--functions", training.functions, "--api", &c];
    let drivers: Vec<String> = training.trained.iter().map(|name| of(name)).collect();
    arguments.extend(drivers.iter().map(String::as_str));
    arguments.extend(["-o", &library]);
    let began = Instant::now();
    let output = Command::new(commands.join("proofmark"))
        .current_dir(root())
        .args(&arguments)
        .arg("--json")
        .output()
        .expect("the command");
    let took = began.elapsed().as_millis();
    let object: Value = serde_json::from_slice(&output.stdout).expect("an object");
    let mut out = format!(
        "## {}\n\nTraining on {}: {took} ms, {} predicates, {} bytes with the proofs.\n\n",
        training.folder,
        training.trained.join(" and "),
        object["library"]["predicates"]
            .as_array()
            .map_or(0, Vec::len),
        object["library"]["bytes"],
    );
    out += "| program | with | answer | iterations | predicates | nodes | theory calls | ms | \
            bytes |\n|---|---|---|---|---|---|---|---|---|\n";
    for name in training.trained.iter().chain(training.used) {
        let program = of(name);
        let common = ["certify", &program, "--force", "-o", &cert];
        let with_c = [&common[..], &[&c]].concat();
        let with_library = [&common[..], &["--use-lib", &library]].concat();
        for (with, arguments) in [
            ("C", &with_c),
            ("library", &with_library),
            ("nothing", &common.to_vec()),
        ] {
            let (object, took) = run(commands, arguments);
            let stats = &object["stats"];
            let bytes = object["bytes"].as_u64();
            out += &format!(
                "| {name} | {with} | {} | {} | {} | {} | {} | {took} | {} |\n",
                object["verdict"].as_str().unwrap_or("?"),
                stats["iterations"],
                stats["predicates"],
                stats["nodes"],
                stats["theory_calls"],
                bytes.map_or(String::new(), |bytes| bytes.to_string()),
            );
        }
    }
    out
}
