//! The compiler as judge: what the analysis found out about a program, confirmed by the compiler
//! that will build it, with the same arguments.
//!
//! | module | does |
//! |---|---|
//! | [`facts`] | what is claimed, and where |
//! | [`types`] | claims about types: layouts, sizes, signs |
//! | [`uses`] | what of a program its runs can use; the rest is left out |
//! | `assertions` | claims as static assertions in the program's own text |
//!
//! The compiler reads the preprocessed text as it came, before anything of ours was rewritten, with
//! declarations between those of the program. Bodies of functions that nothing calls are left out.
//! Nothing that it makes is run.

mod assertions;
pub mod facts;
pub mod types;
pub mod uses;

pub use facts::{Alignment, Claim, Content, Fact, Subject};

use crate::compiler::{arguments, Arguments, Compiler, Failure};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::Program;
use crate::library;
use crate::sources::{Sources, UnitId};
use crate::Options;
use assertions::{assertion, edited, messages, reveal, Edit, Message};
use proofmark_logic::cfa::Pos;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::Path;
use uses::Uses;

type Result<T> = std::result::Result<T, LoadError>;

/// The program, what is claimed about it, and who confirms it.
struct Judge<'a> {
    compiler: Compiler,
    arguments: Arguments,
    options: &'a Options,
    sources: &'a Sources,
    program: &'a Program,
    uses: Uses,
}

/// A unit as the compiler reads it.
struct Text {
    id: UnitId,
    /// Bodies that are not there.
    left_out: Vec<(usize, usize)>,
}

impl Text {
    /// Whether an offset is in a part that is left out.
    fn lacks(&self, at: usize) -> bool {
        let next = self.left_out.partition_point(|(from, _)| *from < at);
        let before = next.checked_sub(1).and_then(|n| self.left_out.get(n));
        before.is_some_and(|(_, to)| at < *to)
    }
}

/// Claims for one place.
struct Asked<'a> {
    at: usize,
    pos: Pos,
    claims: Cow<'a, [Claim]>,
}

/// Has the compiler confirm the facts that runs from `entry` depend on.
///
/// # Errors
/// If there is no compiler, or if it disagrees: with both values.
pub fn confirm(
    program: &Program,
    entry: u32,
    facts: &[Fact],
    sources: &Sources,
    options: &Options,
) -> Result<()> {
    let judge = Judge {
        compiler: Compiler::find(options.compiler.as_deref()).map_err(failed)?,
        arguments: arguments::sort(&options.cpp_args, options.profile)
            .map_err(|message| LoadError::plain(ErrorKind::Preprocess, &message))?,
        options,
        sources,
        program,
        uses: uses::of(program, entry),
    };
    sources.units().try_for_each(|unit| judge.unit(unit, facts))
}

fn rejected(said: &str) -> LoadError {
    let first: Vec<&str> = said.lines().take(8).collect();
    let message = format!("the compiler refuses the program:\n{}", first.join("\n"));
    LoadError::plain(ErrorKind::Preprocess, &message)
}

fn failed(failure: Failure) -> LoadError {
    failure.about(Path::new("the program"))
}

