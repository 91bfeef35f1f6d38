//! Training (paper 001): libraries from runs on programs, by the commands.

use proofmark_frontend::library::parse::parse;
use proofmark_frontend::library::print::print;
use proofmark_frontend::library::text::Library;
use proofmark_tests::libraries::{api, library, must, Desk};
use proofmark_tests::processes::{signal, wait_for};
use proofmark_tests::{root, text, Commands};
use std::path::Path;

/// A file of `tests/libraries`.
fn tested(name: &str) -> String {
    let path = root().join("tests/libraries").join(name);
    path.display().to_string()
}

fn read(path: &str) -> Library {
    let bytes = std::fs::read(Path::new(path)).expect("a library");
    parse(&bytes).unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why))
}

/// The predicates of a library: formal ones, the others, and those that are returned.
fn said(library: &Library) -> [Vec<String>; 3] {
    let [f] = library.functions.as_slice() else {
        panic!("one function")
    };
    let (inputs, own) = f.predicates.split_at(f.inputs);
    let returned = f.returns.iter().map(|i| f.predicates[*i].clone());
    [inputs.to_vec(), own.to_vec(), returned.collect()]
}

/// The libraries of figure 3 from the programs of figure 4, and their merge, that of figure 5.
#[test]
fn the_libraries_of_figure_3() {
    let desk = Desk::new();
    let c = tested("inc_dec/api.c");
    for (driver, own) in [("up", "+"), ("down", "-")] {
        let (program, to) = (tested(&format!("inc_dec/{driver}.c")), desk.path(driver));
        let out = must(
            "proofmark",
            &["certify", &program, &c, "--gen-lib", "inc_dec", "-o", &to],
            0,
        );
        assert!(out.contains("with the library: certified"), "{out}");
        must("check", &[&c, &to], 0);
        let [inputs, local, returned] = said(&read(&to));
        let result = format!("return==X{own}1");
        assert_eq!(inputs, ["x==X", "op==0"]);
        assert_eq!(local, [result.clone(), format!("t==X{own}1")]);
        assert_eq!(returned, [result]);
        let again = desk.path("again");
        let arguments = [
            "certify",
            &program,
            &c,
            "--gen-lib",
            "inc_dec",
            "-o",
            &again,
        ];
        must("proofmark", &arguments, 0);
        assert_eq!(std::fs::read(&to).ok(), std::fs::read(&again).ok());
    }
    let (up, down, both) = (desk.path("up"), desk.path("down"), desk.path("both"));
    must(
        "proofmark",
        &["merge", &up, &down, "--api", &c, "-o", &both],
        0,
    );
    let [inputs, _, returned] = said(&read(&both));
    assert_eq!(inputs, ["x==X", "op==0"]);
    assert_eq!(returned, ["return==X+1", "return==X-1"]);
    for line in [
        "  {t==X+1}, {t==X-1} := choose({x==X}, !{x==X}), choose(F, {x==X});",
        "  {t==X+1}, {t==X-1} := choose(F, {x==X}), choose({x==X}, !{x==X});",
    ] {
        let text = std::fs::read_to_string(&both).expect("text");
        assert!(text.contains(line), "{line}: {text}");
    }
    // Neither is enough for the third program, both are.
    let (third, cert) = (tested("inc_dec/both.c"), desk.path("cert"));
    for (library, status) in [(&up, 2), (&down, 2), (&both, 0)] {
        let arguments = ["certify", "--use-lib", library, &third, "-o", &cert];
        must("proofmark", &arguments, status);
    }
    must(
        "check",
        &["--use-lib", &both, "--api", &c, &third, &cert],
        0,
    );
}

