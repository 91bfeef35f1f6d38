//! From directives to a program, a certificate and a policy.

use super::syntax::{words, Recipe, Sexp};
use super::{Dish, LIMITS};
use crate::container::{assemble, payloads};
use proofmark_certs::{encode, Annotations, Binding, Certificate};
use proofmark_checker::check::Policy;
use proofmark_checker::limits::Limits;
use proofmark_checker::signature::Signature;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, Edge, Frame, FrameId, LedgerEntry, LocId, Location, ObjectDecl, Pos, Scope, Stmt,
    StmtKind, VarDecl, VarSort,
};
use proofmark_logic::cfa::{ProcId, Procedure};
use proofmark_logic::encode::cfa_bytes;
use proofmark_logic::proof::{Lemma, ObligationProof, TableNode, Token};
use proofmark_logic::types::{IntType, Profile};
use proofmark_logic::SIGNATURE;

pub(crate) fn dish(recipe: &Recipe) -> Dish {
    let (arena, cfa) = program(&recipe.lines);
    let own = cfa_bytes(&arena, &cfa);
    let base = || {
        let (arena, cfa) = program(&recipe.base);
        cfa_bytes(&arena, &cfa)
    };
    let mut certificate = Kitchen {
        cfa: &cfa,
        table: Vec::new(),
        signature: Signature::load(SIGNATURE).expect("the signature loads"),
    }
    .certificate(recipe);
    let specification = recipe.value("specification");
    let claimed = recipe.value("claimed-specification").or(specification);
    certificate.binding = Binding::of(cfa.profile, SIGNATURE, claimed.unwrap_or_default(), &own);
    certificate.specification = claimed.map(str::to_owned);
    certificate.automaton = match (recipe.value("embed program"), recipe.value("embed base")) {
        (Some(_), _) => Some(own),
        (_, Some(_)) => Some(base()),
        _ => None,
    };
    for (what, value) in Recipe::all(&recipe.lines, "claim") {
        match what {
            "profile" => certificate.binding.profile = value.to_owned(),
            "signature" => certificate.binding.signature[0] ^= 1,
            "specification" => certificate.binding.specification[31] ^= 1,
            "program" => certificate.binding.cfa = proofmark_certs::digest(&base()),
            "ledger" => {
                certificate.ledger = value
                    .split_once(' ')
                    .map_or_else(Vec::new, |(kind, rest)| vec![entry(kind, rest)])
            }
            _ => panic!("unknown claim {what}"),
        }
    }
    Dish {
        policy: policy(recipe),
        bytes: spoil(encode(&certificate), recipe),
        expected: recipe.expected.clone(),
        arena,
        cfa,
    }
}

fn policy(recipe: &Recipe) -> Policy {
    let deny = Recipe::all(&recipe.lines, "deny")
        .map(|(kind, _)| kind.to_owned())
        .collect();
    let mut limits: Limits = LIMITS;
    for (what, n) in Recipe::all(&recipe.lines, "limit") {
        let n: u64 = number(n);
        let small = usize::try_from(n).expect("a small limit");
        match what {
            "nodes" => limits.nodes = small,
            "fuel" => limits.fuel = n,
            "depth" => limits.depth = small,
            "hypotheses" => limits.hypotheses = small,
            _ => panic!("unknown limit {what}"),
        }
    }
    let specification = recipe.value("specification").unwrap_or_default();
    Policy {
        specification: proofmark_certs::digest(specification.as_bytes()),
        deny,
        limits,
    }
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.trim()
        .parse()
        .unwrap_or_else(|_| panic!("no number: {text}"))
}

fn int_type(word: &str) -> Option<IntType> {
    let signed = word.starts_with('s');
    let bits = word.strip_prefix(['s', 'u'])?.parse().ok()?;
    IntType::new(bits, signed)
}

fn entry(kind: &str, rest: &str) -> LedgerEntry {
    let (subject, detail) = rest.split_once(' ').unwrap_or((rest, ""));
    LedgerEntry {
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        detail: detail.to_owned(),
    }
}

// -- the program

