# make demo   sets up, then shows the whole thing      make test   sets up, then lint, types and the quick tests
# make check  the tests that `make test` leaves out: browsers, a server, processes, the tools for the hardware
# make bench  prints the benchmarks                    make wheel  builds dist/*.whl
# make app    the program for who has no Python, in dist/; make app-check tries it in a Debian that has none
# make play   the board in the browser with its laptop: build/play/index.html
# make campaign  the tests' long form                  make picture  the picture of the README
# make site   the documentation as a folder of plain files: build/site/index.html
# make hardware  all that is made from hardware/board.toml, as far as the tools for it are there
# make hardware-tools  installs those of them that are Python packages
# make hardware-check  with all of them: makes it anew, and holds what is committed against it
# make fonts  the typefaces of pages and paper, anew
# make league  how one PostgreSQL takes what a thousand clubs record
# make coverage  the tests, and which lines and branches none of them runs
# make mutants  small faults in the sources, and which of them no test notices
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests start hundreds of processes of Python. What it has compiled is kept, wherever it is told not to keep it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo app app-check play site test check lint lint-javascript setup bench league wheel hardware hardware-tools hardware-check picture campaign coverage mutants fonts clean

setup: $(VENV)/.ready

# Last, what phones run is fetched, while there is a network: in a hall there may be none.
$(VENV)/.ready: pyproject.toml shared_rules/__init__.py
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	-$(BIN)/python -c 'from tallyboard.pages.phones.build import version; version()'
	touch $@

$(VENV)/.check: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --editable '.[check]'
	touch $@

demo: setup
	$(BIN)/tallyboard demo

play: setup
	$(BIN)/python -m browser.folder build/play

# A warning fails it: a link that leads nowhere, a page that no list has. All is made anew: pages show what commands print.
site: setup $(VENV)/.site
	rm -rf build/site
	$(BIN)/sphinx-build -W --keep-going -E -q -c docs -d build/site-trees . build/site
	@echo "The site is in build/site: open build/site/index.html in a browser."

$(VENV)/.site: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --editable '.[site]'
	touch $@

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd firmware && MYPYPATH=lib:.. ../$(BIN)/mypy --config-file=../pyproject.toml --ignore-missing-imports \
	  boot.py code.py safemode.py lib/tableside ../shared_rules

