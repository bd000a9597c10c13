"""The printed circuit board: made by `make wiring`, checked by `make pcb-check`."""
