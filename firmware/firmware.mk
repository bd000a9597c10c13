# The microcontroller: included by the top Makefile, or by itself: make -f firmware/firmware.mk firmware
FIRMWARE ?= firmware
FIRMWARE_BUILD := $(FIRMWARE)/build
FIRMWARE_BENCH := $(FIRMWARE_BUILD)/bench
APT_INSTALL ?= .ci/apt-install
C_STRICT ?= -Werror

AVR_FLAGS := -mmcu=atmega328p -DF_CPU=16000000UL -std=c11 -Wall -Wextra $(C_STRICT) -Os \
  -ffunction-sections -fdata-sections -Wl,--gc-sections
HOST_FLAGS := -std=c11 -D_GNU_SOURCE -Wall -Wextra $(C_STRICT)
FLASH_MOST := 12288
# 1.2 KB in all; the stack's share is measured in the emulator (tests/hardware/checks).
STATIC_MOST := 1028

.PHONY: firmware firmware-image emulator firmware-test firmware-clean firmware-packages emulator-packages

firmware: $(FIRMWARE_BUILD)/boardpi.hex  ## build the firmware for the Nano

# Checked in, so that whoever installs boardpi can flash without a compiler (docs/decisions/0086).
firmware-image: firmware $(VENV)/test  ## build the firmware and put it into the package
	$(BIN)/python -m tools.firmware

emulator: $(FIRMWARE_BENCH) $(FIRMWARE_BUILD)/boardpi.elf  ## build the emulator bench and its firmware

firmware-test: $(FIRMWARE_BUILD)/unit  ## unit tests of the firmware's logic on this machine
	$(FIRMWARE_BUILD)/unit firmware/vectors

firmware-clean:
	rm -rf $(FIRMWARE_BUILD)

# A missing tool is installed, never skipped.
firmware-packages:
	@$(APT_INSTALL) firmware

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

$(FIRMWARE_BENCH): $(wildcard $(FIRMWARE)/emulator/*.[ch]) $(FIRMWARE)/source/pins.h | $(FIRMWARE_BUILD) emulator-packages
	gcc $(HOST_FLAGS) -O2 $(filter %.c,$^) -o $@ -lsimavr -lelf -lutil

UNIT_SOURCES = $(filter-out %/main.c $(wildcard $(FIRMWARE)/source/hardware_*.c),$(wildcard $(FIRMWARE)/source/*.c))
$(FIRMWARE_BUILD)/unit: $(UNIT_SOURCES) $(wildcard $(FIRMWARE)/source/*.h firmware/tests/*.[ch]) | $(FIRMWARE_BUILD) firmware-packages
	gcc $(HOST_FLAGS) -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all \
	  -I $(FIRMWARE)/source $(filter %.c,$^) -o $@
