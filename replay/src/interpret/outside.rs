//! Accesses where no object can be, in executions that show violations.

use super::trace::Written;
use super::{index, Memory, Trace, Value, GAP, OBJECTS_START};
use proofmark_frontend::approximation::Approximation;
use proofmark_frontend::Program;
use proofmark_logic::cfa::StmtKind;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// Where the declared objects are, and where inputs may have others.
pub(super) struct Outside {
    /// First addresses and sizes, in ascending order.
    objects: Vec<(i128, i128)>,
    /// Statements whose values are inputs, by edge.
    havocs: Vec<Vec<bool>>,
    inputs: OnceCell<BTreeSet<i128>>,
    /// Half of the address space.
    half: i128,
}

impl Outside {
    pub(super) fn new(program: &Program, addresses: &[i128]) -> Outside {
        let sizes = program.cfa.objects.iter().map(|o| i128::from(o.size));
        let havocs = program.cfa.edges.iter().map(|edge| {
            let kinds = edge.stmts.iter().map(|stmt| &stmt.kind);
            kinds
                .map(|kind| matches!(kind, StmtKind::Havoc { .. }))
                .collect()
        });
        Outside {
            objects: addresses.iter().copied().zip(sizes).collect(),
            havocs: havocs.collect(),
            inputs: OnceCell::new(),
            half: 1 << (program.cfa.profile.pointer_bits() - 1),
        }
    }

    /// Why an execution that accesses this address leaves the assumption `in-bounds`, if it does.
    ///
    /// Near to a null pointer lies nothing. Behind each object there is a gap, in which only what
    /// inputs point to can lie; the front end says of no pointer where it comes from, so an input
    /// that may be an address near the access, or one from which an offset leads there, is taken
    /// for that.
    pub(super) fn strays(&self, address: i128, trace: &Trace) -> Option<Approximation> {
        // In front of it, too: the last addresses are what it is less a little.
        let last = 2 * self.half - OBJECTS_START;
        if (0..OBJECTS_START).contains(&address) || address >= last {
            return Some(Approximation::Access);
        }
        let before = self.objects.partition_point(|(start, _)| *start <= address);
        let (start, behind) = match before
            .checked_sub(1)
            .and_then(|last| self.objects.get(last))
        {
            // Of an object without a size, another file knows it.
            Some(&(start, size)) => {
                let gap = start + size..start + size + GAP;
                (start, size > 0 && gap.contains(&address))
            }
            // So near to a null pointer.
            None => (0, !self.objects.is_empty() && address < OBJECTS_START + GAP),
        };
        let others = || {
            let inputs = self.inputs.get_or_init(|| self.inputs_of(trace));
            let near = inputs.range(start + 1..address + GAP).next().is_some();
            // Offsets from these may wrap.
            near || inputs.range(self.half..).next().is_some()
        };
        (behind && !others()).then_some(Approximation::Outside)
    }

    /// The inputs that may be addresses.
    fn inputs_of(&self, trace: &Trace) -> BTreeSet<i128> {
        let initial = trace.initial.iter().map(|(_, value)| value);
        let steps = trace.steps.iter().filter(|step| {
            let edge = self.havocs.get(index(step.edge.0));
            edge.and_then(|stmts| stmts.get(step.stmt)) == Some(&true)
        });
        let mut out = BTreeSet::new();
        for written in steps.filter_map(|step| step.written.as_ref()) {
            match &written.1 {
                Written::Int(value) => out.extend([*value]),
                Written::Memory(memory) => contents(memory, &mut out),
                Written::Elements(elements) => out.extend(elements.iter().map(|(_, value)| value)),
            }
        }
        for value in initial {
            match value {
                Value::Int(value) => out.extend([*value]),
                Value::Memory(memory) => contents(memory, &mut out),
            }
        }
        out.retain(|value| *value >= OBJECTS_START);
        out
    }
}

fn contents(memory: &Memory, out: &mut BTreeSet<i128>) {
    out.extend([memory.default]);
    out.extend(memory.elements.values());
    out.extend(memory.ranges.iter().map(|range| range.value));
}
