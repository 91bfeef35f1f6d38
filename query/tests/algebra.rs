//! Formulas, evaluated by relations and by trying all values of their variables.

use proofmark_query::evaluate::{evaluate, Limits, Output};
use proofmark_query::executions::{Executions, Known, Nobody, Occurs, Question, Refused, Verdict};
use proofmark_query::facts::Builder;
use proofmark_query::language::{read, Action, Comparison, Formula, FormulaKind, Term, Text};
use proofmark_query::relation::{Domain, Relation, Rows};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const STRINGS: [&str; 4] = ["a", "b", "c", "d"];
const SIGNATURE: [(&str, usize); 3] = [("A", 1), ("B", 2), ("C", 2)];

/// Between what control goes, among the facts. No script can name it.
const REACHED: &str = " reached";

type Rowset = BTreeSet<Vec<String>>;
type Facts = BTreeMap<String, Rowset>;
type Values = BTreeMap<String, String>;

/// Whether a formula holds, by its definition.
fn holds(formula: &Formula, facts: &Facts, values: &Values) -> bool {
    let all = |variables: &[String], test: &mut dyn FnMut(&Values)| {
        each(variables, values.clone(), test);
    };
    match &formula.kind {
        FormulaKind::Atom(name, terms) => facts[&**name].iter().any(|row| {
            let mut fits = row.iter().zip(terms);
            fits.all(|(text, term)| *term == Term::Any || *text == value(term, values))
        }),
        FormulaKind::True => true,
        FormulaKind::False => false,
        FormulaKind::And(parts) => parts.iter().all(|part| holds(part, facts, values)),
        FormulaKind::Or(parts) => parts.iter().any(|part| holds(part, facts, values)),
        FormulaKind::Not(inner) => !holds(inner, facts, values),
        FormulaKind::Exists(variable, inner) => {
            let mut found = false;
            all(&[variable.to_string()], &mut |values| {
                found |= holds(inner, facts, values);
            });
            found
        }
        FormulaKind::Match(pattern, term) => pattern.is_match(&value(term, values)),
        FormulaKind::Equal(a, b) => value(a, values) == value(b, values),
        FormulaKind::Compare(how, a, b) => {
            let (mut within, mut contains) = (true, true);
            let variables: Vec<String> = a.free.iter().map(ToString::to_string).collect();
            all(&variables, &mut |values| {
                let sides = (holds(a, facts, values), holds(b, facts, values));
                within &= !sides.0 || sides.1;
                contains &= !sides.1 || sides.0;
            });
            match how {
                Comparison::Same => within && contains,
                Comparison::Different => !(within && contains),
                Comparison::Within => within,
            }
        }
        FormulaKind::Reach { from, to, .. } => {
            let pair = [&from.free[0], &to.free[0]].map(|x| values[&**x].clone());
            let there = facts
                .get(REACHED)
                .is_some_and(|rows| rows.contains(&pair[..]));
            there && holds(from, facts, values) && holds(to, facts, values)
        }
        FormulaKind::Safe(from, _) => {
            let start = &values[&*from.free[0]];
            let rejected = facts.get(REACHED).into_iter().flatten();
            let mut rejected = rejected.filter(|row| row[0] == *start);
            rejected.next().is_none() && holds(from, facts, values)
        }
        FormulaKind::Split(inner, ..) => holds(inner, facts, values),
        FormulaKind::Closure(inner) => {
            let step = |from: &str, to: &str| {
                let mut values = values.clone();
                values.insert(inner.free[0].to_string(), from.to_owned());
                values.insert(inner.free[1].to_string(), to.to_owned());
                holds(inner, facts, &values)
            };
            let (from, to) = (&values[&*formula.free[0]], &values[&*formula.free[1]]);
            let mut reached: BTreeSet<&str> = BTreeSet::new();
            let mut work: Vec<&str> = vec![from];
            while let Some(node) = work.pop() {
                let next = STRINGS.iter().filter(|next| step(node, next));
                work.extend(next.filter(|next| reached.insert(next)));
            }
            reached.contains(to.as_str())
        }
    }
}

fn value(term: &Term, values: &Values) -> String {
    match term {
        Term::Variable(variable) => values[&**variable].clone(),
        Term::Text(Text::Literal(text)) => text.clone(),
        Term::Text(Text::Variable(_)) | Term::Any => unreachable!("not generated here"),
    }
}

/// Gives variables all combinations of values.
fn each(variables: &[String], values: Values, test: &mut dyn FnMut(&Values)) {
    match variables.split_first() {
        None => test(&values),
        Some((first, rest)) => {
            for text in STRINGS {
                let mut values = values.clone();
                values.insert(first.clone(), text.to_owned());
                each(rest, values, test);
            }
        }
    }
}

