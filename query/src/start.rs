//! Programs whose runs start at a location (paper 002, section 2.2).
//!
//! Nothing is known of variables and memory there, except that initial conditions hold, nor of who
//! called the function: it returns to any call of it, that function to any of its calls, and so on.
//! So the program gets copies of the function and of all that may call it, and an entry that
//! chooses the outermost one. A copy forgets its locals, and goes to one of those calls, now of
//! the callee's copy; the innermost one goes to the location. Until then nothing changes but these
//! locals, and observers hear nothing.

use crate::escape::leads_out;
use crate::facts::program::taken;
use crate::monitor::{change, otherwise, read, set, variable};
use proofmark_frontend::entry::find_entry;
use proofmark_frontend::flatten::{
    Base, Body, Call, Callee, Code, Destination, Kind, Local, Part, Place, Role, Start as Begins,
    Stmt, Value, ValueKind, Writer,
};
use proofmark_frontend::ir::pattern::Pat;
use proofmark_frontend::ir::{self, Function, Label, Program};
use proofmark_frontend::spec::pattern;
use proofmark_frontend::types::{FunctionType, Type};
use proofmark_logic::cfa::Pos;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The column of what is added here: it is no probe's.
pub(crate) const COLUMN: u32 = u32::MAX;

/// Where runs start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The location.
    pub location: String,
    /// The entry function of the program.
    pub entry: String,
}

type Result<T> = std::result::Result<T, &'static str>;

/// Who may have called the functions that runs start in.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Callers {
    /// Calls of the program, all of which runs return to.
    #[default]
    Known,
    /// Those, and functions outside of the program that know these names, if they call back.
    Named(BTreeSet<String>),
    /// Somebody else, too, who has an address. Runs return to the program's own calls by name, or
    /// end.
    Others,
}

/// Lets runs start at a label of a function, and says whether there are others than these.
///
/// # Errors
/// Why this version cannot.
pub(crate) fn begin(
    program: &mut Program,
    (code, files): (&mut Code, &[String]),
    start: &Start,
    (function, label): (u32, Label),
) -> Result<Callers> {
    let entry = find_entry(program, &start.entry).map_err(|_| "the entry is lost")?;
    let above = callers(program, code, function);
    let addressed = taken(program, code);
    // The address would be that of what starts runs.
    if addressed.contains(&entry) {
        return Err("the entry has its address taken");
    }
    let addressed: BTreeSet<u32> = above.intersection(&addressed).copied().collect();
    for f in &above {
        check(program, code, *f)?;
    }
    let named = named(program, code, &above);
    let first = u32::try_from(program.functions.len()).unwrap_or(u32::MAX);
    let copies: BTreeMap<u32, u32> = above.iter().copied().zip(first..).collect();
    let live = variable(program, code, "started");
    let chain = Chain {
        program,
        files,
        copies: &copies,
        goal: (function, label),
        live,
    };
    let bodies = above.iter().map(|f| chain.copy(code, *f));
    let bodies = bodies.collect::<Result<Vec<Body>>>()?;
    let mut outermost = outermost(program, code, &above);
    outermost.extend(&addressed);
    let driver = chain.driver(code, &outermost);
    for (original, body) in above.iter().zip(bodies) {
        let Some(copied) = program.function(*original).map(copied) else {
            return Err("a function is lost");
        };
        program.functions.push(copied);
        code.bodies.push(Some(body));
    }
    quiet(program, code, live);
    enter(program, code, (entry, driver), &start.location)?;
    Ok(match (addressed.is_empty(), named.is_empty()) {
        (false, _) => Callers::Others,
        (true, false) => Callers::Named(named),
        (true, true) => Callers::Known,
    })
}

/// The names by which functions outside of the program know some of it, if there are such.
fn named(program: &Program, code: &Code, functions: &BTreeSet<u32>) -> BTreeSet<String> {
    if !leads_out(program, code) {
        return BTreeSet::new();
    }
    let all = (0u32..).zip(&program.functions);
    let known = all.filter(|(f, function)| {
        function.linkage == ir::Linkage::External && functions.contains(&program.resolve(*f))
    });
    known.map(|(_, function)| function.name.clone()).collect()
}

