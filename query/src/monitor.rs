//! Observers in flat C, for questions about locations (paper 002, sections 2.2 and 4).
//!
//! A specification speaks about runs as wholes: what fails an assertion violates it, and the
//! postcondition counts where runs end. A question is about what an observer says of executions up
//! to a location. So its rejections are kept in a variable, and its postcondition is evaluated in
//! front of the locations that are asked about.

use crate::executions::{Monitor, Occurs, Verdict};
use proofmark_frontend::flatten::{Base, Body, Code, Kind, Place, Stmt, Value, Writer};
use proofmark_frontend::ir::{Global, Linkage, Program};
use proofmark_frontend::types::Type;
use proofmark_logic::cfa::Pos;
use std::rc::Rc;

/// What a question adds to the observers of a program.
pub(crate) struct Installed {
    verdict: Verdict,
    /// Set where the observer rejects.
    rejected: Option<u32>,
    /// Set where the event occurs that has to.
    occurred: Option<u32>,
    /// The functions that evaluate the postcondition.
    finals: Vec<u32>,
}

/// Changes the observers of a program: the first one is the question's, if it has one, and each of
/// the others is an event.
pub(crate) fn install(program: &mut Program, code: &mut Code, monitor: &Monitor) -> Installed {
    let own = usize::from(monitor.property.is_some());
    let mut installed = Installed {
        verdict: monitor.verdict,
        rejected: None,
        occurred: None,
        finals: Vec::new(),
    };
    if monitor
        .events
        .iter()
        .any(|(_, occurs)| *occurs == Occurs::First)
    {
        installed.occurred = Some(variable(program, code, "occurred"));
    }
    for (observer, (_, occurs)) in (own..).zip(&monitor.events) {
        for function in events(program, observer) {
            change(code, function, |out, stmts| {
                match (occurs, installed.occurred) {
                    (Occurs::First, Some(variable)) => out.emit(Pos::default(), set(variable)),
                    (Occurs::Later, Some(variable)) => {
                        otherwise_halt(out, variable, Pos::default());
                    }
                    // What comes behind it does not count.
                    _ => out.emit(Pos::default(), Kind::Halt),
                }
                out.stmts.extend(stmts);
            });
        }
    }
    let finals = std::mem::take(&mut program.observed.finals);
    if own == 0 {
        return installed;
    }
    if monitor.verdict == Verdict::Rejected {
        installed.rejected = Some(variable(program, code, "rejected"));
    }
    for function in events(program, 0) {
        change(code, function, |out, stmts| {
            stmts.into_iter().for_each(|stmt| match stmt.kind {
                Kind::Reject => installed.reject(out, stmt.pos),
                _ => out.stmts.push(stmt),
            });
        });
    }
    let finals = finals.iter().filter(|end| end.observer == 0);
    installed.finals = finals.map(|end| end.function).collect();
    for function in &installed.finals {
        change(code, *function, |out, stmts| {
            stmts.into_iter().for_each(|stmt| match stmt.kind {
                Kind::Reject => installed.fail(out, stmt.pos),
                _ => out.stmts.push(stmt),
            });
        });
    }
    installed
}

impl Installed {
    /// Whether something is to be done in front of every location: then a run is rejected there
    /// whatever its inputs are.
    pub(crate) fn is_everywhere(&self) -> bool {
        self.verdict == Verdict::Violated && !self.finals.is_empty()
    }

    /// Evaluates the postcondition.
    pub(crate) fn look(&self, out: &mut Writer, pos: Pos) {
        for function in &self.finals {
            out.emit(pos, Kind::Observe(*function, Vec::new()));
        }
    }

    /// What becomes of a run that ends in front of a location: it is rejected if it counts.
    pub(crate) fn judge(&self, out: &mut Writer, pos: Pos) {
        if let Some(variable) = self.occurred {
            otherwise_halt(out, variable, pos);
        }
        match self.rejected {
            Some(variable) => {
                let (yes, no) = (out.new_label(), out.new_label());
                out.emit(pos, Kind::Branch(read(variable, pos), yes, no));
                out.place_label(yes, pos);
                out.emit(pos, Kind::Reject);
                out.place_label(no, pos);
                self.look(out, pos);
                out.emit(pos, Kind::Halt);
            }
            None => {
                self.look(out, pos);
                out.emit(pos, Kind::Reject);
            }
        }
    }

