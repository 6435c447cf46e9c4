# make run    set up what is missing and start the site
# make test   the whole suite: SQLite, PostgreSQL, Redis, Chromium
# make check  style, types, import line, migrations, production settings
# make bench  side by side with the bare model stream, into bench/results/latest.md
# make shot   screenshots of the main states, into docs/img/

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT ?= 8000
BIN := .venv/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python

.PHONY: run test check bench shot
.SILENT:

run: .venv/run.stamp
	$(BIN)/python manage.py prepare
	exec $(BIN)/honcho start --port $(PORT)

test: .venv/dev.stamp
	$(BIN)/python -m tests.run

check: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m tests.house.production_check

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
