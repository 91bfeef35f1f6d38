//! Boolean libraries (paper 001, figure 1): what the text of one says.
//!
//! Expressions are in normal forms, which merging keeps: what `choose` decides by is a disjunction
//! of cubes, what `assume` demands a conjunction of clauses.

use proofmark_logic::types::Profile;
use std::fmt;

/// How the first line of a library begins: its version follows.
pub const NAME: &str = "proofmark-boolean-library ";
/// The first line of a library.
pub const HEADER: &str = "proofmark-boolean-library 1";

/// Most bytes of a library.
pub const BYTES_MAX: usize = 16 << 20;
/// Most functions of a library, predicates of a function, and other names in its header.
pub const NAMES_MAX: usize = 256;
/// How deep structures without a tag may lie in each other.
pub const NESTED_MAX: usize = 8;
/// Most statements of a procedure.
pub const STATEMENTS_MAX: usize = 1 << 14;
/// Most literals, cubes, and clauses of an expression.
pub const PARTS_MAX: usize = 1 << 10;
/// Most bytes of a line that is no proof.
pub const LINE_MAX: usize = 1 << 16;

/// A library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Library {
    /// The ABI that its C is read for.
    pub abi: Profile,
    /// The digest of that C ([`super::normal`]).
    pub source: String,
    /// Variables of the C outside of functions that predicates or modifications name.
    pub globals: Vec<Global>,
    /// Members that predicates or modifications name: `struct S.f OFFSET TYPE`.
    pub fields: Vec<String>,
    /// Structures by whose members functions get to what they write or return: all of each.
    pub layouts: Vec<String>,
    /// Structures that programs may leave incomplete, by their tags.
    pub opaque: Vec<Structure>,
    /// The functions.
    pub functions: Vec<Function>,
    /// The certificates: none, or one for each function.
    pub proofs: Vec<Vec<u8>>,
}

/// A variable outside of functions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Global {
    /// Whether only the C of the library can name it.
    pub internal: bool,
    /// Its type, in C.
    pub ty: String,
    /// Its name.
    pub name: String,
}

/// A variable of a function: its type, in C, and its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The type.
    pub ty: String,
    /// The name.
    pub name: String,
}

/// A structure with all its members, each where C puts it without attributes and pragmas.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Structure {
    /// The tag.
    pub tag: String,
    /// The size in bytes.
    pub size: u64,
    /// The members.
    pub members: Vec<Member>,
}

/// A member: an object, or an array.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Member {
    /// Where it is, in bytes.
    pub offset: u64,
    /// The type of the member, or of what the array consists of.
    pub ty: MemberType,
    /// The name.
    pub name: String,
    /// Of an array: its length, then that of its elements.
    pub lengths: Vec<u64>,
}

/// The type of a member; no name of a type is in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MemberType {
    /// In C's words.
    Said(String),
    /// A structure without a tag: its size in bytes, and its members.
    Untagged(u64, Vec<Member>),
}

impl MemberType {
    /// The types in C's words that it consists of.
    pub fn said(&self) -> Vec<&str> {
        match self {
            MemberType::Said(ty) => vec![ty],
            MemberType::Untagged(_, members) => {
                members.iter().flat_map(|member| member.ty.said()).collect()
            }
        }
    }
}

impl Member {
    /// The name, with the lengths of an array behind it.
    pub fn declarator(&self) -> String {
        let lengths = self.lengths.iter().map(|n| format!("[{n}]"));
        let lengths: Vec<String> = lengths.collect();
        format!("{}{}", self.name, lengths.concat())
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tag, size) = (&self.tag, self.size);
        write!(out, "struct {tag} {size} {{{}}}", listed(&self.members))
    }
}

impl fmt::Display for MemberType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemberType::Said(ty) => out.write_str(ty),
            MemberType::Untagged(size, members) => {
                write!(out, "struct {size} {{{}}}", listed(members))
            }
        }
    }
}

fn listed(members: &[Member]) -> String {
    let members = members.iter();
    let members = members.map(|m| format!("{} {} {};", m.offset, m.ty, m.declarator()));
    let members: Vec<String> = members.collect();
    members.join(" ")
}

