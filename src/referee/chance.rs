//! Chance settled by the program: the n-th result of a source is a pure function of seed, source and n.
//!
//! The same seed therefore gives the same game on every machine, a resumed game continues as it would have, and a move that is
//! undone and repeated meets the same fate. Under fresh luck the result also depends on how often it was taken back.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Source;

/// How many words of the generator's output each result gets: one block of its own.
const WORDS: u128 = 16;

/// The case (from 0, below `total`) that the `n`-th result (from 0) of `source` falls on after being taken back `again` times. A
/// `total` of 0 gives case 0.
pub fn case(seed: u64, source: Source, n: u64, again: u64, total: u32) -> u32 {
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    words.set_stream(again << 8 | u64::from(source.0));
    words.set_word_pos(u128::from(n) * WORDS);
    below(total, || words.next_u32())
}

/// A uniformly distributed number below `n`, from uniformly distributed words: Lemire's method
/// (<https://arxiv.org/abs/1805.10941>).
fn below(n: u32, mut word: impl FnMut() -> u32) -> u32 {
    let mut product = u64::from(word()) * u64::from(n);
    if (product as u32) < n {
        // Accepting low words below this would favour some numbers.
        let surplus = n.wrapping_neg() % n;
        while (product as u32) < surplus {
            product = u64::from(word()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals replay from these values, so they must never change.
    #[test]
    fn the_same_seed_always_gives_the_same_results() {
        let of = |seed, source, total| {
            (0..8)
                .map(|n| case(seed, Source(source), n, 0, total))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(7, 0, 6), [0, 2, 4, 2, 5, 0, 4, 4]);
        assert_eq!(of(7, 1, 6), [3, 3, 2, 0, 1, 0, 5, 1]);
        assert_eq!(
            of(u64::MAX, 255, 1_000_000),
            [
                130335, 263067, 648157, 733672, 846560, 431687, 954418, 718331
            ]
        );
    }

    /// The generator's plain output, compared with the published test vector.
    #[test]
    fn the_generator_is_chacha8() {
        let mut words = ChaCha8Rng::seed_from_u64(42);
        let dice: Vec<u32> = (0..10).map(|_| 1 + below(6, || words.next_u32())).collect();
        assert_eq!(dice, [2, 5, 1, 6, 5, 3, 3, 4, 5, 2]);
    }

    #[test]
    fn a_result_does_not_depend_on_the_others() {
        let forwards: Vec<u32> = (0..100).map(|n| case(1, Source(3), n, 0, 12)).collect();
        let backwards: Vec<u32> = (0..100)
            .rev()
            .map(|n| case(1, Source(3), n, 0, 12))
            .collect();
        assert!(forwards.iter().eq(backwards.iter().rev()));
    }

    #[test]
    fn no_case_is_favoured() {
        let mut counts = [0i64; 12];
        for n in 0..12_000 {
            counts[case(5, Source(0), n, 0, 12) as usize] += 1;
        }
        // Chi-squared with 11 degrees of freedom: 31.3 is exceeded once in a thousand times.
        let square: f64 = counts
            .iter()
            .map(|count| ((count - 1000) * (count - 1000)) as f64 / 1000.0)
            .sum();
        assert!(square < 31.3, "{counts:?}");
    }

    #[test]
    fn words_that_would_favour_low_numbers_are_discarded() {
        let mut words = [0, 1 << 31].into_iter();
        assert_eq!(below(3, || words.next().unwrap()), 1);
        assert_eq!(below(0, || 9), 0);
        assert_eq!(below(1, || u32::MAX), 0);
    }
}
