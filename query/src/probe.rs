//! Probes: flat C whose runs may end in front of locations.
//!
//! A probe is a branch on a made-up value. If that has the value [`HIT`], the run is rejected, and
//! else it goes on as if nothing had been there. So a rejected run is one that gets to the location
//! of its last probe, and of all probes before it.
//!
//! Probes have positions of their own: the line is that of the location, the column says which
//! location it is ([`probe_at`]).
//!
//! Observers run beside such a program, and decide at a probe whether the run counts.

use crate::escape::{handed, led, with_callees};
use crate::executions::Monitor;
use crate::facts::body::{Site, Sites};
use crate::facts::names::{each_defined, Defined, Named};
use crate::facts::program::taken;
use crate::monitor::{install, Installed};
use crate::start::{self, Callers, Start};
use proofmark_frontend::approximation::MADE_UP;
use proofmark_frontend::entry::find_entry;
use proofmark_frontend::flatten::{Body, Code, Kind, Open, Stmt, Value, ValueKind, Writer};
use proofmark_frontend::ir::{Label, Program, Relation};
use proofmark_frontend::types::Type;
use proofmark_frontend::Instrument;
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// The made-up value that lets a run end. Programs are tried with small numbers, which let it go
/// on.
pub const HIT: i128 = 1_618_033_988;

/// Probes in front of locations.
pub struct Probes {
    /// What to do to the program.
    pub instrument: Instrument,
    seen: Arc<Mutex<Seen>>,
}

/// What became clear about locations when the program was changed.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    /// The locations that the program turned out to have: nothing is known of the others.
    pub placed: BTreeSet<u32>,
    /// Those of functions whose address is taken, and of what they call: somebody outside of the
    /// program may have got the address, and call them.
    pub exposed: BTreeSet<u32>,
    /// Those of functions whose address gets out of the program while it runs, and of what they
    /// call.
    pub handed: BTreeSet<u32>,
    /// Whether runs start where the program does, so that nobody has got an address before.
    pub from_start: bool,
    /// Those that no way through the text leads to from the entry, whatever branches depend on: in
    /// whatever order expressions are evaluated.
    pub apart: BTreeSet<u32>,
    /// Those in operands that may run or not, as C leaves their order open, each with the location
    /// that its expression begins at, if that is one: where it is not reached, neither are they.
    pub open: BTreeMap<u32, Option<String>>,
    /// Whether runs start within an expression whose order C leaves open.
    pub starts_open: bool,
    /// Who may have called the functions that runs start in: if others have, runs are some of those
    /// that there are.
    pub callers: Callers,
    /// Why runs cannot start where they are wanted to: they start elsewhere.
    pub refused: Option<&'static str>,
    /// The start, as a label of a function.
    start: Option<(u32, Label)>,
}

/// What somebody wants to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Locations, each with its number, which is less than [`MADE_UP`].
    pub targets: BTreeMap<String, u32>,
    /// What runs beside the program.
    pub monitor: Monitor,
    /// The program's entry function.
    pub entry: String,
    /// Where runs start, if not where the program does.
    pub start: Option<Start>,
}

impl Seen {
    /// Whether a target is apart, exposed and handed.
    fn tell(&mut self, target: u32, facts: [bool; 3]) {
        let sets = [&mut self.apart, &mut self.exposed, &mut self.handed];
        let sets = sets.into_iter().zip(facts).filter(|(_, holds)| *holds);
        sets.for_each(|(set, _)| _ = set.insert(target));
    }
}

impl Probes {
    /// Probes in front of targets. `files` are those that positions of the program name, `lines`
    /// what its lines are without observers.
    pub fn new((files, lines): (Vec<String>, Lines), wanted: Wanted) -> Probes {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let told = seen.clone();
        let instrument: Instrument = Arc::new(move |program: &mut Program, code: &mut Code| {
            let installed = install(program, code, &wanted.monitor);
            let mut found = place(program, code, (&files, &lines), (&wanted, &installed));
            if let Some(from) = &wanted.start {
                let begun = match found.start {
                    Some(label) => start::begin(program, (code, &files), from, label),
                    None => Err("the location where executions start is not found again"),
                };
                match begun {
                    Ok(callers) => found.callers = callers,
                    Err(reason) => found.refused = Some(reason),
                }
            }
            if let Ok(mut told) = told.lock() {
                *told = found;
            }
        });
        Probes { instrument, seen }
    }

    /// What became clear when the program was changed the last time.
    pub fn seen(&self) -> Seen {
        self.seen
            .lock()
            .map_or_else(|_| Seen::default(), |seen| seen.clone())
    }
}

/// Which probe stands at a position.
pub fn probe_at(pos: Pos) -> Option<u32> {
    if pos.column == start::COLUMN {
        return None;
    }
    pos.column.checked_sub(MADE_UP)
}

/// The locations of each line, as what they are: names of locations count them.
pub type Lines = BTreeMap<(String, String), Vec<char>>;

/// The lines of a program. Where a pattern is about parts of an object, an observer adds
/// assignments, and the names of locations change.
pub fn lines(program: &Program, code: &Code, files: &[String]) -> Lines {
    let mut lines = Lines::new();
    each_defined((program, code), files, &mut |defined| {
        for named in &defined.locations {
            let line = (named.file.clone(), named.line.clone());
            let kind = kind_of(&defined.sites, defined.body, named.site);
            lines.entry(line).or_default().push(kind);
        }
    });
    lines
}