# Of the pages: types by TypeScript, which compiles nothing here, and a linter.
JAVASCRIPT := tests/javascript
lint-javascript: $(VENV)/.javascript
	for part in page worker laptop_worker phone live clock tv entry; do \
	  $(VENV)/javascript/node_modules/.bin/tsc --project $(JAVASCRIPT)/$$part.json || exit 1; done
	$(VENV)/javascript/node_modules/.bin/biome lint --config-path=$(JAVASCRIPT) --error-on-warnings \
	  host/tallyboard/virtual/browser/*.js host/tallyboard/play/page/*.js host/tallyboard/pages/phones/page/*.js host/tallyboard/pages/static/*.js

$(VENV)/.javascript: $(JAVASCRIPT)/package.json
	mkdir -p $(VENV)/javascript
	cp $< $(VENV)/javascript/
	cd $(VENV)/javascript && npm install --silent --no-audit --no-fund --no-package-lock --ignore-scripts --fetch-retries=0
	touch $@

# Two sizes, of which each test has one: tests/harness/sizes.py says which. Python and make are enough for the first.
test: lint
	$(BIN)/pytest -n 2 --dist worksteal --size test

# What `make test` leaves out, and nothing of what it does. On two cores a third process fills what the others wait: for
# boards, browsers and servers. Each has whole files as far as it goes, for tests of one file share what is made for them.
check: setup $(VENV)/.check
	@if command -v npm >/dev/null && $(MAKE) --silent $(VENV)/.javascript; then $(MAKE) lint-javascript; else \
	  echo "The JavaScript was not checked: there is no Node.js with npm here, or npm reaches no registry."; fi
	$(BIN)/mypy
	$(BIN)/pytest -n 3 --dist worksteal --size check --ignore tests/hardware/tools
	$(MAKE) hardware-check


# The long form of the tests that draw at random or pull the plug; the other sizes have their short form. Takes some eight hours.
campaign: setup $(VENV)/.check
	$(BIN)/pytest -n 2 --campaign \
	  tests/board tests/browser/play/test_matches.py tests/browser/play/test_plug.py tests/damage tests/event tests/firmware tests/hall tests/hardware/test_source_mutations.py tests/link tests/phones tests/radio tests/reference/desk tests/shared_rules tests/test_schedules.py \
	  tests/host/desk tests/host/test_clocks.py tests/host/test_damaged_store.py tests/host/test_derive.py tests/host/test_live.py \
	  tests/host/test_merge.py tests/host/test_renewing.py tests/host/test_runs.py tests/host/test_sync.py \
	  tests/host/pages/public/test_random.py

# By ONLY (files and folders of tests) it runs others than all. Measured, tests take more than twice as long; where one
# fails by that, the table comes all the same.
coverage: setup $(VENV)/.check
	$(BIN)/coverage erase
	-$(BIN)/coverage run -m pytest -n 2 $(ONLY)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --show-missing

# What it prints is explained in tests/mutants/README.md. By SEED, COUNT and ONLY (files and folders) it draws others.
mutants: setup $(VENV)/.check
	$(BIN)/python -m tests.mutants.run $(if $(SEED),--seed $(SEED)) --count $(or $(COUNT),20) $(if $(ONLY),--only $(ONLY))

bench: setup $(VENV)/.check
	$(BIN)/python benchmarks/bench_cli.py
	$(BIN)/python benchmarks/bench_rules.py
	$(BIN)/python benchmarks/bench_desk.py
	$(BIN)/python benchmarks/bench_sync.py
	$(BIN)/python benchmarks/bench_ingest.py
	$(BIN)/python benchmarks/bench_old_store.py
	$(BIN)/python benchmarks/bench_live.py
	$(BIN)/python benchmarks/bench_hall.py
	$(BIN)/python benchmarks/bench_phones.py
	$(BIN)/python benchmarks/bench_pages.py
	$(BIN)/python benchmarks/bench_page_sizes.py
	$(BIN)/python benchmarks/bench_play.py
	PYTHONPATH=.:firmware/lib $(BIN)/python benchmarks/bench_phone.py
	$(BIN)/python benchmarks/bench_guard.py
	PYTHONPATH=.:firmware/lib $(BIN)/python benchmarks/bench_pi.py

# Takes ten minutes or more, and up to 8 GB on the disk, which it gives back.
league: setup $(VENV)/.check
	$(BIN)/python benchmarks/league.py

wheel: setup $(VENV)/.check
	$(BIN)/python -m build --no-isolation --wheel

# Debian's Python has the shared library that the program brings along; one that pyenv builds has none.
app: wheel
	$(firstword $(wildcard /usr/bin/python3) $(PYTHON)) app/make.py "$$(ls -t dist/tallyboard-*.whl | head -1)"

app-check: app
	app/check.sh

picture: setup $(VENV)/.check
	PYTHONPATH=.:firmware/lib $(BIN)/python -m tests.browser.phones.picture host/phone.png

hardware: setup
	$(BIN)/python -m hardware

# KiCad, Graphviz and librsvg2-bin are Debian's; see hardware/making/tools.py. InteractiveHtmlBom asks for wxPython, which
# it does not need without a window.
$(VENV)/.hardware: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --editable '.[hardware]'
	$(BIN)/python -m pip install --quiet --no-deps InteractiveHtmlBom
	touch $@

hardware-tools: setup $(VENV)/.hardware

hardware-check: hardware-tools
	$(BIN)/pytest -n 2 --dist loadfile tests/hardware/tools

clean:
	rm -rf $(VENV) dist build docs/reference .coverage*

# The typefaces of pages and of paper, in the letters that names have: from @fontsource/barlow-condensed (npm), by fonttools.
FONTS := host/tallyboard/pages/static/fonts
LETTERS := U+20-7E,U+A0-FF,U+131,U+152,U+153,U+2013-2026,U+2032,U+2039,U+203A,U+20AC,U+2122,U+2212
fonts: setup
	$(BIN)/python -m pip install --quiet fonttools brotli
	cd build && npm pack --silent @fontsource/barlow-condensed@5.3.0 && tar xzf fontsource-barlow-condensed-5.3.0.tgz
	for weight in 600 700; do \
	  from=build/package/files/barlow-condensed; to=$(FONTS)/barlow-$$weight; \
	  $(BIN)/pyftsubset $$from-latin-$$weight-normal.woff2 --unicodes=$(LETTERS) --layout-features=kern,tnum,lnum,locl \
	    --no-hinting --flavor=woff2 --output-file=$$to.woff2; \
	  $(BIN)/pyftsubset $$from-latin-ext-$$weight-normal.woff2 --unicodes=U+100-24F,U+2C6-2DD,U+300-30F,U+1E00-1EFF \
	    --layout-features=kern,locl --no-hinting --flavor=woff2 --output-file=$$to-more.woff2; done
	for weight in 400 700; do \
	  for part in latin latin-ext vietnamese; do $(BIN)/fonttools ttLib.woff2 decompress -o build/$$part.ttf \
	    build/package/files/barlow-condensed-$$part-$$weight-normal.woff2; done; \
	  $(BIN)/pyftmerge build/latin.ttf build/latin-ext.ttf build/vietnamese.ttf --output-file=build/merged.ttf; \
	  $(BIN)/pyftsubset build/merged.ttf --unicodes='*' --layout-features=kern,mark,tnum,lnum --no-hinting \
	    --notdef-outline --output-file=host/tallyboard/paper/fonts/barlow-$$weight.ttf; done
	cp build/package/LICENSE $(FONTS)/ofl.txt
