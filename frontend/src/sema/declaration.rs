//! Declarations: declarators, objects, functions, linkage (C11 6.2.2, 6.7.6, 6.9).

use super::specifiers::Specifiers;
use super::{Duration, Entity, FunctionState, Result, Unit};
use crate::accounting::{Position, INLINE, RESTRICT, STATIC_LENGTH};
use crate::diagnostic::ErrorKind;
use crate::ir::{Body, Global, Init, Label, Linkage, StmtKind};
use crate::types::{FunctionType, Qual, Type, Variant};
use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declaration, Declarator, DeclaratorKind, DerivedDeclarator,
    Ellipsis, ExternalDeclaration, FunctionDefinition, InitDeclarator, ParameterDeclaration,
    PointerQualifier, Statement, StorageClassSpecifier, TranslationUnit, TypeQualifier,
};
use lang_c::span::{Node, Span};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A parameter of a function that is being defined.
struct Parameter {
    name: Option<String>,
    ty: Qual,
    span: Span,
}

impl Unit<'_> {
    /// The name and the type that a declarator gives to `base` (C11 6.7.6). Its attributes are the
    /// caller's business, except those inside of it.
    pub(super) fn declarator(
        &mut self,
        base: Qual,
        d: &Node<Declarator>,
    ) -> Result<(Option<String>, Qual)> {
        let pointers = d
            .node
            .derived
            .iter()
            .take_while(|x| {
                matches!(
                    x.node,
                    DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
                )
            })
            .count();
        let (pointers, suffixes) = d.node.derived.split_at(pointers);
        let mut ty = base;
        for pointer in pointers {
            let DerivedDeclarator::Pointer(qualifiers) = &pointer.node else {
                return Err(self.unsupported(pointer.span, "blocks are not supported"));
            };
            for qualifier in qualifiers {
                match &qualifier.node {
                    PointerQualifier::TypeQualifier(q) => {
                        let restrict = q.node == TypeQualifier::Restrict;
                        self.promised.extend(restrict.then_some(RESTRICT));
                    }
                    PointerQualifier::Extension(list) => {
                        self.admit_extensions(list, Position::Pointer)?
                    }
                }
            }
            let has = |wanted: &[TypeQualifier]| {
                qualifiers.iter().any(|q| matches!(&q.node, PointerQualifier::TypeQualifier(t) if wanted.contains(&t.node)))
            };
            let variant = Variant {
                atomic: has(&[TypeQualifier::Atomic]),
                restrict: has(&[TypeQualifier::Restrict]),
                ..Variant::default()
            };
            ty = Qual {
                ty: Type::Pointer(Rc::new(ty)),
                constant: has(&[TypeQualifier::Const]),
                volatile: has(&[TypeQualifier::Volatile, TypeQualifier::Atomic]),
                variant,
            };
        }
        for suffix in suffixes.iter().rev() {
            ty = self.suffix(ty, suffix)?;
        }
        match &d.node.kind.node {
            DeclaratorKind::Abstract => Ok((None, ty)),
            DeclaratorKind::Identifier(id) => Ok((Some(id.node.name.clone()), ty)),
            DeclaratorKind::Declarator(inner) => {
                self.admit_extensions(&inner.node.extensions, Position::Parentheses)?;
                self.declarator(ty, inner)
            }
        }
    }

    fn suffix(&mut self, ty: Qual, suffix: &Node<DerivedDeclarator>) -> Result<Qual> {
        match &suffix.node {
            DerivedDeclarator::Array(array) => {
                self.array_promises(&array.node, suffix.span)?;
                let length = match &array.node.size {
                    ArraySize::Unknown => None,
                    ArraySize::VariableUnknown => {
                        return Err(self
                            .unsupported(suffix.span, "variable-length arrays are not supported"))
                    }
                    ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => match self
                        .expression(e)?
                        .as_int()
                    {
                        Some(n) => Some(u64::try_from(n).map_err(|_| {
                            self.type_error(e.span, "an array cannot have a negative length")
                        })?),
                        None => {
                            return Err(self
                                .unsupported(e.span, "variable-length arrays are not supported"))
                        }
                    },
                };
                if matches!(ty.ty, Type::Function(_) | Type::Void) {
                    return Err(
                        self.type_error(suffix.span, "an array cannot have elements of this type")
                    );
                }
                // Qualifiers of an array are those of its elements (C11 6.7.3p9).
                let (constant, volatile) = (ty.constant, ty.volatile);
                Ok(Qual {
                    ty: Type::Array(Rc::new(ty), length),
                    constant,
                    volatile,
                    variant: Variant::default(),
                })
            }
            DerivedDeclarator::Function(f) => {
                let params = self.parameters(&f.node.parameters)?;
                let variadic = f.node.ellipsis == Ellipsis::Some;
                // `f()` says nothing about parameters (C11 6.7.6.3p14).
                let prototype = !f.node.parameters.is_empty();
                let params = prototype.then(|| params.into_iter().map(|p| p.ty).collect());
                self.function_type(ty, params, variadic, suffix.span)
            }
            DerivedDeclarator::KRFunction(_) => self.function_type(ty, None, false, suffix.span),
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {
                Err(self.type_error(suffix.span, "this declarator is malformed"))
            }
        }
    }

    /// Qualifiers and `static` in the brackets of a parameter are the pointer's (C11 6.7.6.3p7).
    fn array_promises(&mut self, array: &ArrayDeclarator, span: Span) -> Result<()> {
        for qualifier in &array.qualifiers {
            match qualifier.node {
                TypeQualifier::Restrict => {
                    self.promised.insert(RESTRICT);
                }
                TypeQualifier::Volatile | TypeQualifier::Atomic => {
                    return Err(
                        self.unsupported(span, "`volatile` inside of brackets is not supported")
                    )
                }
                TypeQualifier::Const
                | TypeQualifier::Nonnull
                | TypeQualifier::NullUnspecified
                | TypeQualifier::Nullable => {}
            }
        }
        match array.size {
            ArraySize::StaticExpression(_) => {
                self.promised.insert(STATIC_LENGTH);
            }
            ArraySize::Unknown | ArraySize::VariableUnknown | ArraySize::VariableExpression(_) => {}
        }
        Ok(())
    }

    fn function_type(
        &mut self,
        result: Qual,
        params: Option<Vec<Qual>>,
        variadic: bool,
        span: Span,
    ) -> Result<Qual> {
        if matches!(result.ty, Type::Function(_) | Type::Array(..)) {
            return Err(self.type_error(span, "a function cannot return this type"));
        }
        let all = std::iter::once(&result).chain(params.iter().flatten());
        Ok(Type::Function(Rc::new(FunctionType {
            variants: all.map(|q| q.variant).collect(),
            result: result.ty,
            params: params.map(|params| params.into_iter().map(|p| p.ty).collect()),
            variadic,
        }))
        .into())
    }

    /// Parameters with adjusted types (C11 6.7.6.3p7–8); `(void)` is none.
    fn parameters(&mut self, list: &[Node<ParameterDeclaration>]) -> Result<Vec<Parameter>> {
        let mut out = Vec::with_capacity(list.len());
        for p in list {
            let specifiers = self.specifiers(&p.node.specifiers, false, p.span)?;
            self.admit(&specifiers.attributes, Position::Parameter)?;
            self.admit_extensions(&p.node.extensions, Position::Parameter)?;
            let (name, ty) = match &p.node.declarator {
                Some(d) => {
                    self.admit_extensions(&d.node.extensions, Position::Parameter)?;
                    self.declarator(specifiers.ty, d)?
                }
                None => (None, specifiers.ty),
            };
            if ty.ty == Type::Void && name.is_none() && list.len() == 1 {
                return Ok(Vec::new());
            }
            if ty.ty == Type::Void {
                return Err(self.type_error(p.span, "a parameter cannot be void"));
            }
            let adjusted = match &ty.ty {
                Type::Array(element, _) => Type::Pointer(element.clone()).into(),
                Type::Function(_) => Type::Pointer(Rc::new(ty.clone())).into(),
                _ => ty,
            };
            out.push(Parameter {
                name,
                ty: adjusted,
                span: p.span,
            });
        }
        Ok(out)
    }

    /// A declaration at file or block scope.
    pub(super) fn declaration(&mut self, d: &Node<Declaration>) -> Result<()> {
        let alone = d.node.declarators.is_empty();
        let specifiers = self.specifiers(&d.node.specifiers, alone, d.span)?;
        if alone {
            self.admit(&specifiers.attributes, Position::Alone)?;
        }
        for declarator in &d.node.declarators {
            self.init_declarator(&specifiers, declarator)?;
        }
        if self.function.is_none() {
            let promised = std::mem::take(&mut self.promised);
            self.program.promises.extend(promised);
        }
        Ok(())
    }

    fn init_declarator(&mut self, specifiers: &Specifiers, d: &Node<InitDeclarator>) -> Result<()> {
        let attributes = self.attributes(d.node.declarator.node.extensions.iter())?;
        let (name, ty) = self.declarator(specifiers.ty.clone(), &d.node.declarator)?;
        let Some(name) = name else {
            return Err(self.type_error(d.span, "a declaration needs a name"));
        };
        let position = match (&specifiers.storage, &ty.ty) {
            (Some(StorageClassSpecifier::Typedef), _) => Position::Typedef,
            (_, Type::Function(_)) => Position::Function,
            _ => Position::Object,
        };
        self.admit(&specifiers.attributes, position)?;
        self.admit(&attributes, position)?;
        let mode = attributes.mode.or(specifiers.attributes.mode);
        if specifiers.auto_type && (specifiers.storage.is_some() || mode.is_some()) {
            return Err(self.unsupported(
                d.span,
                "`__auto_type` is supported for simple local variables only",
            ));
        }
        if specifiers.auto_type {
            return self.auto_type(&specifiers.ty, &name, d);
        }
        let ty = self.with_mode(ty, mode, d.span)?;
        if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
            if let (Type::Record(id), true) = (&ty.ty, d.node.declarator.node.derived.is_empty()) {
                self.name_record(*id, &name);
            }
            let transparent = attributes.transparent || specifiers.attributes.transparent;
            self.mark_transparent(&ty.ty, transparent);
            let (own, outer) = (&attributes.layout, &specifiers.attributes.layout);
            let align = outer.last_aligned.or(own.last_aligned);
            let variant = Variant {
                align: align.or(ty.variant.align),
                ..ty.variant
            };
            self.bind(&name, Entity::Typedef(Qual { variant, ..ty }));
            return Ok(());
        }
        let alias = attributes
            .alias
            .clone()
            .or_else(|| specifiers.attributes.alias.clone());
        if let Type::Function(f) = &ty.ty {
            let noreturn = attributes.noreturn || specifiers.attributes.noreturn;
            let id = self.declare_function(
                &name,
                f,
                specifiers.storage == Some(StorageClassSpecifier::Static),
                noreturn,
                d.span,
            )?;
            let kept = self.function.is_some().then(|| self.promised.clone());
            self.promise(id, noreturn);
            self.promised.extend(kept.into_iter().flatten());
            if let Some(f) = self.program.functions.get_mut(id as usize) {
                f.weak |= attributes.weak || specifiers.attributes.weak;
                f.pruned |= attributes.pruned;
            }
            if let Some(target) = alias {
                self.aliases.push((id, target, d.span));
            }
            if let Some(symbol) = attributes.symbol.filter(|symbol| *symbol != name) {
                self.symbols.push((id, symbol, d.span));
            }
            return Ok(());
        }
        if attributes.weak || specifiers.attributes.weak {
            return Err(self.unsupported(d.span, "weak objects are not supported"));
        }
        let renamed = attributes
            .symbol
            .as_ref()
            .is_some_and(|symbol| *symbol != name);
        if renamed && specifiers.storage != Some(StorageClassSpecifier::Register) {
            return Err(self.unsupported(
                d.span,
                "an object that the linker knows by another name is not supported",
            ));
        }
        if let Some(target) = alias {
            return self.alias_object(&name, &target, d.span);
        }
        // Only the address of an external symbol of type `void` is of use.
        if ty.ty == Type::Void && specifiers.storage != Some(StorageClassSpecifier::Extern) {
            return Err(self.type_error(d.span, format!("`{name}` cannot be void")));
        }
        match (&specifiers.storage, self.at_file_scope()) {
            (storage, true) => self.file_object(&name, ty, storage.as_ref(), d),
            (Some(StorageClassSpecifier::Extern), false) => {
                let id = self.linked_global(&name, &ty, false, d.span)?;
                self.bind(&name, Entity::Global(id));
                Ok(())
            }
            (Some(StorageClassSpecifier::Static), false) => self.static_local(&name, ty, d),
            (_, false) => self.automatic(&name, ty, d),
        }
    }

    /// An untagged record is called like its first `typedef`.
    fn name_record(&mut self, id: u32, name: &str) {
        if let Some(record) = self
            .program
            .types
            .records
            .get_mut(id as usize)
            .filter(|r| !r.tagged && r.name.starts_with("anonymous."))
        {
            record.name = name.to_owned();
        }
    }

    // -- objects

    fn file_object(
        &mut self,
        name: &str,
        ty: Qual,
        storage: Option<&StorageClassSpecifier>,
        d: &Node<InitDeclarator>,
    ) -> Result<()> {
        let internal = storage == Some(&StorageClassSpecifier::Static);
        let id = self.linked_global(name, &ty, internal, d.span)?;
        self.bind(name, Entity::Global(id));
        let defines =
            storage != Some(&StorageClassSpecifier::Extern) || d.node.initializer.is_some();
        let init = match &d.node.initializer {
            Some(init) => {
                // The type is the composite with earlier declarations (C11 6.2.7p4).
                let known = self.program.globals.get(id as usize);
                let ty = known.map_or(ty, |global| global.ty.clone());
                let (ty, init) = self.initializer(crate::ir::Base::Global(id), &ty, init)?;
                if let Some(global) = self.program.globals.get_mut(id as usize) {
                    global.ty = ty;
                }
                Some(init)
            }
            None => None,
        };
        let twice = match self.program.globals.get_mut(id as usize) {
            Some(global) => {
                global.defined |= defines;
                let twice = init.is_some() && global.init.is_some();
                global.init = init.or(global.init.take());
                twice
            }
            None => false,
        };
        if twice {
            Err(self.type_error(d.span, format!("`{name}` is initialised twice")))
        } else {
            Ok(())
        }
    }

    /// The global that a file-scope or `extern` declaration of `name` refers to.
    fn linked_global(&mut self, name: &str, ty: &Qual, internal: bool, span: Span) -> Result<u32> {
        let visible = match self.scopes.first().and_then(|s| s.names.get(name)) {
            Some(e) => Some(e.clone()),
            None if internal => None,
            None => self.linkage.get(name).cloned(),
        };
        match visible {
            Some(Entity::Global(id)) => {
                let Some(global) = self.program.globals.get(id as usize) else {
                    return Err(self.fail(ErrorKind::Internal, span, "a global is missing"));
                };
                if !self.program.types.compatible(&global.ty.ty, &ty.ty) {
                    let shown = self.show(&global.ty.ty);
                    return Err(self.type_error(
                        span,
                        format!("`{name}` was declared with the type `{shown}` before"),
                    ));
                }
                let composite = self.program.types.composite(&global.ty, ty);
                if let Some(global) = self.program.globals.get_mut(id as usize) {
                    let (constant, volatile) = (
                        global.ty.constant && ty.constant,
                        global.ty.volatile || ty.volatile,
                    );
                    global.ty = composite;
                    // Another unit may qualify the object in another way: here it changes if
                    // anybody may change it.
                    (global.ty.constant, global.ty.volatile) = (constant, volatile);
                }
                Ok(id)
            }
            Some(_) => Err(self.type_error(
                span,
                format!("`{name}` was declared as something else before"),
            )),
            None => {
                let unique = self.unique_global(name);
                let pos = self.pos(span);
                let linkage = match internal {
                    true => Linkage::Internal,
                    false => Linkage::External,
                };
                let id = self.new_global(Global {
                    name: unique,
                    linkage,
                    aliases: Vec::new(),
                    ty: ty.clone(),
                    defined: false,
                    init: None,
                    pos,
                });
                if !internal {
                    self.linkage.insert(name.to_owned(), Entity::Global(id));
                }
                Ok(id)
            }
        }
    }

    fn static_local(&mut self, name: &str, ty: Qual, d: &Node<InitDeclarator>) -> Result<()> {
        let function = self.function(d.span)?.name.clone();
        let unique = self.unique_global(&format!("{function}::{name}"));
        let pos = self.pos(d.span);
        let id = self.new_global(Global {
            name: unique,
            linkage: Linkage::Internal,
            aliases: Vec::new(),
            ty: ty.clone(),
            defined: true,
            init: None,
            pos,
        });
        self.bind(name, Entity::Global(id));
        if let Some(init) = &d.node.initializer {
            // gcc takes a compound literal for its contents there.
            self.function(d.span)?.literals = Duration::Static;
            let (ty, init) = self.initializer(crate::ir::Base::Global(id), &ty, init)?;
            self.function(d.span)?.literals = Duration::Automatic;
            if let Some(global) = self.program.globals.get_mut(id as usize) {
                global.ty = ty;
                global.init = Some(init);
            }
        }
        Ok(())
    }

    fn automatic(&mut self, name: &str, ty: Qual, d: &Node<InitDeclarator>) -> Result<()> {
        let id = self.new_local(d.span, name, ty.clone())?;
        // The scope starts before the initialiser (C11 6.2.1p7).
        self.bind(name, Entity::Local(id));
        let mut complete = ty.clone();
        let init = match &d.node.initializer {
            Some(init) => {
                let (ty, init) = self.initializer(crate::ir::Base::Local(id), &ty, init)?;
                complete = ty;
                Some(init)
            }
            None => None,
        };
        self.size_of(&complete.ty, d.span)?;
        if let Some(local) = self.function(d.span)?.locals.get_mut(id as usize) {
            local.ty = complete;
        }
        self.emit(d.span, StmtKind::Enter(id))?;
        match init {
            Some(init) => self.emit(d.span, StmtKind::Init(id, init)),
            None => Ok(()),
        }
    }

    /// A compound literal outside functions has static storage duration (C11 6.5.2.5p5).
    pub(super) fn unnamed_global(
        &mut self,
        ty: Qual,
        span: Span,
        init: impl FnOnce(&mut Self, u32) -> Result<(Qual, Init)>,
    ) -> Result<(u32, Qual)> {
        let unique = self.unique_global("literal");
        let pos = self.pos(span);
        let id = self.new_global(Global {
            name: unique,
            linkage: Linkage::Internal,
            aliases: Vec::new(),
            ty,
            defined: true,
            init: None,
            pos,
        });
        let (ty, init) = init(self, id)?;
        if let Some(global) = self.program.globals.get_mut(id as usize) {
            global.ty = ty.clone();
            global.init = Some(init);
        }
        Ok((id, ty))
    }

    // -- functions

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
            None => self.linkage.get(name).cloned(),
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
                if !internal {
                    self.linkage.insert(name.to_owned(), Entity::Function(id));
                }
                if let Some(scope) = self.scopes.first_mut() {
                    scope.names.insert(name.to_owned(), Entity::Function(id));
                }
                id
            }
        };
        self.bind(name, Entity::Function(id));
        if let Some(f) = self.program.functions.get(id as usize) {
            let (old, new) = (
                Type::Function(Rc::new(f.ty.clone())),
                Type::Function(ty.clone()),
            );
            if !self.program.types.compatible(&old, &new) {
                let shown = self.show(&old);
                self.warn(span, format!("`{name}` was declared as `{shown}` before"));
            }
        }
        let here = self.redeclared(id, ty);
        self.declared.insert(id, here);
        if let Some(f) = self.program.functions.get_mut(id as usize) {
            f.noreturn |= noreturn;
            if f.body.is_none() && (f.ty.params.is_none() || ty.params.is_some()) {
                f.ty = FunctionType::clone(ty);
            }
        }
        Ok(id)
    }

    /// The type of a function after one more declaration in this unit: the composite one, if they
    /// are compatible (C11 6.2.7p4).
    fn redeclared(&self, id: u32, ty: &Rc<FunctionType>) -> FunctionType {
        let Some(known) = self.declared.get(&id) else {
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
        self.declared
            .get(&id)
            .or_else(|| self.program.functions.get(id as usize).map(|f| &f.ty))
            .cloned()
    }

    pub(super) fn function_definition(&mut self, f: &Node<FunctionDefinition>) -> Result<()> {
        let specifiers = self.specifiers(&f.node.specifiers, false, f.span)?;
        let (name, ty) = self.declarator(specifiers.ty, &f.node.declarator)?;
        let suffix = defining_suffix(&f.node.declarator.node);
        let (Some(name), Type::Function(ty), Some(suffix)) = (name, &ty.ty, suffix) else {
            return Err(self
                .unsupported(f.span, "this is read as a function definition, but it declares no function")
                .help("an attribute between `struct` and its tag is not supported: move it behind the closing brace"));
        };
        let attributes = self.attributes(f.node.declarator.node.extensions.iter())?;
        self.admit(&specifiers.attributes, Position::Function)?;
        self.admit(&attributes, Position::Function)?;
        let internal = specifiers.storage == Some(StorageClassSpecifier::Static);
        let noreturn = attributes.noreturn || specifiers.attributes.noreturn;
        let id = self.declare_function(&name, ty, internal, noreturn, f.span)?;
        if self
            .program
            .functions
            .get(id as usize)
            .is_some_and(|f| f.body.is_some())
        {
            return Err(self.type_error(f.span, format!("the function `{name}` is defined twice")));
        }
        let inline = attributes.gnu_inline || specifiers.attributes.gnu_inline;
        if inline && specifiers.storage == Some(StorageClassSpecifier::Extern) {
            if let Some(forward) = self.forward(&f.node, ty) {
                self.forwards.insert(id, forward);
            }
            if self.forwards.contains_key(&id) || self.is_like_external(&f.node) {
                self.body_left_out(&f.node.statement);
                self.promise(id, noreturn);
                return Ok(());
            }
        }
        let state = FunctionState {
            id,
            name: name.clone(),
            result: ty.result.clone(),
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
        };
        self.function = Some(state);
        let params = self.scoped(|unit| unit.function_body(f, suffix))?;
        let Some(state) = self.function.take() else {
            return Ok(());
        };
        if specifiers.inline && !internal {
            self.promised.insert(INLINE);
        }
        self.promise(id, noreturn);
        let mut missing: Vec<_> = state
            .labels
            .iter()
            .filter(|(_, (_, defined, _))| !defined)
            .collect();
        missing.sort_by_key(|(_, (_, _, pos))| *pos);
        if let Some((label, (_, _, pos))) = missing.first() {
            return Err(crate::LoadError::at(
                ErrorKind::Type,
                self.sources,
                *pos,
                format!("the label `{label}` is not defined in `{name}`"),
            ));
        }
        let end = self.sources.pos(self.unit, f.span.end.saturating_sub(1));
        let types: Vec<Type> = state
            .locals
            .iter()
            .take(params)
            .map(|l| l.ty.ty.clone())
            .collect();
        if let Some(function) = self.program.functions.get_mut(id as usize) {
            // Calls convert to a prototype's types; a definition without one takes promoted
            // arguments, which lowering converts.
            function.ty = FunctionType {
                params: ty.params.as_ref().map(|_| types),
                ..FunctionType::clone(ty)
            };
            function.weak |= attributes.weak || specifiers.attributes.weak;
            function.body = Some(Body {
                locals: state.locals,
                params,
                labels: state.label_count,
                addressed: state.addressed,
                stmts: state.stmts,
                end,
                fingerprint: self
                    .sources
                    .fingerprint(self.unit, f.span.start, f.span.end),
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
            DerivedDeclarator::Function(d) => self.parameters(&d.node.parameters)?,
            DerivedDeclarator::KRFunction(names) => {
                self.old_style_parameters(names, &f.node.declarations)?
            }
            _ => Vec::new(),
        };
        let count = params.len();
        for p in params {
            self.size_of(&p.ty.ty, p.span)?;
            let name = p.name.unwrap_or_else(|| "unnamed".to_owned());
            let id = self.new_local(p.span, &name, p.ty)?;
            self.bind(&name, Entity::Local(id));
        }
        let Statement::Compound(items) = &f.node.statement.node else {
            return Err(self.type_error(f.span, "a function body is missing"));
        };
        // The parameters' scope is the body's block (C11 6.2.1p4).
        self.block_items(items)?;
        Ok(count)
    }

    /// `int f(a, b) int a; char b; { … }` (C11 6.9.1p6): undeclared parameters are `int`.
    fn old_style_parameters(
        &mut self,
        names: &[Node<lang_c::ast::Identifier>],
        declarations: &[Node<Declaration>],
    ) -> Result<Vec<Parameter>> {
        let mut out: Vec<Parameter> = names
            .iter()
            .map(|n| Parameter {
                name: Some(n.node.name.clone()),
                ty: Type::INT.into(),
                span: n.span,
            })
            .collect();
        for declaration in declarations {
            let specifiers =
                self.specifiers(&declaration.node.specifiers, false, declaration.span)?;
            self.admit(&specifiers.attributes, Position::Parameter)?;
            for d in &declaration.node.declarators {
                self.admit_extensions(&d.node.declarator.node.extensions, Position::Parameter)?;
                let (name, ty) = self.declarator(specifiers.ty.clone(), &d.node.declarator)?;
                let adjusted = match &ty.ty {
                    Type::Array(element, _) => Type::Pointer(element.clone()).into(),
                    Type::Function(_) => Type::Pointer(Rc::new(ty.clone())).into(),
                    _ => ty,
                };
                match out.iter_mut().find(|p| p.name == name) {
                    Some(p) => p.ty = adjusted,
                    None => {
                        return Err(self.type_error(d.span, "this is no parameter of the function"))
                    }
                }
            }
        }
        Ok(out)
    }

    /// An alias of an object is another name of it (gcc manual, `alias`).
    fn alias_object(&mut self, name: &str, target: &str, span: Span) -> Result<()> {
        let object = match self.scopes.first().and_then(|s| s.names.get(target)) {
            Some(Entity::Global(id)) if self.at_file_scope() => Entity::Global(*id),
            _ => {
                return Err(self.unsupported(
                    span,
                    format!(
                    "`{target}`, for which this is an alias, is no object that is declared before"
                ),
                ))
            }
        };
        let known = self
            .scopes
            .first()
            .is_some_and(|s| s.names.contains_key(name))
            || self.linkage.contains_key(name);
        if known {
            return Err(self.unsupported(
                span,
                format!("`{name}` was used before it is declared as an alias"),
            ));
        }
        if let Entity::Global(id) = object {
            if let Some(global) = self.program.globals.get_mut(id as usize) {
                global.aliases.push(name.to_owned());
                global.linkage = Linkage::External;
            }
        }
        self.linkage.insert(name.to_owned(), object.clone());
        self.bind(name, object);
        Ok(())
    }

    /// Gives the aliases of this unit the functions that they stand for.
    pub(super) fn resolve_aliases(&mut self) -> Result<()> {
        for (id, target, span) in std::mem::take(&mut self.aliases) {
            let Some(Entity::Function(target)) = self.lookup(&target) else {
                return Err(self.unsupported(
                    span,
                    format!("`{target}`, for which this is an alias, is no function of this file"),
                ));
            };
            let target = *target;
            if let Some(f) = self.program.functions.get_mut(id as usize) {
                f.alias = Some(target);
            }
        }
        Ok(())
    }

    /// A function with another name for the linker is the function of that name, here or in another
    /// unit.
    pub(super) fn resolve_symbols(&mut self) -> Result<()> {
        for (id, symbol, span) in std::mem::take(&mut self.symbols) {
            let Some(function) = self
                .program
                .functions
                .get(id as usize)
                .filter(|f| !f.pruned && f.alias.is_none())
            else {
                continue;
            };
            let (ty, noreturn, defined) = (
                Rc::new(function.ty.clone()),
                function.noreturn,
                function.body.is_some(),
            );
            let named = self.declare_function(&symbol, &ty, false, noreturn, span)?;
            if defined {
                return Err(self.unsupported(span, format!("a function that the linker knows as `{symbol}` is defined under another name")));
            }
            if let Some(f) = self
                .program
                .functions
                .get_mut(id as usize)
                .filter(|_| named != id)
            {
                f.alias = Some(named);
            }
        }
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

fn declared_name(d: &Declarator) -> Option<&str> {
    match &d.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(id) => Some(&id.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}

/// The part of a function definition's declarator that lists its parameters: the suffix nearest to
/// the name.
fn defining_suffix(d: &Declarator) -> Option<&Node<DerivedDeclarator>> {
    let inner = match &d.kind.node {
        DeclaratorKind::Declarator(inner)
            if !inner.node.derived.is_empty()
                || matches!(inner.node.kind.node, DeclaratorKind::Declarator(_)) =>
        {
            return defining_suffix(&inner.node).or_else(|| own_suffix(d));
        }
        _ => own_suffix(d),
    };
    inner
}

fn own_suffix(d: &Declarator) -> Option<&Node<DerivedDeclarator>> {
    d.derived.iter().find(|x| {
        matches!(
            x.node,
            DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
        )
    })
}
