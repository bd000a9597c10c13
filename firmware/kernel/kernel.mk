# The direct build in a real kernel: included by the top Makefile.
# The kernel is named after all that it is made of: built once, then there (docs/decisions/0165).
KERNEL_PARTS := $(addprefix firmware/kernel/,build Kconfig bench.config gpio-reeds.c off.c pi.dts)
KERNEL := $(CACHE)/kernel/$(shell cat $(KERNEL_PARTS) | sha256sum | cut -c1-12)

.PHONY: kernel kernel-test

kernel: $(KERNEL)/linux  ## a Linux without hardware whose pins are a board of reeds
	@echo "kernel: $(KERNEL)"

$(KERNEL)/linux:
	@.ci/apt-install kernel-source
	firmware/kernel/build $(KERNEL)

# `no` leaves the stage out where User Mode Linux cannot run: it needs ptrace, which some containers forbid.
UML ?= yes

# Plugins of pytest would be compiled anew in each start: nothing can be written there.
kernel-test: $(if $(filter no,$(UML)),,$(VENV)/test kernel)  ## the direct build on the pins of that kernel
ifeq ($(UML),no)
	@echo "kernel-test: LEFT OUT, because UML=no was asked for"
else
	@firmware/kernel/boot $(KERNEL) $(BIN)/python -c 'bytearray(1 << 28)' >/dev/null || { \
	  echo "kernel-test: this machine cannot run User Mode Linux; see firmware/kernel/boot $(KERNEL) true"; \
	  echo "To do without: make kernel-test UML=no"; exit 1; }
	firmware/kernel/boot $(KERNEL) env PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
	  $(BIN)/pytest -p no:cacheprovider tests/kernel
endif
