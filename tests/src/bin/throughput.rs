//! `throughput [EDGES | --certificate CERT]`: how fast a large certificate is decoded and checked,
//! and how long z3 takes for the same verification condition.
//!
//! CERT is self-contained. Otherwise the program is generated: a chain of steps, each of which
//! takes a lock flag over, adds 1 to a bounded counter with machine wrapping, and keeps three
//! facts. Its proofs are what the prover writes for such steps, about forty tokens each. Numbers go
//! to `docs/benchmarks-checker.md`.

use clap::Parser;
use proofmark_certs::{automaton, decode, encode, open, Annotations, Binding, Certificate};
use proofmark_checker::check::{check, Policy};
use proofmark_checker::limits::Limits;
use proofmark_checker::signature::Signature;
use proofmark_checker::verdict::{Report, Verdict};
use proofmark_logic::arena::{Arena, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LocId, Location, Pos, Scope, Stmt, StmtKind, VarDecl, VarSort,
};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::proof::{ObligationProof, TableNode, Token};
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::SIGNATURE;
use proofmark_producer::export;
use proofmark_tests::processor_time;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Measures the checker on a generated certificate.
#[derive(Parser)]
struct Arguments {
    /// Steps of the program
    #[arg(default_value_t = 100_000)]
    edges: u32,
    /// Measure this self-contained certificate instead
    #[arg(long)]
    certificate: Option<PathBuf>,
    /// Only write the generated certificate, self-contained, to this file
    #[arg(long, conflicts_with = "certificate")]
    write: Option<PathBuf>,
    /// Also have this program, which reads SMT-LIB from its input, solve the same verification
    /// condition: "z3 -in", "cvc5 --incremental --lang smt2 -"
    #[arg(long)]
    solver: Vec<String>,
    /// Measure this often and report the fastest
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// Counters that the steps go round.
const COUNTERS: u32 = 31;

fn counter(step: u32) -> VarId {
    VarId(1 + step % COUNTERS)
}

fn program(edges: u32) -> (Arena, Cfa) {
    let mut arena = Arena::new();
    let pos = Pos::default();
    let mut out: Vec<Edge> = (0..=edges).map(|n| step(&mut arena, n)).collect();
    // The error: the lock flag is neither value.
    let (flag, bad) = (arena.var(VarId(0), IntType::I32), arena.lit(2));
    let wrong = StmtKind::Assume(arena.eq(flag, bad));
    out.push(edge(edges + 1, vec![wrong]));
    let location = Location {
        frame: FrameId(0),
        pos,
    };
    let cfa = Cfa {
        profile: Profile::Lp64,
        vars: (0..=COUNTERS)
            .map(|n| VarDecl {
                name: format!("v{n}"),
                sort: VarSort::Int(IntType::I32),
                scope: Scope::Global,
            })
            .collect(),
        objects: Vec::new(),
        locations: vec![location; edges as usize + 3],
        procedures: Vec::new(),
        edges: out,
        entry: LocId(0),
        error: LocId(edges + 2),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".into(),
            caller: None,
            call_site: pos,
        }],
        files: Vec::new(),
    };
    (arena, cfa)
}

/// One step: the lock flag, and a counter.
fn step(arena: &mut Arena, n: u32) -> Edge {
    let flag = StmtKind::Assign {
        var: VarId(0),
        value: arena.lit(i128::from(n % 2)),
    };
    let value = if n == 0 {
        arena.lit(0)
    } else {
        let (before, one) = (arena.var(counter(n - 1), IntType::I32), arena.lit(1));
        let sum = arena.mk(Op::Add, &[before, one]);
        arena.wrap(IntType::I32, sum)
    };
    let var = counter(n);
    edge(n, vec![flag, StmtKind::Assign { var, value }])
}

/// An edge to the next location.
fn edge(from: u32, stmts: Vec<StmtKind>) -> Edge {
    let pos = Pos::default();
    Edge {
        from: LocId(from),
        to: LocId(from + 1),
        stmts: stmts
            .into_iter()
            .map(|kind| Stmt {
                kind,
                pos,
                frame: FrameId(0),
            })
            .collect(),
        call: None,
    }
}

/// The certificate's table under construction.
#[derive(Default)]
struct Table {
    nodes: Vec<TableNode>,
    numbers: HashMap<TableNode, u32>,
}

impl Table {
    fn node(&mut self, node: TableNode) -> u32 {
        let next = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            next
        })
    }
    fn app(&mut self, op: Op, args: &[u32]) -> u32 {
        let mut slots = [0; 3];
        slots[..args.len()].copy_from_slice(args);
        self.node(TableNode::App(op, slots))
    }
    fn lit(&mut self, value: u32) -> u32 {
        self.node(TableNode::Lit(i128::from(value)))
    }
    /// `lock = step mod 2`, `v <= step`, `0 <= v`.
    fn invariant(&mut self, step: u32) -> u32 {
        let (flag, parity, v, bound, zero) = (
            self.node(TableNode::Var(0)),
            self.lit(step % 2),
            self.node(TableNode::Var(counter(step).0)),
            self.lit(step),
            self.lit(0),
        );
        let (flag, upper, lower) = (
            self.app(Op::Eq, &[flag, parity]),
            self.app(Op::Le, &[v, bound]),
            self.app(Op::Le, &[zero, v]),
        );
        let bounds = self.app(Op::And, &[upper, lower]);
        self.app(Op::And, &[flag, bounds])
    }
}

