//! Items of an initialiser that override earlier ones (C11 6.7.9p19).

use super::initializer::{Filler, Part};
use super::{Result, Unit};
use crate::types::Type;
use lang_c::span::Span;

impl Unit<'_> {
    /// Before an item is added: what it overrides may not be evaluated at all (C11 6.7.9, footnote
    /// 151), and gcc forgets a whole structure of which a part is overridden. Another member of a
    /// union takes the place of the earlier one.
    pub(super) fn override_earlier(
        &self,
        filler: &mut Filler,
        path: &[Part],
        span: Span,
    ) -> Result<()> {
        if !self.may_override(filler, path) {
            return Ok(());
        }
        for (earlier, (_, old)) in filler
            .paths
            .iter()
            .zip(&filler.items)
            .filter(|(earlier, _)| self.share(earlier, path))
        {
            if old.effects {
                return Err(self.unsupported(
                    span,
                    "overriding an initialiser is not supported if it has effects",
                ));
            }
            if matches!(old.ty, Type::Record(_)) && earlier.len() < path.len() {
                return Err(self.unsupported(span, "overriding a part of a structure that was initialised as a whole is not supported"));
            }
        }
        let other = |earlier: &Vec<Part>| {
            let differ = earlier.iter().zip(path).find(|(x, y)| x != y);
            differ.is_some_and(|(x, _)| self.of_union(x))
        };
        let replaced = filler.paths.iter().map(other).collect();
        filler.forget(replaced);
        Ok(())
    }

    /// A list in braces, or a string, for an object that has items already: they are overridden,
    /// also where the list says nothing.
    pub(super) fn replace(&self, filler: &mut Filler, path: &[Part], span: Span) -> Result<()> {
        if !self.may_override(filler, path) {
            return Ok(());
        }
        let overridden: Vec<bool> = filler
            .paths
            .iter()
            .map(|earlier| self.share(earlier, path))
            .collect();
        if filler
            .items
            .iter()
            .zip(&overridden)
            .any(|((_, old), overridden)| *overridden && old.effects)
        {
            return Err(self.unsupported(
                span,
                "overriding an initialiser is not supported if it has effects",
            ));
        }
        if filler
            .paths
            .iter()
            .zip(&overridden)
            .any(|(earlier, overridden)| *overridden && earlier.len() < path.len())
        {
            return Err(self.unsupported(
                span,
                "overriding a part of a structure that was initialised as a whole is not supported",
            ));
        }
        filler.forget(overridden);
        Ok(())
    }

    /// Whether some item may share a part with a path: not if all come before it, in the order of
    /// the object's parts, and no union is on the way.
    fn may_override(&self, filler: &Filler, path: &[Part]) -> bool {
        !filler.items.is_empty()
            && (path <= filler.last.as_slice()
                || path.starts_with(&filler.last)
                || path.iter().any(|part| self.of_union(part)))
    }

    fn of_union(&self, part: &Part) -> bool {
        match part {
            Part::Field(id, _) => self.program.types.record(*id).is_some_and(|r| r.union),
            _ => false,
        }
    }

    /// Whether two paths lead to objects that share bytes.
    fn share(&self, a: &[Part], b: &[Part]) -> bool {
        match a.iter().zip(b).find(|(x, y)| x != y) {
            None => true,
            Some((x, y)) => self.of_union(x) && self.of_union(y),
        }
    }
}
