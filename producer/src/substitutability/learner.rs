//! L* (Angluin 1987; paper 003, section 3.3.1) for languages that are closed under prefixes.
//!
//! Counterexamples add one suffix each (Rivest and Schapire 1993), so rows of different states
//! differ. A learner may start from the words of an earlier table (theorem 2): their answers are
//! asked for anew.

use std::collections::HashMap;

/// A word: positions in the alphabet.
pub type Letters = Vec<usize>;

/// The observation table.
#[derive(Clone, Debug)]
pub struct Learner {
    alphabet: usize,
    /// Words that lead to different states.
    access: Vec<Letters>,
    /// Words that tell states apart.
    suffixes: Vec<Letters>,
    answers: HashMap<Letters, bool>,
    /// Membership queries.
    pub queries: u64,
}

/// A candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// By state and letter.
    pub next: Vec<Vec<usize>>,
    /// Whether words that end in a state belong to the language.
    pub accepts: Vec<bool>,
    /// A word that leads to each state.
    access: Vec<Letters>,
}

impl Candidate {
    /// Whether it has a word.
    pub fn has(&self, word: &[usize]) -> bool {
        let end = self.runs(word).last().copied().unwrap_or_default();
        self.accepts.get(end) == Some(&true)
    }

    /// The states along a word.
    fn runs(&self, word: &[usize]) -> Vec<usize> {
        let mut states = vec![0];
        for letter in word {
            let last = states.last().copied().unwrap_or_default();
            let next = self.next.get(last).and_then(|row| row.get(*letter));
            states.push(next.copied().unwrap_or_default());
        }
        states
    }
}

/// Answers membership queries; `None` where it does not know.
pub type Teacher<'a> = dyn FnMut(&[usize]) -> Option<bool> + 'a;

impl Learner {
    /// An empty table.
    pub fn new(alphabet: usize) -> Learner {
        Learner::from_words(alphabet, Vec::new(), Vec::new())
    }

    /// A table with the words of an earlier one. Words of other letters are left out.
    pub fn from_words(alphabet: usize, access: Vec<Letters>, suffixes: Vec<Letters>) -> Learner {
        let known = |words: Vec<Letters>| -> Vec<Letters> {
            let mut out = vec![Letters::new()];
            for word in words {
                if word.iter().all(|letter| *letter < alphabet) && !out.contains(&word) {
                    out.push(word);
                }
            }
            out
        };
        Learner {
            alphabet,
            access: known(access),
            suffixes: known(suffixes),
            answers: HashMap::new(),
            queries: 0,
        }
    }

    /// The words of the table, for the next version.
    pub fn words(&self) -> (&[Letters], &[Letters]) {
        (&self.access, &self.suffixes)
    }

    /// The entries of the table.
    pub fn size(&self) -> usize {
        self.access.len() * (self.alphabet + 1) * self.suffixes.len()
    }

    /// Closes the table, and makes a candidate of it.
    pub fn candidate(&mut self, teacher: &mut Teacher<'_>) -> Option<Candidate> {
        let mut rows: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut access: Vec<Letters> = Vec::new();
        // Words of an earlier table may lead to one state now.
        for word in std::mem::take(&mut self.access) {
            let row = self.row(&word, teacher)?;
            if let std::collections::hash_map::Entry::Vacant(slot) = rows.entry(row) {
                slot.insert(access.len());
                access.push(word);
            }
        }
        let (mut next, mut at) = (Vec::new(), 0);
        while let Some(word) = access.get(at).cloned() {
            let mut targets = Vec::with_capacity(self.alphabet);
            for letter in 0..self.alphabet {
                let longer = [word.as_slice(), &[letter]].concat();
                let row = self.row(&longer, teacher)?;
                let fresh = access.len();
                let number = *rows.entry(row).or_insert(fresh);
                if number == fresh {
                    access.push(longer);
                }
                targets.push(number);
            }
            next.push(targets);
            at += 1;
        }
        self.access.clone_from(&access);
        let accepts = access.iter().map(|word| self.answer(word, teacher));
        let accepts = accepts.collect::<Option<Vec<bool>>>()?;
        Some(Candidate {
            next,
            accepts,
            access,
        })
    }