/// Where a handle cannot be used, `train` says so.
#[test]
fn training_says_of_which_structures_a_library_tells_nothing() {
    let desk = Desk::new();
    let (c, driver) = (tested("handle/api.c"), tested("handle/whole.c"));
    let functions = "clk_prepare,clk_enable,clk_disable,clk_unprepare,clk_is_enabled";
    let bits = |text: &str| text.replace("unsigned int owner;", "unsigned int owner : 30;");
    let file = |name: &str, of: &str| {
        let text = std::fs::read_to_string(of).expect("text");
        assert_ne!(bits(&text), text);
        desk.file(name, &bits(&text))
    };
    let (other_c, other) = (file("api.c", &c), file("other.c", &driver));
    for (c, driver, untold) in [(&c, &driver, 0), (&other_c, &other, 1)] {
        let to = desk.path("to.lib");
        let arguments = [
            "train",
            "--functions",
            functions,
            "--api",
            c,
            driver,
            "-o",
            &to,
        ];
        let said = must("proofmark", &arguments, 0);
        let why = "no program can leave this incomplete: `struct lock`: the member `owner` is a \
                   bit-field\n";
        assert_eq!(said.matches(why).count(), untold, "{said}");
        assert_eq!(
            said.matches("leave this incomplete").count(),
            untold,
            "{said}"
        );
        std::fs::remove_file(&to).expect("removed");
    }
}

/// Values in between have names that nothing in the C has.
#[test]
fn names_that_are_made_up_are_nobody_elses() {
    let desk = Desk::new();
    let body = "struct ref {\n  int users;\n};\n";
    let driver = format!(
        "extern void reach_error(void);\n{body}int ref_put(struct ref *r);\nint main(void) {{\n  \
         struct ref r;\n  r.users = 1;\n  if (ref_put(&r) != 1)\n    reach_error();\n  return 0;\n}}\n"
    );
    let driver = desk.file("driver.c", &driver);
    for (declared, name) in [
        ("", "value1"),
        ("int value1;", "value2"),
        ("static int value1 = 3, value2;", "value3"),
        ("extern int value2;", "value1"),
        ("void value1(void);", "value2"),
        ("typedef int value1;", "value1"),
        ("int value, value01, value1x;", "value1"),
    ] {
        let c = format!(
            "{declared}\n{body}int ref_put(struct ref *r) {{\n  if (--r->users == 0)\n    return 1;\n  \
             return 0;\n}}\n"
        );
        let (c, to) = (desk.file("c.c", &c), desk.path("to.lib"));
        let arguments = [
            "train",
            "--functions",
            "ref_put",
            "--api",
            &c,
            &driver,
            "-o",
            &to,
        ];
        must("proofmark", &arguments, 0);
        must("check", &[&c, &to], 0);
        let text = std::fs::read_to_string(&to).expect("text");
        assert!(
            text.contains(&format!("\nlocals int {name}\n")),
            "{declared}: {text}"
        );
        // Another name is another variable, or none.
        let cut = text.find("\nproof ").expect("a proof");
        let other = text[..=cut].replace(name, "value9");
        let other = desk.file("other.lib", &other);
        must(
            "proofmark",
            &["merge", &other, "--api", &c, "-o", &desk.path("no")],
            3,
        );
        std::fs::remove_file(&to).expect("removed");
    }
}

