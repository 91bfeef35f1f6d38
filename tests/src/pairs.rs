//! Answers about pairs of locations against executions: generated programs print their lines, and
//! a line behind another one is reached from there, or unknown.
//!
//! Where executions may start anywhere, the state in which a run gets to a location is one of
//! those that count there. So whatever follows in the run is reached from the location, and an
//! observer that starts there says of it what it says.

use crate::differential::{limited, Limits};
use crate::queried::Asker;
use crate::text;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

/// Rows: pairs that are in no execution, and those of which the observer accepts none, or rejects
/// none.
const SCRIPT: &str = "A := [
  GLOBAL int n;
  INITIAL { n == 0 }
  EVENT { PATTERN { x = $1; } ACTION { n++; } }
  FINAL { n == 1 }
];
from(l) := LOC_FUNC(l, _);
reach(a, b) := REACH(from(a), from(b));
accept(a, b) := A-REACH(from(a), from(b), A);
reject(a, b) := R-REACH(from(a), from(b), A);
PRINT !reach(a, b) & from(a) & from(b);
PRINT !accept(a, b) & from(a) & from(b);
PRINT !reject(a, b) & from(a) & from(b);
PRINT reach(a, b);
PRINT (accept(a, b) | reject(a, b)) <= reach(a, b);
";

/// Lines of a run that are compared.
const LINES_MAX: usize = 160;

/// What a comparison found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// Pairs of lines of runs that were compared.
    pub compared: usize,
    /// Pairs that are surely in no execution.
    pub never: usize,
    /// Pairs of locations that are unknown.
    pub unknown: usize,
    /// Pairs that an execution has although the answer excludes it.
    pub refuted: Vec<String>,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    Generator::new(seed).program()
}

/// Compares the answers of a `proofmark` about a generated program with runs of it.
///
/// # Errors
/// If files cannot be written, or commands fail.
pub fn compare(proofmark: &Path, seed: u64, folder: &Path) -> Result<Pairs, String> {
    let program = program(seed);
    judged(proofmark, (&program, &program), folder)
}

/// Compares answers about one program with runs of another one, that of a seed.
///
/// # Errors
/// If files cannot be written, or commands fail.
pub fn judged(
    proofmark: &Path,
    (program, asked): (&str, &str),
    folder: &Path,
) -> Result<Pairs, String> {
    let file = folder.join("pairs.c");
    std::fs::write(&file, asked).map_err(|e| e.to_string())?;
    let asker = Asker {
        proofmark: proofmark.to_owned(),
        seconds: 60,
        search: 2,
        more: Vec::new(),
    };
    let said = asker.ask(SCRIPT, (&file, folder), &[]);
    let said = said.map_err(|e| e.to_string())?;
    let said = said.map_err(|why| format!("{why}\n{asked}"))?;
    std::fs::write(&file, program).map_err(|e| e.to_string())?;
    let name = file.display().to_string();
    let first = |location: &String| {
        let location = location.strip_prefix(&name)?;
        location.strip_prefix(':')?.parse::<usize>().ok()
    };
    let pairs = |rows: Vec<Vec<String>>| -> BTreeSet<(usize, usize)> {
        let rows = rows.iter();
        rows.filter_map(|row| Some((first(&row[0])?, first(&row[1])?)))
            .collect()
    };
    let never = [0, 1, 2].map(|at| pairs(said.rows(at)));
    let mut out = Pairs {
        never: never[0].len(),
        unknown: pairs(said.unknown(0)).len(),
        ..Pairs::default()
    };
    if said.rows(4).is_empty() && said.unknown(4).is_empty() {
        out.refuted
            .push("an observer says something of what is not reached".to_owned());
    }
    for input in 0..4u32 {
        let lines = run(&file, folder, input)?;
        judge(program, &lines, &never, &mut out);
    }
    if !out.refuted.is_empty() {
        out.refuted.push(program.to_owned());
    }
    Ok(out)
}

/// The lines that a run prints.
fn run(file: &Path, folder: &Path, input: u32) -> Result<Vec<usize>, String> {
    let limits = Limits {
        seconds: 10,
        mebibytes: 1024,
    };
    let binary = folder.join("pairs");
    let mut build = limited("cc", limits);
    let seed = format!("-DTRACE={input}");
    build
        .args(["-w", "-O0", &seed, "-o"])
        .arg(&binary)
        .arg(file);
    let built = build.output().map_err(|e| e.to_string())?;
    if !built.status.success() {
        return Err(text(&built));
    }
    let output = limited(binary.display().to_string(), limits).output();
    let output = output.map_err(|e| e.to_string())?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = printed.lines().take(LINES_MAX);
    Ok(lines.filter_map(|line| line.parse().ok()).collect())
}

