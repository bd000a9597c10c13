# Installing: included by the top Makefile.
RELEASE ?= bookworm
# `no` leaves out the booted machines where containers are forbidden.
CONTAINERS ?= yes
# make wheels FOR="gpio ws281x" also gathers what these extras need, for a Pi without network.
FOR ?=
WHEELS := build/wheels$(addprefix +,$(subst $() ,+,$(strip $(FOR))))
# They have no wheel of pure Python: their sources fit every Pi, and are compiled on it.
COMPILED := lgpio,spidev,rpi-ws281x
ROOTS := $(CACHE)/roots
ROOT_TAR := $(ROOTS)/$(RELEASE)+mosquitto+python3+python3-venv+systemd+udev.tar
AS_ROOT := $(if $(filter 0,$(shell id -u)),,sudo)

LOCK := installer/lock
EXTRAS := drawings gpio ws281x
# `make lock` takes the newest of everything, `make lock PACKAGE=starlette` of one package.
PACKAGE ?=
NEWER := $(if $(PACKAGE),--upgrade-package $(PACKAGE),--upgrade)
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
  --generate-hashes --constraints $(LOCK)/limits.in --custom-compile-command 'make lock'

.PHONY: wheels deb release lock install-test fresh-test shell-lint

# test.txt is all that is tested. The other locks are parts of it: a version that is chosen there
# stays, because each starts as a copy (docs/decisions/0090).
lock: $(BIN)/uv  ## choose the packages anew; git diff shows what is other
	$(COMPILE) $(NEWER) pyproject.toml $(LOCK)/build.in --all-extras --output-file $(LOCK)/test.txt
	@for name in boardpi build $(EXTRAS); do cp $(LOCK)/test.txt $(LOCK)/$$name.txt; done
	$(COMPILE) pyproject.toml --output-file $(LOCK)/boardpi.txt
	$(COMPILE) $(LOCK)/build.in --output-file $(LOCK)/build.txt
	echo uv | $(COMPILE) $(NEWER) - --output-file $(LOCK)/uv.txt
	set -e; for name in $(EXTRAS); do \
	  $(COMPILE) pyproject.toml --extra $$name --output-file $(LOCK)/$$name.txt; done

$(BIN)/uv: $(BIN)/python $(LOCK)/uv.txt
	$(LOCKED) $(LOCK)/uv.txt
	@touch $@

# Wheels of pure Python only: they fit every Pi and every Python from 3.11 on. pip would ask the markers
# of the lock about the Python that runs here.
wheels: $(WHEELS)/.done  ## boardpi and all it needs, for install.sh --wheels; FOR="gpio" what an extra needs, too

$(WHEELS)/.done: $(VENV)/run $(shell find boardpi -name '*.pyc' -prune -o -type f -print) pyproject.toml README.md \
  $(LOCK)/boardpi.txt
	@rm -rf $(WHEELS) && mkdir -p $(WHEELS)
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $(WHEELS) .
	sed "s/ ; python_full_version < '[0-9.]*' / /" $(LOCK)/boardpi.txt > $(WHEELS)/lock
	$(BIN)/pip download --quiet --disable-pip-version-check --require-hashes --no-deps \
	  --only-binary :all: --platform any --python-version 3.11 --dest $(WHEELS) --requirement $(WHEELS)/lock
	@rm $(WHEELS)/lock
	set -e; for name in $(if $(FOR),build $(FOR)); do \
	  $(PYTHON) installer/lock.py --more $(LOCK)/boardpi.txt $(LOCK)/$$name.txt > $(WHEELS)/lock; \
	  PYPI=1 $(BIN)/pip download --quiet --disable-pip-version-check --require-hashes --no-deps \
	    --no-build-isolation --no-binary $(COMPILED) --dest $(WHEELS) --requirement $(WHEELS)/lock; \
	  rm $(WHEELS)/lock; done
	cd $(WHEELS) && sha256sum boardpi-*.whl > SHA256SUMS
	$(PYTHON) installer/lock.py $(LOCK)/boardpi.txt $(if $(FOR),$(FOR:%=$(LOCK)/%.txt) $(LOCK)/build.txt) $(WHEELS)
	@touch $@

deb: wheels  ## a Debian package and its list of parts: dist/boardpi_VERSION-1_all.deb, .cdx.json
	@.ci/apt-install deb
	installer/deb/build $(WHEELS) dist

release: wheels  ## a signed release in one file, for the hub of a club: dist/boardpi-VERSION.release
	$(BIN)/python -m tools.release $(WHEELS) dist

shell-lint:
	@.ci/apt-install lint
	shellcheck --external-sources --check-sourced install.sh .ci/run .ci/apt-install .ci/in-memory installer/deb/build installer/deb/p* firmware/kernel/build firmware/kernel/boot firmware/kernel/init

# install.sh and the package for real, in a clean Debian: make install-test RELEASE=trixie
install-test: $(VENV)/test wheels deb $(ROOT_TAR)  ## install, upgrade, remove in a clean Debian
	@.ci/apt-install install
	$(AS_ROOT) env BOARDPI_ROOT_TAR=$(ROOT_TAR) BOARDPI_CONTAINERS=$(CONTAINERS) .ci/in-memory \
	  $(BIN)/pytest -n $(WORKERS) --dist loadfile -p no:cacheprovider tests/install

# `make run`, and what `make test` installs, on a machine that has nothing but python3 and make.
fresh-test: fresh-bookworm fresh-trixie  ## both commands in a bare Debian, of each release

fresh-%: $(VENV)/test $(ROOTS)/%+make+python3.tar
	@.ci/apt-install tests
	$(AS_ROOT) env BOARDPI_ROOT_TAR=$(ROOTS)/$*+make+python3.tar .ci/in-memory \
	  $(BIN)/pytest -p no:cacheprovider tests/fresh

# A root is named after all that it is made of: RELEASE+PACKAGE+PACKAGE.tar
empty :=
comma := ,
root_words = $(subst +, ,$(basename $(@F)))
# Made by a pattern for a pattern: make would remove it as a mere step on the way.
.PRECIOUS: $(ROOTS)/%.tar
$(ROOTS)/%.tar:
	@.ci/apt-install roots
	@mkdir -p $(@D)
	$(AS_ROOT) mmdebstrap --quiet --format=tar --variant=minbase \
	  --include=$(subst $(empty) ,$(comma),$(wordlist 2,99,$(root_words))) $(firstword $(root_words)) $@.$$$$ \
	  && $(AS_ROOT) mv $@.$$$$ $@