/// A function, and all that call it directly or through others.
fn callers(program: &Program, code: &Code, function: u32) -> BTreeSet<u32> {
    let mut above = BTreeSet::from([function]);
    loop {
        let known = above.len();
        for (index, body) in (0u32..).zip(&code.bodies) {
            let stmts = body.iter().flat_map(|body| &body.stmts);
            let mut called = stmts.filter_map(|stmt| called(program, stmt));
            if called.any(|(f, _)| above.contains(&f)) {
                above.insert(index);
            }
        }
        if above.len() == known {
            return above;
        }
    }
}

/// The function that a statement calls by its name.
fn called<'s>(program: &Program, stmt: &'s Stmt) -> Option<(u32, &'s Call)> {
    let Kind::Call(call) = &stmt.kind else {
        return None;
    };
    match &call.callee {
        Callee::Function(f) | Callee::Pointed(f, _) => Some((program.resolve(*f), call)),
        Callee::Pointer { .. } => None,
    }
}

/// Whether a copy of a function does what the function does.
fn check(program: &Program, code: &Code, f: u32) -> Result<()> {
    let (Some(function), Some(Some(body))) = (program.function(f), code.bodies.get(f as usize))
    else {
        return Err("a function is lost");
    };
    let lists = |local: &Local| matches!(local.ty.ty, Type::VaList);
    match () {
        () if program.is_unobserved(f) => Err("a model of the library calls the function"),
        () if function.ty.variadic || body.varies || body.locals.iter().any(lists) => {
            Err("a function has variable arguments that would be returned from")
        }
        () if !body.addressed.is_empty() => Err("a function has labels whose address is taken"),
        () => Ok(()),
    }
}

/// The functions that may be called first: others have a caller.
fn outermost(program: &Program, code: &Code, above: &BTreeSet<u32>) -> BTreeSet<u32> {
    let callees = |f: u32| {
        let body = code.bodies.get(f as usize).and_then(Option::as_ref);
        let stmts = body.iter().flat_map(|body| &body.stmts);
        let called = stmts.filter_map(|stmt| called(program, stmt));
        let called: BTreeSet<u32> = called.map(|(f, _)| f).collect();
        called
    };
    let below: BTreeSet<u32> = above.iter().flat_map(|f| callees(*f)).collect();
    let mut first: BTreeSet<u32> = above.difference(&below).copied().collect();
    let mut met = BTreeSet::new();
    let mut work: Vec<u32> = first.iter().copied().collect();
    for f in above {
        while let Some(f) = work.pop() {
            if met.insert(f) {
                work.extend(callees(f).intersection(above));
            }
        }
        // A circle that nobody outside of it calls.
        if !met.contains(f) {
            first.insert(*f);
            work.push(*f);
        }
    }
    first
}

struct Chain<'a> {
    program: &'a Program,
    /// Those that positions name.
    files: &'a [String],
    /// The copies of functions.
    copies: &'a BTreeMap<u32, u32>,
    /// Where runs start.
    goal: (u32, Label),
    /// Set when they have.
    live: u32,
}

