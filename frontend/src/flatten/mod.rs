//! Flat C: what typed C ([`crate::ir`]) becomes when evaluation is put in order. A statement does
//! one thing; a [`Value`] has no effects, and there is no way to write one that has.
//!
//! **Order of evaluation.** Operands are evaluated from left to right, and a value that a later
//! operand could change is kept in a temporary. C leaves the order open (C11 6.5p2–3); where
//! another order could give another result, [`Body::unordered`] says so, and the ledger
//! (`evaluation-order`).

mod arrays;
mod build;
mod constants;
mod effect;
mod footprint;
mod named;
mod parts;
mod value;
mod writer;

pub use footprint::is_mere_number;

pub use arrays::variable_arrays;
pub use build::flatten;
pub use named::NamedArray;
pub use parts::Part;
pub use writer::Writer;

use crate::ir::{Arith, AsmMemory, Label, Relation};
use crate::types::{FunctionType, Qual, Type};
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The code of a program.
#[derive(Default)]
pub struct Code {
    /// By function: its definition.
    pub bodies: Vec<Option<Body>>,
    /// By global: what gives it its initial value, if it has an initialiser.
    pub initial: Vec<Option<Body>>,
}

/// A function's definition.
#[derive(Clone)]
pub struct Body {
    /// Objects with automatic storage duration. The parameters come first, temporaries last.
    pub locals: Vec<Local>,
    /// How many locals are parameters.
    pub params: usize,
    /// How many labels the statements use.
    pub labels: u32,
    /// Those whose address is taken.
    pub addressed: BTreeSet<Label>,
    /// The statements. The last one is followed by a return.
    pub stmts: Vec<Stmt>,
    /// Where the closing brace is.
    pub end: Pos,
    /// Where operands may interfere whose order C leaves open.
    pub unordered: Option<Pos>,
    /// Whether they look at the function's variable arguments.
    pub varies: bool,
}

/// An object with automatic storage duration.
#[derive(Clone)]
pub struct Local {
    /// A readable name, unique in the function.
    pub name: String,
    /// Its type.
    pub ty: Qual,
    /// What it is for.
    pub role: Role,
}

/// What a local is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The program declares it; nothing takes its address.
    Private,
    /// The program declares it, and takes its address.
    Exposed,
    /// A temporary that one statement assigns, and later ones read.
    Saved,
    /// A temporary that gets its value on several ways.
    Chosen,
    /// Another that gets what is computed of nothing but constants: compilers may know the value.
    Folded,
}

impl Role {
    /// Whether the program declares the local.
    pub fn is_declared(self) -> bool {
        matches!(self, Role::Private | Role::Exposed)
    }
}

/// A statement.
#[derive(Clone)]
pub struct Stmt {
    /// What it does.
    pub kind: Kind,
    /// Where it comes from.
    pub pos: Pos,
    /// The labels in front of the statement of the program that it comes from.
    pub labels: Rc<[String]>,
    /// What depends on an order that C leaves open, where the statement is part of an expression
    /// that has one: no value may, and whoever asks which statements run has to know.
    pub open: Option<(Open, Expression)>,
}

/// A full expression (C11 6.8p4), by its number in the function: those of its statements that are
/// open have it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Expression(u32);

/// What depends on an order of operands that C leaves open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Open {
    /// Which of their statements run first.
    First,
    /// Whether they run at all: what comes earlier may end the run, or not end itself.
    Runs,
}

/// Statements. Control flow is by labels only.
#[derive(Clone)]
pub enum Kind {
    /// A place gets a value of its type.
    Assign(Place, Value),
    /// A call.
    Call(Call),
    /// An operation on two integers, and whether its exact result is no value of the type.
    Overflow(Overflow),
    /// A local's lifetime begins: its value is indeterminate (C11 6.2.4p6).
    Enter(u32, Start),
    /// An object becomes zero, but for the parts that are written next (C11 6.7.9p21).
    Clear(Place, Vec<Place>),
    /// A jump target. `error` marks the label `ERROR`.
    Label {
        /// The label.
        label: Label,
        /// Whether reaching it violates the specification.
        error: bool,
    },
    /// A jump.
    Goto(Label),
    /// A jump to a label's address.
    Jump(Value),
    /// A two-way jump on a scalar or floating value.
    Branch(Value, Label, Label),
    /// A multi-way jump: closed ranges in the promoted type of the value.
    Switch(Value, Vec<(i128, i128, Label)>, Label),
    /// Leave the function. [`Base::Result`] is what the caller gets.
    Return,
    /// The run violates the specification.
    Reject,
    /// The run is none that the specification speaks about.
    Halt,
    /// Inline assembly.
    Asm(Asm),
    /// An event happens: a function of an observer, with the values of the pattern's variables.
    Observe(u32, Vec<Value>),
    /// What observers hear at the next statement; for messages only.
    Heard(Heard),
}

