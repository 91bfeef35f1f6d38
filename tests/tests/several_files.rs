//! What is said of programs of several files whose types look alike (C11 6.2.7p1).

use proofmark_tests::libraries::{run, Desk};

const OBJECT: &str = "typedef struct { int w; } P;\n\
    static P o; P *get1(void) { return &o; } P *get2(void) { return &o; }\n";
const TWICE: &str = "extern void reach_error(void);\n\
    typedef struct { int w; } R1;\ntypedef struct { int w; } R2;\n\
    R1 *get1(void);\nR2 *get2(void);\n\
    int main(void) {\n  R1 *a = get1();\n  R2 *b = get2();\n  a->w = 1;\n  b->w = 2;\n  \
    if (a->w == 1)\n    reach_error();\n  return 0;\n}\n";

/// gcc holds the two types of the second file apart, at -O2: the ledger says so, in both orders.
#[test]
fn two_types_of_a_file_are_apart_though_another_file_has_one() {
    let desk = Desk::new();
    let (a, cert) = (desk.file("a.c", OBJECT), desk.path("cert"));
    let one = TWICE.replace("R2", "R1");
    let one = one.replacen("typedef struct { int w; } R1;\n", "", 1);
    for (text, said_so) in [(TWICE, true), (one.as_str(), false)] {
        let b = desk.file("b.c", text);
        for files in [[&a, &b], [&b, &a]] {
            let arguments = ["certify", "--force", "-o", &cert, files[0], files[1]];
            let (code, said) = run("proofmark", &arguments);
            assert_eq!(code, 0, "{said}");
            assert_eq!(said.contains("types that look alike"), said_so, "{said}");
        }
    }
}

/// Whose type state an object has does not depend on the order of the files.
#[test]
fn a_type_that_looks_like_another_has_no_type_state_in_several_files() {
    let desk = Desk::new();
    let two = "typedef struct { int id; int pad; } K;\ntypedef struct { int id; int pad; } L;\n\
        void l_take(L *);\nK k;\nvoid work(void *p) { L *l = p; l_take(l); }\n";
    let main = "typedef struct { int id; int pad; } M;\nvoid work(void *);\n\
        int main(void) { M x = {1}, y = {2}; work(&x); y = x; work(&y); return 0; }\n";
    let spec = "SHADOW L { int held; }\n\
        EVENT { PATTERN { l_take($1); } ASSERT { $1->held == 0 } ACTION { $1->held = 1; } }\n";
    let (spec, cert) = (desk.file("rule.spec", spec), desk.path("cert"));
    let b = desk.file("b.c", main);
    let certify = |two: &str| {
        let a = desk.file("a.c", two);
        let orders = [[&a, &b], [&b, &a]];
        orders.map(|files| {
            let arguments = ["certify", "--force", "-o", &cert, "--spec", &spec];
            run(
                "proofmark",
                &[&arguments[..], &[files[0], files[1]]].concat(),
            )
        })
    };
    for (code, said) in certify(two) {
        let refused = code == 3 && said.contains("another type of the program looks like it");
        assert!(refused, "{code}: {said}");
    }
    let clear = two.replace("typedef struct { int id; int pad; } K;\n", "typedef L K;\n");
    let clear = clear
        .replacen("typedef L K;\n", "", 1)
        .replace("K k;\n", "");
    for (code, said) in certify(&clear) {
        assert!(code != 3, "{code}: {said}");
    }
}
