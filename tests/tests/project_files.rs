//! Project files: what may stand in them, and what is refused, with its place.

use proofmark_tests::{text, Commands};
use std::path::PathBuf;
use std::process::{Command, Output};

/// A directory with files, and a project file in a directory of it.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a directory"));
        desk.write("p/a.c", "int main(void) { return 0; }\n");
        desk.write("p/b.c", "int main(void) { return 0; }\n");
        desk.write("p/r.spec", "EVENT { PATTERN { f(); } ASSERT { 0 } }\n");
        desk
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    fn verify(&self, project: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
        self.write("p/proofmark.toml", project);
        let mut command = Command::new(Commands::get().path("proofmark"));
        command.current_dir(self.0.path());
        command.args(["verify", "--project", "p/proofmark.toml"]);
        command.args(arguments).output().expect("proofmark")
    }
    #[track_caller]
    fn says(&self, project: impl AsRef<[u8]>, status: i32, expected: &[&str]) -> String {
        let output = self.verify(&project, &[]);
        let said = text(&output);
        let project = String::from_utf8_lossy(project.as_ref()).into_owned();
        assert_eq!(output.status.code(), Some(status), "{project}\n{said}");
        for expected in expected {
            assert!(
                said.contains(expected),
                "no {expected:?} in\n{said}\n{project}"
            );
        }
        said
    }
}

const PROGRAM: &str = "[[program]]\nname = \"a\"\nfiles = [\"a.c\"]\n";
const RULE: &str = "[[rule]]\nname = \"r\"\nbuilt-in = true\n";

/// A project file with one more line in its program, the fourth, and what is wrong with it.
const IN_THE_PROGRAM: &[(&str, &str, &str)] = &[
    ("nme = 1", "4:1", "unknown field `nme`"),
    ("arguments = \"-O2\"", "4:13", "invalid type"),
    ("arguments = [1]", "4:14", "invalid type"),
    (
        "arguments = [\"-fplugin=x\"]",
        "4:13",
        "load or run other code",
    ),
    ("arguments = [\"-I\"]", "4:13", "needs a value"),
    ("arguments = [\"x.c\"]", "4:13", "no option"),
    ("arguments = [\"@x\"]", "4:13", "no option"),
    ("arguments = [\"-DX=\\u0000\"]", "4:13", "is no argument"),
    ("abi = \"arm\"", "4:7", "unknown variant `arm`"),
    ("entries = []", "4:11", "needs an entry"),
    ("entries = [\"f\", \"f\"]", "4:17", "`f` is there twice"),
    ("entries = [\"\"]", "4:12", "a name is empty"),
    ("limits.time = 0", "4:15", "from 1 to"),
    ("limits.time = -1", "4:15", "invalid value"),
    ("limits.memory = 99999999999", "4:17", "from 1 to"),
    ("limits.space = 1", "4:8", "unknown field `space`"),
    ("cc = \"./evil\"", "4:1", "unknown field `cc`"),
    (
        "compile-commands = \"none.json\"",
        "4:20",
        "there is no file none.json",
    ),
    ("name = \"b\"", "4:1", "duplicate key"),
    ("hints = [\"a.c:1: x\"", "5:1", "array"),
];

/// What stands below the head of a program, the first line.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("files = [\"a.c\"]", "1:1", "missing field `name`"),
    ("name = \"a\"", "1:1", "missing field `files`"),
    ("name = \"a\"\nfiles = []", "3:9", "needs a file"),
    ("name = \"\"\nfiles = [\"a.c\"]", "2:8", "a name is empty"),
    ("name = \"a\"\nfiles = [\"\"]", "3:10", "no name of a file"),
    (
        "name = \"a\"\nfiles = [\"x.c\"]",
        "3:10",
        "there is no file x.c",
    ),
    ("name = \"a\"\nfiles = [\".\"]", "3:10", "no regular file"),
    (
        "name = \"a\"\nfiles = [\"/a.c\"]",
        "3:10",
        "relative to the project file",
    ),
    (
        "name = \"a\"\nfiles = [\"a.c\", \"a.c\"]",
        "3:17",
        "`a.c` is there twice",
    ),
];

/// What stands below the name of a rule, the fifth line.
const RULES: &[(&str, &str, &str)] = &[
    ("", "4:1", "specifications, or `built-in = true`"),
    (
        "built-in = false",
        "6:12",
        "specifications, or `built-in = true`",
    ),
    ("built-in = 1", "6:12", "invalid type"),
    ("specifications = []", "6:18", "needs a specification"),
    (
        "specifications = [\"x.spec\"]",
        "6:19",
        "there is no file x.spec",
    ),
    (
        "specifications = [\"r.spec\"]\nbuilt-in = true",
        "7:12",
        "a rule of their own",
    ),
    (
        "built-in = true\nprograms = [\"b\"]",
        "7:13",
        "there is no program `b`",
    ),
    (
        "built-in = true\nprograms = [\"a\", \"a\"]",
        "7:18",
        "`a` is there twice",
    ),
];

