"""The command line, one module a command; `cli` builds the parser from them.

Each module adds its own commands with `add_parsers(subparsers)`; `terminal` is what they share.
"""
