//! The canonical byte encoding of an automaton: what its digest speaks about.
//!
//! Integers are minimal LEB128 varints (zigzag where signed), strings and lists are
//! length-prefixed. Expressions are numbered in the order in which a left-to-right, depth-first
//! walk over the edges meets them, so the encoding depends on the program and not on the arena's
//! history. Positions, frames and file names are left out.

use crate::arena::{Arena, Expr, Node};
use crate::cfa::{Cfa, Scope, StmtKind, VarSort};
use crate::types::IntType;
use alloc::vec::Vec;

/// Appends `value` as a minimal LEB128 varint.
pub fn put_varint(out: &mut Vec<u8>, mut value: u128) {
    loop {
        let byte = (value & 0x7F) as u8;
        value >>= 7;
        if value == 0 {
            out.push(byte);
            return;
        }
        out.push(byte | 0x80);
    }
}

/// Appends a signed value: zigzag, then varint.
pub fn put_signed(out: &mut Vec<u8>, value: i128) {
    put_varint(out, ((value << 1) ^ (value >> 127)) as u128);
}

fn put_len(out: &mut Vec<u8>, n: usize) {
    put_varint(out, n as u128);
}

fn put_str(out: &mut Vec<u8>, s: &str) {
    put_len(out, s.len());
    out.extend_from_slice(s.as_bytes());
}

/// One byte for a type: `2·bits + signed`.
pub fn type_code(ty: IntType) -> u8 {
    ty.bits() << 1 | u8::from(ty.signed())
}

/// The type with this code.
pub fn type_from_code(code: u8) -> Option<IntType> {
    IntType::new(code >> 1, code & 1 == 1)
}

/// The canonical encoding of the automaton.
pub fn cfa_bytes(arena: &Arena, cfa: &Cfa) -> Vec<u8> {
    let mut out = Vec::new();
    put_str(&mut out, cfa.profile.name());
    put_len(&mut out, cfa.vars.len());
    for v in &cfa.vars {
        put_str(&mut out, &v.name);
        let (tag, ty) = match v.sort {
            VarSort::Int(ty) => (0, ty),
            VarSort::Map(ty) => (1, ty),
        };
        out.push(tag | u8::from(v.scope == Scope::Local) << 1);
        out.push(type_code(ty));
    }
    put_len(&mut out, cfa.objects.len());
    for o in &cfa.objects {
        put_str(&mut out, &o.name);
        put_varint(&mut out, u128::from(o.size));
    }
    put_len(&mut out, cfa.locations.len());
    put_varint(&mut out, u128::from(cfa.entry.0));
    put_varint(&mut out, u128::from(cfa.error.0));
    put_len(&mut out, cfa.procedures.len());
    for procedure in &cfa.procedures {
        put_varint(&mut out, u128::from(procedure.entry.0));
        put_varint(&mut out, u128::from(procedure.exit.0));
        put_len(&mut out, procedure.ghosts.len());
        for (ghost, global) in &procedure.ghosts {
            put_varint(&mut out, u128::from(ghost.0));
            put_varint(&mut out, u128::from(global.0));
        }
    }
    put_len(&mut out, cfa.edges.len());
    let mut exprs = ExprEncoder {
        numbers: alloc::vec![u32::MAX; arena.len()],
        next: 0,
        work: Vec::new(),
    };
    for edge in &cfa.edges {
        put_varint(&mut out, u128::from(edge.from.0));
        put_varint(&mut out, u128::from(edge.to.0));
        let call = edge.call.map_or(0, |callee| u128::from(callee.0) + 1);
        put_varint(&mut out, call);
        put_len(&mut out, edge.stmts.len());
        for stmt in &edge.stmts {
            match stmt.kind {
                StmtKind::Assign { var, value } => {
                    out.push(0);
                    put_varint(&mut out, u128::from(var.0));
                    exprs.put(&mut out, arena, value);
                }
                StmtKind::Havoc { var } => {
                    out.push(1);
                    put_varint(&mut out, u128::from(var.0));
                }
                StmtKind::Assume(p) => {
                    out.push(2);
                    exprs.put(&mut out, arena, p);
                }
            }
        }
    }
    put_len(&mut out, cfa.ledger.len());
    for entry in &cfa.ledger {
        put_str(&mut out, &entry.kind);
        put_str(&mut out, &entry.subject);
        put_str(&mut out, &entry.detail);
    }
    out
}

/// Writes expressions in preorder: 0 and a number for a node met before, its shape otherwise.
struct ExprEncoder {
    numbers: Vec<u32>,
    next: u32,
    /// Expressions that wait.
    work: Vec<Expr>,
}

impl ExprEncoder {
    fn put(&mut self, out: &mut Vec<u8>, arena: &Arena, root: Expr) {
        self.work.push(root);
        while let Some(e) = self.work.pop() {
            let number = &mut self.numbers[e.index()];
            if *number != u32::MAX {
                out.push(0);
                put_varint(out, u128::from(*number));
                continue;
            }
            *number = self.next;
            self.next += 1;
            match arena.node(e) {
                Node::Lit(v) => {
                    out.push(1);
                    put_signed(out, v);
                }
                Node::Type(ty) => out.extend_from_slice(&[2, type_code(ty)]),
                Node::Var(v, _) => {
                    out.push(3);
                    put_varint(out, u128::from(v.0));
                }
                Node::MapVar(v, _) => {
                    out.push(4);
                    put_varint(out, u128::from(v.0));
                }
                Node::Addr { object, .. } => {
                    out.push(5);
                    put_varint(out, u128::from(object));
                }
                Node::App(op, _) => {
                    out.push(6 + op as u8);
                    let start = self.work.len();
                    self.work.extend(arena.args(e));
                    self.work[start..].reverse();
                }
            }
        }
    }
}
