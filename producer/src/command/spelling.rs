//! Predicates in C's words: `dev->flags` in place of an element of a memory at an address.

use proofmark_frontend::Program;
use proofmark_logic::arena::{Expr, Node, Op};
use proofmark_logic::display;
use proofmark_replay::names::{Names, ShapeId};

/// Longest printed formula, in bytes.
const FORMULA_BYTES_MAX: usize = 80;
/// Deeper expressions keep the names of the logic.
const DEPTH_MAX: usize = 24;

/// The names of a program, for its expressions.
pub(crate) struct Spelling<'a> {
    program: &'a Program,
    names: &'a Names,
}

/// An object or what a pointer points to: its name, and what stands between that and a member.
struct Base {
    name: String,
    arrow: &'static str,
    shape: ShapeId,
}

impl<'a> Spelling<'a> {
    pub(crate) fn new(program: &'a Program, names: &'a Names) -> Spelling<'a> {
        Spelling { program, names }
    }

    /// A formula.
    pub(crate) fn formula(&self, e: Expr) -> String {
        let Program { arena, cfa, .. } = self.program;
        let name = |e| self.place(e, 0).map(|(name, _)| name);
        display::spelled(arena, cfa, e, FORMULA_BYTES_MAX, &name)
    }

    /// A variable or an element of a memory, and its type.
    fn place(&self, e: Expr, depth: usize) -> Option<(String, ShapeId)> {
        if depth > DEPTH_MAX {
            return None;
        }
        match self.program.arena.node(e) {
            Node::Var(var, _) => {
                let named = self.names.variable(var)?;
                Some((named.name.clone(), named.shape))
            }
            Node::App(Op::Sel, [memory, address, _]) => {
                let Node::MapVar(_, ty) = self.program.arena.node(memory) else {
                    return None;
                };
                let (root, byte) = self.offset(address)?;
                let base = self.base(root, depth + 1)?;
                let from = u64::try_from(byte).ok()?.checked_mul(8)?;
                let part = self
                    .names
                    .shapes
                    .part(base.shape, from, u64::from(ty.bits()))?;
                let name = match (base.arrow, part.path.strip_prefix('.')) {
                    ("", _) => format!("{}{}", base.name, part.path),
                    (arrow, Some(member)) => format!("{}{arrow}{member}", base.name),
                    (_, None) if part.path.is_empty() => format!("*{}", base.name),
                    (_, None) => format!("(*{}){}", base.name, part.path),
                };
                (part.from == 0).then_some((name, part.shape))
            }
            _ => None,
        }
    }

    /// An address as an object's or a pointer's, and a number of bytes.
    fn offset(&self, address: Expr) -> Option<(Expr, i128)> {
        let (arena, mut at, mut bytes) = (&self.program.arena, address, 0i128);
        loop {
            (at, bytes) = match arena.node(at) {
                Node::App(Op::Wrap, [_, inner, _]) => (inner, bytes),
                Node::App(Op::Add, [a, b, _]) => match (arena.as_lit(a), arena.as_lit(b)) {
                    (_, Some(n)) => (a, bytes.checked_add(n)?),
                    (Some(n), None) => (b, bytes.checked_add(n)?),
                    (None, None) => return None,
                },
                _ => return Some((at, bytes)),
            }
        }
    }

    fn base(&self, root: Expr, depth: usize) -> Option<Base> {
        if let Node::Addr { object, .. } = self.program.arena.node(root) {
            let named = self.names.object(object)?;
            return Some(Base {
                name: named.name.clone(),
                arrow: "",
                shape: named.shape,
            });
        }
        let (name, shape) = self.place(root, depth)?;
        Some(Base {
            name,
            arrow: "->",
            shape: self.names.shapes.pointee(shape)?,
        })
    }
}