impl Chain<'_> {
    /// The copy of a function.
    fn copy(&self, code: &Code, f: u32) -> Result<Body> {
        let Some(Some(body)) = code.bodies.get(f as usize) else {
            return Err("a function is lost");
        };
        let mut out = Writer {
            locals: body.locals.clone(),
            labels: body.labels,
            stmts: Vec::with_capacity(2 * body.stmts.len()),
            in_front: Rc::new([]),
        };
        let mut stmts = Vec::with_capacity(body.stmts.len());
        let mut sites = Vec::new();
        let mut temporaries = Temporaries::new(body);
        for (index, stmt) in body.stmts.iter().enumerate() {
            match called(self.program, stmt) {
                Some((callee, call)) if self.copies.contains_key(&callee) => {
                    self.returns(body, (stmt, call), callee)?;
                    temporaries.kept(index, index + 1);
                    let site = out.new_label();
                    self.call_copy(&mut out, (callee, call), (site, stmt), code);
                    sites.push(site);
                }
                _ => out.stmts.push(stmt.clone()),
            }
            let goal = matches!(stmt.kind, Kind::Label { label, .. } if label == self.goal.1);
            if goal && f == self.goal.0 {
                temporaries.kept(index, index);
            }
        }
        if !(temporaries.kept.is_empty() || self.program.observed.events.is_empty()) {
            return Err("a value of an expression is kept across the location or a call");
        }
        for local in &temporaries.kept {
            if let Some(local) = out.locals.get_mut(*local as usize) {
                local.role = Role::Chosen;
            }
        }
        stmts.append(&mut out.stmts);
        self.prologue(&mut out, (f, body), (&sites, &temporaries.kept));
        out.stmts.append(&mut stmts);
        Ok(Body {
            locals: out.locals,
            labels: out.labels,
            stmts: out.stmts,
            ..body.clone()
        })
    }

    /// Forgets locals, and goes to one of the calls, or to where runs start.
    fn prologue(
        &self,
        out: &mut Writer,
        (f, body): (u32, &Body),
        (sites, kept): (&[Label], &BTreeSet<u32>),
    ) {
        let pos = made_up(body.end);
        for (index, local) in (0u32..).zip(&body.locals) {
            if local.role.is_declared() || kept.contains(&index) {
                out.emit(pos, Kind::Enter(index, Begins::Indeterminate));
            }
        }
        let is_goal = f == self.goal.0;
        let others = match (is_goal, sites.split_last()) {
            (false, Some((_, others))) => others,
            (true, _) | (_, None) => sites,
        };
        for site in others {
            let next = out.new_label();
            let any = Value::new(ValueKind::Unknown, Type::INT, pos);
            out.emit(pos, Kind::Branch(any, *site, next));
            out.place_label(next, pos);
        }
        match (is_goal, sites.last()) {
            (true, _) => {
                out.emit(pos, set(self.live));
                for condition in &self.program.observed.initial {
                    out.emit(pos, Kind::Observe(*condition, Vec::new()));
                }
                out.emit(pos, Kind::Goto(self.goal.1));
            }
            (false, Some(site)) => out.emit(pos, Kind::Goto(*site)),
            (false, None) => out.emit(pos, Kind::Halt),
        }
    }

    /// A call, and in front of it the call of the callee's copy, which only a jump gets to.
    fn call_copy(
        &self,
        out: &mut Writer,
        (callee, call): (u32, &Call),
        (site, stmt): (Label, &Stmt),
        code: &Code,
    ) {
        let (before, after) = (out.new_label(), out.new_label());
        let pos = made_up(stmt.pos);
        out.emit(pos, Kind::Goto(before));
        out.place_label(site, pos);
        if let Some(place) = call.result.as_ref().map(|to| &to.place) {
            if let Base::Local(local) = place.base {
                let local = out.locals.get_mut(local as usize);
                if let Some(local) = local.filter(|local| local.role == Role::Saved) {
                    local.role = Role::Chosen;
                }
            }
        }
        let mut made = Call {
            callee: self.callee(callee),
            args: arguments(out, code, callee, pos),
            ..call.clone()
        };
        let stored = made.result.take();
        if stored.is_some() {
            // What says where the result goes is evaluated behind the call.
            let place = out.temporary(&call.ty, Role::Chosen);
            let through = Vec::new();
            made.result = Some(Destination { place, through });
        }
        let raw = made.result.as_ref().map(|to| to.place.clone());
        out.emit(stmt.pos, Kind::Call(made));
        if let (Some(to), Some(raw)) = (stored, raw) {
            let raw = Value::load(raw, stmt.pos);
            let value = to.through.iter().fold(raw, |value, ty| {
                let kind = ValueKind::Convert(Box::new(value));
                Value::new(kind, ty.clone(), stmt.pos)
            });
            out.emit(stmt.pos, Kind::Assign(to.place, value));
        }
        out.emit(pos, Kind::Goto(after));
        out.place_label(before, pos);
        out.stmts.push(stmt.clone());
        out.place_label(after, pos);
    }

    fn callee(&self, original: u32) -> Callee {
        Callee::Function(self.copies.get(&original).copied().unwrap_or(original))
    }

    /// Whether what happens where a call returns does not depend on what was in front of it.
    fn returns(&self, body: &Body, (stmt, call): (&Stmt, &Call), callee: u32) -> Result<()> {
        // Without a name, no event's `AT` could be told to be elsewhere.
        let file = usize::try_from(stmt.pos.file).ok();
        let file = file.and_then(|file| self.files.get(file));
        let file = file.ok_or("the file of a call is lost")?;
        let site = pattern::Site {
            labels: &stmt.labels,
            file,
            line: stmt.pos.line,
        };
        let events = self.program.observed.events.iter();
        for event in events.filter(|event| event.pattern.applies(&site)) {
            let heard = match &event.pattern.kind {
                pattern::Kind::Assign(lhs, _) => {
                    let to = call.result.as_ref();
                    to.is_some_and(|to| self.may_be(lhs, body, &to.place))
                }
                pattern::Kind::Call(..) => {
                    let names = self.program.spellings(callee).concat();
                    event.after && names.iter().any(|name| event.pattern.watches(name))
                }
            };
            if heard {
                return Err("an event may happen where a call returns");
            }
        }
        Ok(())
    }

    /// Whether an assignment to a place may be one to what a pattern has on its left. What gets a
    /// value that the program only goes on computing with is no object of it.
    fn may_be(&self, lhs: &Pat, body: &Body, place: &Place) -> bool {
        let name = match place.base {
            Base::Local(local) => match body.locals.get(local as usize) {
                Some(local) if local.role.is_declared() => &local.name,
                Some(_) | None => return false,
            },
            Base::Global(global) => match self.program.global(global) {
                Some(global) if global.aliases.is_empty() => &global.name,
                Some(_) | None => return true,
            },
            Base::Result => return false,
            Base::Deref(_) | Base::String(_) => return true,
        };
        match lhs {
            Pat::Name(wanted) => name.contains(wanted.as_str()),
            _ => true,
        }
    }

    /// What calls one of the outermost functions.
    fn driver(&self, code: &Code, outermost: &BTreeSet<u32>) -> Body {
        let mut out = Writer {
            locals: Vec::new(),
            labels: 0,
            stmts: Vec::new(),
            in_front: Rc::new([]),
        };
        let pos = made_up(Pos::default());
        for f in outermost {
            let (this, next) = (out.new_label(), out.new_label());
            let any = Value::new(ValueKind::Unknown, Type::INT, pos);
            out.emit(pos, Kind::Branch(any, this, next));
            out.place_label(this, pos);
            let function = self.program.function(*f);
            let call = Call {
                callee: self.callee(*f),
                args: arguments(&mut out, code, *f, pos),
                ty: function.map_or(Type::Void, |f| f.ty.result.clone()),
                result: None,
            };
            out.emit(pos, Kind::Call(call));
            out.emit(pos, Kind::Return);
            out.place_label(next, pos);
        }
        out.emit(pos, Kind::Return);
        Body {
            locals: out.locals,
            params: 0,
            labels: out.labels,
            addressed: BTreeSet::new(),
            stmts: out.stmts,
            end: pos,
            unordered: None,
            varies: false,
        }
    }
}

