//! Two versions of the same drivers, below two directories: upgrades of the driver, or of the
//! headers only.

use super::tables::Outcome;
use super::{certify, holds, limits, settled, Place, Way};
use crate::Case;
use proofmark_frontend::spec;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How the names of functions end that systems call.
const ENTRIES: [&str; 16] = [
    "probe",
    "remove",
    "open",
    "release",
    "close",
    "ioctl",
    "read",
    "write",
    "suspend",
    "resume",
    "interrupt",
    "irq",
    "work",
    "show",
    "store",
    "disconnect",
];

/// The functions with such names that are defined in the kernel's style, and that call a function
/// of the rule themselves: it matters to them.
pub fn entries(text: &str, rule: &str) -> Vec<String> {
    let functions = calls(rule);
    let mut found: Vec<String> = Vec::new();
    for definition in text.split("\nstatic ").skip(1) {
        let Some((head, rest)) = definition.split_once('(') else {
            continue;
        };
        let name = head.rsplit([' ', '*', '\n']).next().unwrap_or_default();
        let usual = ENTRIES.iter().any(|end| name.ends_with(&format!("_{end}")));
        let other = head.contains("inline") || head.contains(['=', ';', '{']);
        let body = rest.split("\n}").next().unwrap_or_default();
        let declared = !body.contains("\n{");
        if !usual || other || declared || found.iter().any(|known| known == name) {
            continue;
        }
        if calls(body).iter().any(|called| functions.contains(called)) {
            found.push(name.to_owned());
        }
    }
    found
}

/// The names before parentheses.
fn calls(text: &str) -> BTreeSet<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = text.split('(').map(str::trim_end);
    before
        .map(|part| {
            part.rsplit(|c: char| !is_word(c))
                .next()
                .unwrap_or_default()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

/// A rule's name: its directory's, below `specs/`, or its file's.
pub fn rule_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default();
    let parent = file.parent().and_then(Path::file_name);
    let name = match parent {
        Some(parent) if stem == "rule" => parent,
        _ => stem,
    };
    name.to_string_lossy().into_owned()
}

/// What is compared, and how.
#[derive(Clone)]
pub struct Plan {
    /// The later versions, under the same names as the earlier ones.
    pub later: PathBuf,
    /// The rules, each apart.
    pub rules: Vec<PathBuf>,
    /// At most so many entries of each file for each rule that have a certificate, or have none.
    pub entries: usize,
    /// Seconds for each run of a later version.
    pub time_limit: u64,
}

/// Seconds for an earlier version: those that need more are left out.
pub const EARLIER_SECONDS: u64 = 10;

/// Seconds for all that is measured of a driver, its front end included.
pub const DRIVER_SECONDS: u64 = 400;

/// What was measured.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Whether it was measured to the end.
    pub complete: bool,
    /// Where the earlier version has a certificate.
    pub outcomes: Vec<Outcome>,
    /// Where it has none, or the later version cannot be read: how often, by reason.
    pub others: BTreeMap<String, usize>,
}

impl Measured {
    /// That of several drivers.
    pub fn of<'a>(all: impl Iterator<Item = &'a Measured>) -> Measured {
        let mut sum = Measured {
            complete: true,
            ..Measured::default()
        };
        for measured in all {
            *sum.others.entry("late".to_owned()).or_default() += usize::from(!measured.complete);
            sum.outcomes.extend(measured.outcomes.iter().cloned());
            for (reason, count) in &measured.others {
                *sum.others.entry(reason.clone()).or_default() += count;
            }
        }
        sum
    }

    /// The entries that are not in the table, in a sentence.
    pub fn others(&self) -> String {
        let count = |reason: &str| self.others.get(reason).copied().unwrap_or_default();
        format!(
            "Not in the table: {} entries whose earlier version is `violated`, {} where it is \
             `unknown`, {} whose\nlater version cannot be read; {} drivers that took more than \
             {DRIVER_SECONDS} seconds.\n",
            count("violated"),
            count("unknown"),
            count("unread"),
            count("late"),
        )
    }
}

/// The files of a directory, by name.
///
/// # Errors
/// Those of reading it.
pub fn files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(directory)?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// A driver in two versions.
struct Driver {
    name: String,
    before: String,
    after: String,
    place: Place,
}

impl Driver {
    fn read(plan: &Plan, file: &Path, directory: &Path) -> Option<Driver> {
        let name = file.file_name()?;
        Some(Driver {
            before: read(file)?,
            after: read(&plan.later.join(name))?,
            name: name.to_string_lossy().into_owned(),
            place: Place::of(&Case::open(file), directory),
        })
    }
}

/// Compares the versions of a driver, for each rule.
///
/// # Errors
/// Where a rule cannot be read.
pub fn compare(plan: &Plan, file: &Path) -> Result<Measured, Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let mut measured = Measured {
        complete: true,
        ..Measured::default()
    };
    let Some(mut driver) = Driver::read(plan, file, directory.path()) else {
        return Ok(measured);
    };
    for rule in &plan.rules {
        let text = std::fs::read_to_string(rule)?;
        let specification = spec::read(std::slice::from_ref(rule));
        driver.place.options.specification = specification.map_err(|e| e.render())?;
        one(plan, &mut driver, (&rule_name(rule), &text), &mut measured);
    }
    Ok(measured)
}

