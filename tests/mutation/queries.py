#!/usr/bin/env python3
"""queries.py COPY [--only TEXT] [--time SECONDS]: which changes of queries.txt do tests notice?

COPY is a copy of the repository, whose files are changed. As many changes as do not meet are
compiled at once; a number in the environment chooses one. The exit status is 1 if one goes
unnoticed.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
BINARIES = [
    ("proofmark-query", "scripts"),
    ("proofmark-query", "algebra"),
    ("proofmark-tests", "evidence"),
    ("proofmark-tests", "unknown_rows"),
    ("proofmark-tests", "reached"),
    ("proofmark-tests", "queries"),
]
# Tests that take long.
SKIPPED = ["what_follows", "what_a_compiled", "what_the_interpreter", "answers_without_time"]
CHOSEN = 'std::env::var("PROOFMARK_MUTANT").is_ok_and(|chosen| chosen == "{}")'


def read(text):
    """The changes: name, file, and pairs of what stands there and what stands there instead."""
    found = []
    for part in re.split(r"^== ", text, flags=re.M)[1:]:
        name, file, *lines = part.rstrip("\n").split("\n")
        edits, last = [], None
        for line in lines:
            kind, rest = line[:1], line[1:] + "\n"
            if kind not in "+-" or not kind:
                continue
            if kind == "-" and last != "-":
                edits.append(["", ""])
            edits[-1]["-+".index(kind)] += rest
            last = kind
        found.append((name, file, [(a.rstrip("\n"), b.rstrip("\n")) for a, b in edits]))
    return found


def applied(mutant, number, texts):
    """The texts with this change too; None if it does not fit."""
    _, file, edits = mutant
    text = texts.get(file) or (ROOT / file).read_text()
    original = (ROOT / file).read_text()
    for old, new in edits:
        if original.count(old) != 1:
            sys.exit(f"{mutant[0]}: {file} has {original.count(old)} times\n{old}")
        if text.count(old) != 1:
            return None
        text = text.replace(old, new.replace("MUTANT", CHOSEN.format(number)))
    return {**texts, file: text}


def cargo(copy, *arguments):
    return subprocess.run(["cargo", *arguments], cwd=copy, capture_output=True, text=True)


def build(copy):
    made = cargo(copy, "build", "-q", "-p", "proofmark-producer", "-p", "proofmark-checker")
    if made.returncode:
        sys.exit(made.stderr)
    binaries = []
    for package, test in BINARIES:
        made = cargo(copy, "test", "-p", package, "--test", test, "--no-run")
        path = re.search(r"\((target/[^)]*)\)", made.stderr)
        if not path:
            sys.exit(made.stderr)
        binaries.append((package, test, copy / path[1]))
    return binaries


def noticed(copy, binaries, number, seconds):
    """The tests that fail of the first binary where some do."""
    for package, test, path in binaries:
        commands = str(copy / "target" / "debug")
        environment = dict(os.environ, PROOFMARK_MUTANT=str(number), PROOFMARK_COMMANDS=commands)
        folder = copy / package.removeprefix("proofmark-")
        environment["CARGO_MANIFEST_DIR"] = str(folder)
        try:
            arguments = [argument for name in SKIPPED for argument in ("--skip", name)]
            ran = subprocess.run(
                [path, *arguments],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return [f"{test}: time"]
        names = re.findall(r"^test (\S+) \.\.\. FAILED", ran.stdout, re.M)
        if names:
            return [f"{test}: {name}" for name in names]
    return []


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("copy", type=Path)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--from", dest="first", type=int, default=1)
    arguments.add_argument("--time", type=int, default=600)
    given = arguments.parse_args()
    copy = given.copy.resolve()
    mutants = read((HERE / "queries.txt").read_text())
    left = [(n, m) for n, m in enumerate(mutants, 1) if given.only in m[0] and n >= given.first]
    files = {mutant[1] for mutant in mutants}
    total, unnoticed = len(left), []
    while left:
        texts, now, later = {}, [], []
        for number, mutant in left:
            more = applied(mutant, number, texts)
            (later if more is None else now).append((number, mutant))
            texts = more or texts
        for file in files:
            text = texts.get(file) or (ROOT / file).read_text()
            if (copy / file).read_text() != text:
                (copy / file).write_text(text)
        binaries = build(copy)
        failed = noticed(copy, binaries, 0, given.time)
        if failed:
            sys.exit(f"without any change: {failed}")
        for number, mutant in now:
            failed = noticed(copy, binaries, number, given.time)
            print(f"{mutant[0]}: {', '.join(failed) or 'NOT NOTICED'}", flush=True)
            unnoticed += [] if failed else [mutant[0]]
        left = later
    print(f"{total} changes, {total - len(unnoticed)} noticed")
    sys.exit(1 if unnoticed else 0)


main()
