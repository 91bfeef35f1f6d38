//! Closure and joins of call graphs, beside SQLite's (its command, as Debian has it).

use crate::processor_time;
use proofmark_query::evaluate::Limits;
use proofmark_query::relation::{Column, Domain, Relation, Rows};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Seconds for SQLite.
const LATE: u64 = 120;

/// A call graph: how many functions, and who calls whom.
struct Graph {
    name: &'static str,
    functions: u32,
    calls: Vec<u32>,
}

/// Marsaglia's xorshift.
fn random(seed: &mut u64, most: u32) -> u32 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    u32::try_from(*seed >> 33).unwrap_or_default() % most.max(1)
}

/// Each function calls four others, chosen by a function of the random numbers.
fn graph(name: &'static str, functions: u32, callee: impl Fn(u32, &mut u64) -> u32) -> Graph {
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    let all = (0..functions).flat_map(|from| [from; 4]);
    let calls = all.flat_map(|from| [from, callee(from, &mut seed).min(functions - 1)]);
    let calls = calls.collect();
    Graph {
        name,
        functions,
        calls,
    }
}

fn graphs(functions: u32) -> [Graph; 4] {
    [
        graph(
            "modules of 100, without recursion",
            functions,
            |from, seed| {
                let module = from / 100 * 100;
                from.max(module + random(seed, 100))
            },
        ),
        graph("modules of 100, with recursion", functions, |from, seed| {
            from / 100 * 100 + random(seed, 100)
        }),
        graph("calls of any of the next 200", functions, |from, seed| {
            from + random(seed, 200)
        }),
        graph("calls of any function", functions, |_, seed| {
            random(seed, functions)
        }),
    ]
}

/// What is computed.
struct Query {
    name: &'static str,
    ours: fn(&Relation, &Relation, &Domain) -> Option<Relation>,
    sqlite: &'static str,
}

fn column(name: &str) -> Column {
    name.into()
}

/// Pairs with a function between them.
fn two(calls: &Relation, behind: &Relation, domain: &Domain) -> Option<Relation> {
    let pairs = calls.and(behind, domain).ok()?;
    Some(pairs.exists("g", domain))
}

const QUERIES: [Query; 3] = [
    Query {
        name: "`CLOSURE(CALL(f, g))`",
        ours: |calls, _, domain| calls.closure(domain).ok(),
        sqlite: "WITH RECURSIVE r(f, g) AS (SELECT f, g FROM call UNION \
                 SELECT r.f, call.g FROM r JOIN call ON r.g = call.f) SELECT count(*) FROM r",
    },
    Query {
        name: "`EXISTS(g, CALL(f, g) & CALL(g, h))`",
        ours: two,
        sqlite: "SELECT count(*) FROM (SELECT DISTINCT a.f, b.g FROM call a JOIN call b \
                 ON a.g = b.f)",
    },
    Query {
        name: "`EXISTS(g, CALL(f, g) & CALL(g, h)) & !CALL(f, h)`",
        ours: |calls, behind, domain| {
            let direct = Relation::new(
                vec![column("f"), column("h")],
                calls.table_of(&[column("f"), column("g")], domain).ok()?,
            );
            two(calls, behind, domain)?.and(&direct.not(), domain).ok()
        },
        sqlite: "SELECT count(*) FROM (SELECT a.f, b.g FROM call a JOIN call b ON a.g = b.f \
                 EXCEPT SELECT f, g FROM call)",
    },
];

/// A call graph as a table of SQLite.
fn table(calls: &Rows) -> String {
    let mut out = String::from(
        "CREATE TABLE call(f INTEGER, g INTEGER, PRIMARY KEY (f, g)) WITHOUT ROWID;\nBEGIN;\n",
    );
    for row in calls.iter() {
        let _ = writeln!(out, "INSERT INTO call VALUES ({}, {});", row[0], row[1]);
    }
    out.push_str("COMMIT;\nANALYZE;\n.timer on\n");
    out
}

