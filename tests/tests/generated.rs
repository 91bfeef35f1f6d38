//! The short version of `make diff-test`: a few csmith programs.

use proofmark_logic::types::Profile;
use proofmark_tests::differential::{available, checksum, csmith, csmith_set, Bounds, Comparison};

/// Enough for each option set twice.
const PROGRAMS: u64 = 16;

#[test]
fn generated_programs_print_the_same_checksum() {
    if !available("csmith") || !available("cc") {
        println!("skipped: csmith is missing (Debian packages csmith and libcsmith-dev)");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let mut equal = 0;
    for seed in 1..=PROGRAMS {
        let Ok(file) = csmith(seed, directory.path()) else {
            continue;
        };
        // Steps rather than seconds decide where to stop, so that the result does not depend on the
        // machine.
        match checksum(
            &file,
            csmith_set(seed).profile,
            Bounds {
                seconds: 5,
                steps: 2_000_000,
            },
        ) {
            Comparison::Equal => equal += 1,
            Comparison::Skipped(why) | Comparison::Unfit(why) => println!("seed {seed}: {why}"),
            Comparison::Different(how) => panic!("seed {seed}: {how}"),
        }
    }
    assert!(equal > 0, "no program was compared");
    let stray = std::path::Path::new("platform.info");
    assert!(!stray.exists(), "csmith wrote into the working directory");
}

/// A program in csmith's form whose checksum comes from an expression.
fn program(directory: &std::path::Path, name: &str, value: &str) -> std::path::PathBuf {
    let text = format!(
        r#"extern int printf(const char *, ...);
static unsigned crc32_context = 0xFFFFFFFFu;
static void platform_main_end(unsigned crc, int flag) {{ printf("checksum = %X\n", crc); }}
int main(void) {{
  int print_hash_value = 0;
  crc32_context ^= {value};
  platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);
  return 0;
}}
"#
    );
    let path = directory.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn a_wrong_checksum_is_a_difference() {
    if !available("cc") {
        println!("skipped: there is no C compiler");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let bounds = Bounds {
        seconds: 5,
        steps: 10_000,
    };
    assert_eq!(
        checksum(
            &program(directory.path(), "same.c", "5"),
            Profile::Lp64,
            bounds
        ),
        Comparison::Equal
    );
    // The compiler and the interpreter read files of different names.
    let other = checksum(
        &program(directory.path(), "other.c", "(unsigned)sizeof(__FILE__)"),
        Profile::Lp64,
        bounds,
    );
    assert!(matches!(other, Comparison::Different(_)), "{other:?}");
}