fn certificate(arena: &Arena, cfa: &Cfa, edges: u32) -> Certificate {
    let signature = Signature::load(SIGNATURE).expect("the signature loads");
    let mut table = Table::default();
    let truth = table.app(Op::True, &[]);
    let mut invariants = vec![truth];
    let mut proofs = Vec::new();
    let tokens = |text: &str, operands: &[Token]| -> Vec<Token> {
        let word = |word: &str| match word.strip_prefix('$').and_then(|n| n.parse::<usize>().ok()) {
            Some(n) => operands[n],
            None => match word.strip_prefix('h').and_then(|n| n.parse().ok()) {
                Some(n) => Token::Hyp(n),
                None => Token::Rule(signature.code(word).expect(word)),
            },
        };
        text.split_whitespace().map(word).collect()
    };
    for step in 0..=edges {
        let invariant = table.invariant(step);
        invariants.push(invariant);
        let parity = Token::Lit(i128::from(step % 2));
        let proof = if step == 0 {
            tokens(
                "imp_i and_i refl $0 and_i le_i lin_nil le_i lin_nil",
                &[parity],
            )
        } else {
            let (v, one, ty) = (
                table.node(TableNode::Var(counter(step - 1).0)),
                table.lit(1),
                table.node(TableNode::Type(IntType::I32)),
            );
            let sum = table.app(Op::Add, &[v, one]);
            let wrapped = table.app(Op::Wrap, &[ty, sum]);
            let equal = table.app(Op::Eq, &[wrapped, sum]);
            let no_wrap = "have the $1 wrap_id $2 le_i lin_one and_r and_r h0 lin_nil le_i lin_one and_l and_r h0 lin_nil";
            let upper = "le_i lin_one h0 lin_one and_l and_r h1 lin_nil";
            let lower = "le_i lin_neg h0 lin_one and_r and_r h1 lin_nil";
            tokens(
                &format!("imp_i {no_wrap} and_i refl $0 and_i {upper} {lower}"),
                &[parity, Token::Table(equal), Token::Type(IntType::I32)],
            )
        };
        proofs.push(ObligationProof {
            lemmas: Vec::new(),
            proof,
        });
    }
    invariants.push(table.app(Op::False, &[]));
    // lock = 2 against lock = 0 or 1: 2 - parity is positive.
    proofs.push(ObligationProof {
        lemmas: Vec::new(),
        proof: tokens(
            "imp_i imp_i farkas lin_neg h0 lin_one and_l h1 lin_nil",
            &[],
        ),
    });
    Certificate {
        binding: Binding::of(Profile::Lp64, SIGNATURE, "", &cfa_bytes(arena, cfa)),
        annotations: Annotations {
            table: table.nodes,
            invariants,
        },
        proofs,
        ledger: Vec::new(),
        provenance: None,
        automaton: None,
        specification: None,
        resume: None,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let subject = match (&arguments.certificate, &arguments.write) {
        (Some(path), _) => Subject::read(path)?,
        (None, Some(path)) => {
            let (arena, cfa) = program(arguments.edges);
            let whole = Certificate {
                automaton: Some(cfa_bytes(&arena, &cfa)),
                ..certificate(&arena, &cfa, arguments.edges)
            };
            return Ok(std::fs::write(path, encode(&whole))?);
        }
        (None, None) => Subject::generated(arguments.edges),
    };
    let times = measure(&subject, arguments.rounds)?;
    print(&subject, &times);
    if !arguments.solver.is_empty() {
        let (mut arena, cfa) = subject.program()?;
        let annotations = decode(&subject.bytes)?.annotations;
        let invariants = export::invariants(&mut arena, &cfa, &annotations)?;
        let text = export::smt2::render(&mut arena, &cfa, &invariants).map_err(|_| "too large")?;
        for solver in &arguments.solver {
            let (answers, solving) = solve(solver, &text)?;
            println!(
                "| {solver}, push and pop | {answers} answers unsat, {:.0} ms, {:.0} times decode and check |",
                solving * 1e3,
                solving / times.together()
            );
        }
    }
    Ok(())
}

/// What is measured.
struct Subject {
    /// The certificate.
    bytes: Vec<u8>,
    automaton: Automaton,
}

enum Automaton {
    Carried(Vec<u8>),
    /// With so many steps.
    Generated(u32),
}

impl Subject {
    fn read(path: &Path) -> Result<Subject, Box<dyn std::error::Error>> {
        let certificate = decode(&std::fs::read(path)?)?;
        let carried = certificate.automaton.clone();
        let carried = carried.ok_or("the certificate carries no automaton")?;
        // Only what is checked is counted: not the carried program, nor who made the certificate.
        Ok(Subject {
            bytes: encode(&certificate.stripped()),
            automaton: Automaton::Carried(carried),
        })
    }

    fn generated(edges: u32) -> Subject {
        let (arena, cfa) = program(edges);
        Subject {
            bytes: encode(&certificate(&arena, &cfa, edges)),
            automaton: Automaton::Generated(edges),
        }
    }

    /// Built anew for each round: expressions of one check must not help another.
    fn program(&self) -> Result<(Arena, Cfa), proofmark_certs::DecodeError> {
        match &self.automaton {
            Automaton::Carried(bytes) => automaton::decode(bytes),
            Automaton::Generated(edges) => Ok(program(*edges)),
        }
    }
}

/// The fastest round, in seconds, and what the checker reports.
struct Times {
    decoding: f64,
    checking: f64,
    report: Report,
}

impl Times {
    fn together(&self) -> f64 {
        self.decoding + self.checking
    }
}

fn measure(subject: &Subject, rounds: usize) -> Result<Times, Box<dyn std::error::Error>> {
    let bytes = &subject.bytes;
    let policy = Policy {
        specification: decode(bytes)?.binding.specification,
        deny: Vec::new(),
        limits: Limits::DEFAULT,
    };
    // The system accounts processor time in steps of milliseconds, so small certificates are
    // checked many times between two looks at it.
    let batch = (4_000_000 / bytes.len()).max(1);
    let (mut decoding, mut checking, mut last) = (f64::MAX, f64::MAX, None);
    for _ in 0..rounds {
        let mut programs = (0..batch)
            .map(|_| subject.program())
            .collect::<Result<Vec<_>, _>>()?;
        let before = processor_time().ok_or("the system does not tell processor time")?;
        let decoded = (0..batch)
            .map(|_| open(bytes))
            .collect::<Result<Vec<_>, _>>()?;
        let between = processor_time().unwrap_or(before);
        let verdicts: Vec<Verdict> = programs
            .iter_mut()
            .zip(&decoded)
            .map(|((arena, cfa), decoded)| check(arena, cfa, decoded, &policy))
            .collect();
        let after = processor_time().unwrap_or(between);
        decoding = decoding.min((between - before).as_secs_f64() / batch as f64);
        checking = checking.min((after - between).as_secs_f64() / batch as f64);
        match verdicts.into_iter().next() {
            Some(Verdict::Accepted(report)) => last = Some(report),
            other => return Err(format!("{other:?}").into()),
        }
    }
    Ok(Times {
        decoding,
        checking,
        report: last.ok_or("no round")?,
    })
}

fn print(subject: &Subject, times: &Times) {
    let float = |n: usize| n as f64;
    let (report, bytes, seconds) = (&times.report, subject.bytes.len(), times.together());
    println!(
        "| {} obligations | {bytes} bytes | {} tokens |",
        report.proved, report.tokens
    );
    println!("| decode | {:.3} ms |", times.decoding * 1e3);
    println!("| check | {:.3} ms |", times.checking * 1e3);
    println!(
        "| together | {:.1} MB/s, {:.2} M tokens/s, {:.2} µs per obligation |",
        float(bytes) / seconds / 1e6,
        float(report.tokens) / seconds / 1e6,
        seconds * 1e6 / float(report.proved)
    );
    println!(
        "| size | {:.2} bytes per token, {:.1} bytes per obligation |",
        float(bytes) / float(report.tokens),
        float(bytes) / float(report.proved)
    );
    println!(
        "| used | {} expressions, {} steps |",
        report.used.nodes, report.used.fuel
    );
}

/// Number of `unsat` answers, and the solver's processor time in seconds, as the system accounts
/// it.
fn solve(solver: &str, text: &str) -> Result<(usize, f64), Box<dyn std::error::Error>> {
    let before = children_time().ok_or("the system does not tell processor time")?;
    let mut words = solver.split_whitespace();
    let mut child = Command::new(words.next().ok_or("no solver")?)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no pipe")?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    let _ = writer.join();
    let seconds = children_time().ok_or("the system does not tell processor time")? - before;
    Ok((
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .filter(|line| *line == "unsat")
            .count(),
        seconds,
    ))
}

/// Processor time of the processes that ended, in seconds: user and system ticks, a hundred a
/// second.
fn children_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, the name in brackets, may contain anything.
    let ticks = stat
        .rsplit_once(')')?
        .1
        .split_whitespace()
        .skip(13)
        .take(2)
        .map(|field| field.parse::<u32>().ok());
    ticks
        .sum::<Option<u32>>()
        .map(|ticks| f64::from(ticks) / 100.0)
}
