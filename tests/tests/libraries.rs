//! Boolean libraries. A folder of `tests/libraries` is one API: `api.c`, libraries that are true of
//! it (`NAME.lib`, without proofs), programs that use it, and what would be false (`false/`).
//!
//! - A program says what comes out: `// with A.lib B.lib: ANSWER` of the merged libraries, `// with
//!   C: ANSWER` of the program with `api.c`, `// alone: ANSWER` without either. A folder with the
//!   file `programs` has those of the folder that this names, too: its API is another one with the
//!   same functions.
//! - A file of `false/` says what it changes: `library: NAME.lib`, `expect: TEXT` of the message,
//!   then `- OLD` and `+ NEW` of the library, `c- OLD` and `c+ NEW` of `api.c`, each of which must
//!   be there once. The library as it is in the folder is its true twin.
//!
//! `BLESS=1` writes the procedures of libraries that have none.

use proofmark_frontend::library::parse::parse;
use proofmark_frontend::library::print::print;
use proofmark_producer::engine::Limits;
use proofmark_tests::libraries::{api, library, must, parsed, proved, read, run, show, Desk};
use proofmark_tests::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let files = files.map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    files.sort();
    files
}

fn folders() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("tests/libraries")).expect("the folder");
    let folders = folders.map(|folder| folder.expect("a folder").path());
    let mut folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(folders.len() >= 10, "{folders:?}");
    folders
}

/// Parts of Linux 6.1 for which training made a library (`docs/benchmarks-libraries.md`).
fn parts_of_linux() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(root().join("tests/linux-libraries")).expect("the folder");
    let folders = folders.map(|folder| folder.expect("a folder").path());
    let with_library = |path: &PathBuf| path.is_dir() && !files(path, "lib").is_empty();
    let mut folders: Vec<PathBuf> = folders.filter(with_library).collect();
    folders.sort();
    assert!(folders.len() >= 4, "{folders:?}");
    folders
}

/// The programs of a folder, and of the one that it names. Those of parts of Linux that are no
/// files of the kernel are in `own`.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let own = folder.join("own");
    if own.is_dir() {
        return files(&own, "c");
    }
    let mut found = files(folder, "c");
    if let Ok(name) = std::fs::read_to_string(folder.join("programs")) {
        found.extend(files(&folder.with_file_name(name.trim()), "c"));
    }
    found.retain(|path| !path.ends_with("api.c"));
    found
}

/// Writes the procedures of a folder's libraries that have none, if that is asked for.
fn bless(folder: &Path) {
    if std::env::var_os("BLESS").is_none() {
        return;
    }
    let api = api(&folder.join("api.c"));
    for path in files(folder, "lib") {
        let known = parsed(&library(&read(&path), &api));
        if known.functions.iter().any(|f| !f.body.is_empty()) {
            continue;
        }
        let drafted = api.draft(&known);
        let drafted = print(&drafted.unwrap_or_else(|e| panic!("{}: {e}", path.display())));
        let text = drafted.replace(&format!("c {}\n", api.source()), "c DIGEST\n");
        std::fs::write(&path, text).expect("written");
    }
}

fn status(answer: &str) -> i32 {
    match answer {
        "certified" => 0,
        "violated" => 1,
        "unknown" => 2,
        other => panic!("no answer {other}"),
    }
}

