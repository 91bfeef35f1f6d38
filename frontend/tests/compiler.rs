//! The compiler gets a text and known arguments: names, precompiled headers and everything else
//! that would make a build read another program are kept from it or refused.

use proofmark_frontend::compiler::arguments::sort;
use proofmark_frontend::compiler::{Arguments, Compiler, Failure};
use proofmark_frontend::{sources, ErrorKind, LoadError, Options};
use proofmark_logic::types::Profile;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn options(arguments: &[&str]) -> Options {
    Options {
        cpp_args: arguments.iter().map(|a| (*a).to_owned()).collect(),
        ..Options::new(Profile::Lp64)
    }
}

fn read(file: &Path, arguments: &[&str]) -> Result<String, LoadError> {
    sources::read(file, &options(arguments)).map(|read| read.0.text)
}

fn refused(file: &Path, arguments: &[&str]) -> (ErrorKind, String) {
    let error = read(file, arguments).expect_err("refused");
    (error.kind, error.diagnostic.message.clone())
}

/// A directory whose name nobody else uses.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("compiler")
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    std::fs::write(path, text).expect("written");
}

/// What is left of a preprocessed text without markers and white space.
fn tokens(text: &str) -> String {
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.flat_map(str::split_whitespace).collect()
}

/// Names that a compiler would take for something else, or that break a line marker.
#[test]
fn any_name_is_only_a_name() {
    let base = folder("names");
    for name in [
        &b"@x.c"[..],
        b"@vendor/x.c",
        b"-x.c",
        b"-wrapper/x.c",
        b"-/x.c",
        b"a/@vendor/@x.c",
        b"a\"b.c",
        b"a\\b.c",
        b"new\nline/x\n.c",
        b"\xff\xfe.c",
        b"sp ace/\ttab.c",
        b"#$(x)`y`.c",
        b"%s/\x1b[2K.c",
        b"\\012/x.c",
    ] {
        let name = Path::new(OsStr::from_bytes(name));
        let file = base.join(name);
        write(&file, "#include \"h.h\"\nconst char *f = __FILE__, *b = __BASE_FILE__;\nint l = __LINE__ + __INCLUDE_LEVEL__;\n");
        write(&file.with_file_name("h.h"), "int h;\n");
        // What gcc's response files would make of it.
        write(&base.join("x.c"), "-o stolen");
        let text = read(&file, &[]).unwrap_or_else(|e| panic!("{name:?}: {e}"));
        let tokens = tokens(&text);
        assert!(
            tokens.starts_with("inth;constchar*f=\""),
            "{name:?}: {text}"
        );
        assert!(tokens.ends_with("intl=3+0;"), "{name:?}: {text}");
        let (_, both) = tokens.split_once("f=").expect("f");
        let (own, rest) = both.split_once(",*b=").expect("b");
        assert!(
            own.starts_with("\"/") && rest.starts_with("\"/"),
            "{own} {rest}"
        );
    }
    assert!(!base.join("stolen").exists());
}

/// The text is what `cc -E FILE` makes of the file, wherever the command runs.
#[test]
fn the_text_is_the_compilers() {
    let base = folder("alike");
    write(&base.join("src/own.h"), "int own;\n");
    write(&base.join("include/own.h"), "int other;\n");
    write(&base.join("include/next.h"), "#include_next <next.h>\n");
    write(&base.join("more/next.h"), "const char *next = __FILE__;\n");
    write(
        &base.join("src/a.c"),
        "#include \"own.h\"\n#include <next.h>\n#if __has_include(\"own.h\")\nint has;\n#endif\n\
         const char *f = __FILE__, *b = __BASE_FILE__; int l = __LINE__;\n#line 7 \"else.c\"\n\
         int m = __LINE__; const char *e = __FILE__;\n#ifdef __OPTIMIZE__\nint fast;\n#endif\n\
         int c = __COUNTER__, i = __INCLUDE_LEVEL__;\n",
    );
    let include = format!("-I{}", base.join("include").display());
    let more = format!("-I{}", base.join("more").display());
    for arguments in [
        vec![include.as_str(), more.as_str()],
        vec!["-O2", include.as_str(), more.as_str()],
        vec!["-Os", "-g3", "-Wall", include.as_str(), more.as_str()],
    ] {
        alike(&base.join("src/a.c"), &arguments);
    }
}

