"""First light: the check that walks a maker through every hole (docs/check.md). Pure."""
