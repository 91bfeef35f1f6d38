//! What typed programs do: bodies, statements, expressions and places.

use crate::types::{FunctionType, Qual, Type};
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;

/// A flattened initialiser: everything that no item writes is zero (C11 6.7.9p21). Later items
/// override earlier ones.
#[derive(Clone, PartialEq)]
pub struct Init {
    /// Constant paths into the object and their values.
    pub items: Vec<(Place, Expr)>,
}

/// A function's definition.
#[derive(PartialEq)]
pub struct Body {
    /// Objects with automatic storage duration. The parameters come first.
    pub locals: Vec<Local>,
    /// How many locals are parameters.
    pub params: usize,
    /// How many labels the statements use.
    pub labels: u32,
    /// Those whose address is taken.
    pub addressed: BTreeSet<Label>,
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// Where the closing brace is.
    pub end: Pos,
    /// A fingerprint of the definition's text; for messages only.
    pub fingerprint: u32,
}

/// An object with automatic storage duration.
#[derive(PartialEq)]
pub struct Local {
    /// A readable name, unique in the function.
    pub name: String,
    /// Its type.
    pub ty: Qual,
}

/// A label of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Label(pub u32);

/// A statement with its position.
#[derive(Clone, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub pos: Pos,
}

/// Statements. Control flow is by labels only.
#[derive(Clone, PartialEq)]
pub enum StmtKind {
    /// An expression for its effects.
    Expr(Expr),
    /// A local's lifetime begins: its value is indeterminate (C11 6.2.4p6).
    Enter(u32),
    /// A local is initialised.
    Init(u32, Init),
    /// A jump target. `error` marks the label `ERROR`.
    Label {
        /// The label.
        label: Label,
        /// Whether reaching it violates the specification.
        error: bool,
        /// Its name, if the program names it.
        name: Option<String>,
    },
    /// A jump.
    Goto(Label),
    /// A jump to a label's address.
    Jump(Expr),
    /// A two-way jump on a scalar.
    Branch(Expr, Label, Label),
    /// A multi-way jump: closed ranges in the promoted type of the value.
    Switch(Expr, Vec<(i128, i128, Label)>, Label),
    /// Leave the function.
    Return(Option<Expr>),
    /// An observer rejects the run.
    Reject,
    /// The run is none that the specification speaks about.
    Halt,
    /// Inline assembly.
    Asm(Asm),
}

/// Inline assembly.
#[derive(Clone, PartialEq)]
pub struct Asm {
    /// The places it writes.
    pub outputs: Vec<Place>,
    /// The inputs in their order, and what outputs are before: values, or addresses of objects.
    pub inputs: Vec<Expr>,
    /// What it may change besides.
    pub memory: AsmMemory,
}

/// What inline assembly may change besides its outputs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AsmMemory {
    /// Nothing.
    Untouched,
    /// Objects whose address is taken.
    Pointed,
    /// These, and all variables outside of functions, which its text may name.
    All,
}

/// An expression: a value of type `ty`, and perhaps effects.
#[derive(Clone, PartialEq)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The value's type; never an array or a function.
    pub ty: Type,
    /// Where it stands.
    pub pos: Pos,
    /// Whether evaluating it may change an object.
    pub effects: bool,
}

/// Operations on two values of the same promoted type; the shifts' right operand has its own (C11
/// 6.5.5–6.5.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

