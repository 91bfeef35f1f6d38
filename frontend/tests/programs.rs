//! Programs as data: what loads, with the automaton that it becomes; what is refused, with the
//! message. What runs is in the tests of `replay`.
//!
//! `BLESS=1 cargo test -p proofmark-frontend` writes the golden automata anew.

mod files;

use files::files;
use proofmark_frontend::{load, load_text, print, ErrorKind, Options};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::types::Profile;
use std::path::Path;

#[test]
fn accepted_programs_become_their_golden_automata() {
    let mut stale = Vec::new();
    for file in files("accept") {
        let program = load(std::slice::from_ref(&file), &Options::new(Profile::Lp64))
            .unwrap_or_else(|e| panic!("{e}"));
        let (text, golden) = (print::cfa(&program), file.with_extension("cfa"));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&golden, &text).expect("a golden file");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != text {
            stale.push(format!("{}\n{text}", golden.display()));
        }
        let again = load(&[file], &Options::new(Profile::Lp64)).expect("the same program");
        assert_eq!(
            cfa_bytes(&program.arena, &program.cfa),
            cfa_bytes(&again.arena, &again.cfa)
        );
    }
    assert!(
        stale.is_empty(),
        "differ from the golden files:\n{}",
        stale.join("\n")
    );
}

#[test]
fn rejected_programs_say_why() {
    for file in files("reject") {
        let text = std::fs::read_to_string(&file).expect("a program");
        let expected = text
            .lines()
            .next()
            .and_then(|l| l.strip_prefix("// expect: error "))
            .expect("an expectation");
        match load(std::slice::from_ref(&file), &Options::new(Profile::Lp64)) {
            Ok(_) => panic!("{} was accepted", file.display()),
            Err(error) => {
                let shown = format!("{}: {}", error.kind.name(), error.diagnostic.message);
                assert!(
                    shown.contains(expected.trim()),
                    "{}: {error}",
                    file.display()
                );
                assert_ne!(error.kind, ErrorKind::Internal);
                assert!(!error.render().is_empty());
            }
        }
    }
}

#[test]
fn positions_follow_line_markers() {
    let text = "# 7 \"user.c\"\nint main(void) {\n#line 40 \"other.c\"\n  return missing; }\n";
    let error = load_text("unit.i", text, &Options::new(Profile::Lp64))
        .err()
        .expect("an error");
    assert_eq!(
        (
            error.diagnostic.file.as_str(),
            error.diagnostic.line,
            error.diagnostic.column
        ),
        ("other.c", 40, 10)
    );
    assert!(error.render().contains("other.c:40:10"));
}

/// A strict standard and `-fno-builtin` leave gcc without the types of such functions: it takes
/// them to return `int` (gcc manual, "Other Builtins").
#[test]
fn undeclared_functions_of_the_library_depend_on_arguments() {
    let text = "int main(void) { return sizeof(strdup(\"abc\")); }\n";
    for (argument, known) in [
        ("-std=gnu11", true),
        ("-O2", true),
        ("-std=c11", false),
        ("-std=iso9899:1999", false),
        ("-fno-builtin", false),
        ("-fno-builtin-strdup", false),
        ("-ffreestanding", false),
    ] {
        let options = Options {
            cpp_args: vec![argument.to_owned()],
            ..Options::new(Profile::Lp64)
        };
        let loaded = load_text("unit.i", text, &options);
        assert_eq!(loaded.is_ok(), known, "{argument}");
    }
}

/// A strict standard leaves `asm` and `typeof` to programs (gcc manual, "Alternate Keywords").
#[test]
fn words_of_gcc_are_refused_where_they_are_names() {
    for text in [
        "int main(void) { int x = 1; typeof(x) y = 2; return y; }\n",
        "int main(void) { asm(\"\"); return 0; }\n",
    ] {
        let loads = |argument: &str, text: &str| {
            let options = Options {
                cpp_args: vec![argument.to_owned()],
                ..Options::new(Profile::Lp64)
            };
            load_text("unit.i", text, &options).is_ok()
        };
        assert!(loads("-std=gnu11", text), "{text}");
        assert!(!loads("-std=c11", text), "{text}");
        let other = text.replace("typeof", "__typeof__");
        let other = other.replace("asm", "__asm__");
        assert!(loads("-std=c11", &other), "{other}");
    }
}

