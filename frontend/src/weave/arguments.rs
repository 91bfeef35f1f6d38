//! How the arguments of a pattern match those of a call.

use super::matcher::Matcher;
use super::what::{Bindings, What};
use crate::flatten::Value;
use crate::spec::pattern::{Arg, Pat};

impl<'p> Matcher<'p> {
    /// `$?` takes as few arguments as possible; there is at most one way, because no numbered
    /// variable stands between two of them.
    pub(super) fn arguments(&self, wanted: &[Arg], args: &'p [Value]) -> Option<Bindings<'p>> {
        let front = wanted.iter().take_while(|a| **a != Arg::Rest).count();
        let open = front < wanted.len();
        let back = if open {
            wanted.iter().rev().take_while(|a| **a != Arg::Rest).count()
        } else {
            0
        };
        if args.len() < front + back || (!open && args.len() != front) {
            return None;
        }
        let mut out = Vec::new();
        let ends = (0..front)
            .map(|i| (i, i))
            .chain((0..back).map(|i| (wanted.len() - 1 - i, args.len() - 1 - i)));
        for (pattern, index) in ends {
            let (Some(Arg::One(pat)), Some(arg)) = (wanted.get(pattern), args.get(index)) else {
                return None;
            };
            if !self.argument(pat, index, arg, &mut out) {
                return None;
            }
        }
        let middle = wanted.get(front..wanted.len() - back).unwrap_or_default();
        self.somewhere(
            middle,
            args.get(front..args.len() - back).unwrap_or_default(),
        )
        .then_some(out)
    }

    /// Whether the patterns between wild-cards match arguments in this order: those that stand
    /// together, arguments that stand together.
    fn somewhere(&self, wanted: &[Arg], args: &'p [Value]) -> bool {
        let mut rest = args;
        for together in wanted.split(|arg| *arg == Arg::Rest) {
            let fits = |args: &'p [Value]| {
                let mut pairs = together.iter().zip(args);
                pairs.all(|(pat, arg)| match pat {
                    Arg::One(pat) => self.value(pat, arg, &mut Vec::new()),
                    Arg::Rest => false,
                })
            };
            if together.is_empty() {
                continue;
            }
            // The first place leaves most to those behind it.
            let Some(at) = rest.windows(together.len()).position(fits) else {
                return false;
            };
            rest = rest.get(at + together.len()..).unwrap_or_default();
        }
        true
    }

    fn argument(&self, pat: &Pat, index: usize, arg: &'p Value, out: &mut Bindings<'p>) -> bool {
        match pat {
            Pat::Var(n) => {
                out.push((*n, What::Argument(index, arg)));
                true
            }
            _ => self.value(pat, arg, out),
        }
    }
}
