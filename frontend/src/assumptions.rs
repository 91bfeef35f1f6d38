//! What the ledger says about the program as a whole, once all of it is lowered.

use crate::accounting::{is_called_by_compilers, is_library, is_reserved};
use crate::flatten::{Base, Code, Stmt};
use crate::inline::Inlined;
use crate::ir::{Function, Linkage, Program};
use crate::library;
use crate::partition::Plan;
use crate::spec::pattern::{Kind, Pat};
use crate::translate::{
    aliasing, in_bounds, mentions_map, promised, promises, runs_definition, truth_values,
    OWN_DEFINITION,
};
use proofmark_logic::arena::{Expr as Term, Node, Op, VarId};
use proofmark_logic::cfa::{LedgerEntry, Scope, StmtKind, VarSort};
use std::collections::BTreeSet;

/// More shared variables are counted, not named.
const NAMES_MAX: usize = 12;

struct Assumptions<'a> {
    program: &'a Program,
    code: &'a Code,
    plan: &'a Plan,
    inlined: &'a Inlined,
    ledger: BTreeSet<LedgerEntry>,
}

/// The ledger of an automaton: what its parts assume, and what holds of memory, names and
/// addresses.
pub(crate) fn ledger(
    program: &Program,
    code: &Code,
    plan: &Plan,
    inlined: &Inlined,
) -> Vec<LedgerEntry> {
    let mut assumptions = Assumptions {
        program,
        code,
        plan,
        inlined,
        ledger: inlined.draft.cfa.ledger.iter().cloned().collect(),
    };
    assumptions.whole();
    assumptions.ledger.into_iter().collect()
}