/// The same inline definition in two files is one, if its words mean the same there.
#[test]
fn inline_definitions_of_two_files_mean_the_same() {
    let base = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("inline");
    std::fs::create_dir_all(&base).expect("a directory");
    let shared = "inline int f(int x) { return g(x) + V + (int)sizeof(T); }\n";
    let file = |name: &str, text: &str| {
        let path = base.join(name);
        std::fs::write(&path, format!("{text}\n#line 1 \"h.h\"\n{shared}")).expect("written");
        path
    };
    let own = "typedef int T; enum { V = 1 }; int g(int);";
    let main = "int main(void) { return f(1); }";
    let one = file("one.c", own);
    std::fs::write(&one, std::fs::read_to_string(&one).expect("text") + main).expect("written");
    for (text, same) in [
        (own, true),
        ("typedef long T; enum { V = 1 }; int g(int);", false),
        ("typedef int T; enum { V = 2 }; int g(int);", false),
        (
            "typedef int T; enum { V = 1 }; static int g(int x) { return x; }",
            false,
        ),
        ("typedef int T; int V; int g(int);", false),
    ] {
        let other = file("other.c", text);
        for files in [[&one, &other], [&other, &one]].map(|f| f.map(Clone::clone)) {
            let loaded = load(&files, &Options::new(Profile::Lp64));
            assert_eq!(loaded.is_ok(), same, "{text}: {:?}", loaded.err());
        }
    }
}

/// The compiler of a file takes an object that is `const` there for one that never changes.
#[test]
fn objects_are_qualified_alike_in_all_files() {
    let base = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("constant");
    std::fs::create_dir_all(&base).expect("a directory");
    let file = |name: &str, text: &str| {
        let path = base.join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    for (here, there, alike) in [
        ("extern const int x[2];", "const int x[2] = {1};", true),
        ("extern int x[2];", "int x[2];", true),
        ("extern const int x[2];", "int x[2];", false),
        ("extern int x[2];", "const int x[2] = {1};", false),
        ("extern int *const x[2];", "int *x[2];", false),
        ("extern const int *x[2];", "int *x[2];", true),
        ("extern volatile int x[2];", "volatile int x[2];", true),
        ("extern int x[2];", "volatile int x[2];", false),
    ] {
        let main = format!("{here} int main(void) {{ return x[1] != 0; }}");
        let files = [file("a.c", &main), file("b.c", there)];
        let loaded = load(&files, &Options::new(Profile::Lp64));
        assert_eq!(loaded.is_ok(), alike, "{here} {there}: {:?}", loaded.err());
    }
}

/// Where tables for exceptions are made, clean-up functions run if a thread ends.
#[test]
fn threads_that_end_unwind_the_stack_with_an_argument() {
    let text = "void pthread_exit(void *) __attribute__((noreturn));\n\
                int main(void) { pthread_exit(0); }\n";
    for (argument, known) in [("-O2", true), ("-fexceptions", false)] {
        let options = Options {
            cpp_args: vec![argument.to_owned()],
            ..Options::new(Profile::Lp64)
        };
        let loaded = load_text("unit.i", text, &options);
        assert_eq!(loaded.is_ok(), known, "{argument}");
    }
}

#[test]
fn preprocessed_text_opens_no_file() {
    let options = Options::new(Profile::Lp64);
    for line in [
        "#pragma GCC dependency <stddef.h>",
        "#pragma GCC pch_preprocess \"x.gch\"",
        "#include <stddef.h>",
        "_Pragma(\"GCC dependency <stddef.h>\")",
    ] {
        let text = format!("{line}\nint main(void) {{ return 0; }}\n");
        assert!(load_text("unit.i", &text, &options).is_err(), "{line}");
        let text = "#pragma GCC diagnostic pop\nint main(void) { return 0; }\n";
        assert!(load_text("unit.i", text, &options).is_ok());
    }
}

/// A compiler that knows two names for two objects goes by that, whatever another file says.
#[test]
fn aliases_of_objects_belong_to_their_file() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aliases");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let alias = "int b = 3;\nextern int a __attribute__((alias(\"b\")));\n";
    let uses = "extern int a, b;\nint main(void) { a = 4; return b; }\n";
    let (names, user) = (file("names.c", alias), file("user.c", uses));
    let options = Options::new(Profile::Lp64);
    for files in [[names.clone(), user.clone()], [user, names]] {
        let error = load(&files, &options).err().expect("an error");
        assert_eq!(error.kind, ErrorKind::Unsupported, "{error}");
    }
    let both = format!("{alias}{}", uses.replace("extern int a, b;\n", ""));
    assert!(load(&[file("both.c", &both)], &options).is_ok());
}