/// Any arguments for a function.
fn arguments(out: &mut Writer, code: &Code, f: u32, pos: Pos) -> Vec<Value> {
    let body = code.bodies.get(f as usize).and_then(Option::as_ref);
    let params = body.map_or(&[][..], |b| b.locals.get(..b.params).unwrap_or_default());
    let mut values = Vec::with_capacity(params.len());
    for param in params {
        let index = u32::try_from(out.locals.len()).unwrap_or(u32::MAX);
        let place: Place = out.temporary(&param.ty.ty, Role::Chosen);
        out.emit(pos, Kind::Enter(index, Begins::Indeterminate));
        values.push(Value::load(place, pos));
    }
    values
}

/// The temporaries of a body.
struct Temporaries {
    /// Where they are mentioned first and last.
    spans: BTreeMap<u32, (usize, usize)>,
    /// Those that have a value where a run may come in from outside.
    kept: BTreeSet<u32>,
}

impl Temporaries {
    fn new(body: &Body) -> Temporaries {
        let mut spans: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        for (index, stmt) in body.stmts.iter().enumerate() {
            stmt.parts(&mut |part| {
                if let Part::Object(place) | Part::Address(place) = part {
                    let Base::Local(local) = place.base else {
                        return;
                    };
                    let role = body.locals.get(local as usize).map(|local| local.role);
                    if !role.is_some_and(Role::is_declared) {
                        spans.entry(local).or_insert((index, index)).1 = index;
                    }
                }
            });
        }
        Temporaries {
            spans,
            kept: BTreeSet::new(),
        }
    }