#[test]
fn what_is_wrong_has_a_place() {
    let desk = Desk::new();
    for (line, place, message) in IN_THE_PROGRAM {
        let place = format!("p/proofmark.toml:{place}\n");
        desk.says(format!("{PROGRAM}{line}\n{RULE}"), 3, &[&place, message]);
    }
    for (rest, place, message) in PROGRAMS {
        let place = format!("p/proofmark.toml:{place}\n");
        let project = format!("[[program]]\n{rest}\n{RULE}");
        desk.says(project, 3, &[&place, message]);
    }
    for (rest, place, message) in RULES {
        let place = format!("p/proofmark.toml:{place}\n");
        let project = format!("{PROGRAM}[[rule]]\nname = \"r\"\n{rest}\n");
        desk.says(project, 3, &[&place, message]);
    }
    let cases = [
        (
            format!("{PROGRAM}{PROGRAM}{RULE}"),
            "5:8",
            "`a` is there twice",
        ),
        (
            format!("{PROGRAM}{RULE}{RULE}"),
            "8:8",
            "`r` is there twice",
        ),
        (RULE.to_owned(), "4:1", "there is no program"),
        (PROGRAM.to_owned(), "4:1", "there is no rule"),
        (
            format!("deny = [\"luck\"]\n{PROGRAM}{RULE}"),
            "1:9",
            "no kind of assumption `luck`",
        ),
        (
            format!("{PROGRAM}{RULE}[limit]\n"),
            "7:2",
            "unknown field `limit`",
        ),
        ("name = ".to_owned(), "1:8", "expected"),
    ];
    for (project, place, message) in cases {
        let place = format!("p/proofmark.toml:{place}\n");
        desk.says(project, 3, &[&place, message]);
    }
    assert!(!desk.path("p/.proofmark").exists(), "nothing was begun");
    desk.says(b"\xff".as_slice(), 3, &["not UTF-8"]);
    desk.says(" ".repeat(2 << 20), 3, &["longer than"]);
    desk.says("[".repeat(100_000), 3, &["proofmark.toml:1:"]);
    desk.says(format!("x = {}", "[".repeat(100_000)), 3, &["recurs"]);
    desk.says(
        format!("{}{RULE}", "a.".repeat(100_000)),
        3,
        &["proofmark.toml:1:"],
    );
    std::fs::remove_file(desk.path("p/proofmark.toml")).expect("removed");
    let mut command = Command::new(Commands::get().path("proofmark"));
    let output = command
        .current_dir(desk.0.path())
        .arg("verify")
        .output()
        .expect("ran");
    assert_eq!(output.status.code(), Some(3));
    assert!(
        text(&output).contains("docs/projects.md"),
        "{}",
        text(&output)
    );
}