/// Both make the same of a file, or both refuse it.
#[track_caller]
fn alike(file: &Path, arguments: &[&str]) {
    let cc = Command::new("cc")
        .args(["-E", "-std=gnu17", "-g0"])
        .args(arguments.iter().filter(|a| **a != "-g3"))
        .arg(file)
        .output()
        .expect("cc");
    let theirs = String::from_utf8(cc.stdout).expect("text");
    let shown = file.display();
    match read(file, arguments) {
        Ok(ours) => {
            assert!(cc.status.success(), "{shown}: only the compiler refuses it");
            assert_eq!(tokens(&ours), tokens(&theirs), "{shown} {arguments:?}");
        }
        Err(error) => assert!(!cc.status.success(), "{shown}: {error}"),
    }
}

/// Headers are found from the file that asks for them, by names that begin as its own does.
#[test]
fn headers_are_found_as_the_compiler_finds_them() {
    let base = folder("found");
    let text = "const char *f = __FILE__, *b = __BASE_FILE__; int v = V;\n";
    for (name, text) in [
        (
            "inc/h.h",
            "#include \"conf.h\"\n#if __has_include(\"own.h\")\nint own;\n#endif\n",
        ),
        ("inc2/conf.h", "#define V 2\n"),
        ("dir/conf.h", "#define V 1\n"),
        ("dir/own.h", "const char *own = __FILE__;\n"),
        ("inc2/base.h", "const char *base = __BASE_FILE__;\n"),
        ("inc2/next.h", "int far;\n"),
        (
            "dir/next.h",
            "#ifndef N\n#define N\n#include_next <next.h>\n#endif\nint near;\n",
        ),
        ("dir/given.h", "int given;\n"),
        (
            "dir/quoted.c",
            &format!("#include <h.h>\n#include \"own.h\"\n{text}"),
        ),
        (
            "dir/next.c",
            &format!("#include \"next.h\"\n#include <conf.h>\n{text}"),
        ),
        ("dir/forced.c", text),
        ("dir/input.c", "#include \"0\"\nint x;\n"),
        (
            "dir/asked.c",
            "#if __has_include(\"0\")\nint x;\n#endif\nint y;\n",
        ),
        (
            "dir/itself.c",
            "#pragma once\n#ifndef A\n#define A\n#include \"itself.c\"\n#else\nint x;\n#endif\n",
        ),
        ("dir/marked.c", "\u{feff}int x = __LINE__;\n"),
    ] {
        write(&base.join(name), text);
    }
    let [dir, inc, inc2] =
        ["dir", "inc", "inc2"].map(|name| format!("-I{}", base.join(name).display()));
    for (name, arguments) in [
        ("dir/quoted.c", vec![&*inc, &*inc2]),
        ("dir/./quoted.c", vec![&inc, &inc2]),
        ("dir//quoted.c", vec![&inc, &inc2]),
        ("inc/../dir/quoted.c", vec![&inc, &inc2]),
        ("dir/next.c", vec![&dir, &inc2]),
        ("dir/next.c", vec![&inc2, &dir]),
        (
            "dir/forced.c",
            vec![&inc2, "-include", "conf.h", "-include", "base.h"],
        ),
        (
            "dir/forced.c",
            vec![&inc2, "-include", "conf.h", "-include", "given.h"],
        ),
        (
            "dir/forced.c",
            vec![&dir, "-include", "conf.h", "-include", "given.h"],
        ),
        ("dir/input.c", vec![]),
        ("dir/asked.c", vec![]),
        ("dir/itself.c", vec![]),
        ("dir/marked.c", vec![]),
    ] {
        alike(&base.join(name), &arguments);
    }
}

#[test]
fn only_c_is_c() {
    let base = folder("suffixes");
    for name in [
        "a.C", "a.cpp", "a.cc", "a.cxx", "a.c++", "a.S", "a.s", "a.h", "a.ii", "a.m", "a.d",
        "a.c.", "a", ".c", "a.c ", "a.I", "c", "a.gch",
    ] {
        let file = base.join(name);
        write(&file, "int main(void) { return 0; }\n");
        let (kind, message) = refused(&file, &[]);
        assert_eq!(kind, ErrorKind::Suffix, "{name}: {message}");
    }
    for name in ["a.c", "a.b.c", "a.i", ".a.c"] {
        let file = base.join(name);
        write(&file, "int main(void) { return 0; }\n");
        assert!(read(&file, &[]).is_ok(), "{name}");
    }
}

