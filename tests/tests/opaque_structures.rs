//! Structures that programs leave incomplete and libraries tell of (`tests/libraries/handle`):
//! programs with the definition of the API's C are the twins of those without.

use proofmark_tests::libraries::{api, library, must, proved, read, run, show, Desk};
use proofmark_tests::root;
use std::path::{Path, PathBuf};

const FUNCTIONS: &str = "clk_prepare,clk_enable,clk_disable,clk_unprepare,clk_is_enabled";

fn folder() -> PathBuf {
    root().join("tests/libraries/handle")
}

/// A handle with parts that have no tag.
fn parts() -> PathBuf {
    root().join("tests/libraries/handle_parts")
}

/// The programs of a folder that leave the structure incomplete.
fn opaque(folder: &Path, name: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).expect("the folder");
    let files = files.map(|file| file.expect("a file").path());
    let programs = files.filter(|path| path.extension().is_some_and(|e| e == "c"));
    let named = programs.map(|path| (show(&path), read(&path)));
    let declared = format!("\nstruct {name};\n");
    let defined = format!("\nstruct {name} {{");
    let mut out: Vec<(String, String)> = named
        .filter(|(_, text)| text.contains(&declared))
        .filter(|(path, text)| {
            path.ends_with("inner_scope.c") || !text.contains(&defined) && !path.ends_with("api.c")
        })
        .collect();
    out.sort();
    assert!(out.len() >= 8, "{out:?}");
    out
}

/// What the API's C defines in front of its functions.
fn definitions() -> String {
    let c = read(&folder().join("api.c"));
    let start = c.find("struct clk_ops {").expect("a structure");
    let end = c.find("int clk_prepare").expect("a function");
    c[start..end].to_owned()
}

/// The program with the definitions that it lacks, in front of `main`.
fn whole(text: &str) -> String {
    let mut own = definitions();
    if text.contains("struct clk_ops {") {
        let end = own.find("struct lock").expect("a structure");
        own.replace_range(..end, "");
    }
    in_front_of_main(text, &own)
}

fn in_front_of_main(text: &str, own: &str) -> String {
    assert_eq!(text.matches("int main(void)").count(), 1);
    text.replace("int main(void)", &format!("{own}int main(void)"))
}

/// The program with the definitions that it lacks: its own types without a tag are those of the
/// structure, by the names that they have there.
fn with_parts(text: &str) -> String {
    let c = read(&parts().join("api.c"));
    let part = |start: &str, end: &str| {
        let (start, behind) = (
            c.find(start).expect("a type"),
            c.find(end).expect("its end"),
        );
        c[start..behind].to_owned()
    };
    let counter = part(
        "typedef struct {\n  int counter",
        "\ntypedef struct {\n  atomic_t",
    );
    let lock = part("typedef struct {\n  atomic_t", "\nstruct power");
    let rest = c.find("struct power {").expect("a structure");
    let functions = c.find("int device_open").expect("a function");
    let mut own = String::new();
    if text.contains("} number_t;") {
        own += "typedef number_t atomic_t;\n";
    } else if !text.contains(&counter) {
        own += &counter;
    }
    if !text.contains(&lock) {
        own += &lock;
    }
    in_front_of_main(text, &(own + &c[rest..functions]))
}

/// The assumptions of a certificate, but those about libraries.
fn assumed(said: &str) -> Vec<&str> {
    let lines = said.lines().map(str::trim);
    let told = lines.skip_while(|line| *line != "assuming:");
    told.filter(|line| !line.starts_with("library: ")).collect()
}

#[test]
fn a_program_is_verified_as_if_it_had_the_definition() {
    let desk = Desk::new();
    let to = proved(&desk, &folder(), &["clk.lib"]);
    let cert = desk.path("cert");
    for (name, text) in opaque(&folder(), "clk") {
        let twin = desk.file("twin.c", &whole(&text));
        let certify = |file: &str| {
            let arguments = ["certify", "--use-lib", &to, file, "--force", "-o", &cert];
            run("proofmark", &arguments)
        };
        let (code, said) = certify(&name);
        let (other, told) = certify(&twin);
        assert_eq!(code, other, "{name}: {said}{told}");
        assert!(matches!(code, 0 | 2), "{name}: {said}");
        let (said, told) = (assumed(&said).join("\n"), assumed(&told).join("\n"));
        assert_eq!(said.replace(&name, "twin.c"), told.replace(&twin, "twin.c"));
    }
}

