//! From routines to one automaton: a copy of a routine wherever it is called, up to a limit; what
//! is too large or recursive is a procedure (`procedures`).
//!
//! Nothing here knows C. Locations, variables and objects are numbered in the order in which copies
//! declare them.

mod blocks;
mod builder;
mod call;
mod copy;
mod draft;
mod procedures;

pub use draft::{Automaton, Block, Draft, DraftEdge, Step};

use crate::approximation::{Approximations, Shared};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::renaming::Renaming;
use crate::translate::{
    Action, Contents, Entity, Fixed, Hearing, MemoryBlock, Name, OwnedBy, Sequence, Side, Subject,
    Translator, What, NOWHERE,
};
use blocks::{Blocks, Telling};
use builder::Builder;
use copy::{Copy, Images, Renamer};
use procedures::{Choice, Procedures};
use proofmark_logic::arena::{Arena, Node, VarId};
use proofmark_logic::cfa::{LocId, Pos, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet};

type Result<T> = std::result::Result<T, LoadError>;

/// The largest automaton, in edges, before it is simplified.
const EDGES_MAX: usize = 2_000_000;

/// Depth of inlined calls. Every level takes stack; real drivers stay below 100.
const CALL_DEPTH_MAX: usize = 1000;

/// An automaton, with what is known of how it was made.
pub struct Inlined {
    /// The automaton, for every use.
    pub draft: Draft,
    /// What observers heard.
    pub heard: Vec<Heard>,
    /// Where the program's objects are, if that was asked for.
    pub homes: Vec<(Home, Subject)>,
    /// What all copies share and some copy uses.
    pub used: Used,
}

/// What observers heard, with a location that leads there.
#[derive(Clone, Copy, Debug)]
pub struct Heard {
    /// What.
    pub what: Hearing,
    /// Where in the program.
    pub pos: Pos,
    /// Where in the automaton.
    pub at: LocId,
}

/// Globals, functions and string literals that the automaton has.
#[derive(Default)]
pub struct Used {
    /// Globals, with their variables if they are no objects in memory.
    pub globals: BTreeMap<u32, Option<BTreeSet<VarId>>>,
    /// Functions whose address is taken.
    pub functions: BTreeSet<u32>,
    /// String literals.
    pub strings: BTreeSet<u32>,
}

/// Where an object of the program is in an automaton. Names are unique there, and stay.
pub enum Home {
    /// Variables for parts of it: the name of each, its offset and width in bits.
    Variables(Vec<(String, u64, u64)>),
    /// An object.
    Object(String),
    /// The variable of this name holds its address.
    Address(String),
}

/// Makes the automaton of the runs that start in a function.
///
/// # Errors
/// Limits, and what the translation of a function refuses.
pub fn inline(translator: &mut Translator<'_>, entry: u32, limit: usize) -> Result<Inlined> {
    let (mut choice, mut telling) = (Choice::new(limit), Telling::Places);
    loop {
        let mut inliner = Inliner::new(translator, choice.clone(), telling);
        let done = inliner.run(entry);
        match (done, inliner.revise()) {
            (_, Some(better)) => choice = better,
            (Ok(()), None) if inliner.too_many_blocks() => telling = Telling::Nothing,
            (Ok(()), None) => return Ok(inliner.finish()),
            (Err(error), None) => return Err(error),
        }
    }
}

struct Inliner<'t, 'p> {
    translator: &'t mut Translator<'p>,
    arena: Arena,
    out: Builder,
    shared: Images,
    /// Declarations of what all copies share that were copied.
    declared: BTreeSet<u32>,
    /// The functions that are being copied.
    active: Vec<(u32, Side)>,
    procedures: Procedures,
    blocks: Blocks,
    notes: BTreeSet<u32>,
    approximations: Approximations,
    indeterminate: BTreeSet<VarId>,
    /// See [`Draft::texts`].
    texts: Vec<Step>,
    heard: Vec<Heard>,
    homes: Vec<(Home, Subject)>,
    used: Used,
}

impl<'t, 'p> Inliner<'t, 'p> {
    fn new(
        translator: &'t mut Translator<'p>,
        choice: Choice,
        telling: Telling,
    ) -> Inliner<'t, 'p> {
        let (profile, files) = (
            translator.profile(),
            translator.input().sources.files.clone(),
        );
        Inliner {
            translator,
            arena: Arena::new(),
            out: Builder::new(profile, files),
            shared: Images::default(),
            declared: BTreeSet::new(),
            active: Vec::new(),
            procedures: Procedures::new(choice),
            blocks: Blocks::new(telling),
            notes: BTreeSet::new(),
            approximations: Approximations::default(),
            indeterminate: BTreeSet::new(),
            texts: Vec::new(),
            heard: Vec::new(),
            homes: Vec::new(),
            used: Used::default(),
        }
    }