/// gcc looks for `x.h.gch` in each directory before it looks for `x.h`.
#[test]
fn precompiled_headers_are_refused() {
    type Make = fn(&Path);
    let compiled: Make = |at| {
        write(&at.with_file_name("other/d.h"), "int evil;\n");
        let run = Command::new("cc")
            .args(["-x", "c-header", "-std=gnu17", "-o"])
            .arg(at)
            .arg(at.with_file_name("other/d.h"))
            .status();
        assert!(run.expect("cc").success());
    };
    let optimised: Make = |at| {
        write(&at.with_file_name("other/d.h"), "int evil;\n");
        let run = Command::new("cc")
            .args(["-x", "c-header", "-O2", "-o"])
            .arg(at)
            .arg(at.with_file_name("other/d.h"))
            .status();
        assert!(run.expect("cc").success());
    };
    let junk: Make = |at| write(at, "junk");
    let empty: Make = |at| write(at, "");
    let inside: Make = |at| write(&at.join("any"), "junk");
    let dangling: Make = |at| std::os::unix::fs::symlink("nowhere", at).expect("a link");
    for (n, (place, make, arguments)) in [
        ("src/d.h.gch", compiled, &[][..]),
        ("src/d.h.gch", optimised, &[]),
        ("src/d.h.gch", junk, &[]),
        ("src/d.h.gch", empty, &[]),
        ("src/d.h.gch", inside, &[]),
        ("src/d.h.gch", dangling, &[]),
        ("src/d.h.pch", junk, &[]),
        ("include/d.h.gch", compiled, &["-I@/include"]),
        ("include/d.h.gch", inside, &["-iquote", "@/include"]),
        ("include/f.h.gch", compiled, &["-include", "@/include/f.h"]),
        ("include/f.h.gch", junk, &["-include", "@/include/f.h"]),
        // The header itself is elsewhere: this directory comes first.
        ("first/e.h.gch", compiled, &["-I@/first", "-I@/include"]),
    ]
    .into_iter()
    .enumerate()
    {
        let base = folder(&format!("gch{n}"));
        let arguments: Vec<String> = arguments
            .iter()
            .map(|a| a.replace('@', &base.display().to_string()))
            .collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let included = if place.contains("/e.h") {
            "<e.h>"
        } else {
            "\"d.h\""
        };
        for directory in ["src", "include", "first"] {
            std::fs::create_dir_all(base.join(directory)).expect("a directory");
        }
        let header = if place.starts_with("include/d") {
            "include/d.h"
        } else {
            "src/d.h"
        };
        write(&base.join(header), "int harmless;\n");
        write(&base.join("include/e.h"), "int harmless;\n");
        write(&base.join("include/f.h"), "int harmless;\n");
        let file = base.join("src/a.c");
        write(
            &file,
            &format!("#include {included}\nint main(void) {{ return 0; }}\n"),
        );
        assert!(read(&file, &arguments).is_ok(), "{place}");
        make(&base.join(place));
        let (kind, message) = refused(&file, &arguments);
        assert_eq!(kind, ErrorKind::Preprocess, "{place}: {message}");
        assert!(
            message.contains("pch") || message.contains("gch"),
            "{place}: {message}"
        );
    }
    let file = folder("pragma").join("a.i");
    write(
        &file,
        "#pragma GCC pch_preprocess \"evil.gch\"\nint main(void) { return 0; }\n",
    );
    let text = read(&file, &[]).expect("a text");
    let judged = compiler().judge(&text, Profile::Lp64, &Arguments::default());
    assert!(matches!(judged, Err(Failure::Rejected(_))), "{judged:?}");
}

fn compiler() -> Compiler {
    Compiler::find(None).expect("a compiler")
}

/// What a source learns of the way that it is read.
#[test]
fn sources_that_ask_how_they_are_read() {
    let base = folder("asking");
    for (name, text, arguments, expected) in [
        ("date", "char *s = __DATE__;\n", &[][..], "date"),
        ("time", "char *s = __TIME__;\n", &[], "date"),
        (
            "system",
            "#pragma GCC system_header\nchar *s = __TIME__;\n",
            &[],
            "date",
        ),
        (
            "marked",
            "# 1 \"x.h\" 1 3\nchar *s = __DATE__;\n# 2 \"a.c\" 2\n",
            &[],
            "date",
        ),
        ("stamp", "char *s = __TIMESTAMP__;\n", &[], "date"),
        (
            "base",
            "char *b = __BASE_FILE__;\n",
            &["-D__BASE_FILE__=1"],
            "own",
        ),
        ("file", "char *b = __FILE__;\n", &["-U__FILE__"], "own"),
        ("next", "#include \"missing.h\"\n", &[], "missing.h"),
    ] {
        let file = base.join(format!("{name}.c"));
        write(&file, text);
        let (_, message) = refused(&file, arguments);
        assert!(message.contains(expected), "{name}: {message}");
    }
}

