# make play     a first game, with no hardware (options: make play ARGS="--rules canoga")
# make quick    what one runs while editing: the style, and the tests of what is pure
# make test     everything that is checked before a change lands
# make test-all the same, and what takes longer: every variant, the firmware in full, short soaks,
#               and on a virtual Pi, if VIRTUAL_PI names one, the tests that need a kernel with
#               GPIO lines
# make test-pi  those tests alone, on a virtual Pi that is built for them where there is none
# make test-browser the pages in Debian's Chromium, of --web and of make browser; leaves pictures of
#               them in build/pages
# make test-next the tests of rules, referee, words and commands with Python 3.14, and with 3.15,
#               whose faults change nothing: those of this machine, or ones that run on node
# make soak     the random tests three hundred times longer, with new examples, and 10,000
#               simulated matches; what it finds is run again with the command that it prints
# make bench    speeds, each beside something else that is run in the same minute
# make lighthouse what Lighthouse says of the pages, of make browser and of --web

# make languages  new messages into the catalogs of groundwork/languages; says what is to translate,
#               there and in the pages of the faults

# make man      the manual pages, after the options of a command have changed, and the tables of fields
#               in docs/journal.md, after those of an entry or a ruling have, and those of settings and commands
#               in docs/contracts.md

# make lock     the packages that all this installs, with the hashes of their files, after a version
#               in constraints.txt has changed
# make sbom     the bill of materials (CycloneDX), in build/sbom.cdx.json
# make audit    known vulnerabilities of these packages; without the net it says that it did not run

# make browser  the game within a browser, in build/browser, for any web server; needs node and npm
# make firmware the images of the firmware in firmware_bridge/images, as the packages have them
# make dist     the sdist and the wheel in dist/, checked, and a match played with the wheel
# make deb      the Debian package in build/ (options: make deb ARGS="--python 3.13 --architecture arm64")
# make test-deb the packages of Bookworm and Trixie, each tried in a clean Debian; needs root

# make hooks    has git check each commit (.pre-commit-config.yaml)
# make docs     the documentation site, in build/site; a dead link is an error

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet install
# A folder and no package: that name is a library's, which pip, pytest and we use.
PACKAGING := PYTHONPATH=packaging $(BIN)/python

# Install a group of packaging/supply_chain, each file by its hash, then boxctl with the backend
# that came so. Other machines get wheels without known hashes: the second argument.
KNOWN_MACHINE = $(BIN)/python -c 'import platform, sys; \
  sys.exit(platform.machine() not in ("x86_64", "aarch64") or sys.maxsize < 2**32)'
EXTRAS  := screen,web,mqtt
OWN     := --no-build-isolation --no-deps --editable .
install_group = if $(KNOWN_MACHINE); then $(PIP) --require-hashes -r packaging/supply_chain/$(1).txt && $(PIP) $(OWN); \
  else echo "this is no 64-bit x86 or ARM: the hashes of the packages are not checked"; \
  $(PIP) -c constraints.txt $(2); fi

# The tests start boxctl hundreds of times: compiled once, it starts in a fraction of the time.
unexport PYTHONDONTWRITEBYTECODE

# More than there are cores: some tests wait for a program that they have started.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
PYTEST  := $(BIN)/python -m pytest
SPREAD  := -n $(WORKERS) --dist worksteal

# New for each soak, unless it is given to run a finding again.
ifndef SEED
SEED := $(shell date +%s)
endif
LONGER  ?= 300
MATCHES ?= 10000
TESTS   ?= tests

QUICK := tests/test_search.py tests/boxctl/rules tests/boxctl/referee tests/boxctl/table \
  tests/boxctl/presentation tests/boxctl/odds/test_aims.py tests/boxctl/odds/test_duel.py \
  tests/firmware_bridge/protocol
# What searches through whole evenings, floods or files is left to make test.
SHORT := not any_table and not long_evening and not slow_voice and not every_question \
  and not evenings_full_of_trouble and not flood and not of_any_file

