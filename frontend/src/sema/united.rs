//! What the files of a program are together: which records are one, and whether inline functions
//! that several have are the same.

use super::{Analyser, Entity, Result, Scope, Symbol, Tag, Unit};
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::ir::Linkage;
use crate::judge::Content;
use crate::sources::Sources;
use crate::types::{Renaming, Type};
use lang_c::span::Span;
use proofmark_logic::cfa::Pos;
use std::collections::HashMap;

impl Analyser {
    /// All files are known, or all models besides: records of two that are compatible are one.
    ///
    /// # Errors
    /// An inline function that is another one in another file, or two types of a file that are one
    /// in another: that uses objects of the one as such of the other, and compilers of the first
    /// file do not see it.
    pub fn unite(&mut self, sources: &Sources) -> Result<()> {
        let renaming = self.program.types.unite();
        if let Some((a, b)) = renaming.several {
            return Err(self.one_elsewhere(
                sources,
                (a, b),
                "one type in another file, and two here",
            ));
        }
        if let Some((a, b)) = renaming.differing {
            return Err(self.one_elsewhere(sources, (a, b), "one type, and differ"));
        }
        if !renaming.is_empty() {
            self.program.retype(&renaming);
            self.shared.retype(&renaming);
        }
        for mut scope in std::mem::take(&mut self.shared.visible.files) {
            retype_scope(&mut scope, &renaming);
            self.shared.visible.add(scope);
        }
        // What a library tells of is one structure in the C that it is of.
        let mut told = self.shared.told.iter();
        let unclear = &self.shared.visible.unclear_tags;
        if let Some((tag, pos)) = told.find(|(tag, _)| unclear.contains(tag)) {
            let message = format!("two files define `struct {tag}` differently");
            let kind = ErrorKind::Unsupported;
            return Err(LoadError::at(kind, sources, *pos, message));
        }
        for (id, ty, mut body, pos) in std::mem::take(&mut self.shared.replaced) {
            body.retype(&self.same_strings(id));
            let last = self.program.function(id);
            let Some(last) = last.filter(|f| f.ty != ty || f.body.as_ref() != Some(&body)) else {
                continue;
            };
            let message = format!(
                "the inline function `{}` is another one in another file: its words mean something \
                 else there",
                last.name
            );
            let kind = ErrorKind::Unsupported;
            return Err(LoadError::at(kind, sources, pos, message));
        }
        Ok(())
    }
}

impl Analyser {
    fn one_elsewhere(&self, sources: &Sources, (a, b): (u32, u32), what: &str) -> LoadError {
        let [first, second] = [a, b].map(|id| self.program.types.show(&Type::Record(id)));
        let message = format!("`{first}` and `{second}` are {what}, by what is declared with them");
        let at = |id: u32| self.shared.completed.get(&id).copied().unwrap_or_default();
        let place = Diagnostic::at(sources, at(a), "");
        let kind = ErrorKind::Unsupported;
        let help = format!("`{first}` is at {}:{}", place.file, place.line);
        LoadError::at(kind, sources, at(b), message).help(help)
    }

    /// String literals of all files, as those of the file whose definition of an inline function
    /// counts: no result depends on which of equal ones a pointer leads to (C11 6.4.5p7).
    fn same_strings(&self, inline: u32) -> Renaming {
        let mut renaming = Renaming::default();
        let Some((_, first)) = self.shared.inline.get(&inline) else {
            return renaming;
        };
        let mut own = HashMap::new();
        for (id, string) in (0u32..).zip(&self.program.strings).skip(*first as usize) {
            own.entry(string).or_insert(id);
        }
        for (id, string) in (0u32..).zip(&self.program.strings).take(*first as usize) {
            renaming
                .strings
                .extend(own.get(string).map(|own| (id, *own)));
        }
        renaming
    }
}

impl super::Shared {
    fn retype(&mut self, renaming: &Renaming) {
        for fact in &mut self.facts {
            if let Content::Layout { id, .. } = &mut fact.content {
                *id = renaming.record(*id);
            }
        }
        for callback in &mut self.callbacks {
            callback.retype(renaming);
        }
        for (_, ty, body, _) in &mut self.replaced {
            *ty = renaming.function(ty);
            body.retype(renaming);
        }
    }
}

