# The solver of Jasir: included by the top Makefile.
CLASS_SOLVER := build/solve/solve
# How many archers may be alive at most: 5 takes seconds, 6 a minute, 7 some minutes and 1 GB of memory, 10 is everything
# and takes 8.6 GB. PACK=FILE also writes a file for `boardpi tables use`; QUICK=1 packs it faster, a sixth larger.
ALIVE ?= 6

.PHONY: solve class-solver

class-solver: $(CLASS_SOLVER)

$(CLASS_SOLVER): $(wildcard tools/solve/native/*.[ch]pp)
	@$(APT_INSTALL) solver
	@mkdir -p $(@D)
	g++ -std=c++17 -O3 -Wall -Wextra -Werror $(filter %.cpp,$^) -o $@

solve: $(VENV)/test $(CLASS_SOLVER)  ## solve Jasir with at most ALIVE archers (6) and check it
	$(BIN)/python -m tools.solve $(ALIVE) $(if $(PACK),--pack $(PACK)) $(if $(QUICK),--quick)