/// `train` does the same in one go, and can go on later.
#[test]
fn training_on_several_programs() {
    let desk = Desk::new();
    let c = tested("inc_dec/api.c");
    let (up, down, both) = (
        tested("inc_dec/up.c"),
        tested("inc_dec/down.c"),
        tested("inc_dec/both.c"),
    );
    let to = desk.path("lib");
    let common = ["train", "--functions", "inc_dec", "--api", &c, "-o", &to];
    let out = must(
        "proofmark",
        &[&common[..], &[&up, &down, &both]].concat(),
        0,
    );
    assert!(out.contains("added inc_dec: {return==X+1}"), "{out}");
    assert!(out.contains("added inc_dec: {return==X-1}"), "{out}");
    // The third one finds all that it needs.
    assert!(out.contains("added nothing"), "{out}");
    must("check", &[&c, &to], 0);
    let whole = std::fs::read(&to).expect("a library");
    // The library does not depend on how many programs are tried at a time.
    for jobs in ["1", "3"] {
        let more = [&up, &down, &both, "--jobs", jobs];
        must("proofmark", &[&common[..], &more].concat(), 0);
        let again = std::fs::read(&to).expect("a library");
        assert_eq!(again, whole, "{jobs} at a time");
    }

    must("proofmark", &[&common[..], &[&up]].concat(), 0);
    let first = desk.file("first", &std::fs::read_to_string(&to).expect("text"));
    let more = [&common[..], &[&down, "--from", &first, "--json"]].concat();
    let out = must("proofmark", &more, 0);
    let json: serde_json::Value = serde_json::from_str(out.trim()).expect("JSON");
    assert_eq!(json["drivers"][0]["with_c"]["verdict"], "certified");
    let added = json["drivers"][0]["added"].as_array().expect("a list");
    assert!(
        added.iter().any(|p| p == "inc_dec: {return==X-1}"),
        "{json}"
    );
    assert_eq!(json["library"]["proved"], true);
    assert_eq!(std::fs::read(&to).expect("a library"), whole);
    // A program whose error is real teaches nothing.
    let wrong = tested("inc_dec/wrong.c");
    let other = desk.path("other");
    let arguments = [
        "train",
        "--functions",
        "inc_dec",
        "--api",
        &c,
        "-o",
        &other,
        &wrong,
    ];
    let out = must("proofmark", &arguments, 1);
    assert!(
        out.contains("violated") && out.contains("no library"),
        "{out}"
    );
    assert!(!Path::new(&other).exists());
}

/// Libraries of functions with members, classes, callees and variables that only their C can name.
#[test]
fn all_libraries_can_be_made() {
    let desk = Desk::new();
    for (driver, functions) in [
        ("state/two.c", "dev_start,dev_stop"),
        ("counter/good.c", "clk_prepare,clk_enable,clk_unprepare"),
        ("calls/user.c", "quartered"),
        ("maybe/given.c", "give"),
        ("ways/user.c", "classify"),
        ("stack/user.c", "attach"),
        ("own_static/good.c", "tick"),
        ("objects/local.c", "inc,bump"),
        ("between/user.c", "put,magnitude,restart,next,truth,both"),
    ] {
        let (program, to) = (tested(driver), desk.path("lib"));
        let folder = driver.split('/').next().expect("a folder");
        let c = tested(&format!("{folder}/api.c"));
        let made = ["certify", &program, &c, "--gen-lib", functions, "-o", &to];
        must("proofmark", &made, 0);
        must("check", &[&c, &to], 0);
        let cert = desk.path("cert");
        let used = [
            "certify",
            "--use-lib",
            &to,
            &program,
            "--force",
            "-o",
            &cert,
        ];
        must("proofmark", &used, 0);
        let checked = ["--use-lib", &to, "--api", &c, "--deny", "library"];
        must("check", &[&checked[..], &[&program, &cert]].concat(), 0);
    }
}

/// A library that training makes of one driver is enough for another one (paper 001, section 5).
#[test]
fn what_one_driver_taught_serves_another() {
    let desk = Desk::new();
    let (c, first) = (tested("windows/api.c"), tested("windows/flpydisk.c"));
    let (to, name) = (desk.path("lib"), "IoSetDeviceInterfaceState");
    let arguments = ["train", "--functions", name, "--api", &c, "-o", &to, &first];
    must("proofmark", &arguments, 0);
    must("check", &[&c, &to], 0);
    let (second, cert) = (tested("windows/mouse.c"), desk.path("cert"));
    must(
        "proofmark",
        &["certify", "--use-lib", &to, &second, "-o", &cert],
        0,
    );
    must("check", &["--use-lib", &to, "--api", &c, &second, &cert], 0);
}

/// A count that goes down: that it is 0 behind `users--` says that it was 1, which no other
/// predicate decides (that it is not 0 does not tell). The functions' parameters are read by
/// nothing, so the proof knows these functions only by what they write.
const COUNT: &str = "
struct device;
static unsigned int users;
volatile int broken;
int get(struct device *d) { if (users == 0) { if (broken) return -5; } users++; return 0; }
void put(struct device *d) { if (users == 0) return; users--; }
void boot(void) { users = 0; }
unsigned int count(void) { return users; }
";