    /// Where an assertion of the observer fails.
    fn reject(&self, out: &mut Writer, pos: Pos) {
        match (self.verdict, self.rejected) {
            (Verdict::Rejected, Some(variable)) => {
                out.emit(pos, set(variable));
                out.emit(pos, Kind::Return);
            }
            // Whatever comes behind it is not accepted.
            (Verdict::Accepted | Verdict::Rejected, _) => out.emit(pos, Kind::Halt),
            (Verdict::Violated, _) => self.violate(out, pos),
        }
    }

    /// Where the postcondition does not hold.
    fn fail(&self, out: &mut Writer, pos: Pos) {
        match self.verdict {
            Verdict::Accepted => out.emit(pos, Kind::Halt),
            Verdict::Rejected => out.emit(pos, Kind::Reject),
            Verdict::Violated => self.violate(out, pos),
        }
    }

    fn violate(&self, out: &mut Writer, pos: Pos) {
        if let Some(variable) = self.occurred {
            otherwise_halt(out, variable, pos);
        }
        out.emit(pos, Kind::Reject);
    }
}

/// The functions of an observer's events.
fn events(program: &Program, observer: usize) -> Vec<u32> {
    let events = program.observed.events.iter();
    let own = events.filter(|event| event.observer == observer);
    own.flat_map(|event| event.instances.iter().map(|(_, function)| *function))
        .collect()
}

/// Writes a function anew.
pub(crate) fn change(code: &mut Code, function: u32, write: impl FnOnce(&mut Writer, Vec<Stmt>)) {
    let Some(Some(body)) = code.bodies.get_mut(function as usize) else {
        return;
    };
    let mut out = Writer {
        locals: body.locals.clone(),
        labels: body.labels,
        stmts: Vec::with_capacity(body.stmts.len() + 4),
        in_front: Rc::new([]),
    };
    write(&mut out, std::mem::take(&mut body.stmts));
    *body = Body {
        locals: out.locals,
        labels: out.labels,
        stmts: out.stmts,
        ..body.clone()
    };
}

/// A variable that only observers see, 0 where runs start. No name of a program has a blank.
pub(crate) fn variable(program: &mut Program, code: &mut Code, what: &str) -> u32 {
    let index = u32::try_from(program.globals.len()).unwrap_or(u32::MAX);
    program.globals.push(Global {
        name: format!("{what} {index}"),
        linkage: Linkage::Internal,
        in_block: false,
        aliases: Vec::new(),
        ty: Type::INT.into(),
        defined: true,
        listed: false,
        init: None,
        pos: Pos::default(),
    });
    code.initial.push(None);
    program.observed.globals.insert(index, false);
    index
}

fn place(variable: u32) -> Place {
    Place {
        base: Base::Global(variable),
        base_ty: Type::INT,
        steps: Vec::new(),
        ty: Type::INT.into(),
    }
}

pub(crate) fn read(variable: u32, pos: Pos) -> Value {
    Value::load(place(variable), pos)
}

pub(crate) fn set(variable: u32) -> Kind {
    let one = Value::int(1, Type::INT, Pos::default());
    Kind::Assign(place(variable), one)
}

fn otherwise_halt(out: &mut Writer, variable: u32, pos: Pos) {
    otherwise(out, read(variable, pos), Kind::Halt);
}

/// `if (!value) stmt`, for a statement that control does not leave.
pub(crate) fn otherwise(out: &mut Writer, value: Value, stmt: Kind) {
    let (yes, no) = (out.new_label(), out.new_label());
    let pos = value.pos;
    out.emit(pos, Kind::Branch(value, yes, no));
    out.place_label(no, pos);
    out.emit(pos, stmt);
    out.place_label(yes, pos);
}
