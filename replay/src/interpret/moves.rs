//! Where objects and allocated blocks go when an execution is followed with them elsewhere, and who
//! has which of their addresses.

use super::places::{past_all, up_to, Layout, GAP, PAGE};
use super::{index, Filled, Memory, Trace, Value, Written};
use proofmark_frontend::Program;
use proofmark_logic::cfa::{Cfa, VarSort};
use std::collections::{BTreeMap, BTreeSet};

/// What inputs are that lie within objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The objects' addresses, as far as others know these.
    Addresses,
    /// Other things that happen to be the same numbers.
    Numbers,
}

/// Where an object or an allocated block was, and how far it moves.
struct Region {
    from: i128,
    /// Behind its last byte, which may have an address, too.
    end: i128,
    distance: i128,
    /// Whether only the run has its address at first: local objects and blocks, and where the
    /// program starts, all whose name no other file can know.
    own: bool,
}

/// Where all objects and blocks of an execution go, in the order of their addresses.
pub(super) struct Moves(Vec<Region>);

impl Moves {
    /// Whether an execution allocates memory.
    pub(super) fn blocks(program: &Program, trace: &Trace) -> bool {
        blocks(program, trace).next().is_some()
    }

    /// Nothing where a block has no room.
    pub(super) fn new(
        program: &Program,
        trace: &Trace,
        from: &[i128],
        (layout, to): (Layout, &[i128]),
    ) -> Option<Moves> {
        let cfa = &program.cfa;
        let named = program.objects.iter().map(|object| object.name.clone());
        let functions = program.functions.iter();
        let functions = functions.map(|function| format!("{}()", function.name));
        let by_name: BTreeSet<String> = named.chain(functions).collect();
        let objects = from.iter().zip(to).zip(&cfa.objects);
        let from_start = cfa.ledger.iter().all(|entry| entry.kind != "harness");
        let objects = objects.map(|((from, to), object)| Region {
            from: *from,
            end: from + i128::from(object.size),
            distance: to - from,
            own: match from_start {
                true => !by_name.contains(object.name.as_str()),
                false => program.approximations.is_automatic(&object.name),
            },
        });
        let mut regions: Vec<_> = objects.collect();
        let end = past_all(cfa, to).max(layout.start(cfa));
        let distance = up_to(end, PAGE) + GAP;
        let room = 1i128 << cfa.profile.pointer_bits();
        let blocks: BTreeSet<i128> = blocks(program, trace).collect();
        let count = i128::try_from(blocks.len()).unwrap_or_default();
        for (from, number) in blocks.into_iter().zip(0..) {
            // They keep no distance to each other, nor, in one layout, their order.
            let distance = match layout {
                Layout::Descending => {
                    let behind = (count - 1 - number) * (2 * GAP + PAGE);
                    distance + behind + from % PAGE - from
                }
                Layout::Ascending(_) | Layout::Pages => distance + number * (GAP + PAGE),
            };
            if from + distance + GAP >= room {
                return None;
            }
            regions.push(Region {
                from,
                // No longer than what lies behind it allows.
                end: from + GAP,
                distance,
                own: true,
            });
        }
        regions.sort_unstable_by_key(|region| region.from);
        regions.dedup_by_key(|region| region.from);
        let starts: Vec<i128> = regions.iter().skip(1).map(|region| region.from).collect();
        for (region, next) in regions.iter_mut().zip(starts) {
            region.end = region.end.min(next - 1);
        }
        Some(Moves(regions))
    }

    /// For each region, whether others know its address when the execution starts.
    pub(super) fn known(&self, what: Meaning) -> Vec<bool> {
        let known = |region: &Region| what == Meaning::Addresses && !region.own;
        self.0.iter().map(known).collect()
    }

    /// The region that an address is of, and its number.
    fn region(&self, address: i128) -> Option<(usize, &Region)> {
        let before = self.0.partition_point(|region| region.from <= address);
        let number = before.checked_sub(1)?;
        let region = self.0.get(number)?;
        (address <= region.end).then_some((number, region))
    }

    pub(super) fn address(&self, address: i128) -> i128 {
        address
            + self
                .region(address)
                .map_or(0, |(_, region)| region.distance)
    }

    /// The run has used the regions that it writes to, or whose addresses it has as values.
    pub(super) fn use_of(&self, used: &mut [bool], written: &Written) {
        self.show(used, written);
        if let Written::Elements(elements) = written {
            for (at, _) in elements {
                if let Some(used) = self.region(*at).and_then(|(n, _)| used.get_mut(n)) {
                    *used = true;
                }
            }
        }
    }

    /// Others know the addresses in what they can read: variables that are not a function's own,
    /// and memory.
    pub(super) fn show(&self, known: &mut [bool], written: &Written) {
        let mut show = |address: i128| {
            let region = self.region(address);
            if let Some(known) = region.and_then(|(number, _)| known.get_mut(number)) {
                *known = true;
            }
        };
        match written {
            Written::Int(value) => show(*value),
            Written::Elements(elements) => elements.iter().for_each(|(_, value)| show(*value)),
            Written::Memory(memory) => memory.elements.values().copied().for_each(show),
        }
    }

    /// A value in which each address that others know is where its object is now.
    pub(super) fn value(&self, cfa: &Cfa, known: &[bool], sort: VarSort, value: Value) -> Value {
        let (VarSort::Int(ty) | VarSort::Map(ty)) = sort;
        let pointer = ty.bits() == cfa.profile.pointer_bits();
        let held = |value: i128| match self.region(value) {
            Some((number, region)) if pointer && known.get(number) == Some(&true) => {
                value + region.distance
            }
            Some(_) | None => value,
        };
        let memory = match value {
            Value::Int(number) => return Value::Int(held(number)),
            Value::Memory(memory) => memory,
        };
        let mut elements = BTreeMap::new();
        for (at, value) in memory.elements {
            let region = self.region(at).map(|(_, region)| region);
            // Something else may have been there, of which others have the address.
            if region.is_none_or(|region| region.own) {
                elements.insert(at, held(value));
            }
            if let Some(region) = region {
                elements.insert(at + region.distance, held(value));
            }
        }
        let ranges = memory.ranges.into_iter().map(|range| Filled {
            from: self.address(range.from),
            to: self.address(range.to),
            value: held(range.value),
        });
        Value::Memory(Memory {
            default: held(memory.default),
            elements,
            ranges: ranges.collect(),
        })
    }
}

/// The addresses of the blocks that an execution allocates.
fn blocks<'a>(program: &'a Program, trace: &'a Trace) -> impl Iterator<Item = i128> + 'a {
    let cfa = &program.cfa;
    trace.steps.iter().filter_map(|step| {
        let edge = cfa.edges.get(index(step.edge.0))?;
        let stmt = edge.stmts.get(step.stmt)?;
        let (var, written) = step.written.as_ref()?;
        let sort = cfa.sort_of(*var).ok()?;
        program.approximations.allocation(stmt, sort)?;
        match written {
            Written::Int(at) if *at != 0 => Some(*at),
            Written::Int(_) | Written::Memory(_) | Written::Elements(_) => None,
        }
    })
}
