//! Evidence for answers about executions: what is in it is what the answers say, and the checker
//! accepts its certificates.

use proofmark_certs::automaton;
use proofmark_logic::arena::{Arena, Op};
use proofmark_logic::cfa::{Cfa, LocId, Stmt, StmtKind};
use proofmark_query::probe::HIT;
use proofmark_tests::queried::small::{asked_in, folder};
use proofmark_tests::{root, text, Commands};
use std::collections::BTreeSet;
use std::path::Path;

/// Everything about executions from `main`, by function.
const REACHED: &str = "live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
    PRINT live(l) & LOC_FUNC(l, f);
    PRINT !live(l) & LOC_FUNC(l, f);";

/// An observer of calls of `f` and `g`.
const COUNTED: &str = "A := [
  GLOBAL int n = 0;
  EVENT { PATTERN { $? = f($1); } ASSERT { n < 2 } ACTION { n = n + 1; } }
  EVENT { AFTER PATTERN { $? = g($1); } ASSERT { $1 > 0 || n > 0 } }
  FINAL { n != 1 }
];
e := [ EVENT { PATTERN { $? = h($1); } } ];
from(l) := LOC_FUNC_INIT(l, \"main\");
";

/// How many edges of an automaton let a run end at a probe, and lie between the entry and the
/// error.
fn ways(arena: &Arena, cfa: &Cfa) -> usize {
    let hit = |stmt: &Stmt| match stmt.kind {
        StmtKind::Assume(formula) => match arena.app(formula) {
            Some((Op::Eq, [_, value, ..])) => arena.as_lit(value) == Some(HIT),
            _ => false,
        },
        _ => false,
    };
    let from = |start: LocId, on: &dyn Fn(LocId) -> Vec<LocId>| {
        let (mut met, mut work) = (BTreeSet::new(), vec![start]);
        while let Some(at) = work.pop() {
            if met.insert(at.0) {
                work.extend(on(at));
            }
        }
        met
    };
    let open = || {
        let impossible = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Assume(Arena::FALSE));
        let edges = cfa.edges.iter();
        edges.filter(move |edge| !edge.stmts.iter().any(impossible))
    };
    let called = |n: usize| cfa.procedures.get(n).map(|procedure| procedure.entry);
    let after = from(cfa.entry, &|at| {
        let out = open().filter(|edge| edge.from == at);
        let next =
            out.flat_map(|edge| [Some(edge.to), edge.call.and_then(|c| called(c.0 as usize))]);
        next.flatten().collect()
    });
    let before = from(cfa.error, &|at| {
        open()
            .filter(|edge| edge.to == at)
            .map(|edge| edge.from)
            .collect()
    });
    open()
        .filter(|edge| edge.stmts.iter().any(hit))
        .filter(|edge| after.contains(&edge.from.0) && before.contains(&edge.to.0))
        .count()
}

/// The locations that an execution answers for, after a look at its text: it says of each where it
/// is reached, with a step on that line before or next, and ends with the last.
fn told(row: &serde_json::Value, folder: &Path) -> BTreeSet<String> {
    let name = row["execution"].as_str().expect("a file");
    let told = std::fs::read_to_string(folder.join(name)).expect("an execution");
    let reached = |line: &str| -> Option<String> {
        let name = line.trim().strip_prefix("=> ")?;
        Some(name.strip_suffix(" is reached")?.to_owned())
    };
    let lines: Vec<&str> = told.lines().collect();
    let mut names = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = reached(line) else {
            continue;
        };
        let place = name.split('#').next().expect("a line");
        let is_there = |line: &&&str| line.split_whitespace().next() == Some(place);
        let mut behind = lines[index..].iter().filter(|line| reached(line).is_none());
        let next = behind.next().filter(is_there);
        let before = lines[..index].iter().find(is_there);
        assert!(next.or(before).is_some(), "{name}: {told}");
        names.push(name);
    }
    let said = row["locations"].as_array().expect("names").iter();
    let said: Vec<&str> = said.map(|name| name.as_str().expect("a name")).collect();
    assert_eq!(names, said, "{told}");
    assert_eq!(
        names.last().map(String::as_str),
        lines[0].strip_prefix("reaches ")
    );
    names.into_iter().collect()
}

/// The digest of a file, as the index writes it.
fn digest(path: &Path) -> String {
    let bytes = std::fs::read(path).expect("a file");
    let digest = proofmark_certs::digest(&bytes);
    digest.map(|byte| format!("{byte:02x}")).concat()
}