    /// Learns from a word about which the candidate is wrong: one more suffix. `None` if it is not
    /// wrong, or the teacher does not know.
    pub fn refine(
        &mut self,
        candidate: &Candidate,
        word: &[usize],
        teacher: &mut Teacher<'_>,
    ) -> Option<()> {
        let states = candidate.runs(word);
        let mut at = |n: usize| {
            let access = states
                .get(n)
                .and_then(|state| candidate.access.get(*state))?;
            let rest = word.get(n..)?;
            self.answer(&[access.as_slice(), rest].concat(), teacher)
        };
        let (mut low, mut high) = (0, word.len());
        let first = at(low)?;
        if first == at(high)? {
            return None;
        }
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            match at(middle)? == first {
                true => low = middle,
                false => high = middle,
            }
        }
        let suffix = word.get(high..)?.to_vec();
        (!self.suffixes.contains(&suffix)).then(|| self.suffixes.push(suffix))
    }

    fn row(&mut self, word: &[usize], teacher: &mut Teacher<'_>) -> Option<Vec<bool>> {
        let suffixes = self.suffixes.clone();
        let entries = suffixes.iter().map(|suffix| {
            let whole = [word, suffix.as_slice()].concat();
            self.answer(&whole, teacher)
        });
        entries.collect()
    }

    /// Whether a word belongs to the language. What is known of its prefixes decides first.
    fn answer(&mut self, word: &[usize], teacher: &mut Teacher<'_>) -> Option<bool> {
        for length in 0..=word.len() {
            let known = word
                .get(..length)
                .and_then(|prefix| self.answers.get(prefix));
            match known {
                Some(false) => return Some(false),
                Some(true) if length == word.len() => return Some(true),
                Some(true) | None => {}
            }
        }
        self.queries += 1;
        let answer = teacher(word)?;
        let lengths = if answer {
            0..=word.len()
        } else {
            word.len()..=word.len()
        };
        for length in lengths {
            if let Some(prefix) = word.get(..length) {
                self.answers.insert(prefix.to_vec(), answer);
            }
        }
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Learner};

    /// Words over two letters in which the first is never more than `n` ahead of the second, nor
    /// behind it.
    fn ahead(n: i64) -> impl Fn(&[usize]) -> bool {
        move |word| {
            let mut balance = 0;
            word.iter().all(|letter| {
                balance += if *letter == 0 { 1 } else { -1 };
                (0..=n).contains(&balance)
            })
        }
    }

    fn words(length: u32) -> impl Iterator<Item = Vec<usize>> {
        (0..=length)
            .flat_map(|n| (0..1usize << n).map(move |bits| (0..n).map(|i| bits >> i & 1).collect()))
    }

    fn learn(learner: &mut Learner, language: &dyn Fn(&[usize]) -> bool) -> Candidate {
        loop {
            let mut teacher = |word: &[usize]| Some(language(word));
            let candidate = learner.candidate(&mut teacher).expect("answers");
            let wrong = words(10).find(|word| candidate.has(word) != language(word));
            match wrong {
                None => return candidate,
                Some(word) => learner
                    .refine(&candidate, &word, &mut teacher)
                    .expect("learned"),
            }
        }
    }

    #[test]
    fn languages_are_learned_with_as_many_states_as_they_need() {
        for n in 1..5 {
            let mut learner = Learner::new(2);
            let candidate = learn(&mut learner, &ahead(n));
            // And one for what is not allowed.
            assert_eq!(candidate.next.len() as i64, n + 2);
        }
    }

    #[test]
    fn an_earlier_table_gives_the_same_language() {
        let mut before = Learner::new(2);
        learn(&mut before, &ahead(4));
        for n in 1..6 {
            let (access, suffixes) = before.words();
            let mut again = Learner::from_words(2, access.to_vec(), suffixes.to_vec());
            let dynamic = learn(&mut again, &ahead(n));
            let fresh = learn(&mut Learner::new(2), &ahead(n));
            assert_eq!(dynamic.next.len(), fresh.next.len());
            assert!(words(10).all(|word| dynamic.has(&word) == fresh.has(&word)));
        }
    }

    #[test]
    fn a_counterexample_that_is_none_teaches_nothing() {
        let language = ahead(2);
        let mut learner = Learner::new(2);
        let candidate = learn(&mut learner, &language);
        let mut teacher = |word: &[usize]| Some(language(word));
        assert_eq!(learner.refine(&candidate, &[0, 1], &mut teacher), None);
    }
}
