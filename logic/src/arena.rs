//! Expressions: formulas, integer terms and memories as hash-consed nodes of one arena.
//!
//! Structurally equal expressions have equal ids, so equality is one comparison. Nothing here
//! simplifies: what is built is what was asked for, because the verification condition is defined
//! by syntactic substitution.
//!
//! **Denotation.** Terms denote mathematical integers. `div` truncates toward zero and is 0 for
//! divisor 0; `rem a b = a - b * div a b`; `shl a k = a * 2^k` and `shr a k = floor(a / 2^k)` with
//! `k` clamped to `0..=126`; the bit operations act on two's complement integers of infinite width;
//! `wrap T e` is the value of type `T` congruent to `e`, and
//! `carry T e = (e - wrap T e) / 2^bits(T)`; `ieee a b k` is the operation of floating-point
//! arithmetic that `k` says ([`crate::ieee`]), some total function if `k` says none. A memory maps
//! every integer to an integer; a memory variable of element type `T` maps every address into `T`'s
//! range. `fill v` maps every address to `v`, `splice m a n` is `m` below the address `a` and `n`
//! from `a` on, and `shift m d` holds at every address `a` what `m` holds at `a + d`.

use crate::ieee;
use crate::interval::Interval;
use crate::types::IntType;
use crate::types::Sort::{self, Form, Map, Term, Type};
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// The id of an expression in its [`Arena`]: one more than its position, so that `Option<Expr>`
/// takes no more space.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expr(NonZeroU32);

impl Expr {
    /// The expression at a position.
    const fn at(position: u32) -> Expr {
        Expr(NonZeroU32::MIN.saturating_add(position))
    }
    /// Position in the arena, `0..arena.len()`.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A program variable (an index into the automaton's variable table), or a constant that a `havoc`
/// introduced.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

impl VarId {
    const FRESH_BASE: u32 = 1 << 31;
    /// The constant for the `n`-th havoc of an edge. It is no program variable.
    pub const fn fresh(n: u32) -> VarId {
        VarId(Self::FRESH_BASE | n)
    }
    /// Whether this is a havoc constant, and which.
    pub const fn as_fresh(self) -> Option<u32> {
        if self.0 & Self::FRESH_BASE != 0 {
            Some(self.0 & !Self::FRESH_BASE)
        } else {
            None
        }
    }
}

/// The constants of the object logic that build expressions. Names, arities and sorts are declared
/// again, and compared, in the signature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Op {
    /// Truth.
    True,
    /// Falsehood.
    False,
    /// Negation.
    Not,
    /// Conjunction.
    And,
    /// Disjunction.
    Or,
    /// Implication.
    Imp,
    /// If-then-else on formulas: the shape of a decision diagram's node.
    Ite,
    /// Equality of integers.
    Eq,
    /// `a <= b` on integers.
    Le,
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Truncated quotient.
    Div,
    /// Remainder.
    Rem,
    /// Left shift.
    Shl,
    /// Arithmetic right shift (floor).
    Shr,
    /// Bitwise and.
    BitAnd,
    /// Bitwise or.
    BitOr,
    /// Bitwise exclusive or.
    BitXor,
    /// Reduction into a machine type.
    Wrap,
    /// How often the modulus was taken out by `wrap`.
    Carry,
    /// Memory read.
    Sel,
    /// Memory update.
    Upd,
    /// An operation of floating-point arithmetic: its operands, and which it is.
    Ieee,
    /// The memory with one value everywhere.
    Fill,
    /// A memory up to an address, and another one from there on.
    Splice,
    /// A memory whose elements are looked up so far behind their addresses.
    Shift,
}

