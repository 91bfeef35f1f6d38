//! Programs that use boolean libraries: what they mean by a name, where the library's structures
//! are, and whose events calls are.

use proofmark_tests::libraries::{must, proved, read, run, show, Desk};
use proofmark_tests::root;
use std::path::Path;

/// Declarations of a program, and why they are not of the library's function.
const DECLARED: [(&str, &str); 6] = [
    ("int inc_dec(int x, int op) { return x; }", "defines it"),
    ("static int inc_dec(int x, int op);", "declares it `static`"),
    (
        "int weak, inc_dec(int, int) __attribute__((weak));",
        "from the linker",
    ),
    (
        "int inc_dec(int, int) __asm__(\"other\");",
        "from the linker",
    ),
    (
        "__attribute__((noreturn)) int inc_dec(int, int);",
        "not return",
    ),
    ("int inc_dec(int, int), __boolean_library_1;", "begins with"),
];

#[test]
fn programs_that_mean_another_function_are_refused() {
    let folder = root().join("tests/libraries/inc_dec");
    let desk = Desk::new();
    let (to, cert) = (proved(&desk, &folder, &["up.lib"]), desk.path("cert"));
    for (declared, expected) in DECLARED {
        let call = "int main(void) { return inc_dec(1, 0); }\n";
        let driver = desk.file("driver.c", &format!("{declared}\n{call}"));
        let arguments = ["certify", "--use-lib", &to, &driver, "-o", &cert];
        let said = must("proofmark", &arguments, 3);
        assert!(said.contains(expected), "{declared}: {said}");
    }
}

/// The library's idea of a structure is the program's.
#[test]
fn members_are_where_the_library_says() {
    let folder = root().join("tests/libraries/state");
    let desk = Desk::new();
    let to = proved(&desk, &folder, &["dev.lib"]);
    let driver = read(&folder.join("two.c"));
    let cert = desk.path("cert");
    for (old, new) in [
        ("  int irq;\n  int state;", "  int state;\n  int irq;"),
        ("  int irq;", "  long irq;"),
        ("  int state;", "  unsigned state;"),
        ("  int state;", "  volatile int state;"),
    ] {
        let other = desk.file("other.c", &driver.replace(old, new));
        let (code, said) = run(
            "proofmark",
            &["certify", "--use-lib", &to, &other, "--force", "-o", &cert],
        );
        assert_eq!(code, 3, "{new}: {said}");
        assert!(said.contains("library"), "{new}: {said}");
    }
    // What predicates do not name may differ.
    let other = desk.file(
        "other.c",
        &driver.replace("struct device *next;", "long more[7];"),
    );
    must(
        "proofmark",
        &["certify", "--use-lib", &to, &other, "--force", "-o", &cert],
        0,
    );
}

/// So are all members of structures by which its C gets to what it writes.
#[test]
fn structures_on_the_way_are_those_of_the_library() {
    let folder = root().join("tests/libraries/chain");
    let desk = Desk::new();
    let to = proved(&desk, &folder, &["reset.lib"]);
    let driver = read(&folder.join("answers.c"));
    let cert = desk.path("cert");
    for (old, new) in [
        ("  int id;\n", "  int id, more;\n  long other;\n"),
        ("  int id;\n", "  unsigned id;\n"),
        (
            "  struct device *first;\n",
            "  struct device *first;\n  int more;\n",
        ),
        (
            "  struct bus *bus;\n",
            "  struct bus *bus;\n  struct device *other;\n",
        ),
        ("  int state;\n", "  int state, more;\n"),
        ("  int state;\n", "  int state: 32;\n"),
        ("struct bus {\n", "union bus;\nstruct bus {\n  char more;\n"),
    ] {
        assert_eq!(driver.matches(old).count(), 1, "{old}");
        let other = desk.file("other.c", &driver.replace(old, new));
        let (code, said) = run(
            "proofmark",
            &["certify", "--use-lib", &to, &other, "--force", "-o", &cert],
        );
        assert_eq!(code, 3, "{new}: {said}");
    }
    // The checker refuses it too, whatever the certificate.
    let right = show(&folder.join("answers.c"));
    let arguments = ["certify", "--use-lib", &to, &right, "--force", "-o", &cert];
    must("proofmark", &arguments, 0);
    let other = desk.file("other.c", &driver.replace("  int id;", "  long id, more;"));
    let said = must("check", &["--use-lib", &to, &other, &cert], 3);
    assert!(said.contains("in the library"), "{said}");
}

const ONCE: &str = "GLOBAL int calls = 0;
EVENT { PATTERN { $? = NAME($1); } ASSERT { calls == 0 } ACTION { calls = 1; } }
";

