"""The groups of the command line. Each module adds its own with `add_parsers(subparsers)`."""
