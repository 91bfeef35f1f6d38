//! `library_bench COMMANDS`: programs of `tests/libraries` with the C of the functions that they
//! call and with a library of these, which training on other programs makes. Prints tables.
//! `COMMANDS` is the directory of the commands. `library_bench COMMANDS FOLDER` does it for one
//! folder of `tests/libraries`.
//!
//! `library_bench COMMANDS CORPUS [SECONDS [PART…]]`: the same for the drivers that
//! `scripts/linux-libraries` puts into `CORPUS`, also with models written by hand and without any.
//! Training has so many seconds for each part; a library that is in the part's folder already
//! (`PART.lib`) is used as it is. Certificates are checked, with the C of the library.

use proofmark_tests::root;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Runs of each measurement; the shortest one counts.
const RUNS: usize = 3;

/// Milliseconds of a run that is not done again.
const LONG: u128 = 10_000;

/// What is trained on which programs, and used on which.
struct Training {
    folder: &'static str,
    /// Where the programs are.
    programs: &'static str,
    functions: &'static str,
    trained: &'static [&'static str],
    used: &'static [&'static str],
}

const TRAININGS: [Training; 6] = [
    Training {
        folder: "inc_dec",
        programs: "inc_dec",
        functions: "inc_dec",
        trained: &["up.c", "down.c"],
        used: &["both.c"],
    },
    Training {
        folder: "windows",
        programs: "windows",
        functions: "IoSetDeviceInterfaceState",
        trained: &["fdc.c", "flpydisk.c"],
        used: &["mouse.c", "serial.c", "modem.c", "camera.c", "usbhub.c"],
    },
    Training {
        folder: "windows_branches",
        programs: "windows",
        functions: "IoSetDeviceInterfaceState",
        trained: &["fdc.c", "flpydisk.c"],
        used: &["mouse.c", "serial.c", "modem.c", "camera.c", "usbhub.c"],
    },
    Training {
        folder: "windows_stack",
        programs: "windows_stack",
        functions: "IoAttachDeviceToDeviceStack",
        trained: &["fdc.c", "flpydisk.c"],
        used: &["mouse.c", "toaster.c", "serial.c", "filter.c"],
    },
    Training {
        folder: "windows_stack_branches",
        programs: "windows_stack",
        functions: "IoAttachDeviceToDeviceStack",
        trained: &["fdc.c", "flpydisk.c"],
        used: &["mouse.c", "toaster.c", "serial.c", "filter.c"],
    },
    Training {
        folder: "counter",
        programs: "counter",
        functions: "clk_prepare,clk_enable,clk_unprepare",
        trained: &["good.c"],
        used: &[],
    },
];

/// Parts of the kernel, and their functions.
const PARTS: [(&str, &str); 6] = [
    (
        "clk",
        "clk_prepare,clk_enable,clk_disable,clk_unprepare,clk_boot,clk_prepared,clk_enabled",
    ),
    (
        "region",
        "__request_region,__release_region,region_boot,region_is_free",
    ),
    ("action", "devm_add_action,devres_release_all,devres_boot"),
    (
        "regulator",
        "regulator_enable,regulator_disable,regulator_boot,regulator_enabled",
    ),
    (
        "reset",
        "reset_control_deassert,reset_control_assert,reset_boot,reset_released",
    ),
    (
        "runtime",
        "pm_runtime_enable,__pm_runtime_disable,runtime_boot,runtime_disabled",
    ),
];

/// How a driver is certified: with the C, with the library, by hand, without.
const WAYS: usize = 4;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let commands = PathBuf::from(arguments.next().expect("a directory"));
    let corpus = arguments.next();
    let wanted = |training: &&Training| corpus.as_deref().is_none_or(|one| one == training.folder);
    let own: Vec<&Training> = TRAININGS.iter().filter(wanted).collect();
    for training in &own {
        println!("{}", table(&commands, training));
    }
    let Some(corpus) = corpus.filter(|_| own.is_empty()) else {
        return;
    };
    let seconds = arguments.next().unwrap_or_else(|| "600".to_owned());
    let wanted: Vec<String> = arguments.collect();
    let mut all = Vec::new();
    for (part, functions) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|name| name == part) {
            let place = Path::new(&corpus).join(part);
            println!("{}", training(&commands, &place, (functions, &seconds)));
            let (text, rows) = drivers(&commands, &place);
            println!("{text}");
            all.extend(rows);
        }
    }
    println!("{}", sums(&all));
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

/// What became of a driver in one way.
struct Answer {
    /// `certified`, `violated`, `unknown` or `refused`.
    verdict: String,
    seconds: f64,
    /// Of the certificate.
    bytes: Option<u64>,
    /// Whether it is accepted, if there is one.
    accepted: bool,
}

impl Answer {
    fn text(&self) -> String {
        let bytes = self
            .bytes
            .map_or(String::new(), |bytes| format!(", {bytes}"));
        let accepted = if self.accepted { "" } else { ", NOT ACCEPTED" };
        format!("{}, {:.1} s{bytes}{accepted}", self.verdict, self.seconds)
    }

    fn certified(&self) -> bool {
        self.verdict == "certified"
    }
}

/// A driver, and what became of it in all ways.
struct Row {
    trained: bool,
    ways: [Answer; WAYS],
}