fn program(lines: &[(String, String)]) -> (Arena, Cfa) {
    let value = |key: &str| {
        lines
            .iter()
            .find(|(other, _)| other == key)
            .map(|(_, rest)| rest.as_str())
    };
    let profile = if value("profile") == Some("c-ilp32-1") {
        Profile::Ilp32
    } else {
        Profile::Lp64
    };
    let objects = Recipe::all(lines, "object")
        .map(|(name, size)| ObjectDecl {
            name: name.to_owned(),
            size: number(size),
        })
        .collect();
    let places: Vec<u32> = value("locations")
        .expect("locations")
        .split_whitespace()
        .map(number)
        .collect();
    let mut ledger: Vec<LedgerEntry> = Recipe::all(lines, "ledger")
        .map(|(kind, rest)| entry(kind, rest))
        .collect();
    ledger.sort();
    let mut arena = Arena::new();
    let mut cfa = Cfa {
        profile,
        vars: lines
            .iter()
            .filter_map(|(key, rest)| declaration(key, rest))
            .collect(),
        objects,
        locations: (0..places[0])
            .map(|_| Location {
                frame: FrameId(0),
                pos: Pos::default(),
            })
            .collect(),
        procedures: Vec::new(),
        edges: Vec::new(),
        entry: LocId(places[1]),
        error: LocId(places[2]),
        ledger,
        frames: vec![Frame {
            function: "main".to_owned(),
            caller: None,
            call_site: Pos::default(),
        }],
        files: Vec::new(),
    };
    for (_, text) in Recipe::all(lines, "procedure") {
        let procedure = procedure(&cfa, text);
        cfa.procedures.push(procedure);
    }
    for (_, text) in Recipe::all(lines, "edge") {
        let edge = edge(&mut arena, &cfa, text);
        cfa.edges.push(edge);
    }
    (arena, cfa)
}

/// `var NAME TYPE [local]`, `map NAME TYPE [local]`
fn declaration(key: &str, rest: &str) -> Option<VarDecl> {
    let (ty, scope) = match rest.strip_suffix(" local") {
        Some(ty) => (ty, Scope::Local),
        None => (rest, Scope::Global),
    };
    let ty = || int_type(ty).unwrap_or_else(|| panic!("no type: {ty}"));
    let (name, sort) = match key.split_once(' ')? {
        ("var", name) => (name, VarSort::Int(ty())),
        ("map", name) => (name, VarSort::Map(ty())),
        _ => return None,
    };
    Some(VarDecl {
        name: name.to_owned(),
        sort,
        scope,
    })
}

/// `ENTRY EXIT ghost=global…`
fn procedure(cfa: &Cfa, text: &str) -> Procedure {
    let mut words = text.split_whitespace();
    let mut location = || LocId(number(words.next().expect("a location")));
    let (entry, exit) = (location(), location());
    let pair = |word: &str| {
        word.split_once('=')
            .map(|(ghost, global)| (variable(cfa, ghost), variable(cfa, global)))
            .expect("ghost=global")
    };
    Procedure {
        entry,
        exit,
        ghosts: words.map(pair).collect(),
    }
}

fn edge(arena: &mut Arena, cfa: &Cfa, text: &str) -> Edge {
    let (ends, block) = text.split_once(':').expect("an edge has a colon");
    let ends: Vec<u32> = ends.split_whitespace().map(number).collect();
    let mut stmts = Vec::new();
    let mut call = None;
    for stmt in block
        .split(';')
        .map(str::trim)
        .filter(|stmt| !stmt.is_empty())
    {
        if let Some(callee) = stmt.strip_prefix("call ") {
            call = Some(ProcId(number(callee)));
            continue;
        }
        let kind = if let Some(name) = stmt.strip_prefix("havoc ") {
            StmtKind::Havoc {
                var: variable(cfa, name),
            }
        } else if let Some(formula) = stmt.strip_prefix("assume ") {
            StmtKind::Assume(expression(arena, cfa, &Sexp::read(formula)))
        } else {
            let (name, value) = stmt.split_once(":=").expect("a statement");
            StmtKind::Assign {
                var: variable(cfa, name.trim()),
                value: expression(arena, cfa, &Sexp::read(value)),
            }
        };
        stmts.push(Stmt {
            kind,
            pos: Pos::default(),
            frame: FrameId(0),
        });
    }
    Edge {
        from: LocId(ends[0]),
        to: LocId(ends[1]),
        stmts,
        call,
    }
}

fn variable(cfa: &Cfa, name: &str) -> VarId {
    let found = cfa
        .vars
        .iter()
        .position(|v| v.name == name)
        .unwrap_or_else(|| panic!("no variable {name}"));
    VarId(u32::try_from(found).expect("few variables"))
}