#[test]
fn parts_without_a_tag_are_the_types_that_the_program_has() {
    let desk = Desk::new();
    let to = proved(&desk, &parts(), &["device.lib"]);
    let cert = desk.path("cert");
    for (name, text) in opaque(&parts(), "device") {
        // A type of a block is none of the file's.
        let outside = "typedef struct {\n    int counter;\n  } number_t;\n";
        let text = match text.contains(outside) {
            true => text
                .replace(outside, "")
                .replace("struct device;\n", &format!("struct device;\n{outside}")),
            false => text,
        };
        let twin = desk.file("twin.c", &with_parts(&text));
        let certify = |file: &str| {
            let arguments = ["certify", "--use-lib", &to, file, "--force", "-o", &cert];
            run("proofmark", &arguments)
        };
        let ((code, said), (other, told)) = (certify(&name), certify(&twin));
        assert_eq!(code, other, "{name}: {said}{told}");
        let (said, told) = (assumed(&said).join("\n"), assumed(&told).join("\n"));
        assert_eq!(said.replace(&name, "twin.c"), told.replace(&twin, "twin.c"));
    }
}

const ATOMIC: &str = "typedef struct {\n  int counter;\n} atomic_t;\n";

/// Types of a program that may be a part of the structure, and what is said of each.
const ALIKE: [(&str, &str); 12] = [
    (ATOMIC, ""),
    ("typedef struct {\n  int number;\n} number_t;\n", ""),
    ("struct atomic {\n  int counter;\n};\n", ""),
    ("typedef union {\n  int counter;\n} atomic_t;\n", ""),
    ("typedef struct {\n  long counter;\n} atomic_t;\n", ""),
    (
        "typedef struct {\n  int counter;\n} a_t;\ntypedef struct {\n  int counter;\n} b_t;\n",
        "may be `struct a_t` or `struct b_t`",
    ),
    (
        "struct {\n  int counter;\n} a, b;\nstruct {\n  int counter;\n} c;\n",
        "which have the same members and no tag",
    ),
    (
        "typedef struct {\n  unsigned counter;\n} atomic_t;\n",
        "which have the same members and no tag",
    ),
    (
        "typedef struct {\n  volatile int counter;\n} atomic_t;\n",
        "which have the same members and no tag",
    ),
    (
        "typedef struct {\n  int counter : 30;\n} atomic_t;\n",
        "which have the same members and no tag",
    ),
    (
        "typedef struct {\n  int counter;\n} atomic_t __attribute__((aligned(8)));\n",
        "",
    ),
    (
        "typedef struct {\n  int counter;\n} __attribute__((aligned(8))) atomic_t;\n",
        "which have the same members and no tag",
    ),
];

#[test]
fn a_part_without_a_tag_is_one_type_of_the_program_at_most() {
    let desk = Desk::new();
    let to = proved(&desk, &parts(), &["device.lib"]);
    let text = read(&parts().join("good.c"));
    let cert = desk.path("cert");
    for (types, expected) in ALIKE {
        let own = text.replace("struct device;\n", &format!("struct device;\n{types}"));
        let own = desk.file("own.c", &own);
        let arguments = ["certify", "--use-lib", &to, &own, "--force", "-o", &cert];
        let status = if expected.is_empty() { 0 } else { 3 };
        let said = must("proofmark", &arguments, status);
        assert!(said.contains(expected), "{types}: {said}");
    }
    // Types of other files count, whichever is read first.
    let (user, more) = (desk.file("user.c", &text), desk.path("more.c"));
    let two = ATOMIC.replace("atomic_t", "other_t");
    for (types, status) in [(ATOMIC.to_owned(), 0), (format!("{ATOMIC}{two}"), 3)] {
        std::fs::write(&more, format!("{types}atomic_t more;\n")).expect("written");
        for files in [[user.as_str(), &more], [more.as_str(), &user]] {
            let arguments = ["certify", "--use-lib", &to, "--force", "-o", &cert];
            must("proofmark", &[&arguments[..], &files].concat(), status);
        }
    }
}

