//! Leaves out the bodies of header functions that nothing can call: on drivers, 98 of 100, which
//! makes parsing seven times faster.
//!
//! Reachability is by names, and by literals that are names (`alias("f")`), so it errs towards
//! keeping. Where it would err the other way all the same, nothing unsound follows: a function left
//! out is marked, and translation refuses to call it, also through a pointer.

use super::assembly::has_directives;
use super::items::{items, Item};
use super::lasting::{Names, KEEPS};
use super::tokens::Token;
use super::Rewriter;
use crate::accounting::PRUNED;
use std::collections::{HashMap, HashSet};

/// Bodies of functions by name: the tokens of their braces.
type Bodies<'t> = HashMap<&'t str, Vec<(usize, usize)>>;

/// Removes the bodies of static functions in headers that cannot be reached from `entry` or from
/// text outside headers.
pub(super) fn prune<'t>(
    r: Rewriter<'t>,
    text: &'t str,
    tokens: &[Token],
    entry: &str,
    is_header: &dyn Fn(usize) -> bool,
) -> Rewriter<'t> {
    let items = items(&r);
    let (mut candidates, mut work) = roots(&r, &items, entry, is_header);
    let names = Names::of(&r, &items);
    let mut lasting: HashMap<&str, HashSet<&str>> = HashMap::new();
    candidates.retain(|name, bodies| {
        let own = bodies.iter().map(|body| names.lasting(&r, *body));
        let Some(own) = own.collect::<Option<Vec<HashSet<&str>>>>() else {
            work.append(bodies);
            return false;
        };
        let own: HashSet<&str> = own.into_iter().flatten().collect();
        if !own.is_empty() {
            lasting.insert(name, own);
        }
        true
    });
    let mut met: HashSet<&str> = HashSet::new();
    loop {
        while let Some((from, to)) = work.pop() {
            for index in from..to {
                let word = r.word(index);
                let name = word
                    .strip_prefix('"')
                    .and_then(|word| word.strip_suffix('"'));
                met.insert(word);
                if let Some(bodies) = candidates.remove(name.unwrap_or(word)) {
                    work.extend(bodies);
                }
            }
        }
        // What a body says of something else that is used lasts beyond it (C11 6.2.2p4).
        lasting.retain(|name, own| {
            let says = own.iter().any(|name| met.contains(name));
            work.extend(
                says.then(|| candidates.remove(name))
                    .flatten()
                    .into_iter()
                    .flatten(),
            );
            !says
        });
        if work.is_empty() {
            break;
        }
    }
    let unreached: HashSet<usize> = candidates
        .into_values()
        .flatten()
        .map(|(open, _)| open)
        .collect();
    let mut emitted = items.iter().map(|item| match item.function {
        Some((_, open, close)) if unreached.contains(&open) => match item.inline {
            true => (open, open),
            false => (open, close),
        },
        _ => (item.from, item.to),
    });
    let directives = emitted.any(|range| has_directives(&r, range));
    let mut out = without(text, tokens, &r, &unreached);
    out.directives = directives;
    out
}

/// Bodies that may be left out, by name, and what is read in any case.
fn roots<'t>(
    r: &Rewriter<'t>,
    items: &[Item<'t>],
    entry: &str,
    is_header: &dyn Fn(usize) -> bool,
) -> (Bodies<'t>, Vec<(usize, usize)>) {
    let mut candidates: Bodies<'t> = HashMap::new();
    let mut work: Vec<(usize, usize)> = Vec::new();
    for item in items {
        let end = item.function.map_or(item.to, |(_, open, _)| open);
        // What is there although nothing mentions it is reached.
        let kept = (item.from..end).any(|index| KEEPS.contains(&r.word(index)));
        let header = !kept && is_header(r.offset(item.from));
        match item.function {
            Some((name, open, close)) if header && name != entry && item.internal => {
                candidates.entry(name).or_default().push((open, close));
            }
            // Declarations in headers call nothing, unless they initialise something.
            None if header && !item.initialised => {}
            _ => work.push((item.from, item.to)),
        }
    }
    (candidates, work)
}

/// The stream without the tokens between some pairs of braces, and these replaced by a mark.
fn without<'t>(
    text: &'t str,
    tokens: &[Token],
    r: &Rewriter<'t>,
    opens: &HashSet<usize>,
) -> Rewriter<'t> {
    let mut kept = Vec::with_capacity(tokens.len() / 4);
    let (mut marks, mut left_out) = (Vec::new(), Vec::new());
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if let (true, Some(close)) = (opens.contains(&index), r.partner(index)) {
            marks.push(kept.len());
            left_out.push((token.start, r.offset(close) + 1));
            kept.push(*token);
            index = close;
            continue;
        }
        kept.push(*token);
        index += 1;
    }
    let mut out = Rewriter::new(text, kept);
    out.left_out = left_out;
    for open in marks {
        out.replace(open, &format!(" __attribute__(({PRUNED}));"));
        out.replace(open + 1, "");
    }
    out
}