    fn run(&mut self, entry: u32) -> Result<()> {
        let start = self.translator.start(entry)?;
        self.out.new_frame(&start.name, None, start.pos);
        self.out.at = self.out.new_loc(start.pos);
        self.out.cfa.entry = self.out.at;
        self.out.cfa.error = self.out.new_loc(start.pos);
        let mut copy = Copy::new(&start.locations, NOWHERE, self.out.cfa.error);
        let maps: Vec<VarId> = self.translator.maps().values().copied().collect();
        for map in maps {
            self.declare(&mut copy, Name::Var(map));
        }
        self.replay(&mut copy, &start.body)?;
        self.procedures()?;
        let contents = self.translator.contents(entry, &self.used.strings);
        self.out.pos = start.pos;
        self.contents(&contents);
        Ok(())
    }

    /// Memories hold string literals in front of everything else.
    fn contents(&mut self, contents: &Contents) {
        let modelled = self.steps(&contents.modelled);
        if !modelled.is_empty() {
            let start = self.out.new_loc(self.out.pos);
            self.out.edge(start, self.out.cfa.entry, modelled);
            self.out.cfa.entry = start;
        }
        self.texts = self.steps(&contents.left_open);
    }

    /// A sequence of actions that is no routine's.
    fn steps(&mut self, sequence: &Sequence) -> Vec<Step> {
        self.notes.extend(&sequence.notes);
        let mut copy = Copy::new(&[], NOWHERE, NOWHERE);
        let mut steps = Vec::new();
        for instruction in &sequence.instructions {
            if let What::Do(action) = &instruction.what {
                let action = action.renamed(&mut self.renamer(&mut copy));
                steps.push(self.out.step(action));
            }
        }
        steps
    }

    fn finish(mut self) -> Inlined {
        self.place_blocks();
        let tables = self.translator.tables();
        let noted = tables.notes.iter().filter(|(_, n)| self.notes.contains(n));
        let mut ledger = self.procedures.recursions();
        ledger.extend(noted.map(|(entry, _)| entry.clone()));
        self.out.cfa.ledger = ledger.into_iter().collect();
        let maps = self.translator.maps().iter();
        let maps = maps.filter_map(|(key, map)| match self.shared.vars.get(map)? {
            Node::MapVar(map, _) => Some((*key, *map)),
            _ => None,
        });
        let draft = Draft {
            maps: maps.collect(),
            arena: self.arena,
            cfa: self.out.cfa,
            edges: self.out.edges,
            behind: self.out.behind,
            origin: self.out.origin,
            texts: self.texts,
            approximations: self.approximations,
            indeterminate: self.indeterminate,
        };
        Inlined {
            draft,
            heard: self.heard,
            homes: self.homes,
            used: self.used,
        }
    }

    // -- instructions

    fn replay(&mut self, copy: &mut Copy, sequence: &Sequence) -> Result<()> {
        self.notes.extend(&sequence.notes);
        for instruction in &sequence.instructions {
            self.out.pos = instruction.pos;
            self.instruction(copy, &instruction.what)?;
        }
        for (home, subject) in &sequence.described {
            self.describe(copy, home, *subject);
        }
        Ok(())
    }

    fn instruction(&mut self, copy: &mut Copy, what: &What) -> Result<()> {
        match what {
            What::Statement => return self.check_size(),
            What::Declare(name) => self.declare(copy, *name),
            What::Use(shared) => self.declare_shared(copy, *shared),
            What::Location(location) => {
                self.location(copy, *location);
            }
            What::Do(action) => {
                let action = action.renamed(&mut self.renamer(copy));
                self.out.act(action);
            }
            What::Forget(var, why) => {
                let var = self.renamer(copy).var(*var);
                if let Some(decl) = self.out.cfa.vars.get(var.0 as usize) {
                    self.approximations.insert(self.out.pos, decl.sort, *why);
                }
                self.out.push(StmtKind::Havoc { var });
            }
            What::Indeterminate(var) => {
                let var = self.renamer(copy).var(*var);
                self.indeterminate.insert(var);
            }
            What::Keep(var, value) => self.keep(copy, *var, *value),
            What::List(var) => self.list(copy, *var),
            What::Allocation(cleared) => {
                let pos = self.out.pos;
                self.approximations.insert_allocation(pos, *cleared);
            }
            What::AnyValue => self.approximations.insert_any_value(self.out.pos),
            What::Block(block, lifetime) => {
                let mut renamer = self.renamer(copy);
                let (start, size) = (renamer.term(block.start), renamer.term(block.size));
                self.allocate(MemoryBlock { start, size }, *lifetime);
            }
            What::Free(address) => {
                let address = address.map(|address| self.renamer(copy).term(address));
                self.free(address);
            }
            What::Jump(to, next) => self.out.jump(copy.location(*to), copy.location(*next)),
            What::Resume(at) => self.out.at = copy.location(*at),
            What::Stop => self.out.stop(),
            What::Depart(assumption) => self.out.depart(Action::Leave(*assumption)),
            What::Split(atom, yes, no) => {
                let atom = self.renamer(copy).term(*atom);
                self.split(atom, copy.location(*yes), copy.location(*no));
            }
            What::Call(call) => return self.call(copy, call),
            What::Select(select) => return self.select(copy, select),
            What::Hear(what) => self.heard.push(Heard {
                what: *what,
                pos: self.out.pos,
                at: self.out.at,
            }),
        }
        Ok(())
    }