/// Events happen in the program; where they may happen in a library, it is refused.
#[test]
fn no_event_is_lost_in_a_library() {
    let folder = root().join("tests/libraries/calls");
    let desk = Desk::new();
    let to = proved(&desk, &folder, &["quarter.lib"]);
    let (user, cert) = (show(&folder.join("user.c")), desk.path("cert"));
    let certify = |spec: &str, driver: &str| {
        let spec = desk.file("rule.spec", spec);
        let arguments = ["certify", "--force", "-o", &cert, "--spec", &spec];
        let used = ["--use-lib", &to, driver];
        run("proofmark", &[&arguments[..], &used].concat())
    };
    // Calls of the library's function are events of the program.
    let (code, said) = certify(&ONCE.replace("NAME", "quartered"), &user);
    assert!(matches!(code, 1 | 2), "{code}: {said}");
    let once = "int quartered(int);\nint main(void) { return quartered(8); }\n";
    let once = desk.file("once.c", once);
    let (code, said) = certify(&ONCE.replace("NAME", "quartered"), &once);
    assert_eq!(code, 0, "{said}");
    // Where they may be calls that the library makes, it is refused.
    let named = "int other(int) __asm__(\"halved\");\nint quartered(int);
        int main(void) { other(1); return quartered(8); }\n";
    let named = desk.file("named.c", named);
    let assigned = "GLOBAL int n = 0;\nEVENT { PATTERN { $1 = $2; } ACTION { n = 1; } }\n";
    for (spec, driver) in [
        (ONCE.replace("NAME", "halved"), &user),
        (ONCE.replace("NAME", "other"), &named),
        (assigned.to_owned(), &user),
    ] {
        let (code, said) = certify(&spec, driver);
        let refused = code == 3 && said.contains("may match inside");
        assert!(refused, "{code}: {said}");
    }
    // What only the library's C can call, programs do not get.
    let helper = "extern void reach_error(void);\nint halved(int);
        int main(void) { if (halved(8) != 4) reach_error(); return 0; }\n";
    let helper = desk.file("helper.c", helper);
    let arguments = ["certify", "--use-lib", &to, &helper, "-o", &desk.path("h")];
    must("proofmark", &arguments, 1);
}

const NEVER: &str = "GLOBAL int unused = 0;
EVENT { PATTERN { NAME; } ASSERT { unused == 1 } }
";

/// Under a specification, a run ends where an assertion of the library fails, and is not rejected;
/// unless something else may happen there.
#[test]
fn assertions_only_end_runs_under_a_specification() {
    let folder = root().join("tests/libraries/asserted");
    let desk = Desk::new();
    let (to, cert) = (proved(&desk, &folder, &["slot.lib"]), desk.path("cert"));
    let program = |own: &str, taken: &str| {
        let text = format!(
            "{own}\nvoid slot_init(void);\nint slot_take(int n);\nvoid slot_give(void);\n\
             void done(void) {{}}\n\
             int main(void) {{ slot_init(); {taken} slot_give(); done(); return 0; }}\n"
        );
        desk.file("user.c", &text)
    };
    let c = show(&folder.join("api.c"));
    let certify = |user: &str, event: &str, with: &[&str]| {
        let spec = desk.file("rule.spec", &NEVER.replace("NAME", event));
        let arguments = ["certify", "--force", "-o", &cert, "--spec", &spec, user];
        run("proofmark", &[&arguments[..], with].concat())
    };
    let library: &[&str] = &["--use-lib", &to];
    for (taken, with, expected) in [
        ("", library, 0),
        ("", &[c.as_str()], 0),
        ("if (slot_take(0)) return 0;", library, 2),
        ("if (slot_take(0)) return 0;", &[c.as_str()], 1),
    ] {
        let (code, said) = certify(&program("", taken), "done()", with);
        assert_eq!(code, expected, "{taken} {with:?}: {said}");
    }
    // What the library calls, no rule and no program may tell of.
    let fail = "void __assert_fail(const char *a, const char *f, unsigned l, const char *n)";
    let call = "__assert_fail($?, $?, $?, $?)";
    for (own, event, expected) in [
        (format!("{fail};"), call, "may match inside"),
        (
            format!("void done(void);\n{fail} {{ done(); }}"),
            "done()",
            "assertions call it",
        ),
        (
            "void boom(void) __asm__(\"__assert_fail\");".to_owned(),
            "boom()",
            "may match inside",
        ),
    ] {
        let (code, said) = certify(&program(&own, ""), event, library);
        assert!(code == 3 && said.contains(expected), "{code}: {said}");
    }
}

