# `make test` and `make demo` create what they need: Python 3.11 or newer and make are enough. `make help` lists the rest.
# What is tested is the built wheel, from an empty folder, so that a file left out of the package fails here and not at a user's.

PYTHON      ?= python3
VENV        ?= .venv
# Processes of each test run.
WORKERS     ?= 2
# Passed to the test runs, for example PYTEST_ARGS='-k parry -x'.
PYTEST_ARGS ?=
# One ruleset: its own tests, conformance and the lints, for example `make test RULESET=wfrp1`.
RULESET     ?=
# Some parts of the tests, for example ONLY='faces rules/heimr' (tests/parts.py lists them); ENGINE=compiled or interpreted: one of both.
ONLY        ?=
ENGINE      ?=
# What `make wheels` builds for: names or paths of Pythons.
PYTHONS     ?= python3.11 python3.12 python3.13
# What shakes the tests in `make test-shaken`; without it another seed each time.
SEED        ?=
# 1: also the parts that have passed already with the same files.
ALL         ?=

# Python keeps what it has compiled of the tests, also where the shell says otherwise: each process would compile them anew.
export PYTHONDONTWRITEBYTECODE :=

SHELL       := /bin/sh
.SHELLFLAGS := -euc
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

ROOT    := $(CURDIR)
ENVS    := $(abspath $(VENV))
TEST    := $(ENVS)/test
DEMO    := $(ENVS)/demo
DEV     := $(ENVS)/dev
DOCS    := $(ENVS)/docs
BUILD   := $(ENVS)/build-$(shell "$(PYTHON)" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
PARTS    = PYTHONPATH="$(ROOT)/tests" "$(TEST)/bin/python" -m parts
# What the compiled run notes, to be repeated interpreted.
CALLS    = $(TEST)/calls
# Beside compiled code: what mypy knows of files that have not changed, in whatever clone.
CACHE    = $${TACTICA_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}/tactica}
PACKAGED = pyproject.toml setup.py MANIFEST.in LICENSE $(wildcard README.md) tactica envs agents configs experiments

# Every recipe that needs a scratch folder starts with this; it is gone when the recipe ends.
SCRATCH = scratch=$$(mktemp -d); trap 'rm -rf "$$scratch"' EXIT

# $(call environment,FOLDER,EXTRAS): a virtual environment with the dependencies at the versions of constraints.txt.
define environment
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "tactica needs Python 3.11 or newer, and '$(PYTHON)' is not ($$("$(PYTHON)" --version 2>&1 || true))." >&2; \
		echo "Name another one: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12" >&2; exit 1; }
	@"$(1)/bin/python" -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear "$(1)" || { \
		echo "'$(PYTHON) -m venv' failed: on Debian and Ubuntu, install the package python3-venv." >&2; exit 1; }
	@echo "installing dependencies into $(1) (the first time takes minutes)"
	@"$(1)/bin/python" -c 'import sys, tomllib; \
		about = tomllib.load(open("pyproject.toml", "rb")); project = about["project"]; \
		extras = [need for extra in sys.argv[1:] for need in project["optional-dependencies"][extra]]; \
		print(*about["build-system"]["requires"], *project["dependencies"], *extras, sep="\n")' $(2) > "$(1)/requirements.txt"
	@"$(1)/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile -r "$(1)/requirements.txt" -c constraints.txt
	@"$(1)/bin/python" -m compileall -qq -j 0 "$(1)/lib" || true # what is written for other versions of Python does not compile
	@touch "$@"
endef

# What the package is made from, copied, so that no earlier build leaves anything in it: what git tracks, with the changes that are
# not committed; everything where there is no repository, as in a source archive.
COPY = mkdir "$$scratch/source"; cp -R $(PACKAGED) "$$scratch/source"; \
	if test -e .git && git rev-parse --git-dir >/dev/null 2>&1; then \
		git ls-files -z --others -- $(PACKAGED) | (cd "$$scratch/source"; xargs -0 rm -rf --); \
		untracked=$$(git ls-files --others --exclude-standard -- $(PACKAGED)); test -z "$$untracked" || \
			printf '%s\n' "left out of the wheel, because git does not track them (git add FILE):" "$$untracked" >&2; \
	fi

