# make demo     certify an example, check it, see a tampered copy refused and a bug found
# make test     every test
# make diff-test CSMITH_COUNT=200 DIFF_CORPORA="DIR…"    the interpreter against the C compiler (needs csmith and libcsmith-dev)
# make normalise-test DIR=DIR    preprocessed drivers below DIR: how far each gets through the front end, and whether gcc's objects stay the same
# make mutants CERT=CERT FILE=FILE.c MUTANTS=1000000    wrong certificates, each of which the checker must refuse, or accept for what it proves
# make bench CORPUS=DIR    all C files below DIR; writes docs/benchmarks.md

CORPUS ?= examples
BENCH_FLAGS ?=
CSMITH_COUNT ?= 200
CSMITH_SEED ?= 1
MUTANTS ?= 1000000
MUTATE_FLAGS ?=
DIFF_CORPORA ?=

.PHONY: all demo test mutants diff-test normalise-test bench lint doc setup

all: setup
	cargo build --release

setup:
	@scripts/setup

demo: setup
	@scripts/demo

test: setup
	cargo test --workspace

mutants: setup
	cargo run --release -p proofmark-tests --bin mutate -- $(CERT) $(FILE) $(MUTANTS) $(MUTATE_FLAGS)

normalise-test:
	cargo run --release -p proofmark-frontend --example normalise -- $(DIR)
	cargo run --release -p proofmark-frontend --example normalise -- $(DIR) --objects

bench: setup
	cargo run --release -p proofmark-tests --bin bench -- $(BENCH_FLAGS) $(CORPUS)

diff-test: setup
	cargo run --release -p proofmark-tests --bin difftest -- --csmith $(CSMITH_COUNT) --seed $(CSMITH_SEED) $(DIFF_CORPORA)

lint:
	cargo fmt --all -- --check
	cargo clippy --workspace --all-targets -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