/// What a command answers, once, and its certificate.
fn answer(commands: &Path, (file, cert): (&str, &str), with: &[&str], check: &[&str]) -> Answer {
    let began = Instant::now();
    let output = Command::new(commands.join("proofmark"))
        .args(["certify", file, "-o", cert])
        .args(with)
        .args(["--force", "--time-limit", "30", "--json"])
        .output()
        .expect("the command");
    let seconds = began.elapsed().as_secs_f64();
    let object: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let mut out = Answer {
        verdict: object["verdict"].as_str().unwrap_or("refused").to_owned(),
        seconds,
        bytes: object["bytes"].as_u64(),
        accepted: true,
    };
    if out.certified() {
        let status = Command::new(commands.join("proofmark-check"))
            .args(check)
            .args([file])
            .args(with.iter().filter(|one| one.ends_with(".c")))
            .arg(cert)
            .output()
            .expect("the checker")
            .status;
        out.accepted = status.success();
    }
    out
}

/// Trains on the drivers of a part of the kernel, if it has no library.
fn training(commands: &Path, part: &Path, (functions, seconds): (&str, &str)) -> String {
    let (library, c) = (library_of(part), in_folder(part, "api.c"));
    let mut out = format!("## {}\n", part.display());
    if Path::new(&library).exists() {
        return out;
    }
    let trained = sources(&part.join("train"));
    let began = Instant::now();
    let output = Command::new(commands.join("proofmark"))
        .args(["train", "--functions", functions, "--api", &c])
        .args(["-o", &library, "--time-limit", seconds])
        .args(&trained)
        .output()
        .expect("the command");
    let took = began.elapsed().as_secs();
    let said = String::from_utf8_lossy(&output.stdout);
    out += &format!("\n```\n{said}```\n\n{took} s.\n");
    out
}

fn in_folder(part: &Path, name: &str) -> String {
    part.join(name).display().to_string()
}

fn library_of(part: &Path) -> String {
    let name = part.file_name().unwrap_or_default().to_string_lossy();
    in_folder(part, &format!("{name}.lib"))
}

/// All drivers of a part, in all ways.
fn drivers(commands: &Path, part: &Path) -> (String, Vec<Row>) {
    let desk = tempfile::tempdir().expect("a folder");
    let cert = desk.path().join("cert").display().to_string();
    let (library, c) = (library_of(part), in_folder(part, "api.c"));
    let model = in_folder(part, "model.c");
    let used = ["--use-lib", &library];
    let checked = ["--use-lib", &library, "--api", &c];
    let mut out = "| driver | trained on | with the C | with the library | by hand | without |\n\
                   |---|---|---|---|---|---|\n"
        .to_owned();
    let mut rows = Vec::new();
    for (trained, folder) in [(true, "train"), (false, "use")] {
        for file in &sources(&part.join(folder)) {
            let once = |with: &[&str], check: &[&str]| answer(commands, (file, &cert), with, check);
            let ways = [
                once(&[&c], &[]),
                once(&used, &checked),
                once(&[&model], &[]),
                once(&[], &[]),
            ];
            let name = Path::new(file).file_stem().unwrap_or_default();
            let texts: Vec<String> = ways.iter().map(Answer::text).collect();
            out += &format!(
                "| `{}` | {} | {} |\n",
                name.to_string_lossy(),
                if trained { "yes" } else { "" },
                texts.join(" | ")
            );
            rows.push(Row { trained, ways });
        }
    }
    out += &format!("\n{}", sums(&rows));
    (out, rows)
}

/// How answers with the library compare with others, for drivers of the training and others.
fn sums(rows: &[Row]) -> String {
    let mut out = String::new();
    for trained in [true, false] {
        let some: Vec<&Row> = rows.iter().filter(|row| row.trained == trained).collect();
        let count = |holds: &dyn Fn(&[Answer; WAYS]) -> bool| {
            some.iter().filter(|row| holds(&row.ways)).count()
        };
        let seconds = |way: usize| -> f64 {
            let own = some.iter().filter_map(|row| row.ways.get(way));
            own.map(|answer| answer.seconds).sum()
        };
        out += &format!(
            "{} drivers {}: with the library {} are certified; {} have the same answer as by \
             hand, {} a better one; {} are certified with the C, {} by hand, {} without. Seconds \
             with the C {:.0}, with the library {:.0}, by hand {:.0}, without {:.0}.\n",
            some.len(),
            if trained {
                "of the training"
            } else {
                "that are used"
            },
            count(&|[_, library, ..]| library.certified()),
            count(&|[_, library, hand, _]| library.verdict == hand.verdict),
            count(&|[_, library, hand, _]| library.certified() && !hand.certified()),
            count(&|[c, ..]| c.certified()),
            count(&|[_, _, hand, _]| hand.certified()),
            count(&|[.., none]| none.certified()),
            seconds(0),
            seconds(1),
            seconds(2),
            seconds(3),
        );
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
        if took > LONG {
            break;
        }
    }
    best.expect("a run")
}

fn table(commands: &Path, training: &Training) -> String {
    let desk = tempfile::tempdir().expect("a folder");
    let path = |name: &str| desk.path().join(name).display().to_string();
    let (library, cert) = (path("trained.lib"), path("cert"));
    let of = |name: &str| format!("tests/libraries/{}/{name}", training.programs);
    let c = format!("tests/libraries/{}/api.c", training.folder);
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
        let limit = ["--time-limit", "60"];
        let common = ["certify", &program, "--force", "-o", &cert];
        let common = [&common[..], &limit].concat();
        let with_c = [&common[..], &[&c]].concat();
        let with_library = [&common[..], &["--use-lib", &library]].concat();
        for (with, arguments) in [
            ("C", &with_c),
            ("library", &with_library),
            ("nothing", &common),
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
