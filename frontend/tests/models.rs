//! The models of library functions against the library's own functions, as gcc compiles both.

use std::path::Path;
use std::process::Command;

/// Functions and types that models have for themselves, or that the library's headers have, too.
const HELPERS: [&str; 12] = [
    "__model_sign",
    "__model_nonzero",
    "__model_digit",
    "__model_short",
    "__model_zero",
    "__model_root",
    "__model_size",
    "__model_order",
    "__model_other",
    "div_t",
    "ldiv_t",
    "lldiv_t",
];

/// The models with `M_` in front of their names, then the comparison.
fn program() -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/compare.c");
    let compare = std::fs::read_to_string(tests).expect("the comparison");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut out = String::from("int __model_any(void);\n");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the models")
        .map(|file| file.expect("a file").path())
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy();
        // Called, or given to a macro that calls it.
        let ways = ["M_NAME(", "NUMBER(NAME)", "DIVISION(NAME,"];
        let mut ways = ways.iter().map(|way| way.replace("NAME", &name));
        assert!(
            ways.any(|way| compare.contains(&way)),
            "{name}: not compared"
        );
        let text = std::fs::read_to_string(&file).expect("a model");
        out.push_str(&format!("#define {name} M_{name}\n"));
        // Each is a file of its own: helpers have the same names.
        for helper in HELPERS {
            out.push_str(&format!("#define {helper} {helper}_{name}\n"));
        }
        out.push_str(&text);
        for helper in HELPERS {
            out.push_str(&format!("#undef {helper}\n"));
        }
        out.push_str(&format!("#undef {name}\n"));
    }
    out + &compare
}

#[test]
fn models_do_what_the_library_does() {
    for width in ["-m64", "-m32"] {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let file = directory.join(format!("models{width}.c"));
        let binary = file.with_extension("out");
        std::fs::write(&file, program()).expect("a file");
        let compiled = Command::new("gcc")
            .args([
                "-w",
                "-fno-builtin",
                "-fwrapv",
                "-D_GNU_SOURCE",
                width,
                "-o",
            ])
            .args([&binary, &file])
            .arg("-lm")
            .output()
            .expect("gcc");
        let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
        assert!(compiled.status.success(), "{width}: {said}");
        let ran = Command::new(&binary).output().expect("the program");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(ran.status.success(), "{width}: {said}");
    }
}
