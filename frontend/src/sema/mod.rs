//! Names, types and conversions (C11 6.2, 6.3, 6.5, 6.7): syntax trees in, [`crate::ir::Program`]
//! out.
//!
//! The C parser is known to build wrong trees where it confuses type names with other identifiers.
//! This analysis keeps C's scopes itself and refuses every tree in which the parser's reading of a
//! name disagrees with the declaration that is in scope.

mod account;
mod atomic;
mod attributes;
mod bits;
mod builtin;
mod call;
mod callback;
mod classification;
mod cleanup;
mod complex;
mod conditional;
mod constancy;
mod constructors;
mod declaration;
mod declarator;
mod encoded;
mod enumeration;
mod expression;
mod facts;
mod fortify;
mod function;
mod initializer;
mod linker;
mod literal;
mod object;
mod observer;
mod operators;
mod overrides;
mod place;
mod record;
mod specifiers;
mod stand_in;
mod statement;
mod typing;
mod union_cast;
mod united;
mod varargs;
mod variable_array;
mod visible;
mod written;

use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::ir::{
    Body, Expr, ExprKind, Global, Label, Local, Program, Promises, Stmt, StmtKind, StringLiteral,
};
use crate::judge::Fact;
use crate::sources::{Sources, UnitId};
use crate::types::{FunctionType, IntKind, Qual, Type, Types};
use lang_c::ast::{ExternalDeclaration, TranslationUnit};
use lang_c::span::Span;
use proofmark_logic::cfa::Pos;
use proofmark_logic::types::Profile;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use variable_array::Lengths;
use visible::Visible;

pub(crate) use callback::Callback;
pub use callback::Given;

type Result<T> = std::result::Result<T, LoadError>;

/// What an ordinary identifier means (C11 6.2.3).
#[derive(Clone, PartialEq, Debug)]
enum Entity {
    Global(u32),
    Local(u32),
    /// What a local pointer points to: an array of variable length, or a pattern variable that
    /// stands for an object.
    Reference(u32),
    Function(u32),
    /// A parameter of a prototype that is no definition.
    Parameter(Qual),
    Typedef(Qual),
    Constant(i128, Type),
}

/// What a tag means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tag {
    Record(u32),
    Enum(IntKind, u32),
}

#[derive(Clone, Default)]
struct Scope {
    names: HashMap<String, Entity>,
    tags: HashMap<String, Tag>,
    /// How often a tag or an enumerator was declared in it.
    declared: usize,
    /// The types that functions have outside of it, which it declares once more.
    functions: Vec<(u32, Option<FunctionType>)>,
    /// The same of objects.
    objects: Vec<(u32, Option<Qual>)>,
}

/// Analyses the units of a program one after the other.
pub struct Analyser {
    /// The program so far.
    pub program: Program,
    warnings: Vec<Diagnostic>,
    shared: Shared,
}

/// What the units of a program share, besides the program.
#[derive(Default)]
struct Shared {
    /// Names with external linkage (C11 6.2.2).
    linkage: HashMap<String, Entity>,
    /// The tags of which a library told, and where.
    told: Vec<(String, Pos)>,
    /// Where records were completed.
    completed: HashMap<u32, Pos>,
    /// Which file defines an object, or a function, with external linkage, and where.
    defined: HashMap<(Symbol, u32), (u32, Pos)>,
    /// What functions for inlining were in files before the last that has them.
    replaced: Vec<(u32, FunctionType, Body, Pos)>,
    /// How often a global's name was used, to keep static ones apart.
    names: HashMap<String, u32>,
    /// How many units there were.
    units: u32,
    /// What the units declare at file scope, for observers.
    visible: Visible,
    /// What the compiler can confirm.
    facts: Vec<Fact>,
    /// Names for the linker.
    linked: linker::Linked,
    /// Functions that no program can name.
    own: BTreeMap<&'static str, u32>,
    /// What an undeclared function of the C library is.
    undeclared: Undeclared,
    /// The texts of definitions for inlining that other files can see, by function, with the first
    /// string literal of the file.
    inline: HashMap<u32, (Box<str>, u32)>,
    /// Inline functions that others stand for.
    stand_ins: Vec<stand_in::StandIn>,
    /// Calls of functions that call back.
    callbacks: Vec<Callback>,
}

/// What an undeclared function of the C library is.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Undeclared {
    /// The compiler's, with its type.
    #[default]
    BuiltIn,
    /// Refused: arguments of the compiler may make it any function that returns `int`.
    Refused,
}