/// For each constant, in the order of its code: its name in the signature, the sorts of its
/// arguments, the sort of its result.
const OPS: [(Op, &str, &[Sort], Sort); 27] = [
    (Op::True, "true", &[], Form),
    (Op::False, "false", &[], Form),
    (Op::Not, "not", &[Form], Form),
    (Op::And, "and", &[Form, Form], Form),
    (Op::Or, "or", &[Form, Form], Form),
    (Op::Imp, "imp", &[Form, Form], Form),
    (Op::Ite, "ite", &[Form, Form, Form], Form),
    (Op::Eq, "eq", &[Term, Term], Form),
    (Op::Le, "le", &[Term, Term], Form),
    (Op::Add, "add", &[Term, Term], Term),
    (Op::Sub, "sub", &[Term, Term], Term),
    (Op::Mul, "mul", &[Term, Term], Term),
    (Op::Div, "div", &[Term, Term], Term),
    (Op::Rem, "rem", &[Term, Term], Term),
    (Op::Shl, "shl", &[Term, Term], Term),
    (Op::Shr, "shr", &[Term, Term], Term),
    (Op::BitAnd, "bitand", &[Term, Term], Term),
    (Op::BitOr, "bitor", &[Term, Term], Term),
    (Op::BitXor, "bitxor", &[Term, Term], Term),
    (Op::Wrap, "wrap", &[Type, Term], Term),
    (Op::Carry, "carry", &[Type, Term], Term),
    (Op::Sel, "sel", &[Map, Term], Term),
    (Op::Upd, "upd", &[Map, Term, Term], Map),
    (Op::Ieee, "ieee", &[Term, Term, Term], Term),
    (Op::Fill, "fill", &[Term], Map),
    (Op::Splice, "splice", &[Map, Term, Map], Map),
    (Op::Shift, "shift", &[Map, Term], Map),
];

impl Op {
    /// Every constant, in the order of its code.
    pub const ALL: [Op; OPS.len()] = {
        let mut all = [Op::True; OPS.len()];
        let mut code = 0;
        while code < all.len() {
            all[code] = OPS[code].0;
            code += 1;
        }
        all
    };
    /// The code: the position in [`Op::ALL`].
    pub const fn code(self) -> u8 {
        self as u8
    }
    /// The constant with this code.
    pub fn from_code(code: u8) -> Option<Op> {
        OPS.get(usize::from(code)).map(|row| row.0)
    }
    /// The constant with this name.
    pub fn from_name(name: &str) -> Option<Op> {
        OPS.iter().find(|row| row.1 == name).map(|row| row.0)
    }
    /// The name in the signature.
    pub const fn name(self) -> &'static str {
        OPS[self as usize].1
    }
    /// Sorts of the arguments.
    pub const fn params(self) -> &'static [Sort] {
        OPS[self as usize].2
    }
    /// Sort of the result.
    pub const fn result(self) -> Sort {
        OPS[self as usize].3
    }
}

/// One node. Arguments always have smaller ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// An integer literal.
    Lit(i128),
    /// A machine type.
    Type(IntType),
    /// An integer variable; its value lies in the type's range.
    Var(VarId, IntType),
    /// A memory variable; every element lies in the element type's range.
    MapVar(VarId, IntType),
    /// The address of an object of `size` bytes in an address space of `bits` bits. Distinct
    /// objects occupy disjoint, non-null ranges.
    Addr {
        /// The object's index.
        object: u32,
        /// Its size in bytes.
        size: u64,
        /// The pointer width.
        bits: u8,
    },
    /// A constant applied to as many arguments as it takes; the rest repeat the node's own first
    /// slot filler and mean nothing.
    App(Op, [Expr; 3]),
}

/// What the arena knows about a node besides its shape.
#[derive(Clone, Copy)]
struct Facts {
    /// Position in [`Arena::intervals`].
    interval: u32,
    /// Bit `v mod 64` is set if a variable `v` occurs: a quick "does not occur" test.
    mask: u64,
}

/// Filler of unused argument slots.
const NONE: Expr = Expr::at(0);

/// A slot of the hash table that holds no node.
const FREE: (u32, u32) = (u32::MAX, 0);

