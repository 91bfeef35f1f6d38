//! Comparisons of floating values as conditions on their patterns, which are integers.
//!
//! Positive numbers are in the order of their patterns, negative ones in the other order, the zeros
//! are equal, and what is no number is in no relation (IEEE 754-2008, 3.4, 5.11). A test compares
//! the conditions with the operations of [`proofmark_logic::ieee`].

use super::Translator;
use crate::decided::decided;
use proofmark_logic::arena::{Arena, Expr as Term, Node, Op};
use proofmark_logic::cfa::LocId;
use proofmark_logic::ieee::{Format, Operation};

/// What a condition compares.
#[derive(Clone, Copy)]
enum Side {
    /// The first operand's pattern.
    First,
    /// The second operand's pattern.
    Second,
    /// A pattern.
    Pattern(i128),
}

/// Conditions one after the other. Those in a pair are for where the condition holds, and where it
/// does not.
enum Tree {
    Holds,
    Fails,
    AtMost(Side, Side, Box<[Tree; 2]>),
    Same(Side, Side, Box<[Tree; 2]>),
}

use Side::{First, Pattern, Second};
use Tree::{Fails, Holds};

fn at_most(a: Side, b: Side, then: Tree, otherwise: Tree) -> Tree {
    Tree::AtMost(a, b, Box::new([then, otherwise]))
}

fn same(a: Side, b: Side, then: Tree, otherwise: Tree) -> Tree {
    Tree::Same(a, b, Box::new([then, otherwise]))
}

/// When two patterns of a format are in the relation; `None` for operations that are none.
fn conditions(operation: Operation, format: Format) -> Option<Tree> {
    let (sign, infinity) = (Pattern(format.sign()), Pattern(format.infinity()));
    let (zero, least) = (Pattern(0), Pattern(format.sign() + format.infinity()));
    match operation {
        Operation::Equal => {
            let negative = at_most(sign, Second, at_most(Second, least, Holds, Fails), Fails);
            let number = at_most(Second, infinity, Holds, negative);
            let other_zero = same(Second, sign, same(First, zero, Holds, Fails), Fails);
            let zeros = same(Second, zero, same(First, sign, Holds, Fails), other_zero);
            Some(same(First, Second, number, zeros))
        }
        Operation::Less | Operation::LessEqual => {
            let strict = operation == Operation::Less;
            let (both_negative, both_positive, across, back) = match strict {
                true => (
                    at_most(First, Second, Fails, Holds),
                    at_most(Second, First, Fails, Holds),
                    same(Second, zero, same(First, sign, Fails, Holds), Holds),
                    Fails,
                ),
                false => (
                    at_most(Second, First, Holds, Fails),
                    at_most(First, Second, Holds, Fails),
                    Holds,
                    same(Second, sign, same(First, zero, Holds, Fails), Fails),
                ),
            };
            let to_positive = at_most(Second, infinity, across, Fails);
            let from_negative = at_most(sign, Second, both_negative, to_positive);
            let in_order = at_most(Second, infinity, both_positive, Fails);
            let from_positive = at_most(sign, Second, back, in_order);
            let numbers = at_most(First, least, from_negative, Fails);
            Some(at_most(sign, First, numbers, from_positive))
        }
        _ => None,
    }
}

/// How a `float` that became a `double` compares with a number, which is the operand at `place`:
/// which operation says it, of the value before it was converted, and with which `float`.
/// Conversion keeps the order, and no `float` lies between a number and the nearest one.
fn with_narrow(operation: Operation, number: i128, place: Side) -> (Operation, i128) {
    let nearest = Operation::ToOther.apply(Format::Double, number, 0);
    let widened = Operation::ToOther.apply(Format::Single, nearest, 0);
    if widened == number {
        return (operation, nearest);
    }
    // Nothing is in a relation with what is no number.
    if operation == Operation::Equal || nearest == Format::Single.nan() {
        return (operation, Format::Single.nan());
    }
    let above = Operation::Less.apply(Format::Double, number, widened) == 1;
    match above == matches!(place, First) {
        true => (Operation::LessEqual, nearest),
        false => (Operation::Less, nearest),
    }
}

