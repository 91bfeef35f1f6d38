//! The benchmark harness, on a few small tasks.

use proofmark_tests::bench::Run;
use proofmark_tests::{root, text};
use std::path::Path;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bench"))
        .current_dir(root())
        .args(arguments)
        .output()
        .expect("bench runs")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

const SAFE: &str = "void reach_error(void); int n(void); int main(void) { int x = n(), y = x; if (x != y) reach_error(); return 0; }\n";
const UNSAFE: &str = "void reach_error(void); int n(void); int main(void) { if (n() == 7) reach_error(); return 0; }\n";

#[test]
fn tables_plots_and_comparisons_are_written() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = |name: &str| directory.path().join(name);
    let shown = |name: &str| at(name).display().to_string();
    std::fs::create_dir(at("tasks")).expect("a directory");
    let write =
        |name: &str, text: &str| std::fs::write(at("tasks").join(name), text).expect("a file");
    write("one.c", SAFE);
    write(
        "one.yml",
        "input_files: 'one.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\noptions:\n  data_model: ILP32\n",
    );
    write("two_false.c", UNSAFE);
    write("three.c", "int main(void) { return f(; }\n");
    let (tasks, table, numbers, plots) = (
        shown("tasks"),
        shown("table.md"),
        shown("run.json"),
        shown("plots"),
    );
    let output = bench(&[
        &tasks,
        "--output",
        &table,
        "--json",
        &numbers,
        "--plots",
        &plots,
        "--time-limit",
        "20",
    ]);
    assert!(output.status.success(), "{}", text(&output));
    let document = read(&at("table.md"));
    assert!(
        document.contains("3 tasks") && document.contains("2 as expected, 0 wrong, 1 undecided"),
        "{document}"
    );
    assert!(
        document.contains("| one.yml | certified |")
            && document.contains("| three.c | bad input |"),
        "{document}"
    );
    assert!(
        document.contains("![table-certify-time.svg](plots/table-certify-time.svg)"),
        "{document}"
    );
    assert!(read(&at("plots/table-certificate-bytes.svg")).contains("<circle"));
    let run: Run = serde_json::from_str(&read(&at("run.json"))).expect("a run");
    assert!(run.rows.iter().any(|row| row
        .certificate
        .as_ref()
        .is_some_and(|c| c.bytes > 100 && c.check_ms > 0.0)));
    // The same tasks, one with another program: that is wrong, and says so first.
    write("two_false.c", SAFE);
    let output = bench(&[
        &tasks,
        "--output",
        &table,
        "--compare",
        &numbers,
        "--only",
        "two",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let document = read(&at("table.md"));
    assert!(
        document
            .find("**Wrong answers**")
            .is_some_and(|at| Some(at) < document.find("| two_false.c")),
        "{document}"
    );
    assert!(
        document.contains("- **WRONG**: two_false.c: violated then, certified now"),
        "{document}"
    );
}

#[test]
fn pairs_have_ratios() {
    let directory = tempfile::tempdir().expect("a directory");
    let table = directory.path().join("table.md");
    let output = bench(&[
        "specs/double-free",
        "--spec",
        "specs/double-free/rule.spec",
        "--paired",
        "--output",
        &table.display().to_string(),
    ]);
    assert!(output.status.success(), "{}", text(&output));
    let document = read(&table);
    assert!(
        document.contains("| good.c | certified |") && document.contains("| bad.c | violated |"),
        "{document}"
    );
    assert!(document.contains("geometric mean"), "{document}");
}

#[test]
fn generated_drivers_of_growing_size_are_certified() {
    let directory = tempfile::tempdir().expect("a directory");
    let table = directory.path().join("growth.md");
    let output = bench(&["--growth", "20", "--output", &table.display().to_string()]);
    assert!(output.status.success(), "{}", text(&output));
    let document = read(&table);
    assert!(
        document.contains("| 10 | certified |") && document.contains("| 20 | certified |"),
        "{document}"
    );
}

#[test]
fn tests_of_other_verifiers_are_tasks() {
    let directory = tempfile::tempdir().expect("a directory");
    let write = |name: &str, description: &str, program: &str| {
        let folder = directory.path().join("corpus").join(name);
        std::fs::create_dir_all(&folder).expect("a directory");
        std::fs::write(folder.join("main.c"), program).expect("a file");
        std::fs::write(folder.join("test.desc"), description).expect("a file");
    };
    let safe = "CORE\nmain.c\n\n^VERIFICATION SUCCESSFUL$\n";
    let failed = "CORE\nmain.c\n\n^VERIFICATION FAILED$\n";
    let (held, broken) = (
        "int main(void) { int x = nondet_int(); __CPROVER_assume(x > 1); assert(x > 0); }\n",
        "int main(void) { int x; __CPROVER_assert(x, \"not zero\"); return 0; }\n",
    );
    write("held", safe, held);
    write("broken", failed, broken);
    write("threads", safe, &format!("#include <pthread.h>\n{held}"));
    write("checks", &safe.replace("\n\n", "\n--pointer-check\n"), held);
    let corpus = directory.path().join("corpus").display().to_string();
    let table = directory.path().join("table.md");
    let output = table.display().to_string();
    let ran = bench(&[
        &corpus,
        "--sample",
        "9",
        "--time-limit",
        "20",
        "--output",
        &output,
    ]);
    assert!(ran.status.success(), "{}", text(&ran));
    let document = read(&table);
    assert!(
        document.contains("2 tasks") && document.contains("2 as expected, 0 wrong"),
        "{document}"
    );
    assert!(document.contains("| broken | 1 | 1 | 0 |"), "{document}");
}
