"""First light: the check that walks a maker through every hole (docs/check.md). Pure.

`step` goes on with each event, `plan` says what is asked for, `diagnosis` finds the faults from the
`notes`, and `report` keeps the result and compares it with the board at every start.
"""
