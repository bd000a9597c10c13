# Two commands do everything: `make run` and `make test`. `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help run test lint types unit proof benchmark clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/run  ## a game of Jasir for two people in this terminal
	@$(BIN)/boardpi rules play

test: lint types unit proof  ## lint, types and all tests
	@echo "make test: everything passed"

lint: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/test
	$(BIN)/mypy

unit: $(VENV)/test firmware emulator firmware-test
	$(BIN)/pytest -n $(WORKERS) -m "not proof" --cov --cov-report=
	$(BIN)/coverage report --include='boardpi/rules/*,boardpi/table/*' --fail-under=98

proof: $(VENV)/test emulator
	$(BIN)/pytest -n $(WORKERS) -m proof

benchmark: $(VENV)/benchmark  ## measure speed; each script prints how
	$(BIN)/python benchmarks/rules.py

clean:  ## remove what make made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* build dist

include firmware/firmware.mk

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

$(VENV)/benchmark: $(VENV)/test
	@touch $@
