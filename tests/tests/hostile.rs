//! Programs that are made to break the tools: each ends with a verdict or a message, within limits,
//! and never in a crash.

use proofmark_tests::processes::{alive, children, wait_for};
use proofmark_tests::{root, text, Commands};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Enough for all that is not an attack on time or memory.
const LIMITS: [&str; 4] = ["--time-limit", "60", "--memory-limit", "3000"];

struct Inputs(tempfile::TempDir);

impl Inputs {
    fn new() -> Inputs {
        Inputs(tempfile::tempdir().expect("a directory"))
    }
    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, contents).expect("written");
        path.display().to_string()
    }
    fn certify(&self, file: &str, limits: &[&str]) -> Output {
        let output = self.0.path().join("out.cert").display().to_string();
        let mut arguments = vec!["certify", "--no-progress", "-o", &output, file];
        arguments.extend(limits);
        Commands::get().proofmark(&arguments)
    }
    fn names(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.0.path())
            .expect("a directory")
            .filter_map(|entry| Some(entry.ok()?.path()))
            .collect()
    }
}

#[track_caller]
fn ends(output: &Output, statuses: &[i32], expected: &str) {
    let message = text(output);
    assert!(
        output
            .status
            .code()
            .is_some_and(|code| statuses.contains(&code)),
        "{:?}: {message}",
        output.status
    );
    assert!(
        message.contains(expected),
        "{expected:?} is not in:\n{message}"
    );
    assert!(
        !message.contains("panicked") && !message.contains("please report"),
        "{message}"
    );
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
}

fn returning(expression: &str) -> String {
    format!("int main(void) {{ int x = 0, *p = &x; return {expression}; }}\n")
}

/// What a parser or a lowering that recurses would overflow its stack on, beyond the limits and
/// just within them.
#[test]
fn deep_nesting() {
    let inputs = Inputs::new();
    for (name, program) in [
        ("parentheses", returning(&nested("(", "1", ")", 100_000))),
        ("signs", returning(&format!("{}x", "- ".repeat(100_000)))),
        ("sums", returning(&format!("x{}", "+x".repeat(100_000)))),
        (
            "conditionals",
            returning(&format!("{}0", "x?x:".repeat(30_000))),
        ),
        ("indices", returning(&nested("p[", "0", "]", 50_000))),
        (
            "statements",
            format!(
                "int x; int main(void) {{ {}; return 0; }}",
                "if(x)".repeat(50_000)
            ),
        ),
        (
            "blocks",
            format!(
                "int main(void) {{ {} return 0; }}",
                nested("{", "", "}", 100_000)
            ),
        ),
        (
            "pointers",
            format!(
                "int {}p; int main(void) {{ return 0; }}",
                "*".repeat(100_000)
            ),
        ),
        (
            "initialisers",
            format!(
                "int a[1] = {}; int main(void) {{ return 0; }}",
                nested("{", "1", "}", 100_000)
            ),
        ),
        (
            "labels",
            format!(
                "int main(void) {{ {} return 0; }}",
                (0..100_000).map(|i| format!("l{i}:")).collect::<String>()
            ),
        ),
    ] {
        ends(
            &inputs.certify(&inputs.file(&format!("{name}.c"), program), &LIMITS),
            &[3],
            "limit",
        );
    }
    for (name, program) in [
        ("few-parentheses", returning(&nested("(", "1", ")", 200))),
        ("few-signs", returning(&format!("{}x", "- ".repeat(40_000)))),
        ("few-sums", returning(&format!("x{}", "+x".repeat(20_000)))),
        (
            "few-casts",
            returning(&format!("{}x", "(int)".repeat(12_000))),
        ),
        (
            "few-statements",
            format!(
                "int x; int main(void) {{ {}; return 0; }}",
                "if(x)".repeat(5_000)
            ),
        ),
    ] {
        ends(
            &inputs.certify(&inputs.file(&format!("{name}.c"), program), &LIMITS),
            &[0],
            "certified",
        );
    }
}