/// The store of hash-consed expressions.
#[derive(Clone)]
pub struct Arena {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    /// Intervals of terms and memories. The first is that of all integers, which formulas share.
    intervals: Vec<Interval>,
    /// Open addressing, a power of two long: ids, each with 32 bits of its node's hash, so that
    /// other nodes need not be looked at. `FREE` is free.
    table: Vec<(u32, u32)>,
    /// How often a slot was taken. Whoever meters hostile work adds this: hashes can be made to
    /// collide.
    pub collisions: u64,
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An arena that holds only `true` (id 0) and `false` (id 1).
    pub fn new() -> Arena {
        let (nodes, facts, intervals, table) = (
            Vec::new(),
            Vec::new(),
            Vec::from([Interval::ALL]),
            alloc::vec![FREE; 1 << 8],
        );
        let mut arena = Arena {
            nodes,
            facts,
            intervals,
            table,
            collisions: 0,
        };
        arena.intern(Node::App(Op::True, [NONE; 3]));
        arena.intern(Node::App(Op::False, [NONE; 3]));
        arena
    }
    /// The formula `true`.
    pub const TRUE: Expr = Expr::at(0);
    /// The formula `false`.
    pub const FALSE: Expr = Expr::at(1);

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Never: an arena always holds `true` and `false`.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    /// The node with this id. Ids come from this arena only.
    pub fn node(&self, e: Expr) -> Node {
        self.nodes[e.index()]
    }
    /// The id at this position.
    pub fn at(&self, index: usize) -> Option<Expr> {
        (index < self.nodes.len()).then(|| Expr::at(u32::try_from(index).unwrap_or(0)))
    }
    /// The constant and its arguments, if the node is an application.
    pub fn app(&self, e: Expr) -> Option<(Op, [Expr; 3])> {
        match self.node(e) {
            Node::App(op, args) => Some((op, args)),
            _ => None,
        }
    }
    /// The arguments of a node; empty for leaves.
    pub fn args(&self, e: Expr) -> impl Iterator<Item = Expr> {
        let (n, args) = match self.node(e) {
            Node::App(op, args) => (op.params().len(), args),
            _ => (0, [NONE; 3]),
        };
        args.into_iter().take(n)
    }
    /// The literal's value.
    pub fn as_lit(&self, e: Expr) -> Option<i128> {
        match self.node(e) {
            Node::Lit(v) => Some(v),
            _ => None,
        }
    }
    /// The sort of an expression.
    pub fn sort(&self, e: Expr) -> Sort {
        match self.node(e) {
            Node::Lit(_) | Node::Var(..) | Node::Addr { .. } => Sort::Term,
            Node::Type(_) => Sort::Type,
            Node::MapVar(..) => Sort::Map,
            Node::App(op, _) => op.result(),
        }
    }
    /// For a term, an interval that contains its value in every state; for a memory, one that
    /// contains every element.
    pub fn interval(&self, e: Expr) -> Interval {
        self.intervals[self.facts[e.index()].interval as usize]
    }
    /// A set bit `v mod 64` for each variable `v` that occurs.
    pub fn var_mask(&self, e: Expr) -> u64 {
        self.facts[e.index()].mask
    }
    /// Whether the formula is an atom: an equation or an inequation. Atoms are decidable.
    pub fn is_atom(&self, e: Expr) -> bool {
        matches!(self.node(e), Node::App(Op::Eq | Op::Le, _))
    }

