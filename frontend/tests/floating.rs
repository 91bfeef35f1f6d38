//! Where floating values are patterns of IEEE 754, and where they are any values.

use proofmark_frontend::{load_text, Options};
use proofmark_logic::types::Profile;

const QUOTIENT: &str = "double a = 1, b = 3; int main(void) { return a / b > 0; }";

/// The subjects of the ledger's entries about floating values.
fn entries(text: &str, profile: Profile, arguments: &[&str]) -> Vec<String> {
    let options = Options {
        cpp_args: arguments.iter().map(|word| (*word).to_owned()).collect(),
        ..Options::new(profile)
    };
    let program = load_text("f.c", text, &options).unwrap_or_else(|e| panic!("{text}: {e}"));
    let ledger = program.cfa.ledger.iter();
    let floating = ledger.filter(|entry| entry.kind == "floating-point");
    floating.map(|entry| entry.subject.clone()).collect()
}

#[track_caller]
fn exact(text: &str, arguments: &[&str]) {
    assert_eq!(
        entries(text, Profile::Lp64, arguments),
        ["environment"],
        "{text}"
    );
}

#[track_caller]
fn opaque(text: &str, profile: Profile, arguments: &[&str]) {
    assert_eq!(entries(text, profile, arguments), ["values"], "{text}");
}

#[test]
fn values_are_exact_where_every_operation_is_that_of_the_standard() {
    exact(QUOTIENT, &[]);
    for argument in [
        "-O3",
        "-march=x86-64",
        "-mtune=native",
        "-mfpmath=sse",
        "-mavx2",
        "-std=c11",
    ] {
        exact(QUOTIENT, &[argument]);
    }
    // It is declared, and no run calls it.
    exact(&format!("int fesetround(int); {QUOTIENT}"), &[]);
    exact(
        &format!("int fegetround(void); int r(void) {{ return fegetround(); }} {QUOTIENT}"),
        &[],
    );
}

#[test]
fn other_instructions_make_values_opaque() {
    opaque(QUOTIENT, Profile::Ilp32, &[]);
    for argument in [
        "-mfma",
        "-mfma4",
        "-mavx512f",
        "-march=native",
        "-march=haswell",
        "-march=x86-64-v3",
        "-mfpmath=387",
        "-mfpmath=both",
        "-mno-sse",
        "-mno-sse2",
        "-msoft-float",
        "-mno-80387",
        "-mgeneral-regs-only",
        "-fexcess-precision=fast",
    ] {
        opaque(QUOTIENT, Profile::Lp64, &[argument]);
        opaque(QUOTIENT, Profile::Lp64, &["-march=x86-64", argument, "-O2"]);
    }
}

#[test]
fn functions_that_change_the_environment_make_values_opaque() {
    let quotient = "double a = 1, b = 3; int main(void)";
    for call in [
        "int fesetround(int); {} { fesetround(0x800); return a / b > 0; }",
        "int fesetenv(const void *); {} { fesetenv(0); return a / b > 0; }",
        "int feholdexcept(void *); int x; {} { feholdexcept(&x); return a / b > 0; }",
        "int feupdateenv(const void *); int x; {} { feupdateenv(&x); return a / b > 0; }",
        "{} { __builtin_fesetround(0x800); return a / b > 0; }",
        "int fesetround(int); static void up(void) { fesetround(0x800); }
         {} { up(); return a / b > 0; }",
        "int fesetround(int); int (*p)(int) = fesetround; {} { p(0x800); return a / b > 0; }",
        "int up(int) __asm__(\"fesetround\"); {} { up(0x800); return a / b > 0; }",
    ] {
        let text = call.replace("{} {", &format!("{quotient} {{"));
        let options = Options::new(Profile::Lp64);
        // What is refused is not exact either.
        if load_text("f.c", &text, &options).is_ok() {
            opaque(&text, Profile::Lp64, &[]);
        }
    }
}

/// gcc keeps constants in a wider format than their type's there (C11 5.2.4.2.2p9).
#[test]
fn constants_that_may_be_more_exact_are_not_rounded() {
    let loads = |constant: &str, profile: Profile| {
        let text =
            format!("int a[3] = {{[(int){constant}] = 4}}; int main(void) {{ return a[1]; }}");
        let options = Options {
            cpp_args: vec!["-std=c11".to_owned()],
            ..Options::new(profile)
        };
        load_text("f.c", &text, &options).is_ok()
    };
    for (constant, known) in [
        ("1.5f", true),
        ("0x1.8p0", true),
        ("1.1", true),
        ("1.99999999f", false),
        ("1.9999999999999999", false),
    ] {
        assert_eq!(loads(constant, Profile::Ilp32), known, "{constant}");
    }
}

/// `long double` is wider; a constant of it may be a `double`.
#[test]
fn wider_types_are_opaque() {
    opaque(
        "long double a = 1, b = 3; int main(void) { return a / b > 0; }",
        Profile::Lp64,
        &[],
    );
    exact(
        "double a = (double)1.5L; int main(void) { return a > 0; }",
        &[],
    );
}
