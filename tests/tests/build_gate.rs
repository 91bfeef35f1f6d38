//! What is checked is what is compiled: builds that go through `proofmark-check --object`, and what
//! the command runs and opens meanwhile.

use proofmark_frontend::compiler::assembly::harmless;
use proofmark_tests::{root, text, Commands, Random};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A copy of `tests/build_gate/…` with a certificate for its driver.
struct Build(tempfile::TempDir);

impl Build {
    fn new(folder: &str, options: &[&str]) -> Build {
        let build = Build::copy(folder);
        let mut certify = Command::new(Commands::get().path("proofmark"));
        certify.args(["certify", "-q", "driver.c"]).args(options);
        let output = certify.current_dir(build.0.path()).output();
        succeeds(&output.expect("proofmark"));
        build
    }
    /// Without a certificate.
    fn copy(folder: &str) -> Build {
        let build = Build(tempfile::tempdir().expect("a directory"));
        let from = root().join("tests/build_gate").join(folder);
        for entry in std::fs::read_dir(&from).expect("a directory").flatten() {
            if entry.path().is_file() {
                std::fs::copy(entry.path(), build.0.path().join(entry.file_name()))
                    .expect("copied");
            }
        }
        build
    }
    fn run(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Output {
        Command::new(program)
            .args(arguments)
            .current_dir(self.0.path())
            .output()
            .expect("a program")
    }
    fn check(&self, arguments: &[&str]) -> Output {
        self.run(Commands::get().path("proofmark-check"), arguments)
    }
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("a directory");
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

#[track_caller]
fn succeeds(output: &Output) {
    assert!(output.status.success(), "{}", text(output));
}

/// Says loudly what is not tested.
fn found(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("NOT TESTED: {program} is missing; scripts/setup installs it");
    }
    found
}

fn gate() -> String {
    format!("GATE={}", Commands::get().path("proofmark-check").display())
}

#[test]
fn an_object_is_written_only_if_accepted() {
    let build = Build::new("", &[]);
    let before = build.names();
    for (arguments, status) in [
        (
            &[
                "driver.c",
                "driver.c.cert",
                "--object",
                "o.o",
                "--",
                "-DBROKEN",
            ][..],
            1,
        ),
        (
            &[
                "driver.c",
                "driver.c.cert",
                "--object",
                "o.o",
                "--",
                "-fplugin=x",
            ],
            3,
        ),
        (&["driver.c", "driver.c.cert", "--object", "driver.c"], 3),
        (
            &["driver.c", "driver.c.cert", "--object", "./driver.c.cert"],
            3,
        ),
        (&["driver.c", "driver.c.cert", "--object", "."], 3),
        (&["driver.c", "driver.c.cert", "--object", "/dev/null"], 3),
        (
            &[
                "driver.c",
                "driver.c.cert",
                "--object",
                "a.o",
                "--object",
                "b.o",
            ],
            3,
        ),
        (&["driver.c", "driver.c.cert", "--object", "none/a.o"], 3),
        (
            &[
                "driver.c",
                "driver.c.cert",
                "--object",
                "o.o",
                "--",
                "-MD",
                "-MF",
                "driver.c",
            ],
            3,
        ),
        (
            &["driver.c", "driver.c.cert", "--object", "o.o", "--cc", "cc"],
            3,
        ),
        (
            &[
                "driver.c",
                "driver.c.cert",
                "--object",
                "o.o",
                "--time-limit",
                "0",
            ],
            2,
        ),
    ] {
        let output = build.check(arguments);
        assert_eq!(
            output.status.code(),
            Some(status),
            "{arguments:?}: {}",
            text(&output)
        );
        assert_eq!(build.names(), before, "{arguments:?}");
    }
    let output = build.check(&[
        "driver.c",
        "driver.c.cert",
        "--object",
        "o.o",
        "--",
        "-O2",
        "-MD",
    ]);
    succeeds(&output);
    assert!(text(&output).contains("compiled with: -m64 -std=gnu17 -fwrapv"));
    let object = std::fs::read(build.path("o.o")).expect("an object");
    assert!(object.starts_with(b"\x7fELF"));
    let rule = std::fs::read_to_string(build.path("o.d")).expect("dependencies");
    assert!(
        rule.starts_with("o.o: driver.c") && rule.contains(" driver.h"),
        "{rule}"
    );
}

/// The gate's object is the one that the compiler makes of the file.
#[test]
fn the_object_is_the_compilers() {
    let build = Build::new("", &["--", "-O2"]);
    let arguments = [
        "driver.c",
        "driver.c.cert",
        "--object",
        "gate.o",
        "--",
        "-O2",
    ];
    succeeds(&build.check(&arguments));
    let needed = ["-O2", "-std=gnu17", "-fwrapv", "-fno-strict-overflow"];
    succeeds(&build.run(
        "cc",
        &[&needed[..], &["-c", "driver.c", "-o", "cc.o"]].concat(),
    ));
    let code = |name: &str| {
        let shown = build.run("objdump", &["-d", "--no-show-raw-insn", name]);
        let lines = text(&shown);
        lines.lines().skip(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(code("gate.o"), code("cc.o"));
    assert!(code("gate.o").iter().any(|line| line.contains("<main>")));
}

#[test]
fn make_builds_through_the_gate() {
    if !found("make") {
        return;
    }
    let build = Build::new("", &["--", "-O2", "-D_FORTIFY_SOURCE=2"]);
    succeeds(&build.run("make", &[&gate()]));
    assert!(build.path("driver.o").is_file() && build.path("driver.d").is_file());
    // A changed header is a changed program.
    let again = build.run("make", &[&gate()]);
    assert!(!text(&again).contains("--object"), "{}", text(&again));
    build.write("driver.h", "#define VERSION 1\nvoid reach_error(void);\n");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    let header = std::fs::File::options()
        .write(true)
        .open(build.path("driver.h"));
    header
        .and_then(|file| file.set_modified(later))
        .expect("a time");
    let changed = build.run("make", &[&gate()]);
    assert!(text(&changed).contains("--object"), "{}", text(&changed));
    let broken = build.run("make", &["-B", &gate(), "CPPFLAGS=-DBROKEN"]);
    assert!(!broken.status.success(), "{}", text(&broken));
}

#[test]
fn cmake_builds_through_the_gate() {
    if !found("cmake") || !found("make") {
        return;
    }
    let build = Build::new("", &[]);
    let gate = format!("-D{}", gate());
    succeeds(&build.run("cmake", &["-S", ".", "-B", "out", &gate]));
    succeeds(&build.run("cmake", &["--build", "out"]));
    assert!(build.path("out/libdriver.a").is_file());
    let flags = ["-S", ".", "-B", "out", "-DCMAKE_C_FLAGS=-DBROKEN"];
    succeeds(&build.run("cmake", &flags));
    let broken = build.run("cmake", &["--build", "out"]);
    assert!(!broken.status.success(), "{}", text(&broken));
}

/// The directory of a kernel's headers.
fn kernel() -> Option<PathBuf> {
    let sources = std::fs::read_dir("/usr/src").ok()?;
    let mut found: Vec<PathBuf> = sources
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("Module.symvers").is_file() && path.join("Makefile").is_file())
        .collect();
    found.sort();
    found.pop()
}

#[test]
fn a_kernel_module_builds_through_the_gate() {
    let Some(kernel) = kernel() else {
        eprintln!("NOT TESTED: no kernel headers below /usr/src (Debian: linux-headers-amd64)");
        return;
    };
    let build = Build::new("kbuild", &["--entry", "probe"]);
    let kernel = kernel.display().to_string();
    let directory = format!("M={}", build.0.path().display());
    let arguments = ["-C", &kernel, &directory, &gate(), "modules"];
    let output = build.run("make", &arguments);
    succeeds(&output);
    assert!(text(&output).contains("GATE [M]"), "{}", text(&output));
    assert!(build.path("gated.ko").is_file());
    let driver = std::fs::read_to_string(build.path("driver.c")).expect("a driver");
    build.write("driver.c", &driver.replacen("locked = 0;\n\t}", "}", 1));
    let broken = build.run("make", &arguments);
    assert!(!broken.status.success(), "{}", text(&broken));
    // The vendor's side: the same rule makes the certificate.
    build.write("driver.c", &driver);
    std::fs::remove_file(build.path("driver.c.cert")).expect("a certificate");
    let certifier = Commands::get().path("proofmark").display().to_string();
    let certifier = format!("CERTIFIER={certifier}");
    let arguments = [
        "-C",
        &kernel,
        &directory,
        &gate(),
        &certifier,
        "CERTIFY=y",
        "driver.o",
    ];
    succeeds(&build.run("make", &arguments));
    assert!(build.path("driver.c.cert").is_file());
}

/// A certificate and a module are made with the headers and the flags of a distribution's kernel.
#[test]
fn a_driver_with_kernel_headers_builds_through_the_gate() {
    let Some(kernel) = kernel() else {
        eprintln!("NOT TESTED: no kernel headers below /usr/src (Debian: linux-headers-amd64)");
        return;
    };
    let build = Build::copy("kernel");
    let kernel = kernel.display().to_string();
    let directory = format!("M={}", build.0.path().display());
    let certifier = format!("CERTIFIER={}", Commands::get().path("proofmark").display());
    let (gate, common) = (gate(), ["-C", &kernel, &directory, &certifier]);
    let make = |arguments: &[&str]| build.run("make", &[&common, arguments].concat());
    succeeds(&make(&[&gate, "CERTIFY=y", "ring.o"]));
    succeeds(&make(&[&gate, "modules"]));
    assert!(build.path("ring.ko").is_file());
    // No name of a rule is one of the kernel's.
    let rules = std::fs::read_dir(root().join("specs")).expect("rules");
    let rules = rules.flatten().map(|rule| rule.path().join("rule.spec"));
    let rules: Vec<String> = rules
        .filter(|rule| rule.is_file())
        .map(|rule| rule.display().to_string())
        .collect();
    let rules = format!("RULES={}", rules.join(" "));
    let asked = text(&make(&[
        "GATE=true",
        "ENTRY=ring_open",
        &rules,
        "CERTIFY=y",
        "ring.o",
    ]));
    assert!(!asked.contains("error: "), "{asked}");
    let driver = std::fs::read_to_string(build.path("ring.c")).expect("a driver");
    build.write(
        "ring.c",
        &driver.replacen("\t\tspin_unlock_irqrestore", "\t\tring_full", 1),
    );
    let broken = make(&[&gate, "ENTRY=ring_read", "CERTIFY=y", "ring.o"]);
    assert!(!broken.status.success(), "{}", text(&broken));
}

/// DKMS builds the same module in trees of its own. (It makes a key to sign modules with below
/// `/var/lib/dkms`, if there is none.)
#[test]
fn dkms_builds_a_kernel_module_through_the_gate() {
    let Some(kernel) = kernel().filter(|_| found("dkms")) else {
        eprintln!("NOT TESTED: no kernel headers below /usr/src");
        return;
    };
    let build = Build::new("kbuild", &["--entry", "probe"]);
    let trees = tempfile::tempdir().expect("a directory");
    let tree = |name: &str| trees.path().join(name).display().to_string();
    for name in ["tree", "source"] {
        std::fs::create_dir(tree(name)).expect("a directory");
    }
    std::os::unix::fs::symlink(build.0.path(), tree("source/gated-1.0")).expect("a link");
    let version = kernel.file_name().and_then(|name| name.to_str());
    let version = version.and_then(|name| name.strip_prefix("linux-headers-"));
    let version = version.expect("a version");
    let programs = Commands::get().path("proofmark-check");
    let programs = programs.parent().expect("a directory").display();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    let dkms = || {
        let mut command = Command::new("dkms");
        command.args([
            "build",
            "gated/1.0",
            "--force",
            "-a",
            "x86_64",
            "-k",
            version,
        ]);
        command.args(["--dkmstree", &tree("tree"), "--sourcetree", &tree("source")]);
        command.args(["--kernelsourcedir", &kernel.display().to_string()]);
        command.env("PATH", &path).output().expect("dkms")
    };
    succeeds(&dkms());
    let built = format!("tree/gated/1.0/{version}/x86_64/module/gated.ko");
    assert!(Path::new(&tree(&built)).is_file());
    let log = tree(&format!("tree/gated/1.0/{version}/x86_64/log/make.log"));
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("GATE [M]"), "{log}");
    let driver = std::fs::read_to_string(build.path("driver.c")).expect("a driver");
    build.write("driver.c", &driver.replacen("locked = 0;\n\t}", "}", 1));
    let broken = dkms();
    assert!(!broken.status.success(), "{}", text(&broken));
    let log = tree("tree/gated/1.0/build/make.log");
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("rejected"), "{log}");
}

