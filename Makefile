# Two commands do everything: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Two for each core: many tests wait for daemons, browsers and disks.
WORKERS ?= $(shell echo $$((2 * $$(nproc))))

.DEFAULT_GOAL := help
.PHONY: help run test lint types unit live page proof tools benchmark weights wiring clean

include firmware/firmware.mk
include installer/installer.mk
include tools/tables/tables.mk

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/run  ## the table with its virtual board: http://localhost:8025
	@$(BIN)/boardpi run --board virtual

# What one core or a browser's patience leaves idle, something else uses; emulated chips keep real
# time and get the machine to themselves.
test: lint  ## lint, types and all tests
	$(MAKE) --jobs=2 types unit
	$(MAKE) live proof
	$(MAKE) --jobs=2 page install-test
	@echo "make test: everything passed"

lint: $(VENV)/test shell-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test
	$(BIN)/mypy

# What the tests need besides Python: a browser, a tracer of system calls, private mounts.
tools:
	@.ci/apt-install chromium strace util-linux

unit: $(VENV)/test tools firmware emulator firmware-test solver
	$(BIN)/pytest -n $(WORKERS) -m "not proof" tests/rules tests/table --cov --cov-report=
	$(BIN)/coverage report --fail-under=98
	$(BIN)/pytest -n $(WORKERS) -m "not proof" $(addprefix --ignore=tests/,rules table end_to_end page install)

live: $(VENV)/test tools emulator
	$(BIN)/pytest -n auto tests/end_to_end
	$(BIN)/pytest tests/page/test_emulator.py

# By themselves: Playwright keeps an event loop running in its process.
page: $(VENV)/test tools emulator
	$(BIN)/pytest -n $(WORKERS) tests/page --ignore=tests/page/test_emulator.py

proof: $(VENV)/test emulator solver
	$(BIN)/pytest -n $(WORKERS) -m proof

benchmark: $(VENV)/test emulator  ## measure speed; each script prints how
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python -m benchmarks.thinking
	$(BIN)/python -m benchmarks.link
	$(BIN)/python -m benchmarks.gpio
	$(BIN)/python benchmarks/hands.py
	$(BIN)/python -m benchmarks.coach --quick
	$(BIN)/python benchmarks/tables.py

weights: $(VENV)/test  ## play and fit weights for the coach into build/weights; takes hours
	$(BIN)/python -m tools.weights

wiring: $(VENV)/test  ## make everything that follows from wiring/pins.toml
	$(BIN)/python -m tools.wiring

clean: firmware-clean  ## remove what make made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* build dist

# A bare Debian has python3 without ensurepip; only then is apt asked.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "boardpi needs Python 3.11 or newer; this is $$($(PYTHON) --version)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || .ci/apt-install python3-venv
	$(PYTHON) -m venv $(VENV)

$(VENV)/run: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/test: $(BIN)/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,benchmark]'
	@touch $@ $(VENV)/run
