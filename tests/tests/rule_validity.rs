//! Every proof rule is valid: a query is generated from the signature's text, and the `z3` program
//! confirms it.
//!
//! For a rule, the query asserts the premises and what its side conditions mean, and negates the
//! conclusion: `unsat` confirms the rule in every state. The premises alone must be satisfiable, or
//! the rule would be confirmed for nothing. The text is read here once more, without the checker's
//! loader, so that a bug there does not hide. Types, and the literals of nonlinear side conditions,
//! are instances.

use proofmark_logic::types::IntType;
use proofmark_logic::SIGNATURE;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

#[path = "rule_validity/words.rs"]
mod words;

use words::Words;

const SORTS: [(&str, &str); 4] = [
    ("form", "Bool"),
    ("tm", "Int"),
    ("map", "(Array Int Int)"),
    ("ty", "Type"),
];

/// A type expression of the signature.
#[derive(Clone, Debug)]
enum Ast {
    Word(String),
    App(Vec<Ast>),
    Arrow(Box<Ast>, Box<Ast>),
    Pi(String, String, Box<Ast>),
}

impl Ast {
    fn words(&self) -> Vec<&Ast> {
        match self {
            Ast::App(items) => items.iter().collect(),
            other => vec![other],
        }
    }
    fn head(&self) -> &str {
        match self.words().first() {
            Some(Ast::Word(word)) => word,
            _ => "",
        }
    }
}

struct Tokens(Vec<String>);

impl Tokens {
    fn next(&mut self) -> String {
        self.0.pop().expect("the signature goes on")
    }
    fn peek(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }
    fn expression(&mut self) -> Ast {
        if self.peek() == "{" {
            let (_, metavariable, _, sort, _) = (
                self.next(),
                self.next(),
                self.next(),
                self.next(),
                self.next(),
            );
            return Ast::Pi(metavariable, sort, Box::new(self.expression()));
        }
        let mut items = Vec::new();
        while !matches!(self.peek(), "->" | ")" | "." | "") {
            let word = self.next();
            items.push(if word == "(" {
                let inner = self.expression();
                assert_eq!(self.next(), ")");
                inner
            } else {
                Ast::Word(word)
            });
        }
        let head = if items.len() == 1 {
            items.remove(0)
        } else {
            Ast::App(items)
        };
        if self.peek() != "->" {
            return head;
        }
        self.next();
        Ast::Arrow(Box::new(head), Box::new(self.expression()))
    }
}

/// Names and types of all declarations.
fn declarations() -> Vec<(String, Ast)> {
    let bare: String = SIGNATURE
        .lines()
        .map(|line| line.split('%').next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ");
    let spaced = ["(", ")", "{", "}", ":", "."]
        .iter()
        .fold(bare, |text, mark| text.replace(mark, &format!(" {mark} ")));
    let mut tokens = Tokens(spaced.split_whitespace().rev().map(str::to_owned).collect());
    let mut out = Vec::new();
    while !tokens.0.is_empty() {
        let name = tokens.next();
        assert_eq!(tokens.next(), ":");
        out.push((name, tokens.expression()));
        assert_eq!(tokens.next(), ".");
    }
    out
}

/// Argument sorts of constants and side conditions, by name.
type Constants = BTreeMap<String, Vec<String>>;

/// One instance of a rule: what the metavariables of types and some metavariables of literals stand
/// for.
#[derive(Clone, Default)]
struct Instance {
    types: BTreeMap<String, IntType>,
    literals: BTreeMap<String, i128>,
}

struct Query<'a> {
    instance: &'a Instance,
    constants: &'a Constants,
    metavariables: BTreeMap<String, String>,
    premises: Vec<String>,
    extra: usize,
}

