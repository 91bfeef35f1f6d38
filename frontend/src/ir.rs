//! The typed program between the syntax tree and the automaton: names are resolved, conversions
//! explicit, statements flat lists with labels.

mod code;
pub mod pattern;
mod retype;

pub use code::{
    Act, Arith, Asm, AsmMemory, Base, Body, Expr, ExprKind, Init, Label, Local, Place, Relation,
    Step, Stmt, StmtKind,
};

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
    /// Whether there is assembly outside of functions, or may be directives in functions.
    pub assembly: bool,
    /// What runs before `main`.
    pub constructors: Vec<Constructor>,
    /// What it promises the compiler elsewhere than with a function.
    pub promises: Promises,
    /// Functions that it calls by their names where something else is done instead: what is
    /// promised of them holds all the same.
    pub instead: BTreeSet<u32>,
    /// Calls of built-in functions that are computed instead: the name, and where the first is.
    pub computed: BTreeMap<String, Pos>,
    /// Whether predicates of boolean libraries speak of its memory ([`crate::library`]).
    pub described: bool,
}

/// A function that runs before `main` (gcc manual, `constructor`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constructor {
    /// The function.
    pub function: u32,
    /// Those with smaller numbers run first.
    pub priority: u16,
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
    /// Whether a block declares it `static`: nothing outside of the block can name it.
    pub in_block: bool,
    /// Other names of the same object (gcc manual, `alias`).
    pub aliases: Vec<String>,
    /// Its type.
    pub ty: Qual,
    /// Whether some translation unit defines it; otherwise its initial value is unknown.
    pub defined: bool,
    /// Whether it is in a section that the program names: who links the program finds it there
    /// without its name (`__start_SECTION`).
    pub listed: bool,
    /// The initialiser; an object defined without one is zero (C11 6.7.9p10).
    pub init: Option<Init>,
    /// Where it is declared.
    pub pos: Pos,
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
    /// Its body follows pointers, or indexes arrays: also where nothing comes of it, compilers
    /// conclude that it does so rightly.
    pub accesses: bool,
    /// Where it is declared.
    pub pos: Pos,
    /// The body, if some unit defines it.
    pub body: Option<Body>,
}

/// The function that yields memory for arrays of variable length. No program can name it.
pub const BLOCK: &str = "array of variable length";

/// The function that is called where `__atomic_test_and_set` finds a byte that is neither 0 nor 1.
/// No program can name it.
pub const OTHER_FLAG: &str = "neither 0 nor 1";

/// The function that yields any value in models of the library.
pub const ANY: &str = "__model_any";

/// The function that yields any `long` there which says what a library does next.
pub const CHOICE: &str = "__model_choice";

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
