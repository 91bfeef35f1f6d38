//! Functions: their declarations, definitions and labels (C11 6.2.7, 6.8.1, 6.9.1).

use super::cleanup::Cleanups;
use super::declarator::{declared_name, defining_suffix, Parameter};
use super::fortify::parameter_names;
use super::stand_in::StandIn;
use super::variable_array::Lengths;
use super::{Duration, Entity, FunctionState, Result, Symbol, Unit};
use crate::accounting::{Position, INLINE};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{Body, Function, Label, Linkage, Promises};
use crate::types::{FunctionType, Qual, Type};
use lang_c::ast::{
    DeclarationSpecifier, DerivedDeclarator, ExternalDeclaration, FunctionDefinition,
    ParameterDeclaration, Statement, StorageClassSpecifier, TranslationUnit, TypeSpecifier,
};
use lang_c::span::{Node, Span};
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

impl FunctionState {
    pub(super) fn new(id: u32, name: String, result: Type) -> FunctionState {
        FunctionState {
            id,
            name,
            result,
            locals: Vec::new(),
            local_names: HashMap::new(),
            labels: HashMap::new(),
            label_count: 0,
            addressed: BTreeSet::new(),
            stmts: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            switches: Vec::new(),
            literals: Duration::Automatic,
            own_names: HashMap::new(),
            cleanups: Cleanups::default(),
        }
    }

    /// The first label that is used, and not defined.
    pub(super) fn undefined_label(&self) -> Option<(&str, Pos)> {
        let missing = self.labels.iter().filter(|(_, (_, defined, _))| !defined);
        missing
            .map(|(name, (_, _, pos))| (name.as_str(), *pos))
            .min_by_key(|(_, pos)| *pos)
    }
}

/// Whether a definition says `int` for its result: gcc tells an enumeration from it.
fn returns_int(f: &FunctionDefinition, ty: &FunctionType) -> bool {
    let int = |s: &Node<DeclarationSpecifier>| match &s.node {
        DeclarationSpecifier::TypeSpecifier(ty) => {
            matches!(ty.node, TypeSpecifier::Int | TypeSpecifier::Signed)
        }
        DeclarationSpecifier::StorageClass(_)
        | DeclarationSpecifier::TypeQualifier(_)
        | DeclarationSpecifier::Function(_)
        | DeclarationSpecifier::Alignment(_)
        | DeclarationSpecifier::Extension(_) => true,
    };
    ty.result == Type::INT && f.specifiers.iter().all(int)
}

