//! Sums of cells that a round of a loop leaves as they are, whatever they were before it.

use super::{Cells, Equation, Equations, Matrix, Move, Ranges, Row};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::LocId;
use std::collections::BTreeMap;

impl Equations {
    /// Those of some cells that are looked at, and their factors in sums that are the same at the
    /// start and at the end of a round, whose moves are given in the order in which they happen.
    ///
    /// The states in a round are followed together with what these cells were at its start: the
    /// differences at its end satisfy equations.
    pub(in crate::engine::loops) fn conserved(
        arena: &mut Arena,
        (cells, ranges): (&Cells, &Ranges),
        (head, inside): (LocId, &[&Move]),
        changing: &[usize],
    ) -> (Vec<usize>, Vec<Equation>) {
        let analysis = Equations {
            at: Vec::new(),
            cells: cells.terms.len().min(super::CELLS_MAX),
        };
        let changing: Vec<usize> = (changing.iter().copied())
            .filter(|cell| *cell < analysis.cells)
            .collect();
        let first = analysis.zero().len();
        let width = first + changing.len();
        let starts = analysis.full().rows().to_vec().into_iter();
        let starts = starts.map(|mut row| {
            row.resize(width, 0);
            for (place, &cell) in changing.iter().enumerate() {
                row[first + place] = row.get(cell + 1).copied().unwrap_or_default();
            }
            row
        });
        let starts = Matrix::of(starts, width);
        let mut at: BTreeMap<LocId, Matrix> = starts.into_iter().map(|m| (head, m)).collect();
        let mut ends: Vec<Row> = Vec::new();
        for step in inside {
            let Some(rows) = at.get(&step.from).map(|matrix| matrix.rows().to_vec()) else {
                continue;
            };
            let Some(own) = analysis.step(arena, cells, ranges, step) else {
                continue;
            };
            let Some(rows) = analysis.through(&own, rows) else {
                continue;
            };
            if step.to == head {
                ends.extend(rows);
                continue;
            }
            let slot = at.entry(step.to).or_insert_with(|| Matrix::empty(width));
            for row in rows {
                if slot.insert(row).is_none() {
                    return (changing, Vec::new());
                }
            }
        }
        let differences = ends.iter().map(|row| {
            let of = |(place, cell): (usize, &usize)| row[cell + 1] - row[first + place];
            std::iter::once(0)
                .chain(changing.iter().enumerate().map(of))
                .collect()
        });
        let differences = Matrix::of(differences, changing.len() + 1);
        let found = differences.map_or(Vec::new(), |matrix| matrix.relations());
        (changing, found)
    }
}