/// What observers hear at a statement.
#[derive(Clone, Copy)]
pub enum Heard {
    /// This event matches.
    Match(usize),
    /// A call of this function, which some pattern names, and none matches.
    Miss(u32),
}

/// Whether a local is initialised where its lifetime begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// It is not.
    Indeterminate,
    /// What follows writes all of it.
    Initialised,
    /// The same, but the object may be read before: its initialiser knows its address, or a label
    /// lets a run come past the initialiser.
    Doubtful,
}

/// A call.
#[derive(Clone)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// What it gets, in order.
    pub args: Vec<Value>,
    /// The type of the result where it is called.
    pub ty: Type,
    /// Where the result goes.
    pub result: Option<Destination>,
}

/// What is called.
#[derive(Clone)]
pub enum Callee {
    /// A known function.
    Function(u32),
    /// What a pointer to a function of this type points to.
    Pointer {
        /// The pointer.
        pointer: Value,
        /// The functions that it may point to.
        ty: FunctionType,
        /// It points to none of these.
        except: Vec<u32>,
    },
    /// This function, through a pointer to a function of that type.
    Pointed(u32, FunctionType),
}

/// Inline assembly.
#[derive(Clone)]
pub struct Asm {
    /// The places it writes.
    pub outputs: Vec<Place>,
    /// Inputs that may hold addresses.
    pub inputs: Vec<Value>,
    /// What it may change besides.
    pub memory: AsmMemory,
}

/// Where the result of a call goes.
#[derive(Clone)]
pub struct Destination {
    /// The object.
    pub place: Place,
    /// The types that the result is converted to on the way, in order.
    pub through: Vec<Type>,
}

/// An operation on two integers of any types, as the built-in functions `__builtin_add_overflow`
/// and so on do it.
#[derive(Clone)]
pub struct Overflow {
    /// Gets 1 if the exact result is no value of the type, else 0.
    pub flag: Place,
    /// Addition, subtraction or multiplication.
    pub op: Arith,
    /// The left operand.
    pub a: Value,
    /// The right operand.
    pub b: Value,
    /// The type of the result.
    pub ty: Type,
    /// Gets the result, reduced.
    pub stored: Option<Place>,
}

/// A value of type `ty`. Computing it changes nothing.
#[derive(Clone)]
pub struct Value {
    /// How it is computed.
    pub kind: ValueKind,
    /// Its type; never an array or a function.
    pub ty: Type,
    /// Where it stands.
    pub pos: Pos,
}

/// How a value is computed.
#[derive(Clone)]
pub enum ValueKind {
    /// A literal.
    Int(i128),
    /// A floating literal, by the bits of the `double` that has its value exactly.
    Float(u64),
    /// Any value.
    Unknown,
    /// The list of the variable arguments of the function (C11 7.16.1.4).
    VarArgs,
    /// The value of an object: scalar, floating or record.
    Load(Box<Place>),
    /// The address of an object, or of its first element.
    Address(Box<Place>),
    /// The address of a function.
    Function(u32),
    /// The address of a label of a function (gcc manual, "Labels as Values").
    LabelAddress(u32, Label),
    /// `-e`.
    Negate(Box<Value>),
    /// `~e`.
    Complement(Box<Value>),
    /// Arithmetic in the type `ty`.
    Arith(Arith, Box<Value>, Box<Value>),
    /// `pointer + index * size`, or minus.
    PointerAdd {
        /// The pointer.
        pointer: Box<Value>,
        /// The index, of integer type.
        index: Box<Value>,
        /// The size of the pointed-to type in bytes.
        size: u64,
        /// Subtract instead.
        minus: bool,
    },
    /// `(a - b) / size`.
    PointerDiff(Box<Value>, Box<Value>, u64),
    /// 1 or 0. Both sides have the same type.
    Compare(Relation, Box<Value>, Box<Value>),
    /// `!e`.
    Not(Box<Value>),
    /// Conversion to `ty` (C11 6.3).
    Convert(Box<Value>),
}

/// An object.
#[derive(Clone)]
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
#[derive(Clone)]
pub enum Base {
    /// A global.
    Global(u32),
    /// A local of the function.
    Local(u32),
    /// What a pointer points to.
    Deref(Box<Value>),
    /// A string literal.
    String(u32),
    /// What the function returns.
    Result,
}

