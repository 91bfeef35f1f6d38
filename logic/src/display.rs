//! Printing expressions for people, within a budget: expressions are DAGs, and a page is finite.

use crate::arena::{Arena, Expr, Node, Op};
use crate::cfa::Cfa;
use crate::types::IntType;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// Prints `e` in C-like notation; `…` marks what did not fit into about `budget` bytes.
pub fn expr(arena: &Arena, cfa: &Cfa, e: Expr, budget: usize) -> String {
    spelled(arena, cfa, e, budget, &|_| None)
}

/// As [`expr`]; what has another name is printed as that.
pub fn spelled(
    arena: &Arena,
    cfa: &Cfa,
    e: Expr,
    budget: usize,
    name: &dyn Fn(Expr) -> Option<String>,
) -> String {
    let mut printer = Printer {
        arena,
        cfa,
        name,
        out: String::new(),
        work: alloc::vec![Item::Expr(e, 0)],
    };
    while let Some(item) = printer.work.pop() {
        if printer.out.len() >= budget {
            printer.out.push('…');
            break;
        }
        match item {
            Item::Text(s) => printer.out.push_str(s),
            Item::Expr(e, level) => printer.expr(e, level),
        }
    }
    printer.out
}

/// What is still to be printed.
enum Item {
    /// An expression, in parentheses if its operator binds weaker than this level.
    Expr(Expr, u8),
    Text(&'static str),
}

struct Printer<'a> {
    arena: &'a Arena,
    cfa: &'a Cfa,
    /// Other names.
    name: &'a dyn Fn(Expr) -> Option<String>,
    out: String,
    /// The last one comes first.
    work: Vec<Item>,
}

impl Printer<'_> {
    fn expr(&mut self, e: Expr, level: u8) {
        if let Some(name) = (self.name)(e) {
            self.out.push_str(&name);
            return;
        }
        if let Some(patch) = self.arena.as_patch(e) {
            return self.patch(patch);
        }
        match self.arena.node(e) {
            Node::Lit(v) => self.out.push_str(&format!("{v}")),
            Node::Type(ty) => self.out.push_str(&format!("{ty}")),
            Node::Var(v, _) | Node::MapVar(v, _) => {
                match (v.as_fresh(), self.cfa.vars.get(v.0 as usize)) {
                    (Some(n), _) => self.out.push_str(&format!("?{n}")),
                    (None, Some(decl)) => self.out.push_str(&decl.name),
                    (None, None) => self.out.push_str(&format!("v{}", v.0)),
                }
            }
            Node::Addr { object, .. } => {
                self.out.push('&');
                match self.cfa.objects.get(object as usize) {
                    Some(o) => self.out.push_str(&o.name),
                    None => self.out.push_str(&format!("object{object}")),
                }
            }
            Node::App(op, args) => self.application(op, args, level),
        }
    }

    fn application(&mut self, op: Op, [a, b, c]: [Expr; 3], level: u8) {
        match (op, infix(op)) {
            (Op::True | Op::False, _) => self.out.push_str(op.name()),
            (_, Some((name, mine))) => {
                if mine < level {
                    self.out.push('(');
                    self.work.push(Item::Text(")"));
                }
                self.work.extend([
                    Item::Expr(b, mine + 1),
                    Item::Text(name),
                    Item::Expr(a, mine),
                ]);
            }
            (Op::Not, _) => match self.arena.node(a) {
                Node::App(Op::Eq, [x, y, _]) => self.comparison(x, " != ", y, level),
                Node::App(Op::Le, [x, y, _]) => self.comparison(x, " > ", y, level),
                _ => self.work.extend([Item::Expr(a, 10), Item::Text("!")]),
            },
            (Op::Sel, _) => self.work.extend([
                Item::Text("]"),
                Item::Expr(b, 0),
                Item::Text("["),
                Item::Expr(a, 10),
            ]),
            (Op::Upd, _) => self.work.extend([
                Item::Text("]"),
                Item::Expr(c, 0),
                Item::Text(" := "),
                Item::Expr(b, 0),
                Item::Text("["),
                Item::Expr(a, 10),
            ]),
            _ => {
                self.out.push_str(op.name());
                self.out.push('(');
                self.work.push(Item::Text(")"));
                for (position, arg) in [a, b, c].into_iter().enumerate().rev() {
                    if position < op.params().len() {
                        let comma = if position > 0 { ", " } else { "" };
                        self.work.extend([Item::Expr(arg, 0), Item::Text(comma)]);
                    }
                }
            }
        }
    }

    /// `m[from..to := v]`, or with the memory whose elements are put there.
    fn patch(&mut self, (outside, [from, to], inside): (Expr, [Expr; 2], Expr)) {
        let inside = match self.arena.node(inside) {
            Node::App(Op::Fill, [value, ..]) => value,
            _ => inside,
        };
        self.work.extend([
            Item::Text("]"),
            Item::Expr(inside, 0),
            Item::Text(" := "),
            Item::Expr(to, 0),
            Item::Text(".."),
            Item::Expr(from, 0),
            Item::Text("["),
            Item::Expr(outside, 10),
        ]);
    }

    /// A negated comparison.
    fn comparison(&mut self, x: Expr, name: &'static str, y: Expr, level: u8) {
        let (open, close) = if level > 5 { ("(", ")") } else { ("", "") };
        self.out.push_str(open);
        self.work.extend([
            Item::Text(close),
            Item::Expr(y, 6),
            Item::Text(name),
            Item::Expr(x, 5),
        ]);
    }
}

/// The sign and the level of an operator that stands between its operands.
fn infix(op: Op) -> Option<(&'static str, u8)> {
    match op {
        Op::Imp => Some((" => ", 1)),
        Op::Or => Some((" || ", 2)),
        Op::And => Some((" && ", 3)),
        Op::Eq => Some((" == ", 5)),
        Op::Le => Some((" <= ", 5)),
        Op::BitOr => Some((" | ", 6)),
        Op::BitXor => Some((" ^ ", 6)),
        Op::BitAnd => Some((" & ", 6)),
        Op::Shl => Some((" << ", 7)),
        Op::Shr => Some((" >> ", 7)),
        Op::Add => Some((" + ", 8)),
        Op::Sub => Some((" - ", 8)),
        Op::Mul => Some((" * ", 9)),
        Op::Div => Some((" / ", 9)),
        Op::Rem => Some((" % ", 9)),
        _ => None,
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}",
            if self.signed() { 's' } else { 'u' },
            self.bits()
        )
    }
}