    /// Applies a constant; `None` if the number or the sorts of the arguments are wrong.
    pub fn try_app(&mut self, op: Op, args: &[Expr]) -> Option<Expr> {
        self.fits(op, args).then(|| self.mk(op, args))
    }
    fn fits(&self, op: Op, args: &[Expr]) -> bool {
        op.params().len() == args.len()
            && op
                .params()
                .iter()
                .zip(args)
                .all(|(&sort, &arg)| self.sort(arg) == sort)
    }
    /// Applies a constant to arguments that are known to fit. Checked in debug builds.
    pub fn mk(&mut self, op: Op, args: &[Expr]) -> Expr {
        debug_assert!(self.fits(op, args), "{op:?}");
        let slots = core::array::from_fn(|slot| args.get(slot).copied().unwrap_or(NONE));
        self.intern(Node::App(op, slots))
    }
    /// A literal.
    pub fn lit(&mut self, value: i128) -> Expr {
        self.intern(Node::Lit(value))
    }
    /// An integer variable.
    pub fn var(&mut self, id: VarId, ty: IntType) -> Expr {
        self.intern(Node::Var(id, ty))
    }
    /// A memory variable.
    pub fn map_var(&mut self, id: VarId, element: IntType) -> Expr {
        self.intern(Node::MapVar(id, element))
    }
    /// The address of an object.
    pub fn addr(&mut self, object: u32, size: u64, bits: u8) -> Expr {
        self.intern(Node::Addr { object, size, bits })
    }
    /// A machine type as an expression.
    pub fn ty(&mut self, ty: IntType) -> Expr {
        self.intern(Node::Type(ty))
    }
    /// `not a`.
    pub fn not(&mut self, a: Expr) -> Expr {
        self.mk(Op::Not, &[a])
    }
    /// `a and b`.
    pub fn and(&mut self, a: Expr, b: Expr) -> Expr {
        self.mk(Op::And, &[a, b])
    }
    /// `a or b`.
    pub fn or(&mut self, a: Expr, b: Expr) -> Expr {
        self.mk(Op::Or, &[a, b])
    }
    /// `a implies b`.
    pub fn imp(&mut self, a: Expr, b: Expr) -> Expr {
        self.mk(Op::Imp, &[a, b])
    }
    /// `a = b`.
    pub fn eq(&mut self, a: Expr, b: Expr) -> Expr {
        self.mk(Op::Eq, &[a, b])
    }
    /// `a <= b`.
    pub fn le(&mut self, a: Expr, b: Expr) -> Expr {
        self.mk(Op::Le, &[a, b])
    }
    /// `wrap ty a`, or `a` itself where its interval already fits the type (a fact about the term
    /// alone, so the choice is deterministic).
    pub fn wrap(&mut self, ty: IntType, a: Expr) -> Expr {
        if self.interval(a).within(ty) {
            return a;
        }
        let t = self.ty(ty);
        self.mk(Op::Wrap, &[t, a])
    }

    /// The memory that is `inside` from the address `from` to below `to`, where that is not before
    /// `from`, and `outside` elsewhere.
    pub fn patch(&mut self, outside: Expr, [from, to]: [Expr; 2], inside: Expr) -> Expr {
        let rest = self.mk(Op::Splice, &[inside, to, outside]);
        self.mk(Op::Splice, &[outside, from, rest])
    }
    /// What [`Arena::patch`] made an expression of: `outside`, the ends, and `inside`.
    pub fn as_patch(&self, e: Expr) -> Option<(Expr, [Expr; 2], Expr)> {
        let Node::App(Op::Splice, [outside, from, rest]) = self.node(e) else {
            return None;
        };
        match self.node(rest) {
            Node::App(Op::Splice, [inside, to, other]) if other == outside => {
                Some((outside, [from, to], inside))
            }
            _ => None,
        }
    }

    /// Returns the id of a node, adding it if it is new. The caller vouches for sorts
    /// ([`Arena::try_app`] checks them).
    pub fn intern(&mut self, node: Node) -> Expr {
        let hash = hash(&node);
        let mut slot = hash as usize & (self.table.len() - 1);
        while self.table[slot] != FREE {
            let (id, other) = self.table[slot];
            if other == hash && self.nodes[id as usize] == node {
                return Expr::at(id);
            }
            slot = self.after(slot);
        }
        let id = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        let facts = self.facts_of(&node);
        self.nodes.push(node);
        self.facts.push(facts);
        self.table[slot] = (id, hash);
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        Expr::at(id)
    }

    /// The slot to look at next.
    fn after(&mut self, slot: usize) -> usize {
        self.collisions += 1;
        (slot + 1) & (self.table.len() - 1)
    }

    fn grow(&mut self) {
        let free = alloc::vec![FREE; self.table.len() * 2];
        for (id, hash) in core::mem::replace(&mut self.table, free)
            .into_iter()
            .filter(|entry| *entry != FREE)
        {
            let mut slot = hash as usize & (self.table.len() - 1);
            while self.table[slot] != FREE {
                slot = self.after(slot);
            }
            self.table[slot] = (id, hash);
        }
    }