/// The state while one unit is analysed.
struct Unit<'a> {
    program: &'a mut Program,
    warnings: &'a mut Vec<Diagnostic>,
    shared: &'a mut Shared,
    sources: &'a Sources,
    unit: UnitId,
    scopes: Vec<Scope>,
    collected: facts::Collected,
    function: Option<FunctionState>,
    types: UnitTypes,
    functions: UnitFunctions,
    renamed: Renamed,
    observing: Observing,
    account: account::Account,
    /// String literals that occurred.
    strings: HashMap<StringLiteral, u32>,
    /// Inside a constant that gcc needs at once.
    folding: bool,
}

/// What files may define for each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Symbol {
    Object,
    Function,
}

/// What is known of a unit's own types.
#[derive(Default)]
struct UnitTypes {
    /// Records from this one on are the unit's.
    first_record: u32,
    /// So are string literals.
    first_string: u32,
    /// The number of the program's file or the library's model, from 1 on; 0 of observers.
    number: u32,
    /// Tags of enumerations that seem to have negative values: for uses before their definitions,
    /// which check it.
    negative: HashSet<String>,
    /// Unions with the attribute `transparent_union`.
    transparent: HashSet<u32>,
    /// Where constants stand that a wider format than their type's may have otherwise.
    rounded: HashSet<Pos>,
    /// The values of constants with 128 bits, where two at one place are not different.
    wide: HashMap<Pos, Option<i128>>,
    /// The types of objects with linkage as they are declared where the analysis is.
    objects: HashMap<u32, Qual>,
    /// What becomes of lengths of arrays that are no constants, where the analysis is.
    lengths: Lengths,
}

/// What a unit says of functions.
#[derive(Default)]
struct UnitFunctions {
    /// Their types as this unit declares them: another one may say something else.
    declared: HashMap<u32, FunctionType>,
    /// Those that this unit defines.
    defined: HashSet<String>,
    /// Inline functions whose calls are calls of others.
    forwards: HashMap<u32, fortify::Forward>,
}

/// What declarations say of functions that the unit's end shows: other names, and that they run
/// before `main`.
#[derive(Default)]
struct Renamed {
    /// Functions declared as aliases, with what they stand for.
    aliases: Vec<(u32, String, Span)>,
    /// Objects that aliases stand for and that were not declared there, with their names and types.
    objects: Vec<(u32, String, Qual, Span)>,
    /// Functions that the linker knows by another name.
    symbols: Vec<(u32, String, Span)>,
    /// Functions that run before `main`.
    constructors: Vec<constructors::Declared>,
}

/// What only observers have: empty in the program's own units.
#[derive(Default)]
struct Observing {
    /// The type states that `.` and `->` find, by type.
    states: Vec<(Type, u32)>,
    /// Names that a pattern cannot use.
    unclear: HashSet<String>,
}

/// The state while one function's body is analysed.
struct FunctionState {
    id: u32,
    name: String,
    result: Type,
    locals: Vec<Local>,
    local_names: HashMap<String, u32>,
    labels: HashMap<String, (Label, bool, Pos)>,
    label_count: u32,
    addressed: BTreeSet<Label>,
    stmts: Vec<Stmt>,
    /// Where `break` and `continue` go, and how many clean-up functions are open there.
    breaks: Vec<(Label, usize)>,
    continues: Vec<(Label, usize)>,
    switches: Vec<Switch>,
    /// How long the objects of compound literals live.
    literals: Duration,
    /// The objects of `__func__` and its like, by the word.
    own_names: HashMap<String, u32>,
    cleanups: cleanup::Cleanups,
}

/// How long objects live (C11 6.2.4).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duration {
    Static,
    Automatic,
}

/// The innermost `switch` statements while their bodies are analysed.
struct Switch {
    ty: Type,
    cases: Vec<(i128, i128, Label)>,
    default: Option<Label>,
    /// How many clean-up functions are open in front of it.
    open: usize,
}

impl Analyser {
    /// No units yet.
    pub fn new(profile: Profile) -> Analyser {
        let program = Program {
            types: Types::new(profile),
            globals: Vec::new(),
            functions: Vec::new(),
            strings: Vec::new(),
            observed: crate::ir::Observed::default(),
            at_exit: None,
            fresh: false,
            misaligned: false,
            assembly: false,
            constructors: Vec::new(),
            promises: Promises::new(),
            instead: BTreeSet::new(),
            computed: BTreeMap::new(),
            described: false,
        };
        Analyser {
            program,
            warnings: Vec::new(),
            shared: Shared::default(),
        }
    }

