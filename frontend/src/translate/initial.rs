//! Initial values of globals, and initialisers (C11 6.7.9).

use super::fill::{Byte, Padding, PARTS_MAX};
use super::observer::NewState;
use super::place::{Home, Spot};
use super::routine::Fixed;
use super::{Origin, Result, Sequence, Translator};
use crate::accounting::is_library_object;
use crate::approximation::Approximation;
use crate::flatten::{Base, Body, Part, Place, Step};
use crate::ir::StringLiteral;
use crate::types::Type;
use proofmark_logic::arena::{Op, VarId};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

/// Characters of all string literals together whose contents are modelled: each is a memory update
/// at the start of the automaton.
const STRING_UNITS_MAX: usize = 512;

/// What the ledger says if there are more.
pub const MANY_STRINGS: &str =
    "The contents of the longest string literals are unknown, as there are many.";

/// What string literals hold: an assignment to each memory.
#[derive(Default)]
pub struct Contents {
    /// Of those that are modelled.
    pub modelled: Sequence,
    /// Of the longer ones, which proofs leave open where there are many.
    pub left_open: Sequence,
}

/// A string literal in memory.
struct Text<'p> {
    object: u32,
    map: VarId,
    machine: IntType,
    literal: &'p StringLiteral,
}

impl<'p> Translator<'p> {
    /// Gives globals their initial values: all of them if the run starts at the program's start,
    /// otherwise the constant ones.
    pub(super) fn initial_values(&mut self, program_start: bool) -> Result<()> {
        let mut done = BTreeSet::new();
        for index in 0..self.program.globals.len() {
            self.initial_value(index, program_start, &mut done)?;
        }
        let program = self.program;
        for (index, global) in (0u32..).zip(&program.globals) {
            // The library has given these values: no input decides about them.
            let used = self.plan.reached.globals.contains(&index);
            if used && !global.defined && is_library_object(&global.name) {
                let storage = self.global(index)?;
                self.approximate(Approximation::Library, |this| this.forget_storage(&storage))?;
            }
        }
        Ok(())
    }

    /// Gives a global its initial value, after those that its initialiser reads: gcc takes compound
    /// literals and constants for their contents.
    fn initial_value(
        &mut self,
        index: usize,
        program_start: bool,
        done: &mut BTreeSet<usize>,
    ) -> Result<()> {
        let program = self.program;
        let Some(global) = program.globals.get(index).filter(|_| done.insert(index)) else {
            return Ok(());
        };
        let id = u32::try_from(index).unwrap_or(u32::MAX);
        let own = program.observed.globals.get(&id).copied();
        let starts = own.map_or(program_start || global.ty.constant, |free| !free);
        if !(global.defined && self.plan.reached.globals.contains(&id) && starts) {
            return Ok(());
        }
        let body = self.code.initial.get(index).and_then(Option::as_ref);
        for read in body.into_iter().flat_map(globals_in) {
            self.initial_value(read as usize, program_start, done)?;
        }
        self.out.pos = global.pos;
        match body {
            Some(body) => {
                self.enter_initialiser(body);
                self.stmts(&body.stmts)?;
                self.instances.pop();
                Ok(())
            }
            None => {
                let storage = self.global(id)?;
                let whole = self.variable_spot(&storage, &global.ty.ty);
                self.clear_rest(&whole, &[], Clearing::AtStart)?;
                self.set_states(&whole, NewState::Zero, true)
            }
        }
    }

    fn enter_initialiser(&mut self, body: &'p Body) {
        let mut homes = Vec::with_capacity(body.locals.len());
        for local in &body.locals {
            homes.push(local.role.is_declared().then(|| {
                let storage = self.storage(&local.name, &local.ty.ty, true, Origin::Program);
                self.note_constant(&local.ty, &storage);
                Home::Object(storage)
            }));
        }
        self.enter_instance(None, body, homes, None);
    }

    /// The contents of string literals where a run starts in a function: of those that `used` has,
    /// by their numbers. Elsewhere than at the program's start, memory is unknown.
    ///
    /// The shortest are modelled first: they are compared and copied, while the longest are for
    /// people.
    pub fn contents(&mut self, entry: u32, used: &BTreeSet<u32>) -> Contents {
        let program = self.program;
        let Some(function) = program.function(entry).filter(|f| program.is_fresh(f)) else {
            return Contents::default();
        };
        self.out.pos = function.pos;
        let mut texts: Vec<Text<'p>> = used.iter().filter_map(|used| self.text(*used)).collect();
        texts.sort_by_key(|text| text.literal.units.len());
        let mut units = 0usize;
        let modelled = texts.iter().take_while(|text| {
            units = units.saturating_add(text.literal.units.len());
            units <= STRING_UNITS_MAX
        });
        let left_open = texts.split_off(modelled.count());
        self.out.open();
        if !left_open.is_empty() {
            self.note("approximation", "string literals", MANY_STRINGS);
        }
        self.write_texts(&texts);
        let modelled = self.out.close();
        self.out.open();
        self.write_texts(&left_open);
        Contents {
            modelled,
            left_open: self.out.close(),
        }
    }