fn variable() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["x", "y", "z"]).prop_map(str::to_owned)
}

fn term() -> impl Strategy<Value = String> {
    let literal = prop::sample::select(STRINGS.to_vec()).prop_map(|text| format!("\"{text}\""));
    prop_oneof![6 => variable(), 2 => literal, 1 => Just("_".to_owned())]
}

fn named() -> impl Strategy<Value = String> {
    let literal = prop::sample::select(STRINGS.to_vec()).prop_map(|text| format!("\"{text}\""));
    prop_oneof![3 => variable(), 1 => literal]
}

fn formula() -> impl Strategy<Value = String> {
    let pairs = prop::sample::select(vec!["B", "C"]);
    let leaf = prop_oneof![
        term().prop_map(|t| format!("A({t})")),
        (pairs, term(), term()).prop_map(|(r, s, t)| format!("{r}({s}, {t})")),
        (named(), named()).prop_map(|(s, t)| format!("{s} = {t}")),
        (named(), named()).prop_map(|(s, t)| format!("{s} != {t}")),
        variable().prop_map(|x| format!("MATCH(\"^[ac]$\", {x})")),
        (variable(), variable()).prop_map(|(x, y)| format!("TRUE({x}, {y})")),
        variable().prop_map(|x| format!("FALSE({x})")),
        Just("CLOSURE(B(x, y))".to_owned()),
        Just("CLOSURE(!B(y, z))".to_owned()),
        Just("(B(x, y) <= C(x, y))".to_owned()),
        Just("(A(x) = EXISTS(y, C(x, y)))".to_owned()),
        Just("(!A(x) != B(x, _))".to_owned()),
    ];
    leaf.prop_recursive(5, 24, 3, |inner| {
        let several = prop::collection::vec(inner.clone(), 2..4);
        prop_oneof![
            several
                .clone()
                .prop_map(|all| format!("({})", all.join(" & "))),
            several.prop_map(|all| format!("({})", all.join(" | "))),
            inner.clone().prop_map(|f| format!("!{f}")),
            (variable(), inner).prop_map(|(x, f)| format!("EXISTS({x}, {f})")),
        ]
    })
}

/// A formula that asks about executions.
fn asking() -> impl Strategy<Value = String> {
    let places = || {
        let all = variable().prop_map(|x| format!("TRUE({x})"));
        let some = variable().prop_map(|x| format!("A({x})"));
        prop_oneof![all, some]
    };
    let reach = (places(), places(), formula(), 0..6u8).prop_map(|(a, b, other, form)| {
        let variable = |f: &str| f[f.len() - 2..f.len() - 1].to_owned();
        let reach = match variable(&a) == variable(&b) {
            true => "REACH(TRUE(x), !A(y))".to_owned(),
            false => format!("REACH({a}, {b})"),
        };
        match form {
            0 => format!("({reach} & {other})"),
            1 => format!("(!{reach} | {other})"),
            2 => format!("(({reach} | B(x, y)) & !EXISTS(x, {reach} & {other}))"),
            3 => format!("(SAFE(A(x), []) | {reach} SPLIT [] SPLIT []) & ({other})"),
            4 => format!("({other}) & !(SAFE(EXISTS(y, B(x, y)), []) SPLIT [])"),
            _ => format!("(REACH(A(x), TRUE(y)) <= B(x, y)) & ({other})"),
        }
    });
    let closed = Just("CLOSURE(REACH(A(x), TRUE(y)) | B(x, y))".to_owned());
    let compared = Just("(REACH(TRUE(x), TRUE(y)) != C(x, y))".to_owned());
    prop_oneof![6 => reach, 1 => closed, 1 => compared]
}

/// What is known of each pair, and what turns out to be so of those that are unknown.
fn known() -> impl Strategy<Value = BTreeMap<(String, String), (Known, bool)>> {
    let one = prop::sample::select(vec![Known::Yes, Known::No, Known::Unknown]);
    prop::collection::vec((one, any::<bool>()), 16).prop_map(|all| {
        let pairs = STRINGS.iter().flat_map(|a| STRINGS.map(|b| (*a, b)));
        let pairs = pairs.map(|(a, b)| (a.to_owned(), b.to_owned()));
        pairs.zip(all).collect()
    })
}

/// Answers as it was told.
struct Told(BTreeMap<(String, String), (Known, bool)>);