/// Runs the checker under strace; what it executes and opens.
fn traced(build: &Build, arguments: &[&str]) -> (Vec<String>, Vec<String>) {
    let checker = Commands::get()
        .path("proofmark-check")
        .display()
        .to_string();
    // A log for each process: in one, an interrupted call has no result beside it.
    let logs = tempfile::tempdir().expect("a directory");
    let log_path = logs.path().join("log").display().to_string();
    let options = [
        "-ff",
        "-qq",
        "-o",
        &log_path,
        "-e",
        "trace=execve,execveat,open,openat,openat2,creat",
    ];
    let words = [&options[..], &[checker.as_str()], arguments].concat();
    build.run("strace", &words);
    let logs = std::fs::read_dir(logs.path()).expect("logs");
    let logs: Vec<String> = logs
        .map(|log| std::fs::read_to_string(log.expect("a log").path()).expect("a log"))
        .collect();
    let done = logs
        .iter()
        .flat_map(|log| log.lines())
        .filter(|line| !line.contains("= -1 E"));
    let named = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
    let (executed, opened): (Vec<&str>, Vec<&str>) = done
        .filter(|line| line.contains('"'))
        .partition(|line| line.starts_with("execve"));
    (
        executed.into_iter().map(named).collect(),
        opened.into_iter().map(named).collect(),
    )
}