# $(call wheel,FOLDER): build the wheel and install it.
define wheel
	@echo "building the wheel and installing it into $(1)"
	@$(SCRATCH); $(COPY); mkdir "$$scratch/wheel"; \
	"$(1)/bin/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index \
		--wheel-dir "$$scratch/wheel" "$$scratch/source"; \
	"$(1)/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index --force-reinstall \
		"$$scratch"/wheel/*.whl
endef

$(TEST)/.ready: pyproject.toml constraints.txt
	$(call environment,$(TEST),train lab data ray play docs dev)

$(DEMO)/.ready: pyproject.toml constraints.txt
	$(call environment,$(DEMO),play)

$(DEV)/.ready: pyproject.toml constraints.txt setup.py
	$(call environment,$(DEV),train lab data ray play dev)
	@"$(DEV)/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index --editable .

$(DOCS)/.ready: pyproject.toml constraints.txt
	$(call environment,$(DOCS),docs)

$(BUILD)/.ready: pyproject.toml constraints.txt
	$(call environment,$(BUILD),release)

.PHONY: help
help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' Makefile

.PHONY: test
test: lint prepare tests ## Lint, types, and all tests of the built wheel that have not passed yet (one ruleset: RULESET=wfrp1)

.PHONY: demo
demo: $(DEMO)/.ready ## Install the core and play a demonstration battle
	$(call wheel,$(DEMO))
	"$(DEMO)/bin/tactica" demo

.PHONY: play
play: $(DEMO)/.ready ## Install what it needs, and play battles in the browser
	$(call wheel,$(DEMO))
	"$(DEMO)/bin/tactica" play

.PHONY: docs
docs: $(DOCS)/.ready ## Build the documentation site into the folder site: open site/index.html
	$(call wheel,$(DOCS))
	NO_MKDOCS_2_WARNING=1 "$(DOCS)/bin/python" -P -m mkdocs build --quiet --config-file docs/mkdocs.yml --site-dir "$(ROOT)/site"
	@echo 'open site/index.html; for the search: python3 -m http.server --directory site'

.PHONY: lint
lint: $(TEST)/.ready ## Style and format, changing nothing
	"$(TEST)/bin/ruff" check .
	"$(TEST)/bin/ruff" format --check .

.PHONY: format
format: $(TEST)/.ready ## Fix style and format in place
	"$(TEST)/bin/ruff" check --fix .
	"$(TEST)/bin/ruff" format .

.PHONY: install-wheel
install-wheel: $(TEST)/.ready
	$(call wheel,$(TEST))

.PHONY: types
types: install-wheel ## mypy on the installed wheel
	@$(SCRATCH); cd "$$scratch"; echo "mypy -p tactica"; \
	known="$(CACHE)/mypy"; { mkdir -p "$$known" && test -w "$$known"; } 2>/dev/null || known="$(TEST)/mypy"; \
	"$(TEST)/bin/mypy" --config-file "$(ROOT)/pyproject.toml" --cache-dir "$$known" -p tactica

.PHONY: compile
compile: install-wheel ## Compile the rulesets, so that several test processes find them compiled
	@$(SCRATCH); cd "$$scratch"; \
	TACTICA_RULESET=$(RULESET) PYTHONPATH="$(ROOT)/tests" "$(TEST)/bin/python" -m compile_all -n $(WORKERS)

.PHONY: prepare
prepare: install-wheel ## Types and compiling beside each other: neither uses all cores to its end
	@nice $(MAKE) --no-print-directory --old-file install-wheel types & types=$$!; failed=0; \
	$(MAKE) --no-print-directory --old-file install-wheel compile || failed=1; wait $$types || failed=1; exit $$failed

.PHONY: tests
tests: install-wheel ## The tests, compiled and interpreted (some of them: ONLY=faces/heimr; all whatever has passed: ALL=1)
	@$(SCRATCH); cd "$$scratch"; $(PARTS) run --workers $(WORKERS) --calls "$(CALLS)" \
		$(foreach part,$(ONLY),--only $(part)) $(if $(RULESET),--ruleset $(RULESET)) $(if $(ENGINE),--engine $(ENGINE)) \
		$(if $(ALL),--all) -- $(PYTEST_ARGS)

.PHONY: test-parts
test-parts: install-wheel ## What has passed with the files as they are, and what is to run
	@$(PARTS)

.PHONY: test-reads
test-reads: install-wheel ## Each part of the tests alone: whether it reads only the files it says it depends on (an hour)
	@$(SCRATCH); cd "$$scratch"; $(PARTS) reads --workers $(WORKERS) --calls "$(CALLS)" \
		$(foreach part,$(ONLY),--only $(part)) $(if $(ENGINE),--engine $(ENGINE))

.PHONY: test-shaken
test-shaken: install-wheel ## All tests in another order, with other seeds, on a busy machine (an hour; one seed: SEED=7)
	@$(SCRATCH); cd "$$scratch"; $(PARTS) shake --workers $(WORKERS) --calls "$(CALLS)" $(if $(SEED),--seed $(SEED)) \
		$(foreach part,$(ONLY),--only $(part)) $(if $(ENGINE),--engine $(ENGINE)) -- $(PYTEST_ARGS)

.PHONY: test-bounds
test-bounds: install-wheel ## Play with kernels that check every index (not part of test; one ruleset: RULESET=wfrp1)
	@$(SCRATCH); cd "$$scratch"; \
	PYTHONPATH="$(ROOT)/tests" "$(TEST)/bin/python" -m bounds $(RULESET) -n $(WORKERS)

.PHONY: dev
dev: $(DEV)/.ready ## An environment to work in, with an editable install
	@echo "ready: . $(DEV)/bin/activate"

.PHONY: transcripts
transcripts: $(DEV)/.ready ## Rewrite the golden transcripts; read the difference line by line
	"$(DEV)/bin/python" -m tactica.experiments.watch.transcripts

.PHONY: generated
generated: $(DEV)/.ready ## Rewrite every file that is made from code: pages, tables of clauses, JSON Schemas, learning curves
	"$(DEV)/bin/python" -m tactica.experiments.generated --write

.PHONY: records
records: $(DEV)/.ready ## Play the recorded comparisons again after the rules have changed, and keep those with the same games
	"$(DEV)/bin/python" -m tactica.experiments.comparison.records -j $(WORKERS)

# The wheel of one Python, that of PYTHON.
.PHONY: wheel
wheel: $(BUILD)/.ready
	@$(SCRATCH); $(COPY); cd "$$scratch/source"; \
	for setting in $$(env | sed -n 's/^\(NUMBA_[A-Z_]*\)=.*/\1/p'); do unset "$$setting"; done; \
	PYTHONPATH="$$scratch/source" "$(BUILD)/bin/python" -m tactica compile --ship; \
	"$(BUILD)/bin/python" -m build --no-isolation --wheel --outdir "$$scratch/wheel" "$$scratch/source" > "$$scratch/log" 2>&1 || { \
		cat "$$scratch/log" >&2; exit 1; }; \
	"$(BUILD)/bin/python" "$(ROOT)/release/glibc.py" "$$scratch"/wheel/*.whl; \
	mkdir -p "$(ROOT)/dist"; mv "$$scratch"/wheel/*.whl "$(ROOT)/dist"

