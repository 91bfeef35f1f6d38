//! The typed program between the syntax tree and the automaton: names are resolved, conversions
//! explicit, statements flat lists with labels.

pub mod pattern;

use crate::types::{FloatKind, FunctionType, Qual, Type, Types};
use pattern::Pattern;
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeMap, BTreeSet};

/// A whole program.
pub struct Program {
    /// Records and ABI.
    pub types: Types,
    /// Objects with static storage duration.
    pub globals: Vec<Global>,
    /// Functions, declared or defined.
    pub functions: Vec<Function>,
    /// String literals, with the final zero.
    pub strings: Vec<StringLiteral>,
    /// The observers that run beside it.
    pub observed: Observed,
    /// The function that gets the exit status where a run ends ([`crate::Options::at_exit`]).
    pub at_exit: Option<u32>,
    /// Whether globals have their initial values wherever runs start ([`Program::is_fresh`]).
    pub fresh: bool,
    /// Whether an object may be aligned less than its type asks for (gcc manual, "Common Variable
    /// Attributes").
    pub misaligned: bool,
    /// Whether there is assembly outside of functions.
    pub assembly: bool,
    /// What it promises the compiler elsewhere than with a function.
    pub promises: Promises,
    /// Calls of built-in functions that are computed instead: the name, and where the first is.
    pub computed: BTreeMap<String, Pos>,
}

/// What a program promises the compiler: words, and what each says.
pub type Promises = BTreeSet<(&'static str, &'static str)>;

/// The array that a string literal stands for (C11 6.4.5p6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StringLiteral {
    /// The type of the elements.
    pub element: Type,
    /// Their values, modulo the number of values that the type has.
    pub units: Vec<u32>,
}

/// Observers, ready to run beside the program: their events, conditions and state. Their code is
/// functions of the program that it cannot call.
#[derive(Default)]
pub struct Observed {
    /// Whether there is a specification. Without one the built-in errors count.
    pub active: bool,
    /// Events, in the order of the specification.
    pub events: Vec<Event>,
    /// Functions that let a run go on only if an initial condition holds.
    pub initial: Vec<u32>,
    /// Final conditions.
    pub finals: Vec<Final>,
    /// Observer variables; true if the initial conditions choose their first value.
    pub globals: BTreeMap<u32, bool>,
    /// Type states.
    pub states: Vec<TypeState>,
    /// The observers' functions, with what messages call them.
    pub functions: BTreeMap<u32, String>,
    /// The other names of functions that have several (gcc manual, `alias`; names for the linker).
    pub names: BTreeMap<u32, Vec<String>>,
    /// Assignments and direct calls that events match, wherever they stand: by event. For messages
    /// only.
    pub written: BTreeSet<(usize, Pos)>,
}

/// `FINAL`.
pub struct Final {
    /// Which observer it belongs to.
    pub observer: usize,
    /// What messages call it.
    pub title: String,
    /// The function that checks the condition.
    pub function: u32,
    /// Where it is specified.
    pub pos: Pos,
    /// Whether it reads variables of the program, and not only the observer's own.
    pub about_program: bool,
}

/// An event of an observer.
pub struct Event {
    /// Which observer it belongs to.
    pub observer: usize,
    /// What messages call it.
    pub title: String,
    /// Which statements it matches.
    pub pattern: Pattern,
    /// Whether it happens after the statement.
    pub after: bool,
    /// Where it is specified.
    pub pos: Pos,
    /// What happens, by the types of the pattern's variables: a function of them.
    pub instances: Vec<(Vec<Type>, u32)>,
}

/// A type state: more members for the objects of a type, kept in maps of their own. The key is the
/// object's address; for types that are no structures (handles) it is the value.
pub struct TypeState {
    /// The type.
    pub ty: Type,
    /// The members. Only observers access this record.
    pub record: u32,
    /// Whether the initial conditions choose its first value.
    pub free: bool,
}

impl Program {
    /// Whether globals have their initial values in a run that starts in this function. Who starts
    /// runs elsewhere, as queries do, exchanges the function.
    pub fn is_fresh(&self, entry: &Function) -> bool {
        self.fresh || entry.name == "main"
    }

    /// A function, by its index.
    pub fn function(&self, function: u32) -> Option<&Function> {
        self.functions.get(function as usize)
    }

    /// A global, by its index.
    pub fn global(&self, global: u32) -> Option<&Global> {
        self.globals.get(global as usize)
    }

    /// The function that a name stands for: itself, or what it is an alias of. That a weak alias is
    /// not replaced when the program is linked is an entry of the ledger, as for weak definitions.
    pub fn resolve(&self, mut function: u32) -> u32 {
        // A circle, which no compiler takes, ends somewhere.
        for _ in &self.functions {
            match self.function(function).and_then(|f| f.alias) {
                Some(next) => function = next,
                None => break,
            }
        }
        function
    }

    /// The function that a call of a name runs. What is known of functions by their names is known
    /// of this one: the name that a call uses may be another one for the linker.
    pub fn called(&self, name: u32) -> Option<&Function> {
        self.function(self.resolve(name))
    }

    /// Whether a call yields any value of its type, without effects: it stands for input.
    pub fn is_nondet(&self, name: u32) -> bool {
        self.called(name).is_some_and(Function::is_nondet)
    }

