# The exact tables of the coach: included by the top Makefile.
TABLES := boardpi/coach/endgames/data/jasir.tables
SOLVER := build/tables/tables

.PHONY: tables solver

solver: $(SOLVER) $(CLASS_SOLVER)

$(SOLVER): $(wildcard tools/tables/*.[ch])
	@$(APT_INSTALL) solver
	@mkdir -p $(@D)
	gcc -std=c11 -O3 -Wall -Wextra $(C_STRICT) $(filter %.c,$^) -o $@

# About 40 M positions: minutes, and 0.8 GB of memory. The file is checked in; nobody must do this.
tables: $(VENV)/test $(SOLVER) $(CLASS_SOLVER)  ## build the coach's exact tables anew
	$(BIN)/python -m tools.tables.build $(SOLVER) $(TABLES)