fn kind_of(sites: &Sites<'_>, body: &Body, site: Site) -> char {
    let stmt = match site {
        Site::Stmt(index) => body.stmts.get(index),
        Site::End => None,
    };
    match stmt.map(|stmt| &stmt.kind) {
        Some(Kind::Assign(..)) => 'a',
        Some(Kind::Call(_)) => 'c',
        Some(Kind::Overflow(_)) => 'o',
        Some(Kind::Clear(..)) => '0',
        Some(Kind::Jump(_)) => 'j',
        Some(Kind::Branch(..)) => 'b',
        Some(Kind::Switch(..)) => 's',
        Some(Kind::Asm(_)) => 'i',
        Some(Kind::Goto(_)) => 'g',
        Some(_) => '?',
        None if sites.leaves(site) => 'r',
        None => '?',
    }
}

/// Places probes.
fn place(
    program: &Program,
    code: &mut Code,
    (files, plain): (&[String], &Lines),
    (wanted, installed): (&Wanted, &Installed),
) -> Seen {
    let (mut changed, mut found) = (Vec::new(), Seen::default());
    let now = lines(program, code, files);
    let exposed = with_callees(taken(program, code), (program, code));
    let entry = match wanted.start {
        None => find_entry(program, &wanted.entry).ok(),
        Some(_) => None,
    };
    // Before any other entry is called, others of the program may have been.
    let first = entry.filter(|_| wanted.entry == "main");
    found.from_start = first.is_some();
    let handed = handed(program, code, first);
    let led = entry.map(|entry| led(program, code, entry));
    each_defined((program, code), files, &mut |defined| {
        let (mut probes, mut first) = (BTreeMap::new(), None);
        let ways = led.as_ref().map(|led| match led.contains(&defined.index) {
            true => defined.sites.reached(),
            false => BTreeSet::new(),
        });
        for named in &defined.locations {
            let line = (named.file.clone(), named.line.clone());
            let same = now.get(&line) == plain.get(&line);
            let start = wanted.start.as_ref();
            if same && start.is_some_and(|start| start.location == named.name) {
                first = Some(named.site);
                found.starts_open = defined.open(named.site).is_some();
            }
            let target = wanted.targets.get(&named.name).filter(|_| same);
            if installed.is_everywhere() {
                probes.insert(named.site, defined.sites.pos(named.site));
            } else if let Some(number) = target {
                let pos = Pos {
                    column: MADE_UP.saturating_add(*number),
                    ..defined.sites.pos(named.site)
                };
                probes.insert(named.site, pos);
                found.placed.insert(*number);
                if let Some((Open::Runs, of)) = defined.open(named.site) {
                    let begin = defined.begin(of);
                    found
                        .open
                        .insert(*number, begin.map(|begin| begin.name.clone()));
                }
                let facts = [
                    ways.as_ref()
                        .is_some_and(|ways| !may_begin(&defined, named, ways)),
                    exposed.contains(&defined.index),
                    handed.contains(&defined.index),
                ];
                found.tell(*number, facts);
            }
        }
        if !probes.is_empty() || first.is_some() {
            let (body, label) = probed(defined.body, &probes, first, installed);
            found.start = found.start.or(label.map(|label| (defined.index, label)));
            changed.push((defined.index, body));
        }
    });
    for (index, body) in changed {
        if let Some(slot) = code.bodies.get_mut(index as usize) {
            *slot = Some(body);
        }
    }
    found
}

/// Whether a way leads to a location, or to where its expression begins: another order than that
/// of the front end may begin with what no way leads to in this one.
fn may_begin(defined: &Defined<'_>, named: &Named, ways: &BTreeSet<Site>) -> bool {
    let begins = |(_, of)| match defined.begin(of) {
        Some(begin) => ways.contains(&begin.site),
        None => true,
    };
    ways.contains(&named.site) || defined.open(named.site).is_some_and(begins)
}

/// A definition with probes, and a label in front of one of its locations.
fn probed(
    body: &Body,
    probes: &BTreeMap<Site, Pos>,
    first: Option<Site>,
    installed: &Installed,
) -> (Body, Option<Label>) {
    let mut out = Writer {
        locals: body.locals.clone(),
        labels: body.labels,
        stmts: Vec::with_capacity(body.stmts.len()),
        in_front: Rc::new([]),
    };
    let label = first.map(|_| out.new_label());
    let at = |out: &mut Writer, site: Site, pos: Pos| {
        if let Some(label) = label.filter(|_| first == Some(site)) {
            out.place_label(label, pos);
        }
        if let Some(pos) = probes.get(&site) {
            probe(out, *pos, installed);
        }
    };
    for (index, stmt) in body.stmts.iter().enumerate() {
        at(&mut out, Site::Stmt(index), stmt.pos);
        out.stmts.push(Stmt::clone(stmt));
    }
    at(&mut out, Site::End, body.end);
    let body = Body {
        locals: out.locals,
        labels: out.labels,
        stmts: out.stmts,
        ..body.clone()
    };
    (body, label)
}

fn probe(out: &mut Writer, pos: Pos, installed: &Installed) {
    if installed.is_everywhere() {
        installed.look(out, pos);
        return;
    }
    let value = |kind| Box::new(Value::new(kind, Type::INT, pos));
    let sides = (value(ValueKind::Unknown), value(ValueKind::Int(HIT)));
    let is_hit = Value::new(
        ValueKind::Compare(Relation::Eq, sides.0, sides.1),
        Type::INT,
        pos,
    );
    let (hit, miss) = (out.new_label(), out.new_label());
    out.emit(pos, Kind::Branch(is_hit, hit, miss));
    out.place_label(hit, pos);
    installed.judge(out, pos);
    out.place_label(miss, pos);
}