impl Query<'_> {
    fn of(rule: &Ast, instance: &Instance, constants: &Constants) -> (String, String) {
        let mut query = Query {
            instance,
            constants,
            metavariables: BTreeMap::new(),
            premises: Vec::new(),
            extra: 0,
        };
        let mut rest = rule;
        let conclusion = loop {
            match rest {
                Ast::Pi(metavariable, sort, next) => {
                    query
                        .metavariables
                        .insert(metavariable.clone(), sort.clone());
                    rest = next;
                }
                Ast::Arrow(premise, next) => {
                    let meaning = query.premise(premise);
                    query.premises.push(meaning);
                    rest = next;
                }
                other => break query.judgement(other),
            }
        };
        let mut text = String::new();
        for (metavariable, sort) in &query.metavariables {
            let (_, smt) = SORTS.iter().find(|(name, _)| name == sort).expect("a sort");
            if sort != "ty" && !instance.literals.contains_key(metavariable) {
                let _ = writeln!(text, "(declare-const {metavariable} {smt})");
            }
        }
        for n in 0..query.extra {
            let _ = writeln!(text, "(declare-const x{n} Int)");
        }
        for premise in &query.premises {
            let _ = writeln!(text, "(assert {premise})");
        }
        (text, conclusion)
    }

    fn fresh(&mut self) -> String {
        self.extra += 1;
        format!("x{}", self.extra - 1)
    }

    fn premise(&mut self, ast: &Ast) -> String {
        match ast {
            Ast::Arrow(hypothesis, rest) => {
                let hypothesis = self.judgement(hypothesis);
                format!("(=> {hypothesis} {})", self.premise(rest))
            }
            judgement if matches!(judgement.head(), "pf" | "lin" | "lineq") => {
                self.judgement(judgement)
            }
            side => self.side(side),
        }
    }

    fn judgement(&mut self, ast: &Ast) -> String {
        let words = ast.words();
        match ast.head() {
            "pf" => self.term(words[1], "form"),
            "lin" => format!("(<= {} 0)", self.term(words[1], "tm")),
            "lineq" => format!("(= {} 0)", self.term(words[1], "tm")),
            other => panic!("no judgement: {other}"),
        }
    }

    fn term(&mut self, ast: &Ast, sort: &str) -> String {
        let words = ast.words();
        let head = ast.head().to_owned();
        if head.starts_with(|c: char| c.is_ascii_uppercase()) {
            self.metavariables.insert(head.clone(), sort.to_owned());
            return self
                .instance
                .literals
                .get(&head)
                .map_or(head, |v| literal(*v));
        }
        if let Ok(value) = head.parse() {
            return literal(value);
        }
        let sorts = self
            .constants
            .get(&head)
            .unwrap_or_else(|| panic!("no constant {head}"))
            .clone();
        let args: Vec<String> = words[1..]
            .iter()
            .zip(&sorts)
            .map(|(arg, sort)| self.term(arg, sort))
            .collect();
        self.application(&head, &args)
    }

    fn application(&self, head: &str, args: &[String]) -> String {
        let plain = |name: &str| format!("({name} {})", args.join(" "));
        match head {
            "true" | "false" => head.to_owned(),
            "imp" => plain("=>"),
            "eq" => plain("="),
            "le" => plain("<="),
            "add" => plain("+"),
            "sub" => plain("-"),
            "mul" => plain("*"),
            "sel" => plain("select"),
            "upd" => plain("store"),
            "fill" => format!("((as const (Array Int Int)) {})", args[0]),
            "splice" => format!(
                "(lambda ((at Int)) (ite (<= {} at) (select {} at) (select {} at)))",
                args[1], args[2], args[0]
            ),
            "shift" => format!(
                "(lambda ((at Int)) (select {} (+ at {})))",
                args[0], args[1]
            ),
            "div" => quotient(&args[0], &args[1]),
            "rem" => format!(
                "(- {} (* {} {}))",
                args[0],
                args[1],
                quotient(&args[0], &args[1])
            ),
            "shl" | "shr" => match args[1].parse::<u32>() {
                Ok(k) if head == "shl" => format!("(* {} {})", args[0], 1u128 << k),
                Ok(k) => format!("(div {} {})", args[0], 1u128 << k),
                Err(_) => plain(head),
            },
            "wrap" | "carry" => {
                let ty = self.instance.types[&args[0]];
                let shifted = format!("(- {} {})", args[1], literal(ty.min()));
                if head == "wrap" {
                    format!("(+ (mod {shifted} {}) {})", ty.modulus(), literal(ty.min()))
                } else {
                    format!("(div {shifted} {})", ty.modulus())
                }
            }
            _ => plain(head),
        }
    }

    /// An address that is not in a range.
    fn apart(&mut self, args: &[String]) -> String {
        let [from, to, at] = args else {
            panic!("three addresses");
        };
        let (o, q) = (self.fresh(), self.fresh());
        let end = |object: &str| format!("(+ {object} (size {object}))");
        let range = format!("(<= {to} {})", end(&o));
        let behind = format!("(< (- {at} (- {from} {o})) {})", end(&q));
        let place = format!("(<= {q} {at}) (< {at} {}) {behind}", end(&q));
        let sizes = format!("(>= (size {o}) 1) (>= (size {q}) 1)");
        let elsewhere = format!("(and {range} {place} {sizes} {})", disjoint(&o, &q));
        format!("(or (< {at} {from}) (>= {at} {to}) {elsewhere})")
    }

    /// What a side condition means, by its description in the signature.
    fn side(&mut self, ast: &Ast) -> String {
        let name = ast.head().to_owned();
        let sorts = self.constants[&name].clone();
        let args: Vec<String> = ast.words()[1..]
            .iter()
            .zip(&sorts)
            .map(|(arg, sort)| self.term(arg, sort))
            .collect();
        let a = |n: usize| args[n].as_str();
        let ty = |n: usize| self.instance.types[&args[n]];
        match name.as_str() {
            "atom" => "true".to_owned(),
            "comb" | "combeq" => {
                let (left, right) = (self.fresh(), self.fresh());
                let case = |shape: &str, sign: &str, e: &str| {
                    format!(
                        "(and (= {} {shape}) {sign} (= {} (+ {} (* {} {e}))))",
                        a(1),
                        a(3),
                        a(2),
                        a(0)
                    )
                };
                let difference = format!("(- {left} {right})");
                let equation = case(&format!("(= {left} {right})"), "true", &difference);
                if name == "combeq" {
                    return equation;
                }
                let positive = format!("(>= {} 0)", a(0));
                let weak = case(&format!("(<= {left} {right})"), &positive, &difference);
                let strict = case(
                    &format!("(not (<= {left} {right}))"),
                    &positive,
                    &format!("(- (+ {right} 1) {left})"),
                );
                format!("(or {equation} {weak} {strict})")
            }
            "tighten" => {
                let (quotient, constant) = (self.fresh(), self.fresh());
                let ceiling = format!("(- (div (- {constant}) {}))", a(0));
                format!("(and (> {0} 0) (= {1} (+ (* {0} {quotient}) {constant})) (= {2} (+ {quotient} {ceiling})))", a(0), a(1), a(2))
            }
            "positive" => format!("(> {} 0)", a(0)),
            "entails_le" => format!("(<= (- {} {}) {})", a(1), a(2), a(0)),
            "entails_eq" => format!(
                "(or (= (- {1} {2}) {0}) (= (- {1} {2}) (- {0})))",
                a(0),
                a(1),
                a(2)
            ),
            "upper" => format!("(<= {} {})", a(0), a(1)),
            "lower" => format!("(<= {} {})", a(1), a(0)),
            "object" => format!("(and (= {1} (size {0})) (>= {1} 1) (>= {0} 1))", a(0), a(1)),
            "different" => disjoint(a(0), a(1)),
            "apart" => self.apart(&args),
            "distinct" => {
                let (o, q) = (self.fresh(), self.fresh());
                let inside = |e: &str, object: &str| {
                    format!("(<= {object} {e}) (< {e} (+ {object} (size {object})))")
                };
                format!(
                    "(and {} {} {})",
                    inside(a(0), &o),
                    inside(a(1), &q),
                    disjoint(&o, &q)
                )
            }
            "range" => format!(
                "(and (= {} {}) (= {} {}))",
                a(1),
                literal(ty(0).min()),
                a(2),
                literal(ty(0).max())
            ),
            "modulus" => format!("(= {} {})", a(1), ty(0).modulus()),
            "power" => format!(
                "(= {} {})",
                a(1),
                1u128 << a(0).parse::<u32>().expect("an instance")
            ),
            other => panic!("{other} has no meaning here"),
        }
    }
}