/// Where the system's own files are.
const SYSTEM: [&str; 8] = [
    "/usr/lib",
    "/usr/include",
    "/lib",
    "/lib64",
    "/etc/ld.so.cache",
    "/usr/local/lib",
    "/usr/local/include",
    "/proc",
];

#[test]
fn a_hostile_source_runs_and_opens_nothing_else() {
    if !found("strace") {
        return;
    }
    let build = Build::new("", &[]);
    build.write("evil.sh", "#!/bin/sh\ntouch pwned\n");
    let script = build.path("evil.sh");
    succeeds(&build.run("chmod", &["+x", "evil.sh"]));
    for name in ["cc", "gcc", "cc1", "as", "@x.c", "collect2"] {
        std::fs::copy(&script, build.path(name)).expect("copied");
    }
    build.write("x.c", "-wrapper ./evil.sh driver.c\n");
    build.write(
        "hostile.c",
        "#pragma GCC plugin \"./evil.so\"\n#include \"driver.c\"\n# 1 \"/etc/passwd\" 1\nint x\n",
    );
    for file in ["@x.c", "x.c", "hostile.c", "driver.c"] {
        let (executed, opened) = traced(&build, &[file, "driver.c.cert", "--object", "o.o"]);
        assert!(!executed.is_empty(), "strace says nothing");
        for program in executed {
            let name = Path::new(&program)
                .file_name()
                .and_then(|name| name.to_str());
            let own = program.starts_with("/usr/") && matches!(name, Some("cc" | "cc1" | "as"));
            assert!(
                own || name == Some("proofmark-check"),
                "{file}: runs {program}"
            );
        }
        let target = Commands::get().path("");
        for path in opened {
            let allowed = !path.starts_with('/')
                || SYSTEM.iter().any(|start| path.starts_with(start))
                || path.starts_with("/dev/fd/")
                || matches!(path.as_str(), "/dev/null" | "/dev/ptmx")
                || path.starts_with("/sys/fs/cgroup")
                || Path::new(&path).starts_with(build.0.path())
                || Path::new(&path).starts_with(&target);
            assert!(allowed, "{file}: opens {path}");
        }
    }
    assert!(!build.path("pwned").exists());
}