fn expression(arena: &mut Arena, cfa: &Cfa, sexp: &Sexp) -> Expr {
    let items = match sexp {
        Sexp::List(items) => items.as_slice(),
        Sexp::Atom(_) => std::slice::from_ref(sexp),
    };
    let Some(Sexp::Atom(head)) = items.first() else {
        panic!("no head: {sexp:?}")
    };
    if let Some(op) = Op::ALL.into_iter().find(|op| op.name() == head) {
        let args: Vec<Expr> = items[1..]
            .iter()
            .map(|item| expression(arena, cfa, item))
            .collect();
        return arena
            .try_app(op, &args)
            .unwrap_or_else(|| panic!("ill-sorted: {sexp:?}"));
    }
    if let Ok(value) = head.parse() {
        return arena.lit(value);
    }
    if let Some(name) = head.strip_prefix('&') {
        let object = cfa
            .objects
            .iter()
            .position(|o| o.name == name)
            .unwrap_or_else(|| panic!("no object {name}"));
        return arena.addr(
            u32::try_from(object).expect("few objects"),
            cfa.objects[object].size,
            cfa.profile.pointer_bits(),
        );
    }
    if cfa.vars.iter().any(|v| v.name == *head) {
        return cfa.read(arena, variable(cfa, head));
    }
    arena.ty(int_type(head).unwrap_or_else(|| panic!("unknown word {head}")))
}

// -- the certificate

struct Kitchen<'a> {
    cfa: &'a Cfa,
    table: Vec<TableNode>,
    signature: Signature,
}

impl Kitchen<'_> {
    fn certificate(mut self, recipe: &Recipe) -> Certificate {
        for (_, text) in Recipe::all(&recipe.lines, "table") {
            let node = raw_node(text);
            self.table.push(node);
        }
        let mut invariants = Vec::new();
        let mut location = 0;
        let given = |n: usize| recipe.value(&format!("invariant {n}"));
        while location < self.cfa.locations.len() || given(location).is_some() {
            let default = if location == self.cfa.error.0 as usize {
                "false"
            } else {
                "true"
            };
            let text = given(location).unwrap_or(default);
            if text != "missing" {
                let root = self.intern_text(text);
                invariants.push(root);
            }
            location += 1;
        }
        let mut proofs = Vec::new();
        for (n, text) in Recipe::all(&recipe.lines, "proof") {
            let mut lemmas = Vec::new();
            let of_this = Recipe::all(&recipe.lines, "lemma")
                .filter(|(key, _)| key.split_whitespace().next() == Some(n));
            for (_, text) in of_this {
                let (statement, proof) = text.split_once("|-").expect("a lemma has |-");
                let plain = statement.trim_start().starts_with('(')
                    || matches!(statement.trim(), "true" | "false");
                let statement = if plain {
                    format!("[{}]", statement.trim())
                } else {
                    statement.to_owned()
                };
                lemmas.push(Lemma {
                    statement: self.tokens(&statement),
                    proof: self.tokens(proof),
                });
            }
            proofs.push(ObligationProof {
                lemmas,
                proof: self.tokens(text),
            });
        }
        let binding = Binding {
            profile: String::new(),
            signature: [0; 32],
            specification: [0; 32],
            cfa: [0; 32],
        };
        let annotations = Annotations {
            table: self.table,
            invariants,
        };
        Certificate {
            binding,
            annotations,
            proofs,
            ledger: self.cfa.ledger.clone(),
            provenance: None,
            automaton: None,
            specification: None,
            resume: None,
        }
    }

    fn tokens(&mut self, text: &str) -> Vec<Token> {
        words(text).iter().map(|word| self.token(word)).collect()
    }

    fn token(&mut self, word: &str) -> Token {
        if let Some(code) = self.signature.code(word) {
            return Token::Rule(code);
        }
        let inside = word
            .get(1..word.len().saturating_sub(1))
            .unwrap_or_default();
        let rest = &word[1..];
        match &word[..1] {
            "[" => Token::Table(self.intern_text(inside)),
            "<" => Token::Subst(self.intern_text(inside)),
            "?" => Token::Havoc(number(rest)),
            "#" => Token::Lit(number(rest)),
            "h" => Token::Hyp(number(rest)),
            "l" => Token::Lemma(number(rest)),
            "@" => Token::App(op(rest)),
            _ => match word.split_once(':') {
                Some(("rule", code)) => Token::Rule(number(code)),
                Some(("t", n)) => Token::Table(number(n)),
                Some(("s", n)) => Token::Subst(number(n)),
                Some(("", ty)) => {
                    Token::Type(int_type(ty).unwrap_or_else(|| panic!("no type: {ty}")))
                }
                _ => panic!("unknown rule {word}"),
            },
        }
    }

    fn intern_text(&mut self, text: &str) -> u32 {
        self.intern(&Sexp::read(text))
    }

    /// The table's entry for a term. Sorts are not looked at: that is the checker's business.
    fn intern(&mut self, sexp: &Sexp) -> u32 {
        let items = match sexp {
            Sexp::List(items) => items.as_slice(),
            Sexp::Atom(_) => std::slice::from_ref(sexp),
        };
        let Some(Sexp::Atom(head)) = items.first() else {
            panic!("no head: {sexp:?}")
        };
        let node = if let Some(op) = Op::ALL.into_iter().find(|op| op.name() == head) {
            let mut slots = [0; 3];
            for (slot, item) in slots.iter_mut().zip(&items[1..]) {
                *slot = self.intern(item);
            }
            TableNode::App(op, slots)
        } else if let Ok(value) = head.parse() {
            TableNode::Lit(value)
        } else if let Some(name) = head.strip_prefix('&') {
            let object = self
                .cfa
                .objects
                .iter()
                .position(|o| o.name == name)
                .unwrap_or_else(|| panic!("no object {name}"));
            TableNode::Addr(u32::try_from(object).expect("few objects"))
        } else if self.cfa.vars.iter().any(|v| v.name == *head) {
            TableNode::Var(variable(self.cfa, head).0)
        } else {
            TableNode::Type(int_type(head).unwrap_or_else(|| panic!("unknown word {head}")))
        };
        let found = self
            .table
            .iter()
            .position(|other| *other == node)
            .unwrap_or_else(|| {
                self.table.push(node);
                self.table.len() - 1
            });
        u32::try_from(found).expect("a small table")
    }
}

