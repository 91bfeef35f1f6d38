//! Regression tests of other verifiers as tasks: which of them ask what Proofmark answers, and what
//! their texts take for granted.
//!
//! - CBMC's and ESBMC's: a directory with `test.desc`, which names the kind of test, the file, the
//!   options, and the verdict.
//! - Goblint's: files with `__goblint_check` or `assert` that all hold.
//! - SMACK's: files that say `@expect verified` or `@expect error`.
//!
//! A test is a task if it is one C program of one thread that gcc compiles and that asserts
//! something, and if its verdict is about assertions: no option asks for other checks, another
//! machine or another program, or limits the search, and no message that is expected is about
//! something else. Where only reading a test shows that its verdict is about something else,
//! [`READ`] names it.

use std::path::Path;

/// Kinds of tests that the tools themselves do not pass.
const OPEN: &[&str] = &["KNOWNBUG", "FUTURE"];

/// Parts of options that ask for other checks, machines, meanings of C or outputs, or for a bounded
/// search.
const OTHER_OPTIONS: &[&str] = &[
    "check",
    "cover",
    "show",
    "goto",
    "32",
    "property",
    "error-label",
    "overflow",
    "memory-leak",
    "races",
    "deadlock",
    "context",
    "stop-on",
    "list",
    "little",
    "big",
    "mm ",
    "parse",
    "smt",
    "dump",
    "trace",
    "fpa",
    "bitfield",
    "reachability",
    "slice",
    "json",
    "xml",
    "dot",
    "-D",
    "-I",
    "i386",
    "depth",
    "--no-",
    "force",
    "nondet-static",
    "--function",
    "unwinding-assert",
    "--arch",
    "enum-r",
    "--ir",
    "termination",
    "model-argc",
    "generate-function-body",
    "partial-loops",
    "round-to",
    "unsigned-char",
    "replace",
    "inline",
    "volatile",
    "closed-world",
    "unwindset",
    "malloc-zero",
];

/// Parts of texts that are about threads, the tools' own libraries, attributes or meanings of C, or
/// files of their own.
const OTHER_TEXTS: &[&str] = &[
    "setjmp",
    "#include \"",
    "((goblint_",
    "signed_overflow assume_none",
];

/// What programs of several threads speak of.
const THREADS: &[&str] = &["pthread", "thrd_"];

/// Parts of messages about properties that are no assertions.
const OTHER_MESSAGES: &[&str] = &[
    "dereference failure",
    "unwinding assertion",
    "array bounds",
    "array_bounds",
    "division by zero",
    "address space",
    "pointer_dereference",
    "double free",
    "overflow on",
];