#[test]
fn paths_and_names_are_what_the_file_says() {
    let desk = Desk::new();
    // What a shell, a command line or a terminal would take for something else.
    for name in ["-o.c", "$(touch x).c", "a b.c", "@a.c", "ä.c", "x;y.c"] {
        desk.write(&format!("p/{name}"), "int main(void) { return 0; }\n");
        let program = format!("[[program]]\nname = \"--x\"\nfiles = [\"{name}\"]\n");
        desk.says(format!("{program}{RULE}"), 0, &["1 pair: 1 certified"]);
    }
    assert!(!desk.path("p/x").exists() && !desk.path("x").exists());
    // Names are data: nothing of them reaches a terminal, or XML, as more than that.
    let hostile = r#"<a href=\"x\">&\u001b[2J\n]]>\uFFFF"#;
    let project = PROGRAM.replace("\"a\"", &format!("\"{hostile}\"")) + RULE;
    let output = desk.verify(project, &["--junit", "out.xml"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(!text(&output).contains('\u{1b}'), "{}", text(&output));
    let read = "import sys, xml.etree.ElementTree as t; \
                print(t.parse(sys.argv[1]).find('.//testcase').get('classname'))";
    let mut python = Command::new("python3");
    let said = python
        .args(["-c", read])
        .arg(desk.path("out.xml"))
        .output()
        .expect("python");
    let expected = "<a href=\"x\">&\\u{1b}[2J\\u{a}]]>\u{fffd}.main\n";
    assert_eq!(text(&said), expected);
    // A file above the project, and headers below it.
    desk.write(
        "common.c",
        "#include \"limit.h\"\nint main(void) { return LIMIT; }\n",
    );
    desk.write("p/include/limit.h", "#define LIMIT 1\n");
    let program = "[[program]]\nname = \"c\"\nfiles = [\"../common.c\"]\n\
                   arguments = [\"-I\", \"include\"]\n";
    desk.says(format!("{program}{RULE}"), 0, &["1 pair: 1 certified"]);
    // The compiler is chosen by who runs the command.
    let output = desk.verify(format!("{PROGRAM}{RULE}"), &["--cc", "/nowhere/cc"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
}

#[test]
fn settings_reach_the_program() {
    let desk = Desk::new();
    desk.write(
        "p/a.c",
        "void reach_error(void); int f(void); int main(void) { return 0; }\n\
         int other(void) { if (sizeof(long) == SIZE) reach_error(); return f(); }\n",
    );
    let project = |abi: &str, size: u32| {
        format!(
            "{PROGRAM}entries = [\"main\", \"other\"]\nabi = \"{abi}\"\n\
             arguments = [\"-DSIZE={size}\"]\n{RULE}"
        )
    };
    desk.says(project("lp64", 4), 0, &["2 pairs: 2 certified"]);
    desk.says(project("lp64", 8), 1, &["a, other, r:\n  violated"]);
    desk.says(project("ilp32", 4), 1, &["a, other, r:\n  violated"]);
    desk.says(project("ilp32", 8), 0, &["2 pairs: 2 certified"]);
    let denied = format!("deny = [\"external\"]\n{}", project("lp64", 4));
    desk.says(
        denied,
        3,
        &["a, other, r:\n  bad input: ", "denied", "1 certified"],
    );
    let entry = PROGRAM.to_owned() + "entries = [\"gone\"]\n" + RULE;
    desk.says(entry, 3, &["gone"]);
    let hint = format!("{PROGRAM}hints = [\"no hint\"]\n{RULE}");
    desk.says(hint, 3, &["bad input"]);
    let hint = format!("{PROGRAM}arguments = [\"-DSIZE=1\"]\nhints = [\"a.c:1: 1 < 2\"]\n{RULE}");
    desk.says(hint, 0, &["1 certified"]);
    let limits = format!("{PROGRAM}arguments = [\"-DSIZE=1\"]\nlibrary-models = false\n{RULE}");
    desk.says(
        limits + "[limits]\ntime = 60\nmemory = 512\ninline = 100\n",
        0,
        &["1 certified"],
    );
}

#[test]
fn a_compilation_database_has_the_arguments() {
    let desk = Desk::new();
    let source = "#include \"limit.h\"\nvoid reach_error(void);\n\
                  int main(void) { if (LIMIT != 7 || sizeof TEXT != 4) reach_error(); }\n";
    desk.write("p/src/d.c", source);
    desk.write("p/src/e.c", "int unused;\n");
    desk.write("p/inc/limit.h", "#define LIMIT 7\n");
    let project = "[[program]]\nname = \"d\"\nfiles = [\"src/d.c\"]\n\
                   compile-commands = \"build/compile_commands.json\"\n";
    let run = |database: &str, status: i32, expected: &str| {
        desk.write("p/build/compile_commands.json", database);
        desk.says(format!("{project}{RULE}"), status, &[expected]);
    };
    let directory = desk.path("p/build").display().to_string();
    let entry = |file: &str, more: &str| {
        format!(
            r#"{{"directory": "{directory}", "file": "{file}", "command": "ccache /usr/bin/gcc
            -I../inc -DTEXT='\"x y\"' {more} -Wall -MD -MF x.d -o d.o -c {file}"}}"#
        )
        .replace('\n', " ")
    };
    run(&format!("[{}]", entry("../src/d.c", "")), 0, "1 certified");
    // Another directory, relative to the database; arguments as a list.
    let list = r#"[{"directory": "..", "file": "src/d.c", "output": "d.o", "arguments":
        ["gcc", "-Iinc", "-DTEXT=\"abc\"", "-c", "src/d.c", "-o", "d.o"]}]"#;
    run(list, 0, "1 certified");
    run("[]", 3, "does not say how src/d.c is compiled");
    run("{}", 3, "is no compilation database");
    run(&"[".repeat(100_000), 3, "is no compilation database");
    let refused = format!("[{}]", entry("../src/d.c", "-fplugin=./x.so"));
    run(&refused, 3, "proofmark.toml:4:20");
    let executes = format!("[{}]", entry("../src/d.c", "-DX=$(touch y)"));
    run(&executes, 3, "a shell would replace or execute");
    // What is included by force is looked for where the compiler runs, then along the path.
    desk.write("p/inc/conf.h", "#define CONF 1\n");
    let forced = format!("[{}]", entry("../src/d.c", "-include conf.h"));
    run(&forced, 0, "1 certified");
    desk.write("p/conf.h", "#define CONF 2\n");
    run(&forced, 3, "is another file where the build runs");
    assert!(!desk.path("p/x.d").exists() && !desk.path("p/build/x.d").exists());
    let twice = format!(
        "[{}, {}]",
        entry("../src/d.c", ""),
        entry("../src/d.c", "-DX")
    );
    run(&twice, 3, "one list of arguments");
    let project = project.replace("\"src/d.c\"", "\"src/d.c\", \"src/e.c\"");
    let both = format!("[{}, {}]", entry("../src/d.c", ""), entry("../src/e.c", ""));
    desk.write("p/build/compile_commands.json", both);
    desk.says(format!("{project}{RULE}"), 0, &["1 certified"]);
    let given = format!("{project}arguments = []\n{RULE}");
    desk.says(given, 3, &["and not both"]);
}
