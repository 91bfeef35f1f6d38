//! The section *resume* of a certificate: the reachability graph that its proof was made from
//! (paper 000: what is kept from one verification to the next).
//!
//! One node stands for each location (the graph is folded at joins), so what the section adds to
//! the certificate is the automaton, with its edges and names, and the predicates that were tracked
//! at each node. Regions are the certificate's invariants; what covers a node is the node of its
//! location. The text of the section is deflated: a second copy of names and statements in plain
//! would be longer than the proof.
//!
//! ```text
//! resume := 02 zlib(record)      record: automaton, predicates, effort (bincode)
//! ```

use crate::engine::Work;
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use proofmark_certs::Annotations;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::Cfa;
use proofmark_logic::display;
use proofmark_logic::encode::cfa_bytes;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the section's format.
const VERSION: u8 = 2;
/// Most bytes of a record.
const RECORD_BYTES_MAX: usize = 256 << 20;
/// Predicates that are spelled alike so far keep the order in which they were found.
const SPELLED_BYTES_MAX: usize = 2000;
/// How hard to compress, of 10.
const LEVEL: u8 = 9;

/// How often the decision procedures were asked, for a proof and those that it was made from.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Effort {
    /// The search: the theory of the abstraction, and Z3.
    pub search: u64,
    /// The prover.
    pub prover: u64,
    /// What a search takes that knows nothing of earlier versions, as far as is known.
    pub afresh: Work,
}

/// What the section says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Resume {
    /// The automaton, unless the certificate carries it anyway.
    pub(super) automaton: Option<Vec<u8>>,
    /// For each location the conjunction of its predicates, as the annotations section has
    /// invariants.
    predicates: Vec<u8>,
    /// What the proof cost.
    pub(super) effort: Effort,
}

impl Resume {
    /// The section of a program.
    pub(super) fn new(
        (arena, cfa): (&mut Arena, &Cfa),
        predicates: &[Vec<Expr>],
        effort: Effort,
    ) -> Resume {
        let automaton = Some(cfa_bytes(arena, cfa));
        // In an order that does not depend on which of them was found first: a proof that starts
        // from this section finds them all at once.
        let mut spelled: BTreeMap<Expr, String> = BTreeMap::new();
        for &atom in predicates.iter().flatten() {
            spelled
                .entry(atom)
                .or_insert_with(|| display::expr(arena, cfa, atom, SPELLED_BYTES_MAX));
        }
        let mut formulas = Vec::with_capacity(cfa.locations.len());
        for slot in 0..cfa.locations.len() {
            let mut tracked = predicates.get(slot).cloned().unwrap_or_default();
            tracked.sort_by(|a, b| spelled.get(a).cmp(&spelled.get(b)));
            let all = tracked.into_iter().rev();
            formulas.push(all.fold(Arena::TRUE, |rest, atom| arena.and(atom, rest)));
        }
        Resume {
            automaton,
            predicates: crate::prover::annotations(arena, &formulas).encode(),
            effort,
        }
    }

    /// The same for a certificate that carries the automaton.
    pub(super) fn beside_automaton(self) -> Resume {
        Resume {
            automaton: None,
            ..self
        }
    }

    /// The conjunctions of the predicates of each location.
    pub(super) fn predicates(&self) -> Option<Annotations> {
        Annotations::decode(&self.predicates).ok()
    }

    /// The section's payload; nothing if it would be too long.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        let record = bincode::serde::encode_to_vec(self, bincode::config::standard()).ok()?;
        let mut out = vec![VERSION];
        out.extend(compress_to_vec_zlib(&record, LEVEL));
        (out.len() <= proofmark_certs::limits::CERTIFICATE_BYTES_MAX / 2).then_some(out)
    }

    /// Reads a payload, which may be anything.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn decode(payload: &[u8]) -> Result<Resume, &'static str> {
        let Some((version, packed)) = payload.split_first() else {
            return Err("it is empty");
        };
        if *version != VERSION {
            return Err("it has another version");
        }
        let record = decompress_to_vec_zlib_with_limit(packed, RECORD_BYTES_MAX)
            .map_err(|_| "it cannot be unpacked")?;
        let config = bincode::config::standard().with_limit::<RECORD_BYTES_MAX>();
        match bincode::serde::decode_from_slice(&record, config) {
            Ok((resume, length)) if length == record.len() => Ok(resume),
            Ok(_) | Err(_) => Err("it is no record"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_anything_else_is_refused() {
        let resume = Resume {
            automaton: Some(vec![7; 5000]),
            predicates: vec![1, 2, 3],
            effort: Effort {
                search: 5,
                prover: 9,
                afresh: Work {
                    calls: 5,
                    entries: 700,
                    terms: 90,
                },
            },
        };
        let payload = resume.encode().expect("short");
        assert!(payload.len() < 200, "{}", payload.len());
        assert_eq!(Resume::decode(&payload), Ok(resume));
        for length in 0..payload.len() {
            assert!(Resume::decode(&payload[..length]).is_err(), "{length}");
        }
        for place in 0..payload.len() {
            let mut damaged = payload.clone();
            damaged[place] ^= 0x55;
            let _ = Resume::decode(&damaged);
        }
    }

    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        let mut bomb = vec![VERSION];
        bomb.extend(compress_to_vec_zlib(&vec![0; RECORD_BYTES_MAX + 1], 1));
        assert_eq!(Resume::decode(&bomb), Err("it cannot be unpacked"));
    }
}
