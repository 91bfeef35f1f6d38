//! Executions of components, for people (paper 003, section 3.4).

use super::super::failure::BadInput;
use super::super::trace::Report;
use proofmark_assembly::automaton::Step;
use proofmark_assembly::Assembly;
use proofmark_guard::text;
use proofmark_producer::substitutability::automata::Word;
use proofmark_producer::substitutability::component::{Part, Run, Session};
use proofmark_replay::story::Extent;

/// The three parts: what the old component does up to the divergence and behind it, and what the
/// new one does up to there; and how the new one can go on.
pub(super) fn lost(
    (old_assembly, old): (&Assembly, &mut Part),
    (new_assembly, new): (&Assembly, &mut Part),
    (word, extent): (&Word, Extent),
    session: &mut Session<'_>,
) -> Result<String, BadInput> {
    let mut out = format!("  lost: {}\n", word.join(" "));
    let prefix: Word = word
        .split_last()
        .map(|(_, prefix)| prefix.to_vec())
        .unwrap_or_default();
    let last = word.last().map_or("", String::as_str);
    if let Some(run) = old.run(old_assembly, &prefix, session)? {
        out.push_str(&format!(
            "  the old component, up to there: {}\n",
            prefix.join(" ")
        ));
        out.push_str(&told(&run, extent));
    }
    if let Some(run) = old.run(old_assembly, word, session)? {
        out.push_str(&format!("  the old component goes on with {last}:\n"));
        out.push_str(&told(&run, extent));
    }
    match new.run(new_assembly, &prefix, session)? {
        Some(run) => {
            out.push_str(&format!(
                "  the new component, up to there: {}\n",
                prefix.join(" ")
            ));
            out.push_str(&told(&run, extent));
        }
        None if prefix.is_empty() => {}
        None => out.push_str("  the new component can do the same up to there\n"),
    }
    let on = going_on(new, &prefix);
    let instead = match on.is_empty() {
        true => "goes on with no event at all".to_owned(),
        false => format!("can go on with {}", on.join(", ")),
    };
    out.push_str(&format!(
        "  then the new component never does {last}: it {instead}\n"
    ));
    Ok(out)
}

/// The events that are known to be possible behind a sequence.
fn going_on(part: &Part, prefix: &Word) -> Vec<String> {
    let mut state = part.does.initial();
    for event in prefix {
        match part.does.step(state, event) {
            Step::To(to) => state = to,
            Step::Refused | Step::Apart => return Vec::new(),
        }
    }
    let events = part.does.alphabet().iter();
    let possible = events.filter(|event| matches!(part.does.step(state, event), Step::To(_)));
    possible.cloned().collect()
}

fn told(run: &Run, extent: Extent) -> String {
    let report = Report::new(&run.program, &run.trace, extent).text();
    text::indented(&report, "  ")
}