.PHONY: play install dev quick test test-all checks lint types imports pytest test-full test-kernel \
  test-soaks firmware-tools page-script-tools test-pi test-browser test-next bench lighthouse soak docs browser hooks \
  languages man firmware dist deb test-deb lock sbom audit clean

play: $(VENV)/.installed
	@$(BIN)/boxctl play $(ARGS)

# For a box: with what drives the pins of a Raspberry Pi.
install: $(VENV)/.installed-pi

dev: $(VENV)/.installed-dev

quick: lint
	@$(PYTEST) $(SPREAD) -m "not full and not kernel and not browser" -k "$(SHORT)" $(QUICK)

# mypy beside the tests: it keeps one core busy for half a minute, where nothing is kept of before.
test: lint
	@$(MAKE) --no-print-directory --jobs=3 types imports pytest

test-all: test test-full test-kernel test-soaks

# mypy beside the others, each with its output in one piece.
checks: $(VENV)/.installed-dev
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types lint imports

lint: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.installed-dev
	@$(BIN)/mypy

imports: $(VENV)/.installed-dev
	@$(BIN)/lint-imports --no-cache

pytest: $(VENV)/.installed-dev firmware-tools page-script-tools
	@$(PYTEST) $(SPREAD) -m "not full and not kernel and not browser"

test-full: $(VENV)/.installed-dev firmware-tools
	@$(PYTEST) $(SPREAD) -o faulthandler_timeout=900 -m "full and not kernel and not browser"

# One after the other, as they measure time.
test-kernel: $(VENV)/.installed-dev
	@if [ -n "$${VIRTUAL_PI:-}" ]; then $(PYTEST) -m kernel; else \
	  echo "The tests that need a kernel with GPIO lines are left out: VIRTUAL_PI names no virtual Pi; make test-pi builds one."; fi

test-soaks: $(VENV)/.installed-dev firmware-tools
	@SOAK=4 $(PYTEST) $(SPREAD) -o faulthandler_timeout=0 -m "soak and not full and not kernel and not browser"

# The firmware is built and run where its compilers, libsimavr and rp2040js are, or can be had.
firmware-tools:
	@tests/support/firmware/get_tools.sh
	@tests/support/firmware/get_pico_tools.sh

# TypeScript checks the scripts of the pages where node is, or can be had.
page-script-tools:
	@tests/page_scripts/get_typescript.sh

test-pi: $(VENV)/.installed-dev
	@VIRTUAL_PI="$${VIRTUAL_PI:-$$(tests/virtual_pi/build.sh)}" && export VIRTUAL_PI \
	  && $(PYTEST) -m kernel

test-browser: $(VENV)/.installed-browser browser
	@tests/support/web/get_chromium.sh
	@tests/support/web/chromium_79/get.sh
	@$(PYTEST) $(SPREAD) -o faulthandler_timeout=900 -rs -m browser tests/boxctl/web/pages

test-next: $(VENV)/.installed-dev
	@$(PACKAGING) -m tests.next_python

bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench

lighthouse: $(VENV)/.installed-browser browser
	@$(PACKAGING) -m bench.lighthouse.scores

soak: $(VENV)/.installed-dev firmware-tools
	@echo "Seed $(SEED): the same again with make soak SEED=$(SEED) LONGER=$(LONGER)"
	@SOAK=$(LONGER) SOAK_SEED=$(SEED) $(PYTEST) $(SPREAD) -o faulthandler_timeout=0 -m soak \
	  --hypothesis-profile=soak --hypothesis-seed=$(SEED) '$(TESTS)'
ifeq ($(TESTS),tests)
	@$(BIN)/python -m tests.support.evenings --matches $(MATCHES) --first $(SEED)
endif

docs: $(VENV)/.installed-docs
	$(BIN)/sphinx-build --quiet --nitpicky --fail-on-warning --keep-going \
	  --conf-dir docs --doctree-dir build/doctrees . build/site
	@echo "the site begins at build/site/docs/index.html; the game is on it if make browser has built it"