#[test]
fn files_of_one_program_have_one_structure_with_parts() {
    let desk = Desk::new();
    let to = proved(&desk, &parts(), &["device.lib"]);
    let cert = desk.path("cert");
    let certify = |files: [&str; 2]| {
        let arguments = ["certify", "--use-lib", &to, "--force", "-o", &cert];
        run("proofmark", &[&arguments[..], &files].concat())
    };
    let c = read(&parts().join("api.c"));
    let own = &c[..c.find("int device_open").expect("a function")];
    let right = desk.file("right.c", own);
    let wrong = desk.file("wrong.c", &own.replace("int counter", "long counter"));
    for user in ["good.c", "unread.c"] {
        let user = show(&parts().join(user));
        for files in [[user.as_str(), &right], [right.as_str(), &user]] {
            let (code, said) = certify(files);
            assert_eq!(code, 0, "{said}");
        }
        for files in [[user.as_str(), &wrong], [wrong.as_str(), &user]] {
            let (code, said) = certify(files);
            assert_eq!(code, 3, "{said}");
        }
    }
    // The type may be that of another file only.
    let text = read(&parts().join("counted.c"));
    let (front, main) = text.split_once("int main(void) {\n").expect("main");
    let there = main.replace("  return 0;\n", "");
    let there = there.replace("struct device *dev = device_get(0);", "device_close(dev);");
    let there = format!("{front}void counted(struct device *dev) {{\n{there}");
    let front = front.replace(ATOMIC, "");
    let front = front.replace("extern atomic_t *device_refs(struct device *dev);\n", "");
    let here = format!(
        "{front}void counted(struct device *dev);\nint main(void) {{\n  struct device *dev = \
         device_get(0);\n  device_close(dev);\n  counted(dev);\n  return 0;\n}}\n"
    );
    assert!(
        there.contains(ATOMIC) && !here.contains("atomic_t"),
        "{here}"
    );
    let right = there.replace("  device_register(dev);\n", "");
    let (here, there) = (desk.file("here.c", &here), desk.file("there.c", &there));
    let right = desk.file("right.c", &right);
    for (other, answer) in [(&there, 2), (&right, 0)] {
        for files in [[here.as_str(), other], [other, &here]] {
            let (code, said) = certify(files);
            assert_eq!(code, answer, "{said}");
        }
    }
}

/// Changes of a program, and what is said of each.
const REFUSED: [(&str, &str, &str); 14] = [
    (
        "main(void) {",
        "main(void) {\n  if (sizeof(struct clk) == 1)\n    return 1;",
        "incomplete",
    ),
    (
        "main(void) {",
        "main(void) {\n  if (_Alignof(struct clk) == 1)\n    return 1;",
        "incomplete",
    ),
    (
        "  clk_disable(clk);",
        "  clk->enabled = 0;",
        "`struct clk` is incomplete here",
    ),
    (
        "  clk_disable(clk);",
        "  clk_disable(clk + 1);",
        "incomplete",
    ),
    ("  clk_disable(clk);", "  struct clk own;", "incomplete"),
    (
        "  clk_disable(clk);",
        "  *clk = *clk_get(1);",
        "the compiler refuses the program",
    ),
    (
        "struct clk;\n",
        "struct clk;\nstruct clk own;\n",
        "the compiler refuses the program",
    ),
    (
        "struct clk;\n",
        "struct clk;\nextern struct clk all[];\n",
        "the compiler refuses the program",
    ),
    ("struct clk;\n", "enum clk { A };\n", "another kind of tag"),
    (
        "struct clk;\n",
        "#pragma pack(1)\nstruct clk;\n",
        "an attribute or a pragma",
    ),
    (
        "struct clk;\n",
        "struct lock {\n  int owner;\n  char held[5];\n};\nstruct clk;\n",
        "of the library is",
    ),
    (
        "struct clk;\n",
        "struct lock {\n  unsigned owner : 30;\n  unsigned char held[5];\n};\nstruct clk;\n",
        "is a bit-field",
    ),
    (
        "struct clk;\n",
        "union lock {\n  int owner;\n};\nstruct clk;\n",
        "another kind of tag",
    ),
    (
        "struct clk;\n",
        "int __boolean_library_opaque;\nstruct clk;\n",
        "begins with",
    ),
];

#[test]
fn a_program_that_needs_the_definition_is_wrong_without_it() {
    let desk = Desk::new();
    let to = proved(&desk, &folder(), &["clk.lib"]);
    let text = read(&folder().join("good.c"));
    let cert = desk.path("cert");
    for (old, new, expected) in REFUSED {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        let other = desk.file("other.c", &text.replace(old, new));
        let arguments = ["certify", "--use-lib", &to, &other, "--force", "-o", &cert];
        let said = must("proofmark", &arguments, 3);
        assert!(said.contains(expected), "{new}: {said}");
    }
    // The checker refuses it too, whatever the certificate.
    let right = show(&folder().join("good.c"));
    must(
        "proofmark",
        &["certify", "--use-lib", &to, &right, "-o", &cert, "--force"],
        0,
    );
    let own = desk.file(
        "own.c",
        &text.replace("struct clk;\n", "struct clk;\nstruct clk own;\n"),
    );
    let said = must("check", &["--use-lib", &to, &own, &cert], 3);
    assert!(said.contains("the compiler refuses the program"), "{said}");
    // A prototype's own structure is not that of the library.
    let scoped = "int clk_is_enabled(struct clk *clk);\n\
                  int main(void) {\n  return clk_is_enabled(0);\n}\n";
    let scoped = desk.file("scoped.c", scoped);
    let (code, said) = run(
        "proofmark",
        &["certify", "--use-lib", &to, &scoped, "-o", &cert],
    );
    assert_eq!(code, 3, "{said}");
    let everywhere = desk.file("union.c", &text.replace("struct clk", "union clk"));
    let (code, said) = run(
        "proofmark",
        &["certify", "--use-lib", &to, &everywhere, "-o", &cert],
    );
    assert_eq!(code, 3, "{said}");
}

