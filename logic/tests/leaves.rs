//! Leaves of expressions: what an automaton may mention, and which values they have.

use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{
    Cfa, CfaError, Edge, Frame, FrameId, LocId, Location, ObjectDecl, Pos, Scope, Stmt, StmtKind,
    VarDecl, VarSort,
};
use proofmark_logic::interval::Interval;
use proofmark_logic::types::{IntType, Profile};

const SIZE: u64 = 8;

/// An automaton with an integer, a memory and an object, and one assumption: that `term` is zero.
fn assumes(make: impl FnOnce(&mut Arena) -> Expr) -> Result<(), CfaError> {
    let mut arena = Arena::new();
    let term = make(&mut arena);
    let zero = arena.lit(0);
    let formula = arena.try_app(Op::Eq, &[term, zero]).expect("a formula");
    let location = Location {
        frame: FrameId(0),
        pos: Pos::default(),
    };
    let var = |name: &str, sort| VarDecl {
        name: name.into(),
        sort,
        scope: Scope::Global,
    };
    let cfa = Cfa {
        profile: Profile::Lp64,
        vars: vec![
            var("n", VarSort::Int(IntType::I32)),
            var("m", VarSort::Map(IntType::I32)),
        ],
        objects: vec![ObjectDecl {
            name: "o".into(),
            size: SIZE,
        }],
        locations: vec![location; 2],
        procedures: Vec::new(),
        edges: vec![Edge {
            from: LocId(0),
            to: LocId(1),
            stmts: vec![Stmt {
                kind: StmtKind::Assume(formula),
                pos: Pos::default(),
                frame: FrameId(0),
            }],
            call: None,
        }],
        entry: LocId(0),
        error: LocId(1),
        ledger: Vec::new(),
        frames: vec![Frame {
            function: "main".into(),
            caller: None,
            call_site: Pos::default(),
        }],
        files: Vec::new(),
    };
    cfa.validate(&arena)
}

fn var(n: u32, ty: IntType) -> Result<(), CfaError> {
    assumes(|arena| arena.intern(Node::Var(VarId(n), ty)))
}

fn element(n: u32, ty: IntType) -> Result<(), CfaError> {
    assumes(|arena| {
        let (map, at) = (arena.intern(Node::MapVar(VarId(n), ty)), arena.lit(0));
        arena.try_app(Op::Sel, &[map, at]).expect("an element")
    })
}

fn address(object: u32, size: u64, bits: u8) -> Result<(), CfaError> {
    assumes(|arena| arena.intern(Node::Addr { object, size, bits }))
}

#[test]
fn variables_have_their_declared_sorts() {
    assert_eq!(var(0, IntType::I32), Ok(()));
    assert_eq!(element(1, IntType::I32), Ok(()));
    for (n, ty) in [(0, IntType::U32), (1, IntType::I32), (2, IntType::I32)] {
        assert_eq!(var(n, ty), Err(CfaError::Variable(VarId(n))));
    }
    for (n, ty) in [(1, IntType::U32), (0, IntType::I32), (2, IntType::I32)] {
        assert_eq!(element(n, ty), Err(CfaError::Variable(VarId(n))));
    }
}

#[test]
fn addresses_are_those_of_declared_objects() {
    assert_eq!(address(0, SIZE, 64), Ok(()));
    for (object, size, bits) in [(1, SIZE, 64), (0, SIZE + 1, 64), (0, SIZE, 32)] {
        let found = address(object, size, bits);
        assert_eq!(found, Err(CfaError::Object(object)));
    }
}

/// The null pointer is no object's address, and the address one past an object's end is
/// representable.
#[test]
fn addresses_leave_room_for_their_objects() {
    let mut arena = Arena::new();
    let (object, size, bits) = (0, 5, 32);
    let address = arena.intern(Node::Addr { object, size, bits });
    let hi = (1 << 32) - 1 - 5;
    assert_eq!(arena.interval(address), Interval { lo: 1, hi });
}

/// Of a value of the type, nothing is carried.
#[test]
fn what_is_carried_is_bounded() {
    let mut arena = Arena::new();
    let ty = arena.intern(Node::Type(IntType::U8));
    let carry = |arena: &mut Arena, ty, e| arena.try_app(Op::Carry, &[ty, e]).expect("a carry");
    let byte = arena.var(VarId(0), IntType::U8);
    let none = carry(&mut arena, ty, byte);
    assert_eq!(arena.interval(none), Interval { lo: 0, hi: 0 });
    let word = arena.var(VarId(1), IntType::U16);
    let some = carry(&mut arena, ty, word);
    assert_eq!(arena.interval(some), Interval { lo: 0, hi: 255 });
}

#[test]
fn types_contain_what_they_represent() {
    for (ty, low, high) in [(IntType::I8, -128, 127), (IntType::U8, 0, 255)] {
        assert!(ty.contains(low) && ty.contains(high));
        assert!(!ty.contains(low - 1) && !ty.contains(high + 1));
    }
}
