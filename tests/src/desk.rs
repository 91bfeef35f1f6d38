//! A directory with a project, for tests of `proofmark verify`.

use crate::{root, text, Commands};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory with a project.
pub struct Desk(tempfile::TempDir);

/// The driver of the project.
pub const DRIVER: &str = "#include \"driver.h\"
void reach_error(void);
int nondet(void);
static int held;
static void take(void) { if (held) reach_error(); held = 1; }
static void give(void) { held = 0; }
int main(void) { for (int i = 0; i < ROUNDS; i++) { take(); if (GIVES) give(); } return 0; }
int idle(void) { take(); return nondet(); }
";
/// What it includes.
pub const HEADER: &str = "#define ROUNDS 2\n#define GIVES 1\n";
/// The rule of the project.
pub const RULE: &str = "GLOBAL int taken;
EVENT { PATTERN { take(); } ASSERT { taken == 0 } ACTION { taken = 1; } }
EVENT { PATTERN { give(); } ASSERT { taken == 1 } ACTION { taken = 0; } }
";
/// The project file.
pub const PROJECT: &str = r#"
[[program]]
name = "driver"
files = ["driver.c"]
arguments = ["-Iinclude"]

[[rule]]
name = "errors"
built-in = true

[[rule]]
name = "locks"
specifications = ["locks.spec"]
"#;
/// The engine finds no end of predicates for this one.
pub const ENDLESS: &str = "void reach_error(void);\nint nondet(void);\n\
    int main(void) { unsigned x = 0, y = 0; while (nondet()) { x += y + 1; y += 2 * x + 3; } \
    if (x * x == 7 * y + 5) reach_error(); return 0; }\n";

impl Default for Desk {
    fn default() -> Self {
        Desk::new()
    }
}

impl Desk {
    /// The driver, its header, its rule and the project file.
    pub fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().expect("a directory"));
        desk.write("proofmark.toml", PROJECT);
        desk.write("driver.c", DRIVER);
        desk.write("include/driver.h", HEADER);
        desk.write("locks.spec", RULE);
        desk
    }
    /// The directory.
    pub fn directory(&self) -> &Path {
        self.0.path()
    }
    /// Where a file of this name is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    /// Writes a file, with the folders that it needs.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    /// `proofmark verify` in the directory.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(Commands::get().path("proofmark"));
        command.current_dir(self.0.path()).arg("verify");
        command.args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
    /// What that command says.
    pub fn verify(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("proofmark")
    }
    /// What is said in JSON, which fits the schemas.
    #[track_caller]
    pub fn json(&self, arguments: &[&str], status: i32) -> Value {
        let output = self.verify(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(status), "{}", text(&output));
        let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
        fits("verify", &object);
        for pair in object["pairs"].as_array().into_iter().flatten() {
            let mut answer = pair["answer"].clone();
            // What `recertify` says besides.
            let reuse = answer.as_object_mut().and_then(|a| a.remove("reuse"));
            assert!(pair["how"] != "recertified" || reuse.is_some());
            if !answer.is_null() {
                fits("certify", &answer);
            }
        }
        object
    }
    /// What is said, if it is all that is expected.
    #[track_caller]
    pub fn says(&self, arguments: &[&str], status: i32, expected: &[&str]) -> String {
        let output = self.verify(arguments);
        let said = text(&output);
        assert_eq!(output.status.code(), Some(status), "{said}");
        for expected in expected {
            assert!(said.contains(expected), "no {expected:?} in\n{said}");
        }
        said
    }
    /// `verdict/how` of each pair, in order.
    #[track_caller]
    pub fn became(&self, arguments: &[&str], status: i32, expected: &[&str]) -> Value {
        let object = self.json(arguments, status);
        assert_eq!(became(&object), expected, "{object:#}");
        object
    }
    /// The certificates that the store holds.
    pub fn certificates(&self) -> Vec<PathBuf> {
        files(&self.path(".proofmark/certificates"))
    }
}

/// Whether an object fits the schema of this name.
#[track_caller]
pub fn fits(name: &str, object: &Value) {
    let path = root().join("docs/schema").join(name).with_extension("json");
    let schema = std::fs::read_to_string(path).expect("a schema");
    let schema = serde_json::from_str(&schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors = validator.iter_errors(object).map(|e| e.to_string());
    let errors: Vec<String> = errors.collect();
    assert!(errors.is_empty(), "{name}: {errors:?}\n{object:#}");
}

/// `verdict/how` of each pair, in order.
pub fn became(object: &Value) -> Vec<String> {
    let pairs = object["pairs"].as_array().expect("pairs").iter();
    let short = |pair: &Value| match pair["how"].as_str() {
        Some(how) => format!("{}/{how}", pair["verdict"].as_str().unwrap_or("")),
        None => pair["verdict"].as_str().unwrap_or("").to_owned(),
    };
    pairs.map(short).collect()
}

/// What a directory holds, in order.
pub fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    files
}

/// Certified for the first time.
pub const CERTIFIED: &str = "certified/certified";
/// Certified from an earlier version.
pub const RECERTIFIED: &str = "certified/recertified";
/// As it was.
pub const UNCHANGED: &str = "certified/unchanged";
/// The same program as another one.
pub const KNOWN: &str = "certified/known";

/// The counts and the cases of a document, read by somebody else's parser.
pub fn junit(path: &Path) -> String {
    const READ: &str = "import sys, xml.etree.ElementTree as tree
top = tree.parse(sys.argv[1]).getroot()
print(*(top.get(name) for name in ('tests', 'failures', 'errors', 'skipped')))
for case in top.iter('testcase'):
    print(case.get('classname'), case.get('name'),
          *(f'{child.tag} {child.get(\"type\")}' for child in case))
";
    let mut python = Command::new("python3");
    let output = python
        .args(["-c", READ])
        .arg(path)
        .output()
        .expect("python");
    assert!(output.status.success(), "{}", text(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