/// gcc emits functions of headers then that nothing calls and nobody reads.
#[test]
fn functions_that_nothing_calls_are_not_kept() {
    let file = folder("kept").join("a.c");
    write(&file, "int main(void) { return 0; }\n");
    let (kind, message) = refused(&file, &["-fkeep-inline-functions"]);
    assert_eq!(kind, ErrorKind::Arguments, "{message}");
    assert!(read(&file, &["-fkeep-static-functions"]).is_ok());
}

#[test]
fn arguments_that_are_refused() {
    for arguments in [
        &["-fplugin=./evil.so"][..],
        &["-fplugin-arg-x-y=z"],
        &["-wrapper", "./evil"],
        &["-B."],
        &["-B", "."],
        &["-specs=x"],
        &["--specs=x"],
        &["@x"],
        &["x.c"],
        &["-"],
        &["--"],
        &[""],
        &["-Xpreprocessor", "-fplugin=x"],
        &["-Xassembler", "@x"],
        &["-Xclang", "-load"],
        &["-Wp,-fplugin=x"],
        &["-Wp,@x"],
        &["-Wp,-MD"],
        &["-Wp,-I,@x"],
        &["-Wp,-DX,@x"],
        &["-Wa,@x"],
        &["-Wa,--defsym,x=1"],
        &["-Wl,-rpath,x"],
        &["-no-canonical-prefixes"],
        &["-o", "x"],
        &["-ox"],
        &["-S"],
        &["-E"],
        &["-M"],
        &["-MM"],
        &["-MF", "x"],
        &["-MP"],
        &["-MD", "-MF"],
        &["-MG", "-MD"],
        &["-dumpdir", "x"],
        &["-dumpbase", "@x"],
        &["-dM"],
        &["-dD"],
        &["-P"],
        &["-C"],
        &["-save-temps"],
        &["-x", "c++"],
        &["-xassembler"],
        &["-D@x"],
        &["-D", "@x"],
        &["-D"],
        &["-D", "1x"],
        &["-U-x"],
        &["-U", "@x"],
        &["-I"],
        &["-I-"],
        &["-I", "-"],
        &["-include", ""],
        &["-funsigned-char"],
        &["-fno-signed-char"],
        &["-funsigned-bitfields"],
        &["-fno-signed-bitfields"],
        &["-fshort-enums"],
        &["-fpack-struct"],
        &["-fpack-struct=1"],
        &["-fno-wrapv"],
        &["-fstrict-overflow"],
        &["-ftrapv"],
        &["-fsanitize=undefined"],
        &["-finstrument-functions"],
        &["-fgnu89-inline"],
        &["-fms-extensions"],
        &["-fopenmp"],
        &["-ffast-math"],
        &["-Ofast"],
        &["-std=c90"],
        &["-std=gnu89"],
        &["-std=c2x"],
        &["-std=gnu23"],
        &["-std=c++17"],
        &["-ansi"],
        &["-m32"],
        &["-mx32"],
        &["-m16"],
        &["-mregparm=3"],
        &["-mrtd"],
        &["-mms-bitfields"],
        &["-malign-double"],
        &["-mlong-double-64"],
        &["-m96bit-long-double"],
        &["-fno-asm"],
        &["-fdump-tree-all"],
        &["-gsplit-dwarf"],
        &["-fprofile-generate"],
        &["-ftest-coverage"],
        &["--coverage"],
        &["-fstack-usage"],
        &["-fsplit-stack"],
        &["-fleading-underscore"],
        &["-funknown"],
        &["-munknown"],
        &["--param", "x=y"],
        &["--sysroot=x"],
        &["-isysroot", "x"],
        &["-v"],
        &["-###"],
        &["--help"],
        &["--version"],
        &["-print-prog-name=as"],
        &["-ffile-prefix-map="],
    ] {
        let owned: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        let sorted = sort(&owned, Profile::Lp64);
        assert!(sorted.is_err(), "{arguments:?}: {sorted:?}");
    }
    let m64 = ["-m64".to_owned()];
    assert!(sort(&m64, Profile::Ilp32).is_err());
    assert!(sort(&m64, Profile::Lp64).is_ok());
}

