//! What initialisers set to zero without naming it (C11 6.7.9p19 and p21), where a pattern of an
//! assignment is about it.

use crate::ir::{Base, Expr, ExprKind, Init, Place, Step};
use crate::spec::pattern::{Kind, Matcher};
use crate::types::{IntKind, Qual, Type};
use proofmark_logic::cfa::Pos;
use std::collections::HashSet;

/// Objects with more scalar parts are refused where patterns are about assignments to parts.
const PARTS_MAX: usize = 1 << 16;

/// A path into an object, as what its steps are.
type Path = Vec<(u32, u64)>;

/// The parts of a local variable that its initialiser clears and that some pattern matches, with
/// the zeros that they get; `None` if the variable has too many parts.
pub(super) fn cleared(
    matcher: &Matcher<'_>,
    (local, ty): (u32, &Type),
    init: &Init,
    pos: Pos,
) -> Option<Vec<(Place, Expr)>> {
    let assigns = |kind: &Kind| matches!(kind, Kind::Assign(..));
    let mut events = matcher.program.observed.events.iter();
    if !events.any(|event| assigns(&event.pattern.kind)) {
        return Some(Vec::new());
    }
    let mut search = Search {
        matcher,
        whole: (local, ty),
        pos,
        written: HashSet::new(),
        entered: HashSet::new(),
        left: PARTS_MAX,
        out: Vec::new(),
    };
    for (place, _) in &init.items {
        let path: Path = place.steps.iter().map(encoded).collect();
        (0..path.len()).for_each(|n| {
            let front = path.get(..n).unwrap_or_default();
            search.entered.insert(front.to_vec());
        });
        search.written.insert(path);
    }
    let whole = Qual::from(ty.clone());
    search.part(&whole, &mut Vec::new())?;
    Some(search.out)
}

struct Search<'a, 'p> {
    matcher: &'a Matcher<'p>,
    whole: (u32, &'a Type),
    pos: Pos,
    /// What the initialiser writes, and what it writes parts of.
    written: HashSet<Path>,
    entered: HashSet<Path>,
    left: usize,
    out: Vec<(Place, Expr)>,
}

impl Search<'_, '_> {
    /// Looks at the part behind a path; `None` if there are too many parts.
    fn part(&mut self, ty: &Qual, path: &mut Path) -> Option<()> {
        if self.written.contains(path) {
            return Some(());
        }
        let program = self.matcher.program;
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
        let index = |i: u64| Expr::int(i128::from(i), Type::Int(IntKind::LongLong), self.pos);
        let step = |(record, i): &(u32, u64)| match *record {
            u32::MAX => Step::Index(index(*i)),
            record => Step::Field(record, usize::try_from(*i).unwrap_or(usize::MAX)),
        };
        let place = Place {
            base: Base::Local(self.whole.0),
            base_ty: self.whole.1.clone(),
            steps: path.iter().map(step).collect(),
            ty: ty.clone(),
        };
        let zero = match ty.ty.is_float() {
            true => Expr::new(ExprKind::Float(0), ty.ty.clone(), self.pos),
            false => Expr::int(0, ty.ty.clone(), self.pos),
        };
        let matched = {
            let mut events = self.matcher.program.observed.events.iter();
            let matcher = Matcher {
                program: self.matcher.program,
                function: self.matcher.function,
            };
            events.any(|event| matcher.assignment(&event.pattern, &place, &zero).is_some())
        };
        if matched {
            self.out.push((place, zero));
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