/// The index says what each answer rests on, of which program, and which certificate it means.
#[test]
fn each_answer_about_executions_has_its_evidence() {
    let program = std::fs::read_to_string(root().join("queries/dead-code/program.c"));
    let folder = folder(REACHED, &program.expect("a program"));
    let why = folder.path().join("why");
    let wanted = why.display().to_string();
    let more = ["--csv", "--explain", "--evidence", &wanted];
    let output = asked_in(folder.path(), &more);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = text(&output);
    assert!(
        said.contains("s.query:1:") && said.contains("1 searches"),
        "{said}"
    );
    let output = asked_in(folder.path(), &["--json", "--explain"]);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let question = &object["questions"][0];
    assert_eq!(
        (&question["locations"], &question["certified"]),
        (&26.into(), &5.into())
    );
    assert!(
        question["certificate_bytes"].as_u64() > Some(500),
        "{question}"
    );
    assert!(question["predicates"].as_u64() > Some(0), "{question}");
    let index = std::fs::read_to_string(why.join("index.json")).expect("an index");
    let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
    let rows = |what: &str| index[what].as_array().expect("rows").clone();
    let told: Vec<BTreeSet<String>> = rows("reached").iter().map(|row| told(row, &why)).collect();
    let reached: BTreeSet<&String> = told.iter().flatten().collect();
    assert_eq!(told.iter().map(BTreeSet::len).sum::<usize>(), 21);
    assert_eq!((reached.len(), told.len()), (21, 3), "{index:#}");
    assert!(rows("unknown").is_empty());
    let dead = rows("unreachable");
    assert_eq!(dead.len(), 1, "{index:#}");
    assert_eq!(dead[0]["locations"].as_array().map(Vec::len), Some(5));
    let file = |name: &serde_json::Value| why.join(name.as_str().expect("a file"));
    let specification = file(&dead[0]["specifications"][0]);
    let certificate = file(&dead[0]["certificate"]);
    let specification = specification.display().to_string();
    let check = |certificate: &Path| {
        let certificate = certificate.display().to_string();
        Commands::get().check(&["--carried", "--spec", &specification, &certificate])
    };
    let accepted = check(&certificate);
    assert_eq!(accepted.status.code(), Some(0), "{}", text(&accepted));
    assert_eq!(dead[0]["blake3"], digest(&certificate));
    let own = &index["program"];
    let source = digest(&folder.path().join("p.c"));
    assert_eq!(own["files"][0]["blake3"], source);
    let how = (&own["entry"], &own["profile"]);
    assert_eq!(how, (&"main".into(), &"c-lp64-1".into()));
    let mut bytes = std::fs::read(&certificate).expect("a certificate");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&certificate, bytes).expect("written");
    assert_ne!(check(&certificate).status.code(), Some(0));
    // Nothing is overwritten.
    let again = asked_in(folder.path(), &more);
    assert_eq!(again.status.code(), Some(3), "{}", text(&again));
    assert!(text(&again).contains("new or empty"), "{}", text(&again));
}

/// What has no path has a certificate as well, if somebody wants evidence: the checker accepts it
/// where it is told that nothing has to be there to prove.
#[test]
fn what_has_no_path_has_a_certificate() {
    let program = "static int f(int n) { return n + 1; }
int main(void) { int n = 1; return n; n = f(n); return n; }\n";
    let folder = folder(REACHED, program);
    let why = folder.path().join("why");
    let output = asked_in(
        folder.path(),
        &[
            "--json",
            "--explain",
            "--evidence",
            &why.display().to_string(),
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(object["questions"][0]["without_path"], 3, "{object:#}");
    let index = std::fs::read_to_string(why.join("index.json")).expect("an index");
    let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
    let [row] = index["without_path"].as_array().expect("rows").as_slice() else {
        panic!("{index:#}");
    };
    assert_eq!(row["locations"].as_array().map(Vec::len), Some(3));
    let file = |name: &serde_json::Value| {
        let path = why.join(name.as_str().expect("a file"));
        path.display().to_string()
    };
    let certificate = file(&row["certificate"]);
    let arguments = [
        "--carried",
        "--spec",
        &file(&row["specifications"][0]),
        &certificate,
    ];
    let output = Commands::get().check(&arguments);
    assert_eq!(output.status.code(), Some(4), "{}", text(&output));
    assert!(text(&output).contains("no path of the automaton"));
    let vacuous = [&["--vacuous"], &arguments[..]].concat();
    let output = Commands::get().check(&vacuous);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("accepted"));
    let mut bytes = std::fs::read(&certificate).expect("a certificate");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&certificate, bytes).expect("written");
    for arguments in [&arguments[..], &vacuous[..]] {
        let output = Commands::get().check(arguments);
        assert!(
            ![Some(0), Some(4)].contains(&output.status.code()),
            "{}",
            text(&output)
        );
    }
}

