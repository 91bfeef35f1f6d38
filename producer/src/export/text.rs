//! Obligations and invariants as text.

use super::{describe, obligations, position};
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::Cfa;
use proofmark_logic::display;
use proofmark_logic::substitution::TooLarge;
use std::fmt::Write;

/// Longest printed obligation, in bytes.
const OBLIGATION_BYTES_MAX: usize = 2000;
/// Longest printed invariant, in bytes.
const INVARIANT_BYTES_MAX: usize = 400;

/// The obligations that need a proof.
///
/// # Errors
/// [`TooLarge`] if the obligations are.
pub fn render(arena: &mut Arena, cfa: &Cfa, invariants: &[Expr]) -> Result<String, TooLarge> {
    let mut out = String::new();
    for obligation in obligations(arena, cfa, invariants)? {
        let formula = display::expr(arena, cfa, obligation.formula, OBLIGATION_BYTES_MAX);
        let _ = writeln!(out, "{}\n    {formula}", describe(cfa, obligation.kind));
    }
    Ok(out)
}

/// An invariant at a place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Annotation {
    /// File of the place; empty where unknown.
    pub file: String,
    /// Line of the place; 0 where unknown.
    pub line: u32,
    /// The function.
    pub function: String,
    /// The invariant in C-like notation.
    pub invariant: String,
}

/// The invariants along the source, in the order of the lines. Invariants that say nothing (`true`)
/// are left out, and so are repetitions, which come from code that is reached through several
/// calls.
pub fn annotations(arena: &Arena, cfa: &Cfa, invariants: &[Expr]) -> Vec<Annotation> {
    let mut out: Vec<Annotation> = Vec::new();
    for (location, &invariant) in cfa.locations.iter().zip(invariants) {
        if invariant == Arena::TRUE {
            continue;
        }
        let frame = usize::try_from(location.frame.0)
            .ok()
            .and_then(|n| cfa.frames.get(n));
        let file = position(cfa, location.pos)
            .and(usize::try_from(location.pos.file).ok())
            .and_then(|n| cfa.files.get(n));
        out.push(Annotation {
            file: file.cloned().unwrap_or_default(),
            line: location.pos.line,
            function: frame.map_or_else(String::new, |frame| frame.function.clone()),
            invariant: display::expr(arena, cfa, invariant, INVARIANT_BYTES_MAX),
        });
    }
    out.sort();
    out.dedup();
    out
}