/// Comparisons (C11 6.5.8, 6.5.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// What an expression computes.
#[derive(Clone, PartialEq)]
pub enum ExprKind {
    /// A literal of `ty`.
    Int(i128),
    /// Any value of `ty`.
    Unknown,
    /// A floating literal, by the bits of the `double` that has its value exactly.
    Float(u64),
    /// The list of the variable arguments of the function (C11 7.16.1.4).
    VarArgs,
    /// The value of an object: scalar, floating or record.
    Load(Box<Place>),
    /// The address of an object, or of its first element.
    Address(Box<Place>),
    /// The address of a function.
    Function(u32),
    /// The address of a label of this function (gcc manual, "Labels as Values").
    LabelAddress(u32, Label),
    /// `-e`.
    Negate(Box<Expr>),
    /// `~e`.
    Complement(Box<Expr>),
    /// Arithmetic in the type `ty`.
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// `pointer + index * size`, or minus.
    PointerAdd {
        /// The pointer.
        pointer: Box<Expr>,
        /// The index, of integer type.
        index: Box<Expr>,
        /// The size of the pointed-to type in bytes.
        size: u64,
        /// Subtract instead.
        minus: bool,
    },
    /// `(a - b) / size`.
    PointerDiff(Box<Expr>, Box<Expr>, u64),
    /// 1 or 0. Both sides have the same type.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// `!e`.
    Not(Box<Expr>),
    /// `a && b`.
    And(Box<Expr>, Box<Expr>),
    /// `a || b`.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; without `a`, `c ?: b`.
    Conditional(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `a, b`.
    Comma(Box<Expr>, Box<Expr>),
    /// The complex number with these parts (C11 6.2.5p13), which are evaluated in this order.
    Complex(Box<Expr>, Box<Expr>),
    /// Conversion to `ty` (C11 6.3).
    Convert(Box<Expr>),
    /// `place = e`; the value is the stored one.
    Assign(Box<Place>, Box<Expr>),
    /// `place = f(place)`, evaluating the place once. `new` mentions the old value as
    /// [`ExprKind::Old`].
    Update {
        /// The object.
        place: Box<Place>,
        /// The value to store.
        new: Box<Expr>,
        /// Whether the value is the old one (`x++`).
        post: bool,
    },
    /// Inside [`ExprKind::Update`]: the object's value before.
    Old,
    /// Whether the exact result of an operation on two integers is no value of `ty`: 1 or 0. The
    /// place gets it, reduced.
    Overflows {
        /// Addition, subtraction or multiplication.
        op: Arith,
        /// The left operand, of any integer type.
        a: Box<Expr>,
        /// The right operand, of any integer type.
        b: Box<Expr>,
        /// The type of the result.
        ty: Type,
        /// Where it is stored.
        place: Option<Box<Place>>,
    },
    /// A call of a known function.
    Call(u32, Vec<Expr>),
    /// A call through a pointer to a function of this type.
    CallPointer(Box<Expr>, Box<FunctionType>, Vec<Expr>),
    /// A statement expression, or a compound literal: statements, then a value.
    Block(Vec<Stmt>, Option<Box<Expr>>),
}

/// What evaluating an expression does itself, besides what its operands do.
pub enum Act<'e> {
    /// It computes.
    Nothing,
    /// It reads an object.
    Reads(&'e Place),
    /// It takes an object's address.
    Designates(&'e Place),
    /// It assigns to an object.
    Assigns(&'e Place),
    /// It writes to an object otherwise.
    Stores(&'e Place),
    /// It calls this function, or what a pointer points to.
    Calls(Option<u32>),
    /// It runs statements.
    Runs(&'e [Stmt]),
    /// It takes the address of a function.
    Names(u32),
}

/// An object designated by an expression.
#[derive(Clone, PartialEq)]
pub struct Place {
    /// Where the path starts.
    pub base: Base,
    /// The type at the start.
    pub base_ty: Type,
    /// Members and elements, outermost first.
    pub steps: Vec<Step>,
    /// The type of the object; `volatile` if any part of the path is.
    pub ty: Qual,
}

/// Where a place starts.
#[derive(Clone, PartialEq)]
pub enum Base {
    /// A global.
    Global(u32),
    /// A local of the enclosing function.
    Local(u32),
    /// What a pointer points to.
    Deref(Box<Expr>),
    /// A string literal.
    String(u32),
    /// A value of record type that no variable holds: the result of a call, of `?:`, of an
    /// assignment.
    Value(Box<Expr>),
}

/// A step into an object.
#[derive(Clone, PartialEq)]
pub enum Step {
    /// A member: record and field index.
    Field(u32, usize),
    /// An element of an array; the index has integer type.
    Index(Expr),
}

impl Expr {
    /// An expression; `effects` follows from the parts.
    pub fn new(kind: ExprKind, ty: Type, pos: Pos) -> Expr {
        let effects = kind.effects();
        Expr {
            kind,
            ty,
            pos,
            effects,
        }
    }
    /// An integer literal.
    pub fn int(value: i128, ty: Type, pos: Pos) -> Expr {
        Expr {
            kind: ExprKind::Int(value),
            ty,
            pos,
            effects: false,
        }
    }
    /// The expression without the conversions around it.
    pub fn behind_conversions(&self) -> &Expr {
        match &self.kind {
            ExprKind::Convert(inner) => inner.behind_conversions(),
            _ => self,
        }
    }
    /// The value of an integer constant expression (C11 6.6p6): folded when it was built.
    pub fn as_int(&self) -> Option<i128> {
        match self.kind {
            ExprKind::Int(v) => Some(v),
            _ => None,
        }
    }
}

impl ExprKind {
    /// What evaluating it does itself.
    pub fn act(&self) -> Act<'_> {
        match self {
            ExprKind::Load(p) => Act::Reads(p),
            ExprKind::Address(p) => Act::Designates(p),
            ExprKind::Assign(p, _) | ExprKind::Update { place: p, .. } => Act::Assigns(p),
            ExprKind::Overflows { place: Some(p), .. } => Act::Stores(p),
            ExprKind::Call(f, _) => Act::Calls(Some(*f)),
            ExprKind::CallPointer(..) => Act::Calls(None),
            ExprKind::Block(stmts, _) => Act::Runs(stmts),
            ExprKind::Function(f) => Act::Names(*f),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old
            | ExprKind::Negate(_)
            | ExprKind::Complement(_)
            | ExprKind::Not(_)
            | ExprKind::Convert(_)
            | ExprKind::Arith(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDiff(..)
            | ExprKind::Compare(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Comma(..)
            | ExprKind::Complex(..)
            | ExprKind::Conditional(..)
            | ExprKind::Overflows { place: None, .. } => Act::Nothing,
        }
    }

    /// Whether evaluating it may change an object.
    fn effects(&self) -> bool {
        let own = match self.act() {
            Act::Assigns(_) | Act::Stores(_) | Act::Calls(_) | Act::Runs(_) => true,
            Act::Nothing | Act::Reads(_) | Act::Designates(_) | Act::Names(_) => false,
        };
        own || self.operand_effects()
    }

    /// Whether evaluating its operands may change an object.
    pub fn operand_effects(&self) -> bool {
        let mut effects = false;
        self.operands(&mut |operand| effects |= operand.effects);
        effects
    }

    /// Calls `visit` with each operand in the order of the program: those in places too, but not
    /// the statements of a statement expression.
    pub fn operands<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        match self {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Function(_)
            | ExprKind::Old => {}
            ExprKind::Load(p) | ExprKind::Address(p) => p.operands().for_each(visit),
            ExprKind::Negate(a)
            | ExprKind::Complement(a)
            | ExprKind::Not(a)
            | ExprKind::Convert(a) => visit(a),
            ExprKind::Arith(_, a, b)
            | ExprKind::PointerDiff(a, b, _)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Complex(a, b)
            | ExprKind::PointerAdd {
                pointer: a,
                index: b,
                ..
            } => {
                visit(a);
                visit(b);
            }
            ExprKind::Overflows { a, b, place, .. } => {
                visit(a);
                visit(b);
                place.iter().flat_map(|p| p.operands()).for_each(visit);
            }
            ExprKind::Conditional(c, a, b) => {
                visit(c);
                a.iter().for_each(|a| visit(a));
                visit(b);
            }
            ExprKind::Assign(p, value)
            | ExprKind::Update {
                place: p,
                new: value,
                ..
            } => {
                p.operands().for_each(&mut *visit);
                visit(value);
            }
            ExprKind::Call(_, args) => args.iter().for_each(visit),
            ExprKind::CallPointer(callee, _, args) => {
                visit(callee);
                args.iter().for_each(visit);
            }
            ExprKind::Block(_, value) => value.iter().for_each(|value| visit(value)),
        }
    }
}

impl Place {
    /// The expressions that say where the object is.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let base = match &self.base {
            Base::Deref(e) | Base::Value(e) => Some(e.as_ref()),
            Base::Global(_) | Base::Local(_) | Base::String(_) => None,
        };
        let indexes = self.steps.iter().filter_map(|step| match step {
            Step::Index(e) => Some(e),
            Step::Field(..) => None,
        });
        base.into_iter().chain(indexes)
    }

    /// Whether finding the object has effects.
    pub fn effects(&self) -> bool {
        self.operands().any(|e| e.effects)
    }
}