#[test]
fn answers_about_observers_have_their_evidence() {
    let script = format!(
        "{COUNTED} PRINT SAFE(from(l), A);
        PRINT R-REACH(from(l), LOC_FUNC_EXIT(m, \"main\"), A) SPLIT e;"
    );
    let program = "extern void f(int a); extern void g(int a); extern void h(int a);
int main(void) { f(1); f(2); h(1); return 0; }\n";
    let folder = folder(&script, program);
    std::fs::write(folder.path().join("own.spec"), "FINAL { 0 }").expect("written");
    let why = folder.path().join("why");
    let more = ["--evidence", &why.display().to_string()];
    let output = asked_in(folder.path(), &more);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let index = std::fs::read_to_string(why.join("index.json")).expect("an index");
    let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
    // After one call of `f`, the postcondition does not hold.
    assert_eq!(
        index["violated"].as_array().map(Vec::len),
        Some(1),
        "{index:#}"
    );
    for row in index["unreachable"].as_array().expect("rows") {
        let mut arguments = vec!["--carried".to_owned()];
        let file = |name: &serde_json::Value| why.join(name.as_str().expect("a file"));
        let specifications = row["specifications"].as_array().expect("files");
        assert_eq!(specifications.len(), 2, "{index:#}");
        for name in specifications {
            arguments.extend(["--spec".to_owned(), file(name).display().to_string()]);
        }
        arguments.push(file(&row["certificate"]).display().to_string());
        let right: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = Commands::get().check(&right);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let output = Commands::get().check(&[&right[..3], &right[5..]].concat());
        assert_ne!(output.status.code(), Some(0), "{}", text(&output));
    }
    // From a file.
    std::fs::write(
        folder.path().join("s.query"),
        "PRINT SAFE(LOC_FUNC_INIT(l, \"main\"), FILE \"own.spec\");",
    )
    .expect("written");
    let output = asked_in(folder.path(), &[]);
    assert_eq!(text(&output), "(l)\n", "{}", text(&output));
}

/// Locations that nothing gets to, at several distances: of two, nobody can say so without a proof.
const DEAD: &str = "extern int input(void);
static int state;
static void start(void) { state = 1; }
static void stop(void) { if (state == 0) state = 7; else state = 0; }
static int odd(int n) { if (n % 2 == 5) return 3; return n; }
int main(void) {
  int n = input();
  start();
  if (n > 3 && state == 0)
    n = 3;
  stop();
  if (n < 2 && state == 7) {
    n = 4;
    n = odd(n);
  }
  return n;
}
";

/// A certificate says of each location that a run that ends there is none: its automaton has ways
/// to the error from each.
#[test]
fn certificates_are_about_the_locations_that_they_are_for() {
    for (program, least) in [(DEAD, 5), (&*dead_code(), 5)] {
        for more in [&[][..], &["--no-trials"]] {
            let folder = folder(REACHED, program);
            let why = folder.path().join("why");
            let wanted = why.display().to_string();
            let more = [&["--json", "--evidence", &wanted], more].concat();
            let output = asked_in(folder.path(), &more);
            assert_eq!(output.status.code(), Some(0), "{}", text(&output));
            let index = std::fs::read_to_string(why.join("index.json")).expect("an index");
            let index: serde_json::Value = serde_json::from_str(&index).expect("JSON");
            let rows = index["unreachable"].as_array().expect("rows");
            let mut all = 0;
            for row in rows {
                let name = row["certificate"].as_str().expect("a file");
                let bytes = std::fs::read(why.join(name)).expect("a certificate");
                let certificate = proofmark_certs::decode(&bytes).expect("a certificate");
                let carried = certificate.automaton.expect("an automaton");
                let (arena, cfa) = automaton::decode(&carried).expect("an automaton");
                let locations = row["locations"].as_array().map_or(0, Vec::len);
                let ways = ways(&arena, &cfa);
                assert!(ways >= locations, "{ways} ways, {locations} locations");
                all += locations;
            }
            assert!(all >= least, "{index:#}");
        }
    }
}

fn dead_code() -> String {
    let program = std::fs::read_to_string(root().join("queries/dead-code/program.c"));
    program.expect("a program")
}
