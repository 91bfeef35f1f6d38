//! Whether an execution rests on where its objects are: it is followed once more with the objects
//! elsewhere.
//!
//! An interpreter has to place objects somewhere, and a program can see where: it may compare
//! addresses, look at their bits, or use them as numbers. What it does with the places that were
//! chosen need not be what it does in any process. Nothing is proved here; but what depends on
//! places differs between three that have neither order, alignment nor numbers in common.

use super::places::{Layout, ELSEWHERE, GAP};
use super::{index, Choice, ExecuteError, Filled, Machine, Memory, Trace, Value};
use proofmark_frontend::Program;
use proofmark_logic::cfa::{Cfa, Pos, StmtKind, VarSort};

/// The first condition along an execution that fails where the objects are elsewhere.
///
/// # Errors
/// A trace that is none of this program's.
pub(super) fn misplaced(
    program: &Program,
    trace: &Trace,
    addresses: &[i128],
) -> Result<Option<Pos>, ExecuteError> {
    if program.cfa.objects.is_empty() {
        return Ok(None);
    }
    for layout in ELSEWHERE {
        // What does not fit elsewhere, or lies there, is not looked at.
        let Ok(there) = layout.addresses(&program.cfa) else {
            continue;
        };
        let moves = Moves::new(&program.cfa, addresses, &there);
        if moves.meets_block(program, trace, layout) {
            continue;
        }
        // An input within an object is its address, or a number.
        let Some(at) = follow(program, trace, &there, Some(&moves))? else {
            continue;
        };
        if follow(program, trace, &there, None)?.is_some() {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Follows a trace's path; where it ends, unless it reaches the trace's end.
fn follow(
    program: &Program,
    trace: &Trace,
    addresses: &[i128],
    moves: Option<&Moves>,
) -> Result<Option<Pos>, ExecuteError> {
    let cfa = &program.cfa;
    let moved = |var: VarSort, value: Value| match moves {
        Some(moves) => moves.value(cfa, var, value),
        None => value,
    };
    let mut initial = Vec::with_capacity(trace.initial.len());
    for (var, value) in &trace.initial {
        let sort = cfa.sort_of(*var).map_err(|_| ExecuteError::Malformed)?;
        initial.push((*var, moved(sort, value.clone())));
    }
    let mut inputs = trace.steps.iter().filter_map(|step| {
        let stmt = cfa.edges.get(index(step.edge.0))?.stmts.get(step.stmt)?;
        let (_, written) = step.written.as_ref()?;
        matches!(stmt.kind, StmtKind::Havoc { .. }).then(|| written.whole())?
    });
    let mut havoc = |choice: Choice| match inputs.next() {
        Some(value) => moved(choice.sort, value),
        None => Value::zero(choice.sort),
    };
    let mut machine = Machine::placed(program, addresses.to_vec(), &initial)?;
    for visit in &trace.path {
        let edge = cfa.edges.get(index(visit.edge.0));
        let edge = edge.ok_or(ExecuteError::Malformed)?;
        let at = |stmt: usize| edge.stmts.get(stmt).map_or(Pos::default(), |stmt| stmt.pos);
        if !machine.goes_on_with(visit.edge)? {
            return Err(ExecuteError::Malformed);
        }
        // What it computes with other addresses may be no value at all.
        match machine.try_edge(visit.edge, &mut havoc, None) {
            Ok(None) => {}
            Ok(Some(stmt)) => return Ok(Some(at(stmt))),
            Err(_) => return Ok(Some(at(0))),
        }
    }
    Ok((machine.location != trace.end).then(Pos::default))
}

/// Where each object was, with one byte behind it, and how far it moves.
struct Moves(Vec<(i128, i128, i128)>);

impl Moves {
    fn new(cfa: &Cfa, from: &[i128], to: &[i128]) -> Moves {
        let objects = from.iter().zip(to).zip(&cfa.objects);
        let moves =
            objects.map(|((from, to), object)| (*from, from + i128::from(object.size), to - from));
        let mut moves: Vec<_> = moves.collect();
        moves.sort_unstable();
        Moves(moves)
    }

    fn address(&self, address: i128) -> i128 {
        let before = self.0.partition_point(|(from, ..)| *from <= address);
        match before.checked_sub(1).and_then(|last| self.0.get(last)) {
            Some((_, end, distance)) if address <= *end => address + distance,
            Some(_) | None => address,
        }
    }

    /// A value in which each address of an object is where the object is now.
    fn value(&self, cfa: &Cfa, sort: VarSort, value: Value) -> Value {
        let (VarSort::Int(ty) | VarSort::Map(ty)) = sort;
        let pointer = ty.bits() == cfa.profile.pointer_bits() && ty.min() == 0;
        let held = |value: i128| match pointer {
            true => self.address(value),
            false => value,
        };
        match value {
            Value::Int(number) => Value::Int(held(number)),
            Value::Memory(Memory {
                default,
                elements,
                ranges,
            }) => {
                let elements = elements.into_iter();
                let ranges = ranges.into_iter().map(|range| Filled {
                    from: self.address(range.from),
                    to: self.address(range.to),
                    value: held(range.value),
                });
                Value::Memory(Memory {
                    default: held(default),
                    elements: elements
                        .map(|(at, value)| (self.address(at), held(value)))
                        .collect(),
                    ranges: ranges.collect(),
                })
            }
        }
    }

    /// Whether the execution has memory of its own where the objects go.
    fn meets_block(&self, program: &Program, trace: &Trace, layout: Layout) -> bool {
        let cfa = &program.cfa;
        let start = layout.start(cfa);
        let ends = self.0.iter().map(|(_, end, distance)| end + distance);
        let end = ends.max().unwrap_or(start);
        trace.steps.iter().any(|step| {
            let edge = cfa.edges.get(index(step.edge.0));
            let stmt = edge.and_then(|edge| edge.stmts.get(step.stmt));
            let (Some(stmt), Some((var, written))) = (stmt, &step.written) else {
                return false;
            };
            let sort = cfa.sort_of(*var);
            let block =
                sort.is_ok_and(|sort| program.approximations.allocation(stmt, sort).is_some());
            let near = start - GAP..end;
            block && matches!(written.whole(), Some(Value::Int(at)) if near.contains(&at))
        })
    }
}