#[test]
fn what_a_library_does_not_tell_is_not_guessed() {
    let desk = Desk::new();
    let to = read(Path::new(&proved(&desk, &folder(), &["clk.lib"])));
    let user = show(&folder().join("good.c"));
    let cert = desk.path("cert");
    let without = |starts: &str| {
        let lines = to.lines().filter(|line| !line.starts_with(starts));
        let lines: Vec<&str> = lines.collect();
        desk.file("less.lib", &(lines.join("\n") + "\n"))
    };
    for (starts, expected) in [
        ("opaque ", "and has no line `opaque` about it"),
        ("opaque struct clk ", "and has no line `opaque` about it"),
        (
            "opaque struct lock ",
            "and not of `struct lock`, which is a part of it",
        ),
    ] {
        let less = without(starts);
        let said = must(
            "proofmark",
            &["certify", "--use-lib", &less, &user, "-o", &cert],
            3,
        );
        assert!(said.contains(expected), "{starts}: {said}");
    }
    // A program that has the structure needs no such line; the C adds them.
    let (less, whole) = (without("opaque "), show(&folder().join("whole.c")));
    must(
        "proofmark",
        &["certify", "--use-lib", &less, &whole, "-o", &cert],
        0,
    );
    let (c, more) = (show(&folder().join("api.c")), desk.path("more.lib"));
    must("check", &[&c, &less], 0);
    must("proofmark", &["merge", &less, "--api", &c, "-o", &more], 0);
    assert_eq!(read(Path::new(&more)), to);
    // Or says why it cannot.
    let bits = read(&folder().join("api.c")).replace("int owner;", "int owner : 30;");
    let bits = desk.file("bits.c", &bits);
    let about = api(Path::new(&bits));
    let text = read(&folder().join("clk.lib"));
    let text: Vec<&str> = text
        .lines()
        .filter(|line| !line.starts_with("opaque "))
        .collect();
    let text = desk.file("bits.lib", &library(&(text.join("\n") + "\n"), &about));
    let said = must(
        "proofmark",
        &["merge", &text, "--api", &bits, "-o", &more],
        0,
    );
    assert!(
        said.contains("can leave this incomplete: `struct lock`: the member"),
        "{said}"
    );
}

#[test]
fn files_of_one_program_have_one_structure() {
    let desk = Desk::new();
    let to = proved(&desk, &folder(), &["clk.lib"]);
    let (user, cert) = (show(&folder().join("good.c")), desk.path("cert"));
    let own = format!("struct clk;\n{}", definitions());
    let right = desk.file("right.c", &own);
    let wrong = desk.file("wrong.c", &own.replace("long long rate", "unsigned rate"));
    let certify = |files: [&str; 2]| {
        let arguments = ["certify", "--use-lib", &to, "--force", "-o", &cert];
        run("proofmark", &[&arguments[..], &files].concat())
    };
    for files in [[user.as_str(), &right], [right.as_str(), &user]] {
        let (code, said) = certify(files);
        assert_eq!(code, 0, "{said}");
        must(
            "check",
            &[&["--use-lib", &to], &files[..], &[&cert]].concat(),
            0,
        );
    }
    for files in [[user.as_str(), &wrong], [wrong.as_str(), &user]] {
        let (code, said) = certify(files);
        assert_eq!(code, 3, "{said}");
        assert!(
            said.contains("two files define `struct clk") && said.contains("` differently"),
            "{said}"
        );
    }
    // A file that leaves it incomplete does not get it from another one.
    let size = "struct clk;\nint size(struct clk *clk) {\n  return sizeof *clk;\n}\n";
    let size = desk.file("size.c", size);
    let text = read(Path::new(&user)).replace("main(void) {", "main(void) {\n  size(0);");
    let calls = desk.file(
        "calls.c",
        &format!("struct clk;\nint size(struct clk *clk);\n{text}"),
    );
    for files in [[calls.as_str(), &size], [size.as_str(), &calls]] {
        let (code, said) = certify(files);
        assert_eq!(code, 3, "{said}");
        assert!(said.contains("incomplete"), "{said}");
    }
}