/// Tests whose verdict is not about the assertions of a C program, or rests on what C and POSIX do
/// not say, by the ends of their paths, and what it is about.
pub const READ: &[(&str, &str)] = &[
    (
        "cbmc/void_pointer4/main.c",
        "a pointer without a value is followed",
    ),
    (
        "cbmc/Initialization7/main.c",
        "a null pointer is followed, as the test says",
    ),
    (
        "cbmc-library/feraiseexcept-01/main.c",
        "the argument of a library function",
    ),
    (
        "cbmc/return9/tcas_v23_523.c",
        "an index outside of its array",
    ),
    (
        "cbmc/01_cbmc_return2/tcas_v23_523.c",
        "an index outside of its array",
    ),
    ("esbmc/getenv4/main.c", "a null pointer is followed"),
    (
        "esbmc/github_2312_2/main.c",
        "an index outside of its array",
    ),
    ("esbmc/simplifier-modulus-fail/main.c", "a division by zero"),
    (
        "cbmc/01_cbmc_String2/main.c",
        "an index outside of its array",
    ),
    ("cbmc/01_cbmc_Free5/main.c", "a block is freed twice"),
    ("cbmc/01_cbmc_Free6/main.c", "a block is freed twice"),
    (
        "cbmc/01_cbmc_Unbounded_Array1/main.c",
        "two values of one object without a value",
    ),
    (
        "cbmc/__builtin_clz-01/main.c",
        "the argument of a built-in function, which must not be 0",
    ),
    (
        "cbmc/__builtin_ctz-01/main.c",
        "the argument of a built-in function, which must not be 0",
    ),
    (
        "esbmc/builtin_clz_zero_default/main.c",
        "the argument of a built-in function, which must not be 0",
    ),
    ("cbmc/Typecast3/main.c", "a null pointer is followed"),
    (
        "cbmc/Pointer_difference2/main.c",
        "the difference of pointers into two arrays",
    ),
    (
        "cbmc/union5/main.c",
        "what an initialiser leaves of a union, which C leaves open and gcc clears",
    ),
    (
        "cbmc/KnR1/main.c",
        "a function that is called without its argument",
    ),
    ("esbmc/github_588/main.c", "the length of an array"),
    ("esbmc/github_565_1/main.c", "the length of an array"),
    (
        "esbmc/github_371_8/main.c",
        "an assertion that the program defines to be nothing",
    ),
    (
        "esbmc-unix/time_tzset/main.c",
        "the value that a library gives `daylight`, which POSIX leaves open",
    ),
    ("esbmc-unix/lseek/main.c", "files that can always be opened"),
    (
        "esbmc-unix/lseek2/main.c",
        "files that can always be opened",
    ),
    (
        "esbmc/github_2618/main.c",
        "not what the program does: gcc's fails the assertion, as `atoi(\"20\")` is 20",
    ),
    (
        "esbmc/github_2341_3/main.c",
        "what `realloc` does with no size, which C leaves open",
    ),
    (
        "esbmc/realloc13/main.c",
        "what `realloc` does with no size, which C leaves open",
    ),
    (
        "02-base/44-malloc_array.c",
        "an element without a value, as the test says",
    ),
    (
        "66-interval-set-one/82-malloc_array.c",
        "an element without a value, as the test says",
    ),
    (
        "esbmc/array_sideeffect/main.c",
        "an index outside of its array",
    ),
    ("esbmc/cast_02/main.c", "the alignment of a pointer"),
    ("esbmc/fixedbv-bitcast/fixedbv.c", "fixed-point numbers"),
    ("cbmc/01_cbmc_Fixedbv7/main.c", "fixed-point numbers"),
    ("02-base/85-evalint-maybeless.c", "integers that never wrap"),
    (
        "cfg/local_shadow_fun_true-unreach-call.c",
        "integers that never wrap",
    ),
    (
        "observer/fake_true-unreach-call.c",
        "a test of an observer that leaves an execution out: gcc's program reaches the error",
    ),
    (
        "03-practical/25-zstd-customMem.c",
        "memory that is never exhausted",
    ),
];

/// Comments beside Goblint's checks that are not expected to hold.
const NOT_HELD: &[&str] = &[
    "UNKNOWN",
    "FAIL",
    concat!("TO", "DO"),
    "WARN",
    "fail",
    "unknown",
];

/// What `test.desc` says: the file and the verdict; nothing if it is no task.
pub fn description(text: &str) -> Option<(String, &'static str)> {
    let mut lines = text.lines().map(str::trim);
    let (kind, file, options) = (lines.next()?, lines.next()?, lines.next()?);
    let any = |text: &str, parts: &[&str]| parts.iter().any(|part| text.contains(part));
    let other = any(options, OTHER_OPTIONS) || any(text, OTHER_MESSAGES);
    if any(kind, OPEN) || other || options.contains(".c") {
        return None;
    }
    let succeeds = text.contains("VERIFICATION SUCCESSFUL");
    let named = file.ends_with(".c") && !file.contains([' ', '/']);
    let told = succeeds != text.contains("VERIFICATION FAILED");
    let verdict = if succeeds { "certified" } else { "violated" };
    (named && told).then(|| (file.to_owned(), verdict))
}

/// The verdict that a program of SMACK's says itself, and `certified` for one of Goblint's all of
/// whose checks hold.
pub fn expected(path: &Path, text: &str) -> Option<&'static str> {
    if text.contains("@expect verified") {
        return Some("certified");
    }
    if text.contains("@expect error") {
        return Some("violated");
    }
    let name = path.to_string_lossy();
    // Directories whose names end so compare outputs.
    let goblints = name.contains("tests/regression/") && !name.contains(".t/")
        || text.contains("__goblint_check");
    let held =
        |line: &str| !is_check(line) || !NOT_HELD.iter().any(|word| comment(line).contains(word));
    (goblints && text.lines().any(is_check) && text.lines().all(held)).then_some("certified")
}