/// What gcc's assembler says of a text, in a directory without files.
fn assembled(text: &str) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let mut child = Command::new("cc")
        .args(["-x", "assembler", "-c", "-o", "/dev/null", "-"])
        .current_dir(&directory)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a compiler");
    let written = child
        .stdin
        .take()
        .map(|mut to| to.write_all(text.as_bytes()));
    assert!(written.is_some_and(|done| done.is_ok()));
    let output = child.wait_with_output().expect("a compiler");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn honest_assembly_is_let_through() {
    for text in [
        "\t.file \"a.c\"\n\t.text\n#APP\n# 1 \"a.c\" 1\n\tlock; incl x(%rip)\n#NO_APP\n",
        "a: b: .byte 1 # .incbin it's a \"comment\"\n",
        ".ascii \".incbin \\\"absent\\\"; # no directive\"\n",
        "x = 5\n1:\tjmp 1b\n\t{vex} vpdpbusd %xmm1, %xmm2, %xmm3\n",
        ".macro m type:req reg:req\n.set .Lf, 0\n.irp rs,rax,rcx\n.ifc \\reg, %\\rs\n\
         .set .Lf, 1\n.endif\n.endr\n.if (.Lf != 1)\n.error \"bad\"\n.endif\n\
         .long \\type\n.endm\nm reg=%rax, type=((1) << 2 | 3)\n",
        ".rept 3\nnop\n.endr\n\tmovq %gs:0(,%rax,8), %rbx\n",
    ] {
        assert_eq!(harmless(text), Ok(()), "{text}");
        assert_eq!(assembled(text), "", "{text}");
    }
}

