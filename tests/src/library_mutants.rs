//! Mutants of the libraries of `tests/libraries` and `tests/linux-libraries`, of text and of
//! proofs. None may be accepted that does not allow an execution of its C
//! ([`crate::library_runs`]).

use crate::boolean;
use crate::library_runs::{judge, Judged};
use crate::{mutate, root, Random};
use proofmark_certs::decode;
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits;
use proofmark_checker::verdict::Verdict;
use proofmark_frontend::library::parse::parse;
use proofmark_frontend::library::print::print;
use proofmark_frontend::library::text::{Function, Library, Modified, Statement};
use proofmark_frontend::library::Role;
use proofmark_frontend::{load_read, read, Options, Program, Unit};
use proofmark_logic::types::Profile;
use proofmark_producer::engine;
use proofmark_producer::training::Api;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Seconds for a new proof of a mutant.
const NEW_PROOF: u64 = 5;

/// A library that is true, with its proofs.
pub struct Subject {
    /// Its file, below `tests`.
    pub name: String,
    path: PathBuf,
    c: String,
    units: Vec<Unit>,
    api: Api,
    genuine: Library,
    duties: Vec<Program>,
}

/// What came of mutants.
#[derive(Default)]
pub struct Tally {
    /// How many of each kind had each answer.
    pub answers: BTreeMap<(&'static str, &'static str), usize>,
    /// Executions of the C that were compared with accepted mutants.
    pub executions: usize,
    /// Accepted mutants that do not allow an execution, or could not be judged.
    pub wrong: Vec<String>,
    /// What runs said of texts that were judged.
    judged: BTreeMap<String, Judged>,
}

impl Tally {
    /// How many mutants had an answer.
    pub fn count(&self, answer: &str) -> usize {
        let own = self.answers.iter().filter(|((_, a), _)| *a == answer);
        own.map(|(_, count)| count).sum()
    }
}

/// Whether there is such a file of C, and it can be linked: it has no objects of those who call it.
fn stands_alone(api: &Path) -> bool {
    let text = std::fs::read_to_string(api);
    text.is_ok_and(|text| !text.lines().any(|line| line.starts_with("extern struct")))
}

fn folders() -> Vec<PathBuf> {
    let below = |name: &str| std::fs::read_dir(root().join("tests").join(name));
    let entries = [below("libraries"), below("linux-libraries")];
    let entries = entries.into_iter().flatten().flatten().flatten();
    let mut out: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| stands_alone(&path.join("api.c")))
        .collect();
    out.sort();
    out
}

/// All libraries, proved.
///
/// # Panics
/// If one is not true.
pub fn subjects() -> Vec<Subject> {
    let mut out = Vec::new();
    for folder in folders() {
        let files = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = files
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "lib"))
            .collect();
        files.sort();
        out.extend(files.iter().map(|file| subject(&folder, file)));
    }
    out
}

fn subject(folder: &Path, file: &Path) -> Subject {
    let path = folder.join("api.c");
    let options = Options::new(Profile::Lp64);
    let units = || read(std::slice::from_ref(&path), &options).expect("C");
    let limits = engine::Limits {
        time: Some(Duration::from_secs(60)),
        ..engine::Limits::default()
    };
    let api = Api::new(units(), options.clone(), limits).expect("C");
    let text = std::fs::read_to_string(file).expect("a library");
    let text = text.replace("c DIGEST\n", &format!("c {}\n", api.source()));
    let drafted = parse(text.as_bytes()).unwrap_or_else(|e| panic!("{}: {e:?}", file.display()));
    let genuine = api.prove(&drafted, &[]).expect("a true library").library;
    let known = Arc::new(genuine.clone());
    let duties = genuine.functions.iter();
    let duties = duties.map(|f| api.duties(&known, &f.name).expect("duties"));
    Subject {
        name: file
            .strip_prefix(root())
            .unwrap_or(file)
            .display()
            .to_string(),
        c: std::fs::read_to_string(&path).expect("C"),
        units: units(),
        duties: duties.collect(),
        api: Api::new(
            units(),
            options,
            engine::Limits {
                time: Some(Duration::from_secs(NEW_PROOF)),
                ..engine::Limits::default()
            },
        )
        .expect("C"),
        path,
        genuine,
    }
}