    /// A run comes in in front of the statement `at`, and goes on with the statement `from`.
    fn kept(&mut self, at: usize, from: usize) {
        let spans = self.spans.iter();
        let kept = spans.filter(|(_, (a, b))| *a < at && *b >= from);
        self.kept.extend(kept.map(|(local, _)| *local));
    }
}

fn made_up(pos: Pos) -> Pos {
    Pos {
        column: COLUMN,
        ..pos
    }
}

/// Observers hear nothing until runs have started.
fn quiet(program: &Program, code: &mut Code, live: u32) {
    let events = program.observed.events.iter();
    let functions = events.flat_map(|event| event.instances.iter().map(|(_, f)| *f));
    let functions: BTreeSet<u32> = functions.collect();
    for function in functions {
        change(code, function, |out, stmts| {
            otherwise(out, read(live, Pos::default()), Kind::Return);
            out.stmts.extend(stmts);
        });
    }
}

/// A copy of a function, whose body is in flat C only. Calls of it were before runs start, so it
/// has a name that no event is about.
fn copied(function: &Function) -> Function {
    Function {
        name: format!("{}, called before", function.name),
        linkage: function.linkage,
        ty: function.ty.clone(),
        noreturn: function.noreturn,
        weak: false,
        pruned: false,
        modelled: function.modelled,
        inline_only: function.inline_only,
        ends_with_zero: function.ends_with_zero,
        accesses: function.accesses,
        alias: None,
        promises: function.promises.clone(),
        pos: function.pos,
        body: function.body.as_ref().map(|body| without_code(body.end)),
    }
}

fn without_code(end: Pos) -> ir::Body {
    ir::Body {
        locals: Vec::new(),
        params: 0,
        labels: 0,
        addressed: BTreeSet::new(),
        stmts: Vec::new(),
        end,
        fingerprint: 0,
    }
}

/// Puts the driver where runs start, and the function that was there elsewhere.
fn enter(
    program: &mut Program,
    code: &mut Code,
    (entry, driver): (u32, Body),
    location: &str,
) -> Result<()> {
    let moved = u32::try_from(program.functions.len()).unwrap_or(u32::MAX);
    for body in code.bodies.iter_mut().flatten() {
        for stmt in &mut body.stmts {
            if let Kind::Call(call) = &mut stmt.kind {
                if let Callee::Function(f) | Callee::Pointed(f, _) = &mut call.callee {
                    if *f == entry {
                        *f = moved;
                    }
                }
            }
        }
    }
    for function in &mut program.functions {
        if function.alias == Some(entry) {
            function.alias = Some(moved);
        }
    }
    let (Some(slot), Some(body)) = (
        program.functions.get_mut(entry as usize),
        code.bodies.get_mut(entry as usize),
    ) else {
        return Err("the entry is lost");
    };
    let pos = slot.pos;
    let function = Function {
        name: format!("from {location}"),
        linkage: ir::Linkage::Internal,
        ty: FunctionType {
            result: Type::Void,
            params: Some(Vec::new()),
            variadic: false,
            variants: Vec::new(),
        },
        noreturn: false,
        weak: false,
        pruned: false,
        modelled: false,
        inline_only: false,
        ends_with_zero: false,
        accesses: false,
        alias: None,
        promises: ir::Promises::new(),
        pos,
        body: Some(without_code(pos)),
    };
    let original = std::mem::replace(slot, function);
    let own = body.replace(driver);
    program.functions.push(original);
    code.bodies.push(own);
    Ok(())
}