/// A library of another API with a structure of this tag.
fn other(desk: &Desk, members: &str) -> String {
    let c = format!(
        "struct clk;\n{}int clk_rate_is_set(struct clk *clk) {{\n  if (clk->rate)\n    return 1;\n  \
         return 0;\n}}\n",
        definitions().replace("  long long rate;\n", members)
    );
    let user = "extern void reach_error(void);\nstruct clk;\nextern struct clk *clk_get(int);\n\
                int clk_rate_is_set(struct clk *clk);\nint main(void) {\n  \
                struct clk *clk = clk_get(0);\n  int set = clk_rate_is_set(clk);\n  \
                if (set != clk_rate_is_set(clk))\n    reach_error();\n  return 0;\n}\n";
    let c = desk.file("other.c", &c);
    let (user, to) = (desk.file("user.c", user), desk.path("other.lib"));
    let functions = ["train", "--functions", "clk_rate_is_set", "--api", &c];
    must(
        "proofmark",
        &[&functions[..], &[&user, "-o", &to]].concat(),
        0,
    );
    to
}

#[test]
fn libraries_that_disagree_are_refused() {
    let (desk, two) = (Desk::new(), Desk::new());
    let to = proved(&desk, &folder(), &["clk.lib"]);
    let text = read(&folder().join("good.c"));
    let both = text.replace(
        "struct clk;\n",
        "struct clk;\nint clk_rate_is_set(struct clk *clk);\n",
    );
    let (both, cert) = (desk.file("both.c", &both), desk.path("cert"));
    for (members, answer) in [
        ("  long long rate;\n", 0),
        ("  unsigned long long rate;\n", 3),
    ] {
        let other = other(&two, members);
        let told = read(Path::new(&other));
        assert!(told.contains("\nopaque struct clk "), "{told}");
        let arguments = [
            "certify",
            "--use-lib",
            &to,
            "--use-lib",
            &other,
            &both,
            "--force",
            "-o",
        ];
        let (code, said) = run("proofmark", &[&arguments[..], &[&cert]].concat());
        assert_eq!(code, answer, "{said}");
        let refused = said.contains("two of the libraries tell something else of it");
        assert_eq!(refused, answer != 0, "{said}");
    }
}

#[test]
fn the_structure_is_that_of_the_abi() {
    let desk = Desk::new();
    let (c, good) = (
        show(&folder().join("api.c")),
        show(&folder().join("good.c")),
    );
    let bad = show(&folder().join("bad.c"));
    for (abi, told) in [
        (
            "lp64",
            "struct clk 64 {0 struct clk * parent; 8 struct clk_ops ops; 24 const char *",
        ),
        (
            "ilp32",
            "struct clk 44 {0 struct clk * parent; 4 struct clk_ops ops; 12 const char *",
        ),
    ] {
        let (to, cert) = (desk.path(abi), desk.path("cert"));
        let functions = [
            "train",
            "--arch",
            abi,
            "--functions",
            FUNCTIONS,
            "--api",
            &c,
            &good,
        ];
        must("proofmark", &[&functions[..], &["-o", &to]].concat(), 0);
        let text = read(Path::new(&to));
        assert!(text.contains(&format!("\nopaque {told}")), "{text}");
        let certify = |file: &str, status: i32| {
            let arguments = [
                "certify",
                "--arch",
                abi,
                "--use-lib",
                &to,
                file,
                "--force",
                "-o",
            ];
            must("proofmark", &[&arguments[..], &[&cert]].concat(), status)
        };
        certify(&bad, 2);
        certify(&good, 0);
        let believed = must("check", &["--arch", abi, "--use-lib", &to, &good, &cert], 0);
        assert!(believed.contains("library: struct clk: "), "{believed}");
        let proved = ["--arch", abi, "--use-lib", &to, "--api", &c, &good, &cert];
        let said = must("check", &proved, 0);
        assert!(!said.contains("library: "), "{said}");
        // The certificate is about this text of the library.
        let other = text.replace(" long long rate", " unsigned long long rate");
        assert_ne!(other, text);
        let other = desk.file("other.lib", &other);
        must(
            "check",
            &["--arch", abi, "--use-lib", &other, &good, &cert],
            1,
        );
        let (code, said) = run("check", &["--arch", abi, &c, &other]);
        assert!(
            code == 3 && said.contains("programs leave incomplete"),
            "{code}: {said}"
        );
    }
}