impl Unit<'_> {
    /// Declares a function; also what a call of an unknown name does (C90 6.3.2.2).
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        ty: &Rc<FunctionType>,
        internal: bool,
        noreturn: bool,
        span: Span,
    ) -> Result<u32> {
        let visible = match self.scopes.first().and_then(|s| s.names.get(name)) {
            Some(e) => Some(e.clone()),
            None if internal => None,
            None => self.shared.linkage.get(name).cloned(),
        };
        let id = match visible {
            Some(Entity::Function(id)) => id,
            Some(_) => {
                return Err(self.type_error(
                    span,
                    format!("`{name}` was declared as something else before"),
                ))
            }
            None => {
                let pos = self.pos(span);
                let id = self.new_function(name, FunctionType::clone(ty), pos);
                if internal {
                    if let Some(function) = self.program.functions.get_mut(id as usize) {
                        function.linkage = Linkage::Internal;
                    }
                } else {
                    self.shared
                        .linkage
                        .insert(name.to_owned(), Entity::Function(id));
                }
                if let Some(scope) = self.scopes.first_mut() {
                    scope.names.insert(name.to_owned(), Entity::Function(id));
                }
                id
            }
        };
        self.bind(name, Entity::Function(id));
        self.has_type_of_before(id, name, ty, span)?;
        let here = self.redeclared(id, ty);
        let outside = self.functions.declared.insert(id, here);
        if let Some(scope) = self.scopes.last_mut() {
            scope.functions.push((id, outside));
        }
        if let Some(f) = self.program.functions.get_mut(id as usize) {
            f.noreturn |= noreturn;
            if f.body.is_none() && (f.ty.params.is_none() || ty.params.is_some()) {
                f.ty = FunctionType::clone(ty);
            }
        }
        Ok(id)
    }

    /// Whether a function has the type that it was declared with, perhaps in another file: that may
    /// have a structure which this one defines otherwise (C11 6.2.7p2).
    fn has_type_of_before(
        &mut self,
        id: u32,
        name: &str,
        ty: &Rc<FunctionType>,
        span: Span,
    ) -> Result<()> {
        let Some(f) = self.program.functions.get(id as usize) else {
            return Ok(());
        };
        let old = Type::Function(Rc::new(f.ty.clone()));
        let new = Type::Function(ty.clone());
        match self.program.types.relate_apart(&old, &new) {
            Ok(()) => {}
            Err(Some((a, b))) if self.program.types.are_two_definitions(a, b) => {
                return Err(self.defined_otherwise((a, b), span));
            }
            Err(_) => {
                let shown = self.show(&old);
                self.warn(span, format!("`{name}` was declared as `{shown}` before"));
            }
        }
        Ok(())
    }

    /// The type of a function after one more declaration in this unit: the composite one, if they
    /// are compatible (C11 6.2.7p4).
    fn redeclared(&self, id: u32, ty: &Rc<FunctionType>) -> FunctionType {
        let Some(known) = self.functions.declared.get(&id) else {
            return FunctionType::clone(ty);
        };
        let types = &self.program.types;
        let old = Qual::from(Type::Function(Rc::new(known.clone())));
        let new = Qual::from(Type::Function(ty.clone()));
        if !types.compatible(&old.ty, &new.ty) {
            let keeps = known.params.is_some() && ty.params.is_none();
            return if keeps { known } else { &**ty }.clone();
        }
        match types.composite(&old, &new).ty {
            Type::Function(composite) => FunctionType::clone(&composite),
            _ => known.clone(),
        }
    }

    /// The type that a function has in this unit.
    pub(super) fn function_type_here(&self, id: u32) -> Option<FunctionType> {
        self.functions
            .declared
            .get(&id)
            .or_else(|| self.program.functions.get(id as usize).map(|f| &f.ty))
            .cloned()
    }

    pub(super) fn function_definition(&mut self, f: &Node<FunctionDefinition>) -> Result<()> {
        self.account.accesses = false;
        let specifiers = self.specifiers(&f.node.specifiers, false, f.span)?;
        let (name, ty) = self.declarator(specifiers.ty, &f.node.declarator)?;
        let suffix = defining_suffix(&f.node.declarator.node);
        let (Some(name), Type::Function(ty), Some(suffix)) = (name, &ty.ty, suffix) else {
            return Err(self
                .unsupported(f.span, "this is read as a function definition, but it declares no function")
                .help("an attribute between `struct` and its tag is not supported: move it behind the closing brace"));
        };
        self.is_not_built_in(&name, f.span)?;
        let attributes = self.attributes(f.node.declarator.node.extensions.iter())?;
        self.admit(&specifiers.attributes, Position::Function)?;
        self.admit(&attributes, Position::Function)?;
        let attributes = specifiers.attributes.with(attributes);
        let internal = specifiers.storage == Some(StorageClassSpecifier::Static);
        let id = self.declare_function(&name, ty, internal, attributes.noreturn, f.span)?;
        self.constructor(id, &attributes, f.span)?;
        let external = specifiers.storage == Some(StorageClassSpecifier::Extern);
        let inline_only = external && attributes.gnu_inline;
        let inline = specifiers.inline && !internal;
        if inline_only && self.is_another_one(id, ty, f) {
            self.account.body_left_out(&f.node.statement);
            self.promise(id, attributes.noreturn);
            return Ok(());
        }
        let first = self.taken_back(id, f.span, inline);
        let known = self.program.functions.get(id as usize);
        if let Some(first) = known.filter(|f| f.body.is_some()) {
            return Err(match first.weak || attributes.weak {
                true => self.two_definitions(f.span, &name),
                false => self.defined_again(id, (&name, inline), f.span),
            });
        }
        let defined = (self.types.number, self.pos(f.span));
        self.shared.defined.insert((Symbol::Function, id), defined);
        self.function = Some(FunctionState::new(id, name, ty.result.clone()));
        self.body_found(id, f.node.statement.span);
        let params = self.scoped(|unit| unit.function_body(f, suffix))?;
        self.landing_pads(f.span)?;
        let accesses = self.account.accesses;
        let Some(state) = self.function.take() else {
            return Ok(());
        };
        if inline {
            self.account.promised.insert(INLINE);
            let text = self.sources.piece(self.unit, f.span.start, f.span.end);
            let text = text.map(|text| (id, (text.into(), self.types.first_string)));
            self.shared.inline.extend(text);
        }
        self.promise(id, attributes.noreturn);
        if let Some(function) = self.program.functions.get_mut(id as usize) {
            function.weak |= attributes.weak;
            function.inline_only = inline_only;
            function.accesses = accesses;
            function.ends_with_zero = function.name == "main" && returns_int(&f.node, &function.ty);
        }
        self.complete_function(state, ty, params, f.span)?;
        // What the words mean can be compared when all types are known.
        let pos = self.pos(f.span);
        let first = first.map(|(ty, body)| (id, ty, body, pos));
        self.shared.replaced.extend(first);
        Ok(())
    }

    /// A function that no program can name.
    pub(super) fn own_function(
        &mut self,
        name: &'static str,
        (result, params): (Type, Vec<Type>),
        span: Span,
    ) -> u32 {
        if let Some(id) = self.shared.own.get(name) {
            return *id;
        }
        let ty = FunctionType {
            result,
            params: Some(params),
            variadic: false,
            variants: Vec::new(),
        };
        let pos = self.pos(span);
        let id = self.new_function(name, ty, pos);
        self.shared.own.insert(name, id);
        id
    }

    pub(super) fn new_function(&mut self, name: &str, ty: FunctionType, pos: Pos) -> u32 {
        self.program.functions.push(Function {
            name: name.to_owned(),
            linkage: Linkage::External,
            ty,
            noreturn: false,
            weak: false,
            pruned: false,
            modelled: false,
            inline_only: false,
            ends_with_zero: false,
            alias: None,
            promises: Promises::new(),
            accesses: false,
            pos,
            body: None,
        });
        u32::try_from(self.program.functions.len() - 1).unwrap_or(u32::MAX)
    }

    /// Which of a weak and another definition counts, linkers decide.
    fn two_definitions(&self, span: Span, name: &str) -> LoadError {
        let message =
            format!("`{name}` is defined twice, once as a weak symbol (`__attribute__((weak))`)");
        self.unsupported(span, message)
            .help("give only the file whose definition the linker takes: the one that is not weak")
    }

    /// What the type and the body of an inline definition are in another file that has it too, word
    /// for word. This one takes its place.
    fn taken_back(&mut self, id: u32, span: Span, inline: bool) -> Option<(FunctionType, Body)> {
        let text = self.sources.piece(self.unit, span.start, span.end);
        let known = self.shared.inline.get(&id).filter(|_| inline);
        let same = known
            .zip(text)
            .is_some_and(|((first, _), text)| **first == *text);
        let function = self.program.functions.get_mut(id as usize);
        let function = function.filter(|_| same)?;
        Some((function.ty.clone(), function.body.take()?))
    }

    /// Whether calls of an `extern inline` function are calls of an external one (gcc manual,
    /// `gnu_inline`).
    fn is_another_one(
        &mut self,
        id: u32,
        ty: &Rc<FunctionType>,
        f: &Node<FunctionDefinition>,
    ) -> bool {
        let callees = match (
            self.forward(&f.node, ty),
            parameter_names(&f.node.declarator.node),
        ) {
            (Some(forward), _) => {
                let target = forward.target().to_owned();
                self.functions.forwards.insert(id, forward);
                Some(vec![target])
            }
            (None, Some(parameters)) => self.passes_on(&f.node, (ty, &parameters)),
            (None, None) => None,
        };
        let pos = self.pos(f.span);
        let found = callees.map(|callees| StandIn {
            function: id,
            callees,
            pos,
        });
        let found_one = found.is_some();
        self.shared.stand_ins.extend(found);
        found_one
    }

    /// Gives a function the body that was analysed.
    fn complete_function(
        &mut self,
        state: FunctionState,
        ty: &FunctionType,
        params: usize,
        span: Span,
    ) -> Result<()> {
        if let Some((label, pos)) = state.undefined_label() {
            let message = format!("the label `{label}` is not defined in `{}`", state.name);
            return Err(LoadError::at(ErrorKind::Type, self.sources, pos, message));
        }
        let types = state.locals.iter().take(params);
        let types = types.map(|l| l.ty.ty.without_sizes());
        // Calls convert to a prototype's types; a definition without one takes promoted
        // arguments, which translation converts.
        let ty = FunctionType {
            params: ty.params.as_ref().map(|_| types.collect()),
            ..ty.clone()
        };
        let end = self.sources.pos(self.unit, span.end.saturating_sub(1));
        let fingerprint = self.sources.fingerprint(self.unit, span.start, span.end);
        if let Some(function) = self.program.functions.get_mut(state.id as usize) {
            function.ty = ty;
            function.body = Some(Body {
                locals: state.locals,
                params,
                labels: state.label_count,
                addressed: state.addressed,
                stmts: state.stmts,
                end,
                fingerprint,
            });
        }
        Ok(())
    }

    /// Binds the parameters and analyses the body in their scope; returns their number.
    fn function_body(
        &mut self,
        f: &Node<FunctionDefinition>,
        suffix: &Node<DerivedDeclarator>,
    ) -> Result<usize> {
        let params = match &suffix.node {
            DerivedDeclarator::Function(d) => return self.prototyped_body(f, &d.node.parameters),
            DerivedDeclarator::KRFunction(names) => {
                self.old_style_parameters(names, &f.node.declarations)?
            }
            _ => Vec::new(),
        };
        let count = params.len();
        for p in params {
            let id =
                self.new_local(p.span, p.name.as_deref().unwrap_or("unnamed"), p.ty.clone())?;
            self.enter_parameter(id, p)?;
        }
        self.body_statements(f)?;
        Ok(count)
    }

    /// As [`Self::function_body`], for a definition with a prototype. Lengths in the types of
    /// parameters are computed where the function is entered (C11 6.9.1p10); the locals that hold
    /// them come behind the parameters.
    fn prototyped_body(
        &mut self,
        f: &Node<FunctionDefinition>,
        list: &[Node<ParameterDeclaration>],
    ) -> Result<usize> {
        // `(void)`, or a single parameter without a name.
        let unnamed = |p: &Node<ParameterDeclaration>| match &p.node.declarator {
            Some(d) => declared_name(&d.node).is_none(),
            None => true,
        };
        let none = match list {
            [only] if unnamed(only) => self.prototype(list)?.is_empty(),
            _ => false,
        };
        let list = if none { &[] } else { list };
        for p in list {
            let declarator = p.node.declarator.as_ref();
            let name = declarator.and_then(|d| declared_name(&d.node));
            self.new_local(p.span, name.unwrap_or("unnamed"), Type::Void.into())?;
        }
        for (id, p) in (0u32..).zip(list) {
            let parameter =
                self.with_lengths(Lengths::Entered, |unit| unit.declared_parameter(p))?;
            self.enter_parameter(id, parameter)?;
        }
        self.body_statements(f)?;
        Ok(list.len())
    }

    /// Gives a parameter's local its type, and binds its name.
    fn enter_parameter(&mut self, id: u32, p: Parameter) -> Result<()> {
        self.size_of(&p.ty.ty, p.span)?;
        if p.ty.ty == Type::Void {
            return Err(self.type_error(p.span, "a parameter cannot be void"));
        }
        if let Some(local) = self.function(p.span)?.locals.get_mut(id as usize) {
            local.ty = p.ty;
        }
        if let Some(name) = &p.name {
            self.bind(name, Entity::Local(id));
            self.name_declared(name, p.span);
        }
        Ok(())
    }

    fn body_statements(&mut self, f: &Node<FunctionDefinition>) -> Result<()> {
        self.account.read(&f.node.statement);
        let Statement::Compound(items) = &f.node.statement.node else {
            return Err(self.type_error(f.span, "a function body is missing"));
        };
        // The parameters' scope is the body's block (C11 6.2.1p4).
        self.block_items(items)?;
        self.facts_without_place();
        Ok(())
    }

    /// A label of the current function by name, made up at its first mention.
    pub(super) fn named_label(&mut self, name: &str, defines: bool, span: Span) -> Result<Label> {
        let pos = self.pos(span);
        let known = self.function(span)?.labels.get(name).copied();
        if defines && known.is_some_and(|(_, defined, _)| defined) {
            return Err(self.type_error(span, format!("the label `{name}` is defined twice")));
        }
        let label = match known {
            Some((label, _, _)) => label,
            None => self.new_label(span)?,
        };
        let defined = defines || known.is_some_and(|(_, defined, _)| defined);
        let first = known.map_or(pos, |(_, _, pos)| pos);
        self.function(span)?
            .labels
            .insert(name.to_owned(), (label, defined, first));
        Ok(label)
    }
}

/// The names of the functions that a unit defines.
pub(super) fn defined_functions(tree: &TranslationUnit) -> HashSet<String> {
    let names = tree.0.iter().filter_map(|item| match &item.node {
        ExternalDeclaration::FunctionDefinition(f) => declared_name(&f.node.declarator.node),
        ExternalDeclaration::Declaration(_) | ExternalDeclaration::StaticAssert(_) => None,
    });
    names.map(str::to_owned).collect()
}