/// A call that a library makes of the program's own function is no event: a rule about such calls
/// is refused, one about other calls is not.
#[test]
fn no_event_is_lost_in_a_callback() {
    let folder = root().join("tests/libraries/each");
    let desk = Desk::new();
    let to = proved(&desk, &folder, &["each.lib"]);
    let (user, cert) = (show(&folder.join("good.c")), desk.path("cert"));
    let certify = |name: &str| {
        let once = ONCE.replace("NAME($1)", name).replace("calls", "times");
        let spec = desk.file("rule.spec", &once);
        let arguments = ["certify", "--force", "-o", &cert, "--spec", &spec];
        let used = ["--use-lib", &to, &user];
        run("proofmark", &[&arguments[..], &used].concat())
    };
    let (code, said) = certify("visit($1, $2)");
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("which is no event"), "{said}");
    let (code, said) = certify("for_each($1, $2, $3)");
    assert!(matches!(code, 1 | 2), "{code}: {said}");
}

/// What is promised of a function holds for the C that a library stands for.
#[test]
fn a_promise_about_a_function_of_a_library_is_told() {
    let folder = root().join("tests/libraries/each");
    let desk = Desk::new();
    let to = proved(&desk, &folder, &["each.lib"]);
    let user = read(&folder.join("good.c"));
    let promised = user.replacen("void *arg);\n", "void *arg) __attribute__((leaf));\n", 1);
    let (user, cert) = (desk.file("user.c", &promised), desk.path("cert"));
    let arguments = ["certify", "--use-lib", &to, &user, "-o", &cert];
    let said = must("proofmark", &arguments, 0);
    assert!(said.contains("promise: leaf: "), "{said}");
}

/// What its C assumes where no predicate is changed is assumed by a library.
#[test]
fn what_the_whole_c_assumes_is_told() {
    let desk = Desk::new();
    let c = desk.file(
        "api.c",
        "int f(int a, int b)\n{\n  int t = a / b;\n  if (b == 0)\n    return 1;\n  return 0;\n}\n",
    );
    let user = desk.file(
        "user.c",
        "extern void reach_error(void);\nint f(int a, int b);\n\
         int main(void)\n{\n  if (f(1, 1) == 2)\n    reach_error();\n  return 0;\n}\n",
    );
    let lib = desk.path("f.lib");
    let arguments = ["train", "--functions", "f", "--api", &c, &user, "-o", &lib];
    must("proofmark", &arguments, 0);
    let said = must("check", &[&c, &lib], 0);
    assert!(said.contains("division: "), "{said}");
    must("check", &["--deny", "undefined-behaviour", &c, &lib], 1);
}

/// A program has one structure of a tag; in a library about two files with a structure each, the
/// member of one would be believed to be that of the other.
#[test]
fn a_member_is_one_in_all_files() {
    let desk = Desk::new();
    let one = desk.file(
        "one.c",
        "struct s { int a, b, c, d; };\nint ga(struct s *p) { return p->a; }\n",
    );
    let other = desk.file(
        "other.c",
        "struct s { int c, d, a, b; };\nint gb(struct s *p) { return p->a; }\n",
    );
    let function = |name: &str| {
        format!(
            "function int {name}(struct s * p)\nM \nR {{return==1}}\n\
             bool {name}({{p->a==1}}) begin\n  bool {{return==1}};\n  \
             {{return==1}} := choose({{p->a==1}}, !{{p->a==1}});\n  \
             return {{return==1}};\n  return {{return==1}};\nend\n"
        )
    };
    let text = desk.file(
        "text.lib",
        &format!(
            "proofmark-boolean-library 1\nabi lp64\nc {}\nfield struct s.a 0 int\n\
             field struct s.a 8 int\n{}{}",
            "0".repeat(64),
            function("ga"),
            function("gb"),
        ),
    );
    let to = desk.path("proved.lib");
    let merge = ["merge", &text, "--api", &one, "--api", &other, "-o", &to];
    let (code, said) = run("proofmark", &merge);
    assert_ne!(code, 0, "{said}");
    let digest = said
        .split("this has ")
        .nth(1)
        .and_then(|rest| rest.get(..64));
    let digest = digest.unwrap_or_else(|| panic!("no digest: {said}"));
    let right = read(Path::new(&text)).replace(&"0".repeat(64), digest);
    std::fs::write(&text, right).expect("written");
    let said = must("proofmark", &merge, 3);
    assert!(
        said.contains("`struct s.a` is not the same member in all files"),
        "{said}"
    );
}