fn policy() -> Policy {
    Policy {
        specification: proofmark_certs::digest(b""),
        deny: Vec::new(),
        limits: Limits::DEFAULT,
    }
}

/// Whether a certificate is one of a function's duties.
fn proves(program: &Program, proof: &[u8]) -> bool {
    let Ok(certificate) = proofmark_certs::open(proof) else {
        return false;
    };
    // A copy: expressions of one check must not help another.
    let mut arena = program.arena.clone();
    let verdict = check(&mut arena, &program.cfa, &certificate, &policy());
    matches!(verdict, Verdict::Accepted(_))
}

/// What is made of a file: what `proofmark-check api.c FILE` does.
fn answer(subject: &Subject, bytes: &[u8]) -> (&'static str, Option<Library>) {
    let Ok(found) = parse(bytes) else {
        return ("no library", None);
    };
    if found.source != subject.genuine.source {
        return ("about other C", None);
    }
    if found.proofs.is_empty() {
        return ("no proof", None);
    }
    let same = found.without_proofs() == subject.genuine.without_proofs();
    let known = Arc::new(found.clone());
    for (at, (f, proof)) in found.functions.iter().zip(&found.proofs).enumerate() {
        let genuine = same.then(|| subject.genuine.proofs.get(at)).flatten();
        let proved = match subject.duties.get(at).filter(|_| same) {
            Some(duties) => genuine == Some(proof) || proves(duties, proof),
            None => {
                let options = Options {
                    entry: f.name.clone(),
                    library: Role::Prove(known.clone(), f.name.clone()),
                    ..Options::new(Profile::Lp64)
                };
                match load_read(&subject.units, &options) {
                    Err(_) => return ("refused", None),
                    Ok(duties) => proves(&duties, proof),
                }
            }
        };
        if !proved {
            return ("not proved", None);
        }
    }
    ("accepted", Some(found))
}

/// Changes a random proof.
fn proof(random: &mut Random, of: &mut Library, others: &[Subject]) -> &'static str {
    let at = random.below(of.proofs.len());
    let Some(bytes) = of.proofs.get(at).cloned() else {
        return "proof";
    };
    let (changed, kind) = match random.below(6) {
        0 => {
            let donor = others.get(random.below(others.len()));
            let theirs = donor.map(|d| &d.genuine.proofs).filter(|p| !p.is_empty());
            let stolen = theirs.and_then(|p| p.get(random.below(p.len())));
            (stolen.cloned().unwrap_or_default(), "proof of another")
        }
        1 | 2 => match decode(&bytes) {
            Ok(genuine) => (
                mutate::battered(&genuine, &bytes, random),
                "proof, its bytes",
            ),
            Err(_) => (Vec::new(), "proof, its bytes"),
        },
        _ => match decode(&bytes) {
            Ok(genuine) => (
                mutate::mutant(&genuine, &bytes, random),
                "proof, well formed",
            ),
            Err(_) => (Vec::new(), "proof, well formed"),
        },
    };
    if let Some(place) = of.proofs.get_mut(at) {
        *place = changed;
    }
    kind
}