const COUNTED: &str = "
void reach_error(void);
struct device;
int get(struct device *);
void put(struct device *);
void boot(void);
unsigned int count(void);
int main(void) {
    boot();
    int error = get(0);
    if (!error) { if (count() != 1) reach_error(); put(0); }
    if (count() != 0) reach_error();
    return 0;
}
";

#[test]
fn a_count_that_goes_down() {
    let desk = Desk::new();
    let (c, driver) = (desk.file("api.c", COUNT), desk.file("driver.c", COUNTED));
    let (to, cert) = (desk.path("lib"), desk.path("cert"));
    let functions = "get,put,boot,count";
    let common = ["train", "--functions", functions, "--api", &c];
    let train = [&common[..], &["-o", &to, &driver]].concat();
    let said = must("proofmark", &train, 0);
    // No program asks for that, so none has added it.
    let completed = "added for programs that ask in another way: get: {return<0}";
    assert!(said.contains(completed), "{said}");
    let said = must("proofmark", &[&train[..], &["--json"]].concat(), 0);
    let json: serde_json::Value = serde_json::from_str(said.trim()).expect("JSON");
    assert_eq!(json["completed"], serde_json::json!(["get: {return<0}"]));
    // What was written on the way is in the library now.
    assert!(!Path::new(&desk.path("lib.part")).exists());
    must("check", &[&c, &to], 0);
    // Others ask for errors in another way: `get` returns -5 or 0.
    let other = COUNTED.replace("if (!error)", "if (error < 0) return 0; else");
    let other = desk.file("other.c", &other);
    for program in [&driver, &other] {
        let used = ["certify", "--use-lib", &to, program, "--force", "-o", &cert];
        must("proofmark", &used, 0);
        must("check", &["--use-lib", &to, "--api", &c, program, &cert], 0);
    }
    let wrong = COUNTED.replace("put(0);", "");
    let wrong = desk.file("wrong.c", &wrong);
    let used = ["certify", "--use-lib", &to, &wrong, "--force", "-o", &cert];
    must("proofmark", &used, 2);
}

/// The engine finds no end of predicates for this one.
const SLOW: &str = "void reach_error(void);\nint __VERIFIER_nondet_int(void);\n\
    int inc_dec(int x, int op);\nint main(void) { unsigned x = 0, y = inc_dec(0, 0);\n\
    while (__VERIFIER_nondet_int()) { x += y + 1; y += 2 * x + 3; }\n\
    if (x * x == 7 * y + 5) reach_error(); return 0; }\n";

/// A program that takes too long with the C leaves time for the others.
#[test]
fn a_slow_program_takes_no_lesson_away() {
    let desk = Desk::new();
    let (c, up) = (tested("inc_dec/api.c"), tested("inc_dec/up.c"));
    let (slow, to) = (desk.file("slow.c", SLOW), desk.path("lib"));
    let train = ["train", "--functions", "inc_dec", "--api", &c, "-o", &to];
    let limited = [&slow, &up, "--time-limit", "12"];
    let said = must("proofmark", &[&train[..], &limited].concat(), 2);
    assert!(said.contains("with the C: unknown: "), "{said}");
    assert!(said.contains("added inc_dec: "), "{said}");
    must("check", &[&c, &to], 0);
}