    fn text(&mut self, string: u32) -> Option<Text<'p>> {
        let program = self.program;
        let (_, object) = *self.objects.fixed.get(&Fixed::String(string))?;
        let literal = program.strings.get(string as usize)?;
        let key = self.plan.key(&program.types, None, &literal.element);
        let key = self.plan.home(key);
        Some(Text {
            object,
            map: *self.objects.maps.get(&key)?,
            machine: *self.plan.maps.get(&key)?,
            literal,
        })
    }

    fn write_texts(&mut self, texts: &[Text<'p>]) {
        let mut contents = BTreeMap::new();
        for text in texts {
            let Text { map, machine, .. } = *text;
            let Ok(bytes) = self.program.types.size_of(&text.literal.element) else {
                continue;
            };
            let parts = bytes / u64::from(machine.bits() / 8);
            let size = u64::try_from(text.literal.units.len())
                .unwrap_or(u64::MAX)
                .saturating_mul(bytes);
            let start = self.address(text.object, size);
            for (index, unit) in (0i128..).zip(&text.literal.units) {
                let address = self.offset(start, index * i128::from(bytes));
                let unit = i128::from(*unit);
                for part in 0..parts {
                    let address = self.offset(address, i128::from(part));
                    let value = self.arena.lit(machine.wrap(unit >> (8 * part)));
                    let before = *contents
                        .entry(map)
                        .or_insert_with(|| self.arena.map_var(map, machine));
                    contents.insert(map, self.arena.mk(Op::Upd, &[before, address, value]));
                }
            }
        }
        for (map, value) in contents {
            self.out.assign(map, value);
        }
    }

    /// An object becomes zero, but for the parts that are written next.
    pub(super) fn clear(&mut self, whole: &Spot, kept: &[Place]) -> Result<()> {
        let at_start = self.instances.last().is_none_or(|i| i.function.is_none());
        let when = if at_start {
            Clearing::AtStart
        } else {
            Clearing::Later
        };
        self.clear_rest(whole, kept, when)?;
        self.set_states(whole, NewState::Zero, at_start)
    }

    fn clear_rest(&mut self, whole: &Spot, kept: &[Place], when: Clearing) -> Result<()> {
        let (mut written, mut beside) = (HashSet::new(), HashSet::new());
        for place in kept {
            if let Some(range) = self.leaf_range(&whole.ty, place, &mut beside) {
                written.extend(range);
            }
        }
        if when == Clearing::AtStart {
            beside.clear();
        }
        let parts = self.plan.leaves(&self.program.types, &whole.ty);
        let left = parts.map(|parts| parts.len().saturating_sub(written.len()));
        if beside.is_empty() && left.is_none_or(|left| left > PARTS_MAX) {
            let padding = match when {
                Clearing::AtStart => Padding::Filled,
                Clearing::Later => Padding::Open,
            };
            if self.fill(whole, Byte::Known(0), padding)? {
                return Ok(());
            }
        }
        if left.is_none() {
            return self.clear_large(whole, when);
        }
        self.write_parts(whole, |this, index, leaf| {
            let machine = leaf.machine.filter(|_| !written.contains(&index));
            Ok(machine.map(|machine| match beside.contains(&index) {
                true => {
                    let zero = this.arena.lit(0);
                    this.open(machine, zero, Approximation::Union)
                }
                false => this.arena.lit(0),
            }))
        })
    }

    /// An object that is too large to clear part by part: at the start of a run its memory is
    /// unknown already, later it becomes so.
    fn clear_large(&mut self, whole: &Spot, when: Clearing) -> Result<()> {
        let function = self.function_name();
        self.note(
            "approximation",
            &function,
            "The initial value of a large object is unknown.",
        );
        match when {
            Clearing::AtStart => Ok(()),
            Clearing::Later => self.write_parts(whole, |_, _, _| Ok(None)),
        }
    }

    /// The scalar parts that a constant path covers. Those of other members of the unions on its
    /// way are `beside` it: where they lie over padding, or go on behind the member that is
    /// initialised, they may keep what they were (C11 6.2.6.1p6 and p7).
    fn leaf_range(
        &self,
        ty: &Type,
        place: &Place,
        beside: &mut HashSet<usize>,
    ) -> Option<Range<usize>> {
        let types = &self.program.types;
        let count = |ty: &Type| self.plan.leaves(types, ty).map(|l| l.len());
        let (mut ty, mut first) = (ty.clone(), 0);
        for step in &place.steps {
            ty = match (step, &ty) {
                (Step::Index(e), Type::Array(element, _)) => {
                    first += usize::try_from(e.as_int()?)
                        .ok()?
                        .checked_mul(count(&element.ty)?)?;
                    element.ty.clone()
                }
                (Step::Field(record, index), Type::Record(_)) => {
                    let whole = first..first + count(&ty)?;
                    for field in types.fields(*record).iter().take(*index) {
                        first += count(&field.ty.ty)?;
                    }
                    let member = types.field(*record, *index)?.ty.ty.clone();
                    if types.record(*record).is_some_and(|record| record.union) {
                        let own = first..first + count(&member)?;
                        beside.extend(whole.filter(|leaf| !own.contains(leaf)));
                    }
                    member
                }
                _ => return None,
            };
        }
        Some(first..first + count(&ty)?)
    }
}

/// When an object is cleared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Clearing {
    /// Before anything could be written to it.
    AtStart,
    /// While the program runs.
    Later,
}

/// The globals that an initialiser reads, and the one that it writes.
fn globals_in(body: &Body) -> BTreeSet<u32> {
    let mut globals = BTreeSet::new();
    for stmt in &body.stmts {
        stmt.parts(&mut |part| match part {
            Part::Object(place) => {
                if let Base::Global(index) = place.base {
                    globals.insert(index);
                }
            }
            Part::Address(_) | Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
        });
    }
    globals
}