    /// Says what undeclared functions of the C library are.
    pub fn undeclared(&mut self, are: Undeclared) {
        self.shared.undeclared = are;
    }

    /// Notes whether a unit has assembly outside of functions, which the parser leaves out.
    pub fn assembly(&mut self, present: bool) {
        self.program.assembly |= present;
    }

    /// The next unit is a file of the program.
    pub fn file(&mut self) {
        self.program.types.files += 1;
    }

    /// Analyses one more unit. `occurrences`: where its text has attributes and assembly; `given`:
    /// what it knows besides.
    ///
    /// # Errors
    /// The first thing in it that is wrong or not modelled.
    pub fn unit(
        &mut self,
        sources: &Sources,
        id: UnitId,
        tree: &TranslationUnit,
        occurrences: &[usize],
        given: Vec<(&str, Given)>,
    ) -> Result<()> {
        self.shared.units += 1;
        let number = self.shared.units;
        let mut unit = self.open(sources, id, Scope::default());
        unit.types.number = number;
        unit.builtins();
        given
            .into_iter()
            .for_each(|(name, Given(entity))| unit.bind(name, entity));
        unit.types.negative = enumeration::negative_tags(tree);
        unit.functions.defined = function::defined_functions(tree);
        for item in &tree.0 {
            match &item.node {
                ExternalDeclaration::Declaration(d) => {
                    unit.facts_behind(item.span, |unit| unit.declaration(d))?;
                }
                ExternalDeclaration::FunctionDefinition(f) => {
                    unit.facts_behind(item.span, |unit| unit.function_definition(f))?;
                }
                ExternalDeclaration::StaticAssert(a) => {
                    unit.facts_behind(item.span, |unit| unit.static_assert(a))?;
                }
            }
        }
        unit.all_enumerations_known()?;
        unit.resolve_aliases()?;
        unit.resolve_symbols()?;
        unit.resolve_constructors()?;
        unit.settle(tree, occurrences)?;
        let scope = unit.scopes.drain(..).next();
        self.shared.visible.files.extend(scope);
        Ok(())
    }

    fn open<'a>(&'a mut self, sources: &'a Sources, unit: UnitId, scope: Scope) -> Unit<'a> {
        let first_record = u32::try_from(self.program.types.records.len()).unwrap_or(u32::MAX);
        let first_string = u32::try_from(self.program.strings.len()).unwrap_or(u32::MAX);
        Unit {
            program: &mut self.program,
            warnings: &mut self.warnings,
            shared: &mut self.shared,
            sources,
            unit,
            scopes: vec![scope],
            collected: facts::Collected::default(),
            function: None,
            types: UnitTypes {
                first_record,
                first_string,
                ..UnitTypes::default()
            },
            functions: UnitFunctions::default(),
            renamed: Renamed::default(),
            observing: Observing::default(),
            account: account::Account::default(),
            strings: HashMap::new(),
            folding: false,
        }
    }

    /// What the compiler can confirm of the units so far.
    pub fn facts(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.shared.facts)
    }

    /// The whole program.
    ///
    /// # Errors
    /// If nothing is declared.
    pub fn finish(self, sources: &Sources) -> Result<(Program, Vec<Diagnostic>)> {
        if self.program.functions.iter().all(|f| f.body.is_none()) {
            return Err(LoadError::plain(ErrorKind::Empty, "no function is defined"));
        }
        let functions = &self.program.functions;
        let renamed = functions
            .iter()
            .find(|f| f.alias.is_some() && f.body.is_some());
        if let Some(f) = renamed {
            let message = format!(
                "`{}` is defined here, but another file gives a function of this name another one \
                 for the linker",
                f.name
            );
            return Err(LoadError::at(
                ErrorKind::Unsupported,
                sources,
                f.pos,
                message,
            ));
        }
        let wrong = stand_in::wrong_stand_in(&self.program, sources, &self.shared.stand_ins);
        if let Some(error) = wrong {
            return Err(error);
        }
        let misnamed = self.shared.linked.misnamed();
        if let Some(f) = misnamed.and_then(|f| self.program.function(f)) {
            let message = format!(
                "the linker's name of `{}` is that of a function which has another one itself",
                f.name
            );
            return Err(LoadError::at(
                ErrorKind::Unsupported,
                sources,
                f.pos,
                message,
            ));
        }
        Ok((self.program, self.warnings))
    }
}

