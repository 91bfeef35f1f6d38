//! What the ledger says about the program as a whole, once all of it is lowered.

use super::place::Storage;
use super::Lowerer;
use crate::partition::MapKey;
use crate::spec::pattern::{Kind, Pat};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node, Op, VarId};
use proofmark_logic::cfa::{LedgerEntry, StmtKind};
use std::collections::BTreeSet;

/// More shared variables are counted, not named.
const NAMES_MAX: usize = 12;

/// That the model's view of objects which nothing has written yet suffices. gcc gives each read of
/// one a value of its own; the automaton gives the object one value.
pub(crate) fn indeterminate() -> LedgerEntry {
    LedgerEntry {
        kind: "undefined-behaviour".to_owned(),
        subject: "indeterminate values".to_owned(),
        detail: "No result depends on the value of an object that nothing has written yet, or on its being the same at each read (C11 6.3.2.1p2, 6.7.9p10, 6.9.1p12).".to_owned(),
    }
}

impl Lowerer<'_> {
    /// Records what holds of memory, names and addresses.
    pub(super) fn assumptions(&mut self) {
        let memory = self.read_in_proofs().any(|term| self.reads_memory(term));
        if memory {
            let aliasing =
                "Objects are accessed only through their own type, through a structure that contains it, or through characters (C11 6.5p7); \
                            a pointer that comes from outside the program, or is put together from parts or bytes, points to no variable and no structure member whose address the program does not take, and points to a structure only as to one of its type.";
            self.note("type-based-aliasing", "memory", aliasing);
        }
        if memory || self.notes.addresses {
            self.note(
                "in-bounds",
                "memory",
                "Every access lies within the live object, array and member that its expression names, and is aligned for its type; no address is used when its object no longer lives, and none is computed that leaves the address space.",
            );
        }
        self.note_promises(&self.program.promises);
        if self.program.assembly {
            self.note(
                "inline-asm",
                "outside of functions",
                "Assembly outside of functions defines nothing that the program names, and changes nothing.",
            );
        }
        if self.shares_literals() {
            self.note(
                "undefined-behaviour",
                "string literals",
                "No result depends on whether string literals share memory (C11 6.4.5p7).",
            );
        }
        self.note_sharing();
        self.note_unseen();
        if self.undefined_objects() > 0 || self.undefined_functions() > 0 {
            self.note("external", "names", "Names that the program declares and does not define stand for different objects and functions, and for none that it defines.");
        }
        self.note_library_definitions();
    }

    /// What could happen without being an event of a statement (docs/semantics.md, "Observers").
    fn note_unseen(&mut self) {
        let observed = &self.program.observed;
        let noted = |kinds: &[&str]| {
            let mut entries = self.notes.ledger.iter();
            entries.any(|entry| kinds.contains(&entry.kind.as_str()))
        };
        let outside = noted(&["external", "function-pointer", "inline-asm"]);
        let memory = noted(&["type-based-aliasing"]);
        let mut patterns = observed.events.iter().map(|event| &event.pattern.kind);
        let hidden = patterns.clone().any(|kind| match kind {
            Kind::Assign(Pat::Name(_), _) => memory,
            Kind::Assign(..) => true,
            Kind::Call(..) => false,
        });
        let calls = patterns.any(|kind| matches!(kind, Kind::Call(..)));
        let finals = !observed.finals.is_empty();
        if calls && outside {
            self.note("events", "calls", "Functions without a body and assembly call no function that a pattern of the specification names.");
        }
        if hidden {
            self.note("events", "assignments", "What patterns of assignments are about is written in statements of their form: not through pointers or members of another form, with a whole structure, by functions, or by assembly.");
        }
        if finals && outside {
            self.note("events", "ends of runs", "A function without a body returns, unless it is known to end the run or its own declaration says so.");
        }
    }

    /// Others may run at the same time if the program calls any, is called by any, or contains
    /// assembly; then the ledger says what they do not change (docs/semantics.md, "Concurrency").
    fn note_sharing(&mut self) {
        let others = ["external", "function-pointer", "harness", "inline-asm"];
        if !self
            .notes
            .ledger
            .iter()
            .any(|entry| others.contains(&entry.kind.as_str()))
        {
            return;
        }
        let (variables, memory) = self.read_anywhere();
        let observed = &self.program.observed.globals;
        let globals = (0u32..).zip(self.program.globals.iter().zip(&self.objects.globals));
        let shared = globals.filter(|(index, (global, storage))| {
            let read = match storage.as_deref() {
                Some(Storage::Split(slots)) => slots
                    .iter()
                    .any(|slot| slot.var.is_some_and(|(var, _)| variables.contains(&var))),
                Some(Storage::Memory { .. }) => memory && !global.ty.volatile,
                None => false,
            };
            read && !global.ty.constant && !observed.contains_key(index)
        });
        let mut names: Vec<String> = shared
            .map(|(_, (global, _))| format!("`{}`", global.name))
            .collect();
        if names.len() > NAMES_MAX {
            let more = names.split_off(NAMES_MAX).len();
            names.push(format!("{more} more variables"));
        }
        if memory {
            names.push("what pointers point to".to_owned());
        }
        if names.is_empty() {
            return;
        }
        let detail = format!(
            "No thread, signal handler, interrupt handler or other processor changes what the run reads while it runs: {}.",
            names.join(", ")
        );
        self.note("concurrency", "shared objects", &detail);
    }

    /// The values and conditions of the automaton for proofs.
    fn read_in_proofs(&self) -> impl Iterator<Item = Term> + '_ {
        let edges = self.out.edges.iter().filter(|edge| !edge.departs());
        let steps = edges.flat_map(|edge| &edge.steps);
        steps.filter_map(|step| match step.action.in_proofs()? {
            StmtKind::Assign { value, .. } => Some(value),
            StmtKind::Assume(condition) => Some(condition),
            StmtKind::Havoc { .. } => None,
        })
    }

    /// The variables that occur in values and conditions, and whether memory of the program is read
    /// there.
    fn read_anywhere(&self) -> (BTreeSet<VarId>, bool) {
        let mut work: Vec<Term> = self.read_in_proofs().collect();
        let mut seen: BTreeSet<Term> = work.iter().copied().collect();
        let (mut variables, mut memory) = (BTreeSet::new(), false);
        while let Some(term) = work.pop() {
            if let Node::Var(var, _) = self.arena.node(term) {
                variables.insert(var);
            }
            if let Some((Op::Sel, [map, ..])) = self.arena.app(term) {
                memory |= self.reads_memory(map);
            }
            let args = self.arena.args(term);
            work.extend(args.filter(|arg| self.arena.var_mask(*arg) != 0 && seen.insert(*arg)));
        }
        (variables, memory)
    }

    fn reads_memory(&self, root: Term) -> bool {
        let mask = self.arena.var_mask(root);
        let program: Vec<_> = self
            .objects
            .maps
            .iter()
            .filter(|(k, _)| !self.plan.is_state(**k))
            .map(|(_, v)| *v)
            .collect();
        let masks = program.iter().fold(0u64, |m, v| m | 1 << (v.0 % 64));
        mask & masks != 0 && self.mentions_map(root, |map| program.contains(&map))
    }

    /// Whether a memory that `wanted` accepts occurs in a term.
    pub(super) fn mentions_map(&self, root: Term, wanted: impl Fn(VarId) -> bool) -> bool {
        let (mut work, mut seen) = (vec![root], BTreeSet::from([root]));
        while let Some(e) = work.pop() {
            if matches!(self.arena.node(e), Node::MapVar(map, _) if wanted(map)) {
                return true;
            }
            work.extend(
                self.arena
                    .args(e)
                    .filter(|arg| self.arena.var_mask(*arg) != 0 && seen.insert(*arg)),
            );
        }
        false
    }

    /// Whether one string literal is the end of another, so that a linker may put them into the
    /// same bytes.
    fn shares_literals(&self) -> bool {
        let strings = self
            .objects
            .strings
            .keys()
            .filter_map(|s| self.program.strings.get(*s as usize));
        let mut reversed: Vec<Vec<u32>> = strings
            .map(|literal| literal.units.iter().rev().copied().collect())
            .collect();
        // What begins with a string comes right behind it.
        reversed.sort_unstable();
        reversed
            .iter()
            .zip(reversed.iter().skip(1))
            .any(|(a, b)| b.starts_with(a))
    }

    fn undefined_objects(&self) -> usize {
        let observed = &self.program.observed.globals;
        let used = (0u32..).zip(self.program.globals.iter().zip(&self.objects.globals));
        used.filter(|(index, (global, storage))| {
            storage.is_some() && !global.defined && !observed.contains_key(index)
        })
        .count()
    }

    fn undefined_functions(&self) -> usize {
        let functions = self
            .objects
            .functions
            .keys()
            .filter_map(|f| self.program.function(*f));
        functions.filter(|f| f.body.is_none()).count()
    }

    /// Notes that memories which hold `_Bool` and become unknown hold 0 or 1 all the same.
    pub(super) fn note_truth_values(&mut self, key: MapKey) {
        let truth = match key {
            MapKey::Bool => true,
            MapKey::Field(record, index) => self
                .program
                .types
                .field(record, index)
                .is_some_and(|f| *f.ty.ty.innermost() == Type::Bool && f.bits.is_none()),
            _ => false,
        };
        if truth {
            self.note_truth_value();
        }
    }

    pub(super) fn note_truth_value(&mut self) {
        self.note(
            "undefined-behaviour",
            "_Bool",
            "Objects of type `_Bool` hold 0 or 1 where they are read (C11 6.2.6.1p5).",
        );
    }
}
