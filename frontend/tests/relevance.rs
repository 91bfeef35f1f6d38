//! What a specification has to do with a program: each of these looks at one way in which a rule is
//! about something, or about nothing.

use proofmark_frontend::relevance::Watched;
use proofmark_frontend::{load_text, spec, Options, Program};
use proofmark_logic::types::Profile;

const DECLARATIONS: &str = "struct m { int raw; }; struct m a; int g, debug;
    void mutex_lock_nested(struct m *m, int class); void mutex_unlock(struct m *m); int probe(int x);
    int nondet(void); _Noreturn void exit(int status); void abort(void);\n";

fn program(specification: &str, text: &str) -> Program {
    let specification =
        spec::read_text("rule.spec", specification).unwrap_or_else(|e| panic!("{e}"));
    let options = Options {
        specification,
        ..Options::new(Profile::Lp64)
    };
    load_text("driver.c", &format!("{DECLARATIONS}{text}"), &options)
        .unwrap_or_else(|e| panic!("{e}"))
}

fn event(pattern: &str, text: &str) -> (Watched, bool) {
    let rule = format!("EVENT {{ PATTERN {{ {pattern}; }} ASSERT {{ 0 == 0 }} }}");
    let program = program(&rule, text);
    let watched = program.relevance.watched.first().cloned();
    (
        watched.expect("an event"),
        program.relevance.is_applicable(),
    )
}

/// Statements that can be reached, and statements that cannot.
#[track_caller]
fn counts(pattern: &str, text: &str, reached: usize, unreachable: usize) {
    let (watched, applicable) = event(pattern, text);
    let found = (watched.statements.len(), watched.unreachable.len());
    assert_eq!(found, (reached, unreachable), "{pattern} in {text}");
    assert_eq!(applicable, reached > 0, "{pattern} in {text}");
}

#[test]
fn statements_are_counted_once_wherever_they_are_copied() {
    counts(
        "mutex_unlock($1)",
        "void f(void) { mutex_unlock(&a); } int main(void) { f(); f(); mutex_unlock(&a); return 0; }",
        2,
        0,
    );
    counts(
        "g = $1",
        "int main(void) { g = 1; for (g = 0; g < 3; g++) ; return 0; }",
        3,
        0,
    );
    counts(
        "mutex_unlock($1)",
        "int main(void) { void (*f)(struct m *) = mutex_unlock; f(&a); return 0; }",
        1,
        0,
    );
    counts(
        "mutex_unlock($1)",
        "int f(int n) { mutex_unlock(&a); return n ? f(n - 1) : 0; } int main(void) { return f(3); }",
        1,
        0,
    );
}

#[test]
fn what_no_path_leads_to_does_not_count() {
    for body in [
        "return 0; mutex_unlock(&a);",
        "if (0) mutex_unlock(&a); return 0;",
        "while (1) ; mutex_unlock(&a);",
        "abort(); mutex_unlock(&a);",
        "exit(1); mutex_unlock(&a);",
        "goto out; mutex_unlock(&a); out: return 0;",
        "if (sizeof(int) == 2) mutex_unlock(&a); return 0;",
        "return 0; { int i; for (i = 0; i < 3; i++) mutex_unlock(&a); }",
    ] {
        counts(
            "mutex_unlock($1)",
            &format!("int main(void) {{ {body} }}"),
            0,
            1,
        );
    }
    counts(
        "mutex_unlock($1)",
        "void unused(void) { mutex_unlock(&a); } int main(void) { return 0; }",
        0,
        1,
    );
    // The value of a variable is not looked at.
    counts(
        "mutex_unlock($1)",
        "int main(void) { if (debug) mutex_unlock(&a); return 0; }",
        1,
        0,
    );
    // A copy that cannot be reached does not matter if another one can.
    counts(
        "mutex_unlock($1)",
        "void f(void) { mutex_unlock(&a); } int main(void) { if (0) f(); f(); return 0; }",
        1,
        0,
    );
}

#[test]
fn names_that_come_close_are_given() {
    let main = "int main(void) { mutex_lock_nested(&a, 0); g = 1; return probe(2); }";
    assert_eq!(
        event("mutex_lock($1)", main).0.similar,
        ["mutex_lock_nested"]
    );
    assert_eq!(event("prob($1)", main).0.similar, ["probe"]);
    assert_eq!(event("G = $1", main).0.similar, ["g"]);
    assert_eq!(event("kfree($1)", main).0.similar, [""; 0]);
    // Not called, so not meant.
    assert_eq!(event("mutex_unloc($1)", main).0.similar, [""; 0]);
    // Called, but not like this.
    let (watched, applicable) = event("probe($1)", main);
    assert_eq!((watched.missed.len(), applicable), (1, false));
    let (watched, applicable) = event("$? = probe($1)", main);
    assert_eq!((watched.missed.len(), applicable), (0, true));
}

#[test]
fn final_conditions_count_where_they_say_something() {
    let applicable = |rule: &str, body: &str| {
        program(rule, &format!("int main(void) {{ {body} }}"))
            .relevance
            .is_applicable()
    };
    let ends = "return 0;";
    assert!(applicable("FINAL { g == 0 }", ends));
    assert!(applicable("GLOBAL int n; FINAL { n == 0 }", ends));
    assert!(applicable("FINAL { g == 0 }", "exit(1);"));
    assert!(!applicable("FINAL { g == 0 }", "while (1) ;"));
    assert!(!applicable("FINAL { g == 0 }", "abort();"));
    let counted =
        "GLOBAL int n; EVENT { PATTERN { mutex_unlock($1); } ACTION { n++; } } FINAL { n == 0 }";
    assert!(applicable(counted, "mutex_unlock(&a); return 0;"));
    assert!(!applicable(counted, ends), "nothing changes n");
    let mixed =
        "GLOBAL int n; EVENT { PATTERN { mutex_unlock($1); } ACTION { n++; } } FINAL { n == g }";
    assert!(applicable(mixed, ends), "the program changes g");
    assert!(!applicable(
        "GLOBAL int n = 1; SHADOW struct m { int held; }",
        ends
    ));
    assert!(!applicable("INITIAL { g == 0 }", ends));
}

#[test]
fn the_built_in_errors_are_always_about_the_program() {
    let load = |text: &str| {
        let options = Options::new(Profile::Lp64);
        load_text("driver.c", text, &options).unwrap_or_else(|e| panic!("{e}"))
    };
    for (text, paths) in [
        ("int main(void) { return 0; }", false),
        (
            "void reach_error(void); int main(void) { return 0; reach_error(); }",
            false,
        ),
        (
            "void reach_error(void); int main(void) { reach_error(); }",
            true,
        ),
        ("int main(void) { goto ERROR; ERROR: return 0; }", true),
    ] {
        let relevance = load(text).relevance;
        assert!(relevance.is_applicable() && relevance.watched.is_empty());
        assert_eq!(relevance.error_has_paths, paths, "{text}");
    }
}

#[test]
fn the_outline_lists_functions_in_the_order_of_their_calls() {
    let names = |text: &str| -> Vec<String> {
        let options = Options::new(Profile::Lp64);
        let program = load_text("driver.c", text, &options).unwrap_or_else(|e| panic!("{e}"));
        program.outline.iter().map(|f| f.function.clone()).collect()
    };
    let text = "int c(int n) { return n ? c(n - 1) : 0; } void b(void) { } void d(void) { }
        void a(void) { b(); } void unused(void) { } int main(void) { a(); if (0) d(); b(); return c(2); }";
    assert_eq!(names(text), ["main", "a", "b", "c"]);
}
