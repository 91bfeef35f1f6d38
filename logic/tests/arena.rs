//! The store of expressions: equal nodes have one id, and finding it takes few steps.

use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::types::IntType;

const COUNT: u32 = 20_000;

/// Makes many nodes, whose ids must stay, with about one collision for each.
fn spreads(what: &str, mut make: impl FnMut(&mut Arena, u32) -> Expr) {
    let mut arena = Arena::new();
    let made: Vec<Expr> = (0..COUNT).map(|n| make(&mut arena, n)).collect();
    let (nodes, collisions) = (arena.len(), arena.collisions);
    let again: Vec<Expr> = (0..COUNT).map(|n| make(&mut arena, n)).collect();
    assert_eq!(made, again, "{what}");
    assert_eq!(arena.len(), nodes, "{what}");
    let limit = nodes as u64 * 3 / 2;
    assert!(
        collisions < limit,
        "{what}: {collisions} collisions of {nodes} nodes"
    );
}

#[test]
fn nodes_are_spread() {
    let var = |arena: &mut Arena, n: u32| arena.var(VarId(n), IntType::I32);
    let int = |arena: &mut Arena, n: u32| arena.lit(i128::from(n));
    spreads("literals", int);
    spreads("long literals", |arena, n| arena.lit(i128::from(n) << 64));
    spreads("negative literals", |arena, n| {
        arena.lit(-1 - i128::from(n))
    });
    spreads("variables", var);
    spreads("memories", |arena, n| {
        arena.intern(Node::MapVar(VarId(n), IntType::I8))
    });
    spreads("addresses", |arena, n| {
        arena.intern(Node::Addr {
            object: n,
            size: 8,
            bits: 64,
        })
    });
    spreads("sums", |arena, n| {
        let both = [var(arena, n), var(arena, n / 2)];
        arena.try_app(Op::Add, &both).expect("a sum")
    });
    spreads("updates", |arena, n| {
        let map = arena.intern(Node::MapVar(VarId(0), IntType::I8));
        let update = [map, int(arena, 5), int(arena, n)];
        arena.try_app(Op::Upd, &update).expect("an update")
    });
}
