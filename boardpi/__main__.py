"""`python -m boardpi` is the same as `boardpi`."""

import sys

from boardpi.cli import main

if __name__ == "__main__":
    sys.exit(main())
