# `make run` starts the app, `make test` runs every test. Both first make .venv with exactly the
# packages of the lock files, once; all they need is Python 3.11 or later with venv and pip.

export OPENBLAS_NUM_THREADS := 1# more BLAS threads slow the fits down; see the README, "Speed"

# The first of these that is new enough, not newer than the packages' wheels, and can make a venv.
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.14 python3.15 python; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 15))' \
	>/dev/null 2>&1 && { echo $$python; break; }; done)

# Without compiled modules on the disk every program that a test starts compiles them anew.
unexport PYTHONDONTWRITEBYTECODE
# With the checkout on it pip takes what the build left beside it for the installed wheel.
unexport PYTHONPATH

BIN := .venv/bin
PIP := pip install --quiet --disable-pip-version-check
PIP_INSTALL := $(BIN)/python -m $(PIP) --require-hashes

# File by file in their order: by default those of few tests, which are the longest here, come last.
AT_A_TIME := -n 2 --dist loadfile --no-loadscope-reorder

.PHONY: run test test-unit test-browser test-package package package-library package-app test-lowest test-hub docs pictures catalogues fuzz soak lint format bench lock

run: .venv/run.stamp
	$(BIN)/python -m streamlit run app.py --server.address=127.0.0.1

test: test-unit test-browser

test-unit: .venv/dev.stamp
	$(BIN)/python -m pytest -m "not browser and not package and not hub" $(AT_A_TIME) $(PYTEST_ARGS)

# Skipped, and said so, where there is no Chromium; GPLSA_REQUIRE_BROWSER=1 makes that a failure.
# Its folder is named, as to look through all others takes each worker ten seconds.
test-browser: .venv/dev.stamp
	$(BIN)/python -m pytest -m "browser and not package" -rs $(AT_A_TIME) $(or $(PYTEST_ARGS),tests/e2e)

# The wheel, built and installed twice from nothing, as `gplsa` and as `gplsa[app]`, and used there.
test-package: package
	GPLSA_PACKAGE=$(CURDIR)/build/package $(BIN)/python -m pytest -m package -rs -n 2 --dist worksteal $(or $(PYTEST_ARGS),tests/package)

package: .venv/dev.stamp
	@rm -rf build/package && mkdir -p build/package
	$(BIN)/python -m build --outdir build/package/dist . >build/package/build.log
	@sed -e 's/ \\$$//' -e '/^ *--hash/d' -e '/^ *#/d' requirements.lock >build/package/constraints.txt
	@$(MAKE) --no-print-directory -j2 --output-sync=target package-library package-app

package-library: NAME := gplsa
package-app: NAME := gplsa[app]
package-library package-app: package-%:
	@$(PYTHON) -m venv build/package/$*
	@build/package/$*/bin/python -m $(PIP) --no-deps --no-index --find-links build/package/dist gplsa
	@build/package/$*/bin/python -m $(PIP) --constraint build/package/constraints.txt '$(NAME)'
	@echo "$(NAME) on the disk: $$(du -sm build/package/$* | cut -f1) MB"

# The tests with the lowest versions of packages that pyproject.toml states, in an environment of their own.
test-lowest:
	@$(call need_python)
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m $(PIP) uv
	VIRTUAL_ENV=.venv-lowest .venv-lowest/bin/uv pip install --quiet --resolution lowest-direct '.[test]'
	# An older scikit-learn gives some of its checks twice.
	.venv-lowest/bin/python -m pytest -o strict_parametrization_ids=false -m "not browser and not package and not hub" $(AT_A_TIME) $(PYTEST_ARGS)

# The manual, in build/manual. Every notebook in it is run, and a link to nowhere ends it.
docs: .venv/docs.stamp
	PYTHONPATH=$(CURDIR) $(BIN)/python -m sphinx -W --keep-going -q -b html -d build/manual-state docs build/manual
	@echo "The manual is build/manual/index.html"

# The pictures of the manual and the README, drawn from the running app.
pictures: .venv/dev.stamp
	$(BIN)/python -m tools.pictures

# What the app says, from the source to gplsa/locale: new texts come without translation.
catalogues: .venv/dev.stamp
	$(BIN)/python -m tools.catalogues

# Damaged and hostile files, models and notes, kills, and several that write at once, some minutes:
# make fuzz SECONDS=600 MODELS=5000 NOTES=1000 KILLS=500 WRITERS=50 SEED=1. What fails stays in .fuzz/.
fuzz: .venv/dev.stamp
	$(BIN)/python -m tests.fuzz --seconds $(or $(SECONDS),60) --models $(or $(MODELS),200) \
		--notes $(or $(NOTES),100) --kills $(or $(KILLS),60) --writers $(or $(WRITERS),20) --seed $(or $(SEED),0)

