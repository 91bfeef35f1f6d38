//! The compiler as judge: what the analysis found out about a program, confirmed by the compiler
//! that will build it, with the same arguments.
//!
//! | module | does |
//! |---|---|
//! | [`facts`] | what is claimed: layouts, types of names and of results, constants |
//! | `assertions` | claims as static assertions in the program's own text |
//!
//! The compiler reads the preprocessed text as it came, with declarations between those of the
//! program: before anything of ours was rewritten. Nothing that it makes is run.

mod assertions;
pub mod facts;

pub use facts::{Claim, Fact, Subject};

use crate::compiler::{arguments, Arguments, Compiler, Failure};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::memory::Plan;
use crate::sources::{Sources, UnitId};
use crate::Options;
use assertions::{assertion, inserted, messages, reveal, Message};
use proofmark_logic::cfa::Pos;

type Result<T> = std::result::Result<T, LoadError>;

/// The program, what is claimed about it, and who confirms it.
struct Judge<'a> {
    compiler: Compiler,
    arguments: Arguments,
    options: &'a Options,
    sources: &'a Sources,
    plan: &'a Plan,
    facts: &'a [Fact],
}

/// Has the compiler confirm the facts that the program's runs depend on.
///
/// # Errors
/// If there is no compiler, or if it disagrees: with both values.
pub fn confirm(plan: &Plan, facts: &[Fact], sources: &Sources, options: &Options) -> Result<()> {
    let mut units: Vec<UnitId> = facts.iter().map(|fact| fact.unit).collect();
    units.dedup();
    let failed = |failure: Failure| failure.about(std::path::Path::new("the program"));
    let judge = Judge {
        compiler: Compiler::find(options.compiler.as_deref()).map_err(failed)?,
        arguments: arguments::sort(&options.cpp_args, options.profile)
            .map_err(|message| LoadError::plain(ErrorKind::Preprocess, &message))?,
        options,
        sources,
        plan,
        facts,
    };
    for unit in units {
        judge.assertions(unit)?;
    }
    Ok(())
}