/// What the parser reads more than once at each level.
#[test]
fn exponential_parses() {
    let inputs = Inputs::new();
    for (name, program, statuses) in [
        (
            "sizeof",
            returning(&nested("sizeof(", "x", ")", 60)),
            [3, 3],
        ),
        (
            "typeof",
            format!(
                "int a; {} b; int main(void) {{ return 0; }}",
                nested("__typeof__(", "a", ")", 60)
            ),
            [3, 3],
        ),
        ("casts", returning(&nested("(int)(", "1", ")", 100)), [0, 0]),
        (
            "ambiguous",
            returning(&nested("(x)-(", "1", ")", 100)),
            [0, 0],
        ),
        (
            "parameters",
            format!(
                "int f({}); int main(void) {{ return 0; }}",
                nested("int a(", "", ")", 100)
            ),
            [0, 3],
        ),
        (
            "functions",
            format!(
                "int f({}); int main(void) {{ return 0; }}",
                nested("int (*)(", "", ")", 60)
            ),
            [0, 3],
        ),
        (
            "generic",
            returning(&nested("_Generic(1, int: ", "1", ")", 100)),
            [0, 3],
        ),
    ] {
        ends(
            &inputs.certify(&inputs.file(&format!("{name}.c"), program), &LIMITS),
            &statuses,
            "",
        );
    }
}

#[test]
fn huge_programs() {
    let inputs = Inputs::new();
    let functions: String = (0..60_000)
        .map(|i| format!("int f{i}(int x) {{ if (x > {i}) g += {i}; return x; }}\n"))
        .collect();
    let doubling: String = (1..40)
        .map(|i| format!("void f{i}(void) {{ f{0}(); f{0}(); }}\n", i - 1))
        .collect();
    let variadic: String = (1..40)
        .map(|i| format!("void f{i}(int x, ...) {{ f{0}(x); f{0}(x); }}\n", i - 1))
        .collect();
    let records: String = (1..70)
        .map(|i| format!("struct s{i} {{ struct s{0} a, b; }};\n", i - 1))
        .collect();
    for (name, program, statuses, expected) in [
        ("initialiser", format!("int a[300000] = {{ {} }}; int main(void) {{ return a[5]; }}", "1,".repeat(300_000)), [0, 3], ""),
        ("range", "int a[1000000000] = { [0 ... 999999999] = 1 }; int main(void) { return a[5]; }".to_owned(), [3, 3], "limit"),
        ("cube", "int a[1000][1000][1000] = { 0 }; int main(void) { return a[1][2][3]; }".to_owned(), [0, 0], "certified"),
        ("functions", format!("int g;\n{functions}int main(void) {{ return f0(1); }}\n"), [0, 0], "certified"),
        ("doubling", format!("void f0(void) {{ }}\n{doubling}int main(void) {{ f39(); return 0; }}\n"), [0, 0], "certified"),
        // Functions with variable arguments are always inlined.
        ("variadic", format!("void f0(int x, ...) {{ }}\n{variadic}int main(void) {{ f39(0); return 0; }}\n"), [3, 3], "edges"),
        ("records", format!("struct s0 {{ int x; }};\n{records}struct s69 v; int main(void) {{ return v.a.b.a.a.b == 0; }}\n"), [3, 3], "large"),
    ] {
        ends(&inputs.certify(&inputs.file(&format!("{name}.c"), program), &LIMITS), &statuses, expected);
    }
}

#[test]
fn bytes_that_are_no_text() {
    let inputs = Inputs::new();
    let error = [3, 3];
    for (name, bytes, statuses) in [
        ("name.c", &b"int main(void) { return \xc3\x28; }"[..], error),
        (
            "string.c",
            b"int main(void) { char *s = \"\xff\xfe\x80\"; return s[0]; }",
            error,
        ),
        (
            "marker.i",
            b"# 1 \"\xff\xfe.c\"\nint main(void) { return y; }\n",
            error,
        ),
        (
            "string.i",
            b"int main(void) { char *s = \"abc; return 0; }",
            error,
        ),
        ("comment.i", b"int main(void) { /* return 0; }", error),
        (
            "mark.c",
            b"\xef\xbb\xbfint main(void) { return 0; }\n",
            [0, 0],
        ),
        ("null.c", b"int main(void) { return 0\0; }", [0, 3]),
    ] {
        ends(
            &inputs.certify(&inputs.file(name, bytes), &LIMITS),
            &statuses,
            "",
        );
    }
}

