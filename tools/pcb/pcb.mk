# The printed circuit board: included by the top Makefile.
KICAD := $(CACHE)/kicad

.PHONY: pcb-check

# KiCad 9 is in Debian trixie: a root of its own, made once (docs/decisions/0166).
pcb-check: $(VENV)/test wiring $(KICAD)/.done  ## have KiCad check the printed board and make its Gerbers
	$(AS_ROOT) $(BIN)/python -m tools.pcb $(KICAD)

$(KICAD)/.done: $(ROOTS)/trixie+kicad+kicad-footprints.tar
	$(AS_ROOT) rm -rf $(KICAD)
	@mkdir -p $(KICAD)
	$(AS_ROOT) tar --extract --file=$< --directory=$(KICAD)
	@touch $@