fn retype_scope(scope: &mut Scope, renaming: &Renaming) {
    for entity in scope.names.values_mut() {
        match entity {
            Entity::Typedef(ty) | Entity::Parameter(ty) => *ty = renaming.qual(ty),
            Entity::Constant(_, ty) => *ty = renaming.ty(ty),
            Entity::Global(_) | Entity::Local(_) | Entity::Reference(_) | Entity::Function(_) => {}
        }
    }
    for tag in scope.tags.values_mut() {
        if let Tag::Record(id) = tag {
            *id = renaming.record(*id);
        }
    }
}

impl Unit<'_> {
    /// A declaration that has another type than those before.
    pub(super) fn declared_otherwise(
        &self,
        (name, id): (&str, u32),
        records: Option<(u32, u32)>,
        span: Span,
    ) -> LoadError {
        let Some(global) = self.program.globals.get(id as usize) else {
            return self.fail(ErrorKind::Internal, span, "a global is missing");
        };
        let shown = self.show(&global.ty.ty);
        let message = format!("`{name}` was declared with the type `{shown}` before");
        let places = records.and_then(|records| self.definitions(records));
        let help = match places {
            Some(differ) => differ,
            None => format!("it is at {}", self.line(global.pos)),
        };
        self.type_error(span, message).help(help)
    }

    /// Records of two files meet here that are no types of one program.
    pub(super) fn defined_otherwise(&self, (a, b): (u32, u32), span: Span) -> LoadError {
        let shown = self.show(&Type::Record(a));
        let error = self.unsupported(
            span,
            format!("two files define `{shown}` differently, and use it as one"),
        );
        match self.definitions((a, b)) {
            Some(places) => error.help(places),
            None => error,
        }
    }

    /// Where two records are defined.
    fn definitions(&self, (a, b): (u32, u32)) -> Option<String> {
        let at = |id: u32| Some(self.line(*self.shared.completed.get(&id)?));
        let (first, second) = (at(a)?, at(b)?);
        let shown = self.show(&Type::Record(a));
        Some(format!(
            "two files define `{shown}` differently: at {first} and at {second}"
        ))
    }

    /// A position for people.
    fn line(&self, pos: Pos) -> String {
        let place = Diagnostic::at(self.sources, pos, "");
        format!("{}:{}", place.file, place.line)
    }

    /// An object is defined here: no other file may define it, too. Linkers refuse that, since
    /// compilers put tentative definitions nowhere else than others (gcc manual, `-fno-common`).
    pub(super) fn defined_once(&mut self, id: u32, name: &str, span: Span) -> Result<()> {
        let global = self.program.globals.get(id as usize);
        if !global.is_some_and(|global| global.linkage == Linkage::External) {
            return Ok(());
        }
        let here = (self.types.number, self.pos(span));
        match self.shared.defined.insert((Symbol::Object, id), here) {
            Some((unit, pos)) if unit != self.types.number => {
                let message = format!("`{name}` is defined in two files, which no linker takes");
                let help = format!("the other definition is at {}", self.line(pos));
                Err(self.type_error(span, message).help(help))
            }
            _ => Ok(()),
        }
    }

    /// A function that has a body gets another one, where none is weak.
    pub(super) fn defined_again(
        &self,
        id: u32,
        (name, inline): (&str, bool),
        span: Span,
    ) -> LoadError {
        let known = self.shared.defined.get(&(Symbol::Function, id));
        let Some((_, pos)) = known.filter(|(unit, _)| *unit != self.types.number) else {
            return self.type_error(span, format!("the function `{name}` is defined twice"));
        };
        let help = format!("the other definition is at {}", self.line(*pos));
        match inline || self.shared.inline.contains_key(&id) {
            true => self.unsupported(
                span,
                format!(
                    "`{name}` is defined twice, in one of two files for inlining: which of them a \
                     call runs is not said"
                ),
            ),
            false => self.type_error(
                span,
                format!("the function `{name}` is defined in two files, which no linker takes"),
            ),
        }
        .help(help)
    }
}