fn judge(program: &str, lines: &[usize], never: &[BTreeSet<(usize, usize)>; 3], out: &mut Pairs) {
    let texts: Vec<&str> = program.lines().collect();
    let assigns = |line: usize| texts[line - 1].trim_start().starts_with("T x = ");
    let mut seen = BTreeMap::new();
    for (index, from) in lines.iter().enumerate() {
        let mut events = 0;
        for to in &lines[index..] {
            let answers = seen.entry((*from, *to)).or_insert([true, false, false]);
            answers[if events == 1 { 1 } else { 2 }] = true;
            events += usize::from(assigns(*to));
        }
    }
    for (pair, answers) in seen {
        out.compared += 1;
        for (at, what) in [(0, "REACH"), (1, "A-REACH"), (2, "R-REACH")] {
            if answers[at] && never[at].contains(&pair) {
                out.refuted.push(format!("{what} does not have {pair:?}"));
            }
        }
    }
}

/// Makes programs.
struct Generator {
    state: u64,
    out: String,
    depth: usize,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            out: String::new(),
            depth: 1,
        }
    }

    fn next(&mut self, most: u64) -> u64 {
        // Marsaglia's xorshift.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 20) % most
    }

    fn program(mut self) -> String {
        self.out.push_str(
            "#ifdef TRACE
#include <stdio.h>
#define T printf(\"%d\\n\", __LINE__);
static unsigned state = TRACE;
static int input(void) { state = state * 1103515245 + 12345; return (state >> 16) % 7 - 2; }
#else
#define T
extern int input(void);
#endif
static int x, y, *p;
",
        );
        let functions = 1 + self.next(2);
        for f in 0..functions {
            let _ = writeln!(self.out, "static int f{f}(int a, int *q) {{");
            self.line("int b = a;");
            let statements = 1 + self.next(2);
            self.statements(f, statements);
            self.line("T return a;");
            self.out.push_str("}\n");
        }
        self.out.push_str("int main(void) {\n");
        self.line("int a = 1, b = 2, *q = &a;");
        self.statements(functions, 2);
        self.line("T return 0;");
        self.out.push_str("}\n");
        self.out
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.depth));
    }

    fn value(&mut self) -> String {
        let names = ["a", "b", "x", "y", "*q", "1", "0", "3"];
        let name = names[self.next(8) as usize];
        match self.next(3) {
            0 => format!("{name} + {}", self.next(3)),
            _ => name.to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.value(), self.value());
        let how = ["<", "==", "!="][self.next(3) as usize];
        format!("{left} {how} {right}")
    }

    /// A call of a function with a smaller number.
    fn call(&mut self, f: u64) -> String {
        let callee = self.next(f);
        let pointer = ["&a", "&b", "q", "&y"][self.next(4) as usize];
        let value = self.value();
        format!("f{callee}({value}, {pointer})")
    }

    fn statements(&mut self, f: u64, count: u64) {
        (0..count).for_each(|_| self.statement(f));
    }

    fn statement(&mut self, f: u64) {
        let deep = self.depth > 1;
        match self.next(if deep { 7 } else { 10 }) {
            0 => {
                let value = self.value();
                self.line(&format!("T x = {value};"));
            }
            1 => {
                let value = self.value();
                self.line(&format!("T y = {value};"));
            }
            2 => self.line("T b = input();"),
            3 => {
                let value = self.value();
                self.line(&format!("T *q = {value};"));
            }
            4 => {
                self.line("T p = &b;");
                let value = self.value();
                self.line(&format!("T *p = {value};"));
            }
            5 | 6 if f > 0 => {
                let call = self.call(f);
                let form = self.next(4);
                let other = self.call(f);
                match form {
                    0 => self.line(&format!("T {call};")),
                    1 => self.line(&format!("T y = {call};")),
                    2 => self.line(&format!("T b = {call} + {other};")),
                    _ => self.line(&format!("T a = {call};")),
                }
            }
            5 | 6 => self.line("T a = a + 1;"),
            7 if f > 0 => {
                self.line("T b = 0;");
                self.line("T while (b < 2) {");
                self.block(f);
                self.depth += 1;
                self.line("T b = b < 0 ? 0 : b + 1;");
                self.depth -= 1;
                self.line("}");
            }
            8 if f > 0 => {
                let own = f - 1;
                self.line("T if (a > 0 && a < 4) {");
                self.depth += 1;
                self.line(&format!("T y = f{own}(a - 1, q);"));
                self.depth -= 1;
                self.line("}");
            }
            _ => {
                let condition = self.condition();
                self.line(&format!("T if ({condition}) {{"));
                self.block(f);
                self.line("} else {");
                self.block(f);
                self.line("}");
            }
        }
    }

    fn block(&mut self, f: u64) {
        self.depth += 1;
        let count = 1 + self.next(2);
        self.statements(f, count);
        self.depth -= 1;
    }
}
