#!/usr/bin/env python3
"""How large the proofs of self-contained certificates would be in plain LF, where nothing is implicit.

In plain LF a rule is applied to all its letters, a binder names the judgement that it assumes, and a lemma its statement. Two ways to write those
expressions are counted, with the certificate's own codes for everything: as trees, which is what LF's syntax has, and as references (three bytes) into one
table of all different expressions (one byte and two for each argument), which is better than any LF that was published.

usage: explicit.py SIGNATURE CERT...
"""

import sys
import threading

# Nothing is left in the working tree.
sys.dont_write_bytecode = True

import check


class Measure(check.Kernel):
    """Counts bytes while it checks."""

    trees = references = 0
    sizes, used = {}, set()

    def expression(self, e):
        """Adds one expression that would be written out."""
        Measure.trees += self.tree(e)
        Measure.references += 3
        self.mark(e)

    def tree(self, root):
        sizes, work = Measure.sizes, [root]
        while work:
            e = work[-1]
            missing = [c for c in self.arena.children(e) if c not in sizes]
            if missing and e not in sizes:
                work += missing
                continue
            sizes[e] = 1 + sum(sizes[c] for c in self.arena.children(e)) + self.leaf(e)
            work.pop()
        return sizes[root]

    def leaf(self, e):
        """What a leaf takes beyond its code."""
        node = self.arena.nodes[e]
        if node[0] == "lit":
            return 0 if -4 <= node[1] <= 11 else max(1, -(-(node[1].bit_length() + 1) // 7))
        return 0 if node[0] in check.PARAMS else 1

    def mark(self, root):
        work = [root]
        while work:
            e = work.pop()
            if e not in Measure.used:
                Measure.used.add(e)
                Measure.references += 1 + 2 * len(self.arena.children(e)) + self.leaf(e)
                work += self.arena.children(e)

    def prove(self, goal):
        # The code of a rule, hypothesis or lemma.
        Measure.trees += 1
        Measure.references += 1
        return super().prove(goal)

    def term(self, sort):
        e = super().term(sort)
        self.expression(e)
        return e

    def applied(self, rule, letters):
        written = {premise[1] for premise in rule.premises if premise[0] == "term"}
        for letter, value in letters.items():
            if letter not in written:
                self.expression(value)
        for premise in rule.premises:
            for judgement in premise[1] if premise[0] == "proof" else ():
                self.expression(self.build(judgement[1], letters))


def main():
    with open(sys.argv[1], "rb") as file:
        text = file.read()
    signature, rules = check.blake3(text), check.load_signature(text.decode())
    check.Kernel = Measure
    for path in sys.argv[2:]:
        Measure.trees = Measure.references = 0
        Measure.sizes, Measure.used = {}, set()
        with open(path, "rb") as file:
            data = file.read()
        check.Checker(data, signature, rules)
        implicit = len(check.sections(data)[3])
        ratios = f"{Measure.trees / implicit:.1f} times; with sharing {Measure.references}, {Measure.references / implicit:.1f} times"
        print(f"{path}: implicit {implicit} bytes, explicit {Measure.trees}, {ratios}", flush=True)


if __name__ == "__main__":
    sys.setrecursionlimit(200000)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