/// Line markers are the input's own claim; messages follow them, and nothing else does.
#[test]
fn line_markers_that_lie() {
    let inputs = Inputs::new();
    for (name, marker, expected) in [
        ("zero", "# 0 \"x.c\"", "`y`"),
        ("last", "#line 4294967295 \"x.c\"", "x.c:4294967295"),
        ("beyond", "#line 99999999999999999999 \"x.c\"", "`y`"),
        ("device", "# 1 \"/dev/zero\"", "/dev/zero:1"),
        ("directory", "# 1 \"/\"", "`y`"),
        ("missing", "# 7 \"nowhere/else.c\"", "nowhere/else.c:7"),
        ("unfinished", "# 1 \"x.c", "`y`"),
        ("negative", "#line -1 \"x.c\"", "`y`"),
    ] {
        let program = format!("{marker}\nint main(void) {{ return y; }}\n");
        ends(
            &inputs.certify(&inputs.file(&format!("{name}.i"), program), &LIMITS),
            &[3],
            expected,
        );
    }
    // A claim about lines changes no verdict.
    let violating = "void reach_error(void);\n#line 1 \"a.c\"\nint main(void) {\n#line 1 \"a.c\"\nreach_error();\n#line 1 \"a.c\"\nreturn 0; }\n";
    ends(
        &inputs.certify(&inputs.file("same.i", violating), &LIMITS),
        &[1],
        "a.c:1",
    );
}

/// Types that are trees with shared branches: going through them takes exponential time.
fn doubling_types() -> String {
    let types: String = (1..60)
        .map(|i| format!("typedef t{0} (*t{i})(t{0}, t{0});\n", i - 1))
        .collect();
    format!("typedef int t0;\n{types}t59 x; int main(void) {{ return x != 0; }}\n")
}

#[test]
fn too_much_time_is_an_answer_in_both_commands() {
    let inputs = Inputs::new();
    let program = inputs.file("types.c", doubling_types());
    ends(
        &inputs.certify(&program, &["--time-limit", "1"]),
        &[2],
        "--time-limit",
    );
    let json = inputs.certify(&program, &["--time-limit", "1", "--json"]);
    let answer: serde_json::Value = serde_json::from_slice(&json.stdout).expect("an object");
    assert_eq!(
        (json.status.code(), &answer["verdict"]),
        (Some(2), &"unknown".into())
    );
    let certificate = inputs.0.path().join("any.cert").display().to_string();
    assert_eq!(
        Commands::get()
            .proofmark(&[
                "certify",
                "examples/locking/safe.c",
                "-q",
                "-o",
                &certificate
            ])
            .status
            .code(),
        Some(0)
    );
    ends(
        &Commands::get().check(&["--time-limit", "1", &program, &certificate]),
        &[2],
        "--time-limit",
    );
    let json = Commands::get().check(&["--json", "--time-limit", "1", &program, &certificate]);
    let answer: serde_json::Value = serde_json::from_slice(&json.stdout).expect("an object");
    assert_eq!(
        (&answer["verdict"], &answer["code"]),
        (&"declined".into(), &"limit".into())
    );
}

#[test]
fn too_much_memory_is_an_answer_in_both_commands() {
    let inputs = Inputs::new();
    let sums: String = (0..40_000)
        .map(|i| format!("x = x * {} + {i}; if (x == {i}) g++;\n", i % 7))
        .collect();
    let program = inputs.file(
        "sums.c",
        format!("int g; int main(void) {{ int x = 0;\n{sums}return x; }}\n"),
    );
    let certificate = inputs.0.path().join("any.cert").display().to_string();
    assert_eq!(
        Commands::get()
            .proofmark(&[
                "certify",
                "examples/locking/safe.c",
                "-q",
                "-o",
                &certificate
            ])
            .status
            .code(),
        Some(0)
    );
    // The parser's stack needs most of this.
    ends(
        &Commands::get().check(&["--memory-limit", "330", &program, &certificate]),
        &[2],
        "--memory-limit",
    );
    // Macros that double: the preprocessor runs under the same limits.
    let macros: String = (1..40)
        .map(|i| format!("#define A{i} A{0}+A{0}\n", i - 1))
        .collect();
    let program = inputs.file(
        "macros.c",
        format!("#define A0 1\n{macros}int main(void) {{ return A39; }}\n"),
    );
    ends(
        &Commands::get().check(&["--memory-limit", "330", &program, &certificate]),
        &[3],
        "preprocessor",
    );
}

/// Whoever kills the command means the work, which is done by a child.
#[test]
fn nothing_is_left_of_a_killed_command() {
    let inputs = Inputs::new();
    let program = inputs.file("types.c", doubling_types());
    let binary = Commands::get().path("proofmark");
    let mut command = Command::new(binary);
    command
        .current_dir(root())
        .args(["certify", &program, "--time-limit", "60"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut command = command.spawn().expect("proofmark");
    let id = command.id();
    let worker =
        wait_for(|| children(id).first().copied()).expect("the process that does the work");
    command.kill().expect("killed");
    command.wait().expect("ended");
    assert!(
        wait_for(|| (!alive(worker)).then_some(())).is_some(),
        "the work goes on"
    );
    assert_eq!(inputs.names(), [PathBuf::from(&program)]);
}