fn is_check(line: &str) -> bool {
    line.contains("__goblint_check") || line.contains("assert(")
}

fn comment(line: &str) -> &str {
    line.split_once("//").map_or("", |(_, comment)| comment)
}

/// Whether the verdict of a test is about something else, by reading it.
pub fn is_about_other(path: &Path) -> bool {
    READ.iter().any(|(end, _)| path.ends_with(end))
}

/// Whether a program may have several threads.
pub fn has_threads(text: &str) -> bool {
    THREADS.iter().any(|part| text.contains(part))
}

/// Whether a program is in scope: of one thread, asserts something, needs no file of its tool.
pub fn in_scope(text: &str) -> bool {
    let asserts = [
        "assert(",
        "_assert(",
        "assert (",
        "reach_error",
        "__goblint_check",
    ];
    let own = ["__CPROVER_", "__ESBMC_"].iter().any(|prefix| {
        let rest = text
            .match_indices(prefix)
            .map(|(at, _)| &text[at + prefix.len()..]);
        rest.into_iter()
            .any(|rest| !rest.starts_with("assume") && !rest.starts_with("assert"))
    });
    asserts.iter().any(|word| text.contains(word))
        && !OTHER_TEXTS.iter().any(|part| text.contains(part))
        && !has_threads(text)
        && !own
}

/// What a document says about a sample: the rule, and how many tests reading has taken out.
pub fn scope(size: usize, seed: u64) -> String {
    format!(
        "{size} tests of each folder, seed {seed}. A test is a task if it is one C program of \
         one thread that gcc compiles and that asserts something, and if its verdict is about \
         assertions: no option asks for other checks, another machine or another program, or \
         limits the search, and no message that is expected is about something else. {} tests \
         are left out, too, whose verdicts turned out to be about something else, to take for \
         granted what C and POSIX leave open, or to be none that gcc's program has: `READ` in \
         `tests/src/bench/foreign.rs` names each, and says why. Programs that are refused \
         (\"bad input\") count as tasks; the last but one \
         column is without them.\n\nThe first measurement of this kind, with another sample, had \
         67 %, 65 % and 75 % of those read right for CBMC's, ESBMC's and Goblint's tests; ESBMC's \
         are those in `cbmc`, `esbmc`, `esbmc-unix` and `k-induction`.\n\n",
        READ.len()
    )
}

/// How a verifier wants assumptions and assertions to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// As Proofmark and the competition of verifiers say it.
    Competition,
    /// As ESBMC does.
    Esbmc,
    /// As CBMC does.
    Cbmc,
}

impl Dialect {
    /// The function that assumes its argument.
    fn assume(self) -> &'static str {
        match self {
            Dialect::Competition => "__VERIFIER_assume",
            Dialect::Esbmc => "__ESBMC_assume",
            Dialect::Cbmc => "__CPROVER_assume",
        }
    }
    /// An expression that asserts `c`.
    fn assert(self) -> &'static str {
        match self {
            Dialect::Competition => "((c) ? (void)0 : reach_error())",
            Dialect::Esbmc => "__ESBMC_assert((c), \"check\")",
            Dialect::Cbmc => "__CPROVER_assert((c), \"check\")",
        }
    }
    /// What makes a call of `reach_error` an error.
    fn error(self) -> &'static str {
        match self {
            Dialect::Competition => "extern void reach_error(void);\n",
            Dialect::Esbmc => "void reach_error(void) { __ESBMC_assert(0, \"error\"); }\n",
            Dialect::Cbmc => "void reach_error(void) { __CPROVER_assert(0, \"error\"); }\n",
        }
    }
}

/// Names of assertions that tools know without a declaration.
const ASSERT: &[&str] = &[
    "__CPROVER_assert",
    "__ESBMC_assert",
    "__VERIFIER_assert",
    "__goblint_check",
    "__goblint_assert",
];

/// Names of assumptions.
const ASSUME: &[&str] = &["__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume"];

/// What is in the stub of Goblint's header beside assertions, for verifiers that do not read it.
const GOBLINT: &str = "#define GOBLINT_H
#define __goblint_assume(c) __VERIFIER_assume(c)
#define __goblint_split_begin(c) ((void)(c))
#define __goblint_split_end(c) ((void)(c))
#define __goblint_unknown(p) ((void)(p))
#define __goblint_globalize(p) ((void)(p))
";