/// Another number, relation or variable in a predicate.
fn predicate(random: &mut Random, f: &mut Function) {
    let at = random.below(f.predicates.len());
    let names: Vec<String> = f
        .formals
        .iter()
        .chain(&f.locals)
        .map(|v| v.name.clone())
        .collect();
    let other = f.predicates.get(random.below(f.predicates.len())).cloned();
    let Some(text) = f.predicates.get_mut(at) else {
        return;
    };
    *text = match random.below(4) {
        0 => {
            let number = (random.below(5)).to_string();
            let digit = text
                .find(|c: char| c.is_ascii_digit())
                .unwrap_or(text.len());
            format!("{}{number}", text.get(..digit).unwrap_or_default())
        }
        1 => match text.contains("==") {
            true => text.replacen("==", "<", 1),
            false => text.replacen('<', "==", 1),
        },
        2 => match names.get(random.below(names.len())) {
            Some(name) => text.replacen("return", name, 1),
            None => format!("{text}+1"),
        },
        _ => other.unwrap_or_default(),
    };
}

/// Changes what a function says of itself: `R`, `M`, `F`, and predicates.
fn signature(random: &mut Random, of: &mut Library) -> &'static str {
    let (known, count) = (of.clone(), of.functions.len());
    let Some(f) = of.functions.get_mut(random.below(count)) else {
        return "signature";
    };
    let predicates = f.predicates.len();
    match random.below(7) {
        0 if !f.returns.is_empty() => _ = f.returns.remove(random.below(f.returns.len())),
        1 => {
            f.returns.push(random.below(predicates));
            f.returns.sort_unstable();
            f.returns.dedup();
        }
        2 if !f.modifies.is_empty() => _ = f.modifies.remove(random.below(f.modifies.len())),
        3 => {
            let places = known
                .globals
                .iter()
                .map(|g| Modified::Place(g.name.clone()));
            let all: Vec<Modified> = places
                .chain(known.functions.iter().flat_map(|g| g.modifies.clone()))
                .collect();
            f.modifies.extend(all.get(random.below(all.len())).cloned());
            f.modifies.sort();
            f.modifies.dedup();
        }
        4 => {
            f.inputs = (f.inputs + 2 * random.below(2))
                .saturating_sub(1)
                .min(predicates)
        }
        5 => f.internal = !f.internal,
        _ => predicate(random, f),
    }
    "signature"
}

/// Changes the order and the number of statements, and jumps.
fn flow(random: &mut Random, of: &mut Library) -> &'static str {
    let count = of.functions.len();
    let other = of
        .functions
        .get(random.below(count))
        .map(|f| f.body.clone());
    let Some(f) = of.functions.get_mut(random.below(count)) else {
        return "flow";
    };
    let (at, with) = (random.below(f.body.len()), random.below(f.body.len()));
    match random.below(6) {
        0 if !f.body.is_empty() => _ = f.body.remove(at),
        1 if !f.body.is_empty() => f.body.insert(at, f.body[with].clone()),
        2 if !f.body.is_empty() => f.body.swap(at, with),
        3 => f.body = other.unwrap_or_default(),
        4 => {
            let skips = f
                .body
                .iter_mut()
                .filter(|s| matches!(s, Statement::Assign(_)));
            if let Some(one) = skips.into_iter().nth(random.below(4)) {
                *one = Statement::Assign(Vec::new());
            }
        }
        _ => {
            for statement in f.body.iter_mut().skip(at) {
                if let Statement::Goto(labels) = statement {
                    labels.reverse();
                    break;
                }
            }
        }
    }
    "flow"
}

/// Changes the text of a library, which may be none then.
fn bytes(random: &mut Random, text: &str) -> Vec<u8> {
    let end = text.find("\nproof ").unwrap_or(text.len());
    let mut lines: Vec<&str> = text.lines().collect();
    let head = text.get(..end).unwrap_or_default().lines().count();
    match random.below(4) {
        0 => {
            let at = random.below(head);
            lines.remove(at);
        }
        1 => lines.swap(random.below(head), random.below(head)),
        2 => {
            let mut out = text.as_bytes().to_vec();
            let place = random.below(out.len());
            out.truncate(place);
            return out;
        }
        _ => {
            let mut out = text.as_bytes().to_vec();
            let (to, from) = (random.below(end), random.below(end));
            out[to] = out[from];
            return out;
        }
    }
    let mut out = lines.join("\n");
    out.push('\n');
    out.into_bytes()
}

