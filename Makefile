# Targets for people: deps, demo, test, lint, bench. Each installs what it needs.
CARGO ?= cargo
JUDGE := target/release/judge
EXAMPLES := tests/submissions

.PHONY: all deps build demo test lint bench
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

test: deps
	$(CARGO) test --workspace --locked

lint: deps
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

bench: build
	$(CARGO) bench --workspace --locked
