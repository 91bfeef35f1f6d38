//! Other names for functions and objects: aliases, and names for the linker (gcc manual, `alias`,
//! "Asm Labels").

use super::{Analyser, Entity, Result, Unit};
use crate::accounting::{
    aborts, built_in_type, ends_run, frees_block, is_allocator, is_built_in, is_library,
    is_violation, library_prototype,
};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{Function, Linkage};
use crate::sources::Sources;
use crate::types::{FunctionType, Qual, Type};
use lang_c::span::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Names that functions have for the linker.
#[derive(Default)]
pub(super) struct Linked {
    /// Functions with such a name, and the functions that C calls so.
    symbols: BTreeMap<u32, u32>,
    /// Functions that are defined for inlining only, and those of their names that the linker
    /// finds.
    external: BTreeMap<u32, u32>,
}

impl Linked {
    /// A function whose name for the linker is not that of the function which C calls so, because
    /// that one has another name for the linker itself.
    pub(super) fn misnamed(&self) -> Option<u32> {
        let mut pairs = self.symbols.iter();
        pairs.find_map(|(id, named)| self.symbols.contains_key(named).then_some(*id))
    }
}

impl Unit<'_> {
    /// Calls by the name of a built-in function are gcc's, and a linker's symbol of that name is
    /// another function: a definition, and a name for the linker, say something else.
    ///
    /// # Errors
    /// If this is such a name.
    pub(super) fn is_not_built_in(&self, name: &str, span: Span) -> Result<()> {
        match is_built_in(name) {
            true => {
                let message = format!(
                    "`{name}` is the name of a built-in function: it has no definition, and no \
                     other name for the linker"
                );
                Err(self.unsupported(span, message))
            }
            false => Ok(()),
        }
    }

    /// A call by the name of the error is the error, whatever the linker finds by another name.
    ///
    /// # Errors
    /// If this is such a name.
    pub(super) fn is_no_error(&self, name: &str, span: Span) -> Result<()> {
        match is_violation(name) {
            true => {
                let message = format!(
                    "calls of `{name}` are the error: it has no other name, for the linker or as \
                     an alias"
                );
                Err(self.unsupported(span, message))
            }
            false => Ok(()),
        }
    }

    /// A function that a program declares by such a name is gcc's own only if it has gcc's type and
    /// is not `static` (gcc manual, `-Wbuiltin-declaration-mismatch`); else it is one of others, of
    /// which the name says nothing.
    ///
    /// # Errors
    /// If it is one of others, and of gcc's something would be known.
    pub(super) fn is_gccs_own(
        &self,
        name: &str,
        (ty, internal): (&Rc<FunctionType>, bool),
        span: Span,
    ) -> Result<()> {
        if !is_built_in(name) {
            return Ok(());
        }
        let types = &self.program.types;
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        let known = library_prototype(types, plain).is_some()
            || is_library(plain)
            || ends_run(name)
            || aborts(name)
            || is_allocator(name)
            || frees_block(name);
        let declared = Type::Function(ty.clone());
        let own = built_in_type(types, plain).map(|own| Type::Function(own.into()));
        let same = own.is_some_and(|own| types.compatible(&declared, &own));
        match internal || known && !same {
            true => {
                let message = format!("`{name}` is not declared as gcc's built-in function");
                Err(self.unsupported(span, message))
            }
            false => Ok(()),
        }
    }

    /// An alias of an object is another name of it (gcc manual, `alias`).
    pub(super) fn alias_object(
        &mut self,
        name: &str,
        ty: &Qual,
        target: &str,
        span: Span,
    ) -> Result<()> {
        let named = self.scopes.first().and_then(|s| s.names.get(target));
        let object = match named {
            Some(Entity::Global(id)) if self.at_file_scope() => Entity::Global(*id),
            // It is defined further below, as the end of the file shows.
            None if self.at_file_scope() && !self.shared.linkage.contains_key(target) => {
                let id = self.new_linked(target, ty, false, span);
                let later = (id, target.to_owned(), ty.clone(), span);
                self.renamed.objects.push(later);
                Entity::Global(id)
            }
            Some(_) | None => {
                let message = format!(
                    "`{target}`, for which this is an alias, is no object that is declared before"
                );
                return Err(self.unsupported(span, message));
            }
        };
        let known = self
            .scopes
            .first()
            .is_some_and(|s| s.names.contains_key(name))
            || self.shared.linkage.contains_key(name);
        if known {
            return Err(self.unsupported(
                span,
                format!("`{name}` was used before it is declared as an alias"),
            ));
        }
        if let Entity::Global(id) = object {
            self.has_type_of(name, ty, (id, target), span)?;
            if let Some(global) = self.program.globals.get_mut(id as usize) {
                global.aliases.push(name.to_owned());
                global.linkage = Linkage::External;
            }
        }
        self.shared.linkage.insert(name.to_owned(), object.clone());
        self.bind(name, object);
        Ok(())
    }

    /// Two names with two types for one object are a view of it that has no model.
    fn has_type_of(
        &self,
        name: &str,
        ty: &Qual,
        (id, target): (u32, &str),
        span: Span,
    ) -> Result<()> {
        let Some(own) = self.object_type(id) else {
            return Ok(());
        };
        let same = match (&ty.ty, &own.ty) {
            (Type::Array(a, None), Type::Array(b, _)) => a == b,
            (a, b) => a == b,
        };
        let qualifiers = |ty: &Qual| (ty.constant, ty.volatile, ty.variant.atomic);
        match same && qualifiers(ty) == qualifiers(&own) {
            true => Ok(()),
            false => {
                let message = format!(
                    "`{name}` has another type than `{target}`, for which this is an alias"
                );
                Err(self.unsupported(span, message))
            }
        }
    }

    /// Objects that aliases were declared for must be defined in this file, with their types.
    fn resolve_objects(&mut self) -> Result<()> {
        for (id, target, ty, span) in std::mem::take(&mut self.renamed.objects) {
            let named = self.lookup(&target) == Some(&Entity::Global(id));
            let global = self.program.globals.get(id as usize);
            if !named || !global.is_some_and(|global| global.defined) {
                let message = format!(
                    "`{target}`, for which this is an alias, is no object that this file defines \
                     for others"
                );
                return Err(self.unsupported(span, message));
            }
            let alias = global.and_then(|global| global.aliases.first().cloned());
            self.has_type_of(&alias.unwrap_or_default(), &ty, (id, &target), span)?;
        }
        Ok(())
    }

    /// Whether an object that another unit has by this name has no other one: the compiler of this
    /// unit takes objects with two names for two.
    pub(super) fn is_no_alias(
        &self,
        name: &str,
        entity: Option<&Entity>,
        span: Span,
    ) -> Result<()> {
        let Some(Entity::Global(id)) = entity else {
            return Ok(());
        };
        match self.program.globals.get(*id as usize) {
            Some(global) if global.aliases.iter().any(|alias| alias == name) => {
                let message = format!(
                    "`{name}` is another name of `{}` in another file, and not here",
                    global.name
                );
                Err(self.unsupported(span, message))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Gives the aliases of this unit the functions that they stand for.
    pub(super) fn resolve_aliases(&mut self) -> Result<()> {
        self.resolve_objects()?;
        for (id, target, span) in std::mem::take(&mut self.renamed.aliases) {
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
        for (id, symbol, span) in std::mem::take(&mut self.renamed.symbols) {
            let known = self.shared.linked.symbols.contains_key(&id);
            let Some(function) = self
                .program
                .functions
                .get(id as usize)
                .filter(|f| !f.pruned && !known)
            else {
                continue;
            };
            // An alias is another definition of what it stands for, under the linker's name.
            let defined = function.body.is_some() || function.alias.is_some();
            let ty = Rc::new(function.ty.clone());
            // That calls by this name do not return says nothing of those by the other one.
            let named = self.declare_function(&symbol, &ty, false, false, span)?;
            if defined {
                let message = format!(
                    "a function that the linker knows as `{symbol}` is defined under another name"
                );
                return Err(self.unsupported(span, message));
            }
            if named == id {
                continue;
            }
            let named_function = self.program.functions.get(named as usize);
            if named_function.is_some_and(|f| f.linkage == Linkage::Internal) {
                let message = format!(
                    "`{symbol}`, the linker's name of this function, is that of a `static` one \
                     here: which one is called depends on what the compiler leaves of that"
                );
                return Err(self.unsupported(span, message));
            }
            self.shared.linked.symbols.insert(id, named);
            if let Some(f) = self.program.functions.get_mut(id as usize) {
                f.alias = Some(named);
            }
        }
        Ok(())
    }
}

impl Analyser {
    /// What a name for the linker means is what the linker finds, and it finds no definition that
    /// is for inlining only: such a name is that of a function which no file defines (gcc manual,
    /// `gnu_inline`).
    ///
    /// # Errors
    /// If it is the name of a function of which the standard leaves open what is called (C11
    /// 6.7.4p7).
    pub fn find_external(&mut self, sources: &Sources) -> Result<()> {
        for (&id, &named) in &self.shared.linked.symbols {
            let Some(function) = self.program.function(named) else {
                continue;
            };
            match (function.body.is_some(), function.inline_only) {
                (true, true) => {}
                (true, false) if self.shared.inline.contains_key(&named) => {
                    let message = format!(
                        "`{}` has another name for the linker, and is defined `inline`: which \
                         definition is called is left open",
                        function.name
                    );
                    let kind = ErrorKind::Unsupported;
                    return Err(LoadError::at(kind, sources, function.pos, message));
                }
                (true | false, _) => continue,
            }
            let external = Function {
                body: None,
                inline_only: false,
                noreturn: false,
                name: function.name.clone(),
                ty: function.ty.clone(),
                promises: function.promises.clone(),
                ..*function
            };
            let twins = &mut self.shared.linked.external;
            let next = u32::try_from(self.program.functions.len()).unwrap_or(u32::MAX);
            let twin = *twins.entry(named).or_insert(next);
            if twin == next {
                self.program.functions.push(external);
            }
            if let Some(f) = self.program.functions.get_mut(id as usize) {
                f.alias = Some(twin);
            }
        }
        Ok(())
    }

    /// An event about a function that is defined for inlining, and is called by a name for the
    /// linker beside that, might happen twice.
    pub(super) fn refuse_external(&self, sources: &Sources) -> Result<()> {
        let mut external = self.shared.linked.external.values();
        let watched = external.find(|twin| self.program.is_watched(**twin));
        let Some(function) = watched.and_then(|twin| self.program.function(*twin)) else {
            return Ok(());
        };
        let message = format!(
            "a pattern is about `{}`, which is defined for inlining only, and has another name \
             for the linker",
            function.name
        );
        let kind = ErrorKind::Unsupported;
        Err(LoadError::at(kind, sources, function.pos, message))
    }
}