/// How many rows SQLite finds, and how long that takes; nothing if it takes too long.
///
/// # Errors
/// If there is no `sqlite3`, or it says something else.
fn sqlite(calls: &Rows, query: &str) -> std::io::Result<Option<(usize, f64)>> {
    let mut started = Command::new("timeout")
        .args([&LATE.to_string(), "sqlite3", ":memory:"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = started.stdin.take() {
        input.write_all(table(calls).as_bytes())?;
        writeln!(input, "{query};")?;
    }
    let output = started.wait_with_output()?;
    if output.status.code() == Some(124) {
        return Ok(None);
    }
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = said.lines().find_map(|line| line.parse().ok());
    // real 0.012 user 0.010 sys 0.001
    let time = said.lines().find_map(|line| {
        let words = line.strip_prefix("Run Time: ")?.split(' ');
        let words: Vec<&str> = words.collect();
        let [_, _, _, user, _, system] = words.as_slice() else {
            return None;
        };
        Some(user.parse::<f64>().ok()? + system.parse::<f64>().ok()?)
    });
    match (rows, time) {
        (Some(rows), Some(time)) => Ok(Some((rows, time))),
        _ => Err(std::io::Error::other(said)),
    }
}

/// A row of the table.
struct Measured {
    graph: &'static str,
    query: &'static str,
    rows: usize,
    ours: Duration,
    sqlite: Option<f64>,
}

fn measure(graph: &Graph) -> std::io::Result<Vec<Measured>> {
    let domain = Domain {
        size: graph.functions,
        most: Limits::default().values,
    };
    let rows = Rows::of(2, graph.calls.clone());
    let named = |names: [&str; 2]| Relation::new(names.map(column).to_vec(), rows.clone().into());
    let (calls, behind) = (named(["f", "g"]), named(["g", "h"]));
    let mut out = Vec::new();
    for query in QUERIES {
        let began = processor_time().unwrap_or_default();
        let found = (query.ours)(&calls, &behind, &domain);
        let ours = processor_time().unwrap_or_default().saturating_sub(began);
        let count = found.and_then(|found| found.listed());
        let Some(count) = count else {
            return Err(std::io::Error::other("a relation is too large"));
        };
        let theirs = sqlite(&rows, query.sqlite)?;
        if let Some((other, _)) = theirs.filter(|(other, _)| *other != count) {
            let message = format!("{}: {count} rows, and {other}", query.name);
            return Err(std::io::Error::other(message));
        }
        out.push(Measured {
            graph: graph.name,
            query: query.name,
            rows: count,
            ours,
            sqlite: theirs.map(|(_, time)| time),
        });
    }
    Ok(out)
}

const HEAD: &str = "\
Call graphs whose functions call four each: closure, join and difference. Numbers of rows agree.
SQLite works in memory on a table whose primary key is the pair; WITH RECURSIVE is its closure.
Seconds are those of the processor, but for what SQLite does not finish in time.
Debian has no package of Soufflé.

| calls | functions | formula | rows | seconds | SQLite | ratio |
|---|--:|---|--:|--:|--:|--:|
";

/// The section about relations, of so many functions.
///
/// # Errors
/// If SQLite does not run, or finds something else.
pub fn section(functions: u32) -> std::io::Result<String> {
    let mut out = String::from(HEAD);
    for graph in graphs(functions) {
        for row in measure(&graph)? {
            let ours = row.ours.as_secs_f64();
            let (theirs, ratio) = match row.sqlite {
                Some(time) => (format!("{time:.3}"), format!("{:.1}", time / ours)),
                None => (format!("> {LATE}"), format!("> {:.0}", LATE as f64 / ours)),
            };
            let _ = writeln!(
                out,
                "| {} | {functions} | {} | {} | {ours:.3} | {theirs} | {ratio} |",
                row.graph, row.query, row.rows
            );
        }
    }
    Ok(out)
}
