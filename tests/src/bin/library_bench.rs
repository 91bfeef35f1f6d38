//! `library_bench COMMANDS`: programs of `tests/libraries` with the C of the functions that they
//! call and with a library of these, which training on other programs makes. Prints tables.
//! `COMMANDS` is the directory of the commands.

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

fn main() {
    let commands = PathBuf::from(std::env::args().nth(1).expect("a directory"));
    for training in &TRAININGS {
        println!("{}", table(&commands, training));
    }
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