impl Executions for Told {
    fn ask(&mut self, question: &Question) -> Result<Vec<Vec<Known>>, Refused> {
        // Events occur in executions that lead from larger strings to smaller ones: the first one
        // to `a`, and the others, or none, to other strings.
        let part = |a: &String, b: &String| {
            let events = &question.monitor.events;
            let first = events.iter().position(|(_, o)| *o == Occurs::First);
            let wanted = match (a > b, b.as_str()) {
                (false, _) => None,
                (true, "a") => Some(0),
                (true, _) => Some(events.len().saturating_sub(1)),
            };
            events.is_empty() || first == wanted
        };
        let known = |a: &String, b: &String| match part(a, b) {
            true => self.0[&(a.clone(), b.clone())].0,
            false => Known::No,
        };
        let any = STRINGS.map(str::to_owned);
        let row = |a: &String| match question.monitor.verdict {
            Verdict::Violated => {
                let all = any.iter().map(|b| known(a, b));
                vec![all.fold(Known::No, Known::or)]
            }
            Verdict::Accepted | Verdict::Rejected => {
                question.to.iter().map(|b| known(a, b)).collect()
            }
        };
        Ok(question.from.iter().map(row).collect())
    }

    fn is_location(&self, _: &str) -> bool {
        true
    }
}

fn rows(width: usize) -> impl Strategy<Value = Rowset> {
    let row = prop::collection::vec(prop::sample::select(STRINGS.to_vec()), width);
    let row = row.prop_map(|row| row.into_iter().map(str::to_owned).collect::<Vec<String>>());
    prop::collection::btree_set(row, 0..8)
}

fn facts() -> impl Strategy<Value = Facts> {
    (rows(1), rows(2), rows(2)).prop_map(|(a, b, c)| {
        let named = [("A", a), ("B", b), ("C", c)];
        named.map(|(name, rows)| (name.to_owned(), rows)).into()
    })
}

/// What a script prints.
fn printed(script: &str, facts: &Facts) -> Vec<Output> {
    answered(script, facts, &mut Nobody)
}

