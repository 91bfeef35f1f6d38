//! The rewrites are faithful: gcc makes the same object code of every test program before and after
//! them.

use proofmark_frontend::normalise::{faithful, normalise, REVERT};
use proofmark_frontend::{load_text, ErrorKind, Options, Sources};
use proofmark_logic::types::Profile;
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders = ["accept", "run"].map(|f| std::fs::read_dir(tests.join(f)).expect("the folder"));
    let mut files: Vec<PathBuf> = folders
        .into_iter()
        .flatten()
        .map(|e| e.expect("an entry").path())
        .collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

/// gcc's object of a text; `None` without gcc.
fn object(text: &str, options: &[&str]) -> Option<Vec<u8>> {
    let base = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faithful");
    let (input, output) = (base.with_extension("c"), base.with_extension("o"));
    std::fs::write(&input, text).expect("a temporary file");
    let run = Command::new("gcc")
        .args(options)
        .args(["-w", "-O2", "-c"])
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .output()
        .ok()?;
    assert!(
        run.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&run.stderr)
    );
    Some(std::fs::read(&output).expect("an object file"))
}

#[test]
fn gcc_makes_the_same_objects_before_and_after() {
    let mut rewrites = 0;
    for file in programs() {
        let Ok(run) = Command::new("gcc").args(["-E", "-P"]).arg(&file).output() else {
            return eprintln!("skipped: there is no gcc");
        };
        let text = String::from_utf8(run.stdout).expect("ASCII");
        let mut sources = Sources::default();
        let unit = sources.add("input.i", text.clone()).expect("within limits");
        let after = faithful(&sources, unit).expect("no error");
        rewrites += usize::from(after.contains("__proofmark_"));
        assert_eq!(
            object(&text, &[]),
            object(&after, &REVERT),
            "{}",
            file.display()
        );
    }
    assert!(rewrites > 0);
}

#[test]
fn unreachable_header_bodies_are_left_out_and_the_others_stay() {
    let text = "# 1 \"h.h\"\nstatic inline int used(int x) { return helper(x); }\nstatic int unused(int x) { return x / 0; }\n\
                static int (*hook)(int) = stored; static int stored(int x) { return 3; }\n\
                static int helper(int x) { return x; }\n# 1 \"main.c\"\nint main(void) { return used(1); }\n";
    let mut sources = Sources::default();
    let unit = sources
        .add("main.i", text.to_owned())
        .expect("within limits");
    let rewritten = normalise(&sources, unit, "main").expect("no error").text;
    assert!(!rewritten.contains("x / 0"), "{rewritten}");
    for body in ["helper(x)", "return x;", "return 3;"] {
        assert!(rewritten.contains(body), "{rewritten}");
    }
    let kept = normalise(&sources, unit, "unused").expect("no error").text;
    assert!(kept.contains("x / 0"), "an entry keeps its body");
}

#[test]
fn a_name_that_only_the_linker_sees_is_refused_when_it_is_called() {
    // Only two strings together name the function, so it is left out although it is called: that
    // must not go unnoticed.
    for call in ["other(1)", "(p = other, p(1))"] {
        let text = format!(
            "# 1 \"h.h\"\nstatic int wrapped(int x) {{ return 1 / 0; }}\n# 1 \"main.c\"\n\
             int other(int) __attribute__((alias(\"wrap\" \"ped\")));\n\
             int main(void) {{ int (*p)(int); return {call}; }}\n"
        );
        let error = load_text("main.i", &text, &Options::new(Profile::Lp64))
            .err()
            .expect("an error");
        assert!(error.diagnostic.message.contains("left out"), "{error}");
    }
    let text = "# 1 \"h.h\"\nstatic int wrapped(int x) { return 1; }\n\
                # 1 \"main.c\"\nint other(int) __attribute__((alias(\"wrapped\")));\n\
                int main(void) { return other(1); }\n";
    assert!(load_text("main.i", text, &Options::new(Profile::Lp64)).is_ok());
}