#[test]
fn assembly_that_might_open_a_file_is_refused() {
    for text in [
        ".incbin \"absent\"",
        ".INCLUDE \"absent\"",
        "\".incbin\" \"absent\"",
        "nop;.incbin\"absent\"",
        "a : b: .incbin \"absent\"",
        ".macro m a\n.inc\\a \"absent\"\n.endm\nm bin",
        ".macro m a\n\\a \"absent\"\n.endm\nm .incbin",
        ".macro m a\nx\\a \"absent\"\n.endm\nm \":.incbin\"",
        ".macro m a\nnop \\a\n.endm\nM \"; .incbin \\\"absent\\\"\"",
        ".macro m a=:.incbin\nx \\a \"absent\"\n.endm\nm",
        ".irp a,bin\n.inc\\a \"absent\"\n.endr",
        ".irpc a,b\n.inc\\()\\a\\()in \"absent\"\n.endr",
        ".rept 1;.endr\n.macro m a\n.ascii \"\\a\"\n.endm",
        ".altmacro\n.mri 1",
        ".byte '\";.incbin \"absent\";.byte '\"",
        "nop /* \" */ ; .incbin \"absent\" /* \" */",
        "# 1 \"a\n .byte 1 # \" ; .incbin \"absent\"",
        ".ascii \"a\n.incbin \"absent\"",
        "#NO_APP\nnop",
        ".print \"something else than an object\"",
        "nop\r.incbin \"absent\"",
    ] {
        assert!(harmless(text).is_err(), "{text}");
    }
}

/// Texts of pieces that make assemblers open files, in any order: what is let through opens none.
#[test]
fn what_is_let_through_opens_no_file() {
    const PIECES: &str =
        ".incbin \"absent\"~.include \"absent\"~.inc\\a \"absent\"~\\a \"absent\"~\
        .macro m a~.macro m a=bin~.endm~.irp a,bin~.irp a,.incbin~.endr~.rept 2~m bin~m .incbin~\
        m \\a~m \"absent\"~\"~'~\\~#~# 1 \"~/*~*/~;~;~:~x~ ~.ascii \"~.byte '~.if 0~.else~.endif~\
        .ifc \\a,bin~{vex} ~=~\\()~\\@~nop ~.purgem m~.exitm~.error \"a\"~.set m,~/~,";
    let pieces: Vec<&str> = PIECES.split('~').collect();
    let mut random = Random::of("assembly");
    let mut tried = 0;
    while tried < 150 {
        let length = 4 + random.below(12);
        let mut text = String::from("\t.text\n");
        for _ in 0..length {
            text.push_str(pieces[random.below(pieces.len())]);
            if random.below(2) == 0 {
                text.push('\n');
            }
        }
        text.push('\n');
        if text.contains("absent") && harmless(&text).is_ok() {
            tried += 1;
            let said = assembled(&text);
            let opened = said.contains("No such file") || said.contains("file not found");
            assert!(!opened, "{text}\n{said}");
        }
    }
}