impl Judge<'_> {
    /// Whether the program depends on a fact.
    fn matters(&self, subject: Subject) -> bool {
        match subject {
            Subject::Everywhere => true,
            Subject::Global(id) => self.plan.used_globals.contains(&(id as usize)),
            Subject::Function(id) => self.plan.used_functions.contains(&id),
        }
    }

    /// The facts of a unit that matter, in the order of its text.
    fn facts_of(&self, unit: UnitId) -> Vec<&Fact> {
        let all = self.facts.iter();
        let mut out: Vec<&Fact> = all
            .filter(|f| f.unit == unit && self.matters(f.subject))
            .collect();
        out.sort_by_key(|f| f.at);
        out
    }

    fn assertions(&self, unit: UnitId) -> Result<()> {
        let facts = self.facts_of(unit);
        let numbered = facts.iter().enumerate();
        let insertions: Vec<_> = numbered.map(|(n, f)| (f.at, assertion(n, f))).collect();
        let Some(said) = self.refused(unit, &insertions)? else {
            return Ok(());
        };
        let messages = messages(&said);
        let Some((first, fact)) = messages
            .first()
            .and_then(|first| Some((first, *facts.get(first.number)?)))
        else {
            let message = format!(
                "the compiler refuses the program:\n{}",
                said.lines().take(8).collect::<Vec<_>>().join("\n")
            );
            return Err(LoadError::plain(ErrorKind::Preprocess, &message));
        };
        if !first.fails() {
            let what = fact.claims.first().map_or("", |c| &c.what);
            let message = format!("the compiler cannot confirm {what}: {}", first.text);
            return Err(self.differs(fact.pos, &message));
        }
        Err(self.explained(unit, fact)?)
    }

    /// What the compiler says of a text with insertions, if it refuses it.
    fn refused(&self, unit: UnitId, insertions: &[(usize, String)]) -> Result<Option<String>> {
        let text = inserted(self.sources.text(unit), insertions);
        match self
            .compiler
            .judge(&text, self.options.profile, &self.arguments)
        {
            Ok(()) => Ok(None),
            Err(Failure::Rejected(messages)) => Ok(Some(messages)),
            Err(failure) => Err(failure.about(std::path::Path::new("the program"))),
        }
    }

    /// An error that names both values: each claim of the fact is asked for by itself, bit by bit.
    fn explained(&self, unit: UnitId, fact: &Fact) -> Result<LoadError> {
        let numbered = fact.claims.iter().enumerate();
        let asked: String = numbered.map(|(n, claim)| reveal(n, claim)).collect();
        let said = self.refused(unit, &[(fact.at, asked)])?.unwrap_or_default();
        let messages = messages(&said);
        for (number, claim) in fact.claims.iter().enumerate() {
            let own = |m: &&Message| m.number == number;
            let bits = messages.iter().filter(own).filter_map(Message::bit);
            let value = bits.fold(0u64, |value, bit| value | 1 << bit);
            if value != claim.value {
                return Ok(self.difference(fact.pos, &claim.what, value, claim.value));
            }
        }
        let what = fact.claims.first().map_or("", |c| &c.what);
        Ok(self.differs(fact.pos, &format!("the compiler does not confirm {what}")))
    }

    fn difference(&self, pos: Pos, what: &str, compiler: u64, own: u64) -> LoadError {
        let message = format!("the compiler has {compiler} for {what}, the analysis {own}");
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
    use super::{confirm, Fact, LoadError, Plan};
    use crate::diagnostic::ErrorKind;
    use crate::sema::Analyser;
    use crate::sources::Sources;
    use crate::{lower, normalise, Options};
    use proofmark_logic::types::Profile;

    const PROGRAM: &str =
        "enum e { A = 3 };\nstruct s { char c; struct { int x; }; long y[2]; };\n\
        static struct s object;\n\
        static long f(int a) { struct t { short b; } t = {1}; return sizeof(t) + object.y[a]; }\n\
        int main(void) { return (int)f(A); }\n";

    /// Has the compiler judge the program's facts after a change.
    fn judged(change: impl Fn(&mut Vec<Fact>)) -> Result<(), LoadError> {
        let options = Options::new(Profile::Lp64);
        let (mut sources, mut analyser) = (Sources::default(), Analyser::new(options.profile));
        let unit = sources.add("p.c", PROGRAM.to_owned())?;
        let rewritten = normalise::normalise(&sources, unit, "main")?;
        sources.set_rewritten(unit, &rewritten);
        let occurrences = normalise::occurrences(&rewritten.text);
        let tree = normalise::parse(&sources, unit, rewritten.text)?;
        analyser.unit(&sources, unit, &tree, &occurrences)?;
        let mut facts = analyser.facts();
        change(&mut facts);
        let (program, _) = analyser.finish(&sources)?;
        let plan = Plan::new(&program, lower::find_entry(&program, "main")?);
        confirm(&plan, &facts, &sources, &options)
    }

    #[test]
    fn every_wrong_claim_is_refused_with_both_values() {
        judged(|_| ()).expect("the facts are right");
        let mut counts = Vec::new();
        judged(|facts| assert!(!facts.is_empty())).expect("there are facts");
        let seen = std::cell::RefCell::new(&mut counts);
        judged(|facts| {
            seen.borrow_mut()
                .extend(facts.iter().map(|f| f.claims.len()))
        })
        .expect("counted");
        for (fact, claims) in counts.into_iter().enumerate() {
            for claim in 0..claims {
                let wrong = std::cell::Cell::new(0);
                let error = judged(|facts| {
                    facts[fact].claims[claim].value += 1;
                    wrong.set(facts[fact].claims[claim].value);
                })
                .expect_err("a wrong claim");
                assert_eq!(error.kind, ErrorKind::Judge, "{error}");
                let (own, right) = (wrong.get(), wrong.get() - 1);
                assert!(
                    error.to_string().contains(&format!("the analysis {own}")),
                    "{error}"
                );
                assert!(
                    error.to_string().contains(&format!("has {right} for")),
                    "{error}"
                );
            }
        }
    }
}
