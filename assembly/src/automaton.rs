//! Deterministic automata over events. Every state accepts, so their languages are closed under
//! prefixes: what a state has no transition for is not allowed there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Most states and most transitions of an automaton that is read.
pub const STATES_MAX: usize = 10_000;
/// See [`STATES_MAX`].
pub const TRANSITIONS_MAX: usize = 200_000;
/// Words that begin lines and are no names of states.
const KEYWORDS: [&str; 2] = ["alphabet", "initial"];

/// A deterministic automaton over a set of events.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Automaton {
    alphabet: Vec<String>,
    /// The names of its states.
    names: Vec<String>,
    initial: usize,
    /// By state and event.
    next: Vec<Vec<Option<usize>>>,
}

impl Automaton {
    /// An automaton with states that are named by their numbers. Transitions are of a state, an
    /// event and a state.
    ///
    /// # Errors
    /// What is wrong, in one sentence: states and events that it does not have, two transitions
    /// for one state and event.
    pub fn new(
        alphabet: BTreeSet<String>,
        names: Vec<String>,
        initial: usize,
        transitions: impl IntoIterator<Item = (usize, String, usize)>,
    ) -> Result<Automaton, String> {
        let alphabet: Vec<String> = alphabet.into_iter().collect();
        let mut next = vec![vec![None; alphabet.len()]; names.len()];
        if initial >= names.len() {
            return Err("there is no initial state".to_owned());
        }
        for (from, event, to) in transitions {
            let Ok(index) = alphabet.binary_search(&event) else {
                return Err(format!("the alphabet has no event `{event}`"));
            };
            let slot = next.get_mut(from).and_then(|row| row.get_mut(index));
            let Some(slot) = slot.filter(|_| to < names.len()) else {
                return Err("a transition is of no state".to_owned());
            };
            if slot.replace(to).is_some() {
                let state = names.get(from).map_or("", String::as_str);
                return Err(format!("state `{state}` has two transitions for `{event}`"));
            }
        }
        Ok(Automaton {
            alphabet,
            names,
            initial,
            next,
        })
    }

    /// The automaton of one state that allows every sequence of these events.
    pub fn everything(alphabet: BTreeSet<String>) -> Automaton {
        Automaton {
            names: vec!["0".to_owned()],
            initial: 0,
            next: vec![vec![Some(0); alphabet.len()]],
            alphabet: alphabet.into_iter().collect(),
        }
    }

    /// Reads the text of an automaton (`.aut`).
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn parse(text: &str) -> Result<Automaton, String> {
        let mut reader = Reader::default();
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            let read = reader.line(&words);
            read.map_err(|message| format!("line {number}: {message}"))?;
        }
        let initial = reader.initial.ok_or("there is no line `initial STATE`")?;
        if !reader.has_alphabet {
            return Err("there is no line `alphabet EVENT…`".to_owned());
        }
        Automaton::new(reader.alphabet, reader.names, initial, reader.transitions)
    }

    /// The text: reading it gives the automaton again.
    pub fn text(&self) -> String {
        let words: Vec<&str> = ["alphabet"]
            .into_iter()
            .chain(self.alphabet.iter().map(String::as_str))
            .collect();
        let mut out = words.join(" ") + "\n";
        let name = |state: usize| self.names.get(state).map_or("", String::as_str);
        let _ = writeln!(out, "initial {}", name(self.initial));
        for (from, event, to) in self.transitions() {
            let _ = writeln!(out, "{} {event} {}", name(from), name(to));
        }
        out
    }

    /// The events, sorted.
    pub fn alphabet(&self) -> &[String] {
        &self.alphabet
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Whether there are none; there is always the initial one.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// The initial state.
    pub fn initial(&self) -> usize {
        self.initial
    }

    /// What a state is called.
    pub fn name(&self, state: usize) -> &str {
        self.names.get(state).map_or("", String::as_str)
    }

    /// All transitions in the order of states and events.
    pub fn transitions(&self) -> impl Iterator<Item = (usize, &str, usize)> {
        let rows = self.next.iter().enumerate();
        rows.flat_map(|(from, row)| {
            let row = self.alphabet.iter().zip(row);
            row.filter_map(move |(event, to)| Some((from, event.as_str(), (*to)?)))
        })
    }

    /// What an event does in a state.
    pub fn step(&self, state: usize, event: &str) -> Step {
        let index = self
            .alphabet
            .binary_search_by(|own| own.as_str().cmp(event));
        let Ok(index) = index else {
            return Step::Apart;
        };
        let to = self.next.get(state).and_then(|row| row.get(index).copied());
        to.flatten().map_or(Step::Refused, Step::To)
    }

    /// Whether the automaton allows a word, of which it looks at its own events.
    pub fn allows(&self, word: &[String]) -> bool {
        let mut state = self.initial;
        for event in word {
            match self.step(state, event) {
                Step::Apart => {}
                Step::To(to) => state = to,
                Step::Refused => return false,
            }
        }
        true
    }
}

