# make run    set up what is missing and start the site
# make test   the whole suite: SQLite, PostgreSQL, Redis, Chromium
# make check  style and types of Python and scripts, import line, migrations, production settings
# make bench  side by side with the bare model stream, into bench/results/latest.md
# make shot   screenshots of the main states, into docs/img/

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
# Settings that a production site could have, to check them; none of them is in use anywhere.
PRODUCTION := OMNIFORGE_ENV=production OMNIFORGE_VAR=var/check ALLOWED_HOSTS=omniforge.example.com \
	SECRET_KEY=only-for-make-check-0123456789-abcdefghijklmnopqrstuvwxyz \
	FIELD_ENCRYPTION_KEY=MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=

# Where bytecode is not kept, as in many containers, each start compiles everything again: a second, twice over.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check bench shot
.SILENT:

run: .venv/run.stamp
	$(BIN)/python manage.py prepare
	exec $(BIN)/honcho --env /dev/null start --port $(PORT)  # the site itself reads .env

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
	$(BIN)/python -m bench

shot: .venv/dev.stamp
	$(BIN)/python -m tests.browser.shots

$(BIN)/uv:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

.venv/run.stamp: requirements.txt | $(BIN)/uv
	echo "Installing what requirements.txt names ..."
	$(UV) -r requirements.txt
	touch $@

.venv/dev.stamp: requirements-dev.txt .venv/run.stamp
	$(UV) -r requirements-dev.txt
	touch $@