/// Inputs that the tools know without a declaration, by the ends of their names.
const INPUTS: &[(&str, &str)] = &[
    ("int", "int"),
    ("uint", "unsigned"),
    ("bool", "_Bool"),
    ("char", "char"),
    ("uchar", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("ullong", "unsigned long long"),
    ("float", "float"),
    ("double", "double"),
];

/// What comes before a text: declarations and macros for what its tool provides and the text does
/// not say itself, as a verifier understands them.
pub fn prelude(text: &str, dialect: Dialect) -> String {
    let code = &code(text);
    let mut out = String::new();
    let own_assert = declares(code, "assert") || text.contains("define assert");
    if !own_assert {
        out.push_str("#include <assert.h>\n");
    }
    if dialect == Dialect::Competition && !ASSUME.iter().any(|name| declares(code, name)) {
        out.push_str("extern void __VERIFIER_assume(int);\n");
    }
    let told = match dialect {
        Dialect::Competition => declares(code, "reach_error"),
        Dialect::Esbmc | Dialect::Cbmc => defines(code, "reach_error"),
    };
    if !told {
        out.push_str(dialect.error());
    }
    out.push_str(&known(text, code, dialect));
    // Without a type in its name, an input is an `int`, as of any function without a declaration.
    let inputs = INPUTS.iter();
    let inputs = inputs.map(|(end, result)| (format!("nondet_{end}"), *result));
    for (name, result) in inputs.chain([("nondet".to_owned(), "int")]) {
        if uses(code, &name) && !declares(code, &name) {
            out.push_str(&format!("extern {result} {name}(void);\n"));
        }
    }
    out
}

/// Macros for the functions that another tool knows.
fn known(text: &str, code: &str, dialect: Dialect) -> String {
    let mut out = String::new();
    // The stub of the header speaks the language of the competition.
    let mut headers = text.contains("<goblint.h>");
    if headers && dialect != Dialect::Competition {
        out.push_str(GOBLINT);
        headers = false;
    }
    let assertions = ASSERT
        .iter()
        .filter(|name| !(headers && name.contains("goblint")));
    let assertions = assertions.map(|name| (name, dialect.assert().to_owned()));
    let assumption = format!("{}(c)", dialect.assume());
    let assumptions = ASSUME.iter().map(|name| (name, assumption.clone()));
    for (name, meaning) in assumptions.chain(assertions) {
        // The tool's own.
        if meaning.starts_with(name) {
            continue;
        }
        // What a text declares and does not define has the name of what it means.
        let assumes = ASSUME.contains(name);
        match (declares(code, name), assumes) {
            (false, _) => out.push_str(&format!("#define {name}(c, ...) {meaning}\n")),
            (true, true) if !defines(code, name) => {
                out.push_str(&format!("#define {name} {}\n", dialect.assume()));
            }
            (true, _) => {}
        }
    }
    out
}

/// The text without directives, and with a space for each comment. Strings are not looked at.
fn code(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        out.push_str(&rest[..at]);
        out.push(' ');
        let comment = &rest[at..];
        let end = match comment.starts_with("/*") {
            true => comment.find("*/").map(|end| end + 2),
            false => comment.find('\n'),
        };
        rest = end.map_or("", |end| &comment[end..]);
    }
    out.push_str(rest);
    let code = out
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    code.collect::<Vec<_>>().join("\n")
}

/// Where a text has a name in front of a parenthesis, and the text before it.
fn uses_of<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).filter_map(move |(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        (after.trim_start().starts_with('(') && !before.ends_with(word)).then_some(before)
    })
}

fn uses(text: &str, name: &str) -> bool {
    uses_of(text, name).next().is_some()
}

/// Whether a text declares a function: its name stands behind a type.
fn declares(text: &str, name: &str) -> bool {
    uses_of(text, name).any(|before| {
        let before = before.trim_end();
        let last = before
            .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .next()
            .unwrap_or_default();
        let of_type = !last.is_empty() && !matches!(last, "return" | "else" | "do" | "define");
        of_type || before.ends_with('*')
    })
}