fn disjoint(o: &str, q: &str) -> String {
    format!("(or (<= (+ {o} (size {o})) {q}) (<= (+ {q} (size {q})) {o}))")
}

fn literal(value: i128) -> String {
    if value < 0 {
        format!("(- {})", value.unsigned_abs())
    } else {
        value.to_string()
    }
}

/// Truncated quotient from SMT-LIB's Euclidean one; 0 for divisor 0.
fn quotient(a: &str, b: &str) -> String {
    format!("(ite (= {b} 0) 0 (ite (>= {a} 0) (div {a} {b}) (- (div (- {a}) {b}))))")
}

/// The instances of a rule: every type for a rule about types, some literals where a side condition
/// multiplies or divides by one.
fn instances(rule: &Ast) -> Vec<Instance> {
    let shown = format!("{rule:?}");
    let letter_of = |side: &str| {
        let (_, rest) = shown.split_once(&format!("Word(\"{side}\"), Word(\""))?;
        rest.split('"').next().map(str::to_owned)
    };
    let with = |metavariable: String, values: &[i128]| {
        let instance = |v: &i128| Instance {
            literals: BTreeMap::from([(metavariable.clone(), *v)]),
            ..Instance::default()
        };
        values.iter().map(instance).collect()
    };
    if let Some(k) = letter_of("power") {
        return with(k, &[0, 1, 5, 31, 64, 126]);
    }
    let holds = |word: &str| shown.contains(&format!("Word(\"{word}\")"));
    if holds("bitand") && holds("shr") {
        return with("K".to_owned(), &[0, 1, 5, 31, 64, 126]);
    }
    if let Some(k) = letter_of("tighten") {
        return with(k, &[1, 2, 3, 10, 1 << 32, (1 << 61) - 1]);
    }
    for side in ["comb", "combeq"] {
        if let Some(k) = letter_of(side).filter(|k| k.starts_with(|c: char| c.is_ascii_uppercase()))
        {
            return with(k, &[-7, -1, 0, 1, 2, 1 << 40]);
        }
    }
    if let Some(d) = letter_of("positive").filter(|_| shown.contains("\"div\"")) {
        return with(d, &[1, 2, 3, 1000]);
    }
    if shown.contains("\"ty\"") {
        let types = [
            IntType::U8,
            IntType::I8,
            IntType::U32,
            IntType::I32,
            IntType::U64,
            IntType::I64,
        ];
        return types
            .into_iter()
            .chain(IntType::new(1, false))
            .map(|ty| Instance {
                types: BTreeMap::from([("T".to_owned(), ty)]),
                ..Instance::default()
            })
            .collect();
    }
    vec![Instance::default()]
}

