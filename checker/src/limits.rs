//! Every limit of the checker, in one place. All are integers, the same on every platform.
//!
//! Exceeding one ends in *declined*, never in a verdict about the proof.

/// Limits on the work for one certificate. A policy may lower or raise them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nodes of the expression arena, the program's own included. A node takes about 70 bytes.
    pub nodes: usize,
    /// Steps: a token, a side condition, a summand of a normal form, a node of a substitution, a
    /// taken slot of the expressions' hash table.
    pub fuel: u64,
    /// Nested rule applications.
    pub depth: usize,
    /// Hypotheses in scope at once.
    pub hypotheses: usize,
}

impl Limits {
    /// Generous for drivers, harmless for a desktop machine (about 2 GiB and a minute at the very
    /// worst).
    pub const DEFAULT: Limits = Limits {
        nodes: 30_000_000,
        fuel: 2_000_000_000,
        depth: 1 << 20,
        hypotheses: 1 << 20,
    };
}

/// Which limit was exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Limits::nodes`].
    Nodes,
    /// [`Limits::fuel`].
    Fuel,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::hypotheses`].
    Hypotheses,
    /// A coefficient left 128 bits.
    Coefficient,
}

/// The greatest use that was made of each limited resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HighWater {
    /// Arena nodes at the end.
    pub nodes: usize,
    /// Kernel steps taken.
    pub fuel: u64,
    /// Deepest nesting of rules.
    pub depth: usize,
    /// Most hypotheses in scope.
    pub hypotheses: usize,
}
