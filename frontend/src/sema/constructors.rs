//! Functions that run before `main` (gcc manual, "Common Function Attributes", `constructor`).

use super::{attributes::Attributes, Result, Unit};
use crate::ir::Constructor;
use crate::types::Type;
use lang_c::span::Span;

/// A declaration with the attribute, until the unit's end.
pub(super) struct Declared {
    function: u32,
    priority: u16,
    span: Span,
}

impl Unit<'_> {
    /// Notes what a declaration at file scope says, or a definition, of which the body comes later.
    ///
    /// # Errors
    /// Where the compiler may not heed the attribute.
    pub(super) fn constructor(
        &mut self,
        function: u32,
        attributes: &Attributes,
        span: Span,
    ) -> Result<()> {
        for priority in &attributes.constructors {
            let known = self.program.functions.get(function as usize);
            if self.function.is_some() || known.is_none_or(|f| f.body.is_some()) {
                let message =
                    "the attribute `constructor` is supported in front of the function's \
                               body only, at file scope";
                return Err(self.unsupported(span, message));
            }
            self.renamed.constructors.push(Declared {
                function,
                priority: *priority,
                span,
            });
        }
        Ok(())
    }

    /// Whether a function was declared with the attribute so far.
    pub(super) fn is_constructor(&self, function: u32) -> bool {
        let declared = &self.renamed.constructors;
        declared.iter().any(|c| c.function == function)
            || self
                .program
                .constructors
                .iter()
                .any(|c| c.function == function)
    }

    /// The unit's functions that run before `main`.
    ///
    /// # Errors
    /// For one of which this file has no definition that the linker takes, that has another type
    /// than `void f(void)`, or that has two priorities.
    pub(super) fn resolve_constructors(&mut self) -> Result<()> {
        let mut own: Vec<Constructor> = Vec::new();
        for declared in std::mem::take(&mut self.renamed.constructors) {
            let (id, span) = (declared.function, declared.span);
            let function = self.program.functions.get(id as usize);
            let plain = function.is_some_and(|f| {
                let fixed = f.ty.params.as_ref().is_none_or(Vec::is_empty) && !f.ty.variadic;
                let linked = !f.weak && !f.inline_only && !f.pruned && f.alias.is_none();
                f.body.is_some() && linked && fixed && f.ty.result == Type::Void
            });
            let elsewhere = self.shared.inline.contains_key(&id)
                || self.program.constructors.iter().any(|c| c.function == id);
            if !plain || elsewhere {
                let message = "a `constructor` is supported if it is a function `void f(void)` \
                               that this file defines, not weak and not for inlining only";
                return Err(self.unsupported(span, message));
            }
            let constructor = Constructor {
                function: id,
                priority: declared.priority,
            };
            match own.iter().find(|other| other.function == id) {
                Some(other) if *other != constructor => {
                    let message = "the function has this attribute with another priority, too";
                    return Err(self.unsupported(span, message));
                }
                Some(_) => {}
                None => own.push(constructor),
            }
        }
        self.program.constructors.extend(own);
        Ok(())
    }
}
