//! Patterns of events. How they match statements is the affair of [`crate::weave`].

pub use crate::ir::pattern::{Arg, Kind, Lhs, Pat, Pattern};

/// Where a statement stands, for `AT`.
pub struct Site<'a> {
    /// The labels in front of it.
    pub labels: &'a [String],
    /// The file that it stands in.
    pub file: &'a str,
    /// The line where it starts.
    pub line: u32,
}

impl Pattern {
    /// Whether the pattern applies to a statement at this place.
    pub fn applies(&self, site: &Site<'_>) -> bool {
        if self.at.is_empty() || site.labels.contains(&self.at) {
            return true;
        }
        let Some((file, line)) = self.at.rsplit_once('_') else {
            return false;
        };
        let stem = |name: &str| {
            name.rsplit('/').next().map_or(String::new(), |n| {
                n.rsplit_once('.').map_or(n, |(s, _)| s).to_owned()
            })
        };
        let same = site.file == file
            || site.file.ends_with(&format!("/{file}"))
            || stem(site.file) == file;
        same && line.parse() == Ok(site.line)
    }
    /// The numbers of the pattern's variables, in order.
    pub fn variables(&self) -> Vec<u32> {
        self.kind.variables()
    }
    /// Whether the pattern is about calls of a function with this name. `__builtin_f` is `f`.
    pub fn watches(&self, name: &str) -> bool {
        matches!(&self.kind, Kind::Call(f, ..) if plain(f) == plain(name))
    }
}

/// A function's name without the prefix by which gcc knows it whatever the program declares (gcc
/// manual, "Other Builtins").
pub fn plain(name: &str) -> &str {
    name.strip_prefix("__builtin_").unwrap_or(name)
}

impl Kind {
    /// The numbers of the variables, in order.
    pub fn variables(&self) -> Vec<u32> {
        let mut out = Vec::new();
        match self {
            Kind::Assign(a, b) => {
                a.variables(&mut out);
                b.variables(&mut out);
            }
            Kind::Call(_, args, lhs) => {
                args.iter().for_each(|a| {
                    if let Arg::One(p) = a {
                        p.variables(&mut out);
                    }
                });
                match lhs {
                    Lhs::Place(p) => p.variables(&mut out),
                    Lhs::Returned(n) => out.push(*n),
                    Lhs::Nothing | Lhs::Any => {}
                }
            }
        }
        out.sort_unstable();
        out
    }
}

impl Pat {
    fn variables(&self, out: &mut Vec<u32>) {
        match self {
            Pat::Any | Pat::Int(_) | Pat::Name(_) | Pat::Function(_) => {}
            Pat::Var(n) => out.push(*n),
            Pat::Deref(a)
            | Pat::Address(a)
            | Pat::Field(a, _)
            | Pat::Arrow(a, _)
            | Pat::Unary(_, a) => a.variables(out),
            Pat::Index(a, b) | Pat::Arith(_, a, b) | Pat::Compare(_, a, b) => {
                a.variables(out);
                b.variables(out);
            }
        }
    }
}