fn op(name: &str) -> Op {
    Op::ALL
        .into_iter()
        .find(|op| op.name() == name)
        .unwrap_or_else(|| panic!("unknown operation {name}"))
}

fn raw_node(text: &str) -> TableNode {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["lit", value] => TableNode::Lit(number(value)),
        ["var", n] => TableNode::Var(number(n)),
        ["addr", n] => TableNode::Addr(number(n)),
        ["type", ty] => TableNode::Type(int_type(ty).expect("a type")),
        ["app", name, args @ ..] => {
            let mut slots = [0; 3];
            for (slot, arg) in slots.iter_mut().zip(args) {
                *slot = number(arg);
            }
            TableNode::App(op(name), slots)
        }
        _ => panic!("no table entry: {text}"),
    }
}

// -- the bytes

fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| u8::try_from(c.to_digit(16).expect("hexadecimal")).unwrap_or(0))
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair.get(1).expect("two digits a byte"))
        .collect()
}

/// Applies `poke AT HEX`, `append HEX` or `cut N`. A negative position counts from the end.
fn edit(bytes: &mut Vec<u8>, command: &str) {
    let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
    match verb {
        "poke" => {
            let (at, values) = rest.split_once(' ').expect("a position and bytes");
            let at: i64 = number(at);
            let start = if at < 0 {
                bytes.len() - usize::try_from(-at).expect("small")
            } else {
                usize::try_from(at).expect("small")
            };
            let values = hex(values);
            bytes[start..start + values.len()].copy_from_slice(&values);
        }
        "append" => bytes.extend(hex(rest)),
        "cut" => bytes.truncate(bytes.len() - number::<usize>(rest)),
        "payload" => *bytes = hex(rest),
        _ => panic!("unknown edit {command}"),
    }
}

/// Damages the container. Edits of sections come with the right digests; edits of bytes do not.
fn spoil(bytes: Vec<u8>, recipe: &Recipe) -> Vec<u8> {
    let mut sections = payloads(&bytes);
    for (_, command) in recipe.lines.iter().filter(|(key, _)| key == "section") {
        let (id, command) = command.split_once(' ').expect("a section and a command");
        let id: u8 = number(id);
        if let Some(payload) = command.strip_prefix("new") {
            sections.push((id, hex(payload)));
            continue;
        }
        let at = sections
            .iter()
            .position(|(other, _)| *other == id)
            .unwrap_or_else(|| panic!("no section {id}"));
        let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
        match verb {
            "drop" => drop(sections.remove(at)),
            "double" => sections.insert(at, sections[at].clone()),
            "again" => sections.push(sections[at].clone()),
            "rename" => sections[at].0 = number(rest),
            "swap" => {
                let other: u8 = number(rest);
                let with = sections
                    .iter()
                    .position(|(id, _)| *id == other)
                    .expect("the other section");
                sections.swap(at, with);
            }
            _ => edit(&mut sections[at].1, command),
        }
    }
    let mut bytes = assemble(&sections);
    for (_, command) in recipe.lines.iter().filter(|(key, _)| key == "bytes") {
        edit(&mut bytes, command);
    }
    bytes
}