/// The entries of a driver that both versions have and the rule is applicable to.
fn one(plan: &Plan, driver: &mut Driver, (rule, text): (&str, &str), measured: &mut Measured) {
    let both = entries(&driver.after, text);
    let names = entries(&driver.before, text);
    let limits = limits(plan.time_limit);
    let earlier = super::limits(EARLIER_SECONDS.min(plan.time_limit));
    let (mut with, mut without) = (0, 0);
    for entry in names.into_iter().filter(|name| both.contains(name)) {
        if with.max(without) >= plan.entries {
            return;
        }
        driver.place.options.entry.clone_from(&entry);
        let Some(mut program) = driver.place.load(&driver.before) else {
            continue;
        };
        if !program.relevance.is_applicable() {
            continue;
        }
        let title = format!("{}: {rule}: {entry}", driver.name);
        let (base, _) = certify(&mut program, None, &earlier);
        if base.bytes.is_empty() {
            without += 1;
            eprintln!("{title}: {} before", base.verdict);
            *measured.others.entry(base.verdict).or_default() += 1;
            continue;
        }
        with += 1;
        let read = driver.place.load_timed(&driver.after);
        let again = read.and_then(|read| Some((driver.place.load(&driver.after)?, read)));
        let Some((mut program, (mut same, front))) = again else {
            eprintln!("{title}: cannot be read");
            *measured.others.entry("unread".into()).or_default() += 1;
            continue;
        };
        let (fresh, _) = certify(&mut program, None, &limits);
        let (reused, report) = certify(&mut same, Some(&base.bytes), &limits);
        let (fresh, reused) = settled((fresh, reused), || {
            let mut program = driver.place.load(&driver.after)?;
            let fresh = certify(&mut program, None, &limits).0;
            let mut program = driver.place.load(&driver.after)?;
            Some((fresh, certify(&mut program, Some(&base.bytes), &limits).0))
        });
        eprintln!("{title}: {}", line(&fresh, &reused));
        eprintln!("  {:?}", report.changed);
        measured.outcomes.push(Outcome {
            kind: rule.to_owned(),
            program: driver.name.clone(),
            holds: holds(&mut same, &base.bytes),
            fresh,
            reused,
            front,
        });
    }
}

/// Both ways, in a line.
pub fn line(fresh: &Way, reused: &Way) -> String {
    format!(
        "{} / {}{}; {} of {} copied; {} new predicates; calls {} / {}; {:.3} / {:.3} s; nodes {:?}",
        fresh.verdict,
        reused.verdict,
        if fresh.verdict == reused.verdict {
            ""
        } else {
            " DIFFERENT"
        },
        reused.obligations[1],
        reused.obligations[0],
        reused.predicates[1],
        fresh.calls,
        reused.calls,
        fresh.stages.sum(),
        reused.stages.sum(),
        reused.nodes,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELD: &str = "\
GLOBAL int held = 0;
EVENT { PATTERN { lock(); } ASSERT { held == 0 } ACTION { held = 1; } }
EVENT { PATTERN { unlock(); } ASSERT { held == 1 } ACTION { held = 0; } }
FINAL { held == 0 }
";

    #[test]
    fn what_both_versions_have_is_compared() {
        let directory = tempfile::tempdir().expect("a directory");
        let at = |name: &str| directory.path().join(name);
        let head = "void lock(void);\nvoid unlock(void);\nint any(void);\n";
        let read = "static int d_read(void)\n{\n lock();\n any();\n unlock();\n return 0;\n}\n";
        let other = "static int d_open(void)\n{\n lock();\n unlock();\n return 0;\n}\n";
        let broken = "static int d_close(void)\n{\n lock();\n return 0;\n}\n";
        let later = read.replace(" lock();", " if (any())\n  return 1;\n lock();");
        for (version, text) in [
            ("1", format!("{head}{read}{other}{broken}")),
            ("2", format!("{head}{broken}{later}")),
        ] {
            std::fs::create_dir(at(version)).expect("a directory");
            std::fs::write(at(version).join("d.c"), text).expect("a file");
        }
        std::fs::write(at("held.spec"), HELD).expect("a file");
        let plan = Plan {
            later: at("2"),
            rules: vec![at("held.spec")],
            entries: 4,
            time_limit: 60,
        };
        let measured = compare(&plan, &at("1").join("d.c")).expect("a table");
        assert_eq!(measured.others.get("violated"), Some(&1));
        let [outcome] = &measured.outcomes[..] else {
            panic!("{:?}", measured.outcomes);
        };
        assert_eq!((outcome.kind.as_str(), outcome.holds), ("held", false));
        assert_eq!(outcome.reused.verdict, "certified");
        assert!(outcome.reused.obligations[1] > 0, "{outcome:?}");
    }
}
