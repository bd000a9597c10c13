"""The command line; `cli` builds the parser from what lies here. `terminal` is what all share.

A command is a module or a package with `add_parsers(subparsers)`. In a package that has the name
of its command it stands in `command.py`; other modules there are named by their own command.
"""