    /// The names by which a pattern may mean the function that a call names: first the one that the
    /// call uses, then those that the function has besides.
    pub fn spellings(&self, function: u32) -> [Vec<&str>; 2] {
        let own = self.function(function);
        let others = self.observed.names.get(&function).into_iter().flatten();
        [
            own.map(|f| f.name.as_str()).into_iter().collect(),
            others.map(String::as_str).collect(),
        ]
    }

    /// Whether no event is about what a function does: it is code of observers, or a model.
    pub fn is_unobserved(&self, function: u32) -> bool {
        self.observed.functions.contains_key(&function)
            || self.function(function).is_some_and(|f| f.modelled)
    }

    /// Whether some event is about calls of this function.
    pub fn is_watched(&self, function: u32) -> bool {
        let names = self.spellings(function);
        names.iter().flatten().any(|name| {
            let mut events = self.observed.events.iter();
            events.any(|e| e.pattern.watches(name))
        })
    }
}

/// Who can name an object outside of functions (C11 6.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// One unit, or one function.
    Internal,
    /// Units that are not in view, too.
    External,
}

/// An object with static storage duration (C11 6.2.4p3).
pub struct Global {
    /// A unique readable name: `x`, `f::x` for a local static.
    pub name: String,
    /// Who can name it.
    pub linkage: Linkage,
    /// Other names of the same object (gcc manual, `alias`).
    pub aliases: Vec<String>,
    /// Its type.
    pub ty: Qual,
    /// Whether some translation unit defines it; otherwise its initial value is unknown.
    pub defined: bool,
    /// The initialiser; an object defined without one is zero (C11 6.7.9p10).
    pub init: Option<Init>,
    /// Where it is declared.
    pub pos: Pos,
}

/// A flattened initialiser: everything that no item writes is zero (C11 6.7.9p21). Later items
/// override earlier ones.
#[derive(Clone, PartialEq)]
pub struct Init {
    /// Constant paths into the object and their values.
    pub items: Vec<(Place, Expr)>,
}

/// A function.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Who can name it.
    pub linkage: Linkage,
    /// Its type.
    pub ty: FunctionType,
    /// Never returns (`_Noreturn`, `__attribute__((noreturn))`).
    pub noreturn: bool,
    /// Another definition, or none, may be linked instead (`__attribute__((weak))`).
    pub weak: bool,
    /// Its body was left out, because nothing seemed to call it ([`crate::normalise`]): a call
    /// would have no model.
    pub pruned: bool,
    /// Whether its body is a model of a function of the C library.
    pub modelled: bool,
    /// Its definition is for inlining only: the linker sees none (gcc manual, `gnu_inline`).
    pub inline_only: bool,
    /// The `}` that ends it returns 0 (C11 5.1.2.2.3).
    pub ends_with_zero: bool,
    /// Another function that this name stands for (`__attribute__((alias("f")))`).
    pub alias: Option<u32>,
    /// What the program promises the compiler of it, or in its body.
    pub promises: Promises,
    /// Where it is declared.
    pub pos: Pos,
    /// The body, if some unit defines it.
    pub body: Option<Body>,
}

/// The function that yields memory for arrays of variable length. No program can name it.
pub const BLOCK: &str = "array of variable length";

/// The function that yields any value in models of the library.
pub const ANY: &str = "__model_any";

/// The functions that yield any floating value, and any `long`, there.
pub const NUMBERS: [&str; 2] = ["__model_number", "__model_long"];

/// The function that multiplies or divides two complex numbers with such parts; `None` where there
/// is no model. No program can name it.
pub(crate) fn complex_operator(divides: bool, part: FloatKind) -> Option<&'static str> {
    let [product, quotient] = match part {
        FloatKind::Double => [
            "__builtin___proofmark_product",
            "__builtin___proofmark_quotient",
        ],
        FloatKind::Float => [
            "__builtin___proofmark_productf",
            "__builtin___proofmark_quotientf",
        ],
        FloatKind::Float32
        | FloatKind::Float32x
        | FloatKind::Float64
        | FloatKind::LongDouble
        | FloatKind::Float64x
        | FloatKind::Quad
        | FloatKind::Int128
        | FloatKind::UInt128 => return None,
    };
    Some(if divides { quotient } else { product })
}

impl Function {
    /// Whether the program says what it does; that of a model is the library's.
    pub fn is_defined(&self) -> bool {
        self.pruned || self.body.is_some() && !self.modelled
    }

    /// Whether it stands for input, if it is no other name of another function.
    fn is_nondet(&self) -> bool {
        self.body.is_none() && (self.name.starts_with("__VERIFIER_nondet_") || self.name == ANY)
    }
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
    /// Those inputs that have effects or hold addresses, in their order.
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

impl Program {
    /// Whether objects of this type have a type state, in whole or in part, that moves when they
    /// are copied.
    pub fn carries_state(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(element, _) => self.carries_state(&element.ty),
            Type::Record(record) => {
                self.observed.states.iter().any(|s| s.ty == *ty)
                    || self
                        .types
                        .fields(*record)
                        .iter()
                        .any(|f| self.carries_state(&f.ty.ty))
            }
            _ => false,
        }
    }
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
