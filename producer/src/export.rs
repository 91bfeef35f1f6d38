//! The verification condition and the invariants for other tools and for people.
//!
//! | module | writes |
//! |---|---|
//! | [`smt2`] | one validity query for each obligation, in SMT-LIB 2.6 |
//! | [`dot`] | the automaton with its invariants, for Graphviz |
//! | [`text`] | obligations, or the invariants along the source, as text |

pub mod automata;
pub mod dot;
pub mod smt2;
pub mod text;

use proofmark_certs::Annotations;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, Location, Pos, VarSort};
use proofmark_logic::proof::TableNode;
use proofmark_logic::substitution::TooLarge;
use proofmark_logic::types::Sort;
use proofmark_logic::vc::{Builder, Obligation, ObligationKind};

/// The certificate is about another program: a table node or an invariant does not fit this one.
/// The value says which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignCertificate(pub String);

impl std::fmt::Display for ForeignCertificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the certificate is about another program ({})", self.0)
    }
}

impl std::error::Error for ForeignCertificate {}

/// Nodes that the exporters may add to the arena.
const NODES_MAX: usize = 30_000_000;

/// The invariants of a certificate as expressions over the program's variables, one for each
/// location.
///
/// # Errors
/// If the certificate does not fit the program.
pub fn invariants(
    arena: &mut Arena,
    cfa: &Cfa,
    annotations: &Annotations,
) -> Result<Vec<Expr>, ForeignCertificate> {
    let (_, invariants) = table(arena, cfa, annotations)?;
    if invariants.len() != cfa.locations.len() {
        let message = format!(
            "{} invariants for {} locations",
            invariants.len(),
            cfa.locations.len()
        );
        return Err(ForeignCertificate(message));
    }
    Ok(invariants)
}

/// The expressions of a certificate's table over the program's variables, and the invariants, of
/// which there may be any number.
///
/// # Errors
/// If the certificate does not fit the program.
pub fn table(
    arena: &mut Arena,
    cfa: &Cfa,
    annotations: &Annotations,
) -> Result<(Vec<Expr>, Vec<Expr>), ForeignCertificate> {
    let mut table = Vec::with_capacity(annotations.table.len());
    for (position, node) in annotations.table.iter().enumerate() {
        let built = intern(arena, cfa, &table, node);
        table
            .push(built.ok_or_else(|| {
                ForeignCertificate(format!("expression {position} does not fit"))
            })?);
    }
    let formula = |(location, root): (usize, &u32)| {
        let found = usize::try_from(*root)
            .ok()
            .and_then(|root| table.get(root))
            .copied()
            .filter(|e| arena.sort(*e) == Sort::Form);
        found.ok_or_else(|| {
            ForeignCertificate(format!(
                "the invariant of location {location} is no formula"
            ))
        })
    };
    let invariants = annotations
        .invariants
        .iter()
        .enumerate()
        .map(formula)
        .collect::<Result<_, _>>()?;
    Ok((table, invariants))
}

fn intern(arena: &mut Arena, cfa: &Cfa, table: &[Expr], node: &TableNode) -> Option<Expr> {
    Some(match *node {
        TableNode::Lit(value) => arena.lit(value),
        TableNode::Type(ty) => arena.ty(ty),
        TableNode::Var(v) => match cfa.sort_of(VarId(v)).ok()? {
            VarSort::Int(ty) => arena.var(VarId(v), ty),
            VarSort::Map(ty) => arena.map_var(VarId(v), ty),
        },
        TableNode::Addr(object) => {
            let size = cfa.objects.get(usize::try_from(object).ok()?)?.size;
            arena.addr(object, size, cfa.profile.pointer_bits())
        }
        TableNode::App(op, args) => {
            let args: Option<Vec<Expr>> = args
                .iter()
                .take(op.params().len())
                .map(|n| table.get(usize::try_from(*n).ok()?).copied())
                .collect();
            arena.try_app(op, &args?)?
        }
    })
}

/// The obligations that need a proof: not trivial, and no two with the same formula.
///
/// # Errors
/// [`TooLarge`] beyond 30 million expressions.
pub fn obligations(
    arena: &mut Arena,
    cfa: &Cfa,
    invariants: &[Expr],
) -> Result<Vec<Obligation>, TooLarge> {
    let mut builder = Builder::default();
    let mut seen = std::collections::HashSet::new();
    let mut out = Vec::new();
    for kind in Builder::kinds(cfa) {
        let obligation = builder.obligation(arena, cfa, invariants, kind, NODES_MAX)?;
        if !obligation.trivial && seen.insert(obligation.formula) {
            out.push(obligation);
        }
    }
    Ok(out)
}

/// What an obligation is about, in words.
pub fn describe(cfa: &Cfa, kind: ObligationKind) -> String {
    match kind {
        ObligationKind::Entry => "the entry's invariant holds in every state".to_owned(),
        ObligationKind::Error => "the error location is unreachable".to_owned(),
        ObligationKind::Enter(EdgeId(id)) => {
            match usize::try_from(id).ok().and_then(|id| cfa.edges.get(id)) {
                Some(edge) => format!(
                    "edge {id}: precondition of the call at location {}",
                    edge.from.0
                ),
                None => format!("edge {id}"),
            }
        }
        ObligationKind::Edge(EdgeId(id)) => {
            match usize::try_from(id).ok().and_then(|id| cfa.edges.get(id)) {
                Some(edge) => {
                    let place = |location: u32| {
                        usize::try_from(location)
                            .ok()
                            .and_then(|n| cfa.locations.get(n))
                            .map_or(String::new(), |l| at(cfa, l))
                    };
                    format!(
                        "edge {id}: location {} ({}) to {} ({})",
                        edge.from.0,
                        place(edge.from.0),
                        edge.to.0,
                        place(edge.to.0)
                    )
                }
                None => format!("edge {id}"),
            }
        }
    }
}

/// `function, file:line` of a location.
fn at(cfa: &Cfa, location: &Location) -> String {
    let frame = usize::try_from(location.frame.0)
        .ok()
        .and_then(|n| cfa.frames.get(n));
    let function = frame.map_or("?", |frame| frame.function.as_str());
    match position(cfa, location.pos) {
        Some(position) => format!("{function}, {position}"),
        None => function.to_owned(),
    }
}

/// `file:line` of a position; nothing where it is unknown.
pub fn position(cfa: &Cfa, pos: Pos) -> Option<String> {
    let file = cfa.files.get(usize::try_from(pos.file).ok()?)?;
    (pos.line > 0).then(|| format!("{file}:{}", pos.line))
}