# Most of an hour: a hundred kills, forty trainings in a row, hostile files beside somebody's work, and this
# processor told to be an older one; prints figures.
soak: .venv/dev.stamp
	GPLSA_SOAK_KILLS=100 $(BIN)/python -m pytest -s tests/soak/test_kills.py
	GPLSA_SOAK_CYCLES=30 $(BIN)/python -m pytest -s tests/e2e/test_growth.py
	GPLSA_SOAK_HOSTILE=3 $(BIN)/python -m pytest -s tests/e2e/test_hostile_files.py
	GPLSA_SOAK_MACHINES=1 $(BIN)/python -m pytest -s tests/soak/test_machines.py

# The recipe of deploy/jupyterhub with a real hub, its proxy, a login and people in browsers, some minutes;
# as root with an account of the computer for each of them, which it makes and takes away again. Needs npm.
test-hub: .venv/dev.stamp .venv-hub/hub.stamp
	GPLSA_HUB_ENVIRONMENTS=$(CURDIR)/.venv-hub $(BIN)/python -m pytest -m hub -rs -s $(PYTEST_ARGS)

lint: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The peers need packages of their own, and get an environment of their own. BENCH_ARGS=--quick for a look.
bench: .venv-bench/bench.stamp
	.venv-bench/bin/python -m benchmarks.speed $(BENCH_ARGS)

# Newest versions within the ranges, for every system and Python version that the project serves.
lock: .venv/dev.stamp
	$(BIN)/python -m pip install --quiet uv
	for name in requirements requirements-dev requirements-docs deploy/jupyterhub/requirements \
			tests/hub/requirements tests/hub/lab; do \
		$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --output-file $$name.lock $$name.txt || exit 1; done

.venv/run.stamp: .venv/made.stamp requirements.lock
	@echo "Installing what gplsa runs on into .venv (about a minute, once) ..."
	@$(PIP_INSTALL) -r requirements.lock
	@touch $@

.venv/dev.stamp: .venv/made.stamp requirements-dev.lock
	@echo "Installing what gplsa and its tests run on into .venv (about a minute, once) ..."
	@$(PIP_INSTALL) -r requirements-dev.lock
	@touch $@

.venv/docs.stamp: .venv/dev.stamp requirements-docs.lock
	@$(PIP_INSTALL) -r requirements-docs.lock
	@touch $@

.venv-bench/bench.stamp: requirements.lock benchmarks/requirements.txt
	@$(call need_python)
	@$(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install --quiet -r requirements.lock
	@.venv-bench/bin/python -m pip install --quiet -r benchmarks/requirements.txt
	@touch $@

# Accounts of others must be able to run it, which a Python in somebody's home does not let them.
HUB_PYTHON ?= $(firstword $(wildcard /usr/bin/python3) $(PYTHON))
HUB_PIP := python -m pip install --quiet --disable-pip-version-check

.venv-hub/hub.stamp: requirements.lock pyproject.toml tests/hub/requirements.lock tests/hub/lab.lock \
		deploy/jupyterhub/package-lock.json
	@for name in app hub lab; do $(HUB_PYTHON) -m venv .venv-hub/$$name || exit 1; done
	@.venv-hub/app/bin/$(HUB_PIP) --require-hashes -r requirements.lock
	@.venv-hub/app/bin/$(HUB_PIP) --no-deps --editable .
	@.venv-hub/hub/bin/$(HUB_PIP) --require-hashes -r tests/hub/requirements.lock
	@.venv-hub/lab/bin/$(HUB_PIP) --require-hashes -r tests/hub/lab.lock
	@.venv-hub/lab/bin/$(HUB_PIP) --no-deps --editable .
	@cp deploy/jupyterhub/package.json deploy/jupyterhub/package-lock.json .venv-hub/
	@npm ci --silent --prefix .venv-hub
	@touch $@

.venv/made.stamp:
	@$(call need_python)
	@$(PYTHON) -m venv .venv
	@touch $@

need_python = test -n "$(PYTHON)" || { echo "gplsa needs Python 3.11 to 3.15 with venv (on Debian and \
	Ubuntu: apt install python3-venv); name one with: make PYTHON=/path/to/python3" >&2; exit 1; }