.PHONY: wheels
wheels: ## Wheels with compiled rules for this platform, into dist/, for each Python found (PYTHONS='python3.11 python3.13')
	@rm -f dist/*.whl
	@missing=; for python in $(PYTHONS); do \
		if "$$python" -c '' 2>/dev/null; then $(MAKE) --no-print-directory wheel PYTHON="$$python"; \
		else missing="$$missing $$python"; fi; \
	done; \
	if [ -n "$$missing" ]; then echo "not found, so no wheel was built for:$$missing (name Pythons: PYTHONS='python3.11 /path/to/python')"; fi; \
	ls -l dist/*.whl 2>/dev/null || { echo "no wheel was built" >&2; exit 1; }

.PHONY: release-check
release-check: wheels $(BUILD)/.ready ## What a release must pass: source archive and wheels built, compared, installed in empty environments, played
	@rm -f dist/*.tar.gz; $(SCRATCH); \
	"$(BUILD)/bin/python" -m build --no-isolation --sdist > "$$scratch/log" 2>&1 || { cat "$$scratch/log" >&2; exit 1; }; \
	"$(BUILD)/bin/python" release/check.py dist $(PYTHONS)

.PHONY: clean
clean: ## Remove environments, builds and caches
	rm -rf "$(TEST)" "$(DEMO)" "$(DEV)" "$(ENVS)"/build-* build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find $(wildcard tactica envs agents configs experiments tests) -name __pycache__ -prune -exec rm -rf {} +
