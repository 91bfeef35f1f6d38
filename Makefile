# make demo     certify an example, check it, see a tampered copy refused and a bug found
# make test     every test
# make diff-test CSMITH_COUNT=200 CSMITH_SEED=1 DIFF_CORPORA="DIR…"    the interpreter against the C compiler (needs csmith and libcsmith-dev)
# make drivers DIR=DIR    300 Linux 6.1 drivers, preprocessed below DIR from Debian's packages: how far each gets through the front end
# make normalise-test DIR=DIR    preprocessed drivers below DIR: how far each gets through the front end, and whether gcc's objects stay the same
# make bench CORPUS=DIR    all C files below DIR; writes docs/benchmarks.md

CORPUS ?= examples
BENCH_FLAGS ?=
CSMITH_COUNT ?= 200
CSMITH_SEED ?= 1
DIFF_CORPORA ?=

.PHONY: all demo test diff-test drivers normalise-test bench lint doc setup

all: setup
	cargo build --release

setup:
	@scripts/setup

demo: setup
	@scripts/demo

test: setup
	cargo test --workspace

drivers:
	scripts/linux-drivers $(DIR)
	cargo run --release -p proofmark-frontend --example normalise -- $(DIR)/i

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
