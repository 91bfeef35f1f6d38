//! What initialisers set to zero without naming it (C11 6.7.9p19 and p21), where a pattern of an
//! assignment is about it.

use super::matcher::Matcher;
use super::Result;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::flatten::Kind::{Assign, Clear};
use crate::flatten::{Code, Place, Step, Stmt, Value, ValueKind};
use crate::ir::Program;
use crate::sources::Sources;
use crate::spec::pattern::Kind;
use crate::types::{IntKind, Qual, Type};
use std::collections::HashSet;

/// Objects with more scalar parts are refused where patterns are about assignments to parts.
const PARTS_MAX: usize = 1 << 16;

/// A path into an object, as what its steps are.
type Path = Vec<(u32, u64)>;

/// Members that initialisers clear are assigned like others where a pattern is about it: adds these
/// assignments to the program's code.
///
/// # Errors
/// Objects with too many parts.
pub fn assign_cleared(program: &Program, sources: &Sources, code: &mut Code) -> Result<()> {
    let assigns = |kind: &Kind| matches!(kind, Kind::Assign(..));
    let mut events = program.observed.events.iter();
    if !events.any(|event| assigns(&event.pattern.kind)) {
        return Ok(());
    }
    for body in code.bodies.iter_mut().flatten() {
        let mut added = Vec::new();
        for (index, stmt) in body.stmts.iter().enumerate() {
            if let Clear(whole, kept) = &stmt.kind {
                let matcher = Matcher::new(program, sources, body);
                let zeros = cleared(&matcher, stmt, whole, kept).ok_or_else(|| {
                    let message = "this clears more parts of an object than patterns of assignments are matched with";
                    LoadError::at(ErrorKind::Unsupported, sources, stmt.pos, message)
                })?;
                added.push((index, zeros));
            }
        }
        for (index, zeros) in added.into_iter().rev() {
            body.stmts.splice(index + 1..index + 1, zeros);
        }
    }
    Ok(())
}

/// The parts of an object that are cleared and that some pattern matches, as assignments; `None` if
/// it has too many parts.
fn cleared(matcher: &Matcher<'_>, stmt: &Stmt, whole: &Place, kept: &[Place]) -> Option<Vec<Stmt>> {
    let mut search = Search {
        matcher,
        whole,
        stmt,
        written: HashSet::new(),
        entered: HashSet::new(),
        left: PARTS_MAX,
        out: Vec::new(),
    };
    for place in kept {
        let path: Path = place.steps.iter().map(encoded).collect();
        (0..path.len()).for_each(|n| {
            let front = path.get(..n).unwrap_or_default();
            search.entered.insert(front.to_vec());
        });
        search.written.insert(path);
    }
    search.part(&whole.ty, &mut Vec::new())?;
    Some(search.out)
}

struct Search<'a, 'p> {
    matcher: &'a Matcher<'p>,
    whole: &'a Place,
    stmt: &'a Stmt,
    /// What the initialiser writes, and what it writes parts of.
    written: HashSet<Path>,
    entered: HashSet<Path>,
    left: usize,
    out: Vec<Stmt>,
}

impl Search<'_, '_> {
    /// Looks at the part behind a path; `None` if there are too many parts.
    fn part(&mut self, ty: &Qual, path: &mut Path) -> Option<()> {
        if self.written.contains(path) {
            return Some(());
        }
        let program = self.matcher.program();
        match &ty.ty {
            Type::Array(element, length) => (0..length.unwrap_or(0)).try_for_each(|index| {
                path.push((u32::MAX, index));
                self.part(element, path)?;
                path.pop();
                Some(())
            }),
            Type::Record(record) => {
                let union = program.types.record(*record).is_some_and(|r| r.union);
                // Of a union, the first member is cleared, or nothing.
                let most = match (union, self.entered.contains(path)) {
                    (true, false) => 1,
                    _ => usize::MAX,
                };
                let fields = program.types.fields(*record).iter().enumerate();
                for (index, field) in fields.take(most) {
                    path.push((*record, index as u64));
                    if !union || most == 1 || self.entered.contains(path) {
                        self.part(&field.ty, path)?;
                    }
                    path.pop();
                }
                Some(())
            }
            _ => self.scalar(ty, path),
        }
    }

    fn scalar(&mut self, ty: &Qual, path: &Path) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let pos = self.stmt.pos;
        let index = |i: u64| Value::int(i128::from(i), Type::Int(IntKind::LongLong), pos);
        let step = |(record, i): &(u32, u64)| match *record {
            u32::MAX => Step::Index(index(*i)),
            record => Step::Field(record, usize::try_from(*i).unwrap_or(usize::MAX)),
        };
        let place = Place {
            steps: path.iter().map(step).collect(),
            ty: ty.clone(),
            ..self.whole.clone()
        };
        let zero = match ty.ty.is_float() {
            true => Value::new(ValueKind::Float(0), ty.ty.clone(), pos),
            false => Value::int(0, ty.ty.clone(), pos),
        };
        if self.matcher.is_assigned(&place, &zero) {
            self.out.push(Stmt {
                kind: Assign(place, zero),
                ..self.stmt.clone()
            });
        }
        Some(())
    }
}

fn encoded(step: &Step) -> (u32, u64) {
    match step {
        Step::Field(record, index) => (*record, *index as u64),
        Step::Index(e) => {
            let index = e.as_int().and_then(|i| u64::try_from(i).ok());
            (u32::MAX, index.unwrap_or(u64::MAX))
        }
    }
}