/// A function: its signature `(I, F, R, M)`, and its boolean procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Whether only the C of the library can call it.
    pub internal: bool,
    /// The type of its result, in C.
    pub result: String,
    /// Its name.
    pub name: String,
    /// Its formal parameters.
    pub formals: Vec<Variable>,
    /// Symbolic constants: a name, and the formal parameter whose value on entry it stands for.
    pub constants: Vec<(String, String)>,
    /// Variables of the function that predicates name.
    pub locals: Vec<Variable>,
    /// The predicates: first `F`, then those of the procedure.
    pub predicates: Vec<String>,
    /// How many of them are formal parameters of the procedure.
    pub inputs: usize,
    /// `R`, as predicates.
    pub returns: Vec<usize>,
    /// `M`.
    pub modifies: Vec<Modified>,
    /// The procedure.
    pub body: Vec<Statement>,
}

/// What a function may modify besides its own variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Modified {
    /// The object that an expression designates on entry.
    Place(String),
    /// This member of all structures of a type.
    All(String, String),
}

impl fmt::Display for Modified {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Modified::Place(place) => out.write_str(place),
            Modified::All(ty, field) => write!(out, "all {ty}.{field}"),
        }
    }
}

/// A statement of a boolean procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// A label.
    Label(String),
    /// A choice.
    Goto(Vec<String>),
    /// The run goes on only if all clauses hold.
    Assume(Vec<Clause>),
    /// A parallel assignment.
    Assign(Vec<(usize, Choose)>),
    /// A call: how many results there are, the function, and its arguments.
    Call(usize, String, Vec<Choose>),
    /// A call of a function that the program has given.
    Callback(Callback),
    /// An assertion that fails: the run is rejected.
    Assert,
    /// The procedure ends.
    Return,
}

/// A call through a pointer, which the program makes with its own function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Callback {
    /// Predicates that name nothing but what callers know, and the result: they get the values that
    /// they have behind the call.
    pub shared: Vec<usize>,
    /// The object that holds the pointer.
    pub target: String,
    /// The objects that hold the arguments; any value where nothing is said.
    pub arguments: Vec<Option<String>>,
    /// The variable of the function that gets the result, if predicates may name it.
    pub result: Option<String>,
}

/// `choose(p, n)`: true if one cube of the first holds, else false if one of the second does, and
/// anything otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choose {
    /// What makes it true.
    pub positive: Vec<Cube>,
    /// What makes it false.
    pub negative: Vec<Cube>,
}

/// Literals that all hold.
pub type Cube = Vec<Literal>;
/// Literals one of which holds.
pub type Clause = Vec<Literal>;

/// A boolean variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Literal {
    /// Which.
    pub of: Of,
    /// Whether it is true.
    pub holds: bool,
}

/// A boolean variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Of {
    /// That of a predicate.
    Predicate(usize),
    /// A result of the call in front of the statement, counted from 1.
    Result(usize),
}

impl Library {
    /// A function, by its name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|f| f.name == name)
    }

    /// The library without its proofs, which its digest is about.
    #[must_use]
    pub fn without_proofs(&self) -> Library {
        Library {
            proofs: Vec::new(),
            ..self.clone()
        }
    }
}

impl Function {
    /// The callbacks of the procedure, in order.
    pub fn callbacks(&self) -> impl Iterator<Item = &Callback> {
        self.body.iter().filter_map(|statement| match statement {
            Statement::Callback(callback) => Some(callback),
            Statement::Label(_)
            | Statement::Goto(_)
            | Statement::Assume(_)
            | Statement::Assign(_)
            | Statement::Call(..)
            | Statement::Assert
            | Statement::Return => None,
        })
    }

    /// Whether an assertion is in the procedure.
    pub fn asserts(&self) -> bool {
        self.body.contains(&Statement::Assert)
    }
}

impl Choose {
    /// The cubes, each with what it makes of the variable.
    pub fn sides(&self) -> impl Iterator<Item = (&Cube, bool)> {
        let positive = self.positive.iter().map(|cube| (cube, true));
        positive.chain(self.negative.iter().map(|cube| (cube, false)))
    }

    /// The value of a variable that stays what it is.
    pub fn keep(predicate: usize) -> Choose {
        let literal = |holds| Literal {
            of: Of::Predicate(predicate),
            holds,
        };
        Choose {
            positive: vec![vec![literal(true)]],
            negative: vec![vec![literal(false)]],
        }
    }
}