/// What an event does in a state of an automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Nothing: the event is not in its alphabet.
    Apart,
    /// The automaton does not allow it here.
    Refused,
    /// It goes on in this state.
    To(usize),
}

/// What is read of an automaton's text.
#[derive(Default)]
struct Reader {
    alphabet: BTreeSet<String>,
    /// There is a line with an alphabet, which may be empty.
    has_alphabet: bool,
    numbers: BTreeMap<String, usize>,
    names: Vec<String>,
    initial: Option<usize>,
    transitions: Vec<(usize, String, usize)>,
}

impl Reader {
    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            [] => Ok(()),
            ["alphabet", events @ ..] => {
                self.has_alphabet = true;
                events.iter().try_for_each(|event| self.event(event))
            }
            ["initial", state] => {
                let state = self.state(state)?;
                match self.initial.replace(state) {
                    None => Ok(()),
                    Some(_) => Err("there are two initial states".to_owned()),
                }
            }
            [from, event, to] => {
                let (from, to) = (self.state(from)?, self.state(to)?);
                if self.transitions.len() >= TRANSITIONS_MAX {
                    return Err(format!("there are more than {TRANSITIONS_MAX} transitions"));
                }
                self.transitions.push((from, (*event).to_owned(), to));
                Ok(())
            }
            _ => Err(
                "lines are `alphabet EVENT…`, `initial STATE` and `STATE EVENT STATE`".to_owned(),
            ),
        }
    }

    fn event(&mut self, name: &str) -> Result<(), String> {
        if !super::is_name(name) {
            return Err(format!("`{name}` is no name of an event"));
        }
        match self.alphabet.insert(name.to_owned()) {
            true => Ok(()),
            false => Err(format!("`{name}` is in the alphabet twice")),
        }
    }

    fn state(&mut self, name: &str) -> Result<usize, String> {
        if !super::is_name(name) || KEYWORDS.contains(&name) {
            return Err(format!("`{name}` is no name of a state"));
        }
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        let number = self.names.len();
        if number >= STATES_MAX {
            return Err(format!("there are more than {STATES_MAX} states"));
        }
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Automaton, Step};

    const LOCK: &str =
        "# alternation\nalphabet enter leave\ninitial out\nout enter in # goes in\nin leave out\n";

    #[test]
    fn automata_are_read_and_written() {
        let lock = Automaton::parse(LOCK).expect("read");
        assert_eq!(lock.len(), 2);
        assert_eq!(
            Automaton::parse(&lock.text()).expect("again").text(),
            lock.text()
        );
        assert_eq!(lock.step(0, "leave"), Step::Refused);
        assert_eq!(lock.step(0, "enter"), Step::To(1));
        assert_eq!(lock.step(0, "other"), Step::Apart);
        let word = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(lock.allows(&word("enter other leave enter")));
        assert!(!lock.allows(&word("enter enter")));
    }

    #[test]
    fn what_is_no_automaton_is_refused() {
        for (text, message) in [
            ("initial a\n", "no line `alphabet"),
            ("alphabet e\n", "no line `initial"),
            ("alphabet e e\ninitial a\n", "twice"),
            ("alphabet e\ninitial a\ninitial a\n", "two initial"),
            ("alphabet e\ninitial a\na e a\na e b\n", "two transitions"),
            ("alphabet e\ninitial a\na e b\na e b\n", "two transitions"),
            ("alphabet e\ninitial a\na f a\n", "no event `f`"),
            ("alphabet e\ninitial a\na e\n", "lines are"),
            ("alphabet e\ninitial a\ninitial e a\n", "no name of a state"),
            ("alphabet $e\ninitial a\n", "no name of an event"),
            ("alphabet e\ninitial \u{1b}\n", "no name of a state"),
        ] {
            let error = Automaton::parse(text).expect_err(text);
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
