//! Automata for showing violations: as those for proofs, but they say which bytes the program
//! changes where whole memories become unknown, and hold the string literals whose contents proofs
//! leave open.
//!
//! They assign that to ghosts, which nothing reads, so they have the executions of the automaton
//! for proofs, less those that leave an assumption. With it, more of them are known to be
//! executions of the program.

use crate::cells::{by_name, by_number, cells};
use proofmark_frontend::inline::{Automaton, Block, Draft};
use proofmark_frontend::ir;
use proofmark_frontend::partition::{Memory, Plan};
use proofmark_frontend::translate::{Action, Extent, Origin, Seen};
use proofmark_frontend::{Cell, Extents, Ghosts, LoadError, Program, Reading};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Cfa, StmtKind, VarSort};
use proofmark_logic::types::IntType;
use std::collections::BTreeMap;

/// The names of the ghosts: what begins with `$` is no name of a program.
const GHOSTS: [(&str, IntType); 3] = [
    ("$from", IntType::U64),
    ("$size", IntType::U64),
    ("$fill", IntType::I32),
];

/// A program with an automaton for showing violations.
///
/// # Errors
/// None that reading the program did not have, except limits on the size of the automaton.
pub fn for_violations(program: &Program) -> Result<Program, LoadError> {
    exact(program.again(|program, plan, draft| make(program, plan, draft, Outside::Anything))?)
}

/// As [`for_violations`], with memory that is made of bytes, if that can say what the program does:
/// what it writes to bytes and reads as values is known in such a program.
///
/// # Errors
/// As [`for_violations`].
pub fn for_violations_in_bytes(reading: &Reading) -> Result<Program, LoadError> {
    exact(reading.again(Memory::Bytes, |program, plan, draft| {
        make(program, plan, draft, Outside::Anything)
    })?)
}

/// As [`for_violations`], where a function outside of the program of which nothing is known changes
/// nothing but the scalar objects that it gets pointers to. So each execution is one of the program
/// with some such function, as it is with some result of that function.
///
/// # Errors
/// As [`for_violations`].
pub fn for_executions(program: &Program) -> Result<Program, LoadError> {
    exact(program.again(|program, plan, draft| make(program, plan, draft, Outside::Nothing))?)
}

/// What functions outside of the program change that may change what they want to.
#[derive(Clone, Copy)]
enum Outside {
    /// Nobody knows.
    Anything,
    /// Nothing: there are such functions.
    Nothing,
}

fn exact((mut exact, cells): (Program, BTreeMap<String, Cell>)) -> Result<Program, LoadError> {
    exact.extents = ghosts(&exact.cfa).map(|ghosts| Extents {
        ghosts,
        cells: by_number(&cells, &exact.cfa),
    });
    Ok(exact)
}

/// The ghosts of an automaton. Where nothing is forgotten, simplification leaves none.
fn ghosts(cfa: &Cfa) -> Option<Ghosts> {
    let find = |name: &str| {
        let mut vars = (0u32..).map(VarId).zip(&cfa.vars);
        vars.find_map(|(var, decl)| (decl.name == name).then_some(var))
    };
    let [from, size, fill] = GHOSTS.map(|(name, _)| find(name));
    Some(Ghosts {
        from: from?,
        size: size?,
        fill: fill?,
    })
}

fn make(
    program: &ir::Program,
    plan: &Plan,
    mut draft: Draft,
    outside: Outside,
) -> (Automaton, BTreeMap<String, Cell>) {
    let cells = cells(program, plan, &draft.maps);
    draft.write_texts();
    let [from, size, fill] =
        GHOSTS.map(|(name, ty)| draft.declare(name, VarSort::Int(ty), Origin::Program));
    let ghosts = Ghosts { from, size, fill };
    let mut automaton = draft.automaton(&mut |block, action| match action {
        Action::Do(kind) => block.push(kind),
        Action::Given(condition) | Action::Check(condition, _) => {
            block.push(StmtKind::Assume(condition));
        }
        Action::Follow(pointer) => {
            let one = block.arena.lit(1);
            let not_null = block.arena.le(one, pointer);
            block.push(StmtKind::Assume(not_null));
        }
        Action::Leave(_) => block.stop(),
        Action::Open {
            var,
            value,
            seen: Seen::ByAll,
            ..
        } => block.assign(var, value),
        Action::Open { var, why, .. }
        | Action::ReadByte { var, why, .. }
        | Action::Blur { map: var, why, .. } => block.open(var, why),
        Action::Changes(extent) => tell(block, ghosts, extent, outside),
        Action::WriteByte { .. } | Action::Refresh(_) => {}
    });
    automaton.observed.extend(ghosts.vars());
    automaton.kept.extend(cells.keys());
    let cells = by_name(&cells, &automaton.cfa.vars);
    (automaton, cells)
}

/// Tells what the havocs that follow change.
fn tell(block: &mut Block<'_>, ghosts: Ghosts, extent: Extent, outside: Outside) {
    let (zero, unknown) = (block.arena.lit(0), block.arena.lit(-1));
    let everything = block.arena.lit(Ghosts::EVERYTHING);
    let (from, size, fill) = match (extent, outside) {
        (Extent::Everything, _) | (Extent::Chosen, Outside::Anything) => (zero, everything, None),
        (Extent::Chosen, Outside::Nothing) => (zero, zero, None),
        (Extent::Block { from, size, fill }, _) => (from, size, fill),
    };
    let from = block.arena.wrap(IntType::U64, from);
    let size = block.arena.wrap(IntType::U64, size);
    let fill = fill.map_or(unknown, |fill| block.arena.wrap(IntType::U8, fill));
    block.assign(ghosts.from, from);
    block.assign(ghosts.size, size);
    block.assign(ghosts.fill, fill);
}
