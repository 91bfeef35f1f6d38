# make demo     certify an example, check it, see a tampered copy refused and a bug found
# make test     every test
# make test-kbuild    a kernel module through the build gate, also with DKMS; installs
#     linux-headers-amd64 and dkms
# make install PREFIX=/usr/local DESTDIR=
#     both programs, man pages and completions; make uninstall takes them away
# make try-install    that, and cargo install, into a directory that is deleted again
# make fresh    demo, tests and try-install on a minimal Debian with Rust and nothing else (as root)
# make diff-test CSMITH_COUNT=200 CSMITH_SEED=1 DIFF_CORPORA="DIR…"
#     the interpreter against the C compiler (needs csmith and libcsmith-dev)
# make visited CSMITH_COUNT=200 CSMITH_SEED=1 VISITED="FILE…"
#     queries about executions against the lines that gcov counts (needs csmith); of pairs of lines
#     against runs of generated programs: VISITED="--pairs 100"; against runs of the interpreter:
#     VISITED="--generated 200 --interpreter FILE…"
# make drivers DIR=DIR
#     300 Linux 6.1 drivers, preprocessed below DIR from Debian's packages: how far each gets
#     through the front end
# make normalise-test DIR=DIR
#     preprocessed drivers below DIR: how far each gets through the front end, and whether gcc's
#     objects stay the same
# make mutants CERT=CERT FILE=FILE.c MUTANTS=1000000
#     wrong certificates, each of which the checker must refuse, or accept for what it proves
# make mutation-test MUTATION_FLAGS=
#     changes the trusted crates in one place at a time: does a test notice? Writes
#     docs/mutation-testing.md
# make fuzz FUZZ_SECONDS=600
#     each fuzz target for so long (needs cargo-fuzz)
# make memory-test MEMORY_COUNT=5000 MEMORY_SEED=0
#     programs for the memory model: what gcc observes must stay possible
# make positions POSITIONS=2500
#     attributes and specifiers in every position of the grammar: each program is as with gcc, or
#     refused
# make static-facts COUNT=20000
#     layouts, initial contents and types of so many programs for each ABI: as with gcc, or refused
# make bench CORPUS=DIR
#     all tasks below DIR (C files and .yml task definitions); writes docs/benchmarks.md and
#     docs/plots
#     BENCH_FLAGS="--json NEW.json --compare OLD.json" keeps the numbers and compares them with an
#     earlier run; --help tells the rest
# make bench-foreign CORPUS="DIR DIR" SAMPLE=60 SEED=1
#     so many regression tests of other verifiers (CBMC's, ESBMC's, Goblint's, SMACK's) from each
#     DIR, and why some are not answered; writes docs/benchmarks-foreign.md. SAMPLE=100000
#     BENCH_FLAGS="--json ALL.json" runs all of them; after that, BENCH_FLAGS="--all ALL.json" tells
#     their sums beside a sample
# make bench-peers CORPUS="DIR DIR" PEERS="--esbmc PROGRAM --cbmc PROGRAM" SAMPLE=75 SEED=14
#     the same beside other verifiers, in turns, on so many tests from each DIR
# make bench-loops
#     loops and arrays of 10 to 1,000,000 rounds; writes docs/benchmarks-loops.md
# make bench-growth
#     generated drivers with 10, 20, … 1280 dispatch routines; writes docs/benchmarks-growth.md
# make bench-observers CORPUS=DIR
#     NT drivers with and without a rule; writes docs/benchmarks-observers.md
# make bench-recertify FILES="FILE.c FILE.c" EDITS=3
#     edited programs, certified from the certificate of the version before and afresh; writes
#     the section of docs/benchmarks-recertify.md about them
# make bench-recertify-linux DIR=DIR JOBS=1
#     200 drivers of Linux 6.1 and 6.12, preprocessed below DIR from Debian's packages: upgrades,
#     other headers, and edits; writes the other sections of docs/benchmarks-recertify.md.
#     RECERTIFY_FLAGS="--part headers" measures only that
# make bench-query CORPUS=DIR LINUX=DIR
#     scripts: NT drivers in DIR in parts, dead code of these and of 20 drivers of Linux (below
#     LINUX, which scripts/linux-upgrades makes), relations beside SQLite (needs sqlite3); writes
#     docs/benchmarks-query.md. QUERY_FLAGS="--part split" measures only that