    fn facts_of(&mut self, node: &Node) -> Facts {
        let var_bit = |v: VarId| 1u64.wrapping_shl(v.0);
        let (interval, mask) = match *node {
            Node::Lit(v) => (Interval::point(v), 0),
            Node::Type(_) => (Interval::ALL, 0),
            Node::Var(v, ty) | Node::MapVar(v, ty) => (Interval::of_type(ty), var_bit(v)),
            Node::Addr { size, bits, .. } => {
                // The object and the address one past its end are representable, and the null
                // pointer is not the object's address.
                let top = (1i128 << bits.min(64)) - 1 - i128::from(size);
                (
                    Interval {
                        lo: 1,
                        hi: top.max(1),
                    },
                    0,
                )
            }
            Node::App(op, args) => {
                let args = &args[..op.params().len()];
                (
                    self.app_interval(op, args),
                    args.iter().fold(0, |mask, e| mask | self.var_mask(*e)),
                )
            }
        };
        if interval == Interval::ALL {
            return Facts { interval: 0, mask };
        }
        self.intervals.push(interval);
        Facts {
            interval: u32::try_from(self.intervals.len() - 1).unwrap_or(0),
            mask,
        }
    }

    fn app_interval(&self, op: Op, args: &[Expr]) -> Interval {
        let of = |n: usize| self.interval(args[n]);
        match op {
            Op::Add => of(0).add(of(1)),
            Op::Sub => of(0).sub(of(1)),
            Op::Mul => of(0).mul(of(1)),
            Op::Div => of(0).div(of(1)),
            Op::Rem => of(0).rem(of(1)),
            Op::Shl => of(0).shl(of(1)),
            Op::Shr => of(0).shr(of(1)),
            Op::BitAnd => of(0).bit_and(of(1)),
            Op::BitOr => of(0).bit_or(of(1)),
            Op::BitXor => of(0).bit_xor(of(1)),
            Op::Wrap | Op::Carry => match self.node(args[0]) {
                Node::Type(ty) if op == Op::Wrap => of(1).wrap(ty),
                Node::Type(ty) => of(1).carry(ty),
                _ => Interval::ALL,
            },
            // `upd m a v` holds what `m` holds, or `v`.
            Op::Sel | Op::Fill | Op::Shift => of(0),
            Op::Upd | Op::Splice => of(0).hull(of(2)),
            Op::Ieee => ieee::interval(of(0), of(1), of(2)),
            Op::True
            | Op::False
            | Op::Not
            | Op::And
            | Op::Or
            | Op::Imp
            | Op::Ite
            | Op::Eq
            | Op::Le => Interval::ALL,
        }
    }
}

/// A fast mixing function; ids make keys well spread. Nothing but speed depends on it.
fn hash(node: &Node) -> u32 {
    fn mix(h: u64, v: u64) -> u64 {
        (h.rotate_left(23) ^ v).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
    let h = match *node {
        Node::Lit(v) => mix(mix(1, v as u64), (v >> 64) as u64),
        Node::Type(t) => mix(2, u64::from(t.bits()) << 1 | u64::from(t.signed())),
        Node::Var(v, t) => mix(mix(3, u64::from(v.0)), u64::from(t.bits())),
        Node::MapVar(v, t) => mix(mix(4, u64::from(v.0)), u64::from(t.bits())),
        Node::Addr { object, size, bits } => {
            mix(mix(mix(5, u64::from(object)), size), u64::from(bits))
        }
        Node::App(op, [a, b, c]) => mix(
            mix(
                mix(6, op as u64),
                u64::from(a.0.get()) << 32 | u64::from(b.0.get()),
            ),
            u64::from(c.0.get()),
        ),
    };
    ((h ^ (h >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever knows the hash can crowd one part of the table; the arena says what that costs.
    #[test]
    fn provoked_collisions_are_counted() {
        let crowd = |arena: &mut Arena, values: &mut dyn Iterator<Item = i128>| {
            values.take(1000).for_each(|value| {
                let _ = arena.lit(value);
            })
        };
        let (mut provoked, mut spread) = (Arena::new(), Arena::new());
        crowd(
            &mut provoked,
            &mut (0..).filter(|value| hash(&Node::Lit(*value)).is_multiple_of(4096)),
        );
        crowd(&mut spread, &mut (0..));
        assert!(provoked.collisions > 100_000, "{}", provoked.collisions);
        assert!(spread.collisions < 3_000, "{}", spread.collisions);
    }

    #[test]
    fn the_table_of_operations_is_in_the_order_of_their_codes() {
        assert!(Op::ALL.into_iter().enumerate().all(
            |(code, op)| usize::from(op.code()) == code && Op::from_name(op.name()) == Some(op)
        ));
    }
}
