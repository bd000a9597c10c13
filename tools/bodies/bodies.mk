# The printed bodies: included by the top Makefile. Nothing of `make test` needs CadQuery.
CAD := build/bodies

.PHONY: bodies

bodies: $(CAD)/.done  ## make the printed bodies anew: bodies/*.stl, *.step, exploded.svg
	PYTHONPATH=. $(CAD)/bin/python -m tools.bodies

$(CAD)/.done: tools/bodies/bodies.mk
	$(PYTHON) -m venv $(CAD)
	$(CAD)/bin/pip install --quiet --disable-pip-version-check cadquery==2.8.0 cadquery-ocp==7.9.3.1.1
	@touch $@