impl Assumptions<'_> {
    fn note(&mut self, kind: &str, subject: &str, detail: &str) {
        debug_assert!(crate::LEDGER_KINDS.contains(&kind), "{kind}");
        self.ledger.insert(LedgerEntry {
            kind: kind.to_owned(),
            subject: subject.to_owned(),
            detail: detail.to_owned(),
        });
    }

    /// Records what holds of memory, names and addresses.
    fn whole(&mut self) {
        // What is written through a pointer may leave nothing that is read.
        let reads = self.read_in_proofs().any(|term| self.reads_memory(term));
        let memory = reads || self.follows_pointers();
        if memory {
            self.ledger.insert(aliasing());
            if self.program.types.apart {
                self.note(
                    "type-based-aliasing",
                    "types that look alike",
                    "No file accesses an object as two structures or unions that are different types there, also where its type in another file is compatible with both (C11 6.2.7p1): compilers hold them apart.",
                );
            }
        }
        if memory {
            self.ledger.insert(in_bounds());
        }
        self.ledger.extend(promises(&self.program.promises));
        let instead = self.program.instead.iter();
        let instead = instead.filter_map(|f| self.program.functions.get(*f as usize));
        for function in instead {
            self.ledger.extend(promises(&promised(function)));
        }
        if self.program.assembly {
            self.note(
                "inline-asm",
                "directives",
                "Directives in assembly, and assembly outside of functions, define nothing that the program names, and change nothing; also where no run gets to.",
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
        self.note_truth_values();
        self.note_library_definitions();
        self.note_reserved_names();
    }

    /// Whether what runs follows pointers or indexes arrays. Compilers take a pointer for valid
    /// wherever that is written, also where the value is discarded, goes where the automaton has no
    /// value, or is not computed at all.
    fn follows_pointers(&self) -> bool {
        let run = self.plan.reached.run.iter();
        let mut functions = run.filter_map(|f| self.program.function(*f));
        functions.any(|function| function.accesses)
    }

    /// What could happen without being an event of a statement (docs/semantics.md, "Observers").
    fn note_unseen(&mut self) {
        let observed = &self.program.observed;
        let noted = |kinds: &[&str]| {
            let mut entries = self.ledger.iter();
            entries.any(|entry| kinds.contains(&entry.kind.as_str()))
        };
        let outside = noted(&["external", "function-pointer", "inline-asm"]);
        let memory = noted(&["type-based-aliasing", "inline-asm"]);
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
        if !self.has_environment() {
            return;
        }
        let (variables, in_memory) = self.read_anywhere();
        // Where both sides of a comparison become one term, it has no reads.
        let (loaded, follows) = self.loaded();
        let memory = in_memory || follows;
        let observed = &self.program.observed.globals;
        let used = self.inlined.used.globals.iter();
        let globals =
            used.filter_map(|(index, vars)| Some((index, self.program.global(*index)?, vars)));
        let shared = globals.filter(|(index, global, vars)| {
            let read = match vars {
                _ if loaded.contains(*index) && !global.ty.volatile => true,
                Some(vars) => vars.iter().any(|var| variables.contains(var)),
                None => memory && !global.ty.volatile,
            };
            read && !global.ty.constant && !observed.contains_key(index)
        });
        let mut names: Vec<String> = shared
            .map(|(_, global, _)| format!("`{}`", global.name))
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

    /// The globals that the program reads by their names, and whether it reads through pointers.
    fn loaded(&self) -> (BTreeSet<u32>, bool) {
        let (mut globals, mut follows) = (BTreeSet::new(), false);
        let bodies = self.plan.reached.bodies(self.code);
        for place in bodies.flat_map(|(_, body)| body.stmts.iter().flat_map(Stmt::read)) {
            match place.base {
                Base::Global(index) => drop(globals.insert(index)),
                Base::Deref(_) => follows = true,
                Base::Local(_) | Base::Result | Base::String(_) => {}
            }
        }
        (globals, follows)
    }

    /// A `_Bool` that somebody else has given its value holds 0 or 1 only if that one keeps to it:
    /// what a call, assembly, an argument or a variable of the environment brings.
    fn note_truth_values(&mut self) {
        if !self.has_environment() {
            return;
        }
        let draft = &self.inlined.draft;
        let steps = draft.edges.iter().flat_map(|edge| &edge.steps);
        let (mut open, mut assigned) = (BTreeSet::new(), BTreeSet::new());
        for kind in steps.filter_map(|step| step.action.in_proofs()) {
            match kind {
                StmtKind::Havoc { var } => open.insert(var),
                StmtKind::Assign { var, .. } => assigned.insert(var),
                StmtKind::Assume(_) => continue,
            };
        }
        let is_truth = |var: VarId| {
            let declared = draft.cfa.vars.get(var.0 as usize);
            declared.is_some_and(|declared| match declared.sort {
                VarSort::Int(ty) => {
                    let own = declared.scope == Scope::Local && assigned.contains(&var);
                    ty.bits() == 1 && (!own || open.contains(&var))
                }
                VarSort::Map(ty) => ty.bits() == 1,
            })
        };
        // Its range may decide a condition, so that no value of it is read.
        let mut all = (0u32..).map(VarId).take(draft.cfa.vars.len());
        if all.any(is_truth) {
            self.ledger.insert(truth_values());
        }
    }

    /// Whether somebody else is there when the program runs.
    fn has_environment(&self) -> bool {
        let others = ["external", "function-pointer", "harness", "inline-asm"];
        let mut entries = self.ledger.iter();
        entries.any(|entry| others.contains(&entry.kind.as_str()))
    }

    /// The values and conditions of the automaton for proofs.
    fn read_in_proofs(&self) -> impl Iterator<Item = Term> + '_ {
        let edges = self
            .inlined
            .draft
            .edges
            .iter()
            .filter(|edge| !edge.departs());
        let steps = edges.flat_map(|edge| &edge.steps);
        steps.filter_map(|step| match step.action.in_proofs()? {
            StmtKind::Assign { value, .. } => Some(value),
            StmtKind::Assume(condition) => Some(condition),
            StmtKind::Havoc { .. } => None,
        })
    }

    /// The variables and memories that occur in values and conditions, and whether memory of the
    /// program is read there.
    fn read_anywhere(&self) -> (BTreeSet<VarId>, bool) {
        let mut work: Vec<Term> = self.read_in_proofs().collect();
        let mut seen: BTreeSet<Term> = work.iter().copied().collect();
        let (mut variables, mut memory) = (BTreeSet::new(), false);
        while let Some(term) = work.pop() {
            if let Node::Var(var, _) | Node::MapVar(var, _) = self.inlined.draft.arena.node(term) {
                variables.insert(var);
            }
            if let Some((Op::Sel, [map, ..])) = self.inlined.draft.arena.app(term) {
                memory |= self.reads_memory(map);
            }
            let args = self.inlined.draft.arena.args(term);
            work.extend(
                args.filter(|arg| {
                    self.inlined.draft.arena.var_mask(*arg) != 0 && seen.insert(*arg)
                }),
            );
        }
        (variables, memory)
    }

    fn reads_memory(&self, root: Term) -> bool {
        let mask = self.inlined.draft.arena.var_mask(root);
        let program: Vec<_> = self
            .inlined
            .draft
            .maps
            .iter()
            .filter(|(k, _)| !self.plan.is_state(**k))
            .map(|(_, v)| *v)
            .collect();
        let masks = program.iter().fold(0u64, |m, v| m | 1 << (v.0 % 64));
        mask & masks != 0
            && mentions_map(&self.inlined.draft.arena, root, &|map| {
                program.contains(&map)
            })
    }

    /// Whether one string literal is the end of another, so that a linker may put them into the
    /// same bytes.
    fn shares_literals(&self) -> bool {
        let strings = self
            .inlined
            .used
            .strings
            .iter()
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
        let used = self.inlined.used.globals.keys();
        let undefined = |index: &&u32| {
            let global = self.program.global(**index);
            global.is_some_and(|g| !g.defined) && !observed.contains_key(index)
        };
        used.filter(undefined).count()
    }

    fn undefined_functions(&self) -> usize {
        let functions = self.inlined.used.functions.iter();
        let functions = functions.filter_map(|f| self.program.function(*f));
        functions.filter(|f| f.body.is_none()).count()
    }

    /// A compiler takes a call of `abs` for the C library's, also where the linker knows the
    /// program's function by another name. It calls `memcpy` by itself where structures are
    /// copied, and `putchar` where the program calls `printf` (gcc manual, "Standards").
    fn note_library_definitions(&mut self) {
        let program = self.program;
        let defined = (0u32..)
            .zip(&program.functions)
            .filter(|(id, function)| is_library(&function.name) && defines(program, *id, function));
        let names: BTreeSet<&str> = defined.map(|(_, f)| f.name.as_str()).collect();
        for name in names {
            self.note("undefined-behaviour", name, OWN_DEFINITION);
        }
    }

    /// Compilers, the code that runs in front of `main`, and the library find definitions by their
    /// names too (C11 7.1.3).
    fn note_reserved_names(&mut self) {
        let program = self.program;
        // Predicates of libraries are no functions of what the compiler gets.
        let own = |name: &str| is_reserved(name) && !name.starts_with(library::PREFIX);
        let mut functions = (0u32..).zip(&program.functions);
        let function = functions.any(|(id, function)| {
            let external = function.linkage == Linkage::External && own(&function.name);
            (external || is_called_by_compilers(&function.name)) && defines(program, id, function)
        });
        let object = program.globals.iter().any(|global| {
            let mut names = global.aliases.iter().chain([&global.name]);
            let external = global.linkage == Linkage::External && global.defined;
            external && names.any(|name| own(name))
        });
        if function || object {
            self.note(
                "undefined-behaviour",
                "reserved names",
                "What the program defines under names that begin with an underscore is neither called nor changed by the code that compilers and linkers add, or by the library (C11 7.1.3p1).",
            );
        }
    }
}

/// Whether the linker, or another function of the file, finds a definition of the program under
/// the name of a function.
fn defines(program: &Program, id: u32, function: &Function) -> bool {
    !function.inline_only
        && (function.is_defined() || function.alias.is_some() && runs_definition(program, id))
}
