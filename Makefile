# make play     a first game, with no hardware (options: make play ARGS="--rules canoga")
# make test     everything that is checked before a change lands
# make test-pi  the tests that need a kernel with GPIO lines, on a virtual Pi
# make bench    speeds, each beside something else that is run in the same minute
# make soak     the differential, noise and million-game tests, a hundred times longer;
#               10,000 simulated matches, and power cuts at 15,000 points

# make hooks    has git check each commit (.pre-commit-config.yaml)
# make docs     the documentation site, in build/site; a dead link is an error

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet install -c constraints.txt

.PHONY: play install dev test lint types imports pytest firmware-tools test-pi bench soak docs hooks clean

play: $(VENV)/.installed
	@$(BIN)/boxctl play $(ARGS)

install: $(VENV)/.installed

dev: $(VENV)/.installed-dev

test: lint types imports pytest

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	$(BIN)/mypy

imports: $(VENV)/.installed-dev
	$(BIN)/lint-imports --no-cache

pytest: $(VENV)/.installed-dev firmware-tools
	$(BIN)/python -m pytest

# The firmware is built and run where avr-gcc and libsimavr are, or can be had.
firmware-tools:
	@tests/support/firmware/get_tools.sh

test-pi: $(VENV)/.installed-dev
	@VIRTUAL_PI="$${VIRTUAL_PI:-$$(tests/virtual_pi/build.sh)}" && export VIRTUAL_PI \
	  && $(BIN)/python -m pytest -m kernel

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

soak: $(VENV)/.installed-dev
	SOAK=100 $(BIN)/python -m pytest -o faulthandler_timeout=0 -k "readings or storm or noise or hostile or million or changed_byte or single_byte or power_cuts"
	$(BIN)/python -m tests.support.evenings --matches 10000

docs: $(VENV)/.installed-docs
	$(BIN)/sphinx-build --quiet --nitpicky --fail-on-warning --keep-going \
	  --conf-dir docs --doctree-dir build/doctrees . build/site
	@echo "the site begins at build/site/docs/index.html"

hooks: $(VENV)/.installed-dev
	@$(PIP) pre-commit
	@$(BIN)/pre-commit install

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "boxctl needs Python 3.11 or newer; say which with: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "this Python cannot make a virtual environment: sudo apt install python3-venv" >&2; exit 1; }

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt
	@echo "installing boxctl into $(VENV) ..."
	@$(PIP) --editable '.[screen]'
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@$(PIP) --editable '.[dev]'
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	@$(PIP) --editable '.[docs]'
	@touch $@