impl Translator<'_> {
    /// Goes to `yes` if a relation of patterns holds, else to `no`. Whether it could be said so.
    pub(super) fn compare_patterns(
        &mut self,
        operation: Operation,
        format: Format,
        operands: [Term; 2],
        targets: [LocId; 2],
    ) -> bool {
        let (operation, format, operands) = self.unwidened(operation, format, operands);
        let patterns = 0..=2 * format.sign() - 1;
        let whole = operands.iter().all(|term| {
            let interval = self.arena.interval(*term);
            [interval.lo, interval.hi]
                .iter()
                .all(|end| patterns.contains(end))
        });
        let Some(tree) = conditions(operation, format).filter(|_| whole) else {
            return false;
        };
        // What is equal is equal both ways; a number in the second place decides most.
        let [a, b] = operands;
        let swapped = operation == Operation::Equal && self.arena.as_lit(a).is_some();
        self.follow(&tree, if swapped { [b, a] } else { [a, b] }, targets);
        true
    }

    /// Operands before they were converted from `float`, where that decides the same.
    fn unwidened(
        &mut self,
        operation: Operation,
        format: Format,
        [a, b]: [Term; 2],
    ) -> (Operation, Format, [Term; 2]) {
        let narrow = |arena: &Arena, term: Term| match arena.node(term) {
            Node::App(Op::Ieee, [value, _, code]) => {
                let widens = Operation::ToOther.code(Format::Single);
                (arena.as_lit(code) == Some(widens)).then_some(value)
            }
            _ => None,
        };
        let (x, y) = (narrow(&self.arena, a), narrow(&self.arena, b));
        match (x, y, self.arena.as_lit(a), self.arena.as_lit(b)) {
            (Some(x), Some(y), ..) => (operation, Format::Single, [x, y]),
            (Some(x), None, _, Some(number)) => {
                let (operation, number) = with_narrow(operation, number, Second);
                (operation, Format::Single, [x, self.arena.lit(number)])
            }
            (None, Some(y), Some(number), _) => {
                let (operation, number) = with_narrow(operation, number, First);
                (operation, Format::Single, [self.arena.lit(number), y])
            }
            _ => (operation, format, [a, b]),
        }
    }

    fn follow(&mut self, tree: &Tree, operands: [Term; 2], [yes, no]: [LocId; 2]) {
        let [first, second] = operands;
        let term = |arena: &mut Arena, side: Side| match side {
            First => first,
            Second => second,
            Pattern(pattern) => arena.lit(pattern),
        };
        let (a, b, branches) = match tree {
            Holds => return self.out.leave(yes),
            Fails => return self.out.leave(no),
            Tree::AtMost(a, b, branches) | Tree::Same(a, b, branches) => (*a, *b, branches),
        };
        let (a, b) = (term(&mut self.arena, a), term(&mut self.arena, b));
        let atom = match tree {
            Tree::Same(..) => self.arena.eq(a, b),
            _ => self.arena.le(a, b),
        };
        let [then, otherwise] = branches.as_ref();
        if let Some(holds) = decided(&self.arena, atom) {
            return self.follow(if holds { then } else { otherwise }, operands, [yes, no]);
        }
        let pos = self.out.pos;
        let mut open = Vec::new();
        let mut ends = [yes, no];
        for (end, branch) in ends.iter_mut().zip([then, otherwise]) {
            *end = match branch {
                Holds => yes,
                Fails => no,
                _ => {
                    let next = self.out.new_loc(pos);
                    open.push((next, branch));
                    next
                }
            };
        }
        let [if_so, if_not] = ends;
        self.split(atom, true, if_so, if_not);
        for (next, branch) in open {
            self.out.resume(next);
            self.follow(branch, operands, [yes, no]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(tree: &Tree, a: i128, b: i128) -> bool {
        let value = |side: &Side| match side {
            First => a,
            Second => b,
            Pattern(pattern) => *pattern,
        };
        let (condition, branches) = match tree {
            Holds => return true,
            Fails => return false,
            Tree::AtMost(x, y, branches) => (value(x) <= value(y), branches),
            Tree::Same(x, y, branches) => (value(x) == value(y), branches),
        };
        let [then, otherwise] = branches.as_ref();
        holds(if condition { then } else { otherwise }, a, b)
    }

    /// Patterns at the ends of all kinds of values, and between.
    fn patterns(format: Format) -> Vec<i128> {
        let infinity = format.infinity();
        let one = Operation::FromInteger.apply(format, 1, 0);
        let kinds = [0, 1, 2, one, one / 3, infinity / 2, infinity, format.nan()];
        let near = kinds.into_iter().flat_map(|k| [k - 1, k, k + 1]);
        let signed = near
            .chain([format.sign() - 1])
            .flat_map(|k| [k, k + format.sign()]);
        signed
            .filter(|k| (0..2 * format.sign()).contains(k))
            .collect()
    }

    const RELATIONS: [Operation; 3] = [Operation::Equal, Operation::Less, Operation::LessEqual];

    #[test]
    fn conditions_are_the_relations() {
        for format in [Format::Single, Format::Double] {
            let patterns = patterns(format);
            for operation in RELATIONS {
                let tree = conditions(operation, format).expect("a relation");
                for (&a, &b) in patterns
                    .iter()
                    .flat_map(|a| patterns.iter().map(move |b| (a, b)))
                {
                    let right = operation.apply(format, a, b) == 1;
                    assert_eq!(holds(&tree, a, b), right, "{operation:?} {a:#x} {b:#x}");
                }
            }
        }
    }

    #[test]
    fn a_float_compares_with_a_double_as_with_one_of_its_own() {
        let mut numbers = patterns(Format::Double);
        for single in patterns(Format::Single) {
            let wide = Operation::ToOther.apply(Format::Single, single, 0);
            numbers.extend([wide - 1, wide, wide + 1].iter().filter(|n| **n >= 0));
        }
        for number in numbers {
            for single in patterns(Format::Single) {
                let wide = Operation::ToOther.apply(Format::Single, single, 0);
                for operation in RELATIONS {
                    let (narrow, other) = with_narrow(operation, number, Second);
                    assert_eq!(
                        narrow.apply(Format::Single, single, other),
                        operation.apply(Format::Double, wide, number),
                        "{operation:?} {single:#x} {number:#x}"
                    );
                    let (narrow, other) = with_narrow(operation, number, First);
                    assert_eq!(
                        narrow.apply(Format::Single, other, single),
                        operation.apply(Format::Double, number, wide),
                        "{operation:?} {number:#x} {single:#x}"
                    );
                }
            }
        }
    }
}