/// A program with a library: the answer, and what the checker makes of a certificate.
fn with_library(desk: &Desk, (driver, c): (&str, &str), to: &str, answer: &str) {
    let cert = desk.path("cert");
    let arguments = ["certify", "--use-lib", to, driver, "--force", "-o", &cert];
    let said = must("proofmark", &arguments, status(answer));
    if answer == "unknown" {
        // The function by its name, and no place of the text that stands for it.
        assert!(said.contains("the library's model"), "{driver}: {said}");
        assert!(!said.contains("boolean library"), "{driver}: {said}");
    }
    if answer != "certified" {
        return;
    }
    let said = must("check", &["--use-lib", to, driver, &cert], 0);
    assert!(said.contains("library: "), "{driver}: {said}");
    let denied = ["--use-lib", to, "--deny", "library", driver, &cert];
    must("check", &denied, 1);
    // With the C nothing is believed of the library but what its proof assumes.
    let checked = [
        "--use-lib",
        to,
        "--api",
        c,
        "--deny",
        "library",
        driver,
        &cert,
    ];
    let said = must("check", &checked, 0);
    assert!(!said.contains("library: "), "{driver}: {said}");
    assert!(!said.contains("boolean libraries"), "{driver}: {said}");
    let own = must("check", &[c, to], 0);
    // The predicates of a library have names that begin with an underscore; no compiler sees them.
    // Its functions may have such names, too, and these count.
    let reserved = own.contains("reserved names");
    assert_eq!(
        said.contains("reserved names"),
        reserved,
        "{driver}: {said}"
    );
    assert_eq!(
        reserved,
        read(Path::new(c)).contains(" __"),
        "{driver}: {own}"
    );
    let assumed = own.split("assuming:\n").nth(1).expect("assumptions");
    for line in assumed.lines() {
        assert!(said.contains(line), "{driver}: {line} is not in {said}");
    }
    let kind = assumed.trim().split(':').next().expect("a kind");
    must("check", &[&checked[..], &["--deny", kind]].concat(), 1);
    // Another program than that of the certificate.
    must("check", &[driver, &cert], 1);
}

#[test]
fn programs_with_libraries_have_the_answers_that_they_say() {
    for folder in folders().into_iter().chain(parts_of_linux()) {
        bless(&folder);
        let desk = Desk::new();
        let c = folder.join("api.c");
        for driver in programs(&folder) {
            let (text, driver) = (read(&driver), show(&driver));
            let mut said = 0;
            for line in text.lines() {
                let Some((with, answer)) = line
                    .strip_prefix("// ")
                    .and_then(|line| line.split_once(": "))
                else {
                    continue;
                };
                said += 1;
                let (c, cert) = (show(&c), desk.path("cert"));
                match with.strip_prefix("with ") {
                    Some("C") => {
                        let arguments = ["certify", &driver, &c, "--force", "-o", &cert];
                        must("proofmark", &arguments, status(answer));
                    }
                    Some(names) => {
                        let names: Vec<&str> = names.split(' ').collect();
                        let to = proved(&desk, &folder, &names);
                        with_library(&desk, (&driver, &c), &to, answer);
                    }
                    None => {
                        assert_eq!(with, "alone");
                        let arguments = ["certify", &driver, "--force", "-o", &cert];
                        must("proofmark", &arguments, status(answer));
                    }
                }
            }
            assert!(said > 0, "{driver} says nothing");
        }
    }
}

fn field<'t>(text: &'t str, name: &str) -> &'t str {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).trim()
}

/// A text with changes. `\n` stands for a line's end.
fn changed(text: &str, case: &str, (minus, plus): (&str, &str), path: &Path) -> String {
    let mut out = text.to_owned();
    let removed = case.lines().filter_map(|line| line.strip_prefix(minus));
    let added = case.lines().filter_map(|line| line.strip_prefix(plus));
    for (old, new) in removed.zip(added) {
        let (old, new) = (old.replace("\\n", "\n"), new.replace("\\n", "\n"));
        let found = out.matches(&old).count();
        assert_eq!(found, 1, "{}: {old}\n{out}", path.display());
        out = out.replacen(&old, &new, 1);
    }
    out
}

/// The proofs of a folder's library, as its text has them.
fn proofs(folder: &Path, name: &str) -> String {
    let text = read(Path::new(&proved(&Desk::new(), folder, &[name])));
    let start = text.find("\nproof ").expect("a proof");
    text[start + 1..].to_owned()
}

