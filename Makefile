# `make demo` and `make test` set up everything they need in a virtual environment of their own.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --constraint constraints.txt --editable

.PHONY: demo test faults fuzz check bench samples clean

demo: $(VENV)/.ready
	$(BIN)/relatab demo

test: $(VENV)/.ready-dev
	$(BIN)/python -m pytest

faults: $(VENV)/.ready-dev
	RELATAB_EXHAUSTIVE=1 $(BIN)/python -m pytest -m faults tests/faults

fuzz: $(VENV)/.ready-dev
	$(BIN)/python tests/faults/fuzz_files.py

check: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.ready-dev
	$(BIN)/python benchmarks/extraction.py
	$(BIN)/python benchmarks/retrieval.py
	$(BIN)/python benchmarks/samples.py
	$(BIN)/python benchmarks/search.py

samples: $(VENV)/.ready-dev
	$(BIN)/python sample_docs/build.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Setting up $(VENV) (a minute or two, once)"
	$(INSTALL) .
	@touch $@

$(VENV)/.ready-dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Setting up $(VENV) (a minute or two, once)"
	$(INSTALL) '.[dev,xlsx,parquet,plots,train,watch]'
	@touch $@ $(VENV)/.ready

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