impl Analyser {
    /// The functions that have a body.
    pub fn defined(&self) -> BTreeSet<u32> {
        let functions = (0u32..).zip(&self.program.functions);
        functions
            .filter(|(_, f)| f.body.is_some())
            .map(|(id, _)| id)
            .collect()
    }

    /// What has a body now and had none before is a model of the library's function `name`:
    /// `__builtin_NAME` that is a call is a call of it (gcc manual, "Other Builtins").
    pub fn model(&mut self, name: &str, before: &BTreeSet<u32>) {
        for id in self.defined().difference(before) {
            if let Some(f) = self.program.functions.get_mut(*id as usize) {
                f.modelled = true;
            }
        }
        let Some(Entity::Function(model)) = self.shared.linkage.get(name) else {
            return;
        };
        for f in &mut self.program.functions {
            let builtin = f.name.strip_prefix("__builtin_") == Some(name);
            if builtin && f.body.is_none() && f.alias.is_none() {
                f.alias = Some(*model);
            }
        }
    }
}

impl Unit<'_> {
    /// Whether everything that the text says was read.
    fn settle(&mut self, tree: &TranslationUnit, occurrences: &[usize]) -> Result<()> {
        let mut occurrences = occurrences.iter();
        let attribute = occurrences.find(|at| !self.account.accounted.contains(*at));
        let (at, message) = match (attribute, self.account.unread(tree)) {
            (Some(at), _) => (
                *at,
                "an attribute, or a name for the linker, is not supported in this position".into(),
            ),
            (None, Some((part, at))) => (at, format!("{} means nothing here", part.name())),
            (None, None) => return Ok(()),
        };
        let pos = self.sources.pos(self.unit, at);
        Err(LoadError::at(
            ErrorKind::Unsupported,
            self.sources,
            pos,
            message,
        ))
    }

    fn builtins(&mut self) {
        self.bind("__builtin_va_list", Entity::Typedef(Type::VaList.into()));
    }

    fn pos(&self, span: Span) -> Pos {
        self.sources.pos(self.unit, span.start)
    }
    fn fail(&self, kind: ErrorKind, span: Span, message: impl Into<String>) -> LoadError {
        LoadError::at(kind, self.sources, self.pos(span), message)
    }
    fn type_error(&self, span: Span, message: impl Into<String>) -> LoadError {
        self.fail(ErrorKind::Type, span, message)
    }
    fn unsupported(&self, span: Span, message: impl Into<String>) -> LoadError {
        self.fail(ErrorKind::Unsupported, span, message)
    }
    fn warn(&mut self, span: Span, message: impl Into<String>) {
        let diagnostic = Diagnostic::at(self.sources, self.pos(span), message);
        self.warnings.push(diagnostic);
    }
    fn size_of(&self, ty: &Type, span: Span) -> Result<u64> {
        self.program
            .types
            .size_of(ty)
            .map_err(|e| self.type_error(span, e.0))
    }
    fn show(&self, ty: &Type) -> String {
        self.program.types.show(ty)
    }

    // -- scopes

    fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find_map(|s| s.names.get(name))
    }
    fn lookup_tag(&self, name: &str) -> Option<Tag> {
        self.scopes
            .iter()
            .rev()
            .find_map(|s| s.tags.get(name))
            .copied()
    }
    fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }
    fn bind(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.declared += usize::from(matches!(entity, Entity::Constant(..)));
            scope.names.insert(name.to_owned(), entity);
        }
    }
    fn bind_tag(&mut self, name: &str, tag: Tag) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.declared += 1;
            scope.tags.insert(name.to_owned(), tag);
        }
    }
    fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let open = self.open_cleanups();
        self.scopes.push(Scope::default());
        let result = body(self);
        if let Some(scope) = self.scopes.pop() {
            self.undeclare(scope);
        }
        let result = result?;
        self.close_cleanups(open)?;
        Ok(result)
    }

    /// What a block says of the types of functions and objects is not known behind it (C11
    /// 6.2.7p4).
    fn undeclare(&mut self, scope: Scope) {
        for (id, outside) in scope.functions.into_iter().rev() {
            match outside {
                Some(ty) => self.functions.declared.insert(id, ty),
                None => self.functions.declared.remove(&id),
            };
        }
        for (id, outside) in scope.objects.into_iter().rev() {
            match outside {
                Some(ty) => self.types.objects.insert(id, ty),
                None => self.types.objects.remove(&id),
            };
        }
    }

    /// How often a tag or an enumerator was declared in the innermost scope: what is analysed in
    /// another order than it stands in the text must not declare any (C11 6.2.1p7).
    fn types_declared(&self) -> usize {
        self.scopes.last().map_or(0, |scope| scope.declared)
    }

    /// A name for a global that no other global has.
    fn unique_global(&mut self, name: &str) -> String {
        let count = self.shared.names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}@{count}")
        }
    }

    // -- the function being analysed

    fn function(&mut self, span: Span) -> Result<&mut FunctionState> {
        match self.function {
            Some(ref mut f) => Ok(f),
            None => Err(LoadError::at(
                ErrorKind::Type,
                self.sources,
                self.sources.pos(self.unit, span.start),
                "this may stand inside a function only",
            )),
        }
    }
    fn emit(&mut self, span: Span, kind: StmtKind) -> Result<()> {
        let pos = self.pos(span);
        self.function(span)?.stmts.push(Stmt { kind, pos });
        Ok(())
    }
    fn new_label(&mut self, span: Span) -> Result<Label> {
        let f = self.function(span)?;
        f.label_count += 1;
        Ok(Label(f.label_count - 1))
    }
    fn place_label(&mut self, span: Span, label: Label) -> Result<()> {
        self.emit(
            span,
            StmtKind::Label {
                label,
                error: false,
                name: None,
            },
        )
    }
    fn new_local(&mut self, span: Span, name: &str, ty: Qual) -> Result<u32> {
        let f = self.function(span)?;
        let count = f.local_names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        let name = if *count == 1 {
            name.to_owned()
        } else {
            format!("{name}.{count}")
        };
        f.locals.push(Local { name, ty });
        Ok(u32::try_from(f.locals.len() - 1).unwrap_or(u32::MAX))
    }
    fn new_global(&mut self, global: Global) -> u32 {
        self.program.globals.push(global);
        u32::try_from(self.program.globals.len() - 1).unwrap_or(u32::MAX)
    }
    /// The value of an integer constant expression.
    fn constant(
        &mut self,
        e: &lang_c::span::Node<lang_c::ast::Expression>,
    ) -> Result<(i128, Type)> {
        let value = self.expression(e)?;
        let value = match self.offset_from_null(&value) {
            Some(offset) => Expr::int(offset, value.ty, value.pos),
            None => value,
        };
        self.constant_found(e, &value);
        match value.as_int() {
            Some(v) if value.ty.is_integer() => Ok((v, value.ty)),
            _ => Err(self.type_error(e.span, "an integer constant expression is needed here")),
        }
    }
    /// The value of a floating constant that is cast to an integer (C11 6.6p6), if the type has it.
    fn truncated(&self, value: Expr) -> Expr {
        let number = match (&value.kind, &value.ty) {
            (ExprKind::Convert(inner), Type::Int(_) | Type::Bool) => {
                let (sign, inner) = match &inner.kind {
                    ExprKind::Negate(inner) => (-1.0, inner),
                    _ => (1.0, inner),
                };
                match inner.kind {
                    // Only a number that was rounded to an integer may be less in another format.
                    ExprKind::Float(bits) => {
                        let number = f64::from_bits(bits);
                        let rounded = self.types.rounded.contains(&inner.pos);
                        match value.ty {
                            // Whether it is 0, and nothing else (C11 6.3.1.2).
                            Type::Bool => {
                                (number != 0.0 || !rounded).then_some(f64::from(number != 0.0))
                            }
                            _ => {
                                (number.fract() != 0.0 || !rounded).then_some(sign * number.trunc())
                            }
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let machine = self.program.types.machine(&value.ty);
        let (Some(number), Some(machine)) = (number.filter(|n| n.abs() < 1e18), machine) else {
            return value;
        };
        // Exact: it is whole, and has less than 64 bits.
        #[allow(clippy::cast_possible_truncation)]
        let number = number as i128;
        match machine.wrap(number) == number {
            true => Expr::int(number, value.ty, value.pos),
            false => value,
        }
    }
    fn static_assert(&mut self, a: &lang_c::span::Node<lang_c::ast::StaticAssert>) -> Result<()> {
        self.account.read(a);
        // What cannot be decided here, the compiler has decided: a program that compiles passes its
        // assertions.
        let value = self.expression(&a.node.expression)?;
        match value.as_int().unwrap_or(1) {
            0 => Err(self.type_error(a.span, "a static assertion fails")),
            _ => Ok(()),
        }
    }
}
