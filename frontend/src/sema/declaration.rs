//! Declarations: what each declared name stands for (C11 6.7).

use super::attributes::Attributes;
use super::specifiers::Specifiers;
use super::variable_array::Lengths;
use super::{Entity, Result, Unit};
use crate::accounting::Position;
use crate::types::{FunctionType, Qual, Type, Variant};
use lang_c::ast::{Declaration, InitDeclarator, StorageClassSpecifier};
use lang_c::span::{Node, Span};
use std::rc::Rc;

impl Unit<'_> {
    /// A declaration at file or block scope.
    pub(super) fn declaration(&mut self, d: &Node<Declaration>) -> Result<()> {
        self.account.read(d);
        let alone = d.node.declarators.is_empty();
        let specifiers = self.specifiers(&d.node.specifiers, alone, d.span)?;
        if alone {
            self.admit(&specifiers.attributes, Position::Alone)?;
        }
        for declarator in &d.node.declarators {
            self.init_declarator(&specifiers, declarator)?;
        }
        if self.function.is_none() {
            let promised = std::mem::take(&mut self.account.promised);
            self.program.promises.extend(promised);
        }
        Ok(())
    }

    fn init_declarator(&mut self, specifiers: &Specifiers, d: &Node<InitDeclarator>) -> Result<()> {
        self.account.read(d);
        let attributes = self.attributes(d.node.declarator.node.extensions.iter())?;
        let lengths = match self.function {
            Some(_) => Lengths::Computed,
            None => Lengths::Constant,
        };
        let (name, ty) = self.with_lengths(lengths, |unit| {
            unit.declarator(specifiers.ty.clone(), &d.node.declarator)
        })?;
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
        let attributes = specifiers.attributes.clone().with(attributes);
        let simple = specifiers.storage.is_none() && attributes.mode.is_none();
        if specifiers.auto_type && !simple {
            return Err(self.unsupported(
                d.span,
                "`__auto_type` is supported for simple local variables only",
            ));
        }
        if specifiers.auto_type {
            self.program.misaligned |= attributes.least_aligned.is_some();
            return self.auto_type(&specifiers.ty, &name, d);
        }
        let ty = self.with_mode(ty, attributes.mode, d.span)?;
        match (&specifiers.storage, &ty.ty) {
            (Some(StorageClassSpecifier::Typedef), declared) => {
                let endless = attributes.noreturn && matches!(declared, Type::Function(_));
                self.shared.visible.endless_types |= endless;
                self.typedef(&name, ty, &attributes, d);
                Ok(())
            }
            (storage, Type::Function(f)) => {
                self.function_declaration(&name, f, storage.as_ref(), attributes, d.span)
            }
            (storage, _) => self.object_declaration(&name, ty, storage.as_ref(), attributes, d),
        }
    }

    fn typedef(&mut self, name: &str, ty: Qual, attributes: &Attributes, d: &Node<InitDeclarator>) {
        if let (Type::Record(id), true) = (&ty.ty, d.node.declarator.node.derived.is_empty()) {
            self.name_record(*id, name);
        }
        self.mark_transparent(&ty.ty, attributes.transparent);
        let align = attributes.layout.last_aligned;
        let variant = Variant {
            align: align.or(ty.variant.align),
            ..ty.variant
        };
        self.bind(name, Entity::Typedef(Qual { variant, ..ty }));
        self.name_declared(name, d.span);
    }

    fn function_declaration(
        &mut self,
        name: &str,
        ty: &Rc<FunctionType>,
        storage: Option<&StorageClassSpecifier>,
        attributes: Attributes,
        span: Span,
    ) -> Result<()> {
        let internal = storage == Some(&StorageClassSpecifier::Static);
        self.is_gccs_own(name, (ty, internal), span)?;
        let id = self.declare_function(name, ty, internal, attributes.noreturn, span)?;
        let kept = self
            .function
            .is_some()
            .then(|| self.account.promised.clone());
        self.promise(id, attributes.noreturn);
        self.account.promised.extend(kept.into_iter().flatten());
        if let Some(f) = self.program.functions.get_mut(id as usize) {
            f.weak |= attributes.weak;
            f.pruned |= attributes.pruned;
        }
        self.constructor(id, &attributes, span)?;
        if let Some(target) = attributes.alias {
            // gcc ignores it there, with a warning: another definition is linked.
            if !self.at_file_scope() {
                return Err(self.unsupported(span, "an alias in a block is not supported"));
            }
            self.is_not_built_in(name, span)?;
            self.is_not_built_in(&target, span)?;
            self.is_no_error(name, span)?;
            self.renamed.aliases.push((id, target, span));
        }
        if let Some(symbol) = attributes.symbol.filter(|symbol| *symbol != name) {
            if symbol.starts_with('%') {
                return Err(self.unsupported(span, "a function cannot have the name of a register"));
            }
            self.is_not_built_in(name, span)?;
            self.is_not_built_in(&symbol, span)?;
            self.is_no_error(name, span)?;
            self.renamed.symbols.push((id, symbol, span));
        }
        Ok(())
    }

    /// Whether an object with this attribute `aligned` may lie where its type's objects do not.
    fn is_misaligned(&self, ty: &Qual, aligned: Option<u64>) -> bool {
        let types = &self.program.types;
        let natural = types
            .alignment(&Qual::from(ty.ty.innermost().clone()))
            .bytes;
        let own = types.alignment(ty).bytes;
        own < natural || aligned.is_some_and(|bytes| bytes < natural)
    }

    fn object_declaration(
        &mut self,
        name: &str,
        ty: Qual,
        storage: Option<&StorageClassSpecifier>,
        attributes: Attributes,
        d: &Node<InitDeclarator>,
    ) -> Result<()> {
        if attributes.weak {
            return Err(self.unsupported(d.span, "weak objects are not supported"));
        }
        self.program.misaligned |= self.is_misaligned(&ty, attributes.least_aligned);
        // A variable in a machine register: calls and assembly may change it (gcc manual, "Local
        // Register Variables").
        let register = storage == Some(&StorageClassSpecifier::Register);
        let ty = Qual {
            volatile: ty.volatile || register && attributes.symbol.is_some(),
            ..ty
        };
        let renamed = attributes.symbol.is_some_and(|symbol| symbol != name);
        if renamed && !register {
            return Err(self.unsupported(
                d.span,
                "an object that the linker knows by another name is not supported",
            ));
        }
        if let Some(target) = attributes.alias {
            return self.alias_object(name, &ty, &target, d.span);
        }
        // Only the address of an external symbol of type `void` is of use.
        if ty.ty == Type::Void && storage != Some(&StorageClassSpecifier::Extern) {
            return Err(self.type_error(d.span, format!("`{name}` cannot be void")));
        }
        let automatic = matches!(
            storage,
            None | Some(StorageClassSpecifier::Auto | StorageClassSpecifier::Register)
        );
        if !attributes.cleanups.is_empty() && (self.at_file_scope() || !automatic) {
            return Err(self.unsupported(d.span, "only automatic variables are cleaned up"));
        }
        match (storage, self.at_file_scope()) {
            (Some(StorageClassSpecifier::Extern | StorageClassSpecifier::Static), _)
                if ty.is_variably_modified() =>
            {
                let message = "a static object whose type has a computed length is not supported";
                Err(self.unsupported(d.span, message))
            }
            (storage, true) => self.file_object(name, ty, storage, d),
            (Some(StorageClassSpecifier::Extern), false) => {
                let id = self.linked_global(name, &ty, false, d.span)?;
                self.bind(name, Entity::Global(id));
                Ok(())
            }
            (Some(StorageClassSpecifier::Static), false) => self.static_local(name, ty, d),
            (_, false) => self.automatic(name, ty, &attributes.cleanups, d),
        }?;
        let listed = Attributes::names(&attributes.given, "section");
        if let (true, Some(Entity::Global(id))) = (listed, self.lookup(name)) {
            let id = *id as usize;
            let global = self.program.globals.get_mut(id);
            global.into_iter().for_each(|global| global.listed = true);
        }
        self.name_declared(name, d.span);
        Ok(())
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
}
