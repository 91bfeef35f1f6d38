//! Initial values of globals, and initialisers (C11 6.7.9).

use super::observer::NewState;
use super::place::Spot;
use super::{Action, Lowerer, Result, NOWHERE};
use crate::approximation::Approximation;
use crate::flatten::{Place, Step};
use crate::ir::{Base, Expr, ExprKind, StringLiteral};
use crate::types::Type;
use proofmark_logic::arena::{Op, VarId};
use proofmark_logic::cfa::StmtKind;
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

/// Characters of all string literals together whose contents are modelled: each is a memory update
/// at the start of the automaton.
const STRING_UNITS_MAX: usize = 512;

/// What the ledger says if there are more.
pub const MANY_STRINGS: &str = "The contents of string literals are unknown, as there are many.";

impl<'p> Lowerer<'p> {
    /// Gives globals their initial values: all of them if the run starts at the program's start,
    /// otherwise the constant ones.
    pub(super) fn initial_values(&mut self, program_start: bool) -> Result<()> {
        let mut done = BTreeSet::new();
        for index in 0..self.program.globals.len() {
            self.initial_value(index, program_start, &mut done)?;
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
        for (_, value) in global.init.iter().flat_map(|init| &init.items) {
            if let Some(read) = read_global(value) {
                self.initial_value(read as usize, program_start, done)?;
            }
        }
        self.out.pos = global.pos;
        let body = self.code.initial.get(index).and_then(Option::as_ref);
        match body {
            Some(body) => {
                self.enter_instance(None, body, String::new(), NOWHERE);
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

    /// Writes the contents of the string literals that the program uses, once all of it is lowered:
    /// in front of everything else.
    pub(super) fn string_contents(&mut self) {
        let program = self.program;
        let literals =
            self.objects.strings.iter().filter_map(|(string, object)| {
                Some((*object, program.strings.get(*string as usize)?))
            });
        let used: Vec<(u32, VarId, IntType, &StringLiteral)> = literals
            .filter_map(|(object, literal)| {
                let key = self.plan.key(&program.types, None, &literal.element);
                Some((
                    object,
                    *self.objects.maps.get(&key)?,
                    *self.plan.maps.get(&key)?,
                    literal,
                ))
            })
            .collect();
        let units = used.iter().map(|(.., literal)| literal.units.len());
        let many = units.sum::<usize>() > STRING_UNITS_MAX;
        if many {
            self.note("approximation", "string literals", MANY_STRINGS);
        }
        let mut contents = BTreeMap::new();
        for (object, map, machine, literal) in used {
            let bytes = u64::from(machine.bits() / 8);
            let size = u64::try_from(literal.units.len())
                .unwrap_or(u64::MAX)
                .saturating_mul(bytes);
            let start = self.address(object, size);
            for (index, unit) in (0i128..).zip(&literal.units) {
                let address = self.offset(start, index * i128::from(bytes));
                let value = self.arena.lit(machine.wrap(i128::from(*unit)));
                let before = *contents
                    .entry(map)
                    .or_insert_with(|| self.arena.map_var(map, machine));
                contents.insert(map, self.arena.mk(Op::Upd, &[before, address, value]));
            }
        }
        if contents.is_empty() {
            return;
        }
        let assign = |(var, value)| self.out.step(Action::Do(StmtKind::Assign { var, value }));
        let steps = contents.into_iter().map(assign).collect();
        if many {
            self.texts = steps;
            return;
        }
        let start = self.out.new_loc(self.out.pos);
        self.out.edge(start, self.out.cfa.entry, steps);
        self.out.cfa.entry = start;
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
        if self.plan.leaves(&self.program.types, &whole.ty).is_none() {
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

/// The global that a value of an initialiser is read from.
fn read_global(value: &Expr) -> Option<u32> {
    match &value.kind {
        ExprKind::Load(place) => match place.base {
            Base::Global(index) => Some(index),
            _ => None,
        },
        ExprKind::Convert(inner) => read_global(inner),
        _ => None,
    }
}
