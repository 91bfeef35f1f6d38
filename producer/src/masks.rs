//! Masks of bit operations, as the arithmetic that solvers get needs them.

/// The runs of ones in a mask that is not negative, lowest first: the position of the lowest bit,
/// and how many there are.
pub(crate) fn runs_of_ones(mask: i128) -> Vec<(u32, u32)> {
    let (mut rest, mut below, mut runs) = (mask, 0, Vec::new());
    while rest > 0 {
        below += rest.trailing_zeros();
        rest >>= rest.trailing_zeros();
        let ones = rest.trailing_ones();
        runs.push((below, ones));
        below += ones;
        rest >>= ones;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_make_up_the_mask() {
        for mask in [
            0,
            1,
            2,
            6,
            0b1011_0011,
            0xFF00FF,
            i128::from(u64::MAX),
            i128::MAX,
            i128::MAX - 1,
        ] {
            let runs = runs_of_ones(mask);
            let sum = runs.iter().fold(0u128, |sum, &(from, length)| {
                sum | ((1u128 << length) - 1) << from
            });
            assert_eq!(sum, mask.unsigned_abs());
            assert!(
                runs.windows(2)
                    .all(|pair| pair[0].0 + pair[0].1 < pair[1].0),
                "{runs:?}"
            );
        }
        assert_eq!(runs_of_ones(0b1011_0011), [(0, 2), (4, 2), (7, 1)]);
    }
}