browser: $(VENV)/.installed-dev
	@$(PACKAGING) -m browser_site

hooks: $(VENV)/.installed-dev
	@$(call install_group,hooks,pre-commit)
	@$(BIN)/pre-commit install

languages: $(VENV)/.installed-dev
	@$(PACKAGING) -m translation

man: $(VENV)/.installed-dev
	@$(PACKAGING) -m man_pages
	@$(PACKAGING) -m journal_fields
	@$(PACKAGING) -m contract_tables

# Its compilers come with apt, if this user may; where the images are there, none is needed.
firmware: $(VENV)/.installed-dev firmware-tools
	@$(PACKAGING) -m firmware_images

dist: $(VENV)/.installed-dev $(VENV)/.installed-dist firmware
	@$(BIN)/python packaging/supply_chain/dist.py

deb: $(VENV)/.installed-dev firmware
	@$(PACKAGING) -m debian_package $(ARGS)

test-deb: $(VENV)/.installed-dev firmware
	@rm -f build/boxctl-referee_*.deb
	@for python in 3.11 3.13; do for architecture in amd64 arm64; do \
	  $(PACKAGING) -m debian_package --python $$python --architecture $$architecture || exit 1; \
	  done; done
	@CLEAN_DEBIAN="$$(packaging/debian_package/clean_systems.sh)" && export CLEAN_DEBIAN \
	  && $(PYTEST) -o faulthandler_timeout=900 -rs tests/system/installed/test_debian_package*.py

lock: $(VENV)/.installed-dev
	$(BIN)/python packaging/supply_chain/lock.py

sbom: $(VENV)/bin/python
	@$(BIN)/python packaging/supply_chain/sbom.py build/sbom.cdx.json
	@echo "the bill of materials is build/sbom.cdx.json"

# In an environment of its own: what audits is no part of what is audited.
audit: $(VENV)/bin/python
	@$(PYTHON) -m venv build/audit && build/audit/bin/python -m pip --disable-pip-version-check \
	  --quiet install pip-audit \
	  || { echo "The audit did not run: pip-audit could not be installed." >&2; exit 2; }
	@$(BIN)/python packaging/supply_chain/audit.py build/audit/bin/pip-audit

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "boxctl needs Python 3.11 or newer; say which with: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "this Python cannot make a virtual environment: sudo apt install python3-venv" >&2; exit 1; }

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml constraints.txt packaging/supply_chain/play.txt
	@echo "installing boxctl into $(VENV) ..."
	@{ $(call install_group,play,--editable '.[$(EXTRAS)]'); } \
	  || { echo "pip could not install boxctl into $(VENV): see its message above, and run make again" >&2; exit 1; }
	@touch $@

# Not a part of what make play needs: where gpiod has no wheel, it takes a compiler.
$(VENV)/.installed-pi: $(VENV)/.installed packaging/supply_chain/pi.txt
	@{ $(call install_group,pi,--editable '.[pi]'); } \
	  || { echo "pip could not install the libraries of the pins into $(VENV): see its message above; where they have to be compiled, sudo apt install gcc python3-dev; then run make install again" >&2; exit 1; }
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed packaging/supply_chain/dev.txt
	@{ $(call install_group,dev,--editable '.[dev]'); } \
	  || { echo "pip could not install what the tests need into $(VENV): see its message above, and run make again" >&2; exit 1; }
	@touch $@

$(VENV)/.installed-browser: $(VENV)/.installed-dev packaging/supply_chain/browser.txt
	@$(call install_group,browser,playwright axe-playwright-python)
	@touch $@

$(VENV)/.installed-dist: $(VENV)/.installed packaging/supply_chain/dist.txt
	@$(PIP) --require-hashes -r packaging/supply_chain/dist.txt
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed packaging/supply_chain/docs.txt
	@$(call install_group,docs,--editable '.[docs]')
	@touch $@