CORPUS ?= examples
FILES ?= $(wildcard tests/programs/safe/*.c)
EDITS ?= 1
RECERTIFY_FLAGS ?=
QUERY_FLAGS ?=
LINUX ?=
JOBS ?= 1
RECERTIFY_RULES ?= specs/mutex-held-at-return/rule.spec specs/sleep-in-atomic/rule.spec
BENCH_FLAGS ?=
CSMITH_COUNT ?= 200
CSMITH_SEED ?= 1
MUTANTS ?= 1000000
MEMORY_COUNT ?= 5000
MEMORY_SEED ?= 0
MUTATE_FLAGS ?=
POSITIONS ?= 2500
COUNT ?= 20000
SAMPLE ?= 60
SEED ?= 1
MUTATION_FLAGS ?=
FUZZ_SECONDS ?= 600
FUZZ_TARGETS ?= decoder kernel signature specification front_end
DIFF_CORPORA ?=
# Some environments set PREFIX for purposes of their own.
PREFIX = /usr/local

.PHONY: all demo test install uninstall try-install fresh mutants mutation-test fuzz diff-test \
	memory-test positions static-facts drivers normalise-test bench bench-foreign bench-peers bench-loops \
	bench-growth bench-observers bench-query bench-recertify bench-recertify-linux lint doc setup \
	test-kbuild visited

all:
	@scripts/install

install:
	@scripts/install "$(DESTDIR)$(PREFIX)"

uninstall:
	@scripts/install --remove "$(DESTDIR)$(PREFIX)"

try-install: setup
	@scripts/try-install

fresh:
	@scripts/fresh

setup:
	@scripts/setup

demo: setup
	@scripts/demo

test: setup
	cargo test --workspace --no-fail-fast

test-kbuild:
	@scripts/setup linux-headers-amd64 dkms
	cargo test -p proofmark-tests --test build_gate kernel

mutants: setup
	cargo run --release -p proofmark-tests --bin mutate -- $(CERT) $(FILE) $(MUTANTS) $(MUTATE_FLAGS)

positions: setup
	POSITIONS=$(POSITIONS) cargo test --release -p proofmark-replay --test positions -- --nocapture

# A third of them each: layouts, initialisers, types.
static-facts: setup
	STATIC_FACTS=$$(( ($(COUNT) + 2) / 3 )) cargo test --release -p proofmark-replay \
		--test static_facts -- --nocapture

mutation-test:
	scripts/mutation-test $(MUTATION_FLAGS)

# The targets need unstable flags of the compiler, but no sanitizer: no crate has unsafe code.
fuzz: setup
	for target in $(FUZZ_TARGETS); do \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --sanitizer none $$target -- \
			-max_total_time=$(FUZZ_SECONDS) -timeout=60 -rss_limit_mb=4096 || exit 1; \
	done

drivers:
	scripts/linux-drivers $(DIR)
	cargo run --release -p proofmark-frontend --example normalise -- $(DIR)/i

normalise-test:
	cargo run --release -p proofmark-frontend --example normalise -- $(DIR)
	cargo run --release -p proofmark-frontend --example normalise -- $(DIR) --objects

bench: setup
	cargo run --release -p proofmark-tests --bin bench -- --plots docs/plots $(BENCH_FLAGS) $(CORPUS)

bench-foreign: setup
	cargo run --release -p proofmark-tests --bin bench -- --sample $(SAMPLE) --seed $(SEED) \
		--time-limit 20 --output docs/benchmarks-foreign.md \
		--title "Regression tests of other verifiers" $(BENCH_FLAGS) $(CORPUS)

bench-peers: setup
	cargo build --release -p proofmark-producer
	cargo run --release -p proofmark-tests --bin peers -- --sample $(SAMPLE) --seed $(SEED) \
		--proofmark target/release/proofmark $(PEERS) $(CORPUS)

bench-loops: setup
	cargo build --release -p proofmark-producer
	cargo run --release -p proofmark-tests --bin loops -- --proofmark target/release/proofmark

bench-growth: setup
	cargo run --release -p proofmark-tests --bin bench -- --growth 1280 --time-limit 300 --title Growth \
		--output docs/benchmarks-growth.md --plots docs/plots $(BENCH_FLAGS)

bench-recertify: setup
	cargo run --release -p proofmark-tests --bin recertify -- --edits $(EDITS) \
		--output docs/benchmarks-recertify.md $(RECERTIFY_FLAGS) $(FILES)

bench-recertify-linux: setup
	scripts/linux-upgrades $(DIR)
	cargo run --release -p proofmark-tests --bin recertify -- --edits $(EDITS) \
		--output docs/benchmarks-recertify.md --linux $(DIR) --jobs $(JOBS) \
		$(addprefix --spec ,$(RECERTIFY_RULES)) $(RECERTIFY_FLAGS)

bench-query: setup
	cargo build --release -p proofmark-producer
	cargo run --release -p proofmark-tests --bin query_bench -- --drivers $(CORPUS) \
		$(addprefix --linux ,$(LINUX)) $(addprefix --spec ,$(RECERTIFY_RULES)) \
		--output docs/benchmarks-query.md $(QUERY_FLAGS)

bench-observers: setup
	cargo run --release -p proofmark-tests --bin bench -- --ilp32 --paired --title "The cost of a rule" --output docs/benchmarks-observers.md \
		--spec specs/built-in-errors/rule.spec --spec specs/irp-after-completion/rule.spec $(BENCH_FLAGS) $(CORPUS)

diff-test: setup
	cargo run --release -p proofmark-tests --bin difftest -- --csmith $(CSMITH_COUNT) --seed $(CSMITH_SEED) $(DIFF_CORPORA)

visited: setup
	cargo build --release -p proofmark-producer
	cargo run --release -p proofmark-tests --bin visited -- --csmith $(CSMITH_COUNT) --seed $(CSMITH_SEED) $(VISITED)

memory-test: setup
	cargo run --release -p proofmark-tests --bin fuzz -- $(MEMORY_SEED) $(MEMORY_COUNT) 20 memory
	cargo run --release -p proofmark-tests --bin fuzz -- $(MEMORY_SEED) $(MEMORY_COUNT) 20 memory ilp32

lint:
	cargo fmt --all -- --check
	cargo clippy --workspace --all-targets -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps
