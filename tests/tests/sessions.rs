//! `proofmark query -i`: what is typed, from a pipe and at a terminal.
//!
//! `tests/queries/sessions/NAME.typed` is typed about `NAME.c`, and `NAME.txt` is what is said:
//! standard output, and then what stands on standard error. `BLESS=1` writes it anew.

use proofmark_tests::differential::available;
use proofmark_tests::processes::{signal, wait_for};
use proofmark_tests::{root, text, Commands};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// No search finds an answer, and each of its steps is short.
const HARD: &str = "extern int input(void);
int main(void) { int x = 0, y = 0, z = 0;
  while (input()) {
    if (input()) { x++; y += x; } else { z++; y -= z; }
    if (x > 1000 || z > 1000) return 0; }
  if (y == 4000000) return 1;
  return 0; }
";

/// A question about the hard program.
const ASKED: &str = "EXISTS(m, REACH(LOC_FUNC_INIT(m, \"main\"), LOC_TEXT(l, \"return 1;\")));\n";

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(Commands::get().path("proofmark"));
    command.current_dir(root()).args(["query", "-i"]);
    command.args(arguments).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("proofmark")
}

fn typed(arguments: &[&str], text: &str) -> Output {
    let mut child = start(arguments);
    let mut input = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    // Who has read enough closes the pipe.
    let writer = std::thread::spawn(move || _ = input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("ended");
    writer.join().expect("written");
    output
}

fn program(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("p.c");
    std::fs::write(&file, text).expect("written");
    (folder, file)
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    found.sort();
    found
}

fn below(path: &Path) -> String {
    let short = path.strip_prefix(root()).unwrap_or(path);
    short.display().to_string()
}

#[test]
fn sessions_are_answered_as_expected() {
    let mut wrong = Vec::new();
    let sessions = files("tests/queries/sessions", "typed");
    assert!(!sessions.is_empty());
    for session in sessions {
        let text = std::fs::read_to_string(&session).expect("a session");
        let output = typed(&[&below(&session.with_extension("c"))], &text);
        assert_eq!(output.status.code(), Some(0), "{}", session.display());
        let said = format!(
            "{}----\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        let expected = session.with_extension("txt");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &said).expect("written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != said {
            wrong.push(format!("{} says\n{said}", session.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_script_that_is_typed_has_the_answer_of_the_script() {
    let folders = std::fs::read_dir(root().join("queries")).expect("a folder");
    let mut compared = 0;
    for folder in folders.filter_map(|entry| Some(entry.ok()?.path())) {
        if !folder.is_dir() {
            continue;
        }
        let script = files(&below(&folder), "query");
        let script = std::fs::read_to_string(&script[0]).expect("a script");
        let output = typed(&[&below(&folder.join("program.c"))], &script);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let (_, said) = said.split_once('\n').expect("a first line");
        let expected = std::fs::read_to_string(folder.join("expected.txt"));
        assert_eq!(said, expected.expect("an answer"), "{}", folder.display());
        compared += 1;
    }
    assert!(compared >= 10, "{compared}");
}

#[test]
fn a_script_comes_before_what_is_typed_and_is_saved_with_it() {
    let (folder, file) = program(HARD);
    let (script, saved) = (folder.path().join("s.query"), folder.path().join("t.query"));
    std::fs::write(
        &script,
        "main(l) := LOC_FUNC(l, \"main\");\nPRINT \"begun\";\n",
    )
    .expect("written");
    let name = |path: &Path| path.display().to_string();
    let (script, file, shown) = (name(&script), name(&file), name(&saved));
    let session = format!(
        "R(l) := main(l) & LOC_FUNC_INIT(l, _);\nPRINT R(;\n:relations\n:save {shown}\n:save {shown}\n"
    );
    let output = typed(&[&script, &file], &session);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = text(&output);
    for expected in [
        "begun\n",
        "  main/1\n",
        "  R/1\n",
        "input 2:1:9",
        "nothing is written over",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let kept = std::fs::read_to_string(&saved).expect("a script");
    assert_eq!(
        kept,
        "main(l) := LOC_FUNC(l, \"main\");\nPRINT \"begun\";\nR(l) := main(l) & LOC_FUNC_INIT(l, _);\n"
    );
    let output = Commands::get().proofmark(&["query", &shown, &file]);
    assert_eq!(
        (output.status.code(), text(&output).as_str()),
        (Some(0), "begun\n")
    );
    // What is wrong with the script ends the session, and so does a program that cannot be read.
    std::fs::write(&script, "PRINT R(;").expect("written");
    let output = typed(&[&script, &file], "PRINT \"never\";");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output));
    assert!(!text(&output).contains("never\n"), "{}", text(&output));
    assert_eq!(typed(&["missing.c"], "PRINT \"a\";").status.code(), Some(3));
    assert_eq!(typed(&[&file, "--json"], "").status.code(), Some(3));
}

#[test]
fn what_a_program_says_is_no_more_than_text() {
    let (_folder, file) = program(
        "extern int puts(const char *);
int main(void) { puts(\"\u{1b}[31m \u{202e} \\033[2J\"); puts(\"\\0\\n\"); return 0; }\n",
    );
    let output = typed(
        &[&file.display().to_string()],
        "LOC_TEXT(l, t);\nPRINT \"next\";\n",
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = text(&output);
    assert!(said.contains("31m") && said.ends_with("next\n"), "{said}");
    let deceives = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!said.contains(deceives), "{said:?}");
}

#[test]
fn each_answer_has_its_time_and_may_be_asked_for_again() {
    let (_folder, file) = program(HARD);
    let file = file.display().to_string();
    let session = format!("{ASKED}PRINT \"next\";\n{ASKED}:explain\n");
    let output = typed(&[&file, "--time-limit", "3", "--explain"], &session);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let said = text(&output);
    let unknown = said.matches("  unknown:\n").count();
    assert_eq!(unknown, 2, "{said}");
    assert!(said.contains("next\n"), "{said}");
    // Both were searched for; `:explain` tells of the last once more.
    assert_eq!(said.matches("1 unknown").count(), 3, "{said}");
}

#[test]
fn whoever_interrupts_an_answer_gets_the_next() {
    let (_folder, file) = program(HARD);
    let mut child = start(&[&file.display().to_string()]);
    let mut input = child.stdin.take().expect("a pipe");
    let said = gather(child.stdout.take().expect("a pipe"));
    input
        .write_all(format!("PRINT \"ready\";\n{ASKED}").as_bytes())
        .expect("written");
    assert!(heard(&said, "ready\n"));
    std::thread::sleep(Duration::from_secs(2));
    signal("INT", child.id());
    input.write_all(b"PRINT \"next\";\n").expect("written");
    assert!(heard(&said, "next\n"), "{:?}", said.lock());
    drop(input);
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(text(&output).contains("interrupted"), "{}", text(&output));
}

/// Nobody asks the parser whether to go on.
#[test]
fn what_does_not_notice_an_interruption_is_ended() {
    let types: String = (1..60)
        .map(|i| format!("typedef t{0} (*t{i})(t{0}, t{0});\n", i - 1))
        .collect();
    let long = format!("typedef int t0;\n{types}t59 x; int main(void) {{ return x != 0; }}\n");
    let (_folder, file) = program(&long);
    let child = start(&[&file.display().to_string()]);
    std::thread::sleep(Duration::from_millis(1500));
    signal("INT", child.id());
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(
        text(&output).contains("unknown: interrupted"),
        "{}",
        text(&output)
    );
}

/// Who waits for what is not typed ends at once.
#[test]
fn whoever_interrupts_between_answers_ends_the_command() {
    let (_folder, file) = program(HARD);
    let mut child = start(&[&file.display().to_string()]);
    let mut input: ChildStdin = child.stdin.take().expect("a pipe");
    let said = gather(child.stdout.take().expect("a pipe"));
    input.write_all(b"PRINT \"ready\";\n").expect("written");
    assert!(heard(&said, "ready\n"));
    std::thread::sleep(Duration::from_millis(300));
    signal("INT", child.id());
    let status = wait_for(|| child.try_wait().expect("a child"));
    assert!(status.is_some_and(|status| !status.success()), "{status:?}");
    drop(input);
}

fn gather(mut from: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let said = Arc::new(Mutex::new(String::new()));
    let told = said.clone();
    std::thread::spawn(move || {
        let mut piece = [0; 1024];
        while let Ok(count @ 1..) = from.read(&mut piece) {
            let text = String::from_utf8_lossy(&piece[..count]).into_owned();
            told.lock().expect("a text").push_str(&text);
        }
    });
    said
}

fn heard(said: &Arc<Mutex<String>>, expected: &str) -> bool {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(60) {
        if said.lock().expect("a text").contains(expected) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// `script` of util-linux gives a command a terminal.
#[test]
fn a_terminal_has_a_line_editor_and_control_c() {
    if !available("script") {
        println!("skipped: script is missing");
        return;
    }
    let (_folder, file) = program(HARD);
    let proofmark = Commands::get().path("proofmark");
    let command = format!("{} query -i {}", proofmark.display(), file.display());
    let mut child = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("script");
    let mut input = child.stdin.take().expect("a pipe");
    let said = gather(child.stdout.take().expect("a pipe"));
    let mut send = |bytes: &[u8]| input.write_all(bytes).expect("written");
    let forget = || said.lock().expect("a text").clear();
    assert!(heard(&said, "query> "), "{:?}", said.lock());
    // Completion, and what is typed in two lines.
    send(b"PRINT LOC_FUNC_IN\t(l,\r\"main\");\r");
    assert!(heard(&said, "p.c:2\r\n"), "{:?}", said.lock());
    // At the prompt, control-C forgets the line.
    forget();
    send(b"PRINT \"forgotten\x03");
    assert!(heard(&said, "query> "), "{:?}", said.lock());
    send(b"PRINT \"kept\";\r");
    assert!(heard(&said, "\nkept\r\n"), "{:?}", said.lock());
    // While an answer is worked on, it ends that.
    forget();
    send(ASKED.replace('\n', "\r").as_bytes());
    std::thread::sleep(Duration::from_secs(2));
    send(b"\x03");
    assert!(heard(&said, "interrupted"), "{:?}", said.lock());
    assert!(heard(&said, "query> "), "{:?}", said.lock());
    send(b"PRINT \"next\";\r");
    assert!(heard(&said, "\nnext\r\n"), "{:?}", said.lock());
    // The last line goes with control-D.
    send(b"\x04");
    let status = wait_for(|| child.try_wait().expect("a child"));
    assert!(
        status.is_some_and(|status| status.success()),
        "{:?}",
        said.lock()
    );
}
