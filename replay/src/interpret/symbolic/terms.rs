//! The term over the inputs that an expression is in a state.

use super::super::evaluate::Change as Changed;
use super::super::evaluate::{Code, Evaluator, Instruction, Slot};
use super::super::state::State;
use super::shadow::Shadow;
use proofmark_logic::arena::{Expr, Node, Op, VarId};

/// Something that an execution is given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Input {
    /// What a variable holds at the start.
    Initial(VarId),
    /// The integer that is given as such and such a one, from 0.
    Integer(usize),
    /// What a memory holds at an address at the start.
    InitialElement(VarId, i128),
    /// What the memory that is given as such and such a one holds at an address.
    Element(usize, i128),
}

/// What is known of a node.
enum Known {
    /// Its value.
    Value,
    /// Its term.
    Term(Expr),
    /// The terms of what is written, by change.
    Changes(Vec<Option<Expr>>),
}

/// Terms have at most so many nodes, all together; what would be more is what it is.
const NODES_MAX: usize = 4_000_000;

impl Shadow<'_, '_> {
    /// The term of an expression that was just evaluated, if it depends on inputs.
    pub(super) fn term(&mut self, code: (&Code, &Evaluator), state: &State) -> Option<Expr> {
        match self.nodes(code, state).pop() {
            Some(Known::Term(term)) => Some(term),
            _ => None,
        }
    }

    /// The terms that a memory which was just evaluated gets, by change.
    pub(super) fn written(
        &mut self,
        code: (&Code, &Evaluator),
        state: &State,
    ) -> Vec<Option<Expr>> {
        match self.nodes(code, state).pop() {
            Some(Known::Changes(changes)) => changes,
            _ => Vec::new(),
        }
    }

    fn nodes(&mut self, (code, evaluator): (&Code, &Evaluator), state: &State) -> Vec<Known> {
        let slots = evaluator.slots();
        let mut nodes: Vec<Known> = Vec::with_capacity(code.instructions.len());
        for instruction in &code.instructions {
            let known = match *instruction {
                Instruction::Lit(_) | Instruction::Type(_) | Instruction::Addr(_) => Known::Value,
                Instruction::Var(var) => match self.integers.get(&var) {
                    Some(term) => Known::Term(*term),
                    None => Known::Value,
                },
                Instruction::MapVar(_) => Known::Changes(Vec::new()),
                Instruction::App(op, args) => self.apply(op, args, (&nodes, slots), state),
            };
            nodes.push(known);
        }
        nodes
    }

    fn apply(
        &mut self,
        op: Op,
        args: [usize; 3],
        (nodes, slots): (&[Known], &[Slot]),
        state: &State,
    ) -> Known {
        let [a, b, c] = args;
        let term = |at: usize| match nodes.get(at) {
            Some(Known::Term(term)) => Some(*term),
            _ => None,
        };
        if let Op::Upd | Op::Sel = op {
            self.followed.extend(term(b));
        }
        match op {
            Op::Ieee | Op::Fill | Op::Shift => Known::Value,
            Op::Upd => match nodes.get(a) {
                Some(Known::Changes(changes)) => {
                    let mut changes = changes.clone();
                    changes.push(term(c));
                    Known::Changes(changes)
                }
                _ => Known::Value,
            },
            // The changes below a range, and the range.
            Op::Splice => match (nodes.get(a), slots.get(c)) {
                (Some(Known::Changes(changes)), Some(Slot::Below { .. })) => {
                    let mut changes = changes.clone();
                    changes.push(None);
                    Known::Changes(changes)
                }
                _ => Known::Value,
            },
            Op::Sel => match self.selected(a, b, (nodes, slots), state) {
                Some(term) => Known::Term(term),
                None => Known::Value,
            },
            _ if [a, b, c].into_iter().all(|arg| term(arg).is_none()) => Known::Value,
            _ => match self.combined(op, args, (nodes, slots)) {
                Some(term) => Known::Term(term),
                None => Known::Value,
            },
        }
    }

    /// The term of an element.
    fn selected(
        &mut self,
        memory: usize,
        at: usize,
        (nodes, slots): (&[Known], &[Slot]),
        state: &State,
    ) -> Option<Expr> {
        let Some(Slot::Int { low: at, .. }) = slots.get(at) else {
            return None;
        };
        let (Some(Slot::Memory(base, changes)), Some(Known::Changes(terms))) =
            (slots.get(memory), nodes.get(memory))
        else {
            return None;
        };
        let touching = changes.iter().rposition(|c| c.at(*at, state).is_some());
        match touching.and_then(|place| Some((place, changes.get(place)?))) {
            Some((place, Changed::Element(..))) => terms.get(place).copied().flatten(),
            Some((_, Changed::Range(_))) => None,
            Some((_, Changed::Part(_, _, (of, distance)))) => {
                let behind = at.checked_add(*distance)?;
                self.element(*of, behind)
            }
            None => self.element(*base, *at),
        }
    }

    /// An operation on terms; arguments that have none are their values.
    fn combined(
        &mut self,
        op: Op,
        args: [usize; 3],
        (nodes, slots): (&[Known], &[Slot]),
    ) -> Option<Expr> {
        let arena = &mut self.symbols.arena;
        if arena.len() > NODES_MAX {
            return None;
        }
        let mut own = Vec::with_capacity(3);
        for arg in args.into_iter().take(op.params().len()) {
            own.push(match (nodes.get(arg)?, slots.get(arg)?) {
                (Known::Term(term), _) => *term,
                (_, Slot::Int { low, exact: true }) => arena.lit(*low),
                (_, Slot::Bool(true)) => arena.mk(Op::True, &[]),
                (_, Slot::Bool(false)) => arena.mk(Op::False, &[]),
                (_, Slot::Type(ty)) => arena.intern(Node::Type(*ty)),
                _ => return None,
            });
        }
        arena.try_app(op, &own)
    }
}