fn answers(text: &str) -> Option<Vec<String>> {
    let mut solver = Command::new("z3")
        .args(["-in", "-T:300"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = solver.stdin.take()?;
    let text = text.to_owned();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = solver.wait_with_output().ok()?;
    assert!(writer.join().is_ok_and(|written| written.is_ok()));
    Some(
        String::from_utf8_lossy(&output.stdout)
            .lines()
            .map(str::to_owned)
            .collect(),
    )
}

const PRELUDE: &str = "(declare-sort Type 0)\n(declare-fun size (Int) Int)\n(declare-fun bitand (Int Int) Int)\n(declare-fun bitor (Int Int) Int)\n\
(declare-fun bitxor (Int Int) Int)\n(declare-fun shl (Int Int) Int)\n\
(declare-fun shr (Int Int) Int)\n(declare-fun ieee (Int Int Int) Int)\n";

/// Rules by name, and the argument sorts of everything else.
fn rules() -> (Vec<(String, Ast)>, Constants) {
    let (mut rules, mut constants) = (Vec::new(), BTreeMap::new());
    for (name, body) in declarations() {
        let (mut sorts, mut rest) = (Vec::new(), &body);
        while let Ast::Arrow(argument, next) = rest {
            sorts.push(argument.head().to_owned());
            rest = next;
        }
        if matches!(rest, Ast::Word(_)) {
            constants.insert(name, sorts);
        } else {
            rules.push((name, body));
        }
    }
    (rules, constants)
}

/// Asks for each instance: premises alone, and premises with the negated conclusion.
fn verdicts(
    rules: &[(String, Ast)],
    constants: &Constants,
) -> Option<Vec<(String, String, String)>> {
    let mut text = PRELUDE.to_owned();
    let mut names = Vec::new();
    for (name, rule) in rules {
        for instance in instances(rule) {
            let (mut premises, mut conclusion) = Query::of(rule, &instance, constants);
            if let Some(words) = Words::of(name, rule) {
                (premises, conclusion) = (words.text(&premises), words.text(&conclusion));
            }
            let _ = writeln!(text, "(push 1)\n{premises}(check-sat)\n(assert (not {conclusion}))\n(check-sat)\n(pop 1)");
            names.push(format!(
                "{name} {:?} {:?}",
                instance.types.values().collect::<Vec<_>>(),
                instance.literals
            ));
        }
    }
    let answers = answers(&text)?;
    assert_eq!(answers.len(), names.len() * 2, "{answers:?}");
    Some(
        names
            .into_iter()
            .zip(answers.chunks(2))
            .map(|(name, pair)| (name, pair[0].clone(), pair[1].clone()))
            .collect(),
    )
}

#[test]
fn every_rule_is_valid() {
    let (rules, constants) = rules();
    assert_eq!(rules.len(), 97, "a new rule is welcome: change the number");
    let Some(verdicts) = verdicts(&rules, &constants) else {
        eprintln!("skipped: the program z3 is not installed (scripts/setup installs it)");
        return;
    };
    for (name, premises, refuted) in &verdicts {
        assert_eq!(refuted, "unsat", "the rule {name} is not valid");
        let contradicts = ["false_e", "absurd", "farkas"]
            .iter()
            .any(|rule| name.starts_with(rule));
        assert!(
            contradicts || premises == "sat" || premises == "unknown",
            "the premises of {name} are contradictory"
        );
    }
    assert!(
        verdicts
            .iter()
            .filter(|(_, premises, _)| premises == "sat")
            .count()
            * 10
            > verdicts.len() * 9
    );
}

/// Rules that are wrong in the way in which rules are wrong: the queries find each.
#[test]
fn wrong_rules_are_found() {
    let (_, constants) = rules();
    let wrong = [
        "and_l : pf (or A B) -> pf A .",
        "imp_e : pf (imp A B) -> pf B -> pf A .",
        "or_e : pf (or A B) -> ( pf A -> pf C ) -> pf C .",
        "lin_cons : { K : tm } pf F -> lin P -> comb K F P R -> lin ( add R 1 ) .",
        "lin_cut : { K : tm } lin P -> tighten K P R -> lin ( add R 1 ) .",
        "farkas : lin P -> positive ( add P 1 ) -> pf false .",
        "eq_i : lin P -> entails_eq P A B -> pf ( eq A B ) .",
        "neq_e : pf ( not ( eq A B ) ) -> ( pf ( not ( le B A ) ) -> pf C ) -> pf C .",
        "sel_other : { M : map } { V : tm } pf ( eq A B ) -> pf ( eq ( sel ( upd M A V ) B ) ( sel M B ) ) .",
        "sel_fill : { V : tm } { A : tm } pf ( eq ( sel ( fill V ) A ) A ) .",
        "sel_low : { M : map } { N : map } pf ( le A B ) -> pf ( eq ( sel ( splice M A N ) B ) ( sel M B ) ) .",
        "sel_high : { M : map } { N : map } pf ( le B A ) -> pf ( eq ( sel ( splice M A N ) B ) ( sel N B ) ) .",
        "sel_shift : { M : map } { D : tm } { A : tm } pf ( eq ( sel ( shift M D ) A ) ( sel M ( sub A D ) ) ) .",
        "sel_apart : { M : map } { N : map } { A : tm } { C : tm } { B : tm } apart A C B -> pf ( eq ( sel ( splice M A ( splice N C M ) ) B ) ( sel N B ) ) .",
        "wrap_id : { T : ty } range T L H -> pf ( le L E ) -> pf ( eq ( wrap T E ) E ) .",
        "wrap_def : { T : ty } { E : tm } range T L N -> pf ( eq ( wrap T E ) ( sub E ( mul N ( carry T E ) ) ) ) .",
        "addr_ne : { A : tm } { B : tm } object A N -> object B L -> pf ( not ( eq A B ) ) .",
        "div_hi : { D : tm } positive D -> pf ( le 0 A ) -> pf ( not ( le ( mul D ( div A D ) ) A ) ) .",
        "div_lo : { D : tm } positive D -> pf ( le ( mul D ( div A D ) ) A ) .",
        "shr_hi : { A : tm } { K : tm } power K N -> pf ( le A ( mul N ( shr A K ) ) ) .",
        "hi : { T : tm } lower T N -> pf ( le T N ) .",
        "rem_pos : { B : tm } pf ( le 0 B ) -> pf ( le 0 ( rem A B ) ) .",
        "rem_hi : { A : tm } pf ( le 0 B ) -> pf ( not ( le B ( rem A B ) ) ) .",
        "rem_nlo : { A : tm } pf ( le B 0 ) -> pf ( not ( le ( rem A B ) B ) ) .",
        "div_self : { A : tm } pf ( le A 1 ) -> pf ( eq ( div A A ) 1 ) .",
        "or_def : { A : tm } { B : tm } pf ( eq ( bitor A B ) ( sub ( add A B ) ( mul 2 ( bitand A B ) ) ) ) .",
        "and_low : { A : tm } { K : tm } power K N -> pf ( eq B N ) -> pf ( eq ( bitand A B ) ( sub A ( mul N ( shr A K ) ) ) ) .",
        "and_split : { A : tm } pf ( le ( bitand B C ) 1 ) -> pf ( eq ( bitand A ( add B C ) ) ( add ( bitand A B ) ( bitand A C ) ) ) .",
        "and_apart : { K : tm } { Y : tm } power K N -> pf ( eq A ( mul N Y ) ) -> pf ( le 0 B ) -> pf ( le B N ) -> pf ( eq ( bitand A B ) 0 ) .",
        "and_rest : { K : tm } power K N -> pf ( eq B ( sub N A ) ) -> pf ( le 0 A ) -> pf ( le 0 B ) -> pf ( eq ( bitand A B ) 0 ) .",
        "and_shr : { A : tm } { B : tm } { K : tm } pf ( eq ( bitand ( shr A K ) B ) ( shr ( bitand A B ) K ) ) .",
        "xor_back : { A : tm } { B : tm } pf ( eq ( bitxor ( bitxor A B ) A ) A ) .",
        "mul_mix : pf ( le 0 A ) -> pf ( le B 0 ) -> pf ( le A ( mul A B ) ) .",
        "and_hi : { B : tm } pf ( le 0 B ) -> pf ( le ( bitand A B ) A ) .",
        "ieee_cong : { K : tm } pf ( eq A B ) -> pf ( eq ( ieee A C K ) ( ieee B D K ) ) .",
    ];
    for text in wrong {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut tokens = Tokens(spaced.split_whitespace().rev().map(str::to_owned).collect());
        let name = tokens.next();
        tokens.next();
        let rule = (name, tokens.expression());
        let Some(verdicts) = verdicts(&[rule], &constants) else {
            return;
        };
        assert!(
            verdicts.iter().any(|(_, _, refuted)| refuted == "sat"),
            "{text} passes: {verdicts:?}"
        );
    }
}