    fn renamer<'a>(&'a mut self, copy: &'a mut Copy) -> Renamer<'a> {
        Renamer {
            from: self.translator.arena(),
            to: &mut self.arena,
            shared: &self.shared,
            copy,
        }
    }

    fn check_size(&self) -> Result<()> {
        if self.out.size() <= self.procedures.choice.edges_max() {
            return Ok(());
        }
        let error = self.fail(
            ErrorKind::Limit,
            format!("the program has more than {EDGES_MAX} edges after its calls are inlined"),
        );
        Err(error.help("verify a smaller entry function"))
    }

    fn fail(&self, kind: ErrorKind, message: impl Into<String>) -> LoadError {
        LoadError::at(kind, self.translator.input().sources, self.out.pos, message)
    }

    fn location(&mut self, copy: &mut Copy, of: LocId) -> LocId {
        let pos = copy.positions.get(of.0 as usize).copied();
        let location = self.out.new_loc(pos.unwrap_or_default());
        copy.place(of, location);
        location
    }

    // -- names

    fn declare_shared(&mut self, copy: &mut Copy, shared: u32) {
        if !self.declared.insert(shared) {
            return;
        }
        let known = self.translator.tables().shared.get(shared as usize);
        let Some(shared) = known.cloned() else {
            return;
        };
        self.notes.extend(&shared.declare.notes);
        let mut variables = Some(BTreeSet::new());
        for instruction in &shared.declare.instructions {
            let What::Declare(name) = instruction.what else {
                continue;
            };
            self.declare(copy, name);
            match name {
                Name::Var(var) => {
                    let var = self.renamer(copy).var(var);
                    variables.iter_mut().for_each(|vars| _ = vars.insert(var));
                }
                Name::Object(_) => variables = None,
            }
        }
        match shared.entity {
            Entity::Global(global) => _ = self.used.globals.insert(global, variables),
            Entity::Object(Fixed::Function(function)) => _ = self.used.functions.insert(function),
            Entity::Object(Fixed::String(string)) => _ = self.used.strings.insert(string),
            Entity::Object(Fixed::Label(..)) | Entity::Scratch => {}
        }
        for (home, subject) in &shared.declare.described {
            self.describe(copy, home, *subject);
        }
    }

    fn declare(&mut self, copy: &mut Copy, name: Name) {
        let tables = self.translator.tables();
        let (owner, named) = match name {
            Name::Var(var) => {
                let Some(decl) = tables.vars.get(var.0 as usize) else {
                    return;
                };
                let (name, images) = match decl.owner {
                    OwnedBy::All => (decl.name.clone(), &mut self.shared),
                    OwnedBy::Copy => (self.out.prefixed(&decl.name), &mut copy.images),
                };
                if let Some(((first, width), path)) = decl.shares {
                    let end = name.len().saturating_sub(path);
                    let shared = Shared {
                        object: name.get(..end).map(str::to_owned),
                        first,
                        width,
                    };
                    self.approximations.insert_shared(name.clone(), shared);
                }
                let new = self.out.declare(name, decl.sort, decl.scope, decl.origin);
                let image = match decl.sort {
                    VarSort::Int(ty) => Node::Var(new, ty),
                    VarSort::Map(ty) => Node::MapVar(new, ty),
                };
                images.vars.insert(var, image);
                (decl.owner, self.out.cfa.vars.last().map(|var| &var.name))
            }
            Name::Object(object) => {
                let Some(decl) = tables.objects.get(object as usize) else {
                    return;
                };
                let (name, images) = match decl.owner {
                    OwnedBy::All => (decl.name.clone(), &mut self.shared),
                    OwnedBy::Copy => (self.out.prefixed(&decl.name), &mut copy.images),
                };
                let new = self.out.object(name, decl.size, decl.kind);
                images.objects.insert(object, new);
                let objects = &self.out.cfa.objects;
                (decl.owner, objects.last().map(|object| &object.name))
            }
        };
        if let (OwnedBy::Copy, Some(named)) = (owner, named) {
            self.approximations.insert_automatic(named.clone());
        }
    }
}