fn answered(script: &str, facts: &Facts, executions: &mut dyn Executions) -> Vec<Output> {
    let mut builder = Builder::new(&[&SIGNATURE[..], &[("ALL", 1)]].concat());
    STRINGS.iter().for_each(|text| builder.add("ALL", &[text]));
    for (name, rows) in facts.iter().filter(|(name, _)| *name != REACHED) {
        for row in rows {
            builder.add(name, &row.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
    let facts = builder.finish();
    let script = read(script, &facts.arities()).unwrap_or_else(|e| panic!("{script}: {e:?}"));
    let mut out = Vec::new();
    let limits = Limits::default();
    evaluate(&script, facts, &limits, executions, &mut |output| {
        out.push(output);
    })
    .expect("evaluated");
    out
}

/// The rows of a formula, by its definition.
fn expected(text: &str, facts: &Facts) -> (Vec<String>, Rowset) {
    let arities = SIGNATURE
        .map(|(name, arity)| (name.to_owned(), arity))
        .into();
    let script = read(&format!("PRINT {text};"), &arities).expect("a script");
    let Action::List(formula) = &script.statements[0].action else {
        panic!("a formula is printed");
    };
    let variables: Vec<String> = formula.free.iter().map(ToString::to_string).collect();
    let mut rows = Rowset::new();
    each(&variables, Values::new(), &mut |values| {
        if holds(formula, facts, values) {
            rows.insert(variables.iter().map(|v| values[v].clone()).collect());
        }
    });
    (variables, rows)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn a_formula_has_the_rows_that_satisfy_it(text in formula(), facts in facts()) {
        let (columns, rows) = expected(&text, &facts);
        let rows = rows.into_iter().collect();
        let printed = printed(&format!("PRINT {text};"), &facts);
        let unknown = Vec::new();
        prop_assert_eq!(printed, [Output::Rows { columns, rows, unknown }]);
    }

    #[test]
    fn whatever_turns_out_is_between_what_is_sure_and_what_is_unknown(
        text in asking(),
        facts in facts(),
        known in known(),
    ) {
        let mut facts = facts;
        let so = known.iter().filter(|(_, (known, so))| match known {
            Known::Yes => true,
            Known::No => false,
            Known::Unknown => *so,
        });
        let so = so.map(|((a, b), _)| vec![a.clone(), b.clone()]).collect();
        let script = format!("PRINT {text};");
        let output = answered(&script, &facts, &mut Told(known.clone()));
        facts.insert(REACHED.to_owned(), so);
        let (_, actual) = expected(&text, &facts);
        let [Output::Rows { rows, unknown, .. }] = &output[..] else {
            panic!("{output:?}");
        };
        let (rows, unknown): (Rowset, Rowset) =
            (rows.iter().cloned().collect(), unknown.iter().cloned().collect());
        prop_assert!(rows.is_subset(&actual), "{rows:?} surely, and {actual:?}");
        prop_assert!(rows.is_disjoint(&unknown));
        prop_assert!(actual.is_subset(&(&rows | &unknown)), "{actual:?} turns out");
        if known.values().all(|(known, _)| *known != Known::Unknown) {
            prop_assert!(unknown.is_empty());
        }
    }

    #[test]
    fn an_assignment_with_strings_changes_the_rows_that_have_them(
        text in formula(),
        new in formula(),
        facts in facts(),
    ) {
        let over = |text: &str| format!("EXISTS(z, {text}) & TRUE(x, y)");
        let (text, new) = (over(&text), over(&new));
        let script = format!(
            "R(x, y) := {text}; R(x, \"b\") := EXISTS(y, {new}); PRINT R(x, y) & TRUE(x, y);"
        );
        let sides = format!(
            "PRINT (({text}) & y != \"b\" & TRUE(x)) | (EXISTS(y, {new}) & y = \"b\" & TRUE(x));"
        );
        let rows = |output: &Output| match output {
            Output::Rows { columns, rows, .. } => {
                let x = columns.iter().position(|c| c == "x").expect("x");
                let rows = rows.iter().map(|row| (row[x].clone(), row[1 - x].clone()));
                rows.collect::<BTreeSet<_>>()
            }
            Output::Text(_) => unreachable!("a relation is printed"),
        };
        let (changed, direct) = (printed(&script, &facts), printed(&sides, &facts));
        prop_assert_eq!(rows(&changed[0]), rows(&direct[0]));
    }

    #[test]
    fn a_fixed_point_is_the_closure(facts in facts()) {
        let script = "
            T(x, y) := B(x, y);
            S(x, y) := FALSE(x, y);
            WHILE (S(x, y) != T(x, y)) {
                S(x, y) := T(x, y);
                T(x, y) := S(x, y) | EXISTS(z, S(x, z) & B(z, y));
            }
            PRINT T(x, y);
            PRINT CLOSURE(B(x, y));";
        let out = printed(script, &facts);
        prop_assert_eq!(&out[0], &out[1]);
    }

    #[test]
    fn closures_of_graphs_are_paths(edges in prop::collection::vec((0u32..60, 0u32..60), 0..150)) {
        let domain = Domain { size: 60, most: 1 << 20 };
        let values = edges.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let graph = Relation::new(vec!["x".into(), "y".into()], Rows::of(2, values).into());
        let closed = graph.closure(&domain).and_then(|c| c.table_of(graph.columns(), &domain));
        let rows = closed.and_then(|table| table.listed(&domain)).expect("small");
        let mut paths = BTreeSet::new();
        for start in 0..60 {
            let mut work = vec![start];
            while let Some(node) = work.pop() {
                for (_, to) in edges.iter().filter(|(from, _)| *from == node) {
                    if paths.insert(vec![start, *to]) {
                        work.push(*to);
                    }
                }
            }
        }
        let rows: BTreeSet<Vec<u32>> = rows.iter().collect();
        prop_assert_eq!(rows, paths);
    }
}

/// A call graph of 10,000 functions, each of which calls four others behind it and some before it.
#[test]
fn the_closure_of_a_large_call_graph_is_computed() {
    let domain = Domain {
        size: 10_000,
        most: Limits::default().values,
    };
    let mut seed = 1u64;
    let mut values = Vec::new();
    for from in 0..10_000u32 {
        for _ in 0..4 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let far = u32::try_from(seed >> 40).expect("24 bits") % 200;
            values.extend([from, (from + far).min(9_999)]);
        }
    }
    let edges: Vec<(u32, u32)> = values.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let graph = Relation::new(vec!["x".into(), "y".into()], Rows::of(2, values).into());
    let began = std::time::Instant::now();
    let closed = graph.closure(&domain).expect("small enough");
    println!("{:?} rows in {:?}", closed.listed(), began.elapsed());
    assert!(closed.listed() > Some(10_000_000));
    // Edges lead to larger numbers, so one walk over the sorted ones finds all that a node reaches.
    for start in [0, 1, 777, 5_000, 9_998] {
        let mut reached = BTreeSet::new();
        for (from, to) in &edges {
            if *from == start || reached.contains(from) {
                reached.insert(*to);
            }
        }
        let own = Relation::values("x".into(), vec![start]);
        let found = closed.and(&own, &domain).expect("small");
        let found = found.exists("x", &domain).table_of(&["y".into()], &domain);
        let found = found
            .and_then(|table| table.listed(&domain))
            .expect("small");
        assert!(
            found.iter().flatten().eq(reached.iter().copied()),
            "{start}"
        );
    }
}
