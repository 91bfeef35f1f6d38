//! Other names for functions and objects: aliases, and names for the linker (gcc manual, `alias`,
//! "Asm Labels").

use super::{Entity, Result, Unit};
use crate::ir::Linkage;
use crate::types::{Qual, Type};
use lang_c::span::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Unit<'_> {
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
            let known = self.shared.symbols.contains_key(&id);
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
            self.shared.symbols.insert(id, named);
            if let Some(f) = self.program.functions.get_mut(id as usize) {
                f.alias = Some(named);
            }
        }
        Ok(())
    }
}

/// A function whose name for the linker is not that of the function which C calls so, because that
/// one has another name for the linker itself.
pub(super) fn misnamed(symbols: &BTreeMap<u32, u32>) -> Option<u32> {
    let mut pairs = symbols.iter();
    pairs.find_map(|(id, named)| symbols.contains_key(named).then_some(*id))
}
