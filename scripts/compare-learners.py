#!/usr/bin/env python3
"""Learns the automata of `components --learn` (standard input) with AALpy (PyPI), and compares.

Both get counterexamples from the automaton itself. AALpy learns complete automata: the state for
words that are not allowed counts there. Exits with 1 if the two find different automata.
"""
import json
import sys

from aalpy.automata import Dfa, DfaState
from aalpy.base import Oracle
from aalpy.learning_algs import run_Lstar
from aalpy.SULs import AutomatonSUL

ALPHABET = ["a", "b", "c"]


def complete(line):
    states = [DfaState(str(n), True) for n in range(line["states"])]
    sink = DfaState("sink", False)
    for state in states + [sink]:
        for event in ALPHABET:
            state.transitions[event] = sink
    for source, event, target in line["transitions"]:
        states[source].transitions[event] = states[target]
    return Dfa(states[0], states + [sink])


class Exact(Oracle):
    """The shortest word about which the candidate is wrong."""

    def __init__(self, sul, automaton):
        super().__init__(ALPHABET, sul)
        self.automaton = automaton

    def find_cex(self, hypothesis):
        work = [((self.automaton.initial_state, hypothesis.initial_state), ())]
        seen = set()
        for (own, other), word in work:
            if own.is_accepting != other.is_accepting:
                return word
            if (own.state_id, other.state_id) in seen:
                continue
            seen.add((own.state_id, other.state_id))
            for event in ALPHABET:
                following = (own.transitions[event], other.transitions[event])
                work.append((following, word + (event,)))
        return None


def main():
    ours = theirs = count = different = 0
    for text in sys.stdin:
        line = json.loads(text)
        automaton = complete(line)
        sul = AutomatonSUL(automaton)
        oracle = Exact(sul, automaton)
        found, info = run_Lstar(
            ALPHABET, sul, oracle, "dfa", return_data=True, print_level=0
        )
        accepting = sum(state.is_accepting for state in found.states)
        different += accepting != line["learned"]
        ours += line["queries"]
        theirs += info["queries_learning"]
        count += 1
    print(f"{count} automata: membership queries {ours} here, {theirs} with AALpy; "
          f"{different} with another number of states")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
