"""All mutants in one build (mutant schemata): each function of a copy of the repository begins with
the bodies of its mutants, and a number in the environment chooses one.

A mutant whose body does not compile is unviable, as it would be alone: bodies are blocks of their
own, and the compiler says on which lines its errors are. What has no body of its own is left to a
build for each: constants, functions that constants call, and functions that return an opaque type,
of which all bodies would have to return the same.
"""

import json
import os
import re
import subprocess
import tomllib

VARIABLE = "PROOFMARK_MUTANT"
SELECTOR = """
extern crate std;
#[doc(hidden)]
pub mod mutant {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    pub fn chosen() -> u32 {
        *CHOSEN.get_or_init(|| std::env::var("VARIABLE").unwrap().parse().unwrap())
    }
}
""".replace("VARIABLE", VARIABLE)
CRATES = ("logic", "certs", "checker")
# Errors hide others: a build is tried again without the bodies that do not compile.
BUILDS = 30


def test_arguments(root):
    """How the tests are run; .cargo/mutants.toml says it for both ways."""
    settings = tomllib.loads((root / ".cargo/mutants.toml").read_text())
    words = settings["additional_cargo_test_args"]
    return words[words.index("--") + 1 :]


def build(root, work, mutants, known):
    """Builds the tests with all mutants but those that do not compile or need their own build.
    `known` are names that are in the one or the other from an earlier build.

    Returns the tests' binary, the names of unviable mutants, and the names of those left over.
    """
    tree = work / "tree"
    copy(root, tree, written(mutants))
    numbered = {mutant["name"]: (number, mutant) for number, mutant in enumerate(mutants, 1)}
    unviable, left = map(set, known)
    left |= {name for name, (_, mutant) in numbered.items() if opaque(root, mutant)}
    for _ in range(BUILDS):
        wanted = [pair for name, pair in numbered.items() if name not in unviable | left]
        places = write(root, tree, wanted, written(mutants))
        binary, errors = compiled(root, work)
        if binary:
            return binary, unviable, left
        wrong = {owner(places, *error) for error in errors}
        wrong |= {in_constants(numbered, message) for _, _, message in errors}
        known = {name for _, _, _, names in places for name in names}
        for names in wrong - {None}:
            # An error in one body is that mutant's; one between them concerns the whole function.
            (unviable if len(names) == 1 else left).update(names)
        if not wrong - {None} or not known:
            raise SystemExit(f"the copy does not compile: {sorted(errors)[:5]}")
    raise SystemExit("the copy still does not compile")


def written(mutants):
    """The files that are mutated, and those that get the selector."""
    return {m["file"] for m in mutants} | {f"{crate}/src/lib.rs" for crate in CRATES}


def copy(root, tree, but):
    """Files that git knows; those that are equal keep their time, for the next build."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, stdout=subprocess.PIPE)
    for name in listed.stdout.decode().split("\0"):
        if name and name not in but and (root / name).is_file():
            put(tree / name, (root / name).read_bytes())


def put(path, data):
    if path.exists() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def opaque(root, mutant):
    function = mutant["function"]
    return function is None or " impl " in f" {function['return_type']}"


def write(root, tree, wanted, every):
    """Writes the mutated files; returns (file, first line, last line, names) of bodies and, behind
    them, of functions."""
    files, places = {}, []
    for number, mutant in wanted:
        files.setdefault(mutant["file"], []).append((number, mutant))
    for name in every:
        files.setdefault(name, [])
    for name, inside in files.items():
        text = (root / name).read_text()
        text = mutated(name, text, inside, places)
        put(tree / name, (text + SELECTOR if name.endswith("/lib.rs") else text).encode())
    places.sort(key=lambda place: place[2] - place[1])
    return places


def mutated(name, text, inside, places):
    starts = [0, 0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(of):
        return tuple(starts[of[e]["line"]] + of[e]["column"] - 1 for e in ("start", "end"))

    functions = {}
    for number, mutant in inside:
        functions.setdefault(span(mutant["function"]["span"]), []).append((number, mutant))
    # A function within a function goes with the outer one.
    outer = [f for f in functions if not any(within(f, o) for o in functions)]
    out, at, line = [], 0, 1

    def emit(piece):
        nonlocal line
        out.append(piece)
        line += piece.count("\n")

    for first, last in sorted(outer):
        members = [m for f, ms in functions.items() if first <= f[0] and f[1] <= last for m in ms]
        body = body_start(text, first)
        # The comment, or the line, before the function's own text.
        head = text.rfind("\n", 0, first) + 1
        emit(text[at:head] + re.sub(r"\bconst fn\b", "fn", text[head:body]))
        begin = line
        emit("{ let chosen_mutant = crate::mutant::chosen();\n")
        for number, mutant in members:
            start, end = span(mutant["span"])
            changed = text[body:start] + mutant["replacement"] + text[end:last]
            emit(f"if chosen_mutant == {number} {{ return ")
            before = line
            emit(f"{changed}; }}")
            places.append((name, before, line, (mutant["name"],)))
            emit("\n")
        emit(text[body:last] + "}")
        places.append((name, begin, line, tuple(m["name"] for _, m in members)))
        at = last
    emit(text[at:])
    return "".join(out)


def within(inner, outer):
    return inner != outer and outer[0] <= inner[0] and inner[1] <= outer[1]


def body_start(text, at):
    """Where the body of the function that starts at `at`, perhaps with its comment, begins."""
    head = re.compile(r"^[^\S\n]*(?!//|#)(?:[^/\n]*\s)?fn\s", re.M)
    at = head.search(text, text.rfind("\n", 0, at) + 1).end()
    depth = 0
    for position in range(at, len(text)):
        depth += text[position] in "(["
        depth -= text[position] in ")]"
        if text[position] == "{" and depth == 0:
            return position
    raise ValueError("a function without a body")


def compiled(root, work):
    """The binary of the tests, or the errors as (file, line, message)."""
    settings = tomllib.loads((root / ".cargo/mutants.toml").read_text())
    command = ["cargo", "test", "--no-run", "--message-format=json"]
    command += ["-p", *settings["test_package"], "--profile", settings["profile"]]
    command += settings["additional_cargo_args"]
    environment = {**os.environ, "CARGO_TARGET_DIR": str(work / "build")}
    ended = subprocess.run(command, cwd=work / "tree", env=environment, stdout=subprocess.PIPE)
    binary, errors = None, set()
    for line in ended.stdout.decode().splitlines():
        message = json.loads(line)
        if message["reason"] == "compiler-artifact" and message["target"]["name"] == "kernel":
            binary = message["executable"]
        if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
            spans = message["message"]["spans"]
            text = message["message"]["message"]
            errors |= {(s["file_name"], s["line_start"], text) for s in spans if s["is_primary"]}
    return (binary if ended.returncode == 0 else None), errors


def in_constants(numbered, message):
    """The mutants of a function that constants call, which the copy has no more as `const`."""
    called = re.match(r"cannot call non-const .* `(?:.*::)?(\w+)`", message)
    ends = rf"(.*::)?{called[1]}$" if called else "$^"
    functions = ((name, mutant["function"]) for name, (_, mutant) in numbered.items())
    names = tuple(n for n, f in functions if f and re.match(ends, f["function_name"]))
    return names + names if names else None


def owner(places, file, line, _message):
    """The names that a line belongs to: those of the smallest place around it."""
    for name, first, last, names in places:
        if name == file and first <= line <= last:
            return names
    return None
