# Two commands do everything: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation
# Only files whose hashes are in the lock, what builds others included (docs/decisions/0090).
LOCKED := $(PIP) --require-hashes --requirement
TIMES := build/stages
# What takes minutes to fetch or to build and is named after all that it is made of: every checkout shares it.
CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/boardpi
# Tests that have a stage of their own.
ALONE := end_to_end page install fresh kernel
# Two for each core: many tests wait for daemons, browsers and disks.
WORKERS ?= $(shell echo $$((2 * $$(nproc))))

.DEFAULT_GOAL := help
.PHONY: help run hub test stages quick packages ready lint types core unit live page proof proof-full unit-packages page-packages benchmark weights wiring clean clean-cache

include firmware/firmware.mk
include firmware/kernel/kernel.mk
include installer/installer.mk
include tools/solve/solve.mk
include tools/tables/tables.mk
include tools/bodies/bodies.mk
include tools/pcb/pcb.mk

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/run  ## the table with its virtual board: http://localhost:8025
	@$(BIN)/boardpi run --board virtual

hub: $(VENV)/run  ## a club evening: broker, hub and four tables played by hands: http://localhost:8026
	@.ci/apt-install broker
	@$(BIN)/python -m tools.evening

test:  ## lint, types and all tests; ends with what each stage took
	@mkdir -p build && : > $(TIMES)
	@began=$$(date +%s); $(MAKE) --no-print-directory stages; code=$$?; \
	  echo "make test, in seconds:"; cat $(TIMES); printf '%-14s %4d\n' together $$(($$(date +%s) - began)); \
	  exit $$code
	@echo "make test: everything passed"

# Packages come first and alone: two apt at once would wait for each other. What one core or a browser's
# patience leaves idle, something else uses; emulated chips keep real time and get the machine alone.
stages:
	@$(MAKE) --jobs=1 stage-packages stage-ready stage-lint
	@$(MAKE) --jobs=2 stage-types stage-unit
	@$(MAKE) --jobs=1 stage-live stage-proof
	@$(MAKE) --jobs=2 stage-page stage-fresh-bookworm stage-install-test stage-fresh-trixie stage-kernel-test

stage-%:
	+@began=$$(date +%s); $(MAKE) --no-print-directory $*; code=$$?; \
	  printf '%-14s %4d\n' $* $$(($$(date +%s) - began)) >> $(TIMES); exit $$code

# For daily work: nothing that starts chips, browsers or other machines, and few examples of each kind.
quick: lint types emulator pico-emulator solver  ## lint, types and the fast tests
	$(BIN)/pytest -n $(WORKERS) -m "not proof and not slow" --hypothesis-profile=quick \
	  $(addprefix --ignore=tests/,$(ALONE) hardware daemon)

# Every package that any target needs; a target started alone asks for its own group.
packages:
	@.ci/apt-install all

# What several stages need is made before they run side by side.
ready: $(VENV)/test firmware emulator pico-emulator solver wheels deb

lint: $(VENV)/test shell-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test
	$(BIN)/mypy

core: $(VENV)/test  ## the tests of rules and table, and how much of these they reach
	$(BIN)/pytest -n $(WORKERS) -m "not proof" tests/rules tests/table --cov --cov-report=
	$(BIN)/coverage report --fail-under=98

unit: core unit-packages firmware emulator pico-emulator firmware-test solver
	$(BIN)/pytest -n $(WORKERS) -m "not proof" $(addprefix --ignore=tests/,$(ALONE) rules table)

live: $(VENV)/test page-packages emulator
	$(BIN)/pytest -n auto tests/end_to_end
	$(BIN)/pytest tests/page/test_emulator.py

unit-packages:
	@.ci/apt-install tests curl shells browser broker cables voice drawings

page-packages:
	@.ci/apt-install browser page paper broker

# By themselves: Playwright keeps an event loop running in its process.
page: $(VENV)/test page-packages emulator
	$(BIN)/pytest -n $(WORKERS) tests/page --ignore=tests/page/test_emulator.py

proof: $(VENV)/test firmware emulator pico-emulator solver  ## the proofs, on a sample
	$(BIN)/pytest -n $(WORKERS) -m proof $(addprefix --ignore=tests/,$(ALONE))

proof-full: $(VENV)/test firmware emulator pico-emulator solver  ## the proofs, ten times as large
	BOARDPI_PROOF=full $(BIN)/pytest -n $(WORKERS) -m proof $(addprefix --ignore=tests/,$(ALONE))

benchmark: $(VENV)/test emulator  ## measure speed; each script prints how
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python -m benchmarks.thinking
	$(BIN)/python -m benchmarks.link
	$(BIN)/python -m benchmarks.gpio
	$(BIN)/python benchmarks/hands.py
	$(BIN)/python -m benchmarks.coach --quick
	$(BIN)/python benchmarks/tables.py

TRUTH = ../shared/solution
weights: $(VENV)/test  ## learn the coach's weights from the solution of Jasir in TRUTH, into build/weights; some minutes
	$(BIN)/python -m tools.weights $(TRUTH)/sample.tsv.gz --but $(TRUTH)/moves.tsv.gz

wiring: $(VENV)/test  ## make everything that follows from wiring/pins.toml
	$(BIN)/python -m tools.wiring

clean: firmware-clean  ## remove what make made here
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* build dist

clean-cache:  ## remove what all checkouts share: Debian roots, downloads, the kernel of the bench
	$(AS_ROOT) rm -rf $(CACHE)

# A bare Debian has python3 without ensurepip; only then is apt asked.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "boardpi needs Python 3.11 or newer; this is $$($(PYTHON) --version)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || .ci/apt-install venv
	$(PYTHON) -m venv $(VENV)

$(VENV)/run: $(BIN)/python pyproject.toml $(LOCK)/build.txt $(LOCK)/boardpi.txt
	$(LOCKED) $(LOCK)/build.txt --requirement $(LOCK)/boardpi.txt
	$(PIP) --editable .
	@touch $@

# PYPI=1 tells lgpio's build, where it has no wheel, to bring the C library along. Bytecode comes when a
# module is first used: most of what the tests' packages bring never is.
$(VENV)/test: $(BIN)/python pyproject.toml $(LOCK)/build.txt $(LOCK)/test.txt
	@.ci/apt-install wheels
	$(LOCKED) $(LOCK)/build.txt
	PYPI=1 $(LOCKED) $(LOCK)/test.txt --no-compile
	$(PIP) --editable .
	@touch $@ $(VENV)/run
