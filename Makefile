# Targets for people: deps, demo, test, lint, bench, bench-gates, bench-gpu, fuzz, test-gpu. Each installs what it needs.
CARGO ?= cargo
JUDGE := target/release/judge
EXAMPLES := tests/submissions

.PHONY: all deps build demo test lint bench bench-gates bench-gpu fuzz test-gpu
all: build

deps:
	@.ci/deps

build: deps
	$(CARGO) build --release --locked --bin judge

# Judges one honest submission and one that is refused; the second one's exit code is 1, which is what the demo wants.
demo: build
	$(JUDGE) doctor
	$(JUDGE) submit $(EXAMPLES)/bs2-axpy/accepted/good.c --task bs2-axpy
	! $(JUDGE) submit $(EXAMPLES)/bs2-axpy/rejected/map_tofrom.c --task bs2-axpy
	@echo "demo: done; next: $(JUDGE) tasks, $(JUDGE) abi bs4-dot, $(JUDGE) submit YOUR.c --task bs4-dot"

# Random tests have the same cases each time: a result is the change's, not luck's. `make fuzz` looks for new ones.
test: export PROPTEST_RNG_SEED ?= 1
test: deps
	$(CARGO) test --workspace --locked --no-fail-fast

lint: deps
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# What judging costs, how fast outputs are compared, how soon a jail starts, how fast sources are checked.
bench: build
	$(CARGO) bench --locked -p judge --bench submit
	$(CARGO) bench --locked -p judge --bench gate
	$(CARGO) bench --locked -p judge --bench check
	$(CARGO) bench --locked -p judge-sandbox --bench start
	$(CARGO) bench --locked -p judge-abi --bench hip_on_host
	$(CARGO) bench --locked -p judge-reference --bench tasks

# Which honest orders and which faults each band lets through; some minutes.
bench-gates:
	$(CARGO) bench --locked -p judge --bench gate_table

# The directive parser and the whole check under libFuzzer, on stable Rust; FUZZ_RUNS executions each. Ends at the first
# panic, hang, or memory above 256 MB.
FUZZ_RUNS ?= 1000000
fuzz:
	judge/fuzz/run directive $(FUZZ_RUNS)
	judge/fuzz/run check $(FUZZ_RUNS)

# Everything that needs an NVIDIA GPU; on a machine without Rust see tests/gpu/README.md.
test-gpu:
	tests/gpu/collect.sh target/gpu && JUDGE_GPU=1 tests/gpu/run.sh target/gpu

# Every example on an NVIDIA GPU and on the host: tables and raw figures in docs/results-DEVICE.{md,json}.
bench-gpu:
	tests/gpu/collect.sh target/gpu && tests/gpu/bench.sh target/gpu docs
