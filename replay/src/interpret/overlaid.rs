//! Whether the values that an execution finds in bytes can be there together.
//!
//! The automaton has a variable or a memory for each member of a union, and nothing relates those
//! that nobody has written: they are what they were at the start, or what somebody outside has left
//! there. In the program they show the same bits (C11 6.5.2.3p3, footnote 95).

use super::evaluate::{Read, Write};
use super::state::State;
use super::{index, ExecuteError, Value};
use proofmark_frontend::approximation::Shared;
use proofmark_frontend::Program;
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// An object, unless bits are counted by addresses, and since when it is as it is: since the start,
/// or since one of the places where values become unknown.
type Place = (Option<String>, Option<usize>);

/// The inputs that a value was computed from.
type Inputs = BTreeSet<usize>;

/// Values that become unknown together.
struct Epoch {
    number: usize,
    variables: BTreeSet<VarId>,
}

/// The variables of which others show bits that matter, too.
pub(super) fn together(program: &Program, matters: &dyn Fn(VarId) -> bool) -> BTreeSet<VarId> {
    let vars = (0u32..).map(VarId).zip(&program.cfa.vars);
    let shared = vars.filter_map(|(var, decl)| {
        let shared = program.approximations.shared(&decl.name)?;
        (shared.object.is_some() && matters(var)).then_some((var, shared))
    });
    let shared: Vec<(VarId, &Shared)> = shared.collect();
    let meet = |a: &Shared, b: &Shared| {
        a.object == b.object && a.first < b.first + b.width && b.first < a.first + a.width
    };
    let others = |(var, own): &(VarId, &Shared)| {
        let mut others = shared.iter().filter(|(other, _)| other != var);
        others.any(|(_, other)| meet(own, other))
    };
    let found = shared.iter().filter(|one| others(one));
    found.map(|(var, _)| *var).collect()
}

/// A value that nobody in the program has written.
struct Input {
    place: Place,
    first: i128,
    width: u64,
    value: i128,
}

impl Input {
    fn new(shared: &Shared, (address, since): (Option<i128>, Option<usize>), value: i128) -> Input {
        let start = address.unwrap_or(0).saturating_mul(8);
        Input {
            place: (shared.object.clone(), since),
            first: start.saturating_add(i128::from(shared.first)),
            width: shared.width,
            value,
        }
    }
}

/// What is known of bits that several variables or memories show.
pub(super) struct Overlaid {
    /// By variable.
    shared: Vec<Option<Shared>>,
    epochs: BTreeMap<Pos, Epoch>,
    /// How many epochs there were.
    count: usize,
    since: BTreeMap<VarId, usize>,
    /// What was written, by variable or element.
    written: BTreeMap<(VarId, Option<i128>), Inputs>,
    /// Elements that were written together.
    ranges: Vec<(VarId, Range<i128>, Inputs)>,
    /// By memory, what the addresses of writes to it were computed from.
    places: BTreeMap<VarId, Inputs>,
    inputs: Vec<Input>,
    numbers: BTreeMap<(VarId, Option<i128>, Option<usize>), usize>,
    bits: BTreeMap<(Place, i128), bool>,
}

impl Overlaid {
    /// Nothing is known; `None` if no bits are shared.
    pub(super) fn of(program: &Program) -> Option<Overlaid> {
        let vars = program.cfa.vars.iter();
        let shared = vars.map(|var| program.approximations.shared(&var.name).cloned());
        let shared: Vec<Option<Shared>> = shared.collect();
        shared.iter().any(Option::is_some).then(|| Overlaid {
            shared,
            epochs: BTreeMap::new(),
            count: 0,
            since: BTreeMap::new(),
            written: BTreeMap::new(),
            ranges: Vec::new(),
            places: BTreeMap::new(),
            inputs: Vec::new(),
            numbers: BTreeMap::new(),
            bits: BTreeMap::new(),
        })
    }

    /// A variable or a memory becomes unknown.
    pub(super) fn forget(&mut self, var: VarId, at: Pos) {
        self.written.retain(|(written, _), _| *written != var);
        self.ranges.retain(|(written, ..)| *written != var);
        self.places.remove(&var);
        let known = self.epochs.get(&at);
        if known.is_none_or(|epoch| epoch.variables.contains(&var)) {
            let (number, variables) = (self.count, BTreeSet::new());
            self.epochs.insert(at, Epoch { number, variables });
            self.count += 1;
        }
        if let Some(epoch) = self.epochs.get_mut(&at) {
            epoch.variables.insert(var);
            self.since.insert(var, epoch.number);
        }
    }

    /// A variable gets a value that was computed from these.
    pub(super) fn assign(
        &mut self,
        var: VarId,
        reads: &[Read],
        state: &State,
    ) -> Result<(), ExecuteError> {
        let inputs = match self.unknown((var, None), reads, state) {
            Some(input) => Inputs::from([input]),
            None => self.inputs(reads, state)?,
        };
        self.written.insert((var, None), inputs);
        Ok(())
    }

    /// Elements of a memory, which is another one's otherwise, are written in this order.
    pub(super) fn write(
        &mut self,
        (var, base): (VarId, VarId),
        writes: &[Write],
        state: &State,
    ) -> Result<(), ExecuteError> {
        if var != base {
            self.over(var, i128::MIN..i128::MAX, Inputs::new());
        }
        for write in writes {
            let Range { start, end } = write.addresses;
            let inputs = match self.unknown((var, Some(start)), &write.value, state) {
                Some(input) => Inputs::from([input]),
                None => self.inputs(&write.value, state)?,
            };
            let place = self.inputs(&write.place, state)?;
            self.places.entry(var).or_default().extend(place);
            match end.saturating_sub(start) {
                1 => _ = self.written.insert((var, Some(start)), inputs),
                _ => self.over(var, write.addresses.clone(), inputs),
            }
        }
        Ok(())
    }

    fn over(&mut self, var: VarId, addresses: Range<i128>, inputs: Inputs) {
        let inside = |at: &Option<i128>| at.is_some_and(|at| addresses.contains(&at));
        self.written
            .retain(|(written, at), _| *written != var || !inside(at));
        self.ranges.push((var, addresses, inputs));
    }

    /// Whether what a condition was computed from cannot be there together with what earlier ones
    /// were.
    pub(super) fn contradicts(
        &mut self,
        reads: &[Read],
        state: &State,
    ) -> Result<bool, ExecuteError> {
        let mut contradicts = false;
        for input in self.inputs(reads, state)? {
            let Some(input) = self.inputs.get(input) else {
                continue;
            };
            for bit in 0..input.width.min(i128::BITS.into()) {
                let set = input.value >> bit & 1 == 1;
                let place = input.first.saturating_add(i128::from(bit));
                let known = self.bits.entry((input.place.clone(), place));
                contradicts |= *known.or_insert(set) != set;
            }
        }
        Ok(contradicts)
    }

    /// The inputs that values were computed from.
    fn inputs(&mut self, reads: &[Read], state: &State) -> Result<Inputs, ExecuteError> {
        let mut out = Inputs::new();
        for Read { var, address } in reads {
            out.extend(self.places.get(var).into_iter().flatten());
            if let Some(inputs) = self.written.get(&(*var, *address)) {
                out.extend(inputs);
                continue;
            }
            let over = |(written, range, _): &&(VarId, Range<i128>, Inputs)| {
                written == var && address.is_some_and(|at| range.contains(&at))
            };
            match self.ranges.iter().rev().find(over) {
                Some((.., inputs)) => out.extend(inputs),
                None => out.extend(self.input((*var, *address), state)?),
            }
        }
        Ok(out)
    }

    /// A variable or an element becomes unknown where it gets the value of a variable that just
    /// did.
    fn unknown(
        &mut self,
        (var, address): (VarId, Option<i128>),
        reads: &[Read],
        state: &State,
    ) -> Option<usize> {
        let [Read {
            var: from,
            address: None,
        }] = *reads
        else {
            return None;
        };
        let shared = self.shared.get(index(var.0))?.as_ref()?;
        let since = *self.since.get(&from)?;
        let own = self.shared.get(index(from.0)).is_some_and(Option::is_some);
        let Some(Value::Int(value)) = state.values.get(index(from.0)) else {
            return None;
        };
        if own || self.written.contains_key(&(from, None)) {
            return None;
        }
        let input = Input::new(shared, (address, Some(since)), *value);
        self.inputs.push(input);
        Some(self.inputs.len() - 1)
    }

    /// A value that nobody in the program has written, if others show its bits.
    fn input(
        &mut self,
        (var, address): (VarId, Option<i128>),
        state: &State,
    ) -> Result<Option<usize>, ExecuteError> {
        let Some(Some(shared)) = self.shared.get(index(var.0)) else {
            return Ok(None);
        };
        let since = self.since.get(&var).copied();
        let (key, next) = ((var, address, since), self.inputs.len());
        if let Some(known) = self.numbers.get(&key) {
            return Ok(Some(*known));
        }
        let value = match address {
            Some(address) => state.element(var, address)?,
            None => match state.values.get(index(var.0)) {
                Some(Value::Int(value)) => *value,
                Some(Value::Memory(_)) | None => return Err(ExecuteError::Malformed),
            },
        };
        let input = Input::new(shared, (address, since), value);
        self.inputs.push(input);
        self.numbers.insert(key, next);
        Ok(Some(next))
    }
}