#[test]
fn what_is_false_is_refused() {
    let (mut count, mut failures) = (0, Vec::new());
    for folder in folders() {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        for path in files(&folder.join("false"), "change") {
            count += 1;
            let (desk, case) = (Desk::new(), read(&path));
            let name = field(&case, "library:");
            let (right, api_c) = (read(&folder.join(name)), read(&folder.join("api.c")));
            let c = changed(&api_c, &case, ("c- ", "c+ "), &path);
            let text = changed(&right, &case, ("- ", "+ "), &path);
            assert!(text != right || c != api_c, "{}", path.display());
            let file = desk.file("api.c", &c);
            let about = api(Path::new(&file));
            let text = library(&text, &about);
            let (forged, to) = (desk.file("forged.lib", &text), desk.path("proved.lib"));
            let (code, said) = run("proofmark", &["merge", &forged, "--api", &file, "-o", &to]);
            if code != 3 || !said.contains(field(&case, "expect:")) {
                failures.push(format!("{}: {code}: {said}", path.display()));
            }
            // With the proof of the true one: no proof is believed because it is one.
            let proof = known.entry(name.to_owned());
            let proof = proof.or_insert_with(|| proofs(&folder, name));
            let stolen = desk.file("stolen.lib", &(text + proof));
            let (code, said) = run("check", &[&file, &stolen]);
            // What another version says, another checker may know.
            let refused = match said.contains("of a version that is not known") {
                true => code == 2,
                false => matches!(code, 1 | 3),
            };
            if !refused {
                failures.push(format!("{}: the checker: {code}: {said}", path.display()));
            }
        }
    }
    assert!(count >= 150, "{count} cases");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What training made of the C of Linux is proved again, and the checker accepts it.
#[test]
fn libraries_of_linux_are_true() {
    for folder in parts_of_linux() {
        let desk = Desk::new();
        for path in files(&folder, "lib") {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            proved(&desk, &folder, &[&name]);
        }
    }
}

/// Preprocessed drivers of Linux with the libraries that are here (`scripts/linux-libraries DIR`,
/// then with `PROOFMARK_LINUX_LIBRARIES=DIR/libraries`): the answers are those that are recorded.
#[test]
#[ignore = "needs the kernel's files"]
fn drivers_of_linux_have_the_answers_that_are_recorded() {
    let corpus = std::env::var("PROOFMARK_LINUX_LIBRARIES").expect("where the drivers are");
    let (corpus, here) = (Path::new(&corpus), root().join("tests/linux-libraries"));
    let desk = Desk::new();
    let cert = desk.path("cert");
    let (mut known, mut wrong) = (BTreeMap::new(), Vec::new());
    for line in read(&here.join("answers")).lines() {
        let [part, driver, answer] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("no answer: {line}");
        };
        let name = format!("{part}.lib");
        let library: &mut String = known.entry(part.to_owned()).or_insert_with(|| {
            let made = proved(&desk, &here.join(part), &[&name]);
            desk.file(&format!("proved_{name}"), &read(Path::new(&made)))
        });
        let file = show(&corpus.join(part).join(format!("{driver}.i")));
        let used = ["--use-lib", library, &file, "--force", "-o", &cert];
        let (code, said) = run("proofmark", &[&["certify"], &used[..]].concat());
        if code != status(answer) {
            wrong.push(format!("{line}: {code}: {said}"));
        }
    }
    assert_eq!(known.len(), 4);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What each proof proves, an independent solver confirms.
#[test]
fn a_solver_confirms_what_libraries_owe() {
    use proofmark_producer::certify::{certify, Certification};
    use proofmark_producer::engine::Silent;
    use proofmark_producer::export;
    let mut queries = 0;
    for folder in folders().into_iter().chain(parts_of_linux()) {
        let api = api(&folder.join("api.c"));
        for path in files(&folder, "lib") {
            let library = std::sync::Arc::new(parsed(&library(&read(&path), &api)));
            for f in &library.functions {
                let mut program = api.duties(&library, &f.name).expect("duties");
                let (result, _) = certify(&mut program, &Limits::default(), &mut Silent);
                let Certification::Certified(certified) = result else {
                    panic!("{}: {}", path.display(), f.name)
                };
                let mut fresh = api.duties(&library, &f.name).expect("duties");
                let annotations = &certified.certificate.annotations;
                let invariants =
                    export::invariants(&mut fresh.arena, &fresh.cfa, annotations).expect("it fits");
                let text = export::smt2::render(&mut fresh.arena, &fresh.cfa, &invariants)
                    .expect("small enough");
                let asked = text.matches("(check-sat)").count();
                assert_eq!(asked, certified.report.proved);
                let answers = proofmark_tests::smt::answers(&text);
                let valid = answers.iter().filter(|answer| *answer == "unsat").count();
                assert_eq!(valid, asked, "{}: {}: {answers:?}", path.display(), f.name);
                queries += asked;
            }
        }
    }
    assert!(queries >= 50, "{queries} queries");
}

/// Whoever wants to can ask another solver about a library.
#[test]
fn what_libraries_owe_is_exported() {
    let folder = root().join("tests/libraries/asserted");
    let (desk, c) = (Desk::new(), show(&folder.join("api.c")));
    let to = proved(&desk, &folder, &["slot.lib"]);
    let export = |library: &str, c: &str, format: &str| {
        run("proofmark", &["export", library, c, "--format", format])
    };
    let (code, text) = export(&to, &c, "smt2");
    assert_eq!(code, 0, "{text}");
    let answers = proofmark_tests::smt::answers(&text);
    let valid = answers.iter().filter(|answer| *answer == "unsat").count();
    assert_eq!(valid, text.matches("(check-sat)").count(), "{answers:?}");
    assert!(valid >= 20, "{valid}");
    for (format, expected) in [
        ("text", "# What `room` owes."),
        ("dot", "// What `room` owes."),
    ] {
        let (code, text) = export(&to, &c, format);
        assert!(code == 0 && text.contains(expected), "{format}: {text}");
    }
    let known = parsed(&read(Path::new(&to)));
    let bare = desk.file("bare.lib", &print(&known.without_proofs()));
    let other = desk.file(
        "other.c",
        &read(Path::new(&c)).replace("taken = 1;", "taken = 2;"),
    );
    for (library, c, expected) in [
        (&bare, &c, "the library has no proof"),
        (&to, &other, "abstracts the C with the digest"),
    ] {
        let (code, said) = export(library, c, "smt2");
        assert!(code == 3 && said.contains(expected), "{code}: {said}");
    }
}

/// The merged library of the paper's figure 5.
#[test]
fn the_merge_of_figure_5() {
    let folder = root().join("tests/libraries/inc_dec");
    let desk = Desk::new();
    let merged = parsed(&read(Path::new(&proved(
        &desk,
        &folder,
        &["up.lib", "down.lib"],
    ))));
    let [f] = merged.functions.as_slice() else {
        panic!("one function")
    };
    let inputs = f.predicates.get(..f.inputs).expect("formal predicates");
    assert_eq!(inputs, ["x==X", "op==0"]);
    let returned = f.returns.iter().map(|i| f.predicates[*i].as_str());
    assert_eq!(returned.collect::<Vec<_>>(), ["return==X+1", "return==X-1"]);
    assert!(f.modifies.is_empty());
    let text = print(&merged);
    for line in [
        "  assume({op==0});",
        "  assume(!{op==0});",
        "  {t==X+1}, {t==X-1} := choose({x==X}, F), choose(F, {x==X});",
        "  {t==X+1}, {t==X-1} := choose(F, {x==X}), choose({x==X}, F);",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

/// What is accepted is printed as it was, and nothing else is accepted.
#[test]
fn texts_have_one_form() {
    let folder = root().join("tests/libraries/state");
    let desk = Desk::new();
    let text = read(Path::new(&proved(&desk, &folder, &["dev.lib"])));
    let mut accepted = 0;
    for at in 0..text.len().min(2500) {
        for byte in [b' ', b'\n', b'0', b'{', b'!', b'.', 0, 0xFF] {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = byte;
            if let Ok(read) = parse(&bytes) {
                assert_eq!(print(&read).into_bytes(), bytes);
                accepted += 1;
            }
        }
        let rest = &text[at..];
        let whole = rest.starts_with("function void") || rest.starts_with("proof dev_start");
        assert!(parse(&text.as_bytes()[..at]).is_err() || whole, "{at}");
    }
    assert!(accepted > 0);
    assert_eq!(print(&parsed(&text)), text);
}

/// A certificate's bytes in a library are as hostile as others.
#[test]
fn damaged_proofs_are_refused() {
    let folder = root().join("tests/libraries/calls");
    let desk = Desk::new();
    let text = read(Path::new(&proved(&desk, &folder, &["quarter.lib"])));
    let c = show(&folder.join("api.c"));
    let start = text.find("\nproof ").expect("a proof");
    for step in 0..24 {
        let at = start + 30 + step * (text.len() - start - 40) / 24;
        let mut bytes = text.clone().into_bytes();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        let damaged = desk.file("damaged.lib", std::str::from_utf8(&bytes).expect("text"));
        let (code, said) = run("check", &[&c, &damaged]);
        assert!(matches!(code, 1..=3), "{at}: {code}: {said}");
    }
    let truncated = desk.file("cut.lib", &text[..text.len() - 40]);
    must("check", &[&c, &truncated], 3);
    let none = desk.file("none.lib", &text[..=start]);
    let said = must("check", &[&c, &none], 1);
    assert!(said.contains("no proof"), "{said}");
    // The proof of another function.
    let mut library = parsed(&text);
    library.proofs.reverse();
    let swapped = desk.file("swapped.lib", &print(&library));
    must("check", &[&c, &swapped], 1);
    // A proof that ends too early is seen without the C, too.
    let mut library = parsed(&text);
    if let Some(proof) = library.proofs.first_mut() {
        proof.truncate(proof.len() - 10);
    }
    let short = desk.file("short.lib", &print(&library));
    let (user, cert) = (show(&folder.join("user.c")), desk.path("cert"));
    let arguments = ["certify", "--use-lib", &short, &user, "-o", &cert];
    let said = must("proofmark", &arguments, 3);
    assert!(said.contains("the proof of `"), "{said}");
    let whole = desk.file("whole.lib", &text);
    must(
        "proofmark",
        &["certify", "--use-lib", &whole, &user, "-o", &cert],
        0,
    );
    let said = must("check", &["--use-lib", &short, &user, &cert], 1);
    assert!(said.contains("the proof of `"), "{said}");
}

/// What a library does not fit is refused, and says why.
#[test]
fn libraries_that_do_not_fit_are_refused() {
    let folder = root().join("tests/libraries/inc_dec");
    let desk = Desk::new();
    let (c, up) = (show(&folder.join("api.c")), show(&folder.join("up.c")));
    let (to, cert) = (proved(&desk, &folder, &["up.lib"]), desk.path("cert"));
    // Another ABI, and other C. White space is no difference.
    let other = ["certify", "--arch", "ilp32", "--use-lib", &to, &up, "-o"];
    let said = must("proofmark", &[&other[..], &[&cert]].concat(), 3);
    assert!(said.contains("another ABI"), "{said}");
    let said = must("check", &["--arch", "ilp32", &c, &to], 3);
    assert!(said.contains("another ABI"), "{said}");
    let text = read(Path::new(&c));
    let changed = desk.file("other.c", &text.replace("x - 1", "x - 2"));
    let said = must("check", &[&changed, &to], 1);
    assert!(said.contains("the C with the digest"), "{said}");
    let comment = text.replace("x + 1", "x /* one more */ +   1");
    let spaced = desk.file("spaced.c", &comment);
    must("check", &[&spaced, &to], 0);
    must(
        "proofmark",
        &["certify", "--use-lib", &to, &up, "-o", &cert],
        0,
    );
    let used = ["--use-lib", &to, "--api", &changed, &up, &cert];
    must("check", &used, 1);
    // What a library is not checked with.
    must("check", &["--use-lib", &to, &c, &to], 3);
    must("check", &["--object", &desk.path("o.o"), &c, &to], 3);
}

/// What is no library of a program, as somebody may give it: each says what is wrong.
#[test]
fn bad_libraries_say_what_is_wrong() {
    let folder = root().join("tests/libraries/inc_dec");
    let desk = Desk::new();
    let (c, up) = (show(&folder.join("api.c")), show(&folder.join("up.c")));
    let (to, cert) = (proved(&desk, &folder, &["up.lib"]), desk.path("cert"));
    let used = |library: &str, expected: &str| {
        let arguments = ["certify", "--use-lib", library, &up, "--force", "-o", &cert];
        let said = must("proofmark", &arguments, 3);
        assert!(said.starts_with("error: "), "{said}");
        assert!(said.contains(expected), "{said}");
    };
    let empty = desk.file("empty.lib", "");
    used(&empty, "empty.lib, line 1: the file is empty");
    let said = must("check", &[&c, &empty], 1);
    assert!(said.contains("the file is empty"), "{said}");
    used(&c, "no boolean library of a version that is known");
    used(&desk.path("missing.lib"), "no such file");
    let text = read(Path::new(&to));
    let cut = desk.file("cut.lib", &text[..text.len() / 2]);
    used(&cut, "the text ends too early");
    let head = desk.file("head.lib", &text[..40]);
    used(&head, "the text ends too early");
    // Two libraries with one function, for both commands.
    let twice = ["--use-lib", &to, "--use-lib", &to, &up];
    let both = "two of the libraries have a function `inc_dec`";
    let certify = [&["certify", "--force", "-o", &cert], &twice[..]].concat();
    let said = must("proofmark", &certify, 3);
    assert!(said.contains(both) && said.contains("merge them"), "{said}");
    let one = ["certify", "--use-lib", &to, &up, "--force", "-o", &cert];
    must("proofmark", &one, 0);
    let said = must("check", &[&twice[..], &[&cert]].concat(), 3);
    assert!(said.contains(both), "{said}");
    // One that has no proof says how to get one.
    let start = text.find("\nproof ").expect("a proof");
    let none = desk.file("none.lib", &text[..=start]);
    let said = must("check", &[&c, &none], 1);
    assert!(
        said.contains("proofmark merge") && !said.contains("forged"),
        "{said}"
    );
    // Another version is for another checker.
    let newer = desk.file("newer.lib", &text.replacen("library 1\n", "library 2\n", 1));
    let no_version = desk.file("none", &text.replacen("library 1\n", "library x\n", 1));
    for (file, status) in [(&newer, 2), (&no_version, 3)] {
        must("check", &[&c, file], status);
        must("check", &["--use-lib", file, &up, &cert], status);
    }
    used(&newer, "no boolean library of a version that is known");
    // A library is no certificate, and no output of `certify`.
    let said = must("proofmark", &["info", &to], 3);
    assert!(
        said.contains("a boolean library, and no certificate"),
        "{said}"
    );
    let onto = ["certify", "--use-lib", &to, &up, "--force", "-o", &to];
    let said = must("proofmark", &onto, 3);
    assert!(said.contains("it is an input"), "{said}");
    assert_eq!(read(Path::new(&to)), text);
    // What commands say of libraries begins alike.
    let other = desk.file("other.c", &read(Path::new(&c)).replace("x - 1", "x - 2"));
    let merged = ["merge", &to, "--api", &other, "-o", &desk.path("merged")];
    let said = must("proofmark", &merged, 3);
    assert!(
        said.starts_with("error: library: the library abstracts"),
        "{said}"
    );
}

/// A library that nobody has proved is not used: the ledger would say of one that is false that
/// its proof tells otherwise. What stands as a proof is not looked at without the C, and no ledger
/// says that there is one.
#[test]
fn a_library_without_proof_is_not_used() {
    let folder = root().join("tests/libraries/inc_dec");
    let desk = Desk::new();
    let (c, cert) = (show(&folder.join("api.c")), desk.path("cert"));
    let right = read(Path::new(&proved(&desk, &folder, &["up.lib"])));
    let start = right.find("\nproof ").expect("a proof");
    let (said, proof) = right.split_at(start + 1);
    let lie = said.replace("==X+1}", "==X+2}");
    let driver = desk.file(
        "driver.c",
        "void reach_error(void);\nint inc_dec(int x, int op);\nint main(void) {\n\
         int v = 5, r = inc_dec(v, 0);\nif (r != v + 2) reach_error();\nreturn 0; }\n",
    );
    let without = desk.file("without.lib", &lie);
    let used = ["certify", "--use-lib", &without, &driver, "--force", "-o"];
    let refused = must("proofmark", &[&used[..], &[&cert]].concat(), 3);
    assert!(refused.starts_with("error: library: "), "{refused}");
    // The proof of another library is none of this one, which its C shows.
    let with = desk.file("with.lib", &(lie.clone() + proof));
    let used = ["certify", "--use-lib", &with, &driver, "--force", "-o"];
    must("proofmark", &[&used[..], &[&cert]].concat(), 0);
    let accepted = must("check", &["--use-lib", &with, &driver, &cert], 0);
    assert!(accepted.contains("is not looked at here"), "{accepted}");
    let api = ["--use-lib", &with, "--api", &c, &driver, &cert];
    must("check", &api, 1);
    // Nor does the checker believe one without.
    for more in [&[][..], &["--api", &c]] {
        let check = [&["--use-lib", &without, &driver, &cert], more].concat();
        let rejected = must("check", &check, 1);
        for message in [&refused, &rejected] {
            let how = "the library has no proof; `proofmark merge";
            assert!(message.contains(how), "{message}");
        }
    }
}

/// Libraries of different C, whose C is given: each is checked with all of it.
#[test]
fn libraries_of_different_c_are_checked_one_by_one() {
    let desk = Desk::new();
    let made = |name: &str, number: &str| {
        let c = format!("int {name}(void) {{ return {number}; }}\n");
        let c = desk.file(&format!("{name}.c"), &c);
        let program = format!(
            "void reach_error(void);\nint {name}(void);\n\
             int main(void) {{ if ({name}() != {number}) reach_error(); return 0; }}\n"
        );
        let program = desk.file(&format!("use_{name}.c"), &program);
        let to = desk.path(&format!("{name}.lib"));
        let train = [
            "train",
            "--functions",
            name,
            "--api",
            &c,
            &program,
            "-o",
            &to,
        ];
        must("proofmark", &train, 0);
        must("check", &[&c, &to], 0);
        (c, to)
    };
    let ((one_c, one), (two_c, two)) = (made("one", "1"), made("two", "2"));
    let program = desk.file(
        "both.c",
        "void reach_error(void);\nint one(void);\nint two(void);\nint main(void) { int a = one();\n\
         a = a + two(); if (a != 3) reach_error(); return 0; }\n",
    );
    let (used, cert) = (["--use-lib", &one, "--use-lib", &two], desk.path("cert"));
    let certify = [&["certify"], &used[..], &[&program, "-o", &cert]].concat();
    must("proofmark", &certify, 0);
    must("check", &[&used[..], &[&program, &cert]].concat(), 0);
    let c = ["--api", &one_c, "--api", &two_c, &program, &cert];
    let said = must("check", &[&used[..], &c].concat(), 1);
    assert!(said.contains("one by one"), "{said}");
    let said = must(
        "proofmark",
        &["merge", &one, &two, "-o", &desk.path("m")],
        3,
    );
    assert!(said.contains("different versions of the C"), "{said}");
    // Variables that only one C can name are not those of another.
    let with_state = |name: &str, from: &str| {
        let text = read(Path::new(from));
        desk.file(
            name,
            &text.replacen("\nfunction ", "\nstatic int state\nfunction ", 1),
        )
    };
    let (a, b) = (with_state("a.lib", &one), with_state("b.lib", &two));
    let both = ["--use-lib", &a, "--use-lib", &b, &program, "--force", "-o"];
    let said = must(
        "proofmark",
        &[&["certify"], &both[..], &[&cert]].concat(),
        3,
    );
    let expected = "two libraries of different C have a variable `state`";
    assert!(said.contains(expected), "{said}");
}

/// The example's files are those that are tested here.
#[test]
fn the_example_is_what_is_tested() {
    let (example, folder) = (
        root().join("examples/inc_dec"),
        root().join("tests/libraries/inc_dec"),
    );
    let c = example.join("api.c");
    assert_eq!(read(&c), read(&folder.join("api.c")));
    for name in ["up.lib", "down.lib"] {
        let tested = library(&read(&folder.join(name)), &api(&c));
        assert_eq!(read(&example.join(name)), tested, "{name}");
    }
    for name in ["up.c", "down.c", "both.c", "wrong.c"] {
        assert!(
            read(&folder.join(name)).ends_with(&read(&example.join(name))),
            "{name}"
        );
    }
}
