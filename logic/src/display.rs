//! Printing expressions for people, within a budget: expressions are DAGs, and a page is finite.

use crate::arena::{Arena, Expr, Node, Op};
use crate::cfa::Cfa;
use crate::types::IntType;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// Prints `e` in C-like notation; `…` marks what did not fit into about `budget` bytes.
pub fn expr(arena: &Arena, cfa: &Cfa, e: Expr, budget: usize) -> String {
    enum Item {
        Expr(Expr, u8),
        Text(&'static str),
    }
    let mut out = String::new();
    let mut work = alloc::vec![Item::Expr(e, 0)];
    while let Some(item) = work.pop() {
        if out.len() >= budget {
            out.push('…');
            break;
        }
        let (e, level) = match item {
            Item::Text(s) => {
                out.push_str(s);
                continue;
            }
            Item::Expr(e, level) => (e, level),
        };
        let (op, [a, b, c]) = match arena.node(e) {
            Node::Lit(v) => {
                out.push_str(&format!("{v}"));
                continue;
            }
            Node::Type(ty) => {
                out.push_str(&format!("{ty}"));
                continue;
            }
            Node::Var(v, _) | Node::MapVar(v, _) => {
                match (v.as_fresh(), cfa.vars.get(v.0 as usize)) {
                    (Some(n), _) => out.push_str(&format!("?{n}")),
                    (None, Some(decl)) => out.push_str(&decl.name),
                    (None, None) => out.push_str(&format!("v{}", v.0)),
                }
                continue;
            }
            Node::Addr { object, .. } => {
                out.push('&');
                match cfa.objects.get(object as usize) {
                    Some(o) => out.push_str(&o.name),
                    None => out.push_str(&format!("object{object}")),
                }
                continue;
            }
            Node::App(op, args) => (op, args),
        };
        let infix = |name: &'static str, mine: u8| Some((name, mine));
        let shape = match op {
            Op::Imp => infix(" => ", 1),
            Op::Or => infix(" || ", 2),
            Op::And => infix(" && ", 3),
            Op::Eq => infix(" == ", 5),
            Op::Le => infix(" <= ", 5),
            Op::BitOr => infix(" | ", 6),
            Op::BitXor => infix(" ^ ", 6),
            Op::BitAnd => infix(" & ", 6),
            Op::Shl => infix(" << ", 7),
            Op::Shr => infix(" >> ", 7),
            Op::Add => infix(" + ", 8),
            Op::Sub => infix(" - ", 8),
            Op::Mul => infix(" * ", 9),
            Op::Div => infix(" / ", 9),
            Op::Rem => infix(" % ", 9),
            _ => None,
        };
        match (op, shape) {
            (Op::True | Op::False, _) => out.push_str(op.name()),
            (_, Some((name, mine))) => {
                if mine < level {
                    out.push('(');
                    work.push(Item::Text(")"));
                }
                work.extend([
                    Item::Expr(b, mine + 1),
                    Item::Text(name),
                    Item::Expr(a, mine),
                ]);
            }
            (Op::Not, _) => match arena.node(a) {
                Node::App(Op::Eq, [x, y, _]) => {
                    let (open, close) = if level > 5 { ("(", ")") } else { ("", "") };
                    out.push_str(open);
                    work.extend([
                        Item::Text(close),
                        Item::Expr(y, 6),
                        Item::Text(" != "),
                        Item::Expr(x, 5),
                    ]);
                }
                Node::App(Op::Le, [x, y, _]) => {
                    let (open, close) = if level > 5 { ("(", ")") } else { ("", "") };
                    out.push_str(open);
                    work.extend([
                        Item::Text(close),
                        Item::Expr(y, 6),
                        Item::Text(" > "),
                        Item::Expr(x, 5),
                    ]);
                }
                _ => work.extend([Item::Expr(a, 10), Item::Text("!")]),
            },
            (Op::Sel, _) => work.extend([
                Item::Text("]"),
                Item::Expr(b, 0),
                Item::Text("["),
                Item::Expr(a, 10),
            ]),
            (Op::Upd, _) => {
                let parts = [
                    Item::Text("]"),
                    Item::Expr(c, 0),
                    Item::Text(" := "),
                    Item::Expr(b, 0),
                    Item::Text("["),
                    Item::Expr(a, 10),
                ];
                work.extend(parts);
            }
            _ => {
                out.push_str(op.name());
                out.push('(');
                work.push(Item::Text(")"));
                if op.params().len() == 3 {
                    work.extend([Item::Expr(c, 0), Item::Text(", ")]);
                }
                work.extend([Item::Expr(b, 0), Item::Text(", "), Item::Expr(a, 0)]);
            }
        }
    }
    out
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