/// Whether a text gives a function a body.
fn defines(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let rest = text[at + name.len()..].trim_start();
        let behind = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        behind.is_some_and(|(_, rest)| rest.trim_start().starts_with('{'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_say_file_and_verdict() {
        let safe = "CORE\nmain.c\n\n^EXIT=0$\n^VERIFICATION SUCCESSFUL$\n--\n";
        assert_eq!(description(safe), Some(("main.c".into(), "certified")));
        let failed = "CORE\na.c\n--unwind 5\n^VERIFICATION FAILED$\n";
        assert_eq!(description(failed), Some(("a.c".into(), "violated")));
        let others = [
            safe.replace("CORE", "KNOWNBUG"),
            safe.replace("\n\n", "\n--pointer-check\n"),
            safe.replace("\n\n", "\n--z3 --ir\n"),
            safe.replace("main.c", "main.cpp"),
            safe.replace("^EXIT=0$", "^VERIFICATION FAILED$"),
            failed.replace("--unwind 5", "--replace-calls f:g"),
            format!("{failed}dereference failure: invalid pointer\n"),
        ];
        assert!(others.iter().all(|text| description(text).is_none()));
    }

    #[test]
    fn programs_say_their_verdicts() {
        let here = Path::new("a.c");
        assert_eq!(expected(here, "// @expect error\n"), Some("violated"));
        assert_eq!(expected(here, "// @expect verified\n"), Some("certified"));
        assert_eq!(
            expected(here, "f(); __goblint_check(x == 1);\n"),
            Some("certified")
        );
        assert_eq!(
            expected(here, "__goblint_check(x == 1); // UNKNOWN!\n"),
            None
        );
        assert_eq!(expected(here, "assert(x);\n"), None);
        let test = |name: &str| expected(Path::new(name), "assert(x);\n");
        assert_eq!(test("tests/regression/02-base/a.c"), Some("certified"));
        assert_eq!(test("tests/regression/issue.t/a.c"), None);
        assert!(is_about_other(Path::new("regression/esbmc/getenv4/main.c")));
        assert!(!is_about_other(Path::new(
            "regression/esbmc/getenv3/main.c"
        )));
    }

    #[test]
    fn preludes_say_what_the_text_does_not() {
        let text = "/* calls */ nondet_int(); int f(void) { return nondet_int(); }\n\
                    int nondet_uint();\nvoid assert(int);\n\
                    unsigned g(void) { return nondet_uint(); }\n";
        let own = |text: &str| prelude(text, Dialect::Competition);
        let prelude = own(text);
        assert!(prelude.contains("extern int nondet_int(void);"));
        let said = own("void __ESBMC_assume(_Bool);\nint main(void) { assert(1); }\n");
        assert!(said.contains("#define __ESBMC_assume __VERIFIER_assume\n"));
        assert!(!said.contains("extern void __VERIFIER_assume"));
        let body = own("void __ESBMC_assume(_Bool c) { if (!c) exit(0); }\n");
        assert!(!body.contains("__ESBMC_assume"));
        assert!(!prelude.contains("nondet_uint") && !prelude.contains("assert.h"));
        assert!(!prelude.contains("int nondet(void)"));
        let untyped = own("int main(void) { __goblint_check(nondet() == 1); }\n");
        assert!(untyped.contains("extern int nondet(void);\n"));
        assert!(untyped.contains("#define __goblint_check("));
        let with_header = own("#include <goblint.h>\n__goblint_check(1);\n");
        assert!(!with_header.contains("goblint"));
        let text = "int main(void) { __ESBMC_assert(__goblint_check(1), \"\"); }\n";
        let esbmc = super::prelude(text, Dialect::Esbmc);
        assert!(esbmc.contains("#define __goblint_check(c, ...) __ESBMC_assert((c), \"check\")\n"));
        assert!(
            !esbmc.contains("#define __ESBMC_assert") && esbmc.contains("void reach_error(void) {")
        );
        assert!(declares("void *g(void)", "g") && !declares("x = a * 2; g(1)", "g"));
    }

    #[test]
    fn threads_and_own_libraries_are_out_of_scope() {
        assert!(in_scope("__CPROVER_assume(x); assert(x);"));
        assert!(!in_scope("__CPROVER_forall { x } assert(x);"));
        assert!(!in_scope(
            "int f(int) __attribute__((goblint_context(1))); assert(x);"
        ));
        assert!(!in_scope("#include <pthread.h>\nassert(x);") && !in_scope("int x;"));
    }
}