impl Judge<'_> {
    /// What has to hold of a fact; nothing if the program does not depend on it.
    fn claims<'f>(&self, fact: &'f Fact) -> Cow<'f, [Claim]> {
        let used = match &fact.content {
            Content::Claims(Subject::Global(id), _) => self.uses.globals.contains(id),
            Content::Claims(Subject::Function(id), _) => self.uses.functions.contains(id),
            Content::Layout { id, .. } => self.uses.records.contains(id),
            Content::Written(..) => true,
            Content::Body(..) | Content::Defined(_) => false,
        };
        match &fact.content {
            _ if !used => Cow::Borrowed(&[]),
            Content::Claims(_, claims) | Content::Written(_, claims) => Cow::Borrowed(claims),
            Content::Body(..) | Content::Defined(_) => Cow::Borrowed(&[]),
            Content::Layout {
                id,
                name,
                alignment,
            } => {
                let program = (&self.program.types, &self.uses);
                types::of_record(program, *id, name, *alignment).into()
            }
        }
    }

    /// The bodies that the compiler does not read, in the order of the text.
    fn left_out(&self, unit: UnitId, facts: &[Fact]) -> Vec<(usize, usize)> {
        let own = facts.iter().filter(|fact| fact.unit == unit);
        let unused = own.filter_map(|fact| match &fact.content {
            Content::Body(id, end) => {
                (!self.uses.functions.contains(id)).then_some((fact.at, *end))
            }
            Content::Claims(..)
            | Content::Layout { .. }
            | Content::Defined(_)
            | Content::Written(..) => None,
        });
        let pruned = self.sources.left_out(unit).iter().copied();
        let mut out: Vec<_> = unused.chain(pruned).collect();
        out.sort_unstable();
        out
    }

    /// The claims about a unit, in the order of its text.
    fn asked<'f>(&self, unit: &Text, facts: &'f [Fact]) -> Vec<Asked<'f>> {
        let own = facts.iter().filter(|fact| fact.unit == unit.id);
        let mut out: Vec<Asked<'f>> = own
            .filter(|fact| !unit.lacks(fact.at))
            .map(|fact| Asked {
                at: fact.at,
                pos: fact.pos,
                claims: self.claims(fact),
            })
            .filter(|asked| !asked.claims.is_empty())
            .collect();
        out.sort_by_key(|asked| asked.at);
        out
    }

    fn unit(&self, id: UnitId, facts: &[Fact]) -> Result<()> {
        let unit = &Text {
            id,
            left_out: self.left_out(id, facts),
        };
        self.complete_alone(unit)?;
        self.all_written(unit, facts)?;
        let asked = self.asked(unit, facts);
        if asked.is_empty() {
            return Ok(());
        }
        let numbered = asked.iter().enumerate();
        let insertions = numbered.map(|(n, a)| (a.at, assertion(n, &a.claims)));
        let Some(said) = self.refused(unit, usize::MAX, insertions.collect())? else {
            return Ok(());
        };
        let messages = messages(&said);
        let Some((first, asked)) = messages
            .first()
            .and_then(|first| Some((first, asked.get(first.number)?)))
        else {
            return Err(rejected(&said));
        };
        if !first.fails() {
            let what = asked.claims.first().map_or("", |c| &c.what);
            let message = format!("the compiler cannot confirm {what}: {}", first.text);
            return Err(self.differs(asked.pos, &message));
        }
        Err(self.explained(unit, asked)?)
    }

    /// A unit that gets structures from a library is a program without them: what is wrong where
    /// they are incomplete (C11 6.9.2p3) is wrong.
    fn complete_alone(&self, unit: &Text) -> Result<()> {
        let Some(own) = library::own_text(self.sources.text(unit.id)) else {
            return Ok(());
        };
        match self.refused(unit, own, Vec::new())? {
            None => Ok(()),
            Some(said) => Err(rejected(&said)),
        }
    }

    /// Of what is defined within expressions, nothing else says how it is laid out.
    fn all_written(&self, unit: &Text, facts: &[Fact]) -> Result<()> {
        let own = facts.iter().filter(|fact| fact.unit == unit.id);
        let (mut written, mut defined) = (BTreeSet::new(), Vec::new());
        for fact in own.filter(|fact| !unit.lacks(fact.at)) {
            match fact.content {
                Content::Written(id, _) => _ = written.insert(id),
                Content::Defined(id) => defined.push((id, fact.pos)),
                Content::Claims(..) | Content::Body(..) | Content::Layout { .. } => {}
            }
        }
        let Some((_, pos)) = defined.iter().find(|(id, _)| !written.contains(id)) else {
            return Ok(());
        };
        let message = "a structure that is defined within an expression, where the compiler cannot be asked how it lays it out, is not supported";
        let error = LoadError::at(
            ErrorKind::Unsupported,
            self.sources,
            *pos,
            message.to_owned(),
        );
        Err(error.help("define it in front, with a tag or a `typedef`"))
    }

    /// What the compiler says of a text up to an offset, with insertions, if it refuses it.
    fn refused(
        &self,
        unit: &Text,
        end: usize,
        insertions: Vec<(usize, String)>,
    ) -> Result<Option<String>> {
        let whole = self.sources.text(unit.id);
        let left_out = unit.left_out.iter().filter(|(from, _)| *from < end);
        let mut edits: Vec<Edit> = left_out
            .map(|(from, to)| Edit {
                from: *from,
                to: *to,
                text: ";".to_owned(),
            })
            .chain(insertions.into_iter().map(|(at, text)| Edit {
                from: at,
                to: at,
                text,
            }))
            .collect();
        edits.sort_by_key(|edit| edit.from);
        let text = edited(whole.get(..end).unwrap_or(whole), &edits);
        match self
            .compiler
            .judge(&text, self.options.profile, &self.arguments)
        {
            Ok(()) => Ok(None),
            Err(Failure::Rejected(messages)) => Ok(Some(messages)),
            Err(failure) => Err(failed(failure)),
        }
    }

    /// An error that names both values: each claim is asked for by itself, bit by bit.
    fn explained(&self, unit: &Text, asked: &Asked) -> Result<LoadError> {
        let numbered = asked.claims.iter().enumerate();
        let lines: String = numbered.map(|(n, claim)| reveal(n, claim)).collect();
        let said = self.refused(unit, usize::MAX, vec![(asked.at, lines)])?;
        let messages = messages(&said.unwrap_or_default());
        for (number, claim) in asked.claims.iter().enumerate() {
            let own = |m: &&Message| m.number == number;
            let bits = messages.iter().filter(own).filter_map(Message::bit);
            let value = bits.fold(0u64, |value, bit| value | 1 << bit);
            if value != claim.value {
                return Ok(self.difference(asked.pos, claim, value));
            }
        }
        let what = asked.claims.first().map_or("", |c| &c.what);
        Ok(self.differs(asked.pos, &format!("the compiler does not confirm {what}")))
    }

    fn difference(&self, pos: Pos, claim: &Claim, compiler: u64) -> LoadError {
        let Claim { what, value, .. } = claim;
        let message = format!("the compiler has {compiler} for {what}, the analysis {value}");
        self.differs(pos, &message)
    }

    fn differs(&self, pos: Pos, message: &str) -> LoadError {
        LoadError::at(ErrorKind::Judge, self.sources, pos, message.to_owned()).help(
            "the analysis does not understand this program as the compiler does; please report it",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{confirm, uses, Content, Fact, LoadError};
    use crate::diagnostic::ErrorKind;
    use crate::ir::Program;
    use crate::sema::Analyser;
    use crate::sources::Sources;
    use crate::types::Record;
    use crate::{entry, normalise, Options};
    use proofmark_logic::types::Profile;

    const PROGRAM: &str =
        "enum e { A = 3 };\nstruct s { char c; struct { int x; }; long y[2]; char *p; float f; };\n\
        struct unused { int x; };\nstatic struct s object;\n\
        static long f(int a) { struct t { short b; } t = {1}; return sizeof(t) + object.y[a]\n\
        + sizeof(struct w { char c; int i; }) + sizeof(struct { char c; struct w w; }); }\n\
        int main(void) { int b = A ? (int)f(A) : 2; return b; }\n";

    /// Has the compiler judge the program's facts after a change of these or of the program.
    fn judged(change: impl Fn(&mut Vec<Fact>, &mut Program)) -> Result<(), LoadError> {
        let options = Options::new(Profile::Lp64);
        let (mut sources, mut analyser) = (Sources::default(), Analyser::new(options.profile));
        let unit = sources.add("p.c", PROGRAM.to_owned())?;
        let rewritten = normalise::normalise(&sources, unit, "main")?;
        sources.set_rewritten(unit, &rewritten);
        let occurrences = normalise::occurrences(&rewritten.text);
        let tree = normalise::parse(&sources, unit, rewritten.text)?;
        analyser.unit(&sources, unit, &tree, &occurrences, Vec::new())?;
        let mut facts = analyser.facts();
        let (mut program, _) = analyser.finish(&sources)?;
        change(&mut facts, &mut program);
        let entry = entry::find_entry(&program, "main")?;
        confirm(&program, entry, &facts, &sources, &options)
    }

    fn refused(error: LoadError, own: u64, right: u64) {
        assert_eq!(error.kind, ErrorKind::Judge, "{error}");
        let said = error.to_string();
        assert!(said.contains(&format!("the analysis {own}")), "{said}");
        assert!(said.contains(&format!("has {right} for")), "{said}");
    }

    #[test]
    fn every_wrong_claim_is_refused_with_both_values() {
        judged(|_, _| ()).expect("the facts are right");
        let counts = std::cell::RefCell::new(Vec::new());
        judged(|facts, _| {
            let claims = |fact: &Fact| match &fact.content {
                Content::Claims(_, claims) | Content::Written(_, claims) => claims.len(),
                _ => 0,
            };
            *counts.borrow_mut() = facts.iter().map(claims).collect();
        })
        .expect("counted");
        assert!(counts.borrow().iter().sum::<usize>() > 10);
        for (fact, claims) in counts.into_inner().into_iter().enumerate() {
            for claim in 0..claims {
                let wrong = std::cell::Cell::new(0);
                let error = judged(|facts, _| {
                    if let Content::Claims(_, claims) | Content::Written(_, claims) =
                        &mut facts[fact].content
                    {
                        claims[claim].value += 1;
                        wrong.set(claims[claim].value);
                    }
                });
                refused(
                    error.expect_err("a wrong claim"),
                    wrong.get(),
                    wrong.get() - 1,
                );
            }
        }
    }

    #[test]
    fn every_wrong_layout_is_refused() {
        let changes: [fn(&mut Record); 4] = [
            |record| record.size += 8,
            |record| record.align.bytes *= 2,
            |record| record.fields.as_mut().unwrap()[0].offset += 1,
            |record| record.fields.as_mut().unwrap()[0].ty.ty = crate::types::Type::INT,
        ];
        for name in ["s", "t"] {
            for change in changes {
                let wrong = judged(|_, program| {
                    let mut records = program.types.records.iter_mut();
                    change(records.find(|r| r.name == name).expect("a record"));
                });
                let error = wrong.expect_err("a wrong layout");
                assert_eq!(error.kind, ErrorKind::Judge, "{error}");
            }
        }
    }

    #[test]
    fn what_expressions_define_must_be_claimed() {
        let error = judged(|facts, _| {
            facts.retain(|fact| !matches!(fact.content, Content::Written(..)));
        });
        let error = error.expect_err("nothing says how it is laid out");
        assert_eq!(error.kind, ErrorKind::Unsupported, "{error}");
    }

    #[test]
    fn what_the_program_does_not_use_is_left_out() {
        judged(|_, program| {
            let entry = entry::find_entry(program, "main").expect("an entry");
            let used = uses::of(program, entry).records;
            let names = program.types.records.iter().map(|r| r.name.as_str());
            let unused = names.zip(0u32..).find(|(name, _)| *name == "unused");
            assert!(!used.contains(&unused.expect("a record").1));
        })
        .expect("the facts are right");
    }
}
