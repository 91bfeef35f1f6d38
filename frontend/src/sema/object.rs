//! Objects: at file scope, in functions, without a name (C11 6.2.2, 6.2.4, 6.7.9, 6.9.2).

use super::{Duration, Entity, Result, Unit};
use crate::diagnostic::ErrorKind;
use crate::ir::{Base, Global, Init, Linkage, Place, StmtKind};
use crate::types::{Qual, Type};
use lang_c::ast::{InitDeclarator, StorageClassSpecifier};
use lang_c::span::{Node, Span};

impl Unit<'_> {
    pub(super) fn file_object(
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
                // The type is the composite with earlier declarations (C11 6.2.7p4), that are seen
                // here.
                let ty = self.types.objects.get(&id).cloned().unwrap_or(ty);
                let (ty, init) = self.facts_of_contents(id, |unit| {
                    unit.initializer(crate::ir::Base::Global(id), &ty, init)
                })?;
                self.compose(id, (name, &ty), d.span)?;
                self.declared_as(id, ty);
                Some(init)
            }
            None => None,
        };
        if defines {
            self.defined_once(id, name, d.span)?;
        }
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

    /// An object has this type where the analysis is.
    fn declared_as(&mut self, id: u32, ty: Qual) {
        let outside = self.types.objects.insert(id, ty);
        if let Some(scope) = self.scopes.last_mut() {
            scope.objects.push((id, outside));
        }
    }

    /// The type that an object has where the analysis is: its records are those of this unit.
    pub(super) fn object_type(&self, id: u32) -> Option<Qual> {
        let all = self.program.globals.get(id as usize).map(|g| &g.ty)?;
        Some(match self.types.objects.get(&id) {
            Some(here) => self.program.types.composite(here, all),
            None => all.clone(),
        })
    }

    /// Whether an object's type shows only what is declared where the analysis is: other blocks
    /// and files may know lengths and parameters that are not known here. `whole` if the object's
    /// own length shows, too.
    pub(super) fn shows_own_type(&self, id: u32, whole: Whole, span: Span) -> Result<()> {
        let object = self.program.globals.get(id as usize);
        let (Some(here), Some(object)) = (self.types.objects.get(&id), object) else {
            return Ok(());
        };
        let knows_more = match (&here.ty, &object.ty.ty, whole) {
            (Type::Array(a, _), Type::Array(b, _), Whole::Elements) => lacks(&a.ty, &b.ty),
            (here, all, _) => lacks(here, all),
        };
        if knows_more {
            let message =
                "an object whose type another block or file completes is not supported here";
            return Err(self.unsupported(span, message));
        }
        Ok(())
    }

    /// The same of a place, where the length of an array shows.
    pub(super) fn shows_own_length(&self, place: &Place, span: Span) -> Result<()> {
        match place.base {
            Base::Global(id) if place.steps.is_empty() => {
                self.shows_own_type(id, Whole::Object, span)
            }
            _ => Ok(()),
        }
    }

    /// The global that a file-scope or `extern` declaration of `name` refers to.
    pub(super) fn linked_global(
        &mut self,
        name: &str,
        ty: &Qual,
        internal: bool,
        span: Span,
    ) -> Result<u32> {
        let visible = match self.scopes.first().and_then(|s| s.names.get(name)) {
            Some(e) => Some(e.clone()),
            None if internal => None,
            None => {
                let other = self.shared.linkage.get(name).cloned();
                self.is_no_alias(name, other.as_ref(), span)?;
                other
            }
        };
        if let Some(Entity::Global(id)) = visible {
            let here = match self.types.objects.get(&id) {
                Some(known) => self.program.types.composite(known, ty),
                None => ty.clone(),
            };
            self.declared_as(id, here);
        }
        match visible {
            Some(Entity::Global(id)) => {
                self.compose(id, (name, ty), span)?;
                Ok(id)
            }
            Some(_) => Err(self.type_error(
                span,
                format!("`{name}` was declared as something else before"),
            )),
            None => Ok(self.new_linked(name, ty, internal, span)),
        }
    }

    /// One more declaration of an object, which has the composite of its types (C11 6.2.7p3).
    fn compose(&mut self, id: u32, (name, ty): (&str, &Qual), span: Span) -> Result<()> {
        let Some(global) = self.program.globals.get(id as usize) else {
            return Err(self.fail(ErrorKind::Internal, span, "a global is missing"));
        };
        if let Err(records) = self.program.types.relate(&global.ty.ty, &ty.ty) {
            return Err(self.declared_otherwise((name, id), records, span));
        }
        // The compiler of one file takes the object for one that never changes, or for one that
        // nobody else changes.
        if qualifiers(&global.ty) != qualifiers(ty) {
            let message = format!("`{name}` has other qualifiers in another of its declarations");
            return Err(self.unsupported(span, message));
        }
        let composite = self.program.types.composite(&global.ty, ty);
        if let Some(global) = self.program.globals.get_mut(id as usize) {
            global.ty = composite;
        }
        Ok(())
    }

    /// An object that this declaration is the first of.
    pub(super) fn new_linked(&mut self, name: &str, ty: &Qual, internal: bool, span: Span) -> u32 {
        let linkage = match internal {
            true => Linkage::Internal,
            false => Linkage::External,
        };
        let global = Global {
            name: self.unique_global(name),
            linkage,
            in_block: false,
            aliases: Vec::new(),
            ty: ty.clone(),
            defined: false,
            listed: false,
            init: None,
            pos: self.pos(span),
        };
        let id = self.new_global(global);
        if !internal {
            let linked = Entity::Global(id);
            self.shared.linkage.insert(name.to_owned(), linked);
        }
        self.declared_as(id, ty.clone());
        id
    }

    pub(super) fn static_local(
        &mut self,
        name: &str,
        ty: Qual,
        d: &Node<InitDeclarator>,
    ) -> Result<()> {
        let function = self.function(d.span)?.name.clone();
        let unique = self.unique_global(&format!("{function}::{name}"));
        let pos = self.pos(d.span);
        let id = self.new_global(Global {
            name: unique,
            linkage: Linkage::Internal,
            in_block: true,
            aliases: Vec::new(),
            ty: ty.clone(),
            defined: true,
            listed: false,
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

    pub(super) fn automatic(
        &mut self,
        name: &str,
        ty: Qual,
        cleanups: &[String],
        d: &Node<InitDeclarator>,
    ) -> Result<()> {
        if cleanups.len() > 1 || !cleanups.is_empty() && ty.run_time_size().is_some() {
            let message =
                "two clean-up functions, or one of an array of variable length, are not supported";
            return Err(self.unsupported(d.span, message));
        }
        if ty.run_time_size().is_some() {
            return match &d.node.initializer {
                Some(_) => {
                    let message = "an array of variable length cannot be initialised (C11 6.7.9p3)";
                    Err(self.type_error(d.span, message))
                }
                None => self.variable_object(name, ty, d.span),
            };
        }
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
        if let Some(init) = init {
            self.emit(d.span, StmtKind::Init(id, init))?;
        }
        match cleanups.first() {
            Some(function) => self.clean_up(id, function, d.span),
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
            in_block: false,
            aliases: Vec::new(),
            ty,
            defined: true,
            listed: false,
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
}

/// What of an object's type shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whole {
    /// All of it.
    Object,
    /// Of an array, that of its elements.
    Elements,
}

/// Whether a type lacks a length or parameters that a compatible one has.
fn lacks(here: &Type, all: &Type) -> bool {
    match (here, all) {
        (Type::Array(_, None), Type::Array(_, Some(_))) => true,
        (Type::Array(a, _), Type::Array(b, _)) | (Type::Pointer(a), Type::Pointer(b)) => {
            lacks(&a.ty, &b.ty)
        }
        (Type::Function(a), Type::Function(b)) => {
            let params = match (&a.params, &b.params) {
                (None, Some(_)) => true,
                (Some(a), Some(b)) => a.iter().zip(b).any(|(a, b)| lacks(a, b)),
                (_, None) => false,
            };
            params || lacks(&a.result, &b.result)
        }
        (
            Type::Void
            | Type::Bool
            | Type::Int(_)
            | Type::Float(_)
            | Type::Record(_)
            | Type::VaList,
            _,
        ) => false,
        // Compatible types are of one kind.
        (Type::Array(..) | Type::Pointer(_) | Type::Function(_), _) => true,
    }
}

/// Whether an object is `const`, `volatile`, and `_Atomic`: of an array, its elements are (C11
/// 6.7.3p9).
fn qualifiers(ty: &Qual) -> [bool; 3] {
    let [constant, volatile, atomic] = match &ty.ty {
        Type::Array(element, _) => qualifiers(element),
        _ => [false; 3],
    };
    [
        ty.constant || constant,
        ty.volatile || volatile,
        ty.variant.atomic || atomic,
    ]
}
