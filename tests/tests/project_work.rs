//! `proofmark verify` at work: interrupted, twice at the same time, and watching.

use proofmark_tests::desk::*;
use proofmark_tests::processes::{alive, signal, wait_for};
use proofmark_tests::text;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

/// The engine finds no end of predicates for this one.
const ENDLESS: &str = "void reach_error(void);\nint nondet(void);\n\
    int main(void) { unsigned x = 0, y = 0; while (nondet()) { x += y + 1; y += 2 * x + 3; } \
    if (x * x == 7 * y + 5) reach_error(); return 0; }\n";

/// A project with quick programs, and one that takes for ever.
fn long() -> Desk {
    let desk = Desk::new();
    desk.write("endless.c", ENDLESS);
    let endless = "[[program]]\nname = \"endless\"\nfiles = [\"endless.c\"]\n";
    desk.write("proofmark.toml", format!("{PROJECT}{endless}"));
    desk
}

/// A process and all below it, whichever of its threads started them.
fn tree(id: u32) -> Vec<u32> {
    let mut out = vec![id];
    for thread in files(Path::new(&format!("/proc/{id}/task"))) {
        let children = std::fs::read_to_string(thread.join("children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|id| id.parse().ok());
        out.extend(children.flat_map(tree));
    }
    out
}

#[track_caller]
fn until_the_endless_one(desk: &Desk, command: &Child) -> Vec<u32> {
    let both = || (desk.certificates().len() == 2).then_some(());
    wait_for(both).expect("the certificates of the quick ones");
    // The command, the process that guards, and the one that works.
    let all = || Some(tree(command.id())).filter(|all| all.len() >= 3);
    wait_for(all).expect("the processes of the endless one")
}

#[track_caller]
fn all_gone(processes: &[u32]) {
    for id in processes {
        let gone = wait_for(|| (!alive(*id)).then_some(()));
        assert!(gone.is_some(), "{id} is left");
    }
}

#[test]
fn interrupted_work_goes_on_where_it_was() {
    let desk = long();
    let started = desk.command(&["--jobs", "1", "--json"]).spawn();
    let command = started.expect("proofmark");
    let processes = until_the_endless_one(&desk, &command);
    signal("INT", command.id());
    let output = command.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
    fits("verify", &object);
    // The last one was not begun.
    let expected = [CERTIFIED, CERTIFIED, "unknown", "unknown"];
    assert_eq!(became(&object), expected);
    for pair in 2..4 {
        let reason = &object["pairs"][pair]["answer"]["reason"];
        assert_eq!(reason, "interrupted", "{object:#}");
    }
    all_gone(&processes);
    assert_eq!(desk.certificates().len(), 2, "and nothing half-written");
    // Killed, it leaves no process either, and no work is lost.
    let started = desk.command(&["--jobs", "1"]).spawn();
    let command = started.expect("proofmark");
    let processes = until_the_endless_one(&desk, &command);
    signal("KILL", command.id());
    drop(command.wait_with_output());
    all_gone(&processes);
    desk.became(&["driver"], 0, &[UNCHANGED, UNCHANGED]);
}

#[test]
fn two_at_the_same_time_do_not_disturb_each_other() {
    let desk = Desk::new();
    let start = || desk.command(&["--json"]).spawn().expect("proofmark");
    let both = [start(), start(), start()];
    for command in both {
        let output = command.wait_with_output().expect("ended");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
        assert_eq!(object["verdict"], "certified");
    }
    desk.became(&[], 0, &[UNCHANGED, UNCHANGED]);
    assert_eq!(desk.certificates().len(), 2);
}

/// A command that watches, and the objects that it prints.
struct Watching {
    command: Child,
    objects: Receiver<Value>,
}

impl Watching {
    fn start(desk: &Desk) -> Watching {
        let mut command = desk
            .command(&["--watch", "--json", "--junit", "out.xml"])
            .stderr(Stdio::null())
            .spawn()
            .expect("proofmark");
        let (sender, objects) = channel();
        let out = BufReader::new(command.stdout.take().expect("piped"));
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let object = serde_json::from_str(&line).expect("an object on a line");
                if sender.send(object).is_err() {
                    return;
                }
            }
        });
        Watching { command, objects }
    }

    /// Waits until the verdicts are these. What is written in two steps may be seen in between.
    #[track_caller]
    fn says(&self, verdict: &str) -> Value {
        let patience = Duration::from_secs(60);
        loop {
            let object = self.objects.recv_timeout(patience);
            let object = object.unwrap_or_else(|_| panic!("never {verdict}"));
            fits("verify", &object);
            if object["verdict"] == verdict {
                return object;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.command.kill();
        let _ = self.command.wait();
    }
}

#[test]
fn what_depends_on_a_change_is_verified_again() {
    let desk = Desk::new();
    let mut watching = Watching::start(&desk);
    watching.says("certified");
    // A header.
    desk.write("include/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    watching.says("violated");
    // One that takes the place of another, as editors write.
    desk.write("include/new.h", HEADER);
    let new = desk.path("include/new.h");
    std::fs::rename(new, desk.path("include/driver.h")).expect("renamed");
    let before = watching.says("certified");
    // A rule concerns its own pairs only.
    desk.write("locks.spec", RULE.replace("taken == 0", "taken == 1"));
    let after = watching.says("violated");
    assert_eq!(before["pairs"][0], after["pairs"][0], "the same run");
    assert_eq!(after["pairs"][1]["verdict"], "violated");
    desk.write("locks.spec", RULE);
    watching.says("certified");
    // The project file: wrong, and right again, and with another program.
    desk.write("proofmark.toml", "program = 7");
    assert_eq!(watching.says("bad-input")["code"], "project");
    let other = "[[program]]\nname = \"other\"\nfiles = [\"other.c\"]\n";
    desk.write("proofmark.toml", PROJECT.to_owned() + other);
    assert_eq!(watching.says("bad-input")["code"], "project");
    desk.write(
        "other.c",
        "#include \"more.h\"\nint main(void) { return MORE; }",
    );
    // Its header is missing, and then there.
    let object = watching.says("bad-input");
    assert_eq!(object["pairs"][2]["verdict"], "bad-input", "{object:#}");
    assert_eq!(object["pairs"][0]["how"], "unchanged");
    desk.write("more.h", "#define MORE 0\n");
    watching.says("certified");
    std::fs::remove_file(desk.path("more.h")).expect("removed");
    watching.says("bad-input");
    desk.write("more.h", "#define MORE 1\n");
    watching.says("certified");
    // So is a directory.
    std::fs::remove_dir_all(desk.path("include")).expect("removed");
    watching.says("bad-input");
    desk.write("include/driver.h", HEADER);
    watching.says("certified");
    desk.write("include/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    watching.says("violated");
    desk.write("include/driver.h", HEADER);
    watching.says("certified");
    // Nothing is heard of what is written under another name, in a directory of its own.
    desk.write("elsewhere/new.txt", "");
    let other = desk.path("elsewhere/driver.h");
    std::fs::hard_link(desk.path("include/driver.h"), other).expect("linked");
    desk.write("elsewhere/driver.h", HEADER.replace("GIVES 1", "GIVES 0"));
    watching.says("violated");
    desk.write("elsewhere/driver.h", HEADER);
    watching.says("certified");
    // Nothing more is said, and the end is the last answer.
    let quiet = watching.objects.recv_timeout(Duration::from_millis(700));
    assert!(quiet.is_err(), "{quiet:?}");
    signal("INT", watching.command.id());
    let ended = wait_for(|| watching.command.try_wait().expect("a child"));
    assert_eq!(ended.expect("it ends").code(), Some(0));
    assert!(junit(&desk.path("out.xml")).starts_with("4 0 0 1\n"));
}