/// A step into an object.
#[derive(Clone)]
pub enum Step {
    /// A member: record and field index.
    Field(u32, usize),
    /// An element of an array; the index has integer type.
    Index(Value),
}

impl Value {
    /// A value.
    pub fn new(kind: ValueKind, ty: Type, pos: Pos) -> Value {
        Value { kind, ty, pos }
    }
    /// An integer literal.
    pub fn int(value: i128, ty: Type, pos: Pos) -> Value {
        Value::new(ValueKind::Int(value), ty, pos)
    }
    /// The value of an object.
    pub fn load(place: Place, pos: Pos) -> Value {
        let ty = place.ty.ty.clone();
        Value::new(ValueKind::Load(Box::new(place)), ty, pos)
    }
    /// The value of an integer constant expression (C11 6.6p6): folded when it was built.
    pub fn as_int(&self) -> Option<i128> {
        match self.kind {
            ValueKind::Int(v) => Some(v),
            _ => None,
        }
    }
    /// What a pointer argument points to, before conversions to other pointers.
    pub fn pointee_behind_casts(&self) -> Option<&Type> {
        match &self.kind {
            ValueKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => {
                inner.pointee_behind_casts()
            }
            _ => self.ty.pointee().map(|q| &q.ty),
        }
    }
    /// Whether it is, behind casts, the address of an object that a declaration names, or of a part
    /// of one.
    pub fn is_object_address(&self) -> bool {
        match &self.kind {
            ValueKind::Convert(inner) if matches!(inner.ty, Type::Pointer(_)) => {
                inner.is_object_address()
            }
            ValueKind::Address(place) => !matches!(place.base, Base::Deref(_)),
            _ => false,
        }
    }
    /// Calls `visit` with the value and each one in it, those in places too.
    pub fn visit<'v>(&'v self, visit: &mut dyn FnMut(&'v ValueKind)) {
        visit(&self.kind);
        match &self.kind {
            ValueKind::Int(_)
            | ValueKind::Float(_)
            | ValueKind::Unknown
            | ValueKind::VarArgs
            | ValueKind::Function(_)
            | ValueKind::LabelAddress(..) => {}
            ValueKind::Load(p) | ValueKind::Address(p) => {
                p.operands().for_each(|operand| operand.visit(visit));
            }
            ValueKind::Negate(a)
            | ValueKind::Complement(a)
            | ValueKind::Not(a)
            | ValueKind::Convert(a) => a.visit(visit),
            ValueKind::Arith(_, a, b)
            | ValueKind::PointerDiff(a, b, _)
            | ValueKind::Compare(_, a, b) => {
                a.visit(visit);
                b.visit(visit);
            }
            ValueKind::PointerAdd { pointer, index, .. } => {
                pointer.visit(visit);
                index.visit(visit);
            }
        }
    }
    /// Whether all values in it satisfy a condition.
    pub fn all(&self, wanted: &dyn Fn(&ValueKind) -> bool) -> bool {
        let mut holds = true;
        self.visit(&mut |kind| holds &= wanted(kind));
        holds
    }
    /// Whether it is the same each time that it is computed, unless an object changes.
    pub fn is_stable(&self) -> bool {
        self.all(&|kind| match kind {
            ValueKind::Unknown => false,
            ValueKind::Load(place) => !place.ty.is_unsteady(),
            _ => true,
        })
    }
}

impl Place {
    /// A whole local.
    pub fn local(index: u32, ty: Qual) -> Place {
        Place {
            base: Base::Local(index),
            base_ty: ty.ty.clone(),
            steps: Vec::new(),
            ty,
        }
    }
    /// The values that say where the object is.
    pub fn operands(&self) -> impl Iterator<Item = &Value> {
        let base = match &self.base {
            Base::Deref(pointer) => Some(pointer.as_ref()),
            Base::Global(_) | Base::Local(_) | Base::String(_) | Base::Result => None,
        };
        let indexes = self.steps.iter().filter_map(|step| match step {
            Step::Index(index) => Some(index),
            Step::Field(..) => None,
        });
        base.into_iter().chain(indexes)
    }
    /// The same, to change them.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let base = match &mut self.base {
            Base::Deref(pointer) => Some(pointer.as_mut()),
            Base::Global(_) | Base::Local(_) | Base::String(_) | Base::Result => None,
        };
        let indexes = self.steps.iter_mut().filter_map(|step| match step {
            Step::Index(index) => Some(index),
            Step::Field(..) => None,
        });
        base.into_iter().chain(indexes)
    }
}