#[test]
fn what_ends_lines_for_compilers_alone_is_refused() {
    let stray = [
        "int x = 0; // x \r x = 1;\n",
        "#pragma GCC diagnostic push\r x = 1;\n",
        "# 4 \"main.c\"\r x = 1;\n",
        "#pragma GCC diagnostic push /*\nx = 1; /* */\n",
        "# 4 \"main.c\" /* */\n",
    ];
    for text in stray {
        let text = format!("int main(void) {{ int x = 0;\n{text}return x; }}\n");
        let error = load_text("main.i", &text, &Options::new(Profile::Lp64))
            .err()
            .expect("an error");
        assert_eq!(error.kind, ErrorKind::Syntax, "{error}");
    }
    let text = "int main(void) { int x = 0; // x\r\n/* \r\n */ return x; }\r\n";
    assert!(load_text("main.i", text, &Options::new(Profile::Lp64)).is_ok());
}

#[test]
fn positions_survive_the_rewrites() {
    let text = "# 1 \"h.h\"\nstatic int unused(int x) {\n  return x\n;\n}\n# 7 \"main.c\"\n\
                int main(void) { typeof(int) a = 0; return (a ?: 2) + /* here */ missing; }\n";
    let error = load_text("main.i", text, &Options::new(Profile::Lp64))
        .err()
        .expect("an error");
    assert_eq!(
        (
            error.diagnostic.file.as_str(),
            error.diagnostic.line,
            error.diagnostic.column
        ),
        ("main.c", 7, 66)
    );
}

#[test]
fn hostile_texts_end_in_an_error_or_a_program() {
    let cases: [(String, ErrorKind); 9] = [
        (
            "#define main other\nint main(void) { return 0; }".to_owned(),
            ErrorKind::Syntax,
        ),
        (
            "int main(void) { return 0; } # 1".to_owned(),
            ErrorKind::Syntax,
        ),
        ("int x = '".to_owned(), ErrorKind::Syntax),
        ("/* no end".to_owned(), ErrorKind::Syntax),
        ("}}}}))))]]]]".to_owned(), ErrorKind::Syntax),
        ("(".repeat(100_000), ErrorKind::Limit),
        (
            format!("int main(void) {{ return {}1; }}", "sizeof(".repeat(12)),
            ErrorKind::Limit,
        ),
        (
            format!(
                "int main(void) {{ {} }}",
                "__label__ a, b, c, d; ".repeat(20_000)
            ),
            ErrorKind::Limit,
        ),
        (
            "struct __attribute__((packed)) ".repeat(1000),
            ErrorKind::Syntax,
        ),
    ];
    for (text, expected) in cases {
        let error = load_text("main.i", &text, &Options::new(Profile::Lp64))
            .err()
            .expect("an error");
        assert_eq!(error.kind, expected, "{error}");
    }
}

#[test]
fn bodies_behind_parenthesised_names_stay_if_they_are_reached() {
    let text = "# 1 \"h.h\"\ntypedef int T;\nstatic T (used)(T x) { return 3; }\nstatic T (unused)(T x) { return x / 0; }\n\
                static T picked(T x) { return 4; }\nstatic T (*pick(void))(T) { return picked; }\n\
                # 1 \"main.c\"\nint main(void) { return used(1) + pick()(1); }\n";
    let mut sources = Sources::default();
    let unit = sources
        .add("main.i", text.to_owned())
        .expect("within limits");
    let rewritten = normalise(&sources, unit, "main").expect("no error").text;
    assert!(!rewritten.contains("x / 0"), "{rewritten}");
    for body in ["return 3;", "return 4;", "return picked;"] {
        assert!(rewritten.contains(body), "{rewritten}");
    }
}

#[test]
fn pragmas_in_comments_count_for_nothing() {
    let load = |pragma: &str| {
        let text = format!(
            "{pragma}\nstruct s {{ char c; int i; }};\n_Static_assert(sizeof(struct s) == 8, \"\");\n\
             int main(void) {{ return 0; }}\n"
        );
        load_text("input.i", &text, &Options::new(Profile::Lp64))
    };
    assert!(load("/*\n#pragma pack(1)\n*/").is_ok());
    assert!(load("#pragma pack(1)").is_err());
}
