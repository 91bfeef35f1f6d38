//! Objects: at file scope, in functions, without a name (C11 6.2.2, 6.2.4, 6.7.9, 6.9.2).

use super::{Duration, Entity, Result, Unit};
use crate::diagnostic::ErrorKind;
use crate::ir::{Global, Init, Linkage, StmtKind};
use crate::types::Qual;
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
            None => self.shared.linkage.get(name).cloned(),
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
                    self.shared
                        .linkage
                        .insert(name.to_owned(), Entity::Global(id));
                }
                Ok(id)
            }
        }
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
}