/// A mutant of a library: its bytes, its kind, and its text if it is well formed.
fn mutant(
    random: &mut Random,
    subject: &Subject,
    all: &[Subject],
) -> (Vec<u8>, &'static str, Option<Library>) {
    let mut changed = subject.genuine.clone();
    let kind = match random.below(10) {
        0..=3 => proof(random, &mut changed, all),
        4 => return (bytes(random, &print(&changed)), "text, its bytes", None),
        5 => signature(random, &mut changed),
        6 => flow(random, &mut changed),
        _ => {
            if let Some((other, _)) = boolean::mutant(random, &changed) {
                changed = other;
            }
            "statement"
        }
    };
    if !kind.starts_with("proof") && random.below(8) == 0 {
        proof(random, &mut changed, all);
        return (print(&changed).into_bytes(), "text and proof", None);
    }
    let text = (!kind.starts_with("proof")).then(|| changed.without_proofs());
    (print(&changed).into_bytes(), kind, text)
}

/// Has mutants judged: each with the genuine proofs, and one of four whose text is another one with
/// a new proof, if one is found.
///
/// # Panics
/// If there is no room for files.
pub fn campaign(name: &str, all: &[Subject], count: usize) -> Tally {
    let desk = tempfile::tempdir().expect("a directory");
    let (mut tally, mut random) = (Tally::default(), Random::of(name));
    let mut done = 0;
    while done < count {
        let subject = &all[random.below(all.len())];
        let (bytes, kind, text) = mutant(&mut random, subject, all);
        if bytes == print(&subject.genuine).into_bytes() {
            continue;
        }
        done += 1;
        let (mut said, mut found) = answer(subject, &bytes);
        if let Some(text) = text.filter(|_| said != "accepted" && random.below(4) == 0) {
            if let Ok(proved) = subject.api.prove(&text, &[]) {
                (said, found) = answer(subject, print(&proved.library).as_bytes());
                said = if said == "accepted" {
                    "proved anew"
                } else {
                    said
                };
            }
        }
        *tally.answers.entry((kind, said)).or_default() += 1;
        if let Some(accepted) = found {
            judged(&mut tally, subject, &accepted, desk.path());
        }
    }
    tally
}

/// Runs the C, once for each text.
fn judged(tally: &mut Tally, subject: &Subject, accepted: &Library, desk: &Path) {
    let text = print(&accepted.without_proofs());
    if tally.judged.contains_key(&text) {
        return;
    }
    let libraries = (accepted, &subject.genuine);
    match judge((&subject.path, &subject.c), libraries, desk) {
        Ok(judged) => {
            tally.executions += judged.executions;
            if let Some(outside) = &judged.outside {
                tally
                    .wrong
                    .push(format!("{}: {outside}\n{text}", subject.name));
            }
            tally.judged.insert(text, judged);
        }
        Err(why) => tally
            .wrong
            .push(format!("{}: not judged: {why}\n{text}", subject.name)),
    }
}

/// Executions of a library's C that were compared with what it allows, and the first that is
/// outside.
///
/// # Errors
/// If the C is not run.
pub fn runs_of(subject: &Subject) -> Result<Judged, String> {
    let desk = tempfile::tempdir().map_err(|e| e.to_string())?;
    let genuine = &subject.genuine;
    judge((&subject.path, &subject.c), (genuine, genuine), desk.path())
}

/// A library that says something else, to see that runs find that.
pub fn runs_of_changed(subject: &Subject, random: &mut Random) -> Result<Judged, String> {
    let desk = tempfile::tempdir().map_err(|e| e.to_string())?;
    let genuine = &subject.genuine;
    let changed = boolean::mutant(random, genuine).map_or_else(|| genuine.clone(), |(l, _)| l);
    judge(
        (&subject.path, &subject.c),
        (&changed, genuine),
        desk.path(),
    )
}
