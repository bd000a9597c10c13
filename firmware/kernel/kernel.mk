# The direct build in a real kernel: included by the top Makefile.
# The kernel is named after all that it is made of: built once, then there (docs/decisions/0165).
KERNEL_PARTS := $(addprefix firmware/kernel/,build Kconfig bench.config gpio-reeds.c off.c pi.dts)
KERNEL := build/kernel/$(shell cat $(KERNEL_PARTS) | sha256sum | cut -c1-12)

.PHONY: kernel kernel-test

kernel: $(KERNEL)/linux  ## a Linux without hardware whose pins are a board of reeds

$(KERNEL)/linux:
	@.ci/apt-install kernel-source
	firmware/kernel/build $(KERNEL)

# Plugins of pytest would be compiled anew in each start: nothing can be written there.
# User Mode Linux needs ptrace, which some containers forbid: there the stage says so, and passes.
kernel-test: $(VENV)/test kernel  ## the direct build on the pins of that kernel
	@if firmware/kernel/boot $(KERNEL) $(BIN)/python -c 'bytearray(1 << 28)' >/dev/null; then \
	  firmware/kernel/boot $(KERNEL) env PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 \
	    $(BIN)/pytest -p no:cacheprovider tests/kernel; \
	else echo "kernel-test: LEFT OUT, this machine cannot run User Mode Linux: firmware/kernel/boot $(KERNEL) true"; fi