/// Who interrupts training keeps what it has learned by then, and can go on from it.
#[test]
fn what_was_learned_outlives_an_interruption() {
    let desk = Desk::new();
    let (c, fdc) = (tested("windows/api.c"), tested("windows/fdc.c"));
    let (to, part) = (desk.path("lib"), desk.path("lib.part"));
    let name = "IoSetDeviceInterfaceState";
    let train = ["train", "--functions", name, "--api", &c, "-o", &to];
    // Those that add nothing are tried again for each predicate that may be left out.
    let command = std::process::Command::new(Commands::get().path("proofmark"))
        .args(train)
        .args(vec![fdc.as_str(); 150])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("proofmark");
    wait_for(|| Path::new(&part).exists().then_some(())).expect("something is learned");
    signal("INT", command.id());
    let output = command.wait_with_output().expect("ended");
    let said = text(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    let expected = "lib.part, without proof: `train --from ";
    assert!(
        said.contains(expected) && said.contains("interrupted"),
        "{said}"
    );
    assert!(!Path::new(&to).exists());
    assert!(read(&part).proofs.is_empty());
    let said = must(
        "proofmark",
        &[&train[..], &["--from", &part, &fdc]].concat(),
        0,
    );
    assert!(said.contains("added nothing"), "{said}");
    assert!(!Path::new(&part).exists());
    must("check", &[&c, &to], 0);
}

/// Each of a program's rules teaches what it needs.
#[test]
fn a_rule_teaches_what_it_needs() {
    let desk = Desk::new();
    let c = tested("inc_dec/api.c");
    let program = desk.file(
        "program.c",
        "int inc_dec(int x, int op);\nextern int input(void);\nvoid got(int result);\n\
         int main(void) { int x = input(); if (x > 100) return 0;\n\
         int more = x < 50; if (x == 7) got(inc_dec(7, 0)); return more; }\n",
    );
    let rule = |name: &str, condition: &str| {
        let event = format!("EVENT {{ PATTERN {{ got($1); }} ASSERT {{ {condition} }} }}\n");
        desk.file(name, &event)
    };
    let (weak, strong) = (rule("weak.spec", "$1 != 7"), rule("strong.spec", "$1 == 8"));
    let to = desk.path("lib");
    let common = ["train", "--functions", "inc_dec", "--api", &c, "-o", &to];
    let rules = [&program, "--rule", &strong, "--rule", &weak, "--json"];
    let out = must("proofmark", &[&common[..], &rules].concat(), 0);
    let json: serde_json::Value = serde_json::from_str(out.trim()).expect("JSON");
    let taught = json["drivers"].as_array().expect("a list");
    assert_eq!(taught.len(), 2, "{out}");
    for (one, name) in taught.iter().zip(["strong.spec", "weak.spec"]) {
        assert!(one["rule"]
            .as_str()
            .is_some_and(|rule| rule.ends_with(name)));
        assert_eq!(one["with_library"]["verdict"], "certified", "{out}");
    }
    let first = taught.first().and_then(|one| one["added"].as_array());
    assert!(first.is_some_and(|added| !added.is_empty()), "{out}");
    // What the first rule needs is enough for the second.
    assert_eq!(
        taught.last().map(|one| &one["added"]),
        Some(&serde_json::json!([]))
    );
    must("check", &[&c, &to], 0);
}

/// Libraries that are not about one and the same C are not merged (paper 001, section 3.2).
#[test]
fn what_does_not_fit_is_not_merged() {
    let desk = Desk::new();
    let up = std::fs::read_to_string(tested("inc_dec/up.lib")).expect("a library");
    let up = up.replace("DIGEST", &"0".repeat(64));
    let first = desk.file("first", &up);
    let to = desk.path("merged");
    must("proofmark", &["merge", &first, &first, "-o", &to], 0);
    for (from, other, expected) in [
        ("abi lp64", "abi ilp32", "for different ABIs"),
        ("c 0", "c 1", "about different versions of the C"),
        ("int op)", "int po)", "`inc_dec` has different parameters"),
        (
            "goto T1, E1;",
            "goto E1, T1;",
            "`inc_dec` has different control flow",
        ),
        (
            "choose({x==X}, F)",
            "choose(F, {x==X})",
            "contradict each other about `inc_dec`",
        ),
        ("inc_dec(", "dec_inc(", "about different functions"),
    ] {
        let second = desk.file("second", &up.replace(from, other));
        let out = must("proofmark", &["merge", &first, &second, "-o", &to], 3);
        assert!(out.contains(expected), "{expected}: {out}");
    }
}

/// Where one library says all that is said, the merged one has its proof.
#[test]
fn a_merge_that_adds_nothing_keeps_the_proof() {
    let desk = Desk::new();
    let c = tested("inc_dec/api.c");
    let (one, both, to) = (desk.path("one"), desk.path("both"), desk.path("merged"));
    for (to, driver) in [(&one, "inc_dec/up.c"), (&both, "inc_dec/down.c")] {
        let made = [
            "certify",
            &tested(driver),
            &c,
            "--gen-lib",
            "inc_dec",
            "-o",
            to,
        ];
        must("proofmark", &made, 0);
    }
    let out = must("proofmark", &["merge", &one, &both, "-o", &to], 0);
    assert!(
        out.contains("not proved") && read(&to).proofs.is_empty(),
        "{out}"
    );
    must("check", &[&c, &to], 1);
    must(
        "proofmark",
        &["merge", &one, &both, "--api", &c, "-o", &both],
        0,
    );
    // `one` has nothing that `both` has not.
    let out = must("proofmark", &["merge", &both, &one, "-o", &to], 0);
    assert!(!out.contains("not proved"), "{out}");
    must("check", &[&c, &to], 0);
    assert_eq!(read(&to), read(&both));
}

/// What the parts prove is proved: their proofs are copied, whatever else is in the parts.
#[test]
fn a_merge_takes_the_proofs_of_its_parts() {
    let desk = Desk::new();
    let (c, to) = (tested("inc_dec/api.c"), desk.path("merged"));
    let api = api(Path::new(&c));
    let parts = ["up", "down"].map(|name| {
        let text = std::fs::read_to_string(tested(&format!("inc_dec/{name}.lib")));
        let text = library(&text.expect("a library"), &api);
        let (from, part) = (desk.file("text", &text), desk.path(name));
        must("proofmark", &["merge", &from, "--api", &c, "-o", &part], 0);
        part
    });
    let [up, down] = &parts;
    let merge = ["merge", up, down, "--api", &c, "-o", &to, "--json"];
    let copied = |arguments: &[&str]| {
        let said: serde_json::Value =
            serde_json::from_str(&must("proofmark", arguments, 0)).expect("JSON");
        must("check", &[&c, &to], 0);
        said["proofs"].clone()
    };
    assert_eq!(
        copied(&merge),
        serde_json::json!({ "total": 18, "copied": 16 })
    );
    // A proof of something else is of no use, and no harm.
    let foreign = read(up).proofs;
    let damaged = proofmark_frontend::library::text::Library {
        proofs: foreign,
        ..read(down)
    };
    let damaged = desk.file("damaged", &print(&damaged));
    let merge = ["merge", up, &damaged, "--api", &c, "-o", &to, "--json"];
    let proofs = copied(&merge);
    assert_eq!(proofs["total"], 18);
    assert!(proofs["copied"].as_u64() < Some(16), "{proofs}");
}

/// What no library says, and what no program asks for.
#[test]
fn training_says_what_it_cannot_learn() {
    let desk = Desk::new();
    let c = desk.file(
        "api.c",
        "static int reg;\nint req(void) { if (reg) return -16; reg = 1; return 0; }\n\
         void boot(void) { reg = 0; }\n",
    );
    let program = |name: &str, body: &str| {
        let declared = "void reach_error(void);\nint req(void);\nvoid boot(void);\n";
        desk.file(
            name,
            &format!("{declared}int main(void) {{ {body} return 0; }}\n"),
        )
    };
    let first = program("first.c", "if (req()) reach_error();");
    let booted = program("booted.c", "boot(); if (req()) reach_error();");
    let silent = program("silent.c", "");
    let to = desk.path("lib");
    let train = ["train", "--functions", "req,boot", "--api", &c, "-o", &to];
    let said = must("proofmark", &[&train[..], &[&first]].concat(), 2);
    assert!(said.contains("start with (`reg`)"), "{said}");
    let said = must("proofmark", &[&train[..], &[&booted]].concat(), 0);
    assert!(
        !said.contains("start with") && !said.contains("warning"),
        "{said}"
    );
    let said = must("proofmark", &[&train[..], &[&booted, &silent]].concat(), 0);
    let warning = "silent.c: it calls none of the functions";
    assert!(said.contains(warning), "{said}");
    assert!(!said.contains("booted.c: it calls none"), "{said}");
    let said = must("proofmark", &[&train[..], &[&silent]].concat(), 3);
    assert!(
        said.contains("no program calls any of the functions"),
        "{said}"
    );
    // Where a library is not enough, training may make it so.
    let weak = program("weak.c", "if (req() > 0) reach_error();");
    must("proofmark", &[&train[..], &[&weak]].concat(), 0);
    let used = [
        "certify",
        "--use-lib",
        &to,
        &booted,
        "-o",
        &desk.path("cert"),
    ];
    let said = must("proofmark", &used, 2);
    assert!(said.contains("`proofmark train --from LIB`"), "{said}");
}

#[test]
fn bad_training_is_refused() {
    let desk = Desk::new();
    let (c, up) = (tested("inc_dec/api.c"), tested("inc_dec/up.c"));
    let to = desk.path("lib");
    let generate = |files: &[&str], functions: &str, expected: &str| {
        let common = ["certify", "--gen-lib", functions, "-o", &to];
        let out = must("proofmark", &[&common[..], files].concat(), 3);
        assert!(out.contains(expected), "{functions}: {out}");
    };
    generate(&[&up, &c], "nothing", "no file defines");
    generate(&[&c], "inc_dec", "those that define");
    let recursive = desk.file(
        "api.c",
        "int inc_dec(int x, int op) { return op ? inc_dec(x, 0) - 2 : x + 1; }\n",
    );
    generate(&[&up, &recursive], "inc_dec", "circle");
    let external = desk.file(
        "api.c",
        "int more(int);\nint inc_dec(int x, int op) { return op ? x - 1 : more(x); }\n",
    );
    generate(&[&up, &external], "inc_dec", "no function `more`");
    let address = desk.file(
        "api.c",
        "int inc_dec(int x, int op) { int t = x, *p = &t; *p += op ? -1 : 1; return t; }\n",
    );
    generate(&[&up, &address], "inc_dec", "inc_dec");
    let unnamed = ["certify", &up, &c, "--gen-lib", "inc_dec"];
    must("proofmark", &unnamed, 3);

    // What training cannot go on from.
    must(
        "proofmark",
        &["certify", &up, &c, "--gen-lib", "inc_dec", "-o", &to],
        0,
    );
    let text = std::fs::read_to_string(&to).expect("text");
    let other = desk.file(
        "other.c",
        "int inc_dec(int x, int op) { return x + 1 - 2 * op; }\n",
    );
    let out = desk.path("out");
    let train = |more: &[&str], expected: &str| {
        let common = ["train", &up, "-o", &out];
        let said = must("proofmark", &[&common[..], more].concat(), 3);
        assert!(said.contains(expected), "{more:?}: {said}");
    };
    let named = ["--functions", "inc_dec", "--from", &to];
    train(
        &[&named[..], &["--api", &other]].concat(),
        "the C with the digest",
    );
    let own = ["--functions", "inc_dec", "--api", &c, "--from"];
    train(
        &[&own[..], &[&to, "--arch", "ilp32"]].concat(),
        "another ABI",
    );
    let cut = desk.file("cut", &text[..text.len() - 30]);
    train(&[&own[..], &[&cut]].concat(), "cut");
    let more = ["--functions", "inc_dec,other", "--api", &c, "--from", &to];
    train(&more, "no function `other`");
    train(
        &["--functions", "other", "--api", &c],
        "no function `other`",
    );
    train(
        &[&own[..], &[&to, "--use-lib", &to]].concat(),
        "leave --use-lib out",
    );
}
