//! Answers that rest on an assumption, or on an order of operands that C leaves open.

use proofmark_tests::queried::small::{explained, rows};

/// Dead code that is dead as long as `outside` does not call back, and because of a condition.
const OUTSIDE: &str = "extern int outside(int);
static int never(void) { return 1; }
int main(void) {
  int n = outside(3);
  if (n > 2 && n < 1)
    n = never();
  return n;
}
";

#[test]
fn what_rests_on_a_denied_assumption_is_unknown() {
    let script = "live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
        PRINT !live(l) & LOC_FUNC(l, _);";
    let (status, answer) = explained(script, OUTSIDE, &[]);
    assert_eq!((status, rows(&answer)), (Some(0), (2, 0)), "{answer}");
    let (status, answer) = explained(script, OUTSIDE, &["--deny", "external"]);
    assert_eq!((status, rows(&answer)), (Some(2), (0, 2)), "{answer}");
    let (status, answer) = explained(script, OUTSIDE, &["--deny", "inline-asm"]);
    assert_eq!((status, rows(&answer)), (Some(0), (2, 0)), "{answer}");
}

/// Operands that interfere: what rests on their order is unknown, and what nothing calls is not.
const ORDER: &str = "static int x;
static int set(int y) { x = y; return y; }
static int uncalled(void) { return 5; }
int main(void) {
  int n = set(1) + 2 * set(2);
  if (x == 1)
    n = 0;
  return n;
}
";

#[test]
fn what_no_way_leads_to_does_not_rest_on_an_order() {
    let dead = |function: &str| {
        let script = format!(
            "live(l) := EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_FUNC(l, _)));
            PRINT !live(l) & LOC_FUNC(l, \"{function}\");"
        );
        let (status, answer) = explained(&script, ORDER, &[]);
        (status, rows(&answer))
    };
    assert_eq!(dead("uncalled"), (Some(0), (1, 0)));
    assert_eq!(dead("main"), (Some(2), (0, 1)));
}

/// gcc evaluates the last argument first: no value depends on it, but which statements run does.
const OPERANDS: &str = "extern void exit(int);
static int leave(int x) { if (x) exit(0); return x; }
static int two(int a, int b) { return a * b; }
static void in_order(int x) { exit(0); x = 3; }
int main(void) {
  int y = 1;
  if (y == 2) in_order(y);
  if (y == 3)
    return two((y = 4, y), leave(1));
  return two(leave(1),
    (y = 2, y));
}
";

/// In the order of the front end, no way through the text leads behind the first operands.
const UNENDING: &str = "static int two(int a, int b) { return a * b; }
int main(int argc, char **argv) {
  int y = 1;
  if (argc > 1) return two(({ for (;;); 1; }), (y = 7, y));
  if (argc > 2) return two(({ goto out; 1; }), ({ y = 6; y; }));
  for (;;);
  y = 5;
out:
  return 0;
}
";

#[test]
fn which_statements_run_does_not_rest_on_an_order() {
    let asked = |program: &str, relation: &str| {
        let script = format!("PRINT {relation};");
        let (status, answer) = explained(&script, program, &[]);
        (status, rows(&answer))
    };
    let never_in = |program: &str, start: &str, text: &str| {
        let there = format!("LOC_TEXT(l, \"{text};\")");
        let reached = format!("REACH(LOC_FUNC_INIT(m, \"{start}\"), {there})");
        asked(program, &format!("{there} & !EXISTS(m, {reached})"))
    };
    let never = |start: &str, text: &str| never_in(OPERANDS, start, text);
    assert_eq!(never("main", "y = 2"), (Some(2), (0, 1)));
    assert_eq!(never_in(UNENDING, "main", "y = 7"), (Some(2), (0, 1)));
    assert_eq!(never_in(UNENDING, "main", "y = 6"), (Some(2), (0, 1)));
    assert_eq!(never_in(UNENDING, "main", "y = 5"), (Some(0), (1, 0)));
    // No execution from the beginning gets to this expression, in whatever order.
    assert_eq!(never("main", "y = 4"), (Some(0), (1, 0)));
    assert_eq!(never("leave", "y = 4"), (Some(2), (0, 1)));
    // Statements one after the other are in order.
    assert_eq!(never("in_order", "x = 3"), (Some(0), (1, 0)));
    let back = "EXISTS(m, REACH(LOC_TEXT(m, \"y = 2;\"), LOC_FUNC_INIT(l, \"leave\")))";
    assert_eq!(asked(OPERANDS, back), (Some(2), (0, 1)));
}