/// What distributions, CMake, autotools and kernels pass.
#[test]
fn arguments_of_real_builds() {
    let base = folder("real");
    let file = base.join("a.c");
    write(&file, "#include <string.h>\nint main(void) { return 0; }\n");
    for arguments in [
        "-O2 -D_FORTIFY_SOURCE=2",
        "-O2 -g -Wall -fstack-protector-strong",
        "-g -O2 -ffile-prefix-map=/build=. -fstack-protector-strong -fstack-clash-protection -Wformat -Werror=format-security -fcf-protection -Wdate-time -D_FORTIFY_SOURCE=2",
        "-O2 -flto=auto -ffat-lto-objects -fexceptions -g -grecord-gcc-switches -pipe -Wall -Werror=format-security -Wp,-D_FORTIFY_SOURCE=2 -Wp,-D_GLIBCXX_ASSERTIONS -fstack-protector-strong -m64 -mtune=generic -fasynchronous-unwind-tables -fstack-clash-protection -fcf-protection -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer",
        "-march=x86-64 -mtune=generic -O2 -pipe -fno-plt -fexceptions -Wp,-D_FORTIFY_SOURCE=2 -Wformat -Werror=format-security -fstack-clash-protection -fcf-protection",
        "-O3 -DNDEBUG -std=gnu11 -fPIC -fvisibility=hidden -MD -MT x.o -MF x.d",
        "-DHAVE_CONFIG_H -I. -g -O2 -MT x.lo -MD -MP -MF .deps/x.Tpo -c -fPIC -DPIC",
        "-Os -ffunction-sections -fdata-sections -fno-common -fno-builtin-printf -Wno-unused",
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let text = read(&file, &words).unwrap_or_else(|e| panic!("{arguments}: {e}"));
        let owned: Vec<String> = words.iter().map(|w| (*w).to_owned()).collect();
        let sorted = sort(&owned, Profile::Lp64).expect("known");
        let object = compiler()
            .compile(&text, Profile::Lp64, &sorted)
            .unwrap_or_else(|e| panic!("{arguments}: {e:?}"));
        assert!(object.bytes.starts_with(b"\x7fELF"), "{arguments}");
    }
}

#[test]
fn arguments_that_are_harmless_for_some_programs() {
    let base = folder("some");
    let file = base.join("a.c");
    for (argument, harmless, harmful) in [
        (
            "-fshort-wchar",
            "char *s = \"HELL\"; int L;",
            "int x = sizeof(L\"a\");",
        ),
        (
            "-fshort-wchar",
            "char c = 'L'; char *s = \"L'\";",
            "int x = L'a';",
        ),
        ("-pg", "int f(void);", "void mcount(void) { }"),
        ("-ffreestanding", "int f(void);", "int main(void) { }"),
        ("-nostdlib", "int f(void);", "int main(void) { }"),
        ("-nostartfiles", "int f(void);", "int main(void) { }"),
        ("-nodefaultlibs", "int f(void);", "int main(void) { }"),
    ] {
        write(&file, harmless);
        assert!(read(&file, &[argument]).is_ok(), "{argument} {harmless}");
        write(&file, harmful);
        let (_, message) = refused(&file, &[argument]);
        assert!(message.contains(argument), "{message}");
    }
}

/// What a text makes of static assertions, and that nothing is preprocessed again.
#[test]
fn the_compiler_judges_and_compiles_texts() {
    let none = Arguments::default();
    let judge = |text: &str| compiler().judge(text, Profile::Lp64, &none);
    assert_eq!(judge("_Static_assert(sizeof(long) == 8, \"\");\n"), Ok(()));
    let wrong = judge("_Static_assert(sizeof(long) == 4, \"\");\n");
    assert!(matches!(wrong, Err(Failure::Rejected(_))), "{wrong:?}");
    let macros = judge("#define X 1\nint x = X;\n");
    assert!(matches!(macros, Err(Failure::Rejected(_))), "{macros:?}");
    let included = judge("#include <string.h>\n");
    assert!(
        matches!(included, Err(Failure::Rejected(_))),
        "{included:?}"
    );
    let wraps = compiler().compile(
        "int f(int x) { return x + 1 > x; }\n",
        Profile::Ilp32,
        &none,
    );
    assert!(wraps.is_ok(), "{wraps:?}");
}
